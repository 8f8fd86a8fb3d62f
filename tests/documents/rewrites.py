#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Oracle for bare links that irised writes into Markdown, for documents.bats.

rewrites.py SEED COUNT RATE: generates COUNT documents, each with a bare link among marks, brackets, backquotes and
other characters, and a new link, half of which are hostile. irised writes the new links. Then, for these readers:

- cmark-gfm with its extensions must find exactly the new link. If it found exactly the old one before, the tree of all
  else must be unchanged.
- cmark-gfm without extensions and, where it is installed, commonmark.js must find exactly the new link as an autolink,
  or see exactly its text. If it saw exactly the text of the old one before, the tree of all else must be unchanged. If
  marks of the old link were emphasis, all other characters must have the same nodes around them as before. For these
  readers, a table is one paragraph, so that code can be around a link in a cell; there they see "<>", too.
- If only the start of the link changes, before its first mark of emphasis, a reader that did not see exactly the old
  link need not see exactly the new one. All else must be unchanged for it, too.

Prints each difference and the counts. At least one link in RATE must be written bare, and one in "<>". The same seed
makes the same documents.
"""
import html
import json
import os
import random
import re
import shutil
import sys
import tempfile

import documents

FRAMES = ["%s\n", "> %s\n", "- %s\n", "1. a\n\n   %s\n", "# %s\n", "%s\n===\n", "a\n%s\nb\n", "| %s | x |\n|---|---|\n",
          "| a |\n|---|\n| %s |\n", "x[^1]\n\n[^1]: %s\n", "> - a\n> %s b*\n", "*a\n%s\nb*\n"]
BEFORE = ["", "", "", "", " ", "a ", "*", "**", "_", "~~", "~", "(", "[", "[x] ", "\\", "\\\\", "é", "中", "“", "`a`",
          "`", "a*", "a**", "*a ", "**a ", "_a ", "<b>", "!", ":", "&amp;", "1", "x", ".", "€", "\\[", "a\\*", "|",
          "\\|", "<"]
AFTER = ["", "", "", "", " b", "*", "**", "_", "~~", "~", ")", ".", ",", "]", "](u)", "`", "é", "中", ";", "&amp;", "?!",
         '"', "'", "<b>", "*a", "_a", " *c*", " _c_", "** a", "€", "|", "\\", "\\*", " `c`", ">", "</b>", ":", "。", "”"]
PARTS = ["a", "b/", "é", "?q=1", "&r=2", "#f", ".html", "-", "a_b", "~joe/", "(c)", "%20", "中", "/"]
HOSTILE = ["*", "**", "_", "__", "~", "~~", "*x*", "_x_", "`", "[", "]", "(", ")", "[a](b)", "\\", "\\_", "|", "&amp;",
           "&copy", "&c;", "&#65;", ";", ".", ",", "!", "?", ":", "'", '"', "<", ">", " ", "€", "“", "$", "{", "^", "😀"]
HEADS = ["http://", "https://", "ftp://", "smb://", "HTTP://", "mailto:", "http:", "x:", ""]
COMMAND = ("{ IFS= read -r old; IFS= read -r new; } <\"$IRISED_FILE.new\"; while IFS= read -r link; do "
           "[ \"$link\" != \"$old\" ] || link=$new; printf '%s\\n' \"$link\"; done")


def make(rng, number):
    """Returns a document, the place of its link, and a new link."""
    def some(choices, low, high):
        return "".join(rng.choice(choices) for _ in range(rng.randint(low, high)))

    old = rng.choice(["http://", "https://", "http://", "ftp://", "smb://"]) + "o%d.example/" % number
    old += some(PARTS if rng.random() < 0.8 else PARTS + HOSTILE, 0, 2)
    host = rng.choice(["n%d.example/", "n%d.example/", "n_%d.example/", "n_%d.b.example/", "n%d/", "é%d.example/"])
    if rng.random() < 0.2:
        new = "https://" + host.replace("_", "-") % number + old.split("/", 3)[3]
    elif rng.random() < 0.5:
        new = "https://" + host % number + some(PARTS, 0, 3)
    else:
        new = rng.choice(HEADS) + rng.choice(["", host % number]) + some(PARTS + HOSTILE, 1, 4)
    before = some(BEFORE, 0, 3)
    frame = rng.choice(FRAMES)
    text = frame.replace("%s", before + old + some(AFTER, 0, 3))
    return text, len(text[:text.index(old)].encode()), new


READERS = {"GFM": (b"table", b"strikethrough", b"tasklist", b"autolink"), "CommonMark": ()}
JS = "commonmark.js"


def readers():
    """Returns the names of the readers that are installed."""
    has_js = shutil.which("node") and documents.run(["node", "-e", 'require("commonmark")'])[0] == 0
    return list(READERS) + [JS] * bool(has_js)


def tree(reader, text):
    """Returns the XML of the document, with texts side by side as one."""
    if reader == JS:
        xml = re.sub("<(text|code)>", r'<\1 xml:space="preserve">', documents.commonmark_js().xml(text.encode()))
    else:
        xml = documents.cmark_gfm().xml(text.encode(), READERS[reader])
    return re.sub(r'</text>\s*<text xml:space="preserve">', "", xml)


def take(xml, link, reader):
    """Returns the XML with a mark in place of the link: as a node or, without GFM, also as text. None: not there."""
    text = documents.escaped(link)
    as_text = reader != "GFM"
    # commonmark.js percent-encodes the destination.
    node = re.compile(r'<link destination="%s" title="">\s*<text xml:space="preserve">%s</text>\s*</link>'
                      % ('[^"]*' if reader == JS else re.escape(text), re.escape(text)))
    mark = '<text xml:space="preserve">MARK</text>'
    if as_text:
        xml = re.sub("(<code [^>]*>[^<]*)&lt;%s&gt;" % re.escape(text), r"\1MARK", xml)
        if "MARK" in xml:
            return xml
    if node.search(xml):
        return re.sub(r'</text>\s*<text xml:space="preserve">', "", node.sub(mark, xml, 1))
    return xml.replace(text, "MARK", 1) if as_text and re.search(">[^<]*" + re.escape(text), xml) else None


NODE = re.compile(r"<(/?)([a-z_]+)[^>]*?(/?)>|([^<]+)")


def rest(xml, link):
    """Returns the characters of the texts in the XML, each with the nodes around it, without those of the link, of
    which emphasis may have taken marks. None: the link is not there."""
    characters = []
    around = []
    for end, node, empty, text in NODE.findall(re.sub(r"^.*?<document", "<document", xml, flags=re.S)):
        if text:
            if around and around[-1] in ("text", "code", "html_inline", "html_block", "code_block"):
                characters += [(c, tuple(around)) for c in html.unescape(text)]
        elif end:
            around.pop()
        elif not empty:
            around.append(node)
    pattern = "".join(re.escape(c) + ("?" if c in "*_" else "") for c in link)
    found = re.search(pattern, "".join(c for c, _ in characters))
    return found and characters[:found.start()] + characters[found.end():]


def keeps_marks(old, new):
    """Whether only text without marks differs, which stands before the first mark and the character before that."""
    same = len(os.path.commonprefix([old[::-1], new[::-1]]))
    starts = old[:len(old) - same] + new[:len(new) - same]
    return same > 0 and not re.search("[*_~]", starts + old[len(old) - same])


def check(report, names, text, changed, old, new):
    for name in names:
        # For commonmark.js, a footnote is a definition.
        if name == JS and "[^1]: " in text:
            continue
        after = take(tree(name, changed), new, name)
        before = take(tree(name, text), old, name)
        if after is None and not (before is None and name != "GFM" and keeps_marks(old, new)):
            report.differ(name, None, "%r, written as %r: %s is not found" % (text, changed, new))
        elif before is None:
            one, other = rest(tree(name, text), old), rest(tree(name, changed), new)
            if name == "GFM" or one is None or other is None:
                report.count[name + ", not compared"] += 1
            elif one != other:
                report.differ(name, None, "%r became %r, where others have emphasis" % (text, changed))
        elif before != after:
            report.differ(name, None, "%r became %r" % (text, changed))


def main(seed, count, rate):
    rng = random.Random(seed)
    report = documents.Report()
    made = [make(rng, number) for number in range(count)]
    counts = report.count
    chosen_readers = readers()
    with tempfile.TemporaryDirectory() as folder:
        names = ["%d.md" % number for number in range(count)]
        for name, (text, _, _) in zip(names, made):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text.encode())
        found = {}
        for at in range(0, count, 5000):
            _, output, _ = documents.run(["irigrep", "--json", "--kind=text", "--"] + names[at:at + 5000],
                                         folder=folder)
            for line in output.decode().splitlines():
                link = json.loads(line)
                found.setdefault(link["file"], {})[link["offset"]] = link["reference"]
        wanted = {}
        for name, (_, place, new) in zip(names, made):
            old = found.get(name, {}).get(place)
            if old is not None and old != new:
                wanted[name] = old
                with open(os.path.join(folder, name + ".new"), "wb") as file:
                    file.write((old + "\n" + new + "\n").encode())
        chosen = list(wanted)
        refused = set()
        for at in range(0, len(chosen), 5000):
            _, _, messages = documents.run(["irised", "-i", COMMAND, "--"] + chosen[at:at + 5000], folder=folder)
            refused |= set(re.findall(r"^irised: ([^:]*):.* not edited: ", messages, re.M))
        for name, (text, _, new) in zip(names, made):
            if name not in wanted:
                counts["no link"] += 1
                continue
            with open(os.path.join(folder, name), "rb") as file:
                changed = file.read().decode()
            if name in refused:
                counts["refused"] += 1
                if changed != text:
                    report.differ(name, None, "refused, but changed")
                continue
            counts["in <>" if "<" + new + ">" in changed else "bare"] += 1
            check(report, chosen_readers, text, changed, wanted[name], new)
    told = ", ".join("%d %s" % (n, what) for what, n in sorted(counts.items()))
    print("seed %d: %d documents, %s" % (seed, count, told))
    return not counts["differences"] and min(counts["bare"], counts["in <>"]) * rate >= count


if __name__ == "__main__":
    sys.exit(0 if main(*map(int, sys.argv[1:])) else 1)
