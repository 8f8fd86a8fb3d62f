/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "forms.h"

#include "cmd/tree/paths.h"
#include "cmd/tree/suggest.h"
#include "lib/base/str.h"

/* Whether the path leads where the link leads. Generators look for "/x" in folders of their own, too. */
static bool leads_there(struct resolver *r, const struct target *t)
{
	const struct found found = listing_find(&r->tree->listing, t->path);

	return found.what == t->file.what && found.folder == t->file.folder && found.entry == t->file.entry;
}

/* Whether a path ends with "/", "." or "..", so that it names a folder (RFC 3986, section 5.2.4). */
static bool names_folder(struct iri_str path)
{
	const char *p = path.p + path.n;

	while (p > path.p && p[-1] != '/')
		p--;
	const struct iri_str last = iri_between(p, path.p + path.n);
	return !last.n || iri_is(last, ".") || iri_is(last, "..");
}

bool forms_write(struct resolver *r, const struct origin *from, enum form form, struct iri_str reference,
                 struct iri_buf *out)
{
	const struct target t = resolve_reference(r, from, reference);
	const bool is_root_relative = t.written.n && *t.written.p == '/';
	struct iri_buf path = {0};

	if (t.outcome != OUTCOME_ALIVE || !t.written.n || t.written.p != reference.p ||
	    is_root_relative == (form == FORM_ROOT_RELATIVE) || !leads_there(r, &t))
		return false;
	if (form == FORM_ROOT_RELATIVE) {
		iri_buf_putc(&path, '/');
		iri_buf_add(&path, t.path.p, t.path.n);
	} else {
		suggest_relative(path_folder(from->path), t.path, &path);
	}
	const struct iri_str made = iri_contents(&path);
	const char *const end = made.p + made.n, *const colon = iri_find_byte(made.p, end, ':');
	const bool has_colon = colon < end && colon < iri_find_byte(made.p, end, '/');
	if (!path.n || (form == FORM_RELATIVE && has_colon))
		iri_buf_add(out, "./", 2);
	resolve_encode(made, memchr(t.written.p, '%', t.written.n), out);
	if (names_folder(t.written) && path.n && path.p[path.n - 1] != '/')
		iri_buf_putc(out, '/');
	iri_buf_add(out, t.written.p + t.written.n, reference.n - t.written.n);
	out->failed |= path.failed;
	iri_buf_free(&path);
	return true;
}
