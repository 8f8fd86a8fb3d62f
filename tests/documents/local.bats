#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irilint: local links in trees of files
load ../helper
export needs=irigrep

# trees TABLE [OPTION]: checks that irilint finds in the tree of each row what the row says.
trees() {
    local python
    python json
    # "make installcheck" has no folder of the build.
    expect 0 "$python" "$tests/documents/local.py" "$tests/documents/$1" "$tools/irilint" "${@:2}"
    [ "$(tail -n 1 out)" = "$(grep -vc '^#\|^id' "$tests/documents/$1") rows, 0 failed" ]
}
@test "local links: trees with the findings that they have (local.tsv)" { trees local.tsv; }
@test "comments that silence findings: trees with the findings that they have" { trees silence.tsv --fail-level=info; }

@test "rules for documents: the bad example of --explain has a finding of its rule, the good one has none" {
    local rule before git page from n=0
    for rule in $(irilint --list-rules | awk '{ print $1 }'); do
        irilint --explain="$rule" >text
        grep -q '^In [MT]' text || continue
        page=$rule/page.md from=auto
        ! grep -q '^In Turtle' text || from=turtle
        n=$((n + 1))
        before=$(sed -n 's/^In Markdown, after "\(.*\)":$/\1/p' text)
        git=
        case $before in git*) git=--git ;; esac
        [ -z "$git" ] || command -v git >/dev/null || continue
        [ "$rule" != text-names-other-host ] || ! lacks_psl || continue
        mkdir -p "$rule/.git"
        (cd "$rule" && sh -ec "$before") >made 2>&1
        sed -n 's/^bad:  //p' text >"$page"
        expect 1 irilint --fail-level=info --from=$from $git "$page"
        has 1 "\[$rule\]\$" out
        sed -n 's/^good: //p' text >"$page"
        expect 0 irilint --fail-level=info --from=$from $git "$page"
        out_is ''
    done
    [ "$n" -gt 15 ]
}

@test "local links and comments: reports show the fixes that --fix makes (fixes.py)" {
    local python
    python json
    expect 0 "$python" "$tests/documents/fixes.py" "$tools/irilint" "$tests/documents/"{local,silence}.tsv
    has 1 '^[1-9][0-9]* changed, 0 failed$' out
}

@test "files of settings: trees with the findings that they leave (settings.tsv)" {
    trees settings.tsv --fail-level=info
    # One that cannot be read is not passed over.
    echo 'disable = all' >.irilint
    touch a.md
    chmod 0 .irilint
    expect 2 unprivileged irilint a.md
    grep -q '^irilint: .*\.irilint: Permission denied' err
}

@test "files of settings: a baseline holds in other folders, and --write-baseline writes one that is missing" {
    mkdir -p top/.git top/d/e
    echo '<HTTP://a/%zz>' | tee top/a.md top/d/b.md >top/d/e/c.md
    echo 'baseline = base' >top/.irilint
    (cd top && expect 0 irilint --write-baseline=base .)
    [ "$(wc -l <top/base)" = 6 ]
    expect 0 irilint top
    (cd top/d && expect 0 irilint . ../a.md && out_is '')
    (cd top/d/e && expect 0 irilint c.md ../b.md ../../a.md)
    expect 0 irilint -j2 top
    # What it does not list is found, also where --fix reports what is left, and it is not written.
    echo '<http://u@a/>' >>top/d/b.md
    cp top/base before
    expect 1 irilint top
    has 1 '^top/d/b.md:2:.*userinfo' out
    [ "$(wc -l <out)" = 1 ]
    expect 1 irilint -q --fix -i --only=scheme-case,userinfo top
    has 1 '^top/d/b.md:2:.*userinfo' err
    [ "$(wc -l <err)" = 1 ]
    same before top/base
    irilint --show-config=top/a.md | grep -q '^baseline  *base  top/.irilint:1$'
}

@test "local links: laws: spelling, order, other files, options, repairs, --fix (local_laws.py)" {
    local python
    python json
    expect 0 "$python" "$tests/documents/local_laws.py" "$tools/irilint" 1 8
    out_is '0 broken\n'
}

@test "local links: the root does not depend on the current folder" {
    mkdir -p top/d other
    echo '[x](/a.md) [y](../b.md) [z](no.md)' >top/d/c.md
    cd other
    expect 1 irilint --from=auto --root=../top/d ../top/d/c.md
    printf '%s\n' "../top/d/c.md:1:5: error: no file 'a.md'; did you mean 'c.md'? [dead-file]" \
        "../top/d/c.md:1:16: info: leaves '${PWD%/*}/top/d'; not checked [outside-root]" \
        "../top/d/c.md:1:29: error: no file 'no.md' [dead-file]" | same /dev/stdin out
}

# The same findings as with --root=FOLDER, of which some lead to it.
@test "local links: without git, the root is the folder of the site" {
    local folder
    mkdir -p site/docs/sub site/other site/examples book/content book/static sphinx/docs/source/sub
    printf '# A & B\n[x](#a-b) [y](/c.md)\n' | tee site/docs/sub/a.md site/other/a.md >site/examples/a.md
    echo 'site_name: X' >site/mkdocs.yml
    for folder in docs docs/sub docs/sub/a.md; do
        expect 0 irilint site/"$folder"
        same /dev/null out
    done
    # Not for what is beside its source folder
    expect 1 irilint site/examples
    has 1 "examples/a.md:2:15: error: no file 'c.md'" out
    has 1 "did you mean 'a--b'" out
    # The current folder is below the root, too.
    (cd site/docs/sub && expect 0 irilint .)
    touch book/hugo.toml book/static/a.png
    echo '![x](/a.png)' >book/content/a.md
    expect 0 irilint book/content
    touch sphinx/docs/source/conf.py sphinx/docs/source/b.md sphinx/docs/d.md
    echo '[b](/b.md) [c](../b.md) [d](../../d.md)' >sphinx/docs/source/sub/a.md
    expect 0 irilint sphinx/docs/source/sub
    printf '%s\n' "sphinx/docs/source/sub/a.md:1:29: info: leaves '$PWD/sphinx/docs/source'; not checked \
[outside-root]" | same /dev/stdin out
    irigrep --json sphinx/docs/source/sub/a.md | grep -c '"target":"b.md"' >out
    echo 2 | same /dev/stdin out
    # --root and --generator mean what they say.
    expect 1 irilint --root=sphinx/docs/source/sub sphinx/docs/source/sub
    expect 1 irilint --generator=sphinx book/content
    # With git, nothing changes.
    mkdir sphinx/.git
    expect 0 irilint sphinx/docs/source/sub
    same /dev/null out
}

@test "local links: a site in a folder where anybody can make files is not the root" {
    mkdir -p all/docs all/mine/docs
    touch all/mkdocs.yml all/mine/conf.py
    echo '[x](../no.md)' | tee all/docs/a.md >all/mine/docs/a.md
    chmod 1777 all
    expect 0 irilint all/docs
    has 1 'outside-root' out
    expect 1 irilint all/mine/docs
    has 1 'dead-file' out
    chmod 755 all
    expect 0 irilint all/docs
    has 0 'outside-root' out
}

@test "irised --move: without git, the root is the folder of the site" {
    mkdir -p site/docs/sub
    touch site/mkdocs.yml site/docs/b.md
    echo '[b](b.md)' >site/docs/a.md
    cd site/docs/sub
    expect 0 irised --move=../b.md=c.md
    grep -qF '[b](sub/c.md)' ../a.md
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
    has 1 '^top/d$' names
    has 0 '^d$' names # the walk has read it
    sed 's/:.*\[/ [/' out | sort | uniq -c | awk '{ print $1, $3 }' >rules
    printf '%s\n' '1 [dead-anchor]' '1 [outside-root]' | same /dev/stdin rules
    # To find the root, names are looked at, but nothing is opened.
    touch mkdocs.yml hugo.toml
    opened timeout 10 irilint --from=auto -r top >names
    has 0 'mkdocs\|hugo' names
    mkfifo top/conf.py conf.py
    echo '[x](no.md)' >top/d/e.md
    opened timeout 10 irilint --from=auto -r top/d >names
    has 0 'conf' names
    rm top/conf.py
    opened timeout 10 irilint --from=auto -r top/d >names
    has 0 'conf' names
}

@test "local links: anchors of one slug, links to one dead file: linear time" {
    # irilint reads a file that has the input, since standard input has no local links.
    cat >run <<'END'
cat >"$TMPDIR/in.md"
irilint --from=auto --only=dead-file,dead-anchor,anchor-case "$TMPDIR/in.md"
END
    export TMPDIR=$tmp
    # A link of 8 bytes with a finding takes 400 bytes, in arrays that double: at full size, these double late.
    # shellcheck disable=SC2034 # limited uses it
    factor=$((share == 1 ? 80 : 60))
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

@test "local links: without --git: names that git ignores, --no-ignore, no git, a git that fails" {
    command -v git >/dev/null || skip "no git here"
    mkdir -p top/api
    printf '*\n!.gitignore\n' >top/api/.gitignore
    printf '[x](%s)\n' api/f.md no.md new.md l/f.md >top/a.md
    touch top/new.md
    ln -s api top/l
    (cd top && git init -q .)
    printf '%s\n' "top/a.md:1:5: info: 'api/f.md' does not exist; git ignores it [ignored-target]" \
        "top/a.md:2:5: error: no file 'no.md'; did you mean 'new.md'? [dead-file]" \
        "top/a.md:4:5: error: no file 'l/f.md' [dead-file]" >want
    expect 1 irilint -r top
    same out want
    # A worker asks, too.
    for i in {1..9}; do cp top/a.md "top/$i.md"; done
    expect 1 irilint -r -j3 top
    has 10 ' info: .api/f.md. does not exist; git ignores it' out
    has 20 ' error: no file ' out
    # The file that git does not track is no finding without --git.
    has 0 'new.md. \|untracked' out
    for how in --no-ignore "env GIT_DIR=nowhere" "env PATH=$tmp/none" broken; do
        case $how in
        --no-ignore) expect 1 irilint --no-ignore top/a.md ;;
        *nowhere) expect 1 env GIT_DIR=nowhere "$tools/irilint" top/a.md && same out want && continue ;;
        env*) expect 1 env PATH="$tmp/none" "$tools/irilint" top/a.md ;;
        *) echo '[core' >top/.git/config && expect 1 irilint top/a.md ;;
        esac
        same out <(sed "1s/info.*/error: no file 'api\/f.md' [dead-file]/" want)
        [ ! -s err ]
    done
}

@test "local links: Sphinx: a page that conf.py may write is a warning" {
    mkdir -p d e .git
    echo 'with open("x.md", "w") as f: f.write(page)' >d/conf.py
    echo 'project = "write(x)"; copied = options.copy()' >e/conf.py
    echo '[x](x.md) [y](%2F.md)' | tee d/a.md >e/a.md
    touch d/y.md
    expect 1 irilint -r d e
    same out <(printf '%s\n' \
        "d/a.md:1:5: warning: no file 'd/x.md', unless conf.py writes it; did you mean 'a.md'? [dead-file]" \
        "d/a.md:1:15: error: no file '%2F.md' [dead-file]" \
        "e/a.md:1:5: error: no file 'e/x.md'; did you mean 'a.md'? [dead-file]" \
        "e/a.md:1:15: error: no file '%2F.md' [dead-file]")
}

@test "local links: without a generator, a page that a site may have is a warning, unless --root says what / means" {
    mkdir .git
    echo '[a](/x/y) [b](/x.md) [c](/docs/a.html) [d](/i.png) [e](x/y) [f](/q/#z)' >a.md
    expect 1 irilint .
    expected=$(printf '%s\n' "a.md:1:5: warning: no file 'x/y', unless a site has this page [dead-file]" \
        "a.md:1:15: error: no file 'x.md'; did you mean 'a.md'? [dead-file]" \
        "a.md:1:26: warning: no file 'docs/a.html', unless a site has this page [dead-file]" \
        "a.md:1:44: error: no file 'i.png' [dead-file]" \
        "a.md:1:56: error: no file 'x/y' [dead-file]" \
        "a.md:1:65: warning: no folder 'q/', unless a site has this page [dead-file]")
    same out <(echo "$expected")
    expect 1 irilint --root=. .
    same out <(echo "$expected" | sed 's/warning/error/; s/, unless a site has this page//')
}

@test "local links: an anchor that a script may make is a warning" {
    # HTML standard, "scroll to the fragment": browsers look for the anchor again while the page is loaded
    mkdir .git
    echo '<!doctype html><SCRIPT src=a.js></SCRIPT>' >a.html
    echo '<p id=x><a href="#no">a</a><a href="#x">b</a><a href="#X">c</a>' >>a.html
    echo '<!doctype html><p><a href="#no">a</a><a href="a.html#no">b</a>' >b.html
    printf '<script></script>\n\n[a](#no) [b](a.html#no)\n' >c.md
    touch a.js
    printf '%s\n' \
        "a.html:2:18: warning: no anchor 'no' in 'a.html', unless a script makes it [dead-anchor]" \
        "a.html:2:55: error: the anchor is 'x', in other case [anchor-case]" \
        "b.html:1:28: error: no anchor 'no' in 'b.html' [dead-anchor]" \
        "b.html:1:47: warning: no anchor 'no' in 'a.html', unless a script makes it [dead-anchor]" \
        "c.md:3:5: error: no anchor 'no' in 'c.md' [dead-anchor]" \
        "c.md:3:14: warning: no anchor 'no' in 'a.html', unless a script makes it [dead-anchor]" >want
    expect 1 irilint -j1 a.html b.html c.md
    same out want
    expect 1 irilint -j2 c.md b.html a.html
    same <(sort out) <(sort want)
}

@test "local links: irised --move: laws: links lead where they led, there and back, --dry-run (move_laws.py)" {
    local python
    python json
    expect 0 "$python" "$tests/documents/move_laws.py" "$tools/irised" "$tools/irigrep" 1 25
    has 1 ', 0 broken' out
}

@test "local links: deep folders and long links" {
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

@test "local links: 4,096 names that differ only in case and form" {
    mkdir top
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

@test "local links: irised --move: the index of git, and sites" {
    command -v git >/dev/null || skip "no git here"
    mkdir -p top/d
    cd top
    git init -q .
    echo '[y](l.md) [z](d/x.md#y "t") [n](https://e.org/d/x.md?q)' >i.md
    printf '[1](i.md) [2](../i.md)' >d/x.md
    ln -s d/x.md l.md
    git add .
    # A symbolic link, whose target leaves
    expect 0 irised --site=https://e.org/=. --git-mv --move=d/x.md=D/X.md --move=D/X.md=d/X.md
    echo '[y](d/X.md) [z](d/X.md#y "t") [n](https://e.org/d/X.md?q)' | same /dev/stdin i.md
    [ "$(git ls-files d)" = d/X.md ]
    [ "$(readlink l.md)" = d/x.md ]
    # git does not know the new name.
    cp -R . ../same
    touch new.md
    expect 2 irised --git-mv --move=i.md=j.md --move=new.md=k.md
    has 1 '^irised: new.md: cannot move it$' err
    rm new.md
    unchanged
}

@test "local links: irised --move: what cannot be read or written moves nothing" {
    mkdir -p top/d top/.git
    cd top
    echo '[x](d/b.md)' >a.md
    echo '[y](c.md)' >d/b.md
    cp -R . ../same
    chmod 444 a.md ../same/a.md
    expect 2 irised --move=d/b.md=b.md
    has 1 '^irised: a.md: the file is read-only; --force replaces it$' err
    unchanged
    mkfifo .irised-move
    expect 2 irised --move=a.md=b.md
    rm .irised-move
    unchanged
    # A folder below that cannot be read may have links to what is moved.
    mkdir no && chmod 0 no
    expect 2 unprivileged irised --move=a.md=b.md
    chmod 755 no
    [ -e a.md ]
}

@test "local links: irised --move: a run of more than two seconds shows its progress, and removes it" {
    strace -qq -o/dev/null -einject=flock:delay_enter=1 true 2>/dev/null || skip "no strace here"
    export TERM=xterm
    local name
    mkdir .git
    for name in {a..j}; do echo '[x](j.md)' >$name.md; done
    streams=stderr on_terminal 80 strace -qq -o/dev/null -einject=openat:delay_enter=250000 \
        irised --move=j.md=k.md >out
    has 1 $'^\r\x1b\\[Kirised: read [0-9]* files\r\x1b\\[K' out
    [ "$(tail -c 4 out | od -An -c | tr -d ' ')" = '\r033[K' ]
    cat ./*.md >all
    has 10 '(k\.md)$' all
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
    # Another name in the same folder breaks no link of a document; another folder breaks relative ones to other files.
    printf '[a](#no) [b](d/no.md) [c](c.md) [d](/no.md)\n%s' "$(seq 20)" >e.md
    git add e.md && git commit -qm 2 e.md && git checkout -qb change && git branch -f main && git mv e.md h.md
    [ -z "$(adds -M | grep h.md)" ]
    mkdir k && git mv h.md k/h.md
    adds -M | grep '^k/h.md' | same <(printf 'k/h.md:1 dead-file\n%.0s' b c d) /dev/stdin
    git reset -q HEAD k/h.md && rm -r k
    # In a folder, with operands, and with a baseline
    git diff main | (cd 's p' && irilint --diff=- .) | grep -qx 'ä.x09b.x0a"c..md:2:.*\[bad-percent\]'
    git diff main >changes
    expect 1 irilint --diff=changes a.md
    has 3 dead- out
    expect 0 irilint --write-baseline=known -q .
    git diff main | expect 0 irilint --diff=- --baseline=known
    out_is ''
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

@test "local links: findings of documents that have more links than are kept, and of those after them" {
    local j
    # Links to what documents before, this document and documents after it lack
    printf '# A\n[x](b.md#no) [y](#a) [z](#no) [w](c.md#no)\n' >a.md
    { printf '# B\n[x](c.md#no)\n' && seq 60000 | sed 's|.*|[x](dead&.md) [y](c.md#c)|'; } >b.md
    printf '# C\n[x](a.md#no) [y](a.md#a) [z](c.md#no)\n' >c.md
    for j in 1 2; do
        expect 1 irilint -j$j --only=dead-file,dead-anchor -r .
        cut -d: -f1-3 out >places
        { printf '%s\n' a.md:2:5 a.md:2:26 a.md:2:35 b.md:2:5 && seq 3 60002 | sed 's|.*|b.md:&:5|' &&
            printf '%s\n' c.md:2:5 c.md:2:30; } >want
        cmp places want
    done
}
