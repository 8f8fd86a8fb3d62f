/* SPDX-License-Identifier: ISC */
/* The labels of charsets in the Encoding Standard (section 4.2). */
#ifndef CHARSET_LABELS_H
#define CHARSET_LABELS_H

#include "similar.h"

/*
 * Returns iconv's name of the charset that a label means in HTML (Encoding Standard, section 4.2), or NULL if the label
 * is unknown. Upper and lower case are the same. The charset can differ from the one that iconv calls by this label:
 * latin1 means windows-1252. A label of UTF-16 means UTF-8, and x-user-defined means windows-1252, as in <meta> (HTML
 * standard, section 13.2.3.2): a document is not in UTF-16 if its label could be read as ASCII. The labels of
 * "replacement", ISO-2022-KR for instance, count as unknown.
 */
const char *encoding_iconv_name(const char *label);

/* Adds the labels that are known, as similar_add does. */
void encodings_similar(struct similar *s, bool (*is_known)(const char *label));

#endif
