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
import sys

import oracle

STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)


def plain(text):
    """Returns a text as irigrep sees it: without halves of surrogate pairs and NUL."""
    return re.sub("[\ud800-\udfff\0]", "\ufffd", text).encode()


def texts_of_json(data):
    """Returns the texts that have the links of the document, each with the suffix of its format: all strings in one."""
    text = data.decode("utf-8-sig")
    json.loads(text)
    texts = [json.loads(found, strict=False) for found in STRING.findall(text)]
    # An empty line ends each text, and each link in it.
    return [(".txt", plain("\n\n".join(texts)))]


def texts_of_jupyter(data):
    """Returns the same for a notebook: its cells."""
    notebook = json.loads(data.decode("utf-8-sig"))
    cells = notebook.get("cells", []) + [cell for sheet in notebook.get("worksheets", []) for cell in sheet["cells"]]
    return [(".md" if cell.get("cell_type") == "markdown" else ".txt",
             plain("".join(cell.get("source", cell.get("input", ""))))) for cell in cells]


def compare(names, form, texts_of):
    """Checks files. Returns the numbers of files and links, without those that Python cannot read."""
    named = oracle.parsed(names, texts_of, (ValueError, RecursionError))
    texts = [text for _, _, parts in named for text in parts]
    wanted = iter(oracle.Documents([text for _, text in texts], [suffix for suffix, _ in texts]).links())
    documents = oracle.Documents([data for _, data, _ in named], ["." + form] * len(named), "--from=" + form)
    count = 0
    for (name, data, parts), links, edited in zip(named, documents.links(), documents.edited("exec cat")):
        want = [link["reference"] for _ in parts for link in next(wanted)]
        found = [link["reference"] for link in links]
        count += len(found)
        if found != want:
            different = [pair for pair in zip(found, want) if pair[0] != pair[1]][:1]
            sys.exit("%s: %d links instead of %d: %s" % (name, len(found), len(want), different))
        for link in links:
            if link["offset"] is None:  # "[]()" of Markdown has no place
                continue
            is_plain = not re.search(rb'[\\"&]', data[link["offset"]:link["offset"] + link["length"]])
            if is_plain and link["text"] != link["reference"]:  # no escapes, and in one string
                sys.exit("%s: not in its place: %s" % (name, link))
        if edited != data:
            sys.exit("%s: irised cat changes it" % name)
    return len(named), count


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
    names = [name for name in sys.stdin.read().splitlines() if os.path.getsize(name)]
    files, links = compare(names, form, {"json": texts_of_json, "jupyter": texts_of_jupyter}[form])
    print("%d files, %d links, %d not read" % (files, links, len(names) - files))


main()
