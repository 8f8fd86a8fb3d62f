/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "named_host.h"

#include "lib/base/str.h"
#include "lib/host/host.h"

void named_add_labels(struct iri_host_converter *c, struct iri_str name, struct iri_buf *out)
{
	const char *p = name.p, *const end = p + name.n;
	struct iri_str ascii;
	size_t dot = 1;

	for (; dot; p += dot) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &dot));
		if (iri_host_to_ascii(c, label, &ascii, NULL) == IRI_NO_MEMORY)
			out->failed = true;
		else
			iri_buf_add(out, ascii.p, ascii.n);
		if (dot)
			iri_buf_putc(out, '.');
		p = label.p + label.n;
	}
}

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

bool named_set_goes_to(struct named *n, struct iri_str host)
{
	struct iri_str name;

	if (named_set(n, host, &n->goes_to))
		return true;
	if (!host.n || iri_host_to_ascii(n->converter, host, &name, NULL) != IRI_BAD_HOST)
		return false;
	iri_buf_clear(&n->scratch);
	iri_buf_add(&n->scratch, name.p, name.n); /* the converter keeps the name only until its next call */
	buf_check(n->messages, &n->scratch);
	named_add_labels(n->converter, iri_contents(&n->scratch), &n->goes_to);
	buf_check(n->messages, &n->goes_to);
	n->goes_to.n -= n->goes_to.n && n->goes_to.p[n->goes_to.n - 1] == '.';
	return n->goes_to.n;
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
