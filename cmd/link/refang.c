/* SPDX-License-Identifier: ISC */
#include "refang.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/syntax/schemes.h"

/* The longest scheme that is looked up */
enum { MOST_SCHEME = 32 };

/* Text that is being read */
struct refang {
	struct iri_str text;
	const char *copied;     /* what is before this byte is in `to` */
	bool changed;           /* the current word has a part that was written out */
	size_t place;           /* of the text */
	struct source_map *to;
};

static bool refang_is_name(char c)
{
	return iri_is_ldh(c) || c == '_' || c == '%' || (unsigned char)c >= 0x80;
}

/* Appends the text up to `from`, and s in place of the text from there to `end`. */
static void refang_replace(struct refang *r, const char *from, const char *end, struct iri_str s)
{
	const size_t before = (size_t)(from - r->copied), n = (size_t)(end - from);

	source_map_add(r->to, r->copied, before, r->place + (size_t)(r->copied - r->text.p), before);
	if (s.n == n)
		source_map_add(r->to, s.p, n, r->place + (size_t)(from - r->text.p), n);
	else
		source_map_add_whole(r->to, s, r->place + (size_t)(from - r->text.p), n);
	r->copied = end;
	r->changed = r->changed || s.n;
}

/* Returns the end of a bracket at p around this word, in lower case, or NULL. */
static const char *bracket_end(const char *p, const char *end, const char *word)
{
	static const char open[] = "[({", close[] = "])}";
	const size_t n = strlen(word);
	const char *const kind = p < end && *p ? strchr(open, *p) : NULL;

	if (!kind || (size_t)(end - p) < n + 2 || p[n + 1] != close[kind - open])
		return NULL;
	return iri_is_caseless((struct iri_str){p + 1, n}, word) ? p + n + 2 : NULL;
}

/* Returns the end of a slash at p, which can be written out, or NULL. */
static const char *written_slash_end(const char *p, const char *end)
{
	return p < end && iri_is_slash(*p, true) ? p + 1 : bracket_end(p, end, "/");
}

/* Whether "://" is at p, where the slashes can be written out, or all of it be percent-encoded. */
static bool has_slashes(const char *p, const char *end)
{
	const char *const one = p < end && *p == ':' ? written_slash_end(p + 1, end) : NULL;

	return (one && written_slash_end(one, end)) ||
	       (end - p >= 9 && iri_is_caseless((struct iri_str){p, 9}, "%3a%2f%2f"));
}

/* Replaces a bracket at p for a dot, an at sign or a slash. Returns its end, or p if there is none. */
static const char *refang_bracket(struct refang *r, const char *p)
{
	static const struct { const char *word; char meant; } rows[] = {
		{".", '.'}, {"dot", '.'}, {"@", '@'}, {"at", '@'}, {"/", '/'},
	};
	const char *const end = r->text.p + r->text.n;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *const stop = bracket_end(p, end, rows[i].word);
		if (!stop)
			continue;
		const bool fits = rows[i].meant == '/' ? r->changed
		                  : p > r->text.p && stop < end && refang_is_name(p[-1]) && refang_is_name(*stop);
		if (fits)
			refang_replace(r, p, stop, (struct iri_str){&rows[i].meant, 1});
		return fits ? stop : p;
	}
	return p;
}

/* Writes the scheme from p to end with "t" for each "x" into `name`. Returns whether it has one. */
static bool read_scheme(const char *p, const char *end, char *name)
{
	bool any = false;

	for (; p < end; p++, name++) {
		const bool x = iri_lower(*p) == 'x';
		*name = !x ? *p : *p == 'X' && iri_is_upper(end[-1]) ? 'T' : 't';
		any = any || x;
	}
	return any;
}

/*
 * Finds the scheme at the end of the run from p to stop; one with "x" for "t" only if it is all of the run, or follows
 * "+", "-" or ".", as in "see+hxxp". Returns its start, or NULL if there is none. Sets *read to what it reads, with its
 * text in `name`.
 */
static const char *find_scheme(const char *p, const char *stop, char *name, struct iri_str *read)
{
	const char *q = stop - p > MOST_SCHEME ? stop - MOST_SCHEME : p;

	for (; q < stop; q++) {
		*read = iri_between(q, stop);
		if (iri_scheme_search(*read))
			return q;
		if (q > p && !strchr("+-.", q[-1]))
			continue;
		if (read_scheme(q, stop, name) && iri_scheme_search((struct iri_str){name, read->n})) {
			read->p = name;
			return q;
		}
	}
	return NULL;
}

/* Replaces the scheme at the end of the run from p to stop, and the colon behind it. Returns the end of both. */
static const char *refang_scheme(struct refang *r, const char *p, const char *stop)
{
	const char *const end = r->text.p + r->text.n, *const slashes = bracket_end(stop, end, "://");
	const char *const colon = slashes ? NULL : bracket_end(stop, end, ":");
	const bool before_slash = colon && written_slash_end(colon, end);
	char name[MOST_SCHEME];
	struct iri_str read;

	if (!slashes && !colon && !has_slashes(stop, end))
		return stop;
	const char *const scheme = find_scheme(p, stop, name, &read);
	if (scheme && read.p == name)
		refang_replace(r, scheme, stop, read);
	if (slashes)
		refang_replace(r, stop, slashes, (struct iri_str){"://", 3});
	else if (before_slash || (colon && scheme))
		refang_replace(r, stop, colon, (struct iri_str){":", 1});
	return r->copied > stop ? r->copied : stop;
}

void refang(struct iri_str s, size_t place, struct source_map *to)
{
	const char *p = s.p, *const end = p + s.n;
	struct refang r = {.text = s, .copied = p, .place = place, .to = to};

	while (p < end) {
		const char *stop = p, *const start = p;
		while (stop < end && iri_byte_class(*stop) & CHAR_SCHEME)
			stop++;
		if (stop > p || p == s.p)
			p = refang_scheme(&r, p, stop);
		else
			p = refang_bracket(&r, p);
		if (p == start) {
			r.changed = r.changed && (unsigned char)*p > ' ';
			p++;
		}
	}
	refang_replace(&r, end, end, (struct iri_str){"", 0});
}
