/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "local_fix.h"

#include "cmd/file/paths.h"
#include "cmd/tree/link_path.h"
#include "lib/base/str.h"
#include "lib/lint/rules.h"

#include <string.h>

/* Returns the last n segments of a path. */
static struct iri_str last_segments(struct iri_str path, size_t n)
{
	size_t start = path.n;

	while (start && n) {
		start--;
		n -= path.p[start] == '/';
	}
	return iri_between(path.p + start + (n == 0 && start < path.n && path.p[start] == '/'), path.p + path.n);
}

/*
 * Appends the path as it is written, but with the names of `actual`: a segment that is right keeps its bytes. Returns
 * false if ".." follows a name, so that names and segments do not match.
 */
static bool add_names(struct iri_str written, struct iri_str actual, struct iri_buf *out)
{
	const char *const end = written.p + written.n;
	struct iri_buf decoded = {0};
	size_t names = 0;

	for (const char *p = written.p; p < end; p++) {
		const struct iri_str segment = iri_between(p, iri_find_byte(p, end, '/'));
		if (names && iri_is(segment, ".."))
			return false;
		names += segment.n && !iri_is(segment, ".") && !iri_is(segment, "..");
		p += segment.n;
	}
	actual = last_segments(actual, names);
	for (const char *p = written.p; p < end; p++) {
		const struct iri_str segment = iri_between(p, iri_find_byte(p, end, '/'));
		const bool is_name = segment.n && !iri_is(segment, ".") && !iri_is(segment, "..");
		const struct iri_str name = iri_between(actual.p, iri_find_byte(actual.p, actual.p + actual.n, '/'));
		decoded.n = 0;
		resolve_decode(segment, &decoded);
		if (!is_name || iri_same(iri_contents(&decoded), name))
			iri_buf_add(out, segment.p, segment.n);
		else
			resolve_encode(name, memchr(segment.p, '%', segment.n), out);
		if (is_name) {
			const size_t n = name.n + (name.n < actual.n);
			actual = (struct iri_str){actual.p + n, actual.n - n};
		}
		p += segment.n;
		if (p < end)
			iri_buf_putc(out, '/');
	}
	out->failed |= decoded.failed;
	iri_buf_free(&decoded);
	return true;
}

/* Appends the path of the only file that has the name of a dead one. Returns false if there is none. */
static bool fix_moved(struct local *l, const struct resolve_target *t, struct iri_buf *out)
{
	const struct listing_found *const moved = suggest_moved(&l->suggester, t);
	const struct iri_str from = l->origin.base.p ? l->origin.base : l->origin.path;
	struct iri_buf path = {0};

	if (!moved || !t->written.p || !t->written.n || t->written.p[t->written.n - 1] == '/')
		return false;
	const struct path_style style = {.is_ascii = memchr(t->written.p, '%', t->written.n)};
	found_add_path(moved, &path);
	link_path_add(out, *t->written.p == '/' ? PATH_FROM_ROOT : PATH_RELATIVE, path_folder(from),
	              iri_contents(&path), &style);
	out->failed |= path.failed;
	iri_buf_free(&path);
	return true;
}

/* Appends the path of a reference, repaired. Returns false if it stays. */
static bool fix_path(struct local *l, const struct resolve_target *t, struct iri_buf *out)
{
	const struct ruleset *const rules = &l->checker->ruleset;
	struct iri_str written = iri_present(t->written);

	switch (t->outcome) {
	case OUTCOME_CASE:
	case OUTCOME_FORM:
		if (!ruleset_has(rules, t->outcome == OUTCOME_CASE ? RULE_WRONG_CASE : RULE_WRONG_FORM))
			return false;
		/* If the name is right, the "/" after a file is the next finding. */
		if (t->file.what == FOUND_FILE && ruleset_has(rules, RULE_FILE_SLASH))
			written = path_without_slash(written);
		return add_names(written, t->actual, out);
	case OUTCOME_SLASH:
		if (!ruleset_has(rules, RULE_FILE_SLASH))
			return false;
		written = path_without_slash(written);
		iri_buf_add(out, written.p, written.n);
		return true;
	case OUTCOME_DEAD:
		if (!ruleset_has(rules, RULE_DEAD_FILE))
			return false;
		if (!memchr(written.p, '\\', written.n))
			return l->fixes_moved && fix_moved(l, t, out);
		for (size_t i = 0; i < written.n; i++)
			iri_buf_putc(out, written.p[i] == '\\' ? '/' : written.p[i]);
		return true;
	default: return false;
	}
}

/* Appends "#" and the anchor that a fragment means in another case. Returns false if there is none. */
static bool fix_fragment(struct local *l, const struct resolve_target *t, struct iri_buf *out)
{
	struct fragment_key key;
	struct iri_buf anchor = {0};

	if (!ruleset_has(&l->checker->ruleset, RULE_ANCHOR_CASE) ||
	    !resolve_key(&l->resolver, &l->origin, t, &key) ||
	    key.fragment.n != t->fragment.n || resolve_fragment(&l->resolver, &key) ||
	    !resolve_folded(&l->resolver, &key))
		return false;
	suggest_anchor(&l->suggester, &key.file, key.fragment, true, &anchor);
	buf_check(local_messages(l), &anchor);
	const bool is_found = anchor.n;
	if (is_found) {
		iri_buf_putc(out, '#');
		resolve_encode(iri_contents(&anchor), memchr(t->fragment.p, '%', t->fragment.n), out);
	}
	iri_buf_free(&anchor);
	return is_found;
}

/* Whether a repaired reference leads where the finding says. before: what the reference meant */
static bool fix_leads_there(struct local *l, const struct resolve_target *before, struct iri_str reference,
                            bool path_is_fixed)
{
	const struct listing_found old = before->file;
	const enum outcome outcome = before->outcome;
	const struct resolve_target t = resolve_reference(&l->resolver, &l->origin, reference);

	if (path_is_fixed ? t.outcome != OUTCOME_ALIVE && t.outcome != OUTCOME_SLASH && t.outcome != OUTCOME_ROUTE
	                  : t.outcome != outcome)
		return false;
	return old.what == FOUND_NOTHING ||
	       (t.file.what == old.what && t.file.folder == old.folder && t.file.entry == old.entry);
}

unsigned local_fix(struct local *l, const struct editor *e, size_t i, struct iri_str reference, struct iri_buf *out)
{
	const char *const end = reference.p + reference.n;
	const size_t start = out->n;

	if (local_is_inner_place(editor_depth(e, i), editor_is_button(e, i), reference) ||
	    !origin_has(&l->origin, editor_kind(e, i), editor_is_asset(e, i), reference))
		return 0;
	if (!l->reader.messages) {
		l->reader = (struct lines){.messages = local_messages(l), .eol = '\n'};
		lines_open_charset(&l->reader, &l->checker->filter->options);
	}
	origin_rebase(&l->resolver, &l->origin, editor_base(e, i));
	l->tree.lines = &l->reader;
	l->tree.listing.is_ambiguous = false;
	const struct resolve_target t = resolve_reference(&l->resolver, &l->origin, reference);
	if (t.outcome == OUTCOME_UNCHECKED || l->tree.listing.is_ambiguous)
		return 0;
	const char *const before = t.written.p ? t.written.p : reference.p;
	const char *const path_end = before + t.written.n, *const hash = iri_find_byte(path_end, end, '#');
	iri_buf_add(out, reference.p, (size_t)(before - reference.p));
	const size_t path = out->n;
	const bool path_is_fixed = t.written.n && fix_path(l, &t, out);
	unsigned fixed = path_is_fixed ? LOCAL_FIX_PATH : 0;
	if (!fixed) {
		out->n = path;
		iri_buf_add(out, t.written.p, t.written.n);
	}
	iri_buf_add(out, path_end, (size_t)(hash - path_end));
	const struct resolve_target again = resolve_reference(&l->resolver, &l->origin, reference);
	if (fix_fragment(l, &again, out))
		fixed |= LOCAL_FIX_FRAGMENT;
	else
		iri_buf_add(out, hash, (size_t)(end - hash));
	buf_check(local_messages(l), out);
	if (fixed && fix_leads_there(l, &t, iri_added(out, start), path_is_fixed))
		return fixed;
	out->n = start;
	return 0;
}
