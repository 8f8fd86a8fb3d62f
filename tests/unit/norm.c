/* SPDX-License-Identifier: ISC */
/* lib/norm.c, and lib/compare.c, which compares normal forms */
#include "unit.h"

#include "../../lib/chars.h"
#include "../../lib/pct.h"
#include "../../lib/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Another spelling of the same IRI on the syntax rung, or on the string rung if the dice say so. */
static size_t respell(const char *p, size_t n, char *out)
{
	const char *end = p + n, *colon = memchr(p, ':', n);
	size_t len = 0;
	bool port = false; /* digits behind a colon, which may be one, and has no other spelling */

	while (p < end) {
		uint32_t ch = 0;
		size_t width = iri_utf8_decode(p, end, &ch);
		unsigned class = iri_byte_class(*p);
		port = *p == ':' || (port && class & CHAR_DIGIT);
		if (*p == '%' && end - p >= 3) {
			char octet = (char)iri_triplet_octet(p);
			len += put_encoded(out + len, &octet, 1); /* the case of the digits may change */
			p += 3;
		} else if (colon && p < colon && (class & CHAR_ALPHA)) {
			out[len++] = rng() % 2 ? *p : (char)(*p ^ 0x20);
			p++;
		} else if (p > colon && width && !port && rng() % 4 == 0 && (ch >= 0x80 || (class & CHAR_UNRESERVED))) {
			len += put_encoded(out + len, p, width);
			p += width;
		} else {
			width = width ? width : 1;
			memcpy(out + len, p, width);
			len += width;
			p += width;
		}
	}
	return len;
}

void test_norm(void)
{
	char buf[512], respelled[4096];
	struct iri_error err;
	struct iri_ref ref;
	long valid = 0, equal = 0;

	for (int round = 0; round < rounds; round++) {
		size_t n = round % 2 ? hostile(buf, 256) : random_uri(buf, sizeof buf);
		char *p = exactly(buf, n);
		const struct iri_str s = {p, n};
		const bool well = laws_of_normal_forms(s);
		valid += well;
		/* Nothing in brackets can be spelled otherwise. */
		if (well && iri_parse(s, IRI_REFERENCE, &ref, &err) == IRI_OK && ref.scheme.p && ref.host_kind < IRI_HOST_IPV6) {
			const struct iri_str r = {respelled, respell(p, n, respelled)};
			const enum iri_rung rung = laws_of_comparison(s, r);
			CHECK(rung <= IRI_SYNTAX, "round %d: %.*s and %.*s: %d", round, (int)n, buf, (int)r.n, respelled, (int)rung);
			/* And one that is near */
			const size_t at = rng() % r.n;
			if (iri_byte_class(respelled[at]) & CHAR_ALPHA)
				respelled[at] = (char)(respelled[at] ^ 0x20);
			equal += laws_of_comparison(s, r) != IRI_DIFFERENT;
		}
		free(p);
	}
	CHECK(valid > rounds / 5 && equal > rounds / 20, "only %ld and %ld", valid, equal);
	done("norm and compare: idempotent, components survive, spellings converge, rungs contain each other");
}
