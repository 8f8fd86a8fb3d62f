/* SPDX-License-Identifier: ISC */
/* irilint: finds what is wrong, risky or careless in IRIs (RFC 3987, sections 2.2, 4, 6.1, 7.5 and 8) */
#include "config.h"

#include "cmd/base/color.h"
#include "cmd/base/suffix_list.h"
#include "cmd/file/made.h"
#include "cmd/file/temporary.h"
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"
#include "cmd/irilint/doclint.h"
#include "lib/base/array.h"
#include "lib/lint/rules.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct irilint {
	struct checker checker;
	struct doclint doclint;
	struct iri_lint_options options;
	struct color_option color;
	bool fix;
	union operands against; /* of --against */
	struct tld *tld;        /* the list of public suffixes; or NULL */
	struct ruleset command; /* the rules as the options of the command line have them */
	union ARRAY_OF(struct known_linter) linters; /* for each set of rules of documents */
	struct arena names;     /* of baselines in settings */
	/* The rules of documents without settings, whose links cannot or can have templates */
	struct plain_rules {
		bool is_known;
		struct ruleset ruleset;
		size_t linter; /* its number in `linters` */
	} plain[2];
};

/* A linter, and what it was made from */
struct known_linter {
	struct iri_linter *linter;
	struct ruleset ruleset;
	bool templates;
	struct iri_buf against; /* more files as those of --against, each with a NUL */
};

/* Adds the operand of an option to those before. Returns NULL, or an error message. */
static const char *add_operand(union operands *operands, const char *name)
{
	ARRAY_ADD(*operands, &name);
	return operands->buf.failed ? "out of memory" : NULL;
}

static const char *take_against(void *data, const char *name)
{
	struct irilint *const self = data;

	return add_operand(&self->against, name);
}

static const char *take_baseline(void *data, const char *name)
{
	struct irilint *const self = data;

	return add_operand(&self->checker.baselines, name);
}

static const char *take_fix(void *irilint, const char *arg)
{
	struct irilint *const self = irilint;

	self->fix = true;
	if (!arg)
		return NULL;
#if HAVE_DOCUMENTS
	self->doclint.local.fixes_moved = self->doclint.inplace.shows = true;
#endif
	return strcmp(arg, "moved") ? "--fix takes no argument but moved" : NULL;
}

static const struct option_row options[] = {
	{0, "type", "reference|iri|absolute",
         "accept references (default); IRIs (a relative\n"
         "reference is an error); or absolute IRIs (a\n"
         "fragment is an error, too)",
         CHOICE_OF(struct irilint, options.expect)},
	{0, "against", "FILE",
         "report hosts that look like a host in FILE, which\n"
         "has a host or link on each line; repeatable",
         .take = take_against, .in_file = true},
	{0, "baseline", "FILE",
         "leave out the findings that FILE lists, and name\n"
         "its entries that are not found any more;\n"
         "repeatable", .take = take_baseline, .in_file = true},
	{0, "write-baseline", "FILE", "write all findings to FILE, for --baseline, and\nprint nothing",
         TEXT_OF(struct irilint, checker.write_baseline)},
	{0, "fail-level", "info|warning|error|never",
         "exit with status 1 if a finding has at least this\n"
         "severity; default: warning",
         CHOICE_OF(struct irilint, checker.fail_level)},
	{0, "format", "text|json|github|gitlab|rdjson|sarif",
         "print text (default), a JSON object for each\n"
         "finding, annotations for GitHub workflows, a\n"
         "report for Code Quality of GitLab, the Diagnostic\n"
         "Format of Reviewdog, or a SARIF 2.1.0 document", CHOICE_OF(struct irilint, checker.report.format)},
	{0, "summary", NULL, "only print the number of findings of each rule",
         FLAG_OF(struct irilint, checker.summary)},
	{0, "fix", "moved",
         "fix what can be fixed, and print the lines or the\n"
         "documents; --invalid=keep is the default; with\n"
         "=moved, also fix links to files that are\n"
         "elsewhere now, and print a diff",
         .take = take_fix, .arg_is_optional = true},
	{0},
};

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct irilint *const self = f->data;

	const enum iri_status status = self->fix ? checker_fix_line(&self->checker, s, out, err)
	                                         : checker_line(&self->checker, s, err);

	from_check(&self->doclint.from, f);
	return status;
}

/* Leaves a reference that may have findings to line(), since a report needs the place of the line. */
IRI_INLINE enum filter_result irilint_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	struct irilint *const self = f->data;

	(void)err;
	if (iri_is_clean(self->checker.linter, ref))
		return FILTER_SAME;
	self->checker.parsed = *ref;
	return FILTER_FAILED;
}

static const char *lines(struct filter *f, const char *p, const char *end)
{
	return filter_lines(f, p, end, irilint_ref);
}

/* Adds the host in a line of a file of --against. Skips an empty line. Prints a message about an invalid line. */
static void irilint_add_host(void *filter, struct iri_str s)
{
	struct filter *const f = filter;
	const struct irilint *const self = f->data;
	const struct iri_str host = filter_trim(s);
	struct iri_error err;
	char text[256];

	if (!host.n || iri_linter_add_host(self->checker.linter, host, &err) == IRI_OK)
		return;
	if (err.status == IRI_NO_MEMORY)
		filter_die(f, NULL, "out of memory");
	iri_error_text(&err, text, sizeof text);
	message_invalid(&f->messages, err.off + (size_t)(host.p - s.p), text, NULL);
}

static bool read_hosts(struct filter *f, const char *name)
{
	return lines_read(&f->lines, name, irilint_add_host, f);
}

static bool read_baseline(struct filter *f, const char *name)
{
	const struct irilint *const self = f->data;

	return baseline_read(self->checker.baseline, &f->lines, name, NULL);
}

/* Reads the files that are the operands of an option. read: prints a message and returns false on failure */
static void read_operands(struct filter *f, const char *option, const union operands *operands,
                          bool (*read)(struct filter *f, const char *name))
{
	const char *const *const names = operands->item;

	for (size_t i = 0; i < ARRAY_COUNT(*operands); i++) {
		if (!strcmp(names[i], "-"))
			filter_die(f, option, "standard input has the lines to check; name a file");
		if (!read(f, names[i]))
			filter_die(f, option, "the file could not be read");
	}
}

/*
 * Loads the list of public suffixes for the rules domain-in-subdomain and text-names-other-host. If there is none,
 * turns them off, and says so unless --quiet is set. It is an error if an option names the first one.
 */
static void irilint_load_suffixes(struct filter *f)
{
	struct irilint *const self = f->data;
	struct ruleset *const ruleset = &self->checker.ruleset;
	const bool named = ruleset->state[RULE_DOMAIN_IN_SUBDOMAIN] == RULE_ON;

	if (!ruleset_has(ruleset, RULE_DOMAIN_IN_SUBDOMAIN) && !ruleset_has(ruleset, RULE_TEXT_NAMES_OTHER_HOST))
		return;
#if HAVE_PSL
	self->tld = self->checker.tld = tld_load(&f->messages);
	self->options.suffixes = (struct iri_suffixes){tld_is_suffix, self->tld};
	if (!self->tld && named)
		filter_die(f, "domain-in-subdomain", "no list of domains; install the Public Suffix List");
	if (!self->tld && !f->options.quiet)
		message_say(&f->messages, "domain-in-subdomain", "no list of domains, so this rule is off; install the "
		                                                 "Public Suffix List");
#else
	if (named)
		filter_die(f, "domain-in-subdomain", "this irilint was built without libpsl, which the rule needs");
#endif
	if (!self->tld)
		ruleset_default(ruleset, RULE_DOMAIN_IN_SUBDOMAIN, false);
}

/* Turns rules on and off that neither options nor settings name. In documents, relative references are no finding. */
static void complete_rules(const struct irilint *self, struct ruleset *ruleset, bool has_documents)
{
	if (self->options.expect == IRI_EXPECT_ABSOLUTE)
		ruleset_default(ruleset, RULE_FRAGMENT, true);
	if (self->options.expect == IRI_EXPECT_REFERENCE && has_documents)
		ruleset_default(ruleset, RULE_RELATIVE, false);
	for (unsigned i = RULE_FIRST_LOCAL; has_documents && i < RULES; i++)
		ruleset_default(ruleset, i, true);
}

/* Makes the linter with the rules of the checker. templates: see struct iri_lint_options */
static void make_linter(struct filter *f, bool templates)
{
	struct irilint *const self = f->data;
	struct checker *const c = &self->checker;
	const struct iri_rule *rules[RULES];

	self->options.n_rules = 0;
	for (unsigned i = 0; i < RULES; i++)
		if (ruleset_has(&c->ruleset, i))
			rules[self->options.n_rules++] = iri_rule_at(i);
	self->options.rules = rules;
	self->options.templates = templates;
	self->options.padded = !from_is_wanted(&self->doclint.from);
	c->linter = filter_need(f, iri_linter_new(&self->options));
	read_operands(f, "--against", &self->against, read_hosts);
}

/* Makes the linter with the rules that the options enable, and reads the baselines. */
static void prepare_checker(struct filter *f)
{
	struct irilint *const self = f->data;
	struct checker *const c = &self->checker;

	self->command = c->ruleset;
	complete_rules(self, &c->ruleset, from_is_wanted(&self->doclint.from));
	c->idle[RULE_CONFUSABLE_HOST] = !self->against.buf.n;
	doclint_set_idle(&self->doclint);
	irilint_load_suffixes(f);
	if (c->baselines.buf.n || c->write_baseline)
		c->baseline = filter_need(f, baseline_new(&f->messages));
	make_linter(f, from_is_wanted(&self->doclint.from));
	if (!from_is_wanted(&self->doclint.from))
		c->bare_links = from_bare_links(&self->doclint.from, f);
	read_operands(f, "--baseline", &c->baselines, read_baseline);
}

#if HAVE_DOCUMENTS

/* Keeps the linter of the checker for other documents with the same rules. */
static void keep_linter(struct filter *f, const struct iri_buf *against)
{
	struct irilint *const self = f->data;
	struct known_linter known = {
		.linter = self->checker.linter,
		.ruleset = self->checker.ruleset,
		.templates = self->options.templates,
	};

	if (against->n)
		iri_buf_add(&known.against, against->p, against->n);
	buf_check(&f->messages, &known.against);
	ARRAY_ADD(self->linters, &known);
	buf_check(&f->messages, &self->linters.buf);
}

/* Finds the linter of a document that had the same rules. */
static const struct known_linter *find_linter(const struct irilint *self, const struct ruleset *ruleset,
                                              bool templates, const struct iri_buf *against)
{
	const struct known_linter *const known = self->linters.item;

	for (size_t i = 0; i < ARRAY_COUNT(self->linters); i++)
		if (!memcmp(known[i].ruleset.state, ruleset->state, sizeof ruleset->state) &&
		    known[i].templates == templates &&
		    iri_same(iri_contents(&known[i].against), iri_contents(against)))
			return &known[i];
	return NULL;
}

/* Reads the baselines that settings name. */
static void read_baselines(struct filter *f, const struct iri_buf *names)
{
	struct irilint *const self = f->data;
	struct checker *const c = &self->checker;

	self->names.messages = &f->messages;
	for (size_t at = 0; at < names->n;) {
		const char *const folder = names->p + at, *const name = folder + strlen(folder) + 1;
		const char *const kept = arena_copy(&self->names, iri_str_of(name)).p;
		if (!c->baseline)
			c->baseline = filter_need(f, baseline_new(&f->messages));
		add_operand(&c->baselines, kept);
		buf_check(&f->messages, &c->baselines.buf);
		if (!baseline_read(c->baseline, &f->lines, kept, folder))
			filter_die(f, name, "the file could not be read");
		at = (size_t)(name - names->p) + strlen(name) + 1;
	}
}

/* For struct doclint: gives the checker the rules of a document. */
static void enter_document(struct filter *f, const char *name, bool templates)
{
	struct irilint *const self = f->data;
	struct checker *const c = &self->checker;
	struct plain_rules *const plain = &self->plain[templates];
	const bool is_plain = !settings_any(&self->doclint.settings, name);
	struct settings_names names = {0};
	struct iri_buf *const against = &names.against;
	struct ruleset ruleset;

	if (is_plain && plain->is_known) {
		c->ruleset = plain->ruleset;
		c->linter = self->linters.item[plain->linter].linter;
		c->idle[RULE_CONFUSABLE_HOST] = !self->against.buf.n;
		return;
	}
	if (!self->linters.buf.n)
		keep_linter(f, against);
	settings_rules(&self->doclint.settings, name, &self->command, &ruleset, &names);
	read_baselines(f, &names.baselines);
	complete_rules(self, &ruleset, true);
	ruleset_default(&ruleset, RULE_DOMAIN_IN_SUBDOMAIN, self->tld);
	const struct known_linter *const known = find_linter(self, &ruleset, templates, against);
	c->ruleset = ruleset;
	if (known) {
		c->linter = known->linter;
	} else {
		make_linter(f, templates);
		for (size_t at = 0; at < against->n; at += strlen(against->p + at) + 1)
			if (!read_hosts(f, against->p + at))
				filter_die(f, against->p + at, "the file could not be read");
		keep_linter(f, against);
	}
	c->idle[RULE_CONFUSABLE_HOST] = !self->against.buf.n && !against->n;
	if (is_plain)
		*plain = (struct plain_rules){
			true, ruleset, known ? (size_t)(known - self->linters.item) : ARRAY_COUNT(self->linters) - 1};
	settings_names_free(&names);
}

/* For --show-config: appends the rules and settings of a file, and returns true. Without it returns false. */
static bool show_settings(struct filter *f)
{
	struct irilint *const self = f->data;
	struct settings *const settings = &self->doclint.settings;
	struct ruleset defaults = {0};

	settings->arena.messages = &f->messages;
	settings->ignores_baselines = self->checker.write_baseline;
	if (!settings->shown)
		return false;
	complete_rules(self, &defaults, true);
	settings_show(settings, &self->checker.ruleset, &defaults, &f->lines.out);
	settings_free(settings);
	return true;
}

#else

static bool show_settings(struct filter *f)
{
	(void)f;
	return false;
}

#endif

/* Frees the linters that the checker does not have. */
static void free_linters(struct irilint *self)
{
	const struct known_linter *const known = self->linters.item;

	for (size_t i = 0; i < ARRAY_COUNT(self->linters); i++) {
		if (known[i].linter != self->checker.linter)
			iri_linter_free(known[i].linter);
		free(known[i].against.p);
	}
	iri_buf_free(&self->linters.buf);
}

/* Ends the program if the file of --write-baseline cannot be written, or is also an operand. */
static void check_write_baseline(struct filter *f)
{
	const struct irilint *const self = f->data;
	const struct checker *const c = &self->checker;
	const char *const why = baseline_check(c->write_baseline);

	if (why)
		filter_die(f, c->write_baseline, why);
	for (int i = 0; i < f->n_operands; i++)
		if (checker_is_baseline(c, f->operands[i]))
			filter_die(f, f->operands[i], "this is the file of --write-baseline; do not check it, too");
	temporary_catch_signals();
}

/* Ends the program if options exclude each other. */
static void irilint_check_options(struct filter *f, bool has_format)
{
	const struct irilint *const self = f->data;
	const struct checker *const c = &self->checker;
	const bool writes = c->write_baseline;

	if (doclint_adds_comments(&self->doclint) && (writes || has_format || c->summary))
		filter_die(f, "--add-disable", "leave out --format, --summary and --write-baseline");
	if (writes && (c->baselines.buf.n || self->fix || has_format || c->summary || c->ruleset.list ||
	               c->ruleset.explain))
		filter_die(f, "--write-baseline",
		           "leave out --baseline, --explain, --fix, --format, --list-rules and --summary");
	if (self->fix && has_format && !from_is_wanted(&self->doclint.from))
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --format");
	if (self->fix && c->baselines.buf.n && !from_is_wanted(&self->doclint.from))
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --baseline");
	if (c->summary && (self->fix || c->report.format > REPORT_JSON))
		filter_die(f, NULL, "--summary works only with --format=text or json, and without --fix");
	doclint_check_options(&self->doclint, f, self->fix);
}

static bool start(struct filter *f)
{
	struct irilint *const self = f->data;
	struct checker *const c = &self->checker;
	struct iri_buf *const out = &f->lines.out;
	const bool has_format = c->report.format != REPORT_UNSET;

	c->filter = f;
	c->out = out;
	c->arena.messages = &f->messages;
	c->silence.arena = &c->arena;
	if (!has_format)
		c->report.format = REPORT_TEXT;
	doclint_choose(&self->doclint, f);
	irilint_check_options(f, has_format);
	if (ruleset_show(&c->ruleset, c->report.format == REPORT_JSON, out))
		return true;
	if (show_settings(f))
		return true;
	prepare_checker(f);
	if (c->write_baseline)
		check_write_baseline(f);
	f->flags |= self->fix ? FILTER_KEEPS_INVALID : FILTER_REPORTS;
	if (self->fix)
		c->out = &self->doclint.left;
	if (!self->fix || from_is_wanted(&self->doclint.from)) {
		const int fd = self->fix ? STDERR_FILENO : STDOUT_FILENO;
		c->report.source = isatty(fd) && c->report.format == REPORT_TEXT;
		c->report.color = color_is_wanted(&self->color, fd);
		doclint_set_color(&self->doclint, color_is_wanted(&self->color, STDOUT_FILENO));
		if (!f->options.check && !c->write_baseline)
			report_begin(&c->report, c->out);
	}
	c->tells_fixable = !self->fix && isatty(STDERR_FILENO);
	if (from_is_wanted(&self->doclint.from))
		doclint_run(&self->doclint, f, self->fix);
	return from_is_wanted(&self->doclint.from);
}

/* Whether the run ends with a line of totals, on a terminal. */
static bool wants_totals(const struct irilint *self)
{
	const struct checker *const c = &self->checker;
	const struct filter *const f = c->filter;
	const bool has_documents = from_is_wanted(&self->doclint.from);

	return c->linter && isatty(STDERR_FILENO) && !f->options.check && !f->options.quiet && !c->write_baseline &&
	       (has_documents ? c->totals.files && !doclint_adds_comments(&self->doclint) : !self->fix);
}

static void finish(struct filter *f)
{
	struct irilint *const self = f->data;

	const bool has_documents = from_is_wanted(&self->doclint.from);

	if (self->checker.linter && (!self->fix || has_documents))
		checker_finish(&self->checker, !has_documents, self->against.buf.n);
	if (self->fix && has_documents)
		doclint_flush(&self->doclint);
	if (!wants_totals(self))
		return;
	lines_flush(&f->lines);
	totals_say(&self->checker.totals, &f->messages, self->fix, doclint_settings(&self->doclint));
}

int main(int argc, char **argv)
{
	struct irilint self = {
		.checker = {.fail_level = IRI_SEVERITY_WARNING, .report.format = REPORT_UNSET},
		.doclint = {.checker = &self.checker, .from.format = FROM_UNSET},
	};
	const struct filter_tool tool = {
		.name = "irilint",
		.summary = "Finds what is wrong, risky or careless in IRIs, line by line or in documents\n(RFC 3987).",
		.tables = {{options, &self}, {color_options, &self.color},
		           {ruleset_options, &self.checker.ruleset}, DOCLINT_TABLES(&self.doclint)},
		.data = &self,
		.start = start,
		.line = line,
		.lines = lines,
		.finish = finish,
		.fails = "a finding has at least the severity of --fail-level;\n"
	                 "     with --fix: such a finding is left in a document, a line was invalid,\n"
	                 "     or, with -c or --dry-run, something would change",
	};

#if HAVE_DOCUMENTS
	self.doclint.enter = enter_document;
	self.doclint.settings.tables = tool.tables;
#endif
	const int status = filter_main(&tool, argc, argv);
	free_linters(&self);
	checker_free(&self.checker);
#if HAVE_PSL
	tld_free(self.tld);
#endif
	made_free();
	iri_buf_free(&self.against.buf);
	arena_clear(&self.names);
	doclint_free(&self.doclint);
	return status;
}
