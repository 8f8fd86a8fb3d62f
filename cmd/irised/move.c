/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "move.h"

#include "cmd/document/formats.h"
#include "cmd/file/identity.h"
#include "cmd/file/paths.h"
#include "cmd/tree/git.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define JOURNAL ".irised-move"

static const char *take_move(void *mover, const char *arg)
{
	ARRAY_ADD(((struct mover *)mover)->args, &arg);
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
	return s->args.buf.n;
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
	const struct listing_found in = listing_find(l, folder);

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

/*
 * Returns the end of OLD in OLD=NEW: the first "=" before which an existing name stands, or `end`. Sets s->path to the
 * name. slash: whether the name ends with "/"
 */
static const char *old_end(struct mover *s, const char *arg, const char *end, bool slash)
{
	const char *equals = arg;

	for (; (equals = iri_find_byte(equals, end, '=')) < end; equals++) {
		s->path.n = 0;
		if (equals > arg && (equals[-1] == '/') == slash &&
		    place_below(s, iri_between(arg, equals), &s->path) && will_exist(s, iri_contents(&s->path)))
			break;
	}
	return equals;
}

/* Refuses an argument before none of whose "=" a name stands. Names OLD if there is only one, and OLD is missing. */
static _Noreturn void refuse_old(struct mover *s, const char *arg, const char *end)
{
	const char *const equals = iri_find_byte(arg, end, '=');
	const struct iri_str old = iri_between(arg, equals);

	s->path.n = 0;
	if (equals < end && iri_find_byte(equals + 1, end, '=') == end && place_below(s, old, &s->path))
		refuse_argument(s, arena_copy(&s->arena, old).p, "there is no such file or folder");
	refuse_argument(s, arg, "no file or folder below the root stands before a '='");
}

/* Takes an argument OLD=NEW. In "a/=b=NEW", the name can be "=b" in the folder a; else it is "a/". */
static void add_move(struct mover *s, const char *arg)
{
	const char *const end = arg + strlen(arg);
	const char *equals = old_end(s, arg, end, false);
	struct iri_buf new = {0};

	if (equals == end)
		equals = old_end(s, arg, end, true);
	if (equals == end)
		refuse_old(s, arg, end);
	if (!place_below(s, iri_between(equals + 1, end), &new))
		refuse_argument(s, arg, "the new path is not one below the root");
	if (is_in_git(iri_contents(&s->path)) || is_in_git(iri_contents(&new)))
		refuse_argument(s, arg, "only git may change what is in .git");
	const struct move move = {arena_copy(&s->arena, iri_contents(&s->path)),
	                          arena_copy(&s->arena, iri_contents(&new))};
	const char *const why = listing_move(&s->after.listing, move.old, move.new);
	if (why)
		refuse_argument(s, arg, why);
	ARRAY_ADD(s->links.moves, &move);
	buf_check(s->messages, &s->links.moves.buf);
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

	d->from.names_file = d->to.names_file = false;
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

/* Sets the new text of a pattern. Prints a message if it will not match a file that it matches now. */
static void set_pattern(struct moving *d, struct editor *e, size_t i, struct iri_str pattern)
{
	struct mover *const s = d->mover;
	bool failed;

	d->from.names_file = d->to.names_file = false;
	if (relink_pattern(&s->links, &d->from, &d->to, pattern, &failed))
		editor_set(e, i, iri_contents(&s->links.link));
	if (!failed)
		return;
	editor_say(e, i, "this pattern will not match some files that it matches now; edit it");
	message_raise(s->messages, EXIT_INVALID);
}

/* For inplace_make: sets the new links. Returns false, after a message, if one cannot be written. */
static bool set_new_links(void *moving, struct editor *e)
{
	struct moving *const d = moving;
	struct mover *const s = d->mover;
	struct iri_str link;

	for (size_t i = 0; (link = editor_next(e, &i)).p; i++) {
		bool failed = false;
		if (editor_kind(e, i) <= SPAN_LAST_OF_TEXT ||
		    !origin_has(&d->from, editor_kind(e, i), editor_is_asset(e, i), link))
			continue;
		set_bases(d, editor_base(e, i));
		if (editor_is_pattern(e, i)) {
			set_pattern(d, e, i, link);
			continue;
		}
		d->from.names_file = d->to.names_file = editor_is_name(e, i);
		if ((editor_is_name(e, i) ? relink_name : relink_reference)(&s->links, &d->from, &d->to, link, &failed))
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

	if (!e->changes.buf.n)
		return true;
	if (!s->inplace->dry_run)
		return transaction_replace(&s->transaction, e->name, st, iri_contents(&e->result),
		                           &s->inplace->replace);
	put_rename(s, e->name, new_name);
	diff_add(&diff, e->name, new_name, e->document, iri_contents(&e->result), e->changes.item,
	         ARRAY_COUNT(e->changes));
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
	const bool is_markdown = format_is_markdown(format);
	struct moving d = {.mover = s};
	struct editor e = {.lines = s->lines, .selection = s->selection, .name = name};
	struct iri_buf document = {0}, new = {0};
	struct stat st;

	(void)is_first;
	if (temporary_is_interrupted()) {
		s->failed = true;
		return false;
	}
	progress_show(&s->progress, s->messages, "read", s->n_read++, 0);
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
		if (s->inplace->dry_run && e.changes.buf.n)
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
	progress_begin(&s->progress, false);
	choose_files(s->choose, s->messages, 1, here, move_document, s);
	s->choose->takes_all = true;
	for (size_t i = 0; i < relink_count_moves(&s->links); i++) {
		char *old[] = {(char *)relink_moves(&s->links)[i].old.p};
		const struct listing_found found = listing_find(&s->before.listing, relink_moves(&s->links)[i].old);
		s->path.n = 0;
		if (found.what == FOUND_FILE || found.what == FOUND_FOLDER)
			found_add_path(&found, &s->path);
		buf_check(s->messages, &s->path);
		/* The path is another one if this is a symbolic link. */
		if (!s->failed && iri_same(iri_contents(&s->path), relink_moves(&s->links)[i].old) &&
		    (found.what == FOUND_FOLDER || format_is_searched(found.entry->name)))
			choose_files(s->choose, s->messages, 1, old, move_document, s);
	}
	message_hide();
}

/* Prints the new name of a file, unless it was printed already. e: its entry; NULL for a link that leads nowhere */
static void put_final_name(struct mover *s, struct listing_entry *e, struct iri_str path)
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
		struct listing_entry *const e = &f->entries[i];
		const struct iri_str name = iri_str_of(e->name);
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
	if (lstat(move->old.p, &old) == 0 && lstat(move->new.p, &new) == 0 && identity_same(&old, &new)) {
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
		const struct listing_found found = listing_find(&s->before.listing, move->old);
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
	const char *const *const args = s->args.item;

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
	for (size_t i = 0; i < ARRAY_COUNT(s->args); i++)
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
	const char *const *const args = s->args.item;
	struct transaction *const t = &s->transaction;
	bool resumed;

	buf_check(s->messages, &s->args.buf);
	s->selection->document.find.patterns = true;
	mover_open(s, &wanted);
	*t = (struct transaction){.messages = s->messages, .journal = JOURNAL, .wanted = iri_contents(&wanted),
	                          .rename = s->tells_git ? rename_with_git : NULL};
	struct root *const root = &s->before.listing.root;
	/* Arguments are relative to the current folder, all that follows to the root. */
	struct stat st;
	const bool has_journal = fstatat(root->fd, JOURNAL, &st, AT_SYMLINK_NOFOLLOW) == 0;
	for (size_t i = 0; !has_journal && i < ARRAY_COUNT(s->args); i++)
		add_move(s, args[i]);
	if (!root_enter(root))
		message_die(s->messages, root->path, strerror(errno));
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
	iri_buf_free(&s->args.buf);
	iri_buf_free(&s->path);
	iri_buf_free(&s->base);
	relink_free(&s->links);
	tree_free(&s->before);
	tree_free(&s->after);
	arena_clear(&s->arena);
}
