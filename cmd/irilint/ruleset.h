/* SPDX-License-Identifier: ISC */
/* Options of irilint that choose and show rules. */
#ifndef RULESET_H
#define RULESET_H

#include "cmd/base/options.h"
#include "lib/lint/lint.h"

/* The values of the options. A single object, since the table of options contains the addresses of its members. */
extern struct ruleset {
	enum { RULE_BY_DEFAULT, RULE_ON, RULE_OFF } state[RULES]; /* by number */
	bool list;
	const struct iri_rule *explain;
} ruleset;

extern const struct option_row ruleset_options[];

/* Turns a rule on or off, unless the options have done either. */
void ruleset_default(unsigned rule, bool on);

/* Whether the rule with this number is on. */
bool ruleset_has(unsigned rule);

/* For --list-rules and --explain: appends the rules, and returns true. Without these options returns false. */
bool ruleset_show(struct iri_buf *out);

#endif
