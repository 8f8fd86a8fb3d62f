/* SPDX-License-Identifier: ISC */
/* irigrep: prints the links of running text, Markdown, HTML and XML (RFC 3987, section 7.3; UTS #58) */
#include "config.h"

#include "cmd/base/json.h"
#include "cmd/document/selection.h"
#include "cmd/tree/choose.h"
#include "lib/link/template.h"
#include "lib/syntax/scheme.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

struct irigrep {
	struct messages messages;
	struct lines lines;
	struct selection selection;
	struct choose choose;
	bool numbers, offsets, count, list, quiet, zero, json;
	enum { NAMES_AUTO, NAMES_ON, NAMES_OFF } names;
	const char *base_name;     /* --base, or NULL; then the next members are unused */
	struct iri_ref base;
	struct iri_resolver *resolver;
	struct iri_buf base_text;  /* the base of a link, resolved against --base */
	/* For the current file: */
	bool named;          /* print names of files */
	uintmax_t links;
	bool any;            /* a link was found in some file */
	bool warned;         /* the message about a long base was printed */
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
	{'z', "null", NULL, "end the lines of the output with NUL", FLAG_OF(struct irigrep, zero)},
	{0, "base", "IRI", "print links resolved against the base that the\n"
         "document names, and against IRI, its address",
         TEXT_OF(struct irigrep, base_name)},
	{0, "json", NULL, "print a JSON object for each link", FLAG_OF(struct irigrep, json)},
	{0},
};

/* Appends what stands before a link or a number: the file's name, and the place with -n and -b. */
static void add_prefix(const struct irigrep *self, struct iri_buf *out, const struct span *span)
{
	if (self->named)
		buf_add_format(out, "%s:", self->messages.place.file);
	if (span && self->numbers)
		buf_add_format(out, "%ju:%zu:", span->line, span->column);
	if (span && self->offsets)
		buf_add_format(out, "%ju:", span->off);
}

/* The longest base that counts: it is printed, and parsed, for each link. */
enum { MOST_BASE = 4096 };

/* Returns the base of the link that the document names. It is absent, with a message for the first, if it is long. */
static struct iri_str base_of(struct irigrep *self, const struct span *span)
{
	if (span->base.n <= MOST_BASE)
		return span->base;
	if (!self->warned)
		message_say(&self->messages, self->messages.place.file,
		            "the base that it names is ignored, since it has more than 4096 bytes");
	self->warned = true;
	return (struct iri_str){0};
}

/* Resolves text against the base. Ends the program if memory runs out. */
static struct iri_str resolve_text(struct irigrep *self, const struct iri_ref *base, const struct iri_ref *ref)
{
	struct iri_str iri;

	if (iri_resolve(self->resolver, base, ref, &iri, NULL) != IRI_OK)
		message_die(&self->messages, NULL, "out of memory");
	return iri;
}

/*
 * Returns the link, resolved against the base that the document names and --base (RFC 3986, section 5.1). As in
 * browsers, a base that is not valid, or has the scheme data or javascript, does not count. Returns an absent string
 * for a link that is not valid, and for a host or an address without a scheme, which is no reference.
 */
static struct iri_str resolve_link(struct irigrep *self, const struct span *span)
{
	const struct iri_str named = base_of(self, span);
	struct iri_ref ref, base = self->base, inner;

	if (!self->base_name || span->kind == SPAN_BARE || span->kind == SPAN_ADDRESS ||
	    iri_parse(span->reference, IRI_FORBID_BIDI, &ref, NULL) != IRI_OK)
		return (struct iri_str){0};
	if (named.p && iri_parse(named, IRI_FORBID_BIDI, &inner, NULL) == IRI_OK &&
	    !iri_same_scheme(inner.scheme, (struct iri_str){"data", 4}) &&
	    !iri_same_scheme(inner.scheme, (struct iri_str){"javascript", 10})) {
		const struct iri_str resolved = resolve_text(self, &self->base, &inner);
		self->base_text.n = 0;
		iri_buf_add(&self->base_text, resolved.p, resolved.n);
		buf_check(&self->messages, &self->base_text);
		if (iri_parse(iri_contents(&self->base_text), IRI_REQUIRE_SCHEME, &base, NULL) != IRI_OK)
			base = self->base;
	}
	return resolve_text(self, &base, &ref);
}

static void add_json(struct irigrep *self, struct iri_buf *out, const struct span *span)
{
	const struct iri_str base = base_of(self, span), resolved = resolve_link(self, span);
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
	if (base.p)
		json_add_string(out, "base", base);
	if (resolved.p)
		json_add_string(out, "resolved", resolved);
	if (span->broken)
		json_add_bool(out, "broken", true);
	if (span->broken && iri_template_next(span->reference, 0, &template))
		json_add_bool(out, "template", true);
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
		iri_buf_add(out, printed.p, printed.n);
	}
	end_line(self, out);
	return true;
}

/* Searches a file, or standard input for "-". Returns false if no other file is to be searched. */
static bool search_file(void *irigrep, const char *name, bool is_first)
{
	struct irigrep *const self = irigrep;
	struct iri_buf *const out = &self->lines.out;
	const char *const advice = is_first ? "irigrep takes no pattern: all operands are files" : NULL;
	const int fd = lines_open_input(&self->lines, name, advice);

	if (fd < 0)
		return true;
	self->links = 0;
	self->warned = false;
	document_read(&self->lines, &self->selection.document, fd, name, irigrep_found, self);
	if (fd != STDIN_FILENO)
		close(fd);
	selection_check(&self->selection, &self->messages);
	if (self->list && !self->quiet && self->links) {
		buf_add_text(out, self->messages.place.file);
		end_line(self, out);
	} else if (self->count && !self->quiet && !self->list) {
		add_prefix(self, out, NULL);
		buf_add_format(out, "%ju", self->links);
		end_line(self, out);
	}
	lines_flush(&self->lines);
	return !(self->quiet && self->any);
}

/* Parses the base of --base, and makes the resolver. Ends the program if it is not valid. */
static void take_base(struct irigrep *self)
{
	const struct messages *const m = &self->messages;
	const struct iri_str base = {self->base_name, strlen(self->base_name)};
	struct iri_error err;
	char text[256];

	if (self->choose.recursive)
		options_refuse(m, NULL, "--base is the address of one document; leave out -r");
	if (iri_parse(base, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &self->base, &err) != IRI_OK) {
		iri_error_text(&err, text, sizeof text);
		options_refuse(m, "--base", text);
	}
	self->resolver = iri_resolver_new(&(struct iri_resolve_options){false});
	if (!self->resolver)
		message_die(m, NULL, "out of memory");
}

/* Checks the options that depend on each other, and completes them. */
static void irigrep_check_options(struct irigrep *self)
{
	if (self->json && (self->count || self->list))
		options_refuse(&self->messages, NULL, "--json cannot be used together with -c or -l");
	choose_check(&self->choose, &self->messages);
	if (self->base_name)
		take_base(self);
	selection_prepare(&self->selection, &self->messages);
	self->selection.document.places = !self->quiet && (self->numbers || self->json);
}

int main(int argc, char **argv)
{
	struct irigrep self = {.messages.tool = "irigrep"};
	const struct program program = {
		.summary = "Prints the links of running text, Markdown, HTML and XML, one per line (RFC\n"
		           "3987, section 7.3; Unicode Technical Standard #58).",
		.tables = {{options, &self}, {selection_options, &self.selection}, {choose_options, &self.choose},
		           {selection_format_options, &self.selection}},
		.succeeds = "a link was found",
		.fails = "no link was found",
	};

	options_parse(&self.messages, &program, argc, argv);
	irigrep_check_options(&self);
	struct options common = {.charset = self.selection.charset, .eol = '\n', .check = self.quiet};
	lines_open(&self.lines, &self.messages, &common);

	const int n = argc - optind;
	self.named = self.names == NAMES_AUTO ? (self.numbers && !self.count) || n > 1 || self.choose.recursive
	                                      : self.names == NAMES_ON;
	self.choose.in_folder = &self.selection.document.in_folder;
	choose_files(&self.choose, &self.messages, n, argv + optind, search_file, &self);
	lines_close(&self.lines);
	selection_free(&self.selection);
	choose_free(&self.choose);
	iri_resolver_free(self.resolver);
	iri_buf_free(&self.base_text);
	const int status = self.messages.status;
	return status && !(self.quiet && self.any) ? status : self.any ? EXIT_WELL : EXIT_INVALID;
}
