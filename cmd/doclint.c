/* SPDX-License-Identifier: ISC */
#include "doclint.h"

#include "checker.h"

#include "../lib/str.h"

#include <unistd.h>

/* The words of --from: lines, and the formats in the order of enum document_format. FROM_UNSET: absent, as lines */
static enum { FROM_LINES, FROM_AUTO, FROM_TEXT, FROM_MARKDOWN, FROM_HTML, FROM_XML, FROM_UNSET } from;

const struct option_row doclint_options[] = {
	{0, "from", "lines|auto|text|markdown|html|xml",
         "lines (default): a reference on each line; else\n"
         "documents, whose links are checked where they\n"
         "stand; auto: the format by name:\n"
         SEARCH_NAMES, .choice = &from},
	{0},
};

void doclint_begin(void)
{
	from = FROM_UNSET;
	search = (struct search){0};
	inplace = (struct inplace){0};
}

bool doclint_is_wanted(void)
{
	return from > FROM_LINES && from < FROM_UNSET;
}

void doclint_check_options(struct filter *f, bool fix)
{
	const struct options *const o = &f->options;

	if (!doclint_is_wanted() && (search_has_options() || inplace_has_options()))
		filter_die(f, NULL, "options that search or edit documents need --from; "
		                    "--from=auto goes by file names");
	if (doclint_is_wanted() && (o->field || o->html || o->located || o->split || o->reject || !o->eol ||
	                          o->invalid != INVALID_UNSET || (o->nfc && !f->lines.charset)))
		filter_die(f, NULL, "--field, --html, --invalid, --located, --nfc, --reject, --split and -z are for "
		                    "lines, not for documents; leave out --from");
	if (inplace_has_options() && !fix)
		filter_die(f, NULL, "--in-place, --dry-run and --force need --fix");
	if (inplace_writes() && !search.recursive && !f->n_operands)
		filter_die(f, NULL, "-i needs files");
}

void doclint_warn(const struct filter *f)
{
	for (int i = 0; from == FROM_UNSET && i < f->n_operands; i++)
		if (document_is_named(f->operands[i])) {
			message_say(&f->messages, f->operands[i], "looks like a document, but its lines are checked; "
			                                          "--from=auto checks its links");
			return;
		}
}

/* For document_read: checks a link. */
static bool check_link(void *arg, const struct span *link)
{
	const struct filter *const f = arg;

	search_check(&f->messages);
	if (search.kinds[link->kind])
		checker_link(link);
	return true;
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
	struct filter *const f = checker.filter;

	(void)is_first;
	if (checker_is_baseline(name))
		return true;
	const int fd = lines_open_input(&f->lines, name, NULL);
	if (fd < 0)
		return true;
	if (document_read(&f->lines, &search.document, fd, name, check_link, f))
		checker_begin_document();
	if (fd != STDIN_FILENO)
		close(fd);
	search_check(&f->messages);
	return true;
}

void doclint_run(struct filter *f, bool fix)
{
	search.document.format = (enum document_format)(from - FROM_AUTO);
	search.document.places = true;
	search.charset = f->options.charset;
	search_prepare(&f->messages);
	inplace.check = f->options.check;
	if (fix)
		replace_catch_signals();
	search_files(&f->messages, f->n_operands, f->operands, fix ? fix_document : check_document);
	search_free();
}
