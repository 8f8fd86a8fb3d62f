/* SPDX-License-Identifier: ISC */
#include "bare.h"

#include "lib/base/str.h"
#include "lib/lint/rules.h"
#include "lib/syntax/parse.h"

#include <string.h>

const char *bare_scheme(enum iri_link_kind kind)
{
	switch (kind) {
	case IRI_LINK_HOST: return "http://";
	case IRI_LINK_ADDRESS: return "mailto:";
	case IRI_LINK_IRI: break;
	}
	return NULL;
}

const char *bare_scheme_of(const struct iri_link_options *options, struct iri_str reference)
{
	struct iri_link link;

	if (!reference.n || !iri_link_next(options, reference, 0, &link) || link.off || link.len != reference.n)
		return NULL;
	return bare_scheme(link.kind);
}

struct iri_str bare_complete(struct bare *b, const char *scheme, struct iri_str reference)
{
	iri_buf_clear(&b->text);
	iri_buf_add(&b->text, scheme, strlen(scheme));
	iri_buf_add(&b->text, reference.p, reference.n);
	char *const padding = iri_buf_reserve(&b->text, IRI_PADDING);
	if (b->text.failed)
		return (struct iri_str){NULL, 0};
	memset(padding, 0, IRI_PADDING);
	return iri_contents(&b->text);
}

static enum iri_status bare_no_memory(struct iri_error *err)
{
	struct iri_error ignored;

	return iri_no_memory(iri_present_error(err, &ignored));
}

/* Keeps the findings that are about the missing scheme. They have no texts of their own. */
static void keep_missing(struct bare *b, struct iri_findings found)
{
	for (size_t i = 0; i < found.n; i++) {
		const unsigned rule = found.p[i].rule->number;
		if (rule == RULE_RELATIVE || rule == RULE_SUFFIX_REFERENCE)
			ARRAY_ADD(b->found, &found.p[i]);
	}
}

/* Keeps findings in a text behind n added bytes, but for those of the form of the host and port. */
static void keep_behind(struct bare *b, struct iri_findings found, size_t n)
{
	for (size_t i = 0; i < found.n; i++) {
		struct iri_finding finding = found.p[i];
		if (finding.rule->fixable && (finding.where == IRI_HOST || finding.where == IRI_PORT))
			continue;
		const size_t end = finding.off + finding.len;
		finding.off = finding.off > n ? finding.off - n : 0;
		finding.len = end > n + finding.off ? end - n - finding.off : 0;
		ARRAY_ADD(b->found, &finding);
	}
}

enum iri_status bare_lint(struct bare *b, struct iri_linter *linter, const char *scheme, struct iri_str reference,
                          struct iri_findings *findings, struct iri_error *err)
{
	if (!scheme)
		return iri_lint(linter, reference, findings, err);
	iri_buf_clear(&b->found.buf);
	enum iri_status status = iri_lint(linter, reference, findings, err);
	if (status != IRI_OK)
		return status;
	keep_missing(b, *findings);
	const struct iri_str text = bare_complete(b, scheme, reference);
	if (!text.p)
		return bare_no_memory(err);
	const size_t n = strlen(scheme);
	status = iri_lint(linter, text, findings, err);
	if (status != IRI_OK && err)
		err->off = err->off > n ? err->off - n : 0;
	if (status != IRI_OK)
		return status;
	keep_behind(b, *findings, n);
	*findings = (struct iri_findings){b->found.item, ARRAY_COUNT(b->found)};
	return b->found.buf.failed ? bare_no_memory(err) : IRI_OK;
}

/* Returns the part of a reference behind its authority. */
static struct iri_str bare_rest(struct iri_str reference)
{
	struct iri_ref ref;

	iri_split(reference, &ref);
	return iri_between(ref.path.p, reference.p + reference.n);
}

enum iri_status bare_fix(struct bare *b, struct iri_linter *linter, const char *scheme, struct iri_str reference,
                         struct iri_str *fixed, struct iri_error *err)
{
	if (!scheme)
		return iri_fix(linter, reference, fixed, err);
	const size_t n = strlen(scheme);
	const struct iri_str text = bare_complete(b, scheme, reference);
	*fixed = reference;
	if (!text.p)
		return bare_no_memory(err);
	struct iri_str all;
	const enum iri_status status = iri_fix(linter, text, &all, err);
	if (status != IRI_OK && err)
		err->off = err->off > n ? err->off - n : 0;
	if (status != IRI_OK || iri_same(all, text))
		return status;
	const struct iri_str old = bare_rest(text), new = bare_rest(all);
	iri_buf_clear(&b->fixed);
	iri_buf_add(&b->fixed, text.p + n, text.n - n - old.n);
	iri_buf_add(&b->fixed, new.p, new.n);
	if (b->fixed.failed)
		return bare_no_memory(err);
	*fixed = iri_contents(&b->fixed);
	return IRI_OK;
}

void bare_free(struct bare *b)
{
	iri_buf_free(&b->text);
	iri_buf_free(&b->fixed);
	iri_buf_free(&b->found.buf);
}
