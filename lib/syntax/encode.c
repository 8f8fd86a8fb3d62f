/* SPDX-License-Identifier: ISC */
#include "encode.h"

#include "parse.h"
#include "pct.h"

#include <string.h>

/* Returns the classes of the ASCII characters that a component can have. */
static unsigned classes_of(enum iri_component where)
{
	switch (where) {
	case IRI_SCHEME: return CHAR_SCHEME;
	case IRI_USERINFO: return CHARS_USERINFO;
	case IRI_HOST: return CHARS_REG_NAME;
	case IRI_PORT: return CHAR_DIGIT;
	case IRI_PATH: return CHARS_PATH;
	case IRI_QUERY: return CHARS_QUERY;
	case IRI_FRAGMENT: return CHARS_FRAGMENT;
	}
	return 0;
}

void iri_encode(struct iri_buf *out, struct iri_str data, enum iri_component where, unsigned form, const char *also)
{
	data = iri_present(data);
	const unsigned ascii = classes_of(where), extra = iri_extra_classes(form, where);

	for (const char *p = data.p, *const end = p + data.n; p < end;) {
		const char *const start = p;
		while (p < end && iri_byte_class(*p) & ascii && !strchr(also, *p))
			p++;
		iri_buf_add(out, start, (size_t)(p - start));
		if (p == end)
			break;
		const char *const next = (unsigned char)*p >= 0x80 ? iri_pass_char(p, end, extra) : NULL;
		if (next)
			iri_buf_add(out, p, (size_t)(next - p));
		else
			iri_pct_encode(out, (struct iri_str){p, 1});
		p = next ? next : p + 1;
	}
}
