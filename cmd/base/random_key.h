/* SPDX-License-Identifier: ISC */
#ifndef RANDOM_KEY_H
#define RANDOM_KEY_H

#include "message.h"

/* Fills a key for the library's hash tables with unpredictable bytes. Ends the program if there are none. */
void random_key(const struct messages *m, unsigned char key[IRI_KEY_LENGTH]);

#endif
