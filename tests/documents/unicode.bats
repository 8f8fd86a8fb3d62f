#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The tables that are made from the data of Unicode, and the rules that use them, compared with that data.
# unicode.tar.xz has the files. IRI_UNICODE is a folder with another version of the files.
load ../helper

setup() {
    tmp=$BATS_TEST_TMPDIR
    cd "$tmp" || return 1
    unicode=${IRI_UNICODE:-$tmp}
    [ -n "${IRI_UNICODE-}" ] || xz -dc "$tests/documents/unicode.tar.xz" | tar -xf -
}

# encoded: reads lines of code points in hexadecimal. Prints a reference for each line: the characters, percent-encoded.
encoded() {
    awk '
        function octet(n) { return sprintf("%%%02X", n) }
        {
            line = "/"
            for (i = 1; i <= NF; i++) {
                ch = 0
                for (k = 1; k <= length($i); k++)
                    ch = 16 * ch + index("0123456789ABCDEF", substr($i, k, 1)) - 1
                if (ch < 128)
                    line = line octet(ch)
                else if (ch < 2048)
                    line = line octet(192 + int(ch / 64)) octet(128 + ch % 64)
                else if (ch < 65536)
                    line = line octet(224 + int(ch / 4096)) octet(128 + int(ch / 64) % 64) octet(128 + ch % 64)
                else
                    line = line octet(240 + int(ch / 262144)) octet(128 + int(ch / 4096) % 64) \
                        octet(128 + int(ch / 64) % 64) octet(128 + ch % 64)
            }
            print line
        }'
}

@test "unicode: make unicode makes lib/unicode/unicode_table.h from the data" {
    mkdir -p lib/unicode
    cp "$tests"/../lib/unicode/{unicode.awk,look_alikes.txt,hidden_names.txt} lib/unicode
    make -f "$tests/../Makefile" unicode srcdir=. UNICODE_DIR="$unicode"
    same "$tests/../lib/unicode/unicode_table.h" lib/unicode/unicode_table.h
}

@test "unicode: lib/unicode/unicode.awk fails for a script that it does not know" {
    printf '%s\n' '00D8 ; Atlantean # L& LATIN CAPITAL LETTER O WITH STROKE' '00D9 ; Latin # L& LETTER' \
        '00DA ; Atlantean # L& LETTER' '00DB ; Atlantean # L& LETTER' >Scripts.txt
    echo '00DA ; Latn' >ScriptExtensions.txt
    echo '00D8..00DA ; Allowed' >IdentifierStatus.txt
    run awk -f "$tests/../lib/unicode/unicode.awk" Scripts.txt ScriptExtensions.txt IdentifierStatus.txt
    [ "$status" = 1 ]
    [ "$(grep 'no known script' <<<"$output")" = 'unicode.awk: no known script: U+00D8, Atlantean' ]
}

@test "unicode: lib/unicode/unicode.awk fails for a hidden character without a name" {
    printf '%s\n' '200B ; Common # Cf ZERO WIDTH SPACE' \
        '2066..2069 ; Common # Cf [4] LEFT-TO-RIGHT ISOLATE..POP' >Scripts.txt
    printf '2067 ; RIGHT-TO-LEFT ISOLATE\n' >hidden_names.txt
    run awk -f "$tests/../lib/unicode/unicode.awk" Scripts.txt hidden_names.txt
    [ "$status" = 1 ]
    [[ $output == *'{0x2067, "RIGHT-TO-LEFT ISOLATE"},'* ]]
    [ "$(grep -c 'no name of' <<<"$output")" = 1 ]
    [[ $output == *'no name of U+2068; add it to hidden_names.txt'* ]]
}

@test "unicode: a variation selector is decoded after a non-ASCII character that it changes" {
    awk '
        function hex(s,    i, n) {
            for (i = 1; i <= length(s); i++) n = 16 * n + index("0123456789ABCDEF", substr(s, i, 1)) - 1
            return n
        }
        FNR == NR {
            if ($3 == "Emoji_Presentation" || $2 == "Emoji_Presentation" || $3 ~ /^Emoji_Presentation/) {
                n = split($1, ends, /\.\./)
                for (i = hex(ends[1]); i <= hex(ends[n]); i++) emoji[i]
            }
            next
        }
        /^[0-9A-F]/ {
            keep = hex($1) < 128 || ((hex($1) in emoji) == ($2 == "FE0F"))
            print $1, $2 >(keep ? "kept" : "shown")
        }' "$unicode/emoji-data.txt" "$unicode/emoji-variation-sequences.txt"
    [ "$(wc -l <kept)" -gt 300 ]
    [ "$(wc -l <shown)" -gt 300 ]
    encoded <kept | uri2iri >out
    [ "$(grep -c '%EF%B8%8[EF]$' out)" = "$(wc -l <kept)" ]
    # A few of these characters stay encoded themselves, for example U+2122, which looks like "TM". Then the selector
    # stays encoded, too.
    awk '{ print $1 }' shown | encoded | uri2iri | paste - shown | awk '$1 !~ /%/ { print $2, $3 }' >visible
    [ "$(wc -l <visible)" -gt 350 ]
    encoded <shown | uri2iri >out
    [ "$(grep -c $'\xef\xb8[\x8e\x8f]$' out)" = "$(wc -l <visible)" ]
    # irilint finds a raw selector exactly where uri2iri would not decode it.
    encoded <kept | uri2iri --decode=all | irilint --only=invisible >out || [ $? = 1 ]
    [ "$(wc -l <out)" = "$(wc -l <kept)" ]
    encoded <shown | uri2iri | irilint --only=invisible
}

@test "unicode: a non-joiner is decoded between letters that join (RFC 5892, appendix A.1)" {
    # The first letter of each range of each joining type. U is the type of letters that do not join.
    awk '/^[0-9A-F]/ && $3 ~ /^[DLRT]$/ && length($1) < 12 { split($1, ends, /\.\./); print $3, ends[1] }
         END { print "U 05D0"; print "U 0061" }' "$unicode/DerivedJoiningType.txt" |
        awk '$1 != "T" || $2 ~ /^06/' | sort -u >letters
    # Leave out letters that stay encoded for another reason: utf8proc does not know them, or they are not in NFC.
    awk '{ print $2 }' letters | encoded | paste letters - | uri2iri -f2 | awk '$3 !~ /%/ { print $1, $2 }' >known
    awk '
        { type[NR] = $1; ch[NR] = $2 }
        END {
            for (i = 1; i <= NR; i++)
                for (k = 1; k <= NR; k++) {
                    if (type[i] == "T" || type[k] == "T") continue
                    joined = type[i] ~ /[DL]/ && type[k] ~ /[DR]/
                    print ch[i], "200C", ch[k] >(joined ? "shown" : "kept")
                    if ((i + k) % 7 == 0)
                        print ch[i], "064E 200C 064E", ch[k] >(joined ? "shown" : "kept")
                }
        }' known
    [ "$(wc -l <shown)" -gt 2000 ]
    [ "$(wc -l <kept)" -gt 2000 ]
    encoded <shown | uri2iri >out
    [ "$(grep -c $'\xe2\x80\x8c' out)" = "$(wc -l <shown)" ]
    encoded <kept | uri2iri >out
    [ "$(grep -c '%E2%80%8C' out)" = "$(wc -l <kept)" ]
}
