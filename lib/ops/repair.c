/* SPDX-License-Identifier: ISC */
/* Repair of strings that are almost IRI references (2011 draft, section 7), before they are parsed. */
#include "repair.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

/* Returns the value of the escape "%uHHHH" at p, a UTF-16 code unit, or -1 if there is none. */
static int32_t u_escape(const char *p, const char *end)
{
	int32_t value = 0;

	if (end - p < 6 || p[0] != '%' || (p[1] | 0x20) != 'u')
		return -1;
	for (int i = 2; i < 6; i++) {
		if (!(iri_byte_class(p[i]) & CHAR_HEXDIG))
			return -1;
		value = value << 4 | (int32_t)iri_hex_value(p[i]);
	}
	return value;
}

/*
 * Repairs the "%" at p, which does not begin a percent-encoded octet: appends the character of "%uHHHH", or of two such
 * escapes that are a surrogate pair; else appends "%25". Returns the end of the text that it replaced.
 */
static const char *repair_percent(const char *p, const char *end, struct iri_buf *out)
{
	int32_t ch = u_escape(p, end), low = ch < 0 ? -1 : u_escape(p + 6, end);
	size_t taken = 6;
	char utf8[4];

	if (ch >= 0xD800 && ch < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
		ch = 0x10000 + ((ch - 0xD800) << 10) + (low - 0xDC00);
		taken = 12;
	}
	if (ch < 0 || (ch >= 0xD800 && ch < 0xE000)) {
		iri_buf_add(out, "%25", 3);
		return p + 1;
	}
	const struct iri_str s = {utf8, iri_utf8_encode((uint32_t)ch, utf8)};
	/* The character was data, so it must not become a delimiter. */
	if (ch < 0x80 && !(iri_byte_class(utf8[0]) & CHAR_UNRESERVED))
		iri_pct_encode(out, s);
	else
		iri_buf_add(out, s.p, s.n);
	return p + taken;
}

/* What iri_repair knows of the authority: */
struct authority {
	const char *at;         /* its last "@", which ends the userinfo; NULL if there is none */
	struct iri_str literal; /* its host and port, if the host begins with "[", as an IP literal does; else absent */
};

/* Returns what there is to know of the authority whose "//" is at p. All is absent without an authority. */
static struct authority find_authority(const char *p, const char *end, bool backslash)
{
	struct authority a = {.at = NULL};

	for (int i = 0; i < 2; i++)
		if (p == end || !iri_is_slash(*p++, backslash))
			return a;
	const char *const stop = iri_authority_end(p, end, backslash), *host = stop;
	while (host > p && host[-1] != '@')
		host--;
	if (host > p)
		a.at = host - 1;
	if (host < stop && *host == '[')
		a.literal = iri_between(host, stop);
	return a;
}

void iri_repair(struct iri_str s, struct iri_buf *out, struct iri_offsets *at)
{
	s = iri_present(s);
	const char *p = s.p, *end = p + s.n;
	const size_t out_start = out->n;
	bool before_query = true, in_fragment = false;

	const struct iri_str scheme = iri_scheme_at_start(s);
	const bool backslash = iri_scheme_has(scheme, SCHEME_BACKSLASH);
	const struct authority authority =
	        find_authority(scheme.p ? scheme.p + scheme.n + 1 : p, end, backslash);
	const struct iri_str literal = authority.literal;

	while (p < end) {
		const char *start = p;
		const size_t before = out->n;
		const bool in_literal = literal.p && p >= literal.p && p < literal.p + literal.n;

		if (*p == '%' && !iri_is_pct(p, end)) {
			p = repair_percent(p, end, out);
		} else if (((*p == '[' || *p == ']') && !in_literal) || (*p == '#' && in_fragment) ||
		           (*p == '@' && authority.at && p < authority.at)) {
			iri_pct_encode(out, (struct iri_str){p++, 1});
		} else if (*p == '\\' && backslash && before_query) {
			iri_buf_putc(out, '/');
			p++;
		} else {
			before_query = before_query && *p != '?' && *p != '#';
			in_fragment = in_fragment || *p == '#';
			iri_buf_putc(out, *p++);
		}
		iri_offsets_add(at, out->n - out_start, out->n - before, (size_t)(start - s.p), true);
	}
	iri_offsets_end(at, s.n);
}
