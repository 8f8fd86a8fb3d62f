/* SPDX-License-Identifier: ISC */
/* The state of a conversion, and decoding of what needs no closer look: for unmap.h */
#ifndef IRI_UNMAP_RUN_H
#define IRI_UNMAP_RUN_H

#include "lib/base/bits.h"
#include "lib/base/buf.h"
#include "lib/host/label.h"
#include "lib/syntax/pct_char.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

/* The first character without an entry in the table of verdicts: all characters from there on are rare. */
enum { IRI_VERDICTS = 0x40000 };

/* Number of entries, a power of two, in the cache of verdicts on combining sequences */
enum { IRI_SEQUENCE_BITS = 12, IRI_SEQUENCES = 1 << IRI_SEQUENCE_BITS };

struct iri_unmapper {
	struct iri_unmap_options options;
	unsigned padded;     /* IRI_PADDED with options.padded, else 0 */
	bool quick;          /* iri_unmap_plain converts most references whose authority does not change */
	/* As in the options; the functions of this library that have a handle of their own may change them. */
	void (*escaped)(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why);
	void (*refused)(void *arg, size_t off, const struct iri_refusal *r);
	void *arg;
	struct iri_buf result;  /* of iri_to_iri */
	struct iri_buf iri, encoded; /* working space for for_text: the IRI, and the same with characters encoded */
	struct iri_buf host, scratch; /* working space */
	struct iri_hosts *to_unicode; /* cache for iri_host_add_unicode, or NULL */
	uint64_t sequences[IRI_SEQUENCES]; /* cache of combining sequences; see iri_sequence_place */
	unsigned char verdicts[IRI_VERDICTS]; /* see iri_verdict_find */
};

/*
 * Table of character verdicts: text has few different characters, and iri_char_verdict is slow. An entry is the sum of
 * VERDICT_TAKEN, VERDICT_EXTENDS if the character extends the one before it, and the reason (enum iri_escape_reason);
 * and of VERDICT_PLAIN if it has neither. An entry of 0 is not made yet.
 */
enum { VERDICT_REASON = 0x1F, VERDICT_EXTENDS = 0x20, VERDICT_TAKEN = 0x40, VERDICT_PLAIN = 0x80 };
_Static_assert((int)IRI_ENCODED_TEXT <= (int)VERDICT_REASON, "a reason does not fit in an entry");

/*
 * Makes the entry for ch, returns it, and stores it in the table. Does not store entries for private use, whose verdict
 * depends on the component. safe: as for iri_char_verdict.
 */
unsigned iri_verdict_make(unsigned char *verdicts, bool safe, uint32_t ch, enum iri_component where) IRI_COLD;

/*
 * Returns the entry for ch, and makes it if the table does not have it. Its bits VERDICT_REASON and VERDICT_EXTENDS are
 * the verdict. All lookups in one table must have the same `safe`.
 */
IRI_INLINE unsigned iri_verdict_find(unsigned char *verdicts, bool safe, uint32_t ch, enum iri_component where)
{
	const unsigned entry = ch < IRI_VERDICTS ? verdicts[ch] : 0;

	return entry ? entry : iri_verdict_make(verdicts, safe, ch, where);
}

/* A key for sequences of more than three characters, which are not in the cache */
#define IRI_LONG_SEQUENCE UINT64_MAX

/* Returns the key of a combining sequence and ch after it: up to three characters of 21 bits, or IRI_LONG_SEQUENCE. */
static inline uint64_t iri_sequence_key(uint64_t key, uint32_t ch)
{
	return key >> 42 ? IRI_LONG_SEQUENCE : key << 21 | ch;
}

/*
 * Returns the place of a combining sequence in the direct-mapped cache. Its entry is the key << 1, plus 1 if rule 5
 * keeps the sequence encoded.
 */
static inline uint64_t *iri_sequence_place(struct iri_unmapper *m, uint64_t key)
{
	return &m->sequences[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - IRI_SEQUENCE_BITS)];
}

/*
 * Whether rule 5 keeps the combining sequence s encoded. key: its characters, as iri_sequence_key returns them. Stores
 * the answer in the cache.
 */
bool iri_is_sequence_kept(struct iri_unmapper *m, uint64_t key, struct iri_str s);

/* State of the conversion of one component or part. Part means a part by section 4.2, see iri_bidi_part. */
struct iri_pass {
	struct iri_unmapper *m;
	struct iri_buf *out;
	const char *start; /* the start of the reference or of the component, from which offsets count */
	bool from_ref;     /* start is the start of the reference */
	enum iri_component where;
	struct iri_str query; /* where the component is IRI_QUERY instead of `where`; may be absent */
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
	ps->query = (struct iri_str){NULL, 0};
	ps->keep_all = IRI_ESCAPED_NOT;
	ps->quiet = false;
}

/*
 * Whether the character can be a base. Of ASCII, only letters and digits can: with a mark, a delimiter would be hard to
 * recognize.
 */
static inline bool iri_pass_is_base(uint32_t ch)
{
	return ch >= 0x80 || iri_is_alphanumeric((char)ch);
}

/*
 * Begins a combining sequence, whose first character is at p in the input and at offset `out` in the output. has_base:
 * that character is a base.
 */
static inline void iri_pass_begin_at(struct iri_pass *ps, const char *p, size_t out, bool has_base)
{
	if (!ps->joiner.p || ps->joiner.p + ps->joiner.len != p)
		ps->joiner.p = NULL;
	ps->seq = p;
	ps->seq_out = out;
	ps->has_base = has_base;
}

/*
 * Returns the character before *p in the output, and moves *p to its start. Returns 0 at the start of the component or
 * part.
 */
static inline uint32_t iri_pass_char_before(const struct iri_pass *ps, const char **p)
{
	const char *const end = *p, *const start = ps->out->p + ps->out_start;
	uint32_t ch = 0;

	while (*p > start && iri_is_trail((unsigned char)*--*p))
		continue;
	if (*p < end)
		iri_utf8_decode(*p, end, &ch); /* it was written as UTF-8 */
	return ch;
}

/*
 * Converts what needs no closer look: copies ASCII, and decodes percent-encoded characters up to U+CFFF that may be
 * decoded after any character, and the marks that follow them. Appends it to ps->out, which has room for it and eight
 * bytes more. Stops before any other character. If rule 5 keeps a combining sequence encoded, stops before that
 * sequence. Returns where it stopped.
 */
const char *iri_pass_convert_run(struct iri_pass *ps, const char *p, const char *end);

enum { IRI_PLAIN_SLACK = 64 };

/*
 * Converts the text from p on as far as it is ASCII, or percent-encoded and plain: percent-encoded characters of two or
 * three octets, up to U+CFFF, that may be decoded; with marks that rule 5 allows, if they have three octets; and, if
 * m->escaped is not set, percent-encoded ASCII. Writes to *to, and moves it; there is room for the text and
 * IRI_PLAIN_SLACK bytes more. The text is padded and has no raw non-ASCII characters. Returns where it stopped.
 */
const char *iri_unmap_plain(struct iri_unmapper *m, const char *p, const char *end, char **to);

/* Whether this processor has what iri_unmap_plain needs; else that must not be called. */
bool iri_can_unmap_plain(void);

#endif
