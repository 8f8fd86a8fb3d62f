/* SPDX-License-Identifier: ISC */
/*
 * Names of files, as references (RFC 3987, section 7.4; RFC 8089). A name is any bytes but NUL, in no certain charset.
 *
 * Functions append to their buffer. If memory runs out, they set its `failed`, and both its contents and the returned
 * value are unspecified.
 */
#include "filename.h"
#include "parse.h"
#include "path.h"
#include "pct.h"
#include "schemes.h"

#include "lib/base/str.h"

#include <stdlib.h>

/* Sets *c to the character at p, percent-encoded or not, and returns its end. At the end of the text, it is NUL. */
static const char *take_char(const char *p, const char *end, char *c)
{
	size_t len = 0;

	*c = p < end ? (char)iri_octet_at(p, end, &len) : '\0';
	return p + len;
}

/*
 * Returns the end of the drive at p in a reference, and sets *letter; NULL if there is none. A character and its
 * percent-encoded form name the same file.
 */
static const char *drive_end(const char *p, const char *end, char *letter)
{
	char mark;

	p = take_char(take_char(p, end, letter), end, &mark);
	return iri_is_drive(*letter, mark) ? p : NULL;
}

/* Appends the "file:" URI up to the path of an absolute name, and returns the start of this path, or NULL. */
static const char *add_root(struct iri_str name, unsigned kind, struct iri_buf *uri, struct iri_name_fault *fault)
{
	struct iri_str host = {NULL, 0};

	iri_buf_add(uri, "file://", 7);
	if (!(kind & IRI_NAME_WINDOWS))
		return name.p;
	const char *const root = iri_name_root(name, &host, fault);
	if (!root)
		return NULL;
	const char *const above = iri_name_exit(root, name.p + name.n, kind);
	if (above) {
		iri_name_refuse(fault, (size_t)(above - name.p), "'..' leaves the drive or share");
		return NULL;
	}
	if (host.p) {
		iri_buf_add(uri, host.p, host.n);
		return host.p + host.n;
	}
	iri_buf_putc(uri, '/');
	iri_buf_add(uri, root - 2, 2);
	return root;
}

/* Appends a segment, in which all non-ASCII bytes and the characters in `also` are percent-encoded. */
static void encode_segment(struct iri_buf *uri, struct iri_str segment, const char *also)
{
	const size_t room = 3 * segment.n + 1; /* if every byte is percent-encoded */
	char *const to = iri_buf_reserve(uri, room);

	if (to)
		uri->n += iri_encode(segment, IRI_PATH, IRI_FORBID_NON_ASCII, also, to, room);
}

/* Appends a URI reference. Returns false, with *fault set and output unspecified, if there is none for the name. */
static bool make_uri(struct iri_str name, unsigned kind, struct iri_buf *uri, struct iri_name_fault *fault)
{
	const bool absolute = iri_name_is_absolute(name, kind);
	const char *colon = absolute ? "" : ":"; /* what the first segment of a relative path cannot have */

	if (!name.n)
		return iri_name_refuse(fault, 0, "a file name cannot be empty");
	const char *p = name.p, *const end = p + name.n;
	const char *const nul = memchr(p, 0, name.n);
	if (nul)
		return iri_name_refuse(fault, (size_t)(nul - p), iri_name_byte_fault(0, kind));
	if (kind & IRI_NAME_BELOW) {
		if (absolute)
			return iri_name_refuse(fault, 0, "the name is absolute, so it is not below the base");
		const char *const above = iri_name_exit(p, end, kind);
		if (above)
			return iri_name_refuse(fault, (size_t)(above - p), "'..' leaves the base");
	}
	if (absolute)
		p = add_root(name, kind, uri, fault);
	if (!p)
		return false;
	for (; p < end; colon = "") {
		const struct iri_str segment = iri_between(p, iri_name_segment(p, end, kind));
		for (size_t i = 0; kind & IRI_NAME_WINDOWS && i < segment.n; i++) {
			const char *const why = iri_name_byte_fault(p[i], kind);
			if (why)
				return iri_name_refuse(fault, (size_t)(p - name.p) + i, why);
		}
		if (iri_name_segment_fault(segment, kind))
			return iri_name_refuse(fault, (size_t)(p - name.p) + segment.n - 1,
			                       iri_name_segment_fault(segment, kind));
		encode_segment(uri, segment, colon);
		p += segment.n;
		if (p < end) {
			iri_buf_putc(uri, '/');
			p = kind & IRI_NAME_BELOW ? iri_name_skip(p, end, kind) : p + 1;
		}
	}
	return true;
}

/*
 * Appends "\\" and the host of a UNC name, decoded. p: where the rest of the path begins, which is after the host if
 * the path has it. Returns p; or NULL, with *fault set, if no name has this host, or if no share follows.
 */
static const char *pathname_add_host(const struct iri_ref *ref, struct iri_str host, const char *p,
                                     struct iri_buf *name,
                                     struct iri_name_fault *fault)
{
	const char *const end = ref->path.p + ref->path.n, *const share = p < end ? p + 1 : p;

	iri_buf_add(name, "\\\\", 2);
	const size_t start = name->n;
	iri_pct_decode(name, host);
	const char *const bad_host = name->failed ? NULL : iri_name_host_fault(iri_added(name, start));
	const char *const bad_share = iri_name_share_fault(iri_between(share, iri_segment_end(share, end)));

	if (bad_host || bad_share) {
		const char *const at = bad_host ? host.p : share;
		iri_name_refuse(fault, (size_t)(at - ref->text.p), bad_host ? bad_host : bad_share);
		return NULL;
	}
	return p;
}

/* Appends the drive at the start of the path, and returns its end there; NULL, with *fault set, if there is none. */
static const char *add_drive(const struct iri_ref *ref, struct iri_buf *name, struct iri_name_fault *fault)
{
	const char *p = ref->path.p, *const end = p + ref->path.n;
	char letter;

	p += p < end && *p == '/'; /* "file:c:/path" has no "/" there (E.2) */
	const char *const rest = drive_end(p, end, &letter);
	if (!rest) {
		iri_name_refuse(fault, (size_t)(p - ref->text.p), "the path has no drive");
		return NULL;
	}
	iri_buf_putc(name, letter);
	iri_buf_putc(name, ':');
	p = rest;
	if (p < end && *p == '/')
		return p;
	iri_name_refuse(fault, (size_t)(p - ref->text.p), "the path has no '/' after the drive");
	return NULL;
}

/*
 * Appends the drive, or the host of a UNC name, and returns where the rest of the path begins; NULL, with *fault set,
 * if there is neither.
 */
static const char *add_windows_root(const struct iri_ref *ref, struct iri_buf *name, struct iri_name_fault *fault)
{
	const char *p = ref->path.p, *const end = p + ref->path.n;

	if (ref->host.p && !iri_is_this_machine(ref->host))
		return pathname_add_host(ref, ref->host, p, name, fault);
	/* An empty authority, and the UNC name in the path: "file:////host/share" and "file://///host/share" (E.3.2) */
	if (ref->authority.p && !ref->authority.n && end - p >= 2 && p[1] == '/') {
		p += end - p >= 3 && p[2] == '/' ? 3 : 2;
		const struct iri_str host = iri_between(p, iri_segment_end(p, end));
		return pathname_add_host(ref, host, p + host.n, name, fault);
	}
	return add_drive(ref, name, fault);
}

/* Appends the path from p to the end of the path of ref, decoded. Returns false, with *fault set, if no name has it. */
static bool pathname_add_path(const struct iri_ref *ref, const char *p, unsigned kind, struct iri_buf *name,
                              struct iri_name_fault *fault)
{
	const char *const end = ref->path.p + ref->path.n, *const text = ref->text.p, *why = NULL;
	char *const start = iri_buf_reserve(name, (size_t)(end - p)), *to = start, *segment = start;
	const char *last = p; /* the last character or percent-encoded octet */

	if (!start)
		return true; /* the caller sees name->failed */
	for (;; p++) {
		if (p == end || *p == '/') {
			why = iri_name_segment_fault(iri_between(segment, to), kind);
			if (why)
				return iri_name_refuse(fault, (size_t)(last - text), why);
			if (p == end)
				break;
			*to++ = kind & IRI_NAME_WINDOWS ? '\\' : '/';
			segment = to;
			continue;
		}
		const bool is_encoded = *p == '%';
		last = p;
		*to = is_encoded ? (char)iri_pct_octet(p) : *p;
		/* Most bytes cannot be at fault, and need no call: in names of POSIX, only two can. */
		if (kind & IRI_NAME_WINDOWS || !*to || *to == '/') {
			why = iri_name_byte_fault(*to, kind);
			if (why)
				return iri_name_refuse(fault, (size_t)(p - text), why);
		}
		to++;
		p += is_encoded ? 2 : 0;
	}
	name->n += (size_t)(to - start);
	return true;
}

/* name: what make_name made of ref. Returns the offset in ref->text of what became name.p[off]. */
static size_t offset_in_uri(const struct iri_ref *ref, struct iri_str name, size_t off)
{
	const char *const text = ref->text.p, *p = ref->path.p + ref->path.n;

	/*
	 * From the end on, each byte of the name is a byte or a percent-encoded octet of the reference. Their starts
	 * can differ.
	 */
	for (size_t n = name.n; n > off && p > text; n--)
		p -= p - text >= 3 && p[-3] == '%' ? 3 : 1;
	return (size_t)(p - text);
}

/*
 * Appends the name of the file that a parsed reference stands for. Returns false, with *fault set and output
 * unspecified, if the reference names no local file, or if no name stands for its path.
 */
static bool make_name(const struct iri_ref *ref, unsigned kind, struct iri_buf *name, struct iri_name_fault *fault)
{
	const bool windows = kind & IRI_NAME_WINDOWS;
	const char *p = ref->path.p, *const text = ref->text.p;
	const size_t before = name->n, path = (size_t)(p - text), host = ref->host.p ? (size_t)(ref->host.p - text) : 0;

	if (ref->scheme.p && !iri_is_caseless(ref->scheme, "file"))
		return iri_name_refuse(fault, 0, "a file has no other scheme than file");
	if (!ref->scheme.p && ref->authority.p)
		return iri_name_refuse(fault, host, "a host needs the scheme file before it");
	if (ref->userinfo.p)
		return iri_name_refuse(fault, (size_t)(ref->userinfo.p - text), "a file has no user name in its IRI");
	if (ref->port.p)
		return iri_name_refuse(fault, (size_t)(ref->port.p - text), "a file has no port in its IRI");
	if (!windows && !iri_is_this_machine(ref->host))
		return iri_name_refuse(fault, host, "the host is not this machine");
	if (ref->query.p)
		return iri_name_refuse(fault, (size_t)(ref->query.p - text) - 1,
		                       "a file has no query; in a name, '?' is %3F");
	if (ref->fragment.p)
		return iri_name_refuse(fault, (size_t)(ref->fragment.p - text) - 1,
		                       "a file has no fragment; in a name, '#' is %23");
	if (!ref->path.n)
		return iri_name_refuse(fault, path, "the path is empty");
	if (!windows && ref->scheme.p && *p != '/')
		return iri_name_refuse(fault, path, "the path of a file IRI begins with '/'");
	if (windows && !ref->scheme.p && *p == '/')
		return iri_name_refuse(fault, path, "the path has no drive");
	if (windows && ref->scheme.p)
		p = add_windows_root(ref, name, fault);
	if (!p || !pathname_add_path(ref, p, kind, name, fault))
		return false;
	if (windows && ref->scheme.p && !name->failed) {
		struct iri_str host_of_name;
		const struct iri_str made = iri_added(name, before);
		const char *const root = iri_name_root(made, &host_of_name, fault);
		if (!root)
			return iri_name_refuse(fault, path, fault->why);
		const char *const above = iri_name_exit(root, made.p + made.n, kind);
		if (above)
			return iri_name_refuse(fault, offset_in_uri(ref, made, (size_t)(above - made.p)),
			                       "'..' leaves the drive or share");
	}
	return true;
}

/*
 * Returns the "|" that stands for the ":" after the drive letter in a file IRI, or NULL (RFC 8089, appendix E.2.2). No
 * IRI can have it, so the caller writes ":" before parsing.
 */
static const char *find_drive_bar(struct iri_str s)
{
	const char *p = s.p, *const end = p + s.n;
	char letter;

	if (s.n < 5 || !iri_is_caseless((struct iri_str){p, 5}, "file:"))
		return NULL;
	p += 5;
	if (end - p >= 2 && p[0] == '/' && p[1] == '/')
		p = iri_segment_end(p + 2, end);
	p += p < end && *p == '/';
	p = drive_end(p, end, &letter);
	return p && p[-1] == '|' ? p - 1 : NULL;
}

/* Returns the next segment at or after p that is neither empty nor ".": its start, or end. */
static const char *next_segment(const char *p, const char *end, unsigned kind)
{
	for (p = iri_name_skip(p, end, kind); p < end && *p == '.'; p = iri_name_skip(p + 1, end, kind))
		if (p + 1 < end && !iri_name_separates(p[1], kind))
			break;
	return p;
}

/* Whether exactly two separators begin the name: then it may be on another machine (POSIX, section 4.13). */
static bool has_two(struct iri_str s, unsigned kind)
{
	return s.n >= 2 && iri_name_skip(s.p, s.p + s.n, kind) == s.p + 2;
}

/*
 * For a name from make_name: appends the name of the file in the folder dir. Returns false, with *fault set and output
 * unspecified, if the name is not in dir.
 */
static bool add_below(struct iri_str dir, struct iri_str name, unsigned kind, struct iri_buf *out,
                      struct iri_name_fault *fault)
{
	const char *p = name.p, *const end = p + name.n, *d = dir.p, *const dir_end = d + dir.n;

	if (!iri_name_is_absolute(name, kind)) {
		iri_buf_add(out, dir.p, dir.n);
		if (dir.n && !iri_name_separates(dir_end[-1], kind))
			iri_buf_putc(out, kind & IRI_NAME_WINDOWS ? '\\' : '/');
	} else if (!iri_name_is_absolute(dir, kind)) {
		return iri_name_refuse(fault, 0, "the name is absolute, unlike the folder");
	} else if (has_two(dir, kind) != has_two(name, kind)) {
		return iri_name_refuse(fault, 0, "the name is not in the folder");
	} else {
		for (d = next_segment(d, dir_end, kind); d < dir_end; d = next_segment(d, dir_end, kind)) {
			p = next_segment(p, end, kind);
			const struct iri_str want = iri_between(d, iri_name_segment(d, dir_end, kind));
			const struct iri_str got = iri_between(p, iri_name_segment(p, end, kind));
			if (!iri_same(want, got))
				return iri_name_refuse(fault, (size_t)(p - name.p), "the name is not in the folder");
			d += want.n;
			p += got.n;
		}
	}
	iri_buf_add(out, name.p, name.n);
	const char *const above = iri_name_exit(p, end, kind);
	return !above || iri_name_refuse(fault, (size_t)(above - name.p), "'..' leaves the folder");
}

struct iri_namer {
	unsigned kind;              /* a sum of IRI_NAME_WINDOWS and IRI_NAME_BELOW */
	unsigned padded;            /* IRI_PADDED if padding follows the references, else 0 */
	bool has_folder;
	struct iri_buf folder;
	struct iri_buf colon;       /* a reference with ":" in place of the "|" after its drive */
	struct iri_buf name, below; /* a name; the same in the folder */
	struct iri_buf uri;
};

struct iri_namer *iri_namer_new(const struct iri_name_options *options)
{
	struct iri_namer *n = calloc(1, sizeof *n);

	if (!n || !options)
		return n;
	n->kind = (options->windows ? IRI_NAME_WINDOWS : 0u) | (options->below ? IRI_NAME_BELOW : 0u);
	n->padded = options->padded ? IRI_PADDED : 0u;
	n->has_folder = options->folder.p;
	iri_buf_add(&n->folder, options->folder.p, options->folder.n);
	if (!n->folder.failed)
		return n;
	free(n);
	return NULL;
}

void iri_namer_free(struct iri_namer *n)
{
	if (!n)
		return;
	iri_buf_free(&n->folder);
	iri_buf_free(&n->colon);
	iri_buf_free(&n->name);
	iri_buf_free(&n->below);
	iri_buf_free(&n->uri);
	free(n);
}

enum iri_status iri_name_to_uri(struct iri_namer *n, struct iri_str name, struct iri_str *uri, struct iri_error *err)
{
	struct iri_name_fault fault;
	struct iri_error ignored;

	err = iri_present_error(err, &ignored);
	iri_buf_clear(&n->uri);
	if (!make_uri(name, n->kind, &n->uri, &fault)) {
		*err = (struct iri_error){
			.status = IRI_BAD_NAME, .where = IRI_PATH, .off = fault.off, .why = fault.why};
		return IRI_BAD_NAME;
	}
	*uri = iri_unless_same(&n->uri, name);
	return n->uri.failed ? iri_no_memory(err) : IRI_OK;
}

/* Returns the component that has this offset in ref->text. A query and a fragment begin with their delimiters. */
static enum iri_component name_component(const struct iri_ref *ref, size_t off)
{
	enum iri_component found = IRI_SCHEME;

	for (enum iri_component c = IRI_SCHEME; c <= IRI_FRAGMENT; c++) {
		const struct iri_str s = iri_part(ref, c);
		const size_t delimiter = c == IRI_QUERY || c == IRI_FRAGMENT;
		if (s.p && (size_t)(s.p - ref->text.p) <= off + delimiter)
			found = c;
	}
	return found;
}

/* Sets *err to a fault in the reference ref, and returns its status. */
static enum iri_status fail_name(const struct iri_ref *ref, enum iri_status status, struct iri_name_fault fault,
                                 struct iri_error *err)
{
	*err = (struct iri_error){
		.status = status, .where = name_component(ref, fault.off), .off = fault.off, .why = fault.why};
	return status;
}

enum iri_status iri_uri_to_name(struct iri_namer *n, struct iri_str ref, struct iri_str *name, struct iri_error *err)
{
	const char *const bar = n->kind & IRI_NAME_WINDOWS ? find_drive_bar(ref) : NULL;
	struct iri_str text = ref;
	struct iri_name_fault fault = {0};
	struct iri_error ignored;
	struct iri_ref parsed;

	err = iri_present_error(err, &ignored);
	if (bar) {
		iri_buf_clear(&n->colon);
		iri_buf_add(&n->colon, ref.p, ref.n);
		if (n->colon.failed)
			return iri_no_memory(err);
		n->colon.p[bar - ref.p] = ':';
		text = iri_contents(&n->colon);
	}
	if (iri_parse(text, IRI_REFERENCE | IRI_FORBID_BIDI | (bar ? 0u : n->padded), &parsed, err) != IRI_OK)
		return err->status;
	iri_buf_clear(&n->name);
	iri_buf_clear(&n->below);
	if (!make_name(&parsed, n->kind, &n->name, &fault))
		return fail_name(&parsed, IRI_BAD_NAME, fault, err);
	if (n->name.failed)
		return iri_no_memory(err);
	*name = iri_unless_same(&n->name, ref);
	if (!n->has_folder)
		return IRI_OK;
	if (!add_below(iri_contents(&n->folder), iri_contents(&n->name), n->kind, &n->below, &fault)) {
		fault.off = offset_in_uri(&parsed, iri_contents(&n->name), fault.off);
		return fail_name(&parsed, IRI_NOT_BELOW, fault, err);
	}
	*name = iri_unless_same(&n->below, ref);
	return n->below.failed ? iri_no_memory(err) : IRI_OK;
}
