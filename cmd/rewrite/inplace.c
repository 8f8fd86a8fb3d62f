/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "inplace.h"

#include "cmd/file/made.h"
#include "lib/base/str.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *take_in_place(void *inplace, const char *suffix)
{
	struct inplace *const o = inplace;

	o->in_place = true;
	o->replace.suffix = suffix;
	return suffix && strchr(suffix, '/') ? "the suffix of --in-place cannot contain '/'" : NULL;
}

const struct option_row inplace_options[] = {
	{'i', "in-place", "SUFFIX", "write the result into the file itself; with\n"
         "SUFFIX, keep the old file, with SUFFIX at the end\nof its name",
         .take = take_in_place, .arg_is_optional = true},
	{0, "dry-run", NULL, "write no file; print what would change as a diff\nfor patch(1)",
         FLAG_OF(struct inplace, dry_run)},
	{0, "force", NULL, "with -i, also rewrite read-only files, files with\n"
         "other hard links, and files whose access control\n"
         "list cannot be kept",
         FLAG_OF(struct inplace, replace.force)},
	{0},
};

bool inplace_has_options(const struct inplace *o)
{
	return o->in_place || o->dry_run || o->shows || o->replace.force;
}

bool inplace_prints(const struct inplace *o)
{
	return !o->in_place && !o->dry_run && !o->shows && !o->check;
}

bool inplace_writes(const struct inplace *o)
{
	return o->in_place && !o->dry_run && !o->check;
}

void inplace_print(const struct inplace *o, const struct messages *m, struct iri_buf *diff)
{
	struct iri_buf colored = {0};

	buf_check(m, diff);
	if (o->color)
		diff_color(iri_contents(diff), &colored);
	buf_check(m, &colored);
	const struct iri_buf *const printed = o->color ? &colored : diff;
	stdout_write(m, printed->p, printed->n);
	iri_buf_free(&colored);
	iri_buf_free(diff);
}

/* Prints what would change. patch(1) does not follow symbolic links, so the diff names the file that would change. */
static void put_diff(const struct inplace *o, struct messages *m, const struct editor *e, struct iri_str result)
{
	const bool is_file = !lines_is_stdin(e->lines, e->name);
	struct iri_buf diff = {0}, target = {0};

	if (is_file && !atomic_pretend(m, e->name, &target))
		return;
	buf_check(m, &target);
	const char *const name = is_file ? target.p : m->place.file;
	diff_add(&diff, name, name, e->document, result,
	         e->changes.item, ARRAY_COUNT(e->changes));
	inplace_print(o, m, &diff);
	iri_buf_free(&target);
}

void inplace_say_changes(const struct inplace *o, const struct messages *m, size_t n)
{
	struct iri_buf text = {0};

	/* With a name apart, message_say would leave it out if memory ran out. */
	buf_add_visible(&text, m->place.file);
	buf_add_format(&text, ": %zu %s %s", n, n == 1 ? "link" : "links", o->dry_run ? "would change" : "changed");
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	message_say(m, NULL, text.p);
	iri_buf_free(&text);
}

/* Prints the new document or, with --dry-run, the diff; with -i, writes the new document into the file. */
static void inplace_put(const struct inplace *o, struct messages *m, const struct editor *e)
{
	const bool changed = e->changes.buf.n;
	const struct iri_str result = editor_result(e);

	if (o->check)
		return;
	if (changed && (o->dry_run || o->shows))
		put_diff(o, m, e, result);
	if (changed && o->dry_run)
		message_raise(m, EXIT_INVALID);
	if (inplace_prints(o))
		stdout_write(m, result.p, result.n);
	else if (changed && o->in_place && !o->dry_run &&
	         !atomic_write(m, e->name, e->document, result, &o->replace))
		return;
	if (changed && o->verbose)
		inplace_say_changes(o, m, ARRAY_COUNT(e->changes));
}

/* Reads the file. Does not return INPLACE_MADE if it is not to be edited. */
static enum inplace_result read_file(const struct inplace *o, const struct editor *e, const char *advice,
                                     struct iri_buf *document)
{
	struct messages *const m = e->lines->messages;
	const char *const name = e->name;

	if ((o->in_place || o->dry_run) && made_has(name))
		return INPLACE_PASSED_OVER;
	const char *const why = !inplace_writes(o)               ? NULL
	                        : lines_is_stdin(e->lines, name) ? "standard input cannot be edited in place"
	                                                         : atomic_check(name, &o->replace);

	if (why) {
		message_say(m, name, why);
		message_raise(m, EXIT_TROUBLE);
		return INPLACE_FAILED;
	}
	const int fd = lines_open_input(e->lines, name, advice);
	if (fd < 0)
		return INPLACE_FAILED;
	const bool complete = lines_read_all(e->lines, fd, document);
	if (!complete)
		message_raise(m, EXIT_TROUBLE);
	if (fd != STDIN_FILENO)
		close(fd);
	return complete ? INPLACE_MADE : INPLACE_FAILED;
}

enum inplace_result inplace_make(const struct inplace *o, struct editor *e, const char *advice,
                                 bool (*change)(void *arg, struct editor *e), void *arg, struct iri_buf *document)
{
	const enum inplace_result read = read_file(o, e, advice, document);

	if (read != INPLACE_MADE)
		return read;
	e->document = iri_present(iri_contents(document));
	const enum document_result result = editor_begin(e);
	if (result == DOCUMENT_PASSED_OVER)
		return INPLACE_PASSED_OVER;
	if (result == DOCUMENT_SEARCHED && change(arg, e) && editor_finish(e))
		return INPLACE_MADE;
	message_raise(e->lines->messages, EXIT_TROUBLE);
	return INPLACE_FAILED;
}

void inplace_edit(const struct inplace *o, struct editor *e, const char *advice,
                  bool (*change)(void *arg, struct editor *e), void *arg)
{
	struct iri_buf document = {0};

	if (inplace_make(o, e, advice, change, arg, &document) == INPLACE_MADE) {
		if (o->made)
			o->made(arg, e);
		inplace_put(o, e->lines->messages, e);
	}
	editor_free(e);
	iri_buf_free(&document);
}
