/* SPDX-License-Identifier: ISC */
/* What irishow prints about a link, from facts that are filled in by hand: as a block, and as JSON. */
#include "unit.h"

#include "cmd/irishow/block.h"
#include "cmd/irishow/display_units.h"
#include "cmd/irishow/facts_json.h"
#include "lib/lint/rules.h"
#include "lib/unicode/display.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>

#define S(text) {text, sizeof(text) - 1}
#define LIST(type, ...) (const type[]){__VA_ARGS__}

static const struct layout_options terminal = {.width = 80}, no_terminal = {0};

/* A rule, and its sentence or NULL */
struct told {
	const char *rule, *warning;
};

enum { TOLD_MAX = 10 };

static void set_findings(struct facts *f, struct facts_finding *findings, const struct told *told)
{
	for (f->n_findings = 0; f->n_findings < TOLD_MAX && told[f->n_findings].rule; f->n_findings++) {
		const struct told *const t = &told[f->n_findings];
		const struct iri_rule *rule = iri_rule_find(str(t->rule));
		CHECK(rule, "there is no rule %s", t->rule);
		rule = rule ? rule : iri_rule_at(0);
		findings[f->n_findings] = (struct facts_finding){
			.rule = rule,
			.severity = rule->severity,
			.where = IRI_HOST,
			.column = 8,
			.message = str("a message"),
			.warning = t->warning ? str(t->warning) : (struct iri_str){NULL, 0},
		};
	}
	f->findings = findings;
}

static void prints(const struct layout_options *o, const struct facts *f, const char *want, size_t row)
{
	struct iri_buf out = {0};

	block_print(o, f, &out);
	CHECK(iri_is(iri_contents(&out), want), "row %zu:\n%.*s# but not\n%s", row, TEXT(iri_contents(&out)), want);
	iri_buf_free(&out);
}

static const struct facts evil = {.kind = KIND_SITE, .goes_to = S("evil.example"), .link = S("https://evil.example")};
static const struct facts login = {
	.kind = KIND_SITE,
	.goes_to = S("evil.example"),
	.link = S("https://login.evil.example/x?a=1"),
};

/* The blocks of the specification, as far as they are whole there */
static void test_blocks(void)
{
	const struct {
		struct facts facts;
		struct told told[TOLD_MAX];
		const char *want;
	} rows[] = {
		{{.kind = KIND_ADDRESS, .goes_to = S("192.0.2.7"), .note = "an address, not a name",
		  .not = S("paypal.com"), .user = S("paypal.com"), .host = {.ascii = S("192.0.2.7")},
		  .path = S("/login"), .link = S("http://paypal.com@192.0.2.7/login")},
		 {{"userinfo-like-host", "\"paypal.com\" is a user name here, not the site"}},
		 "goes to:  192.0.2.7 (an address, not a name) -- NOT paypal.com\n"
		 "warning:  \"paypal.com\" is a user name here, not the site [userinfo-like-host]\n"
		 "path:     /login\n"
		 "link:     http://paypal.com@192.0.2.7/login\n"},
		{{.kind = KIND_SITE, .goes_to = S("xn--80ak6aa92e.com"),
		  .host = {.ascii = S("xn--80ak6aa92e.com"), .n_labels = 2,
		           .labels = LIST(struct facts_label,
		                          {S("xn--80ak6aa92e"), S("аррӏе"), S("Cyrillic"), false},
		                          {S("com"), {NULL, 0}, S("Latin"), true})},
		  .path = S("/"), .link = S("http://xn--80ak6aa92e.com/")},
		 {{"whole-script-confusable",
		   "\"xn--80ak6aa92e\" is Cyrillic; all its letters look like Latin ones"}},
		 "goes to:  xn--80ak6aa92e.com\n"
		 "warning:  \"xn--80ak6aa92e\" is Cyrillic; all its letters look like Latin ones\n"
		 "        | [whole-script-confusable]\n"
		 "reads:    аррӏе = а U+0430, р U+0440, р U+0440, ӏ U+04CF, е U+0435\n"
		 "        | (Cyrillic)\n"
		 "link:     http://xn--80ak6aa92e.com/\n"},
		{{.kind = KIND_SITE, .goes_to = S("example.com"), .host = {.ascii = S("example.com")},
		  .path = S("/files/\xE2\x80\xAE" "fdp.exe"), .link = S("http://example.com/files/%E2%80%AEfdp.exe")},
		 {{"bidi-control-encoded", "a hidden character reverses the text behind it: this name ends in "
		                           "\".exe\", and shows as ending in \".pdf\""}},
		 "goes to:  example.com\n"
		 "warning:  a hidden character reverses the text behind it: this name ends in\n"
		 "        | \".exe\", and shows as ending in \".pdf\" [bidi-control-encoded]\n"
		 "path:     /files/<U+202E RIGHT-TO-LEFT OVERRIDE>fdp.exe\n"
		 "link:     http://example.com/files/%E2%80%AEfdp.exe\n"},
		{{.kind = KIND_SITE, .goes_to = S("search.example"), .host = {.ascii = S("www.search.example")},
		  .path = S("/url"), .has_query = true, .n_query = 2,
		  .query = LIST(struct facts_parameter,
		                {S("q=https%3A%2F%2Flogin.evil.example%2Fx%3Fa%3D1"), S("q"),
		                 S("https%3A%2F%2Flogin.evil.example%2Fx%3Fa%3D1"), true},
		                {S("sa=D"), S("sa"), S("D"), false}),
		  .n_embedded = 1, .embedded = LIST(struct facts_embedded, {"query", S("q"), {IRI_ENCODING_PERCENT}, 1,
		  &login}),
		  .link = S("https://www.search.example/url?q=https%3A%2F%2Flogin.evil.example%2Fx%3Fa%3D1&sa=D")},
		 {{0}},
		 "goes to:  search.example -- carries a link to evil.example\n"
		 "carries:  https://login.evil.example/x?a=1 (in query \"q\")\n"
		 "host:     www.search.example\n"
		 "path:     /url\n"
		 "query:    q = (the link above)\n"
		 "          sa = D\n"
		 "link:     https://www.search.example/url?q=https%3A%2F%2Flogin.evil.example%2Fx%\n"
		 "        | 3Fa%3D1&sa=D\n"},
		{{.kind = KIND_SITE, .goes_to = S("example.com"), .not = S("example.co.uk"),
		  .host = {.ascii = S("www.example.co.uk.evil.example.com")}, .path = S("/"),
		  .link = S("http://www.example.co.uk.evil.example.com/")},
		 {{"domain-in-subdomain",
		   "\"example.co.uk\" is only a part of the name in front of example.com"}},
		 "goes to:  example.com -- NOT example.co.uk\n"
		 "warning:  \"example.co.uk\" is only a part of the name in front of example.com\n"
		 "        | [domain-in-subdomain]\n"
		 "host:     www.example.co.uk.evil.example.com\n"
		 "link:     http://www.example.co.uk.evil.example.com/\n"},
		{{.kind = KIND_LOCAL, .goes_to = S("192.168.0.1"), .note = "an address in your own network",
		  .host = {.ascii = S("3232235521"), .type = "name", .normal = S("192.168.0.1")}, .path = S("/"),
		  .link = S("http://3232235521/")},
		 {{"host-is-number", "\"3232235521\" is another way to write 192.168.0.1"}},
		 "goes to:  192.168.0.1 (an address in your own network)\n"
		 "warning:  \"3232235521\" is another way to write 192.168.0.1 [host-is-number]\n"
		 "link:     http://3232235521/\n"},
		{{.kind = KIND_CONTENT, .note = "no site: it contains a page", .content_type = S("text/html"),
		  .content_bytes = 61, .content = S("<html><script>location=\"https://evil.example\"</script></"
		  "html>"),
		  .n_embedded = 1, .embedded = LIST(struct facts_embedded, {"content", {NULL, 0}, {IRI_ENCODING_BASE64},
		  0, &evil}),
		  .link = S("data:text/html;base64,PGh0bWw+")},
		 {{"data-page", "a page from no site can look like any site"}},
		 "goes to:  no site: it contains a page -- carries a link to evil.example\n"
		 "warning:  a page from no site can look like any site [data-page]\n"
		 "content:  text/html, 61 bytes: <html><script>location=\"https://evil.example\"</sc\n"
		 "        | ript></html>\n"
		 "carries:  https://evil.example (in the content)\n"
		 "link:     data:text/html;base64,PGh0bWw+\n"},
		{{.kind = KIND_SITE, .goes_to = S("xn--mnchen-3ya.example"), .goes_to_unicode = S("münchen.example"),
		  .host = {.ascii = S("xn--mnchen-3ya.example"), .unicode = S("münchen.example")}, .path = S("/"),
		  .link = S("https://xn--mnchen-3ya.example/")},
		 {{0}},
		 "goes to:  münchen.example (xn--mnchen-3ya.example)\n"
		 "link:     https://xn--mnchen-3ya.example/\n"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		struct facts facts = rows[i].facts;
		struct facts_finding findings[TOLD_MAX];
		set_findings(&facts, findings, rows[i].told);
		prints(&terminal, &facts, rows[i].want, i);
	}
	done("block: the blocks of the specification");
}

#define FIFTY "01234567890123456789012345678901234567890123456789"

/* Values that need care, in the row "path" of a block: the rest of the block is the same. */
static void test_values(void)
{
	static const struct {
		const char *path;
		size_t width;
		bool full;
		const char *want; /* the value in the row, with its continuation rows */
	} rows[] = {
		{"/a", 0, false, "/a"},
		/* Hidden characters and look-alikes have names; only our own text has "<U+". */
		{"/\xE2\x80\x8B" "a", 0, false, "/<U+200B ZERO WIDTH SPACE>a"},
		{"<U+202E> <u+ <U <", 0, false, "<U+003C>U+202E> <u+ <U <"},
		{"<<U+", 0, false, "<<U+003C>U+"},
		{"/\xEE\x80\x80/\xF4\x8F\xBF\xBF", 0, false, "/<U+E000 private use>/<U+10FFFF unassigned>"},
		{"/\xCD\xB8", 0, false, "/<U+0378 unassigned>"},
		/* Not UTF-8: a byte alone, an overlong sequence, a surrogate, an incomplete sequence */
		{"\xFF/\xC0\xAF/\xED\xA0\x80/\xE2\x82", 0, false, "\\xff/\\xc0\\xaf/\\xed\\xa0\\x80/\\xe2\\x82"},
		/* Spaces: no padding, so nothing can look like a row of its own */
		{" a b  c ", 0, false, "<U+0020>a b <U+0020>c<U+0020>"},
		{" ", 0, false, "<U+0020>"},
		{"a    b", 0, false, "a <U+0020><U+0020><U+0020>b"},
		/* Marks: none without a base, and at most four on one */
		{"\xCC\x81/a\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81/\xCC\x81", 0, false,
	         "<U+0301 combining mark>/a\xCC\x81\xCC\x81\xCC\x81\xCC\x81<U+0301 combining mark><U+0301 combining "
	         "mark>/<U+0301 combining mark>"},
		{"\xD0\xB0\xCC\x81", 0, false, "\xD0\xB0\xCC\x81"},
		{"\xE2\x80\x8B\xCC\x81", 0, false, "<U+200B ZERO WIDTH SPACE><U+0301 combining mark>"},
		/* A unit that runs from right to left ends its row. */
		{"/\xD7\x90\xD7\x91/\xD7\x92", 0, false, "/\xD7\x90\xD7\x91\n        | /\xD7\x92"},
		{"\xD7\x90/b/\xD8\xA7.c", 0, false, "\xD7\x90\n        | /b/\xD8\xA7\n        | .c"},
		/* Wrapping: 10 columns, and characters of two columns */
		{"0123456789", 20, false, "0123456789"},
		{"0123456789a", 20, false, "0123456789\n        | a"},
		{"0123456789a", 1, false, "0123456789\n        | a"},
		{"012345678\xE8\xAA\x9E", 20, false, "012345678\n        | \xE8\xAA\x9E"},
		{"01234567\xE8\xAA\x9E", 20, false, "01234567\xE8\xAA\x9E"},
		{"012345678a\xCC\x81", 20, false, "012345678\n        | a\xCC\x81"},
		{"ab\xE2\x80\x8B" "c", 20, false, "ab<U+200B\n        | ZERO WIDTH\n        | SPACE>c"},
		/* Cutting: after three rows of 50 columns */
		{FIFTY FIFTY FIFTY, 60, false, FIFTY "\n        | " FIFTY "\n        | " FIFTY},
		/* "… (+151 characters; --full shows them)" needs 38 columns, so the third row has 12 */
		{FIFTY FIFTY FIFTY "x", 60, false,
	         FIFTY "\n        | " FIFTY "\n        | 01234567890… (+40 characters; --full shows them)"},
		{FIFTY FIFTY FIFTY "x", 60, true,
	         FIFTY "\n        | " FIFTY "\n        | " FIFTY "\n        | x"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct layout_options o = {.width = rows[i].width, .full = rows[i].full};
		const struct facts facts = {.goes_to = S("a"), .path = str(rows[i].path), .link = S("x:")};
		char want[1024];
		snprintf(want, sizeof want, "goes to:  a\npath:     %s\nlink:     x:\n", rows[i].want);
		prints(&o, &facts, want, i);
	}
	done("block: values that could mislead, and long ones");
}

/* Other rows, and their order */
static void test_rows(void)
{
	const struct facts script = {
		.kind = KIND_SCRIPT, .note = "no site: it runs a script", .link = S("javascript:a"),
	};
	const struct facts inner = {
		.kind = KIND_SITE, .goes_to = S("b.example"),
		.link = S("http://b.example/?u=http://evil.example&v=javascript:a"),
		.n_embedded = 2,
		.embedded = LIST(struct facts_embedded,
		                 {"query", S("u"), {IRI_ENCODING_PERCENT, IRI_ENCODING_BASE64}, 2, &evil},
		                 {"query", S("v"), {IRI_ENCODING_PERCENT}, 0, &script}),
	};
	const struct {
		struct facts facts;
		struct told told[TOLD_MAX];
		struct layout_options options;
		const char *want;
	} rows[] = {
		/* All rows */
		{{.kind = KIND_SITE, .goes_to = S("a.example"), .host = {.ascii = S("www.a.example")},
		  .user = S("me"), .has_password = true, .password_length = 1234, .port = S("8080"), .path = S("/p"),
		  .has_query = true, .n_query = 4,
		  .query = LIST(struct facts_parameter, {S("a"), S("a"), {NULL, 0}, false},
		                {S(""), S(""), {NULL, 0}, false},
		                {S("b="), S("b"), S(""), false}, {S("=c"), S(""), S("c"), false}),
		  .fragment = S("f"), .link = S("http://me:(hidden, 1234 characters)@www.a.example:8080/p?a&&b=&=c#f")},
		 {{"userinfo", NULL}, {"scheme-case", NULL}, {"userinfo", NULL}}, {0},
		 "goes to:  a.example\n"
		 "host:     www.a.example\n"
		 "user:     me\n"
		 "password: (hidden, 1,234 characters)\n"
		 "port:     8080\n"
		 "path:     /p\n"
		 "query:    a\n"
		 "          b =\n"
		 "          = c\n"
		 "fragment: f\n"
		 "also:     the word before the \":\" has capital letters [scheme-case]\n"
		 "          it has a user name [userinfo]\n"
		 "link:     http://me:(hidden, 1234 characters)@www.a.example:8080/p?a&&b=&=c#f\n"},
		/* With --show-password */
		{{.kind = KIND_SITE, .goes_to = S("a.example"), .host = {.ascii = S("a.example")}, .user = S("me"),
		  .has_password = true, .password_length = 2, .password = S("pw"), .path = S("/"),
		  .link = S("http://me:pw@a.example/")},
		 {{0}}, {0},
		 "goes to:  a.example\n"
		 "user:     me\n"
		 "password: pw\n"
		 "link:     http://me:pw@a.example/\n"},
		/* Warnings: errors first, each sentence once, three of a rule */
		{{.kind = KIND_SITE, .goes_to = S("a.example"), .link = S("http://a.example")},
		 {{"bidi-control-encoded", "w1"}, {"bidi-control-encoded", "w2"}, {"bidi-control-encoded", "w1"},
		  {"bidi-control-encoded", NULL}, {"userinfo-like-host", "e"}, {"bidi-control-encoded", "w3"},
		  {"bidi-control-encoded", "w4"}, {"scheme-case", NULL}}, {0},
		 "goes to:  a.example\n"
		 "warning:  e [userinfo-like-host]\n"
		 "warning:  w1 [bidi-control-encoded]\n"
		 "warning:  w2 [bidi-control-encoded]\n"
		 "warning:  w3 [bidi-control-encoded]\n"
		 "also:     the word before the \":\" has capital letters [scheme-case]\n"
		 "link:     http://a.example\n"},
		/* Links inside of links */
		{{.kind = KIND_SITE, .goes_to = S("b.example"), .link = S("http://b.example"), .not_utf8 = true,
		  .n_embedded = 2,
		  .embedded = LIST(struct facts_embedded, {"path", {NULL, 0}, {IRI_ENCODING_PERCENT}, 0, &inner},
		                   {"fragment", {NULL, 0}, {IRI_ENCODING_BASE64}, 1, &login})},
		 {{0}}, {0},
		 "goes to:  b.example -- carries a link to evil.example and 1 more\n"
		 "carries:  http://b.example/?u=http://evil.example&v=javascript:a (in the path)\n"
		 "carries:  https://evil.example (in query \"u\", base64, inside the one above)\n"
		 "carries:  javascript:a (in query \"v\", inside the one to b.example)\n"
		 "carries:  https://login.evil.example/x?a=1 (in the fragment, base64)\n"
		 "also:     some text is not in UTF-8 and stays encoded; --charset names its charset\n"
		 "link:     http://b.example\n"},
		{{.kind = KIND_SITE, .goes_to = S("a.example"), .link = S("http://a.example"), .n_embedded = 1,
		  .embedded = LIST(struct facts_embedded, {"fragment", {NULL, 0}, {IRI_ENCODING_PERCENT}, 0, &script})},
		 {{0}}, {0},
		 "goes to:  a.example -- carries a script\n"
		 "carries:  javascript:a (in the fragment)\n"
		 "link:     http://a.example\n"},
		/* A label that runs from right to left ends its row, and its characters are only numbers. */
		{{.kind = KIND_SITE, .goes_to = S("xn--4dbc.example"), .link = S("http://xn--4dbc.example"),
		  .host = {.ascii = S("xn--4dbc.example"), .n_labels = 1,
		           .labels = LIST(struct facts_label, {S("xn--4dbc"), S("\xD7\x90\xD7\x91"), S("Hebrew"),
		                                               false})}},
		 {{0}}, {0},
		 "goes to:  xn--4dbc.example\n"
		 "reads:    \xD7\x90\xD7\x91\n"
		 "        | = U+05D0, U+05D1 (Hebrew)\n"
		 "link:     http://xn--4dbc.example\n"},
		/* Host and domain are never cut. */
		{{.kind = KIND_SITE, .goes_to = S("xn--abcdefghijklmnopqrstuvwxyz.example"),
		  .host = {.ascii = S("0123456789.0123456789.0123456789.xn--abcdefghijklmnopqrstuvwxyz.example")},
		  .link = S("x:")},
		 {{0}}, {.width = 20},
		 "goes to:  xn--abcdef\n"
		 "        | ghijklmnop\n"
		 "        | qrstuvwxyz\n"
		 "        | .example\n"
		 "host:     0123456789\n"
		 "        | .012345678\n"
		 "        | 9.01234567\n"
		 "        | 89.xn--abc\n"
		 "        | defghijklm\n"
		 "        | nopqrstuvw\n"
		 "        | xyz.exampl\n"
		 "        | e\n"
		 "link:     x:\n"},
		/* --defang */
		{{.kind = KIND_SITE, .goes_to = S("b.example"), .not = S("c.example"),
		  .host = {.ascii = S("www.b.example")},
		  .user = S("c.example"), .path = S("/a.html"), .fragment = S("ftp://x.y/z.html, a@b.c"),
		  .has_query = true, .n_query = 1,
		  .query = LIST(struct facts_parameter, {S("u=ws://a.b"), S("u"), S("ws://a.b"), false}),
		  .n_embedded = 1,
		  .embedded = LIST(struct facts_embedded, {"query", S("u.v"), {IRI_ENCODING_PERCENT}, 0, &login}),
		  .link = S("HTTP://c.example@www.b.example:80/a.html?u=https://d.e/f.g#https%3A%2f%2Fi.j%2Fk")},
		 {{"domain-in-subdomain", "see \"a.example\". This is all."}}, {.defang = true},
		 "goes to:  b[.]example -- NOT c[.]example -- carries a link to evil[.]example\n"
		 "warning:  see \"a[.]example\". This is all. [domain-in-subdomain]\n"
		 "carries:  hxxps[:]//login[.]evil[.]example/x?a=1 (in query \"u[.]v\")\n"
		 "host:     www[.]b[.]example\n"
		 "user:     c[.]example\n"
		 "path:     /a[.]html\n"
		 "query:    u = ws[:]//a[.]b\n"
		 "fragment: fxp[:]//x[.]y/z[.]html, a@b[.]c\n"
		 "link:     HXXP[:]//c[.]example@www[.]b[.]example:80/a[.]html?u=hxxps[:]//d[.]e/f[.]g"
		 "#hxxps%3A%2f%2Fi[.]j%2Fk\n"},
		{{.kind = KIND_MAIL, .goes_to = S("b.example"), .link = S("mailto:a.c@b.example?subject=a.b")},
		 {{0}}, {.defang = true},
		 "goes to:  b[.]example\n"
		 "link:     mailto[:]a[.]c@b[.]example?subject=a[.]b\n"},
		{{.kind = KIND_RELATIVE, .note = "it depends on the page", .link = S("//b.example/a.b")}, {{0}},
		 {.defang = true},
		 "goes to:  it depends on the page\n"
		 "link:     //b[.]example/a[.]b\n"},
		/* Colours */
		{{.kind = KIND_SITE, .goes_to = S("b.example"), .host = {.ascii = S("www.b.example")},
		  .path = S("/\xE2\x80\x8B"),
		  .link = S("http://www.B.example:80/")},
		 {{"domain-in-subdomain", "a sentence"}}, {.color = true},
		 "goes to:  \033[1mb.example\033[0m\n"
		 "warning:  \033[1;33ma sentence\033[0m [domain-in-subdomain]\n"
		 "host:     www.\033[1mb.example\033[0m\n"
		 "path:     /\033[7m<U+200B ZERO WIDTH SPACE>\033[0m\n"
		 "link:     http://www.\033[1mB.example\033[0m:80/\n"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		struct facts facts = rows[i].facts;
		struct facts_finding findings[TOLD_MAX];
		set_findings(&facts, findings, rows[i].told);
		prints(&rows[i].options, &facts, rows[i].want, i);
	}
	done("block: rows, their order, defanging and colours");
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
		        "password: ",
		"port:     ", "path:     ", "query:    ", "fragment: ", "also:     ", "link:     ", "          ",
		"        | ",
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
		        random_facts(a, depth - 1)};
	for (size_t i = 0; i < f->n_findings; i++) {
		const struct iri_rule *const rule = iri_rule_at(rng() % RULES);
		findings[i] = (struct facts_finding){.rule = rule, .severity = rule->severity,
		        .message = random_text(a),
		                                     .warning = random_text(a)};
	}
	return f;
}

/* Laws 1, 3 and 4 for any bytes, at any width. In full, rows differ from those without a terminal only in spaces. */
static void test_laws(void)
{
	static const struct messages messages = {.tool = "unit"};
	struct arena arena = {.messages = &messages};

	for (int i = 0; i < rounds / 20; i++) {
		const struct facts *const f = random_facts(&arena, 2);
		struct layout_options o = {.width = rng() % 120, .defang = rng() % 2};
		struct iri_buf plain = {0}, color = {0}, full = {0}, whole = {0}, json = {0};
		block_print(&o, f, &plain);
		check_rows(&o, &plain);
		o.color = true;
		block_print(&o, f, &color);
		same_without(&plain, &color, escape);
		o.full = true;
		block_print(&o, f, &full);
		o.width = 0;
		block_print(&o, f, &whole);
		struct iri_buf left = {0}, right = {0};
		copy_without(&left, &full, escape);
		copy_without(&right, &whole, escape);
		same_without(&left, &right, space);
		facts_json(f, rng() % 2 ? "file" : NULL, rng() % 2, &json);
		for (size_t k = 0; k < json.n; k++)
			CHECK(json.p[k] >= ' ' && json.p[k] < 0x7F, "%.*s", TEXT(iri_contents(&json)));
		iri_buf_free(&plain);
		iri_buf_free(&color);
		iri_buf_free(&full);
		iri_buf_free(&whole);
		iri_buf_free(&left);
		iri_buf_free(&right);
		iri_buf_free(&json);
		arena_clear(&arena);
	}
	done("block: laws, for any text at any width");
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
		block_print(&ways[i], &f, &out);
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
	block_print(&no_terminal, &f, &out);
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
	done("block: long texts, and many findings and links, in linear time");
}

static void test_json(void)
{
	const struct facts full = {
		.kind = KIND_SITE, .goes_to = S("a.example"), .goes_to_unicode = S("\xC3\xA9.example"),
		.not = S("b.example"),
		.link = S("http://u@a.example:8080/p%2Fq/\xF0\x9F\x98\x80?a=b&c#f"), .scheme = S("http"),
		.user = S("u"),
		.has_password = true, .password = S("secret"), .password_length = 6,
		.host = {.ascii = S("a.example"), .unicode = S("\xC3\xA9"), .type = "name", .suffix = S("example"),
		.n_labels = 2,
		         .labels = LIST(struct facts_label, {S("xn--a"), S("\xC3\xA9"), S("Latin, Greek"), true},
		                        {S("example"), {NULL, 0}, {NULL, 0}, false})},
		.port = S("08080"), .path_raw = S("/p%2Fq/\xF0\x9F\x98\x80"), .path = S("/p%2Fq/\xF0\x9F\x98\x80"),
		.n_segments = 2,
		.segments = LIST(struct iri_str, S("p/q"), S("\xF0\x9F\x98\x80")), .has_query = true, .n_query = 2,
		.query = LIST(struct facts_parameter, {S("a=b"), S("a"), S("b"), false}, {S("c"), S("c"), {NULL, 0},
		false}),
		.fragment = S("\xFF\"\\\n"), .content_type = S("text/plain"), .content_bytes = 3,
		.n_hidden = 1, .hidden = LIST(struct facts_hidden, {IRI_PATH, 12, 0x202E}), .n_embedded = 1,
		.embedded = LIST(struct facts_embedded, {"query", S("a"), {IRI_ENCODING_PERCENT, IRI_ENCODING_BASE64},
		2, &evil}),
	};
#define EMPTY "\"password\":false,\"host\":null,\"port\":null,\"path\":null,\"query\":null,\"fragment\":null," \
	"\"content\":null,\"carries\":[],\"hidden\":[],\"findings\":[]}"
	static const char want[] =
		"{\"version\":1,\"file\":\"\\u00e9\",\"line\":7,\"kind\":\"site\",\"goes_to\":\"a.example\","
		"\"goes_to_unicode\":\"\\u00e9.example\",\"condition\":null,\"otherwise\":null,\"otherwise_if\":null,"
		"\"not\":\"b.example\","
		"\"link\":\"http://u@a.example:8080/p%2Fq/\\ud83d\\ude00?a=b&c#f\",\"scheme\":\"http\","
		"\"user\":\"u\","
		"\"password\":true,\"host\":{\"ascii\":\"a.example\",\"unicode\":\"\\u00e9\",\"type\":\"name\","
		"\"normal\":null,"
		"\"suffix\":\"example\",\"labels\":[{\"ascii\":\"xn--a\",\"unicode\":\"\\u00e9\","
		"\"scripts\":[\"Latin\",\"Greek\"],"
		"\"shown\":true},{\"ascii\":\"example\",\"unicode\":null,\"scripts\":[],\"shown\":false}]},"
		"\"port\":8080,"
		"\"path\":{\"raw\":\"/p%2Fq/\\ud83d\\ude00\",\"decoded\":\"/p%2Fq/\\ud83d\\ude00\","
		"\"segments\":[\"p/q\",\"\\ud83d\\ude00\"]},\"query\":[{\"name\":\"a\",\"value\":\"b\","
		"\"raw\":\"a=b\"},"
		"{\"name\":\"c\",\"value\":null,\"raw\":\"c\"}],\"fragment\":\"\\ufffd\\\"\\\\\\u000a\","
		"\"content\":{\"type\":\"text/plain\",\"bytes\":3,\"text\":null},"
		"\"carries\":[{\"where\":\"query\",\"encodings\":[\"percent\",\"base64\"],\"link\":{\"version\":1,"
		"\"file\":\"\\u00e9\",\"line\":7,\"kind\":\"site\",\"goes_to\":\"evil.example\","
		"\"goes_to_unicode\":null,\"condition\":null,\"otherwise\":null,\"otherwise_if\":null,"
		"\"not\":null,\"link\":\"https://evil.example\",\"scheme\":null,\"user\":null," EMPTY "}],"
		"\"hidden\":[{\"where\":\"path\",\"offset\":12,\"char\":\"U+202E\",\"name\":\"RIGHT-TO-LEFT "
		"OVERRIDE\"}],"
		"\"findings\":[{\"id\":\"userinfo\",\"severity\":\"warning\",\"where\":\"host\",\"column\":8,"
		"\"message\":\"a message\"}]}";
	static const struct {
		const char *port, *want;
	} ports[] = {{"0", "0"}, {"65535", "65535"}, {"65536", "null"}, {"", "null"}, {"1a", "null"},
	             {"18446744073709551696", "null"}, {"0000000000000000000000080", "80"}};
	struct facts f = full;
	struct facts_finding findings[TOLD_MAX];
	struct iri_buf out = {0};

	set_findings(&f, findings, (struct told[TOLD_MAX]){{"userinfo", "a sentence"}});
	facts_json(&f, "\xC3\xA9", 7, &out);
	CHECK(iri_is(iri_contents(&out), want), "\n%.*s\n%s", TEXT(iri_contents(&out)), want);
	for (size_t i = 0; i < COUNT(ports); i++) {
		const struct facts port = {.kind = KIND_OTHER, .link = S("x:"), .port = str(ports[i].port)};
		char part[64];
		snprintf(part, sizeof part, "\"port\":%s,", ports[i].want);
		iri_buf_clear(&out);
		facts_json(&port, NULL, 0, &out);
		iri_buf_putc(&out, '\0');
		CHECK(out.p && strstr(out.p, part) && strstr(out.p, "\"file\":null,\"line\":null,"), "%s", out.p);
	}
	iri_buf_free(&out);
	done("block: JSON");
}

void test_block(void)
{
	test_blocks();
	test_values();
	test_rows();
	test_laws();
	test_many();
	test_json();
}
