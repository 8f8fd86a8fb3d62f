/* SPDX-License-Identifier: ISC */
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

/* Text of a caller: size bytes at buf, of which n are used. n counts on when there is no room. */
struct room {
	char *buf;
	size_t size, n;
};

static void encode_put(struct room *to, const char *p, size_t n)
{
	if (to->n < to->size)
		memcpy(to->buf + to->n, p, n < to->size - to->n ? n : to->size - to->n);
	to->n += n;
}

/* Ends the text with a NUL, and returns its length. */
static size_t encode_end(const struct room *to)
{
	if (to->size)
		to->buf[to->n < to->size ? to->n : to->size - 1] = '\0';
	return to->n;
}

size_t iri_encode(struct iri_str data, enum iri_component where, unsigned form, const char *also, char *buf,
                  size_t size)
{
	data = iri_present(data);
	const unsigned ascii = classes_of(where), extra = iri_extra_classes(form, where);
	struct room to = {buf, size, 0};

	for (const char *p = data.p, *const end = p + data.n; p < end;) {
		const char *const start = p;
		while (p < end && iri_byte_class(*p) & ascii && !(also && strchr(also, *p)))
			p++;
		encode_put(&to, start, (size_t)(p - start));
		if (p == end)
			break;
		const char *const next = (unsigned char)*p >= 0x80 ? iri_pass_char(p, end, extra) : NULL;
		if (next)
			encode_put(&to, p, (size_t)(next - p));
		else
			encode_put(&to, iri_pct_of_byte[(unsigned char)*p], 3);
		p = next ? next : p + 1;
	}
	return encode_end(&to);
}

size_t iri_decode(struct iri_str s, bool plus_is_space, char *buf, size_t size)
{
	struct room to = {buf, size, 0};

	s = iri_present(s);
	for (const char *p = s.p, *const end = p + s.n; p < end;) {
		const char *const start = p;
		while (p < end && *p != '%' && !(*p == '+' && plus_is_space))
			p++;
		encode_put(&to, start, (size_t)(p - start));
		if (p == end)
			break;
		const bool pct = iri_is_pct(p, end);
		const char plain = *p == '+' ? ' ' : '%', octet = pct ? (char)iri_pct_octet(p) : plain;
		encode_put(&to, &octet, 1);
		p += pct ? 3 : 1;
	}
	return encode_end(&to);
}
