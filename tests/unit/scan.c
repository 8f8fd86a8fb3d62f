/* SPDX-License-Identifier: ISC */
/* lib/scan.c: classification of blocks */
#include "unit.h"

#include "../../lib/chars.h"
#include "../../lib/scan.h"

#include <stdlib.h>
#include <string.h>

void test_scan(void)
{
	char block[SCAN_BLOCK];

	for (int round = 0; round < 200000; round++) {
		size_t n = 1 + rng() % SCAN_BLOCK;
		/* Half the time mostly plain text, so that runs of zero bits come up too. */
		for (size_t i = 0; i < n; i++)
			block[i] = (char)(round % 2 || rng() % 8 == 0 ? rng() : 'a' + rng() % 26);
		char *p = exactly(block, n);
		struct iri_marks fast = iri_scan(p, n), slow = iri_scan_portable(p, n);
		CHECK(fast.delim == slow.delim && fast.path == slow.path && fast.dots == slow.dots, "round %d, %zu bytes", round, n);
#if defined __SSE2__
		fast = iri_scan_sse2(p, n);
		CHECK(fast.delim == slow.delim && fast.path == slow.path && fast.dots == slow.dots, "round %d, %zu bytes", round, n);
#endif
		free(p);
	}
	for (int round = 0; round < 200000; round++) {
		static const char *const pieces[] = {"a", "/", "\xC3\xA9", "\xD0\xB6", "\xD8\x9C", "\xD8\xA7", "\xE0\xA4\x95", "\xE0\x9F\xBF",
		                                     "\xE2\x80\x8E", "\xE2\x82\xAC", "\xE8\xAA\x9E", "\xEC\xBF\xBF", "\xED\x80\x80",
		                                     "\xF0\x9F\x98\x80", "\xC2\xA0", "\x80", "\xBF", "\xC0", "\xE1", "\xDF", "\xFF", "\xEF\xBB\xBF"};
		char text[SCAN_BLOCK + 8];
		size_t n = 0;
		while (n < SCAN_BLOCK) {
			const char *piece = pieces[rng() % (round % 3 ? sizeof pieces / sizeof *pieces : 4)];
			const size_t cut = rng() % 8 ? strlen(piece) : 1;
			memcpy(text + n, piece, cut);
			n += cut;
			if (rng() % 50 == 0)
				text[n++] = (char)rng();
		}
		char *p = exactly(text, SCAN_BLOCK);
		CHECK(iri_scan_plain(p) == iri_scan_plain_portable(p), "round %d", round);
		free(p);
	}
	for (int c = 0; c < 256; c++)
		for (size_t at = 0; at < SCAN_BLOCK; at++) {
			memset(block, 'a', sizeof block);
			block[at] = (char)c;
			struct iri_marks m = iri_scan(block, sizeof block);
			unsigned class = iri_byte_class((char)c);
			CHECK(m.delim == (uint64_t)!(class & CHARS_REG_NAME) << at, "byte %02X at %zu", (unsigned)c, at);
			CHECK(m.path == (uint64_t)!(class & CHARS_PATH) << at, "byte %02X at %zu", (unsigned)c, at);
			CHECK(m.dots == (uint64_t)(c == '.') << at, "byte %02X at %zu", (unsigned)c, at);
		}
	for (int round = 0; round < 100000; round++) {
		char text[100], fast[3 * sizeof text + 3 * TRIPLETS_AT_ONCE], slow[sizeof fast];
		const size_t n = rng() % sizeof text, read = (n + TRIPLETS_AT_ONCE - 1) / TRIPLETS_AT_ONCE * TRIPLETS_AT_ONCE;
		for (size_t i = 0; i < n; i++)
			text[i] = (char)rng();
		char *const p = malloc(read + 1), *const to = malloc(3 * read + 1); /* so that what is too much is seen */
		if (!p || !to)
			abort();
		memset(p, 0, read + 1);
		memcpy(p, text, n);
		CHECK(iri_put_triplets(to, p, n) == to + 3 * n, "round %d", round);
		memcpy(fast, to, 3 * n);
		CHECK(iri_put_triplets_portable(slow, p, n) == slow + 3 * n && !memcmp(fast, slow, 3 * n), "round %d", round);
		free(p);
		free(to);
	}
	done("scan: blocks are classified as the table says, at every position and length");
}
