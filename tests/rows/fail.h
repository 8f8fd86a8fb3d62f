/* SPDX-License-Identifier: ISC */
/*
 * Runs the commands of tests/tools.tsv while something fails: each allocation in turn ("oom"), or each call for input
 * and output ("faults").
 */
#ifndef FAIL_H
#define FAIL_H

/*
 * mode: "oom" or "faults". table: the file of commands. inputs: the folder of their input. Prints TAP: a line for each
 * command. Returns the exit status.
 */
int fail_main(const char *mode, const char *table, const char *inputs);

#endif
