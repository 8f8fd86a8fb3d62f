/* SPDX-License-Identifier: ISC */
/* Many lines give the same results as one line. */
#include "unit.h"

#include "lib/base/str.h"
#include "lib/lint/checks.h"
#include "lib/ops/lines.h"
#include "lib/ops/resolve.h"

#include <stdio.h>

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
		/* of other scripts: letters, digits, a mark, jamo, joiners, selectors and look-alikes */
		"\xD7\x90", "\xD9\x83", "\xD9\xA3", "\xE0\xA5\xA9", "\xE0\xA4\x95", "\xE0\xA5\x8D", "\xE0\xB8\xB1",
		"\xE1\x84\x80", "\xE1\x85\xA1", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xEF\xB8\x8F", "\xEF\xBC\x8F",
		"\xEF\xBC\x88", "\xC2\xBD", "i\xCC\x87", "q\xCC\x81", "q\xCC\xB8",
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

static void check_references(void)
{
	static const char bases[][30 + IRI_PADDING] = {
		"http://a.example/b/c/d;p?q", "http://h", "http://h/", "a:b", "a:b/c", "a:/", "a:",
		"s://u@h:1?q", "a://h/%2e/b", "a:b/../c",
	};
	static char text[ROOM + IRI_PADDING];
	struct iri_resolver *const resolvers[] = {
		iri_resolver_new(NULL), iri_resolver_new(&(struct iri_resolve_options){.compat = true}),
	};
	struct iri_buf out = {0}, want = {0};
	struct iri_ref base, ref;
	struct iri_error err;
	size_t passed = 0, all = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str b = str(ANY_OF(bases));
		const size_t n = put_references(text, round);
		const bool compat = round % 2;
		iri_parse(b, IRI_REQUIRE_SCHEME, &base, &err);
		CHECK(iri_resolver_set_base(resolvers[compat], b, &err) == IRI_OK, "%s", b.p);
		struct iri_str rest = {exactly(text, n + IRI_PADDING).p, n}, invalid;
		for (size_t valid; (valid = iri_parse_lines(&rest, &ref, 1, &invalid)) || invalid.p; all++) {
			if (!valid)
				continue;
			passed++;
			iri_buf_free(&out); /* so that a sanitizer sees a write after the reserved bytes */
			want.n = 0;
			CHECK(iri_add_resolved(resolvers[compat], &ref, &out, &err) == IRI_OK, "%s", b.p);
			iri_parse(ref.text, IRI_REFERENCE | IRI_FORBID_BIDI, &ref, &err);
			iri_resolve_to(&base, &ref, compat, &want);
			CHECK(iri_same(iri_contents(&out), iri_contents(&want)), "%s, %.*s", b.p, TEXT(ref.text));
		}
	}
	CHECK(passed > all / 100, "%zu of %zu", passed, all);
	for (size_t i = 0; i < COUNT(resolvers); i++)
		iri_resolver_free(resolvers[i]);
	iri_buf_free(&out);
	iri_buf_free(&want);
}

/* References with other text before them: what stands there sets no flag, and the reference begins a segment. */
static void check_moves(void)
{
	static const char *const refs[] = {"b", "./b", "\xC3\xA9", "%41"}, *const fills[] = {"x", "%\xC3\xA9./"};
	const unsigned rest = 1u << IRI_PATH | 1u << IRI_QUERY | 1u << IRI_FRAGMENT;
	static char text[300 + IRI_PADDING];

	for (size_t i = 0; i < 200 * COUNT(refs) * COUNT(fills); i++) {
		const char *const r = refs[i % COUNT(refs)], *const fill = fills[i / COUNT(refs) % COUNT(fills)];
		const size_t start = put(text, "a\n") + i / (COUNT(refs) * COUNT(fills));
		for (size_t k = 2; k < start; k++)
			text[k] = fill[k % strlen(fill)];
		size_t end = start + put(text + start, r);
		text[end++] = '\n';
		const char *const p = exactly(text, end + IRI_PADDING).p;
		struct iri_lines in = iri_lines(p, p + end);
		struct iri_ref ref = {.mapped = 0};
		CHECK(iri_lines_next(&in, &ref) && ref.text.n == 1, "%zu: no first line", start);
		iri_lines_move(&in, p + start);
		CHECK(iri_lines_next(&in, &ref) && iri_is(ref.text, r), "%zu: not %s", start, r);
		CHECK(ref.dotted == (*r == '.' || *r == '%'), "%zu, %s: dotted %d", start, r, ref.dotted);
		CHECK(ref.mapped == ((unsigned char)*r >= 0x80 ? rest : 0), "%zu, %s: mapped %x", start, r, ref.mapped);
		CHECK(ref.encoded == (*r == '%' ? rest : 0), "%zu, %s: encoded %x", start, r, ref.encoded);
		iri_lines_move(&in, p + end);
		CHECK(!iri_lines_next(&in, &ref), "%zu, %s: not the end", start, r);
	}
}

/* Appends a line, and its newline, to b. */
static void put_line(struct iri_buf *b, struct iri_str line)
{
	iri_buf_add(b, line.p, line.n);
	iri_buf_putc(b, '\n');
}

/*
 * iri_parse_lines finds each line once, in order, and leaves out the invalid ones if it is told so: also if the text
 * comes in blocks that end within lines, and lines are longer than what it searches at once.
 */
static void check_blocks(bool leaves_out)
{
	static const size_t lengths[] = {0, 1, 63, 64, 8190, 8191, 8192, 8193, 20000};
	struct iri_buf all = {0}, text = {0}, got = {0}, want = {0};
	struct iri_str invalid;
	struct iri_ref refs[3];

	for (int i = 0; i < 400; i++) {
		const size_t start = all.n, length = rng() % 4 ? rng() % 40 : ANY_OF(lengths);
		const bool valid = !length || rng() % 3;
		memset(iri_buf_grow(&all, length + 1), 'a', length);
		all.n += length;
		if (!valid)
			all.p[start + rng() % length] = ' ';
		if (valid || !leaves_out)
			put_line(&want, iri_between(all.p + start, all.p + all.n));
		iri_buf_putc(&all, '\n');
	}
	for (size_t off = 0, block, n; off < all.n; off += block) {
		block = rng() % 10000;
		block = block < all.n - off ? block : all.n - off;
		iri_buf_grow(&text, block + IRI_PADDING);
		iri_buf_add(&text, all.p + off, block);
		memset(text.p + text.n, '\n', IRI_PADDING);
		struct iri_str lines = iri_contents(&text);
		do {
			invalid.p = NULL;
			n = iri_parse_lines(&lines, refs, COUNT(refs), leaves_out ? NULL : &invalid);
			for (size_t i = 0; i < n; i++)
				put_line(&got, refs[i].text);
			if (invalid.p)
				put_line(&got, invalid);
		} while (n || invalid.p);
		CHECK(!memchr(lines.p, '\n', lines.n), "a line is left");
		iri_buf_remove(&text, (size_t)(lines.p - text.p));
	}
	CHECK(!text.n, "%zu bytes are left", text.n);
	CHECK(iri_same(iri_contents(&got), iri_contents(&want)), "%zu bytes of %zu", got.n, want.n);
	iri_buf_free(&all);
	iri_buf_free(&text);
	iri_buf_free(&got);
	iri_buf_free(&want);
}

/* Whether iri_is_clean is true for this text; CHECKs that no check finds anything in it then. */
static bool is_clean(struct iri_linter *l, struct iri_linter *judge, const char *text)
{
	struct iri_findings found;
	struct iri_lint_line t;
	struct iri_ref ref;

	if (iri_parse(str(text), IRI_REFERENCE | IRI_FORBID_BIDI, &ref, NULL) != IRI_OK || !iri_is_clean(l, &ref))
		return false;
	iri_lint_parse(&t, judge, str(text));
	CHECK(iri_lint_check_all(&t, &found, NULL) == IRI_OK && !found.n, "%s: %s", text,
	      found.n ? found.p[0].rule->id : "");
	return true;
}

/* Pairs of characters of all kinds, in parts of all kinds, by each rule alone. */
static void check_clean(void)
{
	static const char *const chars[] = {
		"", "a", "1", ".", "/", "-", "\xC3\xA9", "\xC2\xBD", "\xD1\x80", "\xE8\xAA\x9E",
		"\xE3\x82\xAB", "\xEA\xB0\x80", "\xE1\x84\x80", "\xE1\x85\xA1", "\xE0\xA4\x95", "\xE0\xA5\x8D",
		"\xE0\xB8\xB1", "\xCC\x81", "\xCC\x87", "\xCC\xB8", "\xE2\x83\x9D", "\xD7\x90", "\xD6\xB8",
		"\xD9\x83", "\xD9\x8E", "\xD9\xA3", "\xDB\xB3", "\xE0\xA5\xA9", "\xEF\xBC\x93",
		"\xF0\x9D\x9F\x9B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xEF\xB8\x8F", "\xF0\x9F\x91\xA9",
		"\xEF\xBC\x8F", "\xEF\xBC\x88", "\xEF\xAC\x81", "\xE2\x81\x84", "\xCD\xBE", "\xEE\x80\x80",
		"\xF0\xA0\x80\x80",
	};
	/* Forms of a line with two characters, the first of which may come again. */
	static const char *const forms[] = {
		"http://h/%s%s", "http://h/a%s%s", "http://h/%s1%s", "http://h/1%s%s1", "http://h/?%s%s#%s",
		"http://h/%s/%s.c", "http://%s%s/", "http://%s.%s", "http://%s@%s",
	};
	const struct iri_rule *rule;
	size_t passed = 0, all = 0;
	char text[128];

	for (size_t i = 0; (rule = iri_rule_at(i)); i++) {
		const struct iri_lint_options only = {.rules = &rule, .n_rules = 1};
		struct iri_linter *const l = iri_linter_new(&only), *const judge = iri_linter_new(&only);
		for (size_t k = 0; k < COUNT(chars) * COUNT(chars) * COUNT(forms); k += stride, all++) {
			const size_t pair = k / COUNT(forms);
			const char *const one = chars[pair % COUNT(chars)], *const two = chars[pair / COUNT(chars)];
			snprintf(text, sizeof text, forms[k % COUNT(forms)], one, two, one);
			passed += is_clean(l, judge, text);
		}
		iri_linter_free(l);
		iri_linter_free(judge);
	}
	CHECK(passed > all / 3, "%zu of %zu", passed, all);
}

void test_lines(void)
{
	check_clean();
	done("lines: each rule alone finds nothing in clean lines");
	check_lines();
	done("lines: operations on parsed lines are those on their text");
	for (int round = 0; round < 20; round++)
		check_blocks(round % 2);
	done("lines: many lines in blocks, also long ones and invalid ones");
	check_moves();
	done("lines: references with other text before them");
	check_references();
	done("lines: resolved lines are the same one by one");
}
