# SPDX-License-Identifier: ISC
# The fuzzers as plain programs, on the inputs of their corpora. They say which law does not hold, and abort.
# shellcheck shell=bash
load helper

# tries TARGET
tries() {
    local n
    bash "$tests/fuzz/unpack" "$tests/fuzz/corpus/$1" inputs
    n=$(grep -vc '^# ' "$tests/fuzz/corpus/$1")
    [ "$n" -gt 50 ]
    # A tool that ends early frees nothing first, which is a leak only here, where the process goes on.
    [ "$1" != filter ] || export ASAN_OPTIONS=detect_leaks=0
    expect 0 "$build/tests/fuzz/$1" inputs/*
    out_is "$n inputs\n"
}

@test "fuzz: parse: the parts are the whole" { tries parse; }
@test "fuzz: map: there and back" { tries map; }
@test "fuzz: norm: idempotent, components survive, and comparison agrees" { tries norm; }
@test "fuzz: resolve: by components, and back" { tries resolve; }
@test "fuzz: lint: findings lie within the line, and mending is done once" { tries lint; }
@test "fuzz: lines: at once as one by one" { tries lines; }
@test "fuzz: charset: in pieces as at once" { tries charset; }
@test "fuzz: filter: any options; lines stay lines, and nothing raw in messages" { tries filter; }
