/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "held.h"

#include "cmd/base/text.h"
#include "cmd/document/document.h"
#include "lib/base/str.h"

#include <string.h>

bool held_has_error_bytes(const struct checker *c)
{
	const struct charset *const cs = c->filter->lines.charset;

	return cs && charset_is_bytes(cs);
}

/*
 * If bad-utf8 has found CHARSET_ERROR, makes the finding one about the byte after it, and sets *passed to the place of
 * this byte. Returns whether the finding is about the byte there, which has one already.
 */
static bool pass_error_byte(struct iri_finding *found, struct iri_str reference, size_t *passed)
{
	if (found->rule->number != RULE_BAD_UTF8)
		return false;
	if (found->off == *passed)
		return true;
	if (reference.p[found->off] == CHARSET_ERROR && found->off + 1 < reference.n) {
		*passed = found->off + 1;
		found->ch = (unsigned char)reference.p[*passed];
		found->why = "the input charset does not have it";
	}
	return false;
}

/* Returns a copy of a link, with its place. */
static struct span with_place(const struct span *link)
{
	struct span copy = *link;

#if HAVE_DOCUMENTS
	document_locate(&copy);
#endif
	return copy;
}

/* Holds the findings of c->found in a link. */
static void hold_found(struct checker *c, const struct span *link, bool has_error_bytes)
{
	struct iri_str text;

	if (!c->found.n)
		return;
	const struct span located = with_place(link);
	const struct range *const ranges = ranges_in_link(&c->ranges, &located, has_error_bytes, c->found, &text);
	if (!ranges)
		filter_die(c->filter, NULL, "out of memory");
	const bool is_reference = text.p == link->reference.p && text.n == link->reference.n;
	struct held held = {.scheme = span_scheme(link->kind),
	                    .reference = arena_copy(&c->arena, iri_present(link->reference)),
	                    .is_caused = c->is_caused, .block = link->block, .block_off = link->block_off};
	held.text = is_reference ? held.reference : arena_copy(&c->arena, text);
	size_t passed = SIZE_MAX;
	for (size_t i = 0; i < c->found.n; i++) {
		held.finding = c->found.p[i];
		if (has_error_bytes && pass_error_byte(&held.finding, link->reference, &passed))
			continue;
		held.finding.severity = ruleset_severity(&c->ruleset, &held.finding);
		held.range = ranges[i];
		held.link = link->off;
		held.off = link->off + (link->placed ? ranges[i].off[0] : 0);
		if (held.finding.why)
			held.finding.why = arena_copy(&c->arena, iri_str_of(held.finding.why)).p;
		ARRAY_ADD(c->held, &held);
	}
	buf_check(&c->filter->messages, &c->held.buf);
}

bool held_needs_labels(const struct checker *c)
{
	return c->named && ruleset_has(&c->ruleset, RULE_TEXT_NAMES_OTHER_HOST);
}

bool held_names_other(struct checker *c, const struct span *link)
{
#if HAVE_DOCUMENTS
	const struct named_link named = {
		.label = link->label_is_code ? (struct iri_str){NULL, 0} : link->label,
		.title = link->title,
		.target = link->reference,
		.base = link->base,
		.site = c->site,
	};

	return held_needs_labels(c) && link->kind != SPAN_IMAGE && named_differs(c->named, &named);
#else
	(void)c;
	(void)link;
	return false;
#endif
}

bool held_differs(void *checker, struct iri_str text, struct iri_str target)
{
#if HAVE_DOCUMENTS
	struct checker *const c = checker;
	const struct named_link link = {.label = text, .target = target, .site = c->site};

	return c->named && named_differs(c->named, &link);
#else
	(void)checker;
	(void)text;
	(void)target;
	return false;
#endif
}

/* Reports that the text of the link names another site. */
static void hold_name(struct checker *c, const struct span *link, bool has_error_bytes)
{
	const struct named *const n = c->named;
	struct iri_finding finding = {
		.rule = iri_rule_at(RULE_TEXT_NAMES_OTHER_HOST),
		.severity = n->has_scheme ? IRI_SEVERITY_ERROR : IRI_SEVERITY_WARNING,
		.where = IRI_HOST,
		.len = link->reference.n,
	};

	iri_buf_clear(&c->message);
	buf_add_text(&c->message, n->in_title ? "the title names " : "the text names ");
	buf_add_visible_str(&c->message, iri_contents(&n->name));
	buf_add_text(&c->message, n->looks_alike ? ", which only looks like "
	                          : n->is_copy   ? ", but the link goes to a copy of a page of "
	                          : n->is_later  ? ", but the link also goes to "
	                                         : ", but the link goes to ");
	if (n->goes_to.n)
		buf_add_visible_str(&c->message, iri_contents(&n->goes_to));
	else
		buf_add_text(&c->message, "no site");
	iri_buf_putc(&c->message, '\0');
	buf_check(&c->filter->messages, &c->message);
	finding.why = c->message.p;
	held_local(c, link, has_error_bytes, &finding);
}

void held_lint(struct checker *c, const struct span *link, struct iri_findings *found)
{
	const struct iri_ref *const parsed = span_parsed(link);
	const char *const scheme = span_scheme(link->kind);
	const enum iri_status status = parsed && !scheme
	                                     ? iri_lint_ref(c->linter, parsed, found, NULL)
	                                     : bare_lint(&c->bare, c->linter, scheme, link->reference, found, NULL);

	if (status != IRI_OK)
		filter_die(c->filter, NULL, "out of memory");
}

void held_link(struct checker *c, const struct span *link, bool has_error_bytes)
{
	if (held_names_other(c, link))
		hold_name(c, link, has_error_bytes);
	held_lint(c, link, &c->found);
	c->is_caused = false;
	hold_found(c, link, has_error_bytes);
}

void held_local(struct checker *c, const struct span *link, bool has_error_bytes, const struct iri_finding *finding)
{
	c->found = (struct iri_findings){finding, 1};
	hold_found(c, link, has_error_bytes);
}

void held_unclosed(struct checker *c, const struct span *iri, bool has_error_bytes)
{
	const struct iri_rule *const rule = iri_rule_at(RULE_UNCLOSED_IRI);
	const struct iri_finding finding = {
		.rule = rule, .severity = rule->severity, .len = iri->reference.n, .why = rule->text,
	};

	if (ruleset_has(&c->ruleset, RULE_UNCLOSED_IRI))
		held_local(c, iri, has_error_bytes, &finding);
}

void held_comment(struct checker *c, const struct span *comment, bool has_error_bytes)
{
	const struct span located = with_place(comment);

	silence_take(&c->silence, &located, has_error_bytes);
}

/* Whether a finding counts: it is not in the baseline. *link: the reference of the finding before this one */
static bool held_is_left(struct checker *c, const struct held *held, const char **link)
{
	if (!c->baseline)
		return true;
	if (*link != held->reference.p)
		baseline_begin_link(c->baseline, held->reference);
	*link = held->reference.p;
	return checker_is_new(c, &held->finding);
}

/* Whether a finding in a document is outside of what --diff adds, and not an effect of it. */
static bool is_old(const struct checker *c, const struct held *held)
{
	return c->added && !held->is_caused && !added_has(c->added, held->range.line[0], held->range.line[1]);
}

/* Counts and appends a finding. */
static void held_pass(struct checker *c, const struct held *held)
{
	const uintmax_t fixable = checker_count_fixable(c, &held->finding, 1);

	checker_count(c, &held->finding);
	if (fixable && (held->finding.rule->number >= RULE_FIRST_LOCAL ||
	                checker_is_fixable(c, held->scheme, held->reference)))
		c->totals.fixable += fixable;
	const struct report_item item = {
		.finding = &held->finding, .file = c->filter->messages.place.file, .text = held->text,
		.at = &held->range, .fix = held->fix,
	};
	if (checker_is_wanted(c))
		report_finding(&c->report, &item, c->out);
	lines_flush_some(&c->filter->lines);
}

/* Whether it is known that what an entry is for is not there: its rule is on, and was checked. */
static bool is_judged(const struct checker *c, const struct silence_entry *e, bool is_complete)
{
	const bool is_one = e->rule < RULES;

	if (c->is_partial || c->ruleset.has_only || (!is_complete && e->rule >= RULE_FIRST_LOCAL))
		return false;
	return is_one ? ruleset_has(&c->ruleset, e->rule) && !c->idle[e->rule] : !c->ruleset.is_narrowed;
}

/* Returns the rule that an entry of a comment breaks, or RULES, and sets `message` to the message about it. */
static unsigned rule_of_entry(struct checker *c, const struct silence_entry *e, bool is_complete)
{
	const unsigned rule = silence_rule(e);

	if (!ruleset_has(&c->ruleset, rule) || (!e->why && (e->is_used || !is_judged(c, e, is_complete))))
		return RULES;
	c->message.n = 0;
	silence_explain(e, &c->message);
	iri_buf_putc(&c->message, '\0');
	buf_check(&c->filter->messages, &c->message);
	return rule;
}

bool held_is_unused(struct checker *c, const struct silence_entry *e, bool is_complete)
{
	return rule_of_entry(c, e, is_complete) == RULE_UNUSED_DISABLE;
}

/* Whether a comes before b in the document. */
static bool is_before(const struct range *a, const struct range *b)
{
	return a->line[0] != b->line[0] ? a->line[0] < b->line[0] : a->column[0] < b->column[0];
}

/* Passes on the findings about comments from number *i to n, up to those that come after `next`, if it is not NULL. */
static void pass_entries(struct checker *c, size_t *i, size_t n, const struct range *next, bool is_complete,
                         const char **link)
{
	size_t all;
	const struct silence_entry *const entries = silence_entries(&c->silence, &all);

	for (; *i < n && (!next || is_before(&entries[*i].range, next)); ++*i) {
		const struct silence_entry *const e = &entries[*i];
		const unsigned rule = rule_of_entry(c, e, is_complete);
		if (rule == RULES)
			continue;
		struct held held = {
			.finding = {.rule = iri_rule_at(rule), .severity = iri_rule_at(rule)->severity,
			            .off = e->off, .len = e->len, .why = c->message.p},
			.range = e->range,
			.reference = e->comment,
			.text = e->text,
			.fix = e->fix,
		};
		if (held_is_left(c, &held, link) && !is_old(c, &held))
			held_pass(c, &held);
	}
}

size_t held_settle(struct checker *c)
{
	struct held *const held = c->held.item;
	const size_t n = ARRAY_COUNT(c->held);
	const char *link = NULL;
	size_t left = c->settled;

	checker_begin_document(c);
	if (c->added && !c->passed)
		added_begin_document(c->added, c->filter->messages.place.file);
	silence_end(&c->silence);
	for (size_t i = left; i < n; i++) {
		const struct silence_place place = {held[i].range.line[0], held[i].range.column[0]};
		if (silence_covers(&c->silence, held[i].finding.rule->number, place))
			c->totals.silenced += 1 + held[i].finding.more;
		else if (held_is_left(c, &held[i], &link) && !is_old(c, &held[i]))
			held[left++] = held[i];
	}
	c->held.buf.n = left * sizeof *held;
	c->settled = left;
	return left;
}

bool held_can_fix(struct checker *c, bool is_complete)
{
	const size_t n_held = held_settle(c);
	const struct held *const held = c->held.item;
	size_t n;
	const struct silence_entry *const entries = silence_entries(&c->silence, &n);
	bool can_fix = false;

	for (size_t i = 0; i < n_held && !can_fix; i++)
		can_fix = held[i].finding.rule->fixable || held[i].finding.rule->number == RULE_DEAD_FILE;
	for (size_t i = 0; i < n && !can_fix; i++)
		can_fix = held_is_unused(c, &entries[i], is_complete);
	return can_fix;
}

void held_clear(struct checker *c)
{
	silence_clear(&c->silence);
	arena_clear(&c->arena);
	arena_clear(&c->last);
	c->held.buf.n = c->settled = 0;
	c->passed = 0;
	c->has_findings = false;
}

/* Passes on the first n of the findings that held_settle has left, and those about the first n_entries entries. */
static void pass_first(struct checker *c, size_t n, size_t n_entries, bool is_complete)
{
	const struct held *const held = c->held.item;
	const char *link = NULL;
	size_t entry = 0;

	for (size_t i = 0; i < n; i++) {
		pass_entries(c, &entry, n_entries, &held[i].range, is_complete, &link);
		held_pass(c, &held[i]);
	}
	pass_entries(c, &entry, n_entries, NULL, is_complete, &link);
}

void held_pass_lines(struct checker *c, uintmax_t line, bool is_complete)
{
	const struct held *const held = c->held.item;
	const size_t n_entries = silence_count_passed(&c->silence, line);
	size_t n_all, n;
	const struct silence_entry *const entries = silence_entries(&c->silence, &n_all);

	if (line == c->passed && line < UINTMAX_MAX)
		return;
	n = held_settle(c);
	/* What stands after a comment for this line, in the line before it */
	while (n && n_entries < n_all && is_before(&entries[n_entries].range, &held[n - 1].range))
		n--;
	pass_first(c, n, n_entries, is_complete);
	iri_buf_remove(&c->held.buf, n * sizeof *held);
	silence_forget(&c->silence, n_entries);
	c->settled -= n;
	c->passed = line;
	/* The texts of what is left stay until the next call, which leaves none of it: it is one line. */
	arena_clear(&c->last);
	c->last = c->arena;
	c->arena = (struct arena){.messages = c->last.messages};
}

void held_end_document(struct checker *c, bool is_complete)
{
	const size_t n = held_settle(c);
	size_t n_entries;

	silence_entries(&c->silence, &n_entries);
	pass_first(c, n, n_entries, is_complete);
	c->totals.found_files += c->has_findings;
	held_clear(c);
}
