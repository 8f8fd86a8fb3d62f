/* SPDX-License-Identifier: ISC */
/* Errors in words. Only numbers and printable ASCII of the input are shown. */
#include "chars.h"
#include "iri.h"

#include <inttypes.h>
#include <stdio.h>

const char *iri_component_name(enum iri_component component)
{
	static const char *const names[] = {"scheme", "userinfo", "host", "port", "path", "query", "fragment"};

	return names[component];
}

/* Names for what a person would not recognize by its number. */
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
		return "a control character";
	if ((ch & 0xFFFE) == 0xFFFE || (ch >= 0xFDD0 && ch < 0xFDF0))
		return "a noncharacter";
	if (ch >= 0xE0000 && ch < 0xE1000)
		return "of a range for tags and variation selectors";
	return "of a range for special uses";
}

static size_t bad_char(const struct iri_error *e, char *buf, size_t size)
{
	const uint32_t ch = e->ch;
	/* In a scheme or host, to write it percent-encoded would not mend it. */
	const bool encodable = e->where != IRI_SCHEME && e->where != IRI_HOST;
	char mend[24] = "";
	int n;

	if (encodable)
		snprintf(mend, sizeof mend, "; write it as %%%02X", (unsigned)(ch & 0x7F));

	if (e->why && ch < 0x7F)
		n = snprintf(buf, size, "'%c' before the scheme; %s", (int)ch, e->why);
	else if (e->why)
		n = snprintf(buf, size, "U+%04" PRIX32 " before the scheme; %s", ch, e->why);
	else if (ch == ' ')
		n = snprintf(buf, size, "space, not allowed%s", mend);
	else if (ch == '#')
		n = snprintf(buf, size, "a second '#'; within the fragment write it as %%23");
	else if (ch == '[' || ch == ']')
		n = snprintf(buf, size, "'%c', allowed only around an IP literal%s", (int)ch, mend);
	else if (ch == '@' && e->where == IRI_HOST)
		n = snprintf(buf, size, "a second '@' in the authority; within the userinfo write it as %%40");
	else if (ch > ' ' && ch < 0x7F)
		n = snprintf(buf, size, "'%c', not allowed%s", (int)ch, mend);
	else if (ch >= 0x80 && !(iri_char_class(ch) & CHAR_OTHER))
		n = snprintf(buf, size, "U+%04" PRIX32 ", not allowed in a URI", ch);
	else
		n = snprintf(buf, size, "U+%04" PRIX32 ", %s, not allowed%s", ch, char_name(ch),
		             ch == 0xFFFD ? "; it stands for what could not be decoded before" : "");
	return n < 0 ? 0 : (size_t)n;
}

size_t iri_error_text(const struct iri_error *e, char *buf, size_t size)
{
	const char *why = e->why ? e->why : "";
	int n = 0;

	switch (e->status) {
	case IRI_OK:
	case IRI_UNCHANGED:
		n = snprintf(buf, size, "no error");
		break;
	case IRI_BAD_UTF8:
		n = snprintf(buf, size, "byte 0x%02" PRIX32 ", not UTF-8: %s", e->ch, why);
		break;
	case IRI_BAD_CHAR:
		return bad_char(e, buf, size);
	case IRI_BAD_PRIVATE:
		n = snprintf(buf, size, "U+%04" PRIX32 ", private use, allowed only in the query", e->ch);
		break;
	case IRI_BAD_BIDI:
		n = snprintf(buf, size, "U+%04" PRIX32 ", a bidi control, not allowed since it does not show; remove it",
		             e->ch);
		break;
	case IRI_BAD_PERCENT:
		n = snprintf(buf, size, "'%%' not followed by two hexadecimal digits; write a literal '%%' as %%25");
		break;
	case IRI_BAD_SCHEME:
		n = snprintf(buf, size, "no scheme before the first ':': %s; for a relative reference write ./ before it",
		             why);
		break;
	case IRI_BAD_IP_LITERAL:
		n = snprintf(buf, size, "bad IP literal: %s", why);
		break;
	case IRI_BAD_PORT:
		n = snprintf(buf, size, "bad port: only digits can follow the ':' after the host%s%s", e->why ? "; " : "",
		             why);
		break;
	case IRI_NO_SCHEME:
		n = snprintf(buf, size, "a relative reference, where a scheme and ':' must come first");
		break;
	case IRI_HAS_FRAGMENT:
		n = snprintf(buf, size, "a fragment, where none is allowed");
		break;
	case IRI_BAD_HOST:
		if (e->ch > ' ' && e->ch < 0x7F)
			n = snprintf(buf, size, "host is no domain name: '%c', %s", (int)e->ch, why);
		else if (e->ch)
			n = snprintf(buf, size, "host is no domain name: U+%04" PRIX32 ", %s", e->ch, why);
		else
			n = snprintf(buf, size, "host is no domain name: %s", why);
		break;
	case IRI_BAD_QUERY:
		n = snprintf(buf, size, "U+%04" PRIX32 " in the query can't be written in the charset asked for", e->ch);
		break;
	case IRI_UNREACHABLE:
		n = snprintf(buf, size, "dot segments in the path: no reference resolves to it");
		break;
	case IRI_NO_PAIR:
		n = snprintf(buf, size, "not two references, separated by one tab");
		break;
	case IRI_NO_MEMORY:
		n = snprintf(buf, size, "out of memory");
		break;
	}
	return n < 0 ? 0 : (size_t)n;
}
