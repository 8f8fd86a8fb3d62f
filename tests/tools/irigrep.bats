#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The tool irigrep: options, files, formats and places. links.bats tests which links are found.
load ../helper

# text NAME: writes a text with four links to the file NAME.
text() {
    printf 'See http://a.example/é and\n\nmailto:b@c.example, é http://d.example/.\nurn:e:f\n' >"$1"
}

@test "irigrep: one link per line, in order of the text" {
    needs irigrep
    text in
    expect 0 irigrep in
    out_is 'http://a.example/é\nmailto:b@c.example\nhttp://d.example/\nurn:e:f\n'
    cp out want
    expect 0 irigrep <in
    same want out
    expect 0 irigrep - <in
    same want out
    expect 0 irigrep -- in
    same want out
    err_is ''
}

@test "irigrep: -n and -b: columns in characters, offsets in bytes, both from the start of the link" {
    needs irigrep
    text in
    expect 0 irigrep -n in
    out_is 'in:1:5:http://a.example/é\nin:3:1:mailto:b@c.example\nin:3:23:http://d.example/\nin:4:1:urn:e:f\n'
    expect 0 irigrep -n <in
    sed 's/^/std/' < <(irigrep -n in) | same /dev/stdin out
    expect 0 irigrep -hn in
    out_is '1:5:http://a.example/é\n3:1:mailto:b@c.example\n3:23:http://d.example/\n4:1:urn:e:f\n'
    expect 0 irigrep -b in
    out_is '4:http://a.example/é\n29:mailto:b@c.example\n52:http://d.example/\n71:urn:e:f\n'
    expect 0 irigrep -n -b in
    [ "$(sed -n 3p out)" = in:3:23:52:http://d.example/ ]
    expect 0 irigrep --line-number --byte-offset --no-filename in
    [ "$(sed -n 3p out)" = 3:23:52:http://d.example/ ]
}

@test "irigrep: names of files: for several files and -r; the last of -H and -h counts, as with grep" {
    needs irigrep
    echo http://a >in
    cp in other
    expect 0 irigrep in other
    out_is 'in:http://a\nother:http://a\n'
    expect 0 irigrep in - <in
    out_is 'in:http://a\nstdin:http://a\n'
    expect 0 irigrep -h in other
    out_is 'http://a\nhttp://a\n'
    expect 0 irigrep -H in
    out_is 'in:http://a\n'
    expect 0 irigrep -hH in
    out_is 'in:http://a\n'
    expect 0 irigrep --with-filename --no-filename -n in
    out_is '1:1:http://a\n'
    expect 0 irigrep -Hb - <in
    out_is 'stdin:0:http://a\n'
    # A file that is missing counts as one of several.
    expect 2 irigrep in missing
    out_is 'in:http://a\n'
}

@test "irigrep: -c, -l, -z" {
    needs irigrep
    text in
    echo none >none
    expect 0 irigrep -c in
    out_is '4\n'
    # -n changes nothing: no link is printed.
    expect 0 irigrep -cn in
    out_is '4\n'
    expect 0 irigrep -c none in
    out_is 'none:0\nin:4\n'
    expect 0 irigrep -c -h none in
    out_is '0\n4\n'
    expect 0 irigrep -cH - <in
    out_is 'stdin:4\n'
    expect 1 irigrep -c none
    out_is '0\n'
    expect 2 irigrep -c missing none
    out_is 'none:0\n'
    expect 0 irigrep -l none in - <in
    out_is 'in\nstdin\n'
    expect 1 irigrep -l none
    out_is ''
    # As with grep, -l wins over -c, and -h does not change it.
    expect 0 irigrep -lch none in
    out_is 'in\n'
    expect 1 irigrep -c --kind=address in
    out_is '0\n'
    expect 0 irigrep -z in
    printf 'http://a.example/é\0mailto:b@c.example\0http://d.example/\0urn:e:f\0' | same /dev/stdin out
    expect 0 irigrep -zl in none
    printf 'in\0' | same /dev/stdin out
    expect 0 irigrep -zc in none
    printf 'in:4\0none:0\0' | same /dev/stdin out
    expect 0 irigrep -z --json --schemes=urn in
    [ "$(tr -cd '\0' <out | wc -c)" = 1 ]
    [ "$(tail -c 2 out | tr '\0' .)" = '}.' ]
}

@test "irigrep: -q prints nothing, and has status 0 at the first link, even after an error" {
    needs irigrep
    echo http://a >in
    echo none >none
    for options in '' -c -l -n --json -H; do
        # shellcheck disable=SC2086 # split into words
        expect 0 irigrep -q $options in
        out_is ''
        err_is ''
    done
    expect 1 irigrep -q none
    expect 0 irigrep -q none in missing
    err_is ''
    expect 0 irigrep -q missing in
    grep -q '^irigrep: missing: No such file' err
    expect 2 irigrep -q missing none
    # The rest of the input is not read.
    yes http://a | expect 0 timeout 10 irigrep -q
    status=0
    irigrep -q in >&- || status=$?
    [ "$status" = 0 ]
}

@test "irigrep: exit status" {
    needs irigrep
    echo http://a >in
    echo none >none
    : >empty
    expect 0 irigrep in
    expect 1 irigrep none
    out_is ''
    expect 1 irigrep empty
    expect 1 irigrep -c empty
    out_is '0\n'
    expect 1 irigrep </dev/null
    expect 0 irigrep none in empty
    expect 2 irigrep missing
    expect 2 irigrep in missing
    out_is 'in:http://a\n'
    expect 0 irigrep --schemes=http in
    expect 1 irigrep --schemes=ftp in
}

@test "irigrep: --json: valid, members in order, broken only for what is no valid reference" {
    needs irigrep
    text in
    expect 0 irigrep --json in
    [ "$(wc -l <out)" = 4 ]
    [ "$(jq -c 'keys_unsorted' out | sort -u)" = \
        '["file","line","column","offset","length","kind","text","reference"]' ]
    [ "$(sed -n 1p out)" = '{"file":"in","line":1,"column":5,"offset":4,"length":19,"kind":"text",'\
'"text":"http://a.example/é","reference":"http://a.example/é"}' ]
    [ "$(jq -c '[.line, .column, .offset, .length]' out | paste -sd' ')" = \
        '[1,5,4,19] [3,1,29,18] [3,23,52,17] [4,1,71,7]' ]
    expect 0 irigrep --json - <in
    [ "$(jq -r .file out | sort -u)" = stdin ]
    # -n, -b, -H and -h change nothing.
    cp out want
    expect 0 irigrep --json -n -b -h - <in
    same want out
    printf 'http://h/%%zz http://h/\xe2\x80\xaea http://h/%%41\n' >in
    expect 0 irigrep --json in
    [ "$(jq -c .broken out | paste -sd' ')" = 'true true null' ]
    [ "$(jq -c keys_unsorted out | sed -n 1p)" = \
        '["file","line","column","offset","length","kind","text","reference","broken"]' ]
    # Characters that would change how a terminal shows the object are escaped.
    [ "$(grep -c $'\xe2\x80\xae' out)" = 0 ]
    grep -q '\\u202e' out
    expect 0 irigrep --json --bare <<<'http://x a@b.com c.org/d'
    [ "$(jq -r .kind out | paste -sd' ')" = 'text address bare' ]
    expect 2 irigrep --json -c in
    err_is "irigrep: --json cannot be used together with -c or -l\nirigrep: see 'irigrep --help'\n"
    expect 2 irigrep --json -l in
}

@test "irigrep: --bare and --kind" {
    needs irigrep
    echo 'http://a.example/ x@b.com c.org/d mailto:e@f.com g.invalid' >in
    expect 0 irigrep in
    out_is 'http://a.example/\nmailto:e@f.com\n'
    expect 0 irigrep --bare in
    out_is 'http://a.example/\nx@b.com\nc.org/d\nmailto:e@f.com\n'
    expect 0 irigrep --kind=bare in
    out_is 'c.org/d\n'
    expect 0 irigrep --kind=address in
    out_is 'x@b.com\n'
    expect 0 irigrep --kind=address,bare in
    out_is 'x@b.com\nc.org/d\n'
    expect 0 irigrep --kind=text --bare in
    out_is 'http://a.example/\nmailto:e@f.com\n'
    expect 0 irigrep --kind=text,bare,address -c in
    out_is '4\n'
    # The last list counts.
    expect 0 irigrep --kind=address --kind=bare in
    out_is 'c.org/d\n'
    expect 1 irigrep --kind=address <<<http://a/
    for bad in '' 'text,' ,text host text,host 'text bare'; do
        expect 2 irigrep --kind="$bad" in
        err_is "irigrep: --kind takes inline, image, definition, autolink, attribute, base, text, bare and \
address, separated by commas\nirigrep: see 'irigrep --help'\n"
    done
}

@test "irigrep: --schemes" {
    needs irigrep
    echo 'http://a HTTPS://b ftp://c foo:bar mailto:d@e.com x-y.z+1:k' >in
    expect 0 irigrep --schemes=https,ftp in
    out_is 'HTTPS://b\nftp://c\n'
    expect 0 irigrep --schemes=HTTP in
    out_is 'http://a\n'
    # A scheme that is named needs no "//".
    expect 0 irigrep --schemes=foo,x-y.z+1 in
    out_is 'foo:bar\nx-y.z+1:k\n'
    expect 0 irigrep --schemes=http --schemes=mailto in
    out_is 'mailto:d@e.com\n'
    expect 0 irigrep --schemes=http --bare <<<'http://a x.org https://b'
    out_is 'http://a\nx.org\n'
    for bad in '' 'http,' ,http http: http:// 'http:?' 'http:#' 1x é 'a b' '*'; do
        expect 2 irigrep --schemes="$bad" in
        grep -q '^irigrep: --schemes takes names of schemes, separated by commas: ' err
    done
}

@test "irigrep: --cjk" {
    needs irigrep
    printf '请看https://a.example/b。谢谢\n访问a.com谢谢\n' >in
    expect 0 irigrep in
    out_is 'https://a.example/b。谢谢\n'
    expect 0 irigrep --cjk in
    out_is 'https://a.example/b\n'
    expect 0 irigrep --cjk --bare -n in
    out_is 'in:1:3:https://a.example/b\nin:2:3:a.com\n'
}

# unwrapped TEXT WANT: checks what --unwrap finds in the text. Both have the escapes of printf's %b.
unwrapped() {
    local status=0
    printf '%b' "$1" >in
    irigrep --unwrap in >out || status=$?
    out_is "$2" || {
        echo "in: $1"
        return 1
    }
}

@test "irigrep: --unwrap: links in angle brackets that are broken over lines (RFC 3986, appendix C)" {
    needs irigrep
    unwrapped 'x <http://a/\nb> y' 'http://a/b\n'
    unwrapped 'x <URL:http://a/\nb> y' 'http://a/b\n'
    unwrapped 'x <URL: http://a/\nb> y' 'http://a/b\n'
    unwrapped 'x <url:\nhttp://a/\nb> y' 'http://a/b\n'
    unwrapped '<http://a/\n    b\n\tc>' 'http://a/bc\n'
    # A hyphen before the break may belong to the link, or not. It stays.
    unwrapped '<http://a/x-\ny>' 'http://a/x-y\n'
    unwrapped '<http://a/ \t \n b \n>' 'http://a/b\n'
    unwrapped '<http://a/\r\nb\r\nc>\r\n' 'http://a/bc\n'
    unwrapped '<http://a/\rb\rc>\r' 'http://a/bc\n'
    # Several in a paragraph, among others
    unwrapped '<http://a/\nb> http://c/ <http://d/> <http://e/\nf><http://g/\nh>' \
        'http://a/b\nhttp://c/\nhttp://d/\nhttp://e/f\nhttp://g/h\n'
    unwrapped '<http:\n//a/> <mailto:a@\nb.com>' 'http://a/\nmailto:a@b.com\n'
    # Each of these has no link that is broken over lines.
    unwrapped '<http://a/\n\nb>' 'http://a/\n'
    unwrapped '<http://a/\r\n\r\nb>' 'http://a/\n'
    unwrapped '<http://a/\r\rb>' 'http://a/\n'
    unwrapped '<http://a/\n \t\nb>' 'http://a/\n'
    unwrapped '<URL:\n\nhttp://a/\nb> <\n\nhttp://c/\nd>\n' 'http://a/\nhttp://c/\n'
    unwrapped '<http://a/ b\nc>' 'http://a/\n'
    unwrapped '<http://a/\nb c>' 'http://a/\n'
    unwrapped '<http://a/\nb' 'http://a/\n'
    unwrapped '<http://a/\nb <c>' 'http://a/\n'
    unwrapped '<see http://a/\nb>' 'http://a/\n'
    unwrapped '<a\nhref="http://a/">' 'http://a/\n'
    unwrapped 'http://a/\nb' 'http://a/\n'
    unwrapped '<http://a/\n>' 'http://a/\n'
    unwrapped '<foo\nbar>' ''
    unwrapped '<>\n<\n>\n<' ''
    printf 'é <http://a/\n  é> http://b/\n' >in
    expect 0 irigrep --unwrap --json in
    [ "$(jq -c '[.line, .column, .offset, .length, .text, .reference]' out)" = \
        '[1,4,4,14,"http://a/\n  é","http://a/é"]
[2,6,20,9,"http://b/","http://b/"]' ]
    # The brackets delimit what would not be part of a link otherwise, and the result may be no valid reference.
    expect 0 irigrep --unwrap --json <<<$'<http://a/%\nb.>'
    [ "$(jq -c '[.reference, .broken]' out)" = '["http://a/%b.",true]' ]
    expect 1 irigrep --unwrap --schemes=ftp in
    # Without --unwrap
    printf '<http://a/\nb>' | expect 0 irigrep
    out_is 'http://a/\n'
}

@test "irigrep: --from" {
    needs irigrep
    echo '<a b="http://c/&amp;d">http://e/&#x66;</a>' >in.XML
    for name in in.txt in.rss in.atom in.xml in; do cp in.XML $name; done
    for name in in.xml in.XML in.rss in.atom; do
        expect 0 irigrep $name
        out_is 'http://c/&d\nhttp://e/f\n'
        expect 0 irigrep --from=auto $name
        out_is 'http://c/&d\nhttp://e/f\n'
        expect 0 irigrep --from=text $name
        grep -qx 'http://c/&amp;d' out
    done
    for name in in.txt in; do
        expect 0 irigrep --from=auto $name
        grep -qx 'http://c/&amp;d' out
        expect 0 irigrep --from=xml $name
        out_is 'http://c/&d\nhttp://e/f\n'
    done
    expect 0 irigrep --from=xml <in
    out_is 'http://c/&d\nhttp://e/f\n'
    expect 2 irigrep --from=htm in
    err_is "irigrep: unknown argument 'htm'; --from takes auto, text, markdown, html or xml
irigrep: see 'irigrep --help'\n"
}

@test "irigrep: formats by the suffix of the name, in upper and lower case, and by --from" {
    needs irigrep
    # Each format finds other links here.
    echo '[a](b) `http://c/ ` <img src=d e="http://f/">' >in
    printf 'http://c/\nhttp://f/\n' >text
    printf 'b\nd\n' >markdown
    printf 'http://c/\nd\n' >html
    printf 'http://c/\nhttp://f/\n' >xml
    local format name
    for format in text:txt text:TXT text:md.txt text:mdx text:html.c text:xm text:markdow text:c markdown:md \
        markdown:MD markdown:markdown markdown:MarkDown markdown:html.md html:html html:HTML html:htm html:Htm \
        html:xhtml html:XHTML html:md.html xml:xml xml:XML xml:rss xml:RSS xml:atom xml:Atom; do
        name=x.${format#*:}
        cp in "$name"
        expect 0 irigrep "$name"
        same "${format%:*}" out
        expect 0 irigrep --from=auto "$name"
        same "${format%:*}" out
        expect 0 irigrep --from=auto <"$name"
        same text out
        for name in text markdown html xml; do
            expect 0 irigrep --from=$name x."${format#*:}"
            same $name out
            expect 0 irigrep --from=$name - <in
            same $name out
        done
    done
    # A name without a suffix, a dot in a folder, a name that is only a suffix
    mkdir a.md
    for name in md a.md/x README .text; do
        cp in "$name"
        expect 0 irigrep "$name"
        same text out
    done
    cp in .md
    expect 0 irigrep .md
    same markdown out
    # Several files of different formats, and standard input, which is text
    expect 0 irigrep x.md - x.html x.txt <in
    { sed 's/^/x.md:/' markdown && sed 's/^/stdin:/' text && sed 's/^/x.html:/' html && sed 's/^/x.txt:/' text; } >want
    same want out
    expect 0 irigrep -c x.md - x.html <in
    out_is 'x.md:2\nstdin:2\nx.html:2\n'
    # The state of one file does not pass to the next.
    printf '<a href=x>' >open.html
    printf '<script>' >script.html
    printf '\n```\n' >fence.md
    expect 0 irigrep -h open.html x.html script.html x.html fence.md x.md
    { echo x && cat html html markdown; } >want
    same want out
    # -r
    mkdir top
    cp in top/a.md
    cp in top/b.html
    cp in top/c.rss
    cp in top/d.txt
    cp in top/e.c
    expect 0 irigrep -r top
    { sed 's,^,top/a.md:,' markdown && sed 's,^,top/b.html:,' html && sed 's,^,top/c.rss:,' xml &&
        sed 's,^,top/d.txt:,' text; } >want
    same want out
    expect 0 irigrep -r --from=markdown -h top
    cat markdown markdown markdown markdown | same /dev/stdin out
    expect 0 irigrep -rl --include='*.c' top
    out_is 'top/e.c\n'
}

# kinds FORMAT TEXT OPTION...: prints "KIND:REFERENCE" of each link in the text, which has the escapes of printf's %b.
kinds() {
    printf '%b' "$2" | irigrep --from="$1" --json "${@:3}" | jq -r '"\(.kind):\(.reference)"' | paste -sd' '
}

@test "irigrep: --kind: nine kinds" {
    needs irigrep
    local in kind want got
    in='<base href="q">\n\n[a](b) ![c](d) <http://e/> http://f/ g.com h@i.com <img src="j">\n\n[k]: l\n'
    want='base:q inline:b image:d autolink:http://e/ text:http://f/ bare:g.com address:h@i.com attribute:j definition:l'
    [ "$(kinds markdown "$in" --bare)" = "$want" ]
    for kind in inline image definition autolink attribute base text bare address; do
        got=$(kinds markdown "$in" --kind=$kind)
        [ "$got" = "$(tr ' ' '\n' <<<"$want" | grep "^$kind:")" ]
        printf '%b' "$in" | expect 0 irigrep --from=markdown -c --kind=$kind
        out_is '1\n'
    done
    # Without --bare, all but the two kinds that need it
    [ "$(kinds markdown "$in")" = "$(sed 's/bare:[^ ]* //; s/address:[^ ]* //' <<<"$want")" ]
    [ "$(kinds markdown "$in" --kind=inline,image,definition)" = 'inline:b image:d definition:l' ]
    [ "$(kinds markdown "$in" --kind=definition,image,inline)" = 'inline:b image:d definition:l' ]
    [ "$(kinds markdown "$in" --kind=inline,inline)" = 'inline:b' ]
    [ "$(kinds markdown "$in" --kind=base --kind=attribute,bare)" = 'bare:g.com attribute:j' ]
    [ "$(kinds markdown "$in" --kind=text --bare)" = 'text:http://f/' ]
    [ "$(kinds markdown "$in" \
        --kind=inline,image,definition,autolink,attribute,base,text,bare,address)" = "$want" ]
    [ "$(kinds html "$in" --kind=inline,image,definition,autolink)" = '' ]
    [ "$(kinds html "$in" --kind=attribute,base)" = 'base:q attribute:j' ]
    [ "$(kinds xml "$in" --kind=attribute,base)" = '' ]
    [ "$(kinds text "$in" --kind=attribute,inline,text)" = 'text:http://e/ text:http://f/' ]
    printf '%b' "$in" | expect 1 irigrep --from=html --kind=inline
    printf '%b' "$in" | expect 0 irigrep --from=html --kind=inline,base -q
    for kind in inlin inlines Inline INLINE link 'inline image' 'inline,' ,base 'base,,image' 'attribute,nonesuch' é; do
        expect 2 irigrep --kind="$kind" </dev/null
        grep -q '^irigrep: --kind takes inline, image, definition, autolink, attribute, base, text, bare and' err
    done
}

# found FORMAT TEXT WANT OPTION...: checks the links that are found in the text. TEXT has the escapes of printf's %b.
# WANT has a line for each link: LINE:COLUMN:OFFSET+LENGTH KIND TEXT = REFERENCE [broken]. TEXT and REFERENCE are JSON
# strings without the quotes; "= REFERENCE" is left out if they are the same. For a link without a place, the line is
# LINE KIND REFERENCE.
found() {
    local off n
    printf '%b' "$2" >in
    irigrep --from="$1" --json "${@:4}" in >json || [ $? = 1 ]
    jq -r 'def bare: tojson[1:-1]; if .offset == null and .column == null and .length == null and .text == null
        then "\(.line) \(.kind) \(.reference | bare)"
        else "\(.line):\(.column):\(.offset)+\(.length) \(.kind) \(.text | bare)"
            + (if .text == .reference then "" else " = \(.reference | bare)" end) end
        + (if .broken then " broken" else "" end)' json >out
    printf '%s' "${3:+$3
}" | same /dev/stdin out || {
        echo "in: $2"
        return 1
    }
    # The text stands at its offset.
    while read -r off n; do
        tail -c "+$((off + 1))" in | head -c "$n"
    done < <(jq -r 'select(.offset) | "\(.offset) \(.length)"' json) | same <(jq -j '.text // ""' json) /dev/stdin
    # Read byte by byte, it has the same links.
    dd bs=1 2>/dev/null <in | irigrep --from="$1" --json "${@:4}" | jq -c 'del(.file)' |
        same <(jq -c 'del(.file)' json) /dev/stdin
    # The other outputs say the same.
    [ -s out ] && ! grep -q '"offset":null' json || return 0
    irigrep --from="$1" -nbh "${@:4}" in |
        same <(jq -r '"\(.line):\(.column):\(.offset):\(.reference)"' json) /dev/stdin
    irigrep --from="$1" -b "${@:4}" in | same <(jq -r '"\(.offset):\(.reference)"' json) /dev/stdin
}

@test "irigrep: Markdown: places, in the order of offsets" {
    needs irigrep
    found markdown '' ''
    found markdown 'no link\n' ''
    found markdown '[é](b "t") ![日](c&amp;d) <http://e/>\n\n> http://f/, [g][h]\n\n[h]: i\\_j\n' '1:5:5+1 inline b
1:17:19+7 image c&amp;d = c&d
1:27:29+9 autolink http://e/
3:3:43+9 text http://f/
5:6:67+4 definition i\\_j = i_j'
    # An inner image comes first, since it stands first.
    found markdown '[![a](b)](c) ![[d](e)](f)' '1:7:6+1 image b
1:11:10+1 inline c
1:20:19+1 inline e
1:24:23+1 image f'
    # A definition stands where it stands, also before its links. It is printed once, or if nothing points to it.
    found markdown '[a]: x\n[b]: <y> "t"\n\n[a] [a][] [c][a] ![a] [b]\n\n[c]: z\n[a]: ignored\n' '1:6:5+1 definition x
2:7:13+1 definition y
6:6:53+1 definition z'
    found markdown '> [a]:\n> b\n\n- [c]: <d>\n  [e]:\tf\n' '2:3:9+1 definition b
4:9:20+1 definition d
5:8:30+1 definition f'
    # Another definition of the label begins with the same destination.
    found markdown '[a]: b\\_\n[A]: b\\_c\n[a]: <b\\_d>\n\n[a]' '1:6:5+3 definition b\\_ = b_'
    found markdown '    [a]: b\\_\n\n[a]: b\\_\n' '3:6:19+3 definition b\\_ = b_'
    found markdown '[a\n B]: b\\_\n[c]: b\\_\n[A  b]: b\\_\n[C]: b\\_\n' '2:6:8+3 definition b\\_ = b_
3:6:17+3 definition b\\_ = b_'
    # No definitions
    found markdown '[a]: \n\n[]: b\n\n[ ]: c\n\n    [d]: e\n\n```\n[f]: g\n```\n\nh\n[i]: j\n\n\\[k]: l\n' ''
    found markdown '<\n.ab://c>\n' ''
    # The scheme of an autolink begins with a letter, and has two characters or more.
    found markdown '<<ab:c> <<d:e> <1f:g> <-h:i> <jk:l> <1http://m/>\n' '1:3:2+4 autolink ab:c
1:31:30+4 autolink jk:l
1:39:38+9 text http://m/'
    # Tables, strikethrough, task lists, headings
    found markdown '| [a](b) | c |\n|---|---|\n| <http://d/\\|e> | [f](g\\|h) |\n' '1:7:6+1 inline b
3:4:28+12 autolink http://d/\\|e = http://d/|e broken
3:24:48+4 inline g\\|h = g|h broken'
    found markdown '- [ ] [a](b)\n- [x] ~~[c](d)~~\n\n[e](f)\n===\n' '1:11:10+1 inline b
2:13:25+1 inline d
4:5:35+1 inline f'
    # Destinations in angle brackets, empty ones, with spaces and parentheses
    found markdown '[a](<b c>) [d]( e ) [f](g(h)i) [j](\\(k)' '1:6:5+3 inline b c broken
1:17:16+1 inline e
1:25:24+5 inline g(h)i
1:36:35+3 inline \\(k = (k'
}

@test "irigrep: Markdown: links in running text, and none in code and in the text of links" {
    needs irigrep
    found markdown '*http://a/b* _http://c/d_ **http://e/** ~~http://f/g~~ http://h_i.com/j_k' '1:2:1+10 text http://a/b
1:15:14+10 text http://c/d
1:29:28+9 text http://e/
1:43:42+10 text http://f/g
1:56:55+18 text http://h_i.com/j_k'
    found markdown 'http://a/b&amp;c&eacute; http://d/\\_e\\* http://f:80/' \
        '1:1:0+24 text http://a/b&amp;c&eacute; = http://a/b&cé
1:26:25+14 text http://d/\\_e\\* = http://d/_e*
1:41:40+12 text http://f:80/'
    found markdown '`http://a/` ``http://b/` ``\n\n    http://c/\n\n```\nhttp://d/\n```\n' ''
    found markdown '[http://a/](b) ![http://c/](d) [*http://e/*](f)' '1:13:12+1 inline b
1:29:28+1 image d
1:46:45+1 inline f'
    found markdown '[not http://a/] (b) [c] [d][e]' '1:6:5+9 text http://a/'
    found markdown 'a.com b@c.com [d.com](e.com) <f@g.com> `h.com`' '1:1:0+5 bare a.com
1:7:6+7 address b@c.com
1:23:22+5 inline e.com
1:31:30+7 autolink f@g.com = mailto:f@g.com' --bare
    found markdown '请看https://a.example/b。谢谢 [x](https://a.example/b。谢谢)' '1:3:6+19 text https://a.example/b
1:30:39+28 inline https://a.example/b。谢谢' --cjk
    # A line end is white space. With --unwrap, a link in brackets goes on after it.
    found markdown 'http://a/\nb <http://c/\nd>\n' '1:1:0+9 text http://a/
2:4:13+9 text http://c/'
    found markdown 'http://a/\nb <http://c/\nd>\n' '1:1:0+9 text http://a/
2:4:13+11 text http://c/\nd = http://c/d' --unwrap
    # In a block quote, the text between the lines is not part of the text of the link.
    found markdown '> <http://a/\n> b>\n' '1:4:3+13 text http://a/\n> b = http://a/b' --unwrap
}

@test "irigrep: Markdown: raw HTML" {
    needs irigrep
    found markdown '<a href="b&amp;c">http://d/</a> <img\nsrc=e> http://f/\n' '1:10:9+7 attribute b&amp;c = b&c
2:5:41+1 attribute e
2:8:44+9 text http://f/'
    found markdown '<div>\nhttp://a/ <p cite=b>\n[c](d)\n</div>\n\n[e](f)\n' '2:1:6+9 text http://a/
2:19:24+1 attribute b
6:5:46+1 inline f'
    found markdown '<!-- http://a/ --> <?b http://c/?>\n\n<script>\nhttp://d/\n</script>\n\n<style>http://e/</style>' ''
    found markdown '> <img\n> srcset="a&amp;b 1x,\n>  c">\n' '2:11:17+7 attribute a&amp;b = a&b
3:4:32+1 attribute c'
    found markdown '| <img src=a\\|b> |\n|---|\n' '1:12:11+4 attribute a\\|b = a|b broken'
    # No HTML
    found markdown '`<img src=a>` \\<img src=b>\n\n    <img src=c>\n' ''
}

@test "irigrep: XHTML: an element that ends with /> has no content" {
    needs irigrep
    printf '<script src="a"/><a href="b"/> http://c/ <title/><a href="d">http://e/</a>' >in.xhtml
    expect 0 irigrep in.xhtml
    out_is 'a\nb\nhttp://c/\nd\n'
    # In HTML, all that follows is script.
    expect 0 irigrep --from=html - <in.xhtml
    out_is 'a\n'
}

@test "irigrep: links without a place, and broken ones" {
    needs irigrep
    # Their line is the first of the paragraph. Nothing stands there that can be replaced.
    found markdown 'x\n\ny\n[a]()\n![](<>)\n' '3 inline 
3 image '
    # The other outputs say where the line begins.
    printf 'x\n\ny\n[a]()\n' >in
    expect 0 irigrep --from=markdown -nb in
    out_is 'in:3:1:3:\n'
    found markdown '> - [a](<> "t")\n' '1 inline '
    found markdown '[a]: <>\n\n[a]\n' '1:7:6+0 definition '
    found html '<a href> <a href = > <a href=""> <img srcset> <a href=b c>' '1 attribute 
1:20:19+0 attribute 
1:31:30+0 attribute 
1:55:54+1 attribute b'
    expect 0 irigrep --from=markdown --json - <<<'[a]()'
    [ "$(jq -c keys_unsorted out)" = \
        '["file","line","column","offset","length","kind","text","reference"]' ]
    # In plain output, it is an empty line.
    expect 0 irigrep --from=markdown - <<<'[a]()'
    out_is '\n'
    # A byte that is not UTF-8 at the start of the line has nothing to do with it.
    printf '\xff [a]()\n' >in
    expect 0 irigrep --from=markdown in
    err_is ''
    found markdown '[a](b%zz) <http://c/%> [d](http://[e) [f](\\\\)' '1:5:4+4 inline b%zz broken
1:12:11+10 autolink http://c/% broken
1:28:27+9 inline http://[e broken
1:43:42+2 inline \\\\ = \\ broken'
    expect 0 irigrep --from=html --json - < <(printf '<a href="b c"><a href=%%><a href="\xe2\x80\xae"><a href=d>')
    [ "$(jq -c .broken out | paste -sd' ')" = 'true true true null' ]
    [ "$(grep -c '\\u202e' out)" = 1 ]
}

@test "irigrep: HTML: places, in the order of offsets" {
    needs irigrep
    found html '' ''
    found html '<p>é<a href="b&amp;c">http://d/</a>\nhttp://e/&amp;f<b>g</b>\n<IMG SRC=h SRCSET="i 1x, j 2x">' \
        '1:14:14+7 attribute b&amp;c = b&c
2:1:37+15 text http://e/&amp;f = http://e/&f
3:10:70+1 attribute h
3:20:80+1 attribute i
3:26:86+1 attribute j'
    found html "<base href='a'><base HREF=b><link href=c><form action=d><button formaction='e'><q cite=f>
<object data=g><video poster=h><img longdesc=i><table background=j><html manifest=k><svg><use xlink:href=l /></svg>
<a ping=' m\tn '><link imagesrcset=o><meta http-equiv=refresh content='1;url=p'><meta content='1;url=q'><a title=r>" \
        '1:13:12+1 base a
1:27:26+1 base b
1:40:39+1 attribute c
1:55:54+1 attribute d
1:77:76+1 attribute e
1:88:87+1 attribute f
2:14:103+1 attribute g
2:30:119+1 attribute h
2:46:135+1 attribute i
2:66:155+1 attribute j
2:83:172+1 attribute k
2:106:195+1 attribute l
3:11:216+1 attribute m
3:13:218+1 attribute n
3:35:240+1 attribute o
3:77:282+1 attribute p'
    # No links: comments, scripts, styles, titles, text areas
    found html '<!-- <a href=b> http://c/ --><script>http://d/ <a href=e></script><style>http://f/</style>
<title>http://g/</title><textarea>http://h/ <a href=i></textarea><!DOCTYPE html "http://j/"><?k http://l/?>' ''
    # In SVG, the content of <title> is HTML, and CDATA is text.
    found html '<svg><title><a href=b></a></title><![CDATA[http://c/&amp;d]]></svg><![CDATA[http://e/]]>' \
        '1:21:20+1 attribute b
1:44:43+15 text http://c/&amp;d'
    # An element without content contains no text.
    found html '<svg><a xlink:href=b /><text>http://c/</text></svg>' '1:20:19+1 attribute b
1:30:29+9 text http://c/'
    found html 'a.com <a href="b.com">c.com</a> d@e.com<br>https://f.example/。谢谢' '1:1:0+5 bare a.com
1:16:15+5 attribute b.com
1:33:32+7 address d@e.com
1:44:43+18 text https://f.example/' --bare --cjk
    found html '&lt;http://a/\nb&gt; <p><http://c/\nd>' '1:5:4+11 text http://a/\nb = http://a/b' --unwrap
    found html '<' ''
    found html 'http://a/ <' '1:1:0+9 text http://a/'
    found html '<a href=b' ''
}

@test "irigrep: line breaks and tabs in links are removed, and white space around them" {
    needs irigrep
    found html '<a href=" \t\nb\r\nc\td e\n ">' '2:1:12+8 attribute b\r\nc\td e = bcd e broken'
    found html '<a href="&#10;b&Tab;c&NewLine;d&#32;">' '1:15:14+17 attribute b&Tab;c&NewLine;d = bcd'
    found markdown '[a](<b&#10;c>) <img src="d\ne">' '1:6:5+7 inline b&#10;c = bc
1:26:25+3 attribute d\ne = de'
    # Plain output has one line for each link.
    expect 0 irigrep --from=html - <<<$'<a href="b\nc">'
    out_is 'bc\n'
}

@test "irigrep: Markdown and HTML: line ends, byte order marks, charsets, and bytes that are not UTF-8" {
    needs irigrep
    local eol want
    for eol in '\n' '\r\n' '\r'; do
        printf '%b' "# [é](a)$eol$eol> [b](c)$eol> <img$eol> src=d>$eol${eol}[e]: f$eol" >in
        expect 0 irigrep --from=markdown -hn in
        out_is '1:7:a\n3:7:c\n5:7:d\n7:6:f\n'
        printf '%b' "<a href=é>$eol$eol<a${eol}href='b'></a>$eol http://c/$eol" >in
        expect 0 irigrep --from=html -hn in
        out_is '1:9:é\n4:7:b\n5:2:http://c/\n'
    done
    found markdown '\xef\xbb\xbf# [a](b)\n[c]: d\n' '1:7:9+1 inline b
2:6:17+1 definition d'
    found markdown '\xef\xbb\xbf[c]: d\n' '1:6:8+1 definition d'
    found html '\xef\xbb\xbf<a href=b>' '1:9:11+1 attribute b'
    found markdown '\xef\xbb\xbf' ''
    found html '\xef\xbb\xbf' ''
    printf '# [caf\xe9](caf\xe9) <img src="\xe9"> http://a/\xe9\n\n[b]: \xe9\n' >in
    expect 0 irigrep --from=markdown -hn --charset=latin1 in
    out_is '1:10:café\n1:26:é\n1:30:http://a/é\n3:6:é\n'
    expect 0 irigrep --from=html -hn --charset=latin1 in
    out_is '1:26:é\n1:30:http://a/é\n'
    printf '[é](日)' | iconv -f UTF-8 -t UTF-16LE >in
    expect 0 irigrep --from=markdown --charset=utf-16le -hn in
    out_is '1:5:日\n'
    # Bytes that are not UTF-8 are a part of a destination or attribute, which is broken then. They end other links.
    printf '\xff[a](\xff) <http://b/\xe9> http://c/\xff\n\n[d]: \xc3\n' >in
    expect 0 irigrep --from=markdown -hn in
    printf '1:6:\xff\n1:10:http://b/\xe9\n1:22:http://c/\n3:6:\xc3\n' | same /dev/stdin out
    err_is 'irigrep: in:1:22: this link ends at a byte that is not UTF-8; use --charset\n'
    expect 0 irigrep --from=markdown --json in
    [ "$(jq -c .broken out | paste -sd' ')" = 'true true null true' ]
    printf '\xff<a href=\xff><b title="\xff" cite=a>http://c/\xff</a>\xe9http://c/\xff\n' >in
    expect 0 irigrep --from=html -hn in
    printf '1:10:\xff\n1:30:a\n1:47:http://c/\n' | same /dev/stdin out
}

@test "irigrep: NUL: Markdown is refused as a whole, HTML only if its first block has one" {
    needs irigrep
    local name
    { yes '[a](b) c' | head -20000 && printf '[d](e\0f)\n'; } >in.md
    expect 1 irigrep in.md
    out_is ''
    err_is 'irigrep: in.md: binary file (it has a NUL), not searched; for UTF-16 text, use --charset=UTF-16\n'
    echo '[a](b)' >other.md
    expect 0 irigrep in.md other.md in.md
    out_is 'other.md:b\n'
    expect 0 irigrep -c in.md other.md
    out_is 'in.md:0\nother.md:1\n'
    expect 1 irigrep -q in.md
    for name in in.md in.html; do
        printf '[a](b)<a href=b>\0' >$name
        expect 1 irigrep $name
        out_is ''
        err_is "irigrep: $name: binary file (it has a NUL), not searched; for UTF-16 text, use --charset=UTF-16\n"
    done
    { yes '<a href=b>' | head -20000 && printf '<a href="c\0d"><a href=e>http://f/\0'; } >in.html
    expect 0 irigrep in.html
    [ "$(wc -l <out)" = 20002 ]
}

@test "irigrep: --schemes leaves out destinations and attributes with other schemes, not those without a scheme" {
    needs irigrep
    [ "$(kinds html '<a href=HTTP://a><a href=https:b><a href=c><a href="c:d:e"><a href=1:2><a href=:x>ftp://z' \
        --schemes=http,c)" = 'attribute:HTTP://a attribute:c attribute:c:d:e attribute:1:2 attribute::x' ]
    [ "$(kinds markdown '[a](x:b) [c](y:d) [e](f) <xx:g> <yy:h> <i@j.kl>\n\n[m]: x:n\n[o]: y:p\n' \
        --schemes=x,xx,mailto)" = 'inline:x:b inline:f autolink:xx:g autolink:mailto:i@j.kl definition:x:n' ]
    printf '[a](http:b)' | expect 1 irigrep --from=markdown --schemes=https
}

# xml TEXT WANT: checks what is found in the XML text. Both have the escapes of printf's %b.
xml() {
    printf '%b' "$1" >in
    irigrep --from=xml in >out || [ $? = 1 ]
    out_is "$2" || {
        echo "in: $1"
        return 1
    }
}

@test "irigrep: XML: sitemap, RSS and Atom" {
    needs irigrep
    cat >sitemap.xml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image='http://www.google.com/schemas/1.1'>
  <url><loc>http://a.example/?b=1&amp;c=2</loc><lastmod>2020-01-01</lastmod></url>
  <url>
    <loc>
      http://a.example/r&#233;sum&#xE9;
    </loc><image:loc>http://a.example/i.png</image:loc>
  </url>
</urlset>
END
    expect 0 irigrep -n sitemap.xml
    out_is 'sitemap.xml:3:13:http://a.example/?b=1&c=2\nsitemap.xml:6:7:http://a.example/résumé
sitemap.xml:7:22:http://a.example/i.png\n'
    cat >feed.rss <<'END'
<rss version="2.0"><channel><link>http://a.example/</link>
<item><guid isPermaLink="true">http://a.example/1</guid>
<description><![CDATA[<a href="http://a.example/?x&y">]]></description>
<description>&lt;a href="http://a.example/2"&gt;</description>
<enclosure url='http://a.example/3.mp3' length="1"/></item></channel></rss>
END
    expect 0 irigrep feed.rss
    out_is 'http://a.example/\nhttp://a.example/1\nhttp://a.example/?x&y\nhttp://a.example/2\nhttp://a.example/3.mp3\n'
    cat >feed.atom <<'END'
<feed xmlns="http://www.w3.org/2005/Atom" xml:base = "http://a.example/base"><link
 rel="self"
 href="http://a.example/feed"/><id>urn:uuid:60a76c80</id></feed>
END
    expect 0 irigrep -hn feed.atom
    out_is '1:55:http://a.example/base\n3:8:http://a.example/feed\n3:36:urn:uuid:60a76c80\n'
}

@test "irigrep: XML: character references, attributes, and markup without links" {
    needs irigrep
    xml '<a>http://a/?b&amp;c&#38;d&#x26;e&apos;f&eacute;g</a>' "http://a/?b&c&d&e'fég\n"
    xml '<a>http&#58;//a/&#x41;</a>' 'http://a/A\n'
    xml '<a>http://a/&quot;b</a>' 'http://a/"b\n'
    xml '<a>&lt;http://a/&gt; http://b/&#32;c</a>' 'http://a/\nhttp://b/\n'
    xml '<a>http://a/?b&c&nosuch;d</a>' 'http://a/?b&c&nosuch;d\n'
    # Without ";", and with a capital X, they are none (XML 1.0, section 4.1).
    xml '<a>http://a/?b&copy&amp=&#65&#x41&#X41;b</a>' 'http://a/?b&copy&amp=&#65&#x41&#X41;b\n'
    # A CDATA section has no references.
    xml '<a><![CDATA[http://a/?b&amp;c <http://b/>]]></a>' 'http://a/?b&amp;c\nhttp://b/\n'
    xml '<a><![CDATA[]]>http://a/<![CDATA[]]></a>' 'http://a/\n'
    # Attributes in single and double quotes, which the other quote does not end
    xml "<a b='http://a/' c = \"http://b/'c\" d='x\"http://c/'/>" "http://a/\nhttp://b/'c\nhttp://c/\n"
    xml '<a\nb\n=\n"http://a/">' 'http://a/\n'
    xml '<a b="http://a/>c">' 'http://a/\n'
    # Names of namespaces are no links. Other attributes that look alike are.
    xml "<a xmlns='http://n/' xmlns:b=\"http://n/b\" xmlnsx='http://a/' b:xmlns='http://b/'/>" 'http://a/\nhttp://b/\n'
    xml '<a xmlns = "http://n/" b="http://a/"/>' 'http://a/\n'
    xml '<!-- http://n/ --><?pi http://n/?><a/><!---->http://a/<!-- > -->' 'http://a/\n'
    xml '<!DOCTYPE html PUBLIC "-//W3C//DTD" "http://n/">http://a/' 'http://a/\n'
    xml '<!DOCTYPE a [ <!ENTITY b "http://n/"> <!ENTITY c "]>"> ]><a>http://a/</a>' 'http://a/\n'
    # The names of tags are no text.
    printf '<a.com>b.com</a.com><c.com/>' >in
    expect 0 irigrep --from=xml --bare in
    out_is 'b.com\n'
    # Links end where the text ends.
    xml '<a>http://a/<b>c</b>d</a>' 'http://a/\n'
}

@test "irigrep: XML with errors" {
    needs irigrep
    xml '<a>http://a/' 'http://a/\n'
    xml '<a b="http://a/' 'http://a/\n'
    xml '<a b="http://a/ <c d="http://b/">http://c/' 'http://a/\nhttp://b/\nhttp://c/\n'
    xml '<a b="http://a/"' 'http://a/\n'
    xml '<a b="http://a/"<c>http://b/</c>' 'http://a/\nhttp://b/\n'
    xml '<!-- http://a/' 'http://a/\n'
    xml '<![CDATA[ http://a/ <b>http://b/</b>' 'http://a/\nhttp://b/\n'
    xml '<?pi http://a/' 'http://a/\n'
    xml '<!DOCTYPE a [ http://a/ ' 'http://a/\n'
    xml '1 < 2 http://a/ <3 http://b/ <' 'http://a/\nhttp://b/\n'
    xml '<<<a>http://a/</' 'http://a/\n'
    xml '>http://a/' 'http://a/\n'
    xml 'http://a/' 'http://a/\n'
    xml '' ''
    xml '<' ''
    xml '&' ''
    xml 'http://a/&' 'http://a/&\n'
    xml 'http://a/&#' 'http://a/&#\n'
    xml 'http://a/\xff<b>http://b/' 'http://a/\nhttp://b/\n'
}

@test "irigrep: --charset" {
    needs irigrep
    printf 'é http://a/é 日 http://b/\né' | tee utf8 | iconv -f UTF-8 -t UTF-16LE >le
    printf 'in:1:3:http://a/é\nin:1:16:http://b/\n' >want
    { printf '\xff\xfe' && cat le; } >in
    expect 0 irigrep -n --charset=utf-16 in
    same want out
    { printf '\xfe\xff' && iconv -f UTF-8 -t UTF-16BE utf8; } >in
    expect 0 irigrep -n --charset=utf-16 in
    same want out
    cp le in
    expect 0 irigrep -n --charset=utf-16le in
    same want out
    printf 'caf\xe9 http://a/caf\xe9 http://b/\n' >in
    expect 0 irigrep -n --charset=latin1 in
    out_is 'in:1:6:http://a/café\nin:1:20:http://b/\n'
    printf '\x93\xfa\x96\x7b http://a/\x93\xfa http://b/\n' >in
    expect 0 irigrep -n --charset=shift_jis in
    out_is 'in:1:4:http://a/日\nin:1:15:http://b/\n'
    # An invalid byte counts as one character, and ends a link.
    printf '\xff\xff http://a/\xffb http://c/\n\xff http://d/\n' >in
    for charset in utf-8 ascii; do
        expect 0 irigrep -n --charset=$charset in
        out_is 'in:1:4:http://a/\nin:1:16:http://c/\nin:2:3:http://d/\n'
        # One message for a document: the link was probably longer.
        [ "$(wc -l <err)" = 1 ]
        grep -q '^irigrep: in:1:4: this link ends at a byte' err
        expect 0 irigrep --charset=$charset in
        grep -q '^irigrep: in: byte [35]: this link ends at a byte' err
    done
    { printf '\0\xdc' && printf ' http://a/' | iconv -t UTF-16LE; } >in
    expect 0 irigrep -n --charset=utf-16le in
    out_is 'in:1:3:http://a/\n'
    expect 2 irigrep --charset=nonesuch in
    err_is "irigrep: --charset: unknown charset; 'iconv -l' lists the known ones\nirigrep: see 'irigrep --help'\n"
    expect 2 irigrep --charset= in
}

@test "irigrep: -r: default names, --include, dot folders, links" {
    needs irigrep
    mkdir -p top/sub/deep top/.git top/sub/.hidden outside
    local name
    for name in a.md b.markdown c.html d.htm e.xhtml f.xml g.txt h.c i.MD j l.rss m.atom; do
        echo "http://$name/" >"top/$name"
    done
    cp top/g.txt top/sub/deep/k.txt
    cp top/g.txt top/sub/.hidden/l.txt
    cp top/g.txt top/.git/m.txt
    cp top/g.txt top/.n.txt
    cp top/g.txt outside/o.txt
    ln -s ../outside top/folder.txt
    ln -s ../outside/o.txt top/p.txt
    ln -s nowhere top/q.txt
    ln -s . top/sub/loop
    mkfifo top/r.txt
    mkdir top/s.txt
    # Files come in the order of their names, byte by byte.
    expect 0 timeout 10 irigrep -r -l top
    for name in .n.txt a.md b.markdown c.html d.htm e.xhtml f.xml g.txt i.MD l.rss m.atom p.txt sub/deep/k.txt; do
        echo "top/$name"
    done >list
    same list out
    err_is ''
    expect 0 irigrep -rl top/
    same list out
    # Without operands, the current folder
    (cd top && expect 0 irigrep --recursive -l && mv out ..)
    sed 's,^top/,,' list | same /dev/stdin out
    (cd top && expect 0 irigrep -rl . && mv out ..)
    sed 's,^top/,,' list | same /dev/stdin out
    (cd top && expect 0 irigrep -rl ../top && mv out ..)
    sed 's,^,../,' list | same /dev/stdin out
    expect 0 irigrep -r --include='*.c' --include='[ij]*' top
    out_is 'top/h.c:http://h.c/\ntop/i.MD:http://i.MD/\ntop/j:http://j/\n'
    expect 0 irigrep -rh --include='*.c' top
    out_is 'http://h.c/\n'
    expect 0 irigrep -r --include=k.txt top
    out_is 'top/sub/deep/k.txt:http://g.txt/\n'
    expect 1 irigrep -r --include=deep top
    # Operands are searched in any case: a file by any name, a dot folder, a link to a folder.
    expect 0 irigrep -r top/h.c top/.git top/folder.txt outside/o.txt
    out_is 'top/h.c:http://h.c/\ntop/.git/m.txt:http://g.txt/\ntop/folder.txt/o.txt:http://g.txt/
outside/o.txt:http://g.txt/\n'
    expect 0 irigrep -rc --include='[gh].*' top
    out_is 'top/g.txt:1\ntop/h.c:1\n'
    expect 0 irigrep -rn --include='h.c' top
    out_is 'top/h.c:1:1:http://h.c/\n'
    expect 0 irigrep -rq top
    out_is ''
    expect 2 irigrep --include='*.c' top/h.c
    err_is "irigrep: --include needs -r\nirigrep: see 'irigrep --help'\n"
    mkdir empty
    expect 1 irigrep -r empty
    out_is ''
    err_is ''
    # A file that -r finds may be the output.
    expect 2 sh -c 'irigrep -r outside >>outside/o.txt'
    grep -q '^irigrep: outside/o.txt: .*the output' err
    [ "$(wc -l <outside/o.txt)" = 1 ]
}

@test "irigrep -r: a file or folder with the name \"-\" is not standard input" {
    needs irigrep
    mkdir -p top/-
    echo http://file/ >top/-/-
    echo http://top/ >top/-x.md
    cd top
    expect 0 irigrep -r --include='*' - <<<http://stdin/
    out_is 'stdin:http://stdin/\n'
    expect 0 irigrep -r - ./- <<<http://stdin/
    out_is 'stdin:http://stdin/\n'
    expect 0 irigrep -r --include='-*' ./-
    out_is './-/-:http://file/\n'
    expect 0 irigrep -r --include='-*' <<<http://stdin/
    out_is './-/-:http://file/\n-x.md:http://top/\n'
    cd ./-
    expect 0 irigrep -r --include=- <<<http://stdin/
    grep -qx './-:http://file/' out
}

@test "irigrep: folders and files that cannot be read" {
    needs irigrep
    mkdir -p top/closed top/open
    echo http://a/ | tee top/closed/a.txt top/open/a.txt top/open/b.txt top/c.txt >/dev/null
    chmod 000 top/closed top/open/a.txt
    expect 2 unprivileged irigrep -r top
    chmod 755 top/closed
    out_is 'top/c.txt:http://a/\ntop/open/b.txt:http://a/\n'
    err_is 'irigrep: top/closed: Permission denied\nirigrep: top/open/a.txt: Permission denied\n'
    expect 2 irigrep -r missing top/c.txt
    out_is 'top/c.txt:http://a/\n'
    # Without -r
    expect 2 irigrep top top/c.txt
    err_is 'irigrep: top: is a folder; -r searches the files in it\n'
    out_is 'top/c.txt:http://a/\n'
    expect 2 irigrep -q top
    expect 0 irigrep -q top top/c.txt
    expect 2 irigrep <top
    err_is 'irigrep: stdin: Is a directory\n'
}

@test "irigrep: a first operand that cannot be read may be a pattern; the message says that there is none" {
    needs irigrep
    echo http://a/ >in
    expect 2 irigrep http in
    err_is 'irigrep: http: No such file or directory; irigrep takes no pattern: all operands are files\n'
    out_is 'in:http://a/\n'
    expect 2 irigrep in http
    err_is 'irigrep: http: No such file or directory\n'
    expect 2 irigrep -r http in
    err_is 'irigrep: http: No such file or directory; irigrep takes no pattern: all operands are files\n'
    expect 2 irigrep one two in
    [ "$(grep -c 'takes no pattern' err)" = 1 ]
}

@test "irigrep: names of files with newlines, escape characters, invalid UTF-8 or a hyphen at the start" {
    needs irigrep
    local name
    for name in $'a\nb' $'esc\e[31m' $'\xff\xfe' $'a\xe2\x80\xaeb' -n --json ' ' 'a:1' '"\'; do
        rm -f -- ./*
        printf 'http://a/ \0' >"$name"
        expect 2 irigrep -- missing "$name"
        # A message is one line, without characters that change the terminal.
        [ "$(wc -l <err)" = 2 ]
        [ "$(grep -c '[^ -~]' err)" = 0 ]
        grep -q 'binary file' err
        echo http://a/ >"$name"
        expect 0 irigrep --json -- "$name"
        err_is ''
        [ "$(wc -l <out)" = 1 ]
        [ "$(grep -c '[^ -~]' out)" = 0 ]
        [ "$(jq -r .text out)" = http://a/ ]
        iconv -f UTF-8 -t UTF-8 out | same out /dev/stdin
        if printf %s "$name" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1; then
            jq -j .file out | same <(printf %s "$name") /dev/stdin
        fi
        # With -z, any name can be told from the next one. Names are printed as they are, as by grep.
        expect 0 irigrep -lz -- "$name"
        printf '%s\0' "$name" | same /dev/stdin out
        expect 0 irigrep -H "./$name"
        printf './%s:http://a/\n' "$name" | same /dev/stdin out
    done
}

# places TEXT WANT: checks the places of the links in the text, from a file and byte by byte through a pipe, with and
# without --unwrap. WANT is "LINE:COLUMN ...".
places() {
    local options got
    printf '%b' "$1" >in
    for options in '' --unwrap; do
        # shellcheck disable=SC2086 # split into words
        irigrep -hn $options in >out
        got=$(cut -d: -f1,2 out | paste -sd' ')
        # shellcheck disable=SC2086
        dd bs=1 2>/dev/null <in | irigrep -hn $options | same out /dev/stdin
        [ "$got" = "$2" ] || {
            echo "in: $1, want $2, got $got"
            return 1
        }
    done
}

@test "irigrep: lines end in LF, CRLF, CR, and any mixture" {
    needs irigrep
    places 'x\nhttp://a\n\nhttp://b' '2:1 4:1'
    places 'x\r\nhttp://a\r\n\r\nhttp://b' '2:1 4:1'
    places 'x\rhttp://a\r\rhttp://b' '2:1 4:1'
    # LF CR LF: the second line is empty. CR CR LF: so is the second. CR LF CR: so is the second.
    places 'x\n\r\nhttp://a' '3:1'
    places 'x\r\r\nhttp://a' '3:1'
    places 'x\r\n\rhttp://a' '3:1'
    places '\n\rhttp://a' '3:1'
    places '\rhttp://a\nhttp://b\r\n http://c' '2:1 3:1 4:2'
    places '\r\nhttp://a' '2:1'
    places 'http://a\r http://b\n\tétu http://c' '1:1 2:2 3:6'
    places 'http://a http://b\r\n' '1:1 1:10'
    # Other characters end no line.
    places '\x0b\x0c\xc2\x85\xe2\x80\xa8http://a' '1:5'
    # Invalid bytes are one character each.
    places '\xff\xc3\xe2\x80 http://a' '1:6'
    # A byte order mark is no character, and at another place it is one.
    places '\xef\xbb\xbfhttp://a' '1:1'
    places '\xef\xbb\xbf\r\n\xef\xbb\xbf http://a' '2:3'
    places '\xef\xbb\xbf\xef\xbb\xbf http://a' '1:3'
    printf '\xef\xbb\xbfhttp://a' >in
    expect 0 irigrep -b in in
    out_is 'in:3:http://a\nin:3:http://a\n'
    expect 0 irigrep -b --from=xml in
    out_is '3:http://a\n'
    printf '\xef\xbb\xbf' >in
    expect 1 irigrep --bare --unwrap in
}

@test "irigrep: line ends and links across blocks" {
    needs irigrep
    # A line end of each kind around byte 131072, where the first read ends
    local eol n line options
    for eol in '\n' '\r\n' '\r' '\n\r\n' '\r\r\n'; do
        for n in 131068 131069 131070 131071 131072 131073; do
            yes 'some words, no link' | head -c $((n - 1)) | tr '\n' x >in
            printf '%b' "x${eol}http://b/ é http://c/$eol" >>in
            line=2
            case $eol in '\n\r\n' | '\r\r\n') line=3 ;; esac
            for options in '' --unwrap --from=xml --from=html --from=markdown; do
                # shellcheck disable=SC2086
                expect 0 irigrep -hn $options in
                out_is "$line:1:http://b/\n$line:13:http://c/\n"
                # shellcheck disable=SC2086
                dd bs=997 2>/dev/null <in | irigrep -hn $options | same out /dev/stdin
            done
        done
    done
    # A link that is cut by the end of a block, or is broken there
    for n in 131050 131055 131060 131065 131070; do
        yes 'some words, no link' | head -c $n >in
        printf '\n<http://a.example/\n b/cdef>\n\nhttp://e.example/fgh\n' >>in
        expect 0 irigrep --unwrap in
        out_is 'http://a.example/b/cdef\nhttp://e.example/fgh\n'
        expect 0 irigrep in
        out_is 'http://a.example/\nhttp://e.example/fgh\n'
    done
}

@test "irigrep: input in pieces and whole gives the same" {
    needs irigrep
    local options
    # Words, links, brackets and line ends in random order
    awk 'BEGIN {
        srand(18)
        n = split("x é 日本 http://a.example/ http://b/é? <http:// <URL:http://c/ > d/ @ e@f.com g.org/ " \
            "<a b=\" \" <a href=x> </a> <img srcset=\"a,b&#38;\"> <svg> </svg> <p/> [a](b) ![c](d\\_e) [f]: g [f] " \
            "` * _ > | &amp; &#38; <!-- --> <![CDATA[ ]]> \xff \xef\xbb\xbf \xc3 mailto:a@b.com ) ( 。 . - %41", p, " ")
        p[++n] = "\n"; p[++n] = "\r\n"; p[++n] = "\r"; p[++n] = "\n\n"; p[++n] = "\n "; p[++n] = " "; p[++n] = "\t"
        for (i = 0; i < 60000; i++) printf "%s%s", p[1 + int(rand() * n)], rand() < 0.5 ? " " : ""
    }' >whole
    head -c 3000 whole >short
    for options in '' --unwrap --bare '--bare --cjk --unwrap' '--from=xml --bare' '--charset=latin1' \
        '--charset=shift_jis --unwrap' '--from=html --bare' '--from=html --unwrap --cjk --charset=latin1' \
        '--from=markdown --bare' '--from=markdown --unwrap --charset=shift_jis'; do
        # shellcheck disable=SC2086 # split into words
        {
            irigrep --json $options <whole >want
            [ "$(wc -l <want)" -gt 1000 ]
            dd bs=4099 2>/dev/null <whole | irigrep --json $options | same want /dev/stdin
            dd bs=131073 2>/dev/null <whole | irigrep --json $options | same want /dev/stdin
            irigrep --json $options <short >want
            dd bs=1 2>/dev/null <short | irigrep --json $options | same want /dev/stdin
        }
    done
}

@test "irigrep: binary files are passed over with a message" {
    needs irigrep
    printf 'http://a/\n\0' >binary
    echo http://b/ >in
    expect 1 irigrep binary
    out_is ''
    err_is 'irigrep: binary: binary file (it has a NUL), not searched; for UTF-16 text, use --charset=UTF-16\n'
    expect 1 irigrep <binary
    err_is 'irigrep: stdin: binary file (it has a NUL), not searched; for UTF-16 text, use --charset=UTF-16\n'
    expect 0 irigrep binary in
    out_is 'in:http://b/\n'
    expect 0 irigrep -c binary in
    out_is 'binary:0\nin:1\n'
    expect 1 irigrep --unwrap --from=xml binary
    # UTF-16 is no binary file, if its charset is named.
    iconv -f UTF-8 -t UTF-16LE in >wide
    expect 1 irigrep wide
    grep -q 'binary' err
    expect 0 irigrep --charset=utf-16le wide
    # A NUL after the first block ends a link.
    { yes 'http://a/ and more text' | head -20000 && printf 'http://b/\0http://c/\0\n'; } >in
    expect 0 irigrep in
    [ "$(wc -l <out)" = 20002 ]
    tail -n 2 out | same <(printf 'http://b/\nhttp://c/\n') /dev/stdin
}

@test "irigrep: a file cannot be input and output" {
    needs irigrep
    echo http://a/ >in
    cp in before
    expect 2 sh -c 'irigrep in >>in'
    grep -q '^irigrep: in: .*the output' err
    expect 2 sh -c 'irigrep <in >>in'
    grep -q '^irigrep: stdin: .*the output' err
    # As with grep, the other files are searched.
    expect 2 sh -c 'irigrep before in before >>in'
    printf 'http://a/\nbefore:http://a/\nbefore:http://a/\n' | same /dev/stdin in
    # Also if the shell has emptied the file: then the user learns why nothing was found.
    expect 2 sh -c 'irigrep in >in'
    grep -q '^irigrep: in: .*the output' err
}

@test "irigrep: a link is printed before the next read" {
    needs irigrep
    local answer line options
    for options in '' -n --json '--bare --cjk' '--charset=latin1'; do
        # shellcheck disable=SC2086 # split into words
        coproc irigrep -h $options 2>/dev/null
        # shellcheck disable=SC2153 # bash sets COPROC
        for line in 'see http://a/' 'none' '(http://b/) http://c/'; do
            printf '%s\n' "$line" >&"${COPROC[1]}"
            while [[ $line =~ http://[abc]/(.*) ]]; do
                line=${BASH_REMATCH[1]}
                read -r -t 10 answer <&"${COPROC[0]}" || return 1
                [[ $answer = *http://[abc]/* ]]
            done
        done
        # shellcheck disable=SC2153
        kill "$COPROC_PID"
        wait "$COPROC_PID" 2>/dev/null || true
    done
    # In HTML, at the end of a tag. The first 1024 bytes can name a charset (HTML standard, section 13.2.3.2).
    for options in '' -n --json '--bare --cjk' '--charset=latin1'; do
        # shellcheck disable=SC2086
        coproc irigrep -h --from=html $options 2>/dev/null
        printf '<!--%1024s-->\n' x >&"${COPROC[1]}"
        for line in '<a href=http://a/>b</a>' '<p>' '<!-- --><img' 'src=http://b/>'; do
            printf '%s\n' "$line" >&"${COPROC[1]}"
            if [[ $line = *http* ]]; then
                read -r -t 10 answer <&"${COPROC[0]}" || return 1
                [[ $answer = *http://[ab]/* ]]
            fi
        done
        kill "$COPROC_PID"
        wait "$COPROC_PID" 2>/dev/null || true
    done
    # With --unwrap, at the end of a paragraph
    coproc irigrep --unwrap 2>/dev/null
    printf 'see <http://a/\nb>\n\n' >&"${COPROC[1]}"
    read -r -t 10 answer <&"${COPROC[0]}"
    [ "$answer" = http://a/b ]
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
}

# lawful FILE OPTIONS...: checks that for each link the bytes of the file at its offset are its text, that its line and
# column lead to the same place, and that links come in order and do not overlap. Lines of the file end in LF.
lawful() {
    local file=$1
    shift
    irigrep --json "$@" "$file" >found || [ $? = 1 ]
    links=$((links + $(wc -l <found)))
    jq -j '"\(.offset) \(.length) \(.line) \(.column) ", (.text | @base64), "\n"' found >numbers
    # perl, like awk, counts bytes; it also finds characters, of which invalid bytes are one each.
    perl -MMIME::Base64 -e '
        open my $in, "<:raw", $ARGV[0] or die; local $/; my $text = <$in>;
        $/ = "\n"; my ($end, $line, $start) = (0, 1, $text =~ /^\xef\xbb\xbf/ ? 3 : 0);
        my $char = qr/[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|
            \xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|
            \xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/xs;
        open my $numbers, "<", "numbers" or die;
        while (<$numbers>) {
            my ($off, $len, $l, $c, $t) = split;
            die "offset: $_" if $off < $end || substr($text, $off, $len) ne decode_base64($t);
            $end = $off + $len;
            while ((my $eol = index($text, "\n", $start)) >= 0) {
                last if $eol >= $off;
                $line++; $start = $eol + 1;
            }
            my $before = substr($text, $start, $off - $start);
            my $n = () = $before =~ /$char/g;
            die "place: $_, not $line " . ($n + 1) if $l != $line || $c != $n + 1;
        }' "$file"
}

@test "irigrep: offsets, lines and columns lead to the text of each link" {
    needs irigrep
    command -v perl >/dev/null || skip "no perl here"
    local file links=0 options
    cp "$tests/../README" readme
    page iri2uri.1 >man.1
    page iri.7 >man.7
    corpus iri
    head -n 3000 iri.txt | awk '{ printf "é日(%s)%s", $0, NR % 7 ? " " : "\n" }
        NR % 50 == 0 { print "\n<" $0 "\n  x>" }' >made
    # The same as XML, in which some characters are references
    { printf '\xef\xbb\xbf<?xml version="1.0"?>\n<urlset xmlns="http://x/">\n'
        head -n 3000 iri.txt | sed 's/&/\&amp;/g; s/</\&lt;/g' |
            awk 'NR % 3 == 0 { gsub(/w/, "\\&#119;") } NR % 5 == 0 { gsub(/é/, "\\&eacute;") }
                { printf "<url a=\"%s\">%s</url>%s", $0, $0, NR % 4 ? "" : "\n" }'
        echo '<![CDATA[http://a/&amp;b]]></urlset>'; } >made.xml
    # The same as Markdown and HTML
    awk 'NR % 5 == 1 { print "[é](" $0 ")" } NR % 5 == 2 { print "<" $0 "> ![](a\\_" NR ")" }
        NR % 5 == 3 { print "\n[日" NR "]: <" $0 "> \"t\"\n" } NR % 5 == 4 { print "> - <img src=\"" $0 "\">" }
        NR % 5 == 0 { print "| " $0 " [](a\\|b&amp;c) [日" NR - 2 "]" }' iri.txt | head -n 5000 >made.md
    { printf '\xef\xbb\xbf<base href=/>\n' && head -n 3000 iri.txt | sed 's/&/\&amp;/g; s/"/\&quot;/g; s/</\&lt;/g' |
        awk '{ print "<a href=\"" $0 "\">日</a><img srcset=\"&#32; é&#38; 1x, b&#x20;2x\">" $0 "<br>" }'; } >made.html
    for file in readme man.1 man.7 made made.xml made.md made.html "$tests"/../../shared/spec/*.txt; do
        [ -f "$file" ] || continue
        for options in '' --unwrap --bare --cjk '--unwrap --bare --cjk' '--from=xml' '--from=xml --bare --unwrap' \
            '--from=markdown' '--from=markdown --bare --unwrap' '--from=html' '--from=html --bare --unwrap'; do
            # shellcheck disable=SC2086 # split into words
            lawful "$file" $options
        done
    done
    [ "$links" -gt 20000 ]
    # What the references of XML mean is what stands in the list.
    irigrep --json made.xml | jq -r .reference | head -n 200 >got
    head -n 3000 iri.txt | awk '{ print; print }' | irigrep - | head -n 200 | same got /dev/stdin
}

@test "irigrep: --help, --version, and options that are wrong" {
    needs irigrep
    expect 0 irigrep --help
    err_is ''
    grep -q '^usage: irigrep ' out
    awk 'length > 79 { print; exit 1 }' out
    grep -q '^  0  a link was found$' out
    grep -q '^  1  no link was found$' out
    expect 0 irigrep --version
    grep -q '^irigrep (IRI toolkit) [0-9]' out
    local option text
    while IFS=$'\t' read -r option text; do
        # shellcheck disable=SC2086 # split into words
        expect 2 irigrep $option
        printf '%s\n' "irigrep: $text" "irigrep: see 'irigrep --help'" | same /dev/stdin err
        out_is ''
    done <<'END'
-X	unknown option '-X'
-cX in	unknown option '-X'
-i	unknown option '-i'
--foo	unknown option '--foo'
--bare=yes	option '--bare' takes no argument
--kind	option '--kind' needs an argument
in --include	option '--include' needs an argument
--c	ambiguous option '--c'
--charse=	--charset: unknown charset; 'iconv -l' lists the known ones
END
    for option in $'--no\e[31m' $'-\e' $'--from=\e' $'--kind=\e' $'--schemes=\e'; do
        expect 2 irigrep "$option"
        [ "$(grep -c '[^ -~]' err)" = 0 ]
    done
}

@test "irigrep: closed and full descriptors" {
    needs irigrep
    local status=0
    echo http://a >in
    irigrep in >&- 2>err || status=$?
    [ "$status" = 2 ]
    grep -q '^irigrep: stdout: ' err
    status=0
    irigrep <&- >out 2>err || status=$?
    [ "$status" = 2 ]
    grep -q '^irigrep: stdin: ' err
    status=0
    irigrep in 2>&- >out || status=$?
    [ "$status" = 0 ]
    out_is 'http://a\n'
    yes http://a/b | irigrep 2>err | head -1 >out
    [ "${PIPESTATUS[1]}" = 141 ]
    out_is 'http://a/b\n'
    err_is ''
    [ -c /dev/full ] || skip "no /dev/full"
    yes http://a | head -100000 >in
    for options in '' -c '--json -n' --help --version; do
        status=0
        # shellcheck disable=SC2086
        irigrep $options in >/dev/full 2>err || status=$?
        [ "$status" = 2 ]
        grep -q '^irigrep: stdout: No space left on device' err
    done
}
