/* SPDX-License-Identifier: ISC */
/* The rules of the linter by number. rules.def lists them; programs get them from iri_rule_at and iri_rule_find. */
#ifndef IRI_RULES_H
#define IRI_RULES_H

#include "lib/iri.h"

/* The numbers of the rules, in the order of rules.def. */
enum {
#define RULE(name, ...) RULE_##name,
#include "rules.def"
	RULES
};

/* The last rules are only for documents, and the library does not find them: those of local links, and of comments. */
enum { RULE_FIRST_LOCAL = RULE_DEAD_FILE, RULE_FIRST_COMMENT = RULE_UNUSED_DISABLE };

/* How iri_fix replaces the text of a finding */
enum iri_lint_fix {
	LINT_FIX_NONE,
	LINT_FIX_LOWER,      /* by its letters in lower case */
	LINT_FIX_PCT_CASE,   /* digits of percent-encoded octets, by upper-case digits */
	LINT_FIX_PCT_DECODE, /* percent-encoded octets, by their characters */
	LINT_FIX_NFC,        /* by its Normalization Form C */
	LINT_FIX_DOTS,       /* a path, by one without dot segments */
	LINT_FIX_REMOVE,     /* by nothing */
	LINT_FIX_ENCODE,     /* an error of syntax, by what iri2uri --repair writes for the character alone */
	LINT_FIX_CALLER,     /* by what only the caller knows: a name of a file or an anchor */
};

/* The rules of iri_rule_at */
extern const struct iri_rule iri_lint_rules[RULES];

#endif
