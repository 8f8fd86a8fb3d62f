#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load ../helper

@test "iriresolve: options, and messages about them" {
    expect 2 iriresolve </dev/null
    grep -q 'no base; use' err
    expect 2 iriresolve -b http://a/ --pairs </dev/null
    grep -q -e '--base and --pairs cannot be used together' err
    expect 2 iriresolve -b http://a/ --compat --relative </dev/null
    expect 2 iriresolve -b a/b </dev/null
    grep -q -e '--base: a relative reference' err
    printf 'http://h/\t%%\nh\tx\n' >in
    expect 1 iriresolve --pairs in
    grep -q 'in:1:11: ' err
    grep -q 'in:2:1: a relative reference' err
    printf 'a:\tb\tc\nd\n' >in
    expect 1 iriresolve --pairs in
    grep -q 'in:1:5: the line must have two references' err
    grep -q 'in:2:2: the line must have two references' err
    printf 'g\r\n  h\n' >in
    expect 0 iriresolve --base=http://a/ in
    out_is 'http://a/g\nhttp://a/h\n'
}

@test "iriresolve: --relative is the inverse, on the corpora and with bases from them" {
    local name base n
    for name in iri ascii; do
        corpus $name
        # IRIs with dot segments are left out: no reference resolves to them.
        grep -v -e '\\' -e '/\.\{1,2\}\(/\|$\|[?#]\)' $name.txt >targets
        n=$(wc -l <targets)
        [ "$n" -gt $(($(wc -l <$name.txt) * 6 / 7)) ]
        for base in $(sed -n "7p;$((n / 7))p;$((n / 2))p" targets); do
            expect 0 iriresolve --relative -b "$base" targets
            iriresolve -b "$base" out | same targets /dev/stdin
        done
    done
}

@test "iriresolve: every line of rel.txt is a reference by the grammar of section 2.2" {
    corpus rel
    expect 0 iriresolve -b 'http://a.example/b/c/d;p?q' rel.txt
    [ "$(wc -l <out)" = "$(wc -l <rel.txt)" ]
    [ "$(grep -vc '^http://' out)" = 0 ]
}
