/* SPDX-License-Identifier: ISC */
/*
 * AsciiDoc. The first byte chooses options, and one of the links; the rest is the document. A target that means what
 * the first line means is written, too.
 */
#include "fuzz.h"
#include "links.h"

#include "cmd/base/space.h"
#include "cmd/document/asciidoc.h"
#include "cmd/rewrite/codec.h"
#include "lib/base/str.h"

#include <string.h>

static struct finder_options options;

static bool add(void *arg, struct span *span)
{
	struct links *const links = arg;
	const struct iri_str s = links->document, text = layer_origin(span->layer, span->found);
	const struct link *list;
	const size_t n = links_end(links, &list);

	/* Links stand in the document, in their order, and none is empty. Those of HTML can have no place. */
	LAW(text.n || span->kind == SPAN_ATTRIBUTE || span->kind == SPAN_BASE);
	LAW(!n || text.p >= s.p + list[n - 1].off + list[n - 1].len);
	/* Without escapes and passed parts, and the character references of HTML, a link is what it means. */
	if (!memchr(text.p, '\\', text.n) && !memchr(text.p, '&', text.n) && !memchr(text.p, '+', text.n) &&
	    span->kind < SPAN_ATTRIBUTE && span->layer->use.codec != CODEC_CHARREF_TEXT)
		LAW(iri_same(trim_html_space(text), span->reference) || memchr(text.p, '\t', text.n) ||
		    memchr(text.p, '\r', text.n) || memchr(text.p, '\n', text.n));
	LAW(span->label.n <= SPAN_MOST_LABEL && (options.labels || !span->label.p));
	return links_add(links, span);
}

/* Finds the links of the document s, which is cut after `cut` bytes. Returns their number, and sets *list. */
static size_t search_parts(struct links *links, struct iri_str s, size_t cut, const struct link **list)
{
	struct finder finder = {.options = &options, .found = add, .arg = links};
	struct asciidoc_blocks blocks = {.depth = 0};

	links_begin(links, s);
	const size_t done = cut ? asciidoc_search(&finder, &blocks, &(struct layer){.text = {s.p, cut}}, false) : 0;
	LAW(done <= cut);
	asciidoc_search(&finder, &blocks, &(struct layer){.text = {s.p + done, s.n - done}}, true);
	finder_free(&finder);
	return links_end(links, list);
}

static size_t search(struct links *links, struct iri_str s, const struct link **list)
{
	return search_parts(links, s, 0, list);
}

/* Law: a document that is cut after an empty line, from byte `from` on, has the same links. */
static void law_of_parts(struct iri_str s, size_t from, const struct link *list, size_t n)
{
	static struct links links;
	const struct link *other;
	const char *const end = s.p + s.n;
	const char *p = from < s.n ? s.p + from : end;

	while ((p = iri_find_byte(p, end, '\n')) < end && !(end - p > 1 && p[1] == '\n'))
		p++;
	if (p == end)
		return;
	LAW(search_parts(&links, s, (size_t)(p + 2 - s.p), &other) == n);
	LAW(same_places(list, other, n));
}

/* Law: what is written for a target is read as this target. */
static void law_of_codec(struct iri_str s, struct iri_str target, unsigned char flags)
{
	static struct iri_buf written;
	static struct source_map read;
	const struct codec_use use = {.codec = CODEC_ASCIIDOC, .flags = flags};
	size_t before;

	/* "++" ends a passed part, and a backslash stays one only in such a part. */
	if (memchr(target.p, '\\', target.n) || memchr(target.p, '+', target.n) || memchr(target.p, '|', target.n))
		return;
	written.n = 0;
	LAW(!codec_write(use, NULL, target, &written, &before) && !before);
	source_map_clear(&read);
	codec_read(use, iri_contents(&written), 0, &read);
	LAW(iri_same(iri_contents(&read.text), target));
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct links links;
	const struct link *list;

	const size_t n = search(&links, s, &list);
	law_of_labels(search, &options, s, list, n, choice & 1);
	law_of_parts(s, choice, list, n);
	if (n && (list[choice % n].kind == SPAN_INLINE || list[choice % n].kind == SPAN_IMAGE))
		law_of_replacement(search, &links, choice % n);
	struct iri_str rest = s;
	law_of_codec(s, first_line(&rest), choice & 1 ? CODEC_IN_DEFINITION : choice & 2 ? CODEC_MARKS_LEAVE : 0);
}
