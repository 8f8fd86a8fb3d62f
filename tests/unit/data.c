/* SPDX-License-Identifier: ISC */
/* The content of data IRIs, and base64. */
#include "unit.h"

#include "lib/syntax/data.h"
#include "lib/syntax/parse.h"

static void check_row(char *const *cells)
{
	const char *const iri = cells[0], *const type = cells[1], *const source = cells[6];
	struct iri_buf out = {0};
	struct iri_data data;
	struct iri_ref ref;

	iri_split(exactly(iri, strlen(iri)), &ref);
	const bool split = iri_data_split(&ref, &data);
	CHECK(split == (type != NULL), "%s: %s", iri, source);
	if (!split || !type)
		return;
	const bool valid = iri_data_decode(&data, &out);
	CHECK(iri_is(data.type, type), "%s: %.*s: %s", iri, TEXT(data.type), source);
	CHECK(data.base64 == is_true(cells[2]) && data.page == is_true(cells[3]), "%s: %s", iri,
	      source);
	CHECK(valid == is_true(cells[5]) && iri_is(iri_contents(&out), cells[4]), "%s: %.*s: %s", iri,
	      TEXT(iri_contents(&out)), source);
	iri_buf_free(&out);
}

/* Any octets come back from base64 and base64url, with and without padding. */
static void check_base64(void)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	struct iri_buf out = {0};

	rng_start();
	for (int i = 0; i < rounds; i++) {
		char octets[48] = {0}, text[80];
		const size_t n = rng() % 40;
		const bool url = rng() % 2;
		size_t length = 0;

		for (size_t k = 0; k < n; k++)
			octets[k] = (char)rng();
		/* RFC 4648, section 4: six bits a digit, the first bits first */
		for (size_t bit = 0; bit < 8 * n; bit += 6) {
			const unsigned two = (unsigned)(unsigned char)octets[bit / 8] << 8 |
			                     (unsigned char)octets[bit / 8 + 1];
			const unsigned value = two >> (10 - bit % 8) & 63;
			text[length++] = value < 62 ? digits[value] : (url ? "-_" : "+/")[value - 62];
		}
		while (rng() % 2 && length % 4)
			do
				text[length++] = '=';
			while (length % 4);
		iri_buf_clear(&out);
		const struct iri_str s = exactly(text, length);
		const bool valid = iri_base64_decode(iri_present(s), &out);
		CHECK(valid && iri_same(iri_contents(&out), (struct iri_str){octets, n}), "%.*s", (int)length, text);
	}
	iri_buf_clear(&out);
	CHECK(!iri_base64_decode(str("Zm9v Zg=="), &out) && iri_is(iri_contents(&out), "foo"), "white space");
	iri_buf_free(&out);
	done("data: base64 and base64url decode to the octets");
}

void test_data(void)
{
	each_row("data.tsv", check_row);
	done("data: the media type and the content of data IRIs");
	check_base64();
}
