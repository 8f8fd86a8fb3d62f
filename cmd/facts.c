/* SPDX-License-Identifier: ISC */
#include "facts.h"
const char *const facts_kind_names[] = {"site", "address", "local", "mail", "file", "script", "content", "relative", "other", "invalid"};
const struct facts *facts_find(struct facts_finder *f, struct iri_str link) { arena_clear(&f->arena); f->arena.messages = f->messages; struct facts *const facts = arena_take(&f->arena, sizeof *facts); facts->link = arena_copy(&f->arena, link); return facts; }
void facts_free(struct facts_finder *f) { arena_clear(&f->arena); }
