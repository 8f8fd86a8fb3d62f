/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "escapes_codec.h"

#include "plain.h"

#include "cmd/base/text.h"
#include "lib/unicode/utf8.h"

#include <string.h>

/* Appends a character as one or two UTF-16 code units. */
static void add_code_units(struct iri_buf *out, uint32_t ch)
{
	if (ch >= 0x10000) {
		buf_add_format(out, "\\u%04lx", (unsigned long)(0xD7C0 + (ch >> 10)));
		ch = 0xDC00 + (ch & 0x3FF);
	}
	buf_add_format(out, "\\u%04lx", (unsigned long)ch);
}

void codec_write_json(struct codec_use use, struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	static const char controls[] = "\b\f\n\r\t", names[] = "bfnrt";
	const bool lacks = charset_lacks(cs, s);

	for (const char *p = s.p, *const end = p + s.n; (p = codec_add_plain(p, end, out)) < end;) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch), len = n ? n : 1;
		const char *const control = *p ? strchr(controls, *p) : NULL;
		if (*p == '\\' || *p == use.quote || (*p == '/' && use.flags & CODEC_ESCAPES_SLASH))
			buf_add_format(out, "\\%c", *p);
		else if (control)
			buf_add_format(out, "\\%c", names[control - controls]);
		else if (n && (ch < ' ' || (ch == '<' && use.flags & CODEC_IN_SCRIPT) ||
		               (ch >= 0x80 && use.flags & CODEC_WRITES_ASCII) ||
		               (lacks && charset_lacks(cs, (struct iri_str){p, len}))))
			add_code_units(out, ch);
		else
			iri_buf_add(out, p, len);
		p += len;
	}
}

void codec_write_iriref(struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	const bool lacks = charset_lacks(cs, s);

	for (const char *p = s.p, *const end = p + s.n; (p = codec_add_plain(p, end, out)) < end;) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch), len = n ? n : 1;
		if (n && (ch <= ' ' || (ch < 0x80 && strchr("<>\"{}|^`\\", *p)) ||
		          (lacks && charset_lacks(cs, (struct iri_str){p, len}))))
			buf_add_format(out, ch < 0x10000 ? "\\u%04lX" : "\\U%08lX", (unsigned long)ch);
		else
			iri_buf_add(out, p, len);
		p += len;
	}
}
