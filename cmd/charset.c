/* SPDX-License-Identifier: ISC */
#include "charset.h"

#include "../lib/chars.h"
#include "../lib/pct.h"
#include "../lib/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct charset {
	iconv_t cd;
	size_t unit;         /* of how many bytes its code units are */
	bool unicode;        /* it encodes all of Unicode */
	struct iri_buf held; /* the beginning of a character whose end is still to come */
};

bool charset_is_utf8(const char *name)
{
	return !strcasecmp(name, "utf-8") || !strcasecmp(name, "utf8");
}

/* Encodes a text from the state that cd is in, 0 if it cannot be without loss. Returns the number of bytes. */
static size_t try_encoding(iconv_t cd, const char *text)
{
	char in[8], buf[32], *from = in, *to = buf;
	size_t n = strlen(text), room = sizeof buf;

	memcpy(in, text, n + 1);
	return iconv(cd, (void *)&from, &n, &to, &room) == 0 ? sizeof buf - room : 0;
}

/* Finds out about a charset what its encoder shows. False if there is no memory to try. */
static bool probe(struct charset *cs, const char *name)
{
	iconv_t cd = iconv_open(name, "UTF-8");

	cs->unit = 1;
	if (cd == (iconv_t)-1) {
		/* musl decodes GB18030 only. */
		cs->unicode = !strncasecmp(name, "gb18030", 7);
		return errno != ENOMEM;
	}
	/* A line feed takes one code unit, once a byte order mark has been written. */
	try_encoding(cd, "\n");
	const size_t unit = try_encoding(cd, "\n");
	if (unit && unit <= 4)
		cs->unit = unit;
	/* U+0378 is not assigned, so no charset has it but those that have every code point. */
	cs->unicode = try_encoding(cd, "\xCD\xB8") > 0;
	iconv_close(cd);
	return true;
}

void charset_close(struct charset *cs)
{
	if (!cs)
		return;
	iconv_close(cs->cd);
	iri_buf_free(&cs->held);
	free(cs);
}

static struct charset *charset_open(const char *to, const char *from)
{
	struct charset *cs;

	if (!*to || !*from) {
		errno = EINVAL; /* iconv would take the locale's */
		return NULL;
	}
	cs = calloc(1, sizeof *cs);
	if (!cs)
		return NULL;
	cs->cd = iconv_open(to, from);
	if (cs->cd == (iconv_t)-1) {
		free(cs);
		return NULL;
	}
	if (!probe(cs, strcmp(from, "UTF-8") ? from : to)) {
		charset_close(cs);
		errno = ENOMEM;
		return NULL;
	}
	return cs;
}

struct charset *charset_decoder(const char *name)
{
	return charset_open("UTF-8", name);
}

struct charset *charset_encoder(const char *name)
{
	return charset_open(name, "UTF-8");
}

/*
 * iconv with room made in out as needed. Returns 0, or the errno of what stopped it: EILSEQ or EINVAL,
 * with *p and *n at the sequence at fault. p == NULL returns to the initial state. Its result, the number
 * of characters that it replaced by others, is added to *replaced.
 */
static int convert(struct charset *cs, const char **p, size_t *n, struct iri_buf *out, size_t *replaced)
{
	for (;;) {
		char *to = iri_buf_reserve(out, 4 * (n ? *n : 0) + 64);
		if (!to)
			return ENOMEM;
		char *const before = to;
		size_t room = out->cap - out->n;
		/* Some systems declare the second parameter const char **, POSIX does not. */
		size_t result = iconv(cs->cd, (void *)p, n, &to, &room);
		out->n += (size_t)(to - before);
		if (result != (size_t)-1) {
			*replaced += result;
			return 0;
		}
		if (errno != E2BIG)
			return errno;
		if (!iri_buf_reserve(out, out->cap))
			return ENOMEM;
	}
}

#define MARK '\xFF'

/* Passes over one code unit that has no character in the charset, so that its line is refused. */
static void skip_unit(struct charset *cs, const char **p, size_t *n, struct iri_buf *out)
{
	const size_t unit = *n < cs->unit ? *n : cs->unit;
	size_t replaced = 0;

	/* iconv may hold a letter back, for marks that follow it. A shifted state must not spoil what follows. */
	if (cs->unit == 1)
		convert(cs, NULL, NULL, out, &replaced);
	iri_buf_putc(out, MARK);
	if (cs->unit == 1)
		iri_buf_putc(out, **p);
	*p += unit;
	*n -= unit;
}

void charset_decode(struct charset *cs, const char *p, size_t n, bool at_end, struct iri_buf *out)
{
	size_t replaced = 0;

	if (cs->held.n) {
		iri_buf_add(&cs->held, p, n);
		p = cs->held.p;
		n = cs->held.n;
	}
	while (n && !out->failed) {
		int stop = convert(cs, &p, &n, out, &replaced);
		if (stop == EILSEQ || (stop == EINVAL && at_end))
			skip_unit(cs, &p, &n, out);
		else
			break;
	}
	if (cs->held.n) {
		memmove(cs->held.p, p, n);
		cs->held.n = n;
	} else if (n) {
		iri_buf_add(&cs->held, p, n);
	}
	if (at_end) {
		cs->held.n = 0;
		convert(cs, NULL, NULL, out, &replaced);
	}
	if (cs->held.failed)
		out->failed = true;
}

bool charset_is_unicode(const struct charset *cs)
{
	return cs->unicode;
}

bool charset_is_bytes(const struct charset *cs)
{
	return cs->unit == 1;
}

void charset_unmark(const struct charset *cs, struct iri_str line, struct iri_buf *out)
{
	static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] != MARK)
			iri_buf_putc(out, line.p[i]);
		else if (cs->unit > 1)
			iri_buf_add(out, replacement, sizeof replacement - 1);
		else if (i + 1 < line.n)
			iri_buf_putc(out, line.p[++i]);
	}
}

bool charset_encode(struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	size_t replaced = 0;
	bool well;

	iconv(cs->cd, NULL, NULL, NULL, NULL);
	well = convert(cs, &s.p, &s.n, out, &replaced) == 0;
	return convert(cs, NULL, NULL, out, &replaced) == 0 && well && !replaced;
}

struct entity {
	const char *name;
	uint32_t ch;
};

static const struct entity entities[] = {
#include "html4.h"
};

static int compare_entity(const void *key, const void *row)
{
	const struct iri_str *s = key;
	const struct entity *e = row;
	int c = strncmp(s->p, e->name, s->n);

	return c ? c : e->name[s->n] ? -1 : 0;
}

/* A numeric reference, from the "#" at *p; moves *p behind it. Returns its character, 0 if it is none. */
static uint32_t numeric(const char **p, const char *end)
{
	const char *q = *p + 1, *digits;
	uint32_t ch = 0, base = 10;

	if (q < end && (*q == 'x' || *q == 'X')) {
		base = 16;
		q++;
	}
	digits = q;
	for (; q < end && (iri_byte_class(*q) & (base == 16 ? CHAR_HEXDIG : CHAR_DIGIT)); q++)
		if (ch <= 0x10FFFF)
			ch = ch * base + iri_hex_value(*q);
	if (q == digits)
		return 0;
	*p = q + (q < end && *q == ';');
	/* The reference is one, but its character is not. The grammar refuses U+FFFD. */
	return ch == 0 || ch > 0x10FFFF || (ch >= 0xD800 && ch < 0xE000) ? 0xFFFD : ch;
}

/* The same for a name, from its first letter at *p. */
static uint32_t named(const char **p, const char *end)
{
	const char *q = *p;

	while (q < end && (iri_byte_class(*q) & (CHAR_ALPHA | CHAR_DIGIT)))
		q++;
	struct iri_str name = {*p, (size_t)(q - *p)};
	if (name.n < 2 || name.n > 8)
		return 0; /* no name is shorter or longer */
	const struct entity *e =
		bsearch(&name, entities, sizeof entities / sizeof *entities, sizeof *entities, compare_entity);
	if (!e)
		return 0;
	if (q < end && *q == ';')
		q++;
	else if (e->ch >= 0x100 || e->ch == '\'' || (q < end && *q == '='))
		return 0;
	*p = q;
	return e->ch;
}

void charset_html(struct iri_str s, struct iri_buf *out, struct iri_offsets *at)
{
	const char *p = s.p, *end = p + s.n;
	const size_t zero = out->n;

	while (p < end) {
		const char *start = p, *amp = memchr(p, '&', (size_t)(end - p));
		p = amp ? amp : end;
		iri_buf_add(out, start, (size_t)(p - start));
		iri_lead_back(at, out->n - zero, (size_t)(p - start), (size_t)(start - s.p), false);
		if (!amp)
			break;

		uint32_t ch = 0;
		if (++p < end)
			ch = *p == '#' ? numeric(&p, end) : named(&p, end);
		char utf8[4] = "&";
		const size_t n = ch ? iri_utf8_encode(ch, utf8) : 1;
		iri_buf_add(out, utf8, n);
		iri_lead_back(at, out->n - zero, n, (size_t)(amp - s.p), true);
	}
	iri_lead_back_rest(at, s.n);
}
