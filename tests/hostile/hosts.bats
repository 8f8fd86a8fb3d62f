# SPDX-License-Identifier: ISC
# False alarms of the rules for hosts that deceive: real hosts are shown, and cause no errors. And --against with many
# known hosts.
# shellcheck shell=bash
load ../helper

# The Public Suffix List: the domains under which people register names, and all top-level domains
suffixes=${IRI_SUFFIXES:-/usr/share/publicsuffix/public_suffix_list.dat}

# idn_suffixes: prints the suffixes that are not ASCII, each with a label before it: the word of words.tsv for the
# script of its first character that is not ASCII; under a Latin suffix, a word with that character.
idn_suffixes() {
    rows hostile/words.tsv | tr '\037' ' ' >words
    # In the locale C, UTF-8 sorts as its code points do.
    grep -v '^//' "$suffixes" | grep '[^ -~]' | awk '
        FNR == NR { n++; first[n] = $2; last[n] = $3; word[n] = $4; next }
        {
            suffix = $1
            sub(/^[*!]\.?/, "", suffix)
            if (suffix == "ᬩᬮᬶ.id") next # Balinese is a script of limited use (UAX #31), which is not shown
            match(suffix, /[^ -~]+/)
            ch = substr(suffix, RSTART, RLENGTH)
            len = ch < "\340" ? 2 : ch < "\360" ? 3 : 4
            ch = substr(ch, 1, len)
            for (i = 1; i <= n; i++)
                if (ch >= first[i] && ch <= last[i]) {
                    print (word[i] == "-" ? "l" ch "nder" : word[i]) "." suffix
                    next
                }
            print "no word for the script of " suffix >"/dev/stderr"
        }' words -
}

# The rules for hosts that deceive
rules=mixed-script,whole-script-confusable,restricted-char,repeated-mark,misplaced-kana,script-beside-ascii
rules=$rules,confusable-host,mixed-digits

# errors_in [OPTION]... FILE: lints the file with these options of irilint, and prints the findings that are errors.
errors_in() {
    irilint "$@" >findings || [ $? = 1 ]
    grep ': error: ' findings || [ $? = 1 ]
}

@test "hosts: the internationalized domains of the Public Suffix List are shown, and cause no errors" {
    local n file
    [ -f "$suffixes" ] || skip "no Public Suffix List here (Debian: publicsuffix)"
    idn_suffixes >names 2>err
    same /dev/null err
    n=$(wc -l <names)
    [ "$n" -gt 400 ]
    # Every script of the table occurs, so the list of suffixes was read as UTF-8.
    cut -d. -f1 names | sort -u >used
    [ "$(grep -cxF -f <(cut -d' ' -f4 words) used)" = "$(grep -vc '^Latin' words)" ]
    sed 's|.*|http://&/|' names >unicode
    iri2uri unicode >ascii
    # Each host begins with an A-label.
    [ "$(grep -c '^http://xn--' ascii)" = "$n" ]
    for file in unicode ascii; do
        errors_in $file >errors
        same /dev/null errors
    done
    # Of these hosts, none stays an A-label.
    uri2iri --host=unicode ascii >shown
    same unicode shown
    # The same tools find a host that deceives.
    [ "$(errors_in - <<<http://pаypal.com/ | grep -c '\[mixed-script\]')" = 1 ]
}

@test "hosts: real and made hosts cause no errors of the rules for hosts that deceive" {
    local name n
    for name in ascii iri pct rel; do
        corpus $name
        # The hosts by a regular expression, of the lines that are valid: the number of hosts that are tried
        iri2uri -q --invalid=drop $name.txt |
            grep -cE '^([A-Za-z][A-Za-z0-9+.-]*:)?//([^/?#@]*@)?[^/?#:@]' >want
        iriparse -q --invalid=drop --get=host $name.txt | grep . >$name.hosts
        n=$(wc -l <$name.hosts)
        echo "$name: $n hosts, not $(cat want)"
        [ "$n" = "$(cat want)" ]
        [ "$n" -gt 50 ]
        sed 's|.*|http://&/|' $name.hosts >links
        errors_in --only=$rules links >errors
        same /dev/null errors
    done
}

@test "hosts: of the internationalized hosts in iri.txt, 98 of 100 are shown in Unicode" {
    local n hidden
    corpus iri
    iriparse --get=host iri.txt | grep '[^ -~]' | sed 's|.*|http://&/|' >unicode
    n=$(wc -l <unicode)
    [ "$n" = "$(grep -cE '^[a-z]+://[^/]*[^ -~/][^/]*/' iri.txt)" ]
    [ "$n" -gt 600 ]
    iri2uri unicode >ascii
    [ "$(grep -c '[/.]xn--' ascii)" = "$n" ]
    uri2iri --host=unicode ascii >shown
    # The others have letters that are not usual under their domain, or more than one script.
    hidden=$(grep -c '[/.]xn--' shown) || [ $? = 1 ]
    echo "$hidden of $n stay A-labels"
    [ $((hidden * 100)) -le $((n * 2)) ]
}

@test "hosts: irilint --against takes a million hosts in 200 MB, and knows them and the hosts below them" {
    local status=0 n=1000000 limit=200
    [ -n "${IRI_LONG-}" ] || n=250000 limit=70
    [ "$(uname)" = Linux ] || skip "the limit of memory is that of Linux"
    native || skip "the limit of memory would be that of qemu"
    ! sanitized || skip "sanitizers take more memory"
    # Six syllables, perhaps a number, and a suffix: 18 characters on average
    awk -v hosts=$n 'BEGIN {
        n = split("ba be bo da do fi ga ka ki lo ma mi na no pa ra ri sa so ta ti to va", syllables, " ")
        m = split("com org net de fr co.uk com.br info", suffixes, " ")
        for (i = 0; i < hosts; i++) {
            host = ""
            rest = i
            for (k = 0; k < 6; k++) {
                host = host syllables[rest % n + 1]
                rest = int(rest / n) + i % 7
            }
            print host (i % 3 ? "-" i % 97 : "") "." suffixes[i % m + 1]
        }
    }' >hosts
    [ "$(sort -u hosts | wc -l)" = $n ]
    sed 's|.*|http://&/\nhttp://www.&/|' hosts >known
    # One of the hosts, with the digit 0 in place of a letter
    sed -n 177777p hosts >original
    sed 's|o|0|; s|.*|http://&/|' original >look-alike
    [ "$(cat look-alike)" != "http://$(cat original)/" ]
    # ulimit -v limits the address space, in KiB. It includes the memory that the process uses. A quarter of the hosts
    # needs a quarter of 200 MB; 20 MB more are for the process itself.
    (
        ulimit -v $((limit * 1000 * 1000 / 1024))
        irilint --only=confusable-host --against=hosts known look-alike
    ) >out 2>err || status=$?
    head -n 5 out err
    [ "$status" = 1 ]
    [ "$(wc -l <out)" = 1 ]
    grep -q "^look-alike:1:8: error: .*$(cat original).*\[confusable-host\]" out
}
