/* SPDX-License-Identifier: ISC */
#include "folded.h"

#include "cmd/base/lower.h"
#include "cmd/file/paths.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"
#include "lib/unicode/nfc.h"
#include "lib/unicode/unicode.h"
#include "lib/unicode/utf8.h"

#include <stdlib.h>
#include <string.h>

/* An entry by its folded name */
struct folded {
	struct iri_str name;
	struct listing_entry *entry;
};

/* Whether each character is in NFC, composes with none before it, and has no case: as in Chinese or Japanese. */
static bool is_folded_already(struct iri_str text)
{
	const char *p = text.p, *const end = p + text.n;

	while (p < end) {
		uint32_t ch = 0;
		const size_t n = iri_utf8_decode(p, end, &ch);
		const utf8proc_property_t *const property = iri_property(ch);
		if (!n || property->decomp_seqindex != UINT16_MAX || property->uppercase_seqindex != UINT16_MAX ||
		    property->lowercase_seqindex != UINT16_MAX || iri_char_extends(ch))
			return false;
		p += n;
	}
	return true;
}

void folded_add(struct iri_str text, bool is_folded, struct iri_buf *out)
{
	struct iri_buf composed = {0}, folded = {0};

	if (iri_is_ascii(text)) { /* it is in NFC */
		if (is_folded)
			lower_add_ascii(text, out);
		else
			iri_buf_add(out, iri_present(text).p, text.n);
		return;
	}
	if (is_folded_already(text)) {
		iri_buf_add(out, text.p, text.n);
		return;
	}
	iri_nfc(text, &composed, NULL);
	if (!is_folded) {
		iri_buf_add(out, composed.p, composed.n);
		out->failed |= composed.failed;
		iri_buf_free(&composed);
		return;
	}
	const char *p = composed.p, *const end = p + composed.n;
	while (p < end) {
		uint32_t ch;
		char bytes[4];
		const size_t n = iri_utf8_decode(p, end, &ch);
		/* The simple folding of all characters but U+0130 and U+0131, which have none */
		if (n && ch != 0x130 && ch != 0x131) {
			const utf8proc_int32_t upper = utf8proc_toupper((utf8proc_int32_t)ch);
			iri_buf_add(&folded, bytes, iri_utf8_encode((uint32_t)utf8proc_tolower(upper), bytes));
		} else {
			iri_buf_add(&folded, p, n ? n : 1);
		}
		p += n ? n : 1;
	}
	iri_nfc(iri_contents(&folded), out, NULL);
	out->failed |= composed.failed || folded.failed;
	iri_buf_free(&composed);
	iri_buf_free(&folded);
}

static int folded_compare(const void *a, const void *b)
{
	const struct folded *const x = a, *const y = b;
	const int order = memcmp(x->name.p, y->name.p, x->name.n < y->name.n ? x->name.n : y->name.n);

	if (order || x->name.n != y->name.n)
		return order ? order : x->name.n < y->name.n ? -1 : 1;
	return strcmp(x->entry->name, y->entry->name);
}

static void fold_entries(struct listing *l, struct folder *f)
{
	f->folded = arena_take(&l->arena, (f->n + 1) * sizeof *f->folded);
	for (size_t i = 0; i < f->n; i++) {
		const char *const name = f->entries[i].name;
		l->scratch.n = 0;
		folded_add(iri_str_of(name), true, &l->scratch);
		buf_check(l->arena.messages, &l->scratch);
		f->folded[i] = (struct folded){arena_copy(&l->arena, iri_contents(&l->scratch)), &f->entries[i]};
	}
	if (f->n)
		qsort(f->folded, f->n, sizeof *f->folded, folded_compare);
}

/* Sets l->scratch to the folded name. Returns the number of the first folded name of a listed folder not below it. */
static size_t folded_lower(struct listing *l, struct folder *f, struct iri_str name)
{
	size_t low = 0, high = f->n;

	if (!f->folded)
		fold_entries(l, f);
	l->scratch.n = 0;
	folded_add(name, true, &l->scratch);
	buf_check(l->arena.messages, &l->scratch);
	const struct iri_str wanted = iri_contents(&l->scratch);
	struct listing_entry lowest = {.name = ""};
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (folded_compare(&(struct folded){wanted, &lowest}, &f->folded[middle]) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool folded_begins(struct listing *l, struct folder *f, struct iri_str start)
{
	listing_entry(l, f, (struct iri_str){"", 0}); /* lists it */
	const size_t i = folded_lower(l, f, start);
	const struct iri_str wanted = iri_contents(&l->scratch);

	return f->is_unreadable || (i < f->n && f->folded[i].name.n >= wanted.n &&
	                            !memcmp(f->folded[i].name.p, wanted.p, wanted.n));
}

/* Returns the entry with this name, or the first with the same folded name, or NULL. */
static struct listing_entry *entry_folded(struct listing *l, struct folder *f, struct iri_str name)
{
	struct listing_entry *const exact = listing_entry(l, f, name);

	if (exact)
		return exact;
	const size_t low = folded_lower(l, f, name);
	const struct iri_str wanted = iri_contents(&l->scratch);
	if (low == f->n || !iri_same(f->folded[low].name, wanted))
		return NULL;
	l->is_ambiguous = l->is_ambiguous || (low + 1 < f->n && iri_same(f->folded[low + 1].name, wanted));
	return f->folded[low].entry;
}

struct listing_found folded_find(struct listing *l, struct iri_str path, struct iri_buf *actual)
{
	struct listing_found found = {.what = FOUND_FOLDER, .folder = &l->top};
	const char *const end = path.p + path.n;
	const size_t start = actual->n;

	for (const char *p = path.p; p < end;) {
		const struct iri_str name = iri_between(p, iri_find_byte(p, end, '/'));
		p += name.n + 1;
		if (!name.n)
			continue;
		struct listing_entry *const e = found.what == FOUND_FOLDER ? entry_folded(l, found.folder, name) : NULL;
		if (!e)
			return (struct listing_found){.what = FOUND_NOTHING};
		if (actual->n > start)
			iri_buf_putc(actual, '/');
		iri_buf_add(actual, e->name, strlen(e->name));
		buf_check(l->arena.messages, actual);
		listing_look_at(l, found.folder, e);
		if (e->kind == ENTRY_FOLDER)
			found.folder = e->folder;
		else if (e->kind == ENTRY_FILE)
			found = (struct listing_found){.what = FOUND_FILE, .folder = found.folder, .entry = e};
		else
			found = listing_find(l, iri_added(actual, start));
	}
	return found;
}
