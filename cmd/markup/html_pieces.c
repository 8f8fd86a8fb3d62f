/* SPDX-License-Identifier: ISC */
#include "html_pieces.h"

#include "html_element.h"
#include "html_link.h"
#include "html_token.h"

#include "cmd/base/charref.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <stddef.h>
#include <string.h>

/* A start tag */
struct tag {
	struct iri_str name;
	unsigned is;               /* the flags of the element (html_element.h) */
	const char *raw;           /* the name in lower case if it has raw text; else NULL */
	bool self_closing;
	bool has_href;             /* <a> or <area> with an attribute href or xlink:href */
	bool has_onclick;          /* <a> or <area> with this attribute */
	bool known;                /* http-equiv or encoding was found; a second one does not count */
	enum html_syntax content;  /* the syntax of the attribute content of <meta> */
	bool breaks_out;           /* <font> with an attribute that ends SVG and MathML */
	bool holds_html;           /* <annotation-xml> with HTML in it */
	enum sheet { SHEET_NONE, SHEET_CSS, SHEET_SCSS, SHEET_JSON } sheet; /* the language of <style> or <script> */
};

/* Elements of HTML whose start tag ends SVG and MathML (section 13.2.6.5) */
static const char *const breakout_elements[] = {
	"b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
	"h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
	"ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "ul", "var", NULL,
};

/* Elements whose start tag ends the current element if that has the same name */
static const char *const sibling_elements[] = {"dd", "dt", "li", "option", "p", "td", "th", "tr", NULL};

/* The links of a tag that get a label: href and xlink:href. Each label takes time for the whole tag. */
enum { MOST_LABELS = 2 };

/* The kinds of open elements */
enum kind {
	IN_HTML,
	IN_SVG,
	IN_MATH,
	HTML_POINT,      /* an HTML integration point: its content is HTML */
	TEXT_POINT,      /* a MathML text integration point: its content is HTML, except <mglyph> and <malignmark> */
	ANNOTATION,      /* <annotation-xml>: <svg> in it is SVG, and the rest is MathML */
};

/* Returns the name in the list that equals s, in any case, or NULL. s is not empty. */
static const char *html_find_name(struct iri_str s, const char *const *names)
{
	const char first = iri_lower(*s.p);

	for (; *names; names++)
		if (first == **names && html_is_name(s, *names))
			return *names;
	return NULL;
}

/* Returns a hash (FNV-1a) of the name in lower case. */
static unsigned hash(struct iri_str name)
{
	uint32_t sum = 2166136261u;

	for (size_t i = 0; i < name.n; i++)
		sum = (sum ^ (unsigned char)iri_lower(name.p[i])) * 16777619u;
	return sum;
}

/* Whether the value of an attribute means `text`, in any case. `text` itself is in lower case. Uses h->decoded. */
static bool value_is(struct html *h, struct iri_str value, const char *text)
{
	source_map_clear(&h->decoded);
	charref_resolve(value, CHARREF_ATTRIBUTE, 0, &h->decoded);
	return html_is_name(iri_contents(&h->decoded.text), text);
}

/*
 * Whether an attribute of <meta> says that content is a link: a name that social networks (ogp.me) or browsers know, or
 * a property of microdata (section 5.2.3).
 */
static bool names_link(struct html *h, const struct html_attribute *a)
{
	static const char *const names[] = {
		"og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url",
		"og:video:secure_url", "og:audio", "og:audio:url", "og:audio:secure_url", "twitter:image",
		"twitter:image:src", "twitter:player", "msapplication-config", "msapplication-tileimage",
		"msapplication-square70x70logo", "msapplication-square150x150logo", "msapplication-square310x310logo",
		"msapplication-wide310x150logo", NULL,
	};
	static const char *const items[] = {"image", "url", "thumbnailurl", "contenturl", NULL};
	const bool is_item = html_is_name(a->name, "itemprop");
	struct iri_str name;
	size_t at = 0;
	bool more;

	if (!is_item && !html_is_name(a->name, "property") && !html_is_name(a->name, "name"))
		return false;
	source_map_clear(&h->decoded);
	charref_resolve(a->value, CHARREF_ATTRIBUTE, 0, &h->decoded);
	while (html_next_link(HTML_TOKENS, iri_contents(&h->decoded.text), &at, &name, &more))
		if (html_find_name(name, names) || (is_item && html_find_name(name, items)))
			return true;
	return false;
}

/*
 * The open elements from the outermost <svg> or <math> on (section 13.2.6.5)
 */

static enum kind current(const struct html *h)
{
	return h->depth ? (enum kind)h->open[h->depth - 1].kind : IN_HTML;
}

static bool is_point(enum kind kind)
{
	return kind == HTML_POINT || kind == TEXT_POINT;
}

/* Returns the count of open elements outside of SVG and MathML. Names with the same hash share a count. */
static unsigned *html_outside(struct html *h, unsigned name)
{
	return &h->outside[name % (sizeof h->outside / sizeof *h->outside)];
}

static void open_element(struct html *h, unsigned name, enum kind kind)
{
	if (!h->depth && kind == IN_HTML) {
		++*html_outside(h, name);
		h->n_outside++;
	} else if (h->depth == HTML_DEPTH) {
		h->deeper++;
	} else {
		h->open[h->depth++] = (struct html_element){name, (unsigned char)kind};
	}
}

/* Closes elements of SVG and MathML until the current one may contain HTML. */
static void break_out(struct html *h)
{
	h->deeper = 0;
	while (h->depth && current(h) != IN_HTML && !is_point(current(h)))
		h->depth--;
}

/* Whether the element with this name is code. */
static bool is_code(struct iri_str name)
{
	static const char *const names[] = {"code", "kbd", "pre", "samp", NULL};

	return (name.n == 3 || name.n == 4) && html_find_name(name, names);
}

/* Opens the element of a start tag by the rules for HTML. */
static void open_html(struct html *h, const struct tag *tag)
{
	const unsigned name = hash(tag->name);

	if (tag->is & (ELEMENT_SVG | ELEMENT_MATH)) {
		if (!tag->self_closing)
			open_element(h, name, tag->is & ELEMENT_SVG ? IN_SVG : IN_MATH);
		return;
	}
	if (tag->self_closing && h->is_xhtml)
		return;
	h->raw_element = tag->raw;
	if (tag->is & (ELEMENT_RAW | ELEMENT_UNCOUNTED))
		return;
	if (h->depth && !h->deeper && current(h) == IN_HTML && h->open[h->depth - 1].name == name &&
	    html_find_name(tag->name, sibling_elements))
		return;
	open_element(h, name, IN_HTML);
	h->codes += h->has_landmarks && !h->depth && is_code(tag->name);
}

/* Returns the kind of an element of SVG or MathML. kind: that of the element around it */
static enum kind kind_of(const struct tag *tag, enum kind kind)
{
	static const char *const html_points[] = {"foreignobject", "desc", "title", NULL};
	static const char *const text_points[] = {"mi", "mo", "mn", "ms", "mtext", NULL};

	if (kind == IN_SVG)
		return html_find_name(tag->name, html_points) ? HTML_POINT : IN_SVG;
	if (tag->is & ELEMENT_ANNOTATION)
		return tag->holds_html ? HTML_POINT : ANNOTATION;
	return html_find_name(tag->name, text_points) ? TEXT_POINT : IN_MATH;
}

/* Opens the element of a start tag. */
static void open_tag(struct html *h, const struct tag *tag)
{
	const enum kind kind = current(h);

	h->is_base = false;
	h->content = HTML_NO_LINKS;
	h->sheet = (unsigned char)tag->sheet;
	/* In HTML, "/" does not end the element. */
	const bool is_ended = tag->self_closing && (h->is_xhtml || kind == IN_SVG || kind == IN_MATH);
	h->is_a = tag->is & ELEMENT_A && !is_ended;
	h->is_area = tag->is & ELEMENT_AREA;
	h->is_asset = tag->is & ELEMENT_ASSET;
	h->labels = 0;
	if (h->is_a)
		h->in_link = tag->has_href;
	if (kind != IN_HTML && kind != HTML_POINT) {
		const bool is_glyph = html_is_name(tag->name, "mglyph") || html_is_name(tag->name, "malignmark");
		const bool as_html = kind == TEXT_POINT ? !is_glyph
		                                        : kind == ANNOTATION && tag->is & ELEMENT_SVG;
		if (!as_html && (tag->breaks_out || html_find_name(tag->name, breakout_elements))) {
			break_out(h);
		} else if (!as_html) {
			if (!tag->self_closing)
				open_element(h, hash(tag->name), kind_of(tag, kind));
			return;
		}
	}
	h->is_base = tag->is & ELEMENT_BASE;
	h->content = (unsigned char)tag->content;
	open_html(h, tag);
}

/* Closes the element that an end tag ends, with all elements in it. tag: the name */
static void close_tag(struct html *h, struct iri_str tag)
{
	const unsigned name = hash(tag);
	size_t i;
	bool blocked = false;

	if (html_is_name(tag, "a"))
		h->in_link = false;
	if (current(h) != IN_HTML && (html_is_name(tag, "p") || html_is_name(tag, "br")))
		break_out(h);
	if (h->deeper) {
		h->deeper--;
		return;
	}
	/* An element of SVG or MathML, down to the next one of HTML */
	for (i = h->depth; i && h->open[i - 1].kind != IN_HTML; i--) {
		if (h->open[i - 1].name == name) {
			h->depth = (unsigned)i - 1;
			return;
		}
		blocked |= is_point((enum kind)h->open[i - 1].kind);
	}
	/* An element of HTML, down to the next integration point */
	for (i = h->depth; i && !is_point((enum kind)h->open[i - 1].kind); i--) {
		if (h->open[i - 1].kind == IN_HTML && h->open[i - 1].name == name) {
			h->depth = (unsigned)i - 1;
			return;
		}
	}
	if (!i && !blocked && *html_outside(h, name)) {
		--*html_outside(h, name);
		h->n_outside--;
		h->codes -= h->codes && is_code(tag);
		h->depth = 0;
	}
}

/* Whether the current element is one of SVG with this name. */
static bool in_svg(const struct html *h, const char *name)
{
	return current(h) == IN_SVG && !h->deeper &&
	       h->open[h->depth - 1].name == hash(iri_str_of(name));
}

/* Returns the language of <style> after an attribute: "type" of HTML (section 4.2.6), "lang" of Vue and Svelte. */
static enum sheet sheet_after(struct html *h, const struct html_attribute *a, enum sheet sheet)
{
	static const char *const languages[] = {"scss", "less", NULL};

	if (html_is_name(a->name, "lang"))
		return html_is_name(a->value, "postcss") || html_is_name(a->value, "css") ? SHEET_CSS
		       : a->value.n && html_find_name(a->value, languages)              ? SHEET_SCSS
		                                                                          : SHEET_NONE;
	return html_is_name(a->name, "type") && a->value.n && !value_is(h, a->value, "text/css") ? SHEET_NONE : sheet;
}

/* Whether the value of the attribute is a type of <script> that is JSON (HTML standard, section 4.12.1). */
static bool is_json_type(struct html *h, const struct html_attribute *a)
{
	static const char *const types[] = {"application/ld+json", "application/json", "importmap", "speculationrules",
	                                    NULL};
	bool found = false;

	for (size_t i = 0; types[i] && html_is_name(a->name, "type"); i++)
		found = found || value_is(h, a->value, types[i]);
	return found;
}

/* Whether links can lead to the attribute, as it names an element. */
static bool is_id(const struct html *h, const struct html_attribute *a)
{
	return h->has_landmarks && (html_is_name(a->name, "id") || (h->is_named && html_is_name(a->name, "name")));
}

/* Notes what an attribute of a start tag says about the element. syntax: of its value */
static void note_attribute(struct html *h, struct tag *tag, const struct html_attribute *a, enum html_syntax syntax)
{
	static const char *const font_attributes[] = {"color", "face", "size", NULL};

	if (tag->is & (ELEMENT_A | ELEMENT_AREA)) {
		tag->has_href = tag->has_href || syntax == HTML_HREF || syntax == HTML_XLINK;
		tag->has_onclick = tag->has_onclick || html_is_name(a->name, "onclick");
	} else if (tag->is & ELEMENT_META) {
		if (!tag->known && html_is_name(a->name, "http-equiv")) {
			tag->known = true;
			tag->content = value_is(h, a->value, "refresh") ? HTML_REFRESH : tag->content;
		} else if (tag->content == HTML_NO_LINKS && names_link(h, a)) {
			tag->content = HTML_LINK;
		}
	} else if (tag->is & ELEMENT_ANNOTATION && !tag->known && html_is_name(a->name, "encoding")) {
		tag->known = true;
		tag->holds_html = value_is(h, a->value, "text/html") ||
		                  value_is(h, a->value, "application/xhtml+xml");
	} else if (tag->is & ELEMENT_FONT && html_find_name(a->name, font_attributes)) {
		tag->breaks_out = true;
	} else if (tag->is & ELEMENT_STYLE) {
		tag->sheet = sheet_after(h, a, tag->sheet);
	} else if (tag->is & ELEMENT_SCRIPT && is_json_type(h, a)) {
		tag->sheet = SHEET_JSON;
	}
}

/* Reads the end tag whose name begins at p. Returns the place after it, or NULL if the text ends before. */
static const char *read_end_tag(struct html *h, const char *p, const char *end)
{
	const struct iri_str name = iri_between(p, html_name_end(p, end));
	enum html_tag next;
	struct html_attribute a;
	bool self_closing;

	p = name.p + name.n;
	while ((next = html_next_attribute(&p, end, &a, &self_closing)) == TAG_ATTRIBUTE)
		continue;
	if (next == TAG_UNENDED)
		return NULL;
	close_tag(h, name);
	return p;
}

/*
 * Reads the start tag at p, which is at h->at, and opens its element. Returns where the next piece can be: the first
 * attribute with links or an id, or the place after the tag. Returns NULL if the text ends before the tag does.
 */
static const char *read_start_tag(struct html *h, const char *p, const char *end)
{
	const char *const start = p - h->at, *first = NULL;
	struct tag tag = {.name = iri_between(p + 1, html_name_end(p + 1, end))};
	enum html_tag next;
	struct html_attribute a;

	tag.is = html_element(tag.name, &tag.raw);
	tag.sheet = tag.is & ELEMENT_STYLE ? SHEET_CSS : SHEET_NONE;
	h->is_named = tag.is & (ELEMENT_A | ELEMENT_MAP);
	p = tag.name.p + tag.name.n;
	h->tag = (size_t)(p - start);
	for (const char *q = p; (next = html_next_attribute(&p, end, &a, &tag.self_closing)) == TAG_ATTRIBUTE; q = p) {
		const enum html_syntax syntax = html_syntax_of(a.name);
		if (syntax != HTML_NO_LINKS || is_id(h, &a)) {
			first = first ? first : q;
			h->last = (size_t)(p - start);
		}
		note_attribute(h, &tag, &a, syntax);
	}
	if (next == TAG_UNENDED)
		return NULL;
	/* The text of a link must be there as a whole. */
	if (h->has_labels && !h->at_end && tag.is & ELEMENT_A && tag.has_href && end - p < HTML_LABEL_REACH &&
	    html_label_end(p, end) == end)
		return NULL;
	open_tag(h, &tag);
	h->is_empty = tag.self_closing;
	h->is_button = tag.has_onclick;
	h->in_tag = first;
	h->tag_end = (size_t)(p - start);
	return first ? first : p;
}

/* Prepares h for the value of the attribute, if it can contain links. */
static void open_value(struct html *h, struct iri_str text, const struct html_attribute *a)
{
	const enum html_syntax named = html_syntax_of(a->name),
	                       syntax = named == HTML_CONTENT ? (enum html_syntax)h->content : named;

	if (syntax == HTML_NO_LINKS || (syntax >= HTML_DOCUMENT && !a->has_value) || html_failed(h))
		return;
	h->syntax = (unsigned char)syntax;
	h->value = (size_t)(a->value.p - text.p);
	h->length = a->value.n;
	h->has_value = a->has_value;
	h->searched = 0;
	h->has_reference = a->value.n && memchr(a->value.p, '&', a->value.n);
	source_map_clear(&h->decoded);
	if (h->has_reference)
		charref_resolve(a->value, CHARREF_ATTRIBUTE, h->value, &h->decoded);
	h->more_links = !html_failed(h);
}

/* Sets *piece to the next link in the value. Returns false if there is none. */
static bool html_take_link(struct html *h, struct iri_str text, struct html_piece *piece)
{
	const struct iri_str raw = {text.p + h->value, h->length};
	const struct iri_str value = h->has_reference ? iri_contents(&h->decoded.text) : raw;
	struct iri_str link = value;

	if (h->syntax >= HTML_DOCUMENT)
		h->more_links = false;
	else if (!html_next_link((enum html_syntax)h->syntax, value, &h->searched, &link, &h->more_links))
		return false;
	const size_t off = (size_t)(link.p - value.p);
	size_t start = h->value + off, end = start + link.n;
	if (h->has_reference) {
		start = source_map_start(&h->decoded, off);
		end = link.n ? source_map_end(&h->decoded, off + link.n) : start;
	}
	const char before = text.p[h->value - 1];
	*piece = (struct html_piece){
		.kind = h->syntax == HTML_DOCUMENT                ? HTML_SRCDOC
		        : h->syntax == HTML_DECLARATIONS       ? HTML_STYLE
		        : h->is_base && h->syntax == HTML_HREF ? HTML_BASE
		                                                : HTML_ATTRIBUTE,
		.text = {text.p + start, end - start},
		.reference = link,
		.map = h->has_reference ? &h->decoded : NULL,
		.placed = h->has_value,
		.has_label = h->has_labels && (h->is_a || h->is_area) && h->labels < MOST_LABELS &&
		             (h->syntax == HTML_HREF || h->syntax == HTML_XLINK),
		.is_asset = h->is_asset,
		.is_button = h->is_button && (h->syntax == HTML_HREF || h->syntax == HTML_XLINK),
		.quote = before == '"' || before == '\'' ? before : '\0',
	};
	h->labels += piece->has_label;
	return true;
}

/*
 * Reads the markup at p, which is at h->at. Returns the place after it or, for a start tag, what read_start_tag
 * returns. Returns NULL if the text ends before the markup does. Sets *cdata to the text of a CDATA section; for other
 * markup it becomes absent.
 */
static const char *read_markup(struct html *h, const char *p, const char *end, struct iri_str *cdata)
{
	static const char cdata_start[] = "<![CDATA[";
	const size_t n = strlen(cdata_start);

	cdata->p = NULL;
	if (html_is_alpha(p[1]))
		return read_start_tag(h, p, end);
	if (p[1] == '/' && html_is_alpha(p[2]))
		return read_end_tag(h, p + 2, end);
	if (html_begins_with(p, end, "<!--"))
		return html_comment_end(p + strlen("<!--"), end);
	if (current(h) != IN_HTML && (size_t)(end - p) >= n && !memcmp(p, cdata_start, n)) {
		const char *const stop = html_cdata_end(p + n, end);
		*cdata = iri_between(p + n, stop);
		return stop < end ? stop + strlen("]]>") : NULL;
	}
	/* <!DOCTYPE>, <?...>, </>, and comments that are errors */
	p = iri_find_byte(p, end, '>');
	return p < end ? p + 1 : NULL;
}

/* Sets *piece if links can lead to the attribute. */
static bool take_id(struct html *h, const struct html_attribute *a, struct html_piece *piece)
{
	if (!is_id(h, a))
		return false;
	source_map_clear(&h->decoded);
	charref_resolve(a->value, CHARREF_ATTRIBUTE, 0, &h->decoded);
	*piece = (struct html_piece){.kind = HTML_ID, .text = a->value, .reference = iri_contents(&h->decoded.text)};
	return !html_failed(h);
}

/* Whether an end tag can be that of html, head or body. */
static bool ends_page(const char *p, const char *after)
{
	return strchr("hHbB", p[2]) && html_name_end(p + 2, after) == p + 2 + strlen("body");
}

/* Sets *piece to the tag or comment from p to `after`, if it is one. */
static bool take_markup(const struct html *h, const char *p, const char *after, struct html_piece *piece)
{
	const bool is_stop = p[1] == '/', is_declaration = p[1] == '!';

	if ((!h->has_landmarks && !h->has_comments) || (h->is_sparse && is_stop && !ends_page(p, after)))
		return false;
	if (html_begins_with(p, after, "<!--"))
		*piece = (struct html_piece){.kind = HTML_COMMENT, .text = iri_between(p + strlen("<!--"), after)};
	else if (h->has_landmarks && !(h->is_sparse && h->is_empty && !is_declaration) &&
	         html_is_alpha(p[1 + (is_stop || is_declaration)]))
		*piece = (struct html_piece){.kind = is_stop                           ? HTML_STOP
		                                     : h->is_empty && !is_declaration ? HTML_EMPTY
		                                                                      : HTML_START,
		                             .text = iri_between(p + 1 + is_stop, html_name_end(p + 2, after))};
	else
		return false;
	return true;
}

enum html_status html_next(struct html *h, struct iri_str text, bool at_end, struct html_piece *piece)
{
	text = iri_present(text);
	h->at_end = at_end;
	const char *const start = text.p, *const end = start + text.n, *p = start + h->at;

	for (;; h->at = (size_t)(p - start)) {
		if (h->more_links) {
			if (html_take_link(h, text, piece))
				return HTML_PIECE;
			continue;
		}
		if (h->in_tag) {
			struct html_attribute a;
			bool self_closing;
			html_next_attribute(&p, end, &a, &self_closing);
			h->in_tag = p < start + h->last;
			p = h->in_tag ? p : start + h->tag_end;
			open_value(h, text, &a);
			if (take_id(h, &a, piece)) {
				h->at = (size_t)(p - start);
				return HTML_PIECE;
			}
			continue;
		}
		if (h->raw_element) {
			const char *const after = html_raw_end(p, end, h->raw_element);
			if (!after && !at_end)
				return HTML_MORE;
			const bool is_input = h->has_landmarks && !h->is_sparse && !strcmp(h->raw_element, "textarea");
			*piece = (struct html_piece){
				.kind = is_input ? HTML_INPUT : h->sheet == SHEET_JSON ? HTML_DATA : HTML_SHEET,
				.text = iri_between(p, after ? after : end),
				.placed = true,
				.is_scss = h->sheet == SHEET_SCSS,
			};
			h->raw_element = NULL;
			p = after ? after : end;
			if ((h->sheet || is_input) && piece->text.n) {
				h->at = (size_t)(p - start);
				return HTML_PIECE;
			}
			continue;
		}
		const char *const markup = html_find_markup(p, end);
		if (markup == end && !at_end)
			return HTML_MORE;
		if (p == end)
			return HTML_END;
		*piece = (struct html_piece){.kind = HTML_TEXT, .text = iri_between(p, markup), .placed = true};
		if (markup == p) {
			const char *const after = read_markup(h, p, end, &piece->text);
			if (!after && !at_end)
				return HTML_MORE;
			piece->kind = HTML_CDATA;
			if (after && take_markup(h, p, after, piece)) {
				h->at = (size_t)(after - start);
				return HTML_PIECE;
			}
			p = after ? after : end;
		} else {
			p = markup;
		}
		const bool is_text = piece->text.p && piece->text.n;
		piece->is_css = is_text && in_svg(h, "style");
		const bool has_label = h->in_link && h->has_landmarks && !h->is_sparse;
		if (is_text && has_label && !piece->is_css)
			piece->kind = HTML_LABEL;
		if (piece->is_css || (is_text && (!h->in_link || has_label) && !in_svg(h, "script"))) {
			h->at = (size_t)(p - start);
			return HTML_PIECE;
		}
	}
}

void html_free(struct html *h)
{
	source_map_free(&h->decoded);
	if (h->n_outside)
		memset(h->outside, 0, sizeof h->outside);
	memset(h, 0, offsetof(struct html, open));
}
