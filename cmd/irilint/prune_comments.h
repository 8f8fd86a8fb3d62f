/* SPDX-License-Identifier: ISC */
/* irilint --fix: removes comments that silence nothing, or the ids in them that do not. */
#ifndef PRUNE_COMMENTS_H
#define PRUNE_COMMENTS_H

#include "held.h"

#include "cmd/document/formats.h"
#include "cmd/rewrite/patch.h"

/*
 * After held_settle for the document that e has now, in UTF-8: removes its comments, and ids in comments, for which
 * there is a finding of unused-disable. What would change other text stays as an empty comment, for instance one that
 * divides two lists. Returns whether the document has changed. format: FORMAT_AUTO if it is not known. is_complete: see
 * held_end_document
 */
bool prune_comments(struct checker *c, struct editor *e, enum document_format format, bool is_complete);

#endif
