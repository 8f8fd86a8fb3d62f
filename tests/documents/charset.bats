#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irigrep: documents in other charsets. Places count bytes of the file, and a document can name its charset.
load ../helper
export needs=irigrep

# hex [FILE]: prints the bytes of the file, or of standard input, in hexadecimal on one line.
hex() {
    od -An -v -tx1 "$@" | tr -d ' \n'
    echo
}

# places FILE [OPTION]...: prints for each link of the file its place, its length, and the bytes that stand there, in
# hexadecimal. The bytes come from the file.
places() {
    local file=$1
    shift
    irigrep --json "$@" "$file" | sed 's/.*"offset":\([0-9]*\),"length":\([0-9]*\).*/\1 \2/' >found
    hex "$file" | awk 'NR == 1 { bytes = $0; next } { print $0, substr(bytes, 2 * $1 + 1, 2 * $2) }' - found
}

# exact TEXT CHARSET...: in the text, in each charset, the bytes at the places of the links are those of the links, all
# together. The text has the escapes of printf's %b.
exact() {
    local charset
    printf %b "$1" >text
    irigrep text >links
    tr -d '\n' <links >joined
    [ -s joined ]
    for charset in "${@:2}"; do
        known "$charset" || continue
        iconv -f UTF-8 -t "$charset" text >in
        # Other C libraries than glibc decode only a part of some charsets.
        glibc || irigrep --charset="$charset" in 2>/dev/null | cmp -s links - || continue
        irigrep --json --charset="$charset" in >found
        perl -0777 -ne 'BEGIN { open my $in, "<:raw", "in" or die; $bytes = <$in> }
            print substr($bytes, $1, $2) while /"offset":(\d+),"length":(\d+)/g' found >got
        iconv -f UTF-8 -t "$charset" joined | same /dev/stdin got
    done
}

@test "charset: places count bytes of the file" {
    # Latin, Vietnamese, Japanese, Chinese, Korean and astral text around the links and in them
    exact 'é http://a/é (http://b/ü)\r\n\nü\n' \
        iso-8859-1 windows-1252 iso-8859-15 cp437 utf-16le utf-16be utf-32le ucs-2le
    exact 'ế http://a/ế, ơ http://b/ừ.ô http://c/\n' windows-1258
    exact '日本 http://a/日本、http://b/ カー http://c/ｱ 日\nhttp://d/\n' \
        shift_jis cp932 euc-jp gb18030 utf-16le utf-32be
    exact '語 http://a/語 說 http://b/\n' big5 big5-hkscs gb18030 gbk euc-tw
    exact '한 http://a/국 http://b/\n' euc-kr uhc johab
    exact '😀 http://a/😀 http://b/\n' gb18030 utf-16le utf-16be utf-32le
}

@test "charset: a byte order mark of UTF-16 and UTF-32 counts" {
    printf 'é http://a/é\n' >text
    { printf '\xff\xfe' && iconv -f UTF-8 -t UTF-16LE text; } >le
    { printf '\xfe\xff' && iconv -f UTF-8 -t UTF-16BE text; } >be
    printf '6 20 68007400740070003a002f002f0061002f00e900\n' >want
    places le --charset=utf-16 | same want /dev/stdin
    places le --charset=utf-16le | same want /dev/stdin
    printf '6 20 0068007400740070003a002f002f0061002f00e9\n' >want
    places be --charset=utf-16 | same want /dev/stdin
    places be --charset=utf-16be | same want /dev/stdin
    { printf '\0\0\xfe\xff' && iconv -f UTF-8 -t UTF-32BE text; } >be
    expect 0 irigrep -b --charset=utf-32 be
    out_is '12:http://a/é\n'
    # glibc decodes UCS-4 beyond Unicode, to five or six bytes.
    { printf '\0\x20\0\0\0\0\0a\x7f\xff\xff\xff\0\0\0 ' && iconv -f UTF-8 -t UTF-32BE text; } >in
    if glibc; then
        expect 0 irigrep -b --charset=ucs-4 in
        out_is '24:http://a/é\n'
    fi
    { printf '\xef\xbb\xbf' && cat text; } >in
    expect 0 irigrep -b in
    out_is '6:http://a/é\n'
}

@test "charset: places in charsets with shift sequences" {
    # The shift sequences before and after a link do not belong to it.
    printf '\e$BF|\e(B http://a/ \e$BF|\e(Bhttp://b/\e$BF|K\\\e(B http://c/\n\e$BF|\e(B\nhttp://d/\e$BF|\e(B\n' >in
    if known iso-2022-jp; then
        places in --charset=iso-2022-jp >got
        printf '%s\n' '9 9 687474703a2f2f612f' '27 16 687474703a2f2f622f1b2442467c4b5c' \
            '47 9 687474703a2f2f632f' '66 14 687474703a2f2f642f1b2442467c' | same /dev/stdin got
    fi
}

@test "charset: places after bytes that are not in the charset" {
    printf '\x82\xff\x81 http://a/\x82 \xfd\xfe http://b/\n\x93\nhttp://c/\n' >in
    # musl decodes \x82 and a space, which are no character, to U+FF01.
    if glibc; then
        expect 0 irigrep -b --charset=shift_jis in
        out_is '4:http://a/\n18:http://b/\n30:http://c/\n'
    fi
    { printf '\0\xdc\0\xd8' && printf ' http://a/' | iconv -t UTF-16LE && printf '\0\xd8 '; } >in
    expect 0 irigrep -b --charset=utf-16le in
    out_is '6:http://a/\n'
    printf '\e$B\xff http://a/\n\e$BF|\nhttp://b/ \e http://c/\n' >in
    if glibc; then
        expect 0 irigrep -b --charset=iso-2022-jp in
        out_is '5:http://a/\n21:http://b/\n33:http://c/\n'
    fi
}

# Places do not depend on how the file is cut into blocks, nor on a file before it.
@test "charset: places in long files" {
    awk 'BEGIN {
        for (i = 0; i < 30000; i++) printf "日本 http://a/%d/語 カ%s", i, i % 7 ? " " : "\n"
    }' >text
    tr '\n' ' ' <text >line
    local charset file
    for charset in utf-16 shift_jis iso-2022-jp; do
        known $charset || continue
        for file in text line; do
            iconv -f UTF-8 -t $charset $file >in
            irigrep --json --charset=$charset <in >want
            [ "$(wc -l <want)" = 30000 ]
            # The last link has its place in the file.
            tail -n 1 want | sed 's/.*"offset":\([0-9]*\),.*/\1/' >off
            tail -c +$(($(cat off) + 1)) in | head -c 36 | tr -d '\0' | grep -q '^http://a/29999/'
            head -c 400000 in | dd bs=4099 2>/dev/null | irigrep --json --charset=$charset >got
            head -n 4000 got | same <(head -n 4000 want) /dev/stdin
            # The first file is left at its first link.
            expect 0 irigrep -l --charset=$charset in in
            out_is 'in\nin\n'
        done
    done
}

@test "charset: UTF-16 with a byte order mark needs no --charset" {
    printf 'é http://a/é\n' >text
    local name
    for name in a.txt b.md c.html d.xml e; do
        { printf '\xff\xfe' && iconv -f UTF-8 -t UTF-16LE text; } >$name
        expect 0 irigrep -n $name
        out_is "$name:1:3:http://a/é\n"
        { printf '\xfe\xff' && iconv -f UTF-8 -t UTF-16BE text; } >$name
        expect 0 irigrep -b $name
        out_is '6:http://a/é\n'
        err_is ''
    done
    dd bs=1 2>/dev/null <e | expect 0 irigrep -b
    out_is '6:http://a/é\n'
    # It is only for this file, and --charset wins.
    printf 'http://b/ü\n' >f
    expect 0 irigrep -h e f e
    out_is 'http://a/é\nhttp://b/ü\nhttp://a/é\n'
    expect 1 irigrep --charset=utf-8 e
    grep -q binary err
    # Bytes that are too short for a mark, or for more
    for text in '\xff' '\xfe' '\xff\xfe' '\xfe\xff' '\xff\xfe\0' '\xfe\xff\0'; do
        printf %b "$text" >in
        expect 1 irigrep in
        out_is ''
    done
}

# names SUFFIX TEXT LINK [MESSAGE]: writes a file with this suffix and text, which has the escapes of printf's %b. Adds
# the link and the message that the file must have to the files links and messages.
names() {
    local file
    printf -v file %02d.%s $((count++)) "$1"
    printf %b "$2" >"$file"
    echo "$file:$3" >>links
    [ -z "${4-}" ] || echo "irigrep: $file: $4" >>messages
}

# check_names: checks the files that names has written, at once, and each in pieces through a pipe.
check_names() {
    local file
    : >>messages
    expect 0 irigrep [0-9]*
    same links out
    same messages err
    for file in [0-9]*; do
        echo "$file:$(dd bs=7 2>/dev/null <"$file" | irigrep --from="${file#*.}" 2>/dev/null)"
    done | same links /dev/stdin
}

@test "charset: HTML names its charset" {
    local count=0 link='<a href=http://a/\xe9>x</a>' utf8='<a href=http://a/é>x</a>' label
    names html "<meta charset=iso-8859-1>$link" http://a/é
    names html "<META CHARSET='Latin1' />$link" http://a/é
    names html "<meta charset = \" windows-1252 \">$link" http://a/é
    names html "<head><title>\xe9</title><meta name=x><meta charset=l1>$link" http://a/é
    names html "<meta http-equiv=Content-Type content='text/html; charset=us-ascii'>$link" http://a/é
    names html "<meta content='text/html; charset=\"x-cp1251\"' http-equiv=content-type>$link" http://a/й
    names html "<!-- <meta charset=koi8-r> --><meta charset=iso-8859-2>$link" http://a/é
    names html "<?xml version='1.0' encoding='koi8-r'?>$link" http://a/И
    # The first name counts.
    names html "<meta charset=koi8-r><meta charset=latin1>$link" http://a/И
    # Labels mean the larger charset.
    names html '<meta charset=latin1><a href=http://a/\x80>x</a>' http://a/€
    names html '<meta charset=latin5><a href=http://a/\x80\xfd>x</a>' http://a/€ı
    # musl's iconv lacks these characters.
    if glibc; then
        names html '<meta charset=shift_jis><a href=http://a/\x87\x40>x</a>' http://a/①
        names html '<meta charset=gb2312><a href=http://a/\x81\x30\x84\x36>x</a>' http://a/¥
    fi
    names html '<meta charset=ks_c_5601-1987><a href=http://a/\x81\x41>x</a>' http://a/갂
    names html '<meta charset=x-user-defined><a href=http://a/\x80>x</a>' http://a/€
    # UTF-8 in several ways; UTF-16 in a name that can be read is none.
    for label in utf-8 UTF8 utf-16 utf-16le UTF-16BE unicode; do
        names html "<meta charset=$label>$utf8" http://a/é
    done
    # A byte order mark wins over the name.
    names html "\xef\xbb\xbf<meta charset=latin1>$utf8" http://a/é
    { printf '\xff\xfe' && printf %s "<meta charset=latin1>$utf8" | iconv -f UTF-8 -t UTF-16LE; } >a.html
    expect 0 irigrep a.html
    out_is 'http://a/é\n'
    # An unknown name, and one that browsers refuse
    local unknown='was read as UTF-8, but says that it is in %s, which is unknown; use --charset'
    # shellcheck disable=SC2059 # a format
    for label in nonesuch cp850; do
        names html "<meta charset=$label>$utf8" http://a/é "$(printf "$unknown" $label)"
    done
    # Charsets that --charset refuses, too
    unknown='was read as UTF-8, but says that it is in %s, which is not supported; use iconv'
    # shellcheck disable=SC2059 # a format
    for label in utf-7 iso-2022-kr; do
        ! known $label || names html "<meta charset=$label>$utf8" http://a/é "$(printf "$unknown" $label)"
    done
    # Names with other characters are none, and messages stay printable.
    names html "<meta charset='\x01\e[31m'>$utf8" http://a/é
    names html "<meta charset='é'>$utf8" http://a/é
    check_names
    # --charset wins.
    printf '%b' "<meta charset=latin1>$utf8" >a.html
    expect 0 irigrep --charset=utf-8 a.html
    out_is 'http://a/é\n'
    printf '%b' "<meta charset=latin1>$link" >a.html
    expect 0 irigrep --charset=koi8-r a.html
    out_is 'http://a/И\n'
    # The name is for this file alone.
    printf '%b' "$utf8" >b.html
    printf '%b' "<meta charset=koi8-r>$link" >c.html
    expect 0 irigrep -h a.html b.html c.html b.html a.html
    out_is 'http://a/é\nhttp://a/é\nhttp://a/И\nhttp://a/é\nhttp://a/é\n'
    expect 0 irigrep -b a.html
    out_is '29:http://a/é\n'
    # In text and Markdown it is text.
    printf '%b' "<meta charset=latin1>$utf8" >a.txt
    expect 0 irigrep --from=text a.txt
    err_is ''
}

@test "charset: XML names its charset" {
    local count=0
    names xml '<?xml version="1.0" encoding="iso-8859-1"?><a>http://a/\xe9</a>' http://a/é
    names xml "<?xml version='1.0' encoding='KOI8-R'?><a>http://a/\xe9</a>" http://a/И
    names xml '<?xml version="1.0" encoding="utf-8"?><a>http://a/é</a>' http://a/é
    names xml '<?xml version="1.0" encoding="us-ascii"?><a>http://a/é</a>' http://a/é
    # The name was read as ASCII.
    names xml '<?xml version="1.0" encoding="UTF-16"?><a>http://a/é</a>' http://a/é
    # EBCDIC is not supported. Nor could the name be read as ASCII there.
    ! known IBM037 || names xml '<?xml version="1.0" encoding="IBM037"?><a>http://a/é</a>' http://a/é \
        'was read as UTF-8, but says that it is in IBM037, which is not supported; use iconv'
    names xml '\xef\xbb\xbf<?xml version="1.0" encoding="iso-8859-1"?><a>http://a/é</a>' http://a/é
    names xml '<?xml version="1.0" encoding="nonesuch"?><a>http://a/é</a>' http://a/é \
        'was read as UTF-8, but says that it is in nonesuch, which is unknown; use --charset'
    check_names
    printf '<?xml version="1.0" encoding="nonesuch"?><a>http://a/é</a>' >a.xml
    expect 0 irigrep -q a.xml
    expect 0 irigrep --charset=utf-8 a.xml
    err_is ''
    printf '<?xml version="1.0" encoding="iso-8859-1"?><a>http://a/\xe9</a>' >a.xml
    expect 0 irigrep --charset=koi8-r a.xml
    out_is 'http://a/И\n'
    expect 0 irigrep -b a.xml
    out_is '46:http://a/é\n'
    # A byte that is not in this charset
    printf '<?xml version="1.0" encoding="shift_jis"?><a>http://a/\xff</a>' >a.xml
    expect 0 irigrep a.xml
    err_is 'irigrep: a.xml: byte 45: this link ends at a byte that is not in the charset; use --charset\n'
}
