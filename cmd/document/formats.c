/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "formats.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *word, *names, *data;
#define FORMATS_ROW(name, word, search, declares, names, data) [FORMAT_##name] = {word, names, data},
} formats[] = {[FORMAT_AUTO] = {"auto", "", ""}, FORMATS(FORMATS_ROW)};

enum { ROWS = sizeof formats / sizeof *formats };

/*
 * Returns the length of the longest of the names that the name of a file is, or ends with, or 0. A file whose whole
 * name is the end of a name counts, too.
 */
static size_t longest_match(const char *names, const char *name)
{
	const size_t length = strlen(name);
	size_t n, longest = 0;

	for (const char *p = names; *p; p += n + (p[n] == ' ')) {
		n = strcspn(p, " ");
		if ((*p == '.' ? n <= length : n == length) && n > longest && !strncasecmp(name + length - n, p, n))
			longest = n;
	}
	return longest;
}

/* Finds the format with the longest match, so that .blade.php counts before .php. is_data: -r leaves such files out */
static enum document_format find_format(const char *path, bool *is_data)
{
	const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
	enum document_format found = FORMAT_AUTO;
	size_t longest = 0;

	*is_data = false;
	for (unsigned i = 0; i < ROWS; i++) {
		const size_t read = longest_match(formats[i].names, name), data = longest_match(formats[i].data, name);
		const size_t longer = read > data ? read : data;
		if (longer > longest) {
			longest = longer;
			found = (enum document_format)i;
			*is_data = data > read;
		}
	}
	return found;
}

enum document_format format_of_name(const char *name)
{
	bool is_data;

	return find_format(name, &is_data);
}

bool format_is_searched(const char *name)
{
	bool is_data;

	return find_format(name, &is_data) != FORMAT_AUTO && !is_data;
}

/* Whether one of the names is "." and arg. */
static bool has_end(const char *names, const char *arg)
{
	size_t n;

	for (const char *p = names; *p; p += n + (p[n] == ' ')) {
		n = strcspn(p, " ");
		if (*p == '.' && n == 1 + strlen(arg) && !strncasecmp(p + 1, arg, n - 1))
			return true;
	}
	return false;
}

const char *format_word(const char *arg)
{
	for (unsigned i = 0; i < ROWS; i++)
		if (has_end(formats[i].names, arg) || has_end(formats[i].data, arg))
			return formats[i].word;
	return arg;
}
