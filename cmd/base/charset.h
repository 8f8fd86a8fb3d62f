/* SPDX-License-Identifier: ISC */
/* Converts the bytes of a file, in any charset, to the library's UTF-8 and back. */
#ifndef CHARSET_H
#define CHARSET_H

#include "lib/base/buf.h"
#include "lib/base/str.h"

struct charset;

/* See charset_decode. CHARSET_ERROR stands at each error in decoded text; it is never part of UTF-8. */
#define CHARSET_ERROR '\xFF'

/*
 * Opens a conversion from the charset to UTF-8 (decoder), or from UTF-8 to the charset (encoder). Returns NULL and sets
 * errno on failure: EINVAL if iconv does not know the charset, and ENOTSUP if we do not take it. eol ends the lines of
 * decoded text: a line feed or NUL.
 *
 * We take charsets with code units of several bytes (UTF-16), charsets in which the printable characters of ASCII, the
 * tab and line ends mean themselves, and ISO-2022-JP. Only "\" and "~" can be other characters, as in Shift_JIS. The
 * others are EBCDIC, national variants of ASCII (ISO 646), and charsets with shift sequences (ISO-2022-KR, HZ, UTF-7):
 * their bytes can hide text, and the Encoding Standard has none of them.
 */
struct charset *charset_decoder(const char *name, char eol);
struct charset *charset_encoder(const char *name);

/* Returns a message about a charset that could not be opened. error: errno after that. The message stands in `text`. */
const char *charset_refusal(struct iri_buf *text, const char *name, int error);

void charset_close(struct charset *cs);

/* Whether this name is one of UTF-8, so that no conversion is needed. */
bool charset_is_utf8(const char *name);

/*
 * Converts n bytes of a file to UTF-8 and appends them to out. Each line of the input gives one line of output, also if
 * it contains errors. CHARSET_ERROR stands at each error, before
 * - a byte that is not in the charset; a code unit of several bytes becomes the error byte alone;
 * - a line end that iconv does not convert to a line end, or that comes in a shifted state (a state in which bytes
 *   mean other characters, in ISO-2022-JP).
 * A character that is cut off at the end of the bytes waits for the next call. at_end: these are the last bytes of the
 * file; the next call begins another file.
 */
void charset_decode(struct charset *cs, const char *p, size_t n, bool at_end, struct iri_buf *out);

/* Returns the first error in decoded text, or NULL if there is none. */
static inline const char *charset_find_error(struct iri_str text)
{
	const char *const end = text.p + text.n, *const error = iri_find_byte(text.p, end, CHARSET_ERROR);

	return error < end ? error : NULL;
}

/* Prepares for another file, in case that the last one was not read to its end. */
void charset_begin(struct charset *cs);

/*
 * Makes the decoder keep the bytes of the file, for charset_place. Must be called before any input is decoded. Returns
 * false if out of memory.
 */
bool charset_keep_places(struct charset *cs);

/*
 * Returns the place in the file, in bytes, of text.p[off]. The text is all that charset_decode has appended and
 * charset_discard has not removed. off is the start of a character or, with end, the end of one, and must not descend
 * from call to call; both ends of an empty text are the same place. All calls together take linear time.
 *
 * Between the places of a start and an end, the file has the bytes that are decoded to the text between them. Shift
 * sequences before the start and after the end do not belong to them. The place of an error byte is that of the byte or
 * code unit at fault. Two characters that one code stands for have the same place (JIS X 0213). Places in a line can be
 * wrong if iconv leaves out bytes of it.
 */
uintmax_t charset_place(struct charset *cs, struct iri_str text, size_t off, bool end);

/* To be called before the first n bytes of the text are removed. Frees their bytes, if the decoder keeps them. */
void charset_discard(struct charset *cs, struct iri_str text, size_t n);

/* Whether the charset is an encoding of Unicode. Then its text is not normalized (RFC 3987, section 3.1, step 1c). */
bool charset_is_unicode(const struct charset *cs);

/* Whether the charset's code units are single bytes. Then ASCII digits are the same bytes in it. */
bool charset_is_bytes(const struct charset *cs);

/*
 * For a decoder, before any input: whether bytes can change the meaning of those after them (ISO-2022-JP), or ASCII
 * letters combine with bytes after them (windows-1258).
 */
bool charset_has_states(struct charset *cs);

/*
 * Appends a line that charset_decode has appended, without the error bytes: a byte that is not in the charset stays as
 * in the input, and a code unit of several bytes becomes U+FFFD.
 */
void charset_remove_errors(const struct charset *cs, struct iri_str line, struct iri_buf *out);

/*
 * Removes the first line from *rest, bytes of the file that is being decoded. Returns the line without its line end, in
 * the charset.
 */
struct iri_str charset_cut_line(const struct charset *cs, struct iri_str *rest);

/*
 * For the reject file, which can be decoded again: appends a line from charset_cut_line and a line end, in the byte
 * order of the reject file. first: the line is the first of its input, and the bytes that begin a text are left out.
 */
void charset_add_original(const struct charset *cs, struct iri_str line, bool first, struct iri_buf *out);

/*
 * Converts a line from UTF-8 to the charset and appends it in the same way. Returns false, and appends nothing, if
 * decoding would not give the same line again. encoder and decoder: two more conversions of the same charset
 */
bool charset_add_encoded(const struct charset *cs, struct charset *encoder, struct charset *decoder, struct iri_str s,
                         struct iri_buf *out);

/* Appends the bytes that begin a new reject file, for example a byte order mark. lines: the first lines of the file */
void charset_add_start(const struct charset *cs, struct iri_str lines, struct iri_buf *out);

/* Sets the byte order of the reject file to that of its first n bytes. Must be called before any input is decoded. */
void charset_adopt_order(struct charset *cs, const char *start, size_t n);

/*
 * For a decoder: converts s from UTF-8 to its charset, in the byte order of the input, and appends it. Leaves out bytes
 * that begin a whole text, for example a byte order mark. The result begins and ends in the initial state of the
 * charset. Returns false, and appends nothing, if the charset lacks a character. If memory runs out, sets out->failed.
 */
bool charset_write(struct charset *cs, struct iri_str s, struct iri_buf *out);

/* Whether the charset lacks a character of s. Also true if s has bytes that are not UTF-8. cs: NULL: UTF-8 */
bool charset_lacks(struct charset *cs, struct iri_str s);

/* Converts s from UTF-8 to the charset, from its initial state. Returns false if the charset lacks a character. */
bool charset_encode(struct charset *cs, struct iri_str s, struct iri_buf *out);

#endif
