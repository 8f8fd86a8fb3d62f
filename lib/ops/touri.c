/* SPDX-License-Identifier: ISC */
/* Mapping of IRIs to URIs (section 3.1). */
#include "touri.h"

#include "repair.h"

#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/host/hostcache.h"
#include "lib/syntax/dns_names.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>

struct iri_mapper *iri_mapper_new(const struct iri_map_options *options)
{
	struct iri_mapper *m = calloc(1, sizeof *m);

	if (m && options) {
		m->options = *options;
		m->padded = options->padded ? IRI_PADDED : 0u;
	}
	return m;
}

void iri_mapper_free(struct iri_mapper *m)
{
	if (!m)
		return;
	iri_buf_free(&m->uri);
	iri_buf_free(&m->repaired);
	iri_buf_free(&m->host);
	iri_hosts_free(m->hosts);
	free(m);
}

/*
 * Appends the text from p to end with its non-ASCII characters percent-encoded (section 3.1, step 2) and, if form has
 * IRI_ALLOW_LEIRI, those of CHAR_EXCLUDED, too. form: the form with which the reference was parsed.
 */
IRI_INLINE void add_mapped(const char *p, const char *end, unsigned form, struct iri_buf *out)
{
	if (form & IRI_ALLOW_LEIRI)
		iri_pct_map_excluded(out, iri_between(p, end));
	else
		iri_pct_map(out, iri_between(p, end), form & IRI_PADDED);
}

/*
 * Appends the query, and percent-encodes each run of non-ASCII characters in the charset of encode_query. start: the
 * start of the reference, from which the offset of an error counts. form: as for add_mapped.
 */
static enum iri_status map_query(struct iri_mapper *m, const char *start, struct iri_str query, unsigned form,
                                 struct iri_buf *out, struct iri_error *err)
{
	const struct iri_map_options *const o = &m->options;
	const char *p = query.p, *end = p + query.n;
	struct iri_str bytes;

	while (p < end) {
		const char *run = p;
		while (p < end && (unsigned char)*p < 0x80)
			p++;
		add_mapped(run, p, form, out);
		run = p;
		while (p < end && (unsigned char)*p >= 0x80)
			p++;
		if (p == run)
			break;
		const enum iri_status status = o->encode_query(o->encode_arg, iri_between(run, p), &bytes);
		if (status == IRI_OK) {
			iri_pct_encode(out, bytes);
			continue;
		}
		if (status == IRI_NO_MEMORY)
			return iri_no_memory(err);
		*err = (struct iri_error){.status = status, .where = IRI_QUERY};
		/* Find the character at fault. */
		for (size_t len; run < p; run += len) {
			len = iri_utf8_decode(run, p, &err->ch);
			const enum iri_status one =
				o->encode_query(o->encode_arg, (struct iri_str){run, len}, &bytes);
			if (one == IRI_NO_MEMORY)
				return iri_no_memory(err);
			if (one != IRI_OK) {
				err->len = len;
				break;
			}
		}
		err->off = (size_t)(run - start);
		return status;
	}
	return IRI_OK;
}

/*
 * Returns the host that ToASCII maps, or an absent string if there is none. It can be ASCII, and then stays.
 * ref->mapped need not know of the path.
 */
IRI_INLINE struct iri_str mapped_host(const struct iri_mapper *m, const struct iri_ref *ref)
{
	if (m->options.percent_host)
		return (struct iri_str){0};
	if (!ref->authority.p)
		return ref->scheme.p ? iri_account_host(ref) : (struct iri_str){0};
	const bool maps = ref->mapped & 1u << IRI_HOST &&
	                  (m->options.every_host || iri_scheme_has(ref->scheme, SCHEME_DOMAIN));
	return maps ? ref->host : (struct iri_str){0};
}

/*
 * Appends the URI for ref. form: as for add_mapped. The offset of an error counts from the start of ref->text. After an
 * error, `out` can have a part of the URI.
 */
IRI_INLINE enum iri_status map(struct iri_mapper *m, const struct iri_ref *ref, unsigned form, struct iri_buf *out,
                               struct iri_error *err)
{
	const struct iri_str s = ref->text;
	const char *p = s.p, *end = p + s.n;
	enum iri_status status;

	const struct iri_str host = mapped_host(m, ref);
	if (host.n && !iri_is_ascii(host)) {
		add_mapped(p, host.p, form, out);
		status = iri_host_add_ascii(iri_hosts_open(&m->hosts), host, &m->host, out, err);
		if (status != IRI_OK) {
			err->off += (size_t)(host.p - s.p);
			err->where = ref->authority.p ? IRI_HOST : IRI_PATH;
			return status;
		}
		p = host.p + host.n;
	}
	/* A reference without a scheme counts, too: on a page of http or https, it gets the scheme of the page. */
	if (m->options.encode_query && ref->query.n && ref->mapped & 1u << IRI_QUERY &&
	    (!ref->scheme.p || iri_scheme_has(ref->scheme, SCHEME_HTTP))) {
		add_mapped(p, ref->query.p, form, out);
		status = map_query(m, s.p, ref->query, form, out, err);
		if (status != IRI_OK)
			return status;
		p = ref->query.p + ref->query.n;
	}
	add_mapped(p, end, form, out);
	return out->failed ? iri_no_memory(err) : IRI_OK;
}

/* Changes the place of an error in the repaired text to its place in the text as it was given. */
static void locate_given(struct iri_mapper *m, struct iri_error *err)
{
	size_t ends[] = {err->off, err->off + err->len};

	m->repaired.n = 0;
	iri_repair(m->given, &m->repaired, &(struct iri_offsets){ends, 2, 0});
	err->off = ends[0];
	err->len = ends[1] - ends[0];
}

enum iri_status iri_mapper_parse(struct iri_mapper *m, struct iri_str iri, struct iri_ref *ref, struct iri_error *err)
{
	const bool leiri = m->options.lenient && !m->options.repair;
	const unsigned form = IRI_FORBID_BIDI | m->padded | (leiri ? IRI_ALLOW_LEIRI : 0u);
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	enum iri_status status = iri_parse(iri, form, ref, err);
	if (status == IRI_OK || !m->options.repair)
		return status;
	m->given = iri;
	iri_buf_clear(&m->repaired);
	iri_repair(iri, &m->repaired, NULL);
	if (m->repaired.failed)
		return iri_no_memory(err);
	status = iri_parse(iri_contents(&m->repaired), IRI_FORBID_BIDI | IRI_ALLOW_LEIRI, ref, err);
	if (status != IRI_OK)
		locate_given(m, err);
	return status;
}

/*
 * Does what iri_add_uri does. padded: IRI_PADDED if padding follows the text of ref, else 0; does not matter for text
 * that was repaired
 */
IRI_INLINE enum iri_status add_uri(struct iri_mapper *m, const struct iri_ref *ref, unsigned padded,
                                   struct iri_buf *out, struct iri_error *err)
{
	const bool repaired = m->options.repair && ref->text.p == m->repaired.p;
	const bool leiri = repaired || (m->options.lenient && !m->options.repair);
	const size_t before = out->n;
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	iri_buf_clear(&m->host);
	const enum iri_status status =
		leiri ? map(m, ref, IRI_ALLOW_LEIRI, out, err) : map(m, ref, padded, out, err);
	if (status == IRI_OK)
		return status;
	out->n = before;
	if (repaired)
		locate_given(m, err);
	return status;
}

enum iri_status iri_add_uri(struct iri_mapper *m, const struct iri_ref *ref, struct iri_buf *out, struct iri_error *err)
{
	return add_uri(m, ref, IRI_PADDED, out, err);
}

enum iri_status iri_to_uri(struct iri_mapper *m, struct iri_str iri, struct iri_str *uri, struct iri_error *err)
{
	struct iri_ref ref;
	enum iri_status status = iri_mapper_parse(m, iri, &ref, err);

	*uri = iri;
	if (status != IRI_OK)
		return status;
	if (!ref.mapped) {
		*uri = iri.p ? ref.text : iri;
		return IRI_OK;
	}
	iri_buf_clear(&m->uri);
	status = add_uri(m, &ref, m->padded, &m->uri, err);
	if (status == IRI_OK)
		*uri = iri_contents(&m->uri);
	return status;
}
