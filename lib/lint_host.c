/* SPDX-License-Identifier: ISC */
/* Hosts: their case, names that are no domain names, and numbers. */
#include "chars.h"
#include "lint.h"
#include "pct.h"
#include "scheme.h"
#include "utf8.h"

#include <string.h>

enum { NAME_MAX_OCTETS = 253 };

/* A number as inet_aton(3) reads one. *odd: octal, hexadecimal, or beyond an octet. */
static bool is_number(struct iri_str s, bool *odd)
{
	unsigned digits = CHAR_DIGIT, value = 0;
	size_t i = 0;

	if (!s.n)
		return false;
	if (s.n >= 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x') {
		digits = CHAR_HEXDIG;
		i = 2;
	}
	for (; i < s.n; i++) {
		if (!(iri_byte_class(s.p[i]) & digits))
			return false;
		if (value <= 255)
			value = 10 * value + iri_hex_value(s.p[i]);
	}
	*odd = digits == CHAR_HEXDIG || (s.n > 1 && s.p[0] == '0') || value > 255;
	return true;
}

/* Names of which some software makes an IPv4 address (RFC 3986, section 7.4). */
static void check_numbers(struct iri_lint *t, struct iri_str host)
{
	const bool root = host.n > 1 && host.p[host.n - 1] == '.';
	const struct iri_str name = {host.p, host.n - root};
	const char *end = name.p + name.n;
	size_t labels = 0, numbers = 0;
	bool odd = false, last = false, is_odd = false;

	for (const char *p = name.p; p <= end;) {
		const char *dot = p < end ? memchr(p, '.', (size_t)(end - p)) : NULL;
		const struct iri_str label = {p, (size_t)((dot ? dot : end) - p)};
		labels++;
		last = is_number(label, &is_odd);
		numbers += last;
		odd = odd || (last && is_odd);
		p = label.p + label.n + 1;
	}
	if (!last || (numbers == 4 && labels == 4 && !odd && !root))
		return;
	if (numbers == labels && labels >= 2 && labels <= 4)
		iri_lint_found(t, RULE_ODD_IPV4, host.p, host.n, 0, NULL);
	else
		iri_lint_found(t, RULE_HOST_IS_NUMBER, host.p, host.n, 0, NULL);
}

/* One label beyond ASCII, or that begins like an A-label. Returns its octets as an A-label. */
static size_t check_label(struct iri_lint *t, struct iri_str label)
{
	static const unsigned rules[] = {
		[IRI_LABEL_LENGTH] = RULE_LABEL_LENGTH,       [IRI_LABEL_DISALLOWED] = RULE_IDNA_DISALLOWED,
		[IRI_LABEL_CONTEXT] = RULE_CONTEXT_RULE,      [IRI_LABEL_BIDI] = RULE_BIDI_LABEL,
		[IRI_LABEL_ACE] = RULE_BAD_ACE,
	};
	struct iri_linter *l = t->l;
	struct iri_label look;
	struct iri_str name = label;

	if (memchr(label.p, '%', label.n)) {
		l->text.n = 0;
		iri_pct_decode(&l->text, label);
		name = (struct iri_str){l->text.p, l->text.n};
		uint32_t ch;
		size_t len = 1;
		for (const char *p = name.p, *end = p + name.n; p && p < end && len; p += len)
			len = iri_utf8_decode(p, end, &ch);
		if (!len || l->text.failed)
			return label.n; /* RULE_PCT_NOT_UTF8 */
	}
	if (iri_label_look(name, &l->scratch, &look, &l->host) != IRI_OK) {
		l->failed = true;
		return label.n;
	}
	/* What is not encoded is for the rule that holds for all labels together. */
	if (look.fault != IRI_LABEL_WELL && (look.fault != IRI_LABEL_BIDI || iri_bidi_label(name)))
		iri_lint_found(t, rules[look.fault], label.p, label.n, 0, look.why);
	else if (look.mapped)
		iri_lint_found(t, RULE_IDNA_MAPPED, label.p, label.n, 0, NULL);
	return look.fault == IRI_LABEL_WELL ? look.octets : label.n;
}

/* The end of the label at p. UTS #46 maps three characters to the dot; *len is the length of the one there. */
static const char *label_end(const char *p, const char *end, size_t *len)
{
	for (; p < end; p++) {
		*len = *p == '.';
		if (end - p >= 3 && (!memcmp(p, "\xE3\x80\x82", 3) || !memcmp(p, "\xEF\xBC\x8E", 3) || !memcmp(p, "\xEF\xBD\xA1", 3)))
			*len = 3;
		if (*len)
			return p;
	}
	*len = 0;
	return end;
}

/* A domain name that is not plain. Its labels as Unicode go to l->host, for the rule that holds for all together. */
static void check_domain(struct iri_lint *t, struct iri_str host)
{
	struct iri_linter *l = t->l;
	const char *end = host.p + host.n;
	size_t octets = 0, len;

	l->host.n = 0;
	for (const char *p = host.p;; p += len) {
		const struct iri_str label = {p, (size_t)(label_end(p, end, &len) - p)};
		bool ascii = true;
		for (size_t i = 0; i < label.n; i++)
			ascii = ascii && (unsigned char)label.p[i] < 0x80 && label.p[i] != '%';
		const bool ace = label.n >= 4 && (label.p[0] | 0x20) == 'x' && (label.p[1] | 0x20) == 'n' && label.p[2] == '-' &&
		                 label.p[3] == '-';
		const size_t before = l->host.n;
		if (!ascii || ace)
			octets += check_label(t, label);
		else
			octets += label.n;
		if (l->host.n == before)
			iri_buf_add(&l->host, label.p, label.n);
		p = label.p + label.n;
		if (!len)
			break;
		if (len > 1)
			iri_lint_found(t, RULE_IDNA_MAPPED, p, len, 0x3002, "one of the dots that are mapped to '.'");
		iri_buf_putc(&l->host, '.');
		octets++;
	}
	if (l->host.failed) {
		l->failed = true;
		return;
	}
	const struct iri_str unicode = {l->host.p, l->host.n};
	if (octets > NAME_MAX_OCTETS + (size_t)(host.n && end[-1] == '.'))
		iri_lint_found(t, RULE_HOST_LENGTH, host.p, host.n, 0, NULL);
	/* RFC 5893, section 2: if one label is of the other direction, all have to keep to the rule. */
	if (!iri_bidi_domain(unicode)) {
		const char *u = unicode.p, *u_end = u + unicode.n;
		for (const char *p = host.p; p <= end && u <= u_end; p += len ? len : 1, u++) {
			const struct iri_str label = {p, (size_t)(label_end(p, end, &len) - p)};
			const char *dot = u < u_end ? memchr(u, '.', (size_t)(u_end - u)) : NULL;
			const struct iri_str shown = {u, (size_t)((dot ? dot : u_end) - u)};
			if (label.n && shown.n && !iri_bidi_label(shown))
				iri_lint_found(t, RULE_BIDI_LABEL, label.p, label.n, 0, NULL);
			p = label.p + label.n;
			u = shown.p + shown.n;
		}
	}
}

static void check_case(struct iri_lint *t, struct iri_str host)
{
	size_t first = host.n, last = 0;

	for (size_t i = 0; i < host.n; i++) {
		if (host.p[i] == '%') {
			i += 2; /* RULE_PCT_CASE */
		} else if (host.p[i] >= 'A' && host.p[i] <= 'Z') {
			if (first == host.n)
				first = i;
			last = i;
		}
	}
	if (first < host.n)
		iri_lint_found(t, RULE_HOST_CASE, host.p + first, last + 1 - first, 0, NULL);
}

/* The lengths of labels and of the whole, and '_': for a name of plain ASCII, in one go. */
static void check_plain(struct iri_lint *t, struct iri_str host)
{
	const char *start = host.p, *end = host.p + host.n;

	for (const char *p = start; p <= end; p++) {
		if (p < end && *p != '.')
			continue;
		const size_t n = (size_t)(p - start);
		/* The root's label is empty. */
		if (n > 63 || (!n && !(p == end && host.n > 1)))
			iri_lint_found(t, RULE_LABEL_LENGTH, n ? start : p - (p == end), n ? n : 1, 0, n ? NULL : "an empty one");
		start = p + 1;
	}
	if (host.n > NAME_MAX_OCTETS + (size_t)(end[-1] == '.'))
		iri_lint_found(t, RULE_HOST_LENGTH, host.p, host.n, 0, NULL);
}

void iri_lint_host(struct iri_lint *t)
{
	const struct iri_str host = t->ref.host;
	bool upper = false, percent = false, beyond = false, ace = false, number = false, odd = false;
	size_t label = 0;

	if (!host.n) {
		/* "http and its kin": those of which browsers know that they have a host. */
		if (t->licence & SCHEME_BACKSLASH && !(t->licence & SCHEME_LOCALHOST))
			iri_lint_found(t, RULE_MISSING_HOST, host.p ? host.p : t->s.p + t->ref.scheme.n + 1, 0, 0, NULL);
		return;
	}
	if (host.p[0] == '[') {
		check_case(t, host);
		return;
	}
	for (size_t i = 0; i < host.n; i++) {
		const char c = host.p[i];
		upper = upper || (c >= 'A' && c <= 'Z');
		percent = percent || c == '%';
		beyond = beyond || (unsigned char)c >= 0x80;
		ace = ace || (c == '-' && i >= 3 && host.p[i - 1] == '-' && i - label == 3 && (host.p[label] | 0x20) == 'x' &&
		              (host.p[label + 1] | 0x20) == 'n');
		odd = odd || !(iri_byte_class(c) & (CHAR_ALPHA | CHAR_DIGIT) || c == '.' || c == '-');
		if (c == '.')
			label = i + 1;
		else
			number = i == label ? (iri_byte_class(c) & CHAR_DIGIT) != 0 : number;
	}
	if (upper)
		check_case(t, host);
	for (const char *p = host.p, *end = p + host.n; percent && (p = memchr(p, '%', (size_t)(end - p))); p++)
		if (iri_is_triplet(p, end)) {
			iri_lint_found(t, RULE_PCT_HOST, host.p, host.n, 0, NULL);
			break;
		}
	if (!t->domain)
		return;
	if (number && t->ref.host_kind != IRI_HOST_IPV4)
		check_numbers(t, host);
	for (size_t i = 0; odd && i < host.n; i++)
		if (host.p[i] == '_')
			iri_lint_found(t, RULE_UNDERSCORE_HOST, host.p + i, 1, 0, NULL);
		else if (host.p[i] == '%')
			i += 2;
		else if (!(iri_byte_class(host.p[i]) & (CHAR_ALPHA | CHAR_DIGIT)) && (unsigned char)host.p[i] < 0x80 &&
		         host.p[i] != '.' && host.p[i] != '-')
			iri_lint_found(t, RULE_IDNA_DISALLOWED, host.p + i, 1, (uint32_t)host.p[i], NULL);
	if (beyond || ace || percent)
		check_domain(t, host);
	check_plain(t, host);
}
