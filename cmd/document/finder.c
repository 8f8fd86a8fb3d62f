/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "finder.h"

#include "cmd/base/space.h"
#include "cmd/link/refang.h"
#include "cmd/markup/html_token.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/scheme.h"
#include "lib/unicode/utf8.h"

#include <string.h>
#include <strings.h>

/* Moves *p after white space, and returns the number of line ends in it. *p is not at the start of a text. */
static size_t wrapped_skip_space(const char **p, const char *end)
{
	size_t n = 0;

	for (; *p < end && is_space(**p); ++*p)
		n += is_line_end(**p) && !(**p == '\n' && (*p)[-1] == '\r');
	return n;
}

/*
 * Whether p, a "<", begins a wrapped link. "URL:" can stand before the link. It has white space only at its ends and
 * where lines break, and no empty line. If so, sets *link to its place in the text, and f->joined to the link without
 * white space.
 */
static bool is_wrapped(struct finder *f, const char *p, struct iri_link *link)
{
	const char *const end = f->text.p + f->text.n;
	struct iri_ref ref;
	bool broken = false;

	p++;
	if (end - p >= 4 && !strncasecmp(p, "URL:", 4))
		p += 4;
	if (wrapped_skip_space(&p, end) > 1)
		return false;
	const char *const start = p, *last = p;
	f->joined.n = 0;
	while (p < end && *p != '<' && *p != '>') {
		const char *const word = p;
		while (p < end && *p != '<' && *p != '>' && !is_space(*p))
			p++;
		iri_buf_add(&f->joined, word, (size_t)(p - word));
		last = p;
		const size_t line_ends = wrapped_skip_space(&p, end);
		const bool closed = p < end && *p == '>';
		if (line_ends > 1 || (p > last && !line_ends && !closed))
			return false;
		broken = broken || (line_ends && !closed);
	}
	if (p == end || *p != '>' || !broken || !f->joined.n)
		return false;
	*link = (struct iri_link){IRI_LINK_IRI, (size_t)(start - f->text.p), (size_t)(last - start), false};
	/* The brackets show where the link ends. Its beginning must show that it is a link. */
	const struct iri_str joined = iri_contents(&f->joined);
	struct iri_link first;
	link->broken = iri_parse(joined, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &ref, NULL) != IRI_OK;
	return iri_link_next(&f->options->links, joined, 0, &first) && first.kind == IRI_LINK_IRI && !first.off;
}

/* Sets f->wrapped to the next wrapped link after the last link of either kind. */
static void find_wrapped(struct finder *f)
{
	const char *const end = f->text.p + f->text.n;
	const char *p = f->text.p + (f->searched > f->from ? f->searched : f->from);

	f->wrapped.len = 0;
	for (; (p = iri_find_byte(p, end, '<')) < end && !f->wrapped.len; p++)
		if (!is_wrapped(f, p, &f->wrapped))
			f->wrapped.len = 0;
	f->searched = (size_t)(p - f->text.p);
}

/* Finds the next link of either kind, and sets *reference to what it means. Returns false if there is none. */
static bool finder_next_link(struct finder *f, struct iri_link *link, struct iri_str *reference)
{
	if (f->options->unwrap && (!f->wrapped.len || f->wrapped.off < f->from))
		find_wrapped(f);
	if (!f->ended && (!f->whole.len || f->whole.off < f->from))
		f->ended = f->from == f->text.n || !iri_link_next(f->links, f->text, f->from, &f->whole);
	if (f->wrapped.len && (f->ended || f->whole.off >= f->wrapped.off)) {
		*link = f->wrapped;
		*reference = iri_contents(&f->joined);
	} else if (!f->ended) {
		*link = f->whole;
		*reference = (struct iri_str){f->text.p + link->off, link->len};
	} else {
		return false;
	}
	f->from = link->off + link->len;
	return true;
}

/* Whether c is removed from a reference: a tab or a line end (URL standard, section 4.4). */
static bool is_break(char c)
{
	return c == '\t' || is_line_end(c);
}

/*
 * Returns the reference without tabs and line ends, and without white space around it: a view of the reference or of
 * f->joined.
 */
static struct iri_str remove_space(struct finder *f, struct iri_str reference)
{
	reference = trim_html_space(reference);
	const char *p = reference.p, *const end = p + reference.n;

	while (p < end && ((unsigned char)*p > '\r' || !is_break(*p)))
		p++;
	if (p == end)
		return reference;
	f->joined.n = 0;
	for (p = reference.p; p < end; p++)
		if (!is_break(*p))
			iri_buf_putc(&f->joined, *p);
	return iri_contents(&f->joined);
}

bool finder_has_other_scheme(const struct iri_link_options *links, struct iri_str reference)
{
	const char *const end = reference.p + reference.n, *const colon = iri_find_byte(reference.p, end, ':');

	if (!links->schemes || colon == end || !iri_is_scheme(reference.p, colon))
		return false;
	for (size_t i = 0; i < links->n_schemes; i++)
		if (iri_same_caseless(iri_between(reference.p, colon), iri_str_of(links->schemes[i])))
			return false;
	return true;
}

/* Folds the white space of a label, and cuts it. Returns it; absent if it is empty. */
static struct iri_str fold_label(struct iri_buf *label)
{
	size_t n = 0;

	for (size_t i = 0; i < label->n && n < SPAN_MOST_LABEL; i++)
		if (!is_space(label->p[i]))
			label->p[n++] = label->p[i];
		else if (n && label->p[n - 1] != ' ')
			label->p[n++] = ' ';
	/* Not in the middle of a character */
	while (n == SPAN_MOST_LABEL && n < label->n && n && iri_is_trail((unsigned char)label->p[n]))
		n--;
	n -= n && label->p[n - 1] == ' ';
	label->n = n;
	return n ? iri_contents(label) : (struct iri_str){NULL, 0};
}

struct iri_str finder_fold(struct finder *f)
{
	f->joined.failed = f->joined.failed || f->label.text.failed; /* the next label clears it */
	return fold_label(&f->label.text);
}

void finder_label(struct finder *f, struct span *span)
{
	span->label = finder_fold(f);
	span->title = fold_label(&f->label.title);
	span->label_is_code = f->label.is_code;
}

void finder_report(struct finder *f, struct span *span)
{
	struct iri_ref ref;

	if (span->kind > SPAN_LAST_OF_TEXT) {
		/* In RDF, white space is part of the IRI, and makes it invalid. */
		if (span->layer->use.codec != CODEC_IRIREF)
			span->reference = remove_space(f, span->reference);
		span->broken = iri_parse(span->reference, IRI_FORBID_BIDI, &ref, NULL) != IRI_OK;
		/* A base counts for other links, too. */
		if (span->kind != SPAN_BASE && finder_has_other_scheme(&f->options->links, span->reference))
			return;
	}
	span->base = f->base;
	span->block = f->block;
	span->block_off = f->block_off;
	f->stopped = !f->found(f->arg, span);
}

/* Prepares f for a text. */
static void begin_text(struct finder *f, struct iri_str text, const struct iri_link_options *links)
{
	f->text = text;
	f->links = links;
	f->from = f->searched = f->wrapped.len = f->whole.len = 0;
	f->ended = false;
}

/* Reports the links of a text, which is that of the layer. links: which to find */
static void search_layer(struct finder *f, const struct layer *layer, const struct iri_link_options *links)
{
	const bool is_refanged = layer->map == &f->refanged;
	struct iri_link link;
	struct iri_str reference;

	begin_text(f, layer->text, links);
	while (!f->stopped && !finder_failed(f) && finder_next_link(f, &link, &reference)) {
		const struct iri_str found = {layer->text.p + link.off, link.len};
		/* A host without a scheme counts if it is written out, so that only a link can be meant. */
		if (is_refanged && link.kind != IRI_LINK_IRI && !f->options->links.bare &&
		    iri_same(layer_outer(layer, found), found))
			continue;
		finder_report(f, &(struct span){
			.kind = (enum span_kind)link.kind,
			.broken = link.broken,
			.placed = true,
			.layer = layer,
			.found = found,
			.reference = reference,
		});
	}
}

void finder_search(struct finder *f, const struct layer *layer, struct iri_str text, struct codec_use use)
{
	const struct layer inner = layer_open(layer, use, text, &f->decoded);

	source_map_clear(&f->refanged);
	if (f->options->defanged)
		refang(inner.text, 0, &f->refanged);
	if (f->options->defanged && !iri_same(iri_contents(&f->refanged.text), inner.text)) {
		struct iri_link_options links = f->options->links;
		links.bare = true;
		search_layer(f, &(struct layer){.outer = &inner, .text = iri_contents(&f->refanged.text),
		                                .map = &f->refanged}, &links);
	} else {
		search_layer(f, &inner, &f->options->links);
	}
}

bool finder_wants_label(const struct finder *f, struct iri_str written)
{
	const char *const end = written.p + written.n;

	if (!f->options->labels || !f->options->far_labels || f->has_html_base || f->base.n)
		return f->options->labels;
	/* A scheme has ":", and a host two slashes; both can be escaped. */
	for (const char *p = written.p; p < end; p++)
		if (*p == ':' || *p == '&' || *p == '\\' || is_line_end(*p) || *p == '\t' ||
		    (*p == '/' && end - p >= 2 && p[1] == '/'))
			return true;
	return false;
}

void finder_landmark(const struct finder *f, enum landmark kind, struct iri_str text)
{
	const struct landmarks *const l = f->options->landmarks;

	if (l)
		l->found(l->arg, kind, text);
}

bool finder_is_marked(const struct finder *f, struct iri_str text)
{
	const char *const mark = f->options->mark;

	text = trim_html_space(text);
	return mark && iri_begins(text, mark);
}

void finder_comment(struct finder *f, const struct layer *layer, struct iri_str whole, struct iri_str text)
{
	struct span comment = {
		.kind = SPAN_COMMENT,
		.placed = true,
		.layer = layer,
		.found = whole,
		.reference = trim_html_space(text),
	};

	if (!f->stopped && finder_is_marked(f, text))
		f->stopped = !f->found(f->arg, &comment);
}

/* Returns the text of a comment of HTML, from after "<!--" on, without its end. */
static struct iri_str without_end(struct iri_str text)
{
	static const char *const ends[] = {"--!>", "-->"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		const size_t n = strlen(ends[i]);
		if (text.n >= n && !memcmp(text.p + text.n - n, ends[i], n))
			return (struct iri_str){text.p, text.n - n};
	}
	return text;
}

static void report_comment(struct finder *f, const struct layer *html, struct iri_str text)
{
	finder_landmark(f, LANDMARK_COMMENT, text);
	finder_comment(f, html, iri_between(text.p - strlen("<!--"), text.p + text.n), without_end(text));
}

/* Returns the layer of the value of an attribute of HTML. */
static struct layer open_attribute(const struct layer *html, const struct html_piece *piece)
{
	return (struct layer){
		.outer = html,
		.text = piece->map ? iri_contents(&piece->map->text) : piece->text,
		.map = piece->map,
		.use = {CODEC_CHARREF_ATTRIBUTE, piece->quote, html->use.flags},
	};
}

static void report_attribute(struct finder *f, const struct layer *html, const struct html_piece *piece,
                             const struct html *h)
{
	const struct layer value = open_attribute(html, piece);
	struct span span = {
		.kind = piece->kind == HTML_BASE ? SPAN_BASE : SPAN_ATTRIBUTE,
		.placed = piece->placed,
		.is_asset = piece->is_asset,
		.layer = &value,
		.found = piece->reference,
		.reference = piece->reference,
	};

	f->has_html_base = f->has_html_base || span.kind == SPAN_BASE;
	if (piece->has_label && finder_wants_label(f, piece->reference)) {
		html_label(h, html->text, &f->label);
		finder_label(f, &span);
	}
	finder_report(f, &span);
}

/* Finds the links in text of <style> in SVG, which has character references there. */
static void search_svg_style(struct finder *f, const struct layer *html, const struct html_piece *piece)
{
	const struct codec_use use = {.codec = piece->kind == HTML_CDATA ? CODEC_CDATA : CODEC_CHARREF_TEXT,
	                              .flags = html->use.flags};
	struct source_map map = {0};
	const struct layer sheet = layer_open(html, use, piece->text, &map);

	finder_search_as_css(f, &sheet, false);
	f->joined.failed = f->joined.failed || source_map_failed(&map);
	source_map_free(&map);
}

/* A document of JSON that is being searched */
struct json_document {
	struct finder *f;
	const struct json_strings *json;
	const struct layer *layer;
};

static bool search_string(void *arg, struct iri_str string)
{
	const struct json_document *const d = arg;
	struct codec_use use = json_use(d->json, string);

	use.flags |= d->layer->use.flags & CODEC_IN_SCRIPT;
	finder_search(d->f, d->layer, string, use);
	return !d->f->stopped && !finder_failed(d->f);
}

size_t finder_search_json(struct finder *f, struct json_strings *j, const struct layer *layer, bool at_end)
{
	struct json_document d = {f, j, layer};
	/* Any string can have hosts without a scheme, written-out links, or wrapped ones with spaces before ":". */
	const bool in_all = f->options->links.bare || f->options->unwrap || f->options->defanged;

	return json_search(j, layer->text, at_end, in_all, search_string, &d);
}

/* Searches the text of <script>, which is JSON. */
static void search_script(struct finder *f, const struct layer *html, struct iri_str text)
{
	const struct layer script = {.outer = html, .text = text, .use.flags = CODEC_IN_SCRIPT};
	struct json_strings j = {.in_comment = false};

	if (layer_depth(html) < MOST_LAYERS)
		finder_search_json(f, &j, &script, true);
}

void finder_search_html(struct finder *f, struct html *h, const struct layer *layer, struct iri_str text,
                        bool at_end)
{
	const struct layer html = {.outer = layer, .text = text, .use.flags = layer->use.flags & CODEC_IN_MARKDOWN};
	struct html_piece piece;

	/* HTML in an attribute or in XML is a document of its own, where no link of this one leads. */
	h->has_labels = f->options->labels && !f->has_own_labels;
	h->has_landmarks = f->options->landmarks && !layer_depth(layer);
	h->has_comments = f->options->mark && !layer_depth(layer);
	while (!f->stopped && html_next(h, text, at_end, &piece) == HTML_PIECE) {
		switch (piece.kind) {
		case HTML_TEXT:
		case HTML_CDATA:
			if (piece.is_css) {
				search_svg_style(f, &html, &piece);
				break;
			}
			if (h->has_landmarks)
				finder_landmark(f, LANDMARK_TEXT, piece.text);
			finder_search(f, &html, piece.text, (struct codec_use){
				.codec = piece.kind == HTML_CDATA ? CODEC_CDATA : CODEC_CHARREF_TEXT,
				.flags = html.use.flags,
			});
			break;
		case HTML_ATTRIBUTE:
		case HTML_BASE: report_attribute(f, &html, &piece, h); break;
		case HTML_SRCDOC: {
			const struct layer value = open_attribute(&html, &piece);
			finder_search_as_html(f, &value);
			break;
		}
		case HTML_STYLE: {
			const struct layer value = open_attribute(&html, &piece);
			finder_search_as_css(f, &value, false);
			break;
		}
		case HTML_SHEET: {
			const struct layer sheet = {.outer = &html, .text = piece.text};
			finder_search_as_css(f, &sheet, piece.is_scss);
			break;
		}
		case HTML_DATA: search_script(f, &html, piece.text); break;
		case HTML_LABEL: finder_landmark(f, LANDMARK_TEXT, piece.text); break;
		case HTML_COMMENT: report_comment(f, &html, piece.text); break;
		case HTML_START: finder_landmark(f, LANDMARK_START, piece.text); break;
		case HTML_EMPTY: finder_landmark(f, LANDMARK_EMPTY, piece.text); break;
		case HTML_STOP: finder_landmark(f, LANDMARK_STOP, piece.text); break;
		case HTML_ID: finder_landmark(f, LANDMARK_ID, piece.reference); break;
		}
	}
}

void finder_search_as_html(struct finder *f, const struct layer *layer)
{
	struct html h = {0};

	/* A link in it has one layer more. */
	if (layer_depth(layer) < MOST_LAYERS)
		finder_search_html(f, &h, layer, layer->text, true);
	f->joined.failed = f->joined.failed || html_failed(&h);
	html_free(&h);
}

void finder_search_css(struct finder *f, struct css *c, const struct layer *layer, bool at_end)
{
	struct css_link link = {.quote = 0};

	while (!f->stopped && !finder_failed(f) && css_next(c, layer->text, at_end, &link) == CSS_LINK) {
		const struct codec_use use = {.codec = CODEC_CSS, .quote = link.quote};
		const struct layer inner = layer_open(layer, use, link.text, &f->decoded);
		const struct iri_str found = trim_html_space(inner.text);
		if (!found.n || finder_failed(f))
			continue;
		finder_report(f, &(struct span){
			.kind = link.is_import ? SPAN_INCLUDE : SPAN_STYLE,
			.placed = true,
			.layer = &inner,
			.found = found,
			.reference = found,
		});
	}
}

void finder_search_as_css(struct finder *f, const struct layer *layer, bool is_scss)
{
	struct css c = {.is_scss = is_scss};

	if (layer_depth(layer) < MOST_LAYERS)
		finder_search_css(f, &c, layer, true);
}

bool finder_failed(const struct finder *f)
{
	return f->joined.failed || f->label.text.failed || source_map_failed(&f->decoded) ||
	       source_map_failed(&f->refanged);
}

void finder_free(struct finder *f)
{
	iri_buf_free(&f->joined);
	html_label_free(&f->label);
	source_map_free(&f->decoded);
	source_map_free(&f->refanged);
}
