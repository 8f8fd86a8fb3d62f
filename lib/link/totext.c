/* SPDX-License-Identifier: ISC */
/* Writes IRIs for running text: the minimal escaping of UTS #58, but only where it keeps the URI. */
#include "totext.h"

#include "link_end.h"

#include "lib/base/str.h"
#include "lib/syntax/pct_char.h"

/* Returns the place in the input of the byte at `at` in the result. in, out: the two references */
static const char *find_origin(const struct iri_ref *in, const struct iri_ref *out, const char *at)
{
	for (enum iri_component c = IRI_USERINFO; c <= IRI_FRAGMENT; c++) {
		const struct iri_str from = iri_part(in, c), to = iri_part(out, c);
		if (!to.p || at > to.p + to.n)
			continue;
		if (at <= to.p)
			return from.p - (to.p - at);
		/* If the host became Unicode, its characters changed. */
		if (c == IRI_HOST && !iri_same(from, to))
			return from.p;
		/* Otherwise, each character of the input gives one character of the result. */
		const char *p = from.p;
		for (const char *q = to.p; q < at;) {
			p += iri_next_pct_char(p, from.p + from.n).len;
			q += iri_next_pct_char(q, to.p + to.n).len;
		}
		return p;
	}
	return in->text.p;
}

/* Calls `escaped` for the characters that `encoded`, a text from the path on, has percent-encoded, and out has not. */
static void totext_report(const struct iri_ref *in, const struct iri_ref *out, struct iri_str encoded,
                          void (*escaped)(void *arg, size_t off, size_t len, uint32_t ch,
                                          enum iri_escape_reason why), void *arg)
{
	const char *e = encoded.p, *const e_end = e + encoded.n;

	for (enum iri_component c = IRI_PATH; c <= IRI_FRAGMENT; c++) {
		const struct iri_str from = iri_part(in, c), to = iri_part(out, c);
		const char *p = from.p;
		if (!to.p)
			continue;
		e += c != IRI_PATH; /* the delimiter */
		for (const char *q = to.p; q < to.p + to.n;) {
			const struct iri_pct_char given = iri_next_pct_char(p, from.p + from.n);
			const struct iri_pct_char made = iri_next_pct_char(q, to.p + to.n), final =
			        iri_next_pct_char(e, e_end);
			if (final.encoded && !made.encoded)
				escaped(arg, (size_t)(p - in->text.p), given.len, given.ch,
				        given.encoded ? IRI_ESCAPED_TEXT : IRI_ENCODED_TEXT);
			p += given.len;
			q += made.len;
			e += final.len;
		}
	}
}

/* Returns the place in the result of the byte `off` in `encoded`. Both are texts from the path on. */
static const char *before_escape(struct iri_str result, struct iri_str encoded, size_t off)
{
	const char *p = result.p, *const p_end = p + result.n;

	for (const char *e = encoded.p, *const at = e + off; e < at;) {
		e += iri_next_pct_char(e, encoded.p + encoded.n).len;
		p += iri_next_pct_char(p, p_end).len;
	}
	return p;
}

enum iri_status iri_to_text(struct iri_str uri, struct iri_str *iri, struct iri_buf *encoded,
                            void (*escaped)(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why),
                            void *arg, struct iri_error *err)
{
	if (!uri.n)
		return IRI_OK; /* an empty line of text stays empty */
	const char *const end = iri->p + iri->n;
	struct iri_link link = {.len = 0};
	struct iri_ref in, out;

	/* Both are valid: they were parsed, or made from what was parsed. */
	iri_parse(uri, IRI_REFERENCE, &in, NULL);
	iri_parse(*iri, IRI_REFERENCE, &out, NULL);
	const struct iri_str tail = iri_between(out.path.p, end);
	const size_t before = iri->n - tail.n;
	iri_buf_clear(encoded);
	iri_buf_add(encoded, iri->p, before);
	const char *cut = tail.p + iri_link_escape(tail, encoded);
	if (encoded->failed)
		return iri_no_memory(err);
	*err = (struct iri_error){.status = IRI_NO_LINK, .len = uri.n};
	if (cut == end) {
		const bool found = iri_link_next(NULL, iri_contents(encoded), 0, &link) && !link.off;
		if (found && link.len == encoded->n) {
			if (escaped)
				totext_report(&in, &out, iri_added(encoded, before), escaped, arg);
			/* What was decoded may be encoded again: then nothing changed. */
			*iri = iri_unless_same(encoded, uri);
			return IRI_OK;
		}
		const struct iri_str rest = iri_added(encoded, before);
		const char *stop;
		/* This is true of what follows the host only if the link has another form. */
		if (!found || iri_link_end(rest.p, rest.p + rest.n, 0, 0, &stop) != encoded->p + link.len) {
			err->why = "which such a link cannot have; remove it and the rest";
			stop = encoded->p + link.len;
		}
		cut = !found             ? NULL
		      : link.len < before ? iri->p + link.len
		                          : before_escape(tail, rest, (size_t)(stop - rest.p));
	}
	if (cut) {
		const char *const at = find_origin(&in, &out, cut);
		const struct iri_pct_char character = iri_next_pct_char(at, uri.p + uri.n);
		err->off = (size_t)(at - uri.p);
		err->len = character.len;
		err->ch = character.ch;
		for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
			const struct iri_str part = iri_part(&in, c);
			if (part.p && part.p <= at)
				err->where = c;
		}
	}
	return IRI_NO_LINK;
}
