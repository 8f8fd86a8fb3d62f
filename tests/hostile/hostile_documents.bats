#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Documents that are made to exhaust time or memory, as in hostile.bats, or to break what irigrep, irised and irilint
# print and write. This is a file of its own, since files run at once.
load ../helper

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
    local options piece
    export factor=96
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
