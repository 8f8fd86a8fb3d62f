#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The tool irised: pipes, permissions, patch(1), processes. irised-files-runs.tsv has what one run makes of small files;
# rows --fail tests irised with calls that fail and with signals.
# shellcheck shell=bash
load ../helper
export needs=irised

# markdown LINK...: prints a document with a line for each link.
markdown() {
    printf '[a](%s)\n' "$@"
}

@test "irised: COMMAND gets the environment, and finds other tools" {
    markdown 'http://a/é' '{id}' >in.md
    # shellcheck disable=SC2016 # for the shell that runs COMMAND
    VALUE=x expect 0 irised 'while read -r link; do echo "$VALUE-$link"; done' in.md
    out_is '[a](x-http://a/é)\n[a](x-{id})\n'
    # As issue 20 says: a placeholder stays.
    expect 1 irised -i iri2uri in.md
    markdown 'http://a/%C3%A9' '{id}' | same /dev/stdin in.md
    grep -q '^irised: in.md:2:5: the command printed an empty line' err
}

@test "irised: a line of COMMAND that is too long" {
    local most=$((1024 * 1024 + 16 * 10))
    printf '[a](0123456789) [b](c)\n' >in.md
    # The longest link has 10 bytes. The last line needs no newline.
    expect 0 irised "echo x; head -c $most /dev/zero | tr '\\0' y" in.md
    [ "$(wc -c <out)" = $((most + 13)) ]
    expect 2 irised "echo x; head -c $((most + 1)) /dev/zero | tr '\\0' y" in.md
    out_is ''
    err_is "irised: in.md: not edited: line 2 that the command printed is too long for a link; \
it has more than $most bytes\n"
    # Lines after it
    expect 2 irised "head -c $((most + 1)) /dev/zero | tr '\\0' y; echo; echo z" in.md
    grep -q '^irised: in.md: not edited: line 1 that the command printed is too long' err
    # A line without end
    expect 2 timeout 60 irised "yes | tr -d '\\n'" in.md
    err_is "irised: in.md: not edited: line 1 that the command printed is too long for a link; \
it has more than $most bytes\n"
}

@test "irised: input that is larger than a pipe, and a COMMAND that does not read it" {
    awk 'BEGIN { for (i = 0; i < 50000; i++) printf "[a](b%d)\n", i }' >in.md
    expect 0 irised 'seq 50000' in.md
    awk 'BEGIN { for (i = 1; i <= 50000; i++) printf "[a](%d)\n", i }' | same /dev/stdin out
    expect 2 irised 'exec <&-; exit 2' in.md
    expect 2 irised true in.md
    expect 0 irised 'sed s/b/c/' in.md
    sed s/b/c/ in.md | same /dev/stdin out
}

# patched COMMAND: the diff that --dry-run prints of all files in the folder tree, applied by patch(1), gives what -i
# writes.
patched() {
    rm -rf old wanted
    cp -R tree old
    cd tree || return 1
    expect 1 irised -r --dry-run "$1" .
    mv out ../changes
    rm err
    diff -r ../old .
    expect 0 irised -ri "$1" .
    out_is ''
    rm out err want
    cd ..
    mv tree wanted
    cp -R old tree
    expect 0 patch -s -p0 --binary -d tree <changes
    diff -r wanted tree
    # Each file has changed.
    [ "$(grep -ac '^+++ ' changes)" = "$(find tree -type f -printf . | wc -c)" ]
}

@test "irised: a document of N-Triples in parts: places, the charset, and a command that stops" {
    # Parts have 256 KiB (stream.c), the document 780 KB. The new link of line 19999 is empty.
    local n name command='sed "s/a.ex/b.ex/; s/.*0019999$//"'
    seq -f '<http://a.example/%07.0f> "a\\u00e9" .' 20000 >in.nt
    sed '19999!s,a.ex,b.ex,' in.nt >want.nt
    for name in in want; do
        iconv -f UTF-8 -t UTF-16 $name.nt >$name.utf16.nt
    done
    for name in '' .utf16; do
        expect 1 irised "$command" in$name.nt
        same want$name.nt out
        same err - <<<"irised: in$name.nt:19999:2: the command printed an empty line; this link stays as it is"
    done
    expect 2 irised 'head -n 19000' in.nt
    n=$(wc -l <out)
    head -n "$n" in.nt | same out -
    [ "$n" = 0 ] || [ "$(tail -n 1 err)" = "irised: in.nt: stopped: the output ends after line $n" ]
}

@test "irised: --dry-run prints a diff that patch(1) applies" {
    command -v patch >/dev/null || skip "no patch here"
    local name names=(in.md 'a b.md' 'a folder/in.md' 'tab	"quote".md' ü.md ' a.md' $'\x01.md')
    # Since 2.8, GNU patch writes to no file with a newline in its name.
    echo a >$'line\nfeed'
    if printf '%s\n' '--- "line\nfeed"' '+++ "line\nfeed"' '@@ -1 +1 @@' -a +b | patch -s -p0 2>refused; then
        names+=($'line\nfeed.md')
    else
        has 1 'Invalid byte sequence' refused
    fi
    mkdir -p 'tree/a folder'
    { echo text && markdown b c && seq 20 && markdown d; } >text
    for name in "${names[@]/#/tree/}"; do cp text "$name"; done
    patched 'sed s/^/x/'
    patched 'sed s/d/e/'
    # Without a last newline, in the old and the new text, in a line that changes and in another one
    for name in "${names[@]/#/tree/}"; do printf %s "$(<"$name")" >"$name"; done
    patched 'sed s/^/x/'
    patched 'sed 1s/^/x/'
    find tree -type f -exec sed -i 's/$/\r/' {} +
    patched 'sed s/^/x/'
    for name in "${names[@]/#/tree/}"; do printf '\r' >>"$name"; done
    patched 'sed s/^/y/'
    rm -r tree
    mkdir tree
    printf '[a](b)' >tree/in.md
    patched 'sed s/^/x/'
    # Several files, of which one does not change
    markdown b >in.md
    markdown c >none.md
    markdown d >other.md
    cp in.md in.old
    expect 1 irised --dry-run 'sed "s/[bd]/x/"' in.md none.md other.md
    patch -s -p0 <out
    markdown x | same /dev/stdin in.md
    markdown c | same /dev/stdin none.md
    markdown x | same /dev/stdin other.md
    # --dry-run counts before -i. Without changes it prints nothing.
    cp in.old in.md
    expect 1 irised -i --dry-run 'sed s/b/x/' in.md
    [ -s out ]
    same in.old in.md
    expect 0 irised --dry-run cat in.md
    out_is ''
    expect 1 irised --dry-run 'sed s/b/x/; exit 1' in.md
    [ -s out ]
}

@test "irised: -i keeps the mode of the file; the backup keeps it and the time" {
    markdown b c >in.md
    chmod 640 in.md
    cp -p in.md old
    expect 0 irised -i.bak 'sed s/^/x/' in.md
    markdown xb xc | same /dev/stdin in.md
    same old in.md.bak
    [ "$(stat -c %a in.md)" = 640 ]
    [ "$(stat -c '%a %Y' old)" = "$(stat -c '%a %Y' in.md.bak)" ]
    [ "$(ls -A)" = "$(printf '%s\n' err in.md in.md.bak old out)" ]
}

@test "irised: -i does not touch a file that does not change" {
    markdown b >in.md
    echo none >none.md
    touch -d 2001-01-01 in.md none.md
    stat -c '%i %Y %Z %n' in.md none.md >want.stat
    expect 0 irised -i cat in.md none.md
    expect 0 irised -i.bak 'cat; touch run' in.md none.md
    expect 1 irised -i echo in.md
    expect 2 irised -i 'sed s/b/x/; exit 2' in.md
    stat -c '%i %Y %Z %n' in.md none.md | same want.stat /dev/stdin
    [ ! -e in.md.bak ]
    [ -e run ]
}

@test "irised: -i and hard links, read-only files, and a pipe" {
    markdown b >one.md
    ln one.md two.md
    expect 2 irised -i 'sed s/^/x/' one.md
    err_is 'irised: one.md: the file has several hard links; --force replaces only this one\n'
    markdown b | same /dev/stdin one.md
    expect 0 irised -i --force 'sed s/^/x/' one.md
    markdown xb | same /dev/stdin one.md
    markdown b | same /dev/stdin two.md
    # Read-only files
    markdown b >read.md
    chmod 444 read.md
    expect 2 unprivileged irised -i 'sed s/^/x/' read.md
    err_is 'irised: read.md: the file is read-only; --force replaces it\n'
    markdown b | same /dev/stdin read.md
    expect 0 unprivileged irised -i --force 'sed s/^/x/' read.md
    markdown xb | same /dev/stdin read.md
    [ "$(stat -c %a read.md)" = 444 ]
    # Without -i, such files can be read.
    expect 0 irised 'sed s/^/y/' read.md two.md
    # A pipe is not a regular file.
    mkfifo pipe.md
    expect 2 timeout 60 irised -i cat pipe.md
    err_is 'irised: pipe.md: not a regular file\n'
}

# attributes FILE: prints the mode, the access control list and another attribute of a file. set_acls: gives in.md a
# list by which the user 1 may read it, and its group may not; and the folder one by which many may read new files.
attributes() {
    stat -c %a "$1"
    "$python" -c '
import os, sys
for name in "system.posix_acl_access", "user.iri":
    print(name, os.getxattr(sys.argv[1], name) if name in os.listxattr(sys.argv[1]) else None)' "$1"
}
set_acls() {
    local python
    python os
    "$python" -c '
import os, struct
def acl(*entries):
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", tag, mode, n) for tag, mode, n in entries)
none = 0xffffffff
os.setxattr(".", "system.posix_acl_default",
            acl((1, 7, none), (2, 7, 1), (4, 5, none), (16, 7, none), (32, 5, none)))
os.setxattr("in.md", "user.iri", b"x")
os.setxattr("in.md", "system.posix_acl_access",
            acl((1, 6, none), (2, 6, 1), (4, 0, none), (16, 6, none), (32, 0, none)))' 2>/dev/null ||
        skip "no access control lists on this file system"
    attributes in.md >want.acl
}

@test "irised: -i keeps the access control list of a file, and its absence" {
    local python
    python os
    mkdir folder
    cd ./folder
    markdown b >in.md
    set_acls
    grep -q "^660$" want.acl
    expect 0 irised -i.bak 'sed s/^/x/' in.md
    markdown xb | same /dev/stdin in.md
    attributes in.md | same want.acl /dev/stdin
    attributes in.md.bak | same want.acl /dev/stdin
    # A file without a list, in a folder with a default list: its mode alone counts.
    rm in.md
    "$python" -c '
import os
open("none.md", "w").write("[a](b)\n")
os.removexattr("none.md", "system.posix_acl_access")
os.chmod("none.md", 0o640)'
    attributes none.md >want.acl
    grep -q '^system.posix_acl_access None' want.acl
    expect 0 irised -i.bak 'sed s/^/x/' none.md
    attributes none.md | same want.acl /dev/stdin
    attributes none.md.bak | same want.acl /dev/stdin
}

@test "irised: -i refuses a file whose access control list cannot be kept" {
    local python
    python os
    [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || skip "needs root and setpriv(1)"
    # The user 1 must be able to reach the file.
    folder=$(mktemp -d /tmp/irised.XXXXXX)
    chmod 777 "$folder"
    cp "$tools/irised" "$folder/irised"
    chmod 755 "$folder/irised"
    cd "$folder"
    markdown b >in.md
    set_acls
    expect 2 setpriv --reuid=1 --regid=1 --clear-groups ./irised -i 'sed s/^/x/' in.md
    grep -q 'in.md: its access control list or security label cannot be kept; with --force' err
    markdown b | same /dev/stdin in.md
    attributes in.md | same want.acl /dev/stdin
    expect 0 setpriv --reuid=1 --regid=1 --clear-groups ./irised -i --force 'sed s/^/x/' in.md
    markdown xb | same /dev/stdin in.md
    [ "$(stat -c '%a %u' in.md)" = '600 1' ]
    attributes in.md | grep -q '^system.posix_acl_access None'
    cd "$tmp"
    rm -r "$folder"
}

# changed LETTER: appends the letter to the link in f.txt, again and again. Writes the number of successes to the file
# of this name.
changed() {
    local n=0 i
    for ((i = 0; i < 60; i++)); do
        ! irised $option "exec sed s/\$/$1/" f.txt 2>/dev/null || n=$((n + 1))
    done
    echo $n >"$1"
}

@test "irised: -i: two processes at the same time lose no change" {
    local option
    needs build
    grep -q 'HAVE_RENAMEAT2 1' "$build/config.h" || skip "files cannot be exchanged here"
    for option in -i -i.bak; do
        echo http://a/ >f.txt
        changed x &
        changed y
        wait
        [ "$(tr -cd xy <f.txt | wc -c)" = $(($(<x) + $(<y))) ]
        [ -z "$(find . -name '.irised*')" ]
    done
}

@test "irised: --dry-run: patch(1) applies the diff of a file with several names, once and to the file" {
    mkdir -p docs/sub
    printf '[a](b)\n' >docs/sub/file.md
    ln -s sub/file.md docs/a.md
    ln -s a.md docs/b.md
    ln -s ../docs/b.md docs/sub/z.md
    cp -R docs written
    expect 1 irised -r --dry-run 'sed s/$/x/' docs
    mv out changes
    patch -s -p0 <changes
    irised -ri 'sed s/$/x/' written
    printf '[a](bx)\n' | same /dev/stdin docs/sub/file.md
    diff -r --no-dereference docs written
    # The target is not in the current folder.
    cd docs/sub
    ln -s "$tmp/docs/a.md" ../up.md
    expect 1 irised --dry-run 'sed s/$/y/' ../up.md file.md
    grep '^---' out >names
    printf -- '--- file.md\n' | same /dev/stdin names
    cd ../../written
    expect 1 irised --dry-run 'sed s/$/y/' ../docs/up.md
    grep '^---' out >names
    printf -- '--- %s\n' "$(realpath ../docs/sub/file.md)" | same /dev/stdin names
}
