# SPDX-License-Identifier: ISC
# Writes lib/unicode_table.h from these files of the Unicode Character Database, all of the same version:
# DerivedJoiningType.txt PropList.txt emoji-data.txt emoji-variation-sequences.txt ("make unicode")

# Returns the value of a hexadecimal number in upper case.
function hex(s,    i, n) {
	for (i = 1; i <= length(s); i++)
		n = 16 * n + index("0123456789ABCDEF", substr(s, i, 1)) - 1
	return n
}

# Adds the flag `name` to the characters of a range, "XXXX" or "XXXX..YYYY", in addition to the flags that they have.
function flag(range, name,    ends, first, last) {
	if (split(range, ends, /\.\./) == 1)
		ends[2] = ends[1]
	last = hex(ends[2])
	for (first = hex(ends[1]); first <= last; first++) {
		flags[first] = flags[first] (flags[first] ? " | " : "") name
		if (first > highest)
			highest = first
	}
}

FNR == 1 { file++ }
FNR == 1 && /-[0-9.]+\.txt$/ {
	version = $2
	sub(/.*-/, "", version)
	sub(/\.txt$/, "", version)
}
{ sub(/#.*/, ""); gsub(/ /, "") }
$0 == "" { next }
{ split($0, field, ";") }
file == 1 && field[2] ~ /^[DLRT]$/ { flag(field[1], "JOINING_" field[2]) }
file == 2 && field[2] == "Soft_Dotted" { flag(field[1], "SOFT_DOTTED") }
file == 3 && field[2] == "Emoji_Presentation" { presentation[field[1]] }
# In "0023FE0F", the last four digits are the variation selector. ASCII is left out below, since a selector behind ASCII
# is invisible.
file == 4 && field[1] ~ /FE0F$/ { selector[substr(field[1], 1, length(field[1]) - 4)] }

END {
	for (range in presentation) {
		n = split(range, ends, /\.\./)
		for (i = hex(ends[1]); i <= hex(ends[n]); i++)
			emoji[i]
	}
	for (range in selector) {
		i = hex(range)
		if (i >= 128)
			flag(range, i in emoji ? "TEXT_SELECTOR" : "EMOJI_SELECTOR")
	}
	print "/* SPDX-License-Identifier: Unicode-3.0 */"
	print "/*"
	print " * Made by unicode.awk from data files of Unicode " version "."
	print " * Copyright (c) 1991-2025 Unicode, Inc. See the notice in LICENSE."
	print " */"
	for (i = 0; i <= highest + 1; i++) {
		if (flags[i] == now)
			continue
		if (now)
			printf "{0x%04X, 0x%04X, %s},\n", first, i - 1, now
		now = flags[i]
		first = i
	}
}
