/* SPDX-License-Identifier: ISC */
#include "html_seen.h"

#include "html_token.h"

#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>

/* Elements whose text is not shown */
static const char *const gone_elements[] = {
	"datalist", "desc", "noembed", "noframes", "rp", "script", "style", "template", "title", NULL,
};

static const char *const code_elements[] = {"code", "kbd", "pre", "samp", "tt", NULL};

/* Blocks (HTML standard, section 15.3), cells, images, and <br>. All other elements, also unknown ones, are inline. */
static const char *const apart_elements[] = {
	"address", "article", "aside", "blockquote", "body", "br", "button", "caption", "center", "dd", "details",
	"dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3",
	"h4", "h5", "h6", "header", "hgroup", "hr", "html", "iframe", "image", "img", "input", "legend", "li",
	"listing", "main", "menu", "nav", "object", "ol", "optgroup", "option", "p", "plaintext", "pre", "search",
	"section", "select", "summary", "svg", "table", "tbody", "td", "text", "textarea", "tfoot", "th", "thead",
	"tr", "ul", "video", "xmp", NULL,
};

/* Declarations of CSS, and the flags that they set and clear. The first row that fits counts. */
static const struct {
	const char *property;
	const char *value; /* the value begins so. "0": it is a number of nearly 0; "-": one far below; "": any other */
	unsigned set, clear;
} declarations[] = {
	{"display", "none", SEEN_GONE, 0},
	{"display", "inline", 0, 0},
	{"display", "contents", 0, 0},
	{"display", "", SEEN_APART, 0},
	{"visibility", "hidden", SEEN_HIDDEN, 0},
	{"visibility", "collapse", SEEN_HIDDEN, 0},
	{"visibility", "visible", 0, SEEN_HIDDEN},
	{"opacity", "0", SEEN_GONE, 0},
	{"font-size", "0", SEEN_TINY, 0},
	{"font-size", "", 0, SEEN_TINY},
	{"font", "0", SEEN_TINY, 0},
	{"font", "", 0, SEEN_TINY},
	{"color", "", 0, SEEN_CLEAR},
	{"clip", "rect(0", SEEN_GONE, 0},
	{"clip", "rect(1px", SEEN_GONE, 0},
	{"clip-path", "inset(50%", SEEN_GONE, 0},
	{"clip-path", "inset(100%", SEEN_GONE, 0},
	{"transform", "scale(0)", SEEN_GONE, 0},
	{"left", "-", SEEN_GONE, 0},
	{"top", "-", SEEN_GONE, 0},
	{"text-indent", "-", SEEN_GONE, 0},
};

unsigned html_seen_element(struct iri_str name, unsigned flags)
{
	flags &= ~(unsigned)SEEN_APART;
	if (text_is_one_of(name, gone_elements))
		flags |= SEEN_GONE;
	if (text_is_one_of(name, code_elements))
		flags |= SEEN_CODE;
	if (text_is_one_of(name, apart_elements))
		flags |= SEEN_APART;
	if (html_is_name(name, "svg") || html_is_name(name, "math"))
		flags |= SEEN_FOREIGN;
	return flags;
}

/* Whether a value is a number of which a reader sees nothing: 0 and below 0.1 of any unit, 1 and below of px and pt. */
static bool is_nearly_zero(struct iri_str value)
{
	const char *p = value.p, *const end = p + value.n;

	while (p < end && *p == '0')
		p++;
	const bool is_one = p < end && *p == '1';
	p += is_one;
	const bool has_digits = p > value.p, has_point = p < end && *p == '.';
	p += has_point;
	bool is_zero = !is_one && (has_digits || has_point) && !(p < end && *p >= '1' && *p <= '9');
	while (p < end && *p >= '0' && *p <= '9') {
		if (!has_point || (is_one && *p > '0'))
			return false;
		p++;
	}
	const struct iri_str unit = iri_between(p, end);
	if ((has_digits || has_point) && (iri_begins(unit, "px") || iri_begins(unit, "pt")))
		is_zero = true;
	return is_zero;
}

/* Whether a value is a number of -500 or below. */
static bool is_far_below(struct iri_str value)
{
	const char *p = value.p, *const end = p + value.n;
	unsigned number = 0;

	if (p == end || *p != '-')
		return false;
	for (p++; p < end && *p >= '0' && *p <= '9' && number < 1000; p++)
		number = 10 * number + (unsigned)(*p - '0');
	return number >= 500;
}

static bool value_fits(struct iri_str value, const char *wanted)
{
	return !strcmp(wanted, "0")   ? is_nearly_zero(value)
	       : !strcmp(wanted, "-") ? is_far_below(value)
	                              : iri_begins(value, wanted);
}

/* What several declarations of one style say together */
struct style {
	bool has_no_size, is_clipped, is_right_to_left, is_override;
	struct iri_str color, background;
};

/* Returns the flags after a declaration, without white space around its parts. */
static unsigned seen_declaration(struct style *s, struct iri_str property, struct iri_str value, unsigned flags)
{
	static const char *const sizes[] = {"height", "max-height", "max-width", "width", NULL};

	s->has_no_size |= text_is_one_of(property, sizes) && is_nearly_zero(value);
	s->is_clipped |= html_is_name(property, "overflow") &&
	                 (iri_begins(value, "hidden") || iri_begins(value, "clip"));
	s->is_right_to_left |= html_is_name(property, "direction") && iri_begins(value, "rtl");
	s->is_override |= html_is_name(property, "unicode-bidi") &&
	                  (iri_begins(value, "bidi-override") || iri_begins(value, "isolate-override"));
	if (html_is_name(property, "color"))
		s->color = value;
	if (html_is_name(property, "background") || html_is_name(property, "background-color"))
		s->background = value;
	for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++)
		if (html_is_name(property, declarations[i].property) && value_fits(value, declarations[i].value))
			return (flags & ~declarations[i].clear) | declarations[i].set;
	return flags;
}

/* Appends the style in lower case, without comments; other white space is a space. */
static void add_plain(struct iri_str style, struct iri_buf *out)
{
	const char *p = style.p, *const end = p + style.n;

	for (; p < end; p++) {
		if (*p == '/' && end - p > 1 && p[1] == '*') {
			for (p += 2; end - p > 1 && !(p[0] == '*' && p[1] == '/'); p++)
				continue;
			p++;
		} else {
			iri_buf_putc(out, is_html_space(*p) ? ' ' : iri_lower(*p));
		}
	}
}

unsigned html_seen_style(struct iri_str style, unsigned flags, bool *failed)
{
	struct iri_buf plain = {0};
	struct style s = {0};

	add_plain(style, &plain);
	const char *p = iri_present(iri_contents(&plain)).p, *const end = p + plain.n;
	while (p < end) {
		const char *const stop = iri_find_byte(p, end, ';'), *const colon = iri_find_byte(p, stop, ':');
		if (colon < stop)
			flags = seen_declaration(&s, trim_html_space(iri_between(p, colon)),
			                         trim_html_space(iri_between(colon + 1, stop)), flags);
		p = stop + (stop < end);
	}
	if (s.has_no_size && s.is_clipped)
		flags |= SEEN_GONE;
	if (s.is_right_to_left && s.is_override)
		flags |= SEEN_TURNED;
	/* A text in a gradient has a background, too. */
	if (s.color.n && (s.background.p ? iri_same(s.color, s.background) : iri_is(s.color, "transparent")))
		flags |= SEEN_CLEAR;
	*failed = *failed || plain.failed;
	iri_buf_free(&plain);
	return flags;
}
