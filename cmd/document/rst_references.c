/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "rst_references.h"

#include "cmd/base/space.h"
#include "cmd/markdown/definitions.h"
#include "cmd/markup/rst_inline.h"
#include "cmd/markup/rst_target.h"
#include "lib/base/str.h"

enum { MOST_ALIASES = 16 }; /* an alias of an alias */

void rst_add_plain(struct iri_str s, struct iri_buf *to)
{
	for (const char *p = s.p, *const end = p + s.n; p < end; p++)
		if (*p != '\\' || ++p < end)
			iri_buf_putc(to, *p);
}

/* Returns the normal form of a name. */
static struct iri_str rst_key(struct rst_references *l, struct iri_str name)
{
	iri_buf_clear(&l->plain);
	iri_buf_clear(&l->key);
	rst_add_plain(name, &l->plain);
	definitions_add_normal(iri_contents(&l->plain), &l->key);
	l->failed = l->failed || l->plain.failed || l->key.failed;
	return iri_contents(&l->key);
}

/* Returns the name in an alias, "name_" or "`a phrase`_". */
static struct iri_str alias_name(struct iri_str alias)
{
	const bool is_quoted = alias.n > 2 && *alias.p == '`' && alias.p[alias.n - 2] == '`';

	return (struct iri_str){alias.p + is_quoted, alias.n - 1 - 2 * is_quoted};
}

/* Gives a name a number, unless it has one: of equal names, the first counts. */
static void set_number(struct rst_references *l, struct iri_str name, size_t number)
{
	const uint32_t known = l->names.n, added = iri_texts_add(&l->names, rst_key(l, name));

	if (added == known)
		ARRAY_ADD(l->numbers, &number);
	l->failed = l->failed || added == IRI_TEXTS_NONE || l->numbers.buf.failed;
}

/* Returns the number of a target or substitution, or SIZE_MAX. */
static size_t rst_number_of(struct rst_references *l, struct iri_str name)
{
	const uint32_t found = iri_texts_find(&l->names, rst_key(l, name));

	return found < ARRAY_COUNT(l->numbers) ? l->numbers.item[found] : SIZE_MAX;
}

/* Whether the target before `name` leads where the one with this name does: it is empty, and nothing stands between. */
static bool is_chained(const struct rst_references *l, struct iri_str name)
{
	const size_t n = ARRAY_COUNT(l->targets);
	const struct iri_str before = n ? l->targets.item[n - 1].body : (struct iri_str){NULL, 0};
	const char *p = before.p;

	if (!n || before.n)
		return false;
	while (p < name.p && (is_html_space(*p) || *p == '.' || *p == '_' || *p == '`' || *p == ':'))
		p++;
	return p >= name.p;
}

bool rst_may_have_targets(struct iri_str text)
{
	const char *const start = text.p, *const end = start + text.n;

	for (const char *p = start; (p = iri_find_byte(p, end, '_')) < end; p++) {
		const char *q = p;
		if (end - p >= 3 && p[1] == '_' && p[2] == ' ')
			return true;
		while (q > start && is_html_space(q[-1]))
			q--;
		if (q < p && q - start >= 2 && q[-1] == '.' && q[-2] == '.')
			return true;
	}
	return false;
}

void rst_add_target(struct rst_references *l, struct iri_str name, bool is_quoted, struct iri_str body)
{
	const struct rst_target target = {.body = body, .next = SIZE_MAX};
	const size_t number = ARRAY_COUNT(l->targets);

	if (is_chained(l, name))
		l->targets.item[number - 1].is_chained = true;
	ARRAY_ADD(l->targets, &target);
	if (iri_is(name, "_") && !is_quoted)
		ARRAY_ADD(l->anonymous, &number);
	else
		set_number(l, name, number);
	l->failed = l->failed || l->targets.buf.failed || l->anonymous.buf.failed;
}

void rst_add_substitution(struct rst_references *l, struct iri_str name, struct iri_str text)
{
	set_number(l, name, ARRAY_COUNT(l->substitutions));
	ARRAY_ADD(l->substitutions, &text);
	l->failed = l->failed || l->substitutions.buf.failed;
}

void rst_add_use(struct rst_references *l, struct iri_str name, struct iri_str text, bool is_anonymous)
{
	const struct rst_use use = {name, text, is_anonymous};

	ARRAY_ADD(l->uses, &use);
	l->failed = l->failed || l->uses.buf.failed;
}

void rst_add_alias(struct rst_references *l, struct iri_str alias, struct iri_str text)
{
	rst_add_use(l, alias_name(alias), text, false);
}

/*
 * References in text
 */

void rst_add_words(struct rst_references *l, struct iri_str whole, const char *p, const char *end)
{
	const char *const start = p, *const stop = whole.p + whole.n;

	for (; (p = iri_find_byte(p, end, '_')) < end; p++) {
		const bool is_anonymous = end - p > 1 && p[1] == '_';
		const char *name = p;
		if (p == start || !rst_reference_ends(p + 1 + is_anonymous, stop))
			continue;
		if (p[-1] == '|') {
			for (name = p - 1; name > start && name[-1] != '|'; name--)
				continue;
			name -= name > start;
			if (*name != '|' || p - name < 3 || is_html_space(name[1]) || is_html_space(p[-2]))
				continue;
		} else {
			name = rst_name_start(start, p);
		}
		if (name == p || !rst_reference_begins(whole.p, name))
			continue;
		const bool has_bars = *name == '|';
		rst_add_use(l, iri_between(name + has_bars, p - has_bars), iri_between(name, p), is_anonymous);
		p += is_anonymous;
	}
}

/*
 * Resolution
 */

/* Finds the targets to which aliases and empty targets lead. */
static void link_aliases(struct rst_references *l)
{
	for (size_t i = 0; i < ARRAY_COUNT(l->targets); i++) {
		struct rst_target *const t = &l->targets.item[i];
		if (t->is_chained)
			t->next = i + 1;
		else if (rst_is_alias(t->body))
			t->next = rst_number_of(l, alias_name(t->body));
	}
}

/* Returns the number of the target with a link that this one leads to, or SIZE_MAX. */
static size_t rst_follow(const struct rst_references *l, size_t number)
{
	for (unsigned i = 0; i < MOST_ALIASES && number < ARRAY_COUNT(l->targets); i++) {
		const struct rst_target *const t = &l->targets.item[number];
		if (t->next == SIZE_MAX)
			return t->body.n && !rst_is_alias(t->body) ? number : SIZE_MAX;
		number = t->next;
	}
	return SIZE_MAX;
}

/* Returns the start of s. */
static struct iri_str first_bytes(struct iri_str s, size_t most)
{
	s.n = s.n < most ? s.n : most;
	return s;
}

/* Returns what a reader sees of a reference: the text, or that of the substitution in its bars. */
static struct iri_str seen_text(struct rst_references *l, struct iri_str text)
{
	const bool has_bars = text.n > 2 && *text.p == '|' && text.p[text.n - 1] == '|';
	const size_t number = has_bars ? rst_number_of(l, text) : SIZE_MAX;

	/* Many references may show one substitution. */
	return number < ARRAY_COUNT(l->substitutions)
	               ? first_bytes(l->substitutions.item[number], SPAN_MOST_LABEL) : text;
}

void rst_resolve(struct rst_references *l, struct finder *f)
{
	/* Docutils makes no links if there are not as many anonymous references as targets. */
	const size_t n = ARRAY_COUNT(l->uses), n_targets = ARRAY_COUNT(l->anonymous);
	size_t n_anonymous = 0, next = 0, last = SIZE_MAX;
	struct iri_str text;
	const char *last_text = NULL;
	struct source_map target = {0};

	link_aliases(l);
	for (size_t i = 0; i < n; i++)
		n_anonymous += l->uses.item[i].is_anonymous;
	for (size_t i = 0; i < n && !l->failed; i++) {
		const struct rst_use *const use = &l->uses.item[i];
		const size_t named = !use->is_anonymous         ? rst_number_of(l, use->name)
		                     : n_anonymous == n_targets ? l->anonymous.item[next++]
		                                                : SIZE_MAX;
		const size_t number = rst_follow(l, named);
		if (number == SIZE_MAX || (uses_get(&l->texts, number, &text) && text.p))
			continue;
		/* Many references may be equal, with a substitution or a long target. */
		text = seen_text(l, use->text);
		if (number == last && text.p == last_text)
			continue;
		if (number != last) {
			source_map_clear(&target);
			rst_unescape(first_bytes(l->targets.item[number].body, USES_MOST_TARGET), 0, &target);
		}
		last = number;
		last_text = text.p;
		iri_buf_clear(&f->label.text);
		rst_add_plain(text, &f->label.text);
		uses_keep(&l->texts, f->options, number, finder_fold(f), iri_contents(&target.text));
		l->failed = l->failed || source_map_failed(&target);
	}
	source_map_free(&target);
	l->collects = false;
}

bool rst_next_target(struct rst_references *l, struct iri_str *text)
{
	return uses_get(&l->texts, l->next++, text);
}

bool rst_references_failed(const struct rst_references *l)
{
	return l->failed || uses_failed(&l->texts);
}

void rst_references_free(struct rst_references *l)
{
	iri_texts_free(&l->names);
	iri_buf_free(&l->numbers.buf);
	iri_buf_free(&l->targets.buf);
	iri_buf_free(&l->substitutions.buf);
	iri_buf_free(&l->anonymous.buf);
	iri_buf_free(&l->uses.buf);
	iri_buf_free(&l->plain);
	iri_buf_free(&l->key);
	uses_free(&l->texts);
}
