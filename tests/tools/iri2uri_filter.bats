#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The promises of every filter about descriptors, permissions and long input; iri2uri-filter-runs.tsv and
# filters-files-runs.tsv have the others. The files of the same name for other tools are links to this one. The input
# here is invalid, or in the normal form of every tool: then a tool does not change it.
load ../helper
tool=${BATS_TEST_FILENAME##*/} tool=${tool%_filter.bats}

@test "$tool: several processes append whole lines to one reject file" {
    local i
    for i in 1 2 3 4 5 6 7 8; do
        seq -f "$i %.0f %%" 30000 | tee in$i | "$tool" -q --invalid=drop --reject=bad &
    done
    wait
    sort bad >all
    sort in? | same /dev/stdin all
    # In UTF-16, they write to one new file, with one byte order mark.
    native || return 0
    for i in 1 2 3 4 5 6 7 8; do
        seq -f "/$i %.0f" 3000 | tee in$i | iconv -f UTF-8 -t UTF-16 |
            "$tool" -q --charset=UTF-16 --reject=wide >out$i &
    done
    wait
    iconv -f UTF-16 wide | sort >all
    sort in? | same /dev/stdin all
}

# stays NAME TEXT COMMAND: checks that the command ends with status 2 and a message that names the file NAME and
# contains the text, and that the file "in" is unchanged.
stays() {
    expect 2 timeout 60 sh -c "$3"
    [ -s err ] || cp log err
    grep -q "^$tool: $1: .*$2" err
    same before in
}

@test "$tool: a file cannot be input and output, nor reject file and output" {
    # Messages that the file "in" got are taken out of it.
    local out='the output' reject='the reject file' restored='s=$?; tail -n 1 in >log; cp before in; exit $s'
    printf 'http://a b/\nhttp://c/\n' >in
    cp in before
    echo 'http://d e/' >other
    stays in "$out" "$tool in >>in"
    stays in "$out" "$tool in 1<>in"
    stays stdin "$out" "$tool <in >>in"
    stays stdin "$out" "$tool - 1<>in <in"
    stays in "$out" "$tool -c in >>in"
    # All files are checked before anything is written.
    stays ./in "$out" "$tool -q other ./in missing in >>in"
    stays in messages "$tool -q in 2>>in; $restored"
    stays in "$reject" "$tool --reject=in in"
    stays in "$reject" "$tool --reject=in other in"
    stays in "$reject" "$tool --reject=./in missing in"
    stays stdin "$reject" "$tool --reject=in <in"
    stays stdin "$reject" "$tool --reject=in other - <in"
    stays in "$out" "$tool --reject=in other >>in"
    stays in messages "$tool --reject=in other 2>>in; $restored"
    ln in link
    stays link "$reject" "$tool --reject=in link"
    # These may be the same file: output and messages, several inputs, and files that are not regular.
    expect 1 sh -c "$tool in other in >log 2>&1"
    has 3 "^$tool: " log
    expect 1 "$tool" -q --reject=bad in in
    file_is bad 'http://a b/\nhttp://a b/\n'
    expect 0 sh -c "$tool --reject=/dev/null /dev/null </dev/null >/dev/null 2>&1"
}

@test "$tool: a FIFO is opened once" {
    local i n=5
    [ -z "${IRI_LONG-}" ] || n=50
    mkfifo fifo
    for ((i = 0; i < n; i++)); do
        echo 'http://a b/' >fifo &
        rm -f bad
        expect 1 timeout 60 "$tool" -q --reject=bad fifo
        file_is bad 'http://a b/\n'
        wait
    done
}

# hidden: prints all of Cc, Cf, Zl and Zp in Unicode 15.1, except for visible characters of Cf: marks that enclose
# numbers or stand before them (Prepended_Concatenation_Mark), and U+13430 to U+1343F, which are not default ignorable.
hidden() {
    printf '%d %d\n' 0x01 0x1F 0x7F 0x9F 0xAD 0xAD 0x61C 0x61C 0x180E 0x180E 0x200B 0x200F 0x2028 0x202E 0x2060 \
        0x2064 0x2066 0x206F 0xFEFF 0xFEFF 0xFFF9 0xFFFB 0x1BCA0 0x1BCA3 0x1D173 0x1D17A 0xE0001 0xE0001 0xE0020 \
        0xE007F | awk '{ for (c = $1; c <= $2; c++) {
            if (c < 128) printf "%c", c
            else if (c < 2048) printf "%c%c", 192 + c / 64, 128 + c % 64
            else if (c < 65536) printf "%c%c%c", 224 + c / 4096, 128 + c / 64 % 64, 128 + c % 64
            else printf "%c%c%c%c", 240 + c / 262144, 128 + c / 4096 % 64, 128 + c / 64 % 64, 128 + c % 64 } }'
}

@test "$tool: messages escape invisible characters in file names, and control characters of the input" {
    local name
    name=$(hidden; echo x)
    expect 2 "$tool" "$name"
    [ "$(wc -c <err)" -gt 2000 ]
    has 1 '^[ -~]*$' err
    expect 2 "$tool" ü→😀
    err_is "$tool: ü→😀: No such file or directory\n"
    name=$(printf 'a\xe2\x80\xa8b')
    echo '%' >"$name"
    expect 1 "$tool" "$name"
    grep -q "^$tool: a.xe2.x80.xa8b:1:1: " err
    expect 2 "$tool" --reject="no/$name"
    grep -q "^$tool: no/a.xe2.x80.xa8b: " err
    # Each of these characters in every component that a message may show. None may reach the terminal unescaped.
    printf '%b\n' '/\x1b]0;x\x07' '\x1b:a' 'http://\x1b/' 'http://a:\x1b/' '//[\x1b]' '//[::1]\x1b' '/%\x1b' \
        '/\xe2\x80\xae' '\xe2\x80\xae:a' 'http://\xe2\x80\xae.com/' '/\xc2\x9b31m' '/\x9b31m' '/\x7f' >in
    expect 1 "$tool" in
    has 13 '^[ -~]*$' err
    has 0 '[^ -~]' err
}

@test "$tool: files that permissions do not let it read or write; the others are read" {
    echo http://a/ | tee in >secret
    chmod 000 secret
    expect 2 unprivileged "$tool" -q --invalid=keep secret in
    err_is "$tool: secret: Permission denied\n"
    out_is 'http://a/\n'
    mkdir -m 555 fixed
    expect 2 unprivileged "$tool" --reject=fixed/bad in
    grep -q "^$tool: fixed/bad: Permission denied" err
    [ ! -e fixed/bad ]
}

@test "$tool: a closed descriptor is an error, and no other file is written in its place" {
    expect 2 sh -c "echo http://a/ | $tool >&-"
    grep -q "^$tool: stdout: " err
    # --check needs no standard output.
    expect 0 sh -c "echo http://a/ | $tool -c >&-"
    expect 2 sh -c "$tool <&-"
    # A file that is opened later must not get the number of a closed descriptor.
    echo 'http://a b' >in
    expect 1 sh -c "$tool --reject=bad in 2>&-"
    same in bad
    expect 2 sh -c "$tool --reject=bad in >&-"
    file_is in 'http://a b\n'
}

@test "$tool: a coprocess gets the answer to each line before it sends the next" {
    answers "$tool"
}

@test "$tool: --charset: bytes that come one by one, and an invalid character before a line feed" {
    printf 'http://a/\nhttp://b/\n' | iconv -f UTF-8 -t UTF-16LE | dd bs=1 2>/dev/null | "$tool" --charset=UTF-16LE >out
    out_is 'http://a/\nhttp://b/\n'
    # An incomplete or invalid character makes its line invalid. The other lines are not lost.
    expect 1 "$tool" --charset=Shift_JIS --invalid=drop < <(printf '/\x83\n/a\n/\x83')
    out_is '/a\n'
    # The iconv of musl reads the line feed as a part of the character.
    if glibc; then
        grep -q "^$tool: stdin:1:2: byte 0x83 is not valid in the input charset" err
    else
        grep -q "^$tool: stdin:1:[23]: .*not valid in the input charset" err
    fi
    grep -q "^$tool: stdin:3:2: " err
}

@test "$tool: a reject file has the bytes of the input, and can be used as input again" {
    local cs text
    for cs in UTF-16 UTF-16LE UTF-16BE UTF-32 UTF-32BE UCS-2LE GB18030 Shift_JIS EUC-JP \
        ISO-2022-JP latin1; do
        case $cs in UTF-16 | UTF-32) native || continue ;; esac
        known $cs || continue
        case $cs in latin1) text=é ;; *) text=日本 ;; esac
        printf 'http://a/\n/%s x\r\n%s%%\t%s\n\n/%s%%.' "$text" "$text" "$text" "$text" | iconv -f UTF-8 -t $cs >in
        printf '/%s x\r\n%s%%\t%s\n/%s%%.\n' "$text" "$text" "$text" "$text" | iconv -f UTF-8 -t $cs >want
        rejects "$cs" in
        same want bad
        # Lines are also rejected if the field of -f is missing.
        rm again
        expect 1 "$tool" -q -f9 --charset=$cs --reject=again bad
        same bad again
        # With --split, only the invalid references of a line
        rm again
        expect 1 "$tool" -q --split --charset=$cs --reject=again in
        printf '%s%%\t%s\n/%s%%.\n' "$text" "$text" "$text" | iconv -f UTF-8 -t $cs | same /dev/stdin again
    done
}

# rejects CHARSET FILE...: writes the reject file of these files to "bad", and checks that it is its own reject file.
rejects() {
    rm -f bad again
    expect 1 "$tool" -q --charset="$1" --reject=bad "${@:2}"
    expect 1 "$tool" -q --charset="$1" --reject=again bad
    same bad again
}

@test "$tool: a reject file keeps its byte order, and half characters" {
    # Input in two byte orders: a reject file keeps the byte order that it has. A new one gets that of iconv.
    printf '/a b\n/é%%\n' | iconv -f UTF-8 -t UTF-16LE >little
    printf '/a b\n/é%%\n' | iconv -f UTF-8 -t UTF-16BE >big
    printf '\xff\xfe' | cat - little | tee bad_le >le
    printf '\xfe\xff' | cat - big | tee bad_be >be
    expect 1 "$tool" -q --charset=UTF-16 --reject=bad_le le be
    cat le little little | same /dev/stdin bad_le
    expect 1 "$tool" -q --charset=UTF-16 --reject=bad_be be le
    cat be big big | same /dev/stdin bad_be
    if native; then
        rejects UTF-16 be le
        iconv -f UTF-16 -t UTF-8 bad >back
        file_is back '/a b\n/é%\n/a b\n/é%\n'
        # With -z, NUL ends the lines of the reject file, too.
        rm bad
        printf '/a b\0/\0%%\n\0' | iconv -f UTF-8 -t UTF-16BE | cat <(printf '\xfe\xff') - >in
        expect 1 "$tool" -q -z --charset=UTF-16 --reject=bad in
        printf '/a b\0%%\n\0' | iconv -f UTF-8 -t UTF-16 | same /dev/stdin bad
    fi
    # Half a code unit, and half a surrogate pair. The following lines are not affected, and both stay invalid.
    printf 'x' | cat le - >odd
    printf '\0\xd8\n\0' | cat le - >half
    rejects UTF-16LE odd half le
    { cat little && printf 'x\xd8\n\0' && cat little && printf '\0\xd8\n\0' && cat little; } | same /dev/stdin bad
    # Half a code unit after a high surrogate does not form a pair with it.
    printf 'a\0\x3d\xd8\xde' >in
    rejects UTF-16LE in
    # With --split, if a part of a line cannot be encoded to its bytes, the whole line is written, once. glibc composes
    # these two bytes of TCVN to a letter that it cannot encode.
    if glibc && known TCVN; then
        printf 'http://a/ /\x94\xb3%% /%%\n' >in
        rm bad again
        expect 1 "$tool" -q --split --charset=TCVN --reject=bad in
        same in bad
        expect 1 "$tool" -q --split --charset=TCVN --reject=again bad
        same bad again
    fi
    # U+FEFF at the start of a rejected line is no byte order mark, even in the first line of the reject file.
    printf '\n\xef\xbb\xbf%%\n' >in
    rejects UTF-8 in
}

@test "$tool: --located: --charset, the same in a reject file" {
    local cs
    for cs in UTF-16 UTF-32; do
        printf 'a:1:/b\né:2:9:/ c\n/d\n' | iconv -f UTF-8 -t $cs >in
        rm -f bad again
        expect 1 "$tool" --located --charset=$cs --reject=bad in
        out_is 'a:1:/b\né:2:9:\n\n'
        # The lines are encoded as in the input, each with its place. iconv(1) may write another byte order mark.
        ! native || printf 'é:2:9:/ c\n/d\n' | iconv -f UTF-8 -t $cs | same /dev/stdin bad
        expect 1 "$tool" --located --charset=$cs -q --reject=again bad
        same bad again
    done
}

@test "$tool: NFC for charsets other than Unicode and with --nfc, else not" {
    local cs
    # Decomposed input is composed only with --nfc (RFC 3987, section 3.1, step 1). The output differs between tools, so
    # their own output for composed input is the reference.
    printf '/e\xcc\x81\n' >decomposed
    "$tool" <<<$'/\xc3\xa9' >composed
    "$tool" decomposed >plain
    expect 0 "$tool" --nfc decomposed
    same composed out
    expect 0 "$tool" --charset=UTF-8 decomposed
    same plain out
    iconv -f UTF-8 -t UTF-16 decomposed >wide
    expect 0 "$tool" --charset=UTF-16 --nfc wide
    same composed out
    # Charsets that encode all of Unicode
    for cs in UTF-16 GB18030 UCS-2 UCS-4 WCHAR_T UTF-16//TRANSLIT; do
        # Other versions of iconv lack some of these, or have another byte order.
        case $cs in UCS-* | WCHAR_T | UTF-16//*) native || continue ;; esac
        known $cs || continue
        printf '/e\xcc\x81' | iconv -f UTF-8 -t $cs >coded || continue
        expect 0 "$tool" --charset=$cs coded
        same plain out
    done
    if known windows-1258//TRANSLIT; then
        expect 0 "$tool" --charset=windows-1258//TRANSLIT <<<$'/e\xec'
        same composed out
    fi
    # windows-1258 writes U+1EC7 as a letter and a combining mark.
    "$tool" <<<$'/\xe1\xbb\x87' >composed
    expect 0 "$tool" --charset=windows-1258 <<<$'/\xea\xf2'
    same composed out
}

@test "$tool: no limit on the length of a line" {
    # Lines longer than any buffer, in the middle and at the end of the input, valid and invalid
    { echo http://a/ && printf 'http://b/' && times 3000000 x && echo && echo http://d/; } >in
    expect 0 "$tool" in
    same in out
    { times 3000000 x && printf '%%' && times 1000000 x; } >in
    expect 1 "$tool" in
    out_is '\n'
    grep -q "^$tool: in:1:3000001: '%'" err
    # Lines of lengths around the size of a block
    awk 'BEGIN { for (n = 131000; n < 131160; n += 7) { printf "%" n "s\ny\n", "" } }' | tr ' ' x >in
    expect 0 "$tool" in
    same in out
    # A place can have the longest name of a file, and no longer one.
    awk 'BEGIN { n = sprintf("%4096s", ""); gsub(/ /, "n", n); print n ":2:/z"; print n "n:2:/z" }' >in
    expect 1 "$tool" --located in
    { head -n 1 in && echo; } | same /dev/stdin out
}

@test "$tool: any bytes" {
    times 100000 $'\xff' >in
    expect 1 "$tool" in
    out_is '\n'
    head -c 100000 /dev/zero >in
    expect 1 "$tool" in
    out_is '\n'
    expect 0 "$tool" -z in
    same in out
    # Every byte, on a line of its own: the output has as many lines as the input.
    awk 'BEGIN { for (i = 0; i < 256; i++) printf "/a%cb\n", i }' >in
    expect 1 "$tool" in
    has 257 '' out # the newline among them makes two lines
    expect 1 "$tool" --split in
    has 258 '' out
}

@test "$tool: runs of unchanged lines and others keep their order" {
    # Changed, unchanged and invalid lines, mixed at random, keep their order.
    awk 'BEGIN { srand(7); for (i = 0; i < 200000; i++) { r = rand() * 40
        printf r < 1 ? " http://h/%d\n" : r < 2 ? "http://h/%d%%\n" : \
            r < 3 ? "\xc3\xa9%d\xff\n" : "http://h/%d\n", i } }' >in
    expect 1 "$tool" -q in
    awk '{ sub(/^ /, "") } /%$/ || /\377/ { $0 = "" } 1' in | same /dev/stdin out
    # The same input in pieces, through a pipe
    dd if=in bs=777 2>/dev/null | "$tool" -q >piped || [ $? = 1 ]
    same out piped
}

@test "$tool: --located: runs of unchanged lines and others keep their order" {
    # Runs of unchanged lines are longer than what is written at once, and end at changed and invalid lines.
    awk 'BEGIN { srand(8); for (i = 1; i <= 200000; i++) { r = rand() * 4000
        printf "f:%d:%s%s\n", i, i % 3 ? "" : "8:", r < 1 ? " /b" : r < 2 ? "%" : "/c" i } }' >in
    expect 1 "$tool" --located in
    sed 's/: /:/; s/%$//' in | same /dev/stdin out
    grep '%$' in | sed "s/%\$//; s/^f:[0-9]*:\$/&1:/; s/^/$tool: /" >want
    cut -d ' ' -f 1,2 err | same want /dev/stdin
    dd if=in bs=777 2>/dev/null | "$tool" --located -q >piped || [ $? = 1 ]
    same out piped
}
