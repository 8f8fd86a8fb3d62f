/* SPDX-License-Identifier: ISC */
/* Padded text: text with IRI_PADDING readable bytes after it, of any values, so that reading needs fewer checks. */
#ifndef IRI_PADDING_H
#define IRI_PADDING_H

enum { IRI_PADDING = 64 };

/* A flag for the form of iri_parse, in addition to enum iri_form: the text is padded. */
enum { IRI_PADDED = 1 << 8 };

#endif
