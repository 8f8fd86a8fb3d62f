#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# What every filter promises, tried on each. Their input here is in every tool's normal form, or invalid.
load helper

# each FUNCTION: calls it with every filter. Not in a condition: there a failing line would go on.
each() {
    local tool
    for tool in $filters; do
        echo "with $tool"
        "$1" "$tool"
    done
}

lines() {
    printf 'http://a/b\nmailto:c@d\nurn:e:f?g#h\n' >in
    expect 0 "$1" in
    same in out
    expect 0 "$1" <in
    same in out
    expect 0 "$1" - <in
    same in out
    expect 0 "$1" in - in <in
    cat in in in | same /dev/stdin out
    expect 0 "$1" -- in
    same in out
}
@test "common: files and standard input, in order" { each lines; }

endings() {
    printf 'http://a/\r\n \t http://b/ \t \nhttp://c/' >in
    expect 0 "$1" in
    out_is 'http://a/\nhttp://b/\nhttp://c/\n'
    printf '' >in
    expect 0 "$1" in
    out_is ''
    printf '\n\r\n  \n' >in
    expect 0 "$1" in
    out_is '\n\n\n'
    expect 0 "$1" --nfc in
    out_is '\n\n\n'
    expect 0 "$1" --html --charset=latin1 in
    out_is '\n\n\n'
    # White space that is not ASCII is not removed (2011 draft, section 4, step 1).
    printf '\xe2\x80\x8b\n\x0b\n\x0c\n' >in
    expect 1 "$1" --invalid=drop -q in
    [ "$(wc -l <out)" = 1 ]
}
@test "common: white space at the ends, CRLF, empty lines, a last line without its end" { each endings; }

bom() {
    printf '\xef\xbb\xbfhttp://a/\nhttp://b/\n' >in
    expect 0 "$1" in in
    out_is 'http://a/\nhttp://b/\nhttp://a/\nhttp://b/\n'
    printf '\xef\xbb\xbf' >in
    expect 0 "$1" in
    out_is ''
}
@test "common: a byte order mark at the start of each file is no text" { each bom; }

invalid() {
    printf 'http://a/\n http://b c\r\nhttp://d/\n%%\n' >in
    expect 1 "$1" in
    out_is 'http://a/\n\nhttp://d/\n\n'
    [ "$(grep -c "^$1: in:[24]:" err)" = 2 ]
    grep -q "^$1: in:2:10: space" err
    grep -q "^$1: in:4:1: '%'" err
    expect 1 "$1" --invalid=empty in
    out_is 'http://a/\n\nhttp://d/\n\n'
    expect 1 "$1" --invalid=keep in
    same in out
    expect 1 "$1" --invalid=drop in
    out_is 'http://a/\nhttp://d/\n'
    expect 1 "$1" --invalid=stop in
    out_is 'http://a/\n'
    [ "$(wc -l <err)" = 1 ]
    expect 1 "$1" --invalid=stop in in
    out_is 'http://a/\n'
    expect 1 "$1" -q in
    out_is 'http://a/\n\nhttp://d/\n\n'
    err_is ''
    expect 2 "$1" --invalid=maybe in
    grep -q 'takes empty, keep, drop or stop' err
}
@test "common: --invalid and -q" { each invalid; }

reject() {
    printf 'http://a/\n http://b c\r\n\xff\nhttp://d/\n%%' >in
    expect 1 "$1" -q --reject=bad in
    out_is 'http://a/\n\n\nhttp://d/\n\n'
    printf ' http://b c\r\n\xff\n%%\n' | same /dev/stdin bad
    rm bad
    expect 1 "$1" -q --invalid=drop --reject=bad in
    printf ' http://b c\r\n\xff\n%%\n' | same /dev/stdin bad
    # What is dropped and what is kept are the whole.
    cat out bad | sort >all
    { cat in; echo; } | sort | same /dev/stdin all
    # What an earlier run has rejected stays.
    expect 1 "$1" -q --invalid=drop --reject=bad - <<<'%a'
    printf ' http://b c\r\n\xff\n%%\n%%a\n' | same /dev/stdin bad
    printf 'http://a/\n' >in
    rm bad
    expect 0 "$1" --reject=bad in
    [ ! -s bad ]
    expect 2 "$1" --reject=no/where in
    grep -q "^$1: no/where: " err
}
@test "common: --reject loses nothing" { each reject; }

append() {
    local i
    for i in 1 2 3 4 5 6 7 8; do
        seq -f "$i %.0f %%" 30000 >in$i
    done
    rm -f bad
    for i in 1 2 3 4 5 6 7 8; do
        "$1" -q --invalid=drop --reject=bad in$i &
    done
    wait
    sort bad >all
    sort in? | same /dev/stdin all
}
@test "common: several processes append whole lines to one reject file" { each append; }

# stays STATUS NAME TEXT COMMAND: refuses the file NAME with a message that has the text, and leaves the file `in`.
stays() {
    expect "$1" timeout 10 sh -c "$4"
    [ -s err ] || cp log err
    grep -q "^$tool: $2: .*$3" err
    same before in
}
overwritten() {
    local tool=$1
    printf 'http://a b/\nhttp://c/\n' >in
    cp in before
    echo 'http://d e/' >other
    rm -f log
    stays 2 in 'the output' "$1 in >>in"
    stays 2 in 'the output' "$1 in 1<>in"
    stays 2 stdin 'the output' "$1 <in >>in"
    stays 2 stdin 'the output' "$1 - 1<>in <in"
    stays 2 in 'the output' "$1 -c in >>in"
    # All of them are looked at before anything is written.
    stays 2 in 'the output' "$1 -q other ./in missing in >>in 2>log || { s=\$?; sed 's,./in,in,' log >&2; exit \$s; }"
    stays 2 in 'messages' "$1 -q in 2>>in; s=\$?; tail -n 1 in >log; cp before in; cat log >&2; exit \$s"
    stays 2 in 'the reject file' "$1 --reject=in in"
    stays 2 in 'the reject file' "$1 --reject=in other in"
    stays 2 in 'the reject file' "$1 --reject=./in missing in"
    stays 2 stdin 'the reject file' "$1 --reject=in <in"
    stays 2 stdin 'the reject file' "$1 --reject=in other - <in"
    stays 2 in 'the output' "$1 --reject=in other >>in"
    stays 2 in 'messages' "$1 --reject=in other 2>>in; s=\$?; tail -n 1 in >log; cp before in; cat log >&2; exit \$s"
    ln -f in link
    stays 2 link 'the reject file' "$1 --reject=in link"
    # What may be one file: the output and the messages, several inputs, and what is no regular file.
    expect 1 sh -c "$1 in other in >log 2>&1"
    [ "$(grep -c "^$1: " log)" = 3 ]
    expect 1 "$1" -q --reject=bad in in
    printf 'http://a b/\nhttp://a b/\n' | same /dev/stdin bad
    rm bad
    expect 0 sh -c "$1 --reject=/dev/null /dev/null </dev/null >/dev/null 2>&1"
}
@test "common: no input is written to, and no reject file is the output" { each overwritten; }

fifo() {
    local i
    mkfifo "fifo.$1"
    for ((i = 0; i < 50; i++)); do
        echo 'http://a b/' >"fifo.$1" &
        rm -f bad
        expect 1 timeout 10 "$1" -q --reject=bad "fifo.$1"
        echo 'http://a b/' | same /dev/stdin bad
        wait
    done
}
@test "common: a FIFO is opened once" { each fifo; }

operand() {
    local name
    for name in https://example.org/ s3://x 'https://a b/%' $'http://\e[31m' https://; do
        expect 2 "$1" "$name" - <<<http://a/
        out_is 'http://a/\n'
        grep -q "^$1: .*: No such file or directory; to give an IRI, pipe it in: printf '%s.n' IRI | $1\$" err
        [ "$(grep -c '[^ -~]' err)" = 0 ]
    done
    for name in é://x x/http://a/ ://a a:b mailto:a@b; do
        expect 2 "$1" "$name"
        err_is "$1: $name: No such file or directory\n"
    done
    # A file may have any name.
    mkdir -p http:
    echo http://b/ >http:/a
    expect 0 "$1" http://a
    out_is 'http://b/\n'
}
@test "common: an IRI for an operand gets a message that says how to give it" { each operand; }

places() {
    printf 'http://a/\n' >good
    printf '\n\n%%\n' >'odd name'
    printf '%%\n' >$'esc\e[31m'
    expect 1 "$1" good 'odd name' - $'esc\e[31m' <'odd name'
    grep -q "^$1: odd name:3:1: " err
    grep -q "^$1: stdin:3:1: " err
    grep -q "^$1: esc\\\\x1b\[31m:1:1: " err
}
@test "common: messages name file, line and column, and count lines anew in each file" { each places; }

# hidden RANGE...: the characters of ranges of code points in hexadecimal, in UTF-8
hidden() {
    local range ch
    for range; do
        for ((ch = 0x${range%-*}; ch <= 0x${range#*-}; ch++)); do
            # shellcheck disable=SC2059 # the format has the bytes
            printf "\\0\\$(printf '%o\\%o\\%o' $((ch >> 16)) $((ch >> 8 & 255)) $((ch & 255)))"
        done
    done | iconv -f UTF-32BE -t UTF-8
}
names() {
    # All of Cc, Cf, Zl and Zp in Unicode 15.1, but for those of Cf that do show: marks that enclose numbers or stand
    # before them (Prepended_Concatenation_Mark), and U+13430 to U+1343F, which are no default ignorables.
    local name
    name=$(hidden 01-1F 7F-9F AD 61C 180E 200B-200F 2028-202E 2060-2064 2066-206F FEFF FFF9-FFFB \
        1BCA0-1BCA3 1D173-1D17A E0001 E0020-E007F; echo x)
    expect 2 "$1" "$name"
    [ "$(wc -c <err)" -gt 2000 ]
    [ "$(wc -l <err)" = 1 ]
    [ "$(grep -c '[^ -~]' err)" = 0 ]
    expect 2 "$1" ü→😀
    err_is "$1: ü→😀: No such file or directory\n"
    name=$(printf 'a\xe2\x80\xa8b')
    echo '%' >"$name"
    expect 1 "$1" "$name"
    grep -q "^$1: a.xe2.x80.xa8b:1:1: " err
    expect 2 "$1" --reject="no/$name"
    grep -q "^$1: no/a.xe2.x80.xa8b: " err
}
@test "common: what does not show in the name of a file is escaped in messages" { each names; }

raw() {
    # Each of these in every position a message could show: none may reach the terminal as it is.
    printf '%b\n' '/\x1b]0;x\x07' '\x1b:a' 'http://\x1b/' 'http://a:\x1b/' '//[\x1b]' '//[::1]\x1b' '/%\x1b' \
        '/\xe2\x80\xae' '\xe2\x80\xae:a' 'http://\xe2\x80\xae.com/' '/\xc2\x9b31m' '/\x9b31m' '/\x7f' >in
    expect 1 "$1" in
    [ "$(wc -l <err)" = 13 ]
    [ "$(grep -c '[^ -~]' err)" = 0 ]
}
@test "common: control characters of the input never reach a message" { each raw; }

@test "common: files that may not be read or written are told, and the rest goes on" {
    local tool
    echo 'http://a b/' >in
    cp in secret
    chmod 000 secret
    mkdir fixed
    chmod a-w fixed
    for tool in $filters; do
        expect 2 unprivileged "$tool" -q --invalid=keep secret in
        err_is "$tool: secret: Permission denied\n"
        out_is 'http://a b/\n'
        expect 2 unprivileged "$tool" --reject=fixed/bad in
        grep -q "^$tool: fixed/bad: Permission denied" err
        [ ! -e fixed/bad ]
    done
    chmod u+w fixed
}

trouble() {
    printf 'http://a/\n' >in
    expect 2 "$1" missing in
    grep -q "^$1: missing: No such file or directory" err
    out_is 'http://a/\n'
    expect 2 "$1" . in
    grep -q "^$1: \.: Is a directory" err
    out_is 'http://a/\n'
    printf '%%\n' >bad
    expect 2 "$1" missing bad
    expect 2 "$1" --no-such-option in
    grep -q "see '$1 --help'" err
    for bad in $'--no\e[31m' $'-\e' $'--check=\e' $'--invalid=\e'; do
        expect 2 "$1" "$bad" in
        [ "$(grep -c '[^ -~]' err)" = 0 ]
    done
    expect 2 "$1" -f
    expect 2 "$1" --charset=nonesuch in
    grep -q -e '--charset: not a charset known here' err
    expect 2 "$1" --charset= in
}
@test "common: files that can't be read are told, the others are read, status 2" { each trouble; }

unknown() {
    local option text
    # What is wrong is named, wherever it stands.
    while IFS=$'\t' read -r option text; do
        # shellcheck disable=SC2086 # words
        expect 2 "$1" $option
        printf '%s\n' "$1: $text" "$1: see '$1 --help'" | same /dev/stdin err
        out_is ''
    done <<'EOF'
-Xc	unknown option '-X'
-cX	unknown option '-X'
-c -X in	unknown option '-X'
in -c -qX missing	unknown option '-X'
--foo	unknown option '--foo'
--foo=bar in	unknown option '--foo'
--check=yes in	option '--check' takes no argument
--chec=yes in	option '--check' takes no argument
-f	option '--field' needs an argument
-cf	option '--field' needs an argument
--field	option '--field' needs an argument
in --reject	option '--reject' needs an argument
--ch in	ambiguous option '--ch'
--ch=x in	ambiguous option '--ch'
EOF
    expect 2 "$1" -é
    grep -q "^$1: unknown option '-.xc3'" err
}
@test "common: a message about an option names what is wrong" { each unknown; }

full() {
    [ -c /dev/full ] || skip "no /dev/full"
    local status=0
    echo http://a/ | "$1" >/dev/full 2>err || status=$?
    [ "$status" = 2 ]
    grep -q "^$1: stdout: No space left on device" err
    yes http://a/ | head -100000 >in
    status=0
    "$1" in >/dev/full 2>err || status=$?
    [ "$status" = 2 ]
    status=0
    "$1" --help >/dev/full 2>err || status=$?
    [ "$status" = 2 ]
    status=0
    "$1" --version >/dev/full 2>err || status=$?
    [ "$status" = 2 ]
    status=0
    echo '%' | "$1" --reject=/dev/full >out 2>err || status=$?
    [ "$status" = 2 ]
    grep -q "^$1: /dev/full: No space left on device" err
    status=0
    echo '%' | "$1" >out 2>/dev/full || status=$?
    [ "$status" = 2 ]
}
@test "common: a full disk is an error" { each full; }

closed() {
    local status=0
    echo http://a/ | "$1" >&- 2>err || status=$?
    [ "$status" = 2 ]
    grep -q "^$1: stdout: " err
    status=0
    "$1" <&- >out 2>err || status=$?
    [ "$status" = 2 ]
    # A file opened meanwhile must not take the place of what was closed.
    echo 'http://a b' >in
    rm -f bad
    status=0
    "$1" --reject=bad in 2>&- >out || status=$?
    [ "$status" = 1 ]
    same in bad
    status=0
    "$1" --reject=bad in >&- 2>err || status=$?
    [ "$status" = 2 ]
    echo 'http://a b' | same in /dev/stdin
}
@test "common: closed descriptors are trouble, and nothing else is written to instead" { each closed; }

pipe() {
    yes http://a/b | "$1" 2>err | head -1 >out
    [ "${PIPESTATUS[0]}" = 141 ]
    out_is 'http://a/b\n'
    err_is ''
    yes '%' | head -100000 | "$1" -q 2>err | head -1 >out
    err_is ''
}
@test "common: a closed pipe ends it silently" { each pipe; }

coprocess() {
    local line answer
    coproc "$1" 2>/dev/null
    # shellcheck disable=SC2153 # bash sets COPROC
    for line in http://a/ http://b/ % http://c/; do
        echo "$line" >&"${COPROC[1]}"
        read -r -t 10 answer <&"${COPROC[0]}" || return 1
        [ "$line" = % ] && line=
        [ "$answer" = "$line" ] || return 1
    done
    # shellcheck disable=SC2153
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
}
@test "common: as a coprocess it answers each line before the next" { each coprocess; }

zero() {
    printf 'http://a/\0http://b c\0\nhttp://d/\n\0http://e/' >in
    expect 1 "$1" -z in
    printf 'http://a/\0\0http://d/\0http://e/\0' | same /dev/stdin out
    grep -q "^$1: in:2:9: space" err
    rm -f bad
    expect 1 "$1" -z -q --reject=bad --invalid=drop in
    printf 'http://a/\0http://d/\0http://e/\0' | same /dev/stdin out
    printf 'http://b c\0' | same /dev/stdin bad
    expect 1 "$1" --zero-terminated -q in
    printf 'http://a/\nhttp://b/\n' >in
    expect 1 "$1" -z in
    grep -q "^$1: in:1:10: U+000A (line feed)" err
}
@test "common: -z, lines that end in NUL" { each zero; }

field() {
    printf 'a b\thttp://a/\t%%\n\thttp://b/ \t\n\t\t\nx\ty z\tc\n' >in
    expect 1 "$1" -f 2 in
    out_is 'a b\thttp://a/\t%\n\thttp://b/\t\n\t\t\nx\t\tc\n'
    grep -q "^$1: in:4:4: space" err
    expect 1 "$1" --field=2 --invalid=keep in
    out_is 'a b\thttp://a/\t%\n\thttp://b/\t\n\t\t\nx\ty z\tc\n'
    rm -f bad
    expect 1 "$1" -f2 --invalid=drop --reject=bad in
    out_is 'a b\thttp://a/\t%\n\thttp://b/\t\n\t\t\n'
    printf 'x\ty z\tc\n' | same /dev/stdin bad
    # The first field, the last, one that is not there; CR stays, whatever field is asked for and becomes of it.
    printf 'http://a/\tb\r\n' >in
    expect 0 "$1" -f 1 in
    same in out
    expect 0 "$1" -f 1 -c in
    printf 'b\thttp://a/\r\nc\thttp://b/ \r\nd\t%%\r\ne\r\nf\thttp://c/\r' >in
    rm bad
    expect 1 "$1" -f 2 --reject=bad in
    out_is 'b\thttp://a/\r\nc\thttp://b/\r\nd\t\r\ne\r\nf\thttp://c/\r\n'
    printf 'd\t%%\r\ne\r\n' | same /dev/stdin bad
    grep -q "^$1: in:4:2: no field 2, only 1" err
    expect 1 "$1" -f 2 --invalid=keep in
    out_is 'b\thttp://a/\r\nc\thttp://b/\r\nd\t%\r\ne\r\nf\thttp://c/\r\n'
    expect 1 "$1" -f 2 --invalid=drop in
    out_is 'b\thttp://a/\r\nc\thttp://b/\r\nf\thttp://c/\r\n'
    printf 'b\thttp://a/\r\n' >in
    expect 0 "$1" -f 2 -c in
    expect 0 "$1" -f 2 in
    same in out
    # With -z a CR is white space like any other.
    printf 'b\thttp://a/\r\0' >in
    expect 0 "$1" -z -f 2 in
    printf 'b\thttp://a/\0' | same /dev/stdin out
    printf 'b\thttp://a/\n' >in
    expect 1 "$1" -f 3 in
    same in out
    grep -q "^$1: in:1:12: no field 3, only 2" err
    rm bad
    expect 1 "$1" -f 3 --invalid=drop --reject=bad in
    out_is ''
    same in bad
    printf 'a,http://b/,c\n' >in
    expect 0 "$1" -f 2 -d , in
    same in out
    printf 'a→http://b/→%%\n' >in
    expect 0 "$1" -f 2 -d → in
    same in out
    expect 1 "$1" -f 3 --delimiter=→ in
    out_is 'a→http://b/→\n'
    # The result of a field may not make more fields of it.
    printf 'x,http://a/&#44;y,z\n' >in
    expect 1 "$1" -f 2 -d , --html in
    out_is 'x,,z\n'
    grep -q "^$1: in:1:3: the result contains the separator" err
    for bad in '-f 0' '-f x' '-f -1' '-f 1x' '-f 99999999999999999999999' '-d ,' '-f 1 -d xy' '-f 1 --split'; do
        # shellcheck disable=SC2086 # words
        expect 2 "$1" $bad in
    done
}
@test "common: -f and -d, one field of each line" { each field; }

check() {
    printf 'http://a/\nhttp://b/c\n' >in
    expect 0 "$1" --check in
    out_is ''
    expect 0 "$1" -c - <in
    printf 'http://a/\n%%\n' >in
    expect 1 "$1" -c in
    out_is ''
    grep -q "^$1: in:2:1: " err
    expect 1 "$1" -c -q in
    err_is ''
    rm -f bad
    expect 1 "$1" -c -q --reject=bad in
    echo % | same /dev/stdin bad
    # What would not come out as it went in would change; the last line's end is no matter.
    printf ' http://a/\n' >in
    expect 1 "$1" -c in
    err_is ''
    printf 'http://a/\r\n' >in
    expect 1 "$1" -c in
    printf 'http://a/' >in
    expect 0 "$1" -c in
    printf 'http://a/ http://b/\n' >in
    expect 1 "$1" -c --split in
    printf 'x\thttp://a/\n' >in
    expect 0 "$1" -c -f 2 in
    expect 1 "$1" -c -f 3 in
    expect 2 "$1" -c missing
    # The verdict needs no output.
    local status=0
    printf 'http://a/\n' | "$1" -c >&- || status=$?
    [ "$status" = 0 ]
}
@test "common: --check gives only the verdict" { each check; }

charset() {
    printf 'http://a/\nhttp://b/\n\nhttp://c/' >in
    local cs
    for cs in UTF-16 UTF-16LE UTF-16BE UTF-32 UTF-32LE UTF-7 CP037; do
        known $cs || continue
        iconv -f UTF-8 -t $cs in >coded
        expect 0 "$1" --charset=$cs coded
        out_is 'http://a/\nhttp://b/\n\nhttp://c/\n'
        # Byte by byte, as a slow pipe may bring it.
        head -c 40 coded | dd bs=1 2>/dev/null | "$1" --charset=$cs 2>/dev/null | head -1 >out
        out_is 'http://a/\n'
    done
    # A character without end or sense is its line's error, and the others are not lost.
    printf '/\x83\n/a\n/\x83' >in
    expect 1 "$1" --charset=Shift_JIS --invalid=drop in
    out_is '/a\n'
    # musl's iconv takes the line feed as a part of the character.
    if glibc; then
        grep -q "^$1: in:1:2: byte 0x83, not in the charset" err
    else
        grep -q "^$1: in:1:[23]: .*not in the charset" err
    fi
    grep -q "^$1: in:3:2: " err
    { printf '/a\n/' | iconv -t UTF-16LE && printf '\x00\xd8' && printf '\n/b\n' | iconv -t UTF-16LE; } >in
    expect 1 "$1" --charset=UTF-16LE in
    out_is '/a\n\n/b\n'
    { printf '/a\n/' | iconv -t UTF-32LE && printf '\0\0\x20\0' && printf '\n/b\n' | iconv -t UTF-32LE; } >in
    expect 1 "$1" --charset=UTF-32LE in
    out_is '/a\n\n/b\n'
    # A shifted state ends with what is wrong in it.
    printf '/\x1b$B\xff\n/b\n' >in
    expect 1 "$1" --charset=ISO-2022-JP in
    out_is '\n/b\n'
    # An odd byte at the end
    { printf '/a\n/' | iconv -t UTF-16LE && printf 'x'; } >in
    expect 1 "$1" --charset=UTF-16LE in
    out_is '/a\n\n'
    # Nor is a line's end lost where the conversion stops at it.
    if known UTF-7; then
        printf '/a\n+A\n/b\n/c\n' >in
        expect 1 "$1" --charset=UTF-7 in
        out_is '/a\n\n/b\n/c\n'
    fi
    if known ISO-2022-KR; then
        printf '/a\n\x0e\n/b\n/c\n' >in
        expect 1 "$1" --charset=ISO-2022-KR in
        [ "$(wc -l <out)" = 4 ]
    fi
    if known ISO-10646/UTF-8/; then
        printf '/a\n\xf2\n/b\n/c\n' >in
        expect 1 "$1" --charset=ISO-10646/UTF-8/ in
        out_is '/a\n\n/b\n/c\n'
    fi
    # It is the whole line that can't be read, whatever field is asked for; kept, it is as it was.
    printf '/a\tcaf\xe9\n/b\tc\n' >in
    expect 1 "$1" -f 1 --charset=ascii in
    out_is '\n/b\tc\n'
    grep -q "^$1: in:1:7: byte 0xE9, not in the charset" err
    rm -f bad
    expect 1 "$1" -f 1 --charset=ascii --invalid=keep --reject=bad in
    same in out
    head -n 1 in | same /dev/stdin bad
    printf 'http://a/\n' | expect 0 "$1" --charset=utf8
}
@test "common: --charset, also where characters have several bytes" { each charset; }

held() {
    # A letter that iconv holds back for a mark comes before what is wrong.
    printf '/ca\x8at\n/ca\n' >in
    expect 1 "$1" --charset=windows-1258 --invalid=keep in
    same in out
    grep -q "^$1: in:1:4: byte 0x8A" err
    printf '/\xf9\xfft\n/\xf9' >in
    expect 1 "$1" --charset=windows-1255 --invalid=drop in
    grep -q "^$1: in:1:3: byte 0xFF" err
    [ "$(wc -l <out)" = 1 ]
}
@test "common: --charset: a letter that iconv holds back is not lost" { each held; }

original() {
    local cs text
    for cs in UTF-16 UTF-16LE UTF-16BE UTF-32 UTF-32BE UCS-2LE UTF-7 GB18030 Shift_JIS EUC-JP \
        ISO-2022-JP latin1 CP037; do
        case $cs in UTF-16 | UTF-32) native || continue ;; esac
        known $cs || continue
        case $cs in latin1 | CP037) text=é ;; *) text=日本 ;; esac
        rm -f bad again
        printf 'http://a/\n/%s x\r\n%s%%\t%s\n\n/%s%%.' "$text" "$text" "$text" "$text" >utf8
        iconv -f UTF-8 -t $cs utf8 >in
        { sed -n '2,3p; 5p' utf8 && echo; } | iconv -f UTF-8 -t $cs >want
        expect 1 "$1" -q --charset=$cs --reject=bad in
        same want bad
        expect 1 "$1" -q --charset=$cs --reject=again bad
        same bad again
        # Whatever field it is that is invalid
        rm again
        expect 1 "$1" -q -f9 --charset=$cs --reject=again bad
        same bad again
        # Of a line that is split, what is invalid
        rm again
        expect 1 "$1" -q --split --charset=$cs --reject=again in
        printf '%s%%\t%s\n/%s%%.\n' "$text" "$text" "$text" | iconv -f UTF-8 -t $cs | same /dev/stdin again
    done
    # Two byte orders, in one file: that which it has, and for a new one that which iconv writes
    printf '/a b\n/é%%\n' | iconv -f UTF-8 -t UTF-16LE >little
    printf '/a b\n/é%%\n' | iconv -f UTF-8 -t UTF-16BE >big
    printf '\xff\xfe' | cat - little >le
    printf '\xfe\xff' | cat - big >be
    cat le little little >want_le
    cat be big big >want_be
    cp le bad_le
    cp be bad_be
    expect 1 "$1" -q --charset=UTF-16 --reject=bad_le le be
    same want_le bad_le
    expect 1 "$1" -q --charset=UTF-16 --reject=bad_be be le
    same want_be bad_be
    if native; then
        rm bad
        expect 1 "$1" -q --charset=UTF-16 --reject=bad be le
        iconv -f UTF-16 -t UTF-8 bad >back
        printf '/a b\n/é%%\n/a b\n/é%%\n' | same /dev/stdin back
    fi
    # Half a code unit, and half a character: nothing that follows is spoilt, and they stay invalid.
    printf 'x' | cat le - >odd
    printf '\0\xd8\n\0' | cat le - >half
    rm -f bad again
    expect 1 "$1" -q --charset=UTF-16LE --reject=bad odd half le
    { cat little && printf 'x\xd8\n\0' && cat little && printf '\0\xd8\n\0' && cat little; } | same /dev/stdin bad
    expect 1 "$1" -q --charset=UTF-16LE --reject=again bad
    same bad again
    # Half a code unit behind a high surrogate does not make a pair with it.
    printf 'a\0\x3d\xd8\xde' >in
    rm bad again
    expect 1 "$1" -q --charset=UTF-16LE --reject=bad in
    expect 1 "$1" -q --charset=UTF-16LE --reject=again bad
    same bad again
    # A part of a line that would be encoded to other bytes: the whole line, and once
    if known CP939; then
        printf '\x88a\x81\xe0\x82@\x81\xe0@a\x25' >in
        rm bad again
        expect 1 "$1" -q --split --charset=CP939 --reject=bad in
        same in bad
        expect 1 "$1" -q --split --charset=CP939 --reject=again bad
        same bad again
    fi
    # NUL ends lines, and U+FEFF that begins the first is no byte order mark.
    rm -f bad again
    if native; then
        printf '/a b\0/\0%%\n\0' | iconv -f UTF-8 -t UTF-16BE | cat <(printf '\xfe\xff') - >in
        expect 1 "$1" -q -z --charset=UTF-16 --reject=bad in
        printf '/a b\0%%\n\0' | iconv -f UTF-8 -t UTF-16 | same /dev/stdin bad
    fi
    printf '\n\xef\xbb\xbf%%\n' >in
    rm -f bad
    expect 1 "$1" -q --reject=bad in
    expect 1 "$1" -q --reject=again bad
    same bad again
    # Several processes begin one file.
    native || return 0
    rm bad
    local i
    for i in 1 2 3 4 5 6 7 8; do
        seq -f "/$i %.0f" 3000 | tee in$i | iconv -f UTF-8 -t UTF-16 | "$1" -q --charset=UTF-16 --reject=bad >out$i &
    done
    wait
    iconv -f UTF-16 -t UTF-8 bad | sort >all
    sort in? | same /dev/stdin all
}
@test "common: a reject file has the bytes of the input, and can be fed in again" { each original; }

shifted() {
    # Each line begins in the initial state; one that leaves another is invalid.
    printf '/\x1b$BF|\n/a\n/\x1b$BF|\x1b(B\n' >in
    expect 1 "$1" --invalid=drop --charset=ISO-2022-JP in
    printf '/a\n/日\n' | "$1" | same /dev/stdin out
    grep -q "^$1: in:1:3: not in the charset" err
    # A line end in base64 ends no line.
    known UTF-7 || return 0
    printf '/a+AAo-b\n/c\n' >in
    expect 1 "$1" --charset=UTF-7 --reject=bad.utf7 in
    out_is '\n/c\n'
    grep -q "^$1: in:1:3: not in the charset" err
    expect 1 "$1" -q --charset=UTF-7 --invalid=keep in
    [ "$(wc -l <out)" = 2 ]
}
@test "common: --charset: shifted states, and line ends that end no line" { each shifted; }

nfc() {
    local cs
    # Decomposed in, composed only if asked (RFC 3987, section 3.1, step 1). What the tools make of it differs, so:
    printf '/e\xcc\x81\n' >decomposed
    printf '/\xc3\xa9\n' >composed
    "$1" composed >want_composed
    "$1" decomposed >plain
    expect 0 "$1" --nfc decomposed
    same want_composed out
    expect 0 "$1" --charset=UTF-8 decomposed
    same plain out
    iconv -f UTF-8 -t UTF-16 decomposed >wide
    expect 0 "$1" --charset=UTF-16 wide
    same plain out
    expect 0 "$1" --charset=UTF-16 --nfc wide
    same want_composed out
    # Every encoding of all of Unicode
    for cs in GB18030 UCS-2 UCS-4 UTF-7 UTF-7-IMAP WCHAR_T UTF-16//TRANSLIT; do
        # Not every iconv has each of them, or in the same byte order.
        case $cs in UCS-* | WCHAR_T | UTF-16*) native || continue ;; esac
        known $cs || continue
        (cat decomposed | tr -d '\n' | iconv -f UTF-8 -t $cs >coded) || continue
        expect 0 "$1" --charset=$cs coded
        same plain out
    done
    if known windows-1258//TRANSLIT; then
        expect 0 "$1" --charset=windows-1258//TRANSLIT <<<$'/e\xec'
        same want_composed out
    fi
    # windows-1258 writes U+1EC7 as a letter and a mark.
    printf '/\xea\xf2\n' >in
    printf '/\xe1\xbb\x87\n' >viet
    "$1" viet >want_viet
    expect 0 "$1" --charset=windows-1258 in
    same want_viet out
}
@test "common: NFC from other charsets and when asked for, else not" { each nfc; }

html() {
    printf 'http://a/?b&amp;c\n&#104;ttp://a/\n&#x68;ttp://a&#47;\nhttp://a/&#32;\n' >in
    expect 0 "$1" --html in
    out_is 'http://a/?b&c\nhttp://a/\nhttp://a/\nhttp://a/\n'
    printf 'http://a/?b&c;d&e\n' >in
    expect 0 "$1" --html in
    same in out
    printf 'a\thttp://a/?b&amp;c\t&amp;\n' >in
    expect 0 "$1" --html -f 2 in
    out_is 'a\thttp://a/?b&c\t&amp;\n'
}
@test "common: --html resolves character references" { each html; }

split() {
    printf 'http://a/ http://b/   http://c/\n\n  http://d/  \nhttp://e/ %% http://f/\n' >in
    expect 1 "$1" --split in
    out_is 'http://a/\nhttp://b/\nhttp://c/\n\nhttp://d/\nhttp://e/\n\nhttp://f/\n'
    grep -q "^$1: in:4:11: '%'" err
    rm -f bad
    expect 1 "$1" --split --invalid=drop --reject=bad in
    echo % | same /dev/stdin bad
    expect 1 "$1" --split --invalid=stop in
    out_is 'http://a/\nhttp://b/\nhttp://c/\n\nhttp://d/\nhttp://e/\n'
}
@test "common: --split, several references a line" { each split; }

long() {
    # Longer than any buffer, in the middle and at the end, valid and not.
    { echo http://a/ && printf 'http://b/' && head -c 3000000 /dev/zero | tr '\0' x && echo && echo http://d/; } >in
    expect 0 "$1" in
    same in out
    { head -c 3000000 /dev/zero | tr '\0' x && printf '%%' && head -c 1000000 /dev/zero | tr '\0' x; } >in
    expect 1 "$1" in
    out_is '\n'
    grep -q "^$1: in:1:3000001: '%'" err
    # Lines of every length around the size of a block
    awk 'BEGIN { for (n = 131000; n < 131160; n += 7) { for (i = 0; i < n; i++) printf "x"; print ""; print "y" } }' >in
    expect 0 "$1" in
    same in out
}
@test "common: no limit on the length of a line" { each long; }

bytes() {
    head -c 100000 /dev/zero | tr '\0' '\377' >in
    expect 1 "$1" in
    out_is '\n'
    head -c 100000 /dev/zero >in
    expect 1 "$1" in
    out_is '\n'
    expect 0 "$1" -z in
    same in out
    # Every byte, alone on its line: as many lines out as in.
    local i
    for i in $(seq 0 255); do
        printf '%b' "/a\\0$(printf %o "$i")b\\n"
    done >in
    expect 1 "$1" in
    [ "$(wc -l <out)" = 257 ] # newline itself makes two lines
    [ "$("$1" -q --split in | wc -l)" = 258 ]
}
@test "common: any bytes" { each bytes; }

help() {
    expect 0 "$1" --help
    err_is ''
    grep -q "^usage: $1 " out
    for option in check delimiter field quiet zero-terminated invalid reject charset nfc html split help version; do
        grep -q -e "--$option" out
    done
    awk 'length > 100 { exit 1 }' out
    expect 0 "$1" --version
    err_is ''
    grep -q "^$1 (IRI toolkit) [0-9]" out
    grep -q '^libidn2 [0-9.]* (Unicode [0-9.]*)$' out
    grep -q '^utf8proc [0-9.]* (Unicode [0-9.]*)$' out
}
@test "common: --help and --version" { each help; }

order() {
    # Changed, unchanged and invalid lines in every mixture keep their order, whatever way they take.
    awk 'BEGIN { srand(7); for (i = 0; i < 200000; i++) { r = rand() * 40
        printf r < 1 ? " http://h/%d\n" : r < 2 ? "http://h/%d%%\n" : \
            r < 3 ? "\xc3\xa9%d\xff\n" : "http://h/%d\n", i } }' >in
    expect 1 "$1" -q in
    awk '{ sub(/^ /, "") } /%$/ || /\377/ { $0 = "" } 1' in | same /dev/stdin out
    # The same through a pipe that brings it in pieces
    dd if=in bs=777 2>/dev/null | "$1" -q >piped || [ $? = 1 ]
    same out piped
}
@test "common: runs of unchanged lines and others keep their order" { each order; }

# The tools that print something else than references in the same form keep the same promises.
others() {
    local status=0
    printf 'http://a/\n http://b c\r\nhttp://d/\n%%' >in
    expect 1 "$@" in
    [ "$(wc -l <out)" = 4 ]
    [ "$(sed -n '2p;4p' out)" = '' ]
    cp out all
    [ "$(grep -c "^$1: in:[24]:" err)" = 2 ]
    grep -q "^$1: in:2:10: space" err
    expect 1 "$@" -q <in
    same all out
    err_is ''
    expect 1 "$@" -q --invalid=drop --reject=bad in
    sed -n '1p;3p' all | same /dev/stdin out
    printf ' http://b c\r\n%%\n' | same /dev/stdin bad
    expect 1 "$@" --invalid=stop in
    head -n 1 all | same /dev/stdin out
    expect 1 "$@" -c in
    out_is ''
    expect 1 "$@" -q -z < <(tr '\n' '\0' <in)
    tr '\n' '\0' <all | same /dev/stdin out
    expect 1 "$@" -q --html --split <<<'http&#58;//a/ http://b% http://d/ %'
    same all out
    expect 1 "$@" -q --charset=UTF-16 < <(iconv -t UTF-16 in)
    same all out
    expect 1 "$@" -q -f2 < <(sed 's/^/x\t/; s/$/\ty/' in)
    sed 's/^/x\t/; s/$/\ty/' all | same /dev/stdin out
    expect 2 "$@" missing in
    same all out
    expect 2 "$@" --no-such-option
    expect 0 "$@" --help
    expect 0 "$@" --version
    status=0
    echo http://a/ | "$@" >&- 2>err || status=$?
    [ "$status" = 2 ]
    if [ -c /dev/full ]; then
        status=0
        echo http://a/ | "$@" >/dev/full 2>err || status=$?
        [ "$status" = 2 ]
    fi
    yes http://a/b | "$@" 2>err | head -1 >out
    err_is ''
    # Any bytes, and as many lines as there were
    head -c 200000 /dev/urandom >in
    "$@" -q in >out || [ $? = 1 ]
    [ "$(wc -l <out)" = "$(awk 'END { print NR }' in)" ]
    local answer
    coproc "$@" 2>/dev/null
    for line in http://a/ % http://d/; do
        echo "$line" >&"${COPROC[1]}"
        read -r -t 10 answer <&"${COPROC[0]}" || return 1
    done
    # shellcheck disable=SC2153
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
}
@test "common: iriresolve keeps these promises, too" { others iriresolve -b http://z/y; }
@test "common: iriresolve --relative keeps these promises, too" { others iriresolve --relative -b http://z/y; }
@test "common: iriparse keeps these promises, too" { others iriparse; }

@test "common: in pieces, on all processors, as at once (iri.7)" {
    parallel --version 2>/dev/null | grep -q '^GNU parallel' || skip "no GNU parallel here"
    corpus iri
    for command in iri2uri 'irinorm --form=uri' 'iriparse --json' 'iriresolve -b http://a/b'; do
        # shellcheck disable=SC2086 # words
        $command iri.txt >whole 2>/dev/null || [ $? = 1 ]
        [ "$(wc -l <whole)" = "$(wc -l <iri.txt)" ]
        parallel --will-cite --pipepart --keep-order --block 200k -a iri.txt "$command" >pieces 2>/dev/null ||
            [ $? -lt 100 ]
        same whole pieces
    done
}
