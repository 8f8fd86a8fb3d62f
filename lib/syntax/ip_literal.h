/* SPDX-License-Identifier: ISC */
/*
 * IP literals (RFC 3986, section 3.2.2), and the IPv4 addresses in them and elsewhere. lib/host/browser_ipv4.h has what
 * browsers take for an IPv4 address, too.
 */
#ifndef IRI_IP_LITERAL_H
#define IRI_IP_LITERAL_H

#include <stdbool.h>

/* Whether the text from p to end is an IPv4address. If not, sets *bad to the first byte that does not fit, or end. */
bool iri_is_ipv4(const char *p, const char *end, const char **bad);

/*
 * Checks the text in brackets, from p to end, as an IPv6address. Returns NULL if it is one; else the reason, as static
 * text, with *bad at the byte at fault.
 */
const char *iri_ipv6_fault(const char *p, const char *end, const char **bad);

/* Checks as iri_ipv6_fault does: IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ). p is at the "v". */
const char *iri_ipvfuture_fault(const char *p, const char *end, const char **bad);

#endif
