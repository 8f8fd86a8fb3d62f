#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# path2iri: files and laws. path2iri-runs.tsv has options and messages, and vectors/path2iri*.tsv the results.
load ../helper

@test "path2iri: find -print0 prints names for it" {
    mkdir -p site/a
    touch "site/a/R&D's <x>\".html" site/a/é.html $'site/line\nbreak'
    (cd site && find . -type f -print0 | sort -z | path2iri -z --base=https://example.org/ | tr '\0' '\n') >links
    printf '%s\n' 'https://example.org/a/R&D'\''s%20%3Cx%3E%22.html' https://example.org/a/é.html \
        https://example.org/line%0Abreak >want
    same want links
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
