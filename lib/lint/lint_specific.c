/* SPDX-License-Identifier: ISC */
/*
 * Checks of what the specification of a scheme demands beyond the grammar of IRIs. The flags of the scheme, from the
 * table of schemes.c, choose the check.
 *
 * The checks read text character by character, percent-encoded or not, with iri_next_pct_char. An unreserved character
 * is the same with and without percent-encoding (section 5.3.2.3); a reserved one is not.
 */
#include "checks.h"

#include "lib/base/str.h"
#include "lib/syntax/data.h"
#include "lib/syntax/mailbox.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/pct_char.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"

#include <string.h>

/* Reports len bytes at p, after the scheme, in the component where p is. */
static void scheme_check_found(struct iri_lint_line *t, unsigned rule, const char *p, size_t len, uint32_t ch,
                               const char *why)
{
	const struct iri_ref *const r = &t->ref;

	t->where = r->query.p && p >= r->query.p ? IRI_QUERY : p < r->path.p ? IRI_HOST : IRI_PATH;
	iri_lint_found(t, rule, p, len, ch, why);
}

/* Reports a character that does not fit. */
static void found_char(struct iri_lint_line *t, unsigned rule, const struct iri_pct_char *u, const char *why)
{
	scheme_check_found(t, rule, u->p, u->len, u->octet ? 0 : u->ch, why);
}

/* Returns the text after the scheme and its colon: up to the fragment or, without the query, up to that. */
static struct iri_str after_scheme(const struct iri_lint_line *t, bool query)
{
	const struct iri_ref *const r = &t->ref;
	const struct iri_str last = query && r->query.p ? r->query : r->path;

	return iri_between(r->scheme.p + r->scheme.n + 1, last.p + last.n);
}

/* Returns the character if it is ASCII, and is not percent-encoded or needs no percent-encoding; else 0. */
static char ascii_of(const struct iri_pct_char *u)
{
	return u->ch < 0x80 && (!u->encoded || iri_is_needless(u->ch)) ? (char)u->ch : '\0';
}

/* Whether c is not NUL and one of these characters. */
static bool is_one_of(char c, const char *chars)
{
	return c && strchr(chars, c);
}

/*
 * Whether an atom can contain the character (RFC 5322, section 3.2.3; RFC 6532, section 3.2). RFC 6068, section 2,
 * demands percent-encoding for some of these characters.
 */
static bool is_atext(const struct iri_pct_char *u)
{
	if (u->octet)
		return false;
	if (u->ch >= 0x80)
		return true;
	const char c = (char)u->ch;
	return iri_is_alphanumeric(c) || is_one_of(c, u->encoded ? "!#$%&'*+-/=?^_`{|}~" : "!$'*+-_~");
}

/* Whether an address must have the character percent-encoded (RFC 6068, section 2, rule 1). */
static bool needs_encoding(const struct iri_pct_char *u)
{
	return !u->encoded && u->ch < 0x80 && is_one_of((char)u->ch, "&/;=?");
}

/* Returns what is wrong with a character of an address that does not fit. */
static const char *address_fault(const struct iri_pct_char *u)
{
	if (u->octet)
		return "percent-encoded octets that are not UTF-8";
	switch (u->ch) {
	case ' ': return "an address cannot have a space";
	case ',': return "do not percent-encode a comma between addresses";
	case ';': return "addresses are separated by a comma";
	}
	return needs_encoding(u) ? "percent-encode this character in an address" : "an address cannot have it here";
}

/*
 * Checks atoms with a dot between each two of them (RFC 5322, section 3.2.3). missing: the error if there are none.
 * Returns false if it reports an error.
 */
static bool check_dot_atom(struct iri_lint_line *t, struct iri_str s, const char *missing)
{
	const char *const end = s.p + s.n;
	struct iri_pct_char u = {.p = s.p};
	bool dot = true; /* an atom must begin here */

	for (const char *p = s.p; p < end; p += u.len) {
		u = iri_next_pct_char(p, end);
		const bool is_dot = ascii_of(&u) == '.';
		if (is_dot ? dot : !is_atext(&u)) {
			found_char(t, RULE_BAD_MAILTO, &u, is_dot ? "a dot without text before it" : address_fault(&u));
			return false;
		}
		dot = is_dot;
	}
	if (dot)
		scheme_check_found(t, RULE_BAD_MAILTO, u.p, u.len, 0, s.n ? "a dot without text after it" : missing);
	return !dot;
}

/*
 * Checks the characters from p to end: between quotation marks (RFC 5322, section 3.2.4), or between brackets (RFC
 * 6068, section 2: dtext-no-obs). Allows spaces between quotation marks, as RFC 5321, section 4.1.2, does. Returns
 * false if it reports an error.
 */
static bool check_enclosed(struct iri_lint_line *t, const char *p, const char *end, bool quoted)
{
	while (p < end) {
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		const bool bad = u.ch < (quoted ? ' ' : '!') || u.ch == 0x7F ||
		                 (!quoted && (u.ch == '[' || u.ch == '\\' || u.ch == ']'));
		if (bad || u.octet || needs_encoding(&u)) {
			found_char(t, RULE_BAD_MAILTO, &u, address_fault(&u));
			return false;
		}
		p += u.len;
	}
	return true;
}

/* Whether s begins and ends with percent-encoded brackets. */
static bool is_in_brackets(struct iri_str s)
{
	if (s.n < 6)
		return false;
	const char *const last = s.p + s.n - 3;
	return *s.p == '%' && iri_pct_octet(s.p) == '[' && *last == '%' && iri_pct_octet(last) == ']';
}

/*
 * Returns the first '@' from p to end that is percent-encoded, as some generators hide addresses. If there is none, its
 * length is 0.
 */
static struct iri_pct_char find_encoded_at(const char *p, const char *end)
{
	while (p < end) {
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		if (u.encoded && u.ch == '@')
			return u;
		p += u.len;
	}
	return (struct iri_pct_char){.p = end};
}

/* Checks one address (RFC 6068, section 2: addr-spec). */
static void check_address(struct iri_lint_line *t, struct iri_str s)
{
	const char *const end = s.p + s.n, *const quoted = iri_quoted_end(s.p, end);
	const char *const at = quoted ? iri_find_byte(quoted, end, '@') : end;
	const struct iri_pct_char encoded = find_encoded_at(quoted && at == end ? quoted : end, end);
	const char *why = NULL;

	if (!s.n)
		why = "an address is missing beside a comma";
	else if (!quoted)
		why = "a quotation mark is not closed";
	else if (encoded.len)
		found_char(t, RULE_BAD_MAILTO, &encoded, "write the '@' before the domain as it is");
	else if (at == end)
		why = "an address needs '@' and a domain";
	if (why)
		scheme_check_found(t, RULE_BAD_MAILTO, s.p, s.n, 0, why);
	if (at == end)
		return;
	const struct iri_str domain = iri_between(at + 1, end);
	const bool local = quoted > s.p ? check_enclosed(t, s.p + 3, quoted - 3, true)
	                                : check_dot_atom(t, iri_between(s.p, at), "the name before '@' is missing");
	if (local && quoted > s.p && quoted < at) {
		scheme_check_found(t, RULE_BAD_MAILTO, quoted, (size_t)(at - quoted), 0,
		                   "text after the quotation mark");
		return;
	}
	if (local && is_in_brackets(domain))
		check_enclosed(t, domain.p + 3, end - 3, false);
	else if (local)
		check_dot_atom(t, domain, "the domain after '@' is missing");
}

/* Whether a header field of a query names a recipient. */
static bool has_recipient(struct iri_linter *l, struct iri_str query)
{
	struct iri_pairs walk = iri_pairs(query, '&');

	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		if (!iri_is_recipient(pair.key))
			continue;
		l->scratch.n = 0;
		iri_pct_decode(&l->scratch, pair.value);
		const struct iri_str value = iri_contents(&l->scratch);
		if (value.n && memchr(value.p, '@', value.n))
			return true;
	}
	return false;
}

/*
 * Checks the addresses of a mailto IRI in its path. An address in a header field of the query is not checked: it is the
 * value of a message header (RFC 6068, section 2), which can have more forms, for instance with the name of a person.
 */
static void check_mailto(struct iri_lint_line *t)
{
	const struct iri_str s = after_scheme(t, false);
	const char *const end = s.p + s.n, *at;
	const bool fields = t->ref.query.n;

	if (t->ref.authority.p) {
		scheme_check_found(t, RULE_BAD_MAILTO, s.p, 2, 0, "an address has no '//' before it");
		return;
	}
	if (!s.n && !(fields && has_recipient(t->l, t->ref.query))) {
		t->where = IRI_PATH;
		iri_lint_found_as(t, RULE_BAD_MAILTO, fields ? IRI_SEVERITY_INFO : IRI_SEVERITY_ERROR, s.p, 0, 0,
		                  fields ? "no address; the sender has to add one" : "no address");
	}
	for (const char *p = s.p; s.n; p++) {
		const char *const stop = iri_mailbox_end(p, end, &at);
		check_address(t, iri_between(p, stop));
		p = stop;
		if (p == end)
			break;
	}
}

/*
 * Checks the digits of a number from p to end, after the "+" of a global number. In a local number, A to F, "*" and "#"
 * are digits, too; "#" is percent-encoded, since it would begin a fragment. RFC 3966 is from the time of RFC 2396, in
 * which the separators and "*" were unreserved, so percent-encoding does not matter. Returns false if it reports an
 * error.
 */
static bool scheme_check_check_digits(struct iri_lint_line *t, const char *p, const char *end, bool global)
{
	const char *const start = p;
	bool any = false;

	while (p < end) {
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		const char c = u.ch < 0x80 ? (char)u.ch : '\0';
		const bool digit = global ? iri_is_digit(c)
		                          : iri_byte_class(c) & CHAR_HEXDIG || is_one_of(c, "*#");
		if (!digit && !is_one_of(c, "-.()")) { /* visual-separator */
			found_char(t, RULE_BAD_TEL, &u, "a number has digits, and only - . ( ) between them");
			return false;
		}
		any = any || digit;
		p += u.len;
	}
	if (!any)
		scheme_check_found(t, RULE_BAD_TEL, start, (size_t)(end - start), 0, "no digit");
	return any;
}

/* Whether s is a domain name as RFC 3966, section 3, has it: without percent-encoding; the last label is no number. */
static bool is_phone_domain(struct iri_str s)
{
	const char *const end = s.p + s.n - (s.n > 1 && s.p[s.n - 1] == '.'), *label = s.p;

	for (const char *p = s.p;; p++) {
		if (p < end && (iri_is_alphanumeric(*p) || *p == '-'))
			continue;
		if (p == label || *label == '-' || p[-1] == '-' || (p < end && *p != '.'))
			return false;
		if (p == end)
			return iri_byte_class(*label) & CHAR_ALPHA;
		label = p + 1;
	}
}

/* Checks the value of a parameter (RFC 3966, section 3). Returns false if it reports an error. */
static bool scheme_check_check_value(struct iri_lint_line *t, struct iri_str name, struct iri_str value)
{
	const char *const end = value.p + value.n;

	if (!value.n) {
		scheme_check_found(t, RULE_BAD_TEL, value.p, 0, 0, "a parameter has no value after '='");
		return false;
	}
	if (iri_is_caseless(name, "ext"))
		return scheme_check_check_digits(t, value.p, end, true);
	if (iri_is_caseless(name, "phone-context")) {
		if (*value.p == '+')
			return scheme_check_check_digits(t, value.p + 1, end, true);
		if (!is_phone_domain(value))
			scheme_check_found(t, RULE_BAD_TEL, value.p, value.n, 0,
			                   "the context is neither '+' and digits nor a domain name");
		return is_phone_domain(value);
	}
	/* A subaddress can have any character of a URI. */
	for (const char *p = value.p; p < end && !iri_is_caseless(name, "isub"); p++)
		if (is_one_of(*p, ",=@?")) {
			scheme_check_found(t, RULE_BAD_TEL, p, 1, (unsigned char)*p,
			                   "percent-encode this character in a parameter");
			return false;
		}
	return true;
}

/* Checks a telephone number (RFC 3966, section 3). */
static void check_tel(struct iri_lint_line *t)
{
	const struct iri_str s = after_scheme(t, true);
	const char *const end = s.p + s.n, *const number = iri_find_byte(s.p, end, ';');
	const bool global = s.n && *s.p == '+';
	bool context = false, isub = false;

	if (!scheme_check_check_digits(t, s.p + global, number, global))
		return;
	for (const char *p = number; p < end;) {
		const char *const begin = p + 1;
		p = iri_find_byte(begin, end, ';');
		const char *const sign = iri_find_byte(begin, p, '=');
		const struct iri_str name = iri_between(begin, sign);
		size_t n = 0;
		while (n < name.n && (iri_is_alphanumeric(name.p[n]) || name.p[n] == '-'))
			n++;
		context = context || (sign < p && iri_is_caseless(name, "phone-context"));
		if (isub)
			continue; /* a subaddress can have ";", too */
		isub = iri_is_caseless(name, "isub");
		if (n < name.n || !name.n) {
			scheme_check_found(t, RULE_BAD_TEL, begin, name.n, 0,
			                   "a parameter name has letters, digits and hyphens");
			return;
		}
		if (sign < p && !scheme_check_check_value(t, name, iri_between(sign + 1, p)))
			return;
	}
	if (!global && !context)
		scheme_check_found(t, RULE_BAD_TEL, s.p, (size_t)(number - s.p), 0,
		                   "a local number needs ;phone-context=; a global one begins with '+'");
}

/* Checks a namespace identifier (RFC 8141, section 2: NID). */
static void check_nid(struct iri_lint_line *t, struct iri_str nid)
{
	enum { SHORTEST = 2, LONGEST = 32 };
	const char *p = nid.p, *const end = p + nid.n;

	while (p < end && (iri_is_alphanumeric(*p) || *p == '-'))
		p++;
	if (p < end) {
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		found_char(t, RULE_BAD_URN, &u, "a namespace has letters, digits and hyphens");
	} else if (!nid.n) {
		scheme_check_found(t, RULE_BAD_URN, nid.p, 0, 0, "no namespace");
	} else if (*nid.p == '-' || end[-1] == '-') {
		scheme_check_found(t, RULE_BAD_URN, *nid.p == '-' ? nid.p : end - 1, 1, 0,
		                   "a hyphen at an end of the namespace");
	} else if (nid.n < SHORTEST || nid.n > LONGEST) {
		scheme_check_found(t, RULE_BAD_URN, nid.p, nid.n, 0, "a namespace has 2 to 32 characters");
	}
}

/* Checks a URN (RFC 8141, section 2: assigned-name). */
static void check_urn(struct iri_lint_line *t)
{
	const struct iri_str s = after_scheme(t, false);
	const char *const end = s.p + s.n, *const colon = iri_find_byte(s.p, end, ':');

	check_nid(t, iri_between(s.p, colon));
	if (end - colon <= 1)
		scheme_check_found(t, RULE_BAD_URN, end, 0, 0, "no name after the namespace");
}

/*
 * Checks base64 (RFC 4648, section 4). RFC 2397 refers to the base64 of MIME, whose decoders ignore white space (RFC
 * 2045, section 6.8), and so do browsers; in an IRI it is percent-encoded. Browsers also accept base64 without its
 * padding, but both RFCs demand it.
 */
static void check_base64(struct iri_lint_line *t, struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;
	size_t n = 0, padding = 0;

	while (p < end) {
		const char *const start = p;
		while (p < end && !padding && (iri_is_alphanumeric(*p) || *p == '+' || *p == '/'))
			p++; /* nearly all of it, so that images in pages cost little */
		n += (size_t)(p - start);
		if (p == end)
			break;
		const struct iri_pct_char u = iri_next_pct_char(p, end);
		const char c = u.ch < 0x80 ? (char)u.ch : '\0';
		const bool space = iri_base64_ignores(c), digit = iri_base64_value(c) >= 0;
		if (!space && !(digit && !padding) && !(c == '=' && iri_base64_takes_padding(n, padding))) {
			found_char(t, RULE_BAD_DATA, &u, c == '='               ? "padding where base64 has none"
			                                 : padding              ? "text after the padding of base64"
			                                 : is_one_of(c, "-_") ? "base64url; base64 has '+' and '/'"
			                                                      : "not a character of base64");
			return;
		}
		n += digit;
		padding += c == '=';
		p += u.len;
	}
	if ((n + padding) % 4)
		scheme_check_found(t, RULE_BAD_DATA, end, 0, 0,
		                   n % 4 == 1 ? "the base64 is cut off" : "the padding '=' of base64 is missing");
}

/* Checks data in an IRI (RFC 2397, section 3). A "?" is part of it, not the beginning of a query. */
static void check_data(struct iri_lint_line *t)
{
	const struct iri_str s = after_scheme(t, true);
	struct iri_data data;

	if (s.n && *s.p == '/')
		scheme_check_found(t, RULE_BAD_DATA, s.p, 1, 0, "a media type does not begin with '/'");
	if (!iri_data_split(&t->ref, &data))
		scheme_check_found(t, RULE_BAD_DATA, s.p + s.n, 0, 0, "no comma before the data");
	else if (data.base64)
		check_base64(t, data.data);
}

/* Reports the host of a file that is not the local host (RFC 8089, section 2). */
static void check_file_host(struct iri_lint_line *t)
{
	const struct iri_str host = t->ref.host;

	if (iri_is_this_machine(host))
		return;
	const bool drive = host.n == 1 && iri_byte_class(*host.p) & CHAR_ALPHA;
	t->where = IRI_HOST;
	iri_lint_found(t, RULE_FILE_HOST, host.p, host.n, 0,
	               drive ? "a drive is part of the path; write file:///" : NULL);
}

void iri_lint_specific(struct iri_lint_line *t)
{
	const unsigned flags = t->flags;
	struct iri_data data;

	if (flags & SCHEME_LOCALHOST)
		check_file_host(t);
	if (flags & SCHEME_SCRIPT) {
		t->where = IRI_SCHEME;
		iri_lint_found(t, RULE_SCRIPT_LINK, t->ref.scheme.p, t->ref.scheme.n, 0, NULL);
	}
	if (flags & SCHEME_DATA && iri_data_split(&t->ref, &data) && data.page)
		scheme_check_found(t, RULE_DATA_PAGE, data.type.p, data.type.n, 0, NULL);
	/* The other checks read characters with iri_next_pct_char, which needs a parsed text. */
	if (!t->valid)
		return;
	if (flags & SCHEME_MAILBOX)
		check_mailto(t);
	if (flags & SCHEME_PHONE)
		check_tel(t);
	if (flags & SCHEME_NID)
		check_urn(t);
	if (flags & SCHEME_DATA)
		check_data(t);
}
