/* SPDX-License-Identifier: ISC */
/*
 * Notebooks of Jupyter. The first byte chooses how a text, which is the rest, becomes the source of a cell: Markdown or
 * not, and divided into a list of strings or not. The rest alone is read as a notebook, too.
 */
#include "fuzz.h"
#include "links.h"

#include "cmd/base/text.h"
#include "cmd/document/jupyter.h"
#include "cmd/document/markdown.h"
#include "cmd/rewrite/codec.h"
#include "lib/base/str.h"

#include <string.h>

enum how { AS_NOTEBOOK, AS_MARKDOWN, AS_TEXT };

/* Finds the links of the document s. Returns their number, and sets *list. */
static size_t search(struct links *links, struct iri_str s, enum how how, const struct link **list)
{
	static const struct finder_options options;
	struct finder finder = {.options = &options, .found = links_add, .arg = links};
	const struct layer layer = {.text = s};

	links_begin(links, s);
	if (how == AS_NOTEBOOK)
		jupyter_search(&finder, &layer);
	else if (how == AS_MARKDOWN)
		markdown_search(&finder, &layer, MARKDOWN_COMMON);
	else
		finder_search(&finder, &layer, s, (struct codec_use){0});
	finder_free(&finder);
	return links_end(links, list);
}

/*
 * Law: the links of a cell are those of its source, and stand where the source has them: as strings that mean it, with
 * what is between two strings if a link is divided.
 */
static void law_of_cells(struct iri_str s, bool is_markdown, size_t step, unsigned char flags)
{
	static struct iri_buf notebook;
	static struct links alone, links;
	static struct source_map read;
	const struct codec_use use = {CODEC_JSON, '"', flags};
	const struct link *a, *b;
	size_t before;

	notebook.n = 0;
	buf_add_text(&notebook, "{\"cells\":[{\"source\":[\"");
	for (size_t i = 0; i < s.n; i++) {
		/* A string has whole characters. */
		size_t n = 1;
		while (i + n < s.n && (n < step || ((unsigned char)s.p[i + n] & 0xC0) == 0x80))
			n++;
		codec_write(use, NULL, (struct iri_str){s.p + i, n}, &notebook, &before);
		i += n - 1;
		buf_add_text(&notebook, i + 1 < s.n ? "\",\n\"" : "");
	}
	buf_add_text(&notebook, "\"],\"cell_type\":\"");
	buf_add_text(&notebook, is_markdown ? "markdown\"}]}" : "code\"}]}");
	const size_t n = search(&alone, s, is_markdown ? AS_MARKDOWN : AS_TEXT, &a);
	LAW(search(&links, iri_contents(&notebook), AS_NOTEBOOK, &b) == n);
	for (size_t i = 0; i < n; i++, a++, b++) {
		LAW(a->kind == b->kind && a->placed == b->placed);
		LAW(iri_same(links_reference(&alone, a), links_reference(&links, b)));
		if (!a->placed || step < s.n)
			continue;
		source_map_clear(&read);
		codec_read(use, (struct iri_str){notebook.p + b->off, b->len}, 0, &read);
		LAW(iri_same(iri_contents(&read.text), (struct iri_str){s.p + a->off, a->len}));
	}
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct links links;
	const struct link *list;

	search(&links, s, AS_NOTEBOOK, &list);
	/* No string of a notebook has NUL. */
	if (s.n && !memchr(s.p, '\0', s.n))
		law_of_cells(s, choice & 1, choice & 2 ? 1 + (size_t)(choice >> 4) : s.n, choice >> 2 & 3);
}
