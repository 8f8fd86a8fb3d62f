/* SPDX-License-Identifier: ISC */
#include "escapes.h"

#include "space.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

enum { NO_CHAR = 0x110000, REPLACEMENT = 0xFFFD };

/* Returns the value of the n hexadecimal digits at p, or UINT32_MAX if there are fewer. */
static uint32_t read_digits(const char *p, const char *end, ptrdiff_t n)
{
	uint32_t value = 0;

	if (end - p < n)
		return UINT32_MAX;
	for (const char *const stop = p + n; p < stop; p++) {
		if (!(iri_byte_class(*p) & CHAR_HEXDIG))
			return UINT32_MAX;
		value = value << 4 | (uint32_t)iri_hex_value(*p);
	}
	return value;
}

static bool is_surrogate(uint32_t ch)
{
	return ch >= 0xD800 && ch < 0xE000;
}

/* Reads the escape of RDF at p, a backslash. Returns its end, or NULL if there is none. */
static const char *read_rdf(const char *p, const char *end, uint32_t *ch)
{
	const char kind = end - p > 1 ? p[1] : '\0';
	const ptrdiff_t n = kind == 'u' ? 4 : 8;

	*ch = kind == 'u' || kind == 'U' ? read_digits(p + 2, end, n) : UINT32_MAX;
	return *ch > 0x10FFFF || is_surrogate(*ch) || !*ch || *ch == '\n' || *ch == '\r' ? NULL : p + 2 + n;
}

/* Reads "\uHHHH" at p, or a pair of these. Returns its end, or NULL. */
static const char *read_units(const char *p, const char *end, uint32_t *ch)
{
	enum { LENGTH = 6 };

	*ch = read_digits(p + 2, end, 4);
	if (*ch == UINT32_MAX)
		return NULL;
	p += LENGTH;
	if (!is_surrogate(*ch))
		return p;
	const bool has_low = *ch < 0xDC00 && end - p > 2 && p[0] == '\\' && p[1] == 'u';
	const uint32_t low = has_low ? read_digits(p + 2, end, 4) : 0;
	if (low < 0xDC00 || low > 0xDFFF) {
		*ch = REPLACEMENT;
		return p;
	}
	*ch = 0x10000 + ((*ch - 0xD800) << 10) + (low - 0xDC00);
	return p + LENGTH;
}

/* Reads the escape of JSON at p, a backslash. Returns its end, or NULL if there is none. *ch: NO_CHAR for no text */
static const char *read_json(const char *p, const char *end, uint32_t *ch)
{
	static const char names[] = "bfnrtv0", values[] = "\b\f\n\r\t\v";
	const char *next;

	if (end - p < 2)
		return NULL;
	const char *const name = p[1] ? strchr(names, p[1]) : NULL;
	if (name) {
		*ch = (unsigned char)values[name - names];
		return p + 2;
	}
	if (p[1] == 'u')
		return read_units(p, end, ch);
	if (p[1] == 'x') {
		*ch = read_digits(p + 2, end, 2);
		return *ch == UINT32_MAX ? NULL : p + 4;
	}
	if (is_line_end(p[1])) {
		*ch = NO_CHAR;
		return p + 2 + (p[1] == '\r' && end - p > 2 && p[2] == '\n');
	}
	*ch = iri_utf8_next(p + 1, end, &next);
	return *ch ? next : NULL;
}

void escapes_resolve(struct iri_str s, enum escapes escapes, size_t place, struct source_map *to)
{
	const char *p = s.p, *const end = p + s.n;

	while (p < end) {
		const char *q = p, *after = NULL;
		uint32_t ch = NO_CHAR;
		char utf8[4];
		while (!after && (q = iri_find_byte(q, end, '\\')) < end) {
			after = escapes == ESCAPES_JSON ? read_json(q, end, &ch) : read_rdf(q, end, &ch);
			q += !after;
		}
		source_map_add(to, p, (size_t)(q - p), place + (size_t)(p - s.p), (size_t)(q - p));
		if (!after)
			break;
		if (!ch)
			ch = REPLACEMENT;
		if (ch < NO_CHAR)
			source_map_add(to, utf8, iri_utf8_encode(ch, utf8), place + (size_t)(q - s.p),
			               (size_t)(after - q));
		p = after;
	}
}
