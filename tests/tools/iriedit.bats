#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load ../helper

# refused TEXT OPTION...: checks that iriedit refuses the options with a message that contains the text.
refused() {
    expect 2 iriedit "${@:2}" </dev/null
    grep -qF -e "$1" err || { cat err && false; }
}

@test "iriedit: messages about options" {
    refused 'nothing to do; give an edit, or --join'
    refused "--set: unknown component; use scheme, userinfo, host, port, path, query or fragment" --set=user=x
    refused '--set: --set-raw takes an authority; --set takes its parts' --set=authority=x
    refused '--set: takes COMPONENT=VALUE' --set=host
    refused '--unset: takes only the name of a component' --unset=host=x
    refused '--unset: unknown component; use scheme, userinfo' --unset=
    refused '--set-raw: unknown component; use scheme, userinfo' --set-raw=a=b
    refused '--set: invalid port: only digits are allowed' --set=port=8o
    refused '--set: a scheme is a letter' --set=scheme=1a
    refused '--set: a scheme is a letter' --set=scheme=
    refused "--set-raw: '%' needs two hexadecimal digits" --set-raw=path=/%
    refused '--set-raw: a delimiter would end this component' --set-raw=host=a:80
    refused '--set-raw: a delimiter would end this component' --set-raw=path='/a?b'
    refused '--set-raw: space is not allowed' --set-raw=query='a b'
    refused '--set-raw: invalid IP literal' --set-raw=host='[::1'
    refused "--set-raw: an authority ends before '/'" --set-raw=authority=h/a
    refused '--append: takes path=SEGMENT or query=KEY=VALUE' --append=host=a
    refused '--append: takes path=SEGMENT' --append=path
    refused "--append: no segment can be '.' or '..'" --append=path=..
    refused '--query-rename: takes OLD=NEW' --query-rename=a
    refused "--recode: unknown charset; 'iconv -l' lists the known ones" --recode=no-such-charset
    refused '--recode: takes a charset that contains ASCII' --recode=utf-16
    for charset in iso-2022-jp iso-2022-kr hz utf-7; do
        # Not every iconv knows all of these.
        iri2uri --charset=$charset </dev/null >/dev/null 2>&1 || continue
        refused '--recode: takes a charset in which bytes do not change' --recode=$charset
    done
    refused '--query-delete: knows no classes' '--query-delete=[[:digit:]]*'
    refused '--query-keep: knows no classes' --query-keep=a '--query-keep=[a[:digit:]]'
    refused '--absent is only for --join' --absent=- --query-sort
    refused '--absent takes a text without tab, newline and carriage return' --join --absent=$'\t'
    refused '--absent takes a text without tab, newline and carriage return' --join --absent=$'a\nb'
    refused '--absent takes a text without tab, newline and carriage return' --join --absent=$'a\r'
    refused '--join reads whole lines; leave out --field and --split' --join -f1
    refused '--join reads whole lines; leave out --field and --split' --join --split
    refused '--separator takes & or ;' --separator=/ --query-sort
    refused '--separator takes & or ;' --separator= --query-sort
}

@test "iriedit: --recode makes no dot segments" {
    iri2uri --charset=armscii-8 </dev/null >/dev/null 2>&1 || skip "no ARMSCII-8 here"
    # In this charset, A9 is ".".
    expect 1 iriedit --recode=armscii-8 <<<http://h/a/%A9%A9/b
    grep -q '^iriedit: stdin:1:9: --recode would make a dot segment' err
    # "." is there already.
    expect 1 iriedit --recode=armscii-8 <<<http://h/./x/%A9%A9/y
    expect 0 iriedit --recode=armscii-8 <<<http://h/./%2E/%B2
    echo http://h/./%2E/%D4%B1 | same /dev/stdin out
    expect 0 iriedit --recode=armscii-8 <<<http://h/%B2%A9b
    echo http://h/%D4%B1.b | same /dev/stdin out
}

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

@test "iriedit: common options" {
    printf 'x,http://a/?b=1,y\n' >in
    expect 0 iriedit -d, -f2 --query-set=b=2 in
    out_is 'x,http://a/?b=2,y\n'
    expect 0 iriedit --split --set=port=1 <<<'http://a/ http://b/'
    out_is 'http://a:1/\nhttp://b:1/\n'
    printf 'http://a/\n' >in
    expect 0 iriedit -c --set=host=a in
    expect 1 iriedit -c --set=host=b in
    out_is ''
    printf 'http://a/?b&amp;c\n' >in
    expect 0 iriedit --html --query-delete=b in
    out_is 'http://a/?c\n'
    printf 'http://a/\xe9\n' >in
    expect 0 iriedit --charset=latin1 --append=path=b in
    out_is 'http://a/é/b\n'
    # The tabs of columns are no white space at the ends of a line.
    printf '\t\t\t\tp\t\t\r\n' >in
    expect 0 iriedit --join in
    out_is 'p\n'
    printf 'a\t\t\t\tp\t\t\0' >in
    expect 0 iriedit -z --join in
    [ "$(tr '\0' '|' <out)" = 'a:p|' ]
}
