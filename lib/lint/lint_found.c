/* SPDX-License-Identifier: ISC */
/*
 * Stores the findings of the checks or, while a rule is fixed, writes the replacements for the findings of that rule.
 */
#include "checks.h"

#include "lib/syntax/path.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/nfc.h"

#include <stdlib.h>
#include <string.h>

/*
 * Makes room for n + 1 elements of `size` bytes in an array that has room for *room. Returns the array, which may have
 * moved, and updates *room. If out of memory, returns NULL, sets l->failed, and leaves the array as it is.
 */
static void *one_more(struct iri_linter *l, void *things, size_t n, size_t *room, size_t size)
{
	if (n < *room)
		return things;
	const size_t more = *room ? 2 * *room : 16;
	void *p = more > SIZE_MAX / size ? NULL : realloc(things, more * size);
	if (p)
		*room = more;
	else
		l->failed = true;
	return p;
}

void iri_lint_run(struct iri_lint_line *t, enum iri_component where, struct iri_str s)
{
	struct iri_linter *l = t->l;

	if (!s.n)
		return;
	struct iri_lint_run *runs = one_more(l, l->runs, t->n, &l->room_runs, sizeof *l->runs);
	if (!runs)
		return;
	t->runs = l->runs = runs;
	runs[t->n++] = (struct iri_lint_run){where, s};
}

/* How the findings of each rule are fixed */
static const enum iri_lint_fix fix_of[RULES] = {
#define RULE(name, id, severity, state, fix, ...) [RULE_##name] = LINT_FIX_##fix,
#include "rules.def"
};

/*
 * Whether a fix of the rule could change where a browser goes. If the host is missing, browsers take the first segment
 * of the path that is not empty for it (URL standard, section 4.4: special authority slashes state). So this segment
 * must stay the first; and so must a ":" before it, with which a browser goes nowhere.
 */
static bool may_lead_elsewhere(const struct iri_lint_line *t, unsigned rule)
{
	return (fix_of[rule] == LINT_FIX_DOTS || fix_of[rule] == LINT_FIX_REMOVE) && iri_lint_lacks_host(t);
}

/*
 * Percent-encodes an error of syntax; removes white space around the line. A "\" is a "/" for browsers before the
 * query of some schemes, and also in a reference without a scheme, where it stays, since the base is unknown. What is
 * wrong in a scheme or port stays, too.
 */
static void encode(const struct iri_lint_line *t, struct iri_str s, struct iri_buf *out)
{
	const bool is_slash = *s.p == '\\' && t->where < IRI_QUERY;

	if (s.p < t->ref.text.p || s.p >= t->ref.text.p + t->ref.text.n)
		return;
	if (t->where == IRI_SCHEME || t->where == IRI_PORT || (is_slash && !t->ref.scheme.p))
		iri_buf_add(out, s.p, s.n);
	else if (is_slash && t->flags & SCHEME_BACKSLASH)
		iri_buf_putc(out, '/');
	else
		iri_pct_encode(out, s);
}

/* Appends to l->out the replacement for s, a finding of the rule. */
static void fix(struct iri_lint_line *t, unsigned rule, struct iri_str s)
{
	struct iri_buf *out = &t->l->out;

	switch (fix_of[rule]) {
	case LINT_FIX_LOWER:
		iri_buf_add(out, s.p, s.n);
		if (!out->failed)
			iri_pct_lower(out->p + out->n - s.n, s.n);
		break;
	case LINT_FIX_PCT_CASE:
		for (const char *p = s.p; p < s.p + s.n; p += 3) {
			const char octet = (char)iri_pct_octet(p);
			iri_pct_encode(out, (struct iri_str){&octet, 1});
		}
		break;
	case LINT_FIX_PCT_DECODE: iri_pct_decode(out, s); break;
	case LINT_FIX_NFC: iri_nfc(s, out, NULL); break;
	case LINT_FIX_ENCODE: encode(t, s, out); break;
	case LINT_FIX_DOTS: iri_remove_dots(s, t->ref.authority.p != NULL, out); break;
	case LINT_FIX_NONE: /* not called for such rules */
	case LINT_FIX_CALLER:
	case LINT_FIX_REMOVE: break;
	}
}

void iri_lint_found(struct iri_lint_line *t, unsigned rule, const char *p, size_t len, uint32_t ch, const char *why)
{
	const bool raised = rule == RULE_RELATIVE && t->l->expect != IRI_EXPECT_REFERENCE;
	const enum iri_severity severity = raised ? IRI_SEVERITY_ERROR : iri_lint_rules[rule].severity;

	iri_lint_found_as(t, rule, severity, p, len, ch, why);
}

void iri_lint_found_as(struct iri_lint_line *t, unsigned rule, enum iri_severity severity, const char *p, size_t len,
                       uint32_t ch, const char *why)
{
	iri_lint_add(t, p, &(struct iri_finding){.rule = &iri_lint_rules[rule], .severity = severity, .len = len,
	                                         .ch = ch, .why = why});
}

void iri_lint_add(struct iri_lint_line *t, const char *p, const struct iri_finding *f)
{
	const unsigned rule = f->rule->number;
	struct iri_linter *l = t->l;

	if (l->fixing) {
		/* A check reports the findings of one rule in ascending order. */
		if (rule != l->fixing_rule || may_lead_elsewhere(t, rule))
			return;
		iri_buf_add(&l->out, l->done, (size_t)(p - l->done));
		fix(t, rule, (struct iri_str){p, f->len});
		l->done = p + f->len;
		return;
	}
	if (!iri_lint_enabled(l, rule) || l->count[rule]++ >= l->listed)
		return;
	struct iri_finding *findings = one_more(l, l->findings, l->n, &l->room, sizeof *l->findings);
	if (!findings)
		return;
	l->findings = findings;
	findings[l->n] = *f;
	findings[l->n].where = t->where;
	findings[l->n++].off = (size_t)(p - t->s.p);
}

const char *iri_lint_keep(struct iri_linter *l, const char *text)
{
	const size_t size = strlen(text) + 1;
	struct iri_lint_text *const kept = malloc(sizeof *kept + size);

	if (!kept) {
		l->failed = true;
		return NULL;
	}
	memcpy(kept->text, text, size);
	kept->next = l->texts;
	l->texts = kept;
	return kept->text;
}
