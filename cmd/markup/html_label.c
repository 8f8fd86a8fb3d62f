/* SPDX-License-Identifier: ISC */
#include "html_label.h"

#include "html_token.h"

#include "cmd/base/charref.h"
#include "lib/base/str.h"

/* Appends text with its character references resolved. */
static void add_text(struct iri_buf *out, struct iri_str text, enum charref_context context)
{
	struct source_map map = {{0}, {0}};

	charref_resolve(text, context, 0, &map);
	iri_buf_add(out, map.text.p, map.text.n);
	out->failed = out->failed || source_map_failed(&map);
	source_map_free(&map);
}

/* Whether the buffer has only white space from this byte on. */
static bool html_label_is_blank(const struct iri_buf *b, size_t from)
{
	while (from < b->n && is_html_space(b->p[from]))
		from++;
	return from == b->n;
}

/* Appends what the markup at p shows, and returns its end, or `end` if it has none. */
static const char *add_markup(const char *p, const char *end, struct iri_buf *out)
{
	static const char *const inlines[] = {
		"abbr", "b", "bdi", "bdo", "cite", "code", "em", "font", "i", "kbd", "mark", "s", "small", "span",
		"strong", "sub", "sup", "tt", "u", "wbr", NULL,
	};
	struct html_attribute a;
	bool self_closing;
	enum html_tag next;

	if (html_begins_with(p, end, "<!--")) {
		p = html_comment_end(p + 4, end);
		return p ? p : end;
	}
	const bool is_end_tag = end - p > 1 && p[1] == '/';
	const char *const start = p + 1 + is_end_tag;
	if (start == end || !html_is_alpha(*start)) {
		iri_buf_putc(out, *p);
		return p + 1;
	}
	const struct iri_str name = iri_between(start, html_name_end(start, end));
	bool within_word = false;
	for (size_t i = 0; inlines[i] && !within_word; i++)
		within_word = html_is_name(name, inlines[i]);
	if (!within_word)
		iri_buf_putc(out, ' ');
	for (p = name.p + name.n; (next = html_next_attribute(&p, end, &a, &self_closing)) == TAG_ATTRIBUTE;)
		if (html_is_name(name, "img") && html_is_name(a.name, "alt"))
			add_text(out, a.value, CHARREF_ATTRIBUTE);
	if (next == TAG_UNENDED)
		return end;
	if (!is_end_tag && (html_is_name(name, "script") || html_is_name(name, "style"))) {
		const char *const stop = html_raw_end(p, end, html_is_name(name, "script") ? "script" : "style");
		return stop ? stop : end;
	}
	return p;
}

bool html_label_is_code(const char *p, const char *end)
{
	static const char *const names[] = {"code", "kbd", "pre", "samp", "tt", NULL};

	for (; p < end; p++) {
		if (*p == '<') {
			const struct iri_str name = iri_between(p + 1, html_name_end(p + 1, end));
			for (size_t i = 0; names[i]; i++)
				if (html_is_name(name, names[i]))
					return true;
			p = iri_find_byte(p, end, '>');
			if (p == end)
				return false;
		} else if (!is_html_space(*p) && !strchr("*_", *p)) {
			return *p == '`';
		}
	}
	return false;
}

void html_label(const struct html *h, struct iri_str text, struct iri_buf *out)
{
	const char *p = text.p + h->at, *const text_end = text.p + text.n;
	struct iri_str title = {NULL, 0};
	struct html_attribute a;
	bool self_closing;
	const size_t before = out->n;

	while (html_next_attribute(&p, text_end, &a, &self_closing) == TAG_ATTRIBUTE)
		if (html_is_name(a.name, "title") && !title.p)
			title = a.value;
	for (const char *const end = html_label_end(p, text_end); p < end;) {
		const char *const markup = iri_find_byte(p, end, '<');
		add_text(out, iri_between(p, markup), CHARREF_TEXT);
		p = markup < end ? add_markup(markup, end, out) : end;
	}
	if (html_label_is_blank(out, before) && title.p)
		add_text(out, title, CHARREF_ATTRIBUTE);
}
