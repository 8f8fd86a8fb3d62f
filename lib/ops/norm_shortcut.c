/* SPDX-License-Identifier: ISC */
/*
 * Recognizes references in normal form, as most input is, so that norm.c need not make the normal form of them and
 * compare. States no rule of its own.
 */
#include "norm.h"

#include "lib/base/str.h"
#include "lib/host/hostcache.h"
#include "lib/host/idna.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"
#include "lib/syntax/pct.h"

/*
 * Whether all percent-encoded octets of s are in upper case, and stay encoded in the normal form. kept: those of octets
 * that are not ASCII stay; if false, only the conversion shows whether they do, and the result is false for them.
 */
static bool has_normal_digits(struct iri_str s, bool kept)
{
	const unsigned limit = kept ? 0x100 : 0x80;

	for (const char *p = s.p, *end = p + s.n; p < end; p = iri_find_byte(p, end, '%')) {
		for (; p < end && *p == '%'; p += 3) {
			const unsigned octet = iri_pct_octet(p);
			if (octet >= limit || iri_is_needless(octet) || p[1] >= 'a' || p[2] >= 'a')
				return false;
		}
	}
	return true;
}

/*
 * Whether the percent-encoded octets of ref for octets that are not ASCII stay encoded: in a URI, except in domain
 * names.
 */
static bool keeps_octets(const struct iri_normalizer *n, const struct iri_ref *ref, unsigned flags)
{
	return n->options.uri && !n->options.nfc && !(ref->encoded & 1u << IRI_HOST) &&
	       !(flags & (SCHEME_MAILBOX | SCHEME_ACCOUNT));
}

/* Whether a non-ASCII domain name is in normal form. Caches the answer. Returns false when out of memory. */
static bool has_normal_domain(struct iri_normalizer *n, struct iri_str host)
{
	struct iri_str known;

	if (iri_hosts_find(iri_hosts_open(&n->domains), host, &known))
		return known.n;
	iri_buf_clear(&n->domain);
	iri_normal_domain(n, host, &n->domain);
	if (n->scratch.failed || n->domain.failed)
		return false;
	const bool same = iri_same(iri_contents(&n->domain), host);
	iri_hosts_store(n->domains, host, (struct iri_str){"y", same});
	return same;
}

/* Whether a path with has_normal_digits, so that no dot is percent-encoded, has a dot segment. */
static bool has_dot_segment(struct iri_str path)
{
	return memchr(path.p, '.', path.n) && iri_dot_segment(path.p, path.p + path.n);
}

/*
 * Whether ref is certainly in normal form, as most input is. If the result is false, ref can be in normal form or not.
 * Does not look for a byte order mark at the start; the caller does. scheme: as for normalize. padded: the text is
 * padded.
 */
IRI_INLINE bool is_normal(struct iri_normalizer *n, const struct iri_ref *ref, const struct iri_scheme *scheme,
                          bool padded)
{
	const unsigned flags = scheme ? scheme->flags : 0;

	if ((ref->fragment.p && n->options.no_fragment) || (ref->authority.p && !ref->path.n) ||
	    iri_may_have_ace(ref->host, true, padded))
		return false;
	/* For most references, the first line is false, and compiles to one branch. */
	if (((ref->encoded | ref->mapped) ||
	     ref->upper | ref->dotted | (ref->port.p != NULL) | (ref->host_kind == IRI_HOST_IPV6)) &&
	    (ref->port.p || ref->host_kind == IRI_HOST_IPV6 ||
	     (ref->encoded && !has_normal_digits(ref->text, keeps_octets(n, ref, flags))) ||
	     (ref->mapped && (n->options.uri || n->options.nfc)) ||
	     (ref->mapped & 1u << IRI_HOST && !(flags & SCHEME_DOMAIN && has_normal_domain(n, ref->host))) ||
	     (ref->upper && iri_has_upper(ref->scheme)) ||
	     (ref->dotted && iri_is_hierarchical(ref) && has_dot_segment(ref->path))))
		return false;
	if (flags & SCHEME_LOCALHOST && !(ref->authority.p && (!ref->host.n || !iri_is_local_host(ref->host))))
		return false;
	if (flags & (SCHEME_MAILBOX | SCHEME_ACCOUNT) &&
	    (iri_may_have_ace(ref->path, true, padded) || ref->mapped & 1u << IRI_PATH))
		return false;
	if (flags & SCHEME_PHONE)
		return false;
	return !(flags & SCHEME_NID) || !(iri_has_upper(ref->path) || iri_normal_drops_query(n, ref, flags));
}

enum iri_status iri_normalize_on(struct iri_normalizer *n, enum iri_rung rung, const struct iri_ref *ref,
                                 struct iri_str *normal, struct iri_error *err)
{
	*normal = ref->text;
	if (is_normal(n, ref, iri_normal_scheme(rung, ref), n->padded) && !iri_begins_with_bom(ref->text))
		return IRI_OK;
	iri_buf_clear(&n->normal);
	const enum iri_status status = iri_normalize_to(n, rung, ref, &n->normal, err);
	if (status == IRI_OK)
		*normal = iri_unless_same(&n->normal, ref->text);
	return status;
}

/* Does what iri_is_normal does; a function of its own for its many registers. */
IRI_NOINLINE bool is_normal_iri(struct iri_normalizer *n, const struct iri_ref *ref)
{
	return is_normal(n, ref, iri_normal_scheme(iri_normal_rung(n), ref), true) &&
	       !(ref->mapped && iri_begins_with_bom(ref->text));
}

bool iri_is_normal(struct iri_normalizer *n, const struct iri_ref *ref)
{
	/* References that begin with their path keep their dot segments. */
	if (ref->path.p == ref->text.p && !(ref->encoded | ref->mapped) && !(ref->fragment.p && n->options.no_fragment))
		return true;
	return is_normal_iri(n, ref);
}

enum iri_status iri_add_normal(struct iri_normalizer *n, const struct iri_ref *ref, struct iri_buf *out,
                               struct iri_error *err)
{
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	/* With percent-encoded octets, few references are normal. */
	if (ref->encoded || !iri_is_normal(n, ref))
		return iri_normalize_to(n, iri_normal_rung(n), ref, out, err);
	char *const to = iri_buf_reserve(out, ref->text.n + IRI_COPY_SLACK);
	if (!to)
		return iri_no_memory(err);
	out->n = (size_t)(iri_copy(to, ref->text.p, ref->text.p + ref->text.n, true) - out->p);
	return IRI_OK;
}

enum iri_status iri_normalize(struct iri_normalizer *n, struct iri_str s, struct iri_str *normal, struct iri_error *err)
{
	struct iri_error ignored;
	struct iri_ref ref;

	err = iri_present_error(err, &ignored);
	*normal = s;
	const enum iri_status status = iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI | n->padded, &ref, err);
	if (status != IRI_OK)
		return status;
	const enum iri_status done = iri_normalize_on(n, iri_normal_rung(n), &ref, normal, err);
	if (normal->p == ref.text.p)
		*normal = s; /* also if s is absent, and ref.text is not */
	return done;
}
