/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "move.h"

#include "cmd/document/formats.h"
#include "cmd/tree/forms.h"
#include "cmd/tree/git.h"
#include "cmd/tree/paths.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL ".irised-move"

size_t relink_count_moves(const struct relinker *r)
{
	return r->moves.n / sizeof(struct move);
}

const struct move *relink_moves(const struct relinker *r)
{
	return (const void *)r->moves.p;
}

void relink_add_moved(const struct relinker *r, struct iri_str path, struct iri_buf *out)
{
	struct iri_buf now = {0}, next = {0};

	iri_buf_add(&now, path.p, path.n);
	for (size_t i = 0; i < relink_count_moves(r); i++) {
		const struct move *const move = &relink_moves(r)[i];
		const struct iri_str text = iri_contents(&now);
		if (!path_is_below(text, move->old))
			continue;
		next.n = 0;
		iri_buf_add(&next, move->new.p, move->new.n);
		iri_buf_add(&next, text.p + move->old.n, text.n - move->old.n);
		now.n = 0;
		iri_buf_add(&now, next.p, next.n);
	}
	iri_buf_add(out, now.p, now.n);
	out->failed |= now.failed || next.failed;
	buf_check(r->messages, out);
	iri_buf_free(&now);
	iri_buf_free(&next);
}

/* Where a link must lead after the moves */
struct destination {
	int what;             /* of struct found; FOUND_NOTHING: nowhere */
	struct iri_str path;  /* of the file or folder */
	bool is_by_site;      /* only a site finds it by what the link says */
};

static bool is_alive(const struct target *t)
{
	return t->outcome == OUTCOME_ALIVE || t->outcome == OUTCOME_ROUTE;
}

/* Whether a reference of the document, which has its new place, leads where it should. */
static bool leads_to(struct relinker *r, const struct origin *to, struct iri_str reference,
                     const struct destination *wanted)
{
	const struct target t = resolve_reference(&r->new, to, reference);

	if (wanted->what == FOUND_NOTHING)
		return !is_alive(&t);
	if (!is_alive(&t) || (int)t.file.what != wanted->what || (t.is_by_site && !wanted->is_by_site))
		return false;
	r->scratch.n = 0;
	if (!resolve_target_path(&t, &r->scratch))
		return iri_same(path_without_slash(t.path), wanted->path);
	buf_check(r->messages, &r->scratch);
	return iri_same(iri_contents(&r->scratch), wanted->path);
}

/* A link that gets another path */
struct relink {
	struct relinker *relinker;
	const struct origin *to;
	struct iri_str prefix; /* what --site names, before the path */
	struct iri_str tail;   /* query and fragment */
	struct iri_str below;  /* with a prefix: the folder that it means */
	enum form form;
	struct form_style style;
	const struct destination *wanted;
};

/* Sets r->link to the link with this path, and tries whether it leads to the destination. */
static bool try_form(const struct relink *l, enum form form, struct iri_str folder, struct iri_str path)
{
	struct relinker *const r = l->relinker;

	r->link.n = 0;
	iri_buf_add(&r->link, l->prefix.p, l->prefix.n);
	forms_add_path(&r->link, form, folder, path, &l->style);
	iri_buf_add(&r->link, l->tail.p, l->tail.n);
	buf_check(r->messages, &r->link);
	return leads_to(r, l->to, iri_contents(&r->link), l->wanted);
}

/* Returns what follows a folder in a path below it. */
static struct iri_str rest_of(struct iri_str path, struct iri_str folder)
{
	const size_t n = folder.n && path.n > folder.n ? folder.n + 1 : folder.n;

	return iri_between(path.p + n, path.p + path.n);
}

/* Tries a path below the root in the form of the link. */
static bool try_path(const struct relink *l, struct iri_str path)
{
	const struct origin *const to = l->to;

	if (l->prefix.n)
		return path_is_below(path, l->below) &&
		       try_form(l, FORM_AS_IT_IS, (struct iri_str){0}, rest_of(path, l->below));
	for (size_t i = 0; l->form == FORM_ROOT_RELATIVE && to->site && i < 3 && to->site->folders[i].p; i++)
		if (path_is_below(path, to->site->folders[i]) &&
		    try_form(l, l->form, (struct iri_str){0}, rest_of(path, to->site->folders[i])))
			return true;
	return try_form(l, l->form, path_folder(to->base.p ? to->base : to->path), path);
}

/* Returns the path without what follows the last dot in its name. */
static struct iri_str stem_of(struct iri_str path)
{
	const size_t folder = path_folder(path).n;

	for (size_t n = path.n; n > folder + 1; n--)
		if (path.p[n - 1] == '.')
			return (struct iri_str){path.p, n - 1};
	return path;
}

/* Tries the paths by which a site finds the file: without its end, as .html, its folder for an index. */
static bool try_routes(struct relink *l, bool is_html)
{
	const struct iri_str path = l->wanted->path, stem = stem_of(path);
	struct iri_buf html = {0};

	iri_buf_add(&html, stem.p, stem.n);
	buf_add_text(&html, ".html");
	buf_check(l->relinker->messages, &html);
	bool is_found = is_html && try_path(l, iri_contents(&html));
	iri_buf_free(&html);
	is_found = is_found || try_path(l, stem);
	return is_found || (l->style.is_folder && try_path(l, path_folder(path)));
}

/* Sets r->link to a link that leads to the destination. Returns false if there is none. */
static bool find_link(struct relink *l, const struct target *t)
{
	struct relinker *const r = l->relinker;
	struct iri_buf named = {0};
	const struct destination *const wanted = l->wanted;
	const struct iri_str path = path_without_slash(t->path);
	const bool is_html = path.n > 5 && !memcmp(path.p + path.n - 5, ".html", 5);
	const bool is_folder = l->style.is_folder;

	/* The path that it named, for a symbolic link or a folder of the site; then what it means */
	relink_add_moved(r, path, &named);
	bool is_found = try_path(l, iri_contents(&named));
	if (!is_found && wanted->what == FOUND_FILE && wanted->is_by_site)
		is_found = try_routes(l, is_html);
	l->style.is_folder = is_folder && wanted->what == FOUND_FOLDER;
	is_found = is_found || (wanted->what != FOUND_NOTHING && try_path(l, wanted->path));
	if (!is_found && l->form != FORM_RELATIVE && wanted->what != FOUND_NOTHING) {
		/* It cannot be written in this form where the file is now. */
		l->form = FORM_RELATIVE;
		l->prefix = (struct iri_str){0};
		is_found = try_path(l, wanted->path);
	}
	iri_buf_free(&named);
	return is_found;
}

/* Returns the number of folders in the path of the document, or of its base, below the root. */
static size_t depth_of(const struct origin *document)
{
	const struct iri_str folder = path_folder(document->base.p ? document->base : document->path);
	size_t depth = folder.n > 0;

	for (size_t i = 0; i < folder.n; i++)
		depth += folder.p[i] == '/';
	return depth;
}

/*
 * For a path that leaves the root, where nothing is looked at: sets r->link to the link with as many "../" as the new
 * place of the document needs to lead there. Returns false if it stays.
 */
static bool relink_outside(struct relinker *r, const struct origin *from, const struct origin *to,
                           struct iri_str written, struct iri_str tail)
{
	const size_t new = depth_of(to);
	const char *p = written.p, *const end = p + written.n;
	size_t depth = depth_of(from);

	if (depth == new || *p == '/')
		return false;
	for (; p < end; p++) {
		const char *const stop = iri_find_byte(p, end, '/');
		r->scratch.n = 0;
		resolve_decode(iri_between(p, stop), &r->scratch);
		buf_check(r->messages, &r->scratch);
		const struct iri_str name = iri_contents(&r->scratch);
		const bool is_up = iri_is(name, "..");
		if (is_up && !depth)
			break;
		depth = is_up ? depth - 1 : depth + (name.n && !iri_is(name, "."));
		p = stop;
	}
	if (p >= end)
		return false;
	r->link.n = 0;
	for (size_t i = 0; i < new; i++)
		buf_add_text(&r->link, "../");
	iri_buf_add(&r->link, p, (size_t)(end - p));
	iri_buf_add(&r->link, tail.p, tail.n);
	buf_check(r->messages, &r->link);
	return true;
}

bool relink_reference(struct relinker *r, const struct origin *from, const struct origin *to, struct iri_str reference,
                   bool *failed)
{
	const struct target t = resolve_reference(&r->old, from, reference);
	struct destination wanted = {.what = FOUND_NOTHING};

	*failed = false;
	if (!t.written.n)
		return false;
	const struct iri_str tail = iri_between(t.written.p + t.written.n, reference.p + reference.n);
	/* A path that leaves the root can be a page of GitHub, which is not checked either. */
	if (t.outcome == OUTCOME_UNCHECKED || t.outcome == OUTCOME_OUTSIDE)
		return t.written.p == reference.p && relink_outside(r, from, to, t.written, tail);
	r->path.n = 0;
	struct iri_buf moved = {0};
	if (is_alive(&t)) {
		wanted.what = (int)t.file.what;
		wanted.is_by_site = t.is_by_site;
		if (!resolve_target_path(&t, &r->path)) {
			const struct iri_str path = path_without_slash(t.path);
			iri_buf_add(&r->path, path.p, path.n);
		}
		buf_check(r->messages, &r->path);
		relink_add_moved(r, iri_contents(&r->path), &moved);
		wanted.path = iri_contents(&moved);
	}
	struct relink l = {
		.relinker = r,
		.to = to,
		.prefix = {reference.p, (size_t)(t.written.p - reference.p)},
		.tail = tail,
		.form = *t.written.p == '/' ? FORM_ROOT_RELATIVE : FORM_RELATIVE,
		.style = {.is_ascii = memchr(t.written.p, '%', t.written.n),
		          .has_dot = t.written.n > 1 && t.written.p[0] == '.' && t.written.p[1] == '/',
		          .is_folder = forms_names_folder(t.written)},
		.wanted = &wanted,
	};
	for (size_t i = 0; i < r->old.tree->n_maps && l.prefix.n; i++)
		if (iri_same(r->old.tree->maps[i].iri, l.prefix))
			l.below = r->old.tree->maps[i].folder;
	bool is_changed = false;
	if (!leads_to(r, to, reference, &wanted)) {
		is_changed = find_link(&l, &t);
		*failed = !is_changed && wanted.what != FOUND_NOTHING;
	}
	iri_buf_free(&moved);
	return is_changed;
}

void relink_free(struct relinker *r)
{
	resolver_free(&r->old);
	resolver_free(&r->new);
	iri_buf_free(&r->moves);
	iri_buf_free(&r->link);
	iri_buf_free(&r->path);
	iri_buf_free(&r->scratch);
}

static const char *take_move(void *mover, const char *arg)
{
	iri_buf_add(&((struct mover *)mover)->args, (const char *)&arg, sizeof arg);
	return NULL;
}

const struct option_row mover_options[] = {
	{0, "move", "OLD=NEW", "give the file or folder OLD the path NEW, and\n"
         "edit the links to it and in it; repeatable", .take = take_move},
	{0, "git-mv", NULL, "with --move, also move it in the index of git", FLAG_OF(struct mover, tells_git)},
	{0},
};

bool mover_is_wanted(const struct mover *s)
{
	return s->args.n;
}

/*
 * The arguments
 */

/* Appends the real path of a file or folder, which can be missing, below the root. Returns false if it is not there. */
static bool place_below(struct mover *s, struct iri_str name, struct iri_buf *out)
{
	struct iri_buf text = {0};
	const size_t start = out->n;
	bool is_below = false, is_missing = true;

	name = path_without_slash(name);
	/* Of folders that are missing, some can be made, or get that name by a move. */
	for (struct iri_str first = name; first.n && is_missing && !is_below; first = path_folder(first)) {
		text.n = 0;
		iri_buf_add(&text, first.p, first.n);
		iri_buf_putc(&text, '\0');
		buf_check(s->messages, &text);
		out->n = start;
		is_below = root_below(&s->before.listing.root, text.p, out);
		is_missing = !is_below && root_is_missing();
		iri_buf_add(out, name.p + first.n, name.n - first.n);
	}
	buf_check(s->messages, out);
	iri_buf_free(&text);
	if (!is_below)
		return false;
	const char *const end = out->p + out->n;
	for (const char *p = out->p + start; p < end; p++) {
		const struct iri_str part = iri_between(p, iri_find_byte(p, end, '/'));
		if (!part.n || iri_is(part, ".") || iri_is(part, ".."))
			return false;
		p += part.n;
	}
	return out->n > start;
}

/* Whether there is something with this path, also after the moves up to now. */
static bool will_exist(struct mover *s, struct iri_str path)
{
	struct listing *const l = &s->after.listing;
	const struct iri_str folder = path_folder(path);
	const struct found in = listing_find(l, folder);

	path = folder.n ? iri_between(path.p + folder.n + 1, path.p + path.n) : path;
	return in.what == FOUND_FOLDER && listing_entry(l, in.folder, path);
}

/* Whether a part of the path is .git: only git itself may change what is in there. */
static bool is_in_git(struct iri_str path)
{
	const char *const end = path.p + path.n;

	for (const char *p = path.p, *stop; p < end; p = stop + (stop < end)) {
		stop = iri_find_byte(p, end, '/');
		if (iri_is(iri_between(p, stop), ".git"))
			return true;
	}
	return false;
}

static _Noreturn void refuse_argument(const struct mover *s, const char *arg, const char *text)
{
	message_say(s->messages, arg, text);
	message_die(s->messages, NULL, "nothing was moved");
}

/* Takes an argument OLD=NEW. OLD ends at the first "=" before which an existing name stands. */
static void add_move(struct mover *s, const char *arg)
{
	const char *const end = arg + strlen(arg);
	const char *equals = arg;
	struct iri_buf new = {0};

	for (equals = iri_find_byte(arg, end, '='); equals < end; equals = iri_find_byte(equals + 1, end, '=')) {
		s->path.n = 0;
		if (place_below(s, iri_between(arg, equals), &s->path) && will_exist(s, iri_contents(&s->path)))
			break;
	}
	if (equals == end)
		refuse_argument(s, arg, "no file or folder below the root stands before a '='");
	if (!place_below(s, iri_between(equals + 1, end), &new))
		refuse_argument(s, arg, "the new path is not one below the root");
	if (is_in_git(iri_contents(&s->path)) || is_in_git(iri_contents(&new)))
		refuse_argument(s, arg, "only git may change what is in .git");
	const struct move move = {arena_copy(&s->arena, iri_contents(&s->path)),
	                          arena_copy(&s->arena, iri_contents(&new))};
	const char *const why = listing_move(&s->after.listing, move.old, move.new);
	if (why)
		refuse_argument(s, arg, why);
	iri_buf_add(&s->links.moves, (const char *)&move, sizeof move);
	buf_check(s->messages, &s->links.moves);
	iri_buf_free(&new);
}


/*
 * Documents
 */

/* A document that is edited */
struct moving {
	struct mover *mover;
	struct origin from, to;
};

/* Sets the bases of the document before and after, which the link has. */
static void set_bases(struct moving *d, struct iri_str base)
{
	struct mover *const s = d->mover;
	bool failed;

	origin_rebase(&s->links.old, &d->from, (struct iri_str){0});
	origin_rebase(&s->links.new, &d->to, (struct iri_str){0});
	if (!base.p)
		return;
	const bool is_changed = relink_reference(&s->links, &d->from, &d->to, base, &failed);
	s->base.n = 0;
	iri_buf_add(&s->base, is_changed ? s->links.link.p : base.p, is_changed ? s->links.link.n : base.n);
	buf_check(s->messages, &s->base);
	origin_rebase(&s->links.old, &d->from, base);
	origin_rebase(&s->links.new, &d->to, iri_contents(&s->base));
}

/* For inplace_make: sets the new links. Returns false, after a message, if one cannot be written. */
static bool set_new_links(void *moving, struct editor *e)
{
	struct moving *const d = moving;
	struct mover *const s = d->mover;
	struct iri_str link;
	bool failed;

	for (size_t i = 0; (link = editor_next(e, &i)).p; i++) {
		if (editor_kind(e, i) <= SPAN_LAST_OF_TEXT)
			continue;
		set_bases(d, editor_base(e, i));
		if (relink_reference(&s->links, &d->from, &d->to, link, &failed))
			editor_set(e, i, iri_contents(&s->links.link));
		if (failed) {
			editor_say(e, i, "no link in this place can lead to where the file will be");
			return false;
		}
	}
	return true;
}

static const char *as_string(struct mover *s, struct iri_buf *b)
{
	iri_buf_putc(b, '\0');
	buf_check(s->messages, b);
	return b->p;
}

/* Prints that the file gets another name, if it does. */
static void put_rename(struct mover *s, const char *old, const char *new)
{
	struct iri_buf diff = {0};

	if (strcmp(old, new) != 0)
		diff_add_rename(&diff, old, new);
	inplace_print(s->inplace, s->messages, &diff);
}

/* Writes the new document beside the old one, or prints what changes. Returns false, after a message, on failure. */
static bool put_document(struct mover *s, const struct editor *e, const struct stat *st, const char *new_name)
{
	struct iri_buf diff = {0};

	if (!e->changes.n)
		return true;
	if (!s->inplace->dry_run)
		return transaction_replace(&s->transaction, e->name, st, iri_contents(&e->result),
		                           &s->inplace->replace);
	put_rename(s, e->name, new_name);
	diff_add(&diff, e->name, new_name, e->document, iri_contents(&e->result), (const void *)e->changes.p,
	         e->changes.n / sizeof(struct change));
	inplace_print(s->inplace, s->messages, &diff);
	return true;
}

/* Marks of entries: the file was read, and its new name was printed */
static char was_read, was_printed;

/* For choose_files: edits a document. Stops after a signal. */
static bool move_document(void *mover, const char *name, bool is_first)
{
	struct mover *const s = mover;
	const struct inplace silent = {0};
	const enum document_format named = s->selection->document.format;
	const enum document_format format = named == FORMAT_AUTO ? format_of_name(name) : named;
	const bool is_markdown = format == FORMAT_MARKDOWN || format == FORMAT_MDX;
	struct moving d = {.mover = s};
	struct editor e = {.lines = s->lines, .selection = s->selection, .name = name};
	struct iri_buf document = {0}, new = {0};
	struct stat st;

	(void)is_first;
	if (atomic_is_interrupted()) {
		s->failed = true;
		return false;
	}
	if (!origin_begin(&s->links.old, name, !is_markdown, &d.from)) {
		message_say(s->messages, name, "cannot be read now; run the command again");
		s->failed = true;
		return true;
	}
	if (d.from.file.entry->document)
		return true;
	d.from.file.entry->document = &was_read;
	relink_add_moved(&s->links, d.from.path, &new);
	if (!origin_at(&s->links.new, iri_contents(&new), !is_markdown, &d.to) || lstat(name, &st) != 0) {
		message_say(s->messages, name, strerror(errno));
		s->failed = true;
	} else {
		const enum inplace_result result = inplace_make(&silent, &e, NULL, set_new_links, &d, &document);
		if (result == INPLACE_FAILED ||
		    (result == INPLACE_MADE && !put_document(s, &e, &st, as_string(s, &new))))
			s->failed = true;
		if (s->inplace->dry_run && e.changes.n)
			d.from.file.entry->document = &was_printed;
	}
	editor_free(&e);
	iri_buf_free(&document);
	iri_buf_free(&new);
	return true;
}

/* Edits the documents of the tree, and those of what is moved, also if -r leaves them out or git ignores them. */
static void move_documents(struct mover *s)
{
	char *here[] = {"."};

	s->choose->allows_none = true;
	choose_files(s->choose, s->messages, 1, here, move_document, s);
	s->choose->takes_all = true;
	for (size_t i = 0; i < relink_count_moves(&s->links); i++) {
		char *old[] = {(char *)relink_moves(&s->links)[i].old.p};
		const struct found found = listing_find(&s->before.listing, relink_moves(&s->links)[i].old);
		s->path.n = 0;
		if (found.what == FOUND_FILE || found.what == FOUND_FOLDER)
			found_add_path(&found, &s->path);
		buf_check(s->messages, &s->path);
		/* The path is another one if this is a symbolic link. */
		if (!s->failed && iri_same(iri_contents(&s->path), relink_moves(&s->links)[i].old) &&
		    (found.what == FOUND_FOLDER || format_is_searched(found.entry->name)))
			choose_files(s->choose, s->messages, 1, old, move_document, s);
	}
}

/* Prints the new name of a file, unless it was printed already. e: its entry; NULL for a link that leads nowhere */
static void put_final_name(struct mover *s, struct entry *e, struct iri_str path)
{
	struct iri_buf old = {0}, new = {0};

	if (e && e->document == &was_printed)
		return;
	iri_buf_add(&old, path.p, path.n);
	relink_add_moved(&s->links, path, &new);
	put_rename(s, as_string(s, &old), as_string(s, &new));
	if (e)
		e->document = &was_printed;
	iri_buf_free(&old);
	iri_buf_free(&new);
}

/* Prints the new names of the files in a folder that were not printed yet. */
static void put_renames(struct mover *s, struct folder *f)
{
	struct listing *const l = &s->before.listing;
	struct iri_buf path = {0};

	listing_entry(l, f, (struct iri_str){"", 0});
	for (size_t i = 0; i < f->n; i++) {
		struct entry *const e = &f->entries[i];
		const struct iri_str name = {e->name, strlen(e->name)};
		listing_below(l, f, name); /* looks at it */
		if (e->folder) {
			put_renames(s, e->folder);
			continue;
		}
		path.n = 0;
		path_add(&path, f->path, name);
		buf_check(s->messages, &path);
		put_final_name(s, e, iri_contents(&path));
	}
	iri_buf_free(&path);
}

/*
 * The whole
 */

static bool rename_with_git(const char *old, const char *new)
{
	errno = 0;
	return git_move(old, new);
}

/* Adds the steps of a move: the folders of the new path, and the rename. */
static void add_steps(struct mover *s, const struct move *move)
{
	struct stat old, new;
	struct iri_buf text = {0};

	for (size_t i = 0; i < move->new.n; i++) {
		if (move->new.p[i] != '/')
			continue;
		text.n = 0;
		iri_buf_add(&text, move->new.p, i);
		transaction_add_folder(&s->transaction, as_string(s, &text));
	}
	/* Where case does not count, a file whose name only changes its case gets another one in between. */
	if (lstat(move->old.p, &old) == 0 && lstat(move->new.p, &new) == 0 && old.st_ino == new.st_ino &&
	    old.st_dev == new.st_dev) {
		text.n = 0;
		path_add(&text, path_folder(move->new), (struct iri_str){".irised-case", 12});
		transaction_add_rename(&s->transaction, move->old.p, as_string(s, &text));
		transaction_add_rename(&s->transaction, text.p, move->new.p);
	} else {
		transaction_add_rename(&s->transaction, move->old.p, move->new.p);
	}
	iri_buf_free(&text);
}

/* Makes the changes, or prints the names that change. */
static void finish_moves(struct mover *s)
{
	for (size_t i = 0; i < relink_count_moves(&s->links); i++) {
		const struct move *const move = &relink_moves(&s->links)[i];
		const struct found found = listing_find(&s->before.listing, move->old);
		if (!s->inplace->dry_run)
			add_steps(s, move);
		else if (found.what == FOUND_FOLDER)
			put_renames(s, found.folder);
		else if (found.what != FOUND_NOTHING)
			put_final_name(s, found.entry, move->old);
	}
	if (!s->inplace->dry_run && !transaction_commit(&s->transaction))
		s->failed = true;
}

/* Opens the tree twice: as it is, and as it will be. Sets the words by which an interrupted run is known again. */
static void mover_open(struct mover *s, struct iri_buf *wanted)
{
	struct messages *const m = s->messages;
	char *const here = realpath(".", NULL);
	const char *const *const args = (const void *)s->args.p;

	s->arena.messages = s->links.messages = m;
	s->links.old.tree = &s->before;
	s->links.new.tree = &s->after;
	if (!here || !tree_open(&s->before, m, s->options, "."))
		message_die(m, ".", strerror(errno));
	const struct root *const root = &s->before.listing.root;
	struct tree_options same = {.root = root->path, .generator = s->options->generator};
	if (!tree_open(&s->after, m, &same, "."))
		message_die(m, root->path, strerror(errno));
	s->after.maps = s->before.maps;
	s->after.n_maps = s->before.n_maps;
	s->before.has_root = s->after.has_root = true;
	s->before.lines = s->after.lines = s->lines;
	for (size_t i = 0; i < s->args.n / sizeof *args; i++)
		buf_add_format(wanted, "--move=%s%c", args[i], '\0');
	if (s->tells_git)
		iri_buf_add(wanted, "--git-mv", sizeof "--git-mv");
	buf_add_format(wanted, "# in %s%c", here, '\0');
	buf_check(m, wanted);
	free(here);
}

void mover_run(struct mover *s)
{
	struct iri_buf wanted = {0};
	const char *const *const args = (const void *)s->args.p;
	struct transaction *const t = &s->transaction;
	bool resumed;

	buf_check(s->messages, &s->args);
	mover_open(s, &wanted);
	*t = (struct transaction){.messages = s->messages, .journal = JOURNAL, .wanted = iri_contents(&wanted),
	                          .rename = s->tells_git ? rename_with_git : NULL};
	const int here = s->before.listing.root.fd;
	/* Arguments are relative to the current folder, all that follows to the root. */
	struct stat st;
	const bool has_journal = fstatat(here, JOURNAL, &st, AT_SYMLINK_NOFOLLOW) == 0;
	for (size_t i = 0; !has_journal && i < s->args.n / sizeof *args; i++)
		add_move(s, args[i]);
	if (fchdir(here) != 0)
		message_die(s->messages, s->before.listing.root.path, strerror(errno));
	transaction_begin(t);
	if (!transaction_resume(t, &resumed))
		s->failed = true;
	if (!resumed) {
		move_documents(s);
		/* Where a message says that something cannot be read, a link to what is moved can stand. */
		s->failed = s->failed || s->messages->status >= EXIT_TROUBLE;
		if (!s->failed)
			finish_moves(s);
	}
	if (s->failed) {
		message_raise(s->messages, EXIT_TROUBLE);
		if (!t->is_half)
			message_say(s->messages, NULL, "nothing was moved");
	}
	transaction_end(t);
	iri_buf_free(&wanted);
	iri_buf_free(&s->args);
	iri_buf_free(&s->path);
	iri_buf_free(&s->base);
	relink_free(&s->links);
	tree_free(&s->before);
	tree_free(&s->after);
	arena_clear(&s->arena);
}
