/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "local.h"

#include "settings.h"

#include "cmd/file/paths.h"
#include "lib/base/str.h"
#include "lib/lint/rules.h"

#include <string.h>

static const char *take_anchors(void *local, const char *list)
{
	struct local *const l = local;

	for (l->dialects = 0;; list++) {
		const struct iri_str word = {list, strcspn(list, ",")};
		const unsigned number = tree_find_word(SLUG_WORDS, SLUG_DIALECTS, word);
		if (number == SLUG_DIALECTS) {
			struct similar s = {.word = word};
			similar_add(&s, SLUG_WORDS);
			return options_unknown(&l->refusal, "dialect", &s, NULL);
		}
		l->dialects |= 1u << number;
		list += word.n;
		if (!*list)
			return NULL;
	}
}

const struct option_row local_options[] = {
	{0, "anchors", "DIALECT,...", "the anchors of headings: github (default),\n"
         "gitlab, hexo, kramdown, mdbook, mkdocs,\n"
         "pymdownx, vitepress, docutils,\ndocsify", .take = take_anchors},
	{0, "git", NULL, "ask git which files it tracks",
         FLAG_OF(struct local, asks_git)},
	{0},
};

bool local_has_options(const struct local *l)
{
	return tree_has_options(&l->options) || l->dialects || l->asks_git;
}

bool local_is_wanted(const struct local *l)
{
	for (unsigned i = RULE_FIRST_LOCAL; i < RULE_TEXT_NAMES_OTHER_HOST; i++)
		if (ruleset_has(&l->checker->ruleset, i))
			return true;
	return false;
}

/* Opens the tree for the first document. Returns false if there is none. */
static bool open_tree(struct local *l, const char *operand)
{
	struct filter *const f = l->checker->filter;

	l->tree.lines = &f->lines;
	l->tree.has_charset = f->options.charset;
	l->tree.dialects = l->dialects;
	l->arena.messages = &f->messages;
	l->resolver.tree = l->suggester.tree = &l->tree;
	l->landmarks.arg = l;
	if (!tree_open(&l->tree, &f->messages, &l->options, operand))
		return false;
	if (!l->options.has_generator) {
		l->tree.sites.of_folder = settings_generator;
		l->tree.sites.arg = l->settings;
	}
	if (l->asks_git && !git_open(&l->git, &f->messages, l->tree.listing.root.path))
		filter_die(f, "--git", "git does not list the files of this folder");
	return true;
}

/* For struct landmarks */
static void landmark_found(void *local, enum landmark kind, struct iri_str text)
{
	anchors_found(&((struct local *)local)->anchors, kind, text);
}

/* For struct landmarks */
static void definition_unused(void *local, size_t definition)
{
	ARRAY_ADD(((struct local *)local)->unused, &definition);
}

bool local_begin(struct local *l, const char *name, enum document_format format, bool is_named, const char *operand)
{
	if (!format_is_local(format))
		return false;
	if (l->state == TREE_UNKNOWN)
		l->state = open_tree(l, operand) ? TREE_OPEN : TREE_NONE;
	if (l->state != TREE_OPEN)
		return false;
	l->landmarks.found = landmark_found;
	l->landmarks.unused = definition_unused;
	l->format = format;
	if (!origin_begin(&l->resolver, name, !format_is_markdown(format), &l->origin))
		return false;
	l->landmarks.is_sparse = format_is_html(format);
	l->landmarks.has_comments = l->origin.site && l->origin.site->flags & SITE_NAMES;
	if (!is_named)
		tree_keep_format(l->origin.file.entry, name, format);
	arena_reset(&l->arena);
	l->links.buf.n = l->unused.buf.n = 0;
	anchors_clear(&l->anchors);
	l->anchors.messages = local_messages(l);
	/* Standard input cannot be read again. */
	l->anchors.keeps_texts = lines_is_stdin(&l->checker->filter->lines, name) || tree_keeps_texts(&l->tree);
	l->anchors.is_html = l->origin.is_html;
	l->anchors.is_shtml = path_ends_with(iri_str_of(name), ".shtml");
	l->anchors.is_opaque = !format_has_anchors(format);
	l->anchors.dialects = tree_dialects(&l->tree, l->origin.file.folder);
	return true;
}

bool local_is_inner_place(size_t depth, bool is_button, struct iri_str reference)
{
	return (depth > 1 || is_button) && reference.n && *reference.p == '#';
}

/* Whether a bundler takes the link of a style sheet as the name of a package, as in @import "a/b" and url(~a/b.css). */
static bool is_package(const struct span *link)
{
	const char *const p = link->reference.p, *const end = p + link->reference.n;

	return (link->kind == SPAN_INCLUDE && !link->is_name && iri_find_byte(p, end, '.') == end) ||
	       ((link->kind == SPAN_INCLUDE || link->kind == SPAN_STYLE) && p < end && *p == '~');
}

/* Whether a name is not looked for: only a site of Sphinx shows what it means. */
static bool is_unknown_name(const struct local *l, const struct span *link)
{
	return link->is_name && !(l->origin.site && l->origin.site->flags & SITE_NAMES);
}

bool local_is_inner(const struct local *l, const struct span *link)
{
	return local_is_inner_place(link->style.n, link->is_button, link->reference) || is_package(link) ||
	       is_unknown_name(l, link) ||
	       (link->style.n > 1 && link->kind == SPAN_BASE);
}

bool local_is_untracked(struct local *l, const struct resolve_target *t)
{
	if (!l->asks_git)
		return false;
	l->message.n = 0;
	const bool is_found = resolve_target_path(t, &l->message);
	buf_check(local_messages(l), &l->message);
	return is_found && !git_tracks(&l->git, iri_contents(&l->message));
}

/* Keeps where the bytes of a link stand in the document: the layers are gone when it is reported. */
static const struct layer_section *keep_places(struct local *l, const struct span *link)
{
	struct layer_section *const places = arena_take(&l->arena, link->found.n * sizeof *places);

	for (size_t i = 0; i < link->found.n; i++) {
		const struct iri_str byte = layer_origin(link->layer, (struct iri_str){link->found.p + i, 1});
		const size_t start = (size_t)(byte.p - link->text.p);
		places[i] = (struct layer_section){start, start + byte.n};
	}
	return places;
}

void local_take(void *local, const struct span *link)
{
	struct local *const l = local;
	struct local_link copy = {.span = *link, .is_generated = l->anchors.in_generated};
	const bool is_plain = iri_same(link->text, link->found);

	document_locate(&copy.span);
	copy.span.text = arena_copy(&l->arena, link->text);
	copy.span.found = is_plain ? copy.span.text : arena_copy(&l->arena, link->found);
	copy.span.reference = iri_same(link->found, link->reference) ? copy.span.found
	                                                             : arena_copy(&l->arena, link->reference);
	copy.places = is_plain || !link->placed ? NULL : keep_places(l, link);
	copy.span.label = arena_copy(&l->arena, link->label);
	copy.span.title = arena_copy(&l->arena, link->title);
	copy.span.layer = NULL;
	copy.span.ref = NULL;
	/* Only the rule about texts needs the base. */
	const bool has_text = link->label.p || link->title.p;
	copy.span.base = has_text ? arena_copy(&l->arena, link->base) : (struct iri_str){0};
	ARRAY_ADD(l->links, &copy);
	buf_check(local_messages(l), &l->links.buf);
}

void local_free(struct local *l)
{
	if (l->state != TREE_UNKNOWN)
		tree_free(&l->tree);
	git_close(&l->git);
	resolver_free(&l->resolver);
	suggester_free(&l->suggester);
	anchors_free(&l->anchors);
	arena_clear(&l->arena);
	tree_options_free(&l->options);
	iri_buf_free(&l->refusal);
	charset_close(l->reader.charset);
	iri_buf_free(&l->reader.in);
	iri_buf_free(&l->reader.out);
	iri_buf_free(&l->message);
	iri_buf_free(&l->links.buf);
	source_map_free(&l->places);
	iri_buf_free(&l->unused.buf);
	iri_buf_free(&l->fragments.buf);
	iri_buf_free(&l->waiting.buf);
	iri_buf_free(&l->scanned.buf);
	iri_buf_free(&l->own.buf);
	iri_buf_free(&l->kept);
	iri_buf_free(&l->kept_at.buf);
}
