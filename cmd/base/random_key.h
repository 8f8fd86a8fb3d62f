/* SPDX-License-Identifier: ISC */
#ifndef IRI_KEY_H
#define IRI_KEY_H

#include "cmd/filter/filter.h"

/* Fills a key for the library's hash tables with unpredictable bytes. Ends the program if there are none. */
void key_make(struct filter *f, unsigned char key[IRI_KEY_LENGTH]);

#endif
