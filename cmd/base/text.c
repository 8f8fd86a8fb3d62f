/* SPDX-License-Identifier: ISC */
#include "text.h"

#include "lib/unicode/chars.h"
#include "lib/unicode/display.h"
#include "lib/unicode/utf8.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void buf_add_text(struct iri_buf *b, const char *text)
{
	iri_buf_add(b, text, strlen(text));
}

void buf_add_format(struct iri_buf *b, const char *format, ...)
{
	size_t room, n = 255; /* the first round has enough room for most texts */

	do {
		room = n + 1;
		char *const to = iri_buf_reserve(b, room);
		if (!to)
			return;
		va_list args;
		va_start(args, format);
		n = (size_t)vsnprintf(to, room, format, args);
		va_end(args);
	} while (n >= room);
	b->n += n;
}

size_t text_visible(const char *p, const char *end)
{
	uint32_t ch;
	const size_t len = iri_utf8_decode(p, end, &ch);

	return len && !iri_char_is_hidden(ch) && (ch < 0x80 || iri_char_class(ch) == CHAR_UCSCHAR) ? len : 0;
}

void buf_add_visible(struct iri_buf *b, const char *p)
{
	const char *const end = p + strlen(p), *run = p;

	while (p < end) {
		const size_t len = text_visible(p, end);
		p += len;
		if (len)
			continue;
		iri_buf_add(b, run, (size_t)(p - run));
		buf_add_format(b, "\\x%02x", (unsigned char)*p++);
		run = p;
	}
	iri_buf_add(b, run, (size_t)(end - run));
}

void buf_add_number(struct iri_buf *b, uintmax_t number)
{
	char digits[sizeof number * CHAR_BIT / 3 + 1], *const end = digits + sizeof digits, *p = end;

	do
		*--p = (char)('0' + number % 10);
	while (number /= 10);
	iri_buf_add(b, p, (size_t)(end - p));
}

/* Appends a character to a JSON string as an escape. */
static void add_escape(struct iri_buf *b, uint32_t ch)
{
	if (ch == '"' || ch == '\\')
		buf_add_format(b, "\\%c", (int)ch);
	else if (ch < 0x10000)
		buf_add_format(b, "\\u%04x", (unsigned)ch);
	else
		buf_add_format(b, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (ch >> 10)), (unsigned)(0xDC00 + (ch & 0x3FF)));
}

/* Whether a character can stay as it is, in JSON and on a terminal. */
static bool needs_no_escape(uint32_t ch, bool ascii)
{
	if (ch < 0x80)
		return ch >= ' ' && ch != '"' && ch != '\\' && ch != 0x7F;
	return !ascii && iri_char_class(ch) == CHAR_UCSCHAR && ch != 0x2028 && ch != 0x2029;
}

/* Appends s as buf_add_json and buf_add_json_ascii do. */
static void add_json(struct iri_buf *b, struct iri_str s, bool ascii)
{
	if (!s.p) {
		iri_buf_add(b, "null", 4);
		return;
	}
	const char *p = s.p, *end = p + s.n, *run = p;

	iri_buf_putc(b, '"');
	while (p < end) {
		uint32_t ch;
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (len && needs_no_escape(ch, ascii)) {
			p += len;
			continue;
		}
		iri_buf_add(b, run, (size_t)(p - run));
		add_escape(b, len ? ch : 0xFFFD);
		p += len ? len : 1;
		run = p;
	}
	iri_buf_add(b, run, (size_t)(p - run));
	iri_buf_putc(b, '"');
}

void buf_add_json(struct iri_buf *b, struct iri_str s)
{
	add_json(b, s, false);
}

void buf_add_json_ascii(struct iri_buf *b, struct iri_str s)
{
	add_json(b, s, true);
}
