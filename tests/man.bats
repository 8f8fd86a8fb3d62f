#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The manual pages: their examples print what they say, and they name every option.
load helper

@test "man: the examples of iri2uri.1 run as printed" { examples iri2uri.1; }
@test "man: the examples of uri2iri.1 run as printed" { examples uri2iri.1; }
@test "man: the examples of irinorm.1 run as printed" { examples irinorm.1; }
@test "man: the examples of iricmp.1 run as printed" { examples iricmp.1; }
@test "man: the examples of iriresolve.1 run as printed" { examples iriresolve.1; }
@test "man: the examples of iriparse.1 run as printed" { examples iriparse.1; }
@test "man: the examples of irilint.1 run as printed" { examples irilint.1; }
@test "man: the examples of iri.7 run as printed" { examples iri.7; }
@test "man: the examples of README run as printed" { examples README; }

@test "man: a page and --help name the same options" {
    for tool in $filters iricmp iriresolve iriparse irilint; do
        "$tool" --help | grep -o -e '--[a-z][a-z-]*' | sort -u >help
        # In the page's own list, options are what .It names.
        grep '^\.It Fl' "$tests/../man/$tool.1" | grep -o -e 'Fl -[a-z][a-z-]*' | sed 's/Fl /-/' | sort -u >page
        [ -s help ]
        same help page
    done
}
