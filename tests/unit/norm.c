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

/* Writes a number or a name in a random notation: letters in any case, and separators between digits. */
static size_t put_number(char *to, const char *text)
{
	static const char *const separators[] = {"", "", "", "-", ".", "(", ")", "%28", "%2d"};
	size_t n = 0;

	for (const char *p = text; *p; p++) {
		to[n++] = (char)(iri_byte_class(*p) & CHAR_ALPHA && rng() % 2 ? *p ^ 0x20 : *p);
		n += put(to + n, ANY_OF(separators));
	}
	return n;
}

/* Writes a telephone number with these parameters in random order and notation. One that ends in "=" gets the value. */
static size_t put_tel(char *to, const char *number, const char *const params[4], const char *value)
{
	size_t n = put(to, rng() % 2 ? "tel:" : "TEL:"), first = rng() % 4, step = rng() % 2 ? 1 : 3;

	n += put_number(to + n, number);
	for (size_t i = 0; i < 4; i++) {
		const char *const param = params[(first + i * step) % 4];
		to[n++] = ';';
		for (const char *p = param; *p; p++)
			to[n++] = (char)(iri_byte_class(*p) & CHAR_ALPHA && rng() % 2 ? *p ^ 0x20 : *p);
		if (param[strlen(param) - 1] == '=')
			n += put_number(to + n, value);
	}
	return n;
}

/* RFC 3966, section 4: separators, case and the order of parameters do not count. */
static void check_tel(void)
{
	static const char *const numbers[] = {"+1234567", "1234567", "AB*1", "+0"};
	static const char *const params[][4] = {
		{"ext=", "a=b", "c", "a-b=%C3%A9"}, {"phone-context=+", "z=1", "y=2", "x=3"},
		{"phone-context=a-1.example", "ext=", "e", "f"},
	};
	char a[512], b[512];

	for (int round = 0; round < rounds / 10; round++) {
		const char *const number = ANY_OF(numbers), *const *const list = ANY_OF(params);
		const struct iri_str s = exactly(a, put_tel(a, number, list, "12"));
		const struct iri_str t = {b, put_tel(b, number, list, "12")}, u = {b, 0};
		CHECK(laws_of_normal_forms(s) && laws_of_comparison(s, t) <= IRI_RUNG_SCHEME, "%.*s and %.*s", TEXT(s),
		      TEXT(t));
		const struct iri_str other = {u.p, put_tel(b, number, list, "13")};
		CHECK(!memchr(list[0], '=', 4) || !strcmp(list[0], "phone-context=a-1.example") ||
		      laws_of_comparison(s, other) == IRI_RUNG_NONE, "%.*s and %.*s", TEXT(s), TEXT(other));
	}
	done("norm and compare: notations of a telephone number");
}

/* Writes an IPv6 address in a random notation. */
static size_t put_ipv6(char *to, const unsigned groups[8])
{
	size_t n = put(to, "x://["), run = 0, from = 0;

	/* "::" stands for one group of zero or more, from a random one on, or for none. */
	for (size_t i = rng() % 12; i < 8 && !run; i++)
		for (from = i; i + run < 8 && !groups[i + run] && (!run || rng() % 4);)
			run++;
	for (size_t i = 0; i < 8; i++) {
		if (run && i == from) {
			n += put(to + n, i ? ":" : "::");
			i += run - 1;
			continue;
		}
		if (i == 6 && rng() % 3 == 0) {
			n += (size_t)sprintf(to + n, "%u.%u.%u.%u", groups[6] >> 8, groups[6] & 255, groups[7] >> 8,
			                     groups[7] & 255);
			break;
		}
		n += (size_t)sprintf(to + n, rng() % 2 ? "%x" : rng() % 2 ? "%04X" : "%03x", groups[i]);
		n += put(to + n, i < 7 ? ":" : "");
	}
	return n + put(to + n, "]/");
}

/* RFC 4291, section 2.2: one address has many notations; RFC 5952: and one normal form */
static void check_ipv6(void)
{
	char a[128], b[128];

	for (int round = 0; round < rounds / 10; round++) {
		unsigned groups[8];
		for (size_t i = 0; i < 8; i++)
			groups[i] = rng() % 2 ? 0 : rng() % 8 ? rng() & 0xFFFF : 0xFFFF;
		const struct iri_str s = exactly(a, put_ipv6(a, groups)), t = {b, put_ipv6(b, groups)};
		CHECK(laws_of_normal_forms(s) && laws_of_comparison(s, t) <= IRI_RUNG_SCHEME, "%.*s and %.*s", TEXT(s),
		      TEXT(t));
		groups[rng() % 8] ^= 1u << rng() % 16;
		const struct iri_str other = {b, put_ipv6(b, groups)};
		CHECK(laws_of_comparison(s, other) == IRI_RUNG_NONE, "%.*s and %.*s", TEXT(s), TEXT(other));
	}
	done("norm and compare: notations of an IPv6 address");
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
	check_tel();
	check_ipv6();
}
