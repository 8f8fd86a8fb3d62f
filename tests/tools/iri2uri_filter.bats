#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The promises of every filter about descriptors, permissions and long input; iri2uri-filter-runs.tsv and
# files/iri2uri-filter-files-runs.tsv have the others. The files of the same name for other tools are links to this one.
# The input here is invalid, or in the normal form of every tool: then a tool does not change it.
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

@test "$tool: a file that the shell opens cannot be input and output, nor reject file and output" {
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
    stays stdin "$reject" "$tool --reject=in <in"
    stays stdin "$reject" "$tool --reject=in other - <in"
    stays in "$out" "$tool --reject=in other >>in"
    stays in messages "$tool --reject=in other 2>>in; $restored"
    # These may be the same file: output and messages, and files that are not regular.
    expect 1 sh -c "$tool in other in >log 2>&1"
    has 3 "^$tool: " log
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

# iconv(1) writes another byte order mark than the tools of another machine.
@test "$tool: --charset: a new reject file has the byte order of iconv, and is its own reject file, also with places" {
    local cs text
    native || skip "iconv is that of another machine"
    for cs in UTF-16 UTF-32; do
        for text in '/a b\n/é%%\n' 'é:2:9:/ c\n/d\n'; do
            printf "a:1:/b\n$text" | iconv -f UTF-8 -t $cs >in
            rm -f bad again
            expect 1 "$tool" -q --located --charset=$cs --reject=bad in
            printf "$text" | iconv -f UTF-8 -t $cs | same /dev/stdin bad
            expect 1 "$tool" -q --located --charset=$cs --reject=again bad
            same bad again
        done
    done
    # Input in two byte orders
    printf '/é%%\n' | iconv -f UTF-8 -t UTF-16LE | cat <(printf '\xff\xfe') - >le
    printf '/é%%\n' | iconv -f UTF-8 -t UTF-16BE | cat <(printf '\xfe\xff') - >be
    expect 1 "$tool" -q --charset=UTF-16 --reject=both be le
    iconv -f UTF-16 -t UTF-8 both | same <(printf '/é%%\n/é%%\n') /dev/stdin
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

# Runs of unchanged lines are longer than what is written at once, and end at changed and invalid lines.
@test "$tool: runs of unchanged lines and others keep their order, with places and without" {
    awk 'BEGIN { srand(8); for (i = 1; i <= 200000; i++) { r = rand() * (i < 100000 ? 40 : 4000)
        printf "f:%d:%s%s\n", i, i % 3 ? "" : "8:", r < 1 ? " /b" : r < 2 ? "%" : "/c" i } }' >places
    expect 1 "$tool" --located places
    sed 's/: /:/; s/%$//' places | same /dev/stdin out
    grep '%$' places | sed "s/%\$//; s/^f:[0-9]*:\$/&1:/; s/^/$tool: /" >want
    cut -d ' ' -f 1,2 err | same want /dev/stdin
    sed 's/^[^ /%]*//' places >lines
    expect 1 "$tool" -q lines
    sed 's/^ //; s/%$//' lines | same /dev/stdin out
    # The same input in pieces, through a pipe
    dd if=lines bs=777 2>/dev/null | "$tool" -q >piped || [ $? = 1 ]
    same out piped
    dd if=places bs=777 2>/dev/null | "$tool" --located -q >piped || [ $? = 1 ]
    sed 's/: /:/; s/%$//' places | same /dev/stdin piped
}
