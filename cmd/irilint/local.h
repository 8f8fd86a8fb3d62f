/* SPDX-License-Identifier: ISC */
/* Local links: whether they lead to files and anchors that are there. */
#ifndef LOCAL_H
#define LOCAL_H

#include "held.h"

#include "cmd/rewrite/editor.h"
#include "cmd/tree/fragment.h"
#include "cmd/tree/git.h"
#include "cmd/tree/suggest.h"
#include "lib/base/array.h"

/* A link that waits until all anchors of its document are known */
struct local_link {
	struct span span;
	const struct layer_section *places; /* of each byte of span.found in span.text; NULL: it has the same place */
	bool is_generated;                  /* by a tool, whose dead links nobody can repair */
	bool is_alive;                      /* set by local_scan: nothing is wrong with it */
};

/* All zeros before the options are parsed, but for `checker`. */
struct local {
	struct checker *checker;
	/* The values of the options */
	struct tree_options options;
	unsigned dialects;
	bool asks_git;
	bool fixes_moved;           /* --fix=moved */
	bool no_git;                /* --no-ignore: ask git nothing, unless asks_git */
	struct settings *settings;  /* can name generators */
	/* The other members are for the files local*.c. */
	struct tree tree;
	struct lines reader;        /* for local_fix */
	enum { TREE_UNKNOWN, TREE_NONE, TREE_OPEN } state;
	struct resolver resolver;
	struct suggester suggester;
	struct git git;
	enum { GIT_UNKNOWN, GIT_SILENT, GIT_ANSWERS } answers; /* whether git tells the names that it ignores */
	struct iri_buf refusal, message;
	union ARRAY_OF(struct local_fragment) fragments; /* to be looked up after the first pass */
	union ARRAY_OF(struct local_waiting) waiting; /* the documents that have these, in this order */
	union ARRAY_OF(struct listing_found) scanned; /* the documents that were read in the first pass */
	union ARRAY_OF(struct own_fragment) own; /* of the document that is read in the first pass */
	struct iri_buf kept;        /* documents, with the links that can have findings, for local_replay */
	union ARRAY_OF(struct kept_at) kept_at; /* where they begin */
	bool keeps_none;            /* there was no room for another one */
	/* The current document: */
	bool is_moved;              /* the diff of --diff moves it to another folder */
	struct origin origin;
	enum document_format format;
	struct arena arena;
	union ARRAY_OF(struct local_link) links;
	struct source_map places;   /* of the bytes of a link */
	union ARRAY_OF(size_t) unused; /* definitions that no link uses, ascending */
	struct anchors anchors;
	struct landmarks landmarks;
};

extern const struct option_row local_options[];

/* Whether one of local_options or tree_option_rows was given. */
bool local_has_options(const struct local *l);

/* Whether one of the rules for local links is on. */
bool local_is_wanted(const struct local *l);

/*
 * Begins a document in this format. is_named: it was given; else the name tells it, or it is FORMAT_AUTO. operand: the
 * first operand, which tells the root. Returns false if its local links cannot be checked: it is outside of the root,
 * or of a format that has none. Else the document must be read with l->landmarks, local_take gets its links, and
 * local_check reports what was found.
 */
bool local_begin(struct local *l, const char *name, enum document_format format, bool is_named, const char *operand);

/*
 * For from_search: keeps a link or a comment for local_check. Memory: about 200 bytes for a link, and 16 for each byte
 * of one with escapes or character references.
 */
void local_take(void *local, const struct span *link);

/*
 * Reports the findings in all links of the document, in order, those of the library included, and its comments (in
 * local_check.c). was_read: false if the document could not be read to its end; then only findings of the library are
 * reported
 */
void local_check(struct local *l, bool was_read);

void local_free(struct local *l);

/*
 * For local_check.c, local_scan.c and local_fix.c
 */

static inline struct messages *local_messages(const struct local *l)
{
	return &l->checker->filter->messages;
}

/* Reports the findings in l->links; see local_check. has_error_bytes: see ranges_in_link */
void local_report(struct local *l, bool was_read, bool has_error_bytes);

/*
 * Whether a link means no place in this document, though it looks so: one in several layers is that of a document in an
 * attribute (srcdoc); a button runs a script.
 */
bool local_is_inner_place(size_t depth, bool is_button, struct iri_str reference);

/*
 * The same, or whether it is the base of that document, or the name of a package, or of a file but for Sphinx; no file
 * is looked for.
 */
bool local_is_inner(const struct local *l, const struct span *link);

/* Whether a link leads to a file that git does not track. */
bool local_is_untracked(struct local *l, const struct resolve_target *t);

#endif
