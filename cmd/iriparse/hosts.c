/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "hosts.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/syntax/pct.h"

/* A host for note_refused */
struct host_place {
	struct filter *f;
	size_t off;           /* of the host in the reference */
	const char *unchanged; /* the host, if it has the same bytes as in the reference; else NULL */
};

static void hosts_note_refused(void *arg, struct iri_str label, const struct iri_refusal *r)
{
	const struct host_place *at = arg;
	const size_t off = at->unchanged ? (size_t)(label.p - at->unchanged) : 0;

	message_add_refusal(&at->f->messages, at->off + off, r);
}

/*
 * For --explain: notes the labels of ref->host that stay A-labels. given: the host in the reference, which has the
 * offset off there. Returns false if out of memory.
 */
static bool explain_host(struct filter *f, struct hosts *h, const struct iri_ref *ref, struct iri_str given, size_t off)
{
	struct host_place at = {f, off, iri_same(given, ref->host) ? ref->host.p : NULL};

	return !h->explain ||
	       iri_host_refusals(ref->host, IRI_HOST_SAFE, &h->scratch, hosts_note_refused, &at);
}

/* Puts A-labels of ref->host in Unicode, except those that could mislead. Returns false if out of memory. */
static bool show_host(struct hosts *h, struct iri_ref *ref)
{
	iri_buf_clear(&h->unicode);
	iri_host_add_unicode(h->to_unicode, h->to_ascii, ref->host, IRI_HOST_SAFE, &h->scratch, &h->unicode);
	ref->host = iri_contents(&h->unicode);
	return !h->unicode.failed;
}

/*
 * Sets *name to a host in lower case, without needless percent-encoded octets (RFC 3987, sections 5.3.2.1 and 5.3.2.3)
 * and, if it is a domain name that is not ASCII, with A-labels. Returns IRI_OK; or IRI_BAD_HOST, with *name not in
 * ASCII; or IRI_NO_MEMORY. The name is a view of c.
 */
static enum iri_status canonical_host(struct hosts *h, const struct iri_ref *ref, struct canonical *c,
                                      struct iri_str *name, struct iri_error *err)
{
	iri_buf_clear(&c->plain);
	iri_pct_decode_needless(&c->plain, ref->host, false);
	if (c->plain.failed)
		return iri_no_memory(err);
	if (c->plain.n)
		iri_pct_lower(c->plain.p, c->plain.n);
	*name = iri_contents(&c->plain);
	if (ref->host_kind != IRI_HOST_NAME)
		return IRI_OK;
	return iri_name_to_ascii(&h->to_ascii, name, &h->scratch, &c->ascii, err);
}

enum iri_status hosts_convert(struct filter *f, struct hosts *h, const char *start, struct iri_ref *ref,
                              struct iri_error *err)
{
	const struct iri_str given = ref->host;

	if (h->form == HOST_KEEP || !given.p)
		return IRI_OK;
	const enum iri_status status = canonical_host(h, ref, &h->shown, &ref->host, err);
	if (status == IRI_NO_MEMORY || (status == IRI_BAD_HOST && h->form == HOST_IDNA && !h->lenient)) {
		if (status == IRI_BAD_HOST && ref->host.n != given.n) {
			/* Offsets in the decoded host do not fit the input: report the whole host. */
			err->off = 0;
			err->len = given.n;
		}
		return status;
	}
	if (h->form == HOST_UNICODE && ref->host_kind == IRI_HOST_NAME &&
	    (!explain_host(f, h, ref, given, (size_t)(given.p - start)) || (status == IRI_OK && !show_host(h, ref))))
		return iri_no_memory(err);
	return IRI_OK;
}

static bool is_suffix(void *data, struct iri_str name, bool with_private)
{
#if HAVE_PSL
	const struct hosts *const h = data;

	return tld_is_suffix(h->tld, name, with_private && h->private);
#else
	(void)data, (void)name, (void)with_private;
	return false;
#endif
}

/* Returns a domain in ASCII as --host=unicode shows hosts, in the buffer; or as it is without that option. */
static struct iri_str show_domain(struct hosts *h, struct iri_str ascii, struct iri_buf *unicode)
{
	if (h->form != HOST_UNICODE || !ascii.n)
		return ascii;
	iri_buf_clear(unicode);
	iri_host_add_unicode(h->to_unicode, h->to_ascii, ascii, IRI_HOST_SAFE, &h->scratch, unicode);
	h->failed = h->failed || unicode->failed;
	return iri_contents(unicode);
}

/* Returns the first labels of a host, as many as `labels` has. */
static struct iri_str first_labels(struct iri_str host, struct iri_str labels)
{
	const char *p = host.p, *const end = host.p + host.n;

	for (size_t i = 0; i < labels.n; i++) {
		if (labels.p[i] == '.') {
			p = iri_find_byte(p, end, '.');
			p += p < end;
		}
	}
	return iri_between(host.p, iri_find_byte(p, end, '.'));
}

/* Sets suffix, domain and subdomain of *names. name: the host, a domain name in ASCII */
static void find_domain(struct hosts *h, struct iri_str name, struct host_names *names)
{
	const struct iri_suffixes suffixes = {is_suffix, h};
	const struct iri_str suffix = iri_domain_suffix(&suffixes, name), whole = iri_domain_below(name, suffix);

	names->suffix = show_domain(h, suffix, &h->suffix);
	if (whole.n <= suffix.n)
		return;
	names->domain = show_domain(h, whole, &h->domain);
	if (whole.p == name.p)
		return;
	names->subdomain = iri_between(name.p, whole.p - 1);
	/* Whether a label is shown in Unicode can depend on the top-level domain. */
	if (h->form == HOST_UNICODE)
		names->subdomain = first_labels(names->unicode, names->subdomain);
}

void hosts_find_names(struct hosts *h, const struct iri_ref *ref, struct host_names *names)
{
	struct iri_error err;
	struct iri_str name;

	*names = (struct host_names){.ascii = {NULL, 0}};
	if (!ref->host.p)
		return;
	const enum iri_status status = canonical_host(h, ref, &h->name, &name, &err);
	h->failed = h->failed || status == IRI_NO_MEMORY;
	if (status == IRI_NO_MEMORY)
		return;
	names->unicode = name;
	if (status != IRI_OK)
		return;
	names->ascii = name;
	if (ref->host_kind != IRI_HOST_NAME)
		return;
	iri_buf_clear(&h->whole);
	iri_host_add_unicode(h->to_unicode, h->to_ascii, name, IRI_HOST_SAFE, &h->scratch, &h->whole);
	h->failed = h->failed || h->whole.failed;
	names->unicode = iri_contents(&h->whole);
	if (h->tld && !h->whole.failed && !iri_domain_is_impossible(name))
		find_domain(h, name, names);
}

void hosts_free(struct hosts *h)
{
	struct iri_buf *const buffers[] = {
		&h->shown.plain, &h->shown.ascii, &h->name.plain, &h->name.ascii,
		&h->unicode,     &h->whole,       &h->domain,    &h->suffix,     &h->scratch,
	};

#if HAVE_PSL
	tld_free(h->tld);
#endif
	iri_hosts_free(h->to_ascii);
	iri_hosts_free(h->to_unicode);
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		iri_buf_free(buffers[i]);
}
