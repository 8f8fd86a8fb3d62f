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
