/* SPDX-License-Identifier: ISC */
#include "html_marks.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"

#include <string.h>

/* Whether the text has the mark, and somewhere behind it, its end. */
static bool has_pair(struct iri_str text, const char *mark, const char *mark_end)
{
	const char *const end = text.p + text.n, *const found = text_find(text.p, end, mark);

	return found && text_find(found + strlen(mark), end, mark_end);
}

bool html_has_mark(struct iri_str text, enum html_place place)
{
	const char *p = text.p, *const end = p + text.n;
	bool has_brace = false;

	for (; place != PLACE_CODE && !has_brace && (p = iri_find_byte(p, end, '{')) < end; p++)
		has_brace = end - p >= 2 && (p[1] == '{' || p[1] == '%');
	if (has_brace && (place == PLACE_MARKUP || has_pair(text, "{{", "}}") || has_pair(text, "{%", "%}")))
		return true;
	/* "<" is frequent in HTML, but what follows it here is not. */
	for (p = text.p; (p = iri_find_byte(p, end, '%')) < end; p++)
		if (p > text.p && p[-1] == '<')
			return true;
	for (p = text.p; (p = iri_find_byte(p, end, '?')) < end; p++)
		if (p > text.p && p[-1] == '<' && end - p >= 4 && !memcmp(p, "?php", 4))
			return true;
	return false;
}
