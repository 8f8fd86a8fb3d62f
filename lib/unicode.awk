# SPDX-License-Identifier: ISC
# Writes lib/unicode_table.h from files of the Unicode Character Database and of UTS #39, all of the same version, and
# from our own additions ("make unicode"):
#     Scripts.txt DerivedJoiningType.txt PropList.txt emoji-data.txt emoji-variation-sequences.txt confusables.txt
#     look_alikes.txt
# The comments in Scripts.txt tell the general category of each character.

# Returns the value of a hexadecimal number in upper case.
function hex(s,    i, n) {
	for (i = 1; i <= length(s); i++)
		n = 16 * n + index("0123456789ABCDEF", substr(s, i, 1)) - 1
	return n
}

# Sets first and last to the ends of a range, "XXXX" or "XXXX..YYYY".
function set_range(range,    ends) {
	if (split(range, ends, /\.\./) == 1)
		ends[2] = ends[1]
	first = hex(ends[1])
	last = hex(ends[2])
}

# Adds the flag `name` to the characters of a range, "XXXX" or "XXXX..YYYY", in addition to the flags that they have.
function flag(range, name) {
	set_range(range)
	for (; first <= last; first++) {
		if (index(" | " flags[first] " | ", " | " name " | "))
			continue
		flags[first] = flags[first] (flags[first] ? " | " : "") name
		if (first > highest)
			highest = first
	}
}

# Whether the skeleton of a character (a list of code points) begins or ends with a delimiter, a space or "\", or is the
# skeleton of "%": U+00BA U+002F U+2080. That of the per mille sign only begins so, and the sign does not look like "%".
function fakes_delimiter(ch,    d, skeleton) {
	skeleton = skeletons[ch]
	if (skeleton == skeletons["0025"])
		return 1
	for (d in delimiters)
		if (index(skeleton " ", d " ") == 1 || \
		    substr(" " skeleton, length(skeleton) + 1 - length(d)) == " " d)
			return 1
	return 0
}

BEGIN {
	# The skeletons of / \ ? # : . @ & = ; and space are these characters.
	split("002F 005C 003F 0023 003A 002E 0040 0026 003D 003B 0020", names, " ")
	for (i in names)
		delimiters[names[i]]
}

FNR == 1 {
	file = FILENAME
	sub(/.*\//, "", file)
}
FNR <= 10 && file == "Scripts.txt" && /-[0-9.]+\.txt$/ {
	version = $2
	sub(/.*-/, "", version)
	sub(/\.txt$/, "", version)
}
file == "Scripts.txt" && /^[0-9A-F]/ {
	match($0, /# [A-Z][A-Za-z&]/)
	set_range($1)
	for (; first <= last; first++)
		category[first] = substr($0, RSTART + 2, 2)
}
{ sub(/#.*/, ""); gsub(/[ \t]+/, " "); sub(/^ /, ""); gsub(/ ?; ?/, ";"); sub(/ $/, "") }
!/^[0-9A-F][0-9A-F]/ { next }
{ split($0, field, ";") }
file == "DerivedJoiningType.txt" && field[2] ~ /^[DLRT]$/ { flag(field[1], "JOINING_" field[2]) }
file == "PropList.txt" && field[2] == "Soft_Dotted" { flag(field[1], "SOFT_DOTTED") }
file == "emoji-data.txt" && field[2] == "Emoji_Presentation" { presentation[field[1]] }
# In "0023 FE0F", the second is the variation selector. ASCII is left out below, since a selector after ASCII is
# invisible.
file == "emoji-variation-sequences.txt" && field[1] ~ / FE0F$/ { selector[substr(field[1], 1, length(field[1]) - 5)] }
file == "confusables.txt" { skeletons[field[1]] = field[2] }
file == "look_alikes.txt" { flag(field[1], field[2]) }

END {
	for (range in presentation) {
		set_range(range)
		for (; first <= last; first++)
			emoji[first]
	}
	for (range in selector) {
		i = hex(range)
		if (i >= 128)
			flag(range, i in emoji ? "TEXT_SELECTOR" : "EMOJI_SELECTOR")
	}
	for (range in skeletons) {
		i = hex(range)
		# Letters, digits and marks are ordinary text in their scripts: U+30CE KATAKANA NO looks like "/".
		if (i >= 128 && category[i] ~ /^([PSZ].|Lm)$/ && fakes_delimiter(range))
			flag(range, "LOOK_ALIKE")
	}
	print "/* SPDX-License-Identifier: Unicode-3.0 */"
	print "/*"
	print " * Made by unicode.awk (\"make unicode\") from data files of Unicode " version "."
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
