/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "declared_charset.h"

#include "html_token.h"

#include "cmd/base/charset_labels.h"

#include <string.h>

/* Copies the name of a charset. Returns false if it is empty, too long, or has a byte that is in no such name. */
static bool copy_name(struct iri_str from, char name[ENCODING_NAME_MAX + 1])
{
	from = trim_html_space(from);
	for (size_t i = 0; i < from.n; i++)
		if (i == ENCODING_NAME_MAX || !from.p[i] ||
		    !(iri_is_alphanumeric(from.p[i]) || strchr("._:+-", from.p[i])))
			return false;
	memcpy(name, from.p, from.n);
	name[from.n] = '\0';
	return from.n;
}

/* Copies the name of the charset in the attribute "content" of <meta http-equiv=content-type>. */
static bool copy_charset_of_content(struct iri_str content, char name[ENCODING_NAME_MAX + 1])
{
	const char *p = content.p, *const end = p + content.n;

	for (; p < end; p++) {
		if (!html_begins_with(p, end, "charset"))
			continue;
		const char *q = html_skip_space(p + strlen("charset"), end);
		if (q == end || *q != '=')
			continue;
		q = html_skip_space(q + 1, end);
		if (q < end && (*q == '"' || *q == '\'')) {
			const char *const stop = iri_find_byte(q + 1, end, *q);
			return stop < end && copy_name(iri_between(q + 1, stop), name);
		}
		p = q;
		while (p < end && !is_html_space(*p) && *p != ';')
			p++;
		return copy_name(iri_between(q, p), name);
	}
	return false;
}

/*
 * Reads the attributes of the tag <meta> at *p, and moves *p after it, or to the end if the tag is cut off. Returns
 * whether it names a charset.
 */
static bool read_meta(const char **p, const char *end, char name[ENCODING_NAME_MAX + 1])
{
	enum { HTTP_EQUIV = 1, CONTENT = 2, CHARSET = 4 };
	unsigned seen = 0;
	bool is_content_type = false, found = false, in_content = false, self_closing;
	struct html_attribute a;
	enum html_tag next;

	while ((next = html_next_attribute(p, end, &a, &self_closing)) == TAG_ATTRIBUTE) {
		const unsigned which = html_is_name(a.name, "http-equiv") ? HTTP_EQUIV
		                       : html_is_name(a.name, "content")  ? CONTENT
		                       : html_is_name(a.name, "charset")  ? CHARSET
		                                                     : 0;
		if (seen & which)
			continue;
		seen |= which;
		if (which == HTTP_EQUIV) {
			is_content_type = html_is_name(a.value, "content-type");
		} else if (which == CHARSET) {
			/* If it is wrong, the charset in "content" does not count, either. */
			found = copy_name(a.value, name);
			in_content = false;
		} else if (which == CONTENT && !(seen & CHARSET) && copy_charset_of_content(a.value, name)) {
			found = in_content = true;
		}
	}
	if (next == TAG_UNENDED)
		*p = end;
	return next == TAG_END && found && (is_content_type || !in_content);
}

/* Returns the place of the ">" that ends the comment at p, or end. Here "<!-->" is a comment, and "--!>" ends none. */
static const char *skip_comment(const char *p, const char *end)
{
	for (p += strlen("<!--"); (p = iri_find_byte(p, end, '>')) < end; p++)
		if (p[-1] == '-' && p[-2] == '-')
			break;
	return p;
}

/*
 * Returns the place after the tag whose name begins at p, or end if the tag is cut off. Here only white space and ">"
 * end the name.
 */
static const char *skip_tag(const char *p, const char *end)
{
	struct html_attribute a;
	bool self_closing;
	enum html_tag next;

	while (p < end && !is_html_space(*p) && *p != '>')
		p++;
	while ((next = html_next_attribute(&p, end, &a, &self_closing)) == TAG_ATTRIBUTE)
		continue;
	return next == TAG_END ? p : end;
}

bool encoding_of_html(struct iri_str text, char name[ENCODING_NAME_MAX + 1])
{
	const char *p = iri_present(text).p;
	const char *const end = p + (text.n < ENCODING_BYTES ? text.n : ENCODING_BYTES);
	char candidate[ENCODING_NAME_MAX + 1];
	bool found = false;

	while ((p = iri_find_byte(p, end, '<')) < end) {
		const bool is_end_tag = end - p >= 2 && p[1] == '/';
		const char *const tag = p + 1 + is_end_tag, *const after_name = html_name_end(tag, end);
		const bool is_meta = !is_end_tag && after_name < end && *after_name != '>' &&
		                     html_is_name(iri_between(tag, after_name), "meta");
		if (html_begins_with(p, end, "<!--")) {
			p = skip_comment(p, end);
		} else if (is_meta) {
			p = after_name;
			if (!read_meta(&p, end, candidate))
				continue;
			const bool known = encoding_iconv_name(candidate);
			if (known || !found)
				strcpy(name, candidate);
			if (known)
				return true;
			found = true;
		} else if (tag < end && html_is_alpha(*tag)) {
			p = skip_tag(tag, end);
		} else if (tag < end && (is_end_tag || *tag == '!' || *tag == '?')) {
			p = iri_find_byte(tag, end, '>');
		} else {
			p++;
		}
	}
	return found;
}

bool encoding_of_css(struct iri_str text, char name[ENCODING_NAME_MAX + 1])
{
	static const char charset[] = "@charset \"";
	const size_t n = strlen(charset);
	const struct iri_str start = {text.p, text.n < ENCODING_BYTES ? text.n : ENCODING_BYTES};

	if (start.n < n || memcmp(start.p, charset, n) != 0)
		return false;
	const char *const end = start.p + start.n, *const stop = iri_find_byte(start.p + n, end, '"');
	return end - stop >= 2 && stop[1] == ';' && copy_name(iri_between(start.p + n, stop), name);
}
