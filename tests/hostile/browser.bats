#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
# The law of irishow's first row: where a site is named without a condition, a browser goes to that site.
load ../helper
export needs=irishow

# compare SEED COUNT: compares irishow with the parser of Node.js on generated links.
compare() {
    echo "seed $1"
    node "$tests/hostile/browser.js" links "$1" "$2" >links
    irishow -z --json --show-password <links >objects || [ $? = 1 ]
    irishow -z --show-password <links >text || [ $? = 1 ]
    node "$tests/hostile/browser.js" check links objects text
}

@test "irishow: law: a browser goes where the first row says, on links of tricks" {
    command -v node >/dev/null || skip "no node here"
    local seed
    for seed in $(seeds); do compare "$seed" 10000; done
}

# bats test_tags=long
@test "irishow: law: a browser goes where the first row says, on many more links" {
    local round
    command -v node >/dev/null || skip "no node here"
    for ((round = 0; round < 20; round++)); do compare $RANDOM 60000; done
}

@test "irishow: law: a browser goes where the first row says, on real links" {
    command -v node >/dev/null || skip "no node here"
    corpus ascii
    corpus iri
    corpus rel
    cat ascii.txt iri.txt rel.txt | awk 'NR % 7 == 0' | tr '\n' '\0' >links
    irishow -z --json --show-password <links >objects || [ $? = 1 ]
    irishow -z --show-password <links >text || [ $? = 1 ]
    node "$tests/hostile/browser.js" check links objects text
}
