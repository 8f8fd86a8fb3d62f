/* SPDX-License-Identifier: ISC */
#ifndef IRI_HOST_H
#define IRI_HOST_H

#include "hostcache.h"
#include "label.h"

#include "lib/base/buf.h"
#include "lib/unicode/chars.h"

/*
 * Greatest lengths of a label and of a domain name, in octets (RFC 1035, section 2.3.4). The name is counted without a
 * final dot, which stands for the root.
 */
enum { LABEL_MAX = 63, NAME_MAX_OCTETS = 253 };

/* Whether c is an ASCII letter, a digit or a hyphen. Host names consist of these (STD 3; RFC 5890, section 2.3.1). */
static inline bool iri_is_ldh(char c)
{
	return iri_is_alphanumeric(c) || c == '-';
}

/* Whether a label begins with "xn--", in any case, as A-labels do (RFC 5890, section 2.3.2.5). */
static inline bool iri_has_ace_prefix(struct iri_str s)
{
	return s.n >= 4 && (s.p[0] | 0x20) == 'x' && (s.p[1] | 0x20) == 'n' && s.p[2] == '-' && s.p[3] == '-';
}

/*
 * Whether a browser reads a label as a number (inet_aton(3) reads most of these, too): decimal; octal if it begins
 * with "0"; hexadecimal if it begins with "0x". Sets *value to the number; or to some value above UINT32_MAX if the
 * number is too large for an IPv4 address, or is octal and has "8" or "9".
 */
bool iri_read_number(struct iri_str label, uint64_t *value);

/*
 * Whether a browser reads a name as an IPv4 address (inet_aton(3) reads most of these, too): as 1 to 4 numbers (see
 * iri_read_number) with dots between them, and perhaps a final dot. Each number but the last is one octet, and the last
 * one has all the octets that are left. Sets *address in host byte order.
 */
bool iri_read_ipv4(struct iri_str name, uint32_t *address);

/*
 * Returns why an ASCII label is not valid beside labels that iri_host_add_ascii maps, as static text, or NULL if it is
 * valid. It has 1 to 63 letters, digits and hyphens (STD 3; RFC 1035, section 2.3.4), no hyphen at its ends, and none
 * as third and fourth characters (RFC 5891, section 4.2.3.1) without being an A-label.
 */
const char *iri_ascii_label_fault(struct iri_str label);

/*
 * Appends the domain name host, an ireg-name, in ASCII. Decodes its percent-encoding; then ToASCII of section 3.1 maps
 * it (IDNA2008 with the non-transitional mapping of UTS #46). The result has letters, digits and hyphens in labels of 1
 * to 63 octets, at most 253 octets in all, does not read as an IPv4 address, and follows the bidi rule of RFC 5893 as a
 * whole.
 *
 * hosts: a cache for this function only, or NULL. scratch: working space. Returns IRI_OK, IRI_BAD_HOST or
 * IRI_NO_MEMORY; IRI_NO_MEMORY also if scratch->failed is set on entry. After an error, appends nothing. For
 * IRI_BAD_HOST, err->why has the reason. If one character is at fault, err->ch has it. err->off and err->len have its
 * place in host, or that of the first label that is not valid by itself, or all of host if there is none or host is
 * percent-encoded.
 */
enum iri_status iri_host_add_ascii(struct iri_hosts *hosts, struct iri_str host, struct iri_buf *scratch,
                                  struct iri_buf *out, struct iri_error *err);

/*
 * Changes *name, a domain name in lower case and without needless percent-encoded octets, to ASCII. It stays, and is
 * not checked, if it has no non-ASCII characters, percent-encoded or not; else it becomes a view of *ascii. Returns
 * what iri_host_add_ascii returns; after an error, *name stays. *hosts: a cache for that function, made when it is
 * needed
 */
enum iri_status iri_name_to_ascii(struct iri_hosts **hosts, struct iri_str *name, struct iri_buf *scratch,
                                  struct iri_buf *ascii, struct iri_error *err);

/*
 * Appends a name that may be no domain name, in ASCII and lower case, with "." between the labels. Each label is mapped
 * by itself; one that is not valid stays, in lower case. hosts, scratch: as for iri_host_add_ascii. Returns false if
 * out of memory.
 */
bool iri_labels_to_ascii(struct iri_hosts *hosts, struct iri_str name, struct iri_buf *scratch, struct iri_buf *out);

enum iri_host_flags {
	IRI_HOST_BIDI = 1, /* make only U-labels that follow section 4.2 */
	IRI_HOST_SAFE = 2, /* make only U-labels that pass iri_label_refusal */
};

/*
 * Appends the domain name host with its A-labels as U-labels. An A-label stays if it is invalid (IDNA2008: RFC 5891,
 * section 5.4, and RFC 5893) or if the options, a sum of iri_host_flags, exclude its U-label. All labels stay if
 * ToASCII of the whole result is not exactly host.
 *
 * hosts: a cache for this function with these options only, or NULL. to_ascii: a cache for iri_host_add_ascii, or NULL.
 * scratch: working space, as for iri_host_add_ascii. Out of memory, sets out->failed.
 */
void iri_host_add_unicode(struct iri_hosts *hosts, struct iri_hosts *to_ascii, struct iri_str host, unsigned options,
                         struct iri_buf *scratch, struct iri_buf *out);

/*
 * Returns the end of the label at p, and sets *len to the length of the dot there in bytes, or to 0 at the end of the
 * name. UTS #46 maps three non-ASCII characters to the dot; they count as dots.
 */
const char *iri_label_end(const char *p, const char *end, size_t *len);

/*
 * Calls `refused` for each label of host that begins with "xn--" and that iri_host_add_unicode with these options
 * leaves as it is. label is a view of host. Returns false if out of memory.
 */
bool iri_host_refusals(struct iri_str host, unsigned options, struct iri_buf *scratch,
                       void (*refused)(void *arg, struct iri_str label, const struct iri_refusal *r), void *arg);

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
 * U-label to out, or the ASCII label that UTS #46 maps it to. scratch: working space. Returns IRI_OK, also for a label
 * with a fault, or IRI_NO_MEMORY.
 */
enum iri_status iri_label_check(struct iri_str label, struct iri_buf *scratch, struct iri_label *l,
                                struct iri_buf *out);

/*
 * Appends the top-level domain of a host to out, as Unicode in lower case: its last label, not counting an empty one
 * for the root. Appends nothing if that label is not valid. Returns the label; if it is non-ASCII or begins with
 * "xn--", sets *checked as iri_label_check does. scratch: working space. Out of memory, sets out->failed.
 */
struct iri_str iri_host_tld(struct iri_str host, struct iri_buf *scratch, struct iri_label *checked,
                            struct iri_buf *out);

#endif
