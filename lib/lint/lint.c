/* SPDX-License-Identifier: ISC */
/* Runs the checks of the rules on a line, and lists or fixes their findings. */
#include "checks.h"

#include "lib/base/str.h"
#include "lib/host/hostcache.h"
#include "lib/host/label.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/schemes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The check of each rule. One check may report the findings of several rules. */
static void (*const check_of[RULES])(struct iri_lint_line *t) = {
#define RULE(name, id, severity, state, fix, check, ...) [RULE_##name] = iri_lint_##check,
#include "rules.def"
};

/* The check of rules that need more than a reference, as those of local links need files: the caller does it. */
void iri_lint_caller(struct iri_lint_line *t)
{
	(void)t;
}

/* Adds a check, unless it is there already. lint_begin() runs iri_lint_syntax, so it is not added. */
static void add_check(struct iri_lint_checks *checks, void (*check)(struct iri_lint_line *t))
{
	size_t i = 0;

	while (i < checks->n && checks->check[i] != check)
		i++;
	if (i == checks->n && check != iri_lint_syntax)
		checks->check[checks->n++] = check;
}

/* Enables the rules that the options name. A rule is found by its id, since the caller may hold a copy of it. */
static void enable(struct iri_linter *l, const struct iri_lint_options *o)
{
	l->expect = o->expect;
	l->templates = o->templates;
	for (size_t i = 0; o->rules && i < o->n_rules; i++) {
		const char *const id = o->rules[i]->id;
		const struct iri_rule *const rule = iri_rule_find(iri_str_of(id));
		if (rule)
			l->enabled[rule->number] = true;
	}
	for (unsigned i = 0; !o->rules && i < RULES; i++)
		l->enabled[i] = !iri_lint_rules[i].off;
	if (!o->rules && o->expect == IRI_EXPECT_ABSOLUTE)
		l->enabled[RULE_FRAGMENT] = true;
	for (unsigned i = 0; i < RULES; i++) {
		if (l->enabled[i])
			add_check(&l->all, check_of[i]);
		if (l->enabled[i] && iri_lint_rules[i].fixable)
			add_check(&l->fixable, check_of[i]);
	}
	/* In a domain name, the check of hosts finds digits. */
	if (l->enabled[RULE_MIXED_DIGITS])
		add_check(&l->all, iri_lint_host);
}

struct iri_linter *iri_linter_new(const struct iri_lint_options *options)
{
	const struct iri_lint_options defaults = {.expect = IRI_EXPECT_REFERENCE};
	struct iri_linter *l = calloc(1, sizeof *l);

	if (!l)
		return NULL;
	enable(l, options ? options : &defaults);
	if (options) {
		l->suffixes = options->suffixes;
		l->tracks = options->tracks;
		l->tracks_arg = options->tracks_arg;
	}
	l->padded = options && options->padded ? IRI_PADDED : 0u;
	l->unmapper = iri_unmapper_new(NULL);
	if (l->unmapper)
		return l;
	free(l);
	return NULL;
}

/* Frees the texts of findings. */
static void free_texts(struct iri_linter *l)
{
	for (struct iri_lint_text *text = l->texts, *next; text; text = next) {
		next = text->next;
		free(text);
	}
	l->texts = NULL;
}

void iri_linter_free(struct iri_linter *l)
{
	if (!l)
		return;
	iri_buf_free(&l->out);
	iri_buf_free(&l->line);
	iri_buf_free(&l->encoded);
	iri_buf_free(&l->view);
	iri_buf_free(&l->text);
	iri_buf_free(&l->scratch);
	iri_buf_free(&l->host);
	iri_buf_free(&l->tld);
	iri_buf_free(&l->written);
	iri_unmapper_free(l->unmapper);
	iri_known_free(&l->known);
	iri_hosts_free(l->clean);
	free_texts(l);
	free(l->findings);
	free(l->runs);
	free(l);
}

enum iri_status iri_linter_add_host(struct iri_linter *l, struct iri_str host, struct iri_error *err)
{
	struct iri_error ignored;

	/* A host that was clean may look like the new one. */
	iri_hosts_free(l->clean);
	l->clean = NULL;
	return iri_known_add(&l->known, host, iri_present_error(err, &ignored));
}

void iri_lint_parse(struct iri_lint_line *t, struct iri_linter *l, struct iri_str s)
{
	t->l = l;
	t->s = iri_present(s);
	t->valid = iri_parse(t->s, IRI_REFERENCE | l->padded, &t->ref, NULL) == IRI_OK;
	t->clean_host = false;
}

/*
 * Completes *t for the parsed line, with the runs to check. For an invalid line, calls iri_lint_syntax: it reports the
 * errors, and adds as runs only the text between them, so that the other checks skip text that breaks the grammar.
 */
static void lint_begin(struct iri_lint_line *t)
{
	const struct iri_ref *const r = &t->ref;

	t->runs = t->l->runs;
	t->n = 0;
	t->template = (struct iri_str){NULL, 0};
	t->placeholder = false;
	if (!t->valid)
		iri_split(iri_lint_inner(t->s), &t->ref);
	t->scheme = r->scheme.n ? iri_scheme_find(r->scheme) : NULL;
	t->flags = t->scheme ? t->scheme->flags : 0;
	/* Most references with an authority and without a scheme are for http. */
	t->domain = r->host.n && r->host.p[0] != '[' && (t->flags & SCHEME_DOMAIN || !r->scheme.p);
	t->host_error = false;
	if (!t->valid) {
		iri_lint_syntax(t);
		return;
	}
	for (enum iri_component c = IRI_USERINFO; c <= IRI_FRAGMENT; c++)
		if ((r->mapped | r->encoded) >> c & 1)
			iri_lint_run(t, c, iri_part(r, c));
}

static int lint_by_place(const void *x, const void *y)
{
	const struct iri_finding *a = x, *b = y;

	if (a->off != b->off)
		return a->off < b->off ? -1 : 1;
	return a->rule < b->rule ? -1 : a->rule > b->rule;
}

/* Called before a search for findings: empties all buffers, so that none has failed. */
static void clear(struct iri_linter *l)
{
	/*
	 * When memory ran out, a finding may be counted but not listed; lint_find() resets only the counts of listed
	 * findings.
	 */
	if (l->failed)
		memset(l->count, 0, sizeof l->count);
	l->failed = false;
	iri_buf_clear(&l->out);
	iri_buf_clear(&l->line);
	iri_buf_clear(&l->view);
	iri_buf_clear(&l->text);
	iri_buf_clear(&l->tld);
	iri_buf_clear(&l->written);
	iri_buf_clear(&l->scratch);
	iri_buf_clear(&l->host);
	iri_buf_clear(&l->unmapper->scratch);
}

/* Whether memory ran out. Then findings may be missing, and the caller has to return an error. */
static bool has_failed(const struct iri_linter *l)
{
	return l->failed || l->out.failed || l->line.failed || l->view.failed || l->text.failed || l->scratch.failed ||
	       l->host.failed || l->tld.failed || l->written.failed ||
	       l->unmapper->scratch.failed;
}

/* Runs checks on the parsed line, and fills l->findings, sorted by offset and rule. */
static void lint_find(struct iri_lint_line *t, const struct iri_lint_checks *checks)
{
	struct iri_linter *const l = t->l;
	bool sorted = true;

	l->n = 0;
	l->listed = t->s.n > LINT_LONG ? LINT_LISTED_OF_LONG : LINT_LISTED;
	free_texts(l);
	lint_begin(t);
	for (size_t i = 0; i < checks->n; i++)
		checks->check[i](t);
	for (size_t i = 1; i < l->n; i++)
		sorted = sorted && lint_by_place(&l->findings[i - 1], &l->findings[i]) <= 0;
	if (!sorted)
		qsort(l->findings, l->n, sizeof *l->findings, lint_by_place);
	/* The last finding of each rule tells how many are not listed. */
	for (size_t i = l->n; i-- > 0;) {
		size_t *const count = &l->count[l->findings[i].rule->number];
		l->findings[i].more = *count > l->listed ? *count - l->listed : 0;
		*count = 0;
	}
}

enum iri_status iri_lint_check_all(struct iri_lint_line *t, struct iri_findings *findings, struct iri_error *err)
{
	struct iri_linter *const l = t->l;
	struct iri_error ignored;

	clear(l);
	lint_find(t, &l->all);
	*findings = (struct iri_findings){l->findings, l->n};
	return has_failed(l) ? iri_no_memory(iri_present_error(err, &ignored)) : IRI_OK;
}

size_t iri_lint_count(struct iri_linter *l, void (*check)(struct iri_lint_line *t), struct iri_str s)
{
	const struct iri_lint_checks checks = {{check}, 1};
	struct iri_lint_line t;

	clear(l);
	iri_lint_parse(&t, l, s);
	lint_find(&t, &checks);
	return has_failed(l) ? SIZE_MAX : l->n;
}

/* Writes what the characters of a finding are, for its text; "" if it has none. */
static void write_chars(const struct iri_finding *f, char *buf, size_t size)
{
	const unsigned rule = f->rule->number;

	if (rule == RULE_MIXED_SCRIPT || rule == RULE_WHOLE_SCRIPT_CONFUSABLE)
		iri_refusal_chars(&(struct iri_refusal){.ch = f->ch, .other = f->other}, false, buf, size);
	else if (f->ch)
		snprintf(buf, size, "U+%04" PRIX32, f->ch);
	else
		*buf = '\0';
}

/* Writes a text at byte n of a buffer, as far as it fits, with a NUL. Returns the length of the text. */
static size_t copy_text(const char *text, char *buf, size_t size, size_t n)
{
	const size_t len = strlen(text), room = n < size ? size - n - 1 : 0;

	if (n < size) {
		memcpy(buf + n, text, len < room ? len : room);
		buf[n + (len < room ? len : room)] = '\0';
	}
	return len;
}

size_t iri_finding_text(const struct iri_finding *f, char *buf, size_t size)
{
	static const enum iri_status errors[RULES] = {
#define MESSAGE(name, status) [RULE_##name] = status,
#include "rules.def"
	};
	const enum iri_status error = errors[f->rule->number];
	size_t n;

	if (error) {
		const struct iri_error err = {.status = error, .where = f->where, .ch = f->ch, .why = f->why};
		n = iri_error_text(&err, buf, size);
	} else {
		char ch[128];
		write_chars(f, ch, sizeof ch);
		const char *const texts[] = {f->rule->text, *ch ? ": " : "", ch, f->why ? ": " : "",
		                             f->why ? f->why : ""};
		n = copy_text(texts[0], buf, size, 0);
		for (size_t i = 1; i < sizeof texts / sizeof *texts; i++)
			n += *texts[i] ? copy_text(texts[i], buf, size, n) : 0;
	}
	if (f->more) {
		const size_t at = n < size ? n : size; /* with no room left, snprintf only returns the length */
		const int written = snprintf(size ? buf + at : buf, size - at, " (and %zu more like it)", f->more);
		n += written < 0 ? 0 : (size_t)written;
	}
	return n;
}

/* Fixes the findings of one rule in l->line, and stores the result in l->line. */
static void fix_rule(struct iri_linter *l, unsigned rule)
{
	struct iri_lint_line t;
	const struct iri_str s = iri_contents(&l->line);

	l->out.n = 0;
	l->fixing_rule = rule;
	l->fixing = true;
	l->done = s.p;
	iri_lint_parse(&t, l, s);
	lint_begin(&t); /* runs iri_lint_syntax */
	if (check_of[rule] != iri_lint_syntax)
		check_of[rule](&t);
	l->fixing = false;
	iri_buf_add(&l->out, l->done, (size_t)(s.p + s.n - l->done));
	const struct iri_buf line = l->line;
	l->line = l->out;
	l->out = line;
}

/*
 * Sets found[i] for each fixable rule i that has a finding in s, and clears it for all others. Returns whether there is
 * a finding; returns false if memory ran out.
 */
static bool find_fixable(struct iri_linter *l, struct iri_str s, bool found[RULES])
{
	struct iri_lint_line t;

	memset(found, 0, RULES * sizeof *found);
	l->only_fixable = true;
	iri_lint_parse(&t, l, s);
	lint_find(&t, &l->fixable);
	l->only_fixable = false;
	for (size_t i = 0; i < l->n; i++)
		found[l->findings[i].rule->number] = true;
	return l->n && !has_failed(l);
}

enum iri_status iri_lint_encode(struct iri_linter *l, struct iri_str s, struct iri_str *encoded)
{
	static const unsigned rules[] = {RULE_BAD_PERCENT, RULE_ILLEGAL_CHAR};
	const unsigned padded = l->padded;

	clear(l);
	iri_buf_clear(&l->encoded);
	iri_buf_add(&l->line, s.p, s.n);
	l->padded = 0; /* the buffers have no padding */
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (l->enabled[rules[i]])
			fix_rule(l, rules[i]);
	l->padded = padded;
	iri_buf_add(&l->encoded, l->line.p, l->line.n);
	*encoded = iri_contents(&l->encoded);
	return has_failed(l) || l->encoded.failed ? IRI_NO_MEMORY : IRI_OK;
}

enum iri_status iri_lint_fix(struct iri_linter *l, struct iri_str s, struct iri_str *fixed, struct iri_error *err)
{
	const unsigned padded = l->padded;
	struct iri_error ignored;
	bool found[RULES];

	*fixed = s;
	clear(l);
	bool any = find_fixable(l, s, found);
	const bool changed = any;
	if (any) {
		iri_buf_add(&l->line, s.p, s.n);
		l->padded = 0; /* the buffers have no padding */
	}
	/* A fix may lead to another: decoded dots are dot segments. Few lines need a second round. */
	for (int round = 0; any && round < 4; round++) {
		for (unsigned i = 0; i < RULES; i++)
			if (found[i])
				fix_rule(l, i);
		any = find_fixable(l, iri_contents(&l->line), found);
	}
	l->padded = padded;
	if (has_failed(l))
		return iri_no_memory(iri_present_error(err, &ignored));
	/* Some findings stay: a percent-encoded octet beside one that is not UTF-8 is not decoded. */
	if (changed)
		*fixed = iri_unless_same(&l->line, s);
	return IRI_OK;
}
