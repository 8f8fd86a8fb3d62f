/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "common.h"

#include "lib/unicode/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The values of the options; common_parse returns a copy. */
static struct options common;

static const char *take_delimiter(const char *arg)
{
	const size_t len = strlen(arg);
	uint32_t ch;

	if (!len || iri_utf8_decode(arg, arg + len, &ch) != len || ch == (unsigned char)'\n')
		return "--delimiter takes one character other than newline";
	common.separator = arg;
	return NULL;
}

static const char *take_field(const char *arg)
{
	char *end;

	errno = 0;
	common.field = strtoul(arg, &end, 10);
	if (errno || *end || common.field == 0 || arg[0] < '0' || arg[0] > '9')
		return "--field takes a number from 1 on";
	return NULL;
}

static const struct option_row common_options[] = {
	{'c', "check", NULL, "print no output, only set the exit status", .flag = &common.check},
	{'d', "delimiter", "C", "with -f, fields are separated by C, not by TAB", .take = take_delimiter},
	{'f', "field", "N", "process field N of each line, counted from 1;\nleave the other fields as they are",
         .take = take_field},
	{'q', "quiet", NULL, "print no messages about invalid lines", .flag = &common.quiet},
	{'z', "zero-terminated", NULL, "lines end in NUL, in input and output", .flag = &common.zero_terminated},
	{0, "invalid", "empty|keep|drop|stop",
         "how to handle an invalid line: print an empty\n"
         "line (default, unless the text above names\n"
         "another), print the line as it is, print nothing,\n"
         "or print nothing and stop", .choice = &common.invalid},
	{0, "reject", "FILE", "also append invalid lines to FILE", .text = &common.reject},
	{0, "charset", "CS", "read the input in charset CS, not in UTF-8", .text = &common.charset},
	{0, "nfc", NULL, "normalize the input to NFC; always done if CS is\nnot an encoding of Unicode",
         .flag = &common.nfc},
	{0, "html", NULL, "first resolve character references, like &amp;", .flag = &common.html},
	{0, "located", NULL,
         "lines begin with FILE:LINE: or FILE:LINE:COL:,\n"
         "as irigrep -n and grep -Hn print them; messages\n"
         "name that place", .flag = &common.located},
	{0, "split", NULL, "read several references per line, separated by\nspaces; print one reference per line",
         .flag = &common.split},
	{0},
};

struct options common_parse(const struct messages *m, struct program *program, int argc, char **argv)
{
	size_t n = 0;

	while (program->tables[n])
		n++;
	program->tables[n] = common_options;
	common = (struct options){.invalid = INVALID_UNSET};
	options_parse(m, program, argc, argv);
	if (common.field && common.split)
		options_refuse(m, NULL, "--field and --split cannot be used together");
	if (common.located && common.split)
		options_refuse(m, NULL, "--located and --split cannot be used together");
	if (common.separator && !common.field)
		options_refuse(m, NULL, "--delimiter needs --field");
	if (!common.separator)
		common.separator = "\t";
	common.eol = common.zero_terminated ? '\0' : '\n';
	return common;
}
