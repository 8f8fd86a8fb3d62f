/* SPDX-License-Identifier: ISC */
/*
 * Input and output that fail, in the program that is linked with faults.c: the functions of the C library that the
 * tools call fail on request.
 */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdbool.h>
#include <stdint.h>

/* The functions. close(2) closes the descriptor and then fails. Writing to standard error is not counted. */
enum call {
	ACCESS, CLOSE, DUP2, EXEC, FCHMOD, FCHOWN, FCNTL, FGETXATTR, FLISTXATTR, FORK, FREMOVEXATTR, FSETXATTR, FSTAT,
	FSYNC, FUTIMENS, LINK, LSTAT, MKSTEMP, OPEN, PIPE, POLL, READ, READDIR, REALPATH, RENAME, RENAMEAT2,
	SIGACTION, SIGPROCMASK, SPAWN, STAT, UNLINK, WAITPID, WRITE, CALLS
};

/* Limits are numbers of bytes, after which reading or writing fails; or -1. */
struct faults {
	uint64_t seed;    /* not 0: reads and writes are interrupted, not ready, or short, at random */
	long to_read;     /* from all files */
	long to_output;   /* to descriptor 1, as on a full disk */
	long to_files;    /* to all others but standard error */
	long close_from;  /* closing this descriptor or a higher one fails, or -1 */
	enum call call;   /* the function whose call fails that has this number, from 1 on; or CALLS */
	long number;
	bool in_child;    /* the call is one in a child of the tool, between fork and exec */
	bool no_exchange; /* renameat2 fails as on a system that cannot exchange files */
	/* Before it exchanges files for the first time, renameat2 appends a line feed to the second; so does link. */
	bool changes;
	int signal;       /* not 0: the call does not fail, but before it, the process sends itself this signal */
};
#define NO_FAULTS {.to_read = -1, .to_output = -1, .to_files = -1, .close_from = -1, .call = CALLS}

/* Begins to fail and to count: `counts` gets the number of calls of each function in this process. */
void faults_begin(const struct faults *chosen, long counts[CALLS]);

/* Returns the name of a function. */
const char *faults_name(enum call call);

#endif
