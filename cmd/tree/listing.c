/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "listing.h"

#include "cmd/file/paths.h"
#include "lib/base/array.h"
#include "lib/base/str.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; /* that are followed for one path, as Linux does */

static int entry_compare(const void *a, const void *b)
{
	return strcmp(((const struct listing_entry *)a)->name, ((const struct listing_entry *)b)->name);
}

/* Opens a folder below the root, or returns NULL. Its path on the disk has no symbolic links. */
static DIR *open_folder(const struct listing *l, const struct folder *f)
{
	const int fd = openat(l->root.fd, f->disk.n ? f->disk.p : ".",
	                      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	DIR *const dir = fd < 0 ? NULL : fdopendir(fd);

	if (!dir && fd >= 0)
		close(fd);
	return dir;
}

void listing_report(const struct listing *l, const char *path)
{
	if (errno == ENOMEM)
		message_die(l->messages, NULL, "out of memory");
	if (!root_is_missing() && errno != EACCES && errno != ENXIO)
		message_die(l->messages, path, strerror(errno));
	message_once(l->messages, path, strerror(errno));
	message_raise(l->messages, EXIT_TROUBLE);
}

/* Takes the entries of a folder from the names that are known of it. Returns false if none are. */
static bool list_known(struct listing *l, struct folder *f)
{
	if (!l->known)
		return false;
	l->scratch.n = 0;
	path_join(&l->scratch, (struct iri_str){l->root.path, l->root.n}, f->disk);
	buf_check(l->arena.messages, &l->scratch);
	const struct known_folder *const known = known_folder(l->known, path_without_slash(iri_contents(&l->scratch)));
	if (!known)
		return false;
	const char *p = known->names;
	f->n = known->n;
	f->entries = arena_take(&l->arena, f->n * sizeof *f->entries);
	for (size_t i = 0; i < f->n; i++) {
		f->entries[i] = (struct listing_entry){.name = p + 1, .kind = (enum entry_kind)*p};
		p += strlen(p + 1) + 2;
	}
	return true;
}

/* Reads the names of a folder. */
static void list_folder(struct listing *l, struct folder *f)
{
	struct iri_buf text = {0};
	union folder_names names = {0};

	f->is_listed = true;
	if (list_known(l, f))
		return;
	DIR *const dir = open_folder(l, f);
	const bool is_read = dir && folder_read(dir, &text, &names);
	buf_check(l->arena.messages, &text);
	buf_check(l->arena.messages, &names.buf);
	if (!is_read && !l->is_quiet)
		listing_report(l, f->path.n ? f->path.p : l->root.path);
	f->is_unreadable = !is_read;
	if (dir)
		closedir(dir);
	f->n = ARRAY_COUNT(names);
	f->entries = arena_take(&l->arena, f->n * sizeof *f->entries);
	for (size_t i = 0; i < f->n; i++) {
		const char *const name = names.item[i];
		f->entries[i] = (struct listing_entry){
			.name = arena_copy(&l->arena, iri_str_of(name)).p, .kind = (enum entry_kind)name[-1]};
	}
	iri_buf_free(&text);
	iri_buf_free(&names.buf);
}

/* Returns the first eight bytes of a name, with zeros for those that it lacks: a number that sorts as the name does. */
static uint64_t name_start(struct iri_str name)
{
	unsigned char b[8] = {0};

	if (name.n >= sizeof b)
		memcpy(b, name.p, sizeof b);
	else
		memcpy(b, name.p, name.n);
	return (uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 | (uint64_t)b[3] << 32 |
	       (uint64_t)b[4] << 24 | (uint64_t)b[5] << 16 | (uint64_t)b[6] << 8 | b[7];
}

/*
 * Makes the array in which names are searched. Most names differ in their first bytes, and it is so small that it stays
 * in the cache of a processor even where hundreds of folders are searched in turn.
 */
static void make_starts(struct listing *l, struct folder *f)
{
	f->starts = arena_take(&l->arena, f->n * sizeof *f->starts);
	for (size_t i = 0; i < f->n; i++)
		f->starts[i] = name_start(iri_str_of(f->entries[i].name));
}

/* Does what listing_place does, and sets *is_there to whether that entry has the name. */
static size_t search_name(struct listing *l, struct folder *f, struct iri_str name, bool *is_there)
{
	const uint64_t start = name_start(name);
	size_t low = 0, high;

	if (!f->is_listed)
		list_folder(l, f);
	if (!f->starts)
		make_starts(l, f);
	for (high = f->n; low < high;) {
		const size_t middle = low + (high - low) / 2;
		struct listing_entry *const e = &f->entries[middle];
		const int order = start != f->starts[middle] ? (start > f->starts[middle] ? 1 : -1)
		                                             : strncmp(name.p, e->name, name.n);
		*is_there = !order && !e->name[name.n];
		if (*is_there)
			return middle;
		if (order > 0)
			low = middle + 1;
		else
			high = middle;
	}
	*is_there = false;
	return low;
}

size_t listing_place(struct listing *l, struct folder *f, struct iri_str name)
{
	bool is_there;

	return search_name(l, f, name, &is_there);
}

struct listing_entry *listing_entry(struct listing *l, struct folder *f, struct iri_str name)
{
	bool is_there;
	const size_t i = search_name(l, f, name, &is_there);

	return is_there ? &f->entries[i] : NULL;
}

/* Sets a buffer to the path of an entry on the disk, with a NUL. */
static void set_path(struct iri_buf *path, const struct folder *f, const struct listing_entry *e)
{
	const size_t n = strlen(e->name);

	path->n = 0;
	if (e->is_moved)
		iri_buf_add(path, e->name + n + 1, strlen(e->name + n + 1));
	else
		path_add(path, f->disk, (struct iri_str){e->name, n});
	iri_buf_putc(path, '\0');
}

/* Sets l->scratch to the path of an entry on the disk, and returns it. */
static const char *path_of(struct listing *l, const struct folder *f, const struct listing_entry *e)
{
	set_path(&l->scratch, f, e);
	buf_check(l->arena.messages, &l->scratch);
	return l->scratch.p;
}

/* Gives the folder of an entry, and those in it that are known, their paths. parent: the folder that has the entry */
static void place_folder(struct listing *l, struct folder *parent, const struct listing_entry *e)
{
	struct folder *const f = e->folder;
	struct iri_buf path = {0};

	f->parent = parent;
	path_add(&path, parent->path, iri_str_of(e->name));
	buf_check(l->arena.messages, &path);
	f->path = iri_same(iri_contents(&path), f->disk) ? f->disk : arena_copy(&l->arena, iri_contents(&path));
	iri_buf_free(&path);
	for (size_t i = 0; i < f->n; i++)
		if (f->entries[i].folder)
			place_folder(l, f, &f->entries[i]);
}

/* Makes the folder of an entry. disk: its path there */
static void make_folder(struct listing *l, struct folder *parent, struct listing_entry *e, struct iri_str disk)
{
	e->kind = ENTRY_FOLDER;
	e->folder = arena_take(&l->arena, sizeof *e->folder);
	e->folder->disk = arena_copy(&l->arena, disk);
	place_folder(l, parent, e);
}

void listing_look_at(struct listing *l, struct folder *f, struct listing_entry *e)
{
	struct stat st;

	if (e->kind != ENTRY_UNKNOWN && e->kind != ENTRY_NEW_FOLDER)
		return;
	const char *const path = path_of(l, f, e);
	if (e->kind == ENTRY_NEW_FOLDER) {
		make_folder(l, f, e, iri_str_of(path));
		return;
	}
	e->kind = ENTRY_OTHER;
	if (fstatat(l->root.fd, path, &st, AT_SYMLINK_NOFOLLOW) != 0) {
		if (!l->is_quiet && errno != ENOENT)
			listing_report(l, path);
		return;
	}
	e->kind = S_ISREG(st.st_mode) ? ENTRY_FILE : S_ISDIR(st.st_mode) ? ENTRY_FOLDER
	          : S_ISLNK(st.st_mode) ? ENTRY_LINK : ENTRY_OTHER;
	if (e->kind == ENTRY_FOLDER)
		make_folder(l, f, e, iri_str_of(path));
}

/* Sets l->target to the text of a symbolic link. Returns false if it cannot be read. */
static bool listing_read_link(struct listing *l, const struct folder *f, const struct listing_entry *e)
{
	const char *const path = path_of(l, f, e);
	size_t room = 256;

	for (;; room *= 2) {
		l->target.n = 0;
		char *const p = iri_buf_reserve(&l->target, room);
		buf_check(l->arena.messages, &l->target);
		const ssize_t n = readlinkat(l->root.fd, path, p, room);
		if (n < 0)
			return false;
		if ((size_t)n < room) {
			l->target.n = (size_t)n;
			return true;
		}
	}
}

/*
 * Sets l->rest to the text of a symbolic link and what stands after its name in the path. Returns the folder where the
 * path goes on, or NULL if the link leaves the root.
 */
static struct folder *follow(struct listing *l, struct folder *f, struct iri_str after)
{
	struct iri_str target = iri_contents(&l->target);
	const struct root *const root = &l->root;
	struct iri_buf rest = {0};

	if (target.n && *target.p == '/') {
		if (target.n < root->n || memcmp(target.p, root->path, root->n) ||
		    (target.n > root->n && target.p[root->n] != '/'))
			return NULL;
		target = (struct iri_str){target.p + root->n, target.n - root->n};
		f = &l->top;
	}
	iri_buf_add(&rest, target.p, target.n);
	iri_buf_add(&rest, after.p, after.n);
	buf_check(l->arena.messages, &rest);
	iri_buf_free(&l->rest);
	l->rest = rest;
	return f;
}

/* Returns the folder where a path begins, and removes its path: the one of the last path, or that of the root. */
static struct folder *begin_path(struct listing *l, struct iri_str *path)
{
	const size_t n = l->last ? l->last->path.n : 0;

	if (!n || path->n <= n || path->p[n] != '/' || memcmp(path->p, l->last->path.p, n) != 0)
		return &l->top;
	*path = iri_between(path->p + n + 1, path->p + path->n);
	return l->last;
}

struct listing_found listing_find(struct listing *l, struct iri_str path)
{
	struct listing_found found = {.what = FOUND_FOLDER, .folder = begin_path(l, &path)};
	unsigned links = 0;

	for (const char *p = path.p, *end = p + path.n; p < end;) {
		const struct iri_str name = iri_between(p, iri_find_byte(p, end, '/'));
		const char *const after = p + name.n;
		p = after + (after < end);
		if (!name.n || iri_is(name, "."))
			continue;
		if (iri_is(name, "..")) { /* only from symbolic links */
			found.folder = found.folder->parent;
			if (!found.folder)
				return (struct listing_found){.what = FOUND_OTHER};
			continue;
		}
		struct listing_entry *const e = listing_entry(l, found.folder, name);
		if (!e)
			return (struct listing_found){.what = found.folder->is_unreadable ? FOUND_OTHER
			                                                                  : FOUND_NOTHING};
		listing_look_at(l, found.folder, e);
		switch (e->kind) {
		case ENTRY_FOLDER:
			found.folder = e->folder;
			break;
		case ENTRY_LINK:
			if (++links > MOST_LINKS || !listing_read_link(l, found.folder, e))
				return (struct listing_found){.what = FOUND_NOTHING};
			found.folder = follow(l, found.folder, iri_between(after, end));
			if (!found.folder)
				return (struct listing_found){.what = FOUND_OTHER};
			p = iri_contents(&l->rest).p;
			end = p + l->rest.n;
			break;
		default:
			while (p < end && *p == '/')
				p++;
			if (p < end)
				return (struct listing_found){.what = FOUND_NOTHING};
			l->last = found.folder;
			found.what = e->kind == ENTRY_FILE ? FOUND_FILE : FOUND_OTHER;
			found.entry = e;
			found.is_before_end = after < end;
			return found;
		}
	}
	return found;
}

struct listing_found listing_below(struct listing *l, const struct folder *f, struct iri_str name)
{
	struct iri_buf path = {0};

	path_add(&path, f->path, name);
	buf_check(l->arena.messages, &path);
	const struct listing_found found = listing_find(l, iri_contents(&path));
	iri_buf_free(&path);
	return found;
}

void found_add_path(const struct listing_found *found, struct iri_buf *path)
{
	const char *const name = found->what == FOUND_FILE ? found->entry->name : "";

	path_add(path, found->folder->path, iri_str_of(name));
}

/* Puts an entry into a folder, in which no entry has its name. Returns its place. */
static struct listing_entry *listing_add(struct listing *l, struct folder *f, const struct listing_entry *e)
{
	struct listing_entry *const entries = arena_take(&l->arena, (f->n + 1) * sizeof *entries);
	size_t at = 0;

	while (at < f->n && entry_compare(&f->entries[at], e) < 0)
		at++;
	if (f->n) {
		memcpy(entries, f->entries, at * sizeof *entries);
		memcpy(entries + at + 1, f->entries + at, (f->n - at) * sizeof *entries);
	}
	entries[at] = *e;
	f->entries = entries;
	f->n++;
	f->folded = NULL;
	f->starts = NULL;
	return &entries[at];
}

static void remove_entry(struct folder *f, struct listing_entry *e)
{
	f->n--;
	memmove(e, e + 1, (size_t)(f->entries + f->n - e) * sizeof *e);
	f->folded = NULL;
	f->starts = NULL;
}

/* Returns the folder with this path, which is made if it is missing, or NULL if that is not possible. */
static struct folder *take_folder(struct listing *l, struct iri_str path)
{
	struct folder *f = &l->top;
	const char *const end = path.p + path.n;

	for (const char *p = path.p; p < end && f; p++) {
		const struct iri_str name = iri_between(p, iri_find_byte(p, end, '/'));
		struct listing_entry *e = listing_entry(l, f, name);
		if (e) {
			listing_look_at(l, f, e);
		} else if (!f->is_unreadable) {
			const struct listing_entry new = {.name = arena_copy(&l->arena, name).p};
			e = listing_add(l, f, &new);
			make_folder(l, f, e, iri_between(path.p, name.p + name.n));
			e->folder->is_listed = true;
		}
		f = e && e->kind == ENTRY_FOLDER ? e->folder : NULL;
		p += name.n;
	}
	return f;
}

/* Returns the name of a path: its last part. */
static struct iri_str listing_name(struct iri_str path)
{
	const size_t n = path_folder(path).n;

	return n ? iri_between(path.p + n + 1, path.p + path.n) : path;
}

void listing_add_file(struct listing *l, struct iri_str path)
{
	const struct listing_found in = listing_find(l, path_folder(path));
	const struct iri_str name = listing_name(path);

	if (in.what != FOUND_FOLDER || listing_entry(l, in.folder, name))
		return;
	const struct listing_entry file = {.name = arena_copy(&l->arena, name).p, .kind = ENTRY_FILE};
	listing_add(l, in.folder, &file);
}

const char *listing_move(struct listing *l, struct iri_str old, struct iri_str new)
{
	const struct listing_found in = listing_find(l, path_folder(old));
	struct listing_entry *const e = in.what == FOUND_FOLDER ? listing_entry(l, in.folder, listing_name(old)) : NULL;
	struct iri_buf name = {0};

	if (!e)
		return "there is no such file or folder";
	if (path_is_below(new, old))
		return "it cannot be moved into itself";
	struct listing_entry moved = {.is_moved = true, .kind = e->kind, .folder = e->folder};
	iri_buf_add(&name, listing_name(new).p, listing_name(new).n);
	iri_buf_putc(&name, '\0');
	const char *const disk = path_of(l, in.folder, e);
	iri_buf_add(&name, disk, strlen(disk));
	buf_check(l->arena.messages, &name);
	moved.name = arena_copy(&l->arena, iri_contents(&name)).p;
	iri_buf_free(&name);
	l->last = NULL;
	remove_entry(in.folder, e);
	struct folder *const to = take_folder(l, path_folder(new));
	if (!to)
		return "a folder of the new path is none";
	if (listing_entry(l, to, listing_name(new)))
		return "the new name is there already";
	listing_add(l, to, &moved);
	if (moved.folder)
		place_folder(l, to, &moved);
	return NULL;
}

int listing_open(const struct listing *l, const struct listing_found *found)
{
	struct iri_buf path = {0};
	struct stat st;

	set_path(&path, found->folder, found->entry);
	buf_check(l->arena.messages, &path);
	const int fd = openat(l->root.fd, path.p, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	const int error = errno;
	iri_buf_free(&path);
	errno = error;
	if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))) {
		close(fd);
		errno = ENXIO;
		return -1;
	}
	return fd;
}

void listing_free(struct listing *l)
{
	root_close(&l->root);
	arena_clear(&l->arena);
	iri_buf_free(&l->rest);
	iri_buf_free(&l->target);
	iri_buf_free(&l->scratch);
	if (l->messages) {
		iri_texts_free(&l->messages->said);
		l->messages->said = (struct iri_texts){0}; /* another listing can have these messages, too */
	}
}
