#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Lines that a tool processes in its own loop (cmd/filter/refs.h) give the same output, messages and exit status as
# lines that the filter passes to it one by one. With -z, where NUL ends each line, all lines go one by one.
load ../helper

# results HOW FILE COMMAND...: runs each command for the file as it is (once), for the file zeros with -z (single), or
# for the file in pieces of an odd size through a pipe (piped). Prints the results, each after its command.
results() {
    local how=$1 file=$2 command status
    shift 2
    for command; do
        status=0
        echo "== $command"
        echo "== $command" >&2
        # shellcheck disable=SC2086 # split into words
        case $how in
        once) $command <"$file" ;;
        single) $command -z <zeros ;;
        piped) dd bs=4099 2>/dev/null <"$file" | $command ;;
        esac || status=$?
        echo "status $status" >&2
    done
}

# same_results NAME: compares the files NAME.out and NAME.err with out and err. The difference names the commands.
same_results() {
    diff -a -U 0 -F '^== ' "$1.out" out >difference && diff -a -U 0 -F '^== ' "$1.err" err >difference && return
    head -c 2000 difference | cat -v
    return 1
}

# both FILE COMMAND...: compares the results of each command for the file, for the same lines with -z, and for the file
# in pieces, if it is longer than one. The file must not contain NUL.
both() {
    results once "$@" >out 2>err
    tr '\n' '\0' <"$1" >zeros
    results single "$@" 2>single.err | tr '\0' '\n' >single.out
    same_results single
    IFS= read -r -d "" -N 4100 _ <"$1" || return 0
    results piped "$@" >piped.out 2>piped.err
    same_results piped
}

# tools FILE: calls both for tools with such a loop, with many options.
tools() {
    both "$1" iri2uri 'iri2uri --host=percent' 'iri2uri -c' 'iri2uri --lenient --invalid=keep' 'iri2uri --repair' \
        'iri2uri --query-charset=latin1' 'iri2uri --nfc' 'iri2uri --invalid=stop' uri2iri 'uri2iri --decode=all' \
        'uri2iri --bidi' 'uri2iri --host=unicode' 'uri2iri --explain' 'uri2iri -c' irinorm 'irinorm --level=syntax' \
        'irinorm --form=uri' 'irinorm --no-fragment' 'irinorm --with-original' 'irinorm --nfc' 'irinorm -c' \
        'iriresolve -b http://a.example/b/c/d;p?q' 'iriresolve -b http://a' 'iriresolve -b a:b/../c' \
        'iriresolve -c -b a:b' 'iriresolve --relative -b http://a.example/b'
}

# options FILE: calls both with options that let the tools process some lines or fields at once: --html for the lines of
# FILE with character references, and --field for these lines in columns, a different one for some lines. With -z a CR
# is not part of the line end, so there is none.
options() {
    local option
    local commands=(iri2uri 'iri2uri -c' 'iri2uri --invalid=drop' uri2iri irinorm 'irinorm --with-original'
        'irinorm -c' 'iriresolve -b http://a.example/b' 'iriparse --absent=-')
    tr -d '\r' <"$1" | awk '{ gsub(/&/, "\\&amp;") } NR % 50 == 0 { gsub(/e/, "\\&#101;") } { print }' >references
    tr -d '\r' <"$1" | awk '
        NR % 9 == 0 { print "http://h/é\tx"; print "x"; print "" }
        NR % 7 == 0 { $0 = "a\t" $0 "\tb" }
        NR % 900 < 450 { $0 = "http://h/" NR "\t" $0 }
        { print }' >columns
    both references "${commands[@]/%/ --html}"
    for option in -f1 -f2 '-f1 -d/' '-f3 -d:' '-f1 -dé'; do
        both columns "${commands[@]/%/ $option}"
    done
}

@test "lines: many at once and one by one give the same, on the corpora" {
    local name
    for name in iri ascii pct rel; do
        corpus $name
        tools $name.txt
    done
    head -n 3000 iri.txt >in
    head -n 3000 ascii.txt >>in
    head -n 3000 pct.txt >>in
    options in
}

@test "lines: the same on lines that are well-formed, nearly well-formed, and neither" {
    local n=${IRI_LONG:+40000}
    n=${n:-12000}
    awk -v lines="$n" 'BEGIN {
        srand(5)
        n = split("http:// https:// file:// file:/// http:/ HTTP:// httpx:// // / a: ./ ../ " \
            "www.example.org localhost xn--tda.com A.B h / /a /b.c /. /.. /./ ? # % %41 %2f %C3%A9 " \
            "%e8%aa%9e %CC%81 %E2%80%8D %D7%90 : @ :80 [::1] é 語 – e\xcc\x81 \xe2\x80\xae \xee\x80\x80 " \
            "\xf0\x9f\x98\x80 \xd8\x9c \xff \xc3 \xe8\xaa \t \r \" \\ a~b_c-d !$&;= \xef\xbb\xbf", p, " ")
        p[++n] = " "
        for (i = 0; i < lines; i++) {
            line = p[1 + int(rand() * (rand() < 0.7 ? 3 : n))]
            for (k = int(rand() * 12); k >= 0; k--)
                line = line p[rand() < 0.4 ? 20 + int(rand() * 3) : 1 + int(rand() * n)]
            # With -z a CR is not part of the line end. This changes a line of white space, so replace such lines.
            printf "%s\n", line ~ /^[ \t\r]*$/ ? "/" : line
        }
        printf "http://a/é" }' >in
    tools in
    head -n $((n / 4)) in >some
    options some
    # Lines of every length around the size of a block, and a long one
    awk 'BEGIN { for (n = 0; n < 200; n++) { for (i = 0; i < n; i++) s[i] = ""; line = "http://h/"
        for (i = 0; i < n; i++) line = line (i % 3 ? "a" : "é"); print line; print line "%C3%A9" } }' >in
    { printf 'http://h/' && yes 'é.a/' | head -70000 | tr -d '\n' && printf '\nhttp://h/a\n'; } >>in
    tools in
}

@test "lines: --field: the result for a line without separator has one" {
    { printf 'é\nx\n\nhttp://é/\n' && yes 'http://h/é' | head -100 && printf 'x%%y:z-é\n%%\né\n'; } >in
    both in 'iri2uri -f1 -d%'
    grep -qF 'stdin:1:1: the result contains the field separator; choose another separator with -d' err
    both in 'iri2uri -f1 -d% -c'
    both in 'iri2uri -f1 -d-'
    both in 'iriresolve -f1 -d: -b a:b'
    both in 'iriparse -f1 -d- --absent=-'
    both in 'irinorm -f1 -d- --with-original'
    # A CR that separates fields, before the newline
    printf 'a\r\n' >in
    expect 1 irinorm -f2 -d $'\r' in
    grep -q '^irinorm: in:1:2: field 2 is missing' err
}

# cut_here PIECE N: prints a link with N pieces in its path, and a line after it.
cut_here() {
    printf http://h/
    times "$2" "$1"
    printf '\nhttp://hh/a\n'
}

@test "lines: the same on characters and encoded octets that the end of a piece of input cuts" {
    local piece n
    local commands=(uri2iri iri2uri irinorm 'iriresolve -b http://a/b')
    for piece in %2F %41 %C3%A9 é 語 . / A; do
        for n in 21838 21845 21850 43690; do
            untraced cut_here $piece $n >in
            both in "${commands[@]}"
        done
    done
    # Lines with few of them need no file each: the end of the input cuts no other one.
    for piece in %2F %41 %C3%A9 é 語 . / A; do
        cut_here $piece 1
        cut_here $piece 7
    done >in
    both in "${commands[@]}"
    # Old input is still in the buffer after the end of new input. It must not be read.
    { printf 'xx ' && sleep 0.2 && yes %2F | head -10000 | tr -d '\n' && echo && sleep 0.2 && printf 'http://h/' &&
        yes %2F | head -200 | tr -d '\n' && sleep 0.2 && echo; } | uri2iri --invalid=drop >out 2>err || [ $? = 1 ]
    { printf 'http://h/' && yes %2F | head -200 | tr -d '\n' && echo; } | same /dev/stdin out
}

# random_lines N: prints up to N random bytes without NUL, and "/" in place of each line of white space: with -z a CR is
# not part of the line end, so the column of an error in such a line is another one.
random_lines() {
    random_bytes "$1" | tr -d '\0' | LC_ALL=C sed 's|^[ \t\r]*$|/|'
}

@test "lines: the same on random bytes" {
    random_lines 200000 >in
    tools in
    # Random bytes between other lines
    {
        yes 'http://h/é?b#c' | head -2000
        random_lines 5000
        yes 'http://h/%C3%A9' | head -2000
    } >in
    tools in
}

@test "lines: a byte order mark does not belong to the first line" {
    local first command commands=(iri2uri 'iri2uri -c' uri2iri irinorm 'iriresolve -b http://h/d/e')
    for first in '' a/b.html /x '?q' '#f' ./a ../a //h/ http://h/é a:%C3%A9; do
        printf '\xEF\xBB\xBF%s\nc\n' "$first" >in
        printf '%s\nc\n' "$first" >without
        both in "${commands[@]}"
        for command in "${commands[@]}"; do
            # shellcheck disable=SC2086 # split into words
            $command <without >want && status=0 || status=$?
            # shellcheck disable=SC2086
            expect $status $command <in
            same want out
        done
    done
}
