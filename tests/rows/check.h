/* SPDX-License-Identifier: ISC */
#ifndef CHECK_H
#define CHECK_H

#include "table.h"

/*
 * The verdict on a row. UNKNOWN: the C library does not know the charset of the row, which only glibc has to know.
 * LEFT_OUT: the tool is not there, or a part of it, since configure left it out.
 */
enum verdict { PASSED, FAILED, UNKNOWN, LEFT_OUT };

/*
 * Runs the tool that the name of the table begins with, as the row says, and compares its results with those that the
 * row wants. If they differ, prints the row, what it wants, and what it got, unless the row is altered. The columns say
 * which kind of table it is: README describes the kinds. Writes files to the current folder.
 */
enum verdict row_check(const struct row *row);

/* The folder of the tools to run, or NULL to run those in this program */
extern const char *row_tools;

/* Whether the process ends after the row. Then a tool that exits and frees nothing needs no process of its own. */
extern bool row_alone;

#endif
