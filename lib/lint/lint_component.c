/* SPDX-License-Identifier: ISC */
/*
 * Checks of single components of a reference: type, scheme, userinfo, port and path. Hosts, text and what single
 * schemes demand have files of their own.
 */
#include "checks.h"

#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"

#include <string.h>

void iri_lint_type(struct iri_lint_line *t)
{
	const struct iri_ref *r = &t->ref;

	/*
	 * An empty line is a relative reference, too, but rarely meant as one, so it is reported only where an IRI is
	 * required.
	 */
	t->where = IRI_SCHEME;
	if (!r->scheme.p && (t->s.n || t->l->expect != IRI_EXPECT_REFERENCE))
		iri_lint_found(t, RULE_RELATIVE, t->s.p, t->s.n, 0, NULL);
	t->where = IRI_FRAGMENT;
	if (r->fragment.p)
		iri_lint_found(t, RULE_FRAGMENT, r->fragment.p - 1, r->fragment.n + 1, 0, NULL);
}

/* Whether s has only digits. */
static bool is_number(struct iri_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!iri_is_digit(s.p[i]))
			return false;
	return s.n;
}

/* Whether a number, of any length, is a port of TCP or UDP: at most 65535. */
static bool is_port(struct iri_str number)
{
	unsigned value = 0;

	for (size_t i = 0; i < number.n && value <= UINT16_MAX; i++)
		value = value * 10 + (unsigned)(number.p[i] - '0');
	return value <= UINT16_MAX;
}

/* Whether c has any of these classes, or is a non-ASCII byte. */
static bool component_is_of(char c, unsigned classes)
{
	return iri_byte_class(c) & classes || (unsigned char)c >= 0x80;
}

/*
 * Whether s is a domain name of at least this number of labels, the last of which can be a top-level domain: it has
 * more than one byte and begins with a letter. A non-ASCII byte counts as a letter.
 */
static bool is_domain(struct iri_str s, size_t least)
{
	const char *const end = s.p + s.n, *label = s.p;
	size_t labels = 0;

	for (const char *p = s.p;; p++) {
		if (p < end && *p != '.') {
			if (*p != '-' && !component_is_of(*p, CHAR_ALPHA | CHAR_DIGIT))
				return false;
			continue;
		}
		if (p == label || *label == '-' || p[-1] == '-')
			return false;
		labels++;
		if (p == end)
			return labels >= least && end - label > 1 && component_is_of(*label, CHAR_ALPHA);
		label = p + 1;
	}
}

/*
 * Whether a reference without a scheme and an authority is meant as a link: its first segment is a name below "www." or
 * an IPv4 address. first: that segment, decoded; more: a path, query or fragment follows it.
 */
static bool lacks_scheme(struct iri_str first, bool more)
{
	const char *bad;

	/* Two labels are more often the name of a file: www.html */
	if (first.n > 4 && iri_is_caseless((struct iri_str){first.p, 4}, "www."))
		return is_domain(first, 3);
	return more && iri_is_ipv4(first.p, first.p + first.n, &bad);
}

/* Whether a scheme is meant as a host, with a port after the colon. first: the first segment of the path, decoded. */
static bool is_host_and_port(struct iri_str scheme, struct iri_str first)
{
	const char *bad;
	const bool host = iri_is_caseless(scheme, "localhost") || is_domain(scheme, 2) ||
	                  iri_is_ipv4(scheme.p, scheme.p + scheme.n, &bad);

	return host && first.n <= 5 && is_number(first) && is_port(first);
}

/* Returns the first segment of the path, raw. Sets *more to whether a path, query or fragment follows it. */
static struct iri_str first_segment(const struct iri_ref *r, bool *more)
{
	const char *const end = iri_find_byte(r->path.p, r->path.p + r->path.n, '/');

	*more = end < r->text.p + r->text.n;
	return iri_between(r->path.p, end);
}

bool iri_lint_is_suffix(const struct iri_ref *ref)
{
	bool more;
	const struct iri_str first = first_segment(ref, &more);

	return lacks_scheme(first, more);
}

void iri_lint_suffix(struct iri_lint_line *t)
{
	const struct iri_ref *const r = &t->ref;
	bool more;

	if (t->scheme || r->authority.p)
		return;
	/* Decoded as RULE_PCT_UNRESERVED and RULE_PCT_DECODABLE would, since they do not change the meaning. */
	struct iri_buf *const first = &t->l->scratch;
	const struct iri_str segment = first_segment(r, &more);
	first->n = 0;
	iri_pct_decode_needless(first, segment, true);
	t->where = r->scheme.p ? IRI_SCHEME : IRI_PATH;
	if (r->scheme.p ? is_host_and_port(r->scheme, iri_contents(first)) : lacks_scheme(iri_contents(first), more))
		iri_lint_found(t, RULE_SUFFIX_REFERENCE, t->s.p, t->s.n, 0, NULL);
}

void iri_lint_scheme(struct iri_lint_line *t)
{
	const struct iri_str s = t->ref.scheme;

	t->where = IRI_SCHEME;
	if (iri_has_upper(s))
		iri_lint_found(t, RULE_SCHEME_CASE, s.p, s.n, 0, NULL);
}

/*
 * Whether s looks like a domain name, with a dot between a letter or digit and a label that begins with two letters; or
 * whether it is an IPv4 address. A non-ASCII byte counts as a letter.
 */
static bool looks_like_host(struct iri_str s)
{
	const char *bad;

	for (size_t i = 1; i + 2 < s.n; i++)
		if (s.p[i] == '.' && component_is_of(s.p[i - 1], CHAR_ALPHA | CHAR_DIGIT) &&
		    component_is_of(s.p[i + 1], CHAR_ALPHA) &&
		    component_is_of(s.p[i + 2], CHAR_ALPHA))
			return true;
	return iri_is_ipv4(s.p, s.p + s.n, &bad);
}

void iri_lint_userinfo(struct iri_lint_line *t)
{
	const struct iri_str s = t->ref.userinfo;

	if (!s.p)
		return;
	t->where = IRI_USERINFO;
	const char *colon = s.n ? memchr(s.p, ':', s.n) : NULL;
	const size_t user = colon ? (size_t)(colon - s.p) : s.n, rest = s.n - user;
	if (rest > 1)
		iri_lint_found(t, RULE_PASSWORD, colon + 1, rest - 1, 0, NULL);
	t->l->scratch.n = 0;
	iri_pct_decode(&t->l->scratch, (struct iri_str){s.p, user});
	const bool like_host = looks_like_host(iri_contents(&t->l->scratch));
	if (like_host)
		iri_lint_found(t, RULE_USERINFO_LIKE_HOST, s.p, user, 0, NULL);
	/* One finding is enough for one mistake. */
	if (!like_host || !iri_lint_enabled(t->l, RULE_USERINFO_LIKE_HOST))
		iri_lint_found(t, RULE_USERINFO, s.p, s.n, 0, NULL);
}

void iri_lint_port(struct iri_lint_line *t)
{
	const struct iri_str port = t->ref.port;

	if (!port.p)
		return;
	t->where = IRI_PORT;
	if (!port.n)
		iri_lint_found(t, RULE_EMPTY_PORT, port.p - 1, 1, 0, NULL);
	else if (iri_is_default_port(t->scheme, port))
		iri_lint_found(t, RULE_DEFAULT_PORT, port.p - 1, port.n + 1, 0, NULL);
	else if (is_number(port) && !is_port(port))
		iri_lint_found(t, RULE_PORT_RANGE, port.p, port.n, 0, NULL);
}

void iri_lint_path(struct iri_lint_line *t)
{
	const struct iri_str path = t->ref.path;
	struct iri_buf *b = &t->l->scratch;
	const char *end = path.p + path.n;

	if (!t->ref.dotted || !iri_is_hierarchical(&t->ref))
		return;
	t->where = IRI_PATH;
	/*
	 * iri_remove_dots leaves the "." in "/.//a", without which the path would become an authority. If
	 * iri_remove_dots does not change the path, there are no findings.
	 */
	b->n = 0;
	iri_remove_dots(path, t->ref.authority.p != NULL, b);
	if (b->failed || iri_same(iri_contents(b), path))
		return;
	if (t->l->fixing) {
		iri_lint_found(t, RULE_DOT_SEGMENTS, path.p, path.n, 0, NULL); /* the fix is for the whole path */
		return;
	}
	for (const char *p = path.p; (p = iri_dot_segment(p, end));) {
		const char *const stop = iri_segment_end(p, end);
		iri_lint_found(t, RULE_DOT_SEGMENTS, p, (size_t)(stop - p), 0, NULL);
		p = stop;
	}
}
