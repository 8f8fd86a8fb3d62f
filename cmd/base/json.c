/* SPDX-License-Identifier: ISC */
#include "json.h"

#include "text.h"

#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <string.h>

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

void json_next(struct iri_buf *b)
{
	const char last = b->n ? b->p[b->n - 1] : '{';

	if (last != '{' && last != '[' && last != ':')
		iri_buf_putc(b, ',');
}

static void add_value(struct iri_buf *b, struct iri_str s, bool ascii)
{
	json_next(b);
	if (!s.p) {
		iri_buf_add(b, "null", 4);
		return;
	}
	const char *p = s.p, *end = p + s.n, *run = p;

	iri_buf_putc(b, '"');
	while (p < end) {
		uint32_t ch = (unsigned char)*p;
		/* Most text is printable ASCII. */
		if (ch - ' ' < 0x7F - ' ' && ch != '"' && ch != '\\') {
			p++;
			continue;
		}
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

void json_string(struct iri_buf *b, struct iri_str s)
{
	add_value(b, s, false);
}

void json_ascii(struct iri_buf *b, struct iri_str s)
{
	add_value(b, s, true);
}

void json_open(struct iri_buf *b, const char *key, char bracket)
{
	if (key)
		json_key(b, key);
	else
		json_next(b);
	iri_buf_putc(b, bracket);
}

void json_key(struct iri_buf *b, const char *key)
{
	json_next(b);
	iri_buf_putc(b, '"');
	buf_add_text(b, key);
	iri_buf_add(b, "\":", 2);
}

void json_add_string(struct iri_buf *b, const char *key, struct iri_str value)
{
	json_key(b, key);
	json_string(b, value);
}

void json_add_ascii(struct iri_buf *b, const char *key, struct iri_str value)
{
	json_key(b, key);
	json_ascii(b, value);
}

void json_add_text(struct iri_buf *b, const char *key, const char *value)
{
	json_add_string(b, key, (struct iri_str){value, value ? strlen(value) : 0});
}

void json_add_number(struct iri_buf *b, const char *key, uintmax_t value)
{
	json_key(b, key);
	buf_add_number(b, value);
}

void json_add_bool(struct iri_buf *b, const char *key, bool value)
{
	json_key(b, key);
	buf_add_text(b, value ? "true" : "false");
}
