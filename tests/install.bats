#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The installed files, as other programs find them: those of "make install" into a folder of the test, or under "make
# installcheck" those that are there already.
load helper

# config NAME: prints a variable of the build.
config() {
    sed -n "s/^$1 = //p" "$build/config.mk"
}

# put_in_root [VARIABLE=VALUE]...: installs into the folder root with these variables of make. Sets $here to the prefix.
put_in_root() {
    unset MAKEFLAGS MAKELEVEL DESTDIR
    make -s -C "$build" install prefix=/opt/iri DESTDIR="$tmp/root" "$@" >log
    here=$tmp/root/opt/iri
    [ -f "$here/lib/pkgconfig/iri.pc" ]
    export PKG_CONFIG_PATH=$here/lib/pkgconfig LD_LIBRARY_PATH=$here/lib
}

# compiled PACKAGE...: compiles the example of libiri.3 with the flags that pkg-config prints for these packages.
compiled() {
    local pkg found flags cc
    pkg=$(command -v pkg-config || command -v pkgconf)
    page libiri.3 | awk '/^\.Bd -literal/ { on = 1; next } /^\.Ed/ { on = 0 } on' | sed 's/\\e/\\/g' >lead.c
    if [ "$installed" ]; then
        found=$("$pkg" --cflags --libs "$@")
    else
        [ "$("$pkg" --variable=prefix iri)" = /opt/iri ]
        found=$("$pkg" "--define-variable=prefix=$here" --cflags --libs "$@")
        found+=" $(config PRIVATE_LIBS)"
    fi
    read -ra flags <<<"$found $(config CFLAGS) $(config LDFLAGS)"
    cc=$(config CC)
    $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -o lead lead.c "${flags[@]}"
}

# leads: runs the compiled example.
leads() {
    expect 0 ./lead http://a.example/b/c ../é
    out_is 'http://a.example/%C3%A9\n'
    expect 0 ./lead http://a.example/b/c d
    out_is 'http://a.example/b/d\n'
    expect 1 ./lead http://a.example/b/c '//[x'
    grep -q '^at byte 2: ' err
}

# uses_shared: checks that the example needs the shared library by its soname.
uses_shared() {
    readelf -d lead >dynamic
    grep -q "NEEDED.*\[$(config SONAME)\]" dynamic
}

@test "install: the example of libiri.3 compiles with the flags of pkg-config, and works" {
    if [ "$installed" ]; then
        export PKG_CONFIG_PATH=$IRI_PKGCONFIGDIR LD_LIBRARY_PATH=$libdir
        # pkg-config puts DESTDIR before the folders that iri.pc names.
        [ -z "${IRI_DESTDIR-}" ] || export PKG_CONFIG_SYSROOT_DIR=$IRI_DESTDIR
        compiled iri
        if [ -n "$(config SHARED_LDFLAGS)" ]; then
            uses_shared
            # The dynamic linker finds the library that is installed there, and no other.
            ! command -v ldd >/dev/null || ldd lead | grep -qF "$(config SONAME) => $libdir/"
        fi
        leads
        return 0
    fi
    put_in_root
    if [ -n "$(config SHARED_LDFLAGS)" ]; then
        compiled iri
        uses_shared
        leads
        [ "$(config STATIC)" != no ] || return 0
        rm "$here"/lib/libiri.so*
    fi
    # Without the shared library, the linker takes libiri.a, which does not name the libraries that it needs.
    # shellcheck disable=SC2046 # split into words
    compiled iri $(config REQUIRES)
    leads
}

@test "install: either library can be left out" {
    build_only
    if [ -n "$(config SHARED_LDFLAGS)" ]; then
        put_in_root STATIC=no
        [ ! -e "$here/lib/libiri.a" ]
        compiled iri
        leads
        rm -r root
    fi
    [ "$(config STATIC)" != no ] || return 0
    put_in_root SHARED_LDFLAGS=
    [ "$(ls "$here/lib")" = $'libiri.a\npkgconfig' ]
    # iri.pc names the libraries that libiri.a needs.
    compiled iri
    leads
}

@test "install: the tools need no installed library, and uninstall removes every file" {
    build_only
    put_in_root
    rm -f "$here"/lib/libiri*
    echo http://a.example/é | expect 0 "$here/bin/iri2uri"
    out_is 'http://a.example/%C3%A9\n'
    make -s -C "$build" uninstall prefix=/opt/iri DESTDIR="$tmp/root" >log
    find "$tmp/root" ! -type d >left
    same /dev/null left
}

@test "install: the shared library exports only the functions of iri.h" {
    [ -n "$(config SHARED_LDFLAGS)" ] || skip "no shared library here"
    nm -D --defined-only "$libdir"/libiri.so.* | awk '$2 ~ /^[A-Z]$/ { print $3 }' |
        grep -v -e '^__asan' -e '^__odr' | sort -u >exported
    grep -o 'iri_[a-z_]*(' "$includedir/iri.h" | tr -d '(' | sort -u >declared
    [ -s exported ]
    comm -23 exported declared >undeclared
    same /dev/null undeclared
}

@test "install: README names the shared library by its soname" {
    grep -qF " $(config SONAME)," "$tests/../README"
}

@test "install: iri.h compiles without other headers, in C and C++" {
    printf '#include "iri.h"\nint x;\n' >alone.c
    cp alone.c alone.cc
    "$(config CC)" -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$includedir" -c alone.c
    command -v c++ >/dev/null || skip "no C++ compiler here"
    c++ -Wall -Wextra -Werror -I "$includedir" -c alone.cc
}

# fortified: succeeds if the tools call the functions of the C library that check the sizes of buffers. They do with
# glibc, if the compiler optimizes.
fortified() {
    [[ $(config HARDEN_CFLAGS) == *_FORTIFY_SOURCE* ]] && glibc
}

@test "install: the tools are hardened" {
    [ -n "$(config HARDEN_CFLAGS)" ] || skip "configured without hardening"
    command -v readelf >/dev/null || skip "no readelf here"
    for tool in iri2uri irilint; do
        readelf -W -h -l -d --dyn-syms "$tools/$tool" >elf
        grep -q 'Type: *DYN' elf
        grep -q GNU_RELRO elf
        grep -q BIND_NOW elf
        grep -q __stack_chk_fail elf
        ! fortified || grep -q '_chk@' elf
        expect 1 grep 'GNU_STACK.* RWE' elf
    done
}

@test "install: make deps prints the missing packages if it may not install them" {
    build_only
    [ -f "$tests/../.ci/deps" ]
    mkdir bin
    # A machine with a package manager and without root, sudo and compiler
    printf '#!/bin/sh\necho 1000\n' >bin/id
    printf '#!/bin/sh\nexit 3\n' >bin/apt-get
    ln -s "$(command -v tr)" "$(command -v sed)" bin/
    chmod +x bin/id bin/apt-get
    expect 1 env -u CC -u CXX PATH="$tmp/bin" "$(command -v sh)" "$tests/../.ci/deps"
    packages='gcc libc6-dev g++ autoconf pkg-config libidn2-dev libutf8proc-dev'
    packages+=' bats mandoc xz-utils jq parallel dash zsh'
    err_is "sudo is missing; ask an administrator to install: $packages\n"
    # With a sudo that writes its arguments to the file "asked"
    printf '#!/bin/sh\necho "$*" >>asked\n' >bin/sudo
    chmod +x bin/sudo
    expect 0 env -u CC -u CXX PATH="$tmp/bin" "$(command -v sh)" "$tests/../.ci/deps"
    grep -q 'apt-get .*install .* g++ .*libidn2-dev' asked
}
