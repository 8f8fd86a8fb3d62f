/* SPDX-License-Identifier: ISC */
/*
 * reStructuredText. The first byte chooses one of the links; the rest is the document. A target that means what the
 * first line means is written, too.
 */
#include "fuzz.h"
#include "links.h"

#include "cmd/base/space.h"
#include "cmd/document/rst.h"
#include "cmd/rewrite/codec.h"
#include "lib/base/str.h"

static struct finder_options options;

static bool add(void *arg, struct span *span)
{
	struct links *const links = arg;
	const struct iri_str s = links->document, text = layer_origin(span->layer, span->found);
	const struct link *list;
	const size_t n = links_end(links, &list);
	bool is_plain = true;

	/* Links stand in the document, in their order, and none is empty. */
	LAW(text.n && span->placed);
	LAW(!n || text.p >= s.p + list[n - 1].off + list[n - 1].len);
	for (size_t i = 0; i < text.n; i++)
		is_plain = is_plain && text.p[i] != '\\' && !is_html_space(text.p[i]);
	/* Without escapes and white space, a link is what it means. */
	LAW(!is_plain || iri_same(text, span->reference));
	LAW(span->label.n <= SPAN_MOST_LABEL && (options.labels || !span->label.p));
	return links_add(links, span);
}

/* Finds the links of the document s. Returns their number, and sets *list. */
static size_t search(struct links *links, struct iri_str s, const struct link **list)
{
	struct finder finder = {.options = &options, .found = add, .arg = links};
	struct rst_blocks blocks = {.options = 0};

	links_begin(links, s);
	rst_search(&finder, &blocks, &(struct layer){.text = s});
	finder_free(&finder);
	return links_end(links, list);
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct links links;
	const struct link *list;

	const size_t n = search(&links, s, &list);
	law_of_labels(search, &options, s, list, n, choice & 1);
	if (n && list[choice % n].kind >= SPAN_INLINE)
		law_of_replacement(search, &links, choice % n);
	struct iri_str rest = s;
	const struct iri_str target = first_line(&rest);
	bool has_space = false;
	for (size_t i = 0; i < target.n; i++)
		has_space = has_space || (target.p[i] != ' ' && is_html_space(target.p[i]));
	/* A backslash before any white space stands for a space. */
	if (!has_space)
		laws_of_codec((struct codec_use){.codec = CODEC_RST, .quote = choice & 1 ? '<' : '\0'}, target);
}
