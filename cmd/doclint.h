/* SPDX-License-Identifier: ISC */
/* irilint --from: checks or fixes the links of documents. Without the libraries for documents, there is no --from. */
#ifndef DOCLINT_H
#define DOCLINT_H

#include "config.h"

#include "filter.h"

#if HAVE_DOCUMENTS

#include "inplace.h"

extern const struct option_row doclint_options[];

#define DOCLINT_TABLES doclint_options, search_options, inplace_options

/* Sets the values of the options to their defaults. */
void doclint_begin(void);

/* Whether --from names the format of documents, and not lines. */
bool doclint_is_wanted(void);

/* Ends the program if options for documents are used without documents, or with options for lines. */
void doclint_check_options(struct filter *f, bool fix);

/* Without --from, prints a message about the first operand that looks like a document. */
void doclint_warn(const struct filter *f);

/* Checks the operands as documents with checker.h or, with fix, edits them. */
void doclint_run(struct filter *f, bool fix);

#else

#define DOCLINT_TABLES NULL

static inline void doclint_begin(void)
{
}

static inline bool doclint_is_wanted(void)
{
	return false;
}

static inline void doclint_check_options(struct filter *f, bool fix)
{
	(void)f;
	(void)fix;
}

static inline void doclint_warn(const struct filter *f)
{
	(void)f;
}

static inline void doclint_run(struct filter *f, bool fix)
{
	(void)f;
	(void)fix;
}

#endif
#endif
