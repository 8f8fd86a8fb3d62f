/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rdf.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"

#include <strings.h>

/* Moves after the end of the long string that is open, or to end. */
static const char *skip_long_string(struct rdf *r, const char *p, const char *end)
{
	for (; p < end && r->quote; p++) {
		if (r->is_escaped) {
			r->is_escaped = false;
		} else if (*p == '\\') {
			r->is_escaped = true;
			r->quotes = 0;
		} else if (*p != r->quote) {
			r->quotes = 0;
		} else if (++r->quotes == 3) {
			r->quotes = 0;
			r->quote = '\0';
		}
	}
	return p;
}

/*
 * Moves after the string that begins at p; if it is a long one, after its opening quotes. Returns NULL if the text ends
 * before that. A line end ends a short string, so that a missing quote spoils one line only.
 */
static const char *skip_string(struct rdf *r, const char *p, const char *end)
{
	static const bool stops[256] = {
		['"'] = true, ['\''] = true, ['\\'] = true, ['\n'] = true, ['\r'] = true,
	};
	const char quote = *p;

	if (!r->is_lines && end - p < 3)
		return NULL;
	if (!r->is_lines && p[1] == quote && p[2] == quote) {
		r->quote = quote;
		return p + 3;
	}
	for (p++; p < end; p++) {
		if (!stops[(unsigned char)*p])
			continue;
		if (*p == quote)
			return p + 1;
		if (is_line_end(*p))
			return p;
		if (*p == '\\' && (end - p < 2 || !is_line_end(p[1])) && ++p == end)
			break;
	}
	return NULL;
}

/* What a "<" begins */
enum token {
	TOKEN_NONE,     /* "<<", or the "<=" or "<-" of Notation3 */
	TOKEN_IRI,
	TOKEN_UNCLOSED, /* an IRI without ">" */
};

/*
 * Whether the "<<" before p begins a triple (RDF 1.2 Turtle, rules reifiedTriple and tripleTerm), and not an IRI that
 * has one "<" too many: a subject ends before the first "/" or ">". *is_known: whether the text is long enough to tell
 */
static bool begins_triple(const char *p, const char *end, bool *is_known)
{
	while (p < end && !is_space(*p) && !strchr("<>\"/\\", *p))
		p++;
	*is_known = p < end;
	return p < end && *p != '>' && *p != '/';
}

/*
 * Returns the end of the IRI that begins after the "<" at p, where ">" stands, and sets *token. White space does not
 * end an IRI, since it is a frequent mistake in one; but before a quotation mark or another "<", and at the end of the
 * line, a ">" is missing. If there is no IRI, returns where the next token can begin. No "<" before that place begins
 * an IRI either. Returns NULL if the text ends before that is known.
 */
static const char *iriref_end(const char *p, const char *end, enum token *token)
{
	static const bool stops[256] = {['<'] = true, ['>'] = true, ['"'] = true, ['\n'] = true, ['\r'] = true};
	const char *const start = p + 1;
	const char next = start < end ? *start : '\0';
	const bool is_operator = next == '<' || next == '=' || next == '-';

	*token = is_operator ? TOKEN_NONE : TOKEN_UNCLOSED;
	if (is_operator && end - p < 3)
		return NULL;
	if (next == '<') {
		bool is_known;
		const bool is_triple = begins_triple(p + 2, end, &is_known);

		return is_triple ? p + 2 : is_known ? start : NULL;
	}
	if (is_operator && is_space(p[2]))
		return start;
	for (p = start; p < end; p++) {
		if (!stops[(unsigned char)*p])
			continue;
		if (*p == '>')
			*token = TOKEN_IRI;
		if (*p == '>' || is_line_end(*p) || is_space(p[-1]) || p == start)
			return p;
	}
	return NULL;
}

enum { LENGTH = 4 }; /* of "base" */

/* Returns p, or the start of the white space before it. */
static const char *before_space(const char *start, const char *p)
{
	while (p > start && is_space(p[-1]))
		p--;
	return p;
}

/* Whether the text up to p ends with "@base" or "BASE" (RDF 1.1 Turtle, section 6.5). */
static bool follows_base(const char *start, const char *p)
{
	p = before_space(start, p);
	if (p - start < LENGTH || strncasecmp(p - LENGTH, "base", LENGTH) != 0)
		return false;
	p -= LENGTH;
	return p == start || is_space(p[-1]) || (*p == 'b' && p[-1] == '@') || p[-1] == '.';
}

static void report_iri(struct finder *f, struct rdf *r, const struct layer *document, struct iri_str text,
                       bool is_base)
{
	const struct layer inner = layer_open(document, (struct codec_use){.codec = CODEC_IRIREF}, text, &f->decoded);
	struct span span;

	if (finder_failed(f))
		return;
	span_begin(&span, is_base ? SPAN_BASE : SPAN_AUTOLINK, &inner, inner.text);
	finder_report(f, &span);
	if (!is_base)
		return;
	xml_base_replace(&r->bases, inner.text);
	f->base = xml_base_text(&r->bases, r->bases.current);
	f->joined.failed = f->joined.failed || xml_base_failed(&r->bases);
}

/* Reports an IRI without ">": from the "<" at p up to the white space after it, or to end. */
static void report_unclosed(struct finder *f, const struct layer *document, const char *p, const char *end)
{
	const char *stop = p;

	while (stop < end && !is_space(*stop))
		stop++;
	if (!f->options->unclosed)
		return;
	struct span span;
	span_begin(&span, SPAN_UNCLOSED, document, iri_between(p, stop));
	finder_report(f, &span);
}

/*
 * Returns the place after the token that begins at p, and reports it if it is an IRI. Returns NULL if the text ends
 * within it. start: the end of the token before it
 */
static const char *rdf_take(struct finder *f, struct rdf *r, const struct layer *document, const char *start,
                            const char *p, bool at_end)
{
	const char *const end = document->text.p + document->text.n, *stop;
	enum token token;

	switch (*p) {
	case '<':
		stop = iriref_end(p, end, &token);
		if (token == TOKEN_UNCLOSED && (stop || at_end))
			report_unclosed(f, document, p, stop ? stop : end);
		if (token != TOKEN_IRI)
			return stop;
		report_iri(f, r, document, iri_between(p + 1, stop), !r->is_lines && follows_base(start, p));
		return stop + 1;
	case '#':
		while (p < end && !is_line_end(*p))
			p++;
		return p < end ? p : NULL;
	case '\\': return end - p > 1 ? p + 2 : NULL;
	default: return skip_string(r, p, end);
	}
}

size_t rdf_search(struct finder *f, struct rdf *r, const struct layer *document, bool at_end)
{
	static const bool of_lines[256] = {['<'] = true, ['"'] = true, ['#'] = true};
	static const bool of_turtle[256] = {
		['<'] = true, ['"'] = true, ['#'] = true, ['\''] = true, ['\\'] = true,
	};
	const bool *const stops = r->is_lines ? of_lines : of_turtle;
	const struct iri_str text = iri_present(document->text);
	const char *const end = text.p + text.n, *start, *p;

	p = start = skip_long_string(r, text.p, end);
	while (!f->stopped && !finder_failed(f)) {
		while (p < end && !stops[(unsigned char)*p])
			p++;
		if (p == end)
			break;
		const char *const next = rdf_take(f, r, document, start, p, at_end);
		if (!next && !at_end)
			break;
		/* Nothing ends a comment, a string or an IRI at the end of the document. An IRI is none then. */
		start = p = skip_long_string(r, next ? next : end, end);
	}
	if (at_end)
		return text.n;
	/* What follows_base looks at is not done. */
	p = before_space(start, p);
	return (size_t)((p - start > LENGTH ? p - LENGTH - 1 : start) - text.p);
}

void rdf_free(struct rdf *r)
{
	xml_base_free(&r->bases);
}
