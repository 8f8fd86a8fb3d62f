/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "tags.h"

#include "scanners.h"

/* Returns what scan_find_after does. If there is no such text, sets *unended, and searches no more. */
static const char *find_once(const char *p, const char *end, const char *text, bool *unended)
{
	const char *const after = *unended ? NULL : scan_find_after(p, end, text);

	*unended = !after;
	return after;
}

/* Returns the end of the name of a tag at p, or NULL. */
static const char *tag_name(const char *p, const char *end)
{
	if (p == end || !(iri_byte_class(*p) & CHAR_ALPHA))
		return NULL;
	while (p < end && (iri_is_alphanumeric(*p) || *p == '-'))
		p++;
	return p;
}

/* Returns the end of the value of an attribute at p, or NULL. */
static const char *attribute_value(const char *p, const char *end)
{
	const char *const start = p;

	if (p < end && (*p == '"' || *p == '\'')) {
		p = iri_find_byte(p + 1, end, *p);
		return p < end ? p + 1 : NULL;
	}
	while (p < end && !is_space(*p) && !strchr("\"'=<>`", *p))
		p++;
	return p > start ? p : NULL;
}

/*
 * Returns the end of the open tag whose name ends at p, or NULL. Needs no note of what it did not find: a quotation
 * mark changes between the states "outside", "in double" and "in single quotes" in such a way that two scans from
 * different "<" are never in the same state. So at most three scans read a byte.
 */
static const char *open_tag_end(const char *p, const char *end)
{
	for (;;) {
		const char *const name = scan_skip_space(p, end);
		p = name;
		if (p < end && *p == '/')
			p++;
		if (p < end && *p == '>')
			return p + 1;
		if (p == end || p > name || !is_space(name[-1]) ||
		    !(iri_byte_class(*p) & CHAR_ALPHA || *p == '_' || *p == ':'))
			return NULL;
		while (p < end && (iri_is_alphanumeric(*p) || strchr("_.:-", *p)))
			p++;
		const char *const equals = scan_skip_space(p, end);
		if (equals < end && *equals == '=') {
			p = attribute_value(scan_skip_space(equals + 1, end), end);
			if (!p)
				return NULL;
		}
	}
}

const char *tags_end(const char *p, const char *end, struct tags_unended *unended)
{
	const char *name;

	if (end - p < 3)
		return NULL;
	if (p[1] == '?')
		return find_once(p + 2, end, "?>", &unended->instruction);
	if (scan_begins(p, end, "<!--")) {
		p += strlen("<!--");
		if (scan_begins(p, end, ">") || scan_begins(p, end, "->"))
			return p + (*p == '>' ? 1 : 2);
		return find_once(p, end, "-->", &unended->comment);
	}
	if (end - p >= 9 && !memcmp(p, "<![CDATA[", 9))
		return find_once(p + 9, end, "]]>", &unended->cdata);
	if (p[1] == '!')
		return iri_byte_class(p[2]) & CHAR_ALPHA ? find_once(p, end, ">", &unended->declaration) : NULL;
	if (p[1] != '/')
		return (name = tag_name(p + 1, end)) != NULL ? open_tag_end(name, end) : NULL;
	name = tag_name(p + 2, end);
	p = name ? scan_skip_space(name, end) : end;
	return p < end && *p == '>' ? p + 1 : NULL;
}

/* Whether name is one of the names in the list, which NULL ends. */
static bool tags_is_listed(const char *const *list, struct iri_str name)
{
	for (; *list; list++)
		if (iri_is_caseless(name, *list))
			return true;
	return false;
}

/* Elements whose blocks end at their end tag: condition 1 */
static const char *const raw_names[] = {"pre", "script", "style", "textarea", NULL};

/* Elements whose tags begin blocks that end at a blank line: condition 6 */
static const char *const block_names[] = {
	"address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
	"dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
	"frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend",
	"li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search",
	"section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul", NULL,
};

unsigned tags_begins_block(const char *p, const char *end)
{
	if (scan_begins(p, end, "<!--"))
		return 2;
	if (scan_begins(p, end, "<?"))
		return 3;
	if (end - p >= 9 && !memcmp(p, "<![CDATA[", 9))
		return 5;
	if (end - p >= 3 && p[1] == '!' && iri_byte_class(p[2]) & CHAR_ALPHA)
		return 4;
	const bool closing = end - p >= 2 && p[1] == '/';
	const char *const start = p + 1 + closing, *const after = tag_name(start, end);
	if (!after)
		return 0;
	const struct iri_str name = iri_between(start, after);
	const bool ends = after == end || scan_is_blank(*after) || *after == '>';
	if (ends && !closing && tags_is_listed(raw_names, name))
		return 1;
	if ((ends || scan_begins(after, end, "/>")) && tags_is_listed(block_names, name))
		return 6;
	/* The specification excludes </pre> and the like here, but cmark, commonmark.js and micromark do not. */
	p = tags_end(p, end, &(struct tags_unended){0});
	return p && scan_skip_blanks(p, end) == end ? 7 : 0;
}

const char *tags_mdx_end(const char *p, const char *end, struct tags_mdx *tag)
{
	for (; p < end; p++) {
		if (tag->quote)
			tag->quote = *p == tag->quote ? '\0' : tag->quote;
		else if (*p == '"' || *p == '\'' || (*p == '`' && tag->depth))
			tag->quote = *p;
		else if (*p == '{')
			tag->depth++;
		else if (*p == '}' && tag->depth)
			tag->depth--;
		else if (*p == '>' && !tag->depth)
			return p + 1;
		else if (*p == '<' && !tag->depth)
			break;
	}
	tag->failed = p < end;
	return NULL;
}

bool tags_fill_line(const char *p, const char *end, struct tags_mdx *tag)
{
	*tag = (struct tags_mdx){0};
	while (p && p < end) {
		if (end - p < 2 || *p != '<' || !(iri_byte_class(p[1]) & CHAR_ALPHA || p[1] == '/' || p[1] == '>'))
			return false;
		p = tags_mdx_end(p + 1, end, tag);
		p = p ? scan_skip_blanks(p, end) : NULL;
	}
	tag->open = !p;
	return !tag->failed;
}

bool tags_ends_block(unsigned condition, const char *p, const char *end)
{
	switch (condition) {
	case 2: return scan_find_after(p, end, "-->");
	case 3: return scan_find_after(p, end, "?>");
	case 4: return scan_find_after(p, end, ">");
	case 5: return scan_find_after(p, end, "]]>");
	default:
		return scan_find_after(p, end, "</pre>") || scan_find_after(p, end, "</script>") ||
		       scan_find_after(p, end, "</style>") || scan_find_after(p, end, "</textarea>");
	}
}
