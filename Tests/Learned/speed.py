#!/usr/bin/env python3
"""Says what reading 40 dependencies costs a project of 100,000 lines, with a cold cache and with a warm one.

speed.py MOULT CHECKOUTS WORK lays a project out beside 40 links to checkouts (some twice, under other names, where there are fewer) and
runs `moult lint` with and without --dependencies. What reading them adds must stay below 2 s cold and 0.1 s cached, of a release build.
"""
import os
import re
import shutil
import subprocess
import sys
import time

COLD, CACHED = 2.0, 0.1


def main():
    moult, checkouts, work = map(os.path.abspath, sys.argv[1:4])
    shutil.rmtree(work, ignore_errors=True)
    project = os.path.join(work, "project")
    os.makedirs(os.path.join(project, "Sources", "App"))
    os.makedirs(os.path.join(project, ".build", "checkouts"))
    with open(os.path.join(project, "Package.swift"), "w") as file:
        file.write('// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: "App", targets: [.target(name: "App")])\n')
    for number in range(200):
        with open(os.path.join(project, "Sources", "App", "File%d.swift" % number), "w") as file:
            file.write("import Logging\n" + "".join(
                "func f%d_%d(_ logger: Logger, _ n: Int) -> Int {\n  logger.info(\"x\")\n  let m = n + %d\n  return m * 2\n}\n" % (number, index, index)
                for index in range(100)))
    names = sorted(os.listdir(checkouts))
    for number in range(40):
        name = names[number % len(names)]
        link = name if number < len(names) else "%s-%d" % (name, number)
        os.symlink(os.path.join(checkouts, name), os.path.join(project, ".build", "checkouts", link))
    environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(work, "cache"))
    environment.pop("MOULT_CACHE", None)

    def seconds(*options):
        """What a run takes, and what of it the reading of rules and dependencies."""
        start = time.time()
        run = subprocess.run(
            [moult, "lint", "--timings", *options], cwd=project, env=environment, capture_output=True, text=True)
        taken = time.time() - start
        reading = re.search(r"(\d+) ms +reading rules", run.stdout + run.stderr)
        return taken, int(reading.group(1)) / 1000

    def best(*options):
        """The shortest of five runs: whatever else the machine does makes them longer."""
        return min(seconds(*options) for _ in range(5))

    plain = best()
    colds = []
    for _ in range(3):
        shutil.rmtree(environment["XDG_CACHE_HOME"], ignore_errors=True)
        colds.append(seconds("--dependencies"))
    cold, cached = min(colds), best("--dependencies")
    print("reading 40 dependencies takes %.2f s cold and %.2f s cached; the bars are %.1f s and %.1f s of a release build" % (
        cold[1] - plain[1], cached[1] - plain[1], COLD, CACHED))
    print("  a lint of 100,000 lines takes %.2f s without, %.2f s with them cold and %.2f s cached, the search for uses in all files included" % (
        plain[0], cold[0], cached[0]))
    is_release = "/release" in os.path.realpath(moult)
    sys.exit(1 if is_release and (cold[1] - plain[1] > COLD or cached[1] - plain[1] > CACHED) else 0)


main()
