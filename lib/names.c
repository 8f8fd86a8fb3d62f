/* SPDX-License-Identifier: ISC */
/* Names of enumerators. */
#include "iri.h"

#define NAME(names, value) ((size_t)(value) < sizeof(names) / sizeof *(names) ? (names)[value] : NULL)

const char *iri_component_name(enum iri_component component)
{
	static const char *const names[] = {"scheme", "userinfo", "host", "port", "path", "query", "fragment"};

	return NAME(names, component);
}

const char *iri_status_name(enum iri_status status)
{
	static const char *const names[] = {
		[IRI_OK] = "ok", [IRI_BAD_UTF8] = "bad-utf8", [IRI_BAD_CHAR] = "bad-char",
		[IRI_BAD_PRIVATE] = "bad-private", [IRI_BAD_BIDI] = "bad-bidi", [IRI_BAD_PERCENT] = "bad-percent",
		[IRI_BAD_SCHEME] = "bad-scheme", [IRI_BAD_IP_LITERAL] = "bad-ip-literal", [IRI_BAD_PORT] = "bad-port",
		[IRI_IS_RELATIVE] = "is-relative", [IRI_HAS_FRAGMENT] = "has-fragment", [IRI_BAD_HOST] = "bad-host",
		[IRI_BAD_QUERY] = "bad-query", [IRI_UNREACHABLE] = "unreachable", [IRI_NO_MEMORY] = "no-memory",
		[IRI_NO_LINK] = "no-link", [IRI_BAD_PARTS] = "bad-parts",
		[IRI_BAD_NAME] = "bad-name", [IRI_NOT_BELOW] = "not-below",
	};

	return NAME(names, status);
}

const char *iri_host_kind_name(enum iri_host_kind kind)
{
	static const char *const names[] = {"absent", "name", "ipv4", "ipv6", "ipvfuture"};

	return NAME(names, kind);
}

const char *iri_rung_name(enum iri_rung rung)
{
	static const char *const names[] = {"string", "syntax", "scheme", "protocol", "different"};

	return NAME(names, rung);
}

const char *iri_severity_name(enum iri_severity severity)
{
	static const char *const names[] = {"info", "warning", "error"};

	return NAME(names, severity);
}

const char *iri_link_kind_name(enum iri_link_kind kind)
{
	static const char *const names[] = {"iri", "host", "address"};

	return NAME(names, kind);
}
