/* SPDX-License-Identifier: ISC */
/* irilint --from: checks or fixes the links of documents. Without the libraries for documents, there is no --from. */
#ifndef DOCLINT_H
#define DOCLINT_H

#include "cmd/document/from.h"

#if HAVE_DOCUMENTS

#include "cmd/rewrite/inplace.h"

#define DOCLINT_TABLES FROM_TABLES, inplace_options

/* Sets the values of the options to their defaults. */
void doclint_begin(void);

/* Ends the program if options for documents are used without documents, or with options for lines. */
void doclint_check_options(struct filter *f, bool fix);

/* Checks the operands as documents with checker.h or, with fix, edits them. */
void doclint_run(struct filter *f, bool fix);

#else

#define DOCLINT_TABLES NULL

static inline void doclint_begin(void)
{
}

static inline void doclint_check_options(struct filter *f, bool fix)
{
	(void)f;
	(void)fix;
}

static inline void doclint_run(struct filter *f, bool fix)
{
	(void)f;
	(void)fix;
}

#endif
#endif
