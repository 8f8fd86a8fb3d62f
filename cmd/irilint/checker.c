/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "checker.h"

#include "cmd/base/text.h"
#include "cmd/file/identity.h"
#include "lib/base/str.h"

#include <string.h>

/* Whether a finding in the current link of the baseline counts. With --write-baseline, adds it to that file instead. */
static bool is_new_finding(struct checker *c, const struct iri_finding *finding)
{
	if (c->write_baseline)
		baseline_add(c->baseline, finding->rule);
	return !c->write_baseline && !baseline_has(c->baseline, finding->rule);
}

/* Leaves out the findings of c->found in s that do not count, and gives the others the severities of the options. */
static void select_findings(struct checker *c, struct iri_str s)
{
	if (c->baseline)
		baseline_begin_link(c->baseline, s);
	c->kept.n = 0;
	for (size_t i = 0; i < c->found.n; i++) {
		struct iri_finding finding = c->found.p[i];
		finding.severity = ruleset_severity(&c->ruleset, &finding);
		if (!c->baseline || is_new_finding(c, &finding))
			iri_buf_add(&c->kept, (const char *)&finding, sizeof finding);
	}
	buf_check(&c->filter->messages, &c->kept);
	c->found = (struct iri_findings){(const void *)c->kept.p, c->kept.n / sizeof *c->found.p};
}

/* Adds a finding to the numbers of findings. Returns whether it is an error; then raises the exit status. */
static bool checker_count(struct checker *c, const struct iri_finding *finding)
{
	const bool fails = finding->severity >= c->fail_level;

	c->counts[finding->rule->number][finding->severity] += 1 + finding->more;
	c->totals.findings += 1 + finding->more;
	c->totals.errors += finding->severity == IRI_SEVERITY_ERROR ? 1 + finding->more : 0;
	c->has_findings = true;
	if (fails)
		message_raise(&c->filter->messages, EXIT_INVALID);
	return fails;
}

/* Returns how many of the findings --fix can fix, as far as this depends on their rules. */
static uintmax_t count_fixable(const struct checker *c, const struct iri_finding *findings, size_t n)
{
	uintmax_t fixable = 0;

	for (size_t i = 0; c->tells_fixable && i < n; i++)
		fixable += findings[i].rule->fixable ? 1 + findings[i].more : 0;
	return fixable;
}

/* Whether the reference can be fixed: it is valid then. */
static bool is_fixable(const struct checker *c, struct iri_str reference)
{
	struct iri_str fixed;
	struct iri_error err;

	return iri_fix(c->linter, reference, &fixed, &err) == IRI_OK;
}

/* Whether findings are to be printed. */
static bool is_wanted(const struct checker *c)
{
	return !c->summary && !c->filter->options.check;
}

bool checker_shows_fixes(const struct checker *c)
{
	return report_has_fixes(c->report.format) && is_wanted(c) && !c->write_baseline;
}

void checker_find_left(const struct checker *c, struct iri_str fixed, bool left[RULES])
{
	struct iri_findings found;
	struct iri_error err;

	memset(left, 0, RULES * sizeof *left);
	if (iri_lint(c->linter, fixed, &found, &err) != IRI_OK)
		filter_die(c->filter, NULL, "out of memory");
	for (size_t i = 0; i < found.n; i++)
		left[found.p[i].rule->number] = true;
}

/*
 * Finds what --fix makes of s, a reference in a line that has findings, and which of its rules find nothing more then.
 * Returns false if it leaves s. Finds c->found again.
 */
static bool repair_line(struct checker *c, struct iri_str s, bool left[RULES])
{
	struct iri_str fixed;
	struct iri_error err;
	bool can_change = false;

	for (size_t i = 0; i < c->found.n; i++)
		can_change |= c->found.p[i].rule->fixable;
	if (!can_change)
		return false;
	c->repaired.n = 0;
	can_change = iri_fix(c->linter, s, &fixed, &err) == IRI_OK && !iri_same(fixed, s);
	if (can_change) {
		iri_buf_add(&c->repaired, fixed.p, fixed.n);
		checker_find_left(c, buf_pad(&c->filter->messages, &c->repaired), left);
	}
	if ((!can_change && err.status == IRI_NO_MEMORY) || iri_lint(c->linter, s, &c->found, &err) != IRI_OK)
		filter_die(c->filter, NULL, "out of memory");
	return can_change;
}

/* Sets the place of a repair, if the line has s there as it is. Returns whether it has. */
static bool place_repair(struct checker *c, struct iri_str s, struct report_fix *fix)
{
	const struct iri_finding all = {.len = s.n};
	const struct range *const range = ranges_in_line(&c->ranges, c->filter, (struct iri_findings){&all, 1});
	const struct iri_str line = c->filter->messages.place.text;

	if (range)
		*fix = (struct report_fix){.at = *range, .text = iri_contents(&c->repaired)};
	else
		filter_die(c->filter, NULL, "out of memory");
	return iri_same(iri_between(line.p + fix->at.off[0], line.p + fix->at.off[1]), s);
}

/* Reports the findings in s, a reference of a line. left: see checker_find_left; NULL: --fix leaves s */
static void report_found(struct checker *c, struct iri_str s, const bool *left)
{
	struct filter *const f = c->filter;
	struct report_fix fix = {0};
	const bool has_fix = left && place_repair(c, s, &fix);
	const struct range *const ranges = ranges_in_line(&c->ranges, f, c->found);

	if (!ranges)
		filter_die(f, NULL, "out of memory");
	for (size_t i = 0; i < c->found.n; i++) {
		const struct iri_rule *const rule = c->found.p[i].rule;
		const bool is_fixed = has_fix && rule->fixable && !left[rule->number];
		const struct report_item item = {
			.finding = &c->found.p[i], .file = f->messages.place.file, .text = f->messages.place.text,
			.at = &ranges[i], .fix = is_fixed ? &fix : NULL,
		};
		report_finding(&c->report, &item, &f->output);
	}
}

enum iri_status checker_line(struct checker *c, struct iri_str s, struct iri_error *err)
{
	const enum iri_status status = iri_lint(c->linter, s, &c->found, err);
	bool fails = false, left[RULES];

	if (status != IRI_OK)
		return status;
	checker_begin_document(c);
	const bool is_fixed = checker_shows_fixes(c) && repair_line(c, s, left);
	if (c->found.n && (c->baseline || c->ruleset.has_severities))
		select_findings(c, s);
	for (size_t i = 0; i < c->found.n; i++)
		fails |= checker_count(c, &c->found.p[i]);
	if (c->found.n && is_wanted(c))
		report_found(c, s, is_fixed ? left : NULL);
	const uintmax_t fixable = count_fixable(c, c->found.p, c->found.n);
	if (fixable && is_fixable(c, s)) /* from here on, c->found is not valid */
		c->totals.fixable += fixable;
	if (!fails)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR}; /* makes --reject take the line */
	return err->status;
}

/*
 * Documents: their findings are held until no comment that follows can silence them.
 */

bool checker_has_error_bytes(const struct checker *c)
{
	const struct charset *const cs = c->filter->lines.charset;

	return cs && charset_is_bytes(cs);
}

/* Holds the findings of c->found in a link. */
static void checker_hold(struct checker *c, const struct span *link, bool has_error_bytes)
{
	struct iri_str text;

	if (!c->found.n)
		return;
	const struct range *const ranges = ranges_in_link(&c->ranges, link, has_error_bytes, c->found, &text);
	if (!ranges)
		filter_die(c->filter, NULL, "out of memory");
	const bool is_reference = text.p == link->reference.p && text.n == link->reference.n;
	struct held held = {.reference = arena_copy(&c->arena, iri_present(link->reference)),
	                    .is_caused = c->is_caused, .block = link->block, .block_off = link->block_off};
	held.text = is_reference ? held.reference : arena_copy(&c->arena, text);
	for (size_t i = 0; i < c->found.n; i++) {
		held.finding = c->found.p[i];
		held.finding.severity = ruleset_severity(&c->ruleset, &held.finding);
		held.range = ranges[i];
		held.link = link->off;
		held.off = link->off + (link->placed ? ranges[i].off[0] : 0);
		if (held.finding.why)
			held.finding.why = arena_copy(&c->arena, iri_str_of(held.finding.why)).p;
		iri_buf_add(&c->held, (const char *)&held, sizeof held);
	}
	buf_check(&c->filter->messages, &c->held);
}

bool checker_needs_labels(const struct checker *c)
{
	return c->named && ruleset_has(&c->ruleset, RULE_TEXT_NAMES_OTHER_HOST);
}

bool checker_names_other(struct checker *c, const struct span *link)
{
#if HAVE_DOCUMENTS
	const struct named_link named = {
		.label = link->label_is_code ? (struct iri_str){NULL, 0} : link->label,
		.title = link->title,
		.target = link->reference,
		.base = link->base,
		.site = c->site,
	};

	return checker_needs_labels(c) && link->kind != SPAN_IMAGE && named_differs(c->named, &named);
#else
	(void)c;
	(void)link;
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
	buf_add_visible_str(&c->message, iri_contents(&n->goes_to));
	iri_buf_putc(&c->message, '\0');
	buf_check(&c->filter->messages, &c->message);
	finding.why = c->message.p;
	checker_local(c, link, has_error_bytes, &finding);
}

void checker_link(struct checker *c, const struct span *link, bool has_error_bytes)
{
	struct iri_error err;

	if (checker_names_other(c, link))
		hold_name(c, link, has_error_bytes);
	if (iri_lint(c->linter, link->reference, &c->found, &err) != IRI_OK)
		filter_die(c->filter, NULL, "out of memory");
	c->is_caused = false;
	checker_hold(c, link, has_error_bytes);
}

void checker_local(struct checker *c, const struct span *link, bool has_error_bytes, const struct iri_finding *finding)
{
	c->found = (struct iri_findings){finding, 1};
	checker_hold(c, link, has_error_bytes);
}

void checker_comment(struct checker *c, const struct span *comment, bool has_error_bytes)
{
	silence_take(&c->silence, comment, has_error_bytes);
}

/* Whether a finding counts: it is not in the baseline. *link: the reference of the finding before this one */
static bool checker_is_left(struct checker *c, const struct held *held, const char **link)
{
	if (!c->baseline)
		return true;
	if (*link != held->reference.p)
		baseline_begin_link(c->baseline, held->reference);
	*link = held->reference.p;
	return is_new_finding(c, &held->finding);
}

/* Whether a finding in a document is outside of what --diff adds, and not an effect of it. */
static bool is_old(const struct checker *c, const struct held *held)
{
	return c->added && !held->is_caused && !added_has(c->added, held->range.line[0], held->range.line[1]);
}

/* Counts and appends a finding. */
static void checker_pass(struct checker *c, const struct held *held)
{
	const uintmax_t fixable = count_fixable(c, &held->finding, 1);

	checker_count(c, &held->finding);
	if (fixable && (held->finding.rule->number >= RULE_FIRST_LOCAL || is_fixable(c, held->reference)))
		c->totals.fixable += fixable;
	const struct report_item item = {
		.finding = &held->finding, .file = c->filter->messages.place.file, .text = held->text,
		.at = &held->range, .fix = held->fix,
	};
	if (is_wanted(c))
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
	const unsigned rule = e->why ? RULE_BAD_DISABLE : RULE_UNUSED_DISABLE;

	if (!ruleset_has(&c->ruleset, rule) || (!e->why && (e->is_used || !is_judged(c, e, is_complete))))
		return RULES;
	c->message.n = 0;
	if (e->why)
		buf_add_text(&c->message, e->why);
	else if (e->kind == SILENCE_ENDS)
		buf_add_text(&c->message, "this ends no irilint-disable; remove it");
	else if (e->rule < RULES)
		buf_add_format(&c->message, "this silences no finding of %s; remove it", iri_rule_at(e->rule)->id);
	else
		buf_add_text(&c->message, "this silences no finding; remove it");
	iri_buf_putc(&c->message, '\0');
	buf_check(&c->filter->messages, &c->message);
	return rule;
}

bool checker_is_unused(struct checker *c, const struct silence_entry *e, bool is_complete)
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
		if (checker_is_left(c, &held, link) && !is_old(c, &held))
			checker_pass(c, &held);
	}
}

size_t checker_settle(struct checker *c)
{
	struct held *const held = (void *)c->held.p;
	const size_t n = c->held.n / sizeof *held;
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
		else if (checker_is_left(c, &held[i], &link) && !is_old(c, &held[i]))
			held[left++] = held[i];
	}
	c->held.n = left * sizeof *held;
	c->settled = left;
	return left;
}

bool checker_can_fix(struct checker *c, bool is_complete)
{
	const size_t n_held = checker_settle(c);
	const struct held *const held = (const void *)c->held.p;
	size_t n;
	const struct silence_entry *const entries = silence_entries(&c->silence, &n);
	bool can_fix = false;

	for (size_t i = 0; i < n_held && !can_fix; i++)
		can_fix = held[i].finding.rule->fixable || held[i].finding.rule->number == RULE_DEAD_FILE;
	for (size_t i = 0; i < n && !can_fix; i++)
		can_fix = checker_is_unused(c, &entries[i], is_complete);
	return can_fix;
}

void checker_clear(struct checker *c)
{
	silence_clear(&c->silence);
	arena_clear(&c->arena);
	arena_clear(&c->last);
	c->held.n = c->settled = 0;
	c->passed = 0;
	c->has_findings = false;
}

/* Passes on the first n of the findings that checker_settle has left, and those about the first n_entries entries. */
static void pass_first(struct checker *c, size_t n, size_t n_entries, bool is_complete)
{
	const struct held *const held = (const void *)c->held.p;
	const char *link = NULL;
	size_t entry = 0;

	for (size_t i = 0; i < n; i++) {
		pass_entries(c, &entry, n_entries, &held[i].range, is_complete, &link);
		checker_pass(c, &held[i]);
	}
	pass_entries(c, &entry, n_entries, NULL, is_complete, &link);
}

void checker_pass_lines(struct checker *c, uintmax_t line, bool is_complete)
{
	const struct held *const held = (const void *)c->held.p;
	const size_t n_entries = silence_count_passed(&c->silence, line);
	size_t n_all, n;
	const struct silence_entry *const entries = silence_entries(&c->silence, &n_all);

	if (line == c->passed && line < UINTMAX_MAX)
		return;
	n = checker_settle(c);
	/* What stands after a comment for this line, in the line before it */
	while (n && n_entries < n_all && is_before(&entries[n_entries].range, &held[n - 1].range))
		n--;
	pass_first(c, n, n_entries, is_complete);
	buf_remove(&c->held, n * sizeof *held);
	silence_forget(&c->silence, n_entries);
	c->settled -= n;
	c->passed = line;
	/* The texts of what is left stay until the next call, which leaves none of it: it is one line. */
	arena_clear(&c->last);
	c->last = c->arena;
	c->arena = (struct arena){.messages = c->last.messages};
}

void checker_end_document(struct checker *c, bool is_complete)
{
	const size_t n = checker_settle(c);
	size_t n_entries;

	silence_entries(&c->silence, &n_entries);
	pass_first(c, n, n_entries, is_complete);
	c->totals.found_files += c->has_findings;
	checker_clear(c);
}

void checker_begin_document(struct checker *c)
{
	if (c->baseline)
		baseline_begin_document(c->baseline, c->filter->messages.place.file);
}

/* What checker_save appends; the news of the baseline follow. */
struct checker_state {
	uintmax_t counts[RULES][IRI_SEVERITY_ERROR + 1];
	struct totals totals;
	uintmax_t any; /* 1: a finding was reported */
};

void checker_forget(struct checker *c)
{
	memset(c->counts, 0, sizeof c->counts);
	c->totals = (struct totals){0};
	c->report.any = false;
	if (c->baseline)
		baseline_forget_news(c->baseline);
}

void checker_save(const struct checker *c, struct iri_buf *out)
{
	struct checker_state state = {.totals = c->totals, .any = c->report.any};

	memcpy(state.counts, c->counts, sizeof state.counts);
	iri_buf_add(out, (const char *)&state, sizeof state);
	if (c->baseline)
		baseline_save_news(c->baseline, out);
}

void checker_load(struct checker *c, struct iri_str saved)
{
	struct checker_state state;

	memcpy(&state, saved.p, sizeof state);
	for (size_t i = 0; i < RULES; i++)
		for (size_t severity = 0; severity <= IRI_SEVERITY_ERROR; severity++)
			c->counts[i][severity] += state.counts[i][severity];
	totals_add(&c->totals, &state.totals);
	c->report.any |= state.any;
	if (c->baseline)
		baseline_load_news(c->baseline, iri_between(saved.p + sizeof state, saved.p + saved.n));
}

bool checker_is_baseline(const struct checker *c, const char *name)
{
	const char *const *const names = (const void *)c->baselines.p;
	const size_t n = c->baselines.n / sizeof *names;
	struct stat st, other;

	if (!c->baseline || stat(name, &st) < 0)
		return false;
	for (size_t i = 0; i <= n; i++) {
		const char *const baseline = i < n ? names[i] : c->write_baseline;
		if (baseline && stat(baseline, &other) == 0 && identity_same(&st, &other))
			return true;
	}
	return false;
}

/* Names the entries of --baseline that are not found any more. */
static void tell_gone(struct checker *c, bool has_lines, bool has_hosts)
{
	const struct filter *const f = c->filter;
	bool enabled[RULES];

	/*
	 * The lines of a file can all be skipped as lines without findings: then only its operand tells that it was
	 * read. With --located, the operands are not the documents.
	 */
	has_lines = has_lines && !f->options.located;
	for (int i = 0; has_lines && i < f->n_operands; i++)
		baseline_begin_document(c->baseline, strcmp(f->operands[i], "-") ? f->operands[i]
		                                                                 : lines_stdin_name(&f->lines));
	if (has_lines && !f->n_operands)
		baseline_begin_document(c->baseline, lines_stdin_name(&f->lines));
	for (unsigned i = 0; i < RULES; i++)
		enabled[i] = ruleset_has(&c->ruleset, i) && (i != RULE_CONFUSABLE_HOST || has_hosts);
	baseline_tell_gone(c->baseline, enabled);
}

/* Writes the file of --write-baseline, or checks those of --baseline. Does neither if not all input was read. */
static void finish_baseline(struct checker *c, bool has_lines, bool has_hosts)
{
	struct filter *const f = c->filter;
	const bool complete = !f->stop && f->messages.status != EXIT_TROUBLE;

	if (c->write_baseline && complete) {
		baseline_write(c->baseline, &f->lines, c->write_baseline);
	} else if (c->write_baseline) {
		message_say(&f->messages, c->write_baseline, "not written, since not all input was read");
		message_raise(&f->messages, EXIT_TROUBLE);
	} else if (complete && !f->options.quiet) {
		tell_gone(c, has_lines, has_hosts);
	}
}

/* For --summary: appends the number of findings of each rule. */
static void print_counts(const struct checker *c, struct iri_buf *out)
{
	for (size_t i = 0; i < RULES; i++)
		for (enum iri_severity severity = IRI_SEVERITY_INFO; severity <= IRI_SEVERITY_ERROR; severity++)
			if (c->counts[i][severity])
				buf_add_format(out,
				               c->report.format == REPORT_JSON
				                       ? "{\"count\":%ju,\"severity\":\"%s\",\"rule\":\"%s\"}\n"
				                       : "%ju\t%s\t%s\n",
				               c->counts[i][severity], iri_severity_name(severity),
				               iri_rule_at(i)->id);
	if (c->totals.silenced)
		buf_add_format(out,
		               c->report.format == REPORT_JSON ? "{\"count\":%ju,\"silenced\":true}\n"
		                                               : "%ju\tsilenced\n",
		               c->totals.silenced);
}

void checker_finish(struct checker *c, bool has_lines, bool has_hosts)
{
	struct filter *const f = c->filter;

	if (c->baseline)
		finish_baseline(c, has_lines, has_hosts);
	if (c->write_baseline || f->options.check)
		return;
	report_end(&c->report, c->out);
	if (c->summary)
		print_counts(c, c->out);
}

void checker_free(struct checker *c)
{
	iri_linter_free(c->linter);
	baseline_free(c->baseline);
	iri_buf_free(&c->baselines);
	iri_buf_free(&c->kept);
	iri_buf_free(&c->repaired);
	iri_buf_free(&c->held);
	iri_buf_free(&c->message);
	arena_clear(&c->arena);
	arena_clear(&c->last);
	silence_free(&c->silence);
	ranges_free(&c->ranges);
	report_free(&c->report);
}
