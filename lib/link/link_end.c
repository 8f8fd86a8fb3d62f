/* SPDX-License-Identifier: ISC */
#include "link_end.h"

#include "template.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

enum {
	MOST_BRACKETS = 125, /* UTS #58: further brackets are not matched */
	MOST_TITLE = 256,    /* bytes in the brackets of a title, for cjk; a limit keeps the time linear */
	MOST_BETWEEN = 8,    /* bytes between two links in a list */
};

/* The state of a walk over the path, query and fragment of a link */
struct link_walk {
	const char *end;      /* of the text */
	enum { PATH, QUERY, FRAGMENT } part;
	bool directive;       /* ":~:" was read in the fragment */
	const char *safe;     /* the end of the link, if it ends before the next character */
	uint32_t open[MOST_BRACKETS]; /* open brackets */
	size_t n_open;
	/* For cjk: */
	bool cjk;
	/*
	 * The first open bracket that must be closed: its number among the open ones, from 1, and its place. If it is
	 * not closed, the link ends at title_before. 0: there is no such bracket
	 */
	size_t title;
	const char *title_at, *title_before;
	bool wiki;            /* the path has a segment "wiki" */
	bool segment_has_cjk; /* a segment begins at "/", "?", "#", "&" and "=" */
	const char *segment;  /* its start */
	uint32_t last;        /* the character before the current one; 0 at the start of a segment */
};

bool iri_is_cjk(uint32_t ch)
{
	return ch >= 0x1100 && iri_unicode(ch) & CJK_LETTER;
}

static bool is_letter(uint32_t ch)
{
	const utf8proc_category_t category = (utf8proc_category_t)iri_property(ch)->category;

	return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/* For cjk: whether the link ends before ch, which is followed by the text at next. */
static bool ends_before(const struct link_walk *w, uint32_t ch, const char *next)
{
	switch (ch) {
	case 0x2025: /* two dot leader */
	case 0x2026: /* ellipsis */
	case 0x3001: /* ideographic comma */
	case 0x3002: /* ideographic full stop */
	case 0xFF01: case 0xFF02: case 0xFF07: /* fullwidth ! " ' */
	case 0xFF0C: case 0xFF0E: case 0xFF1A: case 0xFF1B: case 0xFF1F: /* fullwidth , . : ; ? */
	case 0xFF61: /* halfwidth ideographic full stop */
	case 0xFF64: /* halfwidth ideographic comma */
		return true;
	case 0x2014: /* em dash: two of them are one dash */
		return iri_utf8_next(next, w->end, &next) == 0x2014;
	case 0x2018: case 0x2019: case 0x201C: case 0x201D: /* quotation marks; U+2019 is also an apostrophe */
		ch = iri_utf8_next(next, w->end, &next);
		return !is_letter(ch) || iri_is_cjk(ch);
	case 0x301C: case 0xFF5E: /* wave dash, fullwidth tilde: in titles, and in chats after a link */
		return !w->segment_has_cjk;
	case 0x3005: case 0x30FC: /* these repeat or lengthen the character before them */
		return false;
	}
	if (iri_link_term(ch) & LINK_OPEN)
		return ch >= 0x80 && !iri_is_cjk(w->last);
	const bool ascii_word = w->last < 0x80 && iri_is_alphanumeric((char)w->last);
	return ascii_word && !w->segment_has_cjk && !w->wiki && iri_is_cjk(ch);
}

/* Begins a segment behind a delimiter, which ends at next. */
static void begin_segment(struct link_walk *w, const char *next)
{
	static const char wiki[] = "/wiki/";
	const ptrdiff_t n = sizeof wiki - 1;

	/* Compares the segment and the delimiters around it: before the text stands at least a scheme. */
	if (w->cjk && w->part == PATH && next - w->segment == n - 1 && !memcmp(w->segment - 1, wiki, (size_t)n))
		w->wiki = true;
	w->segment = next;
	w->segment_has_cjk = false;
	w->last = 0;
}

/*
 * Takes the character ch, from p to next, into the link. Moves w->safe to next if the link can end there. Returns
 * false, and changes nothing, if the link ends before ch.
 */
static bool step(struct link_walk *w, uint32_t ch, const char *p, const char *next)
{
	const bool begins_part = (ch == '?' && w->part == PATH) || (ch == '#' && w->part != FRAGMENT);
	const bool begins_directive = ch == ':' && w->part == FRAGMENT && w->end - p >= 3 && !memcmp(p, ":~:", 3);
	const bool divides = (w->part == PATH && ch == '/') || (w->part == QUERY && (ch == '=' || ch == '&')) ||
	                     (w->directive && (ch == '&' || ch == ',' || ch == '='));
	const unsigned term = iri_link_term(ch);

	if (begins_part || begins_directive || divides) {
		if (w->title)
			return false;
		w->n_open = 0;
	}
	if (w->cjk && (ends_before(w, ch, next) || (w->title && p - w->title_at > MOST_TITLE)))
		return false;
	if (begins_part) {
		w->safe = next;
	} else if (term & LINK_INCLUDE) {
		w->safe = next;
	} else if (term & LINK_OPEN) {
		const bool fits = w->n_open < MOST_BRACKETS, must_close = w->cjk && ch >= 0x80;
		if (must_close && !fits)
			return false;
		if (fits)
			w->open[w->n_open++] = ch;
		if (must_close && !w->title) {
			w->title = w->n_open;
			w->title_at = p;
			w->title_before = w->safe;
		}
		w->safe = next;
	} else if (term & LINK_CLOSE) {
		if (w->n_open && w->open[w->n_open - 1] == iri_link_opener(ch))
			w->n_open--;
		else
			return false;
		if (w->n_open < w->title)
			w->title = 0;
		w->safe = next;
	} else if (!(term & LINK_SOFT)) {
		return false;
	}
	w->directive = w->directive || begins_directive;
	w->last = ch;
	w->segment_has_cjk = w->segment_has_cjk || (w->cjk && iri_is_cjk(ch));
	if (ch == '/' || ch == '?' || ch == '#' || ch == '&' || ch == '=')
		begin_segment(w, next);
	if (begins_part)
		w->part = ch == '?' ? QUERY : FRAGMENT;
	return true;
}

/* Prepares for a walk that begins at p. */
static void link_end_begin(struct link_walk *w, const char *p, const char *end, bool cjk)
{
	w->end = end;
	w->part = PATH;
	w->directive = w->wiki = w->segment_has_cjk = false;
	w->safe = w->segment = p;
	w->n_open = w->title = 0;
	w->cjk = cjk;
	w->last = 0;
}

/* Whether p is at a character reference for "<", ">", a quotation mark, an apostrophe or a no-break space. */
static bool at_reference(const char *p, const char *end)
{
	static const char *const names[] = {"&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;"};
	enum { MOST_DIGITS = 4 };
	unsigned ch = 0;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if ((size_t)(end - p) >= strlen(names[i]) && !memcmp(p, names[i], strlen(names[i])))
			return true;
	if (end - p < 4 || p[1] != '#')
		return false;
	const bool hex = (p[2] | 0x20) == 'x';
	const char *const digits = p + (hex ? 3 : 2), *q = digits;
	for (; q < end && q - digits < MOST_DIGITS && iri_byte_class(*q) & (hex ? CHAR_HEXDIG : CHAR_DIGIT); q++)
		ch = ch * (hex ? 16 : 10) + iri_hex_value(*q);
	if (q == digits || q == end || *q != ';')
		return false;
	return ch == '<' || ch == '>' || ch == '"' || ch == '\'' || ch == 0xA0;
}

/* Whether the next link of a list follows the separator at p: http or https, with other such characters between. */
static bool at_next_of_list(const char *p, const char *end)
{
	static const char schemes[][9] = {"http://", "https://"};
	const char *q = p + 1;

	while (q < end && q - p < MOST_BETWEEN && *q && strchr(",;|\"'[(", *q))
		q++;
	for (size_t i = 0; i < 2; i++) {
		const size_t n = strlen(schemes[i]);
		if ((size_t)(end - q) >= n && !memcmp(q, schemes[i], n))
			return true;
	}
	return false;
}

/*
 * Returns the end of the escape at p, a backslash: \u00XX for a character that an IRI can have, or the backslash before
 * punctuation. NULL: there is none.
 */
static const char *escape_end(const char *p, const char *end)
{
	const size_t digits = end - p < 2 ? 0 : p[1] == 'u' ? 4 : p[1] == 'U' ? 8 : 0;
	bool escape = digits && (size_t)(end - p) >= digits + 2;

	for (size_t i = 0; escape && i < digits; i++)
		escape = i < digits - 2 ? p[2 + i] == '0' : iri_byte_class(p[2 + i]) & CHAR_HEXDIG;
	if (escape) {
		const unsigned ch = iri_hex_value(p[digits]) << 4 | iri_hex_value(p[digits + 1]);
		return ch < 0x80 && iri_byte_class((char)ch) & CHAR_EXCLUDED ? NULL : p + 2 + digits;
	}
	return end - p >= 2 && p[1] && strchr("_%#&~=?.-+*@/$", p[1]) ? p + 1 : NULL;
}

/*
 * Decides about an ASCII character at p that ends a link, unless a template or an escape begins there. Returns the end
 * of that; p if the rules of UTS #58 decide; or NULL if the link ends before p. before: the byte before the link
 */
static const char *whole(const struct link_walk *w, const char *p, char before)
{
	const char *const end = w->end;

	switch (*p) {
	case '"':
		return before != '"' && iri_is_word_byte(p[-1]) && p + 1 < end && iri_is_word_byte(p[1]) ? p : NULL;
	case '\'': return before == '\'' ? NULL : p;
	case '`': case '>': case '}': return NULL;
	case '{': case '<': return iri_template_end(p, end);
	case '\\': return escape_end(p, end);
	case '|': return w->part == QUERY ? p : NULL;
	case ',': case ';': return w->part != QUERY && at_next_of_list(p, end) ? NULL : p;
	case '&': return at_reference(p, end) ? NULL : p;
	default: return p;
	}
}

const char *iri_link_end(const char *p, const char *end, char before, unsigned flags, const char **stop)
{
	struct link_walk w;
	const char *next;

	link_end_begin(&w, p, end, flags & LINK_END_CJK);
	for (; p < end; p = next) {
		/* Most characters of links are these. They are part of the link and divide nothing, so need no step. */
		const char *const run = p;
		while (p < end && (iri_is_alphanumeric(*p) || *p == '-' || *p == '%'))
			p++;
		if (p > run) {
			w.safe = p;
			w.last = (unsigned char)p[-1];
		}
		if (p == end)
			break;
		const char *const after = flags & LINK_END_EXACT ? p : whole(&w, p, before);
		if (!after)
			break;
		if (after > p) {
			/* A backslash is only part of the link if the character after it is. */
			if (after - p > 1)
				w.safe = after;
			w.last = (unsigned char)after[-1];
			next = after;
			continue;
		}
		const uint32_t ch = iri_utf8_next(p, end, &next);
		if (!step(&w, ch, p, next))
			break;
	}
	const char *const last = w.title ? w.title_before : w.safe;
	if (stop)
		*stop = w.title ? last : p;
	return last;
}

size_t iri_link_escape(struct iri_str s, struct iri_buf *out)
{
	const char *const end = s.p + s.n, *next;
	struct link_walk w;

	link_end_begin(&w, s.p, end, false);
	for (const char *p = s.p; p < end; p = next) {
		const uint32_t ch = iri_utf8_next(p, end, &next);
		const bool taken = step(&w, ch, p, next);
		if (taken && (next < end || w.safe == end))
			iri_buf_add(out, p, (size_t)(next - p));
		else if (ch >= 0x80 || ch == '.')
			iri_pct_encode(out, iri_between(p, next));
		else
			return (size_t)(p - s.p);
	}
	return s.n;
}
