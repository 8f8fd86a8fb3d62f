/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc_codec.h"

#include "cmd/base/charref.h"
#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "cmd/markup/asciidoc_target.h"
#include "cmd/markup/asciidoc_url.h"
#include "lib/base/str.h"

/* Whether Asciidoctor takes what ends before p, an "@", as part of an e-mail address: no "/" or ":" is before it. */
static bool ends_address_name(struct iri_str s, const char *p)
{
	const char *start = p;

	while (start > s.p && (asciidoc_is_word(start[-1]) || (start[-1] && strchr("&;-.%+", start[-1]))))
		start--;
	return start < p && start > s.p && !strchr("/:\\>", start[-1]);
}

/* Returns the length of the text at p in s that is replaced where s stands, or 0. */
static size_t replaced_at(struct codec_use use, struct iri_str s, const char *p)
{
	return use.flags & CODEC_VERBATIM ? 0 : asciidoc_replaced(p, s.p + s.n, p > s.p ? p[-1] : ' ');
}

/* Whether the text at p would be read as a character reference. */
static bool is_reference_at(struct codec_use use, const char *p, const char *end)
{
	struct iri_str text;
	char utf8[4];

	return *p == '&' && !(use.flags & CODEC_VERBATIM) && charref_read(p, end, CHARREF_MARKDOWN, utf8, &text);
}

/* Whether s must stand in "++". */
static bool must_be_passed(struct codec_use use, struct iri_str s)
{
	const enum asciidoc_marks marks = asciidoc_find_marks(s);

	for (const char *p = s.p, *const end = p + s.n; p < end; p++)
		if (is_space(*p) || (*p && strchr("[]\\\"<>", *p)) || (*p == '@' && ends_address_name(s, p)) ||
		    (*p == '\'' && replaced_at(use, s, p)))
			return true;
	return marks == ASCIIDOC_PAIRS || (marks == ASCIIDOC_MARKS && !(use.flags & CODEC_MARKS_LEAVE));
}

void codec_write_asciidoc(struct codec_use use, struct iri_str s, struct iri_buf *out)
{
	const char *p = s.p, *const end = p + s.n;

	if (!(use.flags & CODEC_IN_DEFINITION) && must_be_passed(use, s)) {
		const char *const after_scheme = asciidoc_scheme_end(s);
		const char *const start = after_scheme && after_scheme < end ? after_scheme : p;
		iri_buf_add(out, p, (size_t)(start - p));
		buf_add_text(out, "++");
		iri_buf_add(out, start, (size_t)(end - start));
		buf_add_text(out, "++");
		return;
	}
	while (p < end) {
		const size_t replaced = replaced_at(use, s, p), n = replaced ? replaced : 1;
		if (replaced || (use.flags & CODEC_IN_CELL && *p == '|'))
			iri_buf_putc(out, '\\');
		if (is_reference_at(use, p, end))
			buf_add_text(out, "&amp;");
		else
			iri_buf_add(out, p, n);
		p += n;
	}
}
