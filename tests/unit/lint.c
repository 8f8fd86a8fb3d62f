/* SPDX-License-Identifier: ISC */
/*
 * A finding names the component that it is in, or that is missing. The length that iri_finding_text returns does not
 * depend on the size of the buffer. The id of a rule is its name in rules.def.
 */
#include "unit.h"

#include "lib/lint/checks.h"
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
		CHECK(same && iri_lint_rules[i].number == i, "%s: %s", names[i], id);
	}
	CHECK(iri_lint_rules[RULE_MIXED_SCRIPT].deceit && iri_lint_rules[RULE_ODD_IPV4].deceit, "names deceive");
	CHECK(!iri_lint_rules[RULE_HOST_CASE].deceit && !iri_lint_rules[RULE_HOST_LENGTH].deceit, "names do not");
	done("lint: the id of a rule is its name, and its number its place");
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

/*
 * Each rule has an example. If that is a link, the rule finds something in the bad one, and nothing in the good one.
 * documents/local.bats has those that are documents.
 */
static void check_examples(void)
{
	static const struct {
		const char *bad, *good;
		bool is_document;
	} examples[RULES] = {
#define EXAMPLE(name, bad, good) [RULE_##name] = {bad, good, false},
#define DOCUMENT(name, bad, good, before) [RULE_##name] = {bad, good, true},
#define TURTLE(name, bad, good) [RULE_##name] = {bad, good, true},
#include "lib/lint/rules.def"
	};

	for (unsigned i = 0; i < RULES; i++) {
		const struct iri_rule *const rule = &iri_lint_rules[i];
		if (examples[i].is_document)
			continue;
		CHECK(examples[i].bad && rule_finds(rule, examples[i].bad), "%s: %s", rule->id, examples[i].bad);
		CHECK(examples[i].good && !rule_finds(rule, examples[i].good), "%s: %s", rule->id, examples[i].good);
	}
	done("lint: the examples of each rule");
}

/* Whether two lists have the same findings, at the same places. */
static bool same_findings(struct iri_findings a, struct iri_findings b)
{
	for (size_t i = 0; a.n == b.n && i < a.n; i++)
		if (a.p[i].rule != b.p[i].rule || a.p[i].off != b.p[i].off || a.p[i].len != b.p[i].len)
			return false;
	return a.n == b.n;
}

/* iri_lint_ref, which runs no checks for most relative references, finds what all checks find, for each rule alone. */
static void check_parsed(void)
{
	static const char *const texts[] = {
		"", "a", "../a/b.html#c", "./a", "/a/../b", "www.example.com/a", "www.example.com", "WWW.b.c",
		"www.html", "www.a%62.com/", "www.\xC3\xA9.com/", "192.0.2.1", "192.0.2.1/a", "192.0.2.1?a",
		"192.0.2.1#a", "19%32.0.2.1/a", "a/192.0.2.1/b", "?a=b", "?utm_source=a", "a?utm_source=b#c", "#", "#a",
		"#a%7E", "a%2Fb", "\xC3\xA9", "#a\xC3\xA9\xD1\x80", "//h/a", "//H/a", "//h:80", "//u@h", "a:b",
		"localhost:80", "HTTP://h/", "http://h/a/../b", "mailto:a",
	};
	const struct iri_rule *rule;
	size_t any = 0;

	for (size_t i = 0; (rule = iri_rule_at(i)); i++) {
		const struct iri_lint_options only = {.rules = &rule, .n_rules = 1};
		struct iri_linter *const l = iri_linter_new(&only), *const judge = iri_linter_new(&only);
		for (size_t k = 0; k < COUNT(texts); k++) {
			struct iri_findings found = {NULL, 0}, want = {NULL, 0};
			struct iri_lint_line t;
			struct iri_ref ref;
			CHECK(iri_parse(str(texts[k]), IRI_REFERENCE | IRI_FORBID_BIDI, &ref, NULL) == IRI_OK, "%s",
			      texts[k]);
			iri_lint_parse(&t, judge, str(texts[k]));
			CHECK(iri_lint_ref(l, &ref, &found, NULL) == IRI_OK &&
			      iri_lint_check_all(&t, &want, NULL) == IRI_OK, "no memory");
			CHECK(same_findings(found, want), "%s: %s", rule->id, texts[k]);
			any += want.n;
		}
		iri_linter_free(l);
		iri_linter_free(judge);
	}
	CHECK(any, "no findings");
	done("lint: a parsed reference has the findings of all checks, by each rule alone");
}

static struct iri_linter *of_all_rules;

static void check_component(char *const *cells)
{
	struct iri_findings found;
	bool named = false;

	CHECK(iri_lint(of_all_rules, str(cells[0]), &found, NULL) == IRI_OK, "%s", cells[0]);
	for (size_t k = 0; k < found.n; k++) {
		const struct iri_finding *const f = &found.p[k];
		if (strcmp(f->rule->id, cells[1]) != 0)
			continue;
		named = true;
		CHECK(!strcmp(iri_component_name(f->where), cells[2]), "%s %s: %s", cells[0], cells[1],
		      iri_component_name(f->where));
	}
	CHECK(named, "%s %s", cells[0], cells[1]);
}

void test_lint(void)
{
	const struct iri_rule *rules[256];
	struct iri_lint_options options = {.rules = rules};

	while ((rules[options.n_rules] = iri_rule_at(options.n_rules)))
		options.n_rules++;
	of_all_rules = iri_linter_new(&options);
	each_row("lint.tsv", check_component);
	iri_linter_free(of_all_rules);
	done("lint: a finding names its component");
	check_text_length();
	check_names();
	check_examples();
	check_parsed();
}
