/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "selection.h"

#include "folder.h"

#include "cmd/base/tld.h"
#include "lib/base/str.h"

#include <fnmatch.h>
#include <string.h>
#include <sys/stat.h>

const char *const selection_kind_names[SPAN_KINDS] = {
	"text", "bare", "address", "inline", "image", "definition", "autolink", "attribute", "base",
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
	                                               "attribute, base, text, bare and address");
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

static const char *take_include(void *selection, const char *pattern)
{
	struct selection *const s = selection;

	iri_buf_add(&s->patterns, (const char *)&pattern, sizeof pattern);
	return NULL;
}

const struct option_row selection_options[] = {
	{0, "bare", NULL, "also find hosts and addresses without a scheme",
         FLAG_OF(struct selection, document.find.links.bare)},
	{0, "kind", "KIND,...", "choose only links of these kinds: inline, image,\n"
         "definition, autolink, attribute, base; in running\n"
         "text: text (with a scheme), bare (a host without\n"
         "a scheme), address", .take = take_kind},
	{0, "schemes", "NAME,...", "of links with a scheme, find only these schemes", .take = take_schemes},
	{0, "cjk", NULL, "end links where a Chinese, Japanese or Korean\nreader would end them",
         FLAG_OF(struct selection, document.find.links.cjk)},
	{0, "unwrap", NULL, "also find links in <...> that are broken over\nlines, and join them",
         FLAG_OF(struct selection, document.find.unwrap)},
	{'r', "recursive", NULL, "search the files in folders; without operands, in\nthe current folder",
         FLAG_OF(struct selection, recursive)},
	{0, "include", "GLOB", "with -r, search only files whose names match;\n"
         "default: names of documents, listed in irigrep(1)", .take = take_include},
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
	const struct running_options *const find = &s->document.find;

	return find->links.bare || find->links.cjk || find->unwrap || s->has_kinds || s->scheme_names.n ||
	       s->recursive || s->patterns.n;
}

void selection_prepare(struct selection *s, const struct messages *m)
{
	struct iri_link_options *const links = &s->document.find.links;

	if (s->patterns.n && !s->recursive)
		options_refuse(m, NULL, "--include needs -r");
	buf_check(m, &s->patterns);

	links->bare = links->bare || s->kinds[SPAN_BARE] || s->kinds[SPAN_ADDRESS];
	for (size_t i = 0; !s->has_kinds && i < SPAN_KINDS; i++)
		s->kinds[i] = true;
	if (links->bare || links->cjk) {
		s->tld = tld_load(m);
		if (!s->tld)
			message_die(m, NULL, "no list of top-level domains; install the Public Suffix List");
		links->is_tld = tld_known;
		links->tld_arg = s->tld;
	}
	buf_check(m, &s->scheme_names);
	const struct iri_str names = iri_contents(&s->scheme_names);
	for (const char *p = names.p; p < names.p + names.n; p += strlen(p) + 1)
		iri_buf_add(&s->schemes, (const char *)&p, sizeof p);
	buf_check(m, &s->schemes);
	links->schemes = (const void *)s->schemes.p;
	links->n_schemes = s->schemes.n / sizeof *links->schemes;
	s->document.has_charset = s->charset;
}

void selection_check(const struct selection *s, const struct messages *m)
{
	if (tld_failed(s->tld))
		message_die(m, NULL, "out of memory");
}

/* What the functions for folder_walk need */
struct receiver {
	const struct selection *selection;
	bool (*file)(void *arg, const char *name, bool is_first);
	void *arg;
};

/* For folder_walk: whether a file in a folder is read, by its name. */
static bool is_included(void *arg, const char *name)
{
	const struct iri_buf *const patterns = &((const struct receiver *)arg)->selection->patterns;
	const char *const *const p = (const void *)patterns->p;

	if (!patterns->n)
		return format_is_searched(name);
	for (size_t i = 0; i < patterns->n / sizeof *p; i++)
		if (fnmatch(p[i], name, 0) == 0)
			return true;
	return false;
}

/* For folder_walk: passes on a file in a folder. */
static bool pass_file(void *arg, const char *path)
{
	const struct receiver *const r = arg;

	return r->file(r->arg, path, false);
}

void selection_files(const struct selection *s, struct messages *m, int n, char **names,
                     bool (*file)(void *arg, const char *name, bool is_first), void *arg)
{
	struct receiver receiver = {s, file, arg};
	char *here[] = {s->recursive ? "." : "-"};
	bool go_on = true;

	if (!n)
		names = here;
	for (int i = 0; i < (n ? n : 1) && go_on; i++) {
		struct stat st;
		if (!strcmp(names[i], "-") || stat(names[i], &st) != 0 || !S_ISDIR(st.st_mode)) {
			go_on = file(arg, names[i], i == 0);
		} else if (s->recursive) {
			go_on = folder_walk(m, names[i], is_included, pass_file, &receiver);
		} else {
			message_say(m, names[i], "is a folder; -r searches the files in it");
			message_raise(m, EXIT_TROUBLE);
		}
	}
}

void selection_free(struct selection *s)
{
	tld_free(s->tld);
	iri_buf_free(&s->schemes);
	iri_buf_free(&s->scheme_names);
	iri_buf_free(&s->patterns);
}
