/* SPDX-License-Identifier: ISC */
#include "facts_internal.h"

#include "lib/base/array.h"
#include "lib/base/str.h"
#include "lib/syntax/data.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <limits.h>
#include <string.h>

/*
 * SECRETS_MAX: more secrets would make the time quadratic. SHORT: a shorter secret may be any word, so it counts only
 * between ":" and "@". SHORTEST: of shorter runs of characters, too many are base64. DEEPEST: base64 in base64
 */
enum { SECRETS_MAX = 64, SHORT = 8, SHORTEST = 10, DEEPEST = 8 };

/* A byte of a text whose percent-encoding is decoded as often as possible */
struct peeled {
	char c;
	unsigned char times; /* how often it was encoded */
	size_t start, end;   /* where it is in the text */
};

union peeled_bytes ARRAY_OF(struct peeled);

/* Appends the bytes of s. */
static void peel(struct iri_str s, union peeled_bytes *out)
{
	for (size_t i = 0; i < s.n; i++) {
		struct peeled b = {s.p[i], 0, i, i + 1};
		for (;;) {
			const size_t n = ARRAY_COUNT(*out);
			if (n < 2)
				break;
			const struct peeled *const last = out->item + n;
			if (last[-2].c != '%')
				break;
			const char encoded[3] = {'%', last[-1].c, b.c};
			if (!iri_is_pct(encoded, encoded + 3))
				break;
			const unsigned char once = last[-2].times > last[-1].times ? last[-2].times : last[-1].times;
			const unsigned char times = b.times > once ? b.times : once;
			b = (struct peeled){(char)iri_pct_octet(encoded), times < UCHAR_MAX ? times + 1 : times,
			                    last[-2].start, b.end};
			out->buf.n -= 2 * sizeof b;
		}
		facts_add_item(&out->buf, &b, sizeof b);
	}
}

/* A peeled text: without what browsers ignore, with "/" for "\", as text with a NUL behind it */
struct peeled_text {
	struct iri_buf text;
	union peeled_bytes bytes;
};

static void peel_text(const struct messages *m, struct iri_str s, struct peeled_text *t)
{
	*t = (struct peeled_text){0};
	peel(s, &t->bytes);
	buf_check(m, &t->bytes.buf);
	struct peeled *const bytes = t->bytes.item;
	size_t kept = 0;
	for (size_t i = 0; i < ARRAY_COUNT(t->bytes); i++) {
		const char c = bytes[i].c;
		if (c == '\t' || c == '\n' || c == '\r')
			continue;
		bytes[kept++] = bytes[i];
		iri_buf_putc(&t->text, !c ? '\1' : c == '\\' ? '/' : c); /* strstr needs text without NUL */
	}
	t->bytes.buf.n = kept * sizeof *bytes;
	iri_buf_putc(&t->text, '\0');
	buf_check(m, &t->text);
	t->text.n--;
}

static void free_peeled(struct peeled_text *t)
{
	iri_buf_free(&t->text);
	iri_buf_free(&t->bytes.buf);
}

/* Adds a peeled text to the secrets. */
static void add_peeled_secret(struct facts_finder *f, struct iri_str secret)
{
	const struct iri_str *const all = f->secrets.item;
	const size_t n = ARRAY_COUNT(f->secrets);

	for (size_t i = 0; i < n; i++)
		if (iri_same(all[i], secret))
			return;
	f->too_many = f->too_many || n == SECRETS_MAX;
	if (!secret.n || f->too_many)
		return;
	secret = arena_copy(&f->arena, secret);
	facts_add_item(&f->secrets.buf, &secret, sizeof secret);
}

/* Adds a peeled password, and the words in it: a part of the link can begin or end inside of it. */
static void add_peeled_password(struct facts_finder *f, struct iri_str password)
{
	const char *const end = password.p + password.n, *next;

	add_peeled_secret(f, password);
	for (const char *p = password.p; p < end; p = next) {
		for (next = p; next < end && iri_is_alphanumeric(*next);)
			next++;
		if (next - p >= SHORT)
			add_peeled_secret(f, iri_between(p, next));
		next += next == p;
	}
}

/* Whether browsers take the text behind this scheme and its colon for a host, even without slashes. */
static bool starts_host(const char *scheme, size_t n)
{
	const struct iri_scheme *const found = iri_scheme_search((struct iri_str){scheme, n});

	return found && found->flags & SCHEME_BACKSLASH;
}

/* Adds the password of each authority in a peeled text. */
static void find_passwords(struct facts_finder *f, const struct peeled_text *t)
{
	const struct peeled *const bytes = t->bytes.item;
	const char *const text = t->text.p;
	const size_t n = t->text.n;
	size_t word = 0, i = 0; /* word: where the current letters and digits begin */
	unsigned slashes = 0, times = 0; /* the last slash was encoded so often */
	bool parameters = false, known = false; /* behind "?" or "#"; behind "http:" */

	while (i < n) {
		const char c = text[i];
		if (c == '/') {
			slashes++;
			times = bytes[i++].times;
			word = i;
			continue;
		}
		if (slashes < 2 && !known) {
			slashes = 0;
			known = c == ':' && starts_host(text + word, i - word);
			parameters = parameters || (!bytes[i].times && (c == '?' || c == '#'));
			i++;
			word = iri_is_alphanumeric(c) ? word : i;
			continue;
		}
		times = slashes ? times : 0;
		slashes = 0;
		known = false;
		size_t colon = 0, at = 0;
		/* An encoded delimiter can be a part of the password, and so can a "\". */
		for (; i < n; i++) {
			const bool ends = text[i] == '/' ? bytes[i].c == '/' : text[i] == '?' || text[i] == '#' ||
			                                                       (text[i] == '&' && parameters);
			if (ends && bytes[i].times <= times)
				break;
			if (text[i] == ':' && !colon)
				colon = i + 1;
			if (text[i] == '@')
				at = i;
		}
		word = i;
		if (colon && colon < at)
			add_peeled_password(f, (struct iri_str){text + colon, at - colon});
	}
}

static void add_passwords(struct facts_finder *f, struct iri_str s, size_t depth);

/* Adds the passwords in a part of a peeled text, if it is base64 of text. */
static void add_from_base64(struct facts_finder *f, struct iri_str value, size_t depth)
{
	struct iri_buf out = {0};

	if (value.n < SHORTEST)
		return;
	iri_base64_decode(value, &out);
	buf_check(f->messages, &out);
	const char *p = out.p, *const end = out.p + out.n, *next;
	/* What follows the text in the same run, for example a signature, is no text. */
	for (; p < end; p = next) {
		const uint32_t ch = iri_utf8_next(p, end, &next);
		if (ch < ' ' && ch != '\t' && ch != '\n' && ch != '\r')
			break;
	}
	const struct decoded d = {arena_copy(&f->arena, value),
	                          arena_copy(&f->arena, (struct iri_str){out.p ? out.p : "", (size_t)(p - out.p)})};
	iri_buf_free(&out);
	if (d.text.n < SHORT)
		return;
	facts_add_item(&f->decoded.buf, &d, sizeof d);
	add_passwords(f, d.text, depth + 1);
}

/* Returns the first base64 of "http" from p on, or end. */
static const char *find_http(const char *p, const char *end)
{
	static const char http[] = "aHR0c";
	const size_t n = sizeof http - 1;

	while ((p = iri_find_byte(p, end, *http)) < end && ((size_t)(end - p) < n || memcmp(p, http, n) != 0))
		p++;
	return p;
}

/* Adds the passwords in s, and in text in base64 there: in each run of its characters, and in each part of a run. */
static void add_passwords(struct facts_finder *f, struct iri_str s, size_t depth)
{
	struct peeled_text t;

	if (f->show_password || depth > DEEPEST || s.n < 3)
		return;
	peel_text(f->messages, s, &t);
	find_passwords(f, &t);
	const char *const end = t.text.p + t.text.n, *next;
	for (const char *p = t.text.p; p < end; p = next + 1) {
		const char *part = p;
		for (next = p; next < end && iri_is_base64_digit(*next); next++) {
			if (*next != '/')
				continue;
			add_from_base64(f, iri_between(part, next), depth);
			part = next + 1;
		}
		if (part > p)
			add_from_base64(f, iri_between(part, next), depth);
		add_from_base64(f, iri_between(p, next), depth);
		const char *const http = find_http(p, next);
		if (http > p)
			add_from_base64(f, iri_between(http, next), depth);
	}
	free_peeled(&t);
}

void facts_add_passwords(struct facts_finder *f, struct iri_str s)
{
	add_passwords(f, s, 0);
}

void facts_add_password(struct facts_finder *f, struct iri_str s)
{
	struct peeled_text t;

	if (f->show_password || !s.n)
		return;
	peel_text(f->messages, s, &t);
	add_peeled_password(f, iri_contents(&t.text));
	free_peeled(&t);
}

void facts_add_base64(struct facts_finder *f, struct iri_str value, struct iri_str text)
{
	const struct decoded d = {value, text};

	facts_add_item(&f->decoded.buf, &d, sizeof d);
	facts_add_passwords(f, text);
}

void facts_finish_secrets(struct facts_finder *f)
{
	struct peeled_text t;

	buf_check(f->messages, &f->decoded.buf);
	buf_check(f->messages, &f->secrets.buf);
	const struct decoded *const all = f->decoded.item;
	for (size_t i = ARRAY_COUNT(f->decoded); i-- > 0 && f->secrets.buf.n && !f->too_many;) {
		if (!facts_has_secret(f, all[i].text))
			continue;
		peel_text(f->messages, all[i].value, &t);
		add_peeled_password(f, iri_contents(&t.text));
		free_peeled(&t);
		buf_check(f->messages, &f->secrets.buf);
	}
}

struct iri_str facts_password_of(const struct iri_ref *ref, struct iri_str *user, const struct messages *m)
{
	struct iri_str password = {NULL, 0};
	struct peeled_text t;

	*user = iri_present(ref->userinfo);
	peel_text(m, *user, &t);
	const char *const colon = iri_find_byte(t.text.p, t.text.p + t.text.n, ':');
	if (colon < t.text.p + t.text.n) {
		const struct peeled *const at = t.bytes.item + (colon - t.text.p);
		if (at->end < user->n)
			password = iri_between(user->p + at->end, user->p + user->n);
		user->n = at->start;
	}
	free_peeled(&t);
	return password;
}

/* Search for secrets in a peeled text: where each one comes next, so that the time is linear for each */
struct secret_search {
	struct iri_str text;
	const char *next[SECRETS_MAX]; /* the end of the text if it does not come again */
};

/* Returns the first place of a secret from p on, or the end of the text. */
static const char *find_next(struct iri_str text, struct iri_str secret, const char *p)
{
	const char *const end = text.p + text.n, *at = (size_t)(end - p) >= secret.n ? strstr(p, secret.p) : NULL;

	while (at && secret.n < SHORT && !(at > text.p && at[-1] == ':' && at[secret.n] == '@'))
		at = strstr(at + 1, secret.p);
	return at ? at : end;
}

/*
 * Returns the first secret from p on, the longest of these, and sets *n to its length; or NULL. For a new search, p is
 * the start of the text; then it only grows.
 */
static const char *find_secret(const struct facts_finder *f, struct secret_search *search, const char *p, size_t *n)
{
	const struct iri_str *const all = f->secrets.item;
	const char *const end = search->text.p + search->text.n, *first = end;

	*n = 0;
	for (size_t i = 0; i < ARRAY_COUNT(f->secrets); i++) {
		if (p == search->text.p || search->next[i] < p)
			search->next[i] = find_next(search->text, all[i], p);
		const char *const at = search->next[i];
		if (at < first || (at == first && at < end && all[i].n > *n)) {
			first = at;
			*n = all[i].n;
		}
	}
	return first < end ? first : NULL;
}

bool facts_has_secret(const struct facts_finder *f, struct iri_str s)
{
	struct secret_search search;
	struct peeled_text t;
	size_t n;

	if (!f->secrets.buf.n || !s.n || f->too_many)
		return s.n && f->too_many;
	peel_text(f->messages, s, &t);
	search.text = iri_contents(&t.text);
	const bool found = find_secret(f, &search, search.text.p, &n);
	free_peeled(&t);
	return found;
}

struct iri_str facts_without_secrets(struct facts_finder *f, struct iri_str s)
{
	struct peeled_text t;
	struct iri_buf out = {0};
	size_t done = 0, n = 0;

	if (!f->secrets.buf.n || !s.n)
		return s;
	if (f->too_many)
		return iri_str_of("(hidden, since there are many passwords)");
	peel_text(f->messages, s, &t);
	const struct iri_str text = iri_contents(&t.text);
	struct secret_search search = {.text = text};
	const struct peeled *const bytes = t.bytes.item;
	for (const char *p = text.p; (p = find_secret(f, &search, p, &n)); p += n) {
		const size_t from = bytes[p - text.p].start, to = bytes[p - text.p + (ptrdiff_t)n - 1].end;
		const size_t chars = iri_count_chars((struct iri_str){s.p + from, to - from});
		iri_buf_add(&out, s.p + done, from - done);
		buf_add_format(&out, "(hidden, %zu character%s)", chars, chars == 1 ? "" : "s");
		done = to;
	}
	iri_buf_add(&out, s.p + done, s.n - done);
	const struct iri_str shown = done ? facts_keep(f, &out) : s;
	iri_buf_free(&out);
	free_peeled(&t);
	return shown;
}
