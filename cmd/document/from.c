/* SPDX-License-Identifier: ISC */
#include "from.h"

#include <unistd.h>

/* The words of --from: lines, and the formats in the order of enum document_format. FROM_UNSET: absent, as lines */
static enum { FROM_LINES, FROM_AUTO, FROM_TEXT, FROM_MARKDOWN, FROM_HTML, FROM_XML, FROM_UNSET } from;

const struct option_row from_options[] = {
	{0, "from", "lines|auto|text|markdown|html|xml",
         "lines (default): a reference on each line; else\n"
         "the operands are documents, as for irigrep, and\n"
         "their links are read; auto: the format by name:\n"
         SEARCH_NAMES, .choice = &from},
	{0},
};

void from_begin(void)
{
	from = FROM_UNSET;
	search = (struct search){0};
}

bool from_is_wanted(void)
{
	return from > FROM_LINES && from < FROM_UNSET;
}

void from_check_options(struct filter *f, bool has_others)
{
	const struct options *const o = &f->options;

	if (!from_is_wanted() && (has_others || search_has_options()))
		filter_die(f, NULL, "options for documents need --from; --from=auto goes by file names");
	if (from_is_wanted() && (o->field || o->html || o->located || o->split || o->reject || !o->eol ||
	                         o->invalid != INVALID_UNSET || (o->nfc && !f->lines.charset)))
		filter_die(f, NULL, "--field, --html, --invalid, --located, --nfc, --reject, --split and -z are for "
		                    "lines, not for documents; leave out --from");
}

void from_warn(const struct filter *f)
{
	for (int i = 0; from == FROM_UNSET && i < f->n_operands; i++)
		if (document_is_named(f->operands[i])) {
			message_say(&f->messages, f->operands[i], "looks like a document, but its lines are checked; "
			                                          "--from=auto checks its links");
			return;
		}
}

void from_run(struct filter *f, bool (*file)(const char *name, bool is_first))
{
	search.document.format = (enum document_format)(from - FROM_AUTO);
	search.document.places = true;
	search.charset = f->options.charset;
	search_prepare(&f->messages);
	search_files(&f->messages, f->n_operands, f->operands, file);
	search_free();
}

/* What link_found needs */
struct seeker {
	struct filter *f;
	void (*found)(struct filter *f, const struct span *link);
};

/* For document_read: passes on a link of a kind that is wanted. */
static bool link_found(void *arg, const struct span *link)
{
	const struct seeker *const s = arg;

	search_check(&s->f->messages);
	if (search.kinds[link->kind])
		s->found(s->f, link);
	return true;
}

bool from_search(struct filter *f, const char *name, void (*found)(struct filter *f, const struct span *link))
{
	struct seeker s = {f, found};
	const int fd = lines_open_input(&f->lines, name, NULL);

	if (fd < 0)
		return false;
	const bool searched = document_read(&f->lines, &search.document, fd, name, link_found, &s);
	if (fd != STDIN_FILENO)
		close(fd);
	search_check(&f->messages);
	return searched;
}
