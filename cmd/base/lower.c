/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "lower.h"

#include "text.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

enum { SMALL_SIGMA = 0x3C3, FINAL_SIGMA = 0x3C2, CAPITAL_SIGMA = 0x3A3, CAPITAL_I_DOT = 0x130, DOT_ABOVE = 0x307 };

/* What the rule of the final sigma makes of a character */
enum sigma_rule {
	SIGMA_SKIPS, /* Case_Ignorable (Unicode, section 3.13) */
	SIGMA_CASED, /* a letter in upper, lower or title case */
	SIGMA_OTHER,
};

static enum sigma_rule sigma_rule_of(uint32_t ch)
{
	if (ch < 0x80) {
		const bool skips = ch == '\'' || ch == '.' || ch == ':' || ch == '^' || ch == '`';
		return skips ? SIGMA_SKIPS : iri_is_alphanumeric((char)ch) && !iri_is_digit((char)ch) ? SIGMA_CASED
		                                                                                     : SIGMA_OTHER;
	}
	const unsigned category = 1u << iri_property(ch)->category;
	if (ch == 0xB7 || ch == 0x2018 || ch == 0x2019 ||
	    category & (CATEGORY(MN) | CATEGORY(ME) | CATEGORY(CF) | CATEGORY(LM) | CATEGORY(SK)))
		return SIGMA_SKIPS;
	return category & (CATEGORY(LU) | CATEGORY(LL) | CATEGORY(LT)) ? SIGMA_CASED : SIGMA_OTHER;
}

/* Whether the next character that counts for the rule of the final sigma is a letter with case. */
static bool goes_on_cased(const char *p, const char *end)
{
	uint32_t ch;

	while (p < end) {
		const size_t n = iri_utf8_decode(p, end, &ch);
		const enum sigma_rule rule = n ? sigma_rule_of(ch) : SIGMA_OTHER;
		if (rule != SIGMA_SKIPS)
			return rule == SIGMA_CASED;
		p += n;
	}
	return false;
}

void lower_add_ascii(struct iri_str text, struct iri_buf *out)
{
	char *const to = iri_buf_reserve(out, text.n);

	if (!to)
		return;
	for (size_t i = 0; i < text.n; i++)
		to[i] = iri_lower(text.p[i]);
	out->n += text.n;
}

void lower_add(struct iri_str text, struct iri_buf *out)
{
	const char *p = text.p, *const end = p + text.n;
	bool after_cased = false;

	if (iri_is_ascii(text)) {
		lower_add_ascii(text, out);
		return;
	}
	while (p < end) {
		uint32_t ch;
		const size_t n = iri_utf8_decode(p, end, &ch);
		p += n ? n : 1;
		if (!n)
			continue;
		const enum sigma_rule rule = sigma_rule_of(ch);
		if (ch < 0x80) {
			iri_buf_putc(out, iri_lower((char)ch));
		} else if (rule == SIGMA_OTHER && iri_property(ch)->lowercase_seqindex == UINT16_MAX) {
			iri_buf_add(out, p - n, n);
		} else if (ch == CAPITAL_SIGMA) {
			buf_add_char(out, after_cased && !goes_on_cased(p, end) ? FINAL_SIGMA : SMALL_SIGMA);
		} else if (ch == CAPITAL_I_DOT) {
			iri_buf_putc(out, 'i');
			buf_add_char(out, DOT_ABOVE);
		} else {
			buf_add_char(out, (uint32_t)utf8proc_tolower((utf8proc_int32_t)ch));
		}
		if (rule != SIGMA_SKIPS)
			after_cased = rule == SIGMA_CASED;
	}
}

void decomposed_add(struct iri_str text, struct iri_buf *out)
{
	const char *p = text.p, *const end = p + text.n;

	if (iri_is_ascii(text)) {
		iri_buf_add(out, iri_present(text).p, text.n);
		return;
	}
	while (p < end) {
		uint32_t ch;
		utf8proc_int32_t form[32];
		const size_t n = iri_utf8_decode(p, end, &ch);
		p += n ? n : 1;
		if (!n)
			continue;
		const utf8proc_ssize_t len = utf8proc_decompose_char(
			(utf8proc_int32_t)ch, form, 32, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, NULL);
		for (utf8proc_ssize_t i = 0; i < len && i < 32; i++)
			if (form[i] < 0x300 || form[i] > 0x36F)
				buf_add_char(out, (uint32_t)form[i]);
	}
}
