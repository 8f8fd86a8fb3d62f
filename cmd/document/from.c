/* SPDX-License-Identifier: ISC */
#include "from.h"

#include <sys/stat.h>
#include <unistd.h>

const struct option_row from_options[] = {
	{0, "from", "lines|auto" FORMATS_WORDS,
         "lines (default): a reference on each line; else\n"
         "the operands are documents, as for irigrep, and\n"
         "their links are read; auto: the format by name,\n"
         "as for irigrep; and the other words name it",
         CHOICE_OF(struct from, format), .word_of = format_word},
	{0},
};

bool from_is_wanted(const struct from *from)
{
	return from->format > FROM_LINES && from->format < FROM_UNSET;
}

void from_check_options(const struct from *from, struct filter *f, bool has_others)
{
	const struct options *const o = &f->options;

	if (!from_is_wanted(from) && (has_others || selection_has_options(&from->selection)))
		filter_die(f, NULL, "options for documents need --from; --from=auto goes by file names");
	if (from_is_wanted(from) && (o->field || o->html || o->located || o->split || o->reject || !o->eol ||
	                         o->invalid != INVALID_UNSET || (o->nfc && !f->lines.charset)))
		filter_die(f, NULL, "--field, --html, --invalid, --located, --nfc, --reject, --split and -z are for "
		                    "lines, not for documents; leave out --from");
}

void from_warn(const struct from *from, const struct filter *f)
{
	for (int i = 0; from->format == FROM_UNSET && i < f->n_operands; i++) {
		struct stat st;
		const bool is_folder = stat(f->operands[i], &st) == 0 && S_ISDIR(st.st_mode);
		if (!is_folder && format_of_name(f->operands[i]) <= FORMAT_TEXT)
			continue;
		message_say(&f->messages, f->operands[i], is_folder
			? "is a folder; --from=auto -r checks the links of the documents in it"
			: "looks like a document, but its lines are checked; --from=auto checks its links");
		return;
	}
}

void from_prepare(struct from *from, const struct filter *f)
{
	struct selection *const s = &from->selection;

	s->document.format = (enum document_format)(from->format - FROM_AUTO);
	s->document.places = true;
	s->charset = f->options.charset;
	selection_prepare(s, &f->messages);
}

/* What link_found needs */
struct seeker {
	const struct selection *selection;
	const struct messages *messages;
	void (*found)(void *arg, const struct span *link);
	void *arg;
};

/* For document_read: passes on a link of a kind that is wanted. */
static bool link_found(void *arg, const struct span *link)
{
	const struct seeker *const s = arg;

	selection_check(s->selection, s->messages);
	if (link->kind >= SPAN_KINDS || s->selection->kinds[link->kind])
		s->found(s->arg, link);
	return true;
}

/* Reads a document from fd or, if that is -1, from f->lines.memory. */
static bool read_from(const struct from *from, struct filter *f, const char *name, int fd, struct seeker *s)
{
	const enum document_result result =
		document_read(&f->lines, &from->selection.document, fd, name, link_found, s);

	selection_check(&from->selection, &f->messages);
	if (result == DOCUMENT_REFUSED)
		message_raise(&f->messages, EXIT_TROUBLE);
	return result == DOCUMENT_SEARCHED;
}

bool from_search(const struct from *from, struct filter *f, const char *name,
                 void (*found)(void *arg, const struct span *link), void *arg)
{
	struct seeker s = {&from->selection, &f->messages, found, arg};
	const int fd = lines_open_input(&f->lines, name, NULL);

	if (fd < 0)
		return false;
	const bool was_read = read_from(from, f, name, fd, &s);
	if (fd != STDIN_FILENO)
		close(fd);
	return was_read;
}

bool from_search_memory(const struct from *from, struct filter *f, const char *name, struct iri_str document,
                        void (*found)(void *arg, const struct span *link), void *arg)
{
	struct seeker s = {&from->selection, &f->messages, found, arg};

	f->lines.memory = document;
	return read_from(from, f, name, -1, &s);
}
