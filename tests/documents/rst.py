#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""rst.py FILE...: compares the links of documents of reStructuredText with those that docutils finds.

Roles and directives that docutils lacks, as those of Sphinx, are read as text and as containers. E-mail addresses, what
only Sphinx or irigrep names (doc, download, included files), and the addresses that docutils makes of the numbers of
RFCs and PEPs, are left out. Then irised must be able to give each target and embedded link a new one, which docutils
must read. Prints the differences, and counts.
"""

import collections
import re
import sys
import warnings

from docutils import frontend, nodes, utils
from docutils.parsers import rst
from docutils.parsers.rst import Directive, directives, roles

import oracle

CODE = set("""code-block sourcecode highlight literalinclude doctest testcode testsetup testcleanup testoutput
    productionlist graphviz digraph graph mermaid uml plantuml ipython prompt plot jinja include command-output raw
    index""".split())
NUMBERED = {"pep", "pep-reference", "rfc", "rfc-reference"}
NEW = "https://n.example/a(b)_c`d\\e_"


class Generic(Directive):
    optional_arguments, final_argument_whitespace, has_content = 1, True, True
    option_spec = collections.defaultdict(lambda: directives.unchanged)

    def run(self):
        node = nodes.container()
        if self.name not in CODE:
            if self.arguments:
                text, messages = self.state.inline_text(self.arguments[0], self.lineno)
                node += nodes.paragraph("", "", *text, *messages)
            self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


known_directive, known_role = directives.directive, roles.role


def directive(name, *rest):
    found, messages = known_directive(name, *rest) if name not in CODE else (None, [])
    return found or Generic, [] if not found else messages


def role(name, *rest):
    found, messages = known_role(name, *rest) if name.lower() not in NUMBERED else (None, [])
    return (found, messages) if found else ((lambda _, raw, text, *more, **named: ([nodes.literal(raw, text)], [])), [])


directives.directive, roles.role = directive, role
warnings.simplefilter("ignore")


def docutils_finds(text):
    settings = frontend.OptionParser(components=(rst.Parser,)).get_default_values()
    settings.report_level = settings.halt_level = 5
    settings.file_insertion_enabled = False
    document = utils.new_document("x", settings)
    rst.Parser().parse(text, document)
    found = []
    for node in document.findall() if hasattr(document, "findall") else document.traverse():
        if isinstance(node, nodes.reference) and node.get("refuri"):
            found.append(node["refuri"])
        elif isinstance(node, nodes.target) and node.get("refuri") and not isinstance(node.parent, nodes.TextElement):
            found.append(node["refuri"])
        elif isinstance(node, nodes.image):
            found.append(node["uri"])
    return collections.Counter(uri for uri in found if not uri.startswith("mailto:"))


def is_comparable(data, link):
    role = re.search(rb":(?:doc|download):`[^`]*\Z", data[max(0, link["offset"] - 500):link["offset"]])
    return link["kind"] != "include" and not role


def is_mail(link):
    return re.match("mailto:|[^:/]+@[^:/]+$", link["reference"])


def main():
    count = collections.Counter()
    named = []
    for name in sys.argv[1:]:
        data = open(name, "rb").read()
        try:
            named.append((name, data, docutils_finds(data.decode("utf-8-sig"))))
        except Exception:  # docutils fails on some documents
            count["unreadable"] += 1
    documents = oracle.Documents([data for _, data, _ in named], [".rst"] * len(named))
    found = documents.links()
    documents.options.append("--kind=definition,inline")
    edited = documents.edited("exec sed 's|.*|%s|'" % NEW.replace("\\", "\\\\"))
    for (name, data, want), links, new in zip(named, found, edited):
        comparable = [link for link in links if is_comparable(data, link)]
        got = collections.Counter(link["reference"] for link in comparable if not is_mail(link))
        missed, surplus = want - got, got - want
        count["documents"] += 1
        count["links"] += sum(want.values())
        count["missed"] += sum(missed.values())
        count["surplus"] += sum(surplus.values())
        for uri in missed:
            print(f"{name}: missed {uri!r}")
        for uri in surplus:
            print(f"{name}: surplus {uri!r}")
        if missed or surplus:
            continue
        if isinstance(new, str):
            count["refused"] += 1
            print(f"{name}: {new}")
            continue
        changed = [link for link in comparable if link["kind"] in ("definition", "inline")]
        old = collections.Counter(link["reference"] for link in changed)
        count["rewritten"] += len(changed)
        if docutils_finds(new.decode("utf-8-sig")) != want - old + collections.Counter({NEW: len(changed)}):
            count["wrong"] += 1
            print(f"{name}: docutils reads other links after irised")
    print(", ".join(f"{number} {what}" for what, number in count.items()))
    sys.exit(count["wrong"] > 0)


if __name__ == "__main__":
    main()
