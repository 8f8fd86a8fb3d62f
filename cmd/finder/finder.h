/* SPDX-License-Identifier: ISC */
/*
 * Finder of links, which all formats share: reports them, with their labels, and the comments and landmarks beside
 * them; finds the links of running text. iri_link_next finds those in one line, and wrapped.c those in several.
 */
#ifndef FINDER_H
#define FINDER_H

#include "json_strings.h"
#include "landmarks.h"
#include "span.h"

#include "cmd/markup/html_label.h"
#include "lib/base/buf.h"

struct finder_options {
	struct iri_link_options links;
	bool unwrap;              /* also find wrapped links */
	bool defanged;            /* also find links that are written out, as in hxxp://a[.]b; links.is_tld is set */
	bool labels;              /* also find the texts of links */
	bool far_labels;          /* with labels: only those that may name a host, of links that may have one */
	/*
	 * With labels: whether this text of a link names another site than this target. NULL: nobody asks. Of the links
	 * that use a definition, the first for which it returns true gives the definition its label.
	 */
	bool (*differs)(void *arg, struct iri_str text, struct iri_str target);
	void *differs_arg;
	const struct landmarks *landmarks; /* gets what is no link; or NULL */
	bool patterns;            /* also find patterns of names (is_pattern of struct span) */
	bool unclosed;            /* also find IRIs of RDF that nothing ends (SPAN_UNCLOSED) */
	const char *keyword;      /* a word: also find the comments that begin with it (SPAN_COMMENT); or NULL */
};

/*
 * Set the first three members; the others are 0 at the start. The functions below call `found` for each link, in the
 * order of the text. Members of the span that document.c sets are not set.
 */
struct finder {
	const struct finder_options *options;
	bool (*found)(void *arg, struct span *span); /* returns whether the search goes on */
	void *arg;
	bool stopped;               /* found returned false */
	struct iri_str base;        /* of the links that follow; see struct span */
	enum span_block block;      /* likewise */
	size_t block_off;           /* in bytes of the document that was searched */
	bool has_own_labels;        /* the caller knows the labels of links in HTML */
	bool has_html_base;         /* <base> was reported, so that all links that follow may have a host */
	struct html_label label;    /* of the link that is reported; see finder_label */
	/* For the text that is being searched: */
	struct iri_str text;
	const struct iri_link_options *links;
	size_t from;                /* links before this byte are found */
	struct iri_link whole;      /* the next link in one line; its len is 0 before the first search */
	bool ended;                 /* no link in one line follows */
	size_t searched;            /* wrapped links before this byte are found */
	struct iri_link wrapped;    /* the next wrapped link; its len is 0 if there is none */
	struct iri_buf joined;      /* a reference without white space: of a wrapped link, or from remove_space */
	struct source_map decoded;  /* the text, or a link of CSS, with its escapes resolved */
	struct source_map refanged; /* the same with links that were written out */
};

/*
 * Whether text without the ":" of a scheme can have links: hosts without a scheme, written-out links, or wrapped ones
 * with spaces before ":".
 */
static inline bool finder_needs_no_colon(const struct finder_options *o)
{
	return o->links.bare || o->unwrap || o->defanged;
}

/* Whether the options want the text of a link. written: the link, or text that has it, as it stands in the document */
bool finder_wants_label(const struct finder *f, struct iri_str written);

/* Whether the options want this text of a link, as it stands in the document. */
bool finder_wants_text(const struct finder *f, struct iri_str text);

/*
 * Calls f->found for the span, and sets f->stopped if that returns false. For a destination or an attribute, first
 * removes tabs, line ends and the white space at the ends from the reference, and sets span->broken. Leaves the span
 * out if the reference has a scheme that the options do not want, except for a base.
 */
void finder_report(struct finder *f, struct span *span);

/*
 * Removes white space at the ends of f->label.text, and folds other to a space. Cuts it to SPAN_MOST_LABEL. Returns it.
 */
struct iri_str finder_fold(struct finder *f);

/* Sets the members of the span about its label from f->label, folded and cut like that. */
void finder_label(struct finder *f, struct span *span);

/* Passes on a landmark, if the options want them. */
void finder_landmark(const struct finder *f, enum landmark kind, struct iri_str text);

/* Whether the text of a comment begins with the keyword. White space can stand before it. */
bool finder_is_marked(const struct finder *f, struct iri_str text);

/*
 * Reports a comment if it begins with the keyword. whole: with what begins and ends it; text: what is between these.
 * Both are views of the text of the layer.
 */
void finder_comment(struct finder *f, const struct layer *layer, struct iri_str whole, struct iri_str text);

/* Finds the links of a part of a layer, which is decoded for that. */
void finder_search(struct finder *f, const struct layer *layer, struct iri_str text, struct codec_use use);

/* Finds the links of a layer of JSON, in which each string, also a key, is a text. Returns what json_search returns. */
size_t finder_search_json(struct finder *f, struct json_strings *j, const struct layer *layer, bool at_end);

/* Whether the reference has a scheme, but none of those that the options want. */
bool finder_has_other_scheme(const struct iri_link_options *links, struct iri_str reference);

/* Whether memory ran out, so that links may be missing. */
bool finder_failed(const struct finder *f);

void finder_free(struct finder *f);

#endif
