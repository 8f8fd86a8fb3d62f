/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "named.h"

#include "named_target.h"
#include "named_text.h"

#include "lib/base/str.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* Makes n->linter, which knows a host, unless it is there: many links of a document go to one site. */
static bool prepare_linter(struct named *n, struct iri_str domain)
{
	const struct iri_rule *const rule = iri_rule_find((struct iri_str){"confusable-host", 15});
	const struct iri_lint_options options = {.rules = &rule, .n_rules = 1};
	struct iri_error err;

	if (n->linter && iri_same(iri_contents(&n->known), domain))
		return true;
	iri_linter_free(n->linter);
	iri_buf_clear(&n->known);
	iri_buf_add(&n->known, domain.p, domain.n);
	buf_check(n->messages, &n->known);
	n->linter = iri_linter_new(&options);
	return n->linter && iri_linter_add_host(n->linter, domain, &err) == IRI_OK;
}

/* Whether the name looks like the host of the link, or like one below it. */
static bool looks_like_target(struct named *n, struct iri_str domain)
{
	struct iri_findings found = {NULL, 0};
	struct iri_error err;

	iri_buf_clear(&n->scratch);
	iri_buf_add(&n->scratch, "//", 2);
	iri_buf_add(&n->scratch, n->name.p, n->name.n);
	buf_check(n->messages, &n->scratch);
	return prepare_linter(n, domain) &&
	       iri_lint(n->linter, iri_contents(&n->scratch), &found, &err) == IRI_OK && found.n;
}

/* Whether the target surely has no host: it is a path, and the address of its site is not known. */
static bool has_no_host(struct iri_str target, struct iri_str site)
{
	return !site.n && !iri_scheme_at_start(target).p &&
	       !(target.n >= 2 && iri_is_slash(target.p[0], true) && iri_is_slash(target.p[1], true));
}

/* Whether the label surely names no host, as most do not: nothing in it can be read as a dot, even an encoded one. */
static bool names_none(struct iri_str label)
{
	const char *p = iri_present(label).p, *const end = p + label.n, *next;

	for (; p < end; p = next) {
		const uint32_t ch = iri_utf8_next(p, end, &next);
		/* UTS #46 maps U+3002 to a dot, and some characters with a compatibility decomposition. */
		if (ch == '.' || ch == '%' || ch == 0x3002 || (ch >= 0x80 && iri_property(ch)->decomp_type))
			return false;
	}
	return true;
}

/* Whether the text is the host of the link, cut in its registrable domain: "https://www.exam..." */
static bool is_start_of_target(const struct named *n)
{
	return n->is_cut && n->goes_to.n > n->name.n && !memcmp(n->goes_to.p, n->name.p, n->name.n) &&
	       n->goes_to.n - named_goes_to_site(n).n < n->name.n;
}

/* Like named_differs, for a text of the link. */
static bool text_differs(struct named *n, struct iri_str label, struct iri_str target, struct iri_str site)
{
	bool is_mail = false, found = false;

	n->looks_alike = n->has_scheme = false;
	if (names_none(label))
		return false;
	const int most_joiners = iri_is_ascii(label) ? 0 : 1;
	for (int joiners = 0; joiners <= most_joiners && !found; joiners++)
		found = named_set(n, named_text_host(n, named_text_seen(n, label, joiners), &is_mail), &n->name);
	if (!found)
		return false;
	if (!memchr(n->name.p, '.', n->name.n) || !named_set_target(n, label, target, site))
		return false;
	const bool is_same = named_is_same_site(n) || named_is_own_name(n, target) || is_start_of_target(n);
	if (tld_failed(n->tld))
		message_die(n->messages, NULL, "out of memory");
	n->looks_alike = !is_same && looks_like_target(n, named_goes_to_site(n));
	return !is_same;
}

bool named_differs(struct named *n, const struct named_link *link)
{
	if (!link->label.p && !link->title.p)
		return false;
	const bool has_base = link->base.n && named_host_of(named_read_target(n, link->base)).n;
	const struct iri_str site = has_base ? link->base : link->site;

	if (has_no_host(link->target, site))
		return false;
	n->in_title = false;
	if (text_differs(n, link->label, link->target, site))
		return true;
	n->in_title = true;
	return text_differs(n, link->title, link->target, site) && n->has_scheme;
}

void named_free(struct named *n)
{
	iri_buf_free(&n->name);
	iri_buf_free(&n->goes_to);
	iri_buf_free(&n->scratch);
	iri_buf_free(&n->known);
	iri_linter_free(n->linter);
	iri_buf_free(&n->read);
	iri_buf_free(&n->repaired);
	iri_buf_free(&n->seen);
	inner_free(&n->inner);
	iri_host_converter_free(n->converter);
}
