/* SPDX-License-Identifier: ISC */
/*
 * A cursor over text. It classifies a block of SCAN_BLOCK bytes at once, and moves from one mark to the next. A mark is
 * a byte that can end a component or needs a closer look. Newlines are marks, too, and a cursor can move across lines.
 */
#ifndef IRI_CURSOR_H
#define IRI_CURSOR_H

#include "iri.h"
#include "padding.h"
#include "scan.h"

/*
 * A form beside those of enum iri_form: the text is padded and consists of lines, each with its newline.
 */
enum { IRI_LINE = 1 << 9 };

struct iri_cursor {
	const char *end;              /* the end of the text */
	const char *block, *next;     /* the beginning of the block, and of the next one */
	uint64_t delim, path;         /* marks in the block, as in struct iri_marks */
	uint64_t dots;                /* dots that may begin a segment */
	uint64_t percent, non_ascii;  /* as in struct iri_marks */
	uint64_t ours;                /* the bytes of the block from the beginning of the reference on */
	uint64_t dotted, encoded, mapped; /* not 0: the reference has such dots, "%", non-ASCII bytes */
};

/* Adds the bytes in the mask `ours` to the flags of the reference: dotted, encoded and mapped. */
IRI_INLINE void iri_cursor_add_flags(struct iri_cursor *c, uint64_t ours)
{
	c->dotted |= c->dots & ours;
	c->encoded |= c->percent & ours;
	c->mapped |= c->non_ascii & ours;
}

/*
 * Returns how many bytes at the end of the n bytes at p begin a triplet or a character that may continue behind them.
 */
IRI_INLINE unsigned iri_cut(const char *p, size_t n)
{
	const unsigned char last = (unsigned char)p[n - 1], other = n > 1 ? (unsigned char)p[n - 2] : 0;

	return last >= 0xC0 || last == '%' ? 1 : other >= 0xE0 || other == '%' ? 2 : 0;
}

/*
 * Classifies the block at p, which is before the end. Characters of common sequences, which are ucschar, get no mark,
 * except if form has IRI_FORBID_NON_ASCII.
 */
IRI_INLINE void iri_cursor_load(struct iri_cursor *c, const char *p, unsigned form)
{
	const size_t left = (size_t)(c->end - p);
	const bool whole = form & IRI_LINE || left >= SCAN_BLOCK;
	const size_t size = whole ? SCAN_BLOCK : left;
	const uint64_t ours = whole ? UINT64_MAX : ((uint64_t)1 << left) - 1;
	struct iri_marks marks = iri_scan(p, form & IRI_PADDED ? SCAN_BLOCK : size);
	/* Whether the byte before the block is a delimiter, or is not known. */
	const uint64_t before = p != c->next || c->delim >> 63;

	marks.delim &= ours;
	marks.path &= ours & ~(form & IRI_FORBID_NON_ASCII ? 0 : marks.ucschar);
	marks.percent &= ours;
	marks.non_ascii &= ours;
	c->next = p + SCAN_BLOCK;
	if ((marks.percent | marks.non_ascii) >> (size > 1 ? size - 2 : 0)) {
		/*
		 * The next block begins with what is cut off. At the end of the text it gets a mark, since padding
		 * behind it could seem to complete it.
		 */
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

/* Returns a cursor at p, which may be the end. */
IRI_INLINE struct iri_cursor iri_cursor(const char *p, const char *end, unsigned form)
{
	struct iri_cursor c = {.end = end, .block = p, .next = p};

	if (p < end) {
		c.next = end; /* tells iri_cursor_load that the byte before p is not known */
		iri_cursor_load(&c, p, form);
	}
	return c;
}

/*
 * Returns the first mark from p on, or the end of the text. Marks are the bytes that cannot stand in a path, if in_path
 * is set, or in a reg-name.
 */
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

/* Completes the flags of the reference that ends at p: at its newline, or at the end of the text. */
IRI_INLINE void iri_cursor_end(struct iri_cursor *c, const char *p, unsigned form)
{
	const size_t at = (size_t)(p - c->block);

	iri_cursor_add_flags(c, form & IRI_LINE ? c->ours & (((uint64_t)1 << at) - 1) : c->ours);
	if (form & IRI_LINE)
		c->ours = UINT64_MAX << at << 1;
}

#endif
