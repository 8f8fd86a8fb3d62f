/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "local.h"

#include "cmd/file/paths.h"
#include "cmd/tree/folded.h"
#include "cmd/tree/ignored.h"
#include "lib/base/str.h"
#include "lib/lint/rules.h"

static void quote_name(struct iri_buf *out, struct iri_str name)
{
	iri_buf_putc(out, '\'');
	buf_add_visible_str(out, name);
	iri_buf_putc(out, '\'');
}

/* Reports a finding whose message is in l->message, if its rule is on. */
static void report_local(struct local *l, const struct span *link, unsigned rule, enum iri_severity severity,
                         bool has_error_bytes)
{
	if (!ruleset_has(&l->checker->ruleset, rule))
		return;
	iri_buf_putc(&l->message, '\0');
	buf_check(local_messages(l), &l->message);
	const struct iri_finding finding = {
		.rule = iri_rule_at(rule), .severity = severity, .why = l->message.p,
		.len = link->reference.n,
	};
	held_local(l->checker, link, has_error_bytes, &finding);
}

static void add_suggestion(struct local *l, struct iri_buf *suggestion)
{
	buf_check(local_messages(l), suggestion);
	if (suggestion->n) {
		buf_add_text(&l->message, "; did you mean ");
		quote_name(&l->message, iri_contents(suggestion));
		iri_buf_putc(&l->message, '?');
	}
}

/*
 * Returns what a message says if a dead file may be there after all, or NULL: the configuration of the site writes
 * files; or the path is that of a page of a site whose generator is not known, and nobody has said what "/" means.
 */
static const char *may_be_made(const struct local *l, const struct resolve_target *t)
{
	const struct site *const site = l->origin.site;
	const struct iri_str path = t->path, name = iri_between(path.p + path_folder(path).n, path.p + path.n);

	if (!path.n)
		return NULL;
	if (site)
		return site->flags & SITE_MAKES ? ", unless conf.py writes it" : NULL;
	const bool is_absolute = t->written.n && *t->written.p == '/' && !l->tree.has_root;
	const bool is_page = !memchr(name.p, '.', name.n) || path_ends_with(path, ".html");
	return is_absolute && is_page ? ", unless a site has this page" : NULL;
}

/* Appends the path with ".gz", if there is such a file. Returns false if not. */
static bool add_compressed(struct local *l, struct iri_str path, struct iri_buf *out)
{
	iri_buf_add(out, path.p, path.n);
	buf_add_text(out, ".gz");
	const bool is_there = listing_find(&l->tree.listing, iri_contents(out)).what == FOUND_FILE;
	if (!is_there)
		out->n = 0;
	return is_there;
}

/* Writes the message about a dead file. */
static void say_dead_file(struct local *l, const struct resolve_target *t)
{
	struct iri_buf suggestion = {0};
	const struct iri_str path = t->path;
	const bool is_folder = t->written.n && t->written.p[t->written.n - 1] == '/';
	const bool is_compressed = path.n && add_compressed(l, path, &suggestion);

	/* No file can have an empty path as its name. */
	if (path.n && !is_compressed)
		suggest_file(&l->suggester, &l->origin, t, &suggestion);
	buf_check(local_messages(l), &suggestion);
	/* The path begins at the root, but what is suggested at the document: both can be the same text. */
	const bool is_same = iri_same(iri_contents(&suggestion), path);
	buf_add_text(&l->message, is_folder ? "no folder " : "no file ");
	quote_name(&l->message, path.n && !is_same ? path : t->written);
	if (may_be_made(l, t))
		buf_add_text(&l->message, may_be_made(l, t));
	if (is_compressed) {
		buf_add_text(&l->message, "; it is there as ");
		quote_name(&l->message, iri_contents(&suggestion));
	} else {
		add_suggestion(l, &suggestion);
	}
	iri_buf_free(&suggestion);
}

/* Whether git ignores names like this path, in which no file has it. */
static bool is_ignored_target(struct local *l, struct iri_str path)
{
	const struct ruleset *const rules = &l->checker->ruleset;
	const char *const root = l->tree.listing.root.path;

	if (!ruleset_has(rules, RULE_DEAD_FILE) && !ruleset_has(rules, RULE_IGNORED_TARGET))
		return false;
	if (!l->asks_git && l->answers == GIT_UNKNOWN)
		l->answers = !l->no_git && ignored_in_work_tree(root, local_messages(l)) &&
		             git_try(&l->git, local_messages(l), root) ? GIT_ANSWERS : GIT_SILENT;
	return (l->asks_git || l->answers == GIT_ANSWERS) && git_ignores(&l->git, local_messages(l), path);
}

/* Writes the message about a path, and returns its rule; or RULES if nothing is wrong with it. */
static unsigned say_path(struct local *l, const struct resolve_target *t)
{
	struct iri_buf other = {0};
	const struct iri_str path = t->path;

	switch (t->outcome) {
	case OUTCOME_DEAD:
		if (!is_ignored_target(l, path)) {
			say_dead_file(l, t);
			return RULE_DEAD_FILE;
		}
		quote_name(&l->message, path);
		buf_add_text(&l->message, " does not exist; git ignores it");
		return RULE_IGNORED_TARGET;
	case OUTCOME_CASE:
		buf_add_text(&l->message, "the name is ");
		quote_name(&l->message, t->actual);
		buf_add_text(&l->message, ", in other case; the link breaks on Linux and GitHub");
		return RULE_WRONG_CASE;
	case OUTCOME_FORM:
		folded_add(t->actual, false, &other);
		buf_add_text(&l->message, iri_same(iri_contents(&other), t->actual)
		                                ? "the name is in NFC, the link is not"
		                                : "the name is not in NFC, the link is in another form");
		iri_buf_free(&other);
		return RULE_WRONG_FORM;
	case OUTCOME_SLASH:
		quote_name(&l->message, path_without_slash(path));
		buf_add_text(&l->message, " is a file, but the link ends with '/'");
		return RULE_FILE_SLASH;
	case OUTCOME_ROUTE:
	case OUTCOME_NEGOTIATED:
		quote_name(&l->message, path);
		buf_add_text(&l->message, " is there only as ");
		quote_name(&l->message, t->actual);
		return RULE_NEEDS_SITE;
	case OUTCOME_OUTSIDE:
		buf_add_text(&l->message, "leaves ");
		quote_name(&l->message, iri_str_of(l->tree.listing.root.path));
		buf_add_text(&l->message, "; not checked");
		return RULE_OUTSIDE_ROOT;
	case OUTCOME_UNCHECKED:
	case OUTCOME_ALIVE: break;
	}
	return RULES;
}

/*
 * Whether all dialects of the document's anchors are those of software that ignores the case of fragments. Those of
 * docutils do not count: in a site of Sphinx, they stand beside those of GitHub.
 */
static bool forgives_case(const struct local *l)
{
	const unsigned forgiving = 1u << SLUG_GITHUB | 1u << SLUG_GITLAB, dialects = l->anchors.dialects;

	return !l->origin.is_html && dialects & forgiving && !(dialects & ~(forgiving | 1u << SLUG_DOCUTILS));
}

/* Whether a fragment and an anchor are equal in NFC. If so, adds the form of the anchor to the message. */
static bool differs_in_form(struct local *l, struct iri_str fragment, struct iri_str anchor)
{
	struct iri_buf decoded = {0}, forms[2] = {{0}};

	resolve_decode(fragment, &decoded);
	folded_add(iri_contents(&decoded), false, &forms[0]);
	folded_add(anchor, false, &forms[1]);
	buf_check(local_messages(l), &decoded);
	buf_check(local_messages(l), &forms[0]);
	buf_check(local_messages(l), &forms[1]);
	const bool is_same = iri_same(iri_contents(&forms[0]), iri_contents(&forms[1]));
	const bool is_nfc = iri_same(iri_contents(&forms[1]), anchor);
	iri_buf_free(&decoded);
	iri_buf_free(&forms[0]);
	iri_buf_free(&forms[1]);
	if (is_same)
		buf_add_text(&l->message, is_nfc ? ", in NFC; the link is not in NFC"
		                                 : ", not in NFC; the link is in another form");
	return is_same;
}

/*
 * Writes the message about a fragment that is dead, or in other case or another normal form. key: from resolve_key.
 * Returns whether software may find the anchor: because it ignores case, or because a script of the document makes it.
 */
static bool say_fragment(struct local *l, const struct resolve_target *t, const struct fragment_key *key, bool is_case)
{
	bool is_forgiven = forgives_case(l);
	struct iri_buf suggestion = {0};
	const struct iri_str name = path_without_slash(t->path);

	if (key->file.what == FOUND_FILE)
		suggest_anchor(&l->suggester, &key->file, key->fragment, is_case, &suggestion);
	buf_check(local_messages(l), &suggestion);
	if (is_case && suggestion.n) {
		buf_add_text(&l->message, "the anchor is ");
		quote_name(&l->message, iri_contents(&suggestion));
		if (differs_in_form(l, key->fragment, iri_contents(&suggestion)))
			is_forgiven = false;
		else
			buf_add_text(&l->message, is_forgiven ? "; only GitHub and GitLab ignore case"
			                                      : ", in other case");
	} else if (is_case) {
		buf_add_text(&l->message, "the anchor is there in another case");
	} else {
		buf_add_text(&l->message, "no anchor ");
		quote_name(&l->message, t->fragment);
		buf_add_text(&l->message, " in ");
		quote_name(&l->message, t->actual.p ? t->actual : name);
		is_forgiven = key->file.what == FOUND_FILE && tree_document(&l->tree, &key->file)->has_script;
		if (is_forgiven)
			buf_add_text(&l->message, ", unless a script makes it");
		add_suggestion(l, &suggestion);
	}
	iri_buf_free(&suggestion);
	return is_forgiven;
}

static enum iri_severity severity_of(unsigned rule, bool is_forgiven)
{
	static const struct { bool is_set; enum iri_severity severity; } forgiven[RULES] = {
#define FORGIVEN(name, severity) [RULE_##name] = {true, IRI_SEVERITY_##severity},
#include "lib/lint/rules.def"
	};

	return is_forgiven && forgiven[rule].is_set ? forgiven[rule].severity : iri_rule_at(rule)->severity;
}

/* With --diff: notes whether the diff can be why a link is dead: it moves the document, or changes the target. */
static void note_cause(struct local *l, const struct resolve_target *t)
{
	struct checker *const c = l->checker;

	const struct iri_str path = t->actual.p ? t->actual : t->path;

	c->is_caused = c->added && ((l->is_moved && !iri_same(path, l->origin.path)) ||
	                            added_breaks(c->added, l->tree.listing.root.path, path));
}

/* Checks a link. is_unused: it is the destination of a definition that nothing uses */
static void check_local(struct local *l, const struct span *link, bool is_unused, bool has_error_bytes)
{
	const struct resolve_target t = link->is_name
	                                        ? resolve_name(&l->resolver, &l->origin, link->reference)
	                                        : resolve_reference(&l->resolver, &l->origin, link->reference);
	const bool is_only_here = local_is_untracked(l, &t);
	l->message.n = 0;
	l->checker->is_caused = false;
	unsigned rule = say_path(l, &t);
	if (is_only_here && rule == RULES) {
		buf_add_text(&l->message, "exists only here: git does not track it");
		rule = RULE_UNTRACKED_TARGET;
	}
	if (rule != RULES) {
		if (is_unused && rule == RULE_DEAD_FILE) {
			buf_add_text(&l->message, " (nothing uses this definition)");
			rule = RULE_DEAD_DEFINITION;
		}
		if (t.outcome == OUTCOME_DEAD)
			note_cause(l, &t);
		const bool is_made = rule == RULE_DEAD_FILE && may_be_made(l, &t);
		report_local(l, link, rule, severity_of(rule, is_made), has_error_bytes);
	}
	l->message.n = 0;
	struct fragment_key key;
	if (!resolve_key(&l->resolver, &l->origin, &t, &key) || resolve_fragment(&l->resolver, &key))
		return;
	const bool is_case = resolve_folded(&l->resolver, &key);
	rule = is_case ? RULE_ANCHOR_CASE : is_unused ? RULE_DEAD_DEFINITION : RULE_DEAD_ANCHOR;
	const bool is_forgiven = say_fragment(l, &t, &key, is_case);
	if (rule == RULE_DEAD_DEFINITION)
		buf_add_text(&l->message, " (nothing uses this definition)");
	note_cause(l, &t);
	report_local(l, link, rule, severity_of(rule, is_forgiven), has_error_bytes);
}

/* Reports a reference without a definition: "[text][label]" or "[label][]". */
static void check_undefined(struct local *l, const struct span *link, bool has_error_bytes)
{
	const struct iri_str text = link->text;
	const char *open = text.p + text.n - 1;

	l->checker->is_caused = false;
	const struct tree_document *const d = l->origin.file.entry->document;
	/* What other software puts there, before or after the document, can have the definition. */
	if ((l->origin.site && l->origin.site->flags & SITE_LABELS) || (d && d->is_opaque))
		return;
	while (open > text.p && *open != '[')
		open--;
	const struct iri_str label = iri_between(open + 1, text.p + text.n - 1);
	l->message.n = 0;
	buf_add_text(&l->message, "no definition of [");
	buf_add_visible_str(&l->message, label.n ? label : iri_between(text.p + 1, open - 1));
	iri_buf_putc(&l->message, ']');
	report_local(l, link, RULE_MISSING_LABEL, severity_of(RULE_MISSING_LABEL, false), has_error_bytes);
}

/* Returns the layer of a link that was kept. document: becomes the layer around it, the text of the link */
static struct layer layer_of(struct local *l, const struct local_link *link, struct layer *document)
{
	const struct span *const s = &link->span;

	*document = (struct layer){.text = s->text};
	if (!link->places)
		return (struct layer){.outer = document, .text = s->found};
	source_map_clear(&l->places);
	for (size_t i = 0; i < s->found.n; i++)
		source_map_add(&l->places, s->found.p + i, 1, link->places[i].start,
		               link->places[i].end - link->places[i].start);
	if (source_map_failed(&l->places))
		filter_die(l->checker->filter, NULL, "out of memory");
	return (struct layer){.outer = document, .text = iri_contents(&l->places.text), .map = &l->places};
}

void local_report(struct local *l, bool was_read, bool has_error_bytes)
{
	struct checker *const c = l->checker;
	const struct local_link *const links = l->links.item;
	const size_t *const unused = l->unused.item;
	const size_t n_unused = ARRAY_COUNT(l->unused);
	size_t next = 0;

	if (c->added)
		added_begin_document(c->added, local_messages(l)->place.file);
	l->is_moved = c->added && added_moves(c->added);
	for (size_t i = 0; i < ARRAY_COUNT(l->links); i++) {
		struct layer document;
		const struct layer layer = layer_of(l, &links[i], &document);
		struct span copy = links[i].span;
		const struct span *const link = &copy;
		copy.layer = &layer;
		copy.found = layer.text;
		if (link->kind == SPAN_COMMENT) {
			held_comment(c, link, has_error_bytes);
			continue;
		}
		if (link->kind != SPAN_UNDEFINED && !link->is_name)
			held_link(c, link, has_error_bytes);
		if (!was_read || links[i].is_generated || l->anchors.is_template)
			continue;
		while (next < n_unused && unused[next] < link->definition)
			next++;
		const bool is_unused = link->definition && next < n_unused && unused[next] == link->definition;
		if (link->kind == SPAN_UNDEFINED)
			check_undefined(l, link, has_error_bytes);
		else if (local_is_inner(l, link) ||
			 !origin_has(&l->origin, link->kind, link->is_asset, link->reference))
			continue;
		else if (link->kind == SPAN_BASE)
			origin_set_base(&l->resolver, &l->origin, link->reference);
		else if (link->kind > SPAN_LAST_OF_TEXT)
			check_local(l, link, is_unused, has_error_bytes);
	}
}

void local_check(struct local *l, bool was_read)
{
	buf_check(local_messages(l), &l->unused.buf);
	anchors_end(&l->anchors);
	if (was_read && !l->origin.file.entry->document)
		tree_store(&l->tree, &l->origin.file, &l->anchors);
	local_report(l, was_read, held_has_error_bytes(l->checker));
}
