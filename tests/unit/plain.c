/* SPDX-License-Identifier: ISC */
/* lib/plain.c: many lines at once */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

/* Lines that are plain, nearly so, and not at all. */
static size_t some_lines(char *text, size_t room)
{
	static const char *const starts[] = {"http://",  "https://", "file://", "file:///", "http:/", "ftp://h/", "HTTP://", "",
	                                     "http://h", "httpx://", "//",      "a:",       "https://www.example.org/", "http://\xC3\xBC.example/", "http://\xE8\xAA\x9E.\xC3\xA9"};
	static const char *const pieces[] = {"abc", "d.e", "/", ".", "..", "/./", "/../", "?", "#", "%41", "%c3", "%2E", "%", ":", "@", "[", "A",
	                                     "xn--", "-", "localhost", "\xC3\xA9", "\xE8\xAA\x9E", "\xE2\x80\x93", "\xE2\x80\xAE",
	                                     "\xF0\x9F\x98\x80", "\xEE\x80\x80", "\xCC\x81", "\xFF", " ", "%C3%A9", "%e8%AA%9e", "%CC%81", "%E2%80%8D", "%D8%9C", "%E2%81%84", "%7e", "%2f", "\r", "\\", "_~!$&'()*+,;="};
	size_t n = 0;

	while (n + 300 < room && rng() % 10) {
		const char *start = starts[rng() % 3 ? rng() % 2 : rng() % (sizeof starts / sizeof *starts)];
		memcpy(text + n, start, strlen(start));
		n += strlen(start);
		for (size_t k = rng() % 30; k && n + 100 < room; k--) {
			const char *piece = pieces[rng() % 4 ? rng() % 3 : rng() % (sizeof pieces / sizeof *pieces)];
			memcpy(text + n, piece, strlen(piece));
			n += strlen(piece);
		}
		text[n++] = '\n';
	}
	/* Perhaps a line that has no end yet. */
	if (n && rng() % 2)
		n -= 1 + rng() % 3 % n;
	return n;
}

static void test_lines(void)
{
	static char made[4096];
	size_t passed[KINDS_OF_LINES] = {0}, lines, all = 0;

	for (int round = 0; round < rounds / 10; round++) {
		/* Exactly so much memory as there has to be, and behind the text what would go on with it. */
		static const char *const paddings[] = {"a/.%#\xC3\n", "%2F", "%C3%A9", "\xC3\xA9", "\xE8\xAA\x9E", "A", "."};
		const char *padding = paddings[rng() % (sizeof paddings / sizeof *paddings)];
		const size_t n = some_lines(made, sizeof made), phase = rng() % 6;
		char *const text = malloc(n + IRI_PADDING);
		if (!text)
			abort();
		memcpy(text, made, n);
		for (size_t i = 0; i < IRI_PADDING; i++)
			text[n + i] = padding[(i + phase) % strlen(padding)];
		for (int kind = 0; kind < KINDS_OF_LINES; kind++) {
			passed[kind] += laws_of_plain_lines((enum law_lines)kind, (struct iri_str){text, n}, &lines);
			all += lines;
		}
		free(text);
	}
	for (int kind = 0; kind < KINDS_OF_LINES; kind++)
		CHECK(passed[kind] > all / 200, "kind %d: %zu of %zu", kind, passed[kind], all);
	done("plain: lines that are passed or mapped at once are those that the whole way leaves or maps so");
}

static void test_references(void)
{
	static const char *const bases[] = {"http://a.example/b/c/d;p?q", "http://h", "http://h/", "a:b", "a:b/c", "a:/", "a:", "s://u@h:1?q",
	                                    "a://h/%2e/b", "a:b/../c"};
	static char made[4096];
	struct iri_buf out = {0}, want = {0};
	struct iri_ref base, ref;
	struct iri_error err;
	size_t lines, passed = 0, all = 0;

	for (int round = 0; round < rounds; round++) {
		const char *b = bases[rng() % (sizeof bases / sizeof *bases)];
		const size_t n = some_lines(made, sizeof made);
		char *const text = malloc(n + IRI_PADDING);
		if (!text)
			abort();
		memcpy(text, made, n);
		for (size_t i = 0; i < IRI_PADDING; i++)
			text[n + i] = round % 3 ? "../"[i % 3] : "a/.%A\xC3"[rng() % 6];
		/* Many references begin with dot segments. */
		for (size_t i = 0; round % 5 == 0 && i + 3 < n; i++)
			if ((!i || text[i - 1] == '\n' || (i > 1 && text[i - 1] == '/' && text[i - 2] == '.')) && rng() % 2)
				memcpy(text + i, rng() % 2 ? "../" : "./.", 3);
		/* Half of them without what would make an authority */
		for (size_t i = 0; round % 2 && i < n; i++)
			if (text[i] == ':')
				text[i] = "/a"[rng() % 2];
		iri_parse((struct iri_str){b, strlen(b)}, IRI_WITH_SCHEME, &base, &err);
		for (const char *p = text, *end = p + n; p < end;) {
			out.n = want.n = 0;
			const size_t done = iri_resolve_plain(&base, p, end, &out, &lines);
			CHECK(done <= (size_t)(end - p) && (!done || p[done - 1] == '\n'), "round %d: %zu", round, done);
			size_t found = 0;
			for (const char *line = p; line < p + done; found++) {
				const char *eol = memchr(line, '\n', (size_t)(p + done - line));
				CHECK(iri_parse((struct iri_str){line, (size_t)(eol - line)}, IRI_REFERENCE | IRI_NO_BIDI, &ref, &err) == IRI_OK &&
				              iri_resolve(&base, &ref, false, &want) == IRI_OK,
				      "round %d: %.*s", round, (int)(eol - line), line);
				iri_buf_putc(&want, '\n');
				line = eol + 1;
			}
			CHECK(found == lines && out.n == want.n && (!out.n || !memcmp(out.p, want.p, out.n)), "round %d, against %s: %.*s", round, b, (int)done, p);
			passed += lines;
			all += lines + 1;
			const char *eol = memchr(p + done, '\n', (size_t)(end - p) - done);
			p = eol ? eol + 1 : end;
		}
		free(text);
	}
	CHECK(passed > all / 100, "%zu of %zu", passed, all);
	iri_buf_free(&out);
	iri_buf_free(&want);
	done("plain: references that are resolved at once are as the whole way resolves them");
}

void test_plain(void)
{
	test_lines();
	test_references();
}
