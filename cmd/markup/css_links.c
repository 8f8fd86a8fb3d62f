/* SPDX-License-Identifier: ISC */
#include "css_links.h"

#include "declared_charset.h"
#include "html_token.h"

#include "cmd/base/text.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/utf8.h"

/* At-rules whose strings and url() are special */
enum css_rule { CSS_OTHER, CSS_IMPORT, CSS_NAMESPACE };

/* Whether c can stand in a name (section 4.2, "ident code point"). */
static bool is_name_byte(char c)
{
	return (iri_byte_class(c) & (CHAR_ALPHA | CHAR_DIGIT)) || c == '-' || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether c cannot stand in url() without quotes (section 4.2, "non-printable code point"). */
static bool is_unprintable(char c)
{
	return ((unsigned char)c < ' ' && !is_html_space(c)) || c == 0x7F;
}

/*
 * Reads the escape at p, a "\" (section 4.3.7). Returns its end, and sets *ch to its character. Returns NULL if there
 * is none: before a line end, and at the end of the text.
 */
static const char *css_escape(const char *p, const char *end, uint32_t *ch)
{
	enum { MOST_DIGITS = 6 };
	const char *const digits = ++p;

	if (p == end || is_line_end(*p) || *p == '\f')
		return NULL;
	for (*ch = 0; p < end && p - digits < MOST_DIGITS && (iri_byte_class(*p) & CHAR_HEXDIG); p++)
		*ch = *ch * 16 + iri_hex_value(*p);
	if (p == digits) {
		const size_t n = iri_utf8_decode(p, end, ch);
		if (!n)
			*ch = (unsigned char)*p;
		return p + (n ? n : 1);
	}
	if (*ch == 0 || *ch > 0x10FFFF || (*ch >= 0xD800 && *ch < 0xE000))
		*ch = 0xFFFD;
	if (p < end && is_html_space(*p))
		p += end - p >= 2 && p[0] == '\r' && p[1] == '\n' ? 2 : 1;
	return p;
}

/* Returns the length of a "\" at p that begins no escape, with the line end that follows it. */
static size_t css_break(const char *p, const char *end)
{
	return end - p == 1 ? 1 : end - p >= 3 && p[1] == '\r' && p[2] == '\n' ? 3 : 2;
}

void css_unescape(struct iri_str s, size_t place, struct source_map *to)
{
	const char *const start = s.p, *const end = start + s.n, *p = start;

	while (p < end) {
		const char *const stop = iri_find_byte(p, end, '\\');
		const size_t at = place + (size_t)(stop - start);
		uint32_t ch;
		char utf8[4];
		source_map_add(to, p, (size_t)(stop - p), place + (size_t)(p - start), (size_t)(stop - p));
		if (stop == end)
			return;
		p = css_escape(stop, end, &ch);
		if (!p)
			p = stop + css_break(stop, end);
		else if (iri_byte_class(stop[1]) & CHAR_HEXDIG)
			source_map_add_whole(to, (struct iri_str){utf8, iri_utf8_encode(ch, utf8)}, at,
			                     (size_t)(p - stop));
		else /* The byte need not be UTF-8. */
			source_map_add_whole(to, iri_between(stop + 1, p), at, (size_t)(p - stop));
	}
}

/* Copies a name without its escapes, in lower case: as much of it as `name` holds. Returns the end of the name. */
static const char *css_name(const char *p, const char *end, char name[20])
{
	enum { MOST = 19 };
	size_t n = 0;

	while (p < end) {
		uint32_t ch = (unsigned char)*p;
		const char *const after = is_name_byte(*p) ? p + 1 : *p == '\\' ? css_escape(p, end, &ch) : NULL;
		if (!after)
			break;
		if (n < MOST)
			name[n++] = ch < 0x80 ? iri_lower((char)ch) : '?';
		p = after;
	}
	name[n] = '\0';
	return p;
}

/*
 * Returns the end of a string whose text begins at p: its quotation mark; or a line end, which it cannot have, or the
 * end of the text (section 4.3.5). Of "#{...}" in SCSS nothing ends it.
 */
static const char *css_string_end(const struct css *c, const char *p, const char *end, char quote)
{
	while (p < end && *p != quote && !is_line_end(*p) && *p != '\f') {
		uint32_t ch;
		const char *const after = *p == '\\' ? css_escape(p, end, &ch) : NULL;
		if (after)
			p = after;
		else if (*p == '\\')
			p += css_break(p, end);
		else if (c->is_scss && *p == '#' && end - p >= 2 && p[1] == '{')
			while (p < end && *p != '}' && !is_line_end(*p))
				p++;
		else
			p++;
	}
	return p;
}

/*
 * Finds the end of url() without quotes, from the first byte that is no white space on (section 4.3.6). Returns the
 * place of its ")", or the end of the text. *link becomes empty if this is no link.
 */
static const char *css_url_end(const char *p, const char *end, struct iri_str *link)
{
	const char *const start = p, *stop = NULL;
	bool is_bad = false;

	for (; p < end && *p != ')'; p++) {
		if (is_html_space(*p)) {
			stop = stop ? stop : p;
		} else {
			is_bad = is_bad || stop || *p == '"' || *p == '\'' || *p == '(' || is_unprintable(*p);
			if (*p == '\\') {
				uint32_t ch;
				const char *const after = css_escape(p, end, &ch);
				is_bad = is_bad || !after;
				p = after ? after - 1 : p;
			}
		}
	}
	*link = is_bad ? (struct iri_str){start, 0} : iri_between(start, stop ? stop : p);
	return p;
}

/* Whether a link of SCSS or Less has a variable in it. */
static bool css_is_template(const struct css_link *link)
{
	const char *const p = link->text.p, *const end = p + link->text.n;

	return (!link->quote && (*p == '$' || *p == '@')) || text_find(p, end, "#{") || text_find(p, end, "@{");
}

/* What css_next is reading. At the start, `found` is false. */
struct css_reader {
	struct css *c;
	const char *start, *end; /* start: what is before it was read */
	bool at_end;
	struct css_link *link;
	bool found; /* *link is set */
};

/*
 * The functions from here on to css_read_token return the place after what they read. They return NULL, without having
 * changed the position, if the text ends before it does, and more text follows.
 */

/* Takes a string or url() as the link, if it is one in this place. */
static void take_css_link(struct css_reader *r, struct iri_str text, char quote)
{
	struct css *const c = r->c;

	*r->link = (struct css_link){text, quote, c->rule == CSS_IMPORT};
	r->found = text.n && c->rule != CSS_NAMESPACE && !(c->is_scss && css_is_template(r->link));
	if (r->found && !c->is_scss)
		c->rule = CSS_OTHER;
}

/* Reads the string at p. */
static const char *css_read_string(struct css_reader *r, const char *p, bool is_link)
{
	const char *const stop = css_string_end(r->c, p + 1, r->end, *p);

	if (stop == r->end && !r->at_end)
		return NULL;
	if (is_link && (stop == r->end || *stop == *p))
		take_css_link(r, iri_between(p + 1, stop), *p);
	return stop + (stop < r->end && *stop == *p);
}

/* Reads "(", which ends at p, after the name of a function or without one. */
static const char *css_read_bracket(struct css_reader *r, const char *p, const char *name)
{
	struct css *const c = r->c;
	const bool is_set = !strcmp(name, "image-set") || !strcmp(name, "-webkit-image-set");
	const char *after = p;

	if (!strcmp(name, "url")) {
		struct iri_str url;
		p = html_skip_space(p, r->end);
		if (p < r->end && *p != '"' && *p != '\'') {
			const char *const stop = css_url_end(p, r->end, &url);
			if (stop == r->end && !r->at_end)
				return NULL;
			take_css_link(r, url, '\0');
			return stop + (stop < r->end);
		}
		after = p < r->end ? css_read_string(r, p, true) : r->at_end ? p : NULL;
	}
	if (after && (c->depth || is_set))
		c->depth++;
	return after;
}

/* Returns the start of the name that ends at p, with the "#" of a hash. */
static const char *css_name_start(const struct css_reader *r, const char *p)
{
	while (p > r->start && is_name_byte(p[-1]))
		p--;
	return p > r->start && p[-1] == '#' ? p - 1 : p;
}

/* Whether the name that ends here may go on in the text that follows. */
static bool css_is_cut(const struct css_reader *r, const char *stop)
{
	return !r->at_end && (stop == r->end || (*stop == '\\' && stop + 1 == r->end));
}

/* Reads the name that has the escape at p, or that ends before the "(" at p; and the "(" of a function. */
static const char *css_read_name(struct css_reader *r, const char *p)
{
	const char *const name = css_name_start(r, p);
	const bool is_hash = *name == '#',
	           is_word = !is_hash && !iri_is_digit(name[name < p && *name == '-']);
	char lower[20];

	const char *const stop = css_name(name + is_hash, r->end, lower);
	if (css_is_cut(r, stop))
		return NULL;
	if (stop < r->end && *stop == '(')
		return css_read_bracket(r, stop + 1, is_word ? lower : "");
	return stop > p ? stop : p + 1;
}

/* Reads the "/" at p, which can begin a comment. */
static const char *css_read_comment(const struct css_reader *r, const char *p)
{
	const char *const end = r->end, *stop = p + 1;

	if (stop < end && *stop == '*') {
		stop = text_find(stop + 1, end, "*/");
		stop = stop ? stop + strlen("*/") : NULL;
	} else if (stop < end && *stop == '/' && r->c->is_scss) {
		while (stop < end && !is_line_end(*stop))
			stop++;
		stop = stop < end ? stop : NULL;
	} else if (stop == end) {
		stop = NULL;
	}
	return stop ? stop : r->at_end ? end : NULL;
}

/* Reads the token at p. Names are no tokens here, but for those with an escape. */
static const char *css_read_token(struct css_reader *r, const char *p)
{
	struct css *const c = r->c;
	const char *stop = p + 1;
	char name[20];

	switch (*p) {
	case '"':
	case '\'': return css_read_string(r, p, c->depth == 1 || c->rule == CSS_IMPORT);
	case '\\':
	case '(': return css_read_name(r, p);
	case '/': return css_read_comment(r, p);
	case '<': /* "<!--" begins no name. */
		if (r->end - p < 4 && !r->at_end)
			return NULL;
		return html_begins_with(p, r->end, "<!--") ? p + 4 : stop;
	case '@':
		stop = css_name(stop, r->end, name);
		if (css_is_cut(r, stop))
			return NULL;
		if (stop == p + 1 || iri_is_digit(p[1]))
			return stop;
		c->rule = !strcmp(name, "import") ? CSS_IMPORT : !strcmp(name, "namespace") ? CSS_NAMESPACE : CSS_OTHER;
		return stop;
	case ';':
	case '{':
	case '}': c->rule = CSS_OTHER; break;
	}
	if (c->depth && *p != ';')
		c->depth += *p == '{' || *p == '[' ? 1 : (size_t)-1;
	return stop;
}

enum css_status css_next(struct css *c, struct iri_str text, bool at_end, struct css_link *link)
{
	/* Which bytes begin a token: always, or only in an at-rule and in image-set() */
	enum { ALWAYS = 1, INSIDE = 2 };
	static const unsigned char begins[256] = {
		['"'] = ALWAYS, ['\''] = ALWAYS, ['/'] = ALWAYS, ['@'] = ALWAYS, ['\\'] = ALWAYS, ['('] = ALWAYS,
		['<'] = ALWAYS,
		[')'] = INSIDE, ['['] = INSIDE, [']'] = INSIDE, ['{'] = INSIDE, ['}'] = INSIDE, [';'] = INSIDE,
	};
	text = iri_present(text);
	struct css_reader r = {c, text.p + c->at, text.p + text.n, at_end, link, false};

	while (!r.found) {
		const char *p = r.start;
		const unsigned char wanted = c->rule || c->depth ? ALWAYS | INSIDE : ALWAYS;
		while (p < r.end && !(begins[(unsigned char)*p] & wanted))
			p++;
		const char *const after = p < r.end ? css_read_token(&r, p) : NULL;
		if (!after && !at_end)
			p = css_name_start(&r, p);
		r.start = after ? after : p;
		c->at = (size_t)(r.start - text.p);
		if (!after)
			return at_end ? CSS_END : CSS_MORE;
	}
	return CSS_LINK;
}
