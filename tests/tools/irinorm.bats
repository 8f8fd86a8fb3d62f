#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irinorm: files and laws. irinorm-runs.tsv has options and messages, and vectors/irinorm*.tsv the results.
load ../helper

@test "irinorm: iri.txt and pct.txt have the same normal forms" {
    corpus iri
    corpus pct
    irinorm iri.txt >a
    irinorm pct.txt >b
    # Three A-labels in pct.txt are different: no host maps to them; see iri2uri.bats.
    [ "$(diff a b | grep -c '^<')" = 3 ]
}

@test "irinorm: long lines of expensive input take linear time" {
    local what
    for what in '/..' '/./a' '%41' '%C3%A9' '%CC%81%CC%A3' '..//'; do
        put in http://h/ 500000 "$what" $'\n'
        expect 0 limited irinorm in
        both sh -c 'irinorm in >next && mv next in'
        expect 0 limited irinorm --nfc in
        expect 0 limited irinorm --check in
    done
}
