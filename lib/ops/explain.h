/* SPDX-License-Identifier: ISC */
/* Explains a comparison: the rules that make two references equal, or the first place where they differ. */
#ifndef IRI_EXPLAIN_H
#define IRI_EXPLAIN_H

#include "lib/base/buf.h"
#include "lib/iri.h"

/* Rules of the comparison ladder (section 5.3), the lowest first */
enum iri_cause {
	IRI_CAUSE_SCHEME_CASE, /* letters of the scheme (5.3.2.1) */
	IRI_CAUSE_HOST_CASE,   /* letters of the host (5.3.2.1) */
	IRI_CAUSE_HEX_CASE,    /* letters in percent-encoded octets (5.3.2.1) */
	IRI_CAUSE_PERCENT,     /* percent-encoding of unreserved and non-ASCII characters (5.3.2.3) */
	IRI_CAUSE_DOTS,        /* dot segments (5.3.2.4) */
	IRI_CAUSE_IDNA,        /* A-labels, and what UTS #46 maps (5.3.3) */
	IRI_CAUSE_EMPTY_PORT,  /* an empty port means no port (5.3.3) */
	IRI_CAUSE_PORT,        /* the default port of the scheme (5.3.3) */
	IRI_CAUSE_ROOT,        /* an empty path means "/" (5.3.3) */
	/* Rules of single schemes, and of IPv6 addresses (5.3.3) */
	IRI_CAUSE_NAMESPACE,   /* urn: letters of the namespace (RFC 8141, section 3.1) */
	IRI_CAUSE_UUID,        /* urn:uuid: letters of the UUID (RFC 9562, section 4) */
	IRI_CAUSE_IPV6,        /* the notation of the address (RFC 5952) */
	IRI_CAUSE_LOCALHOST,   /* file: the local host has several names (RFC 8089, section 2) */
	IRI_CAUSE_DOMAIN,      /* mailto, acct: A-labels and letters of a domain (RFC 6068, section 5; RFC 7565, 4) */
	IRI_CAUSE_PHONE,       /* tel: letters, separators, order of parameters (RFC 3966, section 4) */
	IRI_CAUSE_URN_QUERY,   /* urn, without fragments: r- and q-component (RFC 8141, section 3.2) */
	IRI_CAUSES
};

/* Returns what the rule is about, for messages: "case of the scheme", for instance. */
const char *iri_cause_text(enum iri_cause cause);

/* Working space. All zeros before it is used; iri_causes_free frees it. */
struct iri_causes {
	struct iri_buf forms[2], changed, scratch;
};

/*
 * Sets *causes to the rules that make two references equal which are equivalent on the rung "scheme" or a lower one: a
 * bit 1 << n for each enum iri_cause n. No rule can be left out, and of two rules, each of which would be enough, the
 * lower one is named. Returns false if out of memory.
 */
bool iri_causes_find(struct iri_causes *w, const struct iri_ref refs[2], unsigned *causes);
void iri_causes_free(struct iri_causes *w);

/* Returns the offset of a component in ref->text or, if it is absent, the offset of what comes after its place. */
size_t iri_place_of(const struct iri_ref *ref, enum iri_component c);

/*
 * Sets off[0] and off[1] to the offsets of the first character that differs in two components. Equal are hexadecimal
 * digits in any case, equivalent percent-encodings and, with ignore_case, ASCII letters. If none differs, they are the
 * lengths.
 */
void iri_find_difference(const struct iri_str parts[2], bool ignore_case, size_t off[2]);

#endif
