#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irilint: local links in trees of files
load ../helper
export needs=irigrep

@test "local links: trees with the findings that they have (local.tsv)" {
    local python
    python json
    # "make installcheck" has no folder of the build.
    expect 0 "$python" "$tests/documents/local.py" "$tests/documents/local.tsv" "$tools/irilint"
    [ "$(tail -n 1 out)" = "$(grep -vc '^#\|^id' "$tests/documents/local.tsv") rows, 0 failed" ]
}

@test "comments that silence findings: trees with the findings that they have (silence.tsv)" {
    local python
    python json
    expect 0 "$python" "$tests/documents/local.py" "$tests/documents/silence.tsv" "$tools/irilint" --fail-level=info
    [ "$(tail -n 1 out)" = "$(grep -vc '^#\|^id' "$tests/documents/silence.tsv") rows, 0 failed" ]
}

@test "files of settings: trees with the findings that they leave (settings.tsv)" {
    local python
    python json
    expect 0 "$python" "$tests/documents/local.py" "$tests/documents/settings.tsv" "$tools/irilint" --fail-level=info
    [ "$(tail -n 1 out)" = "$(grep -vc '^#\|^id' "$tests/documents/settings.tsv") rows, 0 failed" ]
    # One that cannot be read is not passed over.
    echo 'disable = all' >.irilint
    touch a.md
    chmod 0 .irilint
    expect 2 unprivileged irilint a.md
    grep -q '^irilint: .*\.irilint: Permission denied' err
}

@test "local links: laws: spelling, order, other files, options, repairs, --fix (local_laws.py)" {
    local python
    python json
    expect 0 "$python" "$tests/documents/local_laws.py" "$tools/irilint" 1 8
    out_is '0 broken\n'
}

@test "local links: the root: a repository, a folder, --root; standard input and lists are not checked" {
    mkdir -p top/.git top/d other
    echo '[x](/a.md) [y](../b.md) [z](no.md)' >top/d/c.md
    touch top/a.md top/b.md
    expect 1 irilint --from=auto top/d/c.md
    out_is "top/d/c.md:1:29: error: no file 'd/no.md' [dead-file]\n"
    expect 1 irilint --from=auto -r top
    out_is "top/d/c.md:1:29: error: no file 'd/no.md' [dead-file]\n"
    # The root does not depend on the current folder.
    (cd other && expect 1 irilint --from=auto --root=../top/d ../top/d/c.md && mv out ..)
    printf '%s\n' "../top/d/c.md:1:5: error: no file 'a.md'; did you mean 'c.md'? [dead-file]" \
        "../top/d/c.md:1:16: info: leaves '$PWD/top/d'; not checked [outside-root]" \
        "../top/d/c.md:1:29: error: no file 'no.md' [dead-file]" | same /dev/stdin out
    expect 0 irilint --from=markdown <top/d/c.md
    out_is ''
    expect 0 irilint --from=lines --disable=relative top/a.md
    expect 0 irilint --from=auto --disable=dead-file top/d/c.md
    expect 2 irilint --from=auto --root=nothing top/d/c.md
    err_is "irilint: nothing: No such file or directory\n"
    expect 2 irilint --root=top <top/d/c.md
    expect 2 irilint --from=auto --anchors=githab top/d/c.md
    err_is "irilint: unknown dialect 'githab'; did you mean 'github'?
irilint: see 'irilint --help'\n"
    expect 2 irilint --from=auto --site=x top/d/c.md
    # A baseline lists what is known.
    expect 0 irilint --from=auto --write-baseline=known top/d/c.md
    expect 0 irilint --from=auto --baseline=known top/d/c.md
    out_is ''
    err_is ''
}

# opened COMMAND...: prints the files and folders that the command opens, without those of the system.
opened() {
    strace -f -qq -e trace=open,openat,openat2 -o trace "$@" >out 2>err || [ $? = 1 ]
    grep -v 'ENOENT\|"/\(etc\|lib\|usr\|proc\|dev\)' trace | sed 's/[^"]*"\(.*\)".*/\1/' | sort -u
}

@test "local links: nothing outside of the root is opened, and no FIFO" {
    command -v strace >/dev/null && strace true 2>/dev/null || skip "no strace here"
    mkdir -p top/d out-of-it
    mkfifo top/pipe top/pipe.md
    ln -s ../out-of-it top/leaves
    ln -s ../out-of-it/b.md top/c.md
    echo '# B' >out-of-it/b.md
    printf '[x](%s)\n' leaves/b.md leaves/b.md#no c.md#no pipe pipe.md#no ../out-of-it/b.md d d#no >top/a.md
    opened timeout 10 irilint --from=auto -r top >names
    has 0 'out-of-it\|leaves\|pipe\|c\.md' names
    has 1 '^d$' names
    sed 's/:.*\[/ [/' out | sort | uniq -c | awk '{ print $1, $3 }' >rules
    printf '%s\n' '1 [dead-anchor]' '1 [outside-root]' | same /dev/stdin rules
}

@test "local links: anchors of one slug, links to one dead file: linear time" {
    # irilint reads a file that has the input, since standard input has no local links.
    cat >run <<'END'
cat >"$TMPDIR/in.md"
irilint --from=auto --only=dead-file,dead-anchor,anchor-case "$TMPDIR/in.md"
END
    export TMPDIR=$tmp
    # shellcheck disable=SC2034 # limited uses it
    factor=60
    put in '' 160000 '# A
' '[x](#a-1) [y](#nothing)
'
    expect 1 limited bash "$tmp/run"
    put in '' 1000000 '[x](no.md#y)
' ''
    expect 1 limited bash "$tmp/run"
    put in '# A
' 1000000 '[x](#b)
' ''
    expect 1 limited bash "$tmp/run"
    put in '' 200000 '_a _b*_ `c` [' '
===
'
    expect 0 limited bash "$tmp/run"
}

@test "local links: --fix repairs what has one answer, keeps the rest, and a second run changes nothing" {
    mkdir -p Docs/x
    printf '# \xc3\x9cber B\n' >Docs/x/B.md
    touch b.md $'Docs/cafe\xcc\x81 (1).md' 'c d.md'
    printf '# Foo Bar\n\n%s\n' '[1](docs/X/B.md?q#%C3%9CBER-B) [2](./b.md/#x) [3](Docs\\x\\B.md) [4](#Foo-bar)
[5](docs/caf%C3%A9%20(1).md) [6](./C%20d.md "t") [7](no.md) [8](Docs/../docs/x/B.md) [9](no\\no.md)' >a.md
    expect 1 irilint --from=auto --fix a.md
    printf '# Foo Bar\n\n%b\n' '[1](Docs/x/B.md?q#\xc3\xbcber-b) [2](./b.md#x) [3](Docs/x/B.md) [4](#foo-bar)
[5](Docs/cafe%CC%81%20%281%29.md) [6](./c%20d.md "t") [7](no.md) [8](Docs/../docs/x/B.md) [9](no\\\\no.md)' |
        same /dev/stdin out
    has 1 "'\\\\' is not allowed" err
    cp out a.md
    expect 1 irilint --from=auto --fix --dry-run a.md
    out_is ''
    expect 1 irilint --from=auto --only=wrong-case,wrong-form,file-slash,anchor-case a.md
    has 1 '' out
    has 1 wrong-case out
    # A rule that is off repairs nothing.
    echo '[4](#Foo-bar) [x](B.md)' >>a.md
    expect 0 irilint --from=auto --fix --dry-run --only=file-slash a.md
    out_is ''
}

@test "local links: --fix keeps what has two answers, and what would lead elsewhere" {
    mkdir -p d .git
    touch logo.png d/b.md 'd/a:b.md' d/FOO.md
    printf '# A\n' >d/Foo.md
    printf '# Abc\n\n<p id=ABC>\n' >d/ids.md
    # Above the root; "a:" would be a scheme; two files, and two anchors, that differ in case only
    echo '![1](/../logo.png) [2](A%3Ab.md) [3](foo.md#a) [4](ids.md#aBc)' >d/a.md
    irilint --from=auto --fix d/a.md >out || [ $? = 1 ]
    same d/a.md out
    # Encoded dot segments, where no rule decodes them
    echo '[1](%2e%2e/d/B.md) [2](d/%2e%2e/B.md)' >d/a.md
    irilint --from=auto --fix --only=wrong-case d/a.md >out || [ $? = 1 ]
    same d/a.md out
    # A document that needs the "/": a folder, for "." and ".."
    mkdir d/e
    printf '<a href="..?a"><a href=".#s">' >d/e/h.html
    expect 0 irised --root-relative d/e/h.html
    out_is '<a href="/d/?a"><a href="/d/e/#s">'
}

@test "local links: --fix=moved takes the only file of that name, and prints a diff" {
    mkdir -p top/.git top/d/e top/two
    cd top
    touch d/e/x.md 'd/e/y (1).md' d/two.md two/two.md
    local rest='[5](e/two.md) [6](x.md/) [7](no.md) [8](no/d/)'
    echo "[1](x.md?q#a) [2](/b/x.md) [3](<d/y (1).md>) [4](d/y%20(1).md) $rest" >a.md
    cp a.md old.md
    expect 1 irilint --from=auto --fix=moved --only=dead-file a.md
    printf '%s\n' '--- a.md' '+++ a.md' '@@ -1 +1 @@' "-$(cat old.md)" \
        "+[1](d/e/x.md?q#a) [2](/d/e/x.md) [3](<d/e/y%20%281%29.md>) [4](d/e/y%20%281%29.md) $rest" |
        same /dev/stdin out
    same old.md a.md
    mv out changes
    expect 1 irilint --from=auto --fix=moved --only=dead-file -i a.md
    same changes out
    patch -s -p0 old.md <changes
    same old.md a.md
    expect 1 irilint --from=auto --fix=moved --only=dead-file -i a.md
    out_is ''
    expect 2 irilint --from=auto --fix=all a.md
    err_is "irilint: --fix takes no argument but moved\nirilint: see 'irilint --help'\n"
}

@test "local links: --fix: other charsets, documents in attributes, bases" {
    mkdir -p top/.git top/d
    cd top
    printf '# \xdcber\n' >b.md
    echo '[x](b.md#%C3%9CBER)' >a.md
    expect 0 irilint --from=auto --fix --charset=latin1 a.md
    out_is '[x](b.md#\xfcber)\n'
    # The fragment is one of the document in srcdoc, which has no such anchor.
    printf '<!doctype html><p id=X><iframe srcdoc="<a href=#x>"></iframe><a href=#x>' >c.html
    expect 0 irilint --from=auto --fix c.html
    out_is '<!doctype html><p id=X><iframe srcdoc="<a href=#x>"></iframe><a href=#X>'
    printf '<!doctype html><base href="d/"><a href="E.html"><a href="../A.md">' >f.html
    touch d/e.html e.html
    expect 0 irilint --from=auto --fix f.html
    out_is '<!doctype html><base href="d/"><a href="e.html"><a href="../a.md">'
}

@test "local links: irigrep --json has the file that a link means" {
    mkdir -p top/d/.vitepress top/.git
    touch top/b.md 'top/d/c d.md' top/d/e.html
    ln -s ../b.md top/d/l.md
    printf '[x](%s)\n' ../b.md#x '<c d.md>' l.md /b.md e . no.md B.md ../../o.md http://h/ '#x' '?x' >top/d/a.md
    echo '<base href="d/"><a href="e.html">x</a><a href="/b.md">y</a> http://h/' >top/f.html
    expect 0 irigrep --json -r top
    jq -r '[.file, .reference, .target // "-"] | join(" ")' out | same /dev/stdin <(printf '%s\n' \
        'top/d/a.md ../b.md#x b.md' 'top/d/a.md c d.md d/c d.md' 'top/d/a.md l.md b.md' 'top/d/a.md /b.md b.md' \
        'top/d/a.md e d/e.html' 'top/d/a.md . d' 'top/d/a.md no.md -' 'top/d/a.md B.md -' 'top/d/a.md ../../o.md -' \
        'top/d/a.md http://h/ -' 'top/d/a.md #x d/a.md' 'top/d/a.md ?x -' \
        'top/f.html d/ -' 'top/f.html e.html d/e.html' 'top/f.html /b.md -' 'top/f.html http://h/ -')
}

@test "local links: --git: files that git does not track, and names that it ignores" {
    command -v git >/dev/null || skip "no git here"
    mkdir -p top/d 'top/e f'
    (cd top && git init -q . && touch 'd/a b.md' d/c.md new.md 'e f/g.md')
    printf '%s\n' '*.js' '!keep.js' >top/.gitignore
    printf '[x](%s)\n' d/a%20b.md d/c.md d d/ new.md out.js keep.js no.md 'e%20f' l/x.js . >top/a.md
    ln -s d top/l
    (cd top && git add a.md .gitignore 'd/a b.md')
    expect 1 irilint --from=auto --git -r top
    sed 's/^top.a.md:\([0-9]*\):5:/\1/' out | same /dev/stdin <(printf '%s\n' \
        '2 warning: exists only here: git does not track it [untracked-target]' \
        '5 warning: exists only here: git does not track it [untracked-target]' \
        "6 info: 'out.js' does not exist; git ignores it [ignored-target]" \
        "7 error: no file 'keep.js' [dead-file]" "8 error: no file 'no.md'; did you mean 'new.md'? [dead-file]" \
        '9 warning: exists only here: git does not track it [untracked-target]' \
        "10 error: no file 'l/x.js' [dead-file]")
    expect 0 irilint --from=auto --git --disable=untracked-target,dead-file -r top
    mkdir bare
    echo '[x](a.md)' >bare/a.md
    expect 2 env GIT_CEILING_DIRECTORIES="$tmp" irilint --from=auto --git --root=bare bare/a.md
    grep -q '^irilint: --git: git does not list the files of this folder' err
}

@test "local links: irised --move: laws: links lead where they led, there and back, --dry-run (move_laws.py)" {
    local python
    python json
    expect 0 "$python" "$tests/documents/move_laws.py" "$tools/irised" "$tools/irigrep" 1 25
    has 1 ', 0 broken' out
}

# targets FILE...: prints the file that each link means.
targets() { irigrep --json "$@" | jq -r '"\(.file) \(.target // .reference)"'; }

@test "local links: irised --relative and --root-relative keep what links mean" {
    mkdir -p top/d/e top/.git
    touch 'top/d/b (c).md' top/e.md top/d/x:y.md $'top/d/\xc3\xa9.md'
    printf '[x](%s) ' '/e.md#x?y' '/d/b%20(c).md?q' '<b (c).md>' ../e.md no.md http://h/ /d/ '</d/x:y.md>' . /%65.md \
        /d/%C3%A9.md $'/d/\xc3\xa9.md' e/ ./../d/e '#x' '?x' E.md ../../o >top/d/a.md
    targets top/d/a.md >before
    expect 0 irised --relative top/d/a.md
    has 0 '(/' out
    has 1 '(\.\./e.md#x?y) \[x\](b%20%28c%29.md?q)' out
    has 1 '(<\./x:y.md>)' out
    cp out top/d/f.md
    targets top/d/f.md | sed 's/f\.md/a.md/g' | same before /dev/stdin
    expect 0 irised --root-relative top/d/f.md
    has 0 '(\.\./e' out
    cp out top/d/g.md
    targets top/d/g.md | sed 's/g\.md/a.md/g' | same before /dev/stdin
    # Twice is once, and there and back are the same links.
    expect 0 irised --root-relative top/d/g.md
    same top/d/g.md out
    irised --relative top/d/g.md >top/d/h.md
    targets top/d/h.md | sed 's/h\.md/a.md/g' | same before /dev/stdin
    echo '<BASE href="/d/"><a href="/e.md">' >top/a.html
    expect 2 irised --relative top/a.html
    err_is 'irised: top/a.html: not edited: its links are relative to a <base href> or an xml:base\n'
    expect 2 irised --relative <top/a.html
    expect 2 irised --relative --root-relative top/d/a.md
    echo '<a href="/e.md">' >top/a.html
    expect 0 irised --relative top/a.html
    out_is '<a href="e.md">\n'
}

@test "local links: names in any bytes, deep folders, and no raw control character in a message" {
    mkdir top
    touch $'top/\xff\x01.md' $'top/a\nb.md'
    printf '[x](%s)\n' %FF%01.md a%0Ab.md %FF%02.md a%1Bb.md $'\xff\x01.md' $'<\xe2\x80\xae.md>' >top/a.md
    expect 1 irilint --from=auto --only=dead-file,wrong-case -r top
    sed 's/: error.*no file/ no file/' out | same /dev/stdin <(printf '%s\n' \
        "top/a.md:3:5 no file '\\xff\\x02.md'; did you mean '\\xff\\x01.md'? [dead-file]" \
        "top/a.md:4:5 no file 'a\\x1bb.md'; did you mean 'a\\x0ab.md'? [dead-file]" \
        "top/a.md:6:6 no file '\\xe2\\x80\\xae.md' [dead-file]")
    # A tree that is deeper than the longest path
    mkdir deep
    (
        cd deep || exit
        name=$(printf 'n%.0s' {1..200})
        for _ in {1..30}; do mkdir "$name" && cd "$name" || exit; done
        echo '[x](y.md)' >z.md
    )
    irilint --from=auto -r deep >out 2>err || [ $? -le 2 ]
    has 0 'Sanitizer' err
    links=$(printf 'nnn/%.0s' {1..3000})
    echo "[x](${links}a.md)" >long.md
    expect 1 irilint --from=auto --only=dead-file long.md
    has 1 '' out
}

@test "local links: names that differ only in case and form: the exact one, or else the first; 4,096 of them" {
    local breaks='the link breaks on Linux and GitHub'
    mkdir top
    echo '# NFC' >$'top/\xc3\xa9.md'
    echo '# NFD' >$'top/e\xcc\x81.md'
    [ "$(find top -name '*.md' | wc -l)" = 2 ] || skip "the file system takes them for one"
    printf '[x](%s)\n' $'\xc3\xa9.md#nfc' e%CC%81.md#nfd $'\xc3\xa9.md#nfd' $'\xc3\x89.md' >top/a.md
    expect 1 irilint --only=dead-file,dead-anchor,wrong-case,wrong-form top/a.md
    # Of two names, the first in the order of bytes
    printf '%s\n' $'top/a.md:3:5: error: no anchor \'nfd\' in \'\xc3\xa9.md\'; did you mean \'nfc\'? [dead-anchor]' \
        $'top/a.md:4:5: error: the name is \'e\xcc\x81.md\', in other case; '"$breaks [wrong-case]" |
        same /dev/stdin out
    touch top/{a,A}{b,B}{c,C}{d,D}{e,E}{f,F}{g,G}{h,H}{i,I}{j,J}{k,K}{l,L}$'e\xcc\x81'
    yes $'[x](abcdefghijkl\xc3\xa9) [y](ABCDEFGHIJKL\xc3\xa9) [z](ABCDEFGHIJKM\xc3\xa9)' | head -n 20000 >top/a.md
    expect 1 timeout 60 irilint --summary --only=dead-file,wrong-case,wrong-form top/a.md
    out_is '20000\terror\tdead-file\n20000\terror\twrong-case\n20000\terror\twrong-form\n'
}

@test "local links: a folder that cannot be read: a message if a link names it, none for a suggestion" {
    mkdir -p top/secret top/d
    echo '[x](no.md)' >top/a.md
    chmod 0 top/secret
    expect 1 unprivileged irilint --from=auto top/a.md
    err_is ''
    echo '[x](secret/b.md)' >top/a.md
    expect 2 unprivileged irilint --from=auto top/a.md
    err_is 'irilint: secret: Permission denied\n'
    out_is ''
    chmod 755 top/secret
}

# unchanged: fails if the current folder is another one than ../same.
unchanged() { diff -r --no-dereference -x out -x err . ../same; }

@test "local links: irised --move: names, symbolic links, case, charsets, sites, the index of git" {
    command -v git >/dev/null || skip "no git here"
    mkdir -p 'top/a=b' top/d top/node_modules
    cd top
    git init -q .
    echo '[x](<a=b/c.md>) [y](l.md) [z](d/x.md#y "t") [n](https://e.org/d/x.md?q) `[x](d/x.md)` d/x.md' >i.md
    printf '[1](i.md) [2](../i.md) [3](<../a=b/c.md>)' >d/x.md
    echo '[x](../d/x.md)' >node_modules/r.md
    printf '<meta charset=utf-16le><base href="d/"><a href="x.md">\xe9<a href="/i.md"><img src=#s>' >h.html
    printf '<?xml version="1.0"?><f xml:base="d/"><a href="x.md"/></f>' >f.xml
    echo c >a=b/c.md
    ln -s d/x.md l.md
    git add .
    # OLD ends at the first "=" before which an existing name stands.
    expect 0 irised --move=a=b=e=f
    [ -e e=f/c.md ]
    has 1 '(<e=f/c.md>)' i.md
    # A document that -r leaves out, but for a moved one; a symbolic link, whose target leaves
    expect 0 irised --site=https://e.org/=. --git-mv --move=d/x.md=D/X.md --move=D/X.md=d/X.md
    printf '%s\n' '[x](<e=f/c.md>) [y](d/X.md) [z](d/X.md#y "t") [n](https://e.org/d/X.md?q) `[x](d/x.md)` d/x.md' |
        same /dev/stdin i.md
    printf '[1](i.md) [2](../i.md) [3](<../e=f/c.md>)' | same /dev/stdin d/X.md
    [ "$(git ls-files d)" = d/X.md ]
    [ "$(readlink l.md)" = d/x.md ]
    echo '[x](../d/x.md)' | same /dev/stdin node_modules/r.md
    printf '<meta charset=utf-16le><base href="d/"><a href="X.md">\xe9<a href="/i.md"><img src=#s>' |
        same /dev/stdin h.html
    printf '<?xml version="1.0"?><f xml:base="d/"><a href="X.md"/></f>' | same /dev/stdin f.xml
    # The folder that the base names moves with what is in it.
    expect 0 irised --move=d=n/d --move=node_modules=n/m
    has 1 'base href="n/d/"><a href="X.md">' h.html
    has 1 'xml:base="n/d/"><a href="X.md"/>' f.xml
    printf '[1](i.md) [2](../../i.md) [3](<../../e=f/c.md>)' | same /dev/stdin n/d/X.md
    # What leaves the root: it leads where it led from the new depth. "a/.." and "./" before that do not matter.
    printf '[%s](%s)\n' a ../../other/x.md b ../i.md c '.././q/../../o%20p/?q#f' d ../../../issues e '../..' \
        f '{{../../x}}' g ../../D/../y h '../%2e%2e/z' >D/out.md
    expect 0 irised --generator=none --move=D/out.md=n/e/out.md --move=n/e=e --move=e=n/m/e
    printf '[%s](%s)\n' a ../../../../other/x.md b ../../../i.md c '../../../../o%20p/?q#f' d ../../../../../issues \
        e '../../../..' f '{{../../x}}' g ../../../../D/../y h '../../../%2e%2e/z' | same /dev/stdin n/m/e/out.md
    expect 0 irised --move=n/m/e/out.md=out.md
    printf '[%s](%s)\n' a ../other/x.md b i.md c '../o%20p/?q#f' d ../../issues e .. f '{{../../x}}' g ../D/../y \
        h '%2e%2e/z' | same /dev/stdin out.md
    rm out.md
    # git does not know the new name.
    cp -R . ../same
    touch new.md
    expect 2 irised --git-mv --move=i.md=j.md --move=new.md=k.md
    has 1 '^irised: new.md: cannot move it$' err
    rm new.md
    unchanged
}

@test "local links: irised --move: what is refused moves nothing" {
    mkdir -p top/d top/.git out
    cd top
    echo '[x](d/b.md)' >a.md
    echo '[y](c.md)' >d/b.md
    cp -R . ../same
    # refused MESSAGE ARGUMENT...
    refused() {
        local message=$1
        shift
        expect 2 irised "$@"
        [ "$(head -n 1 err)" = "irised: $message" ] || { cat err; false; }
        unchanged
    }
    refused "d=d/e: it cannot be moved into itself" --move=d=d/e
    refused "a.md=d: the new name is there already" --move=a.md=d
    refused "a.md=d/b.md/c: a folder of the new path is none" --move=a.md=d/b.md/c
    refused "no.md=x.md: no file or folder below the root stands before a '='" --move=no.md=x.md
    refused "a.md=../out/a.md: the new path is not one below the root" --move=a.md=../out/a.md
    refused "a.md=: the new path is not one below the root" --move=a.md=
    refused ".=x: no file or folder below the root stands before a '='" --move=.=x
    refused "with --move, leave out -i, -v, --relative, --root-relative, and options for maps and single links" \
        --move=a.md=b.md -i
    refused "--move reads all documents below the root; leave out the files" --move=a.md=b.md a.md
    refused "$PWD/../out: No such file or directory" --root=../nothing --move=a.md=b.md || :
    chmod 444 a.md ../same/a.md
    refused "a.md: the file is read-only; --force replaces it" --move=d/b.md=b.md
    chmod 644 a.md ../same/a.md
    # An earlier run that was killed: only the same command goes on.
    printf 'irised journal 1\00012\000--move=a=b \000' >.irised-move
    cp .irised-move ../same
    refused ".irised-move: an earlier run was interrupted; complete it with: irised --move=a=b " --move=a.md=b.md
    printf x >.irised-move
    cp .irised-move ../same
    refused ".irised-move: not a journal; remove it" --move=a.md=b.md
    rm .irised-move ../same/.irised-move
    mkfifo .irised-move
    expect 2 irised --move=a.md=b.md
    rm .irised-move
    unchanged
    for name in .git=g a.md=.git/a.md; do
        expect 2 irised --move=$name
        grep -q 'only git may change what is in .git' err
    done
    # A folder below that cannot be read may have links to what is moved.
    mkdir no && chmod 0 no
    expect 2 unprivileged irised --move=a.md=b.md
    chmod 755 no
    [ -e a.md ]
}

# adds OPTION...: what irilint finds with the diff that git makes of the work tree, as "FILE:LINE RULE" on a line each.
adds() {
    git diff "$@" main | irilint --diff=- >out 2>err || [ $? = 1 ]
    sed 's/^\([^:]*:[0-9]*\):.*\[\(.*\)\]$/\1 \2/' out
}

@test "irilint --diff: what a diff adds in a real repository, with any form of diff that git makes" {
    command -v git >/dev/null || skip "no git here"
    local options odd=$'s p/ä\tb\n"c\\.md'
    git init -q -b main . && git config user.name x && git config user.email x@x.example
    # git fails for a file that changes while it reads it.
    printf 'out\nerr\n' >.git/info/exclude
    mkdir 's p' d
    printf '# A\n[old](http://a/%%zz)\n[b](b.md) [c](c.md#x) [d](d) [e](no.md)\n' >a.md
    printf '# C\n\n# X\n' >c.md
    echo '[old](http://a/%zz)' | tee "$odd" moved.md >b.md
    echo x >d/e.txt
    git add . && git commit -qm 1
    # Without changes, there is nothing to check, and nothing is wrong.
    git diff main | expect 0 irilint --diff=-
    err_is 'irilint: the diff is empty, so nothing was checked\n'
    git rm -q b.md d/e.txt
    echo '# C' >c.md
    echo '[new](http://n/%zz)' >>"$odd"
    echo '[new](http://n/%zz) [f](f.md)' >new.md
    git mv moved.md 's p/moved.md'
    git add -A
    # Old findings are left out, but not links to what the change removes: a file, an anchor, the last file of a folder.
    cat >want <<'END'
a.md:3 dead-file
a.md:3 dead-anchor
a.md:3 dead-file
new.md:1 bad-percent
new.md:1 dead-file
s p/ä\x09b\x0a"c\.md:2 bad-percent
END
    for options in -U0 -U3 --no-prefix '-M -U0' --no-renames --full-index '--src-prefix=x/ --dst-prefix=y/' \
        --stat\ -p; do
        # A file that is moved is new without -M.
        # shellcheck disable=SC2086 # split into words
        adds $options | grep -v moved.md | same want /dev/stdin
    done
    [ -z "$(adds -M | grep moved.md)" ]
    adds --no-renames | grep -q '^s p/moved.md:1 bad-percent'
    # In a folder, with operands, and with a baseline
    git diff main | (cd 's p' && irilint --diff=- .) | grep -qx 'ä.x09b.x0a"c..md:2:.*\[bad-percent\]'
    git diff main >changes
    expect 1 irilint --diff=changes a.md
    has 3 dead- out
    expect 0 irilint --write-baseline=known -q .
    git diff main | expect 0 irilint --diff=- --baseline=known
    out_is ''
    # What is no diff, or one of other files
    echo text | expect 2 irilint --diff=-
    err_is "irilint: stdin:1:1: this is no diff; 'git diff -U0 --merge-base main' prints one\n"
    sed -i 's/n\/%zz/m/' new.md
    expect 2 irilint --diff=changes
    grep -q '^irilint: changes:[0-9]*:1: this is not line 1 of new.md; ' err
    head -n 12 changes | expect 2 irilint --diff=-
    expect 2 irilint --diff=changes --fix a.md
    expect 2 irilint --diff=missing
    printf 'diff --cc a.md\n@@@ -1,1 -1,1 +1,2 @@@\n' | expect 2 irilint --diff=-
    grep -q 'a combined diff' err
}

@test "irilint --diff: links to empty and binary files that the diff deletes" {
    command -v git >/dev/null || skip "no git here"
    local options
    git init -q -b main . && git config user.name x && git config user.email x@x.example
    mkdir 's p'
    printf '\0' | tee i.png >'s p/i".png'
    : >'e e.md'
    echo '[i](i.png) [j](s%20p/i%22.png) [e](e%20e.md) [k](no.md)' >a.md
    git add . && git commit -qm 1
    git rm -q i.png 's p/i".png' 'e e.md'
    printf 'a.md:1 dead-file\n%.0s' 1 2 3 >want
    # Only the first line of such a file has its name.
    for options in -U0 --no-prefix --binary --irreversible-delete; do
        adds "$options" | same want /dev/stdin
    done
}
