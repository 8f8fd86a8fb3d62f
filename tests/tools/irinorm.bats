#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
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

@test "irinorm: --check prints the lines that are not in normal form" {
    printf 'http://h/\nhttp://H/\n http://h/\nhttp://h/%%zz\nhttp://h/a\n' >in
    expect 1 irinorm --check in
    out_is 'http://H/\n http://h/\n'
    grep -q '^irinorm: in:4:10: ' err
    printf 'http://h/\n' >in
    expect 0 irinorm -c in
    out_is ''
    expect 1 irinorm -c --form=uri <<<'http://h/é'
    expect 0 irinorm -c <<<'http://h/é'
}

@test "irinorm: --with-original" {
    printf 'http://H\nhttp://h/\nhttp://h/%%zz\n' >in
    expect 1 irinorm -q --with-original in
    out_is 'http://h/\thttp://H\nhttp://h/\thttp://h/\n\n'
    # The original is the text of the line, before --html and --nfc.
    printf 'http://A/?a&amp;e\xcc\x81\n' >in
    expect 0 irinorm --html --nfc --with-original in
    out_is 'http://a/?a&\xc3\xa9\thttp://A/?a&amp;e\xcc\x81\n'
    printf 'http://H\nhttp://h/\nhttp://h/%%zz\n' >in
    expect 0 irinorm --with-original -f2 <<<$'x\thttp://H\ty'
    out_is 'x\thttp://h/\thttp://H\ty\n'
    expect 1 irinorm -q -c --with-original in
    out_is 'http://H\n'
}

@test "irinorm: invalid arguments of options" {
    expect 2 irinorm --level=protocol
    expect 2 irinorm --form=url
}

@test "irinorm: long lines of expensive input, within a time limit" {
    local what
    for what in '/..' '/./a' '%41' '%C3%A9' '%CC%81%CC%A3' '..//'; do
        yes "$what" | head -n 500000 | tr -d '\n' | sed 's,^,http://h/,' >in
        echo >>in
        expect 0 timeout 20 irinorm in
        mv out once
        timeout 20 irinorm --nfc once >/dev/null
        expect 0 timeout 20 irinorm --check once
    done
}
