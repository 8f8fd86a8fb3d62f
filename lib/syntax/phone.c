/* SPDX-License-Identifier: ISC */
/* Telephone numbers (RFC 3966). */
#include "phone.h"

#include "pct.h"

#include "lib/base/str.h"
#include "lib/unicode/chars.h"

#include <stdlib.h>
#include <string.h>

/* Parameters in their order (RFC 3966, section 3): ext, phone-context, and others by name. For isub, see below. */
enum rank { RANK_EXT, RANK_CONTEXT, RANK_OTHER, RANK_ISUB };

struct iri_param {
	enum rank rank;
	struct iri_str text, name;
};

/*
 * Appends digits without visual separators: a global number, after its "+", or the digits of a local number. In a local
 * number, A to F, "*" and "#" are digits, too. Parentheses may be percent-encoded, since they were unreserved when RFC
 * 3966 was written. Returns false, and appends nothing, if there is anything else, or no digit.
 */
static bool phone_add_digits(struct iri_str s, bool global, struct iri_buf *out)
{
	const size_t before = out->n;
	const char *const end = s.p + s.n;

	for (const char *p = s.p; p < end; p++) {
		const bool encoded = *p == '%' && iri_is_pct(p, end);
		const char c = encoded ? (char)iri_pct_octet(p) : *p;
		if ((!encoded && (c == '-' || c == '.')) || c == '(' || c == ')') {
			p += encoded ? 2 : 0;
			continue;
		}
		const bool digit = global ? iri_is_digit(c)
		                          : iri_byte_class(c) & CHAR_HEXDIG || c == '*' || c == '#';
		if (!digit) {
			out->n = before;
			return false;
		}
		iri_buf_add(out, p, encoded ? 3 : 1);
		p += encoded ? 2 : 0;
	}
	return out->n > before || out->failed;
}

/* Appends a global or local number, as phone_add_digits does. */
static bool phone_add_number(struct iri_str s, struct iri_buf *out)
{
	const size_t before = out->n;

	if (!s.n || *s.p != '+')
		return phone_add_digits(s, false, out);
	iri_buf_putc(out, '+');
	if (phone_add_digits(iri_between(s.p + 1, s.p + s.n), true, out))
		return true;
	out->n = before;
	return false;
}

static int compare_params(const void *x, const void *y)
{
	const struct iri_param *const a = x, *const b = y;
	const size_t n = a->name.n < b->name.n ? a->name.n : b->name.n;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	for (size_t i = 0; i < n; i++) {
		const int c = (unsigned char)iri_lower(a->name.p[i]) - (unsigned char)iri_lower(b->name.p[i]);
		if (c)
			return c;
	}
	if (a->name.n != b->name.n)
		return a->name.n < b->name.n ? -1 : 1;
	return a->text.p < b->text.p ? -1 : 1; /* a name occurs only once; if it does not, the order stays */
}

/* Returns the name of the parameter that begins at p, behind its ";". */
static struct iri_str param_name(const char *p, const char *end)
{
	const char *const stop = iri_find_byte(p, end, ';');

	return iri_between(p, iri_find_byte(p, stop, '='));
}

/*
 * Collects the parameters of a number, from its first ";" to end, in `params`. A subaddress can contain ";" (section 3:
 * uric), so the parameter isub goes up to phone-context, which must follow it, or to the end. It becomes the last one,
 * although it should be the first.
 */
static void collect(const char *p, const char *end, union iri_params *params)
{
	while (p < end) {
		const char *const begin = p + 1;
		struct iri_param param = {.rank = RANK_OTHER};
		p = iri_find_byte(begin, end, ';');
		param.name = param_name(begin, end);
		if (iri_is_caseless(param.name, "isub")) {
			param.rank = RANK_ISUB;
			while (p < end && !iri_is_caseless(param_name(p + 1, end), "phone-context"))
				p = iri_find_byte(p + 1, end, ';');
		} else if (iri_is_caseless(param.name, "ext")) {
			param.rank = RANK_EXT;
		} else if (iri_is_caseless(param.name, "phone-context")) {
			param.rank = RANK_CONTEXT;
		}
		param.text = iri_between(begin, p);
		ARRAY_ADD(*params, &param);
	}
}

/* Appends a parameter. phone-context can be a domain name; what is not defined in RFC 3966 has no separators. */
static void add_param(const struct iri_param *param, struct iri_buf *out)
{
	const char *const end = param->text.p + param->text.n, *const sign = param->name.p + param->name.n;
	const char *const value = sign + (sign < end);

	iri_buf_putc(out, ';');
	const bool global = param->rank == RANK_CONTEXT && value < end && *value == '+';
	if (global || (param->rank == RANK_EXT && value < end)) {
		iri_buf_add(out, param->text.p, param->name.n + 1 + global);
		if (phone_add_digits(iri_between(value + global, end), true, out))
			return;
		iri_buf_add(out, value + global, (size_t)(end - value) - global);
	} else {
		iri_buf_add(out, param->text.p, param->text.n);
	}
}

bool iri_phone_normal(struct iri_str s, union iri_params *params, struct iri_buf *out)
{
	const char *const end = s.p + s.n, *const semicolon = iri_find_byte(s.p, end, ';');
	const size_t before = out->n;

	if (!phone_add_number(iri_between(s.p, semicolon), out))
		return false;
	params->buf.n = 0;
	collect(semicolon, end, params);
	out->failed = out->failed || params->buf.failed;
	if (out->failed)
		return true;
	struct iri_param *const list = params->item;
	const size_t n = ARRAY_COUNT(*params);
	if (n > 1)
		qsort(list, n, sizeof *list, compare_params);
	for (size_t i = 0; i < n; i++)
		add_param(&list[i], out);
	if (!out->failed)
		iri_pct_lower(out->p + before, out->n - before);
	return true;
}
