/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "formats.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#define SUFFIXES(name, word, search, declares, help, ...) [FORMAT_##name] = {__VA_ARGS__},
static const char *const suffixes[][4] = {[FORMAT_AUTO] = {NULL}, FORMATS(SUFFIXES)};

bool format_has_suffix(const char *name, const char *suffix)
{
	const char *const dot = strrchr(name, '.');

	return dot && !strcasecmp(dot, suffix);
}

enum document_format format_of_name(const char *name)
{
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
		for (const char *const *suffix = suffixes[i]; *suffix; suffix++)
			if (format_has_suffix(name, *suffix))
				return (enum document_format)i;
	return FORMAT_AUTO;
}
