/* SPDX-License-Identifier: ISC */
#include "order.h"
void order_visual(struct iri_str s, struct iri_buf *out) { iri_buf_add(out, s.p, s.n); }
