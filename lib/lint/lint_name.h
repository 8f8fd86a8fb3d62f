/* SPDX-License-Identifier: ISC */
/* The name of a host, while lint_host.c and lint_look_alike.c check it */
#ifndef IRI_LINT_NAME_H
#define IRI_LINT_NAME_H

#include "checks.h"

#include "lib/host/label_check.h"

/*
 * A host, or the domain of an address, with percent-encoded unreserved and non-ASCII characters decoded. If it has a
 * "%" in the line (`decoded` is set), each finding of iri_lint_name_found() covers all of it, and iri_lint_name_found()
 * reports a rule again only if the new finding is more severe.
 */
struct iri_lint_name {
	struct iri_lint_line *t;
	struct iri_str s;
	struct iri_str raw;            /* as it is in the line */
	bool decoded;
	bool idna;                     /* it should be a domain name; else only findings about deceit are reported */
	bool invalid;                  /* a finding says why it is no domain name */
	unsigned char reported[RULES]; /* 1 + the greatest severity of the rule's findings; 0: none */
};

/* Reports a finding at p, which is in name->s. ch may be 0 and why NULL. */
void iri_lint_name_found(struct iri_lint_name *name, unsigned rule, const char *p, size_t len, uint32_t ch,
                         const char *why);

/* Reports a finding f at p, which is in name->s. */
void iri_lint_name_add(struct iri_lint_name *name, const char *p, struct iri_finding f);

/* Reports the rules that a valid label breaks, so that uri2iri does not show it. shown: the label in Unicode. */
void iri_lint_look_alike(struct iri_lint_name *name, struct iri_str label, struct iri_str shown);

/*
 * Reports a name that looks like a known host. international: the name is not ASCII or has A-labels, so that l->host
 * and l->written are set.
 */
void iri_lint_known(struct iri_lint_name *name, bool international);

/* Reports a name that looks like a domain, in front of the real one. */
void iri_lint_subdomain(struct iri_lint_name *name);

#endif
