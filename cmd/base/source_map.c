/* SPDX-License-Identifier: ISC */
#include "source_map.h"

void source_map_add(struct source_map *map, const char *p, size_t n, size_t place, size_t len)
{
	const struct piece piece = {map->text.n, place, len};

	if (!n)
		return;
	/* If memory runs out, no text lacks its piece. */
	ARRAY_ADD(map->list, &piece);
	if (!map->list.buf.failed)
		iri_buf_add(&map->text, p, n);
}

void source_map_add_whole(struct source_map *map, struct iri_str s, size_t place, size_t len)
{
	/* Two pieces that both stand for these bytes, and are shorter or longer */
	const size_t n = s.n == len && len > 1 ? s.n - 1 : s.n;

	source_map_add(map, s.p, n, place, len);
	source_map_add(map, s.p + n, s.n - n, place, len);
}

/*
 * Returns the piece that has byte `off` of the text, or the last piece. Sets *n to its length in the text. Looks at the
 * piece that was found last and the one after it, then twice as far each time.
 */
static const struct piece *source_map_piece_at(struct source_map *map, size_t off, size_t *n)
{
	const struct piece *const list = map->list.item;
	const size_t count = ARRAY_COUNT(map->list);
	const bool is_after = map->found < count && list[map->found].off <= off;
	size_t low = is_after ? map->found : 0, high = is_after || map->found > count ? count : map->found, step = 1;

	for (; is_after && low + step < count && list[low + step].off <= off; step *= 2)
		low += step;
	if (is_after && low + step < count)
		high = low + step;
	while (high - low > 1) {
		const size_t middle = low + (high - low) / 2;
		if (list[middle].off <= off)
			low = middle;
		else
			high = middle;
	}
	map->found = low;
	*n = (low + 1 < count ? list[low + 1].off : map->text.n) - list[low].off;
	return &list[low];
}

size_t source_map_start(struct source_map *map, size_t off)
{
	size_t n;
	const struct piece *const piece = source_map_piece_at(map, off, &n);

	if (n == piece->len)
		return piece->place + (off - piece->off);
	return piece->place + (off == piece->off + n ? piece->len : 0);
}

size_t source_map_end(struct source_map *map, size_t off)
{
	size_t n;
	const struct piece *const piece = source_map_piece_at(map, off - 1, &n);

	return piece->place + (n == piece->len ? off - piece->off : piece->len);
}

void source_map_clear(struct source_map *map)
{
	map->text.n = map->list.buf.n = 0;
}

void source_map_free(struct source_map *map)
{
	iri_buf_free(&map->text);
	iri_buf_free(&map->list.buf);
}
