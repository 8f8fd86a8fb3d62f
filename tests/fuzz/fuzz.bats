# SPDX-License-Identifier: ISC
# The fuzzers as ordinary programs, run on the inputs of their corpora. If a law does not hold, a fuzzer prints the law
# and aborts.
# shellcheck shell=bash
load ../helper
export needs=build

# tries TARGET: runs the fuzzer on every input of its corpus.
tries() {
    local n
    bash "$tests/fuzz/unpack" "$tests/fuzz/corpus/$1" inputs
    n=$(grep -vc '^# ' "$tests/fuzz/corpus/$1")
    [ "$n" -gt 50 ]
    # A tool that ends early does not free its memory. This is a leak only here, where the process continues.
    [ "$1" != filter ] || export ASAN_OPTIONS=detect_leaks=0
    expect 0 "$build/tests/fuzz/$1" inputs/*
    out_is "$n inputs\n"
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
@test "fuzz: html: a document in steps and whole gives the same pieces" { tries html; }
@test "fuzz: markdown: links in order, in place, and replaced one by one" { needs irigrep && tries markdown; }
@test "fuzz: edit: other links in their places, and the same bytes between them" { needs irised && tries edit; }
@test "fuzz: filter: with any options, each line gives one line, and messages are printable" { tries filter; }
