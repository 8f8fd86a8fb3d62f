/* SPDX-License-Identifier: ISC */
/*
 * A cursor over text. It classifies a block of SCAN_BLOCK bytes at once and goes from mark to mark: from one byte that
 * can end a component, or needs a closer look, to the next. Newlines are marks, too; it goes on across lines.
 */
#ifndef IRI_CURSOR_H
#define IRI_CURSOR_H

#include "iri.h"
#include "scan.h"

/* Beside enum iri_form: the text is lines, each with its newline; IRI_PADDING bytes behind it may be read. */
enum { IRI_LINE = 1 << 8 };

struct iri_cursor {
	const char *end;              /* of the text */
	const char *block, *next;     /* the block, and where the next one begins */
	uint64_t delim, path;         /* its marks, as in struct iri_marks */
	uint64_t dots;                /* dots that may begin a segment */
	uint64_t percent, non_ascii;
	uint64_t ours;                /* the bytes of the block from the reference's beginning on */
	uint64_t dotted, encoded, mapped; /* not 0: the reference has such dots, "%", non-ASCII; see iri_cursor_end */
};

IRI_INLINE void iri_cursor_add_flags(struct iri_cursor *c, uint64_t ours)
{
	c->dotted |= c->dots & ours;
	c->encoded |= c->percent & ours;
	c->mapped |= c->non_ascii & ours;
}

/* How many of the n bytes at p, at their end, begin a triplet or a character that may go on behind them. */
IRI_INLINE unsigned iri_cut(const char *p, size_t n)
{
	const unsigned char last = (unsigned char)p[n - 1], other = n > 1 ? (unsigned char)p[n - 2] : 0;

	return last >= 0xC0 || last == '%' ? 1 : other >= 0xE0 || other == '%' ? 2 : 0;
}

/*
 * Classifies the block at p, before the end. Unless form has IRI_FORBID_NON_ASCII, characters known to be ucschar get no
 * mark.
 */
IRI_INLINE void iri_cursor_load(struct iri_cursor *c, const char *p, unsigned form)
{
	const size_t left = (size_t)(c->end - p);
	const bool whole = form & IRI_LINE || left >= SCAN_BLOCK;
	const size_t size = whole ? SCAN_BLOCK : left;
	const uint64_t ours = whole ? UINT64_MAX : ((uint64_t)1 << left) - 1;
	struct iri_marks marks = iri_scan(p, form & IRI_PADDED ? SCAN_BLOCK : size);
	/* Whether the byte before the block is a delimiter; if it is not known, it may be one. */
	const uint64_t before = p != c->next || c->delim >> 63;

	marks.delim &= ours;
	marks.path &= ours & ~(form & IRI_FORBID_NON_ASCII ? 0 : marks.ucschar);
	marks.percent &= ours;
	marks.non_ascii &= ours;
	c->next = p + SCAN_BLOCK;
	if ((marks.percent | marks.non_ascii) >> (size > 1 ? size - 2 : 0)) {
		/* What is cut begins the next block. At the end of the text it is marked: padding may seem to go on. */
		const unsigned cut = iri_cut(p, size);
		const uint64_t kept = UINT64_MAX >> (SCAN_BLOCK - size) >> cut;
		if (whole) {
			c->next -= cut;
			marks.delim &= kept;
			marks.path &= kept;
		} else {
			marks.path |= marks.delim & ~kept;
		}
	}
	iri_cursor_add_flags(c, c->ours);
	c->ours = UINT64_MAX;
	c->block = p;
	c->delim = marks.delim;
	c->path = marks.path;
	c->dots = marks.dots & ours & (marks.delim << 1 | before);
	c->percent = marks.percent;
	c->non_ascii = marks.non_ascii;
}

/* A cursor at p, which may be the end. */
IRI_INLINE struct iri_cursor iri_cursor(const char *p, const char *end, unsigned form)
{
	struct iri_cursor c = {.end = end, .block = p, .next = p};

	if (p < end) {
		c.next = end; /* so that the byte before p is not taken for known */
		iri_cursor_load(&c, p, form);
	}
	return c;
}

/* The first mark from p on, or the end: of those that can't stand in a path or, unless in_path, in a reg-name. */
IRI_INLINE const char *iri_cursor_find(struct iri_cursor *c, const char *p, bool in_path, unsigned form)
{
	for (;;) {
		const size_t at = (size_t)(p - c->block);
		if (at < SCAN_BLOCK) {
			const uint64_t marks = (in_path ? c->path : c->delim) >> at;
			if (marks)
				return p + iri_lowest_bit(marks);
			p = c->next;
		}
		if (!(form & IRI_LINE) && p >= c->end)
			return c->end;
		iri_cursor_load(c, p, form);
	}
}

/* The reference ends at p, its newline or the end of the text: completes the flags. */
IRI_INLINE void iri_cursor_end(struct iri_cursor *c, const char *p, unsigned form)
{
	const size_t at = (size_t)(p - c->block);

	iri_cursor_add_flags(c, form & IRI_LINE ? c->ours & (((uint64_t)1 << at) - 1) : c->ours);
	if (form & IRI_LINE)
		c->ours = UINT64_MAX << at << 1;
}

#endif
