# SPDX-License-Identifier: ISC
# The IRI toolkit. GNU make. The targets:
#   all (default)  the tools           check       all tests
#   demo           iri2uri at work     check-asan  all tests under ASan and UBSan
#   bench          speed, as ratios    check-oom   the tools while allocations fail
#   configure      by autoconf         lint        warnings as errors, analyzers
#   deps           what the build and the tests need, by the system's package manager
#   deps-lint      the same for lint
#   install, uninstall, clean, distclean

TOOLS = iri2uri uri2iri irinorm iricmp iriresolve iriparse irilint
LIB = bidi buf chars compare error host lint lint_form lint_host lint_syntax lint_text nfc norm parse path pct plain \
	resolve rules scan scheme toiri touri utf8 versions
SHARED = charset filter json report
UNIT = unit

ifneq ($(filter deps deps-lint,$(MAKECMDGOALS)),)

# First install, then everything else in a make of its own: it could not even be configured before.
.NOTPARALLEL:
rest = $(filter-out deps deps-lint,$(MAKECMDGOALS))
.PHONY: deps deps-lint $(rest)
deps:
	@sh .ci/deps
deps-lint:
	@sh .ci/deps lint
ifneq ($(rest),)
$(rest): $(filter deps deps-lint,$(MAKECMDGOALS))
	@$(MAKE) --no-print-directory $@
endif

else

.PHONY: all demo check check-asan check-oom bench lint install uninstall clean distclean
all: $(TOOLS)

# A goal that needs no configuration must not configure first.
ifneq ($(filter-out clean distclean configure,$(or $(MAKECMDGOALS),all)),)
include config.mk
else
-include $(wildcard config.mk)
endif
srcdir ?= .
MAKEFLAGS += --no-builtin-rules

# config.mk and configure are made when they are missing or older than what they are made from.
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
# Two words that were stored one by one stall the processor when they are loaded as one vector, which is
# what compilers make of copied views.
TUNING = -fno-tree-slp-vectorize
COMPILE = $(CC) -std=c11 $(TUNING) $(WARNINGS) -I. $(CPPFLAGS) $(DEP_CFLAGS) $(CFLAGS)

lib_objects = $(LIB:%=lib/%.o)
shared_objects = $(SHARED:%=cmd/%.o)
tool_objects = $(TOOLS:%=cmd/%.o)
unit_objects = $(UNIT:%=tests/unit/%.o)
objects = $(lib_objects) $(shared_objects) $(tool_objects) $(unit_objects)

vpath %.c $(srcdir)
%.o: %.c config.mk config.h Makefile
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<
-include $(objects:.o=.d)

libiri.a: $(lib_objects)
	rm -f $@
	$(AR) rcs $@ $(lib_objects)

$(TOOLS): %: cmd/%.o $(shared_objects) $(LINKED) libiri.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

tests/unit/unit: $(unit_objects) libiri.a
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# What goes wrong with input and output, for tests/faults.bats, which needs it on Linux only.
ifeq ($(shell uname),Linux)
faults = tests/faults.so
endif
tests/faults.so: tests/faults.c config.mk
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 $(WARNINGS) -fPIC -shared -o $@ $<

demo: all
	@sh $(srcdir)/tests/demo

# The last line is "N passed, N failed".
check: all tests/unit/unit $(faults)
	@IRI_BUILD=$$(pwd) sh $(srcdir)/tests/run

# Against tr, wc and cat; and how time grows with input.
bench: all
	@IRI_BUILD=$$(pwd) bash $(srcdir)/tests/bench/bench table scale

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all
sanitized = mkdir -p $(1) && cd $(1) && { test -f config.mk || $(abspath $(srcdir))/configure -q CC='$(CC)' \
	LDFLAGS='$(SANITIZE)' CFLAGS='-O1 -g -fno-omit-frame-pointer $(SANITIZE)' CPPFLAGS='$(CPPFLAGS)' \
	IDN2_CFLAGS='$(IDN2_CFLAGS)' IDN2_LIBS='$(IDN2_LIBS)' \
	UTF8PROC_CFLAGS='$(UTF8PROC_CFLAGS)' UTF8PROC_LIBS='$(UTF8PROC_LIBS)'; }
check-asan: config.mk
	@$(call sanitized,build-asan)
	@$(MAKE) -C build-asan --no-print-directory check

# Every allocation fails once. A library of the sanitizer is shared with gcc, so that its malloc can be replaced.
check-oom: config.mk
	@$(call sanitized,build-oom)
	@$(MAKE) -C build-oom --no-print-directory -s LINKED=tests/oom.o all
	@IRI_BUILD=$$(pwd)/build-oom sh $(srcdir)/tests/oom

lint: config.h
	@DEP_CFLAGS='$(DEP_CFLAGS)' WARNINGS='$(WARNINGS)' sh $(srcdir)/tests/lint

install: all
	mkdir -p $(DESTDIR)$(bindir) $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man7
	for t in $(TOOLS); do \
		install -m 755 $$t $(DESTDIR)$(bindir)/$$t && \
		install -m 644 $(srcdir)/man/$$t.1 $(DESTDIR)$(mandir)/man1/$$t.1 || exit 1; done
	install -m 644 $(srcdir)/man/iri.7 $(DESTDIR)$(mandir)/man7/iri.7

uninstall:
	for t in $(TOOLS); do \
		rm -f $(DESTDIR)$(bindir)/$$t $(DESTDIR)$(mandir)/man1/$$t.1 || exit 1; done
	rm -f $(DESTDIR)$(mandir)/man7/iri.7

clean:
	rm -f $(TOOLS) libiri.a tests/unit/unit tests/faults.so tests/log $(objects) $(objects:.o=.d)

distclean: clean
	rm -rf config.mk config.h config.status config.log configure config.h.in config.h.in~ autom4te.cache build-asan build-oom
	if test -L Makefile; then rm Makefile; fi

endif
