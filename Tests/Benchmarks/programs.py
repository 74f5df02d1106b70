"""Times `moult lint` over trees of several programs: one project copied side by side, and a large tree without old code.

Any folder may stand for the project that is copied. The large tree is made up; it mentions the words of rules in comments
and attributes, as real code does, and imports no library. ripgrep looks for the same words in it, `find` and `cat` walk
through it and read it, and `moult measure read` does nothing but read what is known to be there, with all threads.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from rivals import fastest, ripgrep
from scale import generate, plain_file, sample_files, write

COPIES = [1, 2, 4, 8]
ROUNDS = 3

# The bars: eight copies against one, and the clean tree against ripgrep and a walk that reads, in wall time, and its memory.
# One old package among the clean one's files has a bar against ripgrep of its own.
GROWTH, RIPGREP, WALK, MEGABYTES, OLD = 8.5, 2.5, 3.0, 48, 4.0


def copies(moult, project, base, rounds):
    """Prints what copies side by side cost, and returns what is above the bar."""
    print("programs: copies of one project side by side\n")
    print("| copies | seconds | processor seconds | peak MB | processor time, against one |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    first = None
    for count in COPIES:
        folder = os.path.join(base, f"copies-{count}")
        for number in range(count):
            shutil.copytree(
                project, os.path.join(folder, f"copy{number}"), symlinks=True,
                ignore=shutil.ignore_patterns(".git", ".build"))
        wall, cpu, memory = fastest([moult, "lint", "--format", "json"], folder, rounds)
        first = first or cpu
        print(f"| {count} | {wall:.2f} | {cpu:.2f} | {memory:.0f} | {cpu / first:.2f} × |")
        shutil.rmtree(folder)
    print()
    ratio = cpu / first
    return [] if ratio <= GROWTH else [f"eight copies cost {ratio:.1f} times one, and the bar is {GROWTH}"]


def clean_tree(root, megabytes):
    """Writes a package of about so many megabytes that imports no library."""
    write(root, "Package.swift", "// swift-tools-version:5.9\nimport PackageDescription\n")
    size = 0
    number = 0
    while size < megabytes * 1e6:
        parts = [plain_file(number % 40, number * 4 + part) for part in range(4)]
        text = "// Connect, GRPC and SwiftProtobuf have no part in this.\n@objc class Buffer%d {}\n" % number
        text += "".join(parts)
        write(root, f"Sources/Module{number % 40}/Item{number}.swift", text)
        size += len(text)
        number += 1
    return number, size / 1e6


def clean(moult, base, megabytes, rounds, fixture):
    """Prints what a tree without old code costs beside ripgrep and a walk that reads, and then with one old package in it, and
    returns what is above the bars."""
    folder = os.path.join(base, "clean")
    files, size = clean_tree(folder, megabytes)
    wall, cpu, memory = fastest([moult, "lint", "--format", "json"], folder, rounds)
    rows = [("moult lint", wall, cpu, memory)]
    speed = subprocess.run(
        [moult, "measure", "read"], cwd=folder, capture_output=True, text=True, check=True).stdout
    match = re.search(r"(\d+) MB/s", speed)
    read = size / float(match.group(1)) if match else None
    walk = fastest(["find", ".", "-type", "f", "-exec", "cat", "{}", "+"], folder, rounds)
    rows.append(("find and cat", *walk))
    rg = ripgrep(moult, folder, base, rounds)
    if rg:
        rows.append(("rg -F", *rg))
    print(f"programs: a clean package of {files} files and {size:.0f} MB\n")
    print("| tool | seconds | processor seconds | peak MB | against moult |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, seconds, processor, peak in rows:
        print(f"| {name} | {seconds:.2f} | {processor:.2f} | {peak:.0f} | {wall / seconds:.2f} × |")
    if read:
        print(f"| a bare read, files known | {read:.2f} | | | {wall / read:.2f} × |")
    if not rg:
        print("\nripgrep is not there, so nothing is said about it.")
    print()
    above = []
    if rg and wall / rg[0] > RIPGREP:
        above.append(f"clean: {wall / rg[0]:.1f} times ripgrep, and the bar is {RIPGREP}")
    if wall / walk[0] > WALK:
        above.append(f"clean: {wall / walk[0]:.1f} times a walk that reads, and the bar is {WALK}")
    if memory > MEGABYTES:
        above.append(f"clean: {memory:.0f} MB, and the bar is {MEGABYTES}")
    shutil.copytree(os.path.join(fixture, "before"), os.path.join(folder, "Old"))
    wall, cpu, memory = fastest([moult, "lint", "--format", "json"], folder, rounds)
    print(f"programs: the same with one old package: {wall:.2f} s, {cpu:.2f} processor seconds, {memory:.0f} MB", end="")
    print(f", {wall / rg[0]:.2f} × ripgrep\n" if rg else "\n")
    if rg and wall / rg[0] > OLD:
        above.append(f"one old package: {wall / rg[0]:.1f} times ripgrep, and the bar is {OLD}")
    return above


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moult", required=True)
    parser.add_argument("--fixture", required=True)
    parser.add_argument("--project", help="the folder to copy (default: a made-up one)")
    parser.add_argument("--lines", type=int, default=50_000, help="of the made-up project")
    parser.add_argument("--megabytes", type=int, default=100, help="of the clean tree; 0 for none")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    moult = os.path.abspath(options.moult)
    base = tempfile.mkdtemp(prefix="moult-programs-")
    try:
        project = options.project
        if not project:
            project = os.path.join(base, "project")
            generate(project, options.lines, 0.05, sample_files(options.fixture))
        above = copies(moult, os.path.abspath(project), base, options.rounds)
        if options.megabytes:
            above += clean(moult, base, options.megabytes, options.rounds, options.fixture)
    finally:
        shutil.rmtree(base)
    if above:
        sys.exit("programs: above the bar\n" + "\n".join(above))


main()
