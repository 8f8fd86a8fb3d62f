/* SPDX-License-Identifier: ISC */
/*
 * Conversion of domain names to ASCII and back (section 3.1). libidn2 does the IDNA mapping; this file checks what
 * libidn2 lets through. libidn2 is called without IDN2_USE_STD3_ASCII_RULES, since that flag deletes the characters
 * that it disallows ("a_b" -> "ab"). Without the flag, libidn2 maps "℀.com" to "a/c.com" and "①.1.1.1" to an IPv4
 * address, and accepts empty labels. libidn2 also checks the bidi rule of RFC 5893 for each label by itself only, and
 * without its rule 4.
 */
#include "idna.h"

#include "browser_ipv4.h"

#include "lib/base/str.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <idn2.h>
#include <string.h>

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
 * simple name have no right-to-left text and none of the characters that iri_idna() disallows, and none of its
 * characters maps to such text.
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

int iri_idna(const char *name, char **ascii, char **unicode)
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

const char iri_idna_disallowed[] = "a character is not allowed in domain names";
static const char begins_with_hyphen[] = "a label begins or ends with '-'";
static const char two_hyphens[] = "a label has '--' as its third and fourth characters";
const char iri_idna_breaks_bidi[] = "right-to-left text breaks the bidi rule (RFC 5893)";
const char iri_idna_no_a_label[] = "a label begins with 'xn--' but is not a valid A-label";

const char *iri_idna_fault(int rc)
{
	switch (rc) {
	case IDN2_DISALLOWED:
	case IDN2_UNASSIGNED:
	case IDN2_ALABEL_ROUNDTRIP_FAILED: /* for ASCII at fault: "é!" */
		return iri_idna_disallowed;
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
	case IDN2_BIDI: return iri_idna_breaks_bidi;
	case IDN2_PUNYCODE_BAD_INPUT:
	case IDN2_PUNYCODE_OVERFLOW:
	case IDN2_INVALID_ALABEL:
	case IDN2_UALABEL_MISMATCH:
	case IDN2_DOT_IN_LABEL:
	case IDN2_INVALID_NONTRANSITIONAL: return iri_idna_no_a_label;
	default: return "IDNA does not allow it";
	}
}

const char *iri_ascii_label_fault(struct iri_str label)
{
	for (size_t i = 0; i < label.n; i++)
		if (!iri_is_ldh(label.p[i]))
			return iri_idna_disallowed;
	if (!label.n)
		return "a label is empty";
	if (label.n > LABEL_MAX)
		return "a label has more than 63 octets";
	if (label.p[0] == '-' || label.p[label.n - 1] == '-')
		return begins_with_hyphen;
	return label.n > 3 && label.p[2] == '-' && label.p[3] == '-' && !iri_has_ace_prefix(label) ? two_hyphens : NULL;
}

const char *iri_ascii_name_fault(const char *name, bool whole)
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

bool iri_find_culprit(const char *name, size_t n, struct iri_error *culprit)
{
	*culprit = (struct iri_error){.why = iri_idna_disallowed};
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
			const int rc = iri_idna(alone, &ascii, &unicode);
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

int iri_u_label(const char *a_label, char **unicode)
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
