/* SPDX-License-Identifier: ISC */
/*
 * RDF. The first byte says in which steps the document, which is the rest, is read; with its highest bit, as N-Triples.
 * An IRI that means the same as the document is written, too.
 */
#include "fuzz.h"

#include "cmd/document/rdf.h"
#include "cmd/rewrite/codec.h"
#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <string.h>

struct links {
	struct steps steps;
	size_t before; /* the end of the last link */
	struct iri_buf found; /* all that the links say */
};

static bool add(void *arg, struct span *span)
{
	struct links *const links = arg;
	const struct iri_str s = links->steps.s, text = layer_origin(span->layer, span->found);
	const size_t place = links->steps.start + (size_t)(text.p - links->steps.text.p), end = place + text.n;

	/* Each stands in "<>" on one line, after the one before it; or ">" is missing. */
	LAW(!memchr(s.p + place, '\n', text.n) && !memchr(s.p + place, '>', text.n));
	if (span->kind == SPAN_UNCLOSED) {
		LAW(place >= links->before && text.n && s.p[place] == '<' && (end == s.n || s.p[end] != '>'));
	} else {
		LAW(span->kind == SPAN_BASE || span->kind == SPAN_AUTOLINK);
		LAW(place > links->before || (!links->before && place));
		LAW(end < s.n && s.p[place - 1] == '<' && s.p[end] == '>');
	}
	links->before = end;
	iri_buf_add(&links->found, (const char *)&place, sizeof place);
	iri_buf_add(&links->found, (const char *)&end, sizeof end);
	iri_buf_putc(&links->found, (char)span->kind);
	iri_buf_add(&links->found, span->reference.p, span->reference.n);
	return true;
}

/* Appends the links of the document, which is read in these steps, to found. */
static void read_in_steps(struct iri_str s, bool is_lines, size_t step, struct links *links)
{
	static const struct finder_options options = {.unclosed = true};
	struct finder finder = {.options = &options, .found = add, .arg = links};
	struct rdf r = {.is_lines = is_lines};

	links->steps = (struct steps){.s = s, .step = step};
	links->before = links->found.n = 0;
	for (size_t done = 0; steps_next(&links->steps, done);)
		done = rdf_search(&finder, &r, &(struct layer){.text = links->steps.text}, links->steps.end == s.n);
	rdf_free(&r);
	finder_free(&finder);
}

struct written {
	struct iri_str meant;
	size_t n;
};

static bool compare(void *arg, struct span *span)
{
	struct written *const written = arg;
	const struct iri_str s = written->meant;

	LAW(iri_same(span->layer->text, s));
	written->n++;
	return true;
}

/* Law: the IRI that is written for a text is one IRI, and means the text. */
static void law_of_writing(struct iri_str s)
{
	static const struct finder_options options;
	static struct iri_buf document;
	struct written written = {s, 0};
	struct finder finder = {.options = &options, .found = compare, .arg = &written};
	struct rdf r = {.is_lines = true};
	size_t before;

	/* No line of text can have these, so that they have no escapes. */
	if (memchr(s.p, '\0', s.n) || memchr(s.p, '\n', s.n) || memchr(s.p, '\r', s.n))
		return;
	document.n = 0;
	iri_buf_putc(&document, '<');
	codec_write((struct codec_use){.codec = CODEC_IRIREF}, NULL, s, &document, &before);
	iri_buf_putc(&document, '>');
	rdf_search(&finder, &r, &(struct layer){.text = iri_contents(&document)}, true);
	LAW(written.n == 1);
	rdf_free(&r);
	finder_free(&finder);
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct links whole, parts;

	const bool is_lines = choice & 128;
	read_in_steps(s, is_lines, s.n + 1, &whole);
	read_in_steps(s, is_lines, 1 + (choice & 127u), &parts);
	LAW(iri_same(iri_contents(&whole.found), iri_contents(&parts.found)));
	law_of_writing(s);
}
