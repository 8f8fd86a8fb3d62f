/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "json_strings.h"

#include "json_scan.h"

#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/syntax/schemes.h"
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

/* Whether the byte before p can belong to an escape or, in JSON5, to an escaped line end. */
static bool follows_escape(const char *p)
{
	return p[-1] == '\\' || is_line_end(p[-1]);
}

/*
 * Whether the ":" at p can stand between a scheme and the rest of a link. Without any_scheme, "//" follows it, or the
 * scheme is one of those whose links in running text have no authority. A slash or a letter of the scheme can be
 * written as an escape.
 */
static bool is_colon(const char *p, const char *start, const char *end, bool any_scheme)
{
	enum { MOST = 12 }; /* bytes; more than a name of a scheme whose first letter is an escape */

	if (p == start || end - p < 2 || (unsigned char)p[1] <= ' ')
		return false;
	if (!(iri_byte_class(p[-1]) & CHAR_SCHEME))
		return follows_escape(p);
	if (any_scheme || p[1] == '\\')
		return true;
	if (p[1] == '/' && (end - p < 3 || p[2] == '/' || p[2] == '\\'))
		return true;
	if (p - start >= 2 && iri_ends_like_scheme_in_text(p))
		return true;
	const char *q = p - 1;
	while (q > start && p - q < MOST && iri_byte_class(q[-1]) & CHAR_SCHEME)
		q--;
	return q > start && follows_escape(q);
}

/* Whether there is "\u003a" or "\x3a" at p. */
static bool is_colon_escape(const char *p, const char *end)
{
	if (end - p >= 6 && p[1] == 'u')
		return p[2] == '0' && p[3] == '0' && p[4] == '3' && (p[5] | 0x20) == 'a';
	return end - p >= 4 && p[1] == 'x' && p[2] == '3' && (p[3] | 0x20) == 'a';
}

/* Finds hits: the places where a string can have the ":" of a link, or where a comment of several lines can begin. */
struct json_hits {
	const char *start, *end; /* the text */
	bool any_scheme;         /* see is_colon */
	const char *block;       /* of JSON_BLOCK bytes; or NULL */
	uint64_t mask;           /* of the bytes of the block that can be hits */
	const char *next[3];     /* a ":", a backslash and a "*", each the next one unless it is behind */
};

/* Whether there is a hit at p. */
static bool is_hit(const struct json_hits *h, const char *p)
{
	if (*p == ':')
		return is_colon(p, h->start, h->end, h->any_scheme);
	if (*p == '\\')
		return is_colon_escape(p, h->end);
	return *p == '/' && h->end - p > 1 && p[1] == '*';
}

/* Returns the first byte from p on that can be in a hit. */
static const char *json_next_candidate(struct json_hits *h, const char *p)
{
	static const char bytes[] = {':', '\\', '*'};
	const char *first = h->end;

	for (size_t i = 0; i < sizeof bytes; i++) {
		if (!h->next[i] || h->next[i] < p)
			h->next[i] = iri_find_byte(p, h->end, bytes[i]);
		first = h->next[i] < first ? h->next[i] : first;
	}
	return first;
}

/* Returns the first hit from p on in the block, or NULL. */
static const char *hit_in_block(struct json_hits *h, const char *p)
{
	if (p > h->block)
		h->mask &= UINT64_MAX << (p - h->block);
	for (; h->mask; h->mask &= h->mask - 1)
		if (is_hit(h, h->block + iri_lowest_bit(h->mask)))
			return h->block + iri_lowest_bit(h->mask);
	return NULL;
}

/* Returns the first hit from p on, which does not decrease from call to call; or the end. */
static const char *json_next_hit(struct json_hits *h, const char *p)
{
	enum { QUIET = 8 }; /* blocks without a hit after which it is faster to look for the next candidate */
	const char *hit = NULL;

	/* A byte stands before a block. */
	if (p == h->start && p < h->end) {
		if (is_hit(h, p))
			return p;
		p++;
	}
	if (h->block && p < h->block + JSON_BLOCK) {
		hit = hit_in_block(h, p);
		p = h->block + JSON_BLOCK;
	}
	for (unsigned n = 1; !hit && h->end - p >= JSON_BLOCK + JSON_AFTER; n++) {
		if (n % QUIET == 0) {
			/* The "*" of a comment stands after the "/". */
			const char *const next = json_next_candidate(h, p) - 1;
			p = next > p ? next : p;
			if (h->end - p < JSON_BLOCK + JSON_AFTER)
				break;
		}
		h->block = p;
		h->mask = json_scan(p);
		if (h->mask)
			hit = hit_in_block(h, p);
		p += JSON_BLOCK;
	}
	if (hit)
		return hit;
	while (p < h->end && !is_hit(h, p))
		p++;
	return p;
}

/*
 * Bytes before a hit: for which it takes less time to read each string; which are searched for the start of a line; and
 * for which it takes less time to search all of them for it
 */
enum { NEAR = 64, LOOK_BACK = 128, FAR = 1024 };

/* Moves to the last start of a line before `hit` that is outside of strings, if it can be found fast. */
static void json_skip_lines(struct json_tokens *t, const char *hit)
{
	if (hit <= t->p || json_line_end(t, t->p) >= hit)
		return;
	const char *const from = hit - t->p > LOOK_BACK && hit - t->p < FAR ? hit - LOOK_BACK : t->p;
	for (const char *q = hit; q > from; q--) {
		while (q - from >= 8 && !iri_equal_bytes(iri_load8(q - 8), '\n'))
			q -= 8;
		if (q == from)
			return;
		const char *const before = q[-1] == '\n' && q - 1 > t->p && q[-2] == '\r' ? q - 2 : q - 1;
		if (q[-1] == '\n' && !is_escaped(t->p, before)) {
			t->p = q;
			return;
		}
	}
}

/* Returns a mask of the bits that have an odd number of bits of x at or below them. */
static uint64_t json_odd(uint64_t x)
{
	for (unsigned n = 1; n < 64; n *= 2)
		x ^= x << n;
	return x;
}

/*
 * Moves over strings in double quotes: to the string that has `hit`, to `hit`, or to something else before it, which
 * take_token reads.
 */
static void json_skip_strings(struct json_tokens *t, const char *hit)
{
	const uint64_t last_bit = (uint64_t)1 << (JSON_BLOCK - 1);
	const char *p = t->p, *last = p;
	uint64_t inside = 0; /* all bits are set if p is in a string */
	struct json_masks m;

	while (p < hit && t->end - p >= JSON_BLOCK) {
		json_scan_quotes(p, &m);
		/* Each backslash begins an escape. Where two stand together, or one ends the block, this code stops. */
		const uint64_t escaped = m.backslashes << 1, quotes = m.quotes & ~escaped;
		/* Of the byte of each bit: whether what follows it is in a string */
		const uint64_t in = json_odd(quotes) ^ inside;
		const uint64_t inner = (m.newlines & ~escaped) | (m.backslashes & (escaped | last_bit));
		const uint64_t other = (in & inner) | (~in & (m.others | m.backslashes));
		const unsigned first = other ? iri_lowest_bit(other) : JSON_BLOCK;
		const unsigned n = hit - p < (ptrdiff_t)first ? (unsigned)(hit - p) : first;
		const uint64_t before = n < JSON_BLOCK ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
		if (quotes & before)
			last = p + iri_highest_bit(quotes & before);
		if (n)
			inside = in >> (n - 1) & 1 ? UINT64_MAX : 0;
		p += n;
		if (n < JSON_BLOCK - 1)
			break;
	}
	if (p > t->p)
		t->p = inside ? last : p;
}

/* Skips what has no hit before this one. */
static void json_skip(struct json_tokens *t, const char *hit)
{
	json_skip_lines(t, hit);
	if (hit - t->p > NEAR)
		json_skip_strings(t, hit);
}

/* Finds the strings. Skips those without hits. At the end, t->p is the first string or comment that is not done. */
static void find_strings(struct json_tokens *t, enum json_wanted wanted,
                         bool (*found)(void *arg, struct iri_str string), void *arg)
{
	const char *const start = t->p;
	const bool in_all = wanted == JSON_ALL;
	struct json_hits hits = {.start = start, .end = t->end, .any_scheme = wanted == JSON_ANY_SCHEME};
	struct iri_str s;

	const char *hit = in_all ? t->end : json_next_hit(&hits, start);
	if (!in_all)
		json_skip(t, hit);
	while (take_token(t, &s) == JSON_STRING) {
		const char *const before = hit;
		if (hit < s.p)
			hit = json_next_hit(&hits, s.p);
		if (in_all || hit < s.p + s.n) {
			if (!found(arg, s))
				return;
			hit = in_all ? hit : json_next_hit(&hits, t->p);
		}
		if (hit != before)
			json_skip(t, hit);
		else if (!in_all && hit - t->p > NEAR)
			json_skip_strings(t, hit);
	}
}

size_t json_search(struct json_strings *j, struct iri_str text, bool at_end, enum json_wanted wanted,
                   bool (*found)(void *arg, struct iri_str string), void *arg)
{
	text = iri_present(text);
	const char *const end = text.p + text.n;
	struct json_tokens t = {.p = j->in_comment ? block_end(text.p, end) : text.p, .end = end, .at_end = at_end};

	json_begin(j, text, at_end);
	if (text.n && t.p)
		find_strings(&t, wanted, found, arg);
	const char *const p = t.p;
	j->in_comment = !p || (end - p > 1 && p[0] == '/' && p[1] == '*');
	if (!j->in_comment || at_end)
		return (size_t)((p ? p : end) - text.p);
	/* A "*" at the end can end the comment, but not that of its start. */
	return text.n - (text.n && end[-1] == '*' && (!p || end - p > 2));
}
