/* SPDX-License-Identifier: ISC */
#include "label_check.h"

#include "idna.h"

#include "lib/base/str.h"

#include <idn2.h>
#include <string.h>

/* Returns the fault for an error code of libidn2. ace: the label begins with "xn--". */
static enum iri_label_fault label_fault(int rc, bool ace)
{
	switch (rc) {
	case IDN2_CONTEXTJ:
	case IDN2_CONTEXTJ_NO_RULE:
	case IDN2_CONTEXTO:
	case IDN2_CONTEXTO_NO_RULE: return IRI_LABEL_CONTEXT;
	case IDN2_BIDI: return IRI_LABEL_BIDI;
	case IDN2_PUNYCODE_BIG_OUTPUT:
	case IDN2_TOO_BIG_LABEL:
	case IDN2_TOO_BIG_DOMAIN: return IRI_LABEL_LENGTH;
	default: return ace ? IRI_LABEL_ACE : IRI_LABEL_DISALLOWED;
	}
}

/*
 * Converts the label in `name` to ASCII, in *ascii, and then to its U-label, in *unicode, or NULL if it has none. If
 * ace is set, the label begins with "xn--", and *ascii stays NULL. Both are NULL on entry; the caller frees both
 * strings with idn2_free, also after an error. Sets *why to the reason why the ASCII form is invalid, as static text,
 * or NULL. Returns a code of libidn2.
 */
static int convert_label(char *name, bool ace, char **ascii, char **unicode, const char **why)
{
	*why = NULL;
	if (!ace) {
		const int rc = iri_idna(name, ascii, unicode);
		if (rc != IDN2_OK)
			return rc;
		*why = strchr(*ascii, '.') ? "it would become several labels" : iri_ascii_name_fault(*ascii, false);
		if (*why || !strstr(*ascii, "xn--"))
			return rc;
	}
	idn2_free(*unicode);
	*unicode = NULL;
	return iri_u_label(ace ? name : *ascii, unicode);
}

/*
 * Sets *l to what the cache has about a label, and appends its U-label to out. Returns false if it has nothing. A
 * record has the members octets and mapped, a byte each, and the U-label.
 */
static bool find_record(struct iri_hosts *cache, struct iri_str key, struct iri_label *l, struct iri_buf *out)
{
	struct iri_str record;

	if (!iri_hosts_find(cache, key, &record))
		return false;
	l->octets = (unsigned char)record.p[0];
	l->mapped = record.p[1];
	iri_buf_add(out, record.p + 2, record.n - 2);
	return true;
}

/* Stores in the cache what find_record finds; the key is in scratch, which gets the record after it. */
static void store_record(struct iri_hosts *cache, struct iri_buf *scratch, const struct iri_label *l,
                         struct iri_str u_label)
{
	const size_t n = scratch->n;
	const char numbers[] = {(char)l->octets, l->mapped};

	iri_buf_add(scratch, numbers, sizeof numbers);
	iri_buf_add(scratch, u_label.p, u_label.n);
	if (!scratch->failed)
		iri_hosts_store(cache, (struct iri_str){scratch->p, n}, iri_added(scratch, n));
}

enum iri_status iri_label_check(struct iri_hosts *cache, struct iri_str label, struct iri_buf *scratch,
                                struct iri_label *l, struct iri_buf *out)
{
	char *ascii = NULL, *unicode = NULL;

	*l = (struct iri_label){.fault = IRI_LABEL_WELL};
	scratch->n = 0;
	iri_buf_putc(scratch, '/');
	for (size_t i = 0; i < label.n && i < IDNA_INPUT_MAX; i++)
		iri_buf_putc(scratch, iri_lower(label.p[i]));
	iri_buf_putc(scratch, '\0');
	if (scratch->failed)
		return IRI_NO_MEMORY;
	if (find_record(cache, (struct iri_str){scratch->p, scratch->n - 1}, l, out))
		return out->failed ? IRI_NO_MEMORY : IRI_OK;
	char *const name = scratch->p + 1;
	const bool ace = !strncmp(name, "xn--", 4);
	if (label.n >= IDNA_INPUT_MAX || (ace && label.n > LABEL_MAX)) {
		l->fault = IRI_LABEL_LENGTH;
		return IRI_OK;
	}
	if (strlen(name) < label.n) {
		l->fault = IRI_LABEL_DISALLOWED;
		l->why = "it contains NUL";
		return IRI_OK;
	}

	int rc = convert_label(name, ace, &ascii, &unicode, &l->why);
	if (rc != IDN2_OK) {
		l->fault = label_fault(rc, ace);
		if (l->fault == IRI_LABEL_DISALLOWED || l->fault == IRI_LABEL_ACE)
			l->why = iri_idna_fault(rc);
		if (l->why == iri_idna_no_a_label)
			l->why = NULL; /* IRI_LABEL_ACE means the same */
	} else if (l->why) {
		l->fault = IRI_LABEL_DISALLOWED;
	} else if (unicode || ascii) { /* always: the first is set if ascii is not */
		const char *const shown = unicode ? unicode : ascii;
		l->octets = strlen(ace ? name : ascii);
		l->mapped = !ace && strcmp(name, shown) != 0;
		iri_buf_add(out, shown, strlen(shown));
		scratch->n--; /* the NUL */
		store_record(cache, scratch, l, iri_str_of(shown));
	}
	if (l->why == iri_idna_disallowed && !ace) {
		struct iri_error culprit;
		if (!iri_find_culprit(name, label.n, &culprit))
			rc = IDN2_MALLOC;
		l->why = culprit.why;
		l->ch = culprit.ch;
	}
	idn2_free(ascii);
	idn2_free(unicode);
	return rc == IDN2_MALLOC || out->failed ? IRI_NO_MEMORY : IRI_OK;
}

void iri_host_tld(struct iri_hosts *cache, struct iri_str host, struct iri_buf *scratch, struct iri_buf *out)
{
	const char *const end = host.p + host.n;
	struct iri_str last = {end, 0};
	struct iri_label ignored;
	size_t len = 1;

	for (const char *p = host.p; len; p += len) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &len));
		last = label.n ? label : last; /* the root may be empty */
		p += label.n;
	}
	if (!iri_is_ascii(last) || iri_has_ace_prefix(last)) {
		out->failed = iri_label_check(cache, last, scratch, &ignored, out) != IRI_OK || out->failed;
		return;
	}
	for (size_t i = 0; i < last.n; i++)
		iri_buf_putc(out, iri_lower(last.p[i]));
}
