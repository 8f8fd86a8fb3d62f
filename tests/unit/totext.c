/* SPDX-License-Identifier: ISC */
/* The option for_text. Vectors test the rules; see tests/vectors/uri2iri-text.tsv. Here: offsets, and laws. */
#include "unit.h"

#include "lib/link/totext.h"
/* What iri_to_iri says: the calls of the function `escaped`, or the place of an error */
static char said[256];

static void note(void *arg, size_t off, size_t len, uint32_t ch, enum iri_escape_reason why)
{
	const size_t n = strlen(said);

	(void)arg;
	snprintf(said + n, sizeof said - n, "%s%zu+%zu U+%04X %s", n ? ", " : "", off, len, (unsigned)ch,
	         why == IRI_ENCODED_TEXT ? "raw" : why == IRI_ESCAPED_TEXT ? "escaped" : "not for text");
}

static void check_row(char *const *cells)
{
	const struct iri_unmap_options options = {
		.for_text = true, .unicode_host = is_true(cells[1]), .escaped = note};
	struct iri_unmapper *const u = iri_unmapper_new(&options);
	struct iri_error err = {.status = IRI_OK};
	struct iri_str iri = {NULL, 0};

	*said = '\0';
	const enum iri_status status = iri_to_iri(u, exactly(cells[0], strlen(cells[0])), &iri, &err);
	CHECK(status == (cells[2] ? IRI_OK : IRI_NO_LINK), "%s: %d", cells[0], (int)status);
	if (status == IRI_OK)
		CHECK(!cells[2] || iri_is(iri, cells[2]), "%s: %.*s", cells[0], TEXT(iri));
	else if (err.status == status)
		snprintf(said, sizeof said, "%s %zu+%zu U+%04X", iri_component_name(err.where), err.off, err.len,
		         (unsigned)err.ch);
	CHECK(!strcmp(said, cells[3]), "%s: %s", cells[0], said);
	iri_unmapper_free(u);
}

void test_totext(void)
{
	char buf[512];
	long encoded = 0, good = 0, bad = 0;
	bool changed;

	each_row("totext.tsv", check_row);
	done("totext: characters that are encoded, and errors, with their places in the input");
	for (int i = 0; i < rounds; i++) {
		const size_t n = i % 8 ? put_uri(buf, sizeof buf) : put_hostile(buf, sizeof buf);
		const enum iri_status status = laws_of_text((unsigned)i % WAYS_TO_TEXT, exactly(buf, n), &changed);
		encoded += changed;
		good += status == IRI_OK;
		bad += status == IRI_NO_LINK;
	}
	CHECK(encoded > rounds / 200 && good > rounds / 20 && bad > rounds / 200, "%ld, %ld, %ld", encoded, good, bad);
	done("totext: the result is found in running text, and is the same URI");
}
