#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The manual pages, README and NEWS: the examples print the output that is shown, and the pages name every option.
load helper

@test "man: the examples of iri2uri.1 run as printed" { examples iri2uri.1; }
@test "man: the examples of uri2iri.1 run as printed" { examples uri2iri.1; }
@test "man: the examples of irinorm.1 run as printed" { examples irinorm.1; }
@test "man: the examples of iricmp.1 run as printed" { examples iricmp.1; }
@test "man: the examples of iriresolve.1 run as printed" { examples iriresolve.1; }
@test "man: the examples of iriparse.1 run as printed" { examples iriparse.1; }
@test "man: the examples of irilint.1 run as printed" { examples irilint.1; }
@test "man: the examples of irigrep.1 run as printed" { needs irigrep && examples irigrep.1; }
@test "man: the examples of irised.1 run as printed" { needs irised && examples irised.1; }
@test "man: the examples of iri.7 run as printed" { needs irised && examples iri.7; }
@test "man: the examples of README run as printed" { needs irised && examples README; }

@test "man: NEWS begins with the version that the tools print" {
    version=$(iri2uri --version | sed -n '1s/.* //p')
    grep -m 1 '^[0-9]' "$tests/../NEWS" >news
    grep -q "^$version\( \|\$\)" news
}

# options_of TOOL: prints the options that --help names. --help uses the tool's own table of options.
options_of() {
    "$1" --help | grep -o -e '--[a-z][a-z-]*' | sort -u
}

# same_options TOOL: checks that the page, --help and the completions of a tool name the same options.
same_options() {
    options_of "$1" >help
    [ -s help ]
    # In the list of options of a page, .It names an option.
    page "$1.1" | grep '^\.It Fl' | grep -o -e 'Fl -[a-z][a-z-]*' | sed 's/Fl /-/' | sort -u >page
    same help page
    # Each shell writes options in its own syntax.
    sed -n 's/.*compgen -W "\(-.*\)" --.*/\1/p' "$bashdir/$1" |
        grep -o -e '--[a-z][a-z-]*' | sort -u >bash
    same help bash
    grep -o -e "^    '\((1)\)*--[a-z][a-z-]*" -e ',--[a-z][a-z-]*' "$zshdir/_$1" |
        grep -o -e '--.*' | sort -u >zsh
    same help zsh
    sed -n 's/.* -l \([a-z-]*\) .*/--\1/p' "$fishdir/$1.fish" | sort -u >fish
    same help fish
    # The short options
    "$1" --help | grep -o '^  -[A-Za-z],' | tr -d ' ,' | sort >help
    page "$1.1" | grep '^\.It Fl [A-Za-z] ' | cut -d ' ' -f 3 | sed 's/^/-/' | sort >page
    same help page
    sed -n 's/.* -s \([A-Za-z]\) .*/-\1/p' "$fishdir/$1.fish" | sort >fish
    same help fish
}

@test "man: a page, --help and the completions name the same options" {
    for tool in $filters iricmp iriresolve iriparse irilint; do
        same_options "$tool"
    done
}
@test "man: the page, --help and the completions of irigrep name the same options" {
    needs irigrep
    same_options irigrep
}
@test "man: the page, --help and the completions of irised name the same options" {
    needs irised
    same_options irised
}

# completes WORDS...: prints what bash offers to complete the last word. "=" is a word of its own.
completes() {
    # shellcheck disable=SC1090 # made by the build
    source "$bashdir/$1"
    compopt() { :; } # the builtin works only while bash itself completes
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    "_$1"
    printf '%s\n' "${COMPREPLY[@]}"
}

@test "man: bash completes options, their values, files and lists" {
    touch links.txt other
    (completes iri2uri --ho) >out
    out_is '--host=\n'
    (completes iri2uri --host = p) >out
    out_is 'percent\n'
    (completes iri2uri --host =) >out
    out_is 'idna\npercent\n'
    (completes iri2uri --reject = li) >out
    out_is 'links.txt\n'
    (completes irilint --against = li) >out
    out_is 'links.txt\n'
    (completes iri2uri -q ot) >out
    out_is 'other\n'
    (completes iri2uri --charset = KOI8-) >out
    grep -q '^KOI8-R$' out
    (completes iri2uri --charset = koi8-) >out
    grep -q '^koi8-r$' out
    (completes iri2uri --charset = Shift) >out
    grep -q '^shift' out
    (completes iriparse --get = host,po) >out
    out_is 'host,port\n'
    (completes iriparse --get =) >out
    [ "$(wc -l <out)" = 9 ]
    iriparse --get="$(paste -s -d , out)" <<<http://a.example/ >/dev/null
    (completes irilint --only = pct-case,pct-co) >out
    out_is 'pct-case,pct-control\n'
    (completes iricmp l) >out
    out_is '\n'
}

@test "man: bash completes the kinds of links; of irised, first a command, then files" {
    needs irised
    touch links.map other
    (completes irigrep --kind = image,in) >out
    out_is 'image,inline\n'
    (completes irigrep --schemes = h) >out
    out_is '\n'
    local options
    for options in '' -i -i.bak '-r --in-place' '--in-place = .bak' '--charset = latin1' '--charset latin1'; do
        echo "with $options"
        # shellcheck disable=SC2086 # split into words
        (completes irised $options irilin) >out
        out_is 'irilint\n'
        # shellcheck disable=SC2086
        (completes irised $options irilint ot) >out
        out_is 'other\n'
    done
    for options in '--map = links.map' '--map links.map' '--map-prefix = links.map' '-i --map = links.map'; do
        echo "with $options"
        # shellcheck disable=SC2086
        (completes irised $options ot) >out
        out_is 'other\n'
    done
    (completes irised --map = li) >out
    out_is 'links.map\n'
    (completes irised --map-prefix li) >out
    out_is 'links.map\n'
    # The suffix of --in-place is no file, and needs the "=".
    (completes irised --in-place = ot) >out
    out_is '\n'
    (completes irised --in-p) >out
    out_is '--in-place\n--in-place=\n'
}

@test "man: fish completes a command of irised, then files" {
    needs irised
    command -v fish >/dev/null || skip "no fish here"
    touch links.map other
    local line
    while read -r line; do
        echo "with $line"
        HOME=$tmp fish --no-config -c "set fish_complete_path '$fishdir'; complete -C 'irised ${line%->*}'" 2>&1 |
            cut -f 1 >out
        out_is "${line#*-> }\n"
    done <<'END'
irilin-> irilint
-i irilin-> irilint
-i.bak irilin-> irilint
--in-place irilin-> irilint
irilint ot-> other
--map=links.map ot-> other
--map li-> links.map
--kind=image,inl-> --kind=image,inline
END
}
