#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The installed files, as other programs find them: those of "make install" into a folder of the test, or under "make
# installcheck" those that are there already.
load ../helper
export needs=native

# put_in_root [VARIABLE=VALUE]...: installs into the folder root with these variables of make. Sets $here to the prefix.
put_in_root() {
    unset MAKEFLAGS MAKELEVEL DESTDIR
    make -s -C "$build" install prefix=/opt/iri DESTDIR="$tmp/root" "$@" >log
    here=$tmp/root/opt/iri
    [ -f "$here/lib/pkgconfig/iri.pc" ]
    export PKG_CONFIG_PATH=$here/lib/pkgconfig LD_LIBRARY_PATH=$here/lib
}

# compiled PACKAGE...: compiles the examples of libiri.3, with the flags that pkg-config prints for these packages.
compiled() {
    local pkg found flags cc name n=0
    pkg=$(command -v pkg-config || command -v pkgconf)
    # A program begins with its includes, perhaps after a definition.
    page libiri.3 | awk '
        /^\.Bd -literal/ { on = 1; text = ""; next }
        on && /^\.Ed/ { on = 0; if (text ~ /#include/) printf "%s", text >("example" ++n ".c"); next }
        on { text = text $0 "\n" }'
    [ "$(ls example?.c)" = $'example1.c\nexample2.c\nexample3.c\nexample4.c\nexample5.c' ]
    sed -i.raw 's/\\e/\\/g' example?.c
    if [ "$installed" ]; then
        found=$("$pkg" --cflags --libs "$@")
    else
        [ "$("$pkg" --variable=prefix iri)" = /opt/iri ]
        found=$("$pkg" "--define-variable=prefix=$here" --cflags --libs "$@")
        found+=" $(config PRIVATE_LIBS)"
    fi
    read -ra flags <<<"$found $(config CFLAGS) $(config LDFLAGS)"
    cc=$(config CC)
    for name in map set links mark uniq; do
        mv "example$((++n)).c" $name.c
        $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -o $name $name.c "${flags[@]}"
    done
}

# examples_work: runs the compiled examples.
examples_work() {
    expect 0 ./map http://é.example/ü
    out_is 'http://xn--9ca.example/%C3%BC\n'
    expect 1 ./map 'http://a b/'
    err_is "byte 9: space is not allowed\n"
    expect 2 ./map
    printf '%s\n' HTTP://b.example http://a.example/%7e http://b.example:80/ 'http://a b/' http://a.example/~ |
        expect 0 ./set
    out_is 'http://a.example/~\nhttp://b.example/\n'
    printf '%s\n' ../é '?page=2' '//[x' //b.example/ | expect 0 ./links http://a.example/b/c
    out_is 'http://a.example/%C3%A9\nhttp://a.example/b/c?page=2\nhttp://b.example/\n'
    [ "$(wc -l <err)" = 1 ]
    grep -q '^link: ' err
    expect 2 ./links relative </dev/null
    printf '%s\n' 'See http://é.example/a(b), a.org/c.' 'Or mail x@b.COM; not y.net' | expect 0 ./mark
    out_is 'See <http://é.example/a(b)>, <a.org/c>.\nOr mail <x@b.COM>; not y.net\n'
    printf '%s\n' HTTP://a.example/%7e http://a.example/~ 'http://a b/' http://a.example:80/~ http://b.example/ |
        expect 0 ./uniq
    out_is 'http://a.example/~\nhttp://b.example/\n'
    # Lines that end in no newline, or are longer than a block
    printf 'http://b.example/\n%%\nHTTP://b.example' | expect 0 ./uniq
    out_is 'http://b.example/\n'
    printf '%0200000d\n' 1 1 2 2 2 1 >long
    expect 0 ./uniq <long
    uniq long | same /dev/stdin out
    expect 0 ./uniq </dev/null
    out_is ''
}

# uses_shared: checks that the examples need the shared library by its soname, and their functions by version.
uses_shared() {
    readelf -W -d -V map >dynamic
    grep -q "NEEDED.*\[$(config SONAME)\]" dynamic
    [ -z "$(config VERSION_SCRIPT)" ] || grep -q "Name: $(version_node) " dynamic
}

# version_node: prints the version of the functions in the shared library.
version_node() {
    local name
    name=$(config SONAME)
    echo "LIBIRI_${name#libiri.so.}"
}

@test "install: the examples of libiri.3 compile with the flags of pkg-config, and work" {
    if [ "$installed" ]; then
        export PKG_CONFIG_PATH=$IRI_PKGCONFIGDIR LD_LIBRARY_PATH=$libdir
        # pkg-config puts DESTDIR before the folders that iri.pc names.
        [ -z "${IRI_DESTDIR-}" ] || export PKG_CONFIG_SYSROOT_DIR=$IRI_DESTDIR
        compiled iri
        if [ -n "$(config SHARED_LDFLAGS)" ]; then
            uses_shared
            # The dynamic linker finds the library that is installed there, and no other.
            ! command -v ldd >/dev/null || ldd map | grep -qF "$(config SONAME) => $libdir/"
        fi
        examples_work
        return 0
    fi
    put_in_root
    if [ -n "$(config SHARED_LDFLAGS)" ]; then
        compiled iri
        uses_shared
        examples_work
        [ "$(config STATIC)" != no ] || return 0
        rm "$here"/lib/libiri.so*
    fi
    # Without the shared library, the linker takes libiri.a, which does not name the libraries that it needs.
    # shellcheck disable=SC2046 # split into words
    compiled iri $(config REQUIRES)
    examples_work
}

@test "install: iri.pc names folders with a space, and absolute ones for a relative prefix" {
    needs build
    local pkg prefix flags
    pkg=$(command -v pkg-config || command -v pkgconf)
    unset MAKEFLAGS MAKELEVEL DESTDIR
    # A folder with a space, and one that is relative to the folder of the build
    for prefix in "$tmp/a b" "$(realpath --relative-to="$build" "$tmp")/c d"; do
        make -s -C "$build" install "prefix=$prefix" >log
    done
    for prefix in "$tmp/a b" "$tmp/c d"; do
        export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
        eval "flags=($("$pkg" --cflags --libs iri))"
        printf '%s\n' "${flags[@]}" | sed 's/^-[IL]//' | grep '^/' >folders
        while IFS= read -r folder; do
            realpath "$folder"
        done <folders >found
        printf '%s\n' "$prefix/include" "$prefix/lib" | same /dev/stdin found
        make -s -C "$build" uninstall "prefix=$prefix" >log
    done
}

# cmake_builds VERSION...: builds the example "map" with CMake, against the files below the prefix.
cmake_builds() {
    rm -rf project
    mkdir project
    cp map.c project/
    printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(map C)' "find_package(iri $* REQUIRED)" \
        'add_executable(map map.c)' 'target_link_libraries(map iri::iri)' >project/CMakeLists.txt
    CMAKE_PREFIX_PATH=$here expect 0 cmake -S project -B project/build -DCMAKE_C_COMPILER="$(config CC)" \
        -DCMAKE_C_FLAGS="$(config CFLAGS)" -DCMAKE_EXE_LINKER_FLAGS="$(config LDFLAGS)"
    expect 0 cmake --build project/build
    expect 0 project/build/map http://é.example/ü
    out_is 'http://xn--9ca.example/%C3%BC\n'
}

@test "install: CMake finds the library, shared or static, wherever its folders are" {
    needs build
    command -v cmake >/dev/null || skip "no cmake here"
    local abi
    abi=$(config SONAME)
    abi=${abi#libiri.so.}
    put_in_root
    compiled iri
    cmake_builds "$abi"
    mv root elsewhere
    here=$tmp/elsewhere/opt/iri
    cmake_builds
    if [ -n "$(config SHARED_LDFLAGS)" ] && [ "$(config STATIC)" != no ]; then
        ldd project/build/map | grep -qF "$here/lib/$(config SONAME)"
        rm "$here"/lib/libiri.so*
        cmake_builds "$(config VERSION)" EXACT
    fi
    # Another minor version before 1.0 has another ABI.
    printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(old C)' 'find_package(iri 0.1 REQUIRED)' \
        >project/CMakeLists.txt
    CMAKE_PREFIX_PATH=$here expect 1 cmake -S project -B project/old
    tr '\n' ' ' <err | grep -q 'compatible *with *requested *version'
}

# static_libs LIBRARY...: prints the flags that link these libraries without shared ones. Skips the test if one is
# missing here as a static library.
static_libs() {
    local pkg flags
    pkg=$(command -v pkg-config || command -v pkgconf)
    flags=$("$pkg" --static --libs "$@")
    echo 'int main(void) { return 0; }' >empty.c
    # shellcheck disable=SC2086 # split into words
    "$(config CC)" -static -o empty empty.c $flags 2>log || return
    echo "$flags"
}

# program FLAG...: links the program that has all tools, with these flags, as the file "program".
program() {
    local flags
    make -s -C "$build" build/cmd/one/main.o build/libone.a build/libiri.a
    read -ra flags <<<"$(config CFLAGS) $(config LDFLAGS)"
    "$(config CC)" "${flags[@]}" -o program "$build/build/cmd/one/main.o" "$build/build/libone.a" "$@"
}

@test "install: a program and the tools can be linked without shared libraries" {
    local flags tool optional
    needs build
    [ "$(config STATIC)" != no ] || skip "no static library here"
    put_in_root
    compiled iri
    # shellcheck disable=SC2046 # split into words
    flags=$(static_libs $(config REQUIRES)) || skip "no static libidn2, utf8proc or libunistring here"
    # shellcheck disable=SC2086 # split into words
    "$(config CC)" -static -I"$here/include" -o static map.c -L"$here/lib" -liri $flags
    expect 0 ./static http://é.example/ü
    out_is 'http://xn--9ca.example/%C3%BC\n'
    optional="$(config PSL_LIBS) $(config FRIBIDI_LIBS)"
    # shellcheck disable=SC2086
    "$(config CC)" -static -o empty empty.c $optional $flags 2>log || skip "no static libpsl or FriBidi here"
    # shellcheck disable=SC2086
    program -static "$build/build/libiri.a" $optional $flags
    ! command -v readelf >/dev/null || [ -z "$(readelf -W -d program | grep NEEDED)" ]
    for tool in iri2uri iriparse irilint; do
        ln program $tool
    done
    echo http://é.example/ü | expect 0 ./iri2uri
    out_is 'http://xn--9ca.example/%C3%BC\n'
    echo http://é.example/ü | expect 0 ./iriparse --get=host
    out_is 'é.example\n'
    echo http://a.example/ | expect 0 ./irilint
}

# The linker takes from libiri.a what the shared library does not export.
@test "install: the tools can be linked with the shared library" {
    local tool libs
    needs build
    [ -n "$(config SHARED_LDFLAGS)" ] && [ "$(config STATIC)" != no ] || skip "one of the libraries is missing here"
    command -v readelf >/dev/null || skip "no readelf here"
    ln -s "$build"/build/libiri.so.* "$(config SONAME)"
    read -ra libs <<<"$(config FRIBIDI_LIBS) $(config PSL_LIBS) $(config IDN2_LIBS) $(config UTF8PROC_LIBS)"
    program "$build"/build/libiri.so.* "$build/build/libiri.a" "${libs[@]}"
    readelf -W -d program | grep -q "NEEDED.*\[$(config SONAME)\]"
    export LD_LIBRARY_PATH=$PWD
    ln program iri2uri
    ln program iriedit
    echo http://é.example/ü | expect 0 ./iri2uri
    out_is 'http://xn--9ca.example/%C3%BC\n'
    echo http://a.example/b | expect 0 ./iriedit --append=path=c
    out_is 'http://a.example/b/c\n'
}

# Also a tool of its own, which needs fewer libraries than all. Those here need no function of iri.h from libiri.a, so
# they work with any library of the same soname.
@test "install: with --enable-separate-tools, each tool is a program" {
    local tool
    needs build
    command -v readelf >/dev/null || skip "no readelf here"
    make -s -C "$build" build/libcmd.a build/libiri.a
    configured 0 --enable-separate-tools
    mkdir scratch/build
    ln -s "$build"/build/lib{iri,cmd}.a scratch/build/
    # shellcheck disable=SC2046 # split into words
    made -o build/libiri.a -o build/libcmd.a CFLAGS=-O0 HARDEN_CFLAGS= \
        $(sed -n 's/^TOOL(\(.*\))$/\1/p' "$build/build/tool_list.h")
    echo http://a.example/b | expect 0 scratch/iriedit --append=path=c
    out_is 'http://a.example/b/c\n'
    readelf -W -d scratch/iri2path | grep NEEDED >needed
    has 0 'libpsl\|fribidi' needed
    mv scratch/iri2path another-name
    echo file:///a | expect 0 ./another-name
    out_is '/a\n'
    [ -n "$(config SHARED_LDFLAGS)" ] || return 0
    exports | sort >public
    for tool in iri2path iriedit path2iri; do
        made -o build/libiri.a -o build/libcmd.a "build/cmd/$tool.o" CFLAGS=-O0 HARDEN_CFLAGS=
        # shellcheck disable=SC2046 # split into words
        "$(config CC)" -o $tool scratch/build/cmd/$tool.o "$build/build/libcmd.a" "$build"/build/libiri.so.* \
            "$build/build/libiri.a" $(config IDN2_LIBS) $(config UTF8PROC_LIBS)
        nm $tool | awk '$2 == "T" { print $3 }' | sort | comm -12 public - | same /dev/null /dev/stdin
    done
}

@test "install: the tools are links to one program, below 2 MB without symbols, that knows them by its name" {
    local name tool
    [ "$(config SEPARATE)" != yes ] || skip "configured with --enable-separate-tools"
    if [ "$installed" ]; then
        tool=$tools
    else
        put_in_root
        tool=$here/bin
    fi
    # A package may have copies where it cannot have links.
    [ "$installed" ] || [ "$(find "$tool" -samefile "$tool/iri2uri" | wc -l)" = "$(find "$tool" -type f | wc -l)" ]
    cp "$tool/iri2uri" copy
    for name in iri2uri iri2uri-0.2 .iri2uri-wrapped; do
        ln -f copy $name
        echo http://a.example/é | expect 0 ./$name
        out_is 'http://a.example/%C3%A9\n'
    done
    # The name of the file counts, not those of the folders.
    mkdir iri2uri.d
    ln copy iri2uri.d/irinorm
    echo http://a.example/%7E | expect 0 iri2uri.d/irinorm
    out_is 'http://a.example/~\n'
    for name in copy $'\e[31m' ''; do
        expect 2 bash -c 'exec -a "$1" ./copy' - "$name"
        out_is ''
        [ "$(wc -l <err)" = 1 ]
        grep -q '^iri-toolkit: the name of this program is not that of a tool; .*: iri2path iri2uri .* uri2iri$' err
    done
    [[ "$(config CFLAGS)" == *-O[2s]* ]] && ! sanitized && command -v strip >/dev/null || return 0
    strip copy
    [ "$(wc -c <copy)" -lt 2000000 ]
}

@test "install: either library can be left out" {
    needs build
    if [ -n "$(config SHARED_LDFLAGS)" ]; then
        put_in_root STATIC=no
        [ ! -e "$here/lib/libiri.a" ]
        compiled iri
        examples_work
        rm -r root
    fi
    [ "$(config STATIC)" != no ] || return 0
    put_in_root SHARED_LDFLAGS=
    [ "$(ls "$here/lib")" = $'cmake\nlibiri.a\npkgconfig' ]
    # iri.pc names the libraries that libiri.a needs.
    compiled iri
    examples_work
}

@test "install: the tools need no installed library, and uninstall removes every file" {
    needs build
    put_in_root
    rm -f "$here"/lib/libiri*
    echo http://a.example/é | expect 0 "$here/bin/iri2uri"
    out_is 'http://a.example/%C3%A9\n'
    make -s -C "$build" uninstall prefix=/opt/iri DESTDIR="$tmp/root" >log
    find "$tmp/root" ! -type d >left
    same /dev/null left
}

# exports: prints the functions of the list in libiri.map.
exports() {
    sed -n 's/^\t\(iri_[a-z0-9_]*\);$/\1/p' "$tests/../lib/libiri.map"
}

@test "install: iri.h declares the functions of libiri.map, and libiri.3 names each" {
    exports >list
    sort -u list | same list /dev/stdin
    [ "$(wc -l <list)" -gt 20 ]
    # Without comments, a function of C is a name before a bracket.
    tr '\n' ' ' <"$includedir/iri.h" | sed 's:/\*[^*]*\(\*[^/][^*]*\)*\*/::g' | grep -oE '\biri_[a-z0-9_]+\(' |
        tr -d '(' | sort -u | same list /dev/stdin
    # The page has an item for each function.
    page libiri.3 | sed -n 's/^\.It Fn //p' | sort | same list /dev/stdin
}

@test "install: the shared library exports the functions of libiri.map, with its version" {
    [ -n "$(config SHARED_LDFLAGS)" ] || skip "no shared library here"
    nm -D --defined-only "$libdir"/libiri.so.* | awk '$2 ~ /^[T]$/ { print $3 }' | sort -u >symbols
    grep -v '^_' symbols | sed 's/@.*//' | same <(exports) /dev/stdin
    [ -z "$(config VERSION_SCRIPT)" ] || [ "$(grep -c "@@$(version_node)\$" symbols)" = "$(exports | wc -l)" ]
}

# installed_page NAME: prints a page in $mandir, which a package may have compressed.
installed_page() {
    cat "$mandir/man3/$1.3" 2>/dev/null || gzip -dc "$mandir/man3/$1.3.gz"
}

@test "install: each function has a manual page" {
    [ "$installed" ] || put_in_root
    local mandir=${IRI_MANDIR:-$here/share/man} name whole page
    whole=$(installed_page libiri)
    for name in $(exports); do
        page=$(installed_page "$name")
        # Debian makes it a link.
        [ "$page" = '.so man3/libiri.3' ] || [ "$page" = "$whole" ]
    done
    # mandoc writes a bold letter twice, with a backspace between.
    (cd "$mandir" && mandoc man3/iri_parse.3) | sed $'s/.\b//g' >text
    grep -q 'iri_parse' text
    ! command -v man >/dev/null || [ -n "$(man -M "$mandir" -w iri_relativize)" ]
}

@test "install: the version in iri.h is that of the package" {
    local version
    version=$(config VERSION)
    grep -q "^#define IRI_VERSION \"$version\"\$" "$includedir/iri.h"
    printf '%s\n' '#include "iri.h"' 'version IRI_VERSION_MAJOR IRI_VERSION_MINOR IRI_VERSION_PATCH' >version.c
    [ "$("$(config CC)" -E -P -I "$includedir" version.c | tail -n 1)" = "version ${version//./ }" ]
}

@test "install: .reuse/dep5 says the licence of each file, as the file itself does" {
    needs build
    [ -f "$tests/../.ci/files" ]
    (cd "$tests/.." && sh .ci/files | tar -cf - -T -) | tar -xf -
    sh .ci/sbom name 1 0 >bill
    [ "$(jq '.files | length' bill)" -gt 500 ]
    # A file may be under other licences, too, like a table of vectors.
    jq -r '.files[] | select(.licenseInfoInFiles[0] as $own | $own != "NONE" and
        ([.licenseConcluded | splits(" AND ")] | index($own) | not)) | .fileName' bill | same /dev/null /dev/stdin
    jq -r '.files[] | select(.licenseConcluded == "") | .fileName' bill | same /dev/null /dev/stdin
}

# Debian's reviewers use it. It knows no licence of a README or a table: .reuse/dep5 is for these. Unicode-3.0 is too
# new for some versions.
# bats test_tags=long
@test "install: licensecheck knows the licence of each source file" {
    command -v licensecheck >/dev/null || skip "no licensecheck here"
    [ -f "$tests/../.ci/files" ]
    (cd "$tests/.." && sh .ci/files | grep -E '\.([ch]|bats|bash|awk|def|map|[1-8]|py|sh|pl)$' |
        xargs licensecheck) >known
    [ "$(wc -l <known)" -gt 300 ]
    grep UNKNOWN known | grep -v '^lib/unicode/unicode_table\.h:' | same /dev/null /dev/stdin
}

@test "install: iri.h compiles without other headers and warnings, in C and C++" {
    local std
    printf '#include "iri.h"\nint x;\n' >alone.c
    # A program of C++ 98 has no designated initializers.
    printf '%s\n' '#include "iri.h"' 'iri_map_options options = iri_map_options();' \
        'iri_mapper *mapper = iri_mapper_new(&options);' >alone.cc
    for std in c99 c11; do
        "$(config CC)" -std=$std -Wall -Wextra -pedantic -Werror -I "$includedir" -c alone.c
    done
    command -v c++ >/dev/null || skip "no C++ compiler here"
    for std in c++98 c++11 c++17; do
        c++ -std=$std -Wall -Wextra -pedantic -Werror -I "$includedir" -c alone.cc
    done
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

# configured STATUS [ARGUMENT]...: runs configure in a new folder, "scratch", with the arguments of the build and these.
# Checks the exit status, and writes the messages to the file "out".
configured() {
    local want=$1 got=0 source words
    shift
    source=$(cd "$tests/.." && pwd)
    # config.status quotes the arguments for the shell.
    eval "words=($("$build/config.status" --config))"
    rm -rf scratch
    mkdir scratch
    (cd scratch && "$source/configure" "${words[@]}" "$@") >out 2>&1 || got=$?
    [ "$got" = "$want" ] || tail -n 20 out
    [ "$got" = "$want" ]
}

# made [ARGUMENT]...: runs make in "scratch".
made() (
    unset MAKEFLAGS MAKELEVEL DESTDIR
    make -s --no-print-directory -C scratch "$@"
)

# left_out TOOL...: checks that "scratch" has all tools but these, and does not build them. Writes the names of the
# others to the file "names".
left_out() {
    local tool
    # shellcheck disable=SC2016 # make expands the variables
    printf '%s\n' 'include Makefile' names: '	@printf "%s\n" $(TOOLS)' all_names: '	@printf "%s\n" $(ALL_TOOLS)' \
        >scratch/print
    made -f print names >names
    made -f print all_names >all_names
    for tool; do
        expect 0 grep -x "$tool" all_names
    done
    printf '%s\n' "$@" | grep -vxFf - all_names | same names /dev/stdin
    made -n all >plan
    [ "$(grep -c irilint plan)" -gt 0 ]
    for tool; do
        expect 1 grep -E -e "-o $tool |cmd/$tool\.c|completions .*$tool" plan
    done
}

# without LIBRARY...: checks that "scratch" has neither the tools that need one of these libraries nor the parts of
# other tools that do, and that configure has said so in the file "out".
without() {
    local tools=() documents=1 suffixes=1 readers='irilint and irishow are'
    case " $* " in *' libpsl '* | *' fribidi '*) tools+=(irishow) readers='irilint is' ;; esac
    case " $* " in *' libpsl '*) tools+=(irigrep irised) documents='' suffixes='' ;; esac
    cp out said # expect writes to the file "out"
    left_out "${tools[@]}"
    if [ "$documents" ]; then
        expect 1 grep 'built without --from' said
        expect 0 grep 'HAVE_DOCUMENTS 1' scratch/config.h
    else
        grep -q "^\(configure: \)*$readers built without --from" said
        expect 1 grep 'HAVE_DOCUMENTS 1' scratch/config.h
        expect 1 grep -E 'cmd/document/from|doclint' plan
    fi
    if [ "$suffixes" ]; then
        expect 1 grep -E 'domain-in-subdomain|columns domain' said
        expect 0 grep 'HAVE_PSL 1' scratch/config.h
        expect 0 grep -E -- '-o build/one/program .*-lpsl' plan
    else
        grep -q '^\(configure: \)*irilint is built without the rule domain-in-subdomain' said
        grep -q '^iriparse is built without the columns domain and suffix' said
        expect 1 grep 'HAVE_PSL 1' scratch/config.h
        expect 1 grep -E 'lpsl|cmd/base/suffix_list' plan
    fi
    case " ${tools[*]} " in *' irishow '*) expect 1 grep -E 'lfribidi|cmd/irishow/order' plan ;; esac
}

# needed_by LIBRARY: prints the tools that need a library, as configure names them.
needed_by() {
    case $1 in
    libpsl) echo irigrep, irised and irishow ;;
    fribidi) echo irishow ;;
    esac
}

@test "install: configure leaves out the tools whose libraries are missing, and says so; uninstall removes them" {
    local text tool name
    needs build
    # An empty value stands for neither --with-libpsl nor --without-libpsl.
    configured 0 --with-libpsl= PSL_LIBS=-lno-such-library --with-fribidi= FRIBIDI_LIBS=-lno-such-library
    grep -q '^configure: WARNING: Left out: irigrep, irised and irishow\. libpsl is missing' out
    grep -q '^Left out: irishow\. fribidi is missing' out
    for text in "'make deps' installs it" 'run configure again' libpsl-dev libpsl-devel PSL_LIBS --without-libpsl \
        libfribidi-dev fribidi-devel FRIBIDI_LIBS --without-fribidi; do
        grep -qF -e "$text" out
    done
    without libpsl fribidi
    # Takes the tools and the library from the build, and builds nothing. The completions may have those of all.
    mkdir scratch/build
    ln -s "$build"/build/{completions,libiri.a} scratch/build/
    for name in $(cat names); do
        ln -s "$build/$name" scratch/
    done
    made -o all install prefix=/opt/iri SHARED_LDFLAGS= DESTDIR="$tmp/root" >log
    [ -f root/opt/iri/share/man/man1/irilint.1 ]
    find root -name '*irigrep*' -o -name '*irised*' -o -name '*irishow*' >left
    same /dev/null left
    # Files of an earlier build with all
    for tool in irigrep irised irishow; do
        for name in bin/$tool share/man/man1/$tool.1 share/bash-completion/completions/$tool \
            share/zsh/site-functions/_$tool share/fish/vendor_completions.d/$tool.fish; do
            : >"root/opt/iri/$name"
        done
    done
    made uninstall prefix=/opt/iri DESTDIR="$tmp/root" >log
    find root ! -type d >left
    same /dev/null left
}

# not_wanted LIBRARY: configures without one library, by an option.
not_wanted() {
    configured 0 --with-libpsl --with-fribidi "--without-$1"
    grep -q "^\(configure: \)*Left out: $(needed_by "$1"), because of --without-$1$" out
    has 0 "$1 is missing" out
    without "$1"
}

# bats test_tags=long
@test "install: configure leaves out a tool by --without-fribidi" {
    needs build
    not_wanted fribidi
}

# One macro of configure.ac looks for each library, so one library shows what it does.
# bats test_tags=long
@test "install: configure leaves out tools if libpsl is missing, or by --without-libpsl; not with --with-libpsl" {
    needs build
    not_wanted libpsl
    configured 0 --with-libpsl= PSL_LIBS=-lno-such-library
    grep -q "^configure: WARNING: Left out: $(needed_by libpsl)\. libpsl is missing" out
    without libpsl
    configured 1 --with-libpsl PSL_LIBS=-lno-such-library
    grep -q '^configure: error: libpsl is missing' out
    configured 1 --with-libpsl=/usr
    grep -q '^configure: error: --with-libpsl takes no value' out
}

@test "install: needs skips the tests of a tool that was left out, and names the missing libraries" {
    needs build
    echo 'LEFT_OUT = irigrep:libpsl irised:libpsl' >config.mk
    printf '%s\n' 'load helper' '@test "left out" { needs irigrep; false; }' '@test "built" { needs irilint; }' \
        >some.bats
    printf '%s\n' 'load helper' 'export needs=irised' '@test "all of a file" { false; }' >file.bats
    cp "$tests/helper.bash" .
    IRI_BUILD=$tmp expect 0 bats --tap some.bats file.bats
    out_is '1..3\nok 1 left out # skip irigrep was left out: libpsl is missing\nok 2 built\n'\
'ok 3 all of a file # skip irised was left out: libpsl is missing\n'
}

@test "install: make deps prints the missing packages if it may not install them" {
    needs build
    [ -f "$tests/../.ci/deps" ]
    mkdir bin
    # A machine with a package manager and without root, sudo and compiler
    printf '#!/bin/sh\necho 1000\n' >bin/id
    printf '#!/bin/sh\nexit 3\n' >bin/apt-get
    ln -s "$(command -v tr)" "$(command -v sed)" bin/
    chmod +x bin/id bin/apt-get
    expect 1 env -u CC -u CXX PATH="$tmp/bin" "$(command -v sh)" "$tests/../.ci/deps"
    packages='gcc libc6-dev g++ autoconf pkg-config libidn2-dev libutf8proc-dev libpsl-dev libfribidi-dev'
    packages+=' bats mandoc xz-utils jq parallel dash zsh patch nodejs libicu-dev'
    [ -f /usr/share/publicsuffix/public_suffix_list.dat ] || packages+=' publicsuffix'
    packages+=' cmark-gfm'
    /usr/bin/python3 -c 'import rdflib' 2>/dev/null || packages+=' python3-rdflib'
    packages+=' asciidoctor'
    /usr/bin/python3 -c 'import html5lib' 2>/dev/null || packages+=' python3-html5lib'
    /usr/bin/python3 -c 'import lxml' 2>/dev/null || packages+=' python3-lxml'
    /usr/bin/python3 -c 'import tinycss2' 2>/dev/null || packages+=' python3-tinycss2'
    /usr/bin/python3 -c 'import docutils' 2>/dev/null || packages+=' python3-docutils'
    err_is "sudo is missing; ask an administrator to install: $packages\n"
    # With a sudo that writes its arguments to the file "asked"
    printf '#!/bin/sh\necho "$*" >>asked\n' >bin/sudo
    chmod +x bin/sudo
    expect 0 env -u CC -u CXX PATH="$tmp/bin" "$(command -v sh)" "$tests/../.ci/deps"
    grep -q 'apt-get .*install .* g++ .*libidn2-dev' asked
}
