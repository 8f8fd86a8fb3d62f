/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "named_internal.h"

#include "lib/base/str.h"
#include "lib/syntax/mailbox.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/scheme.h"

#include <string.h>

/*
 * Returns the domain of the next address of mailto, or an absent string, and moves *p to the address after it. Returns
 * an absent string at the end, too. The addresses are percent-encoded.
 */
static struct iri_str next_mail_host(const char **p, const char *end)
{
	const char *at = NULL, *const stop = *p < end ? iri_mailbox_end(*p, end, &at) : end;

	*p = stop + (stop < end);
	return at && at + 1 < stop ? iri_between(at + 1, stop) : (struct iri_str){NULL, 0};
}

/* Returns the domain of the first address of mailto, or an absent string. */
static struct iri_str mail_host(struct iri_str path)
{
	const char *p = iri_present(path).p;

	return next_mail_host(&p, p + path.n);
}

struct iri_str named_host_of(struct iri_str link)
{
	struct iri_ref ref;

	if (iri_parse(link, IRI_REFERENCE, &ref, NULL) != IRI_OK)
		return (struct iri_str){NULL, 0};
	if (ref.scheme.p && iri_scheme_has(ref.scheme, SCHEME_MAILBOX))
		return mail_host(ref.path);
	return !ref.scheme.p || iri_scheme_search(ref.scheme) ? ref.host : (struct iri_str){NULL, 0};
}

bool named_only_redirector_knows(struct named *n, struct iri_str link)
{
	n->inner.kind = INNER_REDIRECTED;
	if (!inner_find(&n->inner, link))
		message_die(n->messages, NULL, "out of memory");
	return n->inner.redirector && !n->inner.host.n;
}

/*
 * Returns the target as browsers read it, in n->repaired, if they find a host in it where the grammar has none, as in
 * "https:/a" and "\\\\a", or if it is not valid. Otherwise returns it as it is.
 */
static struct iri_str read_target(struct named *n, struct iri_str target)
{
	const struct iri_str scheme = iri_scheme_at_start(target);
	const char *p = target.p + (scheme.p ? scheme.n + 1 : 0), *const end = target.p + target.n;
	const char *const after = p;
	struct iri_ref ref;

	const bool valid = iri_parse(target, IRI_REFERENCE, &ref, NULL) == IRI_OK;
	if ((valid && ref.host.n) || (scheme.p && !iri_scheme_has(scheme, SCHEME_HTTP)))
		return target;
	while (p < end && iri_is_slash(*p, true))
		p++;
	if (valid && !scheme.p && p - after < 2)
		return target;
	iri_buf_clear(&n->repaired);
	iri_buf_add(&n->repaired, target.p, (size_t)(after - target.p));
	if (scheme.p || p - after > 1)
		iri_buf_add(&n->repaired, "//", 2);
	else
		p = after;
	const char *const stop = iri_authority_end(p, end, true);
	iri_buf_add(&n->repaired, p, (size_t)(stop - p));
	for (p = stop; p < end && *p != '#'; p++) {
		const bool stray = strchr("[]", *p) || (*p == '%' && !iri_is_pct(p, end));
		if (p == stop && *p == '\\')
			iri_buf_putc(&n->repaired, '/');
		else if (stray || (unsigned char)*p >= 0x80 || iri_byte_class(*p) & CHAR_EXCLUDED)
			iri_pct_encode(&n->repaired, (struct iri_str){p, 1});
		else
			iri_buf_putc(&n->repaired, *p);
	}
	buf_check(n->messages, &n->repaired);
	return iri_contents(&n->repaired);
}

/* Whether the label shows an address with this domain. */
static bool shows_domain(struct iri_str label, struct iri_str domain)
{
	const char *const end = label.p + label.n;

	for (const char *p = label.p; (p = iri_find_byte(p, end, '@')) < end;) {
		size_t i = 0;
		for (p++; i < domain.n && (size_t)(end - p) > i && iri_lower(p[i]) == iri_lower(domain.p[i]); i++)
			continue;
		const char *const after = p + i + ((size_t)(end - p) > i && p[i] == '.');
		if (i == domain.n && (after == end || !(iri_is_alphanumeric(*after) || *after == '-')))
			return true;
	}
	return false;
}

/*
 * Sets n->goes_to to the domain of the first address that is not of the site that the label names, and not shown in the
 * label. Returns false if there is none.
 */
static bool set_mail_target(struct named *n, struct iri_str path, struct iri_str label)
{
	const char *p = iri_present(path).p, *const end = p + path.n;

	while (p < end) {
		const struct iri_str host = next_mail_host(&p, end);
		if (host.n && named_set(n, host, &n->goes_to) && !named_is_same_site(n) && !shows_domain(label, host))
			return true;
	}
	return false;
}

bool named_is_copy(struct named *n, struct iri_str target)
{
	static const char archive[] = "web.archive.org", path[] = "/web/";
	struct iri_buf kept = {0};
	struct iri_ref ref;

	if (iri_parse(target, IRI_REFERENCE, &ref, NULL) != IRI_OK || !iri_is_caseless(ref.host, archive) ||
	    ref.path.n < strlen(path) || memcmp(ref.path.p, path, strlen(path)) != 0)
		return false;
	/* The time of the copy, and the address of the page */
	const char *const end = target.p + target.n, *p = iri_find_byte(ref.path.p + strlen(path), end, '/');
	if (p == end)
		return false;
	iri_buf_add(&kept, n->goes_to.p, n->goes_to.n);
	buf_check(n->messages, &kept);
	const struct iri_str page = iri_between(p + 1, end);
	const struct iri_str host_alone = iri_between(page.p, iri_find_byte(page.p, end, '/'));
	const struct iri_str page_host = iri_scheme_at_start(page).p ? named_host_of(read_target(n, page)) : host_alone;
	const bool is_same = named_set(n, page_host, &n->goes_to) && named_is_same_site(n);
	iri_buf_free(&n->goes_to);
	n->goes_to = kept;
	return is_same;
}

bool named_set_target(struct named *n, struct iri_str label, struct iri_str target, struct iri_str site, bool is_mail)
{
	struct iri_ref ref;

	target = read_target(n, target);
	if (iri_parse(target, IRI_REFERENCE, &ref, NULL) != IRI_OK)
		return false;
	const bool to_mail = ref.scheme.p && iri_scheme_has(ref.scheme, SCHEME_MAILBOX);
	if (is_mail && !to_mail)
		return false;
	if (to_mail && !memchr(iri_present(ref.path).p, '@', ref.path.n)) {
		/* Not valid (RFC 6068, section 2), but software decodes "%40". */
		iri_buf_clear(&n->scratch);
		iri_pct_decode(&n->scratch, ref.path);
		buf_check(n->messages, &n->scratch);
		ref.path = iri_contents(&n->scratch);
	}
	if (to_mail)
		return set_mail_target(n, ref.path, label);
	if (!ref.scheme.p && !ref.host.p)
		return named_set(n, named_host_of(site), &n->goes_to);
	if (named_only_redirector_knows(n, target))
		return false;
	const struct iri_str inner = n->inner.host.n ? iri_contents(&n->inner.host)
	                             : n->inner.link.n ? iri_contents(&n->inner.link) : target;
	return named_set(n, named_host_of(inner), &n->goes_to);
}
