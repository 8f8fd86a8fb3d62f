/* SPDX-License-Identifier: ISC */
#include "template.h"

#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

enum {
	MOST_TEMPLATE = 256, /* bytes; a limit keeps the time linear */
	MOST_NAME = 63,      /* bytes of a <name> */
};

/* Returns the end of the character at p, or NULL for a control, a byte that is not UTF-8, and the end of the text. */
static const char *template_next(const char *p, const char *end)
{
	const char *next;
	const uint32_t ch = iri_utf8_next(p, end, &next);

	return ch < 0x20 || (ch >= 0x7F && ch < 0xA0) ? NULL : next;
}

/* Returns the end of the braces that begin at p and are balanced, or NULL. */
static const char *braces_end(const char *p, const char *end)
{
	size_t depth = 0;

	for (const char *next; (next = template_next(p, end)); p = next) {
		if (*p == '{')
			depth++;
		else if (*p == '}' && --depth == 0)
			return next;
	}
	return NULL;
}

/* Returns the end of "<% ... %>" at p, or NULL. */
static const char *percent_end(const char *p, const char *end)
{
	for (p += 2; p && end - p >= 2; p = template_next(p, end))
		if (p[0] == '%' && p[1] == '>')
			return p + 2;
	return NULL;
}

/*
 * Returns the end of <name> at p, or NULL. A name in lower-case letters and digits could be a tag of HTML: it is only
 * taken for a placeholder if the link goes on after it.
 */
static const char *name_end(const char *p, const char *end)
{
	const char *const name = ++p;
	bool marked = false;

	for (; p < end && p - name <= MOST_NAME; p++) {
		const bool capital = *p >= 'A' && *p <= 'Z';
		if (!iri_is_alphanumeric(*p) && *p != '_' && *p != '-' && *p != '.')
			break;
		marked = marked || capital || *p == '_' || *p == '-';
	}
	if (p == end || *p != '>' || p == name || p - name > MOST_NAME)
		return NULL;
	p++;
	return marked || (p < end && *p && strchr("/.?#&=:-_@", *p)) ? p : NULL;
}

const char *iri_template_end(const char *p, const char *end)
{
	const char *const limit = end - p > MOST_TEMPLATE ? p + MOST_TEMPLATE : end;

	if (*p == '{')
		return braces_end(p, limit);
	return end - p >= 2 && p[1] == '%' ? percent_end(p, limit) : name_end(p, end);
}

bool iri_template_next(struct iri_str s, size_t from, struct iri_str *found)
{
	const char *const end = s.p + s.n;

	for (const char *p = s.p + from; p < end; p++) {
		const char *const stop = *p == '{' || *p == '<' ? iri_template_end(p, end) : NULL;
		if (stop) {
			*found = iri_between(p, stop);
			return true;
		}
	}
	return false;
}
