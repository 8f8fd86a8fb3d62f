#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irinorm: files and laws. irinorm-runs.tsv has options and messages, and vectors/irinorm*.tsv the results.
load ../helper

@test "irinorm: idempotent on the corpora, and the URI form and the IRI form have the same normal form" {
    local name level
    for name in iri ascii rel pct; do
        corpus $name
        for level in syntax scheme; do
            irinorm -q --invalid=drop --level=$level $name.txt >iris || true
            irinorm -q --invalid=drop --level=$level --form=uri $name.txt >uris || true
            [ -s iris ]
            expect 0 irinorm --check --level=$level iris
            expect 0 irinorm --check --level=$level --form=uri uris
            irinorm --level=$level --form=uri iris | same uris /dev/stdin
            irinorm --level=$level uris | same iris /dev/stdin
            expect 0 iri2uri --check uris
        done
    done
}

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
        both cp out in
        expect 0 limited irinorm --nfc in
        expect 0 limited irinorm --check in
    done
}
