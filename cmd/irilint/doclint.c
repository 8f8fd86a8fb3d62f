/* SPDX-License-Identifier: ISC */
#include "doclint.h"

#include "checker.h"

#include "lib/base/str.h"

void doclint_begin(void)
{
	from_begin();
	inplace = (struct inplace){0};
}

void doclint_check_options(struct filter *f, bool fix)
{
	from_check_options(f, inplace_has_options());
	if (inplace_has_options() && !fix)
		filter_die(f, NULL, "--in-place, --dry-run and --force need --fix");
	if (inplace_writes() && !search.recursive && !f->n_operands)
		filter_die(f, NULL, "-i needs files");
}

/* For from_search: checks a link. */
static void check_link(struct filter *f, const struct span *link)
{
	(void)f;
	checker_link(link);
}

/* For inplace_edit: sets the links that can be fixed. Prints a message about each that is invalid. */
static bool fix_links(void *arg, struct editor *e)
{
	struct filter *const f = arg;
	struct iri_error err;
	struct iri_str s, fixed;
	char text[256];

	for (size_t i = 0; (s = editor_next(e, &i)).p; i++) {
		if (iri_fix(checker.linter, s, &fixed, &err) == IRI_OK) {
			if (f->options.check && !iri_same(fixed, s))
				message_raise(&f->messages, EXIT_INVALID);
			editor_set(e, i, fixed);
			continue;
		}
		if (err.status == IRI_NO_MEMORY)
			filter_die(f, NULL, "out of memory");
		message_raise(&f->messages, EXIT_INVALID);
		iri_error_text(&err, text, sizeof text);
		if (!f->options.quiet)
			editor_say(e, i, text);
	}
	return true;
}

/* For search_files: edits a document. */
static bool fix_document(const char *name, bool is_first)
{
	(void)is_first;
	inplace_edit(&checker.filter->lines, name, NULL, fix_links, checker.filter);
	return true;
}

/* For search_files: checks a document. Leaves out a baseline, which -r can find. */
static bool check_document(const char *name, bool is_first)
{
	(void)is_first;
	if (!checker_is_baseline(name) && from_search(checker.filter, name, check_link))
		checker_begin_document();
	return true;
}

void doclint_run(struct filter *f, bool fix)
{
	inplace.check = f->options.check;
	if (fix)
		replace_catch_signals();
	from_run(f, fix ? fix_document : check_document);
}
