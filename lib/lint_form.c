/* SPDX-License-Identifier: ISC */
/* Checks of the form of a reference: type, scheme, userinfo, port and path. Hosts and text have files of their own. */
#include "chars.h"
#include "lint.h"
#include "parse.h"
#include "path.h"
#include "pct.h"
#include "scheme.h"
#include "str.h"

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

void iri_lint_scheme(struct iri_lint_line *t)
{
	const struct iri_str s = t->ref.scheme;

	t->where = IRI_SCHEME;
	if (iri_has_upper(s))
		iri_lint_found(t, RULE_SCHEME_CASE, s.p, s.n, 0, NULL);
}

/* Whether c has any of these classes, or is a non-ASCII byte. */
static bool is_of(char c, unsigned classes)
{
	return iri_byte_class(c) & classes || (unsigned char)c >= 0x80;
}

/*
 * Whether s looks like a domain name, with a dot between a letter or digit and a label that begins with two letters; or
 * whether it is an IPv4 address. A non-ASCII byte counts as a letter.
 */
static bool looks_like_host(struct iri_str s)
{
	const char *bad;

	for (size_t i = 1; i + 2 < s.n; i++)
		if (s.p[i] == '.' && is_of(s.p[i - 1], CHAR_ALPHA | CHAR_DIGIT) && is_of(s.p[i + 1], CHAR_ALPHA) &&
		    is_of(s.p[i + 2], CHAR_ALPHA))
			return true;
	return iri_is_ipv4(s.p, s.p + s.n, &bad);
}

void iri_lint_userinfo(struct iri_lint_line *t)
{
	const struct iri_str s = t->ref.userinfo;

	if (!s.p)
		return;
	t->where = IRI_USERINFO;
	iri_lint_found(t, RULE_USERINFO, s.p, s.n, 0, NULL);
	const char *colon = s.n ? memchr(s.p, ':', s.n) : NULL;
	const size_t user = colon ? (size_t)(colon - s.p) : s.n, rest = s.n - user;
	if (rest > 1)
		iri_lint_found(t, RULE_PASSWORD, colon + 1, rest - 1, 0, NULL);
	t->l->scratch.n = 0;
	iri_pct_decode(&t->l->scratch, (struct iri_str){s.p, user});
	if (looks_like_host(iri_contents(&t->l->scratch)))
		iri_lint_found(t, RULE_USERINFO_LIKE_HOST, s.p, user, 0, NULL);
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
