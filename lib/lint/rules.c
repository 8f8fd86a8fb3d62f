/* SPDX-License-Identifier: ISC */
/* What programs see of the rules in rules.def. */
#include "rules.h"

#include "lib/base/str.h"

enum state { STATE_ON, STATE_OFF };

const struct iri_rule iri_lint_rules[RULES] = {
#define RULE(name, id, severity, state, fix, check, ...) \
	[RULE_##name] = {id, IRI_SEVERITY_##severity, LINT_FIX_##fix != LINT_FIX_NONE, STATE_##state == STATE_OFF, \
	                 __VA_ARGS__, .number = RULE_##name},
#define DECEIT(name) [RULE_##name].deceit = true,
#include "rules.def"
};

const struct iri_rule *iri_rule_at(size_t number)
{
	return number < RULES ? &iri_lint_rules[number] : NULL;
}

const struct iri_rule *iri_rule_find(struct iri_str id)
{
	id = iri_present(id);
	for (size_t i = 0; i < RULES; i++)
		if (iri_is(id, iri_lint_rules[i].id))
			return &iri_lint_rules[i];
	return NULL;
}
