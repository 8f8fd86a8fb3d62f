/* SPDX-License-Identifier: ISC */
/* irilint: finds what is wrong, risky or careless in IRIs (RFC 3987, sections 2.2, 4, 6.1, 7.5 and 8) */
#include "config.h"

#include "../lib/lines.h"
#include "../lib/padding.h"
#include "../lib/str.h"
#include "baseline.h"
#include "key.h"
#include "report.h"
#include "ruleset.h"
#if HAVE_DOCUMENTS
#include "inplace.h"
#endif

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct irilint {
	struct filter *filter;
	struct iri_lint_options options;
	struct iri_linter *linter;
	struct iri_findings found; /* in the current reference */
	struct regions regions;
	struct report report;
	/* The words of --from. FROM_UNSET: no --from, which means lines */
	enum { FROM_LINES, FROM_AUTO, FROM_TEXT, FROM_MARKDOWN, FROM_HTML, FROM_XML, FROM_UNSET } from;
	enum iri_severity fail_level;
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool summary, fix;
	uintmax_t counts[RULES][IRI_SEVERITY_ERROR + 1];
	struct iri_buf against, baselines; /* the operands of these options, as pointers */
	const char *write_baseline; /* the operand of this option, or NULL */
	struct baseline *baseline; /* the files of --baseline, or what goes into that of --write-baseline; or NULL */
	struct iri_buf kept;       /* the findings in the current reference that count */
} self;

/* Adds the operand of an option to those before. Returns NULL, or an error message. */
static const char *add_operand(struct iri_buf *operands, const char *name)
{
	iri_buf_add(operands, (const char *)&name, sizeof name);
	return operands->failed ? "out of memory" : NULL;
}

static const char *take_against(const char *name)
{
	return add_operand(&self.against, name);
}

static const char *take_baseline(const char *name)
{
	return add_operand(&self.baselines, name);
}

static const struct option_row options[] = {
	{0, "type", "reference|iri|absolute",
         "accept references (default); IRIs (a relative\n"
         "reference is an error); or absolute IRIs (a\n"
         "fragment is an error, too)",
         .choice = &self.options.expect},
	{0, "against", "FILE",
         "report hosts that look like a host in FILE, which\n"
         "has a host or link on each line; repeatable",
         .take = take_against},
	{0, "baseline", "FILE",
         "leave out the findings that FILE lists, and name\n"
         "its entries that are not found any more;\n"
         "repeatable", .take = take_baseline},
	{0, "write-baseline", "FILE", "write all findings to FILE, for --baseline, and\nprint nothing",
         .text = &self.write_baseline},
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
	{0, "fix", NULL, "fix what can be fixed, and print the lines or, with\n--from, the documents; --invalid=keep is the\n"
         "default",
         .flag = &self.fix},
	{0},
};

/*
 * Leaves out the findings in s that do not count: those that --baseline lists or, with --write-baseline, all, which go
 * into that file.
 */
static void leave_out(struct iri_str s)
{
	baseline_begin_link(self.baseline, s);
	self.kept.n = 0;
	for (size_t i = 0; i < self.found.n; i++) {
		const struct iri_finding *const finding = &self.found.p[i];
		if (self.write_baseline)
			baseline_add(self.baseline, finding->rule);
		else if (!baseline_has(self.baseline, finding->rule))
			iri_buf_add(&self.kept, (const char *)finding, sizeof *finding);
	}
	buf_check(&self.filter->messages, &self.kept);
	self.found = (struct iri_findings){(const void *)self.kept.p, self.kept.n / sizeof *self.found.p};
}

/*
 * Finds what is wrong in s, counts the findings, and sets *fails if one has the severity of --fail-level or above.
 * Leaves out findings that do not count. Returns an error if memory ran out.
 */
static enum iri_status check(struct iri_str s, bool *fails, struct iri_error *err)
{
	const enum iri_status status = iri_lint(self.linter, s, &self.found, err);

	if (self.baseline)
		baseline_begin_document(self.baseline, self.filter->messages.place.file);
	if (self.baseline && status == IRI_OK && self.found.n)
		leave_out(s);
	*fails = false;
	for (size_t i = 0; status == IRI_OK && i < self.found.n; i++) {
		const struct iri_finding *const finding = &self.found.p[i];
		*fails = *fails || finding->severity >= self.fail_level;
		self.counts[iri_rule_number(finding->rule)][finding->severity] += 1 + finding->more;
	}
	if (*fails)
		message_raise(&self.filter->messages, EXIT_INVALID);
	return status;
}

/* Whether the findings of the current reference are to be printed. */
static bool is_wanted(void)
{
	return self.found.n && !self.summary && !self.filter->options.check;
}

/* Appends the findings. regions: their places in the text, or NULL if memory ran out */
static void report(struct iri_str text, const struct region *regions, struct iri_buf *out)
{
	if (!regions)
		filter_die(self.filter, NULL, "out of memory");
	for (size_t i = 0; i < self.found.n; i++)
		report_finding(&self.report, &self.found.p[i], self.filter->messages.place.file, text, &regions[i],
		               out);
}

/*
 * Appends the findings in s to the output or, with --fix, fixes s. A finding of the severity of --fail-level or above
 * is an error, which a filter with FILTER_REPORTS does not print.
 */
static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	bool fails;

	if (self.fix)
		return iri_fix(self.linter, s, out, err);
	const enum iri_status status = check(s, &fails, err);
	if (status != IRI_OK)
		return status;
	if (is_wanted())
		report(f->messages.place.text, regions_in_line(&self.regions, f, self.found), &f->output);
	if (!fails)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR}; /* for --reject only */
	return err->status;
}

/* Skips lines without findings. --fix changes none of these, either. */
static size_t skip(const char *p, const char *end, size_t *lines)
{
	return iri_skip_clean(self.linter, p, end, lines);
}

/* Whether the file, under any name, is that of --write-baseline or one of --baseline. */
static bool is_baseline(const char *name)
{
	const char *const *const names = (const void *)self.baselines.p;
	const size_t n = self.baselines.n / sizeof *names;
	struct stat st, other;

	if (!self.baseline || stat(name, &st) < 0)
		return false;
	for (size_t i = 0; i <= n; i++) {
		const char *const baseline = i < n ? names[i] : self.write_baseline;
		if (baseline && stat(baseline, &other) == 0 && st.st_dev == other.st_dev && st.st_ino == other.st_ino)
			return true;
	}
	return false;
}

#if HAVE_DOCUMENTS

static const struct option_row document_options[] = {
	{0, "from", "lines|auto|text|markdown|html|xml",
         "the files have a reference on each line (lines, the\n"
         "default), or are documents, whose links are checked\n"
         "where they stand; auto: by name: Markdown for\n"
         "*.md, *.markdown; HTML for *.html, *.htm, *.xhtml;\n"
         "XML for *.xml, *.rss, *.atom; else text", .choice = &self.from},
	{0},
};

#define DOCUMENT_TABLES document_options, search_options, inplace_options

static bool reads_documents(void)
{
	return self.from > FROM_LINES && self.from < FROM_UNSET;
}

/* For document_read: appends the findings in a link to the output. */
static bool check_link(void *arg, const struct span *link)
{
	struct filter *const f = arg;
	struct iri_error err;
	struct iri_str text;
	bool fails;

	search_check(&f->messages);
	if (!search.kinds[link->kind])
		return true;
	if (check(link->reference, &fails, &err) != IRI_OK)
		filter_die(f, NULL, "out of memory");
	if (is_wanted()) {
		const struct region *const regions = regions_in_link(&self.regions, link, self.found, &text);
		report(text, regions, &f->lines.out);
		lines_flush_some(&f->lines);
	}
	return true;
}

/* For inplace_edit: sets the links that can be fixed. Prints a message about each that is invalid. */
static bool fix_links(void *arg, struct editor *e)
{
	struct filter *const f = arg;
	struct iri_error err;
	struct iri_str s, fixed;
	char text[256];

	for (size_t i = 0; (s = editor_next(e, &i)).p; i++) {
		if (iri_fix(self.linter, s, &fixed, &err) == IRI_OK) {
			if (f->options.check && !iri_same(fixed, s))
				message_raise(&f->messages, EXIT_INVALID);
			editor_set(e, i, fixed);
			continue;
		}
		if (err.status == IRI_NO_MEMORY)
			filter_die(f, NULL, "out of memory");
		message_raise(&f->messages, EXIT_INVALID);
		iri_error_text(&err, text, sizeof text);
		if (!f->options.quiet)
			editor_say(e, i, text);
	}
	return true;
}

/* For search_files: checks or edits a document. Leaves out a baseline, which -r can find. */
static bool process_document(const char *name, bool is_first)
{
	struct filter *const f = self.filter;

	(void)is_first;
	if (is_baseline(name))
		return true;
	if (self.fix) {
		inplace_edit(&f->lines, name, NULL, fix_links, f);
		return true;
	}
	const int fd = lines_open_input(&f->lines, name, NULL);
	if (fd < 0)
		return true;
	if (self.baseline)
		baseline_begin_document(self.baseline, f->messages.place.file);
	document_read(&f->lines, &search.document, fd, name, check_link, f);
	if (fd != STDIN_FILENO)
		close(fd);
	search_check(&f->messages);
	return true;
}

/* Ends the program if options for documents are used without documents, or with options for lines. */
static void check_document_options(struct filter *f)
{
	const struct options *const o = &f->options;

	if (!reads_documents() && (search_has_options() || inplace_has_options()))
		filter_die(f, NULL, "options that search or edit documents need --from; --from=auto goes by file names");
	if (reads_documents() && (o->field || o->html || o->located || o->split || o->reject || !o->eol ||
	                          o->invalid != INVALID_UNSET || (o->nfc && !f->lines.charset)))
		filter_die(f, NULL, "--field, --html, --invalid, --located, --nfc, --reject, --split and -z are for lines, "
		                    "not for documents; leave out --from");
	if (inplace_has_options() && !self.fix)
		filter_die(f, NULL, "--in-place, --dry-run and --force need --fix");
	if (inplace_writes() && !search.recursive && !f->n_operands)
		filter_die(f, NULL, "-i needs files");
}

/* Without --from, prints a message about the first operand that looks like a document. */
static void warn_document(struct filter *f)
{
	for (int i = 0; i < f->n_operands; i++)
		if (document_is_named(f->operands[i])) {
			message_say(&f->messages, f->operands[i], "looks like a document, but its lines are checked; "
			                                          "--from=auto checks its links");
			return;
		}
}

/* Checks or fixes the operands as documents. */
static void process_documents(struct filter *f)
{
	search.document.format = (enum document_format)(self.from - FROM_AUTO);
	search.document.places = true;
	search.charset = f->options.charset;
	search_prepare(&f->messages);
	inplace.check = f->options.check;
	if (self.fix)
		replace_catch_signals();
	search_files(&f->messages, f->n_operands, f->operands, process_document);
	replace_free();
	search_free();
}

#else

/* The libraries for documents are missing. */
#define DOCUMENT_TABLES NULL

static bool reads_documents(void)
{
	return false;
}

static void check_document_options(struct filter *f)
{
	(void)f;
}

static void warn_document(struct filter *f)
{
	(void)f;
}

static void process_documents(struct filter *f)
{
	(void)f;
}

#endif

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

static bool read_hosts(struct filter *f, const char *name)
{
	return lines_read(&f->lines, name, add_host, f);
}

static bool read_baseline(struct filter *f, const char *name)
{
	return baseline_read(self.baseline, &f->lines, name);
}

/* Reads the files that are the operands of an option. read: prints a message and returns false on failure */
static void read_operands(struct filter *f, const char *option, const struct iri_buf *operands,
                          bool (*read)(struct filter *f, const char *name))
{
	const char *const *const names = (const void *)operands->p;

	for (size_t i = 0; i < operands->n / sizeof *names; i++) {
		if (!strcmp(names[i], "-"))
			filter_die(f, option, "standard input has the lines to check; name a file");
		if (!read(f, names[i]))
			filter_die(f, option, "the file could not be read");
	}
}

/* Makes the linter, with the rules that the options enable. In documents, relative references are no finding. */
static void make_linter(struct filter *f)
{
	const struct iri_rule *rules[RULES];
	unsigned char key[IRI_KEY_LENGTH];
	const bool has_baseline = self.baselines.n || self.write_baseline;

	if (self.options.expect == IRI_EXPECT_ABSOLUTE)
		ruleset_default(RULE_FRAGMENT, true);
	if (self.options.expect == IRI_EXPECT_REFERENCE && reads_documents())
		ruleset_default(RULE_RELATIVE, false);
	for (unsigned i = 0; i < RULES; i++)
		if (ruleset_has(i))
			rules[self.options.n_rules++] = iri_rule_at(i);
	self.options.rules = rules;
	if (self.against.n || has_baseline) {
		key_make(f, key);
		self.options.key = key;
	}
	if (has_baseline)
		self.baseline = filter_need(f, baseline_new(&f->messages, key));
	self.linter = filter_need(f, iri_linter_new(&self.options));
	self.linter->padded = reads_documents() ? 0 : IRI_PADDED;
	read_operands(f, "--against", &self.against, read_hosts);
	read_operands(f, "--baseline", &self.baselines, read_baseline);
}

/* Ends the program if the file of --write-baseline cannot be written, or is also an operand. */
static void check_write_baseline(struct filter *f)
{
	const char *const why = baseline_check(self.write_baseline);

	if (why)
		filter_die(f, self.write_baseline, why);
	for (int i = 0; i < f->n_operands; i++)
		if (is_baseline(f->operands[i]))
			filter_die(f, f->operands[i], "this is the file of --write-baseline; do not check it, too");
	replace_catch_signals();
}

static bool start(struct filter *f)
{
	struct iri_buf *const out = &f->lines.out;
	const bool format_unset = self.report.format == REPORT_UNSET;

	self.filter = f;
	if (format_unset)
		self.report.format = REPORT_TEXT;
	if (self.write_baseline && (self.baselines.n || self.fix || !format_unset || self.summary || ruleset.list ||
	                            ruleset.explain))
		filter_die(f, "--write-baseline",
		           "leave out --baseline, --explain, --fix, --format, --list-rules and --summary");
	if (ruleset_show(out))
		return true;
	if (self.fix && !format_unset)
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --format");
	if (self.summary && (self.fix || self.report.format > REPORT_JSON))
		filter_die(f, NULL, "--summary works only with --format=text or json, and without --fix");
	check_document_options(f);
	if (self.fix && self.baselines.n)
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --baseline");
	make_linter(f);
	if (self.write_baseline)
		check_write_baseline(f);
	f->flags |= self.fix ? FILTER_KEEPS_INVALID : FILTER_REPORTS;
	if (!self.fix) {
		const char *const no_color = getenv("NO_COLOR");
		const bool terminal = isatty(STDOUT_FILENO);
		const bool wanted = terminal && !(no_color && *no_color);
		self.report.source = terminal && self.report.format == REPORT_TEXT;
		self.report.color = self.color == COLOR_AUTO ? wanted : self.color == COLOR_ALWAYS;
		if (!f->options.check && !self.write_baseline)
			report_begin(&self.report, out);
	}
	if (self.from == FROM_UNSET && !f->options.quiet)
		warn_document(f);
	if (reads_documents())
		process_documents(f);
	return reads_documents();
}

/* Names the entries of --baseline that are not found any more. */
static void tell_gone(struct filter *f)
{
	bool enabled[RULES];

	/* A file of lines can have no link, and line() was not called for it. --located: others have the links. */
	const bool links_in_operands = !reads_documents() && !f->options.located;
	for (int i = 0; links_in_operands && i < f->n_operands; i++)
		baseline_begin_document(self.baseline, strcmp(f->operands[i], "-") ? f->operands[i] : "stdin");
	if (links_in_operands && !f->n_operands)
		baseline_begin_document(self.baseline, "stdin");
	for (unsigned i = 0; i < RULES; i++)
		enabled[i] = ruleset_has(i) && (i != RULE_CONFUSABLE_HOST || self.against.n);
	baseline_tell_gone(self.baseline, enabled);
}

/* Writes the file of --write-baseline, or checks those of --baseline. Does neither if not all input was read. */
static void finish_baseline(struct filter *f)
{
	const bool complete = !f->stop && f->messages.status != EXIT_TROUBLE;

	if (self.write_baseline && complete) {
		baseline_write(self.baseline, &f->lines, self.write_baseline);
	} else if (self.write_baseline) {
		message_say(&f->messages, self.write_baseline, "not written, since not all input was read");
		message_raise(&f->messages, EXIT_TROUBLE);
	} else if (complete && !f->options.quiet) {
		tell_gone(f);
	}
}

static void finish(struct filter *f)
{
	struct iri_buf *out = &f->lines.out;

	if (self.baseline)
		finish_baseline(f);
	if (self.write_baseline || self.fix || !self.linter || f->options.check)
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
		.summary = "Finds what is wrong, risky or careless in IRIs, line by line or in documents\n(RFC 3987).",
		.tables = {options, ruleset_options, DOCUMENT_TABLES},
		.start = start,
		.line = line,
		.skip = skip,
		.finish = finish,
		.fails = "a finding has at least the severity of --fail-level;\n"
	                 "     with --fix: a line was invalid or, with -c, would change",
	};

	self = (struct irilint){.fail_level = IRI_SEVERITY_WARNING, .report.format = REPORT_UNSET, .from = FROM_UNSET};
	ruleset = (struct ruleset){0};
	const int status = filter_main(&tool, argc, argv);
	iri_linter_free(self.linter);
	baseline_free(self.baseline);
	replace_free();
	iri_buf_free(&self.against);
	iri_buf_free(&self.baselines);
	iri_buf_free(&self.kept);
	regions_free(&self.regions);
	return status;
}
