/* SPDX-License-Identifier: ISC */
/*
 * What the characters are, encoded or not. uri2iri's rules say of an encoded character whether it may be decoded
 * (section 3.2; sections 4.1, 6.1 and 8); of one that stands there as itself they say as much. So each component
 * is given to them with all its characters encoded, and what they would keep so is looked up in the line.
 */
#include "bidi.h"
#include "chars.h"
#include "lint.h"
#include "marks.h"
#include "nfc.h"
#include "pct.h"
#include "str.h"
#include "toiri.h"
#include "utf8.h"

#include <string.h>

/* A place in a run, and in its view, in which all is encoded. */
struct walk {
	struct iri_lint_line *t;
	const struct iri_lint_run *run;
	const char *at, *end;
	size_t view;
	bool keeps_encoded;       /* what uri2iri would decode should stay as it is */
	const char *overlong_end; /* behind the overlong sequence found last */
	char sequence[64];        /* a combining sequence, up to w->at, as far as there is room */
	size_t sequence_n;        /* 0: none, or its misleading mark has been seen */
	const char *mark_end;     /* behind the last mark of it */
	const char *spans[RULES]; /* of a rule that finds spans: where one that has not ended begins */
	const char *ends[RULES];  /* and where it would end */
};

static void end_span(struct walk *w, unsigned rule)
{
	if (w->spans[rule])
		iri_lint_found(w->t, rule, w->spans[rule], (size_t)(w->ends[rule] - w->spans[rule]), 0, NULL);
	w->spans[rule] = NULL;
}

/* Adds to the span of a rule what follows it at once, or else begins another. */
static void span(struct walk *w, unsigned rule, const char *p, size_t len)
{
	if (w->ends[rule] != p)
		end_span(w, rule);
	if (!w->spans[rule])
		w->spans[rule] = p;
	w->ends[rule] = p + len;
}

/* The digits of triplets, whatever they encode. */
static void see_triplets(struct walk *w, const char *p, size_t len)
{
	for (const char *end = p + len; p < end; p += 3)
		if (p[1] >= 'a' || p[2] >= 'a')
			span(w, RULE_PCT_CASE, p, 3);
}

/* Goes on to an offset of the view, over what would be decoded. */
static void go_on(struct walk *w, size_t view)
{
	while (w->view < view && w->at < w->end) {
		if (*w->at == '%') {
			see_triplets(w, w->at, 3);
			if (iri_triplet_octet(w->at) < 0x80)
				span(w, RULE_PCT_UNRESERVED, w->at, 3);
			else if (!w->keeps_encoded)
				span(w, RULE_PCT_DECODABLE, w->at, 3);
			w->at += 3;
			w->view += 3;
		} else {
			w->view += (unsigned char)*w->at < 0x80 ? 1 : 3;
			w->at++;
		}
	}
}

/* The character at p, encoded or not; 0 if there is none. */
static uint32_t char_at(const struct walk *w, const char *p)
{
	if (p >= w->end)
		return 0;
	const struct iri_unit u = iri_next_unit(p, w->end);
	return u.octet ? 0 : u.ch;
}

/* The character before w->at, encoded or not; 0 if there is none. */
static uint32_t char_before(const struct walk *w)
{
	const char *p = w->at;
	bool trails = true;

	while (trails && p > w->run->s.p) {
		const bool triplet = p - w->run->s.p >= 3 && p[-3] == '%';
		p -= triplet ? 3 : 1;
		trails = iri_is_trail(triplet ? (unsigned char)iri_triplet_octet(p) : (unsigned char)*p);
	}
	const struct iri_unit u = iri_next_unit(p, w->end);
	return u.p + u.len == w->at && !u.octet ? u.ch : 0;
}

/* A character that looks like others. A wide form is ordinary beside letters of CJK, but not in a host. */
static void found_look_alike(struct walk *w, size_t len, uint32_t ch)
{
	const bool host = w->run->where == IRI_HOST, fake = iri_char_fakes_delimiter(ch);
	const bool before = iri_char_is_cjk_letter(char_before(w));
	const bool behind = iri_char_is_cjk_letter(char_at(w, w->at + len));

	if (!host && !fake && (iri_char_looks_distinct(ch) || (iri_char_is_wide_form(ch) && (before || behind))))
		return;
	if (!host && fake && iri_char_is_wide_form(ch) && before && behind)
		iri_lint_found_as(w->t, RULE_FAKE_DELIMITER, IRI_SEVERITY_INFO, w->at, len, ch, NULL);
	else
		iri_lint_found(w->t, fake ? RULE_FAKE_DELIMITER : RULE_COMPAT_CHAR, w->at, len, ch, NULL);
}

/*
 * Handles a character, len bytes in the line, of a sequence with a misleading mark. Reports the first mark with which
 * the sequence misleads, unless that is percent-encoded.
 */
static void see_mark(struct walk *w, size_t len, uint32_t ch)
{
	if (!iri_char_extends(ch))
		return;
	if (w->mark_end != w->at)
		w->sequence_n = iri_utf8_encode(char_before(w), w->sequence);
	w->mark_end = w->at + len;
	if (!w->sequence_n || w->sequence_n + 4 > sizeof w->sequence)
		return;
	w->sequence_n += iri_utf8_encode(ch, w->sequence + w->sequence_n);
	if (iri_sequence_kept((struct iri_str){w->sequence, w->sequence_n}, &w->t->l->scratch) != IRI_KEPT_MARK)
		return;
	w->sequence_n = 0;
	if (*w->at != '%')
		iri_lint_found(w->t, RULE_MISLEADING_MARK, w->at, len, ch, NULL);
}

/* A character of the line as itself, and the reason for which it would not be decoded. */
static void found_raw(struct walk *w, size_t len, uint32_t ch, enum iri_kept why)
{
	unsigned rule = RULES;

	switch (why) {
	case IRI_KEPT_BIDI: rule = RULE_BIDI_CONTROL; break;
	case IRI_KEPT_INVISIBLE: rule = RULE_INVISIBLE; break;
	case IRI_KEPT_UNASSIGNED: rule = RULE_UNASSIGNED_CHAR; break;
	case IRI_KEPT_LOOK_ALIKE: found_look_alike(w, len, ch); break;
	case IRI_KEPT_NFC:
		/* Its canonical form is for check_nfc, but may look like others as much as it does. */
		if (iri_nfc_is_ascii(w->at, w->end) ||
		    iri_char_verdict(iri_char_canonical(ch), w->run->where, true).kept == IRI_KEPT_LOOK_ALIKE)
			found_look_alike(w, len, ch);
		break;
	case IRI_KEPT_MARK: see_mark(w, len, ch); break;
	default: break;
	}
	if (rule != RULES)
		iri_lint_found(w->t, rule, w->at, len, ch, NULL);
}

/* The length of the encoded overlong sequence at p, in bytes of the line, or 0 (section 8). */
static size_t overlong(const char *p, const char *end)
{
	char octets[4] = {0};
	size_t n = 0;

	for (; n < sizeof octets && p < end && *p == '%'; p += 3)
		octets[n++] = (char)iri_triplet_octet(p);
	return 3 * iri_utf8_overlong(octets, octets + n);
}

/* "%25" and what, once decoded, makes a triplet of it: two hexadecimal digits, encoded or not. */
static void see_double_encoding(struct walk *w)
{
	const char *p = w->at + 3;

	for (int i = 0; i < 2; i++) {
		const uint32_t ch = char_at(w, p);
		if (ch >= 0x80 || !(iri_byte_class((char)ch) & CHAR_HEXDIG))
			return;
		p += iri_next_unit(p, w->end).len;
	}
	iri_lint_found(w->t, RULE_DOUBLE_ENCODING, w->at, (size_t)(p - w->at), 0, NULL);
}

/* Handles an encoded character, or an encoded octet that is not UTF-8. */
static void found_encoded(struct walk *w, size_t len, uint32_t ch, enum iri_kept why)
{
	see_triplets(w, w->at, len);
	if (why == IRI_KEPT_UTF8) {
		const size_t all = overlong(w->at, w->end);
		if (all) {
			iri_lint_found(w->t, RULE_OVERLONG_UTF8, w->at, all, 0, NULL);
			w->overlong_end = w->at + all;
		} else if (w->at >= w->overlong_end) {
			span(w, RULE_PCT_NOT_UTF8, w->at, len);
		}
	} else if (ch < 0x20 || (ch >= 0x7F && ch < 0xA0)) {
		iri_lint_found(w->t, RULE_PCT_CONTROL, w->at, len, ch, NULL);
	} else if (why == IRI_KEPT_BIDI) {
		iri_lint_found(w->t, RULE_BIDI_CONTROL_ENCODED, w->at, len, ch, NULL);
	} else if (why == IRI_KEPT_MARK) {
		see_mark(w, len, ch);
	} else if (ch == '%') {
		see_double_encoding(w);
	}
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

/* Whether it has U+0345, the mark that UTS #46 maps to a letter. */
static bool has_ypogegrammeni(struct iri_str s)
{
	for (size_t i = 0; i + 1 < s.n; i++)
		if (!memcmp(s.p + i, "\xCD\x85", 2))
			return true;
	return false;
}

/* Combining sequences that are not in NFC; few runs have any. */
static void check_nfc(struct iri_lint_line *t, const struct iri_lint_run *run)
{
	struct iri_buf *b = &t->l->text;
	const char *p = run->s.p, *end = p + run->s.n;
	const bool domain = run->where == IRI_HOST && t->domain;

	if (iri_is_nfc(run->s, b))
		return;
	while (p < end) {
		const char *start = p;
		p = iri_sequence_end(p, end);
		/* As iri_nfc has it: marks behind a triplet or a delimiter are in order, if at all, by themselves. */
		if (!iri_nfc_is_base(run->s.p, start, end))
			start++;
		const struct iri_str sequence = iri_between(start, p);
		/* UTS #46 maps U+0345 to a letter before NFC, which could move marks before it: another name. */
		if (domain && has_ypogegrammeni(sequence))
			continue;
		if (sequence.n > 1 && !iri_nfc_is_ascii(start, end) && !iri_is_nfc(sequence, b))
			iri_lint_found(t, RULE_NOT_NFC, sequence.p, sequence.n, 0, NULL);
	}
}

/* Whether it may have letters from right to left: U+0590 to U+08FF, presentation forms, or beyond the BMP. */
static bool may_be_rtl(struct iri_str s)
{
	for (const char *p = s.p, *end = p + s.n; p < end; p++) {
		const unsigned octet = *p == '%' ? iri_triplet_octet(p) : (unsigned char)*p;
		if ((octet >= 0xD6 && octet <= 0xDF) || octet == 0xE0 || octet == 0xEF || octet == 0xF0)
			return true;
	}
	return false;
}

/* Puts part of a run in NFC and decodes what uri2iri would decode. Returns the result, in l->text. */
static struct iri_str shown(struct iri_linter *l, const struct iri_lint_run *part)
{
	l->view.n = l->text.n = 0;
	iri_nfc(part->s, &l->view, NULL);
	l->unmapper.safe = true;
	l->unmapper.kept = NULL;
	iri_unmap_component(&l->unmapper, part->where, iri_contents(&l->view), &l->text);
	l->failed = l->failed || l->view.failed || l->text.failed;
	return iri_contents(&l->text);
}

/* One run, or part of one. */
static void walk(struct iri_lint_line *t, const struct iri_lint_run *run)
{
	struct iri_linter *l = t->l;
	struct walk w = {.t = t, .run = run, .at = run->s.p, .end = run->s.p + run->s.n};
	size_t off;

	/* Not in a domain name, which would be mapped otherwise, nor where it would break section 4.2. */
	w.keeps_encoded = (run->where == IRI_HOST && t->domain) ||
	                  (may_be_rtl(run->s) && iri_bidi_check(shown(l, run), &off) != IRI_BIDI_WELL);
	l->view.n = l->text.n = 0;
	iri_pct_map(&l->view, run->s, false);
	l->unmapper.safe = true;
	l->unmapper.kept = kept;
	l->unmapper.kept_arg = &w;
	iri_unmap_component(&l->unmapper, run->where, iri_contents(&l->view), &l->text);
	go_on(&w, SIZE_MAX);
	for (unsigned rule = 0; rule < RULES; rule++)
		end_span(&w, rule);
	l->failed = l->failed || l->view.failed || l->text.failed;
}

/* Calls check for each part of a run that section 4.2 treats as a component. */
static void each_part(struct iri_lint_line *t, const struct iri_lint_run *run,
                      void (*check)(struct iri_lint_line *t, const struct iri_lint_run *part))
{
	const char *p = run->s.p, *const end = p + run->s.n;
	size_t delimiter = 1;

	while (delimiter) {
		const char *const stop = iri_bidi_part(p, end, run->where, &delimiter);
		if (stop > p)
			check(t, &(struct iri_lint_run){run->where, {p, (size_t)(stop - p)}});
		p = stop + delimiter;
	}
}

void iri_lint_text(struct iri_lint_line *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct iri_lint_run *run = &t->runs[i];
		t->where = run->where;
		/* Part by part, where each has to be shown first. */
		if (may_be_rtl(run->s))
			each_part(t, run, walk);
		else
			walk(t, run);
		check_nfc(t, run);
	}
}

/* Digits of one script among those of another. text: the part as it is shown. */
static void check_digits(struct iri_lint_line *t, const struct iri_lint_run *part, struct iri_str text)
{
	const bool changed = !iri_same(text, part->s);
	uint32_t zero = 0, ch;
	size_t len;

	for (const char *p = text.p, *end = p + text.n; p < end && (len = iri_utf8_decode(p, end, &ch)); p += len) {
		const uint32_t its = *p == '%' ? 0 : iri_char_zero(ch);
		if (*p == '%')
			len = 3;
		if (its && zero && its != zero) {
			const struct iri_str at = changed ? part->s : (struct iri_str){part->s.p + (p - text.p), len};
			iri_lint_found(t, RULE_MIXED_DIGITS, at.p, at.n, ch, NULL);
			return;
		}
		zero = its ? its : zero;
	}
}

/* Whether it may have encoded digits: of U+0640 to U+1FFF, U+A000 to U+AFFF, wide ones, or beyond the BMP. */
static bool may_have_digits(struct iri_str s)
{
	for (const char *p = s.p, *end = p + s.n; (p = memchr(p, '%', (size_t)(end - p))); p += 3) {
		const unsigned octet = iri_triplet_octet(p);
		if ((octet >= 0xD9 && octet <= 0xE1) || octet == 0xEA || octet == 0xEF || octet == 0xF0)
			return true;
	}
	return false;
}

/* Checks a part as it would look when it is decoded. */
static void check_part(struct iri_lint_line *t, const struct iri_lint_run *part)
{
	const bool raw = !iri_is_ascii(part->s), encoded = memchr(part->s.p, '%', part->s.n);
	size_t off = 0;

	if (!raw && !(encoded && may_have_digits(part->s)))
		return;
	const struct iri_str text = encoded ? shown(t->l, part) : part->s;
	/* A part that is encoded as a whole keeps to section 4.2. For domain names there is RULE_BIDI_LABEL. */
	const enum iri_bidi bidi =
		!raw || (part->where == IRI_HOST && t->domain) ? IRI_BIDI_WELL : iri_bidi_check(text, &off);
	const unsigned rule = bidi == IRI_BIDI_MIXED ? RULE_BIDI_MIXED_COMPONENT : RULE_BIDI_COMPONENT_ENDS;
	if (bidi != IRI_BIDI_WELL)
		iri_lint_found(t, rule, part->s.p, part->s.n, 0, NULL);
	check_digits(t, part, text);
}

void iri_lint_parts(struct iri_lint_line *t)
{
	for (size_t i = 0; i < t->n; i++) {
		t->where = t->runs[i].where;
		each_part(t, &t->runs[i], check_part);
	}
}
