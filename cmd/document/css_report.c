/* SPDX-License-Identifier: ISC */
#include "css_report.h"

#include "cmd/base/space.h"
#include "lib/base/str.h"

void css_search(struct finder *f, struct css *c, const struct layer *layer, bool at_end)
{
	struct css_link link = {.quote = 0};

	while (!f->stopped && !finder_failed(f) && css_next(c, layer->text, at_end, &link) == CSS_LINK) {
		const struct codec_use use = {.codec = CODEC_CSS, .quote = link.quote};
		const struct layer inner = layer_open(layer, use, link.text, &f->decoded);
		const struct iri_str found = trim_html_space(inner.text);
		if (!found.n || finder_failed(f))
			continue;
		finder_report(f, &(struct span){
			.kind = link.is_import ? SPAN_INCLUDE : SPAN_STYLE,
			.placed = true,
			.layer = &inner,
			.found = found,
			.reference = found,
		});
	}
}

void css_search_layer(struct finder *f, const struct layer *layer, bool is_scss)
{
	struct css c = {.is_scss = is_scss};

	if (layer_depth(layer) < MOST_LAYERS)
		css_search(f, &c, layer, true);
}
