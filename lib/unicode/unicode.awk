# SPDX-License-Identifier: ISC
# Writes lib/unicode/unicode_table.h from files of the Unicode Character Database, of UTS #39 and of UTS #58, all of one
# version, and from our own additions ("make unicode"):
#     Scripts.txt ScriptExtensions.txt IdentifierStatus.txt DerivedJoiningType.txt PropList.txt emoji-data.txt
#     emoji-variation-sequences.txt LinkTerm.txt LinkBracket.txt LinkEmail.txt confusables.txt NameAliases.txt
#     look_alikes.txt hidden_names.txt
# All tables of properties have the same form: ascending ranges of characters, each with its value. The comments in
# Scripts.txt tell the general category of each character. The comments of several files have names.

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
	for (; first <= last; first++)
		if (!index(" | " flags[first] " | ", " | " name " | "))
			flags[first] = flags[first] (flags[first] ? " | " : "") name
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

# Returns a skeleton without its nonspacing marks. utf8proc may not know the newest of these.
function without_marks(skeleton,    chars, i, n, rest) {
	n = split(skeleton, chars, " ")
	for (i = 1; i <= n; i++)
		if (category[hex(chars[i])] != "Mn")
			rest = rest (rest ? " " : "") chars[i]
	return rest
}

# Whether a skeleton is ASCII, apart from nonspacing marks.
function is_ascii_like(skeleton,    chars, i, n) {
	n = split(skeleton, chars, " ")
	for (i = 1; i <= n; i++)
		if (hex(chars[i]) >= 128 && category[hex(chars[i])] != "Mn")
			return 0
	return 1
}

# Returns the set of scripts of a character, as an expression in C: its Script_Extensions, without the scripts that no
# character with Identifier_Status=Allowed has as its Script.
function script_set(ch,    names, i, n, set) {
	n = split(ch in extensions ? extensions[ch] : code_of[script[ch]], names, " ")
	for (i = 1; i <= n; i++)
		if (names[i] in name_of)
			set = set (set ? " | " : "") "SCRIPT_" toupper(names[i])
	if (!set) {
		printf "unicode.awk: no known script: U+%04X, %s\n", ch, script[ch] >"/dev/stderr"
		failed = 1
	}
	return set
}

# Prints the skeleton of a character as its value in the table: a code point, or the place of the first one in
# skeleton_texts.
function skeleton_value(skeleton,    n, chars, i) {
	n = split(skeleton, chars, " ")
	if (n > longest)
		longest = n
	if (n == 1)
		return "0x" chars[1]
	if (!(skeleton in place)) {
		place[skeleton] = 0 + n_texts
		for (i = 1; i <= n; i++)
			texts[n_texts++] = "0x" chars[i]
		texts[n_texts++] = "0"
	}
	return "SKELETON_TEXT + " place[skeleton]
}

# Prints a table: the ranges of characters that have the same value in `values`.
function print_table(comment, name, values,    i, first, now, value) {
	printf "\n/* %s */\nstatic const struct unicode_range %s[] = {\n", comment, name
	for (i = 0; i <= N_CHARS; i++) {
		value = (i in values) ? values[i] : ""
		if (value == now)
			continue
		if (now != "")
			printf "\t{0x%04X, 0x%04X, %s},\n", first, i - 1, now
		now = value
		first = i
	}
	print "};"
}

# Prints an array of n values, `width` in a line.
function print_array(comment, type, values, n, width,    i) {
	printf "\n/* %s */\nstatic const %s[] = {\n", comment, type
	for (i = 0; i < n; i++) {
		printf "%s%s,", (i % width ? " " : "\t"), values[i]
		if (i % width == width - 1 || i == n - 1)
			printf "\n"
	}
	print "};"
}

# Takes the names of characters from a line with a range and a comment, "... # Cf  [5] NAME..NAME": those of its ends.
function take_names(line,    range, ends) {
	range = line
	sub(/[ \t;].*/, "", range)
	sub(/^[^#]*# [A-Z][A-Za-z&] +(\[[0-9]+\] *)?/, "", line)
	if (split(line, ends, /\.\./) == 1)
		ends[2] = ends[1]
	set_range(range)
	char_name[first] = ends[1]
	char_name[last] = ends[2]
}

BEGIN {
	# The number of code points, and the first tag
	N_CHARS = hex("110000")
	TAGS = hex("E0000")
	# The scripts of characters with Identifier_Status=Allowed, and those that their Script_Extensions have besides
	# Common and Inherited, which belong to every script: name and code (ISO 15924).
	n_scripts = split("Latin Latn Greek Grek Cyrillic Cyrl Armenian Armn Georgian Geor Hebrew Hebr Arabic Arab " \
		"Thaana Thaa Devanagari Deva Bengali Beng Gurmukhi Guru Gujarati Gujr Oriya Orya Tamil Taml " \
		"Telugu Telu Kannada Knda Malayalam Mlym Sinhala Sinh Thai Thai Lao Laoo Tibetan Tibt Myanmar Mymr " \
		"Khmer Khmr Ethiopic Ethi Han Hani Hiragana Hira Katakana Kana Bopomofo Bopo Hangul Hang " \
		"Grantha Gran Common Zyyy Inherited Zinh", scripts, " ")
	for (i = 1; i < n_scripts; i += 2) {
		code_of[scripts[i]] = scripts[i + 1]
		name_of[scripts[i + 1]] = scripts[i]
		if (scripts[i] != "Common" && scripts[i] != "Inherited")
			quoted[n_quoted++] = "{SCRIPT_" toupper(scripts[i + 1]) ", \"" scripts[i] "\"}"
	}
	# Characters that are no letters, marks or digits, and that IDNA allows
	split("0375 05F3 05F4 06FD 06FE 0F0B 3007 30FB", names, " ")
	for (i in names)
		exceptions[names[i]]
	# The skeletons of / \ ? # : . @ & = ; and space are these characters.
	split("002F 005C 003F 0023 003A 002E 0040 0026 003D 003B 0020", names, " ")
	for (i in names)
		delimiters[names[i]]
}

FNR == 1 {
	file = FILENAME
	sub(/.*\//, "", file)
}
# The version is in the first line, as "Scripts-17.0.0.txt", or in another one, as "Version: 17.0".
FNR <= 12 && (/-[0-9.]+\.txt$/ || /Version: [0-9.]+$/) {
	its = $NF
	sub(/.*-/, "", its)
	sub(/\.txt$/, "", its)
	if (version == "")
		version = its
	if (index(version ".", its ".") != 1) {
		print "unicode.awk: " FILENAME " has version " its ", not " version >"/dev/stderr"
		failed = 1
	}
}
file == "Scripts.txt" && /^[0-9A-F]/ {
	match($0, /# [A-Z][A-Za-z&]/)
	set_range($1)
	for (; first <= last; first++)
		category[first] = substr($0, RSTART + 2, 2)
}
(file == "Scripts.txt" || file == "PropList.txt") && /^[0-9A-F]/ { take_names($0) }
# "... # ( x -> y ) NAME -> NAME", with real arrows
file == "confusables.txt" && /^[0-9A-F]/ {
	split($0, part, " \342\206\222 ")
	sub(/.* \) /, "", part[2])
	char_name[hex($1)] = part[2]
}
{ sub(/#.*/, ""); gsub(/[ \t]+/, " "); sub(/^ /, ""); gsub(/ ?; ?/, ";"); sub(/ $/, "") }
!/^[0-9A-F][0-9A-F]/ { next }
{ split($0, field, ";") }
file == "Scripts.txt" {
	set_range(field[1])
	for (; first <= last; first++)
		script[first] = field[2]
}
file == "ScriptExtensions.txt" {
	set_range(field[1])
	for (; first <= last; first++)
		extensions[first] = field[2]
}
file == "IdentifierStatus.txt" && field[2] == "Allowed" {
	set_range(field[1])
	for (; first <= last; first++)
		allowed[first]
}
file == "DerivedJoiningType.txt" && field[2] ~ /^[DLRT]$/ { flag(field[1], "JOINING_" field[2]) }
file == "PropList.txt" && field[2] == "Soft_Dotted" { flag(field[1], "SOFT_DOTTED") }
file == "PropList.txt" && field[2] == "Other_Alphabetic" { flag(field[1], "OTHER_ALPHABETIC") }
file == "emoji-data.txt" && field[2] == "Emoji_Presentation" { presentation[field[1]] }
# In "0023 FE0F", the second is the variation selector. ASCII is left out below, since a selector after ASCII is
# invisible.
file == "emoji-variation-sequences.txt" && field[1] ~ / FE0F$/ { selector[substr(field[1], 1, length(field[1]) - 5)] }
file == "LinkTerm.txt" || file == "LinkEmail.txt" {
	name = file == "LinkTerm.txt" ? "LINK_" toupper(field[2]) : "LINK_EMAIL"
	set_range(field[1])
	for (; first <= last; first++)
		terms[first] = terms[first] (terms[first] ? " | " : "") name
}
file == "LinkBracket.txt" { openers[hex(field[1])] = "0x" field[2] }
file == "confusables.txt" { skeletons[field[1]] = field[2] }
# A control can have several aliases. Figments are names that were never standardized.
file == "NameAliases.txt" && field[3] ~ /^(control|figment)$/ {
	ch = hex(field[1])
	if (!(ch in alias) || alias_type[ch] == "figment" && field[3] == "control")
		alias[ch] = field[2]
	alias_type[ch] = field[3]
}
file == "PropList.txt" && field[2] ~ /^(Other_Default_Ignorable_Code_Point|Variation_Selector)$/ { ignorable[field[1]] }
file == "look_alikes.txt" {
	flag(field[1], field[2])
	ignorable[field[1]]
}
file == "hidden_names.txt" { char_name[hex(field[1])] = field[2] }

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
		ch = hex(range)
		# Letters, digits and marks are ordinary text in their scripts: U+30CE KATAKANA NO looks like "/".
		if (ch >= 128 && category[ch] ~ /^([PSZ].|Lm)$/ && fakes_delimiter(range))
			flag(range, "LOOK_ALIKE")
		if (ch >= 128 && ch in allowed && is_ascii_like(skeletons[range]))
			flag(range, "ASCII_LIKE")
		# IDNA allows no other characters (RFC 5892, sections 2.1 and 2.6). Nor does it allow all of these, but
		# only the cased letters ("L&") of no script, which are mathematical, are many.
		if ((category[ch] ~ /^(L&|Lo|Lm|Mn|Mc|Nd)$/ || range in exceptions) && \
		    !(category[ch] == "L&" && script[ch] == "Common"))
			skeleton_of[ch] = without_marks(skeletons[range])
	}
	# In ascending order, so that skeleton_texts does not depend on the order in which awk visits an array.
	for (ch = 0; ch < N_CHARS; ch++)
		if (ch in skeleton_of)
			skeleton_of[ch] = skeleton_value(skeleton_of[ch])
	for (i in script) {
		ch = i + 0
		kana = ch in extensions && extensions[ch] == "Hira Kana"
		if (category[ch] ~ /^(Lo|Lm|Nl)$/ && (kana || script[ch] ~ /^(Han|Hiragana|Katakana|Bopomofo|Hangul)$/))
			flag(sprintf("%04X", ch), "CJK_LETTER")
	}
	# Browsers show Bopomofo in names. Its letters were Allowed up to Unicode 15, at least.
	for (i in script)
		if (script[i] == "Bopomofo" && category[i] == "Lo")
			allowed[i]
	# The tags and the variation selectors beside them are many, and have no names of their own.
	for (range in ignorable) {
		set_range(range)
		for (; first <= last && first < TAGS; first++)
			if (category[first] != "" && category[first] != "Cn")
				named[first]
	}
	for (i in category)
		if (category[i] ~ /^(Cc|Cf|Z[slp])$/ && i + 0 < TAGS)
			named[i]
	for (i in skeletons)
		if (fakes_delimiter(i) && hex(i) >= 128 && hex(i) < TAGS)
			named[hex(i)]
	for (ch = 0; ch < TAGS; ch++) {
		if (!(ch in named))
			continue
		text = ch in alias ? alias[ch] : char_name[ch]
		if (text !~ /^[A-Z][A-Z0-9 -]+$/) {
			printf "unicode.awk: no name of U+%04X; add it to hidden_names.txt\n", ch >"/dev/stderr"
			failed = 1
		}
		names_text[n_names++] = sprintf("{0x%04X, \"%s\"}", ch, text)
	}
	for (i in allowed) {
		ch = i + 0
		if (ch >= 128)
			sets[ch] = script_set(ch)
	}

	print "/* SPDX-License-Identifier: Unicode-3.0 */"
	print "/*"
	print " * Made by unicode.awk (\"make unicode UNICODE_DIR=...\") from data files of Unicode " version "."
	print " * Copyright (c) 1991-2025 Unicode, Inc. See the notice in LICENSE."
	print " */"
	print_table("Properties: see the flags in unicode.h", "flag_ranges", flags)
	print_table("Scripts of Bopomofo and of characters with Identifier_Status=Allowed (UTS #39), except ASCII", \
		"script_ranges", sets)
	print_table("Skeletons (UTS #39) of letters, marks and digits, without nonspacing marks", \
		"skeleton_ranges", skeleton_of)
	for (ch = 0; ch < 128; ch++)
		link_ascii[ch] = ch in terms ? terms[ch] : 0
	print_array("Link_Term and Link_Email (UTS #58) of ASCII characters", "uint8_t link_ascii", \
		link_ascii, 128, 4)
	for (ch = 0; ch < 128; ch++)
		delete terms[ch]
	print_table("Link_Term and Link_Email of other characters", "link_ranges", terms)
	print_table("Link_Bracket (UTS #58): the opening bracket", "opener_ranges", openers)
	print_array("Skeletons of several characters, each followed by 0", "uint32_t skeleton_texts", \
		texts, n_texts, 8)
	print "\n/* The length of the longest of these */\nenum { LONGEST_SKELETON = " longest " };"
	print_array("Names of hidden characters, and of those that look like delimiters", \
		"struct char_name char_names", names_text, n_names, 1)
	print_array("Names of scripts", "struct script_name script_names", quoted, n_quoted, 4)
	exit failed
}
