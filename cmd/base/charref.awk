# SPDX-License-Identifier: ISC
# Writes charref_names.h from entities.json of the HTML standard, section 13.5 ("make names"). That file has one name in
# each line, some of them a second time without ";":
#     "&AElig;": { "codepoints": [198], "characters": "\u00C6" },

# Returns the bytes of a character in UTF-8, as in a string of C.
function utf8(ch) {
	if (ch < 128)
		return sprintf("\\x%02X", ch)
	if (ch < 2048)
		return sprintf("\\x%02X\\x%02X", 192 + int(ch / 64), 128 + ch % 64)
	if (ch < 65536)
		return sprintf("\\x%02X\\x%02X\\x%02X", 224 + int(ch / 4096), 128 + int(ch / 64) % 64, 128 + ch % 64)
	return sprintf("\\x%02X\\x%02X\\x%02X\\x%02X", 240 + int(ch / 262144), 128 + int(ch / 4096) % 64, \
		128 + int(ch / 64) % 64, 128 + ch % 64)
}

function fail(why) {
	print "charref.awk: " FILENAME ":" FNR ": " why >"/dev/stderr"
	failed = 1
	exit 1
}

match($0, /"&[A-Za-z0-9]+;?"/) {
	name = substr($0, RSTART + 2, RLENGTH - 3)
	if (!match($0, /"codepoints": *\[[0-9, ]+\]/))
		fail("no code points")
	list = substr($0, RSTART, RLENGTH)
	gsub(/[^0-9,]/, "", list)
	text = ""
	n = split(list, chars, ",")
	for (i = 1; i <= n; i++)
		text = text utf8(chars[i])
	names++
	if (sub(/;$/, "", name)) {
		texts[name] = text
		if (length(name) > longest)
			longest = length(name)
		if (length(text) / 4 > longest_text)
			longest_text = length(text) / 4
	} else {
		bare[name] = text
		if (length(name) > longest_bare)
			longest_bare = length(name)
	}
	next
}
/"&/ { fail("not a name") }

END {
	if (failed)
		exit 1
	if (!names)
		fail("no names")
	for (name in bare)
		if (bare[name] != texts[name])
			fail(name " differs from " name ";")
	print "/* SPDX-License-Identifier: ISC */"
	print "/*"
	print " * The " names " names of character references. charref.awk makes this from entities.json of the HTML"
	print " * standard, section 13.5 (\"make names ENTITIES=entities.json\")."
	print " */"
	print ""
	print "/* The most bytes of a name, of a name that needs no \";\", and of a text */"
	print "enum { LONGEST_NAME = " longest ", LONGEST_BARE = " longest_bare ", LONGEST_TEXT = " longest_text " };"
	print ""
	print "/* In the order of strcmp. text is in UTF-8. bare: the name is also known without \";\". */"
	print "static const struct charref_name {"
	print "\tchar name[LONGEST_NAME + 1], text[LONGEST_TEXT + 1];"
	print "\tbool bare;"
	print "} names[] = {"
	fflush()
	sorted = "LC_ALL=C sort"
	for (name in texts)
		printf "\t{\"%s\", \"%s\", %d},\n", name, texts[name], name in bare | sorted
	close(sorted)
	print "};"
}
