/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "similar.h"

#include "lib/base/str.h"

#include <string.h>
#include <strings.h>

enum {
	MOST_LETTERS = 32,
	MOST_BYTES = 128, /* of a name */
};

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * Returns the number of typing errors that make b from a, which have at most MOST_LETTERS bytes: wrong, missing,
 * needless and swapped letters (the restricted Damerau-Levenshtein distance). Upper and lower case are the same.
 */
static size_t count_errors(struct iri_str a, struct iri_str b)
{
	/* rows[i % 3][j]: the errors between the first i letters of a and the first j letters of b */
	size_t rows[3][MOST_LETTERS + 1] = {{0}};

	for (size_t i = 0; i <= a.n; i++) {
		size_t *const row = rows[i % 3];
		const size_t *const above = rows[(i + 2) % 3], *const two_above = rows[(i + 1) % 3];
		row[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			if (i == 0) {
				row[j] = j;
				continue;
			}
			const bool is_same = !strncasecmp(a.p + i - 1, b.p + j - 1, 1);
			row[j] = least(above[j - 1] + !is_same, least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && !is_same && !strncasecmp(a.p + i - 1, b.p + j - 2, 1) &&
			    !strncasecmp(a.p + i - 2, b.p + j - 1, 1))
				row[j] = least(row[j], two_above[j - 2] + 1);
		}
	}
	return rows[a.n % 3][b.n];
}

static void add_word(struct similar *s, struct iri_str known)
{
	const size_t longer = s->word.n > known.n ? s->word.n : known.n;

	if (longer > MOST_LETTERS)
		return;
	/* At most one error for three letters: with more, the words would have little in common. */
	const size_t distance = count_errors(s->word, known);
	if (distance > longer / (longer < 3 ? 2 : 3) || (s->best.p && distance >= s->distance))
		return;
	s->best = known;
	s->distance = distance;
}

void similar_add(struct similar *s, const char *words)
{
	for (;; words++) {
		const size_t n = strcspn(words, "|");
		add_word(s, (struct iri_str){words, n});
		words += n;
		if (!*words)
			return;
	}
}

/*
 * Returns the number of typing errors that make b from a, or a larger number than `most` if there are more (restricted
 * Damerau-Levenshtein distance). Counts only the bytes near the diagonal, so the time is in proportion to most * a.n.
 * Neither is longer than MOST_BYTES, nor longer than the other by more than `most`.
 */
static size_t errors_within(struct iri_str a, struct iri_str b, size_t most)
{
	size_t rows[3][MOST_BYTES + 2] = {{0}};

	for (size_t i = 0; i <= a.n; i++) {
		size_t *const row = rows[i % 3];
		const size_t *const above = rows[(i + 2) % 3], *const two_above = rows[(i + 1) % 3];
		const size_t from = i > most ? i - most : 0, to = least(b.n, i + most);
		if (from)
			row[from - 1] = most + 1;
		size_t fewest = most + 1;
		for (size_t j = from; j <= to; j++) {
			if (!i || !j) {
				row[j] = i + j;
			} else {
				const bool same = a.p[i - 1] == b.p[j - 1];
				row[j] = above[j - 1] + !same;
				if (j < i + most)
					row[j] = least(row[j], above[j] + 1);
				if (j > from)
					row[j] = least(row[j], row[j - 1] + 1);
				if (i > 1 && j > 1 && !same && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1])
					row[j] = least(row[j], two_above[j - 2] + 1);
			}
			fewest = least(fewest, row[j]);
		}
		if (to < b.n)
			row[to + 1] = most + 1;
		if (fewest > most)
			return most + 1;
	}
	return rows[a.n % 3][b.n];
}

/*
 * Whether a text and the one that is wanted differ by more than `most` typing errors, as their lengths and their bytes
 * tell: each byte that only one of them has needs one, wherever it stands.
 */
static bool is_far(struct closest *c, struct iri_str text, size_t most)
{
	const size_t n = c->wanted.n;
	size_t other = 0, i = 0;

	if (n > MOST_BYTES || text.n > MOST_BYTES || n > text.n + most || text.n > n + most)
		return true;
	for (size_t k = 0; !c->is_counted && k < n; k++)
		c->counts[(unsigned char)c->wanted.p[k]]++;
	c->is_counted = true;
	const size_t limit = least(most, text.n + most - n); /* of the bytes that only the text has */
	for (; i < text.n && other <= limit; i++)
		other += c->counts[(unsigned char)text.p[i]]-- <= 0;
	while (i)
		c->counts[(unsigned char)text.p[--i]]++;
	return other > limit;
}

void closest_add(struct closest *c, struct iri_str name)
{
	const size_t longer = name.n > c->wanted.n ? name.n : c->wanted.n, third = longer / 3 ? longer / 3 : 1;
	const size_t most = c->text.p ? least(third, c->errors) : third;
	const size_t errors = is_far(c, name, most) ? most + 1 : errors_within(c->wanted, name, most);
	size_t prefix = 0;

	if (errors > most)
		return;
	while (prefix < least(name.n, c->wanted.n) && name.p[prefix] == c->wanted.p[prefix])
		prefix++;
	if (c->text.p && errors == c->errors && prefix <= c->prefix)
		return;
	c->text = name;
	c->errors = errors;
	c->prefix = prefix;
}
