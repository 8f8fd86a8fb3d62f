/* SPDX-License-Identifier: ISC */
#include "utf8.h"

#include "lib/base/str.h"

enum iri_status iri_check_utf8(struct iri_str s, struct iri_error *err)
{
	s = iri_present(s);
	const char *p = s.p, *const end = p + s.n;
	size_t len = 1;

	for (uint32_t ch; p < end && len; p += len)
		len = iri_utf8_decode(p, end, &ch);
	if (len)
		return IRI_OK;
	if (err) {
		*err = (struct iri_error){
			.status = IRI_BAD_UTF8, .where = IRI_PATH, .off = (size_t)(p - s.p), .ch = (unsigned char)*p};
		err->why = iri_utf8_fault(p, end, &err->len);
	}
	return IRI_BAD_UTF8;
}
