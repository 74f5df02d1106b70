"""Times Moult, and tools that people know, over the same packages, and prints one table.

Runs are interleaved: each round runs every tool once, so that a busy moment of the machine hits all of them.
A row shows the fastest and the middle run; ratios are between fastest runs, with `moult lint` on all cores as 1.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 5

# Where swift-format, which is slow, is run: its speed does not depend on the amount.
SMALL = ["grpc-swift-2", "jwt-kit"]


def size_of(paths):
    return sum(os.path.getsize(path) for path in paths)


def swift_files(folder):
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in (".git", ".build")]
        found += [os.path.join(parent, name) for name in names if name.endswith(".swift")]
    return sorted(path for path in found if os.path.isfile(path))


def run(command, folder):
    """Returns the seconds that a command takes; exit codes 0 and 1 mean that it did its work."""
    start = time.monotonic()
    result = subprocess.run(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    seconds = time.monotonic() - start
    if result.returncode not in (0, 1):
        message = result.stderr.decode(errors="replace")[-300:]
        sys.exit(f"bench: {command} ended with {result.returncode}: {message}")
    return seconds


def main():
    parser = argparse.ArgumentParser()
    for name in ("moult", "corpus", "ast-grep", "rules"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    corpus = options.corpus
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()

    shown = subprocess.run(
        [options.moult, "lint", "--show-files", "."], cwd=corpus, capture_output=True, check=True)
    read_by_moult = [line.split("\t")[1] for line in shown.stdout.decode().splitlines()]
    all_bytes = size_of(os.path.join(corpus, path) for path in read_by_moult)
    swift_bytes = size_of(swift_files(corpus))
    small_bytes = sum(size_of(swift_files(os.path.join(corpus, name))) for name in SMALL)
    anchors = subprocess.run(
        [options.moult, "measure", "anchors", "."], cwd=corpus, capture_output=True, check=True)
    words = tempfile.NamedTemporaryFile(mode="wb", suffix=".txt")
    words.write(anchors.stdout)
    words.flush()

    print(f"corpus: {len(read_by_moult)} files that Moult reads, {all_bytes / 1e6:.1f} MB;"
          f" {swift_bytes / 1e6:.1f} MB of Swift; {cores} cores;"
          f" {len(anchors.stdout.splitlines())} words to look for\n")

    print("stages, over the Swift files (fastest of 5):")
    for stage in ("read", "scan", "lex", "parse"):
        for jobs in sorted({1, cores}):
            line = subprocess.run(
                [options.moult, "measure", stage, "--jobs", str(jobs), "."], cwd=corpus,
                capture_output=True, check=True).stdout.decode().split("\t")
            print(f"  {line[0]:6} {jobs} thread{'s' if jobs > 1 else ' '}  {line[1]:>12}")
    print()

    tools = []

    def add(name, command, size, folder=corpus, rounds=ROUNDS):
        tools.append({"name": name, "command": command, "size": size, "folder": folder,
                      "rounds": rounds, "times": []})

    lint = [options.moult, "lint", "--format", "json", "."]
    everything = f"moult lint, {cores} threads"
    add("moult lint, 1 thread", lint + ["--jobs", "1"], all_bytes)
    if cores > 1:
        add(everything, lint + ["--jobs", str(cores)], all_bytes)
    else:
        everything = "moult lint, 1 thread"
    missing = []
    if shutil.which("rg"):
        globs = []
        for ending in ("swift", "proto", "m", "mm", "h", "sh", "mk", "yml", "yaml", "podspec"):
            globs += ["-g", "*." + ending]
        search = ["rg", "-F", "-n", "-f", words.name] + globs
        add("rg -F, same words, 1 thread", search + ["-j1", "."], all_bytes)
        add(f"rg -F, same words, {cores} threads", search + [f"-j{cores}", "."], all_bytes)
    else:
        missing.append("rg")
    if options.ast_grep:
        scan = [options.ast_grep, "scan", "-c", os.path.join(options.rules, "sgconfig.yml"),
                "--json=stream"]
        add("ast-grep, 10 rules, 1 thread", scan + ["-j", "1", "."], swift_bytes, rounds=2)
        add(f"ast-grep, 10 rules, {cores} threads", scan + ["-j", str(cores), "."], swift_bytes,
            rounds=3)
    else:
        missing.append("ast-grep")
    style = ["swift", "format", "lint", "-r"]
    for name in SMALL:
        if not os.path.isdir(os.path.join(corpus, name)):
            sys.exit(f"bench: {name} is not in the corpus")
    add("swift format lint", style + SMALL, small_bytes, rounds=1)
    add("swift format lint -p", style + ["-p"] + SMALL, small_bytes, rounds=1)

    for tool in tools[:4]:
        run(tool["command"], tool["folder"])
    for number in range(max(tool["rounds"] for tool in tools)):
        for tool in tools:
            if number < tool["rounds"]:
                tool["times"].append(run(tool["command"], tool["folder"]))

    base = next(tool for tool in tools if tool["name"] == everything)
    base_speed = base["size"] / min(base["times"])
    print(f"{'tool':34} {'MB':>7} {'best s':>8} {'median s':>9} {'MB/s':>8} {'slower by':>10}")
    for tool in tools:
        best = min(tool["times"])
        speed = tool["size"] / best
        print(f"{tool['name']:34} {tool['size'] / 1e6:7.1f} {best:8.3f}"
              f" {statistics.median(tool['times']):9.3f} {speed / 1e6:8.1f}"
              f" {base_speed / speed:9.1f}x")
    print("\nMB are bytes of the files that each tool looks at: Moult and rg all kinds, the others Swift"
          f"\nonly; swift format over {' and '.join(SMALL)} alone.")
    for name in missing:
        print(f"not measured, because it is not installed: {name}")


main()
