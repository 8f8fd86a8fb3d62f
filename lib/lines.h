/* SPDX-License-Identifier: ISC */
/*
 * Operations on many lines at once, for filters. Most lines need so little work that a function call for each would
 * cost more than the work.
 *
 * The text from p to end consists of whole lines, each with its newline, and must be followed by IRI_PADDING readable
 * bytes. Each function processes lines until the end, or until the first line that it cannot process: an invalid one,
 * one for which memory runs out, or one that its comment below names. Functions that append also stop after about
 * IRI_LINES_OUTPUT bytes of output. Each returns the number of bytes processed, and sets *lines to the number of lines
 * processed. Time is linear in the length of the text.
 */
#ifndef IRI_LINES_H
#define IRI_LINES_H

#include "buf.h"
#include "padding.h"

enum { IRI_LINES_OUTPUT = 65536 };

/* Skips URI references: lines that iri_to_uri leaves unchanged. Stops before any other line. */
size_t iri_skip_uris(const char *p, const char *end, size_t *lines);

/*
 * Skips lines without percent-encoding. Stops before a line with percent-encoding; stops at once if m->bidi or
 * m->unicode_host is set, since these may change other lines, too.
 */
size_t iri_skip_decoded(const struct iri_unmapper *m, const char *p, const char *end, size_t *lines);

/* Skips lines in normal form, which iri_normalize leaves unchanged. Stops before a line that may need a change. */
size_t iri_skip_normal(struct iri_normalizer *n, const char *p, const char *end, size_t *lines);

/*
 * Skips lines that iri_to_uri maps or leaves unchanged. If m->idna is set, stops before a line with a non-ASCII host;
 * stops at once if m->query is set.
 */
size_t iri_skip_mappable(const struct iri_mapper *m, const char *p, const char *end, size_t *lines);

/* Appends each line as iri_to_uri maps it, with its newline. */
size_t iri_map_lines(struct iri_mapper *m, const char *p, const char *end, struct iri_buf *out, size_t *lines);

/* Appends each line as iri_to_iri converts it, with its newline. Stops at once if m->kept is set. */
size_t iri_unmap_lines(struct iri_unmapper *m, const char *p, const char *end, struct iri_buf *out, size_t *lines);

/*
 * Appends each line as iri_resolve resolves it against base, with its newline. The text of base must be followed by
 * IRI_PADDING readable bytes.
 */
size_t iri_resolve_lines(const struct iri_ref *base, const char *p, const char *end, struct iri_buf *out,
                         size_t *lines);

#endif
