/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "xml_base.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"

#include <string.h>

struct iri_str xml_base_text(const struct xml_bases *b, struct xml_base base)
{
	if (!base.is_set)
		return (struct iri_str){0};
	return base.n ? (struct iri_str){b->text.p + base.off, base.n} : (struct iri_str){"", 0};
}

/* Whether the last segment of a path is "." or "..". */
static bool ends_in_dots(struct iri_str path)
{
	size_t dots = 0;

	while (dots < path.n && path.p[path.n - 1 - dots] == '.')
		dots++;
	return (dots == 1 || dots == 2) && (dots == path.n || path.p[path.n - 1 - dots] == '/');
}

/* Appends a path. If its last segment is "." or "..", adds the "/" that resolution would leave there. */
static void add_path(struct iri_buf *out, struct iri_str path)
{
	iri_buf_add(out, path.p, path.n);
	if (ends_in_dots(path))
		iri_buf_putc(out, '/');
}

/*
 * Writes inner, resolved against a relative base, to b->outer (RFC 3986, section 5.2.2). Dot segments stay, since they
 * can lead out of the path of the base: "../a/" and "../b" give "../a/../b".
 */
static void resolve_relative(struct xml_bases *b, const struct iri_ref *outer, const struct iri_ref *inner,
                             struct iri_str value)
{
	struct iri_buf *const out = &b->outer;
	const char *const rest = inner->path.p + inner->path.n;
	size_t n = outer->path.n;

	out->n = 0;
	if (inner->authority.p) {
		iri_buf_add(out, value.p, value.n);
		return;
	}
	if (outer->authority.p) {
		buf_add_text(out, "//");
		iri_buf_add(out, outer->authority.p, outer->authority.n);
	}
	if (!inner->path.n) {
		add_path(out, outer->path);
		if (!inner->query.p && outer->query.p) {
			iri_buf_putc(out, '?');
			iri_buf_add(out, outer->query.p, outer->query.n);
		}
	} else {
		/* What stands before the last segment of the base */
		while (*inner->path.p != '/' && n && outer->path.p[n - 1] != '/' && !ends_in_dots(outer->path))
			n--;
		if (*inner->path.p != '/' && outer->authority.p && !n)
			iri_buf_putc(out, '/');
		else if (*inner->path.p != '/')
			add_path(out, (struct iri_str){outer->path.p, n});
		add_path(out, inner->path);
	}
	iri_buf_add(out, rest, (size_t)(value.p + value.n - rest));
}

/* Returns inner, the value of an attribute, resolved against outer. */
static struct iri_str resolve(struct xml_bases *b, struct iri_str outer, const struct iri_ref *inner,
                              struct iri_str value)
{
	struct iri_ref base;
	struct iri_str resolved;

	if (iri_parse(outer, IRI_FORBID_BIDI, &base, NULL) != IRI_OK)
		return value;
	if (!base.scheme.p) {
		resolve_relative(b, &base, inner, value);
		return iri_contents(&b->outer);
	}
	if (!b->resolver)
		b->resolver = iri_resolver_new(NULL);
	if (!b->resolver || iri_resolver_set_base(b->resolver, outer, NULL) != IRI_OK ||
	    iri_resolve(b->resolver, value, &resolved, NULL) != IRI_OK) {
		b->failed = true;
		return value;
	}
	return resolved;
}

void xml_base_enter(struct xml_bases *b, struct iri_str value)
{
	const struct iri_str outer = xml_base_text(b, b->current);
	struct iri_ref inner;

	if (iri_parse(value, IRI_FORBID_BIDI, &inner, NULL) != IRI_OK)
		return;
	if (outer.p && !inner.scheme.p) {
		if (outer.n > XML_MOST_BASE)
			return; /* what is resolved against it does not count, either */
		value = resolve(b, outer, &inner, value);
	}
	if (value.n > XML_MOST_BASE)
		value.n = XML_MOST_BASE + 1;
	b->current = (struct xml_base){true, b->text.n, value.n};
	iri_buf_add(&b->text, value.p, value.n);
	if (b->text.failed)
		b->current = (struct xml_base){false, 0, 0};
}

void xml_base_replace(struct xml_bases *b, struct iri_str value)
{
	xml_base_enter(b, value);
	if (b->current.n)
		memmove(b->text.p, b->text.p + b->current.off, b->current.n);
	b->current.off = 0;
	b->text.n = b->current.n;
}

void xml_base_leave(struct xml_bases *b, struct xml_base before)
{
	b->current = before;
	b->text.n = before.off + before.n;
}

bool xml_base_failed(const struct xml_bases *b)
{
	return b->failed || b->text.failed || b->outer.failed;
}

void xml_base_free(struct xml_bases *b)
{
	iri_resolver_free(b->resolver);
	iri_buf_free(&b->text);
	iri_buf_free(&b->outer);
}
