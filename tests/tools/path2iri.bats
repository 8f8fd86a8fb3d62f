#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# path2iri: files and laws. path2iri-runs.tsv has options and messages, and vectors/path2iri*.tsv the results.
load ../helper

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
        has 0 '[^ -~]' err
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
    random_bytes 200000 >in
    path2iri -q in >out || [ $? = 1 ]
    [ "$(wc -l <out)" = "$(awk 'END { print NR }' in)" ]
    coproc path2iri 2>/dev/null
    for line in a '' b; do
        echo "$line" >&"${COPROC[1]}"
        read -r -t 60 answer <&"${COPROC[0]}"
        [ "$answer" = "$line" ]
    done
    # shellcheck disable=SC2153
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
}
