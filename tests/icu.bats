# SPDX-License-Identifier: ISC
# The rules for hosts that deceive, compared with another implementation of UTS #39: uspoof of ICU. icu.tsv lists the
# differences with reasons.
# shellcheck shell=bash
load helper

# config NAME: prints a variable of the build.
config() {
    sed -n "s/^$1 = //p" "$build/config.mk"
}

@test "icu: scripts, skeletons and mixed scripts are those of ICU, except for the differences that icu.tsv lists" {
    local pkg flags status=0
    pkg=$(command -v pkg-config || command -v pkgconf) || skip "no pkg-config here"
    "$pkg" --exists icu-i18n icu-uc || skip "no ICU here (Debian: libicu-dev)"
    read -ra flags <<<"$(config CFLAGS) $(config CPPFLAGS) $(config IDN2_CFLAGS) $(config UTF8PROC_CFLAGS) \
        $("$pkg" --cflags icu-i18n icu-uc)"
    read -ra libs <<<"$(config LDFLAGS) $(config IDN2_LIBS) $(config UTF8PROC_LIBS) $("$pkg" --libs icu-i18n icu-uc)"
    "$(config CC)" -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I "$build" "${flags[@]}" \
        -o icu "$tests/icu.c" "$build/libiri.a" "${libs[@]}"
    # The list names the version of our tables.
    grep -v '^#' "$tests/icu.tsv" | cut -f6 | sort -u >version
    [ "$(cat version)" = "$(sed -n 's/.*data files of Unicode \([0-9]*\.[0-9]*\)\..*/\1/p' \
        "$tests/../lib/unicode_table.h")" ]
    ./icu "$tests/icu.tsv" >out || status=$?
    [ $status != 77 ] || skip "$(cat out) is newer than our Unicode $(cat version)"
    # The versions and numbers, in the log of the tests
    sed -n '/in the list/!s/^/# /p' out >&3
    head -n 100 out
    [ $status = 0 ]
}
