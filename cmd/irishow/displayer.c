/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "displayer.h"

#include "display_units.h"
#include "order.h"

#include "cmd/base/charset.h"
#include "lib/base/str.h"
#include "lib/syntax/pct.h"
#include "lib/syntax/schemes.h"

#include <errno.h>
#include <stdlib.h>

/* The bidi controls that are written (UAX #9, section 2): embeddings and isolates */
#define RLE "\xE2\x80\xAB"
#define LRE "\xE2\x80\xAA"
#define PDF "\xE2\x80\xAC"
#define LRI "\xE2\x81\xA6"
#define RLI "\xE2\x81\xA7"
#define PDI "\xE2\x81\xA9"

/* What is special about a non-ASCII character */
enum {
	TRAIT_ENCODED = 1 << 0, /* it is percent-encoded: hidden or, with DISPLAY_ESCAPE, refused by escape_keeps */
	TRAIT_RTL = 1 << 1,     /* it runs from right to left; see unit_is_rtl */
};

enum { TRAITS = 1024 };         /* entries of the cache */

struct displayer {
	enum display display;
	uint32_t traits[TRAITS];    /* direct-mapped cache: ch << 8 | traits; 0 is no character that is looked up */
	struct charset *repertoire; /* an encoder, or NULL */
	struct iri_buf text;        /* the reference without hidden characters */
	struct iri_buf shown;       /* the result */
	struct iri_buf scratch;
	struct iri_host_converter *hosts;
};

struct displayer *displayer_new(enum display display, const char *repertoire)
{
	struct displayer *const d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->display = display;
	d->hosts = iri_host_converter_new(&(struct iri_host_options){.strict = true});
	if (!d->hosts || (repertoire && !(d->repertoire = charset_encoder(repertoire)))) {
		const int error = errno;
		displayer_free(d);
		errno = error;
		return NULL;
	}
	return d;
}

void displayer_free(struct displayer *d)
{
	if (!d)
		return;
	charset_close(d->repertoire);
	iri_buf_free(&d->text);
	iri_buf_free(&d->shown);
	iri_buf_free(&d->scratch);
	iri_host_converter_free(d->hosts);
	free(d);
}

static void display_add(struct displayer *d, const char *text)
{
	iri_buf_add(&d->shown, text, strlen(text));
}

/* Whether --display=escape keeps a non-ASCII character. */
static bool escape_keeps(struct displayer *d, struct iri_str ch, uint32_t code)
{
	if (iri_char_is_hidden(code) || unit_is_rtl(ch))
		return false;
	iri_buf_clear(&d->scratch);
	return !d->repertoire || charset_encode(d->repertoire, ch, &d->scratch);
}

/* Returns the traits of the non-ASCII character ch, whose text is `text`. Text has few different characters. */
static unsigned traits_of(struct displayer *d, struct iri_str text, uint32_t ch)
{
	uint32_t *const entry = &d->traits[ch % TRAITS];

	if (*entry >> 8 != ch) {
		const bool escape = d->display == DISPLAY_ESCAPE;
		const bool encoded = escape ? !escape_keeps(d, text, ch) : iri_char_is_hidden(ch);
		*entry = ch << 8 | (encoded ? TRAIT_ENCODED : 0u) | (unit_is_rtl(text) ? TRAIT_RTL : 0u);
	}
	return *entry & 0xFF;
}

/* Returns the traits that characters of s have. */
static unsigned traits_in(struct displayer *d, struct iri_str s)
{
	const char *const end = s.p + s.n;
	unsigned traits = 0;

	for (const char *p = s.p, *next; p < end; p = next) {
		next = p + 1;
		if ((unsigned char)*p < 0x80)
			continue;
		const uint32_t ch = iri_utf8_next(p, end, &next);
		traits |= traits_of(d, iri_between(p, next), ch);
	}
	return traits;
}

/*
 * Appends s to out, and percent-encodes the characters that are not to be shown: the hidden ones or, with
 * DISPLAY_ESCAPE, all that escape_keeps refuses. There, marks go with the character before them, since they would
 * change the look of a percent-encoded octet.
 */
static void display_add_encoded(struct displayer *d, struct iri_str s, struct iri_buf *out)
{
	const bool escape = d->display == DISPLAY_ESCAPE;
	const char *const end = s.p + s.n;
	bool encoded = false;
	uint32_t ch;

	for (const char *p = s.p, *next; p < end; p = next) {
		for (next = p; next < end && (unsigned char)*next < 0x80; next++)
			;
		iri_buf_add(out, p, (size_t)(next - p));
		encoded = encoded && next == p;
		if (next == end)
			break;
		p = next;
		ch = iri_utf8_next(p, end, &next);
		const struct iri_str one = iri_between(p, next);
		encoded = (escape && encoded && iri_char_extends(ch)) || traits_of(d, one, ch) & TRAIT_ENCODED;
		if (encoded)
			iri_pct_encode(out, one);
		else
			iri_buf_add(out, p, one.n);
	}
	out->failed = out->failed || d->scratch.failed;
}

/*
 * Appends a host or label of ref with A-labels, and returns true. Appends nothing, and returns false, if it is no
 * domain name. Out of memory, sets shown.failed.
 */
static bool add_ascii(struct displayer *d, const struct iri_ref *ref, struct iri_str host)
{
	struct iri_str ascii;

	if (!iri_scheme_has(ref->scheme, SCHEME_DOMAIN))
		return false;
	const enum iri_status status = iri_host_to_ascii(d->hosts, host, &ascii, NULL);
	d->shown.failed = d->shown.failed || status == IRI_NO_MEMORY;
	if (status == IRI_OK)
		iri_buf_add(&d->shown, ascii.p, ascii.n);
	return status == IRI_OK;
}

/* Appends the reference as --display=escape shows it. */
static void display_add_escaped(struct displayer *d, const struct iri_ref *ref)
{
	const char *p = ref->text.p, *const end = p + ref->text.n;

	if (ref->host.p) {
		const char *const host_end = ref->host.p + ref->host.n;
		display_add_encoded(d, iri_between(p, ref->host.p), &d->shown);
		iri_buf_clear(&d->text);
		display_add_encoded(d, ref->host, &d->text);
		d->shown.failed = d->shown.failed || d->text.failed;
		if (iri_same(iri_contents(&d->text), ref->host) || !add_ascii(d, ref, ref->host))
			iri_buf_add(&d->shown, d->text.p, d->text.n);
		p = host_end;
	}
	display_add_encoded(d, iri_between(p, end), &d->shown);
}

/* Appends text with its non-ASCII characters percent-encoded. */
static void display_add_mapped(struct displayer *d, struct iri_str s)
{
	const char *const end = s.p + s.n;

	for (const char *p = s.p, *next; p < end; p = next) {
		for (next = p + 1; next < end && !((*next ^ *p) & 0x80); next++)
			;
		if (*p & 0x80)
			iri_pct_encode(&d->shown, iri_between(p, next));
		else
			iri_buf_add(&d->shown, p, (size_t)(next - p));
	}
}

/* Whether a unit of ref is a whole label of its host. */
static bool is_label(const struct iri_ref *ref, struct iri_str unit)
{
	const struct iri_str host = iri_present(ref->host);
	const char *const start = host.p, *const end = start + host.n;

	if (unit.p < start || unit.p >= end)
		return false;
	return (unit.p == start || unit.p[-1] == '.') && (unit.p + unit.n == end || unit.p[unit.n] == '.');
}

/*
 * Whether other units can look like this one, if each has the order of the screen (UAX #9):
 * - L, R and digits: digits have the direction of the text before them, so that a1X and aX1 look the same;
 * - R and both kinds of digits, which RFC 5893 forbids (section 2, rule 4): X$12Y looks like X12$Y, if 2 is AN;
 * - R, EN, and both ET and separators of numbers (rules W4 and W5): X$1,1Y looks like X1,$1Y;
 * - a mark at the start, which joins another character.
 */
static bool is_ambiguous(unsigned directions)
{
	if (directions & UNIT_MARK)
		return true;
	if (!(directions & UNIT_R) || !(directions & (UNIT_EN | UNIT_AN)))
		return false;
	return directions & UNIT_L || (directions & UNIT_EN && (directions & UNIT_AN ||
	                                                        (directions & UNIT_ET && directions & UNIT_SIGN)));
}

/* Appends a unit in the order in which it is on the screen, or, if it is ambiguous, encoded as a whole. */
static void add_ordered(struct displayer *d, const struct iri_ref *ref, struct iri_str unit, unsigned directions)
{
	if (is_ambiguous(directions)) {
		if (!is_label(ref, unit) || !add_ascii(d, ref, unit))
			display_add_mapped(d, unit);
		return;
	}
	iri_buf_clear(&d->scratch);
	if (directions & UNIT_R && !(directions & UNIT_L))
		iri_buf_add(&d->scratch, RLE, strlen(RLE));
	iri_buf_add(&d->scratch, unit.p, unit.n);
	order_visual(iri_contents(&d->scratch), &d->shown);
	d->shown.failed = d->shown.failed || d->scratch.failed;
}

/* Appends the reference as --display=isolate or --display=units shows it: each unit has an order of its own. */
static void add_units(struct displayer *d, const struct iri_ref *ref)
{
	const char *const end = ref->text.p + ref->text.n;
	bool pairs = false;

	for (const char *p = ref->text.p, *next; p < end; p = next) {
		pairs = pairs || *p == '?' || *p == '#';
		next = unit_end(p, end, pairs);
		const struct iri_str unit = iri_between(p, next);
		const unsigned directions = unit_directions(unit);
		const bool rtl = directions & (UNIT_R | UNIT_AN);
		if (rtl && d->display == DISPLAY_UNITS) {
			add_ordered(d, ref, unit, directions);
			continue;
		}
		if (rtl)
			display_add(d, directions & UNIT_R && !(directions & UNIT_L) ? RLI : LRI);
		iri_buf_add(&d->shown, p, unit.n);
		if (rtl)
			display_add(d, PDI);
	}
}

/* Appends the reference, which has right-to-left characters and no hidden ones. */
static void add_rtl(struct displayer *d, const struct iri_ref *ref)
{
	switch (d->display) {
	case DISPLAY_EMBED:
		display_add(d, LRE);
		iri_buf_add(&d->shown, ref->text.p, ref->text.n);
		display_add(d, PDF);
		break;
	case DISPLAY_ISOLATE:
		display_add(d, LRI);
		add_units(d, ref);
		display_add(d, PDI);
		break;
	case DISPLAY_VISUAL: order_visual(ref->text, &d->shown); break;
	default: add_units(d, ref);
	}
}

enum iri_status displayer_show_ref(struct displayer *d, const struct iri_ref *ref, struct iri_str *shown,
                                   struct iri_error *err)
{
	struct iri_ref safe;

	*shown = ref->text;
	iri_buf_clear(&d->text);
	iri_buf_clear(&d->shown);
	iri_buf_clear(&d->scratch);
	if (!ref->mapped || !traits_in(d, ref->text))
		return d->scratch.failed ? iri_no_memory(err) : IRI_OK;
	if (d->display == DISPLAY_ESCAPE) {
		display_add_escaped(d, ref);
		*shown = iri_unless_same(&d->shown, ref->text);
	} else {
		display_add_encoded(d, ref->text, &d->text);
		*shown = iri_unless_same(&d->text, ref->text);
		if (!d->text.failed && unit_is_rtl(*shown)) {
			iri_parse(*shown, IRI_REFERENCE, &safe, err);
			add_rtl(d, &safe);
			*shown = iri_contents(&d->shown);
		}
	}
	return d->text.failed || d->shown.failed ? iri_no_memory(err) : IRI_OK;
}

enum iri_status displayer_show(struct displayer *d, struct iri_str s, struct iri_str *shown, struct iri_error *err)
{
	struct iri_ref ref;
	const enum iri_status status = iri_parse(s, IRI_REFERENCE, &ref, err);

	if (status == IRI_OK)
		return displayer_show_ref(d, &ref, shown, err);
	*shown = s;
	return status;
}
