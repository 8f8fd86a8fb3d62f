/* SPDX-License-Identifier: ISC */
/*
 * A value is searched in one stage after the other: as it stands, decoded once, twice and so on, until one has links.
 * There is one way to the next stage: percent-decoded if there are percent-encoded octets, else decoded from base64 if
 * that gives text. So the time of each stage is linear.
 */
#include "redirector.h"

#include "lib/base/str.h"
#include "lib/syntax/data.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

/* Search in one reference */
struct search {
	size_t depth;
	void (*found)(void *arg, const struct iri_embedded *embedded);
	void *arg;
	struct iri_embedded embedded; /* what is known of the next link: the value, and how it was decoded so far */
	struct iri_buf stages[2];     /* of the value, by turns, since each is made from the one before */
	struct iri_buf joined;        /* a stage without tabs and ends of lines */
	const struct iri_ref *ref;
	const struct iri_redirector *redirector; /* the row of the table for the reference, or NULL */
	struct iri_str target;        /* the part that has the target */
	bool quotes;                  /* the value is a script, or can have one: "'" ends a link */
	bool failed;                  /* out of memory */
};

/* Returns the first occurrence of text in s, or NULL if there is none. */
static const char *find_text(struct iri_str s, const char *text)
{
	const size_t n = strlen(text);

	for (const char *p = s.p, *const end = p + s.n; s.n; p++) {
		p = iri_find_byte(p, end, *text);
		if ((size_t)(end - p) < n)
			break;
		if (!memcmp(p, text, n))
			return p;
	}
	return NULL;
}

/* Returns s without spaces and controls at its ends: browsers ignore them around a link. */
static struct iri_str trimmed(struct iri_str s)
{
	for (; s.n && (unsigned char)*s.p <= ' '; s.n--)
		s.p++;
	while (s.n && (unsigned char)s.p[s.n - 1] <= ' ')
		s.n--;
	return s;
}

/* Whether s is text: UTF-8 without controls. */
static bool is_text(struct iri_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < ' ' || s.p[i] == 0x7F)
			return false;
	return iri_is_utf8(s);
}

/* Whether s begins with a scheme and "://". */
static bool begins_with_link(struct iri_str s)
{
	const struct iri_str scheme = iri_scheme_at_start(s);

	return scheme.n && s.n - scheme.n >= 3 && !memcmp(scheme.p + scheme.n, "://", 3);
}

/*
 * Returns the end of "see+" in a text like "see+https://a.example/". In a query, "+" is a space (HTML standard:
 * forms), so it does not belong to the scheme of a link. Returns the start if there is none.
 */
static const char *after_plus(struct iri_str text)
{
	const struct iri_str scheme = iri_scheme_at_start(text);

	for (const char *p = scheme.p + scheme.n; p > scheme.p; p--)
		if (p[-1] == '+')
			return iri_scheme_has(iri_between(p, scheme.p + scheme.n), SCHEME_HTTP) ? p : text.p;
	return text.p;
}

/* Whether an authority ends at the character; browsers take "\\" for "/". */
static bool is_end(char c)
{
	return iri_is_slash(c, true) || c == '?' || c == '#';
}

/* Returns the end of the slashes and backslashes at p. */
static const char *slashes_end(const char *p, const char *end)
{
	while (p < end && iri_is_slash(*p, true))
		p++;
	return p;
}

/* Whether the authority at p has a dot in it. */
static bool has_dotted_host(const char *p, const char *end)
{
	const struct iri_str host = iri_between(p, iri_authority_end(p, end, true));
	const char *const dot = iri_find_byte(host.p, host.p + host.n, '.');

	return dot > host.p && host.p + host.n - dot > 1 && dot[1] != '.';
}

/*
 * Whether s is a reference to another host without a scheme: "//host.example/path", perhaps with backslashes, which
 * browsers take for slashes, or more of them. A host without a dot is more often a folder, after an empty segment.
 */
static bool is_network_path(struct iri_str s)
{
	const char *const end = s.p + s.n, *const host = slashes_end(s.p, end);

	return host - s.p >= 2 && has_dotted_host(host, end);
}

/* Whether s is a link with http or https and any number of slashes. Browsers accept other numbers than two. */
static bool is_odd_web_link(struct iri_str s, struct iri_str scheme)
{
	const char *const end = s.p + s.n;

	return iri_scheme_has(scheme, SCHEME_HTTP) && has_dotted_host(slashes_end(scheme.p + scheme.n + 1, end), end);
}

/*
 * Whether all of s is a link: one with a scheme and "://", "//host.example/path", or one of those schemes without "://"
 * that can deceive.
 */
static bool is_link(const struct search *s, struct iri_str text)
{
	const struct iri_str scheme = iri_scheme_at_start(text);
	const char *const rest = text.p + scheme.n + (scheme.n > 0), *const end = text.p + text.n;

	if (rest < end && iri_scheme_has(scheme, SCHEME_SCRIPT | SCHEME_DATA | SCHEME_MAILBOX)) {
		/* In "Data: a, b", the word is none. A script can have spaces, but not first. */
		if (*rest == ' ' || *rest == '+' || (end - rest >= 3 && !memcmp(rest, "%20", 3)))
			return false;
		if (iri_scheme_has(scheme, SCHEME_SCRIPT))
			return true;
		if (iri_scheme_has(scheme, SCHEME_MAILBOX))
			return iri_find_byte(rest, end, '@') < end;
		const char *const comma = iri_find_byte(rest, end, ',');
		return comma < end && (*rest == ',' || *rest == ';' || iri_find_byte(rest, comma, '/') < comma);
	}
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] <= ' ' || strchr("\"<>\x7F", text.p[i]))
			return false;
	if (!iri_is_utf8(text))
		return false;
	if (!begins_with_link(text))
		return is_network_path(text) || (scheme.n && is_odd_web_link(text, scheme));
	if (s->embedded.where == IRI_QUERY && after_plus(text) > text.p)
		return false;
	const char *const host = rest + 2;
	return iri_authority_end(host, end, true) > host || (host < end && iri_scheme_has(scheme, SCHEME_LOCALHOST));
}

static void embedded_report(struct search *s, struct iri_str link, bool whole)
{
	s->embedded.link = link;
	s->embedded.whole = whole;
	s->found(s->arg, &s->embedded);
}

/* Whether the link at p in the content is the name of an XML namespace, as in each SVG image: xmlns="http://… */
static bool is_namespace(const char *content, const char *p)
{
	enum { MOST = 64 }; /* bytes before the link that are searched */
	const char *const limit = p - content > MOST ? p - MOST : content;

	if (p == limit || (p[-1] != '"' && p[-1] != '\''))
		return false;
	for (p--; p > limit && (p[-1] == ' ' || p[-1] == '='); p--)
		continue;
	const char *const end = p;
	while (p > limit && (iri_byte_class(p[-1]) & CHAR_SCHEME || p[-1] == ':' || p[-1] == '_'))
		p--;
	const struct iri_str name = iri_between(p, end);
	return name.n >= 5 && !memcmp(name.p, "xmlns", 5) && (name.n == 5 || name.p[5] == ':');
}

/* Reports the links in text. Returns whether there is one. begin: the start of the stage that contains text */
static bool find_links(struct search *s, const char *begin, struct iri_str text)
{
	static const char *const web[] = {"http", "https", "ftp"};
	static const struct iri_link_options in_path = {.schemes = web, .n_schemes = sizeof web / sizeof *web};
	const bool path = s->embedded.where == IRI_PATH && !s->embedded.in_content;
	struct iri_link link;
	bool any = false;

	for (size_t from = 0; iri_link_next(path ? &in_path : NULL, text, from, &link); from = link.off + link.len) {
		struct iri_str at = {text.p + link.off, link.len};
		if (!find_text(at, "://") || (s->embedded.in_content && is_namespace(begin, at.p)))
			continue;
		if (s->embedded.where == IRI_QUERY)
			at = iri_between(after_plus(at), at.p + at.n);
		embedded_report(s, at, false);
		any = true;
	}
	return any;
}

static bool is_ignored(char c)
{
	return c == '\t' || c == '\n' || c == '\r';
}

/* Returns the text without tabs and ends of lines: browsers ignore them in a link. */
static struct iri_str joined(struct search *s, struct iri_str text)
{
	size_t first = 0;

	while (first < text.n && !is_ignored(text.p[first]))
		first++;
	if (first == text.n)
		return text;
	iri_buf_clear(&s->joined);
	iri_buf_add(&s->joined, text.p, first);
	for (size_t i = first; i < text.n; i++)
		if (!is_ignored(text.p[i]))
			iri_buf_putc(&s->joined, text.p[i]);
	s->failed = s->failed || s->joined.failed;
	return iri_contents(&s->joined);
}

/* Reports the links of one stage of the value. Returns whether there is one. */
static bool search_stage(struct search *s, struct iri_str stage)
{
	const struct iri_str text = trimmed(stage);
	bool any = false;

	if (s->embedded.where != IRI_PATH || s->embedded.in_content) {
		const struct iri_str link = s->embedded.in_content ? text : joined(s, text);
		if (is_link(s, link)) {
			embedded_report(s, link, true);
			return true;
		}
	}
	if (!find_text(text, "://"))
		return false;
	/* An IRI cannot have these characters (section 2.2), but in running text, brackets can be part of a link. */
	for (const char *p = text.p, *const end = p + text.n; p < end; p++) {
		const char *const begin = p;
		while (p < end && *p != '<' && *p != '>' && *p != '"' && *p != '`' && !(s->quotes && *p == '\''))
			p++;
		any = find_links(s, text.p, iri_between(begin, p)) || any;
	}
	return any;
}

/* Whether s has a percent-encoded octet. */
static bool has_encoded(struct iri_str s)
{
	const char *const end = s.p + s.n, *p = iri_find_byte(s.p, end, '%');

	while (p < end && !iri_is_pct(p, end))
		p = iri_find_byte(p + 1, end, '%');
	return p < end;
}

/* Whether s has a percent-encoded octet of a character at which an authority ends. */
static bool has_encoded_end(struct iri_str s)
{
	for (const char *p = s.p, *const end = p + s.n; (p = iri_find_byte(p, end, '%')) < end; p++)
		if (iri_is_pct(p, end) && is_end((char)iri_pct_octet(p)))
			return true;
	return false;
}

/*
 * Whether the scheme that ends at `end` begins with a percent-encoded octet: of one of its characters, or of one that
 * is ignored.
 */
static bool has_encoded_scheme(const char *begin, const char *end)
{
	while (end > begin && iri_byte_class(end[-1]) & CHAR_SCHEME)
		end--;
	if (end == begin || end[-1] != '%' || !iri_is_pct(end - 1, end + 2))
		return false;
	const char octet = (char)iri_pct_octet(end - 1);
	return iri_byte_class(octet) & CHAR_SCHEME || is_ignored(octet);
}

/*
 * Whether the first link in s may be another one when it is decoded: its scheme or its host has a percent-encoded
 * octet, or the text before the host has one of a delimiter at which the host ends.
 */
static bool has_encoded_host(struct iri_str s)
{
	const char *const sign = find_text(s, "//");

	if (!sign)
		return false;
	if (sign > s.p && sign[-1] == ':' && has_encoded_scheme(s.p, sign - 1))
		return true;
	const char *const end = iri_authority_end(sign + 2, s.p + s.n, true), *host = end;
	while (host[-1] != '/' && host[-1] != '@')
		host--;
	return has_encoded(iri_between(host, end)) || has_encoded_end(iri_between(sign + 2, end));
}

/*
 * Appends the text that s encodes in base64 or, if not all of s is base64 of text, the link with http that a part of s
 * encodes. Returns false if there is neither.
 */
static bool decode_base64(struct iri_str s, struct iri_buf *out)
{
	enum { SHORTEST = 10 }; /* of shorter words, too many are base64 of text */
	static const char http[] = "aHR0c"; /* base64 of "http", and of "https" */

	if (s.n < SHORTEST)
		return false;
	if (iri_base64_decode(s, out) && is_text(trimmed(iri_contents(out))))
		return true;
	const char *const begin = find_text(s, http), *p = begin, *next;
	if (!begin)
		return false;
	while (p < s.p + s.n && iri_is_base64_digit(*p))
		p++;
	iri_buf_clear(out);
	iri_base64_decode(iri_between(begin, p), out);
	/* What follows the link in the same run of characters, for example a signature, is no text. */
	const struct iri_str text = iri_contents(out);
	for (p = text.p; iri_utf8_next(p, text.p + text.n, &next) >= ' '; p = next)
		continue;
	out->n = (size_t)(p - text.p);
	return true;
}

/* Searches a value. stage: its first stage, decoded as embedded.encodings says */
static void search_stages(struct search *s, struct iri_str stage)
{
	struct iri_embedded *const c = &s->embedded;

	for (;;) {
		const bool encoded = has_encoded(stage), can_decode = c->n_encodings < s->depth;
		const bool host = can_decode && encoded && has_encoded_host(stage);
		if ((!host && search_stage(s, stage)) || !can_decode)
			return;
		struct iri_buf *const out = &s->stages[c->n_encodings % 2];
		bool decoded = encoded;
		iri_buf_clear(out);
		if (encoded)
			iri_pct_decode(out, stage);
		else if (c->where != IRI_PATH || c->in_content)
			decoded = decode_base64(stage, out);
		s->failed = s->failed || out->failed;
		if (!decoded || s->failed)
			return;
		c->encodings[c->n_encodings++] = encoded ? IRI_ENCODING_PERCENT : IRI_ENCODING_BASE64;
		stage = iri_contents(out);
	}
}

/* Reports the target of the redirector's link, if the value has it. Returns false if it has none. */
static bool search_redirector(struct search *s)
{
	struct iri_embedded *const c = &s->embedded;
	struct iri_buf *const out = &s->stages[0];
	const enum iri_redirector_kind kind = s->redirector->kind;

	iri_buf_clear(out);
	const bool decoded = iri_redirector_decode(s->redirector, s->ref, c->value, out);
	const struct iri_str link = iri_contents(out);
	s->failed = s->failed || out->failed;
	if (!decoded || s->failed || !is_link(s, link) || (kind == REDIRECTOR_HOST && !is_network_path(link)))
		return false;
	if (kind != REDIRECTOR_PERCENT || has_encoded(c->value))
		c->encodings[c->n_encodings++] = kind == REDIRECTOR_PERCENT ? IRI_ENCODING_PERCENT
		                                                                : IRI_ENCODING_WRAPPER;
	c->redirector = s->redirector->name;
	c->only_host = kind == REDIRECTOR_HOST;
	embedded_report(s, link, true);
	return true;
}

/* Searches a value of a component. name: of the parameter, or absent */
static void search_value(struct search *s, enum iri_component where, struct iri_str name, struct iri_str value)
{
	s->embedded = (struct iri_embedded){.where = where, .name = name, .value = value};
	if (!value.n || s->failed)
		return;
	const bool has_target = s->redirector && s->target.p == value.p && s->depth;
	if (!has_target || !search_redirector(s))
		search_stages(s, value);
}

/* Searches the parameters of a query, or of a fragment that is written like one. */
static void search_pairs(struct search *s, enum iri_component where, struct iri_str text)
{
	const struct iri_str none = {NULL, 0};

	if (begins_with_link(text)) {
		search_value(s, where, none, text);
		return;
	}
	struct iri_pairs walk = iri_pairs(text, '&');
	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		const struct iri_str name = pair.key;
		size_t signs = 0;
		while (signs < pair.value.n && pair.value.p[signs] == '=')
			signs++;
		/* A link can be there without a name, and have "=" itself; base64 can have it at its end. */
		if (signs == pair.value.n || memchr(name.p, '/', name.n) || find_text(name, "%2F") ||
		    find_text(name, "%2f"))
			search_value(s, where, none, pair.text);
		else
			search_value(s, where, where == IRI_QUERY ? name : none, pair.value);
	}
}

/* Searches the content of a data IRI, if it is text or a page. */
static void search_content(struct search *s, const struct iri_data *data)
{
	struct iri_embedded *const c = &s->embedded;
	struct iri_buf *const out = &s->stages[0];
	struct iri_str content = data->data;

	*c = (struct iri_embedded){.where = IRI_PATH, .in_content = true, .value = content};
	s->quotes = true;
	if (s->depth && (data->base64 || has_encoded(content))) {
		iri_data_decode(data, out);
		s->failed = out->failed;
		c->encodings[c->n_encodings++] = data->base64 ? IRI_ENCODING_BASE64 : IRI_ENCODING_PERCENT;
		content = iri_contents(out);
	}
	if (!s->failed && (data->page || iri_is_utf8(content)))
		search_stages(s, content);
}

bool iri_embedded_each(const struct iri_ref *ref, size_t depth,
                       void (*found)(void *arg, const struct iri_embedded *embedded), void *arg)
{
	struct search s =
	        {.depth = depth < IRI_EMBEDDED_DEPTH ? depth : IRI_EMBEDDED_DEPTH, .found = found, .arg = arg};
	struct iri_data data;

	if (iri_scheme_has(ref->scheme, SCHEME_DATA)) {
		if (iri_data_split(ref, &data))
			search_content(&s, &data);
	} else {
		s.ref = ref;
		s.redirector = iri_redirector_find(ref, &s.target);
		if (s.redirector && !s.target.p)
			found(arg, &(struct iri_embedded){.where = IRI_PATH, .value = ref->path,
			                                  .redirector = s.redirector->name});
		s.quotes = iri_scheme_has(ref->scheme, SCHEME_SCRIPT);
		search_value(&s, IRI_PATH, (struct iri_str){NULL, 0}, ref->path);
		if (!s.embedded.redirector)
			search_pairs(&s, IRI_QUERY, ref->query);
	}
	s.quotes = false;
	/* The target in a path goes on behind it. */
	if (s.embedded.where != IRI_PATH || !s.embedded.redirector)
		search_pairs(&s, IRI_FRAGMENT, ref->fragment);
	for (size_t i = 0; i < 2; i++)
		iri_buf_free(&s.stages[i]);
	iri_buf_free(&s.joined);
	return !s.failed;
}
