/* SPDX-License-Identifier: ISC */
/* iriparse: splits IRIs into their components (2011 draft, section 5; RFC 3986, appendix B) */
#include "config.h"

#include "cmd/base/json.h"
#include "cmd/base/text.h"
#include "cmd/base/suffix_list.h"
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"
#include "cmd/iriparse/values.h"
#include "lib/syntax/parse.h"

#include <string.h>

struct iriparse {
	struct columns columns;
	struct values values;
	bool plain;                            /* the output is a row of parts of the reference as they are: */
	unsigned char parts[ROW_MOST_COLUMNS];
	struct row_columns row;
	bool with_original;
	const char *absent_text;
	struct iri_buf absent;
};

static const char *take_get(void *data, const char *list)
{
	struct iriparse *const self = data;

	return columns_read_list(&self->columns, list);
}

static const char *take_format(void *data, const char *format)
{
	struct iriparse *const self = data;

	return columns_read_format(&self->columns, format);
}

static const char *take_all(void *data, const char *separator)
{
	struct iriparse *const self = data;

	self->values.all = separator ? separator : ",";
	return *self->values.all && !self->values.all[strcspn(self->values.all, "\t\r\n")]
	               ? NULL
	               : "--all takes a text without tab, newline and carriage return";
}

static const struct option_row options[] = {
	{0, "get", "NAME,...",
         "print these columns, in this order: scheme,\n"
         "authority, userinfo, host, port, path, query,\n"
         "fragment (default: all these except authority),\n"
         "user, password, host_ascii, host_unicode, domain,\n"
         "suffix, subdomain, default-port, port_effective,\n"
         "path:N, file, extension, query:KEY, original,\n"
         "error; with --json, also pairs", .take = take_get},
	{0, "format", "TEXT",
         "print TEXT with a column in place of each {NAME};\n"
         "{{ and }} are braces", .take = take_format},
	{0, "all", "SEP",
         "for query:KEY, print the values of all pairs with\n"
         "the key, with SEP between them (default: a comma)\n"
         "or, with --json, as an array",
         .take = take_all, .arg_is_optional = true},
	{0, "with-original", NULL, "also print the line itself, as the last column",
         FLAG_OF(struct iriparse, with_original)},
	{0, "absent", "STR", "print STR for an absent component; default: empty",
         TEXT_OF(struct iriparse, absent_text)},
	{0, "json", NULL, "print a JSON object for each line; an absent\ncomponent is null",
         FLAG_OF(struct iriparse, values.json)},
	{0, "host", "idna|unicode|keep",
         "idna: print hosts with A-labels; unicode: print\n"
         "them in Unicode, except labels that could\n"
         "mislead; keep (default): print them as they are", CHOICE_OF(struct iriparse, values.hosts.style)},
	{0, "explain", NULL, "print on standard error which labels\n--host=unicode leaves as A-labels, and why",
         FLAG_OF(struct iriparse, values.hosts.explain)},
	{0, "psl", "icann|private",
         "the suffixes of the Public Suffix List that\n"
         "count: those of registries (default), or also\n"
         "those of companies, as github.io", FLAG_OF(struct iriparse, values.hosts.private), .on = 1},
	{0, "lenient", NULL, "split any string into components, valid or not",
         FLAG_OF(struct iriparse, values.hosts.lenient)},
	{0},
};

static void print_json(const struct iriparse *self, const char *error, struct iri_buf *out)
{
	const struct values *const v = &self->values;

	iri_buf_putc(out, '{');
	for (size_t i = 0; i < self->columns.n; i++) {
		const struct column *const column = &self->columns.of[i];
		json_string(out, column->name);
		iri_buf_putc(out, ':');
		if (v->of[i].p && values_are_json(v, column))
			iri_buf_add(out, v->of[i].p, v->of[i].n);
		else
			json_string(out, v->of[i]);
	}
	if (error && !columns_have(&self->columns, COLUMN_ERROR))
		json_add_text(out, "error", error);
	iri_buf_putc(out, '}');
}

/* Appends the row or object of a line. error: the text about an invalid line, or NULL */
static void iriparse_print(const struct iriparse *self, const char *error, struct iri_buf *out)
{
	const struct values *const v = &self->values;

	if (v->json)
		print_json(self, error, out);
	else if (self->columns.format)
		columns_fill(&self->columns, v->of, iri_contents(&self->absent), out);
	else
		row_add(v->of, self->columns.n, iri_contents(&self->absent), out);
	/* If memory ran out for one of these, the output is incomplete, too. */
	out->failed = out->failed || v->failed;
}

/* Appends the row or object of a reference. */
static enum iri_status print_columns(struct filter *f, const struct iri_ref *given, struct iri_buf *out,
                                     struct iri_error *err)
{
	struct iriparse *const self = f->data;
	struct values *const v = &self->values;
	const char *const start = given->text.p;
	struct iri_ref ref = *given;

	const enum iri_status status = hosts_convert(f, &v->hosts, start, &ref, err);
	if (status == IRI_BAD_HOST)
		err->off += (size_t)(given->host.p - start);
	if (status != IRI_OK)
		return status;
	values_find(v, &self->columns, &ref, NULL, filter_original(f, given));
	if (v->failed)
		return iri_no_memory(err);
	if (v->fault)
		return filter_refuse(f, err, (size_t)(v->fault_at - start), v->fault);
	iriparse_print(self, NULL, out);
	return IRI_OK;
}

IRI_INLINE enum filter_result iriparse_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	const struct iriparse *const self = f->data;
	struct iri_buf *const out = filter_output(f, ref);

	if (!self->plain)
		return filter_changed(print_columns(f, ref, out, err));
	row_add_parts(&self->row, ref, out);
	return FILTER_CHANGED;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	const struct iriparse *const self = f->data;
	struct iri_ref ref;

	if (!self->values.hosts.lenient)
		return filter_reference(f, s, iriparse_ref, out, err);
	iri_split(s, &ref);
	enum iri_status status = values_check(&self->values, s, err);
	if (status == IRI_OK && iriparse_ref(f, &ref, err) == FILTER_FAILED)
		status = err->status;
	*out = iri_contents(&f->output);
	return status;
}

static const char *lines(struct filter *f, const char *p, const char *end)
{
	const struct iriparse *const self = f->data;

	/* The notes of --explain need the place of each line. */
	return self->values.hosts.explain ? p : filter_lines(f, p, end, iriparse_ref);
}

/* If the output has a place for an error (the error column, or JSON), appends the row or object of an invalid line. */
static void invalid(const struct filter *f, struct iri_str s, const char *why, struct iri_buf *out)
{
	struct iriparse *const self = f->data;
	struct values *const v = &self->values;
	const struct iri_ref nothing = {.mapped = 0};
	const struct iri_str original = s.p == f->reference.given.p ? f->reference.trimmed : s;
	struct iri_error err;
	struct iri_ref ref;

	if (!v->json && !columns_have(&self->columns, COLUMN_ERROR))
		return;
	iri_split(s, &ref);
	values_find(v, &self->columns, &ref, why, original);
	/* If the line or a value contains a tab or line end, it could shift columns: print all as absent. */
	if (!v->json && (values_check(v, s, &err) != IRI_OK || v->fault))
		values_find(v, &self->columns, &nothing, why, nothing.text);
	iriparse_print(self, why, out);
}

static const char *iriparse_hint(const struct filter *f, const struct iri_error *err)
{
	const struct iriparse *const self = f->data;

	if (!self->values.hosts.lenient)
		return "--lenient splits invalid lines, too";
	return err->status == IRI_BAD_CHAR ? "it would end the column or line; --json prints it" : NULL;
}

/*
 * Loads the list of public suffixes, if a column needs it. If there is none, ends the program, except if the user has
 * not named the column: then it is absent.
 */
static void iriparse_load_suffixes(struct filter *f)
{
	struct iriparse *const self = f->data;
	const struct columns *const c = &self->columns;
	const char *const column = columns_have(c, COLUMN_DOMAIN)      ? "domain"
	                           : columns_have(c, COLUMN_SUFFIX)    ? "suffix"
	                           : columns_have(c, COLUMN_SUBDOMAIN) ? "subdomain"
	                                                               : NULL;

	if (!column)
		return;
#if HAVE_PSL
	self->values.hosts.tld = tld_load(&f->messages);
	if (!self->values.hosts.tld && (c->get || c->format))
		filter_die(f, column, "no list of domains; install the Public Suffix List");
#else
	if (c->get || c->format)
		filter_die(f, column, "this iriparse was built without libpsl, which the column needs");
#endif
}

/* Adds the columns that are printed without --get and --format. */
static void add_default_columns(struct iriparse *self)
{
	static const char *const of_json[] = {
		"host_ascii", "host_unicode", "port_effective", "domain", "suffix", "subdomain", "pairs",
	};

	for (unsigned part = 0; part <= IRI_FRAGMENT; part++)
		columns_add(&self->columns, iri_component_name((enum iri_component)part));
	for (size_t i = 0; self->values.json && i < sizeof of_json / sizeof *of_json; i++)
		columns_add(&self->columns, of_json[i]);
}

/* Ends the program if these options do not go together. */
static void iriparse_check_options(struct filter *f)
{
	const struct iriparse *const self = f->data;
	const struct columns *const c = &self->columns;

	if (c->format && (c->get || self->values.json))
		filter_die(f, NULL, "--format names the columns and their places; leave out --get and --json");
	if (c->format && self->with_original)
		filter_die(f, NULL, "--with-original is for columns; in --format, write {original}");
	if (columns_have(c, COLUMN_PAIRS) && !self->values.json)
		filter_die(f, NULL, "pairs is only for --json; for one key, use query:KEY");
	if (self->values.all && !columns_have(c, COLUMN_PAIR))
		filter_die(f, NULL, "--all needs a column query:KEY");
	if (self->values.hosts.explain && self->values.hosts.style != HOST_UNICODE)
		filter_die(f, NULL, "--explain is only for --host=unicode");
	filter_check_absent(f, self->absent_text);
}

static bool start(struct filter *f)
{
	struct iriparse *const self = f->data;
	struct columns *const c = &self->columns;
	struct values *const v = &self->values;

	iriparse_check_options(f);
	if (!c->n && !c->format)
		add_default_columns(self);
	if (self->with_original)
		columns_add(c, "original");
	for (size_t i = 0; i < c->n; i++)
		buf_check(&f->messages, &c->of[i].key);
	buf_check(&f->messages, &c->text);
	v->line_end = f->options.eol;
	v->tabs = !v->json && (c->format ? c->text.n && memchr(c->text.p, '\t', c->text.n) : c->n > 1);
	if (v->tabs)
		f->flags |= FILTER_COLUMNS;
	buf_add_text(&self->absent, self->absent_text);
	buf_pad(&f->messages, &self->absent);
	iriparse_load_suffixes(f);
	self->plain = !v->json && !c->format && v->hosts.style == HOST_KEEP;
	for (size_t i = 0; i < c->n; i++) {
		self->parts[i] = c->of[i].what;
		self->plain = self->plain && self->parts[i] < ROW_PARTS;
	}
	self->row = (struct row_columns){self->parts, c->n, iri_contents(&self->absent)};
	hosts_start(f, &v->hosts);
	return false;
}

int main(int argc, char **argv)
{
	struct iriparse self = {.values.hosts.style = HOST_KEEP, .absent_text = ""};
	const struct filter_tool tool = {
		.name = "iriparse",
		.summary = "Splits IRIs, line by line, into scheme, userinfo, host, port, path, query and\n"
	                   "fragment, separated by tabs (2011 draft, section 5; RFC 3986, appendix B).",
		.tables = {{options, &self}},
		.data = &self,
		.flags = FILTER_JUDGES,
		.start = start,
		.line = line,
		.lines = lines,
		.invalid = invalid,
		.fails = "a line was invalid",
		.hint = iriparse_hint,
	};

	const int status = filter_main(&tool, argc, argv);
	columns_free(&self.columns);
	values_free(&self.values);
	iri_buf_free(&self.absent);
	return status;
}
