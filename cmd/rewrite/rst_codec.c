/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst_codec.h"

#include <string.h>

void codec_write_rst(struct codec_use use, struct iri_str s, struct iri_buf *out)
{
	/* What would end "`text <target>`_". A "_" at the end would make the target the name of another one. */
	const char *const escaped = use.quote ? "\\ <>`" : "\\ `";

	for (size_t i = 0; i < s.n; i++) {
		const bool is_alias = s.p[i] == '_' && i + 1 == s.n;
		if (is_alias || (s.p[i] && strchr(escaped, s.p[i])))
			iri_buf_putc(out, '\\');
		iri_buf_putc(out, s.p[i]);
	}
}
