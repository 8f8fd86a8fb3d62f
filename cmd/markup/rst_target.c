/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst_target.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>

/* Returns the first white space or backslash from p on, or end. */
static const char *rst_plain_end(const char *p, const char *end)
{
	static const bool stops[256] = {
		[' '] = true, ['\t'] = true, ['\n'] = true, ['\r'] = true, ['\f'] = true, ['\\'] = true,
	};

	while (p < end && !stops[(unsigned char)*p])
		p++;
	return p;
}

bool rst_is_plain(struct iri_str s)
{
	return rst_plain_end(s.p, s.p + s.n) == s.p + s.n;
}

bool rst_has_break(struct iri_str s)
{
	for (const char *p = s.p, *const end = p + s.n; p < end; p++)
		if (is_line_end(*p) || *p == '\\')
			return true;
	return false;
}

bool rst_is_pattern(struct iri_str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] && strchr("*?[", name.p[i]))
			return true;
	return false;
}

bool rst_is_document(struct iri_str name)
{
	return !rst_is_pattern(name) && !iri_is(name, "self");
}

void rst_unescape(struct iri_str s, size_t place, struct source_map *to)
{
	const char *const start = s.p, *const end = start + s.n;

	for (const char *p = start, *stop; p < end; p = stop) {
		const size_t at = place + (size_t)(p - start);
		stop = p + 1;
		if (*p == '\\' && stop < end) {
			stop++;
			source_map_add(to, is_html_space(p[1]) ? " " : p + 1, 1, at, 2);
		} else if (!is_html_space(*p)) {
			stop = rst_plain_end(stop, end);
			source_map_add(to, p, (size_t)(stop - p), at, (size_t)(stop - p));
		}
	}
}

/* Whether s ends with "_" without a backslash: it can be the name of a target. */
static bool ends_as_name(struct iri_str s)
{
	return s.n && s.p[s.n - 1] == '_' && !(s.n >= 2 && s.p[s.n - 2] == '\\');
}

bool rst_is_alias(struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;

	if (!ends_as_name(s))
		return false;
	while (p < end && ((unsigned char)*p >= 0x80 || iri_is_alphanumeric(*p) || strchr("-._+:", *p)))
		p++;
	return p == end || *s.p == '`';
}

bool rst_is_embedded_alias(struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;

	if (!ends_as_name(s))
		return false;
	while (p < end && iri_byte_class(*p) & CHAR_SCHEME)
		p++;
	return p == end || *p != ':';
}
