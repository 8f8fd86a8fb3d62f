#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load ../helper

@test "path2iri: with -z, a newline is data" {
    printf 'a\nb\0\n\0 c\r\n\0' >in
    expect 0 path2iri -z in
    out_is 'a%0Ab\0%0A\0%20c%0D%0A\0'
    expect 0 path2iri -z --base=http://h/ in
    out_is 'http://h/a%0Ab\0http://h/%0A\0http://h/%20c%0D%0A\0'
}

@test "path2iri: options that names cannot have, and messages about a base" {
    for option in --html --split --located; do
        expect 2 path2iri $option </dev/null
        grep -q 'file names can have any text, so --html, --located and --split cannot be used' err
    done
    for base in 'https://example.org/?q' 'https://example.org/#f' 'https://example.org/?' 'file:///#'; do
        expect 2 path2iri --base="$base" </dev/null
        grep -q -e '--base: a base cannot have a query or fragment' err
    done
    for base in https://example.org/docs https://example.org/a/b.html file:///a; do
        expect 2 path2iri --base=$base </dev/null
        grep -q -e '--base: is this a folder? Then add a / to its path' err
    done
    for base in urn:a:b/ mailto:a@example.org data:,a/ x:; do
        expect 2 path2iri --base=$base </dev/null
        grep -q -e '--base: no names lie below this IRI' err
    done
    expect 2 path2iri --base=/docs/ </dev/null
    grep -q -e '--base: a relative reference' err
    expect 2 path2iri --base='http://a b/' </dev/null
    grep -q -e '--base: space' err
    expect 2 path2iri --base=http://℀.example/ </dev/null
    expect 2 path2iri --form=iris </dev/null
    expect 2 path2iri --no-such-option </dev/null
}

@test "path2iri: --check, --invalid, --reject and -q" {
    expect 0 path2iri -c <<<a
    expect 1 path2iri -c <<<'a b'
    expect 1 path2iri -c <<<''
    # U+FEFF is text, so the reject file has it once.
    printf '\357\273\277/../..\n\357\273\277a \r\n/ b\r\n' >in
    expect 1 path2iri -q --base=http://h/ --invalid=keep --reject=bad in
    err_is ''
    out_is '\0357\0273\0277/../..\nhttp://h/%EF%BB%BFa%20%0D\n/ b\r\n'
    sed 2d in | same /dev/stdin bad
    expect 1 path2iri --base=http://h/ --reject=again bad
    same bad again
    expect 1 path2iri -q --base=http://h/ --invalid=stop in
    out_is ''
    # With a charset, a line that is not in it is invalid as a whole.
    printf 'a\n\344b\n\377\n' >in
    expect 1 path2iri -q --charset=ascii in
    out_is 'a\n\n\n'
    expect 0 path2iri in
    out_is 'a\n%E4b\n%FF\n'
}

@test "path2iri: names are not trimmed, also at the start and end of input" {
    printf '\357\273\277' >in
    expect 0 path2iri in
    out_is '%EF%BB%BF\n'
    printf ' \r' >in
    expect 0 path2iri in
    out_is '%20%0D\n'
    # The other filters, which trim lines, leave the result alone.
    printf '\357\273\277\0 a \0\302\240b\302\240\0\ta\r\0\n\0\343\200\200\0' >in
    expect 0 path2iri -z in
    tr '\0' '\n' <out >links
    for tool in uri2iri 'iri2uri -c'; do
        # shellcheck disable=SC2086 # split into words
        expect 0 $tool links
        [ "$tool" = 'iri2uri -c' ] || same links out
    done
}

@test "path2iri: find -print0 prints names for it" {
    mkdir -p site/a
    touch "site/a/R&D's <x>\".html" site/a/é.html $'site/line\nbreak'
    (cd site && find . -type f -print0 | sort -z | path2iri -z --base=https://example.org/ | tr '\0' '\n') >links
    printf '%s\n' 'https://example.org/a/R&D'\''s%20%3Cx%3E%22.html' https://example.org/a/é.html \
        https://example.org/line%0Abreak >want
    same want links
}

@test "path2iri: a name as an operand causes a message that says how to pass it" {
    for name in missing /srv/missing http://a/ 'a b' $'\e[31m'; do
        expect 2 path2iri "$name" - <<<b
        out_is 'b\n'
        grep -q "^path2iri: .*: No such .*; to give a name, pipe it in: printf '%s.n' NAME | path2iri\$" err
        [ "$(grep -c '[^ -~]' err)" = 0 ]
    done
}

@test "path2iri: several files, also missing ones, and a command that asks line by line" {
    local answer
    echo /a >one
    printf '\0' >two
    expect 2 path2iri one missing two - <<<b
    out_is 'file:///a\n\nb\n'
    grep -q '^path2iri: missing: ' err
    grep -q '^path2iri: two:1:1: ' err
    head -c 200000 /dev/urandom >in
    path2iri -q in >out || [ $? = 1 ]
    [ "$(wc -l <out)" = "$(awk 'END { print NR }' in)" ]
    coproc path2iri 2>/dev/null
    for line in a '' b; do
        echo "$line" >&"${COPROC[1]}"
        read -r -t 10 answer <&"${COPROC[0]}"
        [ "$answer" = "$line" ]
    done
    # shellcheck disable=SC2153
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
}
