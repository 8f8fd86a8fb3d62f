#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# iriparse: files and laws. iriparse-runs.tsv has options and messages, and vectors/iriparse*.tsv the results.
load ../helper

# needs_psl: skips a test if iriparse was built without libpsl, and so without the columns domain and suffix.
needs_psl() {
    ! iriparse --get=domain </dev/null 2>&1 | grep -q 'without libpsl' || skip "iriparse was built without libpsl"
}

@test "iriparse: without libpsl, to name domain or suffix is an error" {
    local column
    ! iriparse --get=domain </dev/null || skip "iriparse was built with libpsl"
    for column in domain suffix; do
        expect 2 iriparse --get=$column </dev/null
        err_is "iriparse: $column: this iriparse was built without libpsl, which the column needs\n"
    done
}

@test "iriparse: domain and suffix by the rules of the Public Suffix List, as a simple program reads them" {
    needs_psl
    local python list=/usr/share/publicsuffix/public_suffix_list.dat section
    python sys
    [ -f "$list" ] || skip "no Public Suffix List here"
    corpus iri
    corpus ascii
    # A host above, at and below each rule, and the hosts of real links
    sed 's|//.*||; s|[[:space:]]*$||; /^$/d; s|^[!*.]*||' "$list" | awk 'NR % 5 == 0 { print "//" $0; print "//a." $0
        print "//x.b.a." $0 "." }' >in
    cat iri.txt ascii.txt >>in
    iriparse -q --invalid=drop --get=host --host=idna in >hosts || true
    sed 's|^|//|' hosts >in
    for section in icann private; do
        expect 0 iriparse --get=domain,suffix --psl=$section in
        mv out got
        "$python" "$tests/documents/suffixes.py" "$list" $section hosts >want
        # The list on this computer may be newer than that in libpsl.
        [ "$(wc -l <want)" -gt 20000 ]
        [ "$(diff want got | grep -c '^<')" -le $(($(wc -l <want) / 200)) ]
    done
}

# joined: reads the JSON of --json, and prints the references that its components make.
joined() {
    jq -r '(if .scheme != null then .scheme + ":" else "" end)
        + (if .host != null then "//" + (if .userinfo != null then .userinfo + "@" else "" end) + .host
        + (if .port != null then ":" + .port else "" end) else "" end) + .path
        + (if .query != null then "?" + .query else "" end) + (if .fragment != null then "#" + .fragment else "" end)'
}

@test "iriparse: the components of --json, joined, are the line, on the corpora" {
    local name
    for name in iri ascii pct rel; do
        corpus $name
        iriparse -q --json $name.txt | joined | same $name.txt /dev/stdin
        iriparse --lenient --json $name.txt | joined | same $name.txt /dev/stdin
    done
}

@test "iriparse: --json prints one valid JSON object per line, for any bytes" {
    # Each byte in each component, and random bytes
    awk 'BEGIN { for (i = 0; i < 256; i++) printf "s%c://u%c@h%c:1%c/p%c?q%c#f%c\n", i, i, i, i, i, i, i }' >in
    has 263 '' in # the newline among them turns one line into eight
    random_bytes 300000 >>in
    for i in '' --lenient --host=idna '--host=unicode --lenient' --get=error,authority; do
        # shellcheck disable=SC2086 # split into words
        iriparse -q --json $i in >out || [ $? = 1 ]
        [ "$(wc -l <out)" = "$(awk 'END { print NR }' in)" ]
        [ "$(jq -c 'type == "object" or error("none")' out | wc -l)" = "$(wc -l <out)" ]
        # jq replaces invalid UTF-8 without an error, so iconv checks it.
        iconv -f UTF-8 -t UTF-8 out | same out /dev/stdin
    done
}

@test "iriparse: --host shows a host in both forms" {
    corpus iri
    # With --host=idna, a host that has no A-label form is an error. The corpus has no such host.
    iriparse --get=authority --host=idna iri.txt >ascii
    hosts=$(awk -F / '$3 ~ /[^ -~]/' iri.txt | wc -l)
    [ "$hosts" -gt 100 ]
    [ "$(grep -c 'xn--' ascii)" = "$hosts" ]
    has 0 '[^ -~]' ascii
    sed 's,^,//,' ascii | iriparse --get=authority --host=unicode >unicode
    sed 's,^,//,' unicode | iriparse --get=authority --host=idna | same ascii /dev/stdin
    [ "$(grep -c '[^ -~]' unicode)" -gt $((hosts * 98 / 100)) ]
}
