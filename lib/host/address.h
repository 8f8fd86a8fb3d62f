/* SPDX-License-Identifier: ISC */
/* Addresses in the place of a host: their usual form, and the network that they belong to. */
#ifndef IRI_ADDRESS_H
#define IRI_ADDRESS_H

#include "lib/iri.h"

/* The network of an address, by the registries of special-purpose addresses (RFC 6890, section 2.2) */
enum iri_network {
	IRI_NETWORK_PUBLIC,   /* any other */
	IRI_NETWORK_SELF,     /* this computer: loopback, and the unspecified address, which connects to it */
	IRI_NETWORK_OWN,      /* the reader's own network: private, link-local, unique local and shared addresses */
};

struct iri_address {
	char text[46];        /* dotted decimal, or RFC 5952, with a NUL; without brackets */
	enum iri_network network;
	bool failed;          /* memory ran out, so that the host may be an address after all */
};

/*
 * Whether software reads a host as an address: an IPv6 address in brackets, or a name that iri_read_ipv4 reads, perhaps
 * percent-encoded or with characters that UTS #46 maps to digits and dots. Sets *address. An IPv6 address that has an
 * IPv4 address in it (RFC 4291, section 2.5.5.2; RFC 6052, section 2.1) has the network of that, and ends in its dotted
 * decimal form (RFC 5952, section 5). host: the host of a parsed reference. Allocates memory only for a name that has
 * percent-encoding or is not ASCII. Linear.
 */
bool iri_host_address(struct iri_str host, struct iri_address *address);

#endif
