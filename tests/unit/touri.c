/* SPDX-License-Identifier: ISC */
/*
 * Hostile text maps to a URI, stays because it is a URI, or is an error. It obeys the laws of parsing and linting. An
 * error of encode_query names the character that the charset lacks. If memory runs out during the search for that
 * character, the error is IRI_NO_MEMORY. After an error, the result is the input.
 */
#include "unit.h"

/* For encode_query: knows characters below U+0800. Counts *arg down; the call that makes it 0 runs out of memory. */
static enum iri_status encode_short(void *arg, struct iri_str chars, struct iri_str *bytes)
{
	int *const left = arg;

	if (--*left == 0)
		return IRI_NO_MEMORY;
	*bytes = chars;
	for (size_t i = 0; i < chars.n; i++)
		if ((unsigned char)chars.p[i] >= 0xE0)
			return IRI_BAD_QUERY;
	return IRI_OK;
}

static void check_query(void)
{
	int left;
	const struct iri_map_options options = {.encode_query = encode_short, .encode_arg = &left};
	struct iri_mapper *const m = iri_mapper_new(&options);
	const struct iri_str s = str("http://h/?\xC3\xA9\xE3\x81\x82");
	struct iri_error err;
	struct iri_str uri;

	/* encode_query is called 3 times: for both characters together, and then for each of them to find the error. */
	for (int fails = 1; fails <= 4; fails++) {
		left = fails;
		const enum iri_status status = iri_to_uri(m, s, &uri, &err);
		CHECK(status == (fails <= 3 ? IRI_NO_MEMORY : IRI_BAD_QUERY) && err.status == status, "%d", fails);
	}
	CHECK(err.where == IRI_QUERY && err.off == 12 && err.len == 3 && err.ch == 0x3042, "%zu", err.off);
	iri_mapper_free(m);
	done("touri: errors of encode_query");
}

/* After errors of syntax, of the host and of the query, the result is the input, as iri.h says. */
static void check_result_of_error(void)
{
	static const char *const invalid[] = {"http://h/ ", "http://\xF0\x9F\x98\x80\xE2\x80\x8D.example/",
	                                      "http://h/?\xE3\x81\x82"};
	int left = 10;
	const struct iri_map_options options = {.encode_query = encode_short, .encode_arg = &left};
	struct iri_mapper *const m = iri_mapper_new(&options);

	for (size_t i = 0; i < COUNT(invalid); i++) {
		const struct iri_str s = str(invalid[i]);
		struct iri_str uri = {NULL, 0};
		CHECK(iri_to_uri(m, s, &uri, NULL) != IRI_OK && uri.p == s.p && uri.n == s.n, "%s", invalid[i]);
	}
	iri_mapper_free(m);
	done("touri: the result after an error is the input");
}

void test_touri(void)
{
	char buf[256];
	long counts[3] = {0}; /* unchanged, changed, errors */
	bool changed;

	for (int round = 0; round < 3 * rounds; round++) {
		const struct iri_str s = exactly(buf, put_hostile(buf, sizeof buf));
		const enum iri_status status = laws_of_mapping((unsigned)round % WAYS_TO_URI, s, &changed);
		counts[status == IRI_OK ? changed : 2]++;
		if (round % 8 == 0)
			laws_of_parsing(s);
		if (round % 32 == 0)
			laws_of_linting(s);
	}
	for (size_t i = 0; i < COUNT(counts); i++)
		CHECK(counts[i] > rounds / 10, "only %ld of kind %zu", counts[i], i);
	done("touri, parse, lint: hostile text becomes a URI or an error, and obeys the laws");
	check_query();
	check_result_of_error();
}
