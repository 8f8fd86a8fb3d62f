/* SPDX-License-Identifier: ISC */
/* White space of documents */
#ifndef SPACE_H
#define SPACE_H

#include "lib/iri.h"

#include <stdbool.h>

static inline bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* White space of text, Markdown and XML (XML 1.0, section 2.3). HTML has one character more: see is_html_space. */
static inline bool is_space(char c)
{
	return c == ' ' || c == '\t' || is_line_end(c);
}

/* ASCII whitespace, as HTML defines it (Infra Standard, "ASCII whitespace"). */
static inline bool is_html_space(char c)
{
	return is_space(c) || c == '\f';
}

/* Returns s without the ASCII whitespace around it. */
static inline struct iri_str trim_html_space(struct iri_str s)
{
	for (; s.n && is_html_space(*s.p); s.n--)
		s.p++;
	while (s.n && is_html_space(s.p[s.n - 1]))
		s.n--;
	return s;
}

#endif
