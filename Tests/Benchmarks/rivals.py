"""What a run of Moult is timed beside: the best of several runs of a command, and ripgrep with the words that Moult looks for."""

import os
import shutil
import subprocess

from scale import measure


def fastest(command, folder, rounds, environment=None):
    """Returns the least wall and processor seconds and the most megabytes of some runs."""
    os.environ.update(environment or {})
    runs = [measure(command, folder) for _ in range(rounds)]
    return min(r[0] for r in runs), min(r[1] for r in runs), max(r[2] for r in runs)


def ripgrep(moult, folder, base, rounds):
    """Times ripgrep in a folder with Moult's words, which are written below `base`; None where there is no ripgrep."""
    rg = shutil.which("rg")
    if not rg:
        return None
    words = os.path.join(base, "words.txt")
    listed = subprocess.run([moult, "measure", "anchors"], cwd=folder, capture_output=True, text=True, check=True)
    with open(words, "w", encoding="utf-8") as file:
        file.write(listed.stdout)
    return fastest([rg, "-F", "-f", words, "."], folder, rounds)
