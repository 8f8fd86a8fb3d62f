#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""css.py [FILE...]: compares the links of style sheets with those that tinycss2 finds.

Reads each file, or with no file generated style sheets. The links of irigrep must have the kind, order and reference of
tinycss2's, and stand in its lines. irised must be able to give each of them a new link that needs every escape, and
tinycss2 must read the new links, and all other tokens as before. Prints each difference, and counts.
"""

import random
import sys

import tinycss2

import oracle

NEW = "n/(a) 'b' \"c\"\\d,é?#x"
COMMAND = "exec sed 's|.*|%s|'" % NEW.replace("\\", "\\\\").replace("'", "'\\''")
SPACE = " \t\n\r\f"


def nodes_of(node):
    """The nodes in a node: a function's arguments, or the content of a block."""
    return getattr(node, "arguments", None) or getattr(node, "content", None) or []


def find(nodes, found, rules, depth=0):
    """Adds the links of a list of nodes to found, as [kind, reference].

    rules: a list with the at-rule that is open; depth: the number of open brackets from image-set() on
    """
    for node in nodes:
        kind, in_brackets = "style", node.type in ("function", "() block", "[] block", "{} block")
        name = node.lower_name if node.type == "function" else ""
        if node.type == "at-keyword":
            rules[0] = node.lower_value
        elif node.type == "literal" and node.value == ";" or node.type == "{} block" or \
                node.type == "error" and node.kind == "}":
            rules[0] = ""
        link = None
        if node.type == "url":
            link = node.value
        elif node.type == "string" and (depth == 1 or rules[0] == "import"):
            link = node.value
        elif name == "url":
            inner = [part for part in node.arguments if part.type != "whitespace"]
            link = inner[0].value if inner and inner[0].type == "string" else None
            skipped = node.arguments.index(inner[0]) + 1 if link is not None else 0
        if link is not None and link.strip(SPACE) and rules[0] != "namespace":
            if rules[0] == "import":
                kind, rules[0] = "include", ""
            for c in "\t\n\r":
                link = link.strip(SPACE).replace(c, "")
            found.append([kind, link])
        if in_brackets:
            is_set = name in ("image-set", "-webkit-image-set")
            find(nodes_of(node)[skipped if name == "url" else 0:], found, rules, depth + 1 if depth or is_set else 0)


def tinycss2_finds(text):
    found = []
    find(tinycss2.parse_component_value_list(text), found, [""])
    return found


def serialized(text):
    """The tokens without their links and white space."""
    return [(type(node).__name__, getattr(node, "lower_name", "")) for node in
            tinycss2.parse_component_value_list(text, skip_comments=True)]


def generated(seed):
    pick = random.Random(seed)
    parts = ["url(", "URL( ", "url(\"", "url('", ")", "\"", "'", "a.png", "\\", "\\62 ", "\\\n", "\n", " ", "/*", "*/",
             "@import ", "@namespace ", "@media", ";", "{", "}", "image-set(", "-webkit-image-set( ", "format(", "(",
             ",", "u\\72l(", "\\75rl(", "1url(", "#url(", "-url(", "x", "é", "\\e9", "1x", "!", "<!--", "-->", ":", "#",
             "@", "data:x", "http://h/", "-", "\t", "\\)", "\\000000"]
    return "".join(pick.choice(parts) for _ in range(pick.randrange(1, 40))).rstrip("\\")


def is_utf8(data):
    try:
        return data.decode("utf-8-sig") is not None
    except UnicodeDecodeError:
        return False


def main():
    files = sys.argv[1:]
    counts = {"documents": 0, "links": 0, "different": 0, "rewritten": 0, "refused": 0, "wrong": 0}
    named = [(name, open(name, "rb").read()) for name in files] or [
        (f"seed {seed}", generated(seed).encode()) for seed in range(300)]
    named = [(name, data) for name, data in named if is_utf8(data)]
    documents = oracle.Documents([data for _, data in named], [".css"] * len(named), "--charset=utf-8")
    found = documents.links()
    for (name, data), links, new in zip(named, found, documents.edited(COMMAND)):
        text = data.decode("utf-8-sig")
        want, got = tinycss2_finds(text), [[link["kind"], link["reference"]] for link in links]
        counts["documents"] += 1
        counts["links"] += len(want)
        if want != got:
            counts["different"] += 1
            print(f"{name}: {data!r}" if not files else name)
            print("  missed", [link for link in want if link not in got])
            print("  surplus", [link for link in got if link not in want])
        elif isinstance(new, str):
            counts["refused"] += 1
        else:
            counts["rewritten"] += len(want)
            again = new.decode("utf-8-sig")
            if tinycss2_finds(again) != [[link[0], NEW] for link in want] or serialized(again) != serialized(text):
                counts["wrong"] += 1
                print(f"{name}: irised: {new!r}" if not files else f"{name}: irised")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    sys.exit(bool(counts["different"] or counts["wrong"]))


if __name__ == "__main__":
    main()
