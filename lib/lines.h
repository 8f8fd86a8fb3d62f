/* SPDX-License-Identifier: ISC */
/*
 * Operations on many lines at once, for filters: most lines need so little that a call for each would cost more. The
 * text from p to end is whole lines; IRI_PADDING bytes behind it may be read. Each function stops before the first line
 * that is not valid, for which there is no memory, or of which it says so below; those that append stop after about
 * IRI_LINES_OUTPUT bytes. It returns the length of the lines before that, and sets *lines to their number. Linear.
 */
#ifndef IRI_LINES_H
#define IRI_LINES_H

#include "iri.h"

enum { IRI_LINES_OUTPUT = 65536 };

/* Skips lines that iri_to_uri leaves as they are: URI references. */
size_t iri_skip_uris(const char *p, const char *end, size_t *lines);

/* Skips lines that have nothing encoded. Stops at once with bidi or unicode_host, which may change those, too. */
size_t iri_skip_decoded(const struct iri_unmapper *m, const char *p, const char *end, size_t *lines);

/* Skips lines in normal form: iri_normalize leaves them as they are. */
size_t iri_skip_normal(struct iri_normalizer *n, const char *p, const char *end, size_t *lines);

/* Skips lines that iri_to_uri maps. Stops before a host that IDNA would map; at once if m has `query`. */
size_t iri_skip_mappable(const struct iri_mapper *m, const char *p, const char *end, size_t *lines);

/* Appends the lines as iri_to_uri maps them. */
size_t iri_map_lines(struct iri_mapper *m, const char *p, const char *end, struct iri_buf *out, size_t *lines);

/* Appends the lines as iri_to_iri converts them. Stops at once if m has `kept`. */
size_t iri_unmap_lines(struct iri_unmapper *m, const char *p, const char *end, struct iri_buf *out, size_t *lines);

/* Appends the lines as iri_resolve resolves them against base; IRI_PADDING bytes behind its text may be read. */
size_t iri_resolve_lines(const struct iri_ref *base, const char *p, const char *end, struct iri_buf *out,
                         size_t *lines);

#endif
