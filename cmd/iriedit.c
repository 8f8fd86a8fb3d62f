/* SPDX-License-Identifier: ISC */
/* iriedit: changes components and query parameters (RFC 3987, section 7.7; RFC 3986, section 5.3) */
#include "cmd/base/arena.h"
#include "cmd/base/text.h"
#include "cmd/filter/loop.h"
#include "cmd/iriedit/glob.h"
#include "cmd/iriedit/recode.h"
#include "lib/base/str.h"
#include "lib/ops/split.h"
#include "lib/syntax/path.h"
#include "lib/syntax/scheme.h"

#include <errno.h>
#include <string.h>

/* The number of no component, after those of enum iri_component and IRI_AUTHORITY */
enum { NO_COMPONENT = IRI_PARTS };

enum operation {
	SET, SET_RAW, UNSET, APPEND,
	APPEND_SEGMENT, APPEND_PAIR, /* what APPEND becomes when it is prepared */
	QUERY_SET, QUERY_DELETE, QUERY_KEEP, QUERY_RENAME, QUERY_SORT, QUERY_DEDUPE,
	RECODE
};

/* An edit, which is an option */
struct edit {
	enum operation operation;
	const char *name;           /* the name of the option, with "--" */
	const char *arg;            /* its argument, or NULL */
	unsigned component;         /* SET, SET_RAW, UNSET: what is changed */
	struct iri_str value;       /* what is written, percent-encoded: a component, segment, pair or key */
	struct iri_str key;         /* QUERY_SET, QUERY_RENAME: the key to look for, decoded */
	struct iri_parts authority; /* SET_RAW, UNSET of the authority: its components, or none */
	size_t n;                   /* number of edits, from this one on, that are done at once: several QUERY_KEEP */
	struct charset *charset;    /* RECODE: the decoder */
};

struct iriedit {
	struct iri_buf uses;        /* the options that are edits: a list of struct option_use */
	struct edit *edits;         /* in the same order */
	size_t n;
	bool join;
	const char *absent;
	struct arena fixed, arena;  /* texts of the edits; texts of the current line */
	struct iri_composer *composer;
	struct iri_query *query;
	char separator;
	struct iri_buf scratch;
	struct recode_buffers recoding;
};

/* The form of references in the input and in the output */
enum { FORM = IRI_REFERENCE | IRI_FORBID_BIDI };

static const char *take_separator(void *data, const char *arg)
{
	struct iriedit *const self = data;

	if (strcmp(arg, "&") != 0 && strcmp(arg, ";") != 0)
		return "--separator takes & or ;";
	self->separator = *arg;
	return NULL;
}

static const struct option_row options[] = {
	{0, "set", "COMPONENT=VALUE",
         "replace a component: scheme, userinfo, host,\n"
         "port, path, query or fragment; percent-encode\n"
         "what it cannot contain, and every %", USES_OF(struct iriedit, uses), .on = SET},
	{0, "set-raw", "COMPONENT=VALUE",
         "replace a component, or the authority, by a value\n"
         "that is percent-encoded already", USES_OF(struct iriedit, uses), .on = SET_RAW},
	{0, "unset", "COMPONENT", "remove a component, or the authority", USES_OF(struct iriedit, uses), .on = UNSET},
	{0, "append", "PART=VALUE",
         "path=SEGMENT: add a segment to the path;\n"
         "query=KEY=VALUE: add a pair to the query;\n"
         "percent-encode it as --set does", USES_OF(struct iriedit, uses), .on = APPEND},
	{0, "query-set", "KEY=VALUE",
         "give the first pair with this key another value,\n"
         "and remove the others; if there is none, add one", USES_OF(struct iriedit, uses), .on = QUERY_SET},
	{0, "query-delete", "GLOB", "remove the pairs whose keys match",
         USES_OF(struct iriedit, uses), .on = QUERY_DELETE},
	{0, "query-keep", "GLOB",
         "remove the pairs whose keys do not match; several\nof these in a row keep what matches one of them",
         USES_OF(struct iriedit, uses), .on = QUERY_KEEP},
	{0, "query-rename", "OLD=NEW", "replace the key OLD", USES_OF(struct iriedit, uses), .on = QUERY_RENAME},
	{0, "query-sort", NULL, "sort the pairs by their keys", USES_OF(struct iriedit, uses), .on = QUERY_SORT},
	{0, "query-dedupe", NULL, "remove pairs that repeat an earlier pair",
         USES_OF(struct iriedit, uses), .on = QUERY_DEDUPE},
	{0, "recode", "CS",
         "write percent-encoded text that is not UTF-8 in\nUTF-8; it is in charset CS",
         USES_OF(struct iriedit, uses), .on = RECODE},
	{0, "separator", "C", "pairs are separated by C: & (default) or ;", .take = take_separator},
	{0, "join", NULL, "read lines of columns, as iriparse prints them,\nand join each to a reference",
         FLAG_OF(struct iriedit, join)},
	{0, "absent", "STR", "with --join: STR is an absent component, and an\nempty column an empty one",
         TEXT_OF(struct iriedit, absent)},
	{0},
};

/*
 * Preparation of the edits
 */

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
	return iri_is(name, "authority") ? IRI_AUTHORITY : NO_COMPONENT;
}

/* Appends data to self->scratch, percent-encoded for the component; see iri_encode. */
static void iriedit_encode(struct iriedit *self, struct iri_str data, enum iri_component c, const char *also)
{
	const size_t room = 3 * data.n + 1; /* if every byte is percent-encoded */
	char *const to = iri_buf_reserve(&self->scratch, room);

	if (to)
		self->scratch.n += iri_encode(data, c, IRI_FORBID_BIDI, also, to, room);
}

/* Returns the contents of self->scratch as a copy that the arena keeps. */
static struct iri_str iriedit_keep(struct iriedit *self, struct arena *a)
{
	buf_check(a->messages, &self->scratch);
	return arena_copy(a, iri_contents(&self->scratch));
}

/*
 * What is encoded in data for a query: both separators, whichever --separator names; "+", which readers take for a
 * space; and "=", except in a value
 */
#define ENCODED_IN_QUERY "&=+;"
#define ENCODED_IN_VALUE "&+;"

/* Sets e->key and, percent-encoded, e->value to a pair. */
static void prepare_pair(struct iriedit *self, struct edit *e, const char *arg)
{
	struct iri_str value;

	split(arg, &e->key, &value);
	iri_buf_clear(&self->scratch);
	iriedit_encode(self, e->key, IRI_QUERY, ENCODED_IN_QUERY);
	if (value.p)
		iri_buf_putc(&self->scratch, '=');
	iriedit_encode(self, value, IRI_QUERY, ENCODED_IN_VALUE);
	e->value = iriedit_keep(self, &self->fixed);
}

/* Parses "//" and this text. Returns false if they are no reference. */
static bool parse_authority(struct iriedit *self, struct iri_str text, struct iri_ref *ref, struct iri_error *err)
{
	iri_buf_clear(&self->scratch);
	iri_buf_add(&self->scratch, "//", 2);
	iri_buf_add(&self->scratch, text.p, text.n);
	return iri_parse(iriedit_keep(self, &self->fixed), FORM, ref, err) == IRI_OK;
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
static void iriedit_check_value(struct filter *f, struct edit *e)
{
	struct iriedit *const self = f->data;
	struct iri_parts parts = {.of = {[IRI_HOST] = {"h", 1}, [IRI_PATH] = {"", 0}}};
	struct iri_str composed;
	struct iri_error err;

	parts.of[e->component] = e->value;
	if (e->component == IRI_PATH) {
		/* Whether it can begin without a slash depends on the line. */
		iri_buf_clear(&self->scratch);
		iri_buf_putc(&self->scratch, '/');
		iri_buf_add(&self->scratch, e->value.p, e->value.n);
		parts.of[IRI_PATH] = iriedit_keep(self, &self->fixed);
	}
	if (iri_compose(self->composer, &parts, &composed, &err) != IRI_OK)
		filter_die_error(f, e->name, &err);
}

/* Whether a host is an IP literal, which is not percent-encoded. */
static bool is_literal(struct iriedit *self, struct iri_str host)
{
	struct iri_error err;
	struct iri_ref ref;

	return host.n && *host.p == '[' && parse_authority(self, host, &ref, &err) && ref.host.n == host.n;
}

/* Ends the program because of an unknown component. */
_Noreturn static void refuse_component(struct filter *f, const struct edit *e, struct iri_str name)
{
	struct similar s = {.word = name};
	struct iri_buf text = {0};

	for (unsigned c = IRI_SCHEME; c <= IRI_FRAGMENT; c++)
		similar_add(&s, iri_component_name((enum iri_component)c));
	similar_add(&s, "authority");
	filter_die(f, e->name, options_unknown(&text, "component", &s,
	                                       "use scheme, userinfo, host, port, path, query or fragment"));
}

/* Prepares --set, --set-raw and --unset. */
static void prepare_set(struct filter *f, struct edit *e)
{
	struct iriedit *const self = f->data;
	struct iri_str name, value;

	split(e->arg, &name, &value);
	e->component = component_number(name);
	if (e->component == NO_COMPONENT)
		refuse_component(f, e, name);
	if (e->component == IRI_AUTHORITY && e->operation == SET)
		filter_die(f, e->name, "--set-raw takes an authority; --set takes its parts: userinfo, host and port");
	if (e->operation == UNSET && value.p)
		filter_die(f, e->name, "takes only the name of a component");
	if (e->operation != UNSET && !value.p)
		filter_die(f, e->name, "takes COMPONENT=VALUE");
	if (e->operation == UNSET)
		return;
	if (e->component == IRI_AUTHORITY) {
		prepare_authority(f, e, value);
		return;
	}
	const bool is_raw = e->operation == SET_RAW || (e->component == IRI_HOST && is_literal(self, value));
	iri_buf_clear(&self->scratch);
	if (is_raw)
		iri_buf_add(&self->scratch, value.p, value.n);
	else
		iriedit_encode(self, value, (enum iri_component)e->component,
		               e->component == IRI_QUERY ? ENCODED_IN_QUERY : "");
	e->value = iriedit_keep(self, &self->fixed);
	iriedit_check_value(f, e);
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
	iriedit_encode(self, value, IRI_PATH, "/");
	e->value = iriedit_keep(self, &self->fixed);
}

static void prepare_rename(struct filter *f, struct edit *e)
{
	struct iriedit *const self = f->data;
	struct iri_str to;

	split(e->arg, &e->key, &to);
	if (!to.p)
		filter_die(f, e->name, "takes OLD=NEW");
	iri_buf_clear(&self->scratch);
	iriedit_encode(self, to, IRI_QUERY, ENCODED_IN_QUERY);
	e->value = iriedit_keep(self, &self->fixed);
}

static void prepare_recode(struct filter *f, struct edit *e)
{
	e->charset = charset_decoder(e->arg, f->options.eol);
	if (!e->charset)
		filter_die(f, e->name, charset_refusal(&((struct iriedit *)f->data)->scratch, e->arg, errno));
	if (!charset_is_bytes(e->charset))
		filter_die(f, e->name, "takes a charset that contains ASCII");
	if (charset_has_states(e->charset))
		filter_die(f, e->name, "takes a charset in which bytes do not change the meaning of others, unlike "
		                       "ISO-2022-JP and windows-1258");
}

static void prepare_glob(struct filter *f, const struct edit *e)
{
	const char *const class = strstr(e->arg, "[:");

	if (class && strstr(class + 2, ":]"))
		filter_die(f, e->name, "knows no classes, such as [[:alpha:]]; write [A-Za-z]");
}

/* Prepares the edit e[0]. left: number of edits from it on */
static void iriedit_prepare(struct filter *f, struct edit *e, size_t left)
{
	struct iriedit *const self = f->data;

	switch (e->operation) {
	case SET:
	case SET_RAW:
	case UNSET: prepare_set(f, e); break;
	case APPEND: prepare_append(f, e); break;
	case QUERY_SET: prepare_pair(self, e, e->arg); break;
	case QUERY_KEEP:
		while (e->n < left && e[e->n].operation == QUERY_KEEP)
			e->n++;
		for (size_t i = 0; i < e->n; i++)
			prepare_glob(f, &e[i]);
		break;
	case QUERY_RENAME: prepare_rename(f, e); break;
	case RECODE: prepare_recode(f, e); break;
	case QUERY_DELETE: prepare_glob(f, e); break;
	case APPEND_SEGMENT:
	case APPEND_PAIR: /* prepared already */
	case QUERY_SORT:
	case QUERY_DEDUPE: break;
	}
}

/*
 * Edits
 */

/* For iri_query_delete: whether a key matches a pattern of the edit. */
static bool iriedit_matches(void *arg, struct iri_str key)
{
	const struct edit *const e = arg;

	for (size_t i = 0; i < e->n; i++)
		if (glob_matches(e[i].arg, key))
			return true;
	return false;
}

static bool matches_not(void *arg, struct iri_str key)
{
	return !iriedit_matches(arg, key);
}

/* Sets or removes a component, or the authority. */
static void set(const struct edit *e, struct iri_parts *parts)
{
	const struct iri_str empty = {"", 0};

	if (e->component != IRI_AUTHORITY)
		parts->of[e->component] = e->operation == UNSET && e->component == IRI_PATH ? empty : e->value;
	else
		for (enum iri_component c = IRI_USERINFO; c <= IRI_PORT; c++)
			parts->of[c] = e->authority.of[c];
}

/* Adds a segment to the path. An empty last segment is replaced. */
static void append_segment(struct iriedit *self, const struct edit *e, struct iri_parts *parts)
{
	const struct iri_str path = parts->of[IRI_PATH];
	const bool needs_slash = path.n ? path.p[path.n - 1] != '/' : parts->of[IRI_HOST].p != NULL;

	iri_buf_clear(&self->scratch);
	iri_buf_add(&self->scratch, path.p, path.n);
	if (needs_slash)
		iri_buf_putc(&self->scratch, '/');
	iri_buf_add(&self->scratch, e->value.p, e->value.n);
	parts->of[IRI_PATH] = iriedit_keep(self, &self->arena);
}

/* Edits the query. The only error is that memory runs out. */
static enum iri_status edit_query(struct iriedit *self, struct edit *e, struct iri_parts *parts, struct iri_error *err)
{
	struct iri_query *const q = self->query;

	iri_query_begin(q, parts->of[IRI_QUERY], self->separator, iri_plus_is_space(parts->of[IRI_SCHEME]));
	switch (e->operation) {
	case APPEND_PAIR: iri_query_append(q, e->value); break;
	case QUERY_SET: iri_query_set(q, e->key, e->value); break;
	case QUERY_DELETE: iri_query_delete(q, iriedit_matches, e); break;
	case QUERY_KEEP: iri_query_delete(q, matches_not, e); break;
	case QUERY_RENAME: iri_query_rename(q, e->key, e->value); break;
	case QUERY_SORT: iri_query_sort(q); break;
	case QUERY_DEDUPE: iri_query_dedupe(q); break;
	default: break;
	}
	return iri_query_end(q, &parts->of[IRI_QUERY], err);
}

/* Returns the offset in the line s of byte off of a component, or 0 if the component is not a part of the line. */
static size_t iriedit_place_of(struct iri_str s, struct iri_str component, size_t off)
{
	const uintptr_t p = (uintptr_t)component.p, start = (uintptr_t)s.p;

	return component.p && p >= start && p <= start + s.n ? (size_t)(p - start) + off : 0;
}

/* Returns the number of dot segments of a path. */
static size_t count_dots(struct iri_str path)
{
	const char *const end = path.p + path.n;
	size_t n = 0;

	for (const char *p = path.p; (p = iri_dot_segment(p, end)); p = iri_segment_end(p, end))
		n++;
	return n;
}

/* Recodes all components of the reference in the line s. */
static enum iri_status recode_all(struct filter *f, struct iri_str s, const struct edit *e, struct iri_parts *parts,
                                  struct iri_error *err)
{
	struct iriedit *const self = f->data;

	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		struct iri_str *const part = &parts->of[c];
		size_t off;
		if (!part->n || !memchr(part->p, '%', part->n))
			continue;
		iri_buf_clear(&self->scratch);
		const bool recoded = recode(e->charset, *part, &self->scratch, &self->recoding, &off);
		buf_check(&f->messages, &self->scratch);
		if (!recoded)
			return filter_refuse(f, err, iriedit_place_of(s, *part, off),
			                     "percent-encoded octets are neither UTF-8 nor in the charset of --recode");
		const struct iri_str made = iriedit_keep(self, &self->arena);
		/* In ARMSCII-8, %A9 is ".". */
		if (c == IRI_PATH && count_dots(made) > count_dots(*part))
			return filter_refuse(f, err, iriedit_place_of(s, *part, 0),
			                     "--recode would make a dot segment");
		*part = made;
	}
	return IRI_OK;
}

/* Does an edit. s: the line */
static enum iri_status edit(struct filter *f, struct iri_str s, struct edit *e, struct iri_parts *parts,
                            struct iri_error *err)
{
	struct iriedit *const self = f->data;

	switch (e->operation) {
	case SET:
	case SET_RAW:
	case UNSET: set(e, parts); return IRI_OK;
	case APPEND_SEGMENT: append_segment(self, e, parts); return IRI_OK;
	case RECODE: return recode_all(f, s, e, parts, err);
	default: return edit_query(self, e, parts, err);
	}
}

/* Reads the components from the columns of a line. */
static enum iri_status read_columns(struct filter *f, struct iri_str s, struct iri_parts *parts, struct iri_error *err)
{
	struct iriedit *const self = f->data;
	const char *p = iri_present(s).p, *const end = p + s.n;
	const struct iri_str absent = {NULL, 0};

	if (!s.n)
		return filter_refuse(f, err, 0, "an empty line has no columns; iriparse prints it for an invalid line");
	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		const char *const stop = iri_find_byte(p, end, '\t');
		const struct iri_str value = iri_between(p, stop);
		if ((stop == end) != (c == IRI_FRAGMENT))
			return filter_refuse(f, err, (size_t)(stop - s.p),
			                     "a line has seven columns, separated by tabs: scheme, userinfo, host, "
			                     "port, path, query, fragment");
		/* The path is never absent. */
		parts->of[c] = c != IRI_PATH && iri_is(value, self->absent) ? absent : value;
		p = stop + (stop < end);
	}
	return IRI_OK;
}

/* Sets *iri to the reference of the components. s: the line */
static enum iri_status iriedit_compose(struct iriedit *self, struct iri_str s, const struct iri_parts *parts,
                                       struct iri_str *iri, struct iri_error *err)
{
	const enum iri_status status = iri_compose(self->composer, parts, iri, err);

	if (status != IRI_OK)
		err->off = iriedit_place_of(s, parts->of[err->where], err->off);
	return status;
}

/* Reads the components from the columns, and checks that they form a reference, since edits take valid components. */
static enum iri_status iriedit_join(struct filter *f, struct iri_str s, struct iri_parts *parts, struct iri_error *err)
{
	const enum iri_status status = read_columns(f, s, parts, err);
	struct iri_str iri;

	return status == IRI_OK ? iriedit_compose(f->data, s, parts, &iri, err) : status;
}

static enum iri_status iriedit_parse(struct iri_str s, struct iri_parts *parts, struct iri_error *err)
{
	struct iri_ref ref;
	const enum iri_status status = iri_parse(s, FORM | IRI_PADDED, &ref, err);

	if (status == IRI_OK)
		*parts = iri_parts_of(&ref);
	return status;
}

/* Whether the components are a link of http or https without a host, which goes nowhere (RFC 9110, section 4.2.1). */
static bool lacks_host(const struct iri_parts *parts)
{
	const struct iri_str scheme = parts->of[IRI_SCHEME];
	const struct iri_scheme *const row = scheme.n && !parts->of[IRI_HOST].n ? iri_scheme_search(scheme) : NULL;

	return row && row->flags & SCHEME_HTTP;
}

/* Whether a reference of these components begins with U+FEFF. */
static bool has_bom(const struct iri_parts *parts)
{
	return !parts->of[IRI_SCHEME].p && !parts->of[IRI_HOST].p && iri_begins_with_bom(parts->of[IRI_PATH]);
}

/* Returns why readers would not take the reference for what the edits mean, or NULL. */
static const char *misleads(const struct iri_parts *before, const struct iri_parts *after)
{
	if (!lacks_host(before) && lacks_host(after))
		return "http and https need a host; iriresolve adds the host of a base";
	if (!has_bom(before) && has_bom(after))
		return "the result would begin with U+FEFF, which readers remove as a byte order mark; write %EF%BB%BF";
	return NULL;
}

static enum iri_status line(struct filter *f, struct iri_str s, struct iri_str *out, struct iri_error *err)
{
	struct iriedit *const self = f->data;
	struct iri_parts parts = {.of = {{0}}};
	enum iri_status status = self->join ? iriedit_join(f, s, &parts, err) : iriedit_parse(s, &parts, err);
	const struct iri_parts before = parts;
	struct iri_str iri = s;

	arena_clear(&self->arena);
	for (size_t i = 0; status == IRI_OK && i < self->n; i += self->edits[i].n)
		status = edit(f, s, &self->edits[i], &parts, err);
	if (status == IRI_OK)
		status = iriedit_compose(self, s, &parts, &iri, err);
	const char *const why = status == IRI_OK ? misleads(&before, &parts) : NULL;
	if (why)
		return filter_refuse(f, err, 0, why);
	/* A view of s tells the filter that the line would not change. */
	*out = iri_same(iri, s) ? s : iri;
	return status;
}

static bool start(struct filter *f)
{
	struct iriedit *const self = f->data;
	const struct option_use *const uses = (void *)self->uses.p;

	self->composer = filter_need(f, iri_composer_new(&(struct iri_compose_options){.form = FORM}));
	self->query = filter_need(f, iri_query_new());
	self->arena.messages = self->fixed.messages = &f->messages;
	self->n = self->uses.n / sizeof *uses;
	self->edits = arena_take(&self->fixed, self->n * sizeof *self->edits);
	if (!self->n && !self->join)
		filter_die(f, NULL, "nothing to do; give an edit, or --join; --help shows them");
	if (self->absent && !self->join)
		filter_die(f, NULL, "--absent is only for --join");
	if (self->absent)
		filter_check_absent(f, self->absent);
	if (self->join && (f->options.field || f->options.split))
		filter_die(f, NULL, "--join reads whole lines; leave out --field and --split");
	if (!self->absent)
		self->absent = "";
	if (self->join)
		f->flags |= FILTER_UNTRIMMED;
	for (size_t i = 0; i < self->n; i++) {
		iri_buf_clear(&self->scratch);
		buf_add_format(&self->scratch, "--%s", uses[i].row->name);
		self->edits[i] =
		        (struct edit){uses[i].row->on, iriedit_keep(self, &self->fixed).p, uses[i].arg, .n = 1};
	}
	for (size_t i = 0; i < self->n; i += self->edits[i].n)
		iriedit_prepare(f, &self->edits[i], self->n - i);
	return false;
}

int main(int argc, char **argv)
{
	struct iriedit self = {.separator = '&'};
	const struct filter_tool tool = {
		.name = "iriedit",
		.summary = "Changes components and query parameters of IRIs, line by line (RFC 3986,\n"
	                   "section 5.3). What no edit names keeps every byte. Edits act in their order.",
		.tables = {{options, &self}},
		.data = &self,
		.start = start,
		.line = line,
	};

	const int status = filter_main(&tool, argc, argv);
	for (size_t i = 0; i < self.n; i++)
		charset_close(self.edits[i].charset);
	arena_clear(&self.arena);
	arena_clear(&self.fixed);
	iri_composer_free(self.composer);
	iri_query_free(self.query);
	iri_buf_free(&self.scratch);
	recode_free(&self.recoding);
	iri_buf_free(&self.uses);
	return status;
}
