/* SPDX-License-Identifier: ISC */
/* Finds links in running text (UTS #58): their schemes, hosts, ports and addresses. link_end.c has the rest. */
#include "link_end.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/scan.h"
#include "lib/syntax/scheme.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

/* Search in one text. It moves forward, and only goes back to find the beginning of a link, at most to `from`. */
struct search {
	const struct iri_link_options *o;
	const char *end;       /* of the text */
	const char *start;     /* of the text */
	const char *from;      /* links begin here or later */
	char before;           /* the byte before the link that is looked at, or 0 */
	const char *block;     /* the block that `marks` describes, and its end; NULL: none yet */
	const char *block_end;
	uint64_t marks;        /* bits of the bytes in the block at which the search stops; see next_mark */
};

/* Returns the character before p, and sets *before to its start. Returns 0 at s->from, and if it is not UTF-8. */
static uint32_t linkify_char_before(const struct search *s, const char *p, const char **before)
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

/* Whether a label can have this character, perhaps after the mapping of UTS #46. */
static bool is_label_char(uint32_t ch)
{
	enum { MOST = 32 }; /* characters of a compatibility decomposition; Unicode has at most 18 */
	utf8proc_int32_t form[MOST];

	/* Han, Hangul, Hiragana and Katakana: without a lookup, since texts in these have long runs of letters. */
	if ((ch >= 0x4E00 && ch < 0x9FF0) || (ch >= 0xAC00 && ch <= 0xD7A3) || (ch >= 0x3041 && ch <= 0x3096) ||
	    (ch >= 0x30A1 && ch <= 0x30FA))
		return true;
	if (is_idna_char(ch) || ch == 0xAD) /* the soft hyphen is mapped to nothing */
		return true;
	const utf8proc_ssize_t n =
		ch < 0x80 ? 0 : utf8proc_decompose_char((utf8proc_int32_t)ch, form, MOST,
		                                  UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, NULL);
	for (utf8proc_ssize_t i = 0; i < n && i < MOST; i++)
		if (!is_idna_char((uint32_t)form[i]))
			return false;
	return n > 0 && n <= MOST;
}

static bool is_wide_dot(uint32_t ch)
{
	return ch == 0x3002 || ch == 0xFF0E || ch == 0xFF61;
}

/*
 * Whether ch, from p to next, divides labels: "." or U+3002. With cjk, U+3002 is taken for a full stop, except between
 * two CJK letters. There it divides labels, and so do its wide and narrow forms.
 */
static bool is_dot(const struct search *s, uint32_t ch, const char *p, const char *next)
{
	const char *ignored;

	if (!s->o->cjk)
		return ch == '.' || ch == 0x3002;
	return ch == '.' || (is_wide_dot(ch) && iri_is_cjk(linkify_char_before(s, p, &ignored)) &&
	                     iri_is_cjk(iri_utf8_next(next, s->end, &ignored)));
}

static bool linkify_is_tld(const struct search *s, struct iri_str label)
{
	/* No top-level domain begins with a digit (RFC 1123, section 2.1). So a number needs no call. */
	return s->o->is_tld && !iri_is_digit(*label.p) && s->o->is_tld(s->o->tld_arg, label);
}

/* A run of label characters and dots, and the host at its beginning */
struct run {
	const char *end;
	const char *host_end; /* NULL: no host. The host does not contain the dot of the root. */
	struct iri_str last;  /* the last label of the host */
	size_t labels;        /* of the host */
	bool gap;             /* an empty label follows the host, and then another label */
	bool cut;             /* for cjk: letters of CJK end it, see ends_label */
};

/* Whether ch is a symbol that domain names have outside of IDNA 2008, like U+2764. Those of tables are left out. */
static bool is_host_symbol(uint32_t ch)
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
static const char *symbols_end(const struct search *s, const char *p)
{
	const char *next;
	uint32_t ch = iri_utf8_next(p, s->end, &next);

	if (s->o->exact || !is_host_symbol(ch))
		return NULL;
	for (p = next; (ch = iri_utf8_next(p, s->end, &next)) && (is_label_char(ch) || is_host_symbol(ch)); p = next)
		continue;
	return ch == '.' && is_label_char(iri_utf8_next(next, s->end, &next)) ? p : NULL;
}

/*
 * Behind a scheme, a label can have symbols: the first label, or one in which at most one character stands before the
 * symbol. Returns the end of such a label, if a symbol of it is at p; else NULL. label: its start; labels: the number
 * of labels before it
 */
static const char *end_of_symbols(const struct search *s, const char *label, const char *p, size_t labels)
{
	const char *second;

	iri_utf8_next(label, s->end, &second);
	if (labels ? p > second : p > label && iri_is_local_host(iri_between(label, p)))
		return NULL;
	return symbols_end(s, p);
}

/* Whether a path, query or fragment begins with c. */
static bool begins_part(char c)
{
	return c == '/' || c == '?' || c == '#';
}

/*
 * Behind a scheme, a label can also have "_", "~" and percent-encoded octets. "_" and "~" at the end of the link are
 * not part of it, since plain text uses them for emphasis. Returns the end of such characters at p, or NULL if there
 * are none.
 */
static const char *more_of_label(const struct search *s, const char *p)
{
	const char *q = p, *next;

	if (p < s->end && *p == '%')
		return iri_is_pct(p, s->end) ? p + 3 : NULL;
	while (q < s->end && (*q == '_' || *q == '~'))
		q++;
	if (q == p)
		return NULL;
	uint32_t ch = iri_utf8_next(q, s->end, &next);
	if ((ch && ch < 0x80 && begins_part((char)ch)) || (ch == '%' && iri_is_pct(q, s->end)))
		return q;
	if (ch == ':' && next < s->end && iri_is_digit(*next))
		return q;
	if (ch == '.')
		ch = iri_utf8_next(next, s->end, &next);
	return ch != '-' && is_label_char(ch) ? q : NULL;
}

/*
 * For cjk: whether a label ends at p, because a CJK letter follows an ASCII top-level domain or an IPv4 address. label:
 * its start; labels: the number of labels before it; numeric: all characters of the labels are digits
 */
static bool ends_label(const struct search *s, const char *label, const char *p, size_t labels, bool numeric)
{
	const char *next;
	const struct iri_str part = iri_between(label, p);

	if (!s->o->cjk || !labels || !part.n || (unsigned char)p[-1] >= 0x80)
		return false;
	if (!iri_is_cjk(iri_utf8_next(p, s->end, &next)))
		return false;
	return (numeric && labels == 3) || (iri_is_ascii(part) && linkify_is_tld(s, part));
}

/*
 * Finds the run at p. Its host ends before the first empty label. A label with a hyphen at an end, or an empty one at
 * p, gives no host. scheme: the run stands behind a scheme
 */
static struct run run_at(const struct search *s, const char *p, bool scheme)
{
	struct run r = {.host_end = NULL};
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
			if (!is_label_char(ch)) {
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
	} while (!r.cut && is_dot(s, ch, r.end, next));
	if (bad)
		r.host_end = NULL;
	return r;
}

/* Returns the end of the link that goes on at p, with its path, query or fragment. */
static const char *link_end(const struct search *s, const char *p)
{
	return iri_link_end(p, s->end, s->before,
	                    (s->o->cjk ? LINK_END_CJK : 0u) | (s->o->exact ? LINK_END_EXACT : 0u), NULL);
}

/* Whether there is a "%" at p, without hexadecimal digits behind it. */
static bool at_stray_percent(const struct search *s, const char *p)
{
	return p < s->end && *p == '%' && !iri_is_pct(p, s->end);
}

/*
 * Whether the host in r goes on as a pattern or a template, like https://packages\.example\.org and
 * http://api.{region}.example; or with a symbol that end_of_symbols leaves out. Then it is no link: the part before
 * would be another host.
 */
static bool host_goes_on(const struct search *s, const struct run *r)
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

/*
 * Returns the end of a link whose host ends at p: with its port, path, query and fragment. Returns NULL if the port is
 * above 65535, or has more than five digits; then sets *skip to the end.
 */
static const char *end_after_host(const struct search *s, const char *p, const char **skip)
{
	const char *next;
	const uint32_t ch = iri_utf8_next(p, s->end, &next);
	unsigned port = 0;

	/* The dot of the root belongs to the host only before a path, query or fragment. */
	if (is_dot(s, ch, p, next) && next < s->end && begins_part(*next))
		p = next;
	if (s->end - p >= 2 && *p == ':' && iri_is_digit(p[1])) {
		const char *const digits = ++p;
		for (; p < s->end && iri_is_digit(*p); p++)
			port = p - digits < 5 ? port * 10 + (unsigned)(*p - '0') : 65536;
	} else if (s->end - p >= 2 && *p == ':' && begins_part(p[1]) && (s->end - p == 2 || memcmp(p, "://", 3) != 0)) {
		p++; /* an empty port; before "://", the host would be a scheme */
	}
	if (p < s->end && begins_part(*p))
		p = link_end(s, p);
	if (port <= 65535)
		return p;
	*skip = p;
	return NULL;
}

/* iri_scheme.later is looked for in this number of bytes at the beginning of a link. */
enum { MOST_BEFORE = 256 };

/* Whether the options name the scheme. */
static bool is_listed(const struct search *s, struct iri_str scheme)
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
static const char *scheme_before(const struct search *s, const char *p)
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
static const char *userinfo_end(const struct search *s, const char *p)
{
	const char *next;

	for (const char *q = p; q < s->end; q = next) {
		const uint32_t ch = iri_utf8_next(q, s->end, &next);
		if (ch == '@')
			return next;
		const bool ascii = ch < 0x80, listed = iri_byte_class((char)ch) & (CHAR_UNRESERVED | CHAR_SUB_DELIM);
		if (ascii ? !listed && ch != ':' && ch != '%' : !(iri_link_term(ch) & LINK_INCLUDE))
			break;
	}
	return p;
}

/* Returns the end of the IP literal at p, after its "]"; or NULL if there is none. colon: of the scheme before it */
static const char *literal_end(const struct search *s, const char *colon, const char *p)
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
static bool ends_before_sentence(const struct search *s, const char *p)
{
	const struct run r = run_at(s, p, true);
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
static const char *end_with_authority(const struct search *s, struct iri_str scheme, const char *colon,
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
	const struct run r = run_at(s, host, true);
	*skip = r.end;
	/* After a second "@", there would be another host. */
	if (!r.host_end || r.gap || (r.host_end < s->end && *r.host_end == '@') || host_goes_on(s, &r))
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
static const char *mailto_end(const struct search *s, const char *p)
{
	const char *const local = p, *next;

	for (uint32_t ch; (ch = iri_utf8_next(p, s->end, &next)) && iri_link_term(ch) & LINK_EMAIL; p = next)
		continue;
	if (p == s->end || *p != '@' || !is_local_part(iri_between(local, p)))
		return NULL;
	return run_at(s, p + 1, false).host_end;
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
static const char *end_without_authority(const struct search *s, struct iri_str scheme, const char *p)
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
static bool linkify_found(const struct search *s, enum iri_link_kind kind, const char *p, const char *end,
                          struct iri_link *link)
{
	const char *valid = p;
	struct iri_ref ref;

	/* "example.com:80" would parse as a scheme. The host is valid, so only what follows it is parsed. */
	if (kind == IRI_LINK_HOST) {
		while (valid < end && !begins_part(*valid))
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
static bool find_iri(struct search *s, const char *p, const char **skip, struct iri_link *link)
{
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

/* Finds the address whose "@" is at p; for the rest, see find_iri. */
static bool find_address(struct search *s, const char *p, const char **skip, struct iri_link *link)
{
	const struct run r = run_at(s, p + 1, false);
	const char *begin = p, *before, *cjk_end = NULL;

	if (r.end > p + 1)
		*skip = r.end;
	if (!r.host_end || r.labels < 2 || !linkify_is_tld(s, r.last))
		return false;
	for (uint32_t ch; (ch = linkify_char_before(s, begin, &before)) && iri_link_term(ch) & LINK_EMAIL; begin =
	     before)
		if (s->o->cjk && !cjk_end && iri_is_cjk(ch))
			cjk_end = begin;
	const bool authority =
		begin > s->from && begin[-1] == ':' && p - begin >= 2 && begin[0] == '/' && begin[1] == '/';
	/* For cjk: text before an ASCII local part is not part of it. A local part can also be all CJK. */
	if (cjk_end && (unsigned char)*cjk_end < 0x80 && cjk_end < p)
		begin = cjk_end;
	if (!authority && is_local_part(iri_between(begin, p)))
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
static const char *host_start(const struct search *s, const char *p, const char *end)
{
	const char *begin = p, *next;
	bool first = true;

	for (uint32_t ch, last = 0; p < end; last = ch, p = next) {
		ch = iri_utf8_next(p, s->end, &next);
		if (ch == '.' || is_wide_dot(ch)) {
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
static struct run cjk_run(struct search *s, const char **begin, const char *p)
{
	for (;;) {
		/* Takes the start from the first label: else each of many short hosts could cost a long run. */
		*begin = host_start(s, *begin, iri_find_byte(*begin, p, '.'));
		struct run r = run_at(s, *begin, false);
		const char *const start = host_start(s, *begin, r.end);
		if (start > *begin)
			r = run_at(s, *begin = start, false);
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
static bool is_in_local_part(const struct search *s, const char *p, const char *end)
{
	enum { MOST = 64 }; /* bytes of a local part (RFC 5321, section 4.5.3.1.1); a limit keeps the time linear */
	const char *q = end, *next;
	uint32_t ch;

	if (q < s->end && *q == '@')
		return true;
	if (q < s->end && begins_part(*q))
		return false;
	for (; q - p < MOST && (ch = iri_utf8_next(q, s->end, &next)) && iri_link_term(ch) & LINK_EMAIL; q = next)
		continue;
	if (q == s->end || *q != '@' || !is_local_part(iri_between(p, q)))
		return false;
	const struct run r = run_at(s, q + 1, false);
	return r.host_end && r.labels >= 2 && linkify_is_tld(s, r.last);
}

/* Finds the host around the dot at p; for the rest, see find_iri. */
static bool find_host(struct search *s, const char *p, const char **skip, struct iri_link *link)
{
	const char *begin = p, *before, *next;
	uint32_t ch = iri_utf8_next(p, s->end, &next);

	/* Most dots end a sentence. */
	if (p == s->from || !iri_is_word_byte(p[-1]) || next == s->end || !iri_is_word_byte(*next))
		return false;
	if (!is_dot(s, ch, p, next))
		return false;
	for (; (ch = linkify_char_before(s, begin, &before)) != 0; begin = before)
		if (!is_label_char(ch) && !is_dot(s, ch, before, begin))
			break;
	struct run r = s->o->cjk ? cjk_run(s, &begin, p) : run_at(s, begin, false);
	if (r.end > p)
		*skip = r.end;
	if (!r.host_end || r.labels < 2 || is_in_local_part(s, begin, r.host_end) || !linkify_is_tld(s, r.last))
		return false;
	/* A scheme can have dots, too: com.example.app://open */
	if (s->end - r.host_end >= 3 && !memcmp(r.host_end, "://", 3) && find_iri(s, r.host_end, skip, link))
		return true;
	if (host_goes_on(s, &r) || (!s->o->exact && is_host_symbol(linkify_char_before(s, begin, &before))))
		return false;
	s->before = begin > s->start ? begin[-1] : 0;
	/* What follows an invalid port may have IRIs, so it is not skipped. */
	const char *const end = end_after_host(s, r.host_end, &next);
	return end && linkify_found(s, IRI_LINK_HOST, begin, end, link);
}

/* Whether the three bytes at p are a wide dot. */
static bool at_wide_dot(const struct search *s, const char *p)
{
	return s->end - p >= 3 && (!memcmp(p, "\xE3\x80\x82", 3) ||
	                           (s->o->cjk && (!memcmp(p, "\xEF\xBC\x8E", 3) || !memcmp(p, "\xEF\xBD\xA1", 3))));
}

/*
 * Returns the next byte from p on at which a link can be found: the colon after a scheme and, for links without a
 * scheme, "@" and the dots of hosts. Returns s->end if there is none.
 */
static const char *next_mark(struct search *s, const char *p)
{
	if (!s->o->bare)
		return iri_find_byte(p, s->end, ':');
	while (p < s->end) {
		if (!s->block || p >= s->block_end) {
			s->block = p;
			s->block_end = s->end - p > SCAN_BLOCK ? p + SCAN_BLOCK : s->end;
			const struct iri_masks m = iri_scan(p, (size_t)(s->block_end - p));
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
	struct search s = {
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
