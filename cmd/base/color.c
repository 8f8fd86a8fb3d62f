/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "color.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct option_row color_options[] = {
	{0, "color", "auto|always|never",
         "print colours; auto (default): on a terminal,\n"
         "unless the environment says otherwise: iri(7);\n"
         "without a word: always",
         CHOICE_OF(struct color_option, when), .on = COLOR_ALWAYS, .arg_is_optional = true},
	{0, "colour", "auto|always|never", "the same",
         CHOICE_OF(struct color_option, when), .on = COLOR_ALWAYS, .arg_is_optional = true},
	{0, "no-color", NULL, "the same as --color=never", CHOICE_OF(struct color_option, when), .on = COLOR_NEVER},
	{0},
};

/* Whether an environment variable has a value; and, if so, whether it is not 0 (bixense.com/clicolors). */
static bool has_value(const char *name, bool *is_on)
{
	const char *const value = getenv(name);

	*is_on = value && strcmp(value, "0") != 0;
	return value && *value;
}

bool color_is_wanted(const struct color_option *o, int fd)
{
	const char *const term = getenv("TERM");
	bool is_on;

	if (o->when != COLOR_AUTO)
		return o->when == COLOR_ALWAYS;
	if (has_value("NO_COLOR", &is_on)) /* whatever its value is: no-color.org */
		return false;
	if ((has_value("CLICOLOR_FORCE", &is_on) && is_on) || (has_value("FORCE_COLOR", &is_on) && is_on))
		return true;
	if ((has_value("CLICOLOR", &is_on) && !is_on) || (term && !strcmp(term, "dumb")))
		return false;
	return isatty(fd);
}

const char *color_sequence(bool is_wanted, enum color color)
{
	static const char *const sequences[COLORS] = {
		[COLOR_NONE] = "\033[0m",
		[COLOR_STRONG] = "\033[1m",
		[COLOR_FILE] = "\033[35m",
		[COLOR_NUMBER] = "\033[32m",
		[COLOR_SEPARATOR] = "\033[36m",
		[COLOR_ERROR] = "\033[1;31m",
		[COLOR_WARNING] = "\033[1;33m",
		[COLOR_INFO] = "\033[1;36m",
		[COLOR_INVERSE] = "\033[7m",
		[COLOR_REMOVED] = "\033[31m",
		[COLOR_ADDED] = "\033[32m",
		[COLOR_HUNK] = "\033[36m",
	};

	return is_wanted ? sequences[color] : "";
}
