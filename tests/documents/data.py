# SPDX-License-Identifier: ISC
"""Compares the links of data formats with what Python finds.

data.py generate SEED COUNT FOLDER: writes documents of JSON, in the styles that writers have.

data.py json: reads names of files, one per line. Python's json module decodes each string of a file, and irigrep finds
the links of these texts. The same links must be found in the file, in the same order, and "irised cat" must not change
it. Prints the number of files, links, and files that Python does not read.
"""
import json
import os
import random
import re
import subprocess
import sys

STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)


def run(*command, data=None):
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=False)
    if done.returncode > 1:
        sys.exit("%s: status %d" % (" ".join(command), done.returncode))
    return done.stdout


def texts_of_json(data):
    """Returns the texts of all strings, or None if the file is not JSON."""
    text = data.decode("utf-8-sig")
    json.loads(text)
    return [json.loads(found, strict=False) for found in STRING.findall(text)]


def check(name, form, texts_of):
    """Checks a file. Returns the number of its links, or None if Python cannot read it."""
    with open(name, "rb") as file:
        data = file.read()
    try:
        texts = texts_of(data)
    except (ValueError, RecursionError):
        return None
    # An empty line ends each text, and each link in it.
    joined = re.sub("[\ud800-\udfff]", "\ufffd", "\n\n".join(texts)).replace("\0", " ")
    wanted = run("irigrep", "--from=text", data=joined.encode()).decode().split("\n")
    links = [json.loads(line) for line in run("irigrep", "--json", "--from=" + form, name).splitlines()]
    found = [link["reference"] for link in links] + [""]
    if found != wanted:
        different = [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:1]
        sys.exit("%s: %d links instead of %d: %s" % (name, len(found), len(wanted), different))
    for link in links:
        raw = data[link["offset"]:link["offset"] + link["length"]]
        if raw.decode("utf-8", "replace") != link["text"] or (b"\\" not in raw and link["text"] != link["reference"]):
            sys.exit("%s: not in its place: %s" % (name, link))
    if run("irised", "--from=" + form, "cat", name) != data:
        sys.exit("%s: irised cat changes it" % name)
    return len(links)


PIECES = ["http://a.example/", "b?c=d&e", "\\", '"', "/", "\n", "\u00e9", "\U0001f600", " ", ".", "mailto:f@g.example",
          "x", "//", "/*", "*/", ":", "'", "{", ",", "https://h.example/i"]


def value(depth):
    """Returns a value of JSON."""
    kind = random.randrange(6 if depth < 4 else 3)
    if kind == 0:
        return random.choice([None, True, 1.5e3, [], {}])
    if kind < 3:
        return "".join(random.choice(PIECES) for _ in range(random.randrange(9)))
    values = [value(depth + 1) for _ in range(random.randrange(5))]
    return values if kind < 5 else {"".join(random.choices(PIECES, k=2)): each for each in values}


def generate(seed, count, folder):
    """Writes documents."""
    random.seed(seed)
    for i in range(count):
        text = json.dumps(value(0), ensure_ascii=random.random() < .5, indent=random.choice([None, 0, 2]))
        if random.random() < .3:
            text = text.replace("/", "\\/")
        with open(os.path.join(folder, "%d.json" % i), "w", encoding="utf-8") as file:
            file.write(text)


def main():
    form = sys.argv[1]
    if form == "generate":
        generate(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
        return
    counts = [check(name, form, {"json": texts_of_json}[form]) for name in sys.stdin.read().splitlines()
              if os.path.getsize(name)]
    read = [count for count in counts if count is not None]
    print("%d files, %d links, %d not read" % (len(read), sum(read), len(counts) - len(read)))


main()
