/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "tool.h"

#include <fcntl.h>
#include <getopt.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf out_of_main;
static int exit_status;
static pid_t owner; /* the process that runs the tool, which may have children */
static bool returned, left_open; /* from main; a descriptor, after main returned */
static void (*end_of_child)(int status); /* NULL: the process continues after the tool */

/* What the tools call in place of exit */
_Noreturn void tool_exit(int status)
{
	if (end_of_child)
		end_of_child(status);
	if (getpid() != owner)
		_exit(status);
	exit_status = status;
	longjmp(out_of_main, 1);
}

/*
 * Temporary files: standard input, output and error of the tool, and its reject file. The descriptors 0 to 2 of this
 * program are saved from SAVED on.
 */
enum { INPUT, FILES = STREAMS + 1, SAVED = 20 };
static int files[FILES];
static bool ours[SAVED]; /* the descriptors that were open before the tool ran */

void tool_start(void)
{
	for (int i = 0; i < FILES; i++) {
		FILE *const file = tmpfile();
		if (!file || (i < FILES - 1 && fcntl(i, F_DUPFD_CLOEXEC, SAVED + i) != SAVED + i))
			abort();
		files[i] = fcntl(fileno(file), F_DUPFD_CLOEXEC, REJECT_FD - (FILES - 1));
		fclose(file);
	}
	if (files[FILES - 1] != REJECT_FD)
		abort();
}

void tool_begin(struct iri_str input)
{
	for (int i = 0; i < FILES; i++)
		if (ftruncate(files[i], 0) || lseek(files[i], 0, SEEK_SET))
			abort();
	if (write(files[INPUT], input.p, input.n) != (ssize_t)input.n || lseek(files[INPUT], 0, SEEK_SET))
		abort();
}

/* The words of the run, and their number. longjmp leaves static variables as they are. */
static char *args[MOST_WORDS + 1];
static int arg_count;

/* Copies the words, since getopt_long may change their order, and begins with the first. */
static void copy_words(char *const *words)
{
	for (arg_count = 0; (args[arg_count] = words[arg_count]); arg_count++)
		if (arg_count == MOST_WORDS)
			abort();
	optind = 0;
}

/* Closes the descriptors that the tool has opened. Returns whether there were any. */
static bool close_others(void)
{
	bool any = false;

	for (int fd = FILES - 1; fd < SAVED; fd++)
		any = (!ours[fd] && close(fd) == 0) || any;
	return any;
}

void tool_redirect(void)
{
	for (int fd = 0; fd < SAVED; fd++)
		ours[fd] = fcntl(fd, F_GETFD) >= 0;
	for (int i = 0; i < FILES - 1; i++)
		if (dup2(files[i], i) != i)
			abort();
}

_Noreturn void tool_become(tool_main *tool, char *const *words, void (*end)(int status))
{
	copy_words(words);
	end_of_child = end;
	const int status = tool(arg_count, args);
	end(status < 2 && close_others() ? LEFT_OPEN : status);
	abort();
}

int tool_enter(tool_main *tool, char *const *words)
{
	copy_words(words);
	returned = false;
	owner = getpid();
	if (!setjmp(out_of_main)) {
		exit_status = tool(arg_count, args);
		returned = true;
	}
	return exit_status;
}

bool tool_restore(void)
{
	for (int i = 0; i < FILES - 1; i++)
		dup2(SAVED + i, i);
	return close_others() && returned;
}

int tool_call(tool_main *tool, char *const *words)
{
	tool_redirect();
	const int status = tool_enter(tool, words);
	left_open = tool_restore();
	return status;
}

void tool_read(struct result *result)
{
	for (int i = 0; i < STREAMS; i++) {
		struct iri_buf *const b = &result->of[i];
		const off_t size = lseek(files[i + 1], 0, SEEK_END);
		iri_buf_clear(b);
		char *const to = iri_buf_reserve(b, (size_t)size + 1);
		if (!to || lseek(files[i + 1], 0, SEEK_SET) || read(files[i + 1], to, (size_t)size) != size)
			abort();
		to[size] = '\0';
		b->n = (size_t)size;
	}
}

void tool_run(tool_main *tool, char *const *words, struct iri_str input, struct result *result)
{
	tool_begin(input);
	result->status = tool_call(tool, words);
	result->left_open = left_open;
	tool_read(result);
}

/* Waits for a child that runs a tool, and reads its results. */
static void wait_for(pid_t child, struct result *result)
{
	int status;

	if (child < 0 || waitpid(child, &status, 0) != child)
		abort();
	result->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	result->left_open = result->status == LEFT_OPEN;
	tool_read(result);
}

void tool_run_alone(tool_main *tool, char *const *words, struct iri_str input, struct result *result)
{
	tool_begin(input);
	const pid_t child = fork();
	if (child == 0) {
		tool_redirect();
		tool_become(tool, words, _exit);
	}
	wait_for(child, result);
}

void tool_run_file(const char *path, char *const *words, struct iri_str input, struct result *result)
{
	tool_begin(input);
	const pid_t child = fork();
	if (child == 0) {
		tool_redirect();
		execv(path, words);
		_exit(127);
	}
	wait_for(child, result);
}
