/* SPDX-License-Identifier: ISC */
/* Vectors test the rules; see tests/vectors/irigrep-links.tsv. Here: the interface of iri_link_next, and laws. */
#include "unit.h"

#include "lib/syntax/schemes.h"

#include <stdlib.h>

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

static void check_span(char *const *cells)
{
	static const char *const names[] = {"plain", "bare", "no_tlds", "exact", "some", "none"};
	static const char *const schemes[] = {"note", "URN"};
	static const struct iri_link_options no_tlds = {.bare = true}, exact = {.exact = true},
	                                     some = {.schemes = schemes, .n_schemes = 2},
	                                     none = {.schemes = schemes, .n_schemes = 0},
	                                     *const ways[] = {NULL, &bare, &no_tlds, &exact, &some, &none};
	const struct iri_str s = exactly(cells[1], strlen(cells[1]));
	struct iri_link link;
	char got[64] = "none";

	if (iri_link_next(ways[word_of(cells[0], names, COUNT(names))], s, (size_t)atoi(cells[2]), &link))
		snprintf(got, sizeof got, "%s %zu %zu%s", iri_link_kind_name(link.kind), link.off, link.len,
		         link.broken ? " broken" : "");
	CHECK(!strcmp(got, cells[3]), "%s from %s: %s", cells[1], cells[2], got);
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

	each_row("linkify.tsv", check_span);
	done("linkify: kinds, places, broken links, schemes");
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
