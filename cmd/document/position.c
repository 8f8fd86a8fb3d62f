/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "position.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

/* Counts the line ends (LF, CRLF, CR) from at->counted up to this place, which is not after the end of lines->in. */
static void count_lines(struct position *at, uintmax_t place)
{
	const char *const start = at->lines->in.p, *const end = start + (place - at->base);
	const char *p = start + (at->counted - at->base);
	const char *const from = p;
	const bool has_cr = at->after_cr || iri_find_byte(p, end, '\r') < end;

	while (p < end) {
		if (has_cr)
			while (p < end && !is_line_end(*p))
				p++;
		else
			p = iri_find_byte(p, end, '\n');
		if (p == end)
			break;
		/* The line feed of CRLF ends no further line. */
		if (*p == '\r' || !(p > from ? p[-1] == '\r' : at->after_cr))
			at->line++;
		at->line_start = at->base + (uintmax_t)(++p - start);
	}
	if (place > at->counted)
		at->after_cr = end[-1] == '\r';
	at->counted = place;
}

/* Returns the number of characters from p to end, as the file has them. */
static size_t count_chars(const struct position *at, const char *p, const char *end)
{
	size_t n = iri_count_chars(iri_between(p, end));

	/* CHARSET_ERROR stands before each byte that is not in the charset, even 0xFF; see charset_decode. */
	if (at->lines->charset && charset_is_bytes(at->lines->charset))
		for (; (p = iri_find_byte(p, end, CHARSET_ERROR)) < end; p += end - p > 1 ? 2 : 1)
			n--;
	return n;
}

void position_move(struct position *at, uintmax_t place)
{
	count_lines(at, place);
	if (at->measured < at->line_start) {
		at->measured = at->line_start;
		at->chars = 0;
	}
	at->chars += count_chars(at, at->lines->in.p + (at->measured - at->base), at->lines->in.p + (place - at->base));
	at->measured = place;
}
