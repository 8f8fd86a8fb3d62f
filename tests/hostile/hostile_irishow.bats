#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Links that are made to exhaust the time or memory of irishow, as in hostile.bats, or to break what it prints.
load ../helper

# shown STATUS OPTION...: runs irishow with limits on the file "in": blocks, objects, and each mode of --display; each
# time with the options.
shown() {
    local option
    for option in '' --full --json --defang --color=always --display=embed --display=isolate --display=visual \
        --display=units --display=escape; do
        echo "with $option"
        # shellcheck disable=SC2086 # no word if it is empty
        expect "$1" limited irishow $option "${@:2}" <in
        [ -s out ]
    done
}

@test "hostile: irishow: a link of 2 MB, of parts that it decodes, names or reorders" {
    needs irishow
    # Blocks name each hidden character in some 30 bytes; objects have a member for each.
    local piece
    export factor=400
    for piece in a %41 %E2%80%AE %25 é א א1 אa1 /א ٣ א. a. '&a=b' '&א=1' ';' ? '#' @ : ./ ../ %ff '<U+'; do
        echo "of $piece"
        { printf 'http://h.example/?' && times 50000 "$piece" && echo; } >in
        case $piece in '<U+' | '#') shown 1 ;; *) shown 0 ;; esac
    done
}

@test "hostile: irishow: links in links, to any depth, and many of them" {
    needs irishow
    local i
    export factor=400
    # Beside each other
    { printf 'http://h.example/?' && times 50000 'a=http://b.example/&' && echo; } >in
    shown 0
    # Inside each other, raw: each is in the value of the one before
    { times 50000 'http://h.example/?a=' && echo; } >in
    shown 0
    { times 50000 'http://h.example/#' && echo; } >in
    shown 1 # a fragment cannot have '#'
    # Each more deeply encoded than the one before: the size nearly triples each time
    printf 'http://h.example/' >in
    for i in $(seq 9); do
        jq -Rr '"http://h\(length).example/?u=\(@uri)&v=\(@base64|@uri)"' <in >longer
        mv longer in
    done
    [ "$(wc -c <in)" -gt 10000 ]
    shown 0
    # base64 that nearly is a link, and a page that is long
    { printf 'data:text/html;base64,' && times 50000 aHR0cDovL2E && echo; } >in
    limited irishow <in >out || [ $? = 1 ]
    { printf 'data:text/html,' && times 100000 '%3Ca%20href=http://a.example/%3E' && echo; } >in
    shown 0
}

@test "hostile: irishow: hosts with as many labels as fit, and many more" {
    needs irishow
    local piece
    export factor=400
    for piece in a. com. co.uk. xn--80ak6aa92e. é. א. 1. 0x7f. xn--.; do
        { printf 'http://' && times 30 "$piece" && echo example.com/; } >in
        for option in '' --json --display=units; do
            # shellcheck disable=SC2086
            limited irishow $option <in >out || [ $? = 1 ]
            [ -s out ]
        done
        { printf 'http://' && times 300000 "$piece" && echo example.com/; } >in
        for option in '' --json --display=units; do
            # shellcheck disable=SC2086
            limited irishow $option <in >out || [ $? = 1 ]
            [ -s out ]
        done
    done
}

@test "hostile: irishow: every byte and what misleads, and a million short links" {
    needs irishow
    local i words
    for i in $(seq 0 255); do
        printf '%b' "http://a.example/\\0$(printf %o "$i")b?\\0$(printf %o "$i")#%$(printf %02x "$i")\n"
        printf '%b' "\\0$(printf %o "$i")\n"
    done >in
    irishow <in >out || [ $? = 1 ]
    # No control but line feeds. Each row begins with its word or with ten spaces.
    [ "$(tr -d '\n -~\200-\377' <out | wc -c)" = 0 ]
    words='goes to: |warning: |reads:   |content: |carries: |host:    |user:    |password:|port:    |path:    '
    words+='|query:   |fragment:|also:    |link:    |         '
    [ "$(grep -avcE "^\$|^($words) " out)" = 0 ]
    irishow --json <in >out || [ $? = 1 ]
    [ "$(grep -c '[^ -~]' out)" = 0 ]
    jq -e '.version == 1' out >/dev/null
    [ "$(jq -c . out | wc -l)" = "$(wc -l <out)" ]
    times 1000000 'a ' | tr ' ' '\n' >in
    export factor=64
    expect 0 limited irishow <in
    [ "$(grep -c '^goes to:' out)" = 1000000 ]
}
