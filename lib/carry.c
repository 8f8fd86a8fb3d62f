/* SPDX-License-Identifier: ISC */
#include "carry.h"
bool iri_carried_each(const struct iri_ref *ref, size_t depth, void (*found)(void *arg, const struct iri_carried *carried), void *arg) { (void)ref; (void)depth; (void)found; (void)arg; return true; }
