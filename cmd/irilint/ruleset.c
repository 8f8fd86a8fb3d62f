/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "ruleset.h"

#include "report.h"

#include "lib/lint/rules.h"

#include <string.h>

const char *ruleset_refuse(struct iri_buf *text, struct iri_str id)
{
	struct similar s = {.word = id};

	for (size_t i = 0; i < RULES; i++)
		similar_add(&s, iri_rule_at(i)->id);
	return options_unknown(text, "rule", &s, "--list-rules shows all rules");
}

/* Turns the rules in a list of ids, which are separated by commas, on or off. Returns NULL, or an error message. */
static const char *set_rules(struct ruleset *r, const char *list, bool on)
{
	for (;; list++) {
		const struct iri_str id = {list, strcspn(list, ",")};
		const struct iri_rule *const rule = iri_rule_find(id);
		if (!rule)
			return ruleset_refuse(&r->refusal, id);
		r->state[iri_rule_number(rule)] = on ? RULE_ON : RULE_OFF;
		list += id.n;
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

static const char *take_explain(void *ruleset, const char *arg)
{
	const struct iri_str id = {arg, strlen(arg)};
	struct ruleset *const r = ruleset;

	r->explain = iri_rule_find(id);
	return r->explain ? NULL : ruleset_refuse(&r->refusal, id);
}

const struct option_row ruleset_options[] = {
	{0, "enable", "ID,...", "turn on these rules", .take = take_enable},
	{0, "disable", "ID,...", "turn off these rules", .take = take_disable},
	{0, "only", "ID,...", "turn on these rules, and turn off all others", .take = take_only},
	{0, "list-rules", NULL, "print all rules and exit", FLAG_OF(struct ruleset, list)},
	{0, "explain", "ID", "explain a rule and exit", .take = take_explain},
	{0},
};

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
	} examples[RULES] = {
#define EXAMPLE(name, bad, good) [RULE_##name] = {bad, good},
#include "lib/lint/rules.def"
	};
	const unsigned number = iri_rule_number(rule);

	buf_add_format(out, "%s: %s\n%s (%s%s).\n%s\n%s", rule->id, iri_severity_name(rule->severity), rule->text,
	               rule->section, note_of(rule), report_more(rule),
	               rule->fixable ? "irilint --fix fixes it.\n" : "");
	if (!examples[number].bad)
		return;
	buf_add_text(out, "bad:  ");
	buf_add_visible(out, examples[number].bad);
	buf_add_text(out, "\ngood: ");
	buf_add_visible(out, examples[number].good);
	iri_buf_putc(out, '\n');
}

bool ruleset_show(const struct ruleset *r, struct iri_buf *out)
{
	if (r->list)
		list_rules(out);
	if (r->explain)
		explain(r->explain, out);
	return r->list || r->explain;
}
