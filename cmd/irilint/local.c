/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "local.h"

#include "cmd/tree/folded.h"
#include "cmd/tree/forms.h"
#include "cmd/tree/paths.h"
#include "lib/base/str.h"
#include "lib/lint/rules.h"

#include <string.h>
#include <unistd.h>

static const char *take_anchors(void *local, const char *list)
{
	struct local *const l = local;

	for (l->dialects = 0;; list++) {
		const struct iri_str word = {list, strcspn(list, ",")};
		const unsigned number = tree_find_word(SLUG_WORDS, SLUG_DIALECTS, word);
		if (number == SLUG_DIALECTS) {
			struct similar s = {.word = word};
			similar_add(&s, SLUG_WORDS);
			return options_unknown(&l->refusal, "dialect", &s, NULL);
		}
		l->dialects |= 1u << number;
		list += word.n;
		if (!*list)
			return NULL;
	}
}

const struct option_row local_options[] = {
	{0, "anchors", "DIALECT,...", "the anchors of headings: github (default),\n"
         "gitlab, kramdown, mdbook, mkdocs, pymdownx,\nvitepress", .take = take_anchors},
	{0, "git", NULL, "ask git which files it tracks, and which names it\nignores",
         FLAG_OF(struct local, asks_git)},
	{0},
};

bool local_has_options(const struct local *l)
{
	return tree_has_options(&l->options) || l->dialects || l->asks_git;
}

bool local_is_wanted(const struct local *l)
{
	for (unsigned i = RULE_FIRST_LOCAL; i < RULE_TEXT_NAMES_OTHER_HOST; i++)
		if (ruleset_has(&l->checker->ruleset, i))
			return true;
	return false;
}

static struct messages *messages_of(const struct local *l)
{
	return &l->checker->filter->messages;
}

/* Opens the tree for the first document. Returns false if there is none. */
static bool open_tree(struct local *l, const char *operand)
{
	struct filter *const f = l->checker->filter;

	l->tree.lines = &f->lines;
	l->tree.has_charset = f->options.charset;
	l->tree.dialects = l->dialects;
	l->arena.messages = &f->messages;
	l->resolver.tree = l->suggester.tree = &l->tree;
	l->landmarks.arg = l;
	if (!tree_open(&l->tree, &f->messages, &l->options, operand))
		return false;
	if (l->asks_git && !git_open(&l->git, &f->messages, l->tree.listing.root.path))
		filter_die(f, "--git", "git does not list the files of this folder");
	return true;
}

/* For struct landmarks */
static void landmark_found(void *local, enum landmark kind, struct iri_str text)
{
	anchors_found(&((struct local *)local)->anchors, kind, text);
}

/* For struct landmarks */
static void definition_unused(void *local, size_t definition)
{
	iri_buf_add(&((struct local *)local)->unused, (const char *)&definition, sizeof definition);
}

bool local_is_for(enum document_format format, const char *name)
{
	if (format == FORMAT_AUTO)
		format = format_of_name(name);
	return format_is_local(format);
}

bool local_begin(struct local *l, const char *name, enum document_format format, const char *operand)
{
	if (format == FORMAT_AUTO)
		format = format_of_name(name);
	if (!format_is_local(format))
		return false;
	if (l->state == TREE_UNKNOWN)
		l->state = open_tree(l, operand) ? TREE_OPEN : TREE_NONE;
	if (l->state != TREE_OPEN)
		return false;
	l->landmarks.found = landmark_found;
	l->landmarks.unused = definition_unused;
	l->format = format;
	if (!origin_begin(&l->resolver, name, format_is_html(format), &l->origin))
		return false;
	arena_clear(&l->arena);
	l->links.n = l->unused.n = 0;
	anchors_clear(&l->anchors);
	l->anchors.messages = messages_of(l);
	l->anchors.keeps_texts = lines_is_stdin(&l->checker->filter->lines, name);
	l->anchors.is_html = l->origin.is_html;
	l->anchors.dialects = tree_dialects(&l->tree, l->origin.file.folder);
	return true;
}

/* Whether a link in this number of layers is one of a document in an attribute (srcdoc), and means a place in it. */
static bool is_inner_place(size_t depth, struct iri_str reference)
{
	return depth > 1 && reference.n && *reference.p == '#';
}

/* The same, or whether it is the base of that document. */
static bool is_inner(const struct span *link)
{
	return is_inner_place(link->style.n, link->reference) || (link->style.n > 1 && link->kind == SPAN_BASE);
}

/* Whether a link leads to a file that git does not track. */
static bool is_untracked(struct local *l, const struct target *t)
{
	if (!l->asks_git)
		return false;
	l->message.n = 0;
	const bool is_found = resolve_target_path(t, &l->message);
	buf_check(messages_of(l), &l->message);
	return is_found && !git_tracks(&l->git, iri_contents(&l->message));
}

/*
 * The first pass
 */

/*
 * A fragment, to be looked up when all documents were read. There are as many as links, so it is small. If another
 * process has found it, `folder` is NULL, and `entry` the number of the path in far_paths.
 */
struct local_fragment {
	struct folder *folder;    /* of the file that should have the anchor */
	uint64_t hash;
	uint32_t entry;           /* the number of the file in the folder */
	uint32_t document : 31;   /* the number of the document that has the link */
	uint32_t is_either : 1;   /* the next one has another hash of this fragment; one of them must be there */
};

/* A document that is read for its anchors, and to see whether it can have findings */
struct local_scan {
	struct local *local;
	const struct selection *selection;
	size_t document;
	bool is_suspect;
};

/* Keeps a fragment for local_look_up. Returns false if a number of it is too large. */
static bool keep_fragment(const struct local_scan *s, const struct fragment_key *key)
{
	const size_t entry = (size_t)(key->file.entry - key->file.folder->entries);
	struct local_fragment f = {
		.folder = key->file.folder, .entry = (uint32_t)entry, .document = (uint32_t)s->document & INT32_MAX,
	};

	if (f.entry != entry || f.document != s->document)
		return false;
	if (key->raw != key->decoded) {
		f.hash = key->decoded;
		f.is_either = true;
		iri_buf_add(&s->local->fragments, (const char *)&f, sizeof f);
		f.is_either = false;
	}
	f.hash = key->raw;
	iri_buf_add(&s->local->fragments, (const char *)&f, sizeof f);
	return true;
}

/* Whether a local link may have a finding. If that depends on the anchors of a document, keeps its fragment. */
static bool is_suspect(struct local_scan *s, const struct span *link)
{
	struct local *const l = s->local;
	const struct target t = resolve_reference(&l->resolver, &l->origin, link->reference);
	struct fragment_key key;

	if ((t.outcome != OUTCOME_UNCHECKED && t.outcome != OUTCOME_ALIVE) || is_untracked(l, &t))
		return true;
	if (!resolve_key(&l->resolver, &l->origin, &t, &key))
		return false;
	if (key.file.what != FOUND_FILE)
		return true;
	return !keep_fragment(s, &key);
}

/* For document_read */
static bool scan_link(void *scan, const struct span *link)
{
	struct local_scan *const s = scan;
	struct local *const l = s->local;
	struct iri_findings found = {NULL, 0};

	selection_check(s->selection, messages_of(l));
	if (link->kind < SPAN_KINDS && !s->selection->kinds[link->kind])
		return true;
	if (link->kind >= SPAN_KINDS || link->kind == SPAN_BASE)
		s->is_suspect = true;
	else if (iri_lint(l->checker->linter, link->reference, &found, NULL) != IRI_OK)
		filter_die(l->checker->filter, NULL, "out of memory");
	else if (found.n || checker_names_other(l->checker, link))
		s->is_suspect = true;
	else if (!s->is_suspect && link->kind > SPAN_LAST_OF_TEXT && !l->anchors.in_generated && !is_inner(link))
		s->is_suspect = is_suspect(s, link);
	return true;
}

bool local_scan(struct local *l, const struct selection *selection, size_t document)
{
	struct local_scan s = {l, selection, document, false};
	struct document_options o = selection->document;
	const size_t n = l->fragments.n;

	o.format = l->format; /* that of the name need not be found again */
	o.find.landmarks = &l->landmarks;
	o.places = false;
	o.silent = true;
	const int fd = listing_open(&l->tree.listing, &l->origin.file);
	if (fd < 0)
		return false;
	const bool was_read =
		document_read(l->tree.lines, &o, fd, l->origin.file.entry->name, scan_link, &s) == DOCUMENT_SEARCHED;
	close(fd);
	anchors_end(&l->anchors);
	buf_check(messages_of(l), &l->fragments);
	if (was_read) {
		tree_store(&l->tree, &l->origin.file, &l->anchors);
		iri_buf_add(&l->scanned, (const char *)&l->origin.file, sizeof l->origin.file);
		buf_check(messages_of(l), &l->scanned);
	}
	if (!was_read || s.is_suspect)
		l->fragments.n = n;
	return was_read && !s.is_suspect;
}

void local_forget(struct local *l)
{
	l->scanned.n = l->fragments.n = 0;
}

/* In front of the path of a fragment that local_save has written */
struct far_fragment {
	uint64_t hash;
	size_t document, is_either, path;
};

static struct entry *entry_of(const struct local_fragment *f)
{
	return &f->folder->entries[f->entry];
}

void local_save(const struct local *l, struct iri_buf *out)
{
	const struct found *const files = (const void *)l->scanned.p;
	const struct local_fragment *const f = (const void *)l->fragments.p;
	const size_t n = l->scanned.n / sizeof *files;

	iri_buf_add(out, (const char *)&n, sizeof n);
	for (size_t i = 0; i < n; i++)
		tree_save(&files[i], out);
	for (size_t i = 0; i < l->fragments.n / sizeof *f; i++) {
		const struct found file = {.what = FOUND_FILE, .folder = f[i].folder, .entry = entry_of(&f[i])};
		struct far_fragment far = {.hash = f[i].hash, .document = f[i].document, .is_either = f[i].is_either};
		const size_t start = out->n;
		iri_buf_add(out, (const char *)&far, sizeof far);
		found_add_path(&file, out);
		far.path = out->n - start - sizeof far;
		if (!out->failed)
			memcpy(out->p + start, &far, sizeof far);
	}
}

void local_load(struct local *l, struct iri_str saved)
{
	size_t n;

	memcpy(&n, saved.p, sizeof n);
	saved = iri_between(saved.p + sizeof n, saved.p + saved.n);
	while (n--)
		tree_learn(&l->tree, &saved);
	while (saved.n) {
		struct far_fragment far;
		memcpy(&far, saved.p, sizeof far);
		const struct iri_str path = {saved.p + sizeof far, far.path};
		const struct local_fragment f = {
			.hash = far.hash, .entry = iri_texts_add(&l->far_paths, path),
			.document = (uint32_t)far.document & INT32_MAX, .is_either = far.is_either & 1,
		};
		if (f.entry == IRI_TEXTS_NONE)
			filter_die(l->checker->filter, NULL, "out of memory");
		iri_buf_add(&l->fragments, (const char *)&f, sizeof f);
		saved = iri_between(path.p + path.n, saved.p + saved.n);
	}
	buf_check(messages_of(l), &l->fragments);
}

/* Returns the anchors that a fragment can be among, or NULL. */
static const struct tree_document *anchors_for(struct local *l, const struct local_fragment *f)
{
	struct found file = {.what = FOUND_FILE, .folder = f->folder};

	if (f->folder) {
		file.entry = entry_of(f);
	} else {
		const struct iri_str path = iri_texts_at(&l->far_paths, f->entry);
		const struct tree_document *const learned = tree_learned(&l->tree, path);
		if (learned)
			return learned;
		file = listing_find(&l->tree.listing, path);
	}
	return file.what == FOUND_FILE ? tree_document(&l->tree, &file) : NULL;
}

void local_look_up(struct local *l, bool *is_clean)
{
	const struct local_fragment *const f = (const void *)l->fragments.p;

	for (size_t i = 0; i < l->fragments.n / sizeof *f; i++) {
		const uint64_t other = f[i + f[i].is_either].hash;
		const struct tree_document *const d = is_clean[f[i].document] ? anchors_for(l, &f[i]) : NULL;
		if (d && !d->is_opaque && !anchor_has(d->hashes, d->n, f[i].hash) &&
		    !anchor_has(d->hashes, d->n, other))
			is_clean[f[i].document] = false;
		i += f[i].is_either;
	}
	iri_buf_free(&l->fragments);
	iri_buf_free(&l->scanned);
}

/*
 * The second pass
 */

/* A link that waits until all anchors of its document are known */
struct local_link {
	struct span span;
	const struct layer_section *places; /* of each byte of span.found in span.text; NULL: it has the same place */
	bool is_generated;                  /* by a tool, whose dead links nobody can repair */
};

/* Keeps where the bytes of a link stand in the document: the layers are gone when it is reported. */
static const struct layer_section *keep_places(struct local *l, const struct span *link)
{
	struct layer_section *const places = arena_take(&l->arena, link->found.n * sizeof *places);

	for (size_t i = 0; i < link->found.n; i++) {
		const struct iri_str byte = layer_origin(link->layer, (struct iri_str){link->found.p + i, 1});
		const size_t start = (size_t)(byte.p - link->text.p);
		places[i] = (struct layer_section){start, start + byte.n};
	}
	return places;
}

void local_take(void *local, const struct span *link)
{
	struct local *const l = local;
	struct local_link copy = {.span = *link, .is_generated = l->anchors.in_generated};
	const bool is_plain = iri_same(link->text, link->found);

	if (link->kind == SPAN_COMMENT) {
		checker_comment(l->checker, link, checker_has_error_bytes(l->checker));
		return;
	}

	copy.span.text = arena_copy(&l->arena, link->text);
	copy.span.found = is_plain ? copy.span.text : arena_copy(&l->arena, link->found);
	copy.span.reference = iri_same(link->found, link->reference) ? copy.span.found
	                                                             : arena_copy(&l->arena, link->reference);
	copy.places = is_plain || !link->placed ? NULL : keep_places(l, link);
	copy.span.label = arena_copy(&l->arena, link->label);
	copy.span.layer = NULL;
	copy.span.base = (struct iri_str){0};
	iri_buf_add(&l->links, (const char *)&copy, sizeof copy);
	buf_check(messages_of(l), &l->links);
}

/*
 * Findings
 */

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
	buf_check(messages_of(l), &l->message);
	const struct iri_finding finding = {
		.rule = iri_rule_at(rule), .severity = severity, .why = l->message.p,
		.len = link->reference.n,
	};
	checker_local(l->checker, link, has_error_bytes, &finding);
}

static void add_suggestion(struct local *l, struct iri_buf *suggestion)
{
	buf_check(messages_of(l), suggestion);
	if (suggestion->n) {
		buf_add_text(&l->message, "; did you mean ");
		quote_name(&l->message, iri_contents(suggestion));
		iri_buf_putc(&l->message, '?');
	}
}

/* Writes the message about a dead file. */
static void say_dead_file(struct local *l, const struct target *t)
{
	struct iri_buf suggestion = {0};
	const struct iri_str path = t->path;
	const bool is_folder = t->written.n && t->written.p[t->written.n - 1] == '/';

	buf_add_text(&l->message, is_folder ? "no folder " : "no file ");
	quote_name(&l->message, path.n ? path : t->written);
	if (!path.n)
		return; /* no file can have this name */
	iri_buf_add(&suggestion, path.p, path.n);
	buf_add_text(&suggestion, ".gz");
	const bool is_compressed = listing_find(&l->tree.listing, iri_contents(&suggestion)).what == FOUND_FILE;
	suggestion.n = 0;
	if (is_compressed) {
		buf_add_text(&l->message, "; it is there as ");
		iri_buf_add(&suggestion, path.p, path.n);
		buf_add_text(&suggestion, ".gz");
		quote_name(&l->message, iri_contents(&suggestion));
	} else {
		suggest_file(&l->suggester, &l->origin, t, &suggestion);
		add_suggestion(l, &suggestion);
	}
	iri_buf_free(&suggestion);
}

/* Writes the message about a path, and returns its rule; or RULES if nothing is wrong with it. */
static unsigned say_path(struct local *l, const struct target *t)
{
	struct iri_buf other = {0};
	const struct iri_str path = t->path;

	switch (t->outcome) {
	case OUTCOME_DEAD:
		if (!l->asks_git || !git_ignores(&l->git, messages_of(l), path)) {
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
		quote_name(&l->message, path);
		buf_add_text(&l->message, " is there only as ");
		quote_name(&l->message, t->actual);
		return RULE_NEEDS_SITE;
	case OUTCOME_OUTSIDE:
		buf_add_text(&l->message, "leaves ");
		quote_name(&l->message, (struct iri_str){l->tree.listing.root.path, strlen(l->tree.listing.root.path)});
		buf_add_text(&l->message, "; not checked");
		return RULE_OUTSIDE_ROOT;
	case OUTCOME_UNCHECKED:
	case OUTCOME_ALIVE: break;
	}
	return RULES;
}

/* Whether all dialects of the document's anchors are those of software that ignores the case of fragments. */
static bool forgives_case(const struct local *l)
{
	return !l->origin.is_html && !(l->anchors.dialects & ~(1u << SLUG_GITHUB | 1u << SLUG_GITLAB));
}

/* Writes the message about a fragment that is dead, or in other case. key: from resolve_key */
static void say_fragment(struct local *l, const struct target *t, const struct fragment_key *key, bool is_case)
{
	struct iri_buf suggestion = {0};
	const struct iri_str name = path_without_slash(t->path);

	if (key->file.what == FOUND_FILE)
		suggest_anchor(&l->suggester, &key->file, key->fragment, is_case, &suggestion);
	buf_check(messages_of(l), &suggestion);
	if (is_case) {
		buf_add_text(&l->message, "the anchor is ");
		if (suggestion.n)
			quote_name(&l->message, iri_contents(&suggestion));
		else
			buf_add_text(&l->message, "there in another case");
		if (forgives_case(l))
			buf_add_text(&l->message, "; only GitHub and GitLab ignore case");
		else if (suggestion.n)
			buf_add_text(&l->message, ", in other case");
	} else {
		buf_add_text(&l->message, "no anchor ");
		quote_name(&l->message, t->fragment);
		buf_add_text(&l->message, " in ");
		quote_name(&l->message, t->actual.p ? t->actual : name);
		add_suggestion(l, &suggestion);
	}
	iri_buf_free(&suggestion);
}

static enum iri_severity severity_of(unsigned rule, bool is_forgiven)
{
	static const struct { bool is_set; enum iri_severity severity; } forgiven[RULES] = {
#define FORGIVEN(name, severity) [RULE_##name] = {true, IRI_SEVERITY_##severity},
#include "lib/lint/rules.def"
	};

	return is_forgiven && forgiven[rule].is_set ? forgiven[rule].severity : iri_rule_at(rule)->severity;
}

/* With --diff: notes whether the diff can be why a link is dead: it renames the document, or changes the target. */
static void note_cause(struct local *l, const struct target *t)
{
	struct checker *const c = l->checker;

	c->is_caused = c->added && (l->is_moved || added_breaks(c->added, l->tree.listing.root.path,
	                                                        t->actual.p ? t->actual : t->path));
}

/* Checks a link. is_unused: it is the destination of a definition that nothing uses */
static void check_local(struct local *l, const struct span *link, bool is_unused, bool has_error_bytes)
{
	const struct target t = resolve_reference(&l->resolver, &l->origin, link->reference);

	const bool is_only_here = is_untracked(l, &t);
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
		report_local(l, link, rule, severity_of(rule, false), has_error_bytes);
	}
	l->message.n = 0;
	struct fragment_key key;
	if (!resolve_key(&l->resolver, &l->origin, &t, &key) || resolve_fragment(&l->resolver, &key))
		return;
	const bool is_case = resolve_folded(&l->resolver, &key);
	rule = is_case ? RULE_ANCHOR_CASE : is_unused ? RULE_DEAD_DEFINITION : RULE_DEAD_ANCHOR;
	say_fragment(l, &t, &key, is_case);
	if (rule == RULE_DEAD_DEFINITION)
		buf_add_text(&l->message, " (nothing uses this definition)");
	note_cause(l, &t);
	report_local(l, link, rule, severity_of(rule, forgives_case(l)), has_error_bytes);
}

/* Reports a reference without a definition: "[text][label]" or "[label][]". */
static void local_check_label(struct local *l, const struct span *link, bool has_error_bytes)
{
	const struct iri_str text = link->text;
	const char *open = text.p + text.n - 1;

	l->checker->is_caused = false;
	if (l->origin.site && l->origin.site->flags & SITE_LABELS)
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

void local_check(struct local *l, bool was_read)
{
	struct checker *const c = l->checker;
	const bool has_error_bytes = checker_has_error_bytes(c);
	const struct local_link *const links = (const void *)l->links.p;
	const size_t *const unused = (const void *)l->unused.p;
	const size_t n_unused = l->unused.n / sizeof *unused;
	size_t next = 0;

	if (c->added)
		added_begin_document(c->added, messages_of(l)->place.file);
	l->is_moved = c->added && added_moves(c->added);

	buf_check(messages_of(l), &l->unused);
	anchors_end(&l->anchors);
	if (was_read && !l->origin.file.entry->document)
		tree_store(&l->tree, &l->origin.file, &l->anchors);
	if (l->anchors.keeps_texts)
		suggest_keep(&l->suggester, l->origin.file.entry, &l->anchors);
	for (size_t i = 0; i < l->links.n / sizeof *links; i++) {
		struct layer document;
		const struct layer layer = layer_of(l, &links[i], &document);
		struct span copy = links[i].span;
		const struct span *const link = &copy;
		copy.layer = &layer;
		copy.found = layer.text;
		if (link->kind != SPAN_LABEL)
			checker_link(c, link, has_error_bytes);
		if (!was_read || links[i].is_generated || l->anchors.is_template)
			continue;
		while (next < n_unused && unused[next] < link->definition)
			next++;
		const bool is_unused = link->definition && next < n_unused && unused[next] == link->definition;
		if (link->kind == SPAN_LABEL)
			local_check_label(l, link, has_error_bytes);
		else if (is_inner(link))
			continue;
		else if (link->kind == SPAN_BASE)
			origin_set_base(&l->resolver, &l->origin, link->reference);
		else if (link->kind > SPAN_LAST_OF_TEXT)
			check_local(l, link, is_unused, has_error_bytes);
	}
}

/*
 * --fix
 */

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
static bool fix_moved(struct local *l, const struct target *t, struct iri_buf *out)
{
	const struct found *const moved = suggest_moved(&l->suggester, t);
	const struct iri_str from = l->origin.base.p ? l->origin.base : l->origin.path;
	struct iri_buf path = {0};

	if (!moved || !t->written.p || !t->written.n || t->written.p[t->written.n - 1] == '/')
		return false;
	const struct form_style style = {.is_ascii = memchr(t->written.p, '%', t->written.n)};
	found_add_path(moved, &path);
	forms_add_path(out, *t->written.p == '/' ? FORM_ROOT_RELATIVE : FORM_RELATIVE, path_folder(from),
	               iri_contents(&path), &style);
	out->failed |= path.failed;
	iri_buf_free(&path);
	return true;
}

/* Appends the path of a reference, repaired. Returns false if it stays. */
static bool fix_path(struct local *l, const struct target *t, struct iri_buf *out)
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
static bool fix_fragment(struct local *l, const struct target *t, struct iri_buf *out)
{
	struct fragment_key key;
	struct iri_buf anchor = {0};

	if (!ruleset_has(&l->checker->ruleset, RULE_ANCHOR_CASE) ||
	    !resolve_key(&l->resolver, &l->origin, t, &key) ||
	    key.fragment.n != t->fragment.n || resolve_fragment(&l->resolver, &key) ||
	    !resolve_folded(&l->resolver, &key))
		return false;
	suggest_anchor(&l->suggester, &key.file, key.fragment, true, &anchor);
	buf_check(messages_of(l), &anchor);
	const bool is_found = anchor.n;
	if (is_found) {
		iri_buf_putc(out, '#');
		resolve_encode(iri_contents(&anchor), memchr(t->fragment.p, '%', t->fragment.n), out);
	}
	iri_buf_free(&anchor);
	return is_found;
}

/* Whether a repaired reference leads where the finding says. before: what the reference meant */
static bool fix_leads_there(struct local *l, const struct target *before, struct iri_str reference, bool path_is_fixed)
{
	const struct found old = before->file;
	const enum outcome outcome = before->outcome;
	const struct target t = resolve_reference(&l->resolver, &l->origin, reference);

	if (path_is_fixed ? t.outcome != OUTCOME_ALIVE && t.outcome != OUTCOME_SLASH && t.outcome != OUTCOME_ROUTE
	                  : t.outcome != outcome)
		return false;
	return old.what == FOUND_NOTHING ||
	       (t.file.what == old.what && t.file.folder == old.folder && t.file.entry == old.entry);
}

bool local_fix(struct local *l, const struct editor *e, size_t i, struct iri_str reference, struct iri_buf *out)
{
	const char *const end = reference.p + reference.n;
	const size_t start = out->n;

	if (is_inner_place(editor_depth(e, i), reference))
		return false;
	if (!l->reader.messages) {
		l->reader = (struct lines){.messages = messages_of(l), .eol = '\n'};
		lines_open_charset(&l->reader, &l->checker->filter->options);
	}
	origin_rebase(&l->resolver, &l->origin, editor_base(e, i));
	l->tree.lines = &l->reader;
	l->tree.listing.is_ambiguous = false;
	const struct target t = resolve_reference(&l->resolver, &l->origin, reference);
	if (t.outcome == OUTCOME_UNCHECKED || l->tree.listing.is_ambiguous)
		return false;
	const char *const before = t.written.p ? t.written.p : reference.p;
	const char *const path_end = before + t.written.n, *const hash = iri_find_byte(path_end, end, '#');
	iri_buf_add(out, reference.p, (size_t)(before - reference.p));
	const size_t path = out->n;
	const bool path_is_fixed = t.written.n && fix_path(l, &t, out);
	bool is_fixed = path_is_fixed;
	if (!is_fixed) {
		out->n = path;
		iri_buf_add(out, t.written.p, t.written.n);
	}
	iri_buf_add(out, path_end, (size_t)(hash - path_end));
	const struct target again = resolve_reference(&l->resolver, &l->origin, reference);
	if (fix_fragment(l, &again, out))
		is_fixed = true;
	else
		iri_buf_add(out, hash, (size_t)(end - hash));
	buf_check(messages_of(l), out);
	is_fixed = is_fixed && fix_leads_there(l, &t, iri_added(out, start), path_is_fixed);
	if (!is_fixed)
		out->n = start;
	return is_fixed;
}

void local_free(struct local *l)
{
	if (l->state != TREE_UNKNOWN)
		tree_free(&l->tree);
	git_close(&l->git);
	resolver_free(&l->resolver);
	suggester_free(&l->suggester);
	anchors_free(&l->anchors);
	arena_clear(&l->arena);
	tree_options_free(&l->options);
	iri_buf_free(&l->refusal);
	charset_close(l->reader.charset);
	iri_buf_free(&l->reader.in);
	iri_buf_free(&l->reader.out);
	iri_buf_free(&l->message);
	iri_buf_free(&l->links);
	source_map_free(&l->places);
	iri_buf_free(&l->unused);
	iri_buf_free(&l->fragments);
	iri_buf_free(&l->scanned);
	iri_texts_free(&l->far_paths);
}
