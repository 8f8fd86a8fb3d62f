/* SPDX-License-Identifier: ISC */
/* irishow --display: shows a reference as one line in which no right-to-left text can mislead (section 4.1). */
#ifndef DISPLAYER_H
#define DISPLAYER_H

#include "lib/base/buf.h"

/* The words of --display, in their order */
enum display { DISPLAY_EMBED, DISPLAY_ISOLATE, DISPLAY_VISUAL, DISPLAY_UNITS, DISPLAY_ESCAPE, DISPLAY_UNSET };

struct displayer;

/*
 * Makes a displayer. repertoire: for DISPLAY_ESCAPE, the charset whose characters may stay; or NULL. Returns NULL
 * and sets errno on failure, as charset_encoder does.
 */
struct displayer *displayer_new(enum display display, const char *repertoire);
void displayer_free(struct displayer *d);

/*
 * Sets *shown to the reference as it is to be shown: a view of s if it stays as it is, else of memory of the displayer,
 * valid until the next call. Errors: those of iri_parse for syntax, and IRI_NO_MEMORY. Raw bidi controls are no errors,
 * but are percent-encoded. Linear.
 */
enum iri_status displayer_show(struct displayer *d, struct iri_str s, struct iri_str *shown, struct iri_error *err);

/* Does the same for a parsed reference. The only error is IRI_NO_MEMORY. */
enum iri_status displayer_show_ref(struct displayer *d, const struct iri_ref *ref, struct iri_str *shown,
                                   struct iri_error *err);

#endif
