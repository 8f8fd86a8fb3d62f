/* SPDX-License-Identifier: ISC */
/* Slugs of headings. Sources are the code of each software; its name and function stand in cmd/tree/slugs.c. */
#include "tests/unit/unit.h"

#include "cmd/tree/slugs.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

static struct iri_buf got;

static struct iri_str slug(enum slug_dialect dialect, struct iri_str heading)
{
	iri_buf_clear(&got);
	slug_add(dialect, heading, &got);
	return iri_contents(&got);
}

/*
 * The closed form for GitHub, for each code point: letters, marks, digits, letter numbers and connectors stay, and so
 * do the other characters that are Alphabetic. For Unicode 13, it equals the table of github-slugger 2.
 */
static bool is_kept(uint32_t ch)
{
	static const uint32_t others[][2] = {
		{0x24B6, 0x24E9}, {0x1F130, 0x1F149}, {0x1F150, 0x1F169}, {0x1F170, 0x1F189},
	};

	for (size_t i = 0; i < COUNT(others); i++)
		if (ch >= others[i][0] && ch <= others[i][1])
			return true;
	switch (iri_property(ch)->category) {
	case UTF8PROC_CATEGORY_LU: case UTF8PROC_CATEGORY_LL: case UTF8PROC_CATEGORY_LT:
	case UTF8PROC_CATEGORY_LM: case UTF8PROC_CATEGORY_LO: case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC: case UTF8PROC_CATEGORY_ME: case UTF8PROC_CATEGORY_ND:
	case UTF8PROC_CATEGORY_NL: case UTF8PROC_CATEGORY_PC: return true;
	default: return ch == '-';
	}
}

static void test_code_points(void)
{
	for (uint32_t ch = 1; ch < 0x110000; ch += stride) {
		char text[16], want[16];
		size_t n = 0;
		/* The table can be of a newer version of Unicode than utf8proc. */
		if ((ch >= 0xD800 && ch < 0xE000) || ch == 0x130 || iri_property(ch)->category == UTF8PROC_CATEGORY_CN)
			continue;
		text[n++] = 'A';
		n += iri_utf8_encode(ch, text + n);
		text[n++] = 'B';
		const uint32_t lower = ch == 0x3A3 ? 0x3C3 : (uint32_t)utf8proc_tolower((utf8proc_int32_t)ch);
		size_t m = 0;
		want[m++] = 'a';
		if (ch == ' ')
			want[m++] = '-';
		else if (is_kept(lower))
			m += iri_utf8_encode(lower, want + m);
		want[m++] = 'b';
		const struct iri_str s = slug(SLUG_GITHUB, (struct iri_str){text, n});
		CHECK(s.n == m && !memcmp(s.p, want, m), "U+%04X: %.*s", (unsigned)ch, TEXT(s));
	}
	done("slugs: the closed form for all code points");
}

/* Appends the anchors of headings, which are separated by "|", with "|" between them. */
static void add_anchors(enum slug_dialect dialect, const char *headings, struct iri_buf *out)
{
	struct slugs slugs = {.dialect = dialect};

	for (;; headings++) {
		const size_t n = strcspn(headings, "|");
		slugs_next(&slugs, (struct iri_str){headings, n}, out);
		headings += n;
		if (!*headings)
			break;
		iri_buf_putc(out, '|');
	}
	slugs_free(&slugs);
}

static void check_row(char *const *cells)
{
	static const char *const words[SLUG_DIALECTS] = {"github", "gitlab", "hexo", "kramdown", "mdbook", "mkdocs",
	                                                 "pymdownx", "vitepress", "docutils",
	                                                 "docsify"};
	const enum slug_dialect dialect = (enum slug_dialect)word_of(cells[0], words, SLUG_DIALECTS);

	if (!strchr(cells[1], '|')) {
		slug(dialect, str(cells[1]));
	} else {
		iri_buf_clear(&got);
		add_anchors(dialect, cells[1], &got);
	}
	CHECK(iri_is(iri_contents(&got), cells[2]), "%s: %.*s, not %s", cells[1], TEXT(iri_contents(&got)), cells[2]);
}

/* For ASCII: tr A-Z a-z | tr -cd 'a-z0-9_ -' | tr ' ' - */
static size_t put_ascii(char *to, struct iri_str heading)
{
	size_t n = 0;

	for (size_t i = 0; i < heading.n; i++) {
		const char c = heading.p[i];
		if (c >= 'A' && c <= 'Z')
			to[n++] = (char)(c - 'A' + 'a');
		else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == ' ')
			to[n++] = c == ' ' ? '-' : c;
	}
	return n;
}

/* Laws of GitHub's slugs: they have only characters that are kept, and the formula above makes those of ASCII. */
static void test_kept(void)
{
	char text[64], want[sizeof text];
	const char *next;

	rng_start();
	for (int i = 0; i < rounds; i++) {
		size_t n = put_hostile(text, sizeof text);
		const struct iri_str any = slug(SLUG_GITHUB, exactly(text, n));
		for (const char *p = any.p; p < any.p + any.n; p = next) {
			const uint32_t ch = iri_utf8_next(p, any.p + any.n, &next);
			CHECK(is_kept(ch), "U+%04X is in %.*s", (unsigned)ch, TEXT(any));
		}
		for (n = 0; n < rng() % sizeof text; n++)
			text[n] = (char)(rng() % 0x80);
		const struct iri_str heading = exactly(text, n), s = slug(SLUG_GITHUB, heading);
		const size_t len = put_ascii(want, heading);
		CHECK(s.n == len && (!len || !memcmp(s.p, want, len)), "%.*s, not %.*s", TEXT(s), (int)len, want);
	}
	done("slugs: only what is kept; those of ASCII by a formula");
}

/* Law: no two headings of a document get the same anchor, whatever numbers they have. */
static void test_different(void)
{
	enum { HEADINGS = 20 };
	static const char *const parts[] = {"a", "A", "-", "-1", "-2", "_1", " ", "1", "."};
	struct iri_buf anchors[HEADINGS] = {{0}};
	char heading[16];

	rng_start();
	for (int round = 0; round < rounds / 10; round++) {
		struct slugs slugs = {.dialect = SLUG_GITHUB};
		for (size_t i = 0; i < HEADINGS; i++) {
			size_t n = 0;
			for (unsigned k = rng() % 4; k--;)
				n += put(heading + n, ANY_OF(parts));
			iri_buf_clear(&anchors[i]);
			slugs_next(&slugs, (struct iri_str){heading, n}, &anchors[i]);
			for (size_t k = 0; k < i; k++)
				CHECK(!iri_same(iri_contents(&anchors[i]), iri_contents(&anchors[k])),
				      "twice: %.*s", TEXT(iri_contents(&anchors[i])));
		}
		slugs_free(&slugs);
	}
	for (size_t i = 0; i < HEADINGS; i++)
		iri_buf_free(&anchors[i]);
	done("slugs: all anchors of a document differ");
}

/* Makes n anchors: of equal headings, and of headings that the numbers of others have taken. */
static void make_anchors(size_t n)
{
	for (enum slug_dialect dialect = SLUG_GITHUB; dialect < SLUG_DIALECTS; dialect++) {
		struct slugs slugs = {.dialect = dialect};
		char heading[32];
		for (size_t i = 0; i < n; i++) {
			const int len = snprintf(heading, sizeof heading, "A%c%zu", i & 1 ? '_' : '-', i % (n / 2));
			iri_buf_clear(&got);
			slugs_next(&slugs, (struct iri_str){heading, i % 3 ? (size_t)len : 1}, &got);
		}
		slugs_free(&slugs);
	}
}

void test_slugs(void)
{
	each_row("slugs.tsv", check_row);
	done("slugs: dialects, and repeated headings");
	test_code_points();
	test_kept();
	test_different();
	CHECK_GROWTH(make_anchors, 5000 / stride);
	done("slugs: linear time");
	iri_buf_free(&got);
}
