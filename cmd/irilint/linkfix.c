/* SPDX-License-Identifier: ISC */
#include "linkfix.h"

#include "local_fix.h"

#include "lib/base/str.h"

void linkfix_list_silenced(struct linkfix *x)
{
	struct checker *const c = x->checker;
	const struct held *const held = (const void *)c->held.p;

	x->silenced.n = 0;
	silence_end(&c->silence);
	for (size_t i = 0; i < c->held.n / sizeof *held; i++) {
		const struct range *const at = &held[i].range;
		const unsigned rule = iri_rule_number(held[i].finding.rule);
		if (held[i].finding.rule->fixable &&
		    silence_covers(&c->silence, rule, (struct silence_place){at->line[0], at->column[0]}))
			iri_buf_add(&x->silenced, (const char *)&held[i].link, sizeof held[i].link);
	}
	buf_check(&c->filter->messages, &x->silenced);
}

/* Sets link i of the document, which is s, if it can be fixed. */
static void fix_link(struct linkfix *x, struct editor *e, size_t i, struct iri_str s, bool is_local)
{
	const struct checker *const c = x->checker;
	struct filter *const f = c->filter;
	struct iri_str fixed, again;
	struct iri_error err;
	bool is_fixed = iri_fix(c->linter, s, &fixed, &err) == IRI_OK;

	if (!is_fixed && err.status == IRI_NO_MEMORY)
		filter_die(f, NULL, "out of memory");
	x->fixed.n = 0;
	if (is_local && local_fix(x->local, e, i, is_fixed ? fixed : s, &x->fixed)) {
		fixed = iri_contents(&x->fixed);
		/* A link with "\\" is valid only with "/" in its place. */
		if (!is_fixed && iri_fix(c->linter, fixed, &again, &err) == IRI_OK)
			fixed = again;
		is_fixed = true;
	}
	if (is_fixed) { /* from here on, s is not valid */
		if (f->options.check && !iri_same(fixed, s))
			message_raise(&f->messages, EXIT_INVALID);
		editor_set(e, i, fixed);
	}
}

void linkfix_set(struct linkfix *x, struct editor *e, bool is_local)
{
	const uintmax_t *const places = (const void *)x->silenced.p;
	const size_t n = x->silenced.n / sizeof *places;
	struct iri_str s;
	size_t next = 0;

	for (size_t i = 0; (s = editor_next(e, &i)).p; i++) {
		while (next < n && places[next] < editor_place(e, i))
			next++;
		if (next == n || places[next] != editor_place(e, i))
			fix_link(x, e, i, s, is_local);
	}
}

void linkfix_free(struct linkfix *x)
{
	iri_buf_free(&x->silenced);
	iri_buf_free(&x->fixed);
}
