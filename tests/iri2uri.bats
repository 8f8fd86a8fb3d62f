#!/usr/bin/env bats
# SPDX-License-Identifier: ISC
load helper

@test "iri2uri: the examples of the specifications" { run_vectors iri2uri iri2uri-spec.tsv; }
@test "iri2uri: the grammar, each rule from both sides" { run_vectors iri2uri iri2uri-grammar.tsv; }
@test "iri2uri: hosts, and what libidn2 lets through" { run_vectors iri2uri iri2uri-host.tsv; }
@test "iri2uri: --lenient and --repair" { run_vectors iri2uri iri2uri-mend.tsv; }
@test "iri2uri: charsets and character references" { run_vectors iri2uri iri2uri-charset.tsv; }
