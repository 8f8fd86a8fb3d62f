/* SPDX-License-Identifier: ISC */
/*
 * --from, for filters of lines that can also read documents. Without the libraries for documents, there is no --from,
 * and no document is wanted.
 */
#ifndef FROM_H
#define FROM_H

#include "config.h"

#include "span.h"

#include "cmd/filter/filter.h"

#if HAVE_DOCUMENTS

#include "selection.h"

extern const struct option_row from_options[];

#define FROM_TABLES from_options, search_options

/* Sets the values of the options to their defaults. */
void from_begin(void);

/* Whether --from names the format of documents, and not lines. */
bool from_is_wanted(void);

/*
 * Ends the program if options for documents are used without documents, or with options for lines. has_others: an
 * option for documents was given that from.c does not know
 */
void from_check_options(struct filter *f, bool has_others);

/* Without --from, prints a message about the first operand that looks like a document. */
void from_warn(const struct filter *f);

/* Calls file for each document that the operands name; see search_files. */
void from_run(struct filter *f, bool (*file)(const char *name, bool is_first));

/*
 * For `file`: calls found for each link of the document that the options choose. Returns false if the document was not
 * searched; then it has printed a message.
 */
bool from_search(struct filter *f, const char *name, void (*found)(struct filter *f, const struct span *link));

#else

#define FROM_TABLES NULL

static inline void from_begin(void)
{
}

static inline bool from_is_wanted(void)
{
	return false;
}

static inline void from_check_options(struct filter *f, bool has_others)
{
	(void)f;
	(void)has_others;
}

static inline void from_warn(const struct filter *f)
{
	(void)f;
}

static inline void from_run(struct filter *f, bool (*file)(const char *name, bool is_first))
{
	(void)f;
	(void)file;
}

static inline bool from_search(struct filter *f, const char *name,
                               void (*found)(struct filter *f, const struct span *link))
{
	(void)f;
	(void)name;
	(void)found;
	return false;
}

#endif
#endif
