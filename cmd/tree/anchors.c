/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "anchors.h"

#include "folded.h"

#include "cmd/base/charref.h"
#include "cmd/base/space.h"
#include "cmd/file/paths.h"
#include "lib/base/siphash.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <stdlib.h>

/*
 * The key is fixed, so that a document can be made whose anchors collide: then a dead link to it is not found. The
 * arrays are searched in logarithmic time with any key.
 */
uint64_t anchor_hash(struct iri_str anchor, bool is_folded)
{
	static const unsigned char key[SIPHASH_KEY] = "anchors";
	struct iri_buf fold = {0};

	if (!is_folded)
		return iri_siphash(key, anchor, 1, 3);
	folded_add(anchor, true, &fold);
	const uint64_t hash = iri_siphash(key, iri_contents(&fold), 1, 3);
	iri_buf_free(&fold);
	return hash;
}

static int hash_compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void anchors_sort(union hashes *hashes)
{
	if (hashes->buf.n)
		qsort(hashes->item, ARRAY_COUNT(*hashes), sizeof *hashes->item, hash_compare);
}

bool anchor_has(const uint64_t *hashes, size_t n, uint64_t hash)
{
	return n && bsearch(&hash, hashes, n, sizeof hash, hash_compare);
}

static void add_anchor(struct anchors *a, struct iri_str anchor)
{
	if (!anchor.n)
		return;
	const uint64_t hash = anchor_hash(anchor, false);
	ARRAY_ADD(a->hashes, &hash);
	iri_buf_add(&a->texts, anchor.p, anchor.n);
	iri_buf_putc(&a->texts, '\0');
}

static bool anchors_has(struct iri_str s, const char *text)
{
	return text_find(s.p, s.p + s.n, text) != NULL;
}

/* Whether a line of the text begins with "::: " or "<<<", and something follows it in the line. */
static bool has_block_mark(struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;

	for (; end - p > 3; p++) {
		const bool is_mark = (*p == ':' && end - p > 4 && !memcmp(p, "::: ", 4) && !is_line_end(p[4])) ||
		                     (*p == '<' && !memcmp(p, "<<<", 3) && !is_line_end(p[3]));
		if (is_mark)
			return true;
		p = iri_find_byte(p, end, '\n');
		if (p == end)
			break;
	}
	return false;
}

/*
 * Adds an id that a document gives. In Python-Markdown, a heading with the same slug gets a number then, wherever it
 * stands; so there is another anchor, either for the id or for that heading.
 */
static void add_id(struct anchors *a, struct iri_str id)
{
	add_anchor(a, id);
	for (enum slug_dialect i = 0; i < SLUG_DIALECTS; i++) {
		if (!slug_is_python(i) || !(a->dialects >> i & 1))
			continue;
		a->slug.n = 0;
		slug_add(i, id, &a->slug);
		if (!iri_same(iri_contents(&a->slug), id))
			continue;
		a->slugs[i].dialect = i;
		a->slug.n = 0;
		slugs_next(&a->slugs[i], id, &a->slug);
		add_anchor(a, iri_contents(&a->slug));
	}
}

/*
 * Adds the id in a comment of MDX, from "{" to "}": #id, its first word, as in Docusaurus; or all of it, as in the
 * documentation of React.
 */
static void add_commented(struct anchors *a, const char *open, const char *close)
{
	static const char start[] = "{/*", stop[] = "*/";
	struct iri_str id = {open + strlen(start), 0};

	if ((size_t)(close - open) < strlen(start) + strlen(stop) || memcmp(open, start, strlen(start)) != 0 ||
	    memcmp(close - strlen(stop), stop, strlen(stop)) != 0)
		return;
	const char *end = close - strlen(stop);
	while (id.p < end && is_space(*id.p))
		id.p++;
	while (end > id.p && is_space(end[-1]))
		end--;
	while (id.p + id.n < end && !is_space(id.p[id.n]))
		id.n++;
	const bool is_marked = iri_begins(id, "#");
	if (is_marked)
		id = (struct iri_str){id.p + 1, id.n - 1};
	if (is_marked || id.p + id.n == end)
		add_anchor(a, id);
}

/* Adds the label at the start of a text of MyST: (label)= */
static void add_myst_label(struct anchors *a, struct iri_str text)
{
	const char *const end = text.p + text.n;

	if (text.n < 4 || *text.p != '(')
		return;
	const char *const close = iri_find_byte(text.p, end, ')');
	if (end - close >= 2 && close[1] == '=')
		add_anchor(a, iri_between(text.p + 1, close));
}

/* Adds the ids of attribute lists: {#id}, {: #id} and {id="id"} */
static void add_listed(struct anchors *a, struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n;

	while ((p = iri_find_byte(p, end, '{')) < end) {
		const char *const close = iri_find_byte(p, end, '}');
		add_commented(a, p, close);
		for (const char *q = p + 1; q < close; q++) {
			if (*q == '#' && (q[-1] == '{' || is_space(q[-1]) || q[-1] == ':')) {
				const char *const id = ++q;
				while (q < close && !is_space(*q))
					q++;
				add_id(a, iri_between(id, q));
			} else if (close - q > 4 && !memcmp(q, "id=", 3) && !iri_is_word_byte(q[-1])) {
				const char quote = q[3] == '"' || q[3] == '\'' ? q[3] : ' ';
				const char *const id = q + 3 + (quote != ' ');
				for (q = id; q < close && *q != quote;)
					q++;
				add_id(a, iri_between(id, q));
			}
		}
		p = close;
	}
}

/* Adds the anchors that the dialects make of a heading. */
static void add_heading(struct anchors *a, struct iri_str heading)
{
	a->has_heading = true;
	for (unsigned i = 0; i < SLUG_DIALECTS; i++) {
		if (!(a->dialects >> i & 1))
			continue;
		a->slugs[i].dialect = (enum slug_dialect)i;
		a->slug.n = 0;
		slugs_next(&a->slugs[i], heading, &a->slug);
		add_anchor(a, iri_contents(&a->slug));
	}
}

/* Adds the anchors of a heading of Markdown: its ids, also [#id], and what the dialects make of its whole text. */
static void markdown_heading(struct anchors *a, struct iri_str heading)
{
	size_t n = heading.n;

	if (!n) {
		a->is_opaque = true; /* only a comment, which a plugin replaces */
		return;
	}
	if (heading.p[n - 1] == ']') {
		while (n && heading.p[n - 1] != '[')
			n--;
		if (n && heading.p[n] == '#')
			add_anchor(a, iri_between(heading.p + n + 1, heading.p + heading.n - 1));
	}
	const char *const end = heading.p + heading.n, *const id = text_find(heading.p, end, ":id=");
	if (id && a->dialects >> SLUG_DOCSIFY & 1)
		add_heading(a, iri_between(id + strlen(":id="), iri_find_byte(id, end, ' ')));
	add_heading(a, heading);
}

/* Notes what is not in a document of Markdown, so that its parts are not searched for it. */
/* Whether a block of code that Docusaurus reads as MDX has an empty element of a component. */
static bool has_mdx_component(struct iri_str text)
{
	static const char start[] = "```mdx-code-block";
	const char *const end = text.p + text.n;
	const char *p = text.p, *stop;

	for (; (p = text_find(p, end, start)); p = stop) {
		p += strlen(start);
		stop = text_find(p, end, "```");
		stop = stop ? stop : end;
		for (; (p = iri_find_byte(p, stop, '<')) < stop; p++) {
			const char *const close = iri_find_byte(p, stop, '>');
			if (close < stop && close[-1] == '/' && iri_is_upper(p[1]))
				return true;
		}
	}
	return false;
}

static void begin_markdown(struct anchors *a, struct iri_str text)
{
	const char *const end = text.p + text.n;
	const char *p = text.p;

	a->markdown = text;
	if (has_mdx_component(text))
		a->is_opaque = true;
	a->has_braces = iri_find_byte(p, end, '{') < end;
	a->has_tag_marks = false;
	a->has_block_marks = text_find(p, end, ":::") != NULL;
	for (; (p = iri_find_byte(p, end, '<')) < end; p++) {
		a->has_tag_marks |= (end - p >= 2 && p[1] == '%') || (p > text.p && p[-1] == '8');
		a->has_block_marks |= end - p >= 3 && p[1] == '<' && p[2] == '<';
	}
}

/*
 * Whether text of Markdown or of its HTML includes something that other software puts there. has_braces: it can have
 * a "{"
 */
static bool has_include(const struct anchors *a, struct iri_str text, bool has_braces)
{
	const char *p = text.p, *const end = p + text.n;

	for (; has_braces && (p = iri_find_byte(p, end, '{')) < end; p++) {
		const bool is_double = end - p >= 3 && p[1] == '{' && p[2] && strchr("%<#-", p[2]);
		if (is_double || (end - p >= 2 && p[1] == '%'))
			return true;
	}
	for (p = text.p; a->has_tag_marks && (p = iri_find_byte(p, end, '<')) < end; p++) {
		const bool is_snippet = p - text.p >= 3 && end - p >= 3 && !memcmp(p - 3, "--8<--", 6);
		if (is_snippet || (end - p >= 2 && p[1] == '%'))
			return true;
	}
	return false;
}

static void add_prose(struct anchors *a, struct iri_str text)
{
	/* In VitePress, these marks begin a box or a file of code, which have no headings. */
	const bool is_vitepress = a->dialects >> SLUG_VITEPRESS & 1;

	const char *const end = text.p + text.n;

	add_myst_label(a, text);
	if (!a->has_braces && !a->has_tag_marks && !a->has_block_marks)
		return;
	const bool has_braces = a->has_braces && iri_find_byte(text.p, end, '{') < end;
	if (has_braces)
		add_listed(a, text);
	if (has_include(a, text, has_braces) || (a->has_block_marks && !is_vitepress && has_block_mark(text)))
		a->is_opaque = true;
}

static bool is_heading_name(struct iri_str name)
{
	return name.n == 2 && (name.p[0] == 'h' || name.p[0] == 'H') && name.p[1] >= '1' && name.p[1] <= '6';
}

static const char *skip_spaces(const char *p, const char *end)
{
	while (p < end && is_space(*p))
		p++;
	return p;
}

/*
 * Appends PATH of the statement "import NAME from 'PATH'" of MDX, whose words can stand in several lines. Returns
 * whether it is a document of Markdown; other components are programs.
 */
static bool add_import(struct iri_str document, struct iri_str name, struct iri_buf *out)
{
	static const char start[] = "import", from[] = "from";
	const char *const end = document.p + document.n;

	for (const char *p = document.p; (p = text_find(p, end, start)); p++) {
		const char *const word = skip_spaces(p + strlen(start), end);
		if ((size_t)(end - word) <= name.n || memcmp(word, name.p, name.n) != 0 || !is_space(word[name.n]))
			continue;
		const char *path = skip_spaces(word + name.n, end);
		if (!iri_begins(iri_between(path, end), from))
			continue;
		path = skip_spaces(path + strlen(from), end);
		if (path == end || (*path != '"' && *path != '\''))
			continue;
		const size_t n = out->n;
		for (const char quote = *path++; path < end && *path != quote && *path != '\n'; path++)
			if (*path != '\\')
				iri_buf_putc(out, *path);
		const struct iri_str added = {out->n > n ? out->p + n : "", out->n - n};
		return path_ends_with(added, ".mdx") || path_ends_with(added, ".md");
	}
	return false;
}

/* Adds a component of Vue or React, which puts text there; in MDX, this can be another document. */
static void add_component(struct anchors *a, struct iri_str name)
{
	enum { MOST_COMPONENTS = 64 }; /* of a document, so that they take linear time */

	if (a->is_opaque)
		return;
	if (a->components++ < MOST_COMPONENTS && add_import(a->markdown, name, &a->includes))
		iri_buf_putc(&a->includes, '\0');
	else
		a->is_opaque = true;
}

static void start_tag(struct anchors *a, struct iri_str name)
{
	static const char *const whole[] = {"html", "head", "body", "!doctype"};

	for (size_t i = 0; i < sizeof whole / sizeof *whole && !a->is_page; i++)
		a->is_page = iri_is_caseless(name, whole[i]) && name.n == strlen(whole[i]);
	a->has_script = a->has_script || (a->is_html && iri_is_caseless(name, "script"));
	a->in_body = a->in_body || iri_is_caseless(name, "body");
	if (!a->is_html && is_heading_name(name)) {
		a->in_heading = true;
		source_map_clear(&a->heading);
	}
}

static void stop_tag(struct anchors *a, struct iri_str name)
{
	if (iri_is_caseless(name, "head"))
		a->has_head = true;
	else if (iri_is_caseless(name, "body") || iri_is_caseless(name, "html"))
		a->in_body = false;
	if (!a->in_heading || !is_heading_name(name))
		return;
	a->in_heading = false;
	/* As in Markdown, spaces at the ends are no part of the heading, and line ends are spaces. */
	struct iri_str heading = iri_contents(&a->heading.text);
	for (size_t i = 0; i < heading.n; i++)
		if (is_space(a->heading.text.p[i]))
			a->heading.text.p[i] = ' ';
	while (heading.n && *heading.p == ' ')
		heading = (struct iri_str){heading.p + 1, heading.n - 1};
	while (heading.n && heading.p[heading.n - 1] == ' ')
		heading.n--;
	add_heading(a, heading);
}

static void add_comment(struct anchors *a, struct iri_str text)
{
	if (anchors_has(text, "ALL-CONTRIBUTORS-LIST:START"))
		a->in_generated = true;
	else if (anchors_has(text, "ALL-CONTRIBUTORS-LIST:END"))
		a->in_generated = false;
	while (text.n && is_space(*text.p))
		text = (struct iri_str){text.p + 1, text.n - 1};
	if (iri_begins(text, "include") || iri_begins(text, "@include"))
		a->is_opaque = true;
	if (text.n >= 2 && *text.p == '#') {
		const char *const end = text.p + text.n;
		const char *q = text.p + 1;
		while (q < end && !is_space(*q) && !(end - q >= 2 && q[0] == '-' && q[1] == '-'))
			q++;
		add_anchor(a, iri_between(text.p + 1, q));
	}
}

/*
 * Adds the anchors of a footnote and of the first reference to it, as GitHub (cmark-gfm, remark) and Python-Markdown
 * write them; remark makes the label lower-case.
 */
static void add_footnote(struct anchors *a, struct iri_str label)
{
	static const char *const starts[] = {"fn-", "fn:", "fnref-", "fnref:"};
	struct iri_buf lower = {0};

	folded_add(label, true, &lower);
	const bool is_lower = iri_same(iri_contents(&lower), label);
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		for (int k = is_lower; k < 2; k++) {
			const struct iri_str name = k ? label : iri_contents(&lower);
			a->slug.n = 0;
			buf_add_text(&a->slug, starts[i]);
			iri_buf_add(&a->slug, name.p, name.n);
			add_anchor(a, iri_contents(&a->slug));
		}
	}
	a->slug.failed |= lower.failed;
	iri_buf_free(&lower);
}

void anchors_found(void *arg, enum landmark kind, struct iri_str text)
{
	struct anchors *const a = arg;

	switch (kind) {
	case LANDMARK_MARKDOWN: begin_markdown(a, text); break;
	case LANDMARK_HEADING: markdown_heading(a, text); break;
	case LANDMARK_PROSE:
		add_prose(a, text);
		if (a->in_heading)
			charref_resolve(text, CHARREF_MARKDOWN, 0, &a->heading);
		break;
	case LANDMARK_FOOTNOTE: add_footnote(a, text); break;
	case LANDMARK_INCLUDE: a->is_opaque = true; break;
	case LANDMARK_DIRECTIVE: a->has_directive = true; break;
	case LANDMARK_TEMPLATE: a->is_template = true; break;
	case LANDMARK_TEXT:
		if (!a->is_html && has_include(a, text, a->has_braces))
			a->is_opaque = true;
		if (a->in_heading)
			charref_resolve(text, CHARREF_TEXT, 0, &a->heading);
		break;
	case LANDMARK_COMMENT: add_comment(a, text); break;
	case LANDMARK_START: start_tag(a, text); break;
	case LANDMARK_EMPTY:
		/* Old HTML has names in upper case. */
		if (!a->is_html && text.n >= 2 && iri_is_upper(text.p[0]) && !iri_is_upper(text.p[1]))
			add_component(a, text);
		break;
	case LANDMARK_STOP: stop_tag(a, text); break;
	case LANDMARK_ID: add_anchor(a, text); break;
	}
}

void anchors_end(struct anchors *a)
{
	bool failed = source_map_failed(&a->heading) || a->slug.failed || a->texts.failed ||
	              a->includes.failed;

	for (unsigned i = 0; i < SLUG_DIALECTS; i++)
		failed |= slugs_failed(&a->slugs[i]);
	if (failed)
		message_die(a->messages, NULL, "out of memory");
	buf_check(a->messages, &a->hashes.buf);
	anchors_sort(&a->hashes);
	/* A part of a page; also the first one, which ends before the body does */
	if (a->is_html && (!a->is_page || (a->has_head && a->in_body)))
		a->is_opaque = true;
	/* Its links are relative to the page, which stands elsewhere. */
	if (a->is_shtml && !a->is_page)
		a->is_template = true;
}

void anchors_clear(struct anchors *a)
{
	a->hashes.buf.n = a->texts.n = a->includes.n = a->components = 0;
	a->is_opaque = a->is_template = a->is_page = a->has_heading = a->has_directive = a->has_script = false;
	a->in_generated = a->in_heading = a->has_head = a->in_body = false;
	for (unsigned i = 0; i < SLUG_DIALECTS; i++)
		slugs_free(&a->slugs[i]);
}

void anchors_free(struct anchors *a)
{
	anchors_clear(a);
	iri_buf_free(&a->hashes.buf);
	iri_buf_free(&a->texts);
	iri_buf_free(&a->includes);
	source_map_free(&a->heading);
	iri_buf_free(&a->slug);
}
