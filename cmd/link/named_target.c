/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "named_target.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/ops/browse.h"
#include "lib/syntax/mailbox.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"

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

	iri_split(link, &ref);
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

/* Appends text up to its "#", and percent-encodes in it what is not valid in a link. */
static void named_add_valid(struct iri_buf *out, const char *p, const char *end)
{
	for (; p < end && *p != '#'; p++) {
		const bool stray = strchr("[]", *p) || (*p == '%' && !iri_is_pct(p, end));
		if (stray || (unsigned char)*p >= 0x80 || iri_byte_class(*p) & CHAR_EXCLUDED)
			iri_pct_encode(out, (struct iri_str){p, 1});
		else
			iri_buf_putc(out, *p);
	}
}

/*
 * Returns the target as browsers read it, in n->read, if they find a host in it where the grammar has none, as in
 * "https:/a" and "\\\\a", or if it is not valid. Otherwise returns it as it is.
 */
struct iri_str named_read_target(struct named *n, struct iri_str target)
{
	const struct iri_str scheme = iri_scheme_at_start(target);
	const bool is_web = scheme.p && iri_scheme_has(scheme, SCHEME_HTTP);
	const bool has_slashes = target.n > 1 && iri_is_slash(target.p[0], true) && iri_is_slash(target.p[1], true);
	struct iri_browsed ignored;
	struct iri_ref ref;

	if (iri_parse(target, IRI_REFERENCE, &ref, NULL) == IRI_OK &&
	    (ref.host.n || !(scheme.p ? is_web : has_slashes)))
		return target;
	iri_buf_clear(&n->read);
	iri_browse(target, &n->scratch, &n->read, &ignored);
	buf_check(n->messages, &n->read);
	return iri_contents(&n->read);
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

/* Appends addresses. In an address, "%40" is not valid (RFC 6068, section 2), but software decodes it. */
static void add_addresses(struct iri_buf *out, struct iri_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		const struct iri_str here = {s.p + i, s.n - i < 3 ? s.n - i : 3};
		const char mark = iri_is(here, "%40") ? '@' : iri_is_caseless(here, "%2c") ? ',' : s.p[i];
		iri_buf_putc(out, mark);
		i += mark != s.p[i] ? 2 : 0;
	}
}

/*
 * Sets n->goes_to to the domain of the first address that is not of the site that the label names, and not shown in the
 * label. Returns false if there is none.
 */
static bool set_mail_target(struct named *n, const struct iri_ref *ref, struct iri_str label)
{
	struct iri_pairs pairs = iri_pairs(ref->query, '&');
	struct iri_pair pair;

	iri_buf_clear(&n->repaired);
	add_addresses(&n->repaired, ref->path);
	while (iri_next_pair(&pairs, &pair)) {
		if (!iri_is_recipient(pair.key))
			continue;
		iri_buf_putc(&n->repaired, ',');
		add_addresses(&n->repaired, pair.value);
	}
	buf_check(n->messages, &n->repaired);
	const struct iri_str all = iri_present(iri_contents(&n->repaired));
	const char *p = all.p, *const end = p + all.n;
	while (p < end) {
		const struct iri_str host = next_mail_host(&p, end);
		if (!host.n || !named_set_goes_to(n, host))
			continue;
		if (!named_is_same_site(n) && !shows_domain(label, host))
			return true;
		n->is_later = true;
	}
	return false;
}

/*
 * Whether the registrable domain of a repaired link is, or has, a text that a program replaces, as in "https://{host}/"
 * and "https://%s/": then only the program knows it.
 */
static bool is_placeholder(struct iri_str site)
{
	for (const char *p = site.p, *const end = p + site.n; (p = iri_find_byte(p, end, '%')) < end; p++) {
		const struct iri_str here = {p, end - p < 3 ? (size_t)(end - p) : 3};
		if (iri_is(here, "%25") || iri_is_caseless(here, "%3c") || iri_is_caseless(here, "%7b"))
			return true;
	}
	return false;
}

/* Archives, whose links have the address of the page that was copied */
static const struct {
	const char *host, *path;
	bool has_time;    /* the path goes on with the time of the copy, and perhaps an address without a scheme */
	bool is_only_copy; /* all other pages are copies, too, of which the link has no address */
} archives[] = {
	{"web.archive.org", "/web/", true, false},
	{"arquivo.pt", "/wayback/", true, false},
	{"archive.today", "/", false, true},
	{"archive.ph", "/", false, true},
	{"archive.is", "/", false, true},
	{"archive.li", "/", false, true},
	{"archive.vn", "/", false, true},
	{"archive.md", "/", false, true},
	{"archive.fo", "/", false, true},
};

/* Returns where the address of the page begins in the link to an archive, or end. */
static const char *page_start(const char *p, const char *end, bool has_time)
{
	if (has_time) {
		p = iri_find_byte(p, end, '/');
		return p < end ? p + 1 : end;
	}
	for (; p < end; p++) {
		const struct iri_str rest = iri_between(p, end);
		if ((p[-1] == '/' || p[-1] == '=') && (iri_begins(rest, "http:") || iri_begins(rest, "https:") ||
		                                       iri_begins(rest, "http%3A") || iri_begins(rest, "https%3A")))
			return p;
	}
	return end;
}

/*
 * If the link is a copy of a page in an archive, sets n->goes_to to the host of the page, and n->is_copy. Returns false
 * if nobody knows of which page.
 */
static bool set_copy(struct named *n, struct iri_str link)
{
	struct iri_buf page = {0};
	struct iri_ref ref;

	if (iri_parse(link, IRI_REFERENCE, &ref, NULL) != IRI_OK || !ref.host.n)
		return true;
	for (size_t i = 0; i < sizeof archives / sizeof *archives; i++) {
		const size_t length = strlen(archives[i].path);
		if (!iri_is_caseless(ref.host, archives[i].host) || ref.path.n <= length ||
		    memcmp(ref.path.p, archives[i].path, length) != 0)
			continue;
		const char *const end = link.p + link.n;
		const char *const p = page_start(ref.path.p + length, end, archives[i].has_time);
		if (p == end)
			return !archives[i].is_only_copy;
		buf_add_decoded(&page, iri_between(p, end), false);
		buf_check(n->messages, &page);
		const struct iri_str s = iri_contents(&page);
		const struct iri_str host_alone = iri_between(s.p, iri_find_byte(s.p, s.p + s.n, '/'));
		const bool has_scheme = iri_scheme_at_start(s).p;
		n->is_copy = named_set_goes_to(n, has_scheme ? named_host_of(named_read_target(n, s)) : host_alone);
		iri_buf_free(&page);
		return n->is_copy;
	}
	return true;
}

/* Returns the first link in a script, or an absent string. */
static struct iri_str link_in_script(struct named *n, struct iri_str script)
{
	iri_buf_clear(&n->repaired);
	named_add_valid(&n->repaired, script.p, script.p + script.n);
	buf_check(n->messages, &n->repaired);
	n->inner.kind = INNER_ALL;
	if (!inner_find(&n->inner, iri_contents(&n->repaired)))
		message_die(n->messages, NULL, "out of memory");
	return iri_contents(&n->inner.link);
}

bool named_set_target(struct named *n, struct iri_str label, struct iri_str target, struct iri_str site)
{
	const struct iri_str given = target;
	struct iri_ref ref;

	const struct iri_str scheme = iri_scheme_at_start(target);

	n->is_copy = n->is_later = false;
	iri_buf_clear(&n->goes_to);
	if (scheme.p && iri_scheme_has(scheme, SCHEME_DATA))
		return true;
	if (scheme.p && iri_scheme_has(scheme, SCHEME_SCRIPT))
		return named_set_goes_to(n, named_host_of(link_in_script(n, target)));
	target = named_read_target(n, target);
	const bool repaired = target.p != given.p;
	iri_split(target, &ref);
	if (ref.scheme.p && iri_scheme_has(ref.scheme, SCHEME_MAILBOX))
		return set_mail_target(n, &ref, label);
	if (!ref.scheme.p && !ref.host.p && repaired)
		return false; /* it can be a text that a program replaces by a link */
	if (!ref.scheme.p && !ref.host.p)
		return named_set_goes_to(n, named_host_of(named_read_target(n, site)));
	if (named_only_redirector_knows(n, target))
		return false;
	const struct iri_str inner = n->inner.host.n ? iri_contents(&n->inner.host)
	                             : n->inner.link.n ? iri_contents(&n->inner.link) : target;
	if (!named_set_goes_to(n, named_host_of(inner)) || (repaired && is_placeholder(named_goes_to_site(n))))
		return false;
	/* The text can name the archive. */
	return named_is_same_site(n) || set_copy(n, inner);
}
