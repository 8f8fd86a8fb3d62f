/* SPDX-License-Identifier: ISC */
/*
 * Parser for the grammar of section 2.2, as a walk with a cursor from stop to stop. The code is inlined into each
 * caller: iri_parse, which parses one reference, and the loops over lines (lib/ops/lines.h). So each caller pays only
 * for the parts that it uses.
 */
#ifndef IRI_PARSE_H
#define IRI_PARSE_H

#include "cursor.h"
#include "ip_literal.h"
#include "pct.h"

#include "lib/base/str.h"
#include "lib/iri.h"
#include "lib/unicode/chars.h"

/* Returns the classes of characters that this form allows in a component in addition to those of a URI. */
IRI_INLINE unsigned iri_extra_classes(unsigned form, enum iri_component where)
{
	unsigned extra = 0;

	if (!(form & IRI_FORBID_NON_ASCII))
		extra |= CHAR_UCSCHAR | (form & IRI_FORBID_BIDI ? 0 : CHAR_BIDI) |
		         (where == IRI_QUERY ? CHAR_IPRIVATE : 0);
	if (form & IRI_ALLOW_LEIRI)
		extra |= CHAR_EXCLUDED | CHAR_BIDI | CHAR_IPRIVATE | CHAR_OTHER;
	return extra;
}

/* Whether the reference ends at p: at its newline with IRI_LINE, else at the end of the text. */
IRI_INLINE bool iri_is_end(const struct iri_cursor *c, const char *p, unsigned form)
{
	return form & IRI_LINE ? *p == '\n' : p == c->end;
}

/*
 * Whether an authority or a first segment ends at p. Tests all delimiters at once: a branch for each would be slow,
 * since the processor could not predict which delimiter comes.
 */
IRI_INLINE bool iri_is_part_end(const struct iri_cursor *c, const char *p, unsigned form)
{
	const uint64_t delims = (uint64_t)1 << '/' | (uint64_t)1 << '?' | (uint64_t)1 << '#';
	const uint64_t ends = form & IRI_LINE ? delims | (uint64_t)1 << '\n' : delims;

	return (!(form & IRI_LINE) && p == c->end) || ((unsigned char)*p < 64 && ends >> *p & 1);
}

/* Returns the end of the non-ASCII character at p if it is well-formed and its class is in extra; else NULL. */
static inline const char *iri_pass_char(const char *p, const char *end, unsigned extra)
{
	uint32_t ch;
	const size_t n = iri_utf8_decode(p, end, &ch);

	return n && iri_char_class(ch) & extra ? p + n : NULL;
}

/*
 * Returns the end of the percent-encoded octet, non-ASCII character or character of CHAR_EXCLUDED at p if the component
 * may contain it; else NULL. Sets the bit of the component in *encoded for a percent-encoded octet, and in *excluded
 * for CHAR_EXCLUDED.
 */
IRI_INLINE const char *iri_pass_stop(const struct iri_cursor *c, const char *p, enum iri_component where, unsigned form,
                                     unsigned *excluded, unsigned *encoded)
{
	if ((unsigned char)*p >= 0x80)
		return iri_pass_char(p, c->end, iri_extra_classes(form, where));
	if (*p == '%') {
		if (!iri_is_pct(p, c->end))
			return NULL;
		*encoded |= 1u << where;
		return p + 3;
	}
	if (!(form & IRI_ALLOW_LEIRI) || !(iri_byte_class(*p) & CHAR_EXCLUDED))
		return NULL;
	*excluded |= 1u << where;
	return p + 1;
}

/* Whether the ASCII text from p to end is one to eight lower-case letters. The eight bytes at p must be readable. */
IRI_INLINE bool iri_is_lower_word(const char *p, const char *end)
{
	const uint64_t each = UINT64_C(0x0101010101010101), word = iri_load8(p);
	/* Bit 7 is set in each byte of the first sum for 'a' and above, and of the second for bytes above 'z'. */
	const uint64_t from_a = word + each * (0x80 - 'a'), above_z = word + each * (0x80 - '{');
	const size_t n = (size_t)(end - p);

	/* The shift drops the bytes after the n first ones: the first byte is the lowest. */
	return n - 1 < 8 && !((~from_a | above_z) << (64 - 8 * n) & each * 0x80);
}

/* Whether the text from p to end is a scheme: ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) */
static inline bool iri_is_scheme(const char *p, const char *end)
{
	if (p == end || !(iri_byte_class(*p) & CHAR_ALPHA))
		return false;
	while (p < end && (iri_byte_class(*p) & CHAR_SCHEME))
		p++;
	return p == end;
}

/* Returns what is wrong with the scheme from p to end, as static text, or NULL if it is valid. */
const char *iri_scheme_fault(const char *p, const char *end);

/* Text for errors: how to fix a reference that has brackets or quotes around it. */
#define IRI_ENCLOSED "write the IRI without brackets or quotes"

/* Why white space around a reference is an error, as the whole text of it */
#define IRI_OUTSIDE "white space around a reference is not allowed; remove it"

/* Returns the kind of the host from p to end, which is not in brackets: IRI_HOST_IPV4 or IRI_HOST_NAME. */
IRI_INLINE enum iri_host_kind iri_name_kind(const char *p, const char *end)
{
	const char *bad;

	return p < end && iri_is_digit(*p) && iri_is_ipv4(p, end, &bad) ? IRI_HOST_IPV4 : IRI_HOST_NAME;
}

/*
 * Parses the iauthority at p. Called only if it has a character that is neither unreserved nor a sub-delim. Sets
 * userinfo, host, port, host_kind, mapped and encoded of *a, which must be all zeros before. Returns the end of the
 * iauthority. After an error, returns NULL and, if err is not NULL, sets *err. start: the beginning of the reference,
 * from which offsets count.
 */
const char *iri_walk_authority(const char *start, const char *p, const char *end, unsigned form, struct iri_ref *a,
                               struct iri_error *err) IRI_COLD;

/*
 * Sets *err to the reason why the reference from `start` to `end` is invalid. p: where iri_walk stopped. where: the
 * component there; IRI_SCHEME means the first segment of a reference without a scheme.
 */
void iri_parse_fault(const char *start, const char *end, const char *p, enum iri_component where,
                     struct iri_error *err) IRI_COLD;

/* Whether s has a "%". */
IRI_INLINE bool iri_has_percent(struct iri_str s)
{
	return s.n && memchr(s.p, '%', s.n);
}

/*
 * Complete the flags of *ref, which iri_walk has parsed and for which it has set *flags. iri_find_mapped completes
 * ref->mapped, and iri_find_encoded completes ref->encoded, for the path, query and fragment: there, percent-encoded
 * octets and common sequences are no stops, so that iri_walk does not see them. iri_find_encoded also sets ref->dotted
 * if the path has percent-encoded octets, which may be dots. A caller that does not need a flag omits the call.
 */
IRI_INLINE void iri_find_mapped(const struct iri_flags *flags, struct iri_ref *ref)
{
	if (flags->mapped)
		ref->mapped |= (unsigned)!iri_is_ascii(ref->path) << IRI_PATH |
		               (unsigned)!iri_is_ascii(ref->query) << IRI_QUERY |
		               (unsigned)!iri_is_ascii(ref->fragment) << IRI_FRAGMENT;
}

IRI_INLINE void iri_find_encoded(const struct iri_flags *flags, struct iri_ref *ref)
{
	if (!flags->encoded)
		return;
	const bool path = iri_has_percent(ref->path);
	ref->encoded |= (unsigned)path << IRI_PATH | (unsigned)iri_has_percent(ref->query) << IRI_QUERY |
	                (unsigned)iri_has_percent(ref->fragment) << IRI_FRAGMENT;
	ref->dotted = ref->dotted || path;
}

/*
 * Parses the reference at p, as iri_parse does: with IRI_LINE up to its newline, else to the end of the text. Sets
 * *flags, with which its caller completes *ref by iri_find_mapped and iri_find_encoded. If the reference is invalid,
 * returns false and, if err is not NULL, sets *err; *ref is then unspecified.
 */
IRI_INLINE bool iri_walk(struct iri_cursor *c, const char *p, unsigned form, struct iri_ref *ref,
                         struct iri_flags *flags, struct iri_error *err)
{
	/*
	 * Members are set one by one. For "= {0}" and "a = b = absent", compilers would load in one piece what was just
	 * stored in two, and that stalls the processor.
	 */
	const struct iri_str absent = {NULL, 0};
	const char *const start = p;
	enum iri_component where = IRI_PATH;
	unsigned mapped = 0, encoded = 0;

	ref->scheme = absent;
	ref->authority = absent;
	ref->userinfo = absent;
	ref->host = absent;
	ref->port = absent;
	ref->path = absent;
	ref->query = absent;
	ref->fragment = absent;
	ref->host_kind = IRI_HOST_ABSENT;
	ref->upper = false;
	const char *q = iri_cursor_find(c, p, false, form);

	if ((form & IRI_LINE || q < c->end) && *q == ':') {
		const bool lower = form & IRI_PADDED && iri_is_lower_word(p, q);
		if (lower || iri_is_scheme(p, q)) {
			ref->scheme = iri_between(p, q);
			ref->upper = !lower;
			p = ++q;
		}
	}
	if ((form & IRI_LINE || c->end - p >= 2) && !memcmp(p, "//", 2) &&
	    !(form & IRI_REQUIRE_SCHEME && !ref->scheme.p)) {
		const char *const host = p + 2;
		q = iri_cursor_find(c, host, false, form);
		if (iri_is_part_end(c, q, form)) {
			ref->authority = iri_between(host, q);
			ref->host = iri_between(host, q);
			ref->host_kind = iri_name_kind(host, q);
		} else {
			struct iri_ref a = {.mapped = 0};
			q = iri_walk_authority(start, host, c->end, form, &a, err);
			if (!q)
				return false;
			ref->authority = iri_between(host, q);
			ref->userinfo = a.userinfo;
			ref->host = a.host;
			ref->port = a.port;
			ref->host_kind = a.host_kind;
			mapped = a.mapped;
			encoded = a.encoded;
		}
		p = q;
	} else if (!ref->scheme.p) {
		/* ipath-noscheme: the first segment has no colon */
		while (!iri_is_part_end(c, q, form)) {
			const char *const next =
				*q == '@' ? q + 1 : iri_pass_stop(c, q, IRI_PATH, form, &mapped, &encoded);
			if (!next) {
				where = IRI_SCHEME;
				goto fault;
			}
			q = iri_cursor_find(c, next, false, form);
		}
		if (form & IRI_REQUIRE_SCHEME) {
			where = IRI_SCHEME;
			goto fault;
		}
	}

	/* ipath, then iquery and ifragment. The path cannot begin with "//" here: that would be an authority. */
	for (;;) {
		q = iri_cursor_find(c, q, true, form);
		const bool end = iri_is_end(c, q, form);
		if (end || (*q == '#' && where != IRI_FRAGMENT) || (*q == '?' && where == IRI_PATH)) {
			if (where == IRI_PATH)
				ref->path = iri_between(p, q);
			else if (where == IRI_QUERY)
				ref->query = iri_between(p, q);
			else
				ref->fragment = iri_between(p, q);
			if (end)
				break;
			if (form & IRI_FORBID_FRAGMENT && *q == '#')
				goto fault;
			where = *q == '?' ? IRI_QUERY : IRI_FRAGMENT;
			p = ++q;
			continue;
		}
		const char *const next = *q == '?' ? q + 1 : iri_pass_stop(c, q, where, form, &mapped, &encoded);
		if (!next)
			goto fault;
		q = next;
	}
	*flags = iri_cursor_end(c, q, form);
	ref->text = iri_between(start, q);
	ref->mapped = mapped;
	ref->encoded = encoded;
	ref->dotted = flags->dotted;
	return true;

fault:
	if (err)
		iri_parse_fault(start, c->end, q, where, err);
	return false;
}

#endif
