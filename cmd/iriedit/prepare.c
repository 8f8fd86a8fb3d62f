/* SPDX-License-Identifier: ISC */
#include "edits.h"

#include "cmd/base/text.h"
#include "lib/base/str.h"

#include <errno.h>
#include <string.h>

/* Splits s at its first "=". Without "=", the second part is absent. */
static void split(const char *s, struct iri_str *first, struct iri_str *second)
{
	const char *const end = s + strlen(s), *const sign = iri_find_byte(s, end, '=');

	*first = iri_between(s, sign);
	*second = sign < end ? iri_between(sign + 1, end) : (struct iri_str){NULL, 0};
}

/* Returns the number of the component with this name, or NO_COMPONENT if there is none. */
static unsigned component_number(struct iri_str name)
{
	for (unsigned c = IRI_SCHEME; c <= IRI_FRAGMENT; c++)
		if (iri_is(name, iri_component_name((enum iri_component)c)))
			return c;
	return iri_is(name, "authority")  ? PART_AUTHORITY
	       : iri_is(name, "user")     ? PART_USER
	       : iri_is(name, "password") ? PART_PASSWORD
	                                  : NO_COMPONENT;
}

/*
 * What is encoded in data for a query: both separators, whichever --separator names; "+", which readers take for a
 * space; and "=", except in a value
 */
#define ENCODED_IN_QUERY "&=+;"
#define ENCODED_IN_VALUE "&+;"

/* Appends data to self->scratch, percent-encoded for the component. also: ASCII characters to encode, too; or NULL */
static void prepare_encode(struct iriedit *self, struct iri_str data, enum iri_component c, const char *also)
{
	buf_add_encoded(&self->scratch, data, c, IRI_FORBID_BIDI, also);
}

/* Sets e->key and, percent-encoded, e->value to a pair. */
static void prepare_pair(struct iriedit *self, struct edit *e, const char *arg)
{
	struct iri_str value;

	split(arg, &e->key, &value);
	iri_buf_clear(&self->scratch);
	prepare_encode(self, e->key, IRI_QUERY, ENCODED_IN_QUERY);
	if (value.p)
		iri_buf_putc(&self->scratch, '=');
	prepare_encode(self, value, IRI_QUERY, ENCODED_IN_VALUE);
	e->value = edits_keep(self, &self->fixed);
}

/* Parses "//" and this text. Returns false if they are no reference. */
static bool parse_authority(struct iriedit *self, struct iri_str text, struct iri_ref *ref, struct iri_error *err)
{
	iri_buf_clear(&self->scratch);
	iri_buf_add(&self->scratch, "//", 2);
	iri_buf_add(&self->scratch, text.p, text.n);
	return iri_parse(edits_keep(self, &self->fixed), FORM, ref, err) == IRI_OK;
}

/* Sets e->authority to the components of an authority. Ends the program if the value is no authority. */
static void prepare_authority(struct filter *f, struct edit *e, struct iri_str value)
{
	struct iriedit *const self = f->data;
	struct iri_error err;
	struct iri_ref ref;

	if (!parse_authority(self, value, &ref, &err))
		filter_die_error(f, e->name, &err);
	if (ref.authority.n != value.n)
		filter_die(f, e->name, "an authority ends before '/', '?' and '#'; percent-encode them");
	e->authority = iri_parts_of(&ref);
}

/* Ends the program if e->value is no valid component. */
static void prepare_check_value(struct filter *f, struct edit *e)
{
	struct iriedit *const self = f->data;
	const enum iri_component c = e->component >= PART_USER ? IRI_USERINFO : (enum iri_component)e->component;
	struct iri_parts parts = {.of = {[IRI_HOST] = {"h", 1}, [IRI_PATH] = {"", 0}}};
	struct iri_str composed;
	struct iri_error err;

	parts.of[c] = e->value;
	if (e->component == PART_USER && memchr(iri_present(e->value).p, ':', e->value.n))
		filter_die(f, e->name, "a user ends before ':'; percent-encode it");
	if (c == IRI_PATH) {
		/* Whether it can begin without a slash depends on the line. */
		iri_buf_clear(&self->scratch);
		iri_buf_putc(&self->scratch, '/');
		iri_buf_add(&self->scratch, e->value.p, e->value.n);
		parts.of[IRI_PATH] = edits_keep(self, &self->fixed);
	}
	if (iri_compose(self->composer, &parts, &composed, &err) != IRI_OK)
		filter_die_error(f, e->name, &err);
}

/* Whether a host is an IP literal, which is not percent-encoded. *kind: its kind */
static bool is_literal(struct iriedit *self, struct iri_str host, enum iri_host_kind *kind)
{
	struct iri_error err;
	struct iri_ref ref;

	if (!host.n || *host.p != '[' || !parse_authority(self, host, &ref, &err) || ref.host.n != host.n)
		return false;
	*kind = ref.host_kind;
	return true;
}

/* Returns a host, with brackets if it is an IPv6 address without them. */
static struct iri_str in_brackets(struct iriedit *self, struct iri_str host)
{
	enum iri_host_kind kind;

	if (!memchr(host.p, ':', host.n))
		return host;
	iri_buf_clear(&self->scratch);
	iri_buf_putc(&self->scratch, '[');
	iri_buf_add(&self->scratch, host.p, host.n);
	iri_buf_putc(&self->scratch, ']');
	const struct iri_str literal = edits_keep(self, &self->fixed);
	return is_literal(self, literal, &kind) && kind == IRI_HOST_IPV6 ? literal : host;
}

/* Ends the program because of an unknown component. */
_Noreturn static void refuse_component(struct filter *f, const struct edit *e, struct iri_str name)
{
	struct similar s = {.word = name};
	struct iri_buf text = {0};

	for (unsigned c = IRI_SCHEME; c <= IRI_FRAGMENT; c++)
		similar_add(&s, iri_component_name((enum iri_component)c));
	similar_add(&s, "authority|user|password");
	filter_die(f, e->name, options_unknown(&text, "component", &s,
	                                       "use scheme, userinfo, user, password, host, port, path, query or "
	                                       "fragment"));
}

/* Sets e->value to a value of --set, --set-default or --set-raw. Ends the program if the component cannot have it. */
static void prepare_value(struct filter *f, struct edit *e, struct iri_str value)
{
	struct iriedit *const self = f->data;
	enum iri_host_kind kind;

	if (e->component == PART_AUTHORITY) {
		prepare_authority(f, e, value);
		return;
	}
	if (e->operation != SET_RAW && e->component == IRI_HOST)
		value = in_brackets(self, value);
	const bool is_raw = e->operation == SET_RAW || (e->component == IRI_HOST && is_literal(self, value, &kind));
	iri_buf_clear(&self->scratch);
	if (is_raw)
		iri_buf_add(&self->scratch, value.p, value.n);
	else if (e->component >= PART_USER)
		prepare_encode(self, value, IRI_USERINFO, ":");
	else
		prepare_encode(self, value, (enum iri_component)e->component,
		               e->component == IRI_QUERY ? ENCODED_IN_QUERY : "");
	e->value = edits_keep(self, &self->fixed);
	prepare_check_value(f, e);
}

/* For --iterate: makes an edit for each value of a list, whose values are separated by commas. */
static void prepare_list(struct filter *f, struct edit *e, struct iri_str list)
{
	struct iriedit *const self = f->data;
	const char *p = list.p, *const end = p + list.n;
	struct edit *values;
	size_t n = 1;

	for (size_t i = 0; i < list.n; i++)
		n += list.p[i] == ',';
	values = arena_take(&self->fixed, n * sizeof *values);
	for (size_t i = 0; i < n; i++) {
		const char *const comma = iri_find_byte(p, end, ',');
		values[i] = *e;
		prepare_value(f, &values[i], iri_between(p, comma));
		p = comma + (comma < end);
	}
	e->values = values;
	e->n_values = n;
}

/* Prepares --set, --set-default, --set-raw and --unset. */
static void prepare_set(struct filter *f, struct edit *e)
{
	const struct iriedit *const self = f->data;
	struct iri_str name, value;

	split(e->arg, &name, &value);
	e->component = component_number(name);
	if (e->component == NO_COMPONENT)
		refuse_component(f, e, name);
	if (e->component == PART_AUTHORITY && (e->operation == SET || e->operation == SET_DEFAULT))
		filter_die(f, e->name, "--set-raw takes an authority; --set takes its parts: userinfo, host and port");
	if (e->operation == UNSET && value.p)
		filter_die(f, e->name, "takes only the name of a component");
	if (e->operation != UNSET && !value.p)
		filter_die(f, e->name, "takes COMPONENT=VALUE");
	if (e->operation == UNSET)
		return;
	if (self->iterate)
		prepare_list(f, e, value);
	else
		prepare_value(f, e, value);
}

/* Ends the program because --append names something else than a path or query. */
_Noreturn static void refuse_part(struct filter *f, const struct edit *e, struct iri_str name)
{
	struct similar s = {.word = name};
	struct iri_buf text = {0};

	similar_add(&s, "path|query");
	filter_die(f, e->name, options_unknown(&text, "part", &s, "use path=SEGMENT or query=KEY=VALUE"));
}

static void prepare_append(struct filter *f, struct edit *e)
{
	struct iriedit *const self = f->data;
	struct iri_str name, value;

	split(e->arg, &name, &value);
	const unsigned component = component_number(name);
	if (component != IRI_PATH && component != IRI_QUERY)
		refuse_part(f, e, name);
	if (!value.p)
		filter_die(f, e->name, "takes path=SEGMENT or query=KEY=VALUE");
	if (component == IRI_QUERY) {
		e->operation = APPEND_PAIR;
		prepare_pair(self, e, value.p);
		return;
	}
	e->operation = APPEND_SEGMENT;
	if (iri_is(value, ".") || iri_is(value, ".."))
		filter_die(f, e->name, "no segment can be '.' or '..': they stand for folders");
	iri_buf_clear(&self->scratch);
	prepare_encode(self, value, IRI_PATH, "/");
	e->value = edits_keep(self, &self->fixed);
}

static void prepare_rename(struct filter *f, struct edit *e)
{
	struct iriedit *const self = f->data;
	struct iri_str to;

	split(e->arg, &e->key, &to);
	if (!to.p)
		filter_die(f, e->name, "takes OLD=NEW");
	iri_buf_clear(&self->scratch);
	prepare_encode(self, to, IRI_QUERY, ENCODED_IN_QUERY);
	e->value = edits_keep(self, &self->fixed);
}

/* Prepares --recode and --encode. */
static void prepare_recode(struct filter *f, struct edit *e)
{
	struct iri_buf *const scratch = &((struct iriedit *)f->data)->scratch;

	e->charset = charset_decoder(e->arg, f->options.eol);
	if (!e->charset)
		filter_die(f, e->name, charset_refusal(scratch, e->arg, errno));
	if (!charset_is_bytes(e->charset))
		filter_die(f, e->name, "takes a charset that contains ASCII");
	if (charset_has_states(e->charset))
		filter_die(f, e->name, "takes a charset in which bytes do not change the meaning of others, unlike "
		                       "ISO-2022-JP and windows-1258");
	if (e->operation == RECODE)
		return;
	charset_close(e->charset);
	e->charset = charset_encoder(e->arg);
	if (!e->charset)
		filter_die(f, e->name, charset_refusal(scratch, e->arg, errno));
}

static void prepare_glob(struct filter *f, const struct edit *e)
{
	const char *const class = strstr(e->arg, "[:");

	if (class && strstr(class + 2, ":]"))
		filter_die(f, e->name, "knows no classes, such as [[:alpha:]]; write [A-Za-z]");
}

void edits_prepare(struct filter *f, struct edit *e, size_t left)
{
	struct iriedit *const self = f->data;

	switch (e->operation) {
	case SET:
	case SET_DEFAULT:
	case SET_RAW:
	case UNSET: prepare_set(f, e); break;
	case APPEND: prepare_append(f, e); break;
	case QUERY_SET:
	case QUERY_REPLACE: prepare_pair(self, e, e->arg); break;
	case QUERY_KEEP:
		while (e->n < left && e[e->n].operation == QUERY_KEEP)
			e->n++;
		for (size_t i = 0; i < e->n; i++)
			prepare_glob(f, &e[i]);
		break;
	case QUERY_RENAME: prepare_rename(f, e); break;
	case RECODE:
	case ENCODE: prepare_recode(f, e); break;
	case QUERY_DELETE: prepare_glob(f, e); break;
	case CLEAN:
		if (e->arg)
			clean_read(&self->clean, f, e->arg);
		break;
	case INNER:
		if (e->arg && strcmp(e->arg, "all") != 0)
			filter_die(f, e->name, "takes no argument, or =all");
		break;
	case APPEND_SEGMENT:
	case APPEND_PAIR: /* prepared already */
	case QUERY_SORT:
	case QUERY_DEDUPE: break;
	}
}
