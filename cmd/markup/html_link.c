/* SPDX-License-Identifier: ISC */
#include "html_link.h"

#include "html_token.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/* By the length of their names. Scripts load those that begin with "data-" later. */
static const struct html_name attributes[][HTML_NAMES] = {
	[3] = {{"src", HTML_LINK}},
	[4] = {{"href", HTML_HREF}, {"cite", HTML_LINK}, {"data", HTML_LINK}, {"ping", HTML_TOKENS}},
	[5] = {{"style", HTML_DECLARATIONS}},
	[6] = {{"action", HTML_LINK}, {"poster", HTML_LINK}, {"srcset", HTML_CANDIDATES}, {"srcdoc", HTML_DOCUMENT}},
	[7] = {{"content", HTML_CONTENT}},
	[8] = {{"longdesc", HTML_LINK}, {"manifest", HTML_LINK}, {"data-src", HTML_LINK}},
	[9] = {{"data-href", HTML_LINK}},
	[10] = {{"formaction", HTML_LINK}, {"background", HTML_LINK}, {"xlink:href", HTML_XLINK}},
	[11] = {{"imagesrcset", HTML_CANDIDATES}, {"data-srcset", HTML_CANDIDATES}},
	[13] = {{"data-original", HTML_LINK}},
	[15] = {{"data-background", HTML_LINK}},
};

enum html_syntax html_syntax_of(struct iri_str name)
{
	const struct html_name *const row = html_look_up(name, attributes, sizeof attributes / sizeof *attributes);

	return row ? (enum html_syntax)row->value : HTML_NO_LINKS;
}

/* next_token and next_candidate find links as html_next_link does. */

static bool next_token(struct iri_str value, size_t *at, struct iri_str *link)
{
	const char *const end = value.p + value.n, *const start = html_skip_space(value.p + *at, end), *p = start;

	while (p < end && !is_html_space(*p))
		p++;
	*link = iri_between(start, p);
	*at = (size_t)(p - value.p);
	return link->n;
}

/* Also finds a candidate whose descriptors ("2x") are invalid. */
static bool next_candidate(struct iri_str value, size_t *at, struct iri_str *link)
{
	const char *p = value.p + *at, *const end = value.p + value.n;

	while (p < end && (is_html_space(*p) || *p == ','))
		p++;
	const char *const start = p;
	while (p < end && !is_html_space(*p))
		p++;
	*link = iri_between(start, p);
	if (link->n && p[-1] == ',') {
		while (link->p[link->n - 1] == ',')
			link->n--;
	} else {
		/* Skip the descriptors. */
		for (bool in_parens = false; p < end && (*p != ',' || in_parens); p++)
			in_parens = in_parens ? *p != ')' : *p == '(';
	}
	*at = (size_t)(p - value.p);
	return link->n;
}

/* Finds the link of <meta http-equiv=refresh> (section 4.2.5.3). Returns false if there is none. */
static bool refresh_link(struct iri_str value, struct iri_str *link)
{
	const char *const end = value.p + value.n, *p = html_skip_space(value.p, end), *const time = p;

	while (p < end && iri_is_digit(*p))
		p++;
	if (p == time && !html_begins_with(p, end, "."))
		return false;
	while (p < end && (iri_is_digit(*p) || *p == '.'))
		p++;
	if (p < end && !is_html_space(*p) && *p != ';' && *p != ',')
		return false;
	p = html_skip_space(p, end);
	if (p < end && (*p == ';' || *p == ','))
		p = html_skip_space(p + 1, end);
	if (p == end)
		return false;
	*link = trim_html_space(iri_between(p, end));
	/* "url=" can be missing. If only a part of it is there, this part belongs to the link. */
	if (html_begins_with(p, end, "u")) {
		p = html_begins_with(p, end, "url") ? html_skip_space(p + strlen("url"), end) : end;
		if (p == end || *p != '=')
			return true;
		p = html_skip_space(p + 1, end);
	}
	const bool quoted = p < end && (*p == '"' || *p == '\'');
	const char *const stop = quoted ? iri_find_byte(p + 1, end, *p) : end;
	*link = trim_html_space(iri_between(p + quoted, stop));
	return true;
}

bool html_next_link(enum html_syntax syntax, struct iri_str value, size_t *at, struct iri_str *link, bool *more)
{
	*more = false;
	switch (syntax) {
	case HTML_TOKENS: return *more = next_token(value, at, link);
	case HTML_CANDIDATES: return *more = next_candidate(value, at, link);
	case HTML_REFRESH: return refresh_link(value, link);
	default: *link = trim_html_space(value); return true;
	}
}
