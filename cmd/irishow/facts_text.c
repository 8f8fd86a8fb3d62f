/* SPDX-License-Identifier: ISC */
#include "facts_internal.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/ops/unmap.h"
#include "lib/syntax/pct_char.h"
#include "lib/unicode/utf8.h"

#include <string.h>

struct decoding {
	struct iri_buf *out;
	const char *start, *done; /* the component; the text before `done` is in out */
	/* The ASCII characters that are decoded although that could change the meaning of the link; "*": all but "%" */
	const char *also;
};

/* Appends the text from d->done to p, in which each percent-encoded character is decoded. */
static void decode_up_to(struct decoding *d, const char *p)
{
	while (d->done < p) {
		const struct iri_pct_char u = iri_next_pct_char(d->done, p);
		char bytes[4];
		if (u.encoded && !u.octet)
			iri_buf_add(d->out, bytes, iri_utf8_encode(u.ch, bytes));
		else
			iri_buf_add(d->out, u.p, u.len);
		d->done = u.p + u.len;
	}
}

/* The `escaped` function of the unmapper: decodes a character that it does not decode, if that is hidden. */
static void facts_text_escaped(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	struct decoding *const d = arg;
	const char *const p = d->start + off;
	const bool also = ch < 0x80 && ch != '%' && (*d->also == '*' || strchr(d->also, (int)ch));

	decode_up_to(d, p);
	if (why != IRI_ESCAPED_UTF8 && (also || iri_char_is_hidden(ch)))
		decode_up_to(d, p + len);
	if (d->done < p + len)
		iri_buf_add(d->out, p, len);
	d->done = p + len;
}

void facts_add_decoded(struct inquiry *q, enum iri_component where, struct iri_str s, const char *also,
                       struct iri_buf *out)
{
	struct iri_unmapper *const m = q->f->unmapper;
	struct decoding d = {.out = out, .start = s.p, .done = s.p, .also = also};

	q->f->scratch.n = 0;
	m->escaped = facts_text_escaped;
	m->arg = &d;
	iri_unmap_component(m, where, s, &q->f->scratch);
	buf_check(q->f->messages, &q->f->scratch);
	buf_check(q->f->messages, &m->scratch);
	decode_up_to(&d, s.p + s.n);
}

/* Whether s is UTF-8 when its percent-encoded octets are decoded. If not, f->more has the decoded octets. */
static bool is_utf8(struct facts_finder *f, struct iri_str s)
{
	if (!s.n || !memchr(s.p, '%', s.n))
		return true;
	f->more.n = 0;
	buf_add_decoded(&f->more, s, false);
	buf_check(f->messages, &f->more);
	return iri_is_utf8(iri_contents(&f->more));
}

/*
 * Appends s, whose octets are not UTF-8: decoded from the charset of the finder if it is valid there, else as it
 * stands. In such a charset, the second octet of a character can be that of a reserved one, so all percent-encoded
 * octets are decoded, or none.
 */
static void add_legacy(struct inquiry *q, struct iri_str s, struct iri_buf *out)
{
	struct facts_finder *const f = q->f;

	f->legacy.n = 0;
	if (f->charset) {
		charset_begin(f->charset);
		charset_decode(f->charset, f->more.p, f->more.n, true, &f->legacy);
		buf_check(f->messages, &f->legacy);
	}
	const bool known = f->legacy.n && !charset_find_error(iri_contents(&f->legacy));
	const struct iri_str text = known ? iri_contents(&f->legacy) : s;
	iri_buf_add(out, text.p, text.n);
	q->facts->not_utf8 = q->facts->not_utf8 || !known;
}

struct iri_str facts_decoded(struct inquiry *q, enum iri_component where, struct iri_str s, const char *also)
{
	struct iri_buf *const out = &q->f->text;

	if (!s.p)
		return s;
	const char *p = s.p, *const end = p + s.n, *stop = end;
	if (facts_has_secret(q->f, s))
		return facts_without_secrets(q->f, s);
	out->n = 0;
	/* A "/" in a path ends a text. */
	for (; p <= end; p = stop + 1) {
		if (where == IRI_PATH)
			stop = iri_find_byte(p, end, '/');
		if (is_utf8(q->f, iri_between(p, stop)))
			facts_add_decoded(q, where, iri_between(p, stop), also, out);
		else
			add_legacy(q, iri_between(p, stop), out);
		if (stop < end)
			iri_buf_putc(out, '/');
	}
	return facts_keep(q->f, out);
}
