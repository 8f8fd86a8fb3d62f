/* SPDX-License-Identifier: ISC */
/* irilint: finds what is wrong, risky or careless in IRIs (RFC 3987, sections 2.2, 4, 6.1, 7.5 and 8) */
#include "config.h"

#include "cmd/base/atomic_write.h"
#include "cmd/base/random_key.h"
#include "cmd/base/tld.h"
#include "cmd/filter/loop.h"
#include "cmd/irilint/checker.h"
#include "cmd/irilint/doclint.h"
#include "cmd/irilint/ruleset.h"
#include "lib/base/padding.h"
#include "lib/ops/batch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct irilint {
	struct iri_lint_options options;
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool fix;
	struct iri_buf against; /* the operands of --against, as pointers */
	struct tld *tld;        /* the list of public suffixes; or NULL */
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
	return add_operand(&checker.baselines, name);
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
         .text = &checker.write_baseline},
	{0, "fail-level", "info|warning|error",
         "exit with status 1 if a finding has at least this\n"
         "severity; default: warning",
         .choice = &checker.fail_level},
	{0, "format", "text|json|github|sarif",
         "print text (default), a JSON object for each\n"
         "finding, annotations for GitHub workflows, or a\n"
         "SARIF 2.1.0 document", .choice = &checker.report.format},
	{0, "color", "auto|always|never", "print colours; auto (default): on a terminal, but\nnot if NO_COLOR is set",
         .choice = &self.color},
	{0, "summary", NULL, "only print the number of findings of each rule", .flag = &checker.summary},
	{0, "fix", NULL,
         "fix what can be fixed, and print the lines or,\n"
         "with --from, the documents; --invalid=keep is the\n"
         "default",
         .flag = &self.fix},
	{0},
};

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	(void)f;
	return self.fix ? iri_fix(checker.linter, s, out, err) : checker_line(s, err);
}

/* Skips lines without findings. --fix changes none of these, either. */
static size_t skip(const char *p, const char *end, size_t *lines)
{
	return iri_skip_clean(checker.linter, p, end, lines);
}

/* Adds the host in a line of a file of --against. Skips an empty line. Prints a message about an invalid line. */
static void add_host(void *filter, struct iri_str s)
{
	struct filter *const f = filter;
	const struct iri_str host = filter_trim(s);
	struct iri_error err;
	char text[256];

	if (!host.n || iri_linter_add_host(checker.linter, host, &err) == IRI_OK)
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
	return baseline_read(checker.baseline, &f->lines, name);
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

/*
 * Loads the list of public suffixes for the rule domain-in-subdomain. If there is none, turns the rule off, and says so
 * unless --quiet is set. It is an error if an option names the rule.
 */
static void load_suffixes(struct filter *f)
{
	const bool named = ruleset.state[RULE_DOMAIN_IN_SUBDOMAIN] == RULE_ON;

	if (!ruleset_has(RULE_DOMAIN_IN_SUBDOMAIN))
		return;
#if HAVE_PSL
	self.tld = tld_load(&f->messages);
	self.options.is_suffix = tld_is_suffix;
	self.options.suffix_arg = self.tld;
	if (!self.tld && named)
		filter_die(f, "domain-in-subdomain", "no list of domains; install the Public Suffix List");
	if (!self.tld && !f->options.quiet)
		message_say(&f->messages, "domain-in-subdomain", "no list of domains, so this rule is off; install the "
		                                                 "Public Suffix List");
#else
	if (named)
		filter_die(f, "domain-in-subdomain", "this irilint was built without libpsl, which the rule needs");
#endif
	ruleset_default(RULE_DOMAIN_IN_SUBDOMAIN, self.tld);
}

/* Makes the linter, with the rules that the options enable. In documents, relative references are no finding. */
static void make_linter(struct filter *f)
{
	const struct iri_rule *rules[RULES];
	unsigned char key[IRI_KEY_LENGTH];
	const bool has_baseline = checker.baselines.n || checker.write_baseline;

	if (self.options.expect == IRI_EXPECT_ABSOLUTE)
		ruleset_default(RULE_FRAGMENT, true);
	if (self.options.expect == IRI_EXPECT_REFERENCE && from_is_wanted())
		ruleset_default(RULE_RELATIVE, false);
	load_suffixes(f);
	for (unsigned i = 0; i < RULES; i++)
		if (ruleset_has(i))
			rules[self.options.n_rules++] = iri_rule_at(i);
	self.options.rules = rules;
	if (self.against.n || has_baseline) {
		random_key(&f->messages, key);
		self.options.key = key;
	}
	if (has_baseline)
		checker.baseline = filter_need(f, baseline_new(&f->messages, key));
	checker.linter = filter_need(f, iri_linter_new(&self.options));
	checker.linter->padded = from_is_wanted() ? 0 : IRI_PADDED;
	read_operands(f, "--against", &self.against, read_hosts);
	read_operands(f, "--baseline", &checker.baselines, read_baseline);
}

/* Ends the program if the file of --write-baseline cannot be written, or is also an operand. */
static void check_write_baseline(struct filter *f)
{
	const char *const why = baseline_check(checker.write_baseline);

	if (why)
		filter_die(f, checker.write_baseline, why);
	for (int i = 0; i < f->n_operands; i++)
		if (checker_is_baseline(f->operands[i]))
			filter_die(f, f->operands[i], "this is the file of --write-baseline; do not check it, too");
	replace_catch_signals();
}

/* Ends the program if options exclude each other. */
static void check_options(struct filter *f, bool has_format)
{
	const bool writes = checker.write_baseline;

	if (writes && (checker.baselines.n || self.fix || has_format || checker.summary || ruleset.list ||
	               ruleset.explain))
		filter_die(f, "--write-baseline",
		           "leave out --baseline, --explain, --fix, --format, --list-rules and --summary");
	if (self.fix && has_format)
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --format");
	if (self.fix && checker.baselines.n)
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --baseline");
	if (checker.summary && (self.fix || checker.report.format > REPORT_JSON))
		filter_die(f, NULL, "--summary works only with --format=text or json, and without --fix");
	doclint_check_options(f, self.fix);
}

static bool start(struct filter *f)
{
	struct iri_buf *const out = &f->lines.out;
	const bool has_format = checker.report.format != REPORT_UNSET;

	checker.filter = f;
	if (!has_format)
		checker.report.format = REPORT_TEXT;
	check_options(f, has_format);
	if (ruleset_show(out))
		return true;
	make_linter(f);
	if (checker.write_baseline)
		check_write_baseline(f);
	f->flags |= self.fix ? FILTER_KEEPS_INVALID : FILTER_REPORTS;
	if (!self.fix) {
		const char *const no_color = getenv("NO_COLOR");
		const bool terminal = isatty(STDOUT_FILENO);
		const bool wanted = terminal && !(no_color && *no_color);
		checker.report.source = terminal && checker.report.format == REPORT_TEXT;
		checker.report.color = self.color == COLOR_AUTO ? wanted : self.color == COLOR_ALWAYS;
		if (!f->options.check && !checker.write_baseline)
			report_begin(&checker.report, out);
	}
	if (!f->options.quiet)
		from_warn(f);
	if (from_is_wanted())
		doclint_run(f, self.fix);
	return from_is_wanted();
}

static void finish(struct filter *f)
{
	(void)f;
	if (checker.linter && !self.fix)
		checker_finish(!from_is_wanted(), self.against.n);
}

int main(int argc, char **argv)
{
	static const struct filter_tool tool = {
		.name = "irilint",
		.summary = "Finds what is wrong, risky or careless in IRIs, line by line or in documents\n(RFC 3987).",
		.tables = {options, ruleset_options, DOCLINT_TABLES},
		.start = start,
		.line = line,
		.skip = skip,
		.finish = finish,
		.fails = "a finding has at least the severity of --fail-level;\n"
	                 "     with --fix: a line was invalid or, with -c, would change",
	};

	self = (struct irilint){0};
	checker = (struct checker){.fail_level = IRI_SEVERITY_WARNING, .report.format = REPORT_UNSET};
	ruleset = (struct ruleset){0};
	doclint_begin();
	const int status = filter_main(&tool, argc, argv);
	checker_free();
#if HAVE_PSL
	tld_free(self.tld);
#endif
	replace_free();
	iri_buf_free(&self.against);
	return status;
}
