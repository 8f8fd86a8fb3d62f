/* SPDX-License-Identifier: ISC */
/* Splits HTML into the pieces that are links or can contain links. Sections are those of the HTML standard. */
#ifndef HTML_H
#define HTML_H

#include "encoding.h"

#include "../lib/buf.h"

enum html_kind {
	HTML_TEXT,      /* character data that is neither in <a href> nor in <script>, <style>, <title> and the like */
	HTML_ATTRIBUTE, /* one link in the value of an attribute */
	HTML_BASE,      /* the href of <base> */
};

struct html_piece {
	enum html_kind kind;
	/* Its place: a view of the document. A link stands there without the white space around it. */
	struct iri_str text;
	/*
	 * For a link: the reference that is meant, without white space around it. Its character references are
	 * resolved. It is a view of the document or of memory of h, which is valid until the next call.
	 */
	struct iri_str reference;
	/*
	 * false: the attribute has no value (<a href>), so that nothing can be put in its place. Then text is empty and
	 * stands after the name of the attribute.
	 */
	bool placed;
	bool raw;       /* for HTML_TEXT: it is from a CDATA section, which has no character references */
};

/*
 * The number of elements that can be open from the outermost <svg> or <math> on. Elements that are nested deeper are
 * only counted, and their content is read like that of the last one for which there is room.
 */
enum { HTML_DEPTH = 512 };

/*
 * A position in a document; all 0 at the start. On out of memory, decoded.failed is set, and links in attributes are
 * left out from there on.
 */
struct html {
	size_t at;              /* the pieces before this byte of the text are found */
	bool is_xhtml;          /* set it for XHTML, where <script/> has no content */
	/* The other members are for html.c. */
	struct iri_buf decoded; /* the value at hand, with its character references resolved */
	struct iri_buf scratch; /* one resolved reference */
	bool links;             /* the value at hand may have more links */
	unsigned attribute;     /* its attribute, a row of a table in html.c */
	size_t value, length;   /* its place in the text, and its length */
	size_t split;           /* the links before this byte of the resolved value are found */
	size_t seen;            /* an offset in the value, and the same place in the resolved value */
	size_t seen_resolved;
	const char *raw;        /* the element whose raw text begins at `at`, in lower case; else NULL */
	bool resolved;          /* the value has a character reference, so that decoded has it */
	bool has_value;         /* the attribute at hand has a value */
	bool in_tag;            /* `at` is in a start tag, after its name or an attribute */
	bool is_base;           /* the tag is <base> */
	bool is_refresh;        /* the tag is <meta http-equiv=refresh> */
	bool in_link;           /* an <a href> is open */
	unsigned outside[1024]; /* how many elements are open outside of SVG and MathML, by the hash of their name */
	unsigned depth;         /* the number of open elements from the outermost <svg> or <math> on */
	size_t deeper;          /* how many elements are open for which there is no room */
	struct html_element {
		unsigned name;  /* a hash */
		unsigned char kind;
	} open[HTML_DEPTH];
};

enum html_status {
	HTML_PIECE, /* *piece is set */
	HTML_MORE,  /* more text is needed; the text before h->at is done */
	HTML_END,   /* the document has no more pieces */
};

/*
 * Finds the next piece. text: the document as far as it was read, without the bytes that the caller has discarded;
 * at_end: the document ends there. A token that the text may not contain as a whole gives no piece until it is
 * complete: a tag, a comment, raw text, or a run of text. After HTML_MORE the caller discards what is done if it likes,
 * appends text, and calls again. The rest is then read again from h->at, so the time is linear if the text after h->at
 * doubles each time. The document may have errors; it is read as the standard says. A document that is cut off within a
 * tag ends before that tag. An attribute that a tag has twice gives its links twice.
 *
 * No tree is built. So this differs from the standard in errors that only the tree shows. In <frameset>, <style> and
 * <script> have raw text, which the standard reads as markup. In <svg> and <math>, the end tag of an element that is
 * open outside of them closes them; the standard ignores the end tag of <span>, for example, if a <div> is open in it.
 */
enum html_status html_next(struct html *h, struct iri_str text, bool at_end, struct html_piece *piece);

/* Adjusts h after the caller has removed n bytes from the start of the text. n: at most h->at, after HTML_MORE */
void html_discard(struct html *h, size_t n);

/* Frees the memory of h, and sets it to the start of a document. */
void html_free(struct html *h);

/* html_charset looks at this many bytes, as the standard advises (section 13.2.3.2). */
enum { HTML_CHARSET_BYTES = 1024 };

/*
 * Copies the name of a charset from <meta charset> or <meta http-equiv=content-type> at the start of the document, as a
 * C string (section 13.2.3.2). The name has only ASCII letters, digits and . _ : + -. It is the first that
 * encoding_iconv_name knows; if it knows none, the first. Returns false if there is no name. A byte order mark, which
 * the standard prefers to names, is for the caller.
 */
bool html_charset(struct iri_str text, char name[ENCODING_NAME_MAX + 1]);

#endif
