/* SPDX-License-Identifier: ISC */
#include "text.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *text_find(const char *p, const char *end, const char *what)
{
	const size_t n = strlen(what);

	for (; (p = iri_find_byte(p, end, *what)) < end; p++)
		if ((size_t)(end - p) >= n && !memcmp(p, what, n))
			return p;
	return NULL;
}

uintmax_t text_line_ends(struct iri_str s)
{
	const char *const start = iri_present(s).p, *const end = start + s.n;
	uintmax_t n = 0;

	for (const char *p = start; (p = iri_find_byte(p, end, '\n')) < end; p++)
		n++;
	for (const char *p = start; (p = iri_find_byte(p, end, '\r')) < end; p++)
		n += end - p < 2 || p[1] != '\n';
	return n;
}

bool text_is_one_of(struct iri_str s, const char *const *names)
{
	for (; *names; names++)
		if (s.n && iri_lower(*s.p) == **names && iri_is_caseless(s, *names))
			return true;
	return false;
}

void buf_add_text(struct iri_buf *b, const char *text)
{
	const size_t n = strlen(text);
	char *const to = iri_buf_reserve(b, n);

	if (!to)
		return;
	memcpy(to, text, n);
	b->n += n;
}

void buf_add_char(struct iri_buf *b, uint32_t ch)
{
	char bytes[4];

	iri_buf_add(b, bytes, iri_utf8_encode(ch, bytes));
}

void buf_add_texts(struct iri_buf *b, const char *const *texts)
{
	for (; *texts; texts++)
		if (**texts)
			buf_add_text(b, *texts);
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

void buf_add_encoded(struct iri_buf *b, struct iri_str data, enum iri_component where, unsigned form, const char *also)
{
	const size_t room = data.n < SIZE_MAX / 8 ? 3 * data.n + 1 : SIZE_MAX; /* if every byte is percent-encoded */
	char *const to = iri_buf_reserve(b, room);

	if (to)
		b->n += iri_encode(data, where, form, also, to, room);
}

void buf_add_decoded(struct iri_buf *b, struct iri_str s, bool plus_is_space)
{
	char *const to = iri_buf_reserve(b, s.n + 1);

	if (to)
		b->n += iri_decode(s, plus_is_space, to, s.n + 1);
}

size_t text_visible(const char *p, const char *end)
{
	uint32_t ch;
	const size_t len = iri_utf8_decode(p, end, &ch);

	return len && !iri_char_is_hidden(ch) && (ch < 0x80 || iri_char_class(ch) == CHAR_UCSCHAR) ? len : 0;
}

void buf_add_visible(struct iri_buf *b, const char *text)
{
	buf_add_visible_str(b, iri_str_of(text));
}

void buf_add_visible_str(struct iri_buf *b, struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n, *run = p;

	while (p < end) {
		const size_t len = *p >= ' ' && *p <= '~' ? 1 : text_visible(p, end); /* mostly without a call */
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
