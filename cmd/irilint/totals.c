/* SPDX-License-Identifier: ISC */
#include "totals.h"

void totals_add(struct totals *t, const struct totals *more)
{
	t->files += more->files;
	t->found_files += more->found_files;
	t->findings += more->findings;
	t->errors += more->errors;
	t->fixable += more->fixable;
	t->silenced += more->silenced;
}

static const char *totals_plural(uintmax_t n)
{
	return n == 1 ? "" : "s";
}

void totals_say(const struct totals *t, const struct messages *m, bool is_rest, struct iri_str settings)
{
	struct iri_buf text = {0};

	if (t->findings)
		buf_add_format(&text, "%ju finding%s", t->findings, totals_plural(t->findings));
	else
		buf_add_text(&text, "no findings");
	buf_add_text(&text, is_rest ? " left" : "");
	if (t->errors)
		buf_add_format(&text, " (%ju error%s)", t->errors, totals_plural(t->errors));
	if (t->files && t->findings)
		buf_add_format(&text, " in %ju of %ju file%s", t->found_files, t->files, totals_plural(t->files));
	else if (t->files)
		buf_add_format(&text, " in %ju file%s", t->files, totals_plural(t->files));
	if (t->silenced)
		buf_add_format(&text, "; %ju silenced", t->silenced);
	if (t->fixable && !is_rest)
		buf_add_format(&text, "; %ju can be fixed with --fix", t->fixable);
	if (settings.n) {
		buf_add_text(&text, "; settings from ");
		iri_buf_add(&text, settings.p, settings.n);
	}
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	message_say(m, NULL, text.p);
	iri_buf_free(&text);
}
