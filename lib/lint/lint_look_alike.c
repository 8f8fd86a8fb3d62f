/* SPDX-License-Identifier: ISC */
/*
 * Checks of names that deceive: labels that uri2iri does not show, names that look like a known host, and names that
 * look like the domain in front of the real one.
 */
#include "lint_name.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/host/label.h"
#include "lib/syntax/dns_names.h"
#include "lib/unicode/utf8.h"

#include <stdio.h>

/* Whether a word of a label breaks a rule by itself; the words have "-" between them. */
static bool has_deceiving_word(struct iri_str label, struct iri_str tld)
{
	for (const char *p = label.p, *end = p + label.n; p < end; p++) {
		const struct iri_str word = iri_between(p, iri_find_byte(p, end, '-'));
		if (iri_label_refusal(word, tld).why)
			return true;
		p += word.n;
	}
	return false;
}

/*
 * Reports that a label breaks a rule. shown: the label in Unicode. Different scripts are only a warning if each word of
 * the label is harmless by itself: "франк-beac".
 */
static void report_refusal(struct iri_lint_name *name, struct iri_str label, struct iri_str shown,
                           const struct iri_refusal *r)
{
	static const unsigned rules[] = {
		[IRI_REFUSED_CHAR] = RULE_RESTRICTED_CHAR, [IRI_REFUSED_SCRIPTS] = RULE_MIXED_SCRIPT,
		[IRI_REFUSED_DIGITS] = RULE_MIXED_DIGITS,  [IRI_REFUSED_MARK] = RULE_REPEATED_MARK,
		[IRI_REFUSED_KANA] = RULE_MISPLACED_KANA,  [IRI_REFUSED_BESIDE_ASCII] = RULE_SCRIPT_BESIDE_ASCII,
		[IRI_REFUSED_WHOLE_SCRIPT] = RULE_WHOLE_SCRIPT_CONFUSABLE,
	};
	const struct iri_rule *const rule = &iri_lint_rules[rules[r->why]];
	const bool lower = r->why == IRI_REFUSED_SCRIPTS && !has_deceiving_word(shown, iri_contents(&name->t->l->tld));
	struct iri_finding f = {.rule = rule, .severity = lower ? IRI_SEVERITY_WARNING : rule->severity,
	                        .len = label.n, .ch = r->ch, .other = r->other};
	const char *p = label.p, *const end = p + label.n;
	uint32_t ch = 0;
	size_t len = 0;

	/* The place is that of the character, if the label has it as it is. */
	const bool whole = r->why == IRI_REFUSED_WHOLE_SCRIPT || iri_has_ace_prefix(label);
	while (!whole && p < end && (len = iri_utf8_decode(p, end, &ch)) && ch != r->ch)
		p += len;
	if (p < end && len && ch == r->ch)
		f.len = len;
	else
		p = label.p;
	iri_lint_name_add(name, p, f);
}

void iri_lint_look_alike(struct iri_lint_name *name, struct iri_str label, struct iri_str shown)
{
	struct iri_refusal r[IRI_LABEL_RULES];
	const size_t n = iri_label_refusals(shown, iri_contents(&name->t->l->tld), r);

	for (size_t i = 0; i < n; i++)
		if (r[i].why != IRI_REFUSED_INVALID)
			report_refusal(name, label, shown, &r[i]);
}

void iri_lint_known(struct iri_lint_name *name, bool international)
{
	struct iri_linter *l = name->t->l;
	const char *known;

	if (!international) {
		l->host.n = 0;
		iri_buf_add(&l->host, name->s.p, name->s.n);
	}
	if (l->host.failed || l->written.failed) {
		l->failed = true;
		return;
	}
	iri_pct_lower(l->host.p, l->host.n);
	if (iri_known_look_alike(&l->known, iri_contents(&l->host),
	                         international ? iri_contents(&l->written) : name->s, &known) != IRI_OK)
		l->failed = true;
	else if (known)
		iri_lint_name_found(name, RULE_CONFUSABLE_HOST, name->s.p, name->s.n, 0, iri_lint_keep(l, known));
}

/* Whether a domain name can be shown in a message: it has letters, digits, hyphens, "_" and dots only. */
static bool is_plain(struct iri_str domain)
{
	for (size_t i = 0; i < domain.n; i++)
		if (!iri_is_ldh(domain.p[i]) && domain.p[i] != '_' && domain.p[i] != '.')
			return false;
	return domain.n <= NAME_MAX_OCTETS;
}

/* Returns the end of the n-th label of the name at p, without the dot after it. n: at least 1 */
static const char *host_check_label_end(const char *p, const char *end, size_t n)
{
	size_t len;

	while (p = iri_label_end(p, end, &len), --n && len)
		p += len;
	return p;
}

void iri_lint_subdomain(struct iri_lint_name *name)
{
	struct iri_linter *const l = name->t->l;
	const char *start = name->s.p, *const end = start + name->s.n;
	size_t before = 0, labels = 1, len;

	/* Few names have two labels that deceive, and two of the domain. */
	if (host_check_label_end(start, end, 3) == end)
		return;
	l->written.n = 0;
	if (!iri_labels_to_ascii(NULL, name->s, &l->scratch, &l->written)) {
		l->failed = true;
		return;
	}
	const struct iri_str ascii = iri_contents(&l->written);
	const struct iri_str lure = iri_domain_in_subdomain(&l->suffixes, ascii);
	if (!lure.p)
		return;
	/* Each label in ASCII is one of the name. */
	for (const char *p = ascii.p; p < lure.p + lure.n; p++) {
		before += *p == '.' && p < lure.p;
		labels += *p == '.' && p > lure.p;
	}
	if (before) {
		start = iri_label_end(host_check_label_end(start, end, before), end, &len);
		start += len;
	}
	const struct iri_str domain = iri_domain_registrable(&l->suffixes, ascii);
	const bool plain = is_plain(domain);
	char why[NAME_MAX_OCTETS + 16];
	if (plain)
		snprintf(why, sizeof why, "the domain is %.*s", (int)domain.n, domain.p);
	iri_lint_name_found(name, RULE_DOMAIN_IN_SUBDOMAIN, start,
	                    (size_t)(host_check_label_end(start, end, labels) - start), 0,
	                    plain ? iri_lint_keep(l, why) : NULL);
}
