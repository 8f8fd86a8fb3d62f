/* SPDX-License-Identifier: ISC */
/* The edits of iriedit: options that change a reference */
#ifndef EDITS_H
#define EDITS_H

#include "clean.h"
#include "recode.h"

#include "cmd/base/arena.h"
#include "cmd/filter/filter.h"
#include "cmd/link/inner.h"
#include "lib/base/array.h"
#include "lib/iri.h"

/* What --set can name, after the numbers of enum iri_component: the authority, and two parts of the userinfo */
enum { PART_AUTHORITY = IRI_FRAGMENT + 1, PART_USER, PART_PASSWORD, NO_COMPONENT };

enum operation {
	SET, SET_DEFAULT, SET_RAW, UNSET, APPEND,
	APPEND_SEGMENT, APPEND_PAIR, /* what APPEND becomes when it is prepared */
	QUERY_SET, QUERY_REPLACE, QUERY_DELETE, QUERY_KEEP, QUERY_RENAME, QUERY_SORT, QUERY_DEDUPE,
	RECODE, ENCODE, INNER, CLEAN
};

/* An edit, which is an option */
struct edit {
	enum operation operation;
	const char *name;           /* the name of the option, with "--" */
	const char *arg;            /* its argument, or NULL */
	unsigned component;         /* SET, SET_DEFAULT, SET_RAW, UNSET: what is changed */
	struct iri_str value;       /* what is written, percent-encoded: a component, segment, pair or key */
	struct iri_str key;         /* QUERY_SET, QUERY_REPLACE, QUERY_RENAME: the key to look for, decoded */
	struct iri_parts authority; /* SET_RAW, UNSET of the authority: its components, or none */
	size_t n;                   /* number of edits, from this one on, that are done at once: several QUERY_KEEP */
	struct charset *charset;    /* RECODE: the decoder; ENCODE: the encoder */
	/* --iterate: an edit for each value of a list, and the index of the one that is done; NULL: there is no list */
	struct edit *values;
	size_t n_values, at;
};

struct iriedit {
	union option_uses uses;     /* the options that are edits */
	struct edit *edits;         /* in the same order */
	size_t n;
	bool join, iterate, lenient;
	bool recodes;               /* an edit is --recode */
	const char *absent;
	struct arena fixed;         /* texts of the edits */
	struct arena mended, arena; /* components of the line, for --lenient; new components of it */
	struct iri_composer *composer;
	struct iri_query *query;
	char separator;
	struct iri_buf scratch;
	struct recode_buffers recoding;
	struct inner inner;
	struct clean clean;
	bool explain;
	bool defang, refang;
	struct source_map refanged;
};

/* The form of references in the input and in the output */
enum { FORM = IRI_REFERENCE | IRI_FORBID_BIDI };

/*
 * Prepares the edit e[0] for all lines: checks its argument, and percent-encodes what it writes. Ends the program if
 * the argument is wrong. left: number of edits from it on
 */
void edits_prepare(struct filter *f, struct edit *e, size_t left);

/* Does an edit of components. s: the line */
enum iri_status edits_apply(struct filter *f, struct iri_str s, struct edit *e, struct iri_parts *parts,
                            struct iri_error *err);

/*
 * For --lenient: percent-encodes what no IRI can have in the components of a reference that was parsed with
 * IRI_ALLOW_LEIRI, or read from columns.
 */
void edits_mend(struct iriedit *self, struct iri_parts *parts);

/* Returns the contents of self->scratch as a copy that the arena keeps. */
struct iri_str edits_keep(struct iriedit *self, struct arena *a);

/* Sets *iri to the reference of the components. s: the line */
enum iri_status edits_compose(struct iriedit *self, struct iri_str s, const struct iri_parts *parts,
                              struct iri_str *iri, struct iri_error *err);

/* Returns the offset in the line s of byte off of a component, or 0 if the component is not a part of the line. */
size_t edits_place_of(struct iri_str s, struct iri_str component, size_t off);

#endif
