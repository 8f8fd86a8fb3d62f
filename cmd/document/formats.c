/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "formats.h"

#include "cmd/base/space.h"
#include "cmd/markup/html_token.h"
#include "lib/base/str.h"

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
static size_t longest_match(const char *names, struct iri_str name)
{
	const char last = name.n ? iri_lower(name.p[name.n - 1]) : '\0';
	size_t longest = 0;

	/* Few names of the list end with the last character. */
	for (const char *end = names; last && (end = strchr(end, last)); end++) {
		const char *p = end;
		if (end[1] && end[1] != ' ')
			continue;
		while (p > names && p[-1] != ' ')
			p--;
		const size_t n = (size_t)(end + 1 - p);
		if ((*p == '.' ? n <= name.n : n == name.n) && n > longest &&
		    !strncasecmp(name.p + name.n - n, p, n))
			longest = n;
	}
	return longest;
}

/* Finds the format with the longest match, so that .blade.php counts before .php. is_data: -r leaves such files out */
static enum document_format find_match(struct iri_str name, bool *is_data)
{
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

/* Finds the format of a file; for a template, that of the name before its end, if this is known. */
static enum document_format find_format(const char *path, bool *is_data)
{
	const char *const slash = strrchr(path, '/');
	struct iri_str name = iri_str_of(path);

	if (slash)
		name = iri_between(slash + 1, path + name.n);
	const size_t end = longest_match(FORMATS_TEMPLATES, name);
	const enum document_format before = end ? find_match((struct iri_str){name.p, name.n - end}, is_data)
	                                        : FORMAT_AUTO;
	return before == FORMAT_AUTO ? find_match(name, is_data) : before;
}

enum document_format format_of_name(const char *name)
{
	bool is_data;

	return find_format(name, &is_data);
}

/* Whether the text from p to end begins with this word, in any case, and then white space or ">". */
static bool begins_with_word(const char *p, const char *end, const char *word)
{
	const char *const after = p + strlen(word);

	return html_begins_with(p, end, word) && after < end && (is_html_space(*after) || *after == '>');
}

/* Returns the end of the document type declaration at p, or NULL. A ">" in its "[...]" does not end it. */
static const char *declaration_end(const char *p, const char *end)
{
	bool in_subset = false;

	for (; p < end; p++) {
		if (*p == '>' && !in_subset)
			return p + 1;
		if (*p == '[' || *p == ']')
			in_subset = *p == '[';
	}
	return NULL;
}

/*
 * Moves *p to what follows the XML declaration, document type declaration, comments and white space at the start of a
 * text, or to end. Returns the format that they show, or FORMAT_AUTO.
 */
static enum document_format skip_prolog(const char **p, const char *end)
{
	static const char doctype[] = "<!doctype";
	enum document_format found = FORMAT_AUTO;

	for (const char *stop = *p; stop;) {
		*p = html_skip_space(stop, end);
		if (html_begins_with(*p, end, "<!--")) {
			stop = html_comment_end(*p + strlen("<!--"), end);
		} else if (begins_with_word(*p, end, doctype)) {
			if (found == FORMAT_AUTO &&
			    begins_with_word(html_skip_space(*p + strlen(doctype), end), end, "html"))
				found = FORMAT_HTML;
			stop = declaration_end(*p, end);
		} else if (begins_with_word(*p, end, "<?xml") ||
		           (found == FORMAT_XML && html_begins_with(*p, end, "<?"))) {
			found = FORMAT_XML;
			stop = iri_find_byte(*p, end, '>');
			stop += stop < end;
		} else {
			return found;
		}
	}
	*p = end;
	return found;
}

/* Whether the tag whose name ends at p has the namespace of XHTML. Sets *is_cut if its end is missing. */
static bool has_xhtml_namespace(const char *p, const char *end, bool *is_cut)
{
	struct html_attribute a;
	bool self_closing, found = false;
	enum html_tag next;

	while ((next = html_next_attribute(&p, end, &a, &self_closing)) == TAG_ATTRIBUTE)
		found = found || (html_is_name(a.name, "xmlns") && iri_is(a.value, "http://www.w3.org/1999/xhtml"));
	*is_cut = next == TAG_UNENDED;
	return found;
}

/* Returns the format of a document with this root element, or FORMAT_AUTO. */
static enum document_format format_of_root(struct iri_str name)
{
	static const char *const xml[] = {"svg", "rss", "feed", "urlset", "sitemapindex", "opml", "rdf:rdf",
	                                  "package", "plist"};

	if (html_is_name(name, "html") || html_is_name(name, "head"))
		return FORMAT_HTML;
	for (size_t i = 0; i < sizeof xml / sizeof *xml; i++)
		if (html_is_name(name, xml[i]))
			return FORMAT_XML;
	return FORMAT_AUTO;
}

enum document_format format_of_start(struct iri_str text, bool *is_cut)
{
	const bool is_whole = text.n >= FORMAT_BYTES;
	const char *p = iri_present(text).p;
	const char *const end = p + (is_whole ? FORMAT_BYTES : text.n);
	const enum document_format before = skip_prolog(&p, end);
	const char *name_end = p;

	while (name_end < end && !is_html_space(*name_end) && *name_end != '>' && *name_end != '/')
		name_end++;
	/* A "<" that the text ends after may begin anything. Other characters begin text. */
	*is_cut = !is_whole && name_end == end && (p == end || *p == '<');
	if (name_end == end || *p != '<')
		return before;
	const enum document_format root = format_of_root(iri_between(p + 1, name_end));
	if (root != FORMAT_HTML)
		return before == FORMAT_AUTO ? root : before;
	const bool has_namespace = has_xhtml_namespace(name_end, end, is_cut);
	*is_cut = *is_cut && !is_whole;
	return has_namespace || before == FORMAT_XML ? FORMAT_XHTML : FORMAT_HTML;
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
