/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "markdown_bare.h"

#include "cmd/markdown/emphasis.h"
#include "cmd/markdown/gfm_link.h"
#include "cmd/markdown/scanners.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"

#include <string.h>

/* Sections are those of CommonMark 0.31.2 and GFM 0.29. */

static bool has_any(struct iri_str s, const char *bytes)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] && strchr(bytes, s.p[i]))
			return true;
	return false;
}

/*
 * Emphasis (section 6.2)
 */

/* Whether the runs beside the link can do what they could before, if the new text begins and ends like this. */
static bool keeps_runs(const struct bare_place *place, enum emphasis_neighbour first, enum emphasis_neighbour last)
{
	const struct iri_str before = place->before, after = place->after;
	const size_t n = emphasis_run_before(before), k = emphasis_run_after(after);

	for (int symbols = 0; symbols < 2; symbols++) {
		const enum emphasis_neighbour left = emphasis_last((struct iri_str){before.p, before.n - n});
		const enum emphasis_neighbour right = emphasis_first((struct iri_str){after.p + k, after.n - k});
		if (n && emphasis_can(before.p[before.n - 1], left, emphasis_first(place->old), symbols) !=
			         emphasis_can(before.p[before.n - 1], left, first, symbols))
			return false;
		if (k && emphasis_can(*after.p, emphasis_last(place->old), right, symbols) !=
			         emphasis_can(*after.p, last, right, symbols))
			return false;
	}
	return true;
}

/* Whether a run of "*" or "_" in the link could begin or end emphasis, or one at its end or start join another. */
static bool has_emphasis(struct iri_str link)
{
	const char *const end = link.p + link.n;

	for (const char *p = link.p; p < end;) {
		const size_t n = emphasis_run_after(iri_between(p, end));
		if (!n || *p == '~') {
			p += n ? n : 1;
			continue;
		}
		const struct iri_str before = iri_between(link.p, p), after = iri_between(p + n, end);
		for (int symbols = 0; symbols < 2; symbols++)
			if (!before.n || !after.n ||
			    emphasis_can(*p, emphasis_last(before), emphasis_first(after), symbols))
				return true;
		p += n;
	}
	return false;
}

/*
 * Whether the marks of emphasis in the new link are those in the old one, with the same characters beside them: only
 * text without marks before them differs, as from http to https. Then each reader finds the emphasis that it found.
 */
static bool keeps_marks(struct iri_str old, struct iri_str link)
{
	size_t n = 0;

	while (n < old.n && n < link.n && old.p[old.n - n - 1] == link.p[link.n - n - 1])
		n++;
	while (n && iri_is_trail((unsigned char)link.p[link.n - n]))
		n--;
	return n && !emphasis_run_after((struct iri_str){link.p + link.n - n, n}) &&
	       !has_any((struct iri_str){old.p, old.n - n}, "*_~") &&
	       !has_any((struct iri_str){link.p, link.n - n}, "*_~");
}

/*
 * The choice
 */

/* Whether GFM, and this toolkit, find exactly the link if this tail follows. */
static bool is_found(struct iri_str link, struct iri_str tail, bool needs_host, struct iri_buf *scratch)
{
	static const struct iri_link_options options = {.schemes = NULL};
	struct iri_link found;

	scratch->n = 0;
	iri_buf_add(scratch, link.p, link.n);
	iri_buf_add(scratch, tail.p, tail.n);
	const struct iri_str text = iri_contents(scratch);
	if (gfm_link_cut(text) != link.n || (needs_host && !gfm_link_has_host(text)))
		return false;
	return !needs_host || (iri_link_next(&options, text, 0, &found) && !found.off &&
	                       gfm_link_cut_marks((struct iri_str){text.p, found.len}) == link.n);
}

static bool bare_has_charref(struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;

	for (; (p = iri_find_byte(p, end, '&')) < end; p++)
		if (scan_is_charref(p, end))
			return true;
	return false;
}

/* Whether a ";" after the link could end a character reference that begins in the link. */
static bool shares_charref(struct iri_str link, struct iri_str after)
{
	const char *p = link.p + link.n;

	if (!after.n || *after.p != ';')
		return false;
	while (p > link.p && (iri_is_alphanumeric(p[-1]) || p[-1] == '#'))
		p--;
	return p > link.p && p[-1] == '&';
}

/* Whether the link has a scheme that an autolink can have (section 6.5). A host with a port looks similar. */
static bool has_scheme(struct iri_str s, bool needs_slashes)
{
	enum { SHORTEST = 2, LONGEST = 32 };
	const char *const end = s.p + s.n, *const colon = iri_find_byte(s.p, end, ':');

	return colon < end && colon - s.p >= SHORTEST && colon - s.p <= LONGEST && iri_is_scheme(s.p, colon) &&
	       (!needs_slashes || scan_begins(colon, end, "://"));
}

/*
 * Whether GFM may take text after the old link as part of it, in which other characters than those at the end of a link
 * mean something in Markdown. There they did not; behind "<new>", they would.
 */
static bool frees_markup(const struct bare_place *place)
{
	const char *p = place->after.p, *const end = p + place->after.n;
	struct iri_str tail;

	if (gfm_link_tail(place->after, place->use.flags & CODEC_IN_CELL, &tail))
		return false;
	for (; p < end && (unsigned char)*p > ' ' && *p != '<'; p++)
		if (strchr("\\&[]`!*_~", *p))
			return true;
	return false;
}

static const char marks_leave[] = "for some readers of Markdown, emphasis begins or ends in this link";

/* Returns why no form of the link can stand in this place, or NULL. */
static const char *bare_refusal(const struct bare_place *place, struct iri_str link, bool has_a_scheme)
{
	for (size_t i = 0; i < link.n; i++)
		if ((unsigned char)link.p[i] <= ' ' || link.p[i] == 0x7F || strchr("<>`", link.p[i]))
			return "in running text, the new link must have no white space, control, '<', '>' or '`'";
	if (bare_has_charref(link))
		return "in running text, readers differ on what looks like a character reference; write '&' as '%26'";
	if (place->use.flags & CODEC_IN_MDX && has_any(link, "{}"))
		return "in running text of MDX, write '{' as '%7B' and '}' as '%7D'";
	if (has_any(place->old, "`[]|\\") || shares_charref(place->old, place->after) || frees_markup(place))
		return "readers of Markdown differ on where this link ends";
	if (place->use.flags & CODEC_MARKS_LEAVE && !keeps_marks(place->old, link))
		return marks_leave;
	/* GFM finds no link in brackets. So "~" in it can be strikethrough, as if the link were text. */
	if (place->use.flags & CODEC_IN_BRACKETS && has_any(place->old, "~"))
		return "for some readers of Markdown, strikethrough begins or ends in this link";
	if (!has_a_scheme && place->kind == SPAN_TEXT)
		return "in running text, the new link must have a scheme of 2 to 32 characters";
	return NULL;
}

/* Whether the link can stand here without "<>". */
static bool can_be_bare(const struct bare_place *place, struct iri_str link, bool has_a_scheme, struct iri_buf *scratch)
{
	const char last = place->before.n ? place->before.p[place->before.n - 1] : '\0';
	struct iri_str tail;

	if (has_any(link, "[]|\\") || (has_emphasis(link) && !keeps_marks(place->old, link)) ||
	    shares_charref(link, place->after) ||
	    !gfm_link_tail(place->after, place->use.flags & CODEC_IN_CELL, &tail) ||
	    !keeps_runs(place, emphasis_first(link), emphasis_last(link)))
		return false;
	if (has_a_scheme && (place->use.flags & CODEC_IN_BRACKETS || iri_byte_class(last) & CHAR_ALPHA))
		return false;
	/* If GFM did not find the old link, it may not find the new one, for a reason that is not known here. */
	if (place->kind == SPAN_TEXT && !is_found(place->old, tail, true, scratch))
		return false;
	return is_found(link, tail, has_a_scheme, scratch);
}

/* Returns why the link cannot stand here in "<>", or NULL. */
static const char *angle_refusal(const struct bare_place *place, struct iri_str link, bool has_a_scheme)
{
	const struct iri_str before = place->before;
	size_t backslashes = 0;

	if (place->use.flags & CODEC_MARKS_LEAVE)
		return marks_leave;
	if (!has_a_scheme)
		return "readers of Markdown would not find the new link as it stands";
	if (place->use.flags & CODEC_IN_MDX)
		return "the new link would need '<' and '>', which MDX does not allow";
	while (backslashes < before.n && before.p[before.n - 1 - backslashes] == '\\')
		backslashes++;
	if (backslashes % 2)
		return "the new link would need '<', but a backslash stands before it";
	if (place->use.flags & CODEC_IN_CELL && has_any(link, "|"))
		return "the new link has '|', which would end the cell of the table; write it as '%7C'";
	if (!keeps_runs(place, NEIGHBOUR_PUNCTUATION, NEIGHBOUR_PUNCTUATION))
		return "the new link would need '<' and '>', which would change the emphasis beside it";
	return NULL;
}

const char *bare_write(const struct bare_place *place, struct iri_str link, struct iri_buf *out, size_t *added)
{
	const bool has_a_scheme = has_scheme(link, place->kind != SPAN_TEXT);
	struct iri_buf scratch = {0};
	const char *reason = bare_refusal(place, link, has_a_scheme);

	*added = 0;
	if (!reason && !can_be_bare(place, link, has_a_scheme, &scratch)) {
		reason = angle_refusal(place, link, has_a_scheme);
		*added = 1;
	}
	if (*added)
		iri_buf_putc(out, '<');
	if (!reason)
		iri_buf_add(out, link.p, link.n);
	if (*added)
		iri_buf_putc(out, '>');
	out->failed = out->failed || scratch.failed;
	iri_buf_free(&scratch);
	return reason;
}
