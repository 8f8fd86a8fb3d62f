# SPDX-License-Identifier: ISC
"""silence.py IRILINT SEED COUNT: laws of irilint --add-disable on Markdown documents of random pieces.

The tree of cmark-gfm differs by the comments alone, and the space before one; what is left are the findings that have
messages; and a second run changes nothing. If the links are then corrected, --fix removes all comments, and the tree
again differs by them alone; a comment that the blocks around it need stays as an empty one.
"""
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

import documents

COMMENT = re.compile(r" ?<!-- (irilint-disable[^>]*)?-->")
BAD = ["http://a/%zz", "<HTTP://b/>", "[x](http://c/%zz)", "[y](HTTP://d/ 'title')", "![z](no.png)", "[w](<no file>)",
       "`http://e/%zz`", "<b title=\"http://f/%zz\">q</b>", "<a href=\"http://g/%zz\">r</a>"]
WORDS = ["text", "*emphasis*", "**strong", "_under_", "`code", "a\\", "two  ", "end`", "&amp;", "[open", "close]",
         "~~s~~", "<b>", "</b>", "<i", ">", "1.", "|", "\\|", "http://ok.example/"]


def line(r):
    return " ".join(r.choice(BAD if r.random() < 0.4 else WORDS) for _ in range(r.randint(1, 4)))


def block(r):
    kind = r.randrange(10)
    if kind == 0:
        return ["#" * r.randint(1, 3) + " " + line(r)]
    if kind == 1:
        return [line(r) for _ in range(r.randint(1, 2))] + [r.choice(["===", "---"])]
    if kind == 2:
        return [f"[l{r.randrange(9)}]:{r.choice([' ', chr(10)])}{r.choice(['http://h/%zz', 'no.md', 'HTTP://i/'])}"
                for _ in range(r.randint(1, 3))]
    if kind == 3:
        return ["<div>", line(r), line(r), "</div>"]
    if kind == 4:
        return ["| " + line(r).replace("|", "") + " | b |", "|---|---|", "| " + line(r).replace("|", "") + " | c |"]
    if kind == 5:
        return ["```", line(r), "```"]
    return [line(r) for _ in range(r.randint(1, 4))]


def document(r):
    lines = []
    for _ in range(r.randint(1, 6)):
        part = "\n".join(block(r)).split("\n")
        prefix = r.choice(["", "", "", "> ", "- ", "1. ", "> - ", "  "])
        rest = re.sub(r"[^> ]", " ", prefix)
        lines += [(rest if i else prefix) + text for i, text in enumerate(part)]
        # cmark-gfm reads no definitions in what stands directly before a table.
        lines += [""] * (1 if part[0].startswith("[l") else r.choice([0, 1, 1, 1]))
    return "\n".join(lines) + r.choice(["", "\n"])


def tree(path):
    """Returns the tree without comments of irilint, and without what they leave: empty nodes, texts, white space."""
    with open(path, "rb") as file:
        xml = documents.cmark_gfm().xml(file.read(), (b"table", b"strikethrough", b"autolink"))
    xml = xml.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    xml = COMMENT.sub("", xml)
    xml = re.sub(r"[ \t]+\n", "\n", xml)
    xml = re.sub(r"\s*<html_(block|inline) xml:space=\"preserve\">[ \n]*</html_\1>", "", xml)
    xml = re.sub(r" (</text>)(?=\s*(<softbreak />|</paragraph>|</(emph|strong|strikethrough)>))", r"\1", xml)
    xml = re.sub(r"\s*<text xml:space=\"preserve\"></text>", "", xml)
    xml = re.sub(r"<([a-z_]+)([^>/]*|[^>]*\")>\s*</\1>", r"<\1\2 />", xml)
    return re.sub(r"</text>\s*<text xml:space=\"preserve\">", "", xml)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def run(irilint, folder, *options):
    """Runs irilint on all documents of the folder. Returns what it prints and its messages, each by document."""
    done = subprocess.run([irilint, "--from=auto", *options, "."], cwd=folder, capture_output=True, check=False)
    found = []
    for text in done.stdout, done.stderr:
        lines = collections.defaultdict(list)
        for name, line in re.findall(r"^(?:irilint: )?([0-9]+\.md):(.*)$", text.decode(), re.M):
            lines[name].append(line)
        found.append(lines)
    return found


def check(irilint, folder, names):
    """Returns what is wrong with each document, by its name."""
    wrong = {}

    def law(name, holds, text):
        if not holds:
            wrong.setdefault(name, text)

    paths = {name: os.path.join(folder, name) for name in names}
    before = {name: tree(path) for name, path in paths.items()}
    _, said = run(irilint, folder, "--add-disable=why")
    once = {name: read(path) for name, path in paths.items()}
    left, _ = run(irilint, folder, "--fail-level=info")
    run(irilint, folder, "--add-disable")
    for name, path in paths.items():
        law(name, tree(path) == before[name], "another tree")
        told = sorted(re.findall(r"no comment added for (\S+):", "\n".join(said[name])))
        # One message for each rule and line
        found = set(re.findall(r"^(\d+):\d+: .*\[([a-z-]*)\]$", "\n".join(left[name]), re.M))
        found = sorted(rule for _, rule in found)
        law(name, found == told, f"left {found}, said {told}")
        law(name, read(path) == once[name], "a second run changes it")
    # The links are corrected, so that --fix can remove all comments.
    for name in "no.png", "no.md", "no-file":
        with open(os.path.join(folder, name), "wb"):
            pass
    for name, path in paths.items():
        with open(path, "wb") as file:
            file.write(once[name].replace(b"%zz", b"zz").replace(b"HTTP:", b"http:").replace(b"no file", b"no-file"))
        before[name] = tree(path)
    _, said = run(irilint, folder, "--fix", "-i")
    for name, path in paths.items():
        law(name, b"irilint-" not in read(path), f"a comment is left: {said[name]}")
        law(name, tree(path) == before[name], "--fix makes another tree")
    return wrong, once


def main():
    seeds = range(int(sys.argv[2]), int(sys.argv[2]) + int(sys.argv[3]))
    texts = {f"{seed}.md": document(random.Random(seed)) for seed in seeds}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        wrong, once = check(sys.argv[1], folder, texts)
    for name, why in wrong.items():
        print(f"--- {name}: {why}\n{texts[name]}\n--- became\n{once[name].decode()}")
    written = sum(once[name] != text.encode() for name, text in texts.items())
    print(f"{len(wrong)} broken" + ("" if written > len(texts) / 3 else f", and only {written} changed"))


main()
