/* SPDX-License-Identifier: ISC */
/* iriparse: splits IRIs into their components (2011 draft, section 5; RFC 3986, appendix B) */
#include "config.h"

#include "cmd/base/json.h"
#include "cmd/base/text.h"
#include "cmd/filter/loop.h"
#include "cmd/filter/refs.h"
#include "cmd/iriparse/hosts.h"
#include "lib/base/str.h"
#include "lib/ops/split.h"
#include "lib/syntax/pair.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* What --get knows: the parts of a reference, with the numbers of lib/ops/split.h, and these. */
enum { COLUMN_ERROR = IRI_PARTS, COLUMN_DOMAIN, COLUMN_SUFFIX, COLUMN_EXTENSION, COLUMN_PAIR };

struct column {
	unsigned char what;
	struct iri_str name;       /* as --get names it */
	/* COLUMN_PAIR, a pair of the query: */
	struct iri_buf key, value; /* decoded; value is that of the current line */
	const char *found;         /* the pair in the current line, or NULL */
};

struct iriparse {
	struct column columns[IRI_MOST_COLUMNS];
	size_t n;
	bool plain;                            /* the output is a row of parts of the reference as they are: */
	unsigned char parts[IRI_MOST_COLUMNS];
	struct iri_columns row;
	bool json;
	struct hosts hosts;
	const char *absent_text;
	struct iri_buf absent, authority, scratch;
	bool failed;                           /* memory ran out for a column */
};

static const char *column_name(unsigned what)
{
	static const char *const names[] = {
		[IRI_AUTHORITY] = "authority", [COLUMN_ERROR] = "error",         [COLUMN_DOMAIN] = "domain",
		[COLUMN_SUFFIX] = "suffix",    [COLUMN_EXTENSION] = "extension", [COLUMN_PAIR] = "query:",
	};

	return what < IRI_AUTHORITY ? iri_component_name((enum iri_component)what) : names[what];
}

/* Adds the column with this name. Returns false if there is no such column. */
static bool add_column(struct iriparse *self, struct iri_str name)
{
	const size_t prefix = strlen(column_name(COLUMN_PAIR));
	struct column *const column = &self->columns[self->n];
	unsigned char what = 0;

	while (what < COLUMN_PAIR && !iri_is(name, column_name(what)))
		what++;
	if (what == COLUMN_PAIR && (name.n < prefix || memcmp(name.p, column_name(what), prefix) != 0))
		return false;
	column->what = what;
	column->name = name;
	column->key.n = 0;
	if (what == COLUMN_PAIR)
		iri_pair_decode(&column->key, iri_between(name.p + prefix, name.p + name.n), true);
	self->n++;
	return true;
}

static const char *take_get(void *data, const char *list)
{
	struct iriparse *const self = data;

	for (self->n = 0;; list++) {
		struct similar s = {.word = {list, strcspn(list, ",")}};
		if (self->n == IRI_MOST_COLUMNS)
			return "--get takes at most 64 columns";
		if (!add_column(self, s.word)) {
			for (unsigned what = 0; what < COLUMN_PAIR; what++)
				similar_add(&s, column_name(what));
			return options_unknown(&self->scratch, "column", &s, "--help lists them");
		}
		list += s.word.n;
		if (!*list)
			return NULL;
	}
}

/* Whether there is a column of this kind. */
static bool has_column(const struct iriparse *self, unsigned what)
{
	for (size_t i = 0; i < self->n; i++)
		if (self->columns[i].what == what)
			return true;
	return false;
}

static const struct option_row options[] = {
	{0, "get", "NAME,...",
         "print these components, in this order: scheme,\n"
         "authority, userinfo, host, port, path, query,\n"
         "fragment (default: all these except authority),\n"
         "domain, suffix, extension, query:KEY, error", .take = take_get},
	{0, "absent", "STR", "print STR for an absent component; default: empty",
         TEXT_OF(struct iriparse, absent_text)},
	{0, "json", NULL, "print a JSON object for each line; an absent\ncomponent is null",
         FLAG_OF(struct iriparse, json)},
	{0, "host", "idna|unicode|keep",
         "idna: print hosts with A-labels; unicode: print\n"
         "them in Unicode, except labels that could\n"
         "mislead; keep (default): print them as they are", CHOICE_OF(struct iriparse, hosts.form)},
	{0, "explain", NULL, "print on standard error which labels\n--host=unicode leaves as A-labels, and why",
         FLAG_OF(struct iriparse, hosts.explain)},
	{0, "psl", "icann|private",
         "the suffixes of the Public Suffix List that\n"
         "count: those of registries (default), or also\n"
         "those of companies, as github.io", FLAG_OF(struct iriparse, hosts.private), .on = 1},
	{0, "lenient", NULL, "split any string into components, valid or not", FLAG_OF(struct iriparse, hosts.lenient)},
	{0},
};

/* Sets column->value to the decoded value of the first pair with the column's key, and column->found to the pair. */
static void find_pair(struct iriparse *self, const struct iri_ref *ref, struct column *column)
{
	const bool plus_is_space = ref->query.n && iri_plus_is_space(ref->scheme);
	struct iri_buf *const value = &column->value;
	struct iri_pairs walk = iri_pairs(ref->query, '&');

	column->found = NULL;
	for (struct iri_pair pair; !column->found && iri_next_pair(&walk, &pair);) {
		iri_buf_clear(value);
		iri_pair_decode(value, pair.key, plus_is_space);
		if (iri_same(iri_contents(value), iri_contents(&column->key))) {
			column->found = pair.text.p;
			value->n = 0;
			iri_pair_decode(value, pair.value, plus_is_space);
		}
		self->failed = self->failed || value->failed;
	}
}

/* Returns the authority, joined from its parts if hosts_convert may have changed the host. */
static struct iri_str join_authority(struct iriparse *self, const struct iri_ref *ref)
{
	struct iri_buf *b = &self->authority;

	if (!ref->authority.p || self->hosts.form == HOST_KEEP)
		return ref->authority;
	b->n = 0;
	if (ref->userinfo.p) {
		iri_buf_add(b, ref->userinfo.p, ref->userinfo.n);
		iri_buf_putc(b, '@');
	}
	iri_buf_add(b, ref->host.p, ref->host.n);
	if (ref->port.p) {
		iri_buf_putc(b, ':');
		iri_buf_add(b, ref->port.p, ref->port.n);
	}
	return iri_contents(b);
}

/* Sets values[i] to the value of column i. error: the text about an invalid line, or NULL */
static void set_values(struct iriparse *self, const struct iri_ref *ref, const char *error,
                       struct iri_str values[IRI_MOST_COLUMNS])
{
	struct iri_str all[COLUMN_PAIR] = {
		ref->scheme, ref->userinfo, ref->host, ref->port, ref->path, ref->query, ref->fragment,
		[IRI_AUTHORITY] = join_authority(self, ref),
		[COLUMN_ERROR] = {error, error ? strlen(error) : 0},
	};

	if (self->hosts.tld)
		hosts_find_domain(&self->hosts, ref, &all[COLUMN_DOMAIN], &all[COLUMN_SUFFIX]);
	if (has_column(self, COLUMN_EXTENSION))
		all[COLUMN_EXTENSION] = iri_extension(ref);
	for (size_t i = 0; i < self->n; i++) {
		struct column *const column = &self->columns[i];
		if (column->what != COLUMN_PAIR) {
			values[i] = all[column->what];
			continue;
		}
		find_pair(self, ref, column);
		values[i] = column->found ? iri_contents(&column->value) : (struct iri_str){0};
	}
}

static void print_json(const struct iriparse *self, const struct iri_str *values, const char *error,
                       struct iri_buf *out)
{
	iri_buf_putc(out, '{');
	for (size_t i = 0; i < self->n; i++) {
		json_string(out, self->columns[i].name);
		iri_buf_putc(out, ':');
		json_string(out, values[i]);
	}
	if (error && !has_column(self, COLUMN_ERROR))
		json_add_text(out, "error", error);
	iri_buf_putc(out, '}');
}

/* Appends the row or object of a line. error: the text about an invalid line, or NULL */
static void iriparse_print(const struct iriparse *self, const struct iri_str *values, const char *error,
                           struct iri_buf *out)
{
	if (self->json)
		print_json(self, values, error, out);
	else
		iri_add_row(values, self->n, iri_contents(&self->absent), out);
	/* If memory ran out for one of these, the output is incomplete, too. */
	out->failed = out->failed || self->failed || self->hosts.failed || self->authority.failed;
}

/*
 * Checks whether s can be part of the output. A row cannot contain a line end nor, if it has several columns, a tab.
 * JSON cannot contain bytes that are not UTF-8. Returns IRI_OK, or an error at the first such byte.
 */
static enum iri_status check_printable(const struct iriparse *self, struct iri_str s, char line_end,
                                       struct iri_error *err)
{
	const char *p = s.p, *const end = s.p + s.n;
	uint32_t ch;
	size_t len;

	if (self->json)
		while (p < end && (len = iri_utf8_decode(p, end, &ch)) != 0)
			p += len;
	else
		while (p < end && *p != line_end && !(*p == '\t' && self->n > 1))
			p++;
	if (p == end)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR, .ch = (unsigned char)*p, .off = (size_t)(p - s.p), .len = 1};
	if (self->json) {
		err->status = IRI_BAD_UTF8;
		err->why = iri_utf8_fault(p, end, &err->len);
	}
	return err->status;
}

/* Returns what keeps a decoded value out of the output, as static text; or NULL. */
static const char *value_fault(const struct iriparse *self, struct iri_str value, char line_end)
{
	struct iri_error err;

	if (!iri_is_utf8(value) && (self->json || !self->hosts.lenient))
		return self->json ? "the decoded value is not UTF-8"
		                 : "the decoded value is not UTF-8; --lenient prints its bytes";
	if (self->json)
		return NULL;
	if (value.n && memchr(value.p, '\0', value.n))
		return "the decoded value contains NUL; --json prints it";
	if (check_printable(self, value, line_end, &err) == IRI_OK)
		return NULL;
	return err.ch == '\t' ? "the decoded value contains a tab, which would end the column; --json prints it"
	                      : "the decoded value contains a line end; --json prints it";
}

/* Returns value_fault of the first column with a fault, and sets *found to its pair; or returns NULL. */
static const char *find_fault(const struct iriparse *self, const struct iri_str *values, char line_end,
                              const char **found)
{
	const char *fault = NULL;

	for (size_t i = 0; i < self->n && !fault; i++)
		if (self->columns[i].what == COLUMN_PAIR) {
			fault = value_fault(self, iri_present(values[i]), line_end);
			*found = self->columns[i].found;
		}
	return fault;
}

/* Appends the row or object of a reference. */
static enum iri_status print_columns(struct filter *f, const struct iri_ref *given, struct iri_buf *out,
                                     struct iri_error *err)
{
	struct iriparse *const self = f->data;
	struct iri_str values[IRI_MOST_COLUMNS] = {0};
	const char *const start = given->text.p, *found = NULL;
	struct iri_ref ref = *given;

	self->failed = self->hosts.failed = false;
	const enum iri_status status = hosts_convert(f, &self->hosts, start, &ref, err);
	if (status == IRI_BAD_HOST)
		err->off += (size_t)(given->host.p - start);
	if (status != IRI_OK)
		return status;
	set_values(self, &ref, NULL, values);
	if (self->failed || self->hosts.failed)
		return iri_no_memory(err);
	const char *const fault = find_fault(self, values, f->options.eol, &found);
	if (fault)
		return filter_refuse(f, err, (size_t)(found - start), fault);
	iriparse_print(self, values, NULL, out);
	return IRI_OK;
}

IRI_INLINE enum filter_result iriparse_ref(struct filter *f, const struct iri_ref *ref, struct iri_error *err)
{
	const struct iriparse *const self = f->data;
	struct iri_buf *const out = filter_output(f, ref);

	if (!self->plain)
		return filter_changed(print_columns(f, ref, out, err));
	iri_add_parts(&self->row, ref, out);
	return FILTER_CHANGED;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	const struct iriparse *const self = f->data;
	struct iri_ref ref;

	if (!self->hosts.lenient)
		return filter_reference(f, s, iriparse_ref, out, err);
	iri_split(s, &ref);
	enum iri_status status = check_printable(self, s, f->options.eol, err);
	if (status == IRI_OK && iriparse_ref(f, &ref, err) == FILTER_FAILED)
		status = err->status;
	*out = iri_contents(&f->output);
	return status;
}

static const char *lines(struct filter *f, const char *p, const char *end)
{
	const struct iriparse *const self = f->data;

	/* The notes of --explain need the place of each line. */
	return self->hosts.explain ? p : filter_lines(f, p, end, iriparse_ref);
}

/* If the output has a place for an error (the error column, or JSON), appends the row or object of an invalid line. */
static void invalid(const struct filter *f, struct iri_str s, const char *why, struct iri_buf *out)
{
	struct iriparse *const self = f->data;
	const struct iri_ref nothing = {.mapped = 0};
	struct iri_str values[IRI_MOST_COLUMNS] = {{0}};
	const char *ignored;
	struct iri_error err;
	struct iri_ref ref;

	if (!self->json && !has_column(self, COLUMN_ERROR))
		return;
	iri_split(s, &ref);
	set_values(self, &ref, why, values);
	/* If the line or a value contains a tab or line end, it could shift columns: print all as absent. */
	if (!self->json && (check_printable(self, s, f->options.eol, &err) != IRI_OK ||
	                   find_fault(self, values, f->options.eol, &ignored)))
		set_values(self, &nothing, why, values);
	iriparse_print(self, values, why, out);
}

static const char *iriparse_hint(const struct filter *f, const struct iri_error *err)
{
	const struct iriparse *const self = f->data;

	if (!self->hosts.lenient)
		return "--lenient splits invalid lines, too";
	return err->status == IRI_BAD_CHAR ? "it would end the column or line; --json prints it" : NULL;
}

/* Loads the list of public suffixes, if a column needs it. Ends the program if there is none. */
static void iriparse_load_suffixes(struct filter *f)
{
	struct iriparse *const self = f->data;
	const char *const column = column_name(has_column(self, COLUMN_DOMAIN) ? COLUMN_DOMAIN : COLUMN_SUFFIX);

	if (!has_column(self, COLUMN_DOMAIN) && !has_column(self, COLUMN_SUFFIX))
		return;
#if HAVE_PSL
	self->hosts.tld = tld_load(&f->messages);
	if (!self->hosts.tld)
		filter_die(f, column, "no list of domains; install the Public Suffix List");
#else
	filter_die(f, column, "this iriparse was built without libpsl, which the column needs");
#endif
}

static bool start(struct filter *f)
{
	struct iriparse *const self = f->data;

	if (!self->n)
		for (unsigned part = 0; part <= IRI_FRAGMENT; part++)
			add_column(self, (struct iri_str){column_name(part), strlen(column_name(part))});
	for (size_t i = 0; i < self->n; i++)
		buf_check(&f->messages, &self->columns[i].key);
	if (self->n > 1 && !self->json)
		f->flags |= FILTER_COLUMNS;
	filter_check_absent(f, self->absent_text);
	buf_add_text(&self->absent, self->absent_text);
	buf_pad(&f->messages, &self->absent);
	if (self->hosts.explain && self->hosts.form != HOST_UNICODE)
		filter_die(f, NULL, "--explain is only for --host=unicode");
	iriparse_load_suffixes(f);
	self->plain = !self->json && self->hosts.form == HOST_KEEP;
	for (size_t i = 0; i < self->n; i++) {
		self->parts[i] = self->columns[i].what;
		self->plain = self->plain && self->parts[i] < IRI_PARTS;
	}
	self->row = (struct iri_columns){self->parts, self->n, iri_contents(&self->absent)};
	/* If memory runs out, these caches are NULL, and conversion is only slower. */
	if (self->hosts.form != HOST_KEEP || self->hosts.tld)
		self->hosts.to_ascii = iri_hosts_new();
	if (self->hosts.form == HOST_UNICODE)
		self->hosts.to_unicode = iri_hosts_new();
	return false;
}

int main(int argc, char **argv)
{
	struct iriparse self = {.hosts.form = HOST_KEEP, .absent_text = ""};
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
	hosts_free(&self.hosts);
	iri_buf_free(&self.absent);
	iri_buf_free(&self.authority);
	iri_buf_free(&self.scratch);
	for (size_t i = 0; i < IRI_MOST_COLUMNS; i++) {
		iri_buf_free(&self.columns[i].key);
		iri_buf_free(&self.columns[i].value);
	}
	return status;
}
