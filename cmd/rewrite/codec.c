/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "codec.h"

#include "asciidoc_codec.h"
#include "charref_codec.h"
#include "css_codec.h"
#include "escapes_codec.h"
#include "markdown_codec.h"
#include "rst_codec.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

/* Whether the codec can write any character, as a character reference or an escape. */
static bool has_numbers(struct codec_use use)
{
	return use.codec == CODEC_CHARREF_TEXT || use.codec == CODEC_CHARREF_ATTRIBUTE ||
	       use.codec == CODEC_CHARREF_XML || use.codec == CODEC_CSS || use.codec == CODEC_JSON ||
	       use.codec == CODEC_IRIREF;
}

/* Whether a layer of the link can have any character. */
static bool has_all_characters(const struct span_style *style)
{
	for (unsigned i = 0; i < style->n; i++)
		if (has_numbers(style->use[i]))
			return true;
	return false;
}

struct iri_str rewrite_fit(const struct span_style *style, struct charset *cs, struct iri_str reference,
                           struct iri_buf *buf)
{
	const char *p = reference.p, *const end = p + reference.n;

	if (has_all_characters(style) || !charset_lacks(cs, reference))
		return reference;
	buf->n = 0;
	while (p < end) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch), len = n ? n : 1;
		/* Percent-encoding keeps the meaning of these characters only (RFC 3987, section 5.3.2.3). */
		const bool can_be_encoded = n && (ch >= 0x80 || iri_is_needless((unsigned char)*p));
		if (can_be_encoded && charset_lacks(cs, (struct iri_str){p, len}))
			for (size_t i = 0; i < len; i++)
				buf_add_format(buf, "%%%02X", (unsigned char)p[i]);
		else
			iri_buf_add(buf, p, len);
		p += len;
	}
	return iri_contents(buf);
}

static bool codec_has(struct iri_str s, const char *what)
{
	const size_t n = strlen(what);

	for (const char *p = s.p, *const end = p + s.n; (p = iri_find_byte(p, end, *what)) < end; p++)
		if ((size_t)(end - p) >= n && !memcmp(p, what, n))
			return true;
	return false;
}

const char *codec_write(struct codec_use use, struct charset *cs, struct iri_str s, struct iri_buf *out,
                        size_t *before)
{
	*before = 0;
	switch (use.codec) {
	case CODEC_CHARREF_TEXT:
	case CODEC_CHARREF_ATTRIBUTE:
	case CODEC_CHARREF_XML: codec_write_charrefs(use, cs, s, out); return NULL;
	case CODEC_DESTINATION:
	case CODEC_AUTOLINK:
	case CODEC_ADDRESS: *before = codec_write_markdown(use, s, out); return NULL;
	case CODEC_ASCIIDOC: codec_write_asciidoc(use, s, out); return NULL;
	case CODEC_RST: codec_write_rst(use, s, out); return NULL;
	case CODEC_CSS: codec_write_css(use, cs, s, out); return NULL;
	case CODEC_CDATA:
		if (codec_has(s, "]]>"))
			return "the new link has ']]>', which would end the CDATA section; write '>' as '%3E'";
		break;
	case CODEC_JSON: codec_write_json(use, cs, s, out); return NULL;
	case CODEC_IRIREF: codec_write_iriref(cs, s, out); return NULL;
	case CODEC_XML_CONTENT: return "a part of this link is in a CDATA section, another part is not";
	}
	iri_buf_add(out, s.p, s.n);
	return NULL;
}

const char *rewrite_link(const struct span_style *style, struct charset *cs, struct iri_str reference,
                         struct iri_buf *out, size_t *before)
{
	struct iri_buf texts[2] = {{0}, {0}}; /* what codecs but the outermost write */
	const char *reason = NULL;

	*before = 0;
	for (unsigned i = style->n; i > 0 && !reason; i--) {
		struct iri_buf *const to = i > 1 ? &texts[i % 2] : out;
		size_t added;
		if (i > 1)
			to->n = 0;
		reason = codec_write(style->use[i - 1], cs, reference, to, &added);
		*before += added; /* no codec around Markdown writes more than "<" for "<" */
		reference = iri_contents(to);
	}
	if (!style->n)
		iri_buf_add(out, reference.p, reference.n);
	out->failed = out->failed || texts[0].failed || texts[1].failed;
	iri_buf_free(&texts[0]);
	iri_buf_free(&texts[1]);
	return reason;
}
