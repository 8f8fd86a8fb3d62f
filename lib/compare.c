/* SPDX-License-Identifier: ISC */
/* The comparison ladder (section 5.3): compares the normal forms of both operands, rung by rung. */
#include "iri.h"
#include "norm.h"
#include "redirects.h"
#include "str.h"

void iri_comparer_release(struct iri_comparer *c)
{
	iri_normalizer_release(&c->normalizer);
	for (int i = 0; i < 2; i++) {
		iri_buf_free(&c->operands[i]);
		iri_buf_free(&c->forms[i]);
	}
}

/* What is compared: the operand resolved if there is a base, and without fragment if it does not count. */
static enum iri_status prepare(struct iri_comparer *c, struct iri_str *s, struct iri_buf *buf, bool *relative,
                               struct iri_error *err)
{
	struct iri_ref ref;
	enum iri_status status = iri_parse(*s, IRI_REFERENCE | IRI_FORBID_BIDI, &ref, err);

	if (status != IRI_OK)
		return status;
	*relative = !ref.scheme.p && !c->base;
	if (c->no_fragment && ref.fragment.p) {
		s->n = (size_t)(ref.fragment.p - 1 - s->p);
		ref.fragment = (struct iri_str){NULL, 0};
		ref.text = *s;
	}
	if (c->base && !ref.scheme.p) {
		buf->n = 0;
		if (iri_resolve(c->base, &ref, false, buf) != IRI_OK)
			return iri_no_memory(err);
		*s = iri_contents(buf);
	}
	return IRI_OK;
}

static enum iri_component first_difference(struct iri_str a, struct iri_str b)
{
	struct iri_ref x, y;
	struct iri_error err;

	if (iri_parse(a, IRI_REFERENCE, &x, &err) != IRI_OK || iri_parse(b, IRI_REFERENCE, &y, &err) != IRI_OK)
		return IRI_PATH; /* can't be */
	for (enum iri_component i = IRI_SCHEME; i <= IRI_QUERY; i++)
		if (!iri_same(iri_part(&x, i), iri_part(&y, i)))
			return i;
	return IRI_FRAGMENT;
}

enum iri_status iri_compare(struct iri_comparer *c, struct iri_str a, struct iri_str b, struct iri_comparison *result,
                            struct iri_error *err)
{
	struct iri_str s[2] = {iri_present(a), iri_present(b)};
	bool relative[2];

	*result = (struct iri_comparison){.rung = IRI_RUNG_NONE};
	for (int i = 0; i < 2; i++) {
		const enum iri_status status = prepare(c, &s[i], &c->operands[i], &relative[i], err);
		result->second = i;
		if (status != IRI_OK)
			return status;
	}
	if (iri_same(s[0], s[1])) {
		result->rung = IRI_RUNG_STRING;
		return IRI_OK;
	}
	if (relative[0] || relative[1]) {
		result->second = !relative[0];
		*err = (struct iri_error){.status = IRI_IS_RELATIVE, .where = IRI_SCHEME};
		return IRI_IS_RELATIVE;
	}
	c->normalizer.uri = true;
	for (enum iri_rung rung = IRI_RUNG_SYNTAX; rung <= IRI_RUNG_SCHEME; rung++) {
		c->normalizer.level = rung;
		for (int i = 0; i < 2; i++) {
			enum iri_status status = iri_normal_form(&c->normalizer, s[i], &c->forms[i], err);
			result->second = i;
			if (status != IRI_OK)
				return status;
		}
		if (iri_same(iri_contents(&c->forms[0]), iri_contents(&c->forms[1]))) {
			result->rung = rung;
			return IRI_OK;
		}
	}
	if (c->redirects && iri_redirects_join(c->redirects, iri_contents(&c->forms[0]), iri_contents(&c->forms[1])))
		result->rung = IRI_RUNG_PROTOCOL;
	else
		result->component = first_difference(iri_contents(&c->forms[0]), iri_contents(&c->forms[1]));
	return IRI_OK;
}
