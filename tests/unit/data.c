/* SPDX-License-Identifier: ISC */
/* The content of data IRIs, and base64. */
#include "unit.h"

#include "lib/syntax/data.h"
#include "lib/syntax/parse.h"

struct row {
	const char *iri;
	const char *type;    /* NULL: there is no comma */
	bool base64, page;
	const char *content;
	bool valid;          /* the base64 */
	const char *source;
};

static void check_rows(void)
{
	static const struct row rows[] = {
		{"data:,A%20brief%20note", "", false, false, "A brief note", true, "RFC 2397, section 4"},
		{"data:text/plain;charset=iso-8859-7,%be%fg%be", "text/plain", false, false, "\xBE%fg\xBE", true,
			"RFC 2397, section 4; the example has a \"%\" without two digits"},
		{"data:a", NULL, false, false, "", false, "RFC 2397, section 3: no comma"},
		{"data:?a,b", "?a", false, false, "b", true, "no query in RFC 2397, section 3"},
		{"data:,a?b,c#d,e", "", false, false, "a?b,c", true, "the fragment is not part of the data"},
		{"data:a%2Cb,c", "a%2Cb", false, false, "c", true,
			"RFC 3986, section 2.2: a comma that divides nothing"},
		{"data:text/html,<", "text/html", false, true, "<", true,
			"browsers take it, though the grammar does not"},
		{"data:TEXT/HTML;charset=utf-8,a", "TEXT/HTML", false, true, "a", true, "RFC 2045, section 5.1: case"},
		{"data:t%65xt/%48tml,a", "t%65xt/%48tml", false, true, "a", true, "RFC 3986, section 2.3: unreserved"},
		{"data:text%2Fhtml,a", "text%2Fhtml", false, false, "a", true, "RFC 3986, section 2.2: reserved"},
		{"data:application/xhtml+xml,a", "application/xhtml+xml", false, true, "a", true, "RFC 3236"},
		{"data:image/svg+xml,a", "image/svg+xml", false, true, "a", true, "SVG has scripts"},
		{"data:text/xml,a", "text/xml", false, true, "a", true, "RFC 7303: can have XHTML elements"},
		{"data:application/xml,a", "application/xml", false, true, "a", true, "RFC 7303"},
		{"data:application/atom+XML,a", "application/atom+XML", false, true, "a", true, "RFC 7303, section 8"},
		{"data:application/xml-dtd,a", "application/xml-dtd", false, false, "a", true, "another type"},
		{"data:a+xml,a", "a+xml", false, false, "a", true, "no media type"},
		{"data:text/htm,a", "text/htm", false, false, "a", true, "another type"},
		{"data:text/html5,a", "text/html5", false, false, "a", true, "another type"},
		{"data:image/png,a", "image/png", false, false, "a", true, "no page"},
		{"data:a;text/html,a", "a", false, false, "a", true, "a parameter"},
		{"data://text/html,a", "//text/html", false, false, "a", true, "RFC 2397, section 3: no authority"},
		{"data:;base64,Zm9v", "", true, false, "foo", true, "RFC 4648, section 10"},
		{"data:;base64,Zm9vYg==", "", true, false, "foob", true, "RFC 4648, section 10"},
		{"data:;base64,Zm9vYmE=", "", true, false, "fooba", true, "RFC 4648, section 10"},
		{"data:;base64,", "", true, false, "", true, "RFC 4648, section 10"},
		{"data:text/html;a=b;BASE64,Zm9v", "text/html", true, true, "foo", true,
			"RFC 2397, section 3: the last"},
		{"data:;base64;a=b,Zm9v", "", false, false, "Zm9v", true, "RFC 2397, section 3: not the last"},
		{"data:base64,Zm9v", "base64", false, false, "Zm9v", true, "RFC 2397, section 3: after a semicolon"},
		{"data:;b%61se64,Zm9v", "", true, false, "foo", true, "RFC 3986, section 2.3: unreserved"},
		{"data:;base64,Zm9vYg", "", true, false, "foob", true, "browsers need no padding"},
		{"data:;base64,Z%6d9%0Av%20Yg%3D%3D", "", true, false, "foob", true,
			"RFC 2045, section 6.8: white space"},
		{"data:;base64,%2B%2f+/", "", true, false, "\xFB\xFF\xBF", true, "RFC 4648, table 1"},
		{"data:;base64,Zm9vY", "", true, false, "foo", false, "RFC 4648, section 4: 6 bits are no octet"},
		{"data:;base64,Zm9vYg=", "", true, false, "foob", false, "RFC 4648, section 4: all padding or none"},
		{"data:;base64,Zm9v=", "", true, false, "foo", false, "RFC 4648, section 4"},
		{"data:;base64,Zm9vYg==Yg", "", true, false, "foob", false, "RFC 4648, section 3.3"},
		{"data:;base64,Zm9v-_", "", true, false, "foo", false, "RFC 4648, section 5 is not RFC 2045's base64"},
		{"data:;base64,Zm9v%00Zm9v", "", true, false, "foo", false, "RFC 4648, section 3.3"},
		{"data:;base64,Zm9v\xC3\xA9", "", true, false, "foo", false, "RFC 4648, section 3.3"},
	};
	struct iri_buf out = {0};

	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct row *const r = &rows[i];
		struct iri_data data;
		struct iri_ref ref;

		iri_split(exactly(r->iri, strlen(r->iri)), &ref);
		const bool split = iri_data_split(&ref, &data);
		CHECK(split == (r->type != NULL), "%s: %s", r->iri, r->source);
		if (!split || !r->type)
			continue;
		iri_buf_clear(&out);
		const bool valid = iri_data_decode(&data, &out);
		CHECK(iri_is(data.type, r->type), "%s: %.*s: %s", r->iri, TEXT(data.type), r->source);
		CHECK(data.base64 == r->base64 && data.page == r->page, "%s: %s", r->iri, r->source);
		CHECK(valid == r->valid && iri_is(iri_contents(&out), r->content), "%s: %.*s: %s", r->iri,
		      TEXT(iri_contents(&out)), r->source);
	}
	iri_buf_free(&out);
	done("data: the media type and the content of data IRIs");
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
	check_rows();
	check_base64();
}
