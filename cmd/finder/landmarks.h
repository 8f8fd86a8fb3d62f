/* SPDX-License-Identifier: ISC */
/* What a document has beside links, and what decides where links can lead: headings, ids, tags and texts. */
#ifndef LANDMARKS_H
#define LANDMARKS_H

#include "lib/iri.h"

enum landmark {
	LANDMARK_MARKDOWN,  /* a document of Markdown, or a cell of a notebook, all of it, before what is in it */
	LANDMARK_HEADING,   /* the text of a heading of Markdown, without marks */
	LANDMARK_PROSE,     /* running text of Markdown: what is in no link, code or tag */
	LANDMARK_FOOTNOTE,  /* the label of a footnote of Markdown */
	LANDMARK_INCLUDE, /* code of Markdown whose language is {include}: another document stands there */
	LANDMARK_DIRECTIVE, /* code of Markdown whose language is in braces: a directive of MyST */
	/* In HTML, also in that of Markdown: */
	LANDMARK_TEMPLATE,  /* a document of HTML is a template: it has marks of one; without text */
	LANDMARK_TEXT,      /* text between tags */
	LANDMARK_COMMENT,   /* the text of a comment */
	LANDMARK_START,     /* the name of a start tag, or "!doctype" */
	LANDMARK_EMPTY,     /* the name of a start tag that ends with "/>" */
	LANDMARK_STOP,      /* the name of an end tag */
	LANDMARK_ID,        /* the id of an element, the name of <a> or <map>, or the title of imported code */
};

struct landmarks {
	/* Gets each landmark, in the order of the document, with the links before and after it. */
	void (*found)(void *arg, enum landmark kind, struct iri_str text);
	/* Gets, after the last link, the number of each definition that no link uses; see struct span. */
	void (*unused)(void *arg, size_t definition);
	void *arg;
	/*
	 * The document is HTML. Tells of it whether it is a template, but no texts and empty tags, and of the end tags
	 * only those of html, head and body: Markdown has others.
	 */
	bool is_sparse;
	bool has_comments; /* lines of Markdown that begin with "%" are comments, as in MyST */
};

#endif
