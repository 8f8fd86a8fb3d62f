/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "similar.h"

#include "lib/base/str.h"

#include <string.h>
#include <strings.h>

enum { MOST_LETTERS = 32 };

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
