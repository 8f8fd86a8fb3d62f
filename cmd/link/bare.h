/* SPDX-License-Identifier: ISC */
/*
 * Hosts and e-mail addresses without a scheme, such as www.example.org/a, for which software adds one: what the linter
 * finds in them with it.
 */
#ifndef BARE_H
#define BARE_H

#include "lib/base/array.h"

/* Returns what software adds before a link of this kind: "http://" or "mailto:"; NULL for one with a scheme. */
const char *bare_scheme(enum iri_link_kind kind);

/* Returns the same for a reference; NULL unless all of it is a host or an address, as iri_link_next finds them. */
const char *bare_scheme_of(const struct iri_link_options *options, struct iri_str reference);

/* Working space. A structure of all zeros is valid at the start; bare_free frees it. */
struct bare {
	struct iri_buf text, fixed;
	union ARRAY_OF(struct iri_finding) found;
};

/* Returns the reference behind what software adds. IRI_PADDING readable bytes follow it. Absent if memory runs out. */
struct iri_str bare_complete(struct bare *b, const char *scheme, struct iri_str reference);

/*
 * Does what iri_lint does for a reference without a scheme, or for any with scheme = NULL. Finds what it finds in the
 * reference behind the scheme that software adds, with places in the reference as it stands; and also relative and
 * suffix-reference, since it has no scheme. But what iri_fix would change in the host and port is no finding: in text,
 * Example.com is not careless. The findings are valid until the next call with b or the linter.
 */
enum iri_status bare_lint(struct bare *b, struct iri_linter *linter, const char *scheme, struct iri_str reference,
                          struct iri_findings *findings, struct iri_error *err);

/* Does what iri_fix does, in the same way: the host and port of a host stay as they are. *fixed: without the scheme */
enum iri_status bare_fix(struct bare *b, struct iri_linter *linter, const char *scheme, struct iri_str reference,
                         struct iri_str *fixed, struct iri_error *err);

void bare_free(struct bare *b);

#endif
