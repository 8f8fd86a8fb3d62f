/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "css_codec.h"

#include "cmd/base/text.h"
#include "lib/unicode/utf8.h"

#include <string.h>

void codec_write_css(struct codec_use use, struct charset *cs, struct iri_str s, struct iri_buf *out)
{
	const char quotes[] = {'\\', use.quote, '\0'};
	/* What url() without quotes cannot have (CSS Syntax Level 3, section 4.3.6) */
	const char *const escaped = use.quote ? quotes : "\\ \"'()";
	const bool lacks = charset_lacks(cs, s);

	for (const char *p = s.p, *const end = p + s.n; p < end;) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch), len = n ? n : 1;
		/* "<" could begin "</style>". */
		const bool is_number = ch < ' ' || ch == 0x7F || ch == '<' ||
		                       (lacks && charset_lacks(cs, (struct iri_str){p, len}));
		if (n && ch && ch < 0x80 && strchr(escaped, *p)) {
			iri_buf_putc(out, '\\');
			iri_buf_putc(out, *p);
		} else if (n && is_number) {
			/* The space ends the number. */
			buf_add_format(out, "\\%lx ", (unsigned long)ch);
		} else {
			iri_buf_add(out, p, len);
		}
		p += len;
	}
}
