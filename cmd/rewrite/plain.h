/* SPDX-License-Identifier: ISC */
/* What all codecs write as it is. */
#ifndef PLAIN_H
#define PLAIN_H

#include "lib/base/buf.h"
#include "lib/unicode/chars.h"

/*
 * Appends the text from p up to the first byte that a codec may write in another way, and returns the place of that
 * byte. Every codec writes letters, digits, "+", "-" and "." as they are.
 */
static inline const char *codec_add_plain(const char *p, const char *end, struct iri_buf *out)
{
	const char *const start = p;

	while (p < end && iri_byte_class(*p) & CHAR_SCHEME)
		p++;
	iri_buf_add(out, start, (size_t)(p - start));
	return p;
}

#endif
