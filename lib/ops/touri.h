/* SPDX-License-Identifier: ISC */
#ifndef IRI_TOURI_H
#define IRI_TOURI_H

#include "lib/base/bits.h"
#include "lib/base/buf.h"

struct iri_mapper {
	struct iri_map_options options;
	unsigned padded;         /* IRI_PADDED with options.padded, else 0 */
	struct iri_buf uri;      /* the result */
	struct iri_str given;    /* the text that iri_mapper_parse has repaired, */
	struct iri_buf repaired; /* and the result */
	struct iri_buf host;     /* working space */
	struct iri_hosts *hosts; /* cache for iri_host_add_ascii, or NULL */
};

#endif
