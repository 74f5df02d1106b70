#!/usr/bin/env python3
"""Prints what `moult fix --review` leaves of the findings of each fixture, and fails where it is more than it may be.

    Tests/Shares/shares.py MOULT [--configuration TEXT] [--bar HUNDREDTHS] [FIXTURE…]

A fixture's share is what `lint` still finds in a fixed copy of it, by what it found before. `Fixtures/bars.txt` says how
many hundredths may be left, unless `--bar` does; each of them must have its next step. What follows from another finding that
is left, because its value comes from the place of that one, is printed apart: it was none before, and goes with it.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(moult, *words, folder):
    """Runs a command that may find something, and returns what it prints."""
    done = subprocess.run([moult, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"error: {' '.join(words)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def findings(moult, folder):
    return json.loads(run(moult, "lint", "--format", "json", folder=folder))["findings"]


def is_stuck(finding):
    """Whether a finding says neither what would be written nor what to do."""
    return not finding.get("fix") and not finding.get("nextStep")


def follows(finding, left):
    """Whether a finding is so because of what another one on the line of a related place is about."""
    places = {(place["path"], place["range"]["start"]["line"]) for place in finding.get("related") or []}
    return any(other is not finding and (other["path"], other["range"]["start"]["line"]) in places for other in left)


def bars():
    lines = (ROOT / "Fixtures" / "bars.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: int(share) for name, share in rows}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("moult", type=pathlib.Path)
    parser.add_argument("fixtures", nargs="*")
    parser.add_argument("--configuration", help="the text of a .moult.yml for each fixture")
    parser.add_argument("--bar", type=int)
    options = parser.parse_intermixed_args()
    moult = options.moult.resolve()
    limits = bars()
    failed = False
    for fixture in options.fixtures or sorted(limits):
        limit = limits[fixture] if options.bar is None else options.bar
        with tempfile.TemporaryDirectory() as work:
            project = pathlib.Path(work) / "project"
            shutil.copytree(ROOT / "Fixtures" / fixture / "before", project)
            if options.configuration:
                (project / ".moult.yml").write_text(options.configuration + "\n")
            before = findings(moult, project)
            run(moult, "fix", "--review", "--allow-dirty", folder=project)
            after = findings(moult, project)
        own = [finding for finding in after if not follows(finding, after)]
        share = 100 * len(own) / len(before)
        stuck = sum(is_stuck(finding) for finding in after)
        is_bad = share > limit or stuck > 0
        failed = failed or is_bad
        print(f"{fixture:16} {len(own):3} of {len(before):3} left, {share:5.1f} % (bar {limit}), "
              f"{stuck} without a next step, {len(after) - len(own)} that follow{'  FAILED' if is_bad else ''}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
