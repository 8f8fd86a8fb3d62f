/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "common.h"

#include "lib/unicode/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *take_delimiter(void *values, const char *arg)
{
	struct options *const o = values;
	const size_t len = strlen(arg);
	uint32_t ch;

	if (!len || iri_utf8_decode(arg, arg + len, &ch) != len || ch == (unsigned char)'\n')
		return "--delimiter takes one character other than newline";
	o->separator = arg;
	return NULL;
}

static const char *take_field(void *values, const char *arg)
{
	struct options *const o = values;
	char *end;

	errno = 0;
	o->column = NULL;
	o->field = strtoul(arg, &end, 10);
	if (!errno && !*end && o->field > 0 && arg[0] >= '0' && arg[0] <= '9')
		return NULL;
	o->column = arg;
	o->field = 1;
	return NULL;
}

static const struct option_row common_options[] = {
	{'c', "check", NULL, "print no output, only set the exit status", FLAG_OF(struct options, check)},
	{'d', "delimiter", "C", "with -f, fields are separated by C, not by TAB", .take = take_delimiter},
	{'f', "field", "N",
         "process field N of each line, counted from 1;\n"
         "leave the other fields as they are; with --csv,\n"
         "N can also be a name in the first line", .take = take_field},
	{'q', "quiet", NULL, "print no messages about invalid lines", FLAG_OF(struct options, quiet)},
	{'z', "zero-terminated", NULL, "lines end in NUL, in input and output",
         FLAG_OF(struct options, zero_terminated)},
	{'0', "null", NULL, "the same as --zero-terminated", FLAG_OF(struct options, zero_terminated)},
	{0, "invalid", "empty|keep|drop|stop",
         "how to handle an invalid line: print an empty\n"
         "line (default, unless the text above names\n"
         "another), print the line as it is, print nothing,\n"
         "or print nothing and stop", CHOICE_OF(struct options, invalid)},
	{0, "reject", "FILE", "also append invalid lines to FILE", TEXT_OF(struct options, reject)},
	{0, "charset", "CS", "read the input in charset CS, not in UTF-8", TEXT_OF(struct options, charset)},
	{0, "csv", NULL,
         "with -f, lines are CSV (RFC 4180): fields can\nstand in \"\", and are separated by commas (see -d)",
         FLAG_OF(struct options, csv)},
	{0, "nfc", NULL, "normalize the input to NFC; always done if CS is\nnot an encoding of Unicode",
         FLAG_OF(struct options, nfc)},
	{0, "html", NULL, "first resolve character references, like &amp;", FLAG_OF(struct options, html)},
	{0, "located", NULL,
         "lines begin with FILE:LINE: or FILE:LINE:COL:,\n"
         "as irigrep -n and grep -Hn print them; messages\n"
         "name that place", FLAG_OF(struct options, located)},
	{0, "split", NULL, "read several references per line, separated by\nspaces; print one reference per line",
         FLAG_OF(struct options, split)},
	{0},
};

void common_parse(const struct messages *m, struct program *program, struct options *o, int argc, char **argv)
{
	struct option_row rows[sizeof common_options / sizeof *common_options];
	size_t n = 0;

	memcpy(rows, common_options, sizeof common_options);
	if (program->checks)
		rows[0].help = program->checks;
	*o = (struct options){.invalid = INVALID_UNSET};
	while (program->tables[n].rows)
		n++;
	program->tables[n] = (struct option_table){rows, o};
	options_parse(m, program, argc, argv);
	if (o->column && !o->csv)
		options_refuse(m, NULL, "--field takes a number from 1 on");
	if (o->csv && !o->field)
		options_refuse(m, NULL, "--csv needs --field");
	if (o->csv && o->separator && *o->separator == '"')
		options_refuse(m, NULL, "--delimiter cannot be the quotation mark of --csv");
	if (o->field && o->split)
		options_refuse(m, NULL, "--field and --split cannot be used together");
	if (o->located && o->split)
		options_refuse(m, NULL, "--located and --split cannot be used together");
	if (o->separator && !o->field)
		options_refuse(m, NULL, "--delimiter needs --field");
	if (!o->separator)
		o->separator = o->csv ? "," : "\t";
	o->eol = o->zero_terminated ? '\0' : '\n';
}
