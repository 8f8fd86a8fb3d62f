#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The tool irised. faults.bats tests it with calls that fail and with signals.
# shellcheck shell=bash
load helper

# run_edits FILE: the columns of a row are id, options, document, the new links, the result, a message, and the source.
# Runs irised on the document, with a command that prints the new links. If the result is "-", irised must refuse: exit
# with 2, and print nothing but the message, which begins with line and column.
run_edits() {
    local id options document links result message source got n=0 bad=0 words line
    while IFS=$'\037' read -r id options document links result message source; do
        read -ra words <<<"$options"
        printf '%b' "$document" >in
        printf '%b\n' "$links" >links
        got=0
        irised "${words[@]}" "cat links" <in >out 2>err || got=$?
        line=$(cat err)
        if [ "$result" = - ]; then
            : >want
            status=2
        else
            printf '%b' "$result" >want
            status=0
        fi
        n=$((n + 1))
        if [ "$got" = 2 ] && [[ $options = *charset=* ]] && ! glibc; then
            echo "$id: not a charset known here: $options"
        elif [ "$got" != "$status" ] || ! cmp -s want out ||
            [[ $line != ${message:+irised: stdin:$message}* || (-z $message && -n $line) ]]; then
            bad=$((bad + 1))
            printf '%s (%s): irised %s\n  %s\n  %s\n want %s: %s %s\n  got %s: %s %s\n' "$id" "$source" "$options" \
                "$document" "$links" "$status" "$result" "$message" "$got" "$(cat -v out)" "$line"
        fi
    done < <(rows "$1")
    echo "$n rows, $bad bad"
    [ "$n" -gt 0 ] && [ "$bad" -eq 0 ]
}

@test "irised: how each format writes a link" {
    needs irised
    run_edits irised.tsv
}
