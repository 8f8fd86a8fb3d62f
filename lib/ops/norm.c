/* SPDX-License-Identifier: ISC */
/*
 * Normal forms on the rungs of the comparison ladder (section 5.3). Each component except the scheme and the port is
 * first aligned: changed to its URI form, which is the same for all spellings with equivalent percent-encoding
 * (5.3.2.3). Then it gets the other changes that the rung and the options ask for, and is appended to the result, as a
 * URI or an IRI.
 */
#include "norm.h"

#include "unmap.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/host/hostcache.h"
#include "lib/syntax/mailbox.h"
#include "lib/syntax/dns_names.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/phone.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/nfc.h"

#include <stdlib.h>
#include <string.h>

struct iri_normalizer *iri_normalizer_new(const struct iri_normalize_options *options)
{
	const struct iri_unmap_options unmap = {.decode_all = true};
	struct iri_normalizer *n = calloc(1, sizeof *n);

	if (!n)
		return NULL;
	if (options) {
		n->options = *options;
		n->padded = options->padded ? IRI_PADDED : 0u;
	}
	n->unmapper = iri_unmapper_new(&unmap);
	if (n->unmapper)
		return n;
	free(n);
	return NULL;
}

void iri_normalizer_free(struct iri_normalizer *n)
{
	if (!n)
		return;
	iri_unmapper_free(n->unmapper);
	iri_hosts_free(n->to_ascii);
	iri_hosts_free(n->to_unicode);
	iri_hosts_free(n->domains);
	iri_buf_free(&n->normal);
	iri_buf_free(&n->domain);
	iri_buf_free(&n->aligned);
	iri_buf_free(&n->changed);
	iri_buf_free(&n->ascii);
	iri_buf_free(&n->params.buf);
	iri_buf_free(&n->scratch);
	free(n);
}

/*
 * Appends the URI form of a component of a parsed reference: with unreserved characters decoded, all non-ASCII octets
 * percent-encoded, and percent-encoded octets in upper case (5.3.2.3).
 */
static void align(struct iri_str s, struct iri_buf *out)
{
	char *to = iri_reserve_pct(out, s.n, 1);

	if (!to)
		return;
	for (const char *p = iri_present(s).p, *end = p + s.n; p < end;) {
		const unsigned char c = (unsigned char)*p;
		if (c == '%') {
			const unsigned octet = iri_pct_octet(p);
			if (iri_is_needless(octet))
				*to++ = (char)octet;
			else
				to = iri_put_pct(to, (char)octet);
			p += 3;
		} else if (c >= 0x80) {
			to = iri_put_pct(to, *p++);
		} else if (end - p >= 8) {
			/* Copies eight bytes, and goes on at the first that needs a closer look. */
			const uint64_t stops = iri_equal_bytes(iri_load8(p), '%') | iri_non_ascii_bytes(iri_load8(p));
			const unsigned n = stops ? iri_lowest_bit(stops) / 8 : 8;
			memcpy(to, p, 8);
			p += n;
			to += n;
		} else {
			*to++ = *p++;
		}
	}
	out->n = (size_t)(to - out->p);
}

/* Appends s in NFC, but percent-encodes U+037E and U+1FEF, which would become ";" and "`". */
static void add_nfc(struct iri_str s, struct iri_buf *out)
{
	for (const char *p = s.p, *end = p + s.n; p < end;) {
		const char *run = p;
		while (p < end && !iri_nfc_is_ascii(p, end))
			p++;
		iri_nfc(iri_between(run, p), out, NULL);
		const size_t len = p < end ? iri_nfc_is_ascii(p, end) : 0;
		iri_pct_encode(out, (struct iri_str){p, len});
		p += len;
	}
}

/*
 * Returns the URI form of a component, as a view of n->aligned; with the option nfc, the URI form of its text in NFC.
 * Exception: without the options uri and nfc, a component without percent-encoded octets stays as it is, except the
 * host.
 */
static struct iri_str align_component(struct iri_normalizer *n, enum iri_component where, struct iri_str s)
{
	n->aligned.n = 0;
	/*
	 * Fast path: emit would decode the URI form of text without percent-encoded octets to that text. Hosts need the
	 * URI form.
	 */
	if (!n->options.uri && !n->options.nfc && where != IRI_HOST && (!s.n || !memchr(s.p, '%', s.n))) {
		iri_buf_add(&n->aligned, s.p, s.n);
		return iri_contents(&n->aligned);
	}
	align(s, &n->aligned);
	if (n->options.nfc && n->aligned.n) {
		n->changed.n = n->scratch.n = 0;
		iri_unmap_component(n->unmapper, where, iri_contents(&n->aligned), &n->scratch);
		add_nfc(iri_contents(&n->scratch), &n->changed);
		n->aligned.n = 0;
		align(iri_contents(&n->changed), &n->aligned);
	}
	return iri_contents(&n->aligned);
}

/*
 * Appends a component, given as align_component returns it: as part of a URI with the option uri, else as part of an
 * IRI.
 */
static void emit(struct iri_normalizer *n, enum iri_component where, struct iri_str s, struct iri_buf *out)
{
	if (s.n && (n->options.uri || !memchr(s.p, '%', s.n)))
		iri_buf_add(out, s.p, s.n);
	else
		iri_unmap_component(n->unmapper, where, s, out);
}

/* Whether the URI form of a component is its normal form, if no rule of its own changes it further. */
static bool keeps_uri_form(const struct iri_normalizer *n)
{
	return n->options.uri && !n->options.nfc;
}

/* Appends the URI form of a component of ref, as align_component returns it if keeps_uri_form. */
static void add_uri_form(const struct iri_normalizer *n, const struct iri_ref *ref, enum iri_component where,
                         struct iri_str s, struct iri_buf *out)
{
	if (ref->encoded >> where & 1)
		align(s, out);
	else if (s.n)
		iri_pct_map(out, s, n->padded);
}

/* Appends the normal form of a component that no rule of its own changes further. */
static void emit_component(struct iri_normalizer *n, const struct iri_ref *ref, enum iri_component where,
                           struct iri_str s, struct iri_buf *out)
{
	if (keeps_uri_form(n))
		add_uri_form(n, ref, where, s, out);
	else
		emit(n, where, align_component(n, where, s), out);
}

/*
 * Changes *name to ASCII as iri_name_to_ascii does. Returns false if it is invalid or, with n->scratch.failed set, when
 * out of memory.
 */
static bool domain_in_ascii(struct iri_normalizer *n, struct iri_str *name)
{
	struct iri_error err;
	const enum iri_status status = iri_name_to_ascii(&n->to_ascii, name, &n->scratch, &n->ascii, &err);

	if (status == IRI_NO_MEMORY)
		n->scratch.failed = true; /* the name may be valid, so the caller must not treat it as invalid */
	return status == IRI_OK;
}

/*
 * Appends the normal form of a domain name in lower case, a part of a component as align_component returns it: in ASCII
 * for a URI, with U-labels for an IRI. If domain_in_ascii returns false, appends the name as emit does.
 */
static void emit_domain(struct iri_normalizer *n, enum iri_component where, struct iri_str domain, struct iri_buf *out)
{
	struct iri_str name = domain;

	/* People can read U-labels more easily than A-labels (5.3.3). */
	if (!name.n || !domain_in_ascii(n, &name))
		emit(n, where, domain, out);
	else if (n->options.uri)
		iri_buf_add(out, name.p, name.n);
	else
		iri_host_add_unicode(iri_hosts_open(&n->to_unicode), n->to_ascii, name, 0, &n->scratch, out);
}

/* Returns the URI form of a host, in lower case, as a view of n->aligned. */
static struct iri_str align_host(struct iri_normalizer *n, struct iri_str host)
{
	align_component(n, IRI_HOST, host);
	if (n->aligned.n)
		iri_pct_lower(n->aligned.p, n->aligned.n);
	return iri_contents(&n->aligned);
}

/* Appends the normal form of a host. flags: those of its scheme. */
static void emit_host(struct iri_normalizer *n, enum iri_rung rung, struct iri_str host, enum iri_host_kind kind,
                      unsigned flags, struct iri_buf *out)
{
	const struct iri_str aligned = align_host(n, host);
	struct iri_address address;

	if (kind == IRI_HOST_IPV6 && rung >= IRI_RUNG_SCHEME && iri_host_address(host, &address)) {
		iri_buf_putc(out, '[');
		iri_buf_add(out, address.text, strlen(address.text)); /* RFC 5952 */
		iri_buf_putc(out, ']');
	} else if (kind != IRI_HOST_NAME) {
		iri_buf_add(out, aligned.p, aligned.n);
	} else if (flags & SCHEME_DOMAIN) {
		emit_domain(n, IRI_HOST, aligned, out);
	} else {
		emit(n, IRI_HOST, aligned, out);
	}
}

/* Whether the host of ref is its own normal form, as most are in URIs: a name in ASCII and lower case. */
static bool is_plain_host(const struct iri_normalizer *n, const struct iri_ref *ref)
{
	return n->options.uri && ref->host_kind == IRI_HOST_NAME && !((ref->encoded | ref->mapped) >> IRI_HOST & 1) &&
	       !iri_has_upper(ref->host);
}

/* Whether a text is a UUID (RFC 9562, section 4), in any case. */
static bool is_uuid(const char *p, size_t len)
{
	static const char pattern[] = "00000000-0000-0000-0000-000000000000";

	if (len != sizeof pattern - 1)
		return false;
	for (size_t i = 0; i < len; i++)
		if (pattern[i] == '-' ? p[i] != '-' : !(iri_byte_class(p[i]) & CHAR_HEXDIG))
			return false;
	return true;
}

/*
 * Changes a namespace identifier (SCHEME_NID), which is case-insensitive, to lower case, in a path as align_component
 * returns it; and, in the namespace uuid, a UUID. flags: those of the scheme.
 */
static void fold_nid(char *p, size_t len, unsigned flags)
{
	size_t nid = 0;

	while (nid < len && (iri_is_alphanumeric(p[nid]) || p[nid] == '-'))
		nid++;
	if (!(flags & SCHEME_NID) || nid == len || p[nid] != ':')
		return;
	iri_pct_lower(p, nid);
	if (iri_is((struct iri_str){p, nid}, "uuid") && is_uuid(p + nid + 1, len - nid - 1))
		iri_pct_lower(p + nid + 1, len - nid - 1);
}

/*
 * Appends the normal form of the mailboxes in n->changed, a path as align_component returns it: their domains are
 * compared as domain names (RFC 6068, sections 2 and 5). A domain ends before a "/", which it cannot contain, so that
 * the normal form of a path begins with that of its first segments.
 */
static void emit_mailboxes(struct iri_normalizer *n, struct iri_buf *out)
{
	const char *at;

	for (const char *p = n->changed.p, *const end = p + n->changed.n; p < end;) {
		const char *const stop = iri_mailbox_end(p, end, &at);
		const char *const domain = at ? at + 1 : stop, *const rest = iri_find_byte(domain, stop, '/');
		emit(n, IRI_PATH, iri_between(p, domain), out);
		iri_pct_lower(n->changed.p + (domain - n->changed.p), (size_t)(rest - domain));
		emit_domain(n, IRI_PATH, iri_between(domain, rest), out);
		p = stop + (stop < end);
		emit(n, IRI_PATH, iri_between(rest, p), out);
	}
}

/* Appends the normal form of the path of an acct IRI in n->changed, as align_component returns it. */
static void emit_account(struct iri_normalizer *n, struct iri_buf *out)
{
	const struct iri_str path = iri_contents(&n->changed), found = iri_host_of_account(path);
	const struct iri_str host = found.p ? found : (struct iri_str){path.p + path.n, 0};

	emit(n, IRI_PATH, iri_between(path.p, host.p), out);
	iri_pct_lower(n->changed.p + (host.p - path.p), host.n);
	emit_domain(n, IRI_PATH, host, out);
	emit(n, IRI_PATH, iri_between(host.p + host.n, path.p + path.n), out);
}

/* The flags of schemes that have rules for paths without an authority */
enum { SCHEMES_OF_PATHS = SCHEME_PHONE | SCHEME_NID | SCHEME_MAILBOX | SCHEME_ACCOUNT };

/* The part of emit_path for paths that these schemes do not have: without copies, if keeps_uri_form. */
static void emit_hierarchical(const struct iri_normalizer *n, const struct iri_ref *ref, bool authority, unsigned flags,
                              struct iri_buf *out)
{
	const size_t start = out->n;

	add_uri_form(n, ref, IRI_PATH, ref->path, out);
	if (ref->dotted && iri_is_hierarchical(ref) && iri_buf_reserve(out, 2)) {
		char *const path = out->p + start;
		out->n = (size_t)(iri_undot(path, path, out->p + out->n, authority) - out->p);
	}
	if (out->n == start && authority && flags & SCHEME_ROOT)
		iri_buf_putc(out, '/');
}

/* Appends the normal form of the path. authority: the path comes after an authority. flags: those of the scheme. */
static void emit_path(struct iri_normalizer *n, const struct iri_ref *ref, bool authority, unsigned flags,
                      struct iri_buf *out)
{
	const bool phone = flags & SCHEME_PHONE && !authority;

	if (keeps_uri_form(n) && (authority || !(flags & SCHEMES_OF_PATHS))) {
		emit_hierarchical(n, ref, authority, flags, out);
		return;
	}
	align_component(n, IRI_PATH, ref->path);
	n->changed.n = 0;
	if (phone) {
		/* The order of parameters must not depend on the notation. */
		iri_buf_add(&n->changed, n->aligned.p, n->aligned.n);
		n->aligned.n = 0;
		align(iri_contents(&n->changed), &n->aligned);
		n->changed.n = 0;
	}
	const bool number = phone && iri_phone_normal(iri_contents(&n->aligned), &n->params, &n->changed);
	if (!number && ref->dotted && iri_is_hierarchical(ref))
		iri_remove_dots(iri_contents(&n->aligned), authority, &n->changed);
	else if (!number)
		iri_buf_add(&n->changed, n->aligned.p, n->aligned.n);
	if (n->changed.n && !authority)
		fold_nid(n->changed.p, n->changed.n, flags);
	if (!n->changed.n && authority && flags & SCHEME_ROOT)
		iri_buf_putc(&n->changed, '/');
	if (n->changed.n && !authority && flags & SCHEME_MAILBOX)
		emit_mailboxes(n, out);
	else if (n->changed.n && !authority && flags & SCHEME_ACCOUNT)
		emit_account(n, out);
	else
		emit(n, IRI_PATH, iri_contents(&n->changed), out);
}

void iri_normal_domain(struct iri_normalizer *n, struct iri_str host, struct iri_buf *out)
{
	emit_host(n, IRI_RUNG_SCHEME, host, IRI_HOST_NAME, SCHEME_DOMAIN, out);
}

/* Appends the normal form of ref on a rung. scheme: the row for its scheme, from iri_normal_scheme, or NULL */
static void normalize(struct iri_normalizer *n, enum iri_rung rung, const struct iri_ref *ref,
                      const struct iri_scheme *scheme, struct iri_buf *out)
{
	const unsigned flags = scheme ? scheme->flags : 0;
	/* An empty port means no port, for any scheme (RFC 3986, section 3.2.3). */
	const bool port = ref->port.p && !(rung >= IRI_RUNG_SCHEME && ref->scheme.p && !ref->port.n) &&
	                  !iri_is_default_port(scheme, ref->port);
	bool authority = ref->authority.p, localhost = false;

	if (flags & SCHEME_LOCALHOST) {
		struct iri_str name = align_host(n, ref->host);
		localhost = !ref->userinfo.p && !port && domain_in_ascii(n, &name) && iri_is_local_host(name);
		/* "file:/a" is short for "file:///a" (RFC 8089, appendix B) */
		authority = authority || (ref->path.n && ref->path.p[0] == '/');
	}
	/* The scheme and "//", as far as the reference has them */
	const char *const head = ref->authority.p ? ref->authority.p : ref->path.p;
	const size_t start = out->n;
	iri_buf_add(out, ref->text.p, (size_t)(head - ref->text.p));
	if (ref->upper && !out->failed)
		iri_pct_lower(out->p + start, ref->scheme.n);
	if (authority && !ref->authority.p)
		iri_buf_add(out, "//", 2);
	if (ref->userinfo.p) {
		emit_component(n, ref, IRI_USERINFO, ref->userinfo, out);
		iri_buf_putc(out, '@');
	}
	if (ref->authority.p && !localhost && is_plain_host(n, ref))
		iri_buf_add(out, ref->host.p, ref->host.n);
	else if (ref->authority.p && !localhost)
		emit_host(n, rung, ref->host, ref->host_kind, flags, out);
	if (port) {
		iri_buf_putc(out, ':');
		iri_buf_add(out, ref->port.p, ref->port.n);
	}
	emit_path(n, ref, authority, flags, out);
	if (ref->query.p && !iri_normal_drops_query(n, ref, flags)) {
		iri_buf_putc(out, '?');
		emit_component(n, ref, IRI_QUERY, ref->query, out);
	}
	if (ref->fragment.p && !n->options.no_fragment) {
		iri_buf_putc(out, '#');
		emit_component(n, ref, IRI_FRAGMENT, ref->fragment, out);
	}
}

/*
 * Percent-encodes the byte order mark at byte `at` of the buffer. At the start of a file, a reader would remove a raw
 * one.
 */
static void encode_bom(struct iri_buf *b, size_t at)
{
	if (iri_buf_reserve(b, 6)) {
		memmove(b->p + at + 9, b->p + at + 3, b->n - at - 3);
		memcpy(b->p + at, "%EF%BB%BF", 9);
		b->n += 6;
	}
}

enum iri_status iri_normalize_to(struct iri_normalizer *n, enum iri_rung rung, const struct iri_ref *ref,
                                 struct iri_buf *out, struct iri_error *err)
{
	struct iri_buf *const buffers[] = {&n->aligned, &n->changed, &n->ascii, &n->scratch, &n->params.buf,
	                                  &n->unmapper->scratch};
	const size_t n_buffers = sizeof buffers / sizeof *buffers, before = out->n;
	bool failed;

	for (size_t i = 0; i < n_buffers; i++)
		iri_buf_clear(buffers[i]);
	normalize(n, rung, ref, iri_normal_scheme(rung, ref), out);
	if (out->p && iri_begins_with_bom(iri_between(out->p + before, out->p + out->n)))
		encode_bom(out, before);
	failed = out->failed;
	for (size_t i = 0; i < n_buffers; i++)
		failed = failed || buffers[i]->failed;
	if (!failed)
		return IRI_OK;
	out->n = before;
	return iri_no_memory(err);
}
