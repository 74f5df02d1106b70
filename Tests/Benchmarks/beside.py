"""Times `moult lint` over projects that lie side by side in a folder, together and one by one, and holds that the findings are the same.

Each folder in the given one is a project. What is found together is to be what is found one by one, and together is to cost
what the single runs cost, as far as these do more than start.
"""

import argparse
import json
import os
import subprocess
import sys

from rivals import fastest

# The bars: against a walk that reads, in wall time; in megabytes; and against the sum of the single runs, in processor time.
WALK, MEGABYTES, SUM = 20.0, 200, 1.10


def findings(moult, folder, below=""):
    """Returns what is found below a folder, each with its path below `below`, sorted."""
    run = subprocess.run(
        [moult, "lint", "--format", "json", "--fail-on", "never", "."], cwd=folder, capture_output=True, text=True)
    if run.returncode not in (0, 2):
        sys.exit(f"beside: {folder}: exit code {run.returncode}\n{run.stderr}")
    report = json.loads(run.stdout)
    return sorted(
        (os.path.join(below, finding["path"]), finding["range"]["start"]["offset"], finding["rule"], finding["message"])
        for finding in report["findings"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moult", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("folder", help="the folder whose folders are the projects")
    options = parser.parse_args()
    moult, folder = os.path.abspath(options.moult), os.path.abspath(options.folder)
    projects = sorted(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name)))
    lint = [moult, "lint", "--format", "json", "--fail-on", "never", "."]
    start = fastest([moult, "--version"], folder, options.rounds)[1]
    together = findings(moult, folder)
    single = []
    total = 0
    for name in projects:
        single += findings(moult, os.path.join(folder, name), name)
        total += fastest(lint, os.path.join(folder, name), options.rounds)[1] - start
    wall, cpu, memory = fastest(lint, folder, options.rounds)
    walk = fastest(["find", ".", "-type", "f", "-exec", "cat", "{}", "+"], folder, options.rounds)[0]
    size = sum(
        os.path.getsize(os.path.join(place, name)) for place, _, names in os.walk(folder) for name in names
        if not os.path.islink(os.path.join(place, name)))
    print(f"beside: {len(projects)} projects, {size / 1e6:.0f} MB, {len(together)} findings\n")
    print("| | seconds | processor seconds | peak MB |")
    print("| --- | ---: | ---: | ---: |")
    print(f"| together | {wall:.2f} | {cpu:.2f} | {memory:.0f} |")
    print(f"| one by one, without the starts | | {total:.2f} | |")
    print(f"| find and cat | {walk:.2f} | | |\n")
    above = []
    single.sort()
    if single != together:
        apart = set(together) ^ set(single)
        above.append(f"{len(apart)} findings are not the same, such as {sorted(apart)[:3]}")
    if wall / walk > WALK:
        above.append(f"{wall / walk:.1f} times a walk that reads, and the bar is {WALK:.0f}")
    if memory > MEGABYTES:
        above.append(f"{memory:.0f} MB, and the bar is {MEGABYTES}")
    if cpu / total > SUM:
        above.append(f"{cpu / total:.2f} times the sum of the single runs, and the bar is {SUM:.2f}")
    if above:
        sys.exit("beside: above the bar\n" + "\n".join(above))


main()
