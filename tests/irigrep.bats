#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The tool irigrep: options, files, formats and places. links.bats tests which links are found.
load helper

setup_file() { needs irigrep; }

# text NAME: writes a text with four links to the file NAME.
text() {
    printf 'See http://a.example/é and\n\nmailto:b@c.example, é http://d.example/.\nurn:e:f\n' >"$1"
}

@test "irigrep: one link per line, in order of the text" {
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
    text in
    expect 0 irigrep --json in
    [ "$(wc -l <out)" = 4 ]
    [ "$(jq -c 'keys_unsorted' out | sort -u)" = \
        '["file","line","column","offset","length","kind","text","reference"]' ]
    [ "$(sed -n 1p out)" = '{"file":"in","line":1,"column":5,"offset":4,"length":19,"kind":"text",'\
'"text":"http://a.example/é","reference":"http://a.example/é"}' ]
    [ "$(jq -c '[.line, .column, .offset, .length]' out | paste -sd' ')" = '[1,5,4,19] [3,1,29,18] [3,23,52,17] [4,1,71,7]' ]
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
    for bad in '' text, ,text host text,host 'text bare'; do
        expect 2 irigrep --kind="$bad" in
        err_is "irigrep: --kind takes text, bare and address, separated by commas\nirigrep: see 'irigrep --help'\n"
    done
}

@test "irigrep: --schemes" {
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
    for bad in '' http, ,http http: http:// 'http:?' 'http:#' 1x é 'a b' '*'; do
        expect 2 irigrep --schemes="$bad" in
        grep -q '^irigrep: --schemes takes names of schemes, separated by commas: ' err
    done
}

@test "irigrep: --cjk" {
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
    echo '<a b="http://c/&amp;d">http://e/&#x66;</a>' >in.XML
    for name in in.txt in.xhtml in.rss in.atom in.xml in; do cp in.XML $name; done
    for name in in.xml in.XML in.rss in.atom; do
        expect 0 irigrep $name
        out_is 'http://c/&d\nhttp://e/f\n'
        expect 0 irigrep --from=auto $name
        out_is 'http://c/&d\nhttp://e/f\n'
        expect 0 irigrep --from=text $name
        grep -qx 'http://c/&amp;d' out
    done
    for name in in.txt in.xhtml in; do
        expect 0 irigrep --from=auto $name
        grep -qx 'http://c/&amp;d' out
        expect 0 irigrep --from=xml $name
        out_is 'http://c/&d\nhttp://e/f\n'
    done
    expect 0 irigrep --from=xml <in
    out_is 'http://c/&d\nhttp://e/f\n'
    expect 2 irigrep --from=html in
    err_is "irigrep: unknown argument 'html'; --from takes auto, text or xml\nirigrep: see 'irigrep --help'\n"
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
    out_is '1:55:http://a.example/base\n3:8:http://a.example/feed\n3:35:urn:uuid:60a76c80\n'
}

@test "irigrep: XML: character references, attributes, and markup without links" {
    xml '<a>http://a/?b&amp;c&#38;d&#x26;e&apos;f&eacute;g</a>' "http://a/?b&c&d&e'fég\n"
    xml '<a>http&#58;//a/&#x41;</a>' 'http://a/A\n'
    xml '<a>http://a/&quot;b</a>' 'http://a/"b\n'
    xml '<a>&lt;http://a/&gt; http://b/&#32;c</a>' 'http://a/\nhttp://b/\n'
    xml '<a>http://a/?b&c&nosuch;d</a>' 'http://a/?b&c&nosuch;d\n'
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
        err_is ''
    done
    { printf '\0\xdc' && printf ' http://a/' | iconv -t UTF-16LE; } >in
    expect 0 irigrep -n --charset=utf-16le in
    out_is 'in:1:3:http://a/\n'
    expect 2 irigrep --charset=nonesuch in
    err_is "irigrep: --charset: unknown charset; 'iconv -l' lists the known ones\nirigrep: see 'irigrep --help'\n"
    expect 2 irigrep --charset= in
}
