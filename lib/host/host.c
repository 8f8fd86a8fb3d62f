/* SPDX-License-Identifier: ISC */
/* Conversion of domain names to ASCII and back (section 3.1). idna.c does the mapping. */
#include "host.h"

#include "bidi.h"
#include "hostcache.h"
#include "label.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/utf8.h"

#include <idn2.h>
#include <string.h>

/*
 * Finds the first label that is not valid by itself, in the C string `name`, and sets off, len and why in *culprit.
 * Leaves it alone if each label is valid, and the name as a whole is not. Changes the string. Returns false if out of
 * memory.
 */
static bool find_label(char *name, struct iri_error *culprit)
{
	char *const end = name + strlen(name);
	size_t dot;

	for (char *p = name;; p += dot) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &dot));
		char *ascii = NULL, *unicode = NULL;
		int rc = IDN2_OK;
		if (!label.n && !dot)
			return true; /* the root may be empty */
		p += label.n;
		*p = '\0';
		const bool ldh = iri_is_ascii(label) && !iri_has_ace_prefix(label);
		if (!ldh)
			rc = iri_idna(label.p, &ascii, &unicode);
		const char *const why = ldh ? iri_ascii_label_fault(label)
		                        : rc == IDN2_OK ? iri_ascii_name_fault(ascii, false) : iri_idna_fault(rc);
		idn2_free(ascii);
		idn2_free(unicode);
		if (rc == IDN2_MALLOC)
			return false;
		if (why)
			*culprit = (struct iri_error){
				.off = (size_t)(label.p - name), .len = label.n ? label.n : dot, .why = why};
		if (why || !dot)
			return true;
	}
}

enum iri_status iri_host_add_ascii(struct iri_hosts *hosts, struct iri_str host, struct iri_buf *scratch,
                                   struct iri_buf *out, struct iri_error *err)
{
	host = iri_present(host);
	const bool encoded = memchr(host.p, '%', host.n);
	const char *why = NULL;
	struct iri_error culprit = {0};
	char *ascii = NULL, *unicode = NULL;
	bool memory = true;

	scratch->n = 0;
	if (encoded)
		iri_pct_decode(scratch, host);
	/* The cache stores hosts without percent-encoding, which are shorter. */
	struct iri_str cached;
	if (!scratch->failed && iri_hosts_find(hosts, encoded ? iri_contents(scratch) : host, &cached)) {
		iri_buf_add(out, cached.p, cached.n);
		return out->failed ? iri_no_memory(err) : IRI_OK;
	}

	if (!encoded)
		iri_buf_add(scratch, host.p, host.n);
	iri_buf_putc(scratch, '\0'); /* libidn2 takes C strings */
	if (scratch->failed)
		return iri_no_memory(err);
	const struct iri_str name = {scratch->p, scratch->n - 1};
	if (name.n > IDNA_INPUT_MAX)
		why = "it is too long";
	else if (memchr(name.p, '\0', name.n))
		why = "it contains NUL";
	else if (!iri_is_utf8(name))
		why = "its percent-encoding is not UTF-8";

	if (!why) {
		const int rc = iri_idna(name.p, &ascii, &unicode);
		why = rc == IDN2_OK ? iri_ascii_name_fault(ascii, true) : iri_idna_fault(rc);
		if (!why && unicode && !iri_bidi_domain(iri_str_of(unicode)))
			why = iri_idna_breaks_bidi;
		memory = rc != IDN2_MALLOC &&
		         (why != iri_idna_disallowed || iri_find_culprit(name.p, name.n, &culprit));
		if (why && !culprit.len)
			memory = memory && find_label(scratch->p, &culprit);
		if (culprit.why)
			why = culprit.why;
	}
	if (!why && ascii) {
		iri_buf_add(out, ascii, strlen(ascii));
		iri_hosts_store(hosts, name, iri_str_of(ascii));
	}
	idn2_free(ascii);
	idn2_free(unicode);
	if (!memory || out->failed)
		return iri_no_memory(err);
	if (!why)
		return IRI_OK;
	*err = (struct iri_error){
		.status = IRI_BAD_HOST, .where = IRI_HOST, .len = host.n, .ch = culprit.ch, .why = why};
	/* An offset in decoded text is not an offset in the host. */
	if (culprit.len && !encoded) {
		err->off = culprit.off;
		err->len = culprit.len;
	}
	return IRI_BAD_HOST;
}

/* Whether the name has non-ASCII characters, percent-encoded or not. */
static bool has_non_ascii(struct iri_str name)
{
	const char *p = name.p, *const end = p + name.n;

	if (!iri_is_ascii(name))
		return true;
	while (p < end && (p = memchr(p, '%', (size_t)(end - p))))
		if (++p < end && *p > '7')
			return true;
	return false;
}

enum iri_status iri_name_to_ascii(struct iri_hosts **hosts, struct iri_str *name, struct iri_buf *scratch,
                                  struct iri_buf *ascii, struct iri_error *err)
{
	if (!has_non_ascii(*name))
		return IRI_OK;
	ascii->n = 0;
	const enum iri_status status = iri_host_add_ascii(iri_hosts_open(hosts), *name, scratch, ascii, err);
	if (status == IRI_OK)
		*name = iri_contents(ascii);
	return status;
}

bool iri_labels_to_ascii(struct iri_hosts *hosts, struct iri_str name, struct iri_buf *scratch, struct iri_buf *out)
{
	const char *p = name.p, *const end = p + name.n;
	struct iri_error err;
	size_t dot = 1;

	for (; dot; p += dot) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &dot));
		enum iri_status status = IRI_BAD_HOST;
		if (has_non_ascii(label))
			status = iri_host_add_ascii(hosts, label, scratch, out, &err);
		if (status == IRI_NO_MEMORY)
			return false;
		for (size_t i = 0; status != IRI_OK && i < label.n; i++)
			iri_buf_putc(out, iri_lower(label.p[i]));
		if (dot)
			iri_buf_putc(out, '.');
		p = label.p + label.n;
	}
	return !out->failed;
}

/*
 * Appends the U-label of an A-label, and sets *r to whether the options of iri_host_add_unicode allow it; appends
 * nothing if it is no A-label. hosts: see iri_label_check. tld: see iri_label_refusal. Returns false if out of memory.
 */
static bool add_u_label(struct iri_hosts *hosts, struct iri_str label, struct iri_str tld, unsigned options,
                        struct iri_buf *scratch, struct iri_buf *out, struct iri_refusal *r)
{
	const size_t before = out->n;
	struct iri_label checked;
	size_t off;

	*r = (struct iri_refusal){.why = IRI_REFUSED_INVALID};
	if (!iri_has_ace_prefix(label) || label.n > LABEL_MAX)
		return true;
	if (iri_has_upper(label)) {
		r->why = IRI_REFUSED_CASE;
		return true;
	}
	if (iri_label_check(hosts, label, scratch, &checked, out) != IRI_OK)
		return false;
	if (checked.fault != IRI_LABEL_WELL)
		return true;
	const struct iri_str u = iri_added(out, before);
	r->why = IRI_REFUSED_NOT;
	if (options & IRI_HOST_SAFE)
		*r = iri_label_refusal(u, tld);
	if (!r->why && options & IRI_HOST_BIDI && iri_bidi_check(u, &off) != IRI_BIDI_WELL)
		r->why = IRI_REFUSED_BIDI;
	return true;
}

/*
 * Appends a label. If it is a valid A-label, and the options allow its U-label, appends the U-label instead, and sets
 * *shown. Returns whether ToASCII of what it appended is certainly the label again, if the name follows the bidi rule:
 * it is if that is a U-label, which idn2_register_u8 compared with its A-label, or an ASCII label without a fault, in
 * lower case. Out of memory, sets out->failed.
 */
static bool host_add_label(struct iri_hosts *hosts, struct iri_str label, struct iri_str tld, unsigned options,
                           struct iri_buf *scratch, struct iri_buf *out, bool *shown)
{
	const size_t before = out->n;
	struct iri_refusal r;

	if (!iri_has_ace_prefix(label)) {
		iri_buf_add(out, label.p, label.n);
		return !iri_ascii_label_fault(label) && !iri_has_upper(label);
	}
	if (!add_u_label(hosts, label, tld, options, scratch, out, &r))
		out->failed = true;
	if (r.why) {
		out->n = before;
		iri_buf_add(out, label.p, label.n);
	}
	*shown = *shown || !r.why;
	return !r.why;
}

/*
 * Whether ToASCII maps the name that begins at byte `from` of out to exactly `name`. Out of memory, sets out->failed.
 */
static bool encodes_to(struct iri_hosts *to_ascii, struct iri_buf *out, size_t from, struct iri_str name,
                       struct iri_buf *scratch)
{
	struct iri_buf ascii = {0};
	struct iri_error err;
	const enum iri_status status = iri_host_add_ascii(to_ascii, iri_added(out, from), scratch, &ascii, &err);
	const bool same = status == IRI_OK && iri_same(iri_contents(&ascii), name);

	out->failed = out->failed || status == IRI_NO_MEMORY;
	iri_buf_free(&ascii);
	return same;
}

void iri_host_add_unicode(struct iri_hosts *hosts, struct iri_hosts *to_ascii, struct iri_str host, unsigned options,
                          struct iri_buf *scratch, struct iri_buf *out)
{
	const size_t before = out->n;
	struct iri_str cached;
	bool shown = false, certain = host.n <= NAME_MAX_OCTETS;

	host = iri_present(host);
	if (host.n && *host.p == '/')
		hosts = NULL; /* no host begins so, but keys of iri_label_check do */
	if (iri_hosts_find(hosts, host, &cached)) {
		iri_buf_add(out, cached.p, cached.n);
		return;
	}
	struct iri_buf tld = {0};
	if (options & IRI_HOST_SAFE)
		iri_host_tld(hosts, host, scratch, &tld);
	for (const char *p = host.p, *end = p + host.n;;) {
		const char *const dot = iri_find_byte(p, end, '.');
		const struct iri_str label = iri_between(p, dot);
		certain = host_add_label(hosts, label, iri_contents(&tld), options, scratch, out, &shown) && certain;
		if (dot == end)
			break;
		iri_buf_putc(out, '.');
		p = dot + 1;
	}
	out->failed = out->failed || tld.failed;
	iri_buf_free(&tld);
	if (out->failed)
		return;
	/* The whole name must convert back, too. It does not if, for example, another label has upper-case letters. */
	certain = certain && iri_bidi_domain(iri_added(out, before));
	if (shown && !certain && !encodes_to(to_ascii, out, before, host, scratch)) {
		out->n = before;
		iri_buf_add(out, host.p, host.n);
	}
	if (!out->failed)
		iri_hosts_store(hosts, host, iri_added(out, before));
}

bool iri_host_refusals(struct iri_str host, unsigned options, struct iri_buf *scratch,
                       void (*refused)(void *arg, struct iri_str label, const struct iri_refusal *r), void *arg)
{
	struct iri_buf shown = {0}, tld = {0};
	size_t len;

	iri_host_add_unicode(NULL, NULL, host, options, scratch, &shown);
	iri_host_tld(NULL, host, scratch, &tld);
	bool memory = !shown.failed && !tld.failed;
	const bool same = iri_same(iri_contents(&shown), host);
	for (const char *p = host.p, *end = p + host.n; memory && p < end; p += len) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &len));
		struct iri_refusal r = {.why = IRI_REFUSED_NOT};
		const bool ace = iri_has_ace_prefix(label);
		if (ace)
			memory = add_u_label(NULL, label, iri_contents(&tld), options, scratch, &shown, &r);
		if (ace && !r.why && same)
			r.why = IRI_REFUSED_NAME;
		if (memory && r.why)
			refused(arg, label, &r);
		p += label.n;
	}
	iri_buf_free(&shown);
	iri_buf_free(&tld);
	return memory;
}
