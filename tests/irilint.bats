#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load helper

# The rows of rules that are off by default have the options that turn them on.
@test "irilint: each rule, with lines that break it and lines that keep it, and the columns" {
    local rule options input found source got words n=0 bad=0
    printf '%s\n' google.com https://apple.com/x paypal.com:443 microsoft.com >known
    while IFS=$'\037' read -r rule options input found source; do
        read -ra words <<<"$options"
        printf '%b\n' "$input" | irilint "--only=$rule" "${words[@]}" --format=json >out || [ $? = 1 ]
        got=$(jq -r '"\(.column)-\(.endColumn)"' out | paste -sd' ')
        n=$((n + 1))
        # Every finding is of that rule, and has the columns of the row.
        if [ "$got" != "$found" ] || [ -n "$(jq -r --arg rule "$rule" 'select(.rule != $rule)' out)" ]; then
            bad=$((bad + 1))
            echo "$rule ($source): $input: want '$found', got '$got'"
        fi
    done < <(rows irilint.tsv)
    echo "$n rows, $bad bad"
    [ "$n" -gt 100 ]
    [ "$bad" = 0 ]
    # The table has rows for every rule except host-length, which needs a long line: see the next test.
    irilint --list-rules | awk '{ print $1 }' | grep -vx host-length | sort >rules
    rows irilint.tsv | cut -d $'\037' -f1 | sort -u | same rules /dev/stdin
    rows irilint.tsv | awk -F '\037' '$4 != ""' | cut -d $'\037' -f1 | sort -u | same rules /dev/stdin
    rows irilint.tsv | awk -F '\037' '$4 == ""' | cut -d $'\037' -f1 | sort -u | same rules /dev/stdin
}

@test "irilint: the length of a host" {
    local label
    label=$(printf 'a%.0s' $(seq 61))
    expect 0 irilint --only=host-length <<<"http://$label.$label.$label.$label.aaaaa./"
    expect 1 irilint --only=host-length <<<"http://$label.$label.$label.$label.aaaaaa/"
    grep -q ':1:8: error: a domain name of more than 253' out
    # For non-ASCII hosts, the length of the A-labels counts: xn--tda for one character.
    expect 0 irilint --only=host-length <<<"http://$label.$label.$label.$label.ab/"
    expect 1 irilint --only=host-length <<<"http://$label.$label.$label.$label.ü/"
}

@test "irilint: --fix" { run_vectors irilint irilint-fix.tsv; }

@test "irilint: --fix fixes the rules that --explain names, is idempotent, and keeps IRIs equivalent" {
    local name fixable
    fixable=$(for rule in $(irilint --list-rules | awk '{ print $1 }'); do
        irilint --explain="$rule" | grep -q 'fix fixes' && echo "$rule"
    done | paste -sd,)
    [ "$fixable" = \
        scheme-case,host-case,pct-case,pct-unreserved,pct-decodable,dot-segments,default-port,empty-port,not-nfc ]
    for name in iri ascii pct rel; do
        corpus $name
        irilint --fix -q $name.txt >fixed || [ $? = 1 ]
        expect 0 irilint --fail-level=info "--only=$fixable" --reject=bad fixed
        irilint --fix -q fixed >twice || [ $? = 1 ]
        same fixed twice
        paste $name.txt fixed | iricmp -q --nfc --base=http://a.example/ | cut -f1 | sort | uniq -c >rungs
        [ "$(grep -c different rungs)" = 0 ]
        cat rungs
    done
}

@test "irilint: errors of syntax are what iri2uri rejects" {
    local rules=bad-utf8,illegal-char,iprivate-outside-query,bad-percent,bad-scheme,bad-ip-literal,bad-port,bidi-control
    # Lines made of pieces that matter to the grammar, in random order
    awk 'BEGIN {
        srand(11)
        n = split("a b 1 : / // ? # @ [ ] % %41 %zz . .. http: [::1] é \xff \xc3 " \
            "\xe2\x80\xae \xee\x80\x80 \xef\xbf\xbe < \" v1.x 80", p, " ")
        for (i = 0; i < 60000; i++) {
            line = ""
            for (k = int(rand() * 9); k >= 0; k--) line = line p[1 + int(rand() * n)]
            print line
        } }' >in
    iri2uri -q --host=percent --reject=bad in >/dev/null || [ $? = 1 ]
    irilint --only=$rules --reject=found in >/dev/null || [ $? = 1 ]
    same bad found
    [ "$(wc -l <bad)" -gt 10000 ]
    [ "$(wc -l <bad)" -lt 55000 ]
}

@test "irilint: --list-rules, the manual page and SARIF have the same rules" {
    irilint --list-rules >list
    [ "$(wc -l <list)" = 54 ]
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
    local rule
    for rule in $(awk '{ print $1 }' list); do
        expect 0 irilint --explain="$rule"
        grep -q "^$rule: " out
        [ "$(wc -l <out)" -ge 3 ]
    done
    expect 2 irilint --explain=no-rule
    expect 0 irilint --list-rules no-such-file
    same list out
}

@test "irilint: options for rules and severities, and the exit status" {
    printf 'HTTP://h/%%7E%%c3 x\n' >in
    expect 1 irilint in
    [ "$(wc -l <out)" = 5 ]
    expect 1 irilint --only=scheme-case,pct-case in
    [ "$(wc -l <out)" = 2 ]
    expect 1 irilint --only=pct-case --enable=illegal-char in
    [ "$(wc -l <out)" = 2 ]
    expect 0 irilint --only=pct-case in
    [ "$(wc -l <out)" = 1 ]
    expect 1 irilint --only=pct-case --fail-level=info in
    expect 0 irilint --disable=illegal-char --fail-level=error in
    [ "$(wc -l <out)" = 4 ]
    expect 1 irilint --fail-level=error in
    expect 0 irilint /dev/null
    out_is ''
    printf 'a/b#c\n' >in
    expect 0 irilint in
    grep -q ':1:1: info: a relative' out
    expect 1 irilint --type=iri in
    grep -q ':1:1: error: a relative' out
    [ "$(wc -l <out)" = 1 ]
    expect 1 irilint --type=absolute in
    grep -q ':1:4: error: a fragment' out
    [ "$(wc -l <out)" = 2 ]
    expect 0 irilint --type=absolute <<<a:b
    # The message names the unknown rule of a list, escaped.
    expect 2 irilint --disable=pct-case,$'no\e[31m',x in
    err_is "irilint: unknown rule 'no\\\\x1b[31m'; --list-rules shows all rules\nirilint: see 'irilint --help'\n"
    expect 2 irilint --explain=no-rule
    grep -q "^irilint: unknown rule 'no-rule'; --list-rules shows all rules" err
    local bad
    for bad in --only= --only=no-rule '--enable=pct-case,' --disable=x --type=uri --fail-level=bad --format=xml \
        --color=red '--summary --fix' '--summary --format=sarif' '--summary --format=github'; do
        # shellcheck disable=SC2086 # split into words
        expect 2 irilint $bad in
    done
    for bad in text json github sarif; do
        expect 2 irilint --fix --format=$bad in
        out_is ''
        err_is 'irilint: --fix prints the lines, not findings; leave out --format\n'
    done
    expect 2 irilint missing in
    [ "$(wc -l <out)" = 1 ]
}

@test "irilint: a wide delimiter between Chinese or Japanese letters has the severity info" {
    printf '%s\n' /映画：アニメ /映：a /1：画 /：画 /映： /ｱ：画 http://映：画.com/ >in
    expect 1 irilint --only=fake-delimiter in
    [ "$(grep -c ': info: .*U+FF1A' out)" = 1 ]
    [ "$(grep -c ': error: .*U+FF1A' out)" = 6 ]
    [[ $(head -n 1 out) == *:1:4:\ info:* ]]
}

@test "irilint: the IPv4 address that software reads from a number" {
    local host want
    while read -r host want; do
        irilint --only=odd-ipv4,host-is-number <<<"http://$host/" >out || [ $? = 1 ]
        [ "$(wc -l <out)" = 1 ]
        [[ $want != none || $(cat out) != *address*:\ [0-9]* ]]
        [[ $want = none || $(cat out) == *": $want ["* ]]
    done <<'END'
3232235521 192.168.0.1
0 0.0.0.0
4294967295 255.255.255.255
4294967296 none
0x7f.1 127.0.0.1
0X7F000001 127.0.0.1
010.0.0.1 8.0.0.1
1.65535 1.0.255.255
1.16777215 1.255.255.255
1.16777216 none
1.2.65536 none
256.1 none
08 none
1.2.3.4.5 none
foo.1 none
192.168.1.1. 192.168.1.1
%31.1 1.0.0.1
END
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
    [ "$(wc -l <out)" = 1001 ]
    [ "$(grep -c '(and 1500 more like it)' out)" = 1 ]
    sed -n 1000p out | grep -q 'and 1500 more'
}

# hostile: prints lines that try to break out of an output format, every byte, and random bytes.
hostile() {
    printf '%b\n' 'http://h/\x1b]0;x\x07' '"},{"a":"' '::error::x' '%0A::error file=x::y' '/\xe2\x80\xae\xe2\x80\xa8' \
        '\xff\xfe' '</script>' '${{ x }}' "$(printf '\\0%o' $(seq 0 255) | sed 's/\\012//')"
    head -c 20000 /dev/urandom
}

@test "irilint: hostile lines in every format" {
    local format
    hostile >in
    local odd=$'a:b,c%d\e[31m.txt'
    cp in "$odd"
    for format in text json github sarif; do
        expect 1 irilint --format=$format in "$odd"
        # No control characters for a terminal or a log, and only valid UTF-8
        [ "$(LC_ALL=C tr -d '\n' <out | grep -ac '[^ -~]')" = 0 ] || [ $format = json ]
        iconv -f UTF-8 -t UTF-8 out | same out /dev/stdin
        [ "$(LC_ALL=C grep -ac $'[\001-\011\013-\037\177]' out)" = 0 ]
        err_is ''
    done
    irilint --format=text in "$odd" >text || [ $? = 1 ]
    irilint --format=json in "$odd" >json || [ $? = 1 ]
    # All formats have the same findings: compare the others with JSON.
    jq -r '"\(.file | gsub("\u001b"; "\\x1b")):\(.line):\(.column): \(.severity): \(.message) [\(.rule)]"' json |
        same text /dev/stdin
    irilint --format=github in "$odd" >github || [ $? = 1 ]
    [ "$(wc -l <github)" = "$(wc -l <text)" ]
    local annotation='^::(error|warning|notice) file=[^:,]*,line=[0-9]+,col=[0-9]+,endColumn=[0-9]+,title=[a-z0-9-]+::'
    [ "$(grep -cEv "$annotation" github)" = 0 ]
    grep -q 'file=a%3Ab%2Cc%25d\\x1b' github
    irilint --format=sarif in "$odd" | jq -r '.runs[0].results[] | [.locations[0].physicalLocation.region.startLine,
        .locations[0].physicalLocation.region.startColumn, .ruleId] | @tsv' >sarif
    jq -r '[.line, .column, .rule] | @tsv' json | same sarif /dev/stdin
    irilint --format=sarif "$odd" | jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri' >uri
    [ "$(cat uri)" = 'a%3Ab%2Cc%25d%1B%5B31m.txt' ]
}

# sarif_valid FILE: checks the file by the schema of SARIF 2.1.0, as far as it concerns the properties that irilint
# writes: names, types and ranges. Other properties are an error.
sarif_valid() {
    jq -e '
        def only($names): (keys - $names) == [];
        def text: type == "object" and only(["text"]) and (.text | type == "string" and length > 0);
        def level: . == "note" or . == "warning" or . == "error";
        only(["$schema", "version", "runs"]) and .version == "2.1.0" and (.["$schema"] | startswith("https://"))
        and (.runs | type == "array" and length == 1) and (.runs[0] |
            only(["tool", "columnKind", "results"]) and .columnKind == "unicodeCodePoints"
            and (.tool | only(["driver"]))
            and (.tool.driver | only(["name", "version", "rules"]) and .name == "irilint"
                and (.version | type == "string") and (.rules | map(.id) | length == (unique | length))
                and all(.rules[];
                    only(["id", "shortDescription", "fullDescription", "defaultConfiguration", "properties"])
                    and (.id | type == "string") and (.shortDescription | text) and (.fullDescription | text)
                    and (.defaultConfiguration | only(["level", "enabled"]) and (.level | level))
                    and (.properties | type == "object")))
            and (.tool.driver.rules as $rules | .results | type == "array" and all(.[];
                only(["ruleId", "ruleIndex", "level", "message", "locations"])
                and (.level | level) and (.message | text)
                and $rules[.ruleIndex].id == .ruleId and (.locations | length == 1)
                and (.locations[0] | only(["physicalLocation"])
                    and (.physicalLocation | only(["artifactLocation", "region"])
                        and (.artifactLocation | only(["uri"]) and (.uri | test("^[!#-;=?-Z_a-z~%\\[\\]]*$")))
                        and (.region | only(["startLine", "startColumn", "endLine", "endColumn"]) and .startLine >= 1
                            and .startColumn >= 1 and .endColumn >= 1 and (
                                if .endLine then .endLine > .startLine else .endColumn >= .startColumn end)))))))' "$1" >/dev/null
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
    # The check has to fail for an invalid document.
    jq '.runs[0].results[0].locations[0].physicalLocation.region.startColumn = 0' some >broken
    sarif_valid broken && return 1
    jq '.runs[0].results[0].extra = 1' some >broken
    sarif_valid broken && return 1
    true
}

@test "irilint: with --html, --nfc, -f and --split, columns are those of the input line" {
    expect 1 irilint --html --only=illegal-char <<<'http://h/&amp;&#x20;b'
    grep -q '^stdin:1:15: ' out
    expect 1 irilint -f2 --only=illegal-char <<<$'é😀\thttp://h/ b\tx y'
    grep -q '^stdin:1:13: ' out
    [ "$(wc -l <out)" = 1 ]
    expect 1 irilint --split --only=bad-percent <<<'  a  b%  %c '
    [ "$(cut -d: -f3 out | paste -sd' ')" = '7 10' ]
    expect 1 irilint --nfc --only=bad-percent <<<$'/e\xcc\x81/%'
    grep -q '^stdin:1:5: ' out
    expect 0 irilint --nfc --only=not-nfc --fail-level=info <<<$'/e\xcc\x81'
    expect 1 irilint --charset=latin1 --only=bad-percent <<<$'/\xe9%'
    grep -q '^stdin:1:3: ' out
    # Findings that overlap, or begin at the same column
    expect 1 irilint --format=json <<<'http://u:p%7e@h/'
    [ "$(jq -r '"\(.rule) \(.column) \(.endColumn)"' out | paste -sd,)" = \
        'userinfo 8 14,password 10 14,pct-case 11 14,pct-unreserved 11 14' ]
}

@test "irilint: --located: findings in every format name the places of the lines" {
    local format odd
    hostile >in
    odd=$'a:b,c%d\e[31m.txt'
    # Each line with the place that irilint names anyway
    for file in in "$odd"; do
        [ "$file" = in ] || cp in "$odd"
        grep -aHn '' "$file" | sed 's/:[0-9]*:/&1:/'
    done >lines
    for format in text json github sarif; do
        irilint --format=$format in "$odd" >want || [ $? = 1 ]
        [ "$(wc -l <want)" -gt 1000 ]
        expect 1 irilint --located --format=$format lines
        same want out
        err_is ''
    done
    expect 1 irilint --located --summary lines
    cp out want
    expect 1 irilint --summary in "$odd"
    same want out
    # Columns count from COL, or from 1.
    printf 'a.md:7:12:HTTP://a/%%\nb c.md:3:/é%%\nd\ne:1:1:/\n' >in
    expect 1 irilint --located --only=scheme-case,bad-percent --format=json --reject=bad in
    [ "$(jq -r '"\(.file):\(.line):\(.column)-\(.endColumn) \(.text)"' out | paste -s -d , -)" = \
        'a.md:7:12-16 HTTP,a.md:7:21-22 %,b c.md:3:3-4 %' ]
    err_is "irilint: in:3:1: the line does not begin with FILE:LINE: or FILE:LINE:COL:; \
print such lines with 'irigrep -n' or 'grep -Hn'\n"
    head -n 3 in | same /dev/stdin bad
    expect 1 irilint --located --only=bad-percent -f 2 <<<$'a:5:6:é%\té%'
    grep -q '^a:5:10: error: ' out
    [ "$(wc -l <out)" = 1 ]
    expect 1 irilint --located --fix in
    out_is 'a.md:7:12:HTTP://a/%\nb c.md:3:/é%\nd\ne:1:1:/\n'
    grep -q '^irilint: a.md:7:21: ' err
    expect 0 irilint --located --fix <<<'a.md:7:12:HTTP://a/'
    out_is 'a.md:7:12:http://a/\n'
    # A line without a place fails, even if no finding would.
    expect 1 irilint --located --fail-level=error <<<http://a/
    out_is ''
    # The place stands in a document where the link stands.
    needs irigrep
    mkdir -p docs/a
    printf 'x\n\n[é](http://a/%%) <HTTP://b/>\n' >docs/a/b.md
    printf '<a href="http://c d/">\n' >docs/e.html
    irigrep -rn docs | irilint --located --format=github >out || [ $? = 1 ]
    [ "$(cut -d , -f 1-4 out)" = "::error file=docs/a/b.md,line=3,col=14,endColumn=14
::warning file=docs/a/b.md,line=3,col=18,endColumn=21
::error file=docs/e.html,line=1,col=18,endColumn=18" ]
}

@test "irilint: a terminal shows the line, underlines the finding, and names invisible characters" {
    command -v script >/dev/null || skip "no script(1) here"
    printf '/\xe8\xaa\x9e\xe2\x80\xaee\xcc\x81%%\n' >in
    # The ideograph is two columns wide, the accent none.
    script -qec "$tools/irilint --only=bidi-control,bad-percent in" /dev/null </dev/null >out 2>&1 || true
    tr -d '\r' <out | sed 's/\x1b\[[0-9;]*m//g' >plain
    printf 'in:1:3: error: a bidi control, which changes what the reader sees: U+202E [bidi-control]\n' >want
    printf '  /\xe8\xaa\x9e<U+202E>e\xcc\x81%%\n     ^~~~~~~~\n' >>want
    printf "in:1:6: error: '%%' needs two hexadecimal digits; write a literal '%%' as %%25 [bad-percent]\n" \
        >>want
    printf '  /\xe8\xaa\x9e<U+202E>e\xcc\x81%%\n              ^\n' >>want
    same want plain
    grep -q $'\x1b' out
    NO_COLOR=1 script -qec "$tools/irilint in" /dev/null </dev/null >out 2>&1 || true
    [ "$(grep -c $'\x1b' out)" = 0 ]
    # Output that is not a terminal has no colours without --color=always.
    expect 1 irilint in
    [ "$(grep -c $'\x1b' out)" = 0 ]
    expect 1 irilint --color=always in
    grep -q $'\x1b' out
}

@test "irilint: the options that all filters have" {
    printf 'http://a/\nhttp://b c/\nHTTP://d/\nhttp://e/\n' >in
    expect 1 irilint --reject=bad in
    printf 'http://b c/\nHTTP://d/\n' | same /dev/stdin bad
    rm bad
    expect 1 irilint --fail-level=error --reject=bad in
    printf 'http://b c/\n' | same /dev/stdin bad
    expect 1 irilint --invalid=stop in
    [ "$(wc -l <out)" = 1 ]
    expect 1 irilint -c in
    out_is ''
    expect 1 irilint -c --format=sarif in
    out_is ''
    expect 0 irilint -c <<<http://a/
    expect 1 irilint -z < <(tr '\n' '\0' <in)
    grep -q '^stdin:2:9: ' out
    expect 1 irilint --fix in
    sed 's/HTTP/http/' in | same /dev/stdin out
    grep -q '^irilint: in:2:9: space' err
    expect 1 irilint --fix -c -q in
    expect 1 irilint --fix -c <<<HTTP://a/
    expect 0 irilint --fix -c <<<http://a/
    # In a message of SARIF, {x} is a placeholder. A finding that contains a brace must not become one.
    irilint --format=sarif <<<'/{x}' >out || [ $? = 1 ]
    [ "$(jq -r '.runs[0].results[1].message.text' out)" = "'{{' is not allowed; write it as %7B" ]
    printf 'HTTP://a/\n' | expect 0 irilint --fix
    expect 1 irilint --charset=ascii <<<$'\xe9'
    out_is ''
    grep -q 'irilint: stdin:1:1: byte 0xE9 is not valid in the input charset' err
    local status=0
    irilint in >/dev/full 2>err || status=$?
    [ ! -c /dev/full ] || [ "$status" = 2 ]
}

@test "irilint: the text of a finding says what the characters are" {
    expect 1 irilint <<<http://paypаl.com/
    out_is "stdin:1:12: error: scripts in one label that are not written together: \
'а' is Cyrillic (U+0430), 'p' is Latin [mixed-script]\n"
    expect 1 irilint <<<http://xn--80ak6aa92e.com/
    grep -q "'а' is Cyrillic (U+0430) \[whole-script-confusable\]" out
    # A digit or mark is not shown itself.
    expect 1 irilint <<<http://ab१.in/
    grep -q "U+0967 is Devanagari, 'a' is Latin \[mixed-script\]" out
    # Scripts in different words of a label are only a warning.
    expect 0 irilint --fail-level=error <<<http://франк-beac.укр/
    grep -q ': warning: .*\[mixed-script\]' out
}

@test "irilint: --against" {
    printf '%b\n' '\xef\xbb\xbfGoogle.com\r' '' ' \thttps://user@münchen.de:8080/x#y ' http://[::1]/ 127.0.0.1 \
        //xn--80ak6aa92e.com >hosts
    echo paypal.com. >others
    expect 1 irilint --only=confusable-host --against=hosts --against=others <<'ROWS'
http://g00gle.com/
http://google.com/
http://munchen.de/
http://www.muenchen.de/
http://apple.com/
http://paypa1.com/
http://l27.0.0.1/
ROWS
    out_is 'stdin:1:8: error: a host that looks like another one: google.com [confusable-host]
stdin:3:8: error: a host that looks like another one: xn--mnchen-3ya.de [confusable-host]
stdin:5:8: error: a host that looks like another one: xn--80ak6aa92e.com [confusable-host]
stdin:6:8: error: a host that looks like another one: paypal.com [confusable-host]\n'
    err_is ''
    # An invalid line causes a message; the other lines are used.
    printf '%s\n' 'a b' 'http://é/%' '//h/ x' ' a..b' http://a..b/ google.com urn:x:y file:///x \
        '_x.r3---sn-a.example/login?to=http://x' >hosts
    expect 1 irilint --only=confusable-host --against=hosts <<<http://g00gle.com/
    [ "$(wc -l <out)" = 1 ]
    expect 1 irilint -q --only=confusable-host --against=hosts <<<http://_x.r3---sn-a.examp1e/
    grep -q 'looks like another one: _x.r3---sn-a.example ' out
    expect 1 irilint --only=confusable-host --against=hosts <<<http://g00gle.com/
    [ "$(cut -d: -f3 err | paste -sd' ')" = '1 2 3 4 5 7 8' ]
    grep -q '^irilint: hosts:1:2: space' err
    grep -q '^irilint: hosts:2:10: .%' err
    grep -q '^irilint: hosts:4:2: invalid domain name: a label is empty' err
    grep -q '^irilint: hosts:5:8: invalid domain name: a label is empty' err
    expect 1 irilint --against=hosts </dev/null
    expect 2 irilint --against=missing </dev/null
    grep -q '^irilint: missing: ' err
    expect 2 irilint --against=- </dev/null
    # Nothing is reported while the rule is off.
    expect 0 irilint --disable=confusable-host --against=others <<<http://paypa1.com/
}

@test "irilint: long lines of expensive input, within a time limit" {
    local piece
    printf '%s\n' google.com a.a.a.a.com >known
    for piece in a. 1. '%' ' ' '%41' '%C3%A9' $'\xc3\xa9' $'e\xcc\x81' $'\xe2\x80\xae' / ./ ../ : @ '?' . xn-- '%25' \
        $'\xff' $'\xe3\x80\x82' $'\xd7\x90' $'\xd7\x90a/'; do
        for before in / http:// http://h/ '?'; do
            { printf %s "$before" && yes "$piece" | head -300000 | tr -d '\n'; } >in
            timeout 20 irilint --against=known in >out || [ $? = 1 ]
            [ "$(wc -l <out)" -lt 12000 ]
            timeout 20 irilint -q --fix in >/dev/null || [ $? = 1 ]
        done
    done
}

@test "irilint: --fix -c accepts findings that --fix cannot fix" {
    # A valid triplet in a host stays if another one is not UTF-8: the host cannot be shown as text.
    expect 0 irilint --fix -c <<<'//%C3%AC)ac%A3'
    expect 1 irilint --fix -c <<<'//A%C3'
}

# places FILE: prints the findings in a file of JSON in one line, as irilint-documents.tsv lists them.
places() {
    jq -r '"\(.rule)@\(.line):\(.column)-\(if .endLine then "\(.endLine):" else "" end)\(.endColumn)"' "$1" |
        paste -sd' ' -
}

@test "irilint: --from: where findings stand in documents" {
    local id options document found source words n=0 bad=0
    needs irigrep
    while IFS=$'\037' read -r id options document found source; do
        read -ra words <<<"$options"
        printf '%b' "$document" >in
        irilint "${words[@]}" --format=json in >out || [ $? = 1 ]
        n=$((n + 1))
        if [ "$(places out)" != "$found" ]; then
            bad=$((bad + 1))
            echo "$id ($source): $document: want '$found', got '$(places out)'"
        fi
    done < <(rows irilint-documents.tsv)
    echo "$n rows, $bad bad"
    [ "$n" -gt 40 ]
    [ "$bad" = 0 ]
}

@test "irilint: --from=auto goes by file names, reads folders, and names files in all formats" {
    local format want
    needs irigrep
    mkdir -p docs/sub
    echo '[a](/%41)' >docs/a.md
    echo '<a href="/%42">' >docs/sub/b.html
    echo '[a](/%43) http://h/%44' >docs/c.txt
    echo '<loc>http://h/?a&amp;%45</loc>' >docs/d.xml
    echo '[a](/%46)' >docs/e.rst
    want='docs/a.md:1:6 docs/c.txt:1:20 docs/d.xml:1:22 docs/sub/b.html:1:11'
    expect 1 irilint --from=auto -r docs
    sed 's/: warning: .*//' out | sort | paste -sd' ' - >got
    [ "$(cat got)" = "$want" ]
    err_is ''
    for format in json github sarif; do
        irilint --from=auto -r --format=$format docs >out || [ $? = 1 ]
        case $format in
            json) jq -r '"\(.file):\(.line):\(.column)"' out ;;
            github) sed 's/.*file=\(.*\),line=\(.*\),col=\(.*\),endColumn.*/\1:\2:\3/' out ;;
            sarif)
                sarif_valid out
                jq -r '.runs[0].results[].locations[0].physicalLocation |
                    "\(.artifactLocation.uri):\(.region.startLine):\(.region.startColumn)"' out
                ;;
        esac | sort | paste -sd' ' - >got
        [ "$(cat got)" = "$want" ]
    done
    expect 1 irilint --from=auto -r --include='*.rst' --include='*.md' docs
    [ "$(grep -c . out)" = 1 ]
    expect 1 irilint --from=markdown docs/e.rst
    expect 2 irilint --from=auto docs
    err_is 'irilint: docs: is a folder; -r searches the files in it\n'
    # After a file that is missing, the others are checked. Standard input is running text.
    expect 2 irilint --from=auto missing docs/a.md
    [ "$(cut -d: -f1-3 out)" = docs/a.md:1:6 ]
    expect 1 irilint --from=auto <docs/c.txt
    [ "$(cut -d: -f1-3 out)" = stdin:1:20 ]
    expect 1 irilint --from=auto - docs/a.md <docs/c.txt
    [ "$(cut -d: -f1-3 out | paste -sd' ' -)" = 'stdin:1:20 docs/a.md:1:6' ]
    # Options for findings
    expect 1 irilint --from=auto --summary docs/*.*
    out_is '3\twarning\tpct-unreserved\n'
    expect 0 irilint --from=auto --fail-level=error docs/a.md
    [ -s out ]
    expect 1 irilint --from=auto -c docs/a.md
    out_is ''
    expect 0 irilint --from=auto --disable=pct-unreserved docs/a.md
    out_is ''
    printf 'NUL \0' >binary.md
    expect 0 irilint --from=auto binary.md
    grep -q '^irilint: binary.md: binary file' err
}

@test "irilint: a finding that goes over several lines, in all formats" {
    needs irigrep
    printf '<a href="/%%4\n1">' >in
    expect 1 irilint --from=html in
    out_is 'in:1:11: warning: percent-encoding of unreserved characters [pct-unreserved]\n'
    expect 1 irilint --from=html --format=json in
    jq -e '.line == 1 and .column == 11 and .endLine == 2 and .endColumn == 2 and .text == "%4\n1"' out
    expect 1 irilint --from=html --format=github in
    grep -q '^::warning file=in,line=1,endLine=2,title=pct-unreserved::' out
    expect 1 irilint --from=html --format=sarif in
    sarif_valid out
    jq -e '.runs[0].results[0].locations[0].physicalLocation.region ==
        {startLine: 1, startColumn: 11, endLine: 2, endColumn: 2}' out
}

@test "irilint: without --from, one message about a name like README.md" {
    local options
    needs irigrep
    echo http://h/a >README.md
    cp README.md b.HTML
    expect 0 irilint README.md b.HTML
    err_is "irilint: README.md: looks like a document, but its lines are checked; --from=auto checks its links\n"
    expect 0 irilint --fix README.md
    [ -s err ]
    for options in -q --from=lines --from=auto; do
        expect 0 irilint $options README.md b.HTML
        err_is ''
    done
    cp README.md list
    expect 0 irilint list
    err_is ''
    expect 0 irilint <list
    err_is ''
}

@test "irilint: --from and --fix: prints documents, or with -i writes them" {
    needs irigrep
    printf '[a](/%%41 "t")\r\n[b](HTTP://h/\\_%%42) %%43 <b%%44>\n' >a.md
    printf '[a](/A "t")\r\n[b](http://h/_B) %%43 <b%%44>\n' >fixed
    cp a.md old
    expect 0 irilint --from=auto --fix a.md
    same fixed out
    expect 1 irilint --from=auto --fix -c a.md
    out_is ''
    expect 0 irilint --from=auto --fix --dry-run a.md
    patch -o patched a.md out
    same fixed patched
    same old a.md
    expect 1 irilint --from=auto --fix -c -i a.md
    same old a.md
    expect 0 irilint --from=auto --fix -i.bak a.md
    out_is ''
    same fixed a.md
    same old a.md.bak
    expect 0 irilint --from=auto --fix -c a.md
    # A link that is invalid keeps its bytes, and causes a message with its place.
    printf '[a](</%%41 b>)\n\n[b](/%%42)\n' >in.md
    printf '[a](</%%41 b>)\n\n[b](/B)\n' >fixed
    expect 1 irilint --from=auto --fix -i in.md
    err_is 'irilint: in.md:1:6: space is not allowed; write it as %20\n'
    same fixed in.md
    expect 1 irilint --from=auto --fix -q in.md
    err_is ''
    same fixed out
    # A document that cannot be written keeps its content.
    chmod a-w in.md
    expect 2 irilint --from=auto --fix -i in.md
    grep -q '^irilint: in.md: ' err
}

@test "irilint: options that need --from or --fix, or that are only for lines" {
    local options
    needs irigrep
    echo '[a](b)' >in.md
    for options in -r --kind=image --bare --cjk --unwrap --schemes=http '-r --include=*' '--fix -i' '--fix --dry-run'; do
        # shellcheck disable=SC2086 # split into words
        expect 2 irilint $options in.md
        err_is 'irilint: options that search or edit documents need --from; --from=auto goes by file names\n'
    done
    for options in -f1 --html --invalid=keep --located --nfc --reject=bad --split -z; do
        expect 2 irilint --from=auto "$options" in.md
        grep -q '^irilint: .* are for lines, not for documents; leave out --from$' err
    done
    [ ! -e bad ] || [ ! -s bad ]
    for options in -i --dry-run --force; do
        expect 2 irilint --from=auto $options in.md
        err_is 'irilint: --in-place, --dry-run and --force need --fix\n'
    done
    expect 2 irilint --from=auto --fix -i
    err_is 'irilint: -i needs files\n'
    expect 2 irilint --from=auto --fix -i - <in.md
    grep -q 'standard input cannot be edited in place' err
    expect 2 irilint --from=nothing in.md
    grep -q "'nothing'" err
}
