#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""Oracle for the links of documents, for documents.bats.

documents.py places markdown|commonmark|html LIMIT RATE: reads documents whose names are lines of standard input, at
most LIMIT bytes of them. Runs irigrep --json on them. Replaces each destination that irigrep placed by another: number
K by "http://substitute-K.example/", all at once. A second parser (cmark-gfm, commonmark.js, html5lib) reads each
document before and after the replacement. Both times it must find the same, except that each destination that irigrep
placed is replaced; and the destination before is the one that irigrep reported. At most one link in RATE may have no
place. Prints each difference as "FILE:OFFSET: TEXT", and the counts.

Limits of the second parsers:
- cmark-gfm 0.29 resolves "\\&amp;" and "&bsol;&amp;" twice, against CommonMark 0.31.2, section 2.5, takes control
  characters and an unbalanced "(" into a destination (section 6.3), allows no "--" in comments (section 6.6), and
  misses code after a run of backquotes without its pair (section 6.1). It finds no definition in an indented line that
  continues a paragraph lazily (section 5.1), and none right before a table. A line of spaces in an empty list item or a
  footnote is not blank for it (section 5.2). Of two footnotes with one label, it drops the second. No generated
  document has these.
- It prints definitions only where a link uses them. So each text that may be a label gets a link, in front of the
  document. So does commonmark.js.
- cmark-gfm 0.29.0.gfm.13 puts a link into a link if another "[" is between the inner one and the outer "]" (section
  6.3: "Links may not contain other links"); 0.29.0.gfm.6 does not. A document in which it does so is not compared, but
  counted as "nested". At most one document in 40 may be one.
- commonmark.js 0.31 knows no tables, tasks and footnotes, and takes a tag alone in a line that continues a paragraph
  lazily for text, where GitHub begins HTML. It keeps character references in autolinks (section 6.5).
- html5lib drops a second attribute of the same name (HTML, section 13.2.5.33), and its tree builder drops tags. So the
  tokens are compared, with all attributes. irigrep may report the second attribute or not.
- It takes no URL from a candidate of srcset with wrong descriptors (section 4.8.4), and none from an empty attribute.
  irigrep may report them.
- The links in srcdoc are not compared; feeds.py does that.

documents.py edit markdown|html LIMIT RATE: edits copies of these documents with irised, whose command appends SUFFIX to
each link. The second parser must find the same as before, except for SUFFIX. irised may refuse one document in RATE;
its message is printed. tests/fuzz/edit.c checks the other bytes.

documents.py lint text|markdown|html LIMIT RATE: checks these documents with irilint. Each finding must be
that of irilint in the reference, as a line, and stand where the reference says, after resolve() has resolved the link
again. At most one link in RATE may be one that resolve() reads otherwise. Documents with templates, in which irilint
reports less than in lists, are counted as skipped; for fix, too.

documents.py fix text|markdown|html LIMIT RATE: fixes copies of these documents with irilint --fix -i. The result must
be that of irised with irilint as its command, which leaves out the links of which irilint says that they are not fixed;
and stay as it is when it is fixed again. Without -i, irilint must print the same, the diff of --dry-run must give the
same, and -c must find the documents that change, but nothing in the result. irilint may refuse one document in RATE.

documents.py located text|markdown|html LIMIT RATE: prints the links with irigrep -Hn, and checks the lines with irilint
--located. For each link whose text is its reference, irilint must find the same in the documents.

documents.py generate FORMAT SEED COUNT FOLDER: writes COUNT documents to the folder. The same seed makes the same
documents. FORMAT is markdown, html or soup, which is Markdown without any order; commonmark or commonmark-soup, the
same for commonmark.js; or, for documents with many findings, careless-text, -markdown or -html.
"""
import collections
import ctypes
import ctypes.util
import functools
import html
import html.entities
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import types
import urllib.parse

PLACED = {"markdown": ("inline", "image", "definition", "autolink"), "html": ("attribute", "base")}
SUFFIX = "?x=(1)&y=2"
SUBSTITUTE = re.compile(r"http://substitute-(\d+)\.example/")


def substitute(number):
    return "http://substitute-%d.example/" % number


def stripped(reference):
    """Removes what the URL standard removes (section 4.4): tabs, newlines, and controls and spaces at the ends."""
    return re.sub("[\t\n\r]", "", reference).strip("".join(map(chr, range(33))))


class Report:
    """Counts, and prints the differences."""

    def __init__(self):
        self.count = collections.Counter()

    def differ(self, name, offset, text):
        self.count["differences"] += 1
        if self.count["differences"] <= 100:
            print("%s:%s: %s" % (name, "?" if offset is None else offset, text[:400]))

    def divide(self, language, links):
        """Counts the links. Returns the destinations that have a place, and the links that have none."""
        placed = [link for link in links if link["offset"] is not None and link["kind"] in PLACED[language]]
        unplaced = [link for link in links if link["offset"] is None]
        self.count["links"] += len(links)
        self.count["placed"] += len(placed)
        self.count["empty"] += sum(not link["reference"] for link in unplaced)
        self.count["unplaced"] += sum(bool(link["reference"]) for link in unplaced)
        return placed, unplaced

    def json(self, arguments, data=b""):
        """Returns the objects that a tool prints, one in each line. Its messages are differences."""
        status, output, messages = run(arguments, data)
        if status not in (0, 1) or messages:
            self.differ(arguments[0], None, "status %d: %s" % (status, messages))
        return [json.loads(line) for line in output.decode("utf-8", "replace").split("\n")[:-1]]

    def find(self, language, documents):
        """Returns the links of each document."""
        found = {name: [] for name, _ in documents}
        for link in self.json(["irigrep", "--json", "--from=" + language, "--"] + list(found)):
            found[link["file"]].append(link)
        return found

    def end(self, rate):
        names = ("documents", "bytes", "links", "placed", "empty", "unplaced", "unresolved", "findings",
                 "edited", "not fixed", "refused", "skipped", "nested", "differences")
        print(", ".join("%d %s" % (self.count[name], name) for name in names if name in self.count))
        return (self.count["differences"] == 0 and self.count["placed"] > 0 and self.count.get("findings") != 0
                and (self.count["unplaced"] + self.count["unresolved"]) * rate <= self.count["placed"]
                and self.count["refused"] * rate <= self.count["documents"]
                and self.count["nested"] * 40 <= self.count["documents"])


def replace(data, links, charset):
    """Replaces the placed links in the bytes of the document. Fails if places overlap or lie outside."""
    parts = []
    end = 0
    for number, link in enumerate(links):
        if link["offset"] < end or link["offset"] + link["length"] > len(data):
            raise ValueError("place outside the document or inside the link before")
        parts += [data[end:link["offset"]], substitute(number).encode(charset)]
        end = link["offset"] + link["length"]
    return b"".join(parts + [data[end:]])


def valid_utf8(data):
    try:
        data.decode("utf-8")
        return True
    except UnicodeDecodeError:
        return False


def check_text(report, name, data, placed):
    """Checks that the raw text of each link is in its place. Text that is not UTF-8 cannot be compared."""
    for link in placed:
        raw = data[link["offset"]:link["offset"] + link["length"]]
        if valid_utf8(raw) and raw != link["text"].encode("utf-8", "surrogatepass"):
            report.differ(name, link["offset"], "the text %r is %r" % (link["text"], raw))


# Markdown


LABEL = re.compile(rb"\[((?:[^\[\]\\]|\\.){1,999})\]:", re.DOTALL)


def probes(data):
    """Returns a paragraph with a reference link for each text that may be the label of a definition. In front of the
    document, the links show which definitions exist, also if the document does not use them."""
    labels = {}
    for match in LABEL.finditer(data):
        label = re.sub(rb"\s*\n[ \t>]*", b" ", match[1].replace(b"\r", b"\n")).strip()
        if label and len(labels) < 5000:
            labels[label] = None
    return b"".join(b"[" + label + b"]\n\n" for label in labels)


AUTOLINK = re.compile(r'<link destination="((?:mailto:)?([^"]*))" title="">\s*'
                      r'<text xml:space="preserve">(?:mailto:)?\2</text>\s*</link>')
# Also "[x](x)", before and after irised has edited it
LIKE_AUTOLINK = re.compile(r'<link destination="((?:mailto:)?([^"]*?))(?:%s)?" title="">\s*'
                           r'<text xml:space="preserve">(?:mailto:)?\2(?:%s)?</text>\s*</link>'
                           % ((re.escape(SUFFIX.replace("&", "&amp;")),) * 2))


def nested(xml):
    """Returns whether a link, other than an autolink, stands in a link."""
    depth = 0
    for tag in re.findall("</?link\\b[^>]*", AUTOLINK.sub("", xml)):
        depth += -1 if tag.startswith("</") else 1
        if depth > 1:
            return True
        depth -= tag.endswith("/")
    return False


class CommonmarkJs:
    """commonmark.js: CommonMark without any extension."""

    nests = False

    def __init__(self):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "commonmark.js")
        self.process = subprocess.Popen(["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def xml(self, data):
        self.process.stdin.write(json.dumps(data.decode("utf-8", "replace")).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    @staticmethod
    def plain(reference):
        """Returns the reference as it stands in the tree, percent-encoded, and without spaces at its ends."""
        data = re.sub("%(?![0-9A-Fa-f]{2})", "%25", reference).encode("utf-8", "surrogatepass")
        return re.sub("^(%20)+|(%20)+$", "", urllib.parse.quote(data, safe=";/?:@&=+$,-_.!~*'()#%"))


class Cmark:
    """The libraries of cmark-gfm, with the extensions of GitHub Flavored Markdown."""

    def __init__(self):
        self.core = ctypes.CDLL(ctypes.util.find_library("cmark-gfm"))
        more = ctypes.CDLL(ctypes.util.find_library("cmark-gfm-extensions"))
        self.free = ctypes.CDLL(None).free
        for function in (self.core.cmark_parser_new, self.core.cmark_find_syntax_extension,
                         self.core.cmark_parser_finish, self.core.cmark_render_xml):
            function.restype = ctypes.c_void_p
        more.cmark_gfm_core_extensions_ensure_registered()
        self.nests = nested(self.xml(b"[[a](/b) [c] d](/e)"))

    def xml(self, data, extensions=(b"table", b"strikethrough", b"tasklist")):
        """Returns the document as XML: CommonMark with footnotes and these extensions."""
        footnotes = 1 << 13
        parser = ctypes.c_void_p(self.core.cmark_parser_new(footnotes))
        for name in extensions:
            extension = ctypes.c_void_p(self.core.cmark_find_syntax_extension(name))
            self.core.cmark_parser_attach_syntax_extension(parser, extension)
        self.core.cmark_parser_feed(parser, data, ctypes.c_size_t(len(data)))
        tree = ctypes.c_void_p(self.core.cmark_parser_finish(parser))
        text = ctypes.c_void_p(self.core.cmark_render_xml(tree, 0))
        xml = ctypes.string_at(text)
        self.free(text)
        self.core.cmark_node_free(tree)
        self.core.cmark_parser_free(parser)
        return xml.decode("utf-8", "replace")


    @staticmethod
    def plain(reference):
        return reference


@functools.lru_cache(None)
def cmark_gfm():
    return Cmark()


@functools.lru_cache(None)
def commonmark_js():
    return CommonmarkJs()


def cmark(first, data, parser):
    """Returns the XML of the paragraphs first and the document, without its byte order mark, and the destinations: the
    list of (place in the XML, kind of node, text)."""
    bom = b"\xef\xbb\xbf"
    xml = parser.xml(first + (data[len(bom):] if data.startswith(bom) else data))
    found = re.finditer(r'<(link|image) destination="([^"]*)"', xml)
    return xml, [(match.start(), match[1], html.unescape(match[2])) for match in found]


def first_difference(old, new):
    """Returns the index of the first difference."""
    return next((at for at, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))


def escaped(text):
    for character, reference in ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"):
        text = text.replace(character, reference)
    return text


def without_destinations(xml):
    return re.sub(r'(<(?:link|image) destination=)"[^"]*"', r"\1", xml)


def masked(xml, texts):
    """Returns the XML without destinations, and with the texts in place of the substitutes."""
    return re.sub(">" + SUBSTITUTE.pattern + "<", lambda match: ">%s<" % escaped(texts[int(match[1])]),
                  without_destinations(xml))


def label_of(data, definition):
    """Returns the label of a definition, which stands before its destination, without case and white space."""
    before = data[:definition["offset"]].decode("utf-8", "replace")[-3000:]
    match = re.search(r"\[((?:[^\[\]\\]|\\.)*)\]:[\s>]*<?$", before, re.S)
    return match and " ".join(re.sub(r"[\r\n][ >]*", " ", match[1]).split()).casefold()


def check_markdown(report, name, data, links, parser):
    placed, unplaced = report.divide("markdown", links)
    first = probes(data)
    try:
        changed = replace(data, placed, "utf-8")
    except ValueError as error:
        return report.differ(name, None, str(error))
    check_text(report, name, data, placed)
    for link in placed:
        if link["text"] != link["text"].strip(BLANK) and data[link["offset"] - 1:link["offset"]] != b"<":
            report.differ(name, link["offset"], "white space at the ends of %r" % link["text"])
    old, before = cmark(first, data, parser)
    if parser.nests and nested(old):
        report.count["nested"] += 1
        return None
    new, after = cmark(first, changed, parser)
    if len(before) != len(after):
        report.differ(name, None, "%d destinations became %d" % (len(before), len(after)))
    left = collections.Counter(stripped(link["reference"]) for link in unplaced)
    seen = set()
    last = None
    for (_, node, text), (_, _, to) in zip(before, after):
        match = SUBSTITUTE.fullmatch(to)
        if not match or to == text:
            # An empty destination is reported only if it is in the document, and once for each definition.
            if not left[stripped(text)]:
                report.differ(name, last, "after this offset, destination not found: " + text)
            elif text:
                left[stripped(text)] -= 1
            continue
        number = int(match[1])
        link = placed[number]
        last = link["offset"]
        seen.add(number)
        if link["kind"] in ("inline", "autolink") and node != "link" or link["kind"] == "image" and node != "image":
            report.differ(name, last, "%s is a node %s" % (link["kind"], node))
        wanted = parser.plain(stripped(link["reference"]))
        if parser.plain(stripped(text)) != wanted and ("\ufffd" not in text or valid_utf8(data)):
            report.differ(name, last, "reference %r is %r" % (wanted, text))
    labels = {label_of(data, placed[number]) for number in seen if placed[number]["kind"] == "definition"}
    for number, link in enumerate(placed):
        # The first of the definitions with one label counts. irigrep reports the others, too.
        if number not in seen and not (link["kind"] == "definition" and label_of(data, link) in labels):
            report.differ(name, link["offset"], "%s that the parser does not find: %s" % (link["kind"], link["text"]))
    # Autolinks are the only links whose text shows in the document, too.
    texts = [re.sub("^mailto:", "", link["reference"]) if "@" in link["text"] and
             not link["text"].lower().startswith("mailto:") else link["reference"] for link in placed]
    old = masked(old, texts)
    new = masked(new, texts)
    if old != new:
        at = first_difference(old, new)
        offset = None
        for start, _, to in after:
            if start > at:
                break
            match = SUBSTITUTE.fullmatch(to)
            offset = placed[int(match[1])]["offset"] if match else offset
        around = slice(max(at - 40, 0), at + 60)
        report.differ(name, offset, "about here, %r became %r" % (old[around], new[around]))
    return None


# HTML


LINKS = {"href", "src", "action", "formaction", "cite", "data", "poster", "longdesc", "background", "manifest",
         "xlink:href", "data-src", "data-href", "data-original", "data-background"}
# Names of <meta> whose content is a link; and those of microdata, only for itemprop
META = {"og:url", "twitter:image", "twitter:image:src", "twitter:player", "msapplication-config",
        "msapplication-tileimage", "msapplication-wide310x150logo"}
META |= {"og:" + name + suffix for name in ("image", "video", "audio") for suffix in ("", ":url", ":secure_url")}
META |= {"msapplication-square%sx%slogo" % (size, size) for size in (70, 150, 310)}
ITEMS = {"image", "url", "thumbnailurl", "contenturl"}
SPACE = "\t\n\f\r "


def split_srcset(text):
    """Parses an attribute srcset (section 4.8.4, "parse a srcset attribute"). Returns a list of URL and whether its
    descriptors are valid."""
    at = 0
    found = []
    while True:
        while at < len(text) and text[at] in SPACE + ",":
            at += 1
        if at == len(text):
            return found
        begin = at
        while at < len(text) and text[at] not in SPACE:
            at += 1
        url = text[begin:at]
        descriptors = []
        if url.endswith(","):
            url = url.rstrip(",")
        else:
            depth = False
            now = ""
            while True:
                c = text[at] if at < len(text) else ""
                at += 1
                if not c or not depth and c == ",":
                    descriptors.append(now)
                    break
                if not depth and c in SPACE:
                    descriptors.append(now)
                    now = ""
                    continue
                depth = c == "(" or depth and c != ")"
                now += c
            at = min(at, len(text))
        units = sorted(descriptor[-1:] for descriptor in descriptors if descriptor)
        good = all(re.fullmatch(r"0*[1-9][0-9]*[wh]|-?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?x", descriptor)
                   for descriptor in descriptors if descriptor)
        found.append((url, good and units in ([], ["w"], ["x"], ["h", "w"])))


def split_refresh(text):
    """Returns the URL of a pragma refresh (section 4.2.5.3, "shared declarative refresh steps"), or None."""
    match = re.match(r"[\t\n\f\r ]*(?:[0-9]+|(?=\.))[0-9.]*(?:$|(?=[\t\n\f\r ;,]))[\t\n\f\r ]*[;,]?[\t\n\f\r ]*",
                     text)
    if not match or match.end() == len(text):
        return None
    text = text[match.end():]
    if text[0] in "uU":
        match = re.match(r"url[\t\n\f\r ]*=[\t\n\f\r ]*", text, re.IGNORECASE)
        if not match:
            return text
        text = text[match.end():]
    if text[:1] in ('"', "'"):
        text = text[1:].split(text[0])[0]
    return text


def tag_links(name, attributes):
    """Yields for each link of a start tag the number of its attribute, kind, reference, and whether irigrep must report
    it."""
    values = dict(reversed(attributes))
    refresh = name == "meta" and values.get("http-equiv", "").lower() == "refresh"
    link = name == "meta" and any(
        set(value.lower().split()) & (META | ITEMS if attribute == "itemprop" else META)
        for attribute, value in attributes if attribute in ("property", "name", "itemprop"))
    seen = set()
    for number, (attribute, value) in enumerate(attributes):
        # The second attribute of the same name is dropped (section 13.2.5.33); irigrep may report it or not.
        sure = attribute not in seen
        seen.add(attribute)
        if attribute in LINKS:
            kind = "base" if name == "base" and attribute == "href" else "attribute"
            yield number, kind, value, sure and stripped(value) != ""
        elif attribute in ("srcset", "imagesrcset", "data-srcset"):
            for url, valid in split_srcset(value):
                yield number, "attribute", url, sure and valid and stripped(url) != ""
        elif attribute == "ping":
            for url in re.split("[\t\n\f\r ]+", value):
                if url:
                    yield number, "attribute", url, sure
        elif attribute == "content" and refresh:
            url = split_refresh(value)
            if url is not None:
                yield number, "attribute", url, sure and stripped(url) != ""
        elif attribute == "content" and link:
            yield number, "attribute", value, sure and stripped(value) != ""


def html_tokens(data):
    """Returns the tokens of the document as the tokenizer of html5lib emits them, start tags with all attributes and
    whether the current element is one of svg or math, and the charset of the document."""
    from html5lib import _tokenizer, html5parser
    from html5lib.constants import namespaces, tokenTypes
    tokens = []

    class Tokenizer(_tokenizer.HTMLTokenizer):
        def emitCurrentToken(self):
            token = self.currentToken
            raw = [tuple(pair) for pair in token["data"]] if token["type"] == tokenTypes["StartTag"] else None
            super().emitCurrentToken()
            if raw is not None:
                stack = self.parser.tree.openElements
                foreign = bool(stack) and stack[-1].namespace not in (None, namespaces["html"])
                tokens.append((token["name"], raw, foreign))

        def __iter__(self):
            for token in super().__iter__():
                kind = token["type"]
                if kind in (tokenTypes["Characters"], tokenTypes["SpaceCharacters"]):
                    if tokens and isinstance(tokens[-1], str):
                        tokens.append(tokens.pop() + token["data"])
                    else:
                        tokens.append(token["data"])
                elif kind not in (tokenTypes["StartTag"], tokenTypes["ParseError"]):
                    tokens.append((kind, token.get("name"), token.get("data") or None))
                yield token

    html5parser._tokenizer = types.SimpleNamespace(HTMLTokenizer=Tokenizer)
    parser = html5parser.HTMLParser()
    parser.parse(data, useChardet=False, default_encoding="utf-8")
    return tokens, parser.documentEncoding


def tag_view(tokens):
    """Splits the tokens into the list of links (kind, reference, sure), and the rest."""
    links = []
    rest = []
    for token in tokens:
        if isinstance(token, tuple) and isinstance(token[1], list):
            name, attributes, foreign = token
            found = list(tag_links(name, attributes))
            # In svg, <base> is no base, except where HTML is embedded.
            if name == "base" and foreign:
                found = [(link[0], None) + link[2:] for link in found]
            links += [link[1:] for link in found]
            numbers = {link[0] for link in found}
            rest.append((name, [(key, None if at in numbers else value)
                                for at, (key, value) in enumerate(attributes)]))
        else:
            rest.append(token)
    return links, rest


def check_html(report, name, data, links):
    placed, unplaced = report.divide("html", links)
    tokens, charset = html_tokens(data)
    codec = {"windows-1252": "cp1252", "x-user-defined": "latin-1"}.get(charset, charset)
    try:
        changed = replace(data, placed, codec)
    except ValueError as error:
        return report.differ(name, None, str(error))
    if charset == "utf-8":
        check_text(report, name, data, placed)
    before, rest = tag_view(tokens)
    after, rest_after = tag_view(html_tokens(changed)[0])
    if rest != rest_after:
        at = first_difference(rest, rest_after)
        report.differ(name, None, "tokens differ: %r became %r" % (rest[at:at + 1], rest_after[at:at + 1]))
    if len(before) != len(after):
        report.differ(name, None, "%d destinations became %d" % (len(before), len(after)))
    left = collections.Counter(stripped(link["reference"]) for link in unplaced)
    seen = set()
    last = None
    for (kind, text, sure), (_, to, _) in zip(before, after):
        match = SUBSTITUTE.fullmatch(stripped(to))
        if not match or to == text:
            if stripped(text) != stripped(to):
                report.differ(name, last, "after this offset, %r became %r" % (text, to))
            elif sure and not left[stripped(text)]:
                report.differ(name, last, "after this offset, destination not found: " + text)
            else:
                left[stripped(text)] -= 1
            continue
        number = int(match[1])
        link = placed[number]
        last = link["offset"]
        seen.add(number)
        if kind and link["kind"] != kind:
            report.differ(name, last, "%s is %s" % (link["kind"], kind))
        if stripped(text) != stripped(link["reference"]) and ("\ufffd" not in text or valid_utf8(data)):
            report.differ(name, last, "reference %r is %r" % (link["reference"], text))
    for number, link in enumerate(placed):
        if number not in seen:
            report.differ(name, link["offset"], "%s that html5lib does not find: %s" % (link["kind"], link["text"]))
    return None


# Running


def run(arguments, data=b"", folder=None):
    """Runs a program in the folder. Returns the exit status, the output and the messages."""
    process = subprocess.run(arguments, input=data, cwd=folder, capture_output=True, check=False)
    return process.returncode, process.stdout, process.stderr.decode("utf-8", "replace")


def read_documents(report, limit, names):
    """Returns the names and contents of the documents."""
    documents = []
    for name in names:
        if not os.path.isfile(name) or os.path.getsize(name) > limit:
            continue
        with open(name, "rb") as file:
            data = file.read()
        # irigrep refuses a file with a NUL, except in UTF-16.
        if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
            report.count["skipped"] += 1
            continue
        limit -= len(data)
        documents.append((name, data))
        report.count["documents"] += 1
        report.count["bytes"] += len(data)
    return documents


def places(report, language, documents):
    found = report.find("html" if language == "html" else "markdown", documents)
    for name, data in documents:
        if language == "html":
            check_html(report, name, data, found[name])
        else:
            parser = commonmark_js() if language == "commonmark" else cmark_gfm()
            check_markdown(report, name, data, found[name], parser)


# Editing


class Copies:
    """Copies of documents in a folder of their own. The name of a copy is its number and the suffix of the document,
    which can tell that it is XHTML."""

    def __init__(self, report, documents):
        self.report = report
        self.folder = tempfile.TemporaryDirectory()
        self.documents = documents
        self.left = []
        self.names = ["%d%s" % (number, os.path.splitext(name)[1]) for number, (name, _) in enumerate(documents)]
        self.write()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self):
        for name, (_, data) in zip(self.names, self.documents):
            with open(self.path(name), "wb") as file:
                file.write(data)

    def read(self):
        contents = []
        for name in self.names:
            with open(self.path(name), "rb") as file:
                contents.append(file.read())
        return contents

    def run(self, arguments, names=None):
        """Runs a tool on copies, by default on all. Returns the status, the output, and the messages of each copy."""
        status, output, text = run(arguments + (self.names if names is None else names), folder=self.folder.name)
        messages = {name: [] for name in self.names}
        self.left = [match[1] for match in map(LEFT.match, text.splitlines()) if match]
        for line in text.splitlines():
            match = re.match("[a-z]+: ([^:]*):(.*)", line)
            if match and match[1] in messages:
                messages[match[1]].append(match[2])
            elif arguments[0] != "irilint" or not LEFT.match(line):
                self.report.differ(arguments[0], None, line)
        return status, output, messages


def refusal(messages):
    """Returns the message that a document is not edited, or None."""
    return next((message for message in messages if "not edited: " in message), None)


def view_markdown(data, first):
    """Autolinks, and links like them, count as text: irised can write a bare link as an autolink."""
    xml, _ = cmark(first, data, cmark_gfm())
    xml = LIKE_AUTOLINK.sub(r'<text xml:space="preserve">\1</text>', xml)
    xml = re.sub(r'</text>\s*<text xml:space="preserve">', "", xml)
    destinations = re.findall(r'<(?:link|image) destination="([^"]*)"', xml)
    return without_destinations(xml), [html.unescape(text) for text in destinations]


def view_html(data, _):
    links, rest = tag_view(html_tokens(data)[0])
    return "\n".join(map(repr, rest)), [stripped(text) for _, text, _ in links]


def check_edited(report, language, name, data, links, changed):
    """Checks that the second parser finds the new destinations, and no other difference."""
    def plain(text):
        # The links in running text and in HTML have changed, too, and have "&amp;" for "&". An autolink that was an
        # address, and no longer is one, has "mailto:".
        if language == "markdown":
            text = html.unescape(html.unescape(text))
        else:
            # In url() of CSS, brackets need a backslash, which repr() doubles.
            text = text.replace(re.sub(r"([()])", r"\\\\\1", SUFFIX), "")
        return text.replace(SUFFIX, "").replace(">mailto:", ">")

    first = probes(data) if language == "markdown" else b""
    if language == "markdown" and cmark_gfm().nests and nested(cmark(first, data, cmark_gfm())[0]):
        report.count["nested"] += 1
        return
    view = view_markdown if language == "markdown" else view_html
    old, before = view(data, first)
    new, after = view(changed, first)
    left = collections.Counter(stripped(link["reference"]) for link in links if link["offset"] is None)
    if len(before) != len(after):
        report.differ(name, None, "%d destinations became %d" % (len(before), len(after)))
    for text, to in zip(before, after):
        if text == to and (left[stripped(text)] or not stripped(text)):
            left[stripped(text)] -= 1
        elif to != text + SUFFIX and stripped(text) + SUFFIX != to:
            report.differ(name, None, "%r became %r" % (text, to))
    old = plain(old)
    new = plain(new)
    if old != new:
        at = first_difference(old, new)
        around = slice(max(at - 40, 0), at + 60)
        report.differ(name, None, "%r became %r" % (old[around], new[around]))


def edit(report, language, documents):
    found = report.find(language, documents)
    copies = Copies(report, documents)
    # Without a sed, which would be another process for each document
    command = "while IFS= read -r link; do printf '%%s\\n' \"$link%s\"; done" % SUFFIX
    status, _, messages = copies.run(["irised", "--from=" + language, "-i", command])
    if status != max(2 if refusal(messages[copy]) else 0 for copy in copies.names):
        report.differ("irised", None, "exit status %d" % status)
    for copy, (name, data), changed in zip(copies.names, documents, copies.read()):
        report.divide(language, found[name])
        if not messages[copy]:
            report.count["edited"] += changed != data
            check_edited(report, language, name, data, found[name], changed)
        elif [refusal(messages[copy])] == messages[copy] and changed == data:
            report.count["refused"] += 1
            print("refused: %s:%s" % (name, messages[copy][0][:400]))
        else:
            report.differ(name, None, "\n".join(messages[copy]))


# Findings


FIXABLE = "scheme-case,host-case,pct-case,pct-unreserved,pct-decodable,dot-segments,default-port,empty-port,not-nfc"
BLANK = "\t\n\f\r "
# Not the rules of local links, which need the files that a document names, nor that about the text of a link.
LOCAL = "documents,text-names-other-host"
LINT = ["irilint", "--format=json", "--enable=relative", "--disable=" + LOCAL]
# A finding that irilint --fix leaves
LEFT = re.compile(r".*:[0-9]+:[0-9]+: (info|warning|error): .* \[[a-z0-9-]+\]$")


def character_reference(text, at, context):
    """Reads the character reference at text[at], as the context has them. Returns its end and the characters that it
    stands for, or None."""
    if context == "markdown":
        match = re.compile("&#([0-9]{1,7});|&#[xX]([0-9a-fA-F]{1,6});|&([A-Za-z0-9]+;)").match(text, at)
    else:
        match = re.compile("&#([0-9]+);?|&#[xX]([0-9a-fA-F]+);?|&([A-Za-z0-9]+;?)").match(text, at)
    if not match:
        return None
    if match[3] is None:
        number = int(match[1]) if match[1] else int(match[2], 16)
        if number == 0 or number > 0x10ffff or 0xd800 <= number < 0xe000:
            number = 0xfffd
        elif 0x80 <= number < 0xa0 and context != "markdown":
            return match.end(), bytes([number]).decode("cp1252", "ignore") or chr(number)
        return match.end(), chr(number)
    name = match[3]
    while name and name not in html.entities.html5:
        if context == "markdown":
            return None
        name = name[:-1]
    end = at + 1 + len(name)
    if not name or context == "attribute" and name[-1] != ";" and re.compile("[A-Za-z0-9=]").match(text, end):
        return None
    return end, html.entities.html5[name]


def units(text, context, escapes, bars, marks):
    """Splits the text of a link into units: their start, end, and the characters that they stand for. escapes: a
    backslash escapes punctuation; bars: it escapes "|"; marks: ">" and blanks at the start of a line stand for
    nothing."""
    at = 0
    while at < len(text):
        reference = character_reference(text, at, context) if context and text[at] == "&" else None
        if reference:
            yield at, reference[0], reference[1]
            at = reference[0]
        elif marks and text[at] in "\r\n":
            at = re.compile("[\r\n][> \t\r\n]*").match(text, at).end()
        else:
            at += bool(re.compile("\\\\[!-/:-@\\[-`{-~]" if escapes else r"\\\|" if bars else "$^").match(text, at))
            yield at, at + 1, text[at]
            at += 1


def resolve(language, link):
    """Returns the start and end in the text of each character of the link's reference, or None if the text does not
    seem to have this reference."""
    text, kind = link["text"], link["kind"]
    address = kind == "autolink" and link["reference"] == "mailto:" + text
    if kind in ("attribute", "base"):
        ways = [("attribute", False, False, False)]
        ways += [("attribute", False, True, False), ("attribute", False, False, True)] if language == "markdown" else []
    elif kind == "autolink":
        ways = [("markdown", False, False, False), ("markdown", False, True, False)]
    elif kind in ("text", "bare", "address"):
        ways = {"text": [], "markdown": [("markdown", True, False, False)], "html": []}[language]
        ways += [("text", False, False, False)] if language != "text" else []
        ways += [(None, False, False, False)]
    else:
        ways = [("markdown", True, False, False)]
    for way in ways:
        found = [(start, end, c) for start, end, characters in units(text, *way) for c in characters]
        if kind not in ("text", "bare", "address"):
            while found and found[0][2] in BLANK:
                del found[0]
            while found and found[-1][2] in BLANK:
                del found[-1]
            found = [unit for unit in found if unit[2] not in "\t\r\n"]
        prefix = [(0, 0, c) for c in "mailto:"] if address else []
        if "".join(unit[2] for unit in prefix + found) == link["reference"]:
            return [unit[:2] for unit in prefix + found]
    return None


def place(link, at):
    """Returns the line and column of text[at] of the link."""
    lines = re.split("\r\n|\r|\n", link["text"][:at])
    return link["line"] + len(lines) - 1, len(lines[-1]) + (link["column"] if len(lines) == 1 else 1)


def lint_references(report, found):
    """Returns the findings in each reference."""
    references = sorted({link["reference"] for links in found.values() for link in links})
    findings = {reference: [] for reference in references}
    # A first line, so that no reference begins with a byte order mark
    data = "".join(line + "\n" for line in ["x:"] + references).encode("utf-8", "surrogatepass")
    for finding in report.json(LINT, data):
        if finding["line"] > 1:
            findings[references[finding["line"] - 2]].append(finding)
    return findings


def expected(link, places, finding):
    """Returns what irilint should print for a finding in the reference of a link: place, end and text."""
    begin, end = finding["column"] - 1, finding["endColumn"] - 1
    if link["offset"] is None:
        return (link["line"],), (link["line"],), link["reference"][begin:end]
    start = places[begin][0] if begin < len(places) else len(link["text"])
    stop = places[end - 1][1] if end > begin else start
    return place(link, start), place(link, stop), link["text"][start:stop]


def text_between(lines, begin, end):
    """Returns the text of the document between two places. lines: each line, with its line end"""
    if begin[0] == end[0]:
        return lines[begin[0] - 1][begin[1] - 1:end[1] - 1]
    return lines[begin[0] - 1][begin[1] - 1:] + "".join(lines[begin[0]:end[0] - 1]) + lines[end[0] - 1][:end[1] - 1]


def check_findings(report, language, name, data, links, in_reference, got):
    want = []
    for link in links:
        report.count["links"] += 1
        report.count["placed"] += link["offset"] is not None
        places = resolve(language, link) if link["offset"] is not None else None
        if places is None and link["offset"] is not None:
            report.count["unresolved"] += 1
        for finding in in_reference[link["reference"]]:
            begin, end, text = ("?", "?", "?")
            if places is not None or link["offset"] is None:
                begin, end, text = expected(link, places, finding)
            want.append((finding["rule"], finding["severity"], finding["message"], begin, end, text))
    report.count["findings"] += len(want)
    if [finding[:3] for finding in want] != [(one["rule"], one["severity"], one["message"]) for one in got]:
        return report.differ(name, None, "%d findings, want %d, or others" % (len(got), len(want)))
    lines = re.findall("[^\r\n]*(?:\r\n|\r|\n|$)", data.decode("utf-8-sig")) if valid_utf8(data) else None
    for (rule, _, _, begin, end, text), finding in zip(want, got):
        start = finding["line"], finding["column"]
        stop = finding.get("endLine", finding["line"]), finding["endColumn"]
        if finding.get("endLine") == finding["line"]:
            report.differ(name, None, "%s at %r has an endLine" % (rule, start))
        if begin == "?":
            continue
        if len(begin) == 1:
            if begin[0] != start[0] or stop != start or text != finding["text"]:
                report.differ(name, None, "%s at %r: %r" % (rule, begin, finding))
            continue
        if (begin, end, text) != (start, stop, finding["text"]):
            report.differ(name, None, "%s: %r, want %r" % (rule, (start, stop, finding["text"]), (begin, end, text)))
        elif lines and text_between(lines, start, stop) != text and b"charset" not in data and b"encoding" not in data:
            report.differ(name, None, "%s at %r: not %r" % (rule, start, text))
    return None


def lint(report, language, documents):
    # irigrep prints U+FFFD for bytes that are not UTF-8.
    documents = [(name, data) for name, data in documents if data.isascii() or
                 valid_utf8(data) or b"charset" in data or b"encoding" in data]
    found = report.find(language, documents)
    in_reference = lint_references(report, found)
    got = {name: [] for name, _ in documents}
    for finding in report.json(LINT + ["--from=" + language, "--"] + list(got)):
        got[finding["file"]].append(finding)
    for name, data in documents:
        if any(finding["rule"] == "placeholder" for finding in got[name]):
            report.count["skipped"] += 1
        elif valid_utf8(data) or not any("\ufffd" in link["reference"] for link in found[name]):
            check_findings(report, language, name, data, found[name], in_reference, got[name])


def left(messages, links):
    """Returns the numbers of the links of which the messages say that they are not fixed, as irised counts them."""
    places = [re.match("[0-9]+:[0-9]+", message)[0] for message in messages if "not fixed: " in message]
    sent = [link for link in links if link["offset"] is not None and "\n" not in link["reference"]]
    return [str(number) for number, link in enumerate(sent, 1) if "%d:%d" % (link["line"], link["column"]) in places]


# The command of irised
FIX = "exec irilint --fix -q --invalid=keep"
# The same with the links that irilint leaves out as they are. Their numbers are in $IRISED_FILE.left.
FIX_SOME = ("tee $IRISED_FILE.old | irilint --fix -q --invalid=keep >$IRISED_FILE.new; status=$?; "
            "awk 'FILENAME == ARGV[1] { left[$1] = 1 } FILENAME == ARGV[2] { old[FNR] = $0 } FILENAME == ARGV[3] { "
            "print FNR in left ? old[FNR] : $0 }' $IRISED_FILE.left $IRISED_FILE.old $IRISED_FILE.new; exit $status")


def fix(report, language, documents):
    names = [name for name, _ in documents]
    found, templates = set(), set()
    for finding in report.json(["irilint", "--format=json", "--only=placeholder," + FIXABLE, "--from=" + language,
                                "--"] + names):
        (templates if finding["rule"] == "placeholder" else found).add(finding["file"])
    report.count["skipped"] += len(templates)
    documents = [(name, data) for name, data in documents if name not in templates]
    # A part of the documents that have nothing to fix
    documents = [(name, data) for number, (name, data) in enumerate(documents) if name in found or number % 10 == 0]
    copies = Copies(report, documents)
    others = Copies(report, documents)
    command = ["irilint", "--from=" + language, "--fix", "--disable=" + LOCAL]
    status, output, messages = copies.run(command)
    fails = any(severity != "info" for severity in copies.left)
    diff = copies.run(command + ["-q", "--dry-run"])[1]
    unchanged = copies.read() == [data for _, data in documents]
    if not unchanged or copies.run(command + ["-i"]) != (status, b"", messages):
        report.differ("irilint", None, "-i: another status or messages; or without it, files changed")
    results = copies.read()
    if run(["patch", "-s", "-p0", "--binary"], diff, others.folder.name) != (0, b"", ""):
        report.differ("patch", None, "patch(1) fails")
    patched = others.read()
    others.write()
    links = report.find(language, documents)
    numbers = {copy: left(messages[copy], links[name]) for copy, (name, _) in zip(copies.names, documents)}
    # irilint exits with 2 for a document that is refused, and with 1 for a link that stays, or a finding that is left.
    groups = {0: [], 2: []}
    for copy in copies.names:
        with open(others.path(copy + ".left"), "w", encoding="ascii") as file:
            file.write("\n".join(numbers[copy] + [""]))
        groups[2 if refusal(messages[copy]) else 0].append(copy)
    if status != max(2 if copy in groups[2] else 1 if messages[copy] or fails else 0 for copy in copies.names):
        report.differ("irilint", None, "exit status %d" % status)
    said = {}
    for number, group in groups.items():
        # Most documents need no other processes than irilint.
        for names, text in (([copy for copy in group if not numbers[copy]], FIX),
                            ([copy for copy in group if numbers[copy]], FIX_SOME)):
            if not names:
                continue
            got = others.run(["irised", "--from=" + language, "-i", text], names)
            said.update((copy, refusal(got[2][copy])) for copy in names)
            # irised exits with 1 for a link that is not valid.
            if (got[0] == 2) != (number == 2):
                report.differ("irised", None, "exit status %d, irilint: %d" % (got[0], number))
    edited = others.read()
    others.write()
    # With -c, one run is enough for all documents that are fixed.
    check = command + ["-q", "-c", "--fail-level=never"]
    fixed = [copy for copy in copies.names if not messages[copy]]
    clean = copies.run(check, fixed)[0] == 0
    for at, copy in enumerate(copies.names):
        name, data = documents[at]
        if edited[at] != results[at] or said[copy] != refusal(messages[copy]):
            report.differ(name, None, "irised: %d bytes %s, irilint: %d bytes %s" % (
                len(edited[at]), said[copy], len(results[at]), messages[copy]))
        if patched[at] != results[at]:
            report.differ(name, None, "patch(1) makes another document")
        report.count["refused"] += copy in groups[2]
        report.count["edited"] += results[at] != data
        report.count["not fixed"] += len(numbers[copy])
        if not clean and copy in fixed and copies.run(check, [copy])[0] != 0:
            report.differ(name, None, "-c finds something to fix after --fix")
        if (copy in groups[2] or results[at] != data) and others.run(check, [copy])[0] == 0:
            report.differ(name, None, "-c finds nothing to fix, but --fix does")
    accepted = [(copy, result) for copy, result in zip(copies.names, results) if copy not in groups[2]]
    wanted = b"".join(result for _, result in accepted)
    if output != wanted:
        report.differ("irilint", None, "without -i, other bytes")
    if copies.run(command + ["-q"], [copy for copy, _ in accepted])[1] != wanted:
        report.differ("irilint", None, "--fix changes what it has fixed")
    report.count["placed"] = report.count["edited"]


def located(report, language, documents):
    keys = "line", "column", "endColumn", "rule", "severity", "message", "text"
    names = [name for name, _ in documents]
    found = report.find(language, documents)
    lines = run(["irigrep", "-Hn", "--from=" + language, "--"] + names)[1].split(b"\n")
    links = [(name, link) for name in names for link in found[name]]
    if len(lines) != len(links) + 1:
        report.differ("irigrep -Hn", None, "%d lines, %d links" % (len(lines), len(links)))
    same = [link["offset"] is not None and link["text"] == link["reference"] for _, link in links]
    report.count["links"] += len(links)
    report.count["placed"] += sum(same)
    some = b"".join(line + b"\n" for line, wanted in zip(lines, same) if wanted)
    got = report.json(LINT + ["--located"], some)
    ends = collections.defaultdict(list)
    for (name, link), wanted in zip(links, same):
        if wanted:
            ends[name, link["line"]].append((link["column"], link["column"] + len(link["text"])))
    want = [finding for finding in report.json(LINT + ["--from=" + language, "--"] + names) if
            any(begin <= finding["column"] <= end for begin, end in ends[finding["file"], finding["line"]])]
    report.count["findings"] += len(want)
    for one, other in zip(want, got):
        if one["file"] != other["file"] or "endLine" in other or [one[k] for k in keys] != [other[k] for k in keys]:
            report.differ(one["file"], None, "%r, and --located: %r" % (one, other))
    if len(want) != len(got):
        report.differ("irilint", None, "%d findings, and --located: %d" % (len(want), len(got)))


# Generated documents


# pieces.tsv: pieces of documents, a list for each kind. A piece that comes twice is chosen more often.
PIECES = collections.defaultdict(list)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "pieces.tsv"), encoding="utf-8") as pieces:
    for line in pieces:
        if not line.startswith("# "):
            PIECES[line.split("\t")[0]].append(json.loads('"%s"' % line.rstrip("\n").split("\t")[1]))


class Generator:
    """Makes documents that combine constructs at random."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.number = 0

    def pick(self, *choices):
        """Returns one of the choices; calls it if it is a function."""
        choice = self.random.choice(choices)
        return choice() if callable(choice) else choice

    def piece_of(self, kind):
        return self.random.choice(PIECES[kind])

    def some(self, function, low, high, between=""):
        return between.join(function() for _ in range(self.random.randint(low, high)))

    def word(self):
        return self.piece_of("word")

    def words(self):
        return self.some(self.word, 1, 4, " ")


class Markdown(Generator):
    def __init__(self, seed):
        super().__init__(seed)
        self.labels = []
        self.table = False
        self.depth = 0

    def space(self):
        return " " if self.table or self.random.random() < 0.8 else self.pick("\n", "\n ")

    def fresh(self):
        """A part of a destination that is in the document once, or a part that is there often."""
        self.number += 1
        return self.pick("/u%d" % self.number, "u%d.html" % self.number, "http://e.com/%d" % self.number,
                         "#%d" % self.number, "/u", "a", "é%d" % self.number)

    def part(self):
        if self.table and self.random.random() < 0.2:
            return "\\|"
        return self.piece_of("part")

    def destination(self):
        text = self.fresh() + self.some(self.part, 0, 3)
        if text.endswith("\\"):
            text += "."
        kind = self.random.random()
        if kind < 0.2:
            return "<" + text + self.pick("", " s", "(", ")", "\\>", "\\<", " ") + ">"
        return text

    def title(self):
        if self.random.random() < 0.6:
            return ""
        text = self.pick("t", "t &amp; u", "/u", "a\\b", self.fresh)
        text += "" if self.table else self.pick("", "", "\nu")
        return self.space() + self.pick('"%s"', "'%s'", "(t)", '"\\"%s"').replace("%s", text)

    def target(self):
        before = self.pick("", "", " ", self.space)
        return "(" + before + self.destination() + self.title() + self.pick("", "", " ", self.space) + ")"

    def label(self):
        self.number += 1
        label = "%s%d" % (self.pick("l", "L é", "a\\]", "*x*", "ß", "l  m", "&amp;"), self.number)
        self.labels.append(label)
        return label

    def reference(self):
        label = self.pick(*self.labels) if self.labels and self.random.random() < 0.7 else self.label()
        return self.pick("[%s]", "[%s][]", "[text][%s]", "![%s]", "[*t*][%s]").replace("%s", label)

    def image(self):
        return "![" + self.pick("", self.words, self.code, self.emphasis) + "]" + self.target()

    def link(self):
        inner = self.pick("", self.words, self.words, self.code, self.image, self.emphasis, self.tag, "[b]", "\\]",
                          "`](/u)`")
        return "[" + inner + "]" + self.target()

    def nested(self):
        return self.pick("[", "![") + self.words() + " " + self.link() + "]" + self.target()

    def autolink(self):
        self.number += 1
        return "<" + self.piece_of("autolink").replace("%d", str(self.number)) + ">"

    def code(self):
        return self.pick("`c`", "`` ` ``", "`[a](/u)`", "`<http://e.com/>`", "c" if self.table else "`a")

    def tag(self):
        return self.pick("<b>", "</b>", "<i title='](/u)'>", '<a href="/u">', "<!-- [a](/u) -->", "<br/>", "<x")

    def emphasis(self):
        return self.pick("*%s*", "**%s**", "_%s_", "~~%s~~", "*%s").replace("%s", self.words())

    def inline(self):
        return self.pick(self.words, self.words, self.link, self.link, self.link, self.image, self.autolink,
                         self.reference, self.code, self.tag, self.emphasis, self.nested, "[", "]",
                         "[a] (/u)", "[a]( b c )", "\\[a](/u)")

    def line(self):
        return self.some(self.inline, 1, 4, " ")

    def paragraph(self):
        return self.some(self.line, 1, 3, "\n")

    def definition(self):
        label = self.pick(*self.labels) if self.labels and self.random.random() < 0.3 else self.label()
        # cmark-gfm finds no definition in an indented line that continues a paragraph lazily.
        indent = self.pick("", "", " ") if self.depth == 0 else ""
        return indent + "[" + label + "]:" + self.pick(" ", "", "\n", "\n  ", "  ") + self.destination() + self.title()

    def definitions(self):
        return self.some(self.definition, 1, 3, "\n")

    def fence(self):
        frame = self.pick("```\n%s\n```", "~~~ x\n%s\n~~~", "    %s")
        return frame.replace("%s", self.pick("[a](/u)", "[a]: /u", "<http://e.com/>"))

    def rows(self):
        self.table = True
        text = "\n".join(["| %s | %s |" % (self.cell(), self.cell()), "| --- | :-: |"] +
                         ["| %s | %s |" % (self.cell(), self.cell()) for _ in range(self.random.randint(1, 3))])
        self.table = False
        return text

    def cell(self):
        return self.pick(self.words, self.link, self.link, self.image, self.autolink, self.reference, self.emphasis)

    def markup(self):
        return self.piece_of("markup")

    def heading(self):
        return "# " + self.line().replace("\n", " ")

    def block(self, depth=0):
        kinds = [self.paragraph] * 4 + [self.definitions] * 2 + [self.fence, self.rows, self.markup, self.heading,
                                                               lambda: self.line() + "\n" + self.pick("===", "---")]
        if depth < 3:
            kinds += [lambda: self.inside(depth, "> ", "> "), lambda: self.inside(depth, "- ", "  "),
                      lambda: self.inside(depth, "10. ", "    "), lambda: self.inside(depth, ">", ">")]
        return self.pick(*kinds)

    def inside(self, depth, first, then):
        self.depth += 1
        text = "\n\n".join(self.block(depth + 1) for _ in range(self.random.randint(1, 2)))
        self.depth -= 1
        # After ">", a space belongs to the mark.
        return first + re.sub("\n( ?)", lambda match: "\n" + then + (match[1] * 2 if then == ">" else match[1]), text)

    def document(self):
        self.labels = []
        text = "\n\n".join(self.block() for _ in range(self.random.randint(3, 12))) + "\n"
        return self.pick(lambda: text, lambda: text, lambda: text.replace("\n", "\r\n"),
                         lambda: "\ufeff" + text).encode()


class CommonMark(Markdown):
    """Markdown without tables, and without character references in what can be an autolink."""

    def rows(self):
        return self.paragraph()

    def destination(self):
        text = super().destination()
        return text.replace("&", "") if text.startswith("<") else text


class Html(Generator):
    def url(self):
        self.number += 1
        return self.piece_of("url").replace("%d", str(self.number))

    def value(self, text):
        kind = self.random.random()
        if kind < 0.3 and text and not re.search("[\\s>]", text) and text[0] not in "\"'":
            return self.pick("=", " = ", "\n=\t") + text + " "
        if kind < 0.6 and "'" not in text:
            return self.pick("=", "= ") + "'" + text + "'"
        return self.pick("=", "=", " =") + '"' + text.replace('"', "&quot;") + '"'

    def srcset(self):
        def candidate():
            return self.url() + self.pick("", " 1x", " 2x ", "  100w", "\t1.5x", " (a,b)", " bad")
        return self.some(candidate, 0, 3, self.pick(", ", ",", " , ", ",\n"))

    def refresh(self):
        return self.piece_of("refresh") + self.url()

    def attribute(self):
        name = self.piece_of("attribute")
        if name in ("srcset", "imagesrcset", "data-srcset"):
            text = self.srcset()
        elif name == "ping":
            text = self.some(self.url, 0, 3, self.pick(" ", "\n", "  "))
        elif name == "content":
            text = self.refresh()
        elif name == "http-equiv":
            text = self.pick("refresh", "Refresh", "x")
        elif name in ("property", "itemprop"):
            text = self.piece_of("property")
        else:
            text = self.url()
        before = self.pick(" ", "\n", "\t ", "/", " / ")
        return before + name + ("" if self.random.random() < 0.05 else self.value(text))

    def meta(self):
        return "<meta http-equiv=refresh content" + self.value(self.refresh()) + ">"

    def tag(self):
        name = self.piece_of("tag")
        return "<" + name + self.some(self.attribute, 0, 3) + self.pick("", "", " ", "/", "\n") + ">"

    def raw(self):
        return self.piece_of("raw").replace("%s", self.some(self.tag, 0, 2))

    def comment(self):
        return self.piece_of("comment").replace("%s", self.some(self.tag, 0, 2))

    def piece(self):
        return self.pick(self.tag, self.tag, self.tag, self.tag, self.raw, self.comment, self.meta, self.words,
                         "</a>", "</p>", "</table>", "</svg>", "<", "</", "<3", "&", "\n", "</a href=x>", "</div >")

    def document(self):
        text = self.pick("", "<!doctype html>", "<html><head>") + self.some(self.piece, 5, 40)
        return self.pick(lambda: text.encode(), lambda: text.encode(), lambda: ("\ufeff" + text).encode(),
                         lambda: b"<meta charset=windows-1252>" + text.encode("cp1252", "ignore"),
                         lambda: ("\ufeff" + text).encode("utf-16-le"), lambda: text.replace("\n", "\r\n").encode())


class Soup(Generator):
    """Lines of pieces of Markdown without any order."""

    MARKERS = PIECES["soup-marker"]
    PIECES = PIECES["soup"]

    def piece(self):
        self.number += 1
        return self.pick(*self.PIECES).replace("%d", str(self.number)) + self.pick("", "", " ")

    def line(self):
        if self.random.random() < 0.2:
            return self.pick("", ">")
        return self.some(lambda: self.pick(*self.MARKERS), 0, 3) + self.some(self.piece, 0, 6)

    def document(self):
        return (self.some(self.line, 1, 9, self.pick("\n", "\n", "\n", "\r\n", "\r")) + self.pick("", "\n")).encode()


class CommonMarkSoup(Soup):
    """Soup without tables, tasks, footnotes, and tags that can stand alone in a line."""

    MARKERS = [marker for marker in Soup.MARKERS if marker != "- [ ] "]
    PIECES = [piece for piece in Soup.PIECES if piece not in
              ("|---|", "-|-", "[ ] ", "[^1]", "<b>", "</b>", "</pre>", "</script>", "<a href=x>")]


class Careless:
    """Makes links with many findings, which are hard to place. Second parsers do not agree about all of them."""

    def faulty(self):
        self.number += 1
        start = self.pick("http://A%d.example:80/", "http://u:p@h%d/", "/%d", "%d", "&#x25;", "é", "HTTP://h%d:/")
        return start.replace("%d", str(self.number)) + self.some(self.fault, 0, 6)

    def fault(self):
        return self.piece_of("fault")

    def word(self):
        return self.pick(super().word, super().word, "http://A.example/%zz", self.faulty)


class CarelessMarkdown(Careless, Markdown):
    def fresh(self):
        return self.faulty()

    def tag(self):
        return self.pick(super().tag, lambda: '<a href="%s">' % self.faulty())


class CarelessHtml(Careless, Html):
    def url(self):
        return self.pick(self.faulty, super().url, lambda: self.faulty() + self.pick("\n", "\r\n", "\t", "\n  ") +
                         self.fault() + self.fault())


class CarelessText(Careless, Generator):
    def document(self):
        return self.some(self.word, 5, 40, self.pick(" ", "\n", "\r\n", "\r")).encode()


GENERATORS = {"markdown": Markdown, "soup": Soup, "commonmark": CommonMark, "commonmark-soup": CommonMarkSoup,
              "html": Html, "careless-markdown": CarelessMarkdown,
              "careless-html": CarelessHtml, "careless-text": CarelessText}


def generate(language, seed, count, folder):
    generator = GENERATORS[language](seed)
    suffix = {"html": "html", "text": "txt"}.get(language.replace("careless-", ""), "md")
    for number in range(count):
        with open("%s/%d-%04d.%s" % (folder, seed, number, suffix), "wb") as file:
            file.write(generator.document())


def main(arguments):
    if arguments[0] == "generate":
        generate(arguments[1], int(arguments[2]), int(arguments[3]), arguments[4])
        return True
    commands = {"places": places, "edit": edit, "lint": lint, "fix": fix, "located": located}
    command, language, limit, rate = arguments
    report = Report()
    commands[command](report, language, read_documents(report, int(limit), sys.stdin.read().splitlines()))
    return report.end(int(rate))


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
