/* SPDX-License-Identifier: ISC */
/*
 * Access control lists and other extended attributes of files. Linux keeps the lists in extended attributes, too, so no
 * library is needed for them. On other systems these functions find no list, copy nothing, and succeed.
 *
 * With a list, the bits of the group in st_mode are the mask of the list: the most that any group and any user can get
 * by it. So a copy that has this mode, but no list, can be open to people who could not read the file.
 */
#ifndef ATTRIBUTES_H
#define ATTRIBUTES_H

#include "lib/base/buf.h"

/*
 * Sets the buffer to the access control list of the file, as bytes; it is empty if there is none. Returns false and
 * sets errno on failure.
 */
bool attributes_read_acl(int fd, struct iri_buf *acl);

/* Removes the list that a new file got from its folder. Returns false and sets errno on failure. */
bool attributes_remove_acl(int fd);

/* Gives the file a list from attributes_read_acl, and its mode. Returns false if that is not possible. */
bool attributes_set_acl(int fd, struct iri_str acl);

/*
 * Copies all other attributes that can be copied, except those about the content: the capabilities of a program, and
 * signatures. Returns false and sets errno to 0 if one that can restrict access could not be copied: a security label,
 * or a list of another kind. Also returns false, with another errno, if the attributes cannot be read.
 */
bool attributes_copy(int from, int to);

#endif
