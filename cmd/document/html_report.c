/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "html_report.h"

#include "css_report.h"

#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"

#include <string.h>

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
		.is_button = piece->is_button,
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

	css_search_layer(f, &sheet, false);
	f->joined.failed = f->joined.failed || source_map_failed(&map);
	source_map_free(&map);
}

/*
 * Whether a text can have a link with a scheme: three bytes or more, with a colon, as itself or as a character
 * reference: "&colon;", "&#58;", "&#x3a;".
 */
static bool can_have_scheme(struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n;

	if (text.n < strlen("a:b"))
		return false;
	if (iri_find_byte(p, end, ':') < end)
		return true;
	for (; (p = iri_find_byte(p, end, '&')) < end; p++)
		if (end - p > 1 && (p[1] == 'c' || p[1] == '#'))
			return true;
	return false;
}

/* Searches the text of <script>, which is JSON. */
static void search_script(struct finder *f, const struct layer *html, struct iri_str text)
{
	const struct layer script = {.outer = html, .text = text, .use.flags = CODEC_IN_SCRIPT};
	struct json_strings j = {.in_comment = false};

	if (layer_depth(html) < MOST_LAYERS)
		finder_search_json(f, &j, &script, true);
}

/* Where a part of HTML stands */
enum html_place {
	PLACE_MARKUP, /* a tag, a comment, raw text: any mark counts */
	PLACE_TEXT,   /* text: a lone "{{" or "{%", without "}}" or "%}", is just text */
	PLACE_CODE,   /* code, of which "{{" and "{%" may be a part that a reader sees */
};

/* Whether the text has the mark, and somewhere behind it, its end. */
static bool has_pair(struct iri_str text, const char *mark, const char *mark_end)
{
	const char *const end = text.p + text.n, *const found = text_find(text.p, end, mark);

	return found && text_find(found + strlen(mark), end, mark_end);
}

/*
 * Whether a part of HTML has a mark of a template: {{, {%, <% or <?php, an instruction for other software, which writes
 * the page.
 */
static bool html_has_mark(struct iri_str text, enum html_place place)
{
	const char *p = text.p, *const end = p + text.n;
	bool has_brace = false;

	for (; place != PLACE_CODE && !has_brace && (p = iri_find_byte(p, end, '{')) < end; p++)
		has_brace = end - p >= 2 && (p[1] == '{' || p[1] == '%');
	if (has_brace && (place == PLACE_MARKUP || has_pair(text, "{{", "}}") || has_pair(text, "{%", "%}")))
		return true;
	/* "<" is frequent in HTML, but what follows it here is not. */
	for (p = text.p; (p = iri_find_byte(p, end, '%')) < end; p++)
		if (p > text.p && p[-1] == '<')
			return true;
	for (p = text.p; (p = iri_find_byte(p, end, '?')) < end; p++)
		if (p > text.p && p[-1] == '<' && end - p >= 4 && !memcmp(p, "?php", 4))
			return true;
	return false;
}

/*
 * The search for marks of templates in a part of a document. The document is a template if it has them outside of code;
 * if code has no end tag, those in it count, too, since it may end elsewhere.
 */
struct marks {
	struct finder *f;
	struct html *h;
	const char *seen, *end; /* the marks before `seen` are found; the part ends at `end` */
};

/* Looks for marks up to p. place: where this part of the document stands */
static void find_marks(struct marks *m, const char *p, enum html_place place)
{
	const struct iri_str text = iri_between(m->seen, p);

	m->seen = p;
	if (m->h->is_template)
		return;
	m->h->is_template = html_has_mark(text, place);
	m->h->has_code_marks = m->h->has_code_marks || (place == PLACE_CODE && html_has_mark(text, PLACE_MARKUP));
	if (m->h->is_template)
		finder_landmark(m->f, LANDMARK_TEMPLATE, (struct iri_str){"", 0});
}

/* Looks for marks before a text and in it. */
static void find_text_marks(struct marks *m, const struct html_piece *piece)
{
	const char *const end = piece->text.p + piece->text.n;
	const bool is_input = piece->kind == HTML_INPUT, is_ended = end < m->end;

	find_marks(m, piece->text.p, PLACE_MARKUP);
	find_marks(m, end, m->h->codes ? PLACE_CODE : !is_input ? PLACE_TEXT : is_ended ? PLACE_CODE : PLACE_MARKUP);
}

void html_search(struct finder *f, struct html *h, const struct layer *layer, struct iri_str text, bool at_end)
{
	const struct layer html = {.outer = layer, .text = text, .use.flags = layer->use.flags & CODEC_IN_MARKDOWN};
	struct html_piece piece;

	/* HTML in an attribute or in XML is a document of its own, where no link of this one leads. */
	h->has_labels = f->options->labels && !f->has_own_labels;
	h->has_landmarks = f->options->landmarks && !layer_depth(layer);
	const bool is_document = h->has_landmarks && f->options->landmarks->is_sparse;
	const bool has_marks = is_document && !h->is_template && html_has_mark(text, PLACE_MARKUP);
	struct marks marks = {f, h, text.p, iri_present(text).p + text.n};
	h->is_sparse = is_document && !has_marks;
	h->has_comments = f->options->keyword && !layer_depth(layer);
	while (!f->stopped && html_next(h, text, at_end, &piece) == HTML_PIECE) {
		const bool is_text = piece.kind == HTML_TEXT || piece.kind == HTML_CDATA || piece.kind == HTML_LABEL ||
		                     piece.kind == HTML_INPUT;
		if (has_marks && is_text)
			find_text_marks(&marks, &piece);
		switch (piece.kind) {
		case HTML_TEXT:
		case HTML_CDATA:
			if (piece.is_css) {
				search_svg_style(f, &html, &piece);
				break;
			}
			if (h->has_landmarks && !is_document)
				finder_landmark(f, LANDMARK_TEXT, piece.text);
			if (finder_needs_no_colon(f->options) || can_have_scheme(piece.text))
				finder_search(f, &html, piece.text, (struct codec_use){
					.codec = piece.kind == HTML_CDATA ? CODEC_CDATA : CODEC_CHARREF_TEXT,
					.flags = html.use.flags,
				});
			break;
		case HTML_ATTRIBUTE:
		case HTML_BASE: report_attribute(f, &html, &piece, h); break;
		case HTML_SRCDOC: {
			const struct layer value = open_attribute(&html, &piece);
			html_search_layer(f, &value);
			break;
		}
		case HTML_STYLE: {
			const struct layer value = open_attribute(&html, &piece);
			css_search_layer(f, &value, false);
			break;
		}
		case HTML_SHEET: {
			const struct layer sheet = {.outer = &html, .text = piece.text};
			css_search_layer(f, &sheet, piece.is_scss);
			break;
		}
		case HTML_DATA: search_script(f, &html, piece.text); break;
		case HTML_LABEL:
			if (!is_document)
				finder_landmark(f, LANDMARK_TEXT, piece.text);
			break;
		case HTML_INPUT: break;
		case HTML_COMMENT: report_comment(f, &html, piece.text); break;
		case HTML_START: finder_landmark(f, LANDMARK_START, piece.text); break;
		case HTML_EMPTY: finder_landmark(f, LANDMARK_EMPTY, piece.text); break;
		case HTML_STOP: finder_landmark(f, LANDMARK_STOP, piece.text); break;
		case HTML_ID: finder_landmark(f, LANDMARK_ID, piece.reference); break;
		}
	}
	if (has_marks)
		find_marks(&marks, text.p + h->at, PLACE_MARKUP);
	if (is_document && at_end && h->has_code_marks && h->codes && !h->is_template)
		finder_landmark(f, LANDMARK_TEMPLATE, (struct iri_str){"", 0});
}

void html_search_layer(struct finder *f, const struct layer *layer)
{
	struct html h = {0};

	/* A link in it has one layer more. */
	if (layer_depth(layer) < MOST_LAYERS)
		html_search(f, &h, layer, layer->text, true);
	f->joined.failed = f->joined.failed || html_failed(&h);
	html_free(&h);
}
