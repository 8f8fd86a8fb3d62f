/* SPDX-License-Identifier: ISC */
/*
 * Allocators that fail on request, linked into the tools by "make check-oom". IRI_FAIL_ALLOC is the number of the
 * allocation that fails, counted over the whole process, libraries included. With a "+" after the number, all later
 * allocations fail, too. These functions replace those of the sanitizer with the same names, and call them. Allocations
 * of md4c do not fail and are not counted: md4c 0.4.8 writes to a null pointer if one of them fails.
 */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* For functions that also run before the sanitizer is ready. */
#define PLAIN __attribute__((no_sanitize("address", "undefined")))

/* A descriptor that the script opens. When the numbered allocation takes place and fails, a byte is written to it. */
enum { TOLD = 9 };

void *__interceptor_malloc(size_t n);
void *__interceptor_calloc(size_t n, size_t size);
void *__interceptor_realloc(void *p, size_t n);
void *__interceptor_reallocarray(void *p, size_t n, size_t size);
void *__interceptor_aligned_alloc(size_t align, size_t n);

static unsigned long left; /* allocations up to and with the one that fails; 0 if none fails */
static int all;            /* whether all later allocations fail, too */

__attribute__((constructor)) PLAIN static void start(void)
{
	const char *number = getenv("IRI_FAIL_ALLOC");
	char *end;

	if (!number)
		return;
	alarm(20); /* ends a tool that hangs */
	left = strtoul(number, &end, 10);
	all = *end == '+';
}

/* caller: an address in the function that allocates */
PLAIN static int fails(const void *caller)
{
	Dl_info info;

	if (!left || (dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "/libmd4c.")) || --left)
		return 0;
	left = (unsigned long)all;
	errno = ENOMEM;
	if (write(TOLD, "x", 1) < 0)
		_exit(99); /* else the script would not see the failure */
	errno = ENOMEM;
	return 1;
}

/* Libraries use these functions only if the program exports them. */
#pragma GCC visibility push(default)

PLAIN void *malloc(size_t n)
{
	return fails(__builtin_return_address(0)) ? NULL : __interceptor_malloc(n);
}

PLAIN void *calloc(size_t n, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __interceptor_calloc(n, size);
}

PLAIN void *realloc(void *p, size_t n)
{
	return fails(__builtin_return_address(0)) ? NULL : __interceptor_realloc(p, n);
}

PLAIN void *reallocarray(void *p, size_t n, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __interceptor_reallocarray(p, n, size);
}

PLAIN void *aligned_alloc(size_t align, size_t n)
{
	return fails(__builtin_return_address(0)) ? NULL : __interceptor_aligned_alloc(align, n);
}
