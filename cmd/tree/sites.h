/* SPDX-License-Identifier: ISC */
/* The generators of sites, which a file of configuration tells: how they route links, and what anchors they make. */
#ifndef SITES_H
#define SITES_H

#include "listing.h"
#include "slugs.h"

#include "lib/base/array.h"

/* The words of --generator, in this order */
#define GENERATOR_WORDS "auto|none|astro|docsify|docusaurus|eleventy|hexo|hugo|jekyll|mdbook|mkdocs|next|" \
                        "other|sphinx|vitepress"
enum generator {
	GENERATOR_AUTO, GENERATOR_NONE, GENERATOR_ASTRO, GENERATOR_DOCSIFY, GENERATOR_DOCUSAURUS, GENERATOR_ELEVENTY,
	GENERATOR_HEXO, GENERATOR_HUGO, GENERATOR_JEKYLL, GENERATOR_MDBOOK, GENERATOR_MKDOCS, GENERATOR_NEXT,
	GENERATOR_OTHER, GENERATOR_SPHINX, GENERATOR_VITEPRESS,
	GENERATORS
};

/* What a generator does with links; a sum of these is in struct site */
enum {
	SITE_SILENT = 1,      /* a link without .md that no file tells may be a route: it is not judged */
	SITE_CASELESS = 2,    /* routes are in lower case, so the case of files does not count in them */
	SITE_MD_IS_FILE = 4,  /* a link that ends in .md is a file, and no route */
	SITE_LABELS = 8,      /* references without a definition: a plugin fills them, or a shortcode in it hides one */
	SITE_PAGES = 16,      /* a page without a heading gets its anchors from elsewhere */
	SITE_NAMES = 32,      /* a link can name a label of any document: [x](label), [x](#label), [x](module.Class) */
	SITE_ABOVE = 64,      /* a path that begins with a name may begin at a folder above that of the document */
	SITE_MAKES = 128,     /* its configuration is a program that writes files, which may be documents */
	SITE_FROM_TOP = 256,  /* a relative link begins at the source folder; an image, at its document */
};

/* A site: a folder with a file of configuration */
struct site {
	enum generator generator;
	unsigned flags;
	unsigned dialects;         /* of its headings: a sum of 1 << enum slug_dialect */
	struct iri_str source;     /* the folder of its documents, below the root */
	struct iri_str folders[3]; /* where paths that begin with "/" are looked for; NULL after the last */
	const struct site *pages;  /* of its pages, if they stand beside the source folder; or NULL */
};

/* The sites of a tree. Set the first members; the others are 0 at the start. */
struct sites {
	struct listing *listing;
	enum generator forced; /* GENERATOR_AUTO: look for files of configuration */
	/*
	 * NULL, or returns the generator that settings name for the documents in a folder, and sets *from to the folder
	 * of the settings. Both have absolute paths, empty for "/". GENERATOR_AUTO: look for files of configuration
	 */
	enum generator (*of_folder)(void *arg, struct iri_str folder, struct iri_str *from);
	void *arg;
	/* For sites.c: */
	union ARRAY_OF(struct iri_str) modules; /* the folders of submodules of git, if has_modules is set */
	bool has_modules;
	union ARRAY_OF(const struct site *) forced_sites; /* for each generator and folder that were named */
	const struct folder *asked;  /* the last folder that of_folder was asked for, and what it said */
	struct iri_str asked_from;
	enum generator asked_generator;
	struct iri_buf path;         /* working space */
};

void sites_free(struct sites *s);

/*
 * Returns the site that the documents of a folder belong to, or NULL: the nearest file of configuration in it or above
 * it counts, and only for documents in its source folder, or among its pages. Without one, a folder with MDX belongs to
 * a site that is not known, since only software that builds pages reads MDX.
 */
const struct site *sites_find(struct sites *s, struct folder *folder);

/*
 * Cuts an absolute path at the nearest folder in it that has a file of configuration, by its name, of a generator in
 * whose usual source folder the whole path is. Leaves it if there is none. Opens nothing. Stops at a folder in which
 * anybody can make a file, such as /tmp.
 */
void sites_cut_root(char *path, const struct messages *m);

/*
 * Whether a path is in a submodule of git whose files are not here: the file .gitmodules of the root names its folder,
 * which is missing or empty.
 */
bool sites_in_submodule(struct sites *s, struct iri_str path);

/*
 * Returns the name of a file of HTML from which a server makes the page of a path that leads to no file, as Apache does
 * with MultiViews: it chooses the language. For "a" or "a.html", that is a.en.html or a.html.en. Returns an empty text
 * if there is none.
 */
struct iri_str sites_negotiated(struct listing *l, struct iri_str path);

/*
 * Whether a path that leads to no file can be a name in a document of Sphinx: of a label ("syntax/label"), of an object
 * in code ("module.Class"), or of a page that no document tells ("genindex.html").
 */
bool sites_sphinx_name(struct iri_str path);

/* Whether a name that leads to no file can only be that of a document: it has no dot, and Sphinx makes no such page. */
bool sites_sphinx_document(struct iri_str path);

#endif
