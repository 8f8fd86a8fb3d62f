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
 */
#define _GNU_SOURCE /* for syscall(): the functions that are replaced here cannot be called */

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static uint64_t state;                           /* of the random numbers; 0: no random faults */
static long to_read = -1, to_write[] = {-1, -1}; /* bytes left, or -1: no limit; stdout, files */
static long closes = -1, entropy = -1, entries = -1;

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
	}
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
	if (goes_wrong(&n))
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

	if (goes_wrong(&n))
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
	const long done = syscall(SYS_close, fd);

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
