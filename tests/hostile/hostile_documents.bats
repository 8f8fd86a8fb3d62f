#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Documents that are made to exhaust time or memory, as in hostile.bats, or to break what irigrep, irised and irilint
# print and write.
load ../helper
export needs=speed

n=$'\n'

# quiet STATUS COMMAND...: runs the command with the limits, and checks that there is no message.
quiet() {
    untraced expect "$1" limited "${@:2}"
    [ ! -s err ]
}

# searched STATUS OPTION...: searches the file "in" for links.
searched() { quiet "$1" irigrep "${@:2}" in; }

# lines N FILE: checks that the file has N lines.
lines() { [ "$(wc -l "$2")" = "$1 $2" ]; }

# no_links: searches for links in text that each row repeats: bytes, piece, options.
no_links() {
    local size piece options
    while IFS=$'\t' read -r size piece options; do
        echo "with $options: $piece"
        put in '' $((size / ${#piece})) "$piece" ''
        # shellcheck disable=SC2086 # split into words
        searched 1 $options
        [ ! -s out ]
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
20000000	"	--from=json
20000000	/*	--from=json --bare
20000000	a:	--from=json
20000000	[	--from=jupyter
20000000	<	--from=turtle
20000000	"""	--from=turtle
20000000	<a 	--from=ntriples
20000000	#	--from=ntriples
20000000	[.]	--defanged
20000000	a[.]	--defanged
20000000	(dot)	--defanged
20000000	 dot 	--defanged
20000000	hxxp	--defanged
20000000	hxxp[:	--defanged
20000000	[	--defanged
20000000	[:]//	--defanged
20000000	a[at]a	--defanged --bare
END
}

@test "hostile: irigrep: millions of links" {
    needs irigrep
    local count before piece after links options N
    put in http://e.com/ 1000000 '(' ''
    searched 0
    [ "$(wc -c out)" = "$((million + 14)) out" ]
    put in http://e.com/ 1000000 '([' ''
    searched 0 --bare --unwrap -n
    [ "$(wc -c out)" = "$((2 * million + 21)) out" ]
    # The columns are a number N; a text, a piece that comes N times, and a text; the number of links, and options.
    # - A link ends before the "://" of the next one.
    # - No dot between a hyphen and a letter begins a search, so that the last one finds all hosts before it.
    # - For each link with the bracket "（", the search for the closing bracket ends after 256 bytes.
    # - With --unwrap, one link that is whole after broken links
    while IFS='|' read -r count before piece after links options; do
        echo "$piece: $options"
        # shellcheck disable=SC2034 # the number of links refers to it
        N=$((count / share))
        put in "${before//_/$n}" "$count" "${piece//_/$n}" "${after//_/$n}"
        # shellcheck disable=SC2086 # split into words
        searched 0 $options
        case " $options" in *' -c') out_is "$((links))\n" ;; *) lines $((links)) out ;; esac
    done <<'END'
3000000||http://||N/2|-c
3000000||http://||N/2|--bare --unwrap -c
12000000||a.com||1|--bare -c
2000000|-|.com的-|.com的.com|1|--bare --cjk -c
5000000|-a.com的|.b|.com|1|--bare --cjk -c
300000||http://a?中（||N|--cjk -c
2000000||a.com中||N|--bare --cjk
6000000||a@b.com,||N|--bare -c
3000000||http://a.e/,, ||N|-c
2000000||<http:_//a>_|http://b/_|N+1|--unwrap
2000000||<http:_//a_|http://b/_|1|--unwrap
2000000|<a>_|http://a/&amp;b |</a>_|N|--from=xml --json
2000000|<a>_|<b c="http://a/&#x61;"/>|</a>_|N|--from=xml -c
END
}

# documents OPTION...: searches the document that each row describes: bytes, text before, piece that is repeated, text
# after. The texts have escapes of printf's %b, "-" is no text before, and "#all" is the text after if each piece is a
# link. There is no message.
documents() {
    local size before piece after count
    while IFS=$'\t' read -r size before piece after; do
        echo "with $*: $before, $piece, $after"
        printf -v before %b "${before#-}"
        printf -v piece %b "$piece"
        printf -v after %b "$after"
        count=$((size / ${#piece}))
        put in "$before" $count "$piece" "$after"
        quiet '0 1' irigrep "$@" in
        [ "$after" != '#all' ] || [ "$(wc -l <out)" -ge $((count / share)) ]
    done
}

@test "hostile: irigrep: Markdown: nesting, and what could begin a link or other markup" {
    needs irigrep
    export factor=32
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
8000000	| a | b |\n|---|---|\n	| c | d |\n
8000000	-	a\n
8000000	-	[](a\\_b)	#all
8000000	-	![a](&amp;)	#all
8000000	-	[]()	#all
8000000	-	[](<>)	#all
8000000	-	[a](b)	#all
8000000	-	<http://a/>	#all
8000000	-	<a href=b&amp;>	#all
8000000	| a |\n|---|\n	| [](a\\|b) |\n	#all
8000000	[r]: a\\_b\n\n	[][r]
8000000	[r]: a\\_b\n\n	![][r]	[](c)
8000000	[r]: <>\n\n	[r][]	]( [](\\_)
8000000	-	[r]	\n\n[r]: a\\_b
8000000	-	[a]: b\\_c\n\n	[a]
20000000	-	>
20000000	-	- 
20000000	-	\t- 
20000000	-	[^a]:
20000000	-	[^a]: b\n\n
20000000	-	[a\n
20000000	[a]: /u\n\n	[a\n
20000000	-	[^a]\n
20000000	-	[a]: <\n
20000000	-	[a]: (
20000000	-	[a]:\n
20000000	-	[a]: b 'c\n
20000000	-	> []()\n
20000000	-	> a\n- b\n
20000000	> > > > > > > > a\n	b\n
20000000	-	<a\n
20000000	-	<a b='"
20000000	-	<a b="'>
20000000	-	<a b='"' c="
20000000	-	</a
20000000	-	<!A
20000000	-	<ab:
20000000	-	<a@b
20000000	-	<a@b.
20000000	-	![![
20000000	-	![[
20000000	-	[![a](b)
20000000	-	[a](b(
20000000	-	[a](b 'c"
20000000	-	[a](b (
20000000	-	[a](<b\\>
20000000	-	]()[
20000000	-	[]()[
20000000	-	[a][
20000000	-	[a][b]
20000000	[a]: /u\n\n	[a][b
20000000	-	[a\\]
20000000	-	`a`` `b``` 
20000000	-	`\\`
20000000	-	- - * 
20000000	-	* * * a\n
20000000	-	- a\n
20000000	-	a\n===\n
20000000	-	[a]: b\n===\n
20000000	-	#\n
20000000	-	```\n```\n
20000000	-	~~~
20000000	-	|
20000000	-	a|b\n-|-\n
20000000	-	a\n|-|\n
20000000	-	|-
20000000	a\n	|-
20000000	|a|\n|-|\n	|\\|
20000000	|a|\n|-|\n	||
20000000	-	1)
20000000	-	\r
20000000	-	a\r
20000000	---\n	a\n
20000000	-	---\n
20000000	-	<div>\n\n
20000000	-	<pre></pre>\n
20000000	>\t<div>\n	>\t\t<p>\n
END
    documents --from=mdx <<'END'
20000000	-	{/*
20000000	-	{/*\n\n
20000000	-	a {/*\n
20000000	-	{/**/}
20000000	-	import a\n\n
END
}

# Many containers meet many lines that do not reach them, and a long definition many links.
@test "hostile: irigrep: Markdown: links with marks of emphasis; MDX: tags, code in braces, and indents" {
    needs irigrep
    export factor=32
    documents --from=markdown <<'END'
8000000	-	http://a/_b 	#all
8000000	* 	http://a/*b/_c*d 	#all
8000000	http://a/	/*_b
8000000	|a|\n|-|\n	|http://a/_b|\n	#all
END
    documents --from=mdx <<'END'
20000000	-	<a\n
20000000	-	<a {
20000000	-	<a b='\n
20000000	-	<a b={{\n\n
20000000	-	<a>
20000000	-	<>\n
20000000	-	{/*
20000000	-	      - 
20000000	a\n	          > - \n
8000000	-	<a href='b'\n>[c](d)\n	#all
END
}

@test "hostile: irigrep: Markdown: deep nesting and then lines; long labels and definitions" {
    needs irigrep
    local line=$'\n'
    export factor=32
    searches() {
        put in "$@"
        quiet '0 1' irigrep --from=markdown in
    }
    searches '' 4000000 '- ' '' 4000000 "$line" ''
    searches '' 4000000 '> ' '' 4000000 "$line" ''
    searches '' 4000000 '> - ' "a$line" 2000000 "b$line" ''
    searches '' 4000000 '- ' "a$line" 2000000 "b$line" ''
    searches '' 4000000 '- ' "a$line" 1000000 "> $line" ''
    searches '[a]: /' 8000000 b "$line$line" 2000000 "[a]$line" ''
    searches '' 20000 "[$(printf '%900s' '' | tr ' ' x)]: /u$line" ''
    searches "[$(printf '%900s' '' | tr ' ' x)]: /u$line$line" 20000 "[$(printf '%900s' '' | tr ' ' x)]" ''
}

@test "hostile: irigrep: AsciiDoc: what could begin a macro, a passed text or a block, and has no end" {
    needs irigrep
    documents --from=asciidoc <<'END'
10000000	-	link:
10000000	-	link:	[a]
10000000	-	(https://	x
10000000	-	"https://a	x
10000000	-	(https://{x}
10000000	-	https://a.example/"
10000000	-	xref:a 
10000000	-	xref:a 	[x]
10000000	-	xref:a
10000000	-	image:a 
10000000	-	image:a[
10000000	image:a[	b=",	]
10000000	-	image:a[link=	]
10000000	-	++a
10000000	-	link:++a++
10000000	-	link:++a
10000000	-	 +a
10000000	-	+a+ 
10000000	-	+
10000000	-	$$a
10000000	-	$
10000000	-	<<a
10000000	-	<<a#b,
10000000	-	<<a#b,c
10000000	-	<
10000000	-	[
10000000	-	]
10000000	-	link:a[\\]
10000000	-	pass:a[
10000000	-	pass:
10000000	-	pass:aaaa,
10000000	-	*https://a.b/*_
10000000	-	https://a.b/__________
10000000	-	_https://a.b/
10000000	https://a.b/	_*#
10000000	-	----\n====\n
10000000	-	====\n=====\n======\n
10000000	-	|===\na|\n!===\n
10000000	|===\n	a|	\n|===
10000000	|===\n	a|x\n!===\n!a\n!===\n	\n|===
10000000	-	|===\n
10000000	|===\n	// |\n
10000000	-	:a: b \\\n
10000000	-	:a: https://b \\\n
10000000	:a:	https://b 
10000000	-	a\n-\n
10000000	-	aaaa\n\n
10000000	-	a:: 
10000000	-	:
10000000	-	;;
10000000	-	 ::::: 
10000000	++++\n	<a href="
10000000	-	++++\n<a\n
10000000	[pass]\n	<a href="\n
10000000	-	include::a[]\n
10000000	-	include::
10000000	-	ifdef::a[	]
10000000	-	ifdef::a[b]\n
10000000	-	[a]\n
10000000	-	[a,subs=	]
10000000	-	\n
10000000	-	\r
10000000	https://a.b/	,
10000000	-	://
10000000	-	httpshttp://
10000000	-	video::a[]\n
10000000	-	mailto:a
10000000	-	\\
10000000	link:	a@	[b]
10000000	link:	a'b--	[c]
10000000	-	--\n
10000000	-	```a\n
10000000	-	.
10000000	https://a.b[	a
10000000	-	*
10000000	x	_
10000000	-	a; 
10000000	-	; :
END
}

@test "hostile: irigrep: CSS, JSON, notebooks, RDF and reStructuredText: nesting, and what has no end" {
    needs irigrep
    export factor=32
    documents --from=css <<'END'
10000000	-	url(
10000000	-	url("
10000000	-	url('a" 
10000000	-	url(a 
10000000	-	url(\\
10000000	-	\\75rl(a)
10000000	-	\\000075
10000000	-	/*
10000000	-	/**/
10000000	-	"
10000000	-	"\\\n
10000000	-	@import
10000000	-	@import "a";	#all
10000000	@import	/**/
10000000	-	@import a{
10000000	-	image-set(
10000000	image-set(	"a" 	#all
10000000	image-set(	(
10000000	-	{
10000000	-	}
10000000	-	<!--
10000000	-	a
10000000	-	@
10000000	-	-
8000000	-	p{b:url(a)}	#all
END
    documents --from=scss <<'END'
10000000	-	//
10000000	-	#{
10000000	-	url("#{
10000000	-	url(a#{
10000000	@import	"a",	#all
10000000	-	@{a}
END
    documents --from=json <<'END'
10000000	-	"
10000000	-	'
10000000	-	"\n
10000000	"	\\
10000000	-	"\\
10000000	-	"\\"
10000000	-	:\n
10000000	-	a:"\n
10000000	"	a:\\\n
10000000	"	a:\r\n
10000000	-	/*
10000000	-	*/
10000000	/*	*
10000000	/*	a:/*\n
10000000	-	//
10000000	-	/
10000000	"a:	\\u003a
10000000	"a:	\\ud83d
10000000	"a:	\\u
10000000	"	http\\u003a//	"
10000000	["	http:\\/\\/a 	"]
8000000	-	"http://a/"	#all
END
    documents --from=jupyter <<'END'
10000000	-	{"cells":
10000000	{"cells":	[
10000000	{"cells":[	{"source":
10000000	{"cells":[	{
10000000	{"cells":[	{"source":["http://a/"]},	#all
10000000	{"cells":[{"source":[	"a",	"http://b/"]}]}
10000000	{"cells":[{"source":[	"http://a/ ",	#all
10000000	{"cells":[{"source":[	{
10000000	{"cells":[{"cell_type":"markdown","source":[	"[",
10000000	{"cells":[{"cell_type":"markdown","source":["	\\u005b
10000000	{"cells":[{"cell_type":"markdown","source":[	"[a](b)\\n",	#all
10000000	{"metadata":	{"a":
10000000	{	}
10000000	{	"a"
10000000	{	:
END
    documents --from=turtle <<'END'
10000000	-	"
10000000	-	'
10000000	-	"""
10000000	-	""""
10000000	"""	""\\
10000000	"""	\\
10000000	-	<a
10000000	-	<a\n
10000000	-	<"
10000000	-	<a "
10000000	-	<=
10000000	<	\\u00e9	>
10000000	<	\\
10000000	<	a	>
10000000	-	#
10000000	-	\\
10000000	-	 
10000000	@base	 	<a>
10000000	-	@base <a>.	#all
10000000	@base <http://a/>.	@base <b/>.	#all
10000000	-	base
8000000	-	<>	#all
8000000	-	<a>	#all
END
    documents --from=ntriples <<'END'
10000000	-	"
10000000	"	\\
10000000	-	"\n
10000000	-	<a\n
10000000	-	<a "b"
10000000	-	#\n
10000000	-	"<"
8000000	-	<a> 	#all
END
    documents --from=rst <<'END'
10000000	-	`
10000000	-	``
10000000	-	`a 
10000000	-	 `a
10000000	-	``a 
10000000	-	`a` 
10000000	-	`a`b
10000000	-	`a <
10000000	-	`<a 
10000000	`	<a	>`_
10000000	`	<a>	`_
10000000	`	\\<a>	`_
10000000	-	`<a>`_ 	#all
10000000	-	:doc:`
10000000	-	:doc:`a` 	#all
10000000	-	.. 
10000000	-	..\n
10000000	-	.. a\n
10000000	-	.. _
10000000	-	.. _a: 
10000000	.. _	\\
10000000	.. _`	a:
10000000	.. _a:	 b\n
10000000	.. _a:	 \\ 
10000000	-	.. _a: b\n	#all
10000000	-	.. |
10000000	-	.. |a| 
10000000	-	.. [
10000000	-	.. a::\n
10000000	-	.. image::\n
10000000	.. image::	\n a
10000000	-	.. image:: a\n	#all
10000000	.. a::\n	 :target: b\n	#all
10000000	.. a::\n	 :target:\n
10000000	-	a::\n
10000000	-	::\n\n 
10000000	-	a::\n\n> b\n
10000000	::\n\n	> b\n
10000000	::\n\n	 a\n
10000000	-	- 
10000000	-	1. 
10000000	-	(a) 
10000000	-	\t
10000000	-	\r
10000000	-	__ \n
10000000	-	__ a\n	#all
10000000	-	>>> \n
10000000	-	| a\n
10000000	a\n	a\n
10000000	-	_
10000000	-	<
END
}

# A label is looked for after each link, or before it, so its bound and the end of a link decide.
@test "hostile: irigrep --json, irilint: the texts of links" {
    needs irigrep
    export factor=64
    local format
    labels_of() {
        local size before piece after
        while IFS=$'\t' read -r size before piece after; do
            echo "$format: $before, $piece, $after"
            put in "${before#-}" $((size / ${#piece})) "$piece" "$after"
            quiet '0 1' irigrep --json --from=$format in
            quiet '0 1' irilint --from=$format --only=text-names-other-host --summary in
        done
    }
    format=markdown
    labels_of <<'END'
4000000	-	[a](b)
4000000	-	[www.a.com](http://a.com)
4000000	-	[![a](b)](c)
4000000	[	a	](b)
4000000	[	`a` 	](b)
4000000	[	**a	](b)
4000000	[	![a](b)	](c)
4000000	[	&amp;	](b)
4000000	[	<b>	](c)
4000000	[	www.a.com 	](b)
4000000	[	a.	com](http://b.com)
4000000	-	[a] 
4000000	-	<a href=b>
4000000	-	<a href=b><i>
END
    format=html
    labels_of <<'END'
4000000	-	<a href=b>
4000000	-	<a href=b>c</a>
4000000	-	<a href=b><!--
4000000	-	<a href=b><i>
4000000	<a href=b>	<i>	c</a>
4000000	<a href=b>	<!-- -->	c</a>
4000000	<a href=b>	&amp;	</a>
4000000	<a href=b>	 	c</a>
4000000	<a href=b>	<img alt=c>	</a>
4000000	<a href=b>	<svg>	c</a>
4000000	<a href=b>	<script>	</a>
4000000	<a href=b>	www.c.com 	</a>
4000000	<a href=b title="	c	">d</a>
4000000	-	<area href=b alt=c>
4000000	-	<a href=b></i>
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
20000000	-	<p srcdoc="<a href=b>">	#all
20000000	<p srcdoc="	&lt;a href=b>	">
20000000	-	<p srcdoc='<p srcdoc="
20000000	<meta content=b property="	og 	">
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
    put in '' 1000000 '<svg>' '' 1000000 '</svg>' '<![CDATA[http://a/]]>http://b/'
    searched 0 --from=html
    out_is 'http://b/\n'
}

@test "hostile: irigrep: XML: nesting, feeds, and what could begin a link or other markup" {
    needs irigrep
    export factor=32
    documents --from=xml <<'END'
20000000	-	<a>	
20000000	-	<b></a>	
20000000	-	</a>	
20000000	-	<a:b xmlns:c="d">	
20000000	-	<b xmlns:b="http://www.w3.org/1999/xlink" b:href="">	#all
20000000	-	<a href="b"/>	#all
20000000	<rss>	<description>	-
20000000	<rss>	<description>&lt;a href=b></description>	#all
20000000	<rss><description>	&lt;a href=b>	#all
20000000	<rss><description>	<![CDATA[<a href=b>]]>	#all
20000000	<rss><description>	<![CDATA[a]]>	http://b/
20000000	<rss><description>	&amp;	<
20000000	<rss><description>	&lt;a href=&quot;	
20000000	<rss><description>	<!-- -->a	
20000000	<p xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:schemaLocation="	a b 	"/>
20000000	<opml>	<outline text="&lt;a href=b>"/>	#all
END
}

@test "hostile: irigrep: a line of 100 MB, a million links on one line" {
    needs irigrep
    put in '' 50000000 é " http://a/$n"
    searched 0 -n
    out_is "in:1:$((50 * million + 2)):http://a/\n"
    searched 0 -n --bare --cjk
    out_is "in:1:$((50 * million + 2)):http://a/\n"
    put in http://a/ 50000000 é "$n"
    searched 0 -h
    same in out
    put in http:// 5000000 a: "@h.example/$n"
    searched 0 -h
    same in out
    put in '' 1000000 'http://a/é ' "$n"
    searched 0 -n
    lines $million out
    [ "$(tail -n 1 out)" = "in:1:$((11 * million - 10)):http://a/é" ]
    searched 0 -n --charset=utf-8
    put in '' 1000000 $'http://a/\xe9 ' "$n"
    searched 0 -n --charset=latin1
    [ "$(tail -n 1 out)" = "in:1:$((11 * million - 10)):http://a/é" ]
    # Line ends of each kind, between which there is nothing
    put in '' 10000000 $'\r' '' 10000000 $'\r\n' "http://a/$n"
    searched 0 -n
    out_is "in:$((20 * million + 1)):1:http://a/\n"
    searched 0 -n --unwrap
    out_is "in:$((20 * million + 1)):1:http://a/\n"
}

# labels: makes the file "in" of 200,000 links with labels that differ.
labels() {
    awk -v n=$((200000 / share)) 'BEGIN { while (i++ < n) printf "a.é%d é%d.é%d@ü%d.com ", i, i, i, i }' >in
}

@test "hostile: irigrep: 200,000 non-ASCII labels, each another one" {
    needs irigrep
    both labels
    searched 0 --bare
    lines $((200000 / share)) out
    # A label that is longer than any top-level domain
    put in a. 2000000 é ''
    searched 1 --bare
}

# maps: makes a map of a million URLs, the file "in" with these, and the file "new" with the new ones.
maps() {
    awk -v n=$((1000000 / share)) 'BEGIN { while (i++ < n) print "http://a.example/" i "\thttp://b.example/" i }' >map
    cut -f 1 map >in
    cut -f 2 map >new
}

@test "hostile: irised: a million links in a document, and a million lines in a map" {
    needs irised
    # Links, their new texts and the new document, whose links are read again, are in memory as a whole.
    local option
    export factor=64
    put in '' 1000000 'http://a.example/é ' ''
    put want '' 1000000 'http://b.example/é ' ''
    expect 0 limited irised cat in
    same in out
    expect 0 limited irised 'sed s/a.example/b.example/' in
    same want out
    expect 1 limited irised --dry-run 'sed s/a.example/b.example/' in
    lines 7 out # with the two lines about the missing newline
    both maps
    for option in --map --map-prefix; do
        expect 0 limited irised $option=map in
        same new out
    done
}

# deep: makes a map of 3000 prefixes that begin with each other, and the file "in" of 2000 links that have as many
# segments, or fewer if $share is high.
deep() {
    awk -v most=$((48000 / share)) 'BEGIN {
        link = "http://a"
        while (++n <= 3000) {
            link = link "/a"
            print link "\thttp://b/" n >"map"
            if (n <= most)
                longest = link
        }
        while (i++ < 2000)
            print longest "x"
    }' >in
}

@test "hostile: irised: prefixes that begin with each other, and links with a million segments" {
    needs irised
    both deep
    expect 0 limited irised --map-prefix=map in
    local most=$((48000 / share))
    [ "$(sort -u out)" = "http://b/$((most < 3000 ? most - 1 : 2999))/ax" ]
    put in http://a 1000000 /a ' http://a' 1000000 /a/.. "$n"
    expect 1 limited irised --map-prefix=map in
    [ "$(cut -c 1-20 out)" = http://b/3000/a/a/a/ ]
}

@test "hostile: irised: commands that print too much or too little, do not read, or print what is hard to write" {
    needs irised
    put in '' 1000000 'http://a.example/é ' ''
    local command
    export factor=64
    for command in yes true 'exec <&-; yes' 'exec <&-' 'head -n 1' 'cat; echo' 'exec >&-; cat' 'kill -KILL $$'; do
        echo "with $command"
        expect 2 limited irised "$command" in
        [ ! -s out ]
        [ "$(grep -c '^irised: in: not edited: ' err)" = 1 ]
    done
    # Brackets that are nested, and characters that need a reference
    put brackets '' 1000000 '(' '' 1000000 '[' ''
    put in "[a](b)$n"
    size=$((20 * million)) # of the output, for the limit on memory
    expect 0 limited irised --from=markdown 'cat brackets' in
    [ "$(wc -c <out)" -gt $((4 * million)) ]
    put characters '' 1000000 '&<"' ''
    put in "<a href=b>$n"
    size=$((20 * million))
    expect 0 limited irised --from=html 'cat characters' in
    [ "$(wc -c <out)" -gt $((15 * million)) ]
}

@test "hostile: irised: a file with several names is edited once, and its backup stays the old content" {
    needs irised
    mkdir -p tree/sub
    echo http://a/ >tree/b.txt
    echo http://c/ >tree/sub/d.txt
    ln -s sub/d.txt tree/a.txt
    ln -s b.txt tree/e.txt
    expect 0 irised -i.txt 'sed s/$/x/' tree/*.txt tree/sub/*.txt
    [ "$(cat tree/b.txt tree/sub/d.txt)" = $'http://a/x\nhttp://c/x' ]
    [ "$(cat tree/b.txt.txt tree/sub/d.txt.txt)" = $'http://a/\nhttp://c/' ]
    echo http://a/ >in
    expect 0 irised -i~ 'sed s/$/x/' in in ./in in~
    [ "$(cat in in~)" = $'http://a/x\nhttp://a/' ]
    [ ! -e in~~ ]
}

@test "hostile: irigrep: -r in folders that are 2000 deep, with a small stack" {
    needs irigrep
    # The paths must be shorter than PATH_MAX, so that the tool can open the files.
    local deep
    deep=$(times 2000 d/)
    mkdir -p "$deep"
    echo http://a/ >"${deep}a.txt"
    echo http://b/ >d/d/b.txt
    # Sanitizers need a larger stack.
    sanitized || ulimit -s 128
    expect 0 irigrep -rh
    out_is 'http://b/\nhttp://a/\n'
}

@test "hostile: irised: a link at a shift sequence" {
    needs irised
    known ISO-2022-JP || skip "no ISO-2022-JP"
    printf 'http://a/日 http://b/\n' | iconv -f UTF-8 -t ISO-2022-JP >in
    expect 0 irised --charset=ISO-2022-JP 'sed s/$/本/' in
    [ "$(iconv -f ISO-2022-JP -t UTF-8 out)" = 'http://a/日本 http://b/本' ]
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

# finding LINE COLUMN OPTION...: checks that the last finding of irilint --only=bad-percent is in this place of the file
# "in", and that there is no message.
finding() {
    quiet 1 irilint "${@:3}" --only=bad-percent in
    [[ $(tail -n 1 out) = "in:$1:$2: "* ]]
}

# listed OPTION...: checks that irilint lists findings in the file "in", up to a limit, and that --fix ends.
listed() {
    expect 1 limited irilint "$@" --format=json in
    mapfile -t findings <out
    [ ${#findings[@]} -gt 0 ]
    [ ${#findings[@]} -lt 20000 ]
    expect '0 1' limited irilint "$@" --fix -q in
}

@test "hostile: irilint: documents with a link of 10 MB, and with a million links" {
    needs irigrep
    local piece
    export factor=96 # findings, and the new document
    # All findings, up to a limit, and then one at the end of the link. It is after 1,000,000 pieces.
    for piece in '&amp;^' '&ThickSpace;' '&Tab;' '&a' $'\xff' '^'; do
        put in '<a href="/' 1000000 "$piece" "%\"> %$n"
        finding 1 $((11 + million * ${#piece})) --from=html
        listed --from=html
    done
    for piece in '\^' '\\&lt;' '&lt;' '&#' '\a'; do
        put in '[a](/' 1000000 "$piece" "a%) %$n"
        finding 1 $((7 + million * ${#piece})) --from=markdown
        listed --from=markdown
    done
    # Links over a million lines
    put in '<a href="/' 1000000 $'\xc3\xa9^\r\n' "%\">$n"
    finding $((million + 1)) 1 --from=html
    put in '<http://u:p' 1000000 "é^$n" "%@h>$n"
    finding $((million + 1)) 1 --from=text --unwrap
    expect 1 limited irilint --from=text --unwrap --only=userinfo --format=github in
    grep -q "^::[a-z]* file=in,line=1,endLine=$((million + 1)),title=userinfo::" out
    # A million links in a line, and in a million lines
    put in '' 1000000 '<a href="/é%">' ''
    finding 1 $((14 * million - 2)) --from=html
    put in '' 1000000 '[a](%) ' ''
    finding 1 $((7 * million - 2)) --from=markdown
    put in '' 1000000 "http://a/%$n" ''
    finding $million 10 --from=text
    lines $million out
}

@test "hostile: irilint: running text and RDF with 10 million findings take no memory" {
    needs irigrep
    local text
    export factor=0
    for text in 'http://me@a/' 'irilint-disable-line userinfo' '- irilint-disable-next-line userinfo'; do
        put in '' 10000000 "$text$n" ''
        expect 1 limited irilint --from=text
        lines $((10 * million)) out
    done
    put in '' 10000000 "<http://me@a/> <b:> <c:> .$n" ''
    expect 1 limited irilint --from=ntriples
    lines $((10 * million)) out
    put in '' 10000000 "<a href=http://me@a/>$n" ''
    expect 1 limited irilint --from=html --no-disable
    lines $((10 * million)) out
}

@test "hostile: irilint: every byte and what misleads, in documents and their names" {
    needs irigrep
    local format output byte name=$'a\e[31m\xe2\x80\xae\n\x01%:1:2: b'
    local hidden=$'\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf|\xc2[\x80-\x9f]'
    for byte in {1..255}; do
        printf -v byte '\\x%x' "$byte"
        printf '%b' "<a href='//h/" "$byte" "%'>\n" "[a](</" "$byte" "%>) http://A/" "$byte" '^\n'
        # --fix leaves a password.
        printf '%s\n' "http://u:p@h.example/ <a href='http://u:p@h.example/'> [a](http://u:p@h.example/)"
    done >"$name"
    # The bidi controls, invisible characters, line separators and C1 controls: raw, and as character references
    printf '<a href="http://h/%b%%">' '\xe2\x80\xae' '\xe2\x80\x8b' '\xe2\x81\xa6' '\xe2\x80\xa8' '\xc2\x9b' \
        '\xef\xbb\xbf' '&#x202E;' '&#x9B;' '&#27;' '&#10;' '&#7;' >>"$name"
    for format in text markdown html xml; do
        for output in text github json sarif; do
            irilint --from=$format --format=$output "$name" >$format.$output 2>>messages || [ $? = 1 ]
            mapfile lines <$format.$output
            [ ${#lines[@]} -gt 10 ]
        done
        irilint --from=$format --fix "$name" >out 2>fixed.$format || [ $? = 1 ]
        mapfile lines <fixed.$format
        [ ${#lines[@]} -gt 10 ]
        irilint --from=$format --fix --dry-run -q "$name" >out 2>&1 || [ $? = 1 ]
    done
    expect 1 grep -a -n -P '[\x00-\x1f\x7f]' *.{text,github,json,sarif}
    expect 1 grep -a -n -P "$hidden" *.{text,github}
    expect 1 grep -a -n -P '[^ -~]' messages fixed.*
    iconv -f UTF-8 -t UTF-8 *.{text,github,json,sarif} >valid
    jq . *.{json,sarif} >valid
    # A NUL makes the file binary: one message, and no finding.
    printf '\0' >>"$name"
    expect 2 irilint --from=markdown "$name"
    [ ! -s out ]
    [ "$(tr -d ' -~' <err)" = '' ]
    lines 1 err
}
