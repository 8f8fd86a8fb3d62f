/* SPDX-License-Identifier: ISC */
#include "doclint.h"

#include "lib/base/str.h"
#include "lib/link/template.h"

void doclint_check_options(const struct doclint *d, struct filter *f, bool fix)
{
	const bool has_options = inplace_has_options(&d->inplace);

	from_check_options(&d->from, f, has_options || choose_has_options(&d->choose));
	choose_check(&d->choose, &f->messages);
	if (has_options && !fix)
		filter_die(f, NULL, "--in-place, --dry-run and --force need --fix");
	if (inplace_writes(&d->inplace) && !d->choose.recursive && !f->n_operands)
		filter_die(f, NULL, "-i needs files");
}

/* For from_search: checks a link. */
static void check_link(void *checker, const struct span *link)
{
	checker_link(checker, link);
}

/*
 * Whether all that makes the link invalid is a template, so that it is valid when the template is replaced. Then it
 * stays as it is, without a message.
 */
static bool is_only_template(const struct checker *c, struct iri_str link)
{
	struct iri_findings found = {NULL, 0};
	struct iri_str template;

	if (!iri_template_next(link, 0, &template) || iri_lint(c->linter, link, &found, NULL) != IRI_OK)
		return false;
	for (size_t i = 0; i < found.n; i++)
		if (found.p[i].severity == IRI_SEVERITY_ERROR)
			return false;
	return true;
}

/* For inplace_edit: sets the links that can be fixed. Prints a message about each that is invalid. */
static bool fix_links(void *checker, struct editor *e)
{
	const struct checker *const c = checker;
	struct filter *const f = c->filter;
	struct iri_error err;
	struct iri_str s, fixed;
	char text[256];

	for (size_t i = 0; (s = editor_next(e, &i)).p; i++) {
		if (iri_fix(c->linter, s, &fixed, &err) == IRI_OK) {
			if (f->options.check && !iri_same(fixed, s))
				message_raise(&f->messages, EXIT_INVALID);
			editor_set(e, i, fixed);
			continue;
		}
		if (err.status == IRI_NO_MEMORY)
			filter_die(f, NULL, "out of memory");
		if (is_only_template(c, s))
			continue;
		message_raise(&f->messages, EXIT_INVALID);
		iri_error_text(&err, text, sizeof text);
		if (!f->options.quiet)
			editor_say(e, i, text);
	}
	return true;
}

/* For choose_files: edits a document. */
static bool fix_document(void *doclint, const char *name, bool is_first)
{
	struct doclint *const d = doclint;
	struct filter *const f = d->checker->filter;
	struct editor e = {
		.lines = &f->lines,
		.selection = &d->from.selection,
		.name = name,
		.partial = true,
		.quiet = f->options.quiet,
	};

	(void)is_first;
	inplace_edit(&d->inplace, &e, NULL, fix_links, d->checker);
	return true;
}

/* For choose_files: checks a document. Leaves out a baseline, which -r can find. */
static bool check_document(void *doclint, const char *name, bool is_first)
{
	struct doclint *const d = doclint;
	struct checker *const c = d->checker;

	(void)is_first;
	if (!checker_is_baseline(c, name) && from_search(&d->from, c->filter, name, check_link, c))
		checker_begin_document(c);
	return true;
}

void doclint_run(struct doclint *d, struct filter *f, bool fix)
{
	d->inplace.check = f->options.check;
	if (fix)
		atomic_catch_signals();
	from_prepare(&d->from, f);
	d->choose.in_folder = &d->from.selection.document.in_folder;
	if (!choose_files(&d->choose, &f->messages, f->n_operands, f->operands, fix ? fix_document : check_document, d))
		message_raise(&f->messages, EXIT_TROUBLE);
	selection_free(&d->from.selection);
	choose_free(&d->choose);
}
