/* SPDX-License-Identifier: ISC */
/* IDNA with libidn2: maps names and labels to ASCII, and checks what libidn2 lets through */
#ifndef IRI_IDNA_H
#define IRI_IDNA_H

#include "lib/base/bits.h"
#include "lib/base/buf.h"
#include "lib/unicode/chars.h"

#if defined __SSE2__
#include <emmintrin.h>
#endif

/*
 * Greatest lengths of a label and of a domain name, in octets (RFC 1035, section 2.3.4). The name is counted without a
 * final dot, which stands for the root.
 */
enum { LABEL_MAX = 63, NAME_MAX_OCTETS = 253 };

/* Whether c is an ASCII letter, a digit or a hyphen. Host names consist of these (STD 3; RFC 5890, section 2.3.1). */
static inline bool iri_is_ldh(char c)
{
	return iri_is_alphanumeric(c) || c == '-';
}

/* Whether a label begins with "xn--", in any case, as A-labels do (RFC 5890, section 2.3.2.5). */
static inline bool iri_has_ace_prefix(struct iri_str s)
{
	return s.n >= 4 && (s.p[0] | 0x20) == 'x' && (s.p[1] | 0x20) == 'n' && s.p[2] == '-' && s.p[3] == '-';
}

/*
 * Whether a host has "--", as A-labels have: if not, it has none. upper: also whether it has upper-case letters.
 * padded: IRI_PADDING bytes after the host may be read.
 */
IRI_INLINE bool iri_may_have_ace(struct iri_str host, bool upper, bool padded)
{
#if defined __SSE2__
	unsigned any = 0, last = 0;
	for (size_t i = 0; padded && i < host.n; i += 16) {
		const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(host.p + i));
		const __m128i letters = _mm_and_si128(_mm_cmpgt_epi8(x, _mm_set1_epi8('A' - 1)),
		                                      _mm_cmpgt_epi8(_mm_set1_epi8('Z' + 1), x));
		const unsigned in_host = host.n - i < 16 ? (1u << (host.n - i)) - 1 : 0xFFFF;
		const unsigned hyphens = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8('-')));
		const unsigned uppers = upper ? (unsigned)_mm_movemask_epi8(letters) : 0;
		any |= ((hyphens & (hyphens << 1 | last)) | uppers) & in_host;
		last = hyphens >> 15;
	}
	if (padded)
		return any;
#endif
	const uint64_t each = UINT64_C(0x0101010101010101), high = 0x80 * each;
	uint64_t found = 0, before = 0;

	for (size_t i = 0; i < host.n; i += 8) {
		uint64_t word = 0;
		if (padded || host.n - i >= 8)
			word = iri_load8(host.p + i) & iri_below(host.n - i);
		else
			for (size_t k = host.n; k > i; k--)
				word = word << 8 | (unsigned char)host.p[k - 1];
		const uint64_t ascii = ~word & high, low = word & ~high;
		/* The sum sets bit 7 of each byte that is not '-'. */
		const uint64_t hyphen = ~((low ^ each * '-') + each * 0x7F) & ascii;
		found |= (upper ? iri_upper_bytes(word) : 0) | (hyphen & (hyphen << 8 | before));
		before = hyphen >> 56;
	}
	return found != 0;
}

/*
 * Limit for the input of libidn2, in bytes. A name of 253 octets in ASCII comes from at most about 250 characters of up
 * to 4 bytes each, or from three times that number of characters if they are decomposed. Longer input is rejected
 * before libidn2 spends time on it.
 */
enum { IDNA_INPUT_MAX = 4096 };

/*
 * Reasons that several functions return. Where iri_find_culprit finds the character at fault, its reason
 * replaces iri_idna_disallowed. iri_label_check omits iri_idna_no_a_label, since IRI_LABEL_ACE means the same.
 */
extern const char iri_idna_disallowed[];
extern const char iri_idna_breaks_bidi[];
extern const char iri_idna_no_a_label[];

/*
 * Converts the C string `name` to ASCII, in *ascii, and decodes the A-labels of the result, in *unicode. Sets *unicode
 * to NULL if there are no A-labels, or if the name is simple. Returns a code of libidn2. The caller frees both strings
 * with idn2_free, also after an error.
 *
 * There are two differences from libidn2: U+1E9E maps to U+00DF (UTS #46 since 15.1), not to "ss"; and U+2260, U+226E
 * and U+226F are disallowed, and so are the characters "=", "<" and ">" that compose to them with U+0338. The function
 * looks for these in the result, after all mappings and compositions.
 */
int iri_idna(const char *name, char **ascii, char **unicode);

/*
 * Converts an A-label to its U-label, in *unicode, which the caller frees with idn2_free, also after an error. Returns
 * a code of libidn2. idn2_to_unicode_8z8z does not validate: it decodes "xn--a" to U+0080. So idn2_register_u8 checks
 * the result against all rules of IDNA2008.
 */
int iri_u_label(const char *a_label, char **unicode);

/* Returns the reason for an error code of libidn2, as static text. */
const char *iri_idna_fault(int rc);

/*
 * Returns why an ASCII name is not a valid domain name, as static text, or NULL if it is valid. Labels consist of
 * letters, digits and hyphens (STD 3; RFC 5890, section 2.3.1), with the lengths of RFC 1035, section 2.3.4. A final
 * dot, for the root, is allowed. whole: the name is a domain name, not one label of it; only then, one to four labels
 * that are all numbers are invalid, since software may read them as an IPv4 address.
 */
const char *iri_ascii_name_fault(const char *name, bool whole);

/*
 * Finds the first character that domain names allow in no position, in a name of n bytes. Sets off, len, ch and why in
 * *culprit; if there is no such character, len and ch are 0, and why is `iri_idna_disallowed`. Returns false if out of
 * memory.
 */
bool iri_find_culprit(const char *name, size_t n, struct iri_error *culprit);

/*
 * Returns why an ASCII label is not valid beside labels that iri_host_add_ascii maps, as static text, or NULL if it is
 * valid. It has 1 to 63 letters, digits and hyphens (STD 3; RFC 1035, section 2.3.4), no hyphen at its ends, and none
 * as third and fourth characters (RFC 5891, section 4.2.3.1) without being an A-label.
 */
const char *iri_ascii_label_fault(struct iri_str label);

/*
 * Returns the end of the label at p, and sets *len to the length of the dot there in bytes, or to 0 at the end of the
 * name. UTS #46 maps three non-ASCII characters to the dot; they count as dots.
 */
const char *iri_label_end(const char *p, const char *end, size_t *len);

#endif
