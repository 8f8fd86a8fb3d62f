#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""suffixes.py LIST icann|private HOSTS: prints the registrable domain and the public suffix of each host, separated by
a tab, by the algorithm of the Public Suffix List; but a rule "*.kawasaki.jp" makes kawasaki.jp a suffix, too, as libpsl
and Chromium read it. HOSTS has hosts in lower case, with A-labels. The columns are empty
for an address, and for a name with an empty label or with a character that other software takes for its end."""
import re
import sys


def a_label(label):
    return label if label.isascii() else "xn--" + label.encode("punycode").decode()


def read_rules(name, with_private):
    rules = set()
    with open(name, encoding="utf-8") as lines:
        for line in lines:
            if "===BEGIN PRIVATE DOMAINS===" in line and not with_private:
                break
            rule = line.split("//")[0].strip()
            if rule:
                rules.add(".".join(a_label(label) for label in rule.split(".")))
    return rules


def suffix_length(labels, rules):
    """Returns the number of labels of the public suffix."""
    longest = 1  # the rule "*", if no other matches
    for n in range(1, len(labels) + 1):
        tail = labels[-n:]
        if "!" + ".".join(tail) in rules:
            return n - 1
        names = [".".join(tail), ".".join(["*"] + tail[1:]), ".".join(["*"] + tail)]
        if names[0] in rules or (n > 1 and names[1] in rules) or names[2] in rules:
            longest = n
    return longest


rules = read_rules(sys.argv[1], sys.argv[2] == "private")
with open(sys.argv[3], encoding="utf-8") as hosts:
    for host in hosts:
        name = host.rstrip("\n")
        labels = (name[:-1] if name.endswith(".") else name).split(".")
        if "" in labels or re.search(r"[^!-~]|[\[\]%]", name) or re.fullmatch("[0-9]+|0x[0-9a-f]*", labels[-1]):
            print("\t")
            continue
        n = suffix_length(labels, rules)
        print(".".join(labels[-n - 1:]) if len(labels) > n else "", ".".join(labels[-n:]), sep="\t")
