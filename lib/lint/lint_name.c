/* SPDX-License-Identifier: ISC */
#include "lint_name.h"

void iri_lint_name_add(struct iri_lint_name *name, const char *p, struct iri_finding f)
{
	const unsigned rule = f.rule->number;

	if (!name->idna && !iri_lint_rules[rule].deceit)
		return;
	if (name->decoded) {
		p = name->raw.p;
		f.len = name->raw.n;
	}
	if (name->decoded && name->reported[rule] > f.severity)
		return;
	iri_lint_add(name->t, p, &f);
	name->reported[rule] = (unsigned char)(f.severity + 1);
}

void iri_lint_name_found(struct iri_lint_name *name, unsigned rule, const char *p, size_t len, uint32_t ch,
                         const char *why)
{
	const struct iri_rule *const r = &iri_lint_rules[rule];

	name->invalid = name->invalid || rule == RULE_LABEL_LENGTH || rule == RULE_HOST_LENGTH ||
	                rule == RULE_IDNA_DISALLOWED || rule == RULE_CONTEXT_RULE || rule == RULE_BAD_ACE ||
	                rule == RULE_BIDI_LABEL;
	iri_lint_name_add(name, p, (struct iri_finding){.rule = r, .severity = r->severity, .len = len, .ch = ch,
	                                                .why = why});
}
