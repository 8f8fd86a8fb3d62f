#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load helper

@test "iri2uri: the examples of the specifications" { run_vectors iri2uri iri2uri-spec.tsv; }
@test "iri2uri: the grammar, each rule from both sides" { run_vectors iri2uri iri2uri-grammar.tsv; }
@test "iri2uri: hosts, and what libidn2 lets through" { run_vectors iri2uri iri2uri-host.tsv; }
@test "iri2uri: --lenient and --repair" { run_vectors iri2uri iri2uri-repair.tsv; }
@test "iri2uri: charsets and character references" { run_vectors iri2uri iri2uri-charset.tsv; }

@test "iri2uri: messages name the place and what would mend it" { run_messages iri2uri iri2uri-messages.tsv; }

@test "iri2uri: iri.txt converts whole, to what its author's converter gave" {
    corpus iri
    corpus pct
    expect 0 iri2uri iri.txt
    [ "$(wc -l <out)" = "$(wc -l <iri.txt)" ]
    # pct.txt was made with plain Punycode: three hosts have characters (U+0E33, U+0587) that UTS #46 maps.
    diff out pct.txt | grep '^<' >differ || :
    [ "$(wc -l <differ)" = 3 ]
    [ "$(grep -c -e '://xn----7xfn1a9d9h.xn--o3cw4h/' -e '://xn--72c3b3a4cb3n.xn--o3cw4h/' \
        -e '://xn------0ceacbctle8ewflemf3ita8b6b.xn--y9a3aq/' differ)" = 3 ]
    mv out once
    expect 0 iri2uri --check once
    expect 0 iri2uri once
    same once out
}

@test "iri2uri: ascii.txt has 14 lines that are not valid, each with a backslash; the others stay" {
    corpus ascii
    expect 1 iri2uri ascii.txt
    [ "$(wc -l <err)" = 14 ]
    # The grammar by another way: grep for what no URI has tells where each message must point.
    LC_ALL=C awk '{ i = index($0, "\\") }
        i { printf "iri2uri: ascii.txt:%d:%d: '\''\\'\'' is not allowed\n", NR, i }' ascii.txt >want
    cut -d';' -f1 err | same want /dev/stdin
    sed 's/.*\\.*//' ascii.txt | same /dev/stdin out
}

@test "iri2uri: rel.txt, all of it references by the grammar of section 2.2" {
    corpus rel
    expect 0 iri2uri rel.txt
    [ "$(wc -l <out)" = "$(wc -l <rel.txt)" ]
    mv out uris
    expect 0 iri2uri --check uris
    # The lines with characters beyond ASCII were changed, and no others.
    paste -d'\n' rel.txt uris | awk 'NR % 2 { a = $0; next } a != $0 { print a }' >changed
    [ -s changed ]
    grep '[^ -~]' rel.txt | same /dev/stdin changed
}

@test "iri2uri: the identity on pct.txt" {
    corpus pct
    expect 0 iri2uri --check pct.txt
    expect 0 iri2uri --host=percent pct.txt
    same pct.txt out
}

@test "iri2uri: --lenient and --repair change no line that is valid" {
    corpus iri
    corpus ascii
    grep -v '\\' ascii.txt >>iri.txt
    iri2uri iri.txt >plain
    iri2uri --lenient iri.txt | same plain /dev/stdin
    iri2uri --repair iri.txt | same plain /dev/stdin
}

@test "iri2uri: --repair makes URIs of all of ascii.txt" {
    corpus ascii
    expect 0 iri2uri --repair ascii.txt
    mv out mended
    expect 0 iri2uri --check mended
    sed 's,\\,/,g' ascii.txt | same /dev/stdin mended
}

@test "iri2uri: options with bad arguments" {
    expect 2 iri2uri --host=ascii
    grep -q 'takes idna or percent' err
    expect 2 iri2uri --query-charset=utfnonsense
    expect 2 iri2uri --query-charset=
    expect 2 iri2uri --query-charset=nonesuch
    grep -q 'not a charset known here' err
}

@test "iri2uri: hosts come out right when thousands of others came between" {
    for _ in 1 2 3; do
        seq -f 'http://é%g.example/' 20000
    done >hosts
    expect 0 iri2uri hosts
    head -20000 out >first
    sed -n '20001,40000p' out | same first /dev/stdin
    tail -20000 out | same first /dev/stdin
    [ "$(sort -u first | wc -l)" = 20000 ]
}
