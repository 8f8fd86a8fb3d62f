# SPDX-License-Identifier: ISC
# Comparisons with ICU. Its uspoof is another implementation of UTS #39, the rules for hosts that deceive; icu.tsv lists
# the differences with reasons. Its ubidi is another implementation of UAX #9, the order of characters on the screen.
# shellcheck shell=bash
load ../helper
export needs='build native'

# build_icu: compiles the program icu in the current folder, or skips the test.
build_icu() {
    local pkg flags libs
    pkg=$(command -v pkg-config || command -v pkgconf) || skip "no pkg-config here"
    "$pkg" --exists icu-i18n icu-uc || skip "no ICU here (Debian: libicu-dev)"
    read -ra flags <<<"$(config CFLAGS) $(config CPPFLAGS) $(config IDN2_CFLAGS) $(config UTF8PROC_CFLAGS) \
        $("$pkg" --cflags icu-i18n icu-uc)"
    read -ra libs <<<"$(config LDFLAGS) $(config IDN2_LIBS) $(config UTF8PROC_LIBS) $("$pkg" --libs icu-i18n icu-uc)"
    "$(config CC)" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I "$build" -I "$tests/.." \
        "${flags[@]}" -o icu "$tests/documents/icu.c" "$build/build/libiri.a" "${libs[@]}"
}

@test "icu: scripts, skeletons and mixed scripts are those of ICU, except for the differences that icu.tsv lists" {
    local status=0
    build_icu
    # The list names the version of our tables.
    grep -v '^#' "$tests/documents/icu.tsv" | cut -f6 | sort -u >version
    [ "$(cat version)" = "$(sed -n 's/.*data files of Unicode \([0-9]*\.[0-9]*\)\..*/\1/p' \
        "$tests/../lib/unicode/unicode_table.h")" ]
    ./icu "$tests/documents/icu.tsv" >out || status=$?
    [ $status != 77 ] || skip "$(cat out) is newer than our Unicode $(cat version)"
    # The versions and numbers, in the log of the tests
    sed -n '/in the list/!s/^/# /p' out >&3
    head -n 100 out
    [ $status = 0 ]
}

@test "icu: --display=embed and isolate, in the order of ICU, are --display=visual and units" {
    needs irishow
    build_icu
    # Examples of section 4.4, and short references, every 10th to save time
    rows irishow-display.tsv | cut -d $'\037' -f3 | sed -n '/\\/!p' >lines
    "$programs/tools/order" short | sort -u | awk 'NR % 10 == 1' >>lines
    # Generated references. No marks: FriBidi 1.0.8 overlooks some brackets beside them.
    awk 'BEGIN {
        n = split("a b א ב ا ب ٣ 1 2 - + , $ . : / ( ) （ ） « » é", c, " ")
        for (srand(1); i < 50000; i++) {
            s = "/"
            for (k = 12 * rand(); k >= 0; k--) s = s c[1 + int(n * rand())]
            print s
        }
    }' >>lines
    corpus iri
    cat iri.txt >>lines
    irishow -q --display=embed <lines >embed || [ $? = 1 ]
    irishow -q --display=visual <lines >visual || [ $? = 1 ]
    irishow -q --display=isolate <lines >isolate || [ $? = 1 ]
    irishow -q --display=units <lines >units || [ $? = 1 ]
    ./icu --visual <embed >out
    same visual out
    [ "$(LC_ALL=C grep -c $'^\xE2\x80\xAA' embed)" -gt 10000 ]
    # --display=units encodes some units that isolate keeps.
    ./icu --visual <isolate | paste - units lines | awk -F '\t' '
        $1 == $2 { same++; next }
        gsub(/%/, "%", $2) > gsub(/%/, "%", $3) { encoded++; next }
        { bad++; print }
        END { print same + 0, "same,", encoded + 0, "encoded,", bad + 0, "bad"; exit (bad || same < 10000) }' >out || {
        tail -n 20 out
        return 1
    }
    tail -n 1 out | sed 's/^/# /' >&3
}
