/* SPDX-License-Identifier: ISC */
/*
 * What the characters are, encoded or not. uri2iri's rules say of an encoded character whether it may be decoded
 * (section 3.2; sections 4.1, 6.1 and 8); of one that stands there as itself they say as much. So each component
 * is given to them with all its characters encoded, and what they would keep so is looked up in the line.
 */
#include "chars.h"
#include "lint.h"
#include "nfc.h"
#include "pct.h"
#include "str.h"
#include "toiri.h"
#include "utf8.h"

#include <string.h>

/* Where we are in a run, and in its view, in which all is encoded. */
struct walk {
	struct iri_lint *t;
	const struct iri_lint_run *run;
	const char *at, *end;
	size_t view;
	bool keeps_encoded; /* what uri2iri would decode should stay as it is */
	const char *spans[RULES]; /* of a rule that finds spans: where one that has not ended begins */
	const char *ends[RULES];  /* and where it would end */
};

/* Adds to the span of a rule what follows it at once, or else begins another. */
static void span(struct walk *w, unsigned rule, const char *p, size_t len)
{
	if (w->spans[rule] && w->ends[rule] != p) {
		iri_lint_found(w->t, rule, w->spans[rule], (size_t)(w->ends[rule] - w->spans[rule]), 0, NULL);
		w->spans[rule] = NULL;
	}
	if (!w->spans[rule])
		w->spans[rule] = p;
	w->ends[rule] = p + len;
}

static bool is_lower_hex(char c)
{
	return c >= 'a' && c <= 'f';
}

/* The triplet at p: its digits, whatever it encodes. */
static void see_triplet(struct walk *w, const char *p)
{
	if (is_lower_hex(p[1]) || is_lower_hex(p[2]))
		span(w, RULE_PCT_CASE, p, 3);
}

/* The character before p in its run, or 0. */
static uint32_t char_before(const struct walk *w, const char *p)
{
	const char *before = p;
	uint32_t ch = 0;

	while (before > w->run->s.p && iri_is_trail((unsigned char)*--before))
		continue;
	return before < p && iri_utf8_decode(before, p, &ch) ? ch : 0;
}

/*
 * A joiner between letters, which uri2iri would decode. But most scripts have no joined forms: there it does not show.
 */
static void see_joiner(struct walk *w)
{
	uint32_t ch;

	if (iri_utf8_decode(w->at, w->end, &ch) == 3 && (ch == ZWJ || ch == ZWNJ) && !iri_char_has_joined_forms(char_before(w, w->at)))
		iri_lint_found(w->t, RULE_INVISIBLE, w->at, 3, ch, NULL);
}

/* Goes on to an offset of the view, over what would be decoded. */
static void go_on(struct walk *w, size_t view)
{
	while (w->view < view && w->at < w->end) {
		if (*w->at == '%') {
			const unsigned octet = iri_triplet_octet(w->at);
			see_triplet(w, w->at);
			if (octet < 0x80)
				span(w, RULE_PCT_UNRESERVED, w->at, 3);
			else if (!w->keeps_encoded)
				span(w, RULE_PCT_DECODABLE, w->at, 3);
			w->at += 3;
			w->view += 3;
		} else if ((unsigned char)*w->at < 0x80) {
			w->view++;
			w->at++;
		} else {
			see_joiner(w);
			w->view += 3;
			w->at++;
		}
	}
}

/*
 * Whether a character at w->at that may mislead elsewhere is ordinary text here: a joiner behind a virama; what is of
 * full width within Chinese, Japanese or Korean text; what looks like nothing else. Hosts have no ordinary text.
 */
static bool is_ordinary(const struct walk *w, size_t len, uint32_t ch, enum iri_kept why)
{
	uint32_t next = 0;

	if (w->run->where == IRI_HOST)
		return false;
	if (why == IRI_KEPT_INVISIBLE)
		return (ch == ZWJ || ch == ZWNJ) && iri_char_is_virama(char_before(w, w->at));
	if (why != IRI_KEPT_LOOK_ALIKE)
		return false;
	if (iri_char_looks_distinct(ch))
		return true;
	if (w->at + len < w->end)
		iri_utf8_decode(w->at + len, w->end, &next);
	return iri_char_is_cjk(ch) && (iri_char_is_cjk(char_before(w, w->at)) || iri_char_is_cjk(next));
}

/* A character of the line as itself, of which the rules say why it would not be decoded. */
static void found_raw(struct walk *w, size_t len, uint32_t ch, enum iri_kept why)
{
	unsigned rule = RULES;

	if (is_ordinary(w, len, ch, why))
		return;
	switch (why) {
	case IRI_KEPT_BIDI: rule = RULE_BIDI_CONTROL; break;
	case IRI_KEPT_INVISIBLE: rule = RULE_INVISIBLE; break;
	case IRI_KEPT_UNASSIGNED: rule = RULE_UNASSIGNED_CHAR; break;
	case IRI_KEPT_LOOK_ALIKE:
		rule = iri_char_fakes_delimiter(ch) ? RULE_FAKE_DELIMITER : RULE_COMPAT_CHAR;
		break;
	case IRI_KEPT_NFC:
		/* The rest is for check_nfc. */
		if (iri_nfc_is_ascii(w->at, w->end))
			rule = iri_char_fakes_delimiter(ch) ? RULE_FAKE_DELIMITER : RULE_COMPAT_CHAR;
		break;
	default: break;
	}
	if (rule != RULES)
		iri_lint_found(w->t, rule, w->at, len, ch, NULL);
}

/* An encoded one. */
static void found_encoded(struct walk *w, size_t len, uint32_t ch, enum iri_kept why)
{
	for (size_t i = 0; i < len; i += 3)
		see_triplet(w, w->at + i);
	if (why == IRI_KEPT_UTF8)
		span(w, RULE_PCT_NOT_UTF8, w->at, len);
	else if (ch < 0x20 || (ch >= 0x7F && ch < 0xA0))
		iri_lint_found(w->t, RULE_PCT_CONTROL, w->at, len, ch, NULL);
	else if (why == IRI_KEPT_BIDI)
		iri_lint_found(w->t, RULE_BIDI_CONTROL_ENCODED, w->at, len, ch, NULL);
	else if (ch == '%' && w->end - w->at >= 5 && iri_byte_class(w->at[3]) & CHAR_HEXDIG && iri_byte_class(w->at[4]) & CHAR_HEXDIG)
		iri_lint_found(w->t, RULE_DOUBLE_ENCODING, w->at, 5, 0, NULL);
}

static void kept(void *arg, size_t off, size_t len, uint32_t ch, enum iri_kept why)
{
	struct walk *w = arg;

	go_on(w, off);
	if (*w->at == '%') {
		found_encoded(w, len, ch, why);
		w->at += len;
	} else {
		found_raw(w, len / 3, ch, why);
		w->at += len / 3;
	}
	w->view += len;
}

/* Combining sequences that are not in NFC; few runs have any. */
static void check_nfc(struct iri_lint *t, const struct iri_lint_run *run)
{
	struct iri_buf *b = &t->l->text;
	const char *p = run->s.p, *end = p + run->s.n;

	if (iri_is_nfc(run->s, b))
		return;
	while (p < end) {
		const char *start = p;
		uint32_t ch;
		p += iri_utf8_decode(p, end, &ch);
		for (size_t len; p < end && (len = iri_utf8_decode(p, end, &ch)) && iri_char_extends(ch);)
			p += len;
		/* As iri_nfc has it: marks behind a triplet or a delimiter are in order, if at all, by themselves. */
		if (!iri_nfc_is_base(run->s.p, start, end))
			start++;
		const struct iri_str sequence = {start, (size_t)(p - start)};
		if (sequence.n > 1 && !iri_nfc_is_ascii(start, end) && !iri_is_nfc(sequence, b))
			iri_lint_found(t, RULE_NOT_NFC, sequence.p, sequence.n, 0, NULL);
	}
}

/* Whether it has encoded letters from right to left: of U+0590 to U+08FF, presentation forms, or beyond the BMP. */
static bool may_be_rtl(struct iri_str s)
{
	for (const char *p = s.p, *end = p + s.n; (p = memchr(p, '%', (size_t)(end - p))); p += 3) {
		const unsigned octet = iri_triplet_octet(p);
		if ((octet >= 0xD6 && octet <= 0xDF) || octet == 0xE0 || octet == 0xEF || octet == 0xF0)
			return true;
	}
	return false;
}

/* One run, or part of one. */
static void walk(struct iri_lint *t, const struct iri_lint_run *run)
{
	struct iri_linter *l = t->l;
	struct walk w = {.t = t, .run = run, .at = run->s.p, .end = run->s.p + run->s.n};
	size_t off;

	l->view.n = l->text.n = 0;
	iri_pct_map(&l->view, run->s, false);
	l->unmapper.safe = true;
	/* Not in a domain name, which would be mapped otherwise, nor where it would break section 4.2. */
	w.keeps_encoded = run->where == IRI_HOST && t->domain;
	if (may_be_rtl(run->s)) {
		l->unmapper.kept = NULL;
		iri_unmap_component(&l->unmapper, run->where, iri_contents(&l->view), &l->text);
		w.keeps_encoded = w.keeps_encoded || iri_bidi_check(iri_contents(&l->text), &off) != IRI_BIDI_WELL;
		l->text.n = 0;
	}
	l->unmapper.kept = kept;
	l->unmapper.kept_arg = &w;
	iri_unmap_component(&l->unmapper, run->where, iri_contents(&l->view), &l->text);
	go_on(&w, SIZE_MAX);
	for (unsigned rule = 0; rule < RULES; rule++)
		if (w.spans[rule])
			iri_lint_found(t, rule, w.spans[rule], (size_t)(w.ends[rule] - w.spans[rule]), 0, NULL);
	l->failed = l->failed || l->view.failed || l->text.failed;
}

/* The end of the part at p, for section 4.2. */
static const char *part_end(const char *p, const char *end, const char *delimiters)
{
	while (p < end && !((unsigned char)*p < 0x80 && strchr(delimiters, *p)))
		p++;
	return p;
}

void iri_lint_text(struct iri_lint *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct iri_lint_run *run = &t->runs[i];
		const char *end = run->s.p + run->s.n;
		if (!may_be_rtl(run->s)) {
			walk(t, run);
		} else {
			/* Part by part, since of each it has to be known how it would be shown. */
			for (const char *p = run->s.p; p < end; p++) {
				struct iri_lint_run part = {run->where, {p, 0}};
				p = part_end(p, end, iri_bidi_delimiters(run->where));
				part.s.n = (size_t)(p - part.s.p);
				if (part.s.n)
					walk(t, &part);
			}
		}
		check_nfc(t, run);
	}
}

/* Digits of one script among those of another, in a part that is beyond ASCII. */
static void check_digits(struct iri_lint *t, struct iri_str part)
{
	uint32_t zero = 0, ch;
	size_t len;

	for (const char *p = part.p, *end = p + part.n; p < end && (len = iri_utf8_decode(p, end, &ch)); p += len) {
		const uint32_t its = *p == '%' ? 0 : iri_char_zero(ch);
		if (*p == '%')
			len = 3;
		if (its && zero && its != zero) {
			iri_lint_found(t, RULE_MIXED_DIGITS, p, len, ch, NULL);
			return;
		}
		zero = its ? its : zero;
	}
}

void iri_lint_parts(struct iri_lint *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct iri_lint_run *run = &t->runs[i];
		const char *end = run->s.p + run->s.n;
		for (const char *p = run->s.p; p < end; p++) {
			struct iri_str part = {p, 0};
			p = part_end(p, end, iri_bidi_delimiters(run->where));
			part.n = (size_t)(p - part.p);
			bool beyond = false;
			for (size_t k = 0; k < part.n; k++)
				beyond = beyond || (unsigned char)part.p[k] >= 0x80;
			if (!beyond)
				continue;
			size_t off = 0;
			/* For domain names there is RULE_BIDI_LABEL. */
			const enum iri_bidi bidi =
				run->where == IRI_HOST && t->domain ? IRI_BIDI_WELL : iri_bidi_check(part, &off);
			if (bidi != IRI_BIDI_WELL)
				iri_lint_found(t, bidi == IRI_BIDI_MIXED ? RULE_BIDI_MIXED_COMPONENT : RULE_BIDI_COMPONENT_ENDS, part.p,
				               part.n, 0, NULL);
			check_digits(t, part);
		}
	}
}
