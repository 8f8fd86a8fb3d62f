/* SPDX-License-Identifier: ISC */
#include "offsets.h"

void iri_offsets_add(struct iri_offsets *at, size_t output, size_t piece, size_t origin, bool whole)
{
	const size_t before = output - piece;

	for (; at && at->done < at->n && at->p[at->done] < output; at->done++)
		at->p[at->done] = origin + (whole ? 0 : at->p[at->done] - before);
}

void iri_offsets_end(struct iri_offsets *at, size_t input)
{
	for (; at && at->done < at->n; at->done++)
		at->p[at->done] = input;
}
