/* SPDX-License-Identifier: ISC */
/* Hosts as --host shows them, their registrable domains and public suffixes */
#ifndef HOSTS_H
#define HOSTS_H

#include "cmd/base/suffix_list.h"
#include "cmd/filter/filter.h"

struct hosts {
	enum { HOST_IDNA, HOST_UNICODE, HOST_KEEP } style; /* the words of --host */
	bool lenient, explain, private;        /* the options of these names */
	struct tld *tld;                       /* NULL: no column needs it */
	struct iri_host_converter *converter;
	struct iri_buf shown, unicode, name, whole, domain, suffix;  /* what struct host_names and ref->host view */
	bool failed;                           /* memory ran out for a name */
	/* For --explain, while a host is shown: */
	struct messages *notes;                /* NULL: none */
	const char *unchanged;                 /* the host, if it has the same bytes as in the reference; else NULL */
	size_t off;                            /* of the host in the reference */
};

/* The names of a host, in one form for all that mean the same. Each can be absent. */
struct host_names {
	struct iri_str ascii;     /* as --host=idna prints it; absent if it has no such form */
	struct iri_str unicode;   /* as --host=unicode prints it */
	/* Without h->tld, and for a host that is no domain name, these are absent: */
	struct iri_str suffix;    /* its public suffix */
	struct iri_str domain;    /* its registrable domain; absent if the host is a suffix itself */
	struct iri_str subdomain; /* what stands before the domain, without the dot between them */
};

/* Makes h->converter. h must stay where it is. */
void hosts_start(struct filter *f, struct hosts *h);

/*
 * Replaces ref->host by the form that --host names. A non-ASCII host that is not a valid domain name is an error with
 * --host=idna, except with --lenient. Otherwise only its ASCII letters are put in lower case, and needless
 * percent-encoded octets are decoded. After IRI_BAD_HOST, err's offset counts from the start of the host in the input.
 * start: the beginning of the reference
 */
enum iri_status hosts_convert(struct filter *f, struct hosts *h, const char *start, struct iri_ref *ref,
                              struct iri_error *err);

/* Sets *names to the names of ref->host. Out of memory, sets h->failed. */
void hosts_find_names(struct hosts *h, const struct iri_ref *ref, struct host_names *names);

void hosts_free(struct hosts *h);

#endif
