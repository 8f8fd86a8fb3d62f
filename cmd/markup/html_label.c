/* SPDX-License-Identifier: ISC */
#include "html_label.h"

#include "html_seen.h"
#include "html_token.h"

#include "cmd/base/charref.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

/* The most open elements in a link that are known. Those that are nested deeper are as the deepest of these. */
enum { LABEL_DEPTH = 64 };

/* A link whose content is read */
struct label_reader {
	struct html_label *label;
	bool is_xml;
	bool failed;            /* memory ran out */
	struct {
		struct iri_str name;
		unsigned flags; /* of enum html_seen */
	} open[LABEL_DEPTH];
	unsigned depth;
	size_t deeper;          /* the number of elements that are nested deeper */
};

static const char turned_start[] = "\xE2\x80\xAE", turned_end[] = "\xE2\x80\xAC"; /* U+202E, U+202C */

/* Appends text with its character references resolved. */
static void add_text(struct iri_buf *out, struct iri_str text, enum charref_context context)
{
	struct source_map map = {0};

	charref_resolve(text, context, 0, &map);
	iri_buf_add(out, map.text.p, map.text.n);
	out->failed = out->failed || source_map_failed(&map);
	source_map_free(&map);
}

/* Whether nothing of a text is seen. */
static bool html_label_is_blank(struct iri_str s)
{
	const char *p = iri_present(s).p, *const end = p + s.n, *next;

	for (; p < end; p = next) {
		const uint32_t ch = iri_utf8_next(p, end, &next);
		if (!(ch < 0x80 && is_html_space((char)ch)) && ch != 0xA0 && !iri_char_is_hidden(ch))
			return false;
	}
	return true;
}

static unsigned label_flags(const struct label_reader *r)
{
	return r->depth ? r->open[r->depth - 1].flags : 0;
}

/* Appends a text that stands in the current element. */
static void label_add(struct label_reader *r, struct iri_str text, enum charref_context context)
{
	struct html_label *const l = r->label;
	const unsigned flags = label_flags(r);
	const size_t before = l->text.n;

	if (flags & SEEN_NOT || !text.n)
		return;
	add_text(&l->text, text, context);
	if (!l->has_text && !l->text.failed &&
	    !html_label_is_blank((struct iri_str){l->text.p + before, l->text.n - before})) {
		l->has_text = true;
		l->is_code = flags & SEEN_CODE;
	}
}

/* Appends a space at the begin or end of an element that stands apart. */
static void label_part(struct label_reader *r, unsigned flags)
{
	if (flags & SEEN_APART)
		iri_buf_putc(&r->label->text, ' ');
}

/* Closes the elements above this depth. */
static void label_close(struct label_reader *r, unsigned depth)
{
	while (r->depth > depth) {
		const unsigned flags = label_flags(r);
		r->depth--;
		if (flags & ~label_flags(r) & SEEN_TURNED)
			iri_buf_add(&r->label->text, turned_end, strlen(turned_end));
		label_part(r, flags);
	}
}

static void label_end_tag(struct label_reader *r, struct iri_str name)
{
	unsigned i = r->depth;

	if (r->deeper) {
		r->deeper--;
		return;
	}
	while (i && !iri_same_caseless(r->open[i - 1].name, name))
		i--;
	if (i)
		label_close(r, i - 1);
}

/* The attributes of an element that matter */
struct seen_attributes {
	unsigned flags;
	struct iri_str alt;
	bool self_closing;
};

/* Reads the attributes of a start tag, and moves *p after it. Returns false if it has no end. */
static bool read_attributes(struct label_reader *r, struct iri_str name, const char **p, const char *end,
                            struct seen_attributes *s)
{
	struct iri_buf *const value = &r->label->scratch;
	struct html_attribute a;
	bool is_turned = false;
	enum html_tag next;

	while ((next = html_next_attribute(p, end, &a, &s->self_closing)) == TAG_ATTRIBUTE) {
		r->failed = r->failed || value->failed;
		iri_buf_clear(value);
		if (html_is_name(a.name, "hidden")) {
			s->flags |= SEEN_GONE;
		} else if (html_is_name(a.name, "style") || html_is_name(a.name, "display") ||
		           html_is_name(a.name, "visibility") || html_is_name(a.name, "opacity")) {
			/* The others are attributes of SVG. */
			if (!html_is_name(a.name, "style")) {
				if (!(s->flags & SEEN_FOREIGN) && !r->is_xml)
					continue;
				iri_buf_add(value, a.name.p, a.name.n);
				iri_buf_putc(value, ':');
			}
			add_text(value, a.value, CHARREF_ATTRIBUTE);
			s->flags = html_seen_style(iri_contents(value), s->flags, &value->failed);
		} else if (html_is_name(a.name, "dir")) {
			is_turned = html_is_name(a.value, "rtl");
		} else if (html_is_name(a.name, "alt") && !s->alt.p) {
			s->alt = a.value;
		}
	}
	if (is_turned && html_is_name(name, "bdo"))
		s->flags |= SEEN_TURNED;
	return next == TAG_END;
}

/* Elements without an end tag */
static const char *const void_elements[] = {
	"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr", NULL,
};

static void label_open(struct label_reader *r, struct iri_str name, unsigned flags)
{
	if (r->depth == LABEL_DEPTH) {
		r->deeper++;
		return;
	}
	if (flags & ~label_flags(r) & SEEN_TURNED)
		iri_buf_add(&r->label->text, turned_start, strlen(turned_start));
	r->open[r->depth].name = name;
	r->open[r->depth++].flags = flags;
}

/* Reads the start tag whose name ends at p. Returns the place after it. */
static const char *label_start_tag(struct label_reader *r, struct iri_str name, const char *end)
{
	/* Elements whose start tag ends one of the same name before it */
	static const char *const siblings[] = {"dd", "dt", "li", "option", "p", "td", "th", "tr", NULL};
	const char *p = name.p + name.n;
	struct html_label *const l = r->label;

	if (r->depth && !r->deeper && !r->is_xml && text_is_one_of(name, siblings) &&
	    iri_same_caseless(name, r->open[r->depth - 1].name))
		label_close(r, r->depth - 1);
	struct seen_attributes s = {.flags = html_seen_element(name, label_flags(r))};
	if (!read_attributes(r, name, &p, end, &s))
		return end;
	/* An image with an empty text only adorns: alt="" (HTML, section 4.8.4.4). */
	if (!s.alt.p || s.alt.n)
		label_part(r, s.flags);
	if (html_is_name(name, "img") && !(s.flags & SEEN_NOT) && s.alt.n) {
		iri_buf_putc(&l->images, ' ');
		add_text(&l->images, s.alt, CHARREF_ATTRIBUTE);
	}
	for (size_t i = 0; i < 2 && !r->is_xml; i++) {
		const char *const raw = i ? "script" : "style";
		if (html_is_name(name, raw) && !(s.flags & SEEN_FOREIGN)) {
			const char *const stop = html_raw_end(p, end, raw);
			return stop ? stop : end;
		}
	}
	if (!text_is_one_of(name, void_elements) && !(s.self_closing && (r->is_xml || s.flags & SEEN_FOREIGN)))
		label_open(r, name, s.flags);
	return p;
}

/* Reads the markup at p, and returns its end, or `end` if it has none. */
static const char *label_markup(struct label_reader *r, const char *p, const char *end)
{
	static const char cdata[] = "<![CDATA[";

	if (html_begins_with(p, end, "<!--")) {
		p = html_comment_end(p + 4, end);
		return p ? p : end;
	}
	const bool has_cdata = r->is_xml || label_flags(r) & SEEN_FOREIGN;
	if (has_cdata && (size_t)(end - p) > strlen(cdata) && !memcmp(p, cdata, strlen(cdata))) {
		p += strlen(cdata);
		const char *const stop = html_cdata_end(p, end);
		label_add(r, iri_between(p, stop), CHARREF_NONE);
		return stop < end ? stop + strlen("]]>") : end;
	}
	const bool is_end_tag = p[1] == '/';
	const char *const start = p + 1 + is_end_tag;
	if (start == end || !html_is_alpha(*start)) { /* an error, which is read as a comment */
		p = iri_find_byte(p, end, '>');
		return p < end ? p + 1 : end;
	}
	const struct iri_str name = iri_between(start, html_name_end(start, end));
	if (!is_end_tag)
		return label_start_tag(r, name, end);
	label_end_tag(r, name);
	p = iri_find_byte(name.p, end, '>');
	return p < end ? p + 1 : end;
}

/* If the link has no text, sets it to the contents of another buffer, and returns true. */
static bool label_replace(struct html_label *l, struct iri_buf *other)
{
	if (l->has_text)
		return false;
	iri_buf_clear(&l->text);
	iri_buf_add(&l->text, other->p, other->n);
	l->has_text = !html_label_is_blank(iri_contents(other));
	return true;
}

void html_label_read(struct html_label *l, struct iri_str content, struct iri_str title, bool is_xml)
{
	const char *p = iri_present(content).p, *const end = p + content.n;
	struct label_reader r = {.label = l, .is_xml = is_xml};

	iri_buf_clear(&l->text);
	iri_buf_clear(&l->title);
	iri_buf_clear(&l->images);
	l->is_code = l->has_text = false;
	while (p < end) {
		const char *const markup = html_find_markup(p, end);
		label_add(&r, iri_between(p, markup), CHARREF_TEXT);
		p = markup < end ? label_markup(&r, markup, end) : end;
	}
	label_close(&r, 0);
	if (title.n)
		add_text(&l->title, title, CHARREF_ATTRIBUTE);
	/* label_replace clears l->text, and its `failed`. */
	r.failed = r.failed || l->text.failed || l->title.failed || l->images.failed || l->scratch.failed;
	label_replace(l, &l->images);
	if (label_replace(l, &l->title))
		iri_buf_clear(&l->title);
	l->text.failed = l->text.failed || r.failed;
}

struct iri_str html_label_title(const char **p, const char *end)
{
	struct iri_str title = {NULL, 0}, spoken = {NULL, 0};
	struct html_attribute a;
	bool self_closing;

	while (html_next_attribute(p, end, &a, &self_closing) == TAG_ATTRIBUTE) {
		if (html_is_name(a.name, "title") && !title.n)
			title = a.value;
		else if (html_is_name(a.name, "aria-label") && !spoken.n)
			spoken = a.value;
	}
	return title.n ? title : spoken;
}

void html_label(const struct html *h, struct iri_str text, struct html_label *l)
{
	const char *p = text.p + h->tag, *const end = text.p + text.n;
	struct html_attribute a = {{NULL, 0}, {NULL, 0}, false};
	bool self_closing;

	if (h->is_area) {
		while (html_next_attribute(&p, end, &a, &self_closing) == TAG_ATTRIBUTE && !html_is_name(a.name, "alt"))
			a.value.n = 0;
		html_label_read(l, (struct iri_str){p, 0}, a.value, false);
		return;
	}
	const struct iri_str title = html_label_title(&p, end);
	html_label_read(l, iri_between(p, html_label_end(p, end)), title, h->is_xhtml);
}

void html_label_free(struct html_label *l)
{
	iri_buf_free(&l->text);
	iri_buf_free(&l->title);
	iri_buf_free(&l->images);
	iri_buf_free(&l->scratch);
}
