/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "stream.h"

#include "cmd/base/text.h"
#include "lib/base/array.h"
#include "lib/base/str.h"

#include <stdio.h>
#include <unistd.h>

enum { CHUNK = 256 * 1024 }; /* bytes that a chunk has at least, unless it is the last one */

struct stream_chunk {
	struct editor e;
	struct iri_buf document;
};

struct stream {
	const struct stream_steps *steps;
	void *arg;
	struct messages *messages;
	struct selection selection; /* with the lines before the chunk that is read */
	struct iri_buf rest;        /* what was read of the next chunk: no whole line */
	union ARRAY_OF(struct stream_chunk) waiting; /* those that are not printed */
	uintmax_t printed;          /* the number of lines that are */
	size_t changes;
};

bool stream_suits(const struct inplace *o, const struct editor *e)
{
	return inplace_prints(o) && !o->made && !e->selection->charset && format_is_lines(editor_format(e));
}

/* Reads the next chunk. Sets *at_end if it is the last one. Returns false, with a message, on failure. */
static bool read_chunk(struct stream *p, const struct lines *l, int fd, struct iri_buf *document, bool *at_end)
{
	size_t n;

	*document = p->rest;
	p->rest = (struct iri_buf){0};
	while (!*at_end) {
		if (!lines_read_block(l, fd, document, &n))
			return false;
		*at_end = !n;
		const char *const start = document->p, *q = start + document->n;
		while (document->n >= CHUNK && n && q[-1] != '\n') {
			q--;
			n--;
		}
		if (document->n < CHUNK || !n)
			continue;
		iri_buf_add(&p->rest, q, document->n - (size_t)(q - start));
		buf_check(p->messages, &p->rest);
		document->n = (size_t)(q - start);
		break;
	}
	return true;
}

/* Prints the first chunk that waits, and removes it. Returns false, with a message, if it cannot be edited. */
static bool print_chunk(struct stream *p)
{
	struct stream_chunk first = p->waiting.item[0];

	iri_buf_remove(&p->waiting.buf, sizeof first);
	const bool well = p->steps->change(p->arg, &first.e) && editor_finish(&first.e);
	if (well) {
		const struct iri_str result = editor_result(&first.e);
		stdout_write(p->messages, result.p, result.n);
		p->printed += text_line_ends(first.e.document);
		p->changes += ARRAY_COUNT(first.e.changes);
	}
	editor_free(&first.e);
	iri_buf_free(&first.document);
	return well;
}

/*
 * Begins a chunk. Returns false if the document is not edited; *is_binary: without a message, since -r has found it.
 * *at_end becomes true if the document had to be read as a whole, since its charset is not UTF-8
 */
static bool begin_chunk(struct stream *p, struct stream_chunk *chunk, int fd, bool *at_end, bool *is_binary)
{
	struct editor *const e = &chunk->e;
	const struct editor unread = *e;

	e->document = iri_present(iri_contents(&chunk->document));
	enum document_result result = editor_begin(e);
	if (!p->selection.document.lines_before && !e->is_utf8 && !*at_end) {
		editor_free(e);
		*e = unread;
		*at_end = true;
		iri_buf_add(&chunk->document, p->rest.p, p->rest.n);
		if (!lines_read_all(e->lines, fd, &chunk->document))
			return false;
		e->document = iri_present(iri_contents(&chunk->document));
		result = editor_begin(e);
	}
	*is_binary = result == DOCUMENT_PASSED_OVER;
	p->selection.document.lines_before += text_line_ends(e->document);
	return result == DOCUMENT_SEARCHED && (!p->steps->begin || p->steps->begin(p->arg, e));
}

/* Whether the first chunk that waits can be printed. */
static bool has_ready(const struct stream *p, bool at_end)
{
	return ARRAY_COUNT(p->waiting) &&
	       (at_end || !p->steps->is_ready || p->steps->is_ready(p->arg, &p->waiting.item[0].e));
}

/* Reads the document, and prints its chunks. Returns as begin_chunk. */
static bool edit_chunks(struct stream *p, const struct editor *e, int fd, bool *is_binary)
{
	bool at_end = false, well = true;

	while (well && !at_end) {
		struct stream_chunk chunk = {.e = *e};
		chunk.e.selection = &p->selection;
		well = read_chunk(p, e->lines, fd, &chunk.document, &at_end) &&
		       begin_chunk(p, &chunk, fd, &at_end, is_binary);
		ARRAY_ADD(p->waiting, &chunk);
		buf_check(p->messages, &p->waiting.buf);
		if (well && at_end && p->steps->end)
			well = p->steps->end(p->arg);
		while (well && has_ready(p, at_end))
			well = print_chunk(p);
	}
	return well;
}

void stream_edit(const struct inplace *o, const struct editor *e, const char *advice, const struct stream_steps *steps,
                 void *arg)
{
	struct stream p = {.steps = steps, .arg = arg, .messages = e->lines->messages};
	const int fd = lines_open_input(e->lines, e->name, advice);
	bool is_binary = false;
	char text[128];

	if (fd < 0)
		return;
	p.selection = *e->selection;
	p.selection.document.format = editor_format(e);
	const bool well = edit_chunks(&p, e, fd, &is_binary);
	if (!well && !is_binary)
		message_raise(p.messages, EXIT_TROUBLE);
	if (!well && p.printed) {
		snprintf(text, sizeof text, "stopped: the output ends after line %ju", p.printed);
		message_say(p.messages, p.messages->place.file, text);
	}
	if (well && p.changes && o->verbose)
		inplace_say_changes(o, p.messages, p.changes);
	for (size_t i = 0; i < ARRAY_COUNT(p.waiting); i++) {
		editor_free(&p.waiting.item[i].e);
		iri_buf_free(&p.waiting.item[i].document);
	}
	iri_buf_free(&p.waiting.buf);
	iri_buf_free(&p.rest);
	if (fd != STDIN_FILENO)
		close(fd);
}
