/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "checker.h"

#include <string.h>
#include <sys/stat.h>

/*
 * Leaves out the findings in s that do not count: those that --baseline lists or, with --write-baseline, all, which go
 * into that file.
 */
static void leave_out(struct checker *c, struct iri_str s)
{
	baseline_begin_link(c->baseline, s);
	c->kept.n = 0;
	for (size_t i = 0; i < c->found.n; i++) {
		const struct iri_finding *const finding = &c->found.p[i];
		if (c->write_baseline)
			baseline_add(c->baseline, finding->rule);
		else if (!baseline_has(c->baseline, finding->rule))
			iri_buf_add(&c->kept, (const char *)finding, sizeof *finding);
	}
	buf_check(&c->filter->messages, &c->kept);
	c->found = (struct iri_findings){(const void *)c->kept.p, c->kept.n / sizeof *c->found.p};
}

/*
 * Leaves in c->found the findings in s that count, and adds them to the numbers of findings. If a finding is an error,
 * raises the exit status, and returns true.
 */
static bool checker_count(struct checker *c, struct iri_str s)
{
	bool fails = false;

	checker_begin_document(c);
	if (c->baseline && c->found.n)
		leave_out(c, s);
	for (size_t i = 0; i < c->found.n; i++) {
		const struct iri_finding *const finding = &c->found.p[i];
		fails = fails || finding->severity >= c->fail_level;
		c->counts[iri_rule_number(finding->rule)][finding->severity] += 1 + finding->more;
	}
	if (fails)
		message_raise(&c->filter->messages, EXIT_INVALID);
	return fails;
}

/* Whether the findings of the current reference are to be printed. */
static bool is_wanted(const struct checker *c)
{
	return c->found.n && !c->summary && !c->filter->options.check;
}

/* Appends the findings. ranges: their places in the text, or NULL if memory ran out */
static void checker_report(struct checker *c, struct iri_str text, const struct range *ranges, struct iri_buf *out)
{
	const struct place *const place = &c->filter->messages.place;

	if (!ranges)
		filter_die(c->filter, NULL, "out of memory");
	for (size_t i = 0; i < c->found.n; i++)
		report_finding(&c->report, &c->found.p[i], place->file, text, &ranges[i], out);
}

enum iri_status checker_line(struct checker *c, struct iri_str s, struct iri_error *err)
{
	struct filter *const f = c->filter;
	const enum iri_status status = iri_lint(c->linter, s, &c->found, err);

	if (status != IRI_OK)
		return status;
	const bool fails = checker_count(c, s);
	if (is_wanted(c))
		checker_report(c, f->messages.place.text, ranges_in_line(&c->ranges, f, c->found), &f->output);
	if (!fails)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR}; /* makes --reject take the line */
	return err->status;
}

/* Counts and appends the findings of c->found in a link. */
static void report_link(struct checker *c, const struct span *link, bool has_error_bytes)
{
	struct filter *const f = c->filter;
	struct iri_str text;

	checker_count(c, link->reference);
	if (!is_wanted(c))
		return;
	const struct range *const ranges =
		ranges_in_link(&c->ranges, link, has_error_bytes, c->found, &text);
	checker_report(c, text, ranges, &f->lines.out);
	lines_flush_some(&f->lines);
}

bool checker_has_error_bytes(const struct checker *c)
{
	const struct charset *const cs = c->filter->lines.charset;

	return cs && charset_is_bytes(cs);
}

void checker_link(struct checker *c, const struct span *link, bool has_error_bytes)
{
	struct iri_error err;

	if (iri_lint(c->linter, link->reference, &c->found, &err) != IRI_OK)
		filter_die(c->filter, NULL, "out of memory");
	report_link(c, link, has_error_bytes);
}

void checker_local(struct checker *c, const struct span *link, bool has_error_bytes, const struct iri_finding *finding)
{
	c->found = (struct iri_findings){finding, 1};
	report_link(c, link, has_error_bytes);
}

void checker_begin_document(struct checker *c)
{
	if (c->baseline)
		baseline_begin_document(c->baseline, c->filter->messages.place.file);
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
		if (baseline && stat(baseline, &other) == 0 && st.st_dev == other.st_dev && st.st_ino == other.st_ino)
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
		baseline_begin_document(c->baseline, strcmp(f->operands[i], "-") ? f->operands[i] : "stdin");
	if (has_lines && !f->n_operands)
		baseline_begin_document(c->baseline, "stdin");
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
}

void checker_finish(struct checker *c, bool has_lines, bool has_hosts)
{
	struct filter *const f = c->filter;

	if (c->baseline)
		finish_baseline(c, has_lines, has_hosts);
	if (c->write_baseline || f->options.check)
		return;
	report_end(&c->report, &f->lines.out);
	if (c->summary)
		print_counts(c, &f->lines.out);
}

void checker_free(struct checker *c)
{
	iri_linter_free(c->linter);
	baseline_free(c->baseline);
	iri_buf_free(&c->baselines);
	iri_buf_free(&c->kept);
	ranges_free(&c->ranges);
}
