/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc_report.h"

#include "cmd/base/space.h"
#include "cmd/markup/asciidoc_target.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"

struct iri_str asciidoc_read_label(struct asciidoc_text *t, struct iri_str text)
{
	struct iri_buf *const label = &t->f->label.text;

	iri_buf_clear(label);
	asciidoc_add_label(text, label, &t->label_is_code);
	asciidoc_expand(t->attributes, label);
	return finder_fold(t->f);
}

void asciidoc_report(struct asciidoc_text *t, enum span_kind kind, struct iri_str target, struct codec_use use)
{
	struct iri_ref ref;

	if (asciidoc_collects(t)) {
		asciidoc_use(t->attributes, t->f->options, target,
		             t->label_is_code ? (struct iri_str){NULL, 0} : t->label);
		return;
	}
	use.flags |= t->flags;
	struct layer inner = layer_open(t->layer, use, target, &t->target);
	/* Marks in "++" pair with none, and "#" in a character reference is rarely a mark, so these show nothing. */
	if (iri_same(inner.text, target) && asciidoc_find_marks(target) != ASCIIDOC_NO_MARKS)
		inner.use.flags |= CODEC_MARKS_LEAVE;
	if (source_map_failed(&t->target) ||
	    (kind == SPAN_TEXT && finder_has_other_scheme(&t->f->options->links, inner.text)))
		return;
	struct span span;
	span_begin(&span, kind, &inner, inner.text);
	span.broken = kind == SPAN_TEXT &&
	              iri_parse(inner.text, IRI_REQUIRE_SCHEME | IRI_FORBID_BIDI, &ref, NULL) != IRI_OK;
	span.is_name = kind == SPAN_INCLUDE;
	span.label = t->label;
	span.label_is_code = t->label_is_code;
	finder_report(t->f, &span);
}

/* Reads the next item of a list of attributes, name=value or value, also in quotes. Returns false at its end. */
static bool next_item(const char **at, const char *end, struct iri_str *name, struct iri_str *value)
{
	const char *p = *at;

	while (p < end && is_space(*p))
		p++;
	const char *const comma = iri_find_byte(p, end, ','), *const equals = iri_find_byte(p, comma, '=');
	const bool has_name = equals < comma && *p != '"';
	const char *start = has_name ? equals + 1 : p;
	const bool is_quoted = start < end && (*start == '"' || *start == '\'');
	const char *const quote = is_quoted ? iri_find_byte(start + 1, end, *start) : end;
	const char *stop = quote < end ? quote : comma;
	start += quote < end;
	*at = iri_find_byte(stop, end, ',');
	*at += *at < end;
	while (stop > start && is_space(stop[-1]))
		stop--;
	*name = iri_between(p, has_name ? equals : p);
	*value = iri_between(start, stop);
	return p < end;
}

/* Sets t->label to the alternative text of an image: alt=, or else the first item. */
static void read_alternative(struct asciidoc_text *t, struct iri_str list)
{
	const char *p = list.p, *const end = p + list.n;
	struct iri_str name, value, found = {"", 0};

	for (bool is_first = true; next_item(&p, end, &name, &value); is_first = false)
		if (iri_is(name, "alt") || (is_first && !name.n))
			found = value;
	t->label = asciidoc_read_label(t, found);
}

void asciidoc_report_list(struct asciidoc_text *t, struct iri_str list, struct codec_use use)
{
	const char *p = list.p, *const end = p + list.n;
	struct iri_str name, link;
	bool is_read = !t->attributes;

	while (!t->f->stopped && next_item(&p, end, &name, &link)) {
		if (!iri_is(name, "link") || !link.n || iri_is(link, "self") || iri_is(link, "none"))
			continue;
		if (!is_read)
			read_alternative(t, list);
		is_read = true;
		asciidoc_report(t, SPAN_INLINE, link, use);
	}
	t->label = (struct iri_str){NULL, 0};
}

void asciidoc_report_definition(struct asciidoc_text *t, struct iri_str value)
{
	if (t->attributes)
		t->label = asciidoc_next_definition(t->attributes);
	t->label_is_code = false;
	if (!asciidoc_collects(t))
		asciidoc_report(t, SPAN_DEFINITION, value, (struct codec_use){
			.codec = CODEC_ASCIIDOC, .flags = CODEC_IN_DEFINITION});
	t->label = (struct iri_str){NULL, 0};
}
