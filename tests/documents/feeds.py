#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Oracle for links in feeds and other XML, for documents.bats.

feeds.py generate SEED COUNT FOLDER: writes COUNT documents of RSS, Atom, OPML and XML with random links to the folder.

feeds.py links RATE: reads the names of XML documents from standard input. lxml reads each, html5lib the HTML in it.
irigrep --json must find the same links in attributes, with the same references, and these must stand in their places.
Then irised replaces each of these links by another one; lxml and html5lib must find the new ones. irised may refuse one
document in RATE. Documents that lxml refuses are left out. Prints each difference as "FILE: TEXT", and the counts.

Limits of the second parsers:
- html5lib builds a tree, so it drops a second attribute of the same name, and tags like <frame>.
- lxml replaces line ends in attributes by spaces. No generated document has these.
"""
import collections
import html
import itertools
import os
import random
import re
import sys

import html5lib
from lxml import etree

import oracle

ATOM = {"http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#"}
RSS = {"", "http://purl.org/rss/1.0/", "http://backend.userland.com/rss2"}
CONTENT = "http://purl.org/rss/1.0/modules/content/"
ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd"
MEDIA = "http://search.yahoo.com/mrss/"
XHTML = "http://www.w3.org/1999/xhtml"
XLINK = "http://www.w3.org/1999/xlink"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
TEXTS = {"title", "subtitle", "summary", "rights", "content", "tagline", "info", "copyright"}
PLAIN = {"href", "src", "conref", "schemaLocation", "{%s}href" % XLINK, "{%s}about" % RDF, "{%s}resource" % RDF,
         "{%s}datatype" % RDF, "{%s}noNamespaceSchemaLocation" % XSI}
HTML = {"href", "src", "action", "formaction", "cite", "data", "poster", "longdesc", "background", "manifest",
        "data-src", "data-href", "data-original", "data-background"}


def stripped(text):
    return re.sub("[\t\r\n]", "", text.strip("\t\n\f\r "))


def attribute_links(name, attribute, value):
    """Yields the kinds and references in an attribute of an element of HTML."""
    if attribute in HTML:
        yield ("base" if (name, attribute) == ("base", "href") else "attribute"), stripped(value)
    elif attribute in ("srcset", "imagesrcset", "data-srcset"):
        for candidate in value.split(","):
            yield "attribute", candidate.split()[0]
    elif attribute == "srcdoc":
        yield from html_links(value)


def html_links(text):
    for element in html5lib.parse(text, "lxml", namespaceHTMLElements=False).iter():
        if isinstance(element.tag, str):
            for attribute, value in element.attrib.items():
                attribute = "xlink:href" if attribute == "{%s}href" % XLINK else attribute
                if attribute == "xlink:href":
                    yield "attribute", stripped(value)
                yield from attribute_links(element.tag, attribute, value)


def has_html(element, root):
    """Whether the text of the element is HTML."""
    name = etree.QName(element)
    space = name.namespace or ""
    kind, mode = element.get("type", "").lower(), element.get("mode", "").lower()
    if space in ATOM:
        return name.localname in TEXTS and mode != "base64" and (
            kind in ("html", "text/html") or kind == "application/xhtml+xml" and mode == "escaped")
    return (space in RSS and root in ("rss", "RDF") and name.localname == "description"
            or (space, name.localname) in ((CONTENT, "encoded"), (ITUNES, "summary"))
            or space == MEDIA and kind == "html")


def xml_links(data):
    """Returns the kinds and references of the links in attributes of a document."""
    tree = etree.fromstring(data, etree.XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False,
                                                  huge_tree=True))
    root = etree.QName(tree).localname
    found = []
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        for attribute, value in element.attrib.items():
            if attribute == "{http://www.w3.org/XML/1998/namespace}base":
                found.append(("base", stripped(value)))
            elif attribute == "{%s}schemaLocation" % XSI:
                found += [("attribute", word) for word in value.split()[1::2]]
            elif etree.QName(element).namespace == XHTML and attribute not in PLAIN | {"srcdoc"}:
                found += attribute_links(etree.QName(element).localname, attribute, value)
            elif attribute in PLAIN:
                is_base = etree.QName(element).namespace == XHTML and \
                    (etree.QName(element).localname, attribute) == ("base", "href")
                found.append(("base" if is_base else "attribute", stripped(value)))
            elif root == "opml" and attribute in ("text", "description") and "<" in value:
                found += html_links(value)
            elif attribute == "srcdoc" and etree.QName(element).namespace == XHTML:
                found += html_links(value)
        if has_html(element, root):
            texts = [element.text] + [child.tail for child in element]
            for text in texts:
                found += html_links(text or "")
    return sorted(found)


MARKUP = re.compile(r"\]\]>|<!\[CDATA\[|<!--.*?-->|<\?.*?\?>")


def stands_there(data, link):
    """Whether the bytes in the place of a link mean it: with up to four levels of character references."""
    decoded = MARKUP.sub("", data[link["offset"]:link["offset"] + link["length"]].decode("utf-8", "surrogateescape"))
    for _ in range(4):
        if MARKUP.sub("", stripped(decoded)) == MARKUP.sub("", link["reference"]):
            return True
        decoded = html.unescape(decoded)
    return False


def new_links(links):
    """Returns a new link for each that has a place, with what XML and HTML write in another way, else the old one."""
    numbers = itertools.count()
    return [link["reference"] if link["offset"] is None else "n%d?a&lt=\"'<]]>" % next(numbers) for link in links]


def compare(names, report):
    named = oracle.parsed(names, xml_links, etree.XMLSyntaxError)
    report["left out"] += len(names) - len(named)
    documents = oracle.Documents([data for _, data, _ in named], [".xml"] * len(named), "--from=xml",
                                 "--kind=attribute,base")
    found = documents.links()
    documents.new_links([[new for new, link in zip(new_links(links), links) if link["offset"] is not None]
                         for links in found])
    for (name, data, want), links, edited in zip(named, found, documents.edited('exec cat "$IRISED_FILE.new"')):
        got = sorted((link["kind"], link["reference"]) for link in links)
        report["links"] += len(got)
        for text, some in (("missed", collections.Counter(want) - collections.Counter(got)),
                           ("surplus", collections.Counter(got) - collections.Counter(want))):
            for link, count in some.items():
                print("%s: %s: %d %s" % (name, text, count, link))
                report["differences"] += count
        for link in links:
            if link["offset"] is not None and not stands_there(data, link):
                print("%s:%d: another text stands there" % (name, link["offset"]))
                report["differences"] += 1
        if isinstance(edited, str):
            print(edited)
            report["refused"] += 1
        elif got == want and xml_links(edited) != sorted(
                (link["kind"], new) for link, new in zip(links, new_links(links))):
            print("%s: other links after replacement" % name)
            report["differences"] += 1


class Feeds:
    """Makes documents of XML."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def pick(self, *choices):
        return self.random.choice(choices)

    def link(self):
        return self.pick("http://e.example/", "/", "", "//h/", "mailto:", "#") + self.pick("a", "é", "b?c&d", "&amp;",
                                                                                            "]]>", "x'y", '"', "&lt")

    def attribute(self, escape, name):
        value = escape(self.link())
        if name.endswith("srcset"):
            value = self.pick("a 2x, b&amp;c", "d?e", "f 1x")
        return ' %s="%s"' % (name, value)

    def html(self, deep=0):
        def tag():
            name = self.pick("a", "img", "p", "video", "iframe", "blockquote")
            attributes = "".join(self.attribute(html.escape, attribute) for attribute in self.random.sample(
                ["href", "src", "cite", "poster", "title", "srcset", "data-src"], self.random.randrange(3)))
            if name == "iframe" and deep < 1:
                attributes += ' srcdoc="%s"' % html.escape(self.html(deep + 1))
            return "<%s%s>%s</%s>" % (name, attributes, self.pick("", "text &amp; ", " &lt;a href=x> "), name)
        return "".join(tag() for _ in range(self.random.randrange(1, 4)))

    def text(self, text):
        """Writes text as content of an element: escaped, in CDATA sections, or both."""
        cut = self.random.randrange(len(text) + 1)
        escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        section = "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"
        if self.random.random() < 0.3:
            return self.text(text[:cut]) + self.pick("", "<!-- - -->", "<?pi?>") + self.text(text[cut:])
        return self.pick(escaped, section)

    def element(self, name, attributes=""):
        return "<%s%s>%s</%s>\n" % (name, attributes, self.text(self.html()), name)

    def item(self, *names):
        return "".join(self.element(*self.pick(*names)) for _ in range(self.random.randrange(4)))

    def document(self):
        def quote(text):
            return html.escape(text)
        kind = self.pick("rss", "atom", "opml", "xml")
        if kind == "rss":
            return ('<rss version="2.0" xmlns:content="%s" xmlns:i="%s" xmlns:m="%s"><channel><item>%s</item></channel>'
                    '</rss>') % (CONTENT, ITUNES, MEDIA, self.item(
                        ("title",), ("description",), ("content:encoded",), ("i:summary",), ("i:subtitle",),
                        ("m:text", ' type="html"'), ("m:text",)))
        if kind == "atom":
            return ('<feed xmlns="http://www.w3.org/2005/Atom"%s><link%s/>%s<content type="xhtml"><div xmlns="%s">'
                    '<img%s/><form%s/></div></content></feed>') % (
                self.attribute(quote, "xml:base"), self.attribute(quote, "href"),
                self.item(("title", ' type="html"'), ("summary", ' type="text"'), ("content", " type='html'"),
                          ("name", ' type="html"')),
                XHTML, self.attribute(quote, "srcset") + self.attribute(quote, "src"),
                self.attribute(quote, "action"))
        if kind == "opml":
            return "<opml><body>%s</body></opml>" % "".join(
                '<outline text="%s" href2="x"%s/>' % (quote(self.html()), self.attribute(quote, "href")) for _ in "ab")
        return ('<r xmlns:x="%s" xmlns:r="%s" xmlns:s="%s"><a%s/><b xmlns:x="y"%s>%s</b>'
                '<c%s s:schemaLocation="n a&amp;b m c"/></r>') % (
                    XLINK, RDF, XSI, self.attribute(quote, "x:href"), self.attribute(quote, "x:href"),
                    self.text(self.html()), self.attribute(quote, "r:about"))


def main():
    if sys.argv[1] == "generate":
        feeds = Feeds(int(sys.argv[2]))
        for number in range(int(sys.argv[3])):
            with open(os.path.join(sys.argv[4], "%s-%04d.xml" % (sys.argv[2], number)), "w", encoding="utf-8") as file:
                file.write(feeds.document())
        return
    report = collections.Counter()
    names = sys.stdin.read().splitlines()
    report["documents"] = len(names)
    compare(names, report)
    print(", ".join("%d %s" % (report[name], name) for name in
                    ("documents", "left out", "links", "refused", "differences")))
    if report["differences"] or report["refused"] * int(sys.argv[2]) > report["documents"] or not report["links"]:
        sys.exit(1)


main()
