#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Input and output that fail as they do for users: closed and full descriptors, folders in place of files, tools that
# are killed. tests/rows/fail.c makes each call fail, and sends a signal before each.
load ../helper
export needs=build

# Commands that use every tool, and every way to write results. The input is one of the files of tests/rows/inputs.
commands='iri2uri --reject=bad <lines
uri2iri --reject=bad <lines
irinorm --reject=bad <lines
iricmp <same
iriresolve --pairs <pairs
path2iri --reject=bad <paths
iri2path --below=. --reject=bad <files
iriparse --json <lines
iriedit --query-sort --reject=bad <queries
irilint --reject=bad <lines
irilint --format=sarif <lines
irilint --fix <lines
irigrep <top/a.txt
irigrep --from=html --json <top/d.html
irised --map=map <top/a.txt
irilint --from=markdown --fix <fixable
irishow --reject=bad <shown
irishow --display=units --reject=bad <shown'

# each FUNCTION: calls the function with the words of every command whose tool was not left out. The input is in the
# file in, the results are in well.out and well.err, and the exit status is in $well. Names each command that fails.
each() {
    local command words failed=0
    sh "$tests/rows/inputs" .
    while read -r command; do
        read -ra words <<<"${command% <*}"
        command -v "${words[0]}" >/dev/null || continue
        [[ $command != *--from* ]] || command -v irigrep >/dev/null || continue
        cp "${command#* <}" in
        well=0
        "${words[@]}" <in >well.out 2>well.err || well=$?
        [ "$well" -le 1 ] && [ -s well.out ] && "$1" "${words[@]}" || {
            echo "with $command"
            failed=1
        }
    done <<<"$commands"
    return $failed
}

directory() {
    mkdir -p folder &&
        expect 2 "$@" <folder && grep -q "^$1: stdin: Is a directory" err || return
    # irigrep.bats, irilint.bats and irised.bats test folders. The operands of irishow are links.
    case $* in iricmp* | irigrep* | irilint* | irised* | irishow* | *--from=*) return 0 ;; esac
    # The other files are processed, and the exit status stays 2.
    expect 2 "$@" folder in missing lines &&
        grep -q "^$1: folder: Is a directory" err && grep -q "^$1: missing: No such file" err || return
    mv out got
    sed "/^$1: folder: /d; /^$1: missing: /d" err >said
    "$@" in lines >out 2>err || [ $? = 1 ] && same out got && same err said
}
@test "io: a folder among the files" { each directory; }

closed() {
    expect 2 "$@" <&- && grep -q "^$1: stdin: " err &&
        expect 2 out_closed "$@" && grep -q "^$1: stdout: " err || return
    local status=0
    "$@" <in >out 2>&- || status=$?
    [ "$status" = "$well" ] && same well.out out || return
    [ -c /dev/full ] || return 0
    expect 2 out_full "$@" && tail -n 1 err | grep -q "^$1: stdout: No space left on device" || return
    # A message that cannot be written is an error, too.
    [ ! -s well.err ] || expect 2 err_full "$@" || return
    # shellcheck disable=SC2068 # the option is one of several words
    [[ $* != *--reject=bad* ]] || [ "$(wc -c <bad)" = 0 ] ||
        { expect 2 "${@/--reject=bad/--reject=/dev/full}" <in &&
            tail -n 1 err | grep -q "^$1: /dev/full: No space left on device"; }
}
out_closed() { "$@" <in >&-; }
out_full() { "$@" <in >/dev/full; }
err_full() { "$@" <in 2>/dev/full; }
@test "io: closed and full descriptors, and --reject to a full disk" { each closed; }

# start_over: makes the folder `dir`, with a file, a symbolic link to it, and an older backup.
start_over() {
    rm -rf dir
    mkdir dir
    cp old dir/file
    chmod 640 dir/file
    ln -s file dir/link
    echo older >dir/file~
}

# to_edit: makes the file old, the command make_new, and the file new, the result of this command.
to_edit() {
    needs irised
    awk 'BEGIN { for (i = 0; i < 3000; i++) print "see http://old.example/" i " and that" }' >old
    sed s/old.example/new.example/ old >new
    make_new='sed s/old.example/new.example/'
    start_over
}

# "faults" sends a signal before each call.
# bats test_tags=long
@test "io: irised -i: killed at random moments" {
    to_edit
    local i signal pid
    for ((i = 0; i < 100; i++)); do
        signal=$([ $((i % 2)) = 0 ] && echo KILL || echo TERM)
        rm -f dir/.irised-*
        cp old dir/file
        echo older >dir/file~
        irised -i~ "$make_new" dir/link &
        pid=$!
        sleep "0.0$((RANDOM % 3))$((RANDOM % 10))"
        kill -"$signal" $pid 2>/dev/null || :
        wait $pid || :
        # The file has all of its old or all of its new content; then the backup is made.
        [ -L dir/link ]
        [ "$(stat -c %a dir/file)" = 640 ]
        if ! cmp -s old dir/file; then
            same new dir/file
            same old dir/file~
        fi
        [ "$signal" = KILL ] || [ -z "$(find dir -name '.irised-*')" ]
    done
}

# moved CALL...: lets these calls of irised --move fail, or kill it.
moved() {
    local python
    python json
    command -v strace >/dev/null && strace true 2>/dev/null || skip "no strace here"
    expect 0 "$python" "$tests/hostile/moves.py" "$tools/irised" "$@"
    has 1 ', 0 not whole' out
}

@test "io: irised --move: all or nothing if a rename fails, and after a kill the same command completes it" {
    moved rename mkdir
}

# bats test_tags=long
@test "io: irised --move: all or nothing if any call fails, and after a kill the same command completes it" {
    moved
}
