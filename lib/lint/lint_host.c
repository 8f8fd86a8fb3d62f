/* SPDX-License-Identifier: ISC */
/*
 * Checks of hosts: case, invalid domain names, and numbers that some software reads as IPv4 addresses.
 * lint_look_alike.c checks names that deceive.
 */
#include "lint_name.h"

#include "lib/base/str.h"
#include "lib/host/bidi.h"
#include "lib/host/host.h"
#include "lib/host/label.h"
#include "lib/syntax/dns_names.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/utf8.h"

#include <stdio.h>
#include <string.h>

/*
 * Reports a name whose last label is a number, since some software reads it as an IPv4 address (RFC 3986, section 7.4).
 * Does not report an address of four decimal numbers. s: the name with ASCII dots and, for a name that is not ASCII,
 * with U-labels.
 */
static void check_numbers(struct iri_lint_name *name, struct iri_str s)
{
	const bool root = s.n > 1 && s.p[s.n - 1] == '.';
	const char *end = s.p + s.n - root;
	size_t labels = 0, numbers = 0;
	bool odd = false, last = false; /* odd: a number is not decimal, or above 255 */

	for (const char *p = s.p; p <= end;) {
		const struct iri_str label = iri_between(p, iri_find_byte(p, end, '.'));
		uint64_t value;
		labels++;
		last = iri_read_number(label, &value);
		numbers += last;
		odd = odd || (last && (value > 255 || (label.n > 1 && *p == '0')));
		p += label.n + 1;
	}
	if (!last || (numbers == 4 && labels == 4 && !odd && !root && iri_same(s, name->raw)))
		return;
	uint32_t a;
	char address[16];
	const bool read = iri_read_ipv4(s, &a);
	/*
	 * With other schemes, a single number is often an id: rdar://11259213. As an address, one below 2^24 would be
	 * on "this network", where no packet goes (RFC 6890); 0 is this computer.
	 */
	if (!name->idna && labels == 1 && read && a && a >> 24 == 0)
		return;
	if (read)
		snprintf(address, sizeof address, "%u.%u.%u.%u", (unsigned)(a >> 24), (unsigned)(a >> 16 & 0xFF),
		         (unsigned)(a >> 8 & 0xFF), (unsigned)(a & 0xFF));
	const bool odd_ipv4 = numbers == labels && labels >= 2 && labels <= 4;
	iri_lint_name_found(name, odd_ipv4 ? RULE_ODD_IPV4 : RULE_HOST_IS_NUMBER, name->s.p, name->s.n, 0,
	                    read ? iri_lint_keep(name->t->l, address) : NULL);
}

/* What kind of labels a host has, raw or decoded */
struct look {
	bool non_ascii, ace;
	bool number;                   /* its last label begins with a digit */
	size_t dots;
};

static struct look look_at(struct iri_str s)
{
	struct look look = {.dots = 0};
	size_t label = 0;

	for (size_t i = 0; i < s.n; i++) {
		const char c = s.p[i];
		look.non_ascii = look.non_ascii || (unsigned char)c >= 0x80;
		if (c == '.') {
			label = i + 1;
			look.dots++;
		} else if (i == label) {
			look.number = iri_is_digit(c);
			look.ace = look.ace || iri_has_ace_prefix((struct iri_str){s.p + i, s.n - i});
		}
	}
	return look;
}

/* Reports a name that is too long. octets: its length in ASCII. A dot at its end, for the root, does not count. */
static void check_length(struct iri_lint_name *name, size_t octets)
{
	const bool root = name->s.n && name->s.p[name->s.n - 1] == '.';

	if (octets > NAME_MAX_OCTETS + (size_t)root)
		iri_lint_name_found(name, RULE_HOST_LENGTH, name->s.p, name->s.n, 0, NULL);
}

/* Checks an ASCII label that does not begin with "xn--". mapped: another label is non-ASCII, so that IDNA applies. */
static void check_ascii_label(struct iri_lint_name *name, struct iri_str label, bool mapped)
{
	bool ldh = label.n && label.n <= LABEL_MAX;

	if (label.n > LABEL_MAX)
		iri_lint_name_found(name, RULE_LABEL_LENGTH, label.p, label.n, 0, NULL);
	for (size_t i = 0; i < label.n; i++) {
		const char c = label.p[i];
		if (iri_is_ldh(c))
			continue;
		ldh = false;
		if (c == '%')
			i += 2; /* RULE_PCT_HOST reports it */
		else if (c == '_' && !mapped)
			iri_lint_name_found(name, RULE_UNDERSCORE_HOST, label.p + i, 1, 0, NULL);
		else
			iri_lint_name_found(name, RULE_IDNA_DISALLOWED, label.p + i, 1, (unsigned char)c, NULL);
	}
	const char *const why = ldh && mapped ? iri_ascii_label_fault(label) : NULL;
	if (why)
		iri_lint_name_found(name, RULE_IDNA_DISALLOWED, label.p, label.n, 0, why);
}

/*
 * Checks a label that is non-ASCII or begins with "xn--". If it is valid, appends it to l->host as iri_label_check
 * converts it, and returns its length in ASCII, in octets; else returns 0.
 */
static size_t check_label(struct iri_lint_name *name, struct iri_str label)
{
	static const unsigned rules[] = {
		[IRI_LABEL_LENGTH] = RULE_LABEL_LENGTH,  [IRI_LABEL_DISALLOWED] = RULE_IDNA_DISALLOWED,
		[IRI_LABEL_CONTEXT] = RULE_CONTEXT_RULE, [IRI_LABEL_BIDI] = RULE_BIDI_LABEL,
		[IRI_LABEL_ACE] = RULE_BAD_ACE,
	};
	struct iri_linter *l = name->t->l;
	const size_t before = l->host.n;
	struct iri_label checked;

	if (iri_label_check(l->clean, label, &l->scratch, &checked, &l->host) != IRI_OK) {
		l->failed = true;
		return 0;
	}
	/*
	 * check_bidi applies the bidi rule to all labels together. An A-label that breaks the rule is not decoded for
	 * check_bidi, so it is reported here.
	 */
	if (checked.fault != IRI_LABEL_WELL && (checked.fault != IRI_LABEL_BIDI || iri_bidi_label(label)))
		iri_lint_name_found(name, rules[checked.fault], label.p, label.n, checked.ch, checked.why);
	else if (checked.mapped)
		iri_lint_name_found(name, RULE_IDNA_MAPPED, label.p, label.n, 0, NULL);
	if (checked.fault == IRI_LABEL_WELL)
		iri_lint_look_alike(name, label, iri_added(&l->host, before));
	return checked.octets;
}

/*
 * Checks the bidi rule (RFC 5893, section 2): if one label has right-to-left characters, all labels must follow the
 * rule. `shown` is the name with U-labels.
 */
static void check_bidi(struct iri_lint_name *name, struct iri_str shown)
{
	const char *end = name->s.p + name->s.n, *u = shown.p, *u_end = u + shown.n;
	size_t len = 0;

	if (iri_bidi_domain(shown))
		return;
	for (const char *p = name->s.p; p <= end && u <= u_end; u++) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &len));
		const struct iri_str its = iri_between(u, iri_find_byte(u, u_end, '.'));
		if (label.n && its.n && !iri_bidi_label(its))
			iri_lint_name_found(name, RULE_BIDI_LABEL, label.p, label.n, 0, NULL);
		p += label.n + (len ? len : 1);
		u = its.p + its.n;
	}
}

/*
 * Reports that ToASCII rejects a non-ASCII name whose labels are all valid. For iri_to_uri, more is invalid than for
 * the checks of labels: a "%", a name that is mapped to an IPv4 address, and one that is long before the mapping.
 */
static void check_mapping(struct iri_lint_name *name)
{
	struct iri_linter *const l = name->t->l;
	struct iri_error err;

	if (!memchr(name->s.p, '%', name->s.n) && !look_at(iri_contents(&l->host)).number &&
	    name->s.n < 4 * (size_t)NAME_MAX_OCTETS)
		return;
	iri_buf_clear(&l->text);
	const enum iri_status status = iri_host_add_ascii(NULL, name->s, &l->scratch, &l->text, &err);
	if (status == IRI_BAD_HOST)
		iri_lint_name_found(name, RULE_IDNA_DISALLOWED, name->s.p + err.off, err.len, err.ch, err.why);
	else if (status == IRI_NO_MEMORY)
		l->failed = true;
}

/*
 * Checks a domain name that is non-ASCII or has a label that begins with "xn--". Collects its labels as Unicode in
 * l->host, for the rules about the whole name.
 */
static void check_domain(struct iri_lint_name *name)
{
	struct iri_linter *l = name->t->l;
	const char *end = name->s.p + name->s.n;
	const bool mapped = !iri_is_ascii(name->s);
	size_t octets = 0, len;

	l->host.n = l->written.n = 0;
	iri_buf_clear(&l->tld);
	iri_host_tld(iri_hosts_open(&l->clean), name->s, &l->scratch, &l->tld);
	if (l->tld.failed)
		return;
	for (const char *p = name->s.p;; p += len) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &len));
		const size_t before = l->host.n;
		if (!label.n && len) {
			iri_lint_name_found(name, RULE_LABEL_LENGTH, p, len, 0, NULL); /* only the root may be empty */
		} else if (!iri_is_ascii(label) || iri_has_ace_prefix(label)) {
			octets += check_label(name, label);
		} else {
			octets += label.n;
			check_ascii_label(name, label, mapped);
		}
		const struct iri_str shown = iri_has_ace_prefix(label) ? iri_added(&l->host, before) : label;
		iri_buf_add(&l->written, shown.n ? shown.p : label.p, shown.n ? shown.n : label.n);
		if (l->host.n == before)
			iri_buf_add(&l->host, label.p, label.n);
		p = label.p + label.n;
		if (!len)
			break;
		uint32_t ch = 0;
		if (len > 1 && iri_utf8_decode(p, end, &ch))
			iri_lint_name_found(name, RULE_IDNA_MAPPED, p, len, ch, "mapped to '.'");
		iri_buf_putc(&l->host, '.');
		iri_buf_putc(&l->written, '.');
		octets++;
	}
	if (l->host.failed) {
		l->failed = true;
		return;
	}
	check_length(name, octets);
	check_bidi(name, iri_contents(&l->host));
	check_numbers(name, iri_contents(&l->host));
	if (name->idna && mapped && !name->invalid)
		check_mapping(name);
}

/* Checks a domain name that is ASCII and has no label that begins with "xn--". */
static void check_ascii_domain(struct iri_lint_name *name)
{
	for (const char *p = name->s.p, *end = p + name->s.n; p <= end; p++) {
		const struct iri_str label = iri_between(p, iri_find_byte(p, end, '.'));
		p += label.n;
		if (!label.n && p < end)
			iri_lint_name_found(name, RULE_LABEL_LENGTH, p, 1, 0, NULL);
		else
			check_ascii_label(name, label, false);
	}
	check_length(name, name->s.n);
}

/* Whether the character at p, percent-encoded or not, extends the one before it, as a combining mark does. */
static bool begins_with_extender(const char *p, const char *end)
{
	char octets[4] = {0};
	size_t n = 0;
	uint32_t ch;

	for (; p < end && n < sizeof octets; p++) {
		const bool is_encoded = *p == '%' && iri_is_pct(p, end);
		octets[n++] = is_encoded ? (char)iri_pct_octet(p) : *p;
		p += is_encoded ? 2 : 0;
	}
	return n && iri_utf8_decode(octets, octets + n, &ch) && iri_char_extends(ch);
}

/*
 * Reports runs of ASCII upper-case letters (section 5.3.2.1: "US-ASCII only"). Skips the digits of percent-encoded
 * octets. Skips a letter before a combining mark, too: together they are another character.
 */
static void check_case(struct iri_lint_line *t, struct iri_str host)
{
	const char *run = NULL, *end = host.p + host.n;

	for (const char *p = host.p; p <= end; p++) {
		const bool upper = p < end && iri_is_upper(*p) && !begins_with_extender(p + 1, end);
		if (upper && !run)
			run = p;
		if (!upper && run) {
			iri_lint_found(t, RULE_HOST_CASE, run, (size_t)(p - run), 0, NULL);
			run = NULL;
		}
		if (p < end && *p == '%')
			p += 2; /* RULE_PCT_CASE is about its digits */
	}
}

/*
 * Checks a name that is intended for the DNS. A name that is no host of a scheme that uses domain names is checked for
 * deceit only: its scheme may allow other names, too.
 */
static void check_name(void *line, enum iri_component where, struct iri_str s)
{
	struct iri_lint_line *const t = line;
	struct iri_buf *const view = &t->l->view;
	const bool idna = where == IRI_HOST ? t->domain : t->flags & SCHEME_ACCOUNT;
	struct iri_lint_name name = {.t = t, .raw = s, .s = s, .idna = idna};

	t->where = where;
	if ((where == IRI_HOST && t->host_error) || (!t->valid && !iri_is_utf8(s)))
		return;
	if (memchr(s.p, '%', s.n)) {
		view->n = 0;
		iri_pct_decode_needless(view, s, true);
		if (view->failed)
			return;
		if (!iri_is_utf8(iri_contents(view))) {
			if (name.idna)
				iri_lint_found(t, RULE_IDNA_DISALLOWED, s.p, s.n, 0,
				               "its percent-encoding is not UTF-8");
			return;
		}
		name.decoded = true;
		name.s = iri_contents(view);
	}
	const struct look look = look_at(name.s);
	const bool international = look.non_ascii || look.ace;
	if (international) {
		check_domain(&name);
	} else {
		/* An address without "@" or a dot is rarely meant as a domain: sip:12345 */
		if (look.number && (where == IRI_HOST ? t->ref.host_kind != IRI_HOST_IPV4 : look.dots > 0))
			check_numbers(&name, name.s);
		if (name.idna)
			check_ascii_domain(&name);
	}
	if (t->l->known.names.n && iri_lint_enabled(t->l, RULE_CONFUSABLE_HOST))
		iri_lint_known(&name, international);
	if ((look.dots > 2 || look.non_ascii) && t->l->suffixes.is_suffix &&
	    iri_lint_enabled(t->l, RULE_DOMAIN_IN_SUBDOMAIN))
		iri_lint_subdomain(&name);
}

/* Checks the notation of a host: percent-encoding and case. */
static void check_notation(struct iri_lint_line *t)
{
	const struct iri_str host = t->ref.host;
	const bool literal = host.p[0] == '[', encoded = !literal && memchr(host.p, '%', host.n);

	for (const char *p = host.p, *end = p + host.n; encoded && (p = memchr(p, '%', (size_t)(end - p))); p++)
		if (iri_is_pct(p, end)) {
			iri_lint_found(t, RULE_PCT_HOST, host.p, host.n, 0, NULL);
			break;
		}
	if (encoded || literal || iri_has_upper(host))
		check_case(t, host);
}

void iri_lint_host(struct iri_lint_line *t)
{
	const struct iri_str host = t->ref.host;

	if (t->clean_host)
		return;
	t->where = IRI_HOST;
	if (host.n)
		check_notation(t);
	else if (iri_lint_lacks_host(t))
		iri_lint_found(t, RULE_MISSING_HOST, host.p ? host.p : t->ref.path.p, 0, 0, NULL);
	iri_each_name(&t->ref, t->flags, check_name, t);
}
