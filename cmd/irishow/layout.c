/* SPDX-License-Identifier: ISC */
#include "layout.h"

#include "display_units.h"

#include "cmd/base/color.h"
#include "cmd/base/text.h"
#include "cmd/link/defang.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/width.h"
#include "lib/unicode/unicode.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { HEADING = 10, LEAST_WIDTH = 20, MARKS_MAX = 4 };

/* The colours of the styles, in their order */
static const enum color colors[] = {COLOR_NONE, COLOR_STRONG, COLOR_WARNING, COLOR_INVERSE};

bool layout_names(uint32_t ch)
{
	return iri_char_is_hidden(ch) ||
	       (ch >= 0x80 && (iri_char_class(ch) != CHAR_UCSCHAR || iri_char_fakes_delimiter(ch)));
}

const char *layout_char_name(uint32_t ch)
{
	const char *const name = iri_char_name(ch);

	if (name)
		return name;
	switch (iri_property(ch)->category) {
	case UTF8PROC_CATEGORY_CO: return "private use";
	case UTF8PROC_CATEGORY_CN: return "unassigned";
	case UTF8PROC_CATEGORY_CC: return "control";
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC:
	case UTF8PROC_CATEGORY_ME: return "combining mark";
	default: return iri_script_name(iri_scripts(ch));
	}
}

/* Appends the escape sequences that change colours from one style to another. */
static void change_style(const struct layout *r, enum layout_style from, enum layout_style to)
{
	if (!r->options->color || from == to)
		return;
	if (from != STYLE_PLAIN)
		buf_add_text(r->out, color_sequence(true, COLOR_NONE));
	if (to != STYLE_PLAIN)
		buf_add_text(r->out, color_sequence(true, colors[to]));
}

static void set_style(struct layout *r, enum layout_style style)
{
	change_style(r, r->style, style);
	r->style = style;
}

static void indent(struct layout *r, const char *heading)
{
	buf_add_format(r->out, "%-*s", HEADING, heading);
}

void layout_begin(struct layout *r, const char *heading)
{
	const size_t width = r->options->width;
	char text[HEADING + 1];

	*r = (struct layout){.options = r->options, .out = r->out};
	r->room = !width ? 0 : (width > LEAST_WIDTH ? width : LEAST_WIDTH) - HEADING;
	snprintf(text, sizeof text, "%s%s", heading ? heading : "", heading ? ":" : "");
	indent(r, text);
}

void layout_end(struct layout *r)
{
	set_style(r, STYLE_PLAIN);
	iri_buf_putc(r->out, '\n');
}

/* Begins a row that goes on with the value of the one before. No row with a heading begins like this. */
static void layout_indent_more(struct layout *r)
{
	buf_add_text(r->out, "        | ");
}

/* Cuts the text at the fallback. Its further characters are only counted. */
static void cut(struct layout *r)
{
	const struct layout_fallback *const m = &r->fallback;

	r->cut = true;
	r->out->n = m->n;
	r->column = m->column;
	r->style = m->style;
	r->must_break = m->must_break;
	r->space = 0;
}

/* Begins a new row: at the last space if words stay whole, else at the end. At a space, moves what stands after it. */
static void break_row(struct layout *r)
{
	struct iri_buf *const out = r->out;
	const size_t space = r->space, n = out->n;
	const bool move = !r->must_break && space && (r->words || space == n);
	struct iri_buf tail = {0};

	if (r->cuttable && r->rows == LAYOUT_CUT_AFTER) {
		cut(r);
		return;
	}
	r->rows++;
	if (move) {
		iri_buf_add(&tail, out->p + space, n - space);
		out->n = space - 1;
	}
	change_style(r, move ? r->space_style : r->style, STYLE_PLAIN);
	iri_buf_putc(out, '\n');
	layout_indent_more(r);
	change_style(r, STYLE_PLAIN, move ? r->space_style : r->style);
	if (move) {
		iri_buf_add(out, tail.p, tail.n);
		out->failed = out->failed || tail.failed;
		iri_buf_free(&tail);
	}
	if (move && r->cuttable && r->fallback.n == space) { /* the text begins after the space, so in the new row */
		r->fallback.n += out->n - n;
		r->fallback.column = 0;
		r->rows--;
	}
	r->column = move ? r->column - r->space_column : 0;
	r->space = 0;
	r->must_break = false;
}

/* Begins a new row if this one does not have so many columns left. */
static void make_room(struct layout *r, size_t columns)
{
	/* The second time, a word that is longer than a row is broken. */
	while (!r->cut && !r->out->failed && r->column &&
	       (r->must_break || (r->room && r->column + columns > r->room)))
		break_row(r);
}

/* Appends text that must stay in one row: n bytes of valid UTF-8 without controls, as wide as `columns`. */
static void layout_put(struct layout *r, const char *p, size_t n, size_t columns, enum layout_style style)
{
	make_room(r, columns);
	if (r->cut)
		return;
	set_style(r, style);
	iri_buf_add(r->out, p, n);
	r->column += columns;
}

/* Sets the fallback to this place if the note about a cut has room here. */
static void set_fallback(struct layout *r)
{
	const bool last = r->rows == LAYOUT_CUT_AFTER, ended = r->rtl || r->must_break;

	if (r->cuttable && !r->cut && (!last || (!ended && r->column + r->reserve <= r->room)))
		r->fallback = (struct layout_fallback){r->out->n, r->column, r->count, r->style, ended};
}

/* Appends a space at which the row can break. */
static void put_space(struct layout *r, enum layout_style style)
{
	if (r->cut || !r->column || r->must_break)
		return;
	set_fallback(r);
	if (r->room && r->column >= r->room) {
		r->space = 0;
		break_row(r);
		return;
	}
	layout_put(r, " ", 1, 1, style);
	r->space = r->out->n;
	r->space_column = r->column;
	r->space_style = style;
}

static void own(struct layout *r, const char *text, enum layout_style style)
{
	r->words = true;
	for (; *text; text++)
		if (*text == ' ')
			put_space(r, style);
		else
			layout_put(r, text, 1, 1, style);
}

void layout_own(struct layout *r, const char *text)
{
	own(r, text, STYLE_PLAIN);
}

/* Writes a number in decimal with commas between groups of three digits, and a NUL. */
static void write_number(char text[32], size_t number)
{
	char digits[24];
	const int n = snprintf(digits, sizeof digits, "%zu", number);
	char *to = text;

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = '\0';
}

void layout_number(struct layout *r, size_t number)
{
	char text[32];

	write_number(text, number);
	layout_own(r, text);
}

/* Writes the note about a cut of n characters, without the ellipsis before it. */
static int write_cut(char text[80], size_t n)
{
	char number[32];

	write_number(number, n);
	return snprintf(text, 80, " (+%s character%s; --full shows %s)", number, n == 1 ? "" : "s",
	                n == 1 ? "it" : "them");
}

/*
 * Returns the columns that a character has at most. Terminals do not agree on those of many characters: of new ones
 * (U+4DC0), of those of class A in UAX #11, of marks. If a row was longer than the terminal, the rest of it would begin
 * a line on the screen, and could imitate a row.
 */
static size_t columns_of(uint32_t ch)
{
	return ch < 0x80 ? 1 : 2;
}

/* Begin and end a text that can be cut, of at most n characters. */
static void begin_cut(struct layout *r, size_t n)
{
	char text[80];

	if (!r->room || r->options->full)
		return;
	r->reserve = columns_of(0x2026) + (size_t)write_cut(text, n);
	r->rows = 1;
	r->count = 0;
	r->cuttable = true;
	set_fallback(r);
}

static void end_cut(struct layout *r)
{
	char text[80];

	r->cuttable = false;
	if (!r->cut)
		return;
	r->cut = false;
	write_cut(text, r->count - r->fallback.count);
	layout_put(r, "\xE2\x80\xA6", 3, columns_of(0x2026), STYLE_PLAIN);
	layout_own(r, text);
}

/* Appends a character as its number and its name. */
static void put_name(struct layout *r, uint32_t ch)
{
	const char *const name = ch < 0x80 && ch >= ' ' && ch != 0x7F ? "" : layout_char_name(ch);
	char text[160];
	const int n = snprintf(text, sizeof text, "<U+%04" PRIX32 "%s%s>", ch, *name ? " " : "", name);

	if (r->room && (size_t)n > r->room) {
		/* It breaks at its own spaces only, so that no fallback stands in the part that a break moves. */
		const bool words = r->words;
		r->space = 0;
		own(r, text, STYLE_NAME);
		r->space = 0;
		r->words = words;
	} else {
		layout_put(r, text, (size_t)n, (size_t)n, STYLE_NAME);
	}
}

/* Appends a byte that is not part of a character in UTF-8. */
static void put_octet(struct layout *r, char octet)
{
	char text[8];

	layout_put(r, text, (size_t)snprintf(text, sizeof text, "\\x%02x", (unsigned char)octet), 4, STYLE_NAME);
}

enum { NAMED = 1 }; /* a control, so it is always named */

/* What stands before a character in the same text */
struct context {
	uint32_t ch;  /* the character before it; 0 if there is none, NAMED if it was named */
	size_t marks; /* the marks and other characters without a width just before it */
};

/* Whether a character stands on the one before it. */
static bool layout_is_mark(uint32_t ch)
{
	return ch >= 0x80 && (iri_char_extends(ch) || iri_char_width(ch) <= 0);
}

/* Whether the character at p, whose bytes end at next, is shown by its name. Keeps the context. */
static bool needs_name(struct context *c, uint32_t ch, const char *p, const char *next, const char *end)
{
	const bool mark = layout_is_mark(ch);
	const bool has_base = c->ch >= 0x80 || (c->ch && iri_is_alphanumeric((char)c->ch));
	bool named = layout_names(ch);

	c->marks = mark ? c->marks + 1 : 0;
	if (mark)
		named = named || !has_base || c->marks > MARKS_MAX;
	else if (ch == ' ')
		named = !c->ch || c->ch == ' ' || next == end;
	else if (ch == '<')
		named = end - p >= 3 && !memcmp(p, "<U+", 3);
	c->ch = named && ch != ' ' ? NAMED : ch;
	return named;
}

/* Returns the columns of the marks at p, which must stand in the row of the character before them. */
static size_t columns_of_marks(const char *p, const char *end)
{
	size_t columns = 0;
	uint32_t ch = 0;

	for (int i = 0; i < MARKS_MAX && p < end; i++) {
		const size_t n = iri_utf8_decode(p, end, &ch);
		if (!n || !layout_is_mark(ch))
			break;
		columns += columns_of(ch);
		p += n;
	}
	return columns;
}

void layout_text(struct layout *r, struct iri_str s, unsigned how, struct iri_str bold)
{
	const char *p = iri_present(s).p, *const end = p + s.n, *unit = p, *next;
	struct context context = {0};
	struct defang defang = {.token = p};

	r->words = how & LAYOUT_WORDS;
	if (how & LAYOUT_CUT)
		begin_cut(r, s.n);
	for (; p < end; p = next) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch);
		const char *const safe = r->options->defang ? defang_char(&defang, p, s) : NULL;
		const enum layout_style style = how & LAYOUT_WARNING ? STYLE_WARNING
		                              : bold.p && p >= bold.p && p < bold.p + bold.n ? STYLE_BOLD : STYLE_PLAIN;
		if (p >= unit) {
			r->must_break = r->must_break || r->rtl;
			unit = unit_end(p, end, true);
			r->rtl = unit_is_rtl(iri_between(p, unit));
		}
		next = p + (n ? n : 1);
		if (!n) {
			context = (struct context){.ch = NAMED};
			put_octet(r, *p);
		} else if (needs_name(&context, ch, p, next, end)) {
			put_name(r, ch);
		} else if (safe) {
			layout_put(r, safe, strlen(safe), strlen(safe), style);
		} else if (ch == ' ' && r->words) {
			put_space(r, style);
		} else {
			if (!layout_is_mark(ch))
				make_room(r, columns_of(ch) + columns_of_marks(next, end));
			layout_put(r, p, n, columns_of(ch), style);
		}
		r->count++;
		if (!r->words)
			set_fallback(r);
	}
	r->must_break = r->must_break || r->rtl;
	r->rtl = false;
	if (how & LAYOUT_CUT)
		end_cut(r);
}

void layout_spell(struct layout *r, struct iri_str s)
{
	const char *const end = s.p + s.n, *next;

	begin_cut(r, s.n);
	for (const char *p = s.p; p < end; p = next) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch);
		struct context none = {0};
		next = p + (n ? n : 1);
		if (p > s.p)
			own(r, ", ", STYLE_PLAIN);
		if (!n) {
			put_octet(r, *p);
		} else if (needs_name(&none, ch, p, next, end)) {
			put_name(r, ch);
		} else {
			char number[16];
			const size_t digits = (size_t)snprintf(number, sizeof number, "U+%04" PRIX32, ch);
			if (!unit_is_rtl(iri_between(p, next))) {
				layout_put(r, p, n, columns_of(ch), STYLE_PLAIN);
				layout_put(r, " ", 1, 1, STYLE_PLAIN);
			}
			layout_put(r, number, digits, digits, STYLE_PLAIN);
		}
		r->count++;
	}
	end_cut(r);
}
