/* SPDX-License-Identifier: ISC */
/* The laws of normal forms, and of lib/ops/compare.c, which compares these forms. */
#include "unit.h"

#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

/* Writes another spelling of s that is equivalent on the rung "syntax". It takes up to three times the length of s. */
static size_t put_respelled(char *to, struct iri_str s)
{
	const char *p = s.p, *const end = s.p + s.n, *const colon = memchr(s.p, ':', s.n);
	size_t n = 0;
	bool port = false; /* whether *p may be in a port: digits after a colon; a port can't be percent-encoded */

	while (p < end) {
		uint32_t ch = 0;
		const size_t len = iri_utf8_decode(p, end, &ch), width = len ? len : 1;
		const unsigned class = iri_byte_class(*p);
		port = *p == ':' || (port && class & CHAR_DIGIT);
		if (*p == '%') {
			const char octet = (char)iri_pct_octet(p);
			n += put_encoded(to + n, &octet, 1); /* the digits may be in the other case */
			p += 3;
			continue;
		}
		if (colon && p < colon && (class & CHAR_ALPHA)) {
			to[n++] = (char)(rng() % 2 ? *p : *p ^ 0x20);
		} else if ((!colon || p > colon) && len && !port && rng() % 4 == 0 &&
		           (ch >= 0x80 || (class & CHAR_UNRESERVED))) {
			n += put_encoded(to + n, p, width);
		} else {
			memcpy(to + n, p, width);
			n += width;
		}
		p += width;
	}
	return n;
}

void test_norm(void)
{
	char buf[512], respelled[3 * sizeof buf];
	struct iri_error err;
	struct iri_ref ref;
	long valid = 0, equal = 0;

	for (int round = 0; round < rounds; round++) {
		const struct iri_str s = exactly(buf, round % 2 ? put_hostile(buf, 256) : put_uri(buf, sizeof buf));
		if (!laws_of_normal_forms(s))
			continue;
		valid++;
		/* put_respelled() may percent-encode any letter or digit. In an IP literal that is not allowed. */
		if (iri_parse(s, IRI_REFERENCE, &ref, &err) != IRI_OK || !ref.scheme.p ||
		    ref.host_kind >= IRI_HOST_IPV6)
			continue;
		const struct iri_str r = {respelled, put_respelled(respelled, s)};
		const enum iri_rung rung = laws_of_comparison(s, r);
		CHECK(rung <= IRI_RUNG_SYNTAX, "%.*s and %.*s: %d", TEXT(s), TEXT(r), (int)rung);
		/* A letter in the other case may make it another IRI. */
		const size_t at = rng() % r.n;
		if (iri_byte_class(respelled[at]) & CHAR_ALPHA)
			respelled[at] = (char)(respelled[at] ^ 0x20);
		equal += laws_of_comparison(s, r) != IRI_RUNG_NONE;
	}
	CHECK(valid > rounds / 5 && equal > rounds / 20, "only %ld and %ld", valid, equal);
	done("norm and compare: idempotent, components stay, equivalent spellings have one normal form");
}
