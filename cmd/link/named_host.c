/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "named_host.h"

#include "lib/base/str.h"

bool named_set(struct named *n, struct iri_str host, struct iri_buf *name)
{
	if (!n->converter)
		n->converter = iri_host_converter_new(NULL);
	iri_buf_clear(name);
	const enum iri_status status =
		n->converter ? iri_host_to_ascii(n->converter, host, &host, NULL) : IRI_NO_MEMORY;
	if (status == IRI_NO_MEMORY)
		message_die(n->messages, NULL, "out of memory");
	if (status != IRI_OK)
		return false;
	iri_buf_add(name, host.p, host.n - (host.n && host.p[host.n - 1] == '.'));
	buf_check(n->messages, name);
	return name->n;
}

static struct iri_str registrable(const struct named *n, const struct iri_buf *host)
{
	const struct iri_suffixes suffixes = {tld_is_suffix, n->tld};

	return iri_domain_registrable(&suffixes, iri_contents(host));
}

/* Returns a host without "www." at its start. */
static struct iri_str without_www(struct iri_str host)
{
	return iri_begins(host, "www.") ? iri_between(host.p + 4, host.p + host.n) : host;
}

struct iri_str named_goes_to_site(const struct named *n)
{
	return registrable(n, &n->goes_to);
}

bool named_is_same_site(const struct named *n)
{
	/* "gov.uk" is a public suffix, and its site is www.gov.uk. */
	const struct iri_str name = without_www(iri_contents(&n->name));

	return iri_same(name, without_www(iri_contents(&n->goes_to))) ||
	       iri_same(registrable(n, &n->name), registrable(n, &n->goes_to));
}
