/* SPDX-License-Identifier: ISC */
/*
 * References and targets of reStructuredText, for the texts of links: a target has the text of a reference to it.
 *
 * A document is read twice. The first reading finds its targets, references and substitutions, so that in the second
 * one the targets have their labels.
 */
#ifndef RST_REFERENCES_H
#define RST_REFERENCES_H

#include "cmd/finder/uses.h"
#include "lib/base/texts.h"

/* A target, which has a link or, as an alias, the name of another target */
struct rst_target {
	struct iri_str body; /* a part of the document */
	bool is_chained;     /* the body is empty, and the next target follows at once: this one leads there, too */
	size_t next;         /* the number of the target to which this one leads; SIZE_MAX: it has a link, or none */
};

/* A reference: parts of the document */
struct rst_use {
	struct iri_str name; /* of the target */
	struct iri_str text; /* what a reader sees; in bars, a substitution */
	bool is_anonymous;   /* instead of a name, its number counts */
};

/* All zeros: none */
struct rst_references {
	bool collects;          /* this is the first reading, which reports no links */
	struct iri_texts names; /* of targets and, in bars, of substitutions, in their normal form */
	union ARRAY_OF(size_t) numbers; /* for each name: the number of the target or substitution, from 0 */
	union ARRAY_OF(struct rst_target) targets;
	union ARRAY_OF(struct iri_str) substitutions; /* their texts */
	union ARRAY_OF(size_t) anonymous; /* the numbers of the anonymous targets */
	union ARRAY_OF(struct rst_use) uses;
	struct uses texts;
	size_t next;            /* in the second reading: the number of the next target */
	struct iri_buf plain, key;
	bool failed;
};

/* Appends the name or the text of a reference without the backslashes of its escapes. */
void rst_add_plain(struct iri_str s, struct iri_buf *to);

/* Whether a text may have a target: lines that begin with ".. _" or "__ ". */
bool rst_may_have_targets(struct iri_str text);

/* Adds a target. name: "_" if it is anonymous */
void rst_add_target(struct rst_references *l, struct iri_str name, bool is_quoted, struct iri_str body);

/* Adds a substitution. name: with its bars */
void rst_add_substitution(struct rst_references *l, struct iri_str name, struct iri_str text);

/* Adds a reference. */
void rst_add_use(struct rst_references *l, struct iri_str name, struct iri_str text, bool is_anonymous);

/* Adds a reference to the name in an alias: "name_" or "`a phrase`_". */
void rst_add_alias(struct rst_references *l, struct iri_str alias, struct iri_str text);

/*
 * Adds the references in the text from p to end, which has no backquotes: "word_", "word__", "|substitution|_". whole:
 * the paragraph around it
 */
void rst_add_words(struct rst_references *l, struct iri_str whole, const char *p, const char *end);

/* Ends the first reading: gives the targets the texts of their references. */
void rst_resolve(struct rst_references *l, struct finder *f);

/* In the second reading: whether a reference names the next target. Sets *text to its text, if that is kept. */
bool rst_next_target(struct rst_references *l, struct iri_str *text);

bool rst_references_failed(const struct rst_references *l);

void rst_references_free(struct rst_references *l);

#endif
