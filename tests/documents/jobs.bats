#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# -j: several files at once give byte for byte what one after another gives.

load ../helper
export needs=irigrep

# first_tree FOLDER: makes a folder of documents with links and errors of all kinds. Many are small; two have more
# output than a worker holds.
first_tree() {
    local i d
    mkdir -p "$1/a/empty" "$1/b/locked" "$1/c" "$1/docs" "$1/e"
    mkdir "$1"/docs/{0..6}
    for i in {100..199}; do
        d=$1/docs/$((i % 7))
        printf '# Title %s\n\nSee http://example.org/%s and [next](../%s/%s.md#title-%s), [gone](gone%s.md),\n' \
            "$i" "$i" $(((i + 1) % 7)) $((i + 1)) $((i + 2 - i % 2)) "$i" >"$d/$i.md"
        printf '[case](%s.MD) <http://exa mple.org> http://user@xn--/%%zz http://b\303\274cher.example/\n' \
            "$i" >>"$d/$i.md"
    done
    printf '<p><a href="http://example.org/?a=1&amp;b=2">http://example.com/</a>\n' >"$1/a/page.html"
    printf '<base href="/x/"><a href="y.html">y</a><a href="http://exa%%mple.org">z</a>\n' >"$1/a/base.html"
    printf '<meta charset="unknown-charset"><a href="http://example.org/\344">x</a>\n' >"$1/a/charset.html"
    printf 'http://example.org/a \377\376 http://example.org/b\n' >"$1/a/bytes.md"
    printf 'http://example.org/\0\0\1\n' >"$1/b/binary.md"
    printf '\377\376h\0t\0t\0p\0:\0/\0/\0a\0.\0b\0' >"$1/b/utf16.txt"
    : >"$1/b/empty.md"
    printf 'http://example.org/secret\n' >"$1/b/secret.md"
    printf 'http://example.org/secret\n' >"$1/b/locked/secret.md"
    printf '[x](locked/other.md) [y](locked/secret.md)\n' | tee "$1/b/to1.md" >"$1/b/to2.md"
    printf '[x](../b/locked/other.md)\n' >"$1/c/to3.md"
    printf '# no links\n' >"$1/c/none.md"
    for i in 1 2; do
        awk 'BEGIN { for (i = 0; i < 10000; i++) printf "http://example.org/%0100d http://a b\n", i }' >"$1/c/big$i.md"
    done
    printf 'disable = dead-file\nagainst = hosts.txt\n' >"$1/docs/4/.irilint"
    printf 'example.com\nhttp://a b\n' >"$1/docs/4/hosts.txt"
    [ -z "${broken-}" ] || echo 'no-such-option = x' >"$1/docs/6/.irilint"
    for i in 0 5; do
        printf '<!-- irilint-disable dead-file -->\n[a](gone.md)\n<!-- irilint-enable -->\n' >"$1/docs/$i/silent.md"
        printf '<!-- irilint-disable-next-line dead-anchor, no-such -->\n[a](gone.md)\n' >>"$1/docs/$i/silent.md"
    done
    # Documents without findings, but for a fragment that is dead or alive in a document that another process reads
    for i in {10..40}; do
        printf '# Live %s\n\n[a](../docs/%s/1%s.md#title-1%s) [b](../e/%s.md#live-%s) [c](../e/%s.md#live-%s)\n' \
            "$i" $(((100 + i) % 7)) "$i" "$i" $((50 - i)) $((50 - i)) $((i % 31 + 10)) $((i % 29 + 10)) >"$1/e/$i.md"
    done
    ln -s none.md "$1/c/link.md"
    mkfifo "$1/c/fifo.md"
}

# tree FOLDER: makes a copy of the folder of first_tree, in which some files cannot be read.
tree() {
    cp -a "first${broken-}" "$1"
    chmod 0 "$1/b/secret.md" "$1/b/locked"
}

# remove_tree: removes the folder tree; its owner must make "locked" writable before.
remove_tree() { chmod u+rwX tree/b/secret.md tree/b/locked && rm -rf tree; }

# Else bats could not remove what a test leaves.
teardown() { chmod -R u+rwX "$BATS_TEST_TMPDIR"; }

# each N COMMAND...: runs each command with -jN in the folder tree, which is a new one for each if they write files
# (changes=yes). Writes to files of got.N, whose names begin with the number of the command: its output, messages and
# status; if there are messages, also both as they follow each other; and what files there are afterwards.
each() {
    local j=$1 n=0 command got status
    shift
    for command; do
        command=${command/ / -j$j }
        n=$((n + 1)) got=../got.$j/$n status=0
        [ -z "${changes-}" ] || [ ! -d tree ] || remove_tree
        [ -d tree ] || tree tree
        cd tree || return 1
        eval "$command" <<<'http://example.org/stdin [d](docs)' >$got.out 2>$got.err || status=$?
        echo $status >$got.status
        if [ "${changes-}" ]; then
            chmod u+rwX b/secret.md b/locked
            find . -type f -printf '%p %m %s\n' -exec cksum {} + | sort >$got.tree
            chmod 0 b/secret.md b/locked
        fi
        [ ! -s $got.err ] || eval "$command" <<<'http://example.org/stdin [d](docs)' >$got.both 2>&1
        cd .. || return 1
    done
}

# same COMMAND...: runs the commands with -j1, -j2 and -j7, as a user who cannot read all files, and compares the
# results.
same() {
    local j
    [ -d "first${broken-}" ] || untraced first_tree "first${broken-}"
    rm -rf got.*
    for j in 1 2 7; do
        mkdir got.$j
        unprivileged bash -c "$(declare -f tree remove_tree each); each \"\$@\"" each $j "$@"
        [ $j = 1 ] || diff -r got.1 got.$j >difference || break
    done
    [ ! -s difference ] || { printf '%s\n' "$@" | cat -n && head -c 4000 difference && return 1; }
}

@test "irigrep -j: the same output, messages and status as with one file after another" {
    untraced first_tree first
    (cd first && find . -name '*.md' -type f | sort && echo none) >names
    same 'irigrep -r --include=none.md --exclude=b' \
        'irigrep -n docs/1/106.md missing.md - b/binary.md docs/2/100.md b/secret.md c/big1.md docs' \
        'irigrep -q c/none.md b/empty.md missing.md a/page.html b/secret.md' \
        'irigrep -r' 'irigrep -rn' 'irigrep -r --json' 'irigrep -r -c' 'irigrep -r -l' 'irigrep -r -q' \
        'irigrep -r --base=http://example.net/' 'irigrep -rz --exclude=c' 'irigrep -rb --kind=link --charset=latin1' \
        'irigrep --files-from=../names'
    [ "$(cat got.1/[123].status)" = $'1\n2\n0' ]
    [ "$(wc -l <got.1/2.err)" -ge 4 ] && [ "$(wc -l <got.1/3.err)" = 1 ]
    # More names than are kept at once, and more than a pipe holds
    remove_tree
    mkdir many
    (cd many && seq -f 'http://example.org/%.0f' 3000 | split -l 1 -a 3 --additional-suffix=.txt)
    expect 0 irigrep -r -j1 many
    cp out want
    expect 0 irigrep -r -j5 many
    cmp want out
    seq -f 'http://example.org/%.0f' 3000 | cmp - <(cut -d: -f2- <out)
}

@test "irised -j: the same documents, diffs, messages and status" {
    needs irised
    printf 'http://example.org/\thttps://example.com/\nhttp://b\303\274cher.example\t\n' >map
    # The first has one COMMAND at a time, in the order of the files.
    # shellcheck disable=SC2016 # COMMAND
    changes=yes same 'irised -ri '\''echo "begin $IRISED_FILE" >>log; sed s/example/EXAMPLE/
        echo "end $IRISED_FILE" >>log'\'' docs/1 a docs/2; cat log docs/1/106.md' \
        'irised -r --map-prefix=../map' 'irised -ri --map-prefix=../map' 'irised -r --dry-run --map-prefix=../map' \
        'irised -ri.bak --map-prefix=../map' "irised -r --relative '--exclude=big*'" \
        'irised -ri --root-relative --root=. --exclude=b' 'irised -ri --map-prefix=../map docs/1/106.md docs' \
        'irised -i --map-prefix=../map c/link.md c/none.md - c/fifo.md a/page.html'
    grep -q EXAMPLE got.1/1.out
    awk '/^begin / { if (file) exit 1; file = $2 }
        /^end / { if (file != $2) exit 1; file = ""; n++ }
        END { exit n < 30 }' got.1/1.out
    remove_tree
    # shellcheck disable=SC2016 # COMMAND
    same 'irised -r '\''echo "$IRISED_FILE" >&2
        case $IRISED_FILE in *[37].md) exit 1 ;; *5.md) exit 3 ;; *9.md) echo ;; *) cat ;; esac'\'' docs/[12]'
    [ "$(wc -l <got.1/1.err)" -ge 30 ]
}

@test "irilint -j: the same findings, reports, messages and status" {
    needs irilint
    # A baseline with entries of all files, two of which are gone
    untraced first_tree first
    tree tree
    (cd tree && irilint -r --exclude=b --exclude=to3.md --write-baseline=../all || [ $? = 1 ])
    {
        awk '/dead-anchor|wrong-case/' all
        printf 'docs/1/106.md\tdead-file\tno-more.md\na/gone.md\tdead-file\tno-more.md\n'
    } >baseline
    [ "$(wc -l <baseline)" -ge 100 ]
    diff -u /dev/null tree/docs/1/106.md | sed 's,^+++ tree/,+++ b/,; s,^--- .*,--- /dev/null,' >change.diff || true
    local options
    mapfile -t options <<'END'
-r --format=sarif
-r --only=form --format=sarif
-r --format=sarif --exclude=*
-r --format=sarif docs/1 docs docs/1
-r
-r --summary
-r --format=json
-r --format=gitlab
-r --format=rdjson
-r --format=github
-r -c
-r -q
-r --only=form
-r --baseline=../baseline
-r --baseline=../baseline --exclude=b
-r --only=form --baseline=../baseline
--format=rdjson a c/none.md - --from=markdown docs/2 missing.md
--diff=../change.diff
-r --fix --dry-run
-r --fail-level=never --severity=dead-file:info
END
    same "${options[@]/#/irilint }"
    python3 -c 'import json, sys
for name in sys.argv[1:]: json.load(open(name))' got.7/[1-4].out
    changes=yes same 'irilint -r --write-baseline=../new --exclude=b; cat ../new' 'irilint -r --fix -i --exclude=b' \
        'irilint -r --add-disable --exclude=b'
    broken=yes changes=yes same 'irilint -r'
    [ "$(cat got.1/1.status)" = 2 ]
}

@test "-j: a worker that is killed is an error" {
    needs irised
    mkdir many
    for i in {130..169}; do echo "http://example.org/$i" >"many/$i.md"; done
    # shellcheck disable=SC2016 # COMMAND, a child of the worker
    expect 2 irised -r -j2 'case $IRISED_FILE in */150.md) kill -9 $PPID ;; esac; cat' many
    grep -q '^irised: .* signal 9' err
    seq -f 'http://example.org/%.0f' 130 149 | cmp - out
    # shellcheck disable=SC2016
    expect 2 irised -ri -j2 'case $IRISED_FILE in */150.md) kill -9 $PPID ;; esac; sed s/http/HTTP/' many
    grep -q '^irised: .* signal 9' err
    grep -l http: many/*.md | head -n 1 | grep -q '150.md$'
}

@test "-j: output that is closed or full, and signals" {
    needs irised
    local pid
    mkdir many
    for i in {100..199}; do seq -f "http://example.org/$i/%.0f" 1000 >"many/$i.md"; done
    irigrep -r -j2 many >/dev/full 2>err || [ $? = 2 ]
    grep -qx 'irigrep: stdout: No space left on device' err
    # shellcheck disable=SC2016
    bash -c 'irigrep -r -j3 many | head -n 1; echo "${PIPESTATUS[0]}"' >out
    printf 'http://example.org/100/1\n' | cmp - <(sed 's/^[^:]*://;1q' out)
    [ "$(tail -n 1 out)" = 141 ]
    # A signal for the first process alone: the workers end, too, and leave no file behind.
    mkfifo pipe
    irised -ri -j2 'sleep 5; sed s/http/HTTP/' many >pipe 3>&- &
    pid=$!
    exec 4<pipe
    sleep 1
    kill -TERM $pid
    wait $pid || [ $? = 143 ]
    timeout 3 cat <&4 # until the last process has ended
    run ! grep -l HTTP many/*.md
    [ "$(find many -type f | wc -l)" = 100 ]
}
