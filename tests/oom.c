/* SPDX-License-Identifier: ISC */
/*
 * Linked into the tools by "make check-oom": of all allocations in the process, those of libraries included, the one
 * with the number in IRI_FAIL_ALLOC fails, or with a "+" behind it that one and all that follow. What is in the program
 * comes before what the sanitizer has by the same name, and hands on to it.
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

/* These run before the sanitizer is ready, too. */
#define PLAIN __attribute__((no_sanitize("address", "undefined")))

/* The script opens it and looks whether something was written: then there were so many allocations. */
enum { TOLD = 9 };

void *__interceptor_malloc(size_t n);
void *__interceptor_calloc(size_t n, size_t size);
void *__interceptor_realloc(void *p, size_t n);
void *__interceptor_reallocarray(void *p, size_t n, size_t size);
void *__interceptor_aligned_alloc(size_t align, size_t n);

static unsigned long left; /* until the one that fails; 0: none does */
static int all;            /* those that follow, too */

__attribute__((constructor)) PLAIN static void start(void)
{
	const char *number = getenv("IRI_FAIL_ALLOC");
	char *end;

	if (!number)
		return;
	alarm(20); /* instead of hanging */
	left = strtoul(number, &end, 10);
	all = *end == '+';
}

PLAIN static int fails(void)
{
	if (!left || --left)
		return 0;
	left = (unsigned long)all;
	errno = ENOMEM;
	if (write(TOLD, "x", 1) < 0)
		_exit(99); /* the script would never end */
	errno = ENOMEM;
	return 1;
}

/* Libraries find these in the program only if it exports them. */
#pragma GCC visibility push(default)

PLAIN void *malloc(size_t n)
{
	return fails() ? NULL : __interceptor_malloc(n);
}

PLAIN void *calloc(size_t n, size_t size)
{
	return fails() ? NULL : __interceptor_calloc(n, size);
}

PLAIN void *realloc(void *p, size_t n)
{
	return fails() ? NULL : __interceptor_realloc(p, n);
}

PLAIN void *reallocarray(void *p, size_t n, size_t size)
{
	return fails() ? NULL : __interceptor_reallocarray(p, n, size);
}

PLAIN void *aligned_alloc(size_t align, size_t n)
{
	return fails() ? NULL : __interceptor_aligned_alloc(align, n);
}
