#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# uri2iri: files and laws. uri2iri-runs.tsv has options and messages, and vectors/uri2iri*.tsv the results.
load ../helper

@test "uri2iri: --decode=all --host=unicode turns pct.txt into iri.txt, except for six lines" {
    corpus pct
    corpus iri
    uri2iri --decode=all --host=unicode pct.txt >all
    # Three lines of iri.txt have raw and encoded characters side by side, which are all decoded here. Three lines have
    # invalid A-labels: they contain U+0E33 and U+0587, which UTS #46 maps.
    diff all iri.txt | grep '^[<>]' >differ || true
    has 12 '' differ
    [ "$(grep '^>' differ | grep -c '%C3%')" = 3 ]
    [ "$(grep -c -e '^< http://xn----7xfn1a4e\.' -e '^< http://xn--72c3b3a5cd\.' \
        -e '^< http://xn------0ceacbctp2e9ekelf7hsa6bzj\.' differ)" = 3 ]
}

@test "uri2iri: --explain changes no result, and each reason is a rule of the page" {
    corpus pct
    uri2iri pct.txt >iris
    uri2iri --explain pct.txt 2>&1 >again | sed 's/.*stays encoded: //' | sort | uniq -c | sort -rn >reasons
    same iris again
    [ -s reasons ]
    [ "$(grep -vc 'rule [1-6]\|reserved\|not allowed in a URI' reasons)" = 0 ]
}

@test "uri2iri: long lines of expensive input take linear time" {
    # Marks, joiners, jamo, and sequences that stay encoded
    local what
    for what in '%CC%81%CC%A3' '%E2%80%8D' '%E2%80%8Da' '%E1%84%80%E1%85%A1' '%E2%9D%A4%EF%B8%8F' '%FF' '%D7%90a/'; do
        put in /a 500000 "$what" $'\n'
        expect 0 limited uri2iri in
        expect 0 limited uri2iri --bidi in
        iri2uri out | cmp - in
    done
}

@test "uri2iri: --text reads what jq's @uri and Python's quote_plus write, and iri2uri --text writes the same" {
    local python
    corpus iri
    jq -Rr @uri iri.txt | uri2iri --text | same iri.txt /dev/stdin
    python urllib.parse
    "$python" -c 'import sys, urllib.parse
for line in open("iri.txt", encoding="utf-8", newline="\n"): print(urllib.parse.quote_plus(line[:-1]))' >theirs
    uri2iri --text --plus theirs | same iri.txt /dev/stdin
    iri2uri --text=unreserved --plus iri.txt | same theirs /dev/stdin
}

@test "uri2iri: old input is still in the buffer after the end of new input, and is not read" {
    { printf 'xx ' && sleep 0.2 && yes %2F | head -10000 | tr -d '\n' && echo && sleep 0.2 && printf 'http://h/' &&
        yes %2F | head -200 | tr -d '\n' && sleep 0.2 && echo; } | uri2iri --invalid=drop >out 2>err || [ $? = 1 ]
    { printf 'http://h/' && yes %2F | head -200 | tr -d '\n' && echo; } | same /dev/stdin out
}
