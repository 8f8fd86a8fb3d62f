/* SPDX-License-Identifier: ISC */
/* Finds where tags, attributes and other tokens of HTML end. Sections are those of the HTML standard. */
#ifndef HTML_TOKEN_H
#define HTML_TOKEN_H

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/* An attribute of a tag: views of the text. Without a value, value is empty and stands after the name. */
struct html_attribute {
	struct iri_str name, value;
	bool has_value;
};

/* What comes next in a tag */
enum html_tag {
	TAG_ATTRIBUTE,
	TAG_END,
	TAG_UNENDED, /* the text ends before the tag does */
};

static inline bool html_is_alpha(char c)
{
	return iri_byte_class(c) & CHAR_ALPHA;
}

/* Whether the text from p to end begins with `start`, in any case. `start` itself is in lower case. */
static inline bool html_begins_with(const char *p, const char *end, const char *start)
{
	for (; *start; p++, start++)
		if (p == end || iri_lower(*p) != *start)
			return false;
	return true;
}

/* Whether s is `name`, in any case. `name` itself is in lower case. */
static inline bool html_is_name(struct iri_str s, const char *name)
{
	return s.n == strlen(name) && html_begins_with(s.p, s.p + s.n, name);
}

/*
 * An entry of a table of names: a name in lower case, and its value. Names of n bytes are in row n of the table, which
 * an empty name ends.
 */
enum { HTML_NAMES = 10 };
struct html_name {
	char name[16];
	unsigned value;
};

/* Returns the entry with the name s, in any case, or NULL. lengths: the number of rows */
static inline const struct html_name *html_look_up(struct iri_str s, const struct html_name (*names)[HTML_NAMES],
                                                   size_t lengths)
{
	if (!s.n || s.n >= lengths)
		return NULL;
	const char first = iri_lower(*s.p);
	for (const struct html_name *row = names[s.n]; *row->name; row++)
		if (first == *row->name && html_begins_with(s.p, s.p + s.n, row->name))
			return row;
	return NULL;
}

static inline const char *html_skip_space(const char *p, const char *end)
{
	while (p < end && is_html_space(*p))
		p++;
	return p;
}

/*
 * Finds the next attribute of a tag, and moves *p after it; at the end of the tag, moves *p after its ">". *p is after
 * the name of the tag or after an attribute. At TAG_END, *self_closing says whether "/>" ends the tag (sections
 * 13.2.5.32 to 40).
 */
enum html_tag html_next_attribute(const char **p, const char *end, struct html_attribute *a, bool *self_closing);

/* Returns the end of the name of a tag, which begins at p. */
const char *html_name_end(const char *p, const char *end);

/* Returns the place of the end tag of the element whose raw text begins at p, or NULL. */
const char *html_raw_end(const char *p, const char *end, const char *element);

/* Returns the place after the comment whose text begins at p, or NULL (sections 13.2.5.43 to 52). */
const char *html_comment_end(const char *p, const char *end);

/* Returns the place of "]]>" between p and end, or end. */
const char *html_cdata_end(const char *p, const char *end);

/* Returns the first "<" that begins markup, or end. "<" or "</" at the end begins none before more text follows. */
const char *html_find_markup(const char *p, const char *end);

/* The most bytes of the text of a link that count */
enum { HTML_LABEL_REACH = 8192 };

/* Whether <a> begins or ends at p, a "<". A name at the end of the text is none: more of it can follow. */
bool html_is_link_tag(const char *p, const char *end);

/* Returns where the text of a link ends that begins at p, or the byte HTML_LABEL_REACH behind p, or end. */
const char *html_label_end(const char *p, const char *end);

#endif
