/* SPDX-License-Identifier: ISC */
/* References are divided into components, and are valid or invalid, by the grammar of RFC 3987, section 2.2. */
#include "unit.h"

#include "lib/syntax/parse.h"

/* Writes the components in order, with "-" for each that is absent. */
enum { SHOWN = 512 };
static void show(const struct iri_ref *r, char shown[SHOWN])
{
	const struct iri_str parts[] = {r->scheme, r->userinfo, r->host, r->port, r->path, r->query, r->fragment};
	size_t n = 0;

	for (size_t i = 0; i < COUNT(parts); i++) {
		const struct iri_str s = parts[i].p ? parts[i] : str("-");
		n += (size_t)snprintf(shown + n, SHOWN - n, "%s%.*s", i ? " " : "", TEXT(s));
	}
}

static void check_components(char *const *cells)
{
	static const char *const kinds[] = {
		[IRI_HOST_ABSENT] = "ABSENT", [IRI_HOST_NAME] = "NAME", [IRI_HOST_IPV4] = "IPV4",
		[IRI_HOST_IPV6] = "IPV6", [IRI_HOST_IPVFUTURE] = "IPVFUTURE",
	};
	struct iri_ref ref;
	struct iri_error err;
	char shown[SHOWN];

	const enum iri_status status = iri_parse(exactly(cells[0], strlen(cells[0])), IRI_REFERENCE, &ref, &err);
	CHECK(status == IRI_OK, "%s: %d", cells[0], (int)status);
	if (status != IRI_OK)
		return;
	show(&ref, shown);
	CHECK(!strcmp(shown, cells[1]), "%s: %s", cells[0], shown);
	CHECK(ref.host_kind == word_of(cells[2], kinds, COUNT(kinds)), "%s: %d", cells[0], (int)ref.host_kind);
}

static void check_form(char *const *cells)
{
	static const struct {
		const char *name;
		unsigned flag;
	} flags[] = {
		{"REQUIRE_SCHEME", IRI_REQUIRE_SCHEME}, {"FORBID_FRAGMENT", IRI_FORBID_FRAGMENT},
		{"FORBID_NON_ASCII", IRI_FORBID_NON_ASCII}, {"FORBID_BIDI", IRI_FORBID_BIDI},
		{"ALLOW_LEIRI", IRI_ALLOW_LEIRI}, {"REFERENCE", IRI_REFERENCE},
	};
	unsigned form = 0, known = 0;
	struct iri_ref ref;
	struct iri_error err = {.status = IRI_OK};
	char got[64] = "ok";

	for (size_t i = 0; i < COUNT(flags); i++)
		if (strstr(cells[1], flags[i].name))
			form |= flags[i].flag, known++;
	CHECK(known, "%s: no flag", cells[1]);
	const enum iri_status status = iri_parse(exactly(cells[0], strlen(cells[0])), form, &ref, &err);
	if (status != IRI_OK)
		snprintf(got, sizeof got, "%s %zu", iri_status_name(status), err.off);
	CHECK(!strcmp(got, cells[2]) && err.status == status, "%s, %s: %s", cells[0], cells[1], got);
}

/* Laws for texts with runs of letters, so that the other pieces are in different blocks. */
static void check_blocks(void)
{
	static const char *const pieces[] = {
		"a", "bcdefghijklmnop", "/", ".", ":", "//", "?", "#", "%41", "%2e", "\xC3\xA9", "@", "[::1]",
		"..", "http://", "%", "\xFF",
	};
	char text[512];
	struct iri_ref ref;
	int valid = 0, dotless = 0;

	for (int round = 0; round < rounds / 8; round++) {
		size_t n = 0;
		while (n < 160 && rng() % 12)
			n += put(text + n, pieces[rng() % (rng() % 4 ? 2 : COUNT(pieces))]);
		const struct iri_str s = exactly(text, n);
		laws_of_parsing(s);
		const bool is_valid = iri_parse(s, IRI_REFERENCE, &ref, NULL) == IRI_OK;
		valid += is_valid;
		dotless += is_valid && !ref.dotted;
	}
	CHECK(valid > rounds / 32 && dotless > rounds / 64, "only %d and %d of %d", valid, dotless, rounds / 8);
}

/*
 * The padding does not complete a percent-encoded octet or sequence that the end of the text cuts, at any place of a
 * block.
 */
static void check_cut(void)
{
	static const char *const whole[] = {"%41", "%C3%A9", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
	char text[300 + IRI_PADDING];
	struct iri_ref ref;
	struct iri_error err;

	for (size_t before = 0; before < 200; before++)
		for (size_t i = 0; i < COUNT(whole); i++)
			for (size_t cut = 1; cut < strlen(whole[i]); cut++) {
				memset(text, 'a', sizeof text);
				text[0] = '/'; /* begins the path */
				put(text + before, whole[i]);
				const struct iri_str s = {text, before + cut};
				const bool valid = cut % 3 == 0 && whole[i][0] == '%';
				const enum iri_status status = iri_parse(s, IRI_PADDED, &ref, &err);
				CHECK((status == IRI_OK) == valid, "%.*s", TEXT(s));
				CHECK(valid || err.off == before + (whole[i][0] == '%' ? cut / 3 * 3 : 0),
				      "%.*s: %zu", TEXT(s), err.off);
			}
}

void test_parse(void)
{
	each_row("components.tsv", check_components);
	done("parse: components, absent and empty, and the kind of the host");
	each_row("forms.tsv", check_form);
	done("parse: the rules IRI, absolute-IRI and URI-reference, and flags that allow more");
	check_blocks();
	check_cut();
	done("parse: padding does not change the result, and paths without dots are found");
}
