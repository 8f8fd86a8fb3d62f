#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# iri2uri: files and laws. iri2uri-runs.tsv has options and messages, and vectors/iri2uri*.tsv the results.
load ../helper

@test "iri2uri: all of iri.txt is valid and maps to pct.txt, except for three hosts" {
    corpus iri
    corpus pct
    expect 0 iri2uri iri.txt
    [ "$(wc -l <out)" = "$(wc -l <iri.txt)" ]
    # Another converter made pct.txt, with Punycode but without the mapping of UTS #46. Three hosts have characters that
    # UTS #46 maps: U+0E33 and U+0587.
    diff out pct.txt | grep '^<' >differ || :
    has 3 '' differ
    [ "$(grep -c -e '://xn----7xfn1a9d9h.xn--o3cw4h/' -e '://xn--72c3b3a4cb3n.xn--o3cw4h/' \
        -e '://xn------0ceacbctle8ewflemf3ita8b6b.xn--y9a3aq/' differ)" = 3 ]
    mv out once
    expect 0 iri2uri --check once
    expect 0 iri2uri once
    same once out
}

@test "iri2uri: ascii.txt has 14 invalid lines, each with a backslash; the others are unchanged" {
    corpus ascii
    expect 1 iri2uri ascii.txt
    has 14 '' err
    # An independent check of the grammar: the first backslash of each line is the column of its message.
    LC_ALL=C awk '{ i = index($0, "\\") }
        i { printf "iri2uri: ascii.txt:%d:%d: '\''\\'\'' is not allowed\n", NR, i }' \
        ascii.txt >want
    cut -d';' -f1 err | same want /dev/stdin
    sed 's/.*\\.*//' ascii.txt | same /dev/stdin out
}

@test "iri2uri: every line of rel.txt is a reference by the grammar of section 2.2" {
    corpus rel
    expect 0 iri2uri rel.txt
    [ "$(wc -l <out)" = "$(wc -l <rel.txt)" ]
    mv out uris
    expect 0 iri2uri --check uris
    # Exactly the lines with non-ASCII characters were changed.
    paste -d'\n' rel.txt uris | awk 'NR % 2 { a = $0; next } a != $0 { print a }' >changed
    [ -s changed ]
    grep '[^ -~]' rel.txt | same /dev/stdin changed
}

@test "iri2uri: --repair turns every line of ascii.txt into a URI" {
    corpus ascii
    expect 0 iri2uri --repair ascii.txt
    mv out repaired
    expect 0 iri2uri --check repaired
    sed 's,\\,/,g' ascii.txt | same /dev/stdin repaired
}

@test "iri2uri: --csv changes no byte of CSV but those of the field, in records of Python's csv" {
    local python
    python csv
    "$python" - <<'END'
import csv, random
random.seed(1)
pieces = ["a", "é", ",", '"', '""', "\n", "\r\n", ";", " ", "x y", ""]
def raw(text, quoted):
    needs = any(c in text for c in ',"\r\n')
    return '"' + text.replace('"', '""') + '"' if quoted or needs else text
with open("in", "w", newline="") as given, open("want", "w", newline="") as want:
    rows = []
    for i in range(3000):
        row = ["".join(random.choices(pieces, k=random.randrange(6))) for _ in range(random.randrange(3, 6))]
        row[1] = "http://h/" + "".join(random.choices(["a", "é", ",", ";", "%41"], k=random.randrange(6)))
        quoted = [random.random() < 0.4 for _ in row]
        end = random.choice(["\n", "\r\n"])
        given.write(",".join(map(raw, row, quoted)) + end)
        rows.append(row)
        row = [c.replace("é", "%C3%A9") if n == 1 else c for n, c in enumerate(row)]
        want.write(",".join(map(raw, row, quoted)) + end)
# Python reads the same records.
assert list(csv.reader(open("in", newline=""))) == rows
END
    expect 0 iri2uri --csv -f2 in
    same want out
    { echo 'a,url,b,c,d,e' && cat in; } >named
    expect 0 iri2uri --csv -f url named
    tail -n +2 out | same want /dev/stdin
}
