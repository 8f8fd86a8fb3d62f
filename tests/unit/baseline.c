/* SPDX-License-Identifier: ISC */
/* Baselines. irilint.bats has the files that baseline_write makes, and the messages. */
#include "unit.h"

#include "cmd/irilint/baseline.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>

static struct messages messages;

static struct baseline *empty(void)
{
	struct baseline *const b = baseline_new(&messages);

	if (!b)
		abort();
	messages = (struct messages){.tool = "unit", .quiet = true};
	return b;
}

/* Adds a file with this text to the baseline. The file is standard input. Returns whether all its lines are right. */
static bool read_text(struct baseline *b, struct iri_str text)
{
	struct lines l = {.messages = &messages, .eol = '\0', .reject.fd = -1};

	set_stdin(text);
	messages.status = EXIT_WELL;
	CHECK(baseline_read(b, &l, "-", NULL), "cannot read");
	CHECK(l.eol == '\0', "the line end is another one");
	return messages.status == EXIT_WELL;
}

/* Checks that baseline_print prints this text. */
static void prints(const struct baseline *b, struct iri_str want)
{
	struct iri_buf out = {0};

	baseline_print(b, &out);
	CHECK(iri_same(iri_contents(&out), want), "want %.*s, got %.*s", TEXT(want), TEXT(iri_contents(&out)));
	iri_buf_free(&out);
}

/* Makes the document and the link the current ones. Passes a copy of the link that ends with its memory. */
static void begin(struct baseline *b, const char *document, struct iri_str link)
{
	baseline_begin_document(b, document);
	baseline_begin_link(b, link.n ? exactly(link.p, link.n) : link);
}

/* The form of fields, by the comment at the start of cmd/irilint/baseline.h. Rows are in the order of bytes. */
static void check_field(char *const *cells)
{
	struct baseline *const b = empty(), *const again = empty();
	const struct iri_rule *const rule = &iri_lint_rules[RULE_NOT_NFC];

	begin(b, cells[0], str(cells[1]));
	baseline_add(b, rule);
	baseline_add(b, rule);
	prints(b, str(cells[2]));
	CHECK(read_text(again, str(cells[2])), "%s", cells[2]);
	begin(again, cells[0], str(cells[1]));
	CHECK(baseline_has(again, rule), "%s", cells[2]);
	prints(again, str(cells[2]));
	baseline_free(again);
	baseline_free(b);
}

static void check_lines(char *const *cells)
{
	const struct iri_str link = str(cells[1] ? cells[1] : "b");
	struct baseline *const b = empty();

	CHECK(read_text(b, str(cells[0])) == is_true(cells[2]), "%s", cells[0]);
	begin(b, "a", link);
	CHECK(baseline_has(b, &iri_lint_rules[RULE_NOT_NFC]) == (cells[1] != NULL), "%s", cells[0]);
	CHECK(!baseline_has(b, &iri_lint_rules[RULE_RELATIVE]), "%s", cells[0]);
	begin(b, "b", link);
	CHECK(!baseline_has(b, &iri_lint_rules[RULE_NOT_NFC]), "%s", cells[0]);
	baseline_free(b);
}

/* Each file adds to the baseline, also after a lookup. Lines are sorted by bytes. */
static void test_files(void)
{
	struct baseline *const b = empty();
	const struct iri_rule *const rule = &iri_lint_rules[RULE_RELATIVE];

	begin(b, "a", str("x"));
	CHECK(!baseline_has(b, rule), "no file");
	CHECK(read_text(b, str("b\trelative\tx\na\trelative\t\xC3\xA9\na\trelative\txy\n")), "the first file");
	begin(b, "a", str("xy"));
	CHECK(baseline_has(b, rule), "the first file");
	CHECK(read_text(b, str("a\trelative\tx\na\tfragment\tz\na!\trelative\tx\na\trelative\txy\n")), "the second");
	begin(b, "a", str("x"));
	CHECK(baseline_has(b, rule), "the second file");
	CHECK(!baseline_has(b, &iri_lint_rules[RULE_FRAGMENT]), "another rule");
	begin(b, "b", str("x"));
	CHECK(baseline_has(b, rule), "the first file");
	/* The order of LC_ALL=C sort: of bytes, not signed, and a line comes after its prefixes. */
	prints(b, str("a\tfragment\tz\na\trelative\tx\na\trelative\txy\na\trelative\t\xC3\xA9\na!\trelative\tx\n"
	              "b\trelative\tx\n"));
	baseline_free(b);
	done("baseline: several files, and the order of lines");
}

/* For random documents, rules and links: what is added is read again, and nothing else is there. */
static void test_laws(void)
{
	for (int i = 0; i < rounds / 100; i++) {
		struct baseline *const b = empty(), *const again = empty();
		struct iri_buf out = {0};
		char documents[8][64], links[8][256];
		size_t n[8];
		unsigned rules[8];
		for (int k = 0; k < 8; k++) {
			documents[k][put_hostile(documents[k], sizeof *documents - 1)] = '\0';
			n[k] = put_hostile(links[k], sizeof *links);
			for (size_t j = 0; j < n[k]; j++) /* any bytes */
				links[k][j] = (char)(rng() % 4 ? links[k][j] : (char)rng());
			rules[k] = rng() % RULES;
			begin(b, documents[k], (struct iri_str){links[k], n[k]});
			baseline_add(b, &iri_lint_rules[rules[k]]);
		}
		baseline_print(b, &out);
		CHECK(read_text(again, iri_contents(&out)), "%.*s", TEXT(iri_contents(&out)));
		for (const char *p = out.p; p < out.p + out.n; p++)
			CHECK(*p == '\t' || *p == '\n' || (unsigned char)*p >= ' ', "%.*s",
			      TEXT(iri_contents(&out)));
		CHECK(iri_is_utf8(iri_contents(&out)), "%.*s", TEXT(iri_contents(&out)));
		for (int k = 0; k < 8; k++) {
			begin(again, documents[k], (struct iri_str){links[k], n[k]});
			CHECK(baseline_has(again, &iri_lint_rules[rules[k]]), "%.*s", TEXT(iri_contents(&out)));
			baseline_begin_link(again, str("no such link"));
			CHECK(!baseline_has(again, &iri_lint_rules[rules[k]]), "%.*s", TEXT(iri_contents(&out)));
		}
		prints(again, iri_contents(&out));
		iri_buf_free(&out);
		baseline_free(again);
		baseline_free(b);
	}
	done("baseline: what is added is read again, as UTF-8 without controls");
}

/* n links, and one more, long link with n findings, are added, written and read again. */
static void check_many(size_t n)
{
	const int many = (int)n;
	struct baseline *const b = empty();
	struct iri_buf link = {0};
	const struct iri_rule *const rule = &iri_lint_rules[RULE_PCT_CASE];
	char text[64];

	for (int i = 0; i < many; i++) {
		begin(b, i % 2 ? "a" : "b", (struct iri_str){text, (size_t)snprintf(text, sizeof text, "%d", i)});
		baseline_add(b, rule);
	}
	for (int i = 0; i < 10 * many; i++)
		iri_buf_putc(&link, "\\%\xFF"[i % 3]);
	begin(b, "a", iri_contents(&link));
	baseline_add(b, rule);
	for (int i = 0; i < many; i++)
		baseline_add(b, rule);
	struct iri_buf out = {0};
	baseline_print(b, &out);
	baseline_free(b);
	struct baseline *const again = empty();
	CHECK(read_text(again, iri_contents(&out)), "cannot be read");
	begin(again, "a", iri_contents(&link));
	for (int i = 0; i < many; i++)
		CHECK(baseline_has(again, rule), "the long link");
	for (int i = 0; i < 2 * many; i++) {
		begin(again, i % 2 ? "a" : "b", (struct iri_str){text, (size_t)snprintf(text, sizeof text, "%d", i)});
		CHECK(baseline_has(again, rule) == (i < many), "%d", i);
	}
	prints(again, iri_contents(&out));
	iri_buf_free(&out);
	iri_buf_free(&link);
	baseline_free(again);
}

static void test_many(void)
{
	CHECK_GROWTH(check_many, 25000 / stride);
	done("baseline: many entries, and a long link with many findings, in linear time");
}

void test_baseline(void)
{
	each_row("baseline-fields.tsv", check_field);
	done("baseline: fields");
	each_row("baseline-lines.tsv", check_lines);
	done("baseline: lines that are right and lines that are wrong");
	test_files();
	test_laws();
	test_many();
}
