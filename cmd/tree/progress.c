/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "progress.h"

#include "lib/base/str.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST = 2000000000, INTERVAL = 100000000, SECOND = 1000000000 }; /* nanoseconds */

static struct timespec progress_after(struct timespec t, long nanoseconds)
{
	t.tv_sec += (t.tv_nsec + nanoseconds % SECOND) / SECOND + nanoseconds / SECOND;
	t.tv_nsec = (t.tv_nsec + nanoseconds % SECOND) % SECOND;
	return t;
}

/* Whether a descriptor is a pipe or a socket. */
static bool is_pipe(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

/* Whether this is a job in the background, as a shell calls it. */
static bool is_in_background(void)
{
	const pid_t group = tcgetpgrp(STDERR_FILENO);

	return group >= 0 && group != getpgrp();
}

void progress_begin(struct progress *p, bool fills_output)
{
	const char *const term = getenv("TERM");
	struct timespec now;

	p->is_on = isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0 && !is_pipe(STDOUT_FILENO) &&
	           !(fills_output && isatty(STDOUT_FILENO)) && clock_gettime(CLOCK_MONOTONIC, &now) == 0;
	if (p->is_on)
		p->next = progress_after(now, FIRST);
}

void progress_show(struct progress *p, const struct messages *m, const char *verb, size_t done, size_t all)
{
	struct timespec now;
	struct iri_buf text = {0};

	if (!p->is_on || clock_gettime(CLOCK_MONOTONIC, &now) != 0 || now.tv_sec < p->next.tv_sec ||
	    (now.tv_sec == p->next.tv_sec && now.tv_nsec < p->next.tv_nsec) ||
	    is_in_background())
		return;
	p->next = progress_after(now, INTERVAL);
	buf_add_format(&text, "%s: %s %zu", m->tool, verb, done);
	if (all)
		buf_add_format(&text, " of %zu", all);
	buf_add_text(&text, " files");
	buf_check(m, &text);
	message_show(iri_contents(&text));
	iri_buf_free(&text);
}
