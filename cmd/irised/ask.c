/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "ask.h"

#include "cmd/tree/jobs.h"
#include "lib/base/str.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { STATUS_NOT_FOUND = 127 }; /* of sh(1): it does not find the command */

/* Prints a message about the current file, which is not edited. Returns false. */
static bool ask_refuse(const struct ask *a, const char *text)
{
	message_say(a->messages, a->messages->place.file, text);
	message_raise(a->messages, EXIT_TROUBLE);
	return false;
}

static bool refuse_errno(const struct ask *a)
{
	char why[256];

	snprintf(why, sizeof why, "not edited: cannot run the command: %s", strerror(errno));
	return ask_refuse(a, why);
}

static size_t count_links(const struct editor *e)
{
	size_t n = 0;

	for (size_t i = 0; editor_next(e, &i).p; i++)
		n++;
	return n;
}

/* Refuses output that goes beyond the limits. Returns false. */
static bool refuse_output(const struct ask *a)
{
	const struct command *const c = &a->process;
	const size_t line = a->answered + c->printed + 1;
	char text[256];

	if (line <= a->asked)
		snprintf(text, sizeof text, "not edited: line %zu that the command printed is too long for a link; "
		         "it has more than %zu bytes", line, c->longest);
	else
		snprintf(text, sizeof text, "not edited: the command printed too many lines, more than %zu; "
		         "it must print one for each link", a->asked);
	return ask_refuse(a, text);
}

bool ask_links(struct ask *a, const struct editor *e)
{
	/* Far more than a link needs, far less than the memory that an endless line takes */
	enum { MOST = 1024 * 1024, TIMES = 16 };
	struct iri_buf input = {0};
	size_t longest = 0, n = 0;
	struct iri_str link;
	bool well = true;

	for (size_t i = 0; (link = editor_next(e, &i)).p; i++, n++) {
		longest = link.n > longest ? link.n : longest;
		iri_buf_add(&input, link.p, link.n);
		iri_buf_putc(&input, a->end);
	}
	buf_check(a->messages, &input);
	a->asked += n;
	if (n && !a->is_open) {
		jobs_await_turn();
		a->process = (struct command){.end = a->end};
		well = a->is_open = command_start(&a->process, a->command, e->name);
	}
	well = well && (!n || command_give(&a->process, iri_contents(&input), n, MOST + TIMES * longest));
	iri_buf_free(&input);
	if (!well)
		return refuse_errno(a);
	if (a->process.too_much)
		return refuse_output(a);
	/* A command that has ended too early prints no more lines for what follows. */
	const bool is_short = a->is_open && a->process.out < 0 && a->answered + a->process.printed < a->asked;
	return !is_short || ask_end(a);
}

bool ask_is_answered(const struct ask *a, const struct editor *e)
{
	return a->has_ended || count_links(e) <= a->process.printed;
}

bool ask_end(struct ask *a)
{
	struct command *const c = &a->process;
	int status;
	char text[256];

	a->has_ended = true;
	if (!a->is_open)
		return true;
	a->is_open = false;
	if (!command_end(c, &status))
		return refuse_errno(a);
	/* The last line may lack its end. */
	const size_t lines = a->answered + c->printed + (c->start < c->output.n);
	if (c->too_much || lines > a->asked)
		return refuse_output(a);
	if (WIFSIGNALED(status))
		snprintf(text, sizeof text, "not edited: the command was ended by signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status) == STATUS_NOT_FOUND)
		snprintf(text, sizeof text, "not edited: the command was not found (status %d); "
		         "sh runs it, as in: irised 'sed s/a/b/' FILE", STATUS_NOT_FOUND);
	else if (WEXITSTATUS(status) > EXIT_INVALID)
		snprintf(text, sizeof text, "not edited: the command failed with status %d", WEXITSTATUS(status));
	else if (lines < a->asked)
		snprintf(text, sizeof text, "not edited: the command printed too few lines, %zu and not %zu; "
		         "it must print one for each link", lines, a->asked);
	else {
		message_raise(a->messages, WEXITSTATUS(status));
		return true;
	}
	return ask_refuse(a, text);
}

void ask_set(struct ask *a, struct editor *e)
{
	const struct iri_str text = iri_present(iri_contents(&a->process.output));
	const char *p = text.p, *const end = p + text.n;
	struct iri_str link;
	size_t n = 0;

	for (size_t i = 0; (link = editor_next(e, &i)).p; i++, n++) {
		const char *const stop = iri_find_byte(p, end, a->end);
		if (stop > p || !link.n) {
			editor_set(e, i, iri_between(p, stop));
		} else {
			editor_say(e, i, "the command printed an empty line; this link stays as it is");
			message_raise(a->messages, EXIT_INVALID);
		}
		p = stop + (stop < end);
	}
	command_take(&a->process, (size_t)(p - text.p), n);
	a->answered += n;
}

void ask_close(struct ask *a)
{
	int status;

	if (a->is_open)
		command_end(&a->process, &status);
	command_free(&a->process);
	a->is_open = a->has_ended = false;
	a->asked = a->answered = 0;
	a->process = (struct command){.end = a->end};
}
