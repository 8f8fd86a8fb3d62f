/* SPDX-License-Identifier: ISC */
#include "layer.h"

struct iri_str layer_origin(const struct layer *layer, struct iri_str s)
{
	for (const struct layer *l = layer; l->outer; l = l->outer) {
		if (!l->map)
			continue;
		const size_t off = (size_t)(s.p - l->text.p), start = source_map_start(l->map, off),
		             end = s.n ? source_map_end(l->map, off + s.n) : start;
		s = (struct iri_str){l->outer->text.p + start, end - start};
	}
	return s;
}
