/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "silence.h"

#include "ruleset.h"

#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <stdlib.h>
#include <string.h>

/* The words that comments begin with, in the order of `words` */
enum word { DISABLE_LINE, DISABLE_NEXT_LINE, DISABLE_FILE, DISABLE, ENABLE, WORDS };

#define WORD_LIST \
	"irilint-disable-line|irilint-disable-next-line|irilint-disable-file|irilint-disable|irilint-enable"

enum { LONGEST = 100 }; /* of an unknown word, messages show so many bytes */

/* A comment that is being read */
struct comment {
	struct iri_str text;   /* from the word on */
	struct iri_str stored; /* a copy of it in the arena */
	enum word word;
	struct silence_place place;
	uintmax_t last_line;   /* where it ends */
	bool has_error;        /* one error was found, and others are not reported */
};

static struct silence_entry *entries_of(const struct silence *s)
{
	return s->entries.item;
}

static size_t count_entries(const struct silence *s)
{
	return ARRAY_COUNT(s->entries);
}

struct silence_entry *silence_entries(const struct silence *s, size_t *n)
{
	*n = count_entries(s);
	return entries_of(s);
}

static int compare_places(struct silence_place a, struct silence_place b)
{
	if (a.line != b.line)
		return a.line < b.line ? -1 : 1;
	return (a.column > b.column) - (a.column < b.column);
}

/* Appends an entry for a part of the comment. */
static struct silence_entry *add_entry(struct silence *s, const struct comment *c, struct iri_str part)
{
	const struct silence_entry entry = {
		.comment = c->stored, .off = (size_t)(part.p - c->text.p), .len = part.n, .kind = SILENCE_LINE,
	};

	ARRAY_ADD(s->entries, &entry);
	buf_check(s->arena->messages, &s->entries.buf);
	return &entries_of(s)[count_entries(s) - 1];
}

/* Adds an entry for a part of the comment that is wrong, unless there is one already. why: the message */
static void add_error(struct silence *s, struct comment *c, struct iri_str part, const char *why)
{
	buf_check(s->arena->messages, &s->refusal);
	if (!c->has_error)
		add_entry(s, c, part)->why = arena_copy(s->arena, iri_str_of(why)).p;
	c->has_error = true;
}

/* Ends the open range of the rule, if there is one, and returns whether there was. */
static bool end_range(struct silence *s, unsigned rule, struct silence_place place)
{
	const size_t number = s->open[rule];

	if (number)
		entries_of(s)[number - 1].to = place;
	s->open[rule] = 0;
	return number;
}

/* Adds what the comment says about a rule or, for RULES, about all. part: the id or the word */
static void silence_add_rule(struct silence *s, const struct comment *c, unsigned rule, struct iri_str part)
{
	const struct silence_place end = {UINTMAX_MAX, 0};
	const uintmax_t line = c->word == DISABLE_LINE ? c->place.line : c->last_line + 1;
	struct silence_entry *const e = add_entry(s, c, part);

	e->rule = rule;
	switch (c->word) {
	case DISABLE_FILE:
		e->kind = SILENCE_FILE;
		e->to = end;
		break;
	case DISABLE:
		e->kind = SILENCE_RANGE;
		e->from = c->place;
		/* If such a range is open, this one is empty. */
		e->to = s->open[rule] ? c->place : end;
		if (!s->open[rule])
			s->open[rule] = count_entries(s);
		break;
	case ENABLE:
		e->kind = SILENCE_ENDS;
		e->is_used = end_range(s, rule, c->place);
		for (unsigned i = 0; rule == RULES && i < RULES; i++)
			e->is_used |= end_range(s, i, c->place);
		break;
	case DISABLE_LINE:
	case DISABLE_NEXT_LINE:
	case WORDS:
		e->from.line = line;
		e->to.line = line + 1;
		break;
	}
}

/* Returns the word at the start of a text: letters, digits and "-". */
static struct iri_str first_word(struct iri_str text)
{
	size_t n = 0;

	while (n < text.n && (iri_is_alphanumeric(text.p[n]) || text.p[n] == '-'))
		n++;
	return (struct iri_str){text.p, n};
}

/* Returns the start of a text that is too long for a message. */
static struct iri_str cut_long(struct iri_str s)
{
	return (struct iri_str){s.p, s.n < LONGEST ? s.n : LONGEST};
}

/* Returns the number of the word in WORD_LIST, or WORDS. */
static enum word find_word(struct iri_str word)
{
	const char *p = WORD_LIST;
	unsigned i = 0;

	for (size_t n; i < WORDS; i++, p += n + 1) {
		n = strcspn(p, "|");
		if (n == word.n && !memcmp(p, word.p, n))
			break;
	}
	return (enum word)i;
}

static bool ends_id(char c)
{
	return c == ',' || is_html_space(c);
}

/* Reads the ids after the word, up to a ":", which begins the reason. */
static void read_ids(struct silence *s, struct comment *c, struct iri_str word)
{
	const char *p = word.p + word.n, *const end = iri_find_byte(p, c->text.p + c->text.n, ':');
	bool seen[RULES] = {false}, any = false;

	while (p < end) {
		const char *const start = p;
		bool is_word = false;
		for (; p < end && !ends_id(*p); p++)
			is_word = is_word || iri_is_alphanumeric(*p) || (unsigned char)*p >= 0x80;
		const struct iri_str id = iri_between(start, p);
		const struct iri_rule *const rule = iri_rule_find(id);
		p += p < end;
		/* A word like "*" + "/", which ends a comment of another language, is no id. */
		any = any || is_word;
		if (is_word && !rule) {
			add_error(s, c, id, ruleset_refuse(&s->refusal, cut_long(id)));
		} else if (rule && rule->number >= RULE_FIRST_COMMENT) {
			add_error(s, c, id, "a comment cannot silence findings about comments; --disable can");
		} else if (rule && !seen[rule->number]) {
			seen[rule->number] = true;
			silence_add_rule(s, c, rule->number, id);
		}
	}
	if (!any)
		silence_add_rule(s, c, RULES, word);
}

/* Sets where the new entries, from number `first` on, stand. */
static void locate_entries(struct silence *s, size_t first, const struct span *comment, bool has_error_bytes)
{
	struct silence_entry *const entries = entries_of(s);
	const size_t n = count_entries(s) - first;
	struct iri_str text;

	s->findings.buf.n = 0;
	for (size_t i = 0; i < n; i++) {
		const struct iri_finding f = {.off = entries[first + i].off, .len = entries[first + i].len};
		ARRAY_ADD(s->findings, &f);
	}
	buf_check(s->arena->messages, &s->findings.buf);
	const struct iri_findings found = {s->findings.item, n};
	const struct range *const ranges = ranges_in_link(&s->ranges, comment, has_error_bytes, found, &text);
	if (!ranges)
		message_die(s->arena->messages, NULL, "out of memory");
	text = arena_copy(s->arena, text);
	for (size_t i = 0; i < n; i++) {
		entries[first + i].range = ranges[i];
		entries[first + i].text = text;
		entries[first + i].place = comment->off;
	}
}

void silence_take(struct silence *s, const struct span *comment, bool has_error_bytes)
{
	const size_t first = count_entries(s);
	const bool in_running_text = comment->found.n == comment->reference.n;
	struct comment c = {
		.text = comment->reference,
		.place = {comment->line, comment->column},
		.last_line = comment->line + text_line_ends(comment->text),
	};
	const struct iri_str word = first_word(c.text);

	c.word = find_word(word);
	if (in_running_text && c.word != DISABLE_LINE && c.word != DISABLE_NEXT_LINE)
		return;
	c.stored = arena_copy(s->arena, c.text);
	if (c.word == WORDS) {
		struct similar similar = {.word = cut_long(word)};
		similar_add(&similar, WORD_LIST);
		add_error(s, &c, word, options_unknown(&s->refusal, "comment", &similar, NULL));
	} else {
		read_ids(s, &c, word);
	}
	if (count_entries(s) > first)
		locate_entries(s, first, comment, has_error_bytes);
}

/* By kind, rule and start */
static int compare_entries(const void *x, const void *y)
{
	const struct silence_entry *const a = *(const struct silence_entry *const *)x;
	const struct silence_entry *const b = *(const struct silence_entry *const *)y;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->rule != b->rule)
		return a->rule < b->rule ? -1 : 1;
	const int order = compare_places(a->from, b->from);
	return order ? order : compare_places(a->to, b->to);
}

void silence_end(struct silence *s)
{
	struct silence_entry *const entries = entries_of(s);
	const size_t n = count_entries(s);

	s->sorted.buf.n = 0;
	for (size_t i = 0; i < n; i++) {
		struct silence_entry *const entry = &entries[i];
		if (!entry->why && entry->kind != SILENCE_ENDS && compare_places(entry->from, entry->to) < 0)
			ARRAY_ADD(s->sorted, &entry);
	}
	buf_check(s->arena->messages, &s->sorted.buf);
	if (s->sorted.buf.n)
		qsort(s->sorted.item, ARRAY_COUNT(s->sorted), sizeof(void *), compare_entries);
}

/* Returns the entry of this kind for this rule that has the place, or NULL. */
static struct silence_entry *find_entry(const struct silence *s, unsigned kind, unsigned rule,
                                        struct silence_place place)
{
	struct silence_entry *const *const sorted = s->sorted.item;
	size_t low = 0, high = ARRAY_COUNT(s->sorted);

	/* The last one that begins at or before the place: those for a rule do not overlap, or are the same. */
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct silence_entry *const e = sorted[middle];
		const bool is_after = e->kind != kind   ? e->kind > kind
		                      : e->rule != rule ? e->rule > rule
		                                        : compare_places(e->from, place) > 0;
		if (is_after)
			high = middle;
		else
			low = middle + 1;
	}
	if (!low || sorted[low - 1]->kind != kind || sorted[low - 1]->rule != rule)
		return NULL;
	return compare_places(place, sorted[low - 1]->to) < 0 ? sorted[low - 1] : NULL;
}

bool silence_covers(struct silence *s, unsigned rule, struct silence_place place)
{
	for (unsigned kind = SILENCE_LINE + 1; kind-- > 0;) {
		struct silence_entry *e = find_entry(s, kind, rule, place);
		if (!e)
			e = find_entry(s, kind, RULES, place);
		if (e) {
			e->is_used = true;
			return true;
		}
	}
	return false;
}

size_t silence_count_passed(const struct silence *s, uintmax_t line)
{
	size_t n = 0;

	while (n < count_entries(s) && entries_of(s)[n].to.line <= line)
		n++;
	return n;
}

unsigned silence_rule(const struct silence_entry *e)
{
	return e->why ? RULE_BAD_DISABLE : RULE_UNUSED_DISABLE;
}

void silence_explain(const struct silence_entry *e, struct iri_buf *out)
{
	if (e->why)
		buf_add_text(out, e->why);
	else if (e->kind == SILENCE_ENDS)
		buf_add_text(out, "this ends no irilint-disable; remove it");
	else if (e->rule < RULES)
		buf_add_format(out, "this silences no finding of %s; remove it", iri_rule_at(e->rule)->id);
	else
		buf_add_text(out, "this silences no finding; remove it");
}

void silence_forget(struct silence *s, size_t n)
{
	iri_buf_remove(&s->entries.buf, n * sizeof(struct silence_entry));
}

void silence_clear(struct silence *s)
{
	s->entries.buf.n = s->sorted.buf.n = 0;
	memset(s->open, 0, sizeof s->open);
}

void silence_free(struct silence *s)
{
	silence_clear(s);
	iri_buf_free(&s->entries.buf);
	iri_buf_free(&s->sorted.buf);
	iri_buf_free(&s->refusal);
	iri_buf_free(&s->findings.buf);
	ranges_free(&s->ranges);
}
