/* SPDX-License-Identifier: ISC */
/*
 * Parser for the grammar of section 2.2: the parts that are not inlined (see parse.h). The parser goes through a
 * reference from left to right, and takes each component up to the delimiter that ends it; the regular expression of
 * RFC 3986, appendix B, gives the same components. An error is a character that can neither be in the component nor end
 * it.
 */
#include "parse.h"

#include "lib/iri.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* The reference for which an error is reported. */
struct parse_subject {
	const char *start, *end;
	struct iri_error *err; /* or NULL */
};

/*
 * Reports an error at p: at the character there, or at the end of the reference. If the bytes at p are not UTF-8,
 * reports IRI_BAD_UTF8 instead. why: details as static text, or NULL.
 */
static void parse_fail(const struct parse_subject *ps, enum iri_status status, enum iri_component where, const char *p,
                       const char *why)
{
	uint32_t ch = 0;
	size_t len = 0;

	if (!ps->err)
		return;
	if (p < ps->end) {
		len = iri_utf8_decode(p, ps->end, &ch);
		if (!len) {
			status = IRI_BAD_UTF8;
			why = iri_utf8_fault(p, ps->end, &len);
			ch = (unsigned char)*p;
		}
	}
	*ps->err = (struct iri_error){
		.status = status, .where = where, .off = (size_t)(p - ps->start), .len = len, .ch = ch, .why = why};
}

/* Reports why the character at p can neither be in this component nor end it. */
static void reject(const struct parse_subject *ps, enum iri_component where, const char *p)
{
	struct iri_error *const err = ps->err;

	parse_fail(ps, IRI_BAD_CHAR, where, p, NULL);
	if (!err || err->status != IRI_BAD_CHAR)
		return;
	const unsigned class = err->ch >= 0x80 ? iri_char_class(err->ch) : 0;
	if (where == IRI_PORT)
		err->status = IRI_BAD_PORT;
	else if (err->ch == '%')
		err->status = IRI_BAD_PERCENT;
	else if (class == CHAR_IPRIVATE)
		err->status = IRI_BAD_PRIVATE;
	else if (class == CHAR_BIDI)
		err->status = IRI_BAD_BIDI;
}

/* Returns a pointer to the first byte between p and end that is one of delims, or end if there is none. */
static const char *until(const char *p, const char *end, const char *delims)
{
	for (; *delims; delims++)
		end = iri_find_byte(p, end, *delims);
	return end;
}

/*
 * Parses the IP-literal at p, where there is an opening bracket. Sets a->host and a->host_kind. Returns its end, or
 * reports an error and returns NULL.
 */
static const char *ip_literal(const struct parse_subject *ps, const char *p, unsigned form, struct iri_ref *a)
{
	const char *const close = until(p + 1, ps->end, form & IRI_LINE ? "]/?#\n" : "]/?#"), *bad, *why;

	if (!iri_is_byte(close, ps->end, ']')) {
		parse_fail(ps, IRI_BAD_IP_LITERAL, IRI_HOST, p, "the closing ']' is missing");
		return NULL;
	}
	if (iri_is_byte(p + 1, close, 'v') || iri_is_byte(p + 1, close, 'V')) {
		a->host_kind = IRI_HOST_IPVFUTURE;
		why = iri_ipvfuture_fault(p + 1, close, &bad);
	} else {
		a->host_kind = IRI_HOST_IPV6;
		why = iri_ipv6_fault(p + 1, close, &bad);
	}
	if (why) {
		parse_fail(ps, IRI_BAD_IP_LITERAL, IRI_HOST, bad, why);
		return NULL;
	}
	a->host = iri_between(p, close + 1);
	return close + 1;
}

/*
 * Returns the end of the text at p that iuserinfo may contain. A host that is not in brackets, and a port, consist of
 * the same characters. Sets the bits of the host in a->encoded and a->mapped, for percent-encoded octets and
 * CHAR_EXCLUDED.
 */
static const char *span_authority(struct iri_cursor *c, const char *p, unsigned form, struct iri_ref *a)
{
	for (;;) {
		p = iri_cursor_find(c, p, false, form);
		if (iri_is_end(c, p, form))
			return p;
		const char *const next =
			*p == ':' ? p + 1 : iri_pass_stop(c, p, IRI_HOST, form, &a->mapped, &a->encoded);
		if (!next)
			return p;
		p = next;
	}
}

/*
 * Returns the bit of the userinfo if components has the bit of the host; else 0. span_authority takes the text before
 * the "@" for the host; this corrects a->mapped or a->encoded.
 */
static unsigned host_to_userinfo(unsigned components)
{
	return components & 1u << IRI_HOST ? 1u << IRI_USERINFO : 0;
}

/* Whether there is an "@" in the rest of the authority at p. Then the text before it is meant as the userinfo. */
static bool is_in_userinfo(const struct parse_subject *ps, const char *p, unsigned form)
{
	return ps->err && iri_is_byte(until(p, ps->end, form & IRI_LINE ? "@/?#\n" : "@/?#"), ps->end, '@');
}

const char *iri_walk_authority(const char *start, const char *p, const char *end, unsigned form, struct iri_ref *a,
                               struct iri_error *err)
{
	struct iri_cursor cursor = iri_cursor(p, end, form), *const c = &cursor;
	const struct parse_subject subject = {start, c->end, err}, *const ps = &subject;
	const char *host = p, *colon;

	p = span_authority(c, p, form, a);
	if (iri_is_byte(p, c->end, '@')) {
		a->userinfo = iri_between(host, p);
		a->mapped = host_to_userinfo(a->mapped);
		a->encoded = host_to_userinfo(a->encoded);
		host = ++p;
		if (is_in_userinfo(ps, p, form)) {
			reject(ps, IRI_USERINFO, p - 1); /* the last "@" ends the userinfo */
			return NULL;
		}
		p = span_authority(c, p, form, a);
	} else if (!iri_is_part_end(c, p, form) && is_in_userinfo(ps, p, form)) {
		reject(ps, IRI_USERINFO, p);
		return NULL;
	}
	if (p == host && iri_is_byte(p, c->end, '[')) {
		colon = p = ip_literal(ps, p, form, a);
		if (!p)
			return NULL;
		if (iri_is_byte(p, c->end, ':'))
			p = span_authority(c, p, form, a);
	} else {
		colon = memchr(host, ':', (size_t)(p - host));
		if (!colon)
			colon = p;
		a->host = iri_between(host, colon);
		a->host_kind = iri_name_kind(host, colon);
	}
	if (colon < p) {
		const char *digit = colon + 1;
		while (digit < p && iri_is_digit(*digit))
			digit++;
		if (digit < p) {
			parse_fail(ps, IRI_BAD_PORT, IRI_PORT, digit,
			           memchr(digit, ':', (size_t)(p - digit)) && a->host_kind == IRI_HOST_NAME
			             ? "write an IPv6 address in brackets"
			             : NULL);
			return NULL;
		}
		a->port = iri_between(colon + 1, p);
	}
	if (!iri_is_part_end(c, p, form)) {
		if (a->host_kind >= IRI_HOST_IPV6)
			parse_fail(ps, IRI_BAD_IP_LITERAL, IRI_HOST, p, "only a port can follow the ']'");
		else
			reject(ps, colon < p ? IRI_PORT : IRI_HOST, p);
		return NULL;
	}
	if (!iri_is_ascii(a->userinfo))
		a->mapped |= 1u << IRI_USERINFO;
	if (!iri_is_ascii(iri_between(host, colon)))
		a->mapped |= 1u << IRI_HOST;
	return p;
}

const char *iri_scheme_fault(const char *p, const char *end)
{
	if (p == end)
		return "it is empty";
	if (!(iri_byte_class(*p) & CHAR_ALPHA))
		return "it must begin with a letter from A to Z";
	return iri_is_scheme(p, end) ? NULL : "it can contain only letters, digits, '+', '-' and '.'";
}

/* Whether the reference begins with opening brackets or quotes, followed by a scheme and its colon. */
static bool is_enclosed(const struct parse_subject *ps)
{
	const char *p = ps->start, *end = ps->end;
	uint32_t ch;

	for (size_t len; p < end && (len = iri_utf8_decode(p, end, &ch)) && iri_char_opens(ch);)
		p += len;
	const char *q = p;
	while (q < end && (iri_byte_class(*q) & CHAR_SCHEME))
		q++;
	return p > ps->start && iri_is_byte(q, end, ':') && iri_is_scheme(p, q);
}

/*
 * Reports an error in the first segment of a reference without a scheme. q: the character that can neither be in the
 * segment nor end it.
 */
static void bad_first_segment(const struct parse_subject *ps, const char *q)
{
	const char *p = ps->start;

	if (is_enclosed(ps)) {
		parse_fail(ps, IRI_BAD_CHAR, IRI_SCHEME, p, IRI_ENCLOSED);
	} else if (iri_is_byte(q, ps->end, ':')) {
		for (unsigned allow = CHAR_ALPHA; iri_byte_class(*p) & allow; allow = CHAR_SCHEME)
			p++;
		parse_fail(ps, IRI_BAD_SCHEME, IRI_SCHEME, p, iri_scheme_fault(ps->start, q));
	} else {
		/* A colon after the character at fault shows that a scheme was meant. */
		reject(ps, iri_is_byte(until(q, ps->end, ":/?#"), ps->end, ':') ? IRI_SCHEME : IRI_PATH, q);
	}
}

void iri_parse_fault(const char *start, const char *end, const char *p, enum iri_component where, struct iri_error *err)
{
	const struct parse_subject subject = {start, end, err};

	if (where < IRI_FRAGMENT && where != IRI_SCHEME && iri_is_byte(p, end, '#'))
		parse_fail(&subject, IRI_HAS_FRAGMENT, IRI_FRAGMENT, p, NULL);
	else if (where != IRI_SCHEME)
		reject(&subject, where, p);
	else if (until(p, end, "/?#") == p)
		parse_fail(&subject, IRI_IS_RELATIVE, IRI_SCHEME, start, NULL);
	else
		bad_first_segment(&subject, p);
}

enum iri_status iri_parse(struct iri_str s, unsigned form, struct iri_ref *ref, struct iri_error *err)
{
	const char *const p = s.p ? s.p : "";
	struct iri_cursor c = iri_cursor(p, p + s.n, form);
	struct iri_flags flags;
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	if (!iri_walk(&c, p, form, ref, &flags, err))
		return err->status;
	iri_find_mapped(&flags, ref);
	iri_find_encoded(&flags, ref);
	return IRI_OK;
}

/* Returns a pointer to the last byte c between p and end, or NULL if there is none. */
static const char *last(const char *p, const char *end, char c)
{
	while (end > p)
		if (*--end == c)
			return end;
	return NULL;
}

void iri_split(struct iri_str s, struct iri_ref *ref)
{
	const char *p = s.p ? s.p : "", *end = p + s.n, *q;

	*ref = (struct iri_ref){.text = {p, s.n}, .upper = true, .dotted = true};
	q = until(p, end, ":/?#");
	if (q > p && iri_is_byte(q, end, ':')) {
		ref->scheme = iri_between(p, q);
		p = q + 1;
	}
	if (iri_is_byte(p, end, '/') && iri_is_byte(p + 1, end, '/')) {
		q = until(p + 2, end, "/?#");
		ref->authority = iri_between(p + 2, q);
		const char *host = p + 2, *at = last(host, q, '@');
		if (at) {
			ref->userinfo = iri_between(host, at);
			host = at + 1;
		}
		const bool bracket = iri_is_byte(host, q, '[');
		const char *close = bracket ? last(host, q, ']') : NULL;
		const char *colon = bracket && !close ? NULL : last(close ? close : host, q, ':');
		if (close && colon != close + 1)
			colon = iri_is_byte(close + 1, q, ':') ? close + 1 : NULL;
		if (colon)
			ref->port = iri_between(colon + 1, q);
		ref->host = iri_between(host, colon ? colon : q);
		ref->host_kind = close ? IRI_HOST_IPV6 : IRI_HOST_NAME;
		p = q;
	}
	q = until(p, end, "?#");
	ref->path = iri_between(p, q);
	if (iri_is_byte(q, end, '?')) {
		p = q + 1;
		q = until(p, end, "#");
		ref->query = iri_between(p, q);
	}
	if (iri_is_byte(q, end, '#'))
		ref->fragment = iri_between(q + 1, end);
}
