#!/usr/bin/env python3
# SPDX-License-Identifier: ISC
"""fixes.py IRILINT TABLE...: makes the tree of each row of tables like local.tsv, and compares, for each document,
what irilint --fix prints with what the fixes make of it that the reports for programs show. They are applied, each
once, and the result is checked again, until none is left: a comment may silence nothing only when another one is gone.

fixes.py --apply FORMAT DOCUMENT [lines]: applies the fixes of a report on standard input once, and prints the document.
lines: it is a list, in which a carriage return ends no line.
Places count from 1; columns count characters or, in rdjson, bytes. Fixes that overlap, or are none, end the program.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

FORMATS = ("json", "rdjson", "sarif")


def places(findings):
    """Yields each fix: a start, an end, both as line and column, and a text."""
    for finding in findings:
        if "fix" in finding:
            fix = finding["fix"]
            yield (fix["line"], fix["column"]), (fix.get("endLine", fix["line"]), fix["endColumn"]), fix["text"]
        for fix in finding.get("suggestions", []):
            start, end = fix["range"]["start"], fix["range"]["end"]
            yield (start["line"], start["column"]), (end["line"], end["column"]), fix["text"]
        for fix in finding.get("fixes", []):
            change, = fix["artifactChanges"]
            replacement, = change["replacements"]
            region = replacement["deletedRegion"]
            yield ((region["startLine"], region["startColumn"]),
                   (region.get("endLine", region["startLine"]), region["endColumn"]),
                   replacement.get("insertedContent", {"text": ""})["text"])


def apply(form, report, document, is_list=False):
    """Returns the document with the fixes of a report."""
    if form == "json":
        findings = [json.loads(line) for line in report.splitlines()]
    else:
        findings = json.loads(report)["diagnostics"] if form == "rdjson" else json.loads(report)["runs"][0]["results"]
    bom = b"\xef\xbb\xbf" if document.startswith(b"\xef\xbb\xbf") else b""
    document = document[len(bom):]
    lines = re.split(rb"(?<=\n)" if is_list else rb"(?<=\n)|(?<=\r)(?!\n)", document)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(place):
        line, column = place[0] - 1, place[1] - 1
        if form != "rdjson" and column:
            column = len(lines[line].decode(errors="surrogateescape")[:column].encode(errors="surrogateescape"))
        return starts[line] + column

    end, result = 0, bom
    for start, stop, text in sorted({(offset(a), offset(b), text) for a, b, text in places(findings)}):
        if start < end or document[start:stop] == text.encode():
            sys.exit(f"fixes.py: bytes {start} to {stop}: this fix overlaps another one, or is none: {document}")
        result += document[end:start] + text.encode()
        end = stop
    return result + document[end:]


def run(irilint, folder, options):
    """Returns what irilint prints, or None if the options of the row do not allow these."""
    result = subprocess.run([irilint, "--from=auto", "-q", *options], cwd=folder, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False)
    return None if result.returncode == 2 else result.stdout


def check(irilint, folder, name, options):
    """Returns how many formats have other fixes than --fix, and whether --fix changes the document."""
    path = os.path.join(folder, name)
    with open(path, "rb") as file:
        document = file.read()
    wanted = run(irilint, folder, [*options, "--fix", name])
    failures = 0
    # Most documents have no fix; one format shows that.
    for form in () if wanted is None else FORMATS if wanted != document else FORMATS[:1]:
        got, before = document, None
        while got != before:
            before = got
            got = apply(form, run(irilint, folder, [*options, "--format=" + form, name]), got)
            with open(path, "wb") as file:
                file.write(got)
        with open(path, "wb") as file:
            file.write(document)
        if got != wanted:
            failures += 1
            print(f"{form} of {document}: want {wanted}, got {got}")
    return failures, wanted not in (None, document)


def main():
    """Compares, or applies."""
    if sys.argv[1] == "--apply":
        with open(sys.argv[3], "rb") as file:
            sys.stdout.buffer.write(apply(sys.argv[2], sys.stdin.read(), file.read(), sys.argv[4:] == ["lines"]))
        return
    changed = failures = 0
    for table in sys.argv[2:]:
        with open(table, encoding="utf-8") as rows:
            lines = [line.rstrip("\n").split("\t") for line in rows if not line.startswith("#")]
        for _, files, options, *_ in lines[1:]:
            options = shlex.split(options)
            with tempfile.TemporaryDirectory() as folder:
                for name, content in json.loads(files).items():
                    path = os.path.join(folder, name)
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    if content.startswith("->"):
                        os.symlink(content[2:], path)
                    else:
                        with open(path, "w", encoding="utf-8", newline="") as file:
                            file.write(content)
                for name, content in json.loads(files).items():
                    if not content.startswith("->") and not name.endswith(".irilint"):
                        failed, has_changed = check(sys.argv[1], folder, name, options)
                        failures += failed
                        changed += has_changed
    print(f"{changed} changed, {failures} failed")
    sys.exit(failures != 0)


main()
