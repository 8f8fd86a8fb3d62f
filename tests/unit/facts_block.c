/* SPDX-License-Identifier: ISC */
/*
 * What irishow prints about a link, from facts that no link may have. tests/vectors/irishow.txt and
 * tests/tools/irishow-runs.tsv have the blocks and objects of links.
 */
#include "unit.h"

#include "cmd/irishow/facts_block.h"
#include "cmd/irishow/display_units.h"
#include "cmd/irishow/facts_json.h"
#include "lib/lint/rules.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>

#define S(text) {text, sizeof(text) - 1}

static const struct layout_options no_terminal = {0};

static void prints(const struct layout_options *o, const struct facts *f, const char *want, size_t row)
{
	struct iri_buf out = {0};

	facts_block_print(o, f, &out);
	CHECK(iri_is(iri_contents(&out), want), "row %zu:\n%.*s# but not\n%s", row, TEXT(iri_contents(&out)), want);
	iri_buf_free(&out);
}

static const struct facts evil = {.kind = KIND_SITE, .goes_to = S("evil.example"), .link = S("https://evil.example")};

/* Values that need care, in the row "path" of a block: the rest of the block is the same. */
static void check_value(char *const *cells)
{
	const struct layout_options o = {.width = (size_t)atoi(cells[1]), .full = is_true(cells[2])};
	const struct facts facts = {.goes_to = S("a"), .path = str(cells[0]), .link = S("x:")};
	char want[1024];

	snprintf(want, sizeof want, "goes to:  a\npath:     %s\nlink:     x:\n", cells[3]);
	prints(&o, &facts, want, 0);
}

/* Warnings: errors first, each sentence once, three of a rule. A host is never cut. */
static void test_rows(void)
{
	static const char *const told[][2] = {
		{"bidi-control-encoded", "w1"}, {"bidi-control-encoded", "w2"}, {"bidi-control-encoded", "w1"},
		{"bidi-control-encoded", NULL}, {"userinfo-like-host", "e"}, {"bidi-control-encoded", "w3"},
		{"bidi-control-encoded", "w4"}, {"scheme-case", NULL},
	};
	struct facts_finding findings[COUNT(told)];
	const struct facts warned = {.goes_to = S("a.example"), .link = S("http://a.example"), .findings = findings,
	                             .n_findings = COUNT(told)};
	const struct facts cut = {
		.goes_to = S("xn--abcdefghijklmnopqrstuvwxyz.example"),
		.host = {.ascii = S("0123456789.0123456789.xn--abcdefghijklmnopqrstuvwxyz.example")}, .link = S("x:"),
	};

	for (size_t i = 0; i < COUNT(told); i++) {
		const struct iri_rule *const rule = iri_rule_find(str(told[i][0]));
		CHECK(rule, "there is no rule %s", told[i][0]);
		findings[i] = (struct facts_finding){.rule = rule, .severity = rule->severity, .where = IRI_HOST};
		if (told[i][1])
			findings[i].warning = str(told[i][1]);
	}
	prints(&no_terminal, &warned,
	       "goes to:  a.example\n"
	       "warning:  e [userinfo-like-host]\n"
	       "warning:  w1 [bidi-control-encoded]\n"
	       "warning:  w2 [bidi-control-encoded]\n"
	       "warning:  w3 [bidi-control-encoded]\n"
	       "also:     the word before the \":\" has capital letters [scheme-case]\n"
	       "link:     http://a.example\n", 0);
	prints(&(struct layout_options){.width = 20}, &cut,
	       "goes to:  xn--abcdef\n        | ghijklmnop\n        | qrstuvwxyz\n        | .example\n"
	       "host:     0123456789\n        | .012345678\n        | 9.xn--abcd\n        | efghijklmn\n"
	       "        | opqrstuvwx\n        | yz.example\n"
	       "link:     x:\n", 1);
	done("facts_block: warnings, and hosts that are too long");
}

/* Copies the output without what the function skips: its argument is the rest of the output. */
static void copy_without(struct iri_buf *to, const struct iri_buf *from, size_t (*skip)(const char *p))
{
	for (size_t i = 0, n; i < from->n; i += n ? n : 1) {
		n = skip(from->p + i);
		if (!n)
			iri_buf_putc(to, from->p[i]);
	}
	iri_buf_putc(to, '\0');
}

static size_t escape(const char *p)
{
	return *p == '\033' ? strcspn(p, "m") + 1 : 0;
}

static size_t space(const char *p)
{
	return *p == ' ' || *p == '\n' || *p == '|'; /* as in "        | " */
}

static void same_without(const struct iri_buf *a, const struct iri_buf *b, size_t (*skip)(const char *p))
{
	struct iri_buf left = {0}, right = {0};

	copy_without(&left, a, skip);
	copy_without(&right, b, skip);
	CHECK(iri_same(iri_contents(&left), iri_contents(&right)), "\n%.*s# and\n%.*s", TEXT(iri_contents(a)),
	      TEXT(iri_contents(b)));
	iri_buf_free(&left);
	iri_buf_free(&right);
}

/* Checks laws 1 and 3 for a block without colours. */
static void check_rows(const struct layout_options *o, const struct iri_buf *out)
{
	static const char *const labels[] = {
		"goes to:  ", "warning:  ", "reads:    ", "content:  ", "carries:  ", "host:     ", "user:     ",
		"password: ", "port:     ", "path:     ", "query:    ", "fragment: ", "also:     ", "link:     ",
		"          ", "        | ",
	};
	const char *p = out->p, *const end = p + out->n, *next;

	CHECK(iri_is_utf8(iri_contents(out)), "%.*s", TEXT(iri_contents(out)));
	for (; p < end; p = next) {
		const char *const eol = iri_find_byte(p, end, '\n');
		const size_t width = o->width < 20 ? 20 : o->width;
		const char *unit = p + 10;
		size_t columns = 0, label = 0;
		while (label < COUNT(labels) && strncmp(p, labels[label], 10) != 0)
			label++;
		CHECK(label < COUNT(labels), "%.*s", (int)(eol - p), p);
		for (const char *q = p; q < eol; q = next) {
			const uint32_t ch = iri_utf8_next(q, eol, &next);
			columns += ch < 0x80 ? 1 : 2;
			CHECK(!layout_names(ch), "U+%04X", (unsigned)ch);
			if (eol - q > 2 && !memcmp(q, "<U+", 3))
				CHECK((width < 80 && o->width) || memchr(q, '>', (size_t)(eol - q)), "%.*s",
				      (int)(eol - q), q);
		}
		while (unit < eol) {
			next = unit_end(unit, eol, true);
			CHECK(next == eol || !unit_is_rtl(iri_between(unit, next)), "%.*s", (int)(eol - p), p);
			unit = next;
		}
		CHECK(!o->width || columns <= width, "%zu: %.*s", columns, (int)(eol - p), p);
		CHECK(eol < end, "a row that does not end: %.*s", (int)(eol - p), p);
		next = eol + 1;
	}
}

/* Returns random text, which lives as long as the arena; sometimes absent, with text that looks like ours */
static struct iri_str random_text(struct arena *a)
{
	static const char *const ours[] = {"<U+", " <U+202E> ", "  ", "\nlink:     ", "\xD7\x90", "\xCC\x81",
	        "://a.b", "\033[7m"};
	char text[300];
	size_t n = rng() % 4 ? put_hostile(text, 200) : 0;

	if (rng() % 2)
		n += put(text + n, ANY_OF(ours));
	if (rng() % 2)
		n += put(text + n, ANY_OF(ours));
	return rng() % 8 ? arena_copy(a, (struct iri_str){text, n}) : (struct iri_str){NULL, 0};
}

/* Fills in facts at random. Texts that facts_find.c makes of ASCII are the same always. */
static struct facts *random_facts(struct arena *a, int depth)
{
	struct facts *const f = arena_take(a, sizeof *f);
	struct facts_label *const labels = arena_take(a, 3 * sizeof *labels);
	struct facts_parameter *const query = arena_take(a, 3 * sizeof *query);
	struct facts_embedded *const embedded = arena_take(a, 2 * sizeof *embedded);
	struct facts_finding *const findings = arena_take(a, 5 * sizeof *findings);
	struct facts_hidden *const hidden = arena_take(a, sizeof *hidden);
	struct iri_str *const segments = arena_take(a, 2 * sizeof *segments);
	const struct iri_str domain = S("a.example");

	*f = (struct facts){
		.kind = rng() % (KIND_INVALID + 1), .note = rng() % 2 ? "a note" : NULL,
		.link = iri_present(random_text(a)), .user = random_text(a), .password = random_text(a),
		.has_password = rng() % 2, .port = random_text(a), .path = random_text(a), .query = query,
		.fragment = random_text(a), .content_type = random_text(a), .content = random_text(a),
		.not_utf8 = rng() % 2, .embedded = embedded, .findings = findings, .hidden = hidden,
		.segments = segments,
		.host = {.ascii = random_text(a), .unicode = random_text(a), .labels = labels, .n_labels = rng() % 4},
	};
	/* One of the two is always there. */
	if (rng() % 2)
		f->goes_to = domain;
	else
		f->note = "a note";
	f->path_raw = f->path;
	f->has_query = rng() % 2;
	f->n_query = f->has_query ? rng() % 4 : 0;
	f->n_findings = rng() % 6;
	f->n_embedded = depth ? rng() % 3 : 0;
	f->n_hidden = rng() % 2;
	f->n_segments = rng() % 3;
	*hidden = (struct facts_hidden){.where = IRI_QUERY, .ch = 0x202E};
	for (size_t i = 0; i < f->host.n_labels; i++)
		labels[i] = (struct facts_label){.unicode = random_text(a), .scripts = S("Latin"),
		        .shown = rng() % 2};
	for (size_t i = 0; i < f->n_query; i++)
		query[i] = (struct facts_parameter){.name = random_text(a), .value = random_text(a),
		        .is_embedded = rng() % 2};
	for (size_t i = 0; i < f->n_segments; i++)
		segments[i] = random_text(a);
	for (size_t i = 0; i < f->n_embedded; i++)
		embedded[i] = (struct facts_embedded){"query", random_text(a), {IRI_ENCODING_BASE64}, rng() % 2,
		        random_facts(a, depth - 1), rng() % 2 ? "Google" : NULL};
	for (size_t i = 0; i < f->n_findings; i++) {
		const struct iri_rule *const rule = iri_rule_at(rng() % RULES);
		findings[i] = (struct facts_finding){.rule = rule, .severity = rule->severity,
		                                     .message = random_text(a), .warning = random_text(a)};
	}
	return f;
}

/* Laws 1, 3 and 4 for any bytes, at any width. In full, rows differ from those without a terminal only in spaces. */
static void test_laws(void)
{
	static const struct messages messages = {.tool = "unit"};
	struct arena arena = {.messages = &messages};

	for (int i = 0; i < rounds / 20; i++) {
		enum { PLAIN, COLOR, FULL, WHOLE, LEFT, RIGHT, JSON, TEXTS };
		const struct facts *const f = random_facts(&arena, 2);
		struct layout_options o = {.width = rng() % 120, .defang = rng() % 2};
		struct iri_buf b[TEXTS] = {{0}};
		facts_block_print(&o, f, &b[PLAIN]);
		check_rows(&o, &b[PLAIN]);
		o.color = true;
		facts_block_print(&o, f, &b[COLOR]);
		same_without(&b[PLAIN], &b[COLOR], escape);
		o.full = true;
		facts_block_print(&o, f, &b[FULL]);
		o.width = 0;
		facts_block_print(&o, f, &b[WHOLE]);
		copy_without(&b[LEFT], &b[FULL], escape);
		copy_without(&b[RIGHT], &b[WHOLE], escape);
		same_without(&b[LEFT], &b[RIGHT], space);
		facts_json(f, rng() % 2 ? "file" : NULL, rng() % 2, &b[JSON]);
		for (size_t k = 0; k < b[JSON].n; k++)
			CHECK(b[JSON].p[k] >= ' ' && b[JSON].p[k] < 0x7F, "%.*s", TEXT(iri_contents(&b[JSON])));
		for (size_t k = 0; k < TEXTS; k++)
			iri_buf_free(&b[k]);
		arena_clear(&arena);
	}
	done("facts_block: laws, for any text at any width");
}

/* The sample that print_long_text prints */
static size_t sample;
static const char *const samples[] = {
	"a", " ", "a ", "<U+", "\xD7\x90.", "\xD7\x90", "\xE1\x85\xA0", "a\xCC\x81", "a.", "a:", "\xE2\x80\x8B", "://",
	"@", "\xFF",
};

/* Prints a block in which the sample comes n times, in each way. */
static void print_long_text(size_t n)
{
	static const struct layout_options ways[] = {
		{0}, {.width = 80}, {.width = 80, .full = true, .defang = true, .color = true},
	};
	struct iri_buf text = {0}, out = {0};

	for (size_t k = 0; k < n; k++)
		iri_buf_add(&text, samples[sample], strlen(samples[sample]));
	const struct iri_str s = iri_contents(&text);
	const struct facts_label label = {.unicode = s};
	const struct facts_finding finding = {.rule = iri_rule_at(0), .warning = s};
	const struct facts f = {
		.path = s, .link = s, .host = {.labels = &label, .n_labels = 1}, .findings = &finding, .n_findings = 1,
	};
	for (size_t i = 0; i < COUNT(ways); i++) {
		out.n = 0;
		facts_block_print(&ways[i], &f, &out);
		CHECK(out.n > 100 && !out.failed, "way %zu, sample %zu", i, sample);
	}
	iri_buf_free(&text);
	iri_buf_free(&out);
}

/* Prints a block of n findings and n links in the link. */
static void print_many(size_t n)
{
	struct facts_finding *const findings = calloc(n, sizeof *findings);
	struct facts_embedded *const embedded = calloc(n, sizeof *embedded);
	struct facts f =
	        {.link = S("x:"), .findings = findings, .n_findings = n, .embedded = embedded, .n_embedded = n};
	struct iri_buf out = {0};

	if (!findings || !embedded)
		abort();
	for (size_t i = 0; i < n; i++) {
		findings[i] = (struct facts_finding){.rule = iri_rule_at(0), .warning = {&"0123456789"[i % 10], 1}};
		embedded[i] = (struct facts_embedded){.where = "path", .link = &evil};
	}
	facts_block_print(&no_terminal, &f, &out);
	CHECK(out.n > n && !out.failed, "%zu", out.n);
	iri_buf_free(&out);
	free(findings);
	free(embedded);
}

static void test_many(void)
{
	for (sample = 0; sample < COUNT(samples); sample++)
		CHECK_GROWTH(print_long_text, 5000 / stride);
	CHECK_GROWTH(print_many, 25000 / stride);
	done("facts_block: long texts, and many findings and links, in linear time");
}

void test_facts_block(void)
{
	each_row("facts-block.tsv", check_value);
	done("facts_block: values that could mislead, and long ones");
	test_rows();
	test_laws();
	test_many();
}
