/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "start.h"

#include "cmd/base/charset_labels.h"
#include "cmd/file/binary.h"
#include "cmd/markup/declared_charset.h"
#include "cmd/markup/xml_token.h"
#include "lib/base/str.h"
#include "lib/unicode/utf8.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

/* The charset that a document says it is in */
struct declared {
	char name[ENCODING_NAME_MAX + 1]; /* as it stands in the document */
	/*
	 * iconv's name; or NULL if it is unknown; or the name in the document, which means what iconv says, or if iconv
	 * does not know it, what the Encoding Standard says
	 */
	const char *charset;
};

/* US-ASCII counts as none: UTF-8 contains it. */
static bool declares_xml(struct iri_str text, struct declared *d)
{
	d->charset = d->name;
	return xml_encoding(text, d->name) && strcasecmp(d->name, "us-ascii") != 0;
}

/* If <meta> names no charset, the XML declaration counts (section 13.2.3.2 of the HTML standard). */
static bool declares_html(struct iri_str text, struct declared *d)
{
	if (!encoding_of_html(text, d->name) && !xml_encoding(text, d->name))
		return false;
	d->charset = encoding_iconv_name(d->name);
	return true;
}

static bool declares_css(struct iri_str text, struct declared *d)
{
	if (!encoding_of_css(text, d->name))
		return false;
	d->charset = encoding_iconv_name(d->name);
	return true;
}

/* The function returns false if the start of the text names no charset. NULL: the format has no such names */
static bool (*const declares[])(struct iri_str text, struct declared *d) = {
#define DECLARES(name, word, search, declares, ...) [FORMAT_##name] = declares,
	FORMATS(DECLARES)
};

static bool begins_with_utf16_bom(struct iri_str text)
{
	return text.n >= 2 && (!memcmp(text.p, "\xFE\xFF", 2) || !memcmp(text.p, "\xFF\xFE", 2));
}

/* Opens a charset. Returns NULL if that is not possible. *is_refused: iconv knows it, but we do not take it */
static struct charset *open_decoder(const struct start *s, const char *name, bool *is_refused)
{
	struct charset *cs = charset_decoder(name, s->lines->eol);

	/* If an allocation fails, glibc can say that the charset is unknown. A second call finds out. */
	if (!cs)
		cs = charset_decoder(name, s->lines->eol);
	/* Some versions of iconv lack the characters that browsers add to EUC-JP. */
	if (!cs && errno == EINVAL && !strcmp(name, "EUC-JP-MS"))
		cs = charset_decoder("EUC-JP", s->lines->eol);
	if (!cs && errno == ENOMEM)
		message_die(s->lines->messages, NULL, "out of memory");
	*is_refused = !cs && errno == ENOTSUP;
	return cs;
}

/* Prints a message for a document that declares a charset in which we do not read it. */
static void warn_charset(const struct start *s, const char *name)
{
	struct messages *const m = s->lines->messages;
	struct iri_buf message = {0};
	bool is_refused;

	if (s->is_silent)
		return;
	charset_close(open_decoder(s, name, &is_refused));
	buf_add_format(&message, "was read as UTF-8, but says that it is in %s, which is %s%c", name,
	               is_refused ? "not supported; use iconv" : "unknown; use --charset", '\0');
	buf_check(m, &message);
	message_say(m, m->place.file, message.p);
	iri_buf_free(&message);
}

/* Decodes a document in the charset that it declares in its format. Prints a message if that one cannot be read. */
static void decode_declared(const struct start *s, enum document_format format, bool at_end)
{
	const struct iri_str text = iri_contents(&s->lines->in);
	struct declared d;
	bool is_refused;

	if (iri_begins_with_bom(text) || !declares[format](text, &d) ||
	    (d.charset && charset_is_utf8(d.charset)))
		return;
	struct charset *cs = d.charset ? open_decoder(s, d.charset, &is_refused) : NULL;
	if (!cs && d.charset == d.name && !is_refused && (d.charset = encoding_iconv_name(d.name)) != NULL) {
		if (charset_is_utf8(d.charset))
			return;
		cs = open_decoder(s, d.charset, &is_refused);
	}
	if (!cs)
		warn_charset(s, d.name);
	else if (charset_is_bytes(cs))
		lines_decode(s->lines, cs, at_end);
	else
		charset_close(cs); /* the document declares UTF-16, for instance, in ASCII: it is in UTF-8 */
}

bool start_find(const struct start *s, const char *name, bool at_end, enum document_format *format)
{
	struct lines *const l = s->lines;
	bool is_cut, is_refused;

	/* A byte order mark is known then, too: no line ends in it. */
	if (!at_end && binary_is_cut(iri_contents(&l->in)))
		return false;
	if (*format == FORMAT_AUTO && !s->has_charset && !l->own && begins_with_utf16_bom(iri_contents(&l->in))) {
		struct charset *const cs = open_decoder(s, "UTF-16", &is_refused);
		if (cs)
			lines_decode(l, cs, at_end);
	}
	if (*format == FORMAT_AUTO) {
		static const char armor[] = "-----BEGIN"; /* a key or signature, in .asc */
		enum document_format found = s->wanted == FORMAT_AUTO ? format_of_name(name) : s->wanted;
		if (found == FORMAT_ASCIIDOC && s->wanted == FORMAT_AUTO) {
			if (l->in.n < strlen(armor) && !at_end)
				return false;
			if (l->in.n >= strlen(armor) && !memcmp(l->in.p, armor, strlen(armor)))
				found = FORMAT_TEXT;
		}
		if (found == FORMAT_AUTO) {
			struct iri_str text = iri_contents(&l->in);
			const size_t bom = iri_begins_with_bom(text) ? 3 : 0;
			text = iri_between(text.p + bom, text.p + text.n);
			found = format_of_start(text, &is_cut);
			if (is_cut && !at_end)
				return false;
		}
		*format = found == FORMAT_AUTO ? FORMAT_TEXT : found;
	}
	if (!s->has_charset && !l->own && declares[*format]) {
		if (l->in.n < ENCODING_BYTES && !at_end)
			return false;
		decode_declared(s, *format, at_end);
	}
	return true;
}
