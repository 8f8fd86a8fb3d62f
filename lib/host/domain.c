/* SPDX-License-Identifier: ISC */
#include "host.h"

#include "lib/base/str.h"

#include <string.h>

/* The last dot before `end` that is not before `start`, or NULL. */
static const char *last_dot(const char *start, const char *end)
{
	while (end > start)
		if (*--end == '.')
			return end;
	return NULL;
}

/* Returns the host without the dot at its end, for the root. */
static struct iri_str domain_without_root(struct iri_str host)
{
	host = iri_present(host);
	host.n -= host.n && host.p[host.n - 1] == '.';
	return host;
}

bool iri_domain_is_impossible(struct iri_str host)
{
	const struct iri_str name = domain_without_root(host);
	const char *const end = name.p + name.n, *const dot = last_dot(name.p, end);
	uint64_t number;

	for (size_t i = 0; i < host.n; i++)
		if (host.p[i] == '.' ? i == 0 || host.p[i - 1] == '.' : strchr(" #%/:<>?@[\\]^|", host.p[i]) != NULL)
			return true;
	return !name.n || iri_read_number(iri_between(dot ? dot + 1 : name.p, end), &number);
}

struct iri_str iri_domain_suffix(const struct iri_suffixes *suffixes, struct iri_str host)
{
	const struct iri_str name = domain_without_root(host);
	const char *const end = name.p + name.n, *tail = end, *last, *dot;
	const char *const bound = name.n > NAME_MAX_OCTETS ? end - NAME_MAX_OCTETS : name.p;
	const char *tails[NAME_MAX_OCTETS / 2 + 1];
	size_t n = 0;

	dot = last_dot(name.p, end);
	last = dot ? dot + 1 : name.p;
	/* From the end, so that a long host costs no more than its last octets. An empty label ends the name. */
	while (tail > bound && n < sizeof tails / sizeof *tails) {
		dot = last_dot(bound, tail);
		const char *const label = dot ? dot + 1 : bound;
		if (label == tail || (!dot && bound > name.p && bound[-1] != '.'))
			break;
		tails[n++] = label;
		tail = dot ? dot : bound;
	}
	while (n-- > 0)
		if (suffixes->is_suffix(suffixes->arg, iri_between(tails[n], end), true))
			return iri_between(tails[n], end);
	return iri_between(last, end);
}

struct iri_str iri_domain_below(struct iri_str host, struct iri_str suffix)
{
	const struct iri_str name = domain_without_root(host);

	if (!name.n || suffix.p == name.p)
		return name;
	const char *const dot = last_dot(name.p, suffix.p - 1);
	return iri_between(dot ? dot + 1 : name.p, name.p + name.n);
}

struct iri_str iri_domain_registrable(const struct iri_suffixes *suffixes, struct iri_str host)
{
	return iri_domain_below(host, iri_domain_suffix(suffixes, host));
}

/* Whether a label is a top-level domain that is known to everyone. */
static bool is_famous(struct iri_str label)
{
	return label.n == 3 && (iri_is(label, "com") || iri_is(label, "net") || iri_is(label, "org") ||
	                        iri_is(label, "gov") || iri_is(label, "edu"));
}

/*
 * Returns the first part of a text of whole labels that looks like a registrable domain, or an absent string. The part
 * is a label and a suffix of a registry with two labels, or else a label and one of the famous ones.
 */
static struct iri_str find_lure(const struct iri_suffixes *suffixes, struct iri_str text)
{
	const char *const end = text.p + text.n;
	struct iri_str label, next, after;

	for (const char *p = text.p; p < end; p += label.n + 1) {
		label = iri_between(p, iri_find_byte(p, end, '.'));
		if (label.p + label.n == end)
			break;
		if (!label.n || label.n > LABEL_MAX || iri_is(label, "www"))
			continue;
		const char *const q = label.p + label.n + 1;
		next = iri_between(q, iri_find_byte(q, end, '.'));
		if (!next.n || next.n > LABEL_MAX)
			continue;
		const char *const r = next.p + next.n + 1;
		if (r < end) {
			after = iri_between(r, iri_find_byte(r, end, '.'));
			const struct iri_str both = iri_between(next.p, r + after.n);
			if (after.n && after.n <= LABEL_MAX && suffixes->is_suffix(suffixes->arg, both, false))
				return iri_between(label.p, r + after.n);
		}
		if (is_famous(next))
			return iri_between(label.p, next.p + next.n);
	}
	return (struct iri_str){0};
}

struct iri_str iri_domain_in_subdomain(const struct iri_suffixes *suffixes, struct iri_str host)
{
	const struct iri_str name = domain_without_root(host);
	const char *end = last_dot(name.p, name.p + name.n);

	/* The registrable domain has two labels at least. Few names have a lure before these. */
	end = end ? last_dot(name.p, end) : NULL;
	if (!end || !find_lure(suffixes, iri_between(name.p, end)).p)
		return (struct iri_str){0};
	const struct iri_str domain = iri_domain_registrable(suffixes, name);
	return domain.p > name.p ? find_lure(suffixes, iri_between(name.p, domain.p - 1)) : (struct iri_str){0};
}
