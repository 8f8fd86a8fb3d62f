/* SPDX-License-Identifier: ISC */
/* Padded text: IRI_PADDING bytes behind it may be read, with any values, so that reading needs fewer checks. */
#ifndef IRI_PADDING_H
#define IRI_PADDING_H

enum { IRI_PADDING = 64 };

/* A form for iri_parse, beside those of enum iri_form: the text is padded. */
enum { IRI_PADDED = 1 << 8 };

#endif
