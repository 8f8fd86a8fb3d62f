/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "atomic_write.h"

#include "access.h"
#include "attributes.h"
#include "made.h"
#include "paths.h"
#include "temporary.h"

#include "lib/base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NEW, OLD }; /* the temporary files: with the new content, and with a copy of the old content */

/* The replacement of one file. Each path is a C string, with its NUL. */
struct atomic_job {
	const char *about;               /* the file that the message about a failure names */
	struct iri_buf target;           /* the file, which is not a symbolic link */
	struct iri_buf folder;           /* the folder of the target */
	struct iri_buf backup;           /* the name for the old content */
	struct iri_buf temporary[TEMPORARY_FILES]; /* names in the same folder */
	bool makes;                      /* there is no file yet */
	bool keep;                       /* keep the old content; else `backup` and temporary[OLD] are not used */
	bool force;                      /* see struct atomic_options */
	struct stat st;                  /* of the target, unless there is none yet */
	struct iri_buf acl;              /* the access control list of the target, or nothing */
	struct identity made[TEMPORARY_FILES];     /* the temporary files */
	char why[256];                   /* text of the message about a failure */
};

/* Sets the text of the message to what, and the text for error, a value of errno, if it is not 0. Returns false. */
static bool atomic_fail(struct atomic_job *j, const char *what, int error)
{
	snprintf(j->why, sizeof j->why, "%s%s%s", what, error ? ": " : "", error ? strerror(error) : "");
	return false;
}

/* Returns the same as atomic_check for a file with this status. */
static const char *check_status(const char *name, const struct atomic_options *o, const struct stat *st)
{
	if (!S_ISREG(st->st_mode))
		return "not a regular file";
	if (o->force)
		return NULL;
	/* Root can write to every file, so access(2) is not enough: the mode can forbid all writing. */
	if (!(st->st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) || access(name, W_OK) < 0)
		return "the file is read-only; --force replaces it";
	if (st->st_nlink > 1)
		return "the file has several hard links; --force replaces only this one";
	return NULL;
}

const char *atomic_check(const char *name, const struct atomic_options *o)
{
	struct stat st;

	return stat(name, &st) == 0 ? check_status(name, o, &st) : NULL;
}

/* Sets the path, which is empty, to the first n bytes of start, followed by end. */
static void atomic_set_path(struct iri_buf *path, const char *start, size_t n, const char *end)
{
	iri_buf_add(path, start, n);
	iri_buf_add(path, end, strlen(end) + 1);
}

/*
 * Sets j->target. Calls realpath(3) only for a symbolic link: it can fail for another file if a folder above it cannot
 * be searched. Returns false, with j->why set, on failure.
 */
static bool find_target(struct atomic_job *j, const char *name)
{
	struct stat st;

	if (lstat(name, &st) < 0) {
		if (!j->makes || errno != ENOENT)
			return atomic_fail(j, "cannot find the file", errno);
		st.st_mode = S_IFREG;
	}
	char *const target = S_ISLNK(st.st_mode) ? realpath(name, NULL) : NULL;
	if (S_ISLNK(st.st_mode) && !target)
		return atomic_fail(j, "cannot find the target of the symbolic link", errno);
	const char *const path = target ? target : name;
	atomic_set_path(&j->target, path, strlen(path), "");
	free(target);
	return true;
}

/* tool: the name of the program */
static bool find_paths(struct atomic_job *j, const char *tool, const char *name, const struct atomic_options *o)
{
	char template[32];

	snprintf(template, sizeof template, ".%s-XXXXXX", tool);
	if (!find_target(j, name))
		return false;
	if (j->target.failed)
		return atomic_fail(j, "out of memory", 0);
	const char *const target = j->target.p, *const slash = strrchr(target, '/');
	const char *const suffix = o->suffix ? o->suffix : "";
	const size_t n = slash ? (size_t)(slash + 1 - target) : 0;
	j->keep = *suffix;
	j->force = o->force;
	atomic_set_path(&j->folder, target, n, ".");
	atomic_set_path(&j->backup, target, strlen(target), suffix);
	atomic_set_path(&j->temporary[NEW], target, n, template);
	atomic_set_path(&j->temporary[OLD], target, n, template);
	if (j->folder.failed || j->backup.failed || j->temporary[NEW].failed || j->temporary[OLD].failed)
		return atomic_fail(j, "out of memory", 0);
	if (j->makes)
		return true;
	if (stat(target, &j->st) < 0)
		return atomic_fail(j, "cannot find the file", errno);
	const char *const refusal = check_status(target, o, &j->st);
	return refusal ? atomic_fail(j, refusal, 0) : true;
}

/* Opens the target again. It could be a FIFO or a symbolic link now. Returns its descriptor, or -1 with errno set. */
static int open_target(const char *name)
{
	return open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
}

/*
 * Gives the temporary file the access rights and attributes of the target; a new file gets the mode that open(2) would
 * give it. Sets j->made[kind]. Returns false, with errno or j->why set, on failure.
 */
static bool copy_attributes(struct atomic_job *j, int kind, int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return false;
	j->made[kind] = identity_of(&st);
	if (j->makes)
		return access_set_default(fd, &st);
	const int from = open_target(j->target.p);
	if (from < 0)
		return atomic_fail(j, "cannot open the file again, to copy its access rights", errno);
	const char *why = NULL;
	const bool well = access_copy(from, &j->st, fd, &st, j->force, &j->acl, &why);
	const int error = errno;
	if (why)
		atomic_fail(j, why, error);
	close(from);
	errno = error;
	return well;
}

static bool write_temporary(struct atomic_job *j, int kind, struct iri_str content)
{
	const int fd = temporary_create(kind, j->temporary[kind].p);

	if (fd < 0)
		return atomic_fail(j, "cannot create a temporary file in its folder", errno);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	bool well = fd_write(fd, content.p, content.n) && copy_attributes(j, kind, fd);
	if (well && kind == OLD)
		futimens(fd, (const struct timespec[]){j->st.st_atim, j->st.st_mtim});
	/* Some file systems do not know fsync(2). */
	well = well && (fsync(fd) == 0 || errno == EINVAL);
	const int error = errno;
	const bool closed = close(fd) == 0;
	if (well && closed)
		return true;
	return *j->why ? false : atomic_fail(j, "cannot write a temporary file", well ? errno : error);
}

/* Whether the rest of the file is `old`. If not, sets errno to 0; on failure, to the error. */
static bool has_content(int fd, struct iri_str old)
{
	char block[16 * 1024];
	ssize_t n;

	while ((n = read(fd, block, sizeof block)) != 0) {
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			return false;
		if ((size_t)n > old.n || memcmp(block, old.p, (size_t)n) != 0)
			break;
		old.p += n;
		old.n -= (size_t)n;
	}
	errno = 0;
	return n == 0 && old.n == 0;
}

/*
 * Whether the file has the status, access control list and content that the temporary files were made from. If not,
 * sets errno to 0; on failure, to the error.
 */
static bool is_unchanged(const struct atomic_job *j, const char *name, struct iri_str old)
{
	const int fd = open_target(name);
	struct iri_buf acl = {0};
	struct stat st;

	if (fd < 0)
		return false;
	const bool known = fstat(fd, &st) == 0 && attributes_read_acl(fd, &acl);
	if (known)
		errno = 0;
	const bool same = known && st.st_mode == j->st.st_mode && st.st_uid == j->st.st_uid &&
	                  st.st_gid == j->st.st_gid && st.st_nlink == j->st.st_nlink &&
	                  iri_same(iri_contents(&acl), iri_contents(&j->acl)) && has_content(fd, old);
	const int error = errno;
	iri_buf_free(&acl);
	close(fd);
	errno = error;
	return same;
}

/* Sets j->why after is_unchanged. Returns false. */
static bool fail_changed(struct atomic_job *j)
{
	return errno ? atomic_fail(j, "cannot read the file again", errno)
	             : atomic_fail(j, "the file has changed in the meantime; run the command again", 0);
}

/* Sets j->why after a file was made under the name of the target. Returns false. */
static bool fail_exists(struct atomic_job *j)
{
	return atomic_fail(j, "there is a file of this name now; run the command again", 0);
}

/* Checks that the target is unchanged, or that there is still none. */
static bool check_unchanged(struct atomic_job *j, struct iri_str old)
{
	if (!j->makes)
		return is_unchanged(j, j->target.p, old) || fail_changed(j);
	return (lstat(j->target.p, &j->st) < 0 && errno == ENOENT) || fail_exists(j);
}

/* Writes the folder to the disk, so that after a power failure no rename is there without the ones before it. */
static void sync_folder(const struct atomic_job *j)
{
	/* Some file systems cannot do this. Failures are ignored: the name has old or new content in any case. */
	const int fd = open(j->folder.p, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
}

/*
 * Adds the temporary file to those that the run has made, and calls `place`, which gives it its name. Signals are
 * blocked meanwhile. Returns what `place` returns; it sets j->why on failure.
 */
static bool name_temporary(struct atomic_job *j, int kind, struct iri_str old,
                           bool (*place)(struct atomic_job *j, struct iri_str old))
{
	sigset_t before;

	if (!made_add(j->made[kind]))
		return atomic_fail(j, "out of memory", 0);
	temporary_block_signals(&before);
	const bool well = place(j, old);
	temporary_unblock_signals(&before);
	if (well)
		sync_folder(j);
	else
		made_remove(j->made[kind]);
	return well;
}

static bool rename_backup(struct atomic_job *j, struct iri_str old)
{
	(void)old;
	if (rename(j->temporary[OLD].p, j->backup.p) == 0) {
		temporary_forget(OLD);
		return true;
	}
	j->about = j->backup.p;
	return atomic_fail(j, "cannot keep the old content under this name", errno);
}

static bool rename_new(struct atomic_job *j, struct iri_str old)
{
	(void)old;
	if (rename(j->temporary[NEW].p, j->target.p) < 0)
		return atomic_fail(j, "cannot replace the file", errno);
	temporary_forget(NEW);
	return true;
}

/*
 * Gives a new file its name; temporary_remove removes the other one. Unlike rename(2), link(2) replaces no file that
 * another process has made after check_unchanged. Some file systems have no links.
 */
static bool link_new(struct atomic_job *j, struct iri_str old)
{
	if (link(j->temporary[NEW].p, j->target.p) == 0)
		return true;
	return errno == EEXIST ? fail_exists(j) : rename_new(j, old);
}

#if HAVE_RENAMEAT2 && defined RENAME_EXCHANGE
/* Exchanges the names of the new file and the target. Returns false and sets errno on failure. */
static bool exchange_names(const struct atomic_job *j)
{
	return renameat2(AT_FDCWD, j->temporary[NEW].p, AT_FDCWD, j->target.p, RENAME_EXCHANGE) == 0;
}

/* Whether the temporary name is that of the new file. */
static bool atomic_is_new(const struct atomic_job *j)
{
	struct stat st;

	return lstat(j->temporary[NEW].p, &st) == 0 && st.st_dev == j->made[NEW].device &&
	       st.st_ino == j->made[NEW].inode;
}

/*
 * Exchanges the new file and the target, and looks at the file that was the target. Without that, a change after
 * check_unchanged would be lost. If it was changed, exchanges both again. If meanwhile the target was replaced once
 * more, the temporary name keeps what it has.
 */
static bool replace_target(struct atomic_job *j, struct iri_str old)
{
	if (!exchange_names(j)) {
		const bool unknown = errno == EINVAL || errno == ENOSYS || errno == ENOTSUP;
		return unknown ? rename_new(j, old) : atomic_fail(j, "cannot replace the file", errno);
	}
	if (is_unchanged(j, j->temporary[NEW].p, old))
		return true;
	fail_changed(j);
	if (exchange_names(j) && atomic_is_new(j))
		return false;
	temporary_forget(NEW);
	j->about = j->temporary[NEW].p;
	return atomic_fail(j, "the file has changed twice in the meantime; this is one of its versions", 0);
}
#else
#define replace_target rename_new
#endif

static void free_job(struct atomic_job *j)
{
	for (int kind = 0; kind < TEMPORARY_FILES; kind++)
		iri_buf_free(&j->temporary[kind]);
	iri_buf_free(&j->acl);
	iri_buf_free(&j->backup);
	iri_buf_free(&j->folder);
	iri_buf_free(&j->target);
}

/* Prints the message about a failure. */
static void report_job(struct messages *m, const struct atomic_job *j)
{
	message_say(m, j->about, j->why);
	message_raise(m, EXIT_TROUBLE);
}

bool atomic_write_beside(struct messages *m, const char *name, struct iri_str new, const struct atomic_options *o,
                         struct iri_buf *temporary)
{
	struct atomic_job j = {.about = name};
	bool well = find_paths(&j, m->tool, name, o) && write_temporary(&j, NEW, new);

	if (well) {
		iri_buf_add(temporary, j.temporary[NEW].p, j.temporary[NEW].n);
		well = !temporary->failed || atomic_fail(&j, "out of memory", 0);
	}
	if (well)
		temporary_forget(NEW);
	else
		report_job(m, &j);
	temporary_remove(m, NEW);
	free_job(&j);
	return well;
}

/* Writes all temporary files before the first rename: on a full disk, an older backup is not lost. */
bool atomic_write(struct messages *m, const char *name, struct iri_str old, struct iri_str new,
                  const struct atomic_options *o)
{
	struct atomic_job j = {.about = name, .makes = !old.p};
	const bool well = find_paths(&j, m->tool, name, o) && write_temporary(&j, NEW, new) &&
	                  (!j.keep || write_temporary(&j, OLD, old)) && check_unchanged(&j, old) &&
	                  (!j.keep || (name_temporary(&j, OLD, old, rename_backup) && check_unchanged(&j, old))) &&
	                  name_temporary(&j, NEW, old, j.makes ? link_new : replace_target);

	for (int kind = 0; kind < TEMPORARY_FILES; kind++)
		temporary_remove(m, kind);
	if (!well)
		report_job(m, &j);
	free_job(&j);
	return well;
}

/* Returns the path without the path of the current folder, if it begins with that. */
static const char *shorten(const char *path)
{
	char *const here = realpath(".", NULL);
	const size_t n = here ? strlen(here) : 0;
	const bool is_below = n && path_is_below(iri_str_of(path), (struct iri_str){here, n}) && path[n];

	free(here);
	return is_below ? path + n + 1 : path;
}

bool atomic_pretend(struct messages *m, const char *name, struct iri_buf *target)
{
	struct atomic_job j = {.about = name};
	bool well = find_target(&j, name);

	if (well && (j.target.failed || stat(j.target.p, &j.st) < 0))
		well = atomic_fail(&j, "cannot find the file", j.target.failed ? ENOMEM : errno);
	if (well && !made_add(identity_of(&j.st)))
		well = atomic_fail(&j, "out of memory", 0);
	if (well) {
		const char *const path = shorten(j.target.p);
		iri_buf_add(target, path, strlen(path) + 1);
	} else {
		report_job(m, &j);
	}
	iri_buf_free(&j.target);
	return well;
}
