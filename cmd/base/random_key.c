/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "random_key.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_SYS_RANDOM_H
#include <sys/random.h>
#endif

/* Fills p with n unpredictable bytes. Returns false and sets errno on failure. */
static bool random_bytes(unsigned char *p, size_t n)
{
#ifdef HAVE_GETENTROPY
	if (getentropy(p, n) == 0)
		return true;
#endif
	/* The kernel may be older than the system call: then getentropy fails. */
	const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && n) {
		const ssize_t done = read(fd, p, n);
		if (done <= 0 && (done == 0 || errno != EINTR))
			break;
		p += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	const int reason = errno;
	if (fd >= 0)
		close(fd);
	errno = reason;
	return fd >= 0 && !n;
}

void random_key(const struct messages *m, unsigned char key[IRI_KEY_LENGTH])
{
	if (!random_bytes(key, IRI_KEY_LENGTH))
		message_die(m, "/dev/urandom", strerror(errno));
}
