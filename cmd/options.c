/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "filter.h"

#include "../lib/utf8.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 64, NO_LETTER = 256 };

/* What the common options say; options_parse hands out a copy. */
static struct options common;
static bool wants_help, wants_version;

static const char *take_delimiter(const char *arg)
{
	const size_t len = strlen(arg);
	uint32_t ch;

	if (!len || iri_utf8_decode(arg, arg + len, &ch) != len || ch == (unsigned char)'\n')
		return "--delimiter: takes one character";
	common.separator = arg;
	return NULL;
}

static const char *take_field(const char *arg)
{
	char *end;

	errno = 0;
	common.field = strtoul(arg, &end, 10);
	if (errno || *end || common.field == 0 || arg[0] < '0' || arg[0] > '9')
		return "--field: takes a number from 1";
	return NULL;
}

static const struct filter_option common_options[] = {
	{'c', "check", NULL, "no output, only the exit status", .flag = &common.check},
	{'d', "delimiter", "C", "with -f, fields are separated by C instead of TAB", .take = take_delimiter},
	{'f', "field", "N", "process field N of each line, the rest passes untouched", .take = take_field},
	{'q', "quiet", NULL, "no messages about invalid lines", .flag = &common.quiet},
	{'z', "zero-terminated", NULL, "lines end in NUL, not newline, in input and output",
         .flag = &common.zero_terminated},
	{0, "invalid", "empty|keep|drop|stop",
         "what to print for an invalid line: an empty line (default,\n"
         "unless said otherwise above), the line as it is, or nothing;\n"
         "or stop there", .choice = &common.invalid},
	{0, "reject", "FILE", "append invalid lines to FILE, too", .text = &common.reject},
	{0, "charset", "CS", "input is in the charset CS, not UTF-8", .text = &common.charset},
	{0, "nfc", NULL, "normalize input to NFC (done anyway for a non-Unicode CS)", .flag = &common.nfc},
	{0, "html", NULL, "resolve character references such as &amp; first", .flag = &common.html},
	{0, "split", NULL, "several references a line, separated by spaces; one a line out", .flag = &common.split},
	{0, "help", NULL, "print this and exit", .flag = &wants_help},
	{0, "version", NULL, "print versions and exit", .flag = &wants_version},
	{0},
};

_Noreturn void options_refuse(const struct messages *m, const char *what, const char *text)
{
	message_say(m, what, text);
	struct iri_buf hint = {0};
	buf_add_format(&hint, "see '%s --help'%c", m->tool, '\0');
	message_die(m, NULL, hint.failed ? "see --help" : hint.p);
}

static void help_options(struct iri_buf *b, const struct filter_option *o)
{
	for (; o->name; o++) {
		const size_t start = b->n;
		buf_add_format(b, o->letter ? "  -%c, --%s%s%s" : "  %c   --%s%s%s", o->letter ? o->letter : ' ',
		               o->name, o->arg ? "=" : "", o->arg ? o->arg : "");
		size_t column = b->n - start;
		for (const char *line = o->help; line;) {
			const size_t len = strcspn(line, "\n");
			if (column > 28) {
				iri_buf_putc(b, '\n');
				column = 0;
			}
			buf_add_format(b, "%*s%.*s\n", (int)(30 - column), "", (int)len, line);
			column = 0;
			line = line[len] ? line + len + 1 : NULL;
		}
	}
}

/* Prints what is in the buffer, and ends the program. */
_Noreturn static void print(const struct messages *m, const struct iri_buf *b)
{
	buf_check(m, b);
	stdout_write(m, b->p, b->n);
	exit(EXIT_WELL);
}

_Noreturn static void help(const struct messages *m, const struct filter_tool *tool)
{
	struct iri_buf b = {0};

	buf_add_format(&b, "usage: %s%s\n%s\n%s\n\n", tool->name,
	               tool->operands ? tool->operands : " [option ...] [file ...]", tool->summary,
	               tool->operands ? "With no operands, reads lines from standard input."
	                              : "With no file, or where a file is -, reads standard input.");
	help_options(&b, tool->options);
	iri_buf_putc(&b, '\n');
	help_options(&b, common_options);
	buf_add_format(&b, "\nExit status: 0 all well; 1 %s;\n2 trouble with options, input or output.\n",
	               tool->fails ? tool->fails : "some line was invalid (with -c, or would change)");
	print(m, &b);
}

_Noreturn static void version(const struct messages *m)
{
	struct iri_buf b = {0};
	char text[256];

	if (!iri_versions(text, sizeof text))
		message_die(m, NULL, "out of memory");
	buf_add_format(&b, "%s (IRI toolkit) " PACKAGE_VERSION "\n%s", m->tool, text);
	print(m, &b);
}

/* All options, first the tool's: their rows, and what getopt_long makes of these. */
struct rows {
	const struct filter_option *of[MAX_OPTIONS];
	struct option longs[MAX_OPTIONS + 1];
	char shorts[2 * MAX_OPTIONS + 2];
	size_t n, own;
};

static void add_rows(struct rows *r, const struct filter_option *o)
{
	char *s = r->shorts + strlen(r->shorts);

	for (; o->name && r->n < MAX_OPTIONS; o++) {
		const int value = o->letter ? o->letter : NO_LETTER + (int)r->n;
		r->of[r->n] = o;
		r->longs[r->n++] = (struct option){o->name, o->arg ? required_argument : no_argument, NULL, value};
		if (o->letter)
			*s++ = o->letter;
		if (o->letter && o->arg)
			*s++ = ':';
	}
}

/* Finds the row whose option getopt_long returns as value; r->n if there is none. */
static size_t find_row(const struct rows *r, int value)
{
	size_t i = 0;

	while (i < r->n && r->longs[i].val != value)
		i++;
	return i;
}

/* Says what is wrong with a word for which getopt_long returned '?' or, where an argument is missing, ':'. */
_Noreturn static void option_error(const struct messages *m, const struct rows *r, int returned, char *word)
{
	const char letter[] = {'-', (char)optopt, '\0'};
	struct iri_buf text = {0};
	size_t i = optopt ? find_row(r, optopt) : 0;

	/* For an unknown or ambiguous long option getopt_long sets optopt to 0. */
	if (!optopt) {
		word[strcspn(word, "=")] = '\0';
		while (i < r->n && strncmp(r->of[i]->name, word + 2, strlen(word + 2)) != 0)
			i++;
	}
	const bool known = i < r->n;
	buf_add_text(&text, !known ? "unknown option '" : optopt ? "option '--" : "ambiguous option '");
	buf_add_visible(&text, !optopt ? word : known ? r->of[i]->name : letter);
	buf_add_text(&text, !known || !optopt ? "'" : returned == ':' ? "' needs an argument" : "' takes no argument");
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	options_refuse(m, NULL, text.p);
}

/* Returns the number of the word that arg is, or 0 if there are none to choose from. */
static unsigned find_choice(const struct messages *m, const struct filter_option *o, bool own, const char *arg)
{
	const char *word = o->arg;
	struct iri_buf text = {0};

	if (!word || !strchr(word, '|'))
		return 0;
	for (unsigned i = 0;; i++) {
		const size_t len = strcspn(word, "|");
		if (strlen(arg) == len && !memcmp(word, arg, len))
			return i;
		if (!word[len])
			break;
		word += len + 1;
	}
	buf_add_format(&text, "--%s%s takes ", o->name, own ? "" : ":");
	for (const char *p = o->arg; *p; p++)
		if (*p != '|')
			iri_buf_putc(&text, *p);
		else
			buf_add_text(&text, strchr(p + 1, '|') ? ", " : " or ");
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	options_refuse(m, NULL, text.p);
}

/* Puts what the option with this row and argument says where it goes. Returns NULL, or what is wrong with it. */
static const char *take(const struct filter_option *o, const char *arg, unsigned choice)
{
	if (o->flag)
		*o->flag = !o->arg || choice == o->on;
	if (o->choice)
		*o->choice = choice;
	if (o->text)
		*o->text = arg;
	return o->take ? o->take(arg) : NULL;
}

struct options options_parse(const struct messages *m, const struct filter_tool *tool, int argc, char **argv)
{
	struct rows r = {.shorts = ":"}; /* tell a missing argument from an unknown option */
	int key;

	add_rows(&r, tool->options);
	r.own = r.n;
	add_rows(&r, common_options);
	opterr = 0; /* getopt_long would print an argument as it is */
	wants_help = wants_version = false;
	common = (struct options){.invalid = INVALID_UNSAID};
	while ((key = getopt_long(argc, argv, r.shorts, r.longs, NULL)) != -1) {
		const size_t i = find_row(&r, key);
		if (i == r.n)
			option_error(m, &r, key, argv[optind - 1]);
		const char *const why = take(r.of[i], optarg, find_choice(m, r.of[i], i < r.own, optarg));
		if (why)
			options_refuse(m, NULL, why);
		if (wants_help)
			help(m, tool);
		if (wants_version)
			version(m);
	}
	if (common.field && common.split)
		options_refuse(m, NULL, "--field and --split don't go together");
	if (common.separator && !common.field)
		options_refuse(m, NULL, "--delimiter needs --field");
	if (!common.separator)
		common.separator = "\t";
	common.eol = common.zero_terminated ? '\0' : '\n';
	return common;
}
