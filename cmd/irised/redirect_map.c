/* SPDX-License-Identifier: ISC */
/*
 * Tables of redirects. Each is an array that is sorted by key: OLD in its normal form (RFC 3987, section 5.3.3), as a
 * URI. In a URI, the normal form of each octet depends on no other octet. So if a link begins with an equivalent of a
 * prefix, the normal form of the link begins with the key of the prefix. The exceptions are dot segments, and telephone
 * numbers and UUIDs, which have no parts; a longer link is not found there.
 */
#include "redirect_map.h"

#include "cmd/filter/filter.h"
#include "lib/base/array.h"
#include "lib/base/str.h"
#include "lib/syntax/parse.h"
#include "lib/syntax/path.h"
#include "lib/syntax/pct.h"
#include "lib/unicode/chars.h"

#include <stdlib.h>
#include <string.h>

/* A line of a file. */
struct redirect_entry {
	struct iri_str key;         /* OLD in its normal form */
	struct iri_str to;          /* NEW, as it stands in the line */
	struct place place;         /* the line, without the text after NEW */
	size_t off;                 /* the byte of the line at which OLD begins */
	size_t number;              /* in the order of reading, from 0; set by sort */
	const struct redirect_entry *first; /* the first of the earlier lines that have the same key, or NULL */
	const struct redirect_entry *shorter; /* the longest other key that this key begins with, or NULL */
	bool slash;                 /* the path of NEW ends with "/" */
	bool no_authority;          /* "//" after NEW, or in place of its slash, would begin an authority */
	char bytes[];               /* the line, then the key */
};

union redirect_entries ARRAY_OF(struct redirect_entry *);

struct table {
	union redirect_entries all;        /* in the order of reading; owns them */
	union redirect_entries sorted;     /* by ascending key; of equal keys, the one read first */
};

struct redirect_map {
	struct iri_normalizer *normalizer;
	struct table exact, prefixes;
	struct iri_buf valid;       /* a link that is not valid, with what is wrong percent-encoded */
	struct iri_buf moved;       /* the result of redirect_map_find */
};

/* The argument of redirect_map_add_line */
struct map_reader {
	struct redirect_map *map;
	struct messages *messages;
	bool prefixes;              /* the lines are for map->prefixes, else for map->exact */
	bool wrong;                 /* a line was wrong */
};

struct redirect_map *redirect_map_new(void)
{
	const struct iri_normalize_options options = {.uri = true};
	struct redirect_map *const map = calloc(1, sizeof *map);

	if (!map)
		return NULL;
	map->normalizer = iri_normalizer_new(&options);
	if (map->normalizer)
		return map;
	free(map);
	return NULL;
}

static void free_table(struct table *t)
{
	struct redirect_entry **const all = t->all.item;
	const size_t n = ARRAY_COUNT(t->all);

	for (size_t i = 0; i < n; i++)
		free(all[i]);
	iri_buf_free(&t->all.buf);
	iri_buf_free(&t->sorted.buf);
}

void redirect_map_free(struct redirect_map *map)
{
	if (!map)
		return;
	iri_normalizer_free(map->normalizer);
	free_table(&map->exact);
	free_table(&map->prefixes);
	iri_buf_free(&map->valid);
	iri_buf_free(&map->moved);
	free(map);
}

/* Prints a message about byte off of the current line. */
static void redirect_map_refuse(struct map_reader *r, size_t off, const char *text, const char *hint)
{
	r->wrong = true;
	message_invalid(r->messages, off, text, hint);
}

/*
 * Whether neither OLD nor NEW has a query or a fragment, as a line of prefixes requires. If not, prints a message.
 * line: the whole line; old: OLD, parsed; to: NEW
 */
static bool check_prefix(struct map_reader *r, struct iri_str line, const struct iri_ref *old, struct iri_str to)
{
	if (old->query.p || old->fragment.p) {
		const char *const mark = (old->query.p ? old->query.p : old->fragment.p) - 1;
		redirect_map_refuse(r, (size_t)(mark - line.p),
		                    *mark == '?' ? "an old prefix cannot have a query"
		                                 : "an old prefix cannot have a fragment", NULL);
		return false;
	}
	for (const char *mark = to.p, *end = to.p + to.n; mark < end; mark++)
		if (*mark == '?' || *mark == '#') {
			redirect_map_refuse(r, (size_t)(mark - line.p),
			                    *mark == '?' ? "a new prefix cannot have a query"
			                    : "a new prefix cannot have a fragment",
			                    "the rest of a link comes after it");
			return false;
		}
	return true;
}

/*
 * Returns a new entry for the current line, or NULL if out of memory. line: the current line up to the end of NEW;
 * pair: OLD and NEW, views of the line
 */
static struct redirect_entry *new_entry(const struct place *place, struct iri_str line, const struct iri_str pair[2],
                                        struct iri_str key)
{
	struct redirect_entry *const entry = malloc(sizeof *entry + line.n + key.n);
	struct iri_ref ref;
	struct iri_error err;

	if (!entry)
		return NULL;
	*entry = (struct redirect_entry){
		.key = {entry->bytes + line.n, key.n},
		.to = {entry->bytes + (pair[1].p - line.p), pair[1].n},
		.place = {place->file, place->line, place->column, {entry->bytes, line.n}},
		.off = (size_t)(pair[0].p - line.p),
	};
	memcpy(entry->bytes, line.p, line.n);
	memcpy(entry->bytes + line.n, key.p, key.n);
	/* NEW can be a placeholder of a template, which is no valid reference. Then its last byte decides. */
	entry->slash = entry->to.p[entry->to.n - 1] == '/';
	if (iri_parse(entry->to, IRI_REFERENCE, &ref, &err) == IRI_OK) {
		entry->slash = entry->slash && ref.path.n;
		entry->no_authority = !ref.authority.p && ref.path.n == entry->slash;
	}
	return entry;
}

/* For lines_read: adds the entry in a line to the table. Prints a message if the line is wrong. */
static void redirect_map_add_line(void *arg, struct iri_str s)
{
	struct map_reader *const r = arg;
	union redirect_entries *const all = r->prefixes ? &r->map->prefixes.all : &r->map->exact.all;
	struct iri_str pair[2], key;
	struct iri_error err;
	struct iri_ref old;
	char text[256];
	size_t off;

	if (!filter_trim(s).n)
		return;
	const char *const why = filter_cut_pair(s, pair, &off);
	if (why) {
		redirect_map_refuse(r, off, why, NULL);
		return;
	}
	if (!pair[0].n || !pair[1].n) {
		const char *const missing = pair[0].n ? "there is no new link after the tab"
		                                      : "there is no old link before the tab";
		redirect_map_refuse(r, (size_t)(pair[pair[0].n != 0].p - s.p), missing, NULL);
		return;
	}
	enum iri_status status = iri_parse(pair[0], IRI_REFERENCE | IRI_FORBID_BIDI, &old, &err);
	if (status == IRI_OK)
		status = iri_normalize(r->map->normalizer, pair[0], &key, &err);
	if (status == IRI_NO_MEMORY)
		message_die(r->messages, NULL, "out of memory");
	if (status != IRI_OK) {
		iri_error_text(&err, text, sizeof text);
		redirect_map_refuse(r, err.off + (size_t)(pair[0].p - s.p), text, NULL);
		return;
	}
	if (r->prefixes && !check_prefix(r, s, &old, pair[1]))
		return;
	struct redirect_entry *const entry =
		new_entry(&r->messages->place, iri_between(s.p, pair[1].p + pair[1].n), pair, key);
	if (!entry)
		message_die(r->messages, NULL, "out of memory");
	ARRAY_ADD(*all, &entry);
	buf_check(r->messages, &all->buf);
}

/* Returns the length of the longest common prefix of a and b, in bytes. */
static size_t common_length(struct iri_str a, struct iri_str b)
{
	const size_t n = a.n < b.n ? a.n : b.n;
	size_t i = 0;

	while (i < n && a.p[i] == b.p[i])
		i++;
	return i;
}

/* Compares two texts byte by byte, as memcmp(3) does. A text comes after its prefixes. */
static int compare_texts(struct iri_str a, struct iri_str b)
{
	const size_t n = a.n < b.n ? a.n : b.n;
	/* n is 0 if one of them is absent. */
	const int order = n && a.p && b.p ? memcmp(a.p, b.p, n) : 0;

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

static int redirect_compare(const void *a, const void *b)
{
	const struct redirect_entry *const x = *(struct redirect_entry *const *)a;
	const struct redirect_entry *const y = *(struct redirect_entry *const *)b;
	const int order = compare_texts(x->key, y->key);

	return order ? order : (x->number > y->number) - (x->number < y->number);
}

/* Sorts all redirects of the table, and sets their members `first` and `shorter`. */
static void sort(struct messages *m, struct table *t)
{
	struct redirect_entry *last = NULL;
	size_t kept = 0;

	t->sorted.buf.n = 0;
	iri_buf_add(&t->sorted.buf, t->all.buf.p, t->all.buf.n);
	buf_check(m, &t->sorted.buf);
	struct redirect_entry **const sorted = t->sorted.item;
	const size_t n = ARRAY_COUNT(t->sorted);
	for (size_t i = 0; i < n; i++)
		sorted[i]->number = i;
	if (n)
		qsort(sorted, n, sizeof *sorted, redirect_compare);
	for (size_t i = 0; i < n; i++) {
		struct redirect_entry *const entry = sorted[i];
		const struct redirect_entry *shorter = last;
		entry->first = last && iri_same(last->key, entry->key) ? last : NULL;
		if (entry->first)
			continue;
		/* Each key that this key begins with is the key before it in the array, or a prefix of that key. */
		while (shorter && common_length(shorter->key, entry->key) < shorter->key.n)
			shorter = shorter->shorter;
		entry->shorter = shorter;
		sorted[kept++] = last = entry;
	}
	t->sorted.buf.n = kept * sizeof *sorted;
}

/* Prints a message that the entry has the same OLD as an earlier line, but another NEW. */
static void report_twice(struct map_reader *r, const struct redirect_entry *entry)
{
	struct messages *const m = r->messages;
	struct iri_buf text = {0};

	buf_add_format(&text, "this old link has another new link in line %ju", entry->first->place.line);
	if (strcmp(entry->first->place.file, entry->place.file) != 0) {
		buf_add_text(&text, " of ");
		buf_add_visible(&text, entry->first->place.file);
	}
	iri_buf_putc(&text, '\0');
	buf_check(m, &text);
	m->place = entry->place;
	m->n_counted = m->n_chars = 0;
	redirect_map_refuse(r, entry->off, text.p, "remove one of the two lines");
	iri_buf_free(&text);
}

bool redirect_map_read(struct redirect_map *map, struct lines *l, const char *name, bool prefixes)
{
	struct map_reader r = {.map = map, .messages = l->messages, .prefixes = prefixes};
	struct table *const t = prefixes ? &map->prefixes : &map->exact;
	const size_t n_before = ARRAY_COUNT(t->all);

	if (!lines_read(l, name, redirect_map_add_line, &r))
		return false;
	sort(l->messages, t);
	struct redirect_entry *const *const all = t->all.item;
	const size_t n = ARRAY_COUNT(t->all);
	for (size_t i = n_before; i < n; i++)
		if (all[i]->first && !iri_same(all[i]->first->to, all[i]->to))
			report_twice(&r, all[i]);
	return !r.wrong;
}

/* Returns the entry with the greatest key that is not greater than s, or NULL. */
static const struct redirect_entry *find_before(const struct table *t, struct iri_str s)
{
	size_t lo = 0, hi = ARRAY_COUNT(t->sorted);
	struct redirect_entry *const *const sorted = t->sorted.item;

	while (lo < hi) {
		const size_t mid = lo + (hi - lo) / 2;
		if (compare_texts(sorted[mid]->key, s) <= 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? sorted[lo - 1] : NULL;
}

/* Returns the entry with this key, or NULL. */
static const struct redirect_entry *find_key(const struct table *t, struct iri_str key)
{
	const struct redirect_entry *const entry = find_before(t, key);

	return entry && iri_same(entry->key, key) ? entry : NULL;
}

/*
 * Returns the entry with the longest key that the segments of a link begin with, or NULL. normal: the link in its
 * normal form. Takes the greatest key that is not greater than this. Each key that it begins with is this
 * key, or a prefix of it (`shorter`). So one binary search is enough, however many segments the link has.
 */
static const struct redirect_entry *find_prefix(const struct table *t, const struct iri_ref *normal)
{
	const struct iri_str s = iri_between(normal->text.p, normal->path.p + normal->path.n);
	const size_t path = (size_t)(normal->path.p - s.p);
	const struct redirect_entry *entry = find_before(t, s);
	const size_t common = entry ? common_length(entry->key, s) : 0;

	for (; entry; entry = entry->shorter) {
		const size_t n = entry->key.n;
		/*
		 * A key that ends before the path lacks the authority of the link, or a part of it. Keys are not empty:
		 * an empty OLD is wrong.
		 */
		if (n <= common && n >= path && (n == s.n || s.p[n] == '/' || s.p[n - 1] == '/'))
			return entry;
	}
	return NULL;
}

static size_t count_slashes(const char *p, const char *end)
{
	size_t n = 0;

	while (p < end)
		n += *p++ == '/';
	return n;
}

/*
 * Sets *rest to the part of a link after a prefix that find_prefix has found, from the slash on that ends the prefix or
 * comes after it. Returns false if the rest has a dot segment, or if normalization has removed segments of the link:
 * then NEW and the rest would mean something else than the link. ref: the link; normal: its normal form; n: the length
 * of the key in bytes
 */
static bool find_rest(const struct iri_ref *ref, const struct iri_ref *normal, size_t n, struct iri_str *rest)
{
	const char *const normal_end = normal->path.p + normal->path.n, *const end = ref->path.p + ref->path.n;
	const char *p = normal->text.p + n;

	/*
	 * The normal form of an empty path can be "/". Other paths keep their slashes, unless they have dot segments.
	 */
	if (ref->path.n && count_slashes(ref->path.p, end) != count_slashes(normal->path.p, normal_end))
		return false;
	if (p > normal->path.p && p[-1] == '/')
		p--;
	size_t before = count_slashes(normal->path.p, p);
	for (p = ref->path.p; p < end && (*p != '/' || before); p++)
		before -= *p == '/';
	*rest = iri_between(p, ref->text.p + ref->text.n);
	return !iri_dot_segment(p, end);
}

/* Appends NEW and the rest of the link. Returns false if the rest would become an authority. */
static bool redirect_map_join(const struct redirect_entry *entry, struct iri_str rest, struct iri_buf *out)
{
	if (entry->no_authority && rest.n >= 2 && !memcmp(rest.p, "//", 2))
		return false;
	/* The slash at the end of NEW and the one at the start of the rest are one. */
	iri_buf_add(out, entry->to.p, entry->to.n - (entry->slash && rest.n && *rest.p == '/'));
	iri_buf_add(out, rest.p, rest.n);
	return true;
}

/* Appends a component, and percent-encodes each byte that is not of these classes. Percent-encoded octets stay. */
static void add_valid(struct iri_buf *out, struct iri_str s, unsigned classes)
{
	const char *const end = s.p + s.n;

	for (const char *p = s.p; p < end; p++)
		if (iri_byte_class(*p) & classes || (*p == '%' && iri_is_pct(p, end)))
			iri_buf_putc(out, *p);
		else
			iri_pct_encode(out, (struct iri_str){p, 1});
}

/*
 * Parses a link, perhaps one with text that no reference can have, such as "{id}" or a space. Sets *ref to its
 * components as they stand. Sets *valid to the link or, if it is not valid, to one with such text percent-encoded,
 * which has the same slashes. A scheme, IP literal or port stays as it is.
 */
static void split_link(struct redirect_map *map, struct iri_str link, struct iri_ref *ref, struct iri_str *valid)
{
	struct iri_buf *const out = &map->valid;
	struct iri_error err;
	const char *done = link.p;

	*valid = link;
	if (iri_parse(link, IRI_REFERENCE | IRI_FORBID_BIDI, ref, &err) == IRI_OK)
		return;
	iri_split(link, ref);
	/* A literal has no text to encode: it is copied like the delimiters. */
	const struct iri_str none = {NULL, 0}, name = ref->host.n && *ref->host.p == '[' ? none : ref->host;
	const struct {
		struct iri_str s;
		unsigned classes;
	} parts[] = {
		{ref->userinfo, CHARS_USERINFO}, {name, CHARS_REG_NAME},
		{ref->path, CHARS_PATH}, {ref->query, CHARS_QUERY}, {ref->fragment, CHARS_FRAGMENT},
	};
	iri_buf_clear(out);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].s.p) {
			iri_buf_add(out, done, (size_t)(parts[i].s.p - done));
			add_valid(out, parts[i].s, parts[i].classes);
			done = parts[i].s.p + parts[i].s.n;
		}
	*valid = iri_contents(out);
}

/*
 * Appends the new link for one whose normal form has the prefix of the entry. Returns why it must stay as it is, or
 * NULL.
 */
static const char *redirect_with_prefix(const struct redirect_entry *entry, const struct iri_ref *ref,
                                        const struct iri_ref *normal, struct iri_buf *out)
{
	struct iri_str rest;

	if (!find_rest(ref, normal, entry->key.n, &rest))
		return "this link begins with an old one, but has dot segments; it stays as it is";
	if (!redirect_map_join(entry, rest, out))
		return "after the new link, '//' in this one would begin a host; it stays as it is";
	return NULL;
}

struct redirect redirect_map_find(struct redirect_map *map, struct iri_str link)
{
	struct iri_buf *const out = &map->moved;
	struct redirect found = {.failed = false};
	struct iri_ref ref, normal;
	struct iri_str key;
	struct iri_error err;
	const struct redirect_entry *entry;

	split_link(map, link, &ref, &key);
	enum iri_status status = map->valid.failed ? IRI_NO_MEMORY : iri_normalize(map->normalizer, key, &key, &err);
	if (status == IRI_OK)
		status = iri_parse(key, IRI_REFERENCE, &normal, &err);
	found.failed = status == IRI_NO_MEMORY;
	if (status != IRI_OK)
		return found;
	iri_buf_clear(out);
	if ((entry = find_key(&map->exact, key)) != NULL) {
		iri_buf_add(out, entry->to.p, entry->to.n);
	} else if (normal.fragment.p &&
	           (entry = find_key(&map->exact, iri_between(key.p, normal.fragment.p - 1))) != NULL) {
		iri_buf_add(out, entry->to.p, entry->to.n);
		if (!memchr(entry->to.p, '#', entry->to.n))
			iri_buf_add(out, ref.fragment.p - 1, ref.fragment.n + 1);
	} else if ((entry = find_prefix(&map->prefixes, &normal)) != NULL) {
		found.kept = redirect_with_prefix(entry, &ref, &normal, out);
	}
	found.failed = out->failed;
	if (entry && !found.kept)
		found.to = iri_contents(out);
	return found;
}
