/* SPDX-License-Identifier: ISC */
/*
 * Baselines: files that list findings that do not count. A line of such a file is
 *
 *	DOCUMENT TAB RULE TAB LINK
 *
 * and covers all findings of this rule for this link in this document. It has no line number, so that it still holds
 * after an edit elsewhere in the document. The fields are escaped, so that a link of any bytes is readable text on one
 * line: a backslash, a tab, a newline and a carriage return become \\, \t, \n and \r, and each other byte at which
 * text_visible returns 0 becomes \xHH. Three more rules keep a line what it is: a field that is empty becomes \e, and
 * a space at the end of a field \x20, since editors remove white space at the end of a line; a '#' at the start of a
 * document's name becomes \x23, since a line that begins with '#' is a comment. A "./" at the start of a document's
 * name is left out, however often it is there. Lines are sorted by their bytes, without duplicates.
 *
 * Memory: for n lines, about 50 n bytes and twice the text of the lines. Time: linear in the text that is read, looked
 * up or added; writing takes O(n log n) comparisons. A hash table with a secret key finds the lines, so this also holds
 * for links that an attacker has chosen.
 */
#ifndef BASELINE_H
#define BASELINE_H

#include "cmd/filter/lines.h"
#include "lib/lint/rules.h"

struct baseline;

/*
 * Returns an empty baseline, or NULL if out of memory. Free it with baseline_free. m must live as long.
 * All functions below end the program if memory runs out.
 */
struct baseline *baseline_new(struct messages *m);
/*
 * For documents that another process reads: forgets what was found; appends what was found since then; and takes it
 * over from there. What was found are entries and documents, by their numbers, so all files must have been read before.
 */
void baseline_forget_news(struct baseline *b);
void baseline_save_news(const struct baseline *b, struct iri_buf *out);
void baseline_load_news(struct baseline *b, struct iri_str saved);

void baseline_free(struct baseline *b);

/*
 * Adds the lines of a file. Lines end in newline, perhaps with a carriage return before it, whatever l->eol is. Ignores
 * blank lines and comments. Calls message_invalid for a line that is malformed, and does not use it. name must live as
 * long as the baseline. folder: NULL, or the absolute path, empty for "/", of the folder that the names of documents
 * begin at: then they must be below it, and become names from the current folder on. Returns false, with a message, if
 * the file cannot be read.
 */
bool baseline_read(struct baseline *b, struct lines *l, const char *name, const char *folder);

/* Makes this document the current one, and notes that the run reads it. name is a C string, of which a copy is kept. */
void baseline_begin_document(struct baseline *b, const char *name);

/* Makes this link of the current document the current one. */
void baseline_begin_link(struct baseline *b, struct iri_str link);

/*
 * Whether the baseline has this rule for the current link. Notes that the entry still occurs. Looks up each rule only
 * once for a link, so that any number of findings takes little time.
 */
bool baseline_has(struct baseline *b, const struct iri_rule *rule);

/* Adds this rule for the current link. */
void baseline_add(struct baseline *b, const struct iri_rule *rule);

/*
 * Prints a message for each line of the files that baseline_has has not found, in the order of reading, if this run
 * could have found it: its rule is enabled, and its document was the current one, or is a file that does not exist any
 * more. Leaves the exit status as it is.
 */
void baseline_tell_gone(struct baseline *b, const bool enabled[RULES]);

/* Appends the lines of the baseline, sorted. */
void baseline_print(const struct baseline *b, struct iri_buf *out);

/* Returns why baseline_write would refuse the file, as static text, or NULL. */
const char *baseline_check(const char *name);

/*
 * Writes the baseline to a file, as atomic_write does. Leaves a file alone that has this content already. On failure
 * prints a message, raises the exit status to EXIT_TROUBLE and returns false.
 */
bool baseline_write(const struct baseline *b, const struct lines *l, const char *name);

#endif
