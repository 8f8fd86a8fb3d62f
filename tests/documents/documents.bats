#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The links of documents, and their places (cmd/document.c, cmd/markdown.c, cmd/html.c), through irigrep.
# shellcheck shell=bash
load ../helper

# The first arguments of documents.py, and its argument RATE
edit=()
rate=1000

# documents FORMAT LIMIT SUFFIX...: runs documents.py on the documents with these suffixes that are installed on this
# machine, the smallest first, up to LIMIT bytes in all; with IRI_EVERY=N, on one of each N.
documents() {
    local format=$1 limit=$2
    # qemu is slow.
    [ -z "${IRI_FOREIGN-}" ] || limit=$((limit / 10))
    shift 2
    while [ $# -gt 0 ]; do
        find /usr/share /usr/lib -type f -name "*.$1" -size -2000k -exec ls -l {} + 2>/dev/null
        shift
    done | sort -k 5,5n -k 9 | sed -n 's,^[^/]*\(/.*\),\1,p' | awk "NR % ${IRI_EVERY:-1} == 0" >names
    [ -s names ] || skip "no documents here"
    "$python" "$tests/documents/documents.py" "${edit[@]}" "$format" "$limit" "$rate" <names
}

# generated FORMAT SEED COUNT: runs documents.py on generated documents, which have constructs that are rare in others.
generated() {
    rm -rf generated
    mkdir generated
    "$python" "$tests/documents/documents.py" generate "$1" "$2" "$((IRI_FOREIGN ? $3 / 4 : $3))" generated
    find generated -type f | sort |
        "$python" "$tests/documents/documents.py" "${edit[@]}" "${1#careless-}" 100000000 "$rate"
}

@test "documents: cmark-gfm finds the places of installed Markdown documents" {
    needs irigrep
    command -v cmark-gfm >/dev/null || skip "no cmark-gfm here"
    python json
    documents markdown 20000000 md
}

@test "documents: cmark-gfm finds the places of generated Markdown documents" {
    needs irigrep
    command -v cmark-gfm >/dev/null || skip "no cmark-gfm here"
    python json
    generated markdown 3 400
}

@test "documents: html5lib finds the places of installed HTML documents" {
    needs irigrep
    python html5lib
    documents html 6000000 html htm
}

@test "documents: gumbo finds no link of installed HTML documents that irigrep does not find in its place" {
    needs irigrep
    needs build
    echo '#include <gumbo.h>' >probe.c
    cc -c probe.c 2>/dev/null || skip "no gumbo here (Debian: libgumbo-dev)"
    cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -o gumbo "$tests/documents/gumbo.c" -lgumbo
    # Documents in UTF-8, without NUL
    find /usr/share /usr/lib -type f \( -name '*.html' -o -name '*.htm' \) -size -2000k | while read -r name; do
        tr '\0' '\377' <"$name" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 && echo "$name"
    done | head -n 1000 >names
    [ -s names ] || skip "no documents here"
    xargs -d '\n' ./gumbo <names | sort -u >want
    xargs -d '\n' irigrep -Hb --charset=utf-8 --kind=attribute,base <names | sort -u >out
    comm -23 want out | tee missing | head -n 100
    echo "# $(wc -l <names) documents, $(wc -l <want) links" >&3
    [ -s want ] && [ ! -s missing ]
}

@test "documents: html5lib finds the places of generated HTML documents" {
    needs irigrep
    python html5lib
    generated html 1 300
}

@test "documents: places in a line that is longer than what irigrep reads at once" {
    needs irigrep
    awk 'BEGIN { for (i = 0; i < 20000; i++) printf "<a href=\"x\">\303\244</a>" }' >long.html
    irigrep --json --from=html long.html | sed 's/.*"line":1,"column":\([0-9]*\),"offset":\([0-9]*\),.*/\1 \2/' >out
    awk 'BEGIN { for (i = 0; i < 20000; i++) print 17 * i + 10, 18 * i + 9 }' >want
    same want out
}

# In running text, some links cannot end as the command wants: so irised refuses some documents.
@test "documents: irised appends to each link of installed Markdown documents, and changes nothing else" {
    needs irised
    command -v cmark-gfm >/dev/null || skip "no cmark-gfm here"
    python json
    edit=(edit) rate=100
    documents markdown 20000000 md
}

@test "documents: irised appends to each link of generated Markdown documents, and changes nothing else" {
    needs irised
    command -v cmark-gfm >/dev/null || skip "no cmark-gfm here"
    python json
    edit=(edit) rate=50
    generated markdown 5 400
}

@test "documents: irised appends to each link of installed HTML documents, and changes nothing else" {
    needs irised
    python html5lib
    edit=(edit) rate=50
    documents html 4000000 html htm
}

@test "documents: irised appends to each link of generated HTML documents, and changes nothing else" {
    needs irised
    python html5lib
    edit=(edit) rate=50
    generated html 7 300
}

@test "documents: irilint finds in installed documents what it finds in their links, and where it stands there" {
    needs irigrep
    python json
    edit=(lint)
    documents markdown 4000000 md
    documents html 4000000 html htm
    documents text 4000000 txt
}

@test "documents: irilint finds in generated documents what it finds in their links, and where it stands there" {
    needs irigrep
    python json
    local format
    edit=(lint)
    generated markdown 11 400
    generated html 12 300
    for format in markdown html text; do generated careless-$format 13 300; done
}

@test "documents: irilint --fix fixes installed documents as irised does with irilint as its command" {
    needs irised
    python json
    edit=(fix) rate=50
    documents markdown 20000000 md
    # In the fewer documents of tests/machines/cross, no HTML needs a fix. The generated ones do.
    native || return 0
    documents html 20000000 html htm
}

@test "documents: irilint --fix fixes generated documents as irised does with irilint as its command" {
    needs irised
    python json
    local format
    edit=(fix) rate=10
    for format in markdown html text; do generated careless-$format 14 60; done
}

@test "documents: irigrep -Hn and irilint --located find what irilint finds in a document" {
    needs irigrep
    python json
    local format
    edit=(located)
    for format in markdown html text; do generated careless-$format 15 100; done
}
