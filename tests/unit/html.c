/* SPDX-License-Identifier: ISC */
/*
 * HTML: nesting, charsets, formats and codecs. tests/vectors/irigrep-html.tsv has the links of documents, and
 * tests/fuzz/html.c reads them in steps.
 */
#include "unit.h"

#include "cmd/document/formats.h"
#include "cmd/markup/encoding.h"
#include "cmd/markup/html.h"

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

static void test_charset(void)
{
	static const struct {
		const char *document, *name;
	} rows[] = {
		{"<meta charset=latin1>", "latin1"},
		{"<META CharSet = ' Shift_JIS '>", "Shift_JIS"},
		{"<meta/charset=a />", "a"},
		{"<meta http-equiv=Content-Type content='text/html; charset=ISO-8859-2'>", "ISO-8859-2"},
		{"<meta content='charset x; CHARSET = \"b\"' http-equiv=content-type>", "b"},
		{"<meta content='charset=c;d' http-equiv=content-type>", "c"},
		{"<meta content='charset=\"c;d' http-equiv=content-type>", NULL},
		{"<meta content='text/html; charset=a'>", NULL},
		{"<meta content='charset=a' charset=b>", "b"},
		{"<meta charset=b content='charset=a' http-equiv=content-type>", "b"},
		{"<meta charset=''><meta charset=b>", "b"},
		{"<meta charset=a charset=b>", "a"},
		{"<meta charset=utf-16le>", "utf-16le"},
		{"<meta charset=x-user-defined>", "x-user-defined"},
		/* A name that is no label of the Encoding Standard counts only if no label follows. */
		{"<meta charset=a><meta charset=b>", "a"},
		{"<meta charset=a><meta charset=koi8-r><meta charset=latin1>", "koi8-r"},
		{"<meta charset=a><meta charset=''><meta charset=LATIN1>", "LATIN1"},
		{"<meta charset=\"a b\">", NULL},
		{"<metacharset=a><meta>", NULL},
		{"</meta charset=a>", NULL},
		{"<!-- <meta charset=a> --><meta charset=b>", "b"},
		{"<!--><meta charset=b>", "b"},
		{"<!><?a ?></1><meta charset=b>", "b"},
		{"<a title='<meta charset=a>'><meta charset=b>", "b"},
		{"<meta charset=a", NULL},
		{"<a title='<meta charset=a>", NULL},
		/* Only white space and ">" end the name of another tag. */
		{"<a/title='><meta charset=a>'>", "a"},
		{"<a /title='><meta charset=a>'>", NULL},
		{"</", NULL},
		{"</a", NULL},
		{"<!--", NULL},
		{"\xEF\xBB\xBF<meta charset=a>", "a"},
		{"<meta charset=0123456789012345678901234567890123456789>", "0123456789012345678901234567890123456789"},
		{"<meta charset=01234567890123456789012345678901234567890>", NULL},
		{"", NULL},
	};
	char name[ENCODING_NAME_MAX + 1], late[1100];

	for (size_t i = 0; i < COUNT(rows); i++) {
		const bool found = encoding_of_html(exactly(rows[i].document, strlen(rows[i].document)), name);
		CHECK(found == (rows[i].name != NULL), "%s", rows[i].document);
		CHECK(!found || !strcmp(name, rows[i].name), "%s: %s", rows[i].document, name);
	}
	/* Only the first 1024 bytes count. */
	snprintf(late, sizeof late, "%1006s<meta charset=abc>", "");
	CHECK(encoding_of_html(str(late), name) && !strcmp(name, "abc"), "in 1024 bytes");
	snprintf(late, sizeof late, "%1007s<meta charset=abc>", "");
	CHECK(!encoding_of_html(str(late), name), "after 1024 bytes");
	done("html: the charset that a document names");
}

/* The format that the start of a document shows. What a part of the text shows for sure, all of it shows. */
static void test_start(void)
{
	static const struct {
		const char *text;
		enum document_format format;
	} rows[] = {
		{"<!doctype html>", FORMAT_HTML},
		{"\n \t<!DOCTYPE  HTML PUBLIC 'x'><p>", FORMAT_HTML},
		{"<html lang=en>", FORMAT_HTML},
		{"<!-- > --><HEAD>", FORMAT_HTML},
		{"<head\n>", FORMAT_HTML},
		{"<!doctype html><html xmlns='http://www.w3.org/1999/xhtml'>", FORMAT_XHTML},
		{"<html lang=en xmlns='http://www.w3.org/1999/xhtml'>", FORMAT_XHTML},
		{"<html lang=en xmlns:a='http://www.w3.org/1999/xhtml'>", FORMAT_HTML},
		{"<?xml version='1.0'?><html>", FORMAT_XHTML},
		{"<?xml version='1.0'?>\n<!-- x --><?a b?><!DOCTYPE html [<!ENTITY a '>'>]><html >", FORMAT_XHTML},
		{"<?xml version='1.0'?><a>", FORMAT_XML},
		{"<?xml version='1.0'?>", FORMAT_XML},
		{"<?xml\n?>a", FORMAT_XML},
		{"<?xml-stylesheet a?><svg>", FORMAT_AUTO},
		{"<?php a?><html>", FORMAT_AUTO},
		{"<!doctype svg><svg a=b>", FORMAT_XML},
		{"<!doctype htmlx><a>", FORMAT_AUTO},
		{"<svg/>", FORMAT_XML},
		{"<rss >", FORMAT_XML},
		{"<feed>", FORMAT_XML},
		{"<urlset>", FORMAT_XML},
		{"<opml>", FORMAT_XML},
		{"<rdf:RDF>", FORMAT_XML},
		{"<package>", FORMAT_XML},
		{"<plist>", FORMAT_XML},
		{"<svgx>", FORMAT_AUTO},
		{"<svg", FORMAT_AUTO},
		{"</html>", FORMAT_AUTO},
		{"<header>", FORMAT_AUTO},
		{"<<html>", FORMAT_AUTO},
		{"a<html>", FORMAT_AUTO},
		{"<http://a/> <html>", FORMAT_AUTO},
		{"<!-- a -->b", FORMAT_AUTO},
		{"<!-- a", FORMAT_AUTO},
		{"<!doctype html", FORMAT_AUTO},
		{"", FORMAT_AUTO},
	};
	static char late[FORMAT_BYTES + 8];
	bool is_cut;

	for (size_t i = 0; i < COUNT(rows); i++) {
		const size_t length = strlen(rows[i].text);
		for (size_t n = 0; n <= length; n++) {
			const enum document_format format = format_of_start(exactly(rows[i].text, n), &is_cut);
			CHECK(format == rows[i].format || (n < length && is_cut), "%.*s", (int)n, rows[i].text);
		}
	}
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
