#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# Character references, by the program charref, which resolves those of its standard input (charref.c). charref.tsv has
# rows for each rule. The module html of Python knows the same names, and implements the rules for text.
load ../helper
export needs=build

charref() {
    "$programs/documents/charref" "$@"
}

@test "charref: each rule, with its source" {
    local one i id contexts input output source n=0 bad=0 rows want got
    for one in text attribute markdown xml; do
        rows=() want=()
        while IFS=$'\037' read -r id contexts input output source; do
            case $contexts:$one in
            all:* | html:text | html:attribute | strict:markdown | strict:xml | "$one:$one") ;;
            *) continue ;;
            esac
            rows+=("$id ($source): $one <<< $input")
            printf -v "want[${#want[@]}]" %b "$output"
            printf '%b\0' "$input"
        done < <(grep -v '^#' "$tests/documents/charref.tsv" | tr '\t' '\037') >in
        mapfile -d '' -t got < <(charref "$one" <in)
        for i in "${!rows[@]}"; do
            n=$((n + 1))
            [ "${got[i]-none}" = "${want[i]}" ] && continue
            bad=$((bad + 1))
            printf '%s\n want %s\n  got %s\n' "${rows[i]}" "${want[i]}" "${got[i]-none}" | cat -v
        done
    done
    echo "$n rows, $bad bad"
    [ $n -gt 100 ] && [ $bad = 0 ]
}

@test "charref: all 2231 names are those of Python, with and without a semicolon" {
    python html.entities
    # Each name before different characters, each of its beginnings, and names before other names
    "$python" - >in <<'END'
from html.entities import html5
for name in sorted(html5):
    for after in ("", ";", "x", "7", "=", "-", "é", "&", "&amp", "#"):
        print("&" + name + after)
    for end in range(1, len(name)):
        print("&" + name[:end] + "\t&" + name[:end] + ";")
END
    "$python" -c 'import html, sys
sys.stdout.buffer.write(html.unescape(sys.stdin.buffer.read().decode()).encode())' <in >want
    charref text <in >out
    same want out
    [ "$(wc -l <out)" -gt 30000 ]
}

@test "charref: random texts are resolved as by regular expressions in Python" {
    python html.entities
    "$python" - <<'END'
import random, re
from html.entities import html5

def number(digits, html):
    ch = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    if html and 0x80 <= ch < 0xA0:
        return bytes([ch]).decode("cp1252", "replace").replace("\ufffd", chr(ch))
    return "\ufffd" if ch == 0 or ch > 0x10FFFF or 0xD800 <= ch < 0xE000 else chr(ch)

names = "|".join(sorted(html5, key=len, reverse=True))
closed = "|".join(name for name in html5 if name[-1] == ";")
forms = {
    "text": "#([xX][0-9a-fA-F]+|[0-9]+);?|(%s)" % names,
    "attribute": "#([xX][0-9a-fA-F]+|[0-9]+);?|(%s)" % names,
    "markdown": "#([xX][0-9a-fA-F]{1,6}|[0-9]{1,7});|(%s)" % closed,
    "xml": "#(x[0-9a-fA-F]+|[0-9]+);|(%s)" % closed,
}

def resolve(context, text):
    def one(m):
        if m[1]:
            return number(m[1], context in ("text", "attribute"))
        if context == "attribute" and m[0][-1] != ";" and re.match("[0-9A-Za-z=]", text[m.end():]):
            return m[0]
        return html5[m[2]]
    return re.sub("&(?:%s)" % forms[context], one, text)

pieces = "& & & & # # x X 0 1 9 12 8364 41 1F 0000000 ; ; ; ; = a q é - amp lt not in it notin copy euro nGt fj lig " \
    "sup 2 sup2 D800 55296 10FFFF 1114112 99999999999999999999 96 80 9F 128 150 Clockwise CounterClockwise " \
    "ContourIntegral AM AMP".split(" ")
random.seed(1)
text = "\n".join("".join(random.choices(pieces, k=random.randrange(20))) for _ in range(5000))
# Each number up to U+FFFF, and some of the others
text += "".join("&#%d;&#x%X" % (i, i) for i in [*range(0x10000), *range(0x10000, 0x110100, 61)])
open("in", "wb").write(text.encode())
for context in forms:
    open(context, "wb").write(resolve(context, text).encode())
END
    local context
    for context in text attribute markdown xml; do
        charref $context <in >out
        same $context out
        [ "$(wc -c <out)" -lt "$(wc -c <in)" ]
    done
}

@test "charref: make names makes cmd/base/charref_names.h from the names of Python" {
    python html.entities
    # As in entities.json of the HTML standard
    "$python" - >entities.json <<'END'
from html.entities import html5
import json
rows = ['  "&%s": { "codepoints": %s, "characters": %s }' % (name, [ord(c) for c in text], json.dumps(text))
        for name, text in html5.items()]
print("{\n" + ",\n".join(rows) + "\n}")
END
    mkdir -p cmd/base
    cp "$tests/../cmd/base/charref.awk" cmd/base
    make -f "$tests/../Makefile" names srcdir=. ENTITIES=entities.json
    same "$tests/../cmd/base/charref_names.h" cmd/base/charref_names.h
}

@test "charref: cmd/base/charref.awk fails for a file of another form" {
    local text
    for text in '' '"&a;": {}' '"&a-b;": { "codepoints": [1] }' '"&a": { "codepoints": [1] }'; do
        run awk -f "$tests/../cmd/base/charref.awk" <<<"$text"
        [ "$status" = 1 ]
        [[ $output == 'charref.awk: '* ]]
    done
}

# linear TEXT N PIECE TEXT: checks that charref takes linear time for such a file, in each context.
linear() {
    local context
    put in "$@"
    for context in text attribute markdown xml; do
        expect 0 limited "$programs/documents/charref" $context
    done
}

@test "charref: megabytes of what could begin a reference take linear time" {
    local text
    for text in '&' '&#' '&#x' '&a' '&amp' '&#0;' '&amp;' '&CounterClockwiseContourIntegra'; do
        linear '' $((20000000 / ${#text})) "$text" ''
    done
    # One number, and one name
    for text in '&#x0' '&#x1' '&#1' '&aa'; do
        linear "$text" 20000000 "${text: -1}" ''
    done
}
