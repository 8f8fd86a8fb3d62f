/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "document.h"

#include "asciidoc.h"
#include "css_report.h"
#include "html_report.h"
#include "jupyter.h"
#include "markdown.h"
#include "position.h"
#include "rdf.h"
#include "rst.h"
#include "start.h"
#include "xml.h"

#include "cmd/base/space.h"
#include "cmd/file/binary.h"
#include "cmd/finder/json_strings.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* A document that is being read. Places here count bytes of the text in UTF-8, not bytes of the file. */
struct document_reader {
	struct lines *lines;
	const struct document_options *o;
	enum document_format format; /* FORMAT_AUTO before it is known */
	bool (*found)(void *arg, const struct span *span);
	void *arg;
	struct finder finder;
	struct html html;        /* HTML: the position in lines->in */
	bool has_html_base;      /* a <base href> was found; the next member is its reference */
	struct iri_buf html_base;
	struct json_strings json;
	struct asciidoc_blocks asciidoc;
	struct rst_blocks rst;
	struct rdf rdf;
	struct css css;          /* CSS: likewise */
	size_t wanted;           /* HTML, JSON, RDF and CSS: search again when lines->in has this many bytes */
	size_t searched;         /* text, AsciiDoc, rst: bytes of lines->in that have no end of a line or paragraph */
	const char *uncommented; /* text: comments were looked for up to here */
	struct position at;      /* how far lines and columns are counted */
	bool warned;             /* the message of warn_cut was printed */
	struct iri_buf bytes;    /* texts of the link without CHARSET_ERROR */
	enum document_result result;
};

/*
 * Prints a message if a byte that is not in the charset follows the link, which probably is longer. Prints only one for
 * a document: such bytes mean that all of it is in another charset.
 */
static void warn_cut(struct document_reader *r, struct span *span)
{
	const char *const p = span->text.p + span->text.n, *const end = r->lines->in.p + r->lines->in.n;
	uint32_t ch;
	struct iri_buf place = {0};

	if (r->warned || p == end || (unsigned char)*p < 0x80 || iri_utf8_decode(p, end, &ch))
		return;
	r->warned = true;
	const char *const text =
		r->lines->own       ? "this link ends at a byte that is not in the charset; use --charset"
		: r->lines->charset ? "this link ends at a byte that is not in the charset; check --charset"
		                    : "this link ends at a byte that is not UTF-8; use --charset";
	document_locate(span);
	if (span->line) {
		message_in_place(r->lines->messages, span->line, span->column, text, NULL);
		return;
	}
	buf_add_format(&place, "%s: byte %ju%c", r->lines->messages->place.file, span->off, '\0');
	buf_check(r->lines->messages, &place);
	message_say(r->lines->messages, place.p, text);
	iri_buf_free(&place);
}

/*
 * Sets the base of a link of HTML, and keeps the first <base href> for the links after it, but not for other bases
 * (HTML standard, section 4.2.3). In Markdown there is none, since sites that show it remove <base>. A <base> in srcdoc
 * does not count.
 */
static void find_html_base(struct document_reader *r, struct span *span)
{
	if (!format_is_html(r->format))
		return;
	if (span->kind != SPAN_BASE) {
		span->base = r->has_html_base ? iri_present(iri_contents(&r->html_base)) : (struct iri_str){0};
	} else if (!r->has_html_base && layer_depth(span->layer) == 1) {
		r->has_html_base = true;
		iri_buf_add(&r->html_base, span->reference.p, span->reference.n);
		buf_check(r->lines->messages, &r->html_base);
	}
}

/* Returns the next place of the keyword of comments between p and end, if it begins a word; or else `end`. */
static const char *find_keyword(const char *keyword, const char *p, const char *end)
{
	const char *const start = p;
	const size_t n = strlen(keyword);

	for (; (p = iri_find_byte(p, end, *keyword)) < end; p++)
		if ((size_t)(end - p) >= n && !memcmp(p, keyword, n) && (p == start || !iri_is_alphanumeric(p[-1])))
			return p;
	return end;
}

static bool document_report(void *arg, struct span *span);

/*
 * In running text, reports the comments before this place of lines->in: from the keyword to the end of a line or to it.
 */
static bool report_comments(struct document_reader *r, const struct layer *document, const char *stop)
{
	const char *const keyword = r->o->find.keyword;
	const char *p = r->uncommented;

	if (!keyword)
		return true;
	while ((p = find_keyword(keyword, p, stop)) < stop) {
		const char *end = p;
		while (end < stop && !is_line_end(*end))
			end++;
		r->uncommented = end;
		const struct iri_str text = trim_html_space(iri_between(p, end));
		struct span comment = {
			.kind = SPAN_COMMENT, .placed = true, .layer = document, .found = text, .reference = text,
		};
		if (!document_report(r, &comment))
			return false;
		p = end;
	}
	r->uncommented = stop;
	return true;
}

/* Removes CHARSET_ERROR from the texts of a link. */
static void remove_errors(struct document_reader *r, struct span *span)
{
	struct iri_str *const texts[] = {&span->text, &span->reference, &span->label, &span->title, &span->base};
	enum { TEXTS = sizeof texts / sizeof *texts };
	size_t starts[TEXTS + 1];
	bool has_errors = false;

	for (size_t i = 0; i < TEXTS; i++)
		has_errors = has_errors || charset_find_error(iri_present(*texts[i]));
	if (!has_errors)
		return;
	iri_buf_clear(&r->bytes);
	for (size_t i = 0; i < TEXTS; i++) {
		starts[i] = r->bytes.n;
		charset_remove_errors(r->lines->charset, iri_present(*texts[i]), &r->bytes);
	}
	if (r->bytes.failed)
		message_die(r->lines->messages, NULL, "out of memory");
	starts[TEXTS] = r->bytes.n;
	for (size_t i = 0; i < TEXTS; i++)
		if (texts[i]->p)
			*texts[i] = (struct iri_str){r->bytes.p + starts[i], starts[i + 1] - starts[i]};
}

void document_locate(struct span *span)
{
	struct position *const at = span->at;

	if (!at)
		return;
	const uintmax_t place = at->base + (uintmax_t)(span->text.p - at->lines->in.p);
	position_move(at, place);
	span->line = at->line;
	span->column = at->chars + 1;
	span->byte = (size_t)(place - at->line_start) + 1;
	span->at = NULL;
}

/* For struct finder: sets the place of the link in lines->in, and passes it on. */
static bool document_report(void *arg, struct span *span)
{
	struct document_reader *const r = arg;

	span->text = layer_origin(span->layer, span->found);
	span->style = layer_style(span->layer, span->found);

	if (r->format == FORMAT_TEXT && span->kind != SPAN_COMMENT) {
		if (!report_comments(r, span->layer, span->text.p))
			return false;
		r->uncommented = span->text.p + span->text.n;
	}
	find_html_base(r, span);
	if (span->kind == SPAN_BASE && finder_has_other_scheme(&r->o->find.links, span->reference))
		return true;
	span->off = lines_place(r->lines, span->text.p, false);
	span->block_off += r->lines->passed;
	span->len = (size_t)(lines_place(r->lines, span->text.p + span->text.n, true) - span->off);
	span->line = span->column = span->byte = 0;
	span->at = r->o->places ? &r->at : NULL;
	if (!r->o->lazy_places)
		document_locate(span);
	if (span->placed && span->kind != SPAN_COMMENT)
		warn_cut(r, span);
	if (r->o->printed && r->lines->charset)
		remove_errors(r, span);
	return r->found(r->arg, span);
}

/*
 * Returns the last end of a line between p and end or, with unwrap, the last end of an empty line; p if there is none.
 * The text from the start of lines->in to p has none.
 */
static const char *last_end(const struct document_reader *r, const char *p, const char *end)
{
	const char *const start = r->lines->in.p;

	for (const char *q = end; q > p; q--) {
		if (!is_line_end(q[-1]))
			continue;
		if (!r->o->find.unwrap)
			return q;
		const char *const before = q - (q[-1] == '\n' && q - start >= 2 && q[-2] == '\r' ? 2 : 1);
		if (before > start && is_line_end(before[-1]))
			return q;
	}
	return p;
}

/*
 * The search functions of the formats. They report links of the document, whose text is all of lines->in, and return
 * how many bytes of it are done. The others stay in lines->in, and the next call gets them again. at_end: no more text
 * follows
 */

static size_t search_text(struct document_reader *r, const struct layer *document, bool at_end)
{
	const struct iri_str text = document->text;
	const char *const end = text.p + text.n, *const from = text.p + r->searched;
	const char *const stop = at_end ? end : last_end(r, from, end);
	const size_t n = at_end || stop > from ? (size_t)(stop - text.p) : 0;

	r->uncommented = text.p;
	finder_search(&r->finder, document, (struct iri_str){text.p, n}, (struct codec_use){0});
	if (!r->finder.stopped && !report_comments(r, document, text.p + n))
		r->finder.stopped = true;
	r->searched = text.n - n;
	return n;
}

/* Returns the text up to the end of its last empty line; or, at the end, all of it. */
static struct iri_str whole_paragraphs(const struct document_reader *r, struct iri_str text, bool at_end)
{
	const char *const start = text.p, *const from = start + r->searched;

	if (at_end)
		return text;
	/* A definition has the text of a link that may stand anywhere. */
	if (r->o->find.labels)
		return (struct iri_str){start, 0};
	for (const char *q = start + text.n; q > from && q - start >= 2; q--)
		if (q[-1] == '\n' && (q[-2] == '\n' || (q[-2] == '\r' && q - start >= 3 && q[-3] == '\n')))
			return iri_between(start, q);
	return (struct iri_str){start, 0};
}

/* Says that a document is not searched. */
static void refuse(struct document_reader *r, const char *text)
{
	r->result = DOCUMENT_REFUSED;
	if (!r->o->silent)
		message_say(r->lines->messages, r->lines->messages->place.file, text);
}

/* Whether the document, which begins with this text, is no document. Prints a message, unless -r has found it. */
static bool is_refused(struct document_reader *r, struct iri_str text)
{
	bool is_text;
	/* A string of RDF can have a NUL (RDF 1.1 N-Triples, section 7). */
	const bool has_nuls = format_is_rdf(r->format);
	const char *const why = binary_refusal(text, !r->lines->charset, has_nuls, &is_text);

	if (why && r->o->in_folder && !is_text)
		r->result = DOCUMENT_PASSED_OVER;
	else if (why)
		refuse(r, why);
	return why;
}

/* A NUL anywhere is refused: readers of Markdown see another character in its place (section 2.3). */
static size_t search_dialect(struct document_reader *r, const struct layer *document, bool at_end,
                             enum markdown_dialect dialect)
{
	if (!at_end)
		return 0;
	if (document->text.n && memchr(document->text.p, '\0', document->text.n))
		refuse(r, "binary file (it has a NUL), not searched");
	else
		markdown_search(&r->finder, document, dialect);
	return document->text.n;
}

static size_t search_markdown(struct document_reader *r, const struct layer *document, bool at_end)
{
	return search_dialect(r, document, at_end, MARKDOWN_COMMON);
}

static size_t search_mdx(struct document_reader *r, const struct layer *document, bool at_end)
{
	return search_dialect(r, document, at_end, MARKDOWN_MDX);
}

/*
 * Moves the position back by the bytes before it, which are done, and returns their number. The others are read again
 * when there are twice as many, so that all calls together take linear time.
 */
static size_t finish_chunk(struct document_reader *r, size_t *position, size_t length)
{
	const size_t n = *position, left = length - n;

	*position = 0;
	r->wanted = left < BLOCK ? 0 : 2 * left;
	return n;
}

static size_t search_html(struct document_reader *r, const struct layer *document, bool at_end)
{
	const struct iri_str text = document->text;

	if (!at_end && text.n < r->wanted)
		return 0;
	html_search(&r->finder, &r->html, document, text, at_end);
	return finish_chunk(r, &r->html.at, text.n);
}

static size_t search_xhtml(struct document_reader *r, const struct layer *document, bool at_end)
{
	r->html.is_xhtml = true;
	return search_html(r, document, at_end);
}

static size_t search_rst(struct document_reader *r, const struct layer *document, bool at_end)
{
	const struct layer chunk = {.text = whole_paragraphs(r, document->text, at_end)};

	if (chunk.text.n)
		rst_search(&r->finder, &r->rst, &chunk);
	r->searched = document->text.n - chunk.text.n;
	return chunk.text.n;
}

static size_t search_css(struct document_reader *r, const struct layer *document, bool at_end)
{
	const size_t n = document->text.n;

	if (!at_end && n < r->wanted)
		return 0;
	css_search(&r->finder, &r->css, document, at_end);
	return finish_chunk(r, &r->css.at, n);
}

static size_t search_scss(struct document_reader *r, const struct layer *document, bool at_end)
{
	r->css.is_scss = true;
	return search_css(r, document, at_end);
}

static size_t search_xml(struct document_reader *r, const struct layer *document, bool at_end)
{
	if (!at_end)
		return 0;
	xml_search(&r->finder, document);
	return document->text.n;
}

/* Returns n, and sets r->wanted, so that all calls together take linear time, as in HTML. */
static size_t want_more(struct document_reader *r, size_t length, size_t n)
{
	r->wanted = length - n < BLOCK ? 0 : 2 * (length - n);
	return n;
}

static size_t search_json(struct document_reader *r, const struct layer *document, bool at_end)
{
	const size_t length = document->text.n;

	if (!at_end && (r->o->whole || length < r->wanted))
		return 0;
	return want_more(r, length, finder_search_json(&r->finder, &r->json, document, at_end));
}

static size_t search_turtle(struct document_reader *r, const struct layer *document, bool at_end)
{
	const size_t length = document->text.n;

	if (!at_end && length < r->wanted)
		return 0;
	return want_more(r, length, rdf_search(&r->finder, &r->rdf, document, at_end));
}

static size_t search_ntriples(struct document_reader *r, const struct layer *document, bool at_end)
{
	r->rdf.is_lines = true;
	return search_turtle(r, document, at_end);
}

static size_t search_jupyter(struct document_reader *r, const struct layer *document, bool at_end)
{
	if (!at_end)
		return 0;
	jupyter_search(&r->finder, document);
	return document->text.n;
}

static size_t search_asciidoc(struct document_reader *r, const struct layer *document, bool at_end)
{
	const struct layer chunk = {.text = whole_paragraphs(r, document->text, at_end)};
	const size_t n = chunk.text.n || at_end ? asciidoc_search(&r->finder, &r->asciidoc, &chunk, at_end) : 0;

	r->searched = document->text.n - n;
	return n;
}

static size_t (*const searches[])(struct document_reader *r, const struct layer *document, bool at_end) = {
#define SEARCH(name, word, search, ...) [FORMAT_##name] = search,
	FORMATS(SEARCH)
};

/* Removes the first n bytes from lines->in. more: links can follow, whose lines are counted from there */
static void discard(struct document_reader *r, size_t n, bool more)
{
	if (r->o->places && more && !r->finder.stopped)
		position_move(&r->at, r->at.base + n);
	r->at.base += n;
	lines_discard(r->lines, n);
}

enum document_result document_read(struct lines *l, const struct document_options *o, int fd, const char *name,
                                   bool (*found)(void *arg, const struct span *span), void *arg)
{
	struct document_reader r = {.lines = l, .o = o, .found = found, .arg = arg,
	                            .at = {.lines = l, .line = o->lines_before + 1}, .warned = o->silent};
	const struct start start = {l, o->format, o->has_charset, o->silent};
	bool more = true, first = !o->lines_before;

	if (!first)
		r.format = o->format;
	r.finder = (struct finder){.options = &o->find, .found = document_report, .arg = &r};
	lines_begin(l, true);
	lines_keep_places(l);
	while (more && !r.finder.stopped) {
		lines_flush(l);
		more = lines_fill(l, fd);
		if (first && !start_find(&start, name, !more, &r.format))
			continue;
		if (first && is_refused(&r, iri_contents(&l->in)))
			break;
		first = false;
		if (!r.at.base && !o->lines_before && iri_begins_with_bom(iri_contents(&l->in))) {
			discard(&r, 3, true);
			r.at.line_start = r.at.measured = 3;
			r.at.chars = 0;
		}
		const struct layer document = {.text = iri_contents(&l->in)};
		discard(&r, searches[r.format](&r, &document, !more), more);
		if (o->passed && more && !r.finder.stopped)
			o->passed(o->passed_arg, r.format, r.at.line);
		if (finder_failed(&r.finder) || html_failed(&r.html))
			message_die(l->messages, NULL, "out of memory");
	}
	lines_flush(l);
	finder_free(&r.finder);
	html_free(&r.html);
	rdf_free(&r.rdf);
	iri_buf_free(&r.html_base);
	iri_buf_free(&r.bytes);
	return r.result;
}
