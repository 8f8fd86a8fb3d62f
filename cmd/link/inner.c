/* SPDX-License-Identifier: ISC */
#include "inner.h"

#include "lib/base/str.h"

/* For iri_embedded_each: keeps the first link that counts. */
static void inner_keep(void *arg, const struct iri_embedded *c)
{
	struct inner *const inner = arg;

	if (c->redirector && (!c->link.p || c->only_host)) {
		inner->redirector = c->redirector;
		iri_buf_add(&inner->host, c->link.p, c->link.n);
	} else if (!inner->next.n && (c->redirector || inner->kind == INNER_ALL)) {
		iri_buf_add(&inner->next, c->link.p, c->link.n);
	}
}

bool inner_find(struct inner *inner, struct iri_str link)
{
	struct iri_ref ref;

	iri_buf_clear(&inner->link);
	for (size_t depth = 0; depth < INNER_DEPTH; depth++) {
		inner->redirector = NULL;
		iri_buf_clear(&inner->host);
		iri_buf_clear(&inner->next);
		if (iri_parse(link, IRI_FORBID_BIDI, &ref, NULL) != IRI_OK)
			return true; /* only the first can be invalid */
		if (!iri_embedded_each(&ref, IRI_EMBEDDED_DEPTH, inner_keep, inner) || inner->next.failed ||
		    inner->host.failed)
			return false;
		if (!inner->next.n || iri_parse(iri_contents(&inner->next), IRI_FORBID_BIDI, &ref, NULL) != IRI_OK)
			break;
		const struct iri_buf spare = inner->link;
		inner->link = inner->next;
		inner->next = spare;
		link = iri_contents(&inner->link);
	}
	return !inner->link.failed && !inner->next.failed;
}

void inner_free(struct inner *inner)
{
	iri_buf_free(&inner->link);
	iri_buf_free(&inner->host);
	iri_buf_free(&inner->next);
}
