# SPDX-License-Identifier: ISC
# The folders of the source: which files may include which, how many there are, and what their READMEs say
load ../helper
export needs='build native'

# uses ARCHIVE FOLDER: prints pairs of files without folder and suffix: one that uses the other.
uses() {
    # Pairs of objects: one that uses a symbol, and the one that defines it
    nm -A -P -g "$1" | awk '{ sub(/.*\[/, "", $1); sub(/\.o\]:/, "", $1) }
        $3 == "U" { users[$2] = users[$2] " " $1; next }
        $3 ~ /[A-Z]/ { home[$2] = $1 }
        END {
            for (symbol in home)
                for (i = split(users[symbol], user, " "); i > 0; i--)
                    print user[i], home[symbol]
        }'
    # Pairs of files: one that includes a header, and the one that the header belongs to
    (cd "$tests/../$2" && grep '^#include "' ./*.[ch] ./*/*.[ch]) |
        sed 's|.*/\([^/]*\)\.[ch]:.*"\(.*/\)*\(.*\)\.h".*|\1 \3|'
}

@test "rooms: the dependencies between files have no cycle" {
    command -v nm >/dev/null && command -v tsort >/dev/null || skip "no nm or no tsort here"
    nm "$build/build/libiri.a" >symbols || skip "nm does not read libiri.a"
    uses "$build/build/libiri.a" lib >lib
    uses "$build/build/libcmd.a" cmd >cmd
    [ "$(wc -l <lib)" -gt 100 ] && [ "$(wc -l <cmd)" -gt 100 ]
    cat lib cmd >all
    # tsort prints the files of each circle.
    expect 0 sh -c 'tsort all >/dev/null'
}

# layers: prints the folders from the bottom up, as the READMEs list them. A line is a number and a folder. iri.h is
# below all; what stands beside the folders is above them; the folders of single tools have the same number.
layers() {
    local top name n=1
    for top in lib cmd; do
        while read -r name; do
            if [ -f "$tests/../cmd/$name.c" ]; then echo "99 $top/$name"; else echo "$((n++)) $top/$name"; fi
        done < <(sed -n 's/^    \([a-z0-9]*\)  .*/\1/p' "$tests/../$top/README")
        if [ $top = lib ]; then echo "$((n++)) lib"; else echo "100 cmd"; fi
    done
}

@test "rooms: a file includes files of its own folder, and of folders that the READMEs list above it" {
    layers >layers
    [ "$(wc -l <layers)" = "$(find "$tests/../lib" "$tests/../cmd" -type d | wc -l)" ]
    (cd "$tests/.." && grep '^#include "' lib/*.[ch] lib/*/*.[ch] cmd/*.[ch] cmd/*/*.[ch]) |
        awk 'NR == FNR { layer[$2] = $1; next }
            {
                split($0, part, /[:"]/)
                from = part[1]; to = part[3]
                folder = from; sub(/\/[^\/]*$/, "", folder)
                tool = from; sub(/\.c$/, "", tool)
                if (to == "config.h" || to == "lib/iri.h" || to !~ /\//)
                    next
                target = to; sub(/\/[^\/]*$/, "", target)
                if (!(layer[target] < layer[folder]) || (layer[target] == 99 && target != tool))
                    print from " includes " to
            }' layers - >bad
    # A name without a folder is one of the same folder.
    (cd "$tests/.." && grep '^#include "[^/"]*"' lib/*.[ch] lib/*/*.[ch] cmd/*.[ch] cmd/*/*.[ch]) |
        while IFS=':"' read -r from _ to _; do
            [[ "$to" = config.h || "$to" = tool_list.h ]] || [ -f "$tests/../${from%/*}/$to" ] ||
                echo "$from includes $to"
        done >>bad
    same /dev/null bad
}

@test "rooms: each folder has a README that names its files, at most 40 of them" {
    local folder file n readme
    cd "$tests/.." || return
    for folder in lib lib/*/ cmd cmd/*/ tests tests/*/; do
        folder=${folder%/} n=0
        [ -f "$folder/README" ] || { echo "$folder has no README" && continue; }
        IFS= read -r -d '' readme <"$folder/README" || :
        for file in "$folder"/*; do
            [ -f "$file" ] || continue
            n=$((n + 1))
            # A header, a table or a script is named together with its source.
            file=${file##*/}
            case $folder:$file in
            *:README | tests/unit:* | tests/vectors:* | tests/corpora:* | tests/tools:*-runs.tsv) ;;
            tests/tools:*_filter.bats | tests/tools:iri*.bats | tests/tools:*2iri.bats) ;;
            *) [[ $readme = *"${file%.h}"* ]] || echo "$folder/README does not name $file" ;;
            esac
        done
        [ $n -le 40 ] || echo "$folder has $n files"
    done >"$tmp/bad"
    same /dev/null "$tmp/bad"
}

# The name of a function says where it is. In the file of a tool, start, line and lines do what filter.h says.
@test "rooms: no two files define a function of the same name" {
    cd "$tests/.." || return
    awk '
        /^[a-z].*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
        /;$/ { name = "" }
        /^{/ { if (name != "") print name, FILENAME; name = "" }' lib/*.[ch] lib/*/*.[ch] cmd/*.[ch] cmd/*/*.[ch] |
        grep -vE '^(main|start|line|lines) cmd/[a-z0-9]*\.c$' | grep -v ' cmd/.*/\(from\|doclint\)\.h$' |
        sort -u >"$tmp/names"
    [ "$(wc -l <"$tmp/names")" -gt 1000 ]
    cut -d ' ' -f 1 "$tmp/names" | uniq -d | same /dev/null /dev/stdin
}

# So does the name of a structure, a union or an enumeration.
@test "rooms: no two files define a structure, union or enumeration of the same name" {
    cd "$tests/.." || return
    grep -oE '(struct|union|enum) [a-z0-9_]+ [{]' lib/*.[ch] lib/*/*.[ch] cmd/*.[ch] cmd/*/*.[ch] | sort -u |
        sed 's/ [{]$//; s/.* //' >"$tmp/tags"
    [ "$(wc -l <"$tmp/tags")" -gt 300 ]
    uniq -d <(sort "$tmp/tags") | same /dev/null /dev/stdin
}

# private_functions: prints the functions and tables of lib/ that cmd/ uses and iri.h does not declare.
private_functions() {
    nm -P -g "$build/build/libiri.a" 2>/dev/null | awk '$2 ~ /[A-TV-Z]/ { print $1 }' | sort -u >defined
    find "$build/build/cmd" "$build/build/one" -name '*.o' -exec nm -P -g {} + | awk '$2 == "U" { print $1 }' |
        sort -u >used
    sed -n 's/^\t\(iri_[a-z0-9_]*\);$/\1/p' "$tests/../lib/libiri.map" | sort >public
    comm -12 defined used | comm -23 - public
}

# The aim is 35. The number goes down only: what the tools need is public, or is not in lib/.
@test "rooms: the tools use few functions that iri.h does not declare, and lib/README names their headers" {
    local header
    nm "$build/build/libiri.a" >symbols || skip "nm does not read libiri.a"
    private_functions >private
    [ "$(wc -l <used)" -gt 200 ] && [ "$(wc -l <private)" -gt 10 ]
    [ "$(wc -l <private)" -le 34 ] || { cat private && false; }
    cat "$tests"/../cmd/*.[ch] "$tests"/../cmd/*/*.[ch] | sed -n 's|^#include "lib/\(.*\.h\)"$|\1|p' | sort -u >headers
    [ "$(wc -l <headers)" -gt 10 ]
    while read -r header; do
        [ "$header" = iri.h ] || grep -qF " $header" "$tests/../lib/README" || echo "lib/README does not name $header"
    done <headers | same /dev/null /dev/stdin
}
