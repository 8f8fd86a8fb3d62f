/* SPDX-License-Identifier: ISC */
#include "reference.h"

#include "charset.h"

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* 2011 draft, section 4, step 1: ASCII white space at both ends is not part of the reference. */
struct iri_str filter_trim(struct iri_str s)
{
	while (s.n && is_space(s.p[0]))
		s.p++, s.n--;
	while (s.n && is_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

static bool needs_nfc(const struct reference *r)
{
	return r->options->nfc && !(r->tool->flags & FILTER_OWN_NFC);
}

struct iri_str reference_convert(struct reference *r)
{
	r->resolved = r->trimmed;
	if (r->options->html) {
		r->html.n = 0;
		charset_html(r->trimmed, &r->html, NULL);
		r->resolved = buf_pad(r->messages, &r->html);
		if (!(r->tool->flags & FILTER_UNTRIMMED))
			r->resolved = filter_trim(r->resolved);
	}
	if (!needs_nfc(r))
		return r->resolved;
	r->nfc.n = 0;
	iri_nfc(r->resolved, &r->nfc, NULL);
	return buf_pad(r->messages, &r->nfc);
}

void reference_lead_back(struct reference *r, size_t *offsets, size_t n)
{
	struct iri_offsets at = {offsets, n, 0};
	size_t i;

	if (needs_nfc(r)) {
		r->nfc.n = 0;
		iri_nfc(r->resolved, &r->nfc, &at);
	}
	if (r->options->html) {
		for (i = 0; i < n; i++)
			offsets[i] += (size_t)(r->resolved.p - r->html.p);
		at.done = 0;
		r->html.n = 0;
		charset_html(r->trimmed, &r->html, &at);
	}
	for (i = 0; i < n; i++)
		offsets[i] += (size_t)(r->trimmed.p - r->raw.p);
}

void reference_close(struct reference *r)
{
	iri_buf_free(&r->html);
	iri_buf_free(&r->nfc);
}
