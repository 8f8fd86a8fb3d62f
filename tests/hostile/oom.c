/* SPDX-License-Identifier: ISC */
/*
 * Allocators that fail on request. They replace those of AddressSanitizer with the same names, and call them; without
 * it, or with clang's, which has other names, oom_begin says that nothing can fail.
 */
#include "oom.h"

#if defined __SANITIZE_ADDRESS__ && !defined __clang__
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

size_t __sanitizer_get_current_allocated_bytes(void);

size_t oom_live_bytes(void)
{
	return __sanitizer_get_current_allocated_bytes();
}

/* For functions that also run before the sanitizer is ready. */
#define PLAIN __attribute__((no_sanitize("address", "undefined")))

void *__interceptor_malloc(size_t n);
void *__interceptor_calloc(size_t n, size_t size);
void *__interceptor_realloc(void *p, size_t n);
void *__interceptor_reallocarray(void *p, size_t n, size_t size);
void *__interceptor_aligned_alloc(size_t align, size_t n);

static unsigned long left; /* allocations up to and with the one that fails; 0 if none fails */
static bool later;         /* whether all later allocations fail, too */
static struct oom_told *told;

bool oom_begin(unsigned long number, bool all_later, struct oom_told *what)
{
	left = number;
	later = all_later;
	told = what;
	if (told)
		*told = (struct oom_told){.failed = false};
	return true;
}

PLAIN static int fails(void)
{
	if (told) {
		told->later = told->failed;
		told->count++;
	}
	if (!left || --left)
		return 0;
	left = later;
	told->failed = true;
	errno = ENOMEM;
	return 1;
}

/* iconv loads converters with the dynamic linker of the C library, which leaks memory when an allocation fails. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:/ld-linux\n";
}

/* Libraries use these functions only if the program exports them. */
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

#else

bool oom_begin(unsigned long number, bool all_later, struct oom_told *what)
{
	(void)number;
	(void)all_later;
	(void)what;
	return false;
}

size_t oom_live_bytes(void)
{
	return 0;
}

#endif
