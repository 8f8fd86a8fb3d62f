/* SPDX-License-Identifier: ISC */
/* From a reference as it stands in the input to what the tool gets, and the way back for offsets. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "options.h"

struct reference {
	const struct filter_tool *tool;
	const struct options *options;
	const struct messages *messages;
	struct iri_str raw;      /* as it stands in the input */
	struct iri_str trimmed;  /* without white space around it */
	struct iri_str resolved; /* without character references; set if these or NFC were asked for */
	struct iri_str given;    /* what the tool gets: in NFC */
	struct iri_buf html, nfc;
};

/* Resolves character references in r->trimmed, and normalizes, as asked for. */
struct iri_str reference_convert(struct reference *r);

/* Prepares a reference for the tool; returns r->given. Inline, since it is on the way of every line. */
static inline struct iri_str reference_prepare(struct reference *r, struct iri_str raw)
{
	struct iri_str s = raw;

	if (!(r->tool->flags & FILTER_UNTRIMMED))
		s = filter_trim(raw);
	else if (raw.n && raw.p[raw.n - 1] == '\r' && r->options->eol == '\n')
		s.n--;
	r->raw = raw;
	r->trimmed = s;
	if (r->options->html || r->options->nfc)
		s = reference_convert(r);
	r->given = s;
	return s;
}

/* Leads offsets in r->given, in ascending order, back to offsets in r->raw. */
void reference_lead_back(struct reference *r, size_t *offsets, size_t n);

void reference_close(struct reference *r);

#endif
