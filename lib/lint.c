/* SPDX-License-Identifier: ISC */
/* Finds what is wrong, risky or sloppy in a line: runs the checks of the rules, and fixes what they found. */
#include "lint.h"

#include "scheme.h"
#include "str.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void iri_linter_release(struct iri_linter *l)
{
	struct iri_buf *const bufs[] = {&l->out, &l->line, &l->view, &l->text, &l->scratch, &l->host};

	for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
		iri_buf_free(bufs[i]);
	iri_unmapper_release(&l->unmapper);
	free(l->findings);
	free(l->runs);
	l->findings = NULL;
	l->runs = NULL;
	l->n = l->room = l->room_runs = 0;
}

/* The checks of the rules that are enabled, each once. */
static void prepare(struct iri_linter *l)
{
	const struct iri_rule *rules = iri_rules(&(size_t){0});

	l->n_checks = 0;
	for (unsigned i = 0; i < RULES; i++) {
		size_t k = 0;
		while (k < l->n_checks && l->checks[k] != rules[i].check)
			k++;
		if (k == l->n_checks && iri_lint_enabled(l, i) && rules[i].check != iri_lint_syntax)
			l->checks[l->n_checks++] = rules[i].check;
	}
	l->prepared = l->enabled;
}

/* Takes the line apart. What breaks the grammar is found on the way, since the other checks pass it over. */
static void begin(struct iri_lint_line *t, struct iri_linter *l, struct iri_str s)
{
	struct iri_error err;

	t->l = l;
	t->rules = iri_rules(&(size_t){0});
	t->s = iri_present(s);
	t->runs = l->runs;
	t->n = 0;
	t->valid = iri_parse(t->s, IRI_REFERENCE | l->padded, &t->ref, &err) == IRI_OK;
	if (!t->valid)
		iri_split(t->s, &t->ref);
	const struct iri_ref *r = &t->ref;
	t->scheme = r->scheme.n ? iri_scheme_find(r->scheme) : NULL;
	t->flags = t->scheme ? t->scheme->flags : 0;
	/* A reference without a scheme and with an authority is mostly of http. */
	t->domain = r->host.n && r->host.p[0] != '[' && (t->flags & SCHEME_DOMAIN || !r->scheme.p);
	if (!t->valid) {
		iri_lint_syntax(t);
		return;
	}
	for (enum iri_component c = IRI_USERINFO; c <= IRI_FRAGMENT; c++)
		if ((r->mapped | r->encoded) >> c & 1)
			iri_lint_run(t, c, iri_part(r, c));
}

static int by_place(const void *x, const void *y)
{
	const struct iri_finding *a = x, *b = y;

	if (a->off != b->off)
		return a->off < b->off ? -1 : 1;
	return a->rule < b->rule ? -1 : a->rule > b->rule;
}

enum iri_status iri_lint(struct iri_linter *l, struct iri_str s)
{
	struct iri_lint_line t;
	bool sorted = true;

	if (l->prepared != l->enabled)
		prepare(l);
	if (l->n)
		memset(l->kept_of, 0, sizeof l->kept_of);
	l->n = 0;
	l->failed = l->fixing = false;
	begin(&t, l, s);
	for (size_t i = 0; i < l->n_checks; i++)
		l->checks[i](&t);
	/* What could not be looked at has no findings, which must not look like none. */
	l->failed = l->failed || l->view.failed || l->text.failed || l->scratch.failed || l->host.failed ||
	            l->unmapper.scratch.failed;
	for (size_t i = 0; i < l->n; i++) {
		const size_t all = l->kept_of[l->findings[i].rule];
		l->findings[i].more = all > LINT_LISTED ? all - LINT_LISTED : 0;
		sorted = sorted && (!i || by_place(&l->findings[i - 1], &l->findings[i]) <= 0);
	}
	if (!sorted)
		qsort(l->findings, l->n, sizeof *l->findings, by_place);
	/* Only the last of each rule tells of the rest. */
	uint64_t told = 0;
	for (size_t i = l->n; i-- > 0;) {
		if (told >> l->findings[i].rule & 1)
			l->findings[i].more = 0;
		told |= UINT64_C(1) << l->findings[i].rule;
	}
	return l->failed ? IRI_NO_MEMORY : IRI_OK;
}

size_t iri_finding_text(const struct iri_finding *f, char *buf, size_t size)
{
	static const enum iri_status errors[RULES] = {
		[RULE_BAD_UTF8] = IRI_BAD_UTF8,       [RULE_ILLEGAL_CHAR] = IRI_BAD_CHAR,
		[RULE_BAD_PERCENT] = IRI_BAD_PERCENT, [RULE_IPRIVATE_OUTSIDE_QUERY] = IRI_BAD_PRIVATE,
		[RULE_BAD_PORT] = IRI_BAD_PORT,
	};
	const char *text = iri_rules(&(size_t){0})[f->rule].text;
	size_t n;

	if (errors[f->rule]) {
		const struct iri_error err = {.status = errors[f->rule], .where = f->where, .ch = f->ch, .why = f->why};
		n = iri_error_text(&err, buf, size);
	} else {
		char ch[16] = "";
		if (f->ch)
			snprintf(ch, sizeof ch, ": U+%04" PRIX32, f->ch);
		const int written = snprintf(buf, size, "%s%s%s%s", text, ch, f->why ? ": " : "", f->why ? f->why : "");
		n = written < 0 ? 0 : (size_t)written;
	}
	if (f->more && n < size) {
		const int written = snprintf(buf + n, size - n, " (and %zu more like it in this line)", f->more);
		n += written < 0 ? 0 : (size_t)written;
	}
	return n;
}

/* One rule's fixing of what is in l->line, which then is the result. */
static void fix_rule(struct iri_linter *l, unsigned rule)
{
	struct iri_lint_line t;
	const struct iri_str s = iri_contents(&l->line);

	l->out.n = 0;
	l->fixing_rule = rule;
	l->fixing = true;
	l->done = s.p;
	begin(&t, l, s);
	t.rules[rule].check(&t);
	l->fixing = false;
	iri_buf_add(&l->out, l->done, (size_t)(s.p + s.n - l->done));
	const struct iri_buf line = l->line;
	l->line = l->out;
	l->out = line;
}

/* Finds what of the rules that mend there is in s, as a set of rules. */
static uint64_t find_fixable(struct iri_linter *l, struct iri_str s)
{
	uint64_t found = 0;

	if (iri_lint(l, s) == IRI_OK)
		for (size_t i = 0; i < l->n; i++)
			found |= UINT64_C(1) << l->findings[i].rule;
	return found;
}

enum iri_status iri_fix(struct iri_linter *l, struct iri_str s, struct iri_buf *out, struct iri_error *err)
{
	const struct iri_rule *rules = iri_rules(&(size_t){0});
	struct iri_ref ref;
	const enum iri_status status = iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI | l->padded, &ref, err);
	const uint64_t enabled = l->enabled;
	const unsigned padded = l->padded;

	if (status != IRI_OK)
		return status;
	for (unsigned i = 0; i < RULES; i++)
		if (!rules[i].fixable)
			l->enabled &= ~(UINT64_C(1) << i);
	uint64_t found = find_fixable(l, s);
	const bool any = found != 0;
	if (any) {
		l->line.n = 0;
		iri_buf_add(&l->line, s.p, s.n);
		l->padded = 0; /* the buffers are not */
	}
	/* What one rule mends another may then find: encoded dots are dot segments. Few lines need a second round. */
	for (int round = 0; found && round < 4; round++) {
		for (unsigned i = 0; i < RULES; i++)
			if (found >> i & 1)
				fix_rule(l, i);
		found = find_fixable(l, iri_contents(&l->line));
	}
	l->enabled = enabled;
	l->padded = padded;
	if (l->failed || l->line.failed || l->out.failed)
		return iri_no_memory(err);
	/* Not all that is found can be mended: a triplet stays beside one that is not UTF-8. */
	if (!any || iri_same(iri_contents(&l->line), s))
		return IRI_UNCHANGED;
	iri_buf_add(out, l->line.p, l->line.n);
	return out->failed ? IRI_NO_MEMORY : IRI_OK;
}
