#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The test vectors as a suite for other implementations: the JSON document, and the runner. The rows are tested in the
# files of the tools.
load ../helper

# document: writes the vectors as JSON to the file vectors.json.
document() {
    python json
    "$python" "$tests/vectors/to_json.py" 1.2.3 "$tests/vectors" >vectors.json
}

# run_py STATUS ARGUMENT...: runs run.py, which must exit with this status.
run_py() {
    local status=0
    "$python" "$tests/vectors/run.py" "${@:2}" >out 2>err || status=$?
    cat out err
    [ "$status" = "$1" ]
}

@test "vectors: no id stands twice in a table, and each row has a known level and a source of its own" {
    awk -F '\t' '
        FNR == 1 {
            bad = bad || $1 != "# id" || $(NF - 1) != "source" || $NF != "level"
            split("", seen)
        }
        /^#/ || !NF { next }
        seen[$1]++ || $NF !~ /^(must|should|choice)$/ || $(NF - 1) == "" || $(NF - 1) ~ /^the same|: the same$/ {
            print FILENAME ": " $0
            bad = 1
        }
        END { exit bad || !NR }' "$tests"/vectors/*.tsv
}

@test "vectors: the JSON document keeps to its schema, and has all rows" {
    local rows
    document
    "$python" -c 'import json; print(json.dumps(json.load(open("vectors.json", encoding="utf-8"))))' |
        "$python" "$tests/rows/schema.py" "$tests/vectors/schema.json"
    # The number of rows, and of their ids; then columns, escapes, bytes that are not UTF-8, and components
    jq -c '(.rows | length), ([.rows[].id] | unique | length), (.rows[] |
        if .id == "iri2uri-messages/utf8-host" then [.options, .input.base64, .column]
        elif .id == "iriparse/e-2" then .components | [.scheme, .host, .path, .query]
        elif .id == "iriresolve/u-1-18" then [.operation, .base, .input, .output, .valid, .level]
        else empty end)' vectors.json >got
    rows=$(cat "$tests"/vectors/*.tsv | grep -vc '^#')
    printf '%s\n' "$rows" "$rows" '[[],"aHR0cDovL2H/Lw==",9]' '[null,"","",null]' \
        '["resolve","http://a/b/c/d;p?q","../g","http://a/b/g",true,"must"]' | same /dev/stdin got
}

@test "vectors: run.py, with the tools and with commands that are wrong" {
    local operation
    document
    for operation in uri iri normalize compare resolve split valid; do
        run_py 0 --level=must,should,choice vectors.json $operation \
            sh "$tests/vectors/adapters/iri-toolkit.sh" $operation
        grep -qE '^must: [1-9][0-9]* passed, 0 failed, [0-9]+ skipped$' out
    done
    run_py 1 --failures vectors.json resolve cut -f2
    grep -q '^iriresolve/u-1-18 (must; RFC 3986, section 5.4.1): ' out
    grep -qE '^must: [0-9]+ passed, [1-9][0-9]* failed, 0 skipped$' out
    [ "$(grep -c '^choice' out)" = 0 ]
    run_py 1 vectors.json uri sed 's/.*//'
    run_py 2 vectors.json uri head -n 1
    run_py 2 vectors.json uri false
    run_py 2 vectors.json translate cat
    run_py 2 vectors.json uri no-such-command
    run_py 2 vectors.json uri sh -c 'cat; exit 3'
    run_py 2 vectors.json uri sh -c 'kill -9 $$'
    run_py 2 --timeout=1 vectors.json uri sleep 60
    run_py 2 --level=all vectors.json uri cat
    run_py 2 no-such-file uri cat
    echo '[]' >other.json
    run_py 2 other.json uri cat
    grep -q 'other.json: this is not the JSON document of the vectors$' err
}

@test "vectors: trurl's own tests, written with these tools, agree or have a reason" {
    local python
    [ -f "${IRI_TRURL-}/tests.json" ] || skip "IRI_TRURL names no folder with trurl's tests.json"
    python json
    expect 0 "$python" "$tests/vectors/adapters/trurl-tests.py" "$IRI_TRURL"
    grep ' 0 differ' out
}
