/* SPDX-License-Identifier: ISC */
/* Findings of a document, which are held until no comment that follows can silence them */
#ifndef HELD_H
#define HELD_H

#include "checker.h"

/* Whether a rule that is on needs the texts of links. */
bool held_needs_labels(const struct checker *c);

/* For struct finder_options: whether a text names another site than a target. checker: a struct checker */
bool held_differs(void *checker, struct iri_str text, struct iri_str target);

/* Finds what the library finds in a link. Ends the program if memory runs out. */
void held_lint(struct checker *c, const struct span *link, struct iri_findings *found);

/* Whether the text of a link of a document names another site. c->named says which. */
bool held_names_other(struct checker *c, const struct span *link);

/* Whether the document that is read now can have CHARSET_ERROR; see ranges_in_link. */
bool held_has_error_bytes(const struct checker *c);

/*
 * Documents: these functions keep the findings in a link, a finding that the library cannot find, of a local link, an
 * IRI without ">", and a comment that silences findings. They end the program if memory runs out. Memory: 200 bytes
 * and the link for each finding, and 300 bytes and the comment for each id in it.
 */
void held_link(struct checker *c, const struct span *link, bool has_error_bytes);
void held_local(struct checker *c, const struct span *link, bool has_error_bytes, const struct iri_finding *finding);
void held_unclosed(struct checker *c, const struct span *iri, bool has_error_bytes);
void held_comment(struct checker *c, const struct span *comment, bool has_error_bytes);

/*
 * After the last link of a document: leaves in `held` the findings that are not silenced and not in the baseline, and
 * returns their number.
 */
size_t held_settle(struct checker *c);

/* Calls held_settle. Whether a rule that --fix repairs has a finding that is left, or one about a comment. */
bool held_can_fix(struct checker *c, bool is_complete);

/* After held_settle: whether there is a finding of unused-disable about an entry of a comment. */
bool held_is_unused(struct checker *c, const struct silence_entry *e, bool is_complete);

/* Forgets the document. held_end_document does that, too. */
void held_clear(struct checker *c);

/*
 * For documents whose comments silence only their own line or the next one: appends the findings of the lines before
 * this one to c->out, and forgets them. Those that stand after a comment for this line wait for it, so that findings
 * come in the order of their places. UINTMAX_MAX: the document has no comments, and no finding waits. is_complete: as
 * for held_end_document
 */
void held_pass_lines(struct checker *c, uintmax_t line, bool is_complete);

/*
 * Appends the findings that were kept, and are left after held_settle, to c->out. is_complete: local links were
 * checked, too, or the document has none; else comments about them are not judged
 */
void held_end_document(struct checker *c, bool is_complete);

#endif
