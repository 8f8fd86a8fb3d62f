#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load ../helper

@test "iri2path: with -z, a newline is data" {
    printf 'a%%0Ab\0%%0a\0' >in
    expect 0 iri2path -z in
    out_is 'a\nb\0\n\0'
    expect 1 iri2path -q <<<'a%0Ab'
    out_is '\n'
}

@test "iri2path: the inverse of path2iri, for every byte and for any bytes" {
    # Any bytes; and each byte but NUL alone, before and after other text
    head -c 300000 /dev/urandom | tr -s '\0' | sed -z '/^$/d' >names
    awk 'BEGIN { for (i = 1; i < 256; i++) printf "%c%c./%c:%c/%c:%c%c", i, 0, i, 0, i, i, 0 }' >>names
    for form in iri uri; do
        expect 0 path2iri -z --form=$form names
        cp out links
        expect 0 iri2path -z links
        same names out
        expect 0 iri2uri -z links
        [ $form = uri ] || cp out uris
    done
    same uris links
}

@test "iri2path: the inverse of path2iri --windows, for names with backslashes" {
    printf '%s\n' 'c:\' 'C:\a b\é%41#' 'c:\\a\' '\\host\share' '\\HOST-1.example\c$\a;b' 'a\..\b' '.\a' >names
    expect 0 iri2path --windows < <(path2iri --windows < <(tr '\\' / <names))
    same names out
    for form in iri uri; do
        expect 0 path2iri --windows --form=$form names
        cp out links
        expect 0 iri2path --windows links
        same names out
        [ "$form" = uri ] || iri2uri links >uris
    done
    same uris links
}

@test "iri2path: options, and messages about a folder" {
    expect 2 iri2path --charset=iso-8859-1 </dev/null
    grep -q -e '--charset cannot be used here: .* iconv' err
    expect 2 iri2path --below= </dev/null
    grep -q -e '--below: a file name cannot be empty' err
    expect 2 iri2path --windows --below=c:a </dev/null
    grep -q -e '--below: the name depends on the current folder of the drive' err
    expect 2 iri2path --below=$'a\nb' </dev/null
    grep -q -e '--below: the name has a newline; use -z' err
    expect 0 iri2path -z --below=$'a\nb' < <(printf 'c\0')
    out_is 'a\nb/c\0'
    expect 0 iri2path -c <<<a
    expect 1 iri2path -c <<<a%20b
    expect 1 iri2path -c <<<a%2Fb
    expect 0 iri2path --below=. <<<-rf
    out_is './-rf\n'
    # Only the field must be below the folder.
    printf '../x\n../x\ta\n../x\t../a\n' >in
    expect 1 iri2path -q -f2 --below=d in
    out_is '../x\n../x\td/a\n../x\t\n'
    expect 1 iri2path -q -f2 --below=d --invalid=drop in
    out_is '../x\td/a\n'
    # A tab in a name would add a field.
    printf 'a\tb%%09c\n' >in
    expect 1 iri2path -f2 in
    grep -q 'the result contains the field separator' err
    expect 0 iri2path -f2 -d ' ' <<<'a b%09c'
    out_is 'a b\tc\n'
    expect 0 iri2path --located <<<'x.md:3:7:a%20b'
    out_is 'x.md:3:7:a b\n'
    expect 0 iri2path --split <<<'a%20b c'
    out_is 'a b\nc\n'
}
