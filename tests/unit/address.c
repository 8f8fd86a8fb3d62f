/* SPDX-License-Identifier: ISC */
/* Hosts that are addresses: their usual form, and the network they belong to. */
#include "unit.h"

static void check_host(char *const *cells)
{
	static const char *const networks[] = {
		[IRI_NETWORK_PUBLIC] = "PUBLIC", [IRI_NETWORK_SELF] = "SELF", [IRI_NETWORK_OWN] = "OWN",
	};
	const char *const host = cells[0], *const text = cells[1];
	struct iri_address address;

	const bool is = iri_host_address(exactly(host, strlen(host)), &address);
	CHECK(!address.failed && is == (text != NULL), "%s: %d", host, is);
	if (!is || !text)
		return;
	CHECK(!strcmp(address.text, text), "%s: %s", host, address.text);
	CHECK(address.network == word_of(cells[2], networks, COUNT(networks)), "%s: network %d", host,
	      (int)address.network);
}

void test_address(void)
{
	each_row("address.tsv", check_host);
	done("address: the usual form and the network of hosts that are addresses");
}
