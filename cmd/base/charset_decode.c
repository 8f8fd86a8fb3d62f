/* SPDX-License-Identifier: ISC */
/* Converts the bytes of a file to UTF-8. */
#include "config.h"

#include "charset.h"
#include "charset_internal.h"

#include "lib/base/str.h"

#include <errno.h>
#include <string.h>

/*
 * Skips one code unit that is no character in the charset, and appends CHARSET_ERROR: the line will be invalid. If
 * code units are single bytes, also appends the byte.
 */
static void skip_unit(struct charset *cs, const char **p, size_t *n, struct iri_buf *out)
{
	const size_t unit = *n < cs->unit ? *n : cs->unit;
	if (cs->unit == 1) {
		/* iconv may hold back a letter that a mark can follow: write it. Then leave any shifted state. */
		charset_convert(cs, NULL, NULL, out);
		charset_begin_line(cs);
	}
	iri_buf_putc(out, CHARSET_ERROR);
	if (cs->unit == 1)
		iri_buf_putc(out, **p);
	*p += unit;
	*n -= unit;
}

/* Returns how often c occurs. If c is rare, memchr is several times as fast as a loop over the bytes. */
static size_t count_byte(char c, const char *p, size_t n)
{
	const char *const end = p + n;
	size_t count = 0;

	for (; p < end && (p = memchr(p, c, (size_t)(end - p))); p++)
		count++;
	return count;
}

/*
 * Converts single bytes without line ends, or code units of several bytes with or without line ends. A character that
 * is cut off stays at *p, unless the input is at its end.
 */
static void convert_part(struct charset *cs, const char **p, size_t *n, bool at_end, struct iri_buf *out)
{
	while (*n && !out->failed) {
		const int stop = charset_convert(cs, p, n, out);
		if (stop != EILSEQ && (stop != EINVAL || !at_end))
			break;
		skip_unit(cs, p, n, out);
	}
}

/*
 * Converts a line of single bytes, or the rest of it, and its line end, which is at `end`. Puts CHARSET_ERROR before
 * the line end if iconv did not convert it to a line end, or if the line ends in a shifted state, in which the next
 * line would be misread (RFC 1468).
 */
static void convert_line(struct charset *cs, const char *p, const char *end, struct iri_buf *out)
{
	const size_t start = out->n;
	size_t n = (size_t)(end - p) + 1;
	int stop;

	while ((stop = charset_convert(cs, &p, &n, out)) && !out->failed && p < end)
		skip_unit(cs, &p, &n, out);
	if (out->failed)
		return;
	const bool ended = !stop && out->n > start && out->p[out->n - 1] == cs->eol;
	if (ended)
		out->n--;
	else
		charset_convert(cs, NULL, NULL, out);
	if (!ended || (cs->stateful && charset_is_shifted(cs)))
		iri_buf_putc(out, CHARSET_ERROR);
	iri_buf_putc(out, cs->eol);
	charset_begin_line(cs);
}

/*
 * Converts whole lines of single bytes in one call of iconv, which is several times as fast as line by line. Returns
 * false, and appends nothing, if the result could differ from that of line by line: if there are shifts or errors, or
 * if the output has more or fewer line ends than the input.
 */
static bool convert_lines(struct charset *cs, const char *p, const char *end, struct iri_buf *out)
{
	const size_t start = out->n, lines = count_byte(end[-1], p, (size_t)(end - p));
	size_t n = (size_t)(end - p);

	if (cs->stateful && memchr(p, '\x1B', n))
		return false;
	if (charset_convert(cs, &p, &n, out) == 0 && count_byte(cs->eol, out->p + start, out->n - start) == lines)
		return true;
	charset_begin_line(cs);
	out->n = start;
	return false;
}

/*
 * Converts single bytes: whole lines at once if possible, else line by line. Each line begins in the initial state, and
 * an error cannot reach the next line, so that out gets as many lines as the input has.
 */
static void decode_bytes(struct charset *cs, const char **p, size_t *n, bool at_end, struct iri_buf *out)
{
	const char *const limit = *p + *n, *last = limit;
	bool at_once = true;

	for (const char *end; !out->failed && (end = charset_find_end(cs, *p, limit)); *p = end + 1) {
		if (at_once && !cs->in_line) {
			while (last[-1] != *end)
				last--;
			at_once = false;
			if (convert_lines(cs, *p, last, out)) {
				end = last - 1;
				continue;
			}
		}
		convert_line(cs, *p, end, out);
		cs->in_line = false;
	}
	*n = (size_t)(limit - *p);
	cs->in_line = cs->in_line || *n;
	convert_part(cs, p, n, at_end, out);
}

void charset_begin(struct charset *cs)
{
	if (cs->begun)
		charset_begin_text(cs);
	cs->begun = cs->in_line = false;
	cs->held.n = 0;
	if (cs->places)
		charset_places_begin(cs->places);
}

void charset_decode(struct charset *cs, const char *p, size_t n, bool at_end, struct iri_buf *out)
{
	if (cs->places && !charset_places_add(cs->places, p, n))
		out->failed = true;
	if (cs->held.n) {
		iri_buf_add(&cs->held, p, n);
		p = cs->held.p;
		n = cs->held.n;
	}
	if (!cs->begun && (n >= cs->unit || at_end)) {
		cs->swapped = charset_is_swapped(cs, p, n >= cs->unit ? cs->unit : 0);
		cs->begun = true;
	}
	if (cs->begun && cs->unit == 1)
		decode_bytes(cs, &p, &n, at_end, out);
	else if (cs->begun)
		convert_part(cs, &p, &n, at_end, out);
	if (cs->held.n) {
		memmove(cs->held.p, p, n);
		cs->held.n = n;
	} else if (n) {
		iri_buf_add(&cs->held, p, n);
	}
	if (at_end) {
		cs->held.n = 0;
		cs->begun = cs->in_line = false;
		charset_convert(cs, NULL, NULL, out);
		charset_begin_text(cs);
	}
	if (cs->held.failed)
		out->failed = true;
}

void charset_remove_errors(const struct charset *cs, struct iri_str line, struct iri_buf *out)
{
	static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] != CHARSET_ERROR)
			iri_buf_putc(out, line.p[i]);
		else if (cs->unit > 1)
			iri_buf_add(out, replacement, sizeof replacement - 1);
		else if (i + 1 < line.n)
			iri_buf_putc(out, line.p[++i]);
	}
}
