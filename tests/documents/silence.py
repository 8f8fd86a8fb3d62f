# SPDX-License-Identifier: ISC
"""silence.py IRILINT SEED COUNT: laws of irilint --add-disable on Markdown documents of random pieces.

The tree of cmark-gfm differs by the comments alone, and the space before one; what is left are the findings that have
messages; and a second run changes nothing. If the links are then corrected, --fix removes all comments, and the tree
again differs by them alone; a comment that the blocks around it need stays as an empty one.
"""
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


def check(irilint, path):
    """Returns what is wrong, or None."""
    before = tree(path)
    added = subprocess.run([irilint, "--from=auto", "--add-disable=why", path], capture_output=True, check=False)
    said = sorted(re.findall(r"no comment added for (\S+):", added.stderr.decode()))
    if added.returncode not in (0, 1):
        return f"status {added.returncode}: {added.stderr.decode()}"
    with open(path, "rb") as file:
        once = file.read()
    if tree(path) != before:
        return "another tree"
    left = subprocess.run([irilint, "--from=auto", "--fail-level=info", path], capture_output=True, check=False)
    found = sorted(re.findall(r"\[([a-z-]*)\]$", left.stdout.decode(), re.M))
    if found != said:
        return f"left {found}, said {said}"
    subprocess.run([irilint, "--from=auto", "--add-disable", path], capture_output=True, check=False)
    with open(path, "rb") as file:
        if file.read() != once:
            return "a second run changes it"
    return check_fix(irilint, path, once)


def check_fix(irilint, path, text):
    """Corrects the links of a text, and returns what is wrong with the result of --fix, or None."""
    for name in "no.png", "no.md", "no-file":
        with open(os.path.join(os.path.dirname(path), name), "wb"):
            pass
    with open(path, "wb") as file:
        file.write(text.replace(b"%zz", b"zz").replace(b"HTTP:", b"http:").replace(b"no file", b"no-file"))
    before = tree(path)
    fixed = subprocess.run([irilint, "--fix", "-i", path], capture_output=True, check=False)
    with open(path, "rb") as file:
        if b"irilint-" in file.read():
            return f"a comment is left: {fixed.stderr.decode()}"
    return None if tree(path) == before else "--fix makes another tree"


def main():
    broken = written = 0
    for seed in range(int(sys.argv[2]), int(sys.argv[2]) + int(sys.argv[3])):
        text = document(random.Random(seed))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.md")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            why = check(sys.argv[1], path)
            with open(path, encoding="utf-8") as file:
                new = file.read()
        written += new != text
        if why:
            broken += 1
            print(f"--- {seed}: {why}\n{text}\n--- became\n{new}")
    print(f"{broken} broken" + ("" if written > int(sys.argv[3]) / 3 else f", and only {written} changed"))


main()
