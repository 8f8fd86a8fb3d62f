/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "access.h"

#include "attributes.h"

#include "lib/base/str.h"

#include <errno.h>
#include <unistd.h>

enum { SPECIAL = S_ISUID | S_ISGID, PERMISSIONS = SPECIAL | S_ISVTX | S_IRWXU | S_IRWXG | S_IRWXO };

/*
 * Gives the new file the owner and group of the old one. If that is not possible, returns false, and removes from *mode
 * what would let others do more than before: the old owner is now one of the group or of the others; and if the group
 * is another one, people of either group can be among the group or the others.
 */
static bool copy_owner(const struct stat *old, int fd, const struct stat *new, mode_t *mode)
{
	const mode_t user = *mode >> 6 & S_IRWXO, group = *mode >> 3 & S_IRWXO, others = *mode & S_IRWXO;

	if ((new->st_uid == old->st_uid && new->st_gid == old->st_gid) || fchown(fd, old->st_uid, old->st_gid) == 0)
		return true;
	/* Only root can change the owner; others can still take a group that they are in. */
	const bool same_group = new->st_gid == old->st_gid || fchown(fd, (uid_t)-1, old->st_gid) == 0;
	const mode_t all = user & group & others;
	*mode = (*mode & (S_ISVTX | S_IRWXU)) | (same_group ? (group & user) << 3 | (others & user) : all << 3 | all);
	return false;
}

bool access_copy(int from, const struct stat *old, int fd, const struct stat *new, bool force, struct iri_buf *acl,
                 const char **why)
{
	mode_t mode = old->st_mode & PERMISSIONS;
	const bool same_owner = copy_owner(old, fd, new, &mode);

	if (!attributes_remove_acl(fd))
		return false;
	if (!attributes_read_acl(from, acl)) {
		*why = "cannot read its access control list";
		return false;
	}
	bool kept = attributes_copy(from, fd);
	if (!kept && errno) {
		*why = "cannot copy its extended attributes";
		return false;
	}
	/* In a list, "owner" and "group" would mean others now. */
	kept = kept && (!acl->n || (same_owner && attributes_set_acl(fd, iri_contents(acl))));
	if (!kept && !force) {
		errno = 0;
		*why = "its access control list or security label cannot be kept; with --force, only the owner can "
		       "read the new file";
		return false;
	}
	if (!kept)
		mode &= S_IRWXU;
	/* File systems without modes refuse fchmod(2), but there all files have the same mode. */
	return (!acl->n && (new->st_mode & PERMISSIONS) == mode) || fchmod(fd, mode) == 0;
}

bool access_set_default(int fd, const struct stat *st)
{
	const mode_t mask = umask(0);

	umask(mask);
	const mode_t mode = (S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH) & ~mask;
	return (st->st_mode & PERMISSIONS) == mode || fchmod(fd, mode) == 0;
}
