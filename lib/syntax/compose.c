/* SPDX-License-Identifier: ISC */
#include "parse.h"
#include "path.h"

#include "lib/base/str.h"

#include <stdlib.h>

struct iri_composer {
	unsigned form;
	struct iri_buf out; /* the result */
};

struct iri_composer *iri_composer_new(const struct iri_compose_options *options)
{
	struct iri_composer *c = calloc(1, sizeof *c);

	if (c && options)
		c->form = options->form;
	return c;
}

void iri_composer_free(struct iri_composer *c)
{
	if (!c)
		return;
	iri_buf_free(&c->out);
	free(c);
}

struct iri_parts iri_parts_of(const struct iri_ref *ref)
{
	return (struct iri_parts){.of = {
		[IRI_SCHEME] = ref->scheme, [IRI_USERINFO] = ref->userinfo, [IRI_HOST] = ref->host,
		[IRI_PORT] = ref->port, [IRI_PATH] = ref->path, [IRI_QUERY] = ref->query,
		[IRI_FRAGMENT] = ref->fragment,
	}};
}

static const char ends_early[] = "a delimiter would end this component before its end; percent-encode it";

/*
 * Returns why these components cannot form a reference, as static text, and sets the place in err. Returns NULL if they
 * can (RFC 3986, sections 3.1 to 3.3 and 4.2), or if only parsing can tell.
 */
static const char *misfit(const struct iri_parts *parts, struct iri_error *err)
{
	const struct iri_str scheme = parts->of[IRI_SCHEME], path = parts->of[IRI_PATH];
	const struct iri_str first = iri_between(path.p, iri_segment_end(path.p, path.p + path.n));

	*err = (struct iri_error){.status = IRI_BAD_PARTS, .where = IRI_SCHEME};
	if (scheme.p && !iri_is_scheme(scheme.p, scheme.p + scheme.n))
		return "a scheme is a letter, and then letters, digits, '+', '-' and '.'";
	err->where = IRI_USERINFO;
	if (!parts->of[IRI_HOST].p && parts->of[IRI_USERINFO].p)
		return "a userinfo needs a host";
	err->where = IRI_PORT;
	if (!parts->of[IRI_HOST].p && parts->of[IRI_PORT].p)
		return "a port needs a host";
	for (err->where = IRI_PATH; err->where <= IRI_QUERY; err->where++) {
		/* The parser would complain about the "#" of the fragment, which is the second one then. */
		const struct iri_str s = iri_present(parts->of[err->where]);
		const char *const p = iri_find_byte(s.p, s.p + s.n, '#');
		err->off = (size_t)(p - s.p);
		if (err->off < s.n)
			return ends_early;
	}
	err->where = IRI_PATH;
	err->off = 0;
	if (parts->of[IRI_HOST].p)
		return path.n && *path.p != '/' ? "after a host, the path must begin with '/'" : NULL;
	if (path.n >= 2 && path.p[0] == '/' && path.p[1] == '/')
		return "without a host, the path cannot begin with '//': a host would follow";
	if (!scheme.p && memchr(first.p, ':', first.n))
		return "without a scheme, the first segment cannot have ':': that would end a scheme";
	return NULL;
}

/* Writes the reference to an empty buffer, and sets the offset of each component in it. Fails if out of memory. */
static bool write_parts(const struct iri_parts *parts, struct iri_buf *out, size_t starts[IRI_FRAGMENT + 1])
{
	/* What comes before and after each component, by its number; 0: nothing */
	static const char before[] = {0, 0, 0, ':', 0, '?', '#'}, after[] = {':', '@', 0, 0, 0, 0, 0};

	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		const struct iri_str s = parts->of[c];
		char *to = iri_buf_reserve(out, s.n + 4);
		if (!to)
			return false;
		if (c == IRI_USERINFO && parts->of[IRI_HOST].p) {
			*to++ = '/';
			*to++ = '/';
		}
		if (s.p && before[c])
			*to++ = before[c];
		starts[c] = (size_t)(to - out->p);
		if (s.p)
			memcpy(to, s.p, s.n);
		to += s.n;
		if (s.p && after[c])
			*to++ = after[c];
		out->n = (size_t)(to - out->p);
	}
	return true;
}

/* Changes the place of an error in the reference to a place in the component at fault. */
static void locate_error(const struct iri_parts *parts, const size_t starts[IRI_FRAGMENT + 1], struct iri_error *err)
{
	enum iri_component c = IRI_FRAGMENT;

	while (c > IRI_SCHEME && (!parts->of[c].p || starts[c] > err->off))
		c--;
	const size_t n = parts->of[c].n;
	err->where = c;
	/* An error at a delimiter, before or behind the component, is shown at the component. */
	err->off -= starts[c] < err->off ? starts[c] : err->off;
	err->off = err->off < n ? err->off : n;
	err->len = err->len < n - err->off ? err->len : n - err->off;
}

enum iri_status iri_compose(struct iri_composer *composer, const struct iri_parts *parts, struct iri_str *iri,
                            struct iri_error *err)
{
	struct iri_parts all = *parts;
	size_t starts[IRI_FRAGMENT + 1];
	enum iri_component c;
	struct iri_error ignored;
	struct iri_ref ref;

	err = iri_present_error(err, &ignored);
	all.of[IRI_PATH] = iri_present(all.of[IRI_PATH]);
	err->why = misfit(&all, err);
	if (err->why)
		return err->status;
	iri_buf_clear(&composer->out);
	if (!write_parts(&all, &composer->out, starts))
		return iri_no_memory(err);
	*iri = iri_contents(&composer->out);
	if (iri_parse(*iri, composer->form, &ref, err) != IRI_OK) {
		locate_error(&all, starts, err);
		return err->status;
	}
	const struct iri_parts parsed = iri_parts_of(&ref);
	for (c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		const struct iri_str s = all.of[c], read = parsed.of[c];
		if (iri_same(s, read))
			continue;
		/* What comes before is the same, so it begins where it should. Without a userinfo, the host has "@". */
		*err = (struct iri_error){.status = IRI_BAD_PARTS, .where = s.p ? c : IRI_HOST, .why = ends_early};
		err->off = s.p && read.p && read.n < s.n ? read.n : 0;
		return err->status;
	}
	return IRI_OK;
}
