/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "choose.h"

#include "folder.h"
#include "ignored.h"
#include "unread.h"

#include "cmd/base/glob.h"
#include "cmd/document/formats.h"
#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_SIZE = 64 * 1024 };

/* A pattern of --exclude */
struct exclusion {
	char *glob;        /* without "./" at its start, and "/" at its end */
	bool only_folders; /* it had a "/" at its end */
	bool is_path;      /* it has or had a "/" elsewhere: it is for paths, not for names */
};

static const char *take_include(void *choose, const char *pattern)
{
	ARRAY_ADD(((struct choose *)choose)->include, &pattern);
	return NULL;
}

static const char *take_exclude(void *choose, const char *pattern)
{
	const char *p = pattern;

	while (!strncmp(p, "./", 2) && p[2])
		p += 2;
	const size_t n = strlen(p);
	const bool only_folders = n > 1 && p[n - 1] == '/';
	const struct exclusion exclusion = {
		strndup(p, n - only_folders), only_folders, p > pattern || memchr(p, '/', n - only_folders),
	};

	ARRAY_ADD(((struct choose *)choose)->exclude, &exclusion);
	return exclusion.glob ? NULL : "out of memory";
}

static const char *take_list(struct choose *c, const char *name, char end)
{
	const bool is_second = c->list;

	c->list = name;
	c->list_end = end;
	c->recursive = true;
	return is_second ? "only one list of files can be read; concatenate them" : NULL;
}

static const char *take_files_from(void *choose, const char *name)
{
	return take_list(choose, name, '\n');
}

static const char *take_files0_from(void *choose, const char *name)
{
	return take_list(choose, name, '\0');
}

static const char *take_stdin_name(void *choose, const char *name)
{
	((struct choose *)choose)->stdin_name = name;
	return *name ? NULL : "--stdin-filename takes the name of a file";
}

const struct option_row choose_options[] = {
	{'r', "recursive", NULL, "search the files in folders; -r without operands\nsearches the current folder",
         FLAG_OF(struct choose, recursive)},
	{0, "no-ignore", NULL, "with -r, read what git ignores, too", FLAG_OF(struct choose, no_ignore)},
	{0, "include", "GLOB", "with -r, search only files whose names match;\n"
         "default: names of documents, listed in irigrep(1)", .take = take_include},
	{0, "exclude", "GLOB", "leave out files and folders whose names match or,\n"
         "for a GLOB with '/', whose paths do", .take = take_exclude, .in_file = true},
	{0, "files-from", "FILE", "search the files that FILE names, one on each\n"
         "line, if --include and --exclude let them; -:\n"
         "standard input", .take = take_files_from},
	{0, "files0-from", "FILE", "the same; NUL ends each name", .take = take_files0_from},
	{0, "stdin-filename", "NAME", "treat standard input as the file NAME: its\n"
         "format, its local links, its name in messages", .take = take_stdin_name},
	{0},
};

bool choose_has_options(const struct choose *c)
{
	return c->recursive || c->no_ignore || c->include.buf.n || c->exclude.buf.n;
}

void choose_check(const struct choose *c, const struct messages *m, int n, char **names)
{
	if (c->stdin_name && (c->recursive || n > 1 || (n && strcmp(names[0], "-") != 0)))
		options_refuse(m, NULL, "--stdin-filename names the only document, standard input; leave out -r and "
		                        "other files");
	if (c->include.buf.n && !c->recursive)
		options_refuse(m, NULL, "--include needs -r");
	buf_check(m, &c->include.buf);
	buf_check(m, &c->exclude.buf);
}

const char *choose_first(const struct choose *c, int n, char **names)
{
	return c->stdin_name ? c->stdin_name : n ? names[0] : ".";
}

/* Whether the name matches a pattern of --include. */
static bool choose_is_included(const struct choose *c, const char *name)
{
	const char *const *const p = c->include.item;

	for (size_t i = 0; i < ARRAY_COUNT(c->include); i++)
		if (glob_matches(p[i], iri_str_of(name)))
			return true;
	return false;
}

bool choose_enters(const char *name)
{
	/* Folders of files that others have written, which are copied into a project */
	static const char *const foreign[] = {"node_modules", "vendor", "third_party", "third-party",
	                                      "bower_components"};

	if (*name == '.')
		return !strcmp(name, ".github");
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
		if (!strcmp(name, foreign[i]))
			return false;
	return true;
}

/* Why files and folders are left out that -r would read */
enum { BY_EXCLUDE = 1, BY_SETTINGS = 2, BY_GIT = 4 };

/* What the functions for folder_walk need */
struct receiver {
	const struct choose *choose;
	struct messages *messages;
	bool (*file)(void *arg, const char *name, bool is_first);
	void *arg;
	bool any;             /* a file was read */
	int left_out;         /* a sum of reasons */
	bool leaves_out;      /* --exclude, the settings and git count */
	struct unread unread; /* files that -r does not read, because of their names */
	struct ignored ignored;
};

/* Returns the last part of a path. */
static const char *choose_name(const char *path)
{
	const char *const slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Whether a pattern of --exclude matches the name or, if it has a "/", the path from byte `below` on. */
static bool is_excluded(const struct choose *c, const char *path, size_t below, bool is_folder)
{
	const struct exclusion *const p = c->exclude.item;

	for (size_t i = 0; i < ARRAY_COUNT(c->exclude); i++)
		if (is_folder >= p[i].only_folders &&
		    glob_matches(p[i].glob, iri_str_of(p[i].is_path ? path + below : choose_name(path))))
			return true;
	return false;
}

/* Whether --exclude or the settings leave out a path. */
static bool choose_leaves_out(struct receiver *r, const char *path, size_t below, bool is_folder)
{
	const struct choose *const c = r->choose;
	int why = 0;

	if (r->leaves_out && is_excluded(c, path, below, is_folder))
		why = BY_EXCLUDE;
	else if (r->leaves_out && c->excludes && c->excludes(c->excludes_arg, path, is_folder))
		why = BY_SETTINGS;
	r->left_out |= why;
	return why;
}

/* For folder_walk: whether a folder is entered, or a file is read. */
static bool choose_wants(void *arg, const char *path, size_t below, bool is_folder)
{
	struct receiver *const r = arg;
	const struct choose *const c = r->choose;
	const char *const name = choose_name(path);

	if (is_folder && !choose_enters(name))
		return false;
	if (!is_folder && !(c->include.buf.n ? choose_is_included(c, name) : format_is_searched(name))) {
		unread_add(&r->unread, name);
		return false;
	}
	if (choose_leaves_out(r, path, below, is_folder))
		return false;
	if (ignored_has(&r->ignored, path, below)) {
		r->left_out |= BY_GIT;
		return false;
	}
	if (is_folder && r->leaves_out && !c->no_ignore)
		ignored_enter(&r->ignored, r->messages, path);
	return true;
}

/* For folder_walk: passes on a file in a folder. */
static bool pass_file(void *arg, const char *path)
{
	struct receiver *const r = arg;

	r->any = true;
	return r->file(r->arg, path, false);
}

/* Prints a message: -r has found no file that the options choose. folder: the only one; or NULL */
static void say_none(const struct choose *c, const struct messages *m, const char *folder, struct unread *unread)
{
	struct iri_buf text = {0};

	if (unread->files) {
		buf_add_text(&text, c->include.buf.n ? "no file matches --include, of " : "no file to read, of ");
		unread_describe(unread, &text);
		buf_add_text(&text, c->include.buf.n ? "" : "; --include reads others");
	} else {
		buf_add_text(&text, "no file to read");
	}
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	message_say(m, folder, text.p);
	iri_buf_free(&text);
}

/* Prints a message: all files are left out. left_out: why */
static void say_left_out(const struct messages *m, const char *operand, int left_out)
{
	static const struct {
		int why;
		const char *text;
	} reasons[] = {
		{BY_EXCLUDE, "by --exclude"},
		{BY_SETTINGS, "by exclude in settings"},
		{BY_GIT, "by git, which ignores them; --no-ignore reads them"},
	};
	struct iri_buf text = {0};

	buf_add_text(&text, "all files to read are left out, ");
	for (size_t i = 0, n = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (left_out & reasons[i].why) {
			buf_add_text(&text, n++ ? " or " : "");
			buf_add_text(&text, reasons[i].text);
		}
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	message_say(m, operand, text.p);
	iri_buf_free(&text);
}

/* Passes on the files in a folder. Returns false if no more files are wanted. */
static bool choose_in_folder(const struct choose *c, struct messages *m, const char *name, struct receiver *r)
{
	*c->in_folder = true;
	if (r->leaves_out && !c->no_ignore)
		ignored_begin(&r->ignored, m, name);
	const bool go_on = folder_walk(m, name, choose_wants, pass_file, r, c->known);
	ignored_end(&r->ignored);
	*c->in_folder = false;
	return go_on;
}

/* Ends the program because of name `number` of the list. */
_Noreturn static void refuse_name(const struct choose *c, struct messages *m, uintmax_t number, const char *text)
{
	m->place.file = strcmp(c->list, "-") != 0 ? c->list : "stdin";
	message_in_place(m, number, 1, text, NULL);
	exit(EXIT_TROUBLE);
}

/* Reads the list of files, and ends each name with a NUL. Returns their number. */
static uintmax_t read_list(const struct choose *c, struct messages *m, struct iri_buf *names)
{
	const bool is_stdin = !strcmp(c->list, "-");
	const int fd = is_stdin ? STDIN_FILENO : open(c->list, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	uintmax_t n = 0;
	size_t start = 0;
	ssize_t got = -1;

	while (fd >= 0 && (got = fd_read(fd, iri_buf_reserve(names, READ_SIZE), READ_SIZE)) > 0)
		names->n += (size_t)got;
	buf_check(m, names);
	if (got < 0)
		message_die(m, is_stdin ? "stdin" : c->list, strerror(errno));
	if (!is_stdin)
		close(fd);
	if (names->n && names->p[names->n - 1] != c->list_end)
		iri_buf_putc(names, c->list_end);
	buf_check(m, names);
	for (size_t i = 0; i < names->n; i++) {
		if (names->p[i] != c->list_end && names->p[i])
			continue;
		n++;
		if (i == start)
			refuse_name(c, m, n, "a name is empty");
		if (c->list_end && names->p[start] == '"' && names->p[i - 1] == '"')
			refuse_name(c, m, n, "a name in quotation marks; use --files0-from, and the option -z of git");
		if (names->p[i] != c->list_end)
			refuse_name(c, m, n, "a name has a NUL; --files0-from reads names that end in NUL");
		names->p[i] = '\0';
		start = i + 1;
	}
	return n;
}

/*
 * Whether an operand or a file of the list is left out: it, or a folder in its path. Sets *path to it, without "./" at
 * its start and "/" at its end.
 */
static bool leaves_out_named(struct receiver *r, struct iri_buf *path, const char *name, bool is_folder)
{
	size_t n = strlen(name), start = 0;

	while (n > 2 && !strncmp(name, "./", 2)) {
		name += 2;
		n -= 2;
	}
	while (n > 1 && name[n - 1] == '/')
		n--;
	path->n = 0;
	iri_buf_add(path, name, n);
	iri_buf_putc(path, '\0');
	buf_check(r->messages, path);
	for (size_t i = 0; i <= n; i++) {
		if (path->p[i] && path->p[i] != '/')
			continue;
		const char end = path->p[i], *const part = path->p + start;
		path->p[i] = '\0';
		/* No pattern means "." or "..". */
		const bool has_name = *part && strcmp(part, ".") != 0 && strcmp(part, "..") != 0;
		const bool is = has_name && choose_leaves_out(r, path->p, 0, end ? true : is_folder);
		path->p[i] = end;
		if (is)
			return true;
		start = i + 1;
	}
	return false;
}

/* Passes on the files of the list. */
static void pass_list(const struct choose *c, struct messages *m, struct receiver *r)
{
	struct iri_buf names = {0}, path = {0};
	const uintmax_t n = read_list(c, m, &names);
	bool go_on = true, any = false;

	*c->in_folder = true;
	for (const char *p = names.p; p && p < names.p + names.n && go_on; p += strlen(p) + 1) {
		if (leaves_out_named(r, &path, p, false) || !choose_wants(r, path.p, 0, false))
			continue;
		any = true;
		path.n = 0;
		if (!strcmp(p, "-"))
			buf_add_text(&path, "./"); /* "-" alone means standard input */
		buf_add_text(&path, p);
		iri_buf_putc(&path, '\0');
		buf_check(m, &path);
		struct stat st;
		if (stat(path.p, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
			/* To read a FIFO may wait for ever. */
			message_say(m, path.p, "is no regular file; name it as an operand if it is to be read");
			message_raise(m, EXIT_TROUBLE);
			continue;
		}
		go_on = r->file(r->arg, path.p, false);
	}
	*c->in_folder = false;
	if (!any && !m->quiet)
		message_say(m, NULL, n ? "the list names no file to read" : "the list of files is empty");
	r->any = true;
	iri_buf_free(&names);
	iri_buf_free(&path);
}

static bool is_folder(const char *name)
{
	struct stat st;

	return strcmp(name, "-") != 0 && stat(name, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Prints standard input, which an editor has sent to get it back. */
static void copy_stdin(struct messages *m)
{
	struct iri_buf block = {0};
	char *const to = iri_buf_reserve(&block, READ_SIZE);
	ssize_t n;

	buf_check(m, &block);
	while ((n = fd_read(STDIN_FILENO, to, READ_SIZE)) > 0)
		stdout_write(m, to, (size_t)n);
	if (n < 0)
		message_die(m, "stdin", strerror(errno));
	iri_buf_free(&block);
}

/* Passes on an operand, or the files in it. Returns false if no more files are wanted. */
static bool pass_operand(struct receiver *r, const char *name, bool is_first)
{
	struct messages *const m = r->messages;
	const bool is_file = !is_folder(name);
	struct iri_buf path = {0};
	struct stat st;

	/* What does not exist is an error, also if it would be left out. Standard input can have any name. */
	const char *const stdin_name = strcmp(name, "-") ? NULL : r->choose->stdin_name;
	const bool is_out = stdin_name ? leaves_out_named(r, &path, stdin_name, false)
	                               : strcmp(name, "-") != 0 && stat(name, &st) == 0 &&
	                                         leaves_out_named(r, &path, name, !is_file);
	iri_buf_free(&path);
	if (is_out && stdin_name && r->choose->copies_stdin)
		copy_stdin(m);
	if (is_out)
		return true;
	if (!is_file && r->choose->recursive)
		return choose_in_folder(r->choose, m, name, r);
	r->any = true;
	if (is_file)
		return r->file(r->arg, name, is_first);
	message_say(m, name, "is a folder; -r searches the files in it");
	message_raise(m, EXIT_TROUBLE);
	return true;
}

/* For struct receiver: stops at the first file. */
static bool stop_at_file(void *arg, const char *name, bool is_first)
{
	(void)arg;
	(void)name;
	(void)is_first;
	return false;
}

/* Whether -r would read a file in the operands if nothing were left out. Adds to `unread` those that it would not. */
static bool would_read(struct receiver *r, int n, char **names)
{
	r->leaves_out = false;
	r->unread = (struct unread){0};
	r->file = stop_at_file;
	for (int i = 0; i < n; i++)
		if (!pass_operand(r, names[i], false))
			return true;
	return r->any;
}

bool choose_files(const struct choose *c, struct messages *m, int n, char **names,
                  bool (*file)(void *arg, const char *name, bool is_first), void *arg)
{
	struct receiver r = {.choose = c, .messages = m, .file = file, .arg = arg, .leaves_out = !c->takes_all};
	char *here[] = {c->recursive ? "." : "-"};
	bool go_on = true;

	if (!n)
		names = here;
	const int operands = n || c->list ? n : 1;
	for (int i = 0; i < operands && go_on; i++)
		go_on = pass_operand(&r, names[i], i == 0);
	if (c->list && go_on)
		pass_list(c, m, &r);
	if (r.any || c->allows_none)
		return true;
	const char *const only = c->stdin_name ? c->stdin_name : n > 1 ? NULL : names[0];
	if (r.left_out && would_read(&r, operands, names)) {
		if (!m->quiet)
			say_left_out(m, only, r.left_out);
		return true;
	}
	say_none(c, m, only, &r.unread);
	return false;
}

void choose_free(struct choose *c)
{
	iri_buf_free(&c->include.buf);
	const struct exclusion *const p = c->exclude.item;

	for (size_t i = 0; i < ARRAY_COUNT(c->exclude); i++)
		free(p[i].glob);
	iri_buf_free(&c->exclude.buf);
}
