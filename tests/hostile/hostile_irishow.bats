#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Links that are made to exhaust the time or memory of irishow, as in hostile.bats, or to break what it prints.
load ../helper
export needs='irishow speed'

n=$'\n'
export factor=400 # blocks name each hidden character in some 30 bytes; objects have a member for each

# shown STATUS OPTION...: runs irishow with limits on the file "in", once with each option. Checks that it exits with
# one of the numbers in STATUS, and prints something.
shown() {
    local option
    for option in "${@:2}"; do
        # shellcheck disable=SC2086 # no word if it is empty
        expect "$1" limited irishow $option
        [ -s out ]
    done
}
# Blocks, objects, and each mode of --display
options=('' --full --json --defang --color=always --display={embed,isolate,visual,units,escape})

@test "hostile: irishow: a link of 2 MB, of parts that it decodes, names or reorders" {
    local piece
    for piece in a %41 %E2%80%AE %25 é א א1 אa1 /א ٣ א. a. '&a=b' '&א=1' ';' ? @ : ./ ../ %ff '#' '<U+'; do
        echo "of $piece"
        put in 'http://h.example/?' 50000 "$piece" "$n"
        case $piece in '<U+' | '#') shown 1 "${options[@]}" ;; *) shown 0 "${options[@]}" ;; esac
    done
    # In the path and in the userinfo, each rule for a link looks for its end.
    for piece in a %41 %25 א /א ../ %2F %5C ';a='; do
        echo "in a path, of $piece"
        put in http://h.example/ 400000 "$piece" "$n"
        shown 0 '' --json --display=units
    done
    # Two passwords: one is nowhere else, the other many times.
    put in 'http://h.example/?a=//u:onlyonce12@h&b=//u:manytimes12@h&c=' 50000 'manytimes12 %41' "$n"
    shown 1 '' --json
    # Many passwords, the same or others, and what may be base64
    for piece in '//u:secret1234@h/' u:a@//h 'aHR0cDovL3U6c2VjcmV0QGg.' a.; do
        echo "with passwords, $piece"
        put in http://u:secret123@h.example/ 50000 "$piece" "$n"
        shown '0 1' '' --json
    done
    for piece in a %41 : %2F %40 א a.example%2F; do
        echo "in a userinfo, of $piece"
        put in http://u 50000 "$piece" "@h.example/$n"
        shown 0 '' --json --show-password
        put in mailto:u 50000 "$piece" "@h.example$n"
        shown '0 1' '' --json
    done
}

# nested: makes the file "in" of a link in a link and so on. Each is more deeply encoded than the one before, and nearly
# four times as long. A quarter has more links inside each other than irishow follows, too, so the time is linear.
nested() {
    jq -nr --argjson share $share 'reduce range(10 - ($share | log2 / 2 | ceil)) as $_ ("http://h.example/";
        "http://h\(length).example/?u=\(@uri)&v=\(@base64 | @uri)&w=\(@base64)")' >in
}

# wide: makes the file "in" of a host with full-width "@". Each is more often percent-encoded than the one before, so
# that software which decodes the rest of the host, and replaces its characters, finds another host each time.
wide() {
    awk -v share=$share 'BEGIN {
        printf "http://a"
        for (i = 0; i < 1000 / sqrt(share); i++) {
            printf "%%%sEF%%%sBC%%%sA0", codes, codes, codes
            codes = codes "25"
        }
        print "h.example/"
    }' >in
}

@test "hostile: irishow: links in links, to any depth, and many of them" {
    # Beside each other
    put in 'http://h.example/?' 50000 'a=http://b.example/&' "$n"
    shown 0 "${options[@]}"
    # Inside each other, raw: each is in the value of the one before
    put in '' 50000 'http://h.example/?a=' "$n"
    shown 0 "${options[@]}"
    put in '' 50000 'http://h.example/#' "$n"
    shown 1 "${options[@]}" # a fragment cannot have '#'
    # base64 that nearly is a link, and a page that is long
    put in 'data:text/html;base64,' 50000 aHR0cDovL2E "$n"
    shown '0 1' ''
    put in 'data:text/html,' 100000 '%3Ca%20href=http://a.example/%3E' "$n"
    shown 0 "${options[@]}"
    both nested
    shown 0 "${options[@]}"
    both wide
    shown '0 1' "${options[@]}"
}

@test "hostile: irishow: hosts with as many labels as fit, and many more" {
    local piece count
    for piece in a. com. co.uk. xn--80ak6aa92e. é. א. 1. 0x7f. xn--.; do
        for count in $((30 * share)) 300000; do
            put in http:// $count "$piece" "example.com/$n"
            shown '0 1' '' --json --display=units
        done
    done
}

@test "hostile: irishow: every byte and what misleads, and a million short links" {
    local byte lines words
    for byte in {0..255}; do
        printf -v lines 'http://a.example/\\0%ob?\\0%o#%%%02x\n\\0%o\n' "$byte" "$byte" "$byte" "$byte"
        printf %b "$lines"
    done >in
    irishow <in >out || [ $? = 1 ]
    # No control but line feeds. Each row begins with its word, with ten spaces, or with "|" after eight.
    [ "$(tr -d '\n -~\200-\377' <out | wc -c)" = 0 ]
    words='goes to: |warning: |reads:   |content: |carries: |host:    |user:    |password:|port:    |path:    '
    words+='|query:   |fragment:|also:    |link:    |         |        \|'
    [ "$(grep -avcE "^\$|^($words) " out)" = 0 ]
    irishow --json <in >out || [ $? = 1 ]
    [ "$(grep -c '[^ -~]' out)" = 0 ]
    jq -e '.version == 1' out >/dev/null
    [ "$(jq -c . out | wc -l)" = "$(wc -l <out)" ]
    put in '' 1000000 "a$n" ''
    export factor=64
    expect 0 limited irishow
    [ "$(grep -c '^goes to:' out)" = $((1000000 / share)) ]
}
