/* SPDX-License-Identifier: ISC */
/* Links of Markdown. The first byte chooses one of the links; the rest is the document. */
#include "fuzz.h"
#include "links.h"

#include "cmd/document/markdown.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>

/* Finds the links of the document s. Returns their number, and sets *list. */
static size_t search(struct links *links, struct iri_str s, const struct link **list)
{
	static const struct finder_options options;
	struct finder finder = {.options = &options, .found = links_add, .arg = links};

	links_begin(links, s);
	markdown_search(&finder, &(struct layer){.text = s}, MARKDOWN_COMMON);
	finder_free(&finder);
	return links_end(links, list);
}

static void laws_of_places(const struct links *links, const struct link *list, size_t n)
{
	const struct iri_str s = links->document;
	size_t last = 0, end = 0;

	for (size_t i = 0; i < n; i++) {
		const struct iri_str ref = links_reference(links, &list[i]);
		const struct iri_str text = {s.p + list[i].off, list[i].len};
		LAW(list[i].off >= last && list[i].off <= s.n && list[i].len <= s.n - list[i].off);
		last = list[i].off;
		if (!list[i].placed) {
			LAW(!list[i].len);
			continue;
		}
		/* Links do not overlap. */
		LAW(list[i].off >= end);
		end = list[i].off + list[i].len;
		/* A text without escapes, white space and bars of tables is the reference. */
		bool same = true;
		for (size_t k = 0; k < text.n; k++)
			same = same && !strchr("\\&\n\r\t\f ", text.p[k]);
		if (!same)
			continue;
		if (list[i].kind == SPAN_AUTOLINK && ref.n == text.n + strlen("mailto:"))
			LAW(!memcmp(ref.p + strlen("mailto:"), text.p, text.n));
		else
			LAW(iri_same(ref, text));
	}
}

/*
 * If the letters and digits of one link are replaced by others, the new document has the same links but for this one.
 * Other characters can mean something in the text around the link. An autolink keeps its scheme.
 */
static void law_of_new_letters(const struct links *links, const struct link *list, size_t n, size_t chosen)
{
	static struct links others;
	static struct iri_buf changed;
	const struct iri_str s = links->document;
	const struct link *const link = &list[chosen], *other;

	if (!link->placed || link->kind < SPAN_INLINE || link->kind > SPAN_AUTOLINK)
		return;
	changed.n = 0;
	iri_buf_add(&changed, s.p, s.n);
	char *const by = changed.p + link->off;
	bool in_scheme = link->kind == SPAN_AUTOLINK;
	for (size_t i = 0; i < link->len; i++) {
		if (iri_byte_class(by[i]) & (CHAR_ALPHA | CHAR_DIGIT))
			by[i] = in_scheme ? by[i] : by[i] == 'z' ? 'y' : 'z';
		else if (!strchr(":/.-", by[i]))
			return;
		in_scheme = in_scheme && by[i] != ':';
	}
	LAW(search(&others, iri_contents(&changed), &other) == n);
	for (size_t i = 0; i < n; i++, other++) {
		LAW(other->kind == list[i].kind && other->placed == list[i].placed);
		LAW(other->off == list[i].off && other->len == list[i].len);
		if (i == chosen) {
			LAW(iri_same(links_reference(&others, other), (struct iri_str){by, link->len}));
			continue;
		}
		LAW(iri_same(links_reference(&others, other), links_reference(links, &list[i])));
		LAW(other->broken == list[i].broken);
	}
}

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct links links;
	const struct link *list;

	if (!choice || memchr(s.p, 0, s.n))
		return;
	const size_t n = search(&links, s, &list);
	laws_of_places(&links, list, n);
	if (n)
		law_of_new_letters(&links, list, n, choice % n);
}
