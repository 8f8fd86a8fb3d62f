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

@test "iricmp: --redirects, chains and cycles" {
    printf 'http://a/\thttp://b/\nHTTP://B\thttp://c/x\n\nhttp://c/x\thttp://a\nhttp://p/\thttp://q/\n' >redirects
    expect 0 iricmp --redirects=redirects --level=protocol http://a/ http://c/%78
    out_is 'protocol\n'
    expect 1 iricmp --redirects=redirects http://a/ http://c/x
    out_is 'protocol\n'
    expect 1 iricmp --redirects=redirects --level=protocol http://a/ http://p/
    out_is 'different\n'
    expect 1 iricmp --redirects=redirects --level=protocol http://a/#x http://b/
    expect 0 iricmp --redirects=redirects --level=protocol --no-fragment http://a/#x http://b/
    expect 2 iricmp --redirects=missing http://a/ http://b/
    # An invalid row causes a message; the other rows are used.
    printf '\xef\xbb\xbfhttp://a/\thttp://b/\nhttp://a/\nhttp://b/\tc\n' >redirects
    expect 1 iricmp --redirects=redirects --level=protocol http://a/ http://b/
    out_is 'protocol\n'
    grep -q '^iricmp: redirects:2:10: the line must have two references' err
    grep -q '^iricmp: redirects:3:11: a relative reference' err
    expect 1 iricmp -q --redirects=redirects --level=protocol http://a/ http://b/
    out_is 'protocol\n'
    err_is ''
    expect 2 iricmp -q --redirects=missing http://a/ http://b/
    grep -q '^iricmp: missing: No such file or directory' err
    cp redirects before
    expect 2 iricmp --reject=redirects --redirects=redirects http://a/ http://b/
    same before redirects
    expect 2 sh -c 'iricmp --redirects=redirects http://a/ http://b/ >>redirects'
    grep -q '^iricmp: redirects: this file is also the output' err
    same before redirects
    expect 2 iricmp --redirects=- </dev/null
    # Operands are not names of files.
    echo x >foo
    expect 1 iricmp --reject=foo foo http://b/
    printf 'x\nfoo\thttp://b/\n' | same /dev/stdin foo
    expect 1 iricmp http://a $'\xef\xbb\xbfhttp://a'
    expect 1 iricmp $'\xef\xbb\xbfhttp://a' http://a
    # The lines of --redirects have no places.
    printf 'http://a/\thttp://b/\n%%\n' >redirects
    expect 1 iricmp --located --redirects=redirects <<<$'a:7:3:http://a/\thttp://b/'
    err_is 'iricmp: redirects:2:2: the line must have two references, separated by one tab\n'
    # A chain of hundreds of thousands of rows
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
