#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""css.py [FILE...]: compares the links of style sheets with those that tinycss2 finds.

Reads each file, or with no file generated style sheets. The links of irigrep must have the kind, order and reference of
tinycss2's, and stand in its lines. irised must be able to give each of them a new link that needs every escape, and
tinycss2 must read the new links, and all other tokens as before. Prints each difference, and counts.
"""

import json
import os
import random
import subprocess
import sys

import tinycss2

NEW = "n/(a) 'b' \"c\"\\d,é?#x"
COMMAND = "sed 's|.*|%s|'" % NEW.replace("\\", "\\\\").replace("'", "'\\''")
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


def oracle(text):
    found = []
    find(tinycss2.parse_component_value_list(text), found, [""])
    return found


def links(data):
    run = subprocess.run(["irigrep", "--json", "--from=css", "--charset=utf-8"], input=data, capture_output=True,
                         check=False)
    if run.returncode > 1 or run.stderr:
        return [["irigrep", run.stderr.decode(errors="replace")]]
    found = [json.loads(line) for line in run.stdout.splitlines()]
    for link in found:
        # The raw bytes decide, since "text" of a link that is not UTF-8 is changed.
        if data[link["offset"]:link["offset"] + link["length"]].decode() != link["text"]:
            return [["text", link["text"]]]
    return [[link["kind"], link["reference"]] for link in found]


def serialized(text):
    """The tokens without their links and white space."""
    return [(type(node).__name__, getattr(node, "lower_name", "")) for node in
            tinycss2.parse_component_value_list(text, skip_comments=True)]


def rewrite(data, count):
    """Replaces all links by NEW. Returns what irised writes, or None if it refuses."""
    run = subprocess.run(["irised", "--from=css", "--charset=utf-8", COMMAND], input=data, capture_output=True,
                         check=False)
    return run.stdout if run.returncode == 0 and count else None


def generated(seed):
    pick = random.Random(seed)
    parts = ["url(", "URL( ", "url(\"", "url('", ")", "\"", "'", "a.png", "\\", "\\62 ", "\\\n", "\n", " ", "/*", "*/",
             "@import ", "@namespace ", "@media", ";", "{", "}", "image-set(", "-webkit-image-set( ", "format(", "(",
             ",", "u\\72l(", "\\75rl(", "1url(", "#url(", "-url(", "x", "é", "\\e9", "1x", "!", "<!--", "-->", ":", "#",
             "@", "data:x", "http://h/", "-", "\t", "\\)", "\\000000"]
    return "".join(pick.choice(parts) for _ in range(pick.randrange(1, 40))).rstrip("\\")


def main():
    files = sys.argv[1:]
    counts = {"documents": 0, "links": 0, "different": 0, "rewritten": 0, "refused": 0, "wrong": 0}
    texts = ((name, open(name, "rb").read()) for name in files) if files else (
        (f"seed {seed}", generated(seed).encode()) for seed in range(int(os.environ.get("IRI_SEEDS", 300))))
    for name, data in texts:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            continue
        want, got = oracle(text), links(data)
        counts["documents"] += 1
        counts["links"] += len(want)
        if want != got:
            counts["different"] += 1
            print(f"{name}: {data!r}" if not files else name)
            for link in want:
                if link not in got:
                    print("  missed", link)
            for link in got:
                if link not in want:
                    print("  surplus", link)
            continue
        new = rewrite(data, len(want))
        if new is None:
            counts["refused"] += bool(want)
            continue
        counts["rewritten"] += len(want)
        again = oracle(new.decode("utf-8-sig"))
        if again != [[link[0], NEW] for link in want] or \
                serialized(new.decode("utf-8-sig")) != serialized(text):
            counts["wrong"] += 1
            print(f"{name}: irised: {new!r}" if not files else f"{name}: irised")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    sys.exit(bool(counts["different"] or counts["wrong"]))


if __name__ == "__main__":
    main()
