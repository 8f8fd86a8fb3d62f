#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Generated documents: their links, and the places of links (cmd/document), which other
# parsers must find, too; and what irised and irilint do with the links. "make check-long" also takes the documents that
# are installed on this machine. tests/vectors/irigrep-*.tsv has the rules, one by one.
# shellcheck shell=bash
load ../helper
export needs='irigrep irised'

# The argument RATE of documents.py
rate=1000

# generated COMMAND FORMAT SEED COUNT: checks generated documents, which have constructs that are rare in others.
generated() {
    rm -rf generated
    mkdir generated
    "$python" "$tests/documents/documents.py" generate "$2" "$3" "$((IRI_FOREIGN ? $4 / 4 : $4))" generated
    find generated -type f | sort >names
    documents "$1" "${2#careless-}" 100000000
}

# installed COMMAND FORMAT LIMIT SUFFIX...: in "make check-long", checks the documents with these suffixes that are
# installed on this machine, the smallest first, up to LIMIT bytes in all. Each machine has others, so "make check" does
# without them.
installed() {
    local command=$1 format=$2 limit=$3
    [ -n "${IRI_LONG-}" ] || return 0
    # qemu is slow.
    [ -z "${IRI_FOREIGN-}" ] || limit=$((limit / 10))
    shift 3
    while [ $# -gt 0 ]; do
        find /usr/share /usr/lib -type f -name "*.$1" -size -2000k -exec ls -l {} + 2>/dev/null
        shift
    done | sort -k 5,5n -k 9 | sed -n 's,^[^/]*\(/.*\),\1,p' >names
    [ -s names ] || skip "no documents here"
    documents "$command" "$format" "$limit"
}

# documents COMMAND FORMAT LIMIT: runs documents.py on the files that are lines of the file "names". If these are
# edited, checks the laws of tests/fuzz/edit.c, too: links that stay as they are change nothing, and others only their
# places.
documents() {
    local format=0
    "$python" "$tests/documents/documents.py" "$@" "$rate" <names
    [ "$1" = edit ] || [ "$1" = fix ] || return 0
    # An installation has no fuzzer. The first byte chooses the format.
    [ -z "$installed" ] || return 0
    case $2 in markdown) format=1 ;; html) format=2 ;; esac
    xargs -d '\n' "$programs/fuzz/edit" -b "$format"$'@@?x=(1)&y=2\n' <names
}

# cmark_gfm: skips a test without the libraries of cmark-gfm.
cmark_gfm() {
    python ctypes
    "$python" -c 'from ctypes.util import find_library
exit(not (find_library("cmark-gfm") and find_library("cmark-gfm-extensions")))' || skip "no libcmark-gfm here"
}

@test "documents: cmark-gfm finds the places of Markdown documents" {
    cmark_gfm
    generated places markdown 3 400
    installed places markdown 20000000 md
}

@test "documents: cmark-gfm finds the places in Markdown without any order" {
    cmark_gfm
    local seed
    for seed in 2 3; do
        rm -rf generated
        mkdir generated
        "$python" "$tests/documents/documents.py" generate soup $seed $((IRI_FOREIGN ? 200 : 1500)) generated
        find generated -type f | sort >names
        documents places markdown 100000000
    done
}

@test "documents: commonmark.js finds the places of Markdown documents without extensions" {
    python json
    command -v node >/dev/null && node -e 'require("commonmark")' 2>/dev/null ||
        skip "no commonmark.js here (npm: commonmark; NODE_PATH names its folder)"
    # The documents of the rows that are examples of CommonMark
    mkdir examples
    "$python" - "$tests/vectors/irigrep-markdown.tsv" <<'EOF'
import re, sys
for line in open(sys.argv[1], encoding="utf-8"):
    name, _, document = (line.split("\t") + ["", ""])[:3]
    if re.match("cm-[0-9]", name):
        with open("examples/%s.md" % name, "wb") as file:
            file.write(document.encode().decode("unicode_escape").encode("latin-1"))
EOF
    find examples -type f | sort >names
    [ "$(wc -l <names)" = 652 ]
    documents places commonmark 100000000
    generated places commonmark 4 400
    generated places commonmark-soup 4 1000
}

# "make check-long" takes another seed each day.
@test "documents: cmark-gfm reads the bare links that irised writes into Markdown, and all else as before" {
    cmark_gfm
    "$python" "$tests/documents/rewrites.py" 1 $((IRI_FOREIGN ? 200 : 1000)) 20
    [ -z "${IRI_LONG-}" ] || "$python" "$tests/documents/rewrites.py" "$(date +%Y%m%d)" 20000 20
}

@test "documents: XML stays well-formed with the comments that irilint --add-disable writes" {
    local end
    for end in '\n' '\r\n'; do
        printf "<r>$end<a x='y' h='HTTP://a.example/'$end b='c'/><a h='HTTP://b.example/' b='$end'/>$end</r>$end" >a.xml
        cp a.xml old.xml
        expect 1 irilint --only=scheme-case --add-disable a.xml
        has 2 'a tag of several lines has no place for one' err
        cmp a.xml old.xml
        printf "<r><a h='HTTP://c.example/'/>$end<!-- x --><a$end h='HTTP://d.example/'>$end</a></r>" >b.xml
        cp b.xml old.xml
        expect 0 irilint --only=scheme-case --add-disable b.xml
        expect 0 irilint --only=scheme-case b.xml
        ! command -v xmllint >/dev/null || xmllint --noout b.xml
        sed 's/<!-- irilint[^>]*>//' b.xml | cmp - old.xml
    done
}

@test "documents: cmark-gfm sees no change but the comments that irilint --add-disable writes into Markdown" {
    cmark_gfm
    expect 0 "$python" "$tests/documents/silence.py" "$tools/irilint" 1 $((IRI_FOREIGN ? 20 : 150))
    out_is '0 broken\n'
    [ -z "${IRI_LONG-}" ] || "$python" "$tests/documents/silence.py" "$tools/irilint" "$(date +%Y%m%d)" 20000
}

@test "documents: html5lib finds the places of HTML documents" {
    python html5lib
    generated places html 1 300
    installed places html 20000000 html htm
}

@test "documents: tinycss2 finds the links of style sheets, and those that irised writes there" {
    python tinycss2
    "$python" "$tests/documents/css.py"
    [ -n "${IRI_LONG-}" ] || return 0
    find /usr/share /usr/lib -type f -name '*.css' -size -2000k -print0 2>/dev/null |
        xargs -0 -r "$python" "$tests/documents/css.py"
}

@test "documents: docutils finds the links of reStructuredText, and those that irised writes there" {
    python docutils
    mkdir rows
    # The rows, but for those about included files, roles and toctrees, and one that docutils does not read alike
    grep -E '^rst-' "$tests/vectors/irigrep-formats.tsv" | grep -vE '^rst-(include|role|toctree)' | cut -f1,3 |
        while IFS=$'\t' read -r id text; do printf %b "$text" >"rows/$id.rst"; done
    "$python" "$tests/documents/rst.py" rows/*.rst >out
    has 1 '[1-9][0-9]* links' out
    has 0 'missed \|surplus ' <(grep '^rows' out)
    [ -n "${IRI_LONG-}" ] || return 0
    find /usr/share /usr/lib -type f -name '*.rst' -size -500k -print0 2>/dev/null |
        xargs -0 -r "$python" "$tests/documents/rst.py"
}

# compared COUNT MANY COMMAND PROGRAM...: lets the program generate COUNT documents, a fifth under an emulator, and
# compare these with this command. "make check-long" also takes MANY documents, with another seed each day.
compared() {
    rm -rf generated
    mkdir generated
    [ -z "${IRI_LONG-}" ] || "${@:4}" generate "$(date +%Y%m%d)" "$2" generated
    "${@:4}" generate 1 $((IRI_FOREIGN ? $1 / 5 : $1)) generated
    # shellcheck disable=SC2086 # split into words
    find generated -type f | sort | "${@:4}" $3
}

@test "documents: lxml and html5lib find the links in attributes of feeds, and those that irised writes there" {
    python 'lxml, html5lib'
    compared 100 2000 'links 10' "$python" "$tests/documents/feeds.py"
}

@test "documents: Asciidoctor finds the links of AsciiDoc, and those that irised writes there" {
    ruby -e 'require "asciidoctor"' 2>/dev/null || skip "no ruby with asciidoctor here"
    compared 150 3000 'links 20' ruby "$tests/documents/asciidoc.rb"
}

@test "documents: Python finds the same texts in JSON, and in the cells of notebooks" {
    python json
    local form
    for form in json jupyter; do
        rm -rf generated
        mkdir generated
        "$python" "$tests/documents/data.py" generate $form 1 50 generated
        find generated -type f | "$python" "$tests/documents/data.py" $form
    done
}

@test "documents: rdflib finds the IRIs of Turtle, TriG, N-Triples and N-Quads, and those that irised writes there" {
    python rdflib
    compared 50 1000 compare "$python" "$tests/documents/rdf.py"
}

@test "documents: places in a line that is longer than what irigrep reads at once" {
    awk 'BEGIN { for (i = 0; i < 20000; i++) printf "<a href=\"x\">\303\244</a>" }' >long.html
    irigrep --json --from=html long.html | sed 's/.*"line":1,"column":\([0-9]*\),"offset":\([0-9]*\),.*/\1 \2/' >out
    awk 'BEGIN { for (i = 0; i < 20000; i++) print 17 * i + 10, 18 * i + 9 }' >want
    same want out
}

# In running text, some links cannot end as the command wants: so irised refuses some documents.
@test "documents: irised appends to each link of Markdown documents, and changes nothing else" {
    cmark_gfm
    # Readers differ on where some bare links end.
    rate=15
    generated edit markdown 5 400
    rate=100
    installed edit markdown 20000000 md
}

@test "documents: irised appends to each link of HTML documents, and changes nothing else" {
    python html5lib
    rate=50
    generated edit html 7 300
    installed edit html 4000000 html htm
}

@test "documents: irilint finds in documents what it finds in their links, and where it stands there" {
    python json
    local format
    generated lint markdown 11 400
    generated lint html 12 300
    for format in markdown html text; do generated lint careless-$format 13 300; done
    installed lint markdown 4000000 md
    installed lint html 4000000 html htm
    installed lint text 4000000 txt
}

@test "documents: irilint --fix fixes documents as irised does with irilint as its command" {
    python json
    local format
    rate=10
    for format in markdown html text; do generated fix careless-$format 14 60; done
    rate=50
    installed fix markdown 20000000 md
    # In the fewer documents of tests/machines/cross, no HTML needs a fix. The generated ones do.
    ! native || installed fix html 20000000 html htm
}

@test "documents: irigrep -Hn and irilint --located find what irilint finds in a document" {
    python json
    local format
    for format in markdown html text; do generated located careless-$format 15 100; done
}

# Through a pipe of packets, each of which a read returns
@test "documents: the first bytes tell the same if each comes with a read of its own, also the byte order mark" {
    local python tool others=''
    python threading
    "$python" -c 'import os; os.O_DIRECT' 2>err || skip "no packets in pipes here"
    for tool in irilint irishow; do [ ! -x "$tools/$tool" ] || others+=" $tool"; done
    # shellcheck disable=SC2086 # split into words
    expect 0 "$python" "$tests/documents/starts.py" $others
    [ "$(<out)" -gt 700 ]
}

# Each line of "chains" has four references, and ends with the reference of a link.
@test "documents: irigrep --base resolves xml:base as iriresolve does, step by step" {
    local i
    awk 'BEGIN {
        srand(5)
        n = split("a b c/ . .. ./ ../ / /d a/b a/.. //h //h/p ../.. d//e", path)
        split("|||?q|?q/..", query, "|")
        for (i = 0; i < 300; i++) {
            for (k = 0; k < 4; k++)
                printf "%s%s\t", rand() < .1 ? "" : path[1 + int(rand() * n)], query[1 + int(rand() * 5)]
            print "t"
        }
    }' >chains
    awk -F '\t' 'BEGIN { print "<r>" }
        { for (k = 1; k < 5; k++) printf "<a xml:base=\"%s\">", $k; print "<l href=\"" $5 "\"/></a></a></a></a>" }
        END { print "</r>" }' chains >chains.xml
    yes http://d/x/y/z | head -300 >base
    for i in 1 2 3 4 5; do
        cut -f $i chains | paste base - | iriresolve --pairs >next
        mv next base
    done
    irigrep --base=http://d/x/y/z --kind=attribute chains.xml | same base /dev/stdin
}

# bats test_tags=long
@test "documents: the texts of links in installed documents name no other site, except for those of names.tsv" {
    needs irilint
    [ -d /usr/share/doc ] || skip "no documents here"
    irilint --from=auto -r --no-config --only=text-names-other-host --format=json /usr/share/doc >found 2>err || true
    jq -r .message found | sort -u >messages
    grep -v '^#' "$tests/documents/names.tsv" | cut -f 1 | sort -u >known
    comm -23 messages known | same /dev/null /dev/stdin
    # The test finds what is there.
    mkdir top
    echo '[https://bank.com](https://evil.com/)' >top/a.md
    expect 1 irilint --from=auto -r --no-config --only=text-names-other-host top
}
