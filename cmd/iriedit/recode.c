/* SPDX-License-Identifier: ISC */
#include "recode.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/syntax/pct_char.h"
#include "lib/unicode/nfc.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* The most octets of a character, in charsets without shifted states (GB18030, EUC-TW) */
enum { MOST_OCTETS = 4 };

/* Whether a raw character can be the last octet of a character that begins in a run of percent-encoded octets. */
static bool can_end_character(char c)
{
	return iri_is_needless((unsigned char)c) || c == '@';
}

/* Returns the end of the percent-encoded octets at p. */
static const char *encoded_end(const char *p, const char *end)
{
	while (p < end && *p == '%')
		p += 3;
	return p;
}

/* Returns the octet at *p, a percent-encoded octet or a character, and moves *p after it. */
static char take_octet(const char **p)
{
	const char *const start = *p;

	*p += *start == '%' ? 3 : 1;
	return *start == '%' ? (char)iri_pct_octet(start) : *start;
}

/*
 * Sets out->failed if b ran out of memory. Buffers are cleared, with their own flag, many times before out is read.
 */
static void keep_failure(struct iri_buf *out, const struct iri_buf *b)
{
	out->failed = out->failed || b->failed;
}

/* Replaces the content of chars by the octets in UTF-8. Returns false if they are no text in the charset. */
static bool recode_decode(struct charset *cs, struct iri_str octets, struct iri_buf *chars, struct iri_buf *out)
{
	iri_buf_clear(chars);
	charset_decode(cs, octets.p, octets.n, true, chars);
	keep_failure(out, chars);
	return !charset_find_error(iri_contents(chars));
}

/* Returns the number of octets of the first character, or 0 if the octets begin with none. */
static size_t first_char(struct charset *cs, struct iri_str octets, struct iri_buf *chars, struct iri_buf *out)
{
	for (size_t n = 1; n <= MOST_OCTETS && n <= octets.n; n++)
		if (recode_decode(cs, (struct iri_str){octets.p, n}, chars, out) && chars->n)
			return n;
	return 0;
}

/* Appends octets that are text in the charset as percent-encoded UTF-8. Returns false if they are not. */
static bool recode_add_text(struct charset *cs, struct iri_str octets, struct iri_buf *out, struct recode_buffers *b)
{
	if (!recode_decode(cs, octets, &b->chars, out))
		return false;
	iri_buf_clear(&b->normal);
	if (charset_is_unicode(cs))
		iri_buf_add(&b->normal, b->chars.p, b->chars.n);
	else
		iri_nfc(iri_contents(&b->chars), &b->normal, NULL);
	keep_failure(out, &b->normal);
	for (size_t i = 0; i < b->normal.n; i++)
		if (iri_is_needless((unsigned char)b->normal.p[i]))
			iri_buf_putc(out, b->normal.p[i]);
		else
			iri_pct_encode(out, (struct iri_str){b->normal.p + i, 1});
	return true;
}

/*
 * Recodes the n percent-encoded octets at *p, and what follows up to the end of their last character, and moves *p
 * there. b->octets are those of the percent-encoded octets, and of what can follow.
 *
 * A single octet of ASCII keeps its spelling, even if the charset has another character there: Shift_JIS has U+203E for
 * "~". The text between such octets is decoded as a whole, since iconv composes characters of some charsets
 * (windows-1255), and orders those of others (TSCII).
 */
static bool recode_run(struct charset *cs, const char **p, size_t n, struct iri_buf *out, struct recode_buffers *b)
{
	const struct iri_str octets = iri_contents(&b->octets);
	const char *const end = octets.p + octets.n, *const run_end = octets.p + n;
	const char *text = octets.p, *q = text;

	for (size_t len; q < run_end; q += len) {
		len = first_char(cs, iri_between(q, end), &b->chars, out);
		if (!len)
			return false;
		if (len == 1 && (unsigned char)*q < 0x80) {
			if (!recode_add_text(cs, iri_between(text, q), out, b))
				return false;
			iri_buf_add(out, *p + 3 * (q - octets.p), 3);
			text = q + 1;
		}
	}
	*p += 3 * n;
	for (const char *behind = run_end; behind < q; behind++)
		take_octet(p);
	return recode_add_text(cs, iri_between(text, q), out, b);
}

bool recode(struct charset *cs, struct iri_str s, struct iri_buf *out, struct recode_buffers *b, size_t *off)
{
	struct iri_buf *const octets = &b->octets;
	const char *p = s.p, *const end = p + s.n;
	bool valid = true;

	charset_begin(cs);
	while (p < end && valid) {
		const char *const percent = iri_find_byte(p, end, '%'), *const run = encoded_end(percent, end);
		iri_buf_add(out, p, (size_t)(percent - p));
		iri_buf_clear(octets);
		buf_add_decoded(octets, iri_between(percent, run), false);
		keep_failure(out, octets);
		p = percent;
		if (iri_is_utf8(iri_contents(octets))) {
			iri_buf_add(out, percent, (size_t)(run - percent));
			p = run;
		} else {
			const size_t n = octets->n;
			const char *q = run;
			while (q < end && octets->n - n < MOST_OCTETS - 1 && (*q == '%' || can_end_character(*q)))
				iri_buf_putc(octets, take_octet(&q));
			keep_failure(out, octets);
			*off = (size_t)(percent - s.p);
			valid = recode_run(cs, &p, n, out, b);
		}
	}
	return valid;
}

bool recode_encode(struct charset *cs, struct iri_str s, struct iri_buf *out, struct recode_buffers *b, size_t *off)
{
	s = iri_present(s);
	for (const char *p = s.p, *const end = s.p + s.n; p < end;) {
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		char utf8[4];
		if (u.octet || u.ch < 0x80) {
			iri_buf_add(out, p, u.len);
		} else {
			iri_buf_clear(&b->octets);
			const struct iri_str ch = {utf8, iri_utf8_encode(u.ch, utf8)};
			const bool has = charset_encode(cs, ch, &b->octets);
			keep_failure(out, &b->octets);
			*off = (size_t)(p - s.p);
			if (!has || iri_is_ascii(iri_contents(&b->octets)))
				return out->failed;
			iri_pct_encode(out, iri_contents(&b->octets));
		}
		p += u.len;
	}
	return true;
}

void recode_free(struct recode_buffers *b)
{
	iri_buf_free(&b->octets);
	iri_buf_free(&b->chars);
	iri_buf_free(&b->normal);
}
