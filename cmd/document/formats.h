/* SPDX-License-Identifier: ISC */
/* The formats of documents: one table, from which all is derived that must agree with it. */
#ifndef FORMATS_H
#define FORMATS_H

#include "lib/iri.h"

/*
 * Rows: the name in enum document_format; the word of --from; the functions of document.c that search such a document
 * and find the charset that it declares, or NULL; the names of its files; and the names of its files that -r leaves
 * out, since they are data. Names are in lower case. One that begins with "." is the end of a name, others are whole.
 * A format that cannot be read has no row: its files are text, and -r leaves them out.
 */
#define FORMATS(row) \
	row(TEXT, "text", search_text, NULL, ".txt", ".text") \
	row(MARKDOWN, "markdown", search_markdown, NULL, \
	    ".md .markdown .mdown .mdwn .mkd .mkdn .mkdown .qmd .rmd .livemd .ronn llms.txt", "") \
	row(MDX, "mdx", search_mdx, NULL, ".mdx", "") \
	row(ASCIIDOC, "asciidoc", search_asciidoc, NULL, ".adoc .asciidoc .asc", "") \
	row(HTML, "html", search_html, declares_html, \
	    ".html .htm .shtml .hta .phtml .jsp .gsp .cshtml .vbhtml .razor .vue .svelte .astro .blade.php " \
	    FORMATS_TEMPLATES, "") \
	row(XHTML, "xhtml", search_xhtml, declares_html, ".xhtml .xht", "") \
	row(XML, "xml", search_xml, declares_xml, \
	    ".xml .rss .atom .svg .opml .opf .ncx .rdf .owl .xsl .xslt .xsd .wsdl .xaml .dita .ditamap .xlf " \
	    ".xliff .kml .gpx .nuspec .smil .webloc .tmx", \
	    ".plist .resx .csproj .vcxproj .props .targets") \
	row(RST, "rst", search_rst, NULL, ".rst .rest", "") \
	row(CSS, "css", search_css, declares_css, ".css", "") \
	row(SCSS, "scss", search_scss, declares_css, ".scss .less", "") \
	row(JSON, "json", search_json, NULL, "", \
	    ".json .jsonl .ndjson .geojson .webmanifest .jsonld .jsonc .json5 .code-workspace .har .sarif " \
	    ".topojson .avsc .importmap") \
	row(TURTLE, "turtle", search_turtle, NULL, "", ".ttl .trig .n3") \
	row(NTRIPLES, "ntriples", search_ntriples, NULL, "", ".nt .nq") \
	row(JUPYTER, "jupyter", search_jupyter, NULL, ".ipynb", "")

/* Templates: if another name of the table stands before one of these ends, as in .md.erb, it tells the format. */
#define FORMATS_TEMPLATES ".ejs .erb .heex .eex .hbs .handlebars .mustache .liquid .twig .njk .j2 .jinja .jinja2"

/* The words of --from, each after a "|"; and what its help says of "auto" */
#define FORMATS_WORD(name, word, ...) "|" word
#define FORMATS_WORDS FORMATS(FORMATS_WORD)
#define FORMATS_HELP "by name, for instance *.md, *.html and *.xml; all\n" \
	"names stand in irigrep(1); else by the start"

#define FORMATS_NAME(name, ...) FORMAT_##name,
enum document_format { FORMAT_AUTO, FORMATS(FORMATS_NAME) };

/* Returns the format of files with this name, in upper or lower case, or FORMAT_AUTO if it is not in the table. */
enum document_format format_of_name(const char *name);

static inline bool format_is_html(enum document_format f)
{
	return f == FORMAT_HTML || f == FORMAT_XHTML;
}

/* Whether such documents are RDF, whose IRIs have no templates, and whose text can have NULs. */
static inline bool format_is_rdf(enum document_format f)
{
	return f == FORMAT_NTRIPLES || f == FORMAT_TURTLE;
}

/* Whether "/" in local links of such documents is the root of the repository; else it is that of a server. */
static inline bool format_is_markdown(enum document_format f)
{
	return f == FORMAT_MARKDOWN || f == FORMAT_MDX;
}

/* Whether the anchors of such documents are known, to which fragments lead. */
static inline bool format_has_anchors(enum document_format f)
{
	return format_is_markdown(f) || format_is_html(f);
}

/* Whether the links of such documents can be local: they are relative to the document. */
static inline bool format_is_local(enum document_format f)
{
	return format_has_anchors(f) || f == FORMAT_CSS || f == FORMAT_JUPYTER;
}

/* Whether the links of each line of such a document are the same without the other lines. */
static inline bool format_is_lines(enum document_format f)
{
	return f == FORMAT_NTRIPLES;
}

/* The root element of a document is looked for in its first bytes. */
enum { FORMAT_BYTES = 4096 };

/*
 * Returns the format of a document that begins with this text, in UTF-8 and without a byte order mark, or FORMAT_AUTO
 * if it does not begin as HTML, XHTML or XML. White space, and markup that such documents have before their root
 * element, can stand before it. Sets *is_cut if more text can change the answer.
 */
enum document_format format_of_start(struct iri_str text, bool *is_cut);

/* Whether -r reads a file with this name: it is in the table, and not among the names that -r leaves out. */
bool format_is_searched(const char *name);

/* For --from: returns the word of the format that has names with this end, for instance "markdown" for "md"; or arg. */
const char *format_word(const char *arg);

#endif
