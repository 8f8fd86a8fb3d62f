/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "myst.h"

#include "rst_inline.h"
#include "rst_target.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"

#include <string.h>

/* Takes a line from the text, without white space around it. */
static struct iri_str take_line(struct iri_str *text)
{
	const char *const end = text->p + text->n;
	const char *stop = text->p;

	while (stop < end && !is_line_end(*stop))
		stop++;
	const struct iri_str line = trim_html_space(iri_between(text->p, stop));
	*text = iri_between(stop + (stop < end), end);
	return line;
}

/* Returns a name, or the one in "title <name>". */
static struct iri_str name_in(struct iri_str text)
{
	const struct iri_str embedded = rst_embedded(text);

	return trim_html_space(embedded.p ? embedded : text);
}

/*
 * Returns the name in the next line of a toctree, or an empty text. Passes options: lines that begin with ":", or
 * stand between two lines of "---".
 */
static struct iri_str name_of_line(struct myst_directive *d, struct iri_str line)
{
	const struct iri_str none = {"", 0};
	const bool is_border = iri_is(line, "---");

	if (!line.n)
		return none;
	if (d->state == MYST_FIRST && is_border) {
		d->state = MYST_OPTIONS;
		return none;
	}
	if (d->state == MYST_OPTIONS) {
		d->state = is_border ? MYST_NAMES : MYST_OPTIONS;
		return none;
	}
	d->state = MYST_NAMES;
	d->is_pattern = rst_is_pattern(line);
	if (*line.p == ':' || iri_is(line, "self") || (d->is_pattern && rst_embedded(line).p))
		return none;
	return d->is_pattern ? line : name_in(line);
}

bool myst_next_name(struct myst_directive *d, struct iri_str *name)
{
	if (d->state == MYST_START) {
		const struct iri_str first = take_line(&d->text);
		const char *const end = first.p + first.n, *const close = iri_find_byte(first.p, end, '}');
		const struct iri_str directive = iri_between(first.p + 1, close);
		d->state = MYST_FIRST;
		d->is_image = iri_is(directive, "image") || iri_is(directive, "figure");
		if (!iri_is(directive, "toctree")) {
			*name = close < end ? trim_html_space(iri_between(close + 1, end)) : (struct iri_str){"", 0};
			d->text.n = 0;
			return name->n;
		}
	}
	while (d->text.n)
		if ((*name = name_of_line(d, take_line(&d->text))).n)
			return true;
	return false;
}

struct iri_str myst_name_of_role(struct iri_str before, struct iri_str code)
{
	static const struct iri_str roles[] = {{"{doc}", 5}, {"{download}", 10}};
	const char *const end = before.p + before.n;
	const struct iri_str none = {NULL, 0};
	bool is_role = false;
	size_t ticks = 0;

	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
		is_role = is_role || (before.n >= roles[i].n && !memcmp(end - roles[i].n, roles[i].p, roles[i].n));
	if (!is_role)
		return none;
	while (ticks < code.n && code.p[ticks] == '`')
		ticks++;
	const struct iri_str text = trim_html_space(iri_between(code.p + ticks, code.p + code.n - ticks));
	for (size_t i = 0; i < text.n; i++)
		if (is_line_end(text.p[i]))
			return none;
	return name_in(text);
}
