# SPDX-License-Identifier: ISC
# Builds, tests and installs the IRI toolkit, with GNU make. The targets:
#   all (default)     builds the tools and libraries
#   demo              shows iri2uri at work
#   check             runs all tests, or those that TESTS names
#   installcheck      runs the tests on the installed files
#   check-asan        runs the tests of the most code under ASan and UBSan, and lets allocations fail
#   check-tsan        runs many threads that use the library, under TSan
#   check-oom         runs the tools and the library while allocations fail; check-asan does this, too
#   check-valgrind    runs the tables and the unit tests under valgrind
#   check-cross       runs the tests for other machines under qemu-user, and with musl (Debian)
#   check-debian      runs the two commands of README on bare Debian systems (root, debootstrap)
#   check-cluster     runs the tools on two machines, each an sshd on this one, and loses one midway (Linux)
#   check-long        runs all tests at full size, and what takes too long for each change (hours)
#   fuzz              runs each fuzzer for FUZZ_SECONDS (clang)
#   bench             measures speed as ratios
#   lint              runs compilers with warnings as errors, analyzers and linters
#   deps              installs the packages for the build and the tests, with the system's package manager
#   deps-lint         the same for lint, fuzz and check-valgrind
#   configure         makes configure, with autoconf
#   unicode           makes lib/unicode/unicode_table.h from the files in UNICODE_DIR
#   names             makes cmd/base/charref_names.h from the file ENTITIES
#   vectors           writes the test vectors as one JSON file, iri-vectors.json (python3)
#   dist              makes the archive of a release
#   distcheck         builds, tests, installs and uninstalls from that archive
#   install, uninstall
#   clean             removes the files that make made
#   distclean         removes also those that configure made
#   maintainer-clean  removes also configure

# configure leaves out a tool if it does not find a library that only some tools need.
ALL_TOOLS = iri2uri uri2iri irinorm iricmp iriresolve iriparse irilint iriedit irigrep irised irishow path2iri iri2path
TOOLS = $(filter-out $(foreach t,$(LEFT_OUT),$(firstword $(subst :, ,$t))),$(ALL_TOOLS))
# Whether irilint and irishow can read documents: they need the libraries of irigrep
DOCUMENTS = $(filter irigrep,$(TOOLS))
LIB = host/address host/bidi base/buf link/embedded unicode/chars ops/compare syntax/compose syntax/data \
	unicode/display host/domain syntax/encode error host/host host/hostcache host/known host/label \
	link/link_end link/linkify lint/lint lint/lint_clean lint/lint_form lint/lint_found lint/lint_host \
	lint/lint_scheme lint/lint_syntax lint/lint_text syntax/mailbox unicode/marks unicode/nfc ops/norm \
	base/offsets syntax/pair syntax/parse syntax/path syntax/pathname syntax/pct syntax/query \
	ops/redirects ops/repair ops/resolve lint/rules syntax/scan syntax/scheme base/siphash ops/split \
	base/texts ops/toiri link/totext ops/touri syntax/pct_put unicode/unicode unicode/utf8 versions
SHARED = filter/at_once base/charref base/charset base/charset_place filter/common filter/fields filter/filter \
	base/random_key filter/lines base/message base/options filter/reject irilint/report base/text
# The files that only one tool needs; own TOOL...: those of these tools
OWN_irigrep = document/document document/encoding document/running_text document/folder document/html \
	document/markdown document/source_map document/selection base/tld document/xml
OWN_irilint = irilint/baseline irilint/checker irilint/ranges base/atomic_write irilint/ruleset \
	$(if $(PSL_LIBS),base/tld) $(if $(DOCUMENTS),$(filter-out base/tld,$(OWN_irigrep)) rewrite/diff \
	irilint/doclint rewrite/editor document/from rewrite/inplace rewrite/codec)
OWN_iriparse = $(if $(PSL_LIBS),base/tld)
OWN_irishow = base/arena irishow/block irishow/displayer irishow/facts irishow/destination irishow/facts_json \
	irishow/facts_text irishow/order irishow/layout base/tld irishow/display_units irishow/warnings \
	$(if $(DOCUMENTS),$(filter-out base/tld,$(OWN_irigrep)) document/from)
OWN_irised = $(OWN_irigrep) irised/command rewrite/diff rewrite/editor rewrite/inplace irised/redirect_map \
	base/atomic_write rewrite/codec
OWN_iriedit = base/arena iriedit/glob iriedit/recode
own = $(foreach t,$(1),$(OWN_$(t)))
UNIT = absence address baseline block embedded chars compare data domain host hostcache html known label batch \
	linkify lint redirect_map nfc norm parse path pct query random redirects repair resolve scan scheme \
	siphash toiri totext touri pct_put unit utf8
# The files of single tools that the unit tests use. They need no library that only some tools have.
UNIT_OWN = base/arena irilint/baseline irishow/block document/encoding irishow/facts_json document/html \
	irised/redirect_map base/atomic_write irishow/layout irishow/display_units
FUZZ = parse map norm resolve lint lines link name charset html filter $(if $(filter irigrep,$(TOOLS)),markdown) \
	$(if $(filter irised,$(TOOLS)),edit)

ifneq ($(filter deps deps-lint,$(MAKECMDGOALS)),)

# First installs the packages, then makes the other goals in a make of their own: configure needs the packages.
.NOTPARALLEL:
rest = $(filter-out deps deps-lint,$(MAKECMDGOALS))
.PHONY: deps deps-lint $(rest)
# If configure left out tools, it runs again with the same options: their libraries may be there now.
deps:
	@sh .ci/deps
	@! grep -q '^LEFT_OUT = .' config.mk 2>/dev/null || rm config.mk
deps-lint:
	@sh .ci/deps lint
ifneq ($(rest),)
$(rest): $(filter deps deps-lint,$(MAKECMDGOALS))
	@$(MAKE) --no-print-directory $@
endif

else

.PHONY: all demo check installcheck check-asan check-tsan check-oom check-valgrind check-cross check-debian \
	check-cluster check-long bench fuzz fuzzers lint unicode names vectors install uninstall dist distcheck \
	clean distclean maintainer-clean
all:

# These goals need no config.mk, so make does not run configure for them.
unconfigured = clean distclean maintainer-clean configure unicode names check-cross check-debian
ifneq ($(filter-out $(unconfigured),$(or $(MAKECMDGOALS),all)),)
include config.mk
else
-include $(wildcard config.mk)
endif
srcdir ?= .
# Only config.mk says which tools are left out, so this comes after it.
all: $(TOOLS) libraries completions
MAKEFLAGS += --no-builtin-rules

# config.mk and configure are made again if they are missing or older than their sources.
config.mk: $(srcdir)/config.mk.in $(srcdir)/configure
	@if test -f config.status; then ./config.status --recheck && ./config.status; \
	else $(srcdir)/configure; fi
config.h: config.mk
	@test -f $@ || ./config.status -q $@
	@touch $@
$(srcdir)/configure: $(srcdir)/configure.ac
	@command -v autoconf >/dev/null || { echo "autoconf is missing; 'make deps' installs it" >&2; exit 1; }
	cd $(srcdir) && autoconf && autoheader && touch config.h.in

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow
COMPILE = $(CC) -std=c11 $(TUNING_CFLAGS) $(WARNINGS) $(PIC_CFLAGS) $(HARDEN_CFLAGS) \
	-I. -I$(srcdir) $(CPPFLAGS) $(OWN_CFLAGS) $(DEP_CFLAGS) $(CFLAGS)
LINK = $(CC) $(CFLAGS) $(PIE_LDFLAGS) $(HARDEN_LDFLAGS) $(LDFLAGS)

lib_objects = $(LIB:%=lib/%.o)
shared_objects = $(SHARED:%=cmd/%.o)
tool_objects = $(patsubst %,cmd/%.o,$(ALL_TOOLS) $(call own,$(ALL_TOOLS)))
unit_objects = $(UNIT:%=tests/unit/%.o) tests/laws/laws.o
# The tools are linked with the static library. The shared library is for other programs.
shared_library = $(if $(SHARED_LDFLAGS),libiri.so.$(VERSION))
static_library = $(if $(filter no,$(STATIC)),,libiri.a)
exports = $(srcdir)/lib/libiri.map
libiri.so.$(VERSION): $(lib_objects) $(exports)
	$(CC) $(CFLAGS) $(HARDEN_LDFLAGS) $(LDFLAGS) $(SHARED_LDFLAGS) $(VERSION_SCRIPT:%=%$(exports)) -o $@ \
		$(lib_objects) $(LIB_LIBS)

# With main.o, the fuzzers try inputs from files. If FUZZ_MAIN is libFuzzer, they generate inputs.
fuzzers = $(FUZZ:%=tests/fuzz/%)
FUZZ_MAIN = tests/fuzz/main.o
fuzz_objects = $(fuzzers:%=%.o) tests/fuzz/fuzz.o tests/fuzz/main.o
# All tools, for one program: their main and exit have other names
in_one = $(patsubst %,tests/rows/cmd/%.o,$(1) $(SHARED) $(call own,$(1)))
tools_in_one = tests/rows/tool.o $(call in_one,$(TOOLS))
rows_objects = $(patsubst %,tests/%.o,rows/rows rows/check rows/fail rows/table hostile/faults hostile/oom \
	hostile/recover laws/operations)
objects = $(lib_objects) $(shared_objects) $(tool_objects) $(unit_objects) $(fuzz_objects) \
	$(rows_objects) tests/rows/tool.o $(call in_one,$(ALL_TOOLS)) \
	$(addprefix tests/,documents/charref.o hostile/recover.o laws/operations.o machines/threads.o tools/order.o)

vpath %.c $(srcdir)
%.o: %.c config.mk config.h Makefile
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<
-include $(objects:.o=.d)

.PHONY: libraries
libraries: libiri.a $(shared_library)
libiri.a: $(lib_objects)
	rm -f $@
	$(AR) rcs $@ $(lib_objects)

$(TOOLS): %: cmd/%.o $(shared_objects) $(LINKED) libiri.a
	$(LINK) -o $@ $(filter %.o,$^) libiri.a $(OWN_LIBS) $(LIBS)
irigrep: $(OWN_irigrep:%=cmd/%.o)
irilint: $(OWN_irilint:%=cmd/%.o)
irised: $(OWN_irised:%=cmd/%.o)
iriedit: $(OWN_iriedit:%=cmd/%.o)
iriparse: $(OWN_iriparse:%=cmd/%.o)
irishow: $(OWN_irishow:%=cmd/%.o)

# The flags of tools that need libraries of their own
cmd/base/tld.o tests/rows/cmd/base/tld.o: OWN_CFLAGS = $(PSL_CFLAGS)
cmd/document/markdown.o tests/rows/cmd/document/markdown.o: OWN_CFLAGS = $(MD4C_CFLAGS)
cmd/irishow/order.o tests/rows/cmd/irishow/order.o tests/tools/order.o: OWN_CFLAGS = $(FRIBIDI_CFLAGS)
irigrep irilint irised: OWN_LIBS = $(PSL_LIBS) $(if $(DOCUMENTS),$(MD4C_LIBS))
iriparse: OWN_LIBS = $(PSL_LIBS)
irishow: OWN_LIBS = $(FRIBIDI_LIBS) $(PSL_LIBS) $(if $(DOCUMENTS),$(MD4C_LIBS))

tests/unit/unit: $(unit_objects) $(shared_objects) $(UNIT_OWN:%=cmd/%.o) libiri.a
	$(LINK) -o $@ $^ $(LIBS)

tests/documents/charref: tests/documents/charref.o cmd/base/charref.o libiri.a
	$(LINK) -o $@ $^ $(LIBS)

# For irishow_display.bats
order_test = $(if $(filter irishow,$(TOOLS)),tests/tools/order)
tests/tools/order: tests/tools/order.o cmd/irishow/order.o libiri.a
	$(LINK) -o $@ $^ $(FRIBIDI_LIBS) $(LIBS)

tests/rows/cmd/%.o: cmd/%.c config.mk config.h Makefile
	@mkdir -p $(@D)
	$(COMPILE) -Dmain=$(notdir $*)_main -Dexit=tool_exit -MMD -MP -c -o $@ $<
tests/rows/tools.h: config.mk
	@mkdir -p $(@D)
	printf 'TOOL(%s)\n' $(TOOLS) >$@
tests/rows/tool.o: tests/rows/tools.h
tests/rows/rows: $(rows_objects) $(tools_in_one) libiri.a
	$(LINK) -o $@ $^ $(TOOL_LIBS) $(LIBS)
tests/fuzz/charset: $(patsubst %,cmd/base/%.o,charref charset charset_place)
tests/fuzz/html: $(patsubst %,cmd/%.o,base/charref document/encoding document/html)
tests/fuzz/markdown: $(patsubst %,cmd/%.o,base/charref \
	$(addprefix document/,encoding html markdown running_text source_map))
tests/fuzz/markdown: OWN_LIBS = $(MD4C_LIBS)
tests/fuzz/edit: $(patsubst %,cmd/%.o,$(filter-out irised/% base/atomic_write rewrite/inplace,$(OWN_irised)) $(SHARED))
tests/fuzz/edit: OWN_LIBS = $(PSL_LIBS) $(MD4C_LIBS)
# filter.c knows by HAVE_irigrep, for instance, that the tool is not left out.
tests/fuzz/options.h: $(srcdir)/tests/tools.tsv
	@mkdir -p $(@D)
	awk -F '\t' '$$5 ~ /fuzz/ { \
		name = $$1; if ($$5 ~ /:/) name = name "_" substr($$5, 6); \
		gsub(/ /, "\", \"", $$2); gsub(/\\x20/, " ", $$2); \
		print "#define OPTIONS_" name " \"" $$2 "\"" }' $< >$@
tests/fuzz/filter.o: tests/fuzz/options.h
tests/fuzz/filter.o: OWN_CFLAGS = $(TOOLS:%=-DHAVE_%)
tests/fuzz/filter: OWN_LIBS = $(TOOL_LIBS)
tests/fuzz/filter: $(tools_in_one)
$(fuzzers): %: %.o tests/fuzz/fuzz.o tests/laws/laws.o $(filter %.o,$(FUZZ_MAIN)) libiri.a
	$(LINK) $(filter -%,$(FUZZ_MAIN)) -o $@ $(filter %.o,$^) libiri.a $(OWN_LIBS) $(LIBS)
fuzzers: $(fuzzers)

# cmd/completions writes them from the output of --help, which comes from the tables of options.
.PHONY: completions
completions: completions/done
make_completions = sh $(srcdir)/cmd/completions completions $(TOOLS:%=./%)
completions/done: $(TOOLS) $(srcdir)/cmd/completions
	@mkdir -p completions
	$(if $(filter yes,$(CROSS)),: the tools do not run on this machine,$(make_completions))
	@touch $@

demo: all
	@sh $(srcdir)/tests/install/demo

# The last line is "N passed, N failed", and the number of skipped tests if there are any. TESTS names some of the
# tests: "unit", "rows", "faults", folders of tests/, or bats files without ".bats".
test_programs = tests/unit/unit tests/rows/rows tests/documents/charref $(order_test) fuzzers
check: all $(test_programs)
	@IRI_BUILD=$$(pwd) sh $(srcdir)/tests/run $(TESTS)

# Tests the installed files, and builds no tool and no library. Tests that need the build are skipped.
installcheck: | $(filter install,$(MAKECMDGOALS))
	@test -x '$(DESTDIR)$(bindir)/iri2uri' || \
		{ echo 'no iri2uri in $(DESTDIR)$(bindir); first run "make install"' >&2; exit 1; }
	@IRI_BUILD=$$(pwd) IRI_DESTDIR='$(DESTDIR)' IRI_BINDIR='$(DESTDIR)$(bindir)' IRI_MANDIR='$(DESTDIR)$(mandir)' \
		IRI_BASHDIR='$(DESTDIR)$(bashdir)' IRI_ZSHDIR='$(DESTDIR)$(zshdir)' IRI_FISHDIR='$(DESTDIR)$(fishdir)' \
		IRI_LIBDIR='$(DESTDIR)$(libdir)' IRI_INCLUDEDIR='$(DESTDIR)$(includedir)' \
		IRI_PKGCONFIGDIR='$(DESTDIR)$(pkgconfigdir)' sh $(srcdir)/tests/run $(TESTS)

# Compares speed with tr, wc and cat, and shows how the time grows with the input.
bench: all
	@IRI_BUILD=$$(pwd) bash $(srcdir)/tests/bench/bench table scale

# Runs the tables and the unit tests under valgrind. valgrind cannot run a build with sanitizers.
check-valgrind: all tests/unit/unit tests/rows/rows
	@IRI_BUILD=$$(pwd) IRI_VALGRIND=1 sh $(srcdir)/tests/run unit rows

check-cluster: all
	@IRI_BUILD=$$(pwd) bash $(srcdir)/tests/machines/cluster

# Tests the last commit on bare systems of several releases of Debian.
check-debian:
	@sh $(srcdir)/tests/install/debian

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
# The path of the source from a subfolder of the build
from_build = $(if $(filter /%,$(srcdir)),$(srcdir),../$(srcdir))
# configured FOLDER,COMPILER,CFLAGS,LDFLAGS: configures a build there, with the same libraries and tools as here
configured = mkdir -p $(1) && cd $(1) && { \
	grep -q -x -F 'LIBRARY_OPTIONS = $(LIBRARY_OPTIONS)' config.mk 2>/dev/null || \
	$(from_build)/configure -q CC='$(2)' CFLAGS='-O1 -g -fno-omit-frame-pointer $(3)' LDFLAGS='$(4)' \
	--disable-hardening CPPFLAGS='$(CPPFLAGS)' $(LIBRARY_OPTIONS) \
	$(foreach l,IDN2 UTF8PROC PSL MD4C FRIBIDI,$(l)_CFLAGS='$($(l)_CFLAGS)' $(l)_LIBS='$($(l)_LIBS)'); }
# sanitized FOLDER,FLAGS: configures a build with these sanitizers
sanitized = $(call configured,$(1),$(CC),$(2),$(2))
# built FOLDER,GOALS: builds them there on all processors
built = $(MAKE) -C $(1) --no-print-directory -s -j$(shell getconf _NPROCESSORS_ONLN || echo 1) $(2)
# The tests that run the code of the library and of all tools in few processes; allocations that fail; and input that is
# made to overrun buffers. "make check-long" runs all tests with sanitizers.
ASAN_TESTS = unit rows oom fuzz common iri2uri_filter hostile
check-asan: config.mk
	@$(call sanitized,build-asan,$(SANITIZE))
	@$(call built,build-asan,all $(test_programs))
	@$(MAKE) -C build-asan --no-print-directory check \
		TESTS='$(if $(IRI_LONG),unit rows oom faults tools documents hostile fuzz,$(ASAN_TESTS))'

# Runs many threads as iri.h allows it, under ThreadSanitizer. On some kernels it works only with "setarch -R".
check-tsan: config.mk
	@$(call sanitized,build-tsan,-fsanitize=thread)
	@$(call built,build-tsan,tests/machines/threads)
	@$$(setarch -R true 2>/dev/null && echo setarch -R) build-tsan/tests/machines/threads
tests/machines/threads: tests/machines/threads.o tests/laws/operations.o libiri.a
	$(LINK) -o $@ $^ $(LIBS) -lpthread

# Lets each allocation fail in turn. Needs gcc: it links the sanitizer as a shared library, so malloc can be replaced.
check-oom: config.mk
	@$(MAKE) --no-print-directory check-asan ASAN_TESTS=oom

# Tests other byte orders and sizes, and another C library. MACHINES names some of the machines; the default is all.
check-cross:
	@bash $(srcdir)/tests/machines/cross $(MACHINES)

# What takes too long for each change: all tests at full size, with all rounds, large corpora and the documents of this
# machine; with sanitizers, under emulation and on bare systems; fuzzers for 10 minutes each; and the speed.
LONG = check check-asan check-tsan check-valgrind lint distcheck fuzz check-cross check-debian check-cluster bench
check-long: config.mk
	@failed=; for goal in $(LONG); do \
		IRI_LONG=1 FUZZ_SECONDS=600 $(MAKE) --no-print-directory $$goal || failed="$$failed $$goal"; \
	done; test -z "$$failed" || { echo "failed:$$failed"; exit 1; }

fuzz: config.mk
	@$(call configured,build-fuzz,clang,-fsanitize=fuzzer-no-link $(SANITIZE),$(SANITIZE))
	@$(call built,build-fuzz,FUZZ_MAIN=-fsanitize=fuzzer fuzzers)
	@IRI_BUILD=$$(pwd)/build-fuzz bash $(srcdir)/tests/fuzz/run $(FUZZ)

# source OPTIONS: prints the files that git lists with the options, or without a repository those that .gitignore does
# not name.
source = if test -e .git; then git ls-files $(1); \
	else find . ! -type d | sed 's|^\./||' | grep -vE "$$(sed 's/\./\\./g; s/\*/.*/g' .gitignore | \
		sed -e 's|^/\(.*/\)$$|^\1|; t' -e 's|^/\(.*\)|^\1$$|; t' -e 's/$$/$$/' | paste -s -d '|' -)"; fi

# LINT names some of the checks: "cheap", "analyzers", or those in tests/lint.
lint: config.h completions tests/rows/tools.h tests/fuzz/options.h
	@test -z '$(LEFT_OUT)' || \
		{ echo "lint needs the libraries of all tools; 'make deps' installs them" >&2; exit 1; }
	@{ cd $(srcdir) && $(call source,--cached --others --exclude-standard); } | \
		DEP_CFLAGS='$(DEP_CFLAGS) $(TOOL_CFLAGS)' WARNINGS='$(WARNINGS)' sh $(srcdir)/tests/lint $(LINT)

# Makes lib/unicode/unicode_table.h again, for a new version of Unicode. UNICODE_DIR is a folder with these files.
UNICODE_FILES = Scripts.txt ScriptExtensions.txt IdentifierStatus.txt DerivedJoiningType.txt PropList.txt \
	emoji-data.txt emoji-variation-sequences.txt LinkTerm.txt LinkBracket.txt LinkEmail.txt confusables.txt \
	NameAliases.txt
unicode:
	awk -f $(srcdir)/lib/unicode/unicode.awk $(UNICODE_FILES:%=$(UNICODE_DIR)/%) \
		$(srcdir)/lib/unicode/look_alikes.txt $(srcdir)/lib/unicode/hidden_names.txt >unicode_table.h
	mv unicode_table.h $(srcdir)/lib/unicode/

# The test vectors as one document, for other implementations
vectors:
	python3 $(srcdir)/tests/vectors/to_json.py $(VERSION) $(srcdir)/tests/vectors >iri-vectors.new
	mv iri-vectors.new iri-vectors.json

# Makes cmd/base/charref_names.h again. ENTITIES is the file entities.json of the HTML standard, section 13.5.
names:
	awk -f $(srcdir)/cmd/base/charref.awk $(ENTITIES) >charref_names.h
	mv charref_names.h $(srcdir)/cmd/base/

# pages TOOL...: the manual pages of these tools, and the others
pages = $(1:%=man/%.1) man/libiri.3 man/iri.7
# Each function has a page that includes libiri.3, so that "man iri_parse" finds it.
functions = $(shell sed -n 's/^\t\(iri_[a-z_]*\);$$/\1/p' $(exports))
# Without a shared library, programs have to link the libraries that libiri.a needs: iri.pc names them as public.
install: all
	@sed $(if $(shared_library),,-e 's/^Requires.private/Requires/; /^Libs.private/d; s/-liri$$/& @LIB_LIBS@/') \
		-e 's|@prefix@|$(prefix)|; s|@libdir@|$(libdir)|; s|@includedir@|$(includedir)|' \
		-e 's|dir=$(prefix)/|dir=$${prefix}/|' \
		-e 's|@VERSION@|$(VERSION)|; s|@REQUIRES@|$(REQUIRES)|; s|@LIB_LIBS@|$(PRIVATE_LIBS)|' \
		$(srcdir)/lib/iri.pc.in >iri.pc
	@set -e; DESTDIR='$(DESTDIR)'; \
	put() { echo "install $$2"; mkdir -p "$$DESTDIR$${2%/*}"; install -m $$3 "$$1" "$$DESTDIR$$2"; }; \
	for t in $(TOOLS); do \
		put $$t '$(bindir)'/$$t 755; \
		test -d completions/bash || continue; \
		put completions/bash/$$t '$(bashdir)'/$$t 644; \
		put completions/zsh/_$$t '$(zshdir)'/_$$t 644; \
		put completions/fish/$$t.fish '$(fishdir)'/$$t.fish 644; \
	done; \
	for m in $(call pages,$(TOOLS)); do put "$(srcdir)/$$m" '$(mandir)'/man$${m##*.}/$${m##*/} 644; done; \
	for m in $(functions); do echo '.so man3/libiri.3' >'$(DESTDIR)$(mandir)'/man3/$$m.3; done; \
	put "$(srcdir)/lib/iri.h" '$(includedir)'/iri.h 644; \
	put iri.pc '$(pkgconfigdir)'/iri.pc 644; \
	for l in $(static_library); do put $$l '$(libdir)'/$$l 644; done; \
	for l in $(shared_library); do \
		put $$l '$(libdir)'/$$l 755; \
		ln -sf $$l '$(DESTDIR)$(libdir)/$(SONAME)'; \
		ln -sf $(SONAME) '$(DESTDIR)$(libdir)/libiri.so'; \
	done

uninstall:
	@set -e; for t in $(ALL_TOOLS); do \
		rm -f '$(DESTDIR)$(bindir)'/$$t '$(DESTDIR)$(bashdir)'/$$t '$(DESTDIR)$(zshdir)'/_$$t \
			'$(DESTDIR)$(fishdir)'/$$t.fish; \
	done; \
	for m in $(call pages,$(ALL_TOOLS)) $(functions:%=%.3); do \
		rm -f '$(DESTDIR)$(mandir)'/man$${m##*.}/$${m##*/}; \
	done
	rm -f '$(DESTDIR)$(includedir)/iri.h' '$(DESTDIR)$(pkgconfigdir)/iri.pc' '$(DESTDIR)$(libdir)/libiri.a' \
		'$(DESTDIR)$(libdir)/libiri.so.$(VERSION)' '$(DESTDIR)$(libdir)/$(SONAME)' \
		'$(DESTDIR)$(libdir)/libiri.so'

# The archive holds the files of the source; those that autoconf makes; the vectors as JSON; and a bill of materials.
# With the same autoconf, the same commit makes the same bytes.
archive = $(PACKAGE)-$(VERSION)
dist: $(srcdir)/configure
	@rm -rf $(archive) && mkdir $(archive)
	@here=$$(pwd) && cd $(srcdir) && { $(call source,); printf '%s\n' configure config.h.in; } | \
		grep -v '^$(archive)/' | \
		tar -cf - -T - | tar -xf - -C "$$here/$(archive)"
	@rm -f $(archive)/$(PACKAGE).spdx.json
	@python3 $(archive)/tests/vectors/to_json.py $(VERSION) $(archive)/tests/vectors >$(archive)/iri-vectors.json
	@epoch=$${SOURCE_DATE_EPOCH:-$$(cd $(srcdir) && \
		if test -e .git; then git log -1 --format=%ct; else date -r configure.ac +%s; fi)} && \
	sbom=$$(cd $(archive) && sh tests/install/sbom $(PACKAGE) $(VERSION) $$epoch) && \
	printf '%s\n' "$$sbom" >$(archive)/$(PACKAGE).spdx.json && \
	tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime=@$$epoch -cf - $(archive) | \
		gzip -9n >$(archive).tar.gz
	@rm -rf $(archive)
	@echo $(archive).tar.gz

# Unpacks the archive, makes it read-only, builds in another folder, tests, installs and uninstalls, as a user would.
distcheck: dist
	@bash $(srcdir)/tests/install/distcheck $(archive)

clean:
	rm -f $(ALL_TOOLS) libiri.a libiri.so.$(VERSION) tests/log $(objects) $(objects:.o=.d) $(fuzzers) \
		$(addprefix tests/,unit/unit documents/charref fuzz/options.h machines/threads rows/rows \
		rows/tools.h tools/order)
	rm -rf completions iri.pc
	@# The archive of a release contains the vectors, and a bill of materials.
	test -f iri-toolkit.spdx.json || rm -f iri-vectors.json

distclean: clean
	rm -rf ./$(PACKAGE)-*.tar.gz config.mk config.h config.status config.log \
		build-asan build-tsan build-fuzz
	if test -L Makefile; then rm Makefile; fi

# Also removes the files that autoconf makes. The archive of a release contains them.
maintainer-clean: distclean
	rm -rf configure configure~ config.h.in config.h.in~ autom4te.cache

endif
