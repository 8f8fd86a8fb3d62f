/* SPDX-License-Identifier: ISC */
/*
 * Names of files, as references (RFC 3987, section 7.4; RFC 8089). A name is any bytes but NUL, in no certain charset.
 * A name of Windows has "\" or "/" between its segments (RFC 8089, appendix E); a name of POSIX has "/".
 *
 * Time is linear. Functions append to their buffer. If memory runs out, they set its `failed`, and both its contents
 * and the returned value are unspecified.
 */
#ifndef IRI_PATHNAME_H
#define IRI_PATHNAME_H

#include "lib/base/buf.h"

/* The kind of names: a sum of these. */
enum iri_name_form {
	IRI_NAME_POSIX = 0,
	IRI_NAME_WINDOWS = 1,
	/*
	 * For iri_name_to_uri: the reference is for resolution against a base. The name must be relative, and no ".."
	 * in it may leave the base. Several slashes become one, as in a file system; otherwise ".." would remove an
	 * empty segment.
	 */
	IRI_NAME_BELOW = 2
};

/* Why a name or reference is refused. */
struct iri_name_fault {
	const char *why; /* static text */
	size_t off;      /* the byte at fault: for iri_uri_to_name in ref->text, else in the name */
};

/*
 * Appends a URI reference: "file://" and the path if the name is absolute, else a relative-path reference. Segments
 * stay as they are, dot segments too; what they cannot have is percent-encoded, and so are all non-ASCII bytes.
 * Returns false, with *fault set and output unspecified, if there is no reference for the name.
 */
bool iri_name_to_uri(struct iri_str name, unsigned form, struct iri_buf *uri, struct iri_name_fault *fault);

/*
 * Appends the name of the file that a parsed reference stands for: the inverse of iri_name_to_uri. A name of Windows
 * gets "\" as separator. Octets that are not UTF-8 are decoded, too. Returns false, with *fault set and output
 * unspecified, if the reference names no local file, or if no name stands for its path.
 */
bool iri_uri_to_name(const struct iri_ref *ref, unsigned form, struct iri_buf *name, struct iri_name_fault *fault);

/* Whether the host of a file IRI is the local one, as iri_is_local_host says, but it may be percent-encoded. */
bool iri_is_this_machine(struct iri_str host);

/* name: what iri_uri_to_name made of ref. Returns the offset in ref->text of what became name.p[off]. */
size_t iri_place_in_uri(const struct iri_ref *ref, struct iri_str name, size_t off);

/*
 * Returns the "|" that stands for the ":" after the drive letter in a file IRI, or NULL (RFC 8089, appendix E.2.2). No
 * IRI can have it, so the caller writes ":" before parsing.
 */
const char *iri_find_drive_bar(struct iri_str s);

/*
 * For a name from iri_uri_to_name: appends the name of the file in the folder dir. A relative name gets dir before it.
 * An absolute name stays, and must begin with the segments of dir; empty segments and "." do not count. Returns false,
 * with *fault set and output unspecified, if the name is not in dir, or if a ".." leaves dir at any point. The text of
 * the fault ends with the word "folder", so that a caller can say which one. Symbolic links are unknown here.
 */
bool iri_name_below(struct iri_str dir, struct iri_str name, unsigned form, struct iri_buf *out,
                    struct iri_name_fault *fault);

#endif
