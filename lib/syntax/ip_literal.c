/* SPDX-License-Identifier: ISC */
#include "ip_literal.h"

#include "lib/unicode/chars.h"

/*
 * Parses dec-octet at p: a number from 0 to 255 without leading zeros. Returns its end. If there is none, returns NULL
 * and sets *bad to the byte at fault.
 */
static const char *dec_octet(const char *p, const char *end, const char **bad)
{
	unsigned value = 0;
	const char *start = p;

	for (; p < end && iri_is_digit(*p); p++) {
		value = 10 * value + (unsigned)(*p - '0');
		if (value > 255 || (p > start && *start == '0')) {
			*bad = p;
			return NULL;
		}
	}
	*bad = p;
	return p > start ? p : NULL;
}

bool iri_is_ipv4(const char *p, const char *end, const char **bad)
{
	for (int i = 0; i < 4; i++) {
		if (i && !iri_is_byte(p, end, '.')) {
			*bad = p;
			return false;
		}
		p = dec_octet(i ? p + 1 : p, end, bad);
		if (!p)
			return false;
	}
	*bad = p;
	return p == end;
}

const char *iri_ipv6_fault(const char *p, const char *end, const char **bad)
{
	int groups = 0; /* groups of 16 bits so far */
	bool elided = false;

	if (iri_is_byte(p, end, ':')) {
		if (!iri_is_byte(p + 1, end, ':')) {
			*bad = p + 1;
			return "an IPv6 address must not begin with a single ':'";
		}
		elided = true;
		p += 2;
		if (p == end)
			return NULL;
	}
	for (;;) {
		const char *q = p;
		while (q < end && q - p < 4 && (iri_byte_class(*q) & CHAR_HEXDIG))
			q++;
		if (iri_is_byte(q, end, '.') && q > p) {
			/* ls32: an IPv4address in place of the last two groups */
			if (elided ? groups > 5 : groups != 6) {
				*bad = q;
				return "the IPv4 part must replace the last two of the 8 groups";
			}
			return iri_is_ipv4(p, end, bad)
			               ? NULL
			               : "the IPv4 part must be four numbers from 0 to 255 without leading zeros";
		}
		*bad = q;
		if (q == p)
			return iri_is_byte(q, end, '%') ? "a zone identifier is not allowed in an IRI; remove it"
			                       : "hexadecimal digits are missing here";
		if (++groups > (elided ? 7 : 8)) {
			*bad = p;
			return "an IPv6 address has at most 8 groups, or 7 with '::'";
		}
		if (q == end)
			return elided || groups == 8 ? NULL : "an IPv6 address without '::' has 8 groups";
		if (*q == '%')
			return "a zone identifier is not allowed in an IRI; remove it";
		if (*q != ':')
			return iri_byte_class(*q) & CHAR_HEXDIG
			               ? "a group has at most four hexadecimal digits"
			               : "an IPv6 address has only hexadecimal digits, ':' and '.'";
		q++;
		if (iri_is_byte(q, end, ':')) {
			*bad = q;
			if (elided)
				return "only one '::' is allowed";
			if (groups > 7)
				return "an IPv6 address has at most 8 groups, or 7 with '::'";
			elided = true;
			if (++q == end)
				return NULL;
		} else if (q == end) {
			*bad = q;
			return "an IPv6 address must not end with a single ':'";
		}
		p = q;
	}
}

const char *iri_ipvfuture_fault(const char *p, const char *end, const char **bad)
{
	const char *version = ++p;

	while (p < end && (iri_byte_class(*p) & CHAR_HEXDIG))
		p++;
	*bad = p;
	if (p == version || !iri_is_byte(p, end, '.'))
		return "'v' must be followed by a hexadecimal version and '.'";
	const char *address = ++p;
	while (p < end && (iri_byte_class(*p) & CHARS_USERINFO))
		p++;
	*bad = p;
	return p == end && p > address ? NULL : "the address after the version is empty or has an invalid character";
}
