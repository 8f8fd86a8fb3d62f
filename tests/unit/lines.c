/* SPDX-License-Identifier: ISC */
/* Functions for many lines give the same results as functions for one line. */
#include "unit.h"

#include "../../lib/lines.h"
#include "../../lib/resolve.h"

enum { ROOM = 4096 };

/* Writes well-formed, nearly well-formed and other lines, together less than ROOM bytes. */
static size_t put_lines(char *to)
{
	static const char *const starts[] = {
		"http://", "https://", "file://", "file:///", "http:/", "ftp://h/", "HTTP://", "", "http://h",
		"httpx://", "//", "a:", "https://www.example.org/", "http://\xC3\xBC.example/",
		"http://\xE8\xAA\x9E.\xC3\xA9",
	};
	static const char *const pieces[] = {
		"abc", "d.e", "/", ".", "..", "/./", "/../", "?", "#", "%41", "%c3", "%2E", "%", ":", "@", "[",
		"A", "xn--", "-", "localhost", "\xC3\xA9", "\xE8\xAA\x9E", "\xE2\x80\x93", "\xE2\x80\xAE",
		"\xF0\x9F\x98\x80", "\xEE\x80\x80", "\xCC\x81", "\xFF", " ", "%C3%A9", "%e8%AA%9e", "%CC%81",
		"%E2%80%8D", "%D8%9C", "%E2%81%84", "%7e", "%2f", "\r", "\\", "_~!$&'()*+,;=",
	};
	size_t n = 0;

	while (n + 300 < ROOM && rng() % 10) {
		n += put(to + n, starts[rng() % 3 ? rng() % 2 : rng() % COUNT(starts)]);
		for (size_t k = rng() % 30; k && n + 100 < ROOM; k--)
			n += put(to + n, pieces[rng() % 4 ? rng() % 3 : rng() % COUNT(pieces)]);
		to[n++] = '\n';
	}
	/* The last line may lack its newline. */
	if (n && rng() % 2)
		n -= 1 + rng() % 3 % n;
	return n;
}

static void check_lines(void)
{
	/* The padding looks like more text of the last line. */
	static const char *const paddings[] = {
		"a/.%#\xC3\n", "%2F", "%C3%A9", "\xC3\xA9", "\xE8\xAA\x9E", "A", ".",
	};
	static char text[ROOM + IRI_PADDING];
	size_t passed[KINDS_OF_LINES] = {0}, lines, all = 0;

	for (int round = 0; round < rounds / 10; round++) {
		const char *const padding = ANY_OF(paddings);
		const size_t n = put_lines(text), phase = rng() % 6;
		for (size_t i = 0; i < IRI_PADDING; i++)
			text[n + i] = padding[(i + phase) % strlen(padding)];
		const struct iri_str s = {exactly(text, n + IRI_PADDING).p, n};
		for (int kind = 0; kind < KINDS_OF_LINES; kind++) {
			passed[kind] += laws_of_many_lines((enum law_lines)kind, s, &lines);
			all += lines;
		}
	}
	for (int kind = 0; kind < KINDS_OF_LINES; kind++)
		CHECK(passed[kind] > all / 200, "kind %d: %zu of %zu", kind, passed[kind], all);
}

/*
 * Writes lines to resolve, with padding. In every second round, no line has a scheme; in every fifth, many lines begin
 * with dot segments.
 */
static size_t put_references(char *to, int round)
{
	const size_t n = put_lines(to);

	for (size_t i = 0; i < IRI_PADDING; i++)
		to[n + i] = round % 3 ? "../"[i % 3] : "a/.%A\xC3"[rng() % 6];
	for (size_t i = 0; round % 5 == 0 && i + 3 < n; i++)
		if ((!i || to[i - 1] == '\n' || (i > 1 && to[i - 1] == '/' && to[i - 2] == '.')) && rng() % 2)
			memcpy(to + i, rng() % 2 ? "../" : "./.", 3);
	for (size_t i = 0; round % 2 && i < n; i++)
		if (to[i] == ':')
			to[i] = "/a"[rng() % 2];
	return n;
}

/* Resolves each line on its own, and appends the results with newlines. Returns the number of lines. */
static size_t resolve_lines(const struct iri_ref *base, const char *p, const char *end, struct iri_buf *out)
{
	struct iri_ref ref;
	size_t lines = 0;

	for (; p < end; lines++) {
		const char *const eol = memchr(p, '\n', (size_t)(end - p));
		const struct iri_str line = {p, (size_t)(eol - p)};
		CHECK(iri_parse(line, IRI_REFERENCE | IRI_FORBID_BIDI, &ref, NULL) == IRI_OK, "%.*s", TEXT(line));
		iri_resolve_to(base, &ref, false, out);
		iri_buf_putc(out, '\n');
		p = eol + 1;
	}
	return lines;
}

static void check_references(void)
{
	static const char bases[][30 + IRI_PADDING] = {
		"http://a.example/b/c/d;p?q", "http://h", "http://h/", "a:b", "a:b/c", "a:/", "a:",
		"s://u@h:1?q", "a://h/%2e/b", "a:b/../c",
	};
	static char text[ROOM + IRI_PADDING];
	struct iri_buf out = {0}, want = {0};
	struct iri_ref base;
	struct iri_error err;
	size_t lines, passed = 0, all = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str b = str(ANY_OF(bases));
		const size_t n = put_references(text, round);
		iri_parse(b, IRI_REQUIRE_SCHEME, &base, &err);
		const char *p = exactly(text, n + IRI_PADDING).p, *end = p + n;
		while (end > p && end[-1] != '\n')
			end--;
		while (p < end) {
			out.n = want.n = 0;
			const size_t left = (size_t)(end - p);
			const size_t taken = iri_resolve_lines(&base, p, end, &out, &lines);
			CHECK(taken <= left && (!taken || p[taken - 1] == '\n'), "round %d: %zu", round, taken);
			CHECK(resolve_lines(&base, p, p + taken, &want) == lines, "round %d: %zu", round, lines);
			CHECK(iri_same(iri_contents(&out), iri_contents(&want)), "%s, %.*s", b.p, (int)taken, p);
			passed += lines;
			all += lines + 1;
			/* The next line was not processed. */
			const char *const eol = memchr(p + taken, '\n', left - taken);
			p = eol ? eol + 1 : end;
		}
	}
	CHECK(passed > all / 100, "%zu of %zu", passed, all);
	iri_buf_free(&out);
	iri_buf_free(&want);
}

void test_lines(void)
{
	check_lines();
	done("lines: skipped and changed lines are the same one by one");
	check_references();
	done("lines: resolved lines are the same one by one");
}
