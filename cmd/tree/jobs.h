/* SPDX-License-Identifier: ISC */
/*
 * Reads several files at once: -j. Worker processes read files, and what they print is held until it is the turn of the
 * file, so that the output, the messages and the status are those of one process. It knows nothing of the tools: a tool
 * has a function for a file, and two that bring home what the function has changed in the memory of a worker.
 */
#ifndef JOBS_H
#define JOBS_H

#include "progress.h"

#include "cmd/base/options.h"
#include "lib/base/array.h"

/* All members are 0 before the options are parsed. */
struct jobs {
	unsigned wanted;          /* the operand of -j, or 0: as many as there are processors */
	/* To be set before the functions below are called: */
	struct messages *messages;
	bool *in_folder;          /* is true while a file is read that was found in a folder; see struct choose */
	/* Reads a file. Returns false if no more files are to be read. number: from 0, of those that jobs_run reads */
	bool (*file)(void *arg, const char *name, bool is_first, size_t number);
	void *arg;
	bool is_serial;           /* read one file after another in any case */
	bool keeps_all;           /* jobs_add only keeps names, for any number of calls of jobs_run */
	bool are_distinct;        /* read one file after another if two names are of one file */
	bool takes_turns;         /* `file` calls jobs_await_turn */
	struct progress progress; /* shows none without progress_begin */
	const char *doing;        /* a verb for it, as "checked" */
	/*
	 * For the workers; may be NULL. begin is called before the files of a batch, consecutive ones. save is called
	 * after them, and appends what load, in the first process, gets in the order of the batches.
	 */
	void (*begin)(void *arg);
	void (*save)(void *arg, struct iri_buf *out);
	void (*load)(void *arg, struct iri_str saved);
	/* NULL, or gets what jobs_ask asks in a worker, and appends the answer, which is shorter than 32 KiB */
	void (*answer)(void *arg, struct iri_str question, struct iri_buf *out);
	/* NULL, or what stands in front of the output of a batch, if it has any and *is_between is true then */
	const char *between;
	const bool *is_between;
	/* The other members are for jobs.c. */
	union ARRAY_OF(struct job_file) files;
	struct iri_buf names;     /* of these, each with a NUL */
	uintmax_t bytes;          /* the sizes of the first files; see is_worth_it */
	size_t batch;             /* jobs_add reads the files when it has so many */
	size_t n_before;          /* the files of earlier batches */
};

extern const struct option_row jobs_options[];

/*
 * For choose_files; arg is a struct jobs. Keeps the name of a file; reads those that were kept when there are many, and
 * at once for standard input, a FIFO and so on. Returns false if no more files are to be read.
 */
bool jobs_add(void *jobs, const char *name, bool is_first);

/*
 * Reads the files that were kept. Prints first what is to be printed first: buffers of output must be empty. If there
 * are few files, or no process can be made, reads them in this process. Files that are not regular ones are always read
 * here. If a worker is killed, or message_die is called in it, ends the program after a message.
 * Memory: the names, and 1 MiB for each worker, which waits if it holds more output.
 */
bool jobs_run(struct jobs *j);

/* For `file`: waits until all files before the current one were read, and their output is printed. */
void jobs_await_turn(void);

/* Whether this is a worker, so that what is known in the order of the files is only known in another process. */
bool jobs_is_worker(void);

/* For `file`, in a worker: asks the first process, when all files before the current one were read. */
void jobs_ask(struct iri_str question, struct iri_buf *answer);

/* Returns the name of file i, or NULL after the last one. It is valid until the next call of jobs_add. */
const char *jobs_name(const struct jobs *j, size_t i);

void jobs_free(struct jobs *j);

#endif
