/* SPDX-License-Identifier: ISC */
/* irigrep: prints the links of running text, Markdown, HTML and other documents (RFC 3987, section 7.3; UTS #58) */
#include "config.h"

#include "cmd/base/color.h"
#include "cmd/base/json.h"
#include "cmd/document/selection.h"
#include "cmd/tree/choose.h"
#include "cmd/tree/jobs.h"
#include "cmd/tree/resolve.h"
#include "lib/link/template.h"
#include "lib/syntax/schemes.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

struct irigrep {
	struct messages messages;
	struct lines lines;
	struct selection selection;
	struct choose choose;
	struct jobs jobs;
	struct resolver targets;    /* for --json */
	struct tree tree;           /* of the first operand */
	bool has_tree;
	struct origin origin;       /* the current document, with is_local */
	bool is_local;
	struct iri_buf target;
	bool numbers, offsets, count, list, quiet, zero, json;
	struct color_option color;
	bool is_colored;
	enum { NAMES_AUTO, NAMES_ON, NAMES_OFF } names;
	const char *base_name;      /* --base, or NULL; then the next members are unused */
	struct iri_resolver *resolver;  /* has this base */
	struct iri_resolver *inner; /* has the base of a link that its document names */
	/* For the current file: */
	bool named;                 /* print names of files */
	uintmax_t links;
	bool any;                   /* a link was found in some file */
	bool warned;                /* the message about a long base was printed */
};

/* As with grep, the last of -H and -h counts. */
static const char *take_names(void *data, const char *ignored)
{
	struct irigrep *const self = data;

	(void)ignored;
	self->names = NAMES_ON;
	return NULL;
}

static const char *take_no_names(void *data, const char *ignored)
{
	struct irigrep *const self = data;

	(void)ignored;
	self->names = NAMES_OFF;
	return NULL;
}

static const struct option_row options[] = {
	{'n', "line-number", NULL, "begin each line with FILE:LINE:COLUMN:", FLAG_OF(struct irigrep, numbers)},
	{'b', "byte-offset", NULL, "print before each link its offset in bytes", FLAG_OF(struct irigrep, offsets)},
	{'H', "with-filename", NULL, "begin each line with the name of the file; the\ndefault for several files",
         .take = take_names},
	{'h', "no-filename", NULL, "print no names of files", .take = take_no_names},
	{'c', "count", NULL, "print only the number of links in each file", FLAG_OF(struct irigrep, count)},
	{'l', "files-with-links", NULL, "print only the names of files that have links", FLAG_OF(struct irigrep, list)},
	{'q', "quiet", NULL, "print nothing; stop at the first link, with\nstatus 0", FLAG_OF(struct irigrep, quiet)},
	{'z', "zero-terminated", NULL, "end the lines of the output with NUL", FLAG_OF(struct irigrep, zero)},
	{'0', "null", NULL, "the same as --zero-terminated", FLAG_OF(struct irigrep, zero)},
	{0, "base", "IRI", "print links resolved against the base that the\n"
         "document names, and against IRI, its address",
         TEXT_OF(struct irigrep, base_name)},
	{0, "defanged", NULL, "also find links in text that somebody wrote out:\n"
         "hxxp://a[.]b, a(dot)b, user[at]a[.]b",
         FLAG_OF(struct irigrep, selection.document.find.defanged)},
	{0, "json", NULL, "print a JSON object for each link", FLAG_OF(struct irigrep, json)},
	{0},
};

/* Appends the colour if the output has colours. */
static void set_color(const struct irigrep *self, struct iri_buf *out, enum color color)
{
	if (self->is_colored)
		buf_add_text(out, color_sequence(self->is_colored, color));
}

static void add_separator(const struct irigrep *self, struct iri_buf *out)
{
	set_color(self, out, COLOR_SEPARATOR);
	iri_buf_putc(out, ':');
	set_color(self, out, COLOR_NONE);
}

static void irigrep_add_name(const struct irigrep *self, struct iri_buf *out)
{
	set_color(self, out, COLOR_FILE);
	buf_add_text(out, self->messages.place.file);
	set_color(self, out, COLOR_NONE);
}

static void irigrep_add_number(const struct irigrep *self, struct iri_buf *out, uintmax_t number)
{
	set_color(self, out, COLOR_NUMBER);
	buf_add_number(out, number);
	set_color(self, out, COLOR_NONE);
	add_separator(self, out);
}

/* Appends what stands before a link or a number: the file's name, and the place with -n and -b. */
static void add_prefix(const struct irigrep *self, struct iri_buf *out, const struct span *span)
{
	if (self->named) {
		irigrep_add_name(self, out);
		add_separator(self, out);
	}
	if (span && self->numbers) {
		irigrep_add_number(self, out, span->line);
		irigrep_add_number(self, out, span->column);
	}
	if (span && self->offsets)
		irigrep_add_number(self, out, span->off);
}

/*
 * Returns the base of the link that the document names. It is absent, with a message for the first, if it is long: it
 * is printed and parsed for each link.
 */
static struct iri_str named_base(struct irigrep *self, const struct span *span)
{
	if (span->base.n <= SPAN_MOST_BASE)
		return span->base;
	if (!self->warned)
		message_say(&self->messages, self->messages.place.file,
		            "the base that it names is ignored, since it has more than 4096 bytes");
	self->warned = true;
	return (struct iri_str){0};
}

/* Whether a call has succeeded. Ends the program if memory has run out. */
static bool has_worked(const struct irigrep *self, enum iri_status status)
{
	if (status == IRI_NO_MEMORY)
		message_die(&self->messages, NULL, "out of memory");
	return status == IRI_OK;
}

/*
 * Sets the base of self->inner to the one that the document names, resolved against --base. Returns false if it does
 * not count: as in browsers, if it is not valid, or has the scheme data or javascript.
 */
static bool set_inner_base(struct irigrep *self, struct iri_str named)
{
	struct iri_ref ref;
	struct iri_str base;
	struct iri_error err;

	return has_worked(self, iri_parse(named, IRI_FORBID_BIDI, &ref, &err)) &&
	       !iri_is_caseless(ref.scheme, "data") &&
	       !iri_is_caseless(ref.scheme, "javascript") &&
	       has_worked(self, iri_resolve(self->resolver, named, &base, &err)) &&
	       has_worked(self, iri_resolver_set_base(self->inner, base, &err));
}

/*
 * Returns the link, resolved against the base that the document names and --base (RFC 3986, section 5.1). Returns an
 * absent string for a link that is not valid, and for a host or an address without a scheme, which is no reference.
 */
static struct iri_str resolve_link(struct irigrep *self, const struct span *span)
{
	const struct iri_str absent = {NULL, 0};
	struct iri_str iri;
	struct iri_error err;

	if (!self->base_name || span->kind == SPAN_BARE || span->kind == SPAN_ADDRESS)
		return absent;
	const struct iri_str named = named_base(self, span);
	struct iri_resolver *const resolver = named.p && set_inner_base(self, named) ? self->inner : self->resolver;
	return has_worked(self, iri_resolve(resolver, span->reference, &iri, &err)) ? iri : absent;
}

/* Adds the member "target": the file that a local link means. base: the one that the document names, or absent */
static void irigrep_add_target(struct irigrep *self, struct iri_buf *out, const struct span *span, struct iri_str base)
{
	if (span->kind <= SPAN_LAST_OF_TEXT || span->kind == SPAN_BASE ||
	    !origin_has(&self->origin, span->kind, span->is_asset, span->reference))
		return;
	if (base.p)
		origin_set_base(&self->targets, &self->origin, base);
	const struct resolve_target t =
		span->is_name ? resolve_name(&self->targets, &self->origin, span->reference)
	                      : resolve_reference(&self->targets, &self->origin, span->reference);
	self->target.n = 0;
	if (resolve_target_path(&t, &self->target))
		json_add_string(out, "target", iri_contents(&self->target));
	buf_check(&self->messages, &self->target);
}

static void add_json(struct irigrep *self, struct iri_buf *out, const struct span *span)
{
	const struct iri_str base = named_base(self, span), resolved = resolve_link(self, span);
	struct iri_str template;

	iri_buf_putc(out, '{');
	json_add_text(out, "file", self->messages.place.file);
	json_add_number(out, "line", span->line);
	if (span->placed) {
		json_add_number(out, "column", span->column);
		json_add_number(out, "offset", span->off);
		json_add_number(out, "length", span->len);
	} else {
		buf_add_text(out, ",\"column\":null,\"offset\":null,\"length\":null");
	}
	json_add_text(out, "kind", selection_kind_names[span->kind]);
	json_add_string(out, "text", span->placed ? span->text : (struct iri_str){0});
	json_add_string(out, "reference", span->reference);
	if (span->label.p)
		json_add_string(out, "label", span->label);
	if (base.p)
		json_add_string(out, "base", base);
	if (resolved.p)
		json_add_string(out, "resolved", resolved);
	if (span->broken)
		json_add_bool(out, "broken", true);
	if (span->broken && iri_template_next(span->reference, 0, &template))
		json_add_bool(out, "template", true);
	if (self->is_local)
		irigrep_add_target(self, out, span, base);
	iri_buf_putc(out, '}');
}

/* Ends a line of output. */
static void end_line(struct irigrep *self, struct iri_buf *out)
{
	iri_buf_putc(out, self->zero ? '\0' : '\n');
	lines_flush_some(&self->lines);
}

static bool irigrep_found(void *irigrep, const struct span *span)
{
	struct irigrep *const self = irigrep;
	struct iri_buf *const out = &self->lines.out;

	selection_check(&self->selection, &self->messages);
	if (!self->selection.kinds[span->kind])
		return true;
	self->links++;
	self->any = true;
	if (self->quiet || self->list)
		return false;
	if (self->count)
		return true;
	if (self->json) {
		add_json(self, out, span);
	} else {
		const struct iri_str resolved = resolve_link(self, span);
		const struct iri_str printed = resolved.p ? resolved : span->reference;
		add_prefix(self, out, span);
		set_color(self, out, COLOR_STRONG);
		iri_buf_add(out, printed.p, printed.n);
		set_color(self, out, COLOR_NONE);
	}
	end_line(self, out);
	return true;
}

/* Prepares for the targets of the links of a file. */
static void begin_targets(struct irigrep *self, const char *name)
{
	const enum document_format named = self->selection.document.format;
	const enum document_format format = named == FORMAT_AUTO ? format_of_name(name) : named;

	self->is_local = self->has_tree && format_is_local(format) && strcmp(name, "-") != 0 &&
	                 origin_begin(&self->targets, name, !format_is_markdown(format), &self->origin);
}

/* Opens the tree that targets are in. Without it, no link has a target. */
static void open_targets(struct irigrep *self, const char *operand)
{
	self->tree.lines = &self->lines;
	self->targets.tree = &self->tree;
	self->has_tree = tree_open(&self->tree, &self->messages, &(struct tree_options){0}, operand);
}

/* For struct jobs: searches a file, or standard input for "-". Returns false if no other file is to be searched. */
static bool search_file(void *irigrep, const char *name, bool is_first, size_t number)
{
	struct irigrep *const self = irigrep;
	struct iri_buf *const out = &self->lines.out;
	const char *const advice = is_first ? "irigrep takes no pattern: all operands are files" : NULL;

	(void)number;
	name = lines_named(&self->lines, name);
	const int fd = lines_open_input(&self->lines, name, advice);
	if (fd < 0)
		return true;
	self->links = 0;
	self->warned = false;
	if (self->json)
		begin_targets(self, name);
	document_read(&self->lines, &self->selection.document, fd, name, irigrep_found, self);
	if (fd != STDIN_FILENO)
		close(fd);
	selection_check(&self->selection, &self->messages);
	if (self->list && !self->quiet && self->links) {
		irigrep_add_name(self, out);
		end_line(self, out);
	} else if (self->count && !self->quiet && !self->list) {
		add_prefix(self, out, NULL);
		buf_add_format(out, "%ju", self->links);
		end_line(self, out);
	}
	lines_flush(&self->lines);
	return !(self->quiet && self->any);
}

/* For struct jobs: saves whether a link was found. */
static void irigrep_save(void *irigrep, struct iri_buf *out)
{
	if (((struct irigrep *)irigrep)->any)
		iri_buf_putc(out, 'x');
}

static void irigrep_load(void *irigrep, struct iri_str saved)
{
	(void)saved;
	((struct irigrep *)irigrep)->any = true;
}

/* Searches the operands. */
static void search_files(struct irigrep *self, int n, char **names)
{
	struct jobs *const j = &self->jobs;

	self->choose.in_folder = j->in_folder = &self->selection.document.in_folder;
	j->messages = &self->messages;
	j->file = search_file;
	j->arg = self;
	j->save = irigrep_save;
	j->load = irigrep_load;
	j->doing = "searched";
	progress_begin(&j->progress, !self->quiet);
	choose_files(&self->choose, &self->messages, n, names, jobs_add, j);
	jobs_run(j);
	jobs_free(j);
}

/* Parses the base of --base, and makes the resolver. Ends the program if it is not valid. */
static void prepare_base(struct irigrep *self)
{
	const struct messages *const m = &self->messages;
	const struct iri_str base = iri_str_of(self->base_name);
	struct iri_error err;
	char text[256];

	if (self->choose.recursive)
		options_refuse(m, NULL, "--base is the address of one document; leave out -r");
	self->resolver = iri_resolver_new(NULL);
	self->inner = iri_resolver_new(NULL);
	if (!self->resolver || !self->inner)
		message_die(m, NULL, "out of memory");
	if (!has_worked(self, iri_resolver_set_base(self->resolver, base, &err))) {
		iri_error_text(&err, text, sizeof text);
		options_refuse(m, "--base", text);
	}
}

/* Checks the options that depend on each other, and completes them. */
static void irigrep_check_options(struct irigrep *self, int n, char **files)
{
	if (self->json && (self->count || self->list))
		options_refuse(&self->messages, NULL, "--json cannot be used together with -c or -l");
	choose_check(&self->choose, &self->messages, n, files);
	if (self->base_name)
		prepare_base(self);
	selection_prepare(&self->selection, &self->messages);
	self->selection.document.printed = true;
	self->selection.document.find.labels = self->json;
	self->selection.document.places = !self->quiet && (self->numbers || self->json);
}

int main(int argc, char **argv)
{
	struct irigrep self = {.messages.tool = "irigrep"};
	const struct program program = {
		.summary = "Prints the links of running text, Markdown, HTML and other documents, one per\n"
		           "line (RFC 3987, section 7.3; Unicode Technical Standard #58).",
		.tables = {{options, &self}, {selection_options, &self.selection}, {color_options, &self.color},
		           {choose_options, &self.choose},
		           {jobs_options, &self.jobs}, {selection_format_options, &self.selection}},
		.succeeds = "a link was found",
		.fails = "no link was found",
	};

	options_parse(&self.messages, &program, argc, argv);
	const int n = argc - optind;
	char **const files = argv + optind;
	irigrep_check_options(&self, n, files);
	struct options common = {.charset = self.selection.charset, .eol = '\n', .check = self.quiet};
	lines_open(&self.lines, &self.messages, &common);
	self.lines.stdin_name = self.choose.stdin_name;

	self.is_colored = color_is_wanted(&self.color, STDOUT_FILENO);
	self.named = self.names == NAMES_AUTO ? (self.numbers && !self.count) || n > 1 || self.choose.recursive
	                                      : self.names == NAMES_ON;
	if (self.json)
		open_targets(&self, choose_first(&self.choose, n, files));
	search_files(&self, n, files);
	lines_close(&self.lines);
	selection_free(&self.selection);
	choose_free(&self.choose);
	iri_resolver_free(self.resolver);
	iri_resolver_free(self.inner);
	tree_free(&self.tree);
	resolver_free(&self.targets);
	iri_buf_free(&self.target);
	const int status = self.messages.status;
	return status && !(self.quiet && self.any) ? status : self.any ? EXIT_WELL : EXIT_INVALID;
}
