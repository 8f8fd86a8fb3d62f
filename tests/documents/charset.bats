#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irigrep: documents in other charsets. Places count bytes of the file, and a document can name its charset.
load ../helper
export needs=irigrep

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

@test "charset: what only the iconv of glibc decodes, or knows, but irigrep refuses" {
    local label
    glibc || skip "another iconv"
    # glibc decodes UCS-4 beyond Unicode, to five or six bytes.
    printf 'é http://a/é\n' | iconv -f UTF-8 -t UTF-32BE |
        cat <(printf '\0\x20\0\0\0\0\0a\x7f\xff\xff\xff\0\0\0 ') - >in
    expect 0 irigrep -b --charset=ucs-4 in
    out_is '24:http://a/é\n'
    # Bytes that are not in the charset. musl decodes \x82 and a space, which are no character, to U+FF01.
    printf '\x82\xff\x81 http://a/\x82 \xfd\xfe http://b/\n\x93\nhttp://c/\n' >in
    expect 0 irigrep -b --charset=shift_jis in
    out_is '4:http://a/\n18:http://b/\n30:http://c/\n'
    printf '\e$B\xff http://a/\n\e$BF|\nhttp://b/ \e http://c/\n' >in
    expect 0 irigrep -b --charset=iso-2022-jp in
    out_is '5:http://a/\n21:http://b/\n33:http://c/\n'
    printf '<meta charset=shift_jis><a href=http://a/\x87\x40>x</a>' >a.html
    printf '<meta charset=gb2312><a href=http://a/\x81\x30\x84\x36>x</a>' >b.html
    expect 0 irigrep -h a.html b.html
    out_is 'http://a/①\nhttp://a/¥\n'
    # EBCDIC is not supported. Nor could the name be read as ASCII there.
    for label in IBM037 utf-7 iso-2022-kr; do
        echo "<?xml version='1.0' encoding='$label'?><a>http://a/é</a>" >a.xml
        echo "<meta charset=$label><a href=http://a/é>x</a>" >a.html
        for file in a.xml a.html; do
            # IBM037 is a name in XML alone.
            [ "$label $file" != 'IBM037 a.html' ] || continue
            expect 0 irigrep $file
            out_is 'http://a/é\n'
            grep -q "^irigrep: $file: .*says that it is in $label, which is not supported; use iconv$" err
            has 1 '' err
        done
    done
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

@test "charset: UTF-16 with a byte order mark, in pieces, as another charset, and bytes that are too short for one" {
    local text
    { printf '\xfe\xff' && printf 'é http://a/é\n' | iconv -f UTF-8 -t UTF-16BE; } >in
    dd bs=1 2>/dev/null <in | expect 0 irigrep -b
    out_is '6:http://a/é\n'
    expect 1 irigrep --charset=utf-8 in
    grep -q binary err
    for text in '\xff' '\xfe' '\xff\xfe' '\xfe\xff' '\xff\xfe\0' '\xfe\xff\0'; do
        printf %b "$text" >in
        expect 1 irigrep in
        out_is ''
    done
}

@test "charset: the documents of irigrep-files-runs.tsv that name their charset, in pieces through a pipe" {
    local id options files output n=0
    while IFS=$'\037' read -r id options files _ output _; do
        [[ $id = names-charset* && $options = "${files%%=*}" ]] || continue
        printf %b "${files#*=}" | dd bs=7 2>/dev/null | irigrep --from="${options#*.}" >out 2>err
        out_is "$output"
        n=$((n + 1))
    done < <(rows tools/files/irigrep-files-runs.tsv)
    [ $n -gt 30 ]
}
