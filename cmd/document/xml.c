/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "xml.h"

#include "css_report.h"
#include "html_report.h"

#include "cmd/base/charref.h"
#include "cmd/markup/html_link.h"
#include "cmd/markup/html_token.h"
#include "cmd/markup/xml_base.h"
#include "cmd/markup/xml_namespaces.h"
#include "cmd/markup/xml_token.h"
#include "lib/base/array.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"

#include <string.h>

/* The deepest elements that are known. Those that are nested deeper are only counted, and their content is text. */
enum { XML_DEPTH = 256 };

struct element {
	struct iri_str name;
	enum { TEXT_PLAIN, TEXT_HTML, TEXT_CSS } content; /* what its text is */
	unsigned declared; /* the number of declarations in scope outside of it */
	struct xml_base outer_base;
};

/* A document that is being searched */
struct xml {
	struct finder *f;
	const struct layer *document;
	struct xml_tokens tokens;
	struct xml_scope scope;
	struct xml_bases bases;
	enum { ROOT_NONE, ROOT_RSS, ROOT_OPML, ROOT_SITEMAP, ROOT_OTHER } root;
	struct element open[XML_DEPTH];
	unsigned depth;
	size_t deeper;              /* the number of elements that are nested deeper */
	/* The current tag: */
	bool is_start;
	enum xml_space space;       /* the namespace of its element */
	struct iri_str local;       /* its name without the prefix */
	unsigned labels;            /* the number of links in it that have got a label */
	/* Working space: */
	struct source_map value;    /* the value of an attribute */
	struct source_map content;  /* HTML or CSS that the current element has as its text */
	union layer_sections cdata; /* the CDATA sections in it */
};

/* What the attributes of a start tag say about its element */
struct content_type {
	struct iri_str type, mode;
	struct iri_str base; /* the value of xml:base; absent if there is none */
};

static bool xml_is_one_of(struct iri_str s, const char *const *names)
{
	for (; *names; names++)
		if (iri_is(s, *names))
			return true;
	return false;
}

/* Appends a text or CDATA section to the content of the current element. */
static void xml_add_content(struct xml *x, const struct xml_token *token)
{
	const size_t place = (size_t)(token->text.p - x->document->text.p);
	const struct layer_section section = {place, place + token->text.n};

	if (token->kind == XML_TEXT) {
		charref_resolve(token->text, CHARREF_XML, place, &x->content);
		return;
	}
	source_map_add(&x->content, token->text.p, token->text.n, place, token->text.n);
	ARRAY_ADD(x->cdata, &section);
}

/* Searches the content of the current element that was read so far. */
static void xml_search_content(struct xml *x)
{
	const struct layer layer = {
		.outer = x->document,
		.text = iri_contents(&x->content.text),
		.map = &x->content,
		.use.codec = CODEC_XML_CONTENT,
		.cdata = &x->cdata,
	};

	if (layer.text.n && !source_map_failed(&x->content) && !x->cdata.buf.failed)
		x->open[x->depth - 1].content == TEXT_CSS ? css_search_layer(x->f, &layer, false)
		                                          : html_search_layer(x->f, &layer);
	source_map_clear(&x->content);
	x->cdata.buf.n = 0;
}

/* Whether the text of an element is HTML: in feeds (Atom: RFC 4287, section 3.1; RSS 2.0: description). */
static bool has_html(const struct xml *x, const struct content_type *c)
{
	static const char *const atom[] = {
		"title", "subtitle", "summary", "rights", "content", "tagline", "info", "copyright", NULL,
	};
	const bool is_html = html_is_name(c->type, "html") || html_is_name(c->type, "text/html");

	switch (x->space) {
	case SPACE_ATOM:
		return xml_is_one_of(x->local, atom) && !html_is_name(c->mode, "base64") &&
		       (is_html || (html_is_name(c->type, "application/xhtml+xml") &&
		                    html_is_name(c->mode, "escaped")));
	case SPACE_NONE:
	case SPACE_RSS: return x->root == ROOT_RSS && iri_is(x->local, "description");
	case SPACE_CONTENT: return iri_is(x->local, "encoded");
	case SPACE_ITUNES: return iri_is(x->local, "summary");
	case SPACE_MEDIA: return is_html;
	default: return false;
	}
}

/* Reads the attributes of a start tag for what they declare. Declarations count for the tag itself, too. */
static struct content_type read_declarations(struct xml *x)
{
	struct xml_tokens ahead = x->tokens;
	struct content_type c = {.type = {"", 0}, .mode = {"", 0}};
	struct xml_token token;

	while (xml_next(&ahead, &token) && token.kind == XML_ATTRIBUTE) {
		if (xml_is_declaration(token.name) && x->depth < XML_DEPTH)
			xml_declare(&x->scope, token.name, token.text);
		else if (iri_is(token.name, "type"))
			c.type = token.text;
		else if (iri_is(token.name, "mode"))
			c.mode = token.text;
		else if (iri_is(token.name, "xml:base"))
			c.base = token.text;
	}
	return c;
}

/* Makes the value of xml:base the base of the links that follow. */
static void enter_base(struct xml *x, struct iri_str value)
{
	const struct codec_use use = {.codec = CODEC_CHARREF_XML};

	xml_base_enter(&x->bases, trim_html_space(layer_open(x->document, use, value, &x->value).text));
	x->f->base = xml_base_text(&x->bases, x->bases.current);
}

static void enter_root(struct xml *x)
{
	static const char *const rss[] = {"rss", "RDF", NULL}, *const sitemap[] = {"urlset", "sitemapindex", NULL};

	x->root = xml_is_one_of(x->local, rss)       ? ROOT_RSS
	          : xml_is_one_of(x->local, sitemap) ? ROOT_SITEMAP
	          : iri_is(x->local, "opml")         ? ROOT_OPML
	                                             : ROOT_OTHER;
}

static void xml_open(struct xml *x, struct iri_str name)
{
	const unsigned declared = x->scope.n;
	const struct content_type c = read_declarations(x);

	x->space = xml_element_space(&x->scope, name, &x->local);
	if (x->root == ROOT_NONE)
		enter_root(x);
	if (x->depth == XML_DEPTH) {
		x->deeper++;
		return;
	}
	const bool has_css = (x->space == SPACE_SVG || x->space == SPACE_XHTML) && iri_is(x->local, "style");
	x->open[x->depth++] = (struct element){
		.name = name,
		.content = has_css ? TEXT_CSS : has_html(x, &c) ? TEXT_HTML : TEXT_PLAIN,
		.declared = declared,
		.outer_base = x->bases.current,
	};
	if (c.base.p)
		enter_base(x, c.base);
}

/* Closes the innermost element with this name, and all in it. If the name is absent, closes the innermost element. */
static void xml_close(struct xml *x, struct iri_str name)
{
	unsigned i = x->depth;

	if (x->deeper) {
		x->deeper--;
		return;
	}
	while (name.p && i && !iri_same(x->open[i - 1].name, name))
		i--;
	if (!i)
		return;
	x->depth = i - 1;
	x->scope.n = x->open[x->depth].declared;
	xml_base_leave(&x->bases, x->open[x->depth].outer_base);
	x->f->base = xml_base_text(&x->bases, x->bases.current);
}

/* How links stand in an attribute */
struct syntax {
	enum html_syntax links;
	enum span_kind kind;
	bool every_second; /* only each second of them counts */
};

/* Returns the syntax of an attribute of the current tag. */
static struct syntax xml_syntax(const struct xml *x, struct iri_str name)
{
	static const char *const plain[] = {"href", "src", "conref", "schemaLocation", NULL};
	static const char *const rdf[] = {"about", "resource", "datatype", NULL};
	const struct syntax link = {HTML_LINK, SPAN_ATTRIBUTE, false}, none = {HTML_NO_LINKS, SPAN_ATTRIBUTE, false};
	struct iri_str local;

	switch (xml_attribute_space(&x->scope, name, &local)) {
	case SPACE_XML: return iri_is(local, "base") ? (struct syntax){HTML_LINK, SPAN_BASE, false} : none;
	case SPACE_XLINK: return iri_is(local, "href") ? link : none;
	case SPACE_RDF: return xml_is_one_of(local, rdf) ? link : none;
	case SPACE_XSI:
		/* Pairs of a namespace and the place of its schema (XML Schema 1.0, part 1, section 4.3.2) */
		if (iri_is(local, "schemaLocation"))
			return (struct syntax){HTML_TOKENS, SPAN_ATTRIBUTE, true};
		return iri_is(local, "noNamespaceSchemaLocation") ? link : none;
	case SPACE_NONE: break;
	default: return none;
	}
	if (x->space == SPACE_SVG && iri_is(local, "style"))
		return (struct syntax){HTML_DECLARATIONS, SPAN_STYLE, false};
	if (x->space == SPACE_XHTML) {
		const enum html_syntax syntax = html_syntax_of(local);
		if (syntax == HTML_HREF && iri_is(x->local, "base"))
			return (struct syntax){HTML_LINK, SPAN_BASE, false};
		if (syntax != HTML_NO_LINKS && syntax != HTML_CONTENT)
			return (struct syntax){syntax, SPAN_ATTRIBUTE, false};
	}
	return xml_is_one_of(local, plain) ? link : none;
}

/* Reports the links of a value. */
static void report_links(struct xml *x, const struct layer *value, struct syntax syntax, bool has_label)
{
	struct iri_str link;
	size_t at = 0;
	bool more = true, counts = !syntax.every_second;

	for (; more && !x->f->stopped && html_next_link(syntax.links, value->text, &at, &link, &more);
	     counts = !syntax.every_second || !counts) {
		struct span span = {
			.kind = syntax.kind, .placed = true, .layer = value, .found = link, .reference = link,
		};
		if (has_label)
			finder_label(x->f, &span);
		if (counts)
			finder_report(x->f, &span);
	}
}

/*
 * Sets f->label to the text of the current element, which is <a> of SVG or XHTML: up to its end tag, or to the next
 * element of that name.
 */
static void read_label(struct xml *x)
{
	struct xml_tokens ahead = x->tokens;
	struct xml_token token = {XML_EMPTY_END, {NULL, 0}, {NULL, 0}};
	const char *const text = ahead.text.p;
	struct iri_str title = {NULL, 0};
	size_t depth = 0, end;

	while (xml_next(&ahead, &token) && token.kind == XML_ATTRIBUTE)
		if (iri_is(token.name, "title"))
			title = token.text;
	const size_t start = end = ahead.at;
	const bool is_empty = token.kind == XML_EMPTY_END;
	while (!is_empty && ahead.at - start < HTML_LABEL_REACH) {
		end = ahead.at;
		if (!xml_next(&ahead, &token) || (token.kind == XML_END && !depth) ||
		    (token.kind == XML_START && iri_is(token.name, "a")))
			break;
		depth += token.kind == XML_START;
		depth -= depth && (token.kind == XML_END || token.kind == XML_EMPTY_END);
	}
	html_label_read(&x->f->label, iri_between(text + start, text + end), title, true);
}

static void search_attribute(struct xml *x, const struct xml_token *token)
{
	static const char *const outline[] = {"text", "description", NULL};
	const struct codec_use use = {.codec = CODEC_CHARREF_XML};
	const struct syntax syntax = xml_syntax(x, token->name);
	const bool is_outline = x->root == ROOT_OPML && xml_is_one_of(token->name, outline);

	if (xml_is_declaration(token->name))
		return;
	if (syntax.links == HTML_NO_LINKS && !is_outline) {
		finder_search(x->f, x->document, token->text, use);
		return;
	}
	const struct layer value = layer_open(x->document, use, token->text, &x->value);
	const char *const end = value.text.p + value.text.n;
	if (source_map_failed(&x->value))
		return;
	if (syntax.kind == SPAN_BASE && x->depth && !x->deeper)
		x->f->base = xml_base_text(&x->bases, x->open[x->depth - 1].outer_base);
	if (syntax.links == HTML_DECLARATIONS) {
		css_search_layer(x->f, &value, false);
	} else if (syntax.links == HTML_DOCUMENT || (is_outline && iri_find_byte(value.text.p, end, '<') < end)) {
		html_search_layer(x->f, &value);
	} else if (is_outline) {
		finder_search(x->f, x->document, token->text, use);
	} else {
		const bool is_a = iri_is(x->local, "a") && (x->space == SPACE_SVG || x->space == SPACE_XHTML);
		/* href and xlink:href get a label. Each label takes time for the whole tag. */
		const bool has_label = x->f->options->labels && is_a && x->is_start &&
		                       syntax.kind == SPAN_ATTRIBUTE && x->labels < 2;
		x->labels += has_label;
		if (has_label)
			read_label(x);
		report_links(x, &value, syntax, has_label);
	}
	x->f->base = xml_base_text(&x->bases, x->bases.current);
}

/* Whether the current element has the address of a page or of a sitemap (sitemaps.org, XML tag definitions). */
static bool is_loc(const struct xml *x)
{
	static const char *const entries[] = {"url", "sitemap", NULL};

	if (x->root != ROOT_SITEMAP || !x->is_start || !iri_is(x->local, "loc") || x->depth < 2 || x->deeper)
		return false;
	const struct iri_str outer = x->open[x->depth - 2].name;
	const char *const end = outer.p + outer.n, *const colon = iri_find_byte(outer.p, end, ':');
	return xml_is_one_of(colon < end ? iri_between(colon + 1, end) : outer, entries);
}

/* Reports a text as one link. Returns false if it does not begin with a scheme and "://", or has several lines. */
static bool report_address(struct xml *x, struct iri_str text, struct codec_use use)
{
	const struct layer value = layer_open(x->document, use, text, &x->value);
	const struct iri_str link = trim_html_space(value.text);
	const char *const end = link.p + link.n, *const colon = iri_find_byte(link.p, end, ':');
	struct span span;

	if (source_map_failed(&x->value) || end - colon < 3 || memcmp(colon, "://", 3) != 0 ||
	    !iri_is_scheme(link.p, colon) || iri_find_byte(link.p, end, '\n') < end ||
	    iri_find_byte(link.p, end, '\r') < end)
		return false;
	span_begin(&span, SPAN_AUTOLINK, &value, link);
	finder_report(x->f, &span);
	return true;
}

static void search_token(struct xml *x, const struct xml_token *token)
{
	const bool is_text = token->kind == XML_TEXT || token->kind == XML_CDATA;
	const struct codec_use use = {.codec = token->kind == XML_CDATA ? CODEC_CDATA : CODEC_CHARREF_XML};

	/* Only a comment that is reported divides the content of an element: links are reported in their order. */
	if (token->kind == XML_COMMENT && !finder_is_marked(x->f, token->text))
		return;
	if (!is_text && x->content.text.n)
		xml_search_content(x);
	switch (token->kind) {
	case XML_TEXT:
	case XML_CDATA:
		if (x->depth && !x->deeper && x->open[x->depth - 1].content)
			xml_add_content(x, token);
		else if (!is_loc(x) || !report_address(x, token->text, use))
			finder_search(x->f, x->document, token->text, use);
		break;
	case XML_COMMENT: {
		const char *const start = token->text.p - strlen("<!--");
		const char *const end = token->text.p + token->text.n + strlen("-->");
		finder_comment(x->f, x->document, iri_between(start, end), token->text);
		break;
	}
	case XML_START:
		x->is_start = true;
		x->labels = 0;
		xml_open(x, token->name);
		break;
	case XML_END:
		x->is_start = false;
		xml_close(x, token->name);
		break;
	case XML_ATTRIBUTE: search_attribute(x, token); break;
	case XML_TAG_END: break;
	case XML_EMPTY_END:
		if (x->is_start)
			xml_close(x, (struct iri_str){0});
		break;
	}
}

void xml_search(struct finder *f, const struct layer *document)
{
	struct xml x = {.f = f, .document = document, .tokens.text = document->text};
	struct xml_token token;

	while (!f->stopped && !finder_failed(f) && xml_next(&x.tokens, &token))
		search_token(&x, &token);
	if (!f->stopped && !finder_failed(f))
		xml_search_content(&x);
	f->joined.failed = f->joined.failed || source_map_failed(&x.value) || source_map_failed(&x.content) ||
	                   x.cdata.buf.failed || xml_base_failed(&x.bases);
	source_map_free(&x.value);
	source_map_free(&x.content);
	iri_buf_free(&x.cdata.buf);
	xml_base_free(&x.bases);
	f->base = (struct iri_str){0};
}
