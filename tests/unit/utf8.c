/* SPDX-License-Identifier: ISC */
/* Every well-formed sequence of RFC 3629, section 4, is decoded, and no other sequence. */
#include "unit.h"

#include "lib/unicode/utf8.h"

#include <stdlib.h>

static void check_characters(void)
{
	uint32_t ch = 0;
	char buf[4] = {0};

	for (uint32_t want = 0; want <= 0x10FFFF; want += stride) {
		if (want >= 0xD800 && want < 0xE000)
			continue;
		const size_t n = iri_utf8_encode(want, buf);
		const size_t width = want < 0x80 ? 1 : want < 0x800 ? 2 : want < 0x10000 ? 3 : 4;
		CHECK(n == width, "U+%04X", (unsigned)want);
		CHECK(iri_utf8_decode(buf, buf + n, &ch) == n && ch == want, "U+%04X", (unsigned)want);
		for (size_t cut = 1; cut < n; cut++)
			CHECK(iri_utf8_decode(buf, buf + cut, &ch) == 0, "U+%04X cut to %zu", (unsigned)want, cut);
	}
}

/* Counts the well-formed sequences of n bytes from first to last (big-endian) in which all bits of `zero` are 0. */
static size_t count_well_formed(size_t n, uint32_t first, uint32_t last, uint32_t zero)
{
	size_t count = 0;

	for (uint32_t i = first; i <= last; i = ((i | zero) + 1) & ~zero) {
		char bytes[4];
		uint32_t ch;
		for (size_t k = 0; k < n; k++)
			bytes[k] = (char)(i >> 8 * (n - 1 - k));
		count += iri_utf8_decode(bytes, bytes + n, &ch) == n;
	}
	return count;
}

/* For each length, the number of well-formed sequences is the number of characters that are encoded in it. */
static void check_counts(void)
{
	size_t count = count_well_formed(2, 0x8000, 0xFFFF, 0);

	CHECK(count == 0x800 - 0x80, "%zu", count);
	count = count_well_formed(3, 0xE00000, 0xEFFFFF, 0);
	CHECK(count == 0x10000 - 0x800 - 0x800, "%zu", count);
	/* The lower six bits of the last two bytes do not matter, so only zeros are tried. */
	count = count_well_formed(4, 0xF0000000, 0xF8000000, 0x3F3F);
	CHECK(count == 0x100000 / 64 / 64, "%zu", count);
}

static void check_fault(char *const *cells)
{
	const struct iri_str s = exactly(cells[0], strlen(cells[0]));
	uint32_t ch;
	size_t len;

	CHECK(iri_utf8_decode(s.p, s.p + s.n, &ch) == 0, "%s", cells[0]);
	const char *const why = iri_utf8_fault(s.p, s.p + s.n, &len);
	CHECK(len == (size_t)atoi(cells[2]) && strstr(why, cells[1]), "%s: %zu, %s", cells[0], len, why);
}

static void check_texts(void)
{
	struct iri_error err;

	CHECK(iri_check_utf8((struct iri_str){NULL, 0}, &err) == IRI_OK, "absent");
	CHECK(iri_check_utf8(exactly("a\xC3\xA9\0z", 5), NULL) == IRI_OK, "well-formed, with a NUL");
	CHECK(iri_check_utf8(exactly("a\xC3", 2), NULL) == IRI_BAD_UTF8, "without an error to fill in");
	CHECK(iri_check_utf8(exactly("\xC3\xA9\xE2\x82z\xFF", 6), &err) == IRI_BAD_UTF8, "the first of two errors");
	CHECK(err.status == IRI_BAD_UTF8 && err.off == 2 && err.len == 2 && err.ch == 0xE2 && !err.second,
	      "%zu %zu %x", err.off, err.len, (unsigned)err.ch);
	CHECK(strstr(err.why, "incomplete"), "%s", err.why);
}

void test_utf8(void)
{
	check_characters();
	done("utf8: every character is encoded and decoded, and an incomplete sequence is not decoded");
	check_counts();
	done("utf8: no other sequence is decoded");
	each_row("utf8.tsv", check_fault);
	done("utf8: each kind of error has its name and length");
	check_texts();
	done("utf8: the first error in a text");
	CHECK(iri_count_chars(str("a\xC3\xA9\xF0\x9F\x98\x80\xFF\xE2\x82")) == 6, "an ill-formed end");
	CHECK(iri_count_chars(str("")) == 0, "empty");
	done("utf8: the count of characters; a byte outside of them counts as one");
}
