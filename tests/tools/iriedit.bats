#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# iriedit: a law. iriedit-runs.tsv has options and messages, and vectors/iriedit*.tsv the results.
load ../helper

@test "iriedit: --join is the inverse of iriparse, on the corpora" {
    local name
    for name in iri ascii rel; do
        corpus $name
        paste <(iriparse -q --get=error $name.txt) $name.txt | sed -n 's/^\t//p' >valid
        [ "$(wc -l <valid)" -gt 1000 ]
        # No component has this character.
        iriparse --absent=$'\x01' valid >columns
        expect 0 iriedit --join --absent=$'\x01' columns
        same valid out
    done
}
