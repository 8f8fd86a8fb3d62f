#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# iriedit: laws. iriedit-runs.tsv has options and messages, and vectors/iriedit*.tsv the results.
load ../helper

@test "iriedit: values that are there change nothing, on the corpora" {
    local name component tried=0
    for name in iri ascii rel; do
        corpus $name
        iri2uri -q --repair --invalid=drop $name.txt | head -20000 >all
        for component in scheme userinfo host port path query fragment; do
            # A line for each value, in groups: iriedit takes one value for a list.
            iriparse --absent=$'\x01' --get=$component all >column
            paste column all | grep -v $'^\x01' | sort -k1,1 >pairs || [ $? = 1 ]
            cut -f1 pairs | uniq -c | sort -rn | sed -n '1,2p;500p' | sed 's/^ *[0-9]* //' >values
            while IFS= read -r value; do
                V=$value awk -F '\t' '$1 == ENVIRON["V"] { print $2 }' pairs >in
                [ -s in ]
                expect 0 iriedit --set-raw=$component="$value" in
                same in out
                tried=$((tried + 1))
            done <values
        done
    done
    [ "$tried" -gt 30 ] || { echo "$tried values" && false; }
}

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

@test "iriedit: edits of pairs on the corpora keep the other pairs" {
    corpus pct
    paste <(iriparse -q --get=error pct.txt) pct.txt | sed -n 's/^\t.*?/&/p' | cut -f2 | grep -a '?' >in
    [ "$(wc -l <in)" -gt 1000 ]
    expect 0 iriedit --append=query=k1=v --append=query=k2=v in
    cp out more
    expect 0 iriedit --query-delete='k[12]' more
    # A query that was empty is gone.
    sed -E 's/^([^?#]*)\?(#|$)/\1\2/' in | same /dev/stdin out
    expect 0 iriedit --query-sort --query-sort in
    cp out once
    expect 0 iriedit --query-sort once
    same once out
    expect 0 iriedit --query-dedupe once
    cp out once
    expect 0 iriedit --query-dedupe once
    same once out
}
