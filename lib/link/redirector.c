/* SPDX-License-Identifier: ISC */
#include "redirector.h"

#include "lib/base/str.h"
#include "lib/syntax/data.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/utf8.h"

static const struct iri_redirector redirectors[] = {
#define REDIRECTOR(name, kind, hosts, paths, parameters, source) {name, hosts, paths, parameters, REDIRECTOR_##kind},
#include "redirectors.def"
};

/* Returns the next word of a list that is separated by spaces, and moves *list behind it; absent at the end. */
static struct iri_str next_word(const char **list)
{
	const char *start = *list;

	while (*start == ' ')
		start++;
	const char *end = start;
	while (*end && *end != ' ')
		end++;
	*list = end;
	return start < end ? iri_between(start, end) : (struct iri_str){NULL, 0};
}

/* Whether s, in any case, equals the word, which is in lower case. */
static bool redirector_is_word(struct iri_str s, struct iri_str word)
{
	size_t i = 0;

	while (s.n == word.n && i < s.n && iri_lower(s.p[i]) == word.p[i])
		i++;
	return s.n == word.n && i == s.n;
}

/* Whether a host is in the list: "*.a.example" is any name under a.example; "a.example" is that, and "www." before. */
static bool has_host(const char *list, struct iri_str host)
{
	for (struct iri_str word; (word = next_word(&list)).p;) {
		const struct iri_str name = *word.p == '*' ? iri_between(word.p + 2, word.p + word.n) : word;
		if (host.n < name.n || iri_lower(host.p[host.n - 1]) != name.p[name.n - 1])
			continue;
		const char *const tail = host.p + host.n - name.n;
		const struct iri_str before = iri_between(host.p, tail);
		const bool fits = name.p > word.p ? before.n > 1 && tail[-1] == '.'
		                                  : !before.n || iri_is_caseless(before, "www.");
		if (fits && redirector_is_word(iri_between(tail, host.p + host.n), name))
			return true;
	}
	return false;
}

/* Returns what follows in the path after the prefix of the list that it begins with; absent if it has none. */
static struct iri_str path_rest(const char *list, struct iri_str path)
{
	const char *const end = path.p + path.n;

	for (struct iri_str word; (word = next_word(&list)).p;) {
		const size_t n = word.n - 1;
		if (word.p[n] != '*' ? iri_same(word, path) : !n || (path.n > n && !memcmp(path.p, word.p, n)))
			return word.p[n] == '*' ? iri_between(path.p + n, end) : iri_between(end, end);
	}
	return (struct iri_str){NULL, 0};
}

/* Returns the value of the first parameter in the list that is there and not empty, or absent. */
static struct iri_str redirector_value_of(const char *list, struct iri_str query)
{
	for (struct iri_str word; (word = next_word(&list)).p;) {
		struct iri_pairs walk = iri_pairs(query, '&');
		for (struct iri_pair pair; iri_next_pair(&walk, &pair);)
			if (iri_same(pair.key, word) && pair.value.n)
				return pair.value;
	}
	return (struct iri_str){NULL, 0};
}

const struct iri_redirector *iri_redirector_find(const struct iri_ref *ref, struct iri_str *place)
{
	*place = (struct iri_str){NULL, 0};
	if (!ref->host.n || (ref->scheme.p && !iri_scheme_has(ref->scheme, SCHEME_HTTP)))
		return NULL;
	for (size_t i = 0; i < sizeof redirectors / sizeof *redirectors; i++) {
		const struct iri_redirector *const w = &redirectors[i];
		if (!path_rest(w->paths, ref->path).p || !has_host(w->hosts, ref->host))
			continue;
		*place = *w->parameters ? redirector_value_of(w->parameters, ref->query) : ref->path;
		if (w->kind == REDIRECTOR_NONE)
			*place = (struct iri_str){NULL, 0};
		if (place->p || w->kind == REDIRECTOR_NONE)
			return w;
	}
	return NULL;
}

/* Appends s, percent-decoded, with "&" for "&amp;". */
static void decode_escaped(struct iri_str s, struct iri_buf *out)
{
	static const char amp[] = "amp;";
	const size_t start = out->n;
	size_t to = start;

	iri_pct_decode(out, s);
	for (size_t i = start; i < out->n; i++) {
		out->p[to++] = out->p[i];
		if (out->p[i] == '&' && out->n - i > 4 && !memcmp(out->p + i + 1, amp, 4))
			i += 4;
	}
	out->n = to;
}

/* Appends s with "%" for "-" and "/" for "_", and all that decoded. */
static void decode_dashes(struct iri_str s, struct iri_buf *out)
{
	struct iri_buf plain = {0};

	iri_buf_add(&plain, s.p, s.n);
	for (size_t i = 0; i < plain.n; i++)
		plain.p[i] = plain.p[i] == '-' ? '%' : plain.p[i] == '_' ? '/' : plain.p[i];
	decode_escaped(iri_contents(&plain), out);
	out->failed = out->failed || plain.failed;
	iri_buf_free(&plain);
}

/* Returns the number of characters for which "**c" stands, or 0 if c is none of base64url. */
static size_t run_length(char c)
{
	const int value = iri_base64_value(c == '-' ? '+' : c == '_' ? '/' : c);

	return value < 0 ? 0 : (size_t)value + 2;
}

/* Returns the end of the target in "TARGET__;BASE64!", or the end of s. */
static const char *stars_end(struct iri_str s)
{
	static const char behind[] = "__;";

	if (!s.p)
		return s.p;
	const char *p = s.p, *const end = p + s.n;

	while (end - p >= 3 && memcmp(p, behind, 3) != 0)
		p++;
	return end - p >= 3 ? p : end;
}

/*
 * Appends the text with its stars replaced: "*" by the next of the characters, and "**" with a letter or digit by as
 * many as its value in base64url and 2. Software on the way may have made one slash of the two after the scheme.
 */
static bool replace_stars(struct iri_str text, struct iri_str chars, struct iri_buf *out)
{
	const char *q = chars.p, *const q_end = q + chars.n, *next;
	const char *const end = text.p + text.n, *const slash = iri_find_byte(text.p, end, '/');

	for (const char *p = text.p; p < end; p++) {
		if (p == slash && p > text.p && p[-1] == ':' && end - p > 1 && p[1] != '/')
			iri_buf_putc(out, '/');
		if (*p != '*') {
			iri_buf_putc(out, *p);
			continue;
		}
		size_t run = 1;
		if (end - p > 2 && p[1] == '*') {
			run = run_length(p[2]);
			p += 2;
		}
		const char *const from = q;
		for (size_t i = 0; i < run && q < q_end; i++, q = next)
			iri_utf8_next(q, q_end, &next);
		if (q == from)
			return false;
		iri_buf_add(out, from, (size_t)(q - from));
	}
	return true;
}

/* Appends the target of "TARGET__;BASE64!...". */
static bool decode_stars(struct iri_str s, struct iri_buf *out)
{
	const char *const limit = s.p + s.n, *const end = stars_end(s);
	const char *const bytes = limit - end < 3 ? limit : end + 3, *const stop = iri_find_byte(bytes, limit, '!');
	struct iri_buf text = {0}, chars = {0};

	iri_pct_decode(&text, iri_between(s.p, end));
	const bool valid = stop < limit && iri_base64_decode(iri_between(bytes, stop), &chars) &&
	                   iri_is_utf8(iri_contents(&chars)) &&
	                   replace_stars(iri_contents(&text), iri_contents(&chars), out);
	out->failed = out->failed || text.failed || chars.failed;
	iri_buf_free(&text);
	iri_buf_free(&chars);
	return valid;
}

static void add_all(struct iri_buf *out, const char *text, struct iri_str s)
{
	iri_buf_add(out, text, strlen(text));
	iri_buf_add(out, s.p, s.n);
}

/* Appends the target, which is in base64. */
static bool redirector_base64(struct iri_str s, struct iri_buf *out)
{
	struct iri_buf plain = {0};

	iri_pct_decode(&plain, s);
	const bool valid = iri_base64_decode(iri_contents(&plain), out);
	out->failed = out->failed || plain.failed;
	iri_buf_free(&plain);
	return valid && iri_is_utf8(iri_contents(out));
}

/* Appends the target of "TARGET___". */
static bool decode_bars(struct iri_str s, struct iri_buf *out)
{
	const char *p = s.p, *const end = p + s.n;

	while (end - p >= 3 && memcmp(p, "___", 3) != 0)
		p++;
	iri_buf_add(out, s.p, (size_t)(p - s.p));
	return end - p >= 3;
}

/* Appends the host that stands in a label: "a--b-example" is "a-b.example". */
static void add_label_host(struct iri_str host, struct iri_buf *out)
{
	const char *const end = iri_find_byte(host.p, host.p + host.n, '.');

	for (const char *p = host.p; p < end; p++) {
		const bool is_twice = end - p > 1 && p[0] == '-' && p[1] == '-';
		iri_buf_putc(out, is_twice || *p != '-' ? *p : '.');
		p += is_twice;
	}
}

/* Appends the target of Google Translate's proxy. Parameters that begin with "_x_tr_" are its own. */
static void add_translated(const struct iri_ref *ref, struct iri_buf *out)
{
	struct iri_pairs pairs = iri_pairs(ref->query, '&');
	const char *before = "?";
	struct iri_pair pair;

	iri_buf_add(out, "https://", strlen("https://"));
	add_label_host(ref->host, out);
	iri_buf_add(out, ref->path.p, ref->path.n);
	while (iri_next_pair(&pairs, &pair)) {
		if (iri_begins(pair.text, "_x_tr_"))
			continue;
		add_all(out, before, pair.text);
		before = "&";
	}
}

/* Appends the target as it was before it was wrapped. */
static bool decode_target(const struct iri_redirector *w, const struct iri_ref *ref, struct iri_str place,
                          struct iri_buf *out)
{
	struct iri_str rest = *w->parameters ? place : path_rest(w->paths, place);

	if (!rest.p)
		return false;
	switch (w->kind) {
	case REDIRECTOR_PERCENT: iri_pct_decode(out, rest); return true;
	case REDIRECTOR_ESCAPED: decode_escaped(rest, out); return true;
	case REDIRECTOR_DASHES: decode_dashes(rest, out); return true;
	case REDIRECTOR_STARS:
		/* The target can have a query, which the path ends before. */
		return decode_stars(iri_between(rest.p, ref->text.p + ref->text.n), out);
	case REDIRECTOR_AMP: {
		const bool secure = rest.n > 2 && !memcmp(rest.p, "s/", 2);
		rest = iri_between(rest.p + (secure ? 2 : 0), rest.p + rest.n);
		add_all(out, secure ? "https://" : "http://", rest);
		if (ref->query.p)
			add_all(out, "?", ref->query);
		return true;
	}
	case REDIRECTOR_A1:
		return rest.n > 2 && !memcmp(rest.p, "a1", 2) &&
		       iri_base64_decode(iri_between(rest.p + 2, rest.p + rest.n), out);
	case REDIRECTOR_BASE64: return redirector_base64(rest, out);
	case REDIRECTOR_AFTER: {
		const char *const end = rest.p + rest.n, *const slash = iri_find_byte(rest.p, end, '/');
		iri_pct_decode(out, iri_between(slash + (slash < end), end));
		return slash < end;
	}
	case REDIRECTOR_SEGMENT:
		iri_pct_decode(out, iri_between(rest.p, iri_find_byte(rest.p, rest.p + rest.n, '/')));
		return true;
	case REDIRECTOR_BARS:
		/* The target can have a query, which the path ends before. */
		return decode_bars(iri_between(rest.p, ref->text.p + ref->text.n), out);
	case REDIRECTOR_LABEL: add_translated(ref, out); return true;
	case REDIRECTOR_HOST: add_all(out, "//", rest); return true;
	case REDIRECTOR_NONE: break;
	}
	return false;
}

/* Appends the text with what no IRI can have, and hidden characters, percent-encoded. Spaces at its ends go. */
static void encode_target(struct iri_str s, struct iri_buf *out)
{
	const char *p = s.p, *end = s.p + s.n, *next;

	while (p < end && (unsigned char)*p <= ' ')
		p++;
	while (p < end && (unsigned char)end[-1] <= ' ')
		end--;
	for (; p < end; p = next) {
		const uint32_t ch = iri_utf8_next(p, end, &next);
		const bool stays = ch < 0x80 ? ch > ' ' && !strchr("\"<>^`{|}\x7F", (int)ch) &&
		                                       (ch != '%' || iri_is_pct(p, end))
		                             : iri_is_utf8(iri_between(p, next)) && !iri_char_is_hidden(ch);
		if (stays)
			iri_buf_add(out, p, (size_t)(next - p));
		else
			iri_pct_encode(out, iri_between(p, next));
	}
}

bool iri_redirector_decode(const struct iri_redirector *w, const struct iri_ref *ref, struct iri_str place,
                           struct iri_buf *out)
{
	struct iri_buf target = {0};
	const bool decoded = decode_target(w, ref, place, &target);

	encode_target(iri_contents(&target), out);
	out->failed = out->failed || target.failed;
	iri_buf_free(&target);
	return decoded;
}
