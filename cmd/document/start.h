/* SPDX-License-Identifier: ISC */
/* The start of a document: tells its format, and the charset that it says it is in. */
#ifndef START_H
#define START_H

#include "formats.h"

#include "cmd/filter/lines.h"

struct start {
	struct lines *lines;
	enum document_format wanted; /* the format that the options say */
	bool has_charset;            /* the charset of the lines counts, not the one that the document says it is in */
	bool is_silent;              /* print no messages about charsets */
};

/*
 * Finds the charset and the format of a document whose start is in lines->in: UTF-16 after its byte order mark, the
 * format by the name or the start, and then the charset that the document declares. The default is UTF-8. *format:
 * FORMAT_AUTO at the first call. Returns false if more of the document is needed for that.
 */
bool start_find(const struct start *s, const char *name, bool at_end, enum document_format *format);

#endif
