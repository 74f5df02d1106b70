#!/usr/bin/env python3
"""Measures what a newcomer waits for: `make run` from a clone, phase by phase, and the compile time of each module.

    cold.py [--purge] [--keep] [--release]

Everything is made in a new folder with an empty package cache. `--purge` first removes the headers of libprotobuf (root,
apt), so that installing them is part of it. `--release` measures `make build` instead, which builds for use. For each module it prints when its compiler began and ended and the
processor time that it took, which `ps` tells of running processes; so a module of a fraction of a second may be missing.
An interruption (Control-C) prints what was measured until then.
Prints and asserts nothing: times depend on the machine and on what else it does, so the load is printed too.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = "Fixtures/hello-v0/before"


class Compilers(threading.Thread):
    """Looks twice a second at the compilers that work below a folder."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        self.folder, self.began, self.done = str(folder), 0.0, False
        self.modules = {}

    def run(self):
        self.began = time.monotonic()
        while not self.done:
            self.look()
            time.sleep(0.5)

    def look(self):
        now = time.monotonic() - self.began
        listed = subprocess.run(["ps", "-eo", "pid=,cputimes=,args="], capture_output=True, text=True).stdout
        for line in listed.splitlines():
            number, seconds, command = line.strip().split(None, 2)
            if self.folder not in command:
                continue
            name = re.search(r"swift-frontend .*-module-name (\S+)", command)
            source = re.search(r"clang\S* .*/(\w+)\.build/", command)
            module = name[1] if name else source[1] if source else None
            if module:
                entry = self.modules.setdefault(module, {"from": now, "to": now, "cpu": {}})
                entry["to"] = now
                entry["cpu"][number] = int(seconds)

    def report(self):
        print("\nmodule                     from      to    cpu")
        for name, entry in sorted(self.modules.items(), key=lambda item: -sum(item[1]["cpu"].values())):
            print(f"{name:24} {entry['from']:6.0f}s {entry['to']:6.0f}s {sum(entry['cpu'].values()):5}s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--purge", action="store_true")
    parser.add_argument("--keep", action="store_true", help="leave the folder where it is, and name it")
    parser.add_argument("--release", action="store_true", help="measure the build for use, which make run does without")
    arguments = parser.parse_args()
    configuration = "release" if arguments.release else "debug"
    work = Path(tempfile.mkdtemp(prefix="moult-cold-"))
    clone = work / "moult"
    environment = os.environ | {"XDG_CACHE_HOME": str(work / "cache")}
    phases, whole = [], True

    def phase(name, command, codes=(0,), folder=clone):
        began = time.monotonic()
        run = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode not in codes:
            sys.exit(f"{run.stdout}\ncold: '{' '.join(command)}' ended with {run.returncode}")
        phases.append((name, time.monotonic() - began))

    if arguments.purge:
        subprocess.run(["apt-get", "purge", "-q", "-y", "libprotobuf-dev", "libprotoc-dev"], check=True)
    compilers = Compilers(clone)
    try:
        phase("clone", ["git", "clone", "-q", str(ROOT), str(clone)], folder=work)
        phase("headers (make setup)", ["make", "setup"])
        phase("fetch packages", ["swift", "package", "resolve"])
        compilers.start()
        flags = (ROOT / ".ci/swift-flags").read_text().split() if configuration == "release" else []
        phase("build", ["swift", "build", "-c", configuration, *flags, "--product", "moult"])
        compilers.done = True
        moult = str(clone / ".build" / configuration / "moult")
        phase("moult lint", [moult, "lint", EXAMPLE], codes=(1,))
        phase("moult fix --diff --review", [moult, "fix", "--diff", "--review", EXAMPLE], codes=(1,))
    except KeyboardInterrupt:
        whole = False
        print("cold: interrupted; what was measured until then:")
    total = sum(seconds for _, seconds in phases)
    for name, seconds in phases:
        print(f"{name:26} {seconds:7.1f}s")
    print(f"{'all of it' if whole else 'so far':26} {total:7.1f}s   (the bar of make run is 210s on two cores; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors)")
    compilers.report()
    if arguments.keep:
        print(f"\nin {clone}")
    else:
        # An interrupted compiler may still be writing.
        shutil.rmtree(work, ignore_errors=not whole)


if __name__ == "__main__":
    main()
