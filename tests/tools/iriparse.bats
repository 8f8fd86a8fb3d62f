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

@test "iriparse: all spellings of a domain count as one" {
    needs_psl
    printf 'http://%s/\n' Example.com www.example.com. ex%41mple.COM bücher.de www.xn--bcher-kva.de B%C3%9CCHER.de >in
    iriparse --get=domain in | sort | uniq -c >out
    out_is '      3 example.com\n      3 xn--bcher-kva.de\n'
    iriparse --get=domain --host=unicode in | sort | uniq -c >out
    out_is '      3 bücher.de\n      3 example.com\n'
}

@test "iriparse: an invalid line causes a message, and a row if the row has a place for the error" {
    printf 'a:b\n%%\tc\nd\n' >in
    expect 1 iriparse in
    out_is 'a\t\t\t\tb\t\t\n\n\t\t\t\td\t\t\n'
    grep -q '^iriparse: in:2:1: .*--lenient' err
    expect 1 iriparse --get=path,error in
    out_is "b\t\n\t'%' needs two hexadecimal digits; write a literal '%' as %25\nd\t\n"
    grep -q '^iriparse: in:2:1: ' err
    expect 1 iriparse -q --json --get=path in
    [ "$(jq -r .path out | head -2)" = $'b\n%\tc' ]
    [ "$(jq -c 'has("error")' out | paste -sd' ')" = 'false true false' ]
    expect 1 iriparse -q --json --invalid=drop --reject=bad in
    has 2 '' out
    printf '%%\tc\n' | same /dev/stdin bad
    # With -f, the components may become columns of the table. JSON is an error if it contains the separator.
    printf 'x,//h/p,y\n' >in
    expect 0 iriparse -f2 -d, --get=host,path in
    out_is 'x,h\t/p,y\n'
    expect 1 iriparse -f2 -d, --json in
    out_is 'x,,y\n'
    # --check only tests whether lines are valid. White space around them is ignored.
    printf ' http://h/ \r\n' | expect 0 iriparse --check
    expect 1 iriparse --check -q <<<%
    out_is ''
    expect 0 iriparse --check --lenient <<<%
    printf 'x\thttp://h/\r\n' | expect 0 iriparse -f2 -c
    printf ' a: b:\n' | expect 0 iriparse --split -c
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

@test "iriparse: the columns, joined, are the line, on the corpora" {
    local name
    for name in iri ascii pct rel; do
        corpus $name
        expect 0 iriparse --lenient --absent=$'\x01' $name.txt
        awk -F'\t' -v A=$'\x01' '
            NF != 7 { exit 1 }
            { print ($1 == A ? "" : $1 ":") ($3 == A ? "" : "//" ($2 == A ? "" : $2 "@") $3 ($4 == A ? "" : ":" $4)) \
                $5 ($6 == A ? "" : "?" $6) ($7 == A ? "" : "#" $7) }' out | same $name.txt /dev/stdin
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

@test "iriparse: --explain says why --host=unicode leaves a label" {
    printf 'http://%s/\n' xn--80ak6aa92e.com www.xn--a.com аррӏе.com é.com xn--%39ca.com '[::1]' \
        xn--pypal-4ve.a_é.com >in
    expect 0 iriparse --host=unicode --explain --get=host in
    out_is 'xn--80ak6aa92e.com\nwww.xn--a.com\nxn--80ak6aa92e.com\né.com\né.com\n[::1]\nxn--pypal-4ve.a_é.com\n'
    reason='a script that is not usual under this domain, and easily misread (rule 8 for hosts): U+0430 is Cyrillic'
    err_is "iriparse: in:1:8: this label stays as it is: $reason
iriparse: in:2:12: this label stays as it is: not a valid A-label (rule 1 for hosts)
iriparse: in:3:8: this label stays as it is: $reason
iriparse: in:7:8: this label stays as it is: scripts that are not written together (rule 3 for hosts): \
U+0430 is Cyrillic, 'p' is Latin\n"
    expect 2 iriparse --explain in
    grep -q 'explain is only for --host=unicode' err
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
