/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "selection.h"

#include "folder.h"

#include "cmd/base/tld.h"
#include "lib/base/str.h"

#include <string.h>
#include <sys/stat.h>

struct search search;

const char *const search_kind_names[SPAN_KINDS] = {
	"text", "bare", "address", "inline", "image", "definition", "autolink", "attribute", "base",
};

/* Calls take for each word of a list with commas. Returns false for an empty word, or if take returns false. */
static bool each_word(const char *list, bool (*take)(const char *word, size_t n))
{
	for (;; list++) {
		const size_t n = strcspn(list, ",");
		if (!n || !take(list, n))
			return false;
		list += n;
		if (!*list)
			return true;
	}
}

static bool add_kind(const char *word, size_t n)
{
	for (size_t i = 0; i < SPAN_KINDS; i++)
		if (strlen(search_kind_names[i]) == n && !memcmp(word, search_kind_names[i], n)) {
			search.kinds[i] = search.has_kinds = true;
			return true;
		}
	return false;
}

static const char *take_kind(const char *list)
{
	memset(search.kinds, 0, sizeof search.kinds);
	return each_word(list, add_kind) ? NULL
	                                 : "--kind takes inline, image, definition, autolink, attribute, base, text, "
	                                   "bare and address, separated by commas";
}

static bool add_scheme(const char *word, size_t n)
{
	struct iri_ref ref;
	const size_t start = search.scheme_names.n;

	iri_buf_add(&search.scheme_names, word, n);
	iri_buf_putc(&search.scheme_names, ':');
	if (search.scheme_names.failed)
		return true; /* search_prepare checks it */
	const struct iri_str name = iri_added(&search.scheme_names, start);
	if (iri_parse(name, IRI_REQUIRE_SCHEME, &ref, NULL) != IRI_OK || ref.scheme.n != n)
		return false;
	search.scheme_names.p[search.scheme_names.n - 1] = '\0';
	return true;
}

static const char *take_schemes(const char *list)
{
	search.scheme_names.n = 0;
	return each_word(list, add_scheme) ? NULL
	                                   : "--schemes takes names of schemes, separated by commas: http,mailto";
}

static const char *take_include(const char *pattern)
{
	iri_buf_add(&search.patterns, (const char *)&pattern, sizeof pattern);
	return NULL;
}

const struct option_row search_options[] = {
	{0, "bare", NULL, "also find hosts and addresses without a scheme", .flag = &search.document.find.links.bare},
	{0, "kind", "KIND,...", "choose only links of these kinds: inline, image,\n"
         "definition, autolink, attribute, base; in running\n"
         "text: text (with a scheme), bare (a host without\n"
         "a scheme), address", .take = take_kind},
	{0, "schemes", "NAME,...", "of links with a scheme, find only these schemes", .take = take_schemes},
	{0, "cjk", NULL, "end links where a Chinese, Japanese or Korean\nreader would end them",
         .flag = &search.document.find.links.cjk},
	{0, "unwrap", NULL, "also find links in <...> that are broken over\nlines, and join them",
         .flag = &search.document.find.unwrap},
	{'r', "recursive", NULL, "search the files in folders; without operands, in\nthe current folder",
         .flag = &search.recursive},
	{0, "include", "GLOB", "with -r, search only files whose names match;\n"
         "default: *.txt, and the names of --from=auto", .take = take_include},
	{0},
};

const struct option_row search_format_options[] = {
	{0, "from", "auto|text|markdown|html|xml", "the format of the files; auto (default): by name:\n"
         SEARCH_NAMES, .choice = &search.document.format},
	{0, "charset", "CS", "read the input in charset CS, not in UTF-8", .text = &search.charset},
	{0},
};

bool search_has_options(void)
{
	const struct finder_options *const find = &search.document.find;

	return find->links.bare || find->links.cjk || find->unwrap || search.has_kinds || search.scheme_names.n ||
	       search.recursive || search.patterns.n;
}

void search_prepare(const struct messages *m)
{
	/* *.txt, and the names that choose_format in document.c knows, in upper or lower case */
	static const char *const defaults[] = {
		"*.[mM][dD]", "*.[mM][aA][rR][kK][dD][oO][wW][nN]", "*.[hH][tT][mM]", "*.[hH][tT][mM][lL]",
		"*.[xX][hH][tT][mM][lL]", "*.[xX][mM][lL]", "*.[rR][sS][sS]", "*.[aA][tT][oO][mM]", "*.[tT][xX][tT]",
	};
	struct iri_link_options *const links = &search.document.find.links;

	if (search.patterns.n && !search.recursive)
		options_refuse(m, NULL, "--include needs -r");
	if (!search.patterns.n)
		iri_buf_add(&search.patterns, (const char *)defaults, sizeof defaults);
	iri_buf_add(&search.patterns, (const char *)&(const char *){NULL}, sizeof(char *));
	buf_check(m, &search.patterns);

	links->bare = links->bare || search.kinds[SPAN_BARE] || search.kinds[SPAN_ADDRESS];
	for (size_t i = 0; !search.has_kinds && i < SPAN_KINDS; i++)
		search.kinds[i] = true;
	if (links->bare || links->cjk) {
		search.tld = tld_load(m);
		if (!search.tld)
			message_die(m, NULL, "no list of top-level domains; install the Public Suffix List");
		links->is_tld = tld_known;
		links->tld_arg = search.tld;
	}
	buf_check(m, &search.scheme_names);
	const struct iri_str names = iri_contents(&search.scheme_names);
	for (const char *p = names.p; p < names.p + names.n; p += strlen(p) + 1)
		iri_buf_add(&search.schemes, (const char *)&p, sizeof p);
	buf_check(m, &search.schemes);
	links->schemes = (const void *)search.schemes.p;
	links->n_schemes = search.schemes.n / sizeof *links->schemes;
	search.document.has_charset = search.charset;
}

void search_check(const struct messages *m)
{
	if (tld_failed(search.tld))
		message_die(m, NULL, "out of memory");
}

/* For folder_walk, whose argument points to the tool's function. */
static bool pass_file(void *arg, const char *path)
{
	bool (*const *const file)(const char *name, bool is_first) = arg;

	return (*file)(path, false);
}

void search_files(struct messages *m, int n, char **names, bool (*file)(const char *name, bool is_first))
{
	char *here[] = {search.recursive ? "." : "-"};
	bool go_on = true;

	if (!n)
		names = here;
	for (int i = 0; i < (n ? n : 1) && go_on; i++) {
		struct stat st;
		if (!strcmp(names[i], "-") || stat(names[i], &st) != 0 || !S_ISDIR(st.st_mode)) {
			go_on = file(names[i], i == 0);
		} else if (search.recursive) {
			go_on = folder_walk(m, names[i], (const void *)search.patterns.p, pass_file, &file);
		} else {
			message_say(m, names[i], "is a folder; -r searches the files in it");
			message_raise(m, EXIT_TROUBLE);
		}
	}
}

void search_free(void)
{
	tld_free(search.tld);
	iri_buf_free(&search.schemes);
	iri_buf_free(&search.scheme_names);
	iri_buf_free(&search.patterns);
}
