/* SPDX-License-Identifier: ISC */
/*
 * What the files share that find facts: facts_text.c decodes texts and leaves out passwords, destination.c finds where
 * a link goes.
 */
#ifndef FACTS_INTERNAL_H
#define FACTS_INTERNAL_H

#include "facts.h"

#include "lib/ops/browse.h"
#include "lib/syntax/scheme.h"

/* A range of the link that is not shown, since it has a password */
struct secret {
	const char *p, *end;
	size_t n;                        /* its length in characters */
};

/* One link while its facts are found */
struct inquiry {
	struct facts_finder *f;
	struct iri_str s;
	struct iri_ref ref;              /* the link as a browser reads it: of s, or of other memory */
	struct iri_browsed browsed;
	bool moved;                      /* ref is of other memory */
	bool valid;
	const struct iri_scheme *scheme; /* NULL if it is absent or unknown */
	unsigned flags;                  /* of its scheme; see scheme.h */
	struct facts *facts;
	size_t depth;                    /* number of links that this one is inside */
	struct iri_buf embedded;          /* of struct facts_embedded */
	struct iri_buf values;           /* of struct iri_str: each value that is an embedded link, and nothing else */
	struct iri_buf secrets;          /* of struct secret; in ascending order after facts_finish_secrets */
	bool carries_password;           /* a link that it carries has a password */
};

/* Appends an item to an array in a buffer. */
void facts_add_item(struct iri_buf *b, const void *item, size_t size);

/* Returns the items of an array in a buffer, in the arena, and frees the buffer. */
const void *facts_keep_array(struct facts_finder *f, struct iri_buf *b);

/* Returns a copy of the contents of a buffer, in the arena. */
struct iri_str facts_keep(struct facts_finder *f, const struct iri_buf *b);

/* Returns static text as a view. */
struct iri_str facts_static(const char *text);

/* Returns s with ASCII letters in lower case, in the arena; absent if s is absent. */
struct iri_str facts_lower(struct facts_finder *f, struct iri_str s);

/*
 * Adds the password of each authority in s to an array of struct secret: text between ":" and the last "@" of what
 * follows "//", or "http:" and its like. Software takes "\\" for "/", and ignores tabs and ends of lines. Each
 * character can be percent-encoded, also several times. Linear.
 */
void facts_find_passwords(struct iri_buf *secrets, struct iri_str s);

/* Adds a part of the reference to its secrets, in any order. */
void facts_add_secret(struct inquiry *q, struct iri_str s);

/* Prepares the secrets for the functions below. With show_password, there are none. */
void facts_finish_secrets(struct inquiry *q);

/* Whether s, a part of the reference, overlaps a secret. */
bool facts_is_secret(const struct inquiry *q, struct iri_str s);

/* Returns any text with a note in the place of each password; a copy in the arena if there is one. */
struct iri_str facts_without_passwords(struct facts_finder *f, struct iri_str s);

/* Returns s, a part of the reference, with a note in the place of each secret. */
struct iri_str facts_without_secrets(const struct inquiry *q, struct iri_str s);

/*
 * Appends a component, or a part of one, as struct facts_parameter says. also: the ASCII characters that are decoded
 * although that could change the meaning of the link; "*": all but "%"
 */
void facts_add_decoded(struct inquiry *q, enum iri_component where, struct iri_str s, const char *also,
                       struct iri_buf *out);

/* Returns a part of the reference decoded, or with its secrets left out. Absent if s is absent. also: see above */
struct iri_str facts_decoded(struct inquiry *q, enum iri_component where, struct iri_str s, const char *also);

/*
 * Reads a link as a browser does. Sets *ref to views of the arena, and *browsed. Returns false if that is no valid
 * reference: browsers refuse it.
 */
bool facts_browse(struct facts_finder *f, struct iri_str link, struct iri_ref *ref, struct iri_browsed *browsed);

/* Sets where the link goes: kind, goes_to, goes_to_unicode, note, not, host, and content. */
void facts_set_goal(struct inquiry *q);

/* Returns the domain that the text before "@" begins with, or an absent string. */
struct iri_str facts_domain_of_user(struct inquiry *q);

/* Appends the scripts of a label, as a list of their names. */
void facts_add_scripts(struct iri_buf *out, struct iri_str label);

#endif
