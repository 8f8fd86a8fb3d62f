/* SPDX-License-Identifier: ISC */
/*
 * Conversion from charsets, and character references. The first byte chooses a charset, or a context of character
 * references. The second byte says where the text, which is the rest, or its output is cut in two pieces.
 */
#include "fuzz.h"

#include "cmd/base/charref.h"
#include "cmd/base/charset.h"
#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>
#include <string.h>

static bool is_utf8(struct iri_str s)
{
	for (const char *p = s.p, *const end = p + s.n; p < end;) {
		uint32_t ch;
		const size_t n = iri_utf8_decode(p, end, &ch);
		if (!n)
			return false;
		p += n;
	}
	return true;
}

static void laws_of_references(enum charref_context context, size_t cut, struct iri_str s)
{
	static struct source_map map, part;
	const struct iri_buf *const out = &map.text, *const rest = &part.text;

	source_map_clear(&map);
	source_map_clear(&part);
	charref_resolve(s, context, 0, &map);
	LAW(out->n <= s.n + s.n / 5);
	LAW(is_utf8(iri_contents(out)) == is_utf8(s));
	if (!s.n || !memchr(s.p, '&', s.n))
		LAW(out->n == s.n && (!s.n || !memcmp(out->p, s.p, s.n)));
	if (!out->n)
		return;

	/* Offsets are mapped to the input in ascending order, start to start and end to end. */
	cut %= out->n;
	const size_t start = source_map_start(&map, cut), before = source_map_start(&map, cut ? cut - 1 : 0);
	LAW(source_map_start(&map, 0) == 0 && source_map_start(&map, out->n) == s.n);
	LAW(source_map_end(&map, out->n) == s.n && before <= start && start < source_map_end(&map, cut + 1));
	/* The input from the start of a reference, or from a byte of other text, gives the rest of the output. */
	if (before < start) {
		charref_resolve((struct iri_str){s.p + start, s.n - start}, context, start, &part);
		LAW(rest->n == out->n - cut && !memcmp(rest->p, out->p + cut, rest->n));
		LAW(source_map_start(&part, 0) == start);
	}
}

/*
 * charset_cut_line finds as many lines as the decoded text has. A file that is made of the original bytes of the lines
 * decodes to the same text.
 */
static void laws_of_lines(struct charset *cs, struct iri_str decoded, struct iri_str s)
{
	static struct iri_buf lines, file, again;
	struct iri_str rest = s;
	size_t n = 0;

	for (size_t i = 0; i < decoded.n; i++)
		n += decoded.p[i] == '\n';
	lines.n = file.n = again.n = 0;
	for (size_t i = 0; i < n; i++) {
		const struct iri_str line = charset_cut_line(cs, &rest);
		LAW(line.p + line.n < rest.p);
		charset_add_original(cs, line, i == 0, &lines);
	}
	const struct iri_str last = charset_cut_line(cs, &rest);
	LAW(rest.n == 0 && last.p + last.n == rest.p);
	if (last.n)
		return;
	charset_add_start(cs, iri_contents(&lines), &file);
	iri_buf_add(&file, lines.p, lines.n);
	charset_decode(cs, file.p, file.n, true, &again);
	LAW(again.n == decoded.n && (!again.n || !memcmp(again.p, decoded.p, again.n)));
}

/*
 * Whether the first n bytes of s decode to the first off bytes of the text. An escape that begins no shift sequence is
 * a character for glibc, but an error at the end of a file, so a text that ends so is not checked.
 */
static bool is_place(struct charset *cs, struct iri_str s, size_t n, struct iri_str text, size_t off)
{
	static struct iri_buf part;
	const size_t end = off < 3 ? off : 3;

	if (end && memchr(text.p + off - end, '\x1B', end))
		return true;
	part.n = 0;
	charset_decode(cs, s.p, n, true, &part);
	return part.n == off && (!off || !memcmp(part.p, text.p, off));
}

/* Returns the length of the first character of a decoded text, with its error byte. */
static size_t char_len(const struct charset *cs, struct iri_str text)
{
	uint32_t ch;
	const size_t len = iri_utf8_decode(text.p, text.p + text.n, &ch);

	return len ? len : charset_is_bytes(cs) ? 2 : 1;
}

/* Whether the character at the start of the text can be the second one of two that one code stands for (JIS X 0213). */
static bool is_second(struct iri_str text)
{
	uint32_t ch;

	return text.n && iri_utf8_decode(text.p, text.p + text.n, &ch) &&
	       (ch == 0x2E5 || ch == 0x2E9 || ch == 0x309A || (ch >= 0x300 && ch < 0x370));
}

/*
 * Up to the place of each character, the file decodes to the text before that character. Places do not descend, and do
 * not change if the input comes in two pieces and text is discarded between them.
 */
static void laws_of_places(struct charset *cs, const char *name, size_t cut, struct iri_str text, struct iri_str s)
{
	static struct iri_buf parts;
	struct charset *const whole = charset_decoder(name, '\n'), *const pieces = charset_decoder(name, '\n');
	uintmax_t last = 0;
	size_t gone = 0;
	/* Each place takes linear time here. */
	const size_t step = 1 + text.n / 64;

	LAW(charset_keep_places(whole) && charset_keep_places(pieces));
	parts.n = 0;
	charset_begin(pieces);
	charset_decode(whole, s.p, s.n, true, &parts);
	parts.n = 0;
	charset_decode(pieces, s.p, cut, false, &parts);
	for (size_t off = 0, n = 0, i = 0; off < text.n; off += n, i++) {
		n = char_len(whole, (struct iri_str){text.p + off, text.n - off});
		if (off + n > gone + parts.n) {
			/* All text before this character is discarded. Then comes the rest. */
			charset_discard(pieces, iri_contents(&parts), off - gone);
			parts.n -= off - gone;
			memmove(parts.p, parts.p + (off - gone), parts.n);
			gone = off;
			charset_decode(pieces, s.p + cut, s.n - cut, true, &parts);
		}
		/* Two characters with one code have one place. */
		if (i % step || is_second((struct iri_str){text.p + off, text.n - off}) ||
		    is_second((struct iri_str){text.p + off + n, text.n - off - n}))
			continue;
		const uintmax_t start = charset_place(whole, text, off, false);
		const uintmax_t end = charset_place(whole, text, off + n, true);
		LAW(last <= start && start < end && end <= s.n);
		LAW(is_place(cs, s, start, text, off));
		LAW(is_place(cs, s, end, text, off + n));
		LAW(charset_place(pieces, iri_contents(&parts), off - gone, false) == start);
		LAW(charset_place(pieces, iri_contents(&parts), off + n - gone, true) == end);
		last = end;
	}
	charset_close(whole);
	charset_close(pieces);
}

static void laws_of_charset(const char *name, size_t cut, struct iri_str s)
{
	static struct iri_buf whole, parts, back;
	struct charset *const from = charset_decoder(name, '\n'), *const to = charset_encoder(name);
	bool has_errors = false;

	if (!from || !to) {
		/* We refuse some of the charsets, and other versions of iconv lack some. */
		charset_close(from);
		charset_close(to);
		return;
	}
	whole.n = parts.n = back.n = 0;
	charset_decode(from, s.p, s.n, true, &whole);
	/* Input in two pieces gives the same output. */
	cut = s.n ? cut % s.n : 0;
	charset_decode(from, s.p, cut, false, &parts);
	charset_decode(from, s.p + cut, s.n - cut, true, &parts);
	LAW(whole.n == parts.n && (!whole.n || !memcmp(whole.p, parts.p, whole.n)));
	/* The output is UTF-8, except for error bytes. */
	for (const char *p = whole.p, *end = p + whole.n; p < end;) {
		uint32_t ch;
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (len) {
			p += len;
			continue;
		}
		LAW((unsigned char)*p == 0xFF);
		has_errors = true;
		p += charset_is_bytes(from) ? 2 : 1;
		LAW(p <= end);
	}
	if (charset_is_bytes(from)) {
		/*
		 * Characters from a charset of single bytes can be encoded again. charset_remove_errors removes only
		 * error bytes.
		 */
		if (!has_errors && strcmp(name, "TCVN") != 0) /* glibc composes letters that it cannot encode */
			LAW(charset_encode(to, (struct iri_str){whole.p ? whole.p : "", whole.n}, &back));
		back.n = 0;
		charset_remove_errors(from, (struct iri_str){whole.p ? whole.p : "", whole.n}, &back);
		LAW(has_errors || back.n == whole.n);
	}
	laws_of_lines(from, iri_contents(&whole), s);
	laws_of_places(from, name, cut, iri_contents(&whole), s);
	charset_close(from);
	charset_close(to);
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static const char *const names[] = {
		"ISO-8859-1", "windows-1258", "ISO-2022-JP", "Shift_JIS", "GB18030", "UTF-16",
		"UTF-16LE", "UTF-7", "Big5-HKSCS", "US-ASCII", "KOI8-R", "EUC-KR",
		"windows-1255", "TCVN", "ISO-2022-KR", "IBM939", "UTF-32", "UCS-2",
		"EUC-TW", "UTF-7-IMAP", "Shift_JISX0213", "CP037", "JAVA", "HZ",
	};
	enum { NAMES = sizeof names / sizeof *names };

	if (!s.n)
		return;
	const unsigned which = choice % (2 * NAMES);
	const size_t cut = (unsigned char)*s.p;
	const struct iri_str text = {s.p + 1, s.n - 1};
	if (which < NAMES)
		laws_of_charset(names[which], cut, text);
	else
		laws_of_references((which - NAMES) % (CHARREF_XML + 1), cut, text);
}
