#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irilint: documents, formats, and laws. irilint-runs.tsv has what it prints for lines and options,
# irilint-files-runs.tsv what it does with files, for instance baselines,
# and vectors/irilint*.tsv where each rule finds something.
load ../helper

@test "irilint: the vectors have rows for every rule, with and without findings" {
    # Except host-length, which needs a long line: see below; placeholder, text-names-other-host and unclosed-iri, for
    # documents (irilint-documents.tsv); and the rules of local links and of comments, whose rows are in
    # documents/local.tsv and silence.tsv, or in local.bats for --git.
    {
        grep -o '"[a-z-]* [^" ]*:[0-9]' "$tests/documents/local.tsv"
        grep -o '"[a-z]*-disable [^" ]*:[0-9]' "$tests/documents/silence.tsv"
    } | sed 's/"\([a-z-]*\) .*/\1/' | sort -u >local
    [ "$(wc -l <local)" = 12 ]
    grep -q '\[ignored-target\]' "$tests/documents/local.bats"
    grep -q '\[untracked-target\]' "$tests/documents/local.bats"
    printf '%s\n' ignored-target untracked-target >>local
    irilint --list-rules | awk '{ print $1 }' | grep -vx -e host-length -e placeholder -e text-names-other-host \
        -e unclosed-iri | grep -vxFf local | sort >rules
    for found in 1 0; do
        rows vectors/irilint.tsv | awk -F '\037' -v found=$found '($4 != "") == found { print $2 }' |
            sed 's/--only=\([a-z0-9-]*\).*/\1/' | sort -u | same rules /dev/stdin
    done
}

@test "irilint: domain-in-subdomain names the domain; without libpsl, it is left out, and to name it is an error" {
    printf 'http://paypal.com.evil.%s/\n' github.io. EXAMPLE bücher.example 'ex!ample' >in
    if lacks_psl; then
        expect 0 irilint --disable=host-case,idna-disallowed,idna-mapped in
        expect 2 irilint --only=domain-in-subdomain in
        err_is "irilint: domain-in-subdomain: this irilint was built without libpsl, which the rule needs\n"
        irilint --explain=domain-in-subdomain | grep -q 'not in this build'
        return 0
    fi
    expect 1 irilint --only=domain-in-subdomain --format=json in
    [ "$(jq -r .message out | sed 's/.*real one//')" = $': the domain is evil.github.io
: the domain is evil.example
: the domain is xn--bcher-kva.example' ]
    # Lines without findings are skipped, but not a host with the rule's finding after one without.
    printf 'http://%s/\n' a.example paypal.com.evil.example a.example paypal.com.evil.example >in
    expect 1 irilint --only=domain-in-subdomain in
    [ "$(cut -d: -f2 out | paste -sd' ')" = '2 4' ]
}

@test "irilint: --fix fixes the rules that --explain names, is idempotent, and keeps IRIs equivalent" {
    local name fixable
    irilint --list-rules | awk '{ print "--explain=" $1 }' | xargs -n 1 irilint >all
    fixable=$(awk '/^[a-z0-9-]*: / { rule = $1 } /fix fixes/ { sub(/:/, "", rule); print rule }' all | paste -sd,)
    # These are the rules that the page names for --fix, in any order.
    page irilint.1 | awk '
        /^\.It Fl -fix / { on = 1; next }
        on && /^Nothing else/ { exit }
        on && /^\.Cm/ { for (i = 2; i <= NF; i++) if ($i ~ /[a-z]/) print $i }' | sort >page
    [ -s page ]
    echo "$fixable" | tr , '\n' | sort | same page /dev/stdin
    for name in iri ascii pct rel; do
        corpus $name
        irilint --fix -q $name.txt >fixed || [ $? = 1 ]
        expect 0 irilint --fail-level=info "--only=${fixable/tracking-parameter,/}" --reject=bad fixed
        # This rule is off without --enable, and what it fixes is another IRI then.
        irilint --fix -q --enable=tracking-parameter $name.txt >clean || [ $? = 1 ]
        expect 0 irilint --fail-level=info "--only=$fixable" --reject=bad clean
        irilint --fix -q fixed >twice || [ $? = 1 ]
        same fixed twice
        paste $name.txt fixed | iricmp -q --nfc --base=http://a.example/ | cut -f1 | sort | uniq -c >rungs
        [ "$(grep -c different rungs)" = 0 ]
        cat rungs
    done
}

@test "irilint: --list-rules, the manual page and SARIF have the same rules" {
    irilint --list-rules | sed 's/; not in this build, which lacks libpsl)$/)/' >list
    [ -s list ]
    # From the page: the id of each rule, its severity in parentheses, and the text up to the next rule
    page irilint.1 | awk '
        /^\.Sh RULES/ { on = 1; next }
        on && /^\.Sh/ { exit }
        on && /^\.It Cm/ { if (line != "") print line; line = sprintf("%-22s  %-7s ", $3, $5); next }
        on && /^\.(El|Ss|Bl)/ { if (line != "") print line; line = ""; next }
        on && line != "" { sub(/^\\&/, ""); line = line " " $0 }' | same list /dev/stdin
    irilint --format=sarif </dev/null | jq -r '.runs[0].tool.driver.rules[] |
        [.id, .shortDescription.text, .properties.section,
            (.defaultConfiguration.level | if . == "note" then "info" else . end)] | @tsv' |
        awk -F '\t' '{ printf "%-22s  %-7s  %s (%s)\n", $1, $4, $2, $3 }' | same list /dev/stdin
    awk '{ print "--explain=" $1 }' list | xargs -n 1 irilint >out
    # The text of each rule begins with its name, and has three lines or more.
    awk 'FNR == NR { rules[$1 ":"]; next }
        $1 in rules && $1 != rule { if (n && lines < 3) bad = 1; rule = $1; n++; lines = 0 }
        { lines++ }
        END { exit bad || lines < 3 || n != count }' count="$(wc -l <list)" list out
    expect 0 irilint --list-rules no-such-file
    same list out
}

@test "irilint: --summary counts all findings, listed or not" {
    { yes '%7e' | head -2500 | tr -d '\n' | sed 's/%7e/&\//g' && echo && echo 'HTTP:%7e%'; } >in
    expect 1 irilint --summary in
    printf '%s\t%s\t%s\n' 1 error bad-percent 1 info relative 1 warning scheme-case 2501 info pct-case \
        2501 warning pct-unreserved 1 error missing-host | sort | same /dev/stdin <(sort out)
    expect 1 irilint --summary --format=json in
    [ "$(jq -s 'map(.count) | add' out)" = 5006 ]
    # For each rule and line, 1000 findings are listed; the last one has the number of the others.
    expect 1 irilint --only=pct-unreserved in
    has 1001 '' out
    has 1 '(and 1500 more like it)' out
    sed -n 1000p out | grep -q 'and 1500 more'
    # Of a long line, it is 10: with --format=json, each repeats the line.
    { printf http://a/ && yes '<a' | head -100000 | tr -d '\n'; } >in
    expect 1 irilint --only=illegal-char in
    has 10 '' out
    has 1 '(and 99990 more like it)' out
}

# hostile: prints lines that try to break out of an output format, every byte, and random bytes.
hostile() {
    printf '%b\n' 'http://h/\x1b]0;x\x07' '"},{"a":"' '::error::x' '%0A::error file=x::y' '/\xe2\x80\xae\xe2\x80\xa8' \
        '\xff\xfe' '</script>' '${{ x }}' "$(printf '\\0%o' $(seq 0 255) | sed 's/\\012//')"
    random_bytes 20000
}

@test "irilint: hostile lines in every format, also with places that stand in the lines" {
    local format odd=$'a:b,c%d\e[31m.txt'
    hostile | tee in >"$odd"
    # Each line with the place that irilint names anyway
    grep -aHn '' in "$odd" | sed 's/:[0-9]*:/&1:/' >lines
    for format in text json github gitlab rdjson sarif; do
        expect 1 irilint --format=$format in "$odd"
        [ "$(wc -l <out)" -gt 1000 ]
        # No control characters for a terminal or a log, and only valid UTF-8
        [ "$(LC_ALL=C tr -d '\n' <out | grep -ac '[^ -~]')" = 0 ] || [ $format = json ]
        iconv -f UTF-8 -t UTF-8 out | same out /dev/stdin
        has 0 $'[\001-\011\013-\037\177]' out
        err_is ''
        cp out $format
        expect 1 irilint --located --format=$format lines
        same $format out
        err_is ''
    done
    expect 1 irilint --summary in "$odd"
    cp out summary
    expect 1 irilint --located --summary lines
    same summary out
    # All formats have the same findings: compare the others with JSON.
    jq -r '"\(.file | gsub("\u001b"; "\\x1b")):\(.line):\(.column): \(.severity): \(.message) [\(.rule)]"' json |
        same text /dev/stdin
    [ "$(wc -l <github)" = "$(wc -l <text)" ]
    local annotation='^::(error|warning|notice) file=[^:,]*,line=[0-9]+,col=[0-9]+,endColumn=[0-9]+,title=[a-z0-9-]+::'
    [ "$(grep -cEv "$annotation" github)" = 0 ]
    grep -q 'file=a%3Ab%2Cc%25d\\x1b' github
    jq -r '.runs[0].results[] | [.locations[0].physicalLocation.region.startLine,
        .locations[0].physicalLocation.region.startColumn, .ruleId] | @tsv' sarif >places
    jq -r '[.line, .column, .rule] | @tsv' json | same places /dev/stdin
    irilint --format=sarif "$odd" | jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri' >uri
    [ "$(cat uri)" = 'a%3Ab%2Cc%25d%1B%5B31m.txt' ]
}

# sarif_valid FILE: checks the file by irilint-sarif.schema.json, and what no schema says: ids of rules, and the ends of
# places.
sarif_valid() {
    local python
    python json
    jq -ac . "$1" | "$python" "$tests/rows/schema.py" "$tests/tools/irilint-sarif.schema.json" || return
    jq -e '.runs[0] | .tool.driver.rules as $rules | ($rules | map(.id) | length == (unique | length))
        and all(.results[]; $rules[.ruleIndex].id == .ruleId)
        and all(.results | .. | objects | select(.startLine);
            if .endLine then .endLine > .startLine else .endColumn >= .startColumn end)' "$1" >/dev/null
}

@test "irilint: SARIF is one valid document, with findings and without" {
    irilint --format=sarif /dev/null >none
    sarif_valid none
    [ "$(jq '.runs[0].results | length' none)" = 0 ]
    hostile >in
    irilint --format=sarif in in /dev/null >some || [ $? = 1 ]
    sarif_valid some
    [ "$(jq '.runs[0].results | length' some)" -gt 1000 ]
    expect 2 irilint --format=sarif in missing
    sarif_valid out
    corpus rel
    irilint --format=sarif rel.txt >some || [ $? = 1 ]
    sarif_valid some
    # In a message of SARIF, {x} is a placeholder. A finding that contains a brace must not become one.
    expect 1 irilint --format=sarif <<<'/{x}'
    [ "$(jq -r '.runs[0].results[1].message.text' out)" = "'{{' is not allowed; write it as %7B" ]
    irilint --write-baseline=base rel.txt || [ $? = 1 ]
    expect '0 1' irilint --baseline=base --format=sarif rel.txt
    [ "$(jq '.runs[0].results | length' out)" = 0 ]
    # The check has to fail for an invalid document.
    jq '.runs[0].results[0].locations[0].physicalLocation.region.startColumn = 0' some >broken
    sarif_valid broken && return 1
    jq '.runs[0].results[0].extra = 1' some >broken
    sarif_valid broken && return 1
    true
}

@test "irilint: reports for programs show the fixes that --fix makes in lists, and only these" {
    local format python
    python json
    { hostile && corpus pct && head -n 2000 pct.txt && printf 'http://é/%%7E\n'; } >in
    irilint --fix -q in >want || [ $? = 1 ]
    for format in json rdjson sarif; do
        irilint --format=$format in >report || [ $? = 1 ]
        "$python" "$tests/documents/fixes.py" --apply $format in lines <report | same want /dev/stdin
    done
    # A document that begins with a mark: columns count characters.
    printf '\xef\xbb\xbf<HTTP://a/> \xc3\xa9 <HTTP://b/%%7E>\r\n' >a.md
    for format in json rdjson sarif; do
        irilint --format=$format a.md >report || [ $? = 1 ]
        irilint --fix -q a.md >want || [ $? = 1 ]
        "$python" "$tests/documents/fixes.py" --apply $format a.md <report | same want /dev/stdin
    done
}

@test "irilint: SARIF names the files of a folder, and places that go over several lines" {
    needs irigrep
    mkdir -p docs/sub
    echo '[a](http://h/%41)' >docs/a.md
    printf '<a href="http://h/%%4\n1">' >docs/sub/b.html
    irilint -r --format=sarif docs >out || [ $? = 1 ]
    sarif_valid out
    jq -r '.runs[0].results[].locations[0].physicalLocation | [.artifactLocation.uri, .region.startLine,
        .region.startColumn, .region.endLine, .region.endColumn] | @tsv' out |
        same <(printf 'docs/a.md\t1\t14\t\t17\ndocs/sub/b.html\t1\t19\t2\t2\n') /dev/stdin
}

# GitLab requires these members and words, and another fingerprint for each finding.
@test "irilint: --format=gitlab and rdjson: one valid document, with the same findings as JSON" {
    hostile >in
    for format in json gitlab rdjson; do
        irilint --format=$format in in /dev/null >$format || [ $? = 1 ]
    done
    jq -e 'map(.fingerprint) | length > 1000 and length == (unique | length)' gitlab
    jq -e 'all(.[].severity; test("^(info|minor|major)$"))' gitlab
    jq -r '[.file, .line, .endLine // .line, .rule, .message] | @tsv' json >want
    jq -r '.[] | [.location.path, .location.lines.begin, .location.lines.end, .check_name, .description] |
        @tsv' gitlab | same want /dev/stdin
    jq -e '.source.name == "irilint" and all(.diagnostics[].severity; test("^(INFO|WARNING|ERROR)$"))' rdjson
    jq -r '.diagnostics[] | .location.range as $range |
        [.location.path, $range.start.line, $range.end.line, .code.value, .message] |
        @tsv' rdjson | same want /dev/stdin
    # A finding keeps its fingerprint when lines move, and the second of two that are equal has another.
    printf '%s\n' HTTP://a/ x HTTP://a/ >one
    printf '%s\n' y y HTTP://a/ HTTP://a/ >two
    for i in one two; do
        irilint --only=scheme-case --format=sarif $i |
            jq -r '.runs[0].results[].partialFingerprints[]' >$i.numbers || [ $? = 1 ]
    done
    same one.numbers two.numbers
    [ "$(sort -u one.numbers | wc -l)" = 2 ]
}

@test "irilint: --fix -i: a document that cannot be written keeps its content" {
    needs irigrep
    echo '[a](HTTP://a/)' >in.md
    cp in.md before
    chmod a-w in.md
    expect 2 irilint --fix -i in.md
    grep -q '^irilint: in.md: ' err
    same before in.md
}

@test "irilint: the file of --write-baseline: permissions, times, and files that cannot be it" {
    echo 'a b' >in
    local bad
    # It is not touched if its content stays.
    (umask 027 && irilint --write-baseline=base in)
    [ "$(stat -c %a base)" = 640 ]
    touch -d '2001-02-03 04:05:06' base
    stat -c '%i %y' base >before
    expect 0 irilint --write-baseline=base in
    stat -c '%i %y' base | same before /dev/stdin
    chmod 604 base
    echo 'c d' >>in
    expect 0 irilint --write-baseline=base in
    [ "$(stat -c %a base)" = 604 ]
    cp base before
    : >in
    mkdir dir
    mkfifo fifo
    ln -s nowhere dangling
    for bad in - dir fifo dangling dir/no/where /dev/null /dev/full; do
        expect 2 timeout 60 irilint --write-baseline=$bad in
        grep -q "^irilint: $bad: " err
        has 1 '' err
    done
    [ -p fifo ] && [ ! -e nowhere ]
    expect 2 irilint --write-baseline=base in dir/../base
    err_is 'irilint: dir/../base: this is the file of --write-baseline; do not check it, too\n'
    chmod 444 base
    expect 2 unprivileged "$(command -v irilint)" --write-baseline=base in
    grep -q '^irilint: base: .*read-only' err
    same before base
    chmod 555 dir
    expect 2 unprivileged "$(command -v irilint)" --write-baseline=dir/base in
    grep -q '^irilint: dir/base: cannot create a temporary file in its folder: Permission denied' err
    chmod 755 dir
    [ -z "$(ls -A dir)" ]
    # A file that cannot be read is not replaced.
    chmod 200 base
    echo 'e f' >in
    expect 2 unprivileged "$(command -v irilint)" --write-baseline=base in
    grep -q '^irilint: base: Permission denied' err
    chmod 600 base
    same before base
    [ -z "$(find . -name '.irilint-*')" ]
}

@test "irilint: long lines of expensive input take linear time" {
    local piece
    put known $'google.com\na.a.a.a.com\n'
    for piece in a. 1. '%' ' ' '%41' '%C3%A9' $'\xc3\xa9' $'e\xcc\x81' $'\xe2\x80\xae' / ./ ../ : @ '?' . xn-- '%25' \
        $'\xff' $'\xe3\x80\x82' $'\xd7\x90' $'\xd7\x90a/'; do
        put in / 300000 "$piece" $'\nhttp://' 300000 "$piece" $'\nhttp://h/' 300000 "$piece" $'\n?' 300000 "$piece" ''
        expect '0 1' limited irilint --against=known in
        [ "$(wc -l <out)" -lt 48000 ]
        expect '0 1' limited irilint -q --fix in
    done
}

# asked LINE ANSWER...: writes a line to the coprocess, which answers with findings in these places, and nothing more.
asked() {
    local answer want
    printf '%s\n' "$1" >&"${COPROC[1]}"
    for want in "${@:2}"; do
        read -r -t 60 answer <&"${COPROC[0]}"
        [[ $answer = "stdin:$want: "* ]]
    done
    [ $# -gt 1 ] || ! read -r -t 0.1 answer <&"${COPROC[0]}"
}

@test "irilint: a finding in running text is printed before the next read" {
    needs irigrep
    local answer input pid
    coproc irilint --from=text
    pid=$COPROC_PID
    asked 'see http://me@a/ and http://me@b/' 1:12 1:29
    asked none
    asked 'http://me@a/ irilint-disable-line userinfo'
    asked 'x irilint-disable-line userinfo' 4:24
    # What stands after a comment for the next line is printed after what may be said about the comment.
    asked 'http://me@a/ irilint-disable-next-line userinfo http://me@b/' 5:8
    asked 'http://me@a/' 5:56
    asked 'http://me@a/ irilint-disable-next-line userinfo http://me@b/' 7:8
    asked none 7:40 7:56
    asked 'irilint-disable-next-line userinfo'
    asked 'irilint-disable-next-line userinfo' 9:27
    input=${COPROC[1]}
    { exec {input}>&- && read -r -t 60 answer; } <&"${COPROC[0]}"
    [[ $answer = 'stdin:10:27: '* ]]
    wait "$pid" 2>/dev/null || true # else its end can close the descriptors of the next coprocess
    # Formats without comments, and any if comments do not count
    coproc irilint --from=ntriples
    asked '<http://me@a/> <b:> <c:> .' 1:9
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
    coproc irilint --from=html --no-disable
    printf '<!--%1024s-->\n' x >&"${COPROC[1]}"
    asked '<a href=http://me@a/>b</a><!-- irilint-disable-file -->' 2:16
    kill "$COPROC_PID"
    wait "$COPROC_PID" 2>/dev/null || true
}

@test "irilint: findings of running text do not depend on how it is read" {
    needs irigrep
    local end options
    mkdir pipe
    mkfifo pipe/a.txt
    # A file of this size is read at once, a pipe in parts.
    awk 'BEGIN {
        n = split("http://me@a/|http://b:x/|word|irilint-disable-line userinfo|irilint-disable-next-line bad-port|" \
                  "irilint-disable-next-line userinfo, bad-port: why|irilint-disable-nxt-line|\r|<http://me@c/\nd>|\n",
                  piece, "|")
        for (srand(1); i < 2000; i++)
            printf "%s%s", piece[1 + int(rand() * n)], rand() < 0.3 ? (rand() < 0.2 ? "\r\n" : "\n") : " "
    }' >a.txt
    for options in '' --unwrap --format=sarif; do
        # shellcheck disable=SC2086 # split into words
        irilint --from=text $options a.txt >whole || [ $? = 1 ]
        [ "$(wc -l <whole)" -gt 100 ]
        # shellcheck disable=SC2086
        (cd pipe && irilint --from=text $options a.txt >parts) || [ $? = 1 ] &
        while IFS= read -rn 97 -d '' end || [ "$end" ]; do printf %s "$end"; done <a.txt >pipe/a.txt
        wait $!
        same whole pipe/parts
    done
}
