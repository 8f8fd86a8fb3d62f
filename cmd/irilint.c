/* SPDX-License-Identifier: ISC */
/* irilint: finds what is wrong, risky or careless in IRIs (RFC 3987, sections 2.2, 4, 6.1, 7.5 and 8) */
#include "../lib/lint.h"
#include "../lib/padding.h"
#include "filter.h"
#include "key.h"
#include "report.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The beginning or the end of a finding in the line. */
struct end {
	size_t off;    /* in bytes */
	size_t number; /* 2 * i for the beginning of finding i, 2 * i + 1 for its end */
};

static struct irilint {
	struct iri_lint_options options;
	struct iri_linter *linter;
	struct iri_findings found; /* in the current line */
	struct report report;
	bool enabled[RULES];  /* by number */
	bool disabled[RULES]; /* turned off by --disable or --only */
	enum iri_severity fail_level;
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool summary, fix, list;
	const struct iri_rule *explain;
	uintmax_t counts[RULES][IRI_SEVERITY_ERROR + 1];
	struct iri_buf against;  /* the operands of --against, as pointers */
	struct iri_buf ends, offsets, regions; /* working space of locate */
} self;

/*
 * Sets set[number] to value for each rule in a list of ids, which are separated by commas. Returns NULL, or an error
 * message.
 */
static const char *set_rules(const char *list, bool set[RULES], bool value)
{
	for (;; list++) {
		const size_t len = strcspn(list, ",");
		const struct iri_rule *const rule = iri_rule_find((struct iri_str){list, len});
		if (!rule)
			return options_unknown("rule", list, len, "--list-rules shows all rules");
		set[iri_rule_number(rule)] = value;
		list += len;
		if (!*list)
			return NULL;
	}
}

static const char *take_enable(const char *list)
{
	return set_rules(list, self.enabled, true);
}

static const char *take_disable(const char *list)
{
	set_rules(list, self.enabled, false);
	return set_rules(list, self.disabled, true);
}

static const char *take_only(const char *list)
{
	for (size_t i = 0; i < RULES; i++) {
		self.enabled[i] = false;
		self.disabled[i] = true;
	}
	set_rules(list, self.disabled, false);
	return set_rules(list, self.enabled, true);
}

static const char *take_explain(const char *id)
{
	self.explain = iri_rule_find((struct iri_str){id, strlen(id)});
	return self.explain ? NULL : options_unknown("rule", id, strlen(id), "--list-rules shows all rules");
}

static const char *take_against(const char *name)
{
	iri_buf_add(&self.against, (const char *)&name, sizeof name);
	return self.against.failed ? "out of memory" : NULL;
}

static const struct option_row options[] = {
	{0, "type", "reference|iri|absolute",
         "accept references (default); IRIs (a relative\n"
         "reference is an error); or absolute IRIs (a\n"
         "fragment is an error, too)",
         .choice = &self.options.expect},
	{0, "enable", "ID,...", "turn on these rules", .take = take_enable},
	{0, "disable", "ID,...", "turn off these rules", .take = take_disable},
	{0, "only", "ID,...", "turn on these rules, and turn off all others", .take = take_only},
	{0, "against", "FILE",
         "report hosts that look like a host in FILE, which\n"
         "has a host or link on each line; repeatable",
         .take = take_against},
	{0, "fail-level", "info|warning|error",
         "exit with status 1 if a finding has at least this\n"
         "severity; default: warning",
         .choice = &self.fail_level},
	{0, "format", "text|json|github|sarif",
         "print text (default), a JSON object for each\n"
         "finding, annotations for GitHub workflows, or a\n"
         "SARIF 2.1.0 document", .choice = &self.report.format},
	{0, "color", "auto|always|never", "print colours; auto (default): on a terminal, but\nnot if NO_COLOR is set",
         .choice = &self.color},
	{0, "summary", NULL, "only print the number of findings of each rule", .flag = &self.summary},
	{0, "fix", NULL, "fix what can be fixed, and print the lines;\n--invalid=keep is the default",
         .flag = &self.fix},
	{0, "list-rules", NULL, "print all rules and exit", .flag = &self.list},
	{0, "explain", "ID", "explain a rule and exit", .take = take_explain},
	{0},
};

static int by_offset(const void *x, const void *y)
{
	const struct end *a = x, *b = y;

	return a->off < b->off ? -1 : a->off > b->off;
}

/*
 * Returns an array with the place of each finding of the line, in the order of self.found. filter_locate needs ascending
 * offsets, and message_column is fast only with these. So the beginnings and ends of all findings are sorted together
 * first.
 */
static const struct region *locate(struct filter *f)
{
	const size_t n = 2 * self.found.n;
	struct end *const ends = (void *)iri_buf_reserve(&self.ends, n * sizeof *ends);
	size_t *const offsets = (void *)iri_buf_reserve(&self.offsets, n * sizeof *offsets);
	struct region *const regions = (void *)iri_buf_reserve(&self.regions, n / 2 * sizeof *regions);

	if (!ends || !offsets || !regions)
		filter_die(f, NULL, "out of memory");
	for (size_t i = 0; i < n; i++) {
		const struct iri_finding *finding = &self.found.p[i / 2];
		ends[i] = (struct end){finding->off + (i % 2 ? finding->len : 0), i};
	}
	qsort(ends, n, sizeof *ends, by_offset);
	for (size_t i = 0; i < n; i++)
		offsets[i] = ends[i].off;
	filter_locate(f, offsets, n);
	for (size_t i = 0; i < n; i++) {
		const size_t number = ends[i].number;
		struct region *const region = &regions[number / 2];
		region->off[number % 2] = offsets[i];
		region->line[number % 2] = f->messages.place.line;
		region->column[number % 2] = message_column(&f->messages, offsets[i]);
	}
	return regions;
}

/*
 * Appends the findings in s to the output or, with --fix, fixes s. A finding of the severity of --fail-level or above
 * is an error, which a filter with FILTER_REPORTS does not print.
 */
static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	bool fails = false;

	if (self.fix)
		return iri_fix(self.linter, s, out, err);
	const enum iri_status status = iri_lint(self.linter, s, &self.found, err);
	if (status != IRI_OK || !self.found.n)
		return status;
	const struct place *const place = &f->messages.place;
	const struct region *const regions = self.summary || f->options.check ? NULL : locate(f);
	for (size_t i = 0; i < self.found.n; i++) {
		const struct iri_finding *finding = &self.found.p[i];
		fails = fails || finding->severity >= self.fail_level;
		self.counts[iri_rule_number(finding->rule)][finding->severity] += 1 + finding->more;
		if (regions)
			report_finding(&self.report, finding, place->file, place->text, &regions[i], &f->output);
	}
	if (!fails)
		return IRI_OK;
	message_raise(&f->messages, EXIT_INVALID);
	*err = (struct iri_error){.status = IRI_BAD_CHAR}; /* for --reject only */
	return err->status;
}

static void list_rules(struct iri_buf *out)
{
	const struct iri_rule *rule;

	for (size_t i = 0; (rule = iri_rule_at(i)); i++)
		buf_add_format(out, "%-22s  %-7s  %s (%s)\n", rule->id, report_severity(rule->severity), rule->text,
		               rule->section);
}

static void explain(const struct iri_rule *rule, struct iri_buf *out)
{
	buf_add_format(out, "%s: %s\n%s (%s).\n%s\n%s", rule->id, report_severity(rule->severity), rule->text,
	               rule->section, report_more(rule), rule->fixable ? "irilint --fix fixes it.\n" : "");
}

/* Adds the host in a line of a file of --against. Skips an empty line. Prints a message about an invalid line. */
static void add_host(void *filter, struct iri_str s)
{
	struct filter *const f = filter;
	const struct iri_str host = filter_trim(s);
	struct iri_error err;
	char text[256];

	if (!host.n || iri_linter_add_host(self.linter, host, &err) == IRI_OK)
		return;
	if (err.status == IRI_NO_MEMORY)
		filter_die(f, NULL, "out of memory");
	iri_error_text(&err, text, sizeof text);
	message_invalid(&f->messages, err.off + (size_t)(host.p - s.p), text, NULL);
}

/* Reads the files that --against names. */
static void read_hosts(struct filter *f)
{
	const char *const *const names = (const void *)self.against.p;

	for (size_t i = 0; i < self.against.n / sizeof *names; i++) {
		if (!strcmp(names[i], "-"))
			filter_die(f, "--against", "standard input has the lines to check; name a file");
		if (!lines_read(&f->lines, names[i], add_host, f))
			filter_die(f, "--against", "the file could not be read");
	}
}

/* Makes the linter, with the rules that the options enable. */
static void make_linter(struct filter *f)
{
	const struct iri_rule *rules[RULES];
	unsigned char key[IRI_KEY_LENGTH];

	if (self.options.expect == IRI_EXPECT_ABSOLUTE && !self.disabled[RULE_FRAGMENT])
		self.enabled[RULE_FRAGMENT] = true;
	for (unsigned i = 0; i < RULES; i++)
		if (self.enabled[i])
			rules[self.options.n_rules++] = iri_rule_at(i);
	self.options.rules = rules;
	if (self.against.n) {
		key_make(f, key);
		self.options.key = key;
	}
	self.linter = filter_need(f, iri_linter_new(&self.options));
	self.linter->padded = IRI_PADDED;
	read_hosts(f);
}

static bool start(struct filter *f)
{
	struct iri_buf *const out = &f->lines.out;
	const bool format_unset = self.report.format == REPORT_UNSET;
	if (format_unset)
		self.report.format = REPORT_TEXT;
	if (self.list || self.explain) {
		if (self.list)
			list_rules(out);
		if (self.explain)
			explain(self.explain, out);
		return true;
	}
	if (self.summary && (self.fix || self.report.format > REPORT_JSON))
		filter_die(f, NULL, "--summary works only with --format=text or json, and without --fix");
	if (self.fix && !format_unset)
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --format");
	make_linter(f);
	f->flags |= self.fix ? FILTER_KEEPS_INVALID : FILTER_REPORTS;
	if (self.fix)
		return false;
	const char *no_color = getenv("NO_COLOR");
	const bool terminal = isatty(STDOUT_FILENO);
	self.report.source = terminal && self.report.format == REPORT_TEXT;
	const bool wanted = terminal && !(no_color && *no_color);
	self.report.color = self.color == COLOR_AUTO ? wanted : self.color == COLOR_ALWAYS;
	if (!f->options.check)
		report_begin(&self.report, out);
	return false;
}

static void finish(struct filter *f)
{
	struct iri_buf *out = &f->lines.out;

	if (self.fix || self.list || self.explain || f->options.check)
		return;
	report_end(&self.report, out);
	for (size_t i = 0; self.summary && i < RULES; i++)
		for (enum iri_severity severity = IRI_SEVERITY_INFO; severity <= IRI_SEVERITY_ERROR; severity++)
			if (self.counts[i][severity])
				buf_add_format(out,
				               self.report.format == REPORT_JSON
				                       ? "{\"count\":%ju,\"severity\":\"%s\",\"rule\":\"%s\"}\n"
				                       : "%ju\t%s\t%s\n",
				               self.counts[i][severity], report_severity(severity), iri_rule_at(i)->id);
}

int main(int argc, char **argv)
{
	static const struct filter_tool tool = {
		.name = "irilint",
		.summary = "Finds what is wrong, risky or careless in IRIs, line by line (RFC 3987).",
		.tables = {options},
		.start = start,
		.line = line,
		.finish = finish,
		.fails = "a finding has at least the severity of --fail-level;\n"
	                 "     with --fix: a line was invalid or, with -c, would change",
	};

	self = (struct irilint){.fail_level = IRI_SEVERITY_WARNING, .report.format = REPORT_UNSET};
	for (size_t i = 0; i < RULES; i++)
		self.enabled[i] = !iri_rule_at(i)->off;
	const int status = filter_main(&tool, argc, argv);
	iri_linter_free(self.linter);
	iri_buf_free(&self.against);
	iri_buf_free(&self.ends);
	iri_buf_free(&self.offsets);
	iri_buf_free(&self.regions);
	return status;
}
