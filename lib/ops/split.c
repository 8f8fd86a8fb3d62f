/* SPDX-License-Identifier: ISC */
#include "split.h"

#include "lib/syntax/parse.h"

/*
 * Writes n values, with `absent` for those that are absent, and a tab after each. padded: IRI_COPY_SLACK bytes are
 * readable after each text, and writable after the last tab. Returns the end.
 */
IRI_INLINE char *put_row(char *to, const struct iri_str *values, size_t n, struct iri_str absent, bool padded)
{
	for (size_t i = 0; i < n; i++) {
		const char *const p = values[i].p ? values[i].p : absent.p;
		to = iri_copy(to, p, p + (values[i].p ? values[i].n : absent.n), padded);
		*to++ = '\t';
	}
	return to;
}

/* Returns the number of bytes that put_row writes, without the slack. */
IRI_INLINE size_t row_length(const struct iri_str *values, size_t n, struct iri_str absent)
{
	size_t length = n;

	for (size_t i = 0; i < n; i++)
		length += values[i].p ? values[i].n : absent.n;
	return length;
}

void iri_add_row(const struct iri_str *values, size_t n, struct iri_str absent, struct iri_buf *out)
{
	char *const to = iri_buf_reserve(out, row_length(values, n, absent));

	if (to)
		out->n = (size_t)(put_row(to, values, n, absent, false) - 1 - out->p);
}

size_t iri_split_lines(const struct iri_columns *columns, const char *p, const char *end, struct iri_buf *out,
                       size_t *lines)
{
	const char *const start = p;
	const size_t most = out->n + IRI_LINES_OUTPUT, n = columns->n;
	struct iri_cursor c = iri_cursor(p, end, IRI_LINE_FORM);
	struct iri_str values[IRI_MOST_COLUMNS];
	struct iri_ref ref;

	for (*lines = 0; p < end && out->n < most && iri_walk(&c, p, IRI_LINE_FORM, &ref, NULL); ++*lines) {
		const struct iri_str parts[IRI_PARTS] = {
			[IRI_SCHEME] = ref.scheme, [IRI_USERINFO] = ref.userinfo, [IRI_HOST] = ref.host,
			[IRI_PORT] = ref.port, [IRI_PATH] = ref.path, [IRI_QUERY] = ref.query,
			[IRI_FRAGMENT] = ref.fragment, [IRI_AUTHORITY] = ref.authority,
		};
		for (size_t i = 0; i < n; i++)
			values[i] = parts[columns->parts[i]];
		char *to = iri_buf_reserve(out, row_length(values, n, columns->absent) + IRI_COPY_SLACK);
		if (!to)
			break;
		to = put_row(to, values, n, columns->absent, true);
		to[-1] = '\n';
		out->n = (size_t)(to - out->p);
		p = iri_next_line(&ref);
	}
	return (size_t)(p - start);
}
