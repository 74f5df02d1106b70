#!/usr/bin/env python3
"""Names the tests that take longest: slowest.py LOG [CHECKS] [--count 20]

LOG is what a serial `swift test` printed (tests that run beside each other share their time, so that their own says
nothing), CHECKS the table that extra-tests.sh keeps: seconds, seconds of processor time, name.
"""

import argparse
import re
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("log", type=Path)
parser.add_argument("checks", type=Path, nargs="?")
parser.add_argument("--count", type=int, default=20)
arguments = parser.parse_args()

tests, suites = [], []
for line in arguments.log.read_text(encoding="utf-8", errors="replace").splitlines():
    match = re.match(r"\S+ (Test|Suite) (?!run with )(.+?) (?:passed|failed) after ([\d.]+) seconds", line)
    if match:
        (tests if match[1] == "Test" else suites).append((float(match[3]), match[2]))
if not tests:
    raise SystemExit(f"slowest: {arguments.log} has no times of tests")
print(f"{len(tests)} tests took {sum(seconds for seconds, _ in tests):.0f} seconds, one after the other; the longest:")
for seconds, name in sorted(tests, reverse=True)[:arguments.count]:
    print(f"{seconds:8.1f}s  {name}")
if arguments.checks and arguments.checks.exists():
    rows = [line.split() for line in arguments.checks.read_text().splitlines()]
    print("\nchecks beside them, when they ran last (seconds, of the processor):")
    for seconds, processor, name in sorted(rows, key=lambda row: -int(row[0])):
        if name == "suites":  # The tests above, as they ran beside the checks.
            continue
        print(f"{seconds:>8}s {processor:>6}s  {name}")
