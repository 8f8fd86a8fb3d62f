/* SPDX-License-Identifier: ISC */
/*
 * The comparison ladder (section 5.3). Compares two IRIs as strings, then their normal forms rung by rung, then by
 * redirects.
 */
#include "explain.h"
#include "norm.h"
#include "redirects.h"
#include "resolve.h"

#include "lib/base/str.h"

#include <stdlib.h>
#include <string.h>

struct iri_comparer {
	struct iri_normalizer *normalizer;
	bool no_fragment;
	struct iri_buf base_text;
	struct iri_ref base;             /* views of base_text; without a scheme if there is no base */
	struct iri_redirects *redirects; /* NULL until one is added */
	struct iri_buf operands[2];      /* the operands, if they were resolved against the base */
	struct iri_ref refs[2];          /* what was compared: the operands, prepared by compare_prepare */
	bool resolved[2];                /* whether they were resolved */
	struct iri_buf form;             /* the normal form of the first operand */
	struct iri_causes causes;        /* working space */
};

struct iri_comparer *iri_comparer_new(const struct iri_compare_options *options)
{
	/* compare_prepare removes fragments; the normalizer, the r- and q-components of URNs. */
	const struct iri_normalize_options normalize = {
		.uri = true, .no_fragment = options && options->no_fragment, .padded = options && options->padded};
	struct iri_comparer *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->no_fragment = normalize.no_fragment;
	c->normalizer = iri_normalizer_new(&normalize);
	if (c->normalizer)
		return c;
	free(c);
	return NULL;
}

void iri_comparer_free(struct iri_comparer *c)
{
	if (!c)
		return;
	iri_normalizer_free(c->normalizer);
	iri_redirects_free(c->redirects);
	iri_buf_free(&c->base_text);
	iri_buf_free(&c->operands[0]);
	iri_buf_free(&c->operands[1]);
	iri_buf_free(&c->form);
	iri_causes_free(&c->causes);
	free(c);
}

enum iri_status iri_comparer_set_base(struct iri_comparer *c, struct iri_str base, struct iri_error *err)
{
	return iri_set_base(base, IRI_FORBID_BIDI, &c->base_text, &c->base, err);
}

enum iri_status iri_comparer_add_redirect(struct iri_comparer *c, struct iri_str from, struct iri_str to,
                                          struct iri_error *err)
{
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	if (!c->redirects)
		c->redirects = iri_redirects_new();
	return c->redirects ? iri_redirects_add(c->redirects, from, to, err) : iri_no_memory(err);
}

/*
 * Prepares operand i, which is s, for the comparison: parses it to c->refs[i]; removes its fragment, if fragments are
 * ignored; and resolves it, if it is relative and there is a base. c->refs[i] is then a view of s or of c->operands[i].
 */
static enum iri_status compare_prepare(struct iri_comparer *c, struct iri_str s, int i, struct iri_error *err)
{
	const unsigned form = IRI_REFERENCE | IRI_FORBID_BIDI | c->normalizer->padded;
	struct iri_buf *const buf = &c->operands[i];
	struct iri_ref *const ref = &c->refs[i];
	const enum iri_status status = iri_parse(s, form, ref, err);

	if (status != IRI_OK)
		return status;
	if (c->no_fragment && ref->fragment.p) {
		ref->text.n = (size_t)(ref->fragment.p - 1 - ref->text.p);
		ref->fragment = (struct iri_str){NULL, 0};
	}
	c->resolved[i] = c->base.scheme.p && !ref->scheme.p;
	if (!c->resolved[i])
		return IRI_OK;
	iri_buf_clear(buf);
	iri_resolve_to(&c->base, ref, false, buf);
	char *const padding = iri_buf_reserve(buf, IRI_PADDING);
	if (!padding)
		return iri_no_memory(err);
	memset(padding, 0, IRI_PADDING);
	return iri_parse(iri_contents(buf), form, ref, err);
}

/* Returns the first component that differs in two normal forms. */
static enum iri_component first_difference(struct iri_str a, struct iri_str b)
{
	struct iri_ref x, y;

	if (iri_parse(a, IRI_REFERENCE, &x, NULL) != IRI_OK || iri_parse(b, IRI_REFERENCE, &y, NULL) != IRI_OK)
		return IRI_PATH; /* not reached: normal forms are valid */
	for (enum iri_component i = IRI_SCHEME; i <= IRI_QUERY; i++)
		if (!iri_same(iri_part(&x, i), iri_part(&y, i)))
			return i;
	return IRI_FRAGMENT;
}

/*
 * Normalizes two IRIs on a rung. Sets forms to their normal forms, which are valid until the next call. Sets *same to
 * whether the two forms are equal.
 */
static enum iri_status compare_on(struct iri_comparer *c, enum iri_rung rung, const struct iri_ref refs[2],
                                  struct iri_str forms[2], bool *same, struct iri_error *err)
{
	struct iri_normalizer *const n = c->normalizer;
	enum iri_status status = iri_normalize_on(n, rung, &refs[0], &forms[0], err);

	if (status != IRI_OK)
		return status;
	/* The second is in normal form, too, if it is the normal form of the first. */
	if (iri_same(forms[0], refs[1].text)) {
		forms[1] = forms[0];
		*same = true;
		return IRI_OK;
	}
	/* The first form stays in its buffer, and the second gets the other one. */
	const struct iri_buf form = n->normal;
	n->normal = c->form;
	c->form = form;
	status = iri_normalize_on(n, rung, &refs[1], &forms[1], err);
	*same = status == IRI_OK && iri_same(forms[0], forms[1]);
	if (status != IRI_OK)
		err->second = true;
	return status;
}

enum iri_status iri_compare(struct iri_comparer *c, struct iri_str a, struct iri_str b, struct iri_comparison *result,
                            struct iri_error *err)
{
	const struct iri_str s[2] = {a, b};
	const struct iri_ref *const refs = c->refs;
	struct iri_str forms[2];
	bool same = false;
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	*result = (struct iri_comparison){.rung = IRI_RUNG_NONE};
	for (int i = 0; i < 2; i++) {
		const enum iri_status status = compare_prepare(c, s[i], i, err);
		if (status != IRI_OK) {
			err->second = i;
			return status;
		}
	}
	if (iri_same(refs[0].text, refs[1].text)) {
		result->rung = IRI_RUNG_STRING;
		return IRI_OK;
	}
	if (!refs[0].scheme.p || !refs[1].scheme.p) {
		iri_fail(err, IRI_IS_RELATIVE);
		err->second = refs[0].scheme.p;
		return IRI_IS_RELATIVE;
	}
	for (enum iri_rung rung = IRI_RUNG_SYNTAX; rung <= IRI_RUNG_SCHEME; rung++) {
		const enum iri_status status = compare_on(c, rung, refs, forms, &same, err);
		if (status != IRI_OK)
			return status;
		if (same) {
			result->rung = rung;
			return IRI_OK;
		}
	}
	if (c->redirects && iri_redirects_join(c->redirects, forms[0], forms[1]))
		result->rung = IRI_RUNG_PROTOCOL;
	else
		result->component = first_difference(forms[0], forms[1]);
	return IRI_OK;
}

enum iri_status iri_explain(struct iri_comparer *c, const struct iri_comparison *result, struct iri_explanation *why,
                            struct iri_error *err)
{
	const struct iri_ref *const refs = c->refs;
	const enum iri_component part = result->component;
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	*why = (struct iri_explanation){.resolved = {c->resolved[0], c->resolved[1]}};
	if (result->rung <= IRI_RUNG_SCHEME && !iri_causes_find(&c->causes, refs, &why->causes))
		return iri_no_memory(err);
	if (result->rung != IRI_RUNG_NONE)
		return IRI_OK;
	for (int i = 0; i < 2; i++)
		why->parts[i] = iri_part(&refs[i], part);
	iri_find_difference(why->parts, part == IRI_SCHEME || part == IRI_HOST, why->off);
	for (int i = 0; i < 2; i++)
		why->off[i] = why->resolved[i] ? 0 : iri_place_of(&refs[i], part) + why->off[i];
	return IRI_OK;
}
