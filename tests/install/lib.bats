# SPDX-License-Identifier: ISC
# The dependencies between the files of the library
load ../helper
export needs='build native'

@test "lib: the dependencies between files have no cycle" {
    command -v nm >/dev/null && command -v tsort >/dev/null || skip "no nm or no tsort here"
    nm -A -P -g "$build/build/libiri.a" >symbols || skip "nm does not read libiri.a"
    # Pairs of objects: one that uses a symbol, and the one that defines it
    awk '{ sub(/.*\[/, "", $1); sub(/\]:/, "", $1) }
        $3 == "U" { users[$2] = users[$2] " " $1; next }
        $3 ~ /[A-Z]/ { home[$2] = $1 }
        END {
            for (symbol in home)
                for (i = split(users[symbol], user, " "); i > 0; i--)
                    print user[i], home[symbol]
        }' symbols >uses
    [ -s uses ]
    # Pairs of files: one that includes a header, and the one that the header belongs to
    (cd "$tests/../lib" && grep '^#include "' ./*.[ch] ./*/*.[ch]) |
        sed 's|.*/\([^/]*\)\.[ch]:.*"\(.*/\)*\(.*\)\.h"|\1 \3|' >>uses
    expect 0 sh -c 'tsort uses >/dev/null'
}
