/* SPDX-License-Identifier: ISC */
/* Converts UTF-8 back to the charset of a file: for rejected lines, and new links in documents. */
#include "config.h"

#include "charset.h"
#include "charset_internal.h"

#include "lib/base/str.h"

#include <string.h>

/* Writes a line end of the charset to `to`, which has MAX_UNIT bytes; swap: in the other byte order */
static void put_end(const struct charset *cs, bool swap, char *to)
{
	memset(to, 0, MAX_UNIT);
	if (cs->eol)
		charset_put_unit(cs, swap, cs->newline, to);
}

struct iri_str charset_cut_line(const struct charset *cs, struct iri_str *rest)
{
	char end[MAX_UNIT];
	size_t n = 0;

	put_end(cs, cs->swapped, end);
	if (cs->unit == 1) {
		const char *const p = charset_find_end(cs, rest->p, rest->p + rest->n);
		n = p ? (size_t)(p - rest->p) : rest->n;
	} else {
		while (n + cs->unit <= rest->n && memcmp(rest->p + n, end, cs->unit) != 0)
			n += cs->unit;
		if (n + cs->unit > rest->n)
			n = rest->n;
	}
	const struct iri_str line = {rest->p, n};
	if (n < rest->n)
		n += cs->unit;
	rest->p += n;
	rest->n -= n;
	return line;
}

/* Appends code units and a line end to the reject file's lines; swap: the code units need the other byte order */
static void charset_encode_add_line(const struct charset *cs, struct iri_str s, bool swap, struct iri_buf *out)
{
	char unit[MAX_UNIT];
	size_t i = swap ? 0 : s.n - s.n % cs->unit;

	iri_buf_add(out, s.p, i);
	for (; i + cs->unit <= s.n; i += cs->unit) {
		charset_put_unit(cs, swap, s.p + i, unit);
		iri_buf_add(out, unit, cs->unit);
	}
	/*
	 * An incomplete code unit would shift all bytes after it. So each of its bytes becomes a high surrogate, which
	 * is invalid when it is read again. A low surrogate could make a pair with the code unit before it.
	 */
	const bool little = (cs->newline[0] != 0) != cs->out_swapped;
	for (; i < s.n; i++) {
		memset(unit, 0, sizeof unit);
		unit[little ? 0 : cs->unit - 1] = s.p[i];
		unit[little ? 1 : cs->unit - 2] = '\xD8';
		iri_buf_add(out, unit, cs->unit);
	}
	put_end(cs, cs->out_swapped, unit);
	iri_buf_add(out, unit, cs->unit);
}

/*
 * Removes the prefix from a line of the input, if the line begins with it. Returns the rest of the line. The prefix is
 * in the encoder's byte order.
 */
static struct iri_str without_prefix(const struct charset *cs, struct iri_str line, const char *prefix, size_t n)
{
	char wanted[MAX_PREFIX];

	for (size_t i = 0; i < n; i += cs->unit)
		charset_put_unit(cs, cs->swapped, prefix + i, wanted + i);
	if (n && n <= line.n && !memcmp(line.p, wanted, n)) {
		line.p += n;
		line.n -= n;
	}
	return line;
}

void charset_add_original(const struct charset *cs, struct iri_str line, bool first, struct iri_buf *out)
{
	if (first)
		line = without_prefix(cs, without_prefix(cs, line, cs->start, cs->n_start), cs->bom, cs->n_bom);
	charset_encode_add_line(cs, line, cs->swapped != cs->out_swapped, out);
}

/*
 * Converts s from UTF-8 to the charset. Returns the text in `bytes`, without the bytes that begin a text, or an absent
 * text if decoding would not give s again. encoder, decoder: two more conversions of the same charset
 */
static struct iri_str encode_exactly(const struct charset *cs, struct charset *encoder, struct charset *decoder,
                                     struct iri_str s, struct iri_buf *bytes)
{
	struct iri_buf again = {0};
	bool exact = charset_encode(encoder, s, bytes);

	/* A charset may encode two characters alike. */
	if (exact && !cs->unicode && s.n) {
		charset_decode(decoder, bytes->p, bytes->n, true, &again);
		exact = again.n == s.n && !memcmp(again.p, s.p, s.n);
	}
	bytes->failed = bytes->failed || again.failed;
	iri_buf_free(&again);
	const struct iri_str text = iri_contents(bytes);
	if (!exact)
		return (struct iri_str){0};
	if (text.n >= cs->n_start && !memcmp(text.p, cs->start, cs->n_start))
		return iri_between(text.p + cs->n_start, text.p + text.n);
	return text;
}

bool charset_add_encoded(const struct charset *cs, struct charset *encoder, struct charset *decoder, struct iri_str s,
                         struct iri_buf *out)
{
	struct iri_buf bytes = {0};
	const struct iri_str text = encode_exactly(cs, encoder, decoder, s, &bytes);

	if (text.p)
		charset_encode_add_line(cs, text, cs->out_swapped, out);
	out->failed = out->failed || bytes.failed;
	iri_buf_free(&bytes);
	return text.p;
}

void charset_adopt_order(struct charset *cs, const char *start, size_t n)
{
	if (n >= cs->unit)
		cs->out_swapped = charset_is_swapped(cs, start, cs->unit);
}

void charset_add_start(const struct charset *cs, struct iri_str lines, struct iri_buf *out)
{
	iri_buf_add(out, cs->start, cs->n_start);
	/* U+FEFF at the start of the first line is text, but would be removed as a byte order mark: add another. */
	if (cs->n_bom && lines.n >= cs->n_bom && !memcmp(lines.p, cs->bom, cs->n_bom))
		iri_buf_add(out, cs->bom, cs->n_bom);
}

bool charset_encode(struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	iconv(cs->cd, NULL, NULL, NULL, NULL);
	cs->replaced = 0;
	const bool converted = charset_convert(cs, &s.p, &s.n, out) == 0;
	return charset_convert(cs, NULL, NULL, out) == 0 && converted && !cs->replaced;
}

bool charset_write(struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	struct iri_buf bytes = {0};
	struct iri_str text = {0};
	char unit[MAX_UNIT];

	if (!cs->encoder)
		cs->encoder = charset_encoder(cs->name);
	if (!cs->decoder)
		cs->decoder = charset_decoder(cs->name, cs->eol);
	const bool is_open = cs->encoder && cs->decoder;
	if (is_open)
		text = encode_exactly(cs, cs->encoder, cs->decoder, s, &bytes);
	for (size_t i = 0; i < text.n; i += cs->unit) {
		charset_put_unit(cs, cs->swapped, text.p + i, unit);
		iri_buf_add(out, unit, cs->unit);
	}
	out->failed = out->failed || !is_open || bytes.failed;
	iri_buf_free(&bytes);
	return text.p;
}

bool charset_lacks(struct charset *cs, struct iri_str s)
{
	struct iri_buf bytes = {0};

	if (!cs)
		return false;
	const bool lacking = !charset_write(cs, s, &bytes) && !bytes.failed;
	iri_buf_free(&bytes);
	return lacking;
}
