# SPDX-License-Identifier: ISC
"""Documents that come in pieces: each read of a pipe returns one byte, or only the first read does. The tools must do
the same as with a file, also with a byte order mark before the document. Prints the number of comparisons.

starts.py TOOL...: checks irigrep, and these tools with --from=auto.
"""
import os
import subprocess
import sys
import threading

ROWS = '<svg xmlns="http://www.w3.org/2000/svg"><a href="http://s.example/ä"/></svg>\n'

# What their first bytes tell: the format, the charset, or that they are no documents
DOCUMENTS = [
    "see http://t.example/ä, and\nhttp://u.example/\n",
    "\n\n <p>http://t.example/<b>\n",
    "<a href=x>http://t.example/</a>\n",
    "<!DOCTYPE html>\n<title>t</title><a href=/x>y</a><p>http://t.example/<b>z</b>\n",
    '<!-- c --><html xmlns="http://www.w3.org/1999/xhtml"><a href="http://h.example/x?a&amp;b"/></html>\n',
    "<html><head><meta charset=iso-8859-1><a href='http://h.example/ä'>x</a>\n".encode("latin-1"),
    '<?xml version="1.0" encoding="iso-8859-1"?>\n<r x="http://r.example/ä"/>\n'.encode("latin-1"),
    '<?xml version="1.0"?><?xml-stylesheet href="http://c.example/"?><!DOCTYPE r [<!ENTITY x ">">]>'
    "<urlset><loc>http://u.example/&amp;</loc></urlset>\n",
    "<urlset><url><loc>http://a.example/x</loc></url></urlset>\n",
    "<rss><channel><link>http://a.example/x</link></channel></rss>\n",
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><x rdf:about="http://r.example/"/></rdf:RDF>\n',
    ROWS,
    '{"a": "http:\\/\\/j.example\\/\\u00e4", "b": ["http://k.example/"]}\n',
    '@charset "iso-8859-1";\nb{background:url(http://c.example/ä)}\n'.encode("latin-1"),
    "# H\n\n[a](http://m.example/x) <http://m.example/y>\n\n| [b](z) |\n|--|\n",
    "-----BEGIN PGP MESSAGE-----\nhttp://p.example/\n",
    "@prefix x: <http://x.example/> .\nx:a x:b <http://y.example/c%20d> .\n",
    "<http://x.example/a> <http://x.example/b> \"\\u0000\0\" .\n",
    "A\n=\n\n`a <http://r.example/x>`__\n\n.. image:: b.png\n",
    "http://h.example/[x] *b* link:y.html[z]\n",
    ROWS.encode("utf-16"), b"\xFE\xFF" + ROWS.encode("utf-16-be"),
    ROWS.encode("utf-16-le"), ROWS.encode("utf-16-be"),
    b"%PDF-1.4\nhttp://p.example/\n", b"PK\3\4 http://z.example/\n", b"PK\nhttp://z.example/\n",
    b"\x1F\x8B http://z.example/\n", b"BZh91AY&SY http://z.example/\n", b"\x28\xB5\x2F\xFD http://z.example/\n",
    b"\x89PNG\r\n\x1A\n\0\0\0\rhttp://i.example/\n", b"\xFF\xD8\xFF\xE0\0\x10JFIF\0 http://i.example/\n",
    b"GIF89a\n\0\n\0 http://i.example/\n", b"\xEF", b"\xEF\xBB", b"\xEF\xBBa http://b.example/\n", b"", b"\n",
]

FORMATS = "auto text markdown html xml css ntriples".split()


def run(command, stdin):
    done = subprocess.run(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout, done.stderr


def run_pieces(command, pieces):
    """Runs a command that gets each of the pieces with a read of its own."""
    end, start = os.pipe2(os.O_DIRECT | os.O_CLOEXEC)

    def write():
        with open(start, "wb", 0) as pipe:
            try:
                for piece in pieces:
                    pipe.write(piece)
            except BrokenPipeError:
                pass

    writer = threading.Thread(target=write)
    writer.start()
    with open(end, "rb", 0) as pipe:
        got = run(command, pipe)
    writer.join()
    return got


def main():
    commands = [["irigrep", "--json", "--from=" + word] for word in FORMATS]
    commands += [[tool, "--from=auto"] for tool in sys.argv[1:]]
    count = 0
    for document in DOCUMENTS:
        document = document.encode() if isinstance(document, str) else document
        # Behind a byte order mark, a NUL comes too late to count.
        for data in [document] if b"\0" in document else [document, b"\xEF\xBB\xBF" + document]:
            with open("document", "wb") as file:
                file.write(data)
            for command in commands:
                with open("document", "rb") as file:
                    want = run(command, file)
                for pieces in ([data[i:i + 1] for i in range(len(data))], [data[:1], data[1:]]):
                    got = run_pieces(command, [piece for piece in pieces if piece])
                    if got != want:
                        sys.exit("%s, %r in pieces of %d: %s, not %s" % (command, data, len(pieces), got, want))
                    count += 1
    print(count)


main()
