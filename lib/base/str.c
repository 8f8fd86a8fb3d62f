/* SPDX-License-Identifier: ISC */
/* Texts of C as views, and views as texts of C. */
#include "str.h"

struct iri_str iri_str_of(const char *text)
{
	return (struct iri_str){text, text ? strlen(text) : 0};
}

size_t iri_str_copy(struct iri_str s, char *buf, size_t size)
{
	const size_t n = s.n < size ? s.n : size - 1; /* if size is 0, not used */

	if (size) {
		memcpy(buf, iri_present(s).p, n);
		buf[n] = '\0';
	}
	return s.n;
}
