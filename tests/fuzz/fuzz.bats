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
    # Bare links with a backslash and a character reference, and three in which emphasis begins or ends; and four
    # toctrees of MyST, in which "?" makes a pattern of a name
    documents edit "1$suffix" irigrep-markdown.tsv 9
    documents edit "2$suffix" irigrep-html.tsv 0
    # In a container: escaped, in a CDATA section, half and half, and in srcdoc
    documents edit $'\x82'"$suffix" irigrep-html.tsv 5
    documents edit $'\x92'"$suffix" irigrep-html.tsv 5
    documents edit $'\xA2'"$suffix" irigrep-html.tsv 46
    documents edit $'\xB2'"$suffix" irigrep-html.tsv 5
    # A link that is partly in a CDATA section, and text that the suffix ends
    documents edit "3$suffix" irigrep-html.tsv 20
}

@test "fuzz: filter: with any options, each line gives one line, and messages are printable" { tries filter; }

# each_option CHOICE FILE...: runs the fuzzer "filter" on the files with this choice of the tool and its number of
# options, the last of which is each in turn.
each_option() {
    export ASAN_OPTIONS=detect_leaks=0
    expect 0 "$programs/fuzz/filter" -n 64 -b "$1" "${@:2}"
}

# lists: makes files of lines for filters: real links; generated ones, of which many are nearly well-formed, the same in
# columns and with character references, and each length around the size of a block; and any bytes.
lists() {
    local name
    for name in iri ascii pct rel; do
        corpus $name
        head -n 200 $name.txt
    done >real
    awk 'BEGIN {
        srand(5)
        n = split("http:// https:// file:// file:/// http:/ HTTP:// httpx:// // / a: ./ ../ " \
            "www.example.org localhost xn--tda.com A.B h / /a /b.c /. /.. /./ ? # % %41 %2f %C3%A9 " \
            "%e8%aa%9e %CC%81 %E2%80%8D %D7%90 : @ :80 [::1] é 語 – e\xcc\x81 \xe2\x80\xae \xee\x80\x80 " \
            "\xf0\x9f\x98\x80 \xd8\x9c \xff \xc3 \xe8\xaa \t \" \\ a~b_c-d !$&;= \xef\xbb\xbf", p, " ")
        p[++n] = " "
        for (i = 0; i < 900; i++) {
            line = p[1 + int(rand() * (rand() < 0.7 ? 3 : n))]
            for (k = int(rand() * 12); k >= 0; k--)
                line = line p[rand() < 0.4 ? 20 + int(rand() * 3) : 1 + int(rand() * n)]
            print line
        }
        for (n = 0; n < 200; n++) { line = "http://h/"
            for (i = 0; i < n; i++) line = line (i % 3 ? "a" : "é"); print line; print line "%C3%A9" }
        printf "http://a/é" }' >made
    head -n 500 made | cat real - | awk '
        NR % 9 == 0 { print "http://h/é\tx"; print "x"; print "" }
        NR % 7 == 0 { $0 = "a\t" $0 "\tb" }
        NR % 900 < 450 { $0 = "http://h/" NR "\t" $0 }
        { print }' >columns
    awk '{ gsub(/&/, "\\&amp;") } NR % 50 == 0 { gsub(/e/, "\\&#101;") } { print }' real >references
    random_bytes 20000 | tr -d '\0\r' >bytes
}

@test "fuzz: filter: long lists, with each option of each tool" {
    local tool
    lists
    # There are 17 tools, or fewer; those of documents and blocks do not go by lines. The second byte is one option.
    for tool in {34..41} {46..50}; do
        each_option "$(printf "\\x$(printf %x "$tool")\x08")" real made columns references bytes
        has 1 '^320 inputs' out
    done
}

# cut_here PIECE N: prints a link with N pieces in its path, and a line after it.
cut_here() {
    printf http://h/
    times "$2" "$1"
    printf '\nhttp://hh/a\n'
}

# Lines with few pieces need no file each: the end of the input cuts no other one.
@test "fuzz: filter: characters and encoded octets that the end of a piece of input cuts, and long lines" {
    local piece n
    for piece in %2F %41 %C3%A9 é 語 . / A; do
        for n in 21838 21845 21850 43690; do untraced cut_here $piece $n >"in.${piece/\//slash}.$n"; done
        cut_here $piece 1 >>in.few
        cut_here $piece 7 >>in.few
    done
    { cut_here é.a/ 23000 && cat in.few; } >in.long
    # iri2uri, uri2iri and irinorm without options, and iriresolve with each
    for n in '"\a' '#\a' '$\a'; do expect 0 "$programs/fuzz/filter" -b "${n%?a}"$'\a' in.*; done
    each_option $'&\b' in.few in.long in.語.*
}

# lines TARGET TEXT: runs the fuzzer on each line of the corpora of links, behind the text.
lines() {
    expect 0 "$programs/fuzz/$1" -l -b "$2" {iri,ascii,pct,rel}.txt
    has 1 "^$(cat {iri,ascii,pct,rel}.txt | wc -l) inputs, " out
}

@test "fuzz: map, norm, parse, resolve: the laws hold for real links" {
    local name choice base
    for name in iri ascii pct rel; do corpus $name; done
    # Each direction and set of options
    for choice in {0..9} :; do lines map $choice; done
    lines norm ' '
    lines parse ' '
    { echo 'http://a.example/b/c/d;p?q' && sed -n '7p; 6000p' iri.txt && sed -n 800p ascii.txt; } >bases
    while IFS= read -r -u 3 base; do lines resolve " $base"$'\n'; done 3<bases
}
