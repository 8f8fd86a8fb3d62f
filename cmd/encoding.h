/* SPDX-License-Identifier: ISC */
/* The names of charsets in HTML */
#ifndef ENCODING_H
#define ENCODING_H

/*
 * Returns iconv's name of the charset that a label means in HTML (Encoding Standard, section 4.2), or NULL if the label
 * is unknown. Upper and lower case are the same. A label can mean another charset than iconv's name that reads alike:
 * latin1 means windows-1252. Labels of UTF-16 mean UTF-8, since a label that can be read stands in no UTF-16. The
 * labels of "replacement", ISO-2022-KR for instance, count as unknown.
 */
const char *encoding_iconv_name(const char *label);

#endif
