#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Documents that are made to exhaust time or memory, as in hostile.bats, or to break what irigrep, irised and irilint
# print and write.
load ../helper
export needs='irigrep irised speed'

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

# documents TEST: searches the documents that documents.tsv has for the test. There is no message. Of the test "labels",
# also lets irilint read the texts of links.
documents() {
    local row options bytes before piece after links N found
    rows hostile/documents.tsv | grep "^$1"$'\037' >rows
    [ -s rows ]
    while IFS=$'\037' read -r -u 3 _ options bytes before piece after links; do
        row="with $options: $before, $piece, $after"
        echo "$row"
        printf -v before %b "$before"
        printf -v piece %b "$piece"
        printf -v after %b "$after"
        N=$((bytes / ${#piece}))
        put in "$before" $N "$piece" "$after"
        # shellcheck disable=SC2086 # split into words
        quiet '0 1' irigrep $options in
        N=$((N / share))
        case " $options" in *' -c') found=$(<out) ;; *) found=$(wc -l <out) ;; esac
        case $links in
        '') ;;
        all) [ "$found" -ge $N ] ;;
        *) [ "$found" = $((links)) ] ;;
        esac
        [ "$1" != labels ] ||
            quiet '0 1' irilint "${options#--json }" --only=text-names-other-host --summary in
    done 3<rows
}

@test "hostile: irigrep: 100 MB of what could begin a link" { documents text; }

# - A link ends before the "://" of the next one.
# - No dot between a hyphen and a letter begins a search, so that the last one finds all hosts before it.
# - For each link with the bracket "（", the search for the closing bracket ends after 256 bytes.
# - With --unwrap, one link that is whole after broken links
@test "hostile: irigrep: millions of links" {
    put in http://e.com/ 1000000 '(' ''
    searched 0
    [ "$(wc -c out)" = "$((million + 14)) out" ]
    put in http://e.com/ 1000000 '([' ''
    searched 0 --bare --unwrap -n
    [ "$(wc -c out)" = "$((2 * million + 21)) out" ]
    documents links
}

@test "hostile: irigrep: Markdown: nesting, and what could begin a link or other markup" {
    factor=32 documents markdown
}

# Many containers meet many lines that do not reach them, and a long definition many links.
@test "hostile: irigrep: Markdown: links with marks of emphasis; MDX: tags, code in braces, and indents" {
    factor=32 documents marks
}

@test "hostile: irigrep: Markdown: deep nesting and then lines; long labels and definitions" {
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
    documents asciidoc
}

@test "hostile: irigrep: CSS, JSON, notebooks, RDF and reStructuredText: nesting, and what has no end" {
    factor=32 documents formats
}

# A label is looked for after each link, or before it, so its bound and the end of a link decide.
@test "hostile: irigrep --json, irilint: the texts of links" { factor=64 documents labels; }

@test "hostile: irigrep: HTML: nesting, and what could begin a link or other markup" {
    documents html
    # An element of SVG that is nested too deeply is still closed.
    put in '' 1000000 '<svg>' '' 1000000 '</svg>' '<![CDATA[http://a/]]>http://b/'
    searched 0 --from=html
    out_is 'http://b/\n'
}

@test "hostile: irigrep: XML: nesting, feeds, and what could begin a link or other markup" {
    factor=32 documents xml
}

@test "hostile: irigrep: a line of 100 MB, a million links on one line" {
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

@test "hostile: irised: a large document of N-Triples is in memory in parts" {
    # 64 MB for 160 MB of input, or 32 MB for 5 MB without IRI_LONG, whose links alone would take more.
    export factor=0
    put in '' 3200000 $'<http://a.example/s> <http://b.example/p> "<x> \\u00e9" .\n' ''
    put want '' 3200000 $'<http://c.example/s> <http://b.example/p> "<x> \\u00e9" .\n' ''
    expect 0 limited irised --from=ntriples cat
    same in out
    expect 0 limited irised --from=ntriples 'sed s/a.example/c.example/'
    same want out
    put map $'http://a.example/s\thttp://c.example/s\n'
    expect 0 limited irised --from=ntriples --map=map
    same want out
}

@test "hostile: irised: prefixes that begin with each other, and links with a million segments" {
    both deep
    expect 0 limited irised --map-prefix=map in
    local most=$((48000 / share))
    [ "$(sort -u out)" = "http://b/$((most < 3000 ? most - 1 : 2999))/ax" ]
    put in http://a 1000000 /a ' http://a' 1000000 /a/.. "$n"
    factor=128 expect 1 limited irised --map-prefix=map in # the map has 9 MB
    [ "$(cut -c 1-20 out)" = http://b/3000/a/a/a/ ]
}

@test "hostile: irised: commands that print too much or too little, do not read, or print what is hard to write" {
    put in '' 1000000 'http://a.example/é ' ''
    local command
    export factor=64
    for command in yes true 'exec <&-; yes' 'exec <&-' 'head -n 1' 'cat; echo' 'exec >&-; cat' 'kill -KILL $$'; do
        echo "with $command"
        expect 2 limited irised "$command" in
        [ ! -s out ]
        [ "$(grep -c '^irised: in: not edited: ' err)" = 1 ]
    done
    # Brackets that are nested, and characters that need a reference. At full size, links of almost 1 MiB, the most
    local brackets=$((share == 1 ? 500000 : 1000000)) characters=$((share == 1 ? 320000 : 1000000))
    put brackets '' $brackets '(' '' $brackets '[' ''
    put in "[a](b)$n"
    size=$((20 * brackets / share)) # of the output, for the limit on memory
    expect 0 limited irised --from=markdown 'cat brackets' in
    [ "$(wc -c <out)" -gt $((4 * brackets / share)) ]
    put characters '' $characters '&<"' ''
    put in "<a href=b>$n"
    # shellcheck disable=SC2034
    size=$((20 * characters / share))
    expect 0 limited irised --from=html 'cat characters' in
    [ "$(wc -c <out)" -gt $((15 * characters / share)) ]
}

@test "hostile: irigrep: -r in folders that are 2000 deep, with a small stack" {
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
    known ISO-2022-JP || skip "no ISO-2022-JP"
    printf 'http://a/日 http://b/\n' | iconv -f UTF-8 -t ISO-2022-JP >in
    expect 0 irised --charset=ISO-2022-JP 'sed s/$/本/' in
    [ "$(iconv -f ISO-2022-JP -t UTF-8 out)" = 'http://a/日本 http://b/本' ]
}

# finding LINE COLUMN OPTION...: checks that the last finding of irilint --only=bad-percent is in this place of the file
# "in", and that there is no message.
finding() {
    quiet 1 irilint "${@:3}" --only=bad-percent in
    tail -n 1 out | grep -q "^in:$1:$2: "
}

# listed OPTION...: checks that irilint lists findings in the file "in", up to a limit, and that --fix ends.
listed() {
    expect 1 limited irilint "$@" --format=json in
    grep -a -c "" out >count
    [ "$(<count)" -lt 20000 ]
    expect '0 1' limited irilint "$@" --fix -q in
}

@test "hostile: irilint: documents with a link of 10 MB, and with a million links" {
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
            [ "$(wc -l <$format.$output)" -gt 10 ]
        done
        irilint --from=$format --fix "$name" >out 2>fixed.$format || [ $? = 1 ]
        [ "$(wc -l <fixed.$format)" -gt 10 ]
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
