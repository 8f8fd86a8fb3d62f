/* SPDX-License-Identifier: ISC */
/*
 * Versions of the libraries behind libiri, for bug reports. Many results depend on the Unicode data of these libraries.
 */
#include "iri.h"

#include <idn2.h>
#include <stdio.h>
#include <utf8proc.h>

/*
 * Returns the Unicode version of libidn2's tables, as static text, or NULL if out of memory. libidn2 does not report
 * it, so this function tries letters, each new in one version of Unicode, from the newest version to the oldest, and
 * returns the version of the first one that libidn2 accepts.
 */
static const char *idn2_unicode(void)
{
	static const struct {
		const char *version, *letter;
	} probes[] = {
		{"16.0", "\xF0\x96\xB5\xA3"}, /* U+16D63 KIRAT RAI LETTER O */
		{"15.1", "\xF0\xAE\xAF\xB0"}, /* U+2EBF0 CJK UNIFIED IDEOGRAPH-2EBF0 */
		{"15.0", "\xF0\x91\xBC\x84"}, /* U+11F04 KAWI LETTER A */
		{"14.0", "\xF0\x96\xA9\xB0"}, /* U+16A70 TANGSA LETTER OZ */
		{"13.0", "\xF0\x91\xA4\x80"}, /* U+11900 DIVES AKURU LETTER A */
		{"12.1", "\xE3\x8B\xBF"},     /* U+32FF SQUARE ERA NAME REIWA */
		{"12.0", "\xF0\x91\xA6\xA0"}, /* U+119A0 NANDINAGARI LETTER A */
		{"11.0", "\xF0\x91\xB5\xA0"}, /* U+11D60 GUNJALA GONDI LETTER A */
		{"10.0", "\xF0\x91\xA8\x8B"}, /* U+11A0B ZANABAZAR SQUARE LETTER KA */
	};

	for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
		char *ascii = NULL;
		int rc = idn2_to_ascii_8z(probes[i].letter, &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
		idn2_free(ascii);
		if (rc == IDN2_MALLOC)
			return NULL;
		if (rc == IDN2_OK)
			return probes[i].version;
	}
	return "before 10.0";
}

size_t iri_versions(char *buf, size_t size)
{
	const char *const idn2 = idn2_unicode();
	if (!idn2)
		return 0;
	int n = snprintf(buf, size, "libidn2 %s (Unicode %s)\nutf8proc %s (Unicode %s)\n", idn2_check_version(NULL),
	                 idn2, utf8proc_version(), utf8proc_unicode_version());
	return n < 0 ? 0 : (size_t)n;
}

const char *iri_version(void)
{
	return IRI_VERSION;
}
