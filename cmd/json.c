/* SPDX-License-Identifier: ISC */
#include "json.h"

#include "../lib/chars.h"
#include "../lib/utf8.h"

#include <stdio.h>
#include <string.h>

/* Appends a character that does not stand for itself in a string. */
static void escape(struct iri_buf *out, uint32_t ch)
{
	char text[16];
	int n;

	if (ch == '"' || ch == '\\')
		n = snprintf(text, sizeof text, "\\%c", (int)ch);
	else if (ch < 0x10000)
		n = snprintf(text, sizeof text, "\\u%04x", (unsigned)ch);
	else
		n = snprintf(text, sizeof text, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (ch >> 10)),
		             (unsigned)(0xDC00 + (ch & 0x3FF)));
	iri_buf_add(out, text, (size_t)n);
}

/* Whether it stands for itself, also where it is shown. */
static bool is_shown(uint32_t ch)
{
	if (ch < 0x80)
		return ch >= ' ' && ch != '"' && ch != '\\' && ch != 0x7F;
	return iri_char_class(ch) == CHAR_UCSCHAR && ch != 0x2028 && ch != 0x2029;
}

void json_string(struct iri_buf *out, struct iri_str s)
{
	if (!s.p) {
		iri_buf_add(out, "null", 4);
		return;
	}
	const char *p = s.p, *end = p + s.n, *run = p;

	iri_buf_putc(out, '"');
	while (p < end) {
		uint32_t ch;
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (len && is_shown(ch)) {
			p += len;
			continue;
		}
		iri_buf_add(out, run, (size_t)(p - run));
		escape(out, len ? ch : 0xFFFD);
		p += len ? len : 1;
		run = p;
	}
	iri_buf_add(out, run, (size_t)(p - run));
	iri_buf_putc(out, '"');
}
