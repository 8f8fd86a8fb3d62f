/* SPDX-License-Identifier: ISC */
#include "html_element.h"

#include "html_token.h"

/* By the length of their names. All other elements have no flags. */
static const struct html_name elements[][HTML_NAMES] = {
	[1] = {{"a", ELEMENT_A}},
	[2] = {{"br", ELEMENT_UNCOUNTED}, {"hr", ELEMENT_UNCOUNTED}},
	[3] = {{"col", ELEMENT_UNCOUNTED}, {"img", ELEMENT_UNCOUNTED | ELEMENT_ASSET}, {"map", ELEMENT_MAP},
	       {"svg", ELEMENT_SVG}, {"use", ELEMENT_ASSET}, {"wbr", ELEMENT_UNCOUNTED}, {"xmp", ELEMENT_RAW}},
	[4] = {{"area", ELEMENT_UNCOUNTED | ELEMENT_AREA}, {"base", ELEMENT_UNCOUNTED | ELEMENT_BASE},
	       {"body", ELEMENT_UNCOUNTED}, {"font", ELEMENT_FONT}, {"head", ELEMENT_UNCOUNTED},
	       {"html", ELEMENT_UNCOUNTED}, {"link", ELEMENT_UNCOUNTED}, {"math", ELEMENT_MATH},
	       {"meta", ELEMENT_UNCOUNTED | ELEMENT_META}},
	[5] = {{"embed", ELEMENT_UNCOUNTED}, {"frame", ELEMENT_UNCOUNTED},
	       {"image", ELEMENT_UNCOUNTED | ELEMENT_ASSET}, {"input", ELEMENT_UNCOUNTED},
	       {"param", ELEMENT_UNCOUNTED}, {"style", ELEMENT_RAW | ELEMENT_ASSET | ELEMENT_STYLE},
	       {"title", ELEMENT_RAW}, {"track", ELEMENT_UNCOUNTED}, {"video", ELEMENT_ASSET}},
	[6] = {{"iframe", ELEMENT_RAW}, {"keygen", ELEMENT_UNCOUNTED},
	       {"script", ELEMENT_RAW | ELEMENT_ASSET | ELEMENT_SCRIPT},
	       {"source", ELEMENT_UNCOUNTED | ELEMENT_ASSET}},
	[7] = {{"bgsound", ELEMENT_UNCOUNTED}, {"noembed", ELEMENT_RAW}},
	[8] = {{"basefont", ELEMENT_UNCOUNTED}, {"noframes", ELEMENT_RAW}, {"template", ELEMENT_ASSET},
	       {"textarea", ELEMENT_RAW}},
	[9] = {{"plaintext", ELEMENT_RAW}},
	[14] = {{"annotation-xml", ELEMENT_ANNOTATION}},
};

unsigned html_element(struct iri_str name, const char **raw)
{
	const struct html_name *const row = html_look_up(name, elements, sizeof elements / sizeof *elements);

	*raw = row && row->value & ELEMENT_RAW ? row->name : NULL;
	return row ? row->value : 0;
}
