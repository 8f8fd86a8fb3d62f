/* SPDX-License-Identifier: ISC */
/* The first byte chooses a charset, or character references; the second where the input is cut in two. */
#include "../../cmd/charset.h"

#include "fuzz.h"

#include "../../lib/utf8.h"

#include <stdlib.h>
#include <string.h>

#define LAW(condition) ((condition) ? (void)0 : law_broken(__FILE__, __LINE__, #condition, s))

static void laws_of_html(struct iri_str s)
{
	static struct iri_buf out;
	size_t ends[] = {0, 0, 0};

	out.n = 0;
	charset_html(s, &out, NULL);
	/* A reference is longer than what it stands for. */
	LAW(out.n <= s.n);
	if (!s.n || !memchr(s.p, '&', s.n))
		LAW(out.n == s.n && (!s.n || !memcmp(out.p, s.p, s.n)));
	/* Offsets lead back, in order; the ends to the ends. */
	ends[1] = out.n / 2;
	ends[2] = out.n;
	out.n = 0;
	charset_html(s, &out, &(struct iri_offsets){ends, 3, 0});
	LAW(ends[0] == 0 && ends[1] <= ends[2] && ends[2] == s.n);
}

static void laws_of_charset(const char *name, size_t cut, struct iri_str s)
{
	static struct iri_buf whole, parts, back;
	struct charset *const from = charset_decoder(name), *const to = charset_encoder(name);
	bool marked = false;

	if (!from || !to)
		abort();
	whole.n = parts.n = back.n = 0;
	charset_decode(from, s.p, s.n, true, &whole);
	/* It makes no difference how the input comes in. */
	cut = s.n ? cut % s.n : 0;
	charset_decode(from, s.p, cut, false, &parts);
	charset_decode(from, s.p + cut, s.n - cut, true, &parts);
	LAW(whole.n == parts.n && (!whole.n || !memcmp(whole.p, parts.p, whole.n)));
	/* What comes out is UTF-8, but for the marks. */
	for (const char *p = whole.p, *end = p + whole.n; p < end;) {
		uint32_t ch;
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (len) {
			p += len;
			continue;
		}
		LAW((unsigned char)*p == 0xFF);
		marked = true;
		p += charset_is_bytes(from) ? 2 : 1;
		LAW(p <= end);
	}
	if (charset_is_bytes(from)) {
		/* What was decoded from single bytes has a code; with the marks taken out, bad bytes are as they were. */
		if (!marked)
			LAW(charset_encode(to, (struct iri_str){whole.p ? whole.p : "", whole.n}, &back));
		back.n = 0;
		charset_unmark(from, (struct iri_str){whole.p ? whole.p : "", whole.n}, &back);
		LAW(marked || back.n == whole.n);
	}
	charset_close(from);
	charset_close(to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = {"ISO-8859-1", "windows-1258", "ISO-2022-JP", "Shift_JIS", "GB18030", "UTF-16",
	                                    "UTF-16LE",   "UTF-7",        "Big5-HKSCS",  "US-ASCII",  "KOI8-R",  "EUC-KR"};
	enum { NAMES = sizeof names / sizeof *names };

	if (size < 2)
		return 0;
	const unsigned choice = data[0] % (2 * NAMES);
	const struct iri_str s = at_the_end(0, (struct iri_str){(const char *)data + 2, size - 2}, 0);
	if (choice < NAMES)
		laws_of_charset(names[choice], data[1], s);
	else
		laws_of_html(s);
	return 0;
}
