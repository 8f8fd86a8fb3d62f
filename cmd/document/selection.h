/* SPDX-License-Identifier: ISC */
/* Options that choose links, for the tools that search documents. */
#ifndef SELECTION_H
#define SELECTION_H

#include "document.h"

#include "cmd/base/options.h"
#include "lib/base/array.h"

/* The links that the options choose. All zeros before the options are parsed. */
struct selection {
	struct document_options document; /* the tool sets `places` */
	bool kinds[SPAN_KINDS];           /* the kinds of links that are wanted */
	const char *charset;              /* --charset, or NULL */
	/* The other members are for selection.c. */
	bool has_kinds;
	union ARRAY_OF(const char *) schemes; /* the names, */
	struct iri_buf scheme_names;      /* each with a NUL */
	struct iri_buf refusal;           /* the message about an unknown kind, which ends the program */
	struct tld *tld;
};

extern const struct option_row selection_options[];

/* --from and --charset. Not a part of selection_options, since a filter of lines has other words and uses. */
extern const struct option_row selection_format_options[];

/* The names of kinds, by enum span_kind */
extern const char *const selection_kind_names[SPAN_KINDS];

/* Whether one of selection_options was given. */
bool selection_has_options(const struct selection *s);

/* Whether one of them was given that means nothing for a list of links: any but --bare. */
bool selection_needs_documents(const struct selection *s);

/* Whether options leave out links that would be found without them: --kind, --schemes. */
bool selection_is_partial(const struct selection *s);

/* Completes the selection. Must be called after options_parse. Ends the program if options exclude each other. */
void selection_prepare(struct selection *s, const struct messages *m);

/* Ends the program if memory ran out when a top-level domain was looked up: then links may be missing. */
void selection_check(const struct selection *s, const struct messages *m);

void selection_free(struct selection *s);

#endif
