/* SPDX-License-Identifier: ISC */
/* What a reader sees of an element of HTML, as its attributes say. Style sheets are not read. */
#ifndef HTML_SEEN_H
#define HTML_SEEN_H

#include "lib/base/buf.h"

/* Flags of an element. A child begins with those of its parent. */
enum html_seen {
	SEEN_GONE = 1,     /* nothing of it is seen, whatever its children say: hidden, display: none */
	SEEN_HIDDEN = 2,   /* visibility: hidden; a child can be visible */
	SEEN_TINY = 4,     /* font-size: 0; a child can have another size */
	SEEN_CLEAR = 8,    /* in the color of its background; a child can have another color */
	SEEN_CODE = 16,    /* code */
	SEEN_TURNED = 32,  /* written from right to left, whatever the characters are: <bdo dir=rtl> */
	SEEN_FOREIGN = 64, /* <svg>, <math>, and what is in it */
	SEEN_APART = 128,  /* a block, or another thing that is not in one line with what is around it */
	SEEN_NOT = SEEN_GONE | SEEN_HIDDEN | SEEN_TINY | SEEN_CLEAR,
};

/* Returns the flags of an element with this name. flags: those of its parent */
unsigned html_seen_element(struct iri_str name, unsigned flags);

/* Returns the flags after a value of the attribute style. If memory runs out, sets *failed. */
unsigned html_seen_style(struct iri_str style, unsigned flags, bool *failed);

#endif
