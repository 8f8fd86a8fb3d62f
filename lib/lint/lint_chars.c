/* SPDX-License-Identifier: ISC */
/*
 * Checks of characters, percent-encoded or not. The rules of uri2iri decide whether an encoded character may be decoded
 * (section 3.2; sections 4.1, 6.1 and 8), and the same rules apply to a character that is not encoded. So these checks
 * encode all characters of a component, let the rules decide, and look up in the line what the rules keep encoded.
 */
#include "checks.h"

#include "lib/base/str.h"
#include "lib/host/bidi.h"
#include "lib/ops/unmap.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/combining_marks.h"
#include "lib/unicode/nfc.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* The rules that find spans: one finding for all percent-encoded octets in a row. In the order of their numbers. */
enum { SPAN_CASE, SPAN_UNRESERVED, SPAN_DECODABLE, SPAN_NOT_UTF8, SPANS };
static const unsigned rules_of_spans[SPANS] = {
	[SPAN_CASE] = RULE_PCT_CASE,
	[SPAN_UNRESERVED] = RULE_PCT_UNRESERVED,
	[SPAN_DECODABLE] = RULE_PCT_DECODABLE,
	[SPAN_NOT_UTF8] = RULE_PCT_NOT_UTF8,
};

/*
 * State of a walk over a run and, in parallel, over its view: a copy of the run with all non-ASCII characters encoded.
 */
struct text_walk {
	struct iri_lint_line *t;
	const struct iri_lint_run *run;
	const char *at, *end;     /* in the run: the place, and the end */
	size_t view;              /* the same place, as an offset in the view */
	bool keeps_encoded;       /* percent-encoded octets of non-ASCII characters are not reported as decodable */
	const char *overlong_end; /* the end of the last overlong sequence */
	char sequence[64];        /* the combining sequence before w->at, as far as there is room */
	size_t sequence_n;        /* its length; 0: none, or its misleading mark was found */
	const char *mark_end;     /* the end of its last mark */
	const char *spans[SPANS]; /* for each rule that finds spans: the beginning of the open one, or NULL */
	const char *ends[SPANS];  /* and its end so far */
};

/* Reports the open span of a rule, if there is one. */
static void end_span(struct text_walk *w, unsigned i)
{
	if (w->spans[i])
		iri_lint_found(w->t, rules_of_spans[i], w->spans[i], (size_t)(w->ends[i] - w->spans[i]), 0, NULL);
	w->spans[i] = NULL;
}

/* Extends the open span of a rule by len bytes at p if they follow it; else reports that span and begins another. */
static void span(struct text_walk *w, unsigned i, const char *p, size_t len)
{
	if (w->ends[i] != p)
		end_span(w, i);
	if (!w->spans[i])
		w->spans[i] = p;
	w->ends[i] = p + len;
}

/* Reports lower-case digits in the len bytes at p, which are percent-encoded octets. */
static void check_digit_case(struct text_walk *w, const char *p, size_t len)
{
	for (const char *end = p + len; p < end; p += 3)
		if (p[1] >= 'a' || p[2] >= 'a')
			span(w, SPAN_CASE, p, 3);
}

/*
 * Moves w->at to the offset `view` in the view, or to the end of the run if that comes first. The rules keep nothing
 * encoded in the text that it passes; reports the percent-encoded octets there.
 */
static void advance(struct text_walk *w, size_t view)
{
	while (w->view < view && w->at < w->end) {
		if (*w->at == '%') {
			check_digit_case(w, w->at, 3);
			if (iri_pct_octet(w->at) < 0x80)
				span(w, SPAN_UNRESERVED, w->at, 3);
			else if (!w->keeps_encoded)
				span(w, SPAN_DECODABLE, w->at, 3);
			w->at += 3;
			w->view += 3;
		} else {
			w->view += (unsigned char)*w->at < 0x80 ? 1 : 3;
			w->at++;
		}
	}
}

/* Returns the character at p, percent-encoded or not; 0 if there is none. */
static uint32_t char_at(const struct text_walk *w, const char *p)
{
	if (p >= w->end)
		return 0;
	const struct iri_pct_char u = iri_next_pct_char(p, w->end);
	return u.octet ? 0 : u.ch;
}

/* Returns the character before w->at, percent-encoded or not; 0 if there is none. */
static uint32_t chars_check_char_before(const struct text_walk *w)
{
	const char *p = w->at;
	bool trails = true;

	while (trails && p > w->run->s.p) {
		const bool is_encoded = p - w->run->s.p >= 3 && p[-3] == '%';
		p -= is_encoded ? 3 : 1;
		trails = iri_is_trail(is_encoded ? (unsigned char)iri_pct_octet(p) : (unsigned char)*p);
	}
	const struct iri_pct_char u = iri_next_pct_char(p, w->end);
	return u.p + u.len == w->at && !u.octet ? u.ch : 0;
}

/*
 * Reports the character at w->at, of len bytes, which looks like others: as fake-delimiter if it looks like a delimiter
 * (see iri_char_fakes_delimiter), else as compat-char. There are two exceptions outside a host:
 * - A character that does not look like a delimiter is not reported if nobody takes it for another character (see
 *   iri_char_looks_distinct), or if it is a wide or narrow form beside a CJK letter.
 * - A wide or narrow form that looks like a delimiter is only info between two CJK letters.
 */
static void found_look_alike(struct text_walk *w, size_t len, uint32_t ch)
{
	const bool host = w->run->where == IRI_HOST, fake = iri_char_fakes_delimiter(ch);
	const bool before = iri_char_is_cjk_letter(chars_check_char_before(w));
	const bool after = iri_char_is_cjk_letter(char_at(w, w->at + len));

	if (!host && !fake && (iri_char_looks_distinct(ch) || (iri_char_is_wide_form(ch) && (before || after))))
		return;
	if (!host && fake && iri_char_is_wide_form(ch) && before && after)
		iri_lint_found_as(w->t, RULE_FAKE_DELIMITER, IRI_SEVERITY_INFO, w->at, len, ch, NULL);
	else
		iri_lint_found(w->t, fake ? RULE_FAKE_DELIMITER : RULE_COMPAT_CHAR, w->at, len, ch, NULL);
}

/*
 * Handles a character of a sequence with a misleading mark; len is its length in the line in bytes. Reports the first
 * mark with which the sequence misleads, but only if that mark is not percent-encoded.
 */
static void check_mark(struct text_walk *w, size_t len, uint32_t ch)
{
	if (!iri_char_extends(ch))
		return;
	if (w->mark_end != w->at)
		w->sequence_n = iri_utf8_encode(chars_check_char_before(w), w->sequence);
	w->mark_end = w->at + len;
	if (!w->sequence_n || w->sequence_n + 4 > sizeof w->sequence)
		return;
	w->sequence_n += iri_utf8_encode(ch, w->sequence + w->sequence_n);
	if (iri_sequence_kept((struct iri_str){w->sequence, w->sequence_n}, &w->t->l->scratch) != IRI_ESCAPED_MARK)
		return;
	w->sequence_n = 0;
	if (*w->at != '%')
		iri_lint_found(w->t, RULE_MISLEADING_MARK, w->at, len, ch, NULL);
}

/* Handles a character that is not encoded in the line. why: the reason for which it would not be decoded. */
static void found_raw(struct text_walk *w, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	unsigned rule = RULES;

	switch (why) {
	case IRI_ESCAPED_BIDI: rule = RULE_BIDI_CONTROL; break;
	case IRI_ESCAPED_INVISIBLE: rule = RULE_INVISIBLE; break;
	case IRI_ESCAPED_UNASSIGNED: rule = RULE_UNASSIGNED_CHAR; break;
	case IRI_ESCAPED_LOOK_ALIKE: found_look_alike(w, len, ch); break;
	case IRI_ESCAPED_NFC:
		/*
		 * check_nfc reports that it is not in NFC. If its canonical form is ";" or "`" (see iri_nfc_is_ascii),
		 * or looks like other characters, so does it: report that, too.
		 */
		if (iri_nfc_is_ascii(w->at, w->end) ||
		    iri_char_verdict(iri_char_canonical(ch), w->run->where, true).kept == IRI_ESCAPED_LOOK_ALIKE)
			found_look_alike(w, len, ch);
		break;
	case IRI_ESCAPED_MARK: check_mark(w, len, ch); break;
	default: break;
	}
	if (rule != RULES)
		iri_lint_found(w->t, rule, w->at, len, ch, NULL);
}

/* Returns the length of the percent-encoded overlong sequence at p (section 8), in bytes of the line, or 0. */
static size_t overlong(const char *p, const char *end)
{
	char octets[4] = {0};
	size_t n = 0;

	for (; n < sizeof octets && p < end && *p == '%'; p += 3)
		octets[n++] = (char)iri_pct_octet(p);
	return 3 * iri_utf8_overlong(octets, octets + n);
}

/* Reports the "%25" at w->at if two hexadecimal digits follow it, percent-encoded or not. */
static void check_double_encoding(struct text_walk *w)
{
	const char *p = w->at + 3;

	for (int i = 0; i < 2; i++) {
		const uint32_t ch = char_at(w, p);
		if (ch >= 0x80 || !(iri_byte_class((char)ch) & CHAR_HEXDIG))
			return;
		p += iri_next_pct_char(p, w->end).len;
	}
	iri_lint_found(w->t, RULE_DOUBLE_ENCODING, w->at, (size_t)(p - w->at), 0, NULL);
}

/* Handles a percent-encoded character, or an octet that is not UTF-8. why: the reason for which it stays encoded. */
static void found_encoded(struct text_walk *w, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	check_digit_case(w, w->at, len);
	if (why == IRI_ESCAPED_UTF8) {
		const size_t all = overlong(w->at, w->end);
		if (all) {
			iri_lint_found(w->t, RULE_OVERLONG_UTF8, w->at, all, 0, NULL);
			w->overlong_end = w->at + all;
		} else if (w->at >= w->overlong_end) {
			span(w, SPAN_NOT_UTF8, w->at, len);
		}
	} else if (ch < 0x20 || (ch >= 0x7F && ch < 0xA0)) {
		iri_lint_found(w->t, RULE_PCT_CONTROL, w->at, len, ch, NULL);
	} else if (why == IRI_ESCAPED_BIDI) {
		iri_lint_found(w->t, RULE_BIDI_CONTROL_ENCODED, w->at, len, ch, NULL);
	} else if (why == IRI_ESCAPED_MARK) {
		check_mark(w, len, ch);
	} else if (ch == '%') {
		check_double_encoding(w);
	}
}

/* The `escaped` function of iri_unmapper: handles each character that the rules keep encoded in the view. */
static void chars_check_escaped(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	struct text_walk *w = arg;

	advance(w, off);
	if (*w->at == '%') {
		found_encoded(w, len, ch, why);
		w->at += len;
	} else {
		found_raw(w, len / 3, ch, why);
		w->at += len / 3;
	}
	w->view += len;
}

/* Whether s has U+0345, the mark that UTS #46 maps to a letter. */
static bool has_ypogegrammeni(struct iri_str s)
{
	for (size_t i = 0; i + 1 < s.n; i++)
		if (!memcmp(s.p + i, "\xCD\x85", 2))
			return true;
	return false;
}

/* Reports compatibility characters. Text without them is in NFKC if it is in NFC. */
static void check_compat(struct iri_lint_line *t, const struct iri_lint_run *run)
{
	uint32_t ch;
	size_t len;

	for (const char *p = run->s.p, *end = p + run->s.n; p < end && (len = iri_utf8_decode(p, end, &ch)); p += len)
		if (ch >= 0x80 && iri_char_is_compat(ch))
			iri_lint_found(t, RULE_NOT_NFKC, p, len, ch, NULL);
}

/* Reports combining sequences that are not in NFC, and so not in NFKC. */
static void check_nfc(struct iri_lint_line *t, const struct iri_lint_run *run)
{
	struct iri_buf *b = &t->l->text;
	const char *p = run->s.p, *end = p + run->s.n;
	const bool domain = run->where == IRI_HOST && t->domain;

	if (iri_is_ascii(run->s))
		return;
	while (p < end) {
		const char *start = p;
		p = iri_sequence_end(p, end);
		/*
		 * As in iri_nfc, marks after a percent-encoded octet or delimiter do not combine with it; they are
		 * checked by themselves.
		 */
		if (!iri_nfc_is_base(run->s.p, start))
			start++;
		const struct iri_str sequence = iri_between(start, p);
		/*
		 * UTS #46 maps U+0345 to a letter before NFC. A fix could move other marks to the place before U+0345,
		 * and so make another name.
		 */
		if (domain && has_ypogegrammeni(sequence))
			continue;
		if (sequence.n <= 1 || iri_is_nfc(sequence, b))
			continue;
		if (!iri_nfc_is_ascii(start, end))
			iri_lint_found(t, RULE_NOT_NFC, sequence.p, sequence.n, 0, NULL);
		iri_lint_found(t, RULE_NOT_NFKC, sequence.p, sequence.n, 0, NULL);
	}
}

/* Puts part of a run in NFC and decodes it as uri2iri would. Returns the result, in l->text. */
static struct iri_str shown(struct iri_linter *l, const struct iri_lint_run *part)
{
	l->view.n = l->text.n = 0;
	iri_nfc(part->s, &l->view, NULL);
	l->unmapper->escaped = NULL;
	iri_unmap_component(l->unmapper, part->where, iri_contents(&l->view), &l->text);
	l->failed = l->failed || l->view.failed || l->text.failed;
	return iri_contents(&l->text);
}

/* Checks one run, or part of one. */
static void walk(struct iri_lint_line *t, const struct iri_lint_run *run)
{
	struct iri_linter *l = t->l;
	struct text_walk w = {.t = t, .run = run, .at = run->s.p, .end = run->s.p + run->s.n};
	size_t off;

	/*
	 * Percent-encoded octets of non-ASCII characters stay encoded in a domain name, since it would map to another
	 * name if decoded. They also stay encoded where the decoded text would break section 4.2.
	 */
	w.keeps_encoded = (run->where == IRI_HOST && t->domain) ||
	                  (iri_may_be_rtl(run->s, true) && iri_bidi_check(shown(l, run), &off) != IRI_BIDI_WELL);
	l->view.n = l->text.n = 0;
	iri_pct_map(&l->view, run->s, false);
	l->unmapper->escaped = chars_check_escaped;
	l->unmapper->arg = &w;
	iri_unmap_component(l->unmapper, run->where, iri_contents(&l->view), &l->text);
	advance(&w, SIZE_MAX);
	for (unsigned i = 0; i < SPANS; i++)
		end_span(&w, i);
	l->failed = l->failed || l->view.failed || l->text.failed;
}

/* Calls `check` for each part of a run that section 4.2 treats as a component. */
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

void iri_lint_chars(struct iri_lint_line *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct iri_lint_run *run = &t->runs[i];
		t->where = run->where;
		/* walk decodes right-to-left text to check section 4.2, which holds for each part by itself. */
		if (iri_may_be_rtl(run->s, false))
			each_part(t, run, walk);
		else
			walk(t, run);
		check_nfc(t, run);
		if (iri_lint_enabled(t->l, RULE_NOT_NFKC))
			check_compat(t, run);
	}
}

/*
 * Reports the first digit of a part that is of another script (another set of digits, see iri_char_zero) than a digit
 * before it. text: the part as it is shown. If that differs from the part in the line, reports the whole part.
 */
static void chars_check_check_digits(struct iri_lint_line *t, const struct iri_lint_run *part, struct iri_str text)
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

/* Whether s may have percent-encoded digits: from U+0640 to U+1FFF, from U+A000 to U+AFFF, wide, or above U+FFFF. */
static bool may_have_digits(struct iri_str s)
{
	for (const char *p = s.p, *end = p + s.n; (p = memchr(p, '%', (size_t)(end - p))); p += 3) {
		const unsigned octet = iri_pct_octet(p);
		if ((octet >= 0xD9 && octet <= 0xE1) || octet == 0xEA || octet == 0xEF || octet == 0xF0)
			return true;
	}
	return false;
}

/* Whether s has digits of two scripts, if all is decoded. */
static bool may_mix_digits(struct iri_str s)
{
	uint32_t zero = 0;

	for (const char *p = s.p, *end = p + s.n; p < end;) {
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		const uint32_t its = u.octet ? 0 : iri_char_zero(u.ch);
		if (its && zero && its != zero)
			return true;
		zero = its ? its : zero;
		p += u.len;
	}
	return false;
}

/* Checks the bidi structure and the digits of a part, as it would look when it is decoded. */
static void check_part(struct iri_lint_line *t, const struct iri_lint_run *part)
{
	const bool raw = !iri_is_ascii(part->s), encoded = memchr(part->s.p, '%', part->s.n);
	size_t off = 0;

	/* For domain names there are RULE_BIDI_LABEL, and report_refusal in lint_look_alike.c. */
	if ((part->where == IRI_HOST && t->domain) ||
	    (!raw && !(encoded && may_have_digits(part->s) && may_mix_digits(part->s))))
		return;
	const struct iri_str text = encoded ? shown(t->l, part) : part->s;
	/* A part without raw non-ASCII characters follows section 4.2. */
	const enum iri_bidi bidi = raw ? iri_bidi_check(text, &off) : IRI_BIDI_WELL;
	const unsigned rule = bidi == IRI_BIDI_MIXED ? RULE_BIDI_MIXED_COMPONENT : RULE_BIDI_COMPONENT_ENDS;
	if (bidi != IRI_BIDI_WELL)
		iri_lint_found(t, rule, part->s.p, part->s.n, 0, NULL);
	chars_check_check_digits(t, part, text);
}

void iri_lint_parts(struct iri_lint_line *t)
{
	for (size_t i = 0; i < t->n; i++) {
		t->where = t->runs[i].where;
		each_part(t, &t->runs[i], check_part);
	}
}
