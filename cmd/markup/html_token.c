/* SPDX-License-Identifier: ISC */
#include "html_token.h"

/* Whether c ends the name of a tag. Most bytes of names are letters, so that one comparison is enough. */
static bool ends_name(char c)
{
	return (unsigned char)c <= '>' && (is_html_space(c) || c == '/' || c == '>');
}

enum html_tag html_next_attribute(const char **p, const char *end, struct html_attribute *a, bool *self_closing)
{
	const char *q = *p;

	*self_closing = false;
	/* Most calls are for the end of a tag. gcc saves no registers for them. */
	if (q < end && *q == '>') {
		*p = q + 1;
		return TAG_END;
	}
	for (; q < end && (is_html_space(*q) || *q == '/'); q++)
		*self_closing = *q == '/';
	if (q == end)
		return TAG_UNENDED;
	if (*q == '>') {
		*p = q + 1;
		return TAG_END;
	}
	/* A name may begin with "=". */
	const char *const name = q++;
	while (q < end && !ends_name(*q) && *q != '=')
		q++;
	a->name = iri_between(name, q);
	a->value = (struct iri_str){q, 0};
	*p = q;
	q = html_skip_space(q, end);
	a->has_value = q < end && *q == '=';
	if (!a->has_value)
		return q < end ? TAG_ATTRIBUTE : TAG_UNENDED;
	q = html_skip_space(q + 1, end);
	if (q == end)
		return TAG_UNENDED;
	if (*q == '"' || *q == '\'') {
		const char *const stop = iri_find_byte(q + 1, end, *q);
		a->value = iri_between(q + 1, stop);
		*p = stop + (stop < end);
		return stop < end ? TAG_ATTRIBUTE : TAG_UNENDED;
	}
	const char *const value = q;
	while (q < end && !is_html_space(*q) && *q != '>')
		q++;
	a->value = iri_between(value, q);
	*p = q;
	return q < end ? TAG_ATTRIBUTE : TAG_UNENDED;
}

const char *html_name_end(const char *p, const char *end)
{
	while (p < end && !ends_name(*p))
		p++;
	return p;
}

/* Whether a tag of this name is at p, with the byte that ends its name. start: "<" or "</" */
static bool is_tag(const char *p, const char *end, const char *start, const char *name)
{
	const size_t before = strlen(start), n = strlen(name);

	if ((size_t)(end - p) <= before + n || !html_begins_with(p, end, start) ||
	    !html_begins_with(p + before, end, name))
		return false;
	p += before + n;
	return is_html_space(*p) || *p == '/' || *p == '>';
}

/*
 * Returns the place of the end tag of the script whose text begins at p, or NULL. A "<!--" in it begins escaped text,
 * which "-->" ends. In escaped text, <script> begins double escaped text, where the first </script> ends only that
 * (sections 13.2.5.4 and 15 to 31).
 */
static const char *script_end(const char *p, const char *end)
{
	enum { PLAIN, ESCAPED, DOUBLE_ESCAPED } state = PLAIN;
	unsigned dashes = 0; /* before p; two and more count as two */

	while (p < end) {
		if (state == PLAIN)
			p = iri_find_byte(p, end, '<');
		if (p == end)
			break;
		if (*p == '>' && dashes == 2)
			state = PLAIN;
		dashes = *p != '-' ? 0 : dashes + (dashes < 2);
		if (*p != '<') {
			p++;
		} else if (is_tag(p, end, "</", "script")) {
			if (state != DOUBLE_ESCAPED)
				return p;
			state = ESCAPED;
			p++;
		} else if (state == PLAIN && html_begins_with(p, end, "<!--")) {
			state = ESCAPED;
			dashes = 2;
			p += strlen("<!--");
		} else {
			if (state == ESCAPED && is_tag(p, end, "<", "script"))
				state = DOUBLE_ESCAPED;
			p++;
		}
	}
	return NULL;
}

const char *html_raw_end(const char *p, const char *end, const char *element)
{
	if (!strcmp(element, "script"))
		return script_end(p, end);
	if (!strcmp(element, "plaintext"))
		return NULL;
	for (; (p = iri_find_byte(p, end, '<')) < end; p++)
		if (is_tag(p, end, "</", element))
			return p;
	return NULL;
}

const char *html_comment_end(const char *p, const char *end)
{
	const char *const start = p;

	if (html_begins_with(p, end, ">") || html_begins_with(p, end, "->"))
		return iri_find_byte(p, end, '>') + 1;
	for (; (p = iri_find_byte(p, end, '>')) < end; p++) {
		const char *const dashes = p - start >= 3 && p[-1] == '!' ? p - 1 : p;
		if (dashes - start >= 2 && dashes[-1] == '-' && dashes[-2] == '-')
			return p + 1;
	}
	return NULL;
}

const char *html_cdata_end(const char *p, const char *end)
{
	const char *const start = p;

	for (; (p = iri_find_byte(p, end, '>')) < end; p++)
		if (p - start >= 2 && p[-1] == ']' && p[-2] == ']')
			return p - 2;
	return end;
}

const char *html_find_markup(const char *p, const char *end)
{
	for (; p < end && (*p == '<' || (p = iri_find_byte(p, end, '<')) < end); p++)
		if (end - p >= 2 &&
		    (html_is_alpha(p[1]) || p[1] == '!' || p[1] == '?' || (p[1] == '/' && end - p >= 3)))
			return p;
	return end;
}

bool html_is_link_tag(const char *p, const char *end)
{
	p += end - p > 1 && p[1] == '/' ? 2 : 1;
	const char *const after = html_name_end(p, end);
	return after < end && html_is_name(iri_between(p, after), "a");
}

const char *html_label_end(const char *p, const char *end)
{
	if (end - p > HTML_LABEL_REACH)
		end = p + HTML_LABEL_REACH;
	while ((p = iri_find_byte(p, end, '<')) < end && !html_is_link_tag(p, end))
		p++;
	return p;
}
