/* SPDX-License-Identifier: ISC */
#include "label.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/combining_marks.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <string.h>

enum { MOST = 63 }; /* characters of a label, since an A-label has at most 63 octets */

/* Writing systems that use several scripts (UTS #39, section 5.1): bits above those of the scripts in unicode.h */
#define HANB (UINT64_C(1) << 32)
#define JPAN (UINT64_C(1) << 33)
#define KORE (UINT64_C(1) << 34)
#define EVERY_SCRIPT UINT64_MAX
#define KANA_SCRIPTS ((uint32_t)SCRIPT_HIRA | SCRIPT_KANA)
#define CJK_SCRIPTS (KANA_SCRIPTS | SCRIPT_HANI | SCRIPT_BOPO | SCRIPT_HANG)

/* A label, and the n characters of it */
struct label {
	struct iri_str text, tld;
	uint32_t ch[MOST];
	uint64_t scripts_of[MOST]; /* the scripts of each character */
	size_t n;
	uint64_t scripts;          /* those of all characters together, but for EVERY_SCRIPT */
};

static const struct iri_refusal pass = {IRI_REFUSED_NOT, 0, 0};

/* Whether ch is ASCII, and of one of these classes (see chars.h). */
static bool is_ascii(uint32_t ch, unsigned classes)
{
	return ch < 0x80 && iri_byte_class((char)ch) & classes;
}

/* Returns the scripts that a character is used in, or EVERY_SCRIPT, without writing systems. */
static uint64_t scripts_of(uint32_t ch)
{
	const uint32_t scripts = iri_scripts(ch);

	return scripts & SCRIPT_ZYYY ? EVERY_SCRIPT : scripts;
}

/* Returns the scripts, and the writing systems that use these. */
static uint64_t systems_of(uint64_t s)
{
	if (s & SCRIPT_HANI)
		s |= HANB | JPAN | KORE;
	if (s & KANA_SCRIPTS)
		s |= JPAN;
	if (s & SCRIPT_HANG)
		s |= KORE;
	if (s & SCRIPT_BOPO)
		s |= HANB;
	return s;
}

/* Whether the scripts of a character, which are s, are known and are all of these. */
static bool is_only(uint64_t s, uint32_t scripts)
{
	return s && !(s & ~(uint64_t)scripts);
}

/* Whether the only script of a character is this one, or one of these. */
static bool label_is_of(uint32_t ch, uint32_t scripts)
{
	return is_only(scripts_of(ch), scripts);
}

static bool is_mark(uint32_t ch)
{
	return iri_property(ch)->category == UTF8PROC_CATEGORY_MN;
}

/* Whether a word of the list, separated by spaces, is the top-level domain. */
static bool label_is_tld(struct iri_str tld, const char *list)
{
	for (const char *p = list; *p; p += strspn(p, " ")) {
		const size_t n = strcspn(p, " ");
		if (n == tld.n && !memcmp(p, tld.p, n))
			return true;
		p += n;
	}
	return false;
}

/* Whether a Latin character is a letter of a modern orthography. */
static bool is_modern_latin(uint32_t ch)
{
	static const uint32_t others[] = {0x1A1, 0x1B0, 0x1E7, 0x1E9, 0x1EF, 0x219, 0x21B}; /* ơ ư ǧ ǩ ǯ ș ț */

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i] == ch)
			return true;
	return (ch >= 0xDF && ch <= 0x17E) || (ch >= 0x1EA0 && ch <= 0x1EFF);
}

/* Whether names under a top-level domain use a non-ASCII character of these scripts. */
static bool is_used(uint32_t ch, uint64_t scripts, struct iri_str tld)
{
	/* Characters that look like ASCII letters or come from ASCII letters, and the domains that use them. */
	static const struct {
		uint32_t ch;
		const char *tlds;
	} local[] = {
		{0xB7, "cat es ad"}, {0xE6, "dk no is fo"}, {0xF0, "is fo"}, {0xFE, "is fo"},
		{0x131, "tr az"}, {0x153, "fr be ca ch lu mc"}, {0x259, "az"},
	};

	/* The five have Identifier_Status=Allowed for the sake of identifiers, and look like punctuation. */
	if (!scripts || ch == 0x2BB || ch == 0x2BC || ch == 0xF0B || ch == 0x6FD || ch == 0x6FE)
		return false;
	if (iri_char_verdict(ch, IRI_HOST, true).kept)
		return false; /* it looks like a delimiter, or this version of utf8proc does not know it */
	for (size_t i = 0; i < sizeof local / sizeof *local; i++)
		if (local[i].ch == ch)
			return label_is_tld(tld, local[i].tlds);
	return !is_only(scripts, SCRIPT_LATN) || is_mark(ch) || is_modern_latin(ch);
}

static struct iri_refusal label_refuse(enum iri_refused why, uint32_t ch, uint32_t other)
{
	return (struct iri_refusal){why, ch, other};
}

/* Rule 2: characters that names use. */
static struct iri_refusal check_chars(const struct label *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->ch[i] >= 0x80 && !is_used(l->ch[i], l->scripts_of[i], l->tld))
			return label_refuse(IRI_REFUSED_CHAR, l->ch[i], 0);
	return pass;
}

/*
 * Whether n characters are written together: in one script or writing system, or in a writing system of East Asia with
 * ASCII letters. Characters whose scripts are not known (see iri_scripts) do not count; rule 2 refuses them.
 */
static bool go_together(const uint32_t *ch, size_t n)
{
	uint64_t all = EVERY_SCRIPT, without_latin = EVERY_SCRIPT;
	bool latin = false; /* other than ASCII */

	for (size_t i = 0; i < n; i++) {
		const uint64_t scripts = scripts_of(ch[i]), s = scripts ? systems_of(scripts) : EVERY_SCRIPT;
		all &= s;
		if (is_only(scripts, SCRIPT_LATN))
			latin = latin || ch[i] >= 0x80;
		else
			without_latin &= s;
	}
	return all || (!latin && without_latin & (HANB | JPAN | KORE));
}

/* Rule 3: scripts that are written together. Names the first character that does not go with those before it. */
static struct iri_refusal check_scripts(const struct label *l)
{
	size_t n = 1, other = 0;

	if (go_together(l->ch, l->n))
		return pass;
	while (go_together(l->ch, n + 1))
		n++;
	while (other < n && go_together((const uint32_t[]){l->ch[other], l->ch[n]}, 2))
		other++;
	return label_refuse(IRI_REFUSED_SCRIPTS, l->ch[n], other < n ? l->ch[other] : 0);
}

/* Rule 4: digits of one numbering system. */
static struct iri_refusal label_check_digits(const struct label *l)
{
	uint32_t zero = 0;

	for (size_t i = 0; i < l->n; i++) {
		const uint32_t its = iri_char_zero(l->ch[i]);
		if (its && zero && its != zero)
			return label_refuse(IRI_REFUSED_DIGITS, l->ch[i], 0);
		zero = its ? its : zero;
	}
	return pass;
}

/* Rule 5: marks that show, and, in NFD, no mark twice in a row and no U+0307 after l. */
static struct iri_refusal check_marks(const struct label *l)
{
	enum { DOT_ABOVE = 0x307 };
	utf8proc_int32_t nfd[4 * MOST]; /* no character has a longer decomposition */
	const utf8proc_ssize_t n = utf8proc_decompose((const utf8proc_uint8_t *)l->text.p, (utf8proc_ssize_t)l->text.n,
	                                              nfd, 4 * MOST, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
	const uint32_t mark = iri_misleading_mark(l->text);

	for (utf8proc_ssize_t i = 1; i < n; i++) {
		const uint32_t ch = (uint32_t)nfd[i], before = (uint32_t)nfd[i - 1];
		if ((is_mark(ch) && ch == before) || (ch == DOT_ABOVE && before == 'l'))
			return label_refuse(IRI_REFUSED_MARK, ch, 0);
	}
	return mark ? label_refuse(IRI_REFUSED_MARK, mark, 0) : pass;
}

/* Whether a kana may stand after `before` and before `after`, each 0 at an end of the label. */
static bool is_kana_in_place(uint32_t ch, uint32_t before, uint32_t after)
{
	switch (ch) {
	case 0x30FC: return before == 0x30FC || label_is_of(before, KANA_SCRIPTS);
	case 0x30FD:
	case 0x30FE: return label_is_of(before, SCRIPT_KANA);
	case 0x309D:
	case 0x309E: return label_is_of(before, SCRIPT_HIRA);
	case 0x30FB: return !label_is_of(before, SCRIPT_LATN) && !label_is_of(after, SCRIPT_LATN);
	default: return true;
	}
}

/* Rule 6: kana that cannot be taken for other characters. HE, BE and PE look the same in Hiragana and Katakana. */
static struct iri_refusal check_kana(const struct label *l)
{
	size_t hira = 0, kana = 0, hira_he = 0, kana_he = 0;
	uint32_t he = 0;

	if (!(l->scripts & KANA_SCRIPTS))
		return pass;
	for (size_t i = 0; i < l->n; i++) {
		const uint32_t ch = l->ch[i];
		if (!is_kana_in_place(ch, i ? l->ch[i - 1] : 0, i + 1 < l->n ? l->ch[i + 1] : 0))
			return label_refuse(IRI_REFUSED_KANA, ch, 0);
		const bool is_hira_he = ch >= 0x3078 && ch <= 0x307A, is_kana_he = ch >= 0x30D8 && ch <= 0x30DA;
		hira += label_is_of(ch, SCRIPT_HIRA);
		kana += label_is_of(ch, SCRIPT_KANA);
		hira_he += is_hira_he;
		kana_he += is_kana_he;
		he = is_hira_he || is_kana_he ? ch : he;
	}
	if (hira && kana && (hira == hira_he || kana == kana_he))
		return label_refuse(IRI_REFUSED_KANA, he, 0);
	return pass;
}

/* Whether a character is CJK and looks like a stroke, a dot or an ASCII character: a dash, or ASCII by its skeleton. */
static bool is_stroke(uint32_t ch)
{
	/* U+4E00 and U+3127 look like a dash, and U+4E28 like a vertical line. UTS #39 does not say so. */
	return ch == 0x4E00 || ch == 0x3127 || ch == 0x4E28 ||
	       (label_is_of(ch, CJK_SCRIPTS) && iri_unicode(ch) & ASCII_LIKE);
}

/* Whether a character is CJK and cannot be taken for another one, so that a reader sees that the text is CJK. */
static bool is_clear_cjk(uint32_t ch)
{
	return label_is_of(ch, CJK_SCRIPTS) && !is_stroke(ch);
}

/*
 * Rule 7: CJK characters that touch ASCII and stand alone, where they could be taken for a stroke, a dot or a letter.
 * Kana and Bopomofo are refused there; Han only if the label has no other CJK character, or if it looks like a stroke.
 * Beside digits, in a label without ASCII letters, Han is usual, as in a date; a stroke is refused there, too.
 */
static struct iri_refusal check_beside_ascii(const struct label *l)
{
	bool letters = false;
	size_t cjk = 0;

	if (!(l->scripts & CJK_SCRIPTS))
		return pass;
	for (size_t i = 0; i < l->n; i++) {
		letters = letters || is_ascii(l->ch[i], CHAR_ALPHA);
		cjk += label_is_of(l->ch[i], CJK_SCRIPTS);
	}
	for (size_t i = 0; i < l->n; i++) {
		const uint32_t ch = l->ch[i], before = i ? l->ch[i - 1] : 0, after = i + 1 < l->n ? l->ch[i + 1] : 0;
		const bool touches = is_ascii(before, CHAR_ALPHA | CHAR_DIGIT) ||
		                     is_ascii(after, CHAR_ALPHA | CHAR_DIGIT);
		if (!touches || is_clear_cjk(before) || is_clear_cjk(after))
			continue;
		const bool one_han = label_is_of(ch, SCRIPT_HANI) && letters && cjk == 1;
		if (one_han || is_stroke(ch) || label_is_of(ch, KANA_SCRIPTS | SCRIPT_BOPO))
			return label_refuse(IRI_REFUSED_BESIDE_ASCII, ch, 0);
	}
	return pass;
}

/* Scripts, and the country codes of places where each is usual */
static const struct {
	uint32_t scripts;
	const char *tlds;
} homes[] = {
	{SCRIPT_CYRL, "ru su ua by bg rs mk me ba kz kg tj mn uz"},
	{SCRIPT_GREK, "gr cy"},
	{SCRIPT_ARMN, "am"},
	{SCRIPT_GEOR, "ge"},
	{SCRIPT_HEBR, "il"},
	{SCRIPT_ARAB, "ae af bh dj dz eg iq ir jo km kw lb ly ma mr om pk ps qa sa sd so sy td tn ye"},
	{SCRIPT_THAA, "mv"},
	{SCRIPT_DEVA, "in np"},
	{SCRIPT_BENG, "in bd"},
	{SCRIPT_GURU | SCRIPT_GUJR | SCRIPT_ORYA | SCRIPT_TELU | SCRIPT_KNDA | SCRIPT_MLYM, "in"},
	{SCRIPT_TAML, "in lk sg my"},
	{SCRIPT_SINH, "lk"},
	{SCRIPT_THAI, "th"},
	{SCRIPT_LAOO, "la"},
	{SCRIPT_MYMR, "mm"},
	{SCRIPT_KHMR, "kh"},
	{SCRIPT_TIBT, "cn bt in"},
	{SCRIPT_ETHI, "et er"},
	{SCRIPT_HANI, "cn tw hk mo sg jp kr"},
	{SCRIPT_HIRA | SCRIPT_KANA, "jp"},
	{SCRIPT_HANG, "kr kp"},
};

/* Whether one of the scripts occurs in the top-level domain, or is usual under it. */
static bool is_at_home(uint64_t scripts, struct iri_str tld)
{
	uint32_t ch = 0;

	for (const char *p = tld.p, *end = p + tld.n; p < end;) {
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (!len)
			break;
		if (scripts_of(ch) != EVERY_SCRIPT && scripts_of(ch) & scripts)
			return true;
		p += len;
	}
	for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
		if (homes[i].scripts & scripts && label_is_tld(tld, homes[i].tlds))
			return true;
	return false;
}

/* Whether a character looks like ASCII, apart from its marks. */
static bool looks_like_ascii(uint32_t ch)
{
	utf8proc_int32_t form[DECOMPOSED_MAX];
	const size_t n = iri_decompose(ch, form);

	for (size_t i = 0; i < n; i++) {
		const uint32_t c = (uint32_t)form[i];
		if (c >= 0x80 && !is_mark(c) && !(iri_unicode(c) & ASCII_LIKE))
			return false;
	}
	return true;
}

/* Adds ch to a set of up to n distinct characters. Returns their number. */
static size_t add_distinct(uint32_t *set, size_t n, uint32_t ch)
{
	for (size_t i = 0; i < n; i++)
		if (set[i] == ch)
			return n;
	set[n] = ch;
	return n + 1;
}

/* Rule 8: away from the domains where its script is usual, a label needs characters that nobody takes for ASCII. */
static struct iri_refusal check_whole_script(const struct label *l)
{
	uint32_t distinct[MOST], first = 0;
	uint64_t before = EVERY_SCRIPT; /* the scripts of the last character that had others */
	size_t n = 0;
	bool home = true, cjk = false, no_loops = false;

	for (size_t i = 0; i < l->n; i++) {
		const uint32_t ch = l->ch[i];
		const uint64_t scripts = l->scripts_of[i];
		if (scripts == EVERY_SCRIPT)
			continue;
		if (scripts == SCRIPT_LATN)
			return pass; /* Latin, perhaps beside CJK */
		first = first ? first : ch;
		home = home && (scripts == before || is_at_home(scripts, l->tld));
		before = scripts;
		cjk = cjk || is_only(scripts, CJK_SCRIPTS);
		no_loops = no_loops || is_only(scripts, SCRIPT_THAI | SCRIPT_LAOO);
		if (!looks_like_ascii(ch) && !is_mark(ch) && !iri_char_zero(ch))
			n = add_distinct(distinct, n, ch);
	}
	/* Fonts that omit the loops of Thai and Lao letters turn them into n, s, u and w. */
	if (!first || home || (cjk ? n >= 1 : n >= 3 && !no_loops))
		return pass;
	return label_refuse(IRI_REFUSED_WHOLE_SCRIPT, first, 0);
}

size_t iri_label_refusals(struct iri_str label, struct iri_str tld, struct iri_refusal r[IRI_LABEL_RULES])
{
	static struct iri_refusal (*const checks[IRI_LABEL_RULES])(const struct label *l) = {
		check_chars, check_scripts, label_check_digits, check_marks, check_kana, check_beside_ascii,
		check_whole_script,
	};
	struct label l = {.text = label, .tld = tld};
	size_t n = 0;

	if (iri_is_ascii(label))
		return 0;
	for (const char *p = label.p, *end = p + label.n; p < end;) {
		uint32_t ch = 0;
		const size_t len = iri_utf8_decode(p, end, &ch);
		if (!len || l.n == MOST) {
			r[0] = label_refuse(IRI_REFUSED_INVALID, 0, 0);
			return 1;
		}
		const uint64_t scripts = scripts_of(ch);
		l.scripts_of[l.n] = scripts;
		l.ch[l.n++] = ch;
		l.scripts |= scripts == EVERY_SCRIPT ? 0 : scripts;
		p += len;
	}
	for (size_t i = 0; i < IRI_LABEL_RULES; i++) {
		r[n] = checks[i](&l);
		n += r[n].why != IRI_REFUSED_NOT;
	}
	return n;
}

struct iri_refusal iri_label_refusal(struct iri_str label, struct iri_str tld)
{
	struct iri_refusal r[IRI_LABEL_RULES];

	return iri_label_refusals(label, tld, r) ? r[0] : pass;
}
