/* SPDX-License-Identifier: ISC */
#include "defang.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/utf8.h"

/* The longest scheme that is looked up */
enum { MOST_SCHEME = 32 };

/* Whether the text has "://" at p, which can be percent-encoded. */
static bool defang_slashes(const char *p, const char *end)
{
	return (end - p >= 3 && !memcmp(p, "://", 3)) ||
	       (end - p >= 9 && iri_is_caseless((struct iri_str){p, 9}, "%3a%2f%2f"));
}

/* Whether the ":" of a scheme and a slash are at p, as browsers read them. */
static bool is_colon_before_slash(const char *p, const char *end)
{
	return end - p > 1 && *p == ':' && (p[1] == '/' || p[1] == '\\');
}

/*
 * Returns the start of the known scheme at the end of the run from p to stop, which is all of it, or follows "+", "-"
 * or "."; or NULL. No other scheme loses its letters, since refang could not know them.
 */
static const char *known_scheme(const char *p, const char *stop)
{
	const char *q = stop - p > MOST_SCHEME ? stop - MOST_SCHEME : p;

	for (; q < stop; q++)
		if ((q == p || strchr("+-.", q[-1])) && iri_scheme_search(iri_between(q, stop)))
			return q;
	return NULL;
}

/* Begins a run of characters that schemes have. */
static void defang_token(struct defang *d, const char *p, const char *end)
{
	const char *q = p;

	d->colon = NULL;
	while (q < end && (iri_byte_class(*q) & CHAR_SCHEME))
		q++;
	d->token = q > p ? q : p + 1;
	d->known = defang_slashes(q, end) ? known_scheme(p, q) : NULL;
	if (q == p || q == end || (*q != ':' && !d->known))
		return;
	const bool slash = is_colon_before_slash(q, end);
	/* "see+https:" and "x.tel:" end in a scheme, too. */
	while (!slash && p < q && *q == ':' && !iri_scheme_search(iri_between(p, q)))
		p++;
	if (p < q)
		d->colon = q;
}

/* Whether a character can stand beside a dot in a name. */
static bool in_name(char c)
{
	return iri_is_ldh(c) || c == '_' || c == '%' || (unsigned char)c >= 0x80;
}

const char *defang_char(struct defang *d, const char *p, struct iri_str s)
{
	const char *const end = s.p + s.n;
	size_t dot = 0;

	/* A text can begin behind the scheme: a link is shown in two parts. */
	if (p == d->colon || (p == s.p && is_colon_before_slash(p, end)))
		return *p == ':' ? "[:]" : NULL;
	if (p >= d->token)
		defang_token(d, p, end);
	if (d->known && d->colon && p >= d->known && p < d->colon)
		return iri_lower(*p) != 't' ? NULL : *p == 't' ? "x" : "X";
	const bool is_dot = iri_label_end(p, end - p > 3 ? p + 3 : end, &dot) == p && dot;
	return is_dot && p > s.p && p + dot < end && in_name(p[-1]) && in_name(p[dot]) ? "[.]" : NULL;
}

void defang_add(struct iri_str s, struct iri_buf *out)
{
	const char *const end = s.p + s.n, *next;
	struct defang d = {.token = s.p};

	for (const char *p = s.p; p < end; p = next) {
		const char *const safe = defang_char(&d, p, s);
		iri_utf8_next(p, end, &next);
		if (safe)
			iri_buf_add(out, safe, strlen(safe));
		else
			iri_buf_add(out, p, (size_t)(next - p));
	}
}

void defang_json(struct iri_str json, struct iri_buf *out)
{
	const char *const end = json.p + json.n, *next;

	for (const char *p = json.p; p < end; p = next) {
		const char *const quote = iri_find_byte(p, end, '"');
		next = quote < end ? quote + 1 : end;
		iri_buf_add(out, p, (size_t)(next - p));
		for (p = next; next < end && *next != '"';)
			next += *next == '\\' && end - next > 1 ? 2 : 1;
		defang_add(iri_between(p, next), out);
		if (next < end)
			iri_buf_putc(out, *next++);
	}
}
