# SPDX-License-Identifier: ISC
# The order of the library's files, from those that use others to those that do not
load helper

@test "lib: no file of the library depends on itself by way of others" {
    command -v nm >/dev/null && command -v tsort >/dev/null || skip "no nm or no tsort here"
    nm -A -P -g "$build/libiri.a" >symbols || skip "nm does not read libiri.a"
    # Which object uses a symbol, and which defines it
    awk '{ sub(/.*\[/, "", $1); sub(/\]:/, "", $1) }
        $3 == "U" { users[$2] = users[$2] " " $1; next }
        $3 ~ /[A-Z]/ { home[$2] = $1 }
        END {
            for (symbol in home)
                for (i = split(users[symbol], user, " "); i > 0; i--)
                    print user[i], home[symbol]
        }' symbols >uses
    [ -s uses ]
    # And which file includes a header of another
    (cd "$tests/../lib" && grep '^#include "' ./*.[ch]) | sed 's|\./\(.*\)\.[ch]:.*"\(.*\)\.h"|\1 \2|' >>uses
    expect 0 sh -c 'tsort uses >/dev/null'
}
