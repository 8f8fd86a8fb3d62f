/* SPDX-License-Identifier: ISC */
/*
 * Preloaded into the tools by faults.bats: input and output as they are on a bad day. These in the environment say what
 * goes wrong:
 *   IRI_FAULT_SEED=N      reads and writes are interrupted, not ready, or short, at random from this seed, not 0
 *   IRI_FAULT_READ=N      reading fails after so many bytes
 *   IRI_FAULT_FULL=N      there is room for so many bytes in what is written to descriptor 1,
 *   IRI_FAULT_FILES=N     and in files
 *   IRI_FAULT_CLOSE=FD    closing a descriptor from this one on fails
 *   IRI_FAULT_ENTROPY=1   the kernel has no random numbers
 */
#define _GNU_SOURCE /* syscall: what is replaced here can't be called */

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static uint64_t state;                           /* 0: nothing happens by chance */
static long to_read = -1, to_write[] = {-1, -1}; /* so many bytes are left, -1 for no limit; stdout and files */
static long closes = -1, entropy = -1;

__attribute__((constructor)) static void start(void)
{
	const struct {
		const char *name;
		long *value;
	} limits[] = {{"IRI_FAULT_READ", &to_read},
	              {"IRI_FAULT_FULL", &to_write[0]},
	              {"IRI_FAULT_FILES", &to_write[1]},
	              {"IRI_FAULT_CLOSE", &closes},
	              {"IRI_FAULT_ENTROPY", &entropy}};
	const char *text = getenv("IRI_FAULT_SEED");

	state = text ? strtoull(text, NULL, 10) : 0;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		text = getenv(limits[i].name);
		*limits[i].value = text ? strtol(text, NULL, 10) : -1;
	}
}

/* A number below n (splitmix64, whose sequences differ from the start). */
static unsigned by_chance(unsigned n)
{
	uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return (unsigned)((z ^ z >> 31) >> 32) % n;
}

/* Perhaps fails, or leaves less of *n to be done. */
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

/* What read is with _FORTIFY_SOURCE, where the compiler knows how much room there is. */
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
