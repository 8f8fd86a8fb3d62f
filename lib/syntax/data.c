/* SPDX-License-Identifier: ISC */
#include "data.h"

#include "pct.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"

/* Whether s is text, apart from the case of ASCII letters, after percent-encoded unreserved characters are decoded. */
static bool is_name(struct iri_str s, const char *text)
{
	for (const char *p = s.p, *const end = p + s.n; p < end; p++, text++) {
		const bool encoded = *p == '%' && iri_is_pct(p, end) && iri_is_needless(iri_pct_octet(p));
		if (!*text || iri_lower(encoded ? (char)iri_pct_octet(p) : *p) != *text)
			return false;
		p += encoded ? 2 : 0;
	}
	return !*text;
}

/* Returns the text after the last byte c in s, or absent text if there is none. */
static struct iri_str after_last(struct iri_str s, char c)
{
	for (const char *p = s.p + s.n; p > s.p; p--)
		if (p[-1] == c)
			return iri_between(p, s.p + s.n);
	return (struct iri_str){NULL, 0};
}

/* Whether a browser shows this media type as a page. All XML can be XHTML or SVG, by its content. */
static bool is_page(struct iri_str type)
{
	const struct iri_str suffix = after_last(type, '+');

	if (suffix.p)
		return is_name(suffix, "xml") && after_last(type, '/').p;
	return is_name(type, "text/html") || is_name(type, "text/xml") || is_name(type, "application/xml");
}

bool iri_data_split(const struct iri_ref *ref, struct iri_data *data)
{
	const struct iri_str last = ref->query.p ? ref->query : ref->path;

	if (!iri_is_caseless(iri_present(ref->scheme), "data"))
		return false;
	const char *const begin = ref->scheme.p + ref->scheme.n + 1, *const end = last.p + last.n;
	const char *const comma = iri_find_byte(begin, end, ',');
	if (comma == end)
		return false;
	/* ";" and "," are reserved, so percent-encoded ones divide nothing. */
	const struct iri_str header = iri_between(begin, comma), parameter = after_last(header, ';');
	data->type = iri_between(begin, iri_find_byte(begin, comma, ';'));
	data->base64 = parameter.p && is_name(parameter, "base64");
	data->page = is_page(data->type);
	data->data = iri_between(comma + 1, end);
	return true;
}

int iri_base64_value(char c)
{
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decoder of base64. All zeros: at the start. */
struct decoder {
	struct iri_buf *out;
	size_t digits, padding; /* characters so far */
	uint32_t bits;          /* the last digits */
};

/* Decodes one character. Returns false if base64 cannot have it here. */
static bool data_decode(struct decoder *d, char c)
{
	const int value = iri_base64_value(c);

	if (c == '=' && iri_base64_takes_padding(d->digits, d->padding)) {
		d->padding++;
		return true;
	}
	if (value < 0 || d->padding)
		return false;
	d->bits = d->bits << 6 | (uint32_t)value;
	/* The digits of a group of four complete no octet, the first, the second and the third one. */
	switch (d->digits++ % 4) {
	case 1: iri_buf_putc(d->out, (char)(d->bits >> 4 & 0xFF)); break;
	case 2: iri_buf_putc(d->out, (char)(d->bits >> 2 & 0xFF)); break;
	case 3: iri_buf_putc(d->out, (char)(d->bits & 0xFF)); break;
	}
	return true;
}

/* Whether the text can end here: in no group with one digit, and behind all padding or none. */
static bool can_end(const struct decoder *d)
{
	return d->digits % 4 != 1 && (!d->padding || (d->digits + d->padding) % 4 == 0);
}

bool iri_base64_decode(struct iri_str s, struct iri_buf *out)
{
	struct decoder d = {.out = out};

	for (size_t i = 0; i < s.n; i++)
		if (!data_decode(&d, s.p[i] == '-' ? '+' : s.p[i] == '_' ? '/' : s.p[i]))
			return false;
	return can_end(&d);
}

bool iri_data_decode(const struct iri_data *data, struct iri_buf *out)
{
	struct decoder d = {.out = out};

	if (!data->base64) {
		iri_pct_decode(out, data->data);
		return true;
	}
	for (const char *p = data->data.p, *const end = p + data->data.n; p < end; p++) {
		const bool encoded = *p == '%' && iri_is_pct(p, end);
		const char c = encoded ? (char)iri_pct_octet(p) : *p;
		if (!iri_base64_ignores(c) && !data_decode(&d, c))
			return false;
		p += encoded ? 2 : 0;
	}
	return can_end(&d);
}
