/* SPDX-License-Identifier: ISC */
/* Options of irilint that choose and show rules. */
#ifndef RULESET_H
#define RULESET_H

#include "cmd/base/options.h"
#include "lib/lint/rules.h"

/* The values of the options. All zeros before they are parsed. */
struct ruleset {
	enum { RULE_BY_DEFAULT, RULE_ON, RULE_OFF } state[RULES]; /* by number */
	/* By number: the severity of findings, from 1 for an info; 0: that of the rule */
	unsigned char severity[RULES];
	bool has_severities; /* one of them is not 0 */
	bool has_only;       /* --only was given */
	bool is_narrowed;    /* that, or --disable */
	bool list;
	const struct iri_rule *explain;
	struct iri_buf refusal; /* the message about an unknown rule, which ends the program */
};

extern const struct option_row ruleset_options[];

/* Adds what other options say, which win. */
void ruleset_over(struct ruleset *r, const struct ruleset *winner);

/* Turns a rule on or off, unless the options have done either. */
void ruleset_default(struct ruleset *r, unsigned rule, bool on);

/* Returns the severity of a finding. */
static inline enum iri_severity ruleset_severity(const struct ruleset *r, const struct iri_finding *f)
{
	const unsigned char severity = r->severity[f->rule->number];

	return severity ? (enum iri_severity)(severity - 1) : f->severity;
}

/* Whether the rule with this number is on. */
bool ruleset_has(const struct ruleset *r, unsigned rule);

/* Returns the error message about an unknown rule. It stands in `text`. */
const char *ruleset_refuse(struct iri_buf *text, struct iri_str id);

/* For --list-rules and --explain: appends the rules, and returns true. Without these options returns false. */
bool ruleset_show(const struct ruleset *r, bool json, struct iri_buf *out);

#endif
