/* SPDX-License-Identifier: ISC */
/* Reference resolution (section 6.5; RFC 3986, section 5.2), on IRIs as on URIs. */
#include "resolve.h"

#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"
#include "lib/syntax/schemes.h"

#include <stdlib.h>
#include <string.h>

/*
 * Returns the folder of the base, with which a relative path is merged (RFC 3986, section 5.2.3): its path up to and
 * including the last "/", or "/" for an empty path after an authority.
 */
static struct iri_str folder_of(const struct iri_ref *base)
{
	struct iri_str dir = base->path;

	if (base->authority.p && !dir.n)
		return (struct iri_str){"/", 1};
	while (dir.n && dir.p[dir.n - 1] != '/')
		dir.n--;
	return dir;
}

/* Returns the number of bytes that resolve may write. */
static size_t room_for(const struct iri_ref *base, const struct iri_ref *ref)
{
	return base->text.n + ref->text.n + IRI_COPY_SLACK;
}

/*
 * Resolves ref against base (RFC 3986, section 5.2.2), as an operation on text. The result is the beginning of the
 * base, and then ref from its first component on. The beginning of the base ends before the component that comes first
 * in ref (if ref is empty, before the fragment) or, if that component is a relative path, with the folder of the base.
 * If ref has a path, dot segments are removed, but not from a rootless path after a scheme that ref has itself. compat:
 * as in iri_resolve_options. folder: that of the base. padded: the texts of base and ref are padded. Writes the result
 * to `text`, which must have room_for(base, ref) bytes, and returns its end.
 */
IRI_INLINE char *resolve_resolve(const struct iri_ref *base, struct iri_str folder, const struct iri_ref *ref,
                                 bool compat, bool padded, char *text)
{
	const char *const start = base->scheme.p, *const ref_end = ref->text.p + ref->text.n;
	const char *stop = base->path.p; /* the end of the base's text in the result */
	const char *from = ref->path.p;  /* the beginning of the reference's text in the result */
	bool authority = base->authority.p != NULL, root = false, opaque = false;

	if (ref->scheme.p && !(compat && iri_same_caseless(ref->scheme, base->scheme))) {
		opaque = !iri_is_hierarchical(ref);
		stop = start;
		from = ref->scheme.p;
		authority = ref->authority.p != NULL;
	} else if (ref->authority.p) {
		stop = start + base->scheme.n + 1;
		from = ref->authority.p - 2;
		authority = true;
	} else if (!ref->path.n) {
		stop += base->path.n;
		if (!ref->query.p && base->query.p)
			stop = base->query.p + base->query.n;
	} else if (*ref->path.p != '/') {
		root = folder.n && !base->path.n;
		stop += root ? 0 : folder.n;
	}

	char *to = iri_copy(text, start, stop, padded);
	if (root)
		*to++ = '/';
	to = iri_copy(to, from, ref_end, padded);
	if (ref->path.n && !opaque && (ref->dotted || base->dotted)) {
		const size_t tail = (size_t)(ref_end - (ref->path.p + ref->path.n));
		char *const path_end = to - tail, *const segment = path_end - ref->path.n;
		char *const path = from == ref->path.p ? text + (base->path.p - start) : segment;
		/*
		 * The text does not become longer: a path that gets "/." in front has lost a dot segment, at least two
		 * bytes.
		 */
		to = iri_undot(path, base->dotted ? path : segment, path_end, authority);
		memmove(to, path_end, tail);
		to += tail;
	}
	return to;
}

void iri_resolve_to(const struct iri_ref *base, const struct iri_ref *ref, bool compat, struct iri_buf *out)
{
	char *const text = iri_buf_reserve(out, room_for(base, ref));

	if (text)
		out->n = (size_t)(resolve_resolve(base, folder_of(base), ref, compat, false, text) - out->p);
}

struct iri_resolver {
	bool compat, relative_path;
	unsigned form;                      /* the grammar of references, and IRI_PADDED if padding follows them */
	struct iri_buf base_text;
	struct iri_ref base;                /* views of base_text; without a scheme if no base was set */
	struct iri_str base_folder;         /* that of the base */
	struct iri_buf result;              /* the result; for iri_relativize, the shortest candidate so far */
	struct iri_buf candidate, resolved; /* a candidate, and the IRI that it resolves to */
	struct iri_buf folder;              /* the folder of the base, without dot segments */
};

struct iri_resolver *iri_resolver_new(const struct iri_resolve_options *options)
{
	struct iri_resolver *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->form = IRI_REFERENCE | IRI_FORBID_BIDI;
	if (options) {
		r->compat = options->compat;
		r->relative_path = options->relative_path;
		r->form |= (options->lenient ? IRI_ALLOW_LEIRI : 0u) | (options->padded ? IRI_PADDED : 0u);
	}
	return r;
}

void iri_resolver_free(struct iri_resolver *r)
{
	if (!r)
		return;
	iri_buf_free(&r->base_text);
	iri_buf_free(&r->result);
	iri_buf_free(&r->candidate);
	iri_buf_free(&r->resolved);
	iri_buf_free(&r->folder);
	free(r);
}

enum iri_status iri_set_base(struct iri_str text, unsigned form, struct iri_buf *copy, struct iri_ref *base,
                             struct iri_error *err)
{
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	base->scheme = (struct iri_str){NULL, 0};
	iri_buf_clear(copy);
	iri_buf_add(copy, text.p, text.n);
	char *const padding = iri_buf_reserve(copy, IRI_PADDING);
	if (!padding)
		return iri_no_memory(err);
	memset(padding, 0, IRI_PADDING);
	/* After an error, a parsed reference is unspecified. */
	struct iri_ref parsed;
	form |= IRI_REQUIRE_SCHEME | IRI_PADDED;
	const enum iri_status status = iri_parse(iri_contents(copy), form, &parsed, err);
	if (status == IRI_OK)
		*base = parsed;
	return status;
}

enum iri_status iri_resolver_set_base(struct iri_resolver *r, struct iri_str base, struct iri_error *err)
{
	const enum iri_status status = iri_set_base(base, r->form, &r->base_text, &r->base, err);

	if (status == IRI_OK)
		r->base_folder = folder_of(&r->base);
	return status;
}

enum iri_status iri_add_resolved(struct iri_resolver *r, const struct iri_ref *ref, struct iri_buf *out,
                                 struct iri_error *err)
{
	char *const text = r->base.scheme.p ? iri_buf_reserve(out, room_for(&r->base, ref)) : NULL;

	if (!text) {
		const enum iri_status status = r->base.scheme.p ? IRI_NO_MEMORY : IRI_IS_RELATIVE;
		return err ? iri_fail(err, status) : status;
	}
	out->n = (size_t)(resolve_resolve(&r->base, r->base_folder, ref, r->compat, true, text) - out->p);
	return IRI_OK;
}

enum iri_status iri_resolve(struct iri_resolver *r, struct iri_str ref, struct iri_str *iri, struct iri_error *err)
{
	struct iri_error ignored;
	struct iri_ref parsed;

	err = iri_present_error(err, &ignored);
	if (!r->base.scheme.p)
		return iri_fail(err, IRI_IS_RELATIVE);
	if (iri_parse(ref, r->form, &parsed, err) != IRI_OK)
		return err->status;
	iri_buf_clear(&r->result);
	iri_resolve_to(&r->base, &parsed, r->compat, &r->result);
	*iri = iri_unless_same(&r->result, ref);
	return r->result.failed ? iri_no_memory(err) : IRI_OK;
}

/*
 * Appends the text of the target s from `from` on to r->candidate. If the candidate is a valid reference that resolves
 * to s, does not begin with a byte order mark, and is shorter than the one found before (if *found is set), copies it
 * to r->result and sets *found. Then empties r->candidate for the next call.
 */
static void try_candidate(struct iri_resolver *r, const struct iri_ref *base, struct iri_str s, const char *from,
                          bool *found)
{
	struct iri_ref ref;

	iri_buf_add(&r->candidate, from, (size_t)(s.p + s.n - from));
	const struct iri_str candidate = iri_contents(&r->candidate);
	r->candidate.n = r->resolved.n = 0;
	if ((*found && candidate.n >= r->result.n) || iri_begins_with_bom(candidate) ||
	    iri_parse(candidate, IRI_ALLOW_LEIRI, &ref, NULL) != IRI_OK)
		return;
	iri_resolve_to(base, &ref, false, &r->resolved);
	if (!iri_same(iri_contents(&r->resolved), s))
		return;
	*found = true;
	r->result.n = 0;
	iri_buf_add(&r->result, candidate.p, candidate.n);
}

/* Whether a folder has a dot segment with an encoded dot. */
static bool has_encoded_dots(struct iri_str folder)
{
	const char *p = folder.p, *const end = p + folder.n;

	while ((p = iri_dot_segment(p, end))) {
		const char *const slash = iri_find_byte(p, end, '/');
		if (memchr(p, '%', (size_t)(slash - p)))
			return true;
		p = slash + 1;
	}
	return false;
}

/*
 * Tries relative paths: from the folder of the base up to the last folder that base and target share, and down to the
 * target. Tries none if the folder of the base has encoded dots, since other software may not treat them as dots. s is
 * the target, and path its path.
 */
static void try_relative_path(struct iri_resolver *r, const struct iri_ref *base, struct iri_str s,
                              struct iri_str path, bool *found)
{
	const struct iri_str folder = folder_of(base);
	size_t common = 0, ups = 0;

	if (has_encoded_dots(folder))
		return;
	/* true: a folder is not a whole path, and needs no "/." in front */
	r->folder.n = 0;
	iri_remove_dots(folder, true, &r->folder);
	const struct iri_str dir = iri_contents(&r->folder);
	for (size_t i = 0; i < dir.n && i < path.n && dir.p[i] == path.p[i]; i++)
		if (dir.p[i] == '/')
			common = i + 1;
	for (size_t i = common; i < dir.n; i++)
		ups += dir.p[i] == '/';
	/*
	 * Tries three spellings: 0 is the path as it is; 1 has "./" in front, since without it a ":" in the first
	 * segment would end a scheme, and a reader could remove a byte order mark; 2 is for a target that is a folder:
	 * it ends with ".." without a "/", or is "." for the folder of the base.
	 */
	for (int spelling = 0; spelling < 3; spelling++) {
		if (spelling == 1)
			iri_buf_add(&r->candidate, "./", 2);
		for (size_t i = 0; i < ups; i++)
			iri_buf_add(&r->candidate, "../", 3);
		if (spelling == 2 && common == path.n) {
			if (r->candidate.n)
				r->candidate.n--;
			else
				iri_buf_putc(&r->candidate, '.');
		}
		try_candidate(r, base, s, path.p + common, found);
	}
}

/* Does what iri_relativize does, for a parsed target. */
static enum iri_status relativize(struct iri_resolver *r, const struct iri_ref *target, struct iri_str *ref,
                                  struct iri_error *err)
{
	struct iri_buf *const buffers[] = {&r->result, &r->candidate, &r->resolved, &r->folder};
	const struct iri_ref *const base = &r->base;
	bool found = false, done = false;

	if (!base->scheme.p || !target->scheme.p)
		return iri_fail(err, IRI_IS_RELATIVE);
	const struct iri_str s = target->text, path = target->path, fragment = target->fragment;
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		iri_buf_clear(buffers[i]);
	const bool dotted = iri_dot_segment(path.p, path.p + path.n);
	/*
	 * The candidates come in order of readability, since a later one of the same length does not replace the
	 * result.
	 */
	if (iri_same(base->scheme, target->scheme)) {
		try_candidate(r, base, s, fragment.p ? fragment.p - 1 : s.p + s.n, &found);
		try_candidate(r, base, s, path.p + path.n, &found);
		/*
		 * Resolution removes dot segments, except from the path of the base if the reference has no path, and
		 * from a rootless path after a scheme in the reference.
		 */
		if (!dotted && iri_same(base->authority, target->authority)) {
			try_relative_path(r, base, s, path, &found);
			done = r->relative_path && found;
			/*
			 * An absolute path; one that begins with "//" needs "/." in front, or it would be an authority.
			 */
			if (!done) {
				try_candidate(r, base, s, path.p, &found);
				iri_buf_add(&r->candidate, "/.", 2);
				try_candidate(r, base, s, path.p, &found);
			}
		}
		if (!dotted && target->authority.p && !done)
			try_candidate(r, base, s, target->authority.p - 2, &found);
	}
	if (!done)
		try_candidate(r, base, s, s.p, &found);
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		if (buffers[i]->failed)
			return iri_no_memory(err);
	if (!found)
		return iri_fail(err, IRI_UNREACHABLE);
	*ref = iri_unless_same(&r->result, s);
	return IRI_OK;
}

enum iri_status iri_relativize(struct iri_resolver *r, struct iri_str target, struct iri_str *ref,
                               struct iri_error *err)
{
	struct iri_error ignored;
	struct iri_ref parsed;

	err = iri_present_error(err, &ignored);
	if (!r->base.scheme.p)
		return iri_fail(err, IRI_IS_RELATIVE);
	if (iri_parse(target, r->form | IRI_REQUIRE_SCHEME, &parsed, err) != IRI_OK)
		return err->status;
	return relativize(r, &parsed, ref, err);
}
