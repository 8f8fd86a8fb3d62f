/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "checker.h"

#include "cmd/base/text.h"
#include "cmd/file/identity.h"
#include "lib/base/str.h"

#include <string.h>

bool checker_is_new(struct checker *c, const struct iri_finding *finding)
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
	c->kept.buf.n = 0;
	for (size_t i = 0; i < c->found.n; i++) {
		struct iri_finding finding = c->found.p[i];
		finding.severity = ruleset_severity(&c->ruleset, &finding);
		if (!c->baseline || checker_is_new(c, &finding))
			ARRAY_ADD(c->kept, &finding);
	}
	buf_check(&c->filter->messages, &c->kept.buf);
	c->found = (struct iri_findings){c->kept.item, ARRAY_COUNT(c->kept)};
}

bool checker_count(struct checker *c, const struct iri_finding *finding)
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

uintmax_t checker_count_fixable(const struct checker *c, const struct iri_finding *findings, size_t n)
{
	uintmax_t fixable = 0;

	for (size_t i = 0; c->tells_fixable && i < n; i++)
		fixable += findings[i].rule->fixable ? 1 + findings[i].more : 0;
	return fixable;
}

bool checker_is_fixable(struct checker *c, const char *scheme, struct iri_str reference)
{
	struct iri_str fixed;
	struct iri_error err;

	return bare_fix(&c->bare, c->linter, scheme, reference, &fixed, &err) == IRI_OK;
}

bool checker_is_wanted(const struct checker *c)
{
	return !c->summary && !c->filter->options.check;
}

bool checker_shows_fixes(const struct checker *c)
{
	return report_has_fixes(c->report.format) && checker_is_wanted(c) && !c->write_baseline;
}

void checker_find_left(struct checker *c, const char *scheme, struct iri_str fixed, bool left[RULES])
{
	struct iri_findings found;
	struct iri_error err;

	memset(left, 0, RULES * sizeof *left);
	if (bare_lint(&c->bare, c->linter, scheme, fixed, &found, &err) != IRI_OK)
		filter_die(c->filter, NULL, "out of memory");
	for (size_t i = 0; i < found.n; i++)
		left[found.p[i].rule->number] = true;
}

/*
 * Finds what --fix makes of s, a reference in a line that has findings, and which of its rules find nothing more then.
 * Returns false if it leaves s. Finds c->found again. scheme: see bare.h
 */
static bool repair_line(struct checker *c, const char *scheme, struct iri_str s, bool left[RULES])
{
	struct iri_str fixed;
	struct iri_error err;
	bool can_change = false;

	for (size_t i = 0; i < c->found.n; i++)
		can_change |= c->found.p[i].rule->fixable;
	if (!can_change)
		return false;
	c->repaired.n = 0;
	const enum iri_status status = bare_fix(&c->bare, c->linter, scheme, s, &fixed, &err);
	can_change = status == IRI_OK && !iri_same(fixed, s);
	if (can_change) {
		iri_buf_add(&c->repaired, fixed.p, fixed.n);
		checker_find_left(c, scheme, buf_pad(&c->filter->messages, &c->repaired), left);
	}
	if (status == IRI_NO_MEMORY ||
	    bare_lint(&c->bare, c->linter, scheme, s, &c->found, &err) != IRI_OK)
		filter_die(c->filter, NULL, "out of memory");
	return can_change;
}

/* Sets the place of a repair, if the line has s there as it is. Returns whether it has. */
static bool locate_repair(struct checker *c, struct iri_str s, struct report_fix *fix)
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
	const bool has_fix = left && locate_repair(c, s, &fix);
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

/* Returns what software adds before a line, as bare_scheme does. */
static const char *scheme_of_line(const struct checker *c, struct iri_str s)
{
	return c->bare_links ? bare_scheme_of(c->bare_links, s) : NULL;
}

enum iri_status checker_fix_line(struct checker *c, struct iri_str s, struct iri_str *fixed, struct iri_error *err)
{
	return bare_fix(&c->bare, c->linter, scheme_of_line(c, s), s, fixed, err);
}

enum iri_status checker_line(struct checker *c, struct iri_str s, struct iri_error *err)
{
	const struct iri_ref *const parsed = &c->parsed;
	const bool is_parsed = parsed->text.p == s.p && parsed->text.n == s.n;
	const char *const scheme = scheme_of_line(c, s);
	const enum iri_status status = is_parsed && !scheme
	                                     ? iri_lint_ref(c->linter, parsed, &c->found, err)
	                                     : bare_lint(&c->bare, c->linter, scheme, s, &c->found, err);
	bool fails = false, left[RULES];

	c->parsed.text.p = NULL; /* other text can come to this place */
	if (status != IRI_OK)
		return status;
	checker_begin_document(c);
	const bool is_fixed = checker_shows_fixes(c) && repair_line(c, scheme, s, left);
	if (c->found.n && (c->baseline || c->ruleset.has_severities))
		select_findings(c, s);
	for (size_t i = 0; i < c->found.n; i++)
		fails |= checker_count(c, &c->found.p[i]);
	if (c->found.n && checker_is_wanted(c))
		report_found(c, s, is_fixed ? left : NULL);
	const uintmax_t fixable = checker_count_fixable(c, c->found.p, c->found.n);
	if (fixable && checker_is_fixable(c, scheme, s)) /* from here on, c->found is not valid */
		c->totals.fixable += fixable;
	if (!fails)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR}; /* makes --reject take the line */
	return err->status;
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
	const char *const *const names = c->baselines.item;
	const size_t n = ARRAY_COUNT(c->baselines);
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
	iri_buf_free(&c->baselines.buf);
	iri_buf_free(&c->kept.buf);
	bare_free(&c->bare);
	iri_buf_free(&c->repaired);
	iri_buf_free(&c->held.buf);
	iri_buf_free(&c->message);
	arena_clear(&c->arena);
	arena_clear(&c->last);
	silence_free(&c->silence);
	ranges_free(&c->ranges);
	report_free(&c->report);
}
