/* SPDX-License-Identifier: ISC */
#ifndef IRI_HOST_H
#define IRI_HOST_H

#include "hostcache.h"
#include "idna.h"
#include "browser_ipv4.h"
#include "label.h"
#include "label_check.h"

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
 * Calls `refused` for each label of host that begins with "xn--" and that iri_host_add_unicode with these options
 * leaves as it is. label is a view of host. Returns false if out of memory.
 */
bool iri_host_refusals(struct iri_str host, unsigned options, struct iri_buf *scratch,
                       void (*refused)(void *arg, struct iri_str label, const struct iri_refusal *r), void *arg);

#endif
