/* SPDX-License-Identifier: ISC */
/* Slugs: the anchors that software makes of the headings of Markdown. */
#ifndef SLUGS_H
#define SLUGS_H

#include "lib/base/array.h"

/* The dialects, by the software that makes the anchors; the words of --anchors, in this order */
#define SLUG_WORDS "github|gitlab|hexo|kramdown|mdbook|mkdocs|pymdownx|vitepress|docutils|docsify"
enum slug_dialect {
	SLUG_GITHUB,    /* also Visual Studio Code, Docusaurus, Hugo, and Jekyll with kramdown's parser GFM */
	SLUG_GITLAB,
	SLUG_HEXO,      /* hexo-util: case stays */
	SLUG_KRAMDOWN,
	SLUG_MDBOOK,
	SLUG_MKDOCS,    /* Python-Markdown */
	SLUG_PYMDOWNX,  /* the same with the function of PyMdown Extensions, lower case */
	SLUG_VITEPRESS, /* @mdit-vue/shared */
	SLUG_DOCUTILS,  /* the ids that Sphinx gives sections, beside the slugs of MyST, which are those of GitHub */
	SLUG_DOCSIFY,   /* version 4 */
	SLUG_DIALECTS
};

/* Whether Python-Markdown numbers the anchors: a_1, not a-1. */
static inline bool slug_is_python(enum slug_dialect dialect)
{
	return dialect == SLUG_MKDOCS || dialect == SLUG_PYMDOWNX;
}

/*
 * The anchors of one document in one dialect, so that no two headings get the same one. All zeros but for the dialect
 * at the start. Memory: at most 64 bytes for an anchor, 96 while the table grows.
 */
struct slugs {
	enum slug_dialect dialect;
	/* The other members are for slugs.c. */
	union ARRAY_OF(struct slot) slots; /* a hash table */
	size_t n;
	unsigned char *key;   /* of the hash; NULL before the first anchor */
};

/* Appends the slug of a heading, which is UTF-8; other bytes are left out. Takes time linear in its length. */
void slug_add(enum slug_dialect dialect, struct iri_str heading, struct iri_buf *out);

/*
 * Appends the anchor of the next heading of the document: its slug, with a number if the slug is taken; but not for
 * SLUG_DOCUTILS.
 */
void slugs_next(struct slugs *s, struct iri_str heading, struct iri_buf *out);

/* Whether memory ran out, so that an anchor may be wrong. */
bool slugs_failed(const struct slugs *s);

/* Frees the memory. The dialect stays. */
void slugs_free(struct slugs *s);

#endif
