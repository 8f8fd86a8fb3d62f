/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "ruleset.h"

#include "report.h"

#include "cmd/base/glob.h"
#include "cmd/base/json.h"
#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/lint/rules.h"

#include <stdio.h>
#include <string.h>

const char *ruleset_refuse(struct iri_buf *text, struct iri_str id)
{
	struct similar s = {.word = id};

	for (size_t i = 0; i < RULES; i++)
		similar_add(&s, iri_rule_at(i)->id);
	return options_unknown(text, "rule", &s, "--list-rules shows all rules");
}

/* Groups of rules, each up to the next one */
static const struct group {
	const char *word;
	unsigned first;
} groups[] = {
#define GROUP(word, name) {word, RULE_##name},
#include "lib/lint/rules.def"
	{NULL, RULES},
};

/* Whether a rule belongs to a group. */
static bool is_in_group(unsigned rule, struct iri_str word)
{
	for (const struct group *g = groups; g->word; g++)
		if (iri_is(word, g->word))
			return rule >= g->first && rule < g[1].first;
	return false;
}

/*
 * Sets `chosen` to the rules that a word of a list means: an id, a pattern for ids, a group, or "all". Returns NULL, or
 * an error message.
 */
static const char *choose_rules(struct ruleset *r, struct iri_str word, bool chosen[RULES])
{
	char pattern[64];
	bool any = false;

	snprintf(pattern, sizeof pattern, "%.*s", (int)word.n, word.p);
	for (unsigned i = 0; i < RULES && word.n < sizeof pattern; i++) {
		const char *const id = iri_rule_at(i)->id;
		chosen[i] = iri_is(word, "all") || is_in_group(i, word) || glob_matches(pattern, iri_str_of(id));
		any |= chosen[i];
	}
	return any ? NULL : ruleset_refuse(&r->refusal, word);
}

/* Turns the rules in a list, which are separated by commas, on or off. Returns NULL, or an error message. */
static const char *set_rules(struct ruleset *r, const char *list, bool on)
{
	bool chosen[RULES] = {false};

	for (;; list++) {
		const struct iri_str word = {list, strcspn(list, ",")};
		const char *const why = choose_rules(r, word, chosen);
		if (why)
			return why;
		for (unsigned i = 0; i < RULES; i++)
			if (chosen[i])
				r->state[i] = on ? RULE_ON : RULE_OFF;
		list += word.n;
		if (!*list)
			return NULL;
	}
}

static const char *take_enable(void *ruleset, const char *list)
{
	return set_rules(ruleset, list, true);
}

static const char *take_disable(void *ruleset, const char *list)
{
	struct ruleset *const r = ruleset;

	r->is_narrowed = true;
	return set_rules(r, list, false);
}

static const char *take_only(void *ruleset, const char *list)
{
	struct ruleset *const r = ruleset;

	r->has_only = r->is_narrowed = true;
	for (size_t i = 0; i < RULES; i++)
		r->state[i] = RULE_OFF;
	return set_rules(r, list, true);
}

/* Sets the severity of rules: 0, off, to 3, error. An id turns its rule on; a group or a pattern does not. */
static void set_severity(struct ruleset *r, const bool chosen[RULES], bool is_one, unsigned char level)
{
	for (unsigned i = 0; i < RULES; i++) {
		if (!chosen[i])
			continue;
		if (!level)
			r->state[i] = RULE_OFF;
		else if (is_one || r->state[i] == RULE_OFF)
			r->state[i] = RULE_ON;
		r->severity[i] = level;
	}
	r->is_narrowed |= !level;
	r->has_severities = true;
}

static const char *take_severity(void *ruleset, const char *list)
{
	static const char *const levels[] = {"off", "info", "warning", "error"};
	struct ruleset *const r = ruleset;

	for (;; list++) {
		const size_t n = strcspn(list, ",");
		const char *const colon = iri_find_byte(list, list + n, ':');
		const struct iri_str word = {list, (size_t)(colon - list)};
		struct iri_str level = iri_between(colon + (colon < list + n), list + n);
		bool chosen[RULES] = {false};
		while (level.n && is_space(*level.p))
			level = (struct iri_str){level.p + 1, level.n - 1};
		const char *const why = choose_rules(r, word, chosen);
		unsigned char i = 0;
		while (i < 4 && !iri_is(level, levels[i]))
			i++;
		if (why)
			return why;
		if (i == 4) {
			struct similar s = {.word = level};
			similar_add(&s, "off|info|warning|error");
			return options_unknown(&r->refusal, "severity", &s,
			                       "--severity takes ID:off, ID:info, ID:warning or ID:error");
		}
		set_severity(r, chosen, iri_rule_find(word), i);
		list += n;
		if (!*list)
			return NULL;
	}
}

static const char *take_explain(void *ruleset, const char *arg)
{
	const struct iri_str id = iri_str_of(arg);
	struct ruleset *const r = ruleset;

	r->explain = iri_rule_find(id);
	return r->explain ? NULL : ruleset_refuse(&r->refusal, id);
}

const struct option_row ruleset_options[] = {
	{0, "enable", "ID,...", "turn on these rules", .take = take_enable, .in_file = true},
	{0, "disable", "ID,...", "turn off these rules", .take = take_disable, .in_file = true},
	{0, "only", "ID,...", "turn on these rules, and turn off all others", .take = take_only, .in_file = true},
	{0, "severity", "ID:LEVEL,...",
         "give findings of a rule this severity: info,\nwarning or error; or turn it off: off. ID, here\nand "
         "above, can also be all, a group, for instance\nform, or a pattern, as 'pct-*'",
         .take = take_severity, .in_file = true},
	{0, "list-rules", NULL, "print all rules and exit", FLAG_OF(struct ruleset, list)},
	{0, "explain", "ID", "explain a rule and exit", .take = take_explain},
	{0},
};

void ruleset_over(struct ruleset *r, const struct ruleset *winner)
{
	for (unsigned i = 0; i < RULES; i++) {
		r->state[i] = winner->state[i] != RULE_BY_DEFAULT ? winner->state[i] : r->state[i];
		r->severity[i] = winner->severity[i] ? winner->severity[i] : r->severity[i];
	}
	r->has_severities |= winner->has_severities;
	r->has_only |= winner->has_only;
	r->is_narrowed |= winner->is_narrowed;
}

void ruleset_default(struct ruleset *r, unsigned rule, bool on)
{
	if (r->state[rule] == RULE_BY_DEFAULT)
		r->state[rule] = on ? RULE_ON : RULE_OFF;
}

bool ruleset_has(const struct ruleset *r, unsigned rule)
{
	return r->state[rule] == RULE_BY_DEFAULT ? !iri_rule_at(rule)->off : r->state[rule] == RULE_ON;
}

/* Returns the end of a rule's text: a note if this build lacks what the rule needs. */
static const char *note_of(const struct iri_rule *rule)
{
#if HAVE_PSL
	(void)rule;
	return "";
#else
	return rule == iri_rule_at(RULE_DOMAIN_IN_SUBDOMAIN) ? "; not in this build, which lacks libpsl" : "";
#endif
}

/* For --list-rules --format=json: appends an object for each rule. */
static void list_json(struct iri_buf *out)
{
	const struct iri_rule *rule;

	for (size_t i = 0; (rule = iri_rule_at(i)); i++) {
		iri_buf_putc(out, '{');
		json_add_text(out, "rule", rule->id);
		json_add_text(out, "severity", iri_severity_name(rule->severity));
		json_add_text(out, "message", rule->text);
		json_add_text(out, "more", report_more(rule));
		json_add_text(out, "section", rule->section);
		json_add_bool(out, "fixable", rule->fixable);
		json_add_bool(out, "documents", i >= RULE_FIRST_LOCAL);
		json_add_bool(out, "enabled", !rule->off || i >= RULE_FIRST_LOCAL);
		buf_add_text(out, "}\n");
	}
}

static void list_rules(struct iri_buf *out)
{
	const struct iri_rule *rule;

	for (size_t i = 0; (rule = iri_rule_at(i)); i++)
		buf_add_format(out, "%-22s  %-7s  %s (%s%s)\n", rule->id, iri_severity_name(rule->severity), rule->text,
		               rule->section, note_of(rule));
}

static void explain(const struct iri_rule *rule, struct iri_buf *out)
{
	static const struct {
		const char *bad, *good;
		const char *before; /* NULL: no document */
		const char *format;
	} examples[RULES] = {
#define EXAMPLE(name, bad, good) [RULE_##name] = {bad, good, NULL, NULL},
#define DOCUMENT(name, bad, good, before) [RULE_##name] = {bad, good, before, "Markdown"},
#define TURTLE(name, bad, good) [RULE_##name] = {bad, good, "", "Turtle"},
#include "lib/lint/rules.def"
	};
	const unsigned number = rule->number;
	const char *const before = examples[number].before;

	buf_add_format(out, "%s: %s\n%s (%s%s).\n%s\n%s", rule->id, iri_severity_name(rule->severity), rule->text,
	               rule->section, note_of(rule), report_more(rule),
	               rule->fixable ? "irilint --fix fixes it.\n" : "");
	if (before)
		buf_add_format(out, *before ? "In %s, after \"%s\":\n" : "In %s:\n", examples[number].format, before);
	buf_add_text(out, "bad:  ");
	buf_add_visible(out, examples[number].bad);
	buf_add_text(out, "\ngood: ");
	buf_add_visible(out, examples[number].good);
	iri_buf_putc(out, '\n');
}

bool ruleset_show(const struct ruleset *r, bool json, struct iri_buf *out)
{
	if (r->list && json)
		list_json(out);
	else if (r->list)
		list_rules(out);
	if (r->explain)
		explain(r->explain, out);
	return r->list || r->explain;
}
