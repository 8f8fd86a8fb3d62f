/* SPDX-License-Identifier: ISC */
/* All operations of iri.h on a few texts, for tests that run them under odd conditions. */
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "lib/iri.h"

enum { TEXTS = 12, RESULT = 8192 };
extern const char *const texts[TEXTS];

/* One handle of each kind */
struct handles {
	struct iri_mapper *mapper;
	struct iri_unmapper *unmapper, *text_unmapper; /* the latter with for_text */
	struct iri_normalizer *normalizer;
	struct iri_comparer *comparer;
	struct iri_resolver *resolver;
	struct iri_linter *linter;
	struct iri_composer *composer;
	struct iri_query *query;
	struct iri_namer *namer;
	struct iri_host_converter *converter;
};

/* Makes the handles. Tries to make one a second time if memory runs out. Returns false if one could not be made. */
bool operations_make(struct handles *h);
void operations_free(struct handles *h);

/*
 * Applies each operation to a text, and writes the results and errors to a C string of RESULT bytes. Tries an operation
 * a second time if memory runs out.
 */
void operations_run(struct handles *h, const char *text, char *to);

#endif
