/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "markdown.h"

#include "markdown_inline.h"

#include "cmd/markdown/headings.h"
#include "cmd/markdown/scanners.h"
#include "cmd/markdown/tables.h"
#include "cmd/markup/myst.h"
#include "lib/base/str.h"

#include <string.h>

/* Keeps the text of a link that uses the definition with this number, from 0. */
static void keep_use(struct markdown *m, size_t number, struct iri_str text)
{
	struct iri_str target = m->destinations.item[number];

	target.n = target.n < USES_MOST_TARGET ? target.n : USES_MOST_TARGET;
	const struct codec_use use = markdown_use_of_destination(m, SPAN_DEFINITION, target);
	const struct layer inner = layer_open(m->layer, use, target, &m->reference);
	if (!source_map_failed(&m->reference))
		uses_keep(&m->uses, m->f->options, number, text, inner.text);
}

/*
 * Returns the rest of a text, from the first "[" on, in which the brackets cannot be counted, since some may be escaped
 * or stand in code or HTML; *seen: whether finder_wants_text wants one of the parts in brackets before it.
 */
static const char *scan_brackets(const struct markdown *m, const char *open, const char *end, bool *seen)
{
	const char *from = open; /* of the part */
	size_t depth = 0;

	*seen = false;
	for (const char *p = open; p < end; p = depth ? p + 1 : iri_find_byte(p + 1, end, '[')) {
		if (depth && (*p == '\\' || *p == '`' || *p == '<'))
			return from;
		if (*p == '[' && !depth++)
			from = p;
		if (*p == ']' && !--depth && finder_wants_text(m->f, iri_between(from, p))) {
			*seen = true;
			return end;
		}
	}
	return depth ? from : end;
}

/* Whether finder_wants_text may want the text of a link in a text with inlines. */
static bool wants_links(const struct markdown *m, struct iri_str text)
{
	const char *const end = text.p + text.n, *const open = iri_find_byte(text.p, end, '[');
	const char *close = end;
	bool seen;

	const char *const rest = scan_brackets(m, open, end, &seen);
	while (close > rest && close[-1] != ']')
		close--;
	return seen || (rest < close && finder_wants_text(m->f, iri_between(rest, close)));
}

/* Keeps the texts of links in a text with inlines that use definitions. */
static void keep_uses(struct markdown *m, struct iri_str text)
{
	size_t number;

	if (!wants_links(m, text))
		return;
	inlines_read(&m->inlines, text);
	m->text = text;
	m->has_fates = false;
	const struct inline_extent *const extents = m->inlines.extents.item;
	for (size_t i = 0; i < ARRAY_COUNT(m->inlines.extents) && !markdown_failed(m); i++) {
		const size_t start = extents[i].start + 1 + extents[i].is_image, behind = extents[i].text_end + 1;
		const bool is_full = extents[i].end > behind + 2 && text.p[behind] == '[';
		if (extents[i].is_image || (extents[i].end > behind && text.p[behind] == '('))
			continue;
		const struct iri_str label = is_full ? iri_between(text.p + behind + 1, text.p + extents[i].end - 1)
		                                     : iri_between(text.p + start, text.p + extents[i].text_end);
		struct span shown = {.kind = SPAN_DEFINITION};
		if (!definitions_number(&m->blocks.definitions, label, &number) ||
		    !finder_wants_label(m->f, m->destinations.item[number]))
			continue;
		if (markdown_read_label(m, text, start, extents[i].text_end, (struct iri_str){NULL, 0}))
			finder_label(m->f, &shown);
		if (!shown.label_is_code)
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
	if (inner.text.n && !markdown_failed(m) && m->is_first)
		keep_uses(m, inner.text);
	else if (inner.text.n && !markdown_failed(m))
		markdown_search_inlines(m, inner.text);
	m->layer = whole;
}

static void search_table(struct markdown *m, struct iri_str text, size_t columns)
{
	const char *p = text.p, *const end = p + text.n;
	struct iri_str cell;

	m->flags |= CODEC_IN_CELL;
	while (p < end) {
		const char *const stop = scan_line_end(p, end);
		p = tables_first_cell(p, stop);
		for (size_t i = 0; i < columns && !m->f->stopped && tables_next_cell(&p, stop, &cell); i++)
			search_cell(m, cell);
		p = scan_next_line(stop, end);
	}
	m->flags &= (unsigned char)~CODEC_IN_CELL;
}

static void search_heading(struct markdown *m, struct iri_str text)
{
	markdown_search_inlines(m, text);
	if (!m->f->options->landmarks || markdown_failed(m) || m->f->stopped)
		return;
	source_map_clear(&m->reference);
	headings_text(&m->inlines, text, &m->reference.text);
	finder_landmark(m->f, LANDMARK_HEADING, iri_contents(&m->reference.text));
}

/* Reports what a directive of MyST names. */
static void report_directive(struct markdown *m, struct iri_str text)
{
	struct myst_directive d = {.text = text};
	struct iri_str name;

	while (!m->f->stopped && !markdown_failed(m) && myst_next_name(&d, &name))
		if (!d.is_pattern || m->f->options->patterns)
			markdown_report_name(m, d.is_image ? SPAN_IMAGE : SPAN_INCLUDE, name, d.is_pattern);
}

static void search_leaf(struct markdown *m, const struct leaf *leaf)
{
	const struct iri_str text = {m->blocks.text.text.p + leaf->off, leaf->len};
	struct iri_str label;

	static const enum span_block blocks[] = {
		[LEAF_TEXT] = SPAN_PARAGRAPH, [LEAF_HEADING] = SPAN_HEADING, [LEAF_TABLE] = SPAN_TABLE,
		[LEAF_HTML] = SPAN_HTML, [LEAF_COMMENT] = SPAN_PARAGRAPH,
		[LEAF_DEFINITION] = SPAN_REFERENCE, [LEAF_METADATA] = SPAN_METADATA,
		[LEAF_DIRECTIVE] = SPAN_METADATA,
	};

	m->f->block = blocks[leaf->kind];
	m->f->block_off = source_map_start(&m->blocks.text, leaf->off);
	m->leaf = text;
	m->has_ends = false;
	switch (leaf->kind) {
	case LEAF_TEXT: markdown_search_inlines(m, text); break;
	case LEAF_HEADING: search_heading(m, text); break;
	case LEAF_TABLE: search_table(m, text, leaf->columns); break;
	case LEAF_HTML:
		html_search(&m->finder, &m->html, m->layer, text, true);
		if (!markdown_failed(m))
			html_free(&m->html);
		break;
	case LEAF_COMMENT: markdown_report_mdx_comment(m, text); break;
	case LEAF_DEFINITION:
		uses_get(&m->uses, m->definition++, &label);
		markdown_report_destination(m, (struct span){.kind = SPAN_DEFINITION, .label = label}, text);
		markdown_report_definition_comment(m, text);
		break;
	case LEAF_DIRECTIVE: report_directive(m, text); break;
	case LEAF_METADATA: finder_search(&m->finder, m->layer, text, (struct codec_use){0}); break;
	}
}

/* Reads the definitions, then the texts of the links that use them. */
static void read_uses(struct markdown *m)
{
	const struct leaf *const leaves = m->blocks.leaves.item;
	const size_t n = ARRAY_COUNT(m->blocks.leaves);
	bool is_wanted = false;

	for (size_t i = 0; i < n; i++) {
		const struct iri_str text = {m->layer->text.p + leaves[i].off, leaves[i].len};
		if (leaves[i].kind != LEAF_DEFINITION)
			continue;
		ARRAY_ADD(m->destinations, &text);
		is_wanted = is_wanted || finder_wants_label(m->f, text);
	}
	m->is_first = true;
	for (size_t i = 0; i < n && is_wanted && !markdown_failed(m); i++) {
		const struct iri_str text = {m->layer->text.p + leaves[i].off, leaves[i].len};
		if (leaves[i].kind == LEAF_TEXT || leaves[i].kind == LEAF_HEADING)
			keep_uses(m, text);
		else if (leaves[i].kind == LEAF_TABLE && wants_links(m, text))
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
		if (!definitions_is_used(&m->blocks.definitions, i))
			l->unused(l->arg, i + 1);
}

void markdown_search(struct finder *f, const struct layer *layer, enum markdown_dialect dialect)
{
	const bool is_mdx = dialect == MARKDOWN_MDX;
	struct markdown m = {
		.f = f,
		.finder = {.options = f->options, .found = markdown_add_span, .arg = &m},
		.inlines = {.definitions = &m.blocks.definitions, .is_mdx = is_mdx,
		            .keeps_extents = f->options->landmarks || f->options->labels ||
		                             f->options->links.bare || f->options->defanged},
		.flags = CODEC_IN_MARKDOWN | (is_mdx ? CODEC_IN_MDX : 0),
	};

	m.blocks.has_comments = f->options->landmarks && f->options->landmarks->has_comments;
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
	finder_landmark(f, LANDMARK_MARKDOWN, layer->text);
	if (f->options->labels && m.blocks.definitions.list.buf.n)
		read_uses(&m);
	for (size_t i = 0; i < n && !markdown_failed(&m) && !f->stopped; i++)
		search_leaf(&m, &leaves[i]);
	if (f->options->landmarks && !markdown_failed(&m) && !f->stopped)
		tell_rest(&m);
	f->joined.failed = f->joined.failed || markdown_failed(&m);
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
