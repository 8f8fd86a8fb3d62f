/* SPDX-License-Identifier: ISC */
/* Opens charsets: finds out what iconv does with them, and keeps its state. */
#include "config.h"

#include "charset.h"
#include "charset_internal.h"
#include "charset_labels.h"
#include "options.h"

#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool charset_is_utf8(const char *name)
{
	return !strcasecmp(name, "utf-8") || !strcasecmp(name, "utf8");
}

/* Converts a short text from the current state of cd. Returns the number of bytes, or 0 after an error or a loss. */
static size_t try_text(iconv_t cd, const char *text, size_t n, char *to, size_t size)
{
	size_t room = size;

	return iconv(cd, (void *)&text, &n, &to, &room) == 0 ? size - room : 0;
}

/* Finds the properties of a charset: encodes short texts, and looks at the bytes. Returns false if out of memory. */
static bool probe(struct charset *cs)
{
	char first[MAX_PREFIX + MAX_UNIT], newline[MAX_PREFIX], other[MAX_PREFIX];
	iconv_t cd = iconv_open(cs->name, "UTF-8");

	cs->unit = 1;
	cs->newline[0] = '\n';
	if (cd == (iconv_t)-1) {
		/* musl can decode GB18030, but not encode it. */
		cs->unicode = !strncasecmp(cs->name, "gb18030", 7);
		return errno != ENOMEM;
	}
	/* The first result is the start of a text and a line feed, the second a line feed alone, one code unit. */
	const size_t with_start = try_text(cd, "\n", 1, first, sizeof first);
	const size_t unit = try_text(cd, "\n", 1, newline, sizeof newline);
	if ((unit == 2 || unit == 4) && with_start >= unit && with_start - unit <= MAX_PREFIX &&
	    !memcmp(first + with_start - unit, newline, unit)) {
		cs->unit = unit;
		memcpy(cs->newline, newline, unit);
		cs->n_start = with_start - unit;
		memcpy(cs->start, first, cs->n_start);
	}
	/* U+0378 is not assigned, so only an encoding of Unicode, which has every code point, has it. */
	cs->unicode = try_text(cd, "\xCD\xB8", 2, other, sizeof other) > 0;
	iconv(cd, NULL, NULL, NULL, NULL);
	size_t bom = try_text(cd, "\xEF\xBB\xBF", 3, first, sizeof first), room = sizeof first - bom;
	char *to = first + bom;
	iconv(cd, NULL, NULL, &to, &room);
	bom = (size_t)(to - first);
	if (bom > cs->n_start && bom - cs->n_start <= sizeof cs->bom) {
		cs->n_bom = bom - cs->n_start;
		memcpy(cs->bom, first + cs->n_start, cs->n_bom);
	}
	iconv_close(cd);
	return true;
}

void charset_close(struct charset *cs)
{
	if (!cs)
		return;
	charset_places_free(cs->places);
	charset_close(cs->encoder);
	charset_close(cs->decoder);
	iconv_close(cs->cd);
	iri_buf_free(&cs->held);
	free(cs->name);
	free(cs);
}

int charset_convert(struct charset *cs, const char **p, size_t *n, struct iri_buf *out)
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
			cs->replaced += result;
			return 0;
		}
		if (errno != E2BIG)
			return errno;
		if (!iri_buf_reserve(out, out->cap))
			return ENOMEM;
	}
}

/* Replaces iconv's descriptor by a new one. Sets cs->held.failed on failure. */
static void reopen(struct charset *cs)
{
	const iconv_t cd = iconv_open("UTF-8", cs->name);

	if (cd == (iconv_t)-1) {
		cs->held.failed = true;
		return;
	}
	iconv_close(cs->cd);
	cs->cd = cd;
}

void charset_begin_line(struct charset *cs)
{
	if (cs->sticky)
		reopen(cs);
	else
		iconv(cs->cd, NULL, NULL, NULL, NULL);
}

void charset_begin_text(struct charset *cs)
{
	if (cs->unit == 1)
		charset_begin_line(cs);
	else
		reopen(cs);
}

void charset_put_unit(const struct charset *cs, bool swap, const char *from, char *to)
{
	/* The loop has a constant limit, so that gcc sees that there is room. */
	for (size_t i = 0; i < MAX_UNIT; i++)
		if (i < cs->unit)
			to[i] = from[swap ? cs->unit - 1 - i : i];
}

bool charset_is_swapped(struct charset *cs, const char *start, size_t n)
{
	cs->n_ignored = 0;
	for (size_t i = 0; cs->unit > 1 && i < 4; i++) {
		/* The bytes may be no character. So the last two rounds try without them. */
		const size_t taken = i < 2 ? n : 0;
		char text[MAX_PREFIX + MAX_UNIT], utf8[64];
		if (taken)
			memcpy(text, start, taken);
		charset_put_unit(cs, i % 2, cs->newline, text + taken);
		const size_t made = try_text(cs->cd, text, taken + cs->unit, utf8, sizeof utf8);
		charset_begin_text(cs);
		if (made && utf8[made - 1] == '\n') {
			cs->n_ignored = made == 1 ? taken : 0;
			return i % 2;
		}
	}
	return false;
}

bool charset_is_shifted(struct charset *cs)
{
	char utf8[MAX_PREFIX];

	return try_text(cs->cd, "00", 2, utf8, sizeof utf8) != 2 || memcmp(utf8, "00", 2) != 0;
}

/* Sets cs->sticky: musl's iconv stays in a shifted state when it is told to return to the initial state. */
static void find_sticky(struct charset *cs)
{
	char out[MAX_PREFIX];

	try_text(cs->cd, "\x1B$B", 3, out, sizeof out);
	charset_begin_line(cs);
	cs->sticky = charset_is_shifted(cs);
	charset_begin_line(cs);
}

/*
 * Whether the printable characters of ASCII, tabs and line ends mean themselves. "\" can be the sign of a currency,
 * and "~" an overline, as in Shift_JIS and Johab.
 */
static bool has_ascii(iconv_t cd)
{
	char text[128] = "\t\n\r", utf8[sizeof text * MAX_PREFIX];
	size_t n = strlen(text);

	for (char c = ' '; c <= '~'; c++)
		text[n++] = c;
	iconv(cd, NULL, NULL, NULL, NULL);
	size_t left = n, room = sizeof utf8;
	const char *p = text;
	char *to = utf8;
	if (iconv(cd, (void *)&p, &left, &to, &room) == (size_t)-1)
		return false;
	/* iconv may hold back a letter that a mark can follow. */
	iconv(cd, NULL, NULL, &to, &room);
	const char *q = utf8;
	for (size_t i = 0; i < n; i++) {
		uint32_t ch;
		const size_t length = q < to ? iri_utf8_decode(q, to, &ch) : 0;
		const bool is_other = length > 1 && (text[i] == '\\' || text[i] == '~');
		if (!length || (*q != text[i] && !is_other))
			return false;
		q += length;
	}
	return q == to;
}

/*
 * Whether we take a charset in which iconv decodes this byte, which is not printable ASCII, as it does: a control must
 * be a character, or be refused, but not begin a sequence; and no other byte is a line end.
 */
static bool suits(iconv_t cd, char byte)
{
	const bool is_ascii = (unsigned char)byte < 0x80;
	const char *p = &byte;
	char out[MAX_PREFIX], *to = out;
	size_t n = 1, room = sizeof out;

	iconv(cd, NULL, NULL, NULL, NULL);
	if (iconv(cd, (void *)&p, &n, &to, &room) == (size_t)-1)
		return !is_ascii || errno == EILSEQ; /* EINVAL: the byte begins a sequence */
	iconv(cd, NULL, NULL, &to, &room);
	if (is_ascii)
		return to > out && (byte == '\n' || out[0] != '\n');
	return to == out || (out[0] != '\n' && out[0] != '\0');
}

/* Returns 0 if we take the charset (see charset.h), else an errno. Sets cs->stateful. */
static int check_kind(struct charset *cs)
{
	static const char *const names[] = {"iso-2022-jp", "iso2022jp", "csiso2022jp"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		cs->stateful = cs->stateful || !strcasecmp(cs->name, names[i]);
	if (cs->stateful || cs->unit > 1)
		return 0;
	const iconv_t cd = iconv_open("UTF-8", cs->name);
	if (cd == (iconv_t)-1)
		return errno;
	bool well = has_ascii(cd);
	for (int byte = 0; well && byte <= UCHAR_MAX; byte = byte + 1 == ' ' ? '~' + 1 : byte + 1)
		well = suits(cd, (char)byte);
	iconv_close(cd);
	return well ? 0 : ENOTSUP;
}

static struct charset *charset_open(const char *name, bool decodes, char eol)
{
	struct charset *const cs = *name ? calloc(1, sizeof *cs) : NULL;

	if (!cs || !(cs->name = strdup(name))) {
		free(cs);
		errno = *name ? ENOMEM : EINVAL; /* for an empty name iconv would use the locale's charset */
		return NULL;
	}
	cs->eol = eol;
	cs->cd = decodes ? iconv_open("UTF-8", name) : iconv_open(name, "UTF-8");
	if (cs->cd == (iconv_t)-1) {
		const int error = errno;
		free(cs->name);
		free(cs);
		errno = error;
		return NULL;
	}
	int error = probe(cs) ? check_kind(cs) : ENOMEM;
	if (!error && decodes) {
		charset_begin_text(cs);
		if (cs->stateful)
			find_sticky(cs);
		cs->out_swapped = charset_is_swapped(cs, cs->start, cs->n_start);
		error = cs->held.failed ? ENOMEM : 0;
	}
	if (!error)
		return cs;
	charset_close(cs);
	errno = error;
	return NULL;
}

/* Whether iconv knows the charset. */
static bool iconv_knows(const char *name)
{
	const iconv_t cd = iconv_open("UTF-8", name);

	return cd != (iconv_t)-1 && iconv_close(cd) == 0;
}

const char *charset_refusal(struct iri_buf *text, const char *name, int error)
{
	struct similar s = {.word = {name, strlen(name)}};

	if (error == EINVAL) {
		similar_add(&s, "utf-32");
		encodings_similar(&s, iconv_knows);
		return options_unknown(text, "charset", &s, "'iconv -l' lists the known ones");
	}
	if (error != ENOTSUP)
		return strerror(error);
	text->n = 0;
	buf_add_text(text, "charset '");
	buf_add_visible(text, name);
	buf_add_format(text, "' is not supported: ASCII bytes can mean other characters in it; use iconv%c", '\0');
	return text->failed ? strerror(ENOMEM) : text->p;
}

struct charset *charset_decoder(const char *name, char eol)
{
	return charset_open(name, true, eol);
}

struct charset *charset_encoder(const char *name)
{
	return charset_open(name, false, '\n');
}

void charset_places_begin(struct places *places)
{
	places->raw.n = 0;
	places->base = 0;
	places->from = places->to = places->text_from = places->text_to = 0;
	charset_begin_line(places->again);
}

bool charset_places_add(struct places *places, const char *p, size_t n)
{
	iri_buf_add(&places->raw, p, n);
	return !places->raw.failed && !places->again->held.failed;
}

void charset_places_free(struct places *places)
{
	if (!places)
		return;
	charset_close(places->again);
	iri_buf_free(&places->raw);
	free(places);
}

bool charset_is_unicode(const struct charset *cs)
{
	return cs->unicode;
}

bool charset_is_bytes(const struct charset *cs)
{
	return cs->unit == 1;
}

bool charset_has_states(struct charset *cs)
{
	char out[MAX_PREFIX];

	/* iconv holds back a letter that a mark can follow. */
	const bool holds_back = !try_text(cs->cd, "a", 1, out, sizeof out);
	charset_begin_line(cs);
	return cs->stateful || holds_back;
}
