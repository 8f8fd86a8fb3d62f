#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Input that is made to exhaust time or memory. With a million repetitions, quadratic time would be hours, so a generous
# limit on time shows the difference from linear time on any machine. The limit on memory is a multiple of the size of
# the input.
load ../helper

# one STATUS COMMAND...: runs the command on the file "in", which has one line. Checks that there is one line of output
# and at most one message.
one() {
    expect "$1" limited "${@:2}" in
    [ "$(wc -l <out)" = 1 ]
    [ "$(wc -l <err)" -le 1 ]
}

# pair STATUS COMMAND...: runs a command that reads pairs: the line of the file "in" twice, separated by a tab.
pair() {
    { tr -d '\n' <in && printf '\t' && cat in; } >two
    mv in line
    mv two in
    expect "$1" limited "${@:2}" <in
    mv line in
}

# stays COMMAND...: checks that the output is the input.
stays() {
    one 0 "$@"
    same in out
}

# becomes COMMAND...: checks that the output is the file "want".
becomes() {
    one 0 "$@"
    same want out
}

# valid LINT: checks that the IRI in the file "in" is valid for every tool. irilint exits with status LINT.
valid() {
    one 0 iri2uri
    one 0 iri2uri --repair
    one 0 uri2iri --bidi --host=unicode
    one 0 irinorm
    one 0 irinorm --nfc
    one 0 iriresolve -b http://b.example/c
    one 0 iriparse --host=unicode --json
    one 0 iriedit --query-sort --append=path=x --query-dedupe
    one 0 irilint --fix
    pair 0 iricmp
    cut -c 1-7 out | grep -qx 'string.'
    pair 0 iriresolve --pairs
    one 0 iriresolve --relative -b http://b.example/c
    expect "$1" limited irilint in
    err_is ''
}

# invalid COLUMN: checks that every tool rejects the line in the file "in", with an error at this column.
invalid() {
    local tool
    for tool in iri2uri uri2iri irinorm 'iriresolve -b http://b.example/c' iriparse 'iriedit --query-sort' \
        'irilint --fix'; do
        # shellcheck disable=SC2086 # split into words
        one 1 $tool
        grep -q "^${tool%% *}: in:1:$1: " err
    done
    pair 1 iricmp
    grep -q "^iricmp: stdin:1:$1: " err
    # irilint lists all faults, up to a limit.
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
    stays iriedit --set=scheme=http
    sed 's|^http://a.example|http\t\ta.example\t\t|; s/$/\t\t/' in >want
    becomes iriparse
    cp in plain
    mv want in
    mv plain want
    becomes iriedit --join
    { printf http://a.example/ && times 12500000 ab && echo; } >in
    pair 0 iricmp
    { printf 'string\t' && tr '\n' '\t' <in && cat in; } >want
    same want out
}

@test "hostile: 50 MB of non-ASCII text without a newline" {
    times 25000000 é >in
    { times 25000000 %C3%A9 && echo; } >want
    becomes iri2uri
    { cat in && echo; } >want
    becomes uri2iri
    becomes irinorm --nfc
    becomes irilint --fix
    # --relative needs an IRI with a scheme. This is only a path.
    one 1 iriresolve --relative -b http://b.example/c
    { printf http://b.example/ && cat in && echo; } >want
    becomes iriresolve -b http://b.example/c
}

@test "hostile: columns of iriparse: a million pairs, labels, dots" {
    { printf '?' && times 1000000 'a=b&%61b=c%25+&' && echo 'k=v'; } >in
    echo v >want
    becomes iriparse --get=query:k
    echo 'c% ' >want
    becomes iriparse --get=query:ab
    one 0 iriparse --json --get=query:x,query:k,query:a
    { printf '?k=' && times 10000000 '%C3%A9' && echo; } >in
    { times 10000000 é && echo; } >want
    becomes iriparse --get=query:k
    { printf '?k=' && times 1000000 '%09' && echo; } >in
    one 1 iriparse --get=query:k,path
    grep -q '^iriparse: in:1:2: the decoded value contains a tab' err
    { printf / && times 1000000 . && echo; } >in
    echo >want
    becomes iriparse --get=extension
    { printf / && times 1000000 a%2E && echo b; } >in
    echo b >want
    becomes iriparse --get=extension
    ! iriparse --get=domain </dev/null 2>&1 | grep 'without libpsl' || return 0
    { printf // && times 1000000 a. && echo example.com; } >in
    echo example.com >want
    becomes iriparse --get=domain
    { printf // && times 1000000 a && echo .com; } >in
    { times 1000000 a && echo .com; } >want
    becomes iriparse --get=domain
    for piece in . é. xn-- %41. 。 1. _.; do
        { printf // && times 1000000 "$piece" && echo com; } >in
        one 0 iriparse --get=domain,suffix --host=unicode --psl=private
    done
}

@test "hostile: queries of a million pairs, and keys that almost match" {
    { printf 'http://a/?' && times 1000000 'k=v&' && echo z; } >in
    printf 'http://a/?k=v&z\n' >want
    becomes iriedit --query-dedupe
    becomes iriedit --query-set=k=v
    printf 'http://a/?z\n' >want
    becomes iriedit --query-delete='k*'
    becomes iriedit --query-keep='z'
    stays iriedit --query-sort
    { printf 'http://a/?' && times 1000000 'b=v&' && echo z; } >want
    becomes iriedit --query-rename=k=b
    # For each start of a match, a slow function would try all ends.
    { printf 'http://a/?' && times 1000000 a && echo; } >in
    stays iriedit --query-delete='*a*a*a*a*a*a*a*a*b'
    { printf 'http://a/?' && times 1000000 '%61' && echo; } >in
    stays iriedit --query-delete='*[!b]*[a]*\a*?*b'
    # None of these sets has an end, which must not be searched for each.
    { printf 'http://a/?' && times 10000 %5B && echo; } >in
    stays iriedit --query-delete="*$(times 2000 [)x"
    stays iriedit --query-delete="*$(times 1000 '[\]')x"
}

@test "hostile: percent-encoded text in other charsets" {
    { printf 'http://a/' && times 1000000 %E9 && echo; } >in
    { printf 'http://a/' && times 1000000 %C3%A9 && echo; } >want
    becomes iriedit --recode=iso-8859-1
    { printf 'http://a/' && times 500000 '%83A%83%5C' && echo; } >in
    { printf 'http://a/' && times 500000 '%E3%82%A2%E3%82%BD' && echo; } >want
    becomes iriedit --recode=shift_jis
    { printf 'http://a/' && times 1000000 '%83A' && echo %83; } >in
    one 1 iriedit --recode=shift_jis
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
    # These triplets stay encoded: decoded, they would not be in NFC (RFC 3987, section 5.3.2.2).
    stays uri2iri
    becomes irinorm --nfc
    cp marks want
    becomes irinorm
    # Marks that are not in canonical order
    { printf http://a/q && times 500000 $'\xcc\x81\xcc\xa3' && echo; } >in
    { printf http://a/q && times 500000 $'\xcc\xa3' && times 500000 $'\xcc\x81' && echo; } >want
    becomes irinorm --nfc
    becomes irilint --fix
    # Encoded and raw marks in turn, with variation selectors or joiners, which depend on their neighbours
    { printf http://a/☺ && times 200000 $'%EF%B8%8F%CC%81\xcc\x81' && echo; } >in
    valid 0
    { printf http://a/ب && times 200000 $'%E2%80%8D\xcc\x81ب' && echo; } >in
    # irilint finds mixed directions: the characters of a triplet itself run from left to right.
    valid 1
}

@test "hostile: hosts of a million labels" {
    { printf http:// && times 1000000 a. && echo; } >in
    stays iri2uri
    sed 's|$|/|' in >want
    becomes irinorm
    expect 1 limited irilint in
    grep -q '\[host-length\]$' out
    # The host is too long for a domain name, so it has no A-labels. Tools that accept such a host check only its
    # syntax.
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
    # Each label has a message of its own.
    expect 0 limited uri2iri --host=unicode --explain in
    [ "$(grep -c 'would map to another one' err)" = 200000 ]
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
        # Resolution also removes them from a reference with a scheme.
        becomes iriresolve -b http://b.example/c
        stays iri2uri
        expect 1 limited irilint in
        pair 0 iricmp
    done
    { times 1000000 ../ && echo; } >in
    echo http://b.example/ >want
    becomes iriresolve -b http://b.example/c/d
    { printf http://b.example/ && times 1000000 c/ && echo; } >in
    { times 1000000 ../ && echo x; } >want
    # --pairs: the path of the base is long, and so is the reference.
    echo http://b.example/x >line
    expect 0 limited iriresolve --pairs --html < <(tr '\n' '\t' <in && cat want)
    same line out
}

@test "hostile: a million delimiters" {
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
    # After repair they are no delimiters.
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

@test "hostile: only NUL, and only 0xFF" {
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
    local charset factor=24 # the line is longer in UTF-8
    { printf / && times 3000000 あ && echo; } >text
    { printf / && times 3000000 %E3%81%82 && echo; } >want
    for charset in utf-16le iso-2022-jp shift_jis; do
        iconv -f UTF-8 -t $charset text >in
        becomes iri2uri --charset=$charset
        expect 0 limited irinorm --charset=$charset in
        same text out
        expect 0 limited irilint --charset=$charset in
    done
    # Many shifts, and an invalid byte at the end
    { printf / && times 500000 $'\e$B$"\e(B' && printf '\377\n'; } >in
    one 1 irinorm --charset=iso-2022-jp
    grep -q '^irinorm: in:1:500002: byte 0xFF' err
    # The query in another charset: each run of non-ASCII characters is converted on its own.
    { printf 'http://a/?' && times 500000 あa && echo; } >in
    { printf 'http://a/?' && times 500000 %82%A0a && echo; } >want
    becomes iri2uri --query-charset=shift_jis
}

@test "hostile: a million fields or references in a line" {
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

@test "hostile: many invalid lines before a long one that is not processed at once" {
    local i
    for ((i = 0; i < 150; i++)); do yes '<' | head -32000 && times 67069 a && printf '&/\n'; done >in
    expect 1 limited iri2uri -q --html in
    expect 1 limited iri2uri -q -f 1 -d / in
}

@test "hostile: --located: a million of what could begin a place" {
    local piece
    # Digits and colons, but no number between two colons
    for piece in a:1 :a: :: 1 :0: :18446744073709551616:; do
        { printf a && times 1000000 "$piece" && echo; } >in
        expect 1 limited iri2uri --located in
        out_is '\n'
        grep -q '^iri2uri: in:1:1: the line does not begin with ' err
        expect 1 limited irilint --located in
        out_is ''
    done
    # A place, and then a million of the same
    { times 1000000 :1 && echo : ; } >in
    one 1 irinorm --located
    grep -q '^irinorm: in:1:1: ' err
    { printf a:1: && times 1000000 1: && echo; } >in
    one 1 irinorm --located
    { printf a:1:1: && times 1000000 a: && echo; } >in
    stays irinorm --located
    # The longest name, and a finding or a note for many characters
    { times 4096 $'\x1b' && printf :1: && times 1000000 %2F && echo; } >in
    expect 0 limited irinorm --located in
    { times 4096 $'\x1b' && printf :1: && times 1000 %2F && echo; } >in
    stays irinorm --located
    expect 0 limited uri2iri --located --explain in
    same in out
    [ "$(wc -l <err)" = 1000 ]
    [ "$(grep -c '[^ -~]' err)" = 0 ]
}

@test "hostile: very long IP literals, a million mailboxes, a million changes of direction" {
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

@test "hostile: what schemes demand, of IRIs with a million parts" {
    local status before piece after
    while IFS=$'\t' read -r status before piece after; do
        echo "$before: a million times $piece"
        { printf %s "$before" && times 1000000 "$piece" && printf '%s\n' "$after"; } >in
        expect "$status" limited irilint --only=bad-mailto,bad-tel,bad-urn,bad-data,port-range,suffix-reference in
        expect 0 limited irinorm in
    done <<'END'
0	tel:+	1-	1
0	tel:+1	;a=b	;c
0	tel:1;phone-context=	a.	a
0	mailto:	é@ü.example,	a@b.c
0	mailto:%22	@,	%22@b.c
1	mailto:	%22,%22	@b.c
1	mailto:a@	é@,	b
0	mailto:?	to=a&	b
0	mailto:?	to=a&	to=b@c
0	data:;base64,	QUJD	QQ==
0	data:;base64,	%0A	QQ==
0	data:	;base64	;,
1	urn:	a	:b
0	http://h:	0	80
1	www.	a.	com
END
}

@test "hostile: irilint: a baseline with a million entries, and a link of 5 MB with findings of many rules" {
    awk 'BEGIN { for (i = 0; i < 1000000; i++) print "HTTP://a.example/" i }' >in
    expect 0 limited irilint --write-baseline=base in
    [ "$(wc -l <base)" = 1000000 ]
    expect 0 limited irilint --baseline=base in
    out_is ''
    err_is ''
    : >empty
    cp base in
    expect 0 limited irilint --baseline=base empty
    err_is ''
    # A lookup hashes the link once for each rule, not for each of the thousand findings that are listed.
    { printf HTTP://u:p@a.example:80/./ && times 500000 $'%7e%ff \xff\\' && echo; } >in
    export factor=64 # the escaped link is longer, and is read for each of its rules
    expect 0 limited irilint --write-baseline=base in
    [ "$(wc -l <base)" -gt 8 ]
    expect 0 limited irilint --baseline=base --fail-level=info in
    out_is ''
    err_is ''
}

@test "hostile: names of files of 50 MB, and references for them" {
    times 50000000 a >in
    cp in want && echo >>want
    becomes path2iri
    becomes iri2path
    becomes iri2path --windows
    { printf http://b.example/ && cat want; } >long
    mv long want
    becomes path2iri --base=http://b.example/
    # Bytes that are not UTF-8, and what no path can have. Each becomes three bytes.
    times 8000000 $'\xff% ' >in
    { times 8000000 %FF%25%20 && echo; } >want
    becomes path2iri
    { cat in && echo; } >name
    mv want in
    mv name want
    becomes iri2path
}

@test "hostile: names of files with millions of segments, and deep '..'" {
    { times 10000000 a/ && times 10000000 ../ && printf x; } >in
    { cat in && echo; } >want
    becomes path2iri
    becomes iri2path
    { printf d/ && cat in && echo; } >want
    becomes iri2path --below=d
    { times 10000000 'a\' && times 9999999 '..\' && echo x; } >want
    mv in whole
    { times 10000000 a/ && times 9999999 %2E./ && printf x; } >in
    becomes iri2path --windows
    mv whole in
    echo http://b.example/x >want
    becomes path2iri --base=http://b.example/
    printf /../../y >>in
    one 1 path2iri --base=http://b.example/
    grep -q ":1:50000006: '..' leaves the base" err
    one 1 iri2path --below=d
    grep -q ":1:50000006: '..' leaves the folder of --below" err
    times 20000000 / >in
    { printf file:// && cat in && echo; } >want
    becomes path2iri
    mv want in
    { times 20000000 / && echo; } >want
    becomes iri2path
    becomes iri2path --below=////
    one 1 iri2path --windows
}
