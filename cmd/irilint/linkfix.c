/* SPDX-License-Identifier: ISC */
#include "linkfix.h"

#include "local_fix.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"

void linkfix_list_silenced(struct linkfix *x)
{
	struct checker *const c = x->checker;
	const struct held *const held = c->held.item;

	x->silenced.buf.n = 0;
	silence_end(&c->silence);
	for (size_t i = 0; i < ARRAY_COUNT(c->held); i++) {
		const struct range *const at = &held[i].range;
		const unsigned rule = held[i].finding.rule->number;
		if (held[i].finding.rule->fixable &&
		    silence_covers(&c->silence, rule, (struct silence_place){at->line[0], at->column[0]}))
			ARRAY_ADD(x->silenced, &held[i].link);
	}
	buf_check(&c->filter->messages, &x->silenced.buf);
}

/*
 * Returns s, an IRI of RDF, with "%5C" in place of each "\": the names of a dump are compared as strings, so that with
 * "/", as browsers read it, a broken escape or a name of Windows could become the name of another thing.
 */
static struct iri_str encode_backslashes(struct linkfix *x, struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;

	if (!ruleset_has(&x->checker->ruleset, RULE_ILLEGAL_CHAR) || iri_find_byte(p, end, '\\') == end)
		return s;
	iri_buf_clear(&x->encoded);
	while (p < end) {
		const char *const stop = iri_find_byte(p, end, '\\');
		iri_buf_add(&x->encoded, p, (size_t)(stop - p));
		if (stop < end)
			buf_add_text(&x->encoded, "%5C");
		p = stop + (stop < end);
	}
	return buf_pad(&x->checker->filter->messages, &x->encoded);
}

/* Returns what --fix writes for s, link i of the document; absent: s stays. *parts: what local_fix has repaired */
static struct iri_str repair_link(struct linkfix *x, const struct editor *e, size_t i, struct iri_str s, bool is_local,
                                  unsigned *parts)
{
	struct checker *const c = x->checker;
	struct iri_str fixed, again;
	struct iri_error err;
	const char *const scheme = span_scheme(editor_kind(e, i));
	const bool is_fixed = bare_fix(&c->bare, c->linter, scheme, s, &fixed, &err) == IRI_OK;

	if (!is_fixed && err.status == IRI_NO_MEMORY)
		filter_die(c->filter, NULL, "out of memory");
	x->fixed.n = 0;
	*parts = is_local ? local_fix(x->local, e, i, is_fixed ? fixed : s, &x->fixed) : 0;
	if (!*parts)
		return is_fixed ? fixed : (struct iri_str){0};
	fixed = iri_contents(&x->fixed);
	/* A link with "\\" is valid only with "/" in its place. */
	return !is_fixed && iri_fix(c->linter, fixed, &again, &err) == IRI_OK ? again : fixed;
}

/*
 * Whether the link has a shift sequence of ISO-2022 (ESC "$", ESC "(", SO) or HZ ("~{"), so that its document is not in
 * UTF-8, as it was read. The bytes that follow are those of other characters than they seem to be. RDF and Markdown are
 * not written in HZ.
 */
static bool has_shift(struct iri_str s, enum document_format format)
{
	const bool may_be_hz = !format_is_rdf(format) && !format_is_markdown(format);

	for (const char *p = s.p, *const end = s.p + s.n; p < end; p++) {
		const char next = end - p > 1 ? p[1] : '\0';
		if (*p == '\x0E' || (*p == '\x1B' && (next == '$' || next == '(')) ||
		    (*p == '~' && next == '{' && may_be_hz))
			return true;
	}
	return false;
}

/* Goes through the links that are not in the list, and calls set for each that changes. */
static void each_repaired(struct linkfix *x, struct editor *e, bool is_local,
                          void (*set)(struct linkfix *x, struct editor *e, size_t i, struct iri_str fixed,
                                      unsigned parts))
{
	const uintmax_t *const places = x->silenced.item;
	const size_t n = ARRAY_COUNT(x->silenced);
	struct iri_str s;
	size_t next = 0;
	unsigned parts;

	for (size_t i = 0; (s = editor_next(e, &i)).p; i++) {
		while (next < n && places[next] < editor_place(e, i))
			next++;
		if ((next < n && places[next] == editor_place(e, i)) || has_shift(s, editor_format(e)) ||
		    editor_is_name(e, i))
			continue;
		const struct iri_str given = format_is_rdf(editor_format(e)) ? encode_backslashes(x, s) : s;
		const struct iri_str fixed = repair_link(x, e, i, given, is_local, &parts);
		if (fixed.p && !iri_same(fixed, s))
			set(x, e, i, fixed, parts);
	}
}

/* For each_repaired */
static void set_link(struct linkfix *x, struct editor *e, size_t i, struct iri_str fixed, unsigned parts)
{
	struct filter *const f = x->checker->filter;

	(void)parts;
	if (f->options.check)
		message_raise(&f->messages, EXIT_INVALID);
	editor_set(e, i, fixed);
}

void linkfix_set(struct linkfix *x, struct editor *e, bool is_local)
{
	each_repaired(x, e, is_local, set_link);
}

/*
 * Reports
 */

/* Whether --fix repairs what a rule finds in a link. left: see checker_find_left; parts: what local_fix has repaired */
static bool repairs(const struct iri_rule *rule, const bool left[RULES], unsigned parts)
{
	const unsigned number = rule->number;

	if (number < RULE_FIRST_LOCAL)
		return rule->fixable && !left[number];
	if (number == RULE_ANCHOR_CASE)
		return parts & LOCAL_FIX_FRAGMENT;
	/* A link with "\\" is dead. */
	return (rule->fixable || number == RULE_DEAD_FILE) && parts & LOCAL_FIX_PATH;
}

/* For each_repaired: sets a link, and notes which of its findings are repaired. The findings are in order, too. */
static void note_link(struct linkfix *x, struct editor *e, size_t i, struct iri_str fixed, unsigned parts)
{
	struct checker *const c = x->checker;
	struct held *const held = c->held.item;
	const size_t n = ARRAY_COUNT(c->held);
	const uintmax_t place = editor_place(e, i);
	bool left[RULES];

	while (x->next < n && held[x->next].link < place)
		x->next++;
	if (x->next == n || held[x->next].link != place)
		return;
	editor_set(e, i, fixed);
	/* Not x->fixed, nor what the linter has */
	iri_buf_clear(&x->copy);
	iri_buf_add(&x->copy, fixed.p, fixed.n);
	const struct iri_str copy = buf_pad(&c->filter->messages, &x->copy);
	checker_find_left(c, span_scheme(editor_kind(e, i)), copy, left);
	for (size_t k = x->next; k < n && held[k].link == place; k++)
		held[k].is_fixed = repairs(held[k].finding.rule, left, parts);
}

/* Returns a copy of a fix in memory of the checker. */
static const struct report_fix *keep_fix(struct checker *c, const struct range *at, struct iri_str text)
{
	struct report_fix *const fix = arena_take(&c->arena, sizeof *fix);

	*fix = (struct report_fix){*at, arena_copy(&c->arena, iri_present(text))};
	return fix;
}

/* Gives the findings of links that have changed their new texts. */
static void give_changes(struct checker *c, const struct editor *e)
{
	struct held *const held = c->held.item;
	const size_t n = ARRAY_COUNT(c->held);
	struct editor_change change;
	size_t k = 0;

	for (size_t i = 0; editor_next_change(e, &i, &change);) {
		struct range_walk w = {change.old, held_has_error_bytes(c), change.old.p, change.line,
		                       change.column, change.byte};
		struct range at;
		range_set(&at, 0, &w);
		range_walk_to(&w, change.old.p + change.old.n);
		range_set(&at, 1, &w);
		const struct report_fix *const fix = keep_fix(c, &at, change.new);
		while (k < n && held[k].link < change.off)
			k++;
		for (; k < n && held[k].link == change.off; k++)
			if (held[k].is_fixed && iri_same(held[k].reference, change.reference))
				held[k].fix = fix;
	}
}

/* Gives the findings about comments what prune_comments has made of these. */
static void give_comments(struct checker *c, const struct editor *e)
{
	const struct iri_str text = e->document;
	const struct change *const changes = e->changes.item;
	const size_t bom = iri_begins_with_bom(text) ? 3 : 0;
	struct range_walk w = {iri_between(text.p + bom, text.p + text.n), false, text.p + bom, 1, 1, 1};
	size_t n, k = 0;
	struct silence_entry *const entries = silence_entries(&c->silence, &n);

	for (size_t i = 0; i < ARRAY_COUNT(e->changes); i++) {
		const struct change *const change = &changes[i];
		const size_t end = change->old_off + change->old_len;
		struct range at;
		range_walk_to(&w, text.p + change->old_off);
		range_set(&at, 0, &w);
		range_walk_to(&w, text.p + end);
		range_set(&at, 1, &w);
		const struct report_fix *const fix =
			keep_fix(c, &at, (struct iri_str){e->result.p + change->new_off, change->new_len});
		for (; k < n && entries[k].place + entries[k].range.off[0] < end; k++)
			if (entries[k].place + entries[k].range.off[0] >= change->old_off)
				entries[k].fix = fix;
	}
}

void linkfix_show(struct linkfix *x, const struct linkfix_document *document)
{
	struct checker *const c = x->checker;
	struct lines *const l = &c->filter->lines;
	struct editor e = {
		.lines = l, .selection = document->selection, .name = document->name, .document = document->text,
		.partial = true, .quiet = true, .silent = true,
	};

	x->next = 0;
	if (editor_begin(&e) == DOCUMENT_SEARCHED) {
		each_repaired(x, &e, document->is_local, note_link);
		if (editor_finish(&e))
			give_changes(c, &e);
		struct editor comments = {.lines = l, .selection = document->selection, .name = document->name,
		                          .document = document->text};
		if (e.is_utf8 && prune_comments(c, &comments, document->format, document->is_complete))
			give_comments(c, &comments);
		editor_free(&comments);
	}
	editor_free(&e);
}

void linkfix_free(struct linkfix *x)
{
	iri_buf_free(&x->silenced.buf);
	iri_buf_free(&x->fixed);
	iri_buf_free(&x->copy);
	iri_buf_free(&x->encoded);
}
