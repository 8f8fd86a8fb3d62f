/* SPDX-License-Identifier: ISC */
/*
 * A tool that is a filter: what it tells the main loop, what it gets from it, and functions for it. The tool fills in
 * struct filter_tool and calls filter_main (loop.h), which reads files, lines and fields, and prints output and
 * messages. filter_main passes references to the tool: one at a time (line) or, if lines need no other processing, many
 * lines (lines).
 */
#ifndef FILTER_H
#define FILTER_H

#include "csv.h"
#include "lines.h"

#include "cmd/base/source_map.h"

/* Flags of a tool. A tool without flags maps each line to a line. The tool's start function may change its flags. */
enum filter_flags {
	FILTER_LISTS = 1 << 0,         /* --check prints the lines that would change */
	/*
	 * Output is no new form of the line, so --check does not compare the two. A valid line raises the exit status
	 * only if the tool itself does that.
	 */
	FILTER_JUDGES = 1 << 1,
	/*
	 * Output is a report: no line, or any number of lines with their newlines. The filter adds nothing to it. An
	 * error that line() returns causes no message, but the line goes to --reject, and --invalid=stop stops there.
	 */
	FILTER_REPORTS = 1 << 2,
	FILTER_KEEPS_INVALID = 1 << 3, /* the default of --invalid is keep, not empty */
	FILTER_COLUMNS = 1 << 4,       /* output may have several columns, separated by TAB */
	FILTER_OWN_NFC = 1 << 5,       /* the tool itself implements --nfc */
	FILTER_UNTRIMMED = 1 << 6,     /* the tool itself trims the parts of a line, which can be separated by TAB */
	FILTER_BYTES = 1 << 7,         /* a line is any bytes: white space, CR, and U+FEFF at the start of input stay */
};

struct filter;

struct filter_tool {
	const char *name;
	const char *summary;                    /* for --help: what the tool does, in one or more lines */
	struct option_table tables[13];         /* the tables of the tool's own options; the last has no rows */
	void *data;                             /* the tool's own structure, for these functions */
	unsigned flags;                         /* enum filter_flags */
	/*
	 * Processes the reference s. Returns IRI_OK, with *out set to the output. On entry *out is s, and a function
	 * that changes nothing leaves it so. Other output may be stored in f->output. On failure, returns an error and
	 * sets *err, with its offset in bytes of s. IRI_PADDING readable bytes follow s.
	 */
	enum iri_status (*line)(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err);
	/*
	 * May be NULL. Does for the lines at p what line() does, faster: calls filter_lines (refs.h). The text from p
	 * to end is whole lines, as in lib/ops/lines.h. Returns the start of the first line that it leaves to line(),
	 * or end.
	 */
	const char *(*lines)(struct filter *f, const char *p, const char *end);
	const char *fails;                      /* for --help: when the exit status is 1; NULL: the usual text */
	const char *operands;                   /* for --help: options and operands; NULL: operands are files */
	const char *refuses, *refusal, *checks; /* see struct program */
	/*
	 * May be NULL. Called before the first file. Returns true if the tool has processed all operands itself: then
	 * the filter reads no file and no standard input. May end the program with filter_die.
	 */
	bool (*start)(struct filter *f);
	/* May be NULL. Called after the last file, before output is closed. */
	void (*finish)(struct filter *f);
	/*
	 * May be NULL: then the output is empty. For --invalid=empty, appends the output for the invalid reference s.
	 * why: the text of the error
	 */
	void (*invalid)(const struct filter *f, struct iri_str s, const char *why, struct iri_buf *out);
	/* May be NULL. Returns advice about an error, for the end of its message, as static text; or NULL. */
	const char *(*hint)(const struct filter *f, const struct iri_error *err);
};

/* A line that has the field of --field */
struct row {
	const char *line;  /* its start */
	const char *field; /* the start of the field */
	char *end;         /* the end of the field; a newline is there, until the tool has processed the field */
	const char *next;  /* the start of the next line */
};

/*
 * For the tool's lines function with --field: the next lines that have the field. It processes all of them at once,
 * since a call for each would cost more than what it does.
 */
struct rows {
	struct row row[64 + 1];    /* after the last one is one more, whose field is the end of the text */
	struct row *current, *end; /* the next row to process, and the end of the rows. NULL without --field */
};

struct filter {
	const struct filter_tool *tool;
	void *data;                 /* the tool's own structure */
	unsigned flags;             /* the tool's flags, as its start function has left them */
	char **operands;            /* the operands of the command line */
	int n_operands;
	struct options options;
	struct messages messages;
	struct lines lines;
	struct reference {
		/*
		 * --csv: what the quotation marks of the field enclose, if there are doubled ones in it; `raw` is then
		 * another text. Else absent
		 */
		struct iri_str content;
		/* The stages of a reference; each is made from the one before. */
		struct iri_str raw;      /* as read, in UTF-8 */
		struct iri_str trimmed;  /* without white space at its ends; FILTER_UNTRIMMED: without the CR of CRLF */
		struct iri_str resolved; /* with character references resolved; set only with --html or --nfc */
		struct iri_str given;    /* as the tool gets it: with --nfc in NFC, but not with FILTER_OWN_NFC */
		struct source_map html;
		struct iri_buf nfc;
	} reference;                /* the current reference */
	struct iri_buf output;      /* empty at the start of line(), which may use it for its output */
	struct csv csv;             /* --csv */
	struct csv_line csv_line;   /* the current line of CSV */
	struct iri_buf field;       /* a field of it, decoded or as it will be written */
	char file[4096 + 1];        /* --located: the name of the file in the current line */
	const char *fault;          /* the text of filter_refuse, or NULL */
	bool part;                  /* the reference is a part of its line (--split), or comes from operands */
	bool whole_lines;           /* each line is one reference: no --field, no --split, no charset but UTF-8 */
	bool in_lines;              /* the tool's lines function is running: */
	bool appends;               /* its output goes to lines.out and lines.run; else to output, as without lines */
	size_t made;                /* if `appends`: where the output for the current reference begins in lines.out */
	struct rows rows;
	size_t row_made;            /* with --field, if `appends`: where the output for the row begins in lines.out */
	bool stop;                  /* an invalid line was read with --invalid=stop: read no more */
};

/* Writes the output so far, and ends the program as message_die does. */
_Noreturn void filter_die(struct filter *f, const char *what, const char *text);

/* Does the same with the text of this error. */
_Noreturn void filter_die_error(struct filter *f, const char *what, const struct iri_error *err);

/* For a tool's start function: ends the program if no column can have this text, the argument of --absent. */
void filter_check_absent(struct filter *f, const char *text);

/* Returns s without space, TAB, CR and LF at its ends (2011 draft, section 4, step 1). */
struct iri_str filter_trim(struct iri_str s);

/*
 * Splits a line into two references at its only tab, trims both, and stores them in pair. Returns NULL on success. If
 * there is no tab, or a second one, returns an error message as static text, and sets *off to the end of the line or
 * to the offset of the second tab.
 */
const char *filter_cut_pair(struct iri_str line, struct iri_str pair[2], size_t *off);

/*
 * For a tool's line function: sets *err for an error that does not come from the library, and returns its status. text:
 * the error message, as static text; off: the place of the error, in bytes from the start of the reference
 */
enum iri_status filter_refuse(struct filter *f, struct iri_error *err, size_t off, const char *text);

/* Returns the handle that the library made. If it is NULL, memory ran out: then ends the program. */
void *filter_need(struct filter *f, void *handle);

/* Ends the current row, which is processed: restores the byte after its field. Returns the next row. */
static inline struct row *filter_end_row(struct filter *f)
{
	struct row *const row = f->rows.current++;

	*row->end = row->end + 1 == row->next ? '\n' : *f->options.separator;
	return row + 1;
}

/* Whether the tool has at least one of these flags. */
static inline bool filter_has(const struct filter *f, unsigned flags)
{
	return f->flags & flags;
}

#endif
