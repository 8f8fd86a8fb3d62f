/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "paths.h"

#include <strings.h>

struct iri_str path_without_slash(struct iri_str path)
{
	while (path.n && path.p[path.n - 1] == '/')
		path.n--;
	return path;
}

struct iri_str path_folder(struct iri_str path)
{
	while (path.n && path.p[path.n - 1] != '/')
		path.n--;
	return path_without_slash(path);
}

bool path_ends_with(struct iri_str path, const char *end)
{
	const size_t n = strlen(end);

	return path.n >= n && !strncasecmp(path.p + path.n - n, end, n);
}

bool path_is_below(struct iri_str path, struct iri_str folder)
{
	return !folder.n || (path.n >= folder.n && !memcmp(path.p, folder.p, folder.n) &&
	                     (path.n == folder.n || path.p[folder.n] == '/'));
}

void path_add(struct iri_buf *out, struct iri_str folder, struct iri_str name)
{
	if (folder.n && name.n)
		path_join(out, folder, name);
	else
		iri_buf_add(out, folder.n ? folder.p : name.p, folder.n + name.n);
}

void path_join(struct iri_buf *out, struct iri_str folder, struct iri_str name)
{
	iri_buf_add(out, folder.p, folder.n);
	iri_buf_putc(out, '/');
	iri_buf_add(out, name.p, name.n);
}
