/* SPDX-License-Identifier: ISC */
/*
 * Conversion of domain names to ASCII and back (section 3.1). libidn2 does the IDNA mapping; this file checks what
 * libidn2 lets through. libidn2 is called without IDN2_USE_STD3_ASCII_RULES, since that flag deletes the characters
 * that it disallows ("a_b" -> "ab"). Without the flag, libidn2 maps "℀.com" to "a/c.com" and "①.1.1.1" to an IPv4
 * address, and accepts empty labels. libidn2 also checks the bidi rule of RFC 5893 for each label by itself only, and
 * without its rule 4.
 */
#include "host.h"

#include "bidi.h"
#include "hostcache.h"
#include "label.h"

#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <idn2.h>
#include <string.h>

/*
 * Limit for the input of libidn2, in bytes. A name of 253 octets in ASCII comes from at most about 250 characters of up
 * to 4 bytes each, or from three times that number of characters if they are decomposed. Longer input is rejected
 * before libidn2 spends time on it.
 */
enum { INPUT_MAX = 4096 };

/* Appends the C string `name` and a NUL to out, with U+00DF in place of each U+1E9E. */
static void map_capital_sharp_s(const char *name, struct iri_buf *out)
{
	for (const char *p; (p = strstr(name, "\xE1\xBA\x9E")); name = p + 3) {
		iri_buf_add(out, name, (size_t)(p - name));
		iri_buf_add(out, "\xC3\x9F", 2);
	}
	iri_buf_add(out, name, strlen(name) + 1);
}

/*
 * Whether a name is simple: it has only ASCII, U+0080 to U+02FF, U+0380 to U+04FF and U+3000 to U+D7FF, and no "--",
 * which A-labels have. Most text in Latin, Greek, Cyrillic, Han, Kana and Hangul letters is simple. The U-labels of a
 * simple name have no right-to-left text and none of the characters that idna() disallows, and none of its characters
 * maps to such text.
 */
static bool is_simple(const char *name)
{
	for (const char *p = name; *p; p++) {
		const unsigned char c = (unsigned char)*p;
		const bool simple = c < 0x80 || iri_is_trail(c) || (c >= 0xC2 && c < 0xCC) || (c >= 0xCE && c < 0xD4) ||
		                    (c >= 0xE3 && c < 0xEE);
		if (!simple || (c == '-' && p[1] == '-'))
			return false;
	}
	return true;
}

/*
 * Converts the C string `name` to ASCII, in *ascii, and decodes the A-labels of the result, in *unicode. Sets *unicode
 * to NULL if there are no A-labels, or if the name is simple. Returns a code of libidn2. The caller frees both strings
 * with idn2_free, also after an error.
 *
 * There are two differences from libidn2: U+1E9E maps to U+00DF (UTS #46 since 15.1), not to "ss"; and U+2260, U+226E
 * and U+226F are disallowed, and so are the characters "=", "<" and ">" that compose to them with U+0338. The function
 * looks for these in the result, after all mappings and compositions.
 */
static int idna(const char *name, char **ascii, char **unicode)
{
	const bool simple = is_simple(name);
	struct iri_buf replaced = {0};

	*ascii = *unicode = NULL;
	if (strstr(name, "\xE1\xBA\x9E")) {
		map_capital_sharp_s(name, &replaced);
		name = replaced.p;
	}
	int rc = replaced.failed ? IDN2_MALLOC : idn2_to_ascii_8z(name, ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
	iri_buf_free(&replaced);
	if (rc == IDN2_OK && !*ascii)
		rc = IDN2_MALLOC;
	if (rc != IDN2_OK || simple || !strstr(*ascii, "xn--"))
		return rc;
	rc = idn2_to_unicode_8z8z(*ascii, unicode, 0);
	if (rc == IDN2_OK && !*unicode)
		rc = IDN2_MALLOC;
	if (rc == IDN2_OK &&
	    (strstr(*unicode, "\xE2\x89\xA0") || strstr(*unicode, "\xE2\x89\xAE") || strstr(*unicode, "\xE2\x89\xAF")))
		rc = IDN2_DISALLOWED;
	return rc;
}

bool iri_read_number(struct iri_str s, uint64_t *value)
{
	const bool zero = s.n > 1 && s.p[0] == '0', hex = zero && (s.p[1] | 0x20) == 'x';
	const unsigned base = hex ? 16 : zero ? 8 : 10;

	*value = 0;
	for (size_t i = hex ? 2 : 0; i < s.n; i++) {
		const unsigned digit = iri_hex_value(s.p[i]);
		if (!(iri_byte_class(s.p[i]) & (hex ? CHAR_HEXDIG : CHAR_DIGIT)))
			return false;
		*value = digit >= base || *value > UINT32_MAX ? UINT64_MAX : *value * base + digit;
	}
	return s.n;
}

bool iri_read_ipv4(struct iri_str name, uint32_t *address)
{
	const char *p = name.p, *end = p + name.n;
	uint64_t octets = 0, value = 0;

	if (name.n > 1 && end[-1] == '.')
		end--;
	for (int i = 0; i < 4; i++) {
		const char *const dot = iri_find_byte(p, end, '.');
		if (!iri_read_number(iri_between(p, dot), &value))
			return false;
		if (dot == end) {
			*address = (uint32_t)(octets << (32 - 8 * i) | value);
			return value < UINT64_C(1) << (32 - 8 * i);
		}
		if (value > 255)
			return false;
		octets = octets << 8 | value;
		p = dot + 1;
	}
	return false;
}

/*
 * Reasons that several functions return. Where find_culprit finds the character at fault, its reason replaces
 * `disallowed`. iri_label_check omits `no_a_label`, since IRI_LABEL_ACE means the same.
 */
static const char disallowed[] = "a character is not allowed in domain names";
static const char begins_with_hyphen[] = "a label begins or ends with '-'";
static const char two_hyphens[] = "a label has '--' as its third and fourth characters";
static const char breaks_bidi[] = "right-to-left text breaks the bidi rule (RFC 5893)";
static const char no_a_label[] = "a label begins with 'xn--' but is not a valid A-label";

/* Returns the reason for an error code of libidn2, as static text. */
static const char *idna_fault(int rc)
{
	switch (rc) {
	case IDN2_DISALLOWED:
	case IDN2_UNASSIGNED:
	case IDN2_ALABEL_ROUNDTRIP_FAILED: return disallowed; /* libidn2 returns the last for ASCII at fault: "é!" */
	case IDN2_PUNYCODE_BIG_OUTPUT:
	case IDN2_TOO_BIG_LABEL: return "a label has more than 63 octets";
	case IDN2_TOO_BIG_DOMAIN: return "it has more than 253 octets";
	case IDN2_NFC:
	case IDN2_NOT_NFC: return "a label is not in NFC";
	case IDN2_2HYPHEN: return two_hyphens;
	case IDN2_HYPHEN_STARTEND: return begins_with_hyphen;
	case IDN2_LEADING_COMBINING: return "a label begins with a combining mark";
	case IDN2_CONTEXTJ:
	case IDN2_CONTEXTJ_NO_RULE: return "U+200C or U+200D has no effect here; remove it";
	case IDN2_CONTEXTO:
	case IDN2_CONTEXTO_NO_RULE: return "a label has a character that the rest of the label does not allow";
	case IDN2_BIDI: return breaks_bidi;
	case IDN2_PUNYCODE_BAD_INPUT:
	case IDN2_PUNYCODE_OVERFLOW:
	case IDN2_INVALID_ALABEL:
	case IDN2_UALABEL_MISMATCH:
	case IDN2_DOT_IN_LABEL:
	case IDN2_INVALID_NONTRANSITIONAL: return no_a_label;
	default: return "IDNA does not allow it";
	}
}

const char *iri_ascii_label_fault(struct iri_str label)
{
	for (size_t i = 0; i < label.n; i++)
		if (!iri_is_ldh(label.p[i]))
			return disallowed;
	if (!label.n)
		return "a label is empty";
	if (label.n > LABEL_MAX)
		return "a label has more than 63 octets";
	if (label.p[0] == '-' || label.p[label.n - 1] == '-')
		return begins_with_hyphen;
	return label.n > 3 && label.p[2] == '-' && label.p[3] == '-' && !iri_has_ace_prefix(label) ? two_hyphens : NULL;
}

/*
 * Returns why an ASCII name is not a valid domain name, as static text, or NULL if it is valid. Labels consist of
 * letters, digits and hyphens (STD 3; RFC 5890, section 2.3.1), with the lengths of RFC 1035, section 2.3.4. A final
 * dot, for the root, is allowed. whole: the name is a domain name, not one label of it; only then, one to four labels
 * that are all numbers are invalid, since software may read them as an IPv4 address.
 */
static const char *ascii_fault(const char *name, bool whole)
{
	size_t n = strlen(name), labels = 0, numbers = 0;
	uint64_t value;

	n -= n && name[n - 1] == '.';
	if (!n)
		return "it is empty after IDNA mapping";
	for (const char *p = name, *end = name + n; p <= end; p++) {
		const struct iri_str label = iri_between(p, iri_find_byte(p, end, '.'));
		const char *const why = iri_ascii_label_fault(label);
		if (why)
			return why;
		labels++;
		numbers += iri_read_number(label, &value);
		p += label.n;
	}
	if (n > NAME_MAX_OCTETS)
		return "it has more than 253 octets";
	if (whole && numbers == labels && labels <= 4)
		return "it would be read as an IPv4 address";
	return NULL;
}

/* Whether a character is a symbol, as emoji are. These are the disallowed characters that people try most often. */
static bool is_symbol(uint32_t ch)
{
	const utf8proc_propval_t category = iri_property(ch)->category;

	return category >= UTF8PROC_CATEGORY_SM && category <= UTF8PROC_CATEGORY_SO;
}

/*
 * Finds the first character that domain names allow in no position, in a name of n bytes. Sets off, len, ch and why in
 * *culprit; if there is no such character, len and ch are 0, and why is `disallowed`. Returns false if out of memory.
 */
static bool find_culprit(const char *name, size_t n, struct iri_error *culprit)
{
	*culprit = (struct iri_error){.why = disallowed};
	for (size_t i = 0, len; i < n; i += len) {
		char alone[5] = {0}, *ascii, *unicode;
		const char *why = NULL;
		uint32_t ch;
		len = iri_utf8_decode(name + i, name + n, &ch);
		if (!len)
			return true;
		if (ch < 0x80) {
			why = iri_is_ldh(name[i]) || name[i] == '.' ? NULL : "not a letter, digit or '-'";
		} else {
			memcpy(alone, name + i, len);
			const int rc = idna(alone, &ascii, &unicode);
			const char *p = ascii && rc == IDN2_OK ? ascii : "";
			while (iri_is_ldh(*p) || *p == '.')
				p++;
			if (rc == IDN2_DISALLOWED || rc == IDN2_UNASSIGNED)
				why = is_symbol(ch) ? "a symbol, which IDNA2008 does not allow in domain names"
				                    : "not allowed in domain names (IDNA2008)";
			else if (*p)
				why = "mapped to characters that are not allowed in domain names";
			idn2_free(ascii);
			idn2_free(unicode);
			if (rc == IDN2_MALLOC)
				return false;
		}
		if (why) {
			*culprit = (struct iri_error){.off = i, .len = len, .ch = ch, .why = why};
			return true;
		}
	}
	return true;
}

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
			rc = idna(label.p, &ascii, &unicode);
		const char *const why = ldh ? iri_ascii_label_fault(label)
		                        : rc == IDN2_OK ? ascii_fault(ascii, false) : idna_fault(rc);
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
	if (name.n > INPUT_MAX)
		why = "it is too long";
	else if (memchr(name.p, '\0', name.n))
		why = "it contains NUL";
	else if (!iri_is_utf8(name))
		why = "its percent-encoding is not UTF-8";

	if (!why) {
		const int rc = idna(name.p, &ascii, &unicode);
		why = rc == IDN2_OK ? ascii_fault(ascii, true) : idna_fault(rc);
		if (!why && unicode && !iri_bidi_domain(iri_str_of(unicode)))
			why = breaks_bidi;
		memory = rc != IDN2_MALLOC && (why != disallowed || find_culprit(name.p, name.n, &culprit));
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

/*
 * Converts an A-label to its U-label, in *unicode, which the caller frees with idn2_free, also after an error. Returns
 * a code of libidn2. idn2_to_unicode_8z8z does not validate: it decodes "xn--a" to U+0080. So idn2_register_u8 checks
 * the result against all rules of IDNA2008.
 */
static int u_label(const char *a_label, char **unicode)
{
	int rc = idn2_to_unicode_8z8z(a_label, unicode, 0);

	if (rc == IDN2_OK && !*unicode)
		rc = IDN2_MALLOC;
	if (rc == IDN2_OK && strchr(*unicode, '.'))
		rc = IDN2_DOT_IN_LABEL;
	return rc == IDN2_OK ? idn2_register_u8((uint8_t *)*unicode, (const uint8_t *)a_label, NULL, 0) : rc;
}

const char *iri_label_end(const char *p, const char *end, size_t *len)
{
	for (; p < end; p++) {
		*len = *p == '.';
		if (end - p >= 3 &&
		    (!memcmp(p, "\xE3\x80\x82", 3) || !memcmp(p, "\xEF\xBC\x8E", 3) || !memcmp(p, "\xEF\xBD\xA1", 3)))
			*len = 3;
		if (*len)
			return p;
	}
	*len = 0;
	return end;
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
 * Converts a label to its U-label, in *unicode, which the caller frees with idn2_free, and sets *r to whether the
 * options of iri_host_add_unicode allow it. An ASCII label that is no A-label is refused. tld: see iri_label_refusal.
 * Returns false if out of memory.
 */
static bool convert_a_label(struct iri_str label, struct iri_str tld, unsigned options, char **unicode,
                            struct iri_refusal *r)
{
	char name[LABEL_MAX + 1];
	size_t off;

	*unicode = NULL;
	*r = (struct iri_refusal){.why = IRI_REFUSED_INVALID};
	if (!iri_has_ace_prefix(label) || label.n > LABEL_MAX)
		return true;
	if (iri_has_upper(label)) {
		r->why = IRI_REFUSED_CASE;
		return true;
	}
	memcpy(name, label.p, label.n);
	name[label.n] = '\0';
	const int rc = u_label(name, unicode);
	if (rc != IDN2_OK)
		return rc != IDN2_MALLOC;
	const struct iri_str u = {*unicode, strlen(*unicode)};
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
static bool host_add_label(struct iri_str label, struct iri_str tld, unsigned options, struct iri_buf *out, bool *shown)
{
	struct iri_refusal r;
	char *unicode;

	if (!iri_has_ace_prefix(label)) {
		iri_buf_add(out, label.p, label.n);
		return !iri_ascii_label_fault(label) && !iri_has_upper(label);
	}
	if (!convert_a_label(label, tld, options, &unicode, &r))
		out->failed = true;
	if (r.why)
		iri_buf_add(out, label.p, label.n);
	else
		iri_buf_add(out, unicode, strlen(unicode));
	idn2_free(unicode);
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
	if (iri_hosts_find(hosts, host, &cached)) {
		iri_buf_add(out, cached.p, cached.n);
		return;
	}
	struct iri_buf tld = {0};
	struct iri_label checked;
	if (options & IRI_HOST_SAFE)
		iri_host_tld(host, scratch, &checked, &tld);
	for (const char *p = host.p, *end = p + host.n;;) {
		const char *const dot = iri_find_byte(p, end, '.');
		certain = host_add_label(iri_between(p, dot), iri_contents(&tld), options, out, &shown) && certain;
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
	struct iri_label checked;
	size_t len;

	iri_host_add_unicode(NULL, NULL, host, options, scratch, &shown);
	iri_host_tld(host, scratch, &checked, &tld);
	bool memory = !shown.failed && !tld.failed;
	const bool same = iri_same(iri_contents(&shown), host);
	for (const char *p = host.p, *end = p + host.n; memory && p < end; p += len) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &len));
		struct iri_refusal r = {.why = IRI_REFUSED_NOT};
		char *unicode = NULL;
		if (iri_has_ace_prefix(label))
			memory = convert_a_label(label, iri_contents(&tld), options, &unicode, &r);
		if (unicode && !r.why && same)
			r.why = IRI_REFUSED_NAME;
		if (memory && r.why)
			refused(arg, label, &r);
		idn2_free(unicode);
		p += label.n;
	}
	iri_buf_free(&shown);
	iri_buf_free(&tld);
	return memory;
}

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
		const int rc = idna(name, ascii, unicode);
		if (rc != IDN2_OK)
			return rc;
		*why = strchr(*ascii, '.') ? "it would become several labels" : ascii_fault(*ascii, false);
		if (*why || !strstr(*ascii, "xn--"))
			return rc;
	}
	idn2_free(*unicode);
	*unicode = NULL;
	return u_label(ace ? name : *ascii, unicode);
}

enum iri_status iri_label_check(struct iri_str label, struct iri_buf *scratch, struct iri_label *l, struct iri_buf *out)
{
	char *ascii = NULL, *unicode = NULL;

	*l = (struct iri_label){.fault = IRI_LABEL_WELL};
	scratch->n = 0;
	for (size_t i = 0; i < label.n && i < INPUT_MAX; i++)
		iri_buf_putc(scratch, iri_lower(label.p[i]));
	iri_buf_putc(scratch, '\0');
	if (scratch->failed)
		return IRI_NO_MEMORY;
	char *const name = scratch->p;
	const bool ace = !strncmp(name, "xn--", 4);
	if (label.n >= INPUT_MAX || (ace && label.n > LABEL_MAX)) {
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
			l->why = idna_fault(rc);
		if (l->why == no_a_label)
			l->why = NULL; /* IRI_LABEL_ACE means the same */
	} else if (l->why) {
		l->fault = IRI_LABEL_DISALLOWED;
	} else if (unicode || ascii) { /* always: the first is set if ascii is not */
		const char *const shown = unicode ? unicode : ascii;
		l->octets = strlen(ace ? name : ascii);
		l->mapped = !ace && strcmp(name, shown) != 0;
		iri_buf_add(out, shown, strlen(shown));
	}
	if (l->why == disallowed && !ace) {
		struct iri_error culprit;
		if (!find_culprit(name, label.n, &culprit))
			rc = IDN2_MALLOC;
		l->why = culprit.why;
		l->ch = culprit.ch;
	}
	idn2_free(ascii);
	idn2_free(unicode);
	return rc == IDN2_MALLOC || out->failed ? IRI_NO_MEMORY : IRI_OK;
}

struct iri_str iri_host_tld(struct iri_str host, struct iri_buf *scratch, struct iri_label *checked,
                            struct iri_buf *out)
{
	const char *const end = host.p + host.n;
	struct iri_str last = {end, 0};
	size_t len = 1;

	for (const char *p = host.p; len; p += len) {
		const struct iri_str label = iri_between(p, iri_label_end(p, end, &len));
		last = label.n ? label : last; /* the root may be empty */
		p += label.n;
	}
	if (!iri_is_ascii(last) || iri_has_ace_prefix(last)) {
		out->failed = iri_label_check(last, scratch, checked, out) != IRI_OK || out->failed;
		return last;
	}
	for (size_t i = 0; i < last.n; i++)
		iri_buf_putc(out, iri_lower(last.p[i]));
	return last;
}
