/* SPDX-License-Identifier: ISC */
/* A tree of documents below a root, and the anchors of those that links name. Each document is parsed once for them. */
#ifndef TREE_H
#define TREE_H

#include "anchors.h"
#include "sites.h"

#include "cmd/base/options.h"
#include "cmd/document/document.h"
#include "lib/base/array.h"

/* What --site says: links that begin with iri are paths below a folder */
struct tree_map {
	struct iri_str iri, folder; /* the folder is below the root */
};

/* The values of the options that say what local links mean. All zeros before they are parsed */
struct tree_options {
	const char *root;         /* NULL: the default; see root_find, sites_cut_root */
	enum generator generator;
	bool has_generator;       /* it was given */
	union ARRAY_OF(struct tree_map) maps;
	struct iri_buf refusal;   /* the message about an unknown generator */
};

extern const struct option_row tree_option_rows[];

/* Whether one of tree_option_rows was given. */
bool tree_has_options(const struct tree_options *o);

/* Returns the number of a word in a list of `count` words with "|" between them; or `count` if it is not there. */
unsigned tree_find_word(const char *list, unsigned count, struct iri_str word);

void tree_options_free(struct tree_options *o);

/* Set the first members; the others are 0 at the start. */
struct tree {
	struct lines *lines;       /* reads the documents */
	bool has_charset;          /* see struct document_options */
	unsigned dialects;         /* of headings, a sum of 1 << enum slug_dialect; 0: as the site says */
	/* Set by tree_open: */
	bool has_root;             /* the user named the root, so that "/" means it in HTML, too */
	const struct tree_map *maps;
	size_t n_maps;
	struct listing listing;
	struct sites sites;
	/* For tree.c: */
	struct anchors anchors;
	struct iri_texts learned;  /* the paths of documents that other processes have read, below the root */
	union ARRAY_OF(struct tree_document *) documents; /* their anchors */
	struct expected {          /* the documents that tree_expect announces */
		unsigned char *key;    /* of the hashes of their paths */
		unsigned char *bits;   /* that of each hash is set; so few that they stay in a cache */
		uint32_t n_bits;
		struct expected_slot { /* a hash table of those that were read since then */
			uint32_t hash;
			const struct tree_document *document; /* NULL: two were stored with this hash */
		} *slots;
		uint32_t n_slots, n;
	} expected;
	size_t texts, late;        /* bytes of the anchors that are kept as texts; of these, by tree_store_late */
	const struct listing_entry *last; /* the file whose anchors are in `anchors`, or NULL */
	unsigned depth;            /* of documents that stand in documents */
};

/* The anchors of a document */
struct tree_document {
	const uint64_t *hashes;  /* sorted; see anchor_hash */
	const uint64_t *folded;  /* the same of the anchors without case; NULL before tree_has_folded needs them */
	const char *texts;       /* each anchor, with a NUL, and then an empty text; NULL: not kept */
	uint32_t n;
	uint32_t n_folded : 29;
	uint32_t is_late : 1;    /* tree_store_late has kept the texts */
	uint32_t is_opaque : 1;  /* there can be other anchors */
	uint32_t has_script : 1; /* see struct anchors */
};

/*
 * Opens the root that the options name, or else the default for an operand. Returns false if the operand
 * is missing. Ends the program if the root cannot be read, or if a folder of --site is not below it. The options must
 * stay valid.
 */
bool tree_open(struct tree *t, struct messages *m, struct tree_options *o, const char *operand);

/* Returns the format that the name of a file tells. */
enum document_format tree_format(struct listing_entry *e);

/* Keeps the format that was found for a file by `name`, unless a symbolic link with this name has led to it. */
void tree_keep_format(struct listing_entry *e, const char *name, enum document_format format);

/* Returns the dialects of headings in the documents of this folder. */
unsigned tree_dialects(struct tree *t, struct folder *f);

/*
 * Whether the texts of anchors are to be kept, too, so that no document is read again for a suggestion. There is room
 * for those of most trees.
 */
bool tree_keeps_texts(const struct tree *t);

/*
 * Stores the anchors of a file, which was read as an operand, and of those that stand in it, which it reads as
 * tree_document does; their texts if a->keeps_texts is set.
 */
void tree_store(struct tree *t, const struct listing_found *file, const struct anchors *a);

/* Also keeps the texts of the anchors of a file that has a link to a missing one, after tree_store. */
void tree_store_late(struct tree *t, const struct listing_found *file, const struct anchors *a);

/*
 * Returns the anchors of a file; NULL if it is no document. If it cannot be read, is_opaque is set. Reads it with
 * t->lines, which must not be in use, if the anchors are not stored yet.
 */
const struct tree_document *tree_document(struct tree *t, const struct listing_found *file);

/*
 * For documents that another process has read: appends the path and the anchors of a file, which are stored; and takes
 * them over, from the front of *saved.
 */
void tree_save(const struct listing_found *file, struct iri_buf *out);
void tree_learn(struct tree *t, struct iri_str *saved);

/*
 * Announces the path below the root of a document that will be read, one of at most n, so that links to it can wait
 * for that, without a look at the file. The first call sets n.
 */
void tree_expect(struct tree *t, struct iri_str path, size_t n);

/* Whether tree_expect was called for a path; for a few others, too. Sets *hash to its hash, of 31 bits. */
bool tree_expects(const struct tree *t, struct iri_str path, uint32_t *hash);

/* Returns the anchors of the only document that was stored for a path with this hash, or NULL. */
const struct tree_document *tree_expected(const struct tree *t, uint32_t hash);

/* Whether a document has an anchor that differs from this one in nothing but case. hash: of the one without its case */
bool tree_has_folded(struct tree *t, const struct listing_found *file, uint64_t hash);

/*
 * Returns the anchors of a document, each with a NUL, and then an empty text; NULL if it cannot be read. Reads it again
 * if they were not kept, and it was not the last one. The texts are valid until another document is read.
 */
const char *tree_texts(struct tree *t, const struct listing_found *file);

void tree_free(struct tree *t);

#endif
