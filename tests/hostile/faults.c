/* SPDX-License-Identifier: ISC */
/* Functions for input and output that fail, in place of those of the C library. */
#define _GNU_SOURCE /* for syscall(), where a function of the C library cannot be called, and for RTLD_NEXT */

#include "faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static struct faults faults = NO_FAULTS;
static long *counted;  /* calls up to now, or NULL: they are not counted */
static bool is_child;  /* this process is a child of the tool */
static uint64_t state; /* of the random numbers */

static const struct {
	const char *name;
	int error;
} calls[CALLS] = {
	[ACCESS] = {"access", EACCES},     [CLOSE] = {"close", EIO},         [DUP2] = {"dup2", EIO},
	[EXEC] = {"exec", ENOENT},         [FCHMOD] = {"fchmod", EPERM},     [FCHOWN] = {"fchown", EPERM},
	[FCNTL] = {"fcntl", EINVAL},       [FGETXATTR] = {"fgetxattr", EIO}, [FLISTXATTR] = {"flistxattr", EIO},
	[FREMOVEXATTR] = {"fremovexattr", EIO}, [FSETXATTR] = {"fsetxattr", EPERM}, [RENAMEAT2] = {"renameat2", ENOENT},
	[FORK] = {"fork", EAGAIN},        [FSTAT] = {"fstat", EIO},
	[FSYNC] = {"fsync", EIO},          [FUTIMENS] = {"futimens", EPERM},
	[LINK] = {"link", EPERM},          [LSTAT] = {"lstat", EIO},
	[MKSTEMP] = {"mkstemp", EACCES},   [OPEN] = {"open", EMFILE},
	[PIPE] = {"pipe", EMFILE},         [POLL] = {"poll", ENOMEM},        [READ] = {"read", EIO},
	[READDIR] = {"readdir", EIO},      [REALPATH] = {"realpath", EACCES}, [RENAME] = {"rename", EACCES},
	[SIGACTION] = {"sigaction", EINVAL}, [SIGPROCMASK] = {"sigprocmask", EINVAL},
	[SPAWN] = {"posix_spawnp", ENOENT}, [STAT] = {"stat", EIO},
	[UNLINK] = {"unlink", EPERM},      [WAITPID] = {"waitpid", ECHILD},  [WRITE] = {"write", ENOSPC},
};

const char *faults_name(enum call call)
{
	return calls[call].name;
}

void faults_begin(const struct faults *chosen, long counts[CALLS])
{
	faults = *chosen;
	state = chosen->seed;
	counted = counts;
	is_child = false;
}

/* Counts a call. If it is the chosen one, sends the signal, or sets errno and returns 1: then it must fail. */
static int fails(enum call call)
{
	static long in_child[CALLS];

	if (!counted || ++(is_child ? in_child : counted)[call] != faults.number || call != faults.call ||
	    is_child != faults.in_child)
		return 0;
	if (!faults.signal) {
		errno = calls[call].error;
		return 1;
	}
	kill(getpid(), faults.signal);
	return 0;
}

/* Returns a random number below n (splitmix64: even similar seeds give different first numbers). */
static unsigned by_chance(unsigned n)
{
	uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return (unsigned)((z ^ z >> 31) >> 32) % n;
}

/*
 * At random returns 1 and sets errno. Otherwise returns 0, and sometimes lowers *n, the number of bytes to transfer.
 * Only descriptors that a tool inherits can be non-blocking.
 */
static int goes_wrong(int fd, size_t *n)
{
	static const size_t few[] = {1, 1, 2, 3, 7, 64, 1000, 20000};
	size_t most;

	if (!faults.seed || is_child || !*n)
		return 0;
	switch (by_chance(4)) {
	case 0: errno = EINTR; return 1;
	case 1:
		if (fd > STDERR_FILENO)
			return 0;
		errno = EAGAIN;
		return 1;
	case 2: most = few[by_chance(sizeof few / sizeof *few)]; *n = *n < most ? *n : most;
	}
	return 0;
}

ssize_t read(int fd, void *p, size_t n)
{
	if (fails(READ) || goes_wrong(fd, &n))
		return -1;
	if (faults.to_read == 0) {
		errno = EIO;
		return -1;
	}
	if (faults.to_read > 0 && n > (size_t)faults.to_read)
		n = (size_t)faults.to_read;
	const ssize_t done = syscall(SYS_read, fd, p, n);
	if (faults.to_read > 0 && done > 0)
		faults.to_read -= done;
	return done;
}

/* With _FORTIFY_SOURCE, the compiler calls this in place of read if it knows the size of the buffer. */
ssize_t __read_chk(int fd, void *p, size_t n, size_t room)
{
	if (n > room)
		abort();
	return read(fd, p, n);
}

ssize_t write(int fd, const void *p, size_t n)
{
	long *const room = fd == STDOUT_FILENO ? &faults.to_output : &faults.to_files;

	if ((fd != STDERR_FILENO && fails(WRITE)) || goes_wrong(fd, &n))
		return -1;
	if (fd != STDERR_FILENO && *room >= 0) {
		if (*room == 0 && n) {
			errno = ENOSPC;
			return -1;
		}
		if (n > (size_t)*room)
			n = (size_t)*room;
		*room -= (long)n;
	}
	return syscall(SYS_write, fd, p, n);
}

/* Without an open descriptor, nothing can fail: the program of the tests tries to close all. */
int close(int fd)
{
	const int is_open = lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF;
	const int fault = is_open && fails(CLOSE);
	const long done = syscall(SYS_close, fd);

	if (fault) {
		errno = calls[CLOSE].error;
		return -1;
	}
	if (done == 0 && faults.close_from >= 0 && fd >= faults.close_from) {
		errno = EIO;
		return -1;
	}
	return (int)done;
}

/* Sets the function pointer `next` to the C library's function with this symbol. */
#define FIND_NEXT(symbol)                                                                                              \
	do {                                                                                                           \
		void *const found = dlsym(RTLD_NEXT, symbol);                                                          \
		if (!found)                                                                                            \
			abort();                                                                                       \
		memcpy(&next, &found, sizeof next);                                                                    \
	} while (0)

/*
 * Replaces a function of the C library, which may have several symbols: for files of more than 2 GiB and for times
 * after 2038 on machines of 32 bits, with _FORTIFY_SOURCE, and from before glibc 2.33. Its name in C differs from the
 * symbol. So it need not match the declaration in a header, and `st` can point to any version of struct stat.
 */
#define REPLACE(call, id, symbol, type, failure, parameters, arguments)                                                \
	type id parameters __asm__(symbol);                                                                            \
	type id parameters                                                                                             \
	{                                                                                                              \
		type(*next) parameters;                                                                                \
		if (fails(call))                                                                                       \
			return failure;                                                                                \
		FIND_NEXT(symbol);                                                                                     \
		return next arguments;                                                                                 \
	}

#define REPLACE_STAT(call, id, symbol, old_symbol, type)                                                               \
	REPLACE(call, id, symbol, int, -1, (type file, void *st), (file, st))                                          \
	REPLACE(call, id##64, symbol "64", int, -1, (type file, void *st), (file, st))                                 \
	REPLACE(call, id##_time64, "__" symbol "_time64", int, -1, (type file, void *st), (file, st))                  \
	REPLACE(call, id##64_time64, "__" symbol "64_time64", int, -1, (type file, void *st), (file, st))              \
	REPLACE(call, id##_x, old_symbol, int, -1, (int version, type file, void *st), (version, file, st))            \
	REPLACE(call, id##_x64, old_symbol "64", int, -1, (int version, type file, void *st), (version, file, st))

REPLACE(ACCESS, fault_access, "access", int, -1, (const char *path, int how), (path, how))
REPLACE(DUP2, fault_dup2, "dup2", int, -1, (int from, int to), (from, to))
REPLACE(EXEC, fault_execv, "execv", int, -1, (const char *path, char *const *argv), (path, argv))
REPLACE(EXEC, fault_execvp, "execvp", int, -1, (const char *path, char *const *argv), (path, argv))
REPLACE(EXEC, fault_execve, "execve", int, -1, (const char *path, char *const *argv, char *const *env),
        (path, argv, env))
REPLACE(FCHMOD, fault_fchmod, "fchmod", int, -1, (int fd, mode_t mode), (fd, mode))
REPLACE(FCHOWN, fault_fchown, "fchown", int, -1, (int fd, uid_t user, gid_t group), (fd, user, group))
REPLACE(FGETXATTR, fault_fgetxattr, "fgetxattr", ssize_t, -1, (int fd, const char *name, void *value, size_t n),
        (fd, name, value, n))
REPLACE(FLISTXATTR, fault_flistxattr, "flistxattr", ssize_t, -1, (int fd, char *names, size_t n), (fd, names, n))
REPLACE(FREMOVEXATTR, fault_fremovexattr, "fremovexattr", int, -1, (int fd, const char *name), (fd, name))
REPLACE(FSETXATTR, fault_fsetxattr, "fsetxattr", int, -1,
        (int fd, const char *name, const void *value, size_t n, int how), (fd, name, value, n, how))
REPLACE_STAT(FSTAT, fault_fstat, "fstat", "__fxstat", int)
REPLACE(FSYNC, fault_fsync, "fsync", int, -1, (int fd), (fd))
REPLACE(FUTIMENS, fault_futimens, "futimens", int, -1, (int fd, const void *times), (fd, times))
REPLACE(FUTIMENS, fault_futimens64, "__futimens64", int, -1, (int fd, const void *times), (fd, times))
REPLACE(FUTIMENS, fault_futimens_time64, "__futimens_time64", int, -1, (int fd, const void *times), (fd, times))
REPLACE_STAT(LSTAT, fault_lstat, "lstat", "__lxstat", const char *)
REPLACE(MKSTEMP, fault_mkstemp, "mkstemp", int, -1, (char *path), (path))
REPLACE(MKSTEMP, fault_mkstemp64, "mkstemp64", int, -1, (char *path), (path))
REPLACE(OPEN, fault_open_2, "__open_2", int, -1, (const char *path, int flags), (path, flags))
REPLACE(OPEN, fault_open64_2, "__open64_2", int, -1, (const char *path, int flags), (path, flags))
REPLACE(PIPE, fault_pipe, "pipe", int, -1, (int *fds), (fds))
REPLACE(PIPE, fault_pipe2, "pipe2", int, -1, (int *fds, int flags), (fds, flags))
REPLACE(POLL, fault_poll, "poll", int, -1, (struct pollfd *fds, nfds_t n, int wait), (fds, n, wait))
REPLACE(POLL, fault_poll_chk, "__poll_chk", int, -1, (struct pollfd *fds, nfds_t n, int wait, size_t room),
        (fds, n, wait, room))
REPLACE(READDIR, fault_readdir, "readdir", void *, NULL, (void *folder), (folder))
REPLACE(READDIR, fault_readdir64, "readdir64", void *, NULL, (void *folder), (folder))
REPLACE(REALPATH, fault_realpath, "realpath", char *, NULL, (const char *path, char *to), (path, to))
REPLACE(REALPATH, fault_realpath_chk, "__realpath_chk", char *, NULL, (const char *path, char *to, size_t room),
        (path, to, room))
REPLACE(RENAME, fault_rename, "rename", int, -1, (const char *from, const char *to), (from, to))
REPLACE(SIGACTION, fault_sigaction, "sigaction", int, -1, (int number, const void *new, void *old), (number, new, old))
REPLACE(SIGPROCMASK, fault_sigprocmask, "sigprocmask", int, -1, (int how, const void *set, void *old), (how, set, old))
REPLACE(SPAWN, fault_spawnp, "posix_spawnp", int, errno,
        (pid_t *child, const char *file, const void *actions, const void *attributes, char *const *argv,
         char *const *env), (child, file, actions, attributes, argv, env))
REPLACE_STAT(STAT, fault_stat, "stat", "__xstat", const char *)
REPLACE(UNLINK, fault_unlink, "unlink", int, -1, (const char *path), (path))
REPLACE(WAITPID, fault_waitpid, "waitpid", pid_t, -1, (pid_t child, int *status, int how), (child, status, how))

/* If this was chosen, changes a file once, or makes it, as another process could do it in the last moment. */
static void change_once(const char *path)
{
	if (!faults.changes)
		return;
	const int fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0644);
	if (fd < 0 || write(fd, "\n", 1) != 1 || close(fd) < 0)
		abort();
	faults.changes = false;
}

int link(const char *from, const char *to)
{
	int (*next)(const char *, const char *);

	if (fails(LINK))
		return -1;
	change_once(to);
	FIND_NEXT("link");
	return next(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned how)
{
	int (*next)(int, const char *, int, const char *, unsigned);

	if (fails(RENAMEAT2))
		return -1;
	if (faults.no_exchange) {
		errno = EINVAL;
		return -1;
	}
	change_once(to);
	FIND_NEXT("renameat2");
	return next(from_folder, from, to_folder, to, how);
}

pid_t fork(void)
{
	pid_t (*next)(void);

	if (fails(FORK))
		return -1;
	FIND_NEXT("fork");
	const pid_t child = next();
	is_child = is_child || child == 0;
	return child;
}

/* The third argument of open(2) exists only with O_CREAT. */
#define REPLACE_OPEN(id, symbol)                                                                                       \
	int id(const char *path, int flags, ...) __asm__(symbol);                                                      \
	int id(const char *path, int flags, ...)                                                                       \
	{                                                                                                              \
		int (*next)(const char *, int, ...);                                                                   \
		va_list rest;                                                                                          \
		va_start(rest, flags);                                                                                 \
		const unsigned mode = flags & O_CREAT ? va_arg(rest, unsigned) : 0;                                    \
		va_end(rest);                                                                                          \
		if (fails(OPEN))                                                                                       \
			return -1;                                                                                     \
		FIND_NEXT(symbol);                                                                                     \
		return next(path, flags, mode);                                                                        \
	}
REPLACE_OPEN(fault_open, "open")
REPLACE_OPEN(fault_open64, "open64")

/* The third argument of fcntl(2) is a number or a pointer, and may be missing: a long has room for each. */
#define REPLACE_FCNTL(id, symbol)                                                                                      \
	int id(int fd, int command, ...) __asm__(symbol);                                                              \
	int id(int fd, int command, ...)                                                                               \
	{                                                                                                              \
		int (*next)(int, int, ...);                                                                            \
		va_list rest;                                                                                          \
		va_start(rest, command);                                                                               \
		const long argument = va_arg(rest, long);                                                              \
		va_end(rest);                                                                                          \
		if (fails(FCNTL))                                                                                      \
			return -1;                                                                                     \
		FIND_NEXT(symbol);                                                                                     \
		return next(fd, command, argument);                                                                    \
	}
REPLACE_FCNTL(fault_fcntl, "fcntl")
REPLACE_FCNTL(fault_fcntl64, "fcntl64")
REPLACE_FCNTL(fault_fcntl_time64, "__fcntl_time64")
