/* SPDX-License-Identifier: ISC */
#include "host_run.h"

#include "link_end.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"

#include <string.h>

uint32_t iri_link_char_before(const struct link_search *s, const char *p, const char **before)
{
	const char *q = p, *next;

	*before = p;
	if (p <= s->from) /* cjk_run can move s->from behind the beginning of a host */
		return 0;
	do
		q--;
	while (q > s->from && p - q < 4 && iri_is_trail((unsigned char)*q));
	const uint32_t ch = iri_utf8_next(q, s->end, &next);
	*before = next == p ? q : p - 1;
	return next == p ? ch : 0;
}

/* Whether a label can have this character: a letter, mark, digit or hyphen, or an exception of IDNA 2008. */
static bool is_idna_char(uint32_t ch)
{
	if (ch < 0x80)
		return iri_is_alphanumeric((char)ch) || ch == '-';
	switch (iri_property(ch)->category) {
	case UTF8PROC_CATEGORY_LU:
	case UTF8PROC_CATEGORY_LL:
	case UTF8PROC_CATEGORY_LT:
	case UTF8PROC_CATEGORY_LM:
	case UTF8PROC_CATEGORY_LO:
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC:
	case UTF8PROC_CATEGORY_ND: return true;
	}
	switch (ch) { /* RFC 5892, section 2.6 and appendix A; the others there are letters */
	case 0xB7: case 0x0375: case 0x05F3: case 0x05F4: case 0x06FD: case 0x06FE: case 0x0F0B:
	case ZWNJ: case ZWJ: case 0x3007: case 0x30FB: return true;
	}
	return false;
}

bool iri_is_other_label_char(uint32_t ch)
{
	enum { MOST = 32 }; /* characters of a compatibility decomposition; Unicode has at most 18 */
	utf8proc_int32_t form[MOST];

	/* Han, Hangul, Hiragana and Katakana: without a lookup, since texts in these have long runs of letters. */
	if ((ch >= 0x4E00 && ch < 0x9FF0) || (ch >= 0xAC00 && ch <= 0xD7A3) || (ch >= 0x3041 && ch <= 0x3096) ||
	    (ch >= 0x30A1 && ch <= 0x30FA))
		return true;
	if (is_idna_char(ch) || ch == 0xAD) /* the soft hyphen is mapped to nothing */
		return true;
	const utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)ch, form, MOST,
	                                                   UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, NULL);
	for (utf8proc_ssize_t i = 0; i < n && i < MOST; i++)
		if (!is_idna_char((uint32_t)form[i]))
			return false;
	return n > 0 && n <= MOST;
}

bool iri_is_label_dot(const struct link_search *s, uint32_t ch, const char *p, const char *next)
{
	const char *ignored;

	if (!s->o->cjk)
		return ch == '.' || ch == 0x3002;
	return ch == '.' || (iri_is_wide_dot(ch) && iri_is_cjk(iri_link_char_before(s, p, &ignored)) &&
	                     iri_is_cjk(iri_utf8_next(next, s->end, &ignored)));
}

bool iri_link_is_tld(const struct link_search *s, struct iri_str label)
{
	/* No top-level domain begins with a digit (RFC 1123, section 2.1). So a number needs no call. */
	return s->o->is_tld && !iri_is_digit(*label.p) && s->o->is_tld(s->o->tld_arg, label);
}

bool iri_is_host_symbol(uint32_t ch)
{
	if (ch < 0xA0 || (ch >= 0x2500 && ch < 0x25A0)) /* box drawing and block elements */
		return false;
	const int category = iri_property(ch)->category;
	return category == UTF8PROC_CATEGORY_SO || category == UTF8PROC_CATEGORY_SK;
}

/*
 * If a symbol is at p, and letters and symbols, a dot and another label follow, returns the place of the dot; else
 * NULL. So the symbol can be part of a host, but an arrow at the end of one is not.
 */
static const char *symbols_end(const struct link_search *s, const char *p)
{
	const char *next;
	uint32_t ch = iri_utf8_next(p, s->end, &next);

	if (s->o->exact || !iri_is_host_symbol(ch))
		return NULL;
	do {
		p = next;
		ch = iri_utf8_next(p, s->end, &next);
	} while (ch && (iri_is_label_char(ch) || iri_is_host_symbol(ch)));
	return ch == '.' && iri_is_label_char(iri_utf8_next(next, s->end, &next)) ? p : NULL;
}

/*
 * Behind a scheme, a label can have symbols: the first label, or one in which at most one character stands before the
 * symbol. Returns the end of such a label, if a symbol of it is at p; else NULL. label: its start; labels: the number
 * of labels before it
 */
static const char *end_of_symbols(const struct link_search *s, const char *label, const char *p, size_t labels)
{
	const char *second;

	iri_utf8_next(label, s->end, &second);
	if (labels ? p > second : p > label && iri_is_local_host(iri_between(label, p)))
		return NULL;
	return symbols_end(s, p);
}

/*
 * Behind a scheme, a label can also have "_", "~" and percent-encoded octets. "_" and "~" at the end of the link are
 * not part of it, since plain text uses them for emphasis. Returns the end of such characters at p, or NULL if there
 * are none.
 */
static const char *more_of_label(const struct link_search *s, const char *p)
{
	const char *q = p, *next;

	if (p < s->end && *p == '%')
		return iri_is_pct(p, s->end) ? p + 3 : NULL;
	while (q < s->end && (*q == '_' || *q == '~'))
		q++;
	if (q == p)
		return NULL;
	uint32_t ch = iri_utf8_next(q, s->end, &next);
	if ((ch && ch < 0x80 && iri_begins_part((char)ch)) || (ch == '%' && iri_is_pct(q, s->end)))
		return q;
	if (ch == ':' && next < s->end && iri_is_digit(*next))
		return q;
	if (ch == '.')
		ch = iri_utf8_next(next, s->end, &next);
	return ch != '-' && iri_is_label_char(ch) ? q : NULL;
}

/*
 * For cjk: whether a label ends at p, because a CJK letter follows an ASCII top-level domain or an IPv4 address. label:
 * its start; labels: the number of labels before it; numeric: all characters of the labels are digits
 */
static bool ends_label(const struct link_search *s, const char *label, const char *p, size_t labels, bool numeric)
{
	const char *next;
	const struct iri_str part = iri_between(label, p);

	if (!s->o->cjk || !labels || !part.n || (unsigned char)p[-1] >= 0x80)
		return false;
	if (!iri_is_cjk(iri_utf8_next(p, s->end, &next)))
		return false;
	return (numeric && labels == 3) || (iri_is_ascii(part) && iri_link_is_tld(s, part));
}

struct host_run iri_host_run(const struct link_search *s, const char *p, bool scheme)
{
	struct host_run r = {.host_end = NULL};
	bool ended = false, bad = false, numeric = true;
	const char *next, *more;
	uint32_t ch;

	do {
		const char *const label = p;
		for (;; p = next) {
			ch = iri_utf8_next(p, s->end, &next);
			r.cut = ends_label(s, label, p, r.labels, numeric);
			if (r.cut)
				break;
			if (!iri_is_label_char(ch)) {
				more = scheme ? more_of_label(s, p) : NULL;
				if (!more && scheme)
					more = end_of_symbols(s, label, p, r.labels);
				if (!more)
					break;
				next = more;
			}
			numeric = numeric && ch < 0x80 && iri_is_digit((char)ch);
		}
		r.gap = r.gap || (ended && p > label);
		ended = ended || p == label;
		if (!ended) {
			bad = bad || *label == '-' || p[-1] == '-';
			r.labels++;
			r.last = iri_between(label, p);
			r.host_end = p;
		}
		r.end = p;
		p = next;
	} while (!r.cut && iri_is_label_dot(s, ch, r.end, next));
	if (bad)
		r.host_end = NULL;
	return r;
}

/* Whether there is a "%" at p, without hexadecimal digits behind it. */
static bool at_stray_percent(const struct link_search *s, const char *p)
{
	return p < s->end && *p == '%' && !iri_is_pct(p, s->end);
}

bool iri_host_goes_on(const struct link_search *s, const struct host_run *r)
{
	const char *const p = r->host_end, *const end = s->end;

	if (s->o->exact || p == end)
		return false;
	if (*p == '\\' || *p == '.') {
		const char next = end - p > 1 ? p[1] : 0, after = end - p > 2 ? p[2] : 0;
		if (*p == '\\')
			return next == '.';
		return (next && strchr("{$*([", next)) || at_stray_percent(s, p + 1) ||
		       (next == '<' && iri_byte_class(after) & CHAR_ALPHA);
	}
	/* After a whole host, a template can be its path. */
	const bool whole = r->labels > 1 || iri_is_local_host(r->last);
	return symbols_end(s, p) || (!whole && (*p == '{' || *p == '$' || at_stray_percent(s, p)));
}
