/* SPDX-License-Identifier: ISC */
#include "csv.h"

#include "lib/base/str.h"

#include <string.h>

/* Whether a separator begins at p. */
static bool csv_is_separator(const char *p, const char *end, const char *separator)
{
	const size_t n = strlen(separator);

	return (size_t)(end - p) >= n && !memcmp(p, separator, n);
}

/* Returns the quotation mark that ends the quoted content at p, or NULL if it goes on in the next line. */
static const char *closing_mark(const char *p, const char *end)
{
	while ((p = iri_find_byte(p, end, '"')) < end) {
		if (end - p < 2 || p[1] != '"')
			return p;
		p += 2;
	}
	return NULL;
}

/* Returns the end of an unquoted field: the next separator, or end. */
static const char *plain_end(const char *p, const char *end, const char *separator)
{
	while ((p = iri_find_byte(p, end, *separator)) < end && !csv_is_separator(p, end, separator))
		p++;
	return p;
}

void csv_read(struct csv *c, struct iri_str line, struct csv_line *result)
{
	const char *p = line.p, *const end = p + line.n, *close;
	bool begins = !c->open; /* the field at p begins in this line */

	*result = (struct csv_line){.found = CSV_PASS};
	for (;; begins = true) {
		const char *const field = p;
		const bool quoted = c->open || (p < end && *p == '"'), wanted = c->before + 1 == c->number;
		const char *const content = quoted && begins ? p + 1 : p;
		c->seen = c->seen || wanted;
		c->open = false;
		if (quoted && !(close = closing_mark(content, end))) {
			c->open = true;
			if (wanted && begins) {
				result->found = CSV_BROKEN;
				result->off = (size_t)(field - line.p);
			}
			return;
		}
		if (!quoted)
			close = plain_end(p, end, c->separator);
		p = close + quoted;
		if (p < end && !csv_is_separator(p, end, c->separator)) {
			result->found = CSV_FAULT;
			result->off = (size_t)(p - line.p);
			break;
		}
		if (wanted && begins) {
			result->found = CSV_FOUND;
			result->field = iri_between(field, p);
			result->content = iri_between(content, close);
			result->quoted = quoted;
		}
		c->before++;
		if (p == end)
			break;
		p += strlen(c->separator);
	}
	/* The record ends. */
	if (result->found == CSV_PASS && !c->seen)
		result->found = CSV_MISSING;
	result->n = c->before;
	c->before = 0;
	c->seen = false;
}

size_t csv_find_name(const char *separator, struct iri_str line, struct iri_str name, struct iri_buf *scratch,
                     void (*other)(void *arg, struct iri_str name), void *arg)
{
	const char *p = line.p, *const end = p + line.n;

	for (size_t number = 1;; number++) {
		const bool quoted = p < end && *p == '"';
		const char *const close = quoted ? closing_mark(p + 1, end) : plain_end(p, end, separator);
		if (!close)
			return 0;
		iri_buf_clear(scratch);
		if (quoted)
			csv_decode(iri_between(p + 1, close), scratch);
		else
			iri_buf_add(scratch, p, (size_t)(close - p));
		if (iri_same(iri_contents(scratch), name))
			return number;
		other(arg, iri_contents(scratch));
		p = close + quoted;
		if (p == end || !csv_is_separator(p, end, separator))
			return 0;
		p += strlen(separator);
	}
}

void csv_decode(struct iri_str content, struct iri_buf *out)
{
	const char *p = content.p, *const end = p + content.n;

	while (p < end) {
		const char *const mark = iri_find_byte(p, end, '"'), *const stop = mark + (mark < end);
		iri_buf_add(out, p, (size_t)(stop - p));
		p = stop + (mark < end);
	}
}

void csv_add(struct iri_buf *out, struct iri_str field, const char *separator, bool quoted)
{
	const char *p = field.p, *const end = p + field.n;

	for (const char *q = p; q < end && !quoted; q++)
		quoted = *q == '"' || *q == '\r' || *q == '\n' || csv_is_separator(q, end, separator);
	if (!quoted) {
		iri_buf_add(out, p, field.n);
		return;
	}
	iri_buf_putc(out, '"');
	while (p < end) {
		const char *const mark = iri_find_byte(p, end, '"'), *const stop = mark + (mark < end);
		iri_buf_add(out, p, (size_t)(stop - p));
		if (mark < end)
			iri_buf_putc(out, '"');
		p = stop;
	}
	iri_buf_putc(out, '"');
}

void csv_locate(struct iri_str content, size_t *offsets, size_t n)
{
	size_t at = 0, decoded = 0;

	for (size_t i = 0; i < n; i++) {
		for (; decoded < offsets[i] && at < content.n; decoded++)
			at += content.p[at] == '"' ? 2 : 1;
		offsets[i] = at + (offsets[i] - decoded);
	}
}
