/* SPDX-License-Identifier: ISC */
#include "data.h"
bool iri_data_split(const struct iri_ref *r, struct iri_data *d) { (void)r; (void)d; return false; }
bool iri_data_decode(const struct iri_data *d, struct iri_buf *out) { (void)d; (void)out; return false; }
bool iri_base64_decode(struct iri_str s, struct iri_buf *out) { (void)s; (void)out; return false; }
