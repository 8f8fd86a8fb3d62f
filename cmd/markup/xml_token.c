/* SPDX-License-Identifier: ISC */
#include "xml_token.h"

#include "cmd/base/space.h"
#include "cmd/base/text.h"
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
/* Rows, and their number. Row numbers and DOCTYPE are the bits of unended in struct xml_tokens. */
enum { COMMENT, CDATA, INSTRUCTION, MARKUPS = sizeof markups / sizeof *markups, DOCTYPE = MARKUPS };

static bool begins_with(const char *p, const char *end, const char *start)
{
	const size_t n = strlen(start);

	return (size_t)(end - p) >= n && !memcmp(p, start, n);
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
 * section or a comment, sets the kind and the text of the token.
 */
static const char *skip_markup(struct xml_tokens *x, const char *p, const char *end, struct xml_token *token)
{
	for (unsigned i = 0; i < MARKUPS; i++) {
		if (!begins_with(p, end, markups[i].start))
			continue;
		const char *const text = p + strlen(markups[i].start);
		const char *const stop = x->unended & 1u << i ? NULL : text_find(text, end, markups[i].end);
		if (!stop) {
			x->unended |= 1u << i;
			return NULL;
		}
		if (i != INSTRUCTION)
			*token = (struct xml_token){.kind = i == CDATA ? XML_CDATA : XML_COMMENT,
			                            .text = iri_between(text, stop)};
		return stop + strlen(markups[i].end);
	}
	if (!begins_with(p, end, "<!DOCTYPE") || x->unended & 1u << DOCTYPE)
		return NULL;
	p = doctype_end(p, end);
	if (!p)
		x->unended |= 1u << DOCTYPE;
	return p;
}

/* Finds the next attribute of a tag or its end, from *p on, and moves *p after it. A "<" ends the tag, too. */
static void next_in_tag(const char **p, const char *end, struct xml_token *token)
{
	const char *q = *p, *name = q, *name_end = q;

	for (; q < end && *q != '>' && *q != '<'; q++) {
		if (*q == '"' || *q == '\'') {
			const char *const start = q + 1;
			for (q = start; q < end && *q != *(start - 1) && *q != '<'; q++)
				continue;
			*p = q + (q < end && *q != '<');
			*token = (struct xml_token){XML_ATTRIBUTE, iri_between(name, name_end), iri_between(start, q)};
			return;
		}
		/* The name is the last word before the quote. */
		if (!is_space(*q) && *q != '=') {
			if (q > name_end || name == name_end)
				name = q;
			name_end = q + 1;
		}
	}
	token->kind = q < end && *q == '>' && q > *p && q[-1] == '/' ? XML_EMPTY_END : XML_TAG_END;
	*p = q + (q < end && *q == '>');
}

bool xml_encoding(struct iri_str text, char name[ENCODING_NAME_MAX + 1])
{
	const char *p = text.p, *const end = p + text.n;
	const char *const limit = text.n && begins_with(p, end, "<?xml") ? text_find(p, end, "?>") : NULL;
	size_t n = 0;

	p = limit ? text_find(p, limit, "encoding") : NULL;
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

/* Reads the name of the tag whose "<" is at *p, and moves *p after it. Returns false if "<" stands for itself there. */
static bool xml_read_name(const char **p, const char *end, struct xml_token *token)
{
	const bool is_end = end - *p >= 2 && (*p)[1] == '/';
	const char *const name = *p + 1 + is_end, *q = name;

	*p = name;
	if (q == end || !(iri_byte_class(*q) & CHAR_ALPHA || *q == '_' || (unsigned char)*q >= 0x80))
		return false;
	while (q < end && !is_space(*q) && *q != '>' && *q != '<')
		q++;
	*p = q;
	/* The "/" of "<a/>" is no part of the name; next_in_tag reads it again. */
	if (q < end && *q == '>' && q[-1] == '/')
		*p = --q;
	*token = (struct xml_token){.kind = is_end ? XML_END : XML_START, .name = iri_between(name, q)};
	return true;
}

bool xml_next(struct xml_tokens *x, struct xml_token *token)
{
	const char *p = x->text.p + x->at, *const end = x->text.p + x->text.n;
	bool found = false;

	*token = (struct xml_token){.kind = XML_TEXT};
	while (!found && (p < end || x->in_tag)) {
		if (x->in_tag) {
			next_in_tag(&p, end, token);
			x->in_tag = token->kind == XML_ATTRIBUTE;
			found = true;
		} else if (*p != '<') {
			const char *const start = p;
			p = iri_find_byte(p, end, '<');
			token->text = iri_between(start, p);
			found = true;
		} else if (end - p >= 2 && (p[1] == '!' || p[1] == '?')) {
			const char *const after = skip_markup(x, p, end, token);
			found = token->text.p != NULL;
			p = after ? after : p + 1;
		} else {
			found = x->in_tag = xml_read_name(&p, end, token);
		}
	}
	x->at = (size_t)(p - x->text.p);
	return found;
}
