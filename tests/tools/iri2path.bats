#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# iri2path: files and laws. iri2path-runs.tsv has options and messages, and vectors/iri2path*.tsv the results.
load ../helper

@test "iri2path: the inverse of path2iri, for every byte and for any bytes" {
    # Any bytes; and each byte but NUL alone, before and after other text
    random_bytes 300000 | tr -s '\0' | sed -z '/^$/d' >names
    awk 'BEGIN { for (i = 1; i < 256; i++) printf "%c%c./%c:%c/%c:%c%c", i, 0, i, 0, i, i, 0 }' >>names
    for form in iri uri; do
        expect 0 path2iri -z --form=$form names
        cp out links
        expect 0 iri2path -z links
        same names out
        expect 0 iri2uri -z links
        [ $form = uri ] || cp out uris
    done
    same uris links
}
