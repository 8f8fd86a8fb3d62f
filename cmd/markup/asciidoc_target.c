/* SPDX-License-Identifier: ISC */
#include "config.h"

#include "asciidoc_target.h"

#include "html_token.h"

#include "cmd/base/charref.h"
#include "cmd/base/space.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/unicode/chars.h"

bool asciidoc_is_word(char c)
{
	return iri_is_alphanumeric(c) || c == '_' || (unsigned char)c >= 0x80;
}

size_t asciidoc_replaced(const char *p, const char *end, char before)
{
	static const char *const always[] = {"...", "->", "=>", "<-", "<=", "(C)", "(R)", "(TM)"};
	const size_t left = (size_t)(end - p);

	if (*p == '\'')
		return left > 1 && asciidoc_is_word(before) && before != '_' && p[1] != '_' &&
		       asciidoc_is_word(p[1]) && !(p[1] >= '0' && p[1] <= '9');
	if (left > 2 && p[0] == '-' && p[1] == '-' && asciidoc_is_word(before) && asciidoc_is_word(p[2]))
		return 2;
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		if (left >= strlen(always[i]) && !memcmp(p, always[i], strlen(always[i])))
			return strlen(always[i]);
	return 0;
}

bool asciidoc_is_reference(struct iri_str target)
{
	return target.n && (asciidoc_is_word(*target.p) || (*target.p && strchr("#/.:{+", *target.p)));
}

bool asciidoc_is_external(struct iri_str target, bool is_macro)
{
	const char *const end = target.p + target.n, *hash, *p = end;

	if (!asciidoc_is_reference(target))
		return false;
	hash = iri_find_byte(target.p, end, '#');
	if (hash < end)
		return hash > target.p;
	while (is_macro && p > target.p && p[-1] != '.' && p[-1] != '/')
		p--;
	return p > target.p && p[-1] == '.';
}

enum asciidoc_marks asciidoc_find_marks(struct iri_str target)
{
	enum { STAR = 1, LOW_LINE = 2, HASH = 4, BACKQUOTE = 8, PLUS = 16, TILDE = 32, CARET = 64 };
	static const unsigned char marks[256] = {
		['*'] = STAR, ['_'] = LOW_LINE, ['#'] = HASH,  ['`'] = BACKQUOTE,
		['+'] = PLUS, ['~'] = TILDE,    ['^'] = CARET,
	};
	const char *const end = target.p + target.n;
	unsigned seen = 0;
	enum asciidoc_marks found = ASCIIDOC_NO_MARKS;

	for (const char *p = target.p; p < end; p++) {
		while (p < end && !marks[(unsigned char)*p])
			p++;
		if (p == end)
			break;
		const unsigned mark = marks[(unsigned char)*p];
		const bool in_word = p > target.p && end - p > 1 && asciidoc_is_word(p[-1]) && asciidoc_is_word(p[1]) &&
		                     p[-1] != *p && p[1] != *p;
		if (in_word && !(mark & (TILDE | CARET)))
			continue;
		if (seen & mark)
			return ASCIIDOC_PAIRS;
		seen |= mark;
		found = ASCIIDOC_MARKS;
	}
	return found;
}

void asciidoc_read(struct iri_str s, unsigned where, size_t place, struct source_map *to)
{
	const char *p = s.p, *run = p, *const end = p + s.n;
	const bool has_passes = !(where & ASCIIDOC_VALUE), is_verbatim = where & ASCIIDOC_VERBATIM;
	struct iri_str text;
	char utf8[4];

	while (p < end) {
		const char *const closer = has_passes && end - p > 4 && p[0] == '+' && p[1] == '+'
		                                 ? text_find(p + 2, end, "++") : NULL;
		const bool is_passed = closer && closer > p + 2;
		const bool is_escaped = *p == '\\' && end - p > 1 &&
		                        ((!is_verbatim && asciidoc_replaced(p + 1, end, p > s.p ? p[-1] : ' ')) ||
		                         (where & ASCIIDOC_CELL && p[1] == '|'));
		const char *const after = *p == '&' && !is_verbatim
		                                ? charref_read(p, end, CHARREF_MARKDOWN, utf8, &text) : NULL;
		if (!is_passed && !is_escaped && !after) {
			p++;
			continue;
		}
		source_map_add(to, run, (size_t)(p - run), place + (size_t)(run - s.p), (size_t)(p - run));
		const struct iri_str meant = after       ? text
		                             : is_passed ? iri_between(p + 2, closer)
		                                         : (struct iri_str){p + 1, 1};
		run = after ? after : is_passed ? closer + 2 : p + 2;
		source_map_add(to, meant.p, meant.n, place + (size_t)(p - s.p), (size_t)(run - p));
		p = run;
	}
	source_map_add(to, run, (size_t)(p - run), place + (size_t)(run - s.p), (size_t)(p - run));
}

/* Whether the character at p is a mark of a quotation: another one like it in s, and not both in words. */
static bool is_quotation_mark(struct iri_str s, const char *p)
{
	const char *const end = s.p + s.n;

	if (!*p || !strchr("*_#`", *p) || (p > s.p && end - p > 1 && asciidoc_is_word(p[-1]) && asciidoc_is_word(p[1])))
		return false;
	return iri_find_byte(s.p, p, *p) < p || iri_find_byte(p + 1, end, *p) < end;
}

void asciidoc_add_label(struct iri_str s, struct iri_buf *label, bool *is_code)
{
	s = trim_html_space(s);
	const bool has_attributes = iri_find_byte(s.p, s.p + s.n, '=') < s.p + s.n;
	const bool is_quoted = has_attributes && s.n && *s.p == '"';
	const char *const start = s.p + is_quoted;

	if (has_attributes)
		s = iri_between(start, iri_find_byte(start, s.p + s.n, is_quoted ? '"' : ','));
	s.n -= s.n && s.p[s.n - 1] == '^';
	s.n = s.n < HTML_LABEL_REACH ? s.n : HTML_LABEL_REACH;
	*is_code = s.n && (*s.p == '`' || *s.p == '+');
	for (const char *q = s.p, *const end = q + s.n; q < end; q++)
		if (!is_quotation_mark(s, q) && !iri_begins(iri_between(q, end), "\\]"))
			iri_buf_putc(label, *q);
}
