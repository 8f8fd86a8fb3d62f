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


def found_with(folder, *options):
    """Returns the documents and lines with findings of any rule, with these options."""
    lines = run(folder, "--format=json", *options, ".").splitlines()
    return {(f["file"].removeprefix("./"), f["line"]) for f in map(json.loads, lines)}


def check_options(folder):
    """More dialects of anchors find less, and a site that is known, too."""
    rules = "--only=" + RULES + ",needs-site"
    github, every = (found_with(folder, rules, "--anchors=" + a) for a in
                     ("github", "github,gitlab,kramdown,mdbook,mkdocs,pymdownx,vitepress,docutils"))
    law(every <= github, f"more dialects find more: {every - github}")
    none, auto = (found_with(folder, rules, "--anchors=github", "--generator=" + g) for g in ("none", "auto"))
    law(auto <= none, f"a site finds more than none: {auto - none}")


def check_repairs(folder):
    """What a message says is missing removes exactly its findings, if it is made; an id makes no other anchor die."""
    lines = run(folder, "--format=json", "--only=dead-file,dead-anchor", ".").splitlines()
    all_found = [json.loads(line) for line in lines]
    if not all_found:
        return
    message = random.choice(all_found)["message"]
    words = message.split("'")
    left = [f for f in all_found if f["message"].split("'")[:-1] != words[:-1] and f["message"] != message]
    if message.startswith("no anchor"):
        with open(os.path.join(folder, words[3]), "a", encoding="utf-8") as file:
            file.write(f'\n<a id="{words[1]}"></a>\n')
    else:
        path = os.path.join(folder, words[1])
        # A new folder X beside x would make links to X/y, in other case up to now, dead ones.
        if path.endswith("/") or not os.path.isdir(os.path.dirname(path)):
            return
        with open(path, "w", encoding="utf-8"):
            pass
    key = "file", "line", "rule", "text"
    was, now = ([tuple(f[k] for k in key) for f in found] for found in
                (left, [json.loads(n) for n in run(folder, "--format=json", "--only=dead-file,dead-anchor",
                                                   ".").splitlines()]))
    # A file that is there now lacks the anchors that links to it name.
    new = [f for f in set(now) - set(was) if not f[2] == "dead-anchor" or message.startswith("no anchor")]
    law(not new, f"{message}: made, finds {new}")
    named = [f for f in all_found if f["message"] == message]
    gone = [tuple(f[k] for k in key) for f in named]
    law(not set(gone) & set(now), f"{message}: made, and found again")


def encode(link):
    """Percent-encodes the path of a link."""
    path, mark, fragment = link.partition("#")
    return "".join(f"%{b:02X}" if b > 127 or b == 32 else chr(b) for b in path.encode()) + mark + fragment


def make(folder):
    """Makes some of the files, each with three spellings of the same links. Returns their names."""
    names = [name for name in NAMES if random.random() < 0.7]
    site = random.choice(["", "", "mkdocs.yml", "book.toml", "hugo.toml", "_config.yml"])
    os.mkdir(os.path.join(folder, ".git"))
    if site:
        with open(os.path.join(folder, site), "w", encoding="utf-8") as file:
            file.write('docs_dir: .\nsrc = "."\n')
    for name in names:
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("# H\n\n# h\n\n")
            for _ in range(6):
                to = random.choice(NAMES)
                to = to.swapcase() if random.random() < 0.3 else to
                end = random.choice(["", "#h", "#H", "#h-1", "#zz", "/"])
                link = os.path.relpath(to, os.path.dirname(name) or ".") + end
                file.write(f"[1](<{link}>)\n[2](<./{link}>)\n[3]({encode(link)})\n")
    # A link to a link of the file system, or below one, has another path than the document.
    if names and random.random() < 0.3:
        os.symlink(names[0], os.path.join(folder, "B.md" if "B.md" not in names else "l.md"))
    if random.random() < 0.3 and not os.path.exists(os.path.join(folder, "x")):
        os.symlink(".", os.path.join(folder, "x"))
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
    alone = [f for name in names for f in findings(folder, name)]
    law(sorted(alone) == sorted(findings(folder, *names)), f"a document alone has other findings: {alone}")
    twice = findings(folder, *names, *names)
    law(sorted(twice) == sorted(2 * alone), f"documents that are named twice have other findings: {twice}")
    with open(os.path.join(folder, "new.txt"), "w", encoding="utf-8"):
        pass
    law(findings(folder, ".") == before, "a file that no link names counts")
    check_options(folder)
    run(folder, "--fix", "-i", ".")
    left = [f for f in findings(folder, ".") if f[2] in FIXED]
    law(not left, f"--fix leaves {left}")
    law(not run(folder, "--fix", "--dry-run", "."), "--fix twice is not once")
    check_repairs(folder)


random.seed(int(sys.argv[2]))
for _ in range(int(sys.argv[3])):
    with tempfile.TemporaryDirectory() as tree:
        check(tree, make(tree))
print(f"{failures} broken")
sys.exit(failures != 0)
