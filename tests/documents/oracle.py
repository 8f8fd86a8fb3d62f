# SPDX-License-Identifier: ISC
"""Runs of irigrep and irised for the comparisons with other programs: one for all documents."""
import json
import os
import re
import subprocess
import tempfile


def parsed(names, parse, errors):
    """Returns (name, bytes, what parse makes of these) for each file that parse reads without one of the errors."""
    files = []
    for name in names:
        with open(name, "rb") as file:
            data = file.read()
        try:
            files.append((name, data, parse(data)))
        except errors:
            pass
    return files


class Documents:
    """Documents in a folder of their own. texts: bytes; suffixes: the ends of their names, which tell the format"""

    def __init__(self, texts, suffixes, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.names = ["%d%s" % (number, suffix) for number, suffix in enumerate(suffixes)]
        self.options = list(options)
        self.texts = texts
        for name, text in zip(self.names, texts):
            with open(self.path(name), "wb") as file:
                file.write(text)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run(self, *command):
        """Runs a tool on all documents. Returns what it prints, and its messages."""
        done = subprocess.run([*command, *self.options, "--", *self.names], cwd=self.folder.name, capture_output=True,
                              check=False)
        return done.stdout, done.stderr.decode("utf-8", "replace")

    def links(self):
        """Returns the links of each document. Those that have a place must stand there."""
        found = {name: [] for name in self.names}
        output, messages = self.run("irigrep", "--json")
        assert not messages, messages
        for line in output.decode("utf-8", "surrogateescape").splitlines():
            link = json.loads(line)
            found[link["file"]].append(link)
        for name, text in zip(self.names, self.texts):
            for link in found[name]:
                if link["offset"] is not None:
                    place = text[link["offset"]:link["offset"] + link["length"]]
                    assert place.decode("utf-8", "replace") == link["text"], (name, link, place)
        return list(found.values())

    def edited(self, command):
        """Returns each document as irised edits it, or the message that it refuses to. In the command, $IRISED_FILE.new
        is the file of new_links."""
        _, messages = self.run("irised", "-i", command)
        refused = {}
        for line in messages.splitlines():
            refused.setdefault(re.match("irised: ([^:]*):", line)[1], line)
        results = []
        for name in self.names:
            with open(self.path(name), "rb") as file:
                results.append(refused.get(name) or file.read())
        return results

    def new_links(self, links):
        """Writes a line for each new link of each document."""
        for name, lines in zip(self.names, links):
            with open(self.path(name + ".new"), "w", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in lines))
