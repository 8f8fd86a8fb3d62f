/* SPDX-License-Identifier: ISC */
/* lib/nfc.c: Unicode Normalization Form C */
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

void test_nfc(void)
{
	static const char *const pieces[] = {
		"a", "e", "\xCC\x81", "\xCC\x81", "\xCC\xA3", "\xCC\xA7", "\xC3\xA9", "\xE1\xBB\x87", "\xE1\x84\x80", "\xE1\x85\xA1",
		"\xE1\x86\xA8", "\xEA\xB0\x80", "\xE2\x84\xAB", "\xE0\xA4\x95\xE0\xA4\xBC", "\xEF\xAD\x8A", "\xD7\xA9\xD7\x81",
		"/", "\xE3\x81\x8B\xE3\x82\x99", "\xF0\x9D\x85\x97\xF0\x9D\x85\xA5", "\xE1\xBE\x82", "\xCD\x85", "\xF0\x9F\x98\x80",
	};
	struct iri_buf out = {0};
	char buf[256];

	for (int round = 0; round < 100000; round++) {
		size_t n = 0;
		while (rng() % 10 && n + 16 < sizeof buf) {
			const char *piece = pieces[rng() % (sizeof pieces / sizeof *pieces)];
			memcpy(buf + n, piece, strlen(piece));
			n += strlen(piece);
		}
		buf[n] = '\0';
		out.n = 0;
		char *p = exactly(buf, n);
		iri_nfc((struct iri_str){p, n}, &out, NULL);
		char *want = (char *)utf8proc_NFC((const utf8proc_uint8_t *)buf);
		CHECK(want && out.n == strlen(want) && !memcmp(out.p ? out.p : "", want, out.n), "round %d", round);
		free(want);
		free(p);
	}
	done("nfc: in pieces and with marks ordered beforehand, as utf8proc does it whole");

	/* What is not UTF-8 passes, and offsets lead back. */
	static const char odd[] = "e\xFF\xCC\x81\xC3\xCC\x81x\xCC";
	out.n = 0;
	iri_nfc((struct iri_str){odd, sizeof odd - 1}, &out, NULL);
	CHECK(out.n == sizeof odd - 1 && !memcmp(out.p, odd, out.n), "%zu", out.n);
	size_t offsets[16] = {0};
	for (size_t at = 0; at < sizeof odd; at++)
		offsets[at] = at;
	out.n = 0;
	iri_nfc((struct iri_str){odd, sizeof odd - 1}, &out, &(struct iri_offsets){offsets, sizeof odd, 0});
	for (size_t at = 0; at < sizeof odd; at++)
		CHECK(offsets[at] <= at && at - offsets[at] < 3, "%zu from %zu", at, offsets[at]);
	/* a é space b: the space is byte 3 of 5, and was byte 4; é was bytes 1 to 3 */
	size_t sum[5] = {0, 1, 2, 3, 9};
	out.n = 0;
	iri_nfc((struct iri_str){"ae\xCC\x81 b", 6}, &out, &(struct iri_offsets){sum, 5, 0});
	CHECK(sum[0] == 0 && sum[1] == 1 && sum[2] == 1 && sum[3] == 4 && sum[4] == 6, "%zu %zu", sum[1], sum[3]);
	iri_buf_free(&out);
	done("nfc: bytes that are not UTF-8 pass, and offsets lead back");
}
