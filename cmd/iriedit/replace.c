/* SPDX-License-Identifier: ISC */
#include "replace.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"

/* Notes that a redirector's link does not say where it leads, or only to which host. */
static void note_redirector(struct filter *f, const struct inner *inner)
{
	struct iri_buf text = {0};

	buf_add_format(&text, "%s does not tell in its link where it leads", inner->redirector);
	if (inner->host.n) {
		text.n = 0;
		buf_add_format(&text, "%s tells in its link only to which host it leads: ", inner->redirector);
		buf_add_visible_str(&text, iri_between(inner->host.p + 2, inner->host.p + inner->host.n));
	}
	iri_buf_putc(&text, '\0');
	buf_check(&f->messages, &text);
	message_add_note(&f->messages, 0, text.p);
	iri_buf_free(&text);
}

/* --inner: returns the innermost link that the reference carries, or the reference if it carries none. */
static struct iri_str inner_or_same(struct filter *f, const struct edit *e, struct iri_str iri)
{
	struct iriedit *const self = f->data;
	struct inner *const inner = &self->inner;

	inner->kind = e->arg ? INNER_ALL : INNER_REDIRECTED;
	if (!inner_find(inner, iri))
		filter_die(f, NULL, "out of memory");
	if (inner->redirector && !f->options.quiet)
		note_redirector(f, inner);
	return inner->link.n ? iri_contents(&inner->link) : iri;
}

enum iri_status replace_reference(struct filter *f, struct iri_str s, const struct edit *e, struct iri_parts *parts,
                                  struct iri_error *err)
{
	struct iriedit *const self = f->data;
	struct iri_str iri, replaced;
	struct iri_ref ref;
	enum iri_status status = edits_compose(self, s, parts, &iri, err);

	if (status != IRI_OK)
		return status;
	if (e->operation == INNER)
		replaced = inner_or_same(f, e, iri);
	else if ((status = clean_link(&self->clean, f, iri, self->explain && !f->options.quiet, iri_same(iri, s),
	                              &replaced, err)) != IRI_OK)
		return status;
	if (iri_same(replaced, iri))
		return IRI_OK;
	status = iri_parse(arena_copy(&self->arena, replaced), FORM, &ref, err);
	if (status == IRI_OK)
		*parts = iri_parts_of(&ref);
	return status;
}
