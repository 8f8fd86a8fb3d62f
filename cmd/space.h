/* SPDX-License-Identifier: ISC */
/* White space of documents */
#ifndef SPACE_H
#define SPACE_H

#include <stdbool.h>

static inline bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

static inline bool is_space(char c)
{
	return c == ' ' || c == '\t' || is_line_end(c);
}

#endif
