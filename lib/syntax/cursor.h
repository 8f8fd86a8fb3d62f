/* SPDX-License-Identifier: ISC */
/*
 * A cursor over text. It classifies a block of SCAN_BLOCK bytes at once, and moves from one stop to the next. A stop is
 * a byte that can end a component or needs a closer look. Newlines are stops, too, and a cursor can move across lines.
 */
#ifndef IRI_CURSOR_H
#define IRI_CURSOR_H

#include "scan.h"

#include "lib/iri.h"

/*
 * A flag for the form of iri_walk, in addition to enum iri_form and IRI_PADDED: the text is padded and consists of
 * lines, each with its newline.
 */
enum { IRI_LINE = 1 << 9 };

/*
 * Flags of a reference or of its beginning, true if not 0: it has a dot that may begin a segment, a "%", a non-ASCII
 * byte
 */
struct iri_flags {
	uint64_t dotted, encoded, mapped;
};

struct iri_cursor {
	const char *end;              /* the end of the text */
	const char *block, *next;     /* the beginning of the block, and of the next one */
	/*
	 * Of the block. delim: stops before the path; path: stops from the path on; dots: only those that may begin a
	 * segment
	 */
	struct iri_masks masks;
	uint64_t in_ref;              /* mask of the block: the bytes from the beginning of the reference on */
	struct iri_flags before;      /* the flags of the reference up to the block */
};

/* Returns the flags of the reference for the bytes up to the block, and for those of the block that in_ref has. */
IRI_INLINE struct iri_flags iri_cursor_flags(const struct iri_cursor *c, uint64_t in_ref)
{
	return (struct iri_flags){
		c->before.dotted | (c->masks.dots & in_ref),
		c->before.encoded | (c->masks.percent & in_ref),
		c->before.mapped | (c->masks.non_ascii & in_ref),
	};
}

/*
 * Returns the number of bytes, from 0 to 2, at the end of the n bytes at p (n > 0) that are the beginning of a
 * percent-encoded octet or of a character of up to three bytes, but not all of it.
 */
IRI_INLINE unsigned iri_cut(const char *p, size_t n)
{
	const unsigned char last = (unsigned char)p[n - 1], other = n > 1 ? (unsigned char)p[n - 2] : 0;

	return last >= 0xC0 || last == '%' ? 1 : other >= 0xE0 || other == '%' ? 2 : 0;
}

/*
 * Classifies the block at p (p < c->end). The path mask gets no stops for common sequences (see iri_common_sequence),
 * which every component from the path on may contain, except if form has IRI_FORBID_NON_ASCII. A function of its own:
 * inlined into iri_walk six times, it would leave no registers for the rest.
 */
IRI_NOINLINE void iri_cursor_load(struct iri_cursor *c, const char *p, unsigned form)
{
	const size_t left = (size_t)(c->end - p);
	const bool whole = form & IRI_LINE || left >= SCAN_BLOCK;
	const size_t size = whole ? SCAN_BLOCK : left;
	const uint64_t in_text = whole ? UINT64_MAX : ((uint64_t)1 << left) - 1;
	struct iri_masks *const m = &c->masks;
	/* Whether the byte before the block is a delimiter, or is not known. */
	const uint64_t before = p != c->next || m->delim >> 63;

	c->before = iri_cursor_flags(c, c->in_ref);
	c->in_ref = UINT64_MAX;
	c->block = p;
	c->next = p + SCAN_BLOCK;
	iri_scan(p, form & IRI_PADDED ? SCAN_BLOCK : size, m);
	m->delim &= in_text;
	m->path &= in_text & ~(form & IRI_FORBID_NON_ASCII ? 0 : m->ucschar);
	m->percent &= in_text;
	m->non_ascii &= in_text;
	if ((m->percent | m->non_ascii) >> (size > 1 ? size - 2 : 0)) {
		/*
		 * A percent-encoded octet or character that the end of the block cuts begins the next block. At the end
		 * of the text, the bytes of an incomplete one become stops: with the padding after it, it could seem
		 * complete.
		 */
		const unsigned cut = iri_cut(p, size);
		const uint64_t uncut = UINT64_MAX >> (SCAN_BLOCK - size) >> cut;
		if (whole) {
			c->next -= cut;
			m->delim &= uncut;
			m->path &= uncut;
		} else {
			m->path |= m->delim & ~uncut;
		}
	}
	m->dots &= in_text & (m->delim << 1 | before);
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
 * Returns the first stop from p on, or the end of the text. p must not be before the block; the cursor moves to the
 * block of the stop. If in_path is set, stops are the bytes that may end a path, query or fragment, or be invalid
 * there; else those that may end a scheme or authority, or be invalid there. With IRI_LINE, there must be a newline
 * from p on.
 */
IRI_INLINE const char *iri_cursor_find(struct iri_cursor *c, const char *p, bool in_path, unsigned form)
{
	for (;;) {
		const size_t at = (size_t)(p - c->block);
		if (at < SCAN_BLOCK) {
			const uint64_t stops = (in_path ? c->masks.path : c->masks.delim) >> at;
			if (stops)
				return p + iri_lowest_bit(stops);
			p = c->next;
		}
		if (!(form & IRI_LINE) && p >= c->end)
			return c->end;
		iri_cursor_load(c, p, form);
	}
}

/*
 * Returns the flags of the reference that ends at p: at its newline with IRI_LINE, else at the end of the text. With
 * IRI_LINE, the next reference begins after the newline.
 */
IRI_INLINE struct iri_flags iri_cursor_end(struct iri_cursor *c, const char *p, unsigned form)
{
	const size_t at = (size_t)(p - c->block);
	const uint64_t from_end = form & IRI_LINE ? UINT64_MAX << at : 0;
	const struct iri_flags flags = iri_cursor_flags(c, c->in_ref & ~from_end);

	c->in_ref = from_end << 1;
	c->before = (struct iri_flags){0, 0, 0};
	return flags;
}

/* Moves on to p, where a reference begins; p must not be before the end of the last one. */
IRI_INLINE void iri_cursor_move(struct iri_cursor *c, const char *p, unsigned form)
{
	if (p < c->next) {
		const size_t at = (size_t)(p - c->block);
		c->in_ref = UINT64_MAX << at;
		c->masks.dots |= (uint64_t)(*p == '.') << at; /* whatever stands before the reference */
	} else {
		c->next = c->end; /* as in iri_cursor */
		iri_cursor_load(c, p, form);
	}
	c->before = (struct iri_flags){0, 0, 0};
}

#endif
