# SPDX-License-Identifier: ISC
"""moves.py IRISED [CALL...]: lets each system call of irised --move fail, or kill it, with strace. Prints what is not
whole. CALL: only these calls.

The tree is then as it was before, or as it is after the moves. After a kill, the same command completes them.
"""
import itertools
import os
import shutil
import subprocess
import sys
import tempfile

CHANGES = ["link", "linkat", "rename", "renameat", "renameat2", "mkdir", "unlink", "fsync", "write"]
LOOKS = ["openat", "newfstatat", "getdents64", "read"]
FILES = {
    "a.md": "[x](d/b.md) [y](d/)\n", "d/b.md": "[x](../a.md) [y](c.md)\n", "d/c.md": "[x](b.md)\n[y](<e f/g.png>)\n",
    "d/e f/g.png": "", "h.html": "<a href='d/c.md'>", ".git/x": ""}
MOVES = ["--move=d=n/m", "--move=n/m/c.md=z/c.md", "--move=a.md=n/a.md"]
irised = sys.argv[1]
failures = 0


def content(folder):
    """Returns the files and folders of a tree with their contents; the temporary files and the journal apart."""
    whole, rest = {}, []
    for top, folders, names in os.walk(folder):
        for name in names:
            path = os.path.join(top, name)
            if name.startswith(".irised-"):
                rest.append(os.path.relpath(path, folder))
            else:
                whole[os.path.relpath(path, folder)] = open(path, "rb").read()
        if not folders and not names:
            whole[os.path.relpath(top, folder)] = None
    return whole, rest


def run(folder, *inject):
    """Makes the moves, while a call fails. Returns the process, and whether one has failed."""
    trace = os.path.join(os.path.dirname(folder), "trace")
    words = ["strace", "-qq", "-o", trace, *inject] if inject else []
    done = subprocess.run([*words, irised, *MOVES], cwd=folder, capture_output=True, check=False, text=True)
    text = open(trace, encoding="utf-8", errors="replace").read() if inject else ""
    return done, "(INJECTED)" in text or "killed by SIGKILL" in text


def complain(*what):
    """Counts and prints what is wrong."""
    global failures
    failures += 1
    print(*what)


def make(folder):
    """Makes the tree."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def each_call(folder, call, what):
    """Injects into each call in turn, until there is none left. Returns the number of runs."""
    for number in itertools.count(1):
        make(folder)
        done, is_injected = run(folder, f"-einject={call}:{what}:when={number}")
        if not is_injected:
            return number - 1
        where = f"{call}:{what}:when={number}: {done.stderr}"
        tree, rest = content(folder)
        if what.startswith("error"):
            if tree not in (before, after) and "the same command completes" not in done.stderr:
                complain(where, "half of the moves are made", tree, rest)
            if tree == before and not done.returncode:
                complain(where, "no message")
            if rest and "by hand" not in done.stderr and "same command" not in done.stderr:
                complain(where, "temporary files stay:", rest)
        again, _ = run(folder)
        tree, rest = content(folder)
        if tree != after:
            complain(where, "the same command does not complete it:", again.stderr, tree)
        if [name for name in rest if name == ".irised-move"]:
            complain(where, "the journal stays")


if subprocess.run(["strace", "-qq", "-o/dev/null", "-einject=write:error=EIO:when=99", "true"], check=False,
                  stderr=subprocess.DEVNULL).returncode:
    print("no strace here")
    sys.exit(77)
with tempfile.TemporaryDirectory() as place:
    tree = os.path.join(place, "tree")
    make(tree)
    before = content(tree)[0]
    first, _ = run(tree)
    after = content(tree)[0]
    if first.returncode or after == before:
        complain("the moves are not made", first.stderr)
    calls = sys.argv[2:] or CHANGES + LOOKS
    runs = sum(each_call(tree, call, what) for call in calls for what in ["error=ENOSPC", "signal=SIGKILL"]
               if call in CHANGES or what.startswith("error"))
print(f"{runs} runs, {failures} not whole")
sys.exit(failures != 0)
