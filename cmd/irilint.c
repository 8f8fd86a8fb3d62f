/* SPDX-License-Identifier: ISC */
/* irilint: what is wrong, risky or sloppy in IRIs (RFC 3987, sections 2.2, 4, 6.1, 7.5 and 8) */
#include "filter.h"
#include "report.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	KEY_TYPE = FILTER_TOOL_KEY,
	KEY_ENABLE,
	KEY_DISABLE,
	KEY_ONLY,
	KEY_FAIL_LEVEL,
	KEY_FORMAT,
	KEY_COLOR,
	KEY_SUMMARY,
	KEY_FIX,
	KEY_LIST_RULES,
	KEY_EXPLAIN,
};

static const struct filter_option options[] = {
	{KEY_TYPE, "type", "reference|iri|absolute", "what lines are to be: IRI references (default), IRIs, or absolute\nIRIs"},
	{KEY_ENABLE, "enable", "ID,...", "these rules, too"},
	{KEY_DISABLE, "disable", "ID,...", "not these rules"},
	{KEY_ONLY, "only", "ID,...", "these rules only"},
	{KEY_FAIL_LEVEL, "fail-level", "info|warning|error", "exit 1 on a finding as grave as this; default is warning"},
	{KEY_FORMAT, "format", "text|json|github|sarif",
         "text (default), an object a line, GitHub's workflow annotations,\n"
         "or a SARIF 2.1.0 document"},
	{KEY_COLOR, "color", "auto|always|never", "colours; by default on a terminal, unless NO_COLOR is set"},
	{KEY_SUMMARY, "summary", NULL, "only count findings, by rule"},
	{KEY_FIX, "fix", NULL, "print the lines, with what can be mended mended; invalid lines\nstay as they are"},
	{KEY_LIST_RULES, "list-rules", NULL, "print all rules and exit"},
	{KEY_EXPLAIN, "explain", "ID", "say more about a rule and exit"},
	{0},
};

struct end {
	size_t off, of; /* the end with this number */
};

struct irilint {
	struct iri_linter l;
	struct report report;
	uint64_t unwanted; /* rules that the user said not to use */
	enum iri_severity fail_level;
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool summary, fix, list, format_chosen;
	const struct iri_rule *explain;
	uintmax_t counts[64][IRI_ERROR + 1];
	/* Where the findings of a line begin and end; see locate. */
	struct end *ends;
	size_t *offsets, *columns, room;
};

static const struct iri_rule *find_rule(const char *id, size_t len)
{
	size_t n;
	const struct iri_rule *rules = iri_rules(&n);

	for (size_t i = 0; i < n; i++)
		if (strlen(rules[i].id) == len && !memcmp(rules[i].id, id, len))
			return &rules[i];
	return NULL;
}

/* The bits of the rules in a list; 0 if one is unknown. */
static uint64_t rule_set(const char *list)
{
	const struct iri_rule *first = iri_rules(&(size_t){0});
	uint64_t set = 0;

	for (;;) {
		const size_t len = strcspn(list, ",");
		const struct iri_rule *rule = find_rule(list, len);
		if (!rule)
			return 0;
		set |= UINT64_C(1) << (rule - first);
		if (!list[len])
			return set;
		list += len + 1;
	}
}

static const char *option(void *self, int key, const char *arg, unsigned choice)
{
	struct irilint *t = self;
	uint64_t set = 1;

	switch (key) {
	case KEY_TYPE: t->l.type = choice; break;
	case KEY_ENABLE: t->l.enabled |= set = rule_set(arg); break;
	case KEY_DISABLE:
		t->l.enabled &= ~(set = rule_set(arg));
		t->unwanted |= set;
		break;
	case KEY_ONLY:
		t->l.enabled = set = rule_set(arg);
		t->unwanted = ~set;
		break;
	case KEY_FAIL_LEVEL: t->fail_level = choice; break;
	case KEY_FORMAT:
		t->report.format = choice;
		t->format_chosen = true;
		break;
	case KEY_COLOR: t->color = choice; break;
	case KEY_SUMMARY: t->summary = true; break;
	case KEY_FIX: t->fix = true; break;
	case KEY_LIST_RULES: t->list = true; break;
	case KEY_EXPLAIN:
		t->explain = find_rule(arg, strlen(arg));
		return t->explain ? NULL : "no such rule; --list-rules has all";
	}
	return set ? NULL : "an ID in that list is of no rule; --list-rules has all, and commas separate them";
}

static int by_offset(const void *x, const void *y)
{
	const struct end *a = x, *b = y;

	return a->off < b->off ? -1 : a->off > b->off;
}

/*
 * Findings are in the order of where they begin, and columns are counted forward: so where all of them begin and end is
 * put in one order, located, and then columns[2 * i] and the next tell of finding i, as do offsets.
 */
static void locate(struct irilint *t, struct filter *f)
{
	const size_t n = 2 * t->l.n;

	if (!n)
		return;
	if (n > t->room) {
		/* What was in them is not needed any more. */
		free(t->ends);
		free(t->offsets);
		free(t->columns);
		t->room = 2 * n;
		t->ends = malloc(t->room * sizeof *t->ends);
		t->offsets = malloc(2 * t->room * sizeof *t->offsets);
		t->columns = malloc(2 * t->room * sizeof *t->columns);
		if (!t->ends || !t->offsets || !t->columns)
			filter_die(f, NULL, "out of memory");
	}
	for (size_t i = 0; i < n; i++) {
		const struct iri_finding *finding = &t->l.findings[i / 2];
		t->ends[i] = (struct end){finding->off + (i % 2 ? finding->len : 0), i};
	}
	qsort(t->ends, n, sizeof *t->ends, by_offset);
	size_t *const sorted = t->offsets + t->room, *const columns = t->columns + t->room;
	for (size_t i = 0; i < n; i++)
		sorted[i] = t->ends[i].off;
	filter_locate(f, sorted, columns, n);
	for (size_t i = 0; i < n; i++) {
		t->offsets[t->ends[i].of] = sorted[i];
		t->columns[t->ends[i].of] = columns[i];
	}
}

static enum iri_status lint(struct irilint *t, struct filter *f, struct iri_str s, struct iri_buf *out, struct iri_error *err)
{
	bool fails = false;

	if (iri_lint(&t->l, s) != IRI_OK) {
		*err = (struct iri_error){.status = IRI_NO_MEMORY};
		return IRI_NO_MEMORY;
	}
	if (!t->l.n)
		return IRI_OK;
	const bool shown = !t->summary && !f->options.check;
	const struct place place = f->messages.place;
	if (shown)
		locate(t, f);
	for (size_t i = 0; i < t->l.n; i++) {
		const struct iri_finding *finding = &t->l.findings[i];
		fails = fails || finding->severity >= t->fail_level;
		t->counts[finding->rule][finding->severity] += 1 + finding->more;
		if (shown)
			report_finding(&t->report, finding, &place, t->offsets[2 * i], t->offsets[2 * i + 1], t->columns[2 * i],
			               t->columns[2 * i + 1], out);
	}
	if (!fails)
		return IRI_OK;
	message_raise(&f->messages, EXIT_INVALID);
	*err = (struct iri_error){.status = IRI_BAD_CHAR}; /* for --reject only */
	return err->status;
}

static enum iri_status line(void *self, struct filter *f, struct iri_str s, struct iri_buf *out, struct iri_error *err)
{
	struct irilint *t = self;

	return t->fix ? iri_mend(&t->l, s, out, err) : lint(t, f, s, out, err);
}

static void list_rules(struct iri_buf *out)
{
	size_t n;
	const struct iri_rule *rules = iri_rules(&n);

	for (size_t i = 0; i < n; i++)
		buf_add_format(out, "%-22s  %-7s  %s (%s)\n", rules[i].id, report_severity(rules[i].severity), rules[i].text,
		               rules[i].section);
}

static void explain(const struct iri_rule *rule, struct iri_buf *out)
{
	buf_add_format(out, "%s: %s\n%s (%s).\n%s\n%s", rule->id, report_severity(rule->severity), rule->text,
	               rule->section, report_more(rule), rule->mended ? "irilint --fix mends it.\n" : "");
}

static bool start(void *self, struct filter *f)
{
	struct irilint *t = self;
	struct iri_buf *out = &f->lines.out;

	if (t->l.type == IRI_TYPE_ABSOLUTE)
		t->l.enabled |= rule_set("fragment") & ~t->unwanted;
	if (t->list || t->explain) {
		if (t->list)
			list_rules(out);
		if (t->explain)
			explain(t->explain, out);
		return true;
	}
	if (t->summary && (t->fix || t->report.format > REPORT_JSON))
		filter_die(f, NULL, "--summary goes with --format=text and json only, and not with --fix");
	if (t->fix && t->format_chosen)
		filter_die(f, NULL, "--fix prints the lines, not findings; leave out --format");
	f->flags |= t->fix ? FILTER_KEEPS_INVALID : FILTER_REPORTS;
	if (t->fix)
		return false;
	const char *no_color = getenv("NO_COLOR");
	const bool terminal = isatty(STDOUT_FILENO);
	t->report.source = terminal && t->report.format == REPORT_TEXT;
	t->report.color = t->color == COLOR_ALWAYS || (t->color == COLOR_AUTO && terminal && !(no_color && *no_color));
	if (!f->options.check)
		report_begin(&t->report, out);
	return false;
}

static void finish(void *self, struct filter *f)
{
	struct irilint *t = self;
	struct iri_buf *out = &f->lines.out;
	size_t n;
	const struct iri_rule *rules = iri_rules(&n);

	if (t->fix || t->list || t->explain || f->options.check)
		return;
	report_end(&t->report, out);
	for (size_t i = 0; t->summary && i < n; i++)
		for (enum iri_severity severity = IRI_INFO; severity <= IRI_ERROR; severity++)
			if (t->counts[i][severity])
				buf_add_format(out,
				               t->report.format == REPORT_JSON
				                       ? "{\"count\":%ju,\"severity\":\"%s\",\"rule\":\"%s\"}\n"
				                       : "%ju\t%s\t%s\n",
				               t->counts[i][severity], report_severity(severity), rules[i].id);
}

int main(int argc, char **argv)
{
	struct irilint t = {.fail_level = IRI_WARNING, .l.padded = IRI_PADDED};
	size_t n;
	const struct iri_rule *rules = iri_rules(&n);
	struct filter_tool tool = {
		.name = "irilint",
		.summary = "Finds what is wrong, risky or sloppy in IRIs, line by line (RFC 3987).",
		.options = options,
		.self = &t,
		.option = option,
		.start = start,
		.line = line,
		.finish = finish,
		.fails = "something was found that is as grave as --fail-level says or,\nwith --fix, some line is invalid (with -c, or would change)",
	};

	for (size_t i = 0; i < n; i++)
		t.l.enabled |= (uint64_t)!rules[i].off << i;
	int status = filter_main(&tool, argc, argv);

	iri_linter_release(&t.l);
	free(t.ends);
	free(t.offsets);
	free(t.columns);
	return status;
}
