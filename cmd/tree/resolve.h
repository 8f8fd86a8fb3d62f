/* SPDX-License-Identifier: ISC */
/* Which file does this reference of that document mean? */
#ifndef RESOLVE_H
#define RESOLVE_H

#include "tree.h"

/* The document that has the references */
struct origin {
	struct listing_found file;  /* its place in the tree */
	struct iri_str path;        /* its path below the root */
	const struct site *site;    /* or NULL */
	bool is_html;
	bool is_component;          /* Vue, Svelte, Astro: most links are relative to the page that shows it */
	struct iri_str base;        /* of <base href>; absent if there is none */
	bool names_file;            /* the next reference stands for a name, which means no folder; see struct span */
};

enum outcome {
	OUTCOME_UNCHECKED, /* it is not local, or nobody can know */
	OUTCOME_ALIVE,
	OUTCOME_DEAD,
	OUTCOME_CASE,      /* found only if case is ignored */
	OUTCOME_FORM,      /* found only after NFC */
	OUTCOME_SLASH,     /* a file, but the path ends with "/" */
	OUTCOME_ROUTE,     /* a site finds it, but there is no such file */
	OUTCOME_NEGOTIATED, /* a server chooses from files with names of languages: see sites_negotiated */
	OUTCOME_OUTSIDE,   /* leaves the root */
};

/* What a reference means. The texts belong to the resolver, and are valid until its next call. */
struct resolve_target {
	enum outcome outcome;
	bool is_by_site;           /* what was found is not the path, but what a site makes its page from */
	struct listing_found file; /* unless UNCHECKED, DEAD, NEGOTIATED or OUTSIDE */
	struct iri_str path;       /* below the root: that of the reference */
	struct iri_str actual;     /* CASE, FORM, ROUTE, NEGOTIATED: the path of the file that was found */
	struct iri_str written;    /* the path as it stands in the reference */
	struct iri_str fragment;   /* as it stands in the reference, without "#"; absent if there is none */
};

/* Set the tree; the others are 0 at the start. */
struct resolver {
	struct tree *tree;
	struct iri_buf path, actual, scratch, decoded, name, origin, base;
	struct iri_texts routes; /* for resolve.c: paths that a site may make, so that each is looked for once */
};

/*
 * Sets *path to the path of a file, below the root, valid until the next one. Returns false if it is not below it. In
 * origin.c, as are the next five.
 */
bool origin_find(struct resolver *r, const char *name, struct iri_str *path);

/*
 * Sets *from to a document, whose texts are valid until the next one. Returns false
 * if the document is no regular file below the root, or standard input with the name of one, which need not be on the
 * disk.
 */
bool origin_begin(struct resolver *r, const char *name, bool is_html, struct origin *from);

/* The same for a path below the root. */
bool origin_at(struct resolver *r, struct iri_str path, bool is_html, struct origin *from);

/* Sets the base of a document of HTML, which its first <base href> has. Sites that show Markdown remove <base>. */
void origin_set_base(struct resolver *r, struct origin *from, struct iri_str href);

/* Sets the base to the one that the document names for a link, or to none if href is absent. */
void origin_rebase(struct resolver *r, struct origin *from, struct iri_str href);

/*
 * Whether a reference is relative to the document. In the template of a component, it is if the component imports
 * what it names; others are relative to the page that shows it, which nobody knows. is_asset: see struct span
 */
bool origin_has(const struct origin *from, enum span_kind kind, bool is_asset, struct iri_str reference);

/* The names of documents that show the folder that they are in, up to NULL; the first that is there counts */
extern const char *const resolve_index_names[];

/* Finds out what a reference of a document means. */
struct resolve_target resolve_reference(struct resolver *r, const struct origin *from, struct iri_str reference);

/* Appends the reference that means the name of a file; see struct span. */
void resolve_add_name(struct iri_str name, struct iri_buf *out);

/* Does what resolve_reference does, for the name of a file; so it finds no folder. */
struct resolve_target resolve_name(struct resolver *r, struct origin *from, struct iri_str name);

/* The same for a valid reference that iri_parse has taken apart, which is faster. */
struct resolve_target resolve_parsed(struct resolver *r, const struct origin *from, const struct iri_ref *ref);

/*
 * Sets *path to the path below the root of a valid reference. Returns true only if it means the file with this path
 * whenever there is one, so that the routes of the site matter only if there is none.
 */
bool resolve_plain(struct resolver *r, const struct origin *from, const struct iri_ref *ref, struct iri_str *path);

/*
 * Appends a path, or an anchor, for a reference: what a segment cannot have is percent-encoded, and so are "(" and ")",
 * which can end a link of Markdown. is_ascii: also encode what is not ASCII. "/" stays.
 */
void resolve_encode(struct iri_str text, bool is_ascii, struct iri_buf *out);

/* Appends text with its percent-encoded octets decoded. */
void resolve_decode(struct iri_str text, struct iri_buf *out);

/* Appends the path of what a reference means, below the root. Returns false if it means no file or folder. */
bool resolve_target_path(const struct resolve_target *target, struct iri_buf *path);

void resolver_free(struct resolver *r);

#endif
