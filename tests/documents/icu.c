/* SPDX-License-Identifier: ISC */
/*
 * icu LIST: compares the rules for hosts that deceive with uspoof, the implementation of UTS #39 in ICU:
 *     scripts   the scripts of each character that ICU's Unicode has
 *     skeleton  the skeletons of those that IDNA2008 allows in a host
 *     level     whether the scripts of generated labels are written together (UTS #39, section 5.2)
 * icu --visual: prints each line of standard input in the order in which a display shows it from left to right, by
 * ICU's implementation of UAX #9, in a paragraph from left to right, without bidi controls.
 *
 * LIST has all differences, with reasons: icu.tsv describes its columns. Prints each other difference, each row
 * that does not occur, and how many characters and labels were compared. Exits with 0, with 1 after such a difference
 * or row, or with 77 if ICU has a newer Unicode than lib/unicode/unicode_table.h.
 */
#include "lib/base/str.h"
#include "lib/host/host.h"
#include "lib/host/known.h"
#include "lib/host/label.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum { CHARS = 0x110000, TEXT = 400, ROWS = 4000, LABELS = 100000, LONGEST = 10 };

/* A row of the list: for characters, the range from first to last; for labels, the name of a class of labels. */
static struct row {
	char kind[16], chars[64], number[16], ours[TEXT], icu[TEXT], ours_unicode[16], icu_unicode[16];
	unsigned long first, last;
	unsigned long occurred; /* number of differences */
} rows[ROWS];
static size_t n_rows;

static USpoofChecker *spoof;
static USpoofCheckResult *result; /* of the last check */
static USet *allowed;        /* Identifier_Status=Allowed in ICU's Unicode */
static bool in_host[CHARS];  /* IDNA2008 allows the character */
static bool scripts_differ[CHARS];
static UVersionInfo listed;  /* the version of Unicode that ICU has according to the list */
static char icu_unicode[16]; /* the version that it has */
static size_t unlisted;

/* Ends the program if ICU reports an error. */
static void check(UErrorCode status)
{
	if (U_FAILURE(status)) {
		fprintf(stderr, "icu: %s\n", u_errorName(status));
		exit(2);
	}
}

/* Reads the list. Its columns have tabs between them. */
static void read_list(const char *name)
{
	FILE *const f = fopen(name, "r");
	char line[2000], reason[1000];

	while (f && fgets(line, sizeof line, f)) {
		if (*line == '#')
			continue;
		struct row *const r = &rows[n_rows];
		if (n_rows == ROWS ||
		    sscanf(line,
		           "%15[^\t]\t%63[^\t]\t%15[^\t]\t%399[^\t]\t%399[^\t]\t%15[^\t]\t%15[^\t]\t%999[^\n]",
		           r->kind, r->chars, r->number, r->ours, r->icu, r->ours_unicode, r->icu_unicode,
		           reason) != 8) {
			fprintf(stderr, "icu: not a row of the list: %s", line);
			exit(2);
		}
		const char *const dots = strstr(r->chars, "..");
		r->first = strtoul(r->chars, NULL, 16);
		r->last = dots ? strtoul(dots + 2, NULL, 16) : r->first;
		n_rows++;
	}
	if (!f || !n_rows) {
		fprintf(stderr, "icu: cannot read %s\n", name);
		exit(2);
	}
	fclose(f);
}

/*
 * Counts a difference, and prints it if the list does not have it. ch: the character, or CHARS for a label; then
 * `chars` is its class. If ICU has another Unicode than the list, a row for the character covers any result of ICU.
 */
static void differ(const char *kind, uint32_t ch, const char *chars, const char *ours, const char *icu)
{
	char code[16];

	for (size_t i = 0; i < n_rows; i++) {
		struct row *const r = &rows[i];
		const bool here = ch < CHARS ? ch >= r->first && ch <= r->last : !strcmp(chars, r->chars);
		if (here && !strcmp(kind, r->kind) && !strcmp(ours, r->ours) &&
		    (strcmp(r->icu_unicode, icu_unicode) ? !strcmp(r->icu_unicode, rows[0].icu_unicode)
		                                         : !strcmp(icu, r->icu))) {
			r->occurred++;
			return;
		}
	}
	snprintf(code, sizeof code, "%04X", (unsigned)ch);
	printf("not in the list: %s\t%s\t%s\t%s\n", kind, ch < CHARS ? code : chars, ours, icu);
	unlisted++;
}

/* Whether the character is assigned in ICU's Unicode and in the one that the list is for. */
static bool is_shared(uint32_t ch)
{
	UVersionInfo age;

	u_charAge((UChar32)ch, age);
	return age[0] && u_isdefined((UChar32)ch) && memcmp(age, listed, sizeof age) <= 0;
}

/* The scripts that iri_scripts knows, by their codes in ISO 15924, in the order of their bits (unicode.h) */
static const char codes[][5] = {
	"Latn", "Grek", "Cyrl", "Armn", "Geor", "Hebr", "Arab", "Thaa", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml",
	"Telu", "Knda", "Mlym", "Sinh", "Thai", "Laoo", "Tibt", "Mymr", "Khmr", "Ethi", "Hani", "Hira", "Kana", "Bopo",
	"Hang", "Gran", "Zyyy",
};
enum { CODES = sizeof codes / sizeof *codes };

/* Returns the scripts of a character by ICU, in the form of iri_scripts. */
static uint32_t icu_scripts(uint32_t ch)
{
	UErrorCode status = U_ZERO_ERROR;
	UScriptCode scripts[64];
	uint32_t set = 0;

	if (!uset_contains(allowed, (UChar32)ch))
		return 0;
	const int32_t n = uscript_getScriptExtensions((UChar32)ch, scripts, 64, &status);
	check(status);
	for (int32_t i = 0; i < n; i++) {
		const char *const code = scripts[i] == USCRIPT_INHERITED ? "Zyyy" : uscript_getShortName(scripts[i]);
		for (unsigned k = 0; k < CODES; k++)
			if (!strcmp(code, codes[k]))
				set |= UINT32_C(1) << k;
	}
	return set;
}

/* Writes the codes of a set of scripts, or "-" for the empty set. */
static const char *script_text(uint32_t set, char text[TEXT])
{
	size_t n = 0;

	strcpy(text, "-");
	for (unsigned i = 0; i < CODES; i++)
		if (set >> i & 1)
			n += (size_t)snprintf(text + n, TEXT - n, "%s%s", n ? " " : "", codes[i]);
	return text;
}

/* Compares the scripts of all characters. */
static void compare_scripts(void)
{
	char ours[TEXT], icu[TEXT];
	size_t n = 0, n_allowed = 0;

	for (uint32_t ch = 0; ch < CHARS; ch++) {
		if (!is_shared(ch))
			continue;
		const uint32_t a = iri_scripts(ch), b = icu_scripts(ch);
		n++;
		n_allowed += b != 0;
		scripts_differ[ch] = a != b;
		if (a != b)
			differ("scripts", ch, "", script_text(a, ours), script_text(b, icu));
	}
	printf("scripts: %zu characters, of which %zu are allowed in identifiers\n", n, n_allowed);
}

/*
 * Sets in_host. A few characters are allowed only beside certain others, and the bidi rule excludes digits and marks at
 * the start of a label (RFC 5892, appendix A; RFC 5893, section 2).
 */
static void find_host_chars(void)
{
	static const char *const around[][2] = {
		{"", ""}, {"a", ""}, {"\u0627", ""}, {"\u05D0", ""}, {"l", "l"}, {"", "\u03B1"}, {"\u30A2", ""},
		{"\u0915\u094D", ""},
	};
	struct iri_buf scratch = {.p = NULL}, out = {.p = NULL};

	for (uint32_t ch = 0x80; ch < CHARS; ch++) {
		for (size_t i = 0; is_shared(ch) && !in_host[ch] && i < sizeof around / sizeof *around; i++) {
			char text[32], middle[4];
			struct iri_label l;
			const size_t len = iri_utf8_encode(ch, middle);
			const int n = snprintf(text, sizeof text, "%s%.*s%s", around[i][0], (int)len, middle,
			                       around[i][1]);
			iri_buf_clear(&out);
			iri_buf_clear(&scratch);
			if (iri_label_check(NULL, (struct iri_str){text, (size_t)n}, &scratch, &l, &out) != IRI_OK)
				exit(2);
			in_host[ch] = l.fault == IRI_LABEL_WELL && !l.mapped;
		}
	}
	iri_buf_free(&scratch);
	iri_buf_free(&out);
}

/* Writes the characters of a text as code points. */
static void code_points(struct iri_str s, char text[TEXT])
{
	size_t n = 0;
	uint32_t ch = 0;

	strcpy(text, "-");
	for (const char *p = s.p, *end = p + s.n; p < end && n < TEXT;) {
		const size_t len = iri_utf8_decode(p, end, &ch);
		n += (size_t)snprintf(text + n, TEXT - n, "%s%04X", n ? " " : "", (unsigned)ch);
		p += len ? len : 1;
	}
}

/* Writes the skeleton of a character by ICU, changed as iri_skeleton does it: without marks, in lower case. */
static void icu_skeleton(uint32_t ch, char text[TEXT])
{
	UErrorCode status = U_ZERO_ERROR;
	char in[4], raw[256], out[256];
	const size_t len = iri_utf8_encode(ch < 0x80 && ch != 'I' ? (uint32_t)u_tolower((UChar32)ch) : ch, in);
	const int32_t n = uspoof_getSkeletonUTF8(spoof, 0, in, (int32_t)len, raw, sizeof raw, &status);
	size_t to = 0;

	check(status);
	for (const char *p = raw, *end = p + n; p < end;) {
		const size_t k = iri_utf8_decode(p, end, &ch);
		if (!k)
			exit(2);
		p += k;
		if (u_charType((UChar32)ch) == U_NON_SPACING_MARK ||
		    u_hasBinaryProperty((UChar32)ch, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
			continue;
		if (ch == 'M')
			to += iri_utf8_encode('r', out + to); /* and n: the skeleton of m */
		ch = ch == 'M' ? 'n' : ch;
		to += iri_utf8_encode(ch < 0x80 ? (uint32_t)u_tolower((UChar32)ch) : ch, out + to);
	}
	code_points((struct iri_str){out, to}, text);
}

/* Compares the skeletons of characters that a host can have. */
static void compare_skeletons(void)
{
	struct iri_buf skeleton = {.p = NULL};
	char ours[TEXT], icu[TEXT], in[4];
	size_t n = 0, others = 0;

	for (uint32_t ch = 0; ch < CHARS; ch++) {
		const bool ldh = ch < 0x80 && iri_is_ldh((char)ch);
		if (!is_shared(ch))
			continue;
		if (!ldh && !in_host[ch]) {
			others++;
			continue;
		}
		n++;
		iri_buf_clear(&skeleton);
		const size_t len = iri_utf8_encode(ch, in);
		iri_skeleton((struct iri_str){in, len}, &skeleton);
		code_points(iri_contents(&skeleton), ours);
		icu_skeleton(ch, icu);
		if (strcmp(ours, icu) != 0)
			differ("skeleton", ch, "", ours, icu);
	}
	printf("skeleton: %zu characters; %zu that IDNA2008 does not allow were not compared\n", n, others);
	iri_buf_free(&skeleton);
}
/* Returns a pseudorandom number below n: the same sequence in each run (xorshift64*). */
static size_t draw(size_t n)
{
	static uint64_t state = 1;

	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (size_t)((state * UINT64_C(0x2545F4914F6CDD1D)) >> 33) % n;
}

/* For each script of `codes`: the characters of labels that are used in it */
static struct pool {
	uint32_t *chars;
	size_t n;
} pools[CODES];

/* The pools have the characters that both versions allow in identifiers and in hosts, with the same scripts. */
static void fill_pools(void)
{
	for (unsigned i = 0; i < CODES; i++) {
		struct pool *const pool = &pools[i];
		pool->chars = malloc(CHARS * sizeof *pool->chars);
		if (!pool->chars)
			exit(2);
		for (uint32_t ch = 0x80; ch < CHARS; ch++)
			if (in_host[ch] && !scripts_differ[ch] && iri_scripts(ch) >> i & 1)
				pool->chars[pool->n++] = ch;
		if (!pool->n) {
			printf("no characters of %s\n", codes[i]);
			exit(1);
		}
	}
}

enum { LATN = 0, HANI = 24, HIRA = 25, KANA = 26, BOPO = 27, HANG = 28, ZYYY = CODES - 1 };

/* The kinds of labels that are generated, with their shares of 100 */
static const struct shape {
	const char *name;
	unsigned share;
	unsigned scripts; /* number of scripts */
	bool cjk;         /* scripts of East Asia only */
	bool ascii;       /* with ASCII letters */
	bool latin;       /* with any Latin letters */
} shapes[] = {
	{"one script", 20, 1, false, false, false},
	{"one script, and ASCII letters", 10, 1, false, true, false},
	{"one script, and Latin letters", 5, 1, false, false, true},
	{"two scripts", 15, 2, false, false, false},
	{"three scripts", 10, 3, false, false, false},
	{"two scripts of East Asia", 10, 2, true, false, false},
	{"three scripts of East Asia", 5, 3, true, false, false},
	{"one script of East Asia, and ASCII letters", 5, 1, true, true, false},
	{"two scripts of East Asia, and ASCII letters", 10, 2, true, true, false},
	{"two scripts of East Asia, and Latin letters", 10, 2, true, false, true},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Generates a label of n characters. */
static size_t make_label(const struct shape *s, uint32_t label[LONGEST])
{
	static const unsigned cjk[] = {HANI, HIRA, KANA, BOPO, HANG};
	const size_t n = 2 + draw(LONGEST - 1);
	unsigned scripts[3];

	for (unsigned i = 0; i < s->scripts; i++)
		scripts[i] = s->cjk ? cjk[draw(5)] : (unsigned)draw(ZYYY);
	for (size_t i = 0; i < n; i++) {
		const size_t kind = draw(20);
		const struct pool *pool = &pools[scripts[draw(s->scripts)]];
		if (kind == 0)
			pool = &pools[ZYYY];
		else if (kind < 8 && s->latin)
			pool = &pools[LATN];
		if ((kind < 8 && s->ascii) || (kind < 4 && s->latin))
			label[i] = 'a' + (uint32_t)draw(26);
		else if (kind == 1)
			label[i] = '0' + (uint32_t)draw(10);
		else
			label[i] = pool->chars[draw(pool->n)];
	}
	return n;
}

/* Whether the characters have a script in common that iri_scripts does not know. */
static bool has_other_script(const uint32_t *label, size_t n)
{
	for (int script = USCRIPT_INHERITED + 1; script <= u_getIntPropertyMaxValue(UCHAR_SCRIPT); script++) {
		const char *const name = uscript_getShortName((UScriptCode)script);
		bool in_all = true;
		for (unsigned k = 0; k < CODES; k++)
			in_all = in_all && strcmp(name, codes[k]) != 0;
		for (size_t i = 0; in_all && i < n; i++)
			in_all = uscript_hasScript((UChar32)label[i], (UScriptCode)script) ||
			         uscript_hasScript((UChar32)label[i], USCRIPT_COMMON) ||
			         uscript_hasScript((UChar32)label[i], USCRIPT_INHERITED);
		if (in_all)
			return true;
	}
	return false;
}

/* Returns the class of labels that a label with different results belongs to. */
static const char *class_of(const uint32_t *label, size_t n)
{
	const uint32_t cjk = SCRIPT_HANI | SCRIPT_HIRA | SCRIPT_KANA | SCRIPT_BOPO | SCRIPT_HANG;
	bool latin = false, has_cjk = false, others = false;

	for (size_t i = 0; i < n; i++) {
		const uint32_t scripts = iri_scripts(label[i]);
		latin = latin || (label[i] >= 0x80 && scripts & SCRIPT_LATN);
		has_cjk = has_cjk || scripts & cjk;
		others = others || !(scripts & (cjk | SCRIPT_LATN | SCRIPT_ZYYY));
	}
	if (latin && has_cjk && !others)
		return "non-ASCII Latin beside CJK";
	return has_other_script(label, n) ? "script that rule 3 does not know" : "other";
}

/* Compares rule 3 with the restriction level of ICU: whether the scripts of a label are written together. */
static void compare_levels(void)
{
	static const char *const tlds[] = {"com", "dk", "is", "fr", "az", "cat"};
	size_t compared[SHAPES] = {0}, refused[SHAPES] = {0}, different[SHAPES] = {0}, n = 0;

	while (n < LABELS) {
		uint32_t label[LONGEST];
		char text[4 * LONGEST];
		size_t share = draw(100), shape = 0, len = 0;
		for (; share >= shapes[shape].share; shape++)
			share -= shapes[shape].share;
		const size_t chars = make_label(&shapes[shape], label);
		for (size_t i = 0; i < chars; i++)
			len += iri_utf8_encode(label[i], text + len);
		const struct iri_str s = {text, len};
		const char *const tld = tlds[draw(sizeof tlds / sizeof *tlds)];
		const enum iri_refused why = iri_label_refusal(s, (struct iri_str){tld, strlen(tld)}).why;
		if (iri_is_ascii(s) || why == IRI_REFUSED_CHAR || why == IRI_REFUSED_INVALID)
			continue;
		UErrorCode status = U_ZERO_ERROR;
		uspoof_check2UTF8(spoof, text, (int32_t)len, result, &status);
		const URestrictionLevel level = uspoof_getCheckResultRestrictionLevel(result, &status);
		check(status);
		const bool ours = why != IRI_REFUSED_SCRIPTS, icu = level <= USPOOF_HIGHLY_RESTRICTIVE;
		n++;
		compared[shape]++;
		refused[shape] += !ours;
		different[shape] += ours != icu;
		if (ours != icu)
			differ("level", CHARS, class_of(label, chars), ours ? "pass" : "refuse",
			       icu ? "pass" : "refuse");
	}
	for (size_t i = 0; i < SHAPES; i++)
		printf("level: %zu labels of %s: rule 3 refuses %zu, ICU has another result for %zu\n", compared[i],
		       shapes[i].name, refused[i], different[i]);
	printf("level: %zu labels\n", n);
}

/*
 * Prints the rows that do not occur, and returns their number. A number of "-" in a row stands for 1 or more, "?" for
 * any number.
 */
static size_t missing_rows(void)
{
	size_t n = 0;

	for (const struct row *r = rows; r < rows + n_rows; r++) {
		if (*r->number == '?' ||
		    (*r->number == '-' ? r->occurred > 0 : r->occurred == strtoul(r->number, NULL, 10)))
			continue;
		printf("in the list %s times, but occurs %lu times: %s\t%s\t%s\t%s\n", r->number, r->occurred, r->kind,
		       r->chars, r->ours, r->icu);
		n++;
	}
	return n;
}

/* Prints each line of standard input in the order of the screen. */
static int print_visual(void)
{
	enum { LINE = 100000 };
	static char line[LINE], shown[3 * LINE];
	static UChar text[LINE], visual[LINE];
	UBiDi *const bidi = ubidi_open();

	while (fgets(line, sizeof line, stdin)) {
		UErrorCode status = U_ZERO_ERROR;
		int32_t n, n_shown;
		const size_t bytes = strcspn(line, "\n");
		if (line[bytes] != '\n') {
			fputs("icu: the line is too long\n", stderr);
			exit(2);
		}
		u_strFromUTF8(text, LINE, &n, line, (int32_t)bytes, &status);
		ubidi_setPara(bidi, text, n, UBIDI_LTR, NULL, &status);
		n = ubidi_writeReordered(
			bidi, visual, LINE,
			UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING | UBIDI_REMOVE_BIDI_CONTROLS, &status);
		u_strToUTF8(shown, sizeof shown, &n_shown, visual, n, &status);
		check(status);
		fwrite(shown, 1, (size_t)n_shown, stdout);
		putchar('\n');
	}
	ubidi_close(bidi);
	return 0;
}

int main(int argc, char **argv)
{
	UErrorCode status = U_ZERO_ERROR;
	UVersionInfo icu, ours;

	if (argc != 2) {
		fputs("usage: icu LIST|--visual\n", stderr);
		return 2;
	}
	if (!strcmp(argv[1], "--visual"))
		return print_visual();
	read_list(argv[1]);
	u_getUnicodeVersion(icu);
	u_versionFromString(listed, rows[0].icu_unicode);
	u_versionFromString(ours, rows[0].ours_unicode);
	snprintf(icu_unicode, sizeof icu_unicode, "%d.%d", icu[0], icu[1]);
	printf("ICU %s with Unicode %s\n", U_ICU_VERSION, icu_unicode);
	if (memcmp(icu, ours, sizeof icu) > 0)
		return 77;

	spoof = uspoof_open(&status);
	result = uspoof_openCheckResult(&status);
	allowed = uset_openEmpty();
	uset_addAll(allowed, uspoof_getInclusionSet(&status));
	uset_addAll(allowed, uspoof_getRecommendedSet(&status));
	uspoof_setAllowedChars(spoof, allowed, &status);
	uspoof_setChecks(spoof, USPOOF_RESTRICTION_LEVEL, &status);
	check(status);

	find_host_chars();
	compare_scripts();
	compare_skeletons();
	fill_pools();
	compare_levels();
	size_t missing = 0;
	if (!strcmp(icu_unicode, rows[0].icu_unicode))
		missing = missing_rows();
	else
		printf("The list is for ICU with Unicode %s: it was not checked that all its rows occur.\n",
		       rows[0].icu_unicode);

	for (unsigned i = 0; i < CODES; i++)
		free(pools[i].chars);
	uset_close(allowed);
	uspoof_closeCheckResult(result);
	uspoof_close(spoof);
	return unlisted || missing;
}
