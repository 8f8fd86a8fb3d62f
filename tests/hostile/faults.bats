#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Input and output that fail. faults.c makes them fail in ways that are rare with ordinary files and pipes.
load ../helper
export needs=build

# Commands that together use every tool, and every path of a line through the code.
commands=(
    iri2uri
    'iri2uri --nfc --html --repair --reject=bad'
    'iri2uri -f1 --query-charset=latin1 --invalid=drop --reject=bad'
    'uri2iri --explain'
    'uri2iri --charset=iso-2022-jp --split'
    'irinorm --reject=bad'
    'irinorm --with-original --charset=utf-16le --reject=bad'
    iricmp
    'iricmp --redirects=pairs --explain'
    'iriresolve -b http://b.example/c/d'
    'iriresolve --relative -b http://b.example/c/d --reject=bad'
    'iriresolve --pairs'
    'path2iri --reject=bad'
    'path2iri --base=http://b.example/ --form=uri -z'
    'iri2path --below=. --reject=bad'
    iriparse
    'iriparse --json --host=unicode'
    'iriparse --get=extension,query:a --reject=bad'
    'iriedit --query-sort --append=path=x --reject=bad'
    'iriedit --recode=iso-8859-1 --query-set=k=v -z'
    'iriedit --join --charset=utf-16le'
    'irilint --reject=bad'
    'irilint --format=sarif'
    'irilint --against=hosts'
    'irilint --baseline=baseline'
    'irilint --fix -z'
    'irigrep -n'
    'irigrep --bare --cjk --unwrap'
    'irigrep --from=xml --json --charset=utf-16le'
    'irigrep --from=markdown -n'
    'irigrep --from=markdown --json --bare --charset=utf-16le'
    'irigrep --from=html -n'
    'irigrep --from=html --json --unwrap'
    'irised --map=moves'
    'irised --map-prefix=moves --from=markdown --dry-run'
    'irilint --from=text'
    'irilint --from=html --format=json --charset=utf-16le'
    'irilint --from=markdown --fix'
    'irilint --from=text --fix --dry-run'
    'irishow --reject=bad'
    'irishow --json --charset=utf-16le'
    'irishow --display=units --reject=bad'
    'irishow --display=escape --repertoire=iso-8859-1 -z'
    'irishow --from=html --full'
)

# faulty VARIABLE=VALUE... COMMAND...: runs the command with the faults that the variables choose. ASAN_OPTIONS lets a
# sanitizer accept that another library is loaded first. The path of the library is relative, since LD_PRELOAD cannot
# contain spaces. IRI_PRELOAD is the variable that tests/machines/cross needs in place of LD_PRELOAD.
not_ignored=()
faulty() {
    env "${not_ignored[@]}" "${IRI_PRELOAD:-LD_PRELOAD}=./faults.so" ASAN_OPTIONS=verify_asan_link_order=0 "$@"
}

# each FUNCTION: calls the function with the words of every command. The input is in the files in, before, pairs, hosts
# and moves. The results without faults are in the files well.out, well.err and well.bad, and the exit status in $well.
each() {
    local command words
    [ "$(uname)" = Linux ] || skip "faults.so is for Linux only"
    cp "$build/tests/hostile/faults.so" .
    awk 'BEGIN { for (i = 0; i < 300; i++) {
        for (k = 0; k < 20; k++) printf "http://a.example/%d/%d\n", i, k
        printf "http://r\303\251sum\303\251.example/%d?\303\251\nHTTP://B.example/%%c3%%a9/./%d\n", i, i
        printf "../%d\nhttp://xn--rsum-bpad.example/e\314\201\nhttp://a b/%d%%\n\377\n\n", i, i } }' >lines
    sed 's/$/\thttp:\/\/ü.example\/x/' lines >pairs
    tr '\n' '\0' <lines >zeros
    grep '^http://a\.' lines >hosts
    sed 's/$/\thttp:\/\/moved.example\//' hosts >moves
    # Some of the findings of the lines
    sed 's/^/stdin\tscheme-case\t/' lines | LC_ALL=C tr -d '\377' | grep '	HTTP' >baseline
    # tr, not iconv -c, removes the invalid bytes: with -c, newer versions of glibc's iconv exit with an error status.
    tr -d '\377' <lines | iconv -f UTF-8 -t UTF-16LE >utf16
    printf 'http://b.example/before\n' >before
    for command in "${commands[@]}"; do
        echo "with $command"
        read -ra words <<<"$command"
        # configure leaves tools out if their libraries are missing.
        case $command in
        irigrep* | irised* | irishow*) command -v "${words[0]}" >/dev/null || continue ;;
        esac
        case $command in
        irilint*--from* | irishow*--from*) command -v irigrep >/dev/null || continue ;;
        esac
        case $command in
        iricmp* | *--pairs* | *-f1*) cp pairs in ;;
        *utf-16le*) cp utf16 in ;;
        *-z*) cp zeros in ;;
        *) cp lines in ;;
        esac
        well=0
        rm -f bad
        "${words[@]}" <in >well.out 2>well.err || well=$?
        [ "$well" -le 1 ]
        [ -s well.out ]
        if [ -f bad ]; then mv bad well.bad; else rm -f well.bad; fi
        "$1" "${words[@]}"
    done
}

# all_well: checks that the results are those without faults.
all_well() {
    same well.out out
    same well.err err
    [ ! -f well.bad ] || same well.bad bad
}

interrupted() {
    local seed
    for seed in 1 2 3; do
        rm -f bad
        expect "$well" faulty IRI_FAULT_SEED=$seed "$@" <in
        all_well
    done
    # From a pipe, to a pipe
    rm -f bad
    # shellcheck disable=SC2016 # for the inner shell
    expect "$well" bash -c 'set -o pipefail; cat in | "$@" | cat' sh env "${IRI_PRELOAD:-LD_PRELOAD}=./faults.so" \
        ASAN_OPTIONS=verify_asan_link_order=0 IRI_FAULT_SEED=4 "$@"
    all_well
}
@test "faults: interrupted, not ready and short reads and writes change nothing" { each interrupted; }

full() {
    local n
    for n in 0 1 5000 $(($(wc -c <well.out) - 1)); do
        expect 2 faulty IRI_FAULT_FULL="$n" "$@" <in
        tail -n 1 err | grep -q "^$1: stdout: No space left on device"
        head -c "$n" well.out | same /dev/stdin out
        # The messages before the error are those of the run without faults.
        sed '$d' err | head -c "$(wc -c <well.err)" >said
        head -c "$(wc -c <said)" well.err | same /dev/stdin said
    done
    # The reject file has the bytes that fitted on the disk.
    [ -f well.bad ] || return 0
    for n in 0 1 $(($(wc -c <well.bad) - 1)); do
        rm -f bad
        expect 2 faulty IRI_FAULT_FILES="$n" "$@" <in
        tail -n 1 err | grep -q "^$1: bad: No space left on device"
        head -c "$n" well.bad | same /dev/stdin bad
    done
}
@test "faults: a disk that becomes full causes a message, and the output before it stays" { each full; }

unreadable() {
    local n table=
    # A table of redirects, hosts, findings or moved links is read first. Without it the tool cannot continue.
    case "$*" in
    *--redirects*) table=pairs ;;
    *--against*) table=hosts ;;
    *--baseline*) table=baseline ;;
    *--map*) table=moves ;;
    esac
    for n in 0 1 5000; do
        expect 2 faulty IRI_FAULT_READ="$n" "$@" <in
        if [ "$table" ]; then
            grep -q -E "^$1: $table: (Input/output|I/O) error" err
            out_is ''
        else
            grep -q -E "^$1: stdin: (Input/output|I/O) error" err
        fi
    done
    # A document that is edited is printed as a whole, or not at all.
    case "$*" in *--from=*--fix*)
        out_is ''
        return 0
        ;;
    esac
    # The output has all lines that were read completely before the error.
    case "$*" in *' -z' | *charset* | *sarif* | *--redirects* | *--against* | *--baseline* | *--map*) return 0 ;; esac
    [ "$(wc -l <out)" -gt 10 ]
    head -n 10 well.out >want
    head -n 10 out | same want /dev/stdin
}
@test "faults: a read error causes a message, and the lines before it are not lost" { each unreadable; }

directory() {
    mkdir -p folder
    expect 2 "$@" <folder
    grep -q "^$1: stdin: Is a directory" err
    # irigrep.bats and irised.bats test folders. The operands of irishow are links.
    case $* in iricmp* | irigrep* | irised* | irishow* | *--from=*) return 0 ;; esac
    # The other files are processed, and the exit status stays 2.
    expect 2 "$@" folder in missing before
    grep -q "^$1: folder: Is a directory" err
    grep -q "^$1: missing: No such file" err
    mv out got
    sed "/^$1: folder: /d; /^$1: missing: /d" err >said
    expect 1 "$@" in before
    same out got
    same err said
}
@test "faults: a folder among the files" { each directory; }

shut() {
    # An error of close() means that written data may be lost, and nothing else shows it.
    expect 2 faulty IRI_FAULT_CLOSE=1 "$@" <in
    grep -q -E "^$1: stdout: (Input/output|I/O) error" err
    same well.out out
    [ -f well.bad ] || return 0
    expect 2 faulty IRI_FAULT_CLOSE=3 "$@" <in
    grep -q -E "^$1: bad: (Input/output|I/O) error" err
}
@test "faults: an error when a file is closed causes a message" { each shut; }

# closed COMMAND...: common.bats has the same test for the filters.
closed() {
    case $1 in iri2uri | uri2iri | irinorm) return 0 ;; esac
    local status=0
    "$@" <&- >out 2>err || status=$?
    [ "$status" = 2 ]
    grep -q "^$1: stdin: " err
    status=0
    "$@" <in >&- 2>err || status=$?
    [ "$status" = 2 ]
    grep -q "^$1: stdout: " err
    status=0
    "$@" <in >out 2>&- || status=$?
    [ "$status" = "$well" ]
    same well.out out
    [ -c /dev/full ] || return 0
    status=0
    "$@" <in >/dev/full 2>err || status=$?
    [ "$status" = 2 ]
    tail -n 1 err | grep -q "^$1: stdout: No space left on device"
    # A message that cannot be written is an error, too.
    [ -s well.err ] || return 0
    status=0
    "$@" <in >out 2>/dev/full || status=$?
    [ "$status" = 2 ]
}
@test "faults: closed and full descriptors, for tools that common.bats does not test" { each closed; }

lost_report() {
    [ -c /dev/full ] || skip "no /dev/full"
    [ -f well.bad ] || return 0
    case $1 in iri2uri | uri2iri | irinorm) return 0 ;; esac
    local words=("${@/--reject=bad/--reject=/dev/full}")
    expect 2 "${words[@]}" <in
    tail -n 1 err | grep -q "^$1: /dev/full: No space left on device"
}
@test "faults: --reject to a full disk, for tools that common.bats does not test" { each lost_report; }

@test "faults: a folder that cannot be read completely causes a message, and the files before are searched" {
    needs irigrep
    [ "$(uname)" = Linux ] || skip "faults.so is for Linux only"
    cp "$build/tests/hostile/faults.so" .
    mkdir -p top/sub
    echo http://a/ | tee top/a.txt top/b.txt top/sub/c.txt >/dev/null
    expect 0 faulty IRI_FAULT_FOLDER=1000 irigrep -r top
    [ "$(wc -l <out)" = 3 ]
    err_is ''
    # Every folder also has the entries "." and "..".
    local n
    for n in 0 1 2 3 4; do
        expect 2 faulty IRI_FAULT_FOLDER=$n irigrep -r top
        grep -q -x -E 'irigrep: top: (Input/output|I/O) error' err
        [ "$(wc -l <out)" -le 3 ]
    done
    [ "$(wc -l <out)" -ge 1 ]
    # A file in the folder that cannot be read
    expect 2 faulty IRI_FAULT_READ=10 irigrep -r top
    out_is 'top/a.txt:http://a/\n'
    grep -q -x -E 'irigrep: top/b.txt: (Input/output|I/O) error' err
}

@test "faults: without random numbers from the kernel, tools read /dev/urandom, or fail" {
    [ "$(uname)" = Linux ] || skip "faults.so is for Linux only"
    cp "$build/tests/hostile/faults.so" .
    printf 'http://a/\thttp://b/\n' >pairs
    expect 0 faulty IRI_FAULT_ENTROPY=1 iricmp --redirects=pairs --level=protocol http://a/ http://b/
    out_is 'protocol\n'
    expect 2 faulty IRI_FAULT_ENTROPY=1 IRI_FAULT_READ=0 iricmp --redirects=pairs http://a/ http://b/
    grep -q -x -E 'iricmp: /dev/urandom: (Input/output|I/O) error' err
    echo example.com >in
    expect 0 faulty IRI_FAULT_ENTROPY=1 irilint --against=in </dev/null
    expect 2 faulty IRI_FAULT_ENTROPY=1 IRI_FAULT_READ=0 irilint --against=in </dev/null
    grep -q -x -E 'irilint: /dev/urandom: (Input/output|I/O) error' err
}

@test "faults: irilint --write-baseline: each call that fails leaves all of the old or all of the new content" {
    [ "$(uname)" = Linux ] || skip "faults.so is for Linux only"
    cp "$build/tests/hostile/faults.so" .
    local every name n i status begin signal seed
    every=${IRI_EVERY:-$(native && echo 1 || echo 4)}
    # nohup(1) and background jobs ignore these signals, and irilint would, too. GNU env undoes that.
    ! env --default-signal=HUP true 2>/dev/null || not_ignored=('--default-signal=HUP,INT')
    awk 'BEGIN { for (i = 0; i < 3000; i++) print "HTTP://a.example/" i }' >in
    irilint --write-baseline=new in
    [ "$(wc -l <new)" = 3000 ]
    head -n 1000 new >old
    # begin: makes the folder `dir`. The baseline is there already, or it is not.
    for begin in 'cp old dir/base' true; do
        rm -rf dir && mkdir dir && $begin
        expect 0 faulty IRI_FAULT_COUNT=counts irilint --write-baseline=dir/base in
        same new dir/base
        grep -v ' 0$' counts >made
        [ "$(wc -l <made)" -ge 10 ]
        for name in write fsync rename mkstemp; do grep -q "^$name " made; done
        while read -r name n <&3; do
            for ((i = 1; i <= n; i += every)); do
                for signal in '' :SIGINT :SIGTERM :SIGKILL; do
                    # A function that is called more often is called in a loop.
                    [ "$i" -le 12 ] || [ -z "$signal" ] || continue
                    rm -rf dir && mkdir dir && $begin
                    status=0
                    { faulty IRI_FAULT_CALL="$name:$i$signal" irilint --write-baseline=dir/base in \
                        >out 2>err || status=$?; } 2>shell
                    echo "$begin: $name:$i$signal: $status $(cat err)"
                    if [ "$signal" ]; then
                        [ "$status" = $((128 + $(kill -l "${signal#:}"))) ]
                    else
                        [ "$status" = 0 ] || [ "$status" = 2 ]
                        [ "$status" = 0 ] || grep -q '^irilint: ' err
                    fi
                    # Whole: the new one, or what was there before
                    cmp -s new dir/base || { [ "$status" != 0 ] && [ ! -e dir/base ] && [ "$begin" = true ]; } ||
                        { [ "$status" != 0 ] && cmp old dir/base; }
                    [ "$signal" = :SIGKILL ] || [ "$name$signal" = unlink ] || [ -z "$(find dir -name '.irilint-*')" ]
                done
            done
        done 3<made
        # A full disk
        for n in 0 1 $(($(wc -c <new) - 1)); do
            rm -rf dir && mkdir dir && $begin
            expect 2 faulty IRI_FAULT_FILES="$n" irilint --write-baseline=dir/base in
            grep -q '^irilint: dir/base: cannot write a temporary file: No space left on device' err
            if [ "$begin" = true ]; then [ -z "$(ls -A dir)" ]; else same old dir/base; fi
        done
        for seed in 1 2 3; do
            rm -rf dir && mkdir dir && $begin
            expect 0 faulty IRI_FAULT_SEED=$seed irilint --write-baseline=dir/base in
            same new dir/base
        done
    done
    # The content stays: then nothing is written.
    expect 0 faulty IRI_FAULT_FILES=0 irilint --write-baseline=dir/base in
    # Without a key for the hash table
    expect 2 faulty IRI_FAULT_ENTROPY=1 IRI_FAULT_READ=0 irilint --write-baseline=dir/base in
    expect 2 faulty IRI_FAULT_ENTROPY=1 IRI_FAULT_READ=0 irilint --baseline=dir/base in
    same new dir/base
}

# faults_of_irised: skips the test without faults.so or irised. Makes the file old, the command make_new, and the file
# new, the result of this command.
faults_of_irised() {
    [ "$(uname)" = Linux ] || skip "faults.so is for Linux only"
    needs irised
    cp "$build/tests/hostile/faults.so" .
    awk 'BEGIN { for (i = 0; i < 3000; i++) print "see http://old.example/" i " and that" }' >old
    sed s/old.example/new.example/ old >new
    make_new='sed s/old.example/new.example/'
    # Under emulation, each fourth call
    every=${IRI_EVERY:-$(native && echo 1 || echo 4)}
    # nohup(1) and background jobs ignore these signals, and irised would, too. GNU env undoes that.
    ! env --default-signal=HUP true 2>/dev/null || not_ignored=('--default-signal=HUP,INT')
}

# start_over: makes the folder `dir`, with a file, a symbolic link to it, and an older backup.
start_over() {
    rm -rf dir
    mkdir dir
    cp old dir/file
    chmod 640 dir/file
    ln -s file dir/link
    echo older >dir/file~
}

# whole SUFFIX: checks that the file has all of the old or all of the new content, and sets `content` to "old" or "new".
# With a suffix the backup is whole, too, and a file with new content has one.
whole() {
    [ -L dir/link ]
    [ "$(stat -c %a dir/file)" = 640 ]
    if cmp -s old dir/file; then
        content=old
    else
        same new dir/file
        content=new
    fi
    if [ "$1" ] && ! cmp -s old dir/file~; then
        [ "$content" = old ]
        [ "$(cat dir/file~)" = older ]
    fi
}

# temporary: prints the temporary files. Their names have that of the tool.
temporary() { find dir -name '.iri*-*'; }

# each_call COMMAND...: makes each call of the file "made" fail once, while this command edits dir/link in place.
# suffix: that of its option -i
each_call() {
    local name n i status
    while read -r name n <&3; do
        for ((i = 1; i <= n; i += every)); do
            start_over
            status=0
            faulty IRI_FAULT_CALL="$name:$i" "$@" >out 2>err || status=$?
            echo "$name:$i: $status $(cat err)"
            whole "$suffix"
            [ -z "$(temporary)" ]
            case $status$content in
            0new) err_is '' ;;
            2old) grep -q "^$1: " err ;;
            2new) grep -q "^$1: stdout: " err ;;
            *) false ;;
            esac
        done
    done 3<made
}

@test "faults: irised -i: each call that fails leaves all of the old or all of the new content" {
    faults_of_irised
    local suffix
    for suffix in '' '~'; do
        start_over
        expect 0 faulty IRI_FAULT_COUNT=counts irised "-i$suffix" "$make_new" dir/link
        whole "$suffix"
        [ "$content" = new ]
        grep -v ' 0$' counts >made
        [ "$(wc -l <made)" -gt 10 ]
        # The calls in the child, between fork and exec, are not in this file.
        printf 'child-%s\n' 'dup2 2' 'exec 1' >>made
        each_call irised "-i$suffix" "$make_new" dir/link
    done
}

@test "faults: irilint --fix -i: each call that fails leaves all of the old or all of the new content" {
    faults_of_irised
    local suffix name
    sed s,http://old.example,HTTP://EXAMPLE, old >fixable
    mv fixable old
    sed s,HTTP://EXAMPLE,http://example, old >new
    for suffix in '' '~'; do
        start_over
        expect 0 faulty IRI_FAULT_COUNT=counts irilint --from=text --fix "-i$suffix" dir/link
        whole "$suffix"
        [ "$content" = new ]
        grep -v ' 0$' counts >made
        [ "$(wc -l <made)" -gt 10 ]
        for name in write fsync rename; do grep -q "^$name [1-9]" made; done
        each_call irilint --from=text --fix "-i$suffix" dir/link
    done
}

@test "faults: irised -i: a signal before each call, and no temporary file is left" {
    faults_of_irised
    local suffix name n i signal status
    for suffix in '' '~'; do
        start_over
        expect 0 faulty IRI_FAULT_COUNT=counts irised "-i$suffix" "$make_new" dir/link
        grep -v ' 0$' counts >made
        while read -r name n <&3; do
            # A function that is called more often is called in a loop.
            [ "$n" -le 12 ] || n=12
            for ((i = 1; i <= n; i += every)); do
                for signal in HUP INT TERM KILL; do
                    start_over
                    status=0
                    # The shell prints a line about the signal, too.
                    { faulty IRI_FAULT_CALL="$name:$i:SIG$signal" irised "-i$suffix" "$make_new" dir/link \
                        >out 2>err || status=$?; } 2>shell
                    echo "$name:$i:SIG$signal: $status $(cat err)"
                    # How often these are called depends on the speed of the command.
                    case $name$status in
                    read0 | write0 | poll0) ;;
                    *) [ "$status" = $((128 + $(kill -l "$signal"))) ] ;;
                    esac
                    whole "$suffix"
                    [ "$signal" = KILL ] || [ -z "$(temporary)" ]
                done
            done
        done 3<made
    done
}

@test "faults: irised -i: killed at random moments" {
    faults_of_irised
    local i signal pid
    start_over
    for ((i = 0; i < 100; i += every)); do
        signal=$([ $((i / every % 2)) = 0 ] && echo KILL || echo TERM)
        rm -f dir/.irised-*
        cp old dir/file
        echo older >dir/file~
        chmod 640 dir/file
        irised -i~ "$make_new" dir/link &
        pid=$!
        sleep "0.0$((RANDOM % 3))$((RANDOM % 10))"
        kill -"$signal" $pid 2>/dev/null || :
        wait $pid || :
        whole '~'
        [ "$signal" = KILL ] || [ -z "$(temporary)" ]
    done
}

@test "faults: irised -i: a disk that becomes full leaves the old content and the older backup" {
    faults_of_irised
    local n
    # The limit counts the bytes of all files together, and of the pipe to the command.
    for n in 0 1 50000 $(($(wc -c <new) - 1)) $(($(wc -c <new) + 1)) $(($(cat old new | wc -c) - 1)); do
        start_over
        expect 2 faulty IRI_FAULT_FILES="$n" irised -i~ "$make_new" dir/link
        grep -q '^irised: .*No space left on device' err
        same old dir/file
        [ "$(cat dir/file~)" = older ]
        [ -z "$(temporary)" ]
    done
    # A temporary file that cannot be removed is named.
    start_over
    # shellcheck disable=SC2016 # for the inner shell
    expect 2 faulty IRI_FAULT_CALL=unlink:1 irised -i 'echo >>"$IRISED_FILE"; '"$make_new" dir/file
    [ "$(head -n 1 err)" = "irised: $(temporary): cannot remove this temporary file; remove it by hand" ]
}

@test "faults: irised -i: interrupted, not ready and short reads and writes change nothing" {
    faults_of_irised
    local seed
    for seed in 1 2 3 4 5; do
        start_over
        expect 0 faulty IRI_FAULT_SEED=$seed irised -i~ "$make_new" dir/link
        same new dir/file
        same old dir/file~
        err_is ''
    done
}

@test "faults: irised -i: a file that changes in the meantime is not written" {
    faults_of_irised
    local change
    # shellcheck disable=SC2016 # for the inner shell
    for change in 'echo more >>"$IRISED_FILE"' ': >"$IRISED_FILE"' 'printf X | dd of="$IRISED_FILE" conv=notrunc 2>x' \
        'cp new x && mv x "$IRISED_FILE"'; do
        start_over
        cp -p dir/file want
        IRISED_FILE=want sh -c "$change"
        expect 2 irised -i~ "$change; $make_new" dir/file
        grep -q '^irised: dir/file: .*changed in the meantime' err
        same want dir/file
        [ "$(cat dir/file~)" = older ]
        [ -z "$(temporary)" ]
    done
    # A mode that changes while the command runs is kept.
    start_over
    expect 0 irised -i "chmod 604 dir/file; $make_new" dir/link
    same new dir/file
    [ "$(stat -c %a dir/file)" = 604 ]
    start_over
    # shellcheck disable=SC2016 # for the inner shell
    expect 2 irised -i 'rm "$IRISED_FILE"; '"$make_new" dir/file
    grep -q '^irised: dir/file: ' err
    [ ! -e dir/file ]
}

@test "faults: irised -i: symbolic links, hard links, and files that cannot be replaced" {
    faults_of_irised
    mkdir -p a/b c
    # A chain of relative and absolute links
    cp old a/b/file
    ln -s ../a/b/file c/one
    ln -s c/one two
    ln -s "$PWD/two" three
    expect 0 irised -i.bak "$make_new" three
    same new a/b/file
    same old a/b/file.bak
    [ "$(readlink three two c/one | tr '\n' ' ')" = "$PWD/two c/one ../a/b/file " ]
    [ "$(ls -A c)" = one ]
    # Not regular files, or missing ones
    ln -s nowhere dangling
    ln -s loop loop
    mkfifo fifo
    local name
    for name in dangling loop missing a fifo; do
        expect 2 timeout 10 irised -i "$make_new" "$name"
        grep -q "^irised: $name: " err
    done
    [ -L dangling ] && [ -p fifo ]
    # Hard links, and a read-only file
    cp old hard
    ln hard other
    cp old fixed
    chmod 444 fixed
    expect 2 irised -i "$make_new" hard fixed
    grep -q '^irised: hard: .*hard links; --force ' err
    grep -q '^irised: fixed: .*read-only; --force ' err
    same old hard
    same old fixed
    expect 0 irised -i --force "$make_new" hard fixed
    same new hard
    same old other
    same new fixed
    [ "$(stat -c %a fixed)" = 444 ]
    # A folder that is not writable, and a name that is taken by a folder, or too long
    cp old file
    mkdir closed file~
    cp old closed/file
    chmod 555 closed
    expect 2 unprivileged "$(command -v irised)" -i "$make_new" closed/file
    grep -q '^irised: closed/file: ' err
    same old closed/file
    chmod 755 closed
    expect 2 irised -i~ "$make_new" file
    grep -q '^irised: file~: ' err
    same old file
    local long
    long=$(printf 'x%.0s' {1..255})
    cp old "$long"
    expect 2 irised -i~ "$make_new" "$long"
    same old "$long"
    expect 0 irised -i "$make_new" "$long"
    same new "$long"
    [ -z "$(find . -name '.irised-*')" ]
}

@test "faults: irised -i: mode, owner, group, and the times of the backup" {
    faults_of_irised
    cp old file
    chmod 4751 file
    [ "$(id -u)" != 0 ] || chown 65534:1 file
    chmod 4751 file
    touch -d '2001-02-03 04:05:06' file
    local before
    before=$(stat -c '%a %u %g' file)
    local times
    times=$(stat -c %y file)
    expect 0 irised -i~ "$make_new" file
    same new file
    same old file~
    [ "$(stat -c '%a %u %g' file)" = "$before" ]
    [ "$(stat -c '%a %u %g %y' file~)" = "$before $times" ]
    # Without the right to change the owner: no set-user-ID, and another group gets no more than all others.
    [ "$(id -u)" = 0 ] || skip "the rest needs root"
    local other
    other=(setpriv --reuid=65534 --regid=65534 --clear-groups -- "$(command -v irised)")
    chmod 777 .
    echo old >in
    "${other[@]}" cat in >/dev/null 2>&1 || skip "the rest needs setpriv(1), and folders that other users can read"
    cp old file
    chown 0:1 file
    chmod 6662 file
    chmod o+r file
    expect 0 "${other[@]}" -i "$make_new" file
    [ "$(stat -c '%a %u %g' file)" = '666 65534 65534' ]
}

@test "faults: irised -i: an ignored signal stays ignored" {
    faults_of_irised
    start_over
    (trap '' TERM && expect 0 faulty IRI_FAULT_CALL=fsync:1:SIGTERM irised -i "$make_new" dir/link)
    same new dir/file
}
