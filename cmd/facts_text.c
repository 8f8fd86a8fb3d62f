/* SPDX-License-Identifier: ISC */
#include "facts_internal.h"

#include "../lib/chars.h"
#include "../lib/display.h"
#include "../lib/pct.h"
#include "../lib/str.h"
#include "../lib/toiri.h"
#include "../lib/unit.h"
#include "../lib/utf8.h"

#include <string.h>

const void *facts_keep_array(struct facts_finder *f, struct iri_buf *b)
{
	buf_check(f->messages, b);
	const void *const items = arena_copy(&f->arena, iri_contents(b)).p;
	iri_buf_free(b);
	return items;
}

void facts_add_item(struct iri_buf *b, const void *item, size_t size)
{
	iri_buf_add(b, item, size);
}

struct iri_str facts_keep(struct facts_finder *f, const struct iri_buf *b)
{
	buf_check(f->messages, b);
	return arena_copy(&f->arena, iri_contents(b));
}

struct iri_str facts_static(const char *text)
{
	return (struct iri_str){text, strlen(text)};
}

struct iri_str facts_lower(struct facts_finder *f, struct iri_str s)
{
	if (!s.p)
		return s;
	f->text.n = 0;
	for (size_t i = 0; i < s.n; i++)
		iri_buf_putc(&f->text, iri_lower(s.p[i]));
	return facts_keep(f, &f->text);
}

/* A walk through a component, for kept() */
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
		const struct iri_unit u = iri_next_unit(d->done, p);
		char bytes[4];
		if (u.encoded && !u.octet)
			iri_buf_add(d->out, bytes, iri_utf8_encode(u.ch, bytes));
		else
			iri_buf_add(d->out, u.p, u.len);
		d->done = u.p + u.len;
	}
}

/* The `kept` function of the unmapper: decodes a character that it does not decode, if that is hidden. */
static void kept(void *arg, size_t off, size_t len, uint32_t ch, enum iri_kept why)
{
	struct decoding *const d = arg;
	const char *const p = d->start + off;
	const bool also = ch < 0x80 && ch != '%' && (*d->also == '*' || strchr(d->also, (int)ch));

	decode_up_to(d, p);
	if (why != IRI_KEPT_UTF8 && (also || iri_char_is_hidden(ch)))
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
	m->kept = kept;
	m->kept_arg = &d;
	iri_unmap_component(m, where, s, &q->f->scratch);
	buf_check(q->f->messages, &q->f->scratch);
	buf_check(q->f->messages, &m->scratch);
	decode_up_to(&d, s.p + s.n);
}

/* Returns the first secret that ends after p, or the end of the array. */
static const struct secret *secret_from(const struct inquiry *q, const char *p)
{
	const struct secret *const all = (const void *)q->secrets.p;
	size_t low = 0, high = q->secrets.n / sizeof *all;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (all[middle].end > p)
			high = middle;
		else
			low = middle + 1;
	}
	return all + low;
}

static bool has_secret(const struct inquiry *q, struct iri_str s)
{
	const struct secret *const all = (const void *)q->secrets.p;
	const struct secret *const first = secret_from(q, s.p);

	return q->secrets.n && first < all + q->secrets.n / sizeof *all && first->p < s.p + s.n;
}

struct iri_str facts_without_secrets(const struct inquiry *q, struct iri_str s)
{
	struct facts_finder *const f = q->f;
	const char *p = s.p, *const end = s.p + s.n;

	if (!has_secret(q, s))
		return arena_copy(&f->arena, s);
	f->text.n = 0;
	for (const struct secret *secret = secret_from(q, p); p < end && has_secret(q, iri_between(p, end)); secret++) {
		if (secret->p > p)
			iri_buf_add(&f->text, p, (size_t)(secret->p - p));
		buf_add_format(&f->text, "(hidden, %zu characters)",
		               iri_count_chars(iri_between(secret->p, secret->end)));
		p = secret->end;
	}
	if (p < end)
		iri_buf_add(&f->text, p, (size_t)(end - p));
	return facts_keep(f, &f->text);
}

/* Whether the octets of s are UTF-8 when they are decoded. Else stores them in f->more. */
static bool is_utf8(struct facts_finder *f, struct iri_str s)
{
	if (!s.n || !memchr(s.p, '%', s.n))
		return true;
	f->more.n = 0;
	iri_pct_decode(&f->more, s);
	buf_check(f->messages, &f->more);
	return iri_is_utf8(iri_contents(&f->more));
}

/*
 * Appends s, whose octets are not UTF-8: as text in the charset of the finder, if it is that, else as it stands. In such
 * a charset a reserved character can be the second octet of another one, so all triplets are decoded, or none.
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
	const bool known = f->legacy.n && !memchr(f->legacy.p, 0xFF, f->legacy.n);
	const struct iri_str text = known ? iri_contents(&f->legacy) : s;
	iri_buf_add(out, text.p, text.n);
	q->facts->not_utf8 = q->facts->not_utf8 || !known;
}

struct iri_str facts_decoded(struct inquiry *q, enum iri_component where, struct iri_str s, const char *also)
{
	const char *p = s.p, *const end = p + s.n, *stop = end;
	struct iri_buf *const out = &q->f->text;

	if (!s.p)
		return s;
	if (has_secret(q, s))
		return facts_without_secrets(q, s);
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
