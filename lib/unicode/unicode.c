/* SPDX-License-Identifier: ISC */
#include "unicode.h"

/* A range of characters with the same value */
struct unicode_range {
	uint32_t first, last, value;
};

/* A value in skeleton_ranges from here on is not a character: the rest is a place in skeleton_texts. */
enum { SKELETON_TEXT = 0x200000 };

struct char_name {
	uint32_t ch;
	const char *name;
};

struct script_name {
	uint32_t script;
	const char *name;
};

#include "unicode_table.h"

_Static_assert((int)LONGEST_SKELETON <= (int)SKELETON_MAX, "the skeleton of one character is longer");

#define LOOK_UP(ranges, ch) look_up(ranges, sizeof ranges / sizeof *ranges, ch)

/* Returns the value of a character in a table of n ranges, by binary search; 0 if no range contains it. */
static uint32_t look_up(const struct unicode_range *ranges, size_t n, uint32_t ch)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		if (ch < ranges[mid].first)
			hi = mid;
		else if (ch > ranges[mid].last)
			lo = mid + 1;
		else
			return ranges[mid].value;
	}
	return 0;
}

unsigned iri_unicode(uint32_t ch)
{
	return LOOK_UP(flag_ranges, ch);
}

uint32_t iri_scripts(uint32_t ch)
{
	if (ch < 0x80)
		return (ch | 0x20) >= 'a' && (ch | 0x20) <= 'z' ? SCRIPT_LATN : SCRIPT_ZYYY;
	return LOOK_UP(script_ranges, ch);
}

const char *iri_script_name(uint32_t scripts)
{
	for (size_t i = 0; i < sizeof script_names / sizeof *script_names; i++)
		if (script_names[i].script & scripts)
			return script_names[i].name;
	return "Common";
}

const char *iri_unicode_name(uint32_t ch)
{
	size_t lo = 0, hi = sizeof char_names / sizeof *char_names;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		if (ch == char_names[mid].ch)
			return char_names[mid].name;
		if (ch < char_names[mid].ch)
			hi = mid;
		else
			lo = mid + 1;
	}
	return NULL;
}

size_t iri_skeleton_of(uint32_t ch, uint32_t skeleton[SKELETON_MAX])
{
	const uint32_t value = LOOK_UP(skeleton_ranges, ch);
	size_t n = 0;

	if (value < SKELETON_TEXT) {
		skeleton[0] = value ? value : ch;
		return 1;
	}
	for (const uint32_t *p = skeleton_texts + (value - SKELETON_TEXT); *p; p++)
		skeleton[n++] = *p;
	return n;
}

size_t iri_decompose(uint32_t ch, utf8proc_int32_t form[DECOMPOSED_MAX])
{
	const utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)ch, form, DECOMPOSED_MAX,
	                                                   UTF8PROC_STABLE | UTF8PROC_DECOMPOSE, NULL);

	return n > 0 && n <= DECOMPOSED_MAX ? (size_t)n : 0;
}

unsigned iri_link_term(uint32_t ch)
{
	return ch < 128 ? link_ascii[ch] : LOOK_UP(link_ranges, ch);
}

uint32_t iri_link_opener(uint32_t ch)
{
	return LOOK_UP(opener_ranges, ch);
}
