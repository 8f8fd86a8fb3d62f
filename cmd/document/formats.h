/* SPDX-License-Identifier: ISC */
/* The formats of documents: one table, from which all is derived that must agree with it. */
#ifndef FORMATS_H
#define FORMATS_H

#include <stdbool.h>

/*
 * Rows: the name in enum document_format; the word of --from; the functions of document.c that search such a document
 * and find the charset that it declares, or NULL; the part of the help of --from; and the suffixes of names of files,
 * in lower case, which count with --from=auto and with -r.
 */
#define FORMATS(row) \
	row(TEXT, "text", search_text, NULL, "", ".txt") \
	row(MARKDOWN, "markdown", search_markdown, NULL, "Markdown for *.md, *.markdown; ", ".md", ".markdown") \
	row(MDX, "mdx", search_mdx, NULL, "MDX for *.mdx;\n", ".mdx") \
	row(HTML, "html", search_html, declares_html, "HTML for *.html, *.htm, *.xhtml;\n", ".html", ".htm", ".xhtml") \
	row(XML, "xml", search_xml, declares_xml, "XML for *.xml, *.rss, *.atom; ", ".xml", ".rss", ".atom")

/* The words of --from, each after a "|"; and the end of its help, which says what "auto" means */
#define FORMATS_WORD(name, word, ...) "|" word
#define FORMATS_HELP_PART(name, word, search, declares, help, ...) help
#define FORMATS_WORDS FORMATS(FORMATS_WORD)
#define FORMATS_HELP FORMATS(FORMATS_HELP_PART) "else text"

#define FORMATS_NAME(name, ...) FORMAT_##name,
enum document_format { FORMAT_AUTO, FORMATS(FORMATS_NAME) };

/* Whether the name of a file ends in this suffix, which begins with ".", in any case. */
bool format_has_suffix(const char *name, const char *suffix);

/* Returns the format of files with this name, or FORMAT_AUTO if its suffix is not in the table. */
enum document_format format_of_name(const char *name);

#endif
