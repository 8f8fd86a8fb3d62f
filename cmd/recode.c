/* SPDX-License-Identifier: ISC */
#include "recode.h"

#include "../lib/pct.h"
#include "../lib/str.h"
#include "../lib/utf8.h"

#include <string.h>

/* Whether the last octet of a character can stand behind a run unencoded: a character of ASCII that divides nothing. */
static bool is_trail(char c)
{
	return iri_is_needless((unsigned char)c) || c == '@';
}

/* Returns the end of the triplets at p. */
static const char *triplets_end(const char *p, const char *end)
{
	while (p < end && *p == '%')
		p += 3;
	return p;
}

/*
 * Appends the characters that the text from p to stop is decoded to. A single octet of ASCII keeps its spelling, even
 * if the charset has another character there: Shift_JIS has U+203E for "~".
 */
static void add_chars(struct iri_buf *out, const char *p, const char *stop, struct iri_str chars)
{
	const bool is_octet = stop - p == (*p == '%' ? 3 : 1);

	if (is_octet && (*p != '%' || iri_triplet_octet(p) < 0x80)) {
		iri_buf_add(out, p, (size_t)(stop - p));
		return;
	}
	for (size_t i = 0; i < chars.n; i++)
		if (iri_is_needless((unsigned char)chars.p[i]))
			iri_buf_putc(out, chars.p[i]);
		else
			iri_pct_encode(out, (struct iri_str){chars.p + i, 1});
}

/*
 * Recodes the run from *p to `run`, and what follows up to the end of its last character, and moves *p there. Passes
 * one octet at a time to iconv, to learn which octets form a character.
 */
static bool recode_run(struct charset *cs, const char **p, const char *run, const char *end, struct iri_buf *out,
                       struct iri_buf *chars)
{
	const char *begin = *p, *q = begin; /* the octets from begin to q have given no character yet */

	charset_begin(cs);
	while (q < run || (q > begin && q < end && is_trail(*q))) {
		const bool encoded = *q == '%';
		const char octet = encoded ? (char)iri_triplet_octet(q) : *q;
		q += encoded ? 3 : 1;
		iri_buf_clear(chars);
		charset_decode(cs, &octet, 1, false, chars);
		if (charset_find_error(iri_contents(chars)))
			return false;
		if (!chars->n)
			continue;
		add_chars(out, begin, q, iri_contents(chars));
		begin = q;
	}
	iri_buf_clear(chars);
	charset_decode(cs, "", 0, true, chars);
	if (charset_find_error(iri_contents(chars)))
		return false;
	if (chars->n)
		add_chars(out, begin, q, iri_contents(chars));
	*p = q;
	return chars->n || begin == q;
}

bool recode(struct charset *cs, struct iri_str s, struct iri_buf *out, struct iri_buf *scratch, size_t *off)
{
	const char *p = s.p, *const end = p + s.n;

	while (p < end) {
		const char *const percent = iri_find_byte(p, end, '%'), *const run = triplets_end(percent, end);
		iri_buf_add(out, p, (size_t)(percent - p));
		iri_buf_clear(scratch);
		iri_pct_decode(scratch, iri_between(percent, run));
		p = percent;
		if (iri_is_utf8(iri_contents(scratch))) {
			iri_buf_add(out, percent, (size_t)(run - percent));
			p = run;
		} else if (!recode_run(cs, &p, run, end, out, scratch)) {
			*off = (size_t)(percent - s.p);
			return false;
		}
	}
	return true;
}
