# SPDX-License-Identifier: ISC
"""local_laws.py IRILINT SEED ROUNDS: checks laws of local links on random trees of files. Prints what breaks one."""
import json
import os
import random
import subprocess
import sys
import tempfile

RULES = "dead-file,dead-anchor,wrong-case,wrong-form,file-slash,anchor-case"
FIXED = {"wrong-case", "wrong-form", "file-slash", "anchor-case"}
NAMES = ["a.md", "B.md", "c d.md", "é.md", "x/y.md", "x/Z.md", "x/w/v.md"]
irilint = sys.argv[1]
failures = 0


def run(folder, *words):
    """Runs irilint on documents, and returns what it prints."""
    command = [irilint, "--from=auto", "-r", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def findings(folder, *operands):
    """Returns the findings as file, line and rule."""
    lines = run(folder, "--format=json", "--only=" + RULES, *operands).splitlines()
    return [(f["file"].removeprefix("./"), f["line"], f["rule"]) for f in map(json.loads, lines)]


def encode(link):
    """Percent-encodes the path of a link."""
    path, mark, fragment = link.partition("#")
    return "".join(f"%{b:02X}" if b > 127 or b == 32 else chr(b) for b in path.encode()) + mark + fragment


def make(folder):
    """Makes some of the files, each with three spellings of the same links. Returns their names."""
    names = [name for name in NAMES if random.random() < 0.7]
    os.mkdir(os.path.join(folder, ".git"))
    for name in names:
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("# H\n\n# h\n\n")
            for _ in range(6):
                to = random.choice(NAMES)
                to = to.swapcase() if random.random() < 0.3 else to
                link = os.path.relpath(to, os.path.dirname(name) or ".") + random.choice(["", "#h", "#H", "#h-1", "/"])
                file.write(f"[1](<{link}>)\n[2](<./{link}>)\n[3]({encode(link)})\n")
    return names


def law(holds, text):
    """Counts a law that does not hold."""
    global failures
    if not holds:
        failures += 1
        print(text)


def check(folder, names):
    """Checks the laws on a tree."""
    before = findings(folder, ".")
    spellings = [sorted((f, (line - 5) // 3, r) for f, line, r in before if (line - 5) % 3 == i) for i in range(3)]
    law(spellings[0] == spellings[1] == spellings[2], f"p, ./p and its percent-encoded spelling differ: {before}")
    shuffled = random.sample(names, len(names))
    law(sorted(findings(folder, *shuffled)) == sorted(before), f"the order of operands counts: {shuffled}")
    with open(os.path.join(folder, "new.txt"), "w", encoding="utf-8"):
        pass
    law(findings(folder, ".") == before, "a file that no link names counts")
    run(folder, "--fix", "-i", ".")
    left = [f for f in findings(folder, ".") if f[2] in FIXED]
    law(not left, f"--fix leaves {left}")
    law(not run(folder, "--fix", "--dry-run", "."), "--fix twice is not once")


random.seed(int(sys.argv[2]))
for _ in range(int(sys.argv[3])):
    with tempfile.TemporaryDirectory() as tree:
        check(tree, make(tree))
print(f"{failures} broken")
sys.exit(failures != 0)
