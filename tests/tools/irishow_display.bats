#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# irishow --display: a link on one line, in an order that cannot mislead. icu.bats compares the order with ICU.
# shellcheck shell=bash
load ../helper
export needs=irishow

# lines: writes references to the file lines: those of the corpora, and short ones with right-to-left characters.
lines() {
    local name
    for name in ascii pct rel iri; do
        corpus $name
    done
    cat ascii.txt pct.txt rel.txt iri.txt >lines
    rows vectors/irishow-display.tsv | cut -d $'\037' -f3 |
        while IFS= read -r line; do printf '%b\n' "$line"; done >>lines
    printf '%b\n' 'http://\xD7\x90\xE2\x80\x8Bb.example/\xD7\x90\xE2\x80\x8B\xC2\xAD' \
        '\xD8\xA7\xE2\x80\x8C/\xF3\xA0\x84\x80' >>lines
}

# show OPTION...: runs irishow, which prints an empty line for an invalid one.
show() {
    irishow -q "$@" || [ $? = 1 ]
}

# uris OPTION...: the same with iri2uri.
uris() {
    iri2uri -q "$@" || [ $? = 1 ]
}

@test "irishow --display: without controls, embed and isolate are the link with hidden characters encoded" {
    local display
    python unicodedata
    lines
    uris --lenient --host=percent <lines >want
    for display in embed isolate; do
        show --display=$display <lines >shown
        LC_ALL=C sed $'s/\xE2\x80[\xAA\xAC]//g; s/\xE2\x81[\xA6\xA7\xA9]//g' shown >plain
        # As many controls end as begin.
        LC_ALL=C awk '{
            line = $0
            open = gsub(/\342\200\252|\342\201\246|\342\201\247/, "", line)
            closed = gsub(/\342\200\254|\342\201\251/, "", line)
            if (open != closed) { print; bad = 1 }
        } END { exit bad }' shown
        # Hidden characters are the only ones that are encoded, so that the URI is the same ...
        uris --lenient --host=percent <plain >out
        paste -d '\n' plain want out | awk 'NR % 3 == 1 { plain = $0 } NR % 3 == 2 { want = $0 }
            NR % 3 == 0 && plain != "" && want != $0 { print plain; print want; print; bad = 1 } END { exit bad }'
        # ... and the lines without them are the same. Python knows that letters, digits and signs are not
        # hidden, if they were that in Unicode 3.2 already and are no fillers.
        "$python" - lines plain <<'END'
import sys, unicodedata
fillers = '\u115F\u1160\u3164\uFFA0\u17B4\u17B5\u2800'
def seen(c):
    categories = unicodedata.category(c)[0] + unicodedata.ucd_3_2_0.category(c)[0]
    return c < '\x7F' or set(categories) <= set('LNPS') and c not in fillers
lines, plain = ([s.decode('utf-8', 'replace') for s in open(f, 'rb').read().split(b'\n')] for f in sys.argv[1:])
pairs = [(a, b) for a, b in zip(lines, plain) if b and all(map(seen, a))]
bad = [(a, b) for a, b in pairs if a != b]
print(len(pairs), 'lines,', bad[:10])
sys.exit(len(lines) != len(plain) or len(pairs) < 10000 or bool(bad))
END
    done
}

@test "irishow --display=units: no two short references that keep to section 4.2 look the same" {
    needs build
    "$programs/tools/order" short | sort -u >lines
    irishow --display=units <lines >shown
    sort shown | uniq -d >twice
    head twice
    [ ! -s twice ]
    [ "$(wc -l <shown)" = "$(wc -l <lines)" ]
    [ "$(wc -l <lines)" -gt 500000 ]
}

@test "irishow --display=escape: iri2uri gives the same URI as for the link itself" {
    local repertoire
    lines
    uris <lines >want
    for repertoire in '' --repertoire=US-ASCII --repertoire=ISO-8859-1 --repertoire=UTF-8; do
        show --display=escape ${repertoire:+"$repertoire"} <lines >escaped
        uris <escaped >out
        # iri2uri rejects some links that can be shown: bad hosts and raw bidi controls.
        paste -d '\n' escaped want out | awk 'NR % 3 == 1 { escaped = $0 } NR % 3 == 2 { want = $0 }
            NR % 3 == 0 && want != "" { n++ }
            NR % 3 == 0 && want != "" && want != $0 { print escaped; print want; print; bad = 1 }
            END { exit (bad || n < 1000) }'
    done
    # What is left is in the charset.
    show --display=escape --repertoire=US-ASCII <lines >escaped
    [ "$(LC_ALL=C grep -ac '[^ -~]' escaped)" = 0 ]
}

@test "irishow --display=visual: the order of Unicode's own test" {
    needs build
    local file=/usr/share/unicode/BidiCharacterTest.txt
    [ -f $file ] || skip "no $file here (Debian: unicode-data)"
    "$programs/tools/order" check <$file >out || {
        cat out
        return 1
    }
    # The number of cases, in the log of the tests
    sed 's/^/# /' out >&3
}

# linear TEXT [N PIECE TEXT]...: checks that each mode takes linear time for such a line.
linear() {
    local display
    export factor=400 # as in hostile_irishow.bats
    put in "$@"
    for display in embed isolate visual units escape; do
        expect 0 limited irishow --display=$display
        [ "$(wc -l out)" = '1 out' ]
    done
}

@test "irishow --display: lines of 1 MB take linear time" {
    local alef=$'\xD7\x90'
    linear / 350000 "a$alef" ''
    linear / 350000 "$alef/" ''
    linear / 200000 "${alef}1a." ''
    linear http:// 350000 "$alef." /
    linear "/$alef" 500000 '()' ''
    linear / 250000 '(' "$alef" 250000 ')' ''
    linear / 250000 "($alef)" ''
    linear "/$alef" 300000 '-$!' '' 16000 '()' ''
    linear "/$alef" 500000 $'\xD6\xB8' ''
    linear "/$alef" 350000 $'\xE2\x80\xAB' ''
}
