/* SPDX-License-Identifier: ISC */
#include "fields.h"

#include <stdio.h>
#include <string.h>

/* Returns where the next separator begins, or NULL. */
static inline const char *find_separator(const struct options *o, const char *p, const char *end)
{
	const size_t len = strlen(o->separator);

	for (; p < end && (p = memchr(p, o->separator[0], (size_t)(end - p))); p++)
		if ((size_t)(end - p) >= len && !memcmp(p, o->separator, len))
			return p;
	return NULL;
}

bool fields_find(const struct options *o, struct iri_str line, struct iri_str *field, char *why, size_t size)
{
	const char *p = line.p, *end = line.p + line.n;

	/* In a CRLF file the CR belongs to the line's end, not to the last field. */
	if (o->eol == '\n' && line.n && end[-1] == '\r')
		end--;
	for (size_t n = 1;; n++) {
		const char *const next = find_separator(o, p, end);
		if (n == o->field) {
			*field = (struct iri_str){p, (size_t)((next ? next : end) - p)};
			return true;
		}
		if (!next) {
			*field = (struct iri_str){end, 0};
			snprintf(why, size, "no field %zu, only %zu; fields are separated by %s", o->field, n,
			         strcmp(o->separator, "\t") ? "what -d says" : "TAB (see -d)");
			return false;
		}
		p = next + strlen(o->separator);
	}
}

bool fields_has_separator(const struct options *o, struct iri_str text)
{
	return find_separator(o, text.p, text.p + text.n);
}

/* 2011 draft, section 4, step 2: blocks of spaces separate references. */
struct iri_str fields_cut(struct iri_str *rest)
{
	const char *p = rest->p, *end = p + rest->n, *space = memchr(p, ' ', rest->n);
	const struct iri_str first = {p, (size_t)((space ? space : end) - p)};

	for (p = first.p + first.n; p < end && *p == ' ';)
		p++;
	*rest = (struct iri_str){p, (size_t)(end - p)};
	return first;
}
