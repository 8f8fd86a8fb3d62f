#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# iricmp: files and laws. iricmp-runs.tsv has options and messages, and vectors/iricmp*.tsv the results.
load ../helper

# chain: makes the file "in" of 300,000 redirects that lead from http://h/ to http://h/0.
chain() {
    awk -v n=$((300000 / share)) 'BEGIN {
        print "http://h/\thttp://h/" n
        for (; n > 0; n--)
            print "http://h/" n "\thttp://h/" (n - 1)
    }' >in
}

@test "iricmp: --redirects: a file that is also the output, and a chain of hundreds of thousands of rows" {
    printf 'http://a/\thttp://b/\n' | tee redirects >before
    expect 2 sh -c 'iricmp --redirects=redirects http://a/ http://b/ >>redirects'
    grep -q '^iricmp: redirects: this file is also the output' err
    same before redirects
    both chain
    expect 0 limited iricmp --redirects=in --level=protocol http://h/ http://h/0
}

@test "iricmp: agrees with irinorm on the corpora" {
    corpus iri
    corpus pct
    paste iri.txt pct.txt >pairs
    expect 1 iricmp <pairs
    cut -f1 out | sort | uniq -c | tr -s ' ' >counts
    # Lines with a Unicode host are equivalent on the rung "scheme", except for three (see iri2uri.bats).
    awk -F '\t' '
        { split($1, a, "/"); split($2, b, "/"); n[$1 == $2 ? "string" : a[3] == b[3] ? "syntax" : "scheme"]++ }
        END {
            printf " 3 different\n %d scheme\n %d string\n %d syntax\n", n["scheme"] - 3, n["string"], n["syntax"]
        }' pairs |
        same counts /dev/stdin
    for level in syntax scheme; do
        paste <(irinorm --level=$level iri.txt) <(irinorm --level=$level pct.txt) |
            awk -F '\t' '{ print $1 == $2 }' >norm
        if [ $level = syntax ]; then low='^(string|syntax)$'; else low='^(string|syntax|scheme)$'; fi
        cut -f1 out | awk -v low="$low" '{ print $1 ~ low }' | same norm /dev/stdin
    done
}
