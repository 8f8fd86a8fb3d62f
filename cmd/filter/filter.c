/* SPDX-License-Identifier: ISC */
#include "filter.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"

#include <string.h>

_Noreturn void filter_die(struct filter *f, const char *what, const char *text)
{
	lines_flush(&f->lines);
	message_die(&f->messages, what, text);
}

_Noreturn void filter_die_error(struct filter *f, const char *what, const struct iri_error *err)
{
	char text[256];

	iri_error_text(err, text, sizeof text);
	filter_die(f, what, text);
}

void filter_check_absent(struct filter *f, const char *text)
{
	if (text[strcspn(text, "\t\r\n")])
		filter_die(f, NULL, "--absent takes a text without tab, newline and carriage return");
}

void *filter_need(struct filter *f, void *handle)
{
	if (!handle)
		filter_die(f, NULL, "out of memory");
	return handle;
}

struct iri_str filter_trim(struct iri_str s)
{
	while (s.n && is_space(s.p[0]))
		s.p++, s.n--;
	while (s.n && is_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

const char *filter_cut_pair(struct iri_str line, struct iri_str pair[2], size_t *off)
{
	const char *const end = line.p + line.n, *const tab = line.n ? memchr(line.p, '\t', line.n) : NULL;
	const char *const second = tab ? memchr(tab + 1, '\t', (size_t)(end - tab - 1)) : NULL;

	*off = second ? (size_t)(second - line.p) : line.n;
	if (!tab || second)
		return "the line must have two references, separated by one tab";
	pair[0] = filter_trim(iri_between(line.p, tab));
	pair[1] = filter_trim(iri_between(tab + 1, end));
	return NULL;
}

enum iri_status filter_refuse(struct filter *f, struct iri_error *err, size_t off, const char *text)
{
	*err = (struct iri_error){.status = IRI_BAD_CHAR, .off = off};
	f->fault = text;
	return err->status;
}
