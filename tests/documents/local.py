# SPDX-License-Identifier: ISC
"""local.py TABLE IRILINT [OPTION]: makes the tree of each row, and runs irilint in it.

Prints the rows with other findings. OPTION chooses rules; without it, they are those of local links.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

RULES = "dead-file,dead-anchor,wrong-case,wrong-form,file-slash,anchor-case,needs-site,missing-label,dead-definition," \
        "outside-root"
CHOICE = sys.argv[3] if len(sys.argv) > 3 else "--only=" + RULES
SUGGESTION = r"(?:did you mean|the name is|the anchor is|is there only as) '(.*?)'"


def make(folder, files):
    for name, content in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if content.startswith("->"):
            os.symlink(content[2:], path)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)


def findings(irilint, folder, options):
    """Returns what irilint finds: with the suggestion and without it."""
    command = [irilint, "--from=auto", "-r", "--format=json", CHOICE, *shlex.split(options)]
    run = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if run.stderr:
        return [[run.stderr.decode(errors="replace")]]
    found = []
    for line in run.stdout.decode().splitlines():
        f = json.loads(line)
        plain = f"{f['rule']} {f['file']}:{f['line']} {f['text']}"
        suggestion = re.search(SUGGESTION, f["message"])
        found.append([plain, plain + " => " + suggestion[1]] if suggestion else [plain])
    return found


def main():
    rows = failures = 0
    with open(sys.argv[1], encoding="utf-8") as table:
        lines = [line.rstrip("\n").split("\t") for line in table if not line.startswith("#")]
    for name, files, options, wanted, *_ in lines[1:]:
        with tempfile.TemporaryDirectory() as folder:
            make(folder, json.loads(files))
            got = findings(sys.argv[2], folder, options)
        wanted = json.loads(wanted)
        rows += 1
        if len(got) != len(wanted) or not all(w in g for w, g in zip(wanted, got)):
            failures += 1
            print(f"{name}: want {wanted}, got {[g[-1] for g in got]}")
    print(f"{rows} rows, {failures} failed")
    sys.exit(failures != 0)


main()
