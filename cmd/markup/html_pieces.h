/* SPDX-License-Identifier: ISC */
/* Splits HTML into the pieces that are links or can contain links. Sections are those of the HTML standard. */
#ifndef HTML_PIECES_H
#define HTML_PIECES_H

#include "cmd/base/source_map.h"

/*
 * Raw text is the content of <script>, <style>, <title> and other elements that only their end tag ends. Only that of
 * <style>, of <script> if it is JSON, and with HTML_INPUT, give a piece. The text in <a href>, which is the label of a
 * link, gives one only with HTML_LABEL.
 */
enum html_kind {
	HTML_TEXT,      /* character data */
	HTML_CDATA,     /* the text of a CDATA section, which has no character references */
	HTML_SHEET,     /* the raw text of <style>, which is CSS */
	HTML_DATA,      /* the raw text of <script>, which is JSON */
	HTML_ATTRIBUTE, /* one link in the value of an attribute */
	HTML_BASE,      /* the href of <base> */
	HTML_SRCDOC,    /* the value of srcdoc, which is a document of HTML; its members are those of a link */
	HTML_STYLE,     /* likewise the value of style, which is CSS */
	HTML_COMMENT,   /* with has_comments or has_landmarks: the text of a comment and what ends it, after "<!--" */
	/* Only with has_landmarks: */
	HTML_LABEL,     /* the text in <a href> */
	HTML_INPUT,     /* the raw text of <textarea> */
	HTML_START,     /* the name of a start tag, or "!doctype"; its attributes follow */
	HTML_EMPTY,     /* the same, of a tag that ends with "/>" */
	HTML_STOP,      /* the name of an end tag */
	HTML_ID,        /* `reference` is the id of an element, or the name of <a> or <map> */
};

struct html_piece {
	enum html_kind kind;
	/* A view of the document: the text, or the link without the white space around it. */
	struct iri_str text;
	/*
	 * For a link: the reference that is meant, without white space around it, its character references resolved. A
	 * view of the document or of a buffer of h; valid until the next call. Absent for text.
	 */
	struct iri_str reference;
	struct source_map *map; /* for a link: the value with its places in the text; NULL: a view of the text */
	/*
	 * false: the attribute has no value (<a href>), so that nothing can be put in its place. Then text is empty and
	 * stands after the name of the attribute.
	 */
	bool placed;
	bool is_css;  /* text of <style> in SVG */
	bool is_scss; /* HTML_SHEET: it is in SCSS or Less, as components of Vue and Svelte can say */
	bool has_label; /* with has_labels: it is the href of <a> or <area>, so that html_label finds its text */
	bool is_asset; /* for a link: a component of Vue imports what this element names */
	bool is_button; /* for a link: it is the href of <a> or <area> with an attribute onclick */
	char quote; /* for a link: the quotation mark around the value of the attribute, '"' or '\''; or 0 */
};

/*
 * The most open elements that struct html keeps, from the outermost <svg> or <math> on. Elements that are nested deeper
 * are only counted, and their content is read like that of the deepest element that is kept.
 */
enum { HTML_DEPTH = 512 };

/*
 * A position in a document. At the start, all members are 0, but the next three can be set. If memory runs out,
 * html_failed tells, and html_next finds no more links in attributes.
 */
struct html {
	size_t at;                 /* the pieces before this byte of the text are found */
	bool is_xhtml;             /* in XHTML, <script/> has no content */
	bool has_landmarks;        /* also give pieces that have no links, but say where links can lead */
	bool is_sparse;            /* of these, no HTML_LABEL, _INPUT and _EMPTY; HTML_STOP for html, head, body */
	bool has_comments;         /* also give comments */
	bool has_labels;           /* html_label is called */
	/* For html_report.c: */
	bool is_template;          /* marks of templates were found */
	bool has_code_marks;       /* they were found in code */
	/* The other members are for html_pieces.c. */
	bool in_tag;               /* `at` is in a start tag, and attributes with links or an id follow */
	size_t tag;                /* where the attributes of the tag begin in the text */
	size_t last;               /* where the last one with links or an id ends */
	size_t tag_end;            /* where the tag ends */
	bool is_base;              /* the tag is <base> */
	unsigned char content;     /* the syntax of the attribute content; a value of html_syntax (html_link.h) */
	bool in_link;              /* an <a href> is open */
	bool is_empty;             /* the tag ends with "/>" */
	bool is_a;                 /* the tag begins an element <a> */
	bool is_asset;             /* a component of Vue imports what the tag names */
	bool is_area;              /* the tag is <area>, whose text is an attribute */
	bool is_button;            /* the tag is <a> or <area> and has an attribute onclick */
	unsigned char labels;      /* the number of links in the tag that have got a label */
	bool is_named;             /* the tag is <a> or <map>, whose names links can lead to */
	unsigned char sheet;       /* the language of <style>; a value of enum sheet */
	bool at_end;               /* the document ends with the text */
	const char *raw_element;   /* the element whose raw text begins at `at`, in lower case; else NULL */
	/* The value of the last attribute: */
	bool more_links;           /* it may contain more links; else the next members have no meaning */
	unsigned char syntax;      /* a value of html_syntax (html_link.h) */
	size_t value, length;      /* where the value begins in the text, and its length */
	bool has_value;            /* the attribute has a value */
	bool has_reference;        /* the value may contain character references; then `decoded` has it resolved */
	struct source_map decoded; /* the value with its character references resolved */
	size_t searched;           /* the links before this byte of the resolved value are found */
	/* Open elements: */
	unsigned depth;            /* the number of elements in `open` */
	size_t deeper;             /* the number of elements that are nested deeper */
	size_t n_outside;          /* the sum of the counts in `outside` */
	size_t codes;              /* with has_landmarks: those of them that are code */
	/* html_free clears all before these, and `outside` only if it has counts. */
	struct html_element {
		unsigned name;   /* a hash */
		unsigned char kind;
	} open[HTML_DEPTH];        /* from the outermost <svg> or <math> on */
	unsigned outside[1024];    /* how many are open outside of SVG and MathML, by the hash of their names */
};

enum html_status {
	HTML_PIECE, /* *piece is set */
	HTML_MORE,  /* more text is needed; the text before h->at is done */
	HTML_END,   /* the document has no more pieces */
};

/*
 * Finds the next piece. text: the document as far as it was read, without the bytes that the caller has discarded;
 * at_end: the document ends there. A tag, comment, raw text or run of text gives no piece before the text contains its
 * end. After HTML_MORE the caller can discard the text before h->at, and subtract its length from h->at. It appends
 * more text, and calls again. The text after h->at is then read again, so the time is linear if that text doubles each
 * time. The document may have errors; it is read as the standard says. A document that is cut off within a tag ends
 * before that tag. An attribute that a tag has twice gives its links twice.
 *
 * No tree is built. So this differs from the standard in errors that only the tree shows. In <frameset>, <style> and
 * <script> have raw text, which the standard reads as markup. In <svg> and <math>, the end tag of an element that is
 * open outside of them closes them; the standard ignores the end tag of <span>, for example, if a <div> is open in it.
 */
enum html_status html_next(struct html *h, struct iri_str text, bool at_end, struct html_piece *piece);

/* Whether memory ran out, so that links may be missing. */
static inline bool html_failed(const struct html *h)
{
	return source_map_failed(&h->decoded);
}

/* Frees the memory of h, and sets it to the start of a document. */
void html_free(struct html *h);

#endif
