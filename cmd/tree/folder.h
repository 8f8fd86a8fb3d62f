/* SPDX-License-Identifier: ISC */
/* Folders: finds the files in them. */
#ifndef FOLDER_H
#define FOLDER_H

#include "cmd/base/message.h"

/*
 * Calls file for each file in the folder and the folders in it, in the order of their names, if it is a regular file
 * that is wanted. Leaves out folders that are not wanted, and symbolic links; but name can be one. The path is name,
 * "/" and the path below the folder, which begins at byte `below`; or only the latter if name is "."; it is never "-".
 * If file returns false, stops and returns false. Prints a message for each file or folder that cannot be read.
 */
bool folder_walk(struct messages *m, const char *name,
                 bool (*wants)(void *arg, const char *path, size_t below, bool is_folder),
                 bool (*file)(void *arg, const char *path), void *arg);

#endif
