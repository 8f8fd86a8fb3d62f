/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc_inline.h"

#include "asciidoc_report.h"

#include "cmd/base/space.h"
#include "cmd/markup/asciidoc_line.h"
#include "cmd/markup/asciidoc_target.h"
#include "cmd/markup/asciidoc_url.h"
#include "cmd/markup/html_token.h"
#include "lib/base/str.h"

/* For --bare: reports hosts and addresses. What has a scheme is a link only if Asciidoctor makes one of it. */
static bool add_bare(void *text, struct span *span)
{
	struct asciidoc_text *const t = text;

	if (span->kind != SPAN_TEXT)
		finder_report(t->f, span);
	return !t->f->stopped;
}

/* Searches the text that was not searched yet, up to p. What follows up to `end` is done. */
static void search_gap(struct asciidoc_text *t, const char *p, const char *end)
{
	const struct iri_str gap = iri_between(t->gap, p > t->gap ? p : t->gap);

	t->gap = end;
	if (!t->f->options->links.bare || !gap.n || t->f->stopped || t->in_label || asciidoc_collects(t))
		return;
	t->finder.options = t->f->options;
	t->finder.found = add_bare;
	t->finder.arg = t;
	finder_search(&t->finder, t->layer, gap, (struct codec_use){0});
}

/*
 * URLs
 */

/*
 * Returns the end of the URL in text from start to p, or start if there is none. If a part of it is passed, Asciidoctor
 * alone decides; else it is a link in running text, too. The results for a p are kept, so that time is linear.
 */
static const char *find_url_end(struct asciidoc_text *t, const char *start, const char *after_scheme, const char *p)
{
	const struct iri_link_options *const links = &t->f->options->links;
	const size_t off = (size_t)(start - t->ends.text.p);
	struct iri_link cut;

	if (t->url_stop != p)
		t->url_end = asciidoc_trim_url(t->ends.text.p, p);
	t->url_stop = p;
	p = t->url_end;
	if (p <= after_scheme)
		return start;
	const char *pass = asciidoc_next(&t->ends, MARK_PASS2, after_scheme);
	if (pass < p && (pass = asciidoc_next(&t->ends, MARK_PASS2, pass + 2)) < p)
		return pass + 2 < p && strchr("\"'`>*_#", pass[2]) ? pass + 2
		                                                   : asciidoc_cut_at_angle(t->ends.text, pass + 2, p);
	/* Links are looked for up to a quotation, and what was found there is kept, so that time is linear. */
	p = asciidoc_cut_at_quotation(&t->ends, start, p);
	const struct iri_str before = iri_between(t->ends.text.p, p);
	if ((!t->whole.len || t->whole.off < off || t->whole_end != p) &&
	    !iri_link_next(links, before, off, &t->whole))
		t->whole = (struct iri_link){.off = t->ends.text.n, .len = 1};
	t->whole_end = p;
	if (t->whole.off != off)
		return start;
	if (t->whole.len < (size_t)(p - start))
		p = start + t->whole.len;
	p = asciidoc_cut_at_mark(t->ends.text, start, p);
	p = asciidoc_cut_at_script(t->ends.text, start, p, '^');
	p = asciidoc_cut_at_script(t->ends.text, start, p, '~');
	p = asciidoc_cut_at_angle(t->ends.text, start, p);
	if (t->whole.len == (size_t)(p - start))
		return p;
	return iri_link_next(links, iri_between(start, p), 0, &cut) && !cut.off ? start + cut.len : start;
}

/*
 * Macros. These functions return where the search goes on: after the link; for a link with a text, at this text. They
 * return p, which is after the name of the macro, if it is no link. Text before the link is searched first.
 */

/* Reports a link from p to end. */
static const char *adoc_report(struct asciidoc_text *t, enum span_kind kind, const char *p, const char *end)
{
	search_gap(t, p, end);
	if (!t->f->stopped && !asciidoc_is_in_roles(&t->ends, p))
		asciidoc_report(t, kind, iri_between(p, end), (struct codec_use){.codec = CODEC_ASCIIDOC});
	return end;
}

/* Reports a link that is followed by its text. */
static const char *report_labelled(struct asciidoc_text *t, const char *p, const char *end)
{
	if (asciidoc_collects(t) || finder_wants_label(t->f, iri_between(p, end)))
		t->label = asciidoc_read_label(t, iri_between(end + 1, asciidoc_next(&t->ends, MARK_BRACKET, end + 1)));
	adoc_report(t, SPAN_INLINE, p, end);
	t->label = (struct iri_str){NULL, 0};
	t->in_label = true;
	return end;
}

/* Whether the target that ends at p is followed by a text in brackets. */
static bool has_label(struct asciidoc_text *t, const char *p)
{
	const char *const end = t->ends.text.p + t->ends.text.n;

	return p < end && *p == '[' && asciidoc_next(&t->ends, MARK_BRACKET, p + 1) < end &&
	       !asciidoc_is_in_roles(&t->ends, p + 1);
}

/* Whether a URL at p can follow what is before it. Of the marks of a quotation, Asciidoctor has made tags. */
static bool can_be_url(struct asciidoc_text *t, const char *p)
{
	static const char marks[] = "*_#`";
	const char before = p > t->ends.text.p ? p[-1] : ' ';
	const char *const mark = before ? strchr(marks, before) : NULL;

	if (before == '^' || before == '~')
		return asciidoc_cut_at_script(t->ends.text, p - 1, p, before) < p;
	if (!mark)
		return asciidoc_can_precede_url(t->ends.text, p);
	const bool is_double = p - t->ends.text.p > 1 && p[-2] == before;
	const unsigned kind = (is_double ? MARK_QUOTE2 : MARK_QUOTE) + (unsigned)(mark - marks);
	return asciidoc_can_open(t->ends.text, p - 1) &&
	       asciidoc_next(&t->ends, (enum asciidoc_mark)kind, p + 1) < t->ends.text.p + t->ends.text.n;
}

static const char *read_url(struct asciidoc_text *t, const char *start, const char *p)
{
	const char *const stop = asciidoc_next(&t->ends, MARK_URL_END, p);

	if (!can_be_url(t, start))
		return p;
	if (stop > p && stop[-1] != '.' && stop[-1] != ',' && has_label(t, stop))
		return report_labelled(t, start, stop);
	/* In quotes, a URL without a text is no link. */
	if (start > t->ends.text.p && (start[-1] == '"' || start[-1] == '\''))
		return stop;
	const char *const end = find_url_end(t, start, p, stop);
	return end == start ? p : adoc_report(t, SPAN_TEXT, start, end);
}

/* Reads a link with a text that begins with an attribute. Only the first reading needs it. */
static const char *asciidoc_read_brace(struct asciidoc_text *t, const char *p)
{
	const char *const stop = asciidoc_next(&t->ends, MARK_URL_END, p);

	if (stop == p + 1 || t->in_label || !has_label(t, stop) || !can_be_url(t, p))
		return p + 1;
	return report_labelled(t, p, stop);
}

/* Whether "link:" and a URL stand in the target from p to stop. Then the link begins there. */
static bool has_inner_url(struct asciidoc_text *t, const char *p, const char *stop)
{
	return iri_find_byte(p, stop, ':') < stop && asciidoc_next(&t->ends, MARK_LINK_URL, p) < stop;
}

/* link: and mailto:, whose name is a part of the link. */
static const char *adoc_read_link(struct asciidoc_text *t, const char *start, const char *p)
{
	const char *const stop = asciidoc_next(&t->ends, MARK_LINK_END, p);

	if (stop == p || *p == ':' || !has_label(t, stop) || has_inner_url(t, p, stop))
		return p;
	return report_labelled(t, start, stop);
}

static const char *read_xref(struct asciidoc_text *t, const char *p)
{
	const char *const stop = asciidoc_next(&t->ends, MARK_XREF_END, p);

	/* Another "xref:" before this one may have the same end. Then this one is part of its target. */
	if (stop == t->xref_stop || !has_label(t, stop) || has_inner_url(t, p, stop) ||
	    !asciidoc_is_reference(iri_between(p, stop)))
		return p;
	t->xref_stop = stop;
	return asciidoc_is_external(iri_between(p, stop), true) ? report_labelled(t, p, stop) : p;
}

/* p: after "<<" */
static const char *read_angles(struct asciidoc_text *t, const char *p)
{
	const char *const end = t->ends.text.p + t->ends.text.n;
	const char *stop = p;

	while (stop < end && !is_space(*stop) && *stop != ',' && *stop != '<' && *stop != '>')
		stop++;
	if (!asciidoc_is_external(iri_between(p, stop), false) || stop == end ||
	    (*stop != ',' && *stop != '>') || asciidoc_next(&t->ends, MARK_ANGLES, stop) == end)
		return p;
	adoc_report(t, SPAN_INLINE, p, stop);
	t->gap = asciidoc_next(&t->ends, MARK_ANGLES, stop) + 2;
	return t->gap;
}

/* Reads image: or icon:, whose target is only a name. */
static const char *read_image(struct asciidoc_text *t, const char *p, bool is_icon)
{
	const char *const stop = asciidoc_next(&t->ends, MARK_IMAGE_END, p);

	if (stop == p || *p == ':' || is_space(*p) || is_space(stop[-1]) || !has_label(t, stop))
		return p;
	const char *const close = asciidoc_next(&t->ends, MARK_BRACKET, stop + 1);
	if (is_icon)
		search_gap(t, p, stop);
	else
		adoc_report(t, SPAN_IMAGE, p, stop);
	asciidoc_report_list(t, iri_between(stop + 1, close), (struct codec_use){.codec = CODEC_ASCIIDOC});
	t->gap = close + 1;
	return t->gap;
}

/* Leaves out text that is taken as it stands. */
static const char *adoc_pass(struct asciidoc_text *t, const char *p, const char *end)
{
	search_gap(t, p, end);
	return end;
}

/* pass:[], stem:[] and others. p: after the name and ":" */
static const char *read_passed(struct asciidoc_text *t, const char *start, const char *p)
{
	const char *const end = t->ends.text.p + t->ends.text.n;
	const char *q = p;

	while (q < end && ((*q >= 'a' && *q <= 'z') || *q == ',' || *q == '-'))
		q++;
	return has_label(t, q) ? adoc_pass(t, start, asciidoc_next(&t->ends, MARK_BRACKET, q + 1) + 1) : p;
}

/* Reads a macro whose name ends at p, a ":". A backslash before it makes it text. */
static const char *read_macro(struct asciidoc_text *t, const char *p)
{
	static const struct iri_str names[] = {
		{"link", 4}, {"mailto", 6}, {"xref", 4},      {"image", 5},    {"icon", 4},
		{"pass", 4}, {"stem", 4},   {"latexmath", 9}, {"asciimath", 9},
	};
	enum { LINK, MAILTO, XREF, IMAGE, ICON, NAMES = sizeof names / sizeof *names };
	const size_t before = (size_t)(p - t->gap);
	size_t i = 0, n = 0;

	for (; i < NAMES; i++) {
		n = names[i].n;
		if (n <= before && p[-1] == names[i].p[n - 1] && !memcmp(p - n, names[i].p, n))
			break;
	}
	const char *const start = p - n;
	if (i == NAMES || (before > n && start[-1] == '\\') || (t->in_label && i < IMAGE))
		return p + 1;
	switch (i) {
	case LINK: return adoc_read_link(t, p + 1, p + 1);
	case MAILTO: return adoc_read_link(t, start, p + 1);
	case XREF: return read_xref(t, p + 1);
	case IMAGE: return read_image(t, p + 1, false);
	case ICON: return read_image(t, p + 1, true);
	default: return read_passed(t, start, p + 1);
	}
}

static const char *read_colon(struct asciidoc_text *t, const char *p)
{
	const char *const end = t->ends.text.p + t->ends.text.n;
	const char *start = p;

	if (!iri_begins(iri_between(p, end), "://"))
		return read_macro(t, p);
	while (start > t->gap && start[-1] >= 'a' && start[-1] <= 'z' && p - start < 6)
		start--;
	if (t->in_label || asciidoc_scheme_end(iri_between(start, end)) != p + strlen("://"))
		return p + 1;
	return read_url(t, start, p + strlen("://"));
}

/* "+", "++" and "+++" around text that is taken as it stands. The single one has a boundary of a word around it. */
static const char *read_plus(struct asciidoc_text *t, const char *p)
{
	const char *const end = t->ends.text.p + t->ends.text.n;
	const char before = p > t->ends.text.p ? p[-1] : ' ';
	const bool is_double = iri_begins(iri_between(p, end), "++");
	const char *close;

	if (before == '\\')
		return p + 1 + is_double;
	if (iri_begins(iri_between(p, end), "+++") && (close = asciidoc_next(&t->ends, MARK_PASS3, p + 3)) < end)
		return adoc_pass(t, p, close + 3);
	if (is_double && (close = asciidoc_next(&t->ends, MARK_PASS2, p + 2)) < end)
		return adoc_pass(t, p, close + 2);
	if (is_double || asciidoc_is_word(before) || before == ';' || before == ':' || end - p < 3 || is_space(p[1]) ||
	    (close = asciidoc_next(&t->ends, MARK_PLUS, p + 2)) == end)
		return p + 1 + is_double;
	return adoc_pass(t, p, close + 1);
}

static const char *read_mark(struct asciidoc_text *t, const char *p)
{
	const char *const end = t->ends.text.p + t->ends.text.n;
	const bool is_escaped = p > t->ends.text.p && p[-1] == '\\';
	const bool is_double = end - p > 1 && p[1] == *p;

	switch (*p) {
	case ':': return read_colon(t, p);
	case '+': return read_plus(t, p);
	case '{': return asciidoc_read_brace(t, p);
	case '$':
		if (is_escaped || !is_double || asciidoc_next(&t->ends, MARK_DOLLARS, p + 2) == end)
			return p + 1;
		return adoc_pass(t, p, asciidoc_next(&t->ends, MARK_DOLLARS, p + 2) + 2);
	case '<': return is_escaped || t->in_label || !is_double ? p + 1 : read_angles(t, p + 2);
	default:
		if (t->in_label && !is_escaped) {
			t->in_label = false;
			t->gap = p;
		}
		return p + 1;
	}
}

/* The bytes that read_mark has to see. "]" matters only at the end of a label, and "{" in the first reading. */
enum hit { HIT_COLON, HIT_ANGLE, HIT_PLUS, HIT_DOLLAR, HIT_BRACKET, HIT_BRACE };

/* Returns the next place of such a byte from p on, or the end of the document. p only moves on. */
static inline const char *next_byte(struct asciidoc_text *t, enum hit hit, const char *p)
{
	static const char marks[] = {':', '<', '+', '$', ']', '{'};

	if (!t->hits[hit] || t->hits[hit] < p)
		t->hits[hit] = iri_find_byte(p, t->layer->text.p + t->layer->text.n, marks[hit]);
	return t->hits[hit];
}

/* Whether the first reading finds a "{" in the text. */
static bool has_brace(struct asciidoc_text *t, struct iri_str text)
{
	return asciidoc_collects(t) && next_byte(t, HIT_BRACE, text.p) < text.p + text.n;
}

bool asciidoc_has_marks(struct asciidoc_text *t, struct iri_str text)
{
	const char *const end = text.p + text.n;
	const struct finder_options *const o = t->f->options;

	return o->links.bare || o->defanged || (t->attributes && next_byte(t, HIT_COLON, text.p) < end) ||
	       next_byte(t, HIT_ANGLE, text.p) < end || has_brace(t, text);
}

/* Whether the text can have a link: the ":" of a scheme or macro, or "<<". With --bare, any ":" or "<" counts. */
static bool can_have_link(struct asciidoc_text *t)
{
	const bool is_bare = t->f->options->links.bare;
	const char *const start = t->ends.text.p, *const end = start + t->ends.text.n;

	for (const char *p = next_byte(t, HIT_COLON, start); p < end; p = iri_find_byte(p + 1, end, ':'))
		if (is_bare || asciidoc_is_link_colon(start, p, end))
			return true;
	for (const char *p = next_byte(t, HIT_ANGLE, start); p < end; p = iri_find_byte(p + 1, end, '<'))
		if (is_bare || (end - p > 1 && p[1] == '<'))
			return true;
	return has_brace(t, t->ends.text);
}

/* Returns the next place from p on that read_mark has to see, or the end of the text. */
static const char *next_hit(struct asciidoc_text *t, const char *p)
{
	const char *first = t->ends.text.p + t->ends.text.n;

	for (enum hit i = HIT_COLON; i <= HIT_BRACKET; i++) {
		const char *const hit = i < HIT_BRACKET || t->in_label ? next_byte(t, i, p) : first;
		first = hit < first ? hit : first;
	}
	if (asciidoc_collects(t)) {
		const char *const brace = next_byte(t, HIT_BRACE, p);
		first = brace < first ? brace : first;
	}
	return first;
}

void asciidoc_search_text(struct asciidoc_text *t, struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n;

	if (p < t->ends.text.p)
		memset(t->hits, 0, sizeof t->hits);
	t->ends.text = text;
	t->gap = p;
	t->in_label = false;
	t->whole.len = 0;
	t->url_stop = t->xref_stop = NULL;
	if (can_have_link(t)) {
		t->ends.has_plus = next_byte(t, HIT_PLUS, p) < end;
		t->ends.has_dollar = next_byte(t, HIT_DOLLAR, p) < end;
		memset(t->ends.next, 0, sizeof t->ends.next);
		memset(&t->ends.quotation, 0, sizeof t->ends.quotation);
		while (!t->f->stopped && (p = next_hit(t, p)) < end)
			p = read_mark(t, p);
	}
	search_gap(t, end, end);
}

bool asciidoc_text_failed(const struct asciidoc_text *t)
{
	return source_map_failed(&t->target) || finder_failed(&t->finder) ||
	       (t->attributes && asciidoc_attributes_failed(t->attributes));
}

void asciidoc_text_free(struct asciidoc_text *t)
{
	source_map_free(&t->target);
	finder_free(&t->finder);
}
