#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The promises of the filters (iri2uri_filter.bats) that hold for all tools. What one run shows is in
# files/filters-files-runs.tsv, irised-files-runs.tsv and irishow-files-runs.tsv.
load ../helper

# others COMMAND...: tests the promises about lines: for any bytes, the output has as many lines as the input.
others() {
    random_bytes 200000 >in
    "$@" -q in >out || [ $? = 1 ]
    has "$(awk 'END { print NR }' in)" '' out
    answers "$@"
}

# each FUNCTION TOOL: calls the function with each command of the tool that has the use "common" in tests/tools.tsv.
each() {
    local command
    needs "$2"
    commands common "$2" >commands
    while read -r -u 3 command; do
        echo "$command"
        # shellcheck disable=SC2086 # split into words
        "$1" $command
    done 3<commands
}

@test "common: iriresolve keeps these promises, too" { each others iriresolve; }
@test "common: iriparse keeps these promises, too" { each others iriparse; }
@test "common: iriedit keeps these promises, too" { each others iriedit; }
@test "common: iri2path keeps these promises, too" { each others iri2path; }
@test "common: path2iri keeps these promises, too" { each others path2iri; }

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

# all_tools: prints the tools that were not left out.
all_tools() {
    local tool
    for tool in $(commands oom | cut -d ' ' -f 1 | sort -u); do [ ! -x "$tools/$tool" ] || echo "$tool"; done
}

@test "common: --help, -h, --version, -V, and an unknown option" {
    local tool
    for tool in $(all_tools); do
        expect 0 "$tool" --help
        err_is ''
        mv out help
        has 1 "^usage: $tool " help
        has 0 '.\{80\}' help
        [ "$(tail -n 1 help)" = "Manual: $tool(1)" ]
        [ "$tool" = irigrep ] || "$tool" -h | same help /dev/stdin
        expect 0 "$tool" --version
        err_is ''
        has 1 "^$tool (IRI toolkit) [0-9]" out
        "$tool" -V | same out /dev/stdin
        expect 2 "$tool" --no-such-option
        echo "$tool" >>names
        [ ! -c /dev/full ] || for option in --help --version; do
            expect 2 sh -c "$tool $option >/dev/full"
            has 1 "^$tool: stdout: No space left on device" err
        done
    done
    [ "$(wc -l <names)" -ge 10 ]
    iri2uri --version | grep -c '^\(libidn2\|utf8proc\) [0-9.]* (Unicode [0-9.]*)$' | same <(echo 2) /dev/stdin
}

@test "common: a closed pipe ends each tool silently" {
    local tool
    yes FILE:///a/b | head -n 100000 >in
    for tool in $(all_tools); do
        case $tool in
        iricmp) paste in in >pairs && set -- sh -c 'iricmp <pairs' ;;
        irised) set -- irised cat in ;;
        irishow) set -- sh -c 'irishow <in' ;;
        iriresolve) set -- iriresolve -b http://a/ in ;;
        iriedit) set -- iriedit --query-sort in ;;
        *) set -- "$tool" in ;;
        esac
        "$@" 2>err | head -n 1 >out
        [ "${PIPESTATUS[0]}" = 141 ]
        err_is ''
        has 1 . out
    done
}

# of_irised COMMAND...: the words are irised with its options, and a command or a map. The new links are the old ones.
of_irised() {
    echo http://a/ | tee in >before
    expect 2 sh -c '"$@" in >>in' sh "$@"
    grep -q '^irised: in: .*the output' err
    same before in
}
@test "common: a file cannot be input and output of irised" {
    printf 'http://a/\thttp://a/\n' >map
    each of_irised irised
}

# of_irishow COMMAND...: nothing that a terminal would act on reaches it, in results and messages. What is allowed are
# line feeds, and the bidi controls of --display.
of_irishow() {
    random_bytes 100000 >in
    printf '\n/%%1b]0;x\x07\n/\xc2\x9b\n/\x1b[31m\n/\xe2\x80\xae\n/%%E2%%80%%AE\nhttp://\x1b@\x9b:\x7f/?\r\n' >>in
    "$@" <in >out 2>err || [ $? = 1 ]
    [ -s out ]
    [ "$(tr -d '\n -~\200-\377' <out | wc -c)" = 0 ]
    has 0 '[^ -~]' err
    ! iconv -f UTF-8 -t UTF-16LE out 2>&1 >/dev/null | grep .
}

@test "common: irishow prints nothing that a terminal would act on" { each of_irishow irishow; }

@test "common: irishow answers each line before it reads the next one" {
    needs irishow
    local line answer
    echo http://a.example/ >in
    expect 2 sh -c 'irishow <in >>in'
    grep -q '^irishow: stdin: .*the output' err
    # An empty line stands between two results.
    coproc irishow 2>/dev/null
    for line in http://a.example/ http://d.example/; do
        echo "$line" >&"${COPROC[1]}"
        read -r -t 60 answer <&"${COPROC[0]}"
        [ -n "$answer" ] || read -r -t 60 answer <&"${COPROC[0]}"
        [ -n "$answer" ]
    done
    # shellcheck disable=SC2153
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
}

@test "common: irishow --display keeps the promises of filters" {
    needs irishow
    local command
    random_bytes 200000 >in
    corpus ascii
    corpus pct
    corpus rel
    LC_ALL=C grep -hv '[^ -~]' {ascii,pct,rel}.txt >plain
    commands common irishow | grep display >commands
    while read -r -u 3 command; do
        echo "$command"
        # Any bytes: the output has as many lines as the input.
        $command -q <in >out || [ $? = 1 ]
        has "$(awk 'END { print NR }' in)" '' out
        # Lines of ASCII stay as they are.
        $command -q --invalid=keep <plain >out || [ $? = 1 ]
        same plain out
    done 3<commands
    answers irishow --display=units
}

# has_colors: whether the output has a sequence that changes colours
has_colors() { grep -q $'\x1b\\[' out; }

@test "common: colours: options and environment, in the order of iri(7), in a pipe and on a terminal" {
    needs irigrep
    local environment options pipe terminal tried=0
    printf 'http://a/\n' >in
    while IFS=$'\037' read -r environment options pipe terminal; do
        tried=$((tried + 1))
        # shellcheck disable=SC2086 # split into words
        env ${environment//,/ } irigrep $options in >out
        if has_colors; then [ "$pipe" = yes ]; else [ "$pipe" = no ]; fi
        # shellcheck disable=SC2086
        on_terminal 80 env ${environment//,/ } irigrep $options in >out
        if has_colors; then [ "$terminal" = yes ]; else [ "$terminal" = no ]; fi
    done < <(rows tools/tables/colors.tsv)
    [ "$tried" = 24 ]
}

@test "common: colours: all tools decide alike" {
    needs irigrep
    needs irised
    needs irishow
    local tool
    echo '[x](HTTP://a/)' >in.md
    printf 'HTTP://a/\thttp://b/\n' >map
    for tool in irigrep irilint 'irised --dry-run --map=map' 'irishow --from=auto'; do
        # shellcheck disable=SC2086 # split into words
        FORCE_COLOR=1 $tool in.md >out || true
        has_colors
        # shellcheck disable=SC2086
        NO_COLOR=1 on_terminal 80 $tool in.md >out || true
        [ -s out ]
        ! has_colors || false
    done
    # Formats for programs have none.
    for tool in 'irigrep --json' 'irishow --from=auto --json' 'irilint --format='{json,github,gitlab,rdjson,sarif}; do
        # shellcheck disable=SC2086
        FORCE_COLOR=1 $tool in.md >out || true
        [ -s out ]
        ! has_colors || false
    done
}

@test "common: what a terminal shows (tables/terminal.tsv)" {
    needs irigrep
    needs irishow
    local id streams files command output word n=0
    while IFS=$'\037' read -r id streams files command output _; do
        mkdir $((++n))
        cd ./$n
        for word in $files; do
            [[ ${word%%=*} != */* ]] || mkdir -p "${word%/*=*}"
            printf %b "${word#*=}" >"${word%%=*}"
        done
        echo "$id"
        streams=$streams on_terminal 80 sh -c "$command" >out || [ $? = 1 ]
        out_is "$output"
        cd ..
    done < <(rows tools/tables/terminal.tsv)
    [ $n -gt 20 ]
}

# Each line of the list: the count that is shown, or "-"; what goes to the terminal; and the command, which reads five
# files. One of them takes more than two seconds, and a later one long enough for the next count.
@test "common: on a terminal, a run of more than two seconds shows its progress, and removes it" {
    needs irigrep
    needs irised
    local shown streams words n=0
    export NO_COLOR=1 streams TERM
    while IFS='|' read -r shown streams TERM words; do
        mkdir $((++n))
        echo '[x](HTTP://a/)' | tee $n/{1,3}.md >$n/5.md
        printf 'HTTP://a/\thttp://b/\n' >$n/map
        mkfifo $n/{2,4}.md
        { sleep 2.2 && cat $n/1.md; } >$n/2.md &
        { sleep 0.3 && cat $n/1.md; } >$n/4.md &
        echo "$shown" >$n/shown
        echo "cd $n && ${words/FILES/1.md 2.md 3.md 4.md 5.md}" >$n/script
        { on_terminal 80 bash $n/script || [ $? = 1 ]; } >$n/out &
    done <<'END'
irilint: checked|stdout stderr|xterm|irilint -j1 --only=scheme-case FILES
irilint: checked|stderr|xterm|irilint -q -j1 --only=scheme-case FILES >/dev/null
-|stderr|dumb|irilint -q -j1 --only=scheme-case FILES >/dev/null
irigrep: searched|stderr|xterm|irigrep -j1 FILES >links
-|stdout stderr|xterm|irigrep -j1 FILES
-|stderr|xterm|irigrep -j1 FILES | cat
irised: read|stdout stderr|xterm|irised -j1 --dry-run --map=map FILES
-|stdout stderr|xterm|irised -j1 --map=map FILES
-|stdout stderr|xterm|irised -j1 --dry-run 'sed s/a/b/' FILES
END
    wait
    [ $n = 9 ]
    for ((; n > 0; n--)); do
        shown=$(<$n/shown)
        # What is shown is removed before anything else is, so that the rest is the same as without slow files.
        if [ "$shown" != - ]; then
            tr '\n' ' ' <$n/out | grep -q "$shown 2 .*$shown 4 of 5 files"
            sed -Ei 's/(\r\x1b\[K[a-z]+: [a-z]+ [0-9]( of 5)? files)+\r\x1b\[K//g' $n/out
        fi
        rm $n/[24].md
        cp $n/1.md $n/2.md
        cp $n/1.md $n/4.md
        streams='stdout stderr' on_terminal 80 bash $n/script >$n/want || [ $? = 1 ]
        same $n/want $n/out
    done
}
