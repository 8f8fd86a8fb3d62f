/* SPDX-License-Identifier: ISC */
#include "row.h"

#include "lib/base/str.h"

/* Appends n > 0 values, separated by tabs. padded: IRI_COPY_SLACK bytes are readable after each. */
IRI_INLINE void add_row(const struct iri_str *const *values, size_t n, bool padded, struct iri_buf *out)
{
	size_t length = n;

	for (size_t i = 0; i < n; i++)
		length += values[i]->n;
	char *to = iri_buf_reserve(out, length + (padded ? IRI_COPY_SLACK : 0));
	if (!to)
		return;
	for (size_t i = 0; i < n; i++) {
		to = iri_copy(to, values[i]->p, values[i]->p + values[i]->n, padded);
		*to++ = '\t';
	}
	out->n = (size_t)(to - 1 - out->p);
}

void row_add(const struct iri_str *values, size_t n, struct iri_str absent, struct iri_buf *out)
{
	const struct iri_str *row[ROW_MOST_COLUMNS];

	for (size_t i = 0; i < n; i++)
		row[i] = values[i].p ? &values[i] : &absent;
	add_row(row, n, false, out);
}

void row_add_parts(const struct row_columns *columns, const struct iri_ref *ref, struct iri_buf *out)
{
	/* Pointers: a copy would load in one piece what the parser has stored in two, and that stalls the processor. */
	const struct iri_str *const parts[ROW_PARTS] = {
		[IRI_SCHEME] = &ref->scheme, [IRI_USERINFO] = &ref->userinfo, [IRI_HOST] = &ref->host,
		[IRI_PORT] = &ref->port, [IRI_PATH] = &ref->path, [IRI_QUERY] = &ref->query,
		[IRI_FRAGMENT] = &ref->fragment, [ROW_AUTHORITY] = &ref->authority,
	};
	const struct iri_str *row[ROW_MOST_COLUMNS];

	for (size_t i = 0; i < columns->n; i++) {
		row[i] = parts[columns->parts[i]];
		if (!row[i]->p)
			row[i] = &columns->absent;
	}
	add_row(row, columns->n, true, out);
}
