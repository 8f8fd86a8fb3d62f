/* SPDX-License-Identifier: ISC */
#ifndef IRI_MAILBOX_H
#define IRI_MAILBOX_H

#include "lib/iri.h"

/*
 * Returns the end of the first mailbox in the list from p to end, a part of a parsed reference (RFC 6068, section 2):
 * the next "," or end. Sets *at to the "@" before its domain: the last one, or NULL if there is none. Between quotation
 * marks, "," and "@" are text; a quotation mark that is not closed goes up to the end. Time is linear in the length of
 * the mailbox.
 */
const char *iri_mailbox_end(const char *p, const char *end, const char **at);

/* Whether a header field of mailto with this name, which may be percent-encoded, has recipients: to, cc or bcc. */
bool iri_is_recipient(struct iri_str name);

/*
 * Returns the end of the quoted string at p, after its quotation mark: p itself if there is no quotation mark at p, or
 * NULL if it is not closed. Quotation marks and "\" are percent-encoded in a reference.
 */
const char *iri_quoted_end(const char *p, const char *end);

#endif
