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
#   check-packages    builds the packages of .ci/packages, on a bare Debian system (root, debootstrap)
#   check-cluster     runs the tools on two machines, each an sshd on this one, and loses one midway (Linux)
#   check-long        runs all tests at full size, and what takes too long for each change (hours)
#   fuzz              runs each fuzzer for FUZZ_SECONDS (clang)
#   bench             measures speed as ratios
#   lint              runs compilers with warnings as errors, analyzers and linters
#   deps              installs the packages for the build and the tests, with the system's package manager
#   deps-lint         the same for lint, fuzz and check-valgrind
#   configure         makes configure, with autoconf
#   unicode           makes unicode_table.h from the files in UNICODE_DIR
#   names             makes charref_names.h from the file ENTITIES
#   vectors           writes the test vectors as one JSON file, iri-vectors.json (python3)
#   dist              makes the archive of a release
#   distcheck         builds, tests, installs and uninstalls from that archive
#   install, uninstall
#   clean             removes the files that make made
#   distclean         removes also those that configure made
#   maintainer-clean  removes also configure
# The tools are built where make is called, and all other files in the folder build there.

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
	check-packages check-cluster check-long bench fuzz fuzzers lint unicode names vectors install uninstall dist \
	distcheck clean distclean maintainer-clean
all:

# These goals need no config.mk, so make does not run configure for them.
unconfigured = clean distclean maintainer-clean configure unicode names check-cross check-debian check-packages
ifneq ($(filter-out $(unconfigured),$(or $(MAKECMDGOALS),all)),)
include config.mk
else
-include $(wildcard config.mk)
endif
srcdir ?= .
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

# sources FOLDER...: the C files in these folders, without their suffix
sources = $(sort $(patsubst $(srcdir)/%.c,%,$(wildcard $(1:%=$(srcdir)/%/*.c))))
ALL_TOOLS = $(notdir $(call sources,cmd))
# configure leaves out a tool if it does not find a library that only some tools need.
TOOLS = $(filter-out $(foreach t,$(LEFT_OUT),$(firstword $(subst :, ,$t))),$(ALL_TOOLS))
LIB = $(call sources,lib lib/*)
# The files that tools share, and those of single tools. The linker takes from libcmd.a what a tool needs. Without the
# libraries of irigrep, no tool reads documents.
DOCUMENTS = cmd/document/from cmd/irilint/doclint cmd/irilint/linkfix \
	$(filter cmd/irilint/local%,$(call sources,cmd/irilint))
CMD = $(filter-out $(if $(PSL_LIBS),,cmd/base/suffix_list cmd/link/named%) \
	$(if $(filter irishow,$(TOOLS)),,cmd/irishow/order) \
	$(if $(filter irigrep,$(TOOLS)),,$(DOCUMENTS)) cmd/one/%,$(call sources,cmd/*))

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow
INCLUDE = -I. -Ibuild -I$(srcdir) $(DEP_CFLAGS) $(TOOL_CFLAGS)
COMPILE = $(CC) -std=c11 $(TUNING_CFLAGS) $(WARNINGS) $(PIC_CFLAGS) $(HARDEN_CFLAGS) \
	$(INCLUDE) $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) $(CFLAGS) $(PIE_LDFLAGS) $(HARDEN_LDFLAGS) $(LDFLAGS)
ARCHIVE = rm -f $@ && $(AR) rcs $@ $^

build/%.o: $(srcdir)/%.c config.mk config.h Makefile
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<
# For programs with all tools, main and exit have other names.
build/one/%.o: $(srcdir)/cmd/%.c config.mk config.h Makefile
	@mkdir -p $(@D)
	$(COMPILE) -Dmain=$(notdir $*)_main -Dexit=tool_exit -MMD -MP -c -o $@ $<
-include $(wildcard $(foreach d,lib cmd tests one,build/$d/*.d build/$d/*/*.d))

build/libiri.a: $(LIB:%=build/%.o)
	$(ARCHIVE)
build/libcmd.a: $(CMD:%=build/%.o)
	$(ARCHIVE)
# The same for programs with all tools: only the files are compiled again that have main, or perhaps call exit.
has_exit := $(patsubst $(srcdir)/%.c,%,$(shell grep -lw exit $(srcdir)/cmd/*/*.c))
build/libone.a: $(foreach f,$(CMD),$(if $(filter $f,$(has_exit)),$(f:cmd/%=build/one/%.o),build/$f.o)) \
		$(TOOLS:%=build/one/%.o) build/cmd/one/tools.o
	$(ARCHIVE)
build/tool_list.h: config.mk
	@mkdir -p $(@D)
	printf 'TOOL(%s)\n' $(TOOLS) >$@
build/cmd/one/tools.o: build/tool_list.h
# The tools are linked with the static library. The shared library is for other programs.
shared_library = $(if $(SHARED_LDFLAGS),build/libiri.so.$(VERSION))
exports = $(srcdir)/lib/libiri.map
abi = $(SONAME:libiri.so.%=%)
build/libiri.map: $(exports) config.mk
	@mkdir -p $(@D)
	sed 's|@ABI@|$(abi)|' $< >$@
build/libiri.so.$(VERSION): $(LIB:%=build/%.o) build/libiri.map
	$(CC) $(CFLAGS) $(HARDEN_LDFLAGS) $(LDFLAGS) $(SHARED_LDFLAGS) $(VERSION_SCRIPT:%=%build/libiri.map) -o $@ \
		$(filter %.o,$^) $(LIB_LIBS)

# link FILE,NAME...: makes the names links to the file; copies, where the file system has no links.
link = for name in $(2); do ln -f $(1) $$name 2>/dev/null || cp $(1) $$name || exit; done
ifeq ($(SEPARATE),yes)
$(TOOLS): %: build/cmd/%.o build/libcmd.a build/libiri.a
	$(LINK) -o $@ $^ $(OWN_LIBS) $(LIBS)
# The libraries that single tools need
irigrep irilint irised iriparse: OWN_LIBS = $(PSL_LIBS)
irishow: OWN_LIBS = $(FRIBIDI_LIBS) $(PSL_LIBS)
else
# The tools are links to one program. cmd/one/README says how it knows which tool to be.
build/one/program: build/cmd/one/main.o build/libone.a build/libiri.a
	$(LINK) -o $@ $^ $(TOOL_LIBS) $(LIBS)
$(TOOLS): build/one/program
	@$(call link,$<,$@)
endif

# cmd/completions writes them from the output of --help, which comes from the tables of options.
make_completions = sh $(srcdir)/cmd/completions build/completions $(TOOLS:%=./%)
build/completions/done: $(TOOLS) $(srcdir)/cmd/completions
	@mkdir -p $(@D)
	$(if $(filter yes,$(CROSS)),: the tools do not run on this machine,$(make_completions))
	@touch $@

all: $(TOOLS) build/libiri.a $(shared_library) build/completions/done

demo: all
	@sh $(srcdir)/tests/install/demo

# The programs of the tests

build/tests/fuzz/options.h: $(srcdir)/tests/tools.tsv
	@mkdir -p $(@D)
	awk -F '\t' '$$5 ~ /fuzz/ { \
		name = $$1; if ($$5 ~ /:/) name = name "_" substr($$5, 6); \
		gsub(/ /, "\", \"", $$2); gsub(/\\x20/, " ", $$2); \
		print "#define OPTIONS_" name " \"" $$2 "\"" }' $< >$@
build/tests/fuzz/filter.o: build/tests/fuzz/options.h

# With main.o, the fuzzers try inputs from files. If FUZZ_MAIN is libFuzzer, they generate inputs.
FUZZ_MAIN = build/tests/fuzz/main.o
FUZZ = $(filter-out fuzz links main $(if $(filter irigrep,$(TOOLS)),,markdown) $(if $(filter irised,$(TOOLS)),,edit), \
	$(notdir $(call sources,tests/fuzz)))
fuzzers = $(FUZZ:%=build/tests/fuzz/%)
fuzzers: $(fuzzers)
order_test = $(if $(filter irishow,$(TOOLS)),build/tests/tools/order)
test_programs = build/tests/unit/unit build/tests/rows/rows build/tests/documents/charref $(order_test) $(fuzzers)

# objects_of FOLDER...: the objects of these folders
objects_of = $(patsubst %,build/%.o,$(call sources,$(1)))
build/tests/unit/unit: $(call objects_of,tests/unit) build/tests/documents/slugs.o build/tests/laws/laws.o \
	build/tests/rows/table.o build/libcmd.a
build/tests/rows/rows: $(call objects_of,tests/rows tests/hostile) build/tests/laws/operations.o build/libone.a
build/tests/documents/charref: build/tests/documents/charref.o build/libcmd.a
build/tests/tools/order: build/tests/tools/order.o build/libcmd.a
build/tests/machines/threads: build/tests/machines/threads.o build/tests/laws/operations.o
build/tests/fuzz/filter: build/tests/rows/tool.o build/libone.a
$(fuzzers): %: %.o build/tests/fuzz/fuzz.o build/tests/fuzz/links.o build/tests/laws/laws.o \
	$(filter %.o,$(FUZZ_MAIN)) build/libcmd.a
$(test_programs) build/tests/machines/threads: build/libiri.a
	$(LINK) $(FUZZ_LINK) -o $@ $(filter %.o,$^) $(filter-out %libiri.a,$(filter %.a,$^)) build/libiri.a \
		$(TOOL_LIBS) $(LIBS) -lpthread
$(fuzzers): FUZZ_LINK = $(filter -%,$(FUZZ_MAIN))
# filter.c knows by HAVE_irigrep, for instance, that the tool is not left out.
build/tests/fuzz/filter.o: CPPFLAGS += $(TOOLS:%=-DHAVE_%)

# The tests. The last line of each is "N passed, N failed", and the number of skipped tests if there are any.

# TESTS names some of the tests: "unit", "rows", "faults", folders of tests/, or bats files without ".bats".
check: all $(test_programs)
	@IRI_BUILD=$$(pwd) sh $(srcdir)/tests/run $(TESTS)

# Tests the installed files, and builds no tool and no library. By default these are the tests that depend on how the
# tools are installed. Tests that need the build are skipped.
installcheck: | $(filter install,$(MAKECMDGOALS))
	@test -x '$(DESTDIR)$(bindir)/iri2uri' || \
		{ echo 'no iri2uri in $(DESTDIR)$(bindir); first run "make install"' >&2; exit 1; }
	@IRI_BUILD=$$(pwd) IRI_DESTDIR='$(DESTDIR)' IRI_BINDIR='$(DESTDIR)$(bindir)' IRI_MANDIR='$(DESTDIR)$(mandir)' \
		IRI_BASHDIR='$(DESTDIR)$(bashdir)' IRI_ZSHDIR='$(DESTDIR)$(zshdir)' IRI_FISHDIR='$(DESTDIR)$(fishdir)' \
		IRI_LIBDIR='$(DESTDIR)$(libdir)' IRI_INCLUDEDIR='$(DESTDIR)$(includedir)' \
		IRI_PKGCONFIGDIR='$(DESTDIR)$(pkgconfigdir)' \
		sh $(srcdir)/tests/run $(or $(TESTS),rows install man common)

# Compares speed with tr, wc and cat, and shows how the time grows with the input.
bench: all
	@IRI_BUILD=$$(pwd) bash $(srcdir)/tests/bench/bench table peers scale

# valgrind cannot run a build with sanitizers.
check-valgrind: all build/tests/unit/unit build/tests/rows/rows
	@IRI_BUILD=$$(pwd) IRI_VALGRIND=1 sh $(srcdir)/tests/run unit rows

check-cluster: all
	@IRI_BUILD=$$(pwd) bash $(srcdir)/tests/machines/cluster

# Tests the last commit on bare systems of several releases of Debian.
check-debian:
	@sh $(srcdir)/tests/install/debian

# Builds the packages of the last commit.
check-packages:
	@sh $(srcdir)/tests/install/packages

# Tests other byte orders and sizes, and another C library. MACHINES names some of the machines; the default is all.
check-cross:
	@bash $(srcdir)/tests/machines/cross $(MACHINES)

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
# configured FOLDER,COMPILER,CFLAGS,LDFLAGS: configures a build in that folder of build, with the same libraries and
# tools as here
configured = mkdir -p build/$(1) && cd build/$(1) && { \
	grep -q -x -F 'LIBRARY_OPTIONS = $(LIBRARY_OPTIONS)' config.mk 2>/dev/null || \
	$(if $(filter /%,$(srcdir)),$(srcdir),../../$(srcdir))/configure -q CC='$(2)' \
	CFLAGS='-O1 -g1 -fno-omit-frame-pointer $(3)' LDFLAGS='$(4)' --disable-hardening CPPFLAGS='$(CPPFLAGS)' \
	$(LIBRARY_OPTIONS) \
	$(foreach l,IDN2 UTF8PROC PSL FRIBIDI,$(l)_CFLAGS='$($(l)_CFLAGS)' $(l)_LIBS='$($(l)_LIBS)'); }
# built FOLDER,GOALS: builds them there on all processors
built = $(MAKE) -C build/$(1) --no-print-directory -s -j$(shell getconf _NPROCESSORS_ONLN || echo 1) $(2)
# The tests that run the code of the library and of all tools in few processes; allocations that fail; and input that is
# made to overrun buffers. "make fuzz" has the same sanitizers, and begins with the inputs that the test "fuzz" has.
# "make check-long" runs all tests with sanitizers.
ASAN_TESTS = unit rows oom common iri2uri_filter hostile
check-asan: config.mk
	@$(call configured,asan,$(CC),$(SANITIZE),$(SANITIZE))
	@$(call built,asan,all $(filter-out $(if $(IRI_LONG),,$(fuzzers)),$(test_programs)))
	@$(MAKE) -C build/asan --no-print-directory check $(if $(IRI_LONG),,FUZZ=) \
		TESTS='$(if $(IRI_LONG),unit rows oom faults tools documents hostile fuzz,$(ASAN_TESTS))'

# Lets each allocation fail in turn. Needs gcc: it links the sanitizer as a shared library, so malloc can be replaced.
check-oom: config.mk
	@$(MAKE) --no-print-directory check-asan ASAN_TESTS=oom

# Runs many threads as iri.h allows it, under ThreadSanitizer. On some kernels it works only with "setarch -R".
check-tsan: config.mk
	@$(call configured,tsan,$(CC),-fsanitize=thread,-fsanitize=thread)
	@$(call built,tsan,build/tests/machines/threads)
	@$$(setarch -R true 2>/dev/null && echo setarch -R) build/tsan/build/tests/machines/threads

fuzz: config.mk
	@$(call configured,fuzz,clang,-fsanitize=fuzzer-no-link $(SANITIZE),$(SANITIZE))
	@$(call built,fuzz,FUZZ_MAIN=-fsanitize=fuzzer fuzzers)
	@IRI_BUILD=$$(pwd)/build/fuzz bash $(srcdir)/tests/fuzz/run $(FUZZ)

# What takes too long for each change: all tests at full size, with all rounds, large corpora and the documents of this
# machine; with sanitizers, under emulation and on bare systems; fuzzers for 10 minutes each; and the speed.
LONG = check check-asan check-tsan check-valgrind lint distcheck fuzz check-cross check-debian check-packages \
	check-cluster bench
check-long: config.mk
	@failed=; for goal in $(LONG); do \
		IRI_LONG=1 FUZZ_SECONDS=600 $(MAKE) --no-print-directory $$goal || failed="$$failed $$goal"; \
	done; test -z "$$failed" || { echo "failed:$$failed"; exit 1; }

# LINT names some of the checks: "cheap", "analyzers", or those in tests/lint. By default, make sets it to "lint".
LINT =
lint: config.h build/completions/done build/tool_list.h build/tests/fuzz/options.h
	@test -z '$(LEFT_OUT)' || \
		{ echo "lint needs the libraries of all tools; 'make deps' installs them" >&2; exit 1; }
	@sh $(srcdir)/.ci/files --cached --others --exclude-standard | \
		INCLUDE='$(INCLUDE)' WARNINGS='$(WARNINGS)' sh $(srcdir)/tests/lint $(LINT)

# Files that are made of the data of others

# Makes unicode_table.h again, for a new version of Unicode. UNICODE_DIR is a folder with these files.
UNICODE_FILES = Scripts.txt ScriptExtensions.txt IdentifierStatus.txt DerivedJoiningType.txt PropList.txt \
	emoji-data.txt emoji-variation-sequences.txt LinkTerm.txt LinkBracket.txt LinkEmail.txt confusables.txt \
	NameAliases.txt
unicode_dir = $(srcdir)/lib/unicode
unicode:
	awk -f $(unicode_dir)/unicode.awk $(UNICODE_FILES:%=$(UNICODE_DIR)/%) \
		$(unicode_dir)/look_alikes.txt $(unicode_dir)/hidden_names.txt >unicode_table.h
	mv unicode_table.h $(unicode_dir)/

# Makes charref_names.h again. ENTITIES is the file entities.json of the HTML standard, section 13.5.
names:
	awk -f $(srcdir)/cmd/base/charref.awk $(ENTITIES) >charref_names.h
	mv charref_names.h $(srcdir)/cmd/base/

# The test vectors as one document, for other implementations
vectors:
	python3 $(srcdir)/tests/vectors/to_json.py $(VERSION) $(srcdir)/tests/vectors >iri-vectors.new
	mv iri-vectors.new iri-vectors.json

# Installation

# Each function has a page that includes libiri.3, so that "man iri_parse" finds it.
functions = $(shell sed -n 's/^\t\(iri_[a-z0-9_]*\);$$/\1/p' $(exports))
libraries = $(if $(filter no,$(STATIC)),,build/libiri.a) $(shared_library)
# Returns a path; a relative one, which may have spaces, after the folder of the build.
absolute = $(if $(filter /%,$(firstword $(1))),$(1),$(CURDIR)/$(1))
# Without a shared library, programs have to link the libraries that libiri.a needs: iri.pc names them as public.
build/iri.pc: $(srcdir)/lib/iri.pc.in config.mk Makefile FORCE
	@sed -e 's|@prefix@|$(call absolute,$(prefix))|; s|@libdir@|$(call absolute,$(libdir))|' \
		-e 's|@includedir@|$(call absolute,$(includedir))|' \
		-e 's|dir=$(call absolute,$(prefix))/|dir=$${prefix}/|' \
		-e 's|@VERSION@|$(VERSION)|; s|@REQUIRES@|$(REQUIRES)|; s|@PRIVATE_LIBS@|$(PRIVATE_LIBS)|' \
		-e 's|@private@|$(if $(shared_library),.private)|' \
		-e 's|@PUBLIC_LIBS@|$(if $(shared_library),,$(PRIVATE_LIBS))|' $< >$@
cmake_files = build/iri-config.cmake build/iri-config-version.cmake
$(cmake_files): build/%: $(srcdir)/lib/%.in config.mk Makefile FORCE
	@sed -e 's|@libdir@|$(libdir)|; s|@includedir@|$(includedir)|; s|@LIB_LIBS@|$(LIB_LIBS)|' \
		-e 's|@VERSION@|$(VERSION)|; s|@ABI@|$(abi)|' $< >$@
FORCE:

install: all build/iri.pc $(cmake_files)
	install -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(includedir)' '$(DESTDIR)$(pkgconfigdir)' '$(DESTDIR)$(cmakedir)' \
		'$(DESTDIR)$(mandir)/man1' '$(DESTDIR)$(mandir)/man3' '$(DESTDIR)$(mandir)/man7'
	$(if $(filter yes,$(SEPARATE)),install -m 755 $(TOOLS) '$(DESTDIR)$(bindir)',\
		install -m 755 $(firstword $(TOOLS)) '$(DESTDIR)$(bindir)' && cd '$(DESTDIR)$(bindir)' && \
		$(call link,$(firstword $(TOOLS)),$(wordlist 2,99,$(TOOLS))))
	install -m 644 $(TOOLS:%=$(srcdir)/man/%.1) '$(DESTDIR)$(mandir)/man1'
	install -m 644 $(srcdir)/man/libiri.3 '$(DESTDIR)$(mandir)/man3'
	for f in $(functions); do echo '.so man3/libiri.3' >'$(DESTDIR)$(mandir)/man3/'$$f.3; done
	install -m 644 $(srcdir)/man/iri.7 '$(DESTDIR)$(mandir)/man7'
	install -m 644 $(srcdir)/lib/iri.h '$(DESTDIR)$(includedir)'
	install -m 644 build/iri.pc '$(DESTDIR)$(pkgconfigdir)'
	install -m 644 $(cmake_files) '$(DESTDIR)$(cmakedir)'
	install -m 644 $(libraries) '$(DESTDIR)$(libdir)'
	test -z '$(shared_library)' || { cd '$(DESTDIR)$(libdir)' && chmod 755 libiri.so.$(VERSION) && \
		ln -sf libiri.so.$(VERSION) $(SONAME) && ln -sf $(SONAME) libiri.so; }
	test ! -d build/completions/bash || { \
		install -d '$(DESTDIR)$(bashdir)' '$(DESTDIR)$(zshdir)' '$(DESTDIR)$(fishdir)' && \
		install -m 644 $(TOOLS:%=build/completions/bash/%) '$(DESTDIR)$(bashdir)' && \
		install -m 644 $(TOOLS:%=build/completions/zsh/_%) '$(DESTDIR)$(zshdir)' && \
		install -m 644 $(TOOLS:%=build/completions/fish/%.fish) '$(DESTDIR)$(fishdir)'; }

uninstall:
	rm -f $(ALL_TOOLS:%='$(DESTDIR)$(bindir)'/%) $(ALL_TOOLS:%='$(DESTDIR)$(mandir)'/man1/%.1)
	rm -f $(patsubst %,'$(DESTDIR)$(mandir)'/man3/%.3,libiri $(functions)) '$(DESTDIR)$(mandir)/man7/iri.7'
	rm -f '$(DESTDIR)$(includedir)/iri.h' '$(DESTDIR)$(pkgconfigdir)/iri.pc'
	rm -f $(patsubst build/%,'$(DESTDIR)$(cmakedir)'/%,$(cmake_files))
	test ! -d '$(DESTDIR)$(cmakedir)' || rmdir '$(DESTDIR)$(cmakedir)'
	rm -f $(patsubst %,'$(DESTDIR)$(libdir)'/%,libiri.a libiri.so libiri.so.$(VERSION) $(SONAME))
	rm -f $(ALL_TOOLS:%='$(DESTDIR)$(bashdir)'/%) $(ALL_TOOLS:%='$(DESTDIR)$(zshdir)'/_%) \
		$(ALL_TOOLS:%='$(DESTDIR)$(fishdir)'/%.fish)

dist: $(srcdir)/configure
	@sh $(srcdir)/.ci/dist $(PACKAGE) $(VERSION)

# Unpacks the archive, makes it read-only, builds in another folder, tests, installs and uninstalls, as a user would.
distcheck: dist
	@bash $(srcdir)/tests/install/distcheck $(PACKAGE)-$(VERSION)

clean:
	rm -rf build $(ALL_TOOLS)
	@# The archive of a release contains the vectors, and a bill of materials.
	test -f iri-toolkit.spdx.json || rm -f iri-vectors.json

distclean: clean
	rm -rf ./$(PACKAGE)-*.tar.gz config.mk config.h config.status config.log
	if test -L Makefile; then rm Makefile; fi

# Also removes the files that autoconf makes. The archive of a release contains them.
maintainer-clean: distclean
	rm -rf configure configure~ config.h.in config.h.in~ autom4te.cache

endif
