#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Which files a run reads in work trees of git: what git ignores, compared with git check-ignore.
load ../helper
export needs=irigrep

setup_file() { command -v git >/dev/null || skip "no git here"; }

# repository: makes a work tree, and enters it. Link files have one link.
repository() {
    # The variables that git sets for its hooks would lead to another repository.
    # shellcheck disable=SC2046 # split into words
    unset $(git rev-parse --local-env-vars)
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    git init -q top
    cd top || return
    local file odd=$'odd\nname' line=$'new\nline.md'
    for file in a.md docs/{b,local,kept,forced}.md docs/gen/{c,d}.md docs/deep/er/{e,f}.md build/{g.md,sub/h.md} \
        "$odd"/{i,"$line"}.md 'sp ace/j "q".md' é/k.md -x/l.md log/{m,n}.md only/o.md empty/p.md; do
        mkdir -p -- "$(dirname -- "./$file")"
        echo '[x](http://a.example/)' >"./$file"
    done
    printf '%s\n' build/ /docs/gen local.md forced.md 'log/*' '!log/n.md' $'odd*/new*' 'empty/*' >.gitignore
    printf '%s\n' 'e.md' '!local.md' >docs/deep/er/.gitignore
    echo 'k.md' >.git/info/exclude
    git add -f docs/forced.md docs/b.md build/sub/h.md
}

# visible FOLDER: prints the documents in the folder that git check-ignore does not name, each with a NUL.
visible() {
    find "$1" -name .git -prune -o -name '*.md' -type f -print0 | sed -z 's,^\./,,' | LC_ALL=C sort -z >all
    git check-ignore -z --stdin <all >ignored || [ $? = 1 ]
    LC_ALL=C comm -z -23 all <(LC_ALL=C sort -z ignored)
}

# read_by OPTION...: prints the documents that irigrep reads, each with a NUL.
read_by() { irigrep -rlz "$@" | LC_ALL=C sort -z; }

@test "-r reads what git check-ignore does not name: whole trees, folders, and all with --no-ignore" {
    local folder n=0
    repository
    visible . >want
    has 11 '.' <(tr '\n\0' '_\n' <want)
    read_by | same want /dev/stdin
    read_by . | same want /dev/stdin
    for folder in docs docs/deep/er -x 'sp ace' $'odd\nname' log only; do
        visible "./$folder" >want
        [ -s want ]
        read_by "./$folder" | sed -z 's,^\./,,' | same want /dev/stdin
        (cd "./$folder" && read_by) | sed -z "s,^,${folder//$'\n'/\\n}/," | same want /dev/stdin
        n=$((n + 1))
    done
    [ $n = 7 ]
    visible . >/dev/null
    read_by --no-ignore | same all /dev/stdin
    # Nothing to read but what is ignored
    expect 1 irigrep -r empty
    err_is 'irigrep: empty: all files to read are left out, by git, which ignores them; --no-ignore reads them\n'
    # A link to a folder, another folder, the variables of a hook
    ln -s top/docs ../l
    visible docs >want
    (cd .. && read_by l | sed -z 's,^l/,docs/,') | same want /dev/stdin
    GIT_DIR=/nowhere GIT_INDEX_FILE=/nowhere GIT_WORK_TREE=/ read_by docs | same want /dev/stdin
}

@test "-r reads ignored folders and files that are operands or names in a list" {
    repository
    # git tracks a file in build, so that it ignores only the rest of it.
    [ "$(irigrep -rl build | tr '\n' ' ')" = 'build/sub/h.md ' ]
    [ "$(irigrep -rl docs/gen docs/local.md | tr '\n' ' ')" = 'docs/gen/c.md docs/gen/d.md docs/local.md ' ]
    [ "$(irigrep -l docs/local.md)" = docs/local.md ]
    [ "$(echo docs/local.md | irigrep -l --files-from=-)" = docs/local.md ]
    mkdir docs/gen/more
    cp a.md docs/gen/more
    [ "$(irigrep -rl docs/gen/more)" = docs/gen/more/a.md ]
}

@test "-r asks git in submodules, in other work trees below the folder, and from a folder outside of any" {
    repository
    local name
    for name in nested ../source; do
        git init -q $name
        mkdir $name/d
        cp a.md $name/x.md
        cp a.md $name/y.md
        cp a.md $name/d/z.md
        printf 'x.md\n' >$name/.gitignore
        git -C $name add .
        git -C $name -c user.name=me -c user.email=me@example.org commit -q -m one
    done
    git -c protocol.file.allow=always submodule --quiet add "$PWD/../source" module
    cp a.md module/x.md
    [ "$(irigrep -rl module nested | tr '\n' ' ')" = 'module/d/z.md module/y.md nested/d/z.md nested/y.md ' ]
    for name in module nested; do printf "$name/d/z.md\0$name/y.md\0"; done >want
    read_by | grep -zE '^(module|nested)/' | same want /dev/stdin
    # A file after them in the outer work tree
    mkdir zz
    cp a.md zz/build.md
    cp a.md zz/local.md
    read_by | tail -zn1 | same <(printf 'zz/build.md\0') /dev/stdin
    # A submodule without its files, where others are
    git submodule --quiet deinit -f module
    cp a.md module/new.md
    read_by | grep -z '^module' | same <(printf 'module/new.md\0') /dev/stdin
    cd ..
    read_by . | grep -zc . >n
    read_by top source | grep -zc . | same n /dev/stdin
    [ "$(irigrep -rl source | tr '\n' ' ')" = 'source/d/z.md source/y.md ' ]
}

@test "-r runs nothing that a repository configures" {
    repository
    local name
    printf '#!/bin/sh\necho "$0 $*" >>%q\nexit 1\n' "$tmp/ran" >run
    chmod +x run
    for name in core.fsmonitor core.pager pager.ls-files pager.check-ignore core.sshCommand core.askPass \
        core.gitProxy core.editor alias.ls-files diff.external filter.x.clean filter.x.smudge filter.x.process; do
        git config $name "$PWD/run"
    done
    mkdir hooks
    for name in post-index-change fsmonitor-watchman post-checkout reference-transaction; do
        cp run hooks/$name
        cp run .git/hooks/$name
    done
    git config core.hooksPath "$PWD/hooks"
    echo '* filter=x' >.gitattributes
    # The commands would run.
    git ls-files -z --cached --others --exclude-standard >/dev/null
    [ -s "$tmp/ran" ]
    rm "$tmp/ran"
    read_by >out
    [ -s out ]
    irigrep -rl empty || [ $? = 1 ]
    [ ! -e "$tmp/ran" ]
}

@test "-r fetches nothing that a repository lacks" {
    repository
    local tree
    printf '#!/bin/sh\necho "$0 $*" >>%q\nexit 1\n' "$tmp/ran" >run
    chmod +x run
    git add -A
    git -c user.name=me -c user.email=me@example.org commit -q -m one
    git sparse-checkout set --cone --sparse-index log 2>/dev/null || skip "this git has no sparse index"
    tree=$(git rev-parse HEAD:docs)
    rm -f ".git/objects/${tree:0:2}/${tree:2}"
    git config core.repositoryformatversion 1
    git config extensions.partialClone origin
    git config remote.origin.promisor true
    git config remote.origin.url "ext::$PWD/run"
    git config protocol.ext.allow always
    # The command would run.
    git ls-files -z --cached >/dev/null 2>&1 || :
    [ -s "$tmp/ran" ] || skip "this git does not fetch here"
    rm "$tmp/ran"
    irigrep -rl . >out 2>err || [ $? = 1 ]
    has 1 a.md out
    [ ! -e "$tmp/ran" ]
}

@test "-r reads all files if git fails or is missing, and says so once" {
    repository
    visible . >/dev/null
    export GIT_TEST_ASSUME_DIFFERENT_OWNER=1
    git ls-files 2>/dev/null && skip "this git does not look at owners"
    irigrep -rlz . docs 2>err | LC_ALL=C sort -zu | same all /dev/stdin
    has 1 "^irigrep: .: git fails, so files that it ignores are read, too: fatal: .*dubious ownership" err
    [ "$(wc -l <err)" = 1 ]
    unset GIT_TEST_ASSUME_DIFFERENT_OWNER
    # What git says is escaped.
    printf '#!/bin/sh\nprintf "fatal: \\033[31m\\nmore\\n" >&2\nexit 128\n' >"$tmp/git"
    chmod +x "$tmp/git"
    PATH=$tmp:$PATH irigrep -rlz 2>err | LC_ALL=C sort -z | same all /dev/stdin
    err_is 'irigrep: .: git fails, so files that it ignores are read, too: fatal: \\x1b[31m\n'
    # More messages than a pipe can hold
    printf '#!/bin/sh\nyes "warning: x" | head -c 1000000 >&2\nprintf "a.md\\0"\n' >"$tmp/git"
    [ "$(PATH=$tmp:$PATH timeout 60 irigrep -rl)" = a.md ]
    irigrep=$(command -v irigrep)
    PATH=/nowhere "$irigrep" -rlz 2>err >out
    LC_ALL=C sort -z out | same all /dev/stdin
    err_is ''
    # A folder .git that is none, and the folder of a repository
    mkdir -p ../plain/.git
    cp a.md ../plain
    printf '*.md\n' >../plain/.gitignore
    [ "$(cd ../plain && irigrep -rl 2>&1)" = a.md ]
    cp a.md .git/a.md
    [ "$(irigrep -rl .git 2>&1 | tail -1)" = .git/a.md ]
}

@test "irilint, irised and irishow: -r leaves out what git ignores, and -i writes nothing there" {
    needs irilint
    needs irised
    needs irishow
    repository
    printf '[x](HTTP://a.example/)\n' | tee a.md >docs/local.md
    irilint -r | cut -d: -f1 | same <(echo a.md) /dev/stdin
    irilint -r --no-ignore | cut -d: -f1 | same <(printf 'a.md\ndocs/local.md\n') /dev/stdin
    [ "$(irishow --from=auto -r docs | grep -c '^link')" = "$(irigrep -r docs | wc -l)" ]
    irilint --fix -i -r .
    [ "$(irigrep -h a.md docs/local.md)" = $'http://a.example/\nHTTP://a.example/' ]
    irised -i -r 'sed s/a.example/b.example/'
    [ "$(irigrep -h a.md docs/local.md)" = $'http://b.example/\nHTTP://a.example/' ]
}

@test "irised --move: edits new documents, not ignored ones, but all that are moved" {
    needs irised
    repository
    echo '[x](docs/b.md)' | tee new.md >local.md
    echo '[y](../a.md)' | tee docs/new.md docs/local.md >/dev/null
    echo '[y](/a.md) [z](../../a.md)' >docs/gen/c.md
    expect 0 irised --move=docs/b.md=b.md
    [ "$(cat new.md local.md)" = $'[x](b.md)\n[x](docs/b.md)' ]
    # Ignored documents in the folder move with it, and so do their links.
    expect 0 irised --move=docs=x/docs
    [ "$(cat x/docs/new.md x/docs/local.md | sort -u)" = '[y](../../a.md)' ]
    [ "$(cat x/docs/gen/c.md)" = '[y](/a.md) [z](../../../a.md)' ]
    expect 0 irised --no-ignore --move=b.md=c.md
    [ "$(cat new.md local.md)" = $'[x](c.md)\n[x](docs/b.md)' ]
    echo '[x](c.md)' >local.md
    expect 0 irised --no-ignore --move=c.md=d.md
    [ "$(cat new.md local.md)" = $'[x](d.md)\n[x](d.md)' ]
}
