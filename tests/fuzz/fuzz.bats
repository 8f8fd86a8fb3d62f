# SPDX-License-Identifier: ISC
# The fuzzers as ordinary programs, run on the inputs of their corpora, and on the documents of irigrep's vectors. If a
# law does not hold, a fuzzer prints the law and the input, and aborts.
# shellcheck shell=bash
load ../helper
export needs=build

# tries TARGET: runs the fuzzer on every input of its corpus.
tries() {
    # A tool that ends early does not free its memory. This is a leak only here, where the process continues.
    [ "$1" != filter ] || export ASAN_OPTIONS=detect_leaks=0
    inputs "$1" '' "$tests/fuzz/corpus/$1"
}

# inputs TARGET TEXT FILE: runs the fuzzer on each line of the file, behind the text.
inputs() {
    local n
    rm -rf inputs
    bash "$tests/fuzz/unpack" "$3" inputs
    n=$(grep -vc '^# ' "$3")
    [ "$n" -gt 50 ]
    expect 0 "$programs/fuzz/$1" -b "$2" inputs/*
    grep -q "^$n inputs, " out
}

# documents TARGET TEXT TABLE REFUSED: runs the fuzzer on each document of a table of vectors, behind the text, which
# chooses what the fuzzer does. At most so many documents may be refused.
documents() {
    # A document that begins with "#" would be a comment.
    grep -v '^#' "$tests/vectors/$3" | cut -f3 | sed 's/^#/\\x23/' >documents
    inputs "$1" "$2" documents
    [ "$(sed 's/.*, //; s/ refused//' out)" -le "$4" ]
}

@test "fuzz: parse: the components together are the whole reference" { tries parse; }
@test "fuzz: map: to a URI and back" { tries map; }
@test "fuzz: norm: idempotent, components survive, and comparison agrees" { tries norm; }
@test "fuzz: resolve: the same result as by components, and the inverse" { tries resolve; }
@test "fuzz: lint: findings lie within the line, and --fix is idempotent" { tries lint; }
@test "fuzz: lines: many at once and one by one give the same" { tries lines; }
@test "fuzz: link: found alone and at every place, and encoded so that they are found" { tries link; }
@test "fuzz: name: each name has a reference, which gives the name back" { tries name; }
@test "fuzz: charset: input in pieces and whole gives the same" { tries charset; }
@test "fuzz: asciidoc: links in order, in place, replaced one by one; written links mean the same" { tries asciidoc; }
@test "fuzz: css: a style sheet in steps and whole gives the same links, and written links mean the same" { tries css; }
@test "fuzz: json: a document in steps, whole and read simply gives the same strings" { tries json; }
@test "fuzz: jupyter: a cell has the links of its source" { tries jupyter; }
@test "fuzz: rdf: a document in steps and whole gives the same IRIs, and written IRIs mean the same" { tries rdf; }
@test "fuzz: rst: links in order, in place, replaced one by one; written links mean the same" { tries rst; }
@test "fuzz: html: a document in steps and whole gives the same pieces" {
    tries html
    # In steps of 32 bytes and, as the corpus has, of single ones
    documents html ' ' irigrep-html.tsv 0
    documents html $'\x01' irigrep-html.tsv 0
}

@test "fuzz: markdown: links in order, in place, and replaced one by one" {
    needs irigrep
    tries markdown
    documents markdown ' ' irigrep-markdown.tsv 0
}

@test "fuzz: edit: other links in their places, the same bytes between them, and back" {
    needs irised
    tries edit
    # The first byte chooses the format, and for "8" --cjk. A suffix is appended to each link but the seventh. In text,
    # some links cannot end like this: a host has no "@@", and behind a query "|" and ",http" are part of the link.
    local suffix=$'@@?x=(1)&y=2\n'
    documents edit "0$suffix" irigrep-links.tsv 25
    documents edit "0$suffix" irigrep-cjk.tsv 10
    documents edit "8$suffix" irigrep-cjk.tsv 5
    # Bare links with a backslash and a character reference, and three in which emphasis begins or ends
    documents edit "1$suffix" irigrep-markdown.tsv 5
    documents edit "2$suffix" irigrep-html.tsv 0
    # In a container: escaped, in a CDATA section, half and half, and in srcdoc
    documents edit $'\x82'"$suffix" irigrep-html.tsv 5
    documents edit $'\x92'"$suffix" irigrep-html.tsv 5
    documents edit $'\xA2'"$suffix" irigrep-html.tsv 45
    documents edit $'\xB2'"$suffix" irigrep-html.tsv 5
    # A link that is partly in a CDATA section, and text that the suffix ends
    documents edit "3$suffix" irigrep-html.tsv 20
}

@test "fuzz: filter: with any options, each line gives one line, and messages are printable" { tries filter; }

# lines TARGET TEXT: runs the fuzzer on each line of the corpora of links, behind the text.
lines() {
    expect 0 "$programs/fuzz/$1" -l -b "$2" {iri,ascii,pct,rel}.txt
    has 1 '^3[0-9]\{4\} inputs, ' out
}

@test "fuzz: map, norm, parse, resolve: the laws hold for real links" {
    local name choice base
    for name in iri ascii pct rel; do corpus $name; done
    # Each direction and set of options
    for choice in {0..9} :; do lines map $choice; done
    lines norm ''
    lines parse ''
    { echo 'http://a.example/b/c/d;p?q' && sed -n '7p; 6000p' iri.txt && sed -n 800p ascii.txt; } >bases
    while IFS= read -r -u 3 base; do lines resolve "$base"$'\n'; done 3<bases
}
