/* SPDX-License-Identifier: ISC */
/*
 * JSON (RFC 8259), JSON Lines, JSON with comments, and JSON5. Only strings and comments count; whether the rest is
 * valid is not checked. A line feed that no backslash escapes ends a string, so that a missing quote spoils one line
 * only.
 */
#ifndef JSON_STRINGS_H
#define JSON_STRINGS_H

#include "layer.h"

enum json_kind {
	JSON_END,
	JSON_UNENDED, /* the text ends within a string or a comment */
	JSON_STRING,
	JSON_MARK,    /* one of "{}[]:," */
};

/* A position in a text, outside of strings and comments. `line_end` is NULL at the start; set the other members. */
struct json_tokens {
	const char *p, *end;
	bool at_end;          /* no more text follows, so that strings and comments end with it */
	bool has_marks;       /* also give marks */
	const char *line_end; /* if it is not before p: the first line end from there on, or end */
};

/*
 * Returns the next token, and moves t->p after it; at JSON_UNENDED, to its start. s: the content of a string, after its
 * quote; or the mark
 */
enum json_kind json_take(struct json_tokens *t, struct iri_str *s);

/* A position in a document. All zeros: its start */
struct json_strings {
	bool in_comment;
	bool has_begun;
	bool writes_ascii; /* non-ASCII characters are all escapes; known if the document is searched in one call */
	const char *backslash, *end; /* the next one in the text, if it is not before the string; the end of the text */
};

/* Which strings are wanted: those that can have a link */
enum json_wanted {
	JSON_LINKS,      /* with "//" after its scheme, or with a scheme of SCHEME_IN_TEXT */
	JSON_ANY_SCHEME, /* with a scheme */
	JSON_ALL,        /* also without a scheme */
};

/* Returns how the string is written. Each string has to stand after the last one. */
struct codec_use json_use(struct json_strings *j, struct iri_str string);

/* Whether the string, of which json_use was asked last, has no escape, so that it is a view of the document. */
static inline bool json_is_plain(const struct json_strings *j, struct iri_str string)
{
	return j->backslash >= string.p + string.n;
}

/* Begins a text of a document. */
void json_begin(struct json_strings *j, struct iri_str text, bool at_end);

/*
 * Calls found for strings that are wanted, and maybe others, until it returns false. Returns the number of bytes that
 * are done, unless it was stopped. The others must be searched again, with more text, of which there must be at least
 * as much so that the time is linear.
 */
size_t json_search(struct json_strings *j, struct iri_str text, bool at_end, enum json_wanted wanted,
                   bool (*found)(void *arg, struct iri_str string), void *arg);

#endif
