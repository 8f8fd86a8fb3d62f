#!/bin/sh
# SPDX-License-Identifier: CC0-1.0
# iri-toolkit.sh OPERATION: the operations of the IRI toolkit, line by line, for run.py.
case $1 in
uri) iri2uri -q ;;
iri) uri2iri -q ;;
normalize) irinorm -q ;;
compare) iricmp -q | sed 's/^different.*/different/; /^$/! { /^different$/! s/.*/equivalent/; }' ;;
resolve) iriresolve -q --pairs ;;
split | valid) iriparse -q --absent=^ ;;
*) exit 2 ;;
esac
