/* SPDX-License-Identifier: ISC */
/* iriedit: changes components and query parameters (RFC 3987, section 7.7; RFC 3986, section 5.3) */
#include "cmd/base/text.h"
#include "cmd/filter/loop.h"
#include "cmd/iriedit/replace.h"
#include "cmd/link/defang.h"
#include "cmd/link/refang.h"
#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"

#include <string.h>

static const char *take_separator(void *data, const char *arg)
{
	struct iriedit *const self = data;

	if (strcmp(arg, "&") != 0 && strcmp(arg, ";") != 0)
		return "--separator takes & or ;";
	self->separator = *arg;
	return NULL;
}

static const struct option_row options[] = {
	{0, "set", "COMPONENT=VALUE",
         "replace a component: scheme, userinfo, user,\n"
         "password, host, port, path, query or fragment;\n"
         "percent-encode what it cannot contain, and each %", USES_OF(struct iriedit, uses), .on = SET},
	{0, "set-default", "COMPONENT=VALUE", "do the same, if the component is absent",
         USES_OF(struct iriedit, uses), .on = SET_DEFAULT},
	{0, "set-raw", "COMPONENT=VALUE",
         "replace a component, or the authority, by a value\n"
         "that is percent-encoded already", USES_OF(struct iriedit, uses), .on = SET_RAW},
	{0, "unset", "COMPONENT", "remove a component, or the authority", USES_OF(struct iriedit, uses), .on = UNSET},
	{0, "append", "PART=VALUE",
         "path=SEGMENT: add a segment to the path;\n"
         "query=KEY=VALUE: add a pair to the query;\n"
         "percent-encode it as --set does", USES_OF(struct iriedit, uses), .on = APPEND},
	{0, "query-set", "KEY=VALUE",
         "give the first pair with this key another value,\n"
         "and remove the others; if there is none, add one", USES_OF(struct iriedit, uses), .on = QUERY_SET},
	{0, "query-replace", "KEY=VALUE", "do the same, if there is a pair with this key",
         USES_OF(struct iriedit, uses), .on = QUERY_REPLACE},
	{0, "query-delete", "GLOB", "remove the pairs whose keys match",
         USES_OF(struct iriedit, uses), .on = QUERY_DELETE},
	{0, "query-keep", "GLOB",
         "remove the pairs whose keys do not match; several\nof these in a row keep what matches one of them",
         USES_OF(struct iriedit, uses), .on = QUERY_KEEP},
	{0, "query-rename", "OLD=NEW", "replace the key OLD", USES_OF(struct iriedit, uses), .on = QUERY_RENAME},
	{0, "query-sort", NULL, "sort the pairs by their keys", USES_OF(struct iriedit, uses), .on = QUERY_SORT},
	{0, "query-dedupe", NULL, "remove pairs that repeat an earlier pair",
         USES_OF(struct iriedit, uses), .on = QUERY_DEDUPE},
	{0, "recode", "CS",
         "write percent-encoded text that is not UTF-8 in\nUTF-8; it is in charset CS",
         USES_OF(struct iriedit, uses), .on = RECODE},
	{0, "encode", "CS",
         "the reverse, for paths: write non-ASCII text in\ncharset CS, percent-encoded",
         USES_OF(struct iriedit, uses), .on = ENCODE},
	{0, "iterate", NULL,
         "the value of each --set is a list, separated by\n"
         "commas; print a line for each value, or for each\n"
         "combination of values", FLAG_OF(struct iriedit, iterate)},
	{0, "lenient", NULL,
         "percent-encode characters that an IRI cannot have\n"
         "(spaces, < > \" { } | \\ ^ ` and others); do not\n"
         "reject them", FLAG_OF(struct iriedit, lenient)},
	{0, "inner", "all",
         "print the link to which a redirector leads, if\n"
         "its link has that; all: also a link that is found\n"
         "by its form",
         USES_OF(struct iriedit, uses), .on = INNER, .arg_is_optional = true},
	{0, "clean", "FILE",
         "remove parameters that only track the reader;\n"
         "FILE: lines HOST-GLOB TAB PARAMETER-GLOB of more",
         USES_OF(struct iriedit, uses), .on = CLEAN, .arg_is_optional = true},
	{0, "explain", NULL, "say why --clean removes each parameter", FLAG_OF(struct iriedit, explain)},
	{0, "defang", NULL, "write hxxp[:] and [.], so that nobody can click\nit; the lines are any text",
         FLAG_OF(struct iriedit, defang)},
	{0, "refang", NULL, "the reverse: hxxp[:]//a[.]b or a(dot)b becomes a\nlink; the lines are any text",
         FLAG_OF(struct iriedit, refang)},
	{0, "separator", "C", "pairs are separated by C: & (default) or ;", .take = take_separator},
	{0, "join", NULL, "read lines of columns, as iriparse prints them,\nand join each to a reference",
         FLAG_OF(struct iriedit, join)},
	{0, "absent", "STR", "with --join: STR is an absent component, and an\nempty column an empty one",
         TEXT_OF(struct iriedit, absent)},
	{0},
};

enum { MOST_COMBINATIONS = 10000 }; /* of values of --iterate, since the lines that it makes of one stay in memory */

/* Reads the components from the columns of a line. */
static enum iri_status read_columns(struct filter *f, struct iri_str s, struct iri_parts *parts, struct iri_error *err)
{
	struct iriedit *const self = f->data;
	const char *p = iri_present(s).p, *const end = p + s.n;
	const struct iri_str absent = {NULL, 0};

	if (!s.n)
		return filter_refuse(f, err, 0, "an empty line has no columns; iriparse prints it for an invalid line");
	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		const char *const stop = iri_find_byte(p, end, '\t');
		const struct iri_str value = iri_between(p, stop);
		if ((stop == end) != (c == IRI_FRAGMENT))
			return filter_refuse(f, err, (size_t)(stop - s.p),
			                     "a line has seven columns, separated by tabs: scheme, userinfo, host, "
			                     "port, path, query, fragment");
		/* The path is never absent. */
		parts->of[c] = c != IRI_PATH && iri_is(value, self->absent) ? absent : value;
		p = stop + (stop < end);
	}
	return IRI_OK;
}

/* Reads the components from the columns, and checks that they form a reference, since edits take valid components. */
static enum iri_status iriedit_join(struct filter *f, struct iri_str s, struct iri_parts *parts, struct iri_error *err)
{
	struct iriedit *const self = f->data;
	const enum iri_status status = read_columns(f, s, parts, err);
	struct iri_str iri;

	if (status == IRI_OK && self->lenient)
		edits_mend(self, parts);
	return status == IRI_OK ? edits_compose(f->data, s, parts, &iri, err) : status;
}

/*
 * For --recode: returns the line with raw characters that no IRI can have, but that can be the last octet of a
 * character (0x5C in Shift_JIS), percent-encoded where they follow a percent-encoded octet that is not ASCII.
 */
static struct iri_str encode_last_octets(struct iriedit *self, struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n, *start = p;

	iri_buf_clear(&self->scratch);
	for (; (p = iri_find_byte(p, end, '%')) < end; p++) {
		const char *const next = p + 3;
		if (!iri_is_pct(p, end) || (unsigned char)iri_pct_octet(p) < 0x80 || next == end ||
		    !*next || !strchr("[\\]^`{|}", *next))
			continue;
		iri_buf_add(&self->scratch, start, (size_t)(next - start));
		iri_pct_encode(&self->scratch, (struct iri_str){next, 1});
		start = next + 1;
	}
	iri_buf_add(&self->scratch, start, (size_t)(end - start));
	return edits_keep(self, &self->mended);
}

static enum iri_status iriedit_parse(struct iriedit *self, struct iri_str s, struct iri_parts *parts,
                                     struct iri_error *err)
{
	const unsigned form = FORM | IRI_PADDED | (self->lenient ? IRI_ALLOW_LEIRI : 0u);
	struct iri_ref ref;
	enum iri_status status = iri_parse(s, form, &ref, err);

	if (status == IRI_BAD_CHAR && self->recodes)
		status = iri_parse(encode_last_octets(self, s), form & ~(unsigned)IRI_PADDED, &ref, NULL) == IRI_OK
		                 ? IRI_OK : status;
	if (status == IRI_OK)
		*parts = iri_parts_of(&ref);
	if (status == IRI_OK && self->lenient && ref.mapped)
		edits_mend(self, parts);
	return status;
}

/* Whether the components are a link of http or https without a host, which goes nowhere (RFC 9110, section 4.2.1). */
static bool lacks_host(const struct iri_parts *parts)
{
	const struct iri_str scheme = parts->of[IRI_SCHEME];
	const struct iri_scheme *const row = scheme.n && !parts->of[IRI_HOST].n ? iri_scheme_search(scheme) : NULL;

	return row && row->flags & SCHEME_HTTP;
}

/* Whether a reference of these components begins with U+FEFF. */
static bool has_bom(const struct iri_parts *parts)
{
	return !parts->of[IRI_SCHEME].p && !parts->of[IRI_HOST].p && iri_begins_with_bom(parts->of[IRI_PATH]);
}

/* Returns why readers would not take the reference for what the edits mean, or NULL. */
static const char *misleads(const struct iri_parts *before, const struct iri_parts *after)
{
	if (!lacks_host(before) && lacks_host(after))
		return "http and https need a host; iriresolve adds the host of a base";
	if (!has_bom(before) && has_bom(after))
		return "the result would begin with U+FEFF, which readers remove as a byte order mark; write %EF%BB%BF";
	return NULL;
}

/* Does all edits, and sets *iri to the result. s: the line; before: its components */
static enum iri_status edit_line(struct filter *f, struct iri_str s, const struct iri_parts *before,
                                 struct iri_str *iri, struct iri_error *err)
{
	struct iriedit *const self = f->data;
	struct iri_parts parts = *before;
	enum iri_status status = IRI_OK;

	for (size_t i = 0; status == IRI_OK && i < self->n; i += self->edits[i].n) {
		struct edit *const e = &self->edits[i];
		status = replace_is_wanted(e) ? replace_reference(f, s, e, &parts, err)
		                              : edits_apply(f, s, e, &parts, err);
	}
	if (status == IRI_OK)
		status = edits_compose(self, s, &parts, iri, err);
	const char *const why = status == IRI_OK ? misleads(before, &parts) : NULL;
	return why ? filter_refuse(f, err, 0, why) : status;
}

/* Chooses the next combination of values; the last list changes first. Returns false, and begins again, after all. */
static bool next_combination(struct iriedit *self)
{
	for (size_t i = self->n; i-- > 0;) {
		struct edit *const e = &self->edits[i];
		if (!e->values)
			continue;
		if (++e->at < e->n_values)
			return true;
		e->at = 0;
	}
	return false;
}

/* --defang and --refang: any text becomes a text. */
static enum iri_status rewrite_text(struct filter *f, struct iri_str s, struct iri_str *out)
{
	struct iriedit *const self = f->data;

	if (self->defang) {
		defang_add(s, &f->output);
		*out = iri_unless_same(&f->output, s);
		return IRI_OK;
	}
	source_map_clear(&self->refanged);
	refang(s, 0, &self->refanged);
	buf_check(&f->messages, &self->refanged.list.buf);
	buf_check(&f->messages, &self->refanged.text);
	*out = iri_unless_same(&self->refanged.text, s);
	return IRI_OK;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iriedit *const self = f->data;
	struct iri_parts parts = {.of = {{0}}};
	struct iri_str iri = s;
	bool several = false;

	if (self->defang || self->refang)
		return rewrite_text(f, s, out);
	arena_clear(&self->arena);
	arena_clear(&self->mended);
	enum iri_status status = self->join ? iriedit_join(f, s, &parts, err) : iriedit_parse(self, s, &parts, err);
	if (status == IRI_OK)
		status = edit_line(f, s, &parts, &iri, err);
	while (status == IRI_OK && next_combination(self)) {
		several = true;
		iri_buf_add(&f->output, iri.p, iri.n);
		iri_buf_putc(&f->output, f->options.eol);
		arena_clear(&self->arena);
		status = edit_line(f, s, &parts, &iri, err);
	}
	if (status != IRI_OK) {
		for (size_t i = 0; i < self->n; i++)
			self->edits[i].at = 0;
		return status;
	}
	if (several) {
		iri_buf_add(&f->output, iri.p, iri.n);
		iri = iri_contents(&f->output);
	}
	/* A view of s tells the filter that the line would not change. */
	*out = iri_same(iri, s) ? s : iri;
	return status;
}

/* Ends the program if --iterate would make too many lines of a line. */
static void check_combinations(struct filter *f)
{
	const struct iriedit *const self = f->data;
	size_t n = 1;

	if (!self->iterate)
		return;
	if (f->options.field || f->options.located)
		filter_die(f, NULL, "--iterate prints several lines; leave out --field and --located");
	for (size_t i = 0; i < self->n; i++)
		if (self->edits[i].values && (n *= self->edits[i].n_values) > MOST_COMBINATIONS)
			filter_die(f, NULL, "--iterate makes at most 10000 lines of a line");
}

static bool start(struct filter *f)
{
	struct iriedit *const self = f->data;
	const struct option_use *const uses = self->uses.item;

	self->composer = filter_need(f, iri_composer_new(&(struct iri_compose_options){.form = FORM}));
	self->query = filter_need(f, iri_query_new());
	self->arena.messages = self->fixed.messages = self->mended.messages = &f->messages;
	self->n = ARRAY_COUNT(self->uses);
	self->edits = arena_take(&self->fixed, self->n * sizeof *self->edits);
	const bool is_text = self->defang || self->refang;
	if (is_text && (self->n || self->join || self->defang == self->refang))
		filter_die(f, NULL, "--defang and --refang take no edits, and not each other; use a pipe");
	if (is_text)
		f->flags |= FILTER_BYTES;
	if (!self->n && !self->join && !is_text)
		filter_die(f, NULL, "nothing to do; give an edit, or --join; --help shows them");
	bool cleans = false;
	for (size_t i = 0; i < self->n; i++) {
		cleans = cleans || uses[i].row->on == CLEAN;
		self->recodes = self->recodes || uses[i].row->on == RECODE;
	}
	if (self->explain && !cleans)
		filter_die(f, NULL, "--explain is only for --clean");
	if (self->absent && !self->join)
		filter_die(f, NULL, "--absent is only for --join");
	if (self->absent)
		filter_check_absent(f, self->absent);
	if (self->join && (f->options.field || f->options.split))
		filter_die(f, NULL, "--join reads whole lines; leave out --field and --split");
	if (!self->absent)
		self->absent = "";
	if (self->join)
		f->flags |= FILTER_UNTRIMMED;
	for (size_t i = 0; i < self->n; i++) {
		iri_buf_clear(&self->scratch);
		buf_add_format(&self->scratch, "--%s", uses[i].row->name);
		self->edits[i] =
		        (struct edit){uses[i].row->on, edits_keep(self, &self->fixed).p, uses[i].arg, .n = 1};
	}
	for (size_t i = 0; i < self->n; i += self->edits[i].n)
		edits_prepare(f, &self->edits[i], self->n - i);
	check_combinations(f);
	return false;
}

int main(int argc, char **argv)
{
	struct iriedit self = {.separator = '&'};
	const struct filter_tool tool = {
		.name = "iriedit",
		.summary = "Changes components and query parameters of IRIs, line by line (RFC 3986,\n"
	                   "section 5.3). What no edit names keeps every byte. Edits act in their order.",
		.tables = {{options, &self}},
		.data = &self,
		.start = start,
		.line = line,
	};

	const int status = filter_main(&tool, argc, argv);
	for (size_t i = 0; i < self.n; i++)
		charset_close(self.edits[i].charset);
	arena_clear(&self.arena);
	arena_clear(&self.fixed);
	arena_clear(&self.mended);
	iri_composer_free(self.composer);
	iri_query_free(self.query);
	iri_buf_free(&self.scratch);
	recode_free(&self.recoding);
	inner_free(&self.inner);
	clean_free(&self.clean);
	source_map_free(&self.refanged);
	iri_buf_free(&self.uses.buf);
	return status;
}
