#!/usr/bin/env python3
"""Says which share of the rows of hand-written pages `moult learn` reaches, and whether what it drafts passes.

reach.py MOULT RULES CHECKOUTS WORK [LIBRARY...] drafts pages for three hops of our own libraries from the interfaces beside the pages (and
swift-protobuf's own sources), without reading the pages, and compares by declarations: a row is reached if a drafted row is about
the declaration that it finds. It then runs `moult test` over what was drafted. Fails below 60 %, for a drafted page that does not
pass, and for a safe one that does not type-check.
"""
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys

HOPS = [
    ("grpc-swift", "1-2", "1", "2"),
    ("connect-swift", "0-1", "0", "1"),
    ("swift-protobuf", "1-1", "1", None),
]
# What a row can find that a library declares; all else is about manifests, commands and what generators make.
DECLARED = {"type", "member", "call", "case", "import", "conformance", "member-of", "inherits"}
BAR = 60


def rows(folder):
    """The finders of the rows of all pages in a folder: (page, word, subject), read from their front matter."""
    for path in sorted(glob.glob(os.path.join(folder, "*.md"))):
        if path.endswith("README.md"):
            continue
        matter = open(path).read().split("\n---\n")[0]
        for found in re.finditer(r"^(?:  - )?find: \{ *([a-z-]+): *(\"[^\"]*\"|\{[^}]*\}|[^ }]+)", matter, flags=re.M):
            yield os.path.basename(path), found.group(1), found.group(2).strip('"')


def reached(word, subject, drafted):
    """Whether a drafted row is about the declaration of a row, or about each use of a type whose members are meant."""
    if subject in drafted:
        return True
    if word == "member-of":
        return any(name.startswith(subject + ".") for name in drafted)
    # Overloads that the interface has under another spelling of the same labels are one declaration.
    return False


def main():
    moult, rules, checkouts, work = map(os.path.abspath, sys.argv[1:5])
    chosen = sys.argv[5:] or [library for library, _, _, _ in HOPS]
    shutil.rmtree(work, ignore_errors=True)
    failed = False
    total, hits = 0, 0
    for library, hop, old, new in HOPS:
        if library not in chosen:
            continue
        # A name of its own, so that no page of ours is read beside what is drafted.
        name = library + "-drafted"
        folder = os.path.join(work, library)
        newer = os.path.join(rules, library, new) if new else os.path.join(checkouts, library)
        run = subprocess.run(
            [moult, "learn", os.path.join(rules, library, old), newer, "--library", name, "--into", folder, "--format", "json"],
            capture_output=True, text=True)
        if run.returncode:
            sys.exit("learn failed for %s: %s%s" % (library, run.stdout[-500:], run.stderr))
        learned = json.loads(run.stdout)
        drafted = {change["name"] for change in learned["changes"] if change.get("page")}
        table = collections.Counter()
        missed = []
        for page, word, subject in rows(os.path.join(rules, library, hop)):
            kind = "declared" if word in DECLARED else "other"
            table["all"] += 1
            if kind == "other":
                continue
            table["declared"] += 1
            if reached(word, subject, drafted):
                table["reached"] += 1
            else:
                missed.append("%s %s: %s" % (page, word, subject))
        safe = sum(1 for change in learned["changes"] if change.get("page") and change["safety"] == "safe")
        fixes = sum(1 for change in learned["changes"] if change.get("page") and change.get("put"))
        share = 100 * table["reached"] / max(table["all"], 1)
        print("%s %s: %d of %d rows reached (%.0f %%; of %d about declarations %.0f %%); %d changes on %d pages, %d with a fix, %d safe; type-checked: %s" % (
            library, hop, table["reached"], table["all"], share, table["declared"],
            100 * table["reached"] / max(table["declared"], 1), len(learned["changes"]), len(learned["pages"]), fixes, safe,
            learned["typeChecked"]))
        for line in missed:
            print("  not reached: " + line)
        total, hits = total + table["all"], hits + table["reached"]
        # Of the catalogue the interfaces alone: the library's own modules are in the drafts.
        catalogue = os.path.join(work, "catalogue-" + library)
        for path in glob.glob(os.path.join(rules, "**", "*.swiftinterface"), recursive=True):
            inside = os.path.relpath(path, rules)
            if inside.split("/")[0] != library:
                os.makedirs(os.path.dirname(os.path.join(catalogue, inside)), exist_ok=True)
                shutil.copy(path, os.path.join(catalogue, inside))
        test = subprocess.run(
            [moult, "test", "--catalogue", catalogue, folder], capture_output=True, text=True, cwd=work)
        lines = test.stdout.strip().split("\n")
        print("  moult test: " + "; ".join(line for line in lines if " cases, " in line or "type-check;" in line))
        safe_pages = {change.get("page") for change in learned["changes"] if change["safety"] == "safe"}
        refused = [line for line in lines if line.startswith("error: ")]
        bad = [line for line in refused if any(page and page.split(".")[1] + ".md" in line for page in safe_pages)]
        for line in (refused + ([] if refused else [l for l in lines if "failed" in l and ", 0 failed" not in l]))[:10]:
            print("    " + line)
        if test.stderr.strip():
            print("    " + test.stderr.strip()[:600])
        print("  safe pages that do not type-check: %d" % len(bad))
        failed = failed or test.returncode != 0 or bool(bad) or share < BAR
    print("rows reached: %d of %d (%.0f %%)" % (hits, total, 100 * hits / total))
    sys.exit(1 if failed or 100 * hits < BAR * total else 0)


main()
