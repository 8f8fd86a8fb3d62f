/* SPDX-License-Identifier: ISC */
/*
 * Whole tools, run in this process, with any options and any input. The first byte chooses the tool, the second the
 * number of options, and the next bytes these options. The rest is the input of the tool. The tools are compiled with
 * other names for main and exit. HAVE_irigrep, HAVE_irised and HAVE_irishow are defined if these tools, which
 * configure can leave out, are among them. irised gets maps: a command would be another process.
 */
#include "config.h"

#include "fuzz.h"

#include "cmd/filter/csv.h"
#include "lib/base/buf.h"
#include "lib/unicode/utf8.h"
#include "tests/rows/tool.h"
#include "tests/fuzz/options.h" /* made of the rows of tests/tools.tsv: macros with the options of each tool */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * OWN: the most options that only one tool has. MOST: the most options of one run. ARGS: the size of argv, for the name
 * of the tool, DISPLAY, these options, an option of a law and NULL.
 */
enum { OWN = 36, MOST = 6, ARGS = MOST + 4 };

static const struct tool {
	const char *name;
	bool by_lines; /* whether to check that it prints one line for each line of input, and law_of_single_lines */
	bool filter;   /* whether it has the options of filters */
	const char *options[OWN];
} tools[] = {
	{"iri2uri", true, true, {OPTIONS_iri2uri}},
	{"uri2iri", true, true, {OPTIONS_uri2iri}},
	{"irinorm", true, true, {OPTIONS_irinorm}},
	{"iricmp", false, true, {OPTIONS_iricmp}},
	{"iriresolve", true, true, {OPTIONS_iriresolve}},
	{"iriparse", false, true, {OPTIONS_iriparse}},
	{"iriedit", true, true, {OPTIONS_iriedit}},
	{"irilint", false, true, {OPTIONS_irilint}},
#ifdef HAVE_irigrep
	{"irigrep", false, false, {OPTIONS_irigrep}},
#endif
#ifdef HAVE_irised
	/* The map is empty, or the input, which is also the document. */
	{"irised", false, false, {OPTIONS_irised}},
#endif
#ifdef HAVE_irigrep
	{"irilint", false, false, {OPTIONS_irilint_documents}},
#endif
#ifdef HAVE_irishow
	{"irishow", false, true, {OPTIONS_irishow}},
	/* First gets DISPLAY. Of several words of --display, the last one counts. */
	{"irishow", true, true, {OPTIONS_irishow_display}},
#endif
	{"path2iri", true, true, {OPTIONS_path2iri}},
	/* With -z, a name can have a newline. So results can differ, and lines are not counted. */
	{"iri2path", false, true, {OPTIONS_iri2path}},
	{"iri2uri", true, true, {OPTIONS_iri2uri_text}},
	/* With -z, a text can have a newline. */
	{"uri2iri", false, true, {OPTIONS_uri2iri_text}},
};

#define DISPLAY "--display=units"

/* Options of all tools. From index KEEPING_LINES on, they may change the number of lines. */
static const char *const common[] = {OPTIONS_filters};

enum { TOOLS = sizeof tools / sizeof *tools, COMMON = sizeof common / sizeof *common, KEEPING_LINES = 9 };

static void run(const struct tool *tool, char **argv, struct iri_str s, int *status, struct iri_buf results[STREAMS])
{
	struct result result;

	memcpy(result.of, results, sizeof result.of);
	tool_run(tool_find(tool->name), argv, s, &result);
	memcpy(results, result.of, sizeof result.of);
	*status = result.status;
}

/* Replaces each byte that equals `from` by `to`. */
static void replace(struct iri_buf *b, char from, char to)
{
	for (size_t i = 0; i < b->n; i++)
		b->p[i] = b->p[i] == from ? to : b->p[i];
}

static bool same(struct iri_buf a, struct iri_str b)
{
	return iri_same(iri_contents(&a), b);
}

/*
 * Lines that go through the tool's own loop give the same results as single lines. With -z, where NUL ends each line,
 * all lines are passed to the tool one by one.
 */
static void law_of_single_lines(const struct tool *tool, int argc, char **argv, struct iri_str s, int status,
                                const struct iri_buf results[STREAMS])
{
	static struct iri_buf zeros, single[STREAMS];
	char option[] = "-z";
	int other;

	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "-z") || !strncmp(argv[i], "--charset", 9))
			return;
	if (!tool->by_lines || !s.n || memchr(s.p, 0, s.n) || memchr(s.p, '\r', s.n))
		return;
	zeros.n = 0;
	iri_buf_add(&zeros, s.p, s.n);
	replace(&zeros, '\n', 0);
	argv[argc] = option;
	run(tool, argv, (struct iri_str){zeros.p, zeros.n}, &other, single);
	argv[argc] = NULL;
	replace(&single[0], 0, '\n');
	replace(&single[2], 0, '\n');
	LAW(status == other);
	for (int i = 0; i < STREAMS; i++)
		LAW(same(single[i], iri_contents(&results[i])));
}

static size_t count_of(char c, const char *p, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += p[i] == c;
	return count;
}

static bool has_option(int argc, char **argv, const char *start)
{
	for (int i = 1; i < argc; i++)
		if (!strncmp(argv[i], start, strlen(start)))
			return true;
	return false;
}

/* Returns the end of the line that begins at p, after its line end. */
static const char *after_line(const char *p, const char *end, char eol)
{
	const char *const line_end = memchr(p, eol, (size_t)(end - p));

	return line_end ? line_end + 1 : end;
}

/* Whether a line of s begins with a digit, so that it could seem to begin with a column. */
static bool has_number(struct iri_str s, char eol)
{
	for (const char *p = s.p, *const end = s.p + s.n; p < end; p = after_line(p, end, eol))
		if (*p >= '0' && *p <= '9')
			return true;
	return false;
}

/* Appends the lines of s, each after its place: "stdin:LINE:1:" or, for odd lines without `columns`, "stdin:LINE:". */
static void add_places(struct iri_buf *out, struct iri_str s, char eol, bool columns)
{
	const char *next, *const end = s.p + s.n;
	char place[64];
	size_t line = 1;

	for (const char *p = s.p; p < end; p = next, line++) {
		next = after_line(p, end, eol);
		snprintf(place, sizeof place, "stdin:%zu:%s", line, columns || line % 2 == 0 ? "1:" : "");
		iri_buf_add(out, place, strlen(place));
		iri_buf_add(out, p, (size_t)(next - p));
	}
}

/* Removes from each line the place that add_places has added. Returns false if a line has none. */
static bool remove_places(struct iri_buf *b, char eol, bool columns)
{
	const char *next, *const end = b->p + b->n;
	char *to = b->p, *after;

	for (const char *p = b->p; p < end; p = next) {
		next = after_line(p, end, eol);
		if (next - p < 8 || memcmp(p, "stdin:", 6) != 0)
			return false;
		const bool odd = strtoul(p + 6, &after, 10) % 2;
		const char *const place_end = columns || !odd ? ":1:" : ":";
		if (after >= next || strncmp(after, place_end, strlen(place_end)) != 0)
			return false;
		p = after + strlen(place_end);
		memmove(to, p, (size_t)(next - p));
		to += next - p;
	}
	b->n = (size_t)(to - b->p);
	return true;
}

/* Whether a line is any bytes for the tool, U+FEFF at the start of input included. */
static bool reads_bytes(const struct tool *tool, int argc, char **argv)
{
	return !strcmp(tool->name, "path2iri") || has_option(argc, argv, "--text");
}

/* iri2uri --text prints visible ASCII, of which uri2iri --text gives the lines back. */
static void law_of_text(const struct tool *tool, int argc, char **argv, struct iri_str s, int status,
                        const struct iri_buf results[STREAMS])
{
	static struct iri_buf wanted, decoded[STREAMS];
	const bool plus = has_option(argc, argv, "--plus"), zeros = has_option(argc, argv, "-z");
	char name[] = "uri2iri", text[] = "--text", all[] = "--all-bytes", space[] = "--plus", z[] = "-z";
	char *back[6] = {name, text, all};
	int n = 3, other;

	if (strcmp(tool->name, "iri2uri") != 0 || !has_option(argc, argv, "--text") || status)
		return;
	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], text, sizeof text - 1) && strcmp(argv[i], space) && strcmp(argv[i], z))
			return;
	if (plus)
		back[n++] = space;
	if (zeros)
		back[n++] = z;
	const char eol = zeros ? '\0' : '\n';
	wanted.n = 0;
	iri_buf_add(&wanted, s.p, s.n);
	if (s.n && s.p[s.n - 1] != eol)
		iri_buf_add(&wanted, &eol, 1);
	for (size_t i = 0; i < results[0].n; i++)
		LAW((results[0].p[i] > ' ' && results[0].p[i] <= '~') || results[0].p[i] == eol);
	run(&tools[1], back, (struct iri_str){results[0].p, results[0].n}, &other, decoded);
	LAW(other == 0 && same(decoded[0], (struct iri_str){wanted.p, wanted.n}));
}

/* A byte order mark before the input changes nothing, except for text, in which U+FEFF is a character. */
static void law_of_mark(const struct tool *tool, int argc, char **argv, struct iri_str s, int status,
                        const struct iri_buf results[STREAMS])
{
	static struct iri_buf input, marked[STREAMS];
	int other;

	if (!tool->filter || reads_bytes(tool, argc, argv) || has_option(argc, argv, "--from") ||
	    has_option(argc, argv, "--charset") || has_option(argc, argv, "--defang") ||
	    has_option(argc, argv, "--refang") || iri_begins_with_bom(s))
		return;
	input.n = 0;
	iri_buf_add(&input, "\xEF\xBB\xBF", 3);
	iri_buf_add(&input, s.p, s.n);
	run(tool, argv, iri_contents(&input), &other, marked);
	LAW(status == other);
	for (int i = 0; i < STREAMS; i++)
		LAW(same(marked[i], iri_contents(&results[i])));
}

/* Returns the line at *p without its line end, and moves *p behind it. */
static struct iri_str cut_line(const char **p, const char *end, char eol)
{
	const char *const start = *p, *stop;

	*p = after_line(start, end, eol);
	stop = *p - (*p > start && (*p)[-1] == eol);
	stop -= eol == '\n' && stop > start && stop[-1] == '\r';
	return (struct iri_str){start, (size_t)(stop - start)};
}

/* --csv changes only the field: each line of output has the same bytes before and behind it, and as many fields. */
static void law_of_csv(const struct tool *tool, int argc, char **argv, struct iri_str s, int status,
                       const struct iri_buf results[STREAMS])
{
	static const char *const others[] = {"-c", "--charset", "--located", "--split", "--invalid=drop",
	                                     "--invalid=stop", "--text", "--iterate"};
	const size_t number = has_option(argc, argv, "-f1") + 2 * (size_t)has_option(argc, argv, "-f2");
	const char eol = has_option(argc, argv, "-z") ? '\0' : '\n', *p = s.p, *q = results[0].p;
	const char *const end = s.p + s.n, *const q_end = q + results[0].n;
	struct csv in = {.separator = ",", .number = number}, out = in;
	struct csv_line found, after;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (has_option(argc, argv, others[i]))
			return;
	/* Reports are no lines, names of files can have line ends, and a byte order mark goes. */
	if (status == 2 || !has_option(argc, argv, "--csv") || number % 3 == 0 || !strcmp(tool->name, "irilint") ||
	    !strcmp(tool->name, "irishow") || strstr(tool->name, "path") ||
	    (s.n >= 3 && !memcmp(s.p, "\xEF\xBB\xBF", 3)))
		return;
	while (p < end) {
		LAW(q < q_end);
		const struct iri_str line = cut_line(&p, end, eol), made = cut_line(&q, q_end, eol);
		csv_read(&in, line, &found);
		csv_read(&out, made, &after);
		LAW(found.found == after.found && in.open == out.open && in.before == out.before);
		if (found.found != CSV_FOUND) {
			LAW(made.n == line.n && !memcmp(made.p, line.p, line.n));
			continue;
		}
		const char *const rest = found.field.p + found.field.n, *const other = after.field.p + after.field.n;
		const size_t before = (size_t)(found.field.p - line.p), n = (size_t)(line.p + line.n - rest);
		LAW(before == (size_t)(after.field.p - made.p) && !memcmp(line.p, made.p, before));
		LAW(n == (size_t)(made.p + made.n - other) && !memcmp(rest, other, n));
	}
	LAW(q == q_end);
}

/*
 * With --located, places pass through, and the rest of each line gives the same results. Messages and findings are the
 * same, since the places are those that they name without the option.
 */
static void law_of_places(const struct tool *tool, int argc, char **argv, struct iri_str s, int status,
                          const struct iri_buf results[STREAMS])
{
	static struct iri_buf input, located[STREAMS];
	const char eol = has_option(argc, argv, "-z") ? '\0' : '\n';
	const bool reports = (!strcmp(tool->name, "irilint") && !has_option(argc, argv, "--fix")) ||
	                     (!strcmp(tool->name, "irishow") && !has_option(argc, argv, "--display"));
	const bool marked = s.n >= 3 && !memcmp(s.p, "\xEF\xBB\xBF", 3);
	struct iri_str text = marked ? (struct iri_str){s.p + 3, s.n - 3} : s;
	struct iri_str rejected = {results[2].p, results[2].n};
	const bool columns = has_number(text, eol);
	char option[] = "--located";
	int other;

	/* Another U+FEFF would belong to the place of the first line. */
	if (!tool->filter || reads_bytes(tool, argc, argv) || has_option(argc, argv, "--from") ||
	    has_option(argc, argv, "--located") || has_option(argc, argv, "--split") ||
	    has_option(argc, argv, "--charset") ||
	    (text.n >= 3 && !memcmp(text.p, "\xEF\xBB\xBF", 3)))
		return;
	input.n = 0;
	iri_buf_add(&input, s.p, s.n - text.n);
	add_places(&input, text, eol, columns);
	argv[argc] = option;
	run(tool, argv, (struct iri_str){input.p, input.n}, &other, located);
	argv[argc] = NULL;
	LAW(status == other);
	LAW(reports || remove_places(&located[0], eol, columns));
	LAW(same(located[0], (struct iri_str){results[0].p, results[0].n}));
	LAW(same(located[1], (struct iri_str){results[1].p, results[1].n}));
	/* A reject file that begins with U+FEFF has a byte order mark before it. */
	if (rejected.n >= 3 && !memcmp(rejected.p, "\xEF\xBB\xBF", 3))
		rejected = (struct iri_str){rejected.p + 3, rejected.n - 3};
	LAW(remove_places(&located[2], eol, columns));
	LAW(same(located[2], rejected));
}

/* Whether the document can say that it is in another charset than UTF-8. */
static bool declares_charset(struct iri_str s)
{
	for (const char *p = s.p, *const end = s.p + s.n; p < end; p++)
		if ((unsigned char)*p >= 0xFE ||
		    (end - p >= 7 && (!strncasecmp(p, "charset", 7) || !strncasecmp(p, "encodin", 7))))
			return true;
	return false;
}

/* A place in a document, from line 1 and column 1 on */
struct position {
	size_t line, column;
};

static bool is_before(struct position a, struct position b)
{
	return a.line < b.line || (a.line == b.line && a.column < b.column);
}

/* Moves *at, the place of *p, on to `to`. Returns false if the text has no such place. */
static bool reaches(const char **p, const char *end, struct position *at, struct position to)
{
	uint32_t ch;

	while (is_before(*at, to) && *p < end) {
		const char c = **p;
		const size_t n = iri_utf8_decode(*p, end, &ch);
		*p += n + !n;
		if (c == '\n' || (c == '\r' && (*p == end || **p != '\n')))
			*at = (struct position){at->line + 1, 1};
		else
			at->column++;
	}
	return at->line == to.line && at->column == to.column;
}

/* Returns the end of the JSON string at p, or NULL. */
static const char *json_string(const char *p, const char *end)
{
	uint32_t ch;

	if (p == end || *p++ != '"')
		return NULL;
	while (p < end && *p != '"') {
		const size_t n = iri_utf8_decode(p, end, &ch);
		if (!n || ch < ' ' || ch == 0x7F)
			return NULL;
		if (*p == '\\' && (end - p < 2 || !strchr("\"\\/bfnrtu", p[1])))
			return NULL;
		p += *p == '\\' ? 2 : n;
	}
	return p < end ? p + 1 : NULL;
}

/* Returns the end of the JSON value at p, or NULL. depth: how many arrays and objects can be in each other */
static const char *json_value(const char *p, const char *end, unsigned depth)
{
	static const char *const words[] = {"null", "true", "false"};

	if (p == end || !depth)
		return NULL;
	if (*p == '"')
		return json_string(p, end);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if ((size_t)(end - p) >= strlen(words[i]) && !memcmp(p, words[i], strlen(words[i])))
			return p + strlen(words[i]);
	if (*p == '0')
		return p + 1;
	if (*p >= '1' && *p <= '9') {
		while (p < end && *p >= '0' && *p <= '9')
			p++;
		return p;
	}
	if (*p != '{' && *p != '[')
		return NULL;
	const bool is_object = *p == '{';
	const char close = is_object ? '}' : ']';
	if (end - p > 1 && p[1] == close)
		return p + 2;
	do {
		p++;
		if (is_object) {
			p = json_string(p, end);
			if (!p || p == end || *p++ != ':')
				return NULL;
		}
		p = json_value(p, end, depth - 1);
	} while (p && p < end && *p == ',');
	return p && p < end && *p == close ? p + 1 : NULL;
}

/* Returns the end of the JSON object at p, or NULL. Links are in links to a depth of 5, with up to 4 levels each. */
static const char *json_object(const char *p, const char *end)
{
	return p < end && *p == '{' ? json_value(p, end, 64) : NULL;
}

/* The findings in a document are lines of JSON, with ascending places in the document. */
static void law_of_findings(struct iri_str s, struct iri_str findings)
{
	static const char head[] = "{\"file\":\"stdin\",\"line\":";
	const bool marked = s.n >= 3 && !memcmp(s.p, "\xEF\xBB\xBF", 3);
	const char *p = s.p + (marked ? 3 : 0), *next, *const end = s.p + s.n;
	struct position at = {1, 1};

	for (const char *line = findings.p; line < findings.p + findings.n; line = next) {
		struct position start, stop;
		char *number;
		next = json_object(line, findings.p + findings.n);
		LAW(next && *next == '\n');
		next++;
		LAW(!strncmp(line, head, strlen(head)));
		start.line = stop.line = strtoul(line + strlen(head), &number, 10);
		LAW(!strncmp(number, ",\"column\":", 10));
		start.column = strtoul(number + 10, &number, 10);
		if (!strncmp(number, ",\"endLine\":", 11)) {
			stop.line = strtoul(number + 11, &number, 10);
			LAW(start.line < stop.line);
		}
		LAW(!strncmp(number, ",\"endColumn\":", 13));
		stop.column = strtoul(number + 13, &number, 10);
		LAW(!is_before(stop, start));
		LAW(reaches(&p, end, &at, start));
		const char *after = p;
		struct position until = at;
		LAW(reaches(&after, end, &until, stop));
	}
}

/* Whether the text has no characters that are not shown, and no control characters except for line feeds. */
static bool is_visible(const struct iri_buf *text)
{
	const struct iri_str s = iri_contents(text);
	const char *const end = s.p + s.n;
	uint32_t ch;

	for (const char *p = s.p; p < end;) {
		const size_t n = iri_utf8_decode(p, end, &ch);
		if (!n || (ch != '\n' && iri_char_is_hidden(ch)))
			return false;
		p += n;
	}
	return true;
}

/* irilint with documents: law_of_findings; findings show nothing hidden; and --fix leaves alone what it has fixed */
static void law_of_documents(const struct tool *tool, int argc, char **argv, struct iri_str s, int status,
                             const struct iri_buf results[STREAMS])
{
	static struct iri_buf again[STREAMS];
	const bool fixes = has_option(argc, argv, "--fix");
	int other;

	if (strcmp(tool->name, "irilint") != 0 || !has_option(argc, argv, "--from") || status == 2)
		return;
	/* JSON escapes less; the columns of --summary have tabs between them */
	if (!fixes && !has_option(argc, argv, "--color") && !has_option(argc, argv, "--summary") &&
	    !has_option(argc, argv, "--format=json") && !has_option(argc, argv, "--format=sarif"))
		LAW(is_visible(&results[0]));
	if (!fixes && has_option(argc, argv, "--format=json") && !has_option(argc, argv, "--format=g") &&
	    !has_option(argc, argv, "--format=s") && !has_option(argc, argv, "--summary") &&
	    !has_option(argc, argv, "--charset") && !declares_charset(s))
		law_of_findings(s, (struct iri_str){results[0].p, results[0].n});
	if (fixes && !has_option(argc, argv, "--dry-run") && !has_option(argc, argv, "-c")) {
		run(tool, argv, (struct iri_str){results[0].p, results[0].n}, &other, again);
		LAW(other == status && same(again[0], (struct iri_str){results[0].p, results[0].n}));
	}
}

/*
 * Input that is not ASCII stands in messages only before the first ":LINE:", since with --located the place is input,
 * in messages that a document is not edited, and where iricmp --explain shows a difference.
 */
static void law_of_messages(bool located, struct iri_str s, const struct iri_buf *messages)
{
	static const char unedited[] = "not edited: ", differs[] = " differs here: ";
	const char *p = messages->p, *const end = p + messages->n;

	while (p < end) {
		const char *const stop = memchr(p, '\n', (size_t)(end - p)), *text = p;
		LAW(stop);
		for (const char *colon = p; located && text == p && colon < stop; colon++) {
			const char *digit = colon + 1;
			while (*colon == ':' && digit < stop && *digit >= '0' && *digit <= '9')
				digit++;
			if (digit > colon + 1 && *digit == ':')
				text = colon;
		}
		const bool quotes = memmem(text, (size_t)(stop - text), unedited, sizeof unedited - 1) ||
		                    memmem(text, (size_t)(stop - text), differs, sizeof differs - 1);
		for (; !quotes && text < stop; text++)
			LAW(*text >= ' ' && *text <= '~');
		p = stop + 1;
	}
}

#ifdef HAVE_irishow
/* Appends the text without escape sequences of colours. */
static void add_colourless(struct iri_buf *out, const struct iri_buf *text)
{
	const char *p = text->p, *const end = text->p + text->n;

	while (p < end) {
		const char *after = p;
		if (*p == '\033' && end - p > 1 && p[1] == '[')
			for (after += 2; after < end && (*after == ';' || (*after >= '0' && *after <= '9')); after++)
				;
		if (after > p && after < end && *after == 'm')
			p = after + 1;
		else
			iri_buf_add(out, p++, 1);
	}
}

/* Appends the text without the bidi controls of --display: LRE, PDF, LRI, RLI and PDI. */
static void add_uncontrolled(struct iri_buf *out, const struct iri_buf *text)
{
	static const char *const controls[] = {"\xE2\x80\xAA", "\xE2\x80\xAC", "\xE2\x81\xA6", "\xE2\x81\xA7",
	                                       "\xE2\x81\xA9"};
	size_t n;

	for (size_t i = 0; i < text->n; i += n) {
		n = 1;
		for (size_t k = 0; k < sizeof controls / sizeof *controls; k++)
			if (text->n - i >= 3 && !memcmp(text->p + i, controls[k], 3))
				n = 3;
		if (n == 1)
			iri_buf_add(out, text->p + i, 1);
	}
}

/* Whether the text is blocks of rows: each row begins with its word or ten spaces; one empty line between blocks. */
static bool is_blocks(const struct iri_buf *text)
{
	static const char *const rows[] = {"goes to:  ", "warning:  ", "reads:    ", "content:  ", "carries:  ",
	                                   "host:     ", "user:     ", "password: ", "port:     ", "path:     ",
	                                   "query:    ", "fragment: ", "also:     ", "link:     ", "          ",
	                                   "        | "};
	const char *next, *const end = text->p + text->n;
	bool empty = true, first = true; /* the line before is empty, or there is none; the block begins */

	for (const char *p = text->p; p < end; p = next) {
		size_t row = 0;
		next = after_line(p, end, '\n');
		if (next[-1] != '\n')
			return false;
		if (next - p == 1) {
			if (empty || next == end)
				return false;
			empty = first = true;
			continue;
		}
		while (row < sizeof rows / sizeof *rows && (next - p <= 10 || memcmp(p, rows[row], 10) != 0))
			row++;
		if (row == sizeof rows / sizeof *rows || first != !row)
			return false;
		empty = first = false;
	}
	return true;
}

/*
 * irishow: blocks have only known rows and nothing hidden, with colours as without; objects are JSON and ASCII; and
 * --display adds only bidi controls that are paired.
 */
static void law_of_display(const struct tool *tool, int argc, char **argv, struct iri_str s, int status,
                           const struct iri_buf results[STREAMS])
{
	static struct iri_buf again[STREAMS], plain;
	char never[] = "--color=never";
	const char *const end = results[0].p + results[0].n;
	int other;

	if (strcmp(tool->name, "irishow") != 0 || status == 2)
		return;
	plain.n = 0;
	if (has_option(argc, argv, "--display")) {
		/* The other parts of a line pass through, and so does an invalid line with --invalid=keep. */
		if (has_option(argc, argv, "-f") || has_option(argc, argv, "--located") ||
		    has_option(argc, argv, "-z") || has_option(argc, argv, "--invalid=keep"))
			return;
		add_uncontrolled(&plain, &results[0]);
		LAW(is_visible(&plain));
		LAW((results[0].n - plain.n) % 6 == 0);
		return;
	}
	if (has_option(argc, argv, "--json")) {
		for (const char *p = results[0].p; p < end; p++) {
			LAW((*p >= ' ' && *p <= '~') || *p == '\n');
			if (p > results[0].p && p[-1] != '\n')
				continue;
			const char *const after = json_object(p, end);
			LAW(after && after < end && *after == '\n');
		}
		return;
	}
	add_colourless(&plain, &results[0]);
	LAW(is_visible(&plain));
	LAW(is_blocks(&plain));
	argv[argc] = never;
	run(tool, argv, s, &other, again);
	argv[argc] = NULL;
	LAW(status == other && same(again[0], (struct iri_str){plain.p, plain.n}));
}
#endif

void fuzz(unsigned char choice, struct iri_str s)
{
	static struct iri_buf results[STREAMS], again[STREAMS];
	char options[ARGS][64], *argv[ARGS] = {NULL};
	static bool started;
	int argc = 0, status, other;

	if (!started)
		tool_start();
	started = true;
	const int wanted = s.n ? (unsigned char)*s.p % (MOST + 1) : 0;
	if (s.n < (size_t)wanted + 1)
		return;
	const struct tool *const tool = &tools[choice % TOOLS];
	bool by_lines = tool->by_lines, rejects = false;
	size_t own = 0;
	while (own < OWN && tool->options[own])
		own++;
	snprintf(options[0], sizeof options[0], "%s", tool->name);
	argv[argc++] = options[0];
	if (tool->by_lines && !strcmp(tool->name, "irishow")) {
		snprintf(options[1], sizeof options[1], DISPLAY);
		argv[argc++] = options[1];
	}
	for (int i = 1; i <= wanted; i++) {
		const size_t option = (unsigned char)s.p[i] % (own + (tool->filter ? COMMON : 0));
		const char *const text = option < own ? tool->options[option] : common[option - own];
		if (option >= own + KEEPING_LINES)
			by_lines = false;
		rejects = rejects || !strcmp(text, REJECTS);
		argv[argc] = options[argc];
		snprintf(options[argc++], sizeof options[0], "%s", text);
	}
	s = (struct iri_str){s.p + 1 + wanted, s.n - 1 - (size_t)wanted};

	run(tool, argv, s, &status, results);
	LAW(status >= 0 && status <= 2);
	law_of_single_lines(tool, argc, argv, s, status, results);
	law_of_places(tool, argc, argv, s, status, results);
	law_of_text(tool, argc, argv, s, status, results);
	law_of_mark(tool, argc, argv, s, status, results);
	law_of_csv(tool, argc, argv, s, status, results);
	law_of_documents(tool, argc, argv, s, status, results);
#ifdef HAVE_irishow
	law_of_display(tool, argc, argv, s, status, results);
#endif
	/* The reject file, as input, gives the same reject file. */
	if (rejects && status != 2) {
		const struct iri_str lines = {results[2].p, results[2].n};
		run(tool, argv, lines, &other, again);
		LAW(other != 2 && again[2].n == lines.n && !memcmp(again[2].p, lines.p, lines.n));
	}
	/* Messages are visible, and status 2 has a message. */
	LAW(is_visible(&results[1]));
	law_of_messages(has_option(argc, argv, "--located"), s, &results[1]);
	LAW(status != 2 || results[1].n);
	/* A last line without a newline gets one. A byte order mark alone is no line, but a name. */
	const bool unended = s.n && s.p[s.n - 1] != '\n' &&
	                     (s.n != 3 || memcmp(s.p, "\xEF\xBB\xBF", 3) || reads_bytes(tool, argc, argv));
	const size_t lines = count_of('\n', s.p, s.n) + unended;
	LAW(!by_lines || status == 2 || count_of('\n', results[0].p, results[0].n) == lines);
}
