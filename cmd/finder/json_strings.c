/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "json_strings.h"

#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>

/* Whether an odd number of backslashes stands before p. */
static bool is_escaped(const char *start, const char *p)
{
	const char *q = p;

	while (q > start && q[-1] == '\\')
		q--;
	return (p - q) % 2;
}

/* Returns the first line feed from p on, or t->end. */
static const char *json_line_end(struct json_tokens *t, const char *p)
{
	if (!t->line_end || t->line_end < p)
		t->line_end = iri_find_byte(p, t->end, '\n');
	return t->line_end;
}

/* Returns the end of the string whose content begins at `start`, or NULL if the text ends before it. */
static inline const char *string_end(struct json_tokens *t, const char *start, char quote)
{
	for (const char *p = start; p < t->end; p++) {
		const char *const line_end = json_line_end(t, p);
		p = iri_find_byte(p, line_end, quote);
		/* Most strings end like this. A quote stands before the first byte. */
		if (p < line_end && p[-1] != '\\')
			return p;
		const char *const before = p == line_end && p > start && p[-1] == '\r' ? p - 1 : p;
		if (p < t->end && (before == start || before[-1] != '\\' || !is_escaped(start, before)))
			return p;
	}
	return NULL;
}

/* Returns the end of the comment of several lines whose text begins at p, or NULL. */
static const char *block_end(const char *p, const char *end)
{
	const char *const found = text_find(p, end, "*/");

	return found ? found + 2 : NULL;
}

/* Returns the end of the comment at p, a "/", or the place after p if there is none. NULL: the text ends before it. */
static const char *comment_end(const char *p, const char *end)
{
	if (end - p < 2)
		return NULL;
	if (p[1] == '*')
		return block_end(p + 2, end);
	if (p[1] != '/')
		return p + 1;
	for (p += 2; p < end; p++)
		if (is_line_end(*p))
			return p;
	return NULL;
}

/* Returns the first byte from p on that is one of `stops`, or end. */
static const char *json_find_any(const char *p, const char *end, const bool stops[256])
{
	while (p < end && !stops[(unsigned char)*p])
		p++;
	return p;
}

/* What json_take does, for each string of a document, which are many. */
IRI_INLINE enum json_kind take_token(struct json_tokens *t, struct iri_str *s)
{
	static const bool quotes[256] = {['"'] = true, ['\''] = true, ['/'] = true};
	static const bool marks[256] = {
		['"'] = true, ['\''] = true, ['/'] = true, ['{'] = true, ['}'] = true,
		['['] = true, [']'] = true,  [':'] = true, [','] = true,
	};
	const char *const end = t->end, *q = t->p, *after;

	while ((q = json_find_any(q, end, t->has_marks ? marks : quotes)) < end) {
		if (*q == '"' || *q == '\'') {
			after = string_end(t, q + 1, *q);
			t->p = after ? after + (*after == *q) : t->at_end ? end : q;
			*s = iri_between(q + 1, after ? after : end);
			return after || t->at_end ? JSON_STRING : JSON_UNENDED;
		}
		if (*q != '/') {
			*s = (struct iri_str){q, 1};
			t->p = q + 1;
			return JSON_MARK;
		}
		after = comment_end(q, end);
		if (!after && !t->at_end) {
			t->p = q;
			return JSON_UNENDED;
		}
		q = after ? after : end;
	}
	t->p = end;
	return JSON_END;
}

enum json_kind json_take(struct json_tokens *t, struct iri_str *s)
{
	return take_token(t, s);
}

struct codec_use json_use(struct json_strings *j, struct iri_str string)
{
	const char *const end = string.p + string.n;
	unsigned char flags = j->writes_ascii ? CODEC_WRITES_ASCII : 0;

	if (!j->backslash || j->backslash < string.p)
		j->backslash = iri_find_byte(string.p, j->end, '\\');
	for (const char *p = j->backslash; p < end && (p = iri_find_byte(p, end, '\\')) < end; p += end - p > 1 ? 2 : 1)
		if (end - p > 1 && p[1] == '/')
			flags |= CODEC_ESCAPES_SLASH;
	return (struct codec_use){.codec = CODEC_JSON, .quote = string.p[-1], .flags = flags};
}

void json_begin(struct json_strings *j, struct iri_str text, bool at_end)
{
	if (!j->has_begun && at_end)
		j->writes_ascii = iri_is_ascii(text) && text_find(text.p, text.p + text.n, "\\u");
	j->has_begun = true;
	j->end = text.p + text.n;
	j->backslash = NULL;
}

/* The places, from a position on, where a link can be or a comment begins; each is `end` if there is none */
struct json_hits {
	const char *colon;     /* a ":" that can follow a scheme */
	const char *backslash; /* an escape that means ":" */
	const char *comment;   /* the "*" that can begin a comment of several lines */
};

/*
 * Whether the ":" at p can stand between a scheme and the rest of a link. In JSON5, a backslash or an escaped line end
 * can stand before it.
 */
static bool is_colon(const char *p, const char *start, const char *end)
{
	if (p == start || end - p < 2 || (unsigned char)p[1] <= ' ')
		return false;
	return iri_byte_class(p[-1]) & CHAR_SCHEME || p[-1] == '\\' || is_line_end(p[-1]);
}

/* Whether there is "\u003a" or "\x3a" at p. */
static bool is_colon_escape(const char *p, const char *end)
{
	const ptrdiff_t n = end - p > 1 && p[1] == 'x' ? 4 : 6;

	return end - p >= n && (p[1] == 'u' || p[1] == 'x') && p[n - 2] == '3' && (p[n - 1] | 0x20) == 'a';
}

/* Returns the next hit from p on, and updates *h. */
static const char *json_next_hit(struct json_hits *h, const char *start, const char *p, const char *end)
{
	if (!h->colon || h->colon < p)
		for (h->colon = iri_find_byte(p, end, ':'); h->colon < end && !is_colon(h->colon, start, end);)
			h->colon = iri_find_byte(h->colon + 1, end, ':');
	if (!h->backslash || h->backslash < p)
		for (h->backslash = iri_find_byte(p, end, '\\');
		     h->backslash < end && !is_colon_escape(h->backslash, end);)
			h->backslash = iri_find_byte(h->backslash + 1, end, '\\');
	if (!h->comment || h->comment < p)
		for (h->comment = iri_find_byte(p, end, '*');
		     h->comment < end && (h->comment == start || h->comment[-1] != '/');)
			h->comment = iri_find_byte(h->comment + 1, end, '*');
	const char *const hit = h->colon < h->backslash ? h->colon : h->backslash;
	return hit < h->comment ? hit : h->comment;
}

/* Moves to the last start of a line before `hit` that is outside of strings, if there is one. */
static void json_skip_lines(struct json_tokens *t, const char *hit)
{
	if (hit <= t->p || json_line_end(t, t->p) >= hit)
		return;
	for (const char *q = hit; q > t->p; q--) {
		while (q - t->p >= 8 && !iri_equal_bytes(iri_load8(q - 8), '\n'))
			q -= 8;
		if (q == t->p)
			return;
		const char *const before = q[-1] == '\n' && q - 1 > t->p && q[-2] == '\r' ? q - 2 : q - 1;
		if (q[-1] == '\n' && !is_escaped(t->p, before)) {
			t->p = q;
			return;
		}
	}
}

/* Finds the strings. Skips lines without hits. At the end, t->p is the first string or comment that is not done. */
static void find_strings(struct json_tokens *t, bool in_all, bool (*found)(void *arg, struct iri_str string),
                         void *arg)
{
	const char *const start = t->p;
	struct json_hits hits = {NULL, NULL, NULL};
	struct iri_str s;

	const char *hit = in_all ? t->end : json_next_hit(&hits, start, start, t->end);
	if (!in_all)
		json_skip_lines(t, hit);
	while (take_token(t, &s) == JSON_STRING) {
		const char *const before = hit;
		if (hit < s.p)
			hit = json_next_hit(&hits, start, s.p, t->end);
		if (in_all || hit < s.p + s.n) {
			if (!found(arg, s))
				return;
			hit = in_all ? hit : json_next_hit(&hits, start, t->p, t->end);
		}
		if (hit != before)
			json_skip_lines(t, hit);
	}
}

size_t json_search(struct json_strings *j, struct iri_str text, bool at_end, bool in_all,
                   bool (*found)(void *arg, struct iri_str string), void *arg)
{
	text = iri_present(text);
	const char *const end = text.p + text.n;
	struct json_tokens t = {.p = j->in_comment ? block_end(text.p, end) : text.p, .end = end, .at_end = at_end};

	json_begin(j, text, at_end);
	if (text.n && t.p)
		find_strings(&t, in_all, found, arg);
	const char *const p = t.p;
	j->in_comment = !p || (end - p > 1 && p[0] == '/' && p[1] == '*');
	if (!j->in_comment || at_end)
		return (size_t)((p ? p : end) - text.p);
	/* A "*" at the end can end the comment, but not that of its start. */
	return text.n - (text.n && end[-1] == '*' && (!p || end - p > 2));
}
