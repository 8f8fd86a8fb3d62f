/* SPDX-License-Identifier: ISC */
#include "clean.h"

#include "cmd/base/glob.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/* A line of a file */
struct clean_row {
	const char *host, *key; /* patterns */
	const char *why;        /* the place of the line */
};

/* What clean_add_row needs */
struct clean_reader {
	struct clean *c;
	struct filter *f;
	const char *name;  /* of the file */
};

/* For lines_read: keeps a line of a file. */
static void clean_add_row(void *reader, struct iri_str s)
{
	const struct clean_reader *const r = reader;
	struct filter *const f = r->f;
	struct clean *const c = r->c;
	const char *const tab = iri_find_byte(s.p, s.p + s.n, '\t'), *const end = s.p + s.n;

	if (!s.n || *s.p == '#')
		return;
	if (tab == s.p || end - tab < 2 || memchr(s.p, '\0', s.n) ||
	    memchr(tab + 1, '\t', (size_t)(end - tab - 1))) {
		message_at(&f->messages, 0, "a line has a pattern for hosts, a tab and one for parameters", NULL);
		filter_die(f, "--clean", "the file has a wrong line");
	}
	struct clean_row row = {.host = arena_copy(&c->fixed, iri_between(s.p, tab)).p};
	row.key = arena_copy(&c->fixed, iri_between(tab + 1, end)).p;
	iri_buf_clear(&c->text);
	buf_add_visible(&c->text, r->name);
	buf_add_format(&c->text, ", line %ju", f->messages.place.line);
	buf_check(&f->messages, &c->text);
	row.why = arena_copy(&c->fixed, iri_contents(&c->text)).p;
	ARRAY_ADD(c->rows, &row);
	buf_check(&f->messages, &c->rows.buf);
}

void clean_read(struct clean *c, struct filter *f, const char *name)
{
	struct clean_reader r = {c, f, name};

	c->fixed.messages = &f->messages;
	if (!lines_read(&f->lines, name, clean_add_row, &r))
		filter_die(f, "--clean", "the file could not be read");
}

/* For struct iri_lint_options: returns which row of the files is about the parameter, or NULL. */
static const char *clean_tracks(void *clean, struct iri_str host, struct iri_str key)
{
	const struct clean *const c = clean;
	const struct clean_row *const rows = c->rows.item;

	(void)host; /* c->host is the same in lower case */
	for (size_t i = 0; i < ARRAY_COUNT(c->rows); i++)
		if (glob_matches(rows[i].host, iri_contents(&c->host)) && glob_matches(rows[i].key, key))
			return rows[i].why;
	return NULL;
}

/* Makes c->linter. */
static void clean_prepare(struct clean *c, struct filter *f)
{
	const struct iri_rule *const rule = iri_rule_find((struct iri_str){"tracking-parameter", 18});
	const struct iri_lint_options options = {.rules = &rule, .n_rules = 1, .tracks = clean_tracks, .tracks_arg = c};

	c->linter = filter_need(f, iri_linter_new(&options));
}

/* Adds a note for each parameter that goes. s: the reference that has them */
static void clean_explain(struct clean *c, struct filter *f, struct iri_str s, bool in_line)
{
	struct iri_findings found;
	char text[512];

	if (iri_lint(c->linter, s, &found, NULL) != IRI_OK)
		filter_die(f, NULL, "out of memory");
	for (size_t i = 0; i < found.n; i++) {
		const char *const start = s.p + found.p[i].off, *const end = start + found.p[i].len;
		const char *const p = *start == '?' || *start == '&' ? start + 1 : start;
		const char *const stop = end[-1] == '&' ? end - 1 : end;
		iri_finding_text(&found.p[i], text, sizeof text);
		iri_buf_clear(&c->text);
		buf_add_text(&c->text, "removed '");
		buf_add_visible_str(&c->text, iri_between(p, iri_find_byte(p, stop, '=')));
		buf_add_format(&c->text, "', %s%c", text, '\0');
		buf_check(&f->messages, &c->text);
		message_add_note(&f->messages, in_line ? (size_t)(p - s.p) : 0, c->text.p);
	}
}

enum iri_status clean_link(struct clean *c, struct filter *f, struct iri_str s, bool explains, bool in_line,
                           struct iri_str *out, struct iri_error *err)
{
	struct iri_ref ref;
	enum iri_status status = iri_parse(s, IRI_REFERENCE, &ref, err);

	if (status != IRI_OK)
		return status;
	if (!c->linter)
		clean_prepare(c, f);
	iri_buf_clear(&c->host);
	for (size_t i = 0; i < ref.host.n; i++)
		iri_buf_putc(&c->host, iri_lower(ref.host.p[i]));
	buf_check(&f->messages, &c->host);
	if (explains)
		clean_explain(c, f, s, in_line);
	return iri_fix(c->linter, s, out, err);
}

void clean_free(struct clean *c)
{
	iri_linter_free(c->linter);
	iri_buf_free(&c->rows.buf);
	iri_buf_free(&c->host);
	iri_buf_free(&c->text);
	arena_clear(&c->fixed);
}
