/* SPDX-License-Identifier: ISC */
/*
 * HTML: nesting, charsets, formats and codecs. tests/vectors/irigrep-html.tsv has the links of documents, and
 * tests/fuzz/html.c reads them in steps.
 */
#include "unit.h"

#include "cmd/document/formats.h"
#include "cmd/markup/declared_charset.h"
#include "cmd/markup/html_pieces.h"

#include <stdlib.h>

/* Elements that are nested deeper than HTML_DEPTH do not confuse what comes after them. */
static void test_depth(void)
{
	static const char *const rows[][3] = {
		{"<svg>", "</svg>", "<title><a href=x></title>"},
		{"<svg><desc>", "</desc></svg>", "<xmp><a href=x></xmp>"},
		{"<math><mi><b>", "</b></mi></math>", "<title><a href=x></title>"},
		{"<svg><g>", "</g></svg>", "<xmp><a href=x></xmp>"},
		{"<svg><g>", "<p>", "<xmp><a href=x></xmp>"},
	};
	struct iri_buf b = {0};

	for (size_t i = 0; i < COUNT(rows); i++) {
		b.n = 0;
		for (unsigned n = 0; n < 100000 / stride; n++)
			iri_buf_add(&b, rows[i][0], strlen(rows[i][0]));
		for (unsigned n = 0; n < 100000 / stride; n++)
			iri_buf_add(&b, rows[i][1], strlen(rows[i][1]));
		iri_buf_add(&b, rows[i][2], strlen(rows[i][2]));
		struct html h = {0};
		struct html_piece piece;
		CHECK(html_next(&h, iri_contents(&b), true, &piece) == HTML_END, "%s: %.*s", rows[i][0],
		      TEXT(piece.text));
		html_free(&h);
	}
	iri_buf_free(&b);
	done("html: 100,000 nested elements of SVG and MathML");
}

static void check_charset(char *const *cells)
{
	char name[ENCODING_NAME_MAX + 1];

	const bool found = encoding_of_html(exactly(cells[0], strlen(cells[0])), name);
	CHECK(found == (cells[1] != NULL), "%s", cells[0]);
	CHECK(!found || !cells[1] || !strcmp(name, cells[1]), "%s: %s", cells[0], name);
}

static void test_charset(void)
{
	char name[ENCODING_NAME_MAX + 1], late[1100];

	each_row("charset.tsv", check_charset);
	/* Only the first 1024 bytes count. */
	snprintf(late, sizeof late, "%1006s<meta charset=abc>", "");
	CHECK(encoding_of_html(str(late), name) && !strcmp(name, "abc"), "in 1024 bytes");
	snprintf(late, sizeof late, "%1007s<meta charset=abc>", "");
	CHECK(!encoding_of_html(str(late), name), "after 1024 bytes");
	done("html: the charset that a document names");
}

/* The format that the start of a document shows. What a part of the text shows for sure, all of it shows. */
static void check_start(char *const *cells)
{
	static const char *const formats[] = {
		[FORMAT_AUTO] = "AUTO", [FORMAT_HTML] = "HTML", [FORMAT_XHTML] = "XHTML", [FORMAT_XML] = "XML",
	};
	const size_t length = strlen(cells[0]);
	bool is_cut;

	for (size_t n = 0; n <= length; n++) {
		const enum document_format format = format_of_start(exactly(cells[0], n), &is_cut);
		CHECK(format == word_of(cells[1], formats, COUNT(formats)) || (n < length && is_cut), "%.*s", (int)n,
		      cells[0]);
	}
}

static void test_start(void)
{
	static char late[FORMAT_BYTES + 8];
	bool is_cut;

	each_row("start.tsv", check_start);
	CHECK((format_of_start(str("<!-- a"), &is_cut), is_cut), "a comment can be followed by HTML");
	CHECK((format_of_start(str("<p>"), &is_cut), !is_cut), "nothing that follows makes it HTML");
	/* Only the first bytes count, and no more are waited for. */
	snprintf(late, sizeof late, "%*s<html>", FORMAT_BYTES - 6, "");
	CHECK(format_of_start(str(late), &is_cut) == FORMAT_HTML && !is_cut, "in the first bytes");
	snprintf(late, sizeof late, "%*s<html>", FORMAT_BYTES - 5, "");
	CHECK(format_of_start(str(late), &is_cut) == FORMAT_AUTO && !is_cut, "after the first bytes");
	done("html: the format that the start of a document shows");
}

/* Random text with all characters that a codec writes in another way */
static void test_codecs(void)
{
	static const char *const parts[] = {
		"a", "z", "/", "&", ";", "&amp;", "&lt", "&copy=", "#", "&#38;", "&#x26", "<", ">", "\"", "'", "`",
		"|", "\\", "\\&", "(", ")", "[", "]", " ", "=", "-", "\t", "é", "\xFF", "\x01", "😀", "]]", "mailto:",
		"a@b", "*", "_", "!", "{", "}",
	};
	static const struct codec_use uses[] = {
		{CODEC_NONE, 0, 0},
		{CODEC_CHARREF_TEXT, 0, 0},
		{CODEC_CHARREF_TEXT, 0, CODEC_IN_MARKDOWN},
		{CODEC_CHARREF_ATTRIBUTE, '"', 0},
		{CODEC_CHARREF_ATTRIBUTE, '\'', CODEC_IN_MARKDOWN},
		{CODEC_CHARREF_ATTRIBUTE, 0, 0},
		{CODEC_CHARREF_XML, 0, 0},
		{CODEC_CDATA, 0, 0},
		{CODEC_DESTINATION, 0, 0},
		{CODEC_DESTINATION, '<', 0},
		{CODEC_DESTINATION, 0, CODEC_IN_DEFINITION},
		{CODEC_AUTOLINK, 0, 0},
	};
	char buf[256];

	for (int round = 0; round < rounds; round++) {
		size_t n = 0;
		while (rng() % 16 && n + 8 < sizeof buf)
			n += put(buf + n, ANY_OF(parts));
		laws_of_codec(ANY_OF(uses), (struct iri_str){buf, n});
	}
	done("html: a codec reads what it has written");
}

void test_html(void)
{
	test_start();
	test_codecs();
	test_depth();
	test_charset();
}
