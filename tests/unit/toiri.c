/* SPDX-License-Identifier: ISC */
/* Random URIs stay unchanged, or are converted to IRIs that iri_to_uri maps back to equivalent URIs. */
#include "unit.h"

#include <stdio.h>

/* What the functions of the options were called for */
struct reasons {
	char text[512];
};

static void add_escaped(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	char *const text = ((struct reasons *)arg)->text;
	const size_t n = strlen(text);

	snprintf(text + n, sizeof(struct reasons) - n, "%zu+%zu %lX %d\n", off, len, (unsigned long)ch, (int)why);
}

static void add_refused(void *arg, size_t off, const struct iri_refusal *r)
{
	char *const text = ((struct reasons *)arg)->text;
	const size_t n = strlen(text);

	snprintf(text + n, sizeof(struct reasons) - n, "%zu refused %d\n", off, (int)r->why);
}

/* The reasons of section 3.2 (steps 2 and 3) and 4.1: reserved, not UTF-8, a bidi control; and an invalid A-label. */
static void check_reasons(void)
{
	static struct reasons found;
	const struct iri_unmap_options options = {
		.unicode_host = true, .escaped = add_escaped, .refused = add_refused, .arg = &found};
	struct iri_unmapper *const u = iri_unmapper_new(&options);
	struct iri_refusal refusal = {.why = IRI_REFUSED_INVALID};
	struct iri_str iri;
	char text[128];

	CHECK(iri_to_iri(u, str("http://xn--a.b/%2F%C3%A9%FF?%E2%80%AE"), &iri, NULL) == IRI_OK, "error");
	CHECK(!strcmp(found.text, "7 refused 1\n15+3 2F 1\n24+3 FF 3\n28+9 202E 5\n"), "%s", found.text);
	iri_unmapper_free(u);
	CHECK(!strcmp(iri_escape_reason_text(IRI_ESCAPED_UTF8), "not UTF-8"), "text");
	CHECK(!*iri_escape_reason_text((enum iri_escape_reason)99), "no such reason");
	const size_t n = iri_refusal_text(&refusal, text, sizeof text);
	CHECK(n && n == strlen(text) && n == iri_refusal_text(&refusal, NULL, 0), "%zu", n);
}

void test_toiri(void)
{
	char buf[512];
	bool changed;
	long converted = 0, unchanged = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str s = exactly(buf, put_uri(buf, sizeof buf));
		const enum iri_status status = laws_of_unmapping((unsigned)round % WAYS_TO_IRI, s, &changed);
		converted += changed;
		unchanged += status == IRI_OK && !changed;
	}
	CHECK(converted > rounds / 20 && unchanged > rounds / 20, "only %ld and %ld", converted, unchanged);
	done("toiri: iri_to_uri gives the URI back, and the mapping is idempotent");
	check_reasons();
	done("toiri: the options tell why something stays encoded");
}
