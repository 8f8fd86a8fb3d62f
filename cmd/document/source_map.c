/* SPDX-License-Identifier: ISC */
#include "source_map.h"

void pieces_add(struct pieces *pieces, const char *p, size_t n, size_t place, size_t len)
{
	const struct piece piece = {pieces->text.n, place, len};

	if (!n)
		return;
	iri_buf_add(&pieces->text, p, n);
	iri_buf_add(&pieces->list, (const char *)&piece, sizeof piece);
}

/* Returns the piece that has byte `off` of the text, or the last piece. Sets *n to its length in the text. */
static const struct piece *find(const struct pieces *pieces, size_t off, size_t *n)
{
	const struct piece *const list = (const void *)pieces->list.p;
	const size_t count = pieces->list.n / sizeof *list;
	size_t low = 0, high = count;

	while (high - low > 1) {
		const size_t middle = low + (high - low) / 2;
		if (list[middle].off <= off)
			low = middle;
		else
			high = middle;
	}
	*n = (low + 1 < count ? list[low + 1].off : pieces->text.n) - list[low].off;
	return &list[low];
}

size_t pieces_start(const struct pieces *pieces, size_t off)
{
	size_t n;
	const struct piece *const piece = find(pieces, off, &n);

	if (n == piece->len)
		return piece->place + (off - piece->off);
	return piece->place + (off == piece->off + n ? piece->len : 0);
}

size_t pieces_end(const struct pieces *pieces, size_t off)
{
	size_t n;
	const struct piece *const piece = find(pieces, off - 1, &n);

	return piece->place + (n == piece->len ? off - piece->off : piece->len);
}

void pieces_clear(struct pieces *pieces)
{
	pieces->text.n = pieces->list.n = 0;
}

void pieces_free(struct pieces *pieces)
{
	iri_buf_free(&pieces->text);
	iri_buf_free(&pieces->list);
}
