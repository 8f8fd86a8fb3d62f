/* SPDX-License-Identifier: ISC */
/* irilint --from: checks or fixes the links of documents. Without the libraries for documents, there is no --from. */
#ifndef DOCLINT_H
#define DOCLINT_H

#include "checker.h"

#include "cmd/document/from.h"

#if HAVE_DOCUMENTS

#include "add_disable.h"
#include "linkfix.h"
#include "settings.h"

#include "cmd/rewrite/inplace.h"
#include "cmd/tree/choose.h"
#include "cmd/tree/jobs.h"

#endif

struct doclint {
	struct checker *checker;
	struct from from;       /* see from.h for its values before the options are parsed */
	struct iri_buf left;    /* the report of what --fix has left in documents */
#if HAVE_DOCUMENTS
	struct settings settings;
	/* Is called before a document is read: chooses its rules, and whether its links can have templates */
	void (*enter)(struct filter *f, const char *name, bool templates);
	struct choose choose;
	struct known_folders known;
	struct local local;
	struct named named;
	struct jobs jobs;       /* has the names of the documents */
	struct iri_buf formats; /* enum document_format of each document, as bytes, unless they are edited */
	enum document_format format; /* of the current document: it was given, its name tells it, or FORMAT_AUTO */
	struct iri_buf states;  /* enum local_state of each document, as bytes; empty without a first pass */
	struct linkfix linkfix;
	struct inplace inplace; /* --in-place, for --fix */
	bool ignores_comments;  /* --no-disable */
	bool adds_comments;     /* --add-disable */
	const char *reason;     /* its argument, or NULL */
	const char *diff;       /* the argument of --diff, or NULL */
	struct added added;
	bool is_complete;       /* for held_end_document of the current document */
	struct add_disable_counts comments;
#endif
};

#if HAVE_DOCUMENTS

extern const struct option_row doclint_options[];

/* The tables of options for a struct doclint */
#define DOCLINT_TABLES(doclint) \
	FROM_TABLES(&(doclint)->from), {choose_options, &(doclint)->choose}, {jobs_options, &(doclint)->jobs}, \
	{tree_option_rows, &(doclint)->local.options}, {local_options, &(doclint)->local}, \
	{inplace_options, &(doclint)->inplace}, {doclint_options, doclint}, \
	{settings_options, &(doclint)->settings}

/* Without --from, decides whether the operands are documents. An operand that is a folder needs no -r. */
void doclint_choose(struct doclint *d, struct filter *f);

/* Ends the program if options for documents are used without documents, or with options for lines. */
void doclint_check_options(const struct doclint *d, struct filter *f, bool fix);

/* Whether --add-disable was given. */
static inline bool doclint_adds_comments(const struct doclint *d)
{
	return d->adds_comments;
}

/* Sets whether diffs have colours. */
static inline void doclint_set_color(struct doclint *d, bool is_wanted)
{
	d->inplace.color = is_wanted;
}

/* Tells the checker which rules need an option that is missing. */
void doclint_set_idle(const struct doclint *d);

/* Returns the names of the files of settings that were read, as a list for a message; empty for none. */
static inline struct iri_str doclint_settings(const struct doclint *d)
{
	return iri_contents(&d->settings.read);
}

/* Call it at the end. */
static inline void doclint_free(struct doclint *d)
{
	from_free(&d->from);
	iri_buf_free(&d->left);
	iri_buf_free(&d->settings.read);
}

/* Writes the report of what --fix has left to standard error. */
void doclint_flush(struct doclint *d);

/*
 * Checks the operands as documents with checker.h or, with fix, edits them, and reports what is left on standard error.
 */
void doclint_run(struct doclint *d, struct filter *f, bool fix);

#else

#define DOCLINT_TABLES(doclint) {NULL, NULL}

static inline void doclint_choose(struct doclint *d, struct filter *f)
{
	(void)d;
	(void)f;
}

static inline void doclint_check_options(const struct doclint *d, struct filter *f, bool fix)
{
	(void)d;
	(void)f;
	(void)fix;
}

static inline bool doclint_adds_comments(const struct doclint *d)
{
	(void)d;
	return false;
}

static inline void doclint_set_color(struct doclint *d, bool is_wanted)
{
	(void)d;
	(void)is_wanted;
}

static inline void doclint_set_idle(const struct doclint *d)
{
	(void)d;
}

static inline struct iri_str doclint_settings(const struct doclint *d)
{
	(void)d;
	return (struct iri_str){"", 0};
}

static inline void doclint_free(struct doclint *d)
{
	from_free(&d->from);
	iri_buf_free(&d->left);
}

static inline void doclint_flush(struct doclint *d)
{
	(void)d;
}

static inline void doclint_run(struct doclint *d, struct filter *f, bool fix)
{
	(void)d;
	(void)f;
	(void)fix;
}

#endif
#endif
