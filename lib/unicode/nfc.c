/* SPDX-License-Identifier: ISC */
/*
 * Normalization Form C. utf8proc has the data and does the composition. Its ordering of combining marks takes time
 * quadratic in the number of marks, so this file orders each run of marks, by counting.
 */
#include "nfc.h"

#include "chars.h"
#include "unicode.h"
#include "utf8.h"

#include "lib/base/str.h"
#include "lib/iri.h"

#include <stdlib.h>
#include <string.h>

/*
 * Whether a character that begins with this byte is below U+0300. Such a character is in NFC by itself, and does not
 * compose with the character before it (UAX #15, section 9).
 */
static bool is_boundary(unsigned char byte)
{
	return byte < 0xCC;
}

/* Returns the property Canonical_Combining_Class. */
static unsigned ccc(utf8proc_int32_t ch)
{
	return (unsigned)iri_property((uint32_t)ch)->combining_class;
}

/*
 * Canonical Ordering (The Unicode Standard, D109): sorts n marks by combining class; marks of one class stay
 * in their order. spare has room for n marks.
 */
static void order_run(utf8proc_int32_t *marks, size_t n, utf8proc_int32_t *spare)
{
	size_t at[257] = {0};
	bool sorted = true;

	for (size_t i = 1; i < n && sorted; i++)
		sorted = ccc(marks[i - 1]) <= ccc(marks[i]);
	if (sorted)
		return;
	for (size_t i = 0; i < n; i++)
		at[ccc(marks[i]) + 1]++;
	for (int i = 1; i < 257; i++)
		at[i] += at[i - 1];
	for (size_t i = 0; i < n; i++)
		spare[at[ccc(marks[i])]++] = marks[i];
	memcpy(marks, spare, n * sizeof *marks);
}

/* Appends the NFC of s, which is well-formed UTF-8. Out of memory, sets out->failed. */
static void nfc_compose(struct iri_str s, struct iri_buf *out)
{
	enum { LONGEST = 4 }; /* the longest canonical decomposition of one character, in characters */
	const utf8proc_option_t form = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
	utf8proc_int32_t *text = NULL;
	size_t n = 0;

	const size_t room = LONGEST * iri_count_chars(s);
	if (room < SIZE_MAX / (2 * sizeof *text))
		text = malloc(2 * room * sizeof *text);
	if (!text) {
		out->failed = true;
		return;
	}
	for (const char *p = s.p, *end = p + s.n; p < end;) {
		uint32_t ch = 0;
		p += iri_utf8_decode(p, end, &ch);
		utf8proc_ssize_t len = utf8proc_decompose_char((utf8proc_int32_t)ch, text + n, LONGEST,
		                                               UTF8PROC_STABLE | UTF8PROC_DECOMPOSE, NULL);
		if (len < 0 || len > LONGEST) {
			out->failed = true; /* cannot happen */
			break;
		}
		n += (size_t)len;
	}
	utf8proc_int32_t *spare = text + room;
	for (size_t i = 0; i < n;) {
		size_t start = i;
		while (i < n && ccc(text[i]))
			i++;
		if (i - start > 1)
			order_run(text + start, i - start, spare);
		i += i == start;
	}
	utf8proc_ssize_t len = utf8proc_normalize_utf32(text, (utf8proc_ssize_t)n, form);
	for (utf8proc_ssize_t i = 0; i < len; i++) {
		char *to = iri_buf_reserve(out, 4);
		if (!to)
			break;
		out->n += iri_utf8_encode((uint32_t)text[i], to);
	}
	free(text);
}

/*
 * Tests whether s is in NFC. If the test is easy, sets *hard to false and returns the result: s is in NFC if its marks
 * are in order and nothing composes. Else sets *hard to true and returns false: for ill-formed UTF-8, more than 8
 * characters, or a character with a canonical decomposition.
 */
static bool is_nfc_easy(struct iri_str s, bool *hard)
{
	utf8proc_int32_t text[8];
	utf8proc_ssize_t n = 0;
	utf8proc_propval_t before = 0;

	*hard = true;
	for (const char *p = s.p, *end = p + s.n; p < end;) {
		uint32_t ch;
		size_t len = iri_utf8_decode(p, end, &ch);
		if (!len || n == sizeof text / sizeof *text)
			return false;
		const utf8proc_property_t *property = iri_property(ch);
		if (property->decomp_type == 0 && property->decomp_seqindex != UINT16_MAX)
			return false;
		if (property->combining_class && property->combining_class < before)
			return *hard = false;
		before = property->combining_class;
		text[n++] = (utf8proc_int32_t)ch;
		p += len;
	}
	*hard = false;
	/* One character without a decomposition composes with nothing. */
	return n < 2 || utf8proc_normalize_utf32(text, n, UTF8PROC_STABLE | UTF8PROC_COMPOSE) == n;
}

bool iri_is_nfc(struct iri_str s, struct iri_buf *scratch)
{
	bool hard, well = is_nfc_easy(iri_present(s), &hard);

	if (!hard)
		return well;
	scratch->n = 0;
	iri_nfc(s, scratch, NULL);
	return !scratch->failed && iri_same(iri_contents(scratch), s);
}

bool iri_nfc_is_base(const char *start, const char *p)
{
	if ((unsigned char)*p >= 0x80)
		return true;
	if (!iri_is_alphanumeric(*p))
		return false;
	/* Not the last digit of a percent-encoded octet, whose percent-encoding is above this file. */
	return !(p - start >= 2 && p[-2] == '%' && (iri_byte_class(p[-1]) & CHAR_HEXDIG) &&
	         (iri_byte_class(*p) & CHAR_HEXDIG));
}

size_t iri_nfc_is_ascii(const char *p, const char *end)
{
	if (end - p >= 2 && !memcmp(p, "\xCD\xBE", 2))
		return 2;
	return end - p >= 3 && !memcmp(p, "\xE1\xBF\xAF", 3) ? 3 : 0;
}

const char *iri_sequence_end(const char *p, const char *end)
{
	uint32_t ch;
	size_t len = iri_utf8_decode(p, end, &ch);

	if (!len)
		return p + 1;
	do
		p += len;
	while (p < end && !is_boundary((unsigned char)*p) && (len = iri_utf8_decode(p, end, &ch)) &&
	       iri_char_extends(ch));
	return p;
}

void iri_nfc(struct iri_str s, struct iri_buf *out, struct iri_offsets *at)
{
	s = iri_present(s);
	const char *p = s.p, *end = p + s.n;
	const size_t out_start = out->n;

	while (p < end) {
		/*
		 * Characters below U+0300 stay, except the last one before a character from U+0300 on: the two may
		 * compose.
		 */
		const char *start = p, *last = p;
		while (p < end && is_boundary((unsigned char)*p)) {
			last = p;
			do
				p++;
			while (p < end && iri_is_trail((unsigned char)*p));
		}
		if (p == end || !iri_nfc_is_base(s.p, last))
			last = p;
		iri_buf_add(out, start, (size_t)(last - start));
		iri_offsets_add(at, out->n - out_start, (size_t)(last - start), (size_t)(start - s.p), false);
		if (last == end)
			break;

		p = iri_sequence_end(last, end);
		const struct iri_str seq = iri_between(last, p);
		const size_t before = out->n;
		bool hard, well = is_nfc_easy(seq, &hard);
		if (well || !iri_is_utf8(seq))
			iri_buf_add(out, seq.p, seq.n);
		else
			nfc_compose(seq, out);
		iri_offsets_add(at, out->n - out_start, out->n - before, (size_t)(last - s.p),
		                out->n - before != seq.n);
	}
	iri_offsets_end(at, s.n);
}
