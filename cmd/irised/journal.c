/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "journal.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The first string of a journal */
#define HEAD "irised journal 1"

static void write_string(struct iri_buf *out, const char *text)
{
	iri_buf_add(out, text, strlen(text) + 1);
}

void journal_add(struct iri_buf *out, struct iri_str wanted, const struct step *steps, size_t n)
{
	write_string(out, HEAD);
	buf_add_format(out, "%zu%c", wanted.n, '\0');
	iri_buf_add(out, wanted.p, wanted.n);
	for (const struct step *step = steps; step < steps + n; step++) {
		iri_buf_putc(out, (char)step->kind);
		write_string(out, step->to);
		if (step->from)
			write_string(out, step->from);
		if (step->kept) {
			write_string(out, step->kept);
			write_string(out, step->identity);
		}
	}
	iri_buf_putc(out, (char)STEP_END);
}

const char *journal_string(const char **p, const char *end)
{
	const char *const text = *p;
	const char *const nul = iri_find_byte(text, end, '\0');

	if (nul == end)
		return NULL;
	*p = nul + 1;
	return text;
}

bool journal_read_wanted(const char **p, const char *end, struct iri_str *wanted)
{
	const char *const head = journal_string(p, end), *const length = head ? journal_string(p, end) : NULL;
	const size_t n = length ? strtoul(length, NULL, 10) : 0;

	if (!length || strcmp(head, HEAD) || n > (size_t)(end - *p))
		return false;
	*wanted = (struct iri_str){*p, n};
	*p += n;
	return true;
}

/*
 * Whether a path of a journal is below the current folder, without dot segments and symbolic links. Another person can
 * have written the journal, for instance into a repository.
 */
static bool is_inside(const char *path)
{
	char *const here = realpath(".", NULL), *const copy = strdup(path);
	char *const slash = copy ? strrchr(copy, '/') : NULL;
	bool is_good = here && copy && *path && *path != '/';

	for (const char *p = path; is_good && *p; p += *p == '/') {
		const size_t n = strcspn(p, "/");
		is_good = n && !(n == 1 && *p == '.') && !(n == 2 && p[0] == '.' && p[1] == '.');
		p += n;
	}
	if (is_good && slash) {
		*slash = '\0';
		char *const folder = realpath(copy, NULL);
		const size_t n = strcmp(here, "/") ? strlen(here) : 0;
		/* A folder that is missing will be made. */
		is_good = !folder ? errno == ENOENT : !strncmp(folder, here, n) && !strcmp(folder + n + 1, copy);
		free(folder);
	}
	free(here);
	free(copy);
	return is_good;
}

/* Whether the name is that of a temporary file beside `file`. */
static bool is_beside(const char *tool, const char *name, const char *file)
{
	const char *const slash = strrchr(file, '/');
	const size_t n = slash ? (size_t)(slash + 1 - file) : 0, n_tool = strlen(tool);

	return !strncmp(name, file, n) && name[n] == '.' && !strncmp(name + n + 1, tool, n_tool) &&
	       !strchr(name + n, '/');
}

bool journal_read_step(const char **p, const char *end, const char *tool, struct step *step)
{
	*step = (struct step){.kind = (unsigned char)*(*p)++};
	step->to = journal_string(p, end);
	if (step->kind != STEP_FOLDER)
		step->from = journal_string(p, end);
	if (step->kind == STEP_REPLACE) {
		step->kept = journal_string(p, end);
		step->identity = journal_string(p, end);
	}
	const char *const from = step->from, *const kept = step->kept;
	if (!step->to || !is_inside(step->to))
		return false;
	switch (step->kind) {
	case STEP_FOLDER: return true;
	case STEP_RENAME: return from && is_inside(from);
	case STEP_REPLACE:
		return from && kept && step->identity && is_beside(tool, from, step->to) &&
		       is_beside(tool, kept, step->to);
	case STEP_END: break;
	}
	return false;
}
