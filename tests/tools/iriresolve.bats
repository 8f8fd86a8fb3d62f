#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# iriresolve: files and laws. iriresolve-runs.tsv has options and messages, and vectors/iriresolve*.tsv the results.
load ../helper

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
