/* SPDX-License-Identifier: ISC */
#include "block.h"
void block_print(const struct block_options *o, const struct facts *facts, struct iri_buf *out) { (void)o; buf_add_format(out, "link:     %.*s\n", (int)facts->link.n, facts->link.p); }
bool block_names(uint32_t ch) { (void)ch; return false; }
