/* SPDX-License-Identifier: ISC */
#include "from.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const struct option_row from_options[] = {
	{0, "from", "lines|auto" FORMATS_WORDS,
         "lines (default): a reference on each line; else\n"
         "the operands are documents, as for irigrep, and\n"
         "their links are read; auto: the format by name,\n"
         "as for irigrep (irilint: the default for folders\n"
         "and names like x.md); other words name it",
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

	if (!from_is_wanted(from) && (has_others || selection_needs_documents(&from->selection)))
		filter_die(f, NULL, "options for documents need --from, or a name like README.md");
	if (from_is_wanted(from) && (o->field || o->html || o->located || o->split || o->reject || !o->eol ||
	                         o->invalid != INVALID_UNSET || (o->nfc && !f->lines.charset)))
		filter_die(f, NULL, "--field, --html, --invalid, --located, --nfc, --reject, --split and -z are for "
		                    "lines, not for documents; --from=lines reads lists");
}

const struct iri_link_options *from_bare_links(struct from *from, const struct filter *f)
{
	struct selection *const s = &from->selection;

	if (!s->document.find.links.bare)
		return NULL;
	selection_prepare(s, &f->messages);
	return &s->document.find.links;
}

void from_check(const struct from *from, const struct filter *f)
{
	selection_check(&from->selection, &f->messages);
}

bool from_is_folder(const char *name)
{
	struct stat st;

	return strcmp(name, "-") != 0 && stat(name, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Whether the name of a file tells that it is a document, but not running text. Data is one, too, unlike for -r. */
static bool from_is_document(const char *name)
{
	const enum document_format format = format_of_name(name);

	return format != FORMAT_AUTO && format != FORMAT_TEXT;
}

void from_choose(struct from *from, struct filter *f, bool recursive)
{
	const char *list = NULL, *document = recursive ? "." : NULL;
	struct iri_buf text = {0};

	if (from->format != FROM_UNSET)
		return;
	for (int i = 0; i < f->n_operands; i++) {
		const char *const name = f->operands[i];
		if (from_is_document(name) || from_is_folder(name))
			document = name;
		else
			list = name;
	}
	if (document && list && !recursive) {
		buf_add_text(&text, "this is read as a list, but ");
		buf_add_visible(&text, document);
		buf_add_format(&text, " as documents; use --from=auto or --from=lines%c", '\0');
		buf_check(&f->messages, &text);
		filter_die(f, list, text.p);
	}
	if (document || (f->lines.stdin_name && from_is_document(f->lines.stdin_name)))
		from->format = FROM_AUTO;
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

void from_free(struct from *from)
{
	selection_free(&from->selection);
}
