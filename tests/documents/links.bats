#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The links of running text (lib/link), through irigrep and uri2iri --for-text. The
# files of Unicode are in unicode.tar.xz.
# shellcheck shell=bash
load ../helper

# unicode_files: unpacks the tests of UTS #58 into the current folder.
unicode_files() {
    xz -dc "$tests/documents/unicode.tar.xz" | tar -xf - LinkDetectionTest.txt LinkFormattingTest.txt
}
# The marks around links in these tests
left=$'\xe2\xb8\xa0'
right=$'\xe2\xb8\xa1'

@test "links: the detection test of UTS #58, with --bare" {
    needs irigrep
    unicode_files
    # The lines that are tests; the others become empty, so that the numbers of lines stay.
    sed 's/^[[:space:]]*$//; s/^#.*//' LinkDetectionTest.txt >marked
    [ "$(grep -c . marked)" = 344 ]
    sed "s/$left//g; s/$right//g" marked >text
    irigrep --bare --byte-offset text >links
    # Puts the marks around the links that irigrep found.
    awk -v left="$left" -v right="$right" '
        FNR == NR {
            at = $0
            sub(/:.*/, "", at)
            links++
            first[links] = at + 0
            last[links] = at + length($0) - length(at) - 1
            next
        }
        FNR == 1 { link = 1 }
        {
            line = ""
            from = 1
            for (; link <= links && first[link] < off + length($0); link++) {
                line = line substr($0, from, first[link] - off - from + 1) left
                line = line substr($0, first[link] - off + 1, last[link] - first[link]) right
                from = last[link] - off + 1
            }
            print line substr($0, from)
            off += length($0) + 1
        }' links text >found
    # Four lines forbid userinfo behind a scheme. RFC 3986 allows it, so that irigrep finds these links.
    sed -n '144p; 145p; 147p; 148p' marked >userinfo
    [ "$(grep -c '^http://john[^ ]*@example.com' userinfo)" = 4 ]
    sed "144,145s/.*/$left&$right/; 147,148s/.*/$left&$right/" marked >want
    same want found
}

# format_sources: reads LinkFormattingTest.txt. Prints for each test the number of the line with its result, the URI
# that the comment before it describes, and the result, separated by tabs. Components are percent-encoded, except for
# the characters that they may have (RFC 3986, section 3.3); delimiters that are data are percent-encoded.
format_sources() {
    awk '
        function encoded(text, keep,    i, c, out) {
            for (i = 1; i <= length(text); i++) {
                c = substr(text, i, 1)
                out = out (index(letters keep, c) ? c : sprintf("%%%02X", code[c]))
            }
            return out
        }
        BEGIN {
            for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i
            letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
            # The last bytes of the mathematical letters that name the parts: each begins with F0 9D 91.
            name["\272"] = "S"; name["\257"] = "H"; name["\267"] = "P"; name["\270"] = "Q"
            name["\275"] = "V"; name["\255"] = "F"; name["\253"] = "D"
        }
        /^# \{\360\235\221/ {
            sub(/^# \{/, "")
            sub(/\}[ \t]*$/, "")
            n = split($0, part, / ?\360\235\221/)
            uri = ""
            asked = 0
            for (i = 2; i <= n; i++) {
                kind = name[substr(part[i], 1, 1)]
                text = substr(part[i], 3)
                if (kind == "S" || kind == "H") uri = uri text
                else if (kind == "P") uri = uri "/" encoded(text, "!$&\047()*+,;=:@")
                else if (kind == "Q") uri = uri (asked++ ? "&" : "?") encoded(text, "!$\047()*,;:@/?")
                else if (kind == "V") uri = uri "=" encoded(text, "!$\047()*,;:@/?")
                else uri = uri (kind == "F" ? "#" : ":~:") encoded(text, "!$&\047()*+,;=:@/?")
            }
            lines = 2
            next
        }
        /^#/ || !lines { next }
        !--lines { print NR "\t" uri "\t" $0 }' LinkFormattingTest.txt
}

@test "links: the formatting test of UTS #58, with uri2iri --for-text" {
    unicode_files
    format_sources >tests
    [ "$(grep -c . tests)" = "$(grep -c '^# {' LinkFormattingTest.txt)" ]
    cut -f2 tests >sources
    # Fails, since some links cannot be written so that they survive in a sentence.
    expect 1 uri2iri --for-text sources
    # formatting.tsv has all differences, with reasons: line, reason, and our result, which is empty if there is none.
    cut -f1,3 tests | paste - out | awk -F '\t' '$2 != $3 { print $1 "\t" $3 }' >differ
    grep -v '^#' "$tests/documents/formatting.tsv" | cut -f1,3 | same /dev/stdin differ
    # Each result maps to the same URI as the source.
    paste sources out | awk -F '\t' '$2 != ""' >mapped
    cut -f2 mapped | iri2uri >again
    cut -f1 mapped | sed 's/%2E/./g' >want
    sed 's/%2E/./g' again | same want /dev/stdin
}
