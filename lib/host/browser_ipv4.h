/* SPDX-License-Identifier: ISC */
/* IPv4 addresses, as browsers read them */
#ifndef IRI_BROWSER_IPV4_H
#define IRI_BROWSER_IPV4_H

#include "lib/iri.h"

/*
 * Whether a browser reads a label as a number (inet_aton(3) reads most of these, too): decimal; octal if it begins
 * with "0"; hexadecimal if it begins with "0x". Sets *value to the number; or to some value above UINT32_MAX if the
 * number is too large for an IPv4 address, or is octal and has "8" or "9".
 */
bool iri_read_number(struct iri_str label, uint64_t *value);

/*
 * Whether a browser reads a name as an IPv4 address (inet_aton(3) reads most of these, too): as 1 to 4 numbers (see
 * iri_read_number) with dots between them, and perhaps a final dot. Each number but the last is one octet, and the last
 * one has all the octets that are left. Sets *address in host byte order.
 */
bool iri_read_ipv4(struct iri_str name, uint32_t *address);

#endif
