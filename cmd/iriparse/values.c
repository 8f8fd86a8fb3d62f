/* SPDX-License-Identifier: ISC */
#include "values.h"

#include "cmd/base/json.h"
#include "cmd/base/port.h"
#include "cmd/base/text.h"
#include "lib/base/str.h"
#include "lib/syntax/path.h"
#include "lib/syntax/schemes.h"
#include "lib/unicode/utf8.h"

#include <string.h>

enum iri_status values_check(const struct values *v, struct iri_str s, struct iri_error *err)
{
	const char *p = s.p, *const end = s.p + s.n;

	if (v->json)
		return iri_check_utf8(s, err);
	while (p < end && *p != v->line_end && !(*p == '\t' && v->tabs))
		p++;
	if (p == end)
		return IRI_OK;
	*err = (struct iri_error){.status = IRI_BAD_CHAR, .ch = (unsigned char)*p, .off = (size_t)(p - s.p), .len = 1};
	return err->status;
}

/* Whether s contains the text. */
static bool values_contain(struct iri_str s, const char *text)
{
	const size_t n = strlen(text);

	for (const char *p = s.p, *const end = s.p + s.n; (size_t)(end - p) >= n; p++)
		if (!memcmp(p, text, n))
			return true;
	return false;
}

/* Returns what keeps a decoded value out of the output, as static text; or NULL. */
static const char *value_fault(const struct values *v, struct iri_str value)
{
	struct iri_error err;

	if (!iri_is_utf8(value) && (v->json || !v->hosts.lenient))
		return v->json ? "the decoded value is not UTF-8"
		               : "the decoded value is not UTF-8; --lenient prints its bytes";
	if (v->json)
		return NULL;
	if (value.n && memchr(value.p, '\0', value.n))
		return "the decoded value contains NUL; --json prints it";
	if (values_check(v, value, &err) == IRI_OK)
		return NULL;
	return err.ch == '\t' ? "the decoded value contains a tab, which would end the column; --json prints it"
	                      : "the decoded value contains a line end; --json prints it";
}

/* Notes the first fault of a decoded value. at: the beginning of its text in the line */
static void check_decoded(struct values *v, struct iri_str value, const char *at)
{
	if (v->fault)
		return;
	v->fault = value_fault(v, value);
	v->fault_at = at;
}

/* Returns a part of the reference decoded, as a view of the column's memory; or absent. */
static struct iri_str values_decode(struct values *v, struct column *column, struct iri_str part)
{
	iri_buf_clear(&column->value);
	if (!part.p)
		return part;
	buf_add_decoded(&column->value, part, false);
	v->failed = v->failed || column->value.failed;
	check_decoded(v, iri_contents(&column->value), part.p);
	return iri_contents(&column->value);
}

/* Adds a decoded value of --all, which is the first one or not, to the value of the column. */
static void add_to_all(struct values *v, struct column *column, struct iri_str value, const char *at, bool first)
{
	check_decoded(v, value, at);
	if (v->json) {
		json_string(&column->value, value);
		return;
	}
	if (!v->fault && values_contain(value, v->all)) {
		v->fault = "the decoded value contains the separator of --all; --json prints it";
		v->fault_at = at;
	}
	if (!first)
		buf_add_text(&column->value, v->all);
	iri_buf_add(&column->value, value.p, value.n);
}

/* Returns the decoded value of the first pair with the column's key or, with --all, those of all. */
static struct iri_str find_pairs(struct values *v, const struct iri_ref *ref, struct column *column)
{
	const bool plus_is_space = ref->query.n && iri_plus_is_space(ref->scheme), as_list = v->all && v->json;
	struct iri_buf *const value = &column->value, *const decoded = &v->scratch;
	struct iri_pairs walk = iri_pairs(ref->query, '&');
	bool found = false;

	iri_buf_clear(value);
	if (as_list)
		iri_buf_putc(value, '[');
	for (struct iri_pair pair; !(found && !v->all) && iri_next_pair(&walk, &pair);) {
		iri_buf_clear(decoded);
		buf_add_decoded(decoded, pair.key, plus_is_space);
		if (iri_same(iri_contents(decoded), iri_contents(&column->key))) {
			decoded->n = 0;
			buf_add_decoded(decoded, pair.value, plus_is_space);
			if (v->all) {
				add_to_all(v, column, iri_contents(decoded), pair.text.p, !found);
			} else {
				iri_buf_add(value, decoded->p, decoded->n);
				check_decoded(v, iri_contents(value), pair.text.p);
			}
			found = true;
		}
		v->failed = v->failed || decoded->failed;
	}
	if (as_list)
		iri_buf_putc(value, ']');
	v->failed = v->failed || value->failed;
	return found || as_list ? iri_contents(value) : (struct iri_str){0};
}

/* Appends a text, or null, as the value of this key: decoded, with U+FFFD for bytes that are not UTF-8. */
static void add_decoded(struct values *v, const char *key, struct iri_str s, bool plus_is_space)
{
	iri_buf_clear(&v->scratch);
	if (s.p)
		buf_add_decoded(&v->scratch, s, plus_is_space);
	v->failed = v->failed || v->scratch.failed;
	json_add_string(&v->pairs, key, s.p ? iri_contents(&v->scratch) : s);
}

/* Returns all pairs of the query as a JSON array; absent without a query. */
static struct iri_str json_of_pairs(struct values *v, const struct iri_ref *ref)
{
	const bool plus_is_space = iri_plus_is_space(ref->scheme);
	struct iri_pairs walk = iri_pairs(ref->query, '&');
	struct iri_buf *const out = &v->pairs;

	if (!ref->query.p)
		return (struct iri_str){0};
	iri_buf_clear(out);
	iri_buf_putc(out, '[');
	for (struct iri_pair pair; iri_next_pair(&walk, &pair);) {
		json_open(out, NULL, '{');
		add_decoded(v, "name", pair.key, plus_is_space);
		add_decoded(v, "value", pair.value, plus_is_space);
		json_add_string(out, "raw", pair.text);
		iri_buf_putc(out, '}');
	}
	iri_buf_putc(out, ']');
	v->failed = v->failed || out->failed;
	return iri_contents(out);
}

/* Returns the authority, joined from its parts if hosts_convert may have changed the host. */
static struct iri_str join_authority(struct values *v, const struct iri_ref *ref)
{
	struct iri_buf *b = &v->authority;

	if (!ref->authority.p || v->hosts.style == HOST_KEEP)
		return ref->authority;
	iri_buf_clear(b);
	if (ref->userinfo.p) {
		iri_buf_add(b, ref->userinfo.p, ref->userinfo.n);
		iri_buf_putc(b, '@');
	}
	iri_buf_add(b, ref->host.p, ref->host.n);
	if (ref->port.p) {
		iri_buf_putc(b, ':');
		iri_buf_add(b, ref->port.p, ref->port.n);
	}
	v->failed = v->failed || b->failed;
	return iri_contents(b);
}

/* Returns the user, which ends at the first ":", or the password after it (RFC 3986, section 3.2.1). */
static struct iri_str part_of_userinfo(const struct iri_ref *ref, unsigned what)
{
	const struct iri_str userinfo = ref->userinfo;

	if (!userinfo.p)
		return userinfo;
	const char *const end = userinfo.p + userinfo.n;
	const char *const colon = iri_find_byte(userinfo.p, end, ':');
	if (what == COLUMN_USER)
		return iri_between(userinfo.p, colon);
	return colon < end ? iri_between(colon + 1, end) : (struct iri_str){0};
}

/* Returns the default port of the scheme, or absent text. */
static struct iri_str default_port(const struct iri_ref *ref)
{
	const struct iri_scheme *const row = ref->scheme.n ? iri_scheme_search(ref->scheme) : NULL;

	return iri_str_of(row ? row->port : NULL);
}

/* Returns the port that a program connects to, without needless zeros; absent if it is not known. */
static struct iri_str port_effective(const struct iri_ref *ref)
{
	struct iri_str port = ref->port.n ? ref->port : ref->host.p ? default_port(ref) : (struct iri_str){0};

	if (port_number(port) < 0)
		return (struct iri_str){0};
	while (port.n > 1 && *port.p == '0')
		port.p++, port.n--;
	return port;
}

/* Returns segment n of the path, from 1, or absent text if there are fewer. An empty path has no segment. */
static struct iri_str find_segment(struct iri_str path, size_t n)
{
	const char *const end = path.p + path.n, *p = path.p;

	if (!path.n)
		return (struct iri_str){0};
	for (p += *p == '/'; --n > 0; p++)
		if ((p = iri_segment_end(p, end)) == end)
			return (struct iri_str){0};
	return iri_between(p, iri_segment_end(p, end));
}

/* Returns the last segment of a path that has segments: not one without "/" at its start, after a scheme. */
static struct iri_str find_file(const struct iri_ref *ref)
{
	const char *const end = ref->path.p + ref->path.n, *p = end;

	if (!ref->path.n || (ref->scheme.p && !iri_is_hierarchical(ref)))
		return (struct iri_str){0};
	while (p > ref->path.p && p[-1] != '/')
		p--;
	return iri_between(p, end);
}

/* Whether the column needs the names of the host. */
static bool needs_names(const struct columns *c)
{
	for (unsigned what = COLUMN_HOST_ASCII; what <= COLUMN_SUBDOMAIN; what++)
		if (columns_have(c, what))
			return true;
	return false;
}

bool values_are_json(const struct values *v, const struct column *column)
{
	return column->what == COLUMN_PORT_EFFECTIVE || column->what == COLUMN_PAIRS ||
	       (column->what == COLUMN_PAIR && v->all);
}

void values_find(struct values *v, struct columns *c, const struct iri_ref *ref, const char *error,
                 struct iri_str original)
{
	struct host_names names = {.ascii = {NULL, 0}};

	v->failed = v->hosts.failed = false;
	v->fault = NULL;
	if (needs_names(c))
		hosts_find_names(&v->hosts, ref, &names);
	for (size_t i = 0; i < c->n; i++) {
		struct column *const column = &c->of[i];
		struct iri_str *const value = &v->of[i];
		switch (column->what) {
		case ROW_AUTHORITY: *value = join_authority(v, ref); break;
		case COLUMN_ERROR: *value = iri_str_of(error); break;
		case COLUMN_USER:
		case COLUMN_PASSWORD: *value = values_decode(v, column, part_of_userinfo(ref, column->what)); break;
		case COLUMN_HOST_ASCII: *value = names.ascii; break;
		case COLUMN_HOST_UNICODE: *value = names.unicode; break;
		case COLUMN_DOMAIN: *value = names.domain; break;
		case COLUMN_SUFFIX: *value = names.suffix; break;
		case COLUMN_SUBDOMAIN: *value = names.subdomain; break;
		case COLUMN_DEFAULT_PORT: *value = default_port(ref); break;
		case COLUMN_PORT_EFFECTIVE: *value = port_effective(ref); break;
		case COLUMN_FILE: *value = find_file(ref); break;
		case COLUMN_EXTENSION: *value = iri_extension(ref); break;
		case COLUMN_PAIRS: *value = json_of_pairs(v, ref); break;
		case COLUMN_ORIGINAL: *value = original; break;
		case COLUMN_SEGMENT: *value = find_segment(ref->path, column->segment); break;
		case COLUMN_PAIR: *value = find_pairs(v, ref, column); break;
		default: *value = iri_part(ref, (enum iri_component)column->what);
		}
	}
	v->failed = v->failed || v->hosts.failed;
}

void values_free(struct values *v)
{
	hosts_free(&v->hosts);
	iri_buf_free(&v->authority);
	iri_buf_free(&v->pairs);
	iri_buf_free(&v->scratch);
}
