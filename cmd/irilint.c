/* SPDX-License-Identifier: ISC */
/* irilint: finds what is wrong, risky or careless in IRIs (RFC 3987, sections 2.2, 4, 6.1, 7.5 and 8) */
#include "config.h"

#include "../lib/lines.h"
#include "../lib/padding.h"
#include "../lib/str.h"
#include "key.h"
#include "report.h"
#include "ruleset.h"
#if HAVE_DOCUMENTS
#include "inplace.h"
#endif

#include <stdlib.h>
#include <string.h>
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
	struct iri_buf against;    /* the operands of --against, as pointers */
} self;

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
	{0, "fix", NULL, "fix what can be fixed, and print the lines or, with\n--from, the documents; --invalid=keep is the\n"
         "default",
         .flag = &self.fix},
	{0},
};

/*
 * Finds what is wrong in s, counts the findings, and sets *fails if one has the severity of --fail-level or above.
 * Returns an error if memory ran out.
 */
static enum iri_status check(struct iri_str s, bool *fails, struct iri_error *err)
{
	const enum iri_status status = iri_lint(self.linter, s, &self.found, err);

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

/* For search_files: checks or edits a document. */
static bool process_document(const char *name, bool is_first)
{
	struct filter *const f = self.filter;

	(void)is_first;
	if (self.fix) {
		inplace_edit(&f->lines, name, NULL, fix_links, f);
		return true;
	}
	const int fd = lines_open_input(&f->lines, name, NULL);
	if (fd < 0)
		return true;
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

/* Makes the linter, with the rules that the options enable. In documents, relative references are no finding. */
static void make_linter(struct filter *f)
{
	const struct iri_rule *rules[RULES];
	unsigned char key[IRI_KEY_LENGTH];

	if (self.options.expect == IRI_EXPECT_ABSOLUTE)
		ruleset_default(RULE_FRAGMENT, true);
	if (self.options.expect == IRI_EXPECT_REFERENCE && reads_documents())
		ruleset_default(RULE_RELATIVE, false);
	for (unsigned i = 0; i < RULES; i++)
		if (ruleset_has(i))
			rules[self.options.n_rules++] = iri_rule_at(i);
	self.options.rules = rules;
	if (self.against.n) {
		key_make(f, key);
		self.options.key = key;
	}
	self.linter = filter_need(f, iri_linter_new(&self.options));
	self.linter->padded = reads_documents() ? 0 : IRI_PADDED;
	read_hosts(f);
}

static bool start(struct filter *f)
{
	struct iri_buf *const out = &f->lines.out;
	const bool format_unset = self.report.format == REPORT_UNSET;

	self.filter = f;
	if (format_unset)
		self.report.format = REPORT_TEXT;
	if (ruleset_show(out))
		return true;
	if (self.fix && !format_unset)
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --format");
	if (self.summary && (self.fix || self.report.format > REPORT_JSON))
		filter_die(f, NULL, "--summary works only with --format=text or json, and without --fix");
	check_document_options(f);
	make_linter(f);
	f->flags |= self.fix ? FILTER_KEEPS_INVALID : FILTER_REPORTS;
	if (!self.fix) {
		const char *const no_color = getenv("NO_COLOR");
		const bool terminal = isatty(STDOUT_FILENO);
		const bool wanted = terminal && !(no_color && *no_color);
		self.report.source = terminal && self.report.format == REPORT_TEXT;
		self.report.color = self.color == COLOR_AUTO ? wanted : self.color == COLOR_ALWAYS;
		if (!f->options.check)
			report_begin(&self.report, out);
	}
	if (self.from == FROM_UNSET && !f->options.quiet)
		warn_document(f);
	if (reads_documents())
		process_documents(f);
	return reads_documents();
}

static void finish(struct filter *f)
{
	struct iri_buf *out = &f->lines.out;

	if (self.fix || !self.linter || f->options.check)
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
	iri_buf_free(&self.against);
	regions_free(&self.regions);
	return status;
}
