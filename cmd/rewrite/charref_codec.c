/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "charref_codec.h"

#include "plain.h"

#include "cmd/base/text.h"
#include "lib/unicode/utf8.h"

#include <string.h>

void codec_write_charrefs(struct codec_use use, struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	/* These become numeric character references. In an unquoted value, they would end it or be parse errors. */
	const bool is_unquoted = use.codec == CODEC_CHARREF_ATTRIBUTE && !use.quote;
	const char *const numbers = is_unquoted                                            ? " '=`"
	                            : use.quote == '\'' || use.codec == CODEC_CHARREF_XML ? "'"
	                                                                                  : "";
	/* These, too: in HTML in Markdown, "`" could begin or end code, and "|" would end a cell. */
	const char *const in_markdown = use.flags & CODEC_IN_MARKDOWN ? "`|" : "";
	const bool lacks = charset_lacks(cs, s);

	for (const char *p = s.p, *const end = p + s.n; (p = codec_add_plain(p, end, out)) < end;) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch), len = n ? n : 1;
		if (*p == '&')
			buf_add_text(out, "&amp;");
		else if (*p == '<')
			buf_add_text(out, "&lt;");
		else if (*p == '>')
			buf_add_text(out, "&gt;");
		else if (*p == '"' && use.quote != '\'')
			buf_add_text(out, "&quot;");
		else if (*p && (strchr(numbers, *p) || strchr(in_markdown, *p)))
			buf_add_format(out, "&#%d;", *p);
		else if (lacks && n && charset_lacks(cs, (struct iri_str){p, len}))
			buf_add_format(out, "&#x%lX;", (unsigned long)ch);
		else
			iri_buf_add(out, p, len);
		p += len;
	}
}
