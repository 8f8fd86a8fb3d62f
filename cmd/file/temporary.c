/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "temporary.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * The temporary files that exist now, or NULL. The signals in `caught` are blocked while these pointers and the files
 * change. So the handler always removes all files, and no others.
 */
static const char *volatile existing[TEMPORARY_FILES];

static const int caught[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
enum { CAUGHT = sizeof caught / sizeof *caught };

static void fill_caught(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < CAUGHT; i++)
		sigaddset(set, caught[i]);
}

void temporary_block_signals(sigset_t *before)
{
	sigset_t set;

	fill_caught(&set);
	sigprocmask(SIG_BLOCK, &set, before);
}

void temporary_unblock_signals(const sigset_t *before)
{
	const int error = errno;

	sigprocmask(SIG_SETMASK, before, NULL);
	errno = error;
}

bool temporary_is_interrupted(void)
{
	sigset_t pending;

	sigpending(&pending);
	for (size_t i = 0; i < CAUGHT; i++)
		if (sigismember(&pending, caught[i]))
			return true;
	return false;
}

/* Calls only functions that are safe in a signal handler. The raised signal is blocked until the handler returns. */
static void handle_signal(int number)
{
	for (int i = 0; i < TEMPORARY_FILES; i++)
		if (existing[i])
			unlink(existing[i]);
	signal(number, SIG_DFL);
	raise(number);
}

void temporary_catch_signals(void)
{
	struct sigaction action = {.sa_handler = handle_signal, .sa_flags = SA_RESTART}, before;

	fill_caught(&action.sa_mask);
	for (size_t i = 0; i < CAUGHT; i++)
		if (sigaction(caught[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(caught[i], &action, NULL);
}

int temporary_create(int number, char *path)
{
	sigset_t before;

	temporary_block_signals(&before);
	const int fd = mkstemp(path);
	if (fd >= 0)
		existing[number] = path;
	temporary_unblock_signals(&before);
	return fd;
}

void temporary_forget(int number)
{
	existing[number] = NULL;
}

void temporary_remove(struct messages *m, int number)
{
	const char *const path = existing[number];
	sigset_t before;

	if (!path)
		return;
	temporary_block_signals(&before);
	const bool well = unlink(path) == 0;
	existing[number] = NULL;
	temporary_unblock_signals(&before);
	if (well)
		return;
	message_say(m, path, "cannot remove this temporary file; remove it by hand");
	message_raise(m, EXIT_TROUBLE);
}
