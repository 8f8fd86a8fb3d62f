# SPDX-License-Identifier: ISC
"""Compares the IRIs of RDF with those that rdflib finds.

rdf.py generate SEED COUNT FOLDER: writes documents of Turtle (.ttl), TriG (.trig), N-Triples (.nt) and N-Quads (.nq).

rdf.py compare: reads names of files, one per line; the end of a name tells the format, which is Turtle for others.
irigrep must find the IRIs that rdflib finds, in the same order, and in Turtle and TriG in the same places. irised must
be able to give each of them a new IRI that needs escapes; rdflib must read the new ones there, and nothing else may
have changed. Prints the number of files and IRIs, and of files that rdflib does not read.
"""
import io
import logging
import os
import random
import sys

from rdflib import ConjunctiveGraph, Literal, URIRef
from rdflib.plugins.parsers.notation3 import RDFSink, SinkParser, unicodeEscape4, unicodeEscape8, unicodeExpand
from rdflib.plugins.parsers.nquads import NQuadsParser
from rdflib.plugins.parsers.ntriples import W3CNTriplesParser
from rdflib.plugins.parsers.trig import TrigSinkParser

import oracle

NEW = 'http://n.example/{a} "b"?\u00e9\\#'
LINES = (".nt", ".nq")
COMMAND = "exec sed 's|.*|%s|'" % NEW.replace("\\", "\\\\")


class Recorder(SinkParser):
    """A parser of Turtle that records the IRIs in "<>" by their places; it may read one several times."""

    def __init__(self):
        super().__init__(RDFSink(ConjunctiveGraph()), baseURI="http://base.example/", turtle=True)
        self.found = {}

    def uri_ref2(self, argstr, i, res):
        start = self.skipSpace(argstr, i)
        end = argstr.find(">", start)
        if start >= 0 and argstr[start] == "<" and end >= 0:
            text = unicodeEscape8.sub(unicodeExpand, argstr[start + 1:end])
            self.found[start + 1] = unicodeEscape4.sub(unicodeExpand, text)
        return super().uri_ref2(argstr, i, res)


class TrigRecorder(Recorder, TrigSinkParser):
    """A parser of TriG that does so."""


class Statements:
    """A sink for N-Triples and N-Quads."""
    identifier = None

    def __init__(self):
        self.found = []
        self.graph = None

    def triple(self, *terms):
        for term in terms:
            if isinstance(term, Literal):
                term = term.datatype
            if isinstance(term, URIRef):
                self.found.append(str(term))

    def get_context(self, graph):
        self.graph = graph
        return self

    def add(self, terms):
        self.triple(*terms, self.graph)


PARSERS = {".nt": W3CNTriplesParser, ".nq": NQuadsParser, ".trig": TrigRecorder, ".ttl": Recorder}


def rdflib_finds(text, suffix):
    """Returns a list of IRIs, each with its place or None."""
    parser = PARSERS[suffix]()
    if suffix in LINES:
        parser.sink = Statements()
        W3CNTriplesParser.parse(parser, io.StringIO(text))
        return [(None, iri) for iri in parser.sink.found]
    parser.startDoc()
    parser.feed(text)
    return sorted(parser.found.items())


def read(name):
    """Returns a document, the end of its name, and what rdflib finds, or None if rdflib does not read it."""
    suffix = os.path.splitext(name)[1]
    suffix = suffix if suffix in PARSERS else ".ttl"
    with open(name, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    try:
        return text, suffix, rdflib_finds(text, suffix)
    except Exception:  # rdflib fails in many ways on documents that are wrong
        return None


def without_links(data, links):
    """Returns the document without its IRIs."""
    for link in reversed(links):
        data = data[:link["offset"]] + data[link["offset"] + link["length"]:]
    return data


def compare(names):
    """Checks files. Returns the numbers of files and IRIs that rdflib reads."""
    named = [(name, *found) for name, found in ((name, read(name)) for name in names) if found]
    suffixes = [suffix for _, _, suffix, _ in named]
    documents = oracle.Documents([text.encode() for _, text, _, _ in named], suffixes)
    found = documents.links()
    edited = documents.edited(COMMAND)
    written = oracle.Documents(edited, suffixes).links()
    for (name, text, suffix, want), links, new, others in zip(named, found, edited, written):
        data = text.encode()
        got = [(None if suffix in LINES else len(data[:link["offset"]].decode()), link["reference"]) for link in links]
        if got != want:
            different = [pair for pair in zip(got + [None], want + [None]) if pair[0] != pair[1]][:1]
            sys.exit("%s: %d IRIs instead of %d: %s" % (name, len(got), len(want), different))
        if [iri for _, iri in rdflib_finds(new.decode(), suffix)] != [NEW] * len(links):
            sys.exit("%s: rdflib reads other IRIs after irised" % name)
        if without_links(new, others) != without_links(data, links):
            sys.exit("%s: irised changes more than IRIs" % name)
    return len(named), sum(map(len, found))


PIECES = ["http://a.example/", "b", "#c", "?d=e", "\\u00E9", "\u00e9", "\\U0001F600", "\u4e2d",
          "/", "..", "urn:f:", "'", "(", "%20"]
TEXTS = ["a", "<http://no.example/>", '\\"', "\\\\", "#", "'", "\\n", "<", "> .", "\u00e9", "\\u003C", " ", "@base"]


def iri(is_lines):
    text = "".join(random.choices(PIECES, k=random.randrange(1, 4)))
    return "<%s>" % ("http://g.example/" + text.replace("http:", "") if is_lines else text)


def literal(is_lines):
    text = "".join(random.choices(TEXTS, k=random.randrange(6)))
    kind = 0 if is_lines else random.randrange(4)
    if kind == 1:
        text = "'%s'" % text.replace("'", "").replace('\\"', '"')
    elif kind == 2:
        text = '"""%s\n"%s"""' % (text, random.choice(["x", "<y>", '"z']))
    elif kind == 3:
        text = "'''%s\n\"<h>'x'''" % text.replace("'", "")
    else:
        text = '"%s"' % text
    return text + random.choice(["", "", "@en", "^^" + iri(is_lines)])


def term(is_lines):
    """Returns an object of a statement."""
    kind = random.randrange(3 if is_lines else 7)
    if kind < 2:
        return (iri, literal)[kind](is_lines)
    return ["_:b", "p:c", "p:it\\'s", "[ %s %s ]" % (iri(False), iri(False)), "( %s 1 )" % iri(False)][kind - 2]


def document(suffix):
    is_lines = suffix in LINES
    graph = None
    lines = [] if is_lines else ["@prefix p: %s ." % iri(False)]
    for _ in range(random.randrange(1, 12)):
        parts = [random.choice([iri(is_lines), "_:a"]), iri(is_lines), term(is_lines)]
        if not is_lines and random.random() < .3:
            parts[1] = random.choice(["a", "p:d"])
        if not is_lines and random.random() < .3:
            parts[2] += random.choice([" , ", " ;\n  p:e "]) + term(False)
        if suffix == ".nq" and random.random() < .5:
            parts.append(random.choice([iri(is_lines), "_:g"]))
        if suffix == ".trig" and graph is None and random.random() < .5:
            graph = random.choice(["", "_:g ", "p:g ", iri(False), "GRAPH " + iri(False)])
            lines.append(graph + "{")
        comment = random.choice(["", "", " # <http://no.example/> \"'"])
        lines.append(random.choice(" \t").join(parts) + " ." + comment)
        if graph is not None and random.random() < .5:
            lines.append("}")
            graph = None
        if not is_lines and graph is None and random.random() < .1:
            lines.append(random.choice(["@base %s .", "BASE %s", "@base\n\t%s ."]) % "<http://h.example/i/>")
    if graph is not None:
        lines.append("}")
    return "\n".join(lines) + random.choice(["", "\n"])


def main():
    logging.disable(logging.WARNING)  # rdflib warns of each IRI that is not valid
    if sys.argv[1] == "generate":
        random.seed(int(sys.argv[2]))
        for i in range(int(sys.argv[3])):
            for suffix in PARSERS:
                name = os.path.join(sys.argv[4], "%d%s" % (i, suffix))
                with open(name, "w", encoding="utf-8", newline="") as file:
                    file.write(document(suffix))
        return
    names = sys.stdin.read().splitlines()
    files, iris = compare(names)
    print("%d files, %d IRIs, %d not read" % (files, iris, len(names) - files))
    sys.exit(not iris)


main()
