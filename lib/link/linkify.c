/* SPDX-License-Identifier: ISC */
/* Finds links in running text (UTS #58): schemes, ports and addresses. host_run.c and link_end.c have the rest. */
#include "host_run.h"
#include "link_end.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/scan.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

/* Returns the end of the link that goes on at p, with its path, query or fragment. */
static const char *link_end(const struct link_search *s, const char *p)
{
	return iri_link_end(p, s->end, s->before,
	                    (s->o->cjk ? LINK_END_CJK : 0u) | (s->o->exact ? LINK_END_EXACT : 0u), NULL);
}

/*
 * Returns the end of a link whose host ends at p: with its port, path, query and fragment. Returns NULL if the port is
 * above 65535, or has more than five digits; then sets *skip to the end.
 */
static const char *end_after_host(const struct link_search *s, const char *p, const char **skip)
{
	const char *next;
	const uint32_t ch = iri_utf8_next(p, s->end, &next);
	unsigned port = 0;

	/* The dot of the root belongs to the host only before a path, query or fragment. */
	if (iri_is_label_dot(s, ch, p, next) && next < s->end && iri_begins_part(*next))
		p = next;
	if (s->end - p >= 2 && *p == ':' && iri_is_digit(p[1])) {
		const char *const digits = ++p;
		for (; p < s->end && iri_is_digit(*p); p++)
			port = p - digits < 5 ? port * 10 + (unsigned)(*p - '0') : 65536;
	} else if (s->end - p >= 2 && *p == ':' && iri_begins_part(p[1]) &&
	           (s->end - p == 2 || memcmp(p, "://", 3) != 0)) {
		p++; /* an empty port; before "://", the host would be a scheme */
	}
	if (p < s->end && iri_begins_part(*p))
		p = link_end(s, p);
	if (port <= 65535)
		return p;
	*skip = p;
	return NULL;
}

/* iri_scheme.later is looked for in this number of bytes at the beginning of a link. */
enum { MOST_BEFORE = 256 };

/* Whether the options name the scheme. */
static bool is_listed(const struct link_search *s, struct iri_str scheme)
{
	for (size_t i = 0; s->o->schemes && i < s->o->n_schemes; i++)
		if (iri_same_caseless(scheme, iri_str_of(s->o->schemes[i])))
			return true;
	return false;
}

/*
 * Returns the start of the scheme before the colon at p, or p if there is none. What stands before http and https does
 * not matter, except for a "+", as in git+https.
 */
static const char *scheme_before(const struct link_search *s, const char *p)
{
	const char *q = p, *begin = p;

	while (q > s->from && iri_byte_class(q[-1]) & CHAR_SCHEME) {
		q--;
		if (iri_byte_class(*q) & CHAR_ALPHA)
			begin = q;
	}
	for (ptrdiff_t n = 5; n >= 4; n--)
		if (p - begin > n && p[-n - 1] != '+' && iri_scheme_has(iri_between(p - n, p), SCHEME_HTTP))
			return p - n;
	return begin;
}

/* Returns the end of the userinfo at p, after its "@"; or p if there is none. */
static const char *userinfo_end(const struct link_search *s, const char *p)
{
	const char *next;

	for (const char *q = p; q < s->end; q = next) {
		next = q + 1;
		if (*q == '@')
			return next;
		if (iri_byte_class(*q) & (CHAR_UNRESERVED | CHAR_SUB_DELIM) || *q == ':' || *q == '%')
			continue;
		const uint32_t ch = iri_utf8_next(q, s->end, &next);
		if (ch < 0x80 || !(iri_link_term(ch) & LINK_INCLUDE))
			break;
	}
	return p;
}

/* Returns the end of the IP literal at p, after its "]"; or NULL if there is none. colon: of the scheme before it */
static const char *literal_end(const struct link_search *s, const char *colon, const char *p)
{
	enum { MOST = 64 }; /* bytes; the longest IPv6 address has 45 */
	struct iri_ref ref;
	const char *const limit = s->end - p > MOST ? p + MOST : s->end;
	const char *const end = iri_find_byte(p, limit, ']');

	if (end == limit || iri_parse(iri_between(colon + 1, end + 1), IRI_REFERENCE, &ref, NULL) != IRI_OK)
		return NULL;
	return end + 1;
}

/*
 * For cjk: whether a host at p ends before CJK letters, by itself or after a port. They begin a sentence, and are no
 * userinfo, even if an address follows later.
 */
static bool ends_before_sentence(const struct link_search *s, const char *p)
{
	const struct host_run r = iri_host_run(s, p, true);
	const char *q = r.end, *next;

	if (q < s->end && *q == ':')
		for (q++; q < s->end && iri_is_digit(*q); q++)
			continue;
	return r.cut || (q - r.end > 1 && iri_is_cjk(iri_utf8_next(q, s->end, &next)));
}

/*
 * Returns the end of the link whose scheme stands before the "://" at colon, or NULL if there is none. Then *skip is
 * where the search goes on.
 */
static const char *end_with_authority(const struct link_search *s, struct iri_str scheme, const char *colon,
                                      const char **skip)
{
	const char *host = colon + 3;

	if (!s->o->cjk || !ends_before_sentence(s, host))
		host = userinfo_end(s, host);
	*skip = host;
	if (host < s->end && *host == '[') {
		const char *const end = literal_end(s, colon, host);
		return end ? end_after_host(s, end, skip) : NULL;
	}
	/* file:///a has an empty host. The specifications of other schemes in the table want a host. */
	if (host == colon + 3 && host < s->end && *host == '/' &&
	    (!iri_scheme_has(scheme, SCHEME_DOMAIN) || iri_scheme_has(scheme, SCHEME_LOCALHOST)))
		return link_end(s, host);
	const struct host_run r = iri_host_run(s, host, true);
	*skip = r.end;
	/* After a second "@", there would be another host. */
	if (!r.host_end || r.gap || (r.host_end < s->end && *r.host_end == '@') || iri_host_goes_on(s, &r))
		return NULL;
	return end_after_host(s, r.host_end, skip);
}

/* Whether the text is a local part: not empty, and with dots only between other characters (RFC 5322, dot-atom). */
static bool is_local_part(struct iri_str local)
{
	bool dot = true;

	for (size_t i = 0; i < local.n; i++) {
		if (dot && local.p[i] == '.')
			return false;
		dot = local.p[i] == '.';
	}
	return !dot;
}

/* Returns the end of the address that begins at p, behind "mailto:"; or NULL if there is none. */
static const char *mailto_end(const struct link_search *s, const char *p)
{
	const char *const local = p, *next;

	for (uint32_t ch; (ch = iri_utf8_next(p, s->end, &next)) && iri_link_term(ch) & LINK_EMAIL; p = next)
		continue;
	if (p == s->end || *p != '@' || !is_local_part(iri_between(local, p)))
		return NULL;
	return iri_host_run(s, p + 1, false).host_end;
}

/* Whether a data: IRI can go on at p: with a media type or, if that is left out, with its end. */
static bool begins_media_type(const char *p, const char *end)
{
	const char *q = p;

	if (*p == ',' || *p == ';')
		return true;
	while (q < end && q - p < MOST_BEFORE &&
	       (iri_is_alphanumeric(*q) || (*q && strchr("!#$&^_.+-", *q))))
		q++;
	return q > p && q < end && *q == '/';
}

/* Whether the text has one of these bytes. */
static bool has_one_of(struct iri_str s, const char *bytes)
{
	for (; *bytes; bytes++)
		if (memchr(s.p, *bytes, s.n))
			return true;
	return false;
}

/* Returns the end of the link whose scheme, without an authority, stands before p; or NULL if there is none. */
static const char *end_without_authority(const struct link_search *s, struct iri_str scheme, const char *p)
{
	const struct iri_scheme *const known = iri_scheme_find(scheme);
	const unsigned flags = known ? known->flags : 0;
	const char *const first = known ? known->first : NULL, *const later = known ? known->later : NULL;
	const char *next;

	if (p == s->end || (first && (!*p || !strchr(first, *p))))
		return NULL;
	if (!(flags & SCHEME_IN_TEXT) && (flags & SCHEME_DOMAIN || !is_listed(s, scheme)))
		return NULL;
	if (flags & SCHEME_MAILBOX)
		return mailto_end(s, p);
	const unsigned term = iri_link_term(iri_utf8_next(p, s->end, &next));
	const bool begins = flags & SCHEME_DATA ? begins_media_type(p, s->end)
	                                        : term & (LINK_INCLUDE | LINK_OPEN) || *p == '?';
	if (!begins)
		return NULL;
	/* The first test keeps the time linear: without it, the search for the end could be in vain many times. */
	const char *const limit = s->end - p > MOST_BEFORE ? p + MOST_BEFORE : s->end;
	if (later && !has_one_of(iri_between(p, limit), later))
		return NULL;
	const char *const end = link_end(s, p);
	if (later && !has_one_of(iri_between(p, end < limit ? end : limit), later))
		return NULL;
	return end > p ? end : NULL;
}

/* Sets *link to the text from p to end, and returns true. */
static bool linkify_found(const struct link_search *s, enum iri_link_kind kind, const char *p, const char *end,
                          struct iri_link *link)
{
	const char *valid = p;
	struct iri_ref ref;

	/* "example.com:80" would parse as a scheme. The host is valid, so only what follows it is parsed. */
	if (kind == IRI_LINK_HOST) {
		while (valid < end && !iri_begins_part(*valid))
			valid++;
		while (end - valid >= 2 && valid[0] == '/' && valid[1] == '/')
			valid++;
	}
	*link = (struct iri_link){
		.kind = kind,
		.off = (size_t)(p - s->start),
		.len = (size_t)(end - p),
		.broken = iri_parse(iri_between(valid, end), IRI_REFERENCE | IRI_FORBID_BIDI, &ref, NULL) != IRI_OK,
	};
	return true;
}

/*
 * Finds the link whose scheme ends with the colon at p, and sets *link. Returns false if there is none, or none with a
 * scheme that the options name. Then it can move *skip forward to the place where the search goes on, and s->from.
 */
static bool find_iri(struct link_search *s, const char *p, const char **skip, struct iri_link *link)
{
	/* Most colons stand before white space. */
	if (s->end - p < 2 || (unsigned char)p[1] <= ' ')
		return false;
	const char *const begin = scheme_before(s, p);
	const struct iri_str scheme = iri_between(begin, p);
	if (!scheme.n)
		return false;
	s->before = begin > s->start ? begin[-1] : 0;
	const bool authority = s->end - p >= 3 && p[1] == '/' && p[2] == '/';
	const char *const end = authority ? end_with_authority(s, scheme, p, skip)
	                                  : end_without_authority(s, scheme, p + 1);
	if (end && (!s->o->schemes || is_listed(s, scheme)))
		return linkify_found(s, IRI_LINK_IRI, begin, end, link);
	if (end)
		s->from = *skip = end;
	else if (authority)
		s->from = p;
	return false;
}

/* Whether a character in a local part and the one right behind its address are quotation marks around the address. */
static bool closes_quote(uint32_t ch, char after)
{
	return (after == '\'' && (ch == '\'' || ch == '`')) || (after == '`' && ch == '`');
}

/*
 * Returns where the local part before the "@" at p begins: after a "{" that nothing closes in it, or after a quotation
 * mark that the one at host_end closes. Returns NULL if it ends with "}", or has one that nothing opens:
 * {a,b}@example.com stands for two addresses, and {a}@example.com for none or one. RFC 5322 allows these characters,
 * but hardly anybody has them.
 */
static const char *local_part_start(const struct link_search *s, const char *p, const char *host_end,
                                    const char **cjk_end)
{
	const char *begin = p, *before;
	const char after = host_end < s->end ? *host_end : '\0';
	size_t closed = 0; /* "}" whose "{" is not found yet */

	for (uint32_t ch; (ch = iri_link_char_before(s, begin, &before)) && iri_link_term(ch) & LINK_EMAIL; begin =
	     before) {
		if (!s->o->exact && ch == '}' && begin == p)
			return NULL;
		if (!s->o->exact && ((ch == '{' && !closed) || closes_quote(ch, after)))
			break;
		closed += ch == '}';
		closed -= ch == '{' && closed;
		if (s->o->cjk && !*cjk_end && iri_is_cjk(ch))
			*cjk_end = begin;
	}
	return closed && !s->o->exact ? NULL : begin;
}

/* Finds the address whose "@" is at p; for the rest, see find_iri. */
static bool find_address(struct link_search *s, const char *p, const char **skip, struct iri_link *link)
{
	const struct host_run r = iri_host_run(s, p + 1, false);
	const char *cjk_end = NULL;

	if (r.end > p + 1)
		*skip = r.end;
	if (!r.host_end || r.labels < 2 || !iri_link_is_tld(s, r.last))
		return false;
	const char *begin = local_part_start(s, p, r.host_end, &cjk_end);
	const bool authority =
		begin && begin > s->from && begin[-1] == ':' && p - begin >= 2 && begin[0] == '/' && begin[1] == '/';
	/* For cjk: text before an ASCII local part is not part of it. A local part can also be all CJK. */
	if (begin && cjk_end && (unsigned char)*cjk_end < 0x80 && cjk_end < p)
		begin = cjk_end;
	if (begin && !authority && is_local_part(iri_between(begin, p)))
		return linkify_found(s, IRI_LINK_ADDRESS, begin, r.host_end, link);
	/* The host is skipped: it is not the beginning of a local part, either. */
	s->from = r.host_end;
	return false;
}

/*
 * For cjk: returns where the host begins in the run of labels from p to end. In the first label, and in a label after a
 * wide dot, CJK letters before ASCII belong to the sentence. The host begins at the last such place, with the ASCII
 * letter or digit.
 */
static const char *host_start(const struct link_search *s, const char *p, const char *end)
{
	const char *begin = p, *next;
	bool first = true;

	for (uint32_t ch, last = 0; p < end; last = ch, p = next) {
		ch = iri_utf8_next(p, s->end, &next);
		if (ch == '.' || iri_is_wide_dot(ch)) {
			first = ch != '.';
		} else if (first && iri_is_cjk(last) && ch < 0x80 && ch != '-') {
			begin = p;
		}
	}
	return begin;
}

/*
 * For cjk: returns the run of the host around the dot at p, and moves *begin from the start of the letters before p to
 * the start of the host. What a run leaves to the next host is behind s->from.
 */
static struct host_run cjk_run(struct link_search *s, const char **begin, const char *p)
{
	for (;;) {
		/* Takes the start from the first label: else each of many short hosts could cost a long run. */
		*begin = host_start(s, *begin, iri_find_byte(*begin, p, '.'));
		struct host_run r = iri_host_run(s, *begin, false);
		const char *const start = host_start(s, *begin, r.end);
		if (start > *begin)
			r = iri_host_run(s, *begin = start, false);
		if (!r.cut)
			return r;
		/* The next host begins after this one, although the letters between them could be part of a label. */
		s->from = r.end;
		if (r.end > p)
			return r;
		*begin = r.end;
	}
}

/* Whether the host from p to end stands in the local part of an address: then the address is the link. */
static bool is_in_local_part(const struct link_search *s, const char *p, const char *end)
{
	enum { MOST = 64 }; /* bytes of a local part (RFC 5321, section 4.5.3.1.1); a limit keeps the time linear */
	const char *q = end, *next;
	uint32_t ch;

	if (q < s->end && *q == '@')
		return true;
	if (q < s->end && iri_begins_part(*q))
		return false;
	for (; q - p < MOST && (ch = iri_utf8_next(q, s->end, &next)) && iri_link_term(ch) & LINK_EMAIL; q = next)
		continue;
	if (q == s->end || *q != '@' || !is_local_part(iri_between(p, q)))
		return false;
	const struct host_run r = iri_host_run(s, q + 1, false);
	return r.host_end && r.labels >= 2 && iri_link_is_tld(s, r.last);
}

/* Finds the host around the dot at p; for the rest, see find_iri. */
static bool find_host(struct link_search *s, const char *p, const char **skip, struct iri_link *link)
{
	const char *begin = p, *before, *next;
	uint32_t ch = iri_utf8_next(p, s->end, &next);

	/* Most dots end a sentence. */
	if (p == s->from || !iri_is_word_byte(p[-1]) || next == s->end || !iri_is_word_byte(*next))
		return false;
	if (!iri_is_label_dot(s, ch, p, next))
		return false;
	for (; (ch = iri_link_char_before(s, begin, &before)) != 0; begin = before)
		if (!iri_is_label_char(ch) && !iri_is_label_dot(s, ch, before, begin))
			break;
	struct host_run r = s->o->cjk ? cjk_run(s, &begin, p) : iri_host_run(s, begin, false);
	if (r.end > p)
		*skip = r.end;
	if (!r.host_end || r.labels < 2 || is_in_local_part(s, begin, r.host_end) || !iri_link_is_tld(s, r.last))
		return false;
	/* A scheme can have dots, too: com.example.app://open */
	if (s->end - r.host_end >= 3 && !memcmp(r.host_end, "://", 3) && find_iri(s, r.host_end, skip, link))
		return true;
	if (iri_host_goes_on(s, &r) || (!s->o->exact && iri_is_host_symbol(iri_link_char_before(s, begin, &before))))
		return false;
	s->before = begin > s->start ? begin[-1] : 0;
	/* What follows an invalid port may have IRIs, so it is not skipped. */
	const char *const end = end_after_host(s, r.host_end, &next);
	return end && linkify_found(s, IRI_LINK_HOST, begin, end, link);
}

/* Whether the three bytes at p are a wide dot. */
static bool at_wide_dot(const struct link_search *s, const char *p)
{
	return s->end - p >= 3 && (!memcmp(p, "\xE3\x80\x82", 3) ||
	                           (s->o->cjk && (!memcmp(p, "\xEF\xBC\x8E", 3) || !memcmp(p, "\xEF\xBD\xA1", 3))));
}

/*
 * Returns the next byte from p on at which a link can be found: the colon after a scheme and, for links without a
 * scheme, "@" and the dots of hosts. Returns s->end if there is none.
 */
static const char *next_mark(struct link_search *s, const char *p)
{
	if (!s->o->bare)
		return iri_find_byte(p, s->end, ':');
	while (p < s->end) {
		if (!s->block || p >= s->block_end) {
			s->block = p;
			s->block_end = s->end - p > SCAN_BLOCK ? p + SCAN_BLOCK : s->end;
			struct iri_masks m;
			iri_scan(p, (size_t)(s->block_end - p), &m);
			/* ":", "@", "/" and "%" are in delim, but not in path. */
			s->marks = (m.delim & ~m.path & ~m.non_ascii) | m.dots;
			for (uint64_t high = m.non_ascii; high; high &= high - 1) {
				const unsigned at = iri_lowest_bit(high);
				if (at_wide_dot(s, p + at))
					s->marks |= (uint64_t)1 << at;
			}
		}
		const uint64_t left = s->marks >> (p - s->block);
		if (!left) {
			p = s->block_end;
			continue;
		}
		p += iri_lowest_bit(left);
		if (*p != '/' && *p != '%')
			return p;
		p++;
	}
	return s->end;
}

bool iri_link_next(const struct iri_link_options *options, struct iri_str text, size_t from, struct iri_link *link)
{
	static const struct iri_link_options defaults;
	const char *skip;

	if (!text.p || from >= text.n)
		return false;
	struct link_search s = {
		.o = options ? options : &defaults,
		.start = text.p,
		.end = text.p + text.n,
		.from = text.p + from,
	};
	for (const char *p = next_mark(&s, s.from); p < s.end; p = next_mark(&s, skip)) {
		skip = p + 1;
		if (*p == ':' && find_iri(&s, p, &skip, link))
			return true;
		if (*p == '@' && find_address(&s, p, &skip, link))
			return true;
		if (*p != ':' && *p != '@' && find_host(&s, p, &skip, link))
			return true;
	}
	return false;
}
