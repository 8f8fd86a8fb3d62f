/* SPDX-License-Identifier: ISC */
/* The check of one label of a domain name */
#ifndef IRI_LABEL_CHECK_H
#define IRI_LABEL_CHECK_H

#include "hostcache.h"

#include "lib/base/buf.h"

/* The error in a label of a domain name. */
enum iri_label_fault {
	IRI_LABEL_WELL,
	IRI_LABEL_LENGTH,     /* empty, or longer than 63 octets (RFC 1035, section 2.3.4) */
	IRI_LABEL_DISALLOWED, /* IDNA does not allow it (RFC 5892; RFC 5891, section 4.2) */
	IRI_LABEL_CONTEXT,    /* a character that is allowed only beside certain others (RFC 5892, appendix A) */
	IRI_LABEL_BIDI,       /* breaks the bidi rule (RFC 5893, section 2) */
	IRI_LABEL_ACE,        /* begins with "xn--" and is no A-label (RFC 5890, section 2.3.2.1) */
};

struct iri_label {
	enum iri_label_fault fault;
	const char *why;      /* details as static text, or NULL */
	uint32_t ch;          /* the character at fault, or 0 if it is not known */
	/* For a label without fault: */
	size_t octets;        /* its length in ASCII, as an A-label if it is not ASCII */
	bool mapped;          /* UTS #46 changes more of it than the case of ASCII letters */
};

/*
 * Checks one label, which is non-ASCII UTF-8 or begins with "xn--", and sets *l. If it has no fault, appends its
 * U-label to out, or the ASCII label that UTS #46 maps it to. Returns IRI_OK, also for a label with a fault, or
 * IRI_NO_MEMORY. scratch: working space. cache: keeps labels without fault, or NULL; its keys begin with "/", so that
 * other keys that do not may share it.
 */
enum iri_status iri_label_check(struct iri_hosts *cache, struct iri_str label, struct iri_buf *scratch,
                                struct iri_label *l, struct iri_buf *out);

/*
 * Appends the top-level domain of a host to out, as Unicode in lower case: its last label, not counting an empty one
 * for the root. Appends nothing if that label is not valid. cache, scratch: as for iri_label_check. Out of memory, sets
 * out->failed.
 */
void iri_host_tld(struct iri_hosts *cache, struct iri_str host, struct iri_buf *scratch, struct iri_buf *out);

#endif
