/* SPDX-License-Identifier: ISC */
/* Decodes a component of a URI */
#ifndef IRI_UNMAP_H
#define IRI_UNMAP_H

#include "lib/base/bits.h"
#include "lib/base/buf.h"
#include "lib/host/idna.h"
#include "lib/host/label.h"
#include "lib/syntax/pct_char.h"
#include "lib/unicode/chars.h"

enum { IRI_VERDICTS = 8192 };

struct iri_unmapper {
	struct iri_unmap_options options;
	unsigned padded;     /* IRI_PADDED with options.padded, else 0 */
	/* As in the options; the functions of this library that have a handle of their own may change them. */
	void (*escaped)(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why);
	void (*refused)(void *arg, size_t off, const struct iri_refusal *r);
	void *arg;
	struct iri_buf result;  /* of iri_to_iri */
	struct iri_buf iri, encoded; /* working space for for_text: the IRI, and the same with characters encoded */
	struct iri_buf host, scratch; /* working space */
	struct iri_hosts *to_unicode; /* cache for iri_host_add_unicode, or NULL */
	uint32_t verdicts[IRI_VERDICTS]; /* see iri_verdict_find */
};

/*
 * Appends s, one component of a parsed reference, converted as iri_to_iri does without the options bidi and
 * unicode_host. The function m->escaped gets offsets in s. Out of memory, sets out->failed or m->scratch.failed, which
 * the caller clears before the call.
 */
void iri_unmap_component(struct iri_unmapper *m, enum iri_component where, struct iri_str s, struct iri_buf *out);

/*
 * Whether ref is certainly its own IRI, as most references without percent-encoded octets are. padded: the text is
 * padded.
 */
IRI_INLINE bool iri_is_own_iri(const struct iri_unmapper *u, const struct iri_ref *ref, bool padded)
{
	const struct iri_unmap_options *const o = &u->options;

	if (ref->encoded || (o->bidi && ref->mapped) || o->for_text)
		return false;
	/* A-labels stand in the host or, in an acct IRI, in the path. */
	return !o->unicode_host ||
	       (!iri_may_have_ace(ref->host, false, padded) && (ref->authority.p || !ref->scheme.p));
}

/*
 * Direct-mapped cache of character verdicts: text has few different characters, and iri_char_verdict is slow. An entry
 * is the sum of the character << 8, VERDICT_TAKEN, VERDICT_EXTENDS if the character extends the one before it, and the
 * reason (enum iri_escape_reason). An entry of 0 is free.
 */
enum { VERDICT_REASON = 0x3F, VERDICT_EXTENDS = 0x40, VERDICT_TAKEN = 0x80 };

/*
 * Makes the entry for ch, returns it, and stores it at *entry. Does not store entries for private use, whose verdict
 * depends on the component. safe: as for iri_char_verdict.
 */
uint32_t iri_verdict_make(uint32_t *entry, bool safe, uint32_t ch, enum iri_component where) IRI_COLD;

/*
 * Returns the entry for ch, and makes it if the cache does not have it. Its bits VERDICT_REASON and VERDICT_EXTENDS are
 * the verdict. All lookups in one cache must have the same `safe`.
 */
IRI_INLINE uint32_t iri_verdict_find(uint32_t *verdicts, bool safe, uint32_t ch, enum iri_component where)
{
	uint32_t *const entry = &verdicts[ch % IRI_VERDICTS];

	return (*entry ^ (ch << 8 | VERDICT_TAKEN)) < VERDICT_TAKEN ? *entry : iri_verdict_make(entry, safe, ch, where);
}

/* State of the conversion of one component or part. Part means a part by section 4.2, see iri_bidi_part. */
struct iri_pass {
	struct iri_unmapper *m;
	struct iri_buf *out;
	const char *start; /* the start of the reference or of the component, from which offsets count */
	bool from_ref;     /* start is the start of the reference */
	enum iri_component where;
	enum iri_escape_reason keep_all; /* if not IRI_ESCAPED_NOT: why all non-ASCII characters stay encoded */
	bool quiet;        /* m->escaped is not called */

	/* The output before the current character: */
	bool has_base;     /* it ends with a base, or with a base and marks; a mark after it combines with them */
	uint32_t ch;       /* its last character, if has_base */
	size_t out_start;  /* where this component or part begins in it, as an offset */
	const char *seq;   /* the start of the last combining sequence: in the input, */
	size_t seq_out;    /* and in the output, as an offset */
	/*
	 * The decoded joiner at the start of that sequence, or right before it; p is NULL if there is none. A joiner
	 * after a virama is not stored here.
	 */
	struct iri_pct_char joiner;
};

/* Sets the members that convert does not set, except `where`. */
static inline void iri_pass_begin(struct iri_pass *ps, struct iri_unmapper *m, struct iri_buf *out, const char *start,
                                  bool from_ref)
{
	ps->m = m;
	ps->out = out;
	ps->start = start;
	ps->from_ref = from_ref;
	ps->keep_all = IRI_ESCAPED_NOT;
	ps->quiet = false;
}

/* Converts a component, or a part of one, and appends it to ps->out. s is a view of the input. */
void iri_pass_convert(struct iri_pass *ps, struct iri_str s);

#endif
