/* SPDX-License-Identifier: ISC */
/* Hosts that are addresses: their usual form, and the network they belong to. */
#include "unit.h"

#include "lib/host/address.h"

#define PUBLIC IRI_NETWORK_PUBLIC
#define SELF IRI_NETWORK_SELF
#define OWN IRI_NETWORK_OWN

void test_address(void)
{
	static const struct {
		const char *host, *text; /* text: NULL if the host is no address */
		enum iri_network network;
	} rows[] = {
		/* The forms that inet_aton(3) reads (RFC 3986, section 7.4) */
		{"192.0.2.7", "192.0.2.7", PUBLIC},
		{"3221225991", "192.0.2.7", PUBLIC},
		{"0xC0.0.519", "192.0.2.7", PUBLIC},
		{"0300.0.02.07.", "192.0.2.7", PUBLIC},
		{"0x7f.1", "127.0.0.1", SELF},
		{"3232235521", "192.168.0.1", OWN},
		/* Percent-encoded (RFC 3986, section 3.2.2), and with characters that UTS #46 maps */
		{"%31%39%32.0.2.7", "192.0.2.7", PUBLIC},
		{"192%2e0.2.7", "192.0.2.7", PUBLIC},
		{"\xEF\xBC\x91" "92.0.2\xE3\x80\x82" "7", "192.0.2.7", PUBLIC},
		{"192.0.2.\xE2\x91\xA6", "192.0.2.7", PUBLIC}, /* U+2466 circled digit seven */
		{"%EF%BC%91" "92.0.2.7", "192.0.2.7", PUBLIC},
		/* No addresses */
		{"", NULL, PUBLIC},
		{".", NULL, PUBLIC},
		{"192.0.2.256", NULL, PUBLIC},
		{"192.0.2.7..", NULL, PUBLIC},
		{"1.192.0.2.7", NULL, PUBLIC},
		{"4294967296", NULL, PUBLIC},
		{"7.example", NULL, PUBLIC},
		{"b\xC3\xBC" "cher.example", NULL, PUBLIC},
		{"%FF", NULL, PUBLIC},
		{"%31%", NULL, PUBLIC},
		{"1%00", NULL, PUBLIC},
		{"xn--1", NULL, PUBLIC},
		/* The ends of networks (RFC 6890, section 2.2.2; RFC 6598, section 7) */
		{"0.0.0.0", "0.0.0.0", SELF},
		{"126.255.255.255", "126.255.255.255", PUBLIC},
		{"127.255.255.255", "127.255.255.255", SELF},
		{"128.0.0.0", "128.0.0.0", PUBLIC},
		{"9.255.255.255", "9.255.255.255", PUBLIC},
		{"10.0.0.0", "10.0.0.0", OWN},
		{"11.0.0.0", "11.0.0.0", PUBLIC},
		{"100.63.255.255", "100.63.255.255", PUBLIC},
		{"100.64.0.0", "100.64.0.0", OWN},
		{"100.127.255.255", "100.127.255.255", OWN},
		{"100.128.0.0", "100.128.0.0", PUBLIC},
		{"169.253.255.255", "169.253.255.255", PUBLIC},
		{"169.254.169.254", "169.254.169.254", OWN},
		{"172.15.255.255", "172.15.255.255", PUBLIC},
		{"172.16.0.0", "172.16.0.0", OWN},
		{"172.31.255.255", "172.31.255.255", OWN},
		{"172.32.0.0", "172.32.0.0", PUBLIC},
		{"192.167.255.255", "192.167.255.255", PUBLIC},
		{"192.168.255.255", "192.168.255.255", OWN},
		{"192.169.0.0", "192.169.0.0", PUBLIC},
		/* RFC 5952, sections 4.1 to 4.3 */
		{"[2001:0DB8::0001]", "2001:db8::1", PUBLIC},
		{"[2001:db8:0:1:1:1:1:1]", "2001:db8:0:1:1:1:1:1", PUBLIC},
		{"[2001:db8::1:1:1:1:1]", "2001:db8:0:1:1:1:1:1", PUBLIC},
		{"[2001:0:0:1:0:0:0:1]", "2001:0:0:1::1", PUBLIC},
		{"[2001:db8:0:0:1:0:0:1]", "2001:db8::1:0:0:1", PUBLIC},
		{"[0:0:1:0:0:1:1:1]", "::1:0:0:1:1:1", PUBLIC},
		{"[1:0:0:0:0:0:0:0]", "1::", PUBLIC},
		{"[1:1:1:1:1:1:0:0]", "1:1:1:1:1:1::", PUBLIC},
		{"[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", PUBLIC},
		/* An IPv4 address in an IPv6 address (RFC 5952, section 5) */
		{"[::ffff:c000:207]", "::ffff:192.0.2.7", PUBLIC},
		{"[::FFFF:127.0.0.1]", "::ffff:127.0.0.1", SELF},
		{"[64:ff9b::192.168.0.1]", "64:ff9b::192.168.0.1", OWN},
		{"[64:ff9b:1::192.168.0.1]", "64:ff9b:1::c0a8:1", PUBLIC},
		{"[::192.168.0.1]", "::c0a8:1", PUBLIC},
		/* The ends of networks (RFC 6890, section 2.2.3) */
		{"[::]", "::", SELF},
		{"[::1]", "::1", SELF},
		{"[::2]", "::2", PUBLIC},
		{"[1::1]", "1::1", PUBLIC},
		{"[fbff::]", "fbff::", PUBLIC},
		{"[fc00::]", "fc00::", OWN},
		{"[fdff::]", "fdff::", OWN},
		{"[fe00::]", "fe00::", PUBLIC},
		{"[fe7f::]", "fe7f::", PUBLIC},
		{"[fe80::]", "fe80::", OWN},
		{"[febf::]", "febf::", OWN},
		{"[fec0::]", "fec0::", PUBLIC},
		/* No IPv6 addresses */
		{"[v1.a]", NULL, PUBLIC},
		{"[::1", NULL, PUBLIC},
		{"[", NULL, PUBLIC},
		{"[]", NULL, PUBLIC},
		{"[1:2]", NULL, PUBLIC},
		{"[fe80::1%25eth0]", NULL, PUBLIC},
	};
	struct iri_address address;

	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct iri_str host = exactly(rows[i].host, strlen(rows[i].host));
		const bool is = iri_host_address(host, &address);
		CHECK(!address.failed && is == (rows[i].text != NULL), "%s: %d", rows[i].host, is);
		if (!is || !rows[i].text)
			continue;
		CHECK(!strcmp(address.text, rows[i].text), "%s: %s", rows[i].host, address.text);
		CHECK(address.network == rows[i].network, "%s: network %d", rows[i].host, (int)address.network);
	}
	done("address: the usual form and the network of hosts that are addresses");
}
