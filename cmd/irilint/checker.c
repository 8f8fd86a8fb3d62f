/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "checker.h"

#include "ruleset.h"

#include <string.h>
#include <sys/stat.h>

struct checker checker;

/*
 * Leaves out the findings in s that do not count: those that --baseline lists or, with --write-baseline, all, which go
 * into that file.
 */
static void leave_out(struct iri_str s)
{
	struct checker *const c = &checker;

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
 * Sets c->found to the findings in s that count, and adds them to the numbers of findings. Returns an error if memory
 * ran out. Sets *fails if a finding is an error, and raises the exit status.
 */
static enum iri_status check(struct iri_str s, bool *fails, struct iri_error *err)
{
	struct checker *const c = &checker;
	const enum iri_status status = iri_lint(c->linter, s, &c->found, err);

	*fails = false;
	if (status != IRI_OK)
		return status;
	checker_begin_document();
	if (c->baseline && c->found.n)
		leave_out(s);
	for (size_t i = 0; i < c->found.n; i++) {
		const struct iri_finding *const finding = &c->found.p[i];
		*fails = *fails || finding->severity >= c->fail_level;
		c->counts[iri_rule_number(finding->rule)][finding->severity] += 1 + finding->more;
	}
	if (*fails)
		message_raise(&c->filter->messages, EXIT_INVALID);
	return IRI_OK;
}

/* Whether the findings of the current reference are to be printed. */
static bool is_wanted(void)
{
	return checker.found.n && !checker.summary && !checker.filter->options.check;
}

/* Appends the findings. regions: their places in the text, or NULL if memory ran out */
static void report(struct iri_str text, const struct region *regions, struct iri_buf *out)
{
	const struct place *const place = &checker.filter->messages.place;

	if (!regions)
		filter_die(checker.filter, NULL, "out of memory");
	for (size_t i = 0; i < checker.found.n; i++)
		report_finding(&checker.report, &checker.found.p[i], place->file, text, &regions[i], out);
}

enum iri_status checker_line(struct iri_str s, struct iri_error *err)
{
	struct filter *const f = checker.filter;
	bool fails;
	const enum iri_status status = check(s, &fails, err);

	if (status != IRI_OK)
		return status;
	if (is_wanted())
		report(f->messages.place.text, regions_in_line(&checker.regions, f, checker.found), &f->output);
	if (!fails)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR}; /* makes --reject take the line */
	return err->status;
}

void checker_link(const struct span *link)
{
	struct filter *const f = checker.filter;
	struct iri_error err;
	struct iri_str text;
	bool fails;

	if (check(link->reference, &fails, &err) != IRI_OK)
		filter_die(f, NULL, "out of memory");
	if (!is_wanted())
		return;
	const bool has_error_bytes = f->lines.charset && charset_is_bytes(f->lines.charset);
	const struct region *const regions =
		regions_in_link(&checker.regions, link, has_error_bytes, checker.found, &text);
	report(text, regions, &f->lines.out);
	lines_flush_some(&f->lines);
}

void checker_begin_document(void)
{
	if (checker.baseline)
		baseline_begin_document(checker.baseline, checker.filter->messages.place.file);
}

bool checker_is_baseline(const char *name)
{
	const char *const *const names = (const void *)checker.baselines.p;
	const size_t n = checker.baselines.n / sizeof *names;
	struct stat st, other;

	if (!checker.baseline || stat(name, &st) < 0)
		return false;
	for (size_t i = 0; i <= n; i++) {
		const char *const baseline = i < n ? names[i] : checker.write_baseline;
		if (baseline && stat(baseline, &other) == 0 && st.st_dev == other.st_dev && st.st_ino == other.st_ino)
			return true;
	}
	return false;
}

/* Names the entries of --baseline that are not found any more. */
static void tell_gone(bool has_lines, bool has_hosts)
{
	const struct filter *const f = checker.filter;
	bool enabled[RULES];

	/*
	 * The lines of a file can all be skipped as lines without findings: then only its operand tells that it was
	 * read. With --located, the operands are not the documents.
	 */
	has_lines = has_lines && !f->options.located;
	for (int i = 0; has_lines && i < f->n_operands; i++)
		baseline_begin_document(checker.baseline, strcmp(f->operands[i], "-") ? f->operands[i] : "stdin");
	if (has_lines && !f->n_operands)
		baseline_begin_document(checker.baseline, "stdin");
	for (unsigned i = 0; i < RULES; i++)
		enabled[i] = ruleset_has(i) && (i != RULE_CONFUSABLE_HOST || has_hosts);
	baseline_tell_gone(checker.baseline, enabled);
}

/* Writes the file of --write-baseline, or checks those of --baseline. Does neither if not all input was read. */
static void finish_baseline(bool has_lines, bool has_hosts)
{
	struct filter *const f = checker.filter;
	const bool complete = !f->stop && f->messages.status != EXIT_TROUBLE;

	if (checker.write_baseline && complete) {
		baseline_write(checker.baseline, &f->lines, checker.write_baseline);
	} else if (checker.write_baseline) {
		message_say(&f->messages, checker.write_baseline, "not written, since not all input was read");
		message_raise(&f->messages, EXIT_TROUBLE);
	} else if (complete && !f->options.quiet) {
		tell_gone(has_lines, has_hosts);
	}
}

/* For --summary: appends the number of findings of each rule. */
static void print_counts(struct iri_buf *out)
{
	for (size_t i = 0; i < RULES; i++)
		for (enum iri_severity severity = IRI_SEVERITY_INFO; severity <= IRI_SEVERITY_ERROR; severity++)
			if (checker.counts[i][severity])
				buf_add_format(out,
				               checker.report.format == REPORT_JSON
				                       ? "{\"count\":%ju,\"severity\":\"%s\",\"rule\":\"%s\"}\n"
				                       : "%ju\t%s\t%s\n",
				               checker.counts[i][severity], report_severity(severity),
				               iri_rule_at(i)->id);
}

void checker_finish(bool has_lines, bool has_hosts)
{
	struct filter *const f = checker.filter;

	if (checker.baseline)
		finish_baseline(has_lines, has_hosts);
	if (checker.write_baseline || f->options.check)
		return;
	report_end(&checker.report, &f->lines.out);
	if (checker.summary)
		print_counts(&f->lines.out);
}

void checker_free(void)
{
	iri_linter_free(checker.linter);
	baseline_free(checker.baseline);
	iri_buf_free(&checker.baselines);
	iri_buf_free(&checker.kept);
	regions_free(&checker.regions);
}
