#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Input that is made to exhaust time or memory. With a million repetitions, quadratic time would be hours, so a generous
# limit on time shows the difference from linear time on any machine. The limit on memory is a multiple of the size of
# the input.
load helper

# times N TEXT: prints the text N times, without newlines.
times() {
    yes "$2" | head -n "$1" | tr -d '\n'
}

# limited COMMAND...: runs the command with limits on time and memory. The limit on memory is 64 MB plus $factor times
# the size of the file "in". With a sanitizer there is no limit on memory, since it reserves a huge address space.
factor=16
limited() (
    # No limits under an emulator: it needs memory and time itself.
    [ -z "${IRI_PRELOAD-}" ] || exec "$@"
    bound=$((65536 + factor * $(wc -c <in) / 1024))
    ulimit -t 60
    if (ulimit -v 1000000 && iri2uri --version) >/dev/null 2>&1; then ulimit -v $bound; fi
    exec "$@"
)

# one STATUS COMMAND...: runs the command on the file "in", which has one line. Checks that there is one line of output
# and at most one message.
one() {
    expect "$1" limited "${@:2}" in
    [ "$(wc -l <out)" = 1 ]
    [ "$(wc -l <err)" -le 1 ]
}

# pair STATUS COMMAND...: runs a command that reads pairs: the line of the file "in" twice, separated by a tab.
pair() {
    { tr -d '\n' <in && printf '\t' && cat in; } >two
    mv in line
    mv two in
    expect "$1" limited "${@:2}" <in
    mv line in
}

# stays COMMAND...: checks that the output is the input.
stays() {
    one 0 "$@"
    same in out
}

# becomes COMMAND...: checks that the output is the file "want".
becomes() {
    one 0 "$@"
    same want out
}

# valid LINT: checks that the IRI in the file "in" is valid for every tool. irilint exits with status LINT.
valid() {
    one 0 iri2uri
    one 0 iri2uri --repair
    one 0 uri2iri --bidi --host=unicode
    one 0 irinorm
    one 0 irinorm --nfc
    one 0 iriresolve -b http://b.example/c
    one 0 iriparse --host=unicode --json
    one 0 irilint --fix
    pair 0 iricmp
    cut -c 1-7 out | grep -qx 'string.'
    pair 0 iriresolve --pairs
    one 0 iriresolve --relative -b http://b.example/c
    expect "$1" limited irilint in
    err_is ''
}

# invalid COLUMN: checks that every tool rejects the line in the file "in", with an error at this column.
invalid() {
    local tool
    for tool in iri2uri uri2iri irinorm 'iriresolve -b http://b.example/c' iriparse 'irilint --fix'; do
        # shellcheck disable=SC2086 # split into words
        one 1 $tool
        grep -q "^${tool%% *}: in:1:$1: " err
    done
    pair 1 iricmp
    grep -q "^iricmp: stdin:1:$1: " err
    # irilint lists all faults, up to a limit.
    expect 1 limited irilint in
    [ "$(wc -l <out)" -ge 1 ]
    [ "$(wc -l <out)" -le 2500 ]
}

@test "hostile: a line of 50 MB" {
    { printf http://a.example/ && times 25000000 ab && echo; } >in
    stays iri2uri
    stays uri2iri --host=unicode
    stays irinorm --html
    stays iriresolve -b http://b.example/c
    stays irilint --fix
    expect 0 limited irilint in
    out_is ''
    stays iriresolve --relative -b mailto:b@b.example
    sed 's|^http://a.example|http\t\ta.example\t\t|; s/$/\t\t/' in >want
    becomes iriparse
    { printf http://a.example/ && times 12500000 ab && echo; } >in
    pair 0 iricmp
    { printf 'string\t' && tr '\n' '\t' <in && cat in; } >want
    same want out
}

@test "hostile: 50 MB of non-ASCII text without a newline" {
    times 25000000 é >in
    { times 25000000 %C3%A9 && echo; } >want
    becomes iri2uri
    { cat in && echo; } >want
    becomes uri2iri
    becomes irinorm --nfc
    becomes irilint --fix
    # --relative needs an IRI with a scheme. This is only a path.
    one 1 iriresolve --relative -b http://b.example/c
    { printf http://b.example/ && cat in && echo; } >want
    becomes iriresolve -b http://b.example/c
}

@test "hostile: a million combining marks" {
    { printf http://a/e && times 1000000 $'\xcc\x81' && echo; } >marks
    { printf http://a/e && times 1000000 %CC%81 && echo; } >triplets
    { printf http://a/é && times 999999 $'\xcc\x81' && echo; } >composed
    cp marks in
    valid 1
    cp triplets want
    becomes iri2uri
    cp composed want
    becomes irinorm --nfc
    becomes uri2iri --nfc
    cp triplets in
    # These triplets stay encoded: decoded, they would not be in NFC (RFC 3987, section 5.3.2.2).
    stays uri2iri
    becomes irinorm --nfc
    cp marks want
    becomes irinorm
    # Marks that are not in canonical order
    { printf http://a/q && times 500000 $'\xcc\x81\xcc\xa3' && echo; } >in
    { printf http://a/q && times 500000 $'\xcc\xa3' && times 500000 $'\xcc\x81' && echo; } >want
    becomes irinorm --nfc
    becomes irilint --fix
    # Encoded and raw marks in turn, with variation selectors or joiners, which depend on their neighbours
    { printf http://a/☺ && times 200000 $'%EF%B8%8F%CC%81\xcc\x81' && echo; } >in
    valid 0
    { printf http://a/ب && times 200000 $'%E2%80%8D\xcc\x81ب' && echo; } >in
    # irilint finds mixed directions: the characters of a triplet itself run from left to right.
    valid 1
}

@test "hostile: hosts of a million labels" {
    { printf http:// && times 1000000 a. && echo; } >in
    stays iri2uri
    sed 's|$|/|' in >want
    becomes irinorm
    expect 1 limited irilint in
    grep -q '\[host-length\]$' out
    # The host is too long for a domain name, so it has no A-labels. Tools that accept such a host check only its
    # syntax.
    { printf http:// && times 1000000 ü. && echo; } >in
    one 1 iri2uri
    grep -q '^iri2uri: in:1:8: .*too long' err
    sed 's|$|/|' in >want
    becomes irinorm
    stays uri2iri --host=unicode
    expect 1 limited irilint in
    grep -q '\[host-length\]$' out
    { printf http:// && times 200000 xn--tda. && echo; } >in
    stays iri2uri
    one 0 uri2iri --host=unicode
    one 0 iriparse --host=unicode
    # Each label has a message of its own.
    expect 0 limited uri2iri --host=unicode --explain in
    [ "$(grep -c 'would map to another one' err)" = 200000 ]
    expect 1 limited irilint in
    grep -q '\[host-length\]$' out
}

@test "hostile: a million dot segments" {
    local segment
    for segment in /. /.. /a/.. /%2E%2e; do
        { printf http://a && times 1000000 "$segment" && echo /; } >in
        echo http://a/ >want
        becomes irinorm
        becomes irilint --fix
        # Resolution also removes them from a reference with a scheme.
        becomes iriresolve -b http://b.example/c
        stays iri2uri
        expect 1 limited irilint in
        pair 0 iricmp
    done
    { times 1000000 ../ && echo; } >in
    echo http://b.example/ >want
    becomes iriresolve -b http://b.example/c/d
    { printf http://b.example/ && times 1000000 c/ && echo; } >in
    { times 1000000 ../ && echo x; } >want
    # --pairs: the path of the base is long, and so is the reference.
    echo http://b.example/x >line
    expect 0 limited iriresolve --pairs --html < <(tr '\n' '\t' <in && cat want)
    same line out
}

@test "hostile: a million delimiters" {
    local c column
    while read -r c column; do
        echo "with $c"
        { printf http://a && times 1000000 "$c" && echo; } >in
        invalid "$column"
        one 0 iriparse --lenient
    done <<'END'
% 9
@ 10
: 10
[ 9
# 10
\ 9
END
    { printf 'http://a' && times 1000000 '?' && echo; } >in
    valid 0
    { printf 'http://a/' && times 1000000 '/' && echo; } >in
    valid 0
    # After repair they are no delimiters.
    { printf 'http://a/' && times 1000000 '%u00e9%[' && echo; } >in
    { printf 'http://a/' && times 1000000 '%C3%A9%25%5B' && echo; } >want
    becomes iri2uri --repair
}

@test "hostile: a million character references" {
    { printf 'http://a/' && times 1000000 '&' && echo; } >in
    stays iri2uri --html
    { printf 'http://a/' && times 1000000 '&amp;' && echo; } >want
    mv in plain
    mv want in
    mv plain want
    becomes irinorm --html
    becomes iriresolve --html -b http://b.example/
    # U+10FFFF is a noncharacter (section 2.2).
    { times 1000000 '&#1114111;' && echo; } >in
    one 1 iri2uri --html
    grep -q '^iri2uri: in:1:1: U+10FFFF' err
    one 1 irinorm --html --nfc
    { printf '/&#' && times 3000000 1 && echo ';'; } >in
    one 1 uri2iri --html
    grep -q '^uri2iri: in:1:2: ' err
    { printf '/&' && times 3000000 a && echo ';'; } >in
    stays uri2iri --html
}

@test "hostile: only NUL, and only 0xFF" {
    head -c 3000000 /dev/zero >in
    invalid 1
    expect 0 limited irinorm -z in
    same in out
    head -c 3000000 /dev/zero | tr '\0' '\377' >in
    invalid 1
    local charset
    for charset in utf-16le utf-32 iso-2022-jp utf-7; do
        known $charset || continue
        expect 1 limited irinorm --charset=$charset --invalid=keep in
        grep -q "^irinorm: in:1:1: " err
        expect 1 limited iri2uri --charset=$charset --html --reject=bad in
        [ -s bad ]
    done
}

@test "hostile: long lines in other charsets" {
    local charset factor=24 # the line is longer in UTF-8
    { printf / && times 3000000 あ && echo; } >text
    { printf / && times 3000000 %E3%81%82 && echo; } >want
    for charset in utf-16le iso-2022-jp shift_jis; do
        iconv -f UTF-8 -t $charset text >in
        becomes iri2uri --charset=$charset
        expect 0 limited irinorm --charset=$charset in
        same text out
        expect 0 limited irilint --charset=$charset in
    done
    # Many shifts, and an invalid byte at the end
    { printf / && times 500000 $'\e$B$"\e(B' && printf '\377\n'; } >in
    one 1 irinorm --charset=iso-2022-jp
    grep -q '^irinorm: in:1:500002: byte 0xFF' err
    # The query in another charset: each run of non-ASCII characters is converted on its own.
    { printf 'http://a/?' && times 500000 あa && echo; } >in
    { printf 'http://a/?' && times 500000 %82%A0a && echo; } >want
    becomes iri2uri --query-charset=shift_jis
}

@test "hostile: a million fields or references in a line" {
    { times 1000000 $'a\t' && echo %; } >in
    one 1 irinorm -f 1000001
    grep -q '^irinorm: in:1:2000001: ' err
    stays irinorm -f 1000000
    { times 1000000 'a ' && echo; } >in
    expect 0 limited irinorm --split in
    [ "$(wc -l <out)" = 1000000 ]
    expect 0 limited irilint --split --enable=relative --fail-level=error in
    { times 500000 '% ' && echo; } >in
    expect 1 limited iri2uri --split --invalid=drop --reject=bad in
    [ "$(wc -l <bad)" = 500000 ]
    tail -n 1 err | grep -q '^iri2uri: in:1:999999: '
}

@test "hostile: --located: a million of what could begin a place" {
    local piece
    # Digits and colons, but no number between two colons
    for piece in a:1 :a: :: 1 :0: :18446744073709551616:; do
        { printf a && times 1000000 "$piece" && echo; } >in
        expect 1 limited iri2uri --located in
        out_is '\n'
        grep -q '^iri2uri: in:1:1: the line does not begin with ' err
        expect 1 limited irilint --located in
        out_is ''
    done
    # A place, and then a million of the same
    { times 1000000 :1 && echo : ; } >in
    one 1 irinorm --located
    grep -q '^irinorm: in:1:1: ' err
    { printf a:1: && times 1000000 1: && echo; } >in
    one 1 irinorm --located
    { printf a:1:1: && times 1000000 a: && echo; } >in
    stays irinorm --located
    # The longest name, and a finding or a note for many characters
    { times 4096 $'\x1b' && printf :1: && times 1000000 %2F && echo; } >in
    expect 0 limited irinorm --located in
    { times 4096 $'\x1b' && printf :1: && times 1000 %2F && echo; } >in
    stays irinorm --located
    expect 0 limited uri2iri --located --explain in
    same in out
    [ "$(wc -l <err)" = 1000 ]
    [ "$(grep -c '[^ -~]' err)" = 0 ]
}

@test "hostile: very long IP literals, a million mailboxes, a million changes of direction" {
    { printf 'http://[' && times 1000000 1: && echo ']/'; } >in
    invalid "$((8 + 1 + 16))"
    { printf 'http://[v1.' && times 1000000 a: && echo ']/'; } >in
    valid 0
    { printf mailto: && times 1000000 A@B, && echo; } >in
    { printf mailto: && times 1000000 A@b, && echo; } >want
    becomes irinorm
    { printf http://a/ && times 500000 אa && echo; } >in
    valid 1
    { printf http://a/ && times 500000 %D7%90a && echo; } >in
    stays uri2iri --bidi
    valid 0
}

@test "hostile: what schemes demand, of IRIs with a million parts" {
    local status before piece after
    while IFS=$'\t' read -r status before piece after; do
        echo "$before: a million times $piece"
        { printf %s "$before" && times 1000000 "$piece" && printf '%s\n' "$after"; } >in
        expect "$status" limited irilint --only=bad-mailto,bad-tel,bad-urn,bad-data,port-range,suffix-reference in
        expect 0 limited irinorm in
    done <<'END'
0	tel:+	1-	1
0	tel:+1	;a=b	;c
0	tel:1;phone-context=	a.	a
0	mailto:	é@ü.example,	a@b.c
0	mailto:%22	@,	%22@b.c
1	mailto:	%22,%22	@b.c
1	mailto:a@	é@,	b
0	mailto:?	to=a&	b
0	mailto:?	to=a&	to=b@c
0	data:;base64,	QUJD	QQ==
0	data:;base64,	%0A	QQ==
0	data:	;base64	;,
1	urn:	a	:b
0	http://h:	0	80
1	www.	a.	com
END
}

# searched STATUS OPTION...: searches the file "in" for links, with limits. Checks that there is no message.
searched() {
    expect "$1" limited irigrep "${@:2}" in
    err_is ''
}

# no_links: searches for links in text that each row repeats: bytes, piece, options.
no_links() {
    local size piece options
    while IFS=$'\t' read -r size piece options; do
        echo "with $options: $piece"
        times "$((size / $(printf %s "$piece" | wc -c)))" "$piece" >in
        # shellcheck disable=SC2086 # split into words
        searched 1 $options
        out_is ''
    done
}

@test "hostile: irilint: a baseline with a million entries, and a link of 5 MB with findings of many rules" {
    awk 'BEGIN { for (i = 0; i < 1000000; i++) print "HTTP://a.example/" i }' >in
    expect 0 limited irilint --write-baseline=base in
    [ "$(wc -l <base)" = 1000000 ]
    expect 0 limited irilint --baseline=base in
    out_is ''
    err_is ''
    : >empty
    cp base in
    expect 0 limited irilint --baseline=base empty
    err_is ''
    # A lookup hashes the link once for each rule, not for each of the thousand findings that are listed.
    { printf HTTP://u:p@a.example:80/./ && times 500000 $'%7e%ff \xff\\' && echo; } >in
    factor=64 # the escaped link is longer, and is read for each of its rules
    expect 0 limited irilint --write-baseline=base in
    [ "$(wc -l <base)" -gt 8 ]
    expect 0 limited irilint --baseline=base --fail-level=info in
    out_is ''
    err_is ''
}

@test "hostile: irigrep: 100 MB of what could begin a link" {
    needs irigrep
    no_links <<'END'
100000000	(
100000000	a@a
100000000	http:
100000000	a@a	--bare
20000000	(	--bare --cjk --unwrap
20000000	a@a	--bare --cjk
20000000	http:	--bare --cjk
20000000	://	--bare
20000000	<	--unwrap
20000000	<	--from=xml --unwrap
20000000	<http:	--unwrap
20000000	<URL:	--unwrap --bare
20000000	a.	--bare
20000000	a.b.	--bare --cjk
20000000	mailto:	--bare
20000000	mailto:a	--bare
20000000	data:
20000000	data:(
20000000	。	--bare --cjk
20000000	中（	--bare --cjk
20000000	1.1.1.1的	--bare --cjk
20000000	1.2.3.4的.b	--bare --cjk
20000000	的。的。	--bare
20000000	&#	--from=xml
20000000	&amp;	--from=xml --bare
20000000	<!--	--from=xml
20000000	<![CDATA[	--from=xml
20000000	<?	--from=xml
20000000	<!DOCTYPE '	--from=xml
20000000	<!DOCTYPE [	--from=xml
20000000	<a b=	--from=xml
20000000	<a b="&amp;	--from=xml
20000000	</	--from=xml
END
}

@test "hostile: irigrep: millions of links" {
    needs irigrep
    { printf http://e.com/ && times 1000000 '('; } >in
    searched 0
    [ "$(wc -c <out)" = 1000014 ]
    { printf http://e.com/ && times 1000000 '(['; } >in
    searched 0 --bare --unwrap -n
    [ "$(wc -c <out)" = 2000021 ]
    # A link ends before the "://" of the next one.
    times 3000000 http:// >in
    searched 0 -c
    searched 0 --bare --unwrap -c
    times 12000000 a.com >in
    searched 0 --bare -c
    # No dot between a hyphen and a letter begins a search, so that the last one finds all hosts before it.
    { printf - && times 2000000 .com的- && echo .com的.com; } >in
    searched 0 --bare --cjk -c
    { printf -- -a.com的 && times 5000000 .b && echo .com; } >in
    searched 0 --bare --cjk -c
    # For each of these links, the search for the closing bracket ends after 256 bytes.
    times 300000 'http://a?中（' >in
    searched 0 --cjk -c
    times 2000000 a.com中 >in
    searched 0 --bare --cjk
    [ "$(wc -l <out)" = 2000000 ]
    times 6000000 a@b.com, >in
    searched 0 --bare -c
    out_is '6000000\n'
    times 3000000 'http://a.e/,, ' >in
    searched 0 -c
    out_is '3000000\n'
    # With --unwrap, broken links before one link that is whole
    { yes $'<http:\n//a>' | head -4000000 && echo http://b/; } >in
    searched 0 --unwrap
    [ "$(wc -l <out)" = 2000001 ]
    { yes $'<http:\n//a' | head -4000000 && echo http://b/; } >in
    searched 0 --unwrap
    out_is 'http://b/\n'
    # XML
    { echo '<a>' && times 2000000 'http://a/&amp;b ' && echo '</a>'; } >in
    searched 0 --from=xml --json
    [ "$(wc -l <out)" = 2000000 ]
    { echo '<a>' && times 2000000 '<b c="http://a/&#x61;"/>' && echo '</a>'; } >in
    searched 0 --from=xml -c
    out_is '2000000\n'
}

# documents OPTION...: searches the document that each row describes: bytes, text before, piece that is repeated, text
# after. The texts have escapes of printf's %b, "-" is no text before, and "#all" is the text after if each piece is a
# link. There is no message.
documents() {
    local size before piece after n status
    while IFS=$'\t' read -r size before piece after; do
        echo "with $*: $before, $piece, $after"
        # times removes line feeds.
        printf -v piece %b "$piece"
        n=$((size / ${#piece}))
        { printf %b "${before#-}" && times "$n" "${piece//$'\n'/$'\001'}" | tr '\001' '\n' && printf %b "$after"; } >in
        status=0
        limited irigrep "$@" in >out 2>err || status=$?
        [ "$status" -le 1 ]
        err_is ''
        [ "$after" != '#all' ] || [ "$(wc -l <out)" -ge "$n" ]
    done
}

@test "hostile: irigrep: Markdown: nesting, and what could begin a link or other markup" {
    needs irigrep
    # md4c needs more than 60 bytes for each "[".
    local factor=96
    documents --from=markdown <<'END'
100000000	-	<
20000000	-	[
20000000	-	![
20000000	-	]
20000000	-	&#
20000000	-	&amp;
20000000	-	<a 
20000000	-	<a b="
20000000	-	[a](
20000000	-	[a](<
20000000	-	[a](b "
20000000	-	[![a](
20000000	-	> > > 
20000000	-	*a
20000000	-	_a __b*
20000000	-	~~a
20000000	-	`
20000000	-	`a``
20000000	-	[a]: 
20000000	-	\n[a]: b\n
20000000	-	> [a]: b\n
20000000	-	[a\n
20000000	-	```\n[a]: b\n
20000000	-	<!--
20000000	-	<?
20000000	-	<![CDATA[
20000000	-	<svg>
20000000	-	<svg>x\n\n
20000000	<div>\n	<b \n
20000000	<div>\n<script>	</scrip
20000000	-	<http://a/
20000000	-	((
20000000	-	\\
20000000	-	1. 
20000000	-	 - 
20000000	|	a|	\n|---|\n
10000000	| a | b |\n|---|---|\n	| c | d |\n
10000000	-	a\n
1000000	-	[](a\\_b)	#all
1000000	-	![a](&amp;)	#all
1000000	-	[]()	#all
1000000	-	[](<>)	#all
1000000	-	[a](b)	#all
1000000	-	<http://a/>	#all
1000000	-	<a href=b&amp;>	#all
1000000	| a |\n|---|\n	| [](a\\|b) |\n	#all
1000000	[r]: a\\_b\n\n	[][r]
1000000	[r]: a\\_b\n\n	![][r]	[](c)
1000000	[r]: <>\n\n	[r][]	]( [](\\_)
1000000	-	[r]	\n\n[r]: a\\_b
1000000	-	[a]: b\\_c\n\n	[a]
END
}

@test "hostile: irigrep: HTML: nesting, and what could begin a link or other markup" {
    needs irigrep
    documents --from=html <<'END'
100000000	-	<
20000000	-	&#
20000000	-	&amp;
20000000	-	</
20000000	-	</p>
20000000	-	<a 
20000000	-	<a b=
20000000	-	<a href="
20000000	-	<a href='>
20000000	-	<!--
20000000	-	<!-- -- >
20000000	-	<!
20000000	-	<?
20000000	-	<script>
20000000	-	<script><!--
20000000	-	<title>
20000000	-	</titl
20000000	<title>	</titl
20000000	<script>	<!--<script>
20000000	-	<svg>
20000000	-	<svg></svg>
20000000	-	<svg><foreignobject>
20000000	-	<math><mi><svg><desc>
20000000	<svg>	<g></x>
20000000	-	<svg><![CDATA[
20000000	<svg><![CDATA[	]]
20000000	-	<table><tr><td>
20000000	-	<div>
20000000	-	=
20000000	<a srcset="	a, 	">
20000000	<a srcset="	&#38;,(	">
20000000	<a ping="	a&amp; 	">
20000000	-	<a href=b&amp;>	#all
20000000	-	<img srcset="a 1x, b">	#all
20000000	-	<a href>	#all
20000000	-	http://a/<b>	#all
END
    # An element of SVG that is nested too deeply is still closed.
    { times 1000000 '<svg>' && times 1000000 '</svg>' && printf '<![CDATA[http://a/]]>http://b/'; } >in
    searched 0 --from=html
    out_is 'http://b/\n'
}

@test "hostile: irigrep: a line of 100 MB, a million links on one line" {
    needs irigrep
    { times 50000000 'é' && echo ' http://a/'; } >in
    searched 0 -n
    out_is 'in:1:50000002:http://a/\n'
    searched 0 -n --bare --cjk
    out_is 'in:1:50000002:http://a/\n'
    { printf http://a/ && times 50000000 'é' && echo; } >in
    searched 0 -h
    same in out
    { times 1000000 'http://a/é ' && echo; } >in
    searched 0 -n
    [ "$(wc -l <out)" = 1000000 ]
    [ "$(tail -n 1 out)" = in:1:10999990:http://a/é ]
    searched 0 -n --charset=utf-8
    iconv -f UTF-8 -t ISO-8859-1 in >latin1
    mv latin1 in
    searched 0 -n --charset=latin1
    [ "$(tail -n 1 out)" = in:1:10999990:http://a/é ]
    # Line ends of each kind, between which there is nothing
    { times 10000000 $'\r' && yes $'\r' | head -n 10000000 && echo http://a/; } >in
    searched 0 -n
    out_is 'in:20000001:1:http://a/\n'
    searched 0 -n --unwrap
    out_is 'in:20000001:1:http://a/\n'
}

@test "hostile: irigrep: 200,000 non-ASCII labels, each another one" {
    needs irigrep
    awk 'BEGIN { for (i = 0; i < 200000; i++) printf "a.é%d é%d.é%d@ü%d.com ", i, i, i, i }' >in
    searched 0 --bare
    [ "$(wc -l <out)" = 200000 ]
    # A label that is longer than any top-level domain
    { printf a. && times 2000000 é; } >in
    searched 1 --bare
}

@test "hostile: irised: a million links in a document, and a million lines in a map" {
    needs irised
    # Links, their new texts and the new document, whose links are read again, are in memory as a whole.
    local option factor=64
    times 1000000 'http://a.example/é ' >in
    expect 0 limited irised cat in
    same in out
    expect 0 limited irised 'sed s/a.example/b.example/' in
    sed 's/a[.]example/b.example/g' in | same /dev/stdin out
    expect 0 limited irised --dry-run 'sed s/a.example/b.example/' in
    [ "$(wc -l <out)" = 7 ] # with the two lines about the missing newline
    awk 'BEGIN { for (i = 0; i < 1000000; i++) printf "http://a.example/%d\thttp://b.example/%d\n", i, i }' >map
    cut -f 1 map >in
    cut -f 2 map >new
    for option in --map --map-prefix; do
        expect 0 limited irised $option=map in
        same new out
    done
}

@test "hostile: irised: prefixes that begin with each other, and links with a million segments" {
    needs irised
    awk 'BEGIN { s = "http://a"; for (i = 1; i <= 3000; i++) { s = s "/a"; printf "%s\thttp://b/%d\n", s, i } }' >map
    { for _ in $(seq 2000); do printf http://a && times 3000 /a && echo x; done; } >in
    expect 0 limited irised --map-prefix=map in
    [ "$(sort -u out)" = http://b/2999/ax ]
    { printf 'http://a' && times 1000000 /a && printf ' http://a' && times 1000000 /a/.. && echo; } >in
    expect 0 limited irised --map-prefix=map in
    [ "$(cut -c 1-20 out)" = http://b/3000/a/a/a/ ]
}

@test "hostile: irised: commands that print too much or too little, do not read, or print what is hard to write" {
    needs irised
    times 1000000 'http://a.example/é ' >in
    local command factor=64
    for command in yes true 'exec <&-; yes' 'exec <&-' 'head -n 1' 'cat; echo' 'exec >&-; cat' 'kill -KILL $$'; do
        echo "with $command"
        expect 2 limited irised "$command" in
        out_is ''
        [ "$(grep -c '^irised: in: not edited: ' err)" = 1 ]
    done
    # Brackets that are nested, and characters that need a reference
    times 1000000 '(' >brackets
    times 1000000 '[' >>brackets
    echo '[a](b)' >in
    expect 0 irised --from=markdown 'cat brackets' in
    [ "$(wc -c <out)" -gt 4000000 ]
    times 1000000 '&<"' >characters
    echo '<a href=b>' >in
    expect 0 irised --from=html 'cat characters' in
    [ "$(wc -c <out)" -gt 15000000 ]
}

@test "hostile: irised: a file with several names is edited once, and its backup stays the old content" {
    needs irised
    mkdir -p tree/sub
    echo http://a/ >tree/b.txt
    echo http://c/ >tree/sub/d.txt
    ln -s sub/d.txt tree/a.txt
    ln -s b.txt tree/e.txt
    expect 0 irised -r -i.txt 'sed s/$/x/' tree
    [ "$(cat tree/b.txt tree/sub/d.txt)" = $'http://a/x\nhttp://c/x' ]
    [ "$(cat tree/b.txt.txt tree/sub/d.txt.txt)" = $'http://a/\nhttp://c/' ]
    echo http://a/ >in
    expect 0 irised -i~ 'sed s/$/x/' in in ./in in~
    [ "$(cat in in~)" = $'http://a/x\nhttp://a/' ]
    [ ! -e in~~ ]
}

@test "hostile: irised: a link at a shift sequence" {
    needs irised
    known UTF-7 || skip "no UTF-7"
    printf 'http://a/é http://b/\n' | iconv -f UTF-8 -t UTF-7 >in
    expect 0 irised --charset=UTF-7 'sed s/$/ö/' in
    [ "$(iconv -f UTF-7 -t UTF-8 out)" = 'http://a/éö http://b/ö' ]
}

@test "hostile: irised: a new link that could be the underline of a heading or of a table" {
    needs irised
    for link in = - == --- :-; do
        printf '[a]:\nb\n' >in
        expect 0 irised --from=markdown "echo '$link'" in
        [ "$(cat out)" = $'[a]:\n\\'"$link" ]
        [ "$(irigrep --from=markdown -h out)" = "$link" ]
    done
}

# finding LINE COLUMN: checks that the last finding of irilint --only=bad-percent, with the options in $options and
# without a message, is in this place of the file "in".
finding() {
    expect 1 limited irilint "${options[@]}" --only=bad-percent in
    err_is ''
    tail -n 1 out | grep "^in:$1:$2: "
}

@test "hostile: irilint: documents with a link of 10 MB, and with a million links" {
    needs irigrep
    # As for irigrep, md4c needs much memory for each "[".
    local options piece factor=96
    # All findings, up to a limit, and then one at the end of the link. It is after 1,000,000 pieces.
    for piece in '&amp;^' '&ThickSpace;' '&Tab;' '&a' $'\xff' '^'; do
        { printf '<a href="/' && times 1000000 "$piece" && echo '%"> %'; } >in
        options=(--from=html)
        finding 1 $((11 + 1000000 * $(printf %s "$piece" | wc -c)))
        expect 1 limited irilint --from=html --format=json in
        [ "$(wc -l <out)" -gt 0 ]
        [ "$(wc -l <out)" -lt 20000 ]
        limited irilint --from=html --fix -q in >out || [ $? = 1 ]
    done
    for piece in '\^' '\\&lt;' '&lt;' '&#' '\a'; do
        { printf '[a](/' && times 1000000 "$piece" && echo 'a%) %'; } >in
        options=(--from=markdown)
        finding 1 $((7 + 1000000 * ${#piece}))
        limited irilint --from=markdown --format=json in >out || [ $? = 1 ]
        [ "$(wc -l <out)" -lt 20000 ]
        limited irilint --from=markdown --fix -q in >out || [ $? = 1 ]
    done
    # Links over a million lines
    { printf '<a href="/' && yes $'\xc3\xa9^\r' | head -1000000 && echo '%">'; } >in
    options=(--from=html)
    finding 1000001 1
    { printf '<http://u:p' && yes 'é^' | head -1000000 && echo '%@h>'; } >in
    options=(--from=text --unwrap)
    finding 1000001 1
    expect 1 limited irilint "${options[@]}" --only=userinfo --format=github in
    grep -q '^::[a-z]* file=in,line=1,endLine=1000001,title=userinfo::' out
    # A million links in a line, and in a million lines
    times 1000000 '<a href="/é%">' >in
    options=(--from=html)
    finding 1 13999998
    times 1000000 '[a](%) ' >in
    options=(--from=markdown)
    finding 1 6999998
    yes 'http://a/%' | head -1000000 >in
    options=(--from=text)
    finding 1000000 10
    [ "$(wc -l <out)" = 1000000 ]
}

@test "hostile: irilint: every byte and what misleads, in documents and their names" {
    needs irigrep
    local format output byte name=$'a\e[31m\xe2\x80\xae\n\x01%:1:2: b'
    local hidden=$'\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf|\xc2[\x80-\x9f]'
    for byte in {1..255}; do
        printf '%b%b%b' "<a href='//h/" "\\x$(printf %x "$byte")" "%'>\n"
        printf '%b%b%b' "[a](</" "\\x$(printf %x "$byte")" "%>) http://A/"
        printf '%b%s' "\\x$(printf %x "$byte")" $'^\n'
    done >"$name"
    # The bidi controls, invisible characters, line separators and C1 controls: raw, and as character references
    printf '<a href="http://h/%b%%">' '\xe2\x80\xae' '\xe2\x80\x8b' '\xe2\x81\xa6' '\xe2\x80\xa8' '\xc2\x9b' \
        '\xef\xbb\xbf' '&#x202E;' '&#x9B;' '&#27;' '&#10;' '&#7;' >>"$name"
    for format in text markdown html xml; do
        for output in text github json sarif; do
            irilint --from=$format --format=$output "$name" >out 2>err || [ $? = 1 ]
            [ "$(wc -l <out)" -gt 10 ]
            tr -d '\n' <out | grep -a -n -P '[\x00-\x1f\x7f]' && return 1
            iconv -f UTF-8 -t UTF-8 <out >/dev/null
            case $output in
            text | github) grep -a -P "$hidden" out && return 1 ;;
            *) jq . out >/dev/null ;;
            esac
            tr -d '\n' <err | grep -a -n -P '[^ -~]' && return 1
        done
        irilint --from=$format --fix "$name" >out 2>err || [ $? = 1 ]
        tr -d '\n' <err | grep -a -n -P '[^ -~]' && return 1
        [ "$(wc -l <err)" -gt 10 ]
        irilint --from=$format --fix --dry-run -q "$name" >out 2>err || [ $? = 1 ]
    done
    # A NUL makes the file binary: one message, and no finding.
    printf '\0' >>"$name"
    expect 0 irilint --from=markdown "$name"
    out_is ''
    [ "$(wc -l <err)" = 1 ]
    tr -d '\n' <err | grep -a -P '[^ -~]' && return 1
    true
}
