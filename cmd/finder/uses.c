/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "uses.h"

void uses_keep(struct uses *u, const struct finder_options *o, size_t number, struct iri_str text,
               struct iri_str target)
{
	while (ARRAY_COUNT(u->texts) <= number && !u->texts.buf.failed)
		ARRAY_ADD(u->texts, &(struct uses_text){0});
	if (u->texts.buf.failed)
		return;
	struct uses_text *const kept = &u->texts.item[number];
	kept->is_used = true;
	target.n = target.n < USES_MOST_TARGET ? target.n : USES_MOST_TARGET;
	if (kept->n || !text.n || (o->differs && !o->differs(o->differs_arg, text, target)))
		return;
	kept->off = u->shown.n;
	kept->n = text.n;
	iri_buf_add(&u->shown, text.p, text.n);
}

bool uses_get(const struct uses *u, size_t number, struct iri_str *text)
{
	const struct uses_text *const kept = number < ARRAY_COUNT(u->texts) ? &u->texts.item[number] : NULL;
	const bool has_text = kept && kept->n && !u->shown.failed;

	*text = has_text ? (struct iri_str){u->shown.p + kept->off, kept->n} : (struct iri_str){NULL, 0};
	return kept && kept->is_used;
}

bool uses_failed(const struct uses *u)
{
	return u->texts.buf.failed || u->shown.failed;
}

void uses_free(struct uses *u)
{
	iri_buf_free(&u->texts.buf);
	iri_buf_free(&u->shown);
}
