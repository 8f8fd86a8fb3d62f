/* SPDX-License-Identifier: ISC */
/* Options that choose files and links, for the tools that search documents. */
#ifndef SEARCH_H
#define SEARCH_H

#include "document.h"

#include "cmd/base/options.h"

/* The values of the options. A single object, since the table of options contains the addresses of its members. */
extern struct search {
	struct document_options document; /* the tool sets `places` */
	bool kinds[SPAN_KINDS];           /* the kinds of links that are wanted */
	const char *charset;              /* --charset, or NULL */
	bool recursive;                   /* -r */
	/* The other members are for search.c. */
	bool has_kinds;
	struct iri_buf schemes, scheme_names; /* pointers to the names, and the names, each with a NUL */
	struct iri_buf patterns;              /* pointers to the patterns of --include */
	struct tld *tld;
} search;

extern const struct option_row search_options[];

/* The end of the help of --from: the names of --from=auto, as in `formats` (document.c) and search_prepare */
#define SEARCH_NAMES \
	"Markdown for *.md, *.markdown; HTML for *.html,\n" \
	"*.htm, *.xhtml; XML for *.xml, *.rss, *.atom;\n" \
	"else text"

/* --from and --charset. Not a part of search_options, since a filter of lines has other words and uses. */
extern const struct option_row search_format_options[];

/* The names of kinds, by enum span_kind */
extern const char *const search_kind_names[SPAN_KINDS];

/* Whether one of search_options was given. */
bool search_has_options(void);

/* Completes `search`. Must be called after options_parse. Ends the program if options exclude each other. */
void search_prepare(const struct messages *m);

/* Ends the program if memory ran out when a top-level domain was looked up: then links may be missing. */
void search_check(const struct messages *m);

/*
 * Calls file for each of the n operands; with -r, for the files in each operand that is a folder. Without operands,
 * calls it for "-", standard input, or with -r for the files in the current folder. Stops if file returns false.
 * is_first: the name is the first operand, and not that of a file in a folder
 */
void search_files(struct messages *m, int n, char **names, bool (*file)(const char *name, bool is_first));

void search_free(void);

#endif
