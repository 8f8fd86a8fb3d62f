/* SPDX-License-Identifier: ISC */
#include "utf8.h"

#include "lib/base/str.h"

const char *iri_utf8_fault(const char *s, const char *end, size_t *len)
{
	const unsigned char *p = (const unsigned char *)s;
	const uint32_t c = p[0];
	const size_t n = (size_t)(end - s), want = iri_utf8_length(c);
	size_t have = 1;

	*len = 1;
	if (c < 0xC0)
		return "a trailing byte without a lead byte";
	if (c > 0xF7)
		return "a byte that UTF-8 never uses";
	while (have < want && have < n && iri_is_trail(p[have]))
		have++;
	*len = have;
	if (have < want)
		return "an incomplete sequence";
	if (iri_utf8_overlong(s, end))
		return "an overlong sequence";
	if (c == 0xED)
		return "an encoded surrogate";
	return "a sequence for a code point above U+10FFFF";
}

size_t iri_count_chars(struct iri_str s)
{
	s = iri_present(s);
	const char *p = s.p, *end = s.p + s.n;
	size_t count = 0;

	for (; p < end; count++) {
		uint32_t ch;
		if (end - p >= 8 && !(iri_load8(p) & UINT64_C(0x8080808080808080))) {
			p += 8; /* of ASCII, as most texts are */
			count += 7;
			continue;
		}
		size_t len = iri_utf8_decode(p, end, &ch);
		p += len ? len : 1;
	}
	return count;
}
