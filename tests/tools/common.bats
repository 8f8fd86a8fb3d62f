#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The promises of every filter, tested on each. The input here is invalid, or in the normal form of every tool: then a
# tool does not change it.
load ../helper

# each FUNCTION: calls the function with every filter. Do not call it in a condition: bash ignores failing lines there.
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
    # Non-ASCII white space, VT and FF are not removed (2011 draft, section 4, step 1).
    printf '\xe2\x80\x8b\n\x0b\n\x0c\n' >in
    expect 1 "$1" --invalid=drop -q in
    [ "$(wc -l <out)" = 1 ]
}
@test "common: white space at both ends, CRLF, empty lines, a last line without a newline" { each endings; }

bom() {
    printf '\xef\xbb\xbfhttp://a/\nhttp://b/\n' >in
    expect 0 "$1" in in
    out_is 'http://a/\nhttp://b/\nhttp://a/\nhttp://b/\n'
    printf '\xef\xbb\xbf' >in
    expect 0 "$1" in
    out_is ''
}
@test "common: a byte order mark at the start of each file is removed" { each bom; }

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
    err_is "$1: unknown argument 'maybe'; --invalid takes empty, keep, drop or stop\n$1: see '$1 --help'\n"
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
    # The output and the reject file together have all lines.
    cat out bad | sort >all
    { cat in; echo; } | sort | same /dev/stdin all
    # The rejected lines of an earlier run stay.
    expect 1 "$1" -q --invalid=drop --reject=bad - <<<'%a'
    printf ' http://b c\r\n\xff\n%%\n%%a\n' | same /dev/stdin bad
    printf 'http://a/\n' >in
    rm bad
    expect 0 "$1" --reject=bad in
    [ ! -s bad ]
    expect 2 "$1" --reject=no/where in
    grep -q "^$1: no/where: " err
}
@test "common: --reject loses no line" { each reject; }

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

# stays STATUS NAME TEXT COMMAND: checks that the command ends with the status and a message that names the file NAME
# and contains the text, and that the file "in" is unchanged.
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
    # All files are checked before anything is written.
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
    # These may be the same file: output and messages, several inputs, and files that are not regular.
    expect 1 sh -c "$1 in other in >log 2>&1"
    [ "$(grep -c "^$1: " log)" = 3 ]
    expect 1 "$1" -q --reject=bad in in
    printf 'http://a b/\nhttp://a b/\n' | same /dev/stdin bad
    rm bad
    expect 0 sh -c "$1 --reject=/dev/null /dev/null </dev/null >/dev/null 2>&1"
}
@test "common: a file cannot be input and output, nor reject file and output" { each overwritten; }

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
    # The name of a file may look like an IRI.
    mkdir -p http:
    echo http://b/ >http:/a
    expect 0 "$1" http://a
    out_is 'http://b/\n'
}
@test "common: an IRI as an operand causes a message that says how to pass it" { each operand; }

places() {
    printf 'http://a/\n' >good
    printf '\n\n%%\n' >'odd name'
    printf '%%\n' >$'esc\e[31m'
    expect 1 "$1" good 'odd name' - $'esc\e[31m' <'odd name'
    grep -q "^$1: odd name:3:1: " err
    grep -q "^$1: stdin:3:1: " err
    grep -q "^$1: esc\\\\x1b\[31m:1:1: " err
}
@test "common: messages name file, line and column; each file begins with line 1" { each places; }

# hidden RANGE...: prints all characters of the ranges in UTF-8. The ranges are of code points in hexadecimal.
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
    # All of Cc, Cf, Zl and Zp in Unicode 15.1, except for visible characters of Cf: marks that enclose numbers or stand
    # before them (Prepended_Concatenation_Mark), and U+13430 to U+1343F, which are not default ignorable.
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
@test "common: messages escape invisible characters in file names" { each names; }

raw() {
    # Each of these characters in every component that a message may show. None may reach the terminal unescaped.
    printf '%b\n' '/\x1b]0;x\x07' '\x1b:a' 'http://\x1b/' 'http://a:\x1b/' '//[\x1b]' '//[::1]\x1b' '/%\x1b' \
        '/\xe2\x80\xae' '\xe2\x80\xae:a' 'http://\xe2\x80\xae.com/' '/\xc2\x9b31m' '/\x9b31m' '/\x7f' >in
    expect 1 "$1" in
    [ "$(wc -l <err)" = 13 ]
    [ "$(grep -c '[^ -~]' err)" = 0 ]
}
@test "common: control characters of the input never reach a message" { each raw; }

@test "common: a file without permission causes a message, and the other files are processed" {
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
    grep -q -e '--charset: unknown charset; ' err
    expect 2 "$1" --charset= in
}
@test "common: a file that cannot be read causes a message and status 2; the others are read" { each trouble; }

# wrong_options COMMAND...: the columns of standard input are options and a message. Each time the command with these
# options must print the message and the advice to see --help.
wrong_options() {
    local option text
    while IFS=$'\t' read -r option text; do
        # shellcheck disable=SC2086 # split into words
        expect 2 "$@" $option
        printf '%s\n' "$1: $text" "$1: see '$1 --help'" | same /dev/stdin err
        out_is ''
    done
}

unknown() {
    # The message names the wrong option at any place of the command line.
    wrong_options "$1" <<'EOF'
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
    # A file that is opened later must not get the number of a closed descriptor.
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
@test "common: a closed descriptor is an error, and no other file is written in its place" { each closed; }

pipe() {
    yes http://a/b | "$1" 2>err | head -1 >out
    [ "${PIPESTATUS[0]}" = 141 ]
    out_is 'http://a/b\n'
    err_is ''
    yes '%' | head -100000 | "$1" -q 2>err | head -1 >out
    err_is ''
}
@test "common: a closed pipe ends the tool silently" { each pipe; }

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
@test "common: a coprocess gets the answer to each line before it sends the next" { each coprocess; }

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
@test "common: -z: lines that end in NUL" { each zero; }

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
    # The first field, the last, and a missing one. The CR at the end stays in each case.
    printf 'http://a/\tb\r\n' >in
    expect 0 "$1" -f 1 in
    same in out
    expect 0 "$1" -f 1 -c in
    printf 'b\thttp://a/\r\nc\thttp://b/ \r\nd\t%%\r\ne\r\nf\thttp://c/\r' >in
    rm bad
    expect 1 "$1" -f 2 --reject=bad in
    out_is 'b\thttp://a/\r\nc\thttp://b/\r\nd\t\r\ne\r\nf\thttp://c/\r\n'
    printf 'd\t%%\r\ne\r\n' | same /dev/stdin bad
    grep -q "^$1: in:4:2: field 2 is missing; the line has only 1" err
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
    grep -q "^$1: in:1:12: field 3 is missing; the line has only 2" err
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
    # A result with a separator is an error: it would be two fields.
    printf 'x,http://a/&#44;y,z\n' >in
    expect 1 "$1" -f 2 -d , --html in
    out_is 'x,,z\n'
    grep -q "^$1: in:1:3: the result contains the field separator" err
    for bad in '-f 0' '-f x' '-f -1' '-f 1x' '-f 99999999999999999999999' '-d ,' '-f 1 -d xy' '-f 1 --split'; do
        # shellcheck disable=SC2086 # split into words
        expect 2 "$1" $bad in
    done
}
@test "common: -f and -d: one field of each line" { each field; }

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
    # A line that the tool would change counts as a change. A missing newline of the last line does not.
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
    # --check needs no standard output.
    local status=0
    printf 'http://a/\n' | "$1" -c >&- || status=$?
    [ "$status" = 0 ]
}
@test "common: --check only sets the exit status" { each check; }

charset() {
    printf 'http://a/\nhttp://b/\n\nhttp://c/' >in
    local cs
    for cs in UTF-16 UTF-16LE UTF-16BE UTF-32 UTF-32LE UTF-7 CP037; do
        known $cs || continue
        iconv -f UTF-8 -t $cs in >coded
        expect 0 "$1" --charset=$cs coded
        out_is 'http://a/\nhttp://b/\n\nhttp://c/\n'
        # Input may arrive byte by byte, for example from a slow pipe.
        head -c 40 coded | dd bs=1 2>/dev/null | "$1" --charset=$cs 2>/dev/null | head -1 >out
        out_is 'http://a/\n'
    done
    # An incomplete or invalid character makes its line invalid. The other lines are not lost.
    printf '/\x83\n/a\n/\x83' >in
    expect 1 "$1" --charset=Shift_JIS --invalid=drop in
    out_is '/a\n'
    # The iconv of musl reads the line feed as a part of the character.
    if glibc; then
        grep -q "^$1: in:1:2: byte 0x83 is not valid in the input charset" err
    else
        grep -q "^$1: in:1:[23]: .*not valid in the input charset" err
    fi
    grep -q "^$1: in:3:2: " err
    { printf '/a\n/' | iconv -t UTF-16LE && printf '\x00\xd8' && printf '\n/b\n' | iconv -t UTF-16LE; } >in
    expect 1 "$1" --charset=UTF-16LE in
    out_is '/a\n\n/b\n'
    { printf '/a\n/' | iconv -t UTF-32LE && printf '\0\0\x20\0' && printf '\n/b\n' | iconv -t UTF-32LE; } >in
    expect 1 "$1" --charset=UTF-32LE in
    out_is '/a\n\n/b\n'
    # An invalid byte in a shifted state ends that state.
    printf '/\x1b$B\xff\n/b\n' >in
    expect 1 "$1" --charset=ISO-2022-JP in
    out_is '\n/b\n'
    # An odd byte at the end
    { printf '/a\n/' | iconv -t UTF-16LE && printf 'x'; } >in
    expect 1 "$1" --charset=UTF-16LE in
    out_is '/a\n\n'
    # A newline at which the conversion stops is not lost.
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
    # The whole line is invalid, even if the error is in another field than that of -f. --invalid=keep keeps its bytes.
    printf '/a\tcaf\xe9\n/b\tc\n' >in
    expect 1 "$1" -f 1 --charset=ascii in
    out_is '\n/b\tc\n'
    grep -q "^$1: in:1:7: byte 0xE9 is not valid in the input charset" err
    rm -f bad
    expect 1 "$1" -f 1 --charset=ascii --invalid=keep --reject=bad in
    same in out
    head -n 1 in | same /dev/stdin bad
    printf 'http://a/\n' | expect 0 "$1" --charset=utf8
}
@test "common: --charset, also for characters of several bytes" { each charset; }

held() {
    # iconv holds a letter back until it knows whether a combining mark follows. If an invalid byte follows, the letter
    # must come before it.
    printf '/ca\x8at\n/ca\n' >in
    expect 1 "$1" --charset=windows-1258 --invalid=keep in
    same in out
    grep -q "^$1: in:1:4: byte 0x8A" err
    printf '/\xf9\xfft\n/\xf9' >in
    expect 1 "$1" --charset=windows-1255 --invalid=drop in
    grep -q "^$1: in:1:3: byte 0xFF" err
    [ "$(wc -l <out)" = 1 ]
}
@test "common: --charset: a letter that iconv holds back for a combining mark is not lost" { each held; }

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
        # Lines are also rejected if the field of -f is missing.
        rm again
        expect 1 "$1" -q -f9 --charset=$cs --reject=again bad
        same bad again
        # With --split, only the invalid references of a line
        rm again
        expect 1 "$1" -q --split --charset=$cs --reject=again in
        printf '%s%%\t%s\n/%s%%.\n' "$text" "$text" "$text" | iconv -f UTF-8 -t $cs | same /dev/stdin again
    done
    # Input in two byte orders: a reject file keeps the byte order that it has. A new one gets that of iconv.
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
    # Half a code unit, and half a surrogate pair. The following lines are not affected, and both stay invalid.
    printf 'x' | cat le - >odd
    printf '\0\xd8\n\0' | cat le - >half
    rm -f bad again
    expect 1 "$1" -q --charset=UTF-16LE --reject=bad odd half le
    { cat little && printf 'x\xd8\n\0' && cat little && printf '\0\xd8\n\0' && cat little; } | same /dev/stdin bad
    expect 1 "$1" -q --charset=UTF-16LE --reject=again bad
    same bad again
    # Half a code unit after a high surrogate does not form a pair with it.
    printf 'a\0\x3d\xd8\xde' >in
    rm bad again
    expect 1 "$1" -q --charset=UTF-16LE --reject=bad in
    expect 1 "$1" -q --charset=UTF-16LE --reject=again bad
    same bad again
    # With --split, if a part of a line would be encoded to other bytes, the whole line is written, once.
    if known CP939; then
        printf '\x88a\x81\xe0\x82@\x81\xe0@a\x25' >in
        rm bad again
        expect 1 "$1" -q --split --charset=CP939 --reject=bad in
        same in bad
        expect 1 "$1" -q --split --charset=CP939 --reject=again bad
        same bad again
    fi
    # With -z, NUL ends the lines of the reject file, too.
    rm -f bad again
    if native; then
        printf '/a b\0/\0%%\n\0' | iconv -f UTF-8 -t UTF-16BE | cat <(printf '\xfe\xff') - >in
        expect 1 "$1" -q -z --charset=UTF-16 --reject=bad in
        printf '/a b\0%%\n\0' | iconv -f UTF-8 -t UTF-16 | same /dev/stdin bad
    fi
    # U+FEFF at the start of a rejected line is no byte order mark, even in the first line of the reject file.
    printf '\n\xef\xbb\xbf%%\n' >in
    rm -f bad
    expect 1 "$1" -q --reject=bad in
    expect 1 "$1" -q --reject=again bad
    same bad again
    # Several processes write to one new file.
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
@test "common: a reject file has the bytes of the input, and can be used as input again" { each original; }

shifted() {
    # Each line begins in the initial state. A line that ends in another state is invalid.
    printf '/\x1b$BF|\n/a\n/\x1b$BF|\x1b(B\n' >in
    expect 1 "$1" --invalid=drop --charset=ISO-2022-JP in
    printf '/a\n/日\n' | "$1" | same /dev/stdin out
    grep -q "^$1: in:1:3: the text here is not valid in the input charset" err
    # An encoded newline in the base64 of UTF-7 does not end a line.
    known UTF-7 || return 0
    printf '/a+AAo-b\n/c\n' >in
    expect 1 "$1" --charset=UTF-7 --reject=bad.utf7 in
    out_is '\n/c\n'
    grep -q "^$1: in:1:3: the text here is not valid in the input charset" err
    expect 1 "$1" -q --charset=UTF-7 --invalid=keep in
    [ "$(wc -l <out)" = 2 ]
}
@test "common: --charset: shifted states, and encoded newlines that end no line" { each shifted; }

nfc() {
    local cs
    # Decomposed input is composed only with --nfc (RFC 3987, section 3.1, step 1). The output differs between tools, so
    # their own output for composed input is the reference.
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
    # Charsets that encode all of Unicode
    for cs in GB18030 UCS-2 UCS-4 UTF-7 UTF-7-IMAP WCHAR_T UTF-16//TRANSLIT; do
        # Other versions of iconv lack some of these, or have another byte order.
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
    # windows-1258 writes U+1EC7 as a letter and a combining mark.
    printf '/\xea\xf2\n' >in
    printf '/\xe1\xbb\x87\n' >viet
    "$1" viet >want_viet
    expect 0 "$1" --charset=windows-1258 in
    same want_viet out
}
@test "common: NFC for charsets other than Unicode and with --nfc, else not" { each nfc; }

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
    # A reference is trimmed like a line, also in the reject file.
    printf 'http://a/ \r%%b\t http://c/\n' >in
    rm -f bad
    expect 1 "$1" --split --invalid=keep --reject=bad in
    out_is 'http://a/\n%b\nhttp://c/\n'
    echo %b | same /dev/stdin bad
}
@test "common: --split: several references per line" { each split; }

long() {
    # Lines longer than any buffer, in the middle and at the end of the input, valid and invalid
    { echo http://a/ && printf 'http://b/' && head -c 3000000 /dev/zero | tr '\0' x && echo && echo http://d/; } >in
    expect 0 "$1" in
    same in out
    { head -c 3000000 /dev/zero | tr '\0' x && printf '%%' && head -c 1000000 /dev/zero | tr '\0' x; } >in
    expect 1 "$1" in
    out_is '\n'
    grep -q "^$1: in:1:3000001: '%'" err
    # Lines of lengths around the size of a block
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
    # Every byte, on a line of its own: the output has as many lines as the input.
    local i
    for i in $(seq 0 255); do
        printf '%b' "/a\\0$(printf %o "$i")b\\n"
    done >in
    expect 1 "$1" in
    [ "$(wc -l <out)" = 257 ] # the newline among them makes two lines
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
    expect 0 "$1" --version
    err_is ''
    grep -q "^$1 (IRI toolkit) [0-9]" out
    grep -q '^libidn2 [0-9.]* (Unicode [0-9.]*)$' out
    grep -q '^utf8proc [0-9.]* (Unicode [0-9.]*)$' out
}
@test "common: --help and --version" { each help; }

# narrow TOOL...: checks that --help of each tool fits into 79 columns.
narrow() {
    local tool
    for tool; do
        "$tool" --help >out
        awk 'length > 79 { print; bad = 1 } END { exit bad || !NR }' out
    done
}

@test "common: --help fits into 79 columns" {
    # shellcheck disable=SC2086 # split into words
    narrow $filters iricmp iriresolve iriparse irilint iriedit path2iri iri2path
}

@test "common: --help of irigrep and irised fits into 79 columns" {
    needs irigrep
    needs irised
    narrow irigrep irised
}

@test "common: --help of irishow fits into 79 columns" {
    needs irishow
    narrow irishow
}

order() {
    # Changed, unchanged and invalid lines, mixed at random, keep their order.
    awk 'BEGIN { srand(7); for (i = 0; i < 200000; i++) { r = rand() * 40
        printf r < 1 ? " http://h/%d\n" : r < 2 ? "http://h/%d%%\n" : \
            r < 3 ? "\xc3\xa9%d\xff\n" : "http://h/%d\n", i } }' >in
    expect 1 "$1" -q in
    awk '{ sub(/^ /, "") } /%$/ || /\377/ { $0 = "" } 1' in | same /dev/stdin out
    # The same input in pieces, through a pipe
    dd if=in bs=777 2>/dev/null | "$1" -q >piped || [ $? = 1 ]
    same out piped
}
@test "common: runs of unchanged lines and others keep their order" { each order; }

located() {
    # FILE ends before the first number between two colons. A number after it is a column, and columns count from it.
    printf '%s\n' 'doc.md:12:7:http://a/' 'doc.md:12:7:http://b c' 'x:y z.md:3: http://d/' 'x:3: %' '../e:4:5: f g ' \
        'http://h:80:1:/%' 'i:1:18446744073709551616' 'j:2:' 'k:007:1:/%' >in
    printf 'é\xff:9:1:%%\n\x1b[31m:8:%%' >>in
    expect 1 "$1" --located in
    printf '%s\n' doc.md:12:7:http://a/ doc.md:12:7: 'x:y z.md:3:http://d/' x:3: ../e:4:5: http://h:80:1: \
        i:1:18446744073709551616 j:2: k:007:1: >want
    printf 'é\xff:9:1:\n\x1b[31m:8:\n' >>want
    same want out
    cut -d ' ' -f 1,2 err >places
    printf "$1: %s\n" doc.md:12:15: x:3:2: ../e:4:7: http://h:80:2: k:7:2: 'é\xff:9:1:' '\x1b[31m:8:1:' >want
    same want places
}
@test "common: --located: places pass through, and messages name them" { each located; }

unlocated() {
    local name
    # 4096 bytes are the longest name of a file.
    name=$(head -c 4096 /dev/zero | tr '\0' n)
    printf '%s\n' '' a http://a/ http://a:80/ :1:a a:1 a:b:c 'a: 1:' a:1b:c a:0:b a:-1:b a:+1:b "${name}n:1:a" \
        a:18446744073709551616:b >in
    printf 'a\0b:1:c\nx:1:/y\n%s:2:/z\n' "$name" >>in
    expect 1 "$1" --located in
    { printf '\n%.0s' {1..15}; printf 'x:1:/y\n%s:2:/z\n' "$name"; } | same /dev/stdin out
    [ "$(wc -l <err)" = 15 ]
    grep -q "^$1: in:1:1: the line does not begin with FILE:LINE: or FILE:LINE:COL:; " err
    grep -q "^$1: in:15:1: the line does not begin with " err
    # --invalid and --reject handle these lines as they handle others.
    expect 1 "$1" --located -q --invalid=drop in
    printf 'x:1:/y\n%s:2:/z\n' "$name" | same /dev/stdin out
    err_is ''
    expect 1 "$1" --located --invalid=stop in
    out_is ''
    [ "$(wc -l <err)" = 1 ]
}
@test "common: --located: a line without a place is invalid" { each unlocated; }

located_rejects() {
    printf 'a:1:2:http://b c\nd:3:/e\nf\ng:5: %% \r\nh:6:/i\n' >in
    rm -f bad again
    expect 1 "$1" --located -q --invalid=drop --reject=bad in
    out_is 'd:3:/e\nh:6:/i\n'
    printf 'a:1:2:http://b c\nf\ng:5: %% \r\n' | same /dev/stdin bad
    expect 1 "$1" --located --reject=again bad
    out_is 'a:1:2:\n\ng:5:\n'
    cut -d ' ' -f 2 err >places
    printf 'a:1:10:\nbad:2:1:\ng:5:2:\n' | same /dev/stdin places
    same bad again
    expect 1 "$1" --located -q --invalid=keep in
    same in out
    expect 1 "$1" --located -q --invalid=stop in
    out_is ''
}
@test "common: --located: the reject file keeps the places" { each located_rejects; }

located_options() {
    # NUL ends lines; then FILE can have a newline.
    printf 'a\nb:1:/c\0d:2:5:/ e\0f:3: /g \0' >in
    expect 1 "$1" --located -z in
    printf 'a\nb:1:/c\0d:2:5:\0f:3:/g\0' | same /dev/stdin out
    grep -q "^$1: d:2:6: space" err
    # White space, CRLF, and byte order marks: of the input, and of a file that grep has read
    printf '\xef\xbb\xbfa:1: /b\t\r\nc:1:\xef\xbb\xbf/d%%\nc:1:1:\xef\xbb\xbf/e\n' >in
    expect 1 "$1" --located in
    out_is 'a:1:/b\nc:1:\xef\xbb\xbf\nc:1:1:\xef\xbb\xbf/e\n'
    grep -q "^$1: c:1:3: '%'" err
    printf 'a:2:\xef\xbb\xbf%%\nb:1:2:\xef\xbb\xbf%%\n' >in
    expect 1 "$1" --located --invalid=drop in
    [ "$(cut -d ' ' -f 2 err | paste -s -d ' ' -)" = 'a:2:2: b:1:3:' ] # here U+FEFF is text
    # Other options change only what follows the place.
    printf 'a&amp;e\xcc\x81:1:2:/&#98;\n' >in
    expect 0 "$1" --located --html --nfc in
    out_is 'a&amp;e\xcc\x81:1:2:/b\n'
    # --check
    printf 'a:1:/b\nc:2:3:/d\n' >in
    expect 0 "$1" --located -c in
    out_is ''
    printf 'a:1: /b\n' >in
    expect 1 "$1" --located -c in
    err_is ''
    printf '/b\n' >in
    expect 1 "$1" --located -c in
    # Fields: the place belongs to none.
    printf 'a:1:b\t/c\td\ne\t:2:9:f\t/ g\nh:3:i\nj:4:/k\r\n' >in
    expect 1 "$1" --located -f 2 in
    out_is 'a:1:b\t/c\td\ne\t:2:9:f\t\nh:3:i\nj:4:/k\r\n'
    grep -q "^$1: e.x09:2:12: space" err
    grep -q "^$1: h:3:2: field 2 is missing" err
    grep -q "^$1: j:4:3: field 2 is missing" err
    printf 'a,b:1:2:,/c\n' >in
    expect 0 "$1" --located -f 2 -d , in
    same in out
    expect 2 "$1" --located --split in
    err_is "$1: --located and --split cannot be used together\n$1: see '$1 --help'\n"
}
@test "common: --located: -z, CRLF, byte order marks, --html, --nfc, --check, -f" { each located_options; }

located_charset() {
    local cs
    printf 'a:1:/b\né:2:9:/ c\n/d\n' >plain
    for cs in ISO-8859-1 UTF-16 UTF-16LE UTF-32; do
        iconv -f UTF-8 -t $cs plain >in
        rm -f bad again
        expect 1 "$1" --located --charset=$cs --reject=bad in
        out_is 'a:1:/b\né:2:9:\n\n'
        grep -q "^$1: é:2:10: space" err
        grep -q "^$1: in:3:1: the line does not begin with" err
        # The lines are encoded as in the input, each with its place. iconv(1) may write another byte order mark.
        if native || [ $cs = ISO-8859-1 ] || [ $cs = UTF-16LE ]; then
            sed 1d plain | iconv -f UTF-8 -t $cs | same /dev/stdin bad
        fi
        expect 1 "$1" --located --charset=$cs -q --reject=again bad
        same bad again
    done
    # A byte that is not in the charset makes the line invalid. If it is in FILE, the line has no place.
    printf 'a:1:5:/b\xe9\nc\xe9:2:/d\nf:3:/g\n' >in
    rm -f bad
    expect 1 "$1" --located --charset=ascii --reject=bad in
    out_is 'a:1:5:\n\nf:3:/g\n'
    head -n 2 in | same /dev/stdin bad
    err_is "$1: a:1:7: byte 0xE9 is not valid in the input charset; check --charset
$1: in:2:2: byte 0xE9 is not valid in the input charset; check --charset\n"
    expect 1 "$1" --located --charset=ascii --invalid=keep in
    same in out
}
@test "common: --located: --charset" { each located_charset; }

located_order() {
    # Runs of unchanged lines are longer than what is written at once, and end at changed and invalid lines.
    awk 'BEGIN { srand(8); for (i = 1; i <= 200000; i++) { r = rand() * 4000
        printf "f:%d:%s%s\n", i, i % 3 ? "" : "8:", r < 1 ? " /b" : r < 2 ? "%" : "/c" i } }' >in
    expect 1 "$1" --located in
    sed 's/: /:/; s/%$//' in | same /dev/stdin out
    grep '%$' in | sed "s/%\$//; s/^f:[0-9]*:\$/&1:/; s/^/$1: /" >want
    cut -d ' ' -f 1,2 err | same want /dev/stdin
    dd if=in bs=777 2>/dev/null | "$1" --located -q >piped || [ $? = 1 ]
    same out piped
}
@test "common: --located: runs of unchanged lines and others keep their order" { each located_order; }

# others COMMAND...: tests these promises on a tool that is not in $filters, since its output has another form.
others() {
    local status=0
    printf 'file:///a/\n file:///b c\r\nfile:///d/\n%%' >in
    expect 1 "$@" in
    [ "$(wc -l <out)" = 4 ]
    [ "$(sed -n '2p;4p' out)" = '' ]
    cp out all
    [ "$(grep -c "^$1: in:[24]:" err)" = 2 ]
    grep -q "^$1: in:2:11: space" err
    expect 1 "$@" -q <in
    same all out
    err_is ''
    expect 1 "$@" -q --invalid=drop --reject=bad in
    sed -n '1p;3p' all | same /dev/stdin out
    printf ' file:///b c\r\n%%\n' | same /dev/stdin bad
    expect 1 "$@" --invalid=stop in
    head -n 1 all | same /dev/stdin out
    expect 1 "$@" -c in
    out_is ''
    expect 1 "$@" -q -z < <(tr '\n' '\0' <in)
    tr '\n' '\0' <all | same /dev/stdin out
    expect 1 "$@" -q --html --split <<<'file&#58;///a/ file:///b% file:///d/ %'
    same all out
    if [ "$1" = iri2path ]; then
        expect 2 "$@" --charset=UTF-16 in
    else
        expect 1 "$@" -q --charset=UTF-16 < <(iconv -t UTF-16 in)
        same all out
    fi
    expect 1 "$@" -q -f2 < <(sed 's/^/x\t/; s/$/\ty/' in)
    sed 's/^/x\t/; s/$/\ty/' all | same /dev/stdin out
    printf '%s\n' x:1: y:2:9: z:3: x:y:4: >places
    expect 1 "$@" --located < <(paste -d '\0' places <(printf 'file:///a/\n file:///b c\r\nfile:///d/\n%%'))
    paste -d '\0' places all | same /dev/stdin out
    [ "$(cut -d ' ' -f 2 err | paste -s -d ' ' -)" = 'y:2:19: x:y:4:1:' ]
    expect 2 "$@" missing in
    same all out
    expect 2 "$@" --no-such-option
    expect 0 "$@" --help
    expect 0 "$@" --version
    status=0
    echo file:///a/ | "$@" >&- 2>err || status=$?
    [ "$status" = 2 ]
    if [ -c /dev/full ]; then
        status=0
        echo file:///a/ | "$@" >/dev/full 2>err || status=$?
        [ "$status" = 2 ]
    fi
    yes file:///a/b | "$@" 2>err | head -1 >out
    err_is ''
    # Any bytes: the output has as many lines as the input.
    head -c 200000 /dev/urandom >in
    "$@" -q in >out || [ $? = 1 ]
    [ "$(wc -l <out)" = "$(awk 'END { print NR }' in)" ]
    local answer
    coproc "$@" 2>/dev/null
    for line in file:///a/ % file:///d/; do
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
@test "common: iriedit keeps these promises, too" { others iriedit --query-sort --append=path=x; }
@test "common: iri2path keeps these promises, too" { others iri2path; }

@test "common: the output of GNU parallel is that of one process (iri.7)" {
    parallel --version 2>/dev/null | grep -q '^GNU parallel' || skip "no GNU parallel here"
    corpus iri
    for command in iri2uri 'irinorm --form=uri' 'iriparse --json' 'iriresolve -b http://a/b' \
        'iriedit --append=query=k=v'; do
        # shellcheck disable=SC2086 # split into words
        $command iri.txt >whole 2>/dev/null || [ $? = 1 ]
        [ "$(wc -l <whole)" = "$(wc -l <iri.txt)" ]
        parallel --will-cite --pipepart --keep-order --block 200k -a iri.txt "$command" >pieces 2>/dev/null ||
            [ $? -lt 100 ]
        same whole pieces
    done
    irilint iri.txt >whole || [ $? = 1 ]
    [ "$(wc -l <whole)" -gt $(($(wc -l <iri.txt) / 100)) ]
    grep -aHn '' iri.txt | parallel --will-cite --pipe --keep-order --block 200k irilint --located >pieces ||
        [ $? -lt 102 ]
    same whole pieces
}

# of_irised COMMAND...: tests the promises that hold for irised. The words are irised with its options, and a command
# or a map. The new links are the old ones.
of_irised() {
    local status=0 option name
    printf 'http://a/ \r\n<http://b> %%\n\xff http://d/' >in
    expect 0 "$@" in
    same in out
    expect 0 "$@" <in
    same in out
    expect 0 "$@" - <in
    same in out
    expect 0 "$@" in - in <in
    cat in in in | same /dev/stdin out
    expect 0 "$@" -- in
    same in out
    expect 2 "$@" missing in
    grep -q '^irised: missing: No such file' err
    same in out
    expect 0 "$@" /dev/null
    out_is ''
    iconv -f ISO-8859-1 -t UTF-16 in >wide
    expect 0 "$@" --charset=UTF-16 wide
    same wide out
    wrong_options "$@" <<'END'
-X	unknown option '-X'
-rX in	unknown option '-X'
--foo	unknown option '--foo'
--dry-run=yes	option '--dry-run' takes no argument
--map	option '--map' needs an argument
--m	ambiguous option '--m'
--in-place=a/b in	the suffix of --in-place cannot contain '/'
--charset=nonesuch in	--charset: unknown charset; 'iconv -l' lists the known ones
--include=* in	--include needs -r
-i	-i needs files
END
    for option in $'--no\e[31m' $'-\e' $'--from=\e' $'--kind=\e'; do
        expect 2 "$@" "$option"
        [ "$(grep -c '[^ -~]' err)" = 0 ]
    done
    # Messages escape what a terminal would act on.
    name=$'a\e[31m\xe2\x80\xae'
    printf 'a\0b' >"$name"
    expect 2 "$@" missing "$name"
    [ "$(wc -l <err)" = 2 ]
    [ "$(grep -c '[^ -~]' err)" = 0 ]
    # A file cannot be input and output.
    cp in before
    expect 2 sh -c '"$@" in >>in' sh "$@"
    grep -q '^irised: in: .*the output' err
    same before in
    # Closed and full descriptors, also with a diff of nothing
    for option in '' --dry-run; do
        status=0
        # shellcheck disable=SC2086 # no word if it is empty
        "$@" $option in >&- 2>err || status=$?
        [ "$status" = 2 ]
        grep -q '^irised: stdout: ' err
    done
    status=0
    "$@" <&- >out 2>err || status=$?
    [ "$status" = 2 ]
    grep -q '^irised: stdin: ' err
    expect 0 sh -c '"$@" in 2>&-' sh "$@"
    same in out
    yes http://a/b | head -100000 >in
    "$@" in 2>err | head -1 >out
    [ "${PIPESTATUS[0]}" = 141 ]
    err_is ''
    [ -c /dev/full ] || return 0
    for option in in --help --version; do
        status=0
        "$@" $option >/dev/full 2>err || status=$?
        [ "$status" = 2 ]
        grep -q '^irised: stdout: No space left on device' err
    done
    status=0
    "$@" missing 2>/dev/full || status=$?
    [ "$status" = 2 ]
}
@test "common: irised keeps the promises that are not about lines" {
    needs irised
    printf 'http://a/\thttp://a/\n' >map
    of_irised irised cat
    of_irised irised --map=map
    expect 0 irised --help
    err_is ''
    grep -q '^usage: irised ' out
    expect 0 irised --version
    err_is ''
    grep -q '^irised (IRI toolkit) [0-9]' out
    expect 2 irised
    err_is "irised: a command is missing: irised COMMAND [file ...]\nirised: see 'irised --help'\n"
}

# of_irishow COMMAND...: tests the promises that hold for irishow, whose operands are links. Here they come from
# standard input.
of_irishow() {
    local status=0 option
    # The results of one line do not depend on how the lines are read. Two blocks have an empty line between them.
    printf 'http://a.example/\nmailto:b@c.example\nurn:d:e?f#g\n' >in
    expect 0 "$@" <in
    cp out all
    err_is ''
    printf '\xef\xbb\xbf  http://a.example/ \t\r\nmailto:b@c.example\r\nurn:d:e?f#g' | expect 0 "$@"
    same all out
    iconv -t UTF-16 in | expect 0 "$@" --charset=UTF-16
    same all out
    sed 's/:/\&#58;/' in | expect 0 "$@" --html
    same all out
    dd if=in bs=1 2>/dev/null | "$@" >out
    same all out
    expect 0 "$@" </dev/null
    out_is ''
    expect 0 "$@" -q <in
    same all out
    # Of several links in a line, and of operands, JSON has other places.
    if [[ $* != *--json* ]]; then
        tr '\n' ' ' <in | expect 0 "$@" --split
        same all out
        expect 0 "$@" http://a.example/ mailto:b@c.example 'urn:d:e?f#g'
        same all out
        expect 0 "$@" -- http://a.example/ mailto:b@c.example 'urn:d:e?f#g'
        same all out
    fi
    expect 0 "$@" -c <in
    out_is ''
    # Any invalid line is rejected, and raises the status; after --invalid=stop there is no other.
    rm -f bad
    printf 'http://a.example/\n http://b c\r\n\xff\nhttp://d.example/\n%%' >in
    expect 1 "$@" --reject=bad <in
    printf ' http://b c\r\n\xff\n%%\n' | same /dev/stdin bad
    rm bad
    expect 1 "$@" --invalid=stop --reject=bad <in
    printf ' http://b c\r\n' | same /dev/stdin bad
    expect 1 "$@" -c <in
    out_is ''
    wrong_options "$@" <<'END'
-X	unknown option '-X'
--foo	unknown option '--foo'
--full=yes	option '--full' takes no argument
--dis	option '--display' needs an argument
--charset=nonesuch	--charset: unknown charset; 'iconv -l' lists the known ones
END
    for option in $'--no\e[31m' $'-\e' $'--from=\e' $'--display=\e' $'--display=escape --repertoire=x\e'; do
        # shellcheck disable=SC2086 # split into words
        expect 2 "$@" $option <in
        [ "$(grep -c '[^ -~]' err)" = 0 ]
    done
    # Nothing that a terminal would act on reaches it, in results and messages. What is allowed are line feeds, and the
    # bidi controls of --display.
    head -c 100000 /dev/urandom >in
    printf '\n/%%1b]0;x\x07\n/\xc2\x9b\n/\x1b[31m\n/\xe2\x80\xae\n/%%E2%%80%%AE\nhttp://\x1b@\x9b:\x7f/?\r\n' >>in
    "$@" <in >out 2>err || [ $? = 1 ]
    [ -s out ]
    [ "$(tr -d '\n -~\200-\377' <out | wc -c)" = 0 ]
    [ "$(grep -c '[^ -~]' err)" = 0 ]
    ! iconv -f UTF-8 -t UTF-16LE out 2>&1 >/dev/null | grep .
    # Closed and full descriptors
    echo http://a.example/ >in
    status=0
    "$@" <in >&- 2>err || status=$?
    [ "$status" = 2 ]
    grep -q '^irishow: stdout: ' err
    status=0
    "$@" <&- >out 2>err || status=$?
    [ "$status" = 2 ]
    grep -q '^irishow: stdin: ' err
    expect 2 sh -c '"$@" <in >>in' sh "$@"
    grep -q '^irishow: stdin: .*the output' err
    yes http://a.example/b | "$@" 2>err | head -1 >out
    err_is ''
    [ "$(wc -l <out)" = 1 ]
    # A reader gets the result for a line before it writes the next line.
    local answer
    coproc "$@" 2>/dev/null
    for line in http://a.example/ http://d.example/; do
        echo "$line" >&"${COPROC[1]}"
        read -r -t 10 answer <&"${COPROC[0]}" || return 1
        [ -n "$answer" ] || read -r -t 10 answer <&"${COPROC[0]}" || return 1
    done
    # shellcheck disable=SC2153
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
    [ -c /dev/full ] || return 0
    for option in http://a.example/ --help --version; do
        status=0
        "$@" $option >/dev/full 2>err || status=$?
        [ "$status" = 2 ]
        grep -q '^irishow: stdout: No space left on device' err
    done
}
@test "common: irishow keeps the promises that are not about files" {
    needs irishow
    local display
    echo 'blocks'
    of_irishow irishow
    echo 'objects'
    of_irishow irishow --json
    for display in embed isolate visual units escape; do
        echo "with --display=$display"
        of_irishow irishow --display=$display
    done
    expect 0 irishow --help
    err_is ''
    grep -q '^usage: irishow ' out
    expect 0 irishow --version
    err_is ''
    grep -q '^irishow (IRI toolkit) [0-9]' out
}

# --display makes a filter of lines.
of_display() {
    printf 'http://a/\n http://b c\r\nhttp://d/\n%%' >in
    expect 1 "$@" <in
    out_is 'http://a/\n\nhttp://d/\n\n'
    [ "$(grep -c '^irishow: stdin:[24]:' err)" = 2 ]
    grep -q '^irishow: stdin:2:10: space' err
    expect 1 "$@" -q --invalid=keep <in
    out_is 'http://a/\n http://b c\r\nhttp://d/\n%\n'
    expect 1 "$@" -q --invalid=drop <in
    out_is 'http://a/\nhttp://d/\n'
    expect 1 "$@" -q --invalid=stop <in
    out_is 'http://a/\n'
    tr '\n' '\0' <in | expect 1 "$@" -q -z
    printf 'http://a/\0\0http://d/\0\0' | same /dev/stdin out
    sed 's/^/x\t/; s/$/\ty/' in | expect 1 "$@" -q -f2
    out_is 'x\thttp://a/\ty\nx\t\ty\nx\thttp://d/\ty\nx\t\ty\n'
    printf 'a:1:2:http://b/\nc:3: /d \ne:4:%%\n' | expect 1 "$@" --located
    out_is 'a:1:2:http://b/\nc:3:/d\ne:4:\n'
    grep -q '^irishow: e:4:1: ' err
    # Any bytes: the output has as many lines as the input.
    head -c 200000 /dev/urandom >in
    "$@" -q <in >out || [ $? = 1 ]
    [ "$(wc -l <out)" = "$(awk 'END { print NR }' in)" ]
    # Lines of ASCII stay as they are.
    corpus ascii
    "$@" -q --invalid=keep <ascii.txt >out || [ $? = 1 ]
    same ascii.txt out
}
@test "common: irishow --display keeps the promises of filters" {
    needs irishow
    local display
    for display in embed isolate visual units escape; do
        echo "with --display=$display"
        of_display irishow --display=$display
    done
}
