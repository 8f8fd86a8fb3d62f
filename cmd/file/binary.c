/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "binary.h"

#include <string.h>

enum { START = 64 }; /* bytes that tell what a file is, but for a NUL after them */

/* The bytes with which files begin, and what they are. These files may have no NUL in their first block. */
static const struct signature {
	const char *start, *text;
} signatures[] = {
	{"PK\3\4", "a ZIP archive (docx, odt, epub), not searched; 'unzip -p FILE PART | irigrep' searches a part"},
	{"%PDF-",
	 "a PDF, not searched; "
	 "'pdfinfo -url FILE' prints its links, 'pdftotext -raw FILE - | irigrep' those of its text"},
	{"\x1F\x8B", "compressed, not searched; 'zcat FILE | irigrep' searches what is in it"},
	{"BZh91AY&SY", "compressed, not searched; 'bzcat FILE | irigrep' searches what is in it"},
	{"\xFD" "7zXZ", "compressed, not searched; 'xzcat FILE | irigrep' searches what is in it"},
	{"\x28\xB5\x2F\xFD", "compressed, not searched; 'zstdcat FILE | irigrep' searches what is in it"},
};

/* Images, if they have a NUL */
static const struct signature images[] = {
	{"\x89PNG", "an image (PNG), not searched"},
	{"\xFF\xD8\xFF", "an image (JPEG), not searched"},
	{"GIF8", "an image (GIF), not searched"},
};

/* Returns the text of the signature with which a file begins, or NULL. */
static const char *find_signature(const struct signature *rows, size_t n, struct iri_str start)
{
	for (size_t i = 0; i < n; i++) {
		const size_t length = strlen(rows[i].start);
		if (start.n >= length && !memcmp(start.p, rows[i].start, length))
			return rows[i].text;
	}
	return NULL;
}

/* Whether each second byte of the start of a file is NUL, from byte `first` on, as in UTF-16 of ASCII, and no other. */
static bool is_utf16(struct iri_str start, size_t first)
{
	const size_t n = start.n < START ? start.n : START;

	for (size_t i = 0; i < n; i++)
		if (!start.p[i] != (i % 2 == first))
			return false;
	return n >= 2;
}

const char *binary_refusal(struct iri_str start, bool is_raw, bool has_nuls, bool *is_text)
{
	const char *text = find_signature(signatures, sizeof signatures / sizeof *signatures, start);

	*is_text = false;
	if (text || !start.n || !memchr(start.p, '\0', start.n))
		return text;
	text = find_signature(images, sizeof images / sizeof *images, start);
	if (text)
		return text;
	const bool is_little = is_raw && is_utf16(start, 1), is_big = is_raw && is_utf16(start, 0);
	*is_text = is_little || is_big;
	return is_little ? "text in UTF-16 without a byte order mark, not searched; use --charset=UTF-16LE"
	       : is_big  ? "text in UTF-16 without a byte order mark, not searched; use --charset=UTF-16BE"
	       : has_nuls ? NULL
	                 : "binary file (it has a NUL), not searched";
}

bool binary_is_cut(struct iri_str start)
{
	if (start.n < 2 || start.n >= START)
		return start.n < START;
	return find_signature(images, sizeof images / sizeof *images, start) || !memchr(start.p, '\n', start.n);
}
