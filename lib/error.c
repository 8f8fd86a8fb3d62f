/* SPDX-License-Identifier: ISC */
/*
 * Texts for errors. They show printable ASCII characters of the input as they are, and other characters by their
 * numbers.
 */
#include "iri.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * Returns the name or the kind of a character that no URI or IRI can contain, since few people know such a character by
 * its number.
 */
static const char *char_name(uint32_t ch)
{
	switch (ch) {
	case 0x00: return "NUL";
	case 0x09: return "TAB";
	case 0x0A: return "line feed";
	case 0x0D: return "carriage return";
	case 0x1B: return "escape";
	case 0x7F: return "DEL";
	case 0xFFFC: return "object replacement character";
	case 0xFFFD: return "replacement character";
	}
	if (ch < 0xA0)
		return "control character";
	if ((ch & 0xFFFE) == 0xFFFE || (ch >= 0xFDD0 && ch < 0xFDF0))
		return "noncharacter";
	if (ch >= 0xE0000 && ch < 0xE1000)
		return "in a range for tags and variation selectors";
	return "in a range for special uses";
}

/* Returns the result of snprintf as a length: 0 after an error. */
static size_t length(int written)
{
	return written < 0 ? 0 : (size_t)written;
}

/*
 * Writes the text for IRI_BAD_CHAR, and returns its length, as iri_error_text does. name: the character in quotes, or
 * its number as "U+0020".
 */
static size_t bad_char(const struct iri_error *e, const char *name, char *buf, size_t size)
{
	const uint32_t ch = e->ch;
	char fix[32] = "";

	/* Percent-encoding fixes it in most components, but not in a scheme or host. */
	if (e->where != IRI_SCHEME && e->where != IRI_HOST)
		snprintf(fix, sizeof fix, "; write it as %s%%%02X", ch == '\\' && e->where == IRI_PATH ? "'/' or " : "",
		         (unsigned)(ch & 0x7F));
	if (e->why && ch <= ' ')
		return length(snprintf(buf, size, "%s", e->why));
	if (e->why)
		return length(snprintf(buf, size, "%s is not allowed before the scheme; %s", name, e->why));
	if (ch == ' ')
		return length(snprintf(buf, size, "space is not allowed%s", fix));
	if (ch == '#')
		return length(snprintf(buf, size, "a second '#' is not allowed; write it as %%23"));
	if (ch == '[' || ch == ']')
		return length(snprintf(buf, size, "%s is allowed only around an IP literal%s", name, fix));
	if (ch > ' ' && ch < 0x7F)
		return length(snprintf(buf, size, "%s is not allowed%s", name, fix));
	if (ch >= 0x80 && !(iri_char_class(ch) & CHAR_OTHER))
		return length(snprintf(buf, size, "%s is not allowed in a URI", name));
	return length(snprintf(buf, size, "%s (%s) is not allowed%s", name, char_name(ch),
	                       ch == 0xFFFD ? "; it replaces text that another program could not decode" : ""));
}

/* Returns the text for an error if it is always the same, or is e->why; else NULL. */
static const char *fixed_text(const struct iri_error *e)
{
	switch (e->status) {
	case IRI_OK: return "no error";
	case IRI_BAD_PERCENT: return "'%' needs two hexadecimal digits; write a literal '%' as %25";
	case IRI_IS_RELATIVE: return "a relative reference is not allowed here; begin it with a scheme and ':'";
	case IRI_HAS_FRAGMENT: return "a fragment is not allowed here; remove it, and the '#' before it";
	case IRI_UNREACHABLE: return "no reference resolves to this IRI, since its path has dot segments; remove them";
	case IRI_NO_MEMORY: return "out of memory";
	case IRI_BAD_PARTS:
	case IRI_BAD_NAME:
	case IRI_NOT_BELOW: return e->why ? e->why : "";
	case IRI_NO_LINK:
		return e->ch ? NULL : "in running text, this is not found as a link; "
		                      "write it as an IRI with a scheme and host";
	default: return NULL;
	}
}

size_t iri_error_text(const struct iri_error *e, char *buf, size_t size)
{
	const char *const why = e->why ? e->why : "", *const text = fixed_text(e);
	char name[16];

	if (text)
		return iri_str_copy(iri_str_of(text), buf, size);
	if (e->ch > ' ' && e->ch < 0x7F)
		snprintf(name, sizeof name, "'%c'", (int)e->ch);
	else
		snprintf(name, sizeof name, "U+%04" PRIX32, e->ch);

	switch (e->status) {
	case IRI_BAD_UTF8: return length(snprintf(buf, size, "byte 0x%02" PRIX32 " is not UTF-8: %s", e->ch, why));
	case IRI_BAD_PRIVATE: return length(snprintf(buf, size, "%s (private use) is allowed only in the query", name));
	case IRI_BAD_BIDI:
		return length(snprintf(buf, size, "%s (bidi control) is not allowed, since it is invisible; "
		                                  "remove it", name));
	case IRI_BAD_SCHEME:
		return length(snprintf(buf, size, "invalid scheme: %s; "
		                                  "write ./ before a relative reference", why));
	case IRI_BAD_IP_LITERAL: return length(snprintf(buf, size, "invalid IP literal: %s", why));
	case IRI_BAD_PORT:
		return length(snprintf(buf, size, "invalid port: only digits are allowed%s%s",
		                       e->why ? "; " : "", why));
	case IRI_BAD_HOST:
		return length(snprintf(buf, size, "invalid domain name: %s%s%s", e->ch ? name : "",
		                       e->ch ? " is " : "", why));
	case IRI_BAD_QUERY:
		return length(snprintf(buf, size, "%s in the query is not in the requested charset; "
		                                  "use another charset", name));
	case IRI_NO_LINK:
		if (e->why)
			return length(snprintf(buf, size, "in running text, the link would end before %s, %s", name,
			                       e->why));
		return length(snprintf(buf, size, "in running text, the link would end before %s; "
		                                  "write it as %%%02X if that means the same there", name,
		                       (unsigned)e->ch));
	case IRI_BAD_CHAR: return bad_char(e, name, buf, size);
	default: return iri_str_copy(iri_str_of(""), buf, size);
	}
}
