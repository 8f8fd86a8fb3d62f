/* SPDX-License-Identifier: ISC */
/* Each enumerator has a name, and no other number has one. */
#include "unit.h"

/* Checks that these are the names of the numbers from 0, and that their neighbours have none. */
#define CHECK_NAMES(type, function, ...) \
	do { \
		static const char *const names[] = {__VA_ARGS__}; \
		for (size_t i = 0; i < COUNT(names); i++) \
			CHECK(!strcmp(function((enum type)i), names[i]), "%s", names[i]); \
		CHECK(!function((enum type)COUNT(names)) && !function((enum type)-1), "%s", #function); \
	} while (0)

static void check_names(void)
{
	CHECK_NAMES(iri_status, iri_status_name, "ok", "bad-utf8", "bad-char", "bad-private", "bad-bidi", "bad-percent",
	            "bad-scheme", "bad-ip-literal", "bad-port", "is-relative", "has-fragment", "bad-host", "bad-query",
	            "unreachable", "no-memory", "no-link", "bad-parts", "bad-name",
	            "not-below");
	CHECK_NAMES(iri_component, iri_component_name, "scheme", "userinfo", "host", "port", "path", "query",
	            "fragment");
	CHECK_NAMES(iri_host_kind, iri_host_kind_name, "absent", "name", "ipv4", "ipv6", "ipvfuture");
	CHECK_NAMES(iri_rung, iri_rung_name, "string", "syntax", "scheme", "protocol", "different");
	CHECK_NAMES(iri_severity, iri_severity_name, "info", "warning", "error");
	CHECK_NAMES(iri_link_kind, iri_link_kind_name, "iri", "host", "address");
}

static void check_copies(void)
{
	const struct iri_str s = iri_str_of("abc");
	char buf[] = "?????";

	CHECK(s.n == 3 && !memcmp(s.p, "abc", 3) && iri_str_of("").p && !iri_str_of("").n, "of a text");
	CHECK(!iri_str_of(NULL).p && !iri_str_of(NULL).n, "absent");
	CHECK(iri_str_copy(s, buf, 4) == 3 && !memcmp(buf, "abc\0?", 5), "whole");
	CHECK(iri_str_copy(s, buf, 3) == 3 && !memcmp(buf, "ab\0\0?", 5), "truncated");
	CHECK(iri_str_copy(s, buf, 1) == 3 && !memcmp(buf, "\0b\0\0?", 5), "only the NUL");
	CHECK(iri_str_copy(s, NULL, 0) == 3, "no room");
	CHECK(iri_str_copy(iri_str_of(NULL), buf, 2) == 0 && !buf[0], "copy of what is absent");
}

void test_names(void)
{
	check_names();
	done("names: each enumerator has a name");
	check_copies();
	done("names: strings are made and copied");
}
