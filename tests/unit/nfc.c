/* SPDX-License-Identifier: ISC */
/* Text is normalized to NFC as by utf8proc. Bytes that are not UTF-8 stay unchanged. */
#include "unit.h"

#include "lib/unicode/nfc.h"

#include <stdlib.h>
#include <utf8proc.h>

static void check_random(void)
{
	static const char *const pieces[] = {
		"a", "e", "\xCC\x81", "\xCC\x81", "\xCC\xA3", "\xCC\xA7", "\xC3\xA9", "\xE1\xBB\x87",
		"\xE1\x84\x80", "\xE1\x85\xA1", "\xE1\x86\xA8", "\xEA\xB0\x80", "\xE2\x84\xAB",
		"\xE0\xA4\x95\xE0\xA4\xBC", "\xEF\xAD\x8A", "\xD7\xA9\xD7\x81", "/", "\xE3\x81\x8B\xE3\x82\x99",
		"\xF0\x9D\x85\x97\xF0\x9D\x85\xA5", "\xE1\xBE\x82", "\xCD\x85", "\xF0\x9F\x98\x80",
	};
	struct iri_buf out = {0};
	char buf[256];

	for (int round = 0; round < rounds; round++) {
		size_t n = 0;
		while (rng() % 10 && n + 16 < sizeof buf)
			n += put(buf + n, ANY_OF(pieces));
		buf[n] = '\0';
		out.n = 0;
		iri_nfc(exactly(buf, n), &out, NULL);
		char *const want = (char *)utf8proc_NFC((const utf8proc_uint8_t *)buf);
		CHECK(want && iri_same(iri_contents(&out), str(want)), "round %d", round);
		free(want);
	}
	iri_buf_free(&out);
}

static void check_offsets(void)
{
	const struct iri_str odd = str("e\xFF\xCC\x81\xC3\xCC\x81x\xCC");
	struct iri_buf out = {0};
	size_t offsets[16] = {0};

	iri_nfc(odd, &out, NULL);
	CHECK(iri_same(iri_contents(&out), odd), "%zu", out.n);
	for (size_t at = 0; at <= odd.n; at++)
		offsets[at] = at;
	out.n = 0;
	iri_nfc(odd, &out, &(struct iri_offsets){offsets, odd.n + 1, 0});
	for (size_t at = 0; at <= odd.n; at++)
		CHECK(offsets[at] <= at && at - offsets[at] < 3, "%zu from %zu", at, offsets[at]);
	/* "ae\xCC\x81 b" becomes "a\xC3\xA9 b": bytes 1 to 3 become 1 and 2, and the space was byte 4, not 3. */
	static const size_t origins[] = {0, 1, 1, 4, 6};
	size_t shorter[] = {0, 1, 2, 3, 9};
	out.n = 0;
	iri_nfc(str("ae\xCC\x81 b"), &out, &(struct iri_offsets){shorter, 5, 0});
	for (size_t at = 0; at < 5; at++)
		CHECK(shorter[at] == origins[at], "%zu from %zu", at, shorter[at]);
	iri_buf_free(&out);
}

void test_nfc(void)
{
	check_random();
	done("nfc: the result is that of utf8proc for the whole text");
	check_offsets();
	done("nfc: bytes that are not UTF-8 stay, and offsets are mapped to the input");
}
