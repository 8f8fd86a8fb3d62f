/* SPDX-License-Identifier: ISC */
/* Asks the command for new links: gives it the links of a document, one a line, and takes the new ones in order. */
#ifndef ASK_H
#define ASK_H

#include "command.h"

#include "cmd/rewrite/editor.h"

/* Set the first three members; the others are 0 before the first document. */
struct ask {
	struct messages *messages;
	const char *command;
	char end;                /* the byte that ends a link */
	bool is_open;            /* the command runs */
	bool has_ended;          /* and has ended well */
	size_t asked;            /* the number of links that it got */
	size_t answered;         /* the number of new links that were taken */
	struct command process;
};

/*
 * Gives the links of a document, or of its next chunk, to the command, which is started for the first link. Returns
 * false, with a message, if that fails or the command prints too much.
 */
bool ask_links(struct ask *a, const struct editor *e);

/* Whether the command has printed a line for each link of the chunk. */
bool ask_is_answered(const struct ask *a, const struct editor *e);

/* Ends the command after the last chunk. Returns false, with a message, unless it has printed a line for each link. */
bool ask_end(struct ask *a);

/* Sets the new links of a chunk: the first one that this was not called for. */
void ask_set(struct ask *a, struct editor *e);

/* Ends the command if it runs, and frees what is kept. The next document begins. */
void ask_close(struct ask *a);

#endif
