/* SPDX-License-Identifier: ISC */
/* HTML. The expected pieces are those of the HTML standard, whose sections are named. */
#include "unit.h"

#include "cmd/document/formats.h"
#include "cmd/markup/encoding.h"
#include "cmd/markup/html.h"

#include <stdlib.h>

/* Appends the piece, whose text begins at byte `place` of the document, in the form of the rows below. */
static void describe(const struct html_piece *piece, size_t place, struct iri_buf *out)
{
	static const char kinds[] = {[HTML_TEXT] = 'T', [HTML_CDATA] = 'C', [HTML_ATTRIBUTE] = 'A', [HTML_BASE] = 'B',
	                             [HTML_SRCDOC] = 'S'};
	char number[32];

	if (out->n)
		iri_buf_putc(out, '|');
	iri_buf_putc(out, kinds[piece->kind]);
	snprintf(number, sizeof number, "%zu%c", place, piece->placed ? ':' : '-');
	iri_buf_add(out, number, strlen(number));
	iri_buf_add(out, piece->text.p, piece->text.n);
	if (piece->reference.p && !iri_same(piece->text, piece->reference)) {
		iri_buf_add(out, " = ", 3);
		iri_buf_add(out, piece->reference.p, piece->reference.n);
	}
}

/*
 * Describes all pieces of the document. The first `step` bytes are read, then `step` more each time; what is done is
 * discarded. The text that is read ends where its memory ends.
 */
static struct iri_str pieces(struct iri_str document, size_t step)
{
	static struct iri_buf out;
	struct html h = {0};
	struct html_piece piece;
	size_t start = 0, end = step < document.n ? step : document.n;
	enum html_status status;

	out.n = 0;
	do {
		const struct iri_str text = exactly(document.p + start, end - start);
		while ((status = html_next(&h, text, end == document.n, &piece)) == HTML_PIECE)
			describe(&piece, start + (size_t)(piece.text.p - text.p), &out);
		CHECK(h.at <= text.n, "%.*s", TEXT(document));
		start += h.at;
		html_discard(&h, h.at);
		end = document.n - end < step ? document.n : end + step;
	} while (status == HTML_MORE);
	CHECK(start == document.n, "%.*s: the end", TEXT(document));
	html_free(&h);
	return iri_contents(&out);
}

static void test_pieces(void)
{
	/*
	 * The pieces, with "|" between them: a letter for the kind (Text, CDATA section, Attribute, Base), the place,
	 * and the text; after " = " the reference if it differs. "-" after the place: nothing can be put there.
	 */
	static const struct {
		const char *document, *pieces;
	} rows[] = {
		/* Attributes (13.2.5.32 to 13.2.5.39) */
		{"<a href=x>", "A8:x"},
		{"<A HREF = \"x\">", "A11:x"},
		{"<a href='x'>", "A9:x"},
		{"<a href='\"'>", "A9:\""},
		{"<a href= x y>", "A9:x"},
		{"<a href=x/>", "A8:x/"},
		{"<a/href=x>", "A8:x"},
		{"<a b='c'href='d'>", "A14:d"},
		{"<a href>", "A7-"},
		{"<a href >", "A7-"},
		{"<a href/>", "A7-"},
		{"<a href=>", "A8:"},
		{"<a href= >t", "A9:"},
		{"<a href=''>", "A9:"},
		{"<a href='  '>", "A11:"},
		{"<a =href=x>", ""},
		{"<a = href=x>", "A10:x"},
		{"<a \" href=x>", "A10:x"},
		{"<a href=x href=y>", "A8:x|A15:y"},
		{"<a href='x'y'>z", "A9:x"},
		{"<a href=a<b>", "A8:a<b"},
		{"<a\nhref\r=\fx\t>", "A10:x"},
		{"<a data-hrefs=x hrefs=y hre=z>", ""},
		{"<a<b href=x>", "A10:x"},
		{"<a href=\"x>", ""},
		{"<a href=x", ""},
		{"<img src=a><form action=b><button formaction=c><q cite=d><object data=e><video poster=f>",
		 "A9:a|A24:b|A45:c|A55:d|A70:e|A86:f"},
		{"<img longdesc=a><body background=b><html manifest=c><svg xlink:href=d>", "A14:a|A33:b|A50:c|A68:d"},
		{"<base href=/x/><svg><base href=y></svg>", "B11:/x/|A31:y"},
		{"</a href=x>", ""},
		/* White space, and character references */
		{"<a href='\n x y\t'>", "A11:x y"},
		{"<a href='a\n\tb\rc'>", "A9:a\n\tb\rc"},
		{"<a href='&#32;a&amp;b&#x20;'>", "A14:a&amp;b = a&b"},
		{"<a href='a&#10;b'>", "A9:a&#10;b = a\nb"},
		{"<a href=?a&copy=1&copy>", "A8:?a&copy=1&copy = ?a&copy=1\xC2\xA9"},
		{"<a href='&#32;'>", "A14:"},
		/* Parsing a srcset attribute (4.8.4.3) */
		{"<img srcset='a 1x, b 2x'>", "A13:a|A19:b"},
		{"<img srcset=a>", "A12:a"},
		{"<img srcset=' , ,a,b c,,, d,,'>", "A17:a,b|A26:d"},
		{"<img srcset='a x(,),b'>", "A13:a|A20:b"},
		{"<img srcset='a (b, c'>", "A13:a"},
		{"<img srcset='a (b)(c , d), e'>", "A13:a|A27:e"},
		{"<img srcset=''>", ""},
		{"<img srcset>", ""},
		{"<link imagesrcset='a&amp;b 1x,&#32;&amp;'>", "A19:a&amp;b = a&b|A35:&amp; = &"},
		{"<a ping='a  b\n'>", "A9:a|A12:b"},
		{"<a ping='a&#9;b'>", "A9:a|A14:b"},
		/* <meta http-equiv=refresh> (4.2.5.3) */
		{"<meta http-equiv=refresh content='5; url=x'>", "A41:x"},
		{"<meta content=5;URL=x http-equiv=REFRESH>", "A20:x"},
		{"<meta http-equiv=refresh content=\" 0.5, url = 'x y'z\">", "A47:x y"},
		{"<meta http-equiv=refresh content='5 x '>", "A36:x"},
		{"<meta http-equiv=refresh content='.;x'>", "A36:x"},
		{"<meta http-equiv=refresh content=';x'>", ""},
		{"<meta http-equiv=refresh content=5>", ""},
		{"<meta http-equiv=refresh content=5;>", ""},
		{"<meta http-equiv=refresh content=5x>", ""},
		{"<meta http-equiv=refresh content=5;url=>", "A39:"},
		{"<meta http-equiv=refresh content=5;urly>", "A35:urly"},
		{"<meta http-equiv=refresh content=5;u>", "A35:u"},
		{"<meta http-equiv=refresh content=5;'x>", "A36:x"},
		{"<meta http-equiv=refresh content='5;url=a&amp;b'>", "A40:a&amp;b = a&b"},
		{"<meta http-equiv=x http-equiv=refresh content=5;x>", ""},
		{"<meta name=x content=5;x>", ""},
		/* Text */
		{"a", "T0:a"},
		{"", ""},
		{"a<b>c</b>d", "T0:a|T4:c|T9:d"},
		{"<a href=x>a</a>b", "A8:x|T15:b"},
		{"<a href=x>a<a>b", "A8:x|T14:b"},
		{"<a name=x>a", "T10:a"},
		{"a < b <", "T0:a < b <"},
		{"a<1</", "T0:a<1</"},
		/* Comments (13.2.5.41 to 13.2.5.52) */
		{"<!--><a href=x>", "A13:x"},
		{"<!---><a href=x>", "A14:x"},
		{"<!----><a href=x>", "A15:x"},
		{"<!-- -- > <a href=x> --!><a href=y>", "A33:y"},
		{"<!--!><a href=x>--><a href=y>", "A27:y"},
		{"<!---!><a href=x>--><a href=y>", "A28:y"},
		{"<!--a--!-><a href=x>--!--><a href=y>", "A34:y"},
		{"<!-- <!-- --><a href=x>", "A21:x"},
		{"<!--<!--><a href=x>", "A17:x"},
		{"<!--<!--!><a href=x>", "A18:x"},
		{"<!-- <a href=x>", ""},
		{"<!-a><a href=x>", "A13:x"},
		{"<!><?x '><a href=x>'?></1 '><a href=y></><a href=z>", "A17:x|A36:y|A49:z"},
		{"<!doctype html public \"><a href=x>\">", "A32:x"},
		{"<![CDATA[<a href=x>]]>", "T19:]]>"},
		/* Raw text (13.2.5.9 to 13.2.5.31) */
		{"<title><a href=x></titlex></ title></TITLE><a href=y>", "A51:y"},
		{"<textarea></textarea/><a href=y>", "A30:y"},
		{"<style><!--</style>--><a href=y>", "T19:-->|A30:y"},
		{"<xmp></style></xmp x='>'><a href=y>", "A33:y"},
		{"<iframe><a href=x></iframe><noembed><a href=x></noembed><noframes><a href=x></noframes >a", "T88:a"},
		{"<noscript><a href=x></noscript>", "A18:x"},
		{"<plaintext><a href=x></plaintext><a href=x>", ""},
		{"<title/><a href=x></title>", ""},
		{"<title></title", ""},
		{"<script src=s>a<b</script>c", "A12:s|T26:c"},
		{"<script><!--<script></script></script>c", "T38:c"},
		{"<script><!--<script>--></script>c", "T32:c"},
		{"<script><!--<script/</script>--></script>c", "T41:c"},
		{"<script><!--<scriptx></script>c", "T30:c"},
		{"<script><!--><script></script>c", "T30:c"},
		{"<script><!---><script></script>c", "T31:c"},
		{"<script><!-<script></script>c", "T28:c"},
		{"<script><!--<script>--!></script>c", ""},
		{"<script><!--<script>-></script>--></script>c", "T43:c"},
		{"<script><!-- -- ><script></script>-->c</script>d", "T47:d"},
		/* SVG and MathML (13.2.6.5) */
		{"<svg><style><a href=x></style>", "A20:x"},
		{"<svg><style>a</style><script>b</script><title>c", "T46:c"},
		{"<svg><![CDATA[<a href=x>&amp;]]>", "C14:<a href=x>&amp;"},
		{"<svg><![CDATA[]]]>]]><![CDATA[a", "C14:]|T18:]]>|C30:a"},
		{"<svg><![cdata[a>b", "T16:b"},
		{"<svg/><title><i href=x>", ""},
		{"<svg></svg><title><i href=x>", ""},
		{"<svg><g><title/><title><i href=x>", "A31:x"},
		{"<svg><foreignObject><title><g href=x></title></foreignObject><title><g href=y>", "A76:y"},
		{"<svg><desc><![CDATA[a]]><i><![CDATA[<g href=x>", "C20:a"},
		{"<svg><p><title><i href=x>", ""},
		{"<svg></p><title><i href=x>", ""},
		{"<svg><font><title><g href=x>", "A26:x"},
		{"<svg><font SIZE><title><g href=x>", ""},
		{"<div><svg></div><title><g href=x>", ""},
		{"<svg></div><title><g href=x>", "A26:x"},
		{"<svg><desc><div></svg></desc><title><g href=x>", ""},
		{"<svg><desc></svg><title><g href=x>", ""},
		{"<math><mi><title><g href=x>", ""},
		{"<math><mi><mglyph><title><g href=x>", "A33:x"},
		{"<math><title><g href=x>", "A21:x"},
		{"<math><annotation-xml><title><g href=x>", "A37:x"},
		{"<math><annotation-xml encoding=text/HTML><title><g href=x>", ""},
		{"<math><annotation-xml encoding='application/xhtml+xml'><title><g href=x>", ""},
		{"<math><annotation-xml encoding=x encoding=text/html><title><g href=x>", "A67:x"},
		{"<math><annotation-xml><svg><desc><title><g href=x>", ""},
		{"<math><svg><desc><title><g href=x>", "A32:x"},
		{"<svg><mi><title><g href=x>", "A24:x"},
		/* html5lib-tests, tokenizer/test1.test and test2.test */
		{"<!DOC><a href=x>", "A14:x"},
		{"</><a href=x>", "A11:x"},
		{"<><a href=x>", "T0:<>|A10:x"},
		{"<h a='b'href='d'>", "A14:d"},
		{"<!-- --comment --><a href=x>", "A26:x"},
		{"<!-- <!--test--><a href=x>", "A24:x"},
		{"<h href='&notx'>", "A9:&notx"},
		{"<h href='&not1'>", "A9:&not1"},
		{"<h href='&COPY'>", "A9:&COPY = \xC2\xA9"},
		{"<s href=& t>", "A8:&"},
		{"<a href=a&>foo", "A8:a&"},
		{"<a href=f<>", "A8:f<"},
		{"<!DOCTYPE html PUBLIC \"foo\" '>x", "T30:x"},
		{"<h href='&#xD869;&#xDED6;'>", "A9:&#xD869;&#xDED6; = \xEF\xBF\xBD\xEF\xBF\xBD"},
		{"<h href='&#2225222;'>", "A9:&#2225222; = \xEF\xBF\xBD"},
		{"<?foo bar?><a href=x>", "A19:x"},
		{"a</><!--b-->c", "T0:a|T12:c"},
		/* html5lib-tests, tokenizer/contentModelFlags.test and escapeFlag.test */
		{"<xmp>foo</xMp>a", "T14:a"},
		{"<xmp>foo</xmp<", ""},
		{"<xmp></xmp</xmp</xmp>a", "T21:a"},
		{"<xmp></foo>bar</xmpaar>", ""},
		{"<xmp>foo<!--></xmp><!-->baz</xmp>", "T24:baz"},
		{"<xmp>foo<!-- x --x>x-- >x--!>x--<></xmp>a", "T40:a"},
		/* html5lib-tests, tree-construction/scriptdata01.dat */
		{"<script></script foo=\">\" dd>BAR", "T28:BAR"},
		{"<script>'<!-- <sCrIpt'</script>BAR", "T31:BAR"},
		{"<script>'<!-- <sCrIpt>'</script>BAR", ""},
		{"<script>'<!-- <sCrIpt> -- >'</script>BAR", ""},
		{"<script>'<!-- <sCrIpt\\'</script>BAR", "T32:BAR"},
		{"<script>'<!-- <sCrIpt/'</script>BAR</script>QUX", "T44:QUX"},
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct iri_str document = str(rows[i].document);
		for (size_t step = document.n + 1; step; step--) {
			const struct iri_str found = pieces(document, step);
			CHECK(iri_is(found, rows[i].pieces), "%s: %.*s, in steps of %zu", rows[i].document,
			      TEXT(found), step);
			if (!iri_is(found, rows[i].pieces))
				break;
		}
	}
	done("html: links and text, whole and in parts");
}

/* Elements that are nested deeper than HTML_DEPTH do not confuse what comes after them. */
static void test_depth(void)
{
	static const char *const rows[][3] = {
		{"<svg>", "</svg>", "<title><a href=x></title>"},
		{"<svg><desc>", "</desc></svg>", "<style><a href=x></style>"},
		{"<math><mi><b>", "</b></mi></math>", "<title><a href=x></title>"},
		{"<svg><g>", "</g></svg>", "<style><a href=x></style>"},
		{"<svg><g>", "<p>", "<style><a href=x></style>"},
	};
	struct iri_buf b = {0};

	for (size_t i = 0; i < COUNT(rows); i++) {
		b.n = 0;
		for (unsigned n = 0; n < 100000 / stride; n++)
			iri_buf_add(&b, rows[i][0], strlen(rows[i][0]));
		for (unsigned n = 0; n < 100000 / stride; n++)
			iri_buf_add(&b, rows[i][1], strlen(rows[i][1]));
		iri_buf_add(&b, rows[i][2], strlen(rows[i][2]));
		const struct iri_str found = pieces(iri_contents(&b), b.n);
		CHECK(!found.n, "%s: %.*s", rows[i][0], TEXT(found));
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
	test_pieces();
	test_depth();
	test_charset();
}
