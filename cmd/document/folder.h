/* SPDX-License-Identifier: ISC */
/* Folders: finds the files in them. */
#ifndef FOLDER_H
#define FOLDER_H

#include "cmd/base/message.h"

/*
 * Calls file for each file in the folder and the folders in it, in the order of their names, if it is a regular file
 * whose name is wanted. Leaves out folders whose names begin with a dot, and symbolic links; but name can be one. file
 * gets the path: name, "/" and the path in the folder, or only the latter if name is "."; it is never "-". If file
 * returns false, stops and returns false. Prints a message for each file or folder that cannot be read.
 */
bool folder_walk(struct messages *m, const char *name, bool (*wants)(void *arg, const char *name),
                 bool (*file)(void *arg, const char *path), void *arg);

#endif
