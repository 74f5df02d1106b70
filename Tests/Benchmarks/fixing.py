"""Times `moult fix --review --diff` beside `moult lint` of the same trees, in processor time.

A fix is made, judged and maybe taken back, and each round is judged as a whole before it is kept. So `fix` may cost some times
what `lint` does, and no more where much has to be taken back.
"""

import argparse
import os
import shutil
import sys
import tempfile

from rivals import fastest
from scale import generate, sample_files

# The bar: so many times the processor time of `lint`, both without a start.
RATIO = 4.0

# What takes less than this is nothing but a start.
LEAST_SECONDS = 0.05


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moult", required=True)
    parser.add_argument("--fixture", required=True)
    parser.add_argument("--lines", type=int, default=100_000, help="of the made-up project")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("folders", nargs="*", help="the trees (default: a made-up one)")
    options = parser.parse_args()
    moult = os.path.abspath(options.moult)
    base = tempfile.mkdtemp(prefix="moult-fixing-")
    try:
        folders = [os.path.abspath(folder) for folder in options.folders]
        if not folders:
            folders = [os.path.join(base, "made-up")]
            generate(folders[0], options.lines, 1.0, sample_files(options.fixture))
        print("| tree | lint, processor seconds | fix | times | lint, peak MB | fix |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        above = []
        for folder in folders:
            start = fastest([moult, "--version"], folder, options.rounds)[1]
            lint = fastest([moult, "lint", "--fail-on", "never"], folder, options.rounds)
            fix = fastest([moult, "fix", "--review", "--diff"], folder, options.rounds)
            ratio = max(fix[1] - start, 0) / max(lint[1] - start, LEAST_SECONDS)
            name = os.path.basename(folder)
            print(f"| {name} | {lint[1]:.2f} | {fix[1]:.2f} | {ratio:.1f} | {lint[2]:.0f} | {fix[2]:.0f} |", flush=True)
            if ratio > RATIO:
                above.append(f"{name} ({ratio:.1f})")
    finally:
        shutil.rmtree(base, ignore_errors=True)
    if above:
        sys.exit(f"fixing: above {RATIO:.0f} times lint: {', '.join(above)}")


if __name__ == "__main__":
    main()
