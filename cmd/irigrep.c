/* SPDX-License-Identifier: ISC */
/* irigrep: prints the links of running text, Markdown, HTML and XML (RFC 3987, section 7.3; UTS #58) */
#include "config.h"

#include "document.h"
#include "folder.h"
#include "tld.h"

#include "../lib/str.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The names of kinds, by enum span_kind */
static const char *const kind_names[SPAN_KINDS] = {
	"text", "bare", "address", "inline", "image", "definition", "autolink", "attribute", "base",
};

static struct irigrep {
	struct messages messages;
	struct lines lines;
	struct document_options document;
	struct tld *tld;
	bool numbers, offsets, count, list, quiet, zero, json, recursive;
	enum { NAMES_AUTO, NAMES_ON, NAMES_OFF } names;
	const char *charset;
	bool kinds[SPAN_KINDS], has_kinds;
	struct iri_buf schemes, scheme_names; /* pointers to the names, and the names, each with a NUL */
	struct iri_buf patterns;              /* pointers to the patterns of --include */
	/* For the current file: */
	bool named;          /* print names of files */
	uintmax_t links;
	bool any;            /* a link was found in some file */
} self;

/* Calls take for each word of a list with commas. Returns false for an empty word, or if take returns false. */
static bool each_word(const char *list, bool (*take)(const char *word, size_t n))
{
	for (;; list++) {
		const size_t n = strcspn(list, ",");
		if (!n || !take(list, n))
			return false;
		list += n;
		if (!*list)
			return true;
	}
}

static bool add_kind(const char *word, size_t n)
{
	for (size_t i = 0; i < SPAN_KINDS; i++)
		if (strlen(kind_names[i]) == n && !memcmp(word, kind_names[i], n)) {
			self.kinds[i] = self.has_kinds = true;
			return true;
		}
	return false;
}

static const char *take_kind(const char *list)
{
	memset(self.kinds, 0, sizeof self.kinds);
	return each_word(list, add_kind) ? NULL
	                                 : "--kind takes inline, image, definition, autolink, attribute, base, text, "
	                                   "bare and address, separated by commas";
}

static bool add_scheme(const char *word, size_t n)
{
	struct iri_ref ref;
	const size_t start = self.scheme_names.n;

	iri_buf_add(&self.scheme_names, word, n);
	iri_buf_putc(&self.scheme_names, ':');
	buf_check(&self.messages, &self.scheme_names);
	const struct iri_str name = iri_added(&self.scheme_names, start);
	if (iri_parse(name, IRI_REQUIRE_SCHEME, &ref, NULL) != IRI_OK || ref.scheme.n != n)
		return false;
	self.scheme_names.p[self.scheme_names.n - 1] = '\0';
	return true;
}

static const char *take_schemes(const char *list)
{
	self.scheme_names.n = 0;
	return each_word(list, add_scheme) ? NULL
	                                   : "--schemes takes names of schemes, separated by commas: http,mailto";
}

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

static const char *take_include(const char *pattern)
{
	iri_buf_add(&self.patterns, (const char *)&pattern, sizeof pattern);
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

static const struct option_row link_options[] = {
	{0, "bare", NULL, "also find hosts and addresses without a scheme", .flag = &self.document.find.links.bare},
	{0, "kind", "KIND,...", "print only links of these kinds: inline, image,\n"
         "definition, autolink, attribute, base; in running\n"
         "text: text (with a scheme), bare (a host without\n"
         "a scheme), address", .take = take_kind},
	{0, "schemes", "NAME,...", "of links with a scheme, find only these schemes", .take = take_schemes},
	{0, "cjk", NULL, "end links where a Chinese, Japanese or Korean\nreader would end them",
         .flag = &self.document.find.links.cjk},
	{0, "unwrap", NULL, "also find links in <...> that are broken over\nlines, and join them",
         .flag = &self.document.find.unwrap},
	{0, "from", "auto|text|markdown|html|xml", "the format of the files; auto (default): by name:\n"
         "Markdown for *.md, *.markdown; HTML for *.html,\n"
         "*.htm, *.xhtml; XML for *.xml, *.rss, *.atom;\n"
         "else text", .choice = &self.document.format},
	{0, "charset", "CS", "read the input in charset CS, not in UTF-8", .text = &self.charset},
	{'r', "recursive", NULL, "search the files in folders; without operands, in\nthe current folder",
         .flag = &self.recursive},
	{0, "include", "GLOB", "with -r, search only files whose names match;\n"
         "default: *.txt, and the names of --from=auto", .take = take_include},
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
	buf_add_format(out, ",\"kind\":\"%s\",\"text\":", kind_names[span->kind]);
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

/* Ends the program if memory ran out when a top-level domain was looked up: then links may be missing. */
static void check_tld(void)
{
	if (tld_failed(self.tld))
		message_die(&self.messages, NULL, "out of memory");
}

static bool found(void *arg, const struct span *span)
{
	struct iri_buf *const out = &self.lines.out;

	(void)arg;
	check_tld();
	if (!self.kinds[span->kind])
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
static bool search_file(void *arg, const char *name)
{
	struct iri_buf *const out = &self.lines.out;
	const char *const advice = arg;
	const int fd = lines_open_input(&self.lines, name, advice);

	if (fd < 0)
		return true;
	self.links = 0;
	document_read(&self.lines, &self.document, fd, name, found, NULL);
	if (fd != STDIN_FILENO)
		close(fd);
	check_tld();
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

/* Searches an operand: a file or, with -r, a folder. */
static bool search(const char *name, const char *advice)
{
	struct stat st;

	if (strcmp(name, "-") != 0 && stat(name, &st) == 0 && S_ISDIR(st.st_mode)) {
		if (self.recursive)
			return folder_walk(&self.messages, name, (const void *)self.patterns.p, search_file, NULL);
		message_say(&self.messages, name, "is a folder; -r searches the files in it");
		message_raise(&self.messages, EXIT_TROUBLE);
		return true;
	}
	return search_file((void *)advice, name);
}

/* Checks the options that depend on each other, and completes them. */
static void check_options(void)
{
	/* *.txt, and the names that choose_format in document.c knows, in upper or lower case */
	static const char *const defaults[] = {
		"*.[mM][dD]", "*.[mM][aA][rR][kK][dD][oO][wW][nN]", "*.[hH][tT][mM]", "*.[hH][tT][mM][lL]",
		"*.[xX][hH][tT][mM][lL]", "*.[xX][mM][lL]", "*.[rR][sS][sS]", "*.[aA][tT][oO][mM]", "*.[tT][xX][tT]",
	};
	struct iri_link_options *const links = &self.document.find.links;
	struct messages *const m = &self.messages;

	if (self.json && (self.count || self.list))
		options_refuse(m, NULL, "--json cannot be used together with -c or -l");
	if (self.patterns.n && !self.recursive)
		options_refuse(m, NULL, "--include needs -r");
	if (!self.patterns.n)
		iri_buf_add(&self.patterns, (const char *)defaults, sizeof defaults);
	iri_buf_add(&self.patterns, (const char *)&(const char *){NULL}, sizeof(char *));
	buf_check(m, &self.patterns);

	links->bare = links->bare || self.kinds[SPAN_BARE] || self.kinds[SPAN_ADDRESS];
	for (size_t i = 0; !self.has_kinds && i < SPAN_KINDS; i++)
		self.kinds[i] = true;
	if (links->bare || links->cjk) {
		self.tld = tld_load();
		if (!self.tld)
			message_die(m, NULL, "no list of top-level domains; install the Public Suffix List");
		links->is_tld = tld_known;
		links->tld_arg = self.tld;
	}
	const struct iri_str names = iri_contents(&self.scheme_names);
	for (const char *p = names.p; p < names.p + names.n; p += strlen(p) + 1)
		iri_buf_add(&self.schemes, (const char *)&p, sizeof p);
	buf_check(m, &self.schemes);
	links->schemes = (const void *)self.schemes.p;
	links->n_schemes = self.schemes.n / sizeof *links->schemes;
	self.document.has_charset = self.charset;
	self.document.places = !self.quiet && (self.numbers || self.json);
}

int main(int argc, char **argv)
{
	static const struct program program = {
		.summary = "Prints the links of running text, Markdown, HTML and XML, one per line (RFC\n"
		           "3987, section 7.3; Unicode Technical Standard #58).",
		.tables = {options, link_options},
		.succeeds = "a link was found",
		.fails = "no link was found",
	};

	self = (struct irigrep){.messages.tool = "irigrep"};
	options_parse(&self.messages, &program, argc, argv);
	check_options();
	struct options common = {.charset = self.charset, .eol = '\n', .check = self.quiet};
	lines_open(&self.lines, &self.messages, &common);

	char *here[] = {self.recursive ? "." : "-"};
	char **const names = optind < argc ? argv + optind : here;
	const int n = optind < argc ? argc - optind : 1;
	self.named = self.names == NAMES_AUTO ? (self.numbers && !self.count) || n > 1 || self.recursive
	                                      : self.names == NAMES_ON;
	bool go_on = true;
	for (int i = 0; i < n && go_on; i++)
		go_on = search(names[i], i ? NULL : "irigrep takes no pattern: all operands are files");
	lines_close(&self.lines);
	tld_free(self.tld);
	iri_buf_free(&self.schemes);
	iri_buf_free(&self.scheme_names);
	iri_buf_free(&self.patterns);
	const int status = self.messages.status;
	return status && !(self.quiet && self.any) ? status : self.any ? EXIT_WELL : EXIT_INVALID;
}
