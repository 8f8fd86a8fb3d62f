/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "diff_input.h"

#include "cmd/document/formats.h"
#include "cmd/file/paths.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct added_file {
	struct iri_str name;  /* the new one, or if it is gone the old one; with a NUL behind it */
	bool is_broken;       /* lines of it are removed, or all of it: links to it can be dead now */
	bool is_gone;         /* there is no file of this name any more */
	bool is_moved;        /* it was in another folder: its relative links can be dead now */
	size_t first, n;      /* its lines in `lines` */
};

/* A line that is added */
struct added_line {
	uintmax_t line;       /* its number in the file */
	struct iri_str text;  /* a view of the diff */
	uintmax_t place;      /* its number in the diff */
};

/* The diff that is being read */
struct diff_reading {
	struct added *a;
	struct lines *l;
	const char *p, *end;
	uintmax_t number;     /* of the current line */
	/* The current file: */
	bool is_file, has_prefixes;
	struct iri_str names;              /* in the first line of a file of git */
	struct iri_str old_name, new_name; /* absent: /dev/null, or not known */
	bool is_deleted, is_renamed, has_removed;
	size_t first;
};

_Noreturn static void added_refuse(const struct diff_reading *r, const char *text)
{
	message_in_place(r->l->messages, r->number, 1, text, NULL);
	exit(EXIT_TROUBLE);
}

static bool starts(struct iri_str s, const char *word)
{
	const size_t n = strlen(word);

	return s.n >= n && !memcmp(s.p, word, n);
}

/* Returns the text after a word that it begins with. */
static struct iri_str after(struct iri_str s, const char *word)
{
	return iri_between(s.p + strlen(word), s.p + s.n);
}

static bool next_line(struct diff_reading *r, struct iri_str *line)
{
	if (r->p == r->end)
		return false;
	const char *const eol = iri_find_byte(r->p, r->end, '\n');
	*line = iri_between(r->p, eol);
	r->p = eol + (eol < r->end);
	r->number++;
	return true;
}

/* Returns the name that git writes in quotation marks, or as it is: without what follows a tab. */
static struct iri_str added_name(const struct diff_reading *r, struct iri_str s)
{
	static const char letters[] = "abtnvfr\"\\", values[] = "\a\b\t\n\v\f\r\"\\";
	struct iri_buf *const out = &r->a->path;
	const char *p = s.p + 1, *const end = s.p + s.n;

	if (!s.n || *s.p != '"')
		return arena_copy(&r->a->arena, iri_between(s.p, iri_find_byte(s.p, end, '\t')));
	out->n = 0;
	for (; p < end && *p != '"'; p++) {
		if (*p != '\\') {
			iri_buf_putc(out, *p);
			continue;
		}
		p++;
		const char *const letter = p < end && *p ? strchr(letters, *p) : NULL;
		if (letter) {
			iri_buf_putc(out, values[letter - letters]);
		} else if (end - p >= 3 && p[0] >= '0' && p[0] <= '3' && p[1] >= '0' && p[1] <= '7' && p[2] >= '0' &&
		           p[2] <= '7') {
			iri_buf_putc(out, (char)((p[0] - '0') << 6 | (p[1] - '0') << 3 | (p[2] - '0')));
			p += 2;
		} else {
			added_refuse(r, "a name in quotation marks with an unknown escape");
		}
	}
	if (p == end)
		added_refuse(r, "a name without its closing quotation mark");
	buf_check(r->l->messages, out);
	return arena_copy(&r->a->arena, iri_contents(out));
}

/* Ends the current file, and adds it. */
static void end_file(struct diff_reading *r)
{
	struct added *const a = r->a;
	const size_t n = ARRAY_COUNT(a->lines) - r->first;
	const bool old_counts = r->old_name.p && (r->is_deleted || r->is_renamed);

	if (old_counts) {
		const struct added_file old = {.name = r->old_name, .is_broken = true, .is_gone = true};
		ARRAY_ADD(a->files, &old);
	}
	if (r->new_name.p && !r->is_deleted) {
		const struct added_file file = {
			.name = r->new_name, .is_broken = r->has_removed, .first = r->first, .n = n,
			.is_moved = r->is_renamed && !iri_same(path_folder(r->old_name), path_folder(r->new_name)),
		};
		ARRAY_ADD(a->files, &file);
	}
	buf_check(r->l->messages, &a->files.buf);
	r->is_file = r->has_prefixes = r->is_deleted = r->is_renamed = r->has_removed = false;
	r->names = r->old_name = r->new_name = (struct iri_str){0};
	r->first += n;
}

/*
 * Begins a file of git. With prefixes, the two names in the line differ in their first letters alone, as in "a/x b/x";
 * for a file that is renamed, other lines have the names without prefixes.
 */
static void begin_file(struct diff_reading *r, struct iri_str names)
{
	const size_t half = names.n / 2;

	end_file(r);
	r->is_file = true;
	r->has_prefixes = true;
	r->names = names;
	/* "x x": no prefixes */
	if (names.n % 2 && names.p[half] == ' ' && !memcmp(names.p, names.p + half + 1, half))
		r->has_prefixes = false;
}

/* Returns the name in a line "--- name" or "+++ name", without its prefix; absent for /dev/null. */
static struct iri_str read_side(struct diff_reading *r, struct iri_str s)
{
	struct iri_str name = added_name(r, s);

	if (iri_is(name, "/dev/null"))
		return (struct iri_str){0};
	if (r->has_prefixes && name.n > 2 && name.p[1] == '/')
		name = (struct iri_str){name.p + 2, name.n - 2};
	return name;
}

/* Notes that the current file is deleted. If it was empty or is binary, no other line has its name. */
static void note_deletion(struct diff_reading *r)
{
	const struct iri_str names = r->names;
	const size_t half = names.n / 2, skip = names.n && *names.p == '"' ? 2 : 1;

	if (names.n % 2 && half >= skip && names.p[half] == ' ' &&
	    !memcmp(names.p + skip, names.p + half + 1 + skip, half - skip)) {
		r->is_deleted = true;
		r->old_name = read_side(r, (struct iri_str){names.p, half});
	}
}

/* Reads the two lines that name a file. The first is `line`. */
static void read_sides(struct diff_reading *r, struct iri_str line)
{
	struct iri_str second;
	const bool is_git = r->is_file;

	if (!next_line(r, &second) || !starts(second, "+++ "))
		added_refuse(r, "a line with '+++' is missing");
	if (!is_git) {
		const struct iri_str old = after(line, "--- "), new = after(second, "+++ ");
		end_file(r);
		r->is_file = true;
		r->has_prefixes = starts(old, "a/") && starts(new, "b/");
	}
	const struct iri_str old = read_side(r, after(line, "--- ")), new = read_side(r, after(second, "+++ "));
	r->is_deleted = !new.p;
	r->old_name = r->is_renamed ? r->old_name : old;
	r->new_name = r->is_renamed ? r->new_name : new;
}

/* Reads a number at *p, and moves *p after it. */
static bool read_number(const char **p, const char *end, uintmax_t *number)
{
	const char *const start = *p;

	for (*number = 0; *p < end && **p >= '0' && **p <= '9' && *number < UINTMAX_MAX / 20; ++*p)
		*number = *number * 10 + (uintmax_t)(**p - '0');
	return *p > start;
}

/* Reads "-a,b" or "+c,d". The second number is 1 if it is missing. */
static bool read_range(const char **p, const char *end, char sign, uintmax_t *from, uintmax_t *n)
{
	*n = 1;
	if (*p == end || *(*p)++ != sign || !read_number(p, end, from))
		return false;
	if (*p < end && **p == ',') {
		++*p;
		return read_number(p, end, n);
	}
	return true;
}

/* Reads a hunk, whose first line is `line`. */
static void read_hunk(struct diff_reading *r, struct iri_str line)
{
	const char *p = line.p + strlen("@@ "), *const end = line.p + line.n;
	uintmax_t old, n_old, new, n_new;
	bool is_well = read_range(&p, end, '-', &old, &n_old) && p < end && *p++ == ' ';

	is_well = is_well && read_range(&p, end, '+', &new, &n_new) && end - p >= 3 && !memcmp(p, " @@", 3);
	if (!is_well || !r->is_file)
		added_refuse(r, "this is no line of a diff that git or 'diff -u' prints");
	while (n_old || n_new) {
		if (!next_line(r, &line))
			added_refuse(r, "the diff ends inside of a hunk");
		const char sign = line.n ? *line.p : ' ';
		if (sign == '\\')
			continue;
		if (!((sign == '-' && n_old) || (sign == '+' && n_new) || (sign == ' ' && n_old && n_new)))
			added_refuse(r, "this line does not fit the numbers of its hunk");
		if (sign == '+') {
			const struct added_line added = {new, iri_between(line.p + 1, line.p + line.n), r->number};
			ARRAY_ADD(r->a->lines, &added);
		}
		r->has_removed |= sign == '-';
		n_old -= sign != '+';
		n_new -= sign != '-';
		new += sign != '-';
	}
	buf_check(r->l->messages, &r->a->lines.buf);
}

/* Reads the whole diff. Returns whether it has a file. */
static bool read_diff(struct diff_reading *r)
{
	struct iri_str line;
	bool any = false;

	while (next_line(r, &line)) {
		if (starts(line, "diff --git "))
			begin_file(r, after(line, "diff --git "));
		else if (starts(line, "diff --cc ") || starts(line, "diff --combined ") || starts(line, "@@@"))
			added_refuse(r, "a combined diff; compare with one commit: git diff --merge-base main");
		else if (starts(line, "--- "))
			read_sides(r, line);
		else if (starts(line, "@@ "))
			read_hunk(r, line);
		else if (r->is_file && starts(line, "deleted file mode "))
			note_deletion(r);
		else if (r->is_file && starts(line, "rename from "))
			r->old_name = added_name(r, after(line, "rename from "));
		else if (r->is_file && starts(line, "rename to "))
			r->new_name = added_name(r, after(line, "rename to "));
		r->is_renamed |= r->is_file && starts(line, "rename ");
		any |= r->is_file;
	}
	end_file(r);
	return any;
}

static int compare_files(const void *x, const void *y)
{
	const struct added_file *const a = x, *const b = y;

	return strcmp(a->name.p, b->name.p);
}

/* Sets a->top to the folder at or above the current one that has .git; or to the current one. */
static void find_top(struct added *a)
{
	char *const here = realpath(".", NULL);
	size_t n = here ? strlen(here) : 0;
	struct stat st;

	if (!here)
		message_die(a->arena.messages, ".", strerror(errno));
	a->top = arena_copy(&a->arena, (struct iri_str){here, n > 1 ? n : 0});
	for (;; n--) {
		a->path.n = 0;
		iri_buf_add(&a->path, here, n);
		iri_buf_add(&a->path, "/.git", sizeof "/.git");
		buf_check(a->arena.messages, &a->path);
		if (stat(a->path.p, &st) == 0) {
			a->top = arena_copy(&a->arena, (struct iri_str){here, n});
			break;
		}
		while (n && here[n - 1] != '/')
			n--;
		if (!n)
			break;
	}
	free(here);
}

/* Ends the program if a document lacks a line that the diff adds to it. */
static void check_lines(struct diff_reading *r, const struct added_file *file)
{
	struct added *const a = r->a;
	const struct added_line *const lines = a->lines.item + file->first;
	struct iri_buf text = {0}, message = {0};
	uintmax_t number = 1;

	a->path.n = 0;
	path_join(&a->path, a->top, (struct iri_str){file->name.p, file->name.n + 1});
	buf_check(r->l->messages, &a->path);
	const int fd = open(a->path.p, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0 || !lines_read_all(r->l, fd, &text))
		text.n = 0;
	if (fd >= 0)
		close(fd);
	const char *p = text.p, *const end = p ? p + text.n : NULL;
	for (size_t i = 0; i < file->n; i++) {
		for (; number < lines[i].line && p < end; number++) {
			p = iri_find_byte(p, end, '\n');
			p += p < end;
		}
		const struct iri_str line = p < end ? iri_between(p, iri_find_byte(p, end, '\n')) : (struct iri_str){0};
		if (p < end && iri_same(line, lines[i].text))
			continue;
		buf_add_format(&message, "this is not line %ju of ", lines[i].line);
		buf_add_visible(&message, file->name.p);
		buf_add_format(&message, "; make the diff of this work tree%c", '\0');
		buf_check(r->l->messages, &message);
		r->number = lines[i].place;
		added_refuse(r, message.p);
	}
	iri_buf_free(&text);
}

bool added_read(struct added *a, struct lines *l, const char *name)
{
	struct diff_reading r = {.a = a, .l = l};
	const int fd = lines_open_input(l, name, NULL);

	if (fd < 0 || !lines_read_all(l, fd, &a->diff))
		message_die(l->messages, NULL, "the diff could not be read");
	if (fd != STDIN_FILENO)
		close(fd);
	if (!a->diff.n)
		return false;
	r.p = a->diff.p;
	r.end = r.p + a->diff.n;
	find_top(a);
	if (!read_diff(&r)) {
		r.number = 1;
		added_refuse(&r, "this is no diff; 'git diff -U0 --merge-base main' prints one");
	}
	const struct added_file *const files = a->files.item;
	const size_t n = ARRAY_COUNT(a->files);
	if (n)
		qsort(a->files.item, n, sizeof *files, compare_files);
	for (size_t i = 0; i < n; i++)
		if (format_is_searched(files[i].name.p))
			check_lines(&r, &files[i]);
	return true;
}

/* Returns the number of the first file whose name is not less. */
static size_t added_lower(const struct added *a, const char *name)
{
	const struct added_file *const files = a->files.item;
	size_t low = 0, high = ARRAY_COUNT(a->files);

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (strcmp(files[middle].name.p, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the path below the top folder, or NULL. path: a real path */
static const char *below_top(const struct added *a, const char *path)
{
	return !strncmp(path, a->top.p, a->top.n) && path[a->top.n] == '/' ? path + a->top.n + 1 : NULL;
}

void added_begin_document(struct added *a, const char *name)
{
	const struct added_file *const files = a->files.item;
	const size_t n = ARRAY_COUNT(a->files);
	char *const path = realpath(name, NULL);
	const char *const below = path ? below_top(a, path) : NULL;
	size_t i = below ? added_lower(a, below) : n;

	/* A file that is gone can have the name of one that is new. */
	while (i < n && files[i].is_gone && !strcmp(files[i].name.p, below))
		i++;
	a->document = i < n && !strcmp(files[i].name.p, below) ? i + 1 : 0;
	free(path);
}

bool added_has(const struct added *a, uintmax_t from, uintmax_t to)
{
	if (!a->document)
		return false;
	const struct added_file *const file = a->files.item + a->document - 1;
	const struct added_line *const lines = a->lines.item + file->first;
	size_t low = 0, high = file->n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (lines[middle].line < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low < file->n && lines[low].line <= to;
}

bool added_moves(const struct added *a)
{
	return a->document && (a->files.item)[a->document - 1].is_moved;
}

bool added_breaks(struct added *a, const char *root, struct iri_str path)
{
	const struct added_file *const files = a->files.item;
	const size_t n = ARRAY_COUNT(a->files);
	char *const folder = realpath(root, NULL);
	bool is_broken = false;

	if (!folder)
		return false;
	a->path.n = 0;
	path_join(&a->path, iri_str_of(folder), path);
	free(folder);
	a->path.n = path_without_slash(iri_contents(&a->path)).n;
	iri_buf_add(&a->path, "\0", 2); /* room for a "/" */
	buf_check(a->arena.messages, &a->path);
	const char *const below = below_top(a, a->path.p);
	if (!below)
		return false;
	for (size_t i = added_lower(a, below); i < n && !strcmp(files[i].name.p, below); i++)
		is_broken |= files[i].is_broken;
	/* A folder is gone with its last file. */
	a->path.p[a->path.n - 2] = '/';
	const size_t inside = added_lower(a, below);
	return is_broken || (inside < n && files[inside].is_gone && starts(files[inside].name, below));
}

void added_free(struct added *a)
{
	arena_clear(&a->arena);
	iri_buf_free(&a->diff);
	iri_buf_free(&a->files.buf);
	iri_buf_free(&a->lines.buf);
	iri_buf_free(&a->path);
}
