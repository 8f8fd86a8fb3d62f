/* SPDX-License-Identifier: ISC */
/* A process that reads files for another one, and what it sends to that: frames in a pipe. */
#ifndef WORKER_H
#define WORKER_H

#include "cmd/base/message.h"

enum frame_kind {
	FRAME_BATCH,  /* a size_t: the number of the batch that the next frames are of */
	FRAME_OUTPUT, /* for standard output */
	FRAME_ERROR,  /* for standard error */
	FRAME_ONCE,   /* a line of message_once */
	FRAME_ASK,    /* a question: the worker waits for the answer in its other pipe, a size_t and so many bytes */
	FRAME_SAVED,  /* what a tool has saved */
	FRAME_END,    /* the end of the batch: a struct batch_end */
	FRAME_DEAD,   /* message_die was called */
};

/* Begins each frame; `n` bytes follow. */
struct frame {
	size_t n, kind;
};

struct batch_end {
	int status; /* of struct messages */
	int go_on;  /* 0: no more files are to be read */
};

/* In the first process: a worker, its pipes, and what was read from the first of them */
struct worker {
	pid_t pid;
	int from, to;
	int answers;    /* the other end of `to`: without it, an answer to a killed worker would end this process */
	bool has_ended; /* the end of `from` was read */
	bool has_batch; /* FRAME_BATCH was read, and FRAME_END was not */
	size_t batch;
	size_t at, n;   /* the part of buffer that is not used yet */
	char buffer[32 * 1024];
};

/* Reads some bytes if none are left in the buffer. Returns false at the end. */
bool worker_fill(struct worker *w);

/* Reads n bytes. Returns false if there are not so many. */
bool worker_read(struct worker *w, void *to, size_t n);

/* Makes a worker, which calls work(arg) and ends. others: n workers that were made before. Returns false on failure. */
bool worker_start(struct worker *w, const struct worker *others, size_t n, void (*work)(void *arg), void *arg);

/* In the worker: begins a batch. */
void worker_begin(size_t batch);

/* In the worker: sends a frame, at some time. */
void worker_send(enum frame_kind kind, const void *p, size_t n);

/* In the worker: sends what the pipe takes without waiting. Ends the process if nobody reads it any more. */
void worker_flush(void);

/* Whether this is a worker. */
bool worker_is_here(void);

/* In the worker: waits for the turn of its batch, and then for the answer to a question, which is appended. */
void worker_ask(struct iri_str question, struct iri_buf *answer);

/* In the worker: waits for the turn of its batch. In the first process, does nothing. */
void worker_await_turn(void);

#endif
