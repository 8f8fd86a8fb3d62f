/* SPDX-License-Identifier: ISC */
/*
 * What the files share that find facts: facts_text.c decodes texts, secrets.c leaves out passwords, facts_host.c finds
 * what there is to tell about a host, destination.c where a link goes.
 */
#ifndef FACTS_INTERNAL_H
#define FACTS_INTERNAL_H

#include "facts.h"

#include "lib/base/array.h"
#include "lib/ops/browse.h"
#include "lib/syntax/schemes.h"

/* One link while its facts are found */
struct inquiry {
	struct facts_finder *f;
	struct iri_str given;            /* the link as it stands */
	struct iri_str s;                /* the same, with the scheme that software adds */
	const char *scheme_added;        /* this scheme, or NULL */
	struct iri_ref ref;              /* the link as a browser reads it: of s, or of other memory */
	struct iri_browsed browsed;
	bool moved;                      /* ref is of other memory */
	bool valid;
	bool usable;                     /* ref is a valid reference, so the facts have its parts */
	const struct iri_scheme *scheme; /* NULL if it is absent or unknown */
	unsigned flags;                  /* of its scheme; see schemes.h */
	struct facts *facts;
	size_t depth;                    /* number of links that this one is inside */
	union ARRAY_OF(struct facts_embedded) embedded;
	union ARRAY_OF(struct iri_str) values; /* each value that is an embedded link, and nothing else */
};

/* A text in base64, and what it is when it is decoded */
struct decoded {
	struct iri_str value, text;
};

/* Appends an item to an array in a buffer. */
void facts_add_item(struct iri_buf *b, const void *item, size_t size);

/* Returns the items of an array in a buffer, in the arena, and frees the buffer. */
const void *facts_keep_array(struct facts_finder *f, struct iri_buf *b);

/* Returns a copy of the contents of a buffer, in the arena. */
struct iri_str facts_keep(struct facts_finder *f, const struct iri_buf *b);

/* Returns s with ASCII letters in lower case, in the arena; absent if s is absent. */
struct iri_str facts_lower(struct facts_finder *f, struct iri_str s);

/*
 * A secret is a text that is nowhere shown: a password, or text in base64 that has one. First the functions that read a
 * link add all secrets, then those that make texts for the reader leave them out. With show_password, there are none.
 */

/* Adds a password. Each character can be percent-encoded, here and wherever it is left out, also several times. */
void facts_add_password(struct facts_finder *f, struct iri_str s);

/*
 * Adds the password of each authority in s: text between ":" and the last "@" of what follows "//", or "http:" and its
 * like. Software takes "\\" for "/" before an authority, and for its end or a part of it; and ignores tabs and ends of
 * lines. Each character can be percent-encoded, also several times, and the authority can be in base64.
 */
void facts_add_passwords(struct facts_finder *f, struct iri_str s);

/* Adds the passwords of a text that was in base64 of this value. */
void facts_add_base64(struct facts_finder *f, struct iri_str value, struct iri_str text);

/* Adds each value in base64 that has a secret, when all passwords are known. */
void facts_finish_secrets(struct facts_finder *f);

/* Whether a text has a secret. */
bool facts_has_secret(const struct facts_finder *f, struct iri_str s);

/* Returns a text with a note in the place of each secret: s itself, or memory of the arena. Linear. */
struct iri_str facts_without_secrets(struct facts_finder *f, struct iri_str s);

/*
 * Returns the password in the userinfo of a link, and sets *user to the text before it. The ":" between them can be
 * percent-encoded, also several times. Absent if there is none.
 */
struct iri_str facts_password_of(const struct iri_ref *ref, struct iri_str *user, const struct messages *m);

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
void facts_set_destination(struct inquiry *q);

/* Returns the domain that the text before "@" begins with, or an absent string. */
struct iri_str facts_domain_of_user(struct inquiry *q);

/*
 * Hosts (facts_host.c)
 */

#define FACTS_BAD_NAME "unknown: the name in the link is no valid domain name"
extern const char facts_this_computer[]; /* a note, compared by its address */

/* The `refused` function of a finder's converter: notes a label that stays an A-label. finder: struct facts_finder */
void facts_note_refused(void *finder, struct iri_str label, const struct iri_refusal *r);

/* Returns the U-label of an A-label in lower case, in the arena; absent if it has none. */
struct iri_str facts_u_label(struct facts_finder *f, struct iri_str label);

/* Sets *h for a host, and *network to the network of an address. Returns whether it is an address. */
bool facts_set_host(struct facts_finder *f, struct iri_str host, struct facts_host *h, enum iri_network *network);

/* Sets where a link with this host goes. */
void facts_go_to_host(struct facts_finder *f, struct iri_str host, struct facts *facts);

/* Removes where the link goes, and says why. */
void facts_set_unknown(struct facts *facts, const char *note);

/* Appends the scripts of a label, as a list of their names. */
void facts_add_scripts(struct iri_buf *out, struct iri_str label);

#endif
