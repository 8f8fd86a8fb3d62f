/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "finder.h"

#include "wrapped.h"

#include "cmd/base/space.h"
#include "cmd/link/refang.h"
#include "cmd/markup/html_token.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* Finds the next link of either kind, and sets *reference to what it means. Returns false if there is none. */
static bool finder_next_link(struct finder *f, struct iri_link *link, struct iri_str *reference)
{
	if (f->options->unwrap && (!f->wrapped.len || f->wrapped.off < f->from))
		f->searched = wrapped_find(f->text, f->searched > f->from ? f->searched : f->from, &f->options->links,
		                           &f->joined, &f->wrapped);
	if (!f->ended && (!f->whole.len || f->whole.off < f->from))
		f->ended = f->from == f->text.n || !iri_link_next(f->links, f->text, f->from, &f->whole);
	const bool is_wrapped = f->wrapped.len && (f->ended || f->whole.off >= f->wrapped.off);
	if (!is_wrapped && f->ended)
		return false;
	const struct iri_link *const next = is_wrapped ? &f->wrapped : &f->whole;
	*link = *next;
	*reference = is_wrapped ? iri_contents(&f->joined) : (struct iri_str){f->text.p + next->off, next->len};
	f->from = next->off + next->len;
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

static bool has_slashes_after_colon(struct iri_str reference)
{
	const char *const end = reference.p + reference.n, *const colon = iri_find_byte(reference.p, end, ':');

	return end - colon > 2 && colon[1] == '/' && colon[2] == '/';
}

void finder_report(struct finder *f, struct span *span)
{
	struct iri_ref ref;
	bool is_parsed = false;

	span->is_name = span->is_name && !has_slashes_after_colon(span->reference);
	if (span->kind > SPAN_LAST_OF_TEXT && !span->is_name) {
		span->broken = iri_parse(span->reference, IRI_FORBID_BIDI, &ref, NULL) != IRI_OK;
		/* In RDF, white space is part of the IRI. What has none need not be looked at. */
		if (span->broken && span->layer->use.codec != CODEC_IRIREF) {
			const size_t n = span->reference.n;
			span->reference = remove_space(f, span->reference);
			span->broken = span->reference.n == n ||
			               iri_parse(span->reference, IRI_FORBID_BIDI, &ref, NULL) != IRI_OK;
		}
		is_parsed = !span->broken;
		/* A base counts for other links, too. */
		if (span->kind != SPAN_BASE && finder_has_other_scheme(&f->options->links, span->reference))
			return;
	}
	span->base = f->base;
	span->block = f->block;
	span->block_off = f->block_off;
	span->ref = is_parsed ? &ref : NULL;
	f->stopped = !f->found(f->arg, span);
	span->ref = NULL;
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
	struct span span;

	begin_text(f, layer->text, links);
	while (!f->stopped && !finder_failed(f) && finder_next_link(f, &link, &reference)) {
		const struct iri_str found = {layer->text.p + link.off, link.len};
		/* A host without a scheme counts if it is written out, so that only a link can be meant. */
		if (is_refanged && link.kind != IRI_LINK_IRI && !f->options->links.bare &&
		    iri_same(layer_outer(layer, found), found))
			continue;
		span_begin(&span, (enum span_kind)link.kind, layer, found);
		span.broken = link.broken;
		span.reference = reference;
		finder_report(f, &span);
	}
}

/* Reports the links of a text, which is that of the layer, and those that are written out. */
static void search_defanged(struct finder *f, const struct layer *layer)
{
	struct iri_link_options links = f->options->links;

	links.bare = true;
	source_map_clear(&f->refanged);
	refang(layer->text, 0, &f->refanged);
	if (iri_same(iri_contents(&f->refanged.text), layer->text))
		search_layer(f, layer, &f->options->links);
	else
		search_layer(f, &(struct layer){.outer = layer, .text = iri_contents(&f->refanged.text),
		                                .map = &f->refanged}, &links);
}

/* Finds the links of a layer. */
static void search_opened(struct finder *f, const struct layer *layer)
{
	if (f->options->defanged)
		search_defanged(f, layer);
	else
		search_layer(f, layer, &f->options->links);
}

void finder_search(struct finder *f, const struct layer *layer, struct iri_str text, struct codec_use use)
{
	const struct layer inner = layer_open(layer, use, text, &f->decoded);

	search_opened(f, &inner);
}

bool finder_wants_label(const struct finder *f, struct iri_str written)
{
	const char *const end = written.p + written.n;

	if (!f->options->labels || !f->options->far_labels || f->has_html_base || f->base.n)
		return f->options->labels;
	/* A scheme has ":", and a host two slashes; both can be escaped. */
	for (const char *p = written.p; p < end; p++) {
		if (*p > ':' && *p != '\\') /* as most bytes are */
			continue;
		if (*p == ':' || *p == '&' || *p == '\\' || is_line_end(*p) || *p == '\t' ||
		    (*p == '/' && end - p >= 2 && p[1] == '/'))
			return true;
	}
	return false;
}

/*
 * Whether a byte can be a dot, encode one, or begin a character that means one, such as U+3002. The characters from
 * U+3040 to U+30FF and from U+4000 to U+9FFF mean none: kana, and most of Chinese.
 */
static inline bool may_be_dot(const char *p, const char *end)
{
	const unsigned char c = (unsigned char)*p, next = end - p > 1 ? (unsigned char)p[1] : 0;

	if (c > '.' && c < 0xC0) /* as most are */
		return false;
	if (c <= '.')
		return c == '.' || c == '%' || c == '&';
	return c < 0xE3 || c > 0xE9 || (c == 0xE3 && (next < 0x81 || next > 0x83));
}

bool finder_wants_text(const struct finder *f, struct iri_str text)
{
	if (!f->options->labels || !f->options->far_labels)
		return f->options->labels;
	/* A host has a dot, which can be encoded, or another character that means one. */
	for (const char *p = text.p, *const end = p + text.n; p < end; p++)
		if (may_be_dot(p, end))
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
	const char *const keyword = f->options->keyword;

	text = trim_html_space(text);
	return keyword && iri_begins(text, keyword);
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

/* A document of JSON that is being searched */
struct json_document {
	struct finder *f;
	struct json_strings *json;
	const struct layer *layer;
};

static bool search_string(void *arg, struct iri_str string)
{
	const struct json_document *const d = arg;
	struct codec_use use = json_use(d->json, string);

	use.flags |= d->layer->use.flags & CODEC_IN_SCRIPT;
	if (json_is_plain(d->json, string))
		search_opened(d->f, &(struct layer){.outer = d->layer, .text = string, .use = use});
	else
		finder_search(d->f, d->layer, string, use);
	return !d->f->stopped && !finder_failed(d->f);
}

size_t finder_search_json(struct finder *f, struct json_strings *j, const struct layer *layer, bool at_end)
{
	struct json_document d = {f, j, layer};

	const enum json_wanted wanted = finder_needs_no_colon(f->options) ? JSON_ALL
	                                : f->options->links.schemes       ? JSON_ANY_SCHEME
	                                                                  : JSON_LINKS;

	return json_search(j, layer->text, at_end, wanted, search_string, &d);
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
