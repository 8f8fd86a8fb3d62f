/* SPDX-License-Identifier: ISC */
#include "charset.h"

#include "../lib/chars.h"
#include "../lib/pct.h"
#include "../lib/str.h"
#include "../lib/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_UNIT = 4, MAX_SIGN = 16 };

struct charset {
	iconv_t cd;
	const char *name;
	size_t unit;               /* of how many bytes its code units are */
	bool unicode;              /* it is an encoding of Unicode */
	char eol;                  /* what ends a line, in UTF-8 */
	char feed[MAX_UNIT];       /* a line feed, in the byte order of the encoder */
	char zeros[2];             /* two digits, if they take a byte each */
	char start[MAX_SIGN];      /* with what the encoder begins a text: a byte order mark, or an escape sequence */
	char bom[MAX_SIGN];        /* U+FEFF */
	size_t n_start, n_bom;
	bool begun;                /* input has begun */
	bool within;               /* and what was decoded last ends within a line */
	char shifts[3];            /* bytes that may begin a shifted state */
	size_t n_shifts;
	bool sticky;               /* iconv does not return to the initial state */
	bool swapped, out_swapped; /* the byte order of input, and of the reject file, is not the encoder's */
	struct iri_buf held;       /* the beginning of a character whose end is still to come */
	size_t replaced;           /* the number of characters that were encoded as others */
};

bool charset_is_utf8(const char *name)
{
	return !strcasecmp(name, "utf-8") || !strcasecmp(name, "utf8");
}

/* Converts a short text from the state that cd is in. Returns the number of bytes, 0 if it cannot be without loss. */
static size_t try_text(iconv_t cd, const char *text, size_t n, char *to, size_t size)
{
	size_t room = size;

	return iconv(cd, (void *)&text, &n, &to, &room) == 0 ? size - room : 0;
}

/* Finds out about a charset what its encoder shows. False if there is no memory to try. */
static bool probe(struct charset *cs)
{
	char first[MAX_SIGN + MAX_UNIT], feed[MAX_SIGN], zeros[MAX_SIGN];
	iconv_t cd = iconv_open(cs->name, "UTF-8");

	cs->unit = 1;
	cs->feed[0] = '\n';
	memcpy(cs->zeros, "00", 2);
	if (cd == (iconv_t)-1) {
		/* musl can decode GB18030, but not encode it. */
		cs->unicode = !strncasecmp(cs->name, "gb18030", 7);
		return errno != ENOMEM;
	}
	/* A line feed takes one code unit, once the start has been written; in UTF-7-IMAP it is no line feed. */
	const size_t with_start = try_text(cd, "\n", 1, first, sizeof first);
	const size_t unit = try_text(cd, "\n", 1, feed, sizeof feed);
	if ((unit == 1 || unit == 2 || unit == 4) && with_start >= unit && with_start - unit <= MAX_SIGN &&
	    !memcmp(first + with_start - unit, feed, unit)) {
		cs->unit = unit;
		memcpy(cs->feed, feed, unit);
		cs->n_start = with_start - unit;
		memcpy(cs->start, first, cs->n_start);
	}
	if (unit == 1 && try_text(cd, "00", 2, zeros, sizeof zeros) == 2)
		memcpy(cs->zeros, zeros, 2);
	/* U+0378 is not assigned, so no charset has it but those that have every code point. */
	cs->unicode = try_text(cd, "\xCD\xB8", 2, zeros, sizeof zeros) > 0;
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
	iconv_close(cs->cd);
	iri_buf_free(&cs->held);
	free(cs);
}

/*
 * iconv with room made in out as needed. Returns 0, or the errno of what stopped it: EILSEQ or EINVAL,
 * with *p and *n at the sequence at fault. p == NULL returns to the initial state. Counts cs->replaced.
 */
static int convert(struct charset *cs, const char **p, size_t *n, struct iri_buf *out)
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

/*
 * Returns to the initial state, and feeds the start of a text again (a designation, in ISO-2022-KR), which holds for
 * each line.
 */
static void reset(struct charset *cs)
{
	char out[MAX_SIGN];

	if (cs->sticky)
		reopen(cs);
	else
		iconv(cs->cd, NULL, NULL, NULL, NULL);
	if (cs->unit == 1 && cs->n_start)
		try_text(cs->cd, cs->start, cs->n_start, out, sizeof out);
}

/* Returns to the start of a text. For wide units that takes a new iconv, since glibc keeps the byte order it found. */
static void renew(struct charset *cs)
{
	if (cs->unit == 1)
		reset(cs);
	else
		reopen(cs);
}

/* Copies a code unit, perhaps into the other byte order. */
static void put_unit(const struct charset *cs, bool swap, const char *from, char *to)
{
	/* Up to a constant, so that gcc sees that there is room. */
	for (size_t i = 0; i < MAX_UNIT; i++)
		if (i < cs->unit)
			to[i] = from[swap ? cs->unit - 1 - i : i];
}

/*
 * Whether a text with these bytes at its start, which may be a byte order mark, has its code units in another byte
 * order than what the encoder writes: a line feed behind them tells.
 */
static bool is_swapped(struct charset *cs, const char *start, size_t n)
{
	for (size_t i = 0; cs->unit > 1 && i < 4; i++) {
		/* What is no character tells nothing. */
		const size_t taken = i < 2 ? n : 0;
		char text[MAX_SIGN + MAX_UNIT], utf8[64];
		if (taken)
			memcpy(text, start, taken);
		put_unit(cs, i % 2, cs->feed, text + taken);
		const size_t made = try_text(cs->cd, text, taken + cs->unit, utf8, sizeof utf8);
		renew(cs);
		if (made && utf8[made - 1] == '\n')
			return i % 2;
	}
	return false;
}

/* ESC, SO and, in HZ, a tilde begin a shifted state. Elsewhere each is a character. */
static void find_shifts(struct charset *cs)
{
	for (const char *shift = "\x1B\x0E~"; cs->unit == 1 && *shift; shift++) {
		char out[MAX_SIGN];
		if (!try_text(cs->cd, shift, 1, out, sizeof out))
			cs->shifts[cs->n_shifts++] = *shift;
		reset(cs);
	}
}

/* Whether the state is such that digits mean something else. */
static bool is_shifted(struct charset *cs)
{
	char utf8[MAX_SIGN];

	return try_text(cs->cd, cs->zeros, sizeof cs->zeros, utf8, sizeof utf8) != 2 || memcmp(utf8, "00", 2) != 0;
}

/* musl stays in a shifted state when it is told to return to the initial one. */
static void find_stickiness(struct charset *cs)
{
	char out[MAX_SIGN];

	if (!cs->n_shifts)
		return;
	try_text(cs->cd, "\x1B$B", 3, out, sizeof out);
	reset(cs);
	cs->sticky = is_shifted(cs);
	reset(cs);
}

static struct charset *charset_open(const char *name, bool decodes, char eol)
{
	struct charset *const cs = *name ? calloc(1, sizeof *cs) : NULL;

	if (!cs) {
		errno = *name ? ENOMEM : EINVAL; /* iconv would take the locale's */
		return NULL;
	}
	cs->name = name;
	cs->eol = eol;
	cs->cd = decodes ? iconv_open("UTF-8", name) : iconv_open(name, "UTF-8");
	if (cs->cd == (iconv_t)-1) {
		free(cs);
		return NULL;
	}
	const bool probed = probe(cs);
	if (probed && decodes) {
		renew(cs);
		find_shifts(cs);
		find_stickiness(cs);
		cs->out_swapped = is_swapped(cs, cs->start, cs->n_start);
	}
	if (probed && !cs->held.failed)
		return cs;
	charset_close(cs);
	errno = ENOMEM;
	return NULL;
}

struct charset *charset_decoder(const char *name, char eol)
{
	return charset_open(name, true, eol);
}

struct charset *charset_encoder(const char *name)
{
	return charset_open(name, false, '\n');
}

#define MARK '\xFF'

/* Passes over one code unit that has no character in the charset, so that its line is refused. */
static void skip_unit(struct charset *cs, const char **p, size_t *n, struct iri_buf *out)
{
	const size_t unit = *n < cs->unit ? *n : cs->unit;
	if (cs->unit == 1) {
		/* iconv may hold back a letter for marks behind it; a shifted state must not spoil what follows. */
		convert(cs, NULL, NULL, out);
		reset(cs);
	}
	iri_buf_putc(out, MARK);
	if (cs->unit == 1)
		iri_buf_putc(out, **p == cs->eol ? CHARSET_SUBSTITUTE : **p);
	*p += unit;
	*n -= unit;
}

/* Counts what is rare: several times as fast as by bytes. */
static size_t count_of(char c, const char *p, size_t n)
{
	const char *const end = p + n;
	size_t count = 0;

	for (; p < end && (p = memchr(p, c, (size_t)(end - p))); p++)
		count++;
	return count;
}

/* Puts a mark and CHARSET_SUBSTITUTE for each line end behind `start`: it was encoded, as in UTF-7, and ends none. */
static void mark_ends(const struct charset *cs, struct iri_buf *out, size_t start)
{
	size_t n = out->n > start ? count_of(cs->eol, out->p + start, out->n - start) : 0;

	if (!n || !iri_buf_reserve(out, n))
		return;
	const char *from = out->p + out->n;
	char *to = out->p + (out->n += n);
	while (n) {
		const char c = *--from;
		*--to = c == cs->eol ? CHARSET_SUBSTITUTE : c;
		if (c == cs->eol) {
			*--to = MARK;
			n--;
		}
	}
}

/* Converts bytes without line ends, or wide code units. What is cut off stays in p, unless the input is at its end. */
static void convert_part(struct charset *cs, const char **p, size_t *n, bool at_end, struct iri_buf *out)
{
	const size_t start = out->n;
	while (*n && !out->failed) {
		const int stop = convert(cs, p, n, out);
		if (stop != EILSEQ && (stop != EINVAL || !at_end))
			break;
		skip_unit(cs, p, n, out);
	}
	if (cs->unit == 1 && !out->failed)
		mark_ends(cs, out, start);
}

/*
 * Converts a line of bytes, or the rest of it, and its line end. A mark comes before the line end if iconv did not
 * convert it to one, or if the line leaves a shifted state (RFC 1468), in which the next line would be misread.
 */
static void convert_line(struct charset *cs, const char *p, const char *end, struct iri_buf *out)
{
	const size_t start = out->n;
	size_t n = (size_t)(end - p) + 1;
	int stop;

	while ((stop = convert(cs, &p, &n, out)) && !out->failed && p < end)
		skip_unit(cs, &p, &n, out);
	if (out->failed)
		return;
	const bool ended = !stop && out->n > start && out->p[out->n - 1] == cs->eol;
	if (ended)
		out->n--;
	else
		convert(cs, NULL, NULL, out);
	mark_ends(cs, out, start);
	if (!ended || (cs->n_shifts && is_shifted(cs)))
		iri_buf_putc(out, MARK);
	iri_buf_putc(out, cs->eol);
	reset(cs);
}

/* Finds the line end of a charset whose code units are bytes, or returns NULL. */
static const char *find_end(const struct charset *cs, const char *p, const char *limit)
{
	return p < limit ? memchr(p, cs->eol ? cs->feed[0] : '\0', (size_t)(limit - p)) : NULL;
}

/*
 * Converts whole lines of bytes at once, which is several times as fast, if the result is the same as line by line: no
 * shifts, no errors, and as many line ends in the output as in the input. False if not.
 */
static bool convert_lines(struct charset *cs, const char *p, const char *end, struct iri_buf *out)
{
	const size_t start = out->n, lines = count_of(end[-1], p, (size_t)(end - p));
	size_t n = (size_t)(end - p);

	for (size_t i = 0; i < cs->n_shifts; i++)
		if (memchr(p, cs->shifts[i], n))
			return false;
	if (convert(cs, &p, &n, out) == 0 && count_of(cs->eol, out->p + start, out->n - start) == lines)
		return true;
	reset(cs);
	out->n = start;
	return false;
}

/*
 * Converts bytes line by line. Each line begins in the initial state, and iconv never gets more than one in which
 * something is wrong, so there are as many lines in out.
 */
static void decode_bytes(struct charset *cs, const char **p, size_t *n, bool at_end, struct iri_buf *out)
{
	const char *const limit = *p + *n, *last = limit;
	bool at_once = true;

	for (const char *end; !out->failed && (end = find_end(cs, *p, limit)); *p = end + 1) {
		if (at_once && !cs->within) {
			while (last[-1] != *end)
				last--;
			at_once = false;
			if (convert_lines(cs, *p, last, out)) {
				end = last - 1;
				continue;
			}
		}
		convert_line(cs, *p, end, out);
		cs->within = false;
	}
	*n = (size_t)(limit - *p);
	cs->within = cs->within || *n;
	convert_part(cs, p, n, at_end, out);
}

void charset_decode(struct charset *cs, const char *p, size_t n, bool at_end, struct iri_buf *out)
{
	if (cs->held.n) {
		iri_buf_add(&cs->held, p, n);
		p = cs->held.p;
		n = cs->held.n;
	}
	if (!cs->begun && (n >= cs->unit || at_end)) {
		cs->swapped = is_swapped(cs, p, n >= cs->unit ? cs->unit : 0);
		cs->begun = true;
	}
	if (cs->begun && cs->unit == 1)
		decode_bytes(cs, &p, &n, at_end, out);
	else if (cs->begun)
		convert_part(cs, &p, &n, at_end, out);
	if (cs->held.n) {
		memmove(cs->held.p, p, n);
		cs->held.n = n;
	} else if (n) {
		iri_buf_add(&cs->held, p, n);
	}
	if (at_end) {
		cs->held.n = 0;
		cs->begun = cs->within = false;
		convert(cs, NULL, NULL, out);
		renew(cs);
	}
	if (cs->held.failed)
		out->failed = true;
}

/* Puts the line end there, in this byte order. */
static void put_end(const struct charset *cs, bool swap, char *to)
{
	memset(to, 0, MAX_UNIT);
	if (cs->eol)
		put_unit(cs, swap, cs->feed, to);
}

struct iri_str charset_cut_line(const struct charset *cs, struct iri_str *rest)
{
	char end[MAX_UNIT];
	size_t n = 0;

	put_end(cs, cs->swapped, end);
	if (cs->unit == 1) {
		const char *const p = find_end(cs, rest->p, rest->p + rest->n);
		n = p ? (size_t)(p - rest->p) : rest->n;
	} else {
		while (n + cs->unit <= rest->n && memcmp(rest->p + n, end, cs->unit) != 0)
			n += cs->unit;
		if (n + cs->unit > rest->n)
			n = rest->n;
	}
	const struct iri_str line = {rest->p, n};
	if (n < rest->n)
		n += cs->unit;
	rest->p += n;
	rest->n -= n;
	return line;
}

/* Appends code units, perhaps in the other byte order, and a line end, in that of the reject file. */
static void add_line(const struct charset *cs, struct iri_str s, bool swap, struct iri_buf *out)
{
	char unit[MAX_UNIT];
	size_t i = swap ? 0 : s.n - s.n % cs->unit;

	iri_buf_add(out, s.p, i);
	for (; i + cs->unit <= s.n; i += cs->unit) {
		put_unit(cs, swap, s.p + i, unit);
		iri_buf_add(out, unit, cs->unit);
	}
	/*
	 * An incomplete code unit would shift all that follows. So each of its bytes becomes a high surrogate, which is
	 * invalid when it is read again; a low one could make a pair with the unit before.
	 */
	const bool little = (cs->feed[0] != 0) != cs->out_swapped;
	for (; i < s.n; i++) {
		memset(unit, 0, sizeof unit);
		unit[little ? 0 : cs->unit - 1] = s.p[i];
		unit[little ? 1 : cs->unit - 2] = '\xD8';
		iri_buf_add(out, unit, cs->unit);
	}
	put_end(cs, cs->out_swapped, unit);
	iri_buf_add(out, unit, cs->unit);
}

/* Without what the encoder writes like this, if the line begins with it. */
static struct iri_str without(const struct charset *cs, struct iri_str line, const char *text, size_t n)
{
	char wanted[MAX_SIGN];

	for (size_t i = 0; i < n; i += cs->unit)
		put_unit(cs, cs->swapped, text + i, wanted + i);
	if (n && n <= line.n && !memcmp(line.p, wanted, n)) {
		line.p += n;
		line.n -= n;
	}
	return line;
}

void charset_add_original(const struct charset *cs, struct iri_str line, bool first, struct iri_buf *out)
{
	if (first)
		line = without(cs, without(cs, line, cs->start, cs->n_start), cs->bom, cs->n_bom);
	add_line(cs, line, cs->swapped != cs->out_swapped, out);
}

bool charset_add_encoded(const struct charset *cs, struct charset *encoder, struct charset *decoder, struct iri_str s,
                         struct iri_buf *out)
{
	struct iri_buf bytes = {0}, again = {0};
	bool well = charset_encode(encoder, s, &bytes);
	/* Some charsets decode two bytes to what they encode as one. */
	if (well && !cs->unicode && s.n) {
		charset_decode(decoder, bytes.p, bytes.n, true, &again);
		well = again.n == s.n && !memcmp(again.p, s.p, s.n);
	}
	if (well) {
		struct iri_str text = iri_contents(&bytes);
		if (text.n >= cs->n_start && !memcmp(text.p, cs->start, cs->n_start))
			text = iri_between(text.p + cs->n_start, text.p + text.n);
		add_line(cs, text, cs->out_swapped, out);
	}
	if (bytes.failed || again.failed)
		out->failed = true;
	iri_buf_free(&bytes);
	iri_buf_free(&again);
	return well;
}

void charset_adopt_order(struct charset *cs, const char *start, size_t n)
{
	if (n >= cs->unit)
		cs->out_swapped = is_swapped(cs, start, cs->unit);
}

void charset_add_start(const struct charset *cs, struct iri_str lines, struct iri_buf *out)
{
	iri_buf_add(out, cs->start, cs->n_start);
	/* What begins the first line would be taken for a byte order mark, too. */
	if (cs->n_bom && lines.n >= cs->n_bom && !memcmp(lines.p, cs->bom, cs->n_bom))
		iri_buf_add(out, cs->bom, cs->n_bom);
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
	iconv(cs->cd, NULL, NULL, NULL, NULL);
	cs->replaced = 0;
	const bool well = convert(cs, &s.p, &s.n, out) == 0;
	return convert(cs, NULL, NULL, out) == 0 && well && !cs->replaced;
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
		iri_offsets_add(at, out->n - zero, (size_t)(p - start), (size_t)(start - s.p), false);
		if (!amp)
			break;

		uint32_t ch = 0;
		if (++p < end)
			ch = *p == '#' ? numeric(&p, end) : named(&p, end);
		char utf8[4] = "&";
		const size_t n = ch ? iri_utf8_encode(ch, utf8) : 1;
		iri_buf_add(out, utf8, n);
		iri_offsets_add(at, out->n - zero, n, (size_t)(amp - s.p), true);
	}
	iri_offsets_end(at, s.n);
}
