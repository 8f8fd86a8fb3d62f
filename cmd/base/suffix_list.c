/* SPDX-License-Identifier: ISC */
#include "suffix_list.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <errno.h>
#include <libpsl.h>
#include <stdlib.h>
#include <string.h>

struct tld {
	psl_ctx_t *list;
	struct iri_host_converter *converter;
	struct iri_buf label;
	bool failed;
};

/*
 * The only top-level domain without a rule of its own: the list has co.za and others. Asking libpsl for "co.LABEL" is
 * no way out: libpsl 0.21.2 says that co.m is a suffix.
 */
static const char unlisted[] = "za";

enum { LONGEST = 63 * 4 }; /* bytes of a label: 63 characters of 4 bytes */

struct tld *tld_load(const struct messages *m)
{
	struct tld *const t = calloc(1, sizeof *t);

	errno = t ? 0 : ENOMEM;
	if (t)
		t->list = psl_latest(NULL);
	if (errno == ENOMEM)
		message_die(m, NULL, "out of memory");
	if (!t || !t->list) {
		free(t);
		return NULL;
	}
	t->converter = iri_host_converter_new(NULL);
	if (!t->converter)
		message_die(m, NULL, "out of memory");
	return t;
}

void tld_free(struct tld *t)
{
	if (!t)
		return;
	psl_free(t->list);
	iri_host_converter_free(t->converter);
	iri_buf_free(&t->label);
	free(t);
}

/*
 * Whether ToASCII would map each character to itself: letters without case and without a decomposition. Texts in
 * Chinese have many such labels, since a full stop can divide labels, and ToASCII takes microseconds.
 */
static bool is_unmapped(struct iri_str label)
{
	const char *p = label.p, *const end = p + label.n;

	while (p < end) {
		const utf8proc_property_t *const property = iri_property(iri_utf8_next(p, end, &p));
		if (property->category != UTF8PROC_CATEGORY_LO || property->decomp_seqindex != UINT16_MAX)
			return false;
	}
	return true;
}

bool tld_known(void *tld, struct iri_str label)
{
	struct tld *const t = tld;
	enum iri_status status = IRI_OK;

	if (label.n > LONGEST)
		return false;
	if (!iri_is_ascii(label) && !is_unmapped(label))
		status = iri_host_to_ascii(t->converter, label, &label, NULL);
	iri_buf_clear(&t->label);
	for (size_t i = 0; i < label.n; i++)
		iri_buf_putc(&t->label, iri_lower(label.p[i]));
	iri_buf_putc(&t->label, '\0');
	t->failed = t->failed || t->label.failed || status == IRI_NO_MEMORY;
	/* Without the rule "*", a name that is not in the list is no suffix. */
	return status == IRI_OK && !t->failed &&
	       (psl_is_public_suffix2(t->list, t->label.p, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) ||
	        !strcmp(t->label.p, unlisted));
}

bool tld_is_suffix(void *tld, struct iri_str name, bool with_private)
{
	const struct tld *const t = tld;
	char text[NAME_MAX_OCTETS + 1];

	if (!name.n || name.n >= sizeof text || memchr(name.p, '\0', name.n))
		return false;
	/* libpsl 0.21.2 says that any name that ends in ".m" is a suffix. No top-level domain has one letter. */
	if (name.n > 1 && name.p[name.n - 2] == '.')
		return false;
	memcpy(text, name.p, name.n);
	text[name.n] = '\0';
	const int type = with_private ? PSL_TYPE_ANY : PSL_TYPE_ICANN;
	return psl_is_public_suffix2(t->list, text, type | PSL_TYPE_NO_STAR_RULE);
}

bool tld_failed(const struct tld *t)
{
	return t && t->failed;
}
