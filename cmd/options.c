/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "filter.h"

#include "../lib/utf8.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 64 };

enum {
	KEY_INVALID = 1000,
	KEY_REJECT,
	KEY_CHARSET,
	KEY_NFC,
	KEY_HTML,
	KEY_SPLIT,
	KEY_HELP,
	KEY_VERSION,
};

static const struct filter_option common_options[] = {
	{'c', "check", NULL, "no output, only the exit status"},
	{'d', "delimiter", "C", "with -f, fields are separated by C instead of TAB"},
	{'f', "field", "N", "process field N of each line, the rest passes untouched"},
	{'q', "quiet", NULL, "no messages about invalid lines"},
	{'z', "zero-terminated", NULL, "lines end in NUL, not newline, in input and output"},
	{KEY_INVALID, "invalid", "empty|keep|drop|stop",
         "what to print for an invalid line: an empty line (default,\n"
         "unless said otherwise above), the line as it is, or nothing;\n"
         "or stop there"},
	{KEY_REJECT, "reject", "FILE", "append invalid lines to FILE, too"},
	{KEY_CHARSET, "charset", "CS", "input is in the charset CS, not UTF-8"},
	{KEY_NFC, "nfc", NULL, "normalize input to NFC (done anyway for a non-Unicode CS)"},
	{KEY_HTML, "html", NULL, "resolve character references such as &amp; first"},
	{KEY_SPLIT, "split", NULL, "several references a line, separated by spaces; one a line out"},
	{KEY_HELP, "help", NULL, "print this and exit"},
	{KEY_VERSION, "version", NULL, "print versions and exit"},
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
	for (; o->key; o++) {
		const size_t start = b->n;
		buf_add_format(b, o->key < FILTER_TOOL_KEY ? "  -%c, --%s%s%s" : "  %c   --%s%s%s",
		               o->key < FILTER_TOOL_KEY ? o->key : ' ', o->name, o->arg ? "=" : "", o->arg ? o->arg : "");
		size_t column = b->n - start;
		for (const char *line = o->help; line;) {
			const char *next = strchr(line, '\n');
			if (column > 28) {
				iri_buf_putc(b, '\n');
				column = 0;
			}
			for (; column < 30; column++)
				iri_buf_putc(b, ' ');
			iri_buf_add(b, line, next ? (size_t)(next - line) : strlen(line));
			iri_buf_putc(b, '\n');
			column = 0;
			line = next ? next + 1 : NULL;
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

/* Takes a common option, as a tool's function takes one of its own. */
static const char *common_option(struct options *o, int key, const char *arg, unsigned choice)
{
	char *end;

	switch (key) {
	case 'c': o->check = true; break;
	case 'd': {
		uint32_t ch;
		size_t len = strlen(arg);
		if (!len || iri_utf8_decode(arg, arg + len, &ch) != len || ch == (unsigned char)'\n')
			return "--delimiter: takes one character";
		o->separator = arg;
		break;
	}
	case 'f':
		errno = 0;
		o->field = strtoul(arg, &end, 10);
		if (errno || *end || o->field == 0 || arg[0] < '0' || arg[0] > '9')
			return "--field: takes a number from 1";
		break;
	case 'q': o->quiet = true; break;
	case 'z': o->eol = '\0'; break;
	case KEY_INVALID: o->invalid = choice; break;
	case KEY_REJECT: o->reject = arg; break;
	case KEY_CHARSET: o->charset = arg; break;
	case KEY_NFC: o->nfc = true; break;
	case KEY_HTML: o->html = true; break;
	case KEY_SPLIT: o->split = true; break;
	}
	return NULL;
}

/* Finds in a table the option of this key or, if key is 0, one whose name begins like this; or returns NULL. */
static const struct filter_option *find_option(const struct filter_option *o, int key, const char *name)
{
	while (o->key && (key ? o->key != key : strncmp(o->name, name, strlen(name)) != 0))
		o++;
	return o->key ? o : NULL;
}

/* Says what is wrong with a word for which getopt_long returned '?' or, where an argument is missing, ':'. */
_Noreturn static void option_error(const struct messages *m, const struct filter_tool *tool, int returned,
                                   char *word)
{
	const char letter[] = {'-', (char)optopt, '\0'};
	struct iri_buf text = {0};

	/* For an unknown or ambiguous long option getopt_long sets optopt to 0. */
	if (!optopt)
		word[strcspn(word, "=")] = '\0';
	const char *const name = optopt ? "" : word + 2;
	const struct filter_option *o = find_option(tool->options, optopt, name);
	if (!o)
		o = find_option(common_options, optopt, name);
	buf_add_text(&text, !o ? "unknown option '" : optopt ? "option '--" : "ambiguous option '");
	buf_add_visible(&text, !optopt ? word : o ? o->name : letter);
	buf_add_text(&text, !o || !optopt ? "'" : returned == ':' ? "' needs an argument" : "' takes no argument");
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	options_refuse(m, NULL, text.p);
}

/* Returns the index of arg among the words to choose from, or 0 if there are none. */
static unsigned find_choice(const struct messages *m, const struct filter_option *o, bool common, const char *arg)
{
	const char *word = o ? o->arg : NULL;
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
	buf_add_format(&text, "--%s%s takes ", o->name, common ? ":" : "");
	for (const char *p = o->arg; *p; p++)
		if (*p != '|')
			iri_buf_putc(&text, *p);
		else
			buf_add_text(&text, strchr(p + 1, '|') ? ", " : " or ");
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	options_refuse(m, NULL, text.p);
}

void options_parse(struct options *o, const struct messages *m, const struct filter_tool *tool, int argc,
                   char **argv)
{
	const struct filter_option *const tables[] = {tool->options, common_options};
	struct option longs[MAX_OPTIONS + 1];
	char shorts[2 * MAX_OPTIONS + 2] = ":"; /* tell a missing argument from an unknown option */
	size_t n = 0, s = 1;
	int key;

	for (size_t t = 0; t < 2; t++)
		for (const struct filter_option *p = tables[t]; p->key && n < MAX_OPTIONS; p++) {
			longs[n++] =
				(struct option){p->name, p->arg ? required_argument : no_argument, NULL, p->key};
			if (p->key < FILTER_TOOL_KEY) {
				shorts[s++] = (char)p->key;
				if (p->arg)
					shorts[s++] = ':';
			}
		}
	longs[n] = (struct option){0};
	shorts[s] = '\0';
	opterr = 0; /* getopt_long would print an argument as it is */

	*o = (struct options){.invalid = INVALID_UNSAID, .eol = '\n'};
	while ((key = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (key == '?' || key == ':')
			option_error(m, tool, key, argv[optind - 1]);
		const struct filter_option *const own = find_option(tool->options, key, "");
		const struct filter_option *const any = own ? own : find_option(common_options, key, "");
		const unsigned choice = find_choice(m, any, !own, optarg);
		if (key == KEY_HELP)
			help(m, tool);
		if (key == KEY_VERSION)
			version(m);
		const char *const why = own ? tool->option(tool->self, key, optarg, choice)
		                            : common_option(o, key, optarg, choice);
		if (why)
			options_refuse(m, NULL, why);
	}
	if (o->field && o->split)
		options_refuse(m, NULL, "--field and --split don't go together");
	if (o->separator && !o->field)
		options_refuse(m, NULL, "--delimiter needs --field");
	if (!o->separator)
		o->separator = "\t";
}

