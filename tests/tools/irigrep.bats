#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The tool irigrep: files that rows cannot make, formats, and laws of places. irigrep-files-runs.tsv has what it
# prints for files, irigrep-runs.tsv for a text and options, and vectors/irigrep-*.tsv which links it finds.
load ../helper
export needs=irigrep

@test "irigrep: -q reads no more than the first link, and needs no standard output" {
    yes http://a | expect 0 timeout 60 irigrep -q
    echo http://a >in
    expect 0 sh -c 'irigrep -q in >&-'
}

@test "irigrep: -r searches the names that the page lists, and these are the names of the table" {
    local name
    # names MARK: prints the names that the page lists, without those after a line with the mark.
    names() {
        page irigrep.1 | sed -n '/^\.It Fl -from Ns = Ns Cm auto/,/^\.El/p' |
            awk -v mark="$1" '/^\.It/ { left_out = 0 }
                /^\.Pa/ && !left_out { for (i = 2; i <= NF; i++) if ($i != ",") print $i }
                index($0, mark) && mark { left_out = 1 }' | sort
    }
    names '' >all
    # The words of the table that have a dot
    sed -n '/^#define FORMATS(row)/,/^$/p; /^#define FORMATS_TEMPLATES/p' "$tests/../cmd/document/formats.h" |
        tr '" ' '\n\n' | grep '\.' | sort |
        same /dev/stdin all
    mkdir top
    # In these files, nothing but the name shows the format. The files after the list are not searched.
    while read -r name; do echo '"http://a/" url(http://a/) <http://a/>' >"top/x$name"; done <all
    mv top/xllms.txt top/llms.txt
    echo '{"cells": [{"source": "http://a/"}]}' >top/x.ipynb
    for name in .php .js .json .jsonl .org .c xml .mdx.bak; do echo http://a/ >"top/y$name"; done
    expect 0 irigrep -rl top
    names 'the data' | sed '/^\.text$/d; s/^\./x./; s,^,top/,' | sort | same /dev/stdin out
    has 1 'except for the data and' <(page irigrep.1)
    # In top/y.json, all is a comment.
    expect 0 irigrep -rl --include='*' top
    same <(find top -type f | grep -v '/y\.json' | sort) out
}

@test "irigrep: NUL behind the first block: Markdown is refused as a whole, HTML is not" {
    { yes '[a](b) c' | head -20000 && printf '[d](e\0f)\n'; } >in.md
    expect 1 irigrep in.md
    out_is ''
    err_is 'irigrep: in.md: binary file (it has a NUL), not searched\n'
    echo '[a](b)' >other.md
    expect 0 irigrep -c in.md other.md
    out_is 'in.md:0\nother.md:1\n'
    { yes '<a href=b>' | head -20000 && printf '<a href="c\0d"><a href=e>http://f/\0'; } >in.html
    expect 0 irigrep in.html
    has 20002 '' out
    # In text, a NUL ends a link.
    { yes 'http://a/ and more text' | head -20000 && printf 'http://b/\0http://c/\0\n'; } >in
    expect 0 irigrep in
    has 20002 '' out
    tail -n 2 out | same <(printf 'http://b/\nhttp://c/\n') /dev/stdin
}

@test "irigrep: -r reads no FIFO, and not its own output" {
    mkdir -p top/sub
    echo http://a/ | tee top/a.txt >top/sub/b.txt
    mkfifo top/r.txt
    expect 0 timeout 60 irigrep -rl top
    out_is 'top/a.txt\ntop/sub/b.txt\n'
    (cd top && expect 0 irigrep -rl ../top && mv out ..)
    out_is '../top/a.txt\n../top/sub/b.txt\n'
    expect 2 sh -c 'irigrep -r top/sub >>top/sub/b.txt'
    grep -q '^irigrep: top/sub/b.txt: .*the output' err
    [ "$(wc -l <top/sub/b.txt)" = 1 ]
}

@test "irigrep: folders and files that cannot be read" {
    mkdir -p top/closed top/open
    echo http://a/ | tee top/closed/a.txt top/open/a.txt top/open/b.txt top/c.txt >/dev/null
    chmod 000 top/closed top/open/a.txt
    expect 2 unprivileged irigrep -r top
    chmod 755 top/closed
    out_is 'top/c.txt:http://a/\ntop/open/b.txt:http://a/\n'
    err_is 'irigrep: top/closed: Permission denied\nirigrep: top/open/a.txt: Permission denied\n'
    # A folder as standard input
    expect 2 irigrep <top
    err_is 'irigrep: stdin: Is a directory\n'
}

@test "irigrep: line ends and links across blocks" {
    # A line end of each kind around byte 131072, where the first read ends
    local eol n line options text
    text=$(yes 'some words, no link' | head -c 131073 | tr '\n' x)
    for eol in '\n' '\r\n' '\r' '\n\r\n' '\r\r\n'; do
        line=2
        case $eol in '\n\r\n' | '\r\r\n') line=3 ;; esac
        for n in 131068 131069 131070 131071 131072 131073; do
            printf '%b' "${text:0:n - 1}x${eol}http://b/ é http://c/$eol" >in.$n
            printf '%s\n' "$line:1:http://b/" "$line:13:http://c/"
        done >want
        for options in '' --unwrap --from=xml --from=html --from=markdown; do
            # shellcheck disable=SC2086 # split into words
            expect 0 irigrep -hn $options in.*
            same want out
            # shellcheck disable=SC2086
            dd bs=997 2>/dev/null <in.131071 | irigrep -hn $options | same <(head -n 2 want) /dev/stdin
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

@test "irigrep: a file cannot be input and output" {
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

# prints_links OPTION... -- LINE...: checks that irigrep prints the links of each line before it reads the next one.
prints_links() {
    local options=() answer line
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    coproc irigrep -h "${options[@]}" 2>/dev/null
    # shellcheck disable=SC2153 # bash sets COPROC
    for line in "${@:2}"; do
        printf '%s\n' "$line" >&"${COPROC[1]}"
        while [[ $line =~ http://[abc]/(.*) ]]; do
            line=${BASH_REMATCH[1]}
            read -r -t 60 answer <&"${COPROC[0]}" || return 1
            [[ $answer = *http://[abc]/* ]]
        done
    done
    # shellcheck disable=SC2153
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
}

@test "irigrep: a link is printed before the next read" {
    local answer options
    for options in '' -n --json '--bare --cjk' '--charset=latin1'; do
        # shellcheck disable=SC2086 # split into words
        prints_links $options -- 'see http://a/' none '(http://b/) http://c/'
        # In HTML, at the end of a tag. The first 1024 bytes can name a charset (HTML standard, section 13.2.3.2).
        # shellcheck disable=SC2086
        prints_links --from=html $options -- "$(printf '<!--%1024s-->' x)" '<a href=http://a/>b</a>' '<p>' \
            '<!-- --><img' 'src=http://b/>'
    done
    # With --unwrap, at the end of a paragraph
    coproc irigrep --unwrap 2>/dev/null
    printf 'see <http://a/\nb>\n\n' >&"${COPROC[1]}"
    read -r -t 60 answer <&"${COPROC[0]}"
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
    local files='readme man.1 man.7 made made.xml made.md made.html'
    for file in $files ${IRI_LONG:+"$tests"/../../shared/spec/*.txt}; do
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

@test "irigrep, irilint, irised, irishow: --files-from and --files0-from, with names that git and find print" {
    local tool odd=$'s\n/"é" \\.md'
    mkdir $'s\n' build d
    echo '[x](HTTP://a/)' | tee "$odd" b.md build/c.md >d/d.md
    find . -type f -print0 | sort -z >names0
    mkfifo f.md
    for tool in irigrep irilint 'irised cat' 'irishow --from=auto'; do
        # shellcheck disable=SC2086 # split into words
        set -- $tool
        expect '0 1' "$@" -r .
        LC_ALL=C sort out >want
        # Names like ./b.md and b.md differ only where they are printed.
        expect '0 1' "$@" --files0-from=names0
        sed 's,\./,,' out | LC_ALL=C sort | same want /dev/stdin
        printf 'f.md\nb.md\n' | expect 2 timeout 60 "$@" --files-from=-
        grep -q 'f.md: is no regular file' err
        grep -q 'HTTP\|scheme\|upper' out
    done
}
