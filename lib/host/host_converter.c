/* SPDX-License-Identifier: ISC */
/* Hosts to ASCII and to Unicode, for programs */
#include "host.h"

#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/pct.h"

#include <stdlib.h>

struct iri_host_converter {
	struct iri_host_options options;
	struct iri_hosts *to_ascii, *to_unicode;
	struct iri_buf plain, ascii, unicode, scratch;
};

struct iri_host_converter *iri_host_converter_new(const struct iri_host_options *options)
{
	struct iri_host_converter *const c = calloc(1, sizeof *c);

	if (c && options)
		c->options = *options;
	return c;
}

void iri_host_converter_free(struct iri_host_converter *c)
{
	if (!c)
		return;
	iri_hosts_free(c->to_ascii);
	iri_hosts_free(c->to_unicode);
	iri_buf_free(&c->plain);
	iri_buf_free(&c->ascii);
	iri_buf_free(&c->unicode);
	iri_buf_free(&c->scratch);
	free(c);
}

/* Changes *name to ASCII, as iri_name_to_ascii does, and checks it as the options say. */
static enum iri_status name_to_ascii(struct iri_host_converter *c, struct iri_str *name, struct iri_error *err)
{
	if (!c->options.strict || iri_name_kind(name->p, name->p + name->n) == IRI_HOST_IPV4)
		return iri_name_to_ascii(&c->to_ascii, name, &c->scratch, &c->ascii, err);
	const enum iri_status status =
		iri_host_add_ascii(iri_hosts_open(&c->to_ascii), *name, &c->scratch, &c->ascii, err);
	if (status == IRI_OK)
		*name = iri_unless_same(&c->ascii, *name);
	return status;
}

enum iri_status iri_host_to_ascii(struct iri_host_converter *c, struct iri_str host, struct iri_str *ascii,
                                  struct iri_error *err)
{
	struct iri_error ignored;
	const struct iri_str given = iri_present(host);

	err = iri_present_error(err, &ignored);
	iri_buf_clear(&c->plain);
	iri_buf_clear(&c->ascii);
	iri_buf_clear(&c->scratch);
	iri_pct_decode_needless(&c->plain, given, false);
	if (c->plain.failed)
		return iri_no_memory(err);
	if (c->plain.n)
		iri_pct_lower(c->plain.p, c->plain.n);
	*ascii = iri_unless_same(&c->plain, given);
	if (given.n && *given.p == '[')
		return IRI_OK;
	const enum iri_status status = name_to_ascii(c, ascii, err);
	if (status == IRI_BAD_HOST && c->plain.n != given.n) {
		/* Offsets in the decoded host do not fit the input. */
		err->off = 0;
		err->len = given.n;
	}
	return status;
}

enum iri_status iri_host_to_unicode(struct iri_host_converter *c, struct iri_str host, struct iri_str *unicode,
                                    struct iri_error *err)
{
	const struct iri_host_options *const o = &c->options;
	const unsigned options = (o->bidi ? IRI_HOST_BIDI : 0u) | (o->decode_all ? 0u : IRI_HOST_SAFE);
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	host = iri_present(host);
	iri_buf_clear(&c->unicode);
	iri_buf_clear(&c->scratch);
	iri_host_add_unicode(iri_hosts_open(&c->to_unicode), iri_hosts_open(&c->to_ascii), host, options, &c->scratch,
	                     &c->unicode);
	if (c->unicode.failed || c->scratch.failed ||
	    (o->refused && !iri_host_refusals(host, options, &c->scratch, o->refused, o->arg)))
		return iri_no_memory(err);
	*unicode = iri_unless_same(&c->unicode, host);
	return IRI_OK;
}
