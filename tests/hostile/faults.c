/* SPDX-License-Identifier: ISC */
/*
 * Functions for input and output that fail. faults.bats preloads them into the tools. Variables in the environment
 * choose the faults:
 *   IRI_FAULT_SEED=N      reads and writes are interrupted, not ready, or short, at random; N is the seed, not 0
 *   IRI_FAULT_READ=N      reading fails after N bytes
 *   IRI_FAULT_FULL=N      writing to descriptor 1 fails after N bytes, as on a full disk
 *   IRI_FAULT_FILES=N     writing to files fails after N bytes; standard error is not affected
 *   IRI_FAULT_CLOSE=FD    closing descriptor FD or a higher one fails
 *   IRI_FAULT_ENTROPY=1   the kernel has no random numbers
 *   IRI_FAULT_FOLDER=N    reading a folder fails after N entries; "." and ".." are entries, too
 *   IRI_FAULT_CALL=NAME:N         call N, from 1, of function NAME fails, and no other; `calls` lists the names.
 *                                 child-NAME:N means calls in a child of the tool, between fork and exec.
 *   IRI_FAULT_CALL=NAME:N:ERROR   it fails with this error; `errors` lists them
 *   IRI_FAULT_CALL=NAME:N:SIGNAL  it does not fail; before it, the process sends itself this signal; `signals` lists
 *                                 them
 *   IRI_FAULT_COUNT=FILE  at exit, writes the number of calls to this file: for each function a line "NAME N"
 * The faults are only for the tool: it removes the variables, so that the commands that it runs do not get them.
 */
#define _GNU_SOURCE /* for syscall(), where a function of the C library cannot be called, and for RTLD_NEXT */

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static uint64_t state;                           /* of the random numbers; 0: no random faults */
static long to_read = -1, to_write[] = {-1, -1}; /* bytes left, or -1: no limit; stdout, files */
static long closes = -1, entropy = -1, entries = -1;

/*
 * The functions for IRI_FAULT_CALL, with their usual errors. close(2) closes the descriptor and then fails. Writing to
 * standard error is not counted. A child counts its own calls.
 */
enum call {
	ACCESS, CLOSE, DUP2, EXEC, FCHMOD, FCHOWN, FCNTL, FORK, FSTAT, FSYNC, FUTIMENS, LSTAT, MKSTEMP, OPEN, PIPE,
	POLL, READ, REALPATH, RENAME, SIGACTION, SIGPROCMASK, STAT, UNLINK, WAITPID, WRITE, CALLS
};
static const struct {
	const char *name;
	int error;
} calls[CALLS] = {
	[ACCESS] = {"access", EACCES},   [CLOSE] = {"close", EIO},            [DUP2] = {"dup2", EIO},
	[EXEC] = {"exec", ENOENT},       [FCHMOD] = {"fchmod", EPERM},        [FCHOWN] = {"fchown", EPERM},
	[FCNTL] = {"fcntl", EINVAL},     [FORK] = {"fork", EAGAIN},           [FSTAT] = {"fstat", EIO},
	[FSYNC] = {"fsync", EIO},        [FUTIMENS] = {"futimens", EPERM},    [LSTAT] = {"lstat", EIO},
	[MKSTEMP] = {"mkstemp", EACCES}, [OPEN] = {"open", EMFILE},           [PIPE] = {"pipe", EMFILE},
	[POLL] = {"poll", ENOMEM},       [READ] = {"read", EIO},              [REALPATH] = {"realpath", EACCES},
	[RENAME] = {"rename", EACCES},   [SIGACTION] = {"sigaction", EINVAL}, [SIGPROCMASK] = {"sigprocmask", EINVAL},
	[STAT] = {"stat", EIO},          [UNLINK] = {"unlink", EPERM},        [WAITPID] = {"waitpid", ECHILD},
	[WRITE] = {"write", ENOSPC},
};
static const struct value {
	const char *name;
	int value;
} errors[] = {{"EACCES", EACCES}, {"EAGAIN", EAGAIN}, {"EINTR", EINTR},   {"EINVAL", EINVAL}, {"EIO", EIO},
              {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC}, {"EPERM", EPERM},   {"EROFS", EROFS}},
  signals[] = {{"SIGHUP", SIGHUP}, {"SIGINT", SIGINT}, {"SIGKILL", SIGKILL}, {"SIGTERM", SIGTERM}};
static long counted[CALLS];      /* calls up to now */
static enum call chosen = CALLS; /* the parts of IRI_FAULT_CALL; CALLS: none */
static long chosen_number;
static int chosen_error, chosen_signal; /* one of them is 0 */
static bool chosen_child, is_child;     /* the fault is for calls in a child; this process is a child */
static const char *counts;              /* IRI_FAULT_COUNT, or NULL */

/* Writes the file of IRI_FAULT_COUNT. */
__attribute__((destructor)) static void write_counts(void)
{
	char text[1024];
	int n = 0;

	if (!counts || is_child)
		return;
	const int fd = (int)syscall(SYS_openat, AT_FDCWD, counts, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	for (int i = 0; i < CALLS; i++)
		n += snprintf(text + n, sizeof text - (size_t)n, "%s %ld\n", calls[i].name, counted[i]);
	if (fd < 0 || syscall(SYS_write, fd, text, (size_t)n) != n)
		abort();
	syscall(SYS_close, fd);
}

/* Counts a call. If IRI_FAULT_CALL chooses it, sends the signal, or sets errno and returns 1: then it must fail. */
static int fails(enum call call)
{
	if (++counted[call] != chosen_number || call != chosen || is_child != chosen_child)
		return 0;
	if (!chosen_signal) {
		errno = chosen_error;
		return 1;
	}
	kill(getpid(), chosen_signal);
	return 0;
}

/* Returns the value with this name, or 0. */
static int find(const struct value *list, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(list[i].name, name))
			return list[i].value;
	return 0;
}

/* Parses IRI_FAULT_CALL. Aborts if a name in it is unknown: otherwise, a test could pass without a fault. */
static void choose(const char *text)
{
	char name[16], what[16] = "";

	chosen_child = !strncmp(text, "child-", 6);
	if (chosen_child)
		text += 6;
	if (sscanf(text, "%15[^:]:%ld:%15s", name, &chosen_number, what) < 2 || chosen_number < 1)
		abort();
	for (chosen = 0; chosen < CALLS && strcmp(calls[chosen].name, name) != 0; chosen++)
		;
	if (chosen == CALLS)
		abort();
	chosen_error = *what ? find(errors, sizeof errors / sizeof *errors, what) : calls[chosen].error;
	chosen_signal = find(signals, sizeof signals / sizeof *signals, what);
	if (!chosen_error && !chosen_signal)
		abort();
}

__attribute__((constructor)) static void start(void)
{
	const struct {
		const char *name;
		long *value;
	} limits[] = {{"IRI_FAULT_READ", &to_read},
	              {"IRI_FAULT_FULL", &to_write[0]},
	              {"IRI_FAULT_FILES", &to_write[1]},
	              {"IRI_FAULT_CLOSE", &closes},
	              {"IRI_FAULT_ENTROPY", &entropy},
	              {"IRI_FAULT_FOLDER", &entries}};
	const char *text = getenv("IRI_FAULT_SEED");

	state = text ? strtoull(text, NULL, 10) : 0;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		text = getenv(limits[i].name);
		*limits[i].value = text ? strtol(text, NULL, 10) : -1;
		unsetenv(limits[i].name);
	}
	counts = getenv("IRI_FAULT_COUNT"); /* stays valid after unsetenv */
	text = getenv("IRI_FAULT_CALL");
	if (text)
		choose(text);
	unsetenv("IRI_FAULT_SEED");
	unsetenv("IRI_FAULT_COUNT");
	unsetenv("IRI_FAULT_CALL");
	/* A command that the tool runs can be of another machine or C library. */
	unsetenv("LD_PRELOAD");
}

/* Returns a random number below n (splitmix64: even similar seeds give different first numbers). */
static unsigned by_chance(unsigned n)
{
	uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return (unsigned)((z ^ z >> 31) >> 32) % n;
}

/* At random returns 1 and sets errno. Otherwise returns 0, and sometimes lowers *n, the number of bytes to transfer. */
static int goes_wrong(size_t *n)
{
	static const size_t few[] = {1, 1, 2, 3, 7, 64, 1000, 20000};
	size_t most;

	if (!state || !*n)
		return 0;
	switch (by_chance(4)) {
	case 0: errno = EINTR; return 1;
	case 1: errno = EAGAIN; return 1;
	case 2: most = few[by_chance(sizeof few / sizeof *few)]; *n = *n < most ? *n : most;
	}
	return 0;
}

ssize_t read(int fd, void *p, size_t n)
{
	if (fails(READ) || goes_wrong(&n))
		return -1;
	if (to_read == 0) {
		errno = EIO;
		return -1;
	}
	if (to_read > 0 && n > (size_t)to_read)
		n = (size_t)to_read;
	const ssize_t done = syscall(SYS_read, fd, p, n);
	if (to_read > 0 && done > 0)
		to_read -= done;
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
	long *const room = &to_write[fd != STDOUT_FILENO];

	if ((fd != STDERR_FILENO && fails(WRITE)) || goes_wrong(&n))
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

int close(int fd)
{
	const int fault = fails(CLOSE);
	const long done = syscall(SYS_close, fd);

	if (fault) {
		errno = chosen_error;
		return -1;
	}
	if (done == 0 && closes >= 0 && fd >= closes) {
		errno = EIO;
		return -1;
	}
	return (int)done;
}

int getentropy(void *p, size_t n)
{
	if (entropy >= 0) {
		errno = ENOSYS;
		return -1;
	}
	return syscall(SYS_getrandom, p, n, 0) == (long)n ? 0 : -1;
}

/*
 * Reads one folder at a time: at its end, and after an error, the next call may be for another folder. d_name of struct
 * dirent is all that the tools need.
 */
struct dirent *readdir(DIR *folder)
{
	/* The entries of the kernel: 8 bytes each of number and offset, 2 of length, 1 of type, and the name. */
	enum { LENGTH = 16, NAME = 19 };
	static _Alignas(8) char buffer[4096];
	static long at, end, count;
	static struct dirent entry;
	unsigned short length;

	if (entries >= 0 && count++ == entries) {
		at = end = count = 0;
		errno = EIO;
		return NULL;
	}
	if (at == end) {
		at = 0;
		end = syscall(SYS_getdents64, dirfd(folder), buffer, sizeof buffer);
		if (end <= 0) {
			end = count = 0;
			return NULL;
		}
	}
	memcpy(&length, buffer + at + LENGTH, sizeof length);
	strncpy(entry.d_name, buffer + at + NAME, sizeof entry.d_name - 1);
	at += length;
	return &entry;
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

REPLACE(ACCESS, fault_access, "access", int, -1, (const char *path, int how), (path, how))
REPLACE(DUP2, fault_dup2, "dup2", int, -1, (int from, int to), (from, to))
REPLACE(EXEC, fault_execv, "execv", int, -1, (const char *path, char *const *argv), (path, argv))
REPLACE(EXEC, fault_execvp, "execvp", int, -1, (const char *path, char *const *argv), (path, argv))
REPLACE(EXEC, fault_execve, "execve", int, -1, (const char *path, char *const *argv, char *const *env),
        (path, argv, env))
REPLACE(FCHMOD, fault_fchmod, "fchmod", int, -1, (int fd, mode_t mode), (fd, mode))
REPLACE(FCHOWN, fault_fchown, "fchown", int, -1, (int fd, uid_t user, gid_t group), (fd, user, group))
REPLACE(FSTAT, fault_fstat, "fstat", int, -1, (int fd, void *st), (fd, st))
REPLACE(FSTAT, fault_fstat64, "fstat64", int, -1, (int fd, void *st), (fd, st))
REPLACE(FSTAT, fault_fstat64_time64, "__fstat64_time64", int, -1, (int fd, void *st), (fd, st))
REPLACE(FSTAT, fault_fstat_time64, "__fstat_time64", int, -1, (int fd, void *st), (fd, st))
REPLACE(FSTAT, fault_fxstat, "__fxstat", int, -1, (int version, int fd, void *st), (version, fd, st))
REPLACE(FSTAT, fault_fxstat64, "__fxstat64", int, -1, (int version, int fd, void *st), (version, fd, st))
REPLACE(FSYNC, fault_fsync, "fsync", int, -1, (int fd), (fd))
REPLACE(FUTIMENS, fault_futimens, "futimens", int, -1, (int fd, const void *times), (fd, times))
REPLACE(FUTIMENS, fault_futimens64, "__futimens64", int, -1, (int fd, const void *times), (fd, times))
REPLACE(FUTIMENS, fault_futimens_time64, "__futimens_time64", int, -1, (int fd, const void *times), (fd, times))
REPLACE(LSTAT, fault_lstat, "lstat", int, -1, (const char *path, void *st), (path, st))
REPLACE(LSTAT, fault_lstat64, "lstat64", int, -1, (const char *path, void *st), (path, st))
REPLACE(LSTAT, fault_lstat64_time64, "__lstat64_time64", int, -1, (const char *path, void *st), (path, st))
REPLACE(LSTAT, fault_lstat_time64, "__lstat_time64", int, -1, (const char *path, void *st), (path, st))
REPLACE(LSTAT, fault_lxstat, "__lxstat", int, -1, (int version, const char *path, void *st), (version, path, st))
REPLACE(LSTAT, fault_lxstat64, "__lxstat64", int, -1, (int version, const char *path, void *st), (version, path, st))
REPLACE(MKSTEMP, fault_mkstemp, "mkstemp", int, -1, (char *path), (path))
REPLACE(MKSTEMP, fault_mkstemp64, "mkstemp64", int, -1, (char *path), (path))
REPLACE(OPEN, fault_open_2, "__open_2", int, -1, (const char *path, int flags), (path, flags))
REPLACE(OPEN, fault_open64_2, "__open64_2", int, -1, (const char *path, int flags), (path, flags))
REPLACE(PIPE, fault_pipe, "pipe", int, -1, (int *fds), (fds))
REPLACE(PIPE, fault_pipe2, "pipe2", int, -1, (int *fds, int flags), (fds, flags))
REPLACE(POLL, fault_poll, "poll", int, -1, (struct pollfd *fds, nfds_t n, int wait), (fds, n, wait))
REPLACE(POLL, fault_poll_chk, "__poll_chk", int, -1, (struct pollfd *fds, nfds_t n, int wait, size_t room),
        (fds, n, wait, room))
REPLACE(REALPATH, fault_realpath, "realpath", char *, NULL, (const char *path, char *to), (path, to))
REPLACE(REALPATH, fault_realpath_chk, "__realpath_chk", char *, NULL, (const char *path, char *to, size_t room),
        (path, to, room))
REPLACE(RENAME, fault_rename, "rename", int, -1, (const char *from, const char *to), (from, to))
REPLACE(SIGACTION, fault_sigaction, "sigaction", int, -1, (int number, const void *new, void *old), (number, new, old))
REPLACE(SIGPROCMASK, fault_sigprocmask, "sigprocmask", int, -1, (int how, const void *set, void *old), (how, set, old))
REPLACE(STAT, fault_stat, "stat", int, -1, (const char *path, void *st), (path, st))
REPLACE(STAT, fault_stat64, "stat64", int, -1, (const char *path, void *st), (path, st))
REPLACE(STAT, fault_stat64_time64, "__stat64_time64", int, -1, (const char *path, void *st), (path, st))
REPLACE(STAT, fault_stat_time64, "__stat_time64", int, -1, (const char *path, void *st), (path, st))
REPLACE(STAT, fault_xstat, "__xstat", int, -1, (int version, const char *path, void *st), (version, path, st))
REPLACE(STAT, fault_xstat64, "__xstat64", int, -1, (int version, const char *path, void *st), (version, path, st))
REPLACE(UNLINK, fault_unlink, "unlink", int, -1, (const char *path), (path))
REPLACE(WAITPID, fault_waitpid, "waitpid", pid_t, -1, (pid_t child, int *status, int how), (child, status, how))

pid_t fork(void)
{
	pid_t (*next)(void);

	if (fails(FORK))
		return -1;
	FIND_NEXT("fork");
	const pid_t child = next();
	if (child == 0) {
		is_child = true;
		memset(counted, 0, sizeof counted);
	}
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
