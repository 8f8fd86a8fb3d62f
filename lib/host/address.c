/* SPDX-License-Identifier: ISC */
#include "host.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/utf8.h"

#include <arpa/inet.h>
#include <stdio.h>

enum { GROUPS = 8 }; /* of 16 bits, in an IPv6 address */

/* The network of an IPv4 address in host byte order (RFC 6890, section 2.2.2; RFC 6598 for shared addresses) */
static enum iri_network network_of(uint32_t a)
{
	if (!a || a >> 24 == 127)
		return IRI_NETWORK_SELF;
	if (a >> 24 == 10 || a >> 20 == (172 << 4 | 1) || a >> 16 == (192 << 8 | 168) || a >> 16 == (169 << 8 | 254) ||
	    a >> 22 == (100 << 2 | 1))
		return IRI_NETWORK_OWN;
	return IRI_NETWORK_PUBLIC;
}

static void set_ipv4(struct iri_address *address, uint32_t a)
{
	snprintf(address->text, sizeof address->text, "%u.%u.%u.%u", (unsigned)(a >> 24), (unsigned)(a >> 16 & 0xFF),
	         (unsigned)(a >> 8 & 0xFF), (unsigned)(a & 0xFF));
	address->network = network_of(a);
}

/*
 * Writes an IPv6 address as RFC 5952 demands: "::" stands for the longest run of groups of zero, for the first of two,
 * and never for a single one. inet_ntop is no help: the one of musl prefers a run in the middle to one at the start.
 * embedded: the last two groups are an IPv4 address, and are written as one (section 5)
 */
static void write_ipv6(const unsigned groups[GROUPS], bool embedded, char *text, size_t size)
{
	const int end = embedded ? GROUPS - 2 : GROUPS;
	int best = -1, longest = 1, n = 0;

	for (int i = 0, run = 0; i < end; i++) {
		run = groups[i] ? 0 : run + 1;
		if (run > longest) {
			longest = run;
			best = i + 1 - run;
		}
	}
	for (int i = 0; i < end; i++) {
		if (i == best) {
			n += snprintf(text + n, size - (size_t)n, "::");
			i += longest - 1;
			continue;
		}
		n += snprintf(text + n, size - (size_t)n, "%s%x", i && i != best + longest ? ":" : "", groups[i]);
	}
	if (embedded)
		snprintf(text + n, size - (size_t)n, "%s%u.%u.%u.%u", best >= 0 && best + longest == end ? "" : ":",
		         groups[6] >> 8, groups[6] & 0xFF, groups[7] >> 8, groups[7] & 0xFF);
}

/* Reads an IPv6 address without its brackets. */
static bool read_ipv6(struct iri_str s, struct iri_address *address)
{
	static const unsigned char mapped[12] = {[10] = 0xFF, [11] = 0xFF}; /* RFC 4291, section 2.5.5.2 */
	static const unsigned char translated[12] = {[1] = 0x64, [2] = 0xFF, [3] = 0x9B}; /* RFC 6052, section 2.1 */
	unsigned groups[GROUPS], any = 0;
	unsigned char octets[16];
	char text[46];

	if (s.n >= sizeof text || memchr(s.p, '\0', s.n))
		return false;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	if (inet_pton(AF_INET6, text, octets) != 1)
		return false;
	for (int i = 0; i < GROUPS; i++) {
		groups[i] = (unsigned)octets[2 * i] << 8 | octets[2 * i + 1];
		any |= i < GROUPS - 1 ? groups[i] : 0;
	}
	const bool embedded = !memcmp(octets, mapped, sizeof mapped) || !memcmp(octets, translated, sizeof translated);
	if (embedded)
		address->network = network_of((uint32_t)groups[6] << 16 | groups[7]);
	else if (!any && groups[7] <= 1)
		address->network = IRI_NETWORK_SELF;
	else if ((groups[0] & 0xFFC0) == 0xFE80 || (groups[0] & 0xFE00) == 0xFC00)
		address->network = IRI_NETWORK_OWN;
	else
		address->network = IRI_NETWORK_PUBLIC;
	write_ipv6(groups, embedded, address->text, sizeof address->text);
	return true;
}

/*
 * Appends the name in ASCII, with "." after each label, as far as its labels are numbers. Returns whether all are
 * numbers: at most four, perhaps with an empty label for the root after them.
 */
static bool map_numbers(struct iri_str name, struct iri_buf *scratch, struct iri_buf *out)
{
	const char *p = name.p, *const end = name.p + name.n;
	struct iri_label checked;
	uint64_t value;
	size_t len = 1;

	for (int labels = 0; labels < 5; labels++) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &len));
		const size_t before = out->n;
		if (iri_is_ascii(label))
			iri_buf_add(out, label.p, label.n);
		else if (iri_label_check(NULL, label, scratch, &checked, out) != IRI_OK)
			out->failed = true;
		else if (checked.fault != IRI_LABEL_WELL)
			return false;
		const struct iri_str number = iri_added(out, before);
		if (out->failed || (!iri_read_number(number, &value) && (len || number.n)))
			return false;
		if (!len)
			return true;
		iri_buf_putc(out, '.');
		p = label.p + label.n + len;
	}
	return false;
}

/* Reads a name that has percent-encoding or is not ASCII. */
static bool read_mapped(struct iri_str host, uint32_t *a, bool *failed)
{
	struct iri_buf name = {0}, scratch = {0}, ascii = {0};

	iri_pct_decode_needless(&name, host, true);
	const bool read = !name.failed && iri_is_utf8(iri_contents(&name)) &&
	                  map_numbers(iri_contents(&name), &scratch, &ascii) && !ascii.failed &&
	                  iri_read_ipv4(iri_contents(&ascii), a);
	*failed = name.failed || scratch.failed || ascii.failed;
	iri_buf_free(&name);
	iri_buf_free(&scratch);
	iri_buf_free(&ascii);
	return read;
}

bool iri_host_address(struct iri_str host, struct iri_address *address)
{
	uint32_t a;

	*address = (struct iri_address){0};
	host = iri_present(host);
	if (host.n && host.p[0] == '[')
		return host.n > 1 && host.p[host.n - 1] == ']' &&
		       read_ipv6((struct iri_str){host.p + 1, host.n - 2}, address);
	if (iri_is_ascii(host) && !memchr(host.p, '%', host.n) ? !iri_read_ipv4(host, &a)
	                                                       : !read_mapped(host, &a, &address->failed))
		return false;
	set_ipv4(address, a);
	return true;
}
