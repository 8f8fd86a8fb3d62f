# SPDX-License-Identifier: ISC
"""Compares the links of data formats with what Python finds.

data.py generate json|jupyter SEED COUNT FOLDER: writes documents, in the styles that writers have.

data.py json|jupyter: reads names of files, one per line. Python's json module decodes each string of a file, or the
sources of a notebook's cells, and irigrep finds the links of these texts. The same links must be found in the file, in
the same order, and "irised cat" must not change it. Prints the number of files, links, and files that Python does not
read.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)


def run(*command, data=None):
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=False)
    if done.returncode > 1:
        sys.exit("%s: status %d" % (" ".join(command), done.returncode))
    return done.stdout


def plain(text):
    """Returns a text as irigrep sees it: without halves of surrogate pairs and NUL."""
    return re.sub("[\ud800-\udfff\0]", "\ufffd", text).encode()


def links_of_json(data):
    """Returns the links in all strings."""
    text = data.decode("utf-8-sig")
    json.loads(text)
    texts = [json.loads(found, strict=False) for found in STRING.findall(text)]
    # An empty line ends each text, and each link in it.
    return run("irigrep", "--from=text", data=plain("\n\n".join(texts))).decode().split("\n")[:-1]


def links_of_jupyter(data):
    """Returns the links in the cells of a notebook."""
    notebook = json.loads(data.decode("utf-8-sig"))
    cells = notebook.get("cells", []) + [cell for sheet in notebook.get("worksheets", []) for cell in sheet["cells"]]
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for cell in cells:
            is_markdown = cell.get("cell_type") == "markdown"
            names.append(os.path.join(folder, "%d.%s" % (len(names), "md" if is_markdown else "txt")))
            with open(names[-1], "wb") as file:
                file.write(plain("".join(cell.get("source", cell.get("input", "")))))
        return run("irigrep", "-h", *names).decode().split("\n")[:-1] if names else []


def check(name, form, links_of):
    """Checks a file. Returns the number of its links, or None if Python cannot read it."""
    with open(name, "rb") as file:
        data = file.read()
    try:
        wanted = links_of(data)
    except (ValueError, RecursionError):
        return None
    links = [json.loads(line) for line in run("irigrep", "--json", "--from=" + form, name).splitlines()]
    found = [link["reference"] for link in links]
    if found != wanted:
        different = [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:1]
        sys.exit("%s: %d links instead of %d: %s" % (name, len(found), len(wanted), different))
    for link in links:
        raw = data[link["offset"]:link["offset"] + link["length"]]
        is_plain = not re.search(rb'[\\"&]', raw)  # no escapes, and in one string
        if raw.decode("utf-8", "replace") != link["text"] or (is_plain and link["text"] != link["reference"]):
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


MARKDOWN = ["[a](", "b/c.md", ")", "![", "](d.png)", "`", "\n", "\n\n", "<", ">", "[e]: ", "http://f.example/", "*",
            "| g |", "<a href='h'>", "&amp;", " ", "# ", "- ", "```\n", "\\"]


def cell():
    """Returns a cell of a notebook."""
    text = "".join(random.choices(MARKDOWN + PIECES, k=random.randrange(30)))
    lines = random.choice([text.splitlines(keepends=True), text, [text[:9], text[9:]]])
    members = [("cell_type", random.choice(["markdown", "code", "raw"])), ("metadata", value(2)), ("source", lines)]
    random.shuffle(members)
    return dict(members + [("outputs", [{"text": ["http://no.example/"]}])] * random.randrange(2))


def generate(form, seed, count, folder):
    """Writes documents."""
    random.seed(seed)
    for i in range(count):
        document = value(0)
        if form == "jupyter":
            cells = [cell() for _ in range(random.randrange(6))]
            document = {"cells": cells} if random.random() < .8 else {"worksheets": [{"cells": cells}]}
            document = {"metadata": value(1), **document, "nbformat": 4}
        text = json.dumps(document, ensure_ascii=random.random() < .5, indent=random.choice([None, 0, 1]))
        if random.random() < .3:
            text = text.replace("/", "\\/")
        with open(os.path.join(folder, "%d.%s" % (i, form)), "w", encoding="utf-8", newline="") as file:
            file.write(text)


def main():
    form = sys.argv[1]
    if form == "generate":
        generate(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
        return
    links_of = {"json": links_of_json, "jupyter": links_of_jupyter}[form]
    counts = [check(name, form, links_of) for name in sys.stdin.read().splitlines() if os.path.getsize(name)]
    read = [count for count in counts if count is not None]
    print("%d files, %d links, %d not read" % (len(read), sum(read), len(counts) - len(read)))


main()
