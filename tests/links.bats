#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The links of running text (lib/linkify.c, lib/link_end.c, lib/totext.c), through irigrep and uri2iri --for-text. The
# files of Unicode are in unicode.tar.xz.
load helper

# run_links FILE: each row is id, options, text, links, source. Runs irigrep with the options and the text as its input,
# and checks that it prints the links.
run_links() {
    local id options text links source want got n=0 bad=0 words
    while IFS=$'\037' read -r id options text links source; do
        read -ra words <<<"$options"
        got=0
        printf '%b' "$text" | irigrep "${words[@]}" >out 2>err || got=$?
        printf '%b' "${links:+$links }" | tr ' ' '\n' >want
        want=1
        [ -z "$links" ] || want=0
        n=$((n + 1))
        if [ "$got" != "$want" ] || ! cmp -s want out; then
            bad=$((bad + 1))
            printf '%s (%s): irigrep %s <<< %s\n want %s: %s\n  got %s: %s\n' "$id" "$source" "$options" "$text" \
                "$want" "$links" "$got" "$(tr '\n' ' ' <out)"
        fi
    done < <(rows "$1")
    echo "$n rows, $bad bad"
    [ "$n" -gt 0 ] && [ "$bad" -eq 0 ]
}

@test "links: where links begin and end, rule by rule" {
    needs irigrep
    run_links links.tsv
}

@test "links: where a Chinese, Japanese or Korean reader ends a link (--cjk)" {
    needs irigrep
    run_links links-cjk.tsv
}
