/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "unread.h"

#include "cmd/base/text.h"
#include "lib/unicode/chars.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 3 };

/* Returns the end of the name, which begins with ".", or NULL if it is not counted. */
static const char *end_of(const char *name)
{
	const char *const end = strrchr(name, '.');

	if (!end || end == name || !end[1] || strlen(end) > UNREAD_LENGTH)
		return NULL;
	for (const char *p = end + 1; *p; p++)
		if (!iri_is_alphanumeric(*p) && *p != '_' && *p != '-')
			return NULL;
	return end;
}

void unread_add(struct unread *u, const char *name)
{
	const char *const end = end_of(name);
	size_t i = 0;

	u->files++;
	if (!end)
		return;
	while (i < u->n && strcmp(u->ends[i].text, end) != 0)
		i++;
	if (i == UNREAD_ENDS)
		return;
	if (i == u->n)
		strcpy(u->ends[u->n++].text, end);
	u->ends[i].files++;
}

/* Orders the ends by their numbers, the largest first. */
static int unread_compare(const void *a, const void *b)
{
	const struct unread_end *const x = a, *const y = b;

	return x->files != y->files ? (x->files < y->files) - (x->files > y->files) : strcmp(x->text, y->text);
}

void unread_describe(struct unread *u, struct iri_buf *out)
{
	size_t left = u->files;

	qsort(u->ends, u->n, sizeof *u->ends, unread_compare);
	buf_add_format(out, "%zu", u->files);
	for (size_t i = 0; i < u->n && i < SHOWN; i++) {
		buf_add_format(out, "%s%zu *%s", i ? ", " : " (", u->ends[i].files, u->ends[i].text);
		left -= u->ends[i].files;
	}
	if (u->n && left)
		buf_add_format(out, ", %zu other%s", left, left == 1 ? "" : "s");
	if (u->n)
		iri_buf_putc(out, ')');
}
