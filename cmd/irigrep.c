/* SPDX-License-Identifier: ISC */
/* irigrep: prints the links of running text, Markdown, HTML and XML (RFC 3987, section 7.3; UTS #58) */
#include "config.h"

#include "cmd/document/selection.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

static struct irigrep {
	struct messages messages;
	struct lines lines;
	bool numbers, offsets, count, list, quiet, zero, json;
	enum { NAMES_AUTO, NAMES_ON, NAMES_OFF } names;
	/* For the current file: */
	bool named;          /* print names of files */
	uintmax_t links;
	bool any;            /* a link was found in some file */
} self;

/* As with grep, the last of -H and -h counts. */
static const char *take_names(const char *ignored)
{
	(void)ignored;
	self.names = NAMES_ON;
	return NULL;
}

static const char *take_no_names(const char *ignored)
{
	(void)ignored;
	self.names = NAMES_OFF;
	return NULL;
}

static const struct option_row options[] = {
	{'n', "line-number", NULL, "begin each line with FILE:LINE:COLUMN:", .flag = &self.numbers},
	{'b', "byte-offset", NULL, "print before each link its offset in bytes", .flag = &self.offsets},
	{'H', "with-filename", NULL, "begin each line with the name of the file; the\ndefault for several files",
         .take = take_names},
	{'h', "no-filename", NULL, "print no names of files", .take = take_no_names},
	{'c', "count", NULL, "print only the number of links in each file", .flag = &self.count},
	{'l', "files-with-links", NULL, "print only the names of files that have links", .flag = &self.list},
	{'q', "quiet", NULL, "print nothing; stop at the first link, with\nstatus 0", .flag = &self.quiet},
	{'z', "null", NULL, "end the lines of the output with NUL", .flag = &self.zero},
	{0, "json", NULL, "print a JSON object for each link", .flag = &self.json},
	{0},
};

/* Appends what stands before a link or a number: the file's name, and the place with -n and -b. */
static void add_prefix(struct iri_buf *out, const struct span *span)
{
	if (self.named)
		buf_add_format(out, "%s:", self.messages.place.file);
	if (span && self.numbers)
		buf_add_format(out, "%ju:%zu:", span->line, span->column);
	if (span && self.offsets)
		buf_add_format(out, "%ju:", span->off);
}

static void add_json(struct iri_buf *out, const struct span *span)
{
	buf_add_text(out, "{\"file\":");
	buf_add_json(out, (struct iri_str){self.messages.place.file, strlen(self.messages.place.file)});
	buf_add_format(out, ",\"line\":%ju", span->line);
	if (span->placed)
		buf_add_format(out, ",\"column\":%zu,\"offset\":%ju,\"length\":%zu",
		               span->column, span->off, span->len);
	else
		buf_add_text(out, ",\"column\":null,\"offset\":null,\"length\":null");
	buf_add_format(out, ",\"kind\":\"%s\",\"text\":", search_kind_names[span->kind]);
	buf_add_json(out, span->placed ? span->text : (struct iri_str){0});
	buf_add_text(out, ",\"reference\":");
	buf_add_json(out, span->reference);
	buf_add_text(out, span->broken ? ",\"broken\":true}" : "}");
}

/* Ends a line of output. */
static void end_line(struct iri_buf *out)
{
	iri_buf_putc(out, self.zero ? '\0' : '\n');
	lines_flush_some(&self.lines);
}

static bool found(void *arg, const struct span *span)
{
	struct iri_buf *const out = &self.lines.out;

	(void)arg;
	search_check(&self.messages);
	if (!search.kinds[span->kind])
		return true;
	self.links++;
	self.any = true;
	if (self.quiet || self.list)
		return false;
	if (self.count)
		return true;
	if (self.json) {
		add_json(out, span);
	} else {
		add_prefix(out, span);
		iri_buf_add(out, span->reference.p, span->reference.n);
	}
	end_line(out);
	return true;
}

/* Searches a file, or standard input for "-". Returns false if no other file is to be searched. */
static bool search_file(const char *name, bool is_first)
{
	struct iri_buf *const out = &self.lines.out;
	const char *const advice = is_first ? "irigrep takes no pattern: all operands are files" : NULL;
	const int fd = lines_open_input(&self.lines, name, advice);

	if (fd < 0)
		return true;
	self.links = 0;
	document_read(&self.lines, &search.document, fd, name, found, NULL);
	if (fd != STDIN_FILENO)
		close(fd);
	search_check(&self.messages);
	if (self.list && !self.quiet && self.links) {
		buf_add_text(out, self.messages.place.file);
		end_line(out);
	} else if (self.count && !self.quiet && !self.list) {
		add_prefix(out, NULL);
		buf_add_format(out, "%ju", self.links);
		end_line(out);
	}
	lines_flush(&self.lines);
	return !(self.quiet && self.any);
}

/* Checks the options that depend on each other, and completes them. */
static void check_options(void)
{
	if (self.json && (self.count || self.list))
		options_refuse(&self.messages, NULL, "--json cannot be used together with -c or -l");
	search_prepare(&self.messages);
	search.document.places = !self.quiet && (self.numbers || self.json);
}

int main(int argc, char **argv)
{
	static const struct program program = {
		.summary = "Prints the links of running text, Markdown, HTML and XML, one per line (RFC\n"
		           "3987, section 7.3; Unicode Technical Standard #58).",
		.tables = {options, search_options, search_format_options},
		.succeeds = "a link was found",
		.fails = "no link was found",
	};

	self = (struct irigrep){.messages.tool = "irigrep"};
	search = (struct search){0};
	options_parse(&self.messages, &program, argc, argv);
	check_options();
	struct options common = {.charset = search.charset, .eol = '\n', .check = self.quiet};
	lines_open(&self.lines, &self.messages, &common);

	const int n = argc - optind;
	self.named = self.names == NAMES_AUTO ? (self.numbers && !self.count) || n > 1 || search.recursive
	                                      : self.names == NAMES_ON;
	search_files(&self.messages, n, argv + optind, search_file);
	lines_close(&self.lines);
	search_free();
	const int status = self.messages.status;
	return status && !(self.quiet && self.any) ? status : self.any ? EXIT_WELL : EXIT_INVALID;
}
