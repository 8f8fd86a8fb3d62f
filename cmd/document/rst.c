/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst.h"

#include "rst_references.h"

#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "cmd/markup/html_token.h"
#include "cmd/markup/rst_inline.h"
#include "cmd/markup/rst_line.h"
#include "cmd/markup/rst_target.h"
#include "lib/base/str.h"

/* A document that is being searched */
struct rst {
	struct finder *f;
	const struct layer *layer;
	struct source_map reference;
	struct iri_str label;              /* see struct span: of the link that is reported next */
	bool is_pattern;                   /* likewise */
	struct rst_references *references; /* NULL without the option */
	struct iri_str alternative;        /* the alternative text of the current image */
	const char *end;
	struct rst_hits hits;
	struct rst_places places;
	struct rst_blocks *b;
	bool has_cr;                       /* a line can end with a carriage return */
};

static struct rst_line read_rst_line(const struct rst *r, const char *p)
{
	return *p == '\n' ? (struct rst_line){iri_between(p, p), 0, p + 1} : rst_line_at(p, r->end, r->has_cr);
}

/* Whether this is the first reading of struct rst_references. */
static bool rst_collects(const struct rst *r)
{
	return r->references && r->references->collects;
}

/* Makes the text of a link, or the name of a target, the label of the link that is reported next. */
static void rst_label(struct rst *r, struct iri_str text)
{
	struct iri_buf *const label = &r->f->label.text;

	if (!r->references)
		return;
	iri_buf_clear(label);
	rst_add_plain(text, label);
	r->label = finder_fold(r->f);
}

/* Reports a link whose text stands in the document. */
static void rst_report(struct rst *r, enum span_kind kind, struct iri_str text, struct codec_use use)
{
	const struct iri_str label = r->label;

	r->label = (struct iri_str){NULL, 0};
	text = trim_html_space(text);
	const struct layer inner = layer_open(r->layer, use, text, &r->reference);

	if (r->f->stopped || rst_collects(r) || !inner.text.n || source_map_failed(&r->reference))
		return;
	struct span span;
	span_begin(&span, kind, &inner, inner.text);
	span.is_name = !use.codec;
	span.is_pattern = r->is_pattern;
	span.label = label;
	finder_report(r->f, &span);
}

/* Reports a target, unless it is an alias of another one. */
static void rst_report_target(struct rst *r, enum span_kind kind, struct iri_str text)
{
	if (!rst_is_alias(text))
		rst_report(r, kind, text, (struct codec_use){.codec = CODEC_RST});
}

/* Reports a target with this name, which is "_" without backquotes if it is anonymous. */
static void rst_report_definition(struct rst *r, struct iri_str name, struct iri_str body)
{
	const bool is_quoted = name.n > 1 && *name.p == '`', is_alias = rst_is_alias(body);
	struct iri_str text = {NULL, 0};

	name = (struct iri_str){name.p + is_quoted, name.n - 2 * is_quoted};
	if (rst_collects(r))
		rst_add_target(r->references, name, is_quoted, body);
	else if (r->references && rst_next_target(r->references, &text))
		r->label = is_alias ? r->label : text;
	else if (!is_alias && (is_quoted || !iri_is(name, "_")))
		rst_label(r, name);
	rst_report_target(r, SPAN_DEFINITION, body);
}

/*
 * Inline markup
 */

/* Whether the text has the ":" of a link; or the options want links that need none. */
static bool rst_can_have_link(struct rst *r, const char *start, const char *end)
{
	if (finder_needs_no_colon(r->f->options))
		return start < end;
	rst_next_place(&r->places, start, r->end);
	return end - r->places.colon > 1;
}

/* Searches text without inline markup, a part of a paragraph. A URL after a backslash is no link. */
static void rst_search_prose(struct rst *r, struct iri_str whole, const char *p, const char *end)
{
	if (rst_collects(r)) {
		rst_add_words(r->references, whole, p, end);
		return;
	}
	while (p < end && !r->f->stopped) {
		const char *const stop = rst_next_escape(&r->hits, p, end);
		if (rst_can_have_link(r, p, stop))
			finder_search(r->f, r->layer, iri_between(p, stop), (struct codec_use){0});
		for (p = stop; p < end && !is_html_space(*p);)
			p++;
	}
}

/* Reports the link that interpreted text or a reference has. Returns the place after it. start: of the paragraph */
static const char *rst_quoted(struct rst *r, const char *start, const char *p, const char *stop, const char *end)
{
	const struct iri_str text = iri_between(p + 1, stop), embedded = rst_embedded(text);
	const bool is_reference = stop + 1 < end && stop[1] == '_';
	const bool is_link = is_reference ? embedded.p && !rst_is_embedded_alias(embedded)
	                                  : rst_ends_with_role(iri_between(start, p));

	if (rst_collects(r) && is_reference) {
		const bool is_anonymous = end - stop > 2 && stop[2] == '_';
		if (embedded.p && !is_link)
			rst_add_alias(r->references, embedded, iri_between(text.p, embedded.p - 1));
		else if (!embedded.p && rst_reference_ends(stop + 2 + is_anonymous, end))
			rst_add_use(r->references, text, text, is_anonymous);
	}
	if (is_link && embedded.p)
		rst_label(r, iri_between(text.p, embedded.p - 1));
	if (is_link) {
		const struct iri_str link = embedded.p ? embedded : text;
		struct codec_use use = {0};
		/* The name of a file stands as it is, except over several lines or with backslashes. */
		if (is_reference || rst_has_break(link)) {
			use.codec = CODEC_RST;
			use.quote = '<';
		}
		rst_report(r, SPAN_INLINE, link, use);
	}
	return stop + 1;
}

/* Searches a paragraph. Literals and emphasis have no links. */
static void rst_search_inline(struct rst *r, struct iri_str text)
{
	const char *const start = text.p, *const end = start + text.n, *run = start, *p = start;
	const char *closers[2][3] = {{NULL}}; /* of backquotes and stars */

	if (rst_next_place(&r->places, start, r->end) >= end && !rst_collects(r) &&
	    !finder_needs_no_colon(r->f->options))
		return;
	while ((p = rst_next_mark(&r->hits, p, end)) < end && !r->f->stopped) {
		const bool is_star = *p == '*';
		const size_t n = end - p >= 2 && p[1] == *p ? 2 : 1;
		const char **const closer = &closers[is_star][n];
		const bool begins = rst_can_begin(start, p, p + n, end) &&
		                    (!is_star || rst_emphasis_begins(start, p, p + n));
		if (begins && (!*closer || *closer <= p + n))
			*closer = rst_closer(p + n + 1 < end ? p + n + 1 : end, end, *p, n);
		if (!begins || *closer == end) {
			p += n;
			continue;
		}
		rst_search_prose(r, text, run, p);
		p = is_star || n == 2 ? *closer + n : rst_quoted(r, start, p, *closer, end);
		run = p;
	}
	rst_search_prose(r, text, run, end);
}

/*
 * Blocks
 */

/* Searches the paragraph from `from` to stop, which goes on in the next line. Returns the next line after it. */
static const char *rst_paragraph(struct rst *r, const char *from, const char *stop, const char *next)
{
	while (next < r->end) {
		const char *const prose = *next == '\n' ? next : rst_prose_end(next, r->end, r->has_cr);
		if (prose > next) {
			next = stop = prose;
			continue;
		}
		const struct rst_line after = read_rst_line(r, next);
		if (!after.text.n) {
			next = after.next;
			r->b->options = 0;
			break;
		}
		if (rst_begins_block(after.text) || (r->b->options && *after.text.p == ':'))
			break;
		stop = after.text.p + after.text.n;
		next = after.next;
	}
	while (stop > from && is_html_space(stop[-1]))
		stop--;
	r->b->after_colons = stop - from >= 2 && stop[-1] == ':' && stop[-2] == ':';
	if (r->b->after_colons)
		r->b->colons = rst_last_indent(r->layer->text.p, from, stop);
	rst_search_inline(r, iri_between(from, stop));
	return next;
}

/* Returns the text from p to the end of the lines that have more indent, and sets *next to what follows them. */
static struct iri_str rst_body(const struct rst *r, struct rst_line line, const char *p, const char **next)
{
	const char *stop = line.text.p + line.text.n;

	*next = line.next;
	while (*next < r->end) {
		const struct rst_line after = read_rst_line(r, *next);
		if (!after.text.n || after.indent <= line.indent || (r->b->options && *after.text.p == ':'))
			break;
		stop = after.text.p + after.text.n;
		*next = after.next;
	}
	return trim_html_space(iri_between(p < stop ? p : stop, stop));
}

/* Returns the option alt of the image in this line, which is in the lines before the next empty one; or nothing. */
static struct iri_str rst_alternative(const struct rst *r, struct rst_line image)
{
	static const char alt[] = ":alt:";
	const char *next;

	for (const char *p = image.next; p < r->end;) {
		const struct rst_line line = read_rst_line(r, p);
		if (!line.text.n || line.indent <= image.indent)
			break;
		if (rst_begins_with_mark(line.text, alt))
			return rst_body(r, line, line.text.p + strlen(alt), &next);
		p = line.next;
	}
	return (struct iri_str){"", 0};
}

/* Reads a directive. p: after its "::". substitution: in bars, if it defines one */
static const char *rst_read_directive(struct rst *r, struct rst_line line, struct iri_str name, const char *p,
                                      struct iri_str substitution)
{
	static const char *const images[] = {"image", "figure", NULL};
	static const char *const includes[] = {"include", "literalinclude", NULL};
	const bool is_image = text_is_one_of(name, images), is_include = text_is_one_of(name, includes);
	const char *next;

	r->b->options = line.indent + 1;
	if (r->references)
		r->alternative = is_image ? rst_alternative(r, line) : (struct iri_str){"", 0};
	if (rst_collects(r) && substitution.n && (is_image || iri_is(name, "replace")))
		rst_add_substitution(r->references, substitution,
		                     is_image ? r->alternative : rst_body(r, line, p, &next));
	if (rst_is_code(name))
		r->b->skipped = line.indent + 1;
	if (iri_is(name, "toctree"))
		r->b->toctree = line.indent + 1;
	if (is_image) {
		const struct iri_str argument = rst_body(r, line, p, &next);
		rst_report(r, SPAN_IMAGE, argument, (struct codec_use){.codec = CODEC_RST});
		return next;
	}
	if (is_include)
		rst_report(r, SPAN_INCLUDE, iri_between(p, line.text.p + line.text.n), (struct codec_use){0});
	else if (!r->b->skipped)
		return rst_paragraph(r, p, line.text.p + line.text.n, line.next);
	return line.next;
}

/* Reads an option of a directive, which begins with ":". Returns the next line. */
static const char *rst_read_option(struct rst *r, struct rst_line line)
{
	static const char target[] = ":target:", file[] = ":file:", url[] = ":url:";
	const size_t n = rst_begins_with_mark(line.text, target) ? strlen(target)
	                 : rst_begins_with_mark(line.text, file) ? strlen(file)
	                 : rst_begins_with_mark(line.text, url)  ? strlen(url)
	                                                     : 0;
	const char *next = line.next;

	if (n == strlen(target)) {
		const struct iri_str body = rst_body(r, line, line.text.p + n, &next);
		if (rst_collects(r) && rst_is_alias(body))
			rst_add_alias(r->references, body, r->alternative);
		else if (!rst_is_alias(body))
			rst_label(r, r->alternative);
		rst_report_target(r, SPAN_INLINE, body);
	} else if (n)
		rst_report(r, SPAN_INCLUDE, iri_between(line.text.p + n, line.text.p + line.text.n),
		           (struct codec_use){0});
	return next;
}

/* Reads explicit markup, which begins with "..". Returns the next line. */
static const char *rst_read_explicit(struct rst *r, struct rst_line line)
{
	const char *const end = line.text.p + line.text.n, *p = html_skip_space(line.text.p + 2, end), *after;
	const char *next;
	struct iri_str name, substitution = {NULL, 0};

	if (p < end && *p == '_') {
		const struct iri_str block = rst_body(r, line, p + 1, &next);
		const char *const colon = rst_name_end(block.p, block.p + block.n);
		if (colon) {
			const struct iri_str body = trim_html_space(iri_between(colon + 1, block.p + block.n));
			rst_report_definition(r, trim_html_space(iri_between(block.p, colon)), body);
			return next;
		}
	}
	if (p < end && *p == '|') {
		const char *const bar = iri_find_byte(p + 1, end, '|');
		substitution = iri_between(p, bar + (bar < end));
		p = bar < end ? html_skip_space(bar + 1, end) : p;
	}
	after = p < end && *p != '_' ? rst_directive(p, end, &name) : NULL;
	if (after)
		return rst_read_directive(r, line, name, after, substitution);
	if (p < end && *p == '[' && (after = rst_footnote_end(p + 1, end)) != NULL)
		return rst_paragraph(r, after, end, line.next);
	/* A comment. Without text in its first two lines, it is empty. */
	if (p < end || (line.next < r->end && read_rst_line(r, line.next).text.n))
		r->b->skipped = line.indent + 1;
	return line.next;
}

/* Reports the document that an entry of a toctree names, "name" or "title <name>". */
static void rst_report_entry(struct rst *r, struct iri_str text)
{
	const struct iri_str embedded = rst_embedded(text), name = embedded.p ? embedded : text;

	const bool is_pattern = r->f->options->patterns && !embedded.p && rst_is_pattern(text);

	if (!is_pattern && !rst_is_document(name))
		return;
	if (embedded.p)
		rst_label(r, iri_between(text.p, embedded.p - 1));
	r->is_pattern = is_pattern;
	rst_report(r, SPAN_INCLUDE, name, (struct codec_use){0});
	r->is_pattern = false;
}

/* Reads the line, and what belongs to it. Returns the next line. */
static const char *rst_read_block(struct rst *r, struct rst_line line)
{
	struct rst_blocks *const b = r->b;
	const bool was_literal = b->after_colons;
	const char *next;

	b->after_colons = false;
	if (b->options && line.indent >= b->options && *line.text.p == ':')
		return rst_read_option(r, line);
	b->options = 0;
	if (was_literal && line.indent > b->colons)
		b->skipped = b->colons + 1;
	else if (was_literal && line.indent == b->colons && !iri_is_alphanumeric(*line.text.p))
		b->quoted = *line.text.p;
	if (b->skipped && line.indent >= b->skipped)
		return line.next;
	b->skipped = 0;
	if (b->toctree && line.indent >= b->toctree) {
		rst_report_entry(r, line.text);
		return line.next;
	}
	b->toctree = 0;
	if (b->quoted && *line.text.p == b->quoted)
		return line.next;
	b->quoted = '\0';
	if (rst_begins_with_mark(line.text, ".."))
		return rst_read_explicit(r, line);
	if (iri_begins(line.text, "__ ")) {
		const struct iri_str body = rst_body(r, line, line.text.p + 2, &next);
		rst_report_definition(r, (struct iri_str){line.text.p, 1}, body);
		return next;
	}
	if (iri_begins(line.text, ">>> ")) {
		for (next = line.next; next < r->end && (line = read_rst_line(r, next)).text.n; next = line.next)
			continue;
		return next;
	}
	return rst_paragraph(r, line.text.p, line.text.p + line.text.n, line.next);
}

/* Passes over lines that are skipped, or reads a paragraph that begins with a word. Returns the next line, or p. */
static const char *rst_read_lines(struct rst *r, const char *p)
{
	struct rst_blocks *const b = r->b;

	if (b->after_colons || b->quoted || b->toctree || r->has_cr)
		return p;
	if (b->skipped)
		return b->options ? p : rst_skip_lines(p, r->end, b->skipped);
	const char *const next = rst_prose_end(p, r->end, false);
	if (next == p)
		return p;
	b->options = 0;
	return rst_paragraph(r, html_skip_space(p, next), next, next);
}

/* Reads all blocks of the document. */
static void rst_read_blocks(struct rst *r)
{
	for (const char *p = r->layer->text.p, *next; p < r->end && !r->f->stopped; p = next) {
		if ((next = rst_read_lines(r, p)) != p)
			continue;
		const struct rst_line line = read_rst_line(r, p);
		next = line.next;
		if (line.text.n) {
			next = rst_read_block(r, line);
		} else {
			r->b->quoted = '\0';
			r->b->options = 0;
		}
	}
}

void rst_search(struct finder *f, struct rst_blocks *b, const struct layer *document)
{
	struct rst_references references = {0};
	struct rst_blocks first = *b;
	struct rst r = {
		.f = f,
		.layer = document,
		.references = f->options->labels ? &references : NULL,
		.end = document->text.p + document->text.n,
		.hits = {document->text.p + document->text.n, {NULL}},
		.b = &first,
		.has_cr = document->text.n && memchr(document->text.p, '\r', document->text.n),
	};

	if (r.references && rst_may_have_targets(document->text)) {
		references.collects = true;
		rst_read_blocks(&r);
		rst_resolve(&references, f);
	}
	r.b = b;
	r.hits = (struct rst_hits){r.end, {NULL}};
	r.places = (struct rst_places){0};
	rst_read_blocks(&r);
	f->joined.failed = f->joined.failed || source_map_failed(&r.reference) || rst_references_failed(&references);
	source_map_free(&r.reference);
	rst_references_free(&references);
}
