/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "progress.h"

#include "lib/base/str.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST = 2000000000, INTERVAL = 100000000, SECOND = 1000000000 }; /* nanoseconds */

static struct timespec progress_after(struct timespec t, long nanoseconds)
{
	t.tv_sec += (t.tv_nsec + nanoseconds % SECOND) / SECOND + nanoseconds / SECOND;
	t.tv_nsec = (t.tv_nsec + nanoseconds % SECOND) % SECOND;
	return t;
}

void progress_begin(struct progress *p)
{
	const char *const term = getenv("TERM");
	struct timespec now;

	p->is_on = isatty(STDERR_FILENO) && term && *term && strcmp(term, "dumb") != 0 &&
	           clock_gettime(CLOCK_MONOTONIC, &now) == 0;
	if (p->is_on)
		p->next = progress_after(now, FIRST);
}

void progress_show(struct progress *p, const struct messages *m, const char *verb, size_t done, size_t all)
{
	struct timespec now;
	struct iri_buf text = {0};

	if (!p->is_on || clock_gettime(CLOCK_MONOTONIC, &now) != 0 || now.tv_sec < p->next.tv_sec ||
	    (now.tv_sec == p->next.tv_sec && now.tv_nsec < p->next.tv_nsec))
		return;
	p->next = progress_after(now, INTERVAL);
	buf_add_format(&text, "%s: %s %zu of %zu files", m->tool, verb, done, all);
	buf_check(m, &text);
	message_show(iri_contents(&text));
	iri_buf_free(&text);
}
