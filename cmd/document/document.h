/* SPDX-License-Identifier: ISC */
/*
 * Documents: finds their links, each with its place. One file per format: AsciiDoc is in asciidoc.c, CSS and SCSS in
 * css_report.c, HTML and XHTML in html_report.c, Jupyter in jupyter.c, Markdown and MDX in markdown.c, RDF in rdf.c,
 * reStructuredText in rst.c, and XML in xml.c. JSON and running text are in cmd/finder.
 */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include "formats.h"

#include "cmd/filter/lines.h"
#include "cmd/finder/finder.h"

struct document_options {
	struct finder_options find;
	enum document_format format;
	bool places;      /* find lines and columns */
	bool lazy_places; /* with places: only those that document_locate is called for */
	bool has_charset; /* the charset of the lines counts, not the one that the document says it is in */
	bool whole;       /* search JSON only when all of it is read: the way in which it is written is known then */
	bool in_folder;   /* -r found the file: print no message if it is binary */
	bool printed;     /* the links are for output: CHARSET_ERROR is removed from them */
	bool silent;      /* print no messages about charsets and binary files: another pass prints them */
	/*
	 * This many lines of the file stand before the document, which is a part of the file then: it has the format
	 * and the charset of the options, whatever it begins with.
	 */
	uintmax_t lines_before;
	/*
	 * Is called after each chunk of a document that is read in chunks, before the next one is read: all links and
	 * comments of the lines before this one were found. Or NULL. It needs `places`.
	 */
	void (*passed)(void *arg, enum document_format format, uintmax_t line);
	void *passed_arg;
};

/* For the function `found` of document_read: sets the line and column of the span, unless they are known. */
void document_locate(struct span *span);

enum document_result {
	DOCUMENT_SEARCHED,    /* also if it could not be read to its end */
	DOCUMENT_REFUSED,     /* it is binary, and was not searched; a message says so */
	DOCUMENT_PASSED_OVER, /* the same, without a message */
};

/*
 * Reads the document from fd, as lines_fill does, and calls found for each of its links, in the order of the text.
 * Stops if found returns false. name: the file's name, which tells the format if the options do not; if the table of
 * formats does not have it, the start of the document tells it. If the document cannot be read to its end, prints a
 * message and raises the exit status. Writes the output of l before it reads, since the read may block. Memory is
 * bounded by the longest line of a text, or with unwrap by its longest paragraph; by the longest paragraph of
 * reStructuredText, and paragraph, table or passed block of AsciiDoc; and by the longest tag, comment, raw text or run
 * of text of an HTML document, or string of JSON. Markdown, XML and notebooks are read as a whole.
 */
enum document_result document_read(struct lines *l, const struct document_options *o, int fd, const char *name,
                                   bool (*found)(void *arg, const struct span *span), void *arg);

#endif
