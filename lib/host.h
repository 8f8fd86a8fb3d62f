/* SPDX-License-Identifier: ISC */
#ifndef IRI_HOST_H
#define IRI_HOST_H

#include "chars.h"
#include "iri.h"

/* RFC 1035, section 2.3.4, in octets; of the name without the root's dot */
enum { LABEL_MAX = 63, NAME_MAX_OCTETS = 253 };

/* A letter, a digit or a hyphen, of which host names are made (STD 3; RFC 5890, section 2.3.1). */
static inline bool iri_is_ldh(char c)
{
	return iri_byte_class(c) & (CHAR_ALPHA | CHAR_DIGIT) || c == '-';
}

/* Whether a label begins with "xn--", in any case, as A-labels do (RFC 5890, section 2.3.2.5). */
static inline bool iri_has_ace_prefix(struct iri_str s)
{
	return s.n >= 4 && (s.p[0] | 0x20) == 'x' && (s.p[1] | 0x20) == 'n' && s.p[2] == '-' && s.p[3] == '-';
}

/*
 * Whether inet_aton(3) and browsers read a label as a number: decimal, octal behind "0", or hexadecimal behind "0x".
 * *value is UINT64_MAX if it is too large, or not octal.
 */
bool iri_read_number(struct iri_str label, uint64_t *value);

/*
 * The IPv4 address, in host byte order, that inet_aton(3) and browsers read in a name of 1 to 4 numbers as above: the
 * last fills all octets that are left. False if they read none.
 */
bool iri_read_ipv4(struct iri_str name, uint32_t *address);

#endif
