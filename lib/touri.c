/* SPDX-License-Identifier: ISC */
/* Mapping of IRIs to URIs (section 3.1). */
#include "chars.h"
#include "iri.h"
#include "pct.h"
#include "scheme.h"
#include "str.h"
#include "utf8.h"

#include <string.h>

void iri_mapper_release(struct iri_mapper *m)
{
	iri_buf_free(&m->mended);
	iri_buf_free(&m->host);
	iri_buf_free(&m->bytes);
	iri_hosts_free(m->hosts);
	m->hosts = NULL;
}

/* The value of "%uHHHH" at p, or -1 if there is none. */
static int32_t u_escape(const char *p, const char *end)
{
	int32_t value = 0;

	if (end - p < 6 || p[0] != '%' || (p[1] | 0x20) != 'u')
		return -1;
	for (int i = 2; i < 6; i++) {
		if (!(iri_byte_class(p[i]) & CHAR_HEXDIG))
			return -1;
		value = value << 4 | (int32_t)iri_hex_value(p[i]);
	}
	return value;
}

/*
 * Mends the "%" at p, which begins no triplet: "%uHHHH" becomes its character, two that are a pair of
 * surrogates the one they stand for; else the "%" is meant as itself. Returns what follows.
 */
static const char *mend_percent(const char *p, const char *end, struct iri_buf *out)
{
	int32_t ch = u_escape(p, end), low = ch < 0 ? -1 : u_escape(p + 6, end);
	size_t taken = 6;
	char utf8[4];

	if (ch >= 0xD800 && ch < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
		ch = 0x10000 + ((ch - 0xD800) << 10) + (low - 0xDC00);
		taken = 12;
	}
	if (ch < 0 || (ch >= 0xD800 && ch < 0xE000)) {
		iri_buf_add(out, "%25", 3);
		return p + 1;
	}
	const struct iri_str s = {utf8, iri_utf8_encode((uint32_t)ch, utf8)};
	/* It was data, and must not become a delimiter. */
	if (ch < 0x80 && !(iri_byte_class(utf8[0]) & CHAR_UNRESERVED))
		iri_pct_encode(out, s);
	else
		iri_buf_add(out, s.p, s.n);
	return p + taken;
}

static bool is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

/* Where the host of the authority, if there is one, begins and ends; both NULL if there is none. */
static void find_host(const char *p, const char *end, bool backslash, const char **host, const char **host_end)
{
	*host = *host_end = NULL;
	for (int i = 0; i < 2; i++, p++)
		if (p == end || (*p != '/' && !(backslash && *p == '\\')))
			return;
	*host = p;
	while (p < end && !is_one_of(*p, "/?#") && !(backslash && *p == '\\')) {
		if (*p == '@')
			*host = p + 1;
		p++;
	}
	*host_end = p;
}

void iri_repair(struct iri_str s, struct iri_buf *out, struct iri_offsets *at)
{
	s = iri_present(s);
	const char *p = s.p, *end = p + s.n, *host, *host_end;
	const size_t zero = out->n;
	bool hier = true, fragment = false; /* hier: before the query and fragment */

	const char *colon = p;
	while (colon < end && (iri_byte_class(*colon) & CHAR_SCHEME))
		colon++;
	bool has_scheme = colon < end && *colon == ':';
	bool backslash = has_scheme && iri_scheme_has((struct iri_str){p, (size_t)(colon - p)}, SCHEME_BACKSLASH);
	find_host(has_scheme ? colon + 1 : p, end, backslash, &host, &host_end);
	/* Brackets around what is not an IP literal, where one would stand, are for the parser to refuse. */
	if (host && (host == host_end || *host != '['))
		host = host_end = NULL;

	while (p < end) {
		const char *start = p;
		const size_t before = out->n;
		bool in_literal = host && p >= host && p < host_end;

		if (*p == '%' && !iri_is_triplet(p, end)) {
			p = mend_percent(p, end, out);
		} else if ((*p == '[' || *p == ']') && !in_literal) {
			iri_pct_encode(out, (struct iri_str){p++, 1});
		} else if (*p == '#' && fragment) {
			iri_pct_encode(out, (struct iri_str){p++, 1});
		} else if (*p == '\\' && backslash && hier) {
			iri_buf_putc(out, '/');
			p++;
		} else {
			if (*p == '?' || *p == '#')
				hier = false;
			if (*p == '#')
				fragment = true;
			iri_buf_putc(out, *p++);
		}
		iri_lead_back(at, out->n - zero, out->n - before, (size_t)(start - s.p), true);
	}
	iri_lead_back_rest(at, s.n);
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

static bool is_ascii(struct iri_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

/* Appends the URI for the reference s, taken apart in ref; errors have their offset in s. */
static enum iri_status map(struct iri_mapper *m, struct iri_str s, const struct iri_ref *ref, struct iri_buf *out,
                           struct iri_error *err)
{
	const char *p = s.p, *end = p + s.n;
	enum iri_status status;

	if (m->idna && ref->mapped & 1u << IRI_HOST && !is_ascii(ref->host) && iri_scheme_has(ref->scheme, SCHEME_DOMAIN)) {
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
