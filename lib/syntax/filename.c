/* SPDX-License-Identifier: ISC */
#include "filename.h"
#include "schemes.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <string.h>

bool iri_name_refuse(struct iri_name_fault *fault, size_t off, const char *why)
{
	*fault = (struct iri_name_fault){why, off};
	return false;
}

/* Whether a segment of a name is "." or "..". In a name, unlike in a reference, "%2E" is no dot. */
static bool is_dots(struct iri_str s)
{
	return s.n && s.n <= 2 && s.p[0] == '.' && s.p[s.n - 1] == '.';
}

const char *iri_name_segment(const char *p, const char *end, unsigned kind)
{
	while (p < end && !iri_name_separates(*p, kind))
		p++;
	return p;
}

const char *iri_name_skip(const char *p, const char *end, unsigned kind)
{
	while (p < end && iri_name_separates(*p, kind))
		p++;
	return p;
}

/* Whether a letter and ":" begin a name, as a drive of Windows does. */
static bool has_drive(const char *p, const char *end)
{
	return end - p >= 2 && p[1] == ':' && iri_byte_class(*p) & CHAR_ALPHA;
}

bool iri_name_is_absolute(struct iri_str name, unsigned kind)
{
	return name.n && (iri_name_separates(*name.p, kind) ||
	                  (kind & IRI_NAME_WINDOWS && has_drive(name.p, name.p + name.n)));
}

const char *iri_name_byte_fault(char c, unsigned kind)
{
	if (!c)
		return "a file name cannot have a NUL";
	if (!(kind & IRI_NAME_WINDOWS))
		return c == '/' ? "an encoded '/' would divide the name" : NULL;
	if (c == '/' || c == '\\')
		return "an encoded '/' or '\\' would divide the name";
	if (c == ':')
		return "a Windows name can have ':' only after a drive letter";
	if ((unsigned char)c < ' ')
		return "a Windows name cannot have control characters";
	return strchr("<>\"|?*", c) ? "a Windows name cannot have < > \" | ? *" : NULL;
}

const char *iri_name_segment_fault(struct iri_str segment, unsigned kind)
{
	const char last = segment.n ? segment.p[segment.n - 1] : 'a';

	if (!(kind & IRI_NAME_WINDOWS) || (last != '.' && last != ' ') || is_dots(segment))
		return NULL;
	return "Windows ignores '.' and space at the end of a segment";
}

const char *iri_name_host_fault(struct iri_str s)
{
	if (!s.n)
		return "a UNC name needs a host";
	if (iri_is(s, ".") || iri_is(s, "?"))
		return "a device name has no IRI";
	if (iri_is(s, ".."))
		return "a UNC name needs a host, not a dot segment";
	if (iri_is_local_host(s))
		return "an IRI with the host localhost would be a local file";
	for (size_t i = 0; i < s.n; i++)
		if (!(iri_byte_class(s.p[i]) & CHARS_REG_NAME) || s.p[i] == '*')
			return "the host of a UNC name must be a name in ASCII";
	return NULL;
}

const char *iri_name_share_fault(struct iri_str s)
{
	return s.n && !is_dots(s) ? NULL : "a UNC name needs a host and a share";
}

const char *iri_name_exit(const char *p, const char *end, unsigned kind)
{
	size_t depth = 0;

	for (p = iri_name_skip(p, end, kind); p < end; p = iri_name_skip(p, end, kind)) {
		const struct iri_str segment = iri_between(p, iri_name_segment(p, end, kind));
		if (!is_dots(segment)) {
			depth++;
		} else if (segment.n == 2) {
			if (!depth)
				return p;
			depth--;
		}
		p += segment.n;
	}
	return NULL;
}

/*
 * Returns the length of the prefix with which Windows takes the rest of an absolute name as it is: "\\?\" before a
 * drive, or "\\?\UNC\" before a host. 0 if there is none.
 */
static size_t literal_prefix(struct iri_str name)
{
	if (name.n < 4 || memcmp(name.p, "\\\\?\\", 4) != 0)
		return 0;
	if (name.n >= 8 && iri_is_caseless((struct iri_str){name.p + 4, 3}, "unc") && name.p[7] == '\\')
		return 8;
	return has_drive(name.p + 4, name.p + name.n) ? 4 : 0;
}

/* Checks a name with such a prefix of n bytes: after it, "/" is no separator, and "." and ".." are no dot segments. */
static bool filename_check_literal(struct iri_str name, size_t n, struct iri_name_fault *fault)
{
	const char *const end = name.p + name.n;

	for (const char *p = name.p + n;; p++) {
		const struct iri_str segment = iri_between(p, iri_find_byte(p, end, '\\'));
		const char *const slash = iri_find_byte(p, p + segment.n, '/');
		if (slash < p + segment.n)
			return iri_name_refuse(fault, (size_t)(slash - name.p),
			                       "after '\\\\?\\', '/' does not divide names");
		if (is_dots(segment))
			return iri_name_refuse(fault, (size_t)(p - name.p),
			                       "after '\\\\?\\', no segment can be '.' or '..'");
		p += segment.n;
		if (p == end)
			return true;
	}
}

const char *iri_name_root(struct iri_str name, struct iri_str *host, struct iri_name_fault *fault)
{
	const size_t prefix = literal_prefix(name);
	const char *p = name.p + prefix, *const end = name.p + name.n;
	const bool is_unc = prefix == 8 || (end - p >= 2 && iri_name_separates(p[0], IRI_NAME_WINDOWS) &&
	                                    iri_name_separates(p[1], IRI_NAME_WINDOWS));

	if (prefix && !filename_check_literal(name, prefix, fault))
		return NULL;
	if (has_drive(p, end) && !is_unc) {
		if (p + 2 < end && iri_name_separates(p[2], IRI_NAME_WINDOWS))
			return p + 2;
		iri_name_refuse(fault, prefix,
		                "the name depends on the current folder of the drive; write a '\\' after the ':'");
		return NULL;
	}
	if (!is_unc) {
		iri_name_refuse(fault, 0, "the name depends on the current drive; write the drive before it");
		return NULL;
	}
	p += prefix ? 0 : 2;
	*host = iri_between(p, iri_name_segment(p, end, IRI_NAME_WINDOWS));
	p = host->p + host->n;
	p += p < end;
	const struct iri_str share = iri_between(p, iri_name_segment(p, end, IRI_NAME_WINDOWS));
	const char *const bad_host = iri_name_host_fault(*host), *const bad_share = iri_name_share_fault(share);
	if (!bad_host && !bad_share)
		return p + share.n;
	iri_name_refuse(fault, (size_t)((bad_host ? host->p : p) - name.p), bad_host ? bad_host : bad_share);
	return NULL;
}
