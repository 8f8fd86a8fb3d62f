#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load ../helper

@test "uri2iri: with any options, iri2uri gives pct.txt back to the byte" {
    corpus pct
    local options
    for options in '' '--decode=all' '--host=unicode' '--bidi' '--decode=all --bidi --host=unicode'; do
        # shellcheck disable=SC2086 # split into words
        expect 0 uri2iri $options pct.txt
        iri2uri out | same pct.txt /dev/stdin
        mv out iris
        # shellcheck disable=SC2086
        expect 0 uri2iri --check $options iris
    done
}

@test "uri2iri: --decode=all --host=unicode turns pct.txt into iri.txt, except for six lines" {
    corpus pct
    corpus iri
    uri2iri --decode=all --host=unicode pct.txt >all
    # Three lines of iri.txt have raw and encoded characters side by side, which are all decoded here. Three lines have
    # invalid A-labels: they contain U+0E33 and U+0587, which UTS #46 maps.
    diff all iri.txt | grep '^[<>]' >differ || true
    [ "$(wc -l <differ)" = 12 ]
    [ "$(grep '^>' differ | grep -c '%C3%')" = 3 ]
    [ "$(grep -c -e '^< http://xn----7xfn1a4e\.' -e '^< http://xn--72c3b3a5cd\.' \
        -e '^< http://xn------0ceacbctp2e9ekelf7hsa6bzj\.' differ)" = 3 ]
}

@test "uri2iri: by default, pct.txt gives no characters that could mislead" {
    corpus pct
    uri2iri pct.txt >iris
    # Bidi controls, spaces and other invisible characters, searched as bytes
    [ "$(grep -c -e $'\xc2\xa0' -e $'\xc2\xad' -e $'\xe2\x80\x8b' -e $'\xe2\x80\x8e' -e $'\xe2\x80\xae' \
        -e $'\xe2\x81\x84' -e $'\xe3\x80\x80' iris)" = 0 ]
    # With --decode=all the search finds them, so the search works.
    [ "$(uri2iri --decode=all pct.txt | grep -c -e $'\xc2\xa0' -e $'\xe2\x80\x8b')" -gt 10 ]
    uri2iri --explain pct.txt 2>&1 >again | sed 's/.*stays encoded: //' | sort | uniq -c | sort -rn >reasons
    same iris again
    [ -s reasons ]
    [ "$(grep -vc 'rule [1-6]\|reserved\|not allowed in a URI' reasons)" = 0 ]
}

@test "uri2iri: --explain prints place, character and reason" {
    echo 'http://x/%2F%c3%a9%E9%e2%80%ae?%EE%80%80#%EE%80%80' >in
    expect 0 uri2iri --explain in
    out_is 'http://x/%2F\xc3\xa9%E9%E2%80%AE?\xee\x80\x80#%EE%80%80\n'
    err_is 'uri2iri: in:1:10: U+002F stays encoded: reserved, so it would mean something else if decoded
uri2iri: in:1:19: octet 0xE9 stays encoded: not UTF-8
uri2iri: in:1:22: U+202E stays encoded: a bidi control (rule 2)
uri2iri: in:1:42: U+E000 stays encoded: not allowed in an IRI here (rule 1)\n'
    # In order: each character of a sequence, and a joiner whose neighbour stays encoded
    echo '/a%E2%80%8D%65%CC%81' >in
    expect 0 uri2iri --explain in
    [ "$(sed 's/^[^:]*:[^:]*:1:\([0-9]*\): \(U+[0-9A-F]*\).*/\1 \2/' err | tr '\n' ' ')" = \
        '3 U+200D 12 U+0065 15 U+0301 ' ]
    # Columns are those of the line before -f, --html and --nfc.
    printf 'x y\t &eacute;e\xcc\x81/%%2F%%2f\n' >in
    expect 0 uri2iri --explain -f2 --html --nfc in
    [ "$(cut -d: -f4 err | tr '\n' ' ')" = '17 20 ' ]
    expect 0 uri2iri --explain --bidi <<<'/a%D7%90'
    grep -q 'stdin:1:3: U+05D0 stays encoded: in a component that mixes' err
    [ "$(wc -l <err)" = 1 ]
    # A raw character that --bidi encodes is reported, too.
    expect 0 uri2iri --explain --bidi <<<'/aא%D7%91/ב'
    out_is '/a%D7%90%D7%91/ב\n'
    err_is 'uri2iri: stdin:1:3: U+05D0 is percent-encoded: in a component that mixes directions (--bidi)
uri2iri: stdin:1:4: U+05D1 stays encoded: in a component that mixes directions (--bidi)\n'
    expect 0 uri2iri --explain <<<'/i%CC%87'
    reason='in a sequence with a mark that is invisible or makes its letter look like another (rule 5)'
    err_is "uri2iri: stdin:1:3: U+0307 stays encoded: $reason\n"
    # Labels that stay A-labels: each with its column, or with that of the host if there is percent-encoding.
    printf 'http://%s/\n' a.xn--80ak6aa92e.com xn--a.xn--ggl-tdd6ba.ru A.xn--9ca XN--9ca.com xn--%39ca.2r%C3%A9 >in
    expect 0 uri2iri --explain --host=unicode in
    sed 's/%39/9/' in | same out /dev/stdin
    local stays='this label stays as it is'
    err_is "uri2iri: in:1:10: $stays: a script that is not usual under this domain, and easily misread \
(rule 8 for hosts): U+0430 is Cyrillic
uri2iri: in:2:8: $stays: not a valid A-label (rule 1 for hosts)
uri2iri: in:2:14: $stays: scripts that are not written together (rule 3 for hosts): U+043E is Cyrillic, 'g' is Latin
uri2iri: in:3:10: $stays: the whole name would map to another one
uri2iri: in:4:8: $stays: it has upper-case letters, which would be lost
uri2iri: in:5:8: $stays: the whole name would map to another one
uri2iri: in:5:20: U+00E9 stays encoded: in a domain name, where it would map to an A-label\n"
    expect 0 uri2iri --explain --host=unicode --bidi <<<http://xn--1-zhc.il
    err_is 'uri2iri: stdin:1:8: this label stays as it is: it mixes directions (--bidi)\n'
    expect 0 uri2iri --explain --host=unicode --decode=all <<<http://xn--80ak6aa92e.com
    err_is ''
    expect 0 uri2iri --explain <<<'http://%C3%A9.com/%C3%A9'
    grep -q 'stdin:1:8: U+00E9 stays encoded: in a domain name' err
    [ "$(wc -l <err)" = 1 ]
}

@test "uri2iri: --explain with --located names the places of the lines" {
    printf 'a.md:9:5:/é%%2F\nb.md:3:/a%%2F\n' >in
    expect 0 uri2iri --explain --located in
    same in out
    err_is 'uri2iri: a.md:9:7: U+002F stays encoded: reserved, so it would mean something else if decoded
uri2iri: b.md:3:3: U+002F stays encoded: reserved, so it would mean something else if decoded\n'
}

@test "uri2iri: long lines of expensive input, within a time limit" {
    # A million marks, joiners, jamo, and sequences that stay encoded: linear time is seconds, quadratic time would be
    # hours.
    local what
    for what in '%CC%81%CC%A3' '%E2%80%8D' '%E2%80%8Da' '%E1%84%80%E1%85%A1' '%E2%9D%A4%EF%B8%8F' '%FF' '%D7%90a/'; do
        yes "$what" | head -n 500000 | tr -d '\n' | sed 's,^,/a,' >in
        echo >>in
        expect 0 timeout 20 uri2iri in
        timeout 20 uri2iri --bidi in | iri2uri | cmp - in
    done
}

@test "uri2iri: invalid arguments of options" {
    expect 2 uri2iri --decode=some
    grep -q 'takes safe or all' err
    expect 2 uri2iri --host=percent
    grep -q 'takes keep or unicode' err
}
