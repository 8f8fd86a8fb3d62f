/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "selection.h"

#include "cmd/base/suffix_list.h"
#include "lib/base/str.h"

#include <string.h>

const char *const selection_kind_names[SPAN_KINDS] = {
	"text", "bare", "address", "inline", "image", "definition", "autolink", "attribute", "base",
	"include", "style",
};

/*
 * Calls take for each word of a list with commas, up to the first for which take returns false. Returns this word, or
 * an absent text.
 */
static struct iri_str each_word(struct selection *s, const char *list,
                                bool (*take)(struct selection *s, struct iri_str word))
{
	for (;; list++) {
		const struct iri_str word = {list, strcspn(list, ",")};
		if (!take(s, word))
			return word;
		list += word.n;
		if (!*list)
			return (struct iri_str){0};
	}
}

static bool add_kind(struct selection *s, struct iri_str word)
{
	for (size_t i = 0; i < SPAN_KINDS; i++)
		if (iri_is(word, selection_kind_names[i])) {
			s->kinds[i] = s->has_kinds = true;
			return true;
		}
	return false;
}

static const char *take_kind(void *selection, const char *list)
{
	struct selection *const s = selection;

	memset(s->kinds, 0, sizeof s->kinds);
	struct similar kind = {.word = each_word(s, list, add_kind)};
	if (!kind.word.p)
		return NULL;
	for (size_t i = 0; i < SPAN_KINDS; i++)
		similar_add(&kind, selection_kind_names[i]);
	return options_unknown(&s->refusal, "kind", &kind, "--kind takes inline, image, definition, autolink, "
	                                               "attribute, base, include, style, text, bare and address");
}

static bool selection_add_scheme(struct selection *s, struct iri_str word)
{
	struct iri_ref ref;
	const size_t start = s->scheme_names.n;

	iri_buf_add(&s->scheme_names, word.p, word.n);
	iri_buf_putc(&s->scheme_names, ':');
	if (s->scheme_names.failed)
		return true; /* selection_prepare checks it */
	const struct iri_str name = iri_added(&s->scheme_names, start);
	if (iri_parse(name, IRI_REQUIRE_SCHEME, &ref, NULL) != IRI_OK || ref.scheme.n != word.n)
		return false;
	s->scheme_names.p[s->scheme_names.n - 1] = '\0';
	return true;
}

static const char *take_schemes(void *selection, const char *list)
{
	struct selection *const s = selection;

	s->scheme_names.n = 0;
	return each_word(s, list, selection_add_scheme).p
	         ? "--schemes takes names of schemes, separated by commas: http,mailto" : NULL;
}

const struct option_row selection_options[] = {
	{0, "bare", NULL, "also find hosts and addresses without a scheme",
         FLAG_OF(struct selection, document.find.links.bare)},
	{0, "kind", "KIND,...", "choose only links of these kinds: inline, image,\n"
         "definition, autolink, attribute, base, include,\n"
         "style; in running text: text (with a scheme),\n"
         "bare (a host without a scheme), address", .take = take_kind},
	{0, "schemes", "NAME,...", "of links with a scheme, find only these schemes", .take = take_schemes},
	{0, "cjk", NULL, "end links where a Chinese, Japanese or Korean\nreader would end them",
         FLAG_OF(struct selection, document.find.links.cjk)},
	{0, "unwrap", NULL, "also find links in <...> that are broken over\nlines, and join them",
         FLAG_OF(struct selection, document.find.unwrap)},
	{0},
};

const struct option_row selection_format_options[] = {
	{0, "from", "auto" FORMATS_WORDS, "the format of the files; auto (default):\n"
         FORMATS_HELP, CHOICE_OF(struct selection, document.format), .word_of = format_word},
	{0, "charset", "CS", "read the input in charset CS, not in UTF-8", TEXT_OF(struct selection, charset)},
	{0},
};

bool selection_has_options(const struct selection *s)
{
	return s->document.find.links.bare || selection_needs_documents(s);
}

bool selection_needs_documents(const struct selection *s)
{
	const struct finder_options *const find = &s->document.find;

	return find->links.cjk || find->unwrap || s->has_kinds || s->scheme_names.n;
}

bool selection_is_partial(const struct selection *s)
{
	return s->has_kinds || s->scheme_names.n;
}

void selection_prepare(struct selection *s, const struct messages *m)
{
	struct iri_link_options *const links = &s->document.find.links;

	links->bare = links->bare || s->kinds[SPAN_BARE] || s->kinds[SPAN_ADDRESS];
	for (size_t i = 0; !s->has_kinds && i < SPAN_KINDS; i++)
		s->kinds[i] = true;
	if (links->bare || links->cjk || s->document.find.defanged) {
		s->tld = tld_load(m);
		if (!s->tld)
			message_die(m, NULL, "no list of top-level domains; install the Public Suffix List");
		links->is_tld = tld_known;
		links->tld_arg = s->tld;
	}
	buf_check(m, &s->scheme_names);
	const struct iri_str names = iri_contents(&s->scheme_names);
	for (const char *p = names.p; p < names.p + names.n; p += strlen(p) + 1)
		ARRAY_ADD(s->schemes, &p);
	buf_check(m, &s->schemes.buf);
	links->schemes = s->schemes.item;
	links->n_schemes = ARRAY_COUNT(s->schemes);
	s->document.has_charset = s->charset;
}

void selection_check(const struct selection *s, const struct messages *m)
{
	if (tld_failed(s->tld))
		message_die(m, NULL, "out of memory");
}

void selection_free(struct selection *s)
{
	tld_free(s->tld);
	iri_buf_free(&s->schemes.buf);
	iri_buf_free(&s->scheme_names);
}
