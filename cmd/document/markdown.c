/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "markdown.h"

#include "html.h"

#include "cmd/base/space.h"
#include "cmd/finder/uses.h"
#include "cmd/markdown/blocks.h"
#include "cmd/markdown/emphasis.h"
#include "cmd/markdown/gfm_link.h"
#include "cmd/markdown/headings.h"
#include "cmd/markdown/inlines.h"
#include "cmd/markdown/parts.h"
#include "cmd/markdown/tables.h"
#include "cmd/markup/html_label.h"
#include "cmd/markup/html_token.h"
#include "lib/base/str.h"

#include <string.h>

/* A document that is being searched. Offsets count bytes of it, or of the text of all blocks, or of the current one. */
struct markdown {
	struct finder *f;              /* gets the links */
	struct blocks blocks;
	struct inlines inlines;
	struct source_map cell;        /* the text of a cell of a table */
	struct source_map reference;   /* the current destination, without escapes; or the text of a heading */
	size_t definition;             /* the number of the current definition, from 1 */
	union ARRAY_OF(struct iri_str) destinations; /* with the option labels: of each definition */
	struct uses uses;              /* the texts of links that use them */
	bool is_first;                 /* the links are only read for these texts */
	struct finder finder;          /* for running text and raw HTML */
	/* The current text: */
	const struct layer *layer;     /* the text is a part of this one */
	unsigned char flags;           /* of struct codec_use, for links in it */
	bool in_run;                   /* it is running text of Markdown */
	struct html html;              /* the open elements of its raw HTML */
	bool has_html;
	struct iri_str leaf, cell_place; /* the text of the leaf, and the part of it that `cell` is made of */
	struct emphasis_ends ends;     /* of the leaf, if has_ends */
	bool has_ends;
	struct iri_buf fates;          /* of the current text with inlines, for labels, if has_fates */
	bool has_fates;
	size_t part;                   /* the parts of inlines before this one end before the next destination */
	bool has_tag_label;            /* f->label is the text of the <a> that is searched */
	struct iri_buf shown;          /* the text of a link, as HTML */
	size_t depth;                  /* the number of "[" before `counted` that are open */
	const char *counted;
};

static bool failed(const struct markdown *m)
{
	return blocks_failed(&m->blocks) || inlines_failed(&m->inlines) || source_map_failed(&m->cell) ||
	       source_map_failed(&m->reference) || m->fates.failed || m->shown.failed || finder_failed(&m->finder) ||
	       html_failed(&m->html) || m->destinations.buf.failed || uses_failed(&m->uses);
}

/* Counts the open "[" in the running text up to p. Escapes and code are not in what it counts, or complete. */
static void count_brackets(struct markdown *m, const char *p)
{
	const char *q = m->counted;

	if (m->inlines.has_brackets)
		for (; q < p; q += parts_is_escape(q, p) ? 2 : 1)
			m->depth = *q == '[' ? m->depth + 1 : m->depth - (*q == ']' && m->depth);
	m->counted = p;
}

/* Cuts the end of a bare link, so that marks of emphasis around it are not in it. Returns false if no link remains. */
static bool cut_bare(const struct markdown *m, struct span *span)
{
	struct iri_link link;
	size_t n = gfm_link_cut_marks(span->found);

	if (n == span->found.n)
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

/* For struct finder: a link of running text, or of raw HTML. Returns whether the search goes on. */
static bool add_span(void *arg, struct span *span)
{
	struct markdown *const m = arg;

	/* In MDX, "{}" as a value holds code. The layer of CSS in it is that of the value. */
	const bool is_css = span->kind == SPAN_STYLE || span->kind == SPAN_INCLUDE;
	const struct iri_str value = is_css ? span->layer->outer->text : span->found;
	if (m->flags & CODEC_IN_MDX && (is_css || span->kind == SPAN_ATTRIBUTE) && value.n && *value.p == '{')
		return true;
	if (!m->in_run) {
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
	struct span in_run = *span;
	in_run.layer = &inner;
	finder_report(m->f, &in_run);
	return !m->f->stopped;
}

/* Searches the running text between two offsets of the text, unless a link of raw HTML is around it. */
static void search_run(struct markdown *m, struct iri_str text, size_t from, size_t to)
{
	if (from >= to)
		return;
	finder_landmark(m->f, LANDMARK_RUN, (struct iri_str){text.p + from, to - from});
	m->in_run = true;
	m->counted = text.p + from;
	if (!m->html.in_link)
		finder_search(&m->finder, m->layer, (struct iri_str){text.p + from, to - from}, (struct codec_use){0});
	count_brackets(m, text.p + to);
	m->in_run = false;
}

/*
 * Sets f->label to the text of a link in a text with inlines, as a reader sees it. title: for html_label_read. Returns
 * false without the option for it.
 */
static bool markdown_read_label(struct markdown *m, struct iri_str text, size_t start, size_t end, struct iri_str title)
{
	if (!m->f->options->labels)
		return false;
	if (!m->has_fates)
		headings_prepare_labels(&m->inlines, text, &m->fates);
	m->has_fates = true;
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
	const struct inline_part *const parts = m->inlines.parts.item;
	const size_t n = ARRAY_COUNT(m->inlines.parts);

	while (m->part < n && parts[m->part].end <= item->start)
		m->part++;
	if (m->part == n)
		return span;
	const struct inline_part *const part = &parts[m->part];
	if (m->f->options->far_labels && part->is_image)
		return span;
	if (!finder_wants_label(m->f, iri_between(text.p + item->start, text.p + item->end)))
		return span;
	const struct iri_str title = inline_title(text, item->end, part->end);
	if (markdown_read_label(m, text, part->start + 1 + part->is_image, part->text_end, title))
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

/* Reports a reference without a definition. */
static void report_label(struct markdown *m, struct iri_str text)
{
	finder_report(m->f, &(struct span){
		.kind = SPAN_LABEL, .placed = true, .layer = m->layer, .found = text, .reference = text,
	});
}

/* How a destination is written. kind: of its link */
static struct codec_use use_of_destination(const struct markdown *m, enum span_kind kind, struct iri_str text)
{
	return (struct codec_use){
		.codec = CODEC_DESTINATION,
		.quote = text.p > m->layer->text.p && text.p[-1] == '<' ? '<' : '\0',
		.flags = kind == SPAN_DEFINITION ? CODEC_IN_DEFINITION : 0,
	};
}

static void report_destination(struct markdown *m, struct span span, struct iri_str text)
{
	report_decoded(m, span, text, use_of_destination(m, span.kind, text));
}

static void report_autolink(struct markdown *m, struct iri_str text, enum codec codec)
{
	const struct span span = {.kind = SPAN_AUTOLINK};

	report_decoded(m, span, text, (struct codec_use){.codec = (unsigned char)codec});
}

/* Reports a comment of MDX, if it is to be reported. */
static void report_mdx_comment(struct markdown *m, struct iri_str whole)
{
	const char *const start = whole.p + strlen("{/*"), *const end = whole.p + whole.n - strlen("*/}");

	finder_comment(m->f, m->layer, whole, iri_between(start, end));
}

/*
 * Reports the title of a definition that serves as a comment: [//]: # (text). What follows the destination in its line
 * is a title that has its end, or else this would be no definition.
 */
static void report_definition_comment(struct markdown *m, struct iri_str destination)
{
	static const char label[] = "[//]:";
	const size_t n = strlen(label);
	const char *start = destination.p, *const end = m->layer->text.p + m->layer->text.n;
	const char *const title = parts_skip_blanks(destination.p + destination.n, end);

	while (start > m->layer->text.p && is_space(start[-1]))
		start--;
	if (!iri_is(destination, "#") || (size_t)(start - m->layer->text.p) < n || memcmp(start - n, label, n) != 0 ||
	    title == end || !strchr("\"'(", *title))
		return;
	const char *const after = parts_title(title, end);
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
	case INLINE_IMAGE: report_destination(m, span_of_item(m, whole, item), text); break;
	case INLINE_AUTOLINK: report_autolink(m, text, CODEC_AUTOLINK); break;
	case INLINE_ADDRESS: report_autolink(m, text, CODEC_ADDRESS); break;
	case INLINE_HTML: search_tag(m, text, read_tag_label(m, whole, item, end)); break;
	case INLINE_LABEL: report_label(m, text); break;
	case INLINE_COMMENT: report_mdx_comment(m, text); break;
	case INLINE_CODE: break;
	}
}

/* Tells the title of code that a plugin of GitBook and HonKit imports, which is its anchor: "[import, title](file)". */
static void tell_import(const struct markdown *m, struct iri_str text, size_t start)
{
	const char *const p = text.p + start, *const end = text.p + text.n;

	if ((start && !is_line_end(p[-1])) || !parts_begin(p, end, "[import"))
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

/* Searches a text with inlines. Running text is what is in no link, autolink, code or tag. */
static void search_inlines(struct markdown *m, struct iri_str text)
{
	size_t at = 0, i = 0, k = 0;

	inlines_read(&m->inlines, text);
	m->has_fates = false;
	m->part = 0;
	const struct inline_item *const items = m->inlines.items.item;
	const struct inline_link *const links = m->inlines.links.item;
	const size_t n = ARRAY_COUNT(m->inlines.items), n_links = ARRAY_COUNT(m->inlines.links);

	m->depth = 0;
	while ((i < n || k < n_links) && !failed(m) && !m->f->stopped) {
		if (k < n_links && (i == n || links[k].start < items[i].start)) {
			search_run(m, text, at, links[k].start);
			tell_import(m, text, links[k].start);
			at = links[k++].end;
			continue;
		}
		/* Only landmarks tell of it. */
		if (items[i].kind == INLINE_LABEL && !m->f->options->landmarks) {
			i++;
			continue;
		}
		search_run(m, text, at, items[i].start);
		report_item(m, &items[i], items + n, text);
		/* There can be links in the text between brackets that are no link. */
		const size_t end = items[i].kind == INLINE_LABEL ? items[i].start : items[i].end;
		if (at < end)
			at = end;
		i++;
	}
	if (!failed(m) && !m->f->stopped)
		search_run(m, text, at, text.n);
	if (m->has_html && !failed(m))
		html_free(&m->html);
	m->has_html = false;
}

/* Keeps the text of a link that uses the definition with this number, from 0. */
static void keep_use(struct markdown *m, size_t number, struct iri_str text)
{
	struct iri_str target = m->destinations.item[number];

	target.n = target.n < USES_MOST_TARGET ? target.n : USES_MOST_TARGET;
	const struct codec_use use = use_of_destination(m, SPAN_DEFINITION, target);
	const struct layer inner = layer_open(m->layer, use, target, &m->reference);
	if (!source_map_failed(&m->reference))
		uses_keep(&m->uses, m->f->options, number, text, inner.text);
}

/* Keeps the texts of links in a text with inlines that use definitions. */
static void keep_uses(struct markdown *m, struct iri_str text)
{
	size_t number;

	if (!text.n || !memchr(text.p, '[', text.n))
		return;
	inlines_read(&m->inlines, text);
	m->has_fates = false;
	const struct inline_part *const parts = m->inlines.parts.item;
	for (size_t i = 0; i < ARRAY_COUNT(m->inlines.parts) && !failed(m); i++) {
		const size_t start = parts[i].start + 1 + parts[i].is_image, behind = parts[i].text_end + 1;
		const bool is_full = parts[i].end > behind + 2 && text.p[behind] == '[';
		if (parts[i].is_image || (parts[i].end > behind && text.p[behind] == '('))
			continue;
		const struct iri_str label = is_full ? iri_between(text.p + behind + 1, text.p + parts[i].end - 1)
		                                     : iri_between(text.p + start, text.p + parts[i].text_end);
		struct span shown = {.kind = SPAN_DEFINITION};
		if (markdown_read_label(m, text, start, parts[i].text_end, (struct iri_str){NULL, 0}))
			finder_label(m->f, &shown);
		if (!shown.label_is_code && labels_number(&m->blocks.labels, label, &number))
			keep_use(m, number, shown.label);
	}
}

/* Searches a cell: "\|" stands for "|" in it, also in code and HTML (GFM, section 4.10). */
static void search_cell(struct markdown *m, struct iri_str cell)
{
	const struct layer *const whole = m->layer;
	const char *p = cell.p, *const end = p + cell.n;

	source_map_clear(&m->cell);
	m->cell_place = cell;
	while (p < end) {
		const char *q = p;
		while ((q = iri_find_byte(q, end, '\\')) < end && !(end - q >= 2 && q[1] == '|'))
			q++;
		const size_t n = (size_t)(q - p), place = (size_t)(p - whole->text.p);
		source_map_add(&m->cell, p, n, place, n);
		if (q < end)
			source_map_add(&m->cell, "|", 1, place + n, 2);
		p = q < end ? q + 2 : end;
	}
	const struct layer inner = {
		.outer = whole,
		.text = iri_contents(&m->cell.text),
		.map = &m->cell,
		.use = whole->use,
	};
	m->layer = &inner;
	if (inner.text.n && !failed(m) && m->is_first)
		keep_uses(m, inner.text);
	else if (inner.text.n && !failed(m))
		search_inlines(m, inner.text);
	m->layer = whole;
}

static void search_table(struct markdown *m, struct iri_str text, size_t columns)
{
	const char *p = text.p, *const end = p + text.n;
	struct iri_str cell;

	m->flags |= CODEC_IN_CELL;
	while (p < end) {
		const char *const stop = parts_line_end(p, end);
		p = tables_first_cell(p, stop);
		for (size_t i = 0; i < columns && !m->f->stopped && tables_next_cell(&p, stop, &cell); i++)
			search_cell(m, cell);
		p = parts_next_line(stop, end);
	}
	m->flags &= (unsigned char)~CODEC_IN_CELL;
}

static void search_heading(struct markdown *m, struct iri_str text)
{
	search_inlines(m, text);
	if (!m->f->options->landmarks || failed(m) || m->f->stopped)
		return;
	source_map_clear(&m->reference);
	headings_text(&m->inlines, text, &m->reference.text);
	finder_landmark(m->f, LANDMARK_HEADING, iri_contents(&m->reference.text));
}

static void search_leaf(struct markdown *m, const struct leaf *leaf)
{
	const struct iri_str text = {m->blocks.text.text.p + leaf->off, leaf->len};
	struct iri_str label;

	static const enum span_block blocks[] = {
		[LEAF_TEXT] = SPAN_PARAGRAPH, [LEAF_HEADING] = SPAN_HEADING, [LEAF_TABLE] = SPAN_TABLE,
		[LEAF_HTML] = SPAN_HTML, [LEAF_COMMENT] = SPAN_PARAGRAPH,
		[LEAF_DEFINITION] = SPAN_REFERENCE, [LEAF_METADATA] = SPAN_METADATA,
	};

	m->f->block = blocks[leaf->kind];
	m->f->block_off = source_map_start(&m->blocks.text, leaf->off);
	m->leaf = text;
	m->has_ends = false;
	switch (leaf->kind) {
	case LEAF_TEXT: search_inlines(m, text); break;
	case LEAF_HEADING: search_heading(m, text); break;
	case LEAF_TABLE: search_table(m, text, leaf->columns); break;
	case LEAF_HTML:
		html_search(&m->finder, &m->html, m->layer, text, true);
		if (!failed(m))
			html_free(&m->html);
		break;
	case LEAF_COMMENT: report_mdx_comment(m, text); break;
	case LEAF_DEFINITION:
		uses_get(&m->uses, m->definition++, &label);
		report_destination(m, (struct span){.kind = SPAN_DEFINITION, .label = label}, text);
		report_definition_comment(m, text);
		break;
	case LEAF_METADATA: finder_search(&m->finder, m->layer, text, (struct codec_use){0}); break;
	}
}

/* Reads the definitions, then the texts of the links that use them. */
static void read_uses(struct markdown *m)
{
	const struct leaf *const leaves = m->blocks.leaves.item;
	const size_t n = ARRAY_COUNT(m->blocks.leaves);

	for (size_t i = 0; i < n; i++)
		if (leaves[i].kind == LEAF_DEFINITION)
			ARRAY_ADD(m->destinations,
			          (&(struct iri_str){m->layer->text.p + leaves[i].off, leaves[i].len}));
	m->is_first = true;
	for (size_t i = 0; i < n && !failed(m); i++) {
		const struct iri_str text = {m->layer->text.p + leaves[i].off, leaves[i].len};
		if (leaves[i].kind == LEAF_TEXT || leaves[i].kind == LEAF_HEADING)
			keep_uses(m, text);
		else if (leaves[i].kind == LEAF_TABLE)
			search_table(m, text, leaves[i].columns);
	}
	m->is_first = false;
}

/* Passes on the footnotes, that definitions are not used, and that another document is included. */
static void tell_rest(const struct markdown *m)
{
	const struct landmarks *const l = m->f->options->landmarks;

	const struct iri_str *const notes = m->blocks.footnotes.item;

	for (size_t i = 0; i < ARRAY_COUNT(m->blocks.footnotes); i++)
		l->found(l->arg, LANDMARK_FOOTNOTE, notes[i]);
	if (m->blocks.has_directive)
		l->found(l->arg, LANDMARK_DIRECTIVE, (struct iri_str){"", 0});
	if (m->blocks.has_include)
		l->found(l->arg, LANDMARK_INCLUDE, (struct iri_str){"", 0});
	for (size_t i = 0; i < m->definition; i++)
		if (!labels_is_used(&m->blocks.labels, i))
			l->unused(l->arg, i + 1);
}

void markdown_search(struct finder *f, const struct layer *layer, enum markdown_dialect dialect)
{
	const bool is_mdx = dialect == MARKDOWN_MDX;
	struct markdown m = {
		.f = f,
		.finder = {.options = f->options, .found = add_span, .arg = &m},
		.inlines = {.labels = &m.blocks.labels, .is_mdx = is_mdx,
		            .keeps_parts = f->options->landmarks || f->options->labels},
		.flags = CODEC_IN_MARKDOWN | (is_mdx ? CODEC_IN_MDX : 0),
	};

	blocks_read(&m.blocks, layer->text, is_mdx);
	const struct layer inner = {
		.outer = layer,
		.text = iri_contents(&m.blocks.text.text),
		.map = &m.blocks.text,
		.use.flags = CODEC_IN_MARKDOWN,
	};
	m.layer = &inner;
	const struct leaf *const leaves = m.blocks.leaves.item;
	const size_t n = ARRAY_COUNT(m.blocks.leaves);
	if (f->options->labels && m.blocks.labels.list.buf.n)
		read_uses(&m);
	for (size_t i = 0; i < n && !failed(&m) && !f->stopped; i++)
		search_leaf(&m, &leaves[i]);
	if (f->options->landmarks && !failed(&m) && !f->stopped)
		tell_rest(&m);
	f->joined.failed = f->joined.failed || failed(&m);
	blocks_free(&m.blocks);
	inlines_free(&m.inlines);
	source_map_free(&m.cell);
	source_map_free(&m.reference);
	iri_buf_free(&m.fates);
	iri_buf_free(&m.shown);
	iri_buf_free(&m.destinations.buf);
	uses_free(&m.uses);
	finder_free(&m.finder);
	html_free(&m.html);
}
