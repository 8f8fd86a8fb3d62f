/* SPDX-License-Identifier: ISC */
/*
 * The files of a row, which are words of a cell: NAME=TEXT is a file, NAME->TARGET a symbolic link, NAME/ a folder. The
 * folders of a name are made. Both parts have the escapes of cells.
 */
#ifndef FILES_H
#define FILES_H

#include "table.h"

/* Makes these files in an empty folder. files_enter() enters it, and files_leave() goes back. */
void files_make(struct iri_str cell);
void files_enter(void);
void files_leave(void);

/* Appends the files that the cell names: with the texts that it wants to want, with the texts that are there to got. */
void files_compare(struct iri_str cell, struct iri_buf *want, struct iri_buf *got);

/* Writes a file. */
void file_write(const char *name, struct iri_str text);

#endif
