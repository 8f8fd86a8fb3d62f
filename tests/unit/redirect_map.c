/* SPDX-License-Identifier: ISC */
/* Tables of moved links. tests/vectors/irised-map.tsv has the rules one by one. */
#include "unit.h"

#include "cmd/irised/redirect_map.h"
#include "lib/syntax/path.h"
#include "lib/syntax/schemes.h"

/* Adds a file with this text to the table, as redirect_map_read does. The file is standard input. */
static bool read_text(struct redirect_map *map, struct iri_str text, bool prefixes)
{
	struct messages m = {.tool = "unit", .quiet = true};
	struct lines l = {.messages = &m, .eol = '\n', .reject.fd = -1};

	set_stdin(text);
	const bool right = redirect_map_read(map, &l, "-", prefixes);
	CHECK(right == (m.status == 0), "the status is %d", m.status);
	return right;
}

/*
 * Whether redirect_map_find finds want, or nothing if want is NULL. Passes a copy of the link that ends with its
 * memory.
 */
static bool redirect_map_to(struct redirect_map *map, struct iri_str link, const char *want)
{
	const struct redirect found = redirect_map_find(map, exactly(link.p, link.n));

	return !found.failed && (found.to.p ? want && !found.kept && iri_is(found.to, want) : !want);
}

static void check_lines(char *const *cells)
{
	struct redirect_map *const map = redirect_map_new();

	CHECK(read_text(map, str(cells[0]), is_true(cells[1])) == is_true(cells[2]), "%s", cells[0]);
	redirect_map_free(map);
}

/* Each file adds to the table, also after a lookup. Of two lines with the same OLD, the first counts. */
static void test_files(void)
{
	static const char *const rows[][2] = {
		{"a", "4"}, {"b", "1"}, {"c", "3"}, {"d", "2"}, {"e", "8"}, {"a/x", "5/x"}, {"", NULL}, {"a\xFF", NULL},
	};
	struct redirect_map *const map = redirect_map_new();

	CHECK(redirect_map_to(map, str("a"), NULL), "no file");
	CHECK(read_text(map, str("b\t1\nd\t2\n"), false), "the first file");
	CHECK(redirect_map_to(map, str("b"), "1"), "b");
	CHECK(read_text(map, str("c\t3\na\t4\nd\t2\n"), false), "the second file");
	CHECK(read_text(map, str("a\t5\nb\t6\n"), true), "the third file");
	CHECK(!read_text(map, str("c\t7\ne\t8\n"), false), "the fourth file");
	for (size_t i = 0; i < COUNT(rows); i++)
		CHECK(redirect_map_to(map, str(rows[i][0]), rows[i][1]), "%s", rows[i][0]);
	redirect_map_free(map);
	done("moves: several files");
}

/* Whether s can be an OLD: it is valid and not empty. Then sets *ref. */
static bool can_be_old(struct iri_str s, struct iri_ref *ref)
{
	struct iri_error err;

	return s.n && iri_parse(s, IRI_REFERENCE | IRI_FORBID_BIDI, ref, &err) == IRI_OK;
}

/* Checks lookups in a table whose only OLD is this one, which has no fragment: laws for each OLD. */
static void check_laws(struct iri_str old, const struct iri_ref *ref, struct iri_normalizer *normalizer)
{
	struct redirect_map *const map = redirect_map_new();
	struct iri_buf text = {0};
	struct iri_str normal;
	struct iri_error err;

	iri_buf_putc(&text, '\n'); /* else a byte order mark would be that of the file */
	iri_buf_add(&text, old.p, old.n);
	iri_buf_add(&text, "\tN\n", 3);
	CHECK(read_text(map, iri_contents(&text), false), "%.*s", TEXT(old));
	CHECK(ref->query.p || read_text(map, iri_contents(&text), true), "%.*s", TEXT(old));
	CHECK(redirect_map_to(map, old, "N"), "%.*s", TEXT(old));
	CHECK(iri_normalize(normalizer, old, &normal, &err) == IRI_OK && redirect_map_to(map, normal, "N"), "%.*s",
	      TEXT(old));
	text.n = 0;
	iri_buf_add(&text, old.p, old.n);
	iri_buf_add(&text, "#%7e", 4);
	CHECK(redirect_map_to(map, iri_contents(&text), "N#%7e"), "%.*s", TEXT(old));
	/*
	 * By syntax, "file:" has no authority; "file:/x" has one (RFC 8089, appendix B). Telephone numbers have no
	 * parts.
	 */
	const bool phone = ref->scheme.p && iri_is_caseless(ref->scheme, "tel");
	if (!ref->query.p && !phone && !iri_dot_segment(ref->path.p, ref->path.p + ref->path.n) &&
	    (ref->path.n || ref->authority.p || !ref->scheme.p || !iri_is_caseless(ref->scheme, "file"))) {
		/* The rest begins with the slash of OLD, if that ends with one. */
		text.n = old.n - (ref->path.n && ref->path.p[ref->path.n - 1] == '/');
		iri_buf_add(&text, "/zzz/%7e?/.#/..", 15);
		CHECK(redirect_map_to(map, iri_contents(&text), "N/zzz/%7e?/.#/.."), "%.*s", TEXT(old));
	}
	iri_buf_free(&text);
	redirect_map_free(map);
}

static void test_laws(void)
{
	struct iri_normalizer *const normalizer = iri_normalizer_new(NULL);
	int n = 0;

	for (int i = 0; i < rounds / 10; i++) {
		char old[256];
		struct iri_ref ref;
		const size_t len = i % 2 ? put_hostile(old, sizeof old) : put_uri(old, sizeof old);
		if (!can_be_old((struct iri_str){old, len}, &ref) || ref.fragment.p)
			continue;
		check_laws(ref.text, &ref, normalizer);
		n++;
	}
	CHECK(n > rounds / 200, "only %d of the random links are valid", n);
	iri_normalizer_free(normalizer);
	done("moves: what is equivalent to OLD is found, and the rest keeps its bytes");
}

/* The time does not grow with the product of the number of keys and the number of segments of a link. */
static void test_many_segments(void)
{
	enum { LONGEST = 1000000 };
	struct redirect_map *const map = redirect_map_new();
	struct iri_buf text = {0}, link = {0};

	for (size_t i = 0; i < 1000; i++) {
		iri_buf_add(&text, "http://a/", 9);
		for (size_t k = 0; k < i; k++)
			iri_buf_putc(&text, '/');
		iri_buf_add(&text, "\tN\n", 3);
	}
	iri_buf_add(&link, "http://a/", 9);
	for (size_t i = 0; i < LONGEST; i++)
		iri_buf_putc(&link, '/');
	iri_buf_add(&text, link.p, link.n);
	iri_buf_add(&text, "/x\tM\n", 5);
	CHECK(read_text(map, iri_contents(&text), true), "the table");
	for (int i = 0; i < 10; i++) {
		const struct redirect found = redirect_map_find(map, iri_contents(&link));
		CHECK(!found.failed && found.to.n == LONGEST + 9 - (9 + 999) + 2, "%zu bytes", found.to.n);
	}
	iri_buf_free(&text);
	iri_buf_free(&link);
	redirect_map_free(map);
	done("moves: links of many segments");
}

void test_redirect_map(void)
{
	each_row("redirect-map.tsv", check_lines);
	done("moves: lines that are wrong");
	test_files();
	test_laws();
	test_many_segments();
}
