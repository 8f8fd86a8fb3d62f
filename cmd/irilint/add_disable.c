/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "add_disable.h"

#include "cmd/base/space.h"
#include "cmd/markup/xml_token.h"
#include "lib/base/array.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <stdlib.h>
#include <string.h>

/* A document that gets comments */
struct annotation {
	struct checker *checker;
	struct editor *e;
	enum document_format format;
	const char *reason;
	struct iri_buf text;      /* the text of the current patch */
	union ARRAY_OF(struct add_disable_job) jobs;
	union patches patches;
	struct xml_tokens tokens; /* of a document in XML, up to the current line */
	bool was_in_tag;          /* the last token is in a tag */
};

/* The findings of a line */
struct add_disable_job {
	struct patch patch;
	const struct held *first;
	size_t n;
	const char *why;        /* why there is no place for a comment, or NULL */
	const struct silence_entry *id; /* the id in an older comment after which the new ones are put, or NULL */
};

const char *add_disable_refuse(const char *reason)
{
	const char *const end = reason + strlen(reason);

	for (const char *p = reason, *next; p < end; p = next) {
		next = p + text_visible(p, end);
		if (next == p)
			return "the reason has a character that is invisible, or not UTF-8";
	}
	if (strstr(reason, "--") || strstr(reason, "*/") || (end > reason && end[-1] == '-'))
		return "the reason cannot have '--' or '*/', which would end the comment";
	return NULL;
}

static int compare_held(const void *x, const void *y)
{
	const struct held *const a = x, *const b = y;

	if (a->range.line[0] != b->range.line[0])
		return a->range.line[0] < b->range.line[0] ? -1 : 1;
	return (a->off > b->off) - (a->off < b->off);
}

static int compare_jobs(const void *x, const void *y)
{
	const struct add_disable_job *const a = x, *const b = y;

	return (a->patch.off > b->patch.off) - (a->patch.off < b->patch.off);
}

/* Appends the ids of the rules of the job, each after `before`, or after ", " if it is not the first. */
static void add_ids(struct annotation *a, const struct add_disable_job *job, const char *before)
{
	bool has[RULES] = {false};

	for (size_t i = 0; i < job->n; i++)
		has[job->first[i].finding.rule->number] = true;
	for (unsigned i = 0; i < RULES; i++) {
		if (!has[i])
			continue;
		buf_add_text(&a->text, before);
		buf_add_text(&a->text, iri_rule_at(i)->id);
		before = ", ";
	}
}

/* Appends a comment with this word, and sets its place in the patch. */
static void write_comment(struct annotation *a, struct add_disable_job *job, const char *word)
{
	const bool is_mdx = a->format == FORMAT_MDX;

	job->patch.comment = a->text.n;
	buf_add_format(&a->text, "%s %s", is_mdx ? "{/*" : "<!--", word);
	add_ids(a, job, " ");
	if (a->reason && *a->reason)
		buf_add_format(&a->text, ": %s", a->reason);
	buf_add_text(&a->text, is_mdx ? " */}" : " -->");
}

/* The line of a job, without its end */
struct add_disable_line {
	const char *start, *end;
	const char *content; /* after white space and the marks of quotes */
};

static struct add_disable_line find_line(const struct annotation *a, uintmax_t off)
{
	const struct iri_str text = a->e->document;
	const char *const p = text.p + (off < text.n ? off : text.n);
	struct add_disable_line l = {p, p, NULL};

	while (l.start > text.p && !is_line_end(l.start[-1]))
		l.start--;
	while (l.end < text.p + text.n && !is_line_end(*l.end))
		l.end++;
	l.content = l.start;
	while (l.content < l.end && (is_space(*l.content) || *l.content == '>'))
		l.content++;
	return l;
}

/* Puts a comment into a line of its own, before the line. It is indented like the line, and in the same quotes. */
static void add_before(struct annotation *a, struct add_disable_job *job, const struct add_disable_line *l)
{
	const char *const end = a->e->document.p + a->e->document.n;

	iri_buf_add(&a->text, l->start, (size_t)(l->content - l->start));
	write_comment(a, job, "irilint-disable-next-line");
	buf_add_text(&a->text, end - l->end >= 2 && !memcmp(l->end, "\r\n", 2) ? "\r\n" : "\n");
	job->patch.off = (size_t)(l->start - a->e->document.p);
}

/* Puts a comment at the end of the line. */
static void add_after(struct annotation *a, struct add_disable_job *job, const struct add_disable_line *l)
{
	const char *end = l->end;

	while (end > l->content && is_space(end[-1]))
		end--;
	if (job->first->block != SPAN_NO_BLOCK)
		iri_buf_putc(&a->text, ' ');
	write_comment(a, job, "irilint-disable-line");
	job->patch.off = (size_t)(end - a->e->document.p);
}

/* Whether white space or a backslash at the end of the line can break it (CommonMark 0.31.2, section 6.7). */
static bool has_hard_break(const struct add_disable_line *l)
{
	return l->end > l->content &&
	       (l->end[-1] == '\\' || (l->end - l->content >= 2 && !memcmp(l->end - 2, "  ", 2)));
}

/* Whether the place is inside of a tag of XML. It is not before that of the last call. */
static bool is_in_tag(struct annotation *a, const char *p)
{
	const size_t off = (size_t)(p - a->e->document.p);
	struct xml_token token;

	if (a->format != FORMAT_XML)
		return false;
	a->tokens.text = a->e->document;
	do {
		if (a->tokens.at >= off)
			return a->tokens.at == off ? a->tokens.in_tag : a->was_in_tag;
		a->was_in_tag = a->tokens.in_tag;
	} while (xml_next(&a->tokens, &token));
	return false;
}

/* Adds a comment for the job where its block has a place for one. Returns NULL, or why it has none. */
static const char *add_for_block(struct annotation *a, struct add_disable_job *job)
{
	const struct add_disable_line l = find_line(a, job->first->off);
	const char *const block = a->e->document.p + job->first->block_off;
	const bool begins_here = block >= l.start && block <= l.end;
	const char first = l.content < l.end ? *l.content : '\0';

	switch (job->first->block) {
	case SPAN_NO_BLOCK:
		/* Our reader takes a comment there, but no other does. */
		if (is_in_tag(a, l.end))
			return "a tag of several lines has no place for one";
		break;
	case SPAN_TABLE: return "a table has no place for one";
	case SPAN_METADATA: return "front matter has no place for one";
	case SPAN_HEADING:
		if (!begins_here || !(first == '#' || block == l.content))
			return "there is no place for one in a heading of several lines, or at the start of an item";
		add_before(a, job, &l);
		return NULL;
	case SPAN_REFERENCE:
		if (first != '[')
			return "there is no place for one in a definition of several lines, or at the start of an item";
		add_before(a, job, &l);
		return NULL;
	case SPAN_HTML:
		if (!begins_here || first != '<' || block > l.content)
			break;
		add_before(a, job, &l);
		return NULL;
	case SPAN_PARAGRAPH:
		if (has_hard_break(&l))
			return "a hard line break has no place for one";
		break;
	}
	add_after(a, job, &l);
	return NULL;
}

/* By the line that is silenced, then by place */
static int compare_ids(const void *x, const void *y)
{
	const struct silence_entry *const a = *(const struct silence_entry *const *)x;
	const struct silence_entry *const b = *(const struct silence_entry *const *)y;
	const uintmax_t end_a = a->place + a->range.off[1], end_b = b->place + b->range.off[1];

	if (a->from.line != b->from.line)
		return a->from.line < b->from.line ? -1 : 1;
	return (end_a > end_b) - (end_a < end_b);
}

/* Ids in comments */
union ids ARRAY_OF(const struct silence_entry *);

/* Appends the ids in comments that silence one line, sorted. Comments without ids leave no findings. */
static void list_ids(const struct annotation *a, union ids *ids)
{
	size_t n;
	const struct silence_entry *const entries = silence_entries(&a->checker->silence, &n);

	for (size_t i = 0; i < n; i++) {
		const struct silence_entry *const entry = &entries[i];
		if (entry->kind == SILENCE_LINE && !entry->why && entry->rule < RULES)
			ARRAY_ADD(*ids, &entry);
	}
	buf_check(a->e->lines->messages, &ids->buf);
	if (ids->buf.n)
		qsort(ids->item, ARRAY_COUNT(*ids), sizeof *ids->item, compare_ids);
}

/* Makes a job for each line that has findings. If a comment silences other findings of it, the ids are added there. */
static void make_jobs(struct annotation *a)
{
	const struct held *const held = a->checker->held.item;
	const size_t n = ARRAY_COUNT(a->checker->held);
	union ids ids = {0};
	size_t next = 0;

	list_ids(a, &ids);
	const struct silence_entry *const *const sorted = ids.item;
	for (size_t i = 0, end; i < n; i = end) {
		const uintmax_t line = held[i].range.line[0];
		const struct silence_entry *id = NULL;
		struct add_disable_job job = {.first = &held[i], .patch.comment = PATCH_NO_COMMENT};
		for (end = i; end < n && held[end].range.line[0] == line; end++)
			continue;
		job.n = end - i;
		for (; next < ARRAY_COUNT(ids) && sorted[next]->from.line <= line; next++)
			id = sorted[next]->from.line == line ? sorted[next] : id;
		a->text.n = 0;
		job.id = id;
		if (id) {
			job.patch.off = (size_t)id->place + id->range.off[1];
			add_ids(a, &job, ", ");
		} else {
			job.why = add_for_block(a, &job);
		}
		buf_check(a->e->lines->messages, &a->text);
		job.patch.text = arena_copy(&a->checker->arena, iri_contents(&a->text));
		ARRAY_ADD(a->jobs, &job);
	}
	buf_check(a->e->lines->messages, &a->jobs.buf);
	iri_buf_free(&ids.buf);
}

/* Prints a message about each rule that has findings of a job that gets no comment. */
static void say_no_place(const struct annotation *a, const struct add_disable_job *job)
{
	struct messages *const m = a->e->lines->messages;
	struct iri_buf text = {0};
	bool is_said[RULES] = {false};

	message_raise(m, EXIT_INVALID);
	for (size_t i = 0; i < job->n && !m->quiet; i++) {
		const struct held *const h = &job->first[i];
		const unsigned rule = h->finding.rule->number;
		if (is_said[rule])
			continue;
		is_said[rule] = true;
		text.n = 0;
		buf_add_format(&text, "no comment added for %s: %s; %suse a baseline%c", h->finding.rule->id, job->why,
		               a->format == FORMAT_TEXT ? "write irilint-disable-line by hand, or " : "", '\0');
		buf_check(m, &text);
		message_in_place(m, h->range.line[0], h->range.column[0], text.p, NULL);
	}
	iri_buf_free(&text);
}

/* Whether an older comment, which gets new ids, gives this reason. */
static bool gives_reason(const struct silence_entry *id, const char *reason)
{
	const char *const end = id->comment.p + id->comment.n, *const colon = iri_find_byte(id->comment.p, end, ':');

	return colon < end && iri_is(trim_html_space(iri_between(colon + 1, end)), reason);
}

/* Counts the comment of a job. Prints a message if it is an older one, which does not get the reason. */
static void count_comment(const struct annotation *a, const struct add_disable_job *job, struct add_disable_counts *n)
{
	struct messages *const m = a->e->lines->messages;
	const struct range *const range = &job->first->range;

	n->added += !job->id;
	n->changed += job->id != NULL;
	if (!job->id || !a->reason || !*a->reason || m->quiet || gives_reason(job->id, a->reason))
		return;
	message_in_place(m, range->line[0], range->column[0],
	                 "there is a comment already: it gets the ids, but not the reason", NULL);
}

/* Makes the document with the comments of all jobs that have a place. Adds their numbers to *counts. */
static void write_jobs(struct annotation *a, struct add_disable_counts *counts)
{
	struct add_disable_job *const jobs = a->jobs.item;
	const size_t n = ARRAY_COUNT(a->jobs);
	size_t n_patches = 0;

	if (n)
		qsort(jobs, n, sizeof *jobs, compare_jobs);
	for (size_t i = 0; i < n; i++)
		if (!jobs[i].why)
			ARRAY_ADD(a->patches, &jobs[i].patch);
	buf_check(a->e->lines->messages, &a->patches.buf);
	struct patch *const patches = a->patches.item;
	if (a->patches.buf.n)
		patch_document(a->e, patches, ARRAY_COUNT(a->patches));
	for (size_t i = 0; i < n; i++) {
		if (!jobs[i].why && patches[n_patches++].is_refused)
			jobs[i].why = a->format == FORMAT_TEXT ? "--add-disable writes none into running text"
			                                       : "a comment cannot stand here";
		if (jobs[i].why)
			say_no_place(a, &jobs[i]);
		else
			count_comment(a, &jobs[i], counts);
	}
}

void add_disable_document(struct checker *c, struct editor *e, enum document_format format, const char *reason,
                          struct add_disable_counts *counts)
{
	const size_t before = counts->added + counts->changed;
	struct annotation a = {.checker = c, .e = e, .format = format, .reason = reason};
	const size_t n = held_settle(c);

	if (n) {
		qsort(c->held.item, n, sizeof(struct held), compare_held);
		make_jobs(&a);
		write_jobs(&a, counts);
	}
	counts->files += counts->added + counts->changed > before;
	iri_buf_free(&a.text);
	iri_buf_free(&a.jobs.buf);
	iri_buf_free(&a.patches.buf);
}
