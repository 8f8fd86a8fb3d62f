/* SPDX-License-Identifier: ISC */
/*
 * Runs a tool in this process, as a shell would run it: with words, and with standard input, output and error. The
 * tools are compiled with other names for main and exit. One that configure left out is not among them.
 */
#ifndef TOOL_H
#define TOOL_H

#include "cmd/one/tools.h"
#include "lib/base/str.h"

/* The descriptor of the reject file: a tool with --reject=/dev/fd/27 writes it. */
enum { REJECT_FD = 27 };
#define REJECTS "--reject=/dev/fd/27"

enum { MOST_WORDS = 64 };

/* The results of a run: what the tool wrote to standard output, to standard error and to the reject file */
enum stream { OUT, ERR, REJECTED, STREAMS };
struct result {
	int status;
	bool left_open; /* the tool returned from main, and left a descriptor open */
	struct iri_buf of[STREAMS];
};

/* Makes the files that stand for the standard streams of a tool. Called once, before the other functions. */
void tool_start(void);

/*
 * Runs a tool with these words and this input. words: the name of the tool first, NULL last. Closes the files that the
 * tool left open when it called exit. Sets *result; its buffers keep their memory for the next run.
 */
void tool_run(tool_main *tool, char *const *words, struct iri_str input, struct result *result);

/* The same in a child, for a tool that exits and frees nothing: in a process that goes on, that would be a leak. */
void tool_run_alone(tool_main *tool, char *const *words, struct iri_str input, struct result *result);

/* The same for the tool in a file */
void tool_run_file(const char *path, char *const *words, struct iri_str input, struct result *result);

/*
 * The parts of tool_run: sets the input, and empties the other files; runs the tool, and returns its exit status; reads
 * what the tool wrote. A caller can run the tool in a child, since the files belong to both processes.
 */
void tool_begin(struct iri_str input);
int tool_call(tool_main *tool, char *const *words);
void tool_read(struct result *result);

/*
 * The parts of tool_call: the streams become those of the tool; runs it, and returns its exit status; the streams
 * become those of this program again, and the files are closed that the tool left open. tool_restore returns whether
 * there was one although the tool returned from main.
 */
void tool_redirect(void);
int tool_enter(tool_main *tool, char *const *words);
bool tool_restore(void);

/*
 * In a child, after tool_redirect: runs the tool. end: called in place of exit, and with LEFT_OPEN if the tool
 * succeeded, but left a descriptor open.
 */
enum { LEFT_OPEN = 99 };
_Noreturn void tool_become(tool_main *tool, char *const *words, void (*end)(int status));

#endif
