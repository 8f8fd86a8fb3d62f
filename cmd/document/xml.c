/* SPDX-License-Identifier: ISC */
#include "xml.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/*
 * Markup that a fixed text ends. The document type declaration is not here: a ">" in quotes or "[...]" does not end it.
 */
static const struct markup {
	const char *start, *end;
} markups[] = {
	{"<!--", "-->"},
	{"<![CDATA[", "]]>"},
	{"<?", "?>"},
};
/* The row of CDATA, and the number of rows. Row numbers and DOCTYPE are also the bits of unended in struct xml. */
enum { CDATA = 1, MARKUPS = sizeof markups / sizeof *markups, DOCTYPE = MARKUPS };

static bool begins_with(const char *p, const char *end, const char *start)
{
	const size_t n = strlen(start);

	return (size_t)(end - p) >= n && !memcmp(p, start, n);
}

/* Returns the first place of `what` between p and end, or NULL. */
static const char *xml_find(const char *p, const char *end, const char *what)
{
	for (; (p = iri_find_byte(p, end, *what)) < end; p++)
		if (begins_with(p, end, what))
			return p;
	return NULL;
}

/* Returns the end of the document type declaration at p, or NULL: the first ">" outside of quotes and "[...]". */
static const char *doctype_end(const char *p, const char *end)
{
	bool subset = false;

	for (; p < end; p++) {
		if (*p == '"' || *p == '\'')
			p = iri_find_byte(p + 1, end, *p);
		else if (*p == '[' || *p == ']')
			subset = *p == '[';
		else if (*p == '>' && !subset)
			return p + 1;
		if (p == end)
			break;
	}
	return NULL;
}

/*
 * Returns the end of the markup at p, which begins with "<!" or "<?", or NULL if it has none or is unknown. For a CDATA
 * section, sets *piece to its text.
 */
static const char *skip_markup(struct xml *x, const char *p, const char *end, struct iri_str *piece)
{
	for (unsigned i = 0; i < MARKUPS; i++) {
		if (!begins_with(p, end, markups[i].start))
			continue;
		const char *const text = p + strlen(markups[i].start);
		const char *const stop = x->unended & 1u << i ? NULL : xml_find(text, end, markups[i].end);
		if (!stop) {
			x->unended |= 1u << i;
			return NULL;
		}
		if (i == CDATA)
			*piece = iri_between(text, stop);
		return stop + strlen(markups[i].end);
	}
	if (!begins_with(p, end, "<!DOCTYPE") || x->unended & 1u << DOCTYPE)
		return NULL;
	p = doctype_end(p, end);
	if (!p)
		x->unended |= 1u << DOCTYPE;
	return p;
}

/*
 * Finds the next attribute of a tag, from *p on, and moves *p after it. At the end of the tag, moves *p there and
 * returns false. A "<" ends the tag, too: it is not allowed there. *value becomes absent for the name of a namespace.
 */
static bool next_attribute(const char **p, const char *end, struct iri_str *value)
{
	const char *q = *p, *name = q, *name_end = q;

	value->p = NULL;
	for (; q < end && *q != '>' && *q != '<'; q++) {
		if (*q == '"' || *q == '\'') {
			const char *const start = q + 1;
			for (q = start; q < end && *q != *(start - 1) && *q != '<'; q++)
				continue;
			*p = q + (q < end && *q != '<');
			if (!iri_is(iri_between(name, name_end), "xmlns") && !begins_with(name, name_end, "xmlns:"))
				*value = iri_between(start, q);
			return true;
		}
		/* The name is the last word before the quote. */
		if (!is_space(*q) && *q != '=') {
			if (q > name_end || name == name_end)
				name = q;
			name_end = q + 1;
		}
	}
	*p = q + (q < end && *q == '>');
	return false;
}

bool xml_encoding(struct iri_str text, char name[ENCODING_NAME_MAX + 1])
{
	const char *p = text.p, *const end = p + text.n;
	const char *const limit = text.n && begins_with(p, end, "<?xml") ? xml_find(p, end, "?>") : NULL;
	size_t n = 0;

	p = limit ? xml_find(p, limit, "encoding") : NULL;
	if (!p)
		return false;
	for (p += strlen("encoding"); p < limit && (is_space(*p) || *p == '=' || *p == '"' || *p == '\''); p++)
		continue;
	for (; p < limit && (iri_is_alphanumeric(*p) || (*p && strchr("._-", *p))); p++) {
		if (n == ENCODING_NAME_MAX)
			return false;
		name[n++] = *p;
	}
	name[n] = '\0';
	return n;
}

bool xml_next(struct xml *x, struct iri_str *piece, bool *is_cdata)
{
	const char *p = x->text.p + x->at, *const end = x->text.p + x->text.n;

	*is_cdata = false;
	piece->p = NULL;
	while (!piece->p && (p < end || x->in_tag)) {
		if (x->in_tag) {
			x->in_tag = next_attribute(&p, end, piece);
		} else if (*p != '<') {
			const char *const start = p;
			p = iri_find_byte(p, end, '<');
			*piece = iri_between(start, p);
		} else if (end - p >= 2 && (p[1] == '!' || p[1] == '?')) {
			const char *const after = skip_markup(x, p, end, piece);
			*is_cdata = piece->p != NULL;
			p = after ? after : p + 1;
		} else {
			/* A tag, whose name is skipped; or a "<" that stands for itself. */
			p++;
			p += p < end && *p == '/';
			x->in_tag = p < end &&
			            (iri_byte_class(*p) & CHAR_ALPHA || *p == '_' || (unsigned char)*p >= 0x80);
			while (x->in_tag && p < end && !is_space(*p) && *p != '>' && *p != '<')
				p++;
		}
	}
	x->at = (size_t)(p - x->text.p);
	return piece->p != NULL;
}
