/* SPDX-License-Identifier: ISC */
/*
 * --from, for filters of lines that can also read documents. Without the libraries for documents, there is no --from,
 * and no document is wanted.
 */
#ifndef FROM_H
#define FROM_H

#include "config.h"

#include "formats.h"

#include "cmd/filter/filter.h"
#include "cmd/finder/span.h"

#if HAVE_DOCUMENTS

#include "selection.h"

#endif

/* What the options choose. Before they are parsed, all is zero except for `format`, which is FROM_UNSET. */
struct from {
	/* The words of --from: lines, and the formats in the order of enum document_format. FROM_UNSET: as lines */
#define FROM_NAME(name, ...) FROM_##name,
	enum { FROM_LINES, FROM_AUTO, FORMATS(FROM_NAME) FROM_UNSET } format;
#if HAVE_DOCUMENTS
	struct selection selection;
#endif
};

#if HAVE_DOCUMENTS

extern const struct option_row from_options[];

/* The tables of options for a struct from */
#define FROM_TABLES(from) {from_options, from}, {selection_options, &(from)->selection}

/* Whether --from names the format of documents, and not lines. */
bool from_is_wanted(const struct from *from);

/*
 * Ends the program if options for documents are used without documents, or with options for lines. has_others: an
 * option for documents was given that from.c does not know
 */
void from_check_options(const struct from *from, struct filter *f, bool has_others);

/*
 * For lines: with --bare, returns which hosts and addresses without a scheme are links; else NULL. Ends the program if
 * the list of top-level domains is missing. Free it with from_free.
 */
const struct iri_link_options *from_bare_links(struct from *from, const struct filter *f);

/* Ends the program if memory ran out when a top-level domain was looked up. */
void from_check(const struct from *from, const struct filter *f);

/* Whether there is a folder of this name. */
bool from_is_folder(const char *name);

/*
 * Without --from, chooses FROM_AUTO if the operands are folders, or files whose names tell that they are documents, but
 * not running text; with -r (recursive) always. The name of standard input counts like that of a file. Else, also for
 * standard input without a name, it stays FROM_UNSET. Ends the program if some operands are documents and others are
 * not.
 */
void from_choose(struct from *from, struct filter *f, bool recursive);

/* Completes from->selection. Must be called before from_search. Free it with from_free. */
void from_prepare(struct from *from, const struct filter *f);

/*
 * Calls found for each link of the document that the options choose, and for each span that is none. Returns false if
 * the document was not searched; then it has printed a message and raised the exit status, unless -r has found a
 * binary file.
 */
bool from_search(const struct from *from, struct filter *f, const char *name,
                 void (*found)(void *arg, const struct span *link), void *arg);

/* Does the same with a document in memory. f->messages.place.file must name the file. */
bool from_search_memory(const struct from *from, struct filter *f, const char *name, struct iri_str document,
                        void (*found)(void *arg, const struct span *link), void *arg);

void from_free(struct from *from);

#else

#define FROM_TABLES(from) {NULL, NULL}

static inline bool from_is_wanted(const struct from *from)
{
	(void)from;
	return false;
}

static inline void from_check_options(const struct from *from, struct filter *f, bool has_others)
{
	(void)from;
	(void)f;
	(void)has_others;
}

static inline const struct iri_link_options *from_bare_links(struct from *from, const struct filter *f)
{
	(void)from;
	(void)f;
	return NULL;
}

static inline void from_check(const struct from *from, const struct filter *f)
{
	(void)from;
	(void)f;
}

static inline bool from_search(const struct from *from, struct filter *f, const char *name,
                               void (*found)(void *arg, const struct span *link), void *arg)
{
	(void)from;
	(void)f;
	(void)name;
	(void)found;
	(void)arg;
	return false;
}

static inline void from_free(struct from *from)
{
	(void)from;
}

#endif
#endif
