# SPDX-License-Identifier: ISC
"""move_laws.py IRISED IRIGREP SEED ROUNDS: checks laws of irised --move on random trees. Prints what breaks one.

The links of a tree are the pairs (document, file that a link of it means), with their numbers, as irigrep --json finds
them. 1: after moves, they are the same pairs with the new paths. 2: the moves back give the first pairs again.
3: with --dry-run, patch(1) makes the same tree. 4: a refused move changes nothing.
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

PARTS = ["a", "B", "c d", "é", "e\u0301", "x%20y", "h#i", "q?r", "p(q", "r)s", "k:l", "m&n", "'t", "u=v", 
         "back\\slash", "[z]", "_w_", "ß", "日本", "{o}", "@at", "-dash", "README", "index"]
irised, irigrep = sys.argv[1:3]
failures = 0


def law(holds, text):
    """Counts a law that does not hold."""
    global failures
    if not holds:
        failures += 1
        print(text)


def run(folder, *words):
    """Runs a command in the folder."""
    return subprocess.run(words, cwd=folder, capture_output=True, check=False)


def links(folder):
    """Returns the links of a tree: how often each pair stands in it."""
    lines = run(folder, irigrep, "--json", "-r").stdout.splitlines()
    found = (json.loads(line) for line in lines)
    return Counter((f["file"], f["target"]) for f in found if "target" in f)


def files(folder):
    """Returns the files of a tree with their contents, and the texts of symbolic links."""
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(top, name)
            key = os.path.relpath(path, folder)
            found[key] = os.readlink(path) if os.path.islink(path) else open(path, "rb").read()
    return found


def random_path(suffix, folders):
    """Returns the path of a file, in a folder of the tree or in a new one."""
    folder = random.choice(folders + [random.choice(PARTS)])
    return os.path.join(folder, random.choice(PARTS) + suffix)


def encode(path, always):
    """Writes a path as a reference, with what must be encoded, or with all that can be."""
    keep = "/." if always else "/._-~!$&'*+,;=@[]{}"
    text = "".join(c if c.isalnum() and (not always or c.isascii()) or c in keep or (ord(c) > 127 and not always)
                   else "".join(f"%{b:02X}" for b in c.encode()) for c in path)
    return "./" + text if ":" in text.split("/")[0] or text[:1] in "{:@$" else text


def reference(name, paths, is_html):
    """Returns a link of the document to one of the paths, or a dead one."""
    to = random.choice(paths + ["no.md"])
    if to.endswith(".md") and random.random() < 0.2:
        to = to[:-3] + random.choice(["", ".html"])  # what a site makes of it
    kind = random.random()
    if kind < 0.15 and not is_html:
        link = "/" + encode(to, random.random() < 0.5)
    else:
        link = encode(os.path.relpath(to, os.path.dirname(name) or "."), random.random() < 0.5)
        link = "./" + link if kind < 0.3 else link
    link += "/" if os.path.splitext(to)[1] == "" and random.random() < 0.3 else ""
    return link + random.choice(["", "", "?raw=1", "#h", "?a#b"])


def myst(name, paths):
    """Returns a directive or a role of MyST that names one of the files, if its name has nothing to escape."""
    to = random.choice(paths)
    if not os.path.splitext(to)[1] or re.search("[?*`<>\\[]", to + name):
        return ""
    to = to[:-3] if to.endswith(".md") and random.random() < 0.8 else to
    to = "/" + to if random.random() < 0.2 else os.path.relpath(to, os.path.dirname(name) or ".")
    return random.choice([f"{{doc}}`{to}`", f"{{doc}}`T <{to}>`", f"```{{toctree}}\n:a: b\n\n{to}\nT <{to}>\n```",
                          f":::{{toctree}}\n{to}\n:::", f"```{{include}} {to}\n```"])


def document(name, paths):
    """Returns the content of a document, in a random charset if it is HTML."""
    out = []
    is_html = name.endswith(".html")
    based = is_html and random.random() < 0.3
    if is_html:
        charset = random.choice(["utf-8", "iso-8859-1"])
        out.append(f'<!doctype html><meta charset="{charset}">')
        base = random.choice(["", ".", "./", "a/", "../"])
        out.append(f'<base href="{base}">' if based else "")
    for _ in range(random.randrange(8)):
        link = reference(name, paths, is_html)
        if is_html:
            quote = link.replace("&", "&amp;").replace('"', "&quot;")
            out.append(random.choice([f'<a href="{quote}">x</a>', f'<img src="{quote}">', f'<a href="{quote}#x">']))
        else:
            angle = link.replace("\\", "\\\\")
            out.append(random.choice([f"[x](<{angle}>)", f"![x](<{angle}> 't')", f"[{len(out)}]: <{angle}>\n",
                                      f'<a href="{link.replace("&", "&amp;")}">', myst(name, paths)]) + "\n")
    text = "\n".join(out)
    return text.encode("latin-1", "xmlcharrefreplace") if is_html and charset != "utf-8" else text.encode()


def make(folder):
    """Makes a tree. Returns its paths."""
    os.mkdir(os.path.join(folder, ".git"))
    folders = [""] + [os.path.join(random.choice(["", "a"]), random.choice(PARTS)) for _ in range(3)]
    names = {random_path(random.choice([".md", ".md", ".html", ".png"]), folders) for _ in range(8)}
    site = random.choice(["", "", "", "mkdocs.yml", "book.toml", "hugo.toml", "_config.yml", "conf.py"])
    names |= {site} if site else set()
    names = sorted(names)
    paths = names + sorted({os.path.dirname(n) for n in names if os.path.dirname(n)})
    for name in names:
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            if name.endswith((".md", ".html")):
                file.write(document(name, paths))
            elif name == site and random.random() < 0.5:
                file.write(b"docs_dir: a\nsrc = \"a\"\n")
    if random.random() < 0.3:
        to = random.choice(names)
        link = random_path(".md", folders)
        path = os.path.join(folder, link)
        if not os.path.lexists(path) and os.path.isdir(os.path.dirname(path)):
            os.symlink(os.path.relpath(to, os.path.dirname(link) or "."), path)
    return paths


def moved(path, moves):
    """Returns the path after the moves."""
    for old, new in moves:
        if path == old or path.startswith(old + "/"):
            path = new + path[len(old):]
    return path


def choose_moves(paths):
    """Returns up to three moves, one after the other."""
    moves = []
    for _ in range(random.choice([1, 1, 2, 3])):
        old = moved(random.choice(paths), moves)
        folders = [moved(p, moves) for p in paths if not os.path.splitext(p)[1]]
        new = random_path(os.path.splitext(old)[1], [""] + folders)
        new = os.path.splitext(old)[0].swapcase() + os.path.splitext(old)[1] if random.random() < 0.1 else new
        moves.append((old, new))
    return moves


def check(folder):
    """Checks the laws on a tree."""
    paths = make(folder)
    moves = choose_moves(paths)
    # The arguments are relative to a folder, often to that of the first file that moves.
    here = random.choice([p for p in paths if os.path.isdir(os.path.join(folder, p))] +
                         [os.path.dirname(moves[0][0]) or "."] * 3)
    words = ["--move={}={}".format(*(os.path.relpath(p, here) for p in move)) for move in moves]
    cwd = os.path.join(folder, here)
    before, content = links(folder), files(folder)
    dry = run(cwd, irised, *words, "--dry-run")
    law(files(folder) == content, f"--dry-run changes the tree: {words}")
    copy = folder + ".copy"
    shutil.copytree(folder, copy, symlinks=True)
    done = run(cwd, irised, *words)
    law(dry.returncode == done.returncode and dry.stderr == done.stderr, f"--dry-run and the move differ: {words}")
    law(b"run the command again" not in done.stderr, f"a document is not found: {words} in {here}\n{done.stderr}")
    law(done.returncode in (0, 2), f"status {done.returncode}: {words}\n{done.stderr}")
    if done.returncode:
        law(files(folder) == content, f"a refused move changes the tree: {words}\n{done.stderr}")
    else:
        wanted = Counter({(moved(f, moves), moved(t, moves)): n for (f, t), n in before.items()})
        # What a dead link named can be there now.
        lost = wanted - links(folder)
        law(not lost, f"links are lost: {words}\n{lost}")
        law(not any(".irised" in name for name in files(folder)), f"temporary files stay: {words}")
        if not any(os.path.islink(os.path.join(copy, name)) for name in content):
            patch = subprocess.run(["patch", "-p0", "-s"], cwd=copy, input=dry.stdout, capture_output=True,
                                   check=False)
            law(patch.returncode == 0 and files(copy) == files(folder),
                f"patch makes another tree: {words}\n{patch.stdout}\n{dry.stdout}")
        back = run(folder, irised, *[f"--move={new}={old}" for old, new in reversed(moves)])
        law(b"there already" in back.stderr or (back.returncode == 0 and not before - links(folder)),
            f"there and back: {words}\n{back.stderr}")
    shutil.rmtree(copy)
    return done.returncode == 0


random.seed(int(sys.argv[3]))
made = 0
for _ in range(int(sys.argv[4])):
    with tempfile.TemporaryDirectory() as place:
        os.mkdir(os.path.join(place, "tree"))
        made += check(os.path.join(place, "tree"))
print(f"{made} moves, {failures} broken")
sys.exit(failures != 0)
