/* SPDX-License-Identifier: ISC */
/*
 * Recognizes lines without findings, for which iri_lint and iri_fix need not run the checks. This file states no rule,
 * except in is_clean_relative: it calls iri_lint_check_all for the pieces of a line, and caches the results. The pieces
 * are the line up to the end of its authority, and each non-ASCII character after that. A piece is clean if
 * iri_lint_check_all finds nothing in a reference made of it. A line of clean pieces has no findings, unless a rule is
 * about several pieces together. There are such rules for percent-encoded octets, dot segments and the paths of some
 * schemes: all checks run for lines with these. Two more kinds of pieces are checked together: a mark and the character
 * before it (is_clean_sequence), and the letters and digits of a component (iri_lint_parts).
 */
#include "checks.h"

#include "lib/base/str.h"
#include "lib/host/hostcache.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/combining_marks.h"
#include "lib/unicode/nfc.h"
#include "lib/unicode/utf8.h"

#include <stdio.h>

/* What the cache knows about a character */
enum trait {
	TRAIT_UNKNOWN,
	TRAIT_CLEAN,
	TRAIT_MARK,  /* clean, but it belongs to the character before it */
	TRAIT_PART,  /* clean, unless iri_lint_parts reports its component */
	TRAIT_OTHER, /* not clean */
};

/* Whether no check finds anything in s. Returns false if memory runs out. */
static bool has_no_findings(struct iri_linter *l, struct iri_str s)
{
	struct iri_findings found;
	struct iri_lint_line t;

	iri_lint_parse(&t, l, s);
	return iri_lint_check_all(&t, &found, NULL) == IRI_OK && !found.n;
}

/*
 * Determines the trait of a character below IRI_TRAITS, stores it and returns it. A character is clean if no
 * check finds anything in a path and a query that have it alone, between ASCII letters, and between ASCII digits. If
 * only iri_lint_parts finds something there, as for right-to-left letters and other digits, the trait is TRAIT_PART.
 */
static IRI_COLD enum trait learn(struct iri_linter *l, uint32_t ch)
{
	char text[64 + IRI_PADDING] = "", c[5] = "";

	iri_utf8_encode(ch, c);
	const int n = snprintf(text, sizeof text - IRI_PADDING, "http://a/%s/a%sa/1%s1?%s=a%sa=1%s1", c, c, c, c, c, c);
	const struct iri_str sample = {text, n < 0 ? 0 : (size_t)n};
	struct iri_findings found;
	struct iri_lint_line t;
	enum trait trait = TRAIT_OTHER;

	iri_lint_parse(&t, l, sample);
	if (iri_lint_check_all(&t, &found, NULL) == IRI_OK) {
		const bool mark = iri_char_extends(ch);
		const size_t all = found.n;
		if (!all)
			trait = mark ? TRAIT_MARK : TRAIT_CLEAN;
		else if (!mark && iri_lint_count(l, iri_lint_parts, sample) == all)
			trait = TRAIT_PART;
	}
	l->traits[ch] = (unsigned char)trait;
	return trait;
}

static inline enum trait trait_of(struct iri_linter *l, uint32_t ch)
{
	const enum trait known = ch < IRI_TRAITS ? (enum trait)l->traits[ch] : TRAIT_OTHER;

	return known ? known : learn(l, ch);
}

/* Whether a character with marks after it is clean, by iri_sequence_kept, as in the checks. Caches the result. */
static bool is_clean_sequence(struct iri_linter *l, struct iri_str s)
{
	struct iri_str known;

	if (iri_hosts_find(l->clean, s, &known))
		return known.n;
	const bool clean = iri_sequence_kept(s, &l->scratch) == IRI_ESCAPED_NOT;
	iri_hosts_store(l->clean, s, (struct iri_str){"y", clean});
	return clean;
}

/*
 * Whether the text of ref, a valid reference without percent-encoded octets, is clean from the path on. Marks are
 * checked with the character before them.
 */
static bool has_clean_text(struct iri_linter *l, const struct iri_ref *ref)
{
	const char *const start = ref->path.p, *const end = ref->text.p + ref->text.n, *p = start;
	const char *after_marks = start; /* no mark may follow this place */
	bool parts = false;

	while (p < end) {
		uint32_t ch = 0;
		if ((unsigned char)*p < 0x80) {
			p++;
			continue;
		}
		const size_t len = iri_utf8_decode(p, end, &ch); /* not 0: the text is well-formed */
		const enum trait trait = trait_of(l, ch);
		if (trait == TRAIT_CLEAN || trait == TRAIT_PART) {
			parts = parts || trait == TRAIT_PART;
			p += len;
			continue;
		}
		const char *base = p;
		while (base > after_marks && iri_is_trail((unsigned char)*--base))
			;
		if (trait == TRAIT_OTHER || base == p || !iri_nfc_is_base(start, base))
			return false;
		do
			p += iri_utf8_decode(p, end, &ch);
		while (p < end && (unsigned char)*p >= 0x80 && iri_utf8_decode(p, end, &ch) &&
		       trait_of(l, ch) == TRAIT_MARK);
		if (!is_clean_sequence(l, iri_between(base, p)))
			return false;
		after_marks = p;
	}
	return !parts || !iri_lint_count(l, iri_lint_parts, ref->text);
}

/* What the cache knows about the text up to the end of an authority */
enum head {
	HEAD_OTHER,
	HEAD_CLEAN_HOST, /* iri_lint_host finds nothing */
	HEAD_CLEAN,
};

/* Determines what is known about s, the text of ref up to the end of its authority. */
static IRI_COLD enum head learn_head(struct iri_linter *l, const struct iri_ref *ref, struct iri_str s)
{
	/* Their paths have names, which iri_lint_host checks, too. */
	if (iri_scheme_has(ref->scheme, SCHEME_ADDRESS | SCHEME_MAILBOX | SCHEME_ACCOUNT))
		return HEAD_OTHER;
	/* Schemes whose paths have rules of their own lack this flag. */
	if (iri_scheme_has(ref->scheme, SCHEME_DOMAIN) && has_no_findings(l, s))
		return HEAD_CLEAN;
	return iri_lint_count(l, iri_lint_host, s) ? HEAD_OTHER : HEAD_CLEAN_HOST;
}

/* Returns what is known about ref up to the end of its authority. Caches the result. */
static enum head head_of(struct iri_linter *l, const struct iri_ref *ref)
{
	static const char lengths[] = "12"; /* in the cache, the length is the enum head */
	const struct iri_str s = iri_between(ref->text.p, ref->authority.p + ref->authority.n);
	struct iri_str known;

	if (iri_hosts_find(iri_hosts_open(&l->clean), s, &known))
		return (enum head)known.n;
	const enum head head = learn_head(l, ref, s);
	iri_hosts_store(l->clean, s, (struct iri_str){lengths, head});
	return head;
}

/* Whether ref is clean if its authority is. */
static inline bool has_clean_rest(struct iri_linter *l, const struct iri_ref *ref)
{
	return !ref->encoded && !(ref->fragment.p && l->enabled[RULE_FRAGMENT]) &&
	       !(ref->query.p && l->enabled[RULE_TRACKING_PARAMETER]) &&
	       !(ref->dotted && iri_dot_segment(ref->path.p, ref->path.p + ref->path.n)) &&
	       (!ref->mapped || has_clean_text(l, ref));
}

bool iri_is_clean(struct iri_linter *l, const struct iri_ref *ref)
{
	/* Most lines that are not clean are relative, or have percent-encoded octets. */
	return ref->scheme.p && ref->authority.p && !ref->encoded && head_of(l, ref) == HEAD_CLEAN &&
	       has_clean_rest(l, ref);
}

/*
 * Whether ref, a valid reference without a scheme and an authority, has no findings. Only these rules find something in
 * ASCII characters that are not percent-encoded.
 */
static inline bool is_clean_relative(const struct iri_linter *l, const struct iri_ref *ref)
{
	return !ref->mapped && !ref->encoded && !l->enabled[RULE_RELATIVE] &&
	       !(ref->fragment.p && l->enabled[RULE_FRAGMENT]) &&
	       !(ref->query.p && l->enabled[RULE_TRACKING_PARAMETER]) &&
	       !(l->enabled[RULE_SUFFIX_REFERENCE] && iri_lint_is_suffix(ref));
}

/* Does what iri_lint does for a line from iri_lint_parse. */
static enum iri_status lint_line(struct iri_lint_line *t, struct iri_findings *findings, struct iri_error *err)
{
	const struct iri_ref *const ref = &t->ref;
	const enum head head = t->valid && ref->scheme.p && ref->authority.p ? head_of(t->l, ref) : HEAD_OTHER;

	t->clean_host = head != HEAD_OTHER;
	if (head != HEAD_CLEAN || !has_clean_rest(t->l, ref))
		return iri_lint_check_all(t, findings, err);
	*findings = (struct iri_findings){NULL, 0};
	return IRI_OK;
}

enum iri_status iri_lint(struct iri_linter *l, struct iri_str s, struct iri_findings *findings, struct iri_error *err)
{
	struct iri_lint_line t;

	iri_lint_parse(&t, l, s);
	return lint_line(&t, findings, err);
}

enum iri_status iri_lint_ref(struct iri_linter *l, const struct iri_ref *ref, struct iri_findings *findings,
                             struct iri_error *err)
{
	struct iri_lint_line t = {.l = l, .s = ref->text, .ref = *ref, .valid = true};

	*findings = (struct iri_findings){NULL, 0};
	if (!ref->scheme.p && !ref->authority.p && is_clean_relative(l, ref))
		return IRI_OK;
	/* The checks need the exact bits of both, which iri_parse_lines does not set. */
	if (ref->mapped | ref->encoded)
		return iri_lint(l, ref->text, findings, err);
	return lint_line(&t, findings, err);
}

/* Does what iri_fix does for an invalid reference; invalid: the status of its first error. */
static enum iri_status fix_invalid(struct iri_linter *l, struct iri_str s, struct iri_str *fixed, struct iri_error *err,
                                   enum iri_status invalid)
{
	const unsigned padded = l->padded;
	struct iri_error ignored;
	struct iri_str encoded;
	struct iri_ref ref;

	if (invalid == IRI_NO_MEMORY || iri_lint_encode(l, s, &encoded) != IRI_OK)
		return iri_no_memory(iri_present_error(err, &ignored));
	if (iri_parse(encoded, IRI_REFERENCE | IRI_FORBID_BIDI, &ref, NULL) != IRI_OK)
		return invalid;
	*fixed = encoded;
	l->padded = 0; /* the buffer has no padding */
	const enum iri_status status = iri_is_clean(l, &ref) ? IRI_OK : iri_lint_fix(l, encoded, fixed, err);
	l->padded = padded;
	if (status != IRI_OK)
		*fixed = s;
	return status;
}

enum iri_status iri_fix(struct iri_linter *l, struct iri_str s, struct iri_str *fixed, struct iri_error *err)
{
	const bool encodes = l->enabled[RULE_ILLEGAL_CHAR] || l->enabled[RULE_BAD_PERCENT];
	struct iri_ref ref;

	*fixed = s;
	const enum iri_status status = iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI | l->padded, &ref, err);
	if (status != IRI_OK)
		return encodes ? fix_invalid(l, s, fixed, err, status) : status;
	return iri_is_clean(l, &ref) ? status : iri_lint_fix(l, s, fixed, err);
}
