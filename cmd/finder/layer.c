/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "layer.h"

#include "cmd/base/charref.h"
#include "cmd/base/escapes.h"
#include "cmd/markdown/scanners.h"
#include "cmd/markup/asciidoc_target.h"
#include "cmd/markup/css_links.h"
#include "cmd/markup/rst_target.h"

/* Returns which character references count. */
static enum charref_context context_of(struct codec_use use)
{
	switch (use.codec) {
	case CODEC_CHARREF_TEXT: return CHARREF_TEXT;
	case CODEC_CHARREF_ATTRIBUTE: return CHARREF_ATTRIBUTE;
	case CODEC_CHARREF_XML: return CHARREF_XML;
	default: return CHARREF_MARKDOWN;
	}
}

/* Whether s is written as it stands. */
static bool layer_is_plain(struct codec_use use, struct iri_str s)
{
	if (!s.n)
		return true;
	switch (use.codec) {
	case CODEC_CHARREF_TEXT:
	case CODEC_CHARREF_ATTRIBUTE:
	case CODEC_CHARREF_XML: return iri_find_byte(s.p, s.p + s.n, '&') == s.p + s.n;
	case CODEC_RST: return rst_is_plain(s);
	case CODEC_CSS: return iri_find_byte(s.p, s.p + s.n, '\\') == s.p + s.n;
	case CODEC_DESTINATION:
	case CODEC_AUTOLINK:
	case CODEC_ADDRESS: return false;
	case CODEC_ASCIIDOC:
		return iri_find_byte(s.p, s.p + s.n, '\\') == s.p + s.n &&
		       iri_find_byte(s.p, s.p + s.n, '+') == s.p + s.n &&
		       iri_find_byte(s.p, s.p + s.n, '&') == s.p + s.n;
	case CODEC_JSON:
	case CODEC_IRIREF: return iri_find_byte(s.p, s.p + s.n, '\\') == s.p + s.n;
	default: return true;
	}
}

void codec_read(struct codec_use use, struct iri_str s, size_t place, struct source_map *to)
{
	static const char mailto[] = "mailto:";

	if (use.codec == CODEC_ADDRESS)
		source_map_add(to, mailto, strlen(mailto), place, 0);
	if (use.codec == CODEC_DESTINATION)
		scan_unescape(s, place, to);
	else if (use.codec == CODEC_JSON || use.codec == CODEC_IRIREF)
		escapes_resolve(s, use.codec == CODEC_JSON ? ESCAPES_JSON : ESCAPES_RDF, place, to);
	else if (use.codec == CODEC_ASCIIDOC)
		asciidoc_read(s, (use.flags & CODEC_IN_DEFINITION ? ASCIIDOC_VALUE : 0) |
		                 (use.flags & CODEC_IN_CELL ? ASCIIDOC_CELL : 0) |
		                 (use.flags & CODEC_VERBATIM ? ASCIIDOC_VERBATIM : 0), place, to);
	else if (layer_is_plain(use, s))
		source_map_add(to, s.p, s.n, place, s.n);
	else if (use.codec == CODEC_RST)
		rst_unescape(s, place, to);
	else if (use.codec == CODEC_CSS)
		css_unescape(s, place, to);
	else
		charref_resolve(s, context_of(use), place, to);
}

struct layer layer_open(const struct layer *outer, struct codec_use use, struct iri_str part, struct source_map *map)
{
	if (layer_is_plain(use, part))
		return (struct layer){.outer = outer, .text = part, .use = use};
	source_map_clear(map);
	codec_read(use, part, (size_t)(part.p - outer->text.p), map);
	return (struct layer){.outer = outer, .text = iri_contents(&map->text), .map = map, .use = use};
}

struct iri_str layer_outer(const struct layer *l, struct iri_str s)
{
	if (!l->map)
		return s;
	const size_t off = (size_t)(s.p - l->text.p), start = source_map_start(l->map, off),
	             end = s.n ? source_map_end(l->map, off + s.n) : start;
	return (struct iri_str){l->outer->text.p + start, end - start};
}

struct iri_str layer_origin_in(const struct layer *layer, const struct layer *outer, struct iri_str s)
{
	for (const struct layer *l = layer; l != outer && l->outer; l = l->outer)
		s = layer_outer(l, s);
	return s;
}

struct iri_str layer_origin(const struct layer *layer, struct iri_str s)
{
	return layer_origin_in(layer, NULL, s);
}

/* Returns the codec of a part of CODEC_XML_CONTENT: this one if the part is in a CDATA section and outside of it. */
static unsigned char codec_in_content(const union layer_sections *sections, size_t start, size_t end)
{
	const struct layer_section *const list = sections->item;
	size_t low = 0, high = ARRAY_COUNT(*sections);

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (list[middle].end < start)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == ARRAY_COUNT(*sections) || list[low].start >= end)
		return CODEC_CHARREF_XML;
	return list[low].start <= start && end <= list[low].end ? CODEC_CDATA : CODEC_XML_CONTENT;
}

unsigned layer_depth(const struct layer *layer)
{
	unsigned n = 0;

	for (const struct layer *l = layer; l; l = l->outer)
		n += l->use.codec != CODEC_NONE;
	return n;
}

struct span_style layer_style(const struct layer *layer, struct iri_str link)
{
	struct span_style style = {.n = layer_depth(layer)};
	unsigned i = style.n;

	for (const struct layer *l = layer; l->outer; l = l->outer) {
		struct codec_use use = l->use;
		if (use.codec == CODEC_XML_CONTENT) {
			const struct iri_str part = layer_origin_in(layer, l->outer, link);
			const size_t start = (size_t)(part.p - l->outer->text.p);
			use.codec = codec_in_content(l->cdata, start, start + part.n);
		}
		if (use.codec != CODEC_NONE)
			style.use[--i] = use;
	}
	return style;
}
