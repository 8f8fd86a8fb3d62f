#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load ../helper

@test "iricmp: operands" {
    expect 0 iricmp http://h HTTP://H:80/
    out_is 'scheme\n'
    expect 1 iricmp --level=syntax http://h HTTP://H:80/
    out_is 'scheme\n'
    expect 0 iricmp http://h/ http://h/
    out_is 'string\n'
    expect 1 iricmp http://h/a http://h/b
    out_is 'different\n'
    expect 0 iricmp -c http://h HTTP://H:80/
    out_is ''
    expect 1 iricmp -c http://h/a http://h/b
    out_is ''
    expect 2 iricmp http://h/
    expect 2 iricmp a b c
    expect 1 iricmp a b
    grep -q 'a relative reference' err
    expect 0 iricmp --base=http://h/ a /a
    expect 2 iricmp --base=h a /a
    grep -q -e '--base: a relative reference' err
    expect 2 iricmp --level=near a a
}

@test "iricmp: operands in a charset, and with character references" {
    expect 0 iricmp --charset=latin1 $'http://h/\xe9' $'http://h/%C3%A9'
    out_is 'syntax\n'
    expect 1 iricmp --charset=latin1 $'http://h/\xe9' $'http://h/%E9'
    # Each operand begins and ends in the initial state.
    expect 0 iricmp --charset=iso-2022-jp $'http://h/\e$BF|\e(B' $'http://h/%E6%97%A5'
    out_is 'syntax\n'
    expect 0 iricmp --charset=iso-2022-jp $'http://h/\e$BF|' $'http://h/\e$BF|\e(B'
    out_is 'string\n'
    # For TCVN, iconv holds a letter back until it knows whether a combining mark follows.
    if known tcvn; then
        expect 1 iricmp --charset=tcvn http://h/a http://h/b
        expect 0 iricmp --charset=tcvn http://h/a http://h/a
    fi
    expect 1 iricmp --charset=us-ascii $'http://h/a\xe9' http://h/
    err_is 'iricmp: operands:1:11: byte 0xE9 is not valid in the input charset; check --charset\n'
    expect 1 iricmp --charset=us-ascii http://h/ $'http://h/a\xe9'
    err_is 'iricmp: operands:1:21: byte 0xE9 is not valid in the input charset; check --charset\n'
    expect 1 iricmp --charset=utf-16 http://h/ http://h/
    # The message does not advise --charset if the option is there.
    expect 1 iricmp --charset=utf-8 $'http://h/\xe9' http://h/
    err_is 'iricmp: operands:1:10: byte 0xE9 is not UTF-8: an incomplete sequence\n'
    expect 1 iricmp $'http://h/\xe9' http://h/
    grep -q 'name it with --charset$' err
    expect 0 iricmp --html 'http://h/?a&amp;b=&eacute;' 'http://h/?a&b=é'
    out_is 'string\n'
    expect 0 iricmp --html --charset=latin1 $'http://h/?a&amp;b=\xe9' 'http://h/?a&#38;b=&eacute;'
    out_is 'string\n'
    expect 0 iricmp --nfc http://h/é $'http://h/e\xcc\x81'
    out_is 'string\n'
    # Input in a charset other than Unicode is normalized to NFC (section 3.1, step 1).
    expect 0 iricmp --charset=cp1258 $'http://h/a\xcc' http://h/%C3%A0
    out_is 'syntax\n'
}

@test "iricmp: messages name the place of an error" {
    printf 'http://h/\thttp:// /\nhttp://h/\n \xc3\xa9 \t b\nhttp://h/\ta\tb\n' >in
    expect 1 iricmp <in
    out_is '\n\n\n\n'
    grep -q '^iricmp: stdin:1:18: space' err
    grep -q '^iricmp: stdin:2:10: the line must have two references' err
    grep -q '^iricmp: stdin:3:2: a relative reference' err
    grep -q '^iricmp: stdin:4:12: the line must have two references' err
    printf 'http://h/\t http://h/ \r\n' >in
    expect 0 iricmp <in
}

@test "iricmp: --located" {
    printf 'a:1:5:http://h/\tHTTP://h\nb:2:http://h/\thttp:// /\nc:3:9: /d\t/\nd\t/e\nf:4: http://h \thttp://h \r\n' >in
    expect 1 iricmp --located <in
    out_is 'a:1:5:scheme\thttp://h/\tHTTP://h\nb:2:\nc:3:9:\n\nf:4:string\t http://h \thttp://h \n'
    [ "$(cut -d ' ' -f 2 err | paste -s -d ' ' -)" = 'b:2:18: c:3:10: stdin:4:1:' ]
    grep -q 'b:2:18: space' err
    expect 1 iricmp --located --explain <<<$'a:7:3:http://h/b\thttp://h/c'
    out_is 'a:7:3:different\thttp://h/b\thttp://h/c\n'
    err_is 'iricmp: a:7:14: the path differs\n'
    # The lines of --redirects have no places.
    printf 'http://a/\thttp://b/\n%%\n' >redirects
    expect 1 iricmp --located --redirects=redirects <<<$'a:7:3:http://a/\thttp://b/'
    err_is 'iricmp: redirects:2:2: the line must have two references, separated by one tab\n'
    expect 2 iricmp --located http://a/ http://b/
    err_is 'iricmp: --located is for lines; operands have no place, so leave it out\n'
}

@test "iricmp: --explain names the first component that differs" {
    while read -r a b component; do
        expect 1 iricmp --explain "$a" "$b"
        out_is 'different\n'
        err_is "iricmp: operands:1:$((${#a} + 2)): the $component differs\n"
    done <<'ROWS'
http://h/ https://h/ scheme
http://h/ http://u@h/ userinfo
http://h/ http://i/ host
http://h:81/ http://h:82/ port
http://h/a http://h/b path
http://h/a http://h/a? query
http://h/?b http://h/?c query
http://h/ http://h/# fragment
ROWS
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
    # Hundreds of thousands of rows
    seq 300000 | awk '{ printf "http://h/%d\thttp://h/%d\n", $1, $1 + 1 }' >redirects
    expect 0 timeout 20 iricmp --redirects=redirects --level=protocol http://h/1 http://h/300001
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

@test "iricmp: a missing file of --redirects causes no advice about IRIs as operands" {
    expect 2 iricmp --redirects=http://a/ x: y:
    grep -q 'http://a/: No such file or directory$' err
}
