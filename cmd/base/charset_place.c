/* SPDX-License-Identifier: ISC */
/*
 * Finds the places of decoded text in the file. Goes through the text and the bytes of the file side by side, and
 * passes one character after the other. There are three kinds of charsets:
 * - Code units of several bytes: the length of the character in UTF-8 says how many code units it takes.
 * - Single bytes: the character takes the fewest bytes that, decoded on their own, give it.
 * - ISO-2022-JP, in which bytes mean other characters after a shift sequence: a second conversion, which keeps its
 *   state from character to character, gets one more byte at a time until it writes the character.
 * In single bytes, each line of the file is one line of the text, and begins in the initial state (charset_decode makes
 * it so). So whole lines are skipped without decoding, and a wrong place in one line affects no other line.
 *
 * libunistring gives offsets, too (u8_conv_from_encoding), but calls iconv for each character: 7 MB of Shift_JIS with
 * 200,000 links take 0.42 s, and 0.07 s here.
 */
#include "config.h"

#include "charset.h"
#include "charset_internal.h"

#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool charset_keep_places(struct charset *cs)
{
	if (cs->places)
		return true;
	struct places *const places = cs->places = calloc(1, sizeof *cs->places);
	if (!places)
		return false;
	places->again = charset_decoder(cs->name, cs->eol);
	return places->again;
}

/* Returns the length of the character that begins the text, with its error byte. */
static size_t char_len(const struct charset *cs, struct iri_str text)
{
	size_t n = 1;

	if (*text.p == CHARSET_ERROR)
		return cs->unit == 1 && text.n > 1 ? 2 : 1;
	/* Also a sequence of five or six bytes, which glibc makes of large values in UCS-4 */
	while (n < text.n && iri_is_trail((unsigned char)text.p[n]))
		n++;
	return n;
}

/* Passes a character of code units of several bytes. A code unit at fault is one character. */
static void pass_units(struct charset *cs, size_t len)
{
	struct places *const places = cs->places;
	const bool is_pair = cs->unit == 2 && len == 4;

	if (places->base + places->to == 0)
		places->from = places->to = cs->n_ignored;
	places->to += is_pair ? 4 : cs->unit;
	if (places->to > places->raw.n)
		places->to = places->raw.n;
}

/* Passes the rest of a line in the file, which should be its line end alone. */
static void pass_line_end(struct charset *cs)
{
	struct places *const places = cs->places;
	const char *const p = places->raw.p + places->to, *const limit = places->raw.p + places->raw.n;
	const char *const end = iri_find_byte(p, limit, cs->eol);

	places->from = (size_t)(end - places->raw.p);
	places->to = places->from + (end < limit);
}

/*
 * Decodes the next n bytes of the file on their own. Returns the length of their text if the rest of the text begins
 * with it, else 0.
 */
static size_t try_bytes(struct charset *cs, size_t n, struct iri_str rest)
{
	struct places *const places = cs->places;
	const char *p = places->raw.p + places->to;
	char out[8 * MAX_CHAR], *to = out;
	size_t room = sizeof out;

	charset_begin_line(places->again);
	if (iconv(places->again->cd, (void *)&p, &n, &to, &room) == (size_t)-1)
		return 0;
	/* iconv may hold back a letter that a mark can follow. If the text has both as one, n is too small. */
	iconv(places->again->cd, NULL, NULL, &to, &room);
	const size_t len = (size_t)(to - out);
	return len <= rest.n && !memcmp(out, rest.p, len) ? len : 0;
}

/*
 * Passes a character of single bytes without states. Changes text_to if two characters have one code, or if iconv has
 * left out a byte.
 */
static void pass_bytes(struct charset *cs, struct iri_str rest)
{
	struct places *const places = cs->places;
	const char *const p = places->raw.p + places->to;
	const size_t left = places->raw.n - places->to, limit = left < MAX_CHAR ? left : MAX_CHAR;
	const bool is_error = rest.p[0] == CHARSET_ERROR;

	/* The line in the file has ended, but in the text it has not: pass only text. */
	if (*p == cs->eol)
		return;
	/* ASCII is the same byte, without iconv. */
	if (is_error || (*p == rest.p[0] && (unsigned char)*p < 0x80)) {
		places->to++;
		return;
	}
	for (size_t n = 1; n <= limit && p[n - 1] != cs->eol; n++) {
		const size_t len = try_bytes(cs, n, rest);
		if (len) {
			places->to += n;
			places->text_to = places->text_from + len;
			return;
		}
	}
	/* iconv has left the byte out of the text. */
	places->to++;
	places->text_to = places->text_from;
}

/* Passes a character of ISO-2022-JP, and the shift sequences before it. len: its length in the text */
static void pass_shifted(struct charset *cs, size_t len, bool is_error)
{
	struct places *const places = cs->places;

	/* As in convert_line, the line end may be the last byte that iconv gets, but not the first. */
	for (size_t n = 1; n <= MAX_CHAR && places->to + n <= places->raw.n;) {
		const char *const start = places->raw.p + places->to, *p = start;
		if (start[n > 1 ? n - 2 : 0] == cs->eol)
			break;
		/*
		 * Room for one character: glibc reads three bytes before it knows that an escape begins no shift
		 * sequence, and would write all three.
		 */
		char out[4], *to = out;
		size_t left = n, room = is_error ? 1 : len;
		const bool stopped = iconv(places->again->cd, (void *)&p, &left, &to, &room) == (size_t)-1;
		places->to += (size_t)(p - start);
		if (to > out) {
			places->from = (size_t)(start - places->raw.p);
			return;
		}
		if (stopped && errno != EINVAL)
			break;
		n = p > start ? 1 : n + 1;
	}
	/* The next byte is an error. A line end stays, since it ends the line in the text, too. */
	charset_begin_line(places->again);
	places->from = places->to;
	places->to += places->to < places->raw.n && places->raw.p[places->to] != cs->eol;
}

/* Passes the next character of the text. rest: the text from there on */
static void pass_char(struct charset *cs, struct iri_str rest)
{
	struct places *const places = cs->places;
	const size_t len = char_len(cs, rest);

	places->from = places->to;
	places->text_from = places->text_to;
	places->text_to += len;
	if (cs->unit > 1) {
		pass_units(cs, len);
	} else if (rest.p[len - 1] == cs->eol) {
		pass_line_end(cs);
		charset_begin_line(places->again);
	} else if (places->to == places->raw.n) {
		return;
	} else if (cs->stateful) {
		pass_shifted(cs, len, rest.p[0] == CHARSET_ERROR);
	} else {
		pass_bytes(cs, rest);
	}
}

/* Passes whole lines up to the start of the line with text[off]. */
static void pass_lines(struct charset *cs, const char *text, size_t off)
{
	struct places *const places = cs->places;
	const char *p = text + places->text_to, *end;

	if (off <= places->text_to || (end = iri_find_byte(p, text + off, cs->eol)) == text + off)
		return;
	do {
		pass_line_end(cs);
		p = end + 1;
	} while ((end = iri_find_byte(p, text + off, cs->eol)) < text + off);
	places->from = places->to;
	places->text_from = places->text_to = (size_t)(p - text);
	charset_begin_line(places->again);
}

uintmax_t charset_place(struct charset *cs, struct iri_str text, size_t off, bool end)
{
	struct places *const places = cs->places;

	if (cs->unit == 1)
		pass_lines(cs, text.p, off);
	/* Passes the character that begins at off or, with end, the one that ends there. */
	while (places->text_to < text.n && (end ? places->text_to < off : places->text_to <= off))
		pass_char(cs, (struct iri_str){text.p + places->text_to, text.n - places->text_to});
	/* An empty text has one place: the start of the next character or, after the last one, its end. */
	return places->base + ((end ? off <= places->text_from : off < places->text_to) ? places->from : places->to);
}

void charset_discard(struct charset *cs, struct iri_str text, size_t n)
{
	struct places *const places = cs->places;

	if (!places || !n)
		return;
	charset_place(cs, text, n, true);
	/* A character that is passed, but not discarded, is passed again. */
	const size_t cut = places->text_to <= n ? places->to : places->from;
	places->raw.n -= cut;
	memmove(places->raw.p, places->raw.p + cut, places->raw.n);
	places->base += cut;
	places->to -= cut;
	places->text_to = places->text_to > n ? places->text_to - n : 0;
	places->from = places->text_from = 0;
}
