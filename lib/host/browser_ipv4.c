/* SPDX-License-Identifier: ISC */
#include "browser_ipv4.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"

bool iri_read_number(struct iri_str s, uint64_t *value)
{
	const bool zero = s.n > 1 && s.p[0] == '0', hex = zero && (s.p[1] | 0x20) == 'x';
	const unsigned base = hex ? 16 : zero ? 8 : 10;

	*value = 0;
	for (size_t i = hex ? 2 : 0; i < s.n; i++) {
		const unsigned digit = iri_hex_value(s.p[i]);
		if (!(iri_byte_class(s.p[i]) & (hex ? CHAR_HEXDIG : CHAR_DIGIT)))
			return false;
		*value = digit >= base || *value > UINT32_MAX ? UINT64_MAX : *value * base + digit;
	}
	return s.n;
}

bool iri_read_ipv4(struct iri_str name, uint32_t *address)
{
	const char *p = name.p, *end = p + name.n;
	uint64_t octets = 0, value = 0;

	if (name.n > 1 && end[-1] == '.')
		end--;
	for (int i = 0; i < 4; i++) {
		const char *const dot = iri_find_byte(p, end, '.');
		if (!iri_read_number(iri_between(p, dot), &value))
			return false;
		if (dot == end) {
			*address = (uint32_t)(octets << (32 - 8 * i) | value);
			return value < UINT64_C(1) << (32 - 8 * i);
		}
		if (value > 255)
			return false;
		octets = octets << 8 | value;
		p = dot + 1;
	}
	return false;
}
