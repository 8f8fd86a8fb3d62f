/* SPDX-License-Identifier: ISC */
/*
 * The thread contract of iri.h: several threads call functions without a handle, use handles of their own, and share
 * one handle of each kind under a lock. Each must get the results of a single thread. `make
 * check-tsan` compiles this and the library with ThreadSanitizer, which reports data races.
 */
#include "tests/laws/operations.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 200 };

static char want[TEXTS][RESULT];
static struct handles shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the argument if every result is the wanted one, else NULL. */
static void *work(void *arg)
{
	struct handles own = {.mapper = NULL};
	bool same = operations_make(&own);
	char got[RESULT];

	for (int i = 0; same && i < ROUNDS; i++) {
		const size_t which = (size_t)i % TEXTS;
		operations_run(&own, texts[which], got);
		same = !strcmp(got, want[which]);
		pthread_mutex_lock(&lock);
		operations_run(&shared, texts[which], got);
		pthread_mutex_unlock(&lock);
		same = same && !strcmp(got, want[which]);
	}
	operations_free(&own);
	return same ? arg : NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int same = 0;

	if (!operations_make(&shared))
		return 2;
	for (size_t i = 0; i < TEXTS; i++)
		operations_run(&shared, texts[i], want[i]);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, &shared) != 0)
			return 2;
	for (int i = 0; i < THREADS; i++) {
		void *result;
		same += pthread_join(threads[i], &result) == 0 && result;
	}
	operations_free(&shared);
	printf("%s - threads: %d of %d got the results of a single thread\n", same == THREADS ? "ok" : "not ok", same,
	       THREADS);
	printf("%d passed, %d failed\n", same, THREADS - same);
	return same == THREADS ? 0 : 1;
}
