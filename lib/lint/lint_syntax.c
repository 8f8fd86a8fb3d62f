/* SPDX-License-Identifier: ISC */
/* Checks of the grammar of section 2.2. The parser stops at the first error in a line; these checks find all errors. */
#include "checks.h"

#include "lib/base/str.h"
#include "lib/link/template.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

static bool is_white_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct iri_str iri_lint_inner(struct iri_str s)
{
	const char *p = s.p, *end = p + s.n;

	while (end > p && is_white_space(end[-1]))
		end--;
	while (p < end && is_white_space(*p))
		p++;
	return p < end ? iri_between(p, end) : s;
}

/* Reports white space around the line, which is no part of any component: each character of s. */
static void check_outside(struct iri_lint_line *t, struct iri_str s)
{
	for (const char *p = s.p; p < s.p + s.n; p++)
		iri_lint_found(t, RULE_ILLEGAL_CHAR, p, 1, (unsigned char)*p, IRI_OUTSIDE);
}

/* Notes that the host has an error, so that the other checks leave it alone. */
static void host_has_error(struct iri_lint_line *t)
{
	t->domain = false;
	t->host_error = true;
}

/*
 * Whether p, at an error, stands in a template of a document. Reports the first template of the line. Must be called
 * with ascending places.
 */
static bool is_in_template(struct iri_lint_line *t, const char *p)
{
	const char *const end = t->s.p + t->s.n;
	struct iri_str *const found = &t->template;

	if (!t->l->templates)
		return false;
	if (!found->p)
		*found = (struct iri_str){t->s.p, 0};
	while (found->p < end && found->p + found->n <= p)
		if (!iri_template_next(t->s, (size_t)(found->p + found->n - t->s.p), found))
			*found = (struct iri_str){end, 0};
	if (p < found->p || found->p == end)
		return false;
	if (!t->placeholder)
		iri_lint_found(t, RULE_PLACEHOLDER, found->p, found->n, 0, NULL);
	t->placeholder = true;
	return true;
}

/*
 * Checks one component. `allow` has the classes of the ASCII characters that it may contain. Adds the valid parts
 * between the errors as runs, for the checks of text. Notes an error in the host.
 */
static void check_component(struct iri_lint_line *t, enum iri_component where, struct iri_str s, unsigned allow)
{
	const char *p = s.p, *end = p + s.n, *run = p;

	t->where = where;
	while (p < end) {
		const char *start = p;
		unsigned rule = RULES;
		uint32_t ch = (unsigned char)*p;
		size_t len = 1;
		const char *why = NULL;
		if (*p == '%') {
			if (iri_is_pct(p, end))
				len = 3;
			else
				rule = RULE_BAD_PERCENT;
		} else if (ch < 0x80) {
			if (!(iri_byte_class(*p) & allow))
				rule = RULE_ILLEGAL_CHAR;
		} else if (!(len = iri_utf8_decode(p, end, &ch))) {
			rule = RULE_BAD_UTF8;
			why = iri_utf8_fault(p, end, &len);
			ch = (unsigned char)*p;
		} else if (iri_char_verdict(ch, where, false).kept == IRI_ESCAPED_GRAMMAR) {
			rule = iri_char_class(ch) == CHAR_IPRIVATE ? RULE_IPRIVATE_OUTSIDE_QUERY : RULE_ILLEGAL_CHAR;
		}
		p += len;
		if (rule == RULES)
			continue;
		iri_lint_run(t, where, iri_between(run, start));
		if (!is_in_template(t, start))
			iri_lint_found(t, rule, start, len, ch, why);
		if (where == IRI_HOST)
			host_has_error(t);
		run = p;
	}
	iri_lint_run(t, where, iri_between(run, end));
}

/* Checks the scheme, or a ':' at the start of the line, which has no scheme before it. */
static void check_scheme(struct iri_lint_line *t)
{
	const struct iri_str scheme = t->ref.scheme, path = t->ref.path;

	t->where = IRI_SCHEME;
	if (!scheme.p) {
		if (!t->ref.authority.p && path.n && path.p[0] == ':')
			iri_lint_found(t, RULE_BAD_SCHEME, path.p, 1, 0, iri_scheme_fault(path.p, path.p));
		return;
	}
	uint32_t first;
	const bool opens = iri_utf8_decode(scheme.p, scheme.p + scheme.n, &first) && iri_char_opens(first);
	const char *const why = iri_scheme_fault(scheme.p, scheme.p + scheme.n);
	if (why) {
		iri_lint_found(t, RULE_BAD_SCHEME, scheme.p, scheme.n, 0, opens ? IRI_ENCLOSED : why);
		check_component(t, IRI_SCHEME, scheme, ~0u); /* finds other errors in it, too */
	}
}

/* Checks a host that begins with "[". The parser decides whether it is an IP literal. */
static void check_literal(struct iri_lint_line *t, struct iri_str host)
{
	struct iri_buf *b = &t->l->scratch;
	struct iri_ref ref;
	struct iri_error err;

	host_has_error(t);
	t->where = IRI_HOST;
	b->n = 0;
	iri_buf_add(b, "//", 2);
	iri_buf_add(b, host.p, host.n);
	if (!b->failed && iri_parse(iri_contents(b), IRI_REFERENCE, &ref, &err) != IRI_OK)
		iri_lint_found(t, RULE_BAD_IP_LITERAL, host.p, host.n, 0,
		               err.status == IRI_BAD_IP_LITERAL ? err.why : NULL);
	if (!iri_is_ascii(host))
		check_component(t, IRI_HOST, host, ~0u);
}

void iri_lint_syntax(struct iri_lint_line *t)
{
	const struct iri_ref *r = &t->ref;
	struct iri_str host = r->host, port = r->port;

	if (t->valid)
		return;
	t->where = IRI_SCHEME;
	check_outside(t, iri_between(t->s.p, r->text.p));
	check_scheme(t);
	if (r->userinfo.p)
		check_component(t, IRI_USERINFO, r->userinfo, CHARS_USERINFO);
	/* iri_split takes the last ":". For the parser, the first one begins the port. */
	const bool literal = host.n && host.p[0] == '[';
	const char *const colon = literal || !host.n ? NULL : memchr(host.p, ':', host.n);
	if (colon) {
		port = iri_between(colon + 1, r->authority.p + r->authority.n);
		host.n = (size_t)(colon - host.p);
	}
	if (literal)
		check_literal(t, host);
	else if (host.p)
		check_component(t, IRI_HOST, host, CHARS_REG_NAME);
	t->where = IRI_PORT;
	for (size_t i = 0; i < port.n; i++)
		if (!iri_is_digit(port.p[i])) {
			iri_lint_found(t, RULE_BAD_PORT, port.p, port.n, 0, NULL);
			check_component(t, IRI_PORT, port, ~0u);
			if (colon)
				host_has_error(t);
			break;
		}
	check_component(t, IRI_PATH, r->path, CHARS_PATH);
	if (r->query.p)
		check_component(t, IRI_QUERY, r->query, CHARS_QUERY);
	if (r->fragment.p)
		check_component(t, IRI_FRAGMENT, r->fragment, CHARS_FRAGMENT);
	check_outside(t, iri_between(r->text.p + r->text.n, t->s.p + t->s.n));
}
