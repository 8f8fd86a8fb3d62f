# SPDX-License-Identifier: ISC
# Functions and variables that all bats files share. IRI_BUILD is the folder of the build, with the tools; its folder
# build has all other files. IRI_CORPORA is the folder of the corpora; the default is the sample in tests/corpora, or if
# IRI_LONG is not empty, the folder of large corpora beside this repository if it exists. "make installcheck" sets
# IRI_BINDIR, the folder of the installed tools, and similar variables for the other installed files; then the tests use
# these files.
# shellcheck shell=bash

bats_require_minimum_version 1.8.0
tests=$BATS_TEST_DIRNAME/..
build=${IRI_BUILD:-$tests/..}
# shellcheck disable=SC2034 # the bats files use it
programs=$build/build/tests
corpora=$tests/../../shared/corpora
[ -n "${IRI_LONG-}" ] && [ -d "$corpora" ] || corpora=$tests/corpora
corpora=${IRI_CORPORA:-$corpora}
# shellcheck disable=SC2034 # the bats files use these
{
    installed=${IRI_BINDIR:+yes}
    tools=${IRI_BINDIR:-$build}
    bashdir=${IRI_BASHDIR:-$build/build/completions/bash}
    zshdir=${IRI_ZSHDIR:-$build/build/completions/zsh}
    fishdir=${IRI_FISHDIR:-$build/build/completions/fish}
    libdir=${IRI_LIBDIR:-$build/build}
    includedir=${IRI_INCLUDEDIR:-$tests/../lib}
}
PATH=$tools:$PATH
export LC_ALL=C TERM=xterm
export PYTHONDONTWRITEBYTECODE=1 # else python3 writes into the folder of the sources
unset NO_COLOR CLICOLOR CLICOLOR_FORCE FORCE_COLOR

# A file whose tests all need the same sets $needs to words that needs knows.
setup() {
    local what
    for what in ${needs-}; do needs "$what"; done
    tmp=$BATS_TEST_TMPDIR
    cd "$tmp" || return 1
}

# needs TOOL: skips a test of a tool that configure left out, and names the missing libraries. Under "make
# installcheck", a tool that is installed is not left out. needs build: skips a test of programs of the build that are
# not installed. needs native: skips a test of what is outside the tools, such as shells and the linker, if the tools
# are those of another machine. needs speed: skips a test of time and memory under an emulator.
needs() {
    local name words word missing=
    case $1 in
    build) [ -z "$installed" ] || skip "tests the build, not what is installed" ;;
    native) native || skip "tests this machine, not the tools" ;;
    speed) [ -z "${IRI_EMULATED-}" ] || skip "would measure the emulator" ;;
    esac
    case $1 in build | native | speed) return ;; esac
    [ -z "$installed" ] || [ ! -x "$tools/$1" ] || return 0
    while read -r name _ words; do
        [ "$name" != LEFT_OUT ] || break
    done <"$build/config.mk"
    for word in $words; do
        [ "${word%:*}" != "$1" ] || missing+="${missing:+, }${word#*:} is missing"
    done
    [ -z "$missing" ] || skip "$1 was left out: $missing"
}

# python MODULE: sets python to a Python that has the module, else skips the test.
python() {
    for python in /usr/bin/python3 python3; do
        if "$python" -c "import $1" 2>/dev/null; then return; fi
    done
    skip "no python3 with $1 here"
}

# on_terminal COLUMNS COMMAND...: runs the command on a terminal (tools/terminal.py). Skips the test without a python3.
on_terminal() {
    local python
    python pty
    "$python" "$tests/tools/terminal.py" "$@"
}

# page NAME: prints the source of a manual page, for example iri2uri.1. Distributions compress installed pages.
page() {
    local file=${IRI_MANDIR:+$IRI_MANDIR/man${1##*.}/$1}
    file=${file:-$tests/../man/$1}
    if [ -f "$file" ]; then cat "$file"; else gzip -dc "$file.gz"; fi
}

# config NAME: prints a variable of the build.
config() {
    sed -n "s/^$1 = //p" "$build/config.mk"
}

# commands USE [TOOL]: prints the commands that have this use in tests/tools.tsv, a line each.
commands() {
    awk -F '\t' -v use="$1" -v tool="${2-}" '
        !/^#/ && (tool == "" || tool == $1) && index("," $5 ",", "," use ",") { print $1 " " $2; found = 1 }
        END { exit !found }' "$tests/tools.tsv"
}

# corpus NAME: unpacks a corpus into the current folder.
corpus() {
    xz -dc "$corpora/$1.txt.xz" >"$1.txt"
    [ "$(wc -l <"$1.txt")" -gt 1000 ]
}

# file_is FILE TEXT: checks the content of the file. TEXT has the escapes of printf's %b. out_is TEXT, err_is TEXT: the
# same for the files that expect writes.
file_is() {
    printf '%b' "$2" >want
    same want "$1"
}
out_is() { file_is out "$1"; }
err_is() { file_is err "$1"; }

# seeds: prints seeds for a random test: the same ones in each run, so that a new failure comes from the change and not
# from chance; with IRI_LONG, one is new.
seeds() { if [ -n "${IRI_LONG-}" ]; then echo "1 $RANDOM"; else echo 1 2; fi; }

# random_bytes N: prints N random bytes, the same ones in each run; with IRI_LONG, new ones.
random_bytes() {
    if [ -n "${IRI_LONG-}" ]; then
        head -c "$1" /dev/urandom
    else
        awk -v n="$1" 'BEGIN { srand(1); while (n-- > 0) printf "%c", int(256 * rand()) }'
    fi
}

# has N PATTERN FILE: checks that so many lines of the file match the pattern of grep.
has() {
    local n
    grep -a -c -e "$2" "$3" >"$BATS_TEST_TMPDIR.count" || :
    read -r n <"$BATS_TEST_TMPDIR.count"
    [ "$n" = "$1" ] && return
    printf '%s lines, not %s, of %s match %s\n' "$n" "$1" "$3" "$2"
    head -c 500 "$3" | cat -v
    return 1
}

# same WANT GOT: fails unless the two files have the same bytes; then it shows the difference.
same() {
    diff -a "$1" "$2" >"$BATS_TEST_TMPDIR.diff" && return
    head -c 2000 "$BATS_TEST_TMPDIR.diff" | cat -v
    return 1
}

# expect STATUS COMMAND...: runs the command, writes its output to the files out and err, and checks its exit status.
# STATUS may have several numbers, of which it must be one.
expect() {
    local want=$1 got=0
    shift
    "$@" >out 2>err || got=$?
    [[ " $want " = *" $got "* ]] && return
    printf 'status %s, not %s, of: %s\n' "$got" "$want" "$*"
    head -c 500 out err | cat -v
    return 1
}

# lacks_psl: succeeds if irilint was built without libpsl, and so without rules that need it.
lacks_psl() {
    irilint --list-rules | grep -q '; not in this build, which lacks libpsl)$'
}

# unprivileged COMMAND...: runs the command so that it obeys the permissions of files, even if the user is root.
unprivileged() {
    if [ "$(id -u)" != 0 ]; then
        "$@"
    elif command -v setpriv >/dev/null; then
        setpriv --bounding-set -dac_override,-dac_read_search -- "$@"
    else
        skip "permissions do not hold for root, and there is no setpriv(1) here"
    fi
}

# glibc: succeeds if the tools were built with glibc. Other C libraries word errors differently, and know fewer
# charsets.
glibc() {
    # shellcheck disable=SC2046 # split into words
    libc=${libc:-$(echo '#include <limits.h>' | $(config CC) -E -dM - |
        grep -o -m 1 __GLIBC__ || echo other)}
    [ "$libc" = __GLIBC__ ]
}

# known CHARSET: succeeds if the iconv of the tools knows the charset. With glibc it always succeeds: the tests require
# that glibc knows it.
known() {
    glibc || iri2uri --charset="$1" </dev/null >/dev/null 2>&1
}

# native: succeeds if iconv(1) uses the C library of the tools, so that both write the same byte order mark. In
# tests/machines/cross it fails.
native() {
    [ -z "${IRI_FOREIGN-}" ]
}

# rows FILE: prints the rows of a table in tests/. The separator becomes the control character US, since read would skip
# empty fields between tabs.
rows() {
    grep -v '^#' "$tests/$1" | tr '\t' '\037'
}

# session FILE: writes the examples in a manual page, as it is displayed, or in README, to the file session, with \036
# behind each. An example is an indented line "$ COMMAND", perhaps continued in lines "> ...", and after it the output
# with the same indentation. An empty line belongs to the output if the example continues after it.
session() {
    case $1 in
    *.[17])
        command -v mandoc >/dev/null || skip "no mandoc here"
        page "$1" | mandoc -T utf8 | sed $'s/.\b//g' >text
        ;;
    *) cp "$tests/../$1" text ;;
    esac
    awk '
        function end() { if (open) print "\036"; open = 0; empty = "" }
        match($0, /^ +\$ /) { end(); open = 1; indent = RLENGTH - 2; print substr($0, indent + 1); next }
        open && $0 == "" { empty = empty "\n"; next }
        open && substr($0, 1, indent) ~ /^ *$/ {
            printf "%s", empty; empty = ""; print substr($0, indent + 1); next
        }
        { end() }
        END { end() }' text >session
    [ -s session ]
}

# examples FILE: runs the examples of a page, or of README, in each shell; those of an installed page in one, since
# shells differ in the text of the page alone.
examples() {
    local shell missing='' bad=0 shells='dash bash zsh'
    session "$1"
    [ -z "$installed" ] || shells=bash
    for shell in $shells; do
        if command -v $shell >/dev/null; then
            mkdir $shell
            (
                # zsh sends SIGCONT to its children. It can end the SIGSTOP that LeakSanitizer waits for, forever.
                [ $shell != zsh ] || export ASAN_OPTIONS=detect_leaks=0
                cd $shell && examples_in $shell
            ) || bad=1
        else
            missing="$missing $shell"
        fi
    done
    [ $bad = 0 ]
    [ -z "$missing" ] || skip "not run in$missing: not installed"
}

# examples_in SHELL: runs the examples in ../session, all in one shell, as a user would paste them. They must print what
# stands there; spaces and tabs may differ, since a display may show a tab as spaces. No example may end the shell.
examples_in() {
    {
        # The printf of bash writes each line alone. A filter could then print a line before the message about the next
        # one.
        [ "$1" != bash ] || echo 'printf() { env printf "$@"; }'
        awk '/^[$>] / { print substr($0, 3) } $0 == "\036" { print "echo '\''\036'\''" }' ../session
    } >../script
    "$1" ../script >../results 2>&1 </dev/null || :
    # The results of each example, behind its command
    awk 'NR == FNR { if ($0 == "\036") n++; else results[n + 0] = results[n + 0] $0 "\n"; next }
        /^[$>] / { print }
        $0 == "\036" { printf "%s\036\n", results[i + 0]; i++ }' ../results ../session >../got
    diff -a -U 9 <(tr -s ' \t' ' ' <../session) <(tr -s ' \t' ' ' <../got) >../diff && return
    echo "in $1:"
    head -c 4000 ../diff
    return 1
}

# answers COMMAND...: checks that the command, a filter of lines, prints each line before it reads the next one.
answers() {
    local line answer
    coproc "$@" 2>/dev/null
    # shellcheck disable=SC2153 # bash sets COPROC
    for line in file:///a/ % '' file:///d/; do
        echo "$line" >&"${COPROC[1]}"
        IFS= read -r -t 60 answer <&"${COPROC[0]}"
        printf '%s\n' "$answer"
    done >answers
    # shellcheck disable=SC2153
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || :
    printf 'file:///a/\n%%\n\nfile:///d/\n' | "$@" -q | same /dev/stdin answers
}

# untraced COMMAND...: runs a function without the trap of bats for each command, which takes longer than the commands.
untraced() {
    set +T
    "$@"
    local status=$?
    set -T
    return $status
}

# times N TEXT: prints the text N times.
times() {
    local n=$(($1 * ${#2})) run=$2
    while [ ${#run} -lt $((n < 65536 ? n : 65536)) ]; do run+=$run; done
    for (( ; n > ${#run}; n -= ${#run})); do printf %s "$run"; done
    printf %s "${run:0:n}"
}

# sanitized: succeeds if the tools were built with sanitizers.
sanitized() {
    [[ $(<"$build/config.mk") = *$'\nCFLAGS = '*([^$'\n'])-fsanitize* ]]
}

# Divisor of the sizes of hostile input: 1 with IRI_LONG. And a million, divided by it. Under sanitizers, hostile input
# is to overrun buffers, not to take long, so times are not compared.
share=32
compared=yes
[ -z "${IRI_LONG-}" ] || share=1
[ "$share" != 1 ] && ! sanitized || compared=
# shellcheck disable=SC2034 # the bats files use it
million=$((1000000 / share))

# both COMMAND...: runs a command that makes files whose sizes depend on $share. Runs it also in the folder "quarter",
# for files of a quarter of these sizes. The size of the file "in" is then unknown to limited.
both() {
    if [ "$compared" ]; then
        [ -d quarter ] || mkdir quarter
        cd ./quarter
        share=$((share * 4))
        "$@"
        share=$((share / 4))
        cd ..
    fi
    size=
    "$@"
}

# put FILE TEXT [N PIECE TEXT]...: writes the texts to the file, and between them the pieces, each N / $share times.
put() {
    local kept=$size
    untraced both put_here "$@"
    [ "$1" = in ] || size=$kept
}
put_here() {
    local file=$1
    size=${#2}
    {
        printf %s "$2"
        shift 2
        while [ $# -gt 0 ]; do
            times $(($1 / share)) "$2"
            printf %s "$3"
            size=$((size + $1 / share * ${#2} + ${#3}))
            shift 3
        done
    } >"$file"
}

# limited COMMAND...: runs the command with the file "in" as its standard input, and checks its memory and time. The
# limit on memory is 32 MB, or 64 MB with IRI_LONG, plus $factor times the size of "in". With a sanitizer there is none,
# since it reserves a huge address space. For the time, runs the command in the folder "quarter" as well. Its input is a
# quarter of the size, so linear time is a quarter of the time, and quadratic time a sixteenth. limited fails with
# status 99 if the time is, in two tries, longer than 6 times the time for the quarter and 10 ms. With IRI_LONG, and
# under sanitizers, the limit on time is 60 s instead.
factor=16
limited() { untraced limit "$@"; }
limit() {
    local bound='' status ms quarter_status quarter_ms
    # No limits under an emulator, which needs memory and time itself.
    if [ -n "${IRI_EMULATED-}" ]; then
        "$@" <in
        return
    fi
    [ -n "$size" ] || size=$(wc -c <in)
    if [ -z "${bounded-}" ]; then
        bounded=no
        ! (ulimit -v 1000000 && iri2uri --version) >/dev/null 2>&1 || bounded=yes
    fi
    [ $bounded = no ] || bound=$(((share == 1 ? 65536 : 32768) + factor * size / 1024))
    if [ -z "$compared" ]; then
        within "$@"
    elif grows "$@" && grows "$@" >/dev/null 2>&1; then
        echo "a quarter of the input: $quarter_ms ms, status $quarter_status; all of it: $ms ms, status $status" >&2
        return 99
    else
        return "$status"
    fi
}

# grows COMMAND...: succeeds if the time of the command grows too fast with the size of the input, or if the status
# differs. Sets status to that for all of the input. What takes 10 ms cannot fail, so a quarter need not run, if it need
# not write a file for a later command.
grows() {
    spent "$@"
    [ $ms -gt 10 ] || [[ $* = *--write-* ]] || return 1
    local all_ms=$ms all_status=$status
    cd ./quarter
    spent "$@" >out 2>err
    cd ..
    quarter_ms=$ms quarter_status=$status
    ms=$all_ms status=$all_status
    [ $ms -gt $((6 * quarter_ms + 10)) ] || [ "$status" != "$quarter_status" ]
}

# spent COMMAND...: runs the command within the limits. Sets status to its exit status, and ms to its CPU time. The
# kernel knows this sum well, but estimates which part of it is user time.
spent() {
    local TIMEFORMAT='%3U %3S' lines times
    status=0
    { time within "$@" 2>&4; } 4>&2 2>cpu || status=$?
    # A message about a signal can come before the times.
    mapfile -t lines <cpu
    times=${lines[-1]//./}
    ms=$((10#${times% *} + 10#${times#* }))
}

# within COMMAND...: runs the command within the limits that cannot depend on another run.
within() (
    ulimit -t 60
    [ -z "$bound" ] || ulimit -v "$bound"
    exec "$@" <in
)
