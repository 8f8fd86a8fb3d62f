/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "fragment.h"

#include "anchors.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <strings.h>

/* What GitHub puts before the anchors of a document when it shows it */
static const char github_prefix[] = "user-content-";

/*
 * Whether the fragment can be that of a further reference to a footnote, which are not counted: fnref-1-2 of GitHub,
 * fnref2:1 of Python-Markdown, fnref:1:1 of kramdown.
 */
static bool is_repeated_note(struct iri_str f)
{
	static const char mark[] = "fnref";

	if (iri_begins(f, github_prefix))
		f = (struct iri_str){f.p + strlen(github_prefix), f.n - strlen(github_prefix)};
	if (!iri_begins(f, mark) || f.n == strlen(mark))
		return false;
	if (iri_byte_class(f.p[strlen(mark)]) & CHAR_DIGIT)
		return true;
	size_t n = f.n;
	while (iri_byte_class(f.p[n - 1]) & CHAR_DIGIT)
		n--;
	return n < f.n && n > strlen(mark) + 1 && (f.p[n - 1] == '-' || f.p[n - 1] == ':');
}

/* Whether the fragment names lines of a file on GitHub: L10, L10-L20, L1C2-L3C4. */
static bool is_line(struct iri_str f)
{
	size_t i = 0;

	while (i < f.n && (f.p[i] == 'L' || f.p[i] == 'l')) {
		const size_t start = ++i;
		while (i < f.n && iri_is_digit(f.p[i]))
			i++;
		if (i == start)
			return false;
		if (i < f.n && f.p[i] == 'C')
			for (i++; i < f.n && iri_is_digit(f.p[i]);)
				i++;
		if (i == f.n)
			return true;
		i += f.p[i] == '-';
	}
	return false;
}

/* Whether software gives the fragment a meaning without an anchor, in documents of all formats. */
static bool is_special(struct iri_str f)
{
	return !f.n || (f.n == 3 && !strncasecmp(f.p, "top", 3)) || *f.p == '/' || *f.p == '!' || *f.p == '?' ||
	       iri_begins(f, ":~:");
}

/* The same, in those of Markdown only. */
static bool is_special_in_markdown(struct iri_str f)
{
	return is_repeated_note(f) || is_line(f);
}

/* Whether a file is shown as Markdown. The last question of several, since it takes longer than the others. */
static bool is_markdown(struct listing_entry *file)
{
	return !format_is_html(tree_format(file));
}

/* Whether docutils may have numbered the fragment: the id of a repeated heading, or of one without ASCII letters. */
static bool is_numbered(struct iri_str f)
{
	size_t n = f.n;

	while (n && iri_is_digit(f.p[n - 1]))
		n--;
	return n < f.n && iri_is((struct iri_str){f.p, n}, "id");
}

/* Whether the fragment may be one that docutils has made in a document of Sphinx. */
static bool may_be_numbered(const struct origin *from, struct iri_str f)
{
	return from->site && from->site->flags & SITE_NAMES && is_numbered(f);
}

bool fragment_is_plain(const struct origin *from, struct iri_str f)
{
	return !is_special(f) && !is_special_in_markdown(f) && !may_be_numbered(from, f) &&
	       !memchr(f.p, '%', f.n) && !memchr(f.p, '=', f.n) && !text_find(f.p, f.p + f.n, ":~:") &&
	       !iri_begins(f, github_prefix);
}

/* Returns the document in a folder that shows it, or one with what FOUND_NOTHING. */
static struct listing_found index_of(struct listing *l, struct folder *f)
{
	for (const char *const *name = resolve_index_names; *name; name++) {
		const struct listing_found found = listing_below(l, f, (struct iri_str){*name, strlen(*name)});
		if (found.what == FOUND_FILE)
			return found;
	}
	return (struct listing_found){0};
}

bool resolve_key(struct resolver *r, const struct origin *from, const struct resolve_target *target,
                 struct fragment_key *key)
{
	struct listing_found file = target->file;
	struct iri_str f = target->fragment;

	*key = (struct fragment_key){.file = {.what = FOUND_NOTHING}};
	if (!f.p || target->outcome == OUTCOME_UNCHECKED || target->outcome == OUTCOME_DEAD ||
	    target->outcome == OUTCOME_OUTSIDE || target->outcome == OUTCOME_NEGOTIATED || file.what == FOUND_OTHER)
		return false;
	const char *const directive = text_find(f.p, f.p + f.n, ":~:");
	if (directive)
		f.n = (size_t)(directive - f.p);
	key->fragment = f;
	if (file.what == FOUND_FOLDER) {
		file = index_of(&r->tree->listing, file.folder);
		if (file.what != FOUND_FILE)
			return !is_special(f) && !is_special_in_markdown(f) && !from->site;
	}
	const bool is_here = file.entry == from->file.entry;
	if (is_special(f) || (!is_here && iri_find_byte(f.p, f.p + f.n, '=') < f.p + f.n) ||
	    (is_special_in_markdown(f) && is_markdown(file.entry)))
		return false;
	if (may_be_numbered(from, f) || (from->site && from->site->flags & SITE_NAMES && !target->written.n))
		return false;
	struct iri_str decoded = f;
	if (memchr(f.p, '%', f.n)) {
		r->scratch.n = 0;
		resolve_decode(f, &r->scratch);
		buf_check(r->tree->lines->messages, &r->scratch);
		decoded = iri_contents(&r->scratch);
	}
	key->file = file;
	key->raw = key->decoded = anchor_hash(f, false);
	if (decoded.n != f.n)
		key->decoded = anchor_hash(decoded, false);
	const size_t n = strlen(github_prefix);
	if (iri_begins(decoded, github_prefix) && is_markdown(file.entry))
		key->raw = anchor_hash((struct iri_str){decoded.p + n, decoded.n - n}, false);
	return true;
}

bool resolve_fragment(struct resolver *r, const struct fragment_key *key)
{
	if (key->file.what != FOUND_FILE)
		return false;
	const struct tree_document *const d = tree_document(r->tree, &key->file);
	return !d || d->is_opaque || anchor_has(d->hashes, d->n, key->raw) || anchor_has(d->hashes, d->n, key->decoded);
}

bool resolve_folded(struct resolver *r, const struct fragment_key *key)
{
	r->scratch.n = 0;
	resolve_decode(key->fragment, &r->scratch);
	buf_check(r->tree->lines->messages, &r->scratch);
	const uint64_t hash = anchor_hash(iri_contents(&r->scratch), true);
	return key->file.what == FOUND_FILE && tree_has_folded(r->tree, &key->file, hash);
}
