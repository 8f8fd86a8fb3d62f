/* SPDX-License-Identifier: ISC */
/* The option for_text. Vectors test the rules; see tests/vectors/uri2iri-text.tsv. Here: offsets, and laws. */
#include "unit.h"

#include "lib/link/totext.h"
#include "lib/ops/decode.h"

/* The calls of the function `escaped` */
static struct call {
	size_t off, len;
	uint32_t ch;
	enum iri_escape_reason why;
} calls[16];
static size_t n_calls;

static void note(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	(void)arg;
	if (n_calls < COUNT(calls))
		calls[n_calls++] = (struct call){off, len, ch, why};
}

/* Characters that are encoded for running text are reported with their places in the input. */
static void check_escaped(void)
{
	static const struct {
		const char *uri, *iri;
		bool unicode_host;
		struct call want; /* the last call, for the only character that for_text encodes */
	} rows[] = {
		{"http://e.com/a.", "http://e.com/a%2E", false, {14, 1, '.', IRI_ENCODED_TEXT}},
		{"http://e.com/%61%2e", "http://e.com/a%2E", false, {16, 3, '.', IRI_ESCAPED_TEXT}},
		{"http://e.com/%E4%B8%AD%E3%80%82", "http://e.com/\xE4\xB8\xAD%E3%80%82", false,
		 {22, 9, 0x3002, IRI_ESCAPED_TEXT}},
		{"http://e.com/\xE4\xB8\xAD\xE3\x80\x82", "http://e.com/\xE4\xB8\xAD%E3%80%82", false,
		 {16, 3, 0x3002, IRI_ENCODED_TEXT}},
		{"http://e.com?%C3%A9\xE3\x80\x82", "http://e.com?\xC3\xA9%E3%80%82", false,
		 {19, 3, 0x3002, IRI_ENCODED_TEXT}},
		{"http://e.com#%C3%A9.", "http://e.com#\xC3\xA9%2E", false, {19, 1, '.', IRI_ENCODED_TEXT}},
		/* After userinfo and a host that become shorter */
		{"http://%C3%A9:%C3%A9@xn--rsum-bpad.example/%C3%A9.",
		 "http://\xC3\xA9:\xC3\xA9@r\xC3\xA9sum\xC3\xA9.example/\xC3\xA9%2E", true,
		 {49, 1, '.', IRI_ENCODED_TEXT}},
		{"http://%C3%A9@xn--rsum-bpad.example/%C3%A9?%C3%A9#%C3%A9\xE3\x80\x82",
		 "http://\xC3\xA9@r\xC3\xA9sum\xC3\xA9.example/\xC3\xA9?\xC3\xA9#\xC3\xA9%E3%80%82", true,
		 {56, 3, 0x3002, IRI_ENCODED_TEXT}},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct iri_unmap_options options = {.for_text = true, .unicode_host = rows[i].unicode_host};
		struct iri_unmapper *const u = iri_unmapper_new(&options);
		struct iri_error err;
		struct iri_str iri = {NULL, 0};
		u->escaped = note;
		n_calls = 0;
		const enum iri_status status =
			iri_to_iri(u, exactly(rows[i].uri, strlen(rows[i].uri)), &iri, &err);
		CHECK(status == IRI_OK && iri_same(iri, str(rows[i].iri)), "%s: %.*s", rows[i].uri, TEXT(iri));
		const struct call *const got = &calls[n_calls - 1], *const want = &rows[i].want;
		CHECK(n_calls == 1 && got->off == want->off && got->len == want->len && got->ch == want->ch &&
		      got->why == want->why, "%s: %zu calls, %zu, %zu", rows[i].uri, n_calls, n_calls ? got->off : 0,
		      n_calls ? got->len : 0);
		iri_unmapper_free(u);
	}
	done("totext: characters that are encoded, with their places in the input");
}

/* An error is at the place in the input at which the link would end. */
static void check_errors(void)
{
	static const struct {
		const char *uri;
		bool unicode_host;
		enum iri_component where;
		size_t off, len;
		uint32_t ch;
	} rows[] = {
		{"http://e.com/a!", false, IRI_PATH, 14, 1, '!'},
		{"http://e.com/(a/b)c", false, IRI_PATH, 17, 1, ')'},
		{"http://e.com/a?b?", false, IRI_QUERY, 16, 1, '?'},
		{"http://e.com/a#%C3%A9'", false, IRI_FRAGMENT, 21, 1, '\''},
		{"http://e.com/%C3%A9,", false, IRI_PATH, 19, 1, ','},
		{"http://%C3%A9@xn--rsum-bpad.example/%C3%A9!", true, IRI_PATH, 42, 1, '!'},
		{"http://%C3%A9:%C3%A9@xn--rsum-bpad.example:80/%C3%A9?%C3%A9)", true, IRI_QUERY, 59, 1, ')'},
		/* The link ends with its host. */
		{"mailto:x@e.com?a", false, IRI_PATH, 14, 1, '?'},
		/* There is no link at all. */
		{"/a", false, IRI_SCHEME, 0, 2, 0},
		{"http://-a/", false, IRI_SCHEME, 0, 10, 0},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct iri_unmap_options options = {.for_text = true, .unicode_host = rows[i].unicode_host};
		struct iri_unmapper *const u = iri_unmapper_new(&options);
		struct iri_error err = {.status = IRI_OK};
		struct iri_str iri;
		const enum iri_status status =
			iri_to_iri(u, exactly(rows[i].uri, strlen(rows[i].uri)), &iri, &err);
		CHECK(status == IRI_NO_LINK && err.status == status && err.where == rows[i].where &&
		      err.off == rows[i].off && err.len == rows[i].len && err.ch == rows[i].ch,
		      "%s: %d in %s, %zu, %zu, U+%04X", rows[i].uri, (int)status, iri_component_name(err.where),
		      err.off, err.len, (unsigned)err.ch);
		iri_unmapper_free(u);
	}
	done("totext: errors, with their places in the input");
}

void test_totext(void)
{
	char buf[512];
	long encoded = 0, good = 0, bad = 0;
	bool changed;

	check_escaped();
	check_errors();
	for (int i = 0; i < rounds; i++) {
		const size_t n = i % 8 ? put_uri(buf, sizeof buf) : put_hostile(buf, sizeof buf);
		const enum iri_status status = laws_of_text((unsigned)i % WAYS_TO_TEXT, exactly(buf, n), &changed);
		encoded += changed;
		good += status == IRI_OK;
		bad += status == IRI_NO_LINK;
	}
	CHECK(encoded > rounds / 200 && good > rounds / 20 && bad > rounds / 200, "%ld, %ld, %ld", encoded, good, bad);
	done("totext: the result is found in running text, and is the same URI");
}
