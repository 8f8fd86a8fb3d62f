/* SPDX-License-Identifier: ISC */
/* Random URIs stay unchanged, or are converted to IRIs that iri_to_uri maps back to equivalent URIs. */
#include "unit.h"

#include <stdio.h>

/* What the functions of the options were called for */
struct reasons {
	char text[1 << 14];
};

static void add_escaped(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	char *const text = ((struct reasons *)arg)->text;
	const size_t n = strlen(text);

	snprintf(text + n, sizeof(struct reasons) - n, "%zu+%zu %lX %d\n", off, len, (unsigned long)ch, (int)why);
}

static void add_refused(void *arg, size_t off, const struct iri_refusal *r)
{
	char *const text = ((struct reasons *)arg)->text;
	const size_t n = strlen(text);

	snprintf(text + n, sizeof(struct reasons) - n, "%zu refused %d\n", off, (int)r->why);
}

/* The reasons of section 3.2 (steps 2 and 3) and 4.1: reserved, not UTF-8, a bidi control; and an invalid A-label. */
static void check_reasons(void)
{
	static struct reasons found;
	const struct iri_unmap_options options = {
		.unicode_host = true, .escaped = add_escaped, .refused = add_refused, .arg = &found};
	struct iri_unmapper *const u = iri_unmapper_new(&options);
	struct iri_refusal refusal = {.why = IRI_REFUSED_INVALID};
	struct iri_str iri;
	char text[128];

	CHECK(iri_to_iri(u, str("http://xn--a.b/%2F%C3%A9%FF?%E2%80%AE"), &iri, NULL) == IRI_OK, "error");
	CHECK(!strcmp(found.text, "7 refused 1\n15+3 2F 1\n24+3 FF 3\n28+9 202E 5\n"), "%s", found.text);
	iri_unmapper_free(u);
	CHECK(!strcmp(iri_escape_reason_text(IRI_ESCAPED_UTF8), "not UTF-8"), "text");
	CHECK(!*iri_escape_reason_text((enum iri_escape_reason)99), "no such reason");
	const size_t n = iri_refusal_text(&refusal, text, sizeof text);
	CHECK(n && n == strlen(text) && n == iri_refusal_text(&refusal, NULL, 0), "%zu", n);
}

/* Writes a random reference, less than `size` bytes, with words in scripts of two and of three octets, and marks. */
static size_t put_words(char *to, size_t size)
{
	/* The words of a row are alike; those of the last one are not. */
	static const char *const scripts[][6] = {
		{"\xD0\xB0", "\xD1\x8F", "\xD0\x96", "\xD1\x97", "\xD2\x91", "\xCC\x86"},
		{"\xC3\xA9", "\xC5\x82", "\xC4\xB1", "\xCC\x81", "\xCC\x87", "\xE1\xBA\xA1"},
		{"\xE0\xA4\x95", "\xE0\xA4\xBE", "\xE0\xA5\x8D", "\xE0\xA4\xBC", "\xE0\xA4\xA8", "\xE0\xA4\x82"},
		{"\xE0\xA6\x95", "\xE0\xA7\x87", "\xE0\xA6\xBE", "\xE0\xA7\x8D", "\xE0\xA6\xA8", "\xE0\xA7\x97"},
		{"\xE0\xB8\x81", "\xE0\xB8\xB1", "\xE0\xB9\x88", "\xE0\xB8\xB8", "\xE0\xB8\xA3", "\xE0\xB9\x8C"},
		{"\xE6\x97\xA5", "\xE6\x9C\xAC", "\xE3\x81\x8B", "\xE3\x82\x99", "\xE3\x83\xBC", "\xED\x95\x9C"},
		{"a", "%", " ", "\xE2\x80\x8D", "\xF0\x9F\x98\x80", "\xEE\x80\x80"},
	};
	static const char delimiters[] = "//_-?#&=.";
	size_t n = put(to, rng() % 2 ? "http://a.example/" : "");

	while (rng() % 8 && n + 9 < size) {
		const char *const *script = scripts[rng() % COUNT(scripts)];
		for (unsigned left = rng() % (rng() % 16 ? 12 : 60); left && n + 16 < size; left--) {
			const char *const bytes = script[rng() % 6];
			n += put_encoded(to + n, bytes, strlen(bytes));
			if (rng() % 8 == 0)
				script = scripts[rng() % COUNT(scripts)];
		}
		for (unsigned left = rng() % 4 ? 1 : rng() % 100; left && n + 1 < size; left--)
			to[n++] = rng() % 4 ? 'x' : delimiters[rng() % strlen(delimiters)];
	}
	return n;
}

/* Padded text is converted many octets at once, other text character by character. */
static void check_padded(void)
{
	static struct reasons found[2];
	struct iri_unmapper *us[2][8];
	long same = 0;

	for (unsigned i = 0; i < 16; i++) {
		const struct iri_unmap_options options = {
			.padded = i / 8, .decode_all = i & 1, .unicode_host = i & 2,
			.escaped = i & 4 ? add_escaped : NULL, .arg = &found[i / 8]};
		us[i / 8][i % 8] = iri_unmapper_new(&options);
	}
	for (int round = 0; round < rounds; round++) {
		char text[512 + IRI_PADDING], copy[512];
		const size_t n = rng() % 4 ? put_words(text, 512) : put_uri(text, 512);
		struct iri_str iri[2];
		memcpy(copy, text, n);
		/* What follows would belong to the last word. */
		for (size_t i = 0; i < IRI_PADDING; i++)
			text[n + i] = "%D0%B0"[i % 6];
		const struct iri_str padded = {exactly(text, n + IRI_PADDING).p, n};
		const unsigned way = rng() % 8;
		found[0].text[0] = found[1].text[0] = '\0';
		const enum iri_status status = iri_to_iri(us[0][way], (struct iri_str){copy, n}, &iri[0], NULL);
		CHECK(iri_to_iri(us[1][way], padded, &iri[1], NULL) == status, "%.*s", (int)n, copy);
		CHECK(iri_same(iri[0], iri[1]), "way %u: %.*s: %.*s, padded %.*s", way, (int)n, copy, TEXT(iri[0]),
		      TEXT(iri[1]));
		CHECK(!strcmp(found[0].text, found[1].text), "%.*s: %s, padded: %s", (int)n, copy, found[0].text,
		      found[1].text);
		same += status == IRI_OK;
	}
	for (unsigned i = 0; i < 16; i++)
		iri_unmapper_free(us[i / 8][i % 8]);
	CHECK(same > rounds / 2, "only %ld", same);
	done("toiri: padded text is converted as other text");
}

void test_toiri(void)
{
	char buf[512];
	bool changed;
	long converted = 0, unchanged = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str s = exactly(buf, put_uri(buf, sizeof buf));
		const enum iri_status status = laws_of_unmapping((unsigned)round % WAYS_TO_IRI, s, &changed);
		converted += changed;
		unchanged += status == IRI_OK && !changed;
	}
	CHECK(converted > rounds / 20 && unchanged > rounds / 20, "only %ld and %ld", converted, unchanged);
	done("toiri: iri_to_uri gives the URI back, and the mapping is idempotent");
	check_padded();
	check_reasons();
	done("toiri: the options tell why something stays encoded");
}
