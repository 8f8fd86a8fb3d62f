/* SPDX-License-Identifier: ISC */
/*
 * A finding names the component that it is in, or that is missing. The length that iri_finding_text returns does not
 * depend on the size of the buffer. The id of a rule is its name in rules.def.
 */
#include "unit.h"

#include "lib/lint/rules.h"
#include "lib/unicode/chars.h"

static void check_text_length(void)
{
	struct iri_linter *const l = iri_linter_new(NULL);
	char line[4100] = "http://h/", whole[256], part[256];
	struct iri_findings found;

	/* More findings of one rule than iri_lint lists */
	for (size_t n = strlen(line); n + 4 < sizeof line;)
		n += put(line + n, "%7Ea");
	CHECK(iri_lint(l, str(line), &found, NULL) == IRI_OK, "no memory");
	CHECK(found.n && found.p[found.n - 1].more, "all of %zu listed", found.n);
	for (size_t i = 0; i < found.n; i++) {
		const size_t n = iri_finding_text(&found.p[i], whole, sizeof whole);
		CHECK(n == strlen(whole), "%zu: %s", n, whole);
		CHECK(iri_finding_text(&found.p[i], NULL, 0) == n, "%s", whole);
		for (size_t size = 1; size <= n + 1; size++) {
			CHECK(iri_finding_text(&found.p[i], part, size) == n, "%zu: %s", size, whole);
			CHECK(strlen(part) == size - 1 && !memcmp(part, whole, size - 1), "%zu: %s", size, part);
		}
	}
	iri_linter_free(l);
	done("lint: the length of a finding's text does not depend on the room");
}

/* Checks that the id of each rule is its name in lower case, with '-' for '_'. */
static void check_names(void)
{
	static const char *const names[RULES] = {
#define RULE(name, ...) #name,
#include "lib/lint/rules.def"
	};

	for (size_t i = 0; i < RULES; i++) {
		const char *const id = iri_lint_rules[i].id;
		bool same = strlen(id) == strlen(names[i]);
		for (size_t k = 0; same && id[k]; k++)
			same = id[k] == (names[i][k] == '_' ? '-' : iri_lower(names[i][k]));
		CHECK(same, "%s: %s", names[i], id);
	}
	done("lint: the id of a rule is its name");
}

/* For the rule domain-in-subdomain */
static bool is_com(void *arg, struct iri_str name, bool with_private)
{
	(void)arg, (void)with_private;
	return iri_is(name, "com");
}

/* Whether a linter with this one rule finds something in the text. */
static bool rule_finds(const struct iri_rule *rule, const char *text)
{
	const struct iri_lint_options options = {
		.rules = &rule,
		.n_rules = 1,
		.templates = rule == &iri_lint_rules[RULE_PLACEHOLDER],
		.suffixes = {is_com, NULL},
	};
	struct iri_linter *const l = iri_linter_new(&options);
	struct iri_findings found;

	CHECK(iri_linter_add_host(l, iri_str_of("example.com"), NULL) == IRI_OK &&
	      iri_lint(l, iri_str_of(text), &found, NULL) == IRI_OK, "no memory");
	const bool finds = found.n;
	iri_linter_free(l);
	return finds;
}

/* Each rule finds something in its bad example, and nothing in its good one. */
static void check_examples(void)
{
	static const struct {
		const char *bad, *good;
	} examples[RULES] = {
#define EXAMPLE(name, bad, good) [RULE_##name] = {bad, good},
#include "lib/lint/rules.def"
	};

	for (unsigned i = 0; i < RULE_FIRST_LOCAL; i++) {
		const struct iri_rule *const rule = &iri_lint_rules[i];
		CHECK(examples[i].bad && rule_finds(rule, examples[i].bad), "%s: %s", rule->id, examples[i].bad);
		CHECK(examples[i].good && !rule_finds(rule, examples[i].good), "%s: %s", rule->id, examples[i].good);
	}
	done("lint: the examples of each rule");
}

void test_lint(void)
{
	static const struct {
		const char *line, *rule;
		enum iri_component where;
	} rows[] = {
		{"HTTP://h/", "scheme-case", IRI_SCHEME},
		{"1a:b", "bad-scheme", IRI_SCHEME},
		{":a", "bad-scheme", IRI_SCHEME},
		{"a", "relative", IRI_SCHEME},
		{"http://u@h/", "userinfo", IRI_USERINFO},
		{"http://u:p@h/", "password", IRI_USERINFO},
		{"http://a.com@h/", "userinfo-like-host", IRI_USERINFO},
		{"http://\xE2\x80\x8B@h/", "invisible", IRI_USERINFO},
		{"http://H/", "host-case", IRI_HOST},
		{"http:///a", "missing-host", IRI_HOST},
		{"http:a", "missing-host", IRI_HOST},
		{"http://[::g]/", "bad-ip-literal", IRI_HOST},
		{"http://a b/", "illegal-char", IRI_HOST},
		{"http://h:80/", "default-port", IRI_PORT},
		{"http://h:/", "empty-port", IRI_PORT},
		{"http://h:x/", "bad-port", IRI_PORT},
		{"http://h:65536/", "port-range", IRI_PORT},
		{"www.a.example/", "suffix-reference", IRI_PATH},
		{"localhost:80", "suffix-reference", IRI_SCHEME},
		{"javascript:a", "script-link", IRI_SCHEME},
		{"data:text/html,a", "data-page", IRI_PATH},
		{"file://h/", "file-host", IRI_HOST},
		{"mailto:a", "bad-mailto", IRI_PATH},
		{"mailto://a@b", "bad-mailto", IRI_HOST},
		{"mailto:?to=a", "bad-mailto", IRI_PATH},
		{"tel:1", "bad-tel", IRI_PATH},
		{"urn:a:b", "bad-urn", IRI_PATH},
		{"data:?a", "bad-data", IRI_QUERY},
		{"data:;base64,?", "bad-data", IRI_PATH},
		{"data:;base64,?!", "bad-data", IRI_PATH},
		{"http://h/\xEF\xAC\x81", "not-nfkc", IRI_PATH},
		{"http://h/./a", "dot-segments", IRI_PATH},
		{"http://h/e\xCC\x81", "not-nfc", IRI_PATH},
		{"http://h/\xEE\x80\x80", "iprivate-outside-query", IRI_PATH},
		{"http://h/?%7E", "pct-unreserved", IRI_QUERY},
		{"http://h/?\xD7\x90" "a", "bidi-mixed-component", IRI_QUERY},
		{"http://h/?[", "illegal-char", IRI_QUERY},
		{"http://h/#%7e", "pct-case", IRI_FRAGMENT},
		{"http://h/#a", "fragment", IRI_FRAGMENT},
		{"http://h/#\xFF", "bad-utf8", IRI_FRAGMENT},
	};
	const struct iri_rule *rules[256];
	struct iri_lint_options options = {.rules = rules};
	struct iri_findings found;

	while ((rules[options.n_rules] = iri_rule_at(options.n_rules)))
		options.n_rules++;
	struct iri_linter *const l = iri_linter_new(&options);

	for (size_t i = 0; i < COUNT(rows); i++) {
		bool named = false;
		CHECK(iri_lint(l, str(rows[i].line), &found, NULL) == IRI_OK, "%s", rows[i].line);
		for (size_t k = 0; k < found.n; k++) {
			const struct iri_finding *const f = &found.p[k];
			if (strcmp(f->rule->id, rows[i].rule) != 0)
				continue;
			named = true;
			CHECK(f->where == rows[i].where, "%s %s: %s", rows[i].line, rows[i].rule,
			      iri_component_name(f->where));
		}
		CHECK(named, "%s %s", rows[i].line, rows[i].rule);
	}
	iri_linter_free(l);
	done("lint: a finding names its component");
	check_text_length();
	check_names();
	check_examples();
}
