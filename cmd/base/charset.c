/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "charset.h"

#include "charset_internal.h"

#include "lib/base/str.h"

#include <errno.h>
#include <iconv.h>
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
	char first[MAX_PREFIX + MAX_UNIT], newline[MAX_PREFIX], zeros[MAX_PREFIX];
	iconv_t cd = iconv_open(cs->name, "UTF-8");

	cs->unit = 1;
	cs->newline[0] = '\n';
	memcpy(cs->zeros, "00", 2);
	if (cd == (iconv_t)-1) {
		/* musl can decode GB18030, but not encode it. */
		cs->unicode = !strncasecmp(cs->name, "gb18030", 7);
		return errno != ENOMEM;
	}
	/*
	 * The first result is the start of a text and a line feed, the second a line feed alone, one code unit. In
	 * UTF-7-IMAP it is longer, in base64: then the values set above stay.
	 */
	const size_t with_start = try_text(cd, "\n", 1, first, sizeof first);
	const size_t unit = try_text(cd, "\n", 1, newline, sizeof newline);
	if ((unit == 1 || unit == 2 || unit == 4) && with_start >= unit && with_start - unit <= MAX_PREFIX &&
	    !memcmp(first + with_start - unit, newline, unit)) {
		cs->unit = unit;
		memcpy(cs->newline, newline, unit);
		cs->n_start = with_start - unit;
		memcpy(cs->start, first, cs->n_start);
	}
	if (unit == 1 && try_text(cd, "00", 2, zeros, sizeof zeros) == 2)
		memcpy(cs->zeros, zeros, 2);
	/* U+0378 is not assigned, so only an encoding of Unicode, which has every code point, has it. */
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
	charset_places_free(cs->places);
	charset_close(cs->encoder);
	charset_close(cs->decoder);
	iconv_close(cs->cd);
	iri_buf_free(&cs->held);
	free(cs->name);
	free(cs);
}

/*
 * Calls iconv, and makes room in out as needed. Returns 0, or an errno: EILSEQ or EINVAL, with *p and *n at the
 * sequence at fault, or ENOMEM. p == NULL returns to the initial state. Adds to cs->replaced.
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
	char out[MAX_PREFIX];

	if (cs->sticky)
		reopen(cs);
	else
		iconv(cs->cd, NULL, NULL, NULL, NULL);
	if (cs->unit == 1 && cs->n_start)
		try_text(cs->cd, cs->start, cs->n_start, out, sizeof out);
}

/*
 * Resets iconv to its state at the start of a text. Code units of several bytes need a new descriptor for that, since
 * glibc keeps the byte order that it has found.
 */
static void begin_text(struct charset *cs)
{
	if (cs->unit == 1)
		charset_begin_line(cs);
	else
		reopen(cs);
}

/* Copies a code unit; swap: into the other byte order */
static void put_unit(const struct charset *cs, bool swap, const char *from, char *to)
{
	/* The loop has a constant limit, so that gcc sees that there is room. */
	for (size_t i = 0; i < MAX_UNIT; i++)
		if (i < cs->unit)
			to[i] = from[swap ? cs->unit - 1 - i : i];
}

/*
 * Returns whether the byte order of a text differs from the encoder's. start: the first n bytes of the text, which may
 * be a byte order mark. Decodes these bytes and, after them, a line feed in each byte order: the one that gives a
 * line feed is that of the text. Sets cs->n_ignored.
 */
static bool is_swapped(struct charset *cs, const char *start, size_t n)
{
	cs->n_ignored = 0;
	for (size_t i = 0; cs->unit > 1 && i < 4; i++) {
		/* The bytes may be no character. So the last two rounds try without them. */
		const size_t taken = i < 2 ? n : 0;
		char text[MAX_PREFIX + MAX_UNIT], utf8[64];
		if (taken)
			memcpy(text, start, taken);
		put_unit(cs, i % 2, cs->newline, text + taken);
		const size_t made = try_text(cs->cd, text, taken + cs->unit, utf8, sizeof utf8);
		begin_text(cs);
		if (made && utf8[made - 1] == '\n') {
			cs->n_ignored = made == 1 ? taken : 0;
			return i % 2;
		}
	}
	return false;
}

/*
 * Fills cs->shifts. ESC, SO and, in HZ, a tilde begin a shifted state. A charset that decodes one of them alone, to a
 * character, has no such state for it.
 */
static void find_shifts(struct charset *cs)
{
	for (const char *shift = "\x1B\x0E~"; cs->unit == 1 && *shift; shift++) {
		char out[MAX_PREFIX];
		if (!try_text(cs->cd, shift, 1, out, sizeof out))
			cs->shifts[cs->n_shifts++] = *shift;
		charset_begin_line(cs);
	}
}

/* Whether the current state is shifted: digits are decoded to other characters. */
static bool is_shifted(struct charset *cs)
{
	char utf8[MAX_PREFIX];

	return try_text(cs->cd, cs->zeros, sizeof cs->zeros, utf8, sizeof utf8) != 2 || memcmp(utf8, "00", 2) != 0;
}

/* Sets cs->sticky: musl's iconv stays in a shifted state when it is told to return to the initial state. */
static void find_sticky(struct charset *cs)
{
	char out[MAX_PREFIX];

	if (!cs->n_shifts)
		return;
	try_text(cs->cd, "\x1B$B", 3, out, sizeof out);
	charset_begin_line(cs);
	cs->sticky = is_shifted(cs);
	charset_begin_line(cs);
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
	const bool probed = probe(cs);
	if (probed && decodes) {
		begin_text(cs);
		find_shifts(cs);
		find_sticky(cs);
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

/*
 * Skips one code unit that is no character in the charset, and appends CHARSET_ERROR: the line will be invalid. If
 * code units are single bytes, also appends the byte, or CHARSET_SUBSTITUTE for a line end.
 */
static void skip_unit(struct charset *cs, const char **p, size_t *n, struct iri_buf *out)
{
	const size_t unit = *n < cs->unit ? *n : cs->unit;
	if (cs->unit == 1) {
		/* iconv may hold back a letter that a mark can follow: write it. Then leave any shifted state. */
		convert(cs, NULL, NULL, out);
		charset_begin_line(cs);
	}
	iri_buf_putc(out, CHARSET_ERROR);
	if (cs->unit == 1)
		iri_buf_putc(out, **p == cs->eol ? CHARSET_SUBSTITUTE : **p);
	*p += unit;
	*n -= unit;
}

/* Returns how often c occurs. If c is rare, memchr is several times as fast as a loop over the bytes. */
static size_t count_byte(char c, const char *p, size_t n)
{
	const char *const end = p + n;
	size_t count = 0;

	for (; p < end && (p = memchr(p, c, (size_t)(end - p))); p++)
		count++;
	return count;
}

/*
 * Replaces each line end in out, from byte `start` on, by CHARSET_ERROR and CHARSET_SUBSTITUTE. Such a line end was
 * encoded in the input (UTF-7 can do that), so it ends no line there.
 */
static void replace_ends(const struct charset *cs, struct iri_buf *out, size_t start)
{
	size_t n = out->n > start ? count_byte(cs->eol, out->p + start, out->n - start) : 0;

	if (!n || !iri_buf_reserve(out, n))
		return;
	const char *from = out->p + out->n;
	char *to = out->p + (out->n += n);
	while (n) {
		const char c = *--from;
		*--to = c == cs->eol ? CHARSET_SUBSTITUTE : c;
		if (c == cs->eol) {
			*--to = CHARSET_ERROR;
			n--;
		}
	}
}

/*
 * Converts single bytes without line ends, or code units of several bytes with or without line ends. A character that
 * is cut off stays at *p, unless the input is at its end.
 */
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
		replace_ends(cs, out, start);
}

/*
 * Converts a line of single bytes, or the rest of it, and its line end, which is at `end`. Puts CHARSET_ERROR before
 * the line end if iconv did not convert it to a line end, or if the line ends in a shifted state, in which the next
 * line would be misread (RFC 1468).
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
	replace_ends(cs, out, start);
	if (!ended || (cs->n_shifts && is_shifted(cs)))
		iri_buf_putc(out, CHARSET_ERROR);
	iri_buf_putc(out, cs->eol);
	charset_begin_line(cs);
}

/* Returns the first line end from p on, or NULL. Only for charsets whose code units are single bytes. */
static const char *find_end(const struct charset *cs, const char *p, const char *limit)
{
	return p < limit ? memchr(p, charset_line_end(cs), (size_t)(limit - p)) : NULL;
}

/*
 * Converts whole lines of single bytes in one call of iconv, which is several times as fast as line by line. Returns
 * false, and appends nothing, if the result could differ from that of line by line: if there are shifts or errors, or
 * if the output has more or fewer line ends than the input.
 */
static bool convert_lines(struct charset *cs, const char *p, const char *end, struct iri_buf *out)
{
	const size_t start = out->n, lines = count_byte(end[-1], p, (size_t)(end - p));
	size_t n = (size_t)(end - p);

	for (size_t i = 0; i < cs->n_shifts; i++)
		if (memchr(p, cs->shifts[i], n))
			return false;
	if (convert(cs, &p, &n, out) == 0 && count_byte(cs->eol, out->p + start, out->n - start) == lines)
		return true;
	charset_begin_line(cs);
	out->n = start;
	return false;
}

/*
 * Converts single bytes: whole lines at once if possible, else line by line. Each line begins in the initial state, and
 * an error cannot reach the next line, so that out gets as many lines as the input has.
 */
static void decode_bytes(struct charset *cs, const char **p, size_t *n, bool at_end, struct iri_buf *out)
{
	const char *const limit = *p + *n, *last = limit;
	bool at_once = true;

	for (const char *end; !out->failed && (end = find_end(cs, *p, limit)); *p = end + 1) {
		if (at_once && !cs->in_line) {
			while (last[-1] != *end)
				last--;
			at_once = false;
			if (convert_lines(cs, *p, last, out)) {
				end = last - 1;
				continue;
			}
		}
		convert_line(cs, *p, end, out);
		cs->in_line = false;
	}
	*n = (size_t)(limit - *p);
	cs->in_line = cs->in_line || *n;
	convert_part(cs, p, n, at_end, out);
}

void charset_begin(struct charset *cs)
{
	if (cs->begun)
		begin_text(cs);
	cs->begun = cs->in_line = false;
	cs->held.n = 0;
	if (cs->places)
		charset_places_begin(cs->places);
}

void charset_decode(struct charset *cs, const char *p, size_t n, bool at_end, struct iri_buf *out)
{
	if (cs->places && !charset_places_add(cs->places, p, n))
		out->failed = true;
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
		cs->begun = cs->in_line = false;
		convert(cs, NULL, NULL, out);
		begin_text(cs);
	}
	if (cs->held.failed)
		out->failed = true;
}

/* Writes a line end of the charset to `to`, which has MAX_UNIT bytes; swap: in the other byte order */
static void put_end(const struct charset *cs, bool swap, char *to)
{
	memset(to, 0, MAX_UNIT);
	if (cs->eol)
		put_unit(cs, swap, cs->newline, to);
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

/* Appends code units and a line end to the reject file's lines; swap: the code units need the other byte order */
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
	 * An incomplete code unit would shift all bytes after it. So each of its bytes becomes a high surrogate, which
	 * is invalid when it is read again. A low surrogate could make a pair with the code unit before it.
	 */
	const bool little = (cs->newline[0] != 0) != cs->out_swapped;
	for (; i < s.n; i++) {
		memset(unit, 0, sizeof unit);
		unit[little ? 0 : cs->unit - 1] = s.p[i];
		unit[little ? 1 : cs->unit - 2] = '\xD8';
		iri_buf_add(out, unit, cs->unit);
	}
	put_end(cs, cs->out_swapped, unit);
	iri_buf_add(out, unit, cs->unit);
}

/*
 * Removes the prefix from a line of the input, if the line begins with it. Returns the rest of the line. The prefix is
 * in the encoder's byte order.
 */
static struct iri_str without_prefix(const struct charset *cs, struct iri_str line, const char *prefix, size_t n)
{
	char wanted[MAX_PREFIX];

	for (size_t i = 0; i < n; i += cs->unit)
		put_unit(cs, cs->swapped, prefix + i, wanted + i);
	if (n && n <= line.n && !memcmp(line.p, wanted, n)) {
		line.p += n;
		line.n -= n;
	}
	return line;
}

void charset_add_original(const struct charset *cs, struct iri_str line, bool first, struct iri_buf *out)
{
	if (first)
		line = without_prefix(cs, without_prefix(cs, line, cs->start, cs->n_start), cs->bom, cs->n_bom);
	add_line(cs, line, cs->swapped != cs->out_swapped, out);
}

/*
 * Converts s from UTF-8 to the charset. Returns the text in `bytes`, without the bytes that begin a text, or an absent
 * text if decoding would not give s again. encoder, decoder: two more conversions of the same charset
 */
static struct iri_str encode_exactly(const struct charset *cs, struct charset *encoder, struct charset *decoder,
                                     struct iri_str s, struct iri_buf *bytes)
{
	struct iri_buf again = {0};
	bool exact = charset_encode(encoder, s, bytes);

	/* A charset may encode two characters alike: CP939 has a byte for "\", but encodes it as the byte of U+00A5. */
	if (exact && !cs->unicode && s.n) {
		charset_decode(decoder, bytes->p, bytes->n, true, &again);
		exact = again.n == s.n && !memcmp(again.p, s.p, s.n);
	}
	bytes->failed = bytes->failed || again.failed;
	iri_buf_free(&again);
	const struct iri_str text = iri_contents(bytes);
	if (!exact)
		return (struct iri_str){0};
	if (text.n >= cs->n_start && !memcmp(text.p, cs->start, cs->n_start))
		return iri_between(text.p + cs->n_start, text.p + text.n);
	return text;
}

bool charset_add_encoded(const struct charset *cs, struct charset *encoder, struct charset *decoder, struct iri_str s,
                         struct iri_buf *out)
{
	struct iri_buf bytes = {0};
	const struct iri_str text = encode_exactly(cs, encoder, decoder, s, &bytes);

	if (text.p)
		add_line(cs, text, cs->out_swapped, out);
	out->failed = out->failed || bytes.failed;
	iri_buf_free(&bytes);
	return text.p;
}

void charset_adopt_order(struct charset *cs, const char *start, size_t n)
{
	if (n >= cs->unit)
		cs->out_swapped = is_swapped(cs, start, cs->unit);
}

void charset_add_start(const struct charset *cs, struct iri_str lines, struct iri_buf *out)
{
	iri_buf_add(out, cs->start, cs->n_start);
	/* U+FEFF at the start of the first line is text, but would be removed as a byte order mark: add another. */
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

bool charset_has_ascii(const struct charset *cs)
{
	return cs->unit == 1 && !memcmp(cs->zeros, "00", sizeof cs->zeros);
}

bool charset_has_states(struct charset *cs)
{
	bool found = cs->n_shifts;

	/* UTF-7, and its variant for IMAP: these characters begin base64, so they alone are no text. */
	for (const char *p = "+&"; *p; p++) {
		char out[MAX_PREFIX];
		found = found || !try_text(cs->cd, p, 1, out, sizeof out);
		charset_begin_line(cs);
	}
	return found;
}

void charset_remove_errors(const struct charset *cs, struct iri_str line, struct iri_buf *out)
{
	static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */

	for (size_t i = 0; i < line.n; i++) {
		if (line.p[i] != CHARSET_ERROR)
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
	const bool converted = convert(cs, &s.p, &s.n, out) == 0;
	return convert(cs, NULL, NULL, out) == 0 && converted && !cs->replaced;
}

bool charset_write(struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	struct iri_buf bytes = {0};
	struct iri_str text = {0};
	char unit[MAX_UNIT];

	if (!cs->encoder)
		cs->encoder = charset_encoder(cs->name);
	if (!cs->decoder)
		cs->decoder = charset_decoder(cs->name, cs->eol);
	const bool is_open = cs->encoder && cs->decoder;
	if (is_open)
		text = encode_exactly(cs, cs->encoder, cs->decoder, s, &bytes);
	for (size_t i = 0; i < text.n; i += cs->unit) {
		put_unit(cs, cs->swapped, text.p + i, unit);
		iri_buf_add(out, unit, cs->unit);
	}
	out->failed = out->failed || !is_open || bytes.failed;
	iri_buf_free(&bytes);
	return text.p;
}
