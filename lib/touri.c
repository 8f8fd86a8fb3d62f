/* SPDX-License-Identifier: ISC */
/* Mapping of IRIs to URIs (section 3.1). */
#include "chars.h"
#include "iri.h"
#include "pct.h"
#include "scheme.h"
#include "str.h"
#include "utf8.h"

void iri_mapper_release(struct iri_mapper *m)
{
	iri_buf_free(&m->mended);
	iri_buf_free(&m->host);
	iri_buf_free(&m->bytes);
	iri_hosts_free(m->hosts);
	m->hosts = NULL;
}

static enum iri_status no_memory(struct iri_error *err)
{
	*err = (struct iri_error){.status = IRI_NO_MEMORY};
	return IRI_NO_MEMORY;
}

/* Whether what is mapped was parsed with IRI_LEIRI. */
static bool may_have_excluded(const struct iri_mapper *m)
{
	return m->lenient || m->repair;
}

/* The query in another charset: each run of characters beyond ASCII goes through m->query. */
static enum iri_status map_query(struct iri_mapper *m, const char *start, struct iri_str query, struct iri_buf *out,
                                 struct iri_error *err)
{
	const char *p = query.p, *end = p + query.n;

	while (p < end) {
		const char *run = p;
		while (p < end && (unsigned char)*p < 0x80)
			p++;
		iri_pct_map(out, (struct iri_str){run, (size_t)(p - run)}, may_have_excluded(m));
		run = p;
		while (p < end && (unsigned char)*p >= 0x80)
			p++;
		m->bytes.n = 0;
		if (p == run)
			break;
		enum iri_status status =
			m->query(m->query_arg, (struct iri_str){run, (size_t)(p - run)}, &m->bytes);
		if (status == IRI_OK) {
			iri_pct_encode(out, iri_contents(&m->bytes));
			continue;
		}
		*err = (struct iri_error){.status = status, .where = IRI_QUERY};
		if (status == IRI_NO_MEMORY)
			return status;
		/* Which character was it? */
		for (size_t len; run < p; run += len) {
			len = iri_utf8_decode(run, p, &err->ch);
			m->bytes.n = 0;
			if (m->query(m->query_arg, (struct iri_str){run, len}, &m->bytes) != IRI_OK) {
				err->len = len;
				break;
			}
		}
		err->off = (size_t)(run - start);
		return status;
	}
	return IRI_OK;
}

/* Appends the URI for the reference s, taken apart in ref; errors have their offset in s. */
static enum iri_status map(struct iri_mapper *m, struct iri_str s, const struct iri_ref *ref, struct iri_buf *out,
                           struct iri_error *err)
{
	const char *p = s.p, *end = p + s.n;
	enum iri_status status;

	if (m->idna && ref->mapped & 1u << IRI_HOST && !iri_is_ascii(ref->host) && iri_scheme_has(ref->scheme, SCHEME_DOMAIN)) {
		iri_pct_map(out, (struct iri_str){p, (size_t)(ref->host.p - p)}, may_have_excluded(m));
		if (!m->hosts)
			m->hosts = iri_hosts_new(); /* without it the work is only slower */
		status = iri_host_to_ascii(m->hosts, ref->host, &m->host, out, err);
		if (status != IRI_OK) {
			err->off += (size_t)(ref->host.p - s.p);
			return status;
		}
		p = ref->host.p + ref->host.n;
	}
	/* In a page of http or https a reference without a scheme gets that scheme. */
	if (m->query && ref->mapped & 1u << IRI_QUERY && (!ref->scheme.p || iri_scheme_has(ref->scheme, SCHEME_HTTP))) {
		iri_pct_map(out, (struct iri_str){p, (size_t)(ref->query.p - p)}, may_have_excluded(m));
		status = map_query(m, s.p, ref->query, out, err);
		if (status != IRI_OK)
			return status;
		p = ref->query.p + ref->query.n;
	}
	iri_pct_map(out, (struct iri_str){p, (size_t)(end - p)}, may_have_excluded(m));
	return out->failed ? no_memory(err) : IRI_OK;
}

enum iri_status iri_to_uri(struct iri_mapper *m, struct iri_str s, struct iri_buf *out, struct iri_error *err)
{
	const unsigned leiri = IRI_REFERENCE | IRI_NO_BIDI | IRI_LEIRI;
	const size_t before = out->n;
	struct iri_ref ref;
	enum iri_status status;

	status = iri_parse(s, (m->lenient && !m->repair ? leiri : IRI_REFERENCE | IRI_NO_BIDI) | m->padded, &ref, err);
	if (status == IRI_OK && !ref.mapped)
		return IRI_UNCHANGED;
	if (status == IRI_OK) {
		status = map(m, s, &ref, out, err);
	} else if (m->repair) {
		m->mended.n = 0;
		iri_repair(s, &m->mended, NULL);
		if (m->mended.failed)
			return no_memory(err);
		const struct iri_str mended = iri_contents(&m->mended);
		status = iri_parse(mended, leiri, &ref, err);
		if (status == IRI_OK)
			status = map(m, mended, &ref, out, err);
		if (status != IRI_OK) {
			size_t ends[] = {err->off, err->off + err->len};
			m->mended.n = 0;
			iri_repair(s, &m->mended, &(struct iri_offsets){ends, 2, 0});
			err->off = ends[0];
			err->len = ends[1] - ends[0];
		}
	}
	if (status != IRI_OK)
		out->n = before;
	return status;
}
