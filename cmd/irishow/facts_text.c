/* SPDX-License-Identifier: ISC */
#include "facts_internal.h"

#include "lib/base/str.h"
#include "lib/ops/toiri.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/pct_char.h"
#include "lib/syntax/scheme.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/display.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>
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

/* A walk through a component, for facts_text_kept() */
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

/* The `kept` function of the unmapper: decodes a character that it does not decode, if that is hidden. */
static void facts_text_kept(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
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
	m->kept = facts_text_kept;
	m->kept_arg = &d;
	iri_unmap_component(m, where, s, &q->f->scratch);
	buf_check(q->f->messages, &q->f->scratch);
	buf_check(q->f->messages, &m->scratch);
	decode_up_to(&d, s.p + s.n);
}

/* Appends a secret to the array. */
static void add_secret(struct iri_buf *secrets, const char *p, const char *end)
{
	const struct secret secret = {p, end, 0};

	facts_add_item(secrets, &secret, sizeof secret);
}

/* A character of a text, which can be percent-encoded several times */
struct peeled {
	char c;         /* decoded as often as possible */
	unsigned times; /* how often it was encoded */
};

/* Reads the character at *p, which is before end, and moves *p behind it. */
static struct peeled peel(const char **p, const char *end)
{
	struct peeled r = {**p, 0};
	char triplet[3] = {'%', 0, 0};

	if (!iri_is_pct(*p, end) || **p != '%') {
		(*p)++;
		return r;
	}
	(*p)++;
	do {
		memcpy(triplet + 1, *p, 2);
		r.c = (char)iri_pct_octet(triplet);
		r.times++;
		*p += 2;
		memcpy(triplet + 1, *p, end - *p >= 2 ? 2 : 0);
	} while (r.c == '%' && end - *p >= 2 && iri_is_pct(triplet, triplet + sizeof triplet));
	return r;
}

/* Whether browsers take the text behind this scheme and its colon for a host, even without slashes. */
static bool starts_host(const char *scheme, size_t n)
{
	const struct iri_scheme *const found = iri_scheme_search((struct iri_str){scheme, n});

	return found && found->flags & SCHEME_BACKSLASH;
}

void facts_find_passwords(struct iri_buf *secrets, struct iri_str s)
{
	enum { LONGEST = 5 }; /* letters of the schemes of starts_host */
	char word[LONGEST + 1];
	size_t letters = 0;
	const char *p = s.p, *const end = p + s.n;
	unsigned slashes = 0, times = 0; /* the last slash was encoded so often */
	bool parameters = false, known = false; /* behind "?" or "#"; behind "http:" */

	while (p < end) {
		const char *next = p, *colon = NULL, *at = NULL;
		struct peeled ch = peel(&next, end);
		if (ch.c == '\t' || ch.c == '\n' || ch.c == '\r') {
			p = next; /* browsers ignore these */
			continue;
		}
		if (ch.c == '/' || ch.c == '\\') {
			slashes++;
			times = ch.times;
			letters = 0;
			p = next;
			continue;
		}
		if (slashes < 2 && !known) {
			slashes = 0;
			known = ch.c == ':' && letters <= LONGEST && starts_host(word, letters);
			if (!iri_is_alphanumeric(ch.c))
				letters = 0;
			else if (letters++ < LONGEST)
				word[letters - 1] = iri_lower(ch.c);
			parameters = parameters || *p == '?' || *p == '#';
			p = next;
			continue;
		}
		times = slashes ? times : 0;
		slashes = 0;
		letters = 0;
		known = false;
		/* An encoded delimiter can be a part of the password. */
		for (; p < end; p = next) {
			next = p;
			ch = peel(&next, end);
			if (ch.times <= times && ch.c && (strchr("/?#\\", ch.c) || (ch.c == '&' && parameters)))
				break;
			if (ch.c == ':' && !colon)
				colon = next;
			if (ch.c == '@')
				at = p;
		}
		if (colon && at && colon < at)
			add_secret(secrets, colon, at);
	}
}

void facts_add_secret(struct inquiry *q, struct iri_str s)
{
	add_secret(&q->secrets, s.p, s.p + s.n);
}

static int facts_text_by_place(const void *x, const void *y)
{
	const struct secret *const a = x, *const b = y;

	return a->p < b->p ? -1 : a->p > b->p;
}

/* Sorts the secrets, joins those that overlap, and counts their characters. */
static void finish_secrets(const struct messages *m, struct iri_buf *secrets)
{
	struct secret *const all = (void *)secrets->p;
	const size_t n = secrets->n / sizeof *all;
	size_t kept = 0;

	buf_check(m, secrets);
	if (!n)
		return;
	qsort(all, n, sizeof *all, facts_text_by_place);
	for (size_t i = 0; i < n; i++) {
		struct secret *const last = kept ? &all[kept - 1] : NULL;
		if (!last || all[i].p >= last->end)
			all[kept++] = all[i];
		else if (all[i].end > last->end)
			last->end = all[i].end;
	}
	secrets->n = kept * sizeof *all;
	for (size_t i = 0; i < kept; i++)
		all[i].n = iri_count_chars(iri_between(all[i].p, all[i].end));
}

void facts_finish_secrets(struct inquiry *q)
{
	if (q->f->show_password)
		q->secrets.n = 0;
	finish_secrets(q->f->messages, &q->secrets);
}

/* Returns the first secret that ends after p, or the end of the array. */
static const struct secret *secret_from(const struct iri_buf *secrets, const char *p)
{
	const struct secret *all = (const void *)secrets->p;
	size_t n = secrets->n / sizeof *all;

	while (n) {
		const size_t half = n / 2;
		if (all[half].end > p) {
			n = half;
		} else {
			all += half + 1;
			n -= half + 1;
		}
	}
	return all;
}

/* Whether s overlaps a secret. */
static bool has_secret(const struct iri_buf *secrets, struct iri_str s)
{
	if (!secrets->n || !s.n)
		return false;
	const struct secret *const first = secret_from(secrets, s.p);
	return (const char *)first < secrets->p + secrets->n && first->p < s.p + s.n;
}

bool facts_is_secret(const struct inquiry *q, struct iri_str s)
{
	return has_secret(&q->secrets, s);
}

/* Appends s with a note in the place of each secret. */
static void add_without(const struct iri_buf *secrets, struct iri_str s, struct iri_buf *out)
{
	const char *p = s.p, *const end = s.p + s.n;

	while (p < end && has_secret(secrets, iri_between(p, end))) {
		const struct secret *const secret = secret_from(secrets, p);
		if (secret->p > p)
			iri_buf_add(out, p, (size_t)(secret->p - p));
		buf_add_format(out, "(hidden, %zu character%s)", secret->n, secret->n == 1 ? "" : "s");
		p = secret->end;
	}
	if (p < end)
		iri_buf_add(out, p, (size_t)(end - p));
}

struct iri_str facts_without_secrets(const struct inquiry *q, struct iri_str s)
{
	struct facts_finder *const f = q->f;

	if (!has_secret(&q->secrets, s))
		return arena_copy(&f->arena, s);
	f->text.n = 0;
	add_without(&q->secrets, s, &f->text);
	return facts_keep(f, &f->text);
}

struct iri_str facts_without_passwords(struct facts_finder *f, struct iri_str s)
{
	struct iri_buf secrets = {0};

	if (!f->show_password)
		facts_find_passwords(&secrets, s);
	finish_secrets(f->messages, &secrets);
	if (!secrets.n)
		return s;
	f->more.n = 0;
	add_without(&secrets, s, &f->more);
	iri_buf_free(&secrets);
	return facts_keep(f, &f->more);
}

/* Whether s is UTF-8 when its triplets are decoded. If not, f->more has the decoded octets. */
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
 * Appends s, whose octets are not UTF-8: decoded from the charset of the finder if it is valid there, else as it
 * stands. In such a charset, the second octet of a character can be that of a reserved one, so all triplets are
 * decoded, or none.
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
	if (has_secret(&q->secrets, s))
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
