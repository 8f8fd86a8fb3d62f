/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "jupyter.h"

#include "markdown.h"

#include "cmd/finder/json_strings.h"
#include "lib/base/str.h"

#include <string.h>

/* What an object is */
enum jupyter_level { NOTEBOOK, WORKSHEET, CELL };

/* A notebook that is being searched */
struct jupyter {
	struct finder *f;
	const struct layer *document;
	struct json_strings json;
	struct json_tokens tokens;
	/* The current token: */
	enum json_kind kind;
	struct iri_str token;
	/* The current cell: */
	struct source_map source;
	struct codec_use use; /* how the source is written */
	bool is_markdown;
};

static void jupyter_next(struct jupyter *n)
{
	n->kind = json_take(&n->tokens, &n->token);
}

static bool is_json_mark(const struct jupyter *n, char mark)
{
	return n->kind == JSON_MARK && *n->token.p == mark;
}

static bool is_opener(const struct jupyter *n)
{
	return is_json_mark(n, '{') || is_json_mark(n, '[');
}

/* Moves after the value at the current token. A number or word has no token. */
static void skip_value(struct jupyter *n)
{
	size_t depth = 0;

	if (n->kind == JSON_STRING)
		jupyter_next(n);
	if (!is_opener(n))
		return;
	do {
		if (is_opener(n))
			depth++;
		else if (is_json_mark(n, '}') || is_json_mark(n, ']'))
			depth--;
		jupyter_next(n);
	} while (depth && n->kind != JSON_END);
}

/* Appends the string that is the current token to the source, and moves after it. */
static void add_source(struct jupyter *n)
{
	const struct codec_use use = json_use(&n->json, n->token);

	n->use.codec = use.codec;
	n->use.quote = use.quote;
	n->use.flags |= use.flags;
	codec_read(use, n->token, (size_t)(n->token.p - n->document->text.p), &n->source);
	jupyter_next(n);
}

static void read_source(struct jupyter *n)
{
	source_map_clear(&n->source);
	n->use.flags = 0;
	if (n->kind == JSON_STRING) {
		add_source(n);
		return;
	}
	if (!is_json_mark(n, '[')) {
		skip_value(n);
		return;
	}
	for (jupyter_next(n); n->kind != JSON_END && !is_json_mark(n, ']');) {
		if (n->kind == JSON_STRING)
			add_source(n);
		else if (is_opener(n))
			skip_value(n);
		else
			jupyter_next(n);
	}
	jupyter_next(n);
}

/* Searches the source of the current cell. A reader of Markdown sees another character for NUL. */
static void jupyter_search_cell(struct jupyter *n)
{
	const struct layer layer = {
		.outer = n->document,
		.text = iri_contents(&n->source.text),
		.map = &n->source,
		.use = n->use,
	};

	if (!layer.text.n || source_map_failed(&n->source) || n->f->stopped)
		return;
	if (n->is_markdown && !memchr(layer.text.p, '\0', layer.text.n))
		markdown_search(n->f, &layer, MARKDOWN_COMMON);
	else
		finder_search(n->f, &layer, layer.text, (struct codec_use){0});
}

static void read_objects(struct jupyter *n, enum jupyter_level level);

/* Reads the value of a member of an object. */
static void read_member(struct jupyter *n, enum jupyter_level level, struct iri_str key)
{
	if (level == CELL && iri_is(key, "cell_type")) {
		n->is_markdown = n->kind == JSON_STRING && iri_is(n->token, "markdown");
		skip_value(n);
	} else if (level == CELL && (iri_is(key, "source") || iri_is(key, "input"))) {
		read_source(n);
	} else if (level != CELL && iri_is(key, "cells")) {
		read_objects(n, CELL);
	} else if (level == NOTEBOOK && iri_is(key, "worksheets")) {
		read_objects(n, WORKSHEET);
	} else {
		skip_value(n);
	}
}

/* Reads the object at the current token, and moves after it. */
static void read_object(struct jupyter *n, enum jupyter_level level)
{
	n->is_markdown = false;
	source_map_clear(&n->source);
	for (jupyter_next(n); n->kind != JSON_END && !is_json_mark(n, '}');) {
		const struct iri_str key = n->token;
		if (n->kind == JSON_MARK && is_opener(n)) {
			skip_value(n);
			continue;
		}
		const bool is_key = n->kind == JSON_STRING;
		jupyter_next(n);
		if (!is_key || !is_json_mark(n, ':'))
			continue;
		jupyter_next(n);
		read_member(n, level, key);
	}
	jupyter_next(n);
	if (level == CELL)
		jupyter_search_cell(n);
}

/* Reads the list of objects at the current token, and moves after it. */
static void read_objects(struct jupyter *n, enum jupyter_level level)
{
	if (!is_json_mark(n, '[')) {
		skip_value(n);
		return;
	}
	for (jupyter_next(n); n->kind != JSON_END && !is_json_mark(n, ']');) {
		if (is_json_mark(n, '{'))
			read_object(n, level);
		else if (is_opener(n))
			skip_value(n);
		else
			jupyter_next(n);
	}
	jupyter_next(n);
}

void jupyter_search(struct finder *f, const struct layer *document)
{
	const struct iri_str text = iri_present(document->text);
	struct jupyter n = {
		.f = f,
		.document = document,
		.tokens = {.p = text.p, .end = text.p + text.n, .at_end = true, .has_marks = true},
	};

	json_begin(&n.json, text, true);
	jupyter_next(&n);
	if (is_json_mark(&n, '{'))
		read_object(&n, NOTEBOOK);
	f->joined.failed = f->joined.failed || source_map_failed(&n.source);
	source_map_free(&n.source);
}
