/* SPDX-License-Identifier: ISC */
/*
 * Many lines, parsed one after another with one cursor. For most lines there is little to do: to begin a new cursor for
 * each would cost more than that.
 */
#ifndef IRI_LINES_H
#define IRI_LINES_H

#include "lib/syntax/parse.h"

/* The form with which lines are parsed. */
enum { IRI_LINE_FORM = IRI_FORBID_BIDI | IRI_LINE | IRI_PADDED };

struct iri_lines {
	const char *p; /* the next line, or the end */
	struct iri_cursor cursor;
};

/* Returns the lines from p to end: whole lines, each with its newline. IRI_PADDING readable bytes must follow. */
IRI_INLINE struct iri_lines iri_lines(const char *p, const char *end)
{
	return (struct iri_lines){p, iri_cursor(p, end, IRI_LINE_FORM)};
}

/*
 * Parses the next line, as iri_parse does with IRI_FORBID_BIDI, and moves on to the line after it. Unlike iri_parse, it
 * does not find out which component has a "%" or a non-ASCII character: if the line has one, it sets the bits of the
 * path, query and fragment, also of absent ones, in ref->encoded or ref->mapped, and for a "%" also ref->dotted.
 * Returns false at the end, and at a line that is no valid IRI reference or has a bidi control: l->p is then the start
 * of that line, and the caller goes on with a new struct iri_lines. Time is linear in the length of the line.
 */
IRI_INLINE bool iri_lines_next(struct iri_lines *l, struct iri_ref *ref)
{
	const unsigned rest = 1u << IRI_PATH | 1u << IRI_QUERY | 1u << IRI_FRAGMENT;
	struct iri_cursor *const c = &l->cursor;
	struct iri_flags flags;

	if (l->p == c->end || !iri_walk(c, l->p, IRI_LINE_FORM, ref, &flags, NULL))
		return false;
	if (flags.mapped)
		ref->mapped |= rest;
	if (flags.encoded) {
		ref->encoded |= rest;
		ref->dotted = true;
	}
	l->p = ref->text.p + ref->text.n + 1;
	return true;
}

/* Moves on to p, a later line or the end: so a newline can end each reference, and other text can follow it. */
IRI_INLINE void iri_lines_move(struct iri_lines *l, const char *p)
{
	l->p = p;
	if (p < l->cursor.end)
		iri_cursor_move(&l->cursor, p, IRI_LINE_FORM);
}

#endif
