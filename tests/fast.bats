#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The fast path changes nothing that anybody sees: output, messages and exit status are the same without it (IRI_SLOW).
load helper

# both FILE COMMAND...: with the file as input, and through a pipe that brings it in odd pieces
both() {
    local file=$1 fast=0 slow=0 piped
    shift
    "$@" <"$file" >fast.out 2>fast.err || fast=$?
    IRI_SLOW=1 "$@" <"$file" >slow.out 2>slow.err || slow=$?
    same slow.out fast.out
    same slow.err fast.err
    [ "$fast" = "$slow" ]
    piped=0
    dd bs=4099 2>/dev/null <"$file" | "$@" >piped.out 2>/dev/null || piped=$?
    same slow.out piped.out
    [ "$piped" = "$slow" ]
}

tools() {
    local command
    for command in iri2uri 'iri2uri --host=percent' 'iri2uri -c' 'iri2uri --lenient --invalid=keep' 'iri2uri --repair' \
        'iri2uri --query-charset=latin1' 'iri2uri --nfc' 'iri2uri -z' 'iri2uri --invalid=stop' uri2iri 'uri2iri --decode=all' \
        'uri2iri --bidi' 'uri2iri --host=unicode' 'uri2iri --explain' 'uri2iri -c' irinorm 'irinorm --level=syntax' \
        'irinorm --form=uri' 'irinorm --no-fragment' 'irinorm --with-original' 'irinorm --nfc' 'irinorm -c' \
        'iriresolve -b http://a.example/b/c/d;p?q' 'iriresolve -b http://a' 'iriresolve -b a:b/../c' 'iriresolve -c -b a:b' \
        'iriresolve --relative -b http://a.example/b'; do
        # shellcheck disable=SC2086 # words
        both "$1" $command
    done
}

@test "fast: on the corpora" {
    local name
    for name in iri ascii pct rel; do
        corpus $name
        tools $name.txt
    done
}

@test "fast: on lines that are plain, nearly so, and not at all" {
    awk 'BEGIN {
        srand(5)
        n = split("http:// https:// file:// file:/// http:/ HTTP:// httpx:// // / a: ./ ../ www.example.org localhost xn--tda.com A.B h " \
            "/ /a /b.c /. /.. /./ ? # % %41 %2f %C3%A9 %e8%aa%9e %CC%81 %E2%80%8D %D7%90 : @ :80 [::1] é 語 – e\xcc\x81 \xe2\x80\xae " \
            "\xee\x80\x80 \xf0\x9f\x98\x80 \xd8\x9c \xff \xc3 \xe8\xaa \t \r \" \\ a~b_c-d !$&;= \xef\xbb\xbf", p, " ")
        p[++n] = " "
        for (i = 0; i < 40000; i++) {
            line = p[1 + int(rand() * (rand() < 0.7 ? 3 : n))]
            for (k = int(rand() * 12); k >= 0; k--) line = line p[rand() < 0.4 ? 20 + int(rand() * 3) : 1 + int(rand() * n)]
            printf "%s\n", line
        }
        printf "http://a/é" }' >in
    tools in
    # Lines of every length around that of a block, and a long one
    awk 'BEGIN { for (n = 0; n < 200; n++) { for (i = 0; i < n; i++) s[i] = ""; line = "http://h/"
        for (i = 0; i < n; i++) line = line (i % 3 ? "a" : "é"); print line; print line "%C3%A9" } }' >in
    { printf 'http://h/' && yes 'é.a/' | head -70000 | tr -d '\n' && printf '\nhttp://h/a\n'; } >>in
    tools in
}

@test "fast: on what goes on where a piece of input ends" {
    local piece n
    for piece in %2F %41 %C3%A9 é 語 . / A; do
        for n in 1 7 21838 21845 21850 43690; do
            { printf 'http://h/' && yes $piece | head -$n | tr -d '\n' && printf '\nhttp://hh/a\n'; } >in
            both in uri2iri
            both in iri2uri
            both in irinorm
            both in iriresolve -b http://a/b
        done
    done
    # What was read before still stands behind what is read now.
    { printf 'xx ' && sleep 0.2 && yes %2F | head -10000 | tr -d '\n' && echo && sleep 0.2 && printf 'http://h/' &&
        yes %2F | head -200 | tr -d '\n' && sleep 0.2 && echo; } | uri2iri --invalid=drop >out 2>err || [ $? = 1 ]
    { printf 'http://h/' && yes %2F | head -200 | tr -d '\n' && echo; } | same /dev/stdin out
}

@test "fast: on noise" {
    head -c 200000 /dev/urandom >in
    tools in
    # and noise among what is plain
    { yes 'http://h/é?b#c' | head -2000 && head -c 5000 /dev/urandom && yes 'http://h/%C3%A9' | head -2000; } >in
    tools in
}
