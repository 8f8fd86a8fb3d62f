/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "markdown_inline.h"

#include "cmd/base/space.h"
#include "cmd/markdown/gfm_link.h"
#include "cmd/markdown/headings.h"
#include "cmd/markdown/scanners.h"
#include "cmd/markup/html_label.h"
#include "cmd/markup/html_token.h"
#include "cmd/markup/myst.h"
#include "lib/base/str.h"

#include <string.h>

bool markdown_failed(const struct markdown *m)
{
	return blocks_failed(&m->blocks) || inlines_failed(&m->inlines) || source_map_failed(&m->cell) ||
	       source_map_failed(&m->reference) || m->fates.failed || m->shown.failed || finder_failed(&m->finder) ||
	       html_failed(&m->html) || m->destinations.buf.failed || uses_failed(&m->uses);
}

/* Counts the open "[" in the running text up to p. Escapes and code are not in what it counts, or complete. */
static void count_brackets(struct markdown *m, const char *p)
{
	size_t depth = m->depth;

	/* Most of this text has no "[", since links are not among it. A "]" alone closes nothing. */
	if (m->inlines.has_brackets && (depth || iri_find_byte(m->counted, p, '[') < p)) {
		for (const char *q = m->counted; q < p; q++) {
			if (*q == '\\')
				q += scan_is_escape(q, p);
			else if (*q == '[')
				depth++;
			else if (*q == ']' && depth)
				depth--;
		}
	}
	m->depth = depth;
	m->counted = p;
}

/* Finds out what a reader sees of the current text, unless it is known. */
static void know_fates(struct markdown *m)
{
	if (!m->has_fates)
		headings_prepare_labels(&m->inlines, m->text, &m->fates);
	m->has_fates = true;
}

/* Whether the "_" at p, in a link of running text, is a mark of emphasis. */
static bool is_emphasis(struct markdown *m, const struct span *span, const char *p)
{
	const struct iri_str place = layer_outer(span->layer, (struct iri_str){p, 1});

	know_fates(m);
	return headings_is_mark(&m->fates, (size_t)(place.p - m->text.p));
}

/*
 * Cuts the start of a bare address, so that marks of emphasis and quotation marks before it are not in it (GitHub
 * Flavored Markdown 0.29, section 6.9). Characters that are not ASCII stay: they are letters or marks.
 */
static void cut_address(struct markdown *m, struct span *span)
{
	const char *const start = span->found.p;
	const char *p = iri_find_byte(start, start + span->found.n, '@');

	while (p > start && ((unsigned char)p[-1] >= 0x80 || gfm_link_is_local(p[-1])) &&
	       !(p[-1] == '_' && is_emphasis(m, span, p - 1)))
		p--;
	span->found.p = p;
	span->reference.p += p - start;
	span->found.n = span->reference.n -= (size_t)(p - start);
}

/* Cuts a bare link, so that marks of emphasis around it are not in it. Returns false if no link remains. */
static bool cut_bare(struct markdown *m, struct span *span)
{
	struct iri_link link;
	const size_t whole = span->found.n;

	if (span->kind == SPAN_ADDRESS)
		cut_address(m, span);
	size_t n = gfm_link_cut_marks(span->found);
	if (n == whole)
		return true;
	/* The character after a backslash was cut, so that it ends the link; see iri_link_end. */
	while (n && span->found.p[n - 1] == '\\')
		n = gfm_link_cut_marks((struct iri_str){span->found.p, n - 1});
	span->found.n = span->reference.n = n;
	if (!iri_link_next(&m->finder.options->links, span->found, 0, &link) || link.off || link.len != n)
		return false;
	span->broken = link.broken;
	return true;
}

/* Whether a mark in the bare link can pair with one outside of it. For plain CommonMark, a table is one paragraph. */
static bool marks_leave(struct markdown *m, struct iri_str link)
{
	const bool in_cell = m->flags & CODEC_IN_CELL;
	const struct iri_str part = in_cell ? m->cell_place : link;
	const char *const start = part.p, *const end = start + part.n;

	if (!memchr(link.p, '*', link.n) && !memchr(link.p, '_', link.n))
		return false;
	if (!m->has_ends)
		emphasis_find_ends(m->leaf, &m->ends);
	m->has_ends = true;
	return emphasis_leaves(link, &m->ends, in_cell ? end : start, in_cell ? start : end);
}

bool markdown_add_span(void *arg, struct span *span)
{
	struct markdown *const m = arg;

	/* In MDX, "{}" as a value holds code. The layer of CSS in it is that of the value. */
	const bool is_css = span->kind == SPAN_STYLE || span->kind == SPAN_INCLUDE;
	const struct iri_str value = is_css ? span->layer->outer->text : span->found;
	if (m->flags & CODEC_IN_MDX && (is_css || span->kind == SPAN_ATTRIBUTE) && value.n && *value.p == '{')
		return true;
	if (!m->in_prose) {
		if (m->has_tag_label && span->kind == SPAN_ATTRIBUTE)
			finder_label(m->f, span);
		finder_report(m->f, span);
		return !m->f->stopped;
	}
	const bool is_bare = span->found.n == span->reference.n;
	count_brackets(m, layer_outer(span->layer, span->found).p);
	if (is_bare && !cut_bare(m, span))
		return true;
	const struct iri_str place = layer_outer(span->layer, span->found);
	const struct codec_use use = {
		.codec = is_bare ? CODEC_BARE : CODEC_WRAPPED,
		.flags = (unsigned char)(m->flags | (m->depth ? CODEC_IN_BRACKETS : 0) |
		                         (is_bare && marks_leave(m, place) ? CODEC_MARKS_LEAVE : 0)),
	};
	const struct layer inner = {.outer = span->layer, .text = span->found, .use = use};
	struct span in_prose = *span;
	in_prose.layer = &inner;
	finder_report(m->f, &in_prose);
	return !m->f->stopped;
}

/* Searches the running text between two offsets of the text, unless a link of raw HTML is around it. */
static void search_prose(struct markdown *m, struct iri_str text, size_t from, size_t to)
{
	if (from >= to)
		return;
	const struct iri_str prose = {text.p + from, to - from};
	finder_landmark(m->f, LANDMARK_PROSE, prose);
	m->in_prose = true;
	m->counted = prose.p;
	/* Most prose has no ":". */
	if (!m->html.in_link && (finder_needs_no_colon(m->f->options) || memchr(prose.p, ':', prose.n)))
		finder_search(&m->finder, m->layer, prose, (struct codec_use){0});
	count_brackets(m, prose.p + prose.n);
	m->in_prose = false;
}

/* Whether finder_wants_text wants the text or the title of a link. */
static bool markdown_wants_label(const struct markdown *m, struct iri_str label, struct iri_str title)
{
	return finder_wants_text(m->f, label) || finder_wants_text(m->f, title);
}

bool markdown_read_label(struct markdown *m, struct iri_str text, size_t start, size_t end, struct iri_str title)
{
	if (!markdown_wants_label(m, iri_between(text.p + start, text.p + end), title))
		return false;
	know_fates(m);
	iri_buf_clear(&m->shown);
	headings_label(&m->fates, text, iri_between(text.p + start, text.p + end), HTML_LABEL_REACH, &m->shown);
	html_label_read(&m->f->label, iri_contents(&m->shown), title, false);
	return true;
}

/* Returns the title between a destination and the end of its link; absent if it has none. */
static struct iri_str inline_title(struct iri_str text, size_t start, size_t end)
{
	if (start < end && text.p[start] == '>')
		start++;
	const struct iri_str title = start < end ? trim_html_space(iri_between(text.p + start, text.p + end - 1))
	                                         : (struct iri_str){NULL, 0};
	return title.n > 2 ? (struct iri_str){title.p + 1, title.n - 2} : (struct iri_str){NULL, 0};
}

/* Returns a span with the kind and label of the link or image with the destination `item`. */
static struct span span_of_item(struct markdown *m, struct iri_str text, const struct inline_item *item)
{
	struct span span = {.kind = item->kind == INLINE_LINK ? SPAN_INLINE : SPAN_IMAGE};
	const struct inline_extent *const extents = m->inlines.extents.item;
	const size_t n = ARRAY_COUNT(m->inlines.extents);

	while (m->extent < n && extents[m->extent].end <= item->start)
		m->extent++;
	if (m->extent == n)
		return span;
	const struct inline_extent *const extent = &extents[m->extent];
	if (!m->f->options->labels || (m->f->options->far_labels && extent->is_image))
		return span;
	const size_t start = extent->start + 1 + extent->is_image;
	const struct iri_str title = inline_title(text, item->end, extent->end);
	/* Texts are mostly shorter than destinations, so they are looked at first. */
	if (markdown_wants_label(m, iri_between(text.p + start, text.p + extent->text_end), title) &&
	    finder_wants_label(m->f, iri_between(text.p + item->start, text.p + item->end)) &&
	    markdown_read_label(m, text, start, extent->text_end, title))
		finder_label(m->f, &span);
	return span;
}

/*
 * Sets f->label to the text up to the next tag <a> or </a>, if the item is the tag <a>; or else returns false. end:
 * that of the items
 */
static bool read_tag_label(struct markdown *m, struct iri_str text, const struct inline_item *item,
                           const struct inline_item *end)
{
	const char *const start = text.p + item->start, *const text_end = text.p + text.n;
	const struct inline_item *next = item + 1;

	if (start == text_end || *start != '<' || !html_is_link_tag(start, text_end) || start[1] == '/' ||
	    !finder_wants_label(m->f, iri_between(start, text.p + item->end)))
		return false;
	while (next < end && next->start - item->end < HTML_LABEL_REACH &&
	       (next->kind != INLINE_HTML || !html_is_link_tag(text.p + next->start, text_end)))
		next++;
	const char *p = html_name_end(start + 1, text_end);
	const struct iri_str title = html_label_title(&p, text_end);
	return markdown_read_label(m, text, item->end, next < end ? next->start : text.n, title);
}

/* Searches one piece of raw HTML in a text. has_label: it is <a>, and f->label is its text */
static void search_tag(struct markdown *m, struct iri_str tag, bool has_label)
{
	m->has_html = true;
	m->has_tag_label = has_label;
	m->finder.has_own_labels = true;
	html_search(&m->finder, &m->html, m->layer, tag, false);
	m->finder.has_own_labels = false;
	m->has_tag_label = false;
	m->html.at = 0;
}

/* Reports a link that is a part of the current text. span: its kind and label */
static void report_decoded(struct markdown *m, struct span span, struct iri_str text, struct codec_use use)
{
	use.flags |= m->flags;
	const struct layer inner = layer_open(m->layer, use, text, &m->reference);

	if (source_map_failed(&m->reference))
		return;
	span.placed = text.n || span.kind == SPAN_DEFINITION;
	span.layer = &inner;
	span.found = span.reference = inner.text;
	span.definition = span.kind == SPAN_DEFINITION ? m->definition : 0;
	finder_report(m->f, &span);
}

void markdown_report_name(struct markdown *m, enum span_kind kind, struct iri_str name, bool is_pattern)
{
	const struct span span = {.kind = kind, .is_name = kind != SPAN_IMAGE, .is_pattern = is_pattern};

	if (name.n)
		report_decoded(m, span, name, (struct codec_use){0});
}

/* Reports a reference without a definition. */
static void report_undefined(struct markdown *m, struct iri_str text)
{
	finder_report(m->f, &(struct span){
		.kind = SPAN_UNDEFINED, .placed = true, .layer = m->layer, .found = text, .reference = text,
	});
}

struct codec_use markdown_use_of_destination(const struct markdown *m, enum span_kind kind, struct iri_str text)
{
	return (struct codec_use){
		.codec = CODEC_DESTINATION,
		.quote = text.p > m->layer->text.p && text.p[-1] == '<' ? '<' : '\0',
		.flags = kind == SPAN_DEFINITION ? CODEC_IN_DEFINITION : 0,
	};
}

void markdown_report_destination(struct markdown *m, struct span span, struct iri_str text)
{
	report_decoded(m, span, text, markdown_use_of_destination(m, span.kind, text));
}

static void report_autolink(struct markdown *m, struct iri_str text, enum codec codec)
{
	const struct span span = {.kind = SPAN_AUTOLINK};

	report_decoded(m, span, text, (struct codec_use){.codec = (unsigned char)codec});
}

void markdown_report_mdx_comment(struct markdown *m, struct iri_str whole)
{
	const char *const start = whole.p + strlen("{/*"), *const end = whole.p + whole.n - strlen("*/}");

	finder_comment(m->f, m->layer, whole, iri_between(start, end));
}

void markdown_report_definition_comment(struct markdown *m, struct iri_str destination)
{
	static const char label[] = "[//]:";
	const size_t n = strlen(label);
	const char *start = destination.p, *const end = m->layer->text.p + m->layer->text.n;
	const char *const title = scan_skip_blanks(destination.p + destination.n, end);

	while (start > m->layer->text.p && is_space(start[-1]))
		start--;
	if (!iri_is(destination, "#") || (size_t)(start - m->layer->text.p) < n || memcmp(start - n, label, n) != 0 ||
	    title == end || !strchr("\"'(", *title))
		return;
	const char *const after = scan_title(title, end);
	if (after)
		finder_comment(m->f, m->layer, iri_between(title, after), iri_between(title + 1, after - 1));
}

/* whole: the text that has the items; end: that of the items */
static void report_item(struct markdown *m, const struct inline_item *item, const struct inline_item *end,
                        struct iri_str whole)
{
	const struct iri_str text = iri_between(whole.p + item->start, whole.p + item->end);

	switch (item->kind) {
	case INLINE_LINK:
	case INLINE_IMAGE: markdown_report_destination(m, span_of_item(m, whole, item), text); break;
	case INLINE_AUTOLINK: report_autolink(m, text, CODEC_AUTOLINK); break;
	case INLINE_ADDRESS: report_autolink(m, text, CODEC_ADDRESS); break;
	case INLINE_HTML: search_tag(m, text, read_tag_label(m, whole, item, end)); break;
	case INLINE_UNDEFINED: report_undefined(m, text); break;
	case INLINE_COMMENT:
		finder_landmark(m->f, LANDMARK_PROSE, text); /* it can have the id of a heading */
		markdown_report_mdx_comment(m, text);
		break;
	case INLINE_CODE:
		if (item->start && whole.p[item->start - 1] == '}')
			markdown_report_name(m, SPAN_INLINE,
			                     myst_name_of_role((struct iri_str){whole.p, item->start}, text),
			                     false);
		break;
	}
}

/* Tells the title of code that a plugin of GitBook and HonKit imports, which is its anchor: "[import, title](file)". */
static void tell_import(const struct markdown *m, struct iri_str text, size_t start)
{
	const char *const p = text.p + start, *const end = text.p + text.n;

	if ((start && !is_line_end(p[-1])) || !scan_begins(p, end, "[import"))
		return;
	const char *const stop = iri_find_byte(p, end, ']');
	const char *title = p + strlen("[import");
	if (title < stop && *title == ':')
		title = iri_find_byte(title, stop, ',');
	if (title < stop && *title != ',' && !is_space(*title))
		return;
	while (title < stop && (*title == ',' || is_space(*title)))
		title++;
	if (title < stop)
		finder_landmark(m->f, LANDMARK_ID, iri_between(title, stop));
}

/*
 * Whether a reference without a definition is only text, since it stands in a link, and links may not contain other
 * links (section 6.3). An image may stand there. at: the end of the last link before the reference, or around it
 */
static bool is_text_of_link(struct iri_str text, size_t start, size_t at)
{
	return start < at && !(start && text.p[start - 1] == '!');
}

void markdown_search_inlines(struct markdown *m, struct iri_str text)
{
	size_t at = 0, i = 0, k = 0;

	inlines_read(&m->inlines, text);
	m->text = text;
	m->has_fates = false;
	m->extent = 0;
	const struct inline_item *const items = m->inlines.items.item;
	const struct inline_link *const links = m->inlines.links.item;
	const size_t n = ARRAY_COUNT(m->inlines.items), n_links = ARRAY_COUNT(m->inlines.links);

	m->depth = 0;
	while ((i < n || k < n_links) && !markdown_failed(m) && !m->f->stopped) {
		if (k < n_links && (i == n || links[k].start < items[i].start)) {
			search_prose(m, text, at, links[k].start);
			tell_import(m, text, links[k].start);
			at = links[k++].end;
			continue;
		}
		if (items[i].kind == INLINE_UNDEFINED &&
		    (!m->f->options->landmarks || is_text_of_link(text, items[i].start, at))) {
			i++;
			continue;
		}
		search_prose(m, text, at, items[i].start);
		report_item(m, &items[i], items + n, text);
		/* There can be links in the text between brackets that are no link. */
		const size_t end = items[i].kind == INLINE_UNDEFINED ? items[i].start : items[i].end;
		if (at < end)
			at = end;
		i++;
	}
	if (!markdown_failed(m) && !m->f->stopped)
		search_prose(m, text, at, text.n);
	if (m->has_html && !markdown_failed(m))
		html_free(&m->html);
	m->has_html = false;
}
