/* SPDX-License-Identifier: ISC */
/*
 * What every filter of the toolkit does the same: files, lines, fields, messages, exit status. A tool
 * fills in struct filter_tool and calls filter_main; it sees one reference at a time.
 */
#ifndef FILTER_H
#define FILTER_H

#include "../lib/iri.h"

/* The exit statuses, the worst of which wins. */
enum {
	EXIT_WELL = 0,
	EXIT_INVALID = 1, /* some line was invalid or, with --check, would change */
	EXIT_TROUBLE = 2, /* usage, input or output */
};

/* One option. The tables of options drive getopt_long and --help. */
struct filter_option {
	int key;          /* the short option's letter, or from FILTER_TOOL_KEY on when there is none */
	const char *name; /* the long option */
	const char *arg;  /* what it takes, or NULL */
	const char *help; /* may have several lines */
};

enum { FILTER_TOOL_KEY = 256 };

struct filter;

struct filter_tool {
	const char *name;
	const char *summary;                  /* one line, for --help */
	const struct filter_option *options;  /* ends with a key of 0 */
	void *self;                           /* given to the functions below */
	/* Takes one of the tool's own options. Returns NULL, or what is wrong with its argument. */
	const char *(*option)(void *self, int key, const char *arg);
	/*
	 * Processes one reference: IRI_OK, with the line's output appended to out; IRI_UNCHANGED, the
	 * output is the input; or an error, with its offset in bytes of s, and nothing appended.
	 */
	enum iri_status (*line)(void *self, struct filter *f, struct iri_str s, struct iri_buf *out,
	                        struct iri_error *err);
	/* What the user can do about an error, appended to its message; or NULL. */
	const char *(*hint)(void *self, const struct iri_error *err);
};

/* For a tool's line function: prints text as a message about byte off of the reference, once it returns. */
void filter_note(struct filter *f, size_t off, const char *text);

/* Runs the tool over the files that argv names; returns the exit status. */
int filter_main(const struct filter_tool *tool, int argc, char **argv);

#endif
