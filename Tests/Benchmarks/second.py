"""Times a second `moult lint` of an unchanged tree beside a first one and ripgrep with the same words.

Also holds what makes the second one right: both say the same as a run that keeps nothing, an edit of one file is seen, and
taking it back makes the tree the one that is known.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

from rivals import fastest, ripgrep
from scale import generate, measure, sample_files

# The bar: the second run against ripgrep, in wall time.
RIPGREP = 3.0


def report(command, folder, environment):
    run = subprocess.run(command, cwd=folder, capture_output=True, env=os.environ | environment, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"second: {' '.join(command)}: exit code {run.returncode}\n{run.stderr.decode()}")
    return run.returncode, run.stdout


def first_swift_file(folder):
    """Returns the largest Swift file that no generator wrote."""
    best = ("", 0)
    for base, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.join(base, name)
            if name.endswith(".swift") and name.count(".") == 1 and not os.path.islink(path) and name != "Package.swift":
                if os.path.getsize(path) > best[1]:
                    best = (path, os.path.getsize(path))
    return best[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moult", required=True)
    parser.add_argument("--fixture", required=True)
    parser.add_argument("--project", help="the tree (default: copies of a made-up one)")
    parser.add_argument("--copies", type=int, default=10, help="of the made-up project, of 50,000 lines each")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    moult = os.path.abspath(options.moult)
    base = tempfile.mkdtemp(prefix="moult-second-")
    try:
        tree = options.project
        if not tree:
            tree = os.path.join(base, "tree")
            for number in range(options.copies):
                generate(os.path.join(tree, f"copy{number}"), 50_000, 0.05, sample_files(options.fixture))
        tree = os.path.abspath(tree)
        kept = {"MOULT_CACHE": os.path.join(base, "kept")}
        command = [moult, "lint", "--format", "json"]
        cold = report(command + ["--no-cache"], tree, kept)
        if report(command, tree, kept) != cold or report(command, tree, kept) != cold:
            sys.exit("second: a run that knows earlier ones says something else")
        if not options.project:
            file = first_swift_file(tree)
            with open(file, "rb") as opened:
                text = opened.read()
            with open(file, "ab") as opened:
                opened.write(b"\nimport SwiftGRPC\nlet ofTheBenchmark = StatusCode.ok\n")
            edited = report(command, tree, kept)
            if edited != report(command + ["--no-cache"], tree, kept):
                sys.exit("second: an edit is not seen")
            if edited == cold:
                sys.exit(f"second: nothing is found in what was added to {file}, so nothing was tried")
            with open(file, "wb") as opened:
                opened.write(text)
            if report(command, tree, kept) != cold:
                sys.exit("second: an edit that was taken back is still seen")
        # What the run before this one has kept is that of another format.
        report([moult, "lint"], tree, kept)
        rows = [
            ("first, nothing kept", *fastest([moult, "lint", "--no-cache"], tree, options.rounds, kept)),
            ("second", *fastest([moult, "lint"], tree, options.rounds, kept)),
        ]
        if not options.project:
            runs = []
            for number in range(options.rounds):
                with open(file, "wb") as opened:
                    opened.write(text + b"// %d\n" % number)
                runs.append(measure([moult, "lint"], tree))
            rows.append(("after an edit of one file", *(min(values) for values in list(zip(*runs))[:2]), max(r[2] for r in runs)))
        rg = ripgrep(moult, tree, base, options.rounds)
        if rg:
            rows.append(("rg -F", *rg))
        size = sum(os.path.getsize(os.path.join(kept["MOULT_CACHE"], name)) for name in os.listdir(kept["MOULT_CACHE"]))
        print(f"second: {len(os.listdir(kept['MOULT_CACHE']))} entries of {size / 1e6:.1f} MB in all\n")
        print("| run | seconds | processor seconds | peak MB | against the second |")
        print("| --- | ---: | ---: | ---: | ---: |")
        wall = rows[1][1]
        for name, seconds, processor, peak in rows:
            print(f"| {name} | {seconds:.2f} | {processor:.2f} | {peak:.0f} | {seconds / wall:.2f} × |")
        print()
        if not rg:
            print("ripgrep is not there, so nothing is said about it.")
        elif wall / rg[0] > RIPGREP:
            sys.exit(f"second: {wall / rg[0]:.1f} times ripgrep, and the bar is {RIPGREP}")
    finally:
        shutil.rmtree(base)


main()
