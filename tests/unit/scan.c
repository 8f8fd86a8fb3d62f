/* SPDX-License-Identifier: ISC */
/* Blocks get the same classes with and without vector instructions, and those of the table of classes. */
#include "unit.h"

#include "cmd/finder/json_scan.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/scan.h"
#include "lib/unicode/chars.h"

typedef void scan_function(const char *p, size_t n, struct iri_masks *m);

static struct iri_masks masks_of(scan_function *scan, const char *p, size_t n)
{
	struct iri_masks m;

	scan(p, n, &m);
	return m;
}

static bool same_masks(struct iri_masks a, struct iri_masks b)
{
	return a.delim == b.delim && a.path == b.path && a.dots == b.dots && a.percent == b.percent &&
	       a.non_ascii == b.non_ascii && a.ucschar == b.ucschar;
}

/* Returns whether the masks path and ucschar are those of a loop over single sequences and percent-encoded octets. */
static bool sequences_of(const char *p, size_t n, struct iri_masks m)
{
	uint64_t ucschar = 0, encoded = 0;

	for (size_t i = 0; i < n; i++) {
		if (p[i] == '%' && iri_is_pct(p + i, p + n))
			encoded |= (uint64_t)7 << i;
		const size_t len = (unsigned char)p[i] < 0x80 ? 0 : iri_common_length[(unsigned char)p[i]];
		if (n == SCAN_BLOCK && len && i + len <= n && iri_common_sequence(p + i))
			ucschar |= (((uint64_t)1 << len) - 1) << i;
	}
	return m.ucschar == ucschar && !(m.path & encoded);
}

static void check_masks(void)
{
	char block[SCAN_BLOCK];

	for (int round = 0; round < 2 * rounds; round++) {
		const size_t n = 1 + rng() % SCAN_BLOCK;
		/* Half of the blocks are mostly letters, so that the masks have long runs of zero bits. */
		for (size_t i = 0; i < n; i++)
			block[i] = (char)(round % 2 || rng() % 8 == 0 ? rng() : 'a' + rng() % 26);
		const char *const p = exactly(block, n).p;
		const struct iri_masks want = masks_of(iri_scan_portable, p, n);
		CHECK(same_masks(masks_of(iri_scan, p, n), want), "round %d, %zu bytes", round, n);
#if defined __SSE2__
		CHECK(same_masks(masks_of(iri_scan_sse2, p, n), want), "round %d, %zu bytes", round, n);
#endif
	}
}

static void check_each_byte(void)
{
	char block[SCAN_BLOCK];

	for (int c = 0; c < 256; c++)
		for (size_t at = 0; at < SCAN_BLOCK; at++) {
			memset(block, 'z', sizeof block);
			block[at] = (char)c;
			const unsigned class = iri_byte_class((char)c);
			const struct iri_masks want = {
				.delim = (uint64_t)!(class & CHARS_REG_NAME) << at,
				.path = (uint64_t)!(class & CHARS_PATH) << at,
				.dots = (uint64_t)(c == '.') << at,
				.percent = (uint64_t)(c == '%') << at,
				.non_ascii = (uint64_t)(c >= 0x80) << at,
			};
			const struct iri_masks got = masks_of(iri_scan, block, sizeof block);
			CHECK(same_masks(got, want), "byte %02X at %zu", (unsigned)c, at);
		}
}

static void check_sequences(void)
{
	static const char *const pieces[] = {
		"a", "/", "\xC3\xA9", "\xD0\xB6", "%C3%A9", "%", "\xD8\x9C", "\xD8\xA7", "\xE0\xA4\x95", "\xE0\x9F\xBF",
		"\xE2\x80\x8E", "\xE2\x82\xAC", "\xE8\xAA\x9E", "\xEC\xBF\xBF", "\xED\x80\x80", "%4", "%g0", "%0",
		"\xF0\x9F\x98\x80", "\xC2\xA0", "\x80", "\xBF", "\xC0", "\xE1", "\xDF", "\xFF", "\xEF\xBB\xBF",
	};
	char text[SCAN_BLOCK + 8];

	for (int round = 0; round < 2 * rounds; round++) {
		for (size_t n = 0; n < SCAN_BLOCK;) {
			const char *const piece = pieces[rng() % (round % 3 ? COUNT(pieces) : 5)];
			const size_t len = put(text + n, piece);
			n += rng() % 8 ? len : 1; /* some sequences are incomplete */
			if (rng() % 50 == 0)
				text[n++] = (char)rng();
		}
		const size_t n = round % 2 ? SCAN_BLOCK : 1 + rng() % SCAN_BLOCK;
		const char *const p = exactly(text, n).p;
		const struct iri_masks want = masks_of(iri_scan_portable, p, n);
		CHECK(same_masks(masks_of(iri_scan, p, n), want), "round %d", round);
		CHECK(sequences_of(p, n, want), "round %d", round);
	}
}

void test_scan(void)
{
	check_masks();
	check_each_byte();
	check_sequences();
	done("scan: blocks get the classes of the table, at every position and length");
}

/* Returns a mask of the bytes of a block that equal one of these characters. */
static uint64_t bytes_of(const char *p, const char *chars)
{
	uint64_t mask = 0;

	for (size_t i = 0; i < JSON_BLOCK; i++)
		mask |= (uint64_t)(p[i] && strchr(chars, p[i])) << i;
	return mask;
}

static bool quotes_of(const char *p, struct json_masks m)
{
	return m.quotes == bytes_of(p, "\"") && m.backslashes == bytes_of(p, "\\") &&
	       m.newlines == bytes_of(p, "\n") && m.others == bytes_of(p, "'/");
}

/* Whether a ":" of a link in JSON can stand at p, or a comment can begin there. */
static bool counts_in_json(const char *p)
{
	return (p[0] == ':' && p[-1] != '"' && (unsigned char)p[1] > ' ') || !memcmp(p, "/*", 2) ||
	       !memcmp(p, "\\u003a", 6) || !memcmp(p, "\\u003A", 6) || !memcmp(p, "\\x3a", 4) ||
	       !memcmp(p, "\\x3A", 4);
}

/* Whether the mask has all bytes of the block that count, and few others: ":", "\\", "/", and those after them. */
static bool json_of(const char *p, uint64_t mask)
{
	uint64_t want = 0;

	for (size_t i = 0; i < JSON_BLOCK - 1; i++)
		want |= (uint64_t)counts_in_json(p + i) << i;
	return !(want & ~mask) && !(mask & ~bytes_of(p, ":;\\]/."));
}

void test_json_scan(void)
{
	static const char *const pieces[] = {
		"a", "1", "\"", "\\", "\n", "'", "/", "*", ":", " ", "\t", "\xC3\xA9", "\xFF", "\x80", "\x1F", "\"a\":",
		"\\u003A", "\\u043a", "\\x3a", "a:b", ": ", "//", "/*", "\\\"",
		"\xBA", "\xA2", "\xDC", "\x8A", "\xA7", "\xAF", "\xAA",
	};
	enum { BEFORE = 1 };
	char text[BEFORE + JSON_BLOCK + JSON_AFTER + 8];

	for (int round = 0; round < 2 * rounds; round++) {
		for (size_t n = 0; n < BEFORE + JSON_BLOCK + JSON_AFTER;)
			n += put(text + n, pieces[rng() % COUNT(pieces)]);
		const char *const p = exactly(text, BEFORE + JSON_BLOCK + JSON_AFTER).p + BEFORE;
		struct json_masks m;
		json_scan_quotes_portable(p, &m);
		CHECK(quotes_of(p, m), "round %d", round);
		CHECK(json_of(p, json_scan(p)), "round %d", round);
		CHECK(json_of(p, json_scan_portable(p)), "round %d", round);
		json_scan_quotes(exactly(text, JSON_BLOCK).p, &m);
		CHECK(quotes_of(text, m), "round %d", round);
	}
	done("json_scan: blocks of JSON have the masks of a loop over their bytes");
}
