/* SPDX-License-Identifier: ISC */
#include "charref.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>

#include "charref_names.h"

/* The bytes 0x80 to 0x9F of windows-1252 (HTML standard, section 13.2.5.80). 0: it stays a control character */
static const uint16_t windows_1252[32] = {
	0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
	0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
	0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

static bool is_html(enum charref_context context)
{
	return context == CHARREF_TEXT || context == CHARREF_ATTRIBUTE;
}

/*
 * Reads a numeric character reference from the "#" at p on. Writes its character to utf8, and sets *n to its length in
 * bytes. Returns the end of the reference, or NULL if there is none.
 */
static const char *charref_read_number(const char *p, const char *end, enum charref_context context, char utf8[4],
                                       size_t *n)
{
	const bool hex = end - p >= 2 && (p[1] == 'x' || (p[1] == 'X' && context != CHARREF_XML));
	const char *const digits = p + (hex ? 2 : 1);
	uint32_t ch = 0;

	/* There can be any number of digits. Above 0x10FFFF the value does not matter, and must not overflow. */
	for (p = digits; p < end && (iri_byte_class(*p) & (hex ? CHAR_HEXDIG : CHAR_DIGIT)); p++)
		if (ch <= 0x10FFFF)
			ch = ch * (hex ? 16 : 10) + iri_hex_value(*p);
	if (p == digits || (context == CHARREF_MARKDOWN && p - digits > (hex ? 6 : 7)))
		return NULL;
	if (p < end && *p == ';')
		p++;
	else if (!is_html(context))
		return NULL;
	if (ch == 0 || ch > 0x10FFFF || (ch >= 0xD800 && ch < 0xE000))
		ch = 0xFFFD;
	else if (ch >= 0x80 && ch < 0xA0 && is_html(context) && windows_1252[ch - 0x80])
		ch = windows_1252[ch - 0x80];
	*n = iri_utf8_encode(ch, utf8);
	return p;
}

static int compare_name(const void *key, const void *row)
{
	const struct iri_str *const s = key;
	const struct charref_name *const name = row;
	const int order = strncmp(s->p, name->name, s->n);

	return order ? order : name->name[s->n] ? -1 : 0;
}

/* Returns the row of the name between p and end, or NULL. It has at most LONGEST_NAME bytes. */
static const struct charref_name *charref_find_name(const char *p, const char *end)
{
	const struct iri_str key = iri_between(p, end);

	return bsearch(&key, names, sizeof names / sizeof *names, sizeof *names, compare_name);
}

/*
 * Reads the longest name at p, which is after the "&". Sets *text to the text that it stands for. Returns the end of
 * the reference, or NULL if there is none.
 */
static const char *read_name(const char *p, const char *end, enum charref_context context, const char **text)
{
	const char *const start = p, *const limit = end - p > LONGEST_NAME ? p + LONGEST_NAME : end;
	const struct charref_name *name = NULL;

	while (p < limit && iri_is_alphanumeric(*p))
		p++;
	if (p < end && *p == ';' && (name = charref_find_name(start, p)) != NULL) {
		*text = name->text;
		return p + 1;
	}
	if (!is_html(context))
		return NULL;
	if (p - start > LONGEST_BARE)
		p = start + LONGEST_BARE;
	while (p > start && !((name = charref_find_name(start, p)) != NULL && name->bare))
		p--;
	if (p == start || (context == CHARREF_ATTRIBUTE && p < end && (iri_is_alphanumeric(*p) || *p == '=')))
		return NULL;
	*text = name->text;
	return p;
}

const char *charref_read(const char *p, const char *end, enum charref_context context, char utf8[4],
                         struct iri_str *text)
{
	if (end - p >= 2 && p[1] == '#') {
		text->p = utf8;
		return charref_read_number(p + 1, end, context, utf8, &text->n);
	}
	const char *const after = read_name(p + 1, end, context, &text->p);
	if (after)
		text->n = strlen(text->p);
	return after;
}

void charref_resolve(struct iri_str s, enum charref_context context, size_t place, struct source_map *to)
{
	s = iri_present(s);
	const char *start = s.p, *const end = s.p + s.n; /* start: the end of the last reference */
	for (const char *amp = start; (amp = iri_find_byte(amp, end, '&')) < end;) {
		char utf8[4];
		struct iri_str text;
		const char *const after = charref_read(amp, end, context, utf8, &text);
		if (!after) {
			amp++;
			continue;
		}
		source_map_add(to, start, (size_t)(amp - start), place + (size_t)(start - s.p), (size_t)(amp - start));
		source_map_add_whole(to, text, place + (size_t)(amp - s.p), (size_t)(after - amp));
		start = amp = after;
	}
	source_map_add(to, start, (size_t)(end - start), place + (size_t)(start - s.p), (size_t)(end - start));
}
