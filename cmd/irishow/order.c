/* SPDX-License-Identifier: ISC */
#include "order.h"

#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <fribidi.h>
#include <limits.h>
#include <stdlib.h>

/*
 * FriBidi's types for utf8proc's bidi classes, which are of a newer Unicode than those of FriBidi. Isolates have the
 * type of other characters without effect, so that the time stays linear whatever the text has.
 */
static const FriBidiCharType types[] = {
	[UTF8PROC_BIDI_CLASS_L] = FRIBIDI_TYPE_LTR,
	[UTF8PROC_BIDI_CLASS_LRE] = FRIBIDI_TYPE_LRE,
	[UTF8PROC_BIDI_CLASS_LRO] = FRIBIDI_TYPE_LRO,
	[UTF8PROC_BIDI_CLASS_R] = FRIBIDI_TYPE_RTL,
	[UTF8PROC_BIDI_CLASS_AL] = FRIBIDI_TYPE_AL,
	[UTF8PROC_BIDI_CLASS_RLE] = FRIBIDI_TYPE_RLE,
	[UTF8PROC_BIDI_CLASS_RLO] = FRIBIDI_TYPE_RLO,
	[UTF8PROC_BIDI_CLASS_PDF] = FRIBIDI_TYPE_PDF,
	[UTF8PROC_BIDI_CLASS_EN] = FRIBIDI_TYPE_EN,
	[UTF8PROC_BIDI_CLASS_ES] = FRIBIDI_TYPE_ES,
	[UTF8PROC_BIDI_CLASS_ET] = FRIBIDI_TYPE_ET,
	[UTF8PROC_BIDI_CLASS_AN] = FRIBIDI_TYPE_AN,
	[UTF8PROC_BIDI_CLASS_CS] = FRIBIDI_TYPE_CS,
	[UTF8PROC_BIDI_CLASS_NSM] = FRIBIDI_TYPE_NSM,
	[UTF8PROC_BIDI_CLASS_BN] = FRIBIDI_TYPE_BN,
	[UTF8PROC_BIDI_CLASS_B] = FRIBIDI_TYPE_BS,
	[UTF8PROC_BIDI_CLASS_S] = FRIBIDI_TYPE_SS,
	[UTF8PROC_BIDI_CLASS_WS] = FRIBIDI_TYPE_WS,
	[UTF8PROC_BIDI_CLASS_ON] = FRIBIDI_TYPE_ON,
	[UTF8PROC_BIDI_CLASS_LRI] = FRIBIDI_TYPE_BN,
	[UTF8PROC_BIDI_CLASS_RLI] = FRIBIDI_TYPE_BN,
	[UTF8PROC_BIDI_CLASS_FSI] = FRIBIDI_TYPE_BN,
	[UTF8PROC_BIDI_CLASS_PDI] = FRIBIDI_TYPE_BN,
};

/* Returns FriBidi's type of a character. utf8proc has no class for characters that are not assigned. */
static FriBidiCharType type_of(uint32_t ch)
{
	const int class = iri_property(ch)->bidi_class;

	return class ? types[class] : fribidi_get_bidi_type(ch);
}

/*
 * Brackets of a line that count as brackets (rule N0); the others are ordinary neutral characters. FriBidi sorts pairs
 * of brackets with a recursion as deep as their number, and looks for the text before each pair in quadratic time.
 */
enum { BRACKETS_MAX = 500 };

/* A character and what FriBidi knows of it: one array for each */
struct order_line {
	FriBidiChar *chars;
	FriBidiCharType *types;
	FriBidiBracketType *brackets;
	FriBidiLevel *levels;
};

/*
 * Finds the brackets of a line. FriBidi takes fullwidth brackets for equal to those of ASCII, so a pair is known by its
 * opening bracket here (UAX #9, BD14 to BD16): by its canonical equivalent, as U+3008 is that of U+2329.
 */
static void find_brackets(struct order_line *l, FriBidiStrIndex n)
{
	int found = 0;

	fribidi_get_bracket_types(l->chars, n, l->types, l->brackets);
	for (FriBidiStrIndex i = 0; i < n; i++) {
		FriBidiChar opener = l->chars[i];
		if (l->brackets[i] == FRIBIDI_NO_BRACKET)
			continue;
		const bool open = FRIBIDI_IS_BRACKET_OPEN(l->brackets[i]);
		if (!open)
			fribidi_get_mirror_char(opener, &opener);
		l->brackets[i] = iri_char_canonical(opener) | (open ? FRIBIDI_BRACKET_OPEN_MASK : 0);
		if (++found > BRACKETS_MAX)
			l->brackets[i] = FRIBIDI_NO_BRACKET;
	}
}

/* Reorders the n characters of a line. Returns false if out of memory. */
static bool reorder(struct order_line *l, FriBidiStrIndex n)
{
	FriBidiParType direction = FRIBIDI_PAR_LTR;

	find_brackets(l, n);
	if (!fribidi_get_par_embedding_levels_ex(l->types, l->brackets, n, &direction, l->levels))
		return false;
	fribidi_shape_mirroring(l->levels, n, l->chars);
	return fribidi_reorder_line(FRIBIDI_FLAG_REORDER_NSM, l->types, n, 0, direction, l->levels, l->chars, NULL);
}

void order_visual(struct iri_str s, struct iri_buf *out)
{
	const size_t size = sizeof(FriBidiChar) + sizeof(FriBidiCharType) + sizeof(FriBidiBracketType) +
	                    sizeof(FriBidiLevel);
	size_t n = 0;

	if (!s.n)
		return;
	char *const memory = s.n < INT_MAX / size ? malloc(s.n * size) : NULL;
	char *const to = memory ? iri_buf_reserve(out, 4 * s.n) : NULL;
	struct order_line l = {.chars = (void *)memory};
	if (to) {
		l.types = l.chars + s.n;
		l.brackets = l.types + s.n;
		l.levels = (FriBidiLevel *)(l.brackets + s.n);
		for (const char *p = s.p, *end = p + s.n; p < end; n++) {
			l.chars[n] = iri_utf8_next(p, end, &p);
			l.types[n] = type_of(l.chars[n]);
		}
	}
	if (to && reorder(&l, (FriBidiStrIndex)n)) {
		for (size_t i = 0; i < n; i++)
			if (!FRIBIDI_IS_EXPLICIT(type_of(l.chars[i])))
				out->n += iri_utf8_encode(l.chars[i], out->p + out->n);
	} else {
		out->failed = true;
	}
	free(memory);
}
