/* SPDX-License-Identifier: ISC */
/*
 * The grammar of section 2.2. A reference is taken apart from left to right, each component up to
 * the delimiter that ends it (RFC 3986, appendix B, gives the same parts); what stops the scan early
 * is the error.
 */
#include "chars.h"
#include "iri.h"
#include "pct.h"
#include "scan.h"
#include "utf8.h"

#include <string.h>

struct parser {
	const char *start, *end;
	const char *block; /* the bytes that delim and path tell of, at most SCAN_BLOCK from here */
	uint64_t delim, path;
	uint64_t dotted; /* not 0: a segment may begin with a dot, encoded or not */
	bool padded;
	unsigned extra; /* classes that this form adds to every component */
	unsigned mapped, encoded;
	struct iri_error *err;
};

/* Reports the character at p, which may be the end. */
static enum iri_status fail(struct parser *ps, enum iri_status status, enum iri_component where, const char *p,
                            const char *why)
{
	uint32_t ch = 0;
	size_t len = 0;

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
	return status;
}

/* The byte at p can't stand in this component, nor end it: says why not. */
static enum iri_status reject(struct parser *ps, enum iri_component where, const char *p)
{
	enum iri_status status = fail(ps, IRI_BAD_CHAR, where, p, NULL);

	if (status != IRI_BAD_CHAR)
		return status;
	if (where == IRI_PORT)
		status = IRI_BAD_PORT;
	else if (ps->err->ch == '%')
		status = IRI_BAD_PERCENT;
	else if (ps->err->ch >= 0x80 && iri_char_class(ps->err->ch) == CHAR_IPRIVATE)
		status = IRI_BAD_PRIVATE;
	else if (ps->err->ch >= 0x80 && iri_char_class(ps->err->ch) == CHAR_BIDI)
		status = IRI_BAD_BIDI;
	return ps->err->status = status;
}

static inline void scan_from(struct parser *ps, const char *p)
{
	const size_t left = (size_t)(ps->end - p);

	const bool whole = left >= SCAN_BLOCK, ahead = whole || ps->padded;
	const uint64_t ours = whole ? UINT64_MAX : ((uint64_t)1 << left) - 1;
	const struct iri_marks marks = iri_scan(p, ahead ? SCAN_BLOCK : left);

	ps->block = p;
	ps->delim = marks.delim & ours;
	ps->path = marks.path & ours;
	/* Behind "/" or another delimiter, or where the block begins, which may be behind one */
	ps->dotted |= marks.dots & (marks.delim << 1 | 1) & ours;
}

/* The first byte from p on that is marked: in the authority and before it by delim, else by path. */
static inline const char *next_mark(struct parser *ps, const char *p, bool in_path)
{
	for (;;) {
		const size_t at = (size_t)(p - ps->block);
		if (at < SCAN_BLOCK) {
			const uint64_t marks = (in_path ? ps->path : ps->delim) >> at;
			if (marks)
				return p + iri_lowest_bit(marks);
			if (ps->end - ps->block <= SCAN_BLOCK)
				return ps->end;
			p = ps->block + SCAN_BLOCK;
		}
		if (p == ps->end)
			return p;
		scan_from(ps, p);
	}
}

/*
 * Skips what the component allows: the ASCII classes in allow, which are at least CHARS_REG_NAME or, from
 * the path on, CHARS_PATH; percent-encoded octets; and the characters beyond ASCII in allow or of this
 * form. Returns where it stops.
 */
static const char *span_on(struct parser *ps, const char *p, enum iri_component where, unsigned allow)
{
	const char *end = ps->end;
	const bool in_path = (allow & CHARS_PATH) == CHARS_PATH;

	for (;;) {
		p = next_mark(ps, p, in_path);
		if (p == end)
			return p;
		const unsigned class = iri_byte_class(*p);
		if (class & allow) {
			p++;
		} else if ((unsigned char)*p >= 0x80) {
			const char *start = p;
			p = iri_span_beyond_ascii(p, end, allow | ps->extra);
			if (p > start)
				ps->mapped |= 1u << where;
			if (p == end || (unsigned char)*p >= 0x80)
				return p;
		} else if (*p == '%') {
			do {
				if (!iri_is_triplet(p, end))
					return p;
				ps->dotted |= iri_triplet_octet(p) == '.';
				p += 3;
			} while (p < end && *p == '%');
			ps->encoded |= 1u << where;
		} else if (class & ps->extra) {
			ps->mapped |= 1u << where; /* CHAR_EXCLUDED, with IRI_LEIRI */
			p++;
		} else {
			return p;
		}
	}
}

/* The same, for most: plain characters up to one of ASCII that ends the component. */
static inline const char *span(struct parser *ps, const char *p, enum iri_component where, unsigned allow)
{
	p = next_mark(ps, p, (allow & CHARS_PATH) == CHARS_PATH);
	if (p == ps->end || *p == '#')
		return p;
	const unsigned class = iri_byte_class(*p);
	return class && !(class & (allow | ps->extra)) ? p : span_on(ps, p, where, allow);
}

static bool is(const char *p, const char *end, char c)
{
	return p < end && *p == c;
}

/* dec-octet, without leading zeros. Returns its end, or NULL with *bad at the byte at fault. */
static const char *dec_octet(const char *p, const char *end, const char **bad)
{
	unsigned value = 0;
	const char *start = p;

	for (; p < end && (iri_byte_class(*p) & CHAR_DIGIT); p++) {
		value = 10 * value + (unsigned)(*p - '0');
		if (value > 255 || (p > start && *start == '0')) {
			*bad = p;
			return NULL;
		}
	}
	*bad = p;
	return p > start ? p : NULL;
}

/* Whether p to end is exactly an IPv4address; if not, *bad is the byte at fault. */
static bool ipv4(const char *p, const char *end, const char **bad)
{
	for (int i = 0; i < 4; i++) {
		if (i && !is(p, end, '.')) {
			*bad = p;
			return false;
		}
		p = dec_octet(i ? p + 1 : p, end, bad);
		if (!p)
			return false;
	}
	*bad = p;
	return p == end;
}

/* Whether p to end, the text in brackets, is an IPv6address; if not, *bad and the reason. */
static const char *ipv6(const char *p, const char *end, const char **bad)
{
	int groups = 0; /* of 16 bits, before and after the "::" */
	bool elided = false;

	if (is(p, end, ':')) {
		if (!is(p + 1, end, ':')) {
			*bad = p + 1;
			return "an IPv6 address can't begin with a single ':'";
		}
		elided = true;
		p += 2;
		if (p == end)
			return NULL;
	}
	for (;;) {
		const char *q = p;
		while (q < end && q - p < 4 && (iri_byte_class(*q) & CHAR_HEXDIG))
			q++;
		if (is(q, end, '.') && q > p) {
			/* ls32: an IPv4address in place of the last two groups */
			if (elided ? groups > 5 : groups != 6) {
				*bad = q;
				return "an IPv4 part where an IPv6 address has no room for one";
			}
			return ipv4(p, end, bad) ? NULL
			                         : "the IPv4 part is four numbers to 255 without leading zeros";
		}
		*bad = q;
		if (q == p)
			return is(q, end, '%') ? "a zone identifier is not part of an IRI"
			                       : "hexadecimal digits are missing here";
		if (++groups > (elided ? 7 : 8)) {
			*bad = p;
			return "an IPv6 address has at most 8 groups, 7 beside a '::'";
		}
		if (q == end)
			return elided || groups == 8 ? NULL : "an IPv6 address without '::' has 8 groups";
		if (*q == '%')
			return "a zone identifier is not part of an IRI";
		if (*q != ':')
			return iri_byte_class(*q) & CHAR_HEXDIG ? "a group has at most four hexadecimal digits"
			                                        : "not part of an IPv6 address";
		q++;
		if (is(q, end, ':')) {
			*bad = q;
			if (elided)
				return "only one '::' is allowed";
			if (groups > 7)
				return "an IPv6 address has at most 8 groups, 7 beside a '::'";
			elided = true;
			if (++q == end)
				return NULL;
		} else if (q == end) {
			*bad = q;
			return "an IPv6 address can't end with a single ':'";
		}
		p = q;
	}
}

/* IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ) */
static const char *ipvfuture(const char *p, const char *end, const char **bad)
{
	const char *version = ++p;

	while (p < end && (iri_byte_class(*p) & CHAR_HEXDIG))
		p++;
	*bad = p;
	if (p == version || !is(p, end, '.'))
		return "after 'v' come a hexadecimal version and '.'";
	const char *address = ++p;
	while (p < end && (iri_byte_class(*p) & CHARS_USERINFO))
		p++;
	*bad = p;
	return p == end && p > address ? NULL : "not part of an IPvFuture address";
}

/* IP-literal at p, an open bracket. Returns what follows it, or NULL after an error. */
static const char *ip_literal(struct parser *ps, const char *p, struct iri_ref *ref)
{
	const char *close = p + 1, *bad = NULL, *why;

	while (close < ps->end && *close != ']' && *close != '/' && *close != '?' && *close != '#')
		close++;
	if (!is(close, ps->end, ']')) {
		fail(ps, IRI_BAD_IP_LITERAL, IRI_HOST, p, "the closing ']' is missing");
		return NULL;
	}
	if (is(p + 1, close, 'v') || is(p + 1, close, 'V')) {
		ref->host_kind = IRI_HOST_IPVFUTURE;
		why = ipvfuture(p + 1, close, &bad);
	} else {
		ref->host_kind = IRI_HOST_IPV6;
		why = ipv6(p + 1, close, &bad);
	}
	if (why) {
		fail(ps, IRI_BAD_IP_LITERAL, IRI_HOST, bad, why);
		return NULL;
	}
	ref->host = (struct iri_str){p, (size_t)(close + 1 - p)};
	return close + 1;
}

/* Whether a component can end at p: at one of the delimiters, or where the reference ends. */
static inline bool at_delimiter(const char *p, const char *end, const char *delims)
{
	if (p == end)
		return true;
	while (*delims)
		if (*delims++ == *p)
			return true;
	return false;
}

/* What was taken for the host turns out to be the userinfo, of which nothing was seen before. */
static unsigned userinfo_after_all(unsigned components)
{
	return components & 1u << IRI_HOST ? components ^ (1u << IRI_HOST | 1u << IRI_USERINFO) : components;
}

/* iauthority, up to the "/", "?" or "#" that ends it. Returns its end, or NULL after an error. */
static const char *authority(struct parser *ps, const char *p, struct iri_ref *ref)
{
	const char *start = p, *host = p;

	/* ireg-name and port are made of what may stand in iuserinfo, so one scan serves all three. */
	p = span(ps, p, IRI_HOST, CHARS_USERINFO);
	if (is(p, ps->end, '@')) {
		ref->userinfo = (struct iri_str){start, (size_t)(p - start)};
		ps->mapped = userinfo_after_all(ps->mapped);
		ps->encoded = userinfo_after_all(ps->encoded);
		host = ++p;
		p = span(ps, p, IRI_HOST, CHARS_USERINFO);
	}

	const char *colon;
	if (p == host && is(p, ps->end, '[')) {
		colon = p = ip_literal(ps, p, ref);
		if (!p)
			return NULL;
		p = span(ps, p, IRI_PORT, CHAR_COLON | CHAR_DIGIT);
		if (p > colon && *colon != ':')
			p = colon;
	} else {
		colon = memchr(host, ':', (size_t)(p - host));
		if (!colon)
			colon = p;
		ref->host = (struct iri_str){host, (size_t)(colon - host)};
		const char *bad;
		ref->host_kind = IRI_HOST_NAME;
		if (host < colon && (iri_byte_class(*host) & CHAR_DIGIT) && ipv4(host, colon, &bad))
			ref->host_kind = IRI_HOST_IPV4;
	}
	if (colon < p) {
		const char *digit = colon + 1;
		while (digit < p && (iri_byte_class(*digit) & CHAR_DIGIT))
			digit++;
		if (digit < p) {
			fail(ps, IRI_BAD_PORT, IRI_PORT, digit,
			     memchr(digit, ':', (size_t)(p - digit)) && ref->host_kind == IRI_HOST_NAME
			             ? "an IPv6 address is written in brackets"
			             : NULL);
			return NULL;
		}
		ref->port = (struct iri_str){colon + 1, (size_t)(p - colon - 1)};
	}
	if (!at_delimiter(p, ps->end, "/?#")) {
		if (ref->host_kind >= IRI_HOST_IPV6)
			fail(ps, IRI_BAD_IP_LITERAL, IRI_HOST, p, "only a port can follow the ']'");
		else
			reject(ps, colon < p ? IRI_PORT : IRI_HOST, p);
		return NULL;
	}
	ref->authority = (struct iri_str){start, (size_t)(p - start)};
	return p;
}

static bool is_scheme(const char *p, const char *end)
{
	if (p == end || !(iri_byte_class(*p) & CHAR_ALPHA))
		return false;
	while (p < end && (iri_byte_class(*p) & CHAR_SCHEME))
		p++;
	return p == end;
}

/* p is the first colon of the first segment, and what stands before it, from ps->start, is no scheme. */
static enum iri_status bad_scheme(struct parser *ps)
{
	const char *p = ps->start;

	if (*p == ':')
		return fail(ps, IRI_BAD_SCHEME, IRI_SCHEME, p, "nothing before the ':'");
	if (!(iri_byte_class(*p) & CHAR_ALPHA))
		return fail(ps, IRI_BAD_SCHEME, IRI_SCHEME, p, "a scheme begins with a letter from A to Z");
	while (iri_byte_class(*p) & CHAR_SCHEME)
		p++;
	return fail(ps, IRI_BAD_SCHEME, IRI_SCHEME, p, "a scheme has only letters, digits, '+', '-' and '.'");
}

/* What the first segment of a relative reference was meant to be, from where it is at fault: a colon tells. */
static enum iri_component first_segment(const char *p, const char *end)
{
	while (p < end && *p != ':' && *p != '/' && *p != '?' && *p != '#')
		p++;
	return is(p, end, ':') ? IRI_SCHEME : IRI_PATH;
}

/* Whether brackets or quotes open at the start, and a scheme and its colon follow. */
static bool is_enclosed(const struct parser *ps)
{
	const char *p = ps->start, *end = ps->end;
	uint32_t ch;

	for (size_t len; p < end && (len = iri_utf8_decode(p, end, &ch)) && iri_char_opens(ch);)
		p += len;
	const char *q = p;
	while (q < end && (iri_byte_class(*q) & CHAR_SCHEME))
		q++;
	return p > ps->start && is(q, end, ':') && is_scheme(p, q);
}

/* The first segment of what has no scheme stops at q, where it can't end. */
static enum iri_status bad_first_segment(struct parser *ps, const char *q)
{
	if (is_enclosed(ps))
		return fail(ps, IRI_BAD_CHAR, IRI_SCHEME, ps->start, "write the IRI without brackets or quotes around it");
	if (is(q, ps->end, ':'))
		return bad_scheme(ps);
	return reject(ps, first_segment(q, ps->end), q);
}

enum iri_status iri_parse(struct iri_str s, unsigned form, struct iri_ref *ref, struct iri_error *err)
{
	const char *p = s.p ? s.p : "", *end = p + s.n, *q;
	struct parser ps = {.start = p, .end = end, .err = err, .block = p, .padded = form & IRI_PADDED};
	unsigned private = 0;

	if (!(form & IRI_ASCII)) {
		ps.extra = CHAR_UCSCHAR | (form & IRI_NO_BIDI ? 0 : CHAR_BIDI);
		private = CHAR_IPRIVATE;
	}
	if (form & IRI_LEIRI)
		ps.extra |= CHAR_EXCLUDED | CHAR_BIDI | CHAR_IPRIVATE | CHAR_OTHER;
	/* One by one: of = {0} and of a = b = absent compilers make code that stalls. */
	const struct iri_str absent = {NULL, 0};
	ref->text = (struct iri_str){p, s.n};
	ref->scheme = absent;
	ref->authority = absent;
	ref->userinfo = absent;
	ref->host = absent;
	ref->port = absent;
	ref->path = absent;
	ref->query = absent;
	ref->fragment = absent;
	ref->host_kind = IRI_HOST_ABSENT;
	ref->mapped = ref->encoded = 0;
	if (p < end)
		scan_from(&ps, p);
	q = p < end ? next_mark(&ps, p, false) : end;

	/* Many relative references are a path of plain characters, and nothing else. */
	if (s.n <= SCAN_BLOCK && !ps.path && !(form & IRI_WITH_SCHEME) &&
	    (q == end || (*q == '/' && !(q == p && is(p + 1, end, '/'))))) {
		ref->path = ref->text;
		ref->dotted = ps.dotted != 0;
		return IRI_OK;
	}

	/* scheme */
	if (is(q, end, ':') && is_scheme(p, q)) {
		ref->scheme = (struct iri_str){p, (size_t)(q - p)};
		p = q + 1;
	} else if (form & IRI_WITH_SCHEME) {
		/* An illegal character is the likelier reason that no scheme was found. */
		q = span(&ps, p, IRI_PATH, CHARS_SEGMENT_NC);
		if (!at_delimiter(q, end, "/?#"))
			return bad_first_segment(&ps, q);
		return fail(&ps, IRI_NO_SCHEME, IRI_SCHEME, p, NULL);
	}

	/* iauthority */
	if (is(p, end, '/') && is(p + 1, end, '/')) {
		p = authority(&ps, p + 2, ref);
		if (!p)
			return err->status;
	}
	q = p;
	if (!ref->scheme.p && !ref->authority.p) {
		/* ipath-noscheme: no colon in the first segment */
		q = span(&ps, p, IRI_PATH, CHARS_SEGMENT_NC);
		if (!at_delimiter(q, end, "/?#"))
			return bad_first_segment(&ps, q);
	}

	/* ipath. One that begins with "//" without an authority can't arise: it would be an authority. */
	q = span(&ps, q, IRI_PATH, CHARS_PATH);
	if (!at_delimiter(q, end, "?#"))
		return reject(&ps, IRI_PATH, q);
	ref->path = (struct iri_str){p, (size_t)(q - p)};
	p = q;

	if (is(p, end, '?')) {
		q = span(&ps, ++p, IRI_QUERY, CHARS_QUERY | private);
		if (!at_delimiter(q, end, "#"))
			return reject(&ps, IRI_QUERY, q);
		ref->query = (struct iri_str){p, (size_t)(q - p)};
		p = q;
	}
	if (is(p, end, '#')) {
		if (form & IRI_NO_FRAGMENT)
			return fail(&ps, IRI_HAS_FRAGMENT, IRI_FRAGMENT, p, NULL);
		q = span(&ps, ++p, IRI_FRAGMENT, CHARS_FRAGMENT);
		if (q < end)
			return reject(&ps, IRI_FRAGMENT, q);
		ref->fragment = (struct iri_str){p, (size_t)(end - p)};
	}
	ref->mapped = ps.mapped;
	ref->encoded = ps.encoded;
	ref->dotted = ps.dotted != 0;
	return IRI_OK;
}

/* The end of what begins at p: the first of the delimiters, or the end of the string. */
static const char *until(const char *p, const char *end, const char *delims)
{
	while (!at_delimiter(p, end, delims))
		p++;
	return p;
}

static struct iri_str between(const char *p, const char *end)
{
	return (struct iri_str){p, (size_t)(end - p)};
}

/* The last of these bytes between p and end, or NULL. */
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

	*ref = (struct iri_ref){.text = {p, s.n}, .host_kind = IRI_HOST_ABSENT, .dotted = true};
	q = until(p, end, ":/?#");
	if (q > p && is(q, end, ':')) {
		ref->scheme = between(p, q);
		p = q + 1;
	}
	if (is(p, end, '/') && is(p + 1, end, '/')) {
		q = until(p + 2, end, "/?#");
		ref->authority = between(p + 2, q);
		const char *host = p + 2, *at = last(host, q, '@');
		if (at) {
			ref->userinfo = between(host, at);
			host = at + 1;
		}
		const bool bracket = is(host, q, '[');
		const char *close = bracket ? last(host, q, ']') : NULL;
		const char *colon = bracket && !close ? NULL : last(close ? close : host, q, ':');
		if (close && colon != close + 1)
			colon = is(close + 1, q, ':') ? close + 1 : NULL;
		if (colon)
			ref->port = between(colon + 1, q);
		ref->host = between(host, colon ? colon : q);
		ref->host_kind = close ? IRI_HOST_IPV6 : IRI_HOST_NAME;
		p = q;
	}
	q = until(p, end, "?#");
	ref->path = between(p, q);
	if (is(q, end, '?')) {
		p = q + 1;
		q = until(p, end, "#");
		ref->query = between(p, q);
	}
	if (is(q, end, '#'))
		ref->fragment = between(q + 1, end);
}
