/* SPDX-License-Identifier: ISC */
/* Checks of the parameters of a query: tracking */
#include "checks.h"

#include "lib/base/str.h"

/* The longest key that is looked up */
enum { MOST_KEY = 64 };

/* Returns why a parameter with this key, decoded, tracks its reader, or NULL. */
static const char *tracking_reason(struct iri_str key)
{
	static const struct {
		const char *key, *why;
	} rows[] = {
#define TRACKING(key, why, source) {key, why},
#include "tracking.def"
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const size_t n = strlen(rows[i].key) - 1;
		const bool any = rows[i].key[n] == '*';
		if (any ? key.n >= n && !memcmp(key.p, rows[i].key, n) : iri_is(key, rows[i].key))
			return rows[i].why;
	}
	return NULL;
}

/* Whether a parameter with this key, decoded, signs the link. */
static bool is_signature(struct iri_str key)
{
	static const char *const rows[] = {
#define SIGNATURE(key, source) key,
#include "tracking.def"
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t n = 0;
		while (n < key.n && rows[i][n] && iri_lower(key.p[n]) == iri_lower(rows[i][n]))
			n++;
		if (n == key.n && !rows[i][n])
			return true;
	}
	return false;
}

/* Returns the key of a pair, decoded into buf. A longer one is cut, so that it is in no table. */
static struct iri_str decoded_key(const struct iri_lint_line *t, const struct iri_pair *pair, char buf[MOST_KEY])
{
	const size_t n = iri_decode(pair->key, iri_plus_is_space(t->ref.scheme), buf, MOST_KEY);

	return (struct iri_str){buf, n < MOST_KEY ? n : 0};
}

/* Returns why a pair tracks its reader, or NULL. */
static const char *reason_of(const struct iri_lint_line *t, const struct iri_pair *pair)
{
	char buf[MOST_KEY];
	const struct iri_str key = decoded_key(t, pair, buf);
	const char *const why = tracking_reason(key);

	return why || !t->l->tracks ? why : t->l->tracks(t->l->tracks_arg, t->ref.host, key);
}

/*
 * A finding has the separator before the pair, or behind it if no pair before it stays, so that the query is right when
 * all of them are removed. If no pair stays, the first finding has the "?", unless the reference has nothing before it:
 * without it, such a reference would have the query of its base (RFC 3986, section 5.2.2).
 */
void iri_lint_tracking(struct iri_lint_line *t)
{
	struct iri_pairs walk = iri_pairs(t->ref.query, '&');
	char buf[MOST_KEY];
	bool any = false, stays = false;

	if (!t->ref.query.n || (t->ref.scheme.p && !(t->flags & SCHEME_HTTP)))
		return;
	const char *const end = t->ref.query.p + t->ref.query.n;
	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		if (is_signature(decoded_key(t, &pair, buf)))
			return;
		const bool tracks = reason_of(t, &pair);
		any = any || tracks;
		stays = stays || !tracks;
	}
	if (!any)
		return;
	const bool all = !stays && t->ref.query.p - 1 > t->ref.text.p;
	stays = false;
	t->where = IRI_QUERY;
	walk = iri_pairs(t->ref.query, '&');
	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		const char *const why = reason_of(t, &pair), *p = pair.text.p, *stop = p + pair.text.n;
		if (!why) {
			stays = true;
			continue;
		}
		p -= all || stays;
		stop += !all && !stays && stop < end;
		iri_lint_found(t, RULE_TRACKING_PARAMETER, p, (size_t)(stop - p), 0, why);
	}
}
