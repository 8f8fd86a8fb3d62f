/* SPDX-License-Identifier: ISC */
/* Vectors test the rules; see tests/vectors/irigrep-links.tsv. Here: the interface of iri_link_next, and laws. */
#include "unit.h"

#include "lib/syntax/scheme.h"

/* For is_tld: counts calls, and checks that the label could be a top-level domain. */
static struct calls {
	int n, nonsense;
} calls;

static bool is_tld(void *arg, struct iri_str label)
{
	struct calls *const c = arg;

	c->n++;
	/* Top-level domains are not empty, have no dot, and do not begin with a digit or a hyphen. */
	if (!label.n || memchr(label.p, '.', label.n) || strchr("-0123456789", *label.p))
		c->nonsense++;
	return iri_is_caseless(label, "com") || iri_is_caseless(label, "\xD1\x80\xD1\x84");
}

static const struct iri_link_options bare = {.bare = true, .is_tld = is_tld, .tld_arg = &calls};

static void check_spans(void)
{
	static const char *const schemes[] = {"note", "URN"};
	static const struct iri_link_options some = {.schemes = schemes, .n_schemes = 2};
	static const struct iri_link_options none = {.schemes = schemes, .n_schemes = 0};
	static const struct iri_link_options exact = {.exact = true};
	static const struct iri_link_options no_tlds = {.bare = true};
	static const struct {
		const struct iri_link_options *options;
		const char *text;
		size_t from;
		struct iri_link link; /* len is 0 if there is none */
	} rows[] = {
		{NULL, "", 0, {.len = 0}},
		{NULL, "a b.com x@b.com", 0, {.len = 0}},
		{NULL, "see http://a/b.", 0, {IRI_LINK_IRI, 4, 10, false}},
		{NULL, "http://a/b", 10, {.len = 0}},
		{NULL, "http://a/b", 11, {.len = 0}},
		{NULL, "http://a/b http://c", 10, {IRI_LINK_IRI, 11, 8, false}},
		/* A search in the middle of a link finds what is a link from there. */
		{NULL, "http://a/b", 1, {IRI_LINK_IRI, 1, 9, false}},
		{NULL, "http://a/b", 4, {.len = 0}},
		{NULL, "http://a/http://b", 3, {IRI_LINK_IRI, 3, 14, false}},
		{&bare, "x@b.com", 2, {IRI_LINK_HOST, 2, 5, false}},
		{&bare, "x@b.com", 1, {.len = 0}},
		{&bare, "a.b.com", 1, {.len = 0}},
		{&bare, "a.b.com", 2, {IRI_LINK_HOST, 2, 5, false}},
		{&bare, "\xD1\x80.com", 1, {.len = 0}},
		/* Kinds */
		{&bare, "b.com:80/c", 0, {IRI_LINK_HOST, 0, 10, false}},
		{&bare, "x@B.COM", 0, {IRI_LINK_ADDRESS, 0, 7, false}},
		{&bare, "mailto:x@b.com", 0, {IRI_LINK_IRI, 0, 14, false}},
		{&bare, "\xD1\x85.\xD1\x80\xD1\x84", 0, {IRI_LINK_HOST, 0, 7, false}},
		{&no_tlds, "b.com x@b.com", 0, {.len = 0}},
		/* Links that break the grammar (section 2.2), or have bidi controls (section 4.1) */
		{NULL, "http://a/%", 0, {IRI_LINK_IRI, 0, 10, true}},
		{NULL, "http://a/b^c", 0, {IRI_LINK_IRI, 0, 12, true}},
		/* UTS #58 to the letter keeps characters that no IRI can have. */
		{NULL, "http://a/b|c", 0, {IRI_LINK_IRI, 0, 10, false}},
		{&exact, "http://a/b|c", 0, {IRI_LINK_IRI, 0, 12, true}},
		{NULL, "'http://a/b'.c", 0, {IRI_LINK_IRI, 1, 10, false}},
		{&exact, "'http://a/b'.c", 0, {IRI_LINK_IRI, 1, 13, false}},
		{NULL, "http://a\\.b/", 0, {.len = 0}},
		{&exact, "http://a\\.b/", 0, {IRI_LINK_IRI, 0, 8, false}},
		{NULL, "http://\xE2\x9C\xAA" "a.b/", 0, {IRI_LINK_IRI, 0, 14, false}},
		{&exact, "http://\xE2\x9C\xAA" "a.b/", 0, {.len = 0}},
		{NULL, "http://a/#b#c", 0, {IRI_LINK_IRI, 0, 13, true}},
		{NULL, "http://a/[b]", 0, {IRI_LINK_IRI, 0, 12, true}},
		{NULL, "http://a/\xE2\x80\xAE" "b", 0, {IRI_LINK_IRI, 0, 13, true}},
		{&bare, "b.com/%41", 0, {IRI_LINK_HOST, 0, 9, false}},
		{&bare, "b.com/%4", 0, {IRI_LINK_HOST, 0, 8, true}},
		{&bare, "b.com//c", 0, {IRI_LINK_HOST, 0, 8, false}},
		{&bare, "b.com//[c]", 0, {IRI_LINK_HOST, 0, 10, true}},
		{&bare, "b.com?c|", 0, {IRI_LINK_HOST, 0, 8, true}},
		{&bare, "a%b@b.com", 0, {IRI_LINK_ADDRESS, 0, 9, true}},
		{&bare, "{a}@b.com", 0, {IRI_LINK_ADDRESS, 0, 9, true}},
		/* Schemes */
		{&some, "http://a urn:b:c", 0, {IRI_LINK_IRI, 9, 7, false}},
		{&some, "a:b NOTE:this", 0, {IRI_LINK_IRI, 4, 9, false}},
		{&none, "http://a urn:b:c", 0, {.len = 0}},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct iri_str s = exactly(rows[i].text, strlen(rows[i].text));
		const struct iri_link *const want = &rows[i].link;
		struct iri_link link = {.len = 0};
		const bool found = iri_link_next(rows[i].options, s, rows[i].from, &link);
		CHECK(found == (want->len > 0), "%s", rows[i].text);
		if (found && want->len)
			CHECK(link.kind == want->kind && link.off == want->off && link.len == want->len &&
			      link.broken == want->broken, "%s: %d, %zu, %zu, %d", rows[i].text, (int)link.kind,
			      link.off, link.len, link.broken);
	}
	done("linkify: kinds, places, broken links, schemes");
}

/* NUL and bytes that are not UTF-8 end links, at the end of the text, too. */
static void check_bytes(void)
{
	static const char *const ends[] = {"\0", "\xFF", "\x80", "\xC3", "\xE4\xB8", "\xF0\x9F\x98", "\xED\xA0\x80",
	                                   "\xC0\xAF", "\xE2\x80", "\xE3\x80"};
	static const char *const texts[] = {"http://a.com", "http://a.com/b", "http://a.com?b", "http://u@a.com#b",
	                                    "a.com", "a.com:80/(b)", "x@a.com", "mailto:x@a.com"};
	char buf[64];

	for (size_t i = 0; i < COUNT(texts); i++)
		for (size_t k = 0; k < COUNT(ends); k++) {
			/* Before, behind, and behind with more text */
			const size_t n = strlen(texts[i]), extra = k ? strlen(ends[k]) : 1;
			memcpy(buf, ends[k], extra);
			memcpy(buf + extra, texts[i], n);
			memcpy(buf + extra + n, ends[k], extra);
			memcpy(buf + extra + n + extra, "b", 1);
			for (size_t more = 0; more <= extra + 1; more++) {
				struct iri_link link = {.len = 0};
				const struct iri_str s = exactly(buf, extra + n + more);
				CHECK(iri_link_next(&bare, s, 0, &link) && link.off == extra && link.len == n,
				      "%s, end %zu, %zu more: %zu, %zu", texts[i], k, more, link.off, link.len);
			}
		}
	done("linkify: bytes that are not UTF-8");
}

/* Each prefix of a text, so that a sanitizer reports a read behind it */
static void check_prefixes(void)
{
	static const char *const texts[] = {
		"http://u:p@[2001:db8::1]:65535/a(b)?c=(d)#e:~:text=(f),g", "com.example.com://a%41_b.com./c",
		"mailto:x.y@a.com,data:text/plain,b", "geo:1,2 urn:a:b tel:+1 magnet:?a sms:1 sip:a@b",
		("\xE8\xA7\x81www.\xE4\xBE\x8B\xE5\xAD\x90\xE3\x80\x82\xE4\xB8\xAD.com/\xE4\xB8\xAD\xEF\xBC\x88"
		 "\xE5\x9B\xBD\xEF\xBC\x89\xE2\x80\x94\xE2\x80\x94\xE2\x80\x99\xE5\x9B\xBD"),
	};

	for (size_t i = 0; i < COUNT(texts); i++)
		for (size_t n = 0; n <= strlen(texts[i]); n++)
			laws_of_links(exactly(texts[i], n));
	done("linkify: prefixes of texts obey the laws");
}

/* is_tld is called for labels that can be top-level domains, and only with the options bare or cjk. */
static void check_calls(void)
{
	static const char text[] =
		"It is 3.14 or 1.2.3.4, v1.0 .x y. -z.a- http://a.com/b?c=d.e foo.bar a.1 ... x@1.2 @ .";
	static const struct iri_link_options plain = {.is_tld = is_tld, .tld_arg = &calls};
	struct iri_link link;

	calls.n = calls.nonsense = 0;
	for (size_t at = 0; iri_link_next(&plain, str(text), at, &link); at = link.off + link.len)
		continue;
	CHECK(!calls.n, "%d", calls.n);
	for (size_t at = 0; iri_link_next(&bare, str(text), at, &link); at = link.off + link.len)
		continue;
	CHECK(calls.n == 1 && !calls.nonsense, "%d, %d", calls.n, calls.nonsense); /* foo.bar */
	done("linkify: calls of is_tld");
}

/* Writes random text, less than `size` bytes, with the characters that matter to links. */
static size_t put_text(char *to, size_t size)
{
	static const char *const pieces[] = {
		"http://", "https://", "mailto:", "urn:", "foo://", "data:", "tel:", "note:", "git+http://", "://",
		"file:///", "a", "b", "com", "org", "a.com", "e.a", "x", "1", "-", ".", ".", "/", "/", "?", "#", ":",
		"@", "&", "=", "_", "%41", "%", "+", ",", ";", "!", "'", "\"", "(", ")", "[", "]", "<", ">", "[::1]",
		":80", ":99999", ":~:", " ", " ", "\n", "\t", "wiki/", "1.2.3.4", "localhost", "\xC3\xA9",
		"hxxp", "fxp", "[.]", "(dot)", "[:]", "[at]", "[/]", "[://]",
		"\xE4\xB8\xAD", "\xE5\x9B\xBD", "\xE4\xB8\xAD\xE5\x9B\xBD", "\xE3\x80\x82", "\xEF\xBC\x8E",
		"\xEF\xBC\x8C", "\xEF\xBC\x88", "\xEF\xBC\x89", "\xE3\x83\xBC", "\xE2\x80\x99", "\xE2\x80\x94",
		"\xE2\x80\x94\xE2\x80\x94", "\xEF\xBD\x9E", "\xE2\x80\xA6", "\xE3\x80\x80", "\xFF", "\xE4\xB8",
		"\xE2\x80\x8D", "\xE2\x80\xAE", "\xD1\x80\xD1\x84", "xn--p1ai", "\xF0\x9F\x98\x80", "\xEE\x80\x80",
	};
	size_t n = 0;

	while (rng() % 24 && n + 16 < size)
		n += put(to + n, ANY_OF(pieces));
	return n;
}

void test_linkify(void)
{
	char buf[512];
	size_t links = 0;

	check_spans();
	check_bytes();
	check_prefixes();
	check_calls();
	for (int i = 0; i < rounds; i++) {
		const size_t n = i % 8 ? put_text(buf, sizeof buf) : put_hostile(buf, sizeof buf);
		links += laws_of_links(exactly(buf, n));
		laws_of_defanging(exactly(buf, n));
	}
	CHECK(links > (size_t)rounds, "only %zu", links);
	done("linkify: links of random text obey the laws");
}
