/* SPDX-License-Identifier: ISC */
#ifndef IRI_HOST_H
#define IRI_HOST_H

#include "buf.h"
#include "chars.h"
#include "hostcache.h"

/* RFC 1035, section 2.3.4, in octets; of the name without the root's dot */
enum { LABEL_MAX = 63, NAME_MAX_OCTETS = 253 };

/* A letter, a digit or a hyphen, of which host names are made (STD 3; RFC 5890, section 2.3.1). */
static inline bool iri_is_ldh(char c)
{
	return iri_byte_class(c) & (CHAR_ALPHA | CHAR_DIGIT) || c == '-';
}

/* Whether a label begins with "xn--", in any case, as A-labels do (RFC 5890, section 2.3.2.5). */
static inline bool iri_has_ace_prefix(struct iri_str s)
{
	return s.n >= 4 && (s.p[0] | 0x20) == 'x' && (s.p[1] | 0x20) == 'n' && s.p[2] == '-' && s.p[3] == '-';
}

/*
 * Whether inet_aton(3) and browsers read a label as a number: decimal, octal behind "0", or hexadecimal behind "0x".
 * *value is UINT64_MAX if it is too large, or not octal.
 */
bool iri_read_number(struct iri_str label, uint64_t *value);

/*
 * The IPv4 address, in host byte order, that inet_aton(3) and browsers read in a name of 1 to 4 numbers as above: the
 * last fills all octets that are left. False if they read none.
 */
bool iri_read_ipv4(struct iri_str name, uint32_t *address);

/*
 * Appends the domain name host, an ireg-name, in ASCII. The name is decoded if it is percent-encoded; then ToASCII of
 * section 3.1 maps it (IDNA2008 with the non-transitional mapping of UTS #46). The result has letters, digits and
 * hyphens in labels of 1 to 63 octets, at most 253 octets in all, does not read as an IPv4 address, and follows the
 * bidi rule of RFC 5893 as a whole. hosts, a cache for this function only, may be NULL. Returns IRI_OK, IRI_NO_MEMORY
 * or IRI_BAD_HOST. Then err->why has the reason. If one character is at fault, err->ch has it, and err->off its offset
 * unless the host is percent-encoded; else err is about the host as a whole.
 */
enum iri_status iri_host_to_ascii(struct iri_hosts *hosts, struct iri_str host, struct iri_buf *scratch,
                                  struct iri_buf *out, struct iri_error *err);

enum iri_host_options {
	IRI_HOST_BIDI = 1, /* only labels that follow section 4.2 */
	IRI_HOST_SAFE = 2, /* only labels without characters that uri2iri keeps encoded, such as look-alikes */
};

/*
 * Appends the domain name host with its A-labels as U-labels. An A-label stays if it is invalid (IDNA2008: RFC 5891,
 * section 5.4, and RFC 5893) or if the options, a sum of iri_host_options, exclude it. All stay if ToASCII of the whole
 * result is not exactly host. hosts is a cache for this function with these options only; to_ascii is one for
 * iri_host_to_ascii; either may be NULL. Out of memory, sets out->failed. If scratch
 * has failed before, it is out of memory.
 */
void iri_host_to_unicode(struct iri_hosts *hosts, struct iri_hosts *to_ascii, struct iri_str host, unsigned options,
                         struct iri_buf *scratch, struct iri_buf *out);

/* What is wrong with a label of a domain name. */
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
	size_t octets;        /* of a label without fault: its length as an A-label */
	bool mapped;          /* UTS #46 maps it to another U-label, apart from the case of ASCII letters */
};

/*
 * Checks one label in UTF-8 that is not ASCII or begins with "xn--". If it has no fault, appends its U-label to out.
 * Returns IRI_OK or IRI_NO_MEMORY.
 */
enum iri_status iri_label_check(struct iri_str label, struct iri_buf *scratch, struct iri_label *l,
                                struct iri_buf *out);

#endif
