/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "hosts.h"

#include "lib/base/str.h"

/* Copies a result to a buffer, which it becomes a view of. Returns false if out of memory. */
static bool hosts_store(struct iri_buf *b, struct iri_str *s)
{
	iri_buf_clear(b);
	iri_buf_add(b, s->p, s->n);
	*s = iri_contents(b);
	return !b->failed;
}

/* For iri_host_options: with --explain, notes a label of the host to print that stays an A-label. */
static void hosts_note_refused(void *hosts, struct iri_str label, const struct iri_refusal *r)
{
	const struct hosts *const h = hosts;

	if (h->notes)
		message_add_refusal(h->notes, h->off + (h->unchanged ? (size_t)(label.p - h->unchanged) : 0), r);
}

void hosts_start(struct filter *f, struct hosts *h)
{
	const struct iri_host_options options = {.refused = h->explain ? hosts_note_refused : NULL, .arg = h};

	h->converter = filter_need(f, iri_host_converter_new(&options));
}

/*
 * Puts A-labels of ref->host in Unicode, except those that could mislead; with --explain, notes these. given: the host
 * in the reference, which has the offset off there. Returns false if out of memory.
 */
static bool show_host(struct filter *f, struct hosts *h, struct iri_ref *ref, struct iri_str given, size_t off)
{
	h->notes = &f->messages;
	h->unchanged = iri_same(given, ref->host) ? ref->host.p : NULL;
	h->off = off;
	const enum iri_status status = iri_host_to_unicode(h->converter, ref->host, &ref->host, NULL);
	h->notes = NULL;
	return status == IRI_OK && hosts_store(&h->unicode, &ref->host);
}

enum iri_status hosts_convert(struct filter *f, struct hosts *h, const char *start, struct iri_ref *ref,
                              struct iri_error *err)
{
	const struct iri_str given = ref->host;
	struct iri_str ascii;

	if (h->style == HOST_KEEP || !given.p)
		return IRI_OK;
	const enum iri_status status = iri_host_to_ascii(h->converter, given, &ascii, err);
	if (status == IRI_NO_MEMORY || (status == IRI_BAD_HOST && h->style == HOST_IDNA && !h->lenient))
		return status;
	if (!hosts_store(&h->shown, &ascii))
		return iri_no_memory(err);
	ref->host = ascii;
	if (h->style == HOST_UNICODE && ref->host_kind == IRI_HOST_NAME && (status == IRI_OK || h->explain) &&
	    !show_host(f, h, ref, given, (size_t)(given.p - start)))
		return iri_no_memory(err);
	if (status != IRI_OK)
		ref->host = ascii;
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
	if (h->style != HOST_UNICODE || !ascii.n)
		return ascii;
	struct iri_str shown = ascii;
	h->failed = h->failed || iri_host_to_unicode(h->converter, ascii, &shown, NULL) != IRI_OK ||
	            !hosts_store(unicode, &shown);
	return shown;
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
	if (h->style == HOST_UNICODE)
		names->subdomain = first_labels(names->unicode, names->subdomain);
}

void hosts_find_names(struct hosts *h, const struct iri_ref *ref, struct host_names *names)
{
	struct iri_error err;
	struct iri_str name;

	*names = (struct host_names){.ascii = {NULL, 0}};
	if (!ref->host.p)
		return;
	const enum iri_status status = iri_host_to_ascii(h->converter, ref->host, &name, &err);
	if (status == IRI_NO_MEMORY || !hosts_store(&h->name, &name)) {
		h->failed = true;
		return;
	}
	names->unicode = name;
	if (status != IRI_OK)
		return;
	names->ascii = name;
	if (ref->host_kind != IRI_HOST_NAME)
		return;
	h->failed = h->failed || iri_host_to_unicode(h->converter, name, &names->unicode, NULL) != IRI_OK ||
	            !hosts_store(&h->whole, &names->unicode);
	if (h->tld && !h->failed && !iri_domain_is_impossible(name))
		find_domain(h, name, names);
}

void hosts_free(struct hosts *h)
{
	struct iri_buf *const buffers[] = {
		&h->shown, &h->unicode, &h->name, &h->whole, &h->domain, &h->suffix,
	};

#if HAVE_PSL
	tld_free(h->tld);
#endif
	iri_host_converter_free(h->converter);
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		iri_buf_free(buffers[i]);
}
