/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "codec.h"

#include "cmd/base/text.h"
#include "cmd/markdown/parts.h"
#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* Whether the charset lacks a character of s. Also true if s has bytes that are not UTF-8. cs: NULL: UTF-8 */
static bool is_lacking(struct charset *cs, struct iri_str s)
{
	struct iri_buf bytes = {0};

	if (!cs)
		return false;
	const bool lacking = !charset_write(cs, s, &bytes) && !bytes.failed;
	iri_buf_free(&bytes);
	return lacking;
}

/* Whether the link is in HTML or XML, where it is written with character references only. */
static bool is_html_or_xml(const struct span_style *style)
{
	return style->charrefs != CHARREF_NONE && style->charrefs != CHARREF_MARKDOWN;
}

struct iri_str rewrite_fit(const struct span *link, struct charset *cs, struct iri_str reference, struct iri_buf *buf)
{
	const char *p = reference.p, *const end = p + reference.n;

	if (is_html_or_xml(&link->style) || !is_lacking(cs, reference))
		return reference;
	buf->n = 0;
	while (p < end) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch), len = n ? n : 1;
		/* Percent-encoding keeps the meaning of these characters only (RFC 3987, section 5.3.2.3). */
		const bool can_be_encoded = n && (ch >= 0x80 || iri_is_needless((unsigned char)*p));
		if (can_be_encoded && is_lacking(cs, (struct iri_str){p, len}))
			for (size_t i = 0; i < len; i++)
				buf_add_format(buf, "%%%02X", (unsigned char)p[i]);
		else
			iri_buf_add(buf, p, len);
		p += len;
	}
	return iri_contents(buf);
}

/* Appends a reference for HTML or XML, with character references. */
static void add_html_or_xml(const struct span_style *style, struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	/* These become numeric character references. In an unquoted value, they would end it or be parse errors. */
	const bool is_unquoted = style->charrefs == CHARREF_ATTRIBUTE && !style->quote;
	const char *const numbers = is_unquoted                                                  ? " '=`"
	                            : style->quote == '\'' || style->charrefs == CHARREF_XML ? "'"
	                                                                                      : "";
	/* These, too: in HTML in Markdown, "`" could begin or end code, and "|" would end a cell. */
	const char *const in_markdown = style->in_markdown ? "`|" : "";
	const bool lacks = is_lacking(cs, s);

	for (const char *p = s.p, *const end = p + s.n; p < end;) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch), len = n ? n : 1;
		if (*p == '&')
			buf_add_text(out, "&amp;");
		else if (*p == '<')
			buf_add_text(out, "&lt;");
		else if (*p == '>')
			buf_add_text(out, "&gt;");
		else if (*p == '"' && style->quote != '\'')
			buf_add_text(out, "&quot;");
		else if (*p && (strchr(numbers, *p) || strchr(in_markdown, *p)))
			buf_add_format(out, "&#%d;", *p);
		else if (lacks && n && is_lacking(cs, (struct iri_str){p, len}))
			buf_add_format(out, "&#x%lX;", (unsigned long)ch);
		else
			iri_buf_add(out, p, len);
		p += len;
	}
}

/* Whether brackets of this kind are balanced, and not nested deeper than all readers of Markdown allow. */
static bool is_balanced(struct iri_str s, char opener, char closer)
{
	enum { DEEPEST = 3 }; /* CommonMark, section 6.3 */
	unsigned depth = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == opener && ++depth > DEEPEST)
			return false;
		if (s.p[i] == closer && depth-- == 0)
			return false;
	}
	return depth == 0;
}

/*
 * Appends a reference with a backslash before each character of `escaped`, and with "&amp;" for each "&" that would
 * begin a character reference. The characters of `numbers` and "`" become numeric character references: even after a
 * backslash, "`" would end code that a "`" before the link begins (CommonMark, section 6.1).
 */
static void codec_add_escaped(struct iri_str s, const char *escaped, const char *numbers, struct iri_buf *out)
{
	for (const char *p = s.p, *const end = p + s.n; p < end; p++) {
		if (*p == '&' && parts_is_charref(p, end)) {
			buf_add_text(out, "&amp;");
		} else if (*p == '`' || (*p && strchr(numbers, *p))) {
			buf_add_format(out, "&#%d;", *p);
		} else {
			if (*p && strchr(escaped, *p))
				iri_buf_putc(out, '\\');
			iri_buf_putc(out, *p);
		}
	}
}

/*
 * Whether s, alone on a line, could make the line before it a heading (CommonMark, section 4.3) or the header of a
 * table. If the line before it is "[label]:", some readers find a definition instead (md4c 0.4.8).
 */
static bool is_underline(struct iri_str s)
{
	size_t i = 0;

	while (i < s.n && s.p[i] && strchr("=-:", s.p[i]))
		i++;
	return s.n && i == s.n;
}

/*
 * Appends a destination of Markdown (CommonMark, section 6.3), and returns what rewrite_link returns. Without "<>", a
 * destination cannot have spaces, controls, or parentheses that are not balanced. "<", ">" and "|" could begin or end
 * HTML or a cell. Brackets that are not balanced could begin or end the text of a link around this one.
 */
static size_t add_destination(const struct span *link, struct iri_str s, struct iri_buf *out)
{
	const struct span_style *const style = &link->style;
	const bool brackets = is_balanced(s, '[', ']'), parentheses = is_balanced(s, '(', ')');
	bool is_bare = style->quote != '<';

	for (size_t i = 0; i < s.n && !style->quote; i++)
		is_bare = is_bare && (unsigned char)s.p[i] > ' ' && s.p[i] != 0x7F;
	if (!is_bare) {
		if (!style->quote)
			iri_buf_putc(out, '<');
		codec_add_escaped(s, brackets ? "\\<>|" : "\\<>|[]", "", out);
		if (!style->quote)
			iri_buf_putc(out, '>');
		return !style->quote;
	}
	if (link->kind == SPAN_DEFINITION && is_underline(s))
		iri_buf_putc(out, '\\');
	const char *const escaped = brackets && parentheses ? "\\<>|"
	                            : brackets               ? "\\<>|()"
	                            : parentheses            ? "\\<>|[]"
	                                                     : "\\<>|()[]";
	codec_add_escaped(s, escaped, "", out);
	return 0;
}

/* Whether s can be an autolink of an e-mail address. False for "`": see codec_add_escaped. */
static bool is_address(struct iri_str s)
{
	const char *const end = s.p + s.n;

	return iri_find_byte(s.p, end, '`') == end && parts_address(s.p, end) == end;
}

size_t rewrite_link(const struct span *link, struct charset *cs, struct iri_str reference, struct iri_buf *out)
{
	static const char mailto[] = "mailto:";
	const struct span_style *const style = &link->style;
	const size_t scheme = strlen(mailto);

	if (is_html_or_xml(style)) {
		add_html_or_xml(style, cs, reference, out);
	} else if (style->charrefs == CHARREF_NONE) {
		iri_buf_add(out, reference.p, reference.n);
	} else if (link->kind == SPAN_AUTOLINK) {
		if (style->is_address && reference.n > scheme && !memcmp(reference.p, mailto, scheme)) {
			const struct iri_str address = {reference.p + scheme, reference.n - scheme};
			if (is_address(address))
				reference = address;
		}
		/* Backslashes escape nothing in autolinks, except "|" in a cell. */
		codec_add_escaped(reference, style->in_cell ? "|" : "", " <>", out);
	} else {
		return add_destination(link, reference, out);
	}
	return 0;
}
