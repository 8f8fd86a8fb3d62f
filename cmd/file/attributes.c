/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "attributes.h"

#ifdef __linux__

#include "lib/base/str.h"

#include <errno.h>
#include <string.h>
#include <sys/xattr.h>

enum { LARGEST = 65536 }; /* bytes of a value, and of the list of names: XATTR_SIZE_MAX, XATTR_LIST_MAX */

static const char acl_name[] = "system.posix_acl_access";

/* Sets the buffer to the value of an attribute; empty if there is none. Returns false and sets errno on failure. */
static bool read_value(int fd, const char *name, struct iri_buf *value)
{
	iri_buf_clear(value);
	char *const to = iri_buf_reserve(value, LARGEST);

	if (!to) {
		errno = ENOMEM;
		return false;
	}
	const ssize_t n = fgetxattr(fd, name, to, LARGEST);
	if (n < 0)
		return errno == ENODATA || errno == ENOTSUP;
	value->n = (size_t)n;
	return true;
}

bool attributes_read_acl(int fd, struct iri_buf *acl)
{
	return read_value(fd, acl_name, acl);
}

bool attributes_remove_acl(int fd)
{
	return fremovexattr(fd, acl_name) == 0 || errno == ENODATA || errno == ENOTSUP;
}

bool attributes_set_acl(int fd, struct iri_str acl)
{
	return fsetxattr(fd, acl_name, acl.p, acl.n, 0) == 0;
}

static bool attributes_begins_with(const char *name, const char *start)
{
	return !strncmp(name, start, strlen(start));
}

/* Whether this is not to be copied: it is about the content, or attributes_set_acl sets it. */
static bool is_left_out(const char *name)
{
	static const char *const names[] = {acl_name, "security.capability", "security.evm", "security.ima"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Copies an attribute. The buffers are working space. Returns what attributes_copy returns. */
static bool copy_value(int from, int to, const char *name, struct iri_buf *old, struct iri_buf *new)
{
	const bool restricts = attributes_begins_with(name, "system.") || attributes_begins_with(name, "security.");

	if (!read_value(from, name, old))
		return false;
	/* The new file may have it already, and not everyone may set a label. */
	if (read_value(to, name, new) && new->n && iri_same(iri_contents(old), iri_contents(new)))
		return true;
	if (fsetxattr(to, name, old->p, old->n, 0) == 0 || !restricts)
		return true;
	errno = 0;
	return false;
}

bool attributes_copy(int from, int to)
{
	struct iri_buf names = {0}, old = {0}, new = {0};
	char *const list = iri_buf_reserve(&names, LARGEST);

	if (!list) {
		errno = ENOMEM;
		return false;
	}
	const ssize_t n = flistxattr(from, list, LARGEST);
	bool well = n >= 0 || errno == ENOTSUP;
	for (const char *p = list, *const end = p + (n > 0 ? n : 0); well && p < end; p += strlen(p) + 1)
		well = is_left_out(p) || copy_value(from, to, p, &old, &new);
	const int error = errno;
	iri_buf_free(&names);
	iri_buf_free(&old);
	iri_buf_free(&new);
	errno = error;
	return well;
}

#else

bool attributes_read_acl(int fd, struct iri_buf *acl)
{
	(void)fd;
	iri_buf_clear(acl);
	return true;
}

bool attributes_remove_acl(int fd)
{
	(void)fd;
	return true;
}

bool attributes_set_acl(int fd, struct iri_str acl)
{
	(void)fd;
	return !acl.n;
}

bool attributes_copy(int from, int to)
{
	(void)from;
	(void)to;
	return true;
}

#endif
