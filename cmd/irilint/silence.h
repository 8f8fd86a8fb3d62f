/* SPDX-License-Identifier: ISC */
/*
 * Comments of a document that silence findings where they stand:
 *
 *	irilint-disable-line ID, ID: reason          in the line of the comment
 *	irilint-disable-next-line ID, ID: reason     in the line after it
 *	irilint-disable ID ... irilint-enable ID     between the two
 *	irilint-disable-file ID                      in the whole document
 *
 * Without ids, a comment is for all rules. Only the first two count in running text, which has no comments.
 */
#ifndef SILENCE_H
#define SILENCE_H

#include "ranges.h"

#include "cmd/base/arena.h"
#include "lib/base/array.h"
#include "lib/lint/rules.h"

/* The keyword of the comments, for struct finder_options */
#define SILENCE_KEYWORD "irilint-"

/* A place in a document. Lines and columns count from 1. */
struct silence_place {
	uintmax_t line;
	size_t column;
};

/* What a comment says about one rule, or about all */
struct silence_entry {
	unsigned rule;                 /* its number; RULES: all */
	enum { SILENCE_FILE, SILENCE_RANGE, SILENCE_LINE, SILENCE_ENDS } kind; /* ENDS: irilint-enable */
	struct silence_place from, to; /* it silences findings from the one up to the other */
	bool is_used;                  /* it has silenced a finding; ENDS: it has ended an entry */
	const char *why;               /* what is wrong with the comment here; then nothing is silenced. Or NULL */
	struct iri_str comment;        /* the text of the whole comment */
	size_t off, len;               /* the id in it, or its first word */
	struct range range;            /* where these stand in `text`, and in the document */
	struct iri_str text;           /* the comment as it stands in the document */
	uintmax_t place;               /* where it begins, in bytes of the file */
	const struct report_fix *fix;  /* set by the user of silence.h */
};

/* The comments of a document. All zeros at the start, but for the first member. */
struct silence {
	struct arena *arena;    /* the texts of the entries; its owner clears it */
	union ARRAY_OF(struct silence_entry) entries; /* in the order of the document */
	union ARRAY_OF(struct silence_entry *) sorted; /* that silence, for silence_covers */
	/* For each rule, and at RULES for all: the number, from 1, of the entry that irilint-enable can end; or 0 */
	size_t open[RULES + 1];
	/* Working space */
	struct iri_buf refusal;
	union ARRAY_OF(struct iri_finding) findings;
	struct ranges ranges;
};

/* Adds a comment of the current document. has_error_bytes: see ranges_in_link */
void silence_take(struct silence *s, const struct span *comment, bool has_error_bytes);

/* After the last comment of a document; must be called before silence_covers. */
void silence_end(struct silence *s);

/* Whether a comment silences a finding of the rule at this place. Notes that the comment is used. */
bool silence_covers(struct silence *s, unsigned rule, struct silence_place place);

/* Returns the entries, and sets *n to their number. */
struct silence_entry *silence_entries(const struct silence *s, size_t *n);

/* Returns how many entries at the start silence nothing from this line on. Only for running text. */
size_t silence_count_passed(const struct silence *s, uintmax_t line);

/* Returns the rule that an entry breaks which is not used: bad-disable or unused-disable. */
unsigned silence_rule(const struct silence_entry *e);

/* Appends the message of this rule. */
void silence_explain(const struct silence_entry *e, struct iri_buf *out);

/* Forgets the first n entries. */
void silence_forget(struct silence *s, size_t n);

/* Prepares for the next document. */
void silence_clear(struct silence *s);

void silence_free(struct silence *s);

#endif
