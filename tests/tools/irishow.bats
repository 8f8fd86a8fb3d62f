#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irishow: blocks, objects and --display. vectors/irishow.txt has blocks, vectors/irishow.tsv lines of --display, and
# irishow-runs.tsv options.
load ../helper
export needs=irishow

# parts: writes the commands of vectors/irishow.txt to the file "script", and what they print to "want". Each part has a
# line with \036 and its number before it, and an empty line behind it.
parts() {
    awk '/^#/ { on = 0 }
        /^\$ / {
            on = 1
            printf "printf \"\\036%d\\n\"; { %s; } 2>&1; echo\n", ++n, substr($0, 3) >"script"
            printf "\036%d\n", n >"want"
            next
        }
        on { print >"want" }
        END { exit n < 30 }' "$tests/vectors/irishow.txt"
}

@test "irishow: the blocks of vectors/irishow.txt, on a terminal of 80 columns" {
    python pty
    parts
    NO_COLOR=1 on_terminal 80 bash script >out
    same want out
}

@test "irishow: without a terminal, the same blocks, in 80 columns, but not cut" {
    parts
    bash script >out
    same want out
    irishow "http://a.example/$(printf 'b%.0s' {1..3000})" >out
    has 0 '….*--full' out
    has 0 '.\{81\}' out
    [ "$(sed -n '/^path:/,/^link:/p' out | sed '$d' | tr -cd b | wc -c)" = 3000 ]
}

@test "irishow: law: no link can imitate a row, on terminals that take most columns for each character" {
    local seed
    python pty
    for seed in $(seeds); do
        echo "seed $seed"
        "$python" "$tests/hostile/widths.py" "$seed" 200 irishow
    done
}

# unwrapped: joins the rows of each value.
unwrapped() {
    awk '
        /^        [|] / { line = line " " substr($0, 11); next }
        NR > 1 { print line }
        { line = $0 }
        END { print line }'
}

@test "irishow: every part of vectors/irishow.txt says what a reader makes of it" {
    awk '/^\$ / { n++; if (!reader) { print; bad = 1 } reader = 0 } /^# reader: ./ { reader = 1 }
        END { exit bad || n < 30 }' "$tests/vectors/irishow.txt"
}

@test "irishow: law: colours change only the colour" {
    local option
    bash -c "$(sed -n 's/^\$ //p' "$tests/vectors/irishow.txt" | sed 's/irishow/irishow --color=never/')" >never
    bash -c "$(sed -n 's/^\$ //p' "$tests/vectors/irishow.txt" | sed 's/irishow/irishow --color=always/')" >always
    sed $'s/\x1b\\[[0-9;]*m//g' always | same never /dev/stdin
    # The domain is bold, and so are warnings, which are yellow, too.
    irishow --color=always http://paypal.com@192.0.2.7/login >out
    grep -q $'^goes to:  \x1b\\[1m192.0.2.7\x1b\\[0\\?m' out
    grep -q $'^.*warning.*\x1b\\[' out || grep -q $'\x1b\\[.*warning' out
}

@test "irishow: no password without --show-password, in text and JSON" {
    local option links=('http://bob:geheim99@a.example/' 'http://bob:gehe%69m99@a.example/' \
        'http://:geheim99@a.example/' \
        'http://b.example/?u=http%3A%2F%2Fbob:geheim99%40a.example%2F' 'http://bob:geheim99@a b/' \
        '//bob:geheim99@a.example/' 'http://b.example/#http://bob:geheim99@a.example/' \
        'x://b:c:geheim99@a.example' 'http://b.example/?u=http:bob:geheim99@a.example' \
        'http://b.example/?u=%2F%2Fbob%3Ageheim99%40a' 'http://b.example/%252F%252Fbob:geheim99@a/' \
        'http:bob:geheim99@a.example/ b' $'http:/\t/bob:geheim99@a.example/' 'http:\bob:geheim99@a.example' \
        'javascript:f("%2F%2Fbob:geheim99@a")' 'http://b.example/?u=http:%2F%09%2Fbob:geheim99@a.example' \
        'http://bob:ge%2Fgeheim99@a b/' \
        "data:text/html;base64,$(printf '<a href="//bob:geheim99@a/">' | base64)")
    for option in --color=never --color=always --full --defang --json; do
        expect 1 irishow $option "${links[@]}"
        cat err >>out
        has 0 'geheim99\|gehe%69m99\|Z2VoZWlt\|dlaGVpbT\|nZWhlaW' out
        has ${#links[@]} '^link:\|^{' out
    done
    irishow --show-password http://bob:geheim99@a.example/ >out
    grep -q '^password: geheim99$' out
    grep -q '^link:     http://bob:geheim99@a.example/$' out
    irishow --show-password --json http://bob:geheim99@a.example/ | jq -e '.link == "http://bob:geheim99@a.example/"'
}

@test "irishow: law: no password in any row, format or encoding" {
    local seed
    python random
    for seed in $(seeds); do
        echo "seed $seed"
        "$python" "$tests/hostile/passwords.py" "$seed" 1000 irishow
    done
}

@test "irishow: long values are cut on a terminal, to three rows, but hosts never" {
    local path host columns count
    path=$(printf 'b%.0s' {1..2000})
    host=$(printf 'cccccccccc.%.0s' {1..20})example
    for columns in 80 132; do
        NO_COLOR=1 on_terminal "$columns" irishow "http://$host/$path" >out
        awk -v columns="$columns" 'length > columns + 2 { print; bad = 1 } END { exit bad }' out # "…" has three bytes
        sed -n '/^path:/,/^link:/p' out | sed '$d' >rows
        has 3 '' rows
        grep -q -x '.*… (+[0-9,]* characters; --full shows them)' rows
        count=$(sed -n 's/.*(+\([0-9,]*\) characters.*/\1/p' rows | tr -d ,)
        [ $((count + $(sed 's/….*//' rows | tr -cd b | wc -c))) = 2000 ]
        sed -n '/^host:/,/^path:/p' out | sed '$d; s/^..........//' | tr -d '\n' >got
        [ "$(cat got)" = "$host" ]
        NO_COLOR=1 on_terminal "$columns" irishow --full "http://$host/$path" >out
        sed -n '/^path:/,/^link:/p' out | sed '$d; s/^..........//' | tr -d '\n' >got
        [ "$(cat got)" = "/$path" ]
    done
}

# links: prints the links of vectors/irishow.txt.
links() {
    sed -n 's/^\$ irishow //p' "$tests/vectors/irishow.txt" | sed 's/; echo.*//; s/--[a-z-]* //g' |
        while IFS= read -r line; do bash -c "printf '%s\n' $line"; done
}

@test "irishow: objects keep to the schema in irishow.schema.json" {
    python json
    links >in
    [ "$(wc -l <in)" -ge 30 ]
    irishow --json <in >out || [ $? = 1 ]
    [ "$(wc -l <out)" = "$(wc -l <in)" ]
    has 0 '[^ -~]' out
    "$python" "$tests/rows/schema.py" "$tests/tools/irishow.schema.json" <out
    # The place of each link; of operands, there is none.
    jq -r '"\(.file):\(.line)"' out | same <(seq -f 'stdin:%.0f' "$(wc -l <in)") /dev/stdin
    irishow --json http://a.example/ | jq -e '.file == null and .line == null'
    echo 'a.md:7:http://a.example/' | irishow --json --located | jq -e '.file == "a.md" and .line == 7'
}

@test "irishow: what the objects say" {
    local links
    rows tools/tables/irishow-objects.tsv >rows
    mapfile -t links < <(cut -d $'\037' -f 1 rows)
    printf '%b\n' "${links[@]}" | expect 1 irishow --json
    # One program of jq: it prints the number of each row whose filter is not true.
    cut -d $'\037' -f 2 rows |
        awk '{ printf "%s(.[%d] | if (%s) == true then empty else %d end)\n", NR == 1 ? "" : ", ", NR - 1, $0, NR }' \
            >filters
    [ "$(wc -l <out)" = "$(wc -l <filters)" ]
    jq -s -f filters out >wrong
    file_is wrong ''
}

@test "irishow: text, objects and irilint report the same ids" {
    links >in
    irishow --json <in | jq -r '.line as $l | .findings[] | "\($l) \(.id)"' | sort -u >objects
    irilint --format=json in | jq -r '"\(.line) \(.rule // .id)"' | sort -u >findings || :
    same findings objects
    # The ids of a block, without those of links inside, are those of its findings.
    irishow <in | unwrapped | awk '
        /^goes to:/ { n++ }
        /^[a-z]/ { label = $1 }
        /^warning: *inside:/ { next }
        (label == "warning:" || label == "also:") && /\[[a-z0-9-]*\]$/ {
            sub(/.*\[/, "")
            sub(/\].*/, "")
            print n, $0
        }' |
        sort -u | same objects /dev/stdin
}

@test "irishow: law: --defang leaves nothing that software makes clickable" {
    local option
    needs irigrep
    corpus ascii
    corpus iri
    {
        links
        awk 'NR % 20 == 0' ascii.txt iri.txt
        cat <<'END'
file://http://evil.com/
//http://evil.com/x
http://u:https://evil.com@x.com/
http:/evil.com/x
http://evil。com/
mailto:x@evil.com?body=tel:+12015550123,sip:a@b.example
http://a.com/?u=data:text/html,evil.com%20www.evil.com/
see+https://a_b-.com/x.html?evil%2Ecom
javascript:open("evil.com")
END
    } | tr '\n' '\0' >in
    if command -v node >/dev/null; then node "$tests/hostile/browser.js" links 1 5000 >>in; fi
    for option in --full --show-password --json; do
        irishow -z --defang "$option" <in >out || [ $? = 1 ]
        irigrep --bare --from=text <out >found || [ $? = 1 ]
        same /dev/null found
    done
    irishow --json --defang https://login.evil.example/x |
        jq -e '.goes_to == "evil[.]example" and .link == "hxxps[:]//login[.]evil[.]example/x"'
}
