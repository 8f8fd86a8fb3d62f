/* SPDX-License-Identifier: ISC */
#include "operations.h"

#include <stdio.h>
#include <string.h>

const char *const texts[TEXTS] = {
	"http://r\xC3\xA9sum\xC3\xA9.example.org/D\xC3\xBCrst?q=%C3%9F#\xC3\xA9",
	"HTTP://Example.org:80/%7ea/./b",
	"http://xn--rsum-bpad.example.org/a%E2%88%95b%2Fc%E2%80%AE",
	"../\xD7\x90\xD7\x91/%D7%92?x=1",
	"http://\xD8\xA7\xD9\x84.example/1%CC%81",
	"mailto:A@B.example",
	"http://a b/",
	"//user:pw@192.0.2.1:80/%ff",
	"http://\xD0\xB5x\xC3\xA4mp1e.org/",
	"http://xn--rsum-bpad.example/%E4%B8%AD%E3%80%82 see example.org/a, x@example.org and urn:a:b.",
	"http://xn--rsum-bpad.example/%E4%B8%AD%E3%80%82",
	"data:text/html;base64,PGI+YTwvYj4=",
};

static const char base[] = "http://a.example/b/c?d";

/* The value of an expression; if that is 0, the value of the second evaluation */
#define TWICE(result, expression) ((result = (expression)) ? (void)0 : (void)(result = (expression)))

bool operations_make(struct handles *h)
{
	const struct iri_unmap_options unmap = {.bidi = true, .unicode_host = true};
	const struct iri_unmap_options text = {.unicode_host = true, .for_text = true};
	const struct iri_name_options names = {.windows = true, .folder = {"d", 1}};
	bool based;

	TWICE(h->mapper, iri_mapper_new(NULL));
	TWICE(h->unmapper, iri_unmapper_new(&unmap));
	TWICE(h->text_unmapper, iri_unmapper_new(&text));
	TWICE(h->normalizer, iri_normalizer_new(NULL));
	TWICE(h->comparer, iri_comparer_new(NULL));
	TWICE(h->resolver, iri_resolver_new(NULL));
	TWICE(h->linter, iri_linter_new(NULL));
	TWICE(h->composer, iri_composer_new(NULL));
	TWICE(h->query, iri_query_new());
	TWICE(h->namer, iri_namer_new(&names));
	TWICE(h->converter, iri_host_converter_new(NULL));
	TWICE(based, h->comparer && iri_comparer_set_base(h->comparer, iri_str_of(base), NULL) == IRI_OK);
	if (based)
		TWICE(based, h->resolver && iri_resolver_set_base(h->resolver, iri_str_of(base), NULL) == IRI_OK);
	return based && h->mapper && h->unmapper && h->text_unmapper && h->normalizer && h->linter && h->composer &&
	       h->query && h->namer && h->converter;
}

void operations_free(struct handles *h)
{
	iri_mapper_free(h->mapper);
	iri_unmapper_free(h->unmapper);
	iri_unmapper_free(h->text_unmapper);
	iri_normalizer_free(h->normalizer);
	iri_comparer_free(h->comparer);
	iri_resolver_free(h->resolver);
	iri_linter_free(h->linter);
	iri_composer_free(h->composer);
	iri_query_free(h->query);
	iri_namer_free(h->namer);
	iri_host_converter_free(h->converter);
}

/* Appends a result or an error to a C string of RESULT bytes. */
static void add(char *to, enum iri_status status, struct iri_str s, const struct iri_error *err)
{
	const size_t n = strlen(to);
	char text[256];

	if (status == IRI_OK)
		snprintf(to + n, RESULT - n, "%.*s\n", (int)s.n, s.p);
	else if (iri_error_text(err, text, sizeof text))
		snprintf(to + n, RESULT - n, "%s %d: %s\n", iri_component_name(err->where), err->second, text);
}

/* For is_tld: "org" alone */
static bool is_org(void *arg, struct iri_str label)
{
	(void)arg;
	return label.n == 3 && !memcmp(label.p, "org", 3);
}

/* Appends the result `out` of an operation, which is evaluated again if memory runs out. */
#define ADD(operation) \
	do { \
		enum iri_status status = (operation); \
		if (status == IRI_NO_MEMORY) \
			status = (operation); \
		add(to, status, out, &err); \
	} while (0)

/* Edits a query in each way, and sets *out to the result. */
static enum iri_status edited(struct iri_query *q, struct iri_str query, struct iri_str *out, struct iri_error *err)
{
	iri_query_begin(q, query, '&', true);
	iri_query_append(q, iri_str_of("z=%20"));
	iri_query_set(q, iri_str_of("b"), iri_str_of("b=1"));
	iri_query_rename(q, iri_str_of("z"), iri_str_of("a"));
	iri_query_sort(q);
	iri_query_dedupe(q);
	iri_query_delete(q, is_org, NULL);
	return iri_query_end(q, out, err);
}

/* Compares s with the base, and sets *out to a rule that makes them equivalent, or to the component that differs. */
static enum iri_status explained(struct iri_comparer *c, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iri_comparison result;
	struct iri_explanation why;
	enum iri_status status = iri_compare(c, s, iri_str_of(base), &result, err);

	if (status == IRI_OK)
		status = iri_explain(c, &result, &why, err);
	if (status != IRI_OK)
		return status;
	*out = why.parts[0];
	for (unsigned i = 0; i < IRI_CAUSES; i++)
		if (why.causes & 1u << i)
			*out = iri_str_of(iri_cause_text((enum iri_cause)i));
	return IRI_OK;
}

/* Appends what each function for parsed references gives. */
static enum iri_status add_all(struct handles *h, const struct iri_ref *ref, struct iri_buf *out, struct iri_error *err)
{
	enum iri_status status = iri_add_uri(h->mapper, ref, out, err);

	if (status == IRI_OK)
		status = iri_add_iri(h->unmapper, ref, out, err);
	if (status == IRI_OK)
		status = iri_add_normal(h->normalizer, ref, out, err);
	if (status == IRI_OK)
		status = iri_add_resolved(h->resolver, ref, out, err);
	if (status == IRI_OK)
		status = iri_lint_ref(h->linter, ref, &(struct iri_findings){NULL, 0}, err);
	/* Their result is false if memory runs out, so it is not compared; laws.c does that. */
	(void)iri_is_normal(h->normalizer, ref);
	(void)iri_is_clean(h->linter, ref);
	return status == IRI_OK && !iri_buf_grow(out, 1) ? IRI_NO_MEMORY : status;
}

/* Sets *out to what add_all appends for lines, in `kept`. */
static enum iri_status parsed_lines(struct handles *h, char kept[256], struct iri_str *out, struct iri_error *err)
{
	static const char text[32 + IRI_PADDING] = "HTTP://A/%7e\nhttp://b/\xC3\xA9\n%\n";
	struct iri_buf buf = {NULL, 0, 0, false};
	struct iri_str lines = iri_str_of(text);
	enum iri_status status = IRI_OK;
	struct iri_ref refs[4];
	const size_t n = iri_parse_lines(&lines, refs, 4, NULL);

	for (size_t i = 0; i < n && status == IRI_OK; i++)
		status = add_all(h, &refs[i], &buf, err);
	if (status == IRI_OK)
		iri_str_copy((struct iri_str){buf.p, buf.n}, kept, 256);
	*out = iri_str_of(kept);
	iri_buf_free(&buf);
	return status;
}

/* Sets *out to the content of a data IRI, in `kept`. */
static enum iri_status content_of(const struct iri_data *data, char kept[256], struct iri_str *out)
{
	struct iri_buf buf = {NULL, 0, 0, false};

	iri_data_decode(data, &buf);
	const bool failed = buf.failed;
	iri_str_copy((struct iri_str){buf.p, buf.n}, kept, 256);
	*out = iri_str_of(kept);
	iri_buf_free(&buf);
	return failed ? IRI_NO_MEMORY : IRI_OK;
}

void operations_run(struct handles *h, const char *text, char *to)
{
	static const char known[] = "example.org";
	static const struct iri_link_options links = {.bare = true, .cjk = true, .is_tld = is_org};
	const struct iri_str s = iri_str_of(text);
	struct iri_findings findings = {NULL, 0};
	struct iri_comparison comparison;
	struct iri_link link;
	struct iri_address address;
	struct iri_data data;
	struct iri_pair pair;
	struct iri_ref ref;
	struct iri_str out;
	struct iri_error err;
	char message[256];

	*to = '\0';
	ADD(iri_to_uri(h->mapper, s, &out, &err));
	ADD(iri_to_iri(h->unmapper, s, &out, &err));
	ADD(iri_to_iri(h->text_unmapper, s, &out, &err));
	for (size_t at = 0; iri_link_next(&links, s, at, &link); at = link.off + link.len)
		add(to, IRI_OK, (struct iri_str){s.p + link.off, link.len}, &err);
	ADD(iri_normalize(h->normalizer, s, &out, &err));
	ADD(parsed_lines(h, message, &out, &err));
	if (iri_parse(s, IRI_REFERENCE, &ref, &err) == IRI_OK) {
		struct iri_pairs walk = iri_pairs(ref.query, '&');
		while (iri_next_pair(&walk, &pair)) {
			iri_decode(pair.value, iri_plus_is_space(ref.scheme), message, sizeof message);
			add(to, iri_check_utf8(iri_str_of(message), &err), iri_str_of(message), &err);
			add(to, IRI_OK, iri_str_of(iri_char_is_hidden(0x202E) ? iri_char_name(0x202E) : ""), &err);
			iri_encode(iri_str_of(message), IRI_QUERY, IRI_FORBID_BIDI, "&=+", message + 128, 128);
			add(to, IRI_OK, iri_str_of(message + 128), &err);
		}
		struct iri_parts parts = iri_parts_of(&ref);
		ADD(edited(h->query, ref.query, &out, &err));
		parts.of[IRI_QUERY] = out;
		ADD(iri_compose(h->composer, &parts, &out, &err));
		if (iri_data_split(&ref, &data))
			ADD(content_of(&data, message, &out));
		if (iri_host_address(ref.host, &address))
			add(to, IRI_OK, iri_str_of(address.text), &err);
		ADD(iri_host_to_ascii(h->converter, ref.host, &out, &err));
		ADD(iri_host_to_unicode(h->converter, ref.host, &out, &err));
	}
	ADD(iri_resolve(h->resolver, s, &out, &err));
	ADD(iri_relativize(h->resolver, s, &out, &err));
	ADD(iri_name_to_uri(h->namer, s, &out, &err));
	ADD(iri_uri_to_name(h->namer, s, &out, &err));
	out = iri_str_of(base);
	ADD(iri_comparer_add_redirect(h->comparer, s, iri_str_of(base), &err));
	ADD(iri_compare(h->comparer, s, iri_str_of(base), &comparison, &err));
	snprintf(to + strlen(to), RESULT - strlen(to), "rung %s\n", iri_rung_name(comparison.rung));
	ADD(explained(h->comparer, s, &out, &err));
	ADD(iri_linter_add_host(h->linter, (struct iri_str){known, sizeof known - 1}, &err));
	ADD(iri_fix(h->linter, s, &out, &err));
	ADD(iri_lint(h->linter, s, &findings, &err));
	for (size_t i = 0; i < findings.n; i++) {
		const char *const id = findings.p[i].rule->id;
		const struct iri_rule *const rule = iri_rule_find(iri_str_of(id));
		iri_finding_text(&findings.p[i], message, sizeof message);
		add(to, rule == findings.p[i].rule ? IRI_OK : IRI_BAD_CHAR,
		    iri_str_of(message), &err);
	}
}
