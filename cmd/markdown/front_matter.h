/* SPDX-License-Identifier: ISC */
/*
 * Front matter: lines between "---" and "---", or "+++" and "+++", with which a document begins. They are data for the
 * software that makes pages of it, not Markdown. A blank line after "---" means that it is a thematic break.
 */
#ifndef FRONT_MATTER_H
#define FRONT_MATTER_H

#include "lib/base/str.h"

/*
 * Returns the place after the front matter of a document, and sets *lines to what stands between its marks; or returns
 * the beginning of the document if it has none.
 */
const char *front_matter_end(struct iri_str document, struct iri_str *lines);

#endif
