/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "ruleset.h"

#include "report.h"

#include <string.h>

struct ruleset ruleset;

/* Turns the rules in a list of ids, which are separated by commas, on or off. Returns NULL, or an error message. */
static const char *set_rules(const char *list, bool on)
{
	for (;; list++) {
		const size_t len = strcspn(list, ",");
		const struct iri_rule *const rule = iri_rule_find((struct iri_str){list, len});
		if (!rule)
			return options_unknown("rule", list, len, "--list-rules shows all rules");
		ruleset.state[iri_rule_number(rule)] = on ? RULE_ON : RULE_OFF;
		list += len;
		if (!*list)
			return NULL;
	}
}

static const char *take_enable(const char *list)
{
	return set_rules(list, true);
}

static const char *take_disable(const char *list)
{
	return set_rules(list, false);
}

static const char *take_only(const char *list)
{
	for (size_t i = 0; i < RULES; i++)
		ruleset.state[i] = RULE_OFF;
	return set_rules(list, true);
}

static const char *take_explain(const char *id)
{
	ruleset.explain = iri_rule_find((struct iri_str){id, strlen(id)});
	return ruleset.explain ? NULL : options_unknown("rule", id, strlen(id), "--list-rules shows all rules");
}

const struct option_row ruleset_options[] = {
	{0, "enable", "ID,...", "turn on these rules", .take = take_enable},
	{0, "disable", "ID,...", "turn off these rules", .take = take_disable},
	{0, "only", "ID,...", "turn on these rules, and turn off all others", .take = take_only},
	{0, "list-rules", NULL, "print all rules and exit", .flag = &ruleset.list},
	{0, "explain", "ID", "explain a rule and exit", .take = take_explain},
	{0},
};

void ruleset_default(unsigned rule, bool on)
{
	if (ruleset.state[rule] == RULE_BY_DEFAULT)
		ruleset.state[rule] = on ? RULE_ON : RULE_OFF;
}

bool ruleset_has(unsigned rule)
{
	return ruleset.state[rule] == RULE_BY_DEFAULT ? !iri_rule_at(rule)->off : ruleset.state[rule] == RULE_ON;
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
		buf_add_format(out, "%-22s  %-7s  %s (%s%s)\n", rule->id, report_severity(rule->severity), rule->text,
		               rule->section, note_of(rule));
}

static void explain(const struct iri_rule *rule, struct iri_buf *out)
{
	buf_add_format(out, "%s: %s\n%s (%s%s).\n%s\n%s", rule->id, report_severity(rule->severity), rule->text,
	               rule->section, note_of(rule), report_more(rule),
	               rule->fixable ? "irilint --fix fixes it.\n" : "");
}

bool ruleset_show(struct iri_buf *out)
{
	if (ruleset.list)
		list_rules(out);
	if (ruleset.explain)
		explain(ruleset.explain, out);
	return ruleset.list || ruleset.explain;
}
