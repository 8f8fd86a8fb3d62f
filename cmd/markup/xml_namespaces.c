/* SPDX-License-Identifier: ISC */
#include "xml_namespaces.h"

#include "html_token.h"

/* Names of namespaces. Feeds differ in the case of some of them, so case does not count. */
static const struct {
	const char *name;
	enum xml_space space;
} spaces[] = {
	{"", SPACE_NONE},
	{"http://www.w3.org/2005/atom", SPACE_ATOM},
	{"http://purl.org/atom/ns#", SPACE_ATOM},
	{"http://purl.org/rss/1.0/", SPACE_RSS},
	{"http://my.netscape.com/rdf/simple/0.9/", SPACE_RSS},
	{"http://channel.netscape.com/rdf/simple/0.9/", SPACE_RSS},
	{"http://backend.userland.com/rss2", SPACE_RSS},
	{"http://blogs.law.harvard.edu/tech/rss", SPACE_RSS},
	{"http://purl.org/rss/1.0/modules/content/", SPACE_CONTENT},
	{"http://www.itunes.com/dtds/podcast-1.0.dtd", SPACE_ITUNES},
	{"http://search.yahoo.com/mrss/", SPACE_MEDIA},
	{"http://search.yahoo.com/mrss", SPACE_MEDIA},
	{"http://www.w3.org/1999/xhtml", SPACE_XHTML},
	{"http://www.w3.org/2000/svg", SPACE_SVG},
	{"http://www.w3.org/1999/xlink", SPACE_XLINK},
	{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", SPACE_RDF},
	{"http://www.w3.org/2001/xmlschema-instance", SPACE_XSI},
};

/* Returns the namespace of a prefix; without a declaration, that of no known namespace. */
static enum xml_space lookup(const struct xml_scope *scope, struct iri_str prefix)
{
	for (unsigned i = scope->n; i > 0; i--)
		if (iri_same(scope->list[i - 1].prefix, prefix))
			return scope->list[i - 1].space;
	return iri_is(prefix, "xml") ? SPACE_XML : prefix.n ? SPACE_OTHER : SPACE_NONE;
}

/* Returns the part of a name before ":", and sets *local to the part after it, or to the whole name. */
static struct iri_str split_name(struct iri_str name, struct iri_str *local)
{
	const char *const end = name.p + name.n, *const colon = iri_find_byte(name.p, end, ':');

	*local = colon < end ? iri_between(colon + 1, end) : name;
	return iri_between(name.p, colon < end ? colon : name.p);
}

bool xml_is_declaration(struct iri_str name)
{
	static const char xmlns[] = "xmlns";
	const size_t n = strlen(xmlns);

	return name.n >= n && !memcmp(name.p, xmlns, n) && (name.n == n || name.p[n] == ':');
}

void xml_declare(struct xml_scope *scope, struct iri_str name, struct iri_str value)
{
	struct iri_str local;
	const struct iri_str prefix = split_name(name, &local), declared = prefix.n ? local : prefix;
	enum xml_space space = SPACE_OTHER;

	for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
		if (html_is_name(value, spaces[i].name))
			space = spaces[i].space;
	/* A declaration that changes nothing need not be kept. */
	if (scope->n < sizeof scope->list / sizeof *scope->list && lookup(scope, declared) != space)
		scope->list[scope->n++] = (struct xml_binding){declared, space};
}

enum xml_space xml_element_space(const struct xml_scope *scope, struct iri_str name, struct iri_str *local)
{
	const struct iri_str prefix = split_name(name, local);

	return lookup(scope, prefix);
}

enum xml_space xml_attribute_space(const struct xml_scope *scope, struct iri_str name, struct iri_str *local)
{
	const struct iri_str prefix = split_name(name, local);

	return prefix.n ? lookup(scope, prefix) : SPACE_NONE;
}
