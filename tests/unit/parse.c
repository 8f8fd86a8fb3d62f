/* SPDX-License-Identifier: ISC */
/* lib/parse.c: components and grammar */
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a parse found, as one string: components in order, "-" for one that is absent. */
static const char *show(const struct iri_ref *r)
{
	static char buf[512];
	const struct iri_str parts[] = {r->scheme, r->userinfo, r->host, r->port, r->path, r->query, r->fragment};
	size_t n = 0;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		n += (size_t)snprintf(buf + n, sizeof buf - n, "%s%.*s", i ? " " : "", parts[i].p ? (int)parts[i].n : 1,
		                      parts[i].p ? parts[i].p : "-");
	return buf;
}

static void test_grammar(void)
{
	static const struct {
		const char *in, *parts;
		enum iri_host_kind kind;
	} good[] = {
		/* scheme userinfo host port path query fragment; RFC 3986, section 3 and appendix B */
		{"foo://example.com:8042/over/there?name=ferret#nose",
	         "foo - example.com 8042 /over/there name=ferret nose", IRI_HOST_NAME},
		{"urn:example:animal:ferret:nose", "urn - - - example:animal:ferret:nose - -", IRI_HOST_ABSENT},
		{"http://www.ics.uci.edu/pub/ietf/uri/#Related", "http - www.ics.uci.edu - /pub/ietf/uri/ - Related",
	         IRI_HOST_NAME},
		/* absent and empty differ */
		{"", "- - - -  - -", IRI_HOST_ABSENT},
		{"?", "- - - -   -", IRI_HOST_ABSENT},
		{"#", "- - - -  - ", IRI_HOST_ABSENT},
		{"//", "- -  -  - -", IRI_HOST_NAME},
		{"//@:", "-     - -", IRI_HOST_NAME},
		{"a:", "a - - -  - -", IRI_HOST_ABSENT},
		{"a://:", "a -    - -", IRI_HOST_NAME},
		{"http://a?b/c", "http - a -  b/c -", IRI_HOST_NAME},
		{"http://a#b?c", "http - a -  - b?c", IRI_HOST_NAME},
		{"//a@b:1/c", "- a b 1 /c - -", IRI_HOST_NAME},
		{"http://u:p@h:80/?#", "http u:p h 80 /  ", IRI_HOST_NAME},
		{"/:", "- - - - /: - -", IRI_HOST_ABSENT},
		{"./a:b", "- - - - ./a:b - -", IRI_HOST_ABSENT},
		{"a/b:c", "- - - - a/b:c - -", IRI_HOST_ABSENT},
		{"?a:b", "- - - -  a:b -", IRI_HOST_ABSENT},
		{"a:/.//b", "a - - - /.//b - -", IRI_HOST_ABSENT},
		{"a+-.1:b", "a+-.1 - - - b - -", IRI_HOST_ABSENT},
		/* first match wins: IPv4address before ireg-name */
		{"http://1.2.3.4", "http - 1.2.3.4 -  - -", IRI_HOST_IPV4},
		{"http://255.255.255.255:0/", "http - 255.255.255.255 0 / - -", IRI_HOST_IPV4},
		{"http://1.2.3.256/", "http - 1.2.3.256 - / - -", IRI_HOST_NAME},
		{"http://1.2.3.04/", "http - 1.2.3.04 - / - -", IRI_HOST_NAME},
		{"http://1.2.3/", "http - 1.2.3 - / - -", IRI_HOST_NAME},
		{"http://1.2.3.4.5/", "http - 1.2.3.4.5 - / - -", IRI_HOST_NAME},
		{"http://[::1]:8/", "http - [::1] 8 / - -", IRI_HOST_IPV6},
		{"http://u@[::1]", "http u [::1] -  - -", IRI_HOST_IPV6},
		{"http://[v1F.a:b]/", "http - [v1F.a:b] - / - -", IRI_HOST_IPVFUTURE},
		{"http://[V0.!]/", "http - [V0.!] - / - -", IRI_HOST_IPVFUTURE},
	};
	struct iri_ref ref;
	struct iri_error err;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		size_t n = strlen(good[i].in);
		char *p = exactly(good[i].in, n);
		enum iri_status status = iri_parse((struct iri_str){p, n}, IRI_REFERENCE, &ref, &err);
		CHECK(status == IRI_OK, "%s: %d", good[i].in, (int)status);
		CHECK(status != IRI_OK || !strcmp(show(&ref), good[i].parts), "%s: %s", good[i].in, show(&ref));
		CHECK(status != IRI_OK || ref.host_kind == good[i].kind, "%s: %d", good[i].in, (int)ref.host_kind);
		free(p);
	}
	done("parse: components, absent and empty, and the kind of the host");

	static const struct {
		const char *in;
		unsigned form;
		enum iri_status status;
		size_t off;
	} forms[] = {
		{"a:b#c", IRI_WITH_SCHEME, IRI_OK, 0},
		{"a:b#c", IRI_WITH_SCHEME | IRI_NO_FRAGMENT, IRI_HAS_FRAGMENT, 3},
		{"a:b", IRI_WITH_SCHEME | IRI_NO_FRAGMENT, IRI_OK, 0},
		{"b", IRI_WITH_SCHEME, IRI_NO_SCHEME, 0},
		{"//a/b", IRI_WITH_SCHEME, IRI_NO_SCHEME, 0},
		{"", IRI_WITH_SCHEME, IRI_NO_SCHEME, 0},
		{"b c:d", IRI_WITH_SCHEME, IRI_BAD_CHAR, 1},
		{"1:d", IRI_WITH_SCHEME, IRI_BAD_SCHEME, 0},
		{"a:\xC3\xA9", IRI_REFERENCE, IRI_OK, 0},
		{"a:\xC3\xA9", IRI_ASCII, IRI_BAD_CHAR, 2},
		{"a:?\xEE\x80\x80", IRI_ASCII, IRI_BAD_PRIVATE, 3},
		{"a:\xE2\x80\x8E", IRI_REFERENCE, IRI_OK, 0},
		{"a:\xE2\x80\x8E", IRI_NO_BIDI, IRI_BAD_BIDI, 2},
		{"a: ", IRI_REFERENCE, IRI_BAD_CHAR, 2},
		{"a: \x01<>\"{}|\\^`\x7F\xC2\x80\xEE\x80\x80\xEF\xBF\xBE", IRI_LEIRI, IRI_OK, 0},
		{"a:#\xEE\x80\x80", IRI_LEIRI, IRI_OK, 0},
		{"a:%", IRI_LEIRI, IRI_BAD_PERCENT, 2},
		{"a:[", IRI_LEIRI, IRI_BAD_CHAR, 2},
		{"a:##", IRI_LEIRI, IRI_BAD_CHAR, 3},
		{"a:\xFF", IRI_LEIRI, IRI_BAD_UTF8, 2},
		{"a b:c", IRI_LEIRI, IRI_BAD_SCHEME, 1},
	};
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		size_t n = strlen(forms[i].in);
		char *p = exactly(forms[i].in, n);
		enum iri_status status = iri_parse((struct iri_str){p, n}, forms[i].form, &ref, &err);
		CHECK(status == forms[i].status, "row %zu: %d", i, (int)status);
		CHECK(status == IRI_OK || (err.off == forms[i].off && err.status == status), "row %zu: %zu", i, err.off);
		free(p);
	}
	done("parse: the rules IRI, absolute-IRI, URI-reference, and the wider forms");
}

/* Whether a segment of the path begins with a dot. */
static bool begins_with_dot(struct iri_str path)
{
	for (size_t i = 0; i < path.n; i++)
		if ((!i || path.p[i - 1] == '/') && (path.p[i] == '.' || (path.n - i >= 3 && !strncasecmp(path.p + i, "%2e", 3))))
			return true;
	return false;
}

static void test_padding(void)
{
	/* Delimiters, dots and what is slow, in runs, of lengths about that of a block. */
	static const char *const pieces[] = {"a", "bcdefghijklmnop", "/", ".", ":", "//", "?", "#", "%41", "%2e", "\xC3\xA9", "@",
	                                     "[::1]", "..", "http://", "%", "\xFF"};
	char text[512];
	struct iri_ref a, b;
	struct iri_error ea, eb;
	int valid = 0, dotless = 0;

	for (int round = 0; round < rounds; round++) {
		size_t n = 0;
		while (n < 160 && rng() % 12) {
			const char *piece = pieces[rng() % (rng() % 4 ? 2 : sizeof pieces / sizeof *pieces)];
			memcpy(text + n, piece, strlen(piece));
			n += strlen(piece);
		}
		/* The same text with an end to memory, and with noise behind it */
		char *exact = exactly(text, n);
		for (size_t i = 0; i < IRI_PADDING; i++)
			text[n + i] = "a/.%#\xC3"[rng() % 6];
		const unsigned form = rng() % 8;
		const enum iri_status status = iri_parse((struct iri_str){exact, n}, form, &a, &ea);
		CHECK(iri_parse((struct iri_str){text, n}, form | IRI_PADDED, &b, &eb) == status, "round %d", round);
		if (status == IRI_OK) {
			char shown[512];
			valid++;
			snprintf(shown, sizeof shown, "%s", show(&a));
			CHECK(!strcmp(shown, show(&b)) && a.mapped == b.mapped && a.encoded == b.encoded && a.host_kind == b.host_kind &&
			              a.text.n == n && b.text.n == n,
			      "round %d: %s, %s", round, shown, show(&b));
			CHECK((a.dotted && b.dotted) || !begins_with_dot(a.path), "round %d: %.*s", round, (int)n, text);
			dotless += !a.dotted && !b.dotted;
		} else {
			CHECK(ea.status == eb.status && ea.off == eb.off && ea.len == eb.len && ea.ch == eb.ch, "round %d", round);
		}
		free(exact);
	}
	CHECK(valid > rounds / 4 && dotless > rounds / 8, "only %d and %d of %d", valid, dotless, rounds);
	done("parse: what stands behind makes no difference, and paths without dots are known");
}

void test_parse(void)
{
	test_grammar();
	test_padding();
}
