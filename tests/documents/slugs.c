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

static void test_dialects(void)
{
	static const struct {
		enum slug_dialect dialect;
		const char *heading, *slug;
	} rows[] = {
		{SLUG_GITHUB, "Hello World", "hello-world"},
		{SLUG_GITHUB, "A & B", "a--b"},
		{SLUG_GITHUB, " a ", "-a-"},
		{SLUG_GITHUB, "snake_case -x", "snake_case--x"},
		{SLUG_GITHUB, "\xF0\x9F\x9B\xA0\xEF\xB8\x8F Go", "\xEF\xB8\x8F-go"},     /* U+FE0F is a mark */
		{SLUG_GITHUB, "a\xE2\x80\x8D" "b", "ab"},                                 /* U+200D is none */
		{SLUG_GITHUB, "\xE2\x85\xA7 \xC2\xBD \xE2\x92\xB6", "\xE2\x85\xB7--\xE2\x93\x90"}, /* Nl, No, circled */
		{SLUG_GITHUB, "\xC4\xB0", "i\xCC\x87"},                                   /* U+0130 */
		{SLUG_GITHUB, "\xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3 \xCE\xA3", "\xCE\xBF\xCE\xB4\xCE\xBF\xCF\x82-\xCF\x83"},
		{SLUG_GITHUB, "\xCE\x91\xCE\xA3'\xCE\x91", "\xCE\xB1\xCF\x83\xCE\xB1"}, /* no final sigma before ' */
		{SLUG_GITHUB, "a\tb\xFF" "c", "abc"},
		{SLUG_GITHUB, "", ""},
		{SLUG_GITLAB, "Step 01 - Do this", "step-01-do-this"},
		{SLUG_GITLAB, " a & b ", "a-b"},
		{SLUG_GITLAB, "2024", "anchor-2024"},
		{SLUG_GITLAB, "1.2", "anchor-12"},
		{SLUG_GITLAB, "1 2", "1-2"},
		{SLUG_KRAMDOWN, "3. Big: \xC3\x84pfel & B-c_d", "big-pfel--b-cd"},
		{SLUG_KRAMDOWN, "42", "section"},
		{SLUG_MDBOOK, " A & B_c ", "a--b_c"},
		{SLUG_MDBOOK, "\xC2\xBD", "\xC2\xBD"},                                    /* No is numeric */
		{SLUG_MDBOOK, "e\xCC\x81\xE0\xA4\xBF", "e\xE0\xA4\xBF"}, /* U+0301 is no letter, U+093F is */
		{SLUG_MKDOCS, "A & B", "a-b"},
		{SLUG_MKDOCS, "  \xC3\x84 - b_c  -", "a-b_c-"},
		{SLUG_MKDOCS, "\xD0\x9F", ""},
		{SLUG_PYMDOWNX, "A & B", "a--b"},
		{SLUG_PYMDOWNX, "  \xC3\x84 - b_c  -", "\xC3\xA4---b_c---"},
		{SLUG_PYMDOWNX, "A\xCC\x88 \xC2\xBD \xC2\xA0x", "\xC3\xA4-\xC2\xBD-x"}, /* NFC; U+00A0 is no " " */
		{SLUG_PYMDOWNX, "\xD0\x9F \xE0\xA4\x95\xE0\xA4\xBF", "\xD0\xBF-\xE0\xA4\x95"}, /* U+093F is not \w */
		{SLUG_VITEPRESS, "C & D", "c-d"},
		{SLUG_VITEPRESS, "1. \xC3\x84 (x)", "_1-a-x"},
		{SLUG_VITEPRESS, "\xE4\xB8\xAD\xE6\x96\x87 B", "\xE4\xB8\xAD\xE6\x96\x87-b"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct iri_str s = slug(rows[i].dialect, str(rows[i].heading));
		CHECK(iri_is(s, rows[i].slug), "%s: %.*s, not %s", rows[i].heading, TEXT(s), rows[i].slug);
	}
	done("slugs: dialects");
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

static void test_repeats(void)
{
	static const struct {
		enum slug_dialect dialect;
		const char *headings, *anchors;
	} rows[] = {
		{SLUG_GITHUB, "A|A|A", "a|a-1|a-2"},
		{SLUG_GITHUB, "A|A-1|A", "a|a-1|a-2"}, /* github-slugger: a-1 is taken */
		{SLUG_GITHUB, "A|A|A-1|A-1", "a|a-1|a-1-1|a-1-2"},
		{SLUG_GITHUB, "||", "|-1|-2"},
		{SLUG_MKDOCS, "A|A|A", "a|a_1|a_2"},
		{SLUG_MKDOCS, "A|A|A_1|A_1|A|A_7|A_7", "a|a_1|a_2|a_3|a_4|a_7|a_8"}, /* toc.py: unique */
		{SLUG_MKDOCS, "\xD0\x9F|\xD0\x9F", "_1|_2"},
		{SLUG_PYMDOWNX, "A|A|?|A_1", "a|a_1|_1|a_2"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		iri_buf_clear(&got);
		add_anchors(rows[i].dialect, rows[i].headings, &got);
		CHECK(iri_is(iri_contents(&got), rows[i].anchors), "%s: %.*s", rows[i].headings,
		      TEXT(iri_contents(&got)));
	}
	done("slugs: repeated headings");
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
	test_dialects();
	test_code_points();
	test_repeats();
	test_kept();
	test_different();
	CHECK_GROWTH(make_anchors, 5000 / stride);
	done("slugs: linear time");
	iri_buf_free(&got);
}
