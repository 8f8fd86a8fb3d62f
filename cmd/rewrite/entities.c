/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "entities.h"

#include "cmd/base/charref.h"
#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>

struct iri_str entities_declarations(struct iri_str document)
{
	enum { MOST = 64 * 1024 };
	const char *const end = document.p + (document.n < MOST ? document.n : MOST);
	const char *const start = text_find(document.p, end, "<!DOCTYPE");

	return start ? iri_between(start, end) : (struct iri_str){"", 0};
}

/* Whether a document type has "<!ENTITY name". */
static bool is_declared(struct iri_str declarations, struct iri_str name)
{
	static const char mark[] = "<!ENTITY";
	const char *const end = declarations.p + declarations.n;

	for (const char *p = declarations.p; (p = text_find(p, end, mark));) {
		for (p += strlen(mark); p < end && is_space(*p);)
			p++;
		if ((size_t)(end - p) > name.n && !memcmp(p, name.p, name.n) && is_space(p[name.n]))
			return true;
	}
	return false;
}

/* Returns the name of an entity after a "&", or an empty text if no ";" ends it. is_ended: a ";" follows the link */
static struct iri_str name_at(const char *p, const char *end, bool is_ended)
{
	const char *const start = p;

	while (p < end && (iri_is_alphanumeric(*p) || (unsigned char)*p >= 0x80 || strchr("-._:", *p)))
		p++;
	return (p < end ? *p == ';' : is_ended) ? iri_between(start, p) : (struct iri_str){"", 0};
}

/*
 * Finds "&amp;name;" from p on, and returns its start, or `end`. In an old link, it means the text "&name;".
 */
static const char *find_written(const char *p, const char *end, struct iri_str name, bool is_ended)
{
	static const char amp[] = "&amp;";

	for (; (p = iri_find_byte(p, end, '&')) < end; p++)
		if (iri_begins(iri_between(p, end), amp) && iri_same(name_at(p + strlen(amp), end, is_ended), name))
			return p;
	return end;
}

/* Replaces each "&amp;name;" by "&name;". */
static void restore(struct iri_str name, bool is_ended, struct iri_buf *text)
{
	const char *p = text->p, *const end = p + text->n;
	char *to = text->p;

	while (p < end) {
		const char *const next = find_written(p, end, name, is_ended);
		memmove(to, p, (size_t)(next - p));
		to += next - p;
		p = next;
		if (p < end) {
			*to++ = '&';
			p += strlen("&amp;");
		}
	}
	text->n = (size_t)(to - text->p);
}

const char *entities_keep(struct iri_str declarations, const struct span_style *style, struct iri_str old,
                          bool is_ended, struct iri_buf *text)
{
	enum { MOST_NAMES = 64 }; /* in a link; each takes time in proportion to its length */
	static const char *const predefined[] = {"amp", "lt", "gt", "quot", "apos", NULL};
	const unsigned codec = style->n ? style->use[0].codec : CODEC_NONE;
	const bool is_xml = codec == CODEC_CHARREF_XML || codec == CODEC_XML_CONTENT;
	const char *const end = old.p + old.n;
	unsigned names = 0;

	if (!is_xml && codec != CODEC_CHARREF_TEXT && codec != CODEC_CHARREF_ATTRIBUTE)
		return NULL;
	for (const char *p = old.p; (p = iri_find_byte(p, end, '&')) < end; p++) {
		const struct iri_str name = name_at(p + 1, end, is_ended);
		const char *const *known = predefined;
		char utf8[4];
		struct iri_str character;
		while (*known && !iri_is(name, *known))
			known++;
		if (!name.n || *known)
			continue;
		const bool is_character = charref_read(p, end, CHARREF_XML, utf8, &character);
		if (!is_declared(declarations, name) && (!is_xml || is_character))
			continue;
		const bool is_unclear = ++names > MOST_NAMES || find_written(old.p, end, name, is_ended) < end;
		if (is_character || style->n > 1 || is_unclear)
			return "it has an entity that the document declares";
		if (!text->failed)
			restore(name, is_ended, text);
	}
	return NULL;
}
