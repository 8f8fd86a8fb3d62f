/* SPDX-License-Identifier: ISC */
/*
 * gumbo [FILE]...: reads HTML in UTF-8 with gumbo, another parser, and prints the links in attributes that have one
 * link each, as "irigrep -H -b --kind=attribute,base" does: FILE:OFFSET:REFERENCE, in any order. Leaves out attributes
 * without a value, whose place gumbo does not tell.
 */
#include <gumbo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *file;
static char *text;

static int is_space(char c)
{
	return c && strchr(" \t\n\r\f", c);
}

static int has_one_link(const char *name)
{
	static const char *const names[] = {
		"href", "src", "action", "formaction", "cite", "data", "poster", "longdesc", "background", "manifest",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i]))
			return 1;
	return 0;
}

/* Prints the link of an attribute, without white space around it, and without tabs and line ends. */
static void print_link(const GumboAttribute *attribute)
{
	const char *p = attribute->original_value.data;
	const char *value = attribute->value;
	size_t left = attribute->original_value.length;

	if (!*value && (!left || (*p != '"' && *p != '\'')))
		return;
	if (*p == '"' || *p == '\'') {
		p++;
		left -= 2;
	}
	for (; left && is_space(*p); left--)
		p++;
	while (is_space(*value))
		value++;
	size_t n = strlen(value);
	while (n && is_space(value[n - 1]))
		n--;
	printf("%s:%zu:", file, (size_t)(p - text));
	for (size_t i = 0; i < n; i++)
		if (!strchr("\t\n\r", value[i]))
			putchar(value[i]);
	putchar('\n');
}

/* Prints the links of the node and of all below it, without recursion. */
static void print_links(const GumboNode *root)
{
	const GumboNode *node = root;

	while (node) {
		const int is_element = node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
		for (unsigned i = 0; is_element && i < node->v.element.attributes.length; i++) {
			const GumboAttribute *const attribute = node->v.element.attributes.data[i];
			if (has_one_link(attribute->name))
				print_link(attribute);
		}
		if (is_element && node->v.element.children.length) {
			node = node->v.element.children.data[0];
			continue;
		}
		while (node != root &&
		       node->index_within_parent + 1 >= node->parent->v.element.children.length)
			node = node->parent;
		node = node == root ? NULL : node->parent->v.element.children.data[node->index_within_parent + 1];
	}
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		FILE *const f = fopen(argv[i], "rb");
		if (!f || fseek(f, 0, SEEK_END))
			return 2;
		const long size = ftell(f);
		rewind(f);
		text = malloc((size_t)size + 1);
		if (!text || fread(text, 1, (size_t)size, f) != (size_t)size)
			return 2;
		fclose(f);
		file = argv[i];
		GumboOutput *const output = gumbo_parse_with_options(&kGumboDefaultOptions, text, (size_t)size);
		print_links(output->root);
		gumbo_destroy_output(&kGumboDefaultOptions, output);
		free(text);
	}
	return 0;
}
