#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The manual pages, README and NEWS: the examples print the output that is shown, and the pages name every option.
load ../helper
export needs=native

@test "man: the examples of iri2uri.1 run as printed" { examples iri2uri.1; }
@test "man: the examples of uri2iri.1 run as printed" { examples uri2iri.1; }
@test "man: the examples of irinorm.1 run as printed" { examples irinorm.1; }
@test "man: the examples of iricmp.1 run as printed" { examples iricmp.1; }
@test "man: the examples of iriresolve.1 run as printed" { examples iriresolve.1; }
@test "man: the examples of iriparse.1 run as printed" {
    ! iriparse --get=domain </dev/null 2>&1 | grep 'without libpsl' || skip "iriparse was built without libpsl"
    examples iriparse.1
}
@test "man: the examples of iriedit.1 run as printed" { needs irised && examples iriedit.1; }
@test "man: the examples of irilint.1 run as printed" { examples irilint.1; }
@test "man: the examples of irigrep.1 run as printed" { needs irigrep && examples irigrep.1; }
@test "man: the examples of irised.1 run as printed" { needs irised && examples irised.1; }
@test "man: the examples of irishow.1 run as printed" { needs irishow && needs irigrep && examples irishow.1; }
@test "man: the examples of path2iri.1 run as printed" { examples path2iri.1; }
@test "man: the examples of iri2path.1 run as printed" { examples iri2path.1; }
@test "man: the examples of iri.7 run as printed" {
    needs irised && needs irishow
    command -v python3 >/dev/null || skip "no python3 here"
    examples iri.7
}
@test "man: the examples of README run as printed" { needs irised && needs irishow && examples README; }

# try PAGE WORDS: runs the commands of the example that has these words in its commands, with other files than those of
# the page.
try() {
    session "$1"
    # shellcheck disable=SC2016 # for awk
    awk -v RS='\036' -v words="$2" 'index($0, words) { print; exit }' session | sed -n 's/^[$>] //p' >script
    [ -s script ]
    sh ./script >out 2>err
}

@test "man: the recipe for duplicates keeps lines that are not valid, and the first of equivalent ones" {
    printf '%s\n' http://a.example/%7E 'a b' $'c\td' HTTP://a.example/~ 'e f' '' $'c\td' http://A.example:80/~ >links
    try iri.7 'seen[form'
    out_is 'http://a.example/%7E\na b\nc\td\ne f\n\n'
    err_is ''
    try irinorm.1 '!seen[$1]'
    out_is 'http://a.example/%7E\n\n'
    # With the command that the text names, "a b" and "a%20b" are one.
    printf '%s\n' a%20b 100% 'a b' http://é.example/ http://xn--9ca.example >links
    try iri.7 'seen[form'
    tr -s ' \n' ' ' <text | grep -o 'iri2uri -q --repair --invalid=keep links |' >pipe
    sed 's/invalid=keep links |/invalid=keep |/' script | paste -d ' ' pipe - | sh >out
    out_is 'a%20b\n100%\nhttp://é.example/\n'
}

# show_mail: shows the links of mail.eml by the recipe, whose script is a file.
show_mail() {
    try iri.7 'import email.header'
    try iri.7 'mail.py irishow'
}

# RFC 2045, section 6; the charsets of the parts differ, and so does what <meta> says. Nothing in a part hides the next
# one, and no name of a file stops the program.
@test "man: the recipe for a mail reads text, HTML and files in each encoding" {
    needs irishow
    command -v python3 >/dev/null || skip "no python3 here"
    local link='<meta charset=latin1><a href="http://a.example/ü?a=ABcd&b==3D">'
    {
        printf '%s\n' 'MIME-Version: 1.0' 'Content-Type: multipart/mixed; boundary=x' ''
        # A part that has no text of its own
        printf -- '--x\nContent-Type: multipart/mixed; boundary=y; name=y.html\n\n--y\n\nx\n--y--\n'
        printf -- '--x\nContent-Type: text/%s\nContent-Transfer-Encoding: %s\n\n%s\n' \
            plain 8bit $'<http://plain.example/>\nFrom x: http://from.example/' \
            html 8bit '<a href=http://open.example/>a</a><!--' \
            'html; charset=utf-8' base64 "$(printf %s "${link/a.example/base64.example}" | base64)" \
            'html; charset=utf-8' 8bit "${link/a.example/8bit.example}" \
            'html; charset=x-no' 8bit '<a href=http://unknown.example/>' \
            'html; charset=utf-8' 'quoted-printable ' '<a href=3D"http://blank.example/">' \
            'html; charset=hex' 8bit '<a href=http://codec.example/>' \
            html 8bit '<a href=http://none.example/ü>' \
            html quoted-printable '<meta charset=3Diso-8859-5><a href=3D"http://meta.example/=D0">' \
            'html; charset=iso-8859-5' quoted-printable '<a href=3D"http://printable.example/=D0?a=3DABcd">'
        printf -- '--x\nContent-Type: application/octet-stream%s\n\n%s\n' \
            '; name="%-"; name*=utf-8%27%27a%00.HTM' 'text <a href=http://named.example/>' \
            "; name*=utf-8''a%00%0a.HTM" 'text <a href=http://nul.example/>' \
            '; name="=?utf-8?B?UmVjaG51bmcuaHRtbA==?="' '<body><a href=http://encoded.example/>' \
            $'; name="=?x-no?Q?a.H?=\n =?utf-16?B?AFQATQ==?="' '<body><a href=http://words.example/>' \
            '; name="=?utf-8?B?A?=.htm"' '<body><a href=http://broken.example/>' \
            '' '<!doctype html><a href=http://unnamed.example/>' \
            '; name=a.svg' '<svg xmlns="http://www.w3.org/2000/svg"><a href="http://svg.example/"/></svg>' \
            '; name=a.pdf' '%PDF-1.4 http://pdf.example/'
        printf -- '--x\n\n<html><a href=http://untyped.example/>\n'
        printf -- '--x\nContent-Type: message/rfc822\n\nContent-Type: text/html\n\n<a href=http://inner.example/>\n'
    } >mail.eml
    printf 'link: http://%s\n' plain.example/ from.example/ open.example/ 'base64.example/ü?a=ABcd&b==3D' \
        '8bit.example/ü?a=ABcd&b==3D' unknown.example/ blank.example/ codec.example/ none.example/ü \
        meta.example/а 'printable.example/а?a=ABcd' named.example/ nul.example/ \
        encoded.example/ words.example/ broken.example/ unnamed.example/ svg.example/ \
        untyped.example/ inner.example/ >want
    show_mail
    sed -n 's/^link: */link: /p' out | same want /dev/stdin
    grep -c 'a PDF, not searched' err | same <(echo 1) /dev/stdin
    # As an mbox
    for from in a b; do echo "From $from Thu Jan  1 00:00:00 1970" && cat mail.eml && echo; done >box
    mv box mail.eml
    show_mail
    sed -n 's/^link: */link: /p' out | same <(cat want want) /dev/stdin
}

# Only an mbox begins with "From ". There, a mail begins after an empty line, with a time, and with a header field.
@test "man: the recipe for a mail takes no line of a text for the start of a mail" {
    needs irishow
    command -v python3 >/dev/null || skip "no python3 here"
    local from='From Berlin at 12:30:05 UTC was blocked.'
    {
        printf '%s\r\n' 'Content-Type: multipart/mixed; boundary=x' '' \
            --x 'Content-Type: text/html; charset=utf-8' 'Content-Transfer-Encoding: quoted-printable' '' \
            '<p>Mail' '' "$from" 'Note: <a href=3D"http://paypal.com@192.0.=' '2.7/a">log in</a>' "$from" \
            '<a href=3D"http://paypal.com@192.0.=' '2.7/b">log in</a>' \
            --x 'Content-Type: text/plain' '' "$from" http://later.example/ '' 'From our blog today' \
            https://blog.example/ '' 'From 12:30 on' https://time.example/ '' 'From here' \
            'Note: http://note.example/' --x--
    } >mail.eml
    printf 'link: %s\n' http://paypal.com@192.0.2.7/{a,b} http://later.example/ https://blog.example/ \
        https://time.example/ http://note.example/ >want
    show_mail
    sed -n 's/^link: */link: /p' out | same want /dev/stdin
    # In an mbox, ">" stands before such lines that follow an empty one.
    for from in a b; do
        printf 'From %s Thu Jan  1 00:00:00 1970\r\n' $from && sed '/^.$/{n;s/^From Berlin/>&/;}' mail.eml &&
            printf '\r\n'
    done >box
    mv box mail.eml
    show_mail
    sed -n 's/^link: */link: /p' out | same <(cat want want) /dev/stdin
}

# What a sender can do so that nothing is shown: leave out the scheme, and add a NUL or thousands of parts
@test "man: the recipe for a mail shows names without a scheme, and is stopped by no NUL and no depth" {
    needs irishow
    command -v python3 >/dev/null || skip "no python3 here"
    {
        printf '%s\n' 'Content-Type: multipart/mixed; boundary=x' ''
        printf -- '--x\nContent-Type: %s\n\n%b\n' text/plain 'Go to www.evil-login.com/a or evil.com/b\0.' \
            text/html '<p>evil.com/c <a href="http://d.example/">paypal.com</a>\0' \
            'text/html; charset=utf-8' '<a \0href=http://e.example/>' \
            'application/x; name=a.htm' '<a href=http://f.example/>\0' \
            'text/plain' '\0377\0376h\0t\0t\0p\0:\0/\0/\0g\0.\0c\0o\0m\0' \
            'image/png; name=a.png' '\0211PNG\r\n\032\n\0http://image.example/'
    } >mail.eml
    printf 'link: %s\n' www.evil-login.com/a evil.com/b evil.com/c http://d.example/ http://e.example/ \
        http://f.example/ http://g.com >want
    show_mail
    sed -n 's/^link: */link: /p' out | same want /dev/stdin
    err_is 'irishow: part7.png: an image (PNG), not searched\n'
    # Mails in mails, in the first mail of an mbox
    {
        echo 'From a Thu Jan  1 00:00:00 1970'
        yes $'Content-Type: message/rfc822\n' | sed 20000q
        printf '\nFrom b Thu Jan  1 00:00:00 1970\nSubject: b\n\nhttp://b.example/\n'
    } >mail.eml
    show_mail
    out_is 'goes to:  b.example\nlink:     http://b.example/\n'
    err_is 'A mail cannot be decoded.\n'
    # Headers that Python cannot decode
    for header in "name*=%00'e'a.html" "name*=idna'e'a.html" "name*=undefined'e'a.html" "boundary*=idna'e'b" \
        "boundary*=%00'e'b" "charset*=%00'e'b" 'charset="a\0"'; do
        printf 'From a Thu Jan  1 00:00:00 1970\nContent-Type: text/html; %b\n\nhttp://a.example/\n\n' "$header"
    done >mail.eml
    printf 'From b Thu Jan  1 00:00:00 1970\nContent-Disposition: attachment; filename*=%%00x\n\nhttp://b.example/\n' \
        >>mail.eml
    show_mail
    [ "$(grep -c '^link:.*http://a.example/' out)" -ge 3 ]
    grep -q '^link:.*http://b.example/$' out
}

# Some programs fold the header between its links.
@test "man: the recipe for a mail shows links of List-Unsubscribe, and lists where relative links lead" {
    needs irishow
    command -v python3 >/dev/null || skip "no python3 here"
    {
        printf '%s\n' 'List-Unsubscribe: <mailto:u@u.example?subject=u>,' $'\t<http://u.example/\377>' \
            'Content-Type: multipart/mixed; boundary=x' '' '--x' '' 'http://paypa1.com/' '--x'
        printf '%s\n' 'Content-Type: text/html' '' '<a href=a> <base href="http://b.paypa1.com/c/"> <a href=d>' '--x--'
    } >mail.eml
    show_mail
    printf 'link: %s\n' http://paypa1.com/ a http://b.paypa1.com/c/ d mailto:u@u.example http://u.example/ >want
    sed -n 's/^link: */link: /p' out | same want /dev/stdin
    try iri.7 'irigrep --base=http://none.invalid/'
    printf '%s\n' http://paypa1.com/ http://none.invalid/a http://b.paypa1.com/c/ http://b.paypa1.com/c/d \
        mailto:u@u.example http://u.example/ | same out /dev/stdin
    echo paypal.com >known
    try iri.7 'against=known links' && false
    cut -d : -f 2,3 out | same /dev/stdin <(printf '%s\n' 1:8 3:8 4:8)
}

# RFC 6068, section 2. People also write spaces, semicolons and names of people between addresses.
@test "man: the recipe for addresses prints those of text and of mailto links, in to, cc and bcc, too" {
    needs irigrep
    mkdir letters
    echo 'To a?b@a.example.com' >letters/c.txt
    printf '%s\n' 'To <c@c.example.com> ![x](icon@2x.png)' \
        '[d](MAILTO:d@d.example,e=f%2be@e.example?cc=f)' \
        '`g@g.example.com` <a href="mailto:h@h.example">i@i.example.com</a> mailto:j@j.example?subject=k' >letters/a.md
    printf '<a href="mailto:%s">\n' 'k@k.example,%20l@l.example, m@m.example' \
        '?Bcc=n@n.example%2Co@o.example&amp;to=p@p.example' '' '%C3%A9+@v.example%0Aw@w.example' \
        '?subject=q@q.example&CC=Ann%20%3Cr@r.example%3E;%22s%25%22@s.example&body=to=t@t.example#u@u' >letters/b.html
    try iri.7 'irigrep -rh --kind=address letters'
    printf '%s\n' '"s%"@s.example' a?b@a.example.com c@c.example.com d@d.example e=f+e@e.example h@h.example \
        {j@j,k@k,l@l,m@m,n@n,o@o,p@p,r@r}.example é+@v.example%0Aw@w.example | LC_ALL=C sort |
        same <(LC_ALL=C sort out) /dev/stdin
    # Lists, in which "=" and "|" are no part of an address
    printf '%s\n' MAIL=a@a.example.com '1|b@b.example.com|x' c=d@d.example.com | irigrep --kind=address >found
    tr -s ' \n' ' ' <text | grep -o "sed 's/[^']*=|[^']*'" >script
    [ "$(wc -l <script)" = 1 ]
    sh ./script <found >out
    out_is 'a@a.example.com\nb@b.example.com\nd@d.example.com\n'
    command -v python3 >/dev/null || skip "no python3 here"
    try iri.7 'import email.header'
    printf 'Content-Type: text/html\n\nx@x.example.com <a href="mailto:y@y.example?cc=z%%40z.example">\n' >mail.eml
    try iri.7 'irigrep -rh --kind=address letters'
    sed 's/irigrep -rh/python3 mail.py irigrep/; s/ letters/ < mail.eml/' script | sh >out
    out_is 'x@x.example.com\ny@y.example\nz@z.example\n'
}

@test "man: the recipe for spellings of RDF prints pairs of equivalent IRIs" {
    needs irigrep
    printf '<%s> <http://p.example/> "http://t.example/%%61" .\n' http://a.example/{b,%62,B,c%20d,'c d',%e9,%E9} \
        HTTP://a.example/b >names.nt
    try iri.7 'irigrep names.nt'
    # shellcheck disable=SC2016 # for awk
    try iri.7 '$1 == form'
    printf '%s//a.example/%s http://a.example/%s\n' http: %E9 %e9 HTTP: b %62 http: %62 b | same out /dev/stdin
    # Names with a prefix, converted first
    command -v rapper >/dev/null || skip "no rapper here"
    printf '@prefix e: <http://a.example/> .\n%s\n' 'e:x%2Dy e:p <http://a.example/x-y> .' >a.ttl
    session iri.7
    tr -s ' \n' ' ' <text | grep -o 'rapper -qg a\.ttl > a\.nt' >script
    sh ./script
    mv a.nt names.nt
    try iri.7 'irigrep names.nt'
    try iri.7 '$1 == form'
    out_is 'http://a.example/x%2Dy http://a.example/x-y\n'
}

# 0x87 0x40 is U+2460 in windows-31j, and nothing in JIS X 0208. 0x7E is "~" there, and an overline in JIS X 0201.
@test "man: the recipe for Shift_JIS reads what browsers read, and changes only links" {
    needs irised
    session iri.7
    sed -n 's/^\$ \(irigrep --charset=.* sjis.html | iri2uri\)$/\1/p; s/^\$ \(irised .* iri2uri sjis.html\)$/\1/p' \
        session >script
    [ "$(wc -l <script)" = 2 ]
    printf '<a href="http://a.example/\207\100~">\203\134</a> <a href="b\225\134 c">\n' >sjis.html
    { printf '<meta charset=shift_jis>' && cat sjis.html; } >named.html
    for name in sjis.html named.html; do
        sed "s/sjis.html/$name/" script | { [ $name = sjis.html ] && cat || sed 's/ --charset=[^ ]*//'; } >commands
        expect 1 sh ./commands
        out_is 'http://a.example/%E2%91%A0~\n\n'
        has 1 "^irised: $name:1:.*this link stays as it is$" err
        sed 's/^<meta charset=shift_jis>//' $name >got
        printf '<a href="http://a.example/%%E2%%91%%A0~">\203\134</a> <a href="b\225\134 c">\n' | cmp got -
    done
}

# Bytes of "\" and "|" in a character, a half-width letter, a letter that Shift_JIS lacks, and one that could mislead
@test "man: the recipe for Shift_JIS writes a list and a page back" {
    needs irised
    session iri.7
    sed -n 's/^\$ \(uri2iri .* list.sjis\|irised .*uri2iri.* sjis.html\)$/\1/p' session >script
    [ "$(wc -l <script)" = 2 ]
    printf 'http://a.example/%s\n' 'ソ?表=能%20|' 髙カ 'a∕b' | iri2uri --lenient >uris
    echo 'http://xn--wgv71a.example/%93%FA' >>uris
    printf '<a href="http://a.example/\203\134?%s"><a href="http://xn--wgv71a.example/%s">' \
        '%E8%A1%A8' '%C3%A9' >sjis.html
    sh ./script
    printf 'http://a.example/%b\n' '\0203\0134?\0225\0134=\0224\0134%%20%%7C' '\0373\0374\0203J' 'a%%E2%%88%%95b' |
        sed 's/%%/%/g' >want
    printf 'http://\223\372\226\173.example/%%93%%FA\n' >>want
    cmp list.sjis want
    printf '<a href="http://a.example/\203\134?\225\134"><a href="http://\223\372\226\173.example/&#xE9;">' >want
    cmp sjis.html want
}

# The schema and the comment are no pages, nor is the translation, which has an entry of its own.
@test "man: the recipe for sitemaps compares pages, not schemas and translations" {
    needs irigrep
    session iri.7
    sed -n '/^[$] for name in old new/,/^> done/s/^..//p; s/^[$] \(LC_ALL=C comm .*\)/\1/p' session >script
    [ "$(wc -l <script)" = 5 ]
    printf '<url><loc>http://a.example/%s</loc></url>' '%61?b&amp;c' 1% 'd e' | sed 's,.*,<urlset>&</urlset>,' >new.xml
    cat >old.xml <<'END'
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9
 http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd">
<!-- made by http://generator.example/ -->
<url><loc><![CDATA[http://a.example/a?b&c]]></loc>
<xhtml:link rel="alternate" hreflang="de" href="http://a.example/de"/></url>
<url>
  <loc>
    http://a.example/gone
  </loc>
</url><url><loc>http://a.example/2%</loc></url><url><loc>http://a.example/d%20e</loc></url>
</urlset>
END
    sh ./script >out
    out_is '\thttp://a.example/1%25\nhttp://a.example/2%25\nhttp://a.example/gone\n'
    # Lists
    printf 'http://a.example/%s\r\n' 1%25 b. >new.txt
    echo http://a.example/b. >old.txt
    sed 's,irigrep -h --kind=autolink "$name.xml",cat "$name.txt",' script >lists
    sh ./lists >out
    out_is '\thttp://a.example/1%25\n'
    # Several files: no names of files
    mkdir several
    cp old.xml several/1.xml
    echo '<urlset/>' | tee several/2.xml several/old >/dev/null
    sed 's,"$name.xml",several/*.xml,' script | sh
    grep '^several' *.list && false
    # Folders of compressed sitemaps, with an index
    mkdir old new
    for name in old new; do
        printf '<?xml version="1.0"?><urlset><url><loc>http://%s.example/</loc></url></urlset>' $name | gzip >$name/1.gz
        # gzip writes the first byte of a file that is not compressed on its own.
        printf '\357\273\277' | cat - $name.xml >"$name/0 b.xml"
        printf '<s:sitemapindex><s:sitemap><s:loc>http://a.example/%s.gz</s:loc></s:sitemap></s:sitemapindex>' $name |
            gzip >$name/3.gz
        rm $name.xml
    done
    sed -n '/^for file in/,/|$/p' <(sed 's/^ *//' text) >lines
    [ "$(wc -l <lines)" = 3 ]
    sed -i '/irigrep/{
        r lines
        d
    }' script
    grep -c gzip script
    sh ./script >out
    out_is '\thttp://a.example/1%25\nhttp://a.example/2%25\nhttp://a.example/gone
\thttp://new.example/\nhttp://old.example/\n'
}

@test "man: the recipe for deceptive hosts leaves harmless findings" {
    printf 'http://%s/\n' g00gle.com bank.example@192.0.2.1 a.example >links
    echo HTTP://Good.example:80/%7Ex >>links
    echo google.com >known
    session iri.7
    # shellcheck disable=SC2016 # for sed
    sed -n 's/^\$ \(irilint --only=.*bad links\) |.*/\1/p; s/^\$ \(grep .*bad links\) |.*/\1/p' session >script
    [ "$(wc -l <script)" = 2 ]
    sh ./script | grep -v '^links:' >out
    out_is 'http://a.example/\nHTTP://Good.example:80/%7Ex\n'
    [ "$(wc -l <bad)" = 2 ]
}

# In the first document, three IRIs are invalid. In the second one, all IRIs are but "_:c" and @type; "t" is a text.
@test "man: the recipe for JSON-LD finds and repairs IRIs of each key, and leaves other values" {
    command -v jq >/dev/null || skip "no jq here"
    cat >a.jsonld <<'END'
{"@context":"https://schema.org","@id":"https://www.example.org/#org","url":"https://www.example.org/über uns",
 "sameAs":["https://social.example/100%"],"image":{"url":"https://img.example/a b.png"}}
END
    try iri.7 'paths as $p' && false
    sed 's/: error:.*\[/ /; s/]$//' out | same /dev/stdin <(printf '%s\n' '["url"]:1:29 illegal-char' \
        '["sameAs",0]:1:27 bad-percent' '["image","url"]:1:22 illegal-char')
    try iri.7 'getpath(paths'
    out_is '{"@context":"https://schema.org","@id":"https://www.example.org/#org",'\
'"url":"https://www.example.org/über%20uns","sameAs":["https://social.example/100%25"],'\
'"image":{"url":"https://img.example/a%20b.png"}}\n'
    cat >a.jsonld <<'END'
[{"@id": "http://a.example/{x}", "b": [{"@id": "_:c d"}, {"@id": null}, "\thttp://d.example/\n"], "n": 1.5},
 {"f": {"id": " g h", "@type": ["Pe rson", "s:Person"], "t": "Note: <this>"}, "http://a.example/k l": [{"@id": 3}]},
 {"v": {"@value": "http://a.example/m n"}, "w": "see http://a.example/100%", "x": "http://a.example/%41%zé\\\"\u007f"}]
END
    try iri.7 'paths as $p' && false
    cut -d : -f 1 out | uniq | same /dev/stdin <(printf '%s\n' '[0,"@id"]' '[0,"b",2]' '[1,"f","id"]' \
        '[1,"f","@type",0]' '[1,"f","t"]' '[1,"http' '[2,"x"]')
    grep '^\[1,"http://a.example/k l"\]:1:19: error: space' out
    jq -c . a.jsonld | sed 's/{x}/%7Bx%7D/; s,"\\thttp://d.example/\\n","http://d.example/",
        s/%41%zé[^,]*"}/%41%25zé%5C%22%7F"}/' >want
    try iri.7 'getpath(paths'
    same out want
}

@test "man: the recipe for RDF repairs the IRIs of RDF/XML, and leaves texts" {
    command -v rapper >/dev/null || skip "no rapper here"
    cat >a.rdf <<'END'
<!DOCTYPE rdf:RDF [<!ENTITY x "http://a.example/x y#">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://a.example/n s#">
<rdf:Description rdf:about="http://A.example/%41 1" e:t="http://a.example/2%" xml:base="http://a.example/3%/">
<e:note>see http://a.example/4% for more &amp; <![CDATA[http://a.example/5%]]></e:note><!-- http://a.example/6% -->
<e:p rdf:resource="{7}"/><e:q rdf:datatype="&x;8">http://a.example/9%</e:q></rdf:Description></rdf:RDF>
END
    session iri.7
    tr -s ' \n' ' ' <text | grep -o 'irilint --fix -i .* --kind=[a-z,]* a\.rdf' >script
    cp a.rdf kept.rdf
    sh ./script
    sed 's,%41 1",%41%201",; s,/3%/",/3%25/",' kept.rdf | same a.rdf /dev/stdin
    mv kept.rdf a.rdf
    # Converted first, all is found and repaired.
    tr -s ' \n' ' ' <text | grep -o 'rapper -qg a\.rdf > a\.nt' | head -n 1 >script
    sed -n 's/^\$ \(irilint .*\) < dump.nt$/\1 a.nt/p' session >>script
    sh ./script >out
    grep -c '^a.nt:.*\[bad-percent]$' out | same <(echo 1) /dev/stdin
    grep -c '^a.nt:.*\[illegal-char]$' out | same <(echo 11) /dev/stdin
    grep -v '^a.nt:' out | tee fixed.nt
    irilint --type=iri --only=syntax,bidi-control,unclosed-iri --disable=fragment fixed.nt
}

@test "man: the recipe for new beginnings of names renames all IRIs of RDF/XML and Turtle, but no text" {
    needs irised
    command -v rapper >/dev/null || skip "no rapper here"
    cat >a.rdf <<'END'
<!DOCTYPE rdf:RDF [<!ENTITY x "http://a.example/ns#">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://a.example/ns#">
<rdf:Description rdf:about="&x;s"><x:p rdf:resource="http://a.example/o"/><x:q>http://a.example/t</x:q>
<x:r rdf:resource="http://A.example/o"/></rdf:Description></rdf:RDF>
END
    cat >a.ttl <<'END'
@base <http://a.example/> . @prefix x: <ns#> .
x:s x:p <o> ; x:q "http://a.example/t" ; x:r <http://A.example/o> .
END
    irised "sed s,^http://a[.]example/,https://c.example/," a.rdf >out
    [ "$(grep -c 'xmlns:x="http://a.example/ns#"\|"&x;s"\|ENTITY x "http://a.example/ns#"' out)" = 3 ]
    irised "sed s,^http://a[.]example/ns#,https://c.example/," a.ttl | same a.ttl /dev/stdin
    session iri.7
    tr -s ' \n' ' ' <text | grep -o 'rapper -qg a\.rdf > [a-z.]*' | tail -n 1 >script
    sed -n 's/^\$ \(irised .*\) names.nt$/\1 a.nt/p' session >>script
    [ "$(wc -l <script)" = 2 ]
    for name in a.rdf a.ttl; do
        sed "s/a\.rdf/$name/" script | sh >out
        sed 's/ \.$//' out | cut -d ' ' -f 2- >ends
        printf '%s\n' '<https://c.example/ns#p> <https://c.example/o>' \
            '<https://c.example/ns#q> "http://a.example/t"' \
            '<https://c.example/ns#r> <http://A.example/o>' | same ends /dev/stdin
        grep -vc '^<https://c.example/ns#s> ' out | same <(echo 0) /dev/stdin
    done
}

@test "man: the recipe for CI silences new findings of one rule in one file only" {
    needs irigrep
    mkdir site
    printf '[a](old.md)\n' | tee site/other.md >site/index.md
    irilint --write-baseline=links.baseline site
    printf '[b](new.md)\n\n<HTTP://a.example/> [c](new.md)\n' | tee -a site/other.md >>site/index.md
    cp site/other.md want
    session iri.7
    sed -n 's/^\$ \(irilint .*--add-disable=.*\)$/\1/p' session >script
    [ -s script ]
    sh ./script
    sed '2s/$/ <!-- irilint-disable-line dead-file: later -->/; 4s/$/ <!-- irilint-disable-line dead-file: later -->/' \
        want | same site/index.md /dev/stdin
    cmp site/other.md want
}

@test "man: the recipes for names of files give the same names again" {
    mkdir files
    touch 'files/50% é' $'files/a\nb' 'files/ c:d#e?f' files/-n files/..x 'files/g\h' $'files/i\tj'
    find files -type f -print0 >want
    session iri.7
    # shellcheck disable=SC2016 # for sed
    sed -n 's/^\$ \(find files -type f -print0 | path2iri .*\|iriresolve -z .*\)$/\1/p' session >script
    [ "$(wc -l <script)" = 2 ]
    sh ./script
    cmp want names
    # Without the folder; a ":" in the first segment would end a scheme (RFC 3986, section 4.2)
    (cd files && touch a:b && find . -type f -print0) >links
    path2iri -z --base=https://a.example/ <links >names && mv names links
    sed -n 's/^\$ \(iriresolve -z .*\)$/\1/p' session | sh
    (cd files && find . -type f -print0) | sed -z 's,^\./\([^:]*\)$,\1,' | sort -z >want
    sort -z names | cmp want -
    # Links of strangers: -z --below
    {
        printf 'https://a.example/%s\0' 'a/%2e%2e/%2E./b' -c ../d /etc/e https:/f a%2Fg h%00
        printf '%s\0' file:///etc/i ../j a/../../k /l //m/n file:../o //a.example/p http://a.example/q
    } >links
    sed -n 's/^\$ \(iriresolve -z .* | iri2path -z\) > names$/\1 --below=top -q --invalid=drop/p' session >script
    [ -s script ]
    sh ./script | tr '\0' '\n' >out
    out_is 'top/-c\ntop/.//etc/e\ntop/./https:/f\n'
}

@test "man: the recipe for domains counts empty lines, and hosts that are no domain names, as none" {
    ! iriparse --get=domain </dev/null 2>&1 | grep 'without libpsl' || skip "iriparse was built without libpsl"
    printf '%s\n' '' http://☃.net/ 'mailto:a@b.example' /b 'a b' http://localhost/ http://b.a.example/ >list
    session iri.7
    sed -n 's/^\$ \(iriparse .* list |.*\)$/\1/p' session >script
    sh ./script | sed 's/^ *//' >out
    out_is '5 none\n1 a.example\n'
    needs irigrep
    mkdir web
    printf '%s\n' 'http://d.example/' '<a href="http://c.a.example/"> <a href="//%"> <img src=f.png>' >web/-b.html
    cp web/-b.html web/a.md
    printf '[a][r] ![a](http://a.example) `http://d.example/` [r] [b](b.md)\n\n[r]: http://r.example/\n' >web/c.md
    try iri.7 'irigrep -rh --kind=inline'
    try iri.7 'iriparse -q --invalid=drop --get=domain --absent=none links'
    sed 's/^ *//' out | same /dev/stdin <(printf '%s\n' '3 none' '3 a.example' '1 r.example')
    # In reStructuredText and AsciiDoc, bare links are always links, but have the kind of a text.
    mkdir more
    printf 'See http://x.example/ and `b <http://b.example/>`_.\n\n.. http://c.example/\n' >more/a.rst
    printf 'See http://y.example/.\n\n// http://c.example/\n' >more/b.adoc
    echo 'http://z.example/' >more/c.txt
    tr -s ' \n' ' ' <text | grep -o 'irigrep -rh --include=.*rst.* web >> links' | sed 's/ web .*/ more/' >script
    sh ./script >out
    out_is 'http://x.example/\nhttp://b.example/\nhttp://y.example/\n'
    # Rendered, each use of a definition counts.
    command -v cmark-gfm >/dev/null || skip "no cmark-gfm here"
    tr -s ' \n' ' ' <text | grep -o 'find web .* --kind=attribute >> links' >script
    exclude=$(tr -s ' \n' ' ' <text | grep -o -- "--exclude='[*].rst' --exclude='[*].adoc' --exclude='[*].md'")
    printf '%s\n' "irigrep -rh --kind=attribute $exclude web" | sh >links
    sh ./script
    sort links | same /dev/stdin <(printf '%s\n' '//%' //% b.md f.png f.png http://a.example \
        http://c.a.example/ http://c.a.example/ http://r.example/ http://r.example/)
}

# IDNA2008 has no symbols. The status of --dry-run is for scripts.
@test "man: the recipe for https makes a table of hosts that have a domain name, and shows changes with status 1" {
    needs irised
    mkdir posts
    printf '%s\n' 'HTTP://☃.net/ http://é.example/b' 'https://c.example/ http://[::1]:80/ //d.example/' >posts/a.txt
    try iri.7 'tolower($1) == "http"'
    tee secure <out | cut -f 1 | same <(printf 'http://%s\n' '[::1]' xn--9ca.example) /dev/stdin
    expect 1 irised -r --map-prefix=secure --dry-run posts
    irised -ri --map-prefix=secure posts
    expect 0 irised -r --map-prefix=secure --dry-run posts
    # The list of kinds leaves samples of code as they are, but no style sheet.
    kinds=$(tr -s ' \n' ' ' <text | grep -o -- '--kind=inline,image,definition,[a-z,]*include')
    printf 'http://a.example\thttps://a.example\n' >secure
    cat >code.html <<'END'
<!DOCTYPE html><html><body><style>@import url(http://a.example/1); a { background: url(http://a.example/2) }</style>
<pre>&lt;x xmlns="http://a.example/ns"&gt;</pre> <code>http://a.example/</code> <a href="http://a.example/3">x</a>
END
    irised --map-prefix=secure "$kinds" code.html |
        same <(sed 's,http\(://a.example/[123]\),https\1,g' code.html) /dev/stdin
}

@test "man: the recipe for moved folders edits full links of each notation that --site names" {
    needs irised
    mkdir -p site/a
    echo '<!doctype html>' >site/a/b.html
    printf '<a href="%s//docs.example.org%s/a/b.html">\n' https: '' http: '' '' '' https: :443 >site/index.html
    irised --root=site --site={https:,http:,}//docs.example.org/=site --move=site/a=site/c
    printf '<a href="%s//docs.example.org%s/b.html">\n' https: /c http: /c '' /c https: :443/a |
        same /dev/stdin site/index.html
}

# A PDF with two clickable links, the first of which has characters that end a link of text, while the second goes over
# two lines; and with links in its text, some of which go over several lines
@test "man: the recipes for a PDF print the clickable links, and those of the text" {
    needs irigrep
    command -v pdfinfo >/dev/null && command -v pdftotext >/dev/null || skip "no poppler here"
    command -v mandoc >/dev/null || skip "no mandoc here"
    page iri.7 | mandoc -T utf8 | sed $'s/.\b//g' | sed -n '/^ *pdfinfo/,/^$/p' >script
    [ "$(grep -c '^ *pdf[a-z]* .*a\.pdf' script)" = 3 ]
    cat >a.pdf <<'END'
%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[
<</Type/Annot/Subtype/Link/Rect[70 700 90 720]/A<</S/URI/URI(http://a.example/b,c d\)e.)>>>>
<</Type/Annot/Subtype/Link/Rect[70 600 90 620]/A<</S/URI/URI(http://f.example/?g)>>>>
<</Type/Annot/Subtype/Link/Rect[70 580 90 590]/A<</S/URI/URI(http://f.example/?g)>>>>]>> endobj
4 0 obj <</Length 380>> stream
BT /F 9 Tf 70 700 Td (http://h.example/) Tj 0 -12 Td (http://i.example/j-) Tj 0 -12 Td (k/) Tj
0 -12 Td (l. See) Tj 0 -12 Td (m) Tj 0 -12 Td (Or http://) Tj 0 -12 Td (n.example/) Tj
0 -12 Td (mailto:o@o.example) Tj 0 -12 Td (http://p.example/) Tj 0 -12 Td (www.q.example) Tj
0 -12 Td (http://r.example/) Tj 0 -12 Td (Note: s) Tj 0 -12 Td (http://t-) Tj 0 -12 Td (u.example/) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
END
    sh ./script >out
    # What each command prints
    printf '%s\n' 'http://a.example/b,c d)e.' 'http://f.example/?g' >want
    printf '%s\n' http://h.example/ http://i.example/j- mailto:o@o.example http://p.example/ http://r.example/ >>want
    printf '%s\n' http://h.example/ http://i.example/j-k/l http://n.example/ mailto:o@o.example http://p.example/ \
        http://r.example/ http://t-u.example/ >>want
    same want out
}

# man(1) fills lines up to two columns before the width of the terminal.
@test "man: groff has no warnings about the pages at 80 columns" {
    command -v groff >/dev/null || skip "no groff here"
    local file
    for file in iri2uri.1 uri2iri.1 irinorm.1 iricmp.1 iriresolve.1 iriparse.1 iriedit.1 irilint.1 irigrep.1 irised.1 \
        irishow.1 path2iri.1 iri2path.1 libiri.3 iri.7; do
        page "$file" >page || continue
        groff -mdoc -Tutf8 -rLL=78n -wbreak page 2>&1 >/dev/null | same /dev/null /dev/stdin
    done
}

@test "man: NEWS begins with the version that the tools print" {
    version=$(iri2uri --version | sed -n '1s/.* //p')
    grep -m 1 '^[0-9]' "$tests/../NEWS" >news
    grep -q "^$version\( \|\$\)" news
}

# A release has no line "Next release" in NEWS, and its date in NEWS and in all pages.
@test "man: the pages of a release have its date in NEWS" {
    local file
    ! grep -q '^Next release$' "$tests/../NEWS" || skip "this is no release"
    date=$(sed -n '/^[0-9]/{s/.*(\(.*\))$/\1/p;q;}' "$tests/../NEWS")
    day=$(LC_ALL=C date -u -d "$date" '+%B %-d, %Y') || skip "date has no -d here"
    for file in "$tests"/../man/*; do
        grep -qxF ".Dd $day" "$file" || echo "$file"
    done | same /dev/null /dev/stdin
}

# Two branches that are merged may both keep a line that one of them moved.
@test "man: no item of NEWS stands twice" {
    grep '^    - ' "$tests/../NEWS" | sort | uniq -d | same /dev/null /dev/stdin
}

# named TOOL: prints "FILE OPTION" for each option that --help names (FILE is help), the page, the completions of the
# three shells, and the rows of tests/tools.tsv with the uses oom, faults, refused, fuzz. Short options have the files
# help-short, page-short and fish-short. In the rows, a short option stands for the long one.
named() {
    "$1" --help >help.txt
    page "$1.1" >page.txt
    cp "$bashdir/$1" bash.txt
    cp "$zshdir/_$1" zsh.txt
    cp "$fishdir/$1.fish" fish.txt
    cp "$tests/tools.tsv" table.txt
    awk -v tool="$1" '
        # Prints each option in the text that begins with `before`.
        function each(file, text, before) {
            while (match(text, before "--[a-z][a-z0-9-]*")) {
                option = substr(text, RSTART, RLENGTH)
                sub(/^[^-]*/, "", option)
                print file, option
                text = substr(text, RSTART + RLENGTH)
            }
        }
        FNR == 1 { file = FILENAME; sub(/\.txt$/, "", file) }
        file == "help" {
            each(file, $0, "")
            if (match($0, /^  -[0-9A-Za-z],/)) {
                print "help-short", substr($0, 3, 2)
                if ($2 ~ /^--/) {
                    long = $2
                    sub(/\[?=.*/, "", long)
                    longs[substr($0, 3, 2)] = long
                }
            }
        }
        # In the list of options of a page, .It names an option.
        file == "page" && /^\.It Fl/ {
            if (match($0, /Fl -[a-z][a-z0-9-]*/)) print file, "-" substr($0, RSTART + 3, RLENGTH - 3)
            if (match($0, /^\.It Fl [0-9A-Za-z] /)) print "page-short", "-" $3
        }
        # Each shell writes options in its own syntax.
        file == "bash" && match($0, /compgen -W "-.*" --/) { each(file, substr($0, RSTART, RLENGTH - 4), "") }
        file == "zsh" {
            each(file, $0, ",")
            if (/^    \x27(\(1\))*--[a-z]/) each(file, substr($0, 1, index($0 "[", "[")), "\x27(\\(1\\))*")
        }
        file == "fish" {
            if (match($0, / -l [a-z0-9-]+ /)) print file, "--" substr($0, RSTART + 4, RLENGTH - 5)
            if (match($0, / -s [0-9A-Za-z] /)) print "fish-short", "-" substr($0, RSTART + 4, 1)
        }
        file == "table" && !/^#/ && split($0, cell, "\t") && cell[1] == tool {
            for (n = split(cell[2], word, " "); n > 0; n--) {
                option = word[n]
                sub(/=.*/, "", option)
                if (option ~ /^-[^-]/) option = longs[substr(option, 1, 2)]
                if (option ~ /^--/)
                    for (k = split(cell[5], use, ","); k > 0; k--) print use[k], option
            }
        }' help.txt page.txt bash.txt zsh.txt fish.txt table.txt | sort -u >named
}

# same_options TOOL: checks that the page, --help and the completions of a tool name the same options, that each option
# is tried while allocations and input and output fail, and that the table names no other option.
same_options() {
    named "$1"
    awk '{ has[$1, $2]; files[$1] }
        $1 ~ /^help/ { n++ }
        END {
            for (pair in has) {
                split(pair, part, SUBSEP)
                file = part[1]
                short = file ~ /-short$/ ? "-short" : ""
                if (file !~ /^help/ && !(("help" short, part[2]) in has)) {
                    if (file ~ /^(page|bash|zsh|fish|oom|faults|fuzz)/) print file " has " part[2] ", --help not"
                } else if (file == "help") {
                    m = split("page bash zsh fish oom faults", other, " ")
                    for (i = 1; i <= m; i++)
                        if (!((other[i], part[2]) in has)) print other[i] " lacks " part[2]
                    if (("refused", part[2]) in has) print "--help has " part[2] ", which the table says is refused"
                } else if (file == "help-short") {
                    if (!(("page-short", part[2]) in has)) print "page lacks " part[2]
                    if (!(("fish-short", part[2]) in has)) print "fish lacks " part[2]
                }
            }
            if (n < 5) print "--help names too few options"
        }' named | same /dev/null /dev/stdin
    for use in $(sed -n 's/^refused //p' named); do
        [ "$use" != --charset ] || use=$use=iso-8859-1
        expect 2 "$1" "$use" </dev/null
        [[ $(<err) = *'cannot be used'* ]]
    done
}

@test "man: the page, --help and the completions of each tool name the same options" {
    local tool n=0
    for tool in $(cut -f 1 "$tests/tools.tsv" | grep -e '^iri.' -e '2iri$' | sort -u); do
        [ -x "$tools/$tool" ] || continue
        echo "$tool"
        same_options "$tool"
        n=$((n + 1))
    done
    [ $n -ge 10 ]
}

@test "man: iri(7) lists the short options of all tools" {
    needs irigrep && needs irised && needs irishow
    local names
    names=$(cut -f 1 "$tests/tools.tsv" | grep -e '^iri.' -e '2iri$' | sort -u | tr '\n' ' ')
    # "all" and "all but TOOL, TOOL" become one line for each tool.
    page iri.7 | awk -v all="$names" '
        /^\.Ss/ { here = $0 ~ /Short options/ }
        here && /^\.It Fl . Ta/ {
            named = $0
            sub(/.* Ta /, "", named)
            gsub(/,/, "", named)
            but = sub(/^all but /, "", named)
            n = split(all, tool, " ")
            for (i = 1; i <= n; i++)
                if (named == "all" || but != (index(" " named " ", " " tool[i] " ") > 0))
                    print $3, "-" $6, tool[i]
        }' | sort >page
    for tool in $names; do
        "$tool" --help | sed -n "s/^  -\\(.\\), \\(--[a-z0-9-]*\\).*/\\1 \\2 $tool/p"
    done | sort | same /dev/stdin page
}

# offers SHELL: checks what a shell offers, by its rows of completions.tsv. SHELL_offers LINE prints that, a line each.
offers() {
    local line want got wrong=0
    touch links.txt links.map other
    rows tools/tables/completions.tsv | sed -n "s/^$1"$'\037//p' >lines
    [ -s lines ]
    while IFS=$'\037' read -r -u 3 line want; do
        [ -x "$tools/${line%% *}" ] || continue
        got=$("$1_offers" "$line" | paste -s -d ' ' -)
        # shellcheck disable=SC2053 # a pattern
        [[ $got = $want ]] || { echo "$line: $got, not $want" && wrong=1; }
    done 3<lines
    [ $wrong = 0 ]
}

# completes LINE: fills COMPREPLY with what bash offers. "=" is a word of its own.
completes() {
    # shellcheck disable=SC1090 # made by the build
    source "$bashdir/${1%% *}"
    compopt() { :; } # the builtin works only while bash itself completes
    read -ra COMP_WORDS <<<"${1//=/ = }"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    "_${1%% *}"
}
bash_offers() { completes "$1" && printf '%s\n' "${COMPREPLY[@]}"; }

fish_offers() {
    HOME=$tmp fish --no-config -c "set fish_complete_path '$fishdir'; complete -C '$1'" 2>&1 | cut -f 1
}

# zsh completes only in a terminal: zpty is one. Control-X writes the line to a file.
zsh_offers() {
    rm -f line
    # shellcheck disable=SC2016 # for zsh
    timeout 60 zsh -f -c 'zmodload zsh/zpty
        zpty shell "PS1= zsh -f -i"
        zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D
            write() { print -r -- \"\$BUFFER\" >line.new; mv line.new line; }
            zle -N write; bindkey ^X write; bindkey ^I complete-word; : >ready"
        until [[ -e ready ]]; do sleep 0.1; done
        zpty -wn shell "$2"$'"'\t\x18'"'
        until [[ -e line ]]; do sleep 0.1; done
        zpty -d shell' zsh "$zshdir" "$1" >/dev/null
    rm -f ready
    cat line
}

@test "man: bash completes options, their values, files, lists and commands" { offers bash; }

@test "man: fish completes options, their values, files, lists and commands" {
    command -v fish >/dev/null || skip "no fish here"
    offers fish
}

@test "man: zsh completes lists after a comma" {
    command -v zsh >/dev/null || skip "no zsh here"
    offers zsh
}

@test "man: iriparse has all columns that bash offers" {
    completes 'iriparse --get='
    [ ${#COMPREPLY[@]} = 21 ]
    printf '%s\n' "${COMPREPLY[@]}" >out
    ! iriparse --get=domain </dev/null 2>&1 | grep 'without libpsl' || sed -i '/domain$/d; /^suffix$/d' out
    iriparse --get="$(paste -s -d , out)" <<<http://a.example/ >/dev/null
}

# The recipes of irilint.1 for CI. Their first lines name the files.

# recipe NAME: prints the display in irilint.1, as it is displayed, that has the line "# NAME".
recipe() {
    page irilint.1 | mandoc -T utf8 | sed $'s/.\b//g' | awk -v name="# $1" '
        match($0, /^ +/) && RLENGTH > 10 { if (!indent) indent = RLENGTH; text = text substr($0, indent + 1) "\n" }
        match($0, /^ +/) && substr($0, RLENGTH + 1) == name { found = 1 }
        !/^            *[^ ]/ && !/^$/ { if (found) exit; indent = 0; text = "" }
        END { printf "%s", text; exit !found }'
}

# repository: makes a git repository with a good and a bad old link, and a baseline, and enters it.
repository() {
    needs irigrep
    command -v mandoc >/dev/null || skip "no mandoc here"
    command -v git >/dev/null || skip "no git here"
    # The variables that git sets for its hooks would lead to another repository.
    # shellcheck disable=SC2046 # split into words
    unset $(git rev-parse --local-env-vars)
    export HOME=$tmp GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
    export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a.example GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a.example
    git init -q repository
    cd repository || return 1
    mkdir docs
    echo 'The [old](HTTP://a.example/) and the [good](http://a.example/).' >docs/old.md
    irilint --write-baseline=links.baseline docs
    [ "$(wc -l <links.baseline)" = 1 ]
    git add .
    git commit -q -m old
}

# parsed NAME: writes the recipe, which is in YAML, as JSON to the file json above the repository. PyYAML reads the key
# "on" as true (YAML 1.1).
parsed() {
    python yaml
    recipe "$1" >../yaml
    "$python" -c 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))' <../yaml >../json
}

# run_as_step FILTER: runs the commands that the filter of jq finds in the file json, as a runner does, in sh.
run_as_step() {
    jq -er "$1" ../json >../step.sh
    sh -e ../step.sh
}

bad_link() { echo 'The [bad](http://b.example/100%).' >"$1"; }
good_link() { echo 'The [good](http://b.example/100%25).' >"$1"; }

# fails_for_new FILTER PATTERN: checks that these commands succeed, and print nothing, but for a new bad link, for which
# they print a line that matches the pattern.
fails_for_new() {
    expect 0 run_as_step "$1"
    out_is ''
    bad_link 'docs/a b.md'
    expect 1 run_as_step "$1"
    has 1 '' out
    has 1 "$2" out
    good_link 'docs/a b.md'
    expect 0 run_as_step "$1"
    out_is ''
}

# stub NAME: makes a command of this name from standard input, that is found before others.
stub() {
    mkdir -p "$tmp/stubs"
    { echo '#!/bin/sh' && cat; } >"$tmp/stubs/$1"
    chmod +x "$tmp/stubs/$1"
}

# installs FILTER: runs the commands that install irilint. They need the network and root, so here apt-get only writes
# its operands to a file, curl prints an archive with the layout of a release, whose configure and Makefile only say
# what they do, and mkdir, tar and cd work in another folder than /tmp.
installs() {
    local package
    mkdir "$tmp/iri-toolkit-1"
    # shellcheck disable=SC2016 # for the scripts
    {
        echo 'echo configure "$@" >>"$log"' >"$tmp/iri-toolkit-1/configure"
        printf 'all:; echo make >>"$$log"\ninstall: all; echo install >>"$$log"\n' >"$tmp/iri-toolkit-1/Makefile"
        echo 'exec "$@"' | stub sudo
        echo 'echo "$@" >>"$log.apt"' | stub apt-get
        echo 'tar -cz -C "$top" iri-toolkit-1' | stub curl
    }
    chmod +x "$tmp/iri-toolkit-1/configure"
    jq -er "$1" ../json | sed "s,/tmp/,$tmp/,g" >../step.sh
    log=$tmp/log top=$tmp PATH=$tmp/stubs:$PATH sh -e ../step.sh
    uniq "$tmp/log" >out
    out_is 'configure --with-libpsl\nmake\ninstall\n'
    # "make deps" knows the packages of the build by the same names.
    grep -o '[a-z0-9]*-dev' "$tmp/log.apt" | grep -v '^libc6-dev$' >"$tmp/packages"
    [ "$(wc -l <"$tmp/packages")" = 3 ]
    while read -r package; do
        grep -q "apt-get:.*echo $package " "$tests/../.ci/deps"
    done <"$tmp/packages"
}

# Not run: the steps with "uses", which check out the repository and upload a report.
@test "man: the workflow for GitHub fails and annotates for a new bad link only" {
    repository
    parsed .github/workflows/links.yml
    jq -e '.true == ["push", "pull_request"] and .jobs.links.steps[0].uses == "actions/checkout@v6"' ../json
    fails_for_new '.jobs.links.steps[] | select(.name == "Check links").run' \
        '^::error file=docs/a b.md,line=1,col=31,endColumn=31,title=bad-percent::'
}

@test "man: the workflow for GitHub installs what it needs" {
    repository
    parsed .github/workflows/links.yml
    installs '.jobs.links.steps[] | select(.name == "Install irilint").run'
}

@test "man: the steps for code scanning write a report, and fail only if it cannot be written" {
    local report='.steps[] | select(.name == "Write a report").run'
    repository
    parsed '.github/workflows/links.yml, code scanning'
    jq -e '.steps[1].with.sarif_file == "links.sarif" and .permissions["security-events"] == "write"' ../json
    bad_link docs/a.md
    run_as_step "$report"
    [ "$(jq -r '.runs[].results[].ruleId' links.sarif)" = bad-percent ]
    good_link docs/a.md
    run_as_step "$report"
    jq -e '.runs[].results == []' links.sarif
    rm -r docs
    expect 1 run_as_step "$report"
}

@test "man: the job for GitLab fails for a new bad link only" {
    repository
    parsed .gitlab-ci.yml
    fails_for_new '.links.script[]' '^docs/a b.md:1:31: error: .* \[bad-percent\]$'
}

@test "man: the job for GitLab installs what it needs" {
    repository
    parsed .gitlab-ci.yml
    installs '.links.before_script[]'
}

# Code Quality requires these members, these words for the severity, and a fingerprint of its own for each finding.
@test "man: the job for GitLab writes a report for Code Quality" {
    repository
    parsed .gitlab-ci.yml
    jq -e '.links.artifacts | .when == "always" and .reports.codequality == "links.json"' ../json
    run_as_step '.links.after_script[]'
    jq -e '. == []' links.json
    printf '[b](http://b.example/100%%)\n[c](HTTP://b.example/%%2f%%)\n' >docs/a.md
    run_as_step '.links.after_script[]'
    jq -r '.[] | [.severity, .check_name, .location.path, .location.lines.begin] | @tsv' links.json >out
    out_is 'major\tbad-percent\tdocs/a.md\t1
minor\tscheme-case\tdocs/a.md\t2
info\tpct-case\tdocs/a.md\t2
major\tbad-percent\tdocs/a.md\t2\n'
    jq -e 'all(.description | length > 0) and (map(.fingerprint) | unique | length == 4)' links.json
}

# pre-commit calls the command with the names of files, and puts the work tree aside. It is not run here.
@test "man: the hooks for pre-commit are there, and check and fix the files that they get" {
    repository
    parsed .pre-commit-config.yaml
    cp ../json ../config.json
    "$python" -c 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))' \
        "$tests/../.pre-commit-hooks.yaml" >../json
    jq -r '.repos[].hooks[].id' ../config.json >../want
    jq -r '.[].id' ../json | same ../want /dev/stdin
    jq -e --arg name 'docs/a b.md' 'all(.[]; .language == "system" and (.files as $re | $name | test($re)))' ../json
    echo 'docs/a b.md' | grep -qE "$(jq -r '.repos[0].hooks[0].files' ../config.json)"
    echo "$(jq -r '.[0].entry' ../json) $(jq -r '.repos[0].hooks[0].args[]' ../config.json)" '"$@"' >../hook
    bad_link 'docs/a b.md'
    expect 1 sh ../hook docs/old.md 'docs/a b.md'
    grep -q '^docs/a b.md:1:31: error: .* \[bad-percent\]$' out
    [ "$(wc -l <out)" = 1 ]
    echo "$(jq -r '.[1].entry' ../json)" '"$@"' >../hook
    echo '[b](HTTP://b.example/)' >'docs/a b.md'
    expect 0 sh ../hook 'docs/a b.md'
    [ "$(cat 'docs/a b.md')" = '[b](http://b.example/)' ]
}

# installed_hook: makes the repository with the hook.
installed_hook() {
    repository
    recipe .git/hooks/pre-commit >.git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit
    # The hook makes its folder here, and removes it.
    mkdir "$tmp/folder"
    export TMPDIR=$tmp/folder
}

# refused COMMAND..., accepted COMMAND...: run git commit, and check what it says and leaves behind.
refused() {
    local head
    head=$(git rev-parse HEAD)
    expect 1 git commit -q -m new "$@"
    [ "$(git rev-parse HEAD)" = "$head" ]
    [ -z "$(ls "$tmp/folder")" ]
}
accepted() {
    local head
    head=$(git rev-parse HEAD)
    expect 0 git commit -q -m new "$@"
    err_is ''
    [ "$(git rev-parse HEAD)" != "$head" ]
    [ -z "$(ls "$tmp/folder")" ]
}

@test "man: the hook for git refuses new bad links, and leaves old ones" {
    local file
    installed_hook
    for file in docs/a.md 'docs/a b.html' docs/b/-é.md $'docs/a\nb.md'; do
        mkdir -p docs/b
        printf '<http://b.example/%%zz>\n<a href="http://b.example/%%zz">\n' >"$file"
        git add docs
        refused
        grep -q 'error: .* \[bad-percent\]$' err
        printf '<http://b.example/>\n<a href="http://b.example/">\n' >"$file"
        git add docs
        accepted
    done
    # The old link is in the baseline. Its file may change, get another name with a new baseline, and go.
    echo more >>docs/old.md
    accepted -a
    git mv docs/old.md docs/new.md
    refused
    irilint --write-baseline=links.baseline docs
    refused
    accepted -a
    git rm -q docs/new.md
    accepted
    # Other files are not checked, nor is a commit without documents.
    bad_link README.md
    git add .
    accepted
}

@test "man: the hook for git checks what will be committed, not the work tree" {
    installed_hook
    bad_link 'docs/a b.md'
    git add docs
    good_link 'docs/a b.md'
    refused
    grep -q '^docs/a b.md:1:31: error: .* \[bad-percent\]$' err
    git add docs
    bad_link 'docs/a b.md'
    accepted
    refused -a
    # git makes another index for the commit of some files.
    good_link docs/c.md
    git add docs/c.md
    accepted docs/c.md
    refused 'docs/a b.md'
    # A link to a document that the commit leaves as it is
    echo '[old](old.md)' >docs/d.md
    git add docs/d.md
    accepted docs/d.md
}

@test "man: the hook for git refuses a commit without a baseline, and names what is missing" {
    installed_hook
    good_link docs/a.md
    git add docs
    git rm -q --cached links.baseline
    refused
    grep -q '^irilint: links\.baseline: ' err
}
