/* SPDX-License-Identifier: ISC */
/* Ports as numbers */
#ifndef PORT_H
#define PORT_H

#include "lib/iri.h"

enum { PORT_MAX = 65535 };

/* Returns the number of a port, or -1 if it is none that an address can have: empty, above 65535, or no digits. */
static inline long port_number(struct iri_str port)
{
	long number = port.n ? 0 : -1;

	for (size_t i = 0; i < port.n && number >= 0; i++) {
		number = number * 10 + (unsigned char)port.p[i] - '0';
		if (port.p[i] < '0' || port.p[i] > '9' || number > PORT_MAX)
			number = -1;
	}
	return number;
}

#endif
