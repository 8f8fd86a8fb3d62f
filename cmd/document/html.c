/* SPDX-License-Identifier: ISC */
#include "html.h"

#include "cmd/base/charref.h"
#include "cmd/base/space.h"
#include "lib/base/offsets.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/* An attribute of a tag: views of the text. Without a value, value is empty and stands after the name. */
struct attribute {
	struct iri_str name, value;
	bool has_value;
};

/* A start tag */
struct tag {
	struct iri_str name;
	bool self_closing;
	bool has_href;             /* <a> with an attribute href or xlink:href */
	bool is_refresh;           /* <meta http-equiv=refresh> */
	bool breaks_out;           /* <font> with an attribute that ends SVG and MathML */
	bool holds_html;           /* <annotation-xml> with HTML in it */
};

/* The syntax of the value of an attribute */
enum syntax {
	LINK,       /* one link */
	HREF,       /* one link; for <base> it is the base */
	TOKENS,     /* links with white space between them */
	CANDIDATES, /* section 4.8.4.3, "parsing a srcset attribute" */
	REFRESH,    /* section 4.2.5.3, in <meta http-equiv=refresh>: "5; url=LINK" */
};

static const struct {
	const char *name;
	enum syntax syntax;
} attributes[] = {
	{"href", HREF}, {"src", LINK}, {"action", LINK}, {"formaction", LINK}, {"cite", LINK}, {"data", LINK},
	{"poster", LINK}, {"longdesc", LINK}, {"background", LINK}, {"manifest", LINK}, {"xlink:href", LINK},
	{"srcset", CANDIDATES}, {"imagesrcset", CANDIDATES}, {"ping", TOKENS}, {"content", REFRESH},
};

/* Elements with raw text. <plaintext> has no end tag. */
static const char *const raw_elements[] = {
	"script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp", "plaintext", NULL,
};

/* Elements that do not count as open: they have no end tag, or they are open as long as the document. */
static const char *const uncounted_elements[] = {
	"area", "base", "basefont", "bgsound", "body", "br", "col", "embed", "frame", "head", "hr", "html", "image",
	"img", "input", "keygen", "link", "meta", "param", "source", "track", "wbr", NULL,
};

/* Elements of HTML whose start tag ends SVG and MathML (section 13.2.6.5) */
static const char *const breakout_elements[] = {
	"b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2",
	"h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
	"ruby", "s", "small", "span", "strike", "strong", "sub", "sup", "table", "tt", "u", "ul", "var", NULL,
};

/* Elements whose start tag ends the current element if that has the same name */
static const char *const sibling_elements[] = {"dd", "dt", "li", "option", "p", "td", "th", "tr", NULL};

/* The kinds of open elements */
enum kind {
	IN_HTML,
	IN_SVG,
	IN_MATH,
	HTML_POINT,      /* an HTML integration point: its content is HTML */
	TEXT_POINT,      /* a MathML text integration point: its content is HTML, except <mglyph> and <malignmark> */
	ANNOTATION,      /* <annotation-xml>: <svg> in it is SVG, and the rest is MathML */
};

static bool is_alpha(char c)
{
	return iri_byte_class(c) & CHAR_ALPHA;
}

static bool is_digit(char c)
{
	return iri_byte_class(c) & CHAR_DIGIT;
}

/* Whether the text from p to end begins with `start`, in any case. `start` itself is in lower case. */
static bool begins_with(const char *p, const char *end, const char *start)
{
	for (; *start; p++, start++)
		if (p == end || iri_lower(*p) != *start)
			return false;
	return true;
}

/* Whether s is `name`, in any case. `name` itself is in lower case. */
static bool is_name(struct iri_str s, const char *name)
{
	return s.n == strlen(name) && begins_with(s.p, s.p + s.n, name);
}

/* Returns the name in the list that equals s, in any case, or NULL. s is not empty. */
static const char *find_name(struct iri_str s, const char *const *names)
{
	for (; *names; names++)
		if (iri_lower(*s.p) == **names && is_name(s, *names))
			return *names;
	return NULL;
}

/* Returns a hash (FNV-1a) of the name in lower case. */
static unsigned hash(struct iri_str name)
{
	uint32_t sum = 2166136261u;

	for (size_t i = 0; i < name.n; i++)
		sum = (sum ^ (unsigned char)iri_lower(name.p[i])) * 16777619u;
	return sum;
}

static const char *skip_space(const char *p, const char *end)
{
	while (p < end && is_html_space(*p))
		p++;
	return p;
}

/* Appends the value of an attribute to out, with its character references resolved. at: see iri_offsets_add */
static void resolve(struct iri_str value, struct iri_buf *out, struct iri_offsets *at)
{
	charref_resolve(value, CHARREF_ATTRIBUTE, out, at);
}

/* Whether the value of an attribute means `text`, in any case. `text` itself is in lower case. Uses h->decoded. */
static bool value_is(struct html *h, struct iri_str value, const char *text)
{
	h->decoded.n = 0;
	resolve(value, &h->decoded, NULL);
	return is_name(iri_contents(&h->decoded), text);
}

/*
 * Tokens
 */

enum next {
	ATTRIBUTE,
	TAG_END,
	UNENDED, /* the text ends before the tag does */
};

/*
 * Finds the next attribute of a tag, and moves *p after it; at the end of the tag, moves *p after its ">". *p is after
 * the name of the tag or after an attribute. At TAG_END, *self_closing says whether "/>" ends the tag (sections
 * 13.2.5.32 to 40).
 */
static enum next next_attribute(const char **p, const char *end, struct attribute *a, bool *self_closing)
{
	const char *q = *p;

	*self_closing = false;
	for (; q < end && (is_html_space(*q) || *q == '/'); q++)
		*self_closing = *q == '/';
	if (q == end)
		return UNENDED;
	if (*q == '>') {
		*p = q + 1;
		return TAG_END;
	}
	/* A name may begin with "=". */
	const char *const name = q++;
	while (q < end && !is_html_space(*q) && *q != '/' && *q != '>' && *q != '=')
		q++;
	a->name = iri_between(name, q);
	a->value = (struct iri_str){q, 0};
	*p = q;
	q = skip_space(q, end);
	a->has_value = q < end && *q == '=';
	if (!a->has_value)
		return q < end ? ATTRIBUTE : UNENDED;
	q = skip_space(q + 1, end);
	if (q == end)
		return UNENDED;
	if (*q == '"' || *q == '\'') {
		const char *const stop = iri_find_byte(q + 1, end, *q);
		a->value = iri_between(q + 1, stop);
		*p = stop + (stop < end);
		return stop < end ? ATTRIBUTE : UNENDED;
	}
	const char *const value = q;
	while (q < end && !is_html_space(*q) && *q != '>')
		q++;
	a->value = iri_between(value, q);
	*p = q;
	return q < end ? ATTRIBUTE : UNENDED;
}

/* Returns the end of the name of a tag, which begins at p. */
static const char *name_end(const char *p, const char *end)
{
	while (p < end && !is_html_space(*p) && *p != '/' && *p != '>')
		p++;
	return p;
}

/* Whether a tag of this name is at p, with the byte that ends its name. start: "<" or "</" */
static bool is_tag(const char *p, const char *end, const char *start, const char *name)
{
	const size_t before = strlen(start), n = strlen(name);

	if ((size_t)(end - p) <= before + n || !begins_with(p, end, start) || !begins_with(p + before, end, name))
		return false;
	p += before + n;
	return is_html_space(*p) || *p == '/' || *p == '>';
}

/*
 * Returns the place of the end tag of the script whose text begins at p, or NULL. A "<!--" in it begins escaped text,
 * which "-->" ends. In escaped text, <script> begins double escaped text, where the first </script> ends only that
 * (sections 13.2.5.4 and 15 to 31).
 */
static const char *script_end(const char *p, const char *end)
{
	enum { PLAIN, ESCAPED, DOUBLE_ESCAPED } state = PLAIN;
	unsigned dashes = 0; /* before p; two and more count as two */

	while (p < end) {
		if (state == PLAIN)
			p = iri_find_byte(p, end, '<');
		if (p == end)
			break;
		if (*p == '>' && dashes == 2)
			state = PLAIN;
		dashes = *p != '-' ? 0 : dashes + (dashes < 2);
		if (*p != '<') {
			p++;
		} else if (is_tag(p, end, "</", "script")) {
			if (state != DOUBLE_ESCAPED)
				return p;
			state = ESCAPED;
			p++;
		} else if (state == PLAIN && begins_with(p, end, "<!--")) {
			state = ESCAPED;
			dashes = 2;
			p += strlen("<!--");
		} else {
			if (state == ESCAPED && is_tag(p, end, "<", "script"))
				state = DOUBLE_ESCAPED;
			p++;
		}
	}
	return NULL;
}

/* Returns the place of the end tag of the element whose raw text begins at p, or NULL. */
static const char *raw_end(const char *p, const char *end, const char *element)
{
	if (!strcmp(element, "script"))
		return script_end(p, end);
	if (!strcmp(element, "plaintext"))
		return NULL;
	for (; (p = iri_find_byte(p, end, '<')) < end; p++)
		if (is_tag(p, end, "</", element))
			return p;
	return NULL;
}

/* Returns the place after the comment whose text begins at p, or NULL (sections 13.2.5.43 to 52). */
static const char *comment_end(const char *p, const char *end)
{
	const char *const start = p;

	if (begins_with(p, end, ">") || begins_with(p, end, "->"))
		return iri_find_byte(p, end, '>') + 1;
	for (; (p = iri_find_byte(p, end, '>')) < end; p++) {
		const char *const dashes = p - start >= 3 && p[-1] == '!' ? p - 1 : p;
		if (dashes - start >= 2 && dashes[-1] == '-' && dashes[-2] == '-')
			return p + 1;
	}
	return NULL;
}

/* Returns the place of "]]>" between p and end, or end. */
static const char *cdata_end(const char *p, const char *end)
{
	const char *const start = p;

	for (; (p = iri_find_byte(p, end, '>')) < end; p++)
		if (p - start >= 2 && p[-1] == ']' && p[-2] == ']')
			return p - 2;
	return end;
}

/* Returns the first "<" that begins markup, or end. "<" or "</" at the end begins none before more text follows. */
static const char *find_markup(const char *p, const char *end)
{
	for (; (p = iri_find_byte(p, end, '<')) < end; p++)
		if (end - p >= 2 && (is_alpha(p[1]) || p[1] == '!' || p[1] == '?' || (p[1] == '/' && end - p >= 3)))
			return p;
	return end;
}

/*
 * The open elements from the outermost <svg> or <math> on (section 13.2.6.5)
 */

static enum kind current(const struct html *h)
{
	return h->depth ? (enum kind)h->open[h->depth - 1].kind : IN_HTML;
}

static bool is_point(enum kind kind)
{
	return kind == HTML_POINT || kind == TEXT_POINT;
}

/* Returns the count of open elements outside of SVG and MathML. Names with the same hash share a count. */
static unsigned *outside(struct html *h, unsigned name)
{
	return &h->outside[name % (sizeof h->outside / sizeof *h->outside)];
}

static void open_element(struct html *h, unsigned name, enum kind kind)
{
	if (!h->depth && kind == IN_HTML)
		++*outside(h, name);
	else if (h->depth == HTML_DEPTH)
		h->deeper++;
	else
		h->open[h->depth++] = (struct html_element){name, (unsigned char)kind};
}

/* Closes elements of SVG and MathML until the current one may contain HTML. */
static void break_out(struct html *h)
{
	h->deeper = 0;
	while (h->depth && current(h) != IN_HTML && !is_point(current(h)))
		h->depth--;
}

/* Opens the element of a start tag by the rules for HTML. */
static void open_html(struct html *h, const struct tag *tag)
{
	const unsigned name = hash(tag->name);
	const bool is_svg = is_name(tag->name, "svg");

	if (is_svg || is_name(tag->name, "math")) {
		if (!tag->self_closing)
			open_element(h, name, is_svg ? IN_SVG : IN_MATH);
		return;
	}
	if (tag->self_closing && h->is_xhtml)
		return;
	h->raw_element = find_name(tag->name, raw_elements);
	if (h->raw_element || find_name(tag->name, uncounted_elements))
		return;
	if (h->depth && !h->deeper && current(h) == IN_HTML && h->open[h->depth - 1].name == name &&
	    find_name(tag->name, sibling_elements))
		return;
	open_element(h, name, IN_HTML);
}

/* Returns the kind of an element of SVG or MathML. kind: that of the element around it */
static enum kind kind_of(const struct tag *tag, enum kind kind)
{
	static const char *const html_points[] = {"foreignobject", "desc", "title", NULL};
	static const char *const text_points[] = {"mi", "mo", "mn", "ms", "mtext", NULL};

	if (kind == IN_SVG)
		return find_name(tag->name, html_points) ? HTML_POINT : IN_SVG;
	if (is_name(tag->name, "annotation-xml"))
		return tag->holds_html ? HTML_POINT : ANNOTATION;
	return find_name(tag->name, text_points) ? TEXT_POINT : IN_MATH;
}

/* Opens the element of a start tag. */
static void open_tag(struct html *h, const struct tag *tag)
{
	const enum kind kind = current(h);

	h->is_base = h->is_refresh = false;
	/* In HTML, "/" does not end the element. */
	const bool is_ended = tag->self_closing && (h->is_xhtml || kind == IN_SVG || kind == IN_MATH);
	if (is_name(tag->name, "a") && !is_ended)
		h->in_link = tag->has_href;
	if (kind != IN_HTML && kind != HTML_POINT) {
		const bool as_html = kind == TEXT_POINT
		                             ? !is_name(tag->name, "mglyph") && !is_name(tag->name, "malignmark")
		                             : kind == ANNOTATION && is_name(tag->name, "svg");
		if (!as_html && (tag->breaks_out || find_name(tag->name, breakout_elements))) {
			break_out(h);
		} else if (!as_html) {
			if (!tag->self_closing)
				open_element(h, hash(tag->name), kind_of(tag, kind));
			return;
		}
	}
	h->is_base = is_name(tag->name, "base");
	h->is_refresh = tag->is_refresh;
	open_html(h, tag);
}

/* Closes the element that an end tag ends, with all elements in it. tag: the name */
static void close_tag(struct html *h, struct iri_str tag)
{
	const unsigned name = hash(tag);
	size_t i;
	bool blocked = false;

	if (is_name(tag, "a"))
		h->in_link = false;
	if (current(h) != IN_HTML && (is_name(tag, "p") || is_name(tag, "br")))
		break_out(h);
	if (h->deeper) {
		h->deeper--;
		return;
	}
	/* An element of SVG or MathML, down to the next one of HTML */
	for (i = h->depth; i && h->open[i - 1].kind != IN_HTML; i--) {
		if (h->open[i - 1].name == name) {
			h->depth = (unsigned)i - 1;
			return;
		}
		blocked |= is_point((enum kind)h->open[i - 1].kind);
	}
	/* An element of HTML, down to the next integration point */
	for (i = h->depth; i && !is_point((enum kind)h->open[i - 1].kind); i--) {
		if (h->open[i - 1].kind == IN_HTML && h->open[i - 1].name == name) {
			h->depth = (unsigned)i - 1;
			return;
		}
	}
	if (!i && !blocked && *outside(h, name)) {
		--*outside(h, name);
		h->depth = 0;
	}
}

/* Whether the current element is <style> or <script> of SVG, whose text is not searched for links. */
static bool in_code(const struct html *h)
{
	if (current(h) != IN_SVG || h->deeper)
		return false;
	const unsigned name = h->open[h->depth - 1].name;
	return name == hash((struct iri_str){"style", 5}) || name == hash((struct iri_str){"script", 6});
}

/*
 * Reads the tag whose name begins at p, and opens or closes its element. For a start tag, sets h->in_tag and returns
 * the place after the name; for an end tag, returns the place after the tag. Returns NULL if the text ends before the
 * tag does.
 */
static const char *read_tag(struct html *h, const char *p, const char *end, bool is_end_tag)
{
	static const char *const font_attributes[] = {"color", "face", "size", NULL};
	struct tag tag = {.name = iri_between(p, name_end(p, end))};
	const char *const after_name = tag.name.p + tag.name.n;
	const bool is_a = is_name(tag.name, "a"), is_meta = is_name(tag.name, "meta"),
	           is_font = is_name(tag.name, "font"), is_annotation = is_name(tag.name, "annotation-xml");
	bool known = false; /* http-equiv or encoding was found; a second attribute of this name does not count */
	enum next next;
	struct attribute a;

	p = after_name;
	while ((next = next_attribute(&p, end, &a, &tag.self_closing)) == ATTRIBUTE) {
		if (is_a && (is_name(a.name, "href") || is_name(a.name, "xlink:href"))) {
			tag.has_href = true;
		} else if (is_meta && !known && is_name(a.name, "http-equiv")) {
			known = true;
			tag.is_refresh = value_is(h, a.value, "refresh");
		} else if (is_annotation && !known && is_name(a.name, "encoding")) {
			known = true;
			tag.holds_html = value_is(h, a.value, "text/html") ||
			                 value_is(h, a.value, "application/xhtml+xml");
		} else if (is_font && find_name(a.name, font_attributes)) {
			tag.breaks_out = true;
		}
	}
	if (next == UNENDED)
		return NULL;
	if (is_end_tag) {
		close_tag(h, tag.name);
		return p;
	}
	open_tag(h, &tag);
	h->in_tag = true;
	return after_name;
}

/*
 * The links in the value of an attribute
 */

/*
 * next_token and next_candidate find the next link in a resolved value, from byte *at on, and move *at after it. They
 * return false if there is none.
 */

static bool next_token(struct iri_str value, size_t *at, struct iri_str *link)
{
	const char *const end = value.p + value.n, *const start = skip_space(value.p + *at, end), *p = start;

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
	const char *const end = value.p + value.n, *p = skip_space(value.p, end), *const time = p;

	while (p < end && is_digit(*p))
		p++;
	if (p == time && !begins_with(p, end, "."))
		return false;
	while (p < end && (is_digit(*p) || *p == '.'))
		p++;
	if (p < end && !is_html_space(*p) && *p != ';' && *p != ',')
		return false;
	p = skip_space(p, end);
	if (p < end && (*p == ';' || *p == ','))
		p = skip_space(p + 1, end);
	if (p == end)
		return false;
	*link = trim_html_space(iri_between(p, end));
	/* "url=" can be missing. If only a part of it is there, this part belongs to the link. */
	if (begins_with(p, end, "u")) {
		p = begins_with(p, end, "url") ? skip_space(p + strlen("url"), end) : end;
		if (p == end || *p != '=')
			return true;
		p = skip_space(p + 1, end);
	}
	const bool quoted = p < end && (*p == '"' || *p == '\'');
	const char *const stop = quoted ? iri_find_byte(p + 1, end, *p) : end;
	*link = trim_html_space(iri_between(p + quoted, stop));
	return true;
}

/* Finds the next link in the resolved value. Returns false if there is none. After the last, unsets h->more_links. */
static bool find_link(struct html *h, struct iri_str value, struct iri_str *link)
{
	switch (attributes[h->attribute].syntax) {
	case TOKENS:
		return h->more_links = next_token(value, &h->searched, link);
	case CANDIDATES:
		return h->more_links = next_candidate(value, &h->searched, link);
	case REFRESH:
		h->more_links = false;
		return refresh_link(value, link);
	default:
		h->more_links = false;
		*link = trim_html_space(value);
		return true;
	}
}

/*
 * Returns the offset in the value that matches this offset in the resolved value. Offsets must not descend from call to
 * call. Uses h->scratch.
 */
static size_t place_of(struct html *h, struct iri_str value, size_t offset)
{
	const char *p = value.p + h->seen, *const end = value.p + value.n;

	for (;;) {
		/* Text without a reference, up to the offset */
		size_t left = offset - h->seen_resolved;
		const char *const stop = p + (left < (size_t)(end - p) ? left : (size_t)(end - p)),
		                 *const amp = iri_find_byte(p, stop, '&');
		h->seen_resolved += (size_t)(amp - p);
		h->seen = (size_t)(amp - value.p);
		if (amp == stop)
			return h->seen;
		/* A reference contains only these bytes. The byte after it can decide whether it is one. */
		p = amp + 1;
		while (p < end && (iri_is_alphanumeric(*p) || *p == '#' || *p == ';'))
			p++;
		p += p < end && *p != '&';
		left = offset - h->seen_resolved;
		h->scratch.n = 0;
		resolve(iri_between(amp, p), &h->scratch, &(struct iri_offsets){&left, 1, 0});
		if (h->scratch.failed || offset - h->seen_resolved < h->scratch.n)
			return h->seen + left;
		h->seen_resolved += h->scratch.n;
		h->seen = (size_t)(p - value.p);
	}
}

/* Prepares h for the value of the attribute, if it can contain links. */
static void open_value(struct html *h, struct iri_str text, const struct attribute *a)
{
	enum { ROWS = sizeof attributes / sizeof *attributes };
	unsigned row = 0;

	while (row < ROWS && !is_name(a->name, attributes[row].name))
		row++;
	if (row == ROWS || (attributes[row].syntax == REFRESH && !h->is_refresh) || h->decoded.failed)
		return;
	h->attribute = row;
	h->value = (size_t)(a->value.p - text.p);
	h->length = a->value.n;
	h->has_value = a->has_value;
	h->searched = h->seen = h->seen_resolved = h->decoded.n = 0;
	h->has_reference = a->value.n && memchr(a->value.p, '&', a->value.n);
	if (h->has_reference)
		resolve(a->value, &h->decoded, NULL);
	h->more_links = !h->decoded.failed;
}

/* Sets *piece to the next link in the value. Returns false if there is none, or if memory runs out. */
static bool next_link(struct html *h, struct iri_str text, struct html_piece *piece)
{
	const struct iri_str raw = {text.p + h->value, h->length};
	const struct iri_str value = h->has_reference ? iri_contents(&h->decoded) : raw;
	struct iri_str link;

	if (!find_link(h, value, &link))
		return false;
	size_t start = (size_t)(link.p - value.p), end = start + link.n;
	if (h->has_reference) {
		start = place_of(h, raw, start);
		end = place_of(h, raw, end);
	}
	const char before = text.p[h->value - 1];
	*piece = (struct html_piece){
		.kind = h->is_base && attributes[h->attribute].syntax == HREF ? HTML_BASE : HTML_ATTRIBUTE,
		.text = {raw.p + start, end - start},
		.reference = link,
		.placed = h->has_value,
		.quote = before == '"' || before == '\'' ? before : '\0',
	};
	h->decoded.failed |= h->scratch.failed;
	if (h->decoded.failed)
		h->more_links = false;
	return !h->decoded.failed;
}

/*
 * Reads the markup at p. Returns the place after it or, for a start tag, what read_tag returns. Returns NULL if the
 * text ends before the markup does. Sets *cdata to the text of a CDATA section; for other markup it becomes absent.
 */
static const char *read_markup(struct html *h, const char *p, const char *end, struct iri_str *cdata)
{
	static const char cdata_start[] = "<![CDATA[";
	const size_t n = strlen(cdata_start);

	cdata->p = NULL;
	if (is_alpha(p[1]))
		return read_tag(h, p + 1, end, false);
	if (p[1] == '/' && is_alpha(p[2]))
		return read_tag(h, p + 2, end, true);
	if (begins_with(p, end, "<!--"))
		return comment_end(p + strlen("<!--"), end);
	if (current(h) != IN_HTML && (size_t)(end - p) >= n && !memcmp(p, cdata_start, n)) {
		const char *const stop = cdata_end(p + n, end);
		*cdata = iri_between(p + n, stop);
		return stop < end ? stop + strlen("]]>") : NULL;
	}
	/* <!DOCTYPE>, <?...>, </>, and comments that are errors */
	p = iri_find_byte(p, end, '>');
	return p < end ? p + 1 : NULL;
}

enum html_status html_next(struct html *h, struct iri_str text, bool at_end, struct html_piece *piece)
{
	text = iri_present(text);
	const char *const start = text.p, *const end = start + text.n, *p = start + h->at;

	for (;; h->at = (size_t)(p - start)) {
		if (h->more_links) {
			if (next_link(h, text, piece))
				return HTML_PIECE;
			continue;
		}
		if (h->in_tag) {
			struct attribute a;
			bool self_closing;
			h->in_tag = next_attribute(&p, end, &a, &self_closing) == ATTRIBUTE;
			if (h->in_tag)
				open_value(h, text, &a);
			continue;
		}
		if (h->raw_element) {
			const char *const after = raw_end(p, end, h->raw_element);
			if (!after && !at_end)
				return HTML_MORE;
			h->raw_element = NULL;
			p = after ? after : end;
			continue;
		}
		const char *const markup = find_markup(p, end);
		if (markup == end && !at_end)
			return HTML_MORE;
		if (p == end)
			return HTML_END;
		*piece = (struct html_piece){.kind = HTML_TEXT, .text = iri_between(p, markup), .placed = true};
		if (markup == p) {
			const char *const after = read_markup(h, p, end, &piece->text);
			if (!after && !at_end)
				return HTML_MORE;
			piece->kind = HTML_CDATA;
			p = after ? after : end;
		} else {
			p = markup;
		}
		if (piece->text.p && piece->text.n && !h->in_link && !in_code(h)) {
			h->at = (size_t)(p - start);
			return HTML_PIECE;
		}
	}
}

void html_discard(struct html *h, size_t n)
{
	h->at -= n;
}

void html_free(struct html *h)
{
	iri_buf_free(&h->decoded);
	iri_buf_free(&h->scratch);
	*h = (struct html){0};
}

/*
 * The charset
 */

/* Copies the name of a charset. Returns false if it is empty, too long, or has a byte that is in no such name. */
static bool copy_name(struct iri_str from, char name[ENCODING_NAME_MAX + 1])
{
	from = trim_html_space(from);
	for (size_t i = 0; i < from.n; i++)
		if (i == ENCODING_NAME_MAX || !from.p[i] ||
		    !(iri_is_alphanumeric(from.p[i]) || strchr("._:+-", from.p[i])))
			return false;
	memcpy(name, from.p, from.n);
	name[from.n] = '\0';
	return from.n;
}

/* Copies the name of the charset in the attribute "content" of <meta http-equiv=content-type>. */
static bool copy_charset_of_content(struct iri_str content, char name[ENCODING_NAME_MAX + 1])
{
	const char *p = content.p, *const end = p + content.n;

	for (; p < end; p++) {
		if (!begins_with(p, end, "charset"))
			continue;
		const char *q = skip_space(p + strlen("charset"), end);
		if (q == end || *q != '=')
			continue;
		q = skip_space(q + 1, end);
		if (q < end && (*q == '"' || *q == '\'')) {
			const char *const stop = iri_find_byte(q + 1, end, *q);
			return stop < end && copy_name(iri_between(q + 1, stop), name);
		}
		p = q;
		while (p < end && !is_html_space(*p) && *p != ';')
			p++;
		return copy_name(iri_between(q, p), name);
	}
	return false;
}

/*
 * Reads the attributes of the tag <meta> at *p, and moves *p after it, or to the end if the tag is cut off. Returns
 * whether it names a charset.
 */
static bool read_meta(const char **p, const char *end, char name[ENCODING_NAME_MAX + 1])
{
	enum { HTTP_EQUIV = 1, CONTENT = 2, CHARSET = 4 };
	unsigned seen = 0;
	bool is_content_type = false, found = false, in_content = false, self_closing;
	struct attribute a;
	enum next next;

	while ((next = next_attribute(p, end, &a, &self_closing)) == ATTRIBUTE) {
		const unsigned which = is_name(a.name, "http-equiv") ? HTTP_EQUIV
		                       : is_name(a.name, "content")  ? CONTENT
		                       : is_name(a.name, "charset")  ? CHARSET
		                                                     : 0;
		if (seen & which)
			continue;
		seen |= which;
		if (which == HTTP_EQUIV) {
			is_content_type = is_name(a.value, "content-type");
		} else if (which == CHARSET) {
			/* If it is wrong, the charset in "content" does not count, either. */
			found = copy_name(a.value, name);
			in_content = false;
		} else if (which == CONTENT && !(seen & CHARSET) && copy_charset_of_content(a.value, name)) {
			found = in_content = true;
		}
	}
	if (next == UNENDED)
		*p = end;
	return next == TAG_END && found && (is_content_type || !in_content);
}

/* Returns the place of the ">" that ends the comment at p, or end. Here "<!-->" is a comment, and "--!>" ends none. */
static const char *skip_comment(const char *p, const char *end)
{
	for (p += strlen("<!--"); (p = iri_find_byte(p, end, '>')) < end; p++)
		if (p[-1] == '-' && p[-2] == '-')
			break;
	return p;
}

/*
 * Returns the place after the tag whose name begins at p, or end if the tag is cut off. Here only white space and ">"
 * end the name.
 */
static const char *skip_tag(const char *p, const char *end)
{
	struct attribute a;
	bool self_closing;
	enum next next;

	while (p < end && !is_html_space(*p) && *p != '>')
		p++;
	while ((next = next_attribute(&p, end, &a, &self_closing)) == ATTRIBUTE)
		continue;
	return next == TAG_END ? p : end;
}

bool html_charset(struct iri_str text, char name[ENCODING_NAME_MAX + 1])
{
	const char *p = iri_present(text).p;
	const char *const end = p + (text.n < HTML_CHARSET_BYTES ? text.n : HTML_CHARSET_BYTES);
	char candidate[ENCODING_NAME_MAX + 1];
	bool found = false;

	while ((p = iri_find_byte(p, end, '<')) < end) {
		const bool is_end_tag = end - p >= 2 && p[1] == '/';
		const char *const tag = p + 1 + is_end_tag, *const after_name = name_end(tag, end);
		const bool is_meta = !is_end_tag && after_name < end && *after_name != '>' &&
		                     is_name(iri_between(tag, after_name), "meta");
		if (begins_with(p, end, "<!--")) {
			p = skip_comment(p, end);
		} else if (is_meta) {
			p = after_name;
			if (!read_meta(&p, end, candidate))
				continue;
			const bool known = encoding_iconv_name(candidate);
			if (known || !found)
				strcpy(name, candidate);
			if (known)
				return true;
			found = true;
		} else if (tag < end && is_alpha(*tag)) {
			p = skip_tag(tag, end);
		} else if (tag < end && (is_end_tag || *tag == '!' || *tag == '?')) {
			p = iri_find_byte(tag, end, '>');
		} else {
			p++;
		}
	}
	return found;
}
