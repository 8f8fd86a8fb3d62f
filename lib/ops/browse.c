/* SPDX-License-Identifier: ISC */
#include "browse.h"

#include "repair.h"

#include "lib/base/str.h"
#include "lib/syntax/filename.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

/* Appends s without spaces and controls at its ends, and without tabs and ends of lines (steps 1 to 3 of 4.4). */
static void browse_add_joined(struct iri_str s, struct iri_buf *out)
{
	const char *p = s.p, *end = s.p + s.n;

	while (p < end && (unsigned char)*p <= ' ')
		p++;
	while (p < end && (unsigned char)end[-1] <= ' ')
		end--;
	for (; p < end; p++)
		if (*p != '\t' && *p != '\n' && *p != '\r')
			iri_buf_putc(out, *p);
}

/* Returns the first of these characters from p on, or end. */
static const char *find_one(const char *p, const char *end, const char *chars)
{
	while (p < end && !(*p && strchr(chars, *p)))
		p++;
	return p;
}

/*
 * Appends text, in which "\" becomes "/" if backslash is set, and what an IRI cannot have is percent-encoded. query: it
 * may have characters for private use
 */
static void add_encoded(const char *p, const char *end, bool backslash, bool query, struct iri_buf *out)
{
	uint32_t ch;

	while (p < end) {
		const size_t n = iri_utf8_decode(p, end, &ch), len = n ? n : 1;
		const unsigned class = !n ? CHAR_OTHER : ch < 0x80 ? iri_byte_class(*p) : iri_char_class(ch);
		if (*p == '\\' && backslash)
			iri_buf_putc(out, '/');
		else if (class & (CHAR_EXCLUDED | CHAR_OTHER) || (class & CHAR_IPRIVATE && !query))
			iri_pct_encode(out, (struct iri_str){p, len});
		else
			iri_buf_add(out, p, len);
		p += len;
	}
}

/* A link that is taken apart */
struct browse_parts {
	struct iri_str scheme;
	bool special;             /* a scheme of browsers, or none */
	bool file;
	size_t slashes;           /* behind the scheme */
	const char *host, *end;   /* the authority; host is NULL if there is none */
};

static void take_apart(struct iri_str s, struct browse_parts *a)
{
	const char *const end = s.p + s.n;
	const struct iri_str scheme = iri_scheme_at_start(s);
	const struct iri_scheme *const row = scheme.p ? iri_scheme_search(scheme) : NULL;
	const char *const rest = scheme.p ? scheme.p + scheme.n + 1 : s.p, *p = rest;

	*a = (struct browse_parts){.scheme = scheme, .special = !scheme.p || (row && row->flags & SCHEME_BACKSLASH),
	                           .file = row && row->flags & SCHEME_LOCALHOST};
	while (p < end && iri_is_slash(*p, a->special))
		p++;
	a->slashes = (size_t)(p - rest);
	if (a->slashes < 2 && (!scheme.p || !a->special || a->file))
		return;
	/* Of file and of unknown schemes, a third slash begins the path. */
	a->host = a->special && !a->file ? p : rest + 2;
	a->end = iri_authority_end(a->host, end, a->special);
	/* a drive, as in "C:" (4.4, file host state) */
	if (a->file && a->end - a->host == 2 && iri_is_drive(a->host[0], a->host[1]))
		a->end = a->host;
}

void iri_browse(struct iri_str s, struct iri_buf *scratch, struct iri_buf *out, struct iri_browsed *b)
{
	struct iri_buf text = {0};
	struct browse_parts a;

	*b = (struct iri_browsed){.place = IRI_BROWSE_ANYWHERE};
	iri_buf_clear(scratch);
	browse_add_joined(iri_present(s), scratch);
	s = iri_contents(scratch);
	const char *p = s.p, *const end = p + s.n;
	take_apart(s, &a);
	if (a.scheme.p) {
		p = a.scheme.p + a.scheme.n + 1;
		iri_buf_add(&text, s.p, (size_t)(p - s.p));
	}
	if (a.host) {
		const char *const other = iri_authority_end(a.host, end, !a.special);
		const bool more = find_one(a.host, a.end, "@:") < a.end;
		b->no_authority = a.special && !a.file && a.slashes != 2;
		if (a.scheme.p && a.special && !a.file && a.slashes < 2)
			b->place = IRI_BROWSE_OTHER_SCHEME;
		else if (!a.scheme.p && (a.slashes > 2 || more))
			b->place = IRI_BROWSE_WEB;
		const struct iri_str between = other < a.end ? iri_between(other, a.end) : iri_between(a.end, other);
		if (memchr(between.p, '@', between.n))
			b->other = iri_between(a.host, other);
		iri_buf_add(&text, "//", 2);
		add_encoded(a.host, a.end, false, false, &text);
		p = a.end;
		/* "file://C:/a" has no host, but a path from "C:" on. */
		if (a.file && p == a.host && p < end && *p != '/' && *p != '\\' && *p != '?' && *p != '#')
			iri_buf_putc(&text, '/');
	}
	const char *const path_end = find_one(p, end, "?#");
	add_encoded(p, path_end, a.special, false, &text);
	const char *const query_end = iri_find_byte(path_end, end, '#');
	add_encoded(path_end, query_end, false, true, &text);
	add_encoded(query_end, end, false, false, &text);
	iri_repair(iri_contents(&text), out, NULL);
	out->failed = out->failed || text.failed || scratch->failed;
	iri_buf_free(&text);
}
