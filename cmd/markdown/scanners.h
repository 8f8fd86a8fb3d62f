/* SPDX-License-Identifier: ISC */
/* Scanners of links: labels, destinations, titles, autolinks. Sections are those of CommonMark 0.31.2. */
#ifndef SCANNERS_H
#define SCANNERS_H

#include "cmd/base/source_map.h"
#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/*
 * The functions below read the text between p and end. If no such part stands at p, they return NULL. Each of them
 * stops so early that a text of many openers without closers takes linear time.
 */

/* Whether c is ASCII punctuation (section 2.1). */
static inline bool scan_is_punctuation(char c)
{
	return c > ' ' && c < 0x7F && !iri_is_alphanumeric(c);
}

/* Whether a backslash escape stands at p: a backslash, and ASCII punctuation (section 2.4). */
static inline bool scan_is_escape(const char *p, const char *end)
{
	return end - p >= 2 && *p == '\\' && scan_is_punctuation(p[1]);
}

static inline bool scan_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Skips spaces and tabs. */
static inline const char *scan_skip_blanks(const char *p, const char *end)
{
	while (p < end && scan_is_blank(*p))
		p++;
	return p;
}

/* Skips spaces, tabs and line ends. In the text of a leaf, no line is blank, so there is at most one line end. */
static inline const char *scan_skip_space(const char *p, const char *end)
{
	while (p < end && is_space(*p))
		p++;
	return p;
}

/* Returns the start of the next line, for p at a line end: LF, CRLF or CR; or end. */
static inline const char *scan_next_line(const char *p, const char *end)
{
	if (p < end)
		p += *p == '\r' && end - p >= 2 && p[1] == '\n' ? 2 : 1;
	return p;
}

/* Returns the end of the line that p is in: its line end, or end. */
static inline const char *scan_line_end(const char *p, const char *end)
{
	while (p < end && !is_line_end(*p))
		p++;
	return p;
}

/* Whether the text begins with `start`, in any case. `start` itself is in lower case. */
bool scan_begins(const char *p, const char *end, const char *start);

/* Returns the place after the first `text`, in any case. `text` itself is in lower case. */
const char *scan_find_after(const char *p, const char *end, const char *text);

/*
 * Whether the "&" at p begins what looks like a character reference: "&name;" or "&#1;". There need not be such a name.
 */
bool scan_is_charref(const char *p, const char *end);

/* Returns the "]" of the label whose "[" stands before p (section 6.3). */
const char *scan_label_end(const char *p, const char *end);

/*
 * Returns the end of the destination at p (section 6.3), and sets *text to it, without "<" and ">". A destination
 * without "<" may be empty.
 */
const char *scan_destination(const char *p, const char *end, struct iri_str *text);

/* Returns the end of the title that p begins with its quotation mark or "(" (section 6.3). */
const char *scan_title(const char *p, const char *end);

/* Returns the end of the definition at p (section 4.7), which is the start of a line or the end of the text. */
const char *scan_definition(const char *p, const char *end, struct iri_str *label, struct iri_str *destination);

/* Returns the ">" of the autolink whose "<" stands before p (section 6.5). */
const char *scan_autolink(const char *p, const char *end, bool *is_address);

/* Returns the end of the e-mail address at p (section 6.5). */
const char *scan_address(const char *p, const char *end);

/*
 * Appends what a destination, which begins at `place`, means: its escapes and character references resolved (sections
 * 2.4 and 2.5).
 */
void scan_unescape(struct iri_str destination, size_t place, struct source_map *to);

#endif
