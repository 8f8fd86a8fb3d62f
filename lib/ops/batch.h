/* SPDX-License-Identifier: ISC */
/*
 * Operations on many lines at once, for filters. On most lines there is little to do: a function call for each line
 * would cost more than that.
 *
 * The text from p to end consists of whole lines, each with its newline, and must be followed by IRI_PADDING readable
 * bytes. Each function processes lines until the end, or stops before the first line that it cannot process: a line
 * that is no valid IRI reference, or has a bidi control (even with the option lenient or repair); a line for which
 * memory runs out; or a line that its comment below names. Functions that append also stop after about IRI_LINES_OUTPUT
 * bytes of output. Each returns the number of bytes processed, and sets *lines to the number of lines processed. Time
 * is linear in the length of the text.
 */
#ifndef IRI_LINES_H
#define IRI_LINES_H

#include "lib/base/buf.h"

enum { IRI_LINES_OUTPUT = 65536 };

/* Skips URI references: lines that iri_to_uri leaves unchanged. Stops before any other line. */
size_t iri_skip_uris(const char *p, const char *end, size_t *lines);

/*
 * Skips lines without percent-encoding. Stops before a line with percent-encoding; stops at once if the option bidi or
 * unicode_host of m is set, since these may change lines without percent-encoding, too.
 */
size_t iri_skip_decoded(const struct iri_unmapper *m, const char *p, const char *end, size_t *lines);

/* Skips lines in normal form, which iri_normalize leaves unchanged. Stops before a line that may need a change. */
size_t iri_skip_normal(struct iri_normalizer *n, const char *p, const char *end, size_t *lines);

/* Appends each line in normal form, a tab, and the line again. Stops before a line that may need a change. */
size_t iri_pair_normal(struct iri_normalizer *n, const char *p, const char *end, struct iri_buf *out, size_t *lines);

/*
 * Skips lines in which iri_lint finds nothing, so that iri_fix leaves them unchanged. Stops before a line that may have
 * findings: also before one with percent-encoding, without an authority, or with a scheme whose host is no domain name.
 * l->findings changes.
 */
size_t iri_skip_clean(struct iri_linter *l, const char *p, const char *end, size_t *lines);

/*
 * Skips lines for which iri_to_uri cannot fail. Without the option percent_host, stops before a line with a non-ASCII
 * host, since ToASCII may reject it. Stops at once if the option encode_query is set.
 */
size_t iri_skip_mappable(const struct iri_mapper *m, const char *p, const char *end, size_t *lines);

/* Appends each line as iri_to_uri maps it, with its newline. */
size_t iri_map_lines(struct iri_mapper *m, const char *p, const char *end, struct iri_buf *out, size_t *lines);

/* Appends each line as iri_to_iri converts it, with its newline. Stops at once if the function m->kept is set. */
size_t iri_unmap_lines(struct iri_unmapper *m, const char *p, const char *end, struct iri_buf *out, size_t *lines);

/*
 * Appends each line as iri_resolve resolves it against base without the option compat, with its newline. base must have
 * a scheme. Its text must be followed by IRI_PADDING readable bytes.
 */
size_t iri_resolve_lines(const struct iri_ref *base, const char *p, const char *end, struct iri_buf *out,
                         size_t *lines);

#endif
