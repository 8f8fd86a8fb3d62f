/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "slugs.h"

#include "cmd/base/lower.h"
#include "cmd/base/text.h"
#include "lib/base/siphash.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/nfc.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>

/*
 * Characters
 */

enum {
	CASED = CATEGORY(LU) | CATEGORY(LL) | CATEGORY(LT),
	LETTERS = CASED | CATEGORY(LM) | CATEGORY(LO),
	MARKS = CATEGORY(MN) | CATEGORY(MC) | CATEGORY(ME),
};

/* Whether the property Alphabetic of Unicode is set. */
static bool is_alphabetic(uint32_t ch)
{
	return in_categories(ch, LETTERS | CATEGORY(NL)) || iri_unicode(ch) & OTHER_ALPHABETIC;
}

/* Whether the regular expression \p{Word} of Ruby matches: Alphabetic, marks, digits, connectors. */
static bool is_word(uint32_t ch)
{
	if (ch < 0x80)
		return ch == '_' || iri_is_alphanumeric((char)ch);
	/* In one look, for most characters: is_alphabetic, too */
	return in_categories(ch, MARKS | LETTERS | CATEGORY(ND) | CATEGORY(NL) | CATEGORY(PC)) || is_alphabetic(ch);
}

/* Returns the text without white space at its ends. */
static struct iri_str slug_trim(struct iri_str text)
{
	while (text.n && strchr(" \t\r\n\f\v", *text.p))
		text = (struct iri_str){text.p + 1, text.n - 1};
	while (text.n && strchr(" \t\r\n\f\v", text.p[text.n - 1]))
		text.n--;
	return text;
}

/*
 * Dialects. Each function appends the slug of a heading; `scratch` is an empty buffer.
 */

/* Appends what `keeps` keeps of a text, and "-" for each space. */
static void add_kept(struct iri_str text, bool (*keeps)(uint32_t ch), struct iri_buf *out)
{
	const char *p = text.p, *const end = p + text.n;

	while (p < end) {
		uint32_t ch;
		const size_t n = iri_utf8_decode(p, end, &ch);
		if (n && ch == ' ')
			iri_buf_putc(out, '-');
		else if (n == 1 && (ch == '-' || keeps(ch)))
			iri_buf_putc(out, *p);
		else if (n && (ch == '-' || keeps(ch)))
			iri_buf_add(out, p, n);
		p += n ? n : 1;
	}
}

/* The filter of GitHub's html-pipeline: downcase, remove what is not \p{Word}, "-" or " ", and " " becomes "-". */
static void slug_github(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	/* What becomes of each character of ASCII; a NUL: nothing */
	static const char ascii[128 + 1] =
		"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
		"-\0\0\0\0\0\0\0\0\0\0\0\0-\0\0" "0123456789" "\0\0\0\0\0\0"
		"\0" "abcdefghijklmnopqrstuvwxyz" "\0\0\0\0_"
		"\0" "abcdefghijklmnopqrstuvwxyz" "\0\0\0\0\0";
	char *to = iri_is_ascii(heading) ? iri_buf_reserve(out, heading.n) : NULL;

	if (to) { /* the same, in one step */
		for (const char *p = heading.p, *const end = p + heading.n; p < end; p++) {
			*to = ascii[(unsigned char)*p & 0x7F];
			to += *to != '\0';
		}
		out->n = (size_t)(to - out->p);
		return;
	}
	lower_add(heading, scratch);
	add_kept(iri_contents(scratch), is_word, out);
}

/* GitLab's string_to_anchor: as GitHub, but trimmed, with runs of "-" squeezed, and "anchor-" before digits alone. */
static void slug_gitlab(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	const size_t start = out->n;
	size_t to = start;
	bool digits = true;

	slug_github(slug_trim(heading), out, scratch);
	for (size_t i = start; i < out->n; i++) {
		if (out->p[i] == '-' && to > start && out->p[to - 1] == '-')
			continue;
		digits = digits && iri_is_digit(out->p[i]);
		out->p[to++] = out->p[i];
	}
	out->n = to;
	if (!digits || to == start || out->failed)
		return;
	scratch->n = 0;
	iri_buf_add(scratch, out->p + start, to - start);
	out->n = start;
	buf_add_text(out, "anchor-");
	iri_buf_add(out, scratch->p, scratch->n);
}

/* kramdown's basic_generate_id: from the first ASCII letter on, only ASCII letters, digits, "-" and " ". */
static void slug_kramdown(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	const char *p = heading.p, *const end = p + heading.n;
	const size_t start = out->n;

	(void)scratch;
	while (p < end && !(iri_is_alphanumeric(*p) && !iri_is_digit(*p)))
		p++;
	for (; p < end; p++)
		if (*p == ' ' || *p == '-' || iri_is_alphanumeric(*p))
			iri_buf_putc(out, *p == ' ' ? '-' : iri_lower(*p));
	if (out->n == start)
		buf_add_text(out, "section");
}

/* Whether Rust's char::is_alphanumeric holds, or the character is "_". */
static bool mdbook_keeps(uint32_t ch)
{
	return ch == '_' || is_alphabetic(ch) || in_categories(ch, CATEGORY(ND) | CATEGORY(NL) | CATEGORY(NO));
}

/* mdBook's normalize_id */
static void slug_mdbook(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	lower_add(slug_trim(heading), scratch);
	add_kept(iri_contents(scratch), mdbook_keeps, out);
}

/* Python-Markdown's slugify: ASCII only, without punctuation, each run of white space and "-" becomes "-". */
static void slug_mkdocs(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	struct iri_buf kept = {0};

	decomposed_add(heading, scratch);
	for (size_t i = 0; i < scratch->n; i++)
		if (iri_is_alphanumeric(scratch->p[i]) || strchr("_- \t\r\n\f\v", scratch->p[i]))
			iri_buf_putc(&kept, scratch->p[i]);
	const struct iri_str text = slug_trim(iri_contents(&kept));
	for (size_t i = 0; i < text.n; i++) {
		const bool is_gap = !iri_is_alphanumeric(text.p[i]) && text.p[i] != '_';
		if (!is_gap)
			iri_buf_putc(out, iri_lower(text.p[i]));
		else if (!i || iri_is_alphanumeric(text.p[i - 1]) || text.p[i - 1] == '_')
			iri_buf_putc(out, '-');
	}
	out->failed |= kept.failed;
	iri_buf_free(&kept);
}

/* Whether the regular expression \w of Python matches. */
static bool python_keeps(uint32_t ch)
{
	return ch == '_' || in_categories(ch, LETTERS | CATEGORY(ND) | CATEGORY(NL) | CATEGORY(NO));
}

/* pymdownx.slugs.slugify with case: lower, once uslugify: NFC; what is not \w, "-" or " " goes, and " " becomes "-". */
static void slug_pymdownx(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	struct iri_buf composed = {0};

	iri_nfc(slug_trim(heading), &composed, NULL);
	lower_add(iri_contents(&composed), scratch);
	add_kept(iri_contents(scratch), python_keeps, out);
	out->failed |= composed.failed;
	iri_buf_free(&composed);
}

/* Appends the letters of ASCII that hexo-util writes for a character of Latin text, or else the character. */
static void put_plain(struct iri_buf *out, uint32_t ch)
{
	static const struct {
		uint32_t ch;
		const char *plain;
	} others[] = {
		{0xC6, "AE"}, {0xD8, "O"}, {0xDF, "s"}, {0xE6, "ae"}, {0xF8, "o"}, {0x110, "D"}, {0x111, "d"},
		{0x131, "i"}, {0x141, "L"}, {0x142, "l"}, {0x152, "OE"}, {0x153, "oe"}, {0x1E9E, "S"},
	};
	utf8proc_int32_t form[4] = {0};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].ch == ch) {
			buf_add_text(out, others[i].plain);
			return;
		}
	if (in_categories(ch, CASED))
		utf8proc_decompose_char((utf8proc_int32_t)ch, form, 4, UTF8PROC_DECOMPOSE, NULL);
	buf_add_char(out, in_categories(ch, CASED) && form[0] < 0x80 ? (uint32_t)form[0] : ch);
}

/* Whether @mdit-vue/shared takes a character as a gap between words. */
static bool is_vue_gap(uint32_t ch)
{
	if (ch < 0x80)
		return strchr(" \t\r\n\f\v~`!@#$%^&*()-_+=[]{}|\\;:\"'<>,.?/", (int)ch) != NULL;
	return ch == 0xA0 || ch == 0xFEFF || ch == 0x201C || ch == 0x201D || ch == 0x2018 || ch == 0x2019 ||
	       in_categories(ch, CATEGORY(ZS) | CATEGORY(ZL) | CATEGORY(ZP));
}

/* Appends text without control characters; runs of gaps in it become "-", but at its ends nothing. */
static void add_slug_words(struct iri_str text, bool (*is_gap)(uint32_t ch), struct iri_buf *out)
{
	const char *p = text.p, *const end = p + text.n;
	const size_t start = out->n;
	bool gap = false;

	while (p < end) {
		uint32_t ch;
		const size_t n = iri_utf8_decode(p, end, &ch);
		p += n ? n : 1;
		if (!n || (ch < 0x20 && !strchr("\t\n\v\f\r", (int)ch)) || !ch)
			continue;
		if (is_gap(ch)) {
			gap = true;
			continue;
		}
		if (gap && out->n > start)
			iri_buf_putc(out, '-');
		gap = false;
		buf_add_char(out, ch);
	}
}

/* @mdit-vue/shared: runs of gaps become "-", "_" before a digit at the start */
static void slug_vitepress(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	struct iri_buf words = {0};

	decomposed_add(heading, scratch);
	add_slug_words(iri_contents(scratch), is_vue_gap, &words);
	if (words.n && iri_is_digit(*words.p))
		iri_buf_putc(out, '_');
	lower_add(iri_contents(&words), out);
	out->failed |= words.failed;
	iri_buf_free(&words);
}

/* Letters that docutils spells in ASCII, though they have no decomposition */
static const struct { uint16_t ch; char ascii[3]; } docutils_letters[] = {
	{0xDF, "sz"}, {0xE6, "ae"}, {0xF8, "o"}, {0x111, "d"}, {0x127, "h"}, {0x131, "i"}, {0x142, "l"}, {0x153, "oe"},
	{0x167, "t"}, {0x180, "b"}, {0x183, "b"}, {0x188, "c"}, {0x18C, "d"}, {0x192, "f"}, {0x199, "k"}, {0x19A, "l"},
	{0x19E, "n"}, {0x1A5, "p"}, {0x1AB, "t"}, {0x1AD, "t"}, {0x1B4, "y"}, {0x1B6, "z"}, {0x1E5, "g"}, {0x225, "z"},
	{0x234, "l"}, {0x235, "n"}, {0x236, "t"}, {0x237, "j"}, {0x238, "db"}, {0x239, "qp"}, {0x23C, "c"},
	{0x23F, "s"}, {0x240, "z"}, {0x247, "e"}, {0x249, "j"}, {0x24B, "q"}, {0x24D, "r"}, {0x24F, "y"},
};

/* docutils.nodes.make_id: ASCII letters and digits, from the first letter on; each run of other ASCII becomes "-". */
static void slug_docutils(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	enum { LETTERS_LISTED = sizeof docutils_letters / sizeof *docutils_letters };
	struct iri_buf lower = {0}, spelled = {0};
	const size_t start = out->n;
	bool gap = false;

	lower_add(heading, &lower);
	for (size_t i = 0, n; i < lower.n; i += n) {
		uint32_t ch;
		n = iri_utf8_decode(lower.p + i, lower.p + lower.n, &ch);
		size_t k = n > 1 ? 0 : LETTERS_LISTED;
		while (k < LETTERS_LISTED && docutils_letters[k].ch != ch)
			k++;
		if (k < LETTERS_LISTED)
			buf_add_text(&spelled, docutils_letters[k].ascii);
		else
			iri_buf_add(&spelled, lower.p + i, n);
	}
	decomposed_add(iri_contents(&spelled), scratch);
	for (const char *p = scratch->p, *const end = p + scratch->n; p < end; p++) {
		const bool is_letter = *p >= 'a' && *p <= 'z', is_digit = iri_is_digit(*p);
		if (is_letter || (is_digit && out->n > start)) {
			if (gap && out->n > start)
				iri_buf_putc(out, '-');
			iri_buf_putc(out, *p);
			gap = false;
		} else if ((unsigned char)*p < 0x80) {
			gap = true;
		}
	}
	out->failed |= lower.failed || spelled.failed;
	iri_buf_free(&lower);
	iri_buf_free(&spelled);
}

/* Whether hexo-util takes a character as a gap: as @mdit-vue/shared, but not quotation marks */
static bool is_hexo_gap(uint32_t ch)
{
	const bool is_space = in_categories(ch, CATEGORY(ZS) | CATEGORY(ZL) | CATEGORY(ZP));

	return is_vue_gap(ch) && (ch < 0x2000 || ch == 0xFEFF || is_space);
}

/* slugize of hexo-util: letters without marks, and runs of gaps become "-" */
static void slug_hexo(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	for (size_t i = 0, n; i < heading.n; i += n ? n : 1) {
		uint32_t ch;
		n = iri_utf8_decode(heading.p + i, heading.p + heading.n, &ch);
		if (n)
			put_plain(scratch, ch);
	}
	add_slug_words(iri_contents(scratch), is_hexo_gap, out);
}

/* What slugify of docsify 4 makes of a character, if that is not the character: HTML is escaped before it. */
static const char *docsify_text(uint32_t ch)
{
	static const char *const escaped[] = {['"'] = "quot", ['&'] = "amp", ['\''] = "39", ['<'] = "lt", ['>'] = "gt"};

	if (ch <= '>' && escaped[ch])
		return escaped[ch];
	if (ch < 0x80)
		return ch && strchr("\\!#$%()*+,./:;=?@[]^`{|}~", (int)ch) ? "" : NULL;
	return (ch >= 0x2000 && ch <= 0x206F) || (ch >= 0x2E00 && ch <= 0x2E7F) ? "" : NULL;
}

/* The same for a heading: "_" before a digit at the start, and each run of "-" and white space becomes "-". */
static void slug_docsify(struct iri_str heading, struct iri_buf *out, struct iri_buf *scratch)
{
	const struct iri_str text = slug_trim(heading);

	for (size_t i = 0, n; i < text.n; i += n ? n : 1) {
		uint32_t ch;
		n = iri_utf8_decode(text.p + i, text.p + text.n, &ch);
		const char *const other = n ? docsify_text(ch) : "";
		if (other)
			buf_add_text(scratch, other);
		else if (ch == '-' || ch == 0xA0 || ch == 0x3000 || (ch < 0x80 && strchr(" \t\r\n\f\v", (int)ch)))
			iri_buf_add(scratch, "-", !scratch->n || scratch->p[scratch->n - 1] != '-');
		else
			buf_add_char(scratch, ch < 0x80 ? (unsigned char)iri_lower((char)ch) : ch);
	}
	if (scratch->n && iri_is_digit(*scratch->p))
		iri_buf_putc(out, '_');
	iri_buf_add(out, scratch->p, scratch->n);
}

void slug_add(enum slug_dialect dialect, struct iri_str heading, struct iri_buf *out)
{
	static void (*const add[SLUG_DIALECTS])(struct iri_str, struct iri_buf *, struct iri_buf *) = {
		[SLUG_GITHUB] = slug_github, [SLUG_GITLAB] = slug_gitlab, [SLUG_HEXO] = slug_hexo,
		[SLUG_KRAMDOWN] = slug_kramdown, [SLUG_MDBOOK] = slug_mdbook, [SLUG_MKDOCS] = slug_mkdocs,
		[SLUG_PYMDOWNX] = slug_pymdownx, [SLUG_VITEPRESS] = slug_vitepress, [SLUG_DOCUTILS] = slug_docutils,
		[SLUG_DOCSIFY] = slug_docsify,
	};
	struct iri_buf scratch = {0};

	add[dialect](iri_present(heading), out, &scratch);
	out->failed |= scratch.failed;
	iri_buf_free(&scratch);
}

/*
 * Repeated headings
 */

/* An anchor that is taken: a slot of an open hash table */
struct slot {
	uint64_t hash;   /* of the anchor; 0: the slot is free */
	size_t next;     /* the number to try next when the same slug comes again; 0: none was tried */
};

static struct slot *slot_of(const struct slugs *s, uint64_t hash)
{
	struct slot *const slots = s->slots.item;
	const size_t mask = ARRAY_COUNT(s->slots) - 1;
	size_t i = (size_t)hash & mask;

	while (slots[i].hash && slots[i].hash != hash)
		i = (i + 1) & mask;
	return &slots[i];
}

/* Doubles the table if it is half full. Returns false if memory runs out. */
static bool slugs_make_room(struct slugs *s)
{
	const struct slugs old = *s;
	const size_t n = ARRAY_COUNT(old.slots), size = n ? 2 * n : 16;
	const struct slot *const slots = old.slots.item;

	if (s->n * 2 < n)
		return true;
	if (!s->key && (s->key = malloc(SIPHASH_KEY)) != NULL)
		iri_siphash_make_key(s->key);
	struct iri_buf more = {0};
	char *const p = iri_buf_reserve(&more, size * sizeof(struct slot));
	if (!p || !s->key) {
		iri_buf_free(&more);
		s->slots.buf.failed = true;
		return false;
	}
	memset(p, 0, size * sizeof(struct slot));
	more.n = size * sizeof(struct slot);
	s->slots.buf = more;
	for (size_t i = 0; i < n; i++)
		if (slots[i].hash)
			*slot_of(s, slots[i].hash) = slots[i];
	free(old.slots.item);
	return true;
}

/* Returns the slot of an anchor, or the free one where it belongs. */
static struct slot *slugs_find(const struct slugs *s, struct iri_str anchor, uint64_t *hash)
{
	*hash = iri_siphash(s->key, anchor, 1, 3);
	*hash += !*hash;
	return slot_of(s, *hash);
}

/*
 * Returns the length of the anchor without its number, and sets *number to it: Python-Markdown counts on from the
 * number of "a_1". Other software appends a number to the whole.
 */
static size_t base_of(const struct slugs *s, struct iri_str anchor, size_t *number)
{
	size_t n = anchor.n, value = 0, place = 1;

	*number = 0;
	if (!slug_is_python(s->dialect))
		return anchor.n;
	while (n && anchor.n - n < 9 && iri_is_digit(anchor.p[n - 1])) {
		value += place * (size_t)(anchor.p[--n] - '0');
		place *= 10;
	}
	if (n == anchor.n || !n || anchor.p[n - 1] != '_')
		return anchor.n;
	*number = value;
	return n - 1;
}

/*
 * The number that an anchor has tried is kept with it, so that many equal headings take linear time; with the numbers
 * of Python-Markdown, where "a" and "a_1" try the same anchors, each step also halves the path that is left.
 */
void slugs_next(struct slugs *s, struct iri_str heading, struct iri_buf *out)
{
	const size_t start = out->n;
	uint64_t hash;

	slug_add(s->dialect, heading, out);
	if (slug_is_python(s->dialect) && out->n == start)
		buf_add_text(out, "_1");
	/* Those of repeated headings are numbered with ids of other things: "id1". They are not known. */
	if (out->failed || s->dialect == SLUG_DOCUTILS || !slugs_make_room(s))
		return;
	struct slot *slot = slugs_find(s, iri_added(out, start), &hash);
	size_t number;
	size_t base = base_of(s, iri_added(out, start), &number);
	while (slot->hash) {
		slot->next = slot->next ? slot->next : number + 1;
		number = slot->next;
		out->n = start + base;
		buf_add_format(out, slug_is_python(s->dialect) ? "_%zu" : "-%zu", number);
		if (out->failed)
			return;
		struct slot *const other = slugs_find(s, iri_added(out, start), &hash);
		if (slug_is_python(s->dialect)) {
			slot->next = other->hash && other->next ? other->next : number + 1;
			slot = other;
		} else {
			slot->next++;
			if (!other->hash)
				slot = other;
		}
	}
	*slot = (struct slot){.hash = hash};
	s->n++;
}

bool slugs_failed(const struct slugs *s)
{
	return s->slots.buf.failed;
}

void slugs_free(struct slugs *s)
{
	iri_buf_free(&s->slots.buf);
	free(s->key);
	s->key = NULL;
	s->n = 0;
}
