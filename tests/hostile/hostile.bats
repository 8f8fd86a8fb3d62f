#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Input that is made to exhaust time or memory; limited in helper.bash says how that is noticed. The sizes in names and
# comments, and those given to put, are the ones with IRI_LONG. By default, they are divided by $share.
load ../helper
export needs=speed

n=$'\n'

# one STATUS COMMAND...: runs the command on the file "in", which has one line. Checks that there is one line of output
# and at most one message.
one() {
    untraced expect "$1" limited "${@:2}" in
    [ "$(wc -l <out)" = 1 ]
    [ -z "$(tail -c 1 out)" ] # the newline
    [ "$(wc -l <err)" -le 1 ]
}

# prints FILE COMMAND...: checks that the command prints what the file has.
prints() {
    one 0 "${@:2}"
    cmp -s "$1" out || same "$1" out
}

# becomes [TEST]: checks what commands print for the lines that lines.tsv has for the test; without TEST, for the lines
# of standard input, whose columns are the last seven of this table, then the commands, separated by "|".
becomes() {
    local from=/dev/stdin count column in before piece after want_before want_piece want_after commands command
    if [ $# -gt 0 ]; then
        from=lines
        rows hostile/lines.tsv |
            awk -F '\037' -v OFS='|' -v test="$1" '$1 == test { print $3, $4, $5, $6, $7, $8, $9, $2 }' >lines
        [ -s lines ]
    fi
    while IFS='|' read -r -u 3 count before piece after want_before want_piece want_after commands; do
        echo "$before|$piece|$after"
        after+='\n'
        want_after+='\n'
        for column in {,want_}{before,piece,after}; do printf -v "$column" %b "${!column}"; done
        put in "$before" "$count" "$piece" "$after"
        case $want_before in
        = | '?') in=in ;;
        *) put want "$want_before" "$count" "$want_piece" "$want_after" && in=want ;;
        esac
        while IFS= read -r -d ';' command; do
            # shellcheck disable=SC2086 # split into words
            if [ "$want_before" = '?' ]; then one '0 1' $command; else prints $in $command; fi
        done <<<"$commands;"
    done 3<$from
}

# message PATTERN: checks that the pattern matches the start of the first message.
message() {
    local message
    read -r message <err
    echo "${message:0:200}"
    # shellcheck disable=SC2053 # a pattern
    [[ $message = $1* ]]
}

# pairs: replaces the line of the file "in" by a pair: the line twice, separated by a tab.
pairs() { both eval 'paste in in >pair && mv pair in'; }

# valid LINT: checks that the IRI in the file "in" is valid for every tool, with the commands that have the use "valid"
# in tests/tools.tsv. irilint exits with status LINT. In the end "in" is a pair.
valid() {
    local command
    commands valid >commands
    while read -r -u 3 command; do
        # shellcheck disable=SC2086 # split into words
        one 0 $command
    done 3<commands
    expect "$1" limited irilint in
    [ ! -s err ]
    pairs
    expect 0 limited iricmp
    [ "$(cut -c 1-7 out)" = $'string\t' ]
    expect 0 limited iriresolve --pairs
}

# invalid COLUMN: checks that every tool rejects the line in the file "in", with an error at this column, with the
# commands that have the use "invalid". In the end "in" is a pair.
invalid() {
    local command
    commands invalid >commands
    while read -r -u 3 command; do
        # shellcheck disable=SC2086 # split into words
        one 1 $command
        message "${command%% *}: in:1:$1: "
    done 3<commands
    # irilint lists all faults, up to a limit.
    expect 1 limited irilint in
    grep -a -c "" out >count
    [ "$(<count)" -le 2500 ]
    pairs
    expect 1 limited iricmp
    message "iricmp: stdin:1:$1: "
}

@test "hostile: a line of 50 MB" {
    becomes line
    expect 0 limited irilint in
    [ ! -s out ]
    put in http://a.example/ 12500000 ab $'\thttp://a.example/' 12500000 ab "$n"
    put want $'string\thttp://a.example/' 12500000 ab $'\thttp://a.example/' 12500000 ab "$n"
    expect 0 limited iricmp
    same want out
}

@test "hostile: 50 MB of non-ASCII text without a newline" {
    becomes no-newline
    # --relative needs an IRI with a scheme. This is only a path.
    one 1 iriresolve --relative -b http://b.example/c
}

@test "hostile: columns of iriparse: a million pairs, labels, dots" {
    local piece
    becomes columns
    put in '?' 1000000 'a=b&' "k$n"
    # The line of output is ten times as long, in two buffers that double.
    factor=$((share == 1 ? 32 : 16)) one 0 iriparse --json
    put in '?' 1000000 'a=b&%61b=c%25+&' "k=v$n"
    one 0 iriparse --json --get=query:x,query:k,query:a
    put in '?k=' 1000000 %09 "$n"
    one 1 iriparse --get=query:k,path
    message 'iriparse: in:1:2: the decoded value contains a tab'
    ! iriparse --get=domain </dev/null 2>&1 | grep 'without libpsl' || return 0
    becomes columns-2
    for piece in . é. xn-- %41. 。 1. _.; do
        put in // 1000000 "$piece" "com$n"
        one 0 iriparse --get=domain,suffix --host=unicode --psl=private
    done
}

@test "hostile: queries of a million pairs, and keys that almost match" {
    # For each start of a match, a slow function would try all ends.
    becomes query
    # None of these sets has an end, which must not be searched for each.
    local sets=$((10000 / share))
    becomes <<END
10000|http://a/?|%5B||=|||iriedit --query-delete=*$(times $((2 * sets)) [)x
10000|http://a/?|%5B||=|||iriedit --query-delete=*$(times $sets '[\]')x
END
}

# tests/vectors/iriedit.tsv has the results.
@test "hostile: wrapped links, parameters that only track, links that are written out" { becomes wrapped; }

@test "hostile: percent-encoded text in other charsets" {
    becomes recode
    put in http://a/ 1000000 %83A "%83$n"
    one 1 iriedit --recode=shift_jis
}

@test "hostile: a million combining marks" {
    # The last octets stay encoded: decoded, they would not be in NFC (RFC 3987, section 5.3.2.2).
    becomes marks
    put in http://a/e 1000000 $'\xcc\x81' "$n"
    valid 1
    # Encoded and raw marks in turn, with variation selectors or joiners, which depend on their neighbours
    put in http://a/☺ 200000 $'%EF%B8%8F%CC%81\xcc\x81' "$n"
    valid 0
    put in http://a/ب 200000 $'%E2%80%8D\xcc\x81ب' "$n"
    # irilint finds mixed directions: the characters of an encoded octet itself run from left to right.
    valid 1
    # Marks that are not in canonical order
    put in http://a/q 500000 $'\xcc\x81\xcc\xa3' "$n"
    put want http://a/q 500000 $'\xcc\xa3' '' 500000 $'\xcc\x81' "$n"
    prints want irinorm --nfc
    prints want irilint --fix
}

# too_long: checks that irilint finds that the host is too long.
too_long() {
    expect 1 limited irilint in
    grep -q '\[host-length\]$' out
}

@test "hostile: hosts of a million labels" {
    becomes labels
    too_long
    # The host is too long for a domain name, so it has no A-labels. Tools that accept such a host check only its
    # syntax.
    becomes labels-2
    one 1 iri2uri
    message 'iri2uri: in:1:8: *too long'
    too_long
    becomes <<<'200000|http://|xn--tda.||=|||iri2uri'
    one 0 uri2iri --host=unicode
    one 0 iriparse --host=unicode
    # Each label has a message of its own.
    expect 0 limited uri2iri --host=unicode --explain in
    [ "$(grep -c 'would map to another one' err)" = $((200000 / share)) ]
    too_long
}

@test "hostile: a million dot segments" {
    local segment
    # Resolution also removes them from a reference with a scheme.
    for segment in /. /.. /a/.. /%2E%2e; do
        becomes <<END
1000000|http://a|$segment|/|http://a/|||irinorm;irilint --fix;iriresolve -b http://b.example/c
1000000|http://a|$segment|/|=|||iri2uri
END
        expect 1 limited irilint in
        pairs
        expect 0 limited iricmp
    done
    becomes <<<'1000000||../||http://b.example/|||iriresolve -b http://b.example/c/d'
    # --pairs: the path of the base is long, and so is the reference.
    put in http://b.example/ 1000000 c/ $'\t' 1000000 ../ "x$n"
    put want "http://b.example/x$n"
    expect 0 limited iriresolve --pairs --html
    same want out
}

@test "hostile: a million delimiters" {
    local c column
    while read -r c column; do
        echo "with $c"
        put in http://a 1000000 "$c" "$n"
        one 0 iriparse --lenient
        invalid "$column"
    done <<'END'
% 9
@ 9
: 10
[ 9
# 10
\ 9
END
    put in http://a 1000000 '?' "$n"
    valid 0
    put in http://a/ 1000000 / "$n"
    valid 0
    # After repair they are no delimiters.
    becomes <<<'1000000|http://a/|%u00e9%[||http://a/|%C3%A9%25%5B||iri2uri --repair'
}

@test "hostile: a million character references" {
    becomes charref
    # U+10FFFF is a noncharacter (section 2.2).
    put in '' 1000000 '&#1114111;' "$n"
    one 1 iri2uri --html
    message 'iri2uri: in:1:1: U+10FFFF'
    one 1 irinorm --html --nfc
    put in '/&#' 3000000 1 ";$n"
    one 1 uri2iri --html
    message 'uri2iri: in:1:2: '
}

# fill BYTE: makes the file "in" of 3,000,000 bytes. BYTE is as tr knows it.
fill() { head -c $((3000000 / share)) /dev/zero | tr '\0' "$1" >in; }

@test "hostile: only NUL, and only 0xFF" {
    local charset
    both fill '\0'
    expect 0 limited irinorm -z in
    same in out
    invalid 1
    both fill '\377'
    for charset in utf-16le utf-32 iso-2022-jp; do
        known $charset || continue
        expect 1 limited irinorm --charset=$charset --invalid=keep in
        message 'irinorm: in:1:1: '
        expect 1 limited iri2uri --charset=$charset --html --reject=bad in
        [ -s bad ]
    done
    invalid 1
}

@test "hostile: long lines in other charsets" {
    local charset
    export factor=24 # the line is longer in UTF-8
    put text / 3000000 あ "$n"
    put want / 3000000 %E3%81%82 "$n"
    for charset in utf-16le iso-2022-jp shift_jis; do
        both eval "iconv -f UTF-8 -t $charset text >in"
        prints want iri2uri --charset=$charset
        expect 0 limited irinorm --charset=$charset in
        same text out
        expect 0 limited irilint --charset=$charset in
    done
    # Many shifts, and an invalid byte at the end
    put in / 500000 $'\e$B$"\e(B' $'\377\n'
    one 1 irinorm --charset=iso-2022-jp
    message "irinorm: in:1:$((500000 / share + 2)): byte 0xFF"
    # The query in another charset: each run of non-ASCII characters is converted on its own.
    becomes <<<'500000|http://a/?|あa||http://a/?|%82%A0a||iri2uri --query-charset=shift_jis'
}

@test "hostile: a million fields or references in a line" {
    put in '' 1000000 $'a\t' "%$n"
    # A file has the number of the field, since it depends on the size.
    both eval 'echo $((1000000 / share)) >field'
    one 1 sh -c 'exec irinorm -f $(($(cat field) + 1)) "$0"'
    message "irinorm: in:1:$((2 * million + 1)): "
    prints in sh -c 'exec irinorm -f "$(cat field)" "$0"'
    put in '' 1000000 'a ' "$n"
    put want '' 1000000 "a$n" ''
    expect 0 limited irinorm --split in
    same want out
    expect 0 limited irilint --split --enable=relative --fail-level=error in
    put in '' 500000 '% ' "$n"
    expect 1 limited iri2uri --split --invalid=drop --reject=bad in
    [ "$(wc -l bad)" = "$((500000 / share)) bad" ]
    tail -n 1 err | grep -q "^iri2uri: in:1:$((million - 1)): "
}

@test "hostile: many invalid lines before a long one that is not processed at once" {
    put in '' 192 "$(times 32000 "<$n")$n$(times 67069 a)&/$n" ''
    expect 1 limited iri2uri -q --html in
    expect 1 limited iri2uri -q -f 1 -d / in
}

@test "hostile: --located: a million of what could begin a place" {
    local piece
    # Digits and colons, but no number between two colons
    for piece in a:1 :a: :: 1 :0: :18446744073709551616:; do
        put in a 1000000 "$piece" "$n"
        expect 1 limited iri2uri --located in
        out_is '\n'
        message 'iri2uri: in:1:1: the line does not begin with '
        expect 1 limited irilint --located in
        [ ! -s out ]
    done
    # A place, and then a million of the same
    put in '' 1000000 :1 ":$n"
    one 1 irinorm --located
    message 'irinorm: in:1:1: '
    put in a:1: 1000000 1: "$n"
    one 1 irinorm --located
    becomes <<<'1000000|a:1:1:|a:||=|||irinorm --located'
    # The longest name, and a finding or a note for many characters
    local name
    name=$(times 4096 $'\x1b')
    put in "$name:1:" 1000000 %2F "$n"
    expect 0 limited irinorm --located in
    becomes <<<"$((1000 * share))|$name:1:|%2F||=|||irinorm --located"
    expect 0 limited uri2iri --located --explain in
    same in out
    [ "$(wc -l err)" = '1000 err' ]
    [ "$(grep -c '[^ -~]' err)" = 0 ]
}

@test "hostile: very long IP literals, a million mailboxes, a million changes of direction" {
    put in 'http://[' 1000000 1: "]/$n"
    invalid "$((8 + 1 + 16))"
    put in 'http://[v1.' 1000000 a: "]/$n"
    valid 0
    becomes <<<'1000000|mailto:|A@B,||mailto:|A@b,||irinorm'
    put in http://a/ 500000 אa "$n"
    valid 1
    becomes <<<'500000|http://a/|%D7%90a||=|||uri2iri --bidi'
    valid 0
}

@test "hostile: what schemes demand, of IRIs with a million parts" {
    local status before piece after
    rows hostile/schemes.tsv >rows
    while IFS=$'\037' read -r -u 3 status before piece after; do
        echo "$before: a million times $piece"
        put in "$before" 1000000 "$piece" "$after$n"
        expect "$status" limited irilint --only=bad-mailto,bad-tel,bad-urn,bad-data,port-range,suffix-reference in
        expect 0 limited irinorm in
    done 3<rows
}

# numbered: makes the file "in" of a million links.
numbered() { awk -v n=$((1000000 / share)) 'BEGIN { for (i = 0; i < n; i++) print "HTTP://a.example/" i }' >in; }

@test "hostile: irilint: a baseline with a million entries, and a link of 5 MB with findings of many rules" {
    both numbered
    expect 0 limited irilint --write-baseline=base in
    [ "$(wc -l base)" = "$million base" ]
    expect 0 limited irilint --baseline=base in
    [ ! -s out ]
    [ ! -s err ]
    both cp base in
    put empty ''
    expect 0 limited irilint --baseline=base empty
    [ ! -s err ]
    # A lookup hashes the link once for each rule, not for each of the thousand findings that are listed.
    put in HTTP://u:p@a.example:80/./ 500000 $'%7e%ff \xff\\' "$n"
    export factor=64 # the escaped link is longer, and is read for each of its rules
    expect 0 limited irilint --write-baseline=base in
    [ "$(wc -l <base)" -gt 8 ]
    expect 0 limited irilint --baseline=base --fail-level=info in
    [ ! -s out ]
    [ ! -s err ]
}

@test "hostile: names of files of 50 MB, and references for them" {
    # In the last two rows, bytes that are not UTF-8, and what no path can have. Each becomes three bytes.
    becomes names
}

@test "hostile: names of files with millions of segments, and deep '..'" {
    put in '' 10000000 a/ '' 10000000 ../ x
    put want '' 10000000 a/ '' 10000000 ../ "x$n"
    prints want path2iri
    prints want iri2path
    put want d/ 10000000 a/ '' 10000000 ../ "x$n"
    prints want iri2path --below=d
    put want "http://b.example/x$n"
    prints want path2iri --base=http://b.example/
    put in '' 10000000 a/ '' 10000000 ../ x/../../y
    one 1 path2iri --base=http://b.example/
    message "*:1:$((50 * million + 6)): '..' leaves the base"
    one 1 iri2path --below=d
    message "*:1:$((50 * million + 6)): '..' leaves the folder of --below"
    put in '' 10000000 a/ '' 9999999 %2E./ x
    put want '' 10000000 'a\' '' 9999999 '..\' "x$n"
    prints want iri2path --windows
    becomes segments
    one 1 iri2path --windows
}

@test "hostile: texts, fields of CSV in quotation marks, and an authority of '@'" {
    becomes texts
}
