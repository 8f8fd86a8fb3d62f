/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "markdown_codec.h"

#include "plain.h"

#include "cmd/base/text.h"
#include "cmd/markdown/scanners.h"
#include "lib/base/str.h"

#include <string.h>

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
	for (const char *p = s.p, *const end = p + s.n; (p = codec_add_plain(p, end, out)) < end; p++) {
		if (*p == '&' && scan_is_charref(p, end)) {
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
 * Appends a destination (CommonMark, section 6.3), and returns what codec_write_markdown returns. Without "<>", a
 * destination cannot have spaces, controls, or parentheses that are not balanced. "<", ">" and "|" could begin or end
 * HTML or a cell. Brackets that are not balanced could begin or end the text of a link around this one.
 */
static size_t add_destination(struct codec_use use, struct iri_str s, struct iri_buf *out)
{
	const bool brackets = is_balanced(s, '[', ']'), parentheses = is_balanced(s, '(', ')');
	bool is_bare = use.quote != '<';

	for (size_t i = 0; i < s.n && !use.quote; i++)
		is_bare = is_bare && (unsigned char)s.p[i] > ' ' && s.p[i] != 0x7F;
	if (!is_bare) {
		if (!use.quote)
			iri_buf_putc(out, '<');
		codec_add_escaped(s, brackets ? "\\<>|" : "\\<>|[]", "", out);
		if (!use.quote)
			iri_buf_putc(out, '>');
		return !use.quote;
	}
	if (use.flags & CODEC_IN_DEFINITION && is_underline(s))
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

	return iri_find_byte(s.p, end, '`') == end && scan_address(s.p, end) == end;
}

size_t codec_write_markdown(struct codec_use use, struct iri_str s, struct iri_buf *out)
{
	static const char mailto[] = "mailto:";
	const size_t scheme = strlen(mailto);

	if (use.codec == CODEC_DESTINATION)
		return add_destination(use, s, out);
	if (use.codec == CODEC_ADDRESS && s.n > scheme && !memcmp(s.p, mailto, scheme)) {
		const struct iri_str address = {s.p + scheme, s.n - scheme};
		if (is_address(address))
			s = address;
	}
	/* Backslashes escape nothing in autolinks, except "|" in a cell. */
	codec_add_escaped(s, use.flags & CODEC_IN_CELL ? "|" : "", " <>", out);
	return 0;
}
