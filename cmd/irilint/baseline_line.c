/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "baseline_line.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/syntax/pct.h"

#include <string.h>

/* Returns the length of the character at p if it needs no escape in a field that ends at `end`, else 0. */
static size_t unescaped_length(const char *p, const char *end)
{
	return *p == '\\' || (*p == ' ' && p + 1 == end) ? 0 : text_visible(p, end);
}

void baseline_add_field(struct iri_buf *to, struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;

	if (!s.n)
		buf_add_text(to, "\\e");
	while (p < end) {
		const char *const run = p;
		for (size_t len; p < end && (len = unescaped_length(p, end)) != 0;)
			p += len;
		iri_buf_add(to, run, (size_t)(p - run));
		if (p == end)
			break;
		switch (*p) {
		case '\\': buf_add_text(to, "\\\\"); break;
		case '\t': buf_add_text(to, "\\t"); break;
		case '\n': buf_add_text(to, "\\n"); break;
		case '\r': buf_add_text(to, "\\r"); break;
		default: buf_add_format(to, "\\x%02X", (unsigned char)*p);
		}
		p++;
	}
}

void baseline_add_document(struct iri_buf *to, struct iri_str name)
{
	const bool comment = name.n && *name.p == '#';

	if (comment)
		buf_add_text(to, "\\x23");
	if (!comment || name.n > 1)
		baseline_add_field(to, (struct iri_str){name.p + comment, name.n - comment});
}

const char *baseline_add_unescaped(struct iri_buf *to, struct iri_str field)
{
	const char *p = field.p, *const end = p + field.n;

	while (p < end) {
		const char *const backslash = iri_find_byte(p, end, '\\');
		iri_buf_add(to, p, (size_t)(backslash - p));
		if (backslash == end)
			break;
		p = backslash + 2;
		switch (p <= end ? backslash[1] : '\0') {
		case '\\': iri_buf_putc(to, '\\'); break;
		case 't': iri_buf_putc(to, '\t'); break;
		case 'n': iri_buf_putc(to, '\n'); break;
		case 'r': iri_buf_putc(to, '\r'); break;
		case 'e': break;
		case 'x': /* as in percent-encoding, with "x" instead of "%" */
			if (!iri_is_pct(backslash + 1, end))
				return backslash;
			iri_buf_putc(to, (char)iri_pct_octet(backslash + 1));
			p += 2;
			break;
		default: return backslash;
		}
	}
	return NULL;
}

/* Whether a line without tabs is one that git puts around the two sides of a conflict. */
static bool is_conflict_marker(struct iri_str s)
{
	return s.n >= 7 && strchr("<=>|", *s.p) && !memcmp(s.p, s.p + 1, 6) && (s.n == 7 || s.p[7] == ' ');
}

const char *baseline_cut(struct iri_str s, struct iri_str fields[BASELINE_FIELDS], size_t *off)
{
	const char *p = s.p, *const end = p + s.n;

	for (int i = 0; i < BASELINE_FIELDS; i++) {
		const char *const tab = iri_find_byte(p, end, '\t');
		*off = (size_t)(tab - s.p);
		if (i < BASELINE_FIELDS - 1 && tab == end) {
			if (!is_conflict_marker(s))
				return "a tab is missing; write DOCUMENT, RULE and LINK, separated by tabs";
			*off = 0;
			return "a marker of a merge conflict; keep the lines of both sides, without markers";
		}
		if (i == BASELINE_FIELDS - 1 && tab < end)
			return "a third tab; write a tab of a name or a link as \\t";
		fields[i] = iri_between(p, tab);
		p = tab + 1;
	}
	return NULL;
}
