/* SPDX-License-Identifier: ISC */
/*
 * What every filter of the toolkit does the same: files, lines, fields, messages, exit status. A tool
 * fills in struct filter_tool and calls filter_main; it sees one reference at a time.
 */
#ifndef FILTER_H
#define FILTER_H

#include "lines.h"

/* How a tool differs from one that maps each line to another. Its start may still change its flags. */
enum filter_flags {
	FILTER_LISTS = 1 << 0,         /* --check prints lines that would change */
	FILTER_JUDGES = 1 << 1,        /* output is no form of the line; the tool itself raises the exit status */
	/*
	 * Output is a report, whole lines, and nothing else is printed for a line of input. An error has no
	 * message; it only makes the line one for --reject.
	 */
	FILTER_REPORTS = 1 << 2,
	FILTER_KEEPS_INVALID = 1 << 3, /* without --invalid, invalid lines are printed as they are */
	FILTER_COLUMNS = 1 << 4,       /* output may be several columns, separated by TAB */
	FILTER_OWN_NFC = 1 << 5,       /* the tool itself does what --nfc asks for */
	FILTER_UNTRIMMED = 1 << 6,     /* the tool trims the parts of a line itself, since TAB separates them */
};

struct filter;

struct filter_tool {
	const char *name;
	const char *summary;                  /* one line, for --help */
	const struct filter_option *options;  /* its own */
	unsigned flags;                       /* enum filter_flags */
	/*
	 * Processes one reference: IRI_OK, with the line's output appended to out; IRI_UNCHANGED, the
	 * output is the input; or an error, with its offset in bytes of s, and nothing appended. Behind s there are
	 * IRI_PADDING bytes that may be read.
	 */
	enum iri_status (*line)(struct filter *f, struct iri_str s, struct iri_buf *out, struct iri_error *err);
	/*
	 * If set, skips lines for which line() would return IRI_UNCHANGED, as ../lib/lines.h describes it: the text
	 * from p to end is whole lines; returns the length of those skipped, and sets *lines to their number.
	 */
	size_t (*skip)(const char *p, const char *end, size_t *lines);
	/*
	 * If set, likewise for lines that line() would change or leave: appends them as they are then, with their
	 * newlines, to out. With --check out is NULL.
	 */
	size_t (*convert)(const char *p, const char *end, struct iri_buf *out, size_t *lines);
	const char *fails;                    /* for --help, when the status is 1; or NULL */
	const char *operands;                 /* for --help, what may stand for [file ...]; or NULL */
	/*
	 * If set, is called before the first file. May return true to take all operands: then no file is read,
	 * standard input included. May end the program with filter_die.
	 */
	bool (*start)(struct filter *f);
	/* If set, is called after the last file, before output is closed. */
	void (*finish)(struct filter *f);
	/* If set, appends what to print for an invalid reference instead of nothing. why: what is wrong with it */
	void (*invalid)(const struct filter *f, struct iri_str s, const char *why, struct iri_buf *out);
	/* What the user can do about an error, appended to its message; or NULL. */
	const char *(*hint)(const struct iri_error *err);
};

struct filter {
	const struct filter_tool *tool;
	unsigned flags;             /* the tool's; its start may change them */
	char **operands;            /* of the command line */
	int n_operands;
	struct options options;
	struct messages messages;
	struct lines lines;
	struct reference {
		struct iri_str raw;      /* as it stands in the input */
		struct iri_str trimmed;  /* without white space around it or, of a line with parts, its CR */
		struct iri_str resolved; /* without character references; set if these or NFC were asked for */
		struct iri_str given;    /* what the tool gets: in NFC */
		struct iri_buf html, nfc;
	} reference;                /* the one at hand */
	bool part;                  /* it is one of several of a line, or comes from operands */
	bool whole;                 /* lines are references, whole and in UTF-8, */
	bool skips;                 /* and the tool may pass some at once */
	bool stop;                  /* as --invalid=stop says, after an invalid line */
};

/* Runs the tool over the files that argv names; returns the exit status. */
int filter_main(const struct filter_tool *tool, int argc, char **argv);

/* Prints output so far, and ends the program as message_die does. */
_Noreturn void filter_die(struct filter *f, const char *what, const char *text);

/*
 * For a tool's start: hands the operands, in the charset asked for, to the tool's line function, as if they were
 * one line of a file by this name, separated by tabs.
 */
void filter_feed(struct filter *f, const char *name);

/* For a tool's line function: replaces n offsets in the reference, in ascending order, by offsets in the line. */
void filter_locate(struct filter *f, size_t *offsets, size_t n);

/* Without ASCII white space at both ends (2011 draft, section 4, step 1). */
struct iri_str filter_trim(struct iri_str s);

/* Cuts a line of two references, separated by one tab, and trims them. */
enum iri_status filter_cut_pair(struct iri_str line, struct iri_str pair[2], struct iri_error *err);

/* Processes a line of input. ended: its end stands behind it. In fields.c. */
void filter_line(struct filter *f, struct iri_str line, bool ended);

#endif
