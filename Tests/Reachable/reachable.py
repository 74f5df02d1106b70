#!/usr/bin/env python3
"""Holds that the fix of each page can be had from the command line.

    reachable.py MOULT RULES

A page's cases run inside the engine. Here the first case of each page with a fix becomes a project on disk, with the generated code
of its era beside it and its hop as the target, and `moult fix --review --placeholders` runs over it as a person would have it.
It fails where nothing is written, or where `moult lint` still offers a fix of that page.

Prints how many pages were held to it, and each page that was not, with the reason. Exits 1 if one fails.
"""
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

MOULT, RULES = sys.argv[1], pathlib.Path(sys.argv[2])


def ask(folder, *words):
    done = subprocess.run([MOULT, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"error: {' '.join(words)} ended with {done.returncode}: {done.stderr[-2000:]}")
    return json.loads(done.stdout)


def write(folder, path, text):
    file = pathlib.Path(folder, path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def lay_out(folder, page, files):
    """Writes a case as a project of the era that the page's hop begins at."""
    for file in files:
        write(folder, file["path"], file["before"])
    hop = page.get("hop", "")
    if "-" not in hop:
        return
    old, new = hop.split("-")
    sample = RULES / page["library"] / old / "Generated.swift"
    if sample.exists() and any("_V1_" in file["before"] for file in files):
        write(folder, "Sources/App/Generated/sample.grpc.swift", sample.read_text())
    if not pathlib.Path(folder, ".moult.yml").exists():
        write(folder, ".moult.yml", f'targets: {{ {page["library"]}: "{new}" }}\n')


def fixable(report, page):
    return [found for found in report["findings"] if found["rule"] == page["id"] and found.get("fix")]


def held(page):
    """What became of the first case that the page has a fix for: `fixed`, or why nothing can be said, or what is wrong."""
    reason = "has no case with a fix of its own"
    for case in page["sections"]:
        files = case.get("files") or []
        if not any(file.get("after") for file in files):
            continue
        with tempfile.TemporaryDirectory() as folder:
            lay_out(folder, page, files)
            if not fixable(ask(folder, "lint", "--format", "json"), page):
                continue
            report = ask(folder, "fix", "--review", "--placeholders", "--allow-dirty", "--format", "json")
            left = fixable(report, page)
            if not report["fix"]["applied"]:
                return "FAILED", f"'{case['title']}': nothing is written"
            if left:
                return "FAILED", f"'{case['title']}': {len(left)} of its fixes are offered again"
            return "fixed", case["title"]
    return "without", reason


pages = json.loads(subprocess.run([MOULT, "explain", "--all", "--format", "json"], capture_output=True, check=True).stdout)
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    outcomes = list(pool.map(held, pages))
for page, (kind, reason) in zip(pages, outcomes):
    if kind != "fixed":
        print(f"{page['id']}: {kind}: {reason}")
counts = collections.Counter(kind for kind, _ in outcomes)
print(f"reachable: {counts['fixed']} pages' fixes are written, {counts['without']} pages have none, {counts['FAILED']} failed")
sys.exit(1 if counts["FAILED"] or counts["fixed"] < 150 else 0)
