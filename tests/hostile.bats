#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Input made to take all time or memory there is. A million of what costs quadratic time would take hours, so a generous
# limit on time tells it from linear time for sure, on any machine. Memory is some times the longest line.
load helper

# times N TEXT: so many, in a row
times() {
    yes "$2" | head -n "$1" | tr -d '\n'
}

# limited COMMAND...: within bounds for the input in the file in, of which no line may take more memory than this many
# times its length. A sanitizer reserves more than all memory.
factor=16
limited() (
    # An emulator takes memory and time for itself.
    [ -z "${IRI_PRELOAD-}" ] || exec "$@"
    bound=$((65536 + factor * $(wc -c <in) / 1024))
    ulimit -t 60
    if (ulimit -v 1000000 && iri2uri --version) >/dev/null 2>&1; then ulimit -v $bound; fi
    exec "$@"
)

# one STATUS COMMAND...: for one line there is one of output, and at most one message.
one() {
    expect "$1" limited "${@:2}" in
    [ "$(wc -l <out)" = 1 ]
    [ "$(wc -l <err)" -le 1 ]
}

# The line in the file in, with itself: for tools that want two.
pair() {
    { tr -d '\n' <in && printf '\t' && cat in; } >two
    mv in line
    mv two in
    expect "$1" limited "${@:2}" <in
    mv line in
}

# stays COMMAND...: its output is its input.
stays() {
    one 0 "$@"
    same in out
}

# becomes COMMAND...: its output is what the file want has.
becomes() {
    one 0 "$@"
    same want out
}

# valid LINT: a valid IRI, in the file in, for every tool; irilint has status LINT for it.
valid() {
    one 0 iri2uri
    one 0 iri2uri --repair
    one 0 uri2iri --bidi --host=unicode
    one 0 irinorm
    one 0 irinorm --nfc
    one 0 iriresolve -b http://b.example/c
    one 0 iriparse --host=unicode --json
    one 0 irilint --fix
    pair 0 iricmp
    cut -c 1-7 out | grep -qx 'string.'
    pair 0 iriresolve --pairs
    one 0 iriresolve --relative -b http://b.example/c
    expect "$1" limited irilint in
    err_is ''
}

# invalid COLUMN: by the grammar it is wrong there.
invalid() {
    local tool
    for tool in iri2uri uri2iri irinorm 'iriresolve -b http://b.example/c' iriparse 'irilint --fix'; do
        # shellcheck disable=SC2086 # words
        one 1 $tool
        grep -q "^${tool%% *}: in:1:$1: " err
    done
    pair 1 iricmp
    grep -q "^iricmp: stdin:1:$1: " err
    # All that is wrong with it is listed, but not without end.
    expect 1 limited irilint in
    [ "$(wc -l <out)" -ge 1 ]
    [ "$(wc -l <out)" -le 2500 ]
}

@test "hostile: a line of 50 MB" {
    { printf http://a.example/ && times 25000000 ab && echo; } >in
    stays iri2uri
    stays uri2iri --host=unicode
    stays irinorm --html
    stays iriresolve -b http://b.example/c
    stays irilint --fix
    expect 0 limited irilint in
    out_is ''
    stays iriresolve --relative -b mailto:b@b.example
    sed 's|^http://a.example|http\t\ta.example\t\t|; s/$/\t\t/' in >want
    becomes iriparse
    { printf http://a.example/ && times 12500000 ab && echo; } >in
    pair 0 iricmp
    { printf 'string\t' && tr '\n' '\t' <in && cat in; } >want
    same want out
}

@test "hostile: 50 MB beyond ASCII, without an end of line" {
    times 25000000 é >in
    { times 25000000 %C3%A9 && echo; } >want
    becomes iri2uri
    { cat in && echo; } >want
    becomes uri2iri
    becomes irinorm --nfc
    becomes irilint --fix
    # A path, but without a scheme there is nothing to find a way to.
    one 1 iriresolve --relative -b http://b.example/c
    { printf http://b.example/ && cat in && echo; } >want
    becomes iriresolve -b http://b.example/c
}

@test "hostile: a million combining marks" {
    { printf http://a/e && times 1000000 $'\xcc\x81' && echo; } >marks
    { printf http://a/e && times 1000000 %CC%81 && echo; } >triplets
    { printf http://a/é && times 999999 $'\xcc\x81' && echo; } >composed
    cp marks in
    valid 1
    cp triplets want
    becomes iri2uri
    cp composed want
    becomes irinorm --nfc
    becomes uri2iri --nfc
    cp triplets in
    # Decoded it would not be in NFC (RFC 3987, section 5.3.2.2), so it stays.
    stays uri2iri
    becomes irinorm --nfc
    cp marks want
    becomes irinorm
    # Out of order
    { printf http://a/q && times 500000 $'\xcc\x81\xcc\xa3' && echo; } >in
    { printf http://a/q && times 500000 $'\xcc\xa3' && times 500000 $'\xcc\x81' && echo; } >want
    becomes irinorm --nfc
    becomes irilint --fix
    # Encoded and not in turn, with joiners and variation selectors, which depend on their neighbours
    { printf http://a/☺ && times 200000 $'%EF%B8%8F%CC%81\xcc\x81' && echo; } >in
    valid 0
    { printf http://a/ب && times 200000 $'%E2%80%8D\xcc\x81ب' && echo; } >in
    # The letters of triplets are from left to right.
    valid 1
}

@test "hostile: hosts of a million labels" {
    { printf http:// && times 1000000 a. && echo; } >in
    stays iri2uri
    sed 's|$|/|' in >want
    becomes irinorm
    expect 1 limited irilint in
    grep -q '\[host-length\]$' out
    # No domain name, and so without A-labels; where that is no error, only the syntax counts.
    { printf http:// && times 1000000 ü. && echo; } >in
    one 1 iri2uri
    grep -q '^iri2uri: in:1:8: .*too long' err
    sed 's|$|/|' in >want
    becomes irinorm
    stays uri2iri --host=unicode
    expect 1 limited irilint in
    grep -q '\[host-length\]$' out
    { printf http:// && times 200000 xn--tda. && echo; } >in
    stays iri2uri
    one 0 uri2iri --host=unicode
    one 0 iriparse --host=unicode
    expect 1 limited irilint in
    grep -q '\[host-length\]$' out
}

@test "hostile: a million dot segments" {
    local segment
    for segment in /. /.. /a/.. /%2E%2e; do
        { printf http://a && times 1000000 "$segment" && echo /; } >in
        echo http://a/ >want
        becomes irinorm
        becomes irilint --fix
        # A reference with a scheme loses them, too; "%2E" is none before it is decoded.
        case $segment in *%*) ;; *) becomes iriresolve -b http://b.example/c ;; esac
        stays iri2uri
        expect 1 limited irilint in
        pair 0 iricmp
    done
    { times 1000000 ../ && echo; } >in
    echo http://b.example/ >want
    becomes iriresolve -b http://b.example/c/d
    { printf http://b.example/ && times 1000000 c/ && echo; } >in
    { times 1000000 ../ && echo x; } >want
    # The way back is as long.
    echo http://b.example/x >line
    expect 0 limited iriresolve --pairs --html < <(tr '\n' '\t' <in && cat want)
    same line out
}

@test "hostile: a million of what delimits" {
    local c column
    while read -r c column; do
        echo "with $c"
        { printf http://a && times 1000000 "$c" && echo; } >in
        invalid "$column"
        one 0 iriparse --lenient
    done <<'END'
% 9
@ 10
: 10
[ 9
# 10
\ 9
END
    { printf 'http://a' && times 1000000 '?' && echo; } >in
    valid 0
    { printf 'http://a/' && times 1000000 '/' && echo; } >in
    valid 0
    # Mended, they are delimiters no more.
    { printf 'http://a/' && times 1000000 '%u00e9%[' && echo; } >in
    { printf 'http://a/' && times 1000000 '%C3%A9%25%5B' && echo; } >want
    becomes iri2uri --repair
}

@test "hostile: a million character references" {
    { printf 'http://a/' && times 1000000 '&' && echo; } >in
    stays iri2uri --html
    { printf 'http://a/' && times 1000000 '&amp;' && echo; } >want
    mv in plain
    mv want in
    mv plain want
    becomes irinorm --html
    becomes iriresolve --html -b http://b.example/
    # U+10FFFF is a noncharacter (section 2.2).
    { times 1000000 '&#1114111;' && echo; } >in
    one 1 iri2uri --html
    grep -q '^iri2uri: in:1:1: U+10FFFF' err
    one 1 irinorm --html --nfc
    { printf '/&#' && times 3000000 1 && echo ';'; } >in
    one 1 uri2iri --html
    grep -q '^uri2iri: in:1:2: ' err
    { printf '/&' && times 3000000 a && echo ';'; } >in
    stays uri2iri --html
}

@test "hostile: NUL and 0xFF, and nothing else" {
    head -c 3000000 /dev/zero >in
    invalid 1
    expect 0 limited irinorm -z in
    same in out
    head -c 3000000 /dev/zero | tr '\0' '\377' >in
    invalid 1
    local charset
    for charset in utf-16le utf-32 iso-2022-jp utf-7; do
        known $charset || continue
        expect 1 limited irinorm --charset=$charset --invalid=keep in
        grep -q "^irinorm: in:1:1: " err
        expect 1 limited iri2uri --charset=$charset --html --reject=bad in
        [ -s bad ]
    done
}

@test "hostile: long lines in other charsets" {
    local charset factor=24 # in UTF-8 the line is longer
    { printf / && times 3000000 あ && echo; } >text
    { printf / && times 3000000 %E3%81%82 && echo; } >want
    for charset in utf-16le iso-2022-jp shift_jis; do
        iconv -f UTF-8 -t $charset text >in
        becomes iri2uri --charset=$charset
        expect 0 limited irinorm --charset=$charset in
        same text out
        expect 0 limited irilint --charset=$charset in
    done
    # Shifted to and fro, and wrong at the end
    { printf / && times 500000 $'\e$B$"\e(B' && printf '\377\n'; } >in
    one 1 irinorm --charset=iso-2022-jp
    grep -q '^irinorm: in:1:500002: byte 0xFF' err
    # The query in another charset, of which each run is converted by itself
    { printf 'http://a/?' && times 500000 あa && echo; } >in
    { printf 'http://a/?' && times 500000 %82%A0a && echo; } >want
    becomes iri2uri --query-charset=shift_jis
}

@test "hostile: a million fields, and references, in a line" {
    { times 1000000 $'a\t' && echo %; } >in
    one 1 irinorm -f 1000001
    grep -q '^irinorm: in:1:2000001: ' err
    stays irinorm -f 1000000
    { times 1000000 'a ' && echo; } >in
    expect 0 limited irinorm --split in
    [ "$(wc -l <out)" = 1000000 ]
    expect 0 limited irilint --split --enable=relative --fail-level=error in
    { times 500000 '% ' && echo; } >in
    expect 1 limited iri2uri --split --invalid=drop --reject=bad in
    [ "$(wc -l <bad)" = 500000 ]
    tail -n 1 err | grep -q '^iri2uri: in:1:999999: '
}

@test "hostile: addresses, mailboxes and directions without end" {
    { printf 'http://[' && times 1000000 1: && echo ']/'; } >in
    invalid "$((8 + 1 + 16))"
    { printf 'http://[v1.' && times 1000000 a: && echo ']/'; } >in
    valid 0
    { printf mailto: && times 1000000 A@B, && echo; } >in
    { printf mailto: && times 1000000 A@b, && echo; } >want
    becomes irinorm
    { printf http://a/ && times 500000 אa && echo; } >in
    valid 1
    { printf http://a/ && times 500000 %D7%90a && echo; } >in
    stays uri2iri --bidi
    valid 0
}
