/* SPDX-License-Identifier: ISC */
/* Labels of random characters of several scripts. Vectors test the rules; see tests/vectors/uri2iri-host.tsv. */
#include "unit.h"

#include "lib/host/host.h"
#include "lib/host/label.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

/* First characters of blocks, from which characters of labels are taken */
static const uint32_t blocks[] = {0x61, 0x61, 0x30, 0xE0, 0x100, 0x300, 0x3B0, 0x430, 0x561, 0x5D0, 0x627, 0x905, 0x966,
                                  0xE01, 0x10D0, 0x1200, 0x3041, 0x30A1, 0x30F0, 0x4E00, 0xAC00};

/* Writes a random label of two blocks, and returns its length in bytes. */
static size_t put_label(char *to)
{
	const uint32_t block[2] = {ANY_OF(blocks), ANY_OF(blocks)};
	size_t n = 0;

	for (uint32_t chars = 1 + rng() % 8; chars; chars--)
		n += iri_utf8_encode(block[rng() % 3 == 0] + rng() % 26, to + n);
	return n;
}

void test_label(void)
{
	static const char *const tlds[] = {"com", "ru", "jp", "gr", "\xD1\x80\xD1\x84", ""};
	struct iri_buf scratch = {0}, ascii = {0}, reference = {0};
	struct iri_error err;
	char text[64], small[8], whole[256];
	size_t valid = 0, refused[IRI_REFUSED_NAME + 1] = {0};

	rng_start();
	for (int i = 0; i < rounds; i++) {
		const struct iri_str label = exactly(text, put_label(text)), tld = str(ANY_OF(tlds));
		ascii.n = reference.n = 0;
		if (iri_host_add_ascii(NULL, label, &scratch, &ascii, &err) != IRI_OK)
			continue;
		/* The label as IDNA maps it, in the laws of uri2iri and irilint */
		valid++;
		iri_buf_add(&reference, "http://", 7);
		iri_buf_add(&reference, ascii.p, ascii.n);
		iri_buf_putc(&reference, '.');
		iri_buf_add(&reference, tld.p, tld.n);
		bool changed;
		for (unsigned way = 0; way < WAYS_TO_IRI; way++)
			laws_of_unmapping(way, iri_contents(&reference), &changed);
		const struct iri_refusal r = iri_label_refusal(label, tld);
		refused[r.why]++;
		/* The text is complete in a buffer that is large enough, and cut in one that is not. */
		const size_t n = iri_refusal_text(&r, whole, sizeof whole);
		CHECK(n > 0 && n == strlen(whole) && iri_refusal_text(&r, small, sizeof small) == n, "%s", whole);
		CHECK(!strncmp(whole, small, sizeof small - 1) && strlen(small) == sizeof small - 1, "%s", small);
	}
	/* No reason was met that is not about one label, and every rule, which needs many rounds: rule 5 is rare. */
	CHECK(valid > (size_t)rounds / 10, "%zu", valid);
	for (enum iri_refused why = IRI_REFUSED_NOT; why <= IRI_REFUSED_WHOLE_SCRIPT; why++)
		CHECK(why == IRI_REFUSED_INVALID ? !refused[why] : refused[why] || rounds < 30000, "rule %d: %zu",
		      (int)why, refused[why]);
	iri_buf_free(&scratch);
	iri_buf_free(&ascii);
	iri_buf_free(&reference);
	done("label: random labels of several scripts");
}
